//! Codes that nobody needs any more.

use std::sync::Arc;
use std::time::Duration;

use futures::FutureExt;
use shell::job::Job;

use crate::rule::KEPT_FOR;
use crate::store;

/// How often it looks.
const EVERY: Duration = Duration::from_secs(6 * 3_600);

/// Forgets codes of before last month.
#[must_use]
pub fn forget_old_codes() -> Job {
    Job {
        name: "FORGET_CODES",
        every: EVERY,
        run: Arc::new(|shell| {
            async move {
                let before = shell.clock.now() - KEPT_FOR;
                shell
                    .db
                    .write(before, |tx, before| Box::pin(store::forget(tx, *before)))
                    .await
            }
            .boxed()
        }),
    }
}
