//! What waits for this store.

use axum::extract::State;
use jiff::{Timestamp, ToSpan};
use kernel::id::StoreNo;
use session::Actor;
use session::rule::group::ADMINISTER;
use shell::db::{Tx, TxFuture};
use shell::http::{Answer, Envelope, Reply};

use crate::view::{AlertNumbersView, CODE_OK};
use crate::{AlertState, store};

/// How many days before its last day a deposit is due soon (domain §15.4).
const DUE_SOON_DAYS: i64 = 7;

/// What waits for this store: goods to send back, deposits, recalls; and what failed at night, for those who
/// look after it.
#[utoipa::path(
    get, path = "/alert/getAlertNum", tag = "alert",
    responses((status = 200, description = "The numbers", body = Envelope<AlertNumbersView>)),
)]
pub(crate) async fn count_alerts(State(state): State<AlertState>, actor: Actor) -> Reply {
    let looks_after_jobs = actor.may(ADMINISTER);
    let input = (actor.store_no, state.shell.clock.now(), looks_after_jobs);
    let numbers = state.shell.db.read(input, count).await?;
    Answer::of(&numbers)
}

fn count<'a>(
    tx: &'a mut Tx,
    (store_no, now, looks_after_jobs): &'a (StoreNo, Timestamp, bool),
) -> TxFuture<'a, AlertNumbersView> {
    Box::pin(async move {
        let waiting = store::count_waiting(tx, store_no).await?;
        let today = setting::get_store(tx, store_no).await?.business_date(*now);
        let until = today.saturating_add(DUE_SOON_DAYS.days());
        let failed_jobs = match looks_after_jobs {
            true => scheduled_job::failed_jobs(tx).await?,
            false => Vec::new(),
        };
        Ok(AlertNumbersView {
            code: CODE_OK,
            rma: waiting.rma,
            deposit: store::count_deposits(tx, store_no, until).await?,
            recall: waiting.recall,
            unposted_date: statement::unposted_date(tx, store_no, *now).await?,
            failed_jobs,
        })
    })
}
