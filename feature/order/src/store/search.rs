//! The words of orders on SQLite: an index of the beginnings of words that a job fills, and the
//! orders behind it that are looked at one by one.

use std::collections::{BTreeMap, BTreeSet};

use jiff::Timestamp;
use kernel::id::OrderId;
use kernel::{Currency, Money};
use shell::Outcome;
use shell::db::{Row, Tx, params};

use super::list::id_places;
use super::page::{Filter, Source, Window, exact_conditions, limit_value, orders_of_store};
use crate::rule::list::Cursor;
use crate::rule::search::{Asked, Indexed, MICROSECONDS, holds, question, second, tokens};

/// How many rows of the index are read at a time at least: more than a page needs, and few enough
/// for a page that is full at once.
const ROWS_MIN: usize = 64;
/// How many rows of the index are read at a time when all are wanted.
const ROWS_MAX: usize = 4_096;

/// An order that holds the words.
pub(super) struct Match {
    pub place: Cursor,
    pub total: Money,
}

const COLUMNS: &str = "o.completed_at, o.order_id, o.currency_code, o.total, o.search_text";

/// The place behind the last order in the index.
async fn indexed_to(tx: &mut Tx) -> Outcome<i64> {
    let sql = "SELECT indexed_to FROM order_search_position";
    Ok(tx.query_one(sql, params![]).await?.read()?)
}

/// Where the orders of a store stand that hold the words, from the newest on; at least as many as
/// are wanted, when there are.
pub(super) async fn find(
    tx: &mut Tx,
    filter: &Filter,
    store_no: &str,
    window: Window,
) -> Outcome<Vec<Cursor>> {
    if filter.statement_no.is_some() {
        let found = of_statement(tx, filter, store_no, window).await?;
        return Ok(found.iter().map(|found| found.place).collect());
    }
    let is_wanted = |place: &Cursor| window.after.is_none_or(|after| *place < after);
    let indexed_to = indexed_to(tx).await?;
    let found = behind_index(tx, filter, store_no, indexed_to).await?;
    let mut places: Vec<Cursor> = found.iter().map(|found| found.place).collect();
    places.retain(is_wanted);
    let mut step = Step::first(filter, window, indexed_to);
    let mut count = 0;
    while count < window.limit && !step.is_last {
        for found in step.read(tx, filter, store_no).await? {
            if is_wanted(&found.place) {
                places.push(found.place);
                count += 1;
            }
        }
    }
    Ok(places)
}

/// Every order of a store that holds the words.
pub(super) async fn find_all(tx: &mut Tx, filter: &Filter, store_no: &str) -> Outcome<Vec<Match>> {
    let window = Window {
        after: None,
        floor: None,
        limit: ROWS_MAX,
    };
    if filter.statement_no.is_some() {
        return of_statement(tx, filter, store_no, window).await;
    }
    let indexed_to = indexed_to(tx).await?;
    let mut all = behind_index(tx, filter, store_no, indexed_to).await?;
    let mut step = Step::first(filter, window, indexed_to);
    while !step.is_last {
        all.extend(step.read(tx, filter, store_no).await?);
    }
    Ok(all)
}

/// The orders of a store that a statement holds and that hold the words. It holds few: each is looked
/// at, where the index would be read through all days.
async fn of_statement(
    tx: &mut Tx,
    filter: &Filter,
    store_no: &str,
    window: Window,
) -> Outcome<Vec<Match>> {
    let held = Filter {
        words: Vec::new(),
        ..filter.clone()
    };
    let mut values = Vec::new();
    let from = orders_of_store(&held, store_no, window, &mut values);
    let sql = format!("SELECT {COLUMNS} FROM {from}");
    let mut found = Vec::new();
    for mut row in tx.query(&sql, &values).await? {
        found.extend(read_match(&mut row, filter)?);
    }
    Ok(found)
}

/// How far the index was read: second by second, from the newest to the oldest.
struct Step {
    oldest: i64,
    newest: i64,
    rows: usize,
    indexed_to: i64,
    is_last: bool,
}

