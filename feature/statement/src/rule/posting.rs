//! Who may post a statement, and what stands against it (domain §12.7).

use kernel::Money;
use serde::Serialize;
use utoipa::ToSchema;

/// What stands against posting.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "SCREAMING_SNAKE_CASE")]
pub enum PostingError {
    /// Something is still to be counted.
    NotCounted,
    /// The difference is above what the store allows, and who asks may not post it all the same.
    DifferenceAboveMaximum,
    /// The difference is above what the store allows: a reason is wanted.
    ReasonRequired,
    /// The orders do not come to what the statement says any more.
    NotBalanced,
    /// More cash went back than came in, and who asks may not post it.
    CashBelowZero,
    /// Drawers were opened with less than was left in them, by more than the store allows, and who asks may not
    /// post it.
    OpeningDifferenceAboveMaximum,
    /// There is cash above the float that was counted, and no number of the bag that takes it to the bank.
    BagMissing,
}

/// What somebody should look at before posting.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "SCREAMING_SNAKE_CASE")]
pub enum PostingWarning {
    /// A tender or a drawer differs, and all together is within what the store allows.
    Difference,
    /// A tender has more or fewer slips than transactions.
    SlipsDiffer,
    /// More cash went back than came in.
    CashBelowZero,
    /// A drawer was opened with something else than was left in it.
    OpeningDifference,
    /// There was no sale.
    Empty,
    /// A card terminal, the attempts and what is booked do not agree.
    TerminalUnmatched,
    /// A card terminal was asked for its totals and did not tell them.
    TerminalNotRead,
    /// A card terminal was not asked for its totals yet.
    TerminalNotAsked,
    /// Payments of the day are not confirmed: attempt, tender and the acquirer do not agree.
    UnconfirmedPayments,
}

/// A drawer that was opened with something else than should have lain in it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Opening {
    /// The till.
    pub terminal_no: String,
    /// What was declared less what should have lain there.
    pub difference: Money,
    /// The same in the store's currency, in minor units; none while nobody knows a rate.
    pub worth: Option<i64>,
}

/// What decides.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Posting {
    /// Whether everything is counted.
    pub is_counted: bool,
    /// Whether the orders still come to what the statement says.
    pub is_balanced: bool,
    /// The difference of each tender: amount, slips.
    pub differences: Vec<(i64, Option<i64>)>,
    /// Whether a drawer differs: what one lacks and another has too much is none of the tender.
    pub has_differing_drawer: bool,
    /// The drawers that were opened with something else than should have lain in them.
    pub openings: Vec<Opening>,
    /// The most that the store allows, in minor units.
    pub maximum: i64,
    /// Whether who asks may post above it.
    pub may_exceed: bool,
    /// Whether a reason is given.
    pub has_reason: bool,
    /// What cash came to.
    pub cash: i64,
    /// Whether a drawer that was counted has cash above its float.
    pub has_surplus: bool,
    /// Whether a bank bag is named.
    pub has_bag: bool,
    /// How many orders and deposit payments it holds.
    pub documents: i64,
    /// Whether a card terminal told other totals than the books.
    pub has_unmatched: bool,
    /// Whether a card terminal was asked and did not answer.
    pub has_unread: bool,
    /// Whether a card terminal was not asked since the statement was calculated.
    pub has_unasked: bool,
    /// Whether a payment of the day is not confirmed.
    pub has_unconfirmed: bool,
}

impl Posting {
    /// The difference of all tenders.
    #[must_use]
    pub fn difference(&self) -> i64 {
        self.differences.iter().map(|(amount, _)| amount).sum()
    }

    /// The drawer that lacked most when it was opened, when all that lacked something lacked more than the
    /// store allows. What somebody put in is nobody's loss.
    #[must_use]
    pub fn lacking(&self) -> Option<&Opening> {
        let short = || self.openings.iter().filter(|it| it.difference.minor < 0);
        // Nobody can say that what has no rate is little.
        let worth = short().try_fold(0_i64, |sum, it| Some(sum + it.worth?));
        let is_above = worth.is_none_or(|worth| worth < -self.maximum);
        let most = short().min_by_key(|it| it.worth.unwrap_or(i64::MIN));
        most.filter(|_| is_above)
    }

