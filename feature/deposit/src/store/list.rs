//! The list of deposits.

use jiff::civil::Date;
use kernel::id::{CustomerId, StoreNo};
use shell::Outcome;
use shell::db::{FromRow, Tx, Value, params};
use uuid::Uuid;

use super::{COLUMNS, Deposit, read};
use crate::rule::source::Source;

/// Which deposits are wanted.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) enum Wanted {
    /// Those whose pieces are kept, what is due first.
    #[default]
    Live,
    /// Those that are paid and whose pieces are here.
    Ready,
    /// Those with something to pay whose last day is near.
    DueSoon,
    /// Those whose last day has passed.
    Overdue,
    /// Those that are over, the newest first.
    Settled,
}

/// Which days count as near: from today to the last of them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Near {
    pub today: Date,
    pub until: Date,
}

/// Those whose last day has passed, whether or not the job has called them so; `$n` is today.
fn is_overdue(today: usize) -> String {
    format!("(d.state = 'OVERDUE' OR (d.state = 'OPEN' AND d.expires_on < ${today}))")
}

/// Those with something to pay whose last day is near.
fn is_due_soon(today: usize, until: usize) -> String {
    format!("(d.state = 'OPEN' AND d.expires_on >= ${today} AND d.expires_on <= ${until})")
}

/// The place behind a deposit in the list.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Cursor {
    pub expires_on: Date,
    pub deposit_no: i64,
}

impl Cursor {
    pub(crate) fn text(self) -> String {
        format!("{}_{}", self.expires_on, self.deposit_no)
    }

    pub(crate) fn parse(text: &str) -> Option<Self> {
        let (date, number) = text.split_once('_')?;
        Some(Self {
            expires_on: date.parse().ok()?,
            deposit_no: number.parse().ok()?,
        })
    }
}

/// A deposit with what a list shows besides.
#[derive(Clone, Debug)]
pub(crate) struct ListedDeposit {
    pub deposit: Deposit,
    /// Whether all pieces are here that were not handed over yet.
    pub is_here: bool,
    pub pieces: i64,
    pub item_names: String,
}

/// A page of the deposits of a store. `words` are folded; each must be in the deposit's text.
pub(crate) async fn list_deposits(
    tx: &mut Tx,
    (store_no, customer_id): (&StoreNo, Option<CustomerId>),
    (wanted, near, (source, words)): (Wanted, Near, (Option<Source>, &[String])),
    after: Option<Cursor>,
    limit: i64,
) -> Outcome<Vec<ListedDeposit>> {
    let (compare, order) = match wanted {
        Wanted::Settled => ("<", "DESC"),
        _ => (">", "ASC"),
    };
    let mut values: Vec<Value> = params![store_no, limit].to_vec();
    let all_here = sale::kept::all_here("d.basket_id");
    let which = match wanted {
        Wanted::Live => "d.state IN ('OPEN', 'FULLY_PAID', 'OVERDUE')".to_owned(),
        Wanted::Ready => format!("d.state = 'FULLY_PAID' AND {all_here}"),
        Wanted::Settled => "d.state IN ('SETTLED', 'CANCELLED')".to_owned(),
        Wanted::Overdue => {
            values.extend_from_slice(params![near.today]);
            is_overdue(values.len())
        }
        Wanted::DueSoon => {
            values.extend_from_slice(params![near.today, near.until]);
            is_due_soon(values.len() - 1, values.len())
        }
    };
    let mut conditions = format!("d.store_no = $1 AND {which}");
    if let Some(after) = after {
        values.extend_from_slice(params![after.expires_on, after.deposit_no]);
        let (date, number) = (values.len() - 1, values.len());
        conditions.push_str(&format!(
            " AND (d.expires_on, d.deposit_no) {compare} (${date}, ${number})"
        ));
    }
    if let Some(customer_id) = customer_id {
        values.extend_from_slice(params![customer_id]);
        conditions.push_str(&format!(" AND d.customer_id = ${}", values.len()));
    }
    if let Some(source) = source {
        values.extend_from_slice(params![source.name()]);
        conditions.push_str(&format!(
            " AND EXISTS (SELECT 1 FROM deposit_line n WHERE n.deposit_id = d.deposit_id \
             AND n.source = ${} AND n.order_id IS NULL)",
            values.len()
        ));
    }
    for word in words {
        values.extend_from_slice(params![format!("%{word}%")]);
        conditions.push_str(&format!(" AND d.search_text LIKE ${}", values.len()));
    }
    let listed = format!(
        ", {all_here}, (SELECT CAST(SUM(n.quantity) AS BIGINT) FROM deposit_line n WHERE n.deposit_id = d.deposit_id), \
         (SELECT n.name FROM deposit_line n WHERE n.deposit_id = d.deposit_id \
          ORDER BY n.position LIMIT 1) FROM deposit d"
    );
    let columns = COLUMNS.replace(" FROM deposit d", &listed);
    let sql = format!(
        "SELECT {columns} WHERE {conditions} \
         ORDER BY d.expires_on {order}, d.deposit_no {order} LIMIT $2"
    );
    let rows = tx.query(&sql, &values).await?;
    rows.into_iter()
        .map(|mut row| {
            Ok(ListedDeposit {
                deposit: read(&mut row)?,
                is_here: row.read()?,
                pieces: row.read::<Option<i64>>()?.unwrap_or_default(),
                item_names: row.read::<Option<String>>()?.unwrap_or_default(),
            })
        })
        .collect()
}

