//! Which orders stand on a page. Each store's come from one index in the order of the list, so that
//! a page costs what it shows, however many orders there are.

use std::collections::BTreeSet;

use jiff::Timestamp;
use kernel::id::OrderId;
use shell::Outcome;
use shell::db::{Engine, IntoValue, Row, Tx, Value, params};

use super::list::id_places;
use super::{places, search};
use crate::rule::list::{Cursor, Number, Period};
use crate::rule::search::text_query;

/// What a list is narrowed to.
#[derive(Clone, Debug)]
pub(crate) struct Filter {
    /// The stores whose orders may be seen.
    pub stores: Vec<String>,
    /// The business dates; none: all.
    pub period: Option<Period>,
    /// Words that an order must all hold, folded.
    pub words: Vec<String>,
    /// The number that an order may have instead of the words.
    pub number: Option<Number>,
    /// Whether the number alone counts, and not the words.
    pub is_number_only: bool,
    pub staff_id: Option<String>,
    pub tender_code: Option<String>,
    /// The statement that holds the orders.
    pub statement_no: Option<String>,
}

/// What a list is read from, each in the order of the list but for a statement, which holds few.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Source {
    Orders,
    Tenders,
    Statement,
}

impl Source {
    fn of(filter: &Filter) -> Self {
        if filter.statement_no.is_some() {
            Self::Statement
        } else if filter.tender_code.is_some() && filter.words.is_empty() {
            Self::Tenders
        } else {
            Self::Orders
        }
    }
}

/// What is wanted of a store's orders.
#[derive(Clone, Copy, Debug)]
pub(super) struct Window {
    /// Only those behind this place.
    pub after: Option<Cursor>,
    /// Only those from this moment on: others have no chance.
    pub floor: Option<Timestamp>,
    /// How many.
    pub limit: usize,
}

impl Window {
    /// The moments, in microseconds, from the first up to and without the second.
    pub(super) fn moments(&self, filter: &Filter) -> (i64, i64) {
        let (start, end) = filter.period.map_or((i64::MIN, i64::MAX), Period::moments);
        let floor = self.floor.map_or(i64::MIN, Timestamp::as_microsecond);
        let after = self.after.map_or(i64::MAX, |after| {
            after.completed_at.as_microsecond().saturating_add(1)
        });
        (start.max(floor), end.min(after))
    }
}

/// The ids of a page, newest first, behind the place `after`.
pub(super) async fn page(
    tx: &mut Tx,
    filter: &Filter,
    after: Option<Cursor>,
    limit: i64,
) -> Outcome<Vec<OrderId>> {
    let limit = usize::try_from(limit).unwrap_or_default();
    let numbered = numbered(tx, filter).await?;
    let mut found: BTreeSet<Cursor> = places_of(tx, filter, &numbered)
        .await?
        .into_iter()
        .filter(|place| after.is_none_or(|after| *place < after))
        .collect();
    if !filter.is_number_only {
        for store_no in &filter.stores {
            // What is older than a page that is full already need not be looked for.
            let last = limit
                .checked_sub(1)
                .and_then(|last| found.iter().nth_back(last));
            let window = Window {
                after,
                floor: last.map(|place| place.completed_at),
                limit,
            };
            found.extend(of_store(tx, filter, store_no, window).await?);
        }
    }
    let page = found.into_iter().rev().take(limit);
    Ok(page.map(|place| place.order_id).collect())
}

async fn of_store(
    tx: &mut Tx,
    filter: &Filter,
    store_no: &str,
    window: Window,
) -> Outcome<Vec<Cursor>> {
    if !filter.words.is_empty() && tx.engine() == Engine::Sqlite {
        return search::find(tx, filter, store_no, window).await;
    }
    let (sql, values) = statement(filter, store_no, window);
    read_places(tx.query(&sql, &values).await?)
}

fn statement(filter: &Filter, store_no: &str, window: Window) -> (String, Vec<Value>) {
    let mut values = Vec::new();
    let from = orders_of_store(filter, store_no, window, &mut values);
    let limit = places(&mut values, [limit_value(window.limit)]);
    let sql = format!(
        "SELECT DISTINCT o.completed_at, o.order_id FROM {from} \
         ORDER BY o.completed_at DESC, o.order_id DESC LIMIT {limit}"
    );
    (sql, values)
}

pub(super) fn limit_value(limit: usize) -> Value {
    Value::Integer(i64::try_from(limit).unwrap_or(i64::MAX))
}

fn read_places(rows: Vec<Row>) -> Outcome<Vec<Cursor>> {
    rows.into_iter()
        .map(|mut row| {
            Ok(Cursor {
                completed_at: row.read()?,
                order_id: row.read()?,
            })
        })
        .collect()
}

