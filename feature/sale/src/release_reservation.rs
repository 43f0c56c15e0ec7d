//! End a colleague's reservation.

use axum::extract::State;
use inventory::lease::release;
use kernel::id::TerminalNo;
use serde::{Deserialize, Serialize};
use serde_json::json;
use session::Actor;
use shell::db::{Tx, TxFuture};
use shell::event::Event;
use shell::http::idempotency::{Intent, once};
use shell::http::{Done, Envelope, IdempotencyKey, Json, Reply};
use utoipa::ToSchema;

use crate::rule::basket::BasketState;
use crate::{LOCKED_BY_PAYMENT, RESERVATION_NOT_FOUND, SaleState, Till, store, tell_stock};

/// Whose reservation shall end.
#[derive(Clone, Debug, Deserialize, Serialize, ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub(crate) struct ReleaseRequest {
    /// The till whose basket holds the pieces.
    #[schema(value_type = String, example = "PAR01-2")]
    terminal_no: TerminalNo,
    /// The item.
    #[schema(example = "RG-2101")]
    item_no: String,
    /// Its size; blank when the item has none.
    #[schema(example = "52")]
    size_code: String,
}

/// End the reservation of pieces in a colleague's basket; they are free for everyone at once.
///
/// The line stays in that basket and shows that its pieces are gone; it cannot be paid so. A
/// basket that is being paid keeps its pieces.
#[utoipa::path(
    post, path = "/inventory/stock/release", tag = "sale", request_body = ReleaseRequest,
    responses(
        (status = 200, description = "The pieces are free", body = Envelope<Done>),
        (status = 404, description = "Nobody has reserved this piece at that till"),
        (status = 409, description = "That basket is being paid"),
    ),
)]
pub(crate) async fn release_reservation(
    State(state): State<SaleState>,
    actor: Actor,
    key: IdempotencyKey,
    Json(request): Json<ReleaseRequest>,
) -> Reply {
    let till = Till::of(&actor, &state);
    let scope = &till.terminal_no.0;
    let intent = Intent::new(key, "stock.release", scope, &request, till.now)?;
    let told = request.clone();
    let answer = once(&state.shell, intent, (till, request), end_reservation).await?;
    state.shell.events.tell(Event {
        store_no: actor.store_no.0.clone(),
        terminal_no: Some(told.terminal_no.0),
        name: "basket".to_owned(),
        data: json!({}),
    });
    tell_stock(&state.shell, &actor.store_no.0, &[told.item_no]);
    Ok(answer)
}

fn end_reservation<'a>(
    tx: &'a mut Tx,
    (till, request): &'a (Till, ReleaseRequest),
) -> TxFuture<'a, Done> {
    Box::pin(async move {
        let basket = store::find_basket(tx, &request.terminal_no)
            .await?
            .filter(|basket| basket.store_no == till.store_no)
            .ok_or(&RESERVATION_NOT_FOUND)?;
        // One piece may be in several lines: on deposit, with another price, sold by somebody else.
        let mut lines = store::list_lines(tx, basket.basket_id).await?;
        lines.retain(|stored| {
            let line = &stored.line;
            let is_of_piece =
                line.item_no == request.item_no && line.size_code == request.size_code;
            is_of_piece && line.reserved > 0
        });
        if lines.is_empty() {
            return Err((&RESERVATION_NOT_FOUND).into());
        }
        if basket.state == BasketState::Paying {
            return Err((&LOCKED_BY_PAYMENT).into());
        }
        for stored in &lines {
            release(tx, stored.line.line_id, None).await?;
        }
        store::count_change(tx, basket.basket_id).await?;
        Ok(Done {})
    })
}
