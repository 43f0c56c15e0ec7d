//! What is known of a customer (specification §3), and what of it can be kept (§5).

use kernel::{ErrorKind, Refusal};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::phone::{self, Phone};
use super::{address, mask};
use crate::{
    BIRTHDAY_MONTH_UNKNOWN, CONTACT_MISSING, COUNTRY_UNKNOWN, EMAIL_INVALID, GENERATION_UNKNOWN,
    KIDS_IMPOSSIBLE, LANGUAGE_UNKNOWN, PHONE_INVALID, TEXT_TOO_LONG, TOO_MANY_WORDS,
};

const NAME_CHARACTERS_MAX: usize = 60;
const PLACE_CHARACTERS_MAX: usize = 80;
const ADDRESS_CHARACTERS_MAX: usize = 200;
const POSTAL_CODE_CHARACTERS_MAX: usize = 20;
const WORD_CHARACTERS_MAX: usize = 40;
const WORDS_MAX: usize = 20;
const KIDS_MAX: i64 = 20;
/// The first years of the oldest and of the youngest ten.
const GENERATIONS: (i64, i64) = (1920, 2020);

/// How somebody is addressed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "SCREAMING_SNAKE_CASE")]
pub enum Title {
    /// Madam.
    Ms,
    /// Sir.
    Mr,
    /// Neither.
    Mx,
}

/// Where a customer lives, seen from the boutique.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "SCREAMING_SNAKE_CASE")]
pub enum Residence {
    /// In the country of the boutique.
    Local,
    /// Elsewhere.
    Tourist,
}

/// Whether somebody lives alone.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "SCREAMING_SNAKE_CASE")]
pub enum MaritalStatus {
    /// Not married.
    Single,
    /// With somebody.
    Partnered,
    /// Married.
    Married,
    /// Divorced.
    Divorced,
    /// Widowed.
    Widowed,
}

/// How a customer came to know the brand.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "SCREAMING_SNAKE_CASE")]
pub enum Channel {
    /// Somebody told them.
    Friend,
    /// They walked past a boutique.
    WalkedPast,
    /// They were given a piece.
    Gift,
    /// From Instagram.
    Instagram,
    /// From Xiaohongshu.
    Xiaohongshu,
    /// From a magazine.
    Magazine,
    /// From the web shop.
    WebShop,
    /// From elsewhere.
    Other,
}

/// What is known of a customer. What nobody said is null or blank.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(default, rename_all = "camelCase", deny_unknown_fields)]
pub struct Profile {
    /// How they are addressed.
    pub title: Option<Title>,
    /// The family name, 60 characters at the most.
    #[schema(example = "Moreau")]
    pub family_name: String,
    /// The given name, 60 characters at the most.
    #[schema(example = "Inès")]
    pub given_name: String,
    /// The country code of the telephone number; null: that of the boutique's country.
    #[schema(example = "+33")]
    pub phone_area_code: Option<String>,
    /// The telephone number within the area, or a whole one that begins with `+`. Who may not see
    /// it whole gets it masked; sent back as it was shown, it stays as it is.
    #[schema(example = "6 12 34 41 08")]
    pub phone_no: Option<String>,
    /// The e-mail address; masked and sent back like the telephone number.
    #[schema(example = "ines.moreau@mail.example")]
    pub email: Option<String>,
    /// The first year of the ten in which they were born.
    #[schema(example = 1980)]
    pub generation: Option<i64>,
    /// The month of their birthday, 1 to 12.
    #[schema(example = 3)]
    pub birthday_month: Option<i64>,
    /// The language in which they read (BCP 47); blank: that of the boutique.
    #[schema(example = "fr")]
    pub language: String,
    /// Local or tourist; null: whether they live in the boutique's country.
    pub residence: Option<Residence>,
    /// The country where they live (ISO 3166); blank: that of their telephone number, or the
    /// boutique's.
    #[schema(example = "FR")]
    pub country: String,
    /// Street and house, 200 characters at the most.
    #[schema(example = "12 rue de Sèvres")]
    pub address: String,
    /// The postal code, 20 characters at the most.
    #[schema(example = "75006")]
    pub postal_code: String,
    /// The city, 80 characters at the most.
    #[schema(example = "Paris")]
    pub city: String,
    /// The province or state, 80 characters at the most.
    #[schema(example = "Île-de-France")]
    pub province: String,
    /// How they know the brand.
    pub knows_us_from: Option<Channel>,
    /// Whether they buy on their travels.
    pub travel_retail: bool,
    /// What they like. Of each list 20 entries of 40 characters at the most.
    #[schema(example = json!(["Yellow gold", "Medals"]))]
    pub likes: Vec<String>,
    /// What they do not like.
    #[schema(example = json!(["Heavy earrings"]))]
    pub dislikes: Vec<String>,
    /// What interests them.
    #[schema(example = json!(["Opera"]))]
    pub interests: Vec<String>,
    /// For whom they buy.
    #[schema(example = json!(["Herself", "Mother"]))]
    pub buy_for: Vec<String>,
    /// The media where they follow the brand.
    #[schema(example = json!(["Instagram"]))]
    pub followed_media: Vec<String>,
    /// The salesperson whom they follow.
    #[schema(example = "seller")]
    pub followed_salesperson: Option<String>,
    /// Whether they live alone.
    pub marital_status: Option<MaritalStatus>,
    /// How many children they have, 20 at the most.
    #[schema(example = 2)]
    pub kids: Option<i64>,
}

