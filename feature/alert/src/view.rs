//! What this feature says on the wire.

use cash_report::CashReportNumbersView;
use jiff::civil::Date;
use serde::Serialize;
use utoipa::ToSchema;

/// The code inside the data, which the specification's client reads beside the envelope's.
pub(crate) const CODE_OK: i64 = 200;

/// What waits for a store (specification §3, alert numbers).
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(example = json!({"code": 200, "RMA": 2, "deposit": 0, "recall": 1,
    "cashReport": {"due": 1, "overdue": 0, "reported": 12}, "unpostedDate": null, "failedJobs": ["BACKUP"]}))]
pub(crate) struct AlertNumbersView {
    /// Always 200.
    pub code: i64,
    /// Goods that go back to headquarters and are authorised or packaged.
    #[serde(rename = "RMA")]
    pub rma: i64,
    /// Deposits that are ready, due within seven days, or overdue.
    pub deposit: i64,
    /// Recall, pickup and express orders that are not packaged and gone.
    pub recall: i64,
    /// Reports of cash, of this store and of those linked to whoever asks; null for those who may not file
    /// them, and where no country of these stores wants cash reported.
    pub cash_report: Option<CashReportNumbersView>,
    /// The first business date before today whose sales are not posted, where the store wants that before
    /// anybody goes on selling.
    #[schema(value_type = Option<String>, format = Date)]
    pub unposted_date: Option<Date>,
    /// The scheduled jobs whose last run failed, by id; none for those who do not look after them.
    pub failed_jobs: Vec<String>,
}

/// How many recall orders are unfinished.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, ToSchema)]
#[schema(example = json!({"code": 200, "data": 1}))]
pub(crate) struct UnfinishedRecallsView {
    /// Always 200.
    pub code: i64,
    /// How many.
    pub data: i64,
}
