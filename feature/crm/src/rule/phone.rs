//! Telephone numbers, checked by the rules of Google's libphonenumber: each country's lengths and
//! beginnings, national prefixes, ways of writing.

use rlibphonenumber::{PHONE_NUMBER_UTIL, PhoneNumber, PhoneNumberFormat, Region};

/// The longest number that is looked at.
const CHARACTERS_MAX: usize = 40;

/// A number that can be dialled.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Phone {
    /// The country's code: `+33`.
    pub area_code: String,
    /// As it is written abroad: `+33 6 12 34 41 08`.
    pub text: String,
    /// In E.164, by which two numbers are compared: `+33612344108`.
    pub key: String,
    /// The country (ISO 3166); none for numbers of no country, such as satellites'.
    pub country: Option<String>,
}

/// A country and the code that its numbers begin with.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Area {
    /// The country (ISO 3166).
    pub country: String,
    /// Its code: `+33`.
    pub area_code: String,
}

/// Reads a number. One that begins with `+` or `00` says its country itself; another is a number of
/// the area, or of `home` (ISO 3166) when no area is given. None when nobody could dial it.
#[must_use]
pub fn parse(area_code: Option<&str>, typed: &str, home: &str) -> Option<Phone> {
    let typed = typed.trim();
    let is_whole = typed.starts_with('+') || typed.starts_with("00");
    let is_number = typed
        .chars()
        .all(|c| c.is_ascii_digit() || " +-./()\u{a0}".contains(c));
    if !is_number || typed.chars().count() > CHARACTERS_MAX {
        return None;
    }
    let number = if let Some(rest) = typed.strip_prefix("00") {
        read(&format!("+{rest}"), None)?
    } else if is_whole {
        read(typed, None)?
    } else {
        in_area(area_code, typed, home)?
    };
    number.is_valid().then(|| Phone {
        area_code: format!("+{}", number.country_code),
        text: number
            .format_as(PhoneNumberFormat::International)
            .into_owned(),
        key: number.format_as(PhoneNumberFormat::E164).into_owned(),
        country: number
            .get_region_code()
            .map(|region| region.to_string())
            .filter(|country| country.bytes().all(|byte| byte.is_ascii_uppercase())),
    })
}

/// A number as it is dialled within an area. Some countries share a code: the one that the shop
/// stands in goes first.
fn in_area(area_code: Option<&str>, typed: &str, home: &str) -> Option<PhoneNumber> {
    let home = home.parse::<Region>().ok();
    let Some(area_code) = area_code.map(str::trim).filter(|code| !code.is_empty()) else {
        return read(typed, home);
    };
    let code: i32 = area_code.strip_prefix('+')?.parse().ok()?;
    let is_home = home.is_some_and(|home| calling_code(home) == Some(code));
    let region = match home.filter(|_| is_home) {
        Some(home) => Some(home),
        None => PHONE_NUMBER_UTIL.get_region_for_country_code(code),
    };
    read(typed, Some(region?))
}

fn read(text: &str, region: Option<Region>) -> Option<PhoneNumber> {
    PHONE_NUMBER_UTIL.parse(text, region).ok()
}

fn calling_code(region: Region) -> Option<i32> {
    PHONE_NUMBER_UTIL.get_country_code_for_region(region)
}

/// Parts a number that is written as abroad into its area code and the rest. A text that says no
/// country is all rest.
#[must_use]
pub fn split(text: &str) -> (Option<String>, String) {
    let code = text
        .starts_with('+')
        .then(|| read(text, None))
        .flatten()
        .map(|number| format!("+{}", number.country_code));
    match code {
        Some(code) if text.starts_with(&code) => {
            let rest = text[code.len()..].trim_start_matches([' ', '-']).to_owned();
            (Some(code), rest)
        }
        _ => (None, text.to_owned()),
    }
}

/// The countries whose numbers can be read, by country.
#[must_use]
pub fn areas() -> Vec<Area> {
    let mut areas: Vec<Area> = PHONE_NUMBER_UTIL
        .get_supported_regions()
        .filter_map(|region| {
            let country = region.to_string();
            let is_country = country.len() == 2 && country.bytes().all(|b| b.is_ascii_uppercase());
            let area_code = format!("+{}", calling_code(region)?);
            is_country.then_some(Area { country, area_code })
        })
        .collect();
    areas.sort_by(|a, b| a.country.cmp(&b.country));
    areas
}

