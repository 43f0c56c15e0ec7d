//! Who works in the boutiques, and who buys.

use catalog::rule::search::fold;
use crm::rule::consent::{ConsentKind, TEXT_VERSION};
use crm::rule::profile::key_of;
use jiff::civil::Date;
use jiff::{Timestamp, ToSpan as _};
use session::rule::lockout::{LOCK, WRONG_TRIES_MAX};
use shell::db::{Tx, Value, params};
use shell::{Failure, Outcome};

use super::DEMO_TOTP_SECRET;
use super::identity;
use super::insert::Insert;
use super::plan::{Plan, customer_id, staff_id};
use crate::company::{Access, Customer, EmployeeType, Membership, Residence, StaffMember, staff};

/// How long somebody seasonal stays from today.
const SEASON_DAYS: i64 = 50;
const STAFF_COLUMNS: &[&str] = &[
    "staff_id",
    "password_hash",
    "first_name",
    "last_name",
    "name_on_receipt",
    "blocked",
    "permission_group_code",
    "employee_type",
    "company_no",
    "store_no",
    "default_terminal_no",
    "email",
    "second_factor",
    "totp_secret",
    "ends_on",
    "ends_at",
];

/// Writes all staff, with one password.
pub(super) async fn write_staff(
    tx: &mut Tx,
    password_hash: &str,
    totp_secret: &[u8],
    now: Timestamp,
) -> Outcome<()> {
    let mut insert = Insert::into("salesperson", STAFF_COLUMNS);
    for member in staff() {
        let (ends_on, ends_at) = last_day(tx, member, now).await?;
        let values = params![
            staff_id(member.id),
            password_hash,
            member.first_name,
            member.last_name,
            member.name_on_receipt,
            member.access == Access::Blocked,
            member.permission_group,
            employee_type(member.employee_type),
            member.company_code,
            member.store_no,
            format!("{}-{}", member.store_no, member.default_till),
            member.email,
            member.second_factor,
            member.second_factor.then(|| totp_secret.to_vec()),
            ends_on,
            ends_at
        ];
        insert.row(tx, values).await?;
    }
    insert.finish(tx).await?;
    let mut links = Insert::into("salesperson_store", &["staff_id", "store_no"]);
    for member in staff() {
        for store_no in member.linked_stores {
            let values = params![staff_id(member.id), *store_no];
            links.row(tx, values).await?;
        }
    }
    links.finish(tx).await?;
    lock(tx, now).await
}

/// The last day of somebody seasonal, and the moment at which it is over.
async fn last_day(
    tx: &mut Tx,
    member: &StaffMember,
    now: Timestamp,
) -> Outcome<(Option<Date>, Option<Timestamp>)> {
    if member.employee_type != EmployeeType::Temp {
        return Ok((None, None));
    }
    let store = setting::get_store(tx, &member.store_no.into()).await?;
    let day = store.business_date(now);
    let day = day
        .checked_add(SEASON_DAYS.days())
        .map_err(Failure::internal)?;
    Ok((Some(day), Some(store.end_of(day)?)))
}

/// Somebody typed a wrong password five times just now.
async fn lock(tx: &mut Tx, now: Timestamp) -> Outcome<()> {
    let mut insert = Insert::into("login_try", &["user_name", "wrong_tries", "locked_until"]);
    let locked = staff()
        .iter()
        .filter(|member| member.access == Access::Locked);
    for member in locked {
        let values = params![staff_id(member.id), WRONG_TRIES_MAX, now + LOCK];
        insert.row(tx, values).await?;
    }
    insert.finish(tx).await
}

const fn employee_type(kind: EmployeeType) -> &'static str {
    match kind {
        EmployeeType::Sales => "SALES",
        EmployeeType::Cashier => "CASHIER",
        EmployeeType::Stock => "STOCK",
        EmployeeType::Manager => "MANAGER",
        EmployeeType::Area => "AREA",
        EmployeeType::Hq => "HQ",
        EmployeeType::It => "IT",
        EmployeeType::Temp => "TEMP",
    }
}

/// The bytes of [`DEMO_TOTP_SECRET`], which authenticators take in base32 (RFC 4648).
pub(super) fn totp_secret() -> Outcome<Vec<u8>> {
    const DIGITS: &[u8; 32] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZ234567";
    let (mut bytes, mut bits, mut width) = (Vec::new(), 0_u32, 0);
    for letter in DEMO_TOTP_SECRET.bytes() {
        let digit = DIGITS
            .iter()
            .position(|digit| *digit == letter)
            .and_then(|digit| u32::try_from(digit).ok())
            .ok_or_else(|| Failure::internal("the secret is not base32"))?;
        bits = bits << 5 | digit;
        width += 5;
        if width >= 8 {
            width -= 8;
            bytes.extend((bits >> width).to_be_bytes().last());
            bits &= (1 << width) - 1;
        }
    }
    Ok(bytes)
}

const CUSTOMER_COLUMNS: &[&str] = &[
    "customer_id",
    "customer_no",
    "family_name",
    "given_name",
    "search_text",
    "phone",
    "phone_key",
    "email",
    "email_key",
    "country_code",
    "city",
    "language_code",
    "is_local",
    "last_visit_on",
    "title",
    "birthday_month",
    "generation",
    "knows_us_from",
    "likes",
    "dislikes",
    "buy_for",
    "kids",
    "member_since",
];
const CONSENT_COLUMNS: &[&str] = &[
    "consent_id",
    "customer_id",
    "kind",
    "granted",
    "text_version",
    "staff_id",
    "store_no",
    "given_at",
];
/// The version of the words that were shown a year ago and before.
const OLD_TEXT_VERSION: &str = "2024-05";
const OLD_TEXT_DAYS: u32 = 365;

