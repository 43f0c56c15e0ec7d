//! Runs, and how each went.

use jiff::Timestamp;
use kernel::id::StaffId;
use setting::entry::Window;
use shell::Outcome;
use shell::db::{Row, Tx, params};
use uuid::Uuid;

use crate::rule::code::RunCode;
use crate::view::{RunState, ScheduledJobRunView};
use crate::{Assignment, Ended};

/// The most failed jobs that are told.
const FAILED_MAX: i64 = 100;

/// A run that waits, or whose process is gone.
#[derive(Clone, Debug)]
pub(crate) struct OpenRun {
    pub(crate) run_id: Uuid,
    pub(crate) job_id: String,
    pub(crate) work: Option<Assignment>,
    pub(crate) run_by: Option<String>,
}

const COLUMNS: &str = "SELECT r.run_id, r.state, r.run_by, p.first_name, p.last_name, r.asked_at, \
     r.started_at, r.ended_at, r.changed, r.text, r.was_interrupted FROM scheduled_job_run r \
     LEFT JOIN salesperson p ON p.staff_id = r.run_by";

/// A run.
pub(crate) async fn find(tx: &mut Tx, run_id: Uuid) -> Outcome<Option<ScheduledJobRunView>> {
    let sql = format!("{COLUMNS} WHERE r.run_id = $1");
    let row = tx.query_opt(&sql, params![run_id]).await?;
    row.map(view).transpose()
}

/// A page of the runs of a job, the newest first, and how many there are.
pub(crate) async fn list(
    tx: &mut Tx,
    job_id: &str,
    window: Window,
) -> Outcome<(Vec<ScheduledJobRunView>, i64)> {
    let mut row = tx
        .query_one(
            "SELECT CAST(COUNT(*) AS BIGINT) FROM scheduled_job_run WHERE job_id = $1",
            params![job_id],
        )
        .await?;
    let total = row.read()?;
    let sql = format!(
        "{COLUMNS} WHERE r.job_id = $1 ORDER BY r.asked_at DESC, r.run_id DESC LIMIT $2 OFFSET $3"
    );
    let rows = tx
        .query(&sql, params![job_id, window.rows, window.start])
        .await?;
    let runs = rows.into_iter().map(view).collect::<Outcome<Vec<_>>>()?;
    Ok((runs, total))
}

fn view(mut row: Row) -> Outcome<ScheduledJobRunView> {
    let run_id = row.read()?;
    let state: String = row.read()?;
    let staff_id = row.read()?;
    let (first, last): (Option<String>, Option<String>) = (row.read()?, row.read()?);
    let name = first.zip(last);
    Ok(ScheduledJobRunView {
        run_id,
        state: RunState::of(&state),
        staff_id,
        staff_name: name.map(|(first, last)| format!("{first} {last}")),
        asked_at: row.read()?,
        started_at: row.read()?,
        ended_at: row.read()?,
        changed: row.read()?,
        text: row.read()?,
        was_interrupted: row.read()?,
    })
}

/// The jobs whose last run failed, by their ids. One that never runs again is over, unless it was to run
/// once.
pub(crate) async fn list_failed(tx: &mut Tx) -> Outcome<Vec<String>> {
    let rows = tx
        .query(
            "SELECT j.job_id FROM scheduled_job j \
             WHERE (j.next_run_at IS NOT NULL OR j.run_type = 'ONCE') AND 'FAILED' = \
             (SELECT r.state FROM scheduled_job_run r WHERE r.job_id = j.job_id \
              AND r.state IN ('OK', 'FAILED') ORDER BY r.asked_at DESC, r.run_id DESC LIMIT 1) \
             ORDER BY j.job_id LIMIT $1",
            params![FAILED_MAX],
        )
        .await?;
    rows.into_iter().map(|mut row| Ok(row.read()?)).collect()
}

/// Whether a job has a run that waits or goes on.
pub(crate) async fn has_open(tx: &mut Tx, job_id: &str) -> Outcome<bool> {
    let found = tx
        .query_opt(
            "SELECT run_id FROM scheduled_job_run WHERE job_id = $1 AND state IN ('IDLE', 'RUNNING')",
            params![job_id],
        )
        .await?;
    Ok(found.is_some())
}

/// Keeps that somebody wants a job to run.
pub(crate) async fn ask(
    tx: &mut Tx,
    job_id: &str,
    (run_id, staff_id, now): (Uuid, &StaffId, Timestamp),
) -> Outcome<()> {
    tx.execute_one(
        "INSERT INTO scheduled_job_run (run_id, job_id, state, run_by, asked_at) \
         VALUES ($1, $2, 'IDLE', $3, $4)",
        params![run_id, job_id, staff_id, now],
    )
    .await?;
    Ok(())
}

