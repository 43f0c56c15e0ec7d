//! One order.

use axum::extract::State;
use kernel::id::OrderId;
use session::Actor;
use shell::db::{Tx, TxFuture};
use shell::http::{Answer, Envelope, Path, Reply};

use crate::record::{Order, Viewer};
use crate::rule::action::Circumstances;
use crate::view::OrderView;
use crate::{OrderState, store};

/// One order: what was sold, what it was paid with, where the journal states it, and what can be
/// done with it now.
///
/// An order of a store that the asker may not see is answered like one that does not exist.
/// Telephone number and address of the customer are masked unless the group holds `crm.viewFull`.
#[utoipa::path(
    get, path = "/order/{orderId}", tag = "order",
    params(("orderId" = uuid::Uuid, Path, description = "The order")),
    responses(
        (status = 200, description = "The order", body = Envelope<OrderView>),
        (status = 404, description = "Could not find any data in your search"),
    ),
)]
pub(crate) async fn get_order(
    State(state): State<OrderState>,
    actor: Actor,
    Path(order_id): Path<OrderId>,
) -> Reply {
    let viewer = Viewer::from(&actor);
    let may_reprint = viewer.may_reprint;
    let (order, has_printer) = state.shell.db.read((viewer, order_id), read_order).await?;
    let now = Circumstances {
        prints: order.prints,
        may_reprint,
        has_printer,
        has_mailer: state.mailer.is_some(),
        is_paid: !order.head.is_crm_gift(),
    };
    Answer::of(&OrderView::new(&order, actor.may(crm::VIEW_FULL), now)?)
}

fn read_order<'a>(
    tx: &'a mut Tx,
    (viewer, order_id): &'a (Viewer, OrderId),
) -> TxFuture<'a, (Order, bool)> {
    Box::pin(async move {
        let order = store::get_order(tx, viewer, *order_id).await?;
        let here = store::get_shop(tx, &viewer.store_no).await?;
        Ok((order, here.receipt_printer.is_some()))
    })
}
