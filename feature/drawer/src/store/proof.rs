//! What the proof compares: entries of drawers with what the journal states of them.

use shell::Outcome;
use shell::db::{FromRow, Tx, params};
use uuid::Uuid;

/// How many differences are listed.
const DIFFERING_MAX: i64 = 1_000;

/// An entry beside what the journal states of it.
pub(crate) struct Proved {
    pub entry_id: Uuid,
    pub entry_type: String,
    pub amount: i64,
    pub currency_code: String,
    pub bag_no: Option<String>,
    pub corrects: Option<Uuid>,
    pub approved_by: Option<String>,
    /// Kind and payload of the journal's entry; none where there is none.
    pub stated: Option<(String, Vec<u8>)>,
}

/// Entries behind one of them.
pub(crate) async fn list_entries(tx: &mut Tx, after: Uuid, rows: i64) -> Outcome<Vec<Proved>> {
    let rows = tx
        .query(
            "SELECT e.entry_id, e.entry_type, e.amount, e.currency_code, e.bag_no, e.corrects, \
             e.approved_by, j.kind, j.payload FROM drawer_entry e LEFT JOIN journal_entry j \
             ON j.chain_id = e.journal_chain AND j.seq = e.journal_seq \
             WHERE e.entry_id > $1 ORDER BY e.entry_id LIMIT $2",
            params![after, rows],
        )
        .await?;
    rows.into_iter()
        .map(|mut row| {
            let (entry_id, entry_type, amount) = (row.read()?, row.read()?, row.read()?);
            let (currency_code, bag_no) = (row.read()?, row.read()?);
            let (corrects, approved_by) = (row.read()?, row.read()?);
            let (kind, payload): (Option<String>, Option<Vec<u8>>) = (row.read()?, row.read()?);
            Ok(Proved {
                entry_id,
                entry_type,
                amount,
                currency_code,
                bag_no,
                corrects,
                approved_by,
                stated: kind.zip(payload),
            })
        })
        .collect()
}

/// Entries of the journal about money outside of sales that no drawer has: chain, place and payload.
pub(crate) async fn list_strays(tx: &mut Tx) -> Outcome<Vec<(String, i64, Vec<u8>)>> {
    let rows = tx
        .query(
            "SELECT j.chain_id, j.seq, j.payload FROM journal_entry j LEFT JOIN drawer_entry e \
             ON e.journal_chain = j.chain_id AND e.journal_seq = j.seq \
             WHERE j.kind = 'payment' AND e.entry_id IS NULL ORDER BY j.chain_id, j.seq LIMIT $1",
            params![DIFFERING_MAX],
        )
        .await?;
    rows.into_iter().map(FromRow::from_row).collect()
}
