//! `vitrine backup`: one file that holds the store as it is at one moment, proven by restoring it.

use std::path::PathBuf;

use backup::Order;
use backup::rule::keep;
use journal::Signer;
use shell::Clock;

use crate::backups::{POSTGRES, back_up};
use crate::config::Options;
use crate::{Stop, store};

/// Options of `vitrine backup`.
#[derive(Clone, Debug, clap::Args)]
pub struct BackupArguments {
    /// Options of every command that opens the store.
    #[command(flatten)]
    pub options: Options,
    /// The file to make, or a folder in which it is called by the moment
    #[arg(long, value_name = "FILE|FOLDER")]
    pub to: PathBuf,
    /// Put the keys and vitrine.toml into it, in clear: whoever has it can then write the journal anew
    #[arg(long)]
    pub with_keys: bool,
}

/// Makes a backup while the shop sells, unpacks and verifies it, and notes it in the journal.
///
/// # Errors
/// When it cannot be made; the exit code of the verification when it finds something.
pub async fn backup(arguments: BackupArguments) -> Result<(), Stop> {
    let config = arguments.options.into_config()?;
    if config.database_url.is_some() {
        return Err(Stop::because(POSTGRES));
    }
    let now = Clock::system().now();
    let to = match arguments.to.is_dir() {
        true => arguments.to.join(keep::name(now)),
        false => arguments.to,
    };
    let db = store::open_existing(&config).await?;
    let signer = Signer::load(&config.data.join(journal::KEY_FILE)).ok();
    let order = Order {
        data: config.data.clone(),
        to,
        with_keys: arguments.with_keys,
        now,
    };
    let backed = back_up(&db, signer.as_ref(), order)
        .await
        .map_err(Stop::because)?;
    println!("{}", backed.report);
    if !backed.is_whole {
        return Err(Stop {
            sentence: "There is no backup: what was copied is not whole".to_owned(),
            code: backed.report.exit_code(),
        });
    }
    println!(
        "{} holds the store as it was at {}, {} bytes. It was restored and verified",
        backed.path.display(),
        backed.manifest.made_at,
        backed.bytes
    );
    if !arguments.with_keys {
        println!(
            "Its keys are not in it: keep a copy of {} and vault.key away from this machine",
            journal::KEY_FILE
        );
    }
    if backed.report.is_intact() {
        return Ok(());
    }
    super::verify::end(backed.report.exit_code())
}
