//! Number and sum of the orders that the history lists.

use axum::extract::State;
use jiff::Timestamp;
use kernel::Money;
use session::Actor;
use shell::Failure;
use shell::db::{Tx, TxFuture};
use shell::http::{Answer, Envelope, Query, Reply};

use tokio::sync::{Semaphore, SemaphorePermit};

use crate::OrderState;
use crate::list_orders::{OrderQuery, resolve};
use crate::record::Viewer;
use crate::rule::list::Wish;
use crate::store;
use crate::view::OrderSummaryView;

/// How many lists are counted at a time: the readers of the database are for what tills wait for.
static COUNTS: Semaphore = Semaphore::const_new(2);

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
    // Held until the count is done, also when nobody waits for it any more.
    let turn = COUNTS.acquire().await.map_err(Failure::internal)?;
    let input = Counted {
        viewer: Viewer::from(&actor),
        wish: query.wish(),
        now: state.shell.clock.now(),
        _turn: turn,
    };
    let summary = state.shell.db.read(input, read_summary).await?;
    Answer::of(&summary)
}

struct Counted {
    viewer: Viewer,
    wish: Wish,
    now: Timestamp,
    _turn: SemaphorePermit<'static>,
}

fn read_summary<'a>(tx: &'a mut Tx, input: &'a Counted) -> TxFuture<'a, OrderSummaryView> {
    Box::pin(async move {
        let resolved = resolve(tx, &input.viewer, &input.wish, input.now).await?;
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
