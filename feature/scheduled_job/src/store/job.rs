//! Jobs, and when each runs next.

use jiff::Timestamp;
use jiff::tz::TimeZone;
use kernel::id::StoreNo;
use setting::entry::Entry;
use shell::db::{Row, Tx, params};
use shell::{Failure, Outcome};

use crate::admin::ScheduledJobValue;
use crate::rule::code::RunCode;
use crate::rule::plan::{Plan, RunType};
use crate::rule::weekday::Weekdays;
use crate::view::RunState;

const COLUMNS: &str = "SELECT j.job_id, j.version, j.name, j.job_group, j.run_code, j.run_parameter, \
     j.run_type, j.begin_minute, j.end_date, j.minutes_between, j.weekdays, j.store_no, j.next_run_at, \
     (SELECT r.state FROM scheduled_job_run r WHERE r.job_id = j.job_id \
      ORDER BY r.asked_at DESC, r.run_id DESC LIMIT 1) FROM scheduled_job j";

/// All jobs by their groups, or one.
pub(crate) async fn read(
    tx: &mut Tx,
    job_id: Option<&str>,
) -> Outcome<Vec<Entry<ScheduledJobValue>>> {
    let rows = match job_id {
        Some(job_id) => {
            let sql = format!("{COLUMNS} WHERE j.job_id = $1");
            tx.query(&sql, params![job_id]).await?
        }
        None => {
            let sql = format!("{COLUMNS} ORDER BY j.job_group, j.job_id");
            tx.query(&sql, params![]).await?
        }
    };
    rows.into_iter().map(entry).collect()
}

fn entry(mut row: Row) -> Outcome<Entry<ScheduledJobValue>> {
    let key = row.read()?;
    let version = row.read()?;
    let (name, group) = (row.read()?, row.read()?);
    let code: String = row.read()?;
    let run_parameter = row.read()?;
    let run_type: String = row.read()?;
    let begin: i64 = row.read()?;
    let (run_end_date, time_between) = (row.read()?, row.read()?);
    let weekdays = Weekdays(row.read()?).list();
    let store_no = row.read::<Option<String>>()?.map(StoreNo);
    let next_run_time = row.read()?;
    let state: Option<String> = row.read()?;
    let unknown = |what: &str| Failure::internal(format!("nothing is called {what}"));
    Ok(Entry {
        key,
        version,
        value: ScheduledJobValue {
            name,
            group,
            run_code: RunCode::of(&code).ok_or_else(|| unknown(&code))?,
            run_parameter,
            run_type: type_of(&run_type).ok_or_else(|| unknown(&run_type))?,
            run_begin_time: format!("{:02}:{:02}", begin / 60, begin % 60),
            run_end_date,
            time_between,
            weekdays,
            store_no,
            next_run_time,
            state: RunState::of(state.as_deref().unwrap_or_default()),
        },
    })
}

const fn type_name(run_type: RunType) -> &'static str {
    match run_type {
        RunType::Once => "ONCE",
        RunType::Interval => "INTERVAL",
        RunType::Daily => "DAILY",
    }
}

fn type_of(name: &str) -> Option<RunType> {
    [RunType::Once, RunType::Interval, RunType::Daily]
        .into_iter()
        .find(|run_type| type_name(*run_type) == name)
}

/// Keeps a job. Unless it is planned as before, its next run is found anew.
pub(crate) async fn keep(
    tx: &mut Tx,
    job_id: &str,
    value: &ScheduledJobValue,
    (plan, is_as_before): (&Plan, bool),
) -> Outcome<()> {
    tx.execute_one(
        "INSERT INTO scheduled_job (job_id, name, job_group, run_code, run_parameter, run_type, \
         begin_minute, end_date, minutes_between, weekdays, store_no) \
         VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11) \
         ON CONFLICT (job_id) DO UPDATE SET name = $2, job_group = $3, run_code = $4, \
         run_parameter = $5, run_type = $6, begin_minute = $7, end_date = $8, minutes_between = $9, \
         weekdays = $10, store_no = $11, version = scheduled_job.version + 1",
        params![
            job_id,
            &value.name,
            &value.group,
            value.run_code.name(),
            &value.run_parameter,
            type_name(plan.run_type),
            plan.begin_minute,
            plan.end_date,
            plan.minutes_between,
            plan.weekdays.0,
            value.store_no.as_ref().map(|store_no| store_no.0.clone())
        ],
    )
    .await?;
    if !is_as_before {
        tx.execute_one(
            "UPDATE scheduled_job SET is_planned = FALSE, next_run_at = NULL WHERE job_id = $1",
            params![job_id],
        )
        .await?;
    }
    Ok(())
}

