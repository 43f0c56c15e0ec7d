//! The papers of a statement: the statement itself on A4, X and Z on the paper of receipts.

pub(crate) mod list;
pub(crate) mod print;
pub(crate) mod report;
pub(crate) mod section;
pub(crate) mod show;

use std::ops::Deref;

use document::{DocumentError, Language};
use kernel::Currency;
use order::sheet::Pen;

use crate::rule::state::StatementState;

document::words! {
    "../label":
    x_title, z_title, statement, number, business_date, posting_date, made_at, till, all_tills, staff,
    posted_by, state, state_open, state_calculated, state_counted, state_posting, state_posted,
    bank_bag, sales, sales_gross, sales_net, vat, vat_rate, net, gross, discounts, refunds, rounding,
    categories, no_category, liabilities, gift_cards, deposits_received, deposits_paid_back, payments,
    payments_total, money_in, recycling_granted, recycling_repaid, cash, drawer, opening_float, opening_difference,
    added, removed, taken_before, moved_since, left, happened,
    customers, transactions, items, parked, voided, drawer_openings, logins, grand_totals, perpetual_sales,
    perpetual_absolute, hash, previous_hash, closing_hash, blind, tenders, tender, quantity, amount, counted,
    difference, difference_quantity, counts, content, slips, counted_by, causes, cause_swapped,
    cause_other_drawer, cause_unresolved, cause_unmatched, cause_drop, signature, list_title, store,
    all_stores, all_days, all_states, total,
}

/// Writes the words and figures of a paper.
pub(crate) struct Ink {
    pub words: &'static Words,
    pen: Pen,
}

impl Ink {
    pub(crate) fn new(language: Language, currency: Currency) -> Result<Self, DocumentError> {
        Ok(Self {
            words: WORDS.of(language)?,
            pen: Pen::new(language, currency),
        })
    }

    /// What a state is called.
    pub(crate) const fn state(&self, state: StatementState) -> &'static String {
        match state {
            StatementState::Open => &self.words.state_open,
            StatementState::Calculated => &self.words.state_calculated,
            StatementState::Counted => &self.words.state_counted,
            StatementState::Posting => &self.words.state_posting,
            StatementState::Posted => &self.words.state_posted,
        }
    }
}

impl Deref for Ink {
    type Target = Pen;

    fn deref(&self) -> &Pen {
        &self.pen
    }
}

#[cfg(test)]
pub(crate) mod tests;
