//! Completed sales as the tables hold them, under the names that their tickets use.

use std::collections::BTreeMap;

use kernel::Rate;
use shell::db::Row;
use shell::{Outcome, Tx, params};
use uuid::Uuid;

use super::verification::ROWS_MAX;
use crate::rule::entry::utc_text;
use crate::rule::live::{CardTender, Facts, LiveOrder, rate_text};

/// The entry that an order points at.
pub(crate) struct OrderEntry {
    pub(crate) kind: String,
    pub(crate) business_date: String,
    pub(crate) at_utc: String,
    pub(crate) payload: Vec<u8>,
}

/// Orders after one, each with the entry that it points at.
pub(crate) async fn read_orders(
    tx: &mut Tx,
    after: Uuid,
) -> Outcome<Vec<(LiveOrder, Option<OrderEntry>)>> {
    let rows = tx
        .query(
            "SELECT o.order_id, o.journal_chain, o.journal_seq, o.basket_id, o.currency_code, \
             o.order_no, o.receipt_no, o.store_no, o.terminal_no, o.cashier_id, \
             o.salesperson_id, o.customer_id, o.business_date, o.completed_at, o.pieces, \
             o.discount, o.subtotal, o.rounding, o.total, \
             EXISTS (SELECT 1 FROM sales_order_salesperson n WHERE n.order_id = o.order_id), \
             e.kind, e.business_date, e.at_utc, e.payload \
             FROM sales_order o LEFT JOIN journal_entry e \
             ON e.chain_id = o.journal_chain AND e.seq = o.journal_seq \
             WHERE o.order_id > $1 ORDER BY o.order_id LIMIT $2",
            params![after, ROWS_MAX],
        )
        .await?;
    let mut orders = Vec::with_capacity(rows.len());
    for mut row in rows {
        orders.push(read_order(tx, &mut row).await?);
    }
    Ok(orders)
}

async fn read_order(tx: &mut Tx, row: &mut Row) -> Outcome<(LiveOrder, Option<OrderEntry>)> {
    let mut order = LiveOrder {
        order_id: row.read()?,
        chain: row.read()?,
        seq: row.read()?,
        facts: Facts::new(),
        since_second: Facts::new(),
        cards: Vec::new(),
    };
    let basket_id: Uuid = row.read()?;
    let currency: String = row.read()?;
    let facts = &mut order.facts;
    let mut put = |name: &str, value: String| facts.insert(name.to_owned(), value);
    put("orderId", order.order_id.to_string());
    put("orderNo", row.read::<i64>()?.to_string());
    for name in [
        "receiptNo",
        "storeNo",
        "terminalNo",
        "operatorId",
        "salespersonId",
    ] {
        put(name, row.read()?);
    }
    let customer: Option<Uuid> = row.read()?;
    put(
        "customerId",
        customer.map_or_else(String::new, |id| id.to_string()),
    );
    put("businessDate", row.read()?);
    put("completedAt", utc_text(row.read()?));
    put("pieces", row.read::<i64>()?.to_string());
    for name in ["discount", "subtotal", "rounding", "total"] {
        put(name, format!("{} {currency}", row.read::<i64>()?));
    }
    put("currency", currency.clone());
    let is_shared: bool = row.read()?;
    let entry = match row.read::<Option<String>>()? {
        None => None,
        Some(kind) => Some(OrderEntry {
            kind,
            business_date: row.read()?,
            at_utc: row.read()?,
            payload: row.read()?,
        }),
    };
    add_lines(tx, &mut order, &currency).await?;
    if is_shared {
        add_credits(tx, &mut order, &currency).await?;
    }
    add_vat(tx, &mut order, &currency).await?;
    add_tenders(tx, &mut order, basket_id, &currency).await?;
    Ok((order, entry))
}

