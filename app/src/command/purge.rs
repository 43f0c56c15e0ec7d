//! `vitrine purge`: takes out of the journal what is archived and need not be kept any more
//! (reliability c.8).

use std::path::PathBuf;

use journal::Signer;
use shell::Clock;

use crate::config::Options;
use crate::{Stop, store};

/// Options of `vitrine purge`.
#[derive(Clone, Debug, clap::Args)]
pub struct PurgeArguments {
    /// Options of every command that opens the store.
    #[command(flatten)]
    pub options: Options,
    /// The archive that holds what is to go, as `vitrine archive` wrote it
    #[arg(long, value_name = "FILE")]
    pub archive: PathBuf,
}

/// Takes the payloads of archived entries out of the journal, after both are proven and the years are
/// over that the country wants them kept. What was cut short is ended by the next run.
///
/// # Errors
/// When the program serves, or the archive is no reason to take anything out.
pub async fn purge(arguments: PurgeArguments) -> Result<(), Stop> {
    let config = arguments.options.into_config()?;
    let db = store::open_database(&config).await?;
    let _claim = store::claim_alone(&config, &db, "the journal is purged").await?;
    let signer = Signer::load(&config.data.join(journal::KEY_FILE)).map_err(Stop::because)?;
    let now = Clock::system().now();
    let purged = journal::purge_archive(&db, &signer, &arguments.archive, now)
        .await
        .map_err(Stop::because)?;
    println!(
        "The payloads of {} entries of {} to {} are purged. They are in the archive {} alone: keep {} \
         where nobody can change it",
        purged.entries,
        purged.from_date,
        purged.to_date,
        purged.archive_hash,
        arguments.archive.display()
    );
    Ok(())
}
