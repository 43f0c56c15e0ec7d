//! Lots of credit: which of them pay, oldest end first, and where they stand (domain §9.1).

use jiff::civil::Date;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;
use uuid::Uuid;

/// What is left of credit that was earned together.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Lot {
    /// The lot.
    pub lot_id: Uuid,
    /// What is left, in minor units.
    pub remaining: i64,
    /// The first day on which it pays.
    pub usable_from: Date,
    /// The last one.
    pub expires_on: Date,
}

impl Lot {
    /// Whether it pays on a day.
    #[must_use]
    pub fn is_usable(&self, today: Date) -> bool {
        self.remaining > 0 && self.usable_from <= today && today <= self.expires_on
    }
}

/// A part of a lot: taken from it, or put back into it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Part {
    /// The lot.
    pub lot_id: Uuid,
    /// How much, above zero, in minor units.
    pub amount: i64,
}

/// What pays on a day, in minor units.
#[must_use]
pub fn usable(lots: &[Lot], today: Date) -> i64 {
    let usable = lots.iter().filter(|lot| lot.is_usable(today));
    usable.map(|lot| lot.remaining).sum()
}

/// Takes an amount from the lots that pay on a day: from those that end first.
///
/// # Errors
/// What there is, when it is less.
pub fn draw(lots: &[Lot], amount: i64, today: Date) -> Result<Vec<Part>, i64> {
    let mut open: Vec<&Lot> = lots.iter().filter(|lot| lot.is_usable(today)).collect();
    open.sort_by_key(|lot| (lot.expires_on, lot.lot_id));
    let mut rest = amount;
    let mut parts = Vec::new();
    for lot in open {
        if rest <= 0 {
            break;
        }
        let taken = lot.remaining.min(rest);
        parts.push(Part {
            lot_id: lot.lot_id,
            amount: taken,
        });
        rest -= taken;
    }
    if rest > 0 {
        return Err(usable(lots, today));
    }
    Ok(parts)
}

/// What ends first of what is left, with its last day. What has ended already is not counted: the job
/// has only not come by yet.
#[must_use]
pub fn ends_first(lots: &[Lot], today: Date) -> Option<(i64, Date)> {
    let open = || {
        lots.iter()
            .filter(|lot| lot.remaining > 0 && lot.expires_on >= today)
    };
    let first = open().map(|lot| lot.expires_on).min()?;
    let of_day = open().filter(|lot| lot.expires_on == first);
    Some((of_day.map(|lot| lot.remaining).sum(), first))
}

/// How the rest of a lot ended, as it is stored.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ended {
    /// It was spent.
    Used,
    /// Its last day passed.
    Expired,
    /// Its sale came back.
    Reversed,
}

impl Ended {
    /// The name, as it is stored.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Used => "USED",
            Self::Expired => "EXPIRED",
            Self::Reversed => "REVERSED",
        }
    }
}

/// Where a lot stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "SCREAMING_SNAKE_CASE")]
#[schema(as = LoyaltyLotState)]
pub enum LotState {
    /// It pays from a later day on.
    Pending,
    /// It pays.
    Active,
    /// It was spent.
    Used,
    /// Its last day passed.
    Expired,
    /// Its sale came back.
    Reversed,
}

impl LotState {
    /// Where a lot stands on a day. `stored` is the state as it is stored.
    #[must_use]
    pub fn of(stored: &str, lot: &Lot, today: Date) -> Option<Self> {
        match stored {
            "OPEN" if today < lot.usable_from => Some(Self::Pending),
            "OPEN" if today > lot.expires_on => Some(Self::Expired),
            "OPEN" => Some(Self::Active),
            "USED" => Some(Self::Used),
            "EXPIRED" => Some(Self::Expired),
            "REVERSED" => Some(Self::Reversed),
            _ => None,
        }
    }
}

#[cfg(test)]
mod tests {
    use jiff::ToSpan;
    use jiff::civil::date;
    use proptest::prelude::*;

    use super::*;

    fn lot(at: u128, remaining: i64, from: Date, until: Date) -> Lot {
        Lot {
            lot_id: Uuid::from_u128(at),
            remaining,
            usable_from: from,
            expires_on: until,
        }
    }

