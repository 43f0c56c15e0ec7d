//! `vitrine archive`: what the journal holds of some days, in one file that proves itself
//! (reliability c.8).

use std::path::PathBuf;

use jiff::civil::Date;
use journal::{Signer, VerifyOptions};
use shell::Clock;

use crate::config::Options;
use crate::{Stop, store};

/// Options of `vitrine archive`.
#[derive(Clone, Debug, clap::Args)]
pub struct ArchiveArguments {
    /// Options of every command that opens the store.
    #[command(flatten)]
    pub options: Options,
    /// The year to archive
    #[arg(long, value_name = "YEAR", required_unless_present = "from")]
    pub year: Option<i16>,
    /// The first business date to archive, when it is no year
    #[arg(long, value_name = "DATE", conflicts_with = "year", requires = "until")]
    pub from: Option<Date>,
    /// The last business date to archive
    #[arg(long, value_name = "DATE", requires = "from")]
    pub until: Option<Date>,
    /// The file to write, a zip
    #[arg(long, value_name = "FILE")]
    pub to: PathBuf,
    /// Archive also when journal and tables differ, as an authority may ask for. A damaged entry is
    /// archived by nobody
    #[arg(long)]
    pub despite_findings: bool,
}

/// Verifies journal and books, writes an archive, notes both in the journal, and verifies the file that
/// was written.
///
/// # Errors
/// When the journal cannot be read or the file cannot be written; the exit code of either verification when
/// it finds something.
pub async fn archive(arguments: ArchiveArguments) -> Result<(), Stop> {
    let dates = dates(&arguments)?;
    // Before all is verified, which takes its time; nothing is written over it in any case.
    if arguments.to.exists() {
        return Err(Stop::because(format!(
            "{} is there already. Choose another name with --to",
            arguments.to.display()
        )));
    }
    let config = arguments.options.into_config()?;
    let db = store::open_database(&config).await?;
    let signer = Signer::load(&config.data.join(journal::KEY_FILE)).map_err(Stop::because)?;
    let options = VerifyOptions {
        trusted_keys: vec![signer.public_key()],
        anchors: None,
    };
    let report = super::verify_books(&db, &options).await;
    let (code, is_intact) = (report.exit_code(), report.is_intact());
    if !is_intact {
        println!("{report}");
    }
    super::verify::record(&db, &signer, report).await;
    if !is_intact && !arguments.despite_findings {
        return Err(Stop {
            sentence:
                "nothing is archived: the journal is not what it was. --despite-findings archives \
                       it as it is"
                    .to_owned(),
            code,
        });
    }
    let now = Clock::system().now();
    let made = journal::write_archive(&db, &signer, dates, &arguments.to, now)
        .await
        .map_err(Stop::because)?;
    let path = arguments.to.clone();
    let key = signer.public_key();
    let report = tokio::task::spawn_blocking(move || journal::verify_archive(&path, &[key]))
        .await
        .map_err(Stop::because)?;
    println!("{report}");
    println!(
        "{} entries of {} to {} are archived in {}. The public key is {}",
        made.entries,
        made.from_date,
        made.to_date,
        arguments.to.display(),
        key.text()
    );
    super::verify::end(report.exit_code())
}

fn dates(arguments: &ArchiveArguments) -> Result<(Date, Date), Stop> {
    if let (Some(from), Some(until)) = (arguments.from, arguments.until) {
        if until < from {
            return Err(Stop::because("--until is before --from"));
        }
        return Ok((from, until));
    }
    let first = arguments
        .year
        .and_then(|year| Date::new(year, 1, 1).ok())
        .ok_or_else(|| Stop::because("--year is no year"))?;
    Ok((first, first.last_of_year()))
}