/// Where the boutique stands that asks.
#[derive(Clone, Copy, Debug)]
pub struct Home<'a> {
    /// Its country (ISO 3166).
    pub country: &'a str,
    /// Its language.
    pub language: &'a str,
}

/// A profile that can be kept, and by what nobody else may be found.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Accepted {
    /// The profile, tidied.
    pub profile: Profile,
    /// The telephone number as it is written abroad.
    pub phone: Option<String>,
    /// The telephone number in E.164.
    pub phone_key: Option<String>,
    /// The address in small letters.
    pub email_key: Option<String>,
}

impl Profile {
    /// The profile as those see it who may not see how to reach a customer.
    #[must_use]
    pub fn masked(&self) -> Self {
        let mut masked = self.clone();
        let area_code = self.phone_area_code.as_deref().unwrap_or_default();
        masked.phone_no = self.phone_no.as_ref().map(|number| {
            // Masked as a whole, so that the country does not use up what stays of the number.
            let whole = mask::phone(&format!("{area_code} {number}"));
            let shown: String = whole.chars().skip(area_code.chars().count()).collect();
            shown.trim_start().to_owned()
        });
        masked.email = self.email.as_deref().map(mask::email);
        masked
    }

    /// Telephone number and address as they are known already, when they come back as they were
    /// shown, whole or masked.
    fn keep_contact(&mut self, known: &Self) {
        let masked = known.masked();
        let same_area = self.phone_area_code == known.phone_area_code;
        if same_area && self.phone_no == masked.phone_no {
            self.phone_no.clone_from(&known.phone_no);
        }
        if self.email == masked.email {
            self.email.clone_from(&known.email);
        }
    }
}

/// Reads what was sent: tidies it, fills in what follows from the boutique, and refuses what cannot
/// be kept. `known`: what is kept of the customer now. A telephone number or an address that did
/// not change is not judged again.
///
/// # Errors
/// The first refusal, with its field.
pub fn accept(sent: Profile, known: Option<&Profile>, home: Home<'_>) -> Result<Accepted, Refusal> {
    let mut profile = tidy(sent);
    if let Some(known) = known {
        profile.keep_contact(known);
    }
    let phone = accept_phone(&mut profile, known, home)?;
    let email_key = accept_email(&mut profile, known)?;
    if phone.is_none() && email_key.is_none() {
        return Err(Refusal::new(&CONTACT_MISSING).at("phoneNo"));
    }
    let phone_country = phone.as_ref().and_then(|phone| phone.country.clone());
    fill_in(&mut profile, phone_country, home);
    check_lengths(&profile)?;
    check_values(&profile)?;
    Ok(Accepted {
        phone_key: phone.as_ref().map(|phone| phone.key.clone()),
        phone: phone.map(|phone| phone.text),
        email_key,
        profile,
    })
}

/// Takes control characters and needless blanks away.
fn tidy(mut profile: Profile) -> Profile {
    let texts = [
        &mut profile.family_name,
        &mut profile.given_name,
        &mut profile.language,
        &mut profile.country,
        &mut profile.address,
        &mut profile.postal_code,
        &mut profile.city,
        &mut profile.province,
    ];
    for text in texts {
        *text = tidy_text(text);
    }
    let optional = [
        &mut profile.phone_area_code,
        &mut profile.phone_no,
        &mut profile.email,
        &mut profile.followed_salesperson,
    ];
    for text in optional {
        *text = text
            .as_deref()
            .map(tidy_text)
            .filter(|text| !text.is_empty());
    }
    let lists = [
        &mut profile.likes,
        &mut profile.dislikes,
        &mut profile.interests,
        &mut profile.buy_for,
        &mut profile.followed_media,
    ];
    for list in lists {
        let mut words: Vec<String> = Vec::new();
        for word in list.iter().map(|word| tidy_text(word)) {
            if !word.is_empty() && !words.contains(&word) {
                words.push(word);
            }
        }
        *list = words;
    }
    profile
}

