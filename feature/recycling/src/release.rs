//! Scheduled work: pieces leave their quarantine, and what the law no longer wants is taken away.

use std::sync::Arc;
use std::time::Duration;

use futures::FutureExt;
use jiff::civil::Date;
use jiff::{Timestamp, ToSpan};
use journal::{Scene, Signer};
use kernel::id::StaffId;
use serde_json::json;
use shell::db::{Tx, TxFuture};
use shell::job::{Job, Work};
use shell::{Failure, Outcome, Shell};

use crate::entry::{Place, enter_for};
use crate::rule::register::EntryType;
use crate::rule::state::{Event, next};
use crate::store;
use crate::store::document::Step;
use crate::store::line::{Bucket, move_metal};

/// How long what is kept of a seller stays (reliability c.10).
const SELLER_YEARS: i32 = 10;
/// How many documents one transaction works on.
const AT_A_TIME: i64 = 200;
/// Who does what no person did.
const NOBODY: &str = "SYSTEM";

/// Releases all documents whose quarantine is over.
#[must_use]
pub fn release_due() -> Work {
    Arc::new(|shell| release_all(shell).boxed())
}

/// Takes away sellers of long ago; the law says when, so that nobody plans it.
#[must_use]
pub fn erase_sellers(signer: Arc<Signer>) -> Job {
    Job {
        name: "RECYCLE_ERASE",
        every: Duration::from_secs(24 * 60 * 60),
        run: Arc::new(move |shell| erase_all(shell, signer.clone()).boxed()),
    }
}

async fn release_all(shell: Shell) -> Outcome<i64> {
    let now = shell.clock.now();
    let mut total = 0;
    loop {
        let released = shell.db.write(now, |tx, now| release(tx, *now)).await?;
        total += released;
        if released < AT_A_TIME {
            return Ok(total);
        }
    }
}

/// Releases documents whose quarantine is over; says how many.
///
/// # Errors
/// The database's failure.
pub fn release(tx: &mut Tx, now: Timestamp) -> TxFuture<'_, i64> {
    Box::pin(async move {
        let documents = store::document::list_to_release(tx, now, AT_A_TIME).await?;
        let nobody = StaffId::from(NOBODY);
        for document in &documents {
            let state = next(document.head.standing(), Event::Release, now)?;
            let mark = (Step::None, &nobody, now);
            store::document::step(tx, &document.head, state, mark).await?;
            let buckets = (Some(Bucket::Quarantine), Some(Bucket::Released));
            move_metal(tx, document, buckets, now).await?;
        }
        Ok(i64::try_from(documents.len()).unwrap_or(i64::MAX))
    })
}

async fn erase_all(shell: Shell, signer: Arc<Signer>) -> Outcome<()> {
    let now = shell.clock.now();
    loop {
        let input = (signer.clone(), now);
        let erased = shell
            .db
            .write(input, |tx, (signer, now)| erase(tx, signer, *now))
            .await?;
        if erased < AT_A_TIME {
            return Ok(());
        }
    }
}

/// Takes away who sold more than ten years ago, with the photographs; the register says that it was. Says how many.
///
/// # Errors
/// The database's failure, or the journal's.
pub fn erase<'a>(tx: &'a mut Tx, signer: &'a Signer, now: Timestamp) -> TxFuture<'a, i64> {
    Box::pin(async move {
        // Before the first store is set up nobody has sold anything.
        let Some(today) = setting::store::earliest_business_date(tx, now).await? else {
            return Ok(0);
        };
        let before: Date = today
            .checked_sub(SELLER_YEARS.years())
            .map_err(Failure::internal)?;
        let sellers = store::seller::list_before(tx, before, AT_A_TIME).await?;
        for (recycling_id, store_no, recycling_no) in &sellers {
            store::seller::erase(tx, *recycling_id).await?;
            store::photo::erase(tx, *recycling_id).await?;
            let place = Place {
                signer,
                scene: Scene {
                    store_no,
                    terminal_no: None,
                    operator: None,
                    at: now,
                },
            };
            let content = json!({ "recyclingNo": recycling_no, "date": now, "staffId": NOBODY });
            let what = (EntryType::Erased, *recycling_id, recycling_no.as_str());
            enter_for(tx, &place, what, &content).await?;
        }
        Ok(i64::try_from(sellers.len()).unwrap_or(i64::MAX))
    })
}
