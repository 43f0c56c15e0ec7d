//! Cards and their ledgers.

use jiff::Timestamp;
use jiff::civil::Date;
use kernel::id::{BasketId, CustomerId, LineId, OrderId, StaffId, StoreNo, TenderId, TerminalNo};
use kernel::{Currency, Money};
use shell::db::{Row, Tx, params};
use shell::{Failure, Outcome};
use uuid::Uuid;

use crate::rule::offer::Offered;
use crate::rule::state::{CardState, EntryType, Standing};

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
    /// The store that sold it.
    pub sold_store_no: Option<StoreNo>,
    /// The business date of its sale.
    pub activated_on: Option<Date>,
    /// The last date on which it holds; none for ever.
    pub expires_on: Option<Date>,
}

impl Card {
    /// What the rules look at of it.
    #[must_use]
    pub fn offered(&self) -> Offered<'_> {
        Offered {
            market_code: &self.market_code,
            currency: self.currency,
            standing: self.standing,
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

const COLUMNS: &str = "SELECT g.gift_card_id, g.card_no, g.last_four, g.market_code, \
     g.currency_code, g.code_hash, g.state, g.initial_amount, g.balance, g.version, g.line_id, \
     g.sold_store_no, g.activated_on, g.expires_on FROM gift_card g";

fn read(mut row: Row) -> Outcome<Card> {
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
        sold_store_no: row.read()?,
        activated_on: row.read()?,
        expires_on: row.read()?,
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

/// The card that a line of a basket holds.
pub(crate) async fn find_by_line(tx: &mut Tx, line_id: LineId) -> Outcome<Option<Card>> {
    let sql = format!("{COLUMNS} WHERE g.line_id = $1");
    let row = tx.query_opt(&sql, params![line_id]).await?;
    row.map(read).transpose()
}

/// The cards of the lines of a basket, whether the lines still hold them or not.
pub(crate) async fn list_of_basket(
    tx: &mut Tx,
    basket_id: BasketId,
) -> Outcome<Vec<(LineId, Card)>> {
    let columns = COLUMNS.replacen("SELECT ", "SELECT l.line_id, ", 1);
    let sql = format!(
        "{columns} JOIN basket_line_gift_card l ON l.gift_card_id = g.gift_card_id \
         WHERE l.basket_id = $1"
    );
    let rows = tx.query(&sql, params![basket_id]).await?;
    rows.into_iter()
        .map(|mut row| Ok((row.read()?, read(row)?)))
        .collect()
}

/// Whether lines of a basket sell cards.
pub(crate) async fn has_card_lines(tx: &mut Tx, basket_id: BasketId) -> Outcome<bool> {
    let row = tx
        .query_opt(
            "SELECT 1 FROM basket_line_gift_card WHERE basket_id = $1 LIMIT 1",
            params![basket_id],
        )
        .await?;
    Ok(row.is_some())
}

/// Whether a line of the basket at work on a till holds a card.
pub(crate) async fn is_in_basket_of(
    tx: &mut Tx,
    gift_card_id: Uuid,
    terminal_no: &TerminalNo,
) -> Outcome<bool> {
    let row = tx
        .query_opt(
            "SELECT 1 FROM gift_card g JOIN basket_line l ON l.line_id = g.line_id \
             JOIN basket b ON b.basket_id = l.basket_id \
             WHERE g.gift_card_id = $1 AND b.terminal_no = $2 AND b.state IN ('OPEN', 'PAYING')",
            params![gift_card_id, terminal_no],
        )
        .await?;
    Ok(row.is_some())
}

/// Gives a line its card, in place of another that it had.
pub(crate) async fn attach(
    tx: &mut Tx,
    (basket_id, line_id): (BasketId, LineId),
    gift_card_id: Uuid,
) -> Outcome<()> {
    tx.execute(
        "DELETE FROM basket_line_gift_card WHERE line_id = $1",
        params![line_id],
    )
    .await?;
    tx.execute_one(
        "INSERT INTO basket_line_gift_card (line_id, basket_id, gift_card_id) VALUES ($1, $2, $3)",
        params![line_id, basket_id, gift_card_id],
    )
    .await?;
    Ok(())
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

/// An entry of a card's ledger.
#[derive(Clone, Debug)]
pub struct NewEntry<'a> {
    /// The entry.
    pub entry_id: Uuid,
    /// The card.
    pub gift_card_id: Uuid,
    /// What it is.
    pub entry_type: EntryType,
    /// What it adds, below zero for what it takes.
    pub amount: i64,
    /// What is left after it.
    pub balance: i64,
    /// The tender that it belongs to.
    pub tender_id: Option<TenderId>,
    /// The order that it belongs to.
    pub order_id: Option<OrderId>,
    /// Where.
    pub store_no: &'a StoreNo,
    /// At which till; none for the program itself.
    pub terminal_no: Option<&'a TerminalNo>,
    /// Who; none for the program itself.
    pub staff_id: Option<&'a StaffId>,
    /// On which business date of the store.
    pub business_date: Date,
    /// When.
    pub booked_at: Timestamp,
    /// Its place in the journal: chain and sequence number.
    pub journal: (&'a str, i64),
}

/// Adds an entry to a card's ledger.
pub(crate) async fn insert_entry(tx: &mut Tx, entry: &NewEntry<'_>) -> Outcome<()> {
    tx.execute_one(
        "INSERT INTO gift_card_ledger (entry_id, gift_card_id, entry_no, entry_type, amount, \
         balance, tender_id, order_id, store_no, terminal_no, staff_id, business_date, booked_at, \
         journal_chain, journal_seq) VALUES ($1, $2, \
         (SELECT COALESCE(MAX(entry_no), 0) + 1 FROM gift_card_ledger WHERE gift_card_id = $2), \
         $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14)",
        params![
            entry.entry_id,
            entry.gift_card_id,
            entry.entry_type.name(),
            entry.amount,
            entry.balance,
            entry.tender_id,
            entry.order_id,
            entry.store_no,
            entry.terminal_no,
            entry.staff_id,
            entry.business_date,
            entry.booked_at,
            entry.journal.0,
            entry.journal.1
        ],
    )
    .await?;
    Ok(())
}

/// The card that a tender took from, with how much.
pub(crate) async fn find_redeemed(
    tx: &mut Tx,
    tender_id: TenderId,
) -> Outcome<Option<(Uuid, i64)>> {
    let row = tx
        .query_opt(
            "SELECT gift_card_id, amount FROM gift_card_ledger \
             WHERE tender_id = $1 AND entry_type = 'REDEEM'",
            params![tender_id],
        )
        .await?;
    let Some(mut row) = row else { return Ok(None) };
    let (gift_card_id, amount): (Uuid, i64) = (row.read()?, row.read()?);
    Ok(Some((gift_card_id, -amount)))
}

/// Cards with a balance whose last day is before a date.
pub(crate) async fn list_expired(tx: &mut Tx, before: Date, limit: i64) -> Outcome<Vec<Card>> {
    let sql = format!(
        "{COLUMNS} WHERE g.state IN ('ACTIVE', 'PARTIAL', 'BLOCKED') AND g.expires_on < $1 \
         AND g.balance > 0 ORDER BY g.expires_on LIMIT $2"
    );
    let rows = tx.query(&sql, params![before, limit]).await?;
    rows.into_iter().map(read).collect()
}

/// Whether an order sold a card or was paid with one, also by a deposit that it settles.
pub(crate) async fn order_has_card(tx: &mut Tx, order_id: OrderId) -> Outcome<bool> {
    let row = tx
        .query_opt(
            "SELECT 1 FROM gift_card_ledger WHERE order_id = $1 \
             UNION ALL SELECT 1 FROM sales_order_tender t \
             JOIN tender d ON d.tender_code = t.tender_code \
             WHERE t.order_id = $1 AND d.tender_type = 'GIFTCARD' \
             UNION ALL SELECT 1 FROM deposit_line s \
             JOIN deposit_ledger e ON e.deposit_id = s.deposit_id \
             JOIN deposit_tender t ON t.entry_id = e.entry_id \
             JOIN tender d ON d.tender_code = t.tender_code \
             WHERE s.order_id = $1 AND d.tender_type = 'GIFTCARD' LIMIT 1",
            params![order_id],
        )
        .await?;
    Ok(row.is_some())
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

/// How many differences are listed.
const DIFFERING_MAX: i64 = 1_000;

/// Cards that do not hold what their ledger says: card, balance, sum.
pub(crate) async fn list_differing(tx: &mut Tx) -> Outcome<Vec<(Uuid, i64, i64)>> {
    let rows = tx
        .query(
            "SELECT g.gift_card_id, g.balance, CAST(COALESCE(l.total, 0) AS BIGINT) FROM gift_card g \
             LEFT JOIN (SELECT gift_card_id, SUM(amount) AS total FROM gift_card_ledger \
             GROUP BY gift_card_id) l ON l.gift_card_id = g.gift_card_id \
             WHERE g.balance <> COALESCE(l.total, 0) ORDER BY g.gift_card_id LIMIT $1",
            params![DIFFERING_MAX],
        )
        .await?;
    rows.into_iter()
        .map(|mut row| Ok((row.read()?, row.read()?, row.read()?)))
        .collect()
}