    /// Domain §9.1: 12.00 until 31-Mar-2026, 8.00 until 30-Sep-2026, 15.90 until 31-Jan-2027.
    fn example() -> Vec<Lot> {
        let from = date(2026, 2, 1);
        vec![
            lot(3, 1_590, from, date(2027, 1, 31)),
            lot(1, 1_200, from, date(2026, 3, 31)),
            lot(2, 800, from, date(2026, 9, 30)),
        ]
    }

    fn parts(lots: &[Lot], amount: i64, today: Date) -> Result<Vec<(u128, i64)>, i64> {
        let parts = draw(lots, amount, today)?;
        let plain = |part: Part| (part.lot_id.as_u128(), part.amount);
        Ok(parts.into_iter().map(plain).collect())
    }

    #[test]
    fn what_ends_first_pays_first() {
        let today = date(2026, 3, 1);
        let taken = parts(&example(), 2_500, today).unwrap();
        assert_eq!(taken, [(1, 1_200), (2, 800), (3, 500)]);
        assert_eq!(parts(&example(), 1_200, today).unwrap(), [(1, 1_200)]);
        assert_eq!(parts(&example(), 3_591, today), Err(3_590));
        assert_eq!(
            ends_first(&example(), today),
            Some((1_200, date(2026, 3, 31)))
        );
    }

    #[test]
    fn the_last_day_pays_and_the_day_after_does_not() {
        let lots = &example()[1..2];
        assert_eq!(usable(lots, date(2026, 1, 31)), 0);
        assert_eq!(usable(lots, date(2026, 2, 1)), 1_200);
        assert_eq!(usable(lots, date(2026, 3, 31)), 1_200);
        assert_eq!(usable(lots, date(2026, 4, 1)), 0);
        assert_eq!(parts(lots, 1, date(2026, 4, 1)), Err(0));
        assert_eq!(ends_first(lots, date(2026, 4, 1)), None);
    }

    #[test]
    fn states_follow_the_day() {
        let lot = &example()[1];
        let state = |stored, today| LotState::of(stored, lot, today);
        for (stored, today, expected) in [
            ("OPEN", date(2026, 1, 31), LotState::Pending),
            ("OPEN", date(2026, 3, 31), LotState::Active),
            ("OPEN", date(2026, 4, 1), LotState::Expired),
            ("USED", date(2026, 3, 1), LotState::Used),
            ("EXPIRED", date(2026, 4, 1), LotState::Expired),
            ("REVERSED", date(2026, 3, 1), LotState::Reversed),
        ] {
            assert_eq!(state(stored, today), Some(expected));
        }
        assert_eq!(state("LOST", date(2026, 3, 1)), None);
    }

    fn lots() -> impl Strategy<Value = Vec<Lot>> {
        let today = date(2026, 11, 21);
        let one =
            (0..5_000_i64, -40..40_i32, 0..80_i32).prop_map(move |(remaining, from, life)| {
                let from = today.saturating_add(from.days());
                (remaining, from, from.saturating_add(life.days()))
            });
        proptest::collection::vec(one, 0..12).prop_map(|lots| {
            let numbered = (1..).zip(lots);
            numbered
                .map(|(at, (remaining, from, until))| lot(at, remaining, from, until))
                .collect()
        })
    }

    proptest! {
        #[test]
        fn exactly_the_amount_is_taken_from_lots_that_pay_and_no_later_one_before_an_earlier(
            lots in lots(), amount in 1..20_000_i64,
        ) {
            let today = date(2026, 11, 21);
            let there = usable(&lots, today);
            match draw(&lots, amount, today) {
                Err(found) => prop_assert!(found == there && there < amount),
                Ok(parts) => {
                    prop_assert_eq!(parts.iter().map(|part| part.amount).sum::<i64>(), amount);
                    let of = |id| lots.iter().find(|lot| lot.lot_id == id).unwrap();
                    for (at, part) in parts.iter().enumerate() {
                        let lot = of(part.lot_id);
                        prop_assert!(lot.is_usable(today));
                        prop_assert!(part.amount > 0 && part.amount <= lot.remaining);
                        // Only the last lot keeps something.
                        prop_assert!(at + 1 == parts.len() || part.amount == lot.remaining);
                    }
                    let last = parts.last().map(|part| of(part.lot_id).expires_on);
                    for lot in lots.iter().filter(|lot| lot.is_usable(today)) {
                        let is_used = parts.iter().any(|part| part.lot_id == lot.lot_id);
                        prop_assert!(is_used || Some(lot.expires_on) >= last);
                    }
                }
            }
        }
    }
}
