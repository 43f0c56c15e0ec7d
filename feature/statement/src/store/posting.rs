//! Statements that are posted, and their Z.

use std::collections::BTreeMap;

use jiff::Timestamp;
use kernel::Currency;
use kernel::id::{StaffId, StoreNo, TerminalNo};
use shell::Outcome;
use shell::db::{FromRow, Tx, params};
use uuid::Uuid;

/// What lies in drawers, by till and currency, in minor units.
pub(crate) type Floats = BTreeMap<(TerminalNo, Currency), i64>;

/// Keeps who posts a statement.
pub(crate) async fn insert_posting(
    tx: &mut Tx,
    statement_no: &str,
    (reason, bag_no): (Option<&str>, Option<&str>),
    (staff_id, approved_by, now): (&StaffId, Option<&StaffId>, Timestamp),
) -> Outcome<()> {
    tx.execute_one(
        "INSERT INTO statement_posting (posting_id, statement_no, reason, bag_no, requested_by, \
         requested_at, approved_by) VALUES ($1, $2, $3, $4, $5, $6, $7)",
        params![
            Uuid::now_v7(),
            statement_no,
            reason,
            bag_no,
            staff_id,
            now,
            approved_by
        ],
    )
    .await?;
    Ok(())
}

/// Who posted a statement last, who stood for it besides, and the number of the bank bag.
pub(crate) async fn last_posting(
    tx: &mut Tx,
    statement_no: &str,
) -> Outcome<Option<(StaffId, Option<StaffId>, Option<String>)>> {
    let row = tx
        .query_opt(
            "SELECT requested_by, approved_by, bag_no FROM statement_posting WHERE statement_no = $1 \
             ORDER BY requested_at DESC LIMIT 1",
            params![statement_no],
        )
        .await?;
    row.map(FromRow::from_row).transpose()
}

/// Keeps what a statement leaves in a drawer, in minor units of a currency.
pub(crate) async fn insert_float(
    tx: &mut Tx,
    statement_no: &str,
    (terminal_no, currency): (&TerminalNo, Currency),
    amount: i64,
) -> Outcome<()> {
    tx.execute_one(
        "INSERT INTO statement_float (statement_no, terminal_no, currency_code, amount) \
         VALUES ($1, $2, $3, $4)",
        params![statement_no, terminal_no, currency.code(), amount],
    )
    .await?;
    Ok(())
}

/// What a statement left in the drawers.
pub(crate) async fn floats_of(tx: &mut Tx, statement_no: &str) -> Outcome<Floats> {
    let rows = tx
        .query(
            "SELECT terminal_no, currency_code, amount FROM statement_float \
             WHERE statement_no = $1 ORDER BY terminal_no, currency_code",
            params![statement_no],
        )
        .await?;
    rows.into_iter()
        .map(|mut row| Ok(((row.read()?, row.read()?), row.read()?)))
        .collect()
}

/// What the last statement of a store left in the drawers.
pub(crate) async fn last_floats(tx: &mut Tx, store_no: &StoreNo) -> Outcome<Floats> {
    let last = tx
        .query_opt(
            "SELECT statement_no FROM statement_z WHERE store_no = $1 ORDER BY z_no DESC LIMIT 1",
            params![store_no],
        )
        .await?;
    match last {
        Some(mut row) => floats_of(tx, &row.read::<String>()?).await,
        None => Ok(Floats::new()),
    }
}

/// The statements whose books are still to be written.
pub(crate) async fn list_posting(tx: &mut Tx) -> Outcome<Vec<String>> {
    let rows = tx
        .query(
            "SELECT statement_no FROM statement WHERE state = 'POSTING' \
             ORDER BY statement_no LIMIT 100",
            params![],
        )
        .await?;
    rows.into_iter().map(|mut row| Ok(row.read()?)).collect()
}

/// What a Z goes on from.
#[derive(Clone, Debug, Default)]
pub(crate) struct PreviousZ {
    pub hash: String,
    pub perpetual_sales: i64,
    pub perpetual_absolute: i64,
}

/// The last Z of a store.
pub(crate) async fn last_z(tx: &mut Tx, store_no: &StoreNo) -> Outcome<Option<PreviousZ>> {
    let row = tx
        .query_opt(
            "SELECT hash, perpetual_sales, perpetual_absolute FROM statement_z \
             WHERE store_no = $1 ORDER BY z_no DESC LIMIT 1",
            params![store_no],
        )
        .await?;
    row.map(|mut row| {
        Ok(PreviousZ {
            hash: row.read()?,
            perpetual_sales: row.read()?,
            perpetual_absolute: row.read()?,
        })
    })
    .transpose()
}

