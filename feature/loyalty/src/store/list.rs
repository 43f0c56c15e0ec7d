//! Accounts, lots and ledgers as people read them.

use crm::rule::name::shown_name;
use jiff::Timestamp;
use jiff::civil::Date;
use kernel::Currency;
use kernel::id::CustomerId;
use shell::Outcome;
use shell::db::{IntoValue, Row, Tx, Value, params};
use uuid::Uuid;

use super::lot::Owner;
use crate::rule::lot::Lot;

/// Which accounts are wanted.
#[derive(Clone, Debug)]
pub(crate) struct Filter {
    /// What each customer's text must match.
    pub patterns: Vec<String>,
    /// The day that counts as today.
    pub today: Date,
    /// Only those of whom something ends until a day.
    pub ending_until: Option<Date>,
}

/// The place behind an account in the list.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Cursor {
    changed_at: Timestamp,
    customer_id: Uuid,
    currency_code: String,
}

impl Cursor {
    pub(crate) fn text(&self) -> String {
        let micros = self.changed_at.as_microsecond();
        format!("{micros}_{}_{}", self.customer_id, self.currency_code)
    }

    /// None for a text that is no cursor: the list starts at its beginning.
    pub(crate) fn parse(text: &str) -> Option<Self> {
        let mut parts = text.split('_');
        Some(Self {
            changed_at: Timestamp::from_microsecond(parts.next()?.parse().ok()?).ok()?,
            customer_id: parts.next()?.parse().ok()?,
            currency_code: parts.next()?.to_owned(),
        })
    }
}

/// An account of the list.
pub(crate) struct ListedAccount {
    pub customer_id: CustomerId,
    pub customer_no: i64,
    pub name: String,
    pub currency: Currency,
    pub balance: i64,
    pub points: i64,
    pub redeemed: i64,
    /// What ends first, and when.
    pub ends_first: Option<(i64, Date)>,
    pub changed_at: Timestamp,
}

impl ListedAccount {
    pub(crate) fn cursor(&self) -> Cursor {
        Cursor {
            changed_at: self.changed_at,
            customer_id: self.customer_id.0,
            currency_code: self.currency.code().to_owned(),
        }
    }
}

/// `$1` is today.
const COLUMNS: &str = "SELECT a.customer_id, c.customer_no, c.family_name, c.given_name, \
     a.currency_code, a.balance, a.points, a.redeemed, a.changed_at, \
     (SELECT MIN(l.expires_on) FROM loyalty_lot l WHERE l.customer_id = a.customer_id \
     AND l.currency_code = a.currency_code AND l.state = 'OPEN' AND l.expires_on >= $1), \
     (SELECT CAST(SUM(l.remaining) AS BIGINT) FROM loyalty_lot l \
     WHERE l.customer_id = a.customer_id AND l.currency_code = a.currency_code \
     AND l.state = 'OPEN' AND l.expires_on = (SELECT MIN(f.expires_on) FROM loyalty_lot f \
     WHERE f.customer_id = a.customer_id AND f.currency_code = a.currency_code \
     AND f.state = 'OPEN' AND f.expires_on >= $1)) \
     FROM loyalty_account a JOIN customer c ON c.customer_id = a.customer_id";

fn read(mut row: Row) -> Outcome<ListedAccount> {
    let customer_id = row.read()?;
    let customer_no = row.read()?;
    let (family, given): (String, String) = (row.read()?, row.read()?);
    let currency = row.read()?;
    let (balance, points, redeemed) = (row.read()?, row.read()?, row.read()?);
    let changed_at = row.read()?;
    let (expires_on, ending): (Option<Date>, Option<i64>) = (row.read()?, row.read()?);
    Ok(ListedAccount {
        customer_id,
        customer_no,
        name: shown_name(&family, &given, customer_no),
        currency,
        balance,
        points,
        redeemed,
        ends_first: ending.zip(expires_on),
        changed_at,
    })
}

fn conditions(filter: &Filter, values: &mut Vec<Value>) -> String {
    let mut sql = String::from("1 = 1");
    let mut add = |text: &str, value: Value| {
        values.push(value);
        sql.push_str(" AND ");
        sql.push_str(&text.replace('?', &format!("${}", values.len())));
    };
    for pattern in &filter.patterns {
        let text = "(c.search_text LIKE ? ESCAPE '\\')";
        add(text, pattern.into_value());
    }
    if let Some(until) = filter.ending_until {
        add(
            "EXISTS (SELECT 1 FROM loyalty_lot e WHERE e.customer_id = a.customer_id \
             AND e.currency_code = a.currency_code AND e.state = 'OPEN' \
             AND e.expires_on >= $1 AND e.expires_on <= ?)",
            until.into_value(),
        );
    }
    sql
}

