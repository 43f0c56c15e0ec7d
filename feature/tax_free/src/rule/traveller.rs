//! Who travels, and how they want their money (domain §7.3).

use jiff::civil::Date;
use kernel::{Money, Refusal};
use serde::{Deserialize, Serialize};
use setting::rule::{filled, within_length};
use utoipa::ToSchema;

use super::country::{CountryRule, age_on, days_after};
use crate::{
    BIRTH_INVALID, CASH_TOO_MUCH, COUNTRY_UNKNOWN, FLIGHT_EMPTY, LEAVES_TOO_LATE,
    METHOD_UNAVAILABLE, PASSPORT_INVALID, RESIDENT, STAY_TOO_LONG, TOO_YOUNG, TRAVEL_DATES,
};

/// How many letters and digits a passport number has.
const PASSPORT_CHARACTERS: std::ops::RangeInclusive<usize> = 6..=20;
const NAME_MAX: usize = 60;
const ADDRESS_MAX: usize = 200;
const FLIGHT_MAX: usize = 20;
const WALLET_MAX: usize = 60;
/// Nobody is older.
const AGE_MAX: i64 = 130;

/// How the refund is paid.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "UPPERCASE")]
#[schema(as = TaxFreeRefundMethod)]
pub enum RefundMethod {
    /// To the card that paid.
    Card,
    /// In cash at the airport.
    Cash,
    /// To a wallet on the telephone.
    Wallet,
}

impl RefundMethod {
    /// The name, as it is stored.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Card => "CARD",
            Self::Cash => "CASH",
            Self::Wallet => "WALLET",
        }
    }

    /// Finds a method by its stored name.
    #[must_use]
    pub fn parse(name: &str) -> Option<Self> {
        [Self::Card, Self::Cash, Self::Wallet]
            .into_iter()
            .find(|method| method.name() == name)
    }
}

/// Who travels, as the passport says.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
#[schema(as = TaxFreeTraveller)]
pub struct Traveller {
    /// The number of the passport.
    #[schema(example = "E12345678")]
    pub passport_no: String,
    /// The country that issued it (ISO 3166).
    #[schema(example = "CN")]
    pub issuing_country: String,
    /// The family name as in the passport.
    #[schema(example = "LIN")]
    pub family_name: String,
    /// The given names as in the passport.
    #[schema(example = "MEI")]
    pub given_name: String,
    /// The date of birth.
    #[schema(value_type = String, format = Date, example = "1990-05-17")]
    pub born_on: Date,
    /// Where they live (ISO 3166).
    #[schema(example = "CN")]
    pub residence_country: String,
    /// Their address there.
    #[schema(example = "88 Nanjing Road, Shanghai")]
    pub residence_address: String,
    /// When they arrived; this or the day of departure is needed.
    #[serde(default)]
    #[schema(value_type = Option<String>, format = Date, example = "2026-11-15")]
    pub arrived_on: Option<Date>,
    /// When they leave with the goods.
    #[serde(default)]
    #[schema(value_type = Option<String>, format = Date, example = "2026-11-28")]
    pub departs_on: Option<Date>,
    /// Their flight.
    #[serde(default)]
    #[schema(example = "MU554")]
    pub flight_no: String,
}

/// The traveller as they stand on the form.
///
/// # Errors
/// What is missing, impossible, or keeps them from buying tax-free.
pub fn check(
    typed: &Traveller,
    rule: &CountryRule,
    asks_flight: bool,
    (today, last_day): (Date, Date),
) -> Result<Traveller, Refusal> {
    let traveller = Traveller {
        residence_country: country(&typed.residence_country, "residenceCountry")?,
        passport_no: passport(&typed.passport_no)?,
        issuing_country: country(&typed.issuing_country, "issuingCountry")?,
        family_name: filled(&typed.family_name, NAME_MAX, "familyName")?,
        given_name: filled(&typed.given_name, NAME_MAX, "givenName")?,
        residence_address: filled(&typed.residence_address, ADDRESS_MAX, "residenceAddress")?,
        flight_no: within_length(&typed.flight_no, FLIGHT_MAX, "flightNo")?.to_uppercase(),
        ..typed.clone()
    };
    if rule.is_resident(&traveller.residence_country) {
        return Err(Refusal::new(&RESIDENT)
            .with("country", traveller.residence_country.as_str())
            .at("residenceCountry"));
    }
    old_enough(traveller.born_on, rule, today)?;
    stays(&traveller, rule, today, last_day)?;
    if asks_flight && traveller.flight_no.is_empty() {
        return Err(Refusal::new(&FLIGHT_EMPTY).at("flightNo"));
    }
    Ok(traveller)
}

