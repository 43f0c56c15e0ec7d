//! What was counted: every count is kept.

use jiff::Timestamp;
use kernel::id::StaffId;
use shell::db::{Tx, params};
use shell::{Failure, Outcome};
use uuid::Uuid;

use super::Statement;
use crate::rule::count::Drawer;

/// A count.
#[derive(Clone, Debug)]
pub(crate) struct Count {
    pub tender_code: String,
    /// The till whose drawer it is; none of what is counted for the whole store.
    pub terminal_no: Option<String>,
    /// In the currency of the tender.
    pub content: i64,
    pub slips: Option<i64>,
    /// Denomination and pieces.
    pub denominations: Vec<(i64, i64)>,
    pub drawer: Drawer,
    /// In the store's currency.
    pub counted_amount: i64,
    pub reason: Option<String>,
    pub counted_by: String,
    pub counted_at: Timestamp,
}

/// A count to be written.
pub(crate) struct NewCount<'a> {
    pub tender_code: &'a str,
    pub terminal_no: Option<&'a str>,
    pub content: i64,
    pub slips: Option<i64>,
    pub denominations: &'a [(i64, i64)],
    pub drawer: Drawer,
    pub counted_amount: i64,
    pub reason: Option<&'a str>,
    pub counted_by: &'a StaffId,
    pub counted_at: Timestamp,
}

/// Writes a count behind those of the same calculation.
pub(crate) async fn insert_count(
    tx: &mut Tx,
    statement: &Statement,
    count_no: i64,
    new: &NewCount<'_>,
) -> Outcome<()> {
    let denominations = serde_json::to_string(new.denominations).map_err(Failure::internal)?;
    tx.execute_one(
        "INSERT INTO statement_count (count_id, statement_no, calculation_no, count_no, \
         tender_code, terminal_no, content, slips, denominations, opening_float, carried_float, \
         added, removed, taken_before, moved_since, counted_amount, reason, counted_by, counted_at) \
         VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17, $18, $19)",
        params![
            Uuid::now_v7(),
            &statement.statement_no,
            statement.calculation_no,
            count_no,
            new.tender_code,
            new.terminal_no,
            new.content,
            new.slips,
            denominations,
            new.drawer.opening_float,
            new.drawer.carried_float,
            new.drawer.added,
            new.drawer.removed,
            new.drawer.taken_before,
            new.drawer.moved_since,
            new.counted_amount,
            new.reason,
            new.counted_by,
            new.counted_at
        ],
    )
    .await?;
    Ok(())
}

/// The counts of the calculation of a statement, in their order; `counted_by` is who did it, by name.
pub(crate) async fn list_counts(tx: &mut Tx, statement: &Statement) -> Outcome<Vec<Count>> {
    let rows = tx
        .query(
            "SELECT c.tender_code, c.terminal_no, c.content, c.slips, c.denominations, \
             c.opening_float, COALESCE(c.carried_float, c.opening_float), c.added, c.removed, \
             c.taken_before, c.moved_since, c.counted_amount, c.reason, \
             p.first_name || ' ' || p.last_name, c.counted_at FROM statement_count c \
             JOIN salesperson p ON p.staff_id = c.counted_by \
             WHERE c.statement_no = $1 AND c.calculation_no = $2 ORDER BY c.count_no",
            params![&statement.statement_no, statement.calculation_no],
        )
        .await?;
    rows.into_iter()
        .map(|mut row| {
            Ok(Count {
                tender_code: row.read()?,
                terminal_no: row.read()?,
                content: row.read()?,
                slips: row.read()?,
                denominations: serde_json::from_str(&row.read::<String>()?)
                    .map_err(Failure::internal)?,
                drawer: Drawer {
                    opening_float: row.read()?,
                    carried_float: row.read()?,
                    added: row.read()?,
                    removed: row.read()?,
                    taken_before: row.read()?,
                    moved_since: row.read()?,
                },
                counted_amount: row.read()?,
                reason: row.read()?,
                counted_by: row.read()?,
                counted_at: row.read()?,
            })
        })
        .collect()
}
