//! The SQL of one-time codes. Every function takes a transaction; none decides.

use jiff::Timestamp;
use kernel::id::{TenderId, TerminalNo};
use shell::Outcome;
use shell::db::{Row, Tx, params};
use uuid::Uuid;

use crate::Lock;
use crate::rule::{Code, Purpose};

/// A code as it is stored.
pub(crate) struct StoredCode {
    pub code_id: Uuid,
    pub hash: Vec<u8>,
    pub code: Code,
    purpose: String,
    subject_id: Uuid,
    terminal_no: Option<TerminalNo>,
}

impl StoredCode {
    /// Whether it is one of a lock.
    pub(crate) fn fits(&self, lock: &Lock<'_>) -> bool {
        self.purpose == lock.purpose.name()
            && self.subject_id == lock.subject_id
            && self.terminal_no.as_ref() == lock.terminal_no
    }
}

const COLUMNS: &str = "SELECT code_id, code_hash, purpose, subject_id, terminal_no, requested_at, \
     wrong, verified_at, spent_at FROM one_time_code";

fn stored(mut row: Row) -> Outcome<StoredCode> {
    Ok(StoredCode {
        code_id: row.read()?,
        hash: row.read()?,
        purpose: row.read()?,
        subject_id: row.read()?,
        terminal_no: row.read()?,
        code: Code {
            requested_at: row.read()?,
            wrong: row.read()?,
            verified_at: row.read()?,
            is_spent: row.read::<Option<Timestamp>>()?.is_some(),
        },
    })
}

pub(crate) async fn find(tx: &mut Tx, code_id: Uuid) -> Outcome<Option<StoredCode>> {
    let sql = format!("{COLUMNS} WHERE code_id = $1");
    let row = tx.query_opt(&sql, params![code_id]).await?;
    row.map(stored).transpose()
}

/// The newest code for something, from whichever till.
pub(crate) async fn newest(
    tx: &mut Tx,
    purpose: Purpose,
    subject_id: Uuid,
) -> Outcome<Option<StoredCode>> {
    let sql = format!(
        "{COLUMNS} WHERE purpose = $1 AND subject_id = $2 \
         ORDER BY requested_at DESC, code_id DESC LIMIT 1"
    );
    let row = tx
        .query_opt(&sql, params![purpose.name(), subject_id])
        .await?;
    row.map(stored).transpose()
}

pub(crate) async fn insert(
    tx: &mut Tx,
    lock: &Lock<'_>,
    (code_id, hash): (Uuid, &[u8]),
    now: Timestamp,
) -> Outcome<()> {
    tx.execute_one(
        "INSERT INTO one_time_code (code_id, purpose, subject_id, terminal_no, code_hash, \
         requested_at, wrong) VALUES ($1, $2, $3, $4, $5, $6, 0)",
        params![
            code_id,
            lock.purpose.name(),
            lock.subject_id,
            lock.terminal_no,
            hash,
            now
        ],
    )
    .await?;
    Ok(())
}

pub(crate) async fn count_wrong(tx: &mut Tx, code_id: Uuid) -> Outcome<()> {
    tx.execute_one(
        "UPDATE one_time_code SET wrong = wrong + 1 WHERE code_id = $1",
        params![code_id],
    )
    .await?;
    Ok(())
}

pub(crate) async fn verify(tx: &mut Tx, code_id: Uuid, now: Timestamp) -> Outcome<()> {
    tx.execute_one(
        "UPDATE one_time_code SET verified_at = $2 WHERE code_id = $1 AND verified_at IS NULL",
        params![code_id, now],
    )
    .await?;
    Ok(())
}

/// Spends a code; answers whether nobody had.
pub(crate) async fn spend(
    tx: &mut Tx,
    code_id: Uuid,
    tender_id: Option<TenderId>,
    now: Timestamp,
) -> Outcome<bool> {
    let touched = tx
        .execute(
            "UPDATE one_time_code SET spent_at = $2, tender_id = $3 \
             WHERE code_id = $1 AND spent_at IS NULL",
            params![code_id, now, tender_id],
        )
        .await?;
    Ok(touched == 1)
}

/// Forgets codes that were sent before a moment.
pub(crate) async fn forget(tx: &mut Tx, before: Timestamp) -> Outcome<()> {
    tx.execute(
        "DELETE FROM one_time_code WHERE requested_at < $1",
        params![before],
    )
    .await?;
    Ok(())
}
