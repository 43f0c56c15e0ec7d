//! Sums over the lines that were sold on business dates.

use jiff::civil::Date;
use kernel::id::StoreNo;
use shell::Outcome;
use shell::db::{FromRow, IntoValue, Row, Tx, Value, params};
use uuid::Uuid;

use crate::rule::figure::Figures;
use crate::rule::hour::QUARTER_MICROSECONDS;
use crate::rule::period::Period;
use crate::rule::salesperson::{Share, SharedLine};

/// The most rows of discounts and prices that a report tells.
const GIVEN_MAX: i64 = 200;

/// The lines of a store in a period that are goods or services: of gift cards and deposits nothing is
/// sold.
const SOLD: &str = "o.store_no = $1 AND o.business_date >= $2 AND o.business_date <= $3 \
     AND l.is_liability = FALSE";
/// What they come to, as [`Figures`].
const FIGURES: &str = "COUNT(DISTINCT CASE WHEN l.quantity > 0 THEN o.order_id END), \
     CAST(COALESCE(SUM(l.quantity), 0) AS BIGINT), CAST(COALESCE(SUM(l.net), 0) AS BIGINT), \
     CAST(COALESCE(SUM(l.vat_amount), 0) AS BIGINT), \
     CAST(COALESCE(SUM(l.discount), 0) AS BIGINT)";
const ORDERS: &str = "sales_order o JOIN sales_order_line l ON l.order_id = o.order_id";

/// Whose sales of when.
pub(crate) struct Sold<'a> {
    pub store_no: &'a StoreNo,
    pub period: Period,
}

/// A part of the sales under its key and name.
pub(crate) struct Part {
    pub key: String,
    pub name: String,
    pub figures: Figures,
}

fn figures(row: &mut Row) -> Outcome<Figures> {
    Ok(Figures {
        transactions: row.read()?,
        pieces: row.read()?,
        sales: row.read()?,
        vat: row.read()?,
        discount: row.read()?,
    })
}

fn part(mut row: Row) -> Outcome<Part> {
    Ok(Part {
        key: row.read()?,
        name: row.read()?,
        figures: figures(&mut row)?,
    })
}

