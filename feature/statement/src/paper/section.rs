//! What X and Z have in common on paper: sections of labelled figures.

use document::{SheetRow, StripSection, StripTable};
use kernel::{Currency, Money, Rate};
use order::sheet::UNTOLD;

use super::Ink;
use crate::rule::report::{Report, ReportDrawer, ReportVat};

impl Ink {
    /// What a report says of sales, payments and drawers. What must not be known yet is left out, or a
    /// dash.
    pub(crate) fn sections(&self, report: &Report, is_told: bool) -> Vec<StripSection> {
        let mut sections = Vec::new();
        if is_told {
            sections.push(self.sales(report));
            sections.push(self.categories(report));
            sections.extend(self.liabilities(report));
        } else {
            let discounts = (
                self.words.discounts.clone(),
                self.money(report.line_discount),
            );
            sections.push(StripSection::new(self.words.sales.clone(), vec![discounts]));
        }
        sections.push(self.payments(report, is_told));
        sections.extend(is_told.then(|| self.cash(report)).flatten());
        sections.extend(report.drawers.iter().map(|it| self.drawer(it)));
        sections
    }

    fn sales(&self, report: &Report) -> StripSection {
        let words = self.words;
        let refunds = self.filled(&words.refunds, &report.counts.refunds.to_string());
        let rows = [
            (&words.sales_net, report.sales_net()),
            (&words.vat, report.vat_amount),
            (&words.discounts, report.line_discount),
            (&refunds, report.refund_amount),
            (&words.rounding, report.rounding_amount),
        ];
        StripSection {
            total: Some((words.sales_gross.clone(), self.money(report.sales_amount))),
            table: self.vat_table(&report.vat),
            ..StripSection::new(words.sales.clone(), self.amounts(&rows))
        }
    }

    pub(crate) fn amounts(&self, rows: &[(&String, i64)]) -> Vec<SheetRow> {
        let rows = rows.iter();
        rows.map(|(label, minor)| ((*label).clone(), self.money(*minor)))
            .collect()
    }

    pub(crate) fn vat_table(&self, rates: &[ReportVat]) -> Option<StripTable> {
        let words = self.words;
        (!rates.is_empty()).then(|| StripTable {
            head: [&words.vat_rate, &words.net, &words.vat, &words.gross]
                .map(Clone::clone)
                .to_vec(),
            rows: rates
                .iter()
                .map(|it| {
                    vec![
                        self.set.code(&format!("{} %", Rate(it.vat_rate).text())),
                        self.money(it.gross - it.vat_amount),
                        self.money(it.vat_amount),
                        self.money(it.gross),
                    ]
                })
                .collect(),
        })
    }

    fn categories(&self, report: &Report) -> StripSection {
        let rows = report.categories.iter().map(|it| {
            let name = match it.name.is_empty() {
                true => self.words.no_category.clone(),
                false => self.set.text(&it.name),
            };
            (self.times(&name, it.items), self.money(it.amount))
        });
        StripSection::new(self.words.categories.clone(), rows.collect())
    }

    /// A name with how many there were.
    fn times(&self, name: &str, number: i64) -> String {
        format!("{name} {}", self.set.code(&format!("× {number}")))
    }

    fn liabilities(&self, report: &Report) -> Option<StripSection> {
        let words = self.words;
        let recycling = report.recycling.unwrap_or_default();
        let rows = [
            (&words.gift_cards, report.gift_cards),
            (&words.deposits_received, report.deposits_received),
            (&words.deposits_paid_back, -report.deposits_paid_back),
            (&words.recycling_granted, recycling.granted),
            (&words.recycling_repaid, recycling.repaid),
        ];
        let rows: Vec<_> = rows.into_iter().filter(|(_, minor)| *minor != 0).collect();
        (!rows.is_empty())
            .then(|| StripSection::new(words.liabilities.clone(), self.amounts(&rows)))
    }

    fn payments(&self, report: &Report, is_told: bool) -> StripSection {
        let words = self.words;
        let rows = report.tenders.iter().map(|it| {
            let amount = match is_told || !it.is_cash {
                true => self.money(it.amount),
                false => UNTOLD.to_owned(),
            };
            (self.times(&self.set.text(&it.name), it.quantity), amount)
        });
        let mut rows: Vec<SheetRow> = rows.collect();
        if is_told {
            rows.push((words.money_in.clone(), self.money(report.money_in)));
        }
        let total = (
            words.payments_total.clone(),
            self.money(report.payment_amount),
        );
        StripSection {
            total: is_told.then_some(total),
            ..StripSection::new(words.payments.clone(), rows)
        }
    }

    /// Cash in the currencies in which it lies in the drawers.
    fn cash(&self, report: &Report) -> Option<StripSection> {
        let mut sums: Vec<(Currency, i64)> = Vec::new();
        for tender in &report.tenders {
            let currency = tender.cash_currency_code.as_deref();
            let Some((currency, minor)) =
                currency.and_then(Currency::parse).zip(tender.cash_amount)
            else {
                continue;
            };
            match sums.iter_mut().find(|(of, _)| *of == currency) {
                Some((_, sum)) => *sum += minor,
                None => sums.push((currency, minor)),
            }
        }
        let rows = sums.iter().map(|(currency, minor)| {
            let code = self.set.code(currency.code());
            (code, self.named(Money::new(*minor, *currency)))
        });
        (!sums.is_empty()).then(|| StripSection::new(self.words.cash.clone(), rows.collect()))
    }

    fn drawer(&self, drawer: &ReportDrawer) -> StripSection {
        let words = self.words;
        let currency = Currency::parse(&drawer.currency_code).unwrap_or(self.currency);
        let mut rows = vec![
            (&words.opening_float, drawer.opening_float),
            (&words.added, drawer.added),
            (&words.removed, drawer.removed),
        ];
        if let Some(counted) = &drawer.counted {
            let opening = drawer.opening_float - counted.carried_float;
            let besides = [
                (&words.opening_difference, opening),
                (&words.taken_before, counted.taken_before),
                (&words.moved_since, counted.moved_since),
            ];
            rows.extend(besides.into_iter().filter(|(_, minor)| *minor != 0));
            rows.push((&words.content, counted.content));
            rows.push((&words.left, counted.left));
        }
        let rows = rows.into_iter();
        let rows =
            rows.map(|(label, minor)| (label.clone(), self.named(Money::new(minor, currency))));
        let title = self.filled(&words.drawer, &drawer.terminal_no);
        StripSection::new(title, rows.collect())
    }

    /// How often what happened.
    pub(crate) fn counts(&self, report: &Report) -> StripSection {
        let words = self.words;
        let counts = report.counts;
        let rows = [
            (&words.customers, counts.customers),
            (&words.transactions, counts.transactions),
            (&words.items, counts.items),
            (&words.parked, counts.parked),
            (&words.voided, counts.voided),
            (&words.drawer_openings, counts.drawer_openings),
            (&words.logins, counts.logins),
        ];
        let rows = rows.map(|(label, number)| (label.clone(), self.number(number)));
        StripSection::new(words.happened.clone(), rows.to_vec())
    }

    /// Totals that never begin anew.
    pub(crate) fn grand_totals(&self, (sales, absolute): (i64, i64)) -> StripSection {
        let words = self.words;
        let rows = [
            (&words.perpetual_sales, sales),
            (&words.perpetual_absolute, absolute),
        ];
        StripSection::new(words.grand_totals.clone(), self.amounts(&rows))
    }
}
