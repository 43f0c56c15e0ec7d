//! Cards as the office sees them.

use jiff::Timestamp;
use jiff::civil::Date;
use kernel::Currency;
use shell::Outcome;
use shell::db::{FromRow, IntoValue, Row, Tx, Value, params};
use uuid::Uuid;

use super::card::state;
use crate::rule::state::CardState;

/// Which cards are wanted. What is absent asks for nothing.
#[derive(Clone, Debug, Default)]
pub(crate) struct Filter {
    /// The beginning of a number.
    pub number: Option<String>,
    /// The last four letters of a number.
    pub last_four: Option<String>,
    pub state: Option<CardState>,
    pub batch_code: Option<String>,
    /// The store that sold it.
    pub store_no: Option<String>,
}

/// A card of the list.
pub(crate) struct ListedCard {
    pub gift_card_id: Uuid,
    pub card_no: String,
    pub last_four: String,
    pub batch_code: String,
    pub market_code: String,
    pub currency: Currency,
    pub state: CardState,
    pub initial: i64,
    pub balance: i64,
    pub sold_store_no: Option<String>,
    pub activated_at: Option<Timestamp>,
    pub expires_on: Option<Date>,
    pub receipt_no: Option<String>,
}

const COLUMNS: &str = "SELECT g.gift_card_id, g.card_no, g.last_four, g.batch_code, \
     g.market_code, g.currency_code, g.state, g.initial_amount, g.balance, g.sold_store_no, \
     g.activated_at, g.expires_on, o.receipt_no FROM gift_card g \
     LEFT JOIN sales_order o ON o.order_id = g.sold_order_id";

fn conditions(filter: &Filter, values: &mut Vec<Value>) -> String {
    let mut sql = String::from("1 = 1");
    let mut add = |text: &str, value: Value| {
        values.push(value);
        sql.push_str(" AND ");
        sql.push_str(&text.replace('?', &format!("${}", values.len())));
    };
    if let Some(number) = &filter.number {
        add("g.card_no >= ?", number.into_value());
        // Numbers are ASCII: nothing that begins with it sorts behind this.
        add("g.card_no < ?", format!("{number}~").into_value());
    }
    if let Some(last_four) = &filter.last_four {
        add("g.last_four = ?", last_four.into_value());
    }
    if let Some(state) = filter.state {
        add("g.state = ?", state.name().into_value());
    }
    if let Some(batch_code) = &filter.batch_code {
        add("g.batch_code = ?", batch_code.into_value());
    }
    if let Some(store_no) = &filter.store_no {
        add("g.sold_store_no = ?", store_no.into_value());
    }
    sql
}

/// Cards behind one of them, the newest first.
pub(crate) async fn list_cards(
    tx: &mut Tx,
    filter: &Filter,
    after: Option<Uuid>,
    rows: i64,
) -> Outcome<Vec<ListedCard>> {
    let mut values = Vec::new();
    let mut conditions = conditions(filter, &mut values);
    if let Some(after) = after {
        values.push(after.into_value());
        conditions.push_str(&format!(" AND g.gift_card_id < ${}", values.len()));
    }
    values.push(rows.into_value());
    let sql = format!(
        "{COLUMNS} WHERE {conditions} ORDER BY g.gift_card_id DESC LIMIT ${}",
        values.len()
    );
    let rows = tx.query(&sql, &values).await?;
    rows.into_iter().map(read).collect()
}

/// A card as the list shows it.
pub(crate) async fn find_listed(tx: &mut Tx, gift_card_id: Uuid) -> Outcome<Option<ListedCard>> {
    let sql = format!("{COLUMNS} WHERE g.gift_card_id = $1");
    let row = tx.query_opt(&sql, params![gift_card_id]).await?;
    row.map(read).transpose()
}

fn read(mut row: Row) -> Outcome<ListedCard> {
    Ok(ListedCard {
        gift_card_id: row.read()?,
        card_no: row.read()?,
        last_four: row.read()?,
        batch_code: row.read()?,
        market_code: row.read()?,
        currency: row.read()?,
        state: state(&row.read::<String>()?)?,
        initial: row.read()?,
        balance: row.read()?,
        sold_store_no: row.read()?,
        activated_at: row.read()?,
        expires_on: row.read()?,
        receipt_no: row.read()?,
    })
}

