//! What an X report says on the wire.

use jiff::Timestamp;
use kernel::id::TerminalNo;
use kernel::{Currency, Money};
use serde::Serialize;
use utoipa::ToSchema;

use crate::rule::report::{Counts, Report, ReportTender};
use crate::x_report::XReport;

/// An X report.
#[derive(Clone, Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct XReportView {
    /// The company.
    #[schema(example = "Maison Vitrine SAS")]
    company: String,
    /// Its VAT number.
    #[schema(example = "FR 40 123 456 824")]
    vat_no: Option<String>,
    /// The store.
    #[schema(example = "Paris · Rue de Sèvres")]
    store: String,
    /// The till; none when it is of the whole store.
    terminal_no: Option<TerminalNo>,
    /// Who asked, by name.
    #[schema(example = "Nadia Roche")]
    staff: String,
    /// When.
    #[schema(value_type = String, format = DateTime)]
    created_at: Timestamp,
    /// Whether cash is still to be counted by whoever asks: sums from which it follows are not told.
    is_blind: bool,
    /// What was taken off the lines.
    line_discount: Money,
    /// Recycling credit that was granted to customers, less what of it was taken back; neither sold nor paid.
    recycling_granted: Money,
    /// What sellers who withdrew paid back of such credit that they had spent, beside the drawers.
    recycling_repaid: Money,
    /// Sales and what follows from them; not told as long as it is blind.
    sales: Option<XSalesView>,
    /// The tenders, by their codes.
    tenders: Vec<XTenderView>,
    /// What the drawers had besides what they took.
    drawers: Vec<XDrawerView>,
    /// How often what happened.
    counts: XCountsView,
}

/// Sales of an X report.
#[derive(Clone, Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
struct XSalesView {
    /// Goods and services with VAT, after all discounts.
    sales_amount: Money,
    /// The same without VAT.
    sales_net: Money,
    /// The VAT in them.
    vat_amount: Money,
    /// VAT per rate.
    vat: Vec<XVatView>,
    /// Sales by item class.
    categories: Vec<XCategoryView>,
    /// What came back; zero or below.
    refund_amount: Money,
    /// What rounding of cash added.
    rounding_amount: Money,
    /// Gift cards sold and topped up.
    gift_cards: Money,
    /// Deposits received.
    deposits_received: Money,
    /// Deposits paid back; above zero.
    deposits_paid_back: Money,
    /// All tenders, change deducted.
    payment_amount: Money,
    /// Of them what was money.
    money_in: Money,
    /// All sales of the store so far.
    perpetual_sales: Money,
    /// The same without signs.
    perpetual_absolute: Money,
}

/// VAT at a rate.
#[derive(Clone, Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
struct XVatView {
    /// The rate in hundredths of a per cent.
    #[schema(example = 2000)]
    vat_rate: i64,
    /// Sales with VAT.
    gross: Money,
    /// Without.
    net: Money,
    /// The VAT.
    vat_amount: Money,
}

/// Sales of an item class.
#[derive(Clone, Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
struct XCategoryView {
    /// The class; blank for what is of none any more.
    #[schema(example = "RING")]
    code: String,
    /// Its name.
    #[schema(example = "Rings")]
    name: String,
    /// Pieces sold less those that came back.
    items: i64,
    /// What they cost, with VAT.
    amount: Money,
}

/// A tender of an X report.
#[derive(Clone, Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
struct XTenderView {
    /// Its code.
    #[schema(example = "CASH")]
    tender_code: String,
    /// Its name.
    #[schema(example = "Cash")]
    name: String,
    /// Whether it lies in the drawers.
    is_cash: bool,
    /// How many times.
    quantity: i64,
    /// What it took; of cash not told as long as it is blind.
    amount: Option<Money>,
    /// Of cash, what it took in the currency of the drawer.
    cash_amount: Option<Money>,
}

/// A drawer of an X report.
#[derive(Clone, Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
struct XDrawerView {
    /// The till.
    terminal_no: TerminalNo,
    /// What lay in it in the morning.
    opening_float: Money,
    /// What was put in.
    added: Money,
    /// What was taken out; above zero.
    removed: Money,
}