impl Sold<'_> {
    fn values(&self) -> Vec<Value> {
        params![self.store_no, self.period.from, self.period.to].to_vec()
    }

    /// All of it.
    pub(crate) async fn total(&self, tx: &mut Tx) -> Outcome<Figures> {
        let sql = format!("SELECT {FIGURES} FROM {ORDERS} WHERE {SOLD}");
        figures(&mut tx.query_one(&sql, &self.values()).await?)
    }

    /// By business date.
    pub(crate) async fn by_date(&self, tx: &mut Tx) -> Outcome<Vec<(Date, Figures)>> {
        let sql = format!(
            "SELECT o.business_date, {FIGURES} FROM {ORDERS} WHERE {SOLD} \
             GROUP BY o.business_date ORDER BY o.business_date"
        );
        let rows = tx.query(&sql, &self.values()).await?;
        rows.into_iter()
            .map(|mut row| Ok((row.read()?, figures(&mut row)?)))
            .collect()
    }

    /// By quarters of an hour since the beginning of 1970.
    pub(crate) async fn by_quarter(&self, tx: &mut Tx) -> Outcome<Vec<(i64, Figures)>> {
        let sql = format!(
            "SELECT o.completed_at / {QUARTER_MICROSECONDS}, {FIGURES} FROM {ORDERS} \
             WHERE {SOLD} GROUP BY o.completed_at / {QUARTER_MICROSECONDS}"
        );
        let rows = tx.query(&sql, &self.values()).await?;
        rows.into_iter()
            .map(|mut row| Ok((row.read()?, figures(&mut row)?)))
            .collect()
    }

    async fn parts(
        &self,
        tx: &mut Tx,
        (key, name, join): (&str, &str, &str),
    ) -> Outcome<Vec<Part>> {
        let sql = format!(
            "SELECT COALESCE({key}, ''), COALESCE(MIN({name}), ''), {FIGURES} \
             FROM {ORDERS} {join} WHERE {SOLD} GROUP BY COALESCE({key}, '') \
             ORDER BY 5 DESC, 1"
        );
        let rows = tx.query(&sql, &self.values()).await?;
        rows.into_iter().map(part).collect()
    }

    /// By collection, that of the item today; what is in none has no key.
    pub(crate) async fn by_collection(&self, tx: &mut Tx) -> Outcome<Vec<Part>> {
        let join = "LEFT JOIN item i ON i.item_no = l.item_no \
             LEFT JOIN collection c ON c.collection_code = i.collection_code";
        self.parts(tx, ("i.collection_code", "c.name", join)).await
    }

    /// By class, that of the item today.
    pub(crate) async fn by_class(&self, tx: &mut Tx) -> Outcome<Vec<Part>> {
        let join = "LEFT JOIN item i ON i.item_no = l.item_no \
             LEFT JOIN item_class c ON c.item_class_code = i.item_class_code";
        self.parts(tx, ("i.item_class_code", "c.name", join)).await
    }

    /// By who sold alone.
    pub(crate) async fn by_single_salesperson(&self, tx: &mut Tx) -> Outcome<Vec<Part>> {
        let sql = format!(
            "SELECT o.salesperson_id, MIN(o.salesperson_name), {FIGURES} FROM {ORDERS} \
             WHERE {SOLD} AND NOT EXISTS (SELECT 1 FROM sales_order_salesperson p \
             WHERE p.order_id = o.order_id) GROUP BY o.salesperson_id"
        );
        let rows = tx.query(&sql, &self.values()).await?;
        rows.into_iter().map(part).collect()
    }

    /// The lines that several people sold, and who has which part of them.
    pub(crate) async fn shared(&self, tx: &mut Tx) -> Outcome<(Vec<SharedLine>, Vec<Share>)> {
        let sql = format!(
            "SELECT o.order_id, l.line_id, l.quantity, l.net, l.vat_amount, l.discount \
             FROM {ORDERS} WHERE {SOLD} AND EXISTS (SELECT 1 FROM sales_order_salesperson p \
             WHERE p.order_id = o.order_id) ORDER BY o.order_id, l.position"
        );
        let mut lines = Vec::new();
        for mut row in tx.query(&sql, &self.values()).await? {
            lines.push(SharedLine {
                order_id: row.read()?,
                line_id: row.read()?,
                figures: Figures {
                    transactions: 0,
                    pieces: row.read()?,
                    sales: row.read()?,
                    vat: row.read()?,
                    discount: row.read()?,
                },
            });
        }
        let rows = tx
            .query(
                "SELECT p.order_id, p.line_id, p.staff_id, p.name, p.share FROM sales_order o \
                 JOIN sales_order_salesperson p ON p.order_id = o.order_id \
                 WHERE o.store_no = $1 AND o.business_date >= $2 AND o.business_date <= $3 \
                 ORDER BY p.order_id, p.position",
                &self.values(),
            )
            .await?;
        let mut shares = Vec::with_capacity(rows.len());
        for mut row in rows {
            let order_id: Uuid = row.read()?;
            shares.push(Share {
                order_id,
                line_id: row.read()?,
                staff_id: row.read()?,
                name: row.read()?,
                weight: row.read()?,
            });
        }
        Ok((lines, shares))
    }

    /// By VAT rate, in ten-thousandths of a per cent.
    pub(crate) async fn by_vat_rate(&self, tx: &mut Tx) -> Outcome<Vec<(i64, Figures)>> {
        let sql = format!(
            "SELECT l.vat_rate, {FIGURES} FROM {ORDERS} WHERE {SOLD} \
             GROUP BY l.vat_rate ORDER BY l.vat_rate DESC"
        );
        let rows = tx.query(&sql, &self.values()).await?;
        rows.into_iter()
            .map(|mut row| Ok((row.read()?, figures(&mut row)?)))
            .collect()
    }

    /// Whether posted statements hold every order of the period, and one was posted for its last date or later.
    pub(crate) async fn is_closed(&self, tx: &mut Tx) -> Outcome<bool> {
        let open = tx
            .query_opt(
                "SELECT 1 FROM sales_order o WHERE o.store_no = $1 \
                 AND o.business_date >= $2 AND o.business_date <= $3 AND NOT EXISTS \
                 (SELECT 1 FROM statement_order x JOIN statement s \
                 ON s.statement_no = x.statement_no \
                 WHERE x.order_id = o.order_id AND s.state = 'POSTED') LIMIT 1",
                &self.values(),
            )
            .await?;
        let posted = tx
            .query_opt(
                "SELECT 1 FROM statement WHERE store_no = $1 AND transaction_date >= $2 \
                 AND state = 'POSTED' LIMIT 1",
                params![self.store_no, self.period.to],
            )
            .await?;
        Ok(open.is_none() && posted.is_some())
    }

    /// Code, name, amount and number of what the posted statements of the period took by tender.
    pub(crate) async fn by_tender(&self, tx: &mut Tx) -> Outcome<Vec<(String, String, i64, i64)>> {
        let rows = tx
            .query(
                "SELECT t.tender_code, MIN(t.name), CAST(SUM(t.amount) AS BIGINT), \
                 CAST(SUM(t.quantity) AS BIGINT) FROM statement s \
                 JOIN statement_tender t ON t.statement_no = s.statement_no \
                 WHERE s.store_no = $1 AND s.transaction_date >= $2 \
                 AND s.transaction_date <= $3 AND s.state = 'POSTED' \
                 GROUP BY t.tender_code ORDER BY 3 DESC, 1",
                &self.values(),
            )
            .await?;
        rows.into_iter().map(FromRow::from_row).collect()
    }

    /// What was taken off lines, by what it was and who stands for it.
    pub(crate) async fn discounts(&self, tx: &mut Tx) -> Outcome<Vec<Given>> {
        self.given(
            tx,
            "SELECT d.source, MIN(d.description), COALESCE(MIN(r.name), ''), \
             COALESCE(d.given_by, ''), COALESCE(MIN(g.first_name || ' ' || g.last_name), ''), \
             COALESCE(d.approved_by, ''), COALESCE(MIN(a.first_name || ' ' || a.last_name), ''), \
             COUNT(*), CAST(SUM(d.amount) AS BIGINT) FROM sales_order o \
             JOIN sales_order_discount d ON d.order_id = o.order_id \
             LEFT JOIN discount_reason r ON r.reason_code = d.reason_code \
             LEFT JOIN salesperson g ON g.staff_id = d.given_by \
             LEFT JOIN salesperson a ON a.staff_id = d.approved_by \
             WHERE o.store_no = $1 AND o.business_date >= $2 AND o.business_date <= $3 \
             GROUP BY d.source, COALESCE(d.discount_id, ''), COALESCE(d.reason_code, ''), \
             COALESCE(d.given_by, ''), COALESCE(d.approved_by, '') ORDER BY 9 DESC, 1, 2 LIMIT $4",
        )
        .await
    }

    /// Prices that somebody typed over those of the list, and how far below the list they are.
    pub(crate) async fn prices(&self, tx: &mut Tx) -> Outcome<Vec<Given>> {
        self.given(
            tx,
            "SELECT 'PRICE', MIN(l.name), COALESCE(MIN(r.name), MIN(l.override_reason), ''), \
             l.override_by, COALESCE(MIN(g.first_name || ' ' || g.last_name), ''), \
             COALESCE(l.override_approved_by, ''), \
             COALESCE(MIN(a.first_name || ' ' || a.last_name), ''), COUNT(*), \
             CAST(SUM(l.quantity * (COALESCE(l.listed_price, l.unit_price) - l.unit_price)) \
             AS BIGINT) FROM sales_order o JOIN sales_order_line l ON l.order_id = o.order_id \
             LEFT JOIN discount_reason r ON r.reason_code = l.override_reason \
             LEFT JOIN salesperson g ON g.staff_id = l.override_by \
             LEFT JOIN salesperson a ON a.staff_id = l.override_approved_by \
             WHERE o.store_no = $1 AND o.business_date >= $2 AND o.business_date <= $3 \
             AND l.override_by IS NOT NULL GROUP BY l.item_no, COALESCE(l.override_reason, ''), \
             l.override_by, COALESCE(l.override_approved_by, '') ORDER BY 9 DESC, 2 LIMIT $4",
        )
        .await
    }

    async fn given(&self, tx: &mut Tx, sql: &str) -> Outcome<Vec<Given>> {
        let mut values = self.values();
        values.push(GIVEN_MAX.into_value());
        let rows = tx.query(sql, &values).await?;
        rows.into_iter()
            .map(|mut row| {
                Ok(Given {
                    source: row.read()?,
                    name: row.read()?,
                    reason: row.read()?,
                    given_by: named(row.read()?, &row.read::<String>()?),
                    approved_by: named(row.read()?, &row.read::<String>()?),
                    count: row.read()?,
                    amount: row.read()?,
                })
            })
            .collect()
    }
}

/// A discount, or a price below the list.
pub(crate) struct Given {
    pub source: String,
    pub name: String,
    pub reason: String,
    pub given_by: String,
    pub approved_by: String,
    pub count: i64,
    pub amount: i64,
}

/// A name, or the id of somebody who has none any more.
fn named(id: String, name: &str) -> String {
    match name.trim() {
        "" => id,
        name => name.to_owned(),
    }
}
