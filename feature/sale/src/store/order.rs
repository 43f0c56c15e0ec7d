//! Orders as they are written: only ever added to.

use catalog::rule::vat::VatAmount;
use jiff::Timestamp;
use jiff::civil::Date;
use journal::{TicketDiscount, TicketLine};
use kernel::id::{LineId, OrderId, StaffId, StoreNo};
use setting::Store;
use shell::Outcome;
use shell::db::{Tx, params};

use super::{Basket, BookedTender, StoredLine};
use crate::sold_line::SoldLine;

/// An order about to be written.
pub(crate) struct NewOrder<'a> {
    pub order_id: OrderId,
    pub order_no: i64,
    pub receipt_no: &'a str,
    /// `SALE`, or `CRM_GIFT` of a gift without money.
    pub basket: &'a Basket,
    pub store: &'a Store,
    pub salesperson_id: &'a StaffId,
    pub salesperson_name: &'a str,
    pub cashier_id: &'a StaffId,
    /// What the lines cost before discounts.
    pub subtotal: i64,
    pub total: i64,
    pub rounding: i64,
    pub pieces: i64,
    /// Its place in the journal: chain and sequence number.
    pub journal: (&'a str, i64),
    pub search_text: String,
    pub now: Timestamp,
}

pub(crate) async fn insert_order(tx: &mut Tx, order: &NewOrder<'_>) -> Outcome<()> {
    tx.execute_one(
        "INSERT INTO sales_order (order_id, store_no, order_no, receipt_no, order_type, \
         terminal_no, basket_id, salesperson_id, salesperson_name, cashier_id, customer_id, \
         currency_code, subtotal, total, rounding, pieces, note, business_date, completed_at, \
         journal_chain, journal_seq, search_text, discount, flight_no, return_days) \
         VALUES ($1, $2, $3, $4, $24, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, \
         $17, $18, $19, $20, $21, $22, $23, \
         (SELECT s.return_days FROM store s WHERE s.store_no = $2))",
        params![
            order.order_id,
            &order.store.store_no,
            order.order_no,
            order.receipt_no,
            &order.basket.terminal_no,
            order.basket.basket_id,
            order.salesperson_id,
            order.salesperson_name,
            order.cashier_id,
            order.basket.customer_id,
            order.store.currency.code(),
            order.subtotal,
            order.total,
            order.rounding,
            order.pieces,
            &order.basket.note,
            order.store.business_date(order.now),
            order.now,
            order.journal.0,
            order.journal.1,
            &order.search_text,
            order.subtotal - order.total,
            Some(order.basket.flight_no.as_str()).filter(|flight_no| !flight_no.is_empty()),
            order.basket.kind.name()
        ],
    )
    .await?;
    Ok(())
}

pub(crate) async fn insert_order_vat(
    tx: &mut Tx,
    order_id: OrderId,
    vat: &VatAmount,
) -> Outcome<()> {
    tx.execute_one(
        "INSERT INTO sales_order_vat (order_id, vat_rate, gross, vat_amount) \
         VALUES ($1, $2, $3, $4)",
        params![order_id, vat.rate.0, vat.gross.minor, vat.amount.minor],
    )
    .await?;
    Ok(())
}

