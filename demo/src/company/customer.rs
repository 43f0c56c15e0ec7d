//! The 600 customers.

use super::names::{People, people_of};
use super::store::{STORES, Store};
use crate::random::Random;

/// Where a customer lives, seen from the store that met them first.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Residence {
    /// In the country of the store.
    Local,
    /// Elsewhere.
    Tourist,
}

/// How far a customer is with the Wonderland programme.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Membership {
    /// Never asked.
    None,
    /// Asked, but something required is missing.
    Incomplete,
    /// A member.
    Active,
}

/// What a customer allowed.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Consent {
    /// Accepted the privacy policy.
    pub privacy: bool,
    /// May be written to or called.
    pub communication: bool,
}

/// One customer. What is `None` or blank was never filled in.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Customer {
    /// Key, such as `C100001`.
    pub customer_no: String,
    /// `MS` or `MR`.
    pub title: Option<&'static str>,
    /// Given name in the original script.
    pub given_name: String,
    /// Family name in the original script.
    pub family_name: String,
    /// Telephone country code, such as `+33`.
    pub phone_area_code: &'static str,
    /// Telephone number without the country code; blank when unknown.
    pub phone: String,
    /// Mail address in a reserved domain; blank when unknown.
    pub email: String,
    /// ISO 3166 code.
    pub country: &'static str,
    /// Language they are written to in.
    pub language: &'static str,
    /// City in the original script.
    pub city: String,
    /// Local or tourist.
    pub residence: Residence,
    /// Store that met them first.
    pub home_store_no: &'static str,
    /// 1 to 12.
    pub birthday_month: Option<u32>,
    /// How they know the brand.
    pub knows_us_from: Option<&'static str>,
    /// Size of the ring finger (European).
    pub ring_size: Option<u32>,
    /// What they allowed.
    pub consent: Consent,
    /// Wonderland programme.
    pub membership: Membership,
    /// Days from the first contact to today.
    pub known_for_days: u32,
    /// Customer whose phone, mail address or both they share by mistake.
    pub duplicate_of: Option<String>,
    /// How often they buy, compared with others.
    pub weight: u32,
}

/// What a customer likes, and of whom they think when they buy.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Tastes {
    /// What they like.
    pub likes: Vec<&'static str>,
    /// What they do not like.
    pub dislikes: Vec<&'static str>,
    /// For whom they buy.
    pub buy_for: Vec<&'static str>,
    /// The first year of the ten in which they were born.
    pub generation: Option<i64>,
    /// How many children they have.
    pub kids: Option<i64>,
}

/// Of each number of customers the tastes of one were written down.
const TASTES_EVERY: usize = 3;
const LIKES: [&str; 7] = [
    "Yellow gold",
    "Medals",
    "Pearls",
    "Layering",
    "Rose gold",
    "Small earrings",
    "Coloured stones",
];
const DISLIKES: [&str; 4] = ["Silver tone", "Heavy earrings", "Long necklaces", "Logos"];
const BUYS_FOR: [&str; 5] = ["Self", "Mother", "Daughter", "Partner", "Friends"];

