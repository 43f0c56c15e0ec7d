//! What waits for this store.

use axum::extract::State;
use jiff::{Timestamp, ToSpan};
use session::Actor;
use session::rule::group::ADMINISTER;
use shell::db::{Tx, TxFuture};
use shell::http::{Answer, Envelope, Reply};

use crate::view::{AlertNumbersView, CODE_OK};
use crate::{AlertState, store};

/// How many days before its last day a deposit is due soon (domain §15.4).
const DUE_SOON_DAYS: i64 = 7;

/// What waits for this store: goods to send back, deposits, recalls, reports of cash; and what failed at night,
/// for those who look after it.
#[utoipa::path(
    get, path = "/alert/getAlertNum", tag = "alert",
    responses((status = 200, description = "The numbers", body = Envelope<AlertNumbersView>)),
)]
pub(crate) async fn count_alerts(State(state): State<AlertState>, actor: Actor) -> Reply {
    let input = (actor, state.shell.clock.now());
    let numbers = state.shell.db.read(input, count).await?;
    Answer::of(&numbers)
}

fn count<'a>(
    tx: &'a mut Tx,
    (actor, now): &'a (Actor, Timestamp),
) -> TxFuture<'a, AlertNumbersView> {
    Box::pin(async move {
        let store_no = &actor.store_no;
        let waiting = store::count_waiting(tx, store_no).await?;
        let today = setting::get_store(tx, store_no).await?.business_date(*now);
        let until = today.saturating_add(DUE_SOON_DAYS.days());
        let failed_jobs = match actor.may(ADMINISTER) {
            true => scheduled_job::failed_jobs(tx).await?,
            false => Vec::new(),
        };
        Ok(AlertNumbersView {
            code: CODE_OK,
            rma: waiting.rma,
            deposit: deposit::count_waiting(tx, store_no, until).await?,
            recall: waiting.recall,
            cash_report: cash_report::numbers(tx, actor, *now).await?,
            unposted_date: statement::unposted_date(tx, store_no, *now).await?,
            failed_jobs,
        })
    })
}