pub(crate) async fn insert_order_line(
    tx: &mut Tx,
    (order_id, store_no, position): (OrderId, &StoreNo, i64),
    sold: &SoldLine,
    stored: &StoredLine,
) -> Outcome<()> {
    let line = &sold.line;
    let overridden = sold.overridden(stored);
    let typed = overridden.map(|(_, typed)| typed);
    let discount: i64 = line.discounts.iter().map(|given| given.amount.minor).sum();
    tx.execute_one(
        "INSERT INTO sales_order_line (line_id, order_id, store_no, position, item_no, \
         size_code, name, picture, quantity, unit_price, net, vat_rate, vat_amount, note, \
         basket_line_id, discount, price_source, listed_price, override_reason, override_by, \
         override_approved_by, weight, reference, stock_no, campaign_id, \
         below_stock, is_liability, warranty_months) \
         VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17, $18, \
         $19, $20, $21, $22, $23, $24, $25, $26, $27, \
         COALESCE((SELECT k.warranty_months FROM item i JOIN item_class k \
                   ON k.item_class_code = i.item_class_code WHERE i.item_no = $5), 0))",
        params![
            line.line_id,
            order_id,
            store_no,
            position,
            &line.item_no,
            &line.size_code,
            &line.name,
            &stored.picture,
            line.quantity,
            line.unit_price.minor,
            line.net.minor,
            line.vat_rate.0,
            line.vat_amount.minor,
            &stored.note,
            stored.line.line_id,
            discount,
            sold.price.name(),
            overridden.map(|(listed, _)| listed.minor),
            typed.map(|typed| typed.reason.as_str()),
            typed.map(|typed| &typed.given_by),
            typed.and_then(|typed| typed.approved_by.as_ref()),
            sold.weight,
            &stored.line.entered.reference,
            &stored.line.entered.stock_no,
            stored.campaign_id.as_ref().map(|it| it.0.as_str()),
            line.below_stock,
            stored.line.sells_gift_card()
        ],
    )
    .await?;
    for (position, (given, description)) in
        (1_i64..).zip(line.discounts.iter().zip(&sold.descriptions))
    {
        insert_order_discount(tx, (order_id, line.line_id, position), given, description).await?;
    }
    Ok(())
}

async fn insert_order_discount(
    tx: &mut Tx,
    (order_id, line_id, position): (OrderId, LineId, i64),
    given: &TicketDiscount,
    description: &str,
) -> Outcome<()> {
    tx.execute_one(
        "INSERT INTO sales_order_discount (line_id, position, order_id, source, amount, \
         discount_id, application_no, description, reason_code, given_by, approved_by) \
         VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11)",
        params![
            line_id,
            position,
            order_id,
            &given.source,
            given.amount.minor,
            given.discount_id.as_deref(),
            given.application_no.map(i64::from),
            description,
            given.reason_code.as_deref(),
            given.given_by.as_ref(),
            given.approved_by.as_ref()
        ],
    )
    .await?;
    Ok(())
}

/// Writes down the certificates of a line that is sold.
pub(crate) async fn insert_certificates(tx: &mut Tx, line: &TicketLine) -> Outcome<()> {
    for (position, certificate_no) in (1_i64..).zip(&line.certificate_nos) {
        tx.execute_one(
            "INSERT INTO sales_order_certificate (certificate_no, line_id, position) \
             VALUES ($1, $2, $3)",
            params![certificate_no, line.line_id, position],
        )
        .await?;
    }
    Ok(())
}

/// Ends the hold of a basket's line on its certificates.
pub(crate) async fn release_certificates(tx: &mut Tx, line_id: LineId) -> Outcome<()> {
    tx.execute(
        "DELETE FROM basket_certificate WHERE line_id = $1",
        params![line_id],
    )
    .await?;
    Ok(())
}

/// What a tender repeats of its order, so that the history finds by tender what it shows in order.
pub(crate) struct TenderedOrder<'a> {
    pub order_id: OrderId,
    pub store_no: &'a StoreNo,
    pub salesperson_id: &'a StaffId,
    pub business_date: Date,
    pub completed_at: Timestamp,
}

pub(crate) async fn insert_order_tender(
    tx: &mut Tx,
    order: &TenderedOrder<'_>,
    position: i64,
    tender: &BookedTender,
) -> Outcome<()> {
    let attempt = tender.attempt.as_ref();
    tx.execute_one(
        "INSERT INTO sales_order_tender (tender_id, order_id, store_no, position, \
         tender_code, name, amount, tendered, change_given, attempt_id, brand, last_four, \
         approval_code, card_receipt, salesperson_id, business_date, completed_at, reference) \
         VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17, $18)",
        params![
            tender.tender_id,
            order.order_id,
            order.store_no,
            position,
            &tender.tender_code,
            &tender.name,
            tender.amount,
            tender.tendered,
            tender.change,
            attempt.map(|attempt| attempt.attempt_id),
            tender.brand.clone(),
            tender.last_four.clone(),
            attempt.and_then(|attempt| attempt.approval_code.clone()),
            attempt.and_then(|attempt| attempt.card_receipt.clone()),
            order.salesperson_id,
            order.business_date,
            order.completed_at,
            tender.reference.clone(),
        ],
    )
    .await?;
    Ok(())
}
