//! Lists of orders.

use std::collections::HashMap;

use catalog::rule::search;
use crm::rule::name::full_name;
use kernel::id::OrderId;
use kernel::{Currency, Money};
use shell::Outcome;
use shell::db::{IntoValue, Row, Tx, Value};

use super::places;
use crate::record::OrderHead;
use crate::rule::list::{Cursor, Number, Period};

/// The most pictures of an order in a list.
const PICTURES_MAX: usize = 3;

/// What a list is narrowed to.
#[derive(Clone, Debug)]
pub(crate) struct Filter {
    /// The stores whose orders may be seen.
    pub stores: Vec<String>,
    /// The business dates; none: all.
    pub period: Option<Period>,
    /// Words that an order must all hold.
    pub words: String,
    /// The number that an order may have instead of the words.
    pub number: Option<Number>,
    /// Whether the number alone counts, and not the words.
    pub is_number_only: bool,
    pub staff_id: Option<String>,
    pub tender_code: Option<String>,
}

impl Filter {
    fn condition(&self, values: &mut Vec<Value>) -> String {
        let texts = |texts: &[String]| texts.iter().cloned().map(Value::Text).collect::<Vec<_>>();
        let stores = places(values, texts(&self.stores));
        // With one store an index gives the rows in their order.
        let mut sql = match self.stores.len() {
            1 => format!("o.store_no = {stores}"),
            _ => format!("o.store_no IN ({stores})"),
        };
        let mut add = |values: &mut Vec<Value>, condition: &str, value: Value, after: &str| {
            let place = places(values, [value]);
            sql.push_str(&format!(" AND {condition} {place}{after}"));
        };
        if let Some(period) = self.period {
            add(values, "o.business_date >=", period.from.into_value(), "");
            add(values, "o.business_date <=", period.to.into_value(), "");
        }
        if let Some(staff_id) = &self.staff_id {
            add(values, "o.salesperson_id =", staff_id.into_value(), "");
        }
        if let Some(code) = &self.tender_code {
            let tender = "EXISTS (SELECT 1 FROM sales_order_tender t \
                 WHERE t.order_id = o.order_id AND t.tender_code =";
            add(values, tender, code.into_value(), ")");
        }
        if let Some(found) = self.search_condition(values) {
            sql.push_str(&format!(" AND ({found})"));
        }
        sql
    }

    fn search_condition(&self, values: &mut Vec<Value>) -> Option<String> {
        if let (Some(number), true) = (&self.number, self.is_number_only) {
            return Some(number_condition(number, values));
        }
        let words: Vec<String> = search::patterns(&self.words)
            .into_iter()
            .map(|pattern| {
                let place = places(values, [Value::Text(pattern)]);
                format!("o.search_text LIKE {place} ESCAPE '\\'")
            })
            .collect();
        if words.is_empty() {
            return None;
        }
        let mut any = vec![format!("({})", words.join(" AND "))];
        if let Some(number) = &self.number {
            any.push(number_condition(number, values));
        }
        Some(any.join(" OR "))
    }
}

fn number_condition(number: &Number, values: &mut Vec<Value>) -> String {
    let place = places(values, [Value::Text(number.receipt_no.clone())]);
    let mut sql = format!("o.receipt_no = {place}");
    if let Some(order_no) = number.order_no {
        let place = places(values, [Value::Integer(order_no)]);
        sql.push_str(&format!(" OR o.order_no = {place}"));
    }
    sql
}

/// Whether an order of these stores has this number, or its receipt has it.
pub(crate) async fn number_exists(
    tx: &mut Tx,
    stores: &[String],
    number: &Number,
) -> Outcome<bool> {
    let mut values = Vec::new();
    let stores = places(&mut values, stores.iter().cloned().map(Value::Text));
    let number = number_condition(number, &mut values);
    let sql = format!(
        "SELECT o.order_no FROM sales_order o WHERE o.store_no IN ({stores}) AND ({number}) LIMIT 1"
    );
    Ok(tx.query_opt(&sql, &values).await?.is_some())
}