fn passport(typed: &str) -> Result<String, Refusal> {
    let number: String = typed
        .chars()
        .filter(|c| !c.is_whitespace() && *c != '-')
        .collect::<String>()
        .to_uppercase();
    let is_number = number.bytes().all(|b| b.is_ascii_alphanumeric());
    match is_number && PASSPORT_CHARACTERS.contains(&number.len()) {
        true => Ok(number),
        false => Err(Refusal::new(&PASSPORT_INVALID).at("passportNo")),
    }
}

fn country(typed: &str, field: &'static str) -> Result<String, Refusal> {
    let code = typed.trim();
    match code.len() == 2 && code.bytes().all(|b| b.is_ascii_uppercase()) {
        true => Ok(code.to_owned()),
        false => Err(Refusal::new(&COUNTRY_UNKNOWN).at(field)),
    }
}

fn old_enough(born_on: Date, rule: &CountryRule, today: Date) -> Result<(), Refusal> {
    let age = age_on(born_on, today);
    if born_on >= today || age > AGE_MAX {
        return Err(Refusal::new(&BIRTH_INVALID).at("bornOn"));
    }
    match age < rule.minimum_age {
        true => Err(Refusal::new(&TOO_YOUNG)
            .with("age", rule.minimum_age)
            .at("bornOn")),
        false => Ok(()),
    }
}

fn stays(
    traveller: &Traveller,
    rule: &CountryRule,
    today: Date,
    last_day: Date,
) -> Result<(), Refusal> {
    let (arrived, departs) = (traveller.arrived_on, traveller.departs_on);
    if arrived.is_none() && departs.is_none() {
        return Err(Refusal::new(&TRAVEL_DATES).at("departsOn"));
    }
    if arrived.is_some_and(|day| day > today) {
        return Err(Refusal::new(&TRAVEL_DATES).at("arrivedOn"));
    }
    if departs.is_some_and(|day| day < today) {
        return Err(Refusal::new(&TRAVEL_DATES).at("departsOn"));
    }
    if departs.is_some_and(|day| day > last_day) {
        return Err(Refusal::new(&LEAVES_TOO_LATE)
            .with("date", last_day.to_string())
            .at("departsOn"));
    }
    let stay = arrived.map(|arrived| days_after(arrived, departs.unwrap_or(today)));
    match (stay, rule.stay_days_max) {
        (Some(stay), Some(max)) if stay > max => Err(Refusal::new(&STAY_TOO_LONG)
            .with("days", max)
            .at("arrivedOn")),
        _ => Ok(()),
    }
}

/// Refuses a way of payment that is not open for a refund.
///
/// # Errors
/// Why it is not.
pub fn check_method(
    method: RefundMethod,
    has_card: bool,
    wallet: &str,
    refund: Money,
    rule: &CountryRule,
) -> Result<String, Refusal> {
    let wallet = within_length(wallet, WALLET_MAX, "wallet")?;
    match method {
        RefundMethod::Card if !has_card => Err(Refusal::new(&METHOD_UNAVAILABLE).at("cardId")),
        RefundMethod::Wallet if wallet.is_empty() => {
            Err(Refusal::new(&setting::REQUIRED).at("wallet"))
        }
        RefundMethod::Cash if rule.cash_max.is_some_and(|max| refund.minor > max) => {
            let max = rule.cash_max.unwrap_or_default();
            Err(Refusal::new(&CASH_TOO_MUCH)
                .with("maximum", Money::new(max, refund.currency))
                .at("method"))
        }
        RefundMethod::Wallet => Ok(wallet),
        RefundMethod::Card | RefundMethod::Cash => Ok(String::new()),
    }
}

/// The number of a passport for eyes that need not read it: its end.
#[must_use]
pub fn masked(passport_no: &str) -> String {
    let characters: Vec<char> = passport_no.chars().collect();
    let end: String = characters[characters.len().saturating_sub(3)..]
        .iter()
        .collect();
    format!("•••• {end}")
}

#[cfg(test)]
mod tests {
    use jiff::civil::date;
    use kernel::Currency;

    use super::super::country::tests::france;
    use super::*;

    const TODAY: Date = date(2026, 11, 21);
    const LAST: Date = date(2027, 2, 28);

    fn mei() -> Traveller {
        Traveller {
            passport_no: " e1234-5678 ".to_owned(),
            issuing_country: "CN".to_owned(),
            family_name: " Lin ".to_owned(),
            given_name: "Mei".to_owned(),
            born_on: date(1990, 5, 17),
            residence_country: "CN".to_owned(),
            residence_address: "88 Nanjing Road".to_owned(),
            arrived_on: Some(date(2026, 11, 15)),
            departs_on: Some(date(2026, 11, 28)),
            flight_no: "mu554".to_owned(),
        }
    }

