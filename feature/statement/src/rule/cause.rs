//! What a difference probably comes from, the likeliest first (features 4.15).

use serde::Serialize;
use utoipa::ToSchema;

/// The kind of a cause, from what explains two differences to what only fits by its roundness.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, ToSchema)]
#[serde(rename_all = "SCREAMING_SNAKE_CASE")]
pub enum CauseKind {
    /// What one tender has too much another lacks: an amount was booked on the wrong one.
    SwappedTenders,
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
    /// Whether it lies in a drawer.
    pub is_cash: bool,
    /// Counted less booked, in minor units.
    pub amount: i64,
}

/// A payment that may explain a difference.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Suspect {
    /// Its tender.
    pub tender_code: String,
    /// What the books say it took, in minor units.
    pub amount: i64,
    /// What names it to people: a receipt.
    pub reference: String,
}

/// What is known.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Facts {
    /// Tenders that differ.
    pub differing: Vec<Differing>,
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
    /// How much of the difference it explains, with the sign of the difference.
    pub amount: i64,
    /// What names the payment, when there is one.
    pub reference: Option<String>,
}

/// What may explain the differences: by kind, of one kind the larger amount first.
#[must_use]
pub fn causes(facts: &Facts) -> Vec<Cause> {
    let mut causes = swapped(&facts.differing);
    for differing in facts.differing.iter().filter(|it| it.amount != 0) {
        // Booked, but not in the drawer or on the slips: the difference is the payment, below zero.
        let explains = |suspect: &&Suspect| {
            suspect.tender_code == differing.tender_code && suspect.amount == -differing.amount
        };
        let cause = |kind, reference: Option<&str>| Cause {
            kind,
            tender_code: differing.tender_code.clone(),
            other_tender_code: None,
            amount: differing.amount,
            reference: reference.map(str::to_owned),
        };
        for suspect in facts.decided.iter().filter(explains) {
            causes.push(cause(
                CauseKind::UnresolvedPayment,
                Some(&suspect.reference),
            ));
        }
        for suspect in facts.unmatched.iter().filter(explains) {
            causes.push(cause(
                CauseKind::UnmatchedTerminalTotal,
                Some(&suspect.reference),
            ));
        }
        let is_round = facts.smallest_drop > 0 && differing.amount % facts.smallest_drop == 0;
        if differing.is_cash && differing.amount < 0 && is_round {
            causes.push(cause(CauseKind::MissingDrop, None));
        }
    }
    causes.sort_by_key(|cause| (cause.kind, -cause.amount.abs()));
    causes
}

fn swapped(differing: &[Differing]) -> Vec<Cause> {
    let mut causes = Vec::new();
    for short in differing.iter().filter(|it| it.amount < 0) {
        let other = differing
            .iter()
            .find(|it| it.tender_code != short.tender_code && it.amount == -short.amount);
        if let Some(other) = other {
            causes.push(Cause {
                kind: CauseKind::SwappedTenders,
                tender_code: short.tender_code.clone(),
                other_tender_code: Some(other.tender_code.clone()),
                amount: short.amount,
                reference: None,
            });
        }
    }
    causes
}

#[cfg(test)]
mod tests {
    use super::*;

    fn differing(tender_code: &str, amount: i64) -> Differing {
        Differing {
            tender_code: tender_code.to_owned(),
            is_cash: tender_code == "CASH",
            amount,
        }
    }

    fn suspect(tender_code: &str, amount: i64) -> Suspect {
        Suspect {
            tender_code: tender_code.to_owned(),
            amount,
            reference: "R-PAR-000001".to_owned(),
        }
    }

    fn kinds(facts: &Facts) -> Vec<(CauseKind, String)> {
        causes(facts)
            .into_iter()
            .map(|cause| (cause.kind, cause.tender_code))
            .collect()
    }

    #[test]
    fn what_explains_most_comes_first() {
        use CauseKind::{MissingDrop, SwappedTenders, UnmatchedTerminalTotal, UnresolvedPayment};
        let facts = Facts {
            differing: vec![differing("CASH", -10_000), differing("VISA", 10_000)],
            decided: vec![suspect("CASH", 10_000)],
            unmatched: vec![suspect("CASH", 10_000)],
            smallest_drop: 5_000,
        };
        let expected = [
            SwappedTenders,
            UnresolvedPayment,
            UnmatchedTerminalTotal,
            MissingDrop,
        ]
        .map(|kind| (kind, "CASH".to_owned()));
        assert_eq!(kinds(&facts), expected);
        assert_eq!(
            causes(&facts)[0].other_tender_code.as_deref(),
            Some("VISA"),
            "where the amount is"
        );
    }

    #[test]
    fn what_does_not_fit_is_no_cause() {
        let table = [
            // Ten cents are nobody's drop and no payment.
            Facts {
                differing: vec![differing("CASH", -10)],
                decided: vec![suspect("CASH", 100)],
                unmatched: Vec::new(),
                smallest_drop: 5_000,
            },
            // Too much in the drawer is no drop.
            Facts {
                differing: vec![differing("CASH", 10_000)],
                smallest_drop: 5_000,
                ..Facts::default()
            },
            // A card has no safe; a payment that was booked does not explain too much.
            Facts {
                differing: vec![differing("VISA", 10_000), differing("AMEX", -3_000)],
                decided: vec![suspect("VISA", 10_000), suspect("VISA", 3_000)],
                unmatched: vec![suspect("VISA", 3_000)],
                smallest_drop: 1_000,
            },
            Facts {
                differing: vec![differing("VISA", 0), differing("AMEX", 0)],
                decided: vec![suspect("VISA", 0)],
                ..Facts::default()
            },
        ];
        for facts in table {
            assert_eq!(kinds(&facts), [], "{facts:?}");
        }
    }

    #[test]
    fn a_payment_that_somebody_decided_about_is_named() {
        let facts = Facts {
            differing: vec![differing("VISA", -3_000)],
            decided: vec![suspect("VISA", 3_000)],
            ..Facts::default()
        };
        let found = causes(&facts);
        assert_eq!(found.len(), 1);
        assert_eq!(found[0].reference.as_deref(), Some("R-PAR-000001"));
        assert_eq!(found[0].amount, -3_000);
    }
}
