//! What a return does (domain §9.1): it takes back what the goods earned, in proportion, and gives back
//! the credit that paid for them.

use kernel::rounding::{Direction, Ratio};

use super::lot::Part;

/// What a sale earned, and for what.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Earning {
    /// What was paid for goods, in minor units.
    pub goods: i64,
    /// The credit that it earned.
    pub credit: i64,
    /// The points.
    pub points: i64,
    /// What of the goods came back before.
    pub returned: i64,
}

/// What goods that come back had earned.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Share {
    /// The credit.
    pub credit: i64,
    /// The points.
    pub points: i64,
}

impl Earning {
    /// What goods had earned for which `now` was paid. The shares of all goods add up to what all of
    /// them earned, whatever comes back together. None when more comes back than was sold.
    #[must_use]
    pub fn share(&self, now: i64) -> Option<Share> {
        let after = self.returned.checked_add(now)?;
        if now < 0 || after > self.goods {
            return None;
        }
        let until = |earned: i64, returned: i64| {
            if self.goods == 0 {
                return 0;
            }
            let part = Ratio::integer(i128::from(earned))
                .times(i128::from(returned), i128::from(self.goods));
            part.round(1, Direction::Nearest)
        };
        let of = |earned| until(earned, after) - until(earned, self.returned);
        Some(Share {
            credit: of(self.credit),
            points: of(self.points),
        })
    }
}

/// Where the credit comes from that goods had earned.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Source {
    /// What is taken from the lot.
    pub from_lot: i64,
    /// What had ended unspent: nobody owes it.
    pub forgiven: i64,
    /// What was spent already: it is taken off what is paid back.
    pub missing: i64,
}

/// Takes `credit` back from a lot of which `remaining` is left and `expired` ended unspent, beyond what
/// was forgiven before.
#[must_use]
pub fn take_back(credit: i64, remaining: i64, expired: i64) -> Source {
    let from_lot = credit.min(remaining);
    let forgiven = (credit - from_lot).min(expired);
    Source {
        from_lot,
        forgiven,
        missing: credit - from_lot - forgiven,
    }
}

/// Which lots get credit back of what a tender took, of which `before` went back already: those first
/// that were taken last, which end last. None when it would be more than was taken.
#[must_use]
pub fn give_back(taken: &[Part], before: i64, amount: i64) -> Option<Vec<Part>> {
    let (mut skip, mut rest) = (before, amount);
    let mut parts = Vec::new();
    for part in taken.iter().rev() {
        let skipped = part.amount.min(skip);
        skip -= skipped;
        let given = (part.amount - skipped).min(rest);
        rest -= given;
        if given > 0 {
            parts.push(Part {
                lot_id: part.lot_id,
                amount: given,
            });
        }
    }
    (rest == 0 && skip == 0).then_some(parts)
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;
    use uuid::Uuid;

    use super::*;

    #[test]
    fn the_share_of_a_line_is_its_part_of_the_goods() {
        let earning = Earning {
            goods: 35_340,
            credit: 1_767,
            points: 353,
            returned: 0,
        };
        // Domain §9.1: of 353.40 a line of 127.39 comes back.
        let share = earning.share(12_739).unwrap();
        assert_eq!(share.credit, 637);
        assert_eq!(share.points, 127);
        let rest = Earning {
            returned: 12_739,
            ..earning
        };
        assert_eq!(rest.share(35_340 - 12_739).unwrap().credit, 1_767 - 637);
        assert_eq!(rest.share(35_340 - 12_738), None);
        assert_eq!(rest.share(-1), None);
        let nothing = Earning {
            goods: 0,
            credit: 0,
            points: 0,
            returned: 0,
        };
        assert_eq!(nothing.share(0), Some(Share::default()));
    }

    #[test]
    fn what_was_spent_is_missing_and_what_ended_is_forgiven() {
        let source = |from_lot, forgiven, missing| Source {
            from_lot,
            forgiven,
            missing,
        };
        assert_eq!(take_back(637, 1_767, 0), source(637, 0, 0));
        assert_eq!(take_back(637, 500, 0), source(500, 0, 137));
        assert_eq!(take_back(637, 0, 1_000), source(0, 637, 0));
        assert_eq!(take_back(637, 0, 100), source(0, 100, 537));
        assert_eq!(take_back(0, 0, 0), source(0, 0, 0));
    }

    fn part(at: u128, amount: i64) -> Part {
        Part {
            lot_id: Uuid::from_u128(at),
            amount,
        }
    }

    #[test]
    fn credit_goes_back_to_the_lots_it_came_from() {
        let taken = [part(1, 1_200), part(2, 800), part(3, 500)];
        let back = |before, amount| give_back(&taken, before, amount);
        assert_eq!(
            back(0, 2_500),
            Some(vec![part(3, 500), part(2, 800), part(1, 1_200)])
        );
        assert_eq!(back(0, 600), Some(vec![part(3, 500), part(2, 100)]));
        assert_eq!(back(600, 1_000), Some(vec![part(2, 700), part(1, 300)]));
        assert_eq!(back(600, 1_901), None);
        assert_eq!(back(2_501, 0), None);
    }

    proptest! {
        #[test]
        fn all_parts_of_a_return_take_back_exactly_what_was_earned(
            lines in proptest::collection::vec(0..50_000_i64, 1..10),
            rate in 0..20_i64,
        ) {
            let goods: i64 = lines.iter().sum();
            let mut earning = Earning {
                goods, credit: goods * rate / 100, points: goods / 100, returned: 0,
            };
            let mut sum = Share::default();
            for line in lines {
                let share = earning.share(line).unwrap();
                prop_assert!(share.credit >= 0 && share.points >= 0);
                sum.credit += share.credit;
                sum.points += share.points;
                earning.returned += line;
            }
            prop_assert_eq!(sum, Share { credit: earning.credit, points: earning.points });
        }

        #[test]
        fn nothing_is_lost_between_lot_refund_and_grace(
            credit in 0..10_000_i64, remaining in 0..10_000_i64, expired in 0..10_000_i64,
        ) {
            let source = take_back(credit, remaining, expired);
            prop_assert_eq!(source.from_lot + source.forgiven + source.missing, credit);
            prop_assert!(source.from_lot <= remaining && source.forgiven <= expired);
            prop_assert!(source.from_lot >= 0 && source.forgiven >= 0 && source.missing >= 0);
        }

        #[test]
        fn parts_that_go_back_one_after_the_other_are_all_that_was_taken(
            taken in proptest::collection::vec(1..1_000_i64, 1..8), first in 0..100_i64,
        ) {
            let taken: Vec<Part> = (1..).zip(taken).map(|(at, amount)| part(at, amount)).collect();
            let whole: i64 = taken.iter().map(|part| part.amount).sum();
            let one = whole * first / 100;
            let mut back = give_back(&taken, 0, one).unwrap();
            back.extend(give_back(&taken, one, whole - one).unwrap());
            for part in &taken {
                let given: i64 = back.iter().filter(|it| it.lot_id == part.lot_id)
                    .map(|it| it.amount).sum();
                prop_assert_eq!(given, part.amount);
            }
        }
    }
}