async fn add_lines(tx: &mut Tx, order: &mut LiveOrder, currency: &str) -> Outcome<()> {
    let rows = tx
        .query(
            "SELECT line_id, item_no, size_code, name, quantity, vat_rate, unit_price, net, \
             vat_amount, below_stock, discount, stock_no, listed_price, override_reason, override_by, \
             override_approved_by, EXISTS (SELECT 1 FROM sales_order_certificate c \
             WHERE c.line_id = sales_order_line.line_id) \
             FROM sales_order_line WHERE order_id = $1 ORDER BY position",
            params![order.order_id],
        )
        .await?;
    let (mut discounted, mut certified) = (BTreeMap::new(), BTreeMap::new());
    for (position, mut row) in rows.into_iter().enumerate() {
        let mut put = |name: &str, value: String| {
            order
                .facts
                .insert(format!("lines[{position}].{name}"), value)
        };
        let line_id: Uuid = row.read()?;
        put("lineId", line_id.to_string());
        for name in ["itemNo", "sizeCode", "name"] {
            put(name, row.read()?);
        }
        put("quantity", row.read::<i64>()?.to_string());
        put("vatRate", rate_text(Rate(row.read()?)));
        for name in ["unitPrice", "net", "vatAmount"] {
            put(name, format!("{} {currency}", row.read::<i64>()?));
        }
        put("belowStock", row.read::<i64>()?.to_string());
        if row.read::<i64>()? != 0 {
            discounted.insert(line_id, position);
        }
        let mut put = |name: &str, value: String| {
            order
                .since_second
                .insert(format!("lines[{position}].{name}"), value)
        };
        put("stockNo", row.read()?);
        let listed: Option<i64> = row.read()?;
        if let Some(listed) = listed {
            put("listedPrice", format!("{listed} {currency}"));
        }
        for name in ["overrideReason", "overrideBy", "overrideApprovedBy"] {
            let typed: Option<String> = row.read()?;
            // A price that nobody had to approve was typed by somebody all the same.
            if listed.is_some() || typed.is_some() {
                put(name, typed.unwrap_or_default());
            }
        }
        if row.read()? {
            certified.insert(line_id, position);
        }
    }
    if !certified.is_empty() {
        add_certificates(tx, order, &certified).await?;
    }
    if discounted.is_empty() {
        return Ok(());
    }
    add_discounts(tx, order, &discounted, currency).await
}

/// The certificates of lines, whose places are given.
async fn add_certificates(
    tx: &mut Tx,
    order: &mut LiveOrder,
    positions: &BTreeMap<Uuid, usize>,
) -> Outcome<()> {
    let rows = tx
        .query(
            "SELECT c.line_id, c.certificate_no FROM sales_order_line l \
             JOIN sales_order_certificate c ON c.line_id = l.line_id \
             WHERE l.order_id = $1 ORDER BY c.line_id, c.position, c.certificate_no",
            params![order.order_id],
        )
        .await?;
    let mut seen: BTreeMap<usize, usize> = BTreeMap::new();
    for mut row in rows {
        let Some(position) = positions.get(&row.read::<Uuid>()?) else {
            continue;
        };
        let number = seen.entry(*position).or_default();
        let place = format!("lines[{position}].certificateNos[{number}]");
        *number += 1;
        order.since_second.insert(place, row.read()?);
    }
    Ok(())
}

/// Who is credited with what of an order that several people sold.
async fn add_credits(tx: &mut Tx, order: &mut LiveOrder, currency: &str) -> Outcome<()> {
    let rows = tx
        .query(
            "SELECT l.position, n.staff_id, n.share, n.amount FROM sales_order_salesperson n \
             LEFT JOIN sales_order_line l ON l.line_id = n.line_id \
             WHERE n.order_id = $1 ORDER BY COALESCE(l.position, 0), n.position",
            params![order.order_id],
        )
        .await?;
    let mut seen: BTreeMap<String, usize> = BTreeMap::new();
    for mut row in rows {
        // Positions count from 1.
        let line: Option<i64> = row.read()?;
        let of = line.map_or_else(String::new, |position| format!("lines[{}].", position - 1));
        let number = seen.entry(of.clone()).or_default();
        let place = format!("{of}salespeople[{number}]");
        *number += 1;
        let mut put = |name: &str, value: String| {
            order.facts.insert(format!("{place}.{name}"), value);
        };
        put("staffId", row.read()?);
        put("share", rate_text(Rate(row.read()?)));
        put("amount", format!("{} {currency}", row.read::<i64>()?));
    }
    Ok(())
}

