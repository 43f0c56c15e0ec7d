//! One order with all that it holds.

use customised::view::{CustomisationView, ProductionState};
use kernel::id::{LineId, OrderId};
use kernel::{Currency, Money, Rate};
use shell::db::{Tx, params};
use shell::{Failure, Outcome};

use super::list::{HEAD_COLUMNS, HEAD_TABLES, read_head};
use super::visible_stores;
use crate::ORDER_NOT_FOUND;
use crate::compose::Document;
use crate::record::{
    JournalPlace, Order, OrderCredit, OrderDiscount, OrderHead, OrderLine, OrderTender, OrderVat,
    Viewer,
};

/// The order of an id, when the viewer may see it. An order of a store that is not theirs is
/// absent for them.
pub(crate) async fn get_order(tx: &mut Tx, viewer: &Viewer, order_id: OrderId) -> Outcome<Order> {
    let order = find_order(tx, order_id).await?;
    let stores = visible_stores(tx, viewer).await?;
    order
        .filter(|order| {
            stores
                .iter()
                .any(|store| store.store_no == order.head.store_no.0)
        })
        .ok_or_else(|| Failure::from(&ORDER_NOT_FOUND))
}

/// An order without its lines and tenders, whoever asks.
pub(crate) async fn find_head(tx: &mut Tx, order_id: OrderId) -> Outcome<Option<OrderHead>> {
    let sql = format!("SELECT {HEAD_COLUMNS} FROM {HEAD_TABLES} WHERE o.order_id = $1");
    let row = tx.query_opt(&sql, params![order_id]).await?;
    row.map(|mut row| read_head(&mut row)).transpose()
}

/// The order of an id, whoever asks.
pub(crate) async fn find_order(tx: &mut Tx, order_id: OrderId) -> Outcome<Option<Order>> {
    let Some(head) = find_head(tx, order_id).await? else {
        return Ok(None);
    };
    let currency = head.total.currency;
    let customer = match head.customer_id {
        Some(customer_id) => crm::find_customer(tx, customer_id).await?,
        None => None,
    };
    let mut lines = lines_of(tx, order_id, currency).await?;
    Ok(Some(Order {
        credits: add_credits(tx, order_id, &mut lines, currency).await?,
        lines,
        tenders: tenders_of(tx, order_id, currency).await?,
        vat: vat_of(tx, order_id, currency).await?,
        journal: find_journal_place(tx, order_id).await?,
        prints: super::count_prints(tx, order_id, Document::Receipt).await?,
        invoice: super::find_invoice(tx, order_id).await?,
        statement_no: find_statement(tx, order_id).await?,
        sendings: super::sendings_of(tx, order_id).await?,
        customer,
        head,
    }))
}

/// The number of the statement that holds an order.
async fn find_statement(tx: &mut Tx, order_id: OrderId) -> Outcome<Option<String>> {
    let row = tx
        .query_opt(
            "SELECT statement_no FROM statement_order WHERE order_id = $1",
            params![order_id],
        )
        .await?;
    Ok(row.map(|mut row| row.read()).transpose()?)
}

async fn lines_of(tx: &mut Tx, order_id: OrderId, currency: Currency) -> Outcome<Vec<OrderLine>> {
    // A document of old jewellery counts from its credit on, and no more when the seller has withdrawn.
    let rows = tx
        .query(
            "SELECT l.line_id, l.item_no, l.size_code, l.name, l.picture, l.quantity, \
             l.unit_price, l.net, l.vat_rate, COALESCE(i.no_stock_posting, $2), l.weight, \
             l.reference, l.stock_no, l.below_stock, l.warranty_months, \
             (SELECT CAST(SUM(r.amount) AS BIGINT) FROM recycling_line r \
             JOIN recycling d ON d.recycling_id = r.recycling_id WHERE r.order_line_id = l.line_id \
             AND d.state IN ('CREDITED', 'RELEASED', 'SHIPPED', 'CLOSED')) \
             FROM sales_order_line l LEFT JOIN item i ON i.item_no = l.item_no \
             WHERE l.order_id = $1 ORDER BY l.position",
            params![order_id, false],
        )
        .await?;
    let lines = rows
        .into_iter()
        .map(|mut row| {
            Ok(OrderLine {
                line_id: row.read()?,
                item_no: row.read()?,
                size_code: row.read()?,
                name: row.read()?,
                picture: row.read()?,
                quantity: row.read()?,
                unit_price: Money::new(row.read()?, currency),
                net: Money::new(row.read()?, currency),
                vat_rate: Rate(row.read()?),
                is_no_stock: row.read()?,
                discounts: Vec::new(),
                weight: row.read()?,
                reference: row.read()?,
                stock_no: row.read()?,
                certificate_nos: Vec::new(),
                customisation: None,
                below_stock: row.read()?,
                warranty_months: row.read()?,
                recycling_amount: row
                    .read::<Option<i64>>()?
                    .map(|minor| Money::new(minor, currency)),
                credits: Vec::new(),
            })
        })
        .collect::<Outcome<Vec<OrderLine>>>();
    let mut lines = lines?;
    add_discounts(tx, order_id, &mut lines).await?;
    add_certificates(tx, order_id, &mut lines).await?;
    let mut made = customised::store::of_order(tx, order_id).await?;
    for line in &mut lines {
        line.customisation = made.remove(&line.line_id).map(|(made, promised_on)| {
            CustomisationView::new(&made, promised_on, ProductionState::Ordered)
        });
    }
    Ok(lines)
}

