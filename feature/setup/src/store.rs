//! The tables that a new installation needs before its first sale.

use kernel::Currency;
use kernel::date::EndOfBusinessDay;
use shell::Outcome;
use shell::db::{Tx, installation, params};
use statement::rule::count::denominations;

use crate::STAFF_EXISTS;
use crate::rule::code;
use crate::rule::country::Country;
use crate::set_up::{CompanyRequest, StoreRequest, TerminalRequest};

/// From when the VAT rate holds: before anything is sold.
const VAT_VALID_FROM: &str = "2000-01-01";
/// The number of the first company.
const COMPANY_NO: &str = "1";
/// The group of goods that carry the standard rate of VAT.
const STANDARD_VAT: &str = "STANDARD";
/// Ten-thousandths of a percent in a basis point.
const BASIS_POINT: i64 = 100;
/// How many minutes a recall may wait.
const RECALL_MINUTES: i64 = 5;

/// Whether anybody works here.
///
/// # Errors
/// The database's failure.
pub async fn has_staff(tx: &mut Tx) -> Outcome<bool> {
    let row = tx
        .query_opt("SELECT 1 FROM salesperson LIMIT 1", params![])
        .await?;
    Ok(row.is_some())
}

/// Stores a fresh set-up code; the one before it is dead.
///
/// # Errors
/// The database's failure.
pub async fn renew_code(tx: &mut Tx, new: &str) -> Outcome<()> {
    installation::write(tx, "setup_code", &code::hash(new)).await?;
    installation::write(tx, "setup_wrong_tries", "0").await
}

/// The hash of the set-up code, and how many wrong ones were typed since it was made.
pub(crate) async fn setup_code(tx: &mut Tx) -> Outcome<(Option<String>, i64)> {
    let stored = installation::read(tx, "setup_code").await?;
    let tries = installation::read(tx, "setup_wrong_tries").await?;
    let tries = tries.and_then(|tries| tries.parse().ok()).unwrap_or(0);
    Ok((stored, tries))
}

/// Counts a wrong code.
pub(crate) async fn count_wrong_code(tx: &mut Tx) -> Outcome<()> {
    let (_, tries) = setup_code(tx).await?;
    installation::write(tx, "setup_wrong_tries", &(tries + 1).to_string()).await
}

/// The code is used.
pub(crate) async fn forget_code(tx: &mut Tx) -> Outcome<()> {
    installation::remove(tx, "setup_code").await?;
    installation::remove(tx, "setup_wrong_tries").await
}

pub(crate) async fn insert_company(
    tx: &mut Tx,
    store: &StoreRequest,
    company: &CompanyRequest,
) -> Outcome<()> {
    let [name, registration_no, vat_no] = company.columns();
    tx.execute_one(
        "INSERT INTO company (company_no, name, country_code, registration_no, vat_no) \
         VALUES ($1, $2, $3, $4, $5)",
        params![
            COMPANY_NO,
            name,
            store.country_code(),
            registration_no,
            vat_no
        ],
    )
    .await?;
    Ok(())
}

/// The store with its price group and its VAT.
pub(crate) async fn insert_store(
    tx: &mut Tx,
    store: &StoreRequest,
    country: &Country,
) -> Outcome<()> {
    let [
        name,
        address,
        postal_code,
        city,
        telephone,
        time_zone,
        language,
    ] = store.columns();
    tx.execute_one(
        "INSERT INTO store (store_no, company_no, name, address, postal_code, city, country_code, \
         telephone, currency_code, time_zone, language_code, end_of_business_day, \
         vat_posting_group, deductible_vat_posting_group, duty_free, cash_rounding_step, \
         price_rounding_step, do_not_allow_negative_inventory, is_show_qr_code, recall_minutes, \
         redirect_url, status) VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $7, $7, \
         $13, $14, 1, $15, $13, $16, '/sale', 'OPEN')",
        params![
            store.store_no(),
            COMPANY_NO,
            name,
            address,
            postal_code,
            city,
            store.country_code(),
            telephone,
            store.currency().code(),
            time_zone,
            language,
            i64::from(EndOfBusinessDay::default().0),
            false,
            country.cash_rounding_step,
            true,
            RECALL_MINUTES
        ],
    )
    .await?;
    let price_group = store.currency().code();
    tx.execute_one(
        "INSERT INTO price_group (price_group_code, description, currency_code, kind, \
         rounding_precision, rounding_direction) VALUES ($1, $1, $1, 'STORE', 1, 'NEAREST')",
        params![price_group],
    )
    .await?;
    tx.execute_one(
        "INSERT INTO store_price_group (store_no, position, price_group_code) VALUES ($1, 1, $2)",
        params![store.store_no(), price_group],
    )
    .await?;
    tx.execute_one(
        "INSERT INTO vat_posting_setup (store_group, item_group, valid_from, percent) \
         VALUES ($1, $2, $3, $4)",
        params![
            store.country_code(),
            STANDARD_VAT,
            VAT_VALID_FROM,
            store.vat_rate() * BASIS_POINT
        ],
    )
    .await?;
    Ok(())
}

