//! What was counted, and by how much it differs (domain §12.3, §12.5). Amounts are minor units.

use kernel::{Currency, Refusal};

use crate::{DENOMINATION_UNKNOWN, PIECES_IMPOSSIBLE};

/// The most pieces of a note or coin, and the most slips.
pub const PIECES_MAX: i64 = 1_000_000;

/// The notes and coins of a currency in minor units, the largest first.
#[must_use]
pub const fn denominations(currency: Currency) -> &'static [i64] {
    match currency {
        Currency::Eur => &[
            50_000, 20_000, 10_000, 5_000, 2_000, 1_000, 500, 200, 100, 50, 20, 10, 5, 2, 1,
        ],
        Currency::Hkd => &[
            100_000, 50_000, 10_000, 5_000, 2_000, 1_000, 500, 200, 100, 50, 20, 10,
        ],
        Currency::Cny => &[10_000, 5_000, 2_000, 1_000, 500, 100, 50, 10],
        Currency::Jpy => &[10_000, 5_000, 1_000, 500, 100, 50, 10, 5, 1],
        Currency::Kwd => &[20_000, 10_000, 5_000, 1_000, 500, 250, 100, 50, 20, 10, 5],
        Currency::Gbp => &[5_000, 2_000, 1_000, 500, 200, 100, 50, 20, 10, 5, 2, 1],
        Currency::Chf => &[
            100_000, 20_000, 10_000, 5_000, 2_000, 1_000, 500, 200, 100, 50, 20, 10, 5,
        ],
        Currency::Usd => &[10_000, 5_000, 2_000, 1_000, 500, 200, 100, 50, 25, 10, 5, 1],
        Currency::Mop => &[
            100_000, 50_000, 10_000, 5_000, 2_000, 1_000, 500, 200, 100, 50, 20, 10,
        ],
        Currency::Twd => &[
            200_000, 100_000, 50_000, 20_000, 10_000, 5_000, 2_000, 1_000, 500, 100,
        ],
        Currency::Sgd => &[100_000, 10_000, 5_000, 1_000, 500, 200, 100, 50, 20, 10, 5],
        Currency::Aed => &[
            100_000, 50_000, 20_000, 10_000, 5_000, 2_000, 1_000, 500, 100, 50, 25,
        ],
        Currency::Krw => &[50_000, 10_000, 5_000, 1_000, 500, 100, 50, 10],
    }
}

/// What the notes and coins of a drawer are worth together: denominations with their pieces.
///
/// # Errors
/// [`DENOMINATION_UNKNOWN`] for one that the currency does not have or that comes twice,
/// [`PIECES_IMPOSSIBLE`] for fewer than none or more than [`PIECES_MAX`].
pub fn cash(currency: Currency, pieces: &[(i64, i64)]) -> Result<i64, Refusal> {
    let mut total = 0;
    for (position, (denomination, count)) in pieces.iter().enumerate() {
        let is_known = denominations(currency).contains(denomination);
        let is_twice = pieces[..position].iter().any(|(it, _)| it == denomination);
        if !is_known || is_twice {
            return Err(Refusal::new(&DENOMINATION_UNKNOWN).at("denominations"));
        }
        if !(0..=PIECES_MAX).contains(count) {
            return Err(Refusal::new(&PIECES_IMPOSSIBLE).at("denominations"));
        }
        total += denomination * count;
    }
    Ok(total)
}

/// What the drawer of a till had besides what the documents of a statement brought.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Drawer {
    /// With what it was opened.
    pub opening_float: i64,
    /// What should have lain in it then: what the statement before left, with what was moved and taken since.
    pub carried_float: i64,
    /// What was put into it from elsewhere.
    pub added: i64,
    /// What was taken out of it, to the safe, to the bank or for expenses; above zero.
    pub removed: i64,
    /// What of the opening float the documents of the statement brought: they were completed behind the
    /// statement before, and before the float was declared.
    pub taken_before: i64,
    /// By how much it changed by what the next statement holds: documents that were completed behind the
    /// calculation, cash of sales that are being paid, and cash that was moved on a later date.
    pub moved_since: i64,
}

impl Drawer {
    /// Which part of what was counted the documents brought: without float and additions, with what was
    /// taken out, and without what belongs to the next statement.
    #[must_use]
    pub const fn counted_amount(self, content: i64) -> i64 {
        content - self.moved_since - self.opening_float + self.taken_before + self.removed
            - self.added
    }

    /// By how much it was opened with something else than should have lain in it; below zero when
    /// something was missing already.
    #[must_use]
    pub const fn opening_difference(self) -> i64 {
        self.opening_float - self.carried_float
    }
}

