//! What an X and a Z say (domain §12.6): a fold over what was sold and how it was paid. Amounts are minor
//! units of the store's currency, signed: what is given back is below zero.

use std::collections::BTreeMap;

use kernel::{Currency, Refusal};
use payment::rule::kind::TenderType;
use serde::{Deserialize, Serialize};

use super::amount::{RecyclingCredits, Sums, Totals, is_cash, is_internal};

/// Lines that are alike, added up; one line is the least of them.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LineSum {
    /// The item class; blank for what is of none any more.
    pub category: String,
    /// Its name.
    pub category_name: String,
    /// The VAT rate in ten-thousandths of a per cent.
    pub vat_rate: i64,
    /// Whether it is owed and no turnover: a gift card.
    pub is_liability: bool,
    /// Whether the pieces came back.
    pub is_return: bool,
    /// How many pieces, below zero for those that came back.
    pub pieces: i64,
    /// What they cost after all discounts, with VAT.
    pub net: i64,
    /// What was taken off.
    pub discount: i64,
    /// The VAT that is written on the lines.
    pub vat_amount: i64,
}

/// The VAT that receipts state, per rate.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct VatSum {
    /// The rate in ten-thousandths of a per cent.
    pub vat_rate: i64,
    /// What it is part of.
    pub gross: i64,
    /// The VAT.
    pub vat_amount: i64,
}

/// What a till took of a tender.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Taken {
    /// The tender.
    pub tender_code: String,
    /// Its name.
    pub name: String,
    /// What it is.
    pub tender_type: TenderType,
    /// What it took, change deducted.
    pub amount: i64,
    /// How many times.
    pub quantity: i64,
    /// Of foreign cash, its currency and what was taken of it.
    pub foreign: Option<(Currency, i64)>,
}

/// What the drawer of a till had besides what it took, in one currency.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct ReportDrawer {
    /// The till.
    pub terminal_no: String,
    /// The currency of the three amounts.
    pub currency_code: String,
    /// What lay in it in the morning.
    pub opening_float: i64,
    /// What was put in.
    pub added: i64,
    /// What was taken out, above zero.
    pub removed: i64,
    /// What was counted in it; none of an X report, and of what was written before Z said it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub counted: Option<CountedDrawer>,
}

/// What was counted in a drawer whose statement is posted, in minor units of its currency.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct CountedDrawer {
    /// What lay in it.
    pub content: i64,
    /// What should have lain in it when it was opened.
    pub carried_float: i64,
    /// What of its opening float the documents of this statement brought.
    pub taken_before: i64,
    /// What of its content the next statement holds.
    pub moved_since: i64,
    /// What was left in it for the next statement.
    pub left: i64,
}

/// How often something happened.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Counts {
    /// Different customers whose names are on what was sold.
    pub customers: i64,
    /// Orders and deposit payments.
    pub transactions: i64,
    /// Pieces sold; a gift card is none.
    pub items: i64,
    /// Orders with pieces that came back.
    pub refunds: i64,
    /// Baskets that wait at this moment.
    pub parked: i64,
    /// Baskets with pieces in them that were given up.
    pub voided: i64,
    /// How often a drawer was opened without a sale.
    pub drawer_openings: i64,
    /// How often somebody logged in.
    pub logins: i64,
}

/// All that is folded.
#[derive(Clone, Debug, Default)]
pub struct Facts {
    /// The lines.
    pub lines: Vec<LineSum>,
    /// The VAT of the receipts.
    pub vat: Vec<VatSum>,
    /// The tenders.
    pub tenders: Vec<Taken>,
    /// The drawers.
    pub drawers: Vec<ReportDrawer>,
    /// Deposits received.
    pub deposits_received: i64,
    /// Deposits paid back in money; above zero.
    pub deposits_paid_back: i64,
    /// What rounding of cash added.
    pub rounding: i64,
    /// What documents of old jewellery did to credits.
    pub recycling: RecyclingCredits,
    /// What was counted besides; `items` comes from the lines.
    pub counts: Counts,
}