/// The time zone by which a job goes: that of its store, or of the first; none before the first.
pub(crate) async fn zone(tx: &mut Tx, store_no: Option<&StoreNo>) -> Outcome<Option<TimeZone>> {
    let store_no = match store_no {
        Some(store_no) => Some(store_no.clone()),
        None => {
            let first = tx
                .query_opt(
                    "SELECT store_no FROM store ORDER BY store_no LIMIT 1",
                    params![],
                )
                .await?;
            first.map(|mut row| row.read()).transpose()?
        }
    };
    Ok(match store_no {
        Some(store_no) => Some(setting::get_store(tx, &store_no).await?.time_zone.clone()),
        None => None,
    })
}

/// Whether the scheduler has anything to do.
pub(crate) async fn has_work(tx: &mut Tx, now: Timestamp) -> Outcome<bool> {
    let mut row = tx
        .query_one(
            "SELECT (EXISTS (SELECT 1 FROM scheduled_job j WHERE (j.next_run_at <= $1 \
             AND NOT EXISTS (SELECT 1 FROM scheduled_job_run r WHERE r.job_id = j.job_id \
             AND r.state IN ('IDLE', 'RUNNING'))) \
             OR (NOT j.is_planned AND EXISTS (SELECT 1 FROM store)))) \
             OR EXISTS (SELECT 1 FROM scheduled_job_run WHERE state = 'IDLE' \
             OR (state = 'RUNNING' AND lease_until < $1))",
            params![now],
        )
        .await?;
    Ok(row.read()?)
}

/// The jobs whose next run is to be found.
pub(crate) async fn list_unplanned(tx: &mut Tx) -> Outcome<Vec<Entry<ScheduledJobValue>>> {
    let sql = format!("{COLUMNS} WHERE NOT j.is_planned ORDER BY j.job_id");
    let rows = tx.query(&sql, params![]).await?;
    rows.into_iter().map(entry).collect()
}

/// The jobs whose time has come and that have no run.
pub(crate) async fn list_due(
    tx: &mut Tx,
    now: Timestamp,
) -> Outcome<Vec<Entry<ScheduledJobValue>>> {
    let sql = format!(
        "{COLUMNS} WHERE j.next_run_at <= $1 AND NOT EXISTS (SELECT 1 FROM scheduled_job_run r \
         WHERE r.job_id = j.job_id AND r.state IN ('IDLE', 'RUNNING')) ORDER BY j.job_id"
    );
    let rows = tx.query(&sql, params![now]).await?;
    rows.into_iter().map(entry).collect()
}

/// Says when a job runs first.
pub(crate) async fn plan(tx: &mut Tx, job_id: &str, at: Option<Timestamp>) -> Outcome<()> {
    tx.execute_one(
        "UPDATE scheduled_job SET is_planned = TRUE, next_run_at = $2 WHERE job_id = $1",
        params![job_id, at],
    )
    .await?;
    Ok(())
}

/// Goes on from a run to the next; false when somebody else did.
pub(crate) async fn go_on(
    tx: &mut Tx,
    job_id: &str,
    (seen, next): (Option<Timestamp>, Option<Timestamp>),
) -> Outcome<bool> {
    let touched = tx
        .execute(
            "UPDATE scheduled_job SET next_run_at = $3 WHERE job_id = $1 AND next_run_at = $2",
            params![job_id, seen, next],
        )
        .await?;
    Ok(touched == 1)
}
