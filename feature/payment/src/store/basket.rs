use jiff::Timestamp;
use kernel::id::{
    AttemptId, BasketId, CustomerId, StaffId, StoreNo, TenderCode, TenderId, TerminalNo,
};
use kernel::{Currency, Money};
use shell::Outcome;
use shell::db::{Row, Tx, params};

use super::detail::Detail;
use crate::rule::tender::Settled;

/// A basket that is being paid.
#[derive(Clone, Debug)]
pub(crate) struct PayingBasket {
    pub basket_id: BasketId,
    pub customer_id: Option<CustomerId>,
    pub due: Money,
    pub cash_rounding_step: i64,
}

/// The basket that is being paid at a till.
pub(crate) async fn find_paying_basket(
    tx: &mut Tx,
    store_no: &StoreNo,
    terminal_no: &TerminalNo,
) -> Outcome<Option<PayingBasket>> {
    let row = tx
        .query_opt(
            // The first condition on the state names the partial index, the second what is wanted.
            "SELECT b.basket_id, b.customer_id, b.due, s.currency_code, s.cash_rounding_step \
             FROM basket b JOIN store s ON s.store_no = b.store_no \
             WHERE b.terminal_no = $1 AND b.state IN ('OPEN', 'PAYING') \
             AND b.store_no = $2 AND b.state = 'PAYING' AND b.due IS NOT NULL",
            params![terminal_no, store_no],
        )
        .await?;
    let Some(mut row) = row else { return Ok(None) };
    let (basket_id, customer_id, due) = (row.read()?, row.read()?, row.read()?);
    Ok(Some(PayingBasket {
        basket_id,
        customer_id,
        due: Money::new(due, row.read()?),
        cash_rounding_step: row.read()?,
    }))
}

/// Whether a basket is still being paid.
pub(crate) async fn is_basket_open(tx: &mut Tx, basket_id: BasketId) -> Outcome<bool> {
    let row = tx
        .query_opt(
            "SELECT basket_id FROM basket WHERE basket_id = $1 AND state = 'PAYING'",
            params![basket_id],
        )
        .await?;
    Ok(row.is_some())
}

/// A tender that is booked on a basket.
#[derive(Clone, Debug)]
pub struct BookedTender {
    /// The booking.
    pub tender_id: TenderId,
    /// Its place in the order of booking, from 1.
    pub position: i64,
    /// The tender.
    pub tender_code: TenderCode,
    /// The tender's name.
    pub name: String,
    /// Its names by language.
    pub names: std::collections::BTreeMap<String, String>,
    /// What it is, as it is stored.
    pub tender_type: String,
    /// The part of what is due that it settles.
    pub amount: Money,
    /// What the customer gave.
    pub tendered: Money,
    /// What the customer got back.
    pub change: Money,
    /// What cash rounding adds to the order. `tendered - change = amount + rounding`.
    pub rounding: Money,
    /// The attempt that took it, for a card.
    pub attempt_id: Option<AttemptId>,
    /// The card's brand, as the terminal spells it.
    pub brand: Option<String>,
    /// The last four digits of the card number.
    pub last_four: Option<String>,
    /// The issuer's approval code, or the number of the slip where a manager decided.
    pub approval_code: Option<String>,
    /// The terminal's id of the transaction.
    pub poi_transaction_id: Option<String>,
    /// The lines of the customer's card receipt, a JSON list of `{name, value, bold}`.
    pub card_receipt: Option<String>,
    /// What it says of itself besides: the number of a slip, a wallet's own words.
    pub reference: Option<String>,
    /// Of foreign cash what it was in its own currency, and what one unit of it was worth in
    /// hundred-millionths.
    pub foreign: Option<(Money, i64)>,
    /// The booking whose change it is.
    pub change_of: Option<TenderId>,
    /// Who booked it.
    pub booked_by: StaffId,
    /// When.
    pub booked_at: Timestamp,
}

const COLUMNS: &str = "b.tender_id, b.position, b.tender_code, t.name, t.names, t.tender_type, \
     s.currency_code, \
     b.amount, b.tendered, b.change_given, b.rounding, b.attempt_id, \
     COALESCE(a.brand, b.brand), COALESCE(a.last_four, b.last_four), \
     COALESCE(a.approval_code, a.slip_no), a.poi_transaction_id, a.card_receipt, b.reference, \
     b.foreign_amount, b.foreign_currency, b.exchange_rate, b.change_of, b.booked_by, b.booked_at \
     FROM basket_tender b JOIN tender t ON t.tender_code = b.tender_code \
     JOIN basket k ON k.basket_id = b.basket_id JOIN store s ON s.store_no = k.store_no \
     LEFT JOIN payment_attempt a ON a.attempt_id = b.attempt_id";

fn read(row: &mut Row) -> Outcome<BookedTender> {
    let (tender_id, position) = (row.read()?, row.read()?);
    let (tender_code, name) = (row.read()?, row.read()?);
    let names = super::tender::read_names(&row.read::<String>()?)?;
    let tender_type = row.read()?;
    let currency: Currency = row.read()?;
    let mut money = || row.read().map(|minor| Money::new(minor, currency));
    let (amount, tendered, change, rounding) = (money()?, money()?, money()?, money()?);
    Ok(BookedTender {
        tender_id,
        position,
        tender_code,
        name,
        names,
        tender_type,
        amount,
        tendered,
        change,
        rounding,
        attempt_id: row.read()?,
        brand: row.read()?,
        last_four: row.read()?,
        approval_code: row.read()?,
        poi_transaction_id: row.read()?,
        card_receipt: row.read()?,
        reference: row.read()?,
        foreign: read_foreign(row)?,
        change_of: row.read()?,
        booked_by: row.read()?,
        booked_at: row.read()?,
    })
}

