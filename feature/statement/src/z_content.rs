//! What a Z says, as it is written and hashed.

use journal::Link;
use serde::Serialize;

use crate::rule::report::Report;
use crate::standing::Standing;
use crate::store::PreviousZ;

/// How the content of a Z is written now. The first format had no number and no report, the second named
/// no closing, the third said nothing of recycling credit, the fourth nothing of what was counted in a drawer.
const FORMAT: i64 = 5;

/// What a Z says, as it is hashed.
#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
pub(crate) struct Content<'a> {
    format: i64,
    z_no: i64,
    statement_no: &'a str,
    store_no: &'a str,
    business_date: String,
    pub(crate) posting_date: String,
    currency_code: &'a str,
    documents: i64,
    sales_amount: i64,
    line_discount: i64,
    liabilities: i64,
    rounding_amount: i64,
    payment_amount: i64,
    money_in: i64,
    difference: i64,
    pub(crate) bag_no: Option<&'a str>,
    tenders: Vec<TenderContent<'a>>,
    perpetual_sales: i64,
    perpetual_absolute: i64,
    previous_hash: &'a str,
    pub(crate) store_name: &'a str,
    pub(crate) vat_no: &'a str,
    pub(crate) staff_id: &'a str,
    pub(crate) posted_at: String,
    report: &'a Report,
    /// The closing of its business date in the chain of the store; none of a date before the journal begins.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) closing: Option<&'a Link>,
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct TenderContent<'a> {
    tender_code: &'a str,
    amount: i64,
    quantity: i64,
    counted_amount: Option<i64>,
    difference_amount: Option<i64>,
    difference_quantity: Option<i64>,
}

impl<'a> Content<'a> {
    /// What the Z of a statement says, but for place, person, time, the bag and the closing.
    pub(crate) fn of(
        standing: &'a Standing,
        (z_no, perpetual): (i64, (i64, i64)),
        (previous, report): (&'a PreviousZ, &'a Report),
    ) -> Self {
        let statement = &standing.statement;
        let totals = statement.amounts.totals;
        Self {
            format: FORMAT,
            z_no,
            statement_no: &statement.statement_no,
            store_no: statement.store_no.as_str(),
            business_date: statement.transaction_date.to_string(),
            posting_date: String::new(),
            currency_code: statement.currency.code(),
            documents: statement.amounts.documents,
            sales_amount: totals.sales_amount,
            line_discount: totals.line_discount,
            liabilities: totals.liabilities,
            rounding_amount: totals.rounding_amount,
            payment_amount: totals.payment_amount,
            money_in: totals.money_in,
            difference: statement.difference.unwrap_or_default(),
            bag_no: None,
            tenders: standing
                .tenders
                .iter()
                .map(|tender| TenderContent {
                    tender_code: &tender.tender_code,
                    amount: tender.amount(),
                    quantity: tender.quantity(),
                    counted_amount: tender.counted().map(|(amount, _)| amount),
                    difference_amount: tender.difference().map(|it| it.amount),
                    difference_quantity: tender.difference().and_then(|it| it.quantity),
                })
                .collect(),
            perpetual_sales: perpetual.0,
            perpetual_absolute: perpetual.1,
            previous_hash: &previous.hash,
            store_name: "",
            vat_no: "",
            staff_id: "",
            posted_at: String::new(),
            report,
            closing: None,
        }
    }
}
