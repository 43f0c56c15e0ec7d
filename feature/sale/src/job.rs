//! Scheduled work of this feature.

use std::sync::Arc;
use std::time::Duration;

use futures::FutureExt;
use serde_json::json;
use shell::db::{Tx, TxFuture};
use shell::event::Event;
use shell::job::Job;
use shell::{Outcome, Shell};

use crate::rule::basket::BasketState;
use crate::session_end::leave_behind;
use crate::store;

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
    let stores = shell.db.write(now, leave_expired_behind).await?;
    for store_no in stores {
        shell.events.tell(Event {
            store_no,
            terminal_no: None,
            name: "stock".to_owned(),
            data: json!({ "itemNos": [] }),
        });
    }
    Ok(())
}

fn leave_expired_behind<'a>(tx: &'a mut Tx, now: &'a jiff::Timestamp) -> TxFuture<'a, Vec<String>> {
    Box::pin(async move {
        let mut stores = Vec::new();
        for basket_id in store::list_expired(tx, *now).await? {
            let basket = store::get_basket(tx, basket_id).await?;
            if basket.state == BasketState::Open {
                leave_behind(tx, basket_id).await?;
                stores.push(basket.store_no.0);
            }
        }
        stores.sort_unstable();
        stores.dedup();
        Ok(stores)
    })
}
