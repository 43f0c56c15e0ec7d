//! `vitrine restore`: puts a backup back, when it is proven, and says what is lost.

use std::fs::{self, File};
use std::path::{Path, PathBuf};

use backup::{DATABASE_FILE, Manifest};
use jiff::Timestamp;
use jiff::tz::TimeZone;
use journal::{Anchor, Lost, Signer};
use shell::{Clock, Db, private_file};

use crate::backups::{POSTGRES, prove};
use crate::config::Options;
use crate::{Stop, store};

/// The exit code when a backup is damaged.
const DAMAGED: u8 = 18;
/// The exit code when a backup was put back, and anchors prove entries that it does not hold.
const LOST: u8 = 22;
/// Files that come from elsewhere when the backup does not hold them.
const FROM_ELSEWHERE: [&str; 4] = [journal::KEY_FILE, "vault.key", "token.key", "vitrine.toml"];

/// Options of `vitrine restore`.
#[derive(Clone, Debug, clap::Args)]
pub struct RestoreArguments {
    /// Options of every command that opens the store.
    #[command(flatten)]
    pub options: Options,
    /// The backup
    #[arg(long, value_name = "FILE")]
    pub from: PathBuf,
    /// Put it in the place of what is in the data directory, which is kept beside it
    #[arg(long)]
    pub replace: bool,
    /// The folder with the copies of journal.key and vault.key that are kept apart
    #[arg(long, value_name = "DIR")]
    pub keys: Option<PathBuf>,
    /// Heads that left the machine before, a JSON object {chain, seq, hash} a line: what they prove and
    /// the backup does not hold is told as lost
    #[arg(long, value_name = "FILE")]
    pub anchors: Option<PathBuf>,
}

/// Unpacks a backup beside the data directory, proves it, opens a new stretch in each chain of the
/// journal, and gives it its place. Whatever goes wrong before leaves the data directory as it is.
///
/// # Errors
/// When the data directory is not empty, the journal's key is missing, or the backup is damaged (18);
/// the exit code of the verification when it finds something; 22 when it is restored and anchors prove
/// that entries are lost.
pub async fn restore(arguments: RestoreArguments) -> Result<(), Stop> {
    let config = arguments.options.clone().into_config()?;
    if config.database_url.is_some() {
        return Err(Stop::because(POSTGRES));
    }
    let anchors = match &arguments.anchors {
        Some(path) => super::read_anchors(path)?,
        None => Vec::new(),
    };
    let place = Place::look(&config.data, arguments.replace)?;
    // Nobody may sell into what is put aside.
    let _claim = match place.is_filled {
        true => store::claim(&config)?,
        false => None,
    };
    let staged = stage(&arguments, &place, anchors).await;
    let (manifest, lost) = match staged {
        Ok(staged) => staged,
        Err(stop) => {
            // The part that was unpacked is of no use to anybody.
            let _ = fs::remove_dir_all(&place.stage);
            return Err(stop);
        }
    };
    let aside = place.take(Clock::system().now())?;
    println!(
        "{} holds the shop as it was at {}",
        place.data.display(),
        manifest.made_at
    );
    if let Some(aside) = aside {
        println!("What was there before is in {}", aside.display());
    }
    if !place.data.join("vault.key").exists() {
        println!(
            "There is no vault.key: the keys of QR merchants and operators must be entered anew"
        );
    }
    tell_lost(&lost)
}

fn tell_lost(lost: &[Lost]) -> Result<(), Stop> {
    if lost.is_empty() {
        return Ok(());
    }
    for Lost { chain, first, last } in lost {
        println!("Lost of {chain}: the entries {first} to {last}, as an anchor proves");
    }
    Err(Stop {
        sentence: "the backup is put back, and entries after it are lost".to_owned(),
        code: LOST,
    })
}

/// Where a backup goes.
struct Place {
    data: PathBuf,
    /// Where it is unpacked and proven: on the same disk, so that it takes its place at once.
    stage: PathBuf,
    /// Whether something is there that is put aside.
    is_filled: bool,
}

impl Place {
    fn look(data: &Path, may_replace: bool) -> Result<Self, Stop> {
        let failed = |error: std::io::Error| {
            Stop::because(format!("{} cannot be restored to: {error}", data.display()))
        };
        let is_filled = match fs::read_dir(data) {
            Ok(mut entries) => entries.next().is_some(),
            Err(error) if error.kind() == std::io::ErrorKind::NotFound => false,
            Err(error) => return Err(failed(error)),
        };
        if is_filled && !may_replace {
            return Err(Stop::because(format!(
                "The data directory {} is not empty. Choose another with --data, or put the backup in \
                 its place with --replace, which keeps what is there beside it",
                data.display()
            )));
        }
        fs::create_dir_all(data).map_err(failed)?;
        let data = fs::canonicalize(data).map_err(failed)?;
        let stage = beside(&data, "restoring");
        match fs::remove_dir_all(&stage) {
            Err(error) if error.kind() != std::io::ErrorKind::NotFound => Err(failed(error)),
            _ => Ok(Self {
                data,
                stage,
                is_filled,
            }),
        }
    }

