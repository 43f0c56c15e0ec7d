//! `vitrine verify`: proves that the journal and the books say the same, and that nothing was
//! changed (reliability c.9).

use std::path::PathBuf;

use journal::{Anchor, Signer, VerifyOptions};

use crate::config::Options;
use crate::{Stop, server};

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
    /// Print the report as JSON
    #[arg(long)]
    pub json: bool,
}

/// Verifies and prints the report; its exit code is the gravest finding's.
///
/// # Errors
/// The report's exit code where it is not 0, or 20 when something cannot be read.
pub async fn verify(arguments: VerifyArguments) -> Result<(), Stop> {
    let unreadable = |error: &dyn std::fmt::Display| Stop {
        sentence: error.to_string(),
        code: UNREADABLE,
    };
    let config = arguments.options.into_config()?;
    let anchors = match &arguments.anchors {
        None => None,
        Some(path) => {
            let text = std::fs::read_to_string(path).map_err(|error| unreadable(&error))?;
            Some(Anchor::parse_lines(&text).map_err(|error| unreadable(&error))?)
        }
    };
    let db = server::open_database(&config).await.map_err(|stop| Stop {
        code: UNREADABLE,
        ..stop
    })?;
    let key = config.data.join(journal::KEY_FILE);
    let trusted_keys = match Signer::load(&key) {
        Ok(signer) => vec![signer.public_key()],
        // Without the key file the journal is checked with the keys that it names itself.
        Err(_) => Vec::new(),
    };
    let report = journal::verify(
        &db,
        &VerifyOptions {
            trusted_keys,
            anchors,
        },
    )
    .await;
    if arguments.json {
        println!(
            "{}",
            serde_json::to_string_pretty(&report).map_err(Stop::because)?
        );
    } else {
        println!("{report}");
    }
    match report.exit_code() {
        0 => Ok(()),
        code => Err(Stop {
            sentence: format!("verification ends with the code {code}"),
            code,
        }),
    }
}
