//! What the office changes by hand: how much at most, from which lots (domain §9.1).

use super::lot::{Lot, Part};

/// The most by which credit is changed at once, in minor units: what is more was typed wrongly.
pub const AMOUNT_MAX: i64 = 100_000_000;

/// The most characters of a reason.
pub const REASON_CHARACTERS_MAX: usize = 255;

/// Whether credit may be changed by an amount: by something, and by no more than [`AMOUNT_MAX`].
#[must_use]
pub fn is_possible(amount: i64) -> bool {
    amount != 0 && (-AMOUNT_MAX..=AMOUNT_MAX).contains(&amount)
}

/// From which lots an amount above zero is taken away: what ends first goes first, also what does not pay yet. The
/// parts are below zero.
///
/// # Errors
/// What there is, when it is less.
pub fn take_away(lots: &[Lot], amount: i64) -> Result<Vec<Part>, i64> {
    let mut open: Vec<&Lot> = lots.iter().filter(|lot| lot.remaining > 0).collect();
    open.sort_by_key(|lot| (lot.expires_on, lot.lot_id));
    let there: i64 = open.iter().map(|lot| lot.remaining).sum();
    if there < amount {
        return Err(there);
    }
    let mut rest = amount;
    let mut parts = Vec::new();
    for lot in open {
        let taken = lot.remaining.min(rest);
        if taken <= 0 {
            break;
        }
        parts.push(Part {
            lot_id: lot.lot_id,
            amount: -taken,
        });
        rest -= taken;
    }
    Ok(parts)
}

#[cfg(test)]
mod tests {
    use jiff::civil::date;
    use proptest::prelude::*;
    use uuid::Uuid;

    use super::*;

    fn lots(remaining: &[i64]) -> Vec<Lot> {
        (1_u128..)
            .zip(remaining)
            .map(|(at, remaining)| Lot {
                lot_id: Uuid::from_u128(at),
                remaining: *remaining,
                usable_from: date(2027, 1, 1),
                expires_on: date(2027, 12, i8::try_from(28 - at % 20).unwrap()),
            })
            .collect()
    }

    #[test]
    fn nothing_and_what_nobody_means_is_impossible() {
        let table = [
            (0, false),
            (1, true),
            (-1, true),
            (AMOUNT_MAX, true),
            (-AMOUNT_MAX, true),
            (AMOUNT_MAX + 1, false),
            (i64::MIN, false),
        ];
        for (amount, expected) in table {
            assert_eq!(is_possible(amount), expected, "{amount}");
        }
    }

    #[test]
    fn what_ends_first_goes_first() {
        let parts = take_away(&lots(&[500, 300]), 400).unwrap();
        let parts: Vec<(u128, i64)> = parts
            .iter()
            .map(|part| (part.lot_id.as_u128(), part.amount))
            .collect();
        assert_eq!(parts, [(2, -300), (1, -100)]);
        assert_eq!(take_away(&lots(&[500, 300]), 801), Err(800));
    }

    proptest! {
        #[test]
        fn what_is_taken_is_what_was_asked_and_no_lot_gives_more_than_it_has(
            remaining in prop::collection::vec(0_i64..1_000, 0..8), amount in 1_i64..4_000,
        ) {
            let lots = lots(&remaining);
            match take_away(&lots, amount) {
                Ok(parts) => {
                    prop_assert_eq!(parts.iter().map(|part| part.amount).sum::<i64>(), -amount);
                    for part in parts {
                        let lot = lots.iter().find(|lot| lot.lot_id == part.lot_id).unwrap();
                        prop_assert!(part.amount < 0 && -part.amount <= lot.remaining);
                    }
                }
                Err(there) => {
                    prop_assert_eq!(there, remaining.iter().sum::<i64>());
                    prop_assert!(there < amount);
                }
            }
        }
    }
}
