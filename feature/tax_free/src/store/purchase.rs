//! Orders as forms need them.

use jiff::Timestamp;
use jiff::civil::Date;
use kernel::id::{CustomerId, OrderId, StoreNo};
use kernel::{Currency, Money, Rate};
use shell::Outcome;
use shell::db::{FromRow, Tx, params};
use uuid::Uuid;

use crate::record::Card;
use crate::rule::eligibility::{Purchase, PurchaseLine};

/// The orders of ids, each when it is of a store. Their order is that of the ids.
pub(crate) async fn purchases(
    tx: &mut Tx,
    store_no: &StoreNo,
    order_ids: &[OrderId],
) -> Outcome<Vec<Purchase>> {
    let mut found = Vec::with_capacity(order_ids.len());
    for order_id in order_ids {
        found.extend(purchase(tx, store_no, *order_id).await?);
    }
    Ok(found)
}

async fn purchase(tx: &mut Tx, store_no: &StoreNo, order_id: OrderId) -> Outcome<Option<Purchase>> {
    let row = tx
        .query_opt(
            "SELECT o.receipt_no, o.business_date, o.order_type, o.customer_id, o.currency_code, \
             l.form_id, f.form_no, f.serial_no FROM sales_order o \
             LEFT JOIN tax_free_form_order l ON l.order_id = o.order_id AND l.is_live \
             LEFT JOIN tax_free_form f ON f.form_id = l.form_id \
             WHERE o.order_id = $1 AND o.store_no = $2",
            params![order_id, store_no],
        )
        .await?;
    let Some(mut row) = row else {
        return Ok(None);
    };
    let (receipt_no, on, order_type, customer_id) =
        (row.read()?, row.read()?, row.read()?, row.read()?);
    let currency: Currency = row.read()?;
    let form_id: Option<Uuid> = row.read()?;
    let (form_no, serial_no): (Option<String>, Option<i64>) = (row.read()?, row.read()?);
    let serial = || format!("TF-{store_no}-{:06}", serial_no.unwrap_or_default());
    Ok(Some(Purchase {
        order_id,
        receipt_no,
        on,
        order_type,
        customer_id,
        lines: lines(tx, order_id, currency).await?,
        live_form: form_id.map(|_| form_no.unwrap_or_else(serial)),
    }))
}

async fn lines(tx: &mut Tx, order_id: OrderId, currency: Currency) -> Outcome<Vec<PurchaseLine>> {
    let rows = tx
        .query(
            "SELECT l.line_id, l.name, l.quantity, l.net, l.vat_rate, \
             COALESCE(i.no_stock_posting, $2), c.line_id, \
             EXISTS (SELECT 1 FROM recycling_line p JOIN recycling r ON r.recycling_id = p.recycling_id \
             WHERE p.order_line_id = l.line_id AND r.state NOT IN ('CANCELLED', 'WITHDRAWN')) \
             FROM sales_order_line l LEFT JOIN item i ON i.item_no = l.item_no \
             LEFT JOIN sales_order_customisation c ON c.line_id = l.line_id \
             WHERE l.order_id = $1 ORDER BY l.position",
            params![order_id, false],
        )
        .await?;
    rows.into_iter()
        .map(|mut row| {
            Ok(PurchaseLine {
                line_id: row.read()?,
                name: row.read()?,
                quantity: row.read()?,
                net: Money::new(row.read()?, currency),
                vat_rate: Rate(row.read()?),
                is_no_stock: row.read()?,
                is_customised: row.read::<Option<Uuid>>()?.is_some(),
                is_recycled: row.read()?,
            })
        })
        .collect()
}

/// Other orders of a customer in a store, from a day on.
pub(crate) async fn neighbours(
    tx: &mut Tx,
    store_no: &StoreNo,
    customer_id: CustomerId,
    from: Date,
) -> Outcome<Vec<OrderId>> {
    let rows = tx
        .query(
            "SELECT order_id FROM sales_order \
             WHERE customer_id = $1 AND store_no = $2 AND business_date >= $3 \
             ORDER BY completed_at LIMIT 20",
            params![customer_id, store_no, from],
        )
        .await?;
    rows.into_iter().map(|mut row| Ok(row.read()?)).collect()
}