/// Foreign cash and its rate, from three columns.
///
/// # Errors
/// When one cannot be read.
pub fn read_foreign(row: &mut Row) -> Outcome<Option<(Money, i64)>> {
    let (amount, currency): (Option<i64>, Option<Currency>) = (row.read()?, row.read()?);
    let rate: Option<i64> = row.read()?;
    let foreign = amount.zip(currency).zip(rate);
    Ok(foreign.map(|((amount, currency), rate)| (Money::new(amount, currency), rate)))
}

/// The tenders booked on a basket, in the order of booking.
///
/// # Errors
/// The database's failure.
pub async fn list_booked_tenders(tx: &mut Tx, basket_id: BasketId) -> Outcome<Vec<BookedTender>> {
    let sql = format!("SELECT {COLUMNS} WHERE b.basket_id = $1 ORDER BY b.position");
    let rows = tx.query(&sql, params![basket_id]).await?;
    rows.into_iter().map(|mut row| read(&mut row)).collect()
}

/// A tender booked on a basket.
pub(crate) async fn find_booked_tender(
    tx: &mut Tx,
    basket_id: BasketId,
    tender_id: TenderId,
) -> Outcome<Option<BookedTender>> {
    let sql = format!("SELECT {COLUMNS} WHERE b.basket_id = $1 AND b.tender_id = $2");
    let row = tx.query_opt(&sql, params![basket_id, tender_id]).await?;
    row.map(|mut row| read(&mut row)).transpose()
}

/// A tender to be booked.
pub(crate) struct NewTender<'a> {
    pub tender_id: TenderId,
    pub basket_id: BasketId,
    pub tender_code: &'a TenderCode,
    pub settled: Settled,
    pub attempt_id: Option<AttemptId>,
    pub last_four: Option<&'a str>,
    pub reference: Option<&'a str>,
    pub booked_by: &'a StaffId,
    pub booked_at: Timestamp,
    pub detail: &'a Detail,
}

/// Books a tender behind those that are booked.
pub(crate) async fn insert_tender(tx: &mut Tx, tender: &NewTender<'_>) -> Outcome<()> {
    let settled = tender.settled;
    let (foreign, rate) = tender.detail.foreign.unzip();
    tx.execute_one(
        "INSERT INTO basket_tender (tender_id, basket_id, position, tender_code, amount, \
         tendered, change_given, rounding, attempt_id, booked_by, booked_at, last_four, reference, \
         change_of, foreign_currency, foreign_amount, exchange_rate, identity, slip_key) \
         VALUES ($1, $2, \
         (SELECT COALESCE(MAX(position), 0) + 1 FROM basket_tender WHERE basket_id = $2), \
         $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17, $18)",
        params![
            tender.tender_id,
            tender.basket_id,
            tender.tender_code,
            settled.amount.minor,
            settled.tendered.minor,
            settled.change.minor,
            settled.rounding.minor,
            tender.attempt_id,
            tender.booked_by,
            tender.booked_at,
            tender.last_four.map(str::to_owned),
            tender.reference.map(str::to_owned),
            tender.detail.change_of,
            foreign.map(|foreign| foreign.currency.code()),
            foreign.map(|foreign| foreign.minor),
            rate,
            tender.detail.identity.as_ref(),
            tender.detail.slip_key.as_ref(),
        ],
    )
    .await?;
    Ok(())
}

/// Takes a booked tender off its basket.
pub(crate) async fn delete_tender(tx: &mut Tx, tender_id: TenderId) -> Outcome<()> {
    tx.execute_one(
        "DELETE FROM basket_tender WHERE tender_id = $1",
        params![tender_id],
    )
    .await?;
    Ok(())
}

/// The baskets whose booked tenders cover what is due and which are being paid all the same.
pub(crate) async fn list_covered_baskets(tx: &mut Tx) -> Outcome<Vec<BasketId>> {
    let rows = tx
        .query(
            // The first condition names the partial index, the second one what is wanted.
            "SELECT b.basket_id FROM basket b \
             WHERE b.state IN ('OPEN', 'PAYING') AND b.state = 'PAYING' \
             AND (SELECT CASE WHEN b.due < 0 THEN b.due - SUM(t.amount) ELSE SUM(t.amount) - b.due END \
                  FROM basket_tender t WHERE t.basket_id = b.basket_id) >= 0 \
             AND NOT EXISTS (SELECT 1 FROM payment_attempt a \
                             WHERE a.basket_id = b.basket_id AND a.is_live) \
             LIMIT 50",
            params![],
        )
        .await?;
    rows.into_iter().map(|mut row| Ok(row.read()?)).collect()
}

/// Notes the order that a basket became on the attempt that paid last.
pub(crate) async fn note_order(
    tx: &mut Tx,
    basket_id: BasketId,
    order: &serde_json::Value,
) -> Outcome<Option<AttemptId>> {
    let row = tx
        .query_opt(
            "UPDATE payment_attempt SET order_summary = $2 WHERE attempt_id = \
             (SELECT attempt_id FROM basket_tender WHERE basket_id = $1 \
              AND attempt_id IS NOT NULL ORDER BY position DESC LIMIT 1) \
             RETURNING attempt_id",
            params![basket_id, order.to_string()],
        )
        .await?;
    row.map(|mut row| Ok(row.read()?)).transpose()
}
