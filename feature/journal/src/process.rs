//! What the journal keeps of the program itself: that it ran, from when to when.

use jiff::Timestamp;
use shell::http::VERSION;
use shell::{Outcome, Tx, params};

use crate::event::record_everywhere;
use crate::rule::event::Event;
use crate::signer::Signer;

/// The rows of the table `installation` in which a process says that it runs, by its address.
const RUNNING: &str = "running:";
/// The row that holds the version that ran last.
const SOFTWARE: &str = "software_version";
/// A clock that is this much behind the last entry was put back.
const CLOCK_STEP_SECONDS: i64 = 120;

/// Notes in every store's chain that the program starts, and what became known with it: that it
/// had not ended in order, that it is another version, that the clock was put back. `process`
/// tells processes on one database apart, such as by the address where they listen.
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
    if read(tx, &running).await?.is_some() {
        record_everywhere(tx, signer, &Event::CrashRecovery, now).await?;
    }
    write(tx, &running, VERSION).await?;
    let before = read(tx, SOFTWARE).await?;
    if let Some(from_version) = before.filter(|before| before != VERSION) {
        let event = Event::SoftwareUpdate {
            from_version,
            to_version: VERSION.to_owned(),
        };
        record_everywhere(tx, signer, &event, now).await?;
    }
    write(tx, SOFTWARE, VERSION).await?;
    let start = Event::Start {
        software_version: VERSION.to_owned(),
    };
    record_everywhere(tx, signer, &start, now).await
}

/// Notes in every store's chain that the program ends in order.
///
/// # Errors
/// The database's failure.
pub async fn note_stop(tx: &mut Tx, signer: &Signer, process: &str, now: Timestamp) -> Outcome<()> {
    tx.execute(
        "DELETE FROM installation WHERE name = $1",
        params![format!("{RUNNING}{process}")],
    )
    .await?;
    record_everywhere(tx, signer, &Event::Stop, now).await
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

async fn read(tx: &mut Tx, name: &str) -> Outcome<Option<String>> {
    let row = tx
        .query_opt(
            "SELECT value FROM installation WHERE name = $1",
            params![name],
        )
        .await?;
    Ok(row.map(|mut row| row.read()).transpose()?)
}

async fn write(tx: &mut Tx, name: &str, value: &str) -> Outcome<()> {
    tx.execute_one(
        "INSERT INTO installation (name, value) VALUES ($1, $2) \
         ON CONFLICT (name) DO UPDATE SET value = $2",
        params![name, value],
    )
    .await?;
    Ok(())
}
