//! Take a line out of the basket.

use axum::extract::State;
use journal::{Event, record_event};
use kernel::id::LineId;
use session::Actor;
use shell::db::{Tx, TxFuture};
use shell::http::{Envelope, IdempotencyKey, Path, Reply};

use crate::change_line::open_basket_of;
use crate::free_line::free_line;
use crate::view::BasketView;
use crate::{Done, SaleState, Till, change, store};

/// Take a line out of the basket; its pieces are free again.
#[utoipa::path(
    delete, path = "/basket/line/{lineId}", tag = "sale",
    params(("lineId" = uuid::Uuid, Path, description = "The line")),
    responses(
        (status = 200, description = "The basket", body = Envelope<BasketView>),
        (status = 404, description = "Please select a line"),
        (status = 409, description = "The basket is being paid"),
    ),
)]
pub(crate) async fn remove_line(
    State(state): State<SaleState>,
    actor: Actor,
    key: IdempotencyKey,
    Path(line_id): Path<LineId>,
) -> Reply {
    change(&state, &actor, key, "basket.remove_line", line_id, remove).await
}

fn remove<'a>(tx: &'a mut Tx, (till, line_id): &'a (Till, LineId)) -> TxFuture<'a, Done> {
    Box::pin(async move {
        let basket = open_basket_of(tx, till).await?;
        let stored = store::get_line(tx, &basket, *line_id).await?;
        free_line(tx, &stored.line).await?;
        let event = Event::LineVoid {
            basket_no: basket.basket_no,
            item_no: stored.line.item_no.clone(),
            size_code: stored.line.size_code.clone(),
            quantity: stored.line.quantity,
        };
        record_event(tx, &till.signer, &till.scene(), &event).await?;
        store::delete_line(tx, *line_id).await?;
        store::touch(tx, basket.basket_id, till.now).await?;
        Ok(Done::touching([stored.line.item_no]))
    })
}