    /// What stands against posting, what comes first first; nothing when it may be posted.
    #[must_use]
    pub fn errors(&self) -> Vec<PostingError> {
        let mut errors = Vec::new();
        if !self.is_counted {
            errors.push(PostingError::NotCounted);
        }
        if !self.is_balanced {
            errors.push(PostingError::NotBalanced);
        }
        // Before what a colleague can stand for: nobody is asked while something is still to be entered.
        if self.is_counted && self.has_surplus && !self.has_bag {
            errors.push(PostingError::BagMissing);
        }
        let is_above = self.difference().abs() > self.maximum;
        let is_lacking = self.lacking().is_some();
        if self.is_counted && (is_above || is_lacking) {
            match (self.may_exceed, self.has_reason) {
                (true, true) => {}
                (true, false) => errors.push(PostingError::ReasonRequired),
                (false, _) => {
                    let of = [
                        (is_above, PostingError::DifferenceAboveMaximum),
                        (is_lacking, PostingError::OpeningDifferenceAboveMaximum),
                    ];
                    errors.extend(of.into_iter().filter(|(is, _)| *is).map(|(_, error)| error));
                }
            }
        }
        if self.is_counted && self.cash < 0 && !self.may_exceed {
            errors.push(PostingError::CashBelowZero);
        }
        errors
    }

    /// Whether nothing stands against posting but what somebody who may post anything can stand for.
    #[must_use]
    pub fn takes_approval(&self) -> bool {
        let errors = self.errors();
        let can_be_stood_for = |error: &PostingError| {
            use PostingError::{
                CashBelowZero, DifferenceAboveMaximum, OpeningDifferenceAboveMaximum,
            };
            matches!(
                error,
                DifferenceAboveMaximum | OpeningDifferenceAboveMaximum | CashBelowZero
            )
        };
        !errors.is_empty() && errors.iter().all(can_be_stood_for)
    }

