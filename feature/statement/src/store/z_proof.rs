//! What stands beside a Z: its entry of the journal.

use shell::Outcome;
use shell::db::{FromRow, Tx, params};

/// How many statements without a Z are named: one is enough to look at all.
const WITHOUT_Z_MAX: i64 = 200;

/// Kind and payload of the entry to which the Z of a statement points.
pub(crate) async fn entry_of_z(
    tx: &mut Tx,
    statement_no: &str,
) -> Outcome<Option<(String, Vec<u8>)>> {
    let row = tx
        .query_opt(
            "SELECT e.kind, e.payload FROM statement_z z JOIN journal_entry e \
             ON e.chain_id = z.journal_chain AND e.seq = z.journal_seq WHERE z.statement_no = $1",
            params![statement_no],
        )
        .await?;
    row.map(FromRow::from_row).transpose()
}

/// An entry of the journal that a Z names as a closing.
#[derive(Clone, Debug)]
pub(crate) struct NamedClosing {
    pub kind: String,
    /// The date on which it is booked, which is the one that it closes.
    pub business_date: String,
    pub hash: Vec<u8>,
}

/// The entry at a place of the journal.
pub(crate) async fn named_closing(
    tx: &mut Tx,
    chain: &str,
    seq: i64,
) -> Outcome<Option<NamedClosing>> {
    let row = tx
        .query_opt(
            "SELECT kind, business_date, hash FROM journal_entry WHERE chain_id = $1 AND seq = $2",
            params![chain, seq],
        )
        .await?;
    row.map(|mut row| {
        Ok(NamedClosing {
            kind: row.read()?,
            business_date: row.read()?,
            hash: row.read()?,
        })
    })
    .transpose()
}

/// To which entry the Z of a statement points: chain and number.
pub(crate) async fn place_of_z(tx: &mut Tx, statement_no: &str) -> Outcome<Option<(String, i64)>> {
    let row = tx
        .query_opt(
            "SELECT journal_chain, journal_seq FROM statement_z WHERE statement_no = $1",
            params![statement_no],
        )
        .await?;
    row.map(FromRow::from_row).transpose()
}

/// Statements that are posted and have no Z, some of them.
pub(crate) async fn posted_without_z(tx: &mut Tx) -> Outcome<Vec<String>> {
    let rows = tx
        .query(
            "SELECT s.statement_no FROM statement s LEFT JOIN statement_z z \
             ON z.statement_no = s.statement_no WHERE s.state = 'POSTED' AND z.z_no IS NULL \
             ORDER BY s.statement_no LIMIT $1",
            params![WITHOUT_Z_MAX],
        )
        .await?;
    rows.into_iter().map(|mut row| Ok(row.read()?)).collect()
}
