//! What this feature says on the wire.

use jiff::Timestamp;
use jiff::civil::Date;
use kernel::Money;
use kernel::id::{CustomerId, OrderId, StoreNo};
use serde::Serialize;
use session::Actor;
use shell::Outcome;
use shell::db::Tx;
use utoipa::ToSchema;
use uuid::Uuid;

use crate::MAY_FILE;
use crate::rule::report::{CashReportState, masked};
use crate::store::{self, Filing, Report};

/// A report of cash.
#[derive(Clone, Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct CashReportView {
    /// The report.
    cash_report_id: Uuid,
    /// The store that took the cash, or the last of it.
    #[schema(value_type = String, example = "SHA01")]
    store_no: StoreNo,
    /// Where it stands.
    state: CashReportState,
    /// The business date of the cash.
    #[schema(value_type = String, format = Date)]
    business_date: Date,
    /// The last day for the report.
    #[schema(value_type = String, format = Date)]
    due_on: Date,
    /// All cash of the customer on that day.
    amount: Money,
    /// 1 for the first report of the customer's day; a later one amends those before.
    #[schema(example = 1)]
    entry_no: i64,
    /// Who paid; null when nobody was named.
    customer_id: Option<CustomerId>,
    /// The customer's name.
    #[schema(example = "Lin Yue")]
    customer_name: Option<String>,
    /// The end of the document by which its owner was identified.
    #[schema(example = "•••• 4567")]
    identity: Option<String>,
    /// The order; null for a payment on a deposit.
    order_id: Option<OrderId>,
    /// The number on its receipt.
    #[schema(example = "R-SHA01-000123")]
    receipt_no: String,
    /// How it was filed.
    filing: Option<CashReportFilingView>,
}

/// How a report was filed.
#[derive(Clone, Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct CashReportFilingView {
    /// The number that the authority gave it.
    #[schema(example = "PBC-2026-004711")]
    reference: String,
    /// The day on which it was filed.
    #[schema(value_type = String, format = Date)]
    filed_on: Date,
    /// Who noted it.
    #[schema(example = "Nadia Roche")]
    filed_by: String,
    /// When.
    #[schema(value_type = String, format = DateTime)]
    filed_at: Timestamp,
}

impl CashReportView {
    /// A report as it stands on a day.
    pub(crate) fn of(report: Report, today: Date) -> Self {
        Self {
            cash_report_id: report.cash_report_id,
            state: report.state(today),
            store_no: report.store_no,
            business_date: report.business_date,
            due_on: report.due_on,
            amount: report.amount,
            entry_no: report.entry_no,
            customer_id: report.customer_id,
            customer_name: report.customer_name,
            identity: report.identity.as_deref().map(masked),
            order_id: report.order_id,
            receipt_no: report.receipt_no,
            filing: report.filing.map(CashReportFilingView::from),
        }
    }
}

impl From<Filing> for CashReportFilingView {
    fn from(filing: Filing) -> Self {
        Self {
            reference: filing.reference,
            filed_on: filing.filed_on,
            filed_by: filing.filed_by,
            filed_at: filing.filed_at,
        }
    }
}

/// Today's date in a store. The authority's days end at midnight, whenever the store ends its own.
pub(crate) async fn calendar_day(tx: &mut Tx, store_no: &StoreNo, now: Timestamp) -> Outcome<Date> {
    let store = setting::get_store(tx, store_no).await?;
    Ok(now.to_zoned(store.time_zone.clone()).date())
}

/// How many reports of cash are in each state.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct CashReportNumbersView {
    /// To be filed, their last day not over.
    #[schema(example = 1)]
    pub due: i64,
    /// To be filed, their last day over.
    #[schema(example = 0)]
    pub overdue: i64,
    /// Filed.
    #[schema(example = 12)]
    pub reported: i64,
}

/// How many reports of cash of the stores that somebody sees are in each state; none for whoever may not
/// file them, and where no country of these stores wants cash reported.
///
/// # Errors
/// The database's failure.
pub async fn numbers(
    tx: &mut Tx,
    actor: &Actor,
    now: Timestamp,
) -> Outcome<Option<CashReportNumbersView>> {
    if !actor.may(MAY_FILE) {
        return Ok(None);
    }
    let today = calendar_day(tx, &actor.store_no, now).await?;
    let viewer = (&actor.store_no, &actor.staff_id);
    let reporting = payment::reporting_countries(tx, today).await?;
    let seen = store::countries(tx, viewer).await?;
    match seen.iter().any(|country| reporting.contains(country)) {
        true => store::count(tx, viewer, today).await.map(Some),
        false => Ok(None),
    }
}
