//! The tenders of a statement on the wire: what tills took of them, and what was counted.

use std::collections::BTreeMap;

use jiff::Timestamp;
use kernel::id::TerminalNo;
use kernel::{Currency, Money};
use serde::Serialize;
use utoipa::ToSchema;

use crate::rule::count::denominations;
use crate::standing::{Counted, Part, Standing};
use crate::store::{Count, Floats, Statement};

/// A tender of a statement.
#[derive(Clone, Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(super) struct StatementTenderView {
    /// Its code.
    #[schema(example = "CASH")]
    pub(super) tender_code: String,
    /// Its name.
    #[schema(example = "Cash")]
    pub(super) name: String,
    /// What it is, as in the list of tenders.
    #[schema(example = "CASH")]
    pub(super) tender_type: &'static str,
    /// Whether it must be counted.
    pub(super) counting_required: bool,
    /// Whether it is counted in notes and coins, by till.
    pub(super) is_cash: bool,
    /// Whether all of it is counted.
    pub(super) is_counted: bool,
    /// The currency in which it is counted.
    pub(super) currency: Currency,
    /// Its notes and coins in minor units, the largest first; none of what is no cash.
    pub(super) denominations: Vec<i64>,
    /// How many transactions there were.
    pub(super) transaction_quantity: i64,
    /// What it took; not told of cash that is still to be counted.
    pub(super) transaction_amount: Option<Money>,
    /// What was counted, once all of it is.
    pub(super) counted_amount: Option<Money>,
    /// Counted less taken.
    pub(super) difference_amount: Option<Money>,
    /// Slips counted less transactions; cash has none.
    pub(super) difference_quantity: Option<i64>,
    /// Its drawers, when it is cash.
    pub(super) drawers: Vec<StatementDrawerView>,
}

/// The drawer of a till.
#[derive(Clone, Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(super) struct StatementDrawerView {
    /// The till.
    #[schema(example = "PAR01-T1")]
    pub(super) terminal_no: String,
    /// Its name.
    #[schema(example = "Till 1")]
    pub(super) name: String,
    /// How many transactions there were.
    pub(super) transaction_quantity: i64,
    /// What the till took; not told of cash that is still to be counted.
    pub(super) transaction_amount: Option<Money>,
    /// What lay in the drawer, once it is counted.
    pub(super) content: Option<Money>,
    /// With how much less or more it was opened than should have lain in it, in the currency of the tender,
    /// once it is counted.
    pub(super) opening_difference: Option<Money>,
    /// Which part of it the tender brought, in the store's currency.
    pub(super) counted_amount: Option<Money>,
    /// Counted less taken.
    pub(super) difference_amount: Option<Money>,
    /// What it left in the drawer for the next one, in the currency of the tender, once it is posted.
    pub(super) left_amount: Option<Money>,
}

/// A count.
#[derive(Clone, Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(super) struct StatementCountView {
    /// What was counted.
    #[schema(example = "CASH")]
    pub(super) tender_code: String,
    /// The till whose drawer it was; none of what is counted for the whole store.
    #[schema(example = "PAR01-T1")]
    pub(super) terminal_no: Option<String>,
    /// What lay there, in the currency of the tender.
    pub(super) content: Money,
    /// How many slips there were.
    pub(super) slips: Option<i64>,
    /// The notes and coins.
    pub(super) denominations: Vec<StatementPiecesView>,
    /// With what the drawer was opened.
    pub(super) opening_float: Money,
    /// What should have lain in it then: what the statement before left, with what was moved and taken since.
    pub(super) carried_float: Money,
    /// What was put in besides.
    pub(super) added: Money,
    /// What was taken out.
    pub(super) removed: Money,
    /// What of the opening float the documents of this statement had brought.
    pub(super) taken_before: Money,
    /// What of the content the next statement holds: what was taken behind the calculation, and what was moved on
    /// a later date.
    pub(super) moved_since: Money,
    /// Why it was counted again.
    #[schema(example = "A note was under the tray")]
    pub(super) reason: Option<String>,
    /// Who counted, by name.
    #[schema(example = "Nadia Roche")]
    pub(super) counted_by: String,
    /// When.
    #[schema(value_type = String, format = DateTime)]
    pub(super) counted_at: Timestamp,
}

