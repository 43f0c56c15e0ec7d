//! The commands of the program.

mod archive;
mod backup;
mod demo;
mod install;
mod purge;
mod restore;
mod rotate_key;
mod staff;
mod verify;

use clap::{Parser, Subcommand};
use payment::merchant::{Providers, Vault};
use session::view::InstallationView;
use shell::http::host::DevelopmentHosts;

use crate::config::{Config, Options};
use crate::wiring::Keeping;
use crate::{Stop, server, store};

pub use archive::{ArchiveArguments, archive};
pub use backup::{BackupArguments, backup};
pub use demo::{DemoOptions, demo};
pub use purge::{PurgeArguments, purge};
pub use restore::{RestoreArguments, restore};
pub use rotate_key::rotate_key;
pub use staff::{StaffCommand, staff};
pub(crate) use verify::note;
pub(crate) use verify::read_anchors;
pub use verify::{VerifyArguments, verify, verify_books, verify_recent, verify_recorded};

/// Vitrine: the till of a jewellery boutique.
#[derive(Debug, Parser)]
#[command(name = "vitrine", version, about, max_term_width = 100)]
pub struct Cli {
    /// What to do.
    #[command(subcommand)]
    pub command: Command,
}

/// What to do.
#[derive(Debug, Subcommand)]
pub enum Command {
    /// Serve a company's shops
    Serve(Options),
    /// Serve a demonstration company, with a card terminal and a mailbox beside it
    Demo(DemoOptions),
    /// Bring the database up to this program's schema and end
    Migrate(Options),
    /// Prove that journal and books say the same and that nothing was changed
    Verify(VerifyArguments),
    /// Write what the journal holds of a year into one file that proves itself
    Archive(ArchiveArguments),
    /// Take out of the journal what an archive holds and need not be kept any more
    Purge(PurgeArguments),
    /// Copy the store while it is in use into one file, and prove that it can be put back
    Backup(BackupArguments),
    /// Put a backup back, when it is proven
    Restore(RestoreArguments),
    /// Hand the journal to a new key
    RotateKey(Options),
    /// Add colleagues when nobody can log in any more
    #[command(subcommand)]
    Staff(StaffCommand),
    /// Print the API's description (OpenAPI 3.1)
    Openapi,
}

/// Serves a company's shops.
///
/// # Errors
/// When something is wrong with the configuration or the store, or it holds demonstration data.
pub async fn serve(options: Options) -> Result<(), Stop> {
    let config = options.into_config()?;
    server::start_logs(&config);
    let listener = server::listen(&config).await?;
    let (_claim, db) = store::claim_and_open(&config).await?;
    let shell = server::shell_over(db);
    let code = shell
        .db
        .write((), |tx, ()| Box::pin(install::prepare(tx)))
        .await?;
    match code {
        install::Prepared::Demonstration => {
            return Err(Stop::because(
                "This database holds demonstration data, which must not meet a real shop. Use \
                 another data directory with --data, or `vitrine demo`",
            ));
        }
        install::Prepared::Empty(code) => println!(
            "This installation has no administrator yet. The one-time set-up code is {code}"
        ),
        install::Prepared::Ready => {}
    }
    let signer = server::journal_signer(&config, &shell.db).await?;
    println!(
        "Vitrine listens on http://{}:{}/pos/",
        config.address, config.port
    );
    let installation = installation(&config);
    let customised = config.customised_hosts(false);
    server::run(&config, listener, shell, signer, installation, customised).await
}

/// Brings the database up to this program's schema.
///
/// # Errors
/// When it belongs to a newer program, or an older one serves from it.
pub async fn migrate(options: Options) -> Result<(), Stop> {
    let config = options.into_config()?;
    server::start_logs(&config);
    store::open_beside(&config).await.map(|_| ())
}

/// Prints the API's description.
///
/// # Errors
/// When it cannot be written.
pub fn openapi() -> Result<(), Stop> {
    // The features are wired over an empty store that goes again: the description needs none.
    let folder = std::env::temp_dir().join(format!("vitrine-openapi-{}", std::process::id()));
    std::fs::create_dir_all(&folder).map_err(Stop::because)?;
    let db = shell::Db::open_sqlite(&folder.join("empty.db"))?;
    std::fs::remove_dir_all(&folder).map_err(Stop::because)?;
    let (_, stop) = tokio::sync::watch::channel(false);
    let wired = crate::wiring::wire(crate::wiring::Parts {
        shell: server::shell_over(db),
        signer: std::sync::Arc::new(journal::Signer::new(&[0; 32])),
        tokens: session::TokenKey::new(&[0; 32]),
        mailer: None,
        pictures: std::path::PathBuf::new(),
        terminals: payment::terminal::Terminals::default(),
        support_address: String::new(),
        providers: Providers::new(Vault::new(&[0; 32]), ""),
        installation: InstallationView {
            staging: false,
            customized: false,
        },
        customised: DevelopmentHosts::none(),
        public_url: None,
        keeping: Keeping::default(),
        sources: crate::wiring::Sources::default(),
        timings: payment::Timings::default(),
        stop,
    })?;
    println!(
        "{}",
        serde_json::to_string_pretty(&wired.description.write()).map_err(Stop::because)?
    );
    Ok(())
}

/// What the till is told of this installation.
fn installation(config: &Config) -> InstallationView {
    InstallationView {
        staging: config.staging,
        customized: false,
    }
}