    /// What somebody should look at.
    #[must_use]
    pub fn warnings(&self) -> Vec<PostingWarning> {
        let mut warnings = Vec::new();
        if !self.is_counted {
            // What is not counted yet must not be told apart by what is warned of.
            return warnings;
        }
        let is_above = self.difference().abs() > self.maximum;
        let differs = self.differences.iter().any(|(amount, _)| *amount != 0);
        if !is_above && (differs || self.has_differing_drawer) {
            warnings.push(PostingWarning::Difference);
        }
        let slips = |(_, quantity): &(i64, Option<i64>)| quantity.is_some_and(|it| it != 0);
        if self.differences.iter().any(slips) {
            warnings.push(PostingWarning::SlipsDiffer);
        }
        if self.cash < 0 && self.may_exceed {
            warnings.push(PostingWarning::CashBelowZero);
        }
        if !self.openings.is_empty() && (self.lacking().is_none() || self.may_exceed) {
            warnings.push(PostingWarning::OpeningDifference);
        }
        if self.documents == 0 {
            warnings.push(PostingWarning::Empty);
        }
        if self.has_unmatched {
            warnings.push(PostingWarning::TerminalUnmatched);
        }
        if self.has_unread {
            warnings.push(PostingWarning::TerminalNotRead);
        }
        if self.has_unasked {
            warnings.push(PostingWarning::TerminalNotAsked);
        }
        if self.has_unconfirmed {
            warnings.push(PostingWarning::UnconfirmedPayments);
        }
        warnings
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn posting(difference: i64) -> Posting {
        Posting {
            is_counted: true,
            is_balanced: true,
            differences: vec![(difference, None)],
            has_differing_drawer: false,
            openings: Vec::new(),
            maximum: 500,
            may_exceed: false,
            has_reason: false,
            cash: 35_890,
            has_surplus: true,
            has_bag: true,
            documents: 8,
            has_unmatched: false,
            has_unread: false,
            has_unasked: false,
            has_unconfirmed: false,
        }
    }

    #[test]
    fn a_difference_above_the_maximum_takes_somebody_who_may_and_a_reason() {
        use PostingError::{DifferenceAboveMaximum, ReasonRequired};
        let table: [(i64, bool, bool, &[PostingError]); 8] = [
            (0, false, false, &[]),
            (500, false, false, &[]),
            (-500, false, false, &[]),
            (501, false, false, &[DifferenceAboveMaximum]),
            (-501, false, true, &[DifferenceAboveMaximum]),
            (-501, true, false, &[ReasonRequired]),
            (-501, true, true, &[]),
            (90_000, true, true, &[]),
        ];
        for (difference, may_exceed, has_reason, errors) in table {
            let posting = Posting {
                may_exceed,
                has_reason,
                ..posting(difference)
            };
            assert_eq!(posting.errors(), errors, "{posting:?}");
        }
    }

    #[test]
    fn what_is_not_counted_or_does_not_balance_is_not_posted() {
        let open = Posting {
            is_counted: false,
            ..posting(9_000)
        };
        assert_eq!(open.errors(), [PostingError::NotCounted]);
        assert_eq!(open.warnings(), [], "nothing is told before it is counted");
        let off = Posting {
            is_balanced: false,
            ..posting(0)
        };
        assert_eq!(off.errors(), [PostingError::NotBalanced]);
    }

    #[test]
    fn cash_that_goes_to_the_bank_goes_in_a_bag_with_a_number() {
        // surplus, bag, counted
        let table = [
            (true, true, true, true),
            (true, false, true, false),
            (false, false, true, true),
            (false, true, true, true),
        ];
        for (has_surplus, has_bag, is_counted, is_fine) in table {
            let posting = Posting {
                has_surplus,
                has_bag,
                is_counted,
                ..posting(0)
            };
            let expected: &[PostingError] = match is_fine {
                true => &[],
                false => &[PostingError::BagMissing],
            };
            assert_eq!(posting.errors(), expected, "{posting:?}");
        }
        let uncounted = Posting {
            has_bag: false,
            is_counted: false,
            ..posting(0)
        };
        assert_eq!(uncounted.errors(), [PostingError::NotCounted]);
    }

    #[test]
    fn cash_below_zero_is_posted_by_somebody_who_may_post_anything() {
        use PostingError::{BagMissing, CashBelowZero, DifferenceAboveMaximum, NotBalanced};
        let below = |difference| Posting {
            cash: -1,
            has_surplus: false,
            ..posting(difference)
        };
        assert_eq!(below(0).errors(), [CashBelowZero]);
        assert_eq!(below(0).warnings(), [], "it is said once");
        let manager = Posting {
            may_exceed: true,
            ..below(0)
        };
        assert_eq!(manager.errors(), []);
        assert_eq!(manager.warnings(), [PostingWarning::CashBelowZero]);
        // What a colleague can stand for, and what nobody can.
        let bare = Posting {
            has_surplus: true,
            has_bag: false,
            ..below(0)
        };
        assert_eq!(bare.errors(), [BagMissing, CashBelowZero]);
        let off = Posting {
            is_balanced: false,
            ..below(0)
        };
        assert_eq!(off.errors(), [NotBalanced, CashBelowZero]);
        assert_eq!(below(501).errors(), [DifferenceAboveMaximum, CashBelowZero]);
        let table = [
            (posting(0), false),
            (posting(501), true),
            (below(0), true),
            (below(501), true),
            (manager, false),
            (bare, false),
            (off, false),
        ];
        for (posting, takes_approval) in table {
            assert_eq!(posting.takes_approval(), takes_approval, "{posting:?}");
        }
    }

    #[test]
    fn what_a_drawer_lacked_when_it_was_opened_takes_somebody_who_may_and_a_reason() {
        use PostingError::{DifferenceAboveMaximum, OpeningDifferenceAboveMaximum, ReasonRequired};
        use PostingWarning::OpeningDifference;
        let opening = |minor: i64, worth: Option<i64>| Opening {
            terminal_no: format!("PAR-{minor}"),
            difference: Money::new(minor, kernel::Currency::Eur),
            worth,
        };
        let own = |minor| opening(minor, Some(minor));
        let with = |openings: &[Opening]| Posting {
            openings: openings.to_vec(),
            ..posting(0)
        };
        // openings, the till that is named
        let table: [(&[Opening], Option<&str>); 7] = [
            (&[], None),
            (&[own(-500)], None),
            (&[own(-501)], Some("PAR--501")),
            // Together they lack more, and what another has too much does not make it good.
            (&[own(-300), own(-201), own(9_000)], Some("PAR--300")),
            // Somebody put the float in from the safe.
            (&[own(20_000)], None),
            // Foreign cash by what it is worth; what nobody can value is not little.
            (&[opening(-400, Some(-800))], Some("PAR--400")),
            (&[opening(-1, None), own(-2)], Some("PAR--1")),
        ];
        for (openings, named) in table {
            let found = with(openings);
            let till = found.lacking().map(|it| it.terminal_no.as_str());
            assert_eq!(till, named, "{openings:?}");
            let expected: &[PostingError] = match named {
                Some(_) => &[OpeningDifferenceAboveMaximum],
                None => &[],
            };
            assert_eq!(found.errors(), expected, "{openings:?}");
            assert_eq!(found.takes_approval(), named.is_some());
            let is_warned = named.is_none() && !openings.is_empty();
            assert_eq!(found.warnings().contains(&OpeningDifference), is_warned);
        }
        let short = with(&[own(-501)]);
        let both = Posting {
            differences: vec![(-501, None)],
            ..short.clone()
        };
        let expected = [DifferenceAboveMaximum, OpeningDifferenceAboveMaximum];
        assert_eq!(both.errors(), expected);
        let manager = Posting {
            may_exceed: true,
            ..short.clone()
        };
        assert_eq!(manager.errors(), [ReasonRequired]);
        assert_eq!(manager.warnings(), [OpeningDifference]);
        let with_reason = Posting {
            has_reason: true,
            ..manager
        };
        assert_eq!(with_reason.errors(), []);
        let uncounted = Posting {
            is_counted: false,
            ..short
        };
        assert_eq!(uncounted.errors(), [PostingError::NotCounted]);
    }

    #[test]
    fn what_should_be_looked_at_is_told() {
        use PostingWarning::{
            Difference, Empty, SlipsDiffer, TerminalNotAsked, TerminalNotRead, TerminalUnmatched,
            UnconfirmedPayments,
        };
        assert_eq!(posting(0).warnings(), []);
        assert_eq!(posting(-10).warnings(), [Difference]);
        let opposite = Posting {
            differences: vec![(-10, Some(0)), (10, Some(0))],
            ..posting(0)
        };
        assert_eq!(opposite.warnings(), [Difference]);
        let drawers = Posting {
            has_differing_drawer: true,
            ..posting(0)
        };
        assert_eq!(drawers.warnings(), [Difference]);
        assert_eq!(drawers.errors(), [], "nothing is missing in the store");
        let uncounted = Posting {
            is_counted: false,
            ..drawers
        };
        assert_eq!(uncounted.warnings(), []);
        let above = Posting {
            has_differing_drawer: true,
            ..posting(-501)
        };
        assert_eq!(
            above.warnings(),
            [],
            "it is said once, as what stands against posting"
        );
        let slips = Posting {
            differences: vec![(0, Some(-1))],
            ..posting(0)
        };
        assert_eq!(slips.warnings(), [SlipsDiffer]);
        let empty = Posting {
            cash: 0,
            documents: 0,
            differences: Vec::new(),
            ..posting(0)
        };
        assert_eq!(empty.warnings(), [Empty]);
        let terminals = Posting {
            has_unmatched: true,
            has_unread: true,
            has_unasked: true,
            has_unconfirmed: true,
            ..posting(0)
        };
        let expected = [
            TerminalUnmatched,
            TerminalNotRead,
            TerminalNotAsked,
            UnconfirmedPayments,
        ];
        assert_eq!(terminals.warnings(), expected);
        assert_eq!(terminals.errors(), [], "it keeps nobody from posting");
    }
}
