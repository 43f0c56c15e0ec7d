//! A statement with what was counted of it.

use std::collections::BTreeMap;

use kernel::Currency;
use shell::Outcome;
use shell::db::Tx;

use crate::rule::amount::is_cash;
use crate::rule::cause::{Cause, Differing, DifferingDrawer, Facts, causes, pairs};
use crate::rule::count::{Difference, Drawer, denominations, difference};
use crate::rule::state::StatementState;
use crate::store::{self, Count, Statement, TenderSum};

/// The smallest sum that people carry to the safe: this many of the currency's whole units.
const SMALLEST_DROP_UNITS: i64 = 50;

/// What a till took of a tender, with the count that holds.
#[derive(Clone, Debug)]
pub(crate) struct Part {
    pub sum: TenderSum,
    pub count: Option<Count>,
}

/// A tender of a statement.
#[derive(Clone, Debug)]
pub(crate) struct Counted {
    pub tender_code: String,
    /// By till; of what is counted for the whole store the first part carries the count.
    pub parts: Vec<Part>,
}

/// A statement with its tenders and counts.
#[derive(Clone, Debug)]
pub(crate) struct Standing {
    pub statement: Statement,
    pub tenders: Vec<Counted>,
    pub counts: Vec<Count>,
}

impl Part {
    /// What was counted in a drawer, with what it had besides then.
    pub(crate) fn content(&self) -> Option<(i64, Drawer)> {
        let count = self.count.as_ref()?;
        Some((count.content, count.drawer))
    }
}

impl Counted {
    pub(crate) fn first(&self) -> &TenderSum {
        &self.parts[0].sum
    }

    pub(crate) fn is_cash(&self) -> bool {
        is_cash(self.first().tender_type)
    }

    pub(crate) fn amount(&self) -> i64 {
        self.parts.iter().map(|part| part.sum.amount).sum()
    }

    pub(crate) fn quantity(&self) -> i64 {
        self.parts.iter().map(|part| part.sum.quantity).sum()
    }

    pub(crate) fn is_required(&self) -> bool {
        self.first().counting_required
    }

    /// Whether all of it is counted: the drawer of each till, or the slips of the store.
    pub(crate) fn is_counted(&self) -> bool {
        match self.is_cash() {
            true => self.parts.iter().all(|part| part.count.is_some()),
            false => self.parts[0].count.is_some(),
        }
    }

    /// What was counted, once all of it is.
    pub(crate) fn counted(&self) -> Option<(i64, Option<i64>)> {
        let counts = || self.parts.iter().filter_map(|part| part.count.as_ref());
        self.is_counted().then(|| {
            let amount = counts().map(|count| count.counted_amount).sum();
            let slips = counts().filter_map(|count| count.slips);
            (amount, (!self.is_cash()).then(|| slips.sum()))
        })
    }

    /// By how much it differs, once all of it is counted.
    pub(crate) fn difference(&self) -> Option<Difference> {
        let counted = self.counted()?;
        Some(difference(counted, (self.amount(), self.quantity())))
    }

    /// By how much its drawers differ; nothing before all of them are counted, so that one that is
    /// counted tells nothing about the others.
    pub(crate) fn differing_drawers(&self) -> Vec<DifferingDrawer> {
        if !self.is_cash() || !self.is_counted() {
            return Vec::new();
        }
        let counted = self.parts.iter().filter_map(|part| {
            Some(DifferingDrawer {
                tender_code: self.tender_code.clone(),
                terminal_no: part.sum.terminal_no.clone(),
                is_foreign: part.sum.foreign_currency.is_some(),
                amount: part.count.as_ref()?.counted_amount - part.sum.amount,
            })
        });
        counted.filter(|drawer| drawer.amount != 0).collect()
    }
}

impl Standing {
    pub(crate) async fn read(tx: &mut Tx, statement: Statement) -> Outcome<Self> {
        let sums = store::list_tenders(tx, &statement).await?;
        let counts = store::list_counts(tx, &statement).await?;
        let mut last: BTreeMap<(String, Option<String>), Count> = BTreeMap::new();
        for count in &counts {
            let key = (count.tender_code.clone(), count.terminal_no.clone());
            last.insert(key, count.clone());
        }
        let mut tenders: Vec<Counted> = Vec::new();
        for sum in sums {
            let is_new = tenders
                .last()
                .is_none_or(|it| it.tender_code != sum.tender_code);
            let till = is_cash(sum.tender_type).then(|| sum.terminal_no.clone());
            let is_counted_here = is_new || till.is_some();
            let count = is_counted_here
                .then(|| last.get(&(sum.tender_code.clone(), till)).cloned())
                .flatten();
            let part = Part { sum, count };
            match tenders.last_mut().filter(|_| !is_new) {
                Some(tender) => tender.parts.push(part),
                None => tenders.push(Counted {
                    tender_code: part.sum.tender_code.clone(),
                    parts: vec![part],
                }),
            }
        }
        Ok(Self {
            statement,
            tenders,
            counts,
        })
    }

    /// Whether everything is counted that has to be.
    pub(crate) fn is_complete(&self) -> bool {
        self.tenders
            .iter()
            .all(|tender| !tender.is_required() || tender.is_counted())
    }