impl Customer {
    /// What they like. It follows from their number alone, so that nothing else that is made up
    /// changes with it. What nobody asked is blank.
    #[must_use]
    pub fn tastes(&self) -> Tastes {
        let number = self.customer_no.trim_start_matches('C');
        let serial: usize = number.parse::<usize>().unwrap_or(0) % 100_000;
        if serial > heroes().len() && !serial.is_multiple_of(TASTES_EVERY) {
            return Tastes::default();
        }
        let some = |words: &[&'static str], count: usize| -> Vec<&'static str> {
            let from = words.iter().cycle().skip(serial * 3);
            from.take(count).copied().collect()
        };
        let decade = i64::try_from(serial % 6).unwrap_or(0);
        Tastes {
            likes: some(&LIKES, 2 + serial % 3),
            dislikes: some(&DISLIKES, 1 + serial % 2),
            buy_for: some(&BUYS_FOR, 1 + serial % 3),
            generation: Some(1950 + 10 * decade),
            kids: (!serial.is_multiple_of(4)).then(|| i64::try_from(serial % 4).unwrap_or(0) - 1),
        }
    }

    /// The name in the order of its language: family name first in Chinese, Japanese and Korean.
    #[must_use]
    pub fn display_name(&self) -> String {
        match self.language {
            "zh-Hans" | "zh-Hant" | "ko" => format!("{}{}", self.family_name, self.given_name),
            "ja" => format!("{} {}", self.family_name, self.given_name),
            _ => format!("{} {}", self.given_name, self.family_name),
        }
    }
}

const CUSTOMERS: usize = 600;
/// 45 of a hundred.
const LOCALS: usize = 270;
const DUPLICATES: usize = 20;
const INCOMPLETE: usize = 60;

const CHANNELS: [&str; 6] = [
    "A friend",
    "Walked past",
    "Instagram",
    "Xiaohongshu",
    "Magazine",
    "Received as a gift",
];
const MAIL_DOMAINS: [&str; 4] = [
    "mail.example",
    "post.example",
    "inbox.example",
    "home.example",
];
/// Where tourists come from, heaviest first.
const TOURISTS: [(&str, u32); 8] = [
    ("CN", 34),
    ("US", 18),
    ("JP", 13),
    ("KR", 12),
    ("HK", 8),
    ("AE", 6),
    ("IT", 5),
    ("FR", 4),
];

/// All customers. The first nine are the ones the design shows; the last twenty share a telephone
/// number or a mail address with an earlier one.
#[must_use]
pub fn customers() -> Vec<Customer> {
    let mut random = Random::new(20);
    let mut residences = vec![Residence::Local; LOCALS - heroes().len()];
    residences.resize(CUSTOMERS - heroes().len(), Residence::Tourist);
    random.shuffle(&mut residences);
    let mut customers: Vec<Customer> = heroes().iter().map(hero).collect();
    for residence in residences {
        let serial = customers.len() + 1;
        customers.push(invent(serial, residence, &mut random));
    }
    forget_some(&mut customers, &mut random);
    share_contacts(&mut customers);
    customers
}

fn invent(serial: usize, residence: Residence, random: &mut Random) -> Customer {
    let shares: Vec<u32> = STORES.iter().map(|store| share(store, residence)).collect();
    let store = &STORES[random.weighted(&shares)];
    let people = people_of(match residence {
        Residence::Local => store.country,
        Residence::Tourist => tourist_country(store, random),
    });
    let female = random.percent(78);
    let given = random.pick(if female { people.women } else { people.men });
    let family = random.pick(people.families);
    let active = random.percent(55);
    let domain = random.pick(&MAIL_DOMAINS);
    Customer {
        customer_no: number(serial),
        title: Some(if female { "MS" } else { "MR" }),
        given_name: given.0.to_owned(),
        family_name: family.0.to_owned(),
        phone_area_code: people.area_code,
        phone: phone(people.phone, serial),
        email: format!("{}.{}{serial}@{domain}", given.1, family.1),
        country: people.country,
        language: people.language,
        city: city(store, people, residence, random),
        residence,
        home_store_no: store.store_no,
        birthday_month: Some(random.between(1, 12)),
        knows_us_from: Some(CHANNELS[random.index(CHANNELS.len())]),
        ring_size: random.percent(60).then(|| 48 + 2 * random.below(7)),
        consent: Consent {
            privacy: true,
            communication: random.percent(70),
        },
        membership: if active {
            Membership::Active
        } else {
            Membership::None
        },
        known_for_days: random.between(3, 1_900),
        duplicate_of: None,
        weight: [1, 1, 1, 2, 2, 3, 5, 8][random.index(8)],
    }
}

/// Few locals buy at an airport, and two stores are too young to have many customers.
fn share(store: &Store, residence: Residence) -> u32 {
    match (store.store_no, residence) {
        ("CDG01", Residence::Local) => 2,
        ("CDG01", Residence::Tourist) => 26,
        ("TYO01" | "KWT01", _) => 2,
        ("BEJ01" | "LYO01", Residence::Tourist) => 3,
        _ => store.share_of_sales,
    }
}

fn tourist_country(store: &Store, random: &mut Random) -> &'static str {
    let weights =
        TOURISTS.map(|(country, weight)| if country == store.country { 0 } else { weight });
    TOURISTS[random.weighted(&weights)].0
}

fn city(store: &Store, people: &People, residence: Residence, random: &mut Random) -> String {
    if residence == Residence::Local && store.store_no != "CDG01" && random.percent(65) {
        store.city.to_owned()
    } else {
        (*random.pick(people.cities)).to_owned()
    }
}

fn number(serial: usize) -> String {
    format!("C{}", 100_000 + serial)
}

/// Fills a telephone pattern from the end, so that numbers differ within a country as far as the
/// pattern has room.
fn phone(pattern: &str, serial: usize) -> String {
    let mut rest = serial * 7 + 1_013;
    let mut digits: Vec<char> = Vec::new();
    for character in pattern.chars().rev() {
        if character == '#' {
            digits.push(char::from_digit(u32::try_from(rest % 10).unwrap_or(0), 10).unwrap_or('0'));
            rest /= 10;
        } else {
            digits.push(character);
        }
    }
    digits.into_iter().rev().collect()
}