/// How many cards a filter leaves.
pub(crate) async fn count_cards(tx: &mut Tx, filter: &Filter) -> Outcome<i64> {
    let mut values = Vec::new();
    let conditions = conditions(filter, &mut values);
    let sql = format!("SELECT COUNT(*) FROM gift_card g WHERE {conditions}");
    Ok(tx.query_one(&sql, &values).await?.read()?)
}

/// An entry of a ledger, with words for where and who.
pub(crate) struct LedgerRow {
    pub entry_no: i64,
    pub entry_type: String,
    pub amount: i64,
    pub balance: i64,
    pub store_no: String,
    pub terminal_no: Option<String>,
    pub staff: Option<(String, String)>,
    pub booked_at: Timestamp,
    pub receipt_no: Option<String>,
}

/// The ledger of a card, the newest entry first.
pub(crate) async fn list_ledger(
    tx: &mut Tx,
    gift_card_id: Uuid,
    rows: i64,
) -> Outcome<Vec<LedgerRow>> {
    let rows = tx
        .query(
            "SELECT l.entry_no, l.entry_type, l.amount, l.balance, l.store_no, l.terminal_no, \
             s.first_name, s.last_name, l.booked_at, COALESCE(o.receipt_no, p.receipt_no) \
             FROM gift_card_ledger l LEFT JOIN salesperson s ON s.staff_id = l.staff_id \
             LEFT JOIN sales_order o ON o.order_id = l.order_id \
             LEFT JOIN sales_order_tender t ON t.tender_id = l.tender_id \
             LEFT JOIN sales_order p ON p.order_id = t.order_id \
             WHERE l.gift_card_id = $1 ORDER BY l.entry_no DESC LIMIT $2",
            params![gift_card_id, rows],
        )
        .await?;
    rows.into_iter()
        .map(|mut row| {
            let (entry_no, entry_type) = (row.read()?, row.read()?);
            let (amount, balance) = (row.read()?, row.read()?);
            let (store_no, terminal_no) = (row.read()?, row.read()?);
            let (first, last): (Option<String>, Option<String>) = (row.read()?, row.read()?);
            Ok(LedgerRow {
                entry_no,
                entry_type,
                amount,
                balance,
                store_no,
                terminal_no,
                staff: first.zip(last),
                booked_at: row.read()?,
                receipt_no: row.read()?,
            })
        })
        .collect()
}

/// What the office did with a card, the newest first: what, why, where, who and when.
pub(crate) async fn list_notes(
    tx: &mut Tx,
    gift_card_id: Uuid,
) -> Outcome<Vec<(String, String, String, String, Timestamp)>> {
    let rows = tx
        .query(
            "SELECT n.action, n.reason, n.store_no, COALESCE(s.first_name || ' ' || s.last_name, \
             n.staff_id), n.noted_at FROM gift_card_note n \
             LEFT JOIN salesperson s ON s.staff_id = n.staff_id \
             WHERE n.gift_card_id = $1 ORDER BY n.noted_at DESC, n.note_id DESC LIMIT 200",
            params![gift_card_id],
        )
        .await?;
    rows.into_iter().map(FromRow::from_row).collect()
}

/// What the list can be narrowed to: stores that sold cards, and the latest batches.
pub(crate) async fn list_offices(
    tx: &mut Tx,
) -> Outcome<(Vec<(String, String)>, Vec<String>, Vec<String>)> {
    let pairs = |mut row: Row| -> Outcome<(String, String)> { Ok((row.read()?, row.read()?)) };
    let stores = tx
        .query(
            "SELECT s.store_no, s.name FROM store s JOIN gift_card_store g \
             ON g.store_no = s.store_no ORDER BY s.store_no",
            params![],
        )
        .await?;
    let batches = tx
        .query(
            "SELECT batch_code FROM gift_card_batch ORDER BY created_at DESC, batch_code LIMIT 200",
            params![],
        )
        .await?;
    let markets = tx
        .query(
            "SELECT DISTINCT market_code FROM gift_card_store ORDER BY market_code",
            params![],
        )
        .await?;
    let text = |mut row: Row| -> Outcome<String> { Ok(row.read()?) };
    Ok((
        stores.into_iter().map(pairs).collect::<Outcome<_>>()?,
        batches.into_iter().map(text).collect::<Outcome<_>>()?,
        markets.into_iter().map(text).collect::<Outcome<_>>()?,
    ))
}
