use jiff::civil::date;
use kernel::Currency::{Eur, Hkd, Jpy, Kwd, Usd};
use proptest::prelude::*;

use super::*;

/// As it is published, with what nobody here reads.
const DOCUMENT: &str = r#"{"success":true,"timestamp":1795168800,"date":"2026-11-20","base":"EUR",
"rates":{"EUR":1,"XAU":0.000326401,"XAG":0.0349,"XPT":7.9e-4,"USD":1.0850,"EURXAU":3063.69},
"unit":"per troy ounce"}"#;

fn published() -> Publication {
    Publication::parse(DOCUMENT).unwrap()
}

/// Gold alone, as it is written.
fn gold(base: &str, rate: &str) -> Publication {
    let text = format!(r#"{{"base":"{base}","timestamp":1795168800,"rates":{{"XAU":{rate}}}}}"#);
    Publication::parse(&text).unwrap()
}

fn rate(currency: Currency, foreign: Currency, rate: i64) -> Option<Rate> {
    Some(Rate {
        foreign,
        currency,
        rate,
        valid_from: date(2026, 11, 20),
    })
}

#[test]
fn the_document_is_read_as_it_is_published() {
    let found = published();
    assert_eq!(found.at, "2026-11-20T10:00:00Z".parse().unwrap());
    assert_eq!(found.base, Eur);
    let decimal = |digits, scale| Decimal { digits, scale };
    let expected = [
        (Metal::Gold, decimal(326_401, 9)),
        (Metal::Silver, decimal(349, 4)),
        (Metal::Platinum, decimal(79, 5)),
    ];
    assert_eq!(found.ounces, BTreeMap::from(expected));
}

#[test]
fn a_number_is_read_digit_by_digit() {
    let table = [
        ("0.000326401", Some((326_401, 9))),
        ("3.26401e-4", Some((326_401, 9))),
        ("3.26401E-04", Some((326_401, 9))),
        ("0.10", Some((1, 1))),
        ("20", Some((2, -1))),
        ("1e2", Some((1, -2))),
        ("0.00045464598056510001", Some((45_464_598_056_510_001, 20))),
        ("0", None),
        ("0.000", None),
        ("-0.0003", None),
        ("-1e-4", None),
        ("\"0.0003\"", None),
        ("true", None),
        ("{}", None),
        ("1e99999999999", None),
        ("1e-2147483648", None),
        ("1e-2147483640", None),
        ("1e2147483640", None),
        ("1e-60", Some((1, 60))),
        ("1e-61", None),
        ("0.1234567890123456789012345", None),
    ];
    for (text, expected) in table {
        let read = decimal(text).map(|it| (it.digits, it.scale));
        assert_eq!(read, expected, "{text}");
    }
}

#[test]
fn what_is_not_the_document_is_refused_with_the_reason() {
    let change = |from: &str, to: &str| DOCUMENT.replacen(from, to, 1);
    let table = [
        (String::new(), "no JSON"),
        ("<html><body>Sorry</body></html>".to_owned(), "no JSON"),
        (DOCUMENT[..80].to_owned(), "no JSON"),
        (format!("{DOCUMENT} and more"), "no JSON"),
        (change("0.0349", "0.0349.1"), "no JSON"),
        (change("0.0349", "NaN"), "no JSON"),
        ("[]".to_owned(), "another document"),
        (change("1795168800", "\"now\""), "another document"),
        (
            change("\"XAG\":0.0349", "\"XAU\":1"),
            "another document: duplicate field `XAU`",
        ),
        (
            r#"{"success":false,"error":{"code":104,"info":"Limit reached"}}"#.to_owned(),
            "the publisher refuses: Limit reached",
        ),
        (change("true", "false"), "the publisher refuses"),
        (
            change("troy ounce", "gram"),
            "not by the troy ounce, but per gram",
        ),
        (change("\"base\":\"EUR\",", ""), "in which currency"),
        (
            change("\"base\":\"EUR\"", "\"base\":\"BTC\""),
            "nothing here is counted in BTC",
        ),
        (change("\"timestamp\":1795168800,", ""), "of when it is"),
        (change("1795168800", "99999999999999"), "of when it is"),
        (
            change("0.0349", "\"0.0349\""),
            "\"0.0349\" is no rate of XAG",
        ),
        (change("0.0349", "0"), "0 is no rate of XAG"),
        (change("0.0349", "-1"), "-1 is no rate of XAG"),
        (change("\"rates\"", "\"prices\""), "no metals"),
        (
            r#"{"base":"EUR","timestamp":1,"rates":{"EUR":1,"XAU":null}}"#.to_owned(),
            "no metals",
        ),
    ];
    for (document, reason) in table {
        let said = Publication::parse(&document).unwrap_err();
        assert!(said.contains(reason), "{said}, not {reason}: {document}");
    }
    let long = change("EUR\"", &format!("{}\"", "X".repeat(9_000)));
    assert!(Publication::parse(&long).unwrap_err().len() < 300);
}

#[test]
fn prices_of_more_than_a_day_ago_and_of_tomorrow_are_not_used() {
    for (now, reason) in [
        ("2026-11-20T09:54:59Z", Some("yet to come")),
        ("2026-11-20T09:55:00Z", None),
        ("2026-11-20T10:00:00Z", None),
        ("2026-11-21T10:00:00Z", None),
        ("2026-11-21T10:00:01Z", Some("more than a day ago")),
    ] {
        let doubt = published().doubt(now.parse().unwrap());
        let is_expected = match (&doubt, reason) {
            (Some(doubt), Some(reason)) => doubt.contains(reason),
            (doubt, reason) => doubt.is_none() && reason.is_none(),
        };
        assert!(is_expected, "{now}: {doubt:?}");
    }
}

#[test]
fn ounces_of_a_currency_are_grams_of_the_board() {
    // currency, base and its worth, ounces, fineness, hundredths of a minor unit; exact by rationals
    let table = [
        // 1 / 0.000326401 / 31.1034768 = 98.50076...
        (Eur, Eur, None, "0.000326401", 1_000, 985_008),
        (Eur, Eur, None, "3.26401e-4", 1_000, 985_008),
        (Eur, Eur, None, "0.000326401", 999, 984_023),
        // An ounce for 31.1034768 euro is a gram for one.
        (Eur, Eur, None, "0.03215074656862798", 1_000, 10_000),
        // 1 / 0.00028207 / 31.1034768 x 0.8642
        (
            Eur,
            Usd,
            rate(Eur, Usd, 86_420_000),
            "0.00028207",
            1_000,
            985_028,
        ),
        (
            Hkd,
            Usd,
            rate(Hkd, Usd, 771_500_000),
            "0.00028207",
            1_000,
            8_793_669,
        ),
        // A yen has no cents, a dinar a thousand fils.
        (
            Jpy,
            Usd,
            rate(Jpy, Usd, 15_000_000_000),
            "0.00028207",
            1_000,
            1_709_722,
        ),
        (
            Kwd,
            Usd,
            rate(Kwd, Usd, 30_700_000),
            "0.00028207",
            1_000,
            3_499_230,
        ),
        // 1.55517384 / 1000 / 31.1034768 is half a hundredth of a cent.
        (Eur, Usd, rate(Eur, Usd, 155_517_384), "1000", 1_000, 1),
        // Ten and a half of them are 32.65865064 / 1000 / 31.1034768, to the last digit of the ounce.
        (Eur, Usd, rate(Eur, Usd, 3_265_865_064), "1000", 1_000, 11),
        (Eur, Usd, rate(Eur, Usd, 3_265_865_063), "1000", 1_000, 10),
    ];
    for (currency, base, rate, ounces, fineness, expected) in table {
        let published = gold(base.code(), ounces);
        let price = published.gram_price(Metal::Gold, fineness, (currency, rate));
        assert_eq!(price, Ok(expected), "{currency} {ounces} {fineness}");
    }
}

#[test]
fn what_no_board_shows_is_no_price() {
    let price = |ounces: &str| gold("EUR", ounces).gram_price(Metal::Gold, 1_000, (Eur, None));
    for ounces in [
        "1e9",
        "1e-9",
        "1e-30",
        "1e40",
        "0.000000000000000000000000000001",
    ] {
        let said = price(ounces).unwrap_err();
        assert!(said.contains("no board can show"), "{ounces}: {said}");
    }
    // A hair less than half a hundredth.
    let less =
        gold("USD", "1000").gram_price(Metal::Gold, 1_000, (Eur, rate(Eur, Usd, 155_517_383)));
    assert!(less.is_err(), "{less:?}");
    let said = gold("EUR", "0.0003").gram_price(Metal::Silver, 1_000, (Eur, None));
    assert_eq!(said, Err("XAG is not published".to_owned()));
}

#[test]
fn a_price_moves_by_a_tenth_at_the_most() {
    for (last, published, far) in [
        (1_000, 1_100, false),
        (1_000, 1_101, true),
        (1_000, 900, false),
        (1_000, 899, true),
        (1_000, 1_000, false),
        (1, 1, false),
        (1, 2, true),
        (i64::MAX, i64::MAX, false),
    ] {
        assert_eq!(jumps(last, published), far, "{last} {published}");
    }
}

#[test]
fn a_price_is_written_to_the_last_digit_of_the_board() {
    for (price, currency, text) in [
        (985_013, Eur, "98.5013 EUR"),
        (7, Eur, "0.0007 EUR"),
        (1_709_726, Jpy, "17097.26 JPY"),
        (3_499_240, Kwd, "34.99240 KWD"),
    ] {
        assert_eq!(price_text(price, currency), text);
    }
}

proptest! {
    /// The price is the whole number nearest to the exact one: within half a hundredth of it.
    #[test]
    fn the_price_is_nearest_to_the_exact_one(ounces in 1_000_i128..100_000_000, fineness in 1_i64..=1_000) {
        let published = gold("EUR", &format!("0.{ounces:011}"));
        if let Ok(price) = published.gram_price(Metal::Gold, fineness, (Eur, None)) {
            // price = 10^4 x fineness / 1000 / (ounces / 10^11) / (OUNCE / 10^7)
            let exact = 10_i128.pow(4 + 11 + 7 - 3) * i128::from(fineness);
            let off = (i128::from(price) * ounces * OUNCE - exact).abs() * 2;
            prop_assert!(off <= ounces * OUNCE, "{price}");
        }
    }
}
