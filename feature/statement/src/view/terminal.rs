//! The card terminals of a statement on the wire: what each told of its period.

use std::collections::BTreeMap;

use jiff::Timestamp;
use kernel::id::TerminalNo;
use kernel::{Currency, Money};
use serde::Serialize;
use utoipa::ToSchema;

use crate::store::{Statement, TerminalPeriod, TerminalTender};

/// What a card terminal told of its period.
#[derive(Clone, Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(super) struct StatementTerminalView {
    /// Its till.
    #[schema(example = "PAR01-T1")]
    pub(super) terminal_no: String,
    /// The name of the till.
    #[schema(example = "Till 1")]
    pub(super) name: String,
    /// Whether it told its totals; false when it could not be reached, or its answer was lost.
    pub(super) is_read: bool,
    /// Whether it may have closed its period; false when it certainly closed none, so that it can be asked
    /// again.
    pub(super) is_reached: bool,
    /// Whether its answer is waited for.
    pub(super) is_asking: bool,
    /// Whether the program ended before its answer was written down: it may have closed its period, and can be
    /// asked again.
    pub(super) is_cut_off: bool,
    /// When it was asked.
    #[schema(value_type = String, format = DateTime)]
    pub(super) asked_at: Timestamp,
    /// Its tenders.
    pub(super) tenders: Vec<StatementTerminalTenderView>,
}

/// A tender in the period of a card terminal: three sides that should agree.
#[derive(Clone, Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(super) struct StatementTerminalTenderView {
    /// Its code.
    #[schema(example = "VISA")]
    pub(super) tender_code: String,
    /// What the terminal took less what it gave back.
    pub(super) terminal_amount: Money,
    /// How many payments and reversals the terminal counts.
    pub(super) terminal_quantity: i64,
    /// What its answers to our payments said.
    pub(super) attempt_amount: Money,
    /// How many payments and reversals those are.
    pub(super) attempt_quantity: i64,
    /// What is booked for them.
    pub(super) booked_amount: Money,
    /// Whether all agree.
    pub(super) is_matched: bool,
}

pub(super) fn terminal_view(
    statement: &Statement,
    period: TerminalPeriod,
    tills: &BTreeMap<TerminalNo, String>,
) -> StatementTerminalView {
    let name = tills.get(&TerminalNo(period.terminal_no.clone()));
    let (is_read, is_reached) = (period.is_read(), period.is_reached());
    let (is_asking, is_cut_off) = (period.is_asking(), period.is_cut_off());
    let tender = |tender: TerminalTender| {
        let parsed = Currency::parse(&tender.currency_code);
        let money = |minor: i64| Money::new(minor, parsed.unwrap_or(statement.currency));
        StatementTerminalTenderView {
            terminal_amount: money(tender.told.0),
            terminal_quantity: tender.told.1,
            attempt_amount: money(tender.attempted.0),
            attempt_quantity: tender.attempted.1,
            booked_amount: money(tender.booked),
            is_matched: tender.is_matched(),
            tender_code: tender.tender_code,
        }
    };
    StatementTerminalView {
        name: name.cloned().unwrap_or_default(),
        terminal_no: period.terminal_no,
        is_read,
        is_reached,
        is_asking,
        is_cut_off,
        asked_at: period.asked_at,
        tenders: period.tenders.into_iter().map(tender).collect(),
    }
}
