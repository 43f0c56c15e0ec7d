//! Scheduled work of this feature.

use std::sync::Arc;

use futures::FutureExt;
use jiff::Timestamp;
use kernel::id::StoreNo;
use shell::db::{Tx, TxFuture, params};
use shell::job::Work;
use shell::{Outcome, Shell};

use crate::rule::state::Deed;
use crate::store::{self, Change};

/// Calls deposits overdue whose last day has passed. Their pieces stay reserved: a manager moves the
/// day or gives them free.
#[must_use]
pub fn mark_overdue() -> Work {
    Arc::new(|shell| run(shell).boxed())
}

async fn run(shell: Shell) -> Outcome<i64> {
    let now = shell.clock.now();
    shell.db.write(now, mark).await
}

fn mark<'a>(tx: &'a mut Tx, now: &'a Timestamp) -> TxFuture<'a, i64> {
    Box::pin(async move {
        let mut marked = 0;
        let rows = tx
            .query("SELECT store_no FROM store ORDER BY store_no", params![])
            .await?;
        for mut row in rows {
            let store_no: StoreNo = row.read()?;
            let today = setting::get_store(tx, &store_no).await?.business_date(*now);
            for deposit_id in store::list_expired(tx, &store_no, today).await? {
                let Some(deposit) = store::find(tx, &store_no, deposit_id).await? else {
                    continue;
                };
                let change = Change {
                    state: deposit.state.after(Deed::PassExpiry, deposit.worth)?,
                    worth: deposit.worth,
                    expires_on: deposit.expires_on,
                    fixed: &deposit.fixed,
                };
                store::save(tx, &deposit, &change).await?;
                marked += 1;
            }
        }
        Ok(marked)
    })
}