/// VAT at a rate.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct ReportVat {
    /// The rate in ten-thousandths of a per cent.
    pub vat_rate: i64,
    /// Sales with VAT.
    pub gross: i64,
    /// The VAT in them.
    pub vat_amount: i64,
}

/// Sales of an item class.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct ReportCategory {
    /// The item class; blank for what is of none any more.
    pub code: String,
    /// Its name.
    pub name: String,
    /// Pieces sold less those that came back.
    pub items: i64,
    /// What they cost after all discounts, with VAT.
    pub amount: i64,
}

/// What a tender took.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct ReportTender {
    /// The tender.
    pub tender_code: String,
    /// Its name.
    pub name: String,
    /// Whether it lies in the drawers.
    pub is_cash: bool,
    /// What it took.
    pub amount: i64,
    /// How many times.
    pub quantity: i64,
    /// Of cash, the currency of what lies in the drawer.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub cash_currency_code: Option<String>,
    /// Of cash, how much it took of that currency.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub cash_amount: Option<i64>,
}

/// What an X or a Z says of sales and payments.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Report {
    /// Goods and services with VAT, after all discounts.
    pub sales_amount: i64,
    /// The VAT in them.
    pub vat_amount: i64,
    /// What was taken off.
    pub line_discount: i64,
    /// What rounding of cash added.
    pub rounding_amount: i64,
    /// Gift cards sold and topped up.
    pub gift_cards: i64,
    /// Deposits received.
    pub deposits_received: i64,
    /// Deposits paid back; above zero.
    pub deposits_paid_back: i64,
    /// All tenders, change deducted.
    pub payment_amount: i64,
    /// Of them what was money.
    pub money_in: i64,
    /// What came back; zero or below.
    pub refund_amount: i64,
    /// VAT per rate.
    pub vat: Vec<ReportVat>,
    /// Sales per item class, by its code.
    pub categories: Vec<ReportCategory>,
    /// The tenders, by their codes.
    pub tenders: Vec<ReportTender>,
    /// The drawers.
    pub drawers: Vec<ReportDrawer>,
    /// What documents of old jewellery did to credits; none in the content of a Z before the fourth format.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub recycling: Option<RecyclingCredits>,
    /// How often what happened.
    pub counts: Counts,
}

impl Report {
    /// What the facts add up to.
    ///
    /// # Errors
    /// [`crate::NOT_BALANCED`] when payments are not sales, liabilities and rounding together.
    pub fn of(facts: &Facts, currency: Currency) -> Result<Self, Refusal> {
        let sums = sums(facts);
        let totals = Totals::checked(&sums, currency)?;
        let vat = vat(facts);
        let returned = facts.lines.iter().filter(|line| line.is_return);
        let goods = facts.lines.iter().filter(|line| !line.is_liability);
        let sold = goods.filter(|line| !line.is_return);
        Ok(Self {
            sales_amount: totals.sales_amount,
            vat_amount: vat.iter().map(|row| row.vat_amount).sum(),
            line_discount: totals.line_discount,
            rounding_amount: totals.rounding_amount,
            gift_cards: sums.gift_cards,
            deposits_received: sums.deposits_received,
            deposits_paid_back: sums.deposits_paid_back,
            payment_amount: totals.payment_amount,
            money_in: totals.money_in,
            refund_amount: returned.map(|line| line.net).sum(),
            vat,
            categories: categories(&facts.lines),
            tenders: tenders(&facts.tenders, currency),
            drawers: facts.drawers.clone(),
            recycling: Some(facts.recycling),
            counts: Counts {
                items: sold.map(|line| line.pieces).sum(),
                ..facts.counts
            },
        })
    }

    /// Sales without VAT.
    #[must_use]
    pub const fn sales_net(&self) -> i64 {
        self.sales_amount - self.vat_amount
    }

