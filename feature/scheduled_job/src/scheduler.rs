//! Runs what is due. The run is kept with its lease, and the job's next run moved on, in one transaction;
//! of several processes the one that moves it on runs the job. What a process left behind that was killed
//! is taken over when its lease is over. Runs that were missed are one.

use std::panic::AssertUnwindSafe;
use std::time::Duration;

use futures::FutureExt;
use jiff::{SignedDuration, Timestamp};
use shell::db::{Tx, TxFuture};
use shell::{Failure, Outcome};
use tokio::sync::watch;
use tokio::task::JoinHandle;
use uuid::Uuid;

use crate::rule::plan::{following, next_run};
use crate::{Assignment, Ended, ScheduledJobState, store};

/// How long a run is its process's without a sign of life.
pub const LEASE: SignedDuration = SignedDuration::from_secs(60);
/// How often a process shows that it lives.
const RENEW_EVERY: Duration = Duration::from_secs(20);
/// How often it is looked whether something is due.
const LOOK_EVERY: Duration = Duration::from_secs(1);
/// How long runs stay in the log.
const KEPT_FOR: SignedDuration = SignedDuration::from_hours(90 * 24);
/// The longest text of a run.
const TEXT_CHARACTERS_MAX: usize = 4_000;

/// A run that is ours.
#[derive(Clone, Debug)]
struct Claimed {
    run_id: Uuid,
    work: Assignment,
}

/// Runs what is due until `stop` turns true.
pub fn start(state: &ScheduledJobState, stop: &watch::Receiver<bool>) {
    let (state, mut stop) = (state.clone(), stop.clone());
    tokio::spawn(async move {
        loop {
            if let Err(error) = run_due(&state).await {
                tracing::error!(%error, "what is due was not looked for; it will be again");
            }
            tokio::select! {
                () = tokio::time::sleep(LOOK_EVERY) => {}
                () = state.wake.notified() => {}
                _ = stop.changed() => return,
            }
        }
    });
}

/// Begins all runs that are due. The handles end with the runs.
///
/// # Errors
/// The database's failure.
pub async fn run_due(state: &ScheduledJobState) -> Outcome<Vec<JoinHandle<()>>> {
    let now = state.shell.clock.now();
    let has_work = state
        .shell
        .db
        .read(now, |tx, now| Box::pin(store::job::has_work(tx, *now)))
        .await?;
    if !has_work {
        return Ok(Vec::new());
    }
    let claimed = state.shell.db.write(now, claim).await?;
    let begun = claimed.into_iter().map(|run| {
        let state = state.clone();
        tokio::spawn(async move {
            let code = run.work.code;
            if let Err(error) = carry_out(&state, run).await {
                tracing::error!(code = code.name(), %error, "the end of a run was not kept");
            }
        })
    });
    Ok(begun.collect())
}

fn claim<'a>(tx: &'a mut Tx, now: &'a Timestamp) -> TxFuture<'a, Vec<Claimed>> {
    Box::pin(async move {
        plan_all(tx, *now).await?;
        let mut claimed = take_over(tx, *now).await?;
        claimed.extend(begin_asked(tx, *now).await?);
        claimed.extend(begin_due(tx, *now).await?);
        Ok(claimed)
    })
}

/// Finds the next run of jobs that are new or were planned anew. Before the first store there is no clock
/// to plan by.
pub(crate) async fn plan_all(tx: &mut Tx, now: Timestamp) -> Outcome<()> {
    for job in store::job::list_unplanned(tx).await? {
        let store_no = job.value.store_no.as_ref();
        if let Some(zone) = store::job::zone(tx, store_no).await? {
            let next = next_run(&job.value.plan()?, &zone, now);
            store::job::plan(tx, &job.key, next).await?;
        }
    }
    Ok(())
}

