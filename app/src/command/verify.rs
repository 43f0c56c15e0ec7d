//! `vitrine verify`: proves that the journal and the books say the same, and that nothing was
//! changed (reliability c.9).

use std::fs::File;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use jiff::Timestamp;
use journal::rule::finding::Code;
use journal::{Anchor, Finding, PublicKey, Report, Signer, VerifyOptions};
use shell::{Clock, Db, Outcome, Shell};

use crate::config::{Config, Options};
use crate::{Stop, store};

/// The exit code when something cannot be read.
const UNREADABLE: u8 = 20;

/// Options of `vitrine verify`.
#[derive(Clone, Debug, clap::Args)]
pub struct VerifyArguments {
    /// Options of every command that opens the store.
    #[command(flatten)]
    pub options: Options,
    /// Heads that left the machine before, a JSON object {chain, seq, hash} a line
    #[arg(long, value_name = "FILE")]
    pub anchors: Option<PathBuf>,
    /// When nothing is wrong, write the heads of today there, to be kept away from this machine
    #[arg(long, value_name = "FILE")]
    pub write_anchors: Option<PathBuf>,
    /// Leave the database as it is: do not note this run in the journal
    #[arg(long)]
    pub no_record: bool,
    /// Verify this archive instead of the database, which is not opened
    #[arg(long, value_name = "FILE", conflicts_with_all = ["anchors", "write_anchors"])]
    pub archive: Option<PathBuf>,
    /// The journal's public key, when the data directory does not hold the key
    #[arg(long, value_name = "HEX", requires = "archive")]
    pub public_key: Option<String>,
    /// Print the report as JSON
    #[arg(long)]
    pub json: bool,
}

/// Verifies, notes the run in the journal, and prints the report; its exit code is the gravest
/// finding's.
///
/// # Errors
/// The report's exit code where it is not 0, or 20 when something cannot be read.
pub async fn verify(arguments: VerifyArguments) -> Result<(), Stop> {
    let config = arguments.options.clone().into_config()?;
    if let Some(archive) = &arguments.archive {
        return verify_archive(&arguments, archive.clone(), &config).await;
    }
    let anchors = arguments.anchors.as_deref().map(read_anchors).transpose()?;
    let (db, schema_version) = open(&config).await.map_err(|stop| Stop {
        code: UNREADABLE,
        ..stop
    })?;
    // Without the key file the journal is checked with the keys that it names itself.
    let signer = Signer::load(&config.data.join(journal::KEY_FILE)).ok();
    let options = VerifyOptions {
        trusted_keys: signer.iter().map(Signer::public_key).collect(),
        anchors,
    };
    let mut report = verify_books(&db, &options).await;
    report.schema_version = Some(schema_version);
    print(&arguments, &report)?;
    if let Some(path) = &arguments.write_anchors {
        write_anchors(path, &report)?;
    }
    let code = report.exit_code();
    match signer {
        _ if arguments.no_record => {}
        Some(signer) => record(&db, &signer, report).await,
        None => eprintln!("this run is not noted in the journal: there is no key to sign it with"),
    }
    end(code)
}

/// The shop's database and the version of its schema, which has to be this program's own: what another one
/// wrote differently would be called a finding.
async fn open(config: &Config) -> Result<(Db, i64), Stop> {
    let db = match &config.database_url {
        Some(_) => store::open_database(config).await?,
        None => store::open_existing(config).await?,
    };
    let schema_version = db.check_schema().await?;
    Ok((db, schema_version))
}

/// Verifies an archive with the key that was given, or with that of the data directory.
async fn verify_archive(
    arguments: &VerifyArguments,
    archive: PathBuf,
    config: &Config,
) -> Result<(), Stop> {
    let mut keys: Vec<PublicKey> = match &arguments.public_key {
        Some(text) => {
            vec![PublicKey::parse(text).ok_or_else(|| unreadable("--public-key is no key"))?]
        }
        None => Vec::new(),
    };
    if keys.is_empty() {
        let signer = Signer::load(&config.data.join(journal::KEY_FILE)).ok();
        keys.extend(signer.iter().map(Signer::public_key));
    }
    let checked = tokio::task::spawn_blocking(move || journal::verify_archive(&archive, &keys));
    let report = checked.await.map_err(Stop::because)?;
    print(arguments, &report)?;
    end(report.exit_code())
}

fn print(arguments: &VerifyArguments, report: &Report) -> Result<(), Stop> {
    let text = if arguments.json {
        serde_json::to_string_pretty(report).map_err(Stop::because)?
    } else {
        report.to_string()
    };
    println!("{text}");
    Ok(())
}