/// The table, as `o`, and the conditions under which an index gives a store's orders in the order
/// of the list. A tender's orders come from the tenders, which may name one twice; a statement's from
/// what it holds, wherever they stand in the list.
pub(super) fn orders_of_store(
    filter: &Filter,
    store_no: &str,
    window: Window,
    values: &mut Vec<Value>,
) -> String {
    let source = Source::of(filter);
    let (start, end) = window.moments(filter);
    let mut sql = match &filter.statement_no {
        // The store as an expression: its index is not to be walked for the few that are held.
        Some(statement_no) => format!(
            "statement_order s CROSS JOIN sales_order o \
             WHERE s.statement_no = {} AND o.order_id = s.order_id AND o.store_no || ''",
            places(values, [statement_no.into_value()])
        ),
        None if source == Source::Tenders => "sales_order_tender o WHERE o.store_no".to_owned(),
        None => "sales_order o WHERE o.store_no".to_owned(),
    };
    let from = format!(
        " = {} AND o.completed_at >= {}",
        places(values, [store_no.into_value()]),
        places(values, [start.into_value()]),
    );
    sql.push_str(&from);
    let mut add = |condition: String| sql.push_str(&format!(" AND {condition}"));
    if let Some(after) = window.after {
        let place = [after.completed_at.into_value(), after.order_id.into_value()];
        let place = places(values, place);
        add(format!("(o.completed_at, o.order_id) < ({place})"));
    } else {
        let end = places(values, [end.into_value()]);
        add(format!("o.completed_at < {end}"));
    }
    if let Some(code) = filter
        .tender_code
        .as_ref()
        .filter(|_| source == Source::Tenders)
    {
        let code = places(values, [code.into_value()]);
        add(format!("o.tender_code = {code}"));
    }
    let rest = exact_conditions(filter, source, values);
    sql.push_str(&rest);
    if !filter.words.is_empty() {
        let words = places(values, [text_query(&filter.words).into_value()]);
        let words = format!("o.search_words @@ CAST(CAST({words} AS TEXT) AS tsquery)");
        sql.push_str(&format!(" AND {words}"));
    }
    sql
}

/// What an order `o` must be, besides where and when it was sold, and what its source says already.
pub(super) fn exact_conditions(filter: &Filter, source: Source, values: &mut Vec<Value>) -> String {
    let mut sql = String::new();
    if let Some(period) = filter.period {
        let from = places(values, [period.from.into_value()]);
        let to = places(values, [period.to.into_value()]);
        // As an expression: no index is to be chosen by the date, it would not be in order.
        sql.push_str(&format!(
            " AND o.business_date || '' >= {from} AND o.business_date || '' <= {to}"
        ));
    }
    if let Some(staff_id) = &filter.staff_id {
        let staff_id = places(values, [staff_id.into_value()]);
        sql.push_str(&format!(" AND o.salesperson_id = {staff_id}"));
    }
    if let Some(code) = filter
        .tender_code
        .as_ref()
        .filter(|_| source != Source::Tenders)
    {
        let code = places(values, [code.into_value()]);
        sql.push_str(&format!(
            " AND EXISTS (SELECT 1 FROM sales_order_tender t \
             WHERE t.order_id = o.order_id AND t.tender_code = {code})"
        ));
    }
    let statement_no = filter.statement_no.as_ref();
    if let Some(statement_no) = statement_no.filter(|_| source != Source::Statement) {
        let statement_no = places(values, [statement_no.into_value()]);
        sql.push_str(&format!(
            " AND EXISTS (SELECT 1 FROM statement_order s \
             WHERE s.order_id = o.order_id AND s.statement_no = {statement_no})"
        ));
    }
    sql
}

/// The orders with the number that is searched, and the others' conditions.
pub(super) async fn numbered(tx: &mut Tx, filter: &Filter) -> Outcome<Vec<OrderId>> {
    match &filter.number {
        Some(number) if !filter.words.is_empty() => find_number(tx, &filter.stores, number).await,
        _ => Ok(Vec::new()),
    }
}

/// Where those of the orders stand that the other conditions leave.
async fn places_of(tx: &mut Tx, filter: &Filter, order_ids: &[OrderId]) -> Outcome<Vec<Cursor>> {
    if order_ids.is_empty() {
        return Ok(Vec::new());
    }
    let (ids, mut values) = id_places(order_ids);
    let conditions = exact_conditions(filter, Source::Orders, &mut values);
    let sql = format!(
        "SELECT o.completed_at, o.order_id FROM sales_order o \
         WHERE o.order_id IN ({ids}){conditions}"
    );
    read_places(tx.query(&sql, &values).await?)
}

