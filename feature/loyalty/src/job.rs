//! What is over: lots whose last day has passed everywhere (domain §9.1).

use std::sync::Arc;

use futures::FutureExt;
use jiff::Timestamp;
use journal::{Scene, Signer};
use shell::db::{Tx, TxFuture};
use shell::job::Work;
use shell::{Failure, Outcome, Shell};

use crate::book::{EntryType, Movement, must_book};
use crate::rule::lot::Part;
use crate::store::lot;

/// How many lots go into one transaction.
const LOTS_AT_A_TIME: i64 = 100;

/// Ends lots whose last day has passed in every store: what is left of them is forfeit. Until then no
/// till takes them any more where the day is over, and tills where it is not still do.
#[must_use]
pub fn expire_loyalty(signer: Arc<Signer>) -> Work {
    Arc::new(move |shell| run(shell, signer.clone()).boxed())
}

async fn run(shell: Shell, signer: Arc<Signer>) -> Outcome<i64> {
    let now = shell.clock.now();
    let mut total = 0;
    loop {
        let input = (signer.clone(), now);
        let ended = shell
            .db
            .write(input, |tx, (signer, now)| expire_lots(tx, signer, *now))
            .await?;
        total += ended;
        if ended < LOTS_AT_A_TIME {
            return Ok(total);
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
                reason: None,
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
