//! The credit of customers: a ledger, and a balance that is its sum.

use jiff::Timestamp;
use jiff::civil::Date;
use journal::{Members, PAGE, Place};
use kernel::id::{BasketId, CustomerId, StaffId, StoreNo, TenderId, TerminalNo};
use kernel::{Currency, Money};
use shell::db::{FromRow, Tx, params};
use shell::{Failure, Outcome};
use uuid::Uuid;

/// Why credit changed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum EntryType {
    /// For old jewellery.
    Grant,
    /// Spent.
    Redeem,
    /// Put back, as its tender was removed.
    Restore,
    /// Paid back by a seller who withdrew and had spent it.
    Repay,
    /// Taken back, as the seller withdrew.
    Reverse,
}

impl EntryType {
    /// The name, as it is stored.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Grant => "GRANT",
            Self::Redeem => "REDEEM",
            Self::Restore => "RESTORE",
            Self::Repay => "REPAY",
            Self::Reverse => "REVERSE",
        }
    }
}

/// A change of somebody's credit.
#[derive(Clone, Debug)]
pub struct Change<'a> {
    /// Whose.
    pub customer_id: CustomerId,
    /// Why.
    pub entry_type: EntryType,
    /// By how much, with its sign.
    pub amount: Money,
    /// The document, when one is concerned.
    pub recycling_id: Option<Uuid>,
    /// The tender and its basket, when one is concerned.
    pub tender: Option<(TenderId, BasketId)>,
    /// Where.
    pub store_no: &'a StoreNo,
    /// At which till.
    pub terminal_no: &'a TerminalNo,
    /// Who.
    pub staff_id: &'a StaffId,
    /// What else is to be known: how it was paid back.
    pub reference: &'a str,
    /// When.
    pub now: Timestamp,
    /// On which business date the store books it; none of a tender, which its order has.
    pub business_date: Option<Date>,
}

/// Changes somebody's credit and writes it down; answers the balance, or none when it would have
/// fallen below zero, and then nothing was changed.
///
/// # Errors
/// The database's failure.
pub async fn change(tx: &mut Tx, change: &Change<'_>) -> Outcome<Option<Money>> {
    let (currency, amount) = (change.amount.currency, change.amount.minor);
    if amount == 0 {
        return balance(tx, change.customer_id, currency).await.map(Some);
    }
    if amount > 0 {
        tx.execute(
            "INSERT INTO recycling_credit (customer_id, currency_code, balance) VALUES ($1, $2, 0) \
             ON CONFLICT (customer_id, currency_code) DO NOTHING",
            params![change.customer_id, currency.code()],
        )
        .await?;
    }
    let row = tx
        .query_opt(
            "UPDATE recycling_credit SET balance = balance + $3 \
             WHERE customer_id = $1 AND currency_code = $2 AND balance + $3 >= 0 \
             RETURNING balance",
            params![change.customer_id, currency.code(), amount],
        )
        .await?;
    let Some(mut row) = row else { return Ok(None) };
    let balance: i64 = row.read()?;
    tx.execute_one(
        "INSERT INTO recycling_credit_entry (entry_id, customer_id, currency_code, entry_type, \
         amount, balance, recycling_id, tender_id, basket_id, store_no, terminal_no, staff_id, \
         reference, created_at, business_date) VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, \
         $11, $12, $13, $14, $15)",
        params![
            Uuid::now_v7(),
            change.customer_id,
            currency.code(),
            change.entry_type.name(),
            amount,
            balance,
            change.recycling_id,
            change.tender.map(|(tender_id, _)| tender_id),
            change.tender.map(|(_, basket_id)| basket_id),
            change.store_no,
            change.terminal_no,
            change.staff_id,
            change.reference,
            change.now,
            change.business_date
        ],
    )
    .await?;
    Ok(Some(Money::new(balance, currency)))
}

/// Somebody's credit in a currency.
///
/// # Errors
/// The database's failure.
pub async fn balance(tx: &mut Tx, customer_id: CustomerId, currency: Currency) -> Outcome<Money> {
    let row = tx
        .query_opt(
            "SELECT balance FROM recycling_credit WHERE customer_id = $1 AND currency_code = $2",
            params![customer_id, currency.code()],
        )
        .await?;
    let minor = row.map(|mut row| row.read()).transpose()?;
    Ok(Money::new(minor.unwrap_or(0), currency))
}

/// Somebody's credit in all currencies.
pub(crate) async fn balances(tx: &mut Tx, customer_id: CustomerId) -> Outcome<Vec<Money>> {
    let rows = tx
        .query(
            "SELECT balance, currency_code FROM recycling_credit WHERE customer_id = $1 \
             ORDER BY currency_code",
            params![customer_id],
        )
        .await?;
    rows.into_iter()
        .map(|mut row| Ok(Money::new(row.read()?, row.read()?)))
        .collect()
}

/// What a tender took, with its customer and basket; none when it took nothing, or was put back.
pub(crate) async fn taken(
    tx: &mut Tx,
    tender_id: TenderId,
) -> Outcome<Option<(CustomerId, BasketId, Money)>> {
    let row = tx
        .query_opt(
            "SELECT e.customer_id, e.basket_id, -e.amount, e.currency_code \
             FROM recycling_credit_entry e WHERE e.tender_id = $1 AND e.entry_type = 'REDEEM' \
             AND NOT EXISTS (SELECT 1 FROM recycling_credit_entry b \
             WHERE b.tender_id = $1 AND b.entry_type = 'RESTORE')",
            params![tender_id],
        )
        .await?;
    row.map(|mut row| {
        let (customer_id, basket_id) = (row.read()?, row.read()?);
        Ok((customer_id, basket_id, Money::new(row.read()?, row.read()?)))
    })
    .transpose()
}

