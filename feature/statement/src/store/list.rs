//! The list of statements.

use jiff::civil::Date;
use kernel::id::{StaffId, StoreNo};
use shell::Outcome;
use shell::db::{FromRow, Tx, params};

use super::{COLUMNS, Statement, read};
use crate::rule::state::StatementState;

/// The most linked stores whose statements somebody sees.
const STORES_MAX: i64 = 1_000;

/// The place behind a statement in the list.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Cursor {
    pub date: Date,
    pub statement_no: String,
}

impl Cursor {
    pub(crate) fn text(&self) -> String {
        format!("{}_{}", self.date, self.statement_no)
    }

    pub(crate) fn parse(text: &str) -> Option<Self> {
        let (date, statement_no) = text.split_once('_')?;
        Some(Self {
            date: date.parse().ok()?,
            statement_no: statement_no.to_owned(),
        })
    }
}

/// Which statements are wanted.
#[derive(Clone, Debug)]
pub(crate) struct Filter {
    /// Who asks, and in which store: they see its statements and those of linked stores.
    pub staff_id: StaffId,
    pub home: StoreNo,
    /// Of one store only.
    pub store_no: Option<String>,
    pub state: Option<StatementState>,
    pub from: Option<Date>,
    pub to: Option<Date>,
}

/// The stores whose statements somebody sees: their own and linked ones, with their names.
pub(crate) async fn visible_stores(
    tx: &mut Tx,
    home: &StoreNo,
    staff_id: &StaffId,
) -> Outcome<Vec<(String, String)>> {
    let rows = tx
        .query(
            "SELECT store_no, name FROM store WHERE store_no = $1 OR store_no IN \
             (SELECT l.store_no FROM salesperson_store l WHERE l.staff_id = $2) \
             ORDER BY store_no LIMIT $3",
            params![home, staff_id, STORES_MAX],
        )
        .await?;
    rows.into_iter().map(FromRow::from_row).collect()
}

/// A page of statements, the newest first, with the number of their Z.
pub(crate) async fn list_statements(
    tx: &mut Tx,
    filter: &Filter,
    after: Option<&Cursor>,
    limit: i64,
) -> Outcome<Vec<(Statement, Option<i64>)>> {
    let mut values = params![&filter.home, &filter.staff_id, limit].to_vec();
    let mut conditions = String::from(
        "(s.store_no = $1 OR s.store_no IN \
         (SELECT l.store_no FROM salesperson_store l WHERE l.staff_id = $2))",
    );
    if let Some(store_no) = &filter.store_no {
        values.extend_from_slice(params![store_no]);
        conditions.push_str(&format!(" AND s.store_no = ${}", values.len()));
    }
    if let Some(state) = filter.state {
        values.extend_from_slice(params![state.name()]);
        conditions.push_str(&format!(" AND s.state = ${}", values.len()));
    }
    if let Some(from) = filter.from {
        values.extend_from_slice(params![from]);
        conditions.push_str(&format!(" AND s.transaction_date >= ${}", values.len()));
    }
    if let Some(to) = filter.to {
        values.extend_from_slice(params![to]);
        conditions.push_str(&format!(" AND s.transaction_date <= ${}", values.len()));
    }
    if let Some(after) = after {
        values.extend_from_slice(params![after.date, &after.statement_no]);
        let (date, number) = (values.len() - 1, values.len());
        conditions.push_str(&format!(
            " AND (s.transaction_date < ${date} OR (s.transaction_date = ${date} \
             AND s.statement_no < ${number}))"
        ));
    }
    let columns = COLUMNS.replace(
        " FROM statement s",
        ", z.z_no FROM statement s LEFT JOIN statement_z z ON z.statement_no = s.statement_no",
    );
    let sql = format!(
        "SELECT {columns} WHERE {conditions} \
         ORDER BY s.transaction_date DESC, s.statement_no DESC LIMIT $3"
    );
    let rows = tx.query(&sql, &values).await?;
    rows.into_iter()
        .map(|mut row| Ok((read(&mut row)?, row.read()?)))
        .collect()
}