#[cfg(test)]
mod tests {
    use super::*;

    fn key(area_code: Option<&str>, typed: &str, home: &str) -> Option<String> {
        parse(area_code, typed, home).map(|phone| phone.key)
    }

    #[test]
    fn a_number_is_the_same_however_it_is_typed() {
        let table = [
            (None, "06 12 34 41 08", "FR"),
            (None, "6 12 34 41 08", "FR"),
            (Some("+33"), "06.12.34.41.08", "HK"),
            (Some("+33"), "612344108", "JP"),
            (None, "+33 6 12 34 41 08", "US"),
            (None, "+33 (0)6 12 34 41 08", "US"),
            (None, "0033 612344108", "CN"),
            (Some("+852"), "+33612344108", "HK"),
        ];
        for (area, typed, home) in table {
            let phone = parse(area, typed, home).unwrap_or_else(|| panic!("{typed}"));
            assert_eq!(phone.key, "+33612344108", "{typed}");
            assert_eq!(phone.text, "+33 6 12 34 41 08", "{typed}");
            assert_eq!(phone.area_code, "+33", "{typed}");
            assert_eq!(phone.country.as_deref(), Some("FR"), "{typed}");
        }
    }

    #[test]
    fn numbers_of_the_boutiques_countries_are_known() {
        let table = [
            ("+86", "139 1234 5678", "+8613912345678", "CN"),
            ("+852", "9123 4567", "+85291234567", "HK"),
            ("+39", "02 4851 1234", "+390248511234", "IT"),
            ("+39", "333 123 4567", "+393331234567", "IT"),
            ("+81", "090-1234-5678", "+819012345678", "JP"),
            ("+82", "010-1234-5678", "+821012345678", "KR"),
            ("+971", "050 123 4567", "+971501234567", "AE"),
            ("+965", "5001 2345", "+96550012345", "KW"),
            ("+1", "212 555 0123", "+12125550123", "US"),
            ("+1", "416 555 0123", "+14165550123", "CA"),
            ("+44", "07400 123456", "+447400123456", "GB"),
        ];
        for (area, typed, expected, country) in table {
            let phone = parse(Some(area), typed, "FR").unwrap_or_else(|| panic!("{area} {typed}"));
            assert_eq!(phone.key, expected);
            assert_eq!(phone.country.as_deref(), Some(country), "{typed}");
        }
    }

    #[test]
    fn what_nobody_could_dial_is_no_number() {
        let table = [
            (None, "", "FR"),
            (None, "12345", "FR"),
            (None, "06 12 34 41 0", "FR"),
            (None, "06 12 34 41 08 99", "FR"),
            (None, "+33 1", "FR"),
            (None, "+999 123456789", "FR"),
            (None, "call Anna", "FR"),
            (None, "0612344108 ext. 5", "FR"),
            (Some("33"), "612344108", "HK"),
            (Some("+0"), "612344108", "FR"),
            (Some("+852"), "0612344108", "FR"),
            (None, "612344108", "??"),
        ];
        for (area, typed, home) in table {
            assert_eq!(key(area, typed, home), None, "{area:?} {typed:?} {home}");
        }
    }

    #[test]
    fn a_number_is_parted_behind_its_area_code() {
        let parted = |text| split(text);
        assert_eq!(
            parted("+33 6 12 34 41 08"),
            (Some("+33".to_owned()), "6 12 34 41 08".to_owned())
        );
        assert_eq!(
            parted("+86-139-1234-5678"),
            (Some("+86".to_owned()), "139-1234-5678".to_owned())
        );
        assert_eq!(
            parted("01 42 00 11 22"),
            (None, "01 42 00 11 22".to_owned())
        );
    }

    #[test]
    fn every_country_has_its_code() {
        let areas = areas();
        let code = |country: &str| {
            areas
                .iter()
                .find(|area| area.country == country)
                .map(|area| area.area_code.as_str())
        };
        let table = [("FR", "+33"), ("CN", "+86"), ("HK", "+852"), ("US", "+1")];
        for (country, area_code) in table {
            assert_eq!(code(country), Some(area_code));
        }
        assert!(areas.len() > 200);
    }
}
