//! Backups that are proven: made, unpacked elsewhere and verified, before they get their name.

use std::path::{Path, PathBuf};

use backup::{BackupError, DATABASE_FILE, Manifest, Order};
use jiff::Timestamp;
use journal::rule::finding::Code;
use journal::{Anchor, BackupMade, Finding, PublicKey, Report, Signer, VerifyOptions};
use shell::{Db, Failure};

use crate::command::verify_books;

/// What is said where there is no file to copy.
pub(crate) const POSTGRES: &str = "PostgreSQL is backed up by its own tools: pg_dump --format=custom \
     --file=FILE --dbname=\"$DATABASE_URL\", together with the folder `pictures` of the data directory; \
     and put back by pg_restore --clean --if-exists --dbname=\"$DATABASE_URL\" FILE and `vitrine verify`";

/// A backup that has its name, or has none because it is not whole.
pub(crate) struct Backed {
    /// The file.
    pub(crate) path: PathBuf,
    /// What it says of itself.
    pub(crate) manifest: Manifest,
    /// What the verification of what was unpacked said.
    pub(crate) report: Report,
    /// Its length.
    pub(crate) bytes: u64,
    /// Whether it is whole: what is found in the books was in those of the shop before.
    pub(crate) is_whole: bool,
}

/// Makes a backup, unpacks it beside its place, verifies that, and notes in the journal what came of it.
/// It gets its name when it is whole, also when something is wrong with the books that it holds: of a
/// shop whose books differ a backup is worth more, not less.
///
/// # Errors
/// When it cannot be made, or is not what its manifest says.
pub(crate) async fn back_up(
    db: &Db,
    signer: Option<&Signer>,
    order: Order,
) -> Result<Backed, BackupError> {
    let now = order.now;
    let made = backup::make(db, order).await?;
    let (draft, ground) = (made.draft.clone(), made.proving_ground());
    let unpacked = tokio::task::spawn_blocking(move || {
        backup::unpack(&draft, &ground).map(|manifest| (manifest, ground))
    });
    let (manifest, ground) = unpacked.await.map_err(Failure::internal)??;
    let keys = signer.iter().map(|signer| signer.public_key()).collect();
    let (report, is_whole) = prove(&ground, &manifest, keys, Vec::new()).await?;
    if is_whole {
        made.publish()?;
    }
    let noted = BackupMade {
        sha256: made.sha256.clone(),
        bytes: i64::try_from(made.bytes).unwrap_or(i64::MAX),
        entries: manifest.heads.iter().map(|head| head.seq).sum(),
    };
    if let Some(signer) = signer {
        note(db, signer.clone(), noted, report.clone(), now).await?;
    }
    Ok(Backed {
        path: made.to.clone(),
        bytes: made.bytes,
        manifest,
        report,
        is_whole,
    })
}

async fn note(
    db: &Db,
    signer: Signer,
    made: BackupMade,
    report: Report,
    now: Timestamp,
) -> Result<(), Failure> {
    let input = (signer, made, report, now);
    db.write(input, |tx, (signer, made, report, now)| {
        Box::pin(journal::note_backup(tx, signer, (made, report), *now))
    })
    .await
}

/// Proves a store that was unpacked: SQLite's own check of the file, then the journal and the books, as
/// `vitrine verify` does it, with the heads of the manifest and with anchors of places that it holds.
/// Says besides whether the file is whole and is the one that the manifest speaks of.
///
/// # Errors
/// When the store cannot be opened.
pub(crate) async fn prove(
    folder: &Path,
    manifest: &Manifest,
    trusted_keys: Vec<PublicKey>,
    anchors: Vec<Anchor>,
) -> Result<(Report, bool), Failure> {
    let db = Db::open_sqlite(&folder.join(DATABASE_FILE))?;
    let mut faults = db
        .faults()
        .await
        .unwrap_or_else(|error| vec![error.to_string()]);
    let heads = db
        .read((), |tx, ()| Box::pin(journal::list_heads(tx)))
        .await
        .unwrap_or_default();
    if heads != manifest.heads {
        faults.push("the heads of the journal are not those of the manifest".to_owned());
    }
    let options = VerifyOptions {
        trusted_keys,
        anchors: Some([manifest.heads.clone(), anchors].concat()),
    };
    let mut report = verify_books(&db, &options).await;
    let is_whole = faults.is_empty();
    report.extend(faults.into_iter().map(|fault| Finding {
        code: Code::Unreadable,
        ..Finding::of_table(DATABASE_FILE.to_owned(), "a whole file".to_owned(), fault)
    }));
    Ok((report, is_whole))
}
