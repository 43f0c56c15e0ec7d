//! When one person is not enough to take cash out of a drawer.

use kernel::{Currency, Money};

/// Whether somebody else signs too. `above` is of the store's terms, in minor units of its `currency`;
/// a store without it trusts whoever works the till. What lies there in another currency is not
/// measured by it: it always takes two.
#[must_use]
pub fn needs_second_person(above: Option<i64>, currency: Currency, amount: Money) -> bool {
    above.is_some_and(|above| amount.currency != currency || amount.minor > above)
}

#[cfg(test)]
mod tests {
    use kernel::Currency::{Eur, Usd};

    use super::*;

    #[test]
    fn a_second_person_signs_above_the_amount_of_the_store() {
        for (above, amount, expected) in [
            (None, Money::new(1_000_000, Eur), false),
            (None, Money::new(1, Usd), false),
            (Some(10_000), Money::new(9_999, Eur), false),
            (Some(10_000), Money::new(10_000, Eur), false),
            (Some(10_000), Money::new(10_001, Eur), true),
            (Some(10_000), Money::new(1, Usd), true),
            (Some(0), Money::new(1, Eur), true),
        ] {
            let needed = needs_second_person(above, Eur, amount);
            assert_eq!(needed, expected, "{above:?} {amount}");
        }
    }
}
