//! What the journal keeps of backups: that one was made and what its proof said, and that the database
//! was put back, which opens a new stretch of each chain (reliability c.4, c.6).

use jiff::Timestamp;
use shell::db::installation;
use shell::{Outcome, Tx, params};

use crate::anchor::SENT;
use crate::event::{chain_places, record_event};
use crate::process::{RUNNING, list_running, record_where_sound};
use crate::report::Report;
use crate::rule::anchor::{Anchor, Lost};
use crate::rule::event::Event;
use crate::signer::Signer;
use crate::store::check_signer;

/// A backup that was made, and what came of proving it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BackupMade {
    /// SHA-256 of the file, in hexadecimal.
    pub sha256: String,
    /// Its length.
    pub bytes: i64,
    /// How many entries of all chains it holds.
    pub entries: i64,
}

/// The heads of all chains.
///
/// # Errors
/// The database's failure.
pub async fn list_heads(tx: &mut Tx) -> Outcome<Vec<Anchor>> {
    let rows = tx
        .query(
            "SELECT chain_id, seq, hash FROM journal_head ORDER BY chain_id",
            params![],
        )
        .await?;
    rows.into_iter()
        .map(|mut row| {
            let (chain, seq) = (row.read()?, row.read()?);
            let hash: Vec<u8> = row.read()?;
            Ok(Anchor {
                chain,
                seq,
                hash: hex::encode(hash),
                at: None,
            })
        })
        .collect()
}

/// Notes in the stores' chains that a backup was made, and what came of its proof. A chain in which
/// something was found is left as it is.
///
/// # Errors
/// The database's failure, or when a chain ends with another key.
pub async fn note_backup(
    tx: &mut Tx,
    signer: &Signer,
    (made, proof): (&BackupMade, &Report),
    now: Timestamp,
) -> Outcome<()> {
    let event = Event::BackupMade {
        backup_hash: made.sha256.clone(),
        bytes: made.bytes,
        entries: made.entries,
        result: proof.exit_code().into(),
    };
    record_where_sound(tx, signer, proof, &event, now).await
}

/// Opens a new stretch in every chain of a database that was put back: from a backup of `made_at`, and
/// which entries after it are known to be lost. The processes that ran when the backup was made do not
/// run here.
///
/// # Errors
/// The database's failure, or when a chain ends with another key.
pub async fn note_restored(
    tx: &mut Tx,
    signer: &Signer,
    (made_at, lost): (Timestamp, &[Lost]),
    now: Timestamp,
) -> Outcome<()> {
    check_signer(tx, signer).await?;
    for process in list_running(tx).await? {
        installation::remove(tx, &format!("{RUNNING}{process}")).await?;
    }
    // What closed before left this machine, but not the heads of the new stretch.
    tx.execute(
        "DELETE FROM installation WHERE SUBSTR(name, 1, 7) = $1",
        params![SENT],
    )
    .await?;
    for place in chain_places(tx).await? {
        let event = Event::DatabaseRestored {
            backup_at: made_at.to_string(),
            lost_to: lost
                .iter()
                .find(|lost| lost.chain == place.chain)
                .map(|lost| lost.last),
        };
        record_event(tx, signer, &place.scene(now), &event).await?;
    }
    Ok(())
}