/// Accounts behind one of them, what changed last first.
pub(crate) async fn accounts(
    tx: &mut Tx,
    filter: &Filter,
    after: Option<Cursor>,
    rows: i64,
) -> Outcome<Vec<ListedAccount>> {
    let mut values = vec![filter.today.into_value()];
    let mut conditions = conditions(filter, &mut values);
    if let Some(after) = after {
        let at = values.len();
        values.extend([
            after.changed_at.into_value(),
            after.customer_id.into_value(),
            after.currency_code.into_value(),
        ]);
        conditions.push_str(&format!(
            " AND (a.changed_at, a.customer_id, a.currency_code) < (${}, ${}, ${})",
            at + 1,
            at + 2,
            at + 3
        ));
    }
    values.push(rows.into_value());
    let sql = format!(
        "{COLUMNS} WHERE {conditions} \
         ORDER BY a.changed_at DESC, a.customer_id DESC, a.currency_code DESC LIMIT ${}",
        values.len()
    );
    let rows = tx.query(&sql, &values).await?;
    rows.into_iter().map(read).collect()
}

/// How many accounts a filter leaves.
pub(crate) async fn count(tx: &mut Tx, filter: &Filter) -> Outcome<i64> {
    let mut values = vec![filter.today.into_value()];
    let conditions = conditions(filter, &mut values);
    let sql = format!(
        "SELECT COUNT(*) FROM loyalty_account a JOIN customer c \
         ON c.customer_id = a.customer_id WHERE CAST($1 AS TEXT) IS NOT NULL AND {conditions}"
    );
    Ok(tx.query_one(&sql, &values).await?.read()?)
}

/// Somebody's account as the list shows it.
pub(crate) async fn find(tx: &mut Tx, owner: Owner, today: Date) -> Outcome<Option<ListedAccount>> {
    let sql = format!("{COLUMNS} WHERE a.customer_id = $2 AND a.currency_code = $3");
    let values = params![today, owner.customer_id, owner.currency.code()];
    tx.query_opt(&sql, values).await?.map(read).transpose()
}

/// A lot, with the receipt of its sale.
pub(crate) struct ListedLot {
    pub lot: Lot,
    pub state: String,
    pub granted: i64,
    pub receipt_no: Option<String>,
}

/// Somebody's lots, the last to end first.
pub(crate) async fn lots(tx: &mut Tx, owner: Owner, rows: i64) -> Outcome<Vec<ListedLot>> {
    let rows = tx
        .query(
            "SELECT l.lot_id, l.remaining, l.usable_from, l.expires_on, l.state, l.granted, \
             o.receipt_no FROM loyalty_lot l LEFT JOIN sales_order o ON o.order_id = l.order_id \
             WHERE l.customer_id = $1 AND l.currency_code = $2 \
             ORDER BY l.expires_on DESC, l.lot_id DESC LIMIT $3",
            params![owner.customer_id, owner.currency.code(), rows],
        )
        .await?;
    rows.into_iter()
        .map(|mut row| {
            Ok(ListedLot {
                lot: Lot {
                    lot_id: row.read()?,
                    remaining: row.read()?,
                    usable_from: row.read()?,
                    expires_on: row.read()?,
                },
                state: row.read()?,
                granted: row.read()?,
                receipt_no: row.read()?,
            })
        })
        .collect()
}

/// An entry of a ledger, with words for where and who.
pub(crate) struct LedgerRow {
    pub entry_no: i64,
    pub entry_type: String,
    pub amount: i64,
    pub balance: i64,
    pub points: i64,
    pub store_no: String,
    pub terminal_no: Option<String>,
    pub staff: Option<(String, String)>,
    pub booked_at: Timestamp,
    pub receipt_no: Option<String>,
    pub reason: Option<String>,
}

/// Somebody's ledger, the newest entry first.
pub(crate) async fn ledger(tx: &mut Tx, owner: Owner, rows: i64) -> Outcome<Vec<LedgerRow>> {
    let rows = tx
        .query(
            "SELECT e.entry_no, e.entry_type, e.amount, e.balance, e.points, e.store_no, \
             e.terminal_no, s.first_name, s.last_name, e.booked_at, \
             COALESCE(o.receipt_no, p.receipt_no), e.reason \
             FROM loyalty_entry e LEFT JOIN salesperson s ON s.staff_id = e.staff_id \
             LEFT JOIN sales_order o ON o.order_id = e.order_id \
             LEFT JOIN sales_order_tender t ON t.tender_id = e.tender_id \
             LEFT JOIN sales_order p ON p.order_id = t.order_id \
             WHERE e.customer_id = $1 AND e.currency_code = $2 \
             ORDER BY e.entry_no DESC LIMIT $3",
            params![owner.customer_id, owner.currency.code(), rows],
        )
        .await?;
    rows.into_iter()
        .map(|mut row| {
            let (entry_no, entry_type) = (row.read()?, row.read()?);
            let (amount, balance, points) = (row.read()?, row.read()?, row.read()?);
            let (store_no, terminal_no) = (row.read()?, row.read()?);
            let (first, last): (Option<String>, Option<String>) = (row.read()?, row.read()?);
            Ok(LedgerRow {
                entry_no,
                entry_type,
                amount,
                balance,
                points,
                store_no,
                terminal_no,
                staff: first.zip(last),
                booked_at: row.read()?,
                receipt_no: row.read()?,
                reason: row.read()?,
            })
        })
        .collect()
}