/// How often what happened since the last Z.
#[derive(Clone, Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
struct XCountsView {
    /// Different customers whose names are on what was sold.
    customers: i64,
    /// Orders and deposit payments.
    transactions: i64,
    /// Pieces sold; a gift card is none.
    items: i64,
    /// Orders with pieces that came back.
    refunds: i64,
    /// Baskets that wait at this moment.
    parked: i64,
    /// Baskets with pieces in them that were given up.
    voided: i64,
    /// How often a drawer was opened without a sale.
    drawer_openings: i64,
    /// How often somebody logged in.
    logins: i64,
}

impl XReportView {
    /// What of a report is told to whoever asked.
    pub(crate) fn of(x: &XReport) -> Self {
        let money = |minor: i64| Money::new(minor, x.currency);
        let report = &x.report;
        let recycling = report.recycling.unwrap_or_default();
        Self {
            company: x.letterhead.store.company.clone(),
            vat_no: x.letterhead.store.vat_no.clone(),
            store: x.letterhead.store.name.clone(),
            terminal_no: x.terminal_no.clone(),
            staff: x.staff.clone(),
            created_at: x.at,
            is_blind: !x.is_told,
            line_discount: money(report.line_discount),
            recycling_granted: money(recycling.granted),
            recycling_repaid: money(recycling.repaid),
            sales: x
                .is_told
                .then(|| XSalesView::of(report, x.perpetual, x.currency)),
            tenders: report
                .tenders
                .iter()
                .map(|tender| XTenderView::of(tender, x))
                .collect(),
            drawers: drawers(report, x.currency),
            counts: XCountsView::from(report.counts),
        }
    }
}

fn drawers(report: &Report, own: Currency) -> Vec<XDrawerView> {
    let drawers = report.drawers.iter();
    drawers
        .map(|drawer| {
            let currency = Currency::parse(&drawer.currency_code).unwrap_or(own);
            XDrawerView {
                terminal_no: TerminalNo(drawer.terminal_no.clone()),
                opening_float: Money::new(drawer.opening_float, currency),
                added: Money::new(drawer.added, currency),
                removed: Money::new(drawer.removed, currency),
            }
        })
        .collect()
}

impl XSalesView {
    fn of(report: &Report, perpetual: (i64, i64), currency: Currency) -> Self {
        let money = |minor: i64| Money::new(minor, currency);
        let vat = report.vat.iter().map(|it| XVatView {
            vat_rate: kernel::Rate(it.vat_rate).basis_points(),
            gross: money(it.gross),
            net: money(it.gross - it.vat_amount),
            vat_amount: money(it.vat_amount),
        });
        let categories = report.categories.iter().map(|it| XCategoryView {
            code: it.code.clone(),
            name: it.name.clone(),
            items: it.items,
            amount: money(it.amount),
        });
        Self {
            sales_amount: money(report.sales_amount),
            sales_net: money(report.sales_net()),
            vat_amount: money(report.vat_amount),
            vat: vat.collect(),
            categories: categories.collect(),
            refund_amount: money(report.refund_amount),
            rounding_amount: money(report.rounding_amount),
            gift_cards: money(report.gift_cards),
            deposits_received: money(report.deposits_received),
            deposits_paid_back: money(report.deposits_paid_back),
            payment_amount: money(report.payment_amount),
            money_in: money(report.money_in),
            perpetual_sales: money(perpetual.0),
            perpetual_absolute: money(perpetual.1),
        }
    }
}

impl XTenderView {
    fn of(tender: &ReportTender, x: &XReport) -> Self {
        let is_told = x.is_told || !tender.is_cash;
        let own = x.currency;
        let kept = tender.cash_currency_code.as_deref();
        let kept = kept.and_then(Currency::parse).unwrap_or(own);
        let cash = tender.cash_amount.filter(|_| is_told);
        Self {
            tender_code: tender.tender_code.clone(),
            name: tender.name.clone(),
            is_cash: tender.is_cash,
            quantity: tender.quantity,
            amount: is_told.then(|| Money::new(tender.amount, own)),
            cash_amount: cash.map(|minor| Money::new(minor, kept)),
        }
    }
}

impl From<Counts> for XCountsView {
    fn from(counts: Counts) -> Self {
        let Counts {
            customers,
            transactions,
            items,
            refunds,
            parked,
            voided,
            drawer_openings,
            logins,
        } = counts;
        Self {
            customers,
            transactions,
            items,
            refunds,
            parked,
            voided,
            drawer_openings,
            logins,
        }
    }
}
