//! The list of deposits.

use jiff::civil::Date;
use kernel::id::{CustomerId, StoreNo};
use shell::Outcome;
use shell::db::{FromRow, Tx, Value, params};
use uuid::Uuid;

use super::{COLUMNS, Deposit, read, read_state};
use crate::rule::state::DepositState;

/// Which deposits are wanted.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) enum Wanted {
    /// Those whose pieces are kept, what is due first.
    #[default]
    Live,
    /// Those that are paid and wait to be fetched.
    Ready,
    /// Those whose last day has passed.
    Overdue,
    /// Those that are over, the newest first.
    Settled,
}

impl Wanted {
    const fn states(self) -> &'static str {
        match self {
            Self::Live => "('OPEN', 'FULLY_PAID', 'OVERDUE')",
            Self::Ready => "('FULLY_PAID')",
            Self::Overdue => "('OVERDUE')",
            Self::Settled => "('SETTLED', 'CANCELLED')",
        }
    }
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
    pub pieces: i64,
    pub item_names: String,
}

/// A page of the deposits of a store. `words` are folded; each must be in the deposit's text.
pub(crate) async fn list_deposits(
    tx: &mut Tx,
    (store_no, customer_id): (&StoreNo, Option<CustomerId>),
    (wanted, words): (Wanted, &[String]),
    after: Option<Cursor>,
    limit: i64,
) -> Outcome<Vec<ListedDeposit>> {
    let (compare, order) = match wanted {
        Wanted::Settled => ("<", "DESC"),
        _ => (">", "ASC"),
    };
    let mut values: Vec<Value> = params![store_no, limit].to_vec();
    let mut conditions = format!("d.store_no = $1 AND d.state IN {}", wanted.states());
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
    for word in words {
        values.extend_from_slice(params![format!("%{word}%")]);
        conditions.push_str(&format!(" AND d.search_text LIKE ${}", values.len()));
    }
    let columns = COLUMNS.replace(
        " FROM deposit d",
        ", (SELECT CAST(SUM(n.quantity) AS BIGINT) FROM deposit_line n WHERE n.deposit_id = d.deposit_id), \
         (SELECT n.name FROM deposit_line n WHERE n.deposit_id = d.deposit_id \
          ORDER BY n.position LIMIT 1) FROM deposit d",
    );
    let sql = format!(
        "SELECT {columns} WHERE {conditions} \
         ORDER BY d.expires_on {order}, d.deposit_no {order} LIMIT $2"
    );
    let rows = tx.query(&sql, &values).await?;
    rows.into_iter()
        .map(|mut row| {
            Ok(ListedDeposit {
                deposit: read(&mut row)?,
                pieces: row.read::<Option<i64>>()?.unwrap_or_default(),
                item_names: row.read::<Option<String>>()?.unwrap_or_default(),
            })
        })
        .collect()
}

/// How many deposits of a store are in which state that is not over.
pub(crate) async fn count_live(
    tx: &mut Tx,
    store_no: &StoreNo,
) -> Outcome<Vec<(DepositState, i64)>> {
    let rows = tx
        .query(
            "SELECT state, COUNT(*) FROM deposit WHERE store_no = $1 \
             AND state IN ('OPEN', 'FULLY_PAID', 'OVERDUE') GROUP BY state",
            params![store_no],
        )
        .await?;
    rows.into_iter()
        .map(|mut row| Ok((read_state(&mut row)?, row.read()?)))
        .collect()
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
