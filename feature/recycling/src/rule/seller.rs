//! Who sells: what must be known of them, their age, and how often they come (domain §8.5).

use jiff::civil::Date;
use kernel::Refusal;
use serde::{Deserialize, Serialize};
use setting::rule::filled;
use utoipa::ToSchema;

use crate::{
    BIRTH_DATE_IMPOSSIBLE, COUNTRY_UNKNOWN, DOCUMENT_DATE_IMPOSSIBLE, MINOR, SIGNATURE_MISSING,
};

/// Nobody younger sells.
pub const AGE_MIN: i16 = 18;
/// Nobody is older.
const AGE_MAX: i16 = 130;
/// From how many purchases of one identity in a month on staff are warned of another.
pub const USUAL_A_MONTH: i64 = 3;
/// The longest name, line of an address, number or authority.
const TEXT_MAX: usize = 80;
/// The most points of a signature.
const POINTS_MAX: usize = 4_000;
/// The fewest that are no slip of the pen.
const POINTS_MIN: usize = 2;
/// The size of the field that is signed.
pub const SIGNATURE_FIELD: (i64, i64) = (1_000, 300);

/// What proves who somebody is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "SCREAMING_SNAKE_CASE")]
pub enum IdentityDocument {
    /// An identity card.
    IdentityCard,
    /// A passport.
    Passport,
    /// A residence permit.
    ResidencePermit,
    /// A driving licence.
    DrivingLicence,
}

impl IdentityDocument {
    /// The name, as it is stored and compared.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::IdentityCard => "IDENTITY_CARD",
            Self::Passport => "PASSPORT",
            Self::ResidencePermit => "RESIDENCE_PERMIT",
            Self::DrivingLicence => "DRIVING_LICENCE",
        }
    }
}

/// Who sells.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
#[schema(as = RecyclingSeller)]
pub struct Seller {
    /// The family name.
    #[schema(example = "Moreau")]
    pub family_name: String,
    /// The given name.
    #[schema(example = "Inès")]
    pub given_name: String,
    /// The date of birth.
    #[schema(value_type = String, format = Date, example = "1988-04-12")]
    pub birth_date: Date,
    /// Street and number.
    #[schema(example = "4 rue des Lilas")]
    pub address: String,
    /// The postal code; blank where there is none.
    #[schema(example = "75011")]
    pub postal_code: String,
    /// The city.
    #[schema(example = "Paris")]
    pub city: String,
    /// The country of residence (ISO 3166).
    #[schema(example = "FR")]
    pub country: String,
    /// What proves who they are.
    pub document_type: IdentityDocument,
    /// Its number.
    #[schema(example = "18AV12345")]
    pub document_no: String,
    /// Who issued it.
    #[schema(example = "Préfecture de Police, Paris")]
    pub document_issuer: String,
    /// When it was issued.
    #[schema(value_type = String, format = Date, example = "2021-06-03")]
    pub document_date: Date,
}

impl Seller {
    /// The seller as kept: trimmed, complete, of age.
    ///
    /// # Errors
    /// What is missing or impossible, with its field.
    pub fn accept(&self, today: Date) -> Result<Self, Refusal> {
        let seller = Self {
            family_name: filled(&self.family_name, TEXT_MAX, "familyName")?,
            given_name: filled(&self.given_name, TEXT_MAX, "givenName")?,
            birth_date: self.birth_date,
            address: filled(&self.address, TEXT_MAX, "address")?,
            postal_code: self.postal_code.trim().chars().take(12).collect(),
            city: filled(&self.city, TEXT_MAX, "city")?,
            country: self.country.trim().to_uppercase(),
            document_type: self.document_type,
            document_no: filled(&self.document_no, 40, "documentNo")?,
            document_issuer: filled(&self.document_issuer, TEXT_MAX, "documentIssuer")?,
            document_date: self.document_date,
        };
        let letters = seller.country.bytes().filter(u8::is_ascii_uppercase);
        if seller.country.len() != 2 || letters.count() != 2 {
            return Err(Refusal::new(&COUNTRY_UNKNOWN).at("country"));
        }
        if seller.document_date > today || seller.document_date <= seller.birth_date {
            return Err(Refusal::new(&DOCUMENT_DATE_IMPOSSIBLE).at("documentDate"));
        }
        let age = age(seller.birth_date, today);
        if !(0..=AGE_MAX).contains(&age) {
            return Err(Refusal::new(&BIRTH_DATE_IMPOSSIBLE).at("birthDate"));
        }
        if age < AGE_MIN {
            return Err(Refusal::new(&MINOR)
                .with("years", i64::from(AGE_MIN))
                .at("birthDate"));
        }
        Ok(seller)
    }

    /// What two papers of one identity have in common: kind and number, however they were typed.
    #[must_use]
    pub fn key(&self) -> String {
        let number: String = self
            .document_no
            .chars()
            .filter(|c| c.is_alphanumeric())
            .flat_map(char::to_uppercase)
            .collect();
        format!("{} {number}", self.document_type.name())
    }

    /// The number of the paper, all but its end hidden.
    #[must_use]
    pub fn masked_document_no(&self) -> String {
        let count = self.document_no.chars().count();
        let hidden = count.saturating_sub(3);
        let end: String = self.document_no.chars().skip(hidden).collect();
        format!("{}{end}", "•".repeat(hidden))
    }
}

/// The age of somebody on a day; who is born on 29 February is a year older on 1 March.
#[must_use]
pub fn age(birth_date: Date, today: Date) -> i16 {
    let had_birthday = (today.month(), today.day()) >= (birth_date.month(), birth_date.day());
    today.year() - birth_date.year() - i16::from(!had_birthday)
}