fn tidy_text(text: &str) -> String {
    let text = text.replace(char::is_control, " ");
    text.split(' ')
        .filter(|part| !part.is_empty())
        .collect::<Vec<_>>()
        .join(" ")
}

fn accept_phone(
    profile: &mut Profile,
    known: Option<&Profile>,
    home: Home<'_>,
) -> Result<Option<Phone>, Refusal> {
    let Some(typed) = profile.phone_no.clone() else {
        profile.phone_area_code = None;
        return Ok(None);
    };
    let area_code = profile.phone_area_code.as_deref();
    let phone = match phone::parse(area_code, &typed, home.country) {
        Some(phone) => phone,
        None if is_known_phone(profile, known) => known_phone(area_code, &typed),
        None => return Err(Refusal::new(&PHONE_INVALID).at("phoneNo")),
    };
    let (area_code, number) = phone::split(&phone.text);
    profile.phone_area_code = area_code;
    profile.phone_no = Some(number);
    Ok(Some(phone))
}

fn is_known_phone(profile: &Profile, known: Option<&Profile>) -> bool {
    known.is_some_and(|known| {
        known.phone_area_code == profile.phone_area_code && known.phone_no == profile.phone_no
    })
}

/// A number that was kept before numbers were judged. It stays as it is.
fn known_phone(area_code: Option<&str>, number: &str) -> Phone {
    let text = match area_code {
        Some(area_code) => format!("{area_code} {number}"),
        None => number.to_owned(),
    };
    Phone {
        area_code: area_code.unwrap_or_default().to_owned(),
        key: key_of(&text),
        text,
        country: None,
    }
}

/// What a number that was kept unjudged is compared by, as the schema's migration made it.
#[must_use]
pub fn key_of(text: &str) -> String {
    let digits: String = text.chars().filter(char::is_ascii_digit).collect();
    format!("+{digits}")
}

fn accept_email(profile: &mut Profile, known: Option<&Profile>) -> Result<Option<String>, Refusal> {
    let Some(typed) = profile.email.clone() else {
        return Ok(None);
    };
    let is_known = known.is_some_and(|known| known.email.as_ref() == Some(&typed));
    match address::parse(&typed) {
        Some(address) => profile.email = Some(address.to_owned()),
        None if is_known => {}
        None => return Err(Refusal::new(&EMAIL_INVALID).at("email")),
    }
    Ok(profile.email.as_ref().map(|email| email.to_lowercase()))
}

fn fill_in(profile: &mut Profile, phone_country: Option<String>, home: Home<'_>) {
    if profile.country.is_empty() {
        profile.country = phone_country.unwrap_or_else(|| home.country.to_owned());
    }
    if profile.language.is_empty() {
        home.language.clone_into(&mut profile.language);
    }
    profile.residence = profile
        .residence
        .or_else(|| Some(residence(&profile.country, home)));
}

fn residence(country: &str, home: Home<'_>) -> Residence {
    if country == home.country {
        Residence::Local
    } else {
        Residence::Tourist
    }
}

fn check_lengths(profile: &Profile) -> Result<(), Refusal> {
    let texts = [
        ("familyName", &profile.family_name, NAME_CHARACTERS_MAX),
        ("givenName", &profile.given_name, NAME_CHARACTERS_MAX),
        ("address", &profile.address, ADDRESS_CHARACTERS_MAX),
        (
            "postalCode",
            &profile.postal_code,
            POSTAL_CODE_CHARACTERS_MAX,
        ),
        ("city", &profile.city, PLACE_CHARACTERS_MAX),
        ("province", &profile.province, PLACE_CHARACTERS_MAX),
    ];
    for (field, text, most) in texts {
        check_length(field, text, most)?;
    }
    let lists = [
        ("likes", &profile.likes),
        ("dislikes", &profile.dislikes),
        ("interests", &profile.interests),
        ("buyFor", &profile.buy_for),
        ("followedMedia", &profile.followed_media),
    ];
    for (field, list) in lists {
        if list.len() > WORDS_MAX {
            let most = i64::try_from(WORDS_MAX).unwrap_or(i64::MAX);
            return Err(Refusal::new(&TOO_MANY_WORDS)
                .with("maximum", most)
                .at(field));
        }
        for word in list {
            check_length(field, word, WORD_CHARACTERS_MAX)?;
        }
    }
    Ok(())
}

