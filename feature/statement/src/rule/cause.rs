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

/// Where somebody looks at what may explain a difference.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Entry {
    /// The receipt of the payment, when it is known.
    pub receipt_no: Option<String>,
    /// The deposit on which it was paid, or of which it was given back; none of an order's.
    pub deposit_id: Option<Uuid>,
    /// The till whose card terminal told something else.
    pub terminal_no: Option<String>,
}

impl Entry {
    /// The same at the card terminal of a till.
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
    /// Where it is looked at, when it is more than the orders of a tender.
    pub entry: Entry,
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
        let cause = |kind, entry: &Entry| Cause {
            kind,
            tender_code: differing.tender_code.clone(),
            other_tender_code: None,
            amount: differing.amount,
            entry: entry.clone(),
        };
        for suspect in facts.decided.iter().filter(explains) {
            causes.push(cause(CauseKind::UnresolvedPayment, &suspect.entry));
        }
        for suspect in facts.unmatched.iter().filter(explains) {
            causes.push(cause(CauseKind::UnmatchedTerminalTotal, &suspect.entry));
        }
        let is_round = facts.smallest_drop > 0 && differing.amount % facts.smallest_drop == 0;
        if differing.is_cash && differing.amount < 0 && is_round {
            causes.push(cause(CauseKind::MissingDrop, &Entry::default()));
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
                entry: Entry::default(),
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
            entry: Entry {
                receipt_no: Some("R-PAR-000001".to_owned()),
                ..Entry::default()
            },
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
    fn each_cause_leads_to_what_it_names() {
        let deposit = Entry {
            deposit_id: Some(Uuid::from_u128(7)),
            ..suspect("VISA", 0).entry
        };
        let terminal = Entry::default().at("PAR-1");
        let both = suspect("VISA", 0).entry.at("PAR-2");
        let of = |amount, entry: &Entry| Suspect {
            entry: entry.clone(),
            ..suspect("VISA", amount)
        };
        let facts = Facts {
            differing: vec![differing("VISA", -3_000), differing("AMEX", 500)],
            decided: vec![of(3_000, &deposit)],
            unmatched: vec![of(3_000, &terminal), of(3_000, &both)],
            ..Facts::default()
        };
        let entries: Vec<Entry> = causes(&facts).into_iter().map(|it| it.entry).collect();
        assert_eq!(entries, [deposit, terminal, both]);
        // What was said to be given back and did not go: there is more than booked.
        let back = Facts {
            differing: vec![differing("VISA", 3_000)],
            decided: vec![suspect("VISA", -3_000)],
            ..Facts::default()
        };
        let found = kinds(&back);
        assert_eq!(found, [(CauseKind::UnresolvedPayment, "VISA".to_owned())]);
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
        assert_eq!(found[0].entry, suspect("VISA", 0).entry);
        assert_eq!(found[0].amount, -3_000);
    }
}
