//! What was paid on deposits, what of it went to orders, and moved last days.

use jiff::Timestamp;
use jiff::civil::Date;
use kernel::id::{AttemptId, BasketId, StaffId, StoreNo, TenderId, TerminalNo};
use payment::store::BookedTender;
use shell::db::{Tx, params};
use shell::{Failure, Outcome};
use uuid::Uuid;

use crate::rule::state::Worth;

/// What an entry of the ledger is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum EntryType {
    /// Money came in.
    Pay,
    /// It pays pieces that are settled.
    Apply,
    /// The settlement was given up.
    PutBack,
    /// What the shop adds when it withdraws.
    Add,
    /// It went back to the client.
    GiveBack,
    /// The shop keeps it: income.
    Keep,
}

impl EntryType {
    const ALL: [Self; 6] = [
        Self::Pay,
        Self::Apply,
        Self::PutBack,
        Self::Add,
        Self::GiveBack,
        Self::Keep,
    ];

    pub(crate) const fn name(self) -> &'static str {
        match self {
            Self::Pay => "PAY",
            Self::Apply => "APPLY",
            Self::PutBack => "PUT_BACK",
            Self::Add => "ADD",
            Self::GiveBack => "GIVE_BACK",
            Self::Keep => "KEEP",
        }
    }

    fn parse(name: &str) -> Outcome<Self> {
        let found = Self::ALL.into_iter().find(|it| it.name() == name);
        found.ok_or_else(|| Failure::internal(format!("no entry of a deposit {name}")))
    }
}

/// An entry of a deposit's ledger.
#[derive(Clone, Debug)]
pub(crate) struct Entry {
    pub entry_id: Uuid,
    pub entry_type: EntryType,
    pub amount: i64,
    pub receipt_no: String,
    pub staff_name: String,
    pub business_date: Date,
    pub booked_at: Timestamp,
}

/// An entry to be written.
pub(crate) struct NewEntry<'a> {
    pub entry_id: Uuid,
    pub deposit_id: Uuid,
    pub entry_type: EntryType,
    pub amount: i64,
    pub receipt_no: &'a str,
    /// What the deposit is worth after it.
    pub worth: Worth,
    pub basket_id: BasketId,
    pub store_no: &'a StoreNo,
    pub terminal_no: &'a TerminalNo,
    pub staff_id: &'a StaffId,
    pub business_date: Date,
    pub booked_at: Timestamp,
}

/// Writes an entry behind the others. What the deposit holds changes with it, by its caller.
pub(crate) async fn insert_entry(tx: &mut Tx, new: &NewEntry<'_>) -> Outcome<()> {
    tx.execute_one(
        "INSERT INTO deposit_ledger (entry_id, deposit_id, position, entry_type, amount, \
         receipt_no, basket_id, store_no, terminal_no, staff_id, business_date, booked_at, held, balance) \
         VALUES ($1, $2, \
         (SELECT COALESCE(MAX(position), 0) + 1 FROM deposit_ledger WHERE deposit_id = $2), \
         $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13)",
        params![
            new.entry_id,
            new.deposit_id,
            new.entry_type.name(),
            new.amount,
            new.receipt_no,
            new.basket_id,
            new.store_no,
            new.terminal_no,
            new.staff_id,
            new.business_date,
            new.booked_at,
            new.worth.held,
            new.worth.balance()
        ],
    )
    .await?;
    Ok(())
}

/// The entries of a deposit, in their order.
pub(crate) async fn list_entries(tx: &mut Tx, deposit_id: Uuid) -> Outcome<Vec<Entry>> {
    let rows = tx
        .query(
            "SELECT l.entry_id, l.entry_type, l.amount, l.receipt_no, \
             p.first_name || ' ' || p.last_name, l.business_date, l.booked_at \
             FROM deposit_ledger l JOIN salesperson p ON p.staff_id = l.staff_id \
             WHERE l.deposit_id = $1 ORDER BY l.position",
            params![deposit_id],
        )
        .await?;
    rows.into_iter()
        .map(|mut row| {
            Ok(Entry {
                entry_id: row.read()?,
                entry_type: EntryType::parse(&row.read::<String>()?)?,
                amount: row.read()?,
                receipt_no: row.read()?,
                staff_name: row.read()?,
                business_date: row.read()?,
                booked_at: row.read()?,
            })
        })
        .collect()
}

/// What of the held money is booked on a settlement: the tender has the id of its entry.
pub(crate) async fn find_applied(
    tx: &mut Tx,
    deposit_id: Uuid,
    basket_id: BasketId,
) -> Outcome<Option<(TenderId, i64)>> {
    let row = tx
        .query_opt(
            "SELECT entry_id, -amount FROM deposit_ledger WHERE deposit_id = $1 \
             AND basket_id = $2 AND entry_type = 'APPLY'",
            params![deposit_id, basket_id],
        )
        .await?;
    let Some(mut row) = row else { return Ok(None) };
    Ok(Some((TenderId(row.read()?), row.read()?)))
}