/// Begins a run whose time has come, or that takes over from one whose process is gone.
pub(crate) async fn begin(
    tx: &mut Tx,
    (job_id, run_by): (&str, Option<&str>),
    (now, lease_until): (Timestamp, Timestamp),
) -> Outcome<Uuid> {
    let run_id = Uuid::now_v7();
    tx.execute_one(
        "INSERT INTO scheduled_job_run (run_id, job_id, state, run_by, asked_at, started_at, \
         lease_until) VALUES ($1, $2, 'RUNNING', $3, $4, $4, $5)",
        params![run_id, job_id, run_by.map(str::to_owned), now, lease_until],
    )
    .await?;
    Ok(run_id)
}

/// Begins a run that waits; false when somebody else did.
pub(crate) async fn begin_asked(
    tx: &mut Tx,
    run_id: Uuid,
    (now, lease_until): (Timestamp, Timestamp),
) -> Outcome<bool> {
    let touched = tx
        .execute(
            "UPDATE scheduled_job_run SET state = 'RUNNING', started_at = $2, lease_until = $3 \
             WHERE run_id = $1 AND state = 'IDLE'",
            params![run_id, now, lease_until],
        )
        .await?;
    Ok(touched == 1)
}

/// The runs that somebody asked for.
pub(crate) async fn list_asked(tx: &mut Tx) -> Outcome<Vec<OpenRun>> {
    let rows = tx
        .query(
            "SELECT r.run_id, r.job_id, j.run_code, j.run_parameter, r.run_by FROM scheduled_job_run r \
             JOIN scheduled_job j ON j.job_id = r.job_id WHERE r.state = 'IDLE' ORDER BY r.job_id",
            params![],
        )
        .await?;
    rows.into_iter().map(open).collect()
}

/// The runs whose process is gone.
pub(crate) async fn list_interrupted(tx: &mut Tx, now: Timestamp) -> Outcome<Vec<OpenRun>> {
    let rows = tx
        .query(
            "SELECT r.run_id, r.job_id, j.run_code, j.run_parameter, r.run_by FROM scheduled_job_run r \
             JOIN scheduled_job j ON j.job_id = r.job_id \
             WHERE r.state = 'RUNNING' AND r.lease_until < $1 ORDER BY r.job_id",
            params![now],
        )
        .await?;
    rows.into_iter().map(open).collect()
}

fn open(mut row: Row) -> Outcome<OpenRun> {
    let (run_id, job_id) = (row.read()?, row.read()?);
    let (code, parameter): (String, String) = (row.read()?, row.read()?);
    Ok(OpenRun {
        run_id,
        job_id,
        work: RunCode::of(&code).map(|code| Assignment { code, parameter }),
        run_by: row.read()?,
    })
}

/// Renews the lease of a run; false when it is over.
pub(crate) async fn renew(tx: &mut Tx, run_id: Uuid, lease_until: Timestamp) -> Outcome<bool> {
    let touched = tx
        .execute(
            "UPDATE scheduled_job_run SET lease_until = $2 WHERE run_id = $1 AND state = 'RUNNING'",
            params![run_id, lease_until],
        )
        .await?;
    Ok(touched == 1)
}

/// Ends a run, unless another took over from it.
pub(crate) async fn end(
    tx: &mut Tx,
    run_id: Uuid,
    (ended, now): (&Ended, Timestamp),
) -> Outcome<()> {
    let state = if ended.is_ok {
        RunState::Ok
    } else {
        RunState::Failed
    };
    tx.execute(
        "UPDATE scheduled_job_run SET state = $2, ended_at = $3, changed = $4, text = $5, \
         lease_until = NULL WHERE run_id = $1 AND state = 'RUNNING'",
        params![run_id, state.name(), now, ended.changed, &ended.text],
    )
    .await?;
    Ok(())
}

/// Ends a run whose process is gone; false when somebody else did, or it lives.
pub(crate) async fn give_up(tx: &mut Tx, run_id: Uuid, now: Timestamp) -> Outcome<bool> {
    let touched = tx
        .execute(
            "UPDATE scheduled_job_run SET state = 'FAILED', ended_at = $2, lease_until = NULL, \
             was_interrupted = TRUE WHERE run_id = $1 AND state = 'RUNNING' AND lease_until < $2",
            params![run_id, now],
        )
        .await?;
    Ok(touched == 1)
}

/// Forgets runs of long ago.
pub(crate) async fn forget(tx: &mut Tx, job_id: &str, before: Timestamp) -> Outcome<()> {
    tx.execute(
        "DELETE FROM scheduled_job_run WHERE job_id = $1 AND asked_at < $2 \
         AND state IN ('OK', 'FAILED')",
        params![job_id, before],
    )
    .await?;
    Ok(())
}
