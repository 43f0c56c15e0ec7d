//! Copies of Z: what the table of prints says of them, and what the journal does.

use std::collections::BTreeMap;

use journal::rule::entry::utc_text;
use shell::Outcome;
use shell::db::{FromRow, Tx, params};

/// A copy: the statement, which print of its Z it is, and where it came out.
pub(crate) type Copy = (String, i64, String);

/// An event of a chain: place, instant as the journal writes it, and payload.
pub(crate) type Event = (i64, String, Vec<u8>);

/// All copies and when each was made, as the journal writes it, with the last entry of each chain at that moment: later ones are of later copies. Copies of a Z
/// are a few in a year, so that they are read at once.
pub(crate) async fn list_copies(
    tx: &mut Tx,
) -> Outcome<(BTreeMap<Copy, String>, Vec<(String, i64)>)> {
    let rows = tx
        .query(
            "SELECT statement_no, print_no, target, printed_at FROM statement_print WHERE print_no > 1",
            params![],
        )
        .await?;
    let mut copies = BTreeMap::new();
    for mut row in rows {
        copies.insert(
            (row.read()?, row.read()?, row.read()?),
            utc_text(row.read()?),
        );
    }
    let rows = tx
        .query("SELECT chain_id, seq FROM journal_head", params![])
        .await?;
    let ends: Outcome<Vec<(String, i64)>> = rows.into_iter().map(FromRow::from_row).collect();
    Ok((copies, ends?))
}

/// Events of a chain behind one of them, up to an entry.
pub(crate) async fn list_events(
    tx: &mut Tx,
    chain: &str,
    (after, end): (i64, i64),
    rows: i64,
) -> Outcome<Vec<Event>> {
    let rows = tx
        .query(
            "SELECT seq, at_utc, payload FROM journal_entry WHERE chain_id = $1 AND kind = 'event' \
             AND seq > $2 AND seq <= $3 ORDER BY seq LIMIT $4",
            params![chain, after, end, rows],
        )
        .await?;
    rows.into_iter().map(FromRow::from_row).collect()
}
