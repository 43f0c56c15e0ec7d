//! When one person is not enough to buy old jewellery: who weighs could enter more than there is.

use kernel::Money;

/// Whether somebody else signs too, by what the pieces are worth before tax. `above` is of the store's
/// terms, in minor units; a store without it trusts whoever works the till.
#[must_use]
pub fn needs_second_person(above: Option<i64>, worth: Money) -> bool {
    above.is_some_and(|above| worth.minor > above)
}

#[cfg(test)]
mod tests {
    use kernel::Currency;

    use super::*;

    #[test]
    fn a_second_person_signs_above_the_amount_of_the_store() {
        for (above, worth, expected) in [
            (None, 1_000_000, false),
            (Some(50_000), 49_999, false),
            (Some(50_000), 50_000, false),
            (Some(50_000), 50_001, true),
            (Some(0), 1, true),
            (Some(0), 0, false),
        ] {
            let worth = Money::new(worth, Currency::Eur);
            assert_eq!(
                needs_second_person(above, worth),
                expected,
                "{above:?} {worth}"
            );
        }
    }
}