    /// Whether what the drawers should hold must not be known yet: cash is still to be counted.
    pub(crate) fn is_blind(&self) -> bool {
        self.statement.state == StatementState::Calculated && !self.is_cash_counted()
    }

    /// Whether all cash is counted that has to be.
    pub(crate) fn is_cash_counted(&self) -> bool {
        self.tenders
            .iter()
            .all(|tender| !tender.is_cash() || !tender.is_required() || tender.is_counted())
    }

    /// The differences of what is counted.
    pub(crate) fn differences(&self) -> Vec<(i64, Option<i64>)> {
        self.tenders
            .iter()
            .filter_map(|tender| tender.difference())
            .map(|it| (it.amount, it.quantity))
            .collect()
    }

    /// The drawers that differ, also those of tenders that do not.
    pub(crate) fn differing_drawers(&self) -> Vec<DifferingDrawer> {
        let tenders = self.tenders.iter();
        tenders.flat_map(Counted::differing_drawers).collect()
    }

    /// The drawers with the currency of what they took.
    pub(crate) fn drawers(&self) -> impl Iterator<Item = (Currency, &Part)> {
        let own = self.statement.currency;
        let cash = self.tenders.iter().filter(|tender| tender.is_cash());
        cash.flat_map(|tender| tender.parts.iter())
            .map(move |part| (part.sum.foreign_currency.unwrap_or(own), part))
    }

    /// What cash came to.
    pub(crate) fn cash(&self) -> i64 {
        let cash = self.tenders.iter().filter(|tender| tender.is_cash());
        cash.map(Counted::amount).sum()
    }

    /// What the differences probably come from; nothing before everything is counted.
    pub(crate) async fn causes(&self, tx: &mut Tx) -> Outcome<Vec<Cause>> {
        if self.is_blind() || self.statement.difference.is_none() {
            return Ok(Vec::new());
        }
        let differing: Vec<Differing> = self
            .tenders
            .iter()
            .filter_map(|tender| {
                Some(Differing {
                    tender_code: tender.tender_code.clone(),
                    amount: tender.difference()?.amount,
                })
            })
            .filter(|differing| differing.amount != 0)
            .collect();
        let drawers = self.differing_drawers();
        if differing.is_empty() && drawers.is_empty() {
            return Ok(Vec::new());
        }
        let periods = store::list_periods(tx, &self.statement.statement_no).await?;
        let mut misplaced = Vec::new();
        for (short, over) in pairs(&differing) {
            let wanted = (short.tender_code.as_str(), over.amount);
            misplaced.extend(store::payments_worth(tx, &self.statement, wanted).await?);
        }
        Ok(causes(&Facts {
            differing,
            misplaced,
            drawers,
            decided: store::decided_payments(tx, &self.statement).await?,
            unmatched: store::unmatched_terminals(tx, &self.statement, &periods).await?,
            smallest_drop: smallest_drop(self.statement.currency),
        }))
    }
}

/// Fifty euro, or the note of a currency that is nearest above as many units.
fn smallest_drop(currency: Currency) -> i64 {
    let wanted = SMALLEST_DROP_UNITS * 10_i64.pow(currency.exponent());
    let notes = denominations(currency).iter().copied();
    let above = notes.filter(|note| *note >= wanted).min();
    above.unwrap_or(wanted)
}

#[cfg(test)]
mod tests {
    use payment::rule::kind::TenderType;

    use super::*;

    /// A drawer that took 100.00.
    fn part(tender_type: TenderType, terminal_no: &str, counted: Option<i64>) -> Part {
        Part {
            sum: TenderSum {
                terminal_no: terminal_no.to_owned(),
                tender_code: "CASH".to_owned(),
                name: "Cash".to_owned(),
                tender_type,
                counting_required: true,
                amount: 10_000,
                quantity: 1,
                foreign_currency: None,
                foreign_amount: 0,
            },
            count: counted.map(|counted_amount| Count {
                tender_code: "CASH".to_owned(),
                terminal_no: Some(terminal_no.to_owned()),
                content: counted_amount,
                slips: None,
                denominations: Vec::new(),
                drawer: Drawer::default(),
                counted_amount,
                reason: None,
                counted_by: "Nadia Roche".to_owned(),
                counted_at: jiff::Timestamp::UNIX_EPOCH,
            }),
        }
    }

    #[test]
    fn drawers_differ_once_all_of_their_tender_are_counted() {
        let differing = |tender_type, counted: [Option<i64>; 3]| {
            let parts = counted.into_iter().enumerate();
            let counted = Counted {
                tender_code: "CASH".to_owned(),
                parts: parts
                    .map(|(till, counted)| part(tender_type, &format!("PAR-{till}"), counted))
                    .collect(),
            };
            let drawers = counted.differing_drawers().into_iter();
            let drawers = drawers.map(|it| (it.terminal_no, it.amount));
            drawers.collect::<Vec<_>>()
        };
        let all = [Some(9_000), Some(10_000), Some(11_000)];
        let expected = [("PAR-0".to_owned(), -1_000), ("PAR-2".to_owned(), 1_000)];
        assert_eq!(differing(TenderType::Cash, all), expected);
        let most = [Some(9_000), None, Some(11_000)];
        assert_eq!(differing(TenderType::Cash, most), [], "blind");
        assert_eq!(
            differing(TenderType::Card, all),
            [],
            "slips lie in no drawer"
        );
    }
}
