//! The tables of this feature.

use std::sync::Arc;

use jiff::Timestamp;
use jiff::civil::Date;
use jiff::tz::TimeZone;
use kernel::Currency;
use kernel::date::{EndOfBusinessDay, business_date, end_of_business_date};
use kernel::id::{StoreNo, TerminalNo};
use shell::db::{Tx, params};
use shell::{Failure, Outcome};

/// A store with its company.
#[derive(Clone, Debug)]
pub struct Store {
    /// Its number.
    pub store_no: StoreNo,
    /// Its name.
    pub name: String,
    /// Its country (ISO 3166).
    pub country_code: String,
    /// The language of its staff (BCP 47).
    pub language_code: String,
    /// The currency in which it sells.
    pub currency: Currency,
    /// Its time zone.
    pub time_zone: TimeZone,
    /// The IANA name of the time zone.
    pub time_zone_name: String,
    /// When its day turns.
    pub end_of_business_day: EndOfBusinessDay,
    /// The smallest step of cash, in minor units.
    pub cash_rounding_step: i64,
    /// The step to which a line is rounded after a percentage (specification: priceRounding).
    pub price_rounding_step: i64,
    /// Whether its customers fly: nobody buys here without a flight, and no price has VAT.
    pub duty_free: bool,
    /// Whether staff may sell below what is available here (specification: not
    /// doNotAllowNegativeInventory).
    pub allows_negative_inventory: bool,
    /// The registration number of its company.
    pub registration_no: String,
    /// The VAT number of its company.
    pub vat_no: String,
}

impl Store {
    /// The date on which the store books what happens now.
    #[must_use]
    pub fn business_date(&self, now: Timestamp) -> Date {
        business_date(now, &self.time_zone, self.end_of_business_day)
    }

    /// The moment at which a business date is over.
    ///
    /// # Errors
    /// For a date at the end of the calendar.
    pub fn end_of(&self, date: Date) -> Outcome<Timestamp> {
        end_of_business_date(date, &self.time_zone, self.end_of_business_day)
            .map_err(Failure::internal)
    }
}

/// The store of a number.
///
/// # Errors
/// When there is none, or its time zone is not one.
pub async fn get_store(tx: &mut Tx, store_no: &StoreNo) -> Outcome<Arc<Store>> {
    if let Some(store) = tx.kept_reference(&store_no.0).await? {
        return Ok(store);
    }
    let store = read_store(tx, store_no).await?;
    Ok(tx.keep_reference(&store_no.0, store).await?)
}

/// The business date of the store whose day began first: what is over on it is over everywhere; none
/// before the first store.
///
/// # Errors
/// When the time zone of one is none.
pub async fn earliest_business_date(tx: &mut Tx, now: Timestamp) -> Outcome<Option<Date>> {
    let rows = tx
        .query("SELECT store_no FROM store ORDER BY store_no", params![])
        .await?;
    let mut earliest = None;
    for mut row in rows {
        let store_no: StoreNo = row.read()?;
        let date = get_store(tx, &store_no).await?.business_date(now);
        earliest = Some(earliest.map_or(date, |earliest: Date| earliest.min(date)));
    }
    Ok(earliest)
}

async fn read_store(tx: &mut Tx, store_no: &StoreNo) -> Outcome<Store> {
    let mut row = tx
        .query_one(
            "SELECT s.store_no, s.name, s.country_code, s.language_code, s.currency_code, s.time_zone, \
             s.end_of_business_day, s.cash_rounding_step, s.price_rounding_step, s.duty_free, \
             s.do_not_allow_negative_inventory, c.registration_no, c.vat_no \
             FROM store s JOIN company c ON c.company_no = s.company_no WHERE s.store_no = $1",
            params![store_no],
        )
        .await?;
    let store_no = row.read()?;
    let name = row.read()?;
    let country_code = row.read()?;
    let language_code = row.read()?;
    let currency = row.read()?;
    let time_zone_name: String = row.read()?;
    let end: i64 = row.read()?;
    Ok(Store {
        store_no,
        name,
        country_code,
        language_code,
        currency,
        time_zone: TimeZone::get(&time_zone_name).map_err(Failure::internal)?,
        time_zone_name,
        end_of_business_day: EndOfBusinessDay(i16::try_from(end).map_err(Failure::internal)?),
        cash_rounding_step: row.read()?,
        price_rounding_step: row.read()?,
        duty_free: row.read()?,
        allows_negative_inventory: !row.read::<bool>()?,
        registration_no: row.read()?,
        vat_no: row.read()?,
    })
}

/// A till.
#[derive(Clone, Debug)]
pub struct Terminal {
    /// Its number.
    pub terminal_no: TerminalNo,
    /// Its name.
    pub name: String,
}

/// The till of a number.
///
/// # Errors
/// When there is none.
pub async fn get_terminal(tx: &mut Tx, terminal_no: &TerminalNo) -> Outcome<Terminal> {
    let mut row = tx
        .query_one(
            "SELECT terminal_no, name FROM terminal WHERE terminal_no = $1",
            params![terminal_no],
        )
        .await?;
    Ok(Terminal {
        terminal_no: row.read()?,
        name: row.read()?,
    })
}
