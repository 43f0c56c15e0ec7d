//! Scheduled work of this feature.

use std::collections::BTreeMap;
use std::sync::Arc;
use std::time::Duration;

use futures::FutureExt;
use inventory::lease::release;
use shell::db::{Tx, TxFuture};
use shell::job::Job;
use shell::{Outcome, Shell};

use crate::rule::basket::BasketState;
use crate::session_end::leave_behind;
use crate::{store, tell_stock};

/// Frees the pieces of baskets whose till has not shown a sign of life in time.
#[must_use]
pub fn release_expired_baskets() -> Job {
    Job {
        name: "RELEASE_RESERVATIONS",
        every: Duration::from_secs(30),
        run: Arc::new(|shell| release_expired(shell).boxed()),
    }
}

async fn release_expired(shell: Shell) -> Outcome<()> {
    let now = shell.clock.now();
    let freed = shell.db.write(now, leave_expired_behind).await?;
    for (store_no, item_nos) in freed {
        tell_stock(&shell, &store_no, &item_nos);
    }
    Ok(())
}

/// Puts expired baskets away; says which items became free in which stores.
fn leave_expired_behind<'a>(
    tx: &'a mut Tx,
    now: &'a jiff::Timestamp,
) -> TxFuture<'a, BTreeMap<String, Vec<String>>> {
    Box::pin(async move {
        let mut freed: BTreeMap<String, Vec<String>> = BTreeMap::new();
        for basket_id in store::list_expired(tx, *now).await? {
            let basket = store::get_basket(tx, basket_id).await?;
            if basket.state == BasketState::Open {
                let item_nos = leave_behind(tx, basket_id).await?;
                freed.entry(basket.store_no.0).or_default().extend(item_nos);
            }
        }
        for basket_id in store::list_expired_parked(tx, *now).await? {
            let basket = store::get_basket(tx, basket_id).await?;
            let lines = store::list_lines(tx, basket_id).await?;
            for stored in lines.into_iter().filter(|stored| !stored.deposit) {
                release(tx, stored.line.line_id, None).await?;
                let items = freed.entry(basket.store_no.0.clone()).or_default();
                items.push(stored.line.item_no);
            }
        }
        Ok(freed)
    })
}
