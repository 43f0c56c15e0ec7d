//! Scheduled work of this feature.

use std::sync::Arc;
use std::time::Duration;

use futures::FutureExt;
use journal::Signer;
use shell::job::Job;
use shell::{Outcome, Shell};

use crate::drawer::Drawers;
use crate::post::{Work, finish};
use crate::store;

/// How often statements are looked for whose posting was cut off.
const EVERY: Duration = Duration::from_secs(15);

/// Goes on with statements whose posting was cut off: power, a crash, a kill.
#[must_use]
pub fn post_statements(signer: Arc<Signer>, drawers: Arc<dyn Drawers>) -> Job {
    Job {
        name: "POST_STATEMENTS",
        every: EVERY,
        run: Arc::new(move |shell| run(shell, signer.clone(), drawers.clone()).boxed()),
    }
}

async fn run(shell: Shell, signer: Arc<Signer>, drawers: Arc<dyn Drawers>) -> Outcome<()> {
    let waiting = shell
        .db
        .read((), |tx, ()| Box::pin(store::list_posting(tx)))
        .await?;
    let mut first_failure = None;
    for statement_no in waiting {
        let work = Work {
            statement_no,
            signer: signer.clone(),
            drawers: drawers.clone(),
            now: shell.clock.now(),
        };
        // A shop whose books cannot be written now holds up no other.
        if let Err(failure) = finish(&shell, work).await {
            first_failure.get_or_insert(failure);
        }
    }
    first_failure.map_or(Ok(()), Err)
}
