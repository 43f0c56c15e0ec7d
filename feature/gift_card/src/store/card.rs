//! Cards.

use jiff::Timestamp;
use jiff::civil::Date;
use kernel::id::{CustomerId, LineId, OrderId, StaffId, StoreNo, TerminalNo};
use kernel::{Currency, Money};
use shell::db::{Row, Tx, params};
use shell::{Failure, Outcome};
use uuid::Uuid;

use crate::rule::offer::Offered;
use crate::rule::state::{CardState, Standing};

/// A card, as it is stored.
#[derive(Clone, Debug)]
pub struct Card {
    /// The card.
    pub gift_card_id: Uuid,
    /// Its number.
    pub card_no: String,
    /// The last four letters of it.
    pub last_four: String,
    /// The market in whose stores it holds.
    pub market_code: String,
    /// Its currency.
    pub currency: Currency,
    /// The hash of its code.
    pub code_hash: Vec<u8>,
    /// Where it stands.
    pub standing: Standing,
    /// Counts its changes.
    pub version: i64,
    /// The line of a basket that holds it.
    pub line_id: Option<LineId>,
    /// The line of a basket that tops it up once it is paid.
    pub top_up_line_id: Option<LineId>,
    /// The store that sold it.
    pub sold_store_no: Option<StoreNo>,
    /// The business date of its sale.
    pub activated_on: Option<Date>,
    /// The last date on which it holds; none for ever.
    pub expires_on: Option<Date>,
    /// Whether it carries money that went back to a customer.
    pub is_refund: bool,
}

impl Card {
    /// What the rules look at of it.
    #[must_use]
    pub fn offered(&self) -> Offered<'_> {
        Offered {
            market_code: &self.market_code,
            currency: self.currency,
            standing: self.standing,
            expires_on: self.expires_on,
        }
    }

    /// An amount of its currency.
    #[must_use]
    pub const fn money(&self, minor: i64) -> Money {
        Money::new(minor, self.currency)
    }

    /// What is left on it.
    #[must_use]
    pub const fn balance(&self) -> Money {
        self.money(self.standing.balance)
    }
}

pub(super) const COLUMNS: &str = "SELECT g.gift_card_id, g.card_no, g.last_four, g.market_code, \
     g.currency_code, g.code_hash, g.state, g.initial_amount, g.balance, g.version, g.line_id, \
     g.top_up_line_id, g.sold_store_no, g.activated_on, g.expires_on, g.is_refund FROM gift_card g";

pub(super) fn read(mut row: Row) -> Outcome<Card> {
    Ok(Card {
        gift_card_id: row.read()?,
        card_no: row.read()?,
        last_four: row.read()?,
        market_code: row.read()?,
        currency: row.read()?,
        code_hash: row.read()?,
        standing: Standing {
            state: state(&row.read::<String>()?)?,
            initial: row.read()?,
            balance: row.read()?,
        },
        version: row.read()?,
        line_id: row.read()?,
        top_up_line_id: row.read()?,
        sold_store_no: row.read()?,
        activated_on: row.read()?,
        expires_on: row.read()?,
        is_refund: row.read()?,
    })
}

pub(super) fn state(name: &str) -> Outcome<CardState> {
    CardState::parse(name).ok_or_else(|| Failure::internal(format!("no state of cards {name}")))
}

/// A card by its id.
///
/// # Errors
/// The database's failure.
pub async fn find_card(tx: &mut Tx, gift_card_id: Uuid) -> Outcome<Option<Card>> {
    let sql = format!("{COLUMNS} WHERE g.gift_card_id = $1");
    let row = tx.query_opt(&sql, params![gift_card_id]).await?;
    row.map(read).transpose()
}

/// A card by its number.
///
/// # Errors
/// The database's failure.
pub async fn find_card_by_number(tx: &mut Tx, card_no: &str) -> Outcome<Option<Card>> {
    let sql = format!("{COLUMNS} WHERE g.card_no = $1");
    let row = tx.query_opt(&sql, params![card_no]).await?;
    row.map(read).transpose()
}

/// Whether any card has a number of this beginning and length. Numbers are ASCII: nothing that begins so
/// sorts behind `~`.
pub(crate) async fn resembles_card(tx: &mut Tx, issuer: &str, length: usize) -> Outcome<bool> {
    let length = i64::try_from(length).map_err(Failure::internal)?;
    let row = tx
        .query_opt(
            "SELECT 1 FROM gift_card WHERE card_no >= $1 AND card_no < $2 \
             AND LENGTH(card_no) = $3 LIMIT 1",
            params![issuer, format!("{issuer}~"), length],
        )
        .await?;
    Ok(row.is_some())
}

