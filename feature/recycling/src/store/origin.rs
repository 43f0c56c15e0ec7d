//! Orders of ours that pieces come from.

use kernel::id::{CustomerId, OrderId, StoreNo};
use kernel::{Currency, Money};
use shell::Outcome;
use shell::db::{Tx, params};
use uuid::Uuid;

/// An order whose pieces may come back.
#[derive(Clone, Debug)]
pub(crate) struct OriginOrder {
    pub order_id: OrderId,
    pub receipt_no: String,
    pub customer_id: Option<CustomerId>,
    pub business_date: jiff::civil::Date,
    pub lines: Vec<OriginLine>,
}

/// One of its lines.
#[derive(Clone, Debug)]
pub(crate) struct OriginLine {
    pub line_id: Uuid,
    pub item_no: String,
    pub size_code: String,
    pub name: String,
    pub picture: String,
    pub quantity: i64,
    pub paid: Money,
    pub product_type: Option<String>,
    pub fineness: Option<i64>,
    pub unit_weight: Option<i64>,
    /// Whether it is a piece of jewellery: no gift card, no service, no bag, no gift with a purchase.
    pub is_jewellery: bool,
    /// How many of its pieces are in other documents that stand.
    pub recycled: i64,
}

impl OriginLine {
    pub(crate) const fn left(&self) -> i64 {
        self.quantity - self.recycled
    }
}

/// The sale of a receipt number in a store.
pub(crate) async fn find_by_receipt(
    tx: &mut Tx,
    store_no: &StoreNo,
    receipt_no: &str,
) -> Outcome<Option<OrderId>> {
    let row = tx
        .query_opt(
            "SELECT order_id FROM sales_order \
             WHERE receipt_no = $2 AND store_no = $1 AND order_type = 'SALE'",
            params![store_no, receipt_no],
        )
        .await?;
    row.map(|mut row| Ok(row.read()?)).transpose()
}

/// A sale of a store with its lines. What `but` holds of them does not count as recycled.
pub(crate) async fn find(
    tx: &mut Tx,
    store_no: &StoreNo,
    order_id: OrderId,
    but: Option<Uuid>,
) -> Outcome<Option<OriginOrder>> {
    let row = tx
        .query_opt(
            "SELECT receipt_no, customer_id, business_date, currency_code FROM sales_order \
             WHERE order_id = $2 AND store_no = $1 AND order_type = 'SALE'",
            params![store_no, order_id],
        )
        .await?;
    let Some(mut row) = row else { return Ok(None) };
    let (receipt_no, customer_id, business_date) = (row.read()?, row.read()?, row.read()?);
    let currency = row.read()?;
    Ok(Some(OriginOrder {
        order_id,
        receipt_no,
        customer_id,
        business_date,
        lines: lines(tx, order_id, but, currency).await?,
    }))
}

async fn lines(
    tx: &mut Tx,
    order_id: OrderId,
    but: Option<Uuid>,
    currency: Currency,
) -> Outcome<Vec<OriginLine>> {
    let rows = tx
        .query(
            "SELECT l.line_id, l.item_no, l.size_code, l.name, l.picture, l.quantity, l.net, \
             i.product_type, i.fineness, i.unit_weight, \
             l.is_liability OR l.campaign_id IS NOT NULL OR COALESCE(i.no_stock_posting, $3) \
             OR COALESCE(i.product_type, '') IN ('GIFT', 'SERVICE'), \
             COALESCE((SELECT CAST(SUM(p.quantity) AS BIGINT) FROM recycling_line p \
             JOIN recycling r ON r.recycling_id = p.recycling_id \
             WHERE p.order_line_id = l.line_id AND r.state NOT IN ('CANCELLED', 'WITHDRAWN') \
             AND r.recycling_id <> $2), 0) \
             FROM sales_order_line l LEFT JOIN item i ON i.item_no = l.item_no \
             WHERE l.order_id = $1 AND l.quantity > 0 ORDER BY l.position LIMIT 500",
            params![order_id, but.unwrap_or_else(Uuid::nil), false],
        )
        .await?;
    rows.into_iter()
        .map(|mut row| {
            Ok(OriginLine {
                line_id: row.read()?,
                item_no: row.read()?,
                size_code: row.read()?,
                name: row.read()?,
                picture: row.read()?,
                quantity: row.read()?,
                paid: Money::new(row.read()?, currency),
                product_type: row.read()?,
                fineness: row.read()?,
                unit_weight: row.read()?,
                is_jewellery: !row.read::<bool>()?,
                recycled: row.read()?,
            })
        })
        .collect()
}
