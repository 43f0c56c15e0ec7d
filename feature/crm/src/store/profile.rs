//! What is known of a customer.

use jiff::Timestamp;
use kernel::id::{CustomerId, StaffId, StoreNo};
use serde::Serialize;
use serde::de::DeserializeOwned;
use shell::db::{Row, Tx, Value, params};
use shell::{Failure, Outcome};
use uuid::Uuid;

use super::price_groups_of;
use crate::rule::name::full_name;
use crate::rule::phone;
use crate::rule::profile::{Accepted, Profile};
use crate::rule::term::search_text;

/// A customer as kept.
#[derive(Clone, Debug)]
pub(crate) struct Stored {
    pub(crate) customer_id: CustomerId,
    pub(crate) customer_no: i64,
    pub(crate) version: i64,
    pub(crate) profile: Profile,
    /// By code.
    pub(crate) price_groups: Vec<String>,
    pub(crate) photo_id: Option<Uuid>,
    pub(crate) changed_at: Option<Timestamp>,
    /// First and last name.
    pub(crate) changed_by: Option<String>,
}

const PROFILE_COLUMNS: &str = "c.customer_id, c.customer_no, c.version, c.photo_id, \
     c.changed_at, s.first_name, s.last_name, c.title, c.family_name, c.given_name, c.phone, \
     c.email, c.generation, c.birthday_month, c.language_code, c.is_local, c.country_code, \
     c.address, c.postal_code, c.city, c.province, c.knows_us_from, c.travel_retail, c.likes, \
     c.dislikes, c.interests, c.buy_for, c.followed_media, c.followed_salesperson, \
     c.marital_status, c.kids";

/// The customer of an id with all that is known of them.
pub(crate) async fn find_profile(tx: &mut Tx, customer_id: CustomerId) -> Outcome<Option<Stored>> {
    let sql = format!(
        "SELECT {PROFILE_COLUMNS} FROM customer c \
         LEFT JOIN salesperson s ON s.staff_id = c.changed_by WHERE c.customer_id = $1"
    );
    let row = tx.query_opt(&sql, params![customer_id]).await?;
    let Some(mut stored) = row.map(read_stored).transpose()? else {
        return Ok(None);
    };
    stored.price_groups = price_groups_of(tx, customer_id).await?;
    Ok(Some(stored))
}

fn read_stored(mut row: Row) -> Outcome<Stored> {
    let (customer_id, customer_no, version) = (row.read()?, row.read()?, row.read()?);
    let (photo_id, changed_at) = (row.read()?, row.read()?);
    let (first, last): (Option<String>, Option<String>) = (row.read()?, row.read()?);
    Ok(Stored {
        customer_id,
        customer_no,
        version,
        photo_id,
        changed_at,
        changed_by: first
            .zip(last)
            .map(|(first, last)| format!("{first} {last}")),
        profile: read_profile(&mut row)?,
        price_groups: Vec::new(),
    })
}

fn read_profile(row: &mut Row) -> Outcome<Profile> {
    let title = read_name(row)?;
    let (family_name, given_name) = (row.read()?, row.read()?);
    let whole: Option<String> = row.read()?;
    let (phone_area_code, phone_no) = whole.map_or((None, None), |whole| {
        let (area_code, number) = phone::split(&whole);
        (area_code, Some(number))
    });
    Ok(Profile {
        title,
        family_name,
        given_name,
        phone_area_code,
        phone_no,
        email: row.read()?,
        generation: row.read()?,
        birthday_month: row.read()?,
        language: row.read()?,
        residence: {
            use crate::rule::profile::Residence::{Local, Tourist};
            Some(if row.read()? { Local } else { Tourist })
        },
        country: row.read()?,
        address: row.read()?,
        postal_code: row.read()?,
        city: row.read()?,
        province: row.read()?,
        knows_us_from: read_name(row)?,
        travel_retail: row.read()?,
        likes: read_list(row)?,
        dislikes: read_list(row)?,
        interests: read_list(row)?,
        buy_for: read_list(row)?,
        followed_media: read_list(row)?,
        followed_salesperson: row.read()?,
        marital_status: read_name(row)?,
        kids: row.read()?,
    })
}

/// A name of a few, as the wire and the table spell it.
fn read_name<T: DeserializeOwned>(row: &mut Row) -> Outcome<Option<T>> {
    let name: Option<String> = row.read()?;
    name.map(|name| serde_json::from_value(serde_json::Value::String(name)))
        .transpose()
        .map_err(Failure::internal)
}

fn read_list(row: &mut Row) -> Outcome<Vec<String>> {
    let text: String = row.read()?;
    serde_json::from_str(&text).map_err(Failure::internal)
}

fn name_value<T: Serialize>(name: Option<T>) -> Outcome<Value> {
    match serde_json::to_value(name).map_err(Failure::internal)? {
        serde_json::Value::String(name) => Ok(Value::Text(name)),
        _ => Ok(Value::Null),
    }
}

fn list_value(list: &[String]) -> Outcome<Value> {
    serde_json::to_string(list)
        .map(Value::Text)
        .map_err(Failure::internal)
}