/// An order in a list.
#[derive(Clone, Debug)]
pub(crate) struct OrderRow {
    pub head: OrderHead,
    pub pictures: Vec<String>,
    /// Codes and names of the tenders.
    pub tenders: Vec<(String, String)>,
}

pub(super) const HEAD_COLUMNS: &str = "o.order_id, o.store_no, o.order_no, o.receipt_no, \
     o.terminal_no, COALESCE(n.name, o.terminal_no), o.salesperson_name, o.customer_id, \
     c.family_name, c.given_name, o.currency_code, o.subtotal, o.total, o.rounding, o.pieces, \
     o.note, o.business_date, o.completed_at";
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
    let salesperson_name = row.read()?;
    let customer_id = row.read()?;
    let (family, given): (Option<String>, Option<String>) = (row.read()?, row.read()?);
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
        salesperson_name,
        customer_id,
        customer_name: family
            .zip(given)
            .map(|(family, given)| full_name(&family, &given)),
        subtotal,
        total,
        rounding,
        pieces: row.read()?,
        note: row.read()?,
        business_date: row.read()?,
        completed_at: row.read()?,
    })
}

/// A page of orders, newest first, behind the place `after`.
pub(crate) async fn list_orders(
    tx: &mut Tx,
    filter: &Filter,
    after: Option<Cursor>,
    limit: i64,
) -> Outcome<Vec<OrderRow>> {
    let mut values = Vec::new();
    let mut condition = filter.condition(&mut values);
    if let Some(cursor) = after {
        let place = places(
            &mut values,
            [
                cursor.completed_at.into_value(),
                cursor.order_id.into_value(),
            ],
        );
        condition.push_str(&format!(" AND (o.completed_at, o.order_id) < ({place})"));
    }
    let limit = places(&mut values, [Value::Integer(limit)]);
    let sql = format!(
        "SELECT {HEAD_COLUMNS} FROM {HEAD_TABLES} WHERE {condition} \
         ORDER BY o.completed_at DESC, o.order_id DESC LIMIT {limit}"
    );
    let heads = tx
        .query(&sql, &values)
        .await?
        .into_iter()
        .map(|mut row| read_head(&mut row))
        .collect::<Outcome<Vec<OrderHead>>>()?;
    let order_ids: Vec<OrderId> = heads.iter().map(|head| head.order_id).collect();
    let mut pictures = pictures_of(tx, &order_ids).await?;
    let mut tenders = tenders_of(tx, &order_ids).await?;
    Ok(heads
        .into_iter()
        .map(|head| OrderRow {
            pictures: pictures.remove(&head.order_id).unwrap_or_default(),
            tenders: tenders.remove(&head.order_id).unwrap_or_default(),
            head,
        })
        .collect())
}

/// How many orders a filter leaves, and their sums by currency.
pub(crate) async fn sum_orders(tx: &mut Tx, filter: &Filter) -> Outcome<(i64, Vec<Money>)> {
    let mut values = Vec::new();
    let condition = filter.condition(&mut values);
    let sql = format!(
        "SELECT o.currency_code, COUNT(*), CAST(SUM(o.total) AS BIGINT) FROM sales_order o \
         WHERE {condition} GROUP BY o.currency_code ORDER BY o.currency_code"
    );
    let (mut count, mut sums) = (0, Vec::new());
    for mut row in tx.query(&sql, &values).await? {
        let currency: Currency = row.read()?;
        count += row.read::<i64>()?;
        sums.push(Money::new(row.read()?, currency));
    }
    Ok((count, sums))
}

fn id_places(order_ids: &[OrderId]) -> (String, Vec<Value>) {
    let mut values = Vec::with_capacity(order_ids.len());
    let places = places(&mut values, order_ids.iter().map(|id| id.into_value()));
    (places, values)
}

/// The first pictures of orders, each once.
async fn pictures_of(tx: &mut Tx, order_ids: &[OrderId]) -> Outcome<HashMap<OrderId, Vec<String>>> {
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
