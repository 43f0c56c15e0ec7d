//! The terms of a store for which head office keeps none (domain §12.5, §12.7).

use kernel::Currency;

use crate::admin::StatementSetting;

/// The float of a drawer, in whole units of a currency with two decimals.
const FLOAT_UNITS: i64 = 200;
/// The most that may differ, in the same.
const DIFFERENCE_UNITS: i64 = 5;
/// Money without decimals is worth about as much as the hundredths of others.
const LEAST_EXPONENT: u32 = 2;

/// The usual terms in a currency: 200.00 in each drawer, at most 5.00 of difference; 20,000 and 500 of
/// what has no decimals. Whether days are posted is not looked at.
#[must_use]
pub fn usual(currency: Currency) -> StatementSetting {
    let unit = 10_i64.pow(currency.exponent().max(LEAST_EXPONENT));
    StatementSetting {
        check_statement_posting: false,
        opening_float: FLOAT_UNITS * unit,
        maximum_posting_difference: DIFFERENCE_UNITS * unit,
    }
}

#[cfg(test)]
mod tests {
    use Currency::{Eur, Hkd, Jpy, Krw, Kwd};

    use super::*;

    #[test]
    fn each_currency_has_its_usual_float_and_maximum() {
        for (currency, opening_float, maximum) in [
            (Eur, 20_000, 500),
            (Hkd, 20_000, 500),
            // 20,000 yen and 500 yen
            (Jpy, 20_000, 500),
            (Krw, 20_000, 500),
            // 200.000 and 5.000 dinar
            (Kwd, 200_000, 5_000),
        ] {
            let terms = usual(currency);
            assert_eq!(terms.opening_float, opening_float, "{currency}");
            assert_eq!(terms.maximum_posting_difference, maximum, "{currency}");
            assert!(!terms.check_statement_posting);
        }
    }
}