/// The discounts of lines, whose places are given.
async fn add_discounts(
    tx: &mut Tx,
    order: &mut LiveOrder,
    positions: &BTreeMap<Uuid, usize>,
    currency: &str,
) -> Outcome<()> {
    let rows = tx
        .query(
            "SELECT line_id, source, amount, discount_id, reason_code, given_by, approved_by \
             FROM sales_order_discount WHERE order_id = $1 ORDER BY line_id, position",
            params![order.order_id],
        )
        .await?;
    let mut seen: BTreeMap<usize, usize> = BTreeMap::new();
    for mut row in rows {
        let Some(position) = positions.get(&row.read::<Uuid>()?) else {
            continue;
        };
        let number = seen.entry(*position).or_default();
        let place = format!("lines[{position}].discounts[{number}]");
        *number += 1;
        let mut put = |name: &str, value: String| {
            order.facts.insert(format!("{place}.{name}"), value);
        };
        put("source", row.read()?);
        put("amount", format!("{} {currency}", row.read::<i64>()?));
        for name in ["discountId", "reasonCode", "givenBy", "approvedBy"] {
            put(name, row.read::<Option<String>>()?.unwrap_or_default());
        }
    }
    Ok(())
}

async fn add_vat(tx: &mut Tx, order: &mut LiveOrder, currency: &str) -> Outcome<()> {
    let rows = tx
        .query(
            "SELECT vat_rate, gross, vat_amount FROM sales_order_vat WHERE order_id = $1",
            params![order.order_id],
        )
        .await?;
    for mut row in rows {
        let rate = rate_text(Rate(row.read()?));
        for name in ["gross", "vatAmount"] {
            let amount = format!("{} {currency}", row.read::<i64>()?);
            order.facts.insert(format!("vat[{rate}].{name}"), amount);
        }
    }
    Ok(())
}

async fn add_tenders(
    tx: &mut Tx,
    order: &mut LiveOrder,
    basket_id: Uuid,
    currency: &str,
) -> Outcome<()> {
    let rows = tx
        .query(
            "SELECT t.tender_id, t.tender_code, t.brand, t.last_four, t.approval_code, \
             t.attempt_id, t.amount, t.tendered, t.change_given, t.reference, \
             b.foreign_amount, b.foreign_currency, b.exchange_rate, d.tender_type, \
             a.state, a.kind, \
             CASE WHEN a.approved_amount IS NULL AND a.decided_by IS NOT NULL \
              AND a.slip_no IS NOT NULL THEN a.amount ELSE a.approved_amount END \
             FROM sales_order_tender t LEFT JOIN tender d ON d.tender_code = t.tender_code \
             LEFT JOIN basket_tender b ON b.tender_id = t.tender_id \
             LEFT JOIN payment_attempt a ON a.attempt_id = t.attempt_id \
             AND a.basket_id = $2 AND a.currency_code = $3 \
             WHERE t.order_id = $1 ORDER BY t.position",
            params![order.order_id, basket_id, currency],
        )
        .await?;
    for (position, mut row) in rows.into_iter().enumerate() {
        let mut put = |name: &str, value: String| {
            order
                .facts
                .insert(format!("tenders[{position}].{name}"), value)
        };
        put("tenderId", row.read::<Uuid>()?.to_string());
        put("tenderCode", row.read()?);
        for name in ["brand", "lastFour", "approvalCode"] {
            put(name, row.read::<Option<String>>()?.unwrap_or_default());
        }
        let attempt: Option<Uuid> = row.read()?;
        put(
            "attemptId",
            attempt.map_or_else(String::new, |id| id.to_string()),
        );
        let amounts: [i64; 3] = [row.read()?, row.read()?, row.read()?];
        for (name, amount) in ["amount", "tendered", "change"].into_iter().zip(amounts) {
            put(name, format!("{amount} {currency}"));
        }
        let mut put = |name: &str, value: String| {
            order
                .since_second
                .insert(format!("tenders[{position}].{name}"), value)
        };
        put(
            "reference",
            row.read::<Option<String>>()?.unwrap_or_default(),
        );
        let foreign: (Option<i64>, Option<String>) = (row.read()?, row.read()?);
        if let (Some(amount), Some(code)) = foreign {
            put("foreignAmount", format!("{amount} {code}"));
        }
        if let Some(rate) = row.read::<Option<i64>>()? {
            put("exchangeRate", rate.to_string());
        }
        let is_card = row.read::<Option<String>>()?.as_deref() == Some("CARD");
        if is_card || attempt.is_some() {
            let (state, kind): (Option<String>, Option<String>) = (row.read()?, row.read()?);
            let approved = row.read()?;
            order.cards.push(CardTender {
                position,
                amount: amounts[0],
                attempt: state.zip(kind).map(|(state, kind)| (state, kind, approved)),
            });
        }
    }
    Ok(())
}
