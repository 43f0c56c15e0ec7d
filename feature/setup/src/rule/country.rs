//! What a country suggests for a new store. Everything can be changed before it is set up.

use kernel::Currency;

/// Suggestions for a store in a country.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Country {
    /// ISO 3166 code.
    pub code: &'static str,
    /// The currency in which shops sell.
    pub currency: Currency,
    /// The standard rate of VAT contained in prices, in basis points; 0 where there is none.
    pub vat_rate: i64,
    /// The smallest step of cash, in minor units.
    pub cash_rounding_step: i64,
    /// The language of screens and receipts.
    pub language: &'static str,
    /// The time zone of its capital.
    pub time_zone: &'static str,
}

const fn country(
    code: &'static str,
    currency: Currency,
    vat_rate: i64,
    cash_rounding_step: i64,
    language: &'static str,
    time_zone: &'static str,
) -> Country {
    Country {
        code,
        currency,
        vat_rate,
        cash_rounding_step,
        language,
        time_zone,
    }
}

/// The countries that are known, with their standard rates of 2026.
pub const COUNTRIES: [Country; 20] = [
    country("AE", Currency::Aed, 500, 25, "ar", "Asia/Dubai"),
    country("AT", Currency::Eur, 2_000, 1, "de", "Europe/Vienna"),
    country("BE", Currency::Eur, 2_100, 5, "fr", "Europe/Brussels"),
    country("CH", Currency::Chf, 810, 5, "de", "Europe/Zurich"),
    country("CN", Currency::Cny, 1_300, 10, "zh-Hans", "Asia/Shanghai"),
    country("DE", Currency::Eur, 1_900, 1, "de", "Europe/Berlin"),
    country("ES", Currency::Eur, 2_100, 1, "es", "Europe/Madrid"),
    country("FR", Currency::Eur, 2_000, 1, "fr", "Europe/Paris"),
    country("GB", Currency::Gbp, 2_000, 1, "en", "Europe/London"),
    country("HK", Currency::Hkd, 0, 10, "zh-Hant", "Asia/Hong_Kong"),
    country("IE", Currency::Eur, 2_300, 5, "en", "Europe/Dublin"),
    country("IT", Currency::Eur, 2_200, 5, "it", "Europe/Rome"),
    country("JP", Currency::Jpy, 1_000, 1, "ja", "Asia/Tokyo"),
    country("KW", Currency::Kwd, 0, 5, "ar", "Asia/Kuwait"),
    country("LU", Currency::Eur, 1_700, 1, "fr", "Europe/Luxembourg"),
    country("MC", Currency::Eur, 2_000, 1, "fr", "Europe/Monaco"),
    country("NL", Currency::Eur, 2_100, 5, "en", "Europe/Amsterdam"),
    country("PT", Currency::Eur, 2_300, 1, "en", "Europe/Lisbon"),
    country("SG", Currency::Sgd, 900, 5, "en", "Asia/Singapore"),
    country("TW", Currency::Twd, 500, 1, "zh-Hant", "Asia/Taipei"),
];

/// The country of a code.
#[must_use]
pub fn find(code: &str) -> Option<&'static Country> {
    COUNTRIES.iter().find(|country| country.code == code)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_country_is_there_once_in_order() {
        assert!(COUNTRIES.windows(2).all(|pair| pair[0].code < pair[1].code));
        assert!(COUNTRIES.iter().all(|it| it.cash_rounding_step > 0));
        assert_eq!(find("MC").map(|it| it.vat_rate), Some(2_000));
        assert_eq!(find("XX"), None);
    }
}
