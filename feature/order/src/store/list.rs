//! Orders as a list shows them.

use std::collections::HashMap;

use crm::rule::name::shown_name;
use kernel::id::OrderId;
use kernel::{Currency, Money};
use shell::Outcome;
use shell::db::{IntoValue, Row, Tx, Value};

use super::page::{Filter, page};
use super::places;
use crate::record::OrderHead;
use crate::rule::list::Cursor;

/// The most pictures of an order in a list.
const PICTURES_MAX: usize = 3;

/// An order in a list.
#[derive(Clone, Debug)]
pub(crate) struct OrderRow {
    pub head: OrderHead,
    pub pictures: Vec<String>,
    /// Codes and names of the tenders.
    pub tenders: Vec<(String, String)>,
}

pub(super) const HEAD_COLUMNS: &str = "o.order_id, o.store_no, o.order_no, o.receipt_no, \
     o.terminal_no, COALESCE(n.name, o.terminal_no), o.order_type, o.salesperson_name, o.customer_id, \
     c.family_name, c.given_name, c.customer_no, o.currency_code, o.subtotal, o.total, o.rounding, o.pieces, \
     o.note, o.business_date, o.completed_at, o.return_days";
pub(super) const HEAD_TABLES: &str = "sales_order o \
     LEFT JOIN terminal n ON n.terminal_no = o.terminal_no \
     LEFT JOIN customer c ON c.customer_id = o.customer_id";

pub(super) fn read_head(row: &mut Row) -> Outcome<OrderHead> {
    let order_id = row.read()?;
    let store_no = row.read()?;
    let order_no = row.read()?;
    let receipt_no = row.read()?;
    let terminal_no = row.read()?;
    let terminal_name = row.read()?;
    let order_type = row.read()?;
    let salesperson_name = row.read()?;
    let customer_id = row.read()?;
    let (family, given): (Option<String>, Option<String>) = (row.read()?, row.read()?);
    let customer_no: Option<i64> = row.read()?;
    let currency: Currency = row.read()?;
    let mut money = || -> Outcome<Money> { Ok(Money::new(row.read()?, currency)) };
    let (subtotal, total, rounding) = (money()?, money()?, money()?);
    Ok(OrderHead {
        order_id,
        store_no,
        order_no,
        receipt_no,
        terminal_no,
        terminal_name,
        order_type,
        salesperson_name,
        customer_id,
        customer_name: family
            .zip(given)
            .zip(customer_no)
            .map(|((family, given), no)| shown_name(&family, &given, no)),
        subtotal,
        total,
        rounding,
        pieces: row.read()?,
        note: row.read()?,
        business_date: row.read()?,
        completed_at: row.read()?,
        return_days: row.read()?,
    })
}

/// A page of orders, newest first, behind the place `after`.
pub(crate) async fn list_orders(
    tx: &mut Tx,
    filter: &Filter,
    after: Option<Cursor>,
    limit: i64,
) -> Outcome<Vec<OrderRow>> {
    let order_ids = page(tx, filter, after, limit).await?;
    let mut heads = heads_of(tx, &order_ids).await?;
    let mut pictures = pictures_of(tx, &order_ids).await?;
    let mut tenders = tenders_of(tx, &order_ids).await?;
    Ok(order_ids
        .iter()
        .filter_map(|order_id| heads.remove(order_id))
        .map(|head| OrderRow {
            pictures: pictures.remove(&head.order_id).unwrap_or_default(),
            tenders: tenders.remove(&head.order_id).unwrap_or_default(),
            head,
        })
        .collect())
}

async fn heads_of(tx: &mut Tx, order_ids: &[OrderId]) -> Outcome<HashMap<OrderId, OrderHead>> {
    if order_ids.is_empty() {
        return Ok(HashMap::new());
    }
    let (places, values) = id_places(order_ids);
    let sql = format!("SELECT {HEAD_COLUMNS} FROM {HEAD_TABLES} WHERE o.order_id IN ({places})");
    tx.query(&sql, &values)
        .await?
        .into_iter()
        .map(|mut row| {
            let head = read_head(&mut row)?;
            Ok((head.order_id, head))
        })
        .collect()
}

/// Who is credited with what of orders that several people sold, by name, the first of each order
/// first. An order that one person sold has nothing here.
pub(crate) async fn credits_of(
    tx: &mut Tx,
    order_ids: &[OrderId],
) -> Outcome<HashMap<OrderId, Vec<(String, i64)>>> {
    let mut credits: HashMap<OrderId, Vec<(String, i64)>> = HashMap::new();
    if order_ids.is_empty() {
        return Ok(credits);
    }
    let (places, values) = id_places(order_ids);
    let sql = format!(
        "SELECT n.order_id, MAX(n.name), CAST(SUM(n.amount) AS BIGINT) \
         FROM sales_order_salesperson n WHERE n.order_id IN ({places}) \
         GROUP BY n.order_id, n.staff_id \
         ORDER BY n.order_id, \
         MIN(CASE WHEN n.line_id IS NULL THEN n.position ELSE 1000 + n.position END), n.staff_id"
    );
    for mut row in tx.query(&sql, &values).await? {
        let of_order = credits.entry(row.read()?).or_default();
        of_order.push((row.read()?, row.read()?));
    }
    Ok(credits)
}

/// The places of ids. The last one stands there again until their number is a power of two: few
/// different statements are kept prepared.
pub(super) fn id_places(order_ids: &[OrderId]) -> (String, Vec<Value>) {
    let mut values = Vec::new();
    let more = order_ids.len().next_power_of_two() - order_ids.len();
    let again = order_ids.last().into_iter().cycle().take(more);
    let all = order_ids.iter().chain(again).map(|id| id.into_value());
    let places = places(&mut values, all);
    (places, values)
}

/// The first pictures of orders, each once.
pub(super) async fn pictures_of(
    tx: &mut Tx,
    order_ids: &[OrderId],
) -> Outcome<HashMap<OrderId, Vec<String>>> {
    let mut pictures: HashMap<OrderId, Vec<String>> = HashMap::new();
    if order_ids.is_empty() {
        return Ok(pictures);
    }
    let (places, values) = id_places(order_ids);
    let sql = format!(
        "SELECT l.order_id, l.picture FROM sales_order_line l WHERE l.order_id IN ({places}) \
         ORDER BY l.order_id, l.position"
    );
    for mut row in tx.query(&sql, &values).await? {
        let of_order = pictures.entry(row.read()?).or_default();
        let picture: String = row.read()?;
        if of_order.len() < PICTURES_MAX && !picture.is_empty() && !of_order.contains(&picture) {
            of_order.push(picture);
        }
    }
    Ok(pictures)
}

/// The tenders of orders, each once.
async fn tenders_of(
    tx: &mut Tx,
    order_ids: &[OrderId],
) -> Outcome<HashMap<OrderId, Vec<(String, String)>>> {
    let mut tenders: HashMap<OrderId, Vec<(String, String)>> = HashMap::new();
    if order_ids.is_empty() {
        return Ok(tenders);
    }
    let (places, values) = id_places(order_ids);
    let sql = format!(
        "SELECT t.order_id, t.tender_code, t.name FROM sales_order_tender t \
         WHERE t.order_id IN ({places}) ORDER BY t.order_id, t.position"
    );
    for mut row in tx.query(&sql, &values).await? {
        let of_order = tenders.entry(row.read()?).or_default();
        let tender = (row.read()?, row.read()?);
        if !of_order.contains(&tender) {
            of_order.push(tender);
        }
    }
    Ok(tenders)
}
