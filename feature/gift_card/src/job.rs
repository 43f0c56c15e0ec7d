//! What is over: cards whose last day has passed (domain §6.4), and what nobody needs any more.

use std::sync::Arc;

use futures::FutureExt;
use jiff::Timestamp;
use journal::Signer;
use kernel::id::StoreNo;
use shell::db::{Tx, TxFuture};
use shell::job::Work;
use shell::{Failure, Outcome, Shell};

use crate::book::{Place, expire};
use crate::rule::tries::FORGOTTEN_AFTER;
use crate::store;

/// How many cards go into one transaction.
const CARDS_AT_A_TIME: i64 = 100;

/// Ends cards whose last day has passed everywhere: what is left on them is forfeit.
#[must_use]
pub fn expire_gift_cards(signer: Arc<Signer>) -> Work {
    Arc::new(move |shell| run(shell, signer.clone()).boxed())
}

async fn run(shell: Shell, signer: Arc<Signer>) -> Outcome<i64> {
    let now = shell.clock.now();
    shell
        .db
        .write(now - FORGOTTEN_AFTER, |tx, before| {
            Box::pin(store::forget_old(tx, *before))
        })
        .await?;
    let mut total = 0;
    loop {
        let input = (signer.clone(), now);
        let ended = shell.db.write(input, end_some).await?;
        total += ended;
        if ended < CARDS_AT_A_TIME {
            return Ok(total);
        }
    }
}

fn end_some<'a>(tx: &'a mut Tx, (signer, now): &'a (Arc<Signer>, Timestamp)) -> TxFuture<'a, i64> {
    Box::pin(async move {
        // Before the first store there is nothing to end.
        let Some(today) = setting::store::earliest_business_date(tx, *now).await? else {
            return Ok(0);
        };
        let cards = store::list_expired(tx, today, CARDS_AT_A_TIME).await?;
        let ended = i64::try_from(cards.len()).map_err(Failure::internal)?;
        for card in cards {
            let sold_in: Option<&StoreNo> = card.sold_store_no.as_ref();
            let store_no =
                sold_in.ok_or_else(|| Failure::internal("a sold gift card has no store"))?;
            let store = setting::get_store(tx, store_no).await?;
            let place = Place {
                store: &store,
                terminal_no: None,
                staff_id: None,
                now: *now,
            };
            expire(tx, signer, &card, place).await?;
        }
        Ok(ended)
    })
}