impl Step {
    fn first(filter: &Filter, window: Window, indexed_to: i64) -> Self {
        let (start, end) = window.moments(filter);
        Self {
            oldest: start.div_euclid(MICROSECONDS),
            newest: (end - 1).div_euclid(MICROSECONDS),
            rows: window.limit.max(ROWS_MIN),
            indexed_to,
            is_last: false,
        }
    }

    /// Reads on. The orders of a second are read together, so that none is left behind.
    async fn read(&mut self, tx: &mut Tx, filter: &Filter, store_no: &str) -> Outcome<Vec<Match>> {
        let question = question(&Asked {
            store_no,
            salesperson_id: filter.staff_id.as_deref(),
            tender_code: filter.tender_code.as_deref(),
            words: &filter.words,
            seconds: (self.oldest, self.newest),
        });
        let mut values = params![
            question,
            self.newest,
            self.oldest,
            limit_value(self.rows),
            store_no,
            self.indexed_to
        ]
        .to_vec();
        let conditions = exact_conditions(filter, Source::Orders, &mut values);
        let sql = format!(
            "SELECT f.second, {COLUMNS} FROM (SELECT rowid AS second FROM order_search \
             WHERE order_search MATCH $1 AND rowid <= $2 AND rowid >= $3 \
             ORDER BY rowid DESC LIMIT $4) f \
             LEFT JOIN sales_order o INDEXED BY sales_order_by_time ON o.store_no = $5 \
             AND o.completed_at >= f.second * {MICROSECONDS} \
             AND o.completed_at < (f.second + 1) * {MICROSECONDS} \
             AND o.rowid <= $6{conditions}"
        );
        let (mut found, mut seconds) = (Vec::new(), 0);
        let mut last = None;
        for mut row in tx.query(&sql, &values).await? {
            let second: i64 = row.read()?;
            if last != Some(second) {
                seconds += 1;
                last = Some(second);
            }
            self.newest = self.newest.min(second - 1);
            found.extend(read_match(&mut row, filter)?);
        }
        self.is_last = seconds < self.rows || self.newest < self.oldest;
        self.rows = (self.rows * 2).min(ROWS_MAX);
        Ok(found)
    }
}

/// The order of a row, when there is one and it holds the words.
fn read_match(row: &mut Row, filter: &Filter) -> Outcome<Option<Match>> {
    let Some(completed_at) = row.read::<Option<Timestamp>>()? else {
        return Ok(None);
    };
    let order_id = row.read()?;
    let currency: Currency = row.read()?;
    let total = Money::new(row.read()?, currency);
    let text: String = row.read()?;
    let place = Cursor {
        completed_at,
        order_id,
    };
    Ok(holds(&text, &filter.words).then_some(Match { place, total }))
}

/// The orders that the job has not come to.
async fn behind_index(
    tx: &mut Tx,
    filter: &Filter,
    store_no: &str,
    indexed_to: i64,
) -> Outcome<Vec<Match>> {
    let mut values = params![indexed_to, store_no].to_vec();
    let conditions = exact_conditions(filter, Source::Orders, &mut values);
    // The plus keeps the planner from the store's index: these rows lie at the end of the table.
    let sql = format!(
        "SELECT {COLUMNS} FROM sales_order o \
         WHERE o.rowid > $1 AND +o.store_no = $2{conditions}"
    );
    let mut found = Vec::new();
    for mut row in tx.query(&sql, &values).await? {
        found.extend(read_match(&mut row, filter)?);
    }
    Ok(found)
}

