//! Documents of identity of long ago go; the law says when, so that nobody plans it.

use std::sync::Arc;
use std::time::Duration;

use jiff::{Timestamp, ToSpan};
use shell::db::{Tx, TxFuture};
use shell::job::Job;
use shell::{Failure, Outcome, Shell};

use crate::store;

/// How long the law has identities kept of those who paid (China's law against money laundering of 2024,
/// article 34: ten years at least; reliability c.10: not longer).
const KEPT_YEARS: i64 = 10;

/// Takes away by which documents people were identified who paid in cash ten years ago. Reports and
/// filings stay.
#[must_use]
pub fn erase_identities() -> Job {
    Job {
        name: "CASH_REPORT_ERASE",
        every: Duration::from_hours(24),
        run: Arc::new(|shell| Box::pin(erase_all(shell))),
    }
}

async fn erase_all(shell: Shell) -> Outcome<()> {
    let now = shell.clock.now();
    shell.db.write(now, |tx, now| erase(tx, *now)).await
}

fn erase(tx: &mut Tx, now: Timestamp) -> TxFuture<'_, ()> {
    Box::pin(async move {
        // Before the first store is set up nobody has paid.
        let Some(today) = setting::store::earliest_business_date(tx, now).await? else {
            return Ok(());
        };
        let before = today
            .checked_sub(KEPT_YEARS.years())
            .map_err(Failure::internal)?;
        store::erase_identities(tx, before).await?;
        payment::erase_identities(tx, before).await
    })
}
