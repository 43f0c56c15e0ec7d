//! What a difference probably comes from, the likeliest first (features 4.15).

use serde::Serialize;
use utoipa::ToSchema;
use uuid::Uuid;

/// The kind of a cause, from what explains two differences to what only fits by its roundness.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, ToSchema)]
#[serde(rename_all = "SCREAMING_SNAKE_CASE")]
pub enum CauseKind {
    /// What one tender has too much another lacks: an amount was booked on the wrong one.
    SwappedTenders,
    /// What one drawer of a tender lacks another has too much: an amount lies in the wrong one.
    OtherDrawer,
    /// A payment that somebody decided about by hand is worth the difference.
    UnresolvedPayment,
    /// A payment that only the terminal knows, or only the books, is worth the difference.
    UnmatchedTerminalTotal,
    /// A drawer lacks a round sum, as when notes went to the safe and nobody wrote it down.
    MissingDrop,
}

/// By how much a tender differs.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Differing {
    /// Its code.
    pub tender_code: String,
    /// Counted less booked, in minor units.
    pub amount: i64,
}

/// By how much a drawer of a tender differs that is counted in all its drawers.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DifferingDrawer {
    /// The tender.
    pub tender_code: String,
    /// The till of the drawer.
    pub terminal_no: String,
    /// Whether it is cash of another currency than the store's.
    pub is_foreign: bool,
    /// Counted less booked, in minor units of the store's currency.
    pub amount: i64,
}

/// Where somebody looks at what may explain a difference.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Entry {
    /// The receipt of the payment, when it is known.
    pub receipt_no: Option<String>,
    /// The deposit on which it was paid, or of which it was given back; none of an order's.
    pub deposit_id: Option<Uuid>,
    /// The till whose card terminal told something else, or whose drawer lacks an amount.
    pub terminal_no: Option<String>,
}

impl Entry {
    /// The same at a till.
    #[must_use]
    pub fn at(self, terminal_no: &str) -> Self {
        Self {
            terminal_no: Some(terminal_no.to_owned()),
            ..self
        }
    }
}

/// What may explain a difference.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Suspect {
    /// Its tender.
    pub tender_code: String,
    /// What the books say it took, less what it should be, in minor units.
    pub amount: i64,
    /// Where it is looked at.
    pub entry: Entry,
}

/// What is known.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Facts {
    /// Tenders that differ.
    pub differing: Vec<Differing>,
    /// Drawers that differ, also those of tenders that do not.
    pub drawers: Vec<DifferingDrawer>,
    /// Payments of tenders that lack something which are worth what another one has too much: of each such pair
    /// two are enough to tell that nobody knows which.
    pub misplaced: Vec<Suspect>,
    /// Payments that somebody decided about.
    pub decided: Vec<Suspect>,
    /// Payments that the acquirer's report and the books do not agree about.
    pub unmatched: Vec<Suspect>,
    /// The smallest sum that people carry to the safe, in minor units.
    pub smallest_drop: i64,
}

/// Something that may explain a difference.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Cause {
    /// Of which kind.
    pub kind: CauseKind,
    /// The tender that differs.
    pub tender_code: String,
    /// The tender on which the amount is, when two are swapped.
    pub other_tender_code: Option<String>,
    /// The till in whose drawer the amount is, when it lies in the wrong one.
    pub other_terminal_no: Option<String>,
    /// How much of the difference it explains, with the sign of the difference.
    pub amount: i64,
    /// Where it is looked at, when it is more than the orders of a tender.
    pub entry: Entry,
}

/// What may explain the differences: by kind, of one kind the larger amount first. Nothing is said twice.
#[must_use]
pub fn causes(facts: &Facts) -> Vec<Cause> {
    let mut causes = swapped(facts);
    causes.extend(in_other_drawers(&facts.drawers));
    causes.extend(payments(facts));
    causes.extend(missing_drops(facts));
    causes.sort_by_key(|cause| (cause.kind, -cause.amount.abs()));
    let mut told: Vec<Cause> = Vec::new();
    for cause in causes {
        // Two payments of one receipt may be worth the same.
        if !told.contains(&cause) {
            told.push(cause);
        }
    }
    told
}