async fn take_over(tx: &mut Tx, now: Timestamp) -> Outcome<Vec<Claimed>> {
    let mut claimed = Vec::new();
    for run in store::run::list_interrupted(tx, now).await? {
        if !store::run::give_up(tx, run.run_id, now).await? {
            continue;
        }
        let Some(work) = run.work else { continue };
        let whose = (run.job_id.as_str(), run.run_by.as_deref());
        let run_id = store::run::begin(tx, whose, (now, now + LEASE)).await?;
        claimed.push(Claimed { run_id, work });
    }
    Ok(claimed)
}

async fn begin_asked(tx: &mut Tx, now: Timestamp) -> Outcome<Vec<Claimed>> {
    let mut claimed = Vec::new();
    for run in store::run::list_asked(tx).await? {
        let Some(work) = run.work else { continue };
        if store::run::begin_asked(tx, run.run_id, (now, now + LEASE)).await? {
            let run_id = run.run_id;
            claimed.push(Claimed { run_id, work });
        }
    }
    Ok(claimed)
}

async fn begin_due(tx: &mut Tx, now: Timestamp) -> Outcome<Vec<Claimed>> {
    let mut claimed = Vec::new();
    for job in store::job::list_due(tx, now).await? {
        let zone = store::job::zone(tx, job.value.store_no.as_ref()).await?;
        let plan = job.value.plan()?;
        let next = zone.and_then(|zone| following(&plan, &zone, now));
        let step = (job.value.next_run_time, next);
        if !store::job::go_on(tx, &job.key, step).await? {
            continue;
        }
        store::run::forget(tx, &job.key, now - KEPT_FOR).await?;
        let run_id = store::run::begin(tx, (&job.key, None), (now, now + LEASE)).await?;
        let work = Assignment {
            code: job.value.run_code,
            parameter: job.value.run_parameter,
        };
        claimed.push(Claimed { run_id, work });
    }
    Ok(claimed)
}

/// Does the work of a run, shows meanwhile that we live, and keeps how it went.
async fn carry_out(state: &ScheduledJobState, run: Claimed) -> Outcome<()> {
    let work = AssertUnwindSafe((state.works)(run.work.clone())).catch_unwind();
    tokio::pin!(work);
    let mut ours_until = state.shell.clock.now() + LEASE;
    let done = loop {
        tokio::select! {
            done = &mut work => break done,
            () = tokio::time::sleep(RENEW_EVERY) => {
                let now = state.shell.clock.now();
                match renew(state, run.run_id, now + LEASE).await {
                    Ok(true) => ours_until = now + LEASE,
                    // Somebody took us for dead and does the work.
                    Ok(false) => return Ok(()),
                    // A disk that is full for a moment does not end the work: nobody takes it over before.
                    Err(error) if state.shell.clock.now() < ours_until => {
                        tracing::warn!(%error, "that a run goes on could not be kept; it will be tried again");
                    }
                    Err(error) => return Err(error),
                }
            }
        }
    };
    let failed = |text: String| Ended {
        is_ok: false,
        changed: None,
        text,
    };
    let mut ended = match done {
        Ok(Ok(ended)) => ended,
        Ok(Err(failure)) => failed(failure.to_string()),
        Err(_) => failed("the work stopped at a fault of the program; see its log".to_owned()),
    };
    if !ended.is_ok {
        tracing::error!(
            code = run.work.code.name(),
            text = ended.text,
            "a job failed"
        );
    }
    ended.text = ended.text.chars().take(TEXT_CHARACTERS_MAX).collect();
    let input = (run.run_id, ended, state.shell.clock.now());
    state
        .shell
        .db
        .write(input, |tx, (run_id, ended, now)| {
            Box::pin(store::run::end(tx, *run_id, (ended, *now)))
        })
        .await
}

async fn renew(state: &ScheduledJobState, run_id: Uuid, until: Timestamp) -> Result<bool, Failure> {
    let input = (run_id, until);
    state
        .shell
        .db
        .write(input, |tx, (run_id, until)| {
            Box::pin(store::run::renew(tx, *run_id, *until))
        })
        .await
}