    /// Whether its parts come to its sums: classes and rates to sales, tenders to payments.
    #[must_use]
    pub fn adds_up(&self) -> bool {
        let categories: i64 = self.categories.iter().map(|it| it.amount).sum();
        let rates: i64 = self.vat.iter().map(|it| it.gross).sum();
        let tenders: i64 = self.tenders.iter().map(|it| it.amount).sum();
        let liabilities = self.gift_cards + self.deposits_received - self.deposits_paid_back;
        (categories, rates, tenders)
            == (
                self.sales_amount,
                self.sales_amount,
                self.sales_amount + liabilities + self.rounding_amount,
            )
            && tenders == self.payment_amount
    }
}

/// Who looks at an X, and what of it is still to be counted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Looking {
    /// Whether they count drawers.
    pub may_count: bool,
    /// Whether they post above the maximum difference: they stand for what is missing, and gain nothing by
    /// knowing it.
    pub stands_for_differences: bool,
    /// Whether cash is in it that has to be counted and is not yet.
    pub has_uncounted_cash: bool,
}

impl Looking {
    /// Whether they are told what drawers should hold, and sums from which it follows (decision 0031).
    #[must_use]
    pub const fn is_told(self) -> bool {
        !self.has_uncounted_cash || !self.may_count || self.stands_for_differences
    }
}

/// What the facts come to, as a statement adds them up.
fn sums(facts: &Facts) -> Sums {
    let mut sums = Sums {
        deposits_received: facts.deposits_received,
        deposits_paid_back: facts.deposits_paid_back,
        rounding: facts.rounding,
        ..Sums::default()
    };
    for line in &facts.lines {
        if line.is_liability {
            sums.gift_cards += line.net;
        } else {
            sums.goods += line.net;
            sums.discount += line.discount;
        }
    }
    for tender in &facts.tenders {
        sums.tenders += tender.amount;
        if is_internal(tender.tender_type) {
            sums.internal_tenders += tender.amount;
        }
    }
    sums
}

/// Receipts state gift cards among their rates; they are no sales.
fn vat(facts: &Facts) -> Vec<ReportVat> {
    let mut rates: BTreeMap<i64, (i64, i64)> = BTreeMap::new();
    for row in &facts.vat {
        let rate = rates.entry(row.vat_rate).or_default();
        *rate = (rate.0 + row.gross, rate.1 + row.vat_amount);
    }
    for line in facts.lines.iter().filter(|line| line.is_liability) {
        let rate = rates.entry(line.vat_rate).or_default();
        *rate = (rate.0 - line.net, rate.1 - line.vat_amount);
    }
    rates
        .into_iter()
        .filter(|(_, sum)| *sum != (0, 0))
        .map(|(vat_rate, (gross, vat_amount))| ReportVat {
            vat_rate,
            gross,
            vat_amount,
        })
        .collect()
}

fn categories(lines: &[LineSum]) -> Vec<ReportCategory> {
    let mut categories: BTreeMap<&str, ReportCategory> = BTreeMap::new();
    for line in lines.iter().filter(|line| !line.is_liability) {
        let category = categories
            .entry(&line.category)
            .or_insert_with(|| ReportCategory {
                code: line.category.clone(),
                name: line.category_name.clone(),
                items: 0,
                amount: 0,
            });
        category.items += line.pieces;
        category.amount += line.net;
    }
    categories.into_values().collect()
}

fn tenders(taken: &[Taken], currency: Currency) -> Vec<ReportTender> {
    let mut tenders: BTreeMap<&str, ReportTender> = BTreeMap::new();
    for it in taken {
        let is_cash = is_cash(it.tender_type);
        let (kept, kept_amount) = it.foreign.unwrap_or((currency, it.amount));
        let tender = tenders
            .entry(&it.tender_code)
            .or_insert_with(|| ReportTender {
                tender_code: it.tender_code.clone(),
                name: it.name.clone(),
                is_cash,
                amount: 0,
                quantity: 0,
                cash_currency_code: is_cash.then(|| kept.code().to_owned()),
                cash_amount: is_cash.then_some(0),
            });
        tender.amount += it.amount;
        tender.quantity += it.quantity;
        tender.cash_amount = tender.cash_amount.map(|amount| amount + kept_amount);
    }
    tenders.into_values().collect()
}

#[cfg(test)]
mod tests;
