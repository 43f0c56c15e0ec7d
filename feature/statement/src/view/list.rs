//! The list of statements on the wire.

use jiff::civil::Date;
use kernel::Money;
use kernel::id::StoreNo;
use serde::Serialize;
use utoipa::ToSchema;

use crate::rule::state::StatementState;
use crate::store::Statement;

/// A statement in a list.
#[derive(Clone, Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct StatementRowView {
    /// Its number.
    #[schema(example = "S-PAR01-2026-0116")]
    statement_no: String,
    /// Its store.
    store_no: StoreNo,
    /// Where it stands.
    state: StatementState,
    /// The business date that it closes.
    #[schema(value_type = String, format = Date)]
    transaction_date: Date,
    /// The business date on which it was posted.
    #[schema(value_type = Option<String>, format = Date)]
    posting_date: Option<Date>,
    /// Goods and services; not told while something is still to be counted.
    sales_amount: Option<Money>,
    /// All tenders; not told while something is still to be counted.
    payment_amount: Option<Money>,
    /// What was taken off the lines.
    line_discount: Money,
    /// Counted less booked.
    difference: Option<Money>,
    /// The number of its Z.
    z_no: Option<i64>,
}

/// A store whose statements may be asked for.
#[derive(Clone, Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct StatementStoreView {
    /// Its number.
    #[schema(example = "PAR01")]
    pub(crate) store_no: String,
    /// Its name.
    #[schema(example = "Paris · Rue de Sèvres")]
    pub(crate) name: String,
}

/// A page of statements.
#[derive(Clone, Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct StatementPageView {
    /// The rows.
    pub(crate) items: Vec<StatementRowView>,
    /// The stores whose statements may be asked for, by number: this one, and those linked to it.
    pub(crate) stores: Vec<StatementStoreView>,
    /// Where the next page starts; none on the last.
    #[schema(example = "2026-11-21_S-PAR01-2026-0116")]
    pub(crate) next_cursor: Option<String>,
}

impl StatementRowView {
    pub(crate) fn of(statement: &Statement, z_no: Option<i64>) -> Self {
        let is_told = statement.is_told();
        let told = |minor: i64| is_told.then(|| statement.money(minor));
        let totals = statement.amounts.totals;
        Self {
            statement_no: statement.statement_no.clone(),
            store_no: statement.store_no.clone(),
            state: statement.state,
            transaction_date: statement.transaction_date,
            posting_date: statement.posting_date,
            sales_amount: told(totals.sales_amount),
            payment_amount: told(totals.payment_amount),
            line_discount: statement.money(totals.line_discount),
            difference: statement.difference.map(|it| statement.money(it)),
            z_no,
        }
    }
}
