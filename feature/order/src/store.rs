//! The tables of this feature.

mod invoice;
mod list;
mod mail;
mod order;
mod page;
mod print;
mod purchase;
pub(crate) mod recorded;
mod search;
pub(crate) mod store_document;
mod summary;
mod trail;

use jiff::tz::TimeZone;
use kernel::date::EndOfBusinessDay;
use kernel::id::StoreNo;
use shell::db::{Tx, Value, params};
use shell::{Failure, Outcome};

pub(crate) use invoice::{
    NewInvoice, StoredInvoice, customer_as_buyer, find_invoice, insert_invoice,
};
pub(crate) use list::{OrderRow, credits_of, list_orders};
pub(crate) use mail::{
    DueMail, claim_mail, count_mails, insert_mail, list_due_mails, mails_of_paper, put_off_mail,
    settle_mail,
};
pub(crate) use order::{find_head, find_journal_hash, find_journal_place, find_order, get_order};
pub(crate) use page::{Filter, number_exists};
pub(crate) use print::{Print, count_prints, find_delivery, find_print, insert_print};
pub(crate) use purchase::{Purchases, Visit, purchases_of};
pub(crate) use search::{read_batch, write_batch};
pub(crate) use summary::sum_orders;
pub(crate) use trail::{Sending, sendings_of};

use crate::record::{Shop, Viewer};

/// The most linked stores whose orders somebody sees.
const LINKED_STORES_MAX: i64 = 100;

/// The store of a number, with its company.
pub(crate) async fn get_shop(tx: &mut Tx, store_no: &StoreNo) -> Outcome<Shop> {
    let mut row = tx
        .query_one(
            "SELECT s.store_no, s.name, s.address, s.postal_code, s.city, s.country_code, \
             s.telephone, s.currency_code, s.time_zone, s.language_code, \
             s.force_language_receipt, s.end_of_business_day, s.receipt_printer, c.name, \
             c.country_code, c.registration_no, c.vat_no, \
             EXISTS (SELECT 1 FROM installation x \
              WHERE x.name = 'kind' AND x.value = 'DEMONSTRATION') \
             FROM store s JOIN company c ON c.company_no = s.company_no WHERE s.store_no = $1",
            params![store_no],
        )
        .await?;
    Ok(Shop {
        store_no: row.read()?,
        name: row.read()?,
        address: row.read()?,
        postal_code: row.read()?,
        city: row.read()?,
        country_code: row.read()?,
        telephone: row.read()?,
        currency: row.read()?,
        zone: zone(&row.read::<String>()?)?,
        language_code: row.read()?,
        forced_language: row.read()?,
        end_of_business_day: {
            let minutes: i64 = row.read()?;
            EndOfBusinessDay(i16::try_from(minutes).map_err(Failure::internal)?)
        },
        receipt_printer: row.read()?,
        company_name: row.read()?,
        company_country_code: row.read()?,
        registration_no: row.read()?,
        vat_no: row.read()?,
        is_demonstration: row.read()?,
        return_texts: store_document::return_texts(tx, &store_no.0).await?,
    })
}

fn zone(name: &str) -> Outcome<TimeZone> {
    TimeZone::get(name).map_err(Failure::internal)
}

/// A store whose orders somebody sees.
#[derive(Clone, Debug)]
pub(crate) struct VisibleStore {
    pub store_no: String,
    pub zone: TimeZone,
}

/// The stores whose orders somebody sees: their own, and the linked ones when their group may.
pub(crate) async fn visible_stores(tx: &mut Tx, viewer: &Viewer) -> Outcome<Vec<VisibleStore>> {
    let rows = tx
        .query(
            "SELECT s.store_no, s.time_zone FROM store s WHERE s.store_no = $1 \
             OR ($2 AND s.store_no IN \
                 (SELECT l.store_no FROM salesperson_store l WHERE l.staff_id = $3)) \
             ORDER BY s.store_no LIMIT $4",
            params![
                &viewer.store_no,
                viewer.may_view_all,
                &viewer.staff_id,
                LINKED_STORES_MAX
            ],
        )
        .await?;
    rows.into_iter()
        .map(|mut row| {
            Ok(VisibleStore {
                store_no: row.read()?,
                zone: zone(&row.read::<String>()?)?,
            })
        })
        .collect()
}

/// The places of further values: they go behind those that are there.
fn places(values: &mut Vec<Value>, more: impl IntoIterator<Item = Value>) -> String {
    let places: Vec<String> = more
        .into_iter()
        .map(|value| {
            values.push(value);
            format!("${}", values.len())
        })
        .collect();
    places.join(", ")
}