/// How many deposits of a store are not over.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Counts {
    pub live: i64,
    /// Those that are paid and whose pieces are here.
    pub ready: i64,
    /// Those with something to pay whose last day is near.
    pub due_soon: i64,
    /// Those whose last day has passed.
    pub overdue: i64,
}

/// How many deposits of a store are not over, and how many of them somebody should see to.
pub(crate) async fn count_live(tx: &mut Tx, store_no: &StoreNo, near: Near) -> Outcome<Counts> {
    let sql = format!(
        "SELECT COUNT(*), COUNT(CASE WHEN d.state = 'FULLY_PAID' AND {} THEN 1 END), \
         COUNT(CASE WHEN {} THEN 1 END), COUNT(CASE WHEN {} THEN 1 END) \
         FROM deposit d WHERE d.store_no = $1 AND d.state IN ('OPEN', 'FULLY_PAID', 'OVERDUE')",
        sale::kept::all_here("d.basket_id"),
        is_due_soon(2, 3),
        is_overdue(2)
    );
    let values = params![store_no, near.today, near.until];
    let mut row = tx.query_one(&sql, values).await?;
    Ok(Counts {
        live: row.read()?,
        ready: row.read()?,
        due_soon: row.read()?,
        overdue: row.read()?,
    })
}

/// Counts the deposits of a store that somebody should see to: ready, overdue, or ending by a day (domain
/// §15.4).
///
/// # Errors
/// The database's failure.
pub async fn count_waiting(tx: &mut Tx, store_no: &StoreNo, until: Date) -> Outcome<i64> {
    let sql = format!(
        "SELECT COUNT(*) FROM deposit d WHERE d.store_no = $1 AND (d.state = 'OVERDUE' \
         OR (d.state = 'OPEN' AND d.expires_on <= $2) OR (d.state = 'FULLY_PAID' AND {}))",
        sale::kept::all_here("d.basket_id")
    );
    let mut row = tx.query_one(&sql, params![store_no, until]).await?;
    Ok(row.read()?)
}

/// Deposits of a store whose last day is before a date and that nobody called overdue yet.
pub(crate) async fn list_expired(
    tx: &mut Tx,
    store_no: &StoreNo,
    today: Date,
) -> Outcome<Vec<Uuid>> {
    let rows = tx
        .query(
            "SELECT deposit_id FROM deposit WHERE store_no = $1 AND state = 'OPEN' \
             AND expires_on < $2 ORDER BY expires_on, deposit_no LIMIT 500",
            params![store_no, today],
        )
        .await?;
    rows.into_iter().map(|mut row| Ok(row.read()?)).collect()
}

/// How many differences are listed.
const DIFFERING_MAX: i64 = 1_000;

/// Deposits that do not hold what their ledger says: number, held, sum.
pub(crate) async fn list_differing(tx: &mut Tx) -> Outcome<Vec<(String, i64, i64)>> {
    let rows = tx
        .query(
            "SELECT d.document_no, d.held, CAST(COALESCE(l.total, 0) AS BIGINT) FROM deposit d \
             LEFT JOIN (SELECT deposit_id, SUM(amount) AS total FROM deposit_ledger \
             GROUP BY deposit_id) l ON l.deposit_id = d.deposit_id \
             WHERE d.held <> COALESCE(l.total, 0) ORDER BY d.document_no LIMIT $1",
            params![DIFFERING_MAX],
        )
        .await?;
    rows.into_iter().map(FromRow::from_row).collect()
}
