//! Brings the words of orders into the index of the history.
//!
//! A sale does not wait for it: a search looks at the orders that are not in the index one by one.
//! They are few, because a batch is written as soon as there are enough for one; with fewer, the
//! index would come to consist of crumbs.

use std::sync::Arc;
use std::time::Duration;

use shell::db::{Db, Engine};
use shell::job::Job;
use shell::{Outcome, Shell};

use crate::store;

/// How long the job rests between two looks.
const EVERY: Duration = Duration::from_secs(5);
/// How many orders are written at a time: a sale that comes meanwhile waits for that long.
const BATCH_ORDERS: usize = 64;

/// The job that writes the index.
pub(crate) fn job() -> Job {
    Job {
        name: "order.search",
        every: EVERY,
        run: Arc::new(|shell: Shell| Box::pin(async move { index_orders(&shell.db).await })),
    }
}

/// Writes the waiting orders into the index of words, until fewer than a batch are left. An engine
/// that keeps an index by itself has nothing to do.
///
/// # Errors
/// The database's failure; what was written until then stays.
pub async fn index_orders(db: &Db) -> Outcome<()> {
    if db.engine() != Engine::Sqlite {
        return Ok(());
    }
    loop {
        let batch = db
            .read(BATCH_ORDERS, |tx, orders| {
                Box::pin(store::read_batch(tx, *orders))
            })
            .await?;
        let Some(batch) = batch else { return Ok(()) };
        db.write(batch, |tx, batch| Box::pin(store::write_batch(tx, batch)))
            .await?;
    }
}
