//! Invoices.

use document::Buyer;
use jiff::Timestamp;
use jiff::civil::Date;
use kernel::id::{CustomerId, OrderId, StaffId, StoreNo};
use shell::Outcome;
use shell::db::{Tx, params};
use uuid::Uuid;

use crate::rule::invoice::{TypedBuyer, buyer};

/// An invoice about to be kept.
#[derive(Clone, Debug)]
pub(crate) struct NewInvoice<'a> {
    pub invoice_id: Uuid,
    pub order_id: OrderId,
    pub store_no: &'a StoreNo,
    pub number: i64,
    pub invoice_no: &'a str,
    pub buyer_name: &'a str,
    pub language_code: &'static str,
    /// The paper as JSON.
    pub content: &'a str,
    pub issued_on: Date,
    pub issued_by: &'a StaffId,
    pub now: Timestamp,
}

/// An invoice as it is kept.
#[derive(Clone, Debug)]
pub(crate) struct StoredInvoice {
    pub invoice_no: String,
    pub buyer_name: String,
    pub language_code: String,
    pub content: String,
    pub issued_on: Date,
}

pub(crate) async fn insert_invoice(tx: &mut Tx, invoice: &NewInvoice<'_>) -> Outcome<()> {
    tx.execute_one(
        "INSERT INTO invoice (invoice_id, order_id, store_no, number, invoice_no, buyer_name, \
         language_code, content, issued_on, issued_at, issued_by) \
         VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11)",
        params![
            invoice.invoice_id,
            invoice.order_id,
            invoice.store_no,
            invoice.number,
            invoice.invoice_no,
            invoice.buyer_name,
            invoice.language_code,
            invoice.content,
            invoice.issued_on,
            invoice.now,
            invoice.issued_by
        ],
    )
    .await?;
    Ok(())
}

/// The invoice of an order.
pub(crate) async fn find_invoice(tx: &mut Tx, order_id: OrderId) -> Outcome<Option<StoredInvoice>> {
    let row = tx
        .query_opt(
            "SELECT invoice_no, buyer_name, language_code, content, issued_on FROM invoice \
             WHERE order_id = $1",
            params![order_id],
        )
        .await?;
    let Some(mut row) = row else { return Ok(None) };
    Ok(Some(StoredInvoice {
        invoice_no: row.read()?,
        buyer_name: row.read()?,
        language_code: row.read()?,
        content: row.read()?,
        issued_on: row.read()?,
    }))
}

/// The customer as a buyer; none when name or address are not whole.
pub(crate) async fn customer_as_buyer(
    tx: &mut Tx,
    customer_id: CustomerId,
) -> Outcome<Option<Buyer>> {
    let row = tx
        .query_opt(
            "SELECT given_name, family_name, address, postal_code, city, country_code \
             FROM customer WHERE customer_id = $1",
            params![customer_id],
        )
        .await?;
    let Some(mut row) = row else { return Ok(None) };
    let (given, family): (String, String) = (row.read()?, row.read()?);
    let typed = TypedBuyer {
        name: format!("{given} {family}"),
        address: row.read()?,
        postal_code: row.read()?,
        city: row.read()?,
        country: row.read()?,
        vat_no: String::new(),
    };
    Ok(buyer(&typed).ok())
}