/// The orders of these stores that have this number, or whose receipt has it.
async fn find_number(tx: &mut Tx, stores: &[String], number: &Number) -> Outcome<Vec<OrderId>> {
    let mut values = params![&number.receipt_no].to_vec();
    let stores = places(&mut values, stores.iter().cloned().map(Value::Text));
    let mut sql = format!(
        "SELECT o.order_id FROM sales_order o WHERE o.receipt_no = $1 AND o.store_no IN ({stores})"
    );
    if let Some(order_no) = number.order_no {
        let order_no = places(&mut values, [Value::Integer(order_no)]);
        sql.push_str(&format!(
            " UNION SELECT o.order_id FROM sales_order o \
             WHERE o.store_no IN ({stores}) AND o.order_no = {order_no}"
        ));
    }
    let rows = tx.query(&sql, &values).await?;
    rows.into_iter().map(|mut row| Ok(row.read()?)).collect()
}

/// Whether an order of these stores has this number, or its receipt has it.
pub(crate) async fn number_exists(
    tx: &mut Tx,
    stores: &[String],
    number: &Number,
) -> Outcome<bool> {
    Ok(!find_number(tx, stores, number).await?.is_empty())
}

#[cfg(test)]
mod tests {
    use shell::db::Db;

    use super::*;

    /// A statement holds few orders: they are looked up one by one, and no index of all orders is walked.
    #[tokio::test]
    async fn orders_of_a_statement_are_read_from_what_it_holds() {
        for (staff_id, tender_code) in [(None, None), (Some("CAM"), Some("CASH"))] {
            for is_any_day in [true, false] {
                let mut filter = filter(staff_id, tender_code);
                filter.statement_no = Some("S-PAR01-1".to_owned());
                if is_any_day {
                    filter.period = None;
                }
                let window = Window {
                    after: None,
                    floor: None,
                    limit: 50,
                };
                let (sql, values) = statement(&filter, "PAR01", window);
                let plan = plan(sql, values).await;
                let held = "SEARCH s USING INDEX statement_order_by_statement (statement_no=?); \
                            SEARCH o USING INDEX sqlite_autoindex_sales_order_1 (order_id=?)";
                assert!(plan.starts_with(held), "{plan}");
            }
        }
    }

    fn filter(staff_id: Option<&str>, tender_code: Option<&str>) -> Filter {
        let day = |text: &str| text.parse().unwrap();
        Filter {
            stores: vec!["PAR01".to_owned()],
            period: Some(Period {
                from: day("2026-11-01"),
                to: day("2026-11-21"),
            }),
            words: Vec::new(),
            number: None,
            is_number_only: false,
            staff_id: staff_id.map(str::to_owned),
            tender_code: tender_code.map(str::to_owned),
            statement_no: None,
        }
    }

    /// How SQLite would answer, step by step.
    async fn plan(sql: String, values: Vec<Value>) -> String {
        let folder = tempfile::tempdir().unwrap();
        let db = Db::open_sqlite(&folder.path().join("vitrine.db")).unwrap();
        db.migrate().await.unwrap();
        db.read((sql, values), |tx, (sql, values)| {
            Box::pin(async move {
                let rows = tx
                    .query(&format!("EXPLAIN QUERY PLAN {sql}"), values)
                    .await?;
                let mut steps = Vec::new();
                for mut row in rows {
                    let _: (i64, i64, i64) = (row.read()?, row.read()?, row.read()?);
                    steps.push(row.read::<String>()?);
                }
                Ok(steps.join("; "))
            })
        })
        .await
        .unwrap()
    }

    #[tokio::test]
    async fn each_page_is_read_from_one_index_in_its_order() {
        let at = "2026-11-20T09:00:00Z".parse().unwrap();
        let after = Cursor {
            completed_at: at,
            order_id: OrderId(uuid::Uuid::from_u128(1)),
        };
        let table = [
            (filter(None, None), "sales_order_by_time (store_no=?"),
            (
                filter(Some("CAM"), None),
                "sales_order_by_salesperson (store_no=? AND salesperson_id=?",
            ),
            (
                filter(None, Some("CASH")),
                "sales_order_tender_by_code (store_no=? AND tender_code=?",
            ),
            (
                filter(Some("CAM"), Some("CASH")),
                "sales_order_tender_by_salesperson \
                 (store_no=? AND tender_code=? AND salesperson_id=?",
            ),
        ];
        for (filter, index) in table {
            for (after, floor) in [(None, None), (None, Some(at)), (Some(after), Some(at))] {
                let window = Window {
                    after,
                    floor,
                    limit: 50,
                };
                let (sql, values) = statement(&filter, "PAR01", window);
                let plan = plan(sql, values).await;
                let expected = format!("SEARCH o USING COVERING INDEX {index}");
                assert!(plan.starts_with(&expected), "{plan}");
                // From some moment on, or behind a place: not through all that is older or newer.
                assert!(plan.contains("completed_at>? AND "), "{plan}");
                assert!(!plan.contains("TEMP B-TREE"), "{plan}");
            }
        }
    }
}