struct Hero {
    given: &'static str,
    family: &'static str,
    mail: &'static str,
    country: &'static str,
    language: &'static str,
    phone: &'static str,
    city: &'static str,
}

#[rustfmt::skip]
fn heroes() -> [Hero; 9] {
    let hero = |given, family, mail, country, language, phone, city| Hero { given, family, mail, country, language, phone, city };
    [
        hero("Inès", "Marchetti", "ines.marchetti", "FR", "fr", "6 39 98 41 08", "Paris"),
        hero("Charlotte", "Vandenberghe", "c.vandenberghe", "FR", "fr", "6 39 98 12 77", "Paris"),
        hero("美琳", "赵", "meilin.zhao", "FR", "zh-Hans", "6 39 98 31 26", "Paris"),
        hero("Hanna", "Schönfeld-Brückner", "hanna.sb", "FR", "en", "6 39 98 55 02", "Paris"),
        hero("نور", "المصري", "noor.almasri", "FR", "ar", "6 39 98 88 19", "Paris"),
        hero("有希", "田中", "yuki.tanaka", "FR", "ja", "6 39 98 64 40", "Paris"),
        hero("Amélie", "Rousseau", "amelie.rousseau", "FR", "fr", "6 39 98 70 93", "Paris"),
        hero("Tomás", "Ferreira", "tomas.ferreira", "FR", "en", "6 39 98 23 61", "Paris"),
        hero("Sofia", "Lindqvist", "sofia.lindqvist", "FR", "en", "6 39 98 09 34", "Versailles"),
    ]
}

fn hero(hero: &Hero) -> Customer {
    let serial = heroes()
        .iter()
        .take_while(|other| other.mail != hero.mail)
        .count()
        + 1;
    let shift = u32::try_from(serial).unwrap_or(0);
    Customer {
        customer_no: number(serial),
        title: Some(if hero.given == "Tomás" { "MR" } else { "MS" }),
        given_name: hero.given.to_owned(),
        family_name: hero.family.to_owned(),
        phone_area_code: "+33",
        phone: hero.phone.to_owned(),
        email: format!("{}@mail.example", hero.mail),
        country: hero.country,
        language: hero.language,
        city: hero.city.to_owned(),
        residence: Residence::Local,
        home_store_no: STORES[0].store_no,
        birthday_month: Some(1 + (shift + 1) % 12),
        knows_us_from: Some(CHANNELS[0]),
        ring_size: Some(52),
        consent: Consent {
            privacy: true,
            communication: true,
        },
        membership: Membership::Active,
        known_for_days: 1_600 + shift * 31,
        duplicate_of: None,
        weight: 12,
    }
}

/// Leaves out something that the Wonderland programme requires, each time something else.
fn forget_some(customers: &mut [Customer], random: &mut Random) {
    let last = CUSTOMERS - DUPLICATES;
    let mut candidates: Vec<usize> = (heroes().len()..last).collect();
    random.shuffle(&mut candidates);
    for (turn, index) in candidates.into_iter().take(INCOMPLETE).enumerate() {
        let customer = &mut customers[index];
        customer.membership = Membership::Incomplete;
        match turn % 6 {
            0 => customer.birthday_month = None,
            1 => customer.knows_us_from = None,
            2 => customer.title = None,
            3 => {
                customer.consent = Consent {
                    privacy: false,
                    communication: false,
                }
            }
            4 => customer.email.clear(),
            _ => customer.phone.clear(),
        }
    }
}

/// Gives the last customers the telephone number, the mail address or both of an earlier one.
fn share_contacts(customers: &mut [Customer]) {
    let first = CUSTOMERS - DUPLICATES;
    for turn in 0..DUPLICATES {
        let original = customers[turn * 3].clone();
        let copy = &mut customers[first + turn];
        copy.membership = Membership::None;
        copy.duplicate_of = Some(original.customer_no);
        // One of each kind in turn, as far as the original has the contact at all.
        let (by_mail, by_phone) = [(true, true), (true, false), (false, true)][turn % 3];
        if by_mail && !original.email.is_empty() {
            copy.email = original.email;
        }
        if by_phone && !original.phone.is_empty() {
            copy.phone = original.phone;
            copy.phone_area_code = original.phone_area_code;
        }
    }
}