    /// Gives what was proven its place, and says where what was there is kept.
    fn take(&self, now: Timestamp) -> Result<Option<PathBuf>, Stop> {
        let failed = |error: std::io::Error| {
            Stop::because(format!(
                "The backup is proven and lies in {}; it cannot be put in the place of {}: {error}",
                self.stage.display(),
                self.data.display()
            ))
        };
        let moment = now.to_zoned(TimeZone::UTC).strftime("%Y%m%dT%H%M%SZ");
        let aside = beside(&self.data, &format!("before-{moment}"));
        let aside = match self.is_filled {
            true => {
                fs::rename(&self.data, &aside).map_err(failed)?;
                Some(aside)
            }
            false => None,
        };
        // An empty folder gives way to a rename.
        fs::rename(&self.stage, &self.data).map_err(failed)?;
        if let Some(parent) = self.data.parent() {
            File::open(parent)
                .and_then(|folder| folder.sync_all())
                .map_err(failed)?;
        }
        Ok(aside)
    }
}

/// A folder beside another.
fn beside(data: &Path, ending: &str) -> PathBuf {
    let mut name = data.as_os_str().to_owned();
    name.push(format!(".{ending}"));
    PathBuf::from(name)
}

/// Unpacks and proves a backup, and opens the new stretch of its journal.
async fn stage(
    arguments: &RestoreArguments,
    place: &Place,
    anchors: Vec<Anchor>,
) -> Result<(Manifest, Vec<Lost>), Stop> {
    let (from, into) = (arguments.from.clone(), place.stage.clone());
    let manifest = tokio::task::spawn_blocking(move || backup::unpack(&from, &into))
        .await
        .map_err(Stop::because)?
        .map_err(|error| Stop {
            sentence: error.to_string(),
            code: DAMAGED,
        })?;
    bring_keys(arguments, place)?;
    let signer = load_signer(place, &manifest)?;
    let db = Db::open_sqlite(&place.stage.join(DATABASE_FILE))?;
    let migrated = db.migrate().await?;
    let lost = Lost::of(&manifest.heads, &anchors);
    let is_held = |anchor: &Anchor| {
        let of_chain = |head: &&Anchor| head.chain == anchor.chain;
        let head = manifest.heads.iter().find(of_chain);
        head.is_some_and(|head| anchor.seq <= head.seq)
    };
    let held = anchors.into_iter().filter(is_held).collect();
    let keys = signer.iter().map(Signer::public_key).collect();
    let (report, _) = prove(&place.stage, &manifest, keys, held).await?;
    println!("{report}");
    if !report.is_intact() {
        return Err(Stop {
            sentence: "nothing is restored: the backup is not proven".to_owned(),
            code: report.exit_code(),
        });
    }
    if let Some(signer) = signer {
        let made_at: Timestamp = manifest.made_at.parse().map_err(Stop::because)?;
        let input = (
            signer,
            migrated,
            made_at,
            lost.clone(),
            Clock::system().now(),
        );
        db.write(input, |tx, (signer, migrated, made_at, lost, now)| {
            Box::pin(async move {
                journal::note_schema(tx, signer, *migrated, *now).await?;
                journal::note_restored(tx, signer, (*made_at, lost), *now).await
            })
        })
        .await?;
    }
    Ok((manifest, lost))
}

/// Brings what the backup does not hold: from the folder that is named, or from what is put aside.
fn bring_keys(arguments: &RestoreArguments, place: &Place) -> Result<(), Stop> {
    let folders = arguments.keys.iter().chain([&place.data]);
    for folder in folders {
        for name in FROM_ELSEWHERE {
            let (from, to) = (folder.join(name), place.stage.join(name));
            if to.exists() || !from.exists() {
                continue;
            }
            fs::read(&from)
                .and_then(|content| private_file::create(&to, &content))
                .map_err(|error| {
                    Stop::because(format!("{} cannot be copied: {error}", from.display()))
                })?;
        }
    }
    Ok(())
}

/// The key of the journal, which has to go on; none where there is no journal yet.
fn load_signer(place: &Place, manifest: &Manifest) -> Result<Option<Signer>, Stop> {
    let path = place.stage.join(journal::KEY_FILE);
    if manifest.heads.is_empty() && !path.exists() {
        return Ok(None);
    }
    if !path.exists() {
        return Err(Stop::because(format!(
            "The backup does not hold {}, without which the journal cannot be continued. Name the \
             folder with its copy with --keys",
            journal::KEY_FILE
        )));
    }
    Signer::load(&path).map(Some).map_err(Stop::because)
}