/// The columns that hold a profile, in the order of [`profile_values`].
const WRITTEN: [&str; 29] = [
    "search_text",
    "title",
    "family_name",
    "given_name",
    "phone",
    "phone_key",
    "email",
    "email_key",
    "generation",
    "birthday_month",
    "language_code",
    "is_local",
    "country_code",
    "address",
    "postal_code",
    "city",
    "province",
    "knows_us_from",
    "travel_retail",
    "likes",
    "dislikes",
    "interests",
    "buy_for",
    "followed_media",
    "followed_salesperson",
    "marital_status",
    "kids",
    "changed_at",
    "changed_by",
];

fn profile_values(
    customer_no: i64,
    accepted: &Accepted,
    now: Timestamp,
    staff_id: &StaffId,
) -> Outcome<Vec<Value>> {
    let profile = &accepted.profile;
    let text = search_text(
        &full_name(&profile.family_name, &profile.given_name),
        profile.email.as_deref(),
        customer_no,
        accepted.phone_key.as_deref(),
    );
    let is_local = profile.residence != Some(crate::rule::profile::Residence::Tourist);
    Ok(params![
        text,
        name_value(profile.title)?,
        &profile.family_name,
        &profile.given_name,
        accepted.phone.as_ref(),
        accepted.phone_key.as_ref(),
        profile.email.as_ref(),
        accepted.email_key.as_ref(),
        profile.generation,
        profile.birthday_month,
        &profile.language,
        is_local,
        &profile.country,
        &profile.address,
        &profile.postal_code,
        &profile.city,
        &profile.province,
        name_value(profile.knows_us_from)?,
        profile.travel_retail,
        list_value(&profile.likes)?,
        list_value(&profile.dislikes)?,
        list_value(&profile.interests)?,
        list_value(&profile.buy_for)?,
        list_value(&profile.followed_media)?,
        profile.followed_salesperson.as_ref(),
        name_value(profile.marital_status)?,
        profile.kids,
        now,
        staff_id,
    ]
    .to_vec())
}

/// Somebody new.
pub(crate) struct NewCustomer<'a> {
    pub(crate) customer_id: CustomerId,
    pub(crate) customer_no: i64,
    pub(crate) accepted: &'a Accepted,
    pub(crate) now: Timestamp,
    pub(crate) staff_id: &'a StaffId,
}

pub(crate) async fn insert_customer(tx: &mut Tx, new: &NewCustomer<'_>) -> Outcome<()> {
    let mut values = profile_values(new.customer_no, new.accepted, new.now, new.staff_id)?;
    let places: Vec<String> = (3..WRITTEN.len() + 3).map(|n| format!("${n}")).collect();
    let sql = format!(
        "INSERT INTO customer (customer_id, customer_no, {}) VALUES ($1, $2, {})",
        WRITTEN.join(", "),
        places.join(", ")
    );
    values.splice(
        0..0,
        params![new.customer_id, new.customer_no].iter().cloned(),
    );
    tx.execute_one(&sql, &values).await?;
    Ok(())
}

/// Keeps what is known now of a customer whose version is still the one that was read; answers
/// whether it was.
pub(crate) async fn update_customer(
    tx: &mut Tx,
    stored: &Stored,
    accepted: &Accepted,
    now: Timestamp,
    staff_id: &StaffId,
) -> Outcome<bool> {
    let mut values = profile_values(stored.customer_no, accepted, now, staff_id)?;
    let sets: Vec<String> = WRITTEN
        .iter()
        .enumerate()
        .map(|(at, column)| format!("{column} = ${}", at + 3))
        .collect();
    let sql = format!(
        "UPDATE customer SET version = version + 1, {} WHERE customer_id = $1 AND version = $2",
        sets.join(", ")
    );
    values.splice(
        0..0,
        params![stored.customer_id, stored.version].iter().cloned(),
    );
    Ok(tx.execute(&sql, &values).await? == 1)
}

/// Keeps which photograph is shown; answers whether the version was still the one that was read.
pub(crate) async fn set_photo(
    tx: &mut Tx,
    stored: &Stored,
    photo_id: Option<Uuid>,
    now: Timestamp,
    staff_id: &StaffId,
) -> Outcome<bool> {
    let touched = tx
        .execute(
            "UPDATE customer SET version = version + 1, photo_id = $3, changed_at = $4, \
             changed_by = $5 WHERE customer_id = $1 AND version = $2",
            params![stored.customer_id, stored.version, photo_id, now, staff_id],
        )
        .await?;
    Ok(touched == 1)
}

/// Somebody else with the same telephone number or address.
pub(crate) async fn find_same_contact(
    tx: &mut Tx,
    column: &'static str,
    key: &str,
    except: Option<CustomerId>,
) -> Outcome<Option<CustomerId>> {
    let sql = format!(
        "SELECT customer_id FROM customer WHERE {column} = $1 ORDER BY customer_id LIMIT 2"
    );
    for mut row in tx.query(&sql, params![key]).await? {
        let found: CustomerId = row.read()?;
        if Some(found) != except {
            return Ok(Some(found));
        }
    }
    Ok(None)
}

/// Whether somebody works, or worked, in a store.
pub(crate) async fn is_salesperson(
    tx: &mut Tx,
    store_no: &StoreNo,
    staff_id: &str,
) -> Outcome<bool> {
    let row = tx
        .query_opt(
            "SELECT 1 FROM salesperson p WHERE p.staff_id = $2 AND (p.store_no = $1 OR EXISTS \
             (SELECT 1 FROM salesperson_store l WHERE l.staff_id = $2 AND l.store_no = $1))",
            params![store_no, staff_id],
        )
        .await?;
    Ok(row.is_some())
}
