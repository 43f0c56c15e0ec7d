//! What is over: lots whose last day has passed everywhere (domain §9.1).

use std::sync::Arc;
use std::time::Duration;

use futures::FutureExt;
use jiff::Timestamp;
use journal::{Scene, Signer};
use shell::db::{Tx, TxFuture};
use shell::job::Job;
use shell::{Failure, Outcome, Shell};

use crate::book::{EntryType, Movement, must_book};
use crate::rule::lot::Part;
use crate::store::lot;

/// The name of the job that ends lots.
pub const EXPIRE_LOYALTY: &str = "EXPIRE_LOYALTY";
/// How often it looks: after the first look of a business date there is nothing left to do.
const EVERY: Duration = Duration::from_secs(15 * 60);
/// How many lots go into one transaction.
const LOTS_AT_A_TIME: i64 = 100;

/// Ends lots whose last day has passed in every store: what is left of them is forfeit. Until then no
/// till takes them any more where the day is over, and tills where it is not still do.
#[must_use]
pub fn expire_loyalty(signer: Arc<Signer>) -> Job {
    Job {
        name: EXPIRE_LOYALTY,
        every: EVERY,
        run: Arc::new(move |shell| run(shell, signer.clone()).boxed()),
    }
}

async fn run(shell: Shell, signer: Arc<Signer>) -> Outcome<()> {
    let now = shell.clock.now();
    loop {
        let input = (signer.clone(), now);
        let ended = shell
            .db
            .write(input, |tx, (signer, now)| expire_lots(tx, signer, *now))
            .await?;
        if ended < LOTS_AT_A_TIME {
            return Ok(());
        }
    }
}

/// Ends some of the lots that are over, and answers how many.
pub fn expire_lots<'a>(tx: &'a mut Tx, signer: &'a Signer, now: Timestamp) -> TxFuture<'a, i64> {
    Box::pin(async move {
        // Before the first store there is nothing to end.
        let Some(today) = setting::store::earliest_business_date(tx, now).await? else {
            return Ok(0);
        };
        let lots = lot::list_over(tx, today, LOTS_AT_A_TIME).await?;
        let ended = i64::try_from(lots.len()).map_err(Failure::internal)?;
        for lot in lots {
            let part = Part {
                lot_id: lot.lot_id,
                amount: lot.remaining,
            };
            let movement = Movement {
                owner: lot.owner,
                entry_type: EntryType::Expire,
                parts: &[part],
                points: 0,
                order_id: None,
                tender: None,
            };
            let scene = Scene {
                store_no: &lot.store_no,
                terminal_no: None,
                operator: None,
                at: now,
            };
            must_book(tx, signer, &scene, &movement).await?;
        }
        Ok(ended)
    })
}
