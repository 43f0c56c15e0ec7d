//! What proving the journal costs: `vitrine verify` over many signed entries, and over the books that they tell
//! of.

mod sale;

use std::io::Read as _;
use std::ops::Range;
use std::path::Path;
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

use jiff::Timestamp;
use journal::Signer;
use kernel::id::TerminalNo;
use serde_json::Value;
use shell::{Clock, Db};

use crate::client::Fault;
use crate::data::{self, STORE};
use crate::figure::Figure;
use crate::server::memory_of;

/// How many sales one transaction writes.
const BLOCK: usize = 700;
/// The number of the first sale.
const FIRST_NUMBER: usize = 1_000_000;
/// How long the whole proof may take for a million entries, in seconds (reliability (a), row 18).
const SECONDS_PER_MILLION: f64 = 60.0;

/// One run of the program.
struct Run {
    entries: f64,
    took: Duration,
    peak: f64,
}

/// Writes sales with their entries as the product does, each hashed and signed, and has the program prove
/// them: first a tenth of them, then all.
pub(crate) fn figures(
    program: &Path,
    directory: &Path,
    entries: usize,
) -> Result<Vec<Figure>, Fault> {
    data::seed_company(directory)?;
    let sales = entries.div_ceil(sale::ENTRIES);
    let few = sales / 10;
    write(directory, 0..few)?;
    let small = verify(program, directory)?;
    write(directory, few..sales)?;
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

fn write(directory: &Path, sales: Range<usize>) -> Result<(), Fault> {
    let signer = Signer::load(&directory.join(journal::KEY_FILE))?;
    let connection = data::open(directory)?;
    let sql = format!("SELECT terminal_no FROM terminal WHERE store_no = '{STORE}'");
    let tills: Vec<String> = data::column(&connection, &sql)?;
    drop(connection);
    let tills: Vec<TerminalNo> = tills.into_iter().map(TerminalNo).collect();
    let runtime = tokio::runtime::Runtime::new()?;
    runtime.block_on(async {
        let db = Db::open_sqlite(&directory.join(data::FILE))?;
        for first in sales.clone().step_by(BLOCK) {
            let block = first..(first + BLOCK).min(sales.end);
            let input = (signer.clone(), tills.clone(), block, Clock::system().now());
            db.write(input, |tx, input| Box::pin(write_block(tx, input)))
                .await
                .map_err(|error| error.to_string())?;
        }
        Ok(())
    })
}

async fn write_block(
    tx: &mut shell::Tx,
    (signer, tills, sales, now): &(Signer, Vec<TerminalNo>, Range<usize>, Timestamp),
) -> shell::Outcome<()> {
    for (number, till) in sales.clone().zip(tills.iter().cycle()) {
        // Beside the numbers of whatever the company has sold.
        sale::write(tx, signer, (till, FIRST_NUMBER + number), *now).await?;
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