/// A Z.
#[derive(Clone, Debug)]
pub(crate) struct Z {
    pub z_no: i64,
    pub perpetual_sales: i64,
    pub perpetual_absolute: i64,
    pub hash: String,
    pub previous_hash: String,
    /// What it says, the text that is hashed.
    pub content: String,
    pub posted_by: String,
    pub posted_at: Timestamp,
    pub approved_by: Option<String>,
    /// Where the journal states it: chain and sequence number.
    pub journal: (String, i64),
}

/// The Z of a statement; `posted_by` is who did it, by name.
pub(crate) async fn find_z(tx: &mut Tx, statement_no: &str) -> Outcome<Option<Z>> {
    let row = tx
        .query_opt(
            "SELECT z.z_no, z.perpetual_sales, z.perpetual_absolute, z.hash, z.previous_hash, \
             z.content, p.first_name || ' ' || p.last_name, z.posted_at, \
             (SELECT a.first_name || ' ' || a.last_name FROM statement_posting o \
              JOIN salesperson a ON a.staff_id = o.approved_by \
              WHERE o.statement_no = z.statement_no ORDER BY o.requested_at DESC LIMIT 1), \
             z.journal_chain, z.journal_seq FROM statement_z z \
             JOIN salesperson p ON p.staff_id = z.posted_by WHERE z.statement_no = $1",
            params![statement_no],
        )
        .await?;
    row.map(|mut row| {
        Ok(Z {
            z_no: row.read()?,
            perpetual_sales: row.read()?,
            perpetual_absolute: row.read()?,
            hash: row.read()?,
            previous_hash: row.read()?,
            content: row.read()?,
            posted_by: row.read()?,
            posted_at: row.read()?,
            approved_by: row.read()?,
            journal: (row.read()?, row.read()?),
        })
    })
    .transpose()
}

/// A Z to be written.
pub(crate) struct NewZ<'a> {
    pub statement_no: &'a str,
    pub store_no: &'a StoreNo,
    pub z_no: i64,
    pub perpetual_sales: i64,
    pub perpetual_absolute: i64,
    pub content: &'a str,
    pub hash: &'a str,
    pub previous_hash: &'a str,
    pub posted_by: &'a StaffId,
    pub posted_at: Timestamp,
    /// Its place in the journal: chain and sequence number.
    pub journal: (&'a str, i64),
}

/// Writes a Z.
pub(crate) async fn insert_z(tx: &mut Tx, new: &NewZ<'_>) -> Outcome<()> {
    tx.execute_one(
        "INSERT INTO statement_z (statement_no, store_no, z_no, perpetual_sales, \
         perpetual_absolute, content, hash, previous_hash, posted_by, posted_at, journal_chain, \
         journal_seq) VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12)",
        params![
            new.statement_no,
            new.store_no,
            new.z_no,
            new.perpetual_sales,
            new.perpetual_absolute,
            new.content,
            new.hash,
            new.previous_hash,
            new.posted_by,
            new.posted_at,
            new.journal.0,
            new.journal.1
        ],
    )
    .await?;
    Ok(())
}

/// A Z as it is kept, with what its statement says.
#[derive(Clone, Debug)]
pub(crate) struct KeptZ {
    pub statement_no: String,
    pub store_no: String,
    pub z_no: i64,
    pub perpetual_sales: i64,
    pub perpetual_absolute: i64,
    pub content: String,
    pub hash: String,
    pub previous_hash: String,
    pub sales_amount: i64,
    pub absolute_amount: i64,
}

/// The Z of all stores behind one of them, by store and number.
pub(crate) async fn list_z(
    tx: &mut Tx,
    store_no: &str,
    z_no: i64,
    limit: i64,
) -> Outcome<Vec<KeptZ>> {
    let rows = tx
        .query(
            "SELECT z.store_no, z.z_no, z.perpetual_sales, z.perpetual_absolute, z.content, \
             z.hash, z.previous_hash, s.sales_amount, s.absolute_amount, z.statement_no FROM statement_z z \
             JOIN statement s ON s.statement_no = z.statement_no WHERE z.store_no > $1 \
             OR (z.store_no = $1 AND z.z_no > $2) ORDER BY z.store_no, z.z_no LIMIT $3",
            params![store_no, z_no, limit],
        )
        .await?;
    rows.into_iter()
        .map(|mut row| {
            Ok(KeptZ {
                store_no: row.read()?,
                z_no: row.read()?,
                perpetual_sales: row.read()?,
                perpetual_absolute: row.read()?,
                content: row.read()?,
                hash: row.read()?,
                previous_hash: row.read()?,
                sales_amount: row.read()?,
                absolute_amount: row.read()?,
                statement_no: row.read()?,
            })
        })
        .collect()
}