/// The orders with these ids that fit the filter, each with whether it holds the words too.
pub(super) async fn look_up(
    tx: &mut Tx,
    filter: &Filter,
    order_ids: &[OrderId],
) -> Outcome<Vec<(Money, bool)>> {
    if order_ids.is_empty() {
        return Ok(Vec::new());
    }
    let (ids, mut values) = id_places(order_ids);
    let conditions = exact_conditions(filter, Source::Orders, &mut values);
    let sql = format!(
        "SELECT o.currency_code, o.total, o.search_text FROM sales_order o \
         WHERE o.order_id IN ({ids}){conditions}"
    );
    let rows = tx.query(&sql, &values).await?;
    rows.into_iter()
        .map(|mut row| {
            let currency: Currency = row.read()?;
            let total = Money::new(row.read()?, currency);
            let text: String = row.read()?;
            Ok((total, holds(&text, &filter.words)))
        })
        .collect()
}

/// Orders on their way into the index.
#[derive(Clone, Debug)]
pub(crate) struct Batch {
    /// The place that the batch follows.
    after: i64,
    /// The place of its last order.
    last: i64,
    /// The words of each second.
    seconds: Vec<(i64, String)>,
}

/// The next `orders` orders behind the index; none while there are fewer.
pub(crate) async fn read_batch(tx: &mut Tx, orders: usize) -> Outcome<Option<Batch>> {
    let after = indexed_to(tx).await?;
    let rows = tx
        .query(
            "SELECT o.rowid, o.order_id, o.store_no, o.salesperson_id, o.completed_at, \
             o.search_text FROM sales_order o WHERE o.rowid > $1 ORDER BY o.rowid LIMIT $2",
            params![after, limit_value(orders)],
        )
        .await?;
    if rows.len() < orders {
        return Ok(None);
    }
    let (mut last, mut read) = (after, Vec::with_capacity(rows.len()));
    for mut row in rows {
        last = row.read()?;
        let order_id: OrderId = row.read()?;
        let (store_no, salesperson_id): (String, String) = (row.read()?, row.read()?);
        let completed_at: Timestamp = row.read()?;
        let text: String = row.read()?;
        read.push((order_id, store_no, salesperson_id, completed_at, text));
    }
    let order_ids: Vec<OrderId> = read.iter().map(|order| order.0).collect();
    let codes = tender_codes(tx, &order_ids).await?;
    let mut seconds: BTreeMap<i64, BTreeSet<String>> = BTreeMap::new();
    for (order_id, store_no, salesperson_id, completed_at, text) in &read {
        let second = second(*completed_at);
        let order = Indexed {
            store_no,
            salesperson_id,
            tender_codes: codes.get(order_id).map_or(&[], Vec::as_slice),
            second,
            text,
        };
        let of_second = seconds.entry(second).or_default();
        of_second.extend(tokens(&order));
    }
    let join = |words: BTreeSet<String>| words.into_iter().collect::<Vec<_>>().join(" ");
    Ok(Some(Batch {
        after,
        last,
        seconds: seconds
            .into_iter()
            .map(|(second, words)| (second, join(words)))
            .collect(),
    }))
}

async fn tender_codes(
    tx: &mut Tx,
    order_ids: &[OrderId],
) -> Outcome<BTreeMap<OrderId, Vec<String>>> {
    let (ids, values) = id_places(order_ids);
    let sql = format!(
        "SELECT t.order_id, t.tender_code FROM sales_order_tender t WHERE t.order_id IN ({ids})"
    );
    let mut codes: BTreeMap<OrderId, Vec<String>> = BTreeMap::new();
    for mut row in tx.query(&sql, &values).await? {
        codes.entry(row.read()?).or_default().push(row.read()?);
    }
    Ok(codes)
}

/// Writes a batch into the index, unless it was written meanwhile. A second that is in the index
/// already is found by the words of both rows.
pub(crate) async fn write_batch(tx: &mut Tx, batch: &Batch) -> Outcome<()> {
    let moved = tx
        .execute(
            "UPDATE order_search_position SET indexed_to = $1 WHERE indexed_to = $2",
            params![batch.last, batch.after],
        )
        .await?;
    if moved == 0 {
        return Ok(());
    }
    for (second, words) in &batch.seconds {
        tx.execute(
            "INSERT INTO order_search (rowid, words) VALUES ($1, $2)",
            params![*second, words],
        )
        .await?;
    }
    Ok(())
}
