//! `vitrine archive`: what the journal holds of some days, in one file that proves itself
//! (reliability c.8).

use std::path::PathBuf;

use jiff::civil::Date;
use journal::Signer;
use shell::Clock;

use crate::config::Options;
use crate::{Stop, server};

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
}

/// Writes an archive, notes it in the journal, and verifies the file that was written.
///
/// # Errors
/// When the journal cannot be read or the file cannot be written; the verification's exit code when it
/// finds something.
pub async fn archive(arguments: ArchiveArguments) -> Result<(), Stop> {
    let dates = dates(&arguments)?;
    let config = arguments.options.into_config()?;
    let db = server::open_database(&config).await?;
    let signer = Signer::load(&config.data.join(journal::KEY_FILE)).map_err(Stop::because)?;
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
