//! What proving the journal costs: `vitrine verify` over many signed entries.

use std::io::Read as _;
use std::path::Path;
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

use jiff::Timestamp;
use journal::{Event, Scene, Signer};
use kernel::id::{StoreNo, TerminalNo};
use serde_json::Value;
use shell::{Clock, Db};

use crate::client::Fault;
use crate::data::{self, STORE};
use crate::figure::Figure;
use crate::server::memory_of;

/// How many entries one transaction writes.
const BLOCK: usize = 2_000;
/// How long the whole proof may take for a million entries, in seconds (reliability (a), row 18).
const SECONDS_PER_MILLION: f64 = 60.0;

/// One run of the program.
struct Run {
    entries: f64,
    took: Duration,
    peak: f64,
}

/// Writes entries as the product does, each hashed and signed, and has the program prove them: first a
/// tenth of them, then all.
pub(crate) fn figures(
    program: &Path,
    directory: &Path,
    entries: usize,
) -> Result<Vec<Figure>, Fault> {
    data::seed_company(directory)?;
    let few = entries / 10;
    write(directory, few)?;
    let small = verify(program, directory)?;
    write(directory, entries - few)?;
    let large = verify(program, directory)?;
    let time = large.took.as_secs_f64();
    Ok(vec![
        Figure::told(
            "verify_rate",
            large.entries / time,
            "entries/s",
            format!(
                "{} entries with signatures and the books, {time:.1} s; limit: a million in a minute",
                large.entries
            ),
        )
        .at_least_part(1.0, 1_000_000.0 / SECONDS_PER_MILLION),
        Figure::told(
            "verify_memory",
            large.peak,
            "MB",
            "at its highest; limit: for a tenth of the entries; to stay under 1.2",
        )
        .at_most_times(1.2, small.peak),
    ])
}

fn write(directory: &Path, entries: usize) -> Result<(), Fault> {
    let signer = Signer::load(&directory.join(journal::KEY_FILE))?;
    let connection = data::open(directory)?;
    let sql = format!("SELECT terminal_no FROM terminal WHERE store_no = '{STORE}'");
    let tills: Vec<String> = data::column(&connection, &sql)?;
    drop(connection);
    let tills: Vec<TerminalNo> = tills.into_iter().map(TerminalNo).collect();
    let runtime = tokio::runtime::Runtime::new()?;
    runtime.block_on(async {
        let db = Db::open_sqlite(&directory.join(data::FILE))?;
        for first in (0..entries).step_by(BLOCK) {
            let count = BLOCK.min(entries - first);
            let input = (signer.clone(), tills.clone(), count, Clock::system().now());
            db.write(input, |tx, input| Box::pin(write_block(tx, input)))
                .await
                .map_err(|error| error.to_string())?;
        }
        Ok(())
    })
}

async fn write_block(
    tx: &mut shell::Tx,
    (signer, tills, count, now): &(Signer, Vec<TerminalNo>, usize, Timestamp),
) -> shell::Outcome<()> {
    let store_no = StoreNo(STORE.to_owned());
    let operator = "seller".into();
    for (number, till) in (0..*count).zip(tills.iter().cycle()) {
        let scene = Scene {
            store_no: &store_no,
            terminal_no: Some(till),
            operator: Some(&operator),
            at: *now,
        };
        let event = Event::LineVoid {
            basket_no: i64::try_from(number).unwrap_or_default(),
            item_no: data::item_no(number),
            size_code: String::new(),
            quantity: 1,
        };
        journal::record_event(tx, signer, &scene, &event).await?;
    }
    Ok(())
}

/// Has the program prove a data directory, in which nothing may be wrong.
fn verify(program: &Path, directory: &Path) -> Result<Run, Fault> {
    let began = Instant::now();
    let mut child = Command::new(program)
        .args(["verify", "--no-record", "--json", "--data"])
        .arg(directory)
        .stdout(Stdio::piped())
        .stderr(Stdio::null())
        .spawn()?;
    let mut peak = 0.0;
    // The report of a sound journal fits into the pipe.
    while child.try_wait()?.is_none() {
        if let Ok((_, highest)) = memory_of(child.id()) {
            peak = highest;
        }
        std::thread::sleep(Duration::from_millis(5));
    }
    let took = began.elapsed();
    let mut text = String::new();
    child
        .stdout
        .take()
        .ok_or("no report")?
        .read_to_string(&mut text)?;
    let report: Value = serde_json::from_str(&text)?;
    if report["findings"] != Value::Array(Vec::new()) {
        return Err(format!(
            "the proof of a sound journal found {}",
            report["findings"][0]
        )
        .into());
    }
    let chains = report["chains"].as_array().ok_or("no chains")?;
    let entries = chains.iter().filter_map(|chain| chain["entries"].as_f64());
    Ok(Run {
        entries: entries.sum(),
        took,
        peak,
    })
}
