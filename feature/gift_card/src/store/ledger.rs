//! Ledgers of cards.

use jiff::Timestamp;
use jiff::civil::Date;
use kernel::Currency;
use kernel::id::{OrderId, StaffId, StoreNo, TenderId, TerminalNo};
use shell::db::{FromRow, Row, Tx, params};
use shell::{Failure, Outcome};
use uuid::Uuid;

use crate::rule::state::EntryType;

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
    /// The last date of what it adds; none for ever, and for what it takes.
    pub expires_on: Option<Date>,
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
         journal_chain, journal_seq, expires_on) VALUES ($1, $2, \
         (SELECT COALESCE(MAX(entry_no), 0) + 1 FROM gift_card_ledger WHERE gift_card_id = $2), \
         $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15)",
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
            entry.journal.1,
            entry.expires_on
        ],
    )
    .await?;
    Ok(())
}

/// The card that a tender took from, with how much: what it paid, and the rest that was cleared with
/// it.
pub(crate) async fn find_redeemed(
    tx: &mut Tx,
    tender_id: TenderId,
) -> Outcome<Option<(Uuid, i64)>> {
    let row = tx
        .query_opt(
            "SELECT gift_card_id, CAST(SUM(amount) AS BIGINT) FROM gift_card_ledger \
             WHERE tender_id = $1 AND entry_type IN ('REDEEM', 'CLEAR') GROUP BY gift_card_id",
            params![tender_id],
        )
        .await?;
    let Some(mut row) = row else { return Ok(None) };
    let (gift_card_id, amount): (Uuid, i64) = (row.read()?, row.read()?);
    Ok(Some((gift_card_id, -amount)))
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

/// An entry as a receipt tells it.
pub(crate) struct PaperEntry {
    pub last_four: String,
    pub currency: Currency,
    pub entry_type: EntryType,
    pub amount: i64,
    pub balance: i64,
    pub expires_on: Option<Date>,
}

const PAPER_COLUMNS: &str = "SELECT g.last_four, g.currency_code, l.entry_type, l.amount, \
     l.balance, l.expires_on, l.booked_at, g.card_no, l.entry_no FROM gift_card_ledger l \
     JOIN gift_card g ON g.gift_card_id = l.gift_card_id WHERE ";

/// What an order put on cards, and what its tenders took from them, in the order in which it happened.
pub(crate) async fn list_of_order(tx: &mut Tx, order_id: OrderId) -> Outcome<Vec<PaperEntry>> {
    let sql = format!(
        "{PAPER_COLUMNS} l.order_id = $1 AND l.entry_type IN ('ACTIVATE', 'TOPUP') \
         UNION ALL {PAPER_COLUMNS} l.entry_type IN ('REDEEM', 'CLEAR') AND l.tender_id IN \
         (SELECT t.tender_id FROM sales_order_tender t WHERE t.order_id = $1) \
         ORDER BY booked_at, card_no, entry_no"
    );
    let rows = tx.query(&sql, params![order_id]).await?;
    rows.into_iter().map(paper_entry).collect()
}

/// What the tenders of a payment on a deposit took from cards, in the order in which it happened.
pub(crate) async fn list_of_deposit_payment(
    tx: &mut Tx,
    entry_id: Uuid,
) -> Outcome<Vec<PaperEntry>> {
    let sql = format!(
        "{PAPER_COLUMNS} l.entry_type IN ('REDEEM', 'CLEAR') AND l.tender_id IN \
         (SELECT t.tender_id FROM deposit_tender t WHERE t.entry_id = $1) \
         ORDER BY booked_at, card_no, entry_no"
    );
    let rows = tx.query(&sql, params![entry_id]).await?;
    rows.into_iter().map(paper_entry).collect()
}

fn paper_entry(mut row: Row) -> Outcome<PaperEntry> {
    let (last_four, currency) = (row.read()?, row.read()?);
    let entry_type: String = row.read()?;
    Ok(PaperEntry {
        last_four,
        currency,
        entry_type: EntryType::parse(&entry_type)
            .ok_or_else(|| Failure::internal(format!("no entry of cards {entry_type}")))?,
        amount: row.read()?,
        balance: row.read()?,
        expires_on: row.read()?,
    })
}

/// How many differences are listed.
const DIFFERING_MAX: i64 = 1_000;

/// A card beside what its ledger says of it.
pub(crate) struct Compared {
    pub gift_card_id: Uuid,
    pub balance: i64,
    pub initial: i64,
    /// The sum of all entries.
    pub total: i64,
    /// The sum of those that charged it.
    pub charged: i64,
}

/// Cards that do not hold what their ledger says, or were not charged with what it says.
pub(crate) async fn list_differing(tx: &mut Tx) -> Outcome<Vec<Compared>> {
    let rows = tx
        .query(
            "SELECT g.gift_card_id, g.balance, g.initial_amount, \
             CAST(COALESCE(l.total, 0) AS BIGINT), CAST(COALESCE(l.charged, 0) AS BIGINT) \
             FROM gift_card g LEFT JOIN (SELECT gift_card_id, SUM(amount) AS total, \
             SUM(CASE WHEN entry_type IN ('ACTIVATE', 'TOPUP') THEN amount ELSE 0 END) AS charged \
             FROM gift_card_ledger GROUP BY gift_card_id) l ON l.gift_card_id = g.gift_card_id \
             WHERE g.balance <> COALESCE(l.total, 0) OR g.initial_amount <> COALESCE(l.charged, 0) \
             ORDER BY g.gift_card_id LIMIT $1",
            params![DIFFERING_MAX],
        )
        .await?;
    rows.into_iter()
        .map(|mut row| {
            Ok(Compared {
                gift_card_id: row.read()?,
                balance: row.read()?,
                initial: row.read()?,
                total: row.read()?,
                charged: row.read()?,
            })
        })
        .collect()
}

/// An entry of a ledger beside what the journal states of it.
pub(crate) struct Proved {
    pub entry_id: Uuid,
    pub gift_card_id: Uuid,
    pub entry_type: String,
    pub amount: i64,
    pub balance: i64,
    pub currency: Currency,
    /// Kind and payload of the journal's entry; none where there is none.
    pub stated: Option<(String, Vec<u8>)>,
}

/// Entries behind one of them.
pub(crate) async fn list_entries(tx: &mut Tx, after: Uuid, rows: i64) -> Outcome<Vec<Proved>> {
    let rows = tx
        .query(
            "SELECT l.entry_id, l.gift_card_id, l.entry_type, l.amount, l.balance, \
             g.currency_code, j.kind, j.payload FROM gift_card_ledger l \
             JOIN gift_card g ON g.gift_card_id = l.gift_card_id LEFT JOIN journal_entry j \
             ON j.chain_id = l.journal_chain AND j.seq = l.journal_seq \
             WHERE l.entry_id > $1 ORDER BY l.entry_id LIMIT $2",
            params![after, rows],
        )
        .await?;
    rows.into_iter().map(proved).collect()
}

fn proved(mut row: Row) -> Outcome<Proved> {
    let (entry_id, gift_card_id, entry_type) = (row.read()?, row.read()?, row.read()?);
    let (amount, balance, currency) = (row.read()?, row.read()?, row.read()?);
    let (kind, payload): (Option<String>, Option<Vec<u8>>) = (row.read()?, row.read()?);
    Ok(Proved {
        entry_id,
        gift_card_id,
        entry_type,
        amount,
        balance,
        currency,
        stated: kind.zip(payload),
    })
}

/// Entries of the journal about gift cards that no ledger has: chain and place.
pub(crate) async fn list_strays(tx: &mut Tx) -> Outcome<Vec<(String, i64)>> {
    let rows = tx
        .query(
            "SELECT j.chain_id, j.seq FROM journal_entry j LEFT JOIN gift_card_ledger l \
             ON l.journal_chain = j.chain_id AND l.journal_seq = j.seq \
             WHERE j.kind = 'giftcard' AND l.entry_id IS NULL \
             ORDER BY j.chain_id, j.seq LIMIT $1",
            params![DIFFERING_MAX],
        )
        .await?;
    rows.into_iter().map(FromRow::from_row).collect()
}
