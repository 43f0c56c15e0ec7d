//! What this feature says on the wire.

use jiff::civil::Date;
use kernel::{Currency, Money};
use serde::Serialize;
use utoipa::ToSchema;

use crate::rule::figure::Figures;
use crate::store::sales::{Given, Part};

/// What a store sold on business dates.
#[derive(Clone, Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct DayReportView {
    /// The store.
    #[schema(example = "PAR01")]
    pub store_no: String,
    /// Its currency.
    pub currency: Currency,
    /// The first business date.
    #[schema(value_type = String, format = Date)]
    pub from: Date,
    /// The last one.
    #[schema(value_type = String, format = Date)]
    pub to: Date,
    /// Whether posted statements hold every order, and one was posted for the last date or a later one.
    pub is_closed: bool,
    /// The stores that can be looked at.
    pub stores: Vec<ReportStoreView>,
    /// All of it.
    pub total: ReportFiguresView,
    /// Turnover in euro, each day by its rate.
    pub turnover_euro: Money,
    /// The dates that have no rate: they are not in it.
    #[schema(value_type = Vec<String>, example = json!(["2026-11-22"]))]
    pub without_rate: Vec<Date>,
    /// Turnover for each transaction; none without one.
    pub turnover_per_transaction: Option<Money>,
    /// Pieces for each transaction in hundredths; none without one.
    #[schema(example = 165)]
    pub pieces_per_transaction: Option<i64>,
    /// Which part of the price was taken off, in hundredths of a per cent; none when nothing was sold.
    #[schema(example = 277)]
    pub discount_rate: Option<i64>,
    /// By the hour of the store's clock, from the first sale to the last.
    pub hours: Vec<ReportHourView>,
    /// By business date, those without a sale, too.
    pub days: Vec<ReportDayView>,
    /// By who sold, the most first.
    pub salespeople: Vec<ReportPartView>,
    /// By collection, the most first.
    pub collections: Vec<ReportPartView>,
    /// By class, the most first.
    pub classes: Vec<ReportPartView>,
    /// By VAT rate, the highest first.
    pub vat_rates: Vec<ReportVatView>,
    /// By tender, of the posted statements of the period: what is still to be counted is not told.
    pub tenders: Vec<ReportTenderView>,
    /// What was taken off lines, the most first.
    pub discounts: Vec<ReportGivenView>,
    /// Prices that were typed over those of the list, the farthest below it first.
    pub prices: Vec<ReportGivenView>,
}

/// A store that can be looked at.
#[derive(Clone, Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct ReportStoreView {
    /// Its number.
    #[schema(example = "PAR01")]
    pub store_no: String,
    /// Its name.
    #[schema(example = "Paris · Rue de Sèvres")]
    pub name: String,
}

/// What lines come to.
#[derive(Clone, Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct ReportFiguresView {
    /// Orders in which something was sold.
    pub transactions: i64,
    /// Pieces sold less pieces that came back.
    pub pieces: i64,
    /// With VAT, after all discounts: what a statement calls its sales amount.
    pub sales: Money,
    /// The VAT in it.
    pub vat: Money,
    /// Sales without VAT.
    pub turnover: Money,
    /// What was taken off.
    pub discount: Money,
}

impl ReportFiguresView {
    pub(crate) fn of(figures: Figures, currency: Currency) -> Self {
        Self {
            transactions: figures.transactions,
            pieces: figures.pieces,
            sales: Money::new(figures.sales, currency),
            vat: Money::new(figures.vat, currency),
            turnover: Money::new(figures.turnover(), currency),
            discount: Money::new(figures.discount, currency),
        }
    }
}

/// An hour of the clock.
#[derive(Clone, Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct ReportHourView {
    /// From 0 to 23.
    #[schema(example = 14)]
    pub hour: i8,
    /// What was sold in it.
    pub figures: ReportFiguresView,
}

/// A business date.
#[derive(Clone, Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct ReportDayView {
    /// Which.
    #[schema(value_type = String, format = Date)]
    pub date: Date,
    /// What was sold on it.
    pub figures: ReportFiguresView,
}

/// A part of the sales.
#[derive(Clone, Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct ReportPartView {
    /// Its code; blank for what has none.
    #[schema(example = "LAGUNE")]
    pub key: String,
    /// Its name.
    #[schema(example = "Lagune")]
    pub name: String,
    /// What was sold of it.
    pub figures: ReportFiguresView,
}

impl ReportPartView {
    pub(crate) fn of(part: Part, currency: Currency) -> Self {
        Self {
            key: part.key,
            name: part.name,
            figures: ReportFiguresView::of(part.figures, currency),
        }
    }
}

/// Sales at a VAT rate.
#[derive(Clone, Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct ReportVatView {
    /// The rate in hundredths of a per cent.
    #[schema(example = 2000)]
    pub rate: i64,
    /// What was sold at it.
    pub figures: ReportFiguresView,
}

/// What a tender brought.
#[derive(Clone, Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct ReportTenderView {
    /// Its code.
    #[schema(example = "CASH")]
    pub tender_code: String,
    /// Its name.
    #[schema(example = "Cash")]
    pub name: String,
    /// Handed over less change.
    pub amount: Money,
    /// How many times.
    pub quantity: i64,
}

/// Something that somebody gave: a discount, or a price below the list.
#[derive(Clone, Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct ReportGivenView {
    /// `PACKAGE`, `LINE`, `BASKET` or `PRICE`.
    #[schema(example = "LINE")]
    pub source: String,
    /// The package, the discount in words, or the item.
    #[schema(example = "Two for 299")]
    pub name: String,
    /// Why, when somebody said it.
    #[schema(example = "Loyal customer")]
    pub reason: String,
    /// Who gave it; blank for what packages give by themselves.
    #[schema(example = "Nadia Roche")]
    pub given_by: String,
    /// Who approved it; blank when nobody had to.
    #[schema(example = "Nadia Roche")]
    pub approved_by: String,
    /// How many times.
    pub count: i64,
    /// How much in all.
    pub amount: Money,
}

impl ReportGivenView {
    pub(crate) fn of(given: Given, currency: Currency) -> Self {
        Self {
            source: given.source,
            name: given.name,
            reason: given.reason,
            given_by: given.given_by,
            approved_by: given.approved_by,
            count: given.count,
            amount: Money::new(given.amount, currency),
        }
    }
}

/// What somebody should look at.
#[derive(Clone, Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct ReportExceptionView {
    /// What happened, as the journal names it.
    #[schema(example = "lineVoid")]
    pub what: String,
    /// When, in UTC.
    #[schema(example = "2026-11-21T10:00:00.000Z")]
    pub at: String,
    /// On which business date.
    #[schema(value_type = String, format = Date)]
    pub business_date: Date,
    /// At which till, or in which store.
    #[schema(example = "PAR01-T1")]
    pub chain_id: String,
    /// Who did it, by name; blank for the program itself.
    #[schema(example = "Nadia Roche")]
    pub staff_name: String,
    /// What it was about: a receipt, an item, a basket.
    #[schema(example = "R-PAR01-000123")]
    pub about: String,
    /// How much.
    pub amount: Option<Money>,
    /// What was decided, or how a payment and the acquirer's report differ, as the journal names it.
    #[schema(example = "paid")]
    pub decision: Option<String>,
}

/// A page of exceptions.
#[derive(Clone, Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct ReportExceptionPageView {
    /// The rows, the newest first.
    pub items: Vec<ReportExceptionView>,
    /// Where the next page starts; none on the last.
    #[schema(example = "2026-11-21T10:00:00.000Z~PAR01-T1~17")]
    pub next_cursor: Option<String>,
}
