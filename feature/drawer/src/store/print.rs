//! The prints of papers of drawer entries.

use jiff::Timestamp;
use kernel::id::StaffId;
use shell::Outcome;
use shell::db::{Tx, params};
use uuid::Uuid;

use crate::rule::paper::Paper;

/// A print.
pub(crate) struct Print {
    pub entry_id: Uuid,
    pub paper: String,
    /// 1 for the original.
    pub print_no: i64,
    pub target: String,
}

/// How often a paper of an entry was printed.
pub(crate) async fn count(tx: &mut Tx, entry_id: Uuid, paper: Paper) -> Outcome<i64> {
    let mut row = tx
        .query_one(
            "SELECT COUNT(*) FROM drawer_print WHERE entry_id = $1 AND paper = $2",
            params![entry_id, paper.name()],
        )
        .await?;
    Ok(row.read()?)
}

/// The print that an id names.
pub(crate) async fn find(tx: &mut Tx, print_id: Uuid) -> Outcome<Option<Print>> {
    let row = tx
        .query_opt(
            "SELECT entry_id, paper, print_no, target FROM drawer_print WHERE print_id = $1",
            params![print_id],
        )
        .await?;
    row.map(|mut row| {
        Ok(Print {
            entry_id: row.read()?,
            paper: row.read()?,
            print_no: row.read()?,
            target: row.read()?,
        })
    })
    .transpose()
}

/// Writes a print down.
pub(crate) async fn insert(
    tx: &mut Tx,
    print_id: Uuid,
    print: &Print,
    (staff_id, now): (&StaffId, Timestamp),
) -> Outcome<()> {
    tx.execute_one(
        "INSERT INTO drawer_print (print_id, entry_id, paper, print_no, target, printed_by, \
         printed_at) VALUES ($1, $2, $3, $4, $5, $6, $7)",
        params![
            print_id,
            print.entry_id,
            &print.paper,
            print.print_no,
            &print.target,
            staff_id,
            now
        ],
    )
    .await?;
    Ok(())
}