/// Brings a card from where it was seen to where it stands now. Nobody spends what is not there: the
/// row is changed only as it was seen, and only while enough is on it.
///
/// # Errors
/// A fault when somebody else moved it meanwhile.
pub(crate) async fn move_card(
    tx: &mut Tx,
    card: &Card,
    standing: Standing,
    line_id: Option<LineId>,
) -> Outcome<()> {
    let change = standing.balance - card.standing.balance;
    tx.execute_one(
        "UPDATE gift_card SET state = $3, initial_amount = $4, balance = balance + $5, \
         line_id = $6, version = version + 1 \
         WHERE gift_card_id = $1 AND version = $2 AND balance + $5 >= 0",
        params![
            card.gift_card_id,
            card.version,
            standing.state.name(),
            standing.initial,
            change,
            line_id
        ],
    )
    .await?;
    Ok(())
}

/// With what a card became active.
#[derive(Clone, Debug)]
pub(crate) struct Sold<'a> {
    pub order_id: Option<OrderId>,
    pub store_no: &'a StoreNo,
    pub customer_id: Option<CustomerId>,
    pub business_date: Date,
    pub expires_on: Option<Date>,
    pub now: Timestamp,
}

/// Notes when and with what a card became active.
pub(crate) async fn note_sale(tx: &mut Tx, gift_card_id: Uuid, sold: &Sold<'_>) -> Outcome<()> {
    tx.execute_one(
        "UPDATE gift_card SET sold_order_id = $2, sold_store_no = $3, customer_id = $4, \
         activated_at = $5, activated_on = $6, expires_on = $7 WHERE gift_card_id = $1",
        params![
            gift_card_id,
            sold.order_id,
            sold.store_no,
            sold.customer_id,
            sold.now,
            sold.business_date,
            sold.expires_on
        ],
    )
    .await?;
    Ok(())
}

/// Notes that a card carries money that went back to a customer.
pub(crate) async fn note_refund(tx: &mut Tx, gift_card_id: Uuid) -> Outcome<()> {
    tx.execute_one(
        "UPDATE gift_card SET is_refund = $2 WHERE gift_card_id = $1",
        params![gift_card_id, true],
    )
    .await?;
    Ok(())
}

/// Cards with a balance whose last day is before a date. One that is being topped up waits: it will
/// hold longer.
pub(crate) async fn list_expired(tx: &mut Tx, before: Date, limit: i64) -> Outcome<Vec<Card>> {
    let sql = format!(
        "{COLUMNS} WHERE g.state IN ('ACTIVE', 'PARTIAL', 'BLOCKED') AND g.expires_on < $1 \
         AND g.balance > 0 AND g.top_up_line_id IS NULL ORDER BY g.expires_on LIMIT $2"
    );
    let rows = tx.query(&sql, params![before, limit]).await?;
    rows.into_iter().map(read).collect()
}

/// Why the office changed the state of a card.
pub(crate) struct NewNote<'a> {
    pub gift_card_id: Uuid,
    pub action: &'static str,
    pub reason: &'a str,
    pub store_no: &'a StoreNo,
    pub terminal_no: &'a TerminalNo,
    pub staff_id: &'a StaffId,
    pub now: Timestamp,
}

/// Writes down why the office changed the state of a card.
pub(crate) async fn insert_note(tx: &mut Tx, note: &NewNote<'_>) -> Outcome<()> {
    tx.execute_one(
        "INSERT INTO gift_card_note (note_id, gift_card_id, action, reason, store_no, \
         terminal_no, staff_id, noted_at) VALUES ($1, $2, $3, $4, $5, $6, $7, $8)",
        params![
            Uuid::now_v7(),
            note.gift_card_id,
            note.action,
            note.reason,
            note.store_no,
            note.terminal_no,
            note.staff_id,
            note.now
        ],
    )
    .await?;
    Ok(())
}

/// Whether the sale of a card is in a statement.
pub(crate) async fn is_sale_stated(tx: &mut Tx, gift_card_id: Uuid) -> Outcome<bool> {
    let row = tx
        .query_opt(
            "SELECT 1 FROM gift_card g JOIN statement_order s ON s.order_id = g.sold_order_id \
             WHERE g.gift_card_id = $1",
            params![gift_card_id],
        )
        .await?;
    Ok(row.is_some())
}