/// Ends with the exit code of a verification.
pub(super) fn end(code: u8) -> Result<(), Stop> {
    match code {
        0 => Ok(()),
        code => Err(Stop {
            sentence: format!("verification ends with the code {code}"),
            code,
        }),
    }
}

/// Compares the journal with the books, and the values that the shop keeps for others with theirs.
pub async fn verify_books(db: &Db, options: &VerifyOptions) -> Report {
    let mut report = journal::verify(db, options).await;
    report.extend(values(db).await);
    report
}

/// Verifies what came last in every chain, and notes in the journal what was found.
///
/// # Errors
/// The database's failure at the note.
pub async fn verify_recent(shell: &Shell, signer: &Arc<Signer>) -> Outcome<Report> {
    let keys = [signer.public_key()];
    let report = journal::verify_recent(&shell.db, &keys, journal::RECENT_ENTRIES).await;
    if !report.is_intact() {
        tracing::error!(%report, "the journal is not what it was");
    }
    note(&shell.db, signer, report.clone(), shell.clock.now()).await?;
    Ok(report)
}

/// What is otherwise in the tables of deposits, invoices, vouchers, recycling credits, settings and tax-free forms
/// than the journal tells.
///
/// # Errors
/// The database's failure.
pub async fn verify_recorded(db: &Db) -> Outcome<Vec<Finding>> {
    let tables = [
        deposit::recorded(),
        order::recorded(),
        payment::recorded(),
        recycling::recorded(),
        setting::recorded(),
        tax_free::recorded(),
    ];
    journal::compare_recorded(db, tables.concat()).await
}

/// What is wrong with values that the shop keeps for others: their balances, ledgers and registers.
async fn values(db: &Db) -> Vec<Finding> {
    let recycling = recycling::verify(db)
        .await
        .map(recycling::Differences::findings);
    let proofs = [
        ("what the journal tells of", verify_recorded(db).await),
        ("loyalty", loyalty::verify(db).await),
        ("gift_card", gift_card::verify(db).await),
        ("voucher", payment::verify(db).await),
        ("deposit", deposit::verify(db).await),
        ("recycling", recycling),
        ("statement", statement::verify(db).await),
        ("drawer", drawer::verify(db).await),
        ("cash_report", cash_report::verify(db).await),
    ];
    let found = proofs.into_iter().map(|(table, proof)| {
        proof.unwrap_or_else(|error| {
            let unread = Finding::of_table(table.to_owned(), "rows".to_owned(), error.to_string());
            vec![Finding {
                code: Code::Unreadable,
                ..unread
            }]
        })
    });
    found.flatten().collect()
}

fn unreadable(error: impl std::fmt::Display) -> Stop {
    Stop {
        sentence: error.to_string(),
        code: UNREADABLE,
    }
}

pub(crate) fn read_anchors(path: &Path) -> Result<Vec<Anchor>, Stop> {
    let text = std::fs::read_to_string(path)
        .map_err(|error| unreadable(format!("{} cannot be read: {error}", path.display())))?;
    Anchor::parse_lines(&text).map_err(unreadable)
}

/// Writes the heads. A file that is there is replaced at once or not at all; of a broken journal
/// none is written, and the one of before stays.
fn write_anchors(path: &Path, report: &Report) -> Result<(), Stop> {
    let Some(text) = report.anchors_file(Clock::system().now()) else {
        eprintln!("no anchors are written, because something was found");
        return Ok(());
    };
    let failed = |error: std::io::Error| {
        Stop::because(format!("{} cannot be written: {error}", path.display()))
    };
    let mut draft = path.as_os_str().to_owned();
    draft.push(".new");
    let mut file = File::create(&draft).map_err(failed)?;
    file.write_all(text.as_bytes()).map_err(failed)?;
    file.sync_all().map_err(failed)?;
    std::fs::rename(&draft, path).map_err(failed)
}

/// Notes the run in the journal. What keeps it from being noted is told and does not change what
/// was found.
pub(super) async fn record(db: &Db, signer: &Signer, report: Report) {
    let noted = note(db, signer, report, Clock::system().now()).await;
    if let Err(error) = noted {
        eprintln!("this run is not noted in the journal: {error}");
    }
}

pub(crate) async fn note(db: &Db, signer: &Signer, report: Report, now: Timestamp) -> Outcome<()> {
    let input = (signer.clone(), report, now);
    db.write(input, |tx, (signer, report, now)| {
        Box::pin(journal::note_verification(tx, signer, report, *now))
    })
    .await
}
