//! What the journal keeps of the program itself: that it ran, from when to when, that it changed
//! the schema, and that it verified the journal.

use jiff::Timestamp;
use kernel::id::StoreNo;
use shell::db::{Migrated, installation};
use shell::http::VERSION;
use shell::{Outcome, Tx, params};

use crate::event::{Scene, record_event, record_everywhere};
use crate::report::Report;
use crate::rule::event::Event;
use crate::signer::Signer;
use crate::store::check_signer;

/// The rows of the table `installation` in which a process says that it runs, by its name.
pub(crate) const RUNNING: &str = "running:";
/// The row that holds the version that ran last.
const SOFTWARE: &str = "software_version";
/// The row that holds the schema that the journal knows of.
const SCHEMA: &str = "schema_version";
/// A clock that is this much behind the last entry was put back.
const CLOCK_STEP_SECONDS: i64 = 120;

/// Notes in every store's chain that the program starts, and what became known with it: that it
/// had not ended in order, that it is another version, that the clock was put back. `process`
/// tells processes on one database apart, and is the same at the next start of the same one.
///
/// # Errors
/// The database's failure.
pub async fn note_start(
    tx: &mut Tx,
    signer: &Signer,
    process: &str,
    now: Timestamp,
) -> Outcome<()> {
    if let Some(seconds) = clock_step(tx, now).await? {
        record_everywhere(tx, signer, &Event::ClockChange { seconds }, now).await?;
    }
    let running = format!("{RUNNING}{process}");
    if installation::read(tx, &running).await?.is_some() {
        record_everywhere(tx, signer, &Event::CrashRecovery, now).await?;
    }
    installation::write(tx, &running, VERSION).await?;
    let before = installation::read(tx, SOFTWARE).await?;
    if let Some(from_version) = before.filter(|before| before != VERSION) {
        let event = Event::SoftwareUpdate {
            from_version,
            to_version: VERSION.to_owned(),
        };
        record_everywhere(tx, signer, &event, now).await?;
    }
    installation::write(tx, SOFTWARE, VERSION).await?;
    let start = Event::Start {
        software_version: VERSION.to_owned(),
    };
    record_everywhere(tx, signer, &start, now).await
}

/// Gives a process that was known by another name the one of now, so that it is still told when it was not ended in
/// order: programs before knew processes by the address where they listen.
///
/// # Errors
/// The database's failure.
pub async fn rename_process(tx: &mut Tx, from: &str, to: &str) -> Outcome<()> {
    let from = format!("{RUNNING}{from}");
    let Some(version) = installation::read(tx, &from).await? else {
        return Ok(());
    };
    installation::remove(tx, &from).await?;
    installation::write(tx, &format!("{RUNNING}{to}"), &version).await
}

/// Notes in every store's chain that the machine's clock was set while the program ran, by so many seconds,
/// negative when it was put back.
///
/// # Errors
/// The database's failure.
pub async fn note_clock_change(
    tx: &mut Tx,
    signer: &Signer,
    seconds: i64,
    now: Timestamp,
) -> Outcome<()> {
    record_everywhere(tx, signer, &Event::ClockChange { seconds }, now).await
}

/// Notes in every store's chain that the program ends in order, which is said of this process alone.
///
/// # Errors
/// The database's failure.
pub async fn note_stop(tx: &mut Tx, signer: &Signer, process: &str, now: Timestamp) -> Outcome<()> {
    installation::remove(tx, &format!("{RUNNING}{process}")).await?;
    record_everywhere(tx, signer, &Event::Stop, now).await
}

/// The processes that run, or that did not end in order.
///
/// # Errors
/// The database's failure.
pub async fn list_running(tx: &mut Tx) -> Outcome<Vec<String>> {
    let rows = tx
        .query(
            "SELECT name FROM installation WHERE SUBSTR(name, 1, 8) = $1 ORDER BY name",
            params![RUNNING],
        )
        .await?;
    let mut running = Vec::with_capacity(rows.len());
    for mut row in rows {
        let name: String = row.read()?;
        running.push(name.trim_start_matches(RUNNING).to_owned());
    }
    Ok(running)
}

/// Notes in every store's chain that the schema is another one than the journal knows of. What was
/// migrated by a program that then died is noted by the next one.
///
/// # Errors
/// The database's failure, or when a chain ends with another key.
pub async fn note_schema(
    tx: &mut Tx,
    signer: &Signer,
    migrated: Migrated,
    now: Timestamp,
) -> Outcome<()> {
    let known = installation::read(tx, SCHEMA)
        .await?
        .and_then(|known| known.parse().ok());
    let from_schema = known.unwrap_or(migrated.from);
    if known == Some(migrated.to) {
        return Ok(());
    }
    check_signer(tx, signer).await?;
    installation::write(tx, SCHEMA, &migrated.to.to_string()).await?;
    if from_schema == migrated.to {
        return Ok(());
    }
    let event = Event::Migration {
        from_schema,
        to_schema: migrated.to,
    };
    record_everywhere(tx, signer, &event, now).await
}

/// Notes in the stores' chains that the journal was verified, and what came of it. A chain in which
/// something was found is left as it is, so that the next verification finds the same.
///
/// # Errors
/// The database's failure, or when a chain ends with another key.
pub async fn note_verification(
    tx: &mut Tx,
    signer: &Signer,
    report: &Report,
    now: Timestamp,
) -> Outcome<()> {
    let event = Event::Verification {
        result: report.exit_code().into(),
        findings: i64::try_from(report.findings.len()).unwrap_or(i64::MAX),
        entries: report.chains.iter().map(|chain| chain.entries).sum(),
        anchors: i64::try_from(report.anchors.unwrap_or(0)).unwrap_or(i64::MAX),
        recent_entries: report.recent_entries,
    };
    record_where_sound(tx, signer, report, &event, now).await
}

/// Adds an event to the chains of the stores in which nothing was found: one in which something was is
/// left as it is, so that the next verification finds the same.
pub(crate) async fn record_where_sound(
    tx: &mut Tx,
    signer: &Signer,
    report: &Report,
    event: &Event,
    now: Timestamp,
) -> Outcome<()> {
    if report.findings_left_out > 0 {
        // Too many to tell which chain is sound.
        return Ok(());
    }
    check_signer(tx, signer).await?;
    let rows = tx
        .query("SELECT store_no FROM store ORDER BY store_no", params![])
        .await?;
    for mut row in rows {
        let store_no: StoreNo = row.read()?;
        if report
            .findings
            .iter()
            .any(|found| found.chain == store_no.0)
        {
            continue;
        }
        let scene = Scene {
            store_no: &store_no,
            terminal_no: None,
            operator: None,
            at: now,
        };
        record_event(tx, signer, &scene, event).await?;
    }
    Ok(())
}

/// By how many seconds the clock is behind the last entry, when that is too much.
async fn clock_step(tx: &mut Tx, now: Timestamp) -> Outcome<Option<i64>> {
    let row = tx
        .query_opt("SELECT MAX(at_utc) FROM journal_head", params![])
        .await?;
    let last: Option<String> = match row {
        Some(mut row) => row.read()?,
        None => None,
    };
    let last = last.and_then(|last| last.parse::<Timestamp>().ok());
    Ok(last
        .map(|last| now.as_second() - last.as_second())
        .filter(|seconds| *seconds < -CLOCK_STEP_SECONDS))
}