/// Whether staff must be warned: the identity sold so often in the last month already.
#[must_use]
pub const fn is_often(purchases: i64) -> bool {
    purchases >= USUAL_A_MONTH
}

/// A signature as strokes of points `x,y`, as the pad drew them: points are separated by blanks,
/// strokes by semicolons.
///
/// # Errors
/// [`SIGNATURE_MISSING`], when nobody signed or it cannot be read.
pub fn accept_signature(text: &str) -> Result<Vec<Vec<(i64, i64)>>, Refusal> {
    let missing = || Refusal::new(&SIGNATURE_MISSING).at("signature");
    let (width, height) = SIGNATURE_FIELD;
    let point = |text: &str| {
        let (x, y) = text.split_once(',')?;
        let point = (x.parse::<i64>().ok()?, y.parse::<i64>().ok()?);
        let is_inside = (0..=width).contains(&point.0) && (0..=height).contains(&point.1);
        is_inside.then_some(point)
    };
    let strokes: Option<Vec<Vec<(i64, i64)>>> = text
        .split(';')
        .filter(|stroke| !stroke.trim().is_empty())
        .map(|stroke| stroke.split_ascii_whitespace().map(point).collect())
        .collect();
    let strokes = strokes.ok_or_else(missing)?;
    let points: usize = strokes.iter().map(Vec::len).sum();
    if !(POINTS_MIN..=POINTS_MAX).contains(&points) {
        return Err(missing());
    }
    Ok(strokes)
}

#[cfg(test)]
mod tests {
    use jiff::civil::date;
    use proptest::prelude::*;

    use super::*;

    fn seller() -> Seller {
        Seller {
            family_name: " Moreau ".to_owned(),
            given_name: "Inès".to_owned(),
            birth_date: date(1988, 4, 12),
            address: "4 rue des Lilas".to_owned(),
            postal_code: "75011".to_owned(),
            city: "Paris".to_owned(),
            country: "fr".to_owned(),
            document_type: IdentityDocument::Passport,
            document_no: "18-av 12345".to_owned(),
            document_issuer: "Paris".to_owned(),
            document_date: date(2021, 6, 3),
        }
    }

    const TODAY: Date = date(2026, 11, 21);

    #[test]
    fn who_is_complete_and_of_age_may_sell() {
        let accepted = seller().accept(TODAY).unwrap();
        assert_eq!(
            (accepted.family_name.as_str(), accepted.country.as_str()),
            ("Moreau", "FR")
        );
        assert_eq!(accepted.key(), "PASSPORT 18AV12345");
        assert_eq!(accepted.masked_document_no(), "••••••••345");
    }

    #[test]
    fn minors_are_refused_until_their_birthday() {
        for (born, is_refused) in [
            (date(2008, 11, 22), true),
            (date(2008, 11, 21), false),
            (date(2008, 11, 20), false),
            (date(2020, 1, 1), true),
        ] {
            let mut young = seller();
            young.birth_date = born;
            let refused = young.accept(TODAY).is_err_and(|it| it.kind == &MINOR);
            assert_eq!(refused, is_refused, "{born}");
        }
        assert_eq!(age(date(2008, 2, 29), date(2026, 2, 28)), 17);
        assert_eq!(age(date(2008, 2, 29), date(2026, 3, 1)), 18);
    }

    #[test]
    fn what_is_missing_or_impossible_is_named() {
        let refused = |change: fn(&mut Seller)| {
            let mut seller = seller();
            change(&mut seller);
            seller.accept(TODAY).unwrap_err().field.unwrap()
        };
        assert_eq!(refused(|it| it.family_name.clear()), "familyName");
        assert_eq!(refused(|it| it.given_name = "  ".to_owned()), "givenName");
        assert_eq!(refused(|it| it.address.clear()), "address");
        assert_eq!(refused(|it| it.city.clear()), "city");
        assert_eq!(refused(|it| it.country = "FRA".to_owned()), "country");
        assert_eq!(refused(|it| it.document_no.clear()), "documentNo");
        assert_eq!(refused(|it| it.document_issuer.clear()), "documentIssuer");
        assert_eq!(
            refused(|it| it.document_date = date(2026, 11, 22)),
            "documentDate"
        );
        assert_eq!(
            refused(|it| it.document_date = it.birth_date),
            "documentDate"
        );
        assert_eq!(refused(|it| it.birth_date = date(1850, 1, 1)), "birthDate");
    }

    #[test]
    fn the_fourth_purchase_of_a_month_is_one_too_many() {
        assert!(!is_often(2));
        assert!(is_often(3));
    }

    #[test]
    fn a_signature_has_points_within_its_field() {
        assert_eq!(
            accept_signature("1,2 3,4;5,300").unwrap(),
            [vec![(1, 2), (3, 4)], vec![(5, 300)]]
        );
        for bad in ["", ";", "1,2", "1,2 3", "1,2 3,301", "-1,2 3,4", "a,b c,d"] {
            assert_eq!(accept_signature(bad).unwrap_err().kind, &SIGNATURE_MISSING);
        }
    }

    proptest! {
        #[test]
        fn one_paper_has_one_key_however_its_number_is_typed(
            number in "[A-Z0-9]{4,12}", at in 0_usize..4,
        ) {
            let mut seller = seller();
            seller.document_no = number.clone();
            let key = seller.key();
            seller.document_no = format!("{}- {}", &number[..at], number[at..].to_lowercase());
            prop_assert_eq!(seller.key(), key);
        }
    }
}