/// The till. Its card terminal is set up later, with its address.
pub(crate) async fn insert_terminal(
    tx: &mut Tx,
    store_no: &str,
    terminal: &TerminalRequest,
) -> Outcome<()> {
    let [terminal_no, name] = terminal.columns();
    tx.execute_one(
        "INSERT INTO terminal (terminal_no, store_no, name, device_sn, merchant_no, \
         device_address) VALUES ($1, $2, $3, '', '', '')",
        params![terminal_no, store_no, name],
    )
    .await?;
    Ok(())
}

/// Cash, with which nobody hands over more than one highest note too much (domain §4.2): who does has
/// typed a wrong amount, or wants to have money changed. A card tender comes with the first card terminal.
pub(crate) async fn insert_tenders(tx: &mut Tx, store_no: &str, currency: Currency) -> Outcome<()> {
    tx.execute_one(
        "INSERT INTO tender (tender_code, name, tender_type, over_tender_allowed, \
         maximum_over_tender, under_tender_allowed, opens_drawer, counting_required) \
         VALUES ('CASH', 'Cash', 'CASH', $1, $2, $1, $1, $1)",
        params![true, denominations(currency).first().copied()],
    )
    .await?;
    tx.execute_one(
        "INSERT INTO tender_store (store_no, tender_code, position, online_pos_mapping) \
         VALUES ($1, 'CASH', 1, '')",
        params![store_no],
    )
    .await?;
    Ok(())
}

/// Somebody who is to work here.
#[derive(Clone, Debug)]
pub struct NewStaff<'a> {
    /// The user name, in small letters.
    pub staff_id: &'a str,
    /// The first name.
    pub first_name: &'a str,
    /// The last name.
    pub last_name: &'a str,
    /// The address for codes; blank for none.
    pub email: &'a str,
    /// The hash of the password.
    pub password_hash: &'a str,
    /// The permission group.
    pub permission_group: &'a str,
    /// The store.
    pub store_no: &'a str,
}

/// Adds a colleague to the first till of a store.
///
/// # Errors
/// [`STAFF_EXISTS`], or the database's failure, such as for a store that does not exist.
pub async fn insert_staff(tx: &mut Tx, staff: &NewStaff<'_>) -> Outcome<()> {
    let is_admin = staff.permission_group == "ADMIN";
    let added = tx
        .execute(
            "INSERT INTO salesperson (staff_id, password_hash, first_name, last_name, \
             name_on_receipt, blocked, permission_group_code, employee_type, company_no, \
             store_no, default_terminal_no, email, second_factor) \
             SELECT $1, $2, $3, $4, $3, $5, $6, $7, s.company_no, s.store_no, \
             (SELECT MIN(t.terminal_no) FROM terminal t WHERE t.store_no = s.store_no), $8, $5 \
             FROM store s WHERE s.store_no = $9 ON CONFLICT (staff_id) DO NOTHING",
            params![
                staff.staff_id,
                staff.password_hash,
                staff.first_name,
                staff.last_name,
                false,
                staff.permission_group,
                if is_admin { "IT" } else { "SALES" },
                (!staff.email.is_empty()).then(|| staff.email.to_owned()),
                staff.store_no
            ],
        )
        .await?;
    if added == 0 {
        return Err((&STAFF_EXISTS).into());
    }
    Ok(())
}

/// The stores that there are, and the permission groups.
///
/// # Errors
/// The database's failure.
pub async fn stores_and_groups(tx: &mut Tx) -> Outcome<(Vec<String>, Vec<String>)> {
    let mut lists = (Vec::new(), Vec::new());
    let stores = "SELECT store_no FROM store ORDER BY store_no LIMIT 1000";
    for mut row in tx.query(stores, params![]).await? {
        lists.0.push(row.read()?);
    }
    let groups = "SELECT permission_group_code FROM permission_group ORDER BY 1 LIMIT 1000";
    for mut row in tx.query(groups, params![]).await? {
        lists.1.push(row.read()?);
    }
    Ok(lists)
}
