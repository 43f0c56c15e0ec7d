//! Wrong passwords that count no more.

use std::sync::Arc;
use std::time::Duration;

use shell::job::Job;
use shell::{Outcome, Shell};

use crate::store;

/// How often they are looked for.
const EVERY: Duration = Duration::from_secs(3_600);

/// Forgets wrong passwords whose lock is over.
#[must_use]
pub fn forget_old_tries() -> Job {
    Job {
        name: "FORGET_TRIES",
        every: EVERY,
        run: Arc::new(|shell| Box::pin(forget(shell))),
    }
}

async fn forget(shell: Shell) -> Outcome<()> {
    let now = shell.clock.now();
    shell
        .db
        .write(now, |tx, now| Box::pin(store::forget_lapsed(tx, *now)))
        .await
}
