//! Repeated work. A lease row in the database lets one process run each job at a time.

use std::sync::Arc;
use std::time::Duration;

use futures::future::BoxFuture;
use jiff::Timestamp;
use tokio::sync::watch;

use crate::db::{Tx, TxFuture};
use crate::{Outcome, Shell, db::params};

/// Work that somebody plans: when it is done, and twice, does no harm. It answers how many things it
/// changed.
pub type Work = Arc<dyn Fn(Shell) -> BoxFuture<'static, Outcome<i64>> + Send + Sync>;

/// A piece of repeated work that nobody plans.
pub struct Job {
    /// Its name, which is also the name of its lease.
    pub name: &'static str,
    /// How long to wait between two runs.
    pub every: Duration,
    /// The work; running it twice does no harm.
    pub run: Arc<dyn Fn(Shell) -> BoxFuture<'static, Outcome<()>> + Send + Sync>,
}

/// Runs the jobs until `stop` turns true.
pub fn start(shell: &Shell, jobs: Vec<Job>, stop: &watch::Receiver<bool>) {
    for job in jobs {
        let (shell, mut stop) = (shell.clone(), stop.clone());
        tokio::spawn(async move {
            let owner = uuid::Uuid::now_v7();
            loop {
                if let Err(error) = run_once(&shell, &job, owner).await {
                    tracing::error!(job = job.name, %error, "a job failed and will run again");
                }
                tokio::select! {
                    () = tokio::time::sleep(job.every) => {}
                    _ = stop.changed() => return,
                }
            }
        });
    }
}

/// The right to run a job, for a while.
#[derive(Clone, Copy, Debug)]
pub struct Lease {
    /// The job.
    pub name: &'static str,
    /// Who asks for it.
    pub owner: uuid::Uuid,
    /// When.
    pub now: Timestamp,
    /// Until when it is wanted.
    pub until: Timestamp,
}

async fn run_once(shell: &Shell, job: &Job, owner: uuid::Uuid) -> Outcome<()> {
    let now = shell.clock.now();
    let lease = Lease {
        name: job.name,
        owner,
        now,
        // Twice the period: a run that is late does not lose its lease to a neighbour at once.
        until: now + job.every.saturating_mul(2),
    };
    let mine = shell
        .db
        .write(lease, |tx, lease| take_lease(tx, lease))
        .await?;
    if mine {
        (job.run)(shell.clone()).await
    } else {
        Ok(())
    }
}

/// Takes or renews a lease; false when somebody else has it.
///
/// # Errors
/// The database's failure.
pub fn take_lease<'a>(tx: &'a mut Tx, lease: &'a Lease) -> TxFuture<'a, bool> {
    Box::pin(async move {
        let taken = tx
            .execute(
                "INSERT INTO job_lease (job_name, owner_id, lease_until) VALUES ($1, $2, $3) \
                 ON CONFLICT (job_name) DO UPDATE SET owner_id = $2, lease_until = $3 \
                 WHERE job_lease.owner_id = $2 OR job_lease.lease_until < $4",
                params![lease.name, lease.owner, lease.until, lease.now],
            )
            .await?;
        Ok(taken == 1)
    })
}
