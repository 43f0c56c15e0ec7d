//! What a customer bought.

use std::collections::HashMap;

use jiff::civil::Date;
use kernel::id::{CustomerId, OrderId};
use kernel::{Currency, Money};
use shell::Outcome;
use shell::db::{Tx, Value, params};

use super::list::{id_places, pictures_of};

/// How many of the last orders are looked at.
const ORDERS_MAX: i64 = 100;
/// How many visits are told.
const VISITS: usize = 5;
/// How many sizes are told of each item class.
const SIZES: usize = 2;

/// A visit at which a customer bought something.
#[derive(Clone, Debug)]
pub(crate) struct Visit {
    pub(crate) order_id: OrderId,
    pub(crate) business_date: Date,
    pub(crate) store_name: String,
    pub(crate) salesperson_name: String,
    pub(crate) pieces: i64,
    pub(crate) total: Money,
    pub(crate) pictures: Vec<String>,
}

/// A size that a customer took.
#[derive(Clone, Debug)]
pub(crate) struct TakenSize {
    pub(crate) item_class: String,
    pub(crate) size_code: String,
    pub(crate) pieces: i64,
}

/// What a customer bought.
#[derive(Clone, Debug, Default)]
pub(crate) struct Purchases {
    /// How often, and how many pieces, of the last orders.
    pub(crate) times: i64,
    pub(crate) pieces: i64,
    pub(crate) is_more: bool,
    /// Where, the last boutique first.
    pub(crate) stores: Vec<String>,
    pub(crate) visits: Vec<Visit>,
    pub(crate) sizes: Vec<TakenSize>,
}

/// The last orders of a customer, in two bounded questions to their indexes, and the pictures of
/// those that are told.
pub(crate) async fn purchases_of(tx: &mut Tx, customer_id: CustomerId) -> Outcome<Purchases> {
    let rows = tx
        .query(
            "SELECT o.order_id, o.business_date, s.name, o.salesperson_name, o.pieces, \
             o.currency_code, o.total FROM sales_order o \
             JOIN store s ON s.store_no = o.store_no \
             WHERE o.customer_id = $1 AND o.order_type = 'SALE' \
             ORDER BY o.completed_at DESC, o.order_id DESC LIMIT $2",
            params![customer_id, ORDERS_MAX + 1],
        )
        .await?;
    let mut visits: Vec<Visit> = Vec::new();
    for mut row in rows {
        visits.push(Visit {
            order_id: row.read()?,
            business_date: row.read()?,
            store_name: row.read()?,
            salesperson_name: row.read()?,
            pieces: row.read()?,
            total: {
                let currency: Currency = row.read()?;
                Money::new(row.read()?, currency)
            },
            pictures: Vec::new(),
        });
    }
    let most = usize::try_from(ORDERS_MAX).unwrap_or(usize::MAX);
    let is_more = visits.len() > most;
    visits.truncate(most);
    let order_ids: Vec<OrderId> = visits.iter().map(|visit| visit.order_id).collect();
    let mut stores: Vec<String> = Vec::new();
    for visit in &visits {
        if !stores.contains(&visit.store_name) {
            stores.push(visit.store_name.clone());
        }
    }
    let purchases = Purchases {
        times: i64::try_from(visits.len()).unwrap_or(i64::MAX),
        pieces: visits.iter().map(|visit| visit.pieces).sum(),
        is_more,
        stores,
        sizes: sizes_of(tx, &order_ids).await?,
        visits: with_pictures(tx, visits).await?,
    };
    Ok(purchases)
}

async fn with_pictures(tx: &mut Tx, mut visits: Vec<Visit>) -> Outcome<Vec<Visit>> {
    visits.truncate(VISITS);
    let order_ids: Vec<OrderId> = visits.iter().map(|visit| visit.order_id).collect();
    let mut pictures: HashMap<OrderId, Vec<String>> = pictures_of(tx, &order_ids).await?;
    for visit in &mut visits {
        visit.pictures = pictures.remove(&visit.order_id).unwrap_or_default();
    }
    Ok(visits)
}

/// The sizes that were taken most often, by item class.
async fn sizes_of(tx: &mut Tx, order_ids: &[OrderId]) -> Outcome<Vec<TakenSize>> {
    if order_ids.is_empty() {
        return Ok(Vec::new());
    }
    // The last order may stand in the places more than once; a list of values holds it once.
    let (places, values): (String, Vec<Value>) = id_places(order_ids);
    let sql = format!(
        "SELECT c.name, l.size_code, CAST(SUM(l.quantity) AS BIGINT) AS pieces, \
         MIN(c.position) AS position \
         FROM sales_order_line l JOIN item i ON i.item_no = l.item_no \
         JOIN item_class c ON c.item_class_code = i.item_class_code \
         WHERE l.order_id IN ({places}) AND l.size_code <> '' \
         GROUP BY c.name, l.size_code ORDER BY position, pieces DESC, l.size_code"
    );
    let mut sizes: Vec<TakenSize> = Vec::new();
    for mut row in tx.query(&sql, &values).await? {
        let size = TakenSize {
            item_class: row.read()?,
            size_code: row.read()?,
            pieces: row.read()?,
        };
        let told = sizes
            .iter()
            .filter(|known| known.item_class == size.item_class);
        if told.count() < SIZES {
            sizes.push(size);
        }
    }
    Ok(sizes)
}
