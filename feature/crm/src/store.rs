//! The tables of this feature.

use jiff::civil::Date;
use kernel::id::CustomerId;
use shell::Outcome;
use shell::db::{Row, Tx, Value, params};

use crate::rule::name::full_name;
use crate::rule::term::Term;

/// A customer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Customer {
    /// The id.
    pub customer_id: CustomerId,
    /// The number that people say.
    pub customer_no: i64,
    /// The whole name.
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
/// A telephone number with nothing but its digits.
const PHONE_DIGITS: &str = "REPLACE(REPLACE(REPLACE(REPLACE(REPLACE(REPLACE(REPLACE(c.phone, \
     ' ', ''), '+', ''), '-', ''), '.', ''), '/', ''), '(', ''), ')', '')";

fn read_customer(mut row: Row) -> Outcome<Customer> {
    Ok(Customer {
        customer_id: row.read()?,
        customer_no: row.read()?,
        name: {
            let (family, given): (String, String) = (row.read()?, row.read()?);
            full_name(&family, &given)
        },
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

/// The condition of a term; the values go behind those that are there.
fn condition(term: &Term, values: &mut Vec<Value>) -> String {
    let mut place = |value: Value| {
        values.push(value);
        values.len()
    };
    let mut any = Vec::new();
    let name: Vec<String> = term
        .name
        .iter()
        .map(|pattern| {
            let n = place(Value::Text(pattern.clone()));
            format!("c.search_text LIKE ${n} ESCAPE '\\'")
        })
        .collect();
    if !name.is_empty() {
        any.push(format!("({})", name.join(" AND ")));
    }
    if let Some(pattern) = &term.phone {
        let n = place(Value::Text(pattern.clone()));
        any.push(format!("{PHONE_DIGITS} LIKE ${n} ESCAPE '\\'"));
    }
    if let Some(pattern) = &term.email {
        let n = place(Value::Text(pattern.clone()));
        any.push(format!("LOWER(c.email) LIKE ${n} ESCAPE '\\'"));
    }
    if let Some(customer_no) = term.customer_no {
        let n = place(Value::Integer(customer_no));
        any.push(format!("c.customer_no = ${n}"));
    }
    any.join(" OR ")
}

/// The customers whom a term finds, by name.
pub(crate) async fn search_customers(
    tx: &mut Tx,
    term: &Term,
    limit: i64,
) -> Outcome<Vec<Customer>> {
    let mut values = Vec::new();
    let condition = condition(term, &mut values);
    if condition.is_empty() {
        return Ok(Vec::new());
    }
    values.push(Value::Integer(limit));
    let sql = format!(
        "SELECT {CUSTOMER_COLUMNS} FROM customer c WHERE {condition} \
         ORDER BY c.search_text, c.customer_id LIMIT ${}",
        values.len()
    );
    tx.query(&sql, &values)
        .await?
        .into_iter()
        .map(read_customer)
        .collect()
}
