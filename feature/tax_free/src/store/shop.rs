//! How stores are set up for tax-free shopping.

use device::Secret;
use kernel::id::StoreNo;
use setting::entry::Entry;
use shell::Outcome;
use shell::db::{Row, Tx, params};

use crate::admin::shop::ShopValue;
use crate::operator::Access;
use crate::record::Setup;

/// Whether the store asks first whether somebody lives in the EU.
pub(crate) async fn shows_option_of_eu(tx: &mut Tx, store_no: &StoreNo) -> Outcome<bool> {
    let mut row = tx
        .query_one(
            "SELECT is_show_option_of_eu FROM store WHERE store_no = $1",
            params![store_no],
        )
        .await?;
    Ok(row.read()?)
}

const COLUMNS: &str =
    "operator_name, address, shop_no, secret, is_enabled, asks_flight, preferred_countries";

fn setup(mut row: Row) -> Outcome<Setup> {
    Ok(Setup {
        operator_name: row.read()?,
        access: Access {
            address: row.read()?,
            shop_no: row.read()?,
            secret: Secret::new(row.read::<String>()?),
        },
        is_enabled: row.read()?,
        asks_flight: row.read()?,
        preferred_countries: words(&row.read::<String>()?),
    })
}

fn words(text: &str) -> Vec<String> {
    text.split_whitespace().map(str::to_owned).collect()
}

/// How a store is set up.
pub(crate) async fn find(tx: &mut Tx, store_no: &StoreNo) -> Outcome<Option<Setup>> {
    let sql = format!("SELECT {COLUMNS} FROM tax_free_store WHERE store_no = $1");
    let row = tx.query_opt(&sql, params![store_no]).await?;
    row.map(setup).transpose()
}

/// How the store is set up that the operator calls so.
pub(crate) async fn find_by_shop(tx: &mut Tx, shop_no: &str) -> Outcome<Option<Setup>> {
    let sql = format!("SELECT {COLUMNS} FROM tax_free_store WHERE shop_no = $1");
    let row = tx.query_opt(&sql, params![shop_no]).await?;
    row.map(setup).transpose()
}

/// All stores by number, or the one of a number: also those that nobody has set up yet.
pub(crate) async fn read(tx: &mut Tx, key: Option<&str>) -> Outcome<Vec<Entry<ShopValue>>> {
    let select = "SELECT s.store_no, COALESCE(t.version, 0), s.name, COALESCE(t.is_enabled, $1), \
         COALESCE(t.operator_name, ''), COALESCE(t.address, ''), COALESCE(t.shop_no, ''), \
         COALESCE(t.secret_mark, ''), COALESCE(t.asks_flight, $1), \
         COALESCE(t.preferred_countries, ''), s.is_show_option_of_eu, s.duty_free \
         FROM store s LEFT JOIN tax_free_store t ON t.store_no = s.store_no";
    let rows = match key {
        Some(key) => {
            let sql = format!("{select} WHERE s.store_no = $2");
            tx.query(&sql, params![false, key]).await?
        }
        None => {
            let sql = format!("{select} ORDER BY s.store_no");
            tx.query(&sql, params![false]).await?
        }
    };
    rows.into_iter()
        .map(|mut row| {
            Ok(Entry {
                key: row.read()?,
                version: row.read()?,
                value: ShopValue {
                    name: row.read()?,
                    is_enabled: row.read()?,
                    operator_name: row.read()?,
                    address: row.read()?,
                    shop_no: row.read()?,
                    secret: None,
                    secret_mark: row.read()?,
                    asks_flight: row.read()?,
                    preferred_countries: row.read()?,
                    is_show_option_of_eu: row.read()?,
                    duty_free: row.read()?,
                },
            })
        })
        .collect()
}

/// Keeps how a store is set up. Its key is kept apart, by [`keep_secret`].
pub(crate) async fn keep(
    tx: &mut Tx,
    store_no: &str,
    value: &ShopValue,
    version: i64,
) -> Outcome<()> {
    tx.execute_one(
        "INSERT INTO tax_free_store (store_no, is_enabled, operator_name, address, shop_no, \
         secret, secret_mark, asks_flight, preferred_countries, version) \
         VALUES ($1, $2, $3, $4, $5, '', $6, $7, $8, $9) \
         ON CONFLICT (store_no) DO UPDATE SET is_enabled = $2, operator_name = $3, address = $4, \
         shop_no = $5, secret_mark = $6, asks_flight = $7, preferred_countries = $8, version = $9",
        params![
            store_no,
            value.is_enabled,
            &value.operator_name,
            &value.address,
            &value.shop_no,
            &value.secret_mark,
            value.asks_flight,
            &value.preferred_countries,
            version
        ],
    )
    .await?;
    tx.execute_one(
        "UPDATE store SET is_show_option_of_eu = $2 WHERE store_no = $1",
        params![store_no, value.is_show_option_of_eu],
    )
    .await?;
    Ok(())
}

/// Keeps the key of a store; nothing else in the database holds it.
pub(crate) async fn keep_secret(tx: &mut Tx, store_no: &str, secret: &Secret) -> Outcome<()> {
    tx.execute_one(
        "INSERT INTO tax_free_store (store_no, is_enabled, operator_name, address, shop_no, \
         secret, secret_mark, asks_flight, preferred_countries, version) \
         VALUES ($1, $3, '', '', '', $2, '', $3, '', 0) \
         ON CONFLICT (store_no) DO UPDATE SET secret = $2",
        params![store_no, secret.expose(), false],
    )
    .await?;
    Ok(())
}

/// Whether another store has this number at its operator.
pub(crate) async fn is_shop_taken(tx: &mut Tx, store_no: &str, shop_no: &str) -> Outcome<bool> {
    let row = tx
        .query_opt(
            "SELECT store_no FROM tax_free_store WHERE shop_no = $2 AND store_no <> $1",
            params![store_no, shop_no],
        )
        .await?;
    Ok(row.is_some())
}

/// The head of a store's papers.
pub(crate) struct Heading {
    pub(crate) company: String,
    pub(crate) name: String,
    pub(crate) address: Vec<String>,
    pub(crate) telephone: String,
    /// Whether no real shop stands behind it.
    pub(crate) is_demonstration: bool,
}

/// The head of a store's papers.
pub(crate) async fn heading(tx: &mut Tx, store_no: &StoreNo) -> Outcome<Heading> {
    let mut row = tx
        .query_one(
            "SELECT c.name, s.name, s.address, s.postal_code, s.city, s.telephone, i.value \
             FROM store s JOIN company c ON c.company_no = s.company_no \
             LEFT JOIN installation i ON i.name = 'kind' WHERE s.store_no = $1",
            params![store_no],
        )
        .await?;
    let (company, name) = (row.read()?, row.read()?);
    let (street, postal_code): (String, String) = (row.read()?, row.read()?);
    let city: String = row.read()?;
    Ok(Heading {
        company,
        name,
        address: vec![street, format!("{postal_code} {city}").trim().to_owned()],
        telephone: row.read()?,
        is_demonstration: row.read::<Option<String>>()?.as_deref() == Some("DEMONSTRATION"),
    })
}