/// Who is credited with the order; those who sold a line apart are added to it.
async fn add_credits(
    tx: &mut Tx,
    order_id: OrderId,
    lines: &mut [OrderLine],
    currency: Currency,
) -> Outcome<Vec<OrderCredit>> {
    let rows = tx
        .query(
            "SELECT line_id, staff_id, name, share, amount FROM sales_order_salesperson \
             WHERE order_id = $1 ORDER BY position",
            params![order_id],
        )
        .await?;
    let mut of_order = Vec::new();
    for mut row in rows {
        let line_id: Option<LineId> = row.read()?;
        let credit = OrderCredit {
            staff_id: row.read()?,
            name: row.read()?,
            share: Rate(row.read()?),
            amount: Money::new(row.read()?, currency),
        };
        let line = lines.iter_mut().find(|line| Some(line.line_id) == line_id);
        match line {
            Some(line) => line.credits.push(credit),
            None => of_order.push(credit),
        }
    }
    Ok(of_order)
}

async fn add_discounts(tx: &mut Tx, order_id: OrderId, lines: &mut [OrderLine]) -> Outcome<()> {
    let rows = tx
        .query(
            "SELECT line_id, source, amount, description, reason_code, given_by, approved_by \
             FROM sales_order_discount WHERE order_id = $1 ORDER BY line_id, position",
            params![order_id],
        )
        .await?;
    for mut row in rows {
        let line_id: LineId = row.read()?;
        let (source, minor) = (row.read()?, row.read()?);
        let (description, reason_code) = (row.read()?, row.read()?);
        let (given_by, approved_by) = (row.read()?, row.read()?);
        if let Some(line) = lines.iter_mut().find(|line| line.line_id == line_id) {
            line.discounts.push(OrderDiscount {
                source,
                amount: Money::new(minor, line.net.currency),
                description,
                reason_code,
                given_by,
                approved_by,
            });
        }
    }
    Ok(())
}

/// A certificate belongs to a piece of a basket line; packages may have split that line.
async fn add_certificates(tx: &mut Tx, order_id: OrderId, lines: &mut [OrderLine]) -> Outcome<()> {
    let rows = tx
        .query(
            "SELECT c.line_id, c.certificate_no FROM sales_order_line l \
             JOIN sales_order_certificate c ON c.line_id = l.line_id \
             WHERE l.order_id = $1 ORDER BY l.position, c.position",
            params![order_id],
        )
        .await?;
    for mut row in rows {
        let line_id: LineId = row.read()?;
        let certificate_no = row.read()?;
        if let Some(line) = lines.iter_mut().find(|line| line.line_id == line_id) {
            line.certificate_nos.push(certificate_no);
        }
    }
    Ok(())
}

async fn tenders_of(
    tx: &mut Tx,
    order_id: OrderId,
    currency: Currency,
) -> Outcome<Vec<OrderTender>> {
    let rows = tx
        .query(
            "SELECT t.tender_code, t.name, COALESCE(k.names, '{}'), t.amount, t.tendered, \
             t.change_given, t.brand, t.last_four, t.approval_code, t.card_receipt, t.reference \
             FROM sales_order_tender t LEFT JOIN tender k ON k.tender_code = t.tender_code \
             WHERE t.order_id = $1 ORDER BY t.position",
            params![order_id],
        )
        .await?;
    rows.into_iter()
        .map(|mut row| {
            Ok(OrderTender {
                code: row.read()?,
                name: row.read()?,
                names: serde_json::from_str(&row.read::<String>()?).map_err(Failure::internal)?,
                amount: Money::new(row.read()?, currency),
                tendered: Money::new(row.read()?, currency),
                change: Money::new(row.read()?, currency),
                brand: row.read()?,
                last_four: row.read()?,
                approval_code: row.read()?,
                card_receipt: row.read()?,
                reference: row.read()?,
            })
        })
        .collect()
}

/// The totals by VAT rate, the highest rate first.
async fn vat_of(tx: &mut Tx, order_id: OrderId, currency: Currency) -> Outcome<Vec<OrderVat>> {
    let rows = tx
        .query(
            "SELECT vat_rate, gross, vat_amount FROM sales_order_vat \
             WHERE order_id = $1 ORDER BY vat_rate DESC",
            params![order_id],
        )
        .await?;
    rows.into_iter()
        .map(|mut row| {
            Ok(OrderVat {
                rate: Rate(row.read()?),
                gross: Money::new(row.read()?, currency),
                amount: Money::new(row.read()?, currency),
            })
        })
        .collect()
}

/// Where the journal states an order.
pub(crate) async fn find_journal_place(
    tx: &mut Tx,
    order_id: OrderId,
) -> Outcome<Option<JournalPlace>> {
    let row = tx
        .query_opt(
            "SELECT o.journal_chain, o.journal_seq, e.hash FROM sales_order o \
             JOIN journal_entry e ON e.chain_id = o.journal_chain AND e.seq = o.journal_seq \
             WHERE o.order_id = $1",
            params![order_id],
        )
        .await?;
    let Some(mut row) = row else { return Ok(None) };
    let (chain, seq) = (row.read()?, row.read()?);
    let hash: Vec<u8> = row.read()?;
    Ok(Some(JournalPlace { chain, seq, hash }))
}

/// The hash of an entry of the journal.
pub(crate) async fn find_journal_hash(
    tx: &mut Tx,
    chain: &str,
    seq: i64,
) -> Outcome<Option<Vec<u8>>> {
    let row = tx
        .query_opt(
            "SELECT hash FROM journal_entry WHERE chain_id = $1 AND seq = $2",
            params![chain, seq],
        )
        .await?;
    Ok(row.map(|mut row| row.read()).transpose()?)
}
