//! Customers as lists and other features need them.

use jiff::civil::Date;
use kernel::Currency;
use kernel::id::CustomerId;
use shell::Outcome;
use shell::db::{IntoValue as _, Row, Tx, Value, params};

use crate::rule::name::shown_name;
use crate::rule::term::Term;

/// A customer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Customer {
    /// The id.
    pub customer_id: CustomerId,
    /// The number that people say.
    pub customer_no: i64,
    /// The whole name; the number of somebody who left none.
    pub name: String,
    /// The telephone number, unmasked.
    pub phone: Option<String>,
    /// The e-mail address, unmasked.
    pub email: Option<String>,
    /// The country of residence (ISO 3166).
    pub country_code: String,
    /// The language in which they read.
    pub language_code: String,
    /// The day of the last visit.
    pub last_visit_on: Option<Date>,
}

const CUSTOMER_COLUMNS: &str = "c.customer_id, c.customer_no, c.family_name, c.given_name, \
     c.phone, c.email, c.country_code, c.language_code, c.last_visit_on";

fn read_customer(mut row: Row) -> Outcome<Customer> {
    let customer_id = row.read()?;
    let customer_no = row.read()?;
    let (family, given): (String, String) = (row.read()?, row.read()?);
    Ok(Customer {
        customer_id,
        customer_no,
        name: shown_name(&family, &given, customer_no),
        phone: row.read()?,
        email: row.read()?,
        country_code: row.read()?,
        language_code: row.read()?,
        last_visit_on: row.read()?,
    })
}

/// The customer of an id.
///
/// # Errors
/// The database's failure.
pub async fn find_customer(tx: &mut Tx, customer_id: CustomerId) -> Outcome<Option<Customer>> {
    let sql = format!("SELECT {CUSTOMER_COLUMNS} FROM customer c WHERE c.customer_id = $1");
    let row = tx.query_opt(&sql, params![customer_id]).await?;
    row.map(read_customer).transpose()
}

/// What prices and packages need of a customer.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Buyer {
    /// The customer's price groups in a currency.
    pub price_groups: Vec<String>,
    /// Whether a member.
    pub is_member: bool,
}

/// What prices in a currency and packages need of a customer.
///
/// # Errors
/// The database's failure.
pub async fn find_buyer(
    tx: &mut Tx,
    customer_id: CustomerId,
    currency: Currency,
) -> Outcome<Buyer> {
    let rows = tx
        .query(
            "SELECT c.member_since, g.price_group_code FROM customer c \
             LEFT JOIN customer_price_group p ON p.customer_id = c.customer_id \
             LEFT JOIN price_group g ON g.price_group_code = p.price_group_code \
             AND g.currency_code = $2 \
             WHERE c.customer_id = $1 ORDER BY g.price_group_code",
            params![customer_id, currency.code()],
        )
        .await?;
    let mut buyer = Buyer::default();
    for mut row in rows {
        buyer.is_member = row.read::<Option<Date>>()?.is_some();
        buyer.price_groups.extend(row.read::<Option<String>>()?);
    }
    Ok(buyer)
}

/// Notes that a customer was in a boutique on a day. A visit is no change of what is known of them:
/// their version stays, so that nobody who edits them is disturbed.
///
/// # Errors
/// The database's failure.
pub async fn note_visit(tx: &mut Tx, customer_id: CustomerId, day: Date) -> Outcome<()> {
    tx.execute(
        "UPDATE customer SET last_visit_on = $2 \
         WHERE customer_id = $1 AND (last_visit_on IS NULL OR last_visit_on < $2)",
        params![customer_id, day],
    )
    .await?;
    Ok(())
}

/// The customers whom a term finds, by name, behind the one that `after` names. All that they are
/// found by stands in one column whose index is in the order of the list: only rows that fit are
/// looked up.
pub(crate) async fn search_customers(
    tx: &mut Tx,
    term: &Term,
    after: Option<CustomerId>,
    limit: i64,
) -> Outcome<Vec<Customer>> {
    let mut values: Vec<Value> = Vec::new();
    let mut place = |value: Value| {
        values.push(value);
        values.len()
    };
    let mut conditions: Vec<String> = Vec::new();
    for pattern in &term.patterns {
        let n = place(Value::Text(pattern.clone()));
        conditions.push(format!("c.search_text LIKE ${n} ESCAPE '\\'"));
    }
    if let Some(after) = after {
        let n = place(after.into_value());
        conditions.push(format!(
            "(c.search_text, c.customer_id) > \
             (SELECT b.search_text, b.customer_id FROM customer b WHERE b.customer_id = ${n})"
        ));
    }
    let n = place(Value::Integer(limit));
    let sql = format!(
        "SELECT {CUSTOMER_COLUMNS} FROM customer c WHERE {} \
         ORDER BY c.search_text, c.customer_id LIMIT ${n}",
        conditions.join(" AND "),
    );
    tx.query(&sql, &values)
        .await?
        .into_iter()
        .map(read_customer)
        .collect()
}