    fn why(change: impl FnOnce(&mut Traveller)) -> (&'static str, &'static str) {
        let mut traveller = mei();
        change(&mut traveller);
        let checked = check(&traveller, &france(), true, (TODAY, LAST));
        checked.map_or_else(
            |refusal| (refusal.kind.key, refusal.field.unwrap_or_default()),
            |_| ("fine", ""),
        )
    }

    #[test]
    fn a_traveller_is_kept_as_the_passport_says() {
        let kept = check(&mei(), &france(), true, (TODAY, LAST)).unwrap();
        assert_eq!(kept.passport_no, "E12345678");
        assert_eq!(
            (kept.family_name.as_str(), kept.flight_no.as_str()),
            ("Lin", "MU554")
        );
        assert_eq!(masked(&kept.passport_no), "•••• 678");
    }

    #[test]
    fn what_is_wrong_is_named_with_its_field() {
        let passport = ("tax_free.passport_invalid", "passportNo");
        for number in ["12345", &"1".repeat(21), "E1234567é", ""] {
            assert_eq!(
                why(|t| t.passport_no = number.to_owned()),
                passport,
                "{number}"
            );
        }
        for number in ["123456", &"A".repeat(20)] {
            assert_eq!(why(|t| t.passport_no = number.to_owned()), ("fine", ""));
        }
        let country = "tax_free.country_unknown";
        assert_eq!(
            why(|t| t.issuing_country = "cn".to_owned()),
            (country, "issuingCountry")
        );
        assert_eq!(
            why(|t| t.residence_country = String::new()),
            (country, "residenceCountry")
        );
        let resident = ("tax_free.resident", "residenceCountry");
        assert_eq!(why(|t| t.residence_country = "IT".to_owned()), resident);
        assert_eq!(
            why(|t| t.family_name = " ".to_owned()),
            ("setting.required", "familyName")
        );
        assert_eq!(
            why(|t| t.flight_no = "  ".to_owned()),
            ("tax_free.flight_empty", "flightNo")
        );
    }

    #[test]
    fn age_and_stay_have_their_limits_to_the_day() {
        for (born, expected) in [
            (date(2010, 11, 21), "fine"),
            (date(2010, 11, 22), "tax_free.too_young"),
            (TODAY, "tax_free.birth_invalid"),
            (date(1890, 1, 1), "tax_free.birth_invalid"),
        ] {
            assert_eq!(why(|t| t.born_on = born).0, expected, "{born}");
        }
        for (arrived, departs, expected) in [
            (None, None, "tax_free.travel_dates"),
            (Some(date(2026, 11, 22)), None, "tax_free.travel_dates"),
            (None, Some(date(2026, 11, 20)), "tax_free.travel_dates"),
            (None, Some(LAST), "fine"),
            (None, Some(date(2027, 3, 1)), "tax_free.leaves_too_late"),
            (Some(date(2026, 5, 22)), None, "fine"),
            (Some(date(2026, 5, 21)), None, "tax_free.stay_too_long"),
            (
                Some(date(2026, 6, 1)),
                Some(date(2026, 12, 2)),
                "tax_free.stay_too_long",
            ),
        ] {
            let found = why(|t| (t.arrived_on, t.departs_on) = (arrived, departs));
            assert_eq!(found.0, expected, "{arrived:?} {departs:?}");
        }
    }

    #[test]
    fn each_way_of_refund_has_its_condition() {
        let refund = Money::new(50_000, Currency::Eur);
        let limited = CountryRule {
            cash_max: Some(49_999),
            ..france()
        };
        let ask = |method, has_card, wallet: &str, rule: &CountryRule| {
            check_method(method, has_card, wallet, refund, rule).map_err(|refusal| refusal.kind.key)
        };
        let france = france();
        assert_eq!(
            ask(RefundMethod::Card, false, "", &france),
            Err("tax_free.method_unavailable")
        );
        assert_eq!(
            ask(RefundMethod::Card, true, "x", &france),
            Ok(String::new())
        );
        assert_eq!(
            ask(RefundMethod::Wallet, true, " ", &france),
            Err("setting.required")
        );
        assert_eq!(
            ask(RefundMethod::Wallet, true, " mei@alipay ", &france),
            Ok("mei@alipay".to_owned())
        );
        assert_eq!(
            ask(RefundMethod::Cash, false, "", &france),
            Ok(String::new())
        );
        assert_eq!(
            ask(RefundMethod::Cash, false, "", &limited),
            Err("tax_free.cash_too_much")
        );
    }
}
