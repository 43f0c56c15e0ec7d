//! Number and sum of the orders that the history lists.

use axum::extract::State;
use jiff::Timestamp;
use kernel::Money;
use session::Actor;
use shell::db::{Tx, TxFuture};
use shell::http::{Answer, Envelope, Query, Reply};

use crate::OrderState;
use crate::list_orders::{OrderQuery, resolve};
use crate::record::Viewer;
use crate::rule::list::Wish;
use crate::store;
use crate::view::OrderSummaryView;

/// Number and sum of the orders that the history lists.
///
/// With the filters of `GET /order`. Every order of the list is counted, so that a long list takes
/// its time; a till shows the list meanwhile.
#[utoipa::path(
    get, path = "/order/summary", tag = "order", params(OrderQuery),
    responses(
        (status = 200, description = "Number and sum", body = Envelope<OrderSummaryView>),
        (status = 400, description = "A date cannot be read"),
        (status = 422, description = "The first date is after the last"),
    ),
)]
pub(crate) async fn summarize_orders(
    State(state): State<OrderState>,
    actor: Actor,
    Query(query): Query<OrderQuery>,
) -> Reply {
    let input = (Viewer::from(&actor), query.wish(), state.shell.clock.now());
    let summary = state.shell.db.read(input, read_summary).await?;
    Answer::of(&summary)
}

fn read_summary<'a>(
    tx: &'a mut Tx,
    (viewer, wish, now): &'a (Viewer, Wish, Timestamp),
) -> TxFuture<'a, OrderSummaryView> {
    Box::pin(async move {
        let resolved = resolve(tx, viewer, wish, *now).await?;
        let (total, sums) = store::sum_orders(tx, &resolved.filter).await?;
        let currency = resolved.shop.currency;
        let (own, elsewhere): (Vec<Money>, Vec<Money>) =
            sums.into_iter().partition(|sum| sum.currency == currency);
        Ok(OrderSummaryView {
            total,
            paid: Money::sum(currency, own)?,
            paid_elsewhere: elsewhere,
        })
    })
}