/// The order of a receipt in a store.
pub(crate) async fn find_order_by_receipt(
    tx: &mut Tx,
    store_no: &StoreNo,
    receipt_no: &str,
) -> Outcome<Option<OrderId>> {
    let row = tx
        .query_opt(
            "SELECT order_id FROM sales_order WHERE receipt_no = $1 AND store_no = $2",
            params![receipt_no, store_no],
        )
        .await?;
    Ok(row.map(|mut row| row.read()).transpose()?)
}

/// The cards that paid orders.
pub(crate) async fn cards_of(tx: &mut Tx, order_ids: &[OrderId]) -> Outcome<Vec<Card>> {
    let mut cards = Vec::new();
    for order_id in order_ids {
        let rows = tx
            .query(
                "SELECT t.tender_id, t.brand, t.last_four, a.poi_transaction_id \
                 FROM sales_order_tender t JOIN payment_attempt a ON a.attempt_id = t.attempt_id \
                 WHERE t.order_id = $1 AND t.brand IS NOT NULL AND t.last_four IS NOT NULL \
                 AND a.poi_transaction_id IS NOT NULL ORDER BY t.position",
                params![*order_id],
            )
            .await?;
        for mut row in rows {
            cards.push(Card {
                tender_id: row.read()?,
                order_id: *order_id,
                brand: row.read()?,
                last_four: row.read()?,
                token: row.read()?,
            });
        }
    }
    Ok(cards)
}

/// The flight that an order names; blank for none.
pub(crate) async fn flight_of(tx: &mut Tx, order_id: OrderId) -> Outcome<String> {
    let row = tx
        .query_opt(
            "SELECT flight_no FROM sales_order WHERE order_id = $1",
            params![order_id],
        )
        .await?;
    let flight = row
        .map(|mut row| row.read::<Option<String>>())
        .transpose()?;
    Ok(flight.flatten().unwrap_or_default())
}

/// Family name, given name and country of a customer.
pub(crate) async fn names_of(
    tx: &mut Tx,
    customer_id: CustomerId,
) -> Outcome<Option<(String, String, String)>> {
    let row = tx
        .query_opt(
            "SELECT family_name, given_name, country_code FROM customer WHERE customer_id = $1",
            params![customer_id],
        )
        .await?;
    row.map(FromRow::from_row).transpose()
}

/// How the customer of a form's receipts is written to.
#[derive(Clone, Debug)]
pub(crate) struct Reached {
    pub email: Option<String>,
    pub language_code: String,
}

/// How the customer is written to that the receipts of a form name; none where they name nobody.
pub(crate) async fn customer_of(tx: &mut Tx, form_id: Uuid) -> Outcome<Option<Reached>> {
    let row = tx
        .query_opt(
            "SELECT c.email, c.language_code FROM tax_free_form_order f \
             JOIN sales_order o ON o.order_id = f.order_id \
             JOIN customer c ON c.customer_id = o.customer_id \
             WHERE f.form_id = $1 ORDER BY f.purchased_on, f.receipt_no LIMIT 1",
            params![form_id],
        )
        .await?;
    row.map(|mut row| {
        Ok(Reached {
            email: row.read()?,
            language_code: row.read()?,
        })
    })
    .transpose()
}

/// The live forms that a passport got in other stores since a moment: store, its name, number.
pub(crate) async fn elsewhere(
    tx: &mut Tx,
    store_no: &StoreNo,
    (issuing_country, passport_no): (&str, &str),
    since: Timestamp,
) -> Outcome<Vec<(String, String)>> {
    let rows = tx
        .query(
            "SELECT s.name, f.form_no, f.store_no, f.serial_no FROM tax_free_traveller t \
             JOIN tax_free_form f ON f.form_id = t.form_id JOIN store s ON s.store_no = f.store_no \
             WHERE t.issuing_country = $1 AND t.passport_no = $2 AND t.started_at >= $3 \
             AND f.store_no <> $4 AND f.state IN ('ISSUING', 'ISSUED') \
             ORDER BY t.started_at LIMIT 5",
            params![issuing_country, passport_no, since, store_no],
        )
        .await?;
    rows.into_iter()
        .map(|mut row| {
            let name = row.read()?;
            let form_no: Option<String> = row.read()?;
            let (store_no, serial_no): (String, i64) = (row.read()?, row.read()?);
            Ok((
                name,
                form_no.unwrap_or_else(|| format!("TF-{store_no}-{serial_no:06}")),
            ))
        })
        .collect()
}