/// By how much a tender differs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Difference {
    /// Counted less booked; below zero when something is missing.
    pub amount: i64,
    /// Slips counted less transactions; cash has none.
    pub quantity: Option<i64>,
}

/// The difference of a tender whose count is complete.
#[must_use]
pub fn difference(
    (counted, slips): (i64, Option<i64>),
    (transactions, quantity): (i64, i64),
) -> Difference {
    Difference {
        amount: counted - transactions,
        quantity: slips.map(|slips| slips - quantity),
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn the_drawer_of_the_worked_example_lacks_ten_cents() {
        // 558.80 of 558.90
        let pieces = [
            (20_000, 2),
            (10_000, 1),
            (5_000, 1),
            (500, 1),
            (200, 1),
            (100, 1),
            (50, 1),
            (20, 1),
            (10, 1),
        ];
        let content = cash(Currency::Eur, &pieces).unwrap();
        assert_eq!(content, 55_880);
        let drawer = Drawer {
            opening_float: 20_000,
            ..Drawer::default()
        };
        let counted = drawer.counted_amount(content);
        assert_eq!(counted, 35_880);
        let off = difference((counted, None), (35_890, 4));
        assert_eq!((off.amount, off.quantity), (-10, None));
        let visa = difference((71_320, Some(4)), (71_320, 4));
        assert_eq!((visa.amount, visa.quantity), (0, Some(0)));
    }

    #[test]
    fn what_left_the_drawer_was_counted_and_what_came_into_it_was_not_taken() {
        let table = [
            // content, float, added, removed, counted
            (20_000, 20_000, 0, 0, 0),
            (20_000, 20_000, 5_000, 5_000, 0),
            (10_000, 20_000, 0, 30_000, 20_000),
            (0, 20_000, 0, 0, -20_000),
            (26_000, 20_000, 1_000, 0, 5_000),
        ];
        for (content, opening_float, added, removed, counted) in table {
            let drawer = Drawer {
                opening_float,
                added,
                removed,
                ..Drawer::default()
            };
            assert_eq!(drawer.counted_amount(content), counted, "{drawer:?}");
        }
    }

    #[test]
    fn only_notes_and_coins_of_the_currency_are_counted() {
        let table: [(Currency, &[(i64, i64)], _); 6] = [
            (Currency::Eur, &[(25, 1)], &DENOMINATION_UNKNOWN),
            (Currency::Eur, &[(100, 1), (100, 1)], &DENOMINATION_UNKNOWN),
            (Currency::Jpy, &[(2, 1)], &DENOMINATION_UNKNOWN),
            (Currency::Eur, &[(100, -1)], &PIECES_IMPOSSIBLE),
            (Currency::Eur, &[(100, PIECES_MAX + 1)], &PIECES_IMPOSSIBLE),
            (Currency::Kwd, &[(1, 1)], &DENOMINATION_UNKNOWN),
        ];
        for (currency, pieces, kind) in table {
            assert_eq!(cash(currency, pieces).unwrap_err().kind, kind, "{pieces:?}");
        }
        assert_eq!(cash(Currency::Hkd, &[]).unwrap(), 0);
    }

    #[test]
    fn each_currency_is_counted_from_the_largest_down() {
        for currency in Currency::ALL {
            let list = denominations(currency);
            assert!(!list.is_empty());
            assert!(list.windows(2).all(|pair| pair[0] > pair[1]), "{currency}");
        }
        assert_eq!(denominations(Currency::Eur).len(), 15);
        assert_eq!(denominations(Currency::Hkd).len(), 12);
        assert_eq!(denominations(Currency::Cny).len(), 8);
        assert_eq!(denominations(Currency::Jpy).len(), 9);
        assert_eq!(denominations(Currency::Kwd).len(), 11);
    }

    proptest! {
        #[test]
        fn a_drawer_that_holds_what_it_should_differs_by_nothing(
            float in 0..100_000_i64, took in -100_000..1_000_000_i64, added in 0..50_000_i64,
            removed in 0..50_000_i64, off in -500..500_i64, missing in -500..500_i64,
            taken_before in 0..9_000_i64, moved_since in -9_000..9_000_i64,
        ) {
            // What lay there when it was opened was what the statement before left, with what it took since.
            let carried_float = float + taken_before;
            let opening_float = carried_float + missing;
            let drawer = Drawer {
                opening_float, carried_float, added, removed, taken_before, moved_since,
            };
            prop_assert_eq!(drawer.opening_difference(), missing);
            let content = float + missing + took + added - removed + moved_since + off;
            let counted = drawer.counted_amount(content);
            prop_assert_eq!(difference((counted, None), (took, 1)).amount, off);
        }
    }
}