fn check_length(field: &'static str, text: &str, most: usize) -> Result<(), Refusal> {
    if text.chars().count() <= most {
        return Ok(());
    }
    let most = i64::try_from(most).unwrap_or(i64::MAX);
    Err(Refusal::new(&TEXT_TOO_LONG).with("maximum", most).at(field))
}

fn check_values(profile: &Profile) -> Result<(), Refusal> {
    let refuse = |is_wrong: bool, kind: &'static ErrorKind, field: &'static str| {
        if is_wrong {
            Err(Refusal::new(kind).at(field))
        } else {
            Ok(())
        }
    };
    let country = profile.country.as_bytes();
    let is_country = country.len() == 2 && country.iter().all(u8::is_ascii_uppercase);
    refuse(!is_country, &COUNTRY_UNKNOWN, "country")?;
    refuse(
        !is_language(&profile.language),
        &LANGUAGE_UNKNOWN,
        "language",
    )?;
    let (oldest, youngest) = GENERATIONS;
    let is_generation = |year: i64| year % 10 == 0 && (oldest..=youngest).contains(&year);
    let wrong_generation = profile.generation.is_some_and(|year| !is_generation(year));
    refuse(wrong_generation, &GENERATION_UNKNOWN, "generation")?;
    let wrong_month = profile
        .birthday_month
        .is_some_and(|month| !(1..=12).contains(&month));
    refuse(wrong_month, &BIRTHDAY_MONTH_UNKNOWN, "birthdayMonth")?;
    let wrong_kids = profile
        .kids
        .is_some_and(|kids| !(0..=KIDS_MAX).contains(&kids));
    refuse(wrong_kids, &KIDS_IMPOSSIBLE, "kids")
}

/// `fr`, `zh-Hans`, `en-US`.
fn is_language(tag: &str) -> bool {
    let mut parts = tag.split('-');
    let first = parts.next().unwrap_or_default();
    (2..=3).contains(&first.len())
        && first.bytes().all(|byte| byte.is_ascii_lowercase())
        && parts.all(|part| {
            (2..=8).contains(&part.len()) && part.bytes().all(|byte| byte.is_ascii_alphanumeric())
        })
}

#[cfg(test)]
mod tests {
    use super::*;