/// What a basket has taken in all.
pub(crate) async fn taken_by_basket(tx: &mut Tx, basket_id: BasketId) -> Outcome<i64> {
    let mut row = tx
        .query_one(
            "SELECT CAST(COALESCE(-SUM(amount), 0) AS BIGINT) FROM recycling_credit_entry \
             WHERE basket_id = $1",
            params![basket_id],
        )
        .await?;
    Ok(row.read()?)
}

/// A row of somebody's ledger.
#[derive(Clone, Debug)]
pub(crate) struct LedgerRow {
    pub entry_type: String,
    pub amount: Money,
    pub balance: Money,
    pub recycling_no: Option<String>,
    pub store_no: StoreNo,
    pub created_at: Timestamp,
}

/// The newest entries of somebody's ledger.
pub(crate) async fn ledger(
    tx: &mut Tx,
    customer_id: CustomerId,
    limit: i64,
) -> Outcome<Vec<LedgerRow>> {
    let rows = tx
        .query(
            "SELECT e.entry_type, e.currency_code, e.amount, e.balance, r.recycling_no, \
             e.store_no, e.created_at FROM recycling_credit_entry e \
             LEFT JOIN recycling r ON r.recycling_id = e.recycling_id WHERE e.customer_id = $1 \
             ORDER BY e.created_at DESC, e.entry_id DESC LIMIT $2",
            params![customer_id, limit],
        )
        .await?;
    rows.into_iter()
        .map(|mut row| {
            let entry_type = row.read()?;
            let currency: Currency = row.read()?;
            Ok(LedgerRow {
                entry_type,
                amount: Money::new(row.read()?, currency),
                balance: Money::new(row.read()?, currency),
                recycling_no: row.read()?,
                store_no: row.read()?,
                created_at: row.read()?,
            })
        })
        .collect()
}

/// Customers whose balance is not the sum of their ledger: customer, currency, balance, sum.
///
/// # Errors
/// The database's failure.
pub async fn differences(tx: &mut Tx) -> Outcome<Vec<(CustomerId, String, i64, i64)>> {
    let rows = tx
        .query(
            "SELECT c.customer_id, c.currency_code, c.balance, \
             CAST(COALESCE(e.total, 0) AS BIGINT) FROM recycling_credit c LEFT JOIN \
             (SELECT customer_id, currency_code, SUM(amount) AS total FROM recycling_credit_entry \
             GROUP BY customer_id, currency_code) e ON e.customer_id = c.customer_id \
             AND e.currency_code = c.currency_code \
             WHERE c.balance <> COALESCE(e.total, 0) OR c.balance < 0 ORDER BY c.customer_id",
            params![],
        )
        .await?;
    rows.into_iter().map(FromRow::from_row).collect()
}

/// The balance of somebody who must have as much; a fault of ours otherwise.
///
/// # Errors
/// The database's failure, or ours.
pub async fn must_change(tx: &mut Tx, entry: &Change<'_>) -> Outcome<Money> {
    let balance = change(tx, entry).await?;
    balance.ok_or_else(|| Failure::internal("credit would have fallen below zero"))
}

/// By which the journal and the ledger find each other: a document does each of it once.
pub(crate) fn key(recycling_id: Uuid, entry_type: &str) -> String {
    format!("{recycling_id} {entry_type}")
}

fn parse_key(key: &str) -> (Uuid, &str) {
    let (recycling_id, entry_type) = key.split_once(' ').unwrap_or_default();
    (recycling_id.parse().unwrap_or_default(), entry_type)
}

/// What the ledger holds of something that a document did to the credit; none when it did not.
pub(crate) async fn held(tx: &mut Tx, key: &str) -> Outcome<Option<Members>> {
    let (recycling_id, entry_type) = parse_key(key);
    let row = tx
        .query_opt(
            "SELECT customer_id, amount, currency_code, staff_id, reference FROM recycling_credit_entry \
             WHERE recycling_id = $1 AND entry_type = $2",
            params![recycling_id, entry_type],
        )
        .await?;
    let Some(mut row) = row else { return Ok(None) };
    let (customer_id, amount): (CustomerId, i64) = (row.read()?, row.read()?);
    Ok(Some(vec![
        ("customer", customer_id.to_string()),
        ("amount", amount.to_string()),
        ("currency", row.read()?),
        ("operator", row.read()?),
        ("reference", row.read()?),
    ]))
}

/// The next of what documents did to credits.
pub(crate) async fn list_of_documents(tx: &mut Tx, after: &str) -> Outcome<Vec<Place>> {
    let (recycling_id, entry_type) = parse_key(after);
    let rows = tx
        .query(
            "SELECT recycling_id, entry_type FROM recycling_credit_entry \
             WHERE recycling_id IS NOT NULL AND (recycling_id, entry_type) > ($1, $2) \
             ORDER BY recycling_id, entry_type LIMIT $3",
            params![recycling_id, entry_type, PAGE],
        )
        .await?;
    rows.into_iter()
        .map(|mut row| {
            let key = key(row.read()?, &row.read::<String>()?);
            Ok((key.clone(), key))
        })
        .collect()
}