/// Writes all customers, and where their numbers end.
pub(super) async fn write_customers(tx: &mut Tx, plan: &Plan) -> Outcome<()> {
    let mut insert = Insert::into("customer", CUSTOMER_COLUMNS);
    let mut last = 0;
    for customer in &plan.customers {
        let values = customer_values(customer, plan)?;
        insert.row(tx, &values).await?;
        last = last.max(number(customer)?);
    }
    insert.finish(tx).await?;
    tx.execute_one(
        "UPDATE counter SET value = $1 WHERE scope = 'customer' AND name = 'no'",
        params![last],
    )
    .await?;
    Ok(())
}

fn customer_values(customer: &Customer, plan: &Plan) -> Outcome<Vec<Value>> {
    let phone = phone(customer);
    let email = Some(&customer.email).filter(|email| !email.is_empty());
    let tastes = customer.tastes();
    let list = |words: &[&str]| serde_json::to_string(words).map_err(Failure::internal);
    Ok(params![
        customer_id(&customer.customer_no),
        number(customer)?,
        &customer.family_name,
        &customer.given_name,
        search_text(customer, phone.as_deref()),
        phone.as_deref(),
        phone.as_deref().map(key_of),
        email,
        email.map(|email| email.to_lowercase()),
        customer.country,
        &customer.city,
        customer.language,
        customer.residence == Residence::Local,
        plan.last_visits.get(&customer.customer_no).copied(),
        customer.title,
        customer.birthday_month.map(i64::from),
        tastes.generation,
        customer.knows_us_from.map(channel),
        list(&tastes.likes)?,
        list(&tastes.dislikes)?,
        list(&tastes.buy_for)?,
        tastes.kids,
        member_since(customer, plan)?,
    ]
    .to_vec())
}

/// Since when somebody is a member: from the day on which they were met first.
fn member_since(customer: &Customer, plan: &Plan) -> Outcome<Option<Date>> {
    if customer.membership != Membership::Active {
        return Ok(None);
    }
    let days = i64::from(customer.known_for_days);
    plan.today
        .checked_sub(days.days())
        .map(Some)
        .map_err(Failure::internal)
}

/// The code of what a customer says that they know the brand from.
fn channel(said: &str) -> &'static str {
    match said {
        "A friend" => "FRIEND",
        "Walked past" => "WALKED_PAST",
        "Instagram" => "INSTAGRAM",
        "Xiaohongshu" => "XIAOHONGSHU",
        "Magazine" => "MAGAZINE",
        "Received as a gift" => "GIFT",
        _ => "OTHER",
    }
}

/// Writes what customers allowed when they were met first, to somebody of the store that met them.
pub(super) async fn write_consents(tx: &mut Tx, plan: &Plan, now: Timestamp) -> Outcome<()> {
    let mut insert = Insert::into("customer_consent", CONSENT_COLUMNS);
    for customer in &plan.customers {
        let Some(asked_by) = staff().iter().find(|member| {
            member.store_no == customer.home_store_no && member.employee_type == EmployeeType::Sales
        }) else {
            continue;
        };
        let is_old = customer.known_for_days > OLD_TEXT_DAYS;
        let text_version = if is_old {
            OLD_TEXT_VERSION
        } else {
            TEXT_VERSION
        };
        let hours = i64::from(customer.known_for_days) * 24;
        let mut granted = Vec::new();
        if customer.consent.privacy {
            granted.push(ConsentKind::PrivacyPolicy);
        }
        if customer.consent.communication {
            granted.extend([ConsentKind::Email, ConsentKind::Phone]);
        }
        for kind in granted {
            let name = format!("consent {} {}", customer.customer_no, kind.as_str());
            let given_at = now - hours.hours();
            let values = params![
                identity::at(given_at, &name),
                customer_id(&customer.customer_no),
                kind.as_str(),
                true,
                text_version,
                staff_id(asked_by.id),
                customer.home_store_no,
                given_at
            ];
            insert.row(tx, values).await?;
        }
    }
    insert.finish(tx).await
}

fn phone(customer: &Customer) -> Option<String> {
    (!customer.phone.is_empty()).then(|| format!("{} {}", customer.phone_area_code, customer.phone))
}

/// The number that people say: that of the key without its letter.
fn number(customer: &Customer) -> Outcome<i64> {
    customer
        .customer_no
        .trim_start_matches('C')
        .parse()
        .map_err(Failure::internal)
}

/// What the till finds a customer by: names as they are shown, digits of the telephone number,
/// e-mail address and number.
fn search_text(customer: &Customer, phone: Option<&str>) -> String {
    let mut words = vec![
        customer.display_name(),
        customer.email.clone(),
        customer.customer_no.trim_start_matches('C').to_owned(),
    ];
    words.extend(phone.map(|phone| phone.chars().filter(char::is_ascii_digit).collect()));
    words.retain(|word| !word.is_empty());
    fold(&words.join(" "))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_secret_is_what_authenticators_read() {
        // Computed with `base64.b32decode` of Python.
        assert_eq!(hex(&totp_secret().unwrap()), SECRET_HEX);
    }

    const SECRET_HEX: &str = "aa27143483231d3b38a014dd1d6f9d9105124fdf";

    fn hex(bytes: &[u8]) -> String {
        bytes.iter().map(|byte| format!("{byte:02x}")).collect()
    }
}