/// Pieces of a note or coin.
#[derive(Clone, Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(super) struct StatementPiecesView {
    /// What one is worth, in minor units.
    #[schema(example = 5000)]
    pub(super) denomination: i64,
    /// How many there were.
    pub(super) pieces: i64,
}

pub(super) fn tender_view(
    standing: &Standing,
    tender: &Counted,
    is_blind: bool,
    known: (&BTreeMap<TerminalNo, String>, &Floats),
) -> StatementTenderView {
    let statement = &standing.statement;
    let sum = tender.first();
    let is_hidden = is_blind && tender.is_cash();
    let told = |minor: i64| (!is_hidden).then(|| statement.money(minor));
    let currency = sum.foreign_currency.unwrap_or(statement.currency);
    let difference = tender.difference().filter(|_| !is_hidden);
    let drawers = tender.parts.iter().filter(|_| tender.is_cash());
    let drawers = drawers.map(|part| drawer_view(statement, part, is_hidden, known));
    StatementTenderView {
        tender_code: tender.tender_code.clone(),
        name: sum.name.clone(),
        tender_type: sum.tender_type.name(),
        counting_required: sum.counting_required,
        is_cash: tender.is_cash(),
        is_counted: tender.is_counted(),
        currency,
        denominations: match tender.is_cash() {
            true => denominations(currency).to_vec(),
            false => Vec::new(),
        },
        transaction_quantity: tender.quantity(),
        transaction_amount: told(tender.amount()),
        counted_amount: tender.counted().map(|(amount, _)| statement.money(amount)),
        difference_amount: difference.map(|it| statement.money(it.amount)),
        difference_quantity: difference.and_then(|it| it.quantity),
        drawers: drawers.collect(),
    }
}

fn drawer_view(
    statement: &Statement,
    part: &Part,
    is_hidden: bool,
    (tills, left): (&BTreeMap<TerminalNo, String>, &Floats),
) -> StatementDrawerView {
    let currency = part.sum.foreign_currency.unwrap_or(statement.currency);
    let counted = part.count.as_ref().map(|count| count.counted_amount);
    let terminal_no = TerminalNo(part.sum.terminal_no.clone());
    let name = tills.get(&terminal_no);
    let left = left.get(&(terminal_no, currency));
    StatementDrawerView {
        terminal_no: part.sum.terminal_no.clone(),
        name: name.cloned().unwrap_or_default(),
        transaction_quantity: part.sum.quantity,
        transaction_amount: (!is_hidden).then(|| statement.money(part.sum.amount)),
        content: part
            .count
            .as_ref()
            .map(|count| Money::new(count.content, currency)),
        opening_difference: part
            .count
            .as_ref()
            .map(|count| Money::new(count.drawer.opening_difference(), currency)),
        counted_amount: counted.map(|it| statement.money(it)),
        difference_amount: counted
            .filter(|_| !is_hidden)
            .map(|it| statement.money(it - part.sum.amount)),
        left_amount: left.map(|minor| Money::new(*minor, currency)),
    }
}

pub(super) fn count_view(standing: &Standing, count: &Count) -> StatementCountView {
    let tender = standing
        .tenders
        .iter()
        .find(|tender| tender.tender_code == count.tender_code);
    let foreign = tender.and_then(|tender| tender.first().foreign_currency);
    let currency = foreign.unwrap_or(standing.statement.currency);
    let money = |minor: i64| Money::new(minor, currency);
    StatementCountView {
        tender_code: count.tender_code.clone(),
        terminal_no: count.terminal_no.clone(),
        content: money(count.content),
        slips: count.slips,
        denominations: count
            .denominations
            .iter()
            .map(|(denomination, pieces)| StatementPiecesView {
                denomination: *denomination,
                pieces: *pieces,
            })
            .collect(),
        opening_float: money(count.drawer.opening_float),
        carried_float: money(count.drawer.carried_float),
        added: money(count.drawer.added),
        removed: money(count.drawer.removed),
        taken_before: money(count.drawer.taken_before),
        moved_since: money(count.drawer.moved_since),
        reason: count.reason.clone(),
        counted_by: count.counted_by.clone(),
        counted_at: count.counted_at,
    }
}
