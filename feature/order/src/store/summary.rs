//! How many orders a list has, and their sum.

use kernel::{Currency, Money};
use shell::Outcome;
use shell::db::{Engine, IntoValue, Tx, Value};

use super::page::{Filter, Window, numbered, orders_of_store};
use super::{places, search};

/// Numbers and sums by currency.
#[derive(Default)]
struct Sums {
    count: i64,
    paid: Vec<Money>,
}

impl Sums {
    fn add(&mut self, count: i64, paid: Money) -> Outcome<()> {
        self.count += count;
        let known = self
            .paid
            .iter_mut()
            .find(|sum| sum.currency == paid.currency);
        match known {
            Some(sum) => *sum = sum.plus(paid)?,
            None => self.paid.push(paid),
        }
        Ok(())
    }
}

/// How many orders a filter leaves, and their sums by currency.
pub(crate) async fn sum_orders(tx: &mut Tx, filter: &Filter) -> Outcome<(i64, Vec<Money>)> {
    let mut sums = Sums::default();
    let numbered = numbered(tx, filter).await?;
    let is_counted_with_words = !filter.is_number_only;
    for (total, holds_words) in search::look_up(tx, filter, &numbered).await? {
        // What the words find is counted there.
        if !(holds_words && is_counted_with_words) {
            sums.add(1, total)?;
        }
    }
    if !filter.is_number_only {
        for store_no in &filter.stores {
            sum_store(tx, filter, store_no, &mut sums).await?;
        }
    }
    sums.paid.sort_by_key(|sum| sum.currency.code());
    Ok((sums.count, sums.paid))
}

async fn sum_store(tx: &mut Tx, filter: &Filter, store_no: &str, sums: &mut Sums) -> Outcome<()> {
    if !filter.words.is_empty() && tx.engine() == Engine::Sqlite {
        for found in search::find_all(tx, filter, store_no).await? {
            sums.add(1, found.total)?;
        }
        return Ok(());
    }
    let mut values = Vec::new();
    let sql = statement(filter, store_no, &mut values);
    for mut row in tx.query(&sql, &values).await? {
        let currency: Currency = row.read()?;
        let count = row.read()?;
        sums.add(count, Money::new(row.read()?, currency))?;
    }
    Ok(())
}

/// Counts and sums a store's orders by currency.
fn statement(filter: &Filter, store_no: &str, values: &mut Vec<Value>) -> String {
    const SUMS: &str = "o.currency_code, COUNT(*), CAST(SUM(o.total) AS BIGINT)";
    let by_words = !filter.words.is_empty();
    let is_whole =
        filter.tender_code.is_none() && filter.staff_id.is_none() && filter.statement_no.is_none();
    if !by_words && is_whole {
        // One index holds all that is asked.
        let store = places(values, [store_no.into_value()]);
        let mut sql = format!("SELECT {SUMS} FROM sales_order o WHERE o.store_no = {store}");
        if let Some(period) = filter.period {
            let from = places(values, [period.from.into_value()]);
            let to = places(values, [period.to.into_value()]);
            sql.push_str(&format!(
                " AND o.business_date >= {from} AND o.business_date <= {to}"
            ));
        }
        sql.push_str(" GROUP BY o.currency_code");
        return sql;
    }
    let window = Window {
        after: None,
        floor: None,
        limit: 0,
    };
    let from = orders_of_store(filter, store_no, window, values);
    if filter.tender_code.is_some() && filter.statement_no.is_none() && !by_words {
        // An order may have been paid with the same tender twice.
        return format!(
            "SELECT {SUMS} FROM (SELECT DISTINCT o.completed_at, o.order_id FROM {from}) k \
             JOIN sales_order o ON o.order_id = k.order_id GROUP BY o.currency_code"
        );
    }
    format!("SELECT {SUMS} FROM {from} GROUP BY o.currency_code")
}