/// What a payment was paid with.
#[derive(Clone, Debug)]
pub(crate) struct StoredTender {
    pub entry_id: Uuid,
    pub tender_id: TenderId,
    pub attempt_id: Option<AttemptId>,
    pub tender_code: String,
    pub name: String,
    pub amount: i64,
    pub tendered: i64,
    pub change: i64,
    pub brand: Option<String>,
    pub last_four: Option<String>,
    pub approval_code: Option<String>,
    pub reference: Option<String>,
}

/// Writes what a payment was paid with.
pub(crate) async fn insert_tender(
    tx: &mut Tx,
    (entry_id, position): (Uuid, i64),
    (store_no, business_date): (&StoreNo, Date),
    tender: &BookedTender,
) -> Outcome<()> {
    tx.execute_one(
        "INSERT INTO deposit_tender (tender_id, entry_id, store_no, business_date, position, \
         tender_code, name, amount, tendered, change_given, rounding, attempt_id, brand, \
         last_four, approval_code, reference) \
         VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16)",
        params![
            tender.tender_id,
            entry_id,
            store_no,
            business_date,
            position,
            &tender.tender_code,
            &tender.name,
            tender.amount.minor,
            tender.tendered.minor,
            tender.change.minor,
            tender.rounding.minor,
            tender.attempt_id,
            tender.brand.clone(),
            tender.last_four.clone(),
            tender.approval_code.clone(),
            tender.reference.clone()
        ],
    )
    .await?;
    Ok(())
}

/// What all payments on a deposit were paid with.
pub(crate) async fn list_tenders(tx: &mut Tx, deposit_id: Uuid) -> Outcome<Vec<StoredTender>> {
    let rows = tx
        .query(
            "SELECT t.entry_id, t.tender_id, t.attempt_id, t.tender_code, t.name, t.amount, t.tendered, t.change_given, \
             t.brand, t.last_four, t.approval_code, t.reference \
             FROM deposit_tender t JOIN deposit_ledger l ON l.entry_id = t.entry_id \
             WHERE l.deposit_id = $1 ORDER BY l.position, t.position",
            params![deposit_id],
        )
        .await?;
    rows.into_iter()
        .map(|mut row| {
            Ok(StoredTender {
                entry_id: row.read()?,
                tender_id: row.read()?,
                attempt_id: row.read()?,
                tender_code: row.read()?,
                name: row.read()?,
                amount: row.read()?,
                tendered: row.read()?,
                change: row.read()?,
                brand: row.read()?,
                last_four: row.read()?,
                approval_code: row.read()?,
                reference: row.read()?,
            })
        })
        .collect()
}

/// A moved last day.
#[derive(Clone, Debug)]
pub(crate) struct Extension {
    pub extension_id: Uuid,
    pub from_date: Date,
    pub to_date: Date,
    pub reason: String,
    pub extended_by: String,
    pub extended_at: Timestamp,
}

/// Writes down that a last day was moved.
pub(crate) async fn insert_extension(
    tx: &mut Tx,
    deposit_id: Uuid,
    extension: &Extension,
) -> Outcome<()> {
    tx.execute_one(
        "INSERT INTO deposit_extension (extension_id, deposit_id, from_date, to_date, reason, \
         extended_by, extended_at) VALUES ($1, $2, $3, $4, $5, $6, $7)",
        params![
            extension.extension_id,
            deposit_id,
            extension.from_date,
            extension.to_date,
            &extension.reason,
            &extension.extended_by,
            extension.extended_at
        ],
    )
    .await?;
    Ok(())
}

/// When the last day of a deposit was moved; `extended_by` is who did it, by name.
pub(crate) async fn list_extensions(tx: &mut Tx, deposit_id: Uuid) -> Outcome<Vec<Extension>> {
    let rows = tx
        .query(
            "SELECT e.extension_id, e.from_date, e.to_date, e.reason, p.first_name || ' ' || p.last_name, \
             e.extended_at FROM deposit_extension e \
             JOIN salesperson p ON p.staff_id = e.extended_by \
             WHERE e.deposit_id = $1 ORDER BY e.extended_at",
            params![deposit_id],
        )
        .await?;
    rows.into_iter()
        .map(|mut row| {
            Ok(Extension {
                extension_id: row.read()?,
                from_date: row.read()?,
                to_date: row.read()?,
                reason: row.read()?,
                extended_by: row.read()?,
                extended_at: row.read()?,
            })
        })
        .collect()
}