    const PARIS: Home<'static> = Home {
        country: "FR",
        language: "fr",
    };

    fn with_phone(number: &str) -> Profile {
        Profile {
            phone_no: Some(number.to_owned()),
            ..Profile::default()
        }
    }

    fn key(sent: Profile) -> (&'static str, Option<&'static str>) {
        let refusal = accept(sent, None, PARIS).unwrap_err();
        (refusal.kind.key, refusal.field)
    }

    #[test]
    fn a_number_alone_is_enough_and_tells_the_rest() {
        let accepted = accept(with_phone(" 06 12 34 41 08 "), None, PARIS).unwrap();
        let profile = &accepted.profile;
        assert_eq!(profile.phone_area_code.as_deref(), Some("+33"));
        assert_eq!(profile.phone_no.as_deref(), Some("6 12 34 41 08"));
        assert_eq!(accepted.phone.as_deref(), Some("+33 6 12 34 41 08"));
        assert_eq!(accepted.phone_key.as_deref(), Some("+33612344108"));
        assert_eq!(
            (profile.country.as_str(), profile.language.as_str()),
            ("FR", "fr")
        );
        assert_eq!(profile.residence, Some(Residence::Local));
        let abroad = accept(with_phone("+81 90-1234-5678"), None, PARIS).unwrap();
        assert_eq!(abroad.profile.country, "JP");
        assert_eq!(abroad.profile.residence, Some(Residence::Tourist));
    }

    #[test]
    fn somebody_without_contact_cannot_be_kept() {
        let nobody = Profile {
            family_name: "Moreau".to_owned(),
            phone_no: Some(" ".to_owned()),
            phone_area_code: Some("+33".to_owned()),
            ..Profile::default()
        };
        assert_eq!(key(nobody), ("crm.contact_missing", Some("phoneNo")));
        let email = Profile {
            email: Some(" Ines@Mail.Example ".to_owned()),
            ..Profile::default()
        };
        let accepted = accept(email, None, PARIS).unwrap();
        assert_eq!(accepted.email_key.as_deref(), Some("ines@mail.example"));
        assert_eq!(accepted.profile.email.as_deref(), Some("Ines@Mail.Example"));
    }

    #[test]
    fn each_field_has_its_bounds() {
        let ok = with_phone("0612344108");
        let long = "x".repeat(ADDRESS_CHARACTERS_MAX + 1);
        let words = |count: usize| (0..count).map(|n| n.to_string()).collect::<Vec<_>>();
        #[rustfmt::skip]
        let table = [
            (with_phone("12345"), "crm.phone_invalid", "phoneNo"),
            (Profile { email: Some("ines@".into()), ..ok.clone() }, "crm.email_invalid", "email"),
            (Profile { family_name: long.clone(), ..ok.clone() }, "crm.text_too_long", "familyName"),
            (Profile { given_name: long.clone(), ..ok.clone() }, "crm.text_too_long", "givenName"),
            (Profile { address: long.clone(), ..ok.clone() }, "crm.text_too_long", "address"),
            (Profile { postal_code: long.clone(), ..ok.clone() }, "crm.text_too_long", "postalCode"),
            (Profile { city: long.clone(), ..ok.clone() }, "crm.text_too_long", "city"),
            (Profile { province: long.clone(), ..ok.clone() }, "crm.text_too_long", "province"),
            (Profile { likes: vec![long], ..ok.clone() }, "crm.text_too_long", "likes"),
            (Profile { interests: words(21), ..ok.clone() }, "crm.too_many_words", "interests"),
            (Profile { country: "France".into(), ..ok.clone() }, "crm.country_unknown", "country"),
            (Profile { language: "French".into(), ..ok.clone() }, "crm.language_unknown", "language"),
            (Profile { generation: Some(1985), ..ok.clone() }, "crm.generation_unknown", "generation"),
            (Profile { generation: Some(1910), ..ok.clone() }, "crm.generation_unknown", "generation"),
            (Profile { birthday_month: Some(13), ..ok.clone() }, "crm.birthday_month_unknown", "birthdayMonth"),
            (Profile { kids: Some(-1), ..ok.clone() }, "crm.kids_impossible", "kids"),
        ];
        for (sent, expected, field) in table {
            assert_eq!(key(sent), (expected, Some(field)));
        }
        let most = Profile {
            likes: words(20),
            generation: Some(1990),
            birthday_month: Some(12),
            kids: Some(0),
            language: "zh-Hans".to_owned(),
            ..ok
        };
        assert!(accept(most, None, PARIS).is_ok());
    }

    #[test]
    fn texts_are_tidied_and_words_kept_once() {
        let sent = Profile {
            given_name: " Inès\u{7}  Marie ".to_owned(),
            likes: vec![" Gold ".to_owned(), String::new(), "Gold".to_owned()],
            ..with_phone("0612344108")
        };
        let profile = accept(sent, None, PARIS).unwrap().profile;
        assert_eq!(profile.given_name, "Inès Marie");
        assert_eq!(profile.likes, ["Gold"]);
    }

    #[test]
    fn what_was_shown_masked_comes_back_unchanged() {
        let sent = Profile {
            email: Some("ines@mail.example".to_owned()),
            ..with_phone("0612344108")
        };
        let known = accept(sent, None, PARIS).unwrap().profile;
        let shown = known.masked();
        assert_eq!(shown.phone_no.as_deref(), Some("6 •• •• 41 08"));
        assert_eq!(shown.email.as_deref(), Some("i••••••@mail.example"));
        let again = accept(shown.clone(), Some(&known), PARIS).unwrap();
        assert_eq!(again.profile, known);
        assert_eq!(again.phone_key.as_deref(), Some("+33612344108"));
        // Of somebody else, or under another area code, it is no number.
        let error = accept(shown.clone(), None, PARIS).unwrap_err();
        assert_eq!(error.kind.key, "crm.phone_invalid");
        let moved = Profile {
            phone_area_code: Some("+39".to_owned()),
            ..shown
        };
        let error = accept(moved, Some(&known), PARIS).unwrap_err();
        assert_eq!(error.kind.key, "crm.phone_invalid");
    }

    #[test]
    fn a_number_of_old_is_not_judged_until_it_changes() {
        let known = Profile {
            phone_area_code: Some("+852".to_owned()),
            phone_no: Some("1000 2345".to_owned()),
            ..Profile::default()
        };
        let again = accept(known.clone(), Some(&known), PARIS).unwrap();
        assert_eq!(again.phone.as_deref(), Some("+852 1000 2345"));
        assert_eq!(again.phone_key.as_deref(), Some("+85210002345"));
        let other = Profile {
            phone_no: Some("1000 2346".to_owned()),
            ..known.clone()
        };
        assert!(accept(other, Some(&known), PARIS).is_err());
    }
}