/// What two tenders differ by, when a payment may be on the wrong one: they differ by the same, or the one that
/// lacks something, more or less of it, has a single payment which is worth what the other has too much.
fn swapped(facts: &Facts) -> Vec<Cause> {
    let mut causes = Vec::new();
    for (short, over) in pairs(&facts.differing) {
        let mut worth = facts
            .misplaced
            .iter()
            .filter(|it| it.tender_code == short.tender_code && it.amount == over.amount);
        let single = match (worth.next(), worth.next()) {
            (Some(single), None) => Some(single.entry.clone()),
            _ => None,
        };
        // A coin may be missing besides; what is left unexplained is less than what is explained.
        let is_near = (short.amount + over.amount).abs() < over.amount;
        if short.amount == -over.amount || (single.is_some() && is_near) {
            causes.push(Cause {
                kind: CauseKind::SwappedTenders,
                tender_code: short.tender_code.clone(),
                other_tender_code: Some(over.tender_code.clone()),
                other_terminal_no: None,
                amount: -over.amount,
                entry: single.unwrap_or_default(),
            });
        }
    }
    causes
}

/// Each tender that lacks something with each that has too much.
pub fn pairs(differing: &[Differing]) -> impl Iterator<Item = (&Differing, &Differing)> {
    let short = differing.iter().filter(|it| it.amount < 0);
    short.flat_map(|short| {
        let over = differing.iter().filter(|it| it.amount > 0);
        over.map(move |over| (short, over))
    })
}

/// Drawers of a tender that lack what another has too much, each in one pair at most.
fn in_other_drawers(drawers: &[DifferingDrawer]) -> Vec<Cause> {
    let mut causes = Vec::new();
    let mut over: Vec<&DifferingDrawer> = drawers.iter().filter(|it| it.amount > 0).collect();
    for short in drawers.iter().filter(|it| it.amount < 0) {
        let other = over
            .iter()
            .position(|it| it.tender_code == short.tender_code && it.amount == -short.amount);
        if let Some(other) = other {
            causes.push(Cause {
                other_terminal_no: Some(over.remove(other).terminal_no.clone()),
                ..lacking(CauseKind::OtherDrawer, short)
            });
        }
    }
    causes
}

/// Payments and card terminals that are worth the difference of their tender.
fn payments(facts: &Facts) -> Vec<Cause> {
    let mut causes = Vec::new();
    for differing in facts.differing.iter().filter(|it| it.amount != 0) {
        // Booked, but not in the drawer or on the slips: the difference is the payment, below zero.
        let explains = |suspect: &&Suspect| {
            suspect.tender_code == differing.tender_code && suspect.amount == -differing.amount
        };
        let cause = |kind, entry: &Entry| Cause {
            kind,
            tender_code: differing.tender_code.clone(),
            other_tender_code: None,
            other_terminal_no: None,
            amount: differing.amount,
            entry: entry.clone(),
        };
        for suspect in facts.decided.iter().filter(explains) {
            causes.push(cause(CauseKind::UnresolvedPayment, &suspect.entry));
        }
        for suspect in facts.unmatched.iter().filter(explains) {
            causes.push(cause(CauseKind::UnmatchedTerminalTotal, &suspect.entry));
        }
    }
    causes
}

/// Drawers that lack a round sum of the store's own notes.
fn missing_drops(facts: &Facts) -> Vec<Cause> {
    let is_round = |amount: i64| facts.smallest_drop > 0 && amount % facts.smallest_drop == 0;
    let drawers = facts.drawers.iter();
    drawers
        .filter(|it| !it.is_foreign && it.amount < 0 && is_round(it.amount))
        .map(|short| lacking(CauseKind::MissingDrop, short))
        .collect()
}

/// A cause at the drawer that lacks something.
fn lacking(kind: CauseKind, short: &DifferingDrawer) -> Cause {
    Cause {
        kind,
        tender_code: short.tender_code.clone(),
        other_tender_code: None,
        other_terminal_no: None,
        amount: short.amount,
        entry: Entry::default().at(&short.terminal_no),
    }
}

#[cfg(test)]
mod tests;
