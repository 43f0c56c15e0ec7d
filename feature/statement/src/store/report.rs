//! What an X and a Z are folded from, besides the sums of a statement.

use jiff::Timestamp;
use jiff::civil::Date;
use kernel::id::{StaffId, StoreNo};
use shell::Outcome;
use shell::db::{Row, Tx, params};
use uuid::Uuid;

use super::gather::Scope;
use crate::rule::report::{Counts, LineSum, VatSum};

/// The lines, those that are alike added up.
pub(crate) async fn list_lines(tx: &mut Tx, scope: &Scope) -> Outcome<Vec<LineSum>> {
    let sql = format!(
        "SELECT COALESCE(k.item_class_code, ''), COALESCE(MIN(k.name), ''), l.vat_rate, \
         l.is_liability, l.quantity < 0, CAST(SUM(l.quantity) AS BIGINT), \
         CAST(SUM(l.net) AS BIGINT), CAST(SUM(l.discount) AS BIGINT), \
         CAST(SUM(l.vat_amount) AS BIGINT) FROM {} s \
         JOIN sales_order_line l ON l.order_id = s.order_id \
         LEFT JOIN item i ON i.item_no = l.item_no \
         LEFT JOIN item_class k ON k.item_class_code = i.item_class_code \
         GROUP BY COALESCE(k.item_class_code, ''), l.vat_rate, l.is_liability, l.quantity < 0 \
         ORDER BY 1, 3, 4, 5",
        scope.orders()
    );
    let rows = tx.query(&sql, &scope.params()).await?;
    rows.into_iter()
        .map(|mut row| {
            Ok(LineSum {
                category: row.read()?,
                category_name: row.read()?,
                vat_rate: row.read()?,
                is_liability: row.read()?,
                is_return: row.read()?,
                pieces: row.read()?,
                net: row.read()?,
                discount: row.read()?,
                vat_amount: row.read()?,
            })
        })
        .collect()
}

/// The VAT that the receipts state.
pub(crate) async fn list_vat(tx: &mut Tx, scope: &Scope) -> Outcome<Vec<VatSum>> {
    let sql = format!(
        "SELECT v.vat_rate, CAST(SUM(v.gross) AS BIGINT), CAST(SUM(v.vat_amount) AS BIGINT) \
         FROM {} s JOIN sales_order_vat v ON v.order_id = s.order_id \
         GROUP BY v.vat_rate ORDER BY v.vat_rate",
        scope.orders()
    );
    let rows = tx.query(&sql, &scope.params()).await?;
    rows.into_iter()
        .map(|mut row| {
            Ok(VatSum {
                vat_rate: row.read()?,
                gross: row.read()?,
                vat_amount: row.read()?,
            })
        })
        .collect()
}

/// Where and when what is counted besides documents happened.
#[derive(Clone, Debug)]
pub(crate) struct Watch<'a> {
    pub store_no: &'a StoreNo,
    /// One till only; all of the store when it is blank.
    pub terminal_no: &'a str,
    /// Behind the Z before, and the date that it closed.
    pub after: Option<(Timestamp, Date)>,
    /// Up to this moment.
    pub until: Timestamp,
}

/// How often what happened; without `transactions`, which the sums tell, and `items`.
pub(crate) async fn read_counts(tx: &mut Tx, scope: &Scope, watch: &Watch<'_>) -> Outcome<Counts> {
    let sql = format!(
        "SELECT COUNT(DISTINCT z.customer_id) FROM (SELECT o.customer_id FROM {} s \
         JOIN sales_order o ON o.order_id = s.order_id UNION ALL SELECT d.customer_id FROM {} s \
         JOIN deposit_ledger l ON l.entry_id = s.entry_id \
         JOIN deposit d ON d.deposit_id = l.deposit_id) z",
        scope.orders(),
        scope.entries()
    );
    let customers = one(tx.query_one(&sql, &scope.params()).await?)?;
    let sql = format!(
        "SELECT COUNT(DISTINCT l.order_id) FROM {} s \
         JOIN sales_order_line l ON l.order_id = s.order_id WHERE l.quantity < 0",
        scope.orders()
    );
    let refunds = one(tx.query_one(&sql, &scope.params()).await?)?;
    let (after, date) = match watch.after {
        Some((after, date)) => (after, date.to_string()),
        None => (Timestamp::UNIX_EPOCH, String::new()),
    };
    let (store_no, till, until) = (watch.store_no, watch.terminal_no, watch.until);
    let parked = tx
        .query_one(
            "SELECT COUNT(*) FROM basket b WHERE b.store_no = $1 AND b.state = 'TEMPORARY' \
             AND b.parked_at IS NOT NULL AND ($2 = '' OR b.terminal_no = $2)",
            params![store_no, till],
        )
        .await?;
    let voided = tx
        .query_one(
            "SELECT COUNT(*) FROM terminal t JOIN basket b ON b.terminal_no = t.terminal_no \
             WHERE t.store_no = $1 AND ($2 = '' OR t.terminal_no = $2) AND b.opened_at > $3 \
             AND b.opened_at <= $4 AND b.state = 'EMPTIED' AND EXISTS \
             (SELECT 1 FROM basket_line l WHERE l.basket_id = b.basket_id)",
            params![store_no, till, after, until],
        )
        .await?;
    let openings = tx
        .query_one(
            "SELECT COUNT(*) FROM drawer_entry e WHERE e.store_no = $1 AND e.business_date >= $5 \
             AND ($2 = '' OR e.terminal_no = $2) AND e.booked_at > $3 AND e.booked_at <= $4 \
             AND e.entry_type = 'NO_SALE'",
            params![store_no, till, after, until, date],
        )
        .await?;
    let logins = tx
        .query_one(
            "SELECT COUNT(*) FROM session n WHERE n.store_no = $1 \
             AND ($2 = '' OR n.terminal_no = $2) AND n.created_at > $3 AND n.created_at <= $4",
            params![store_no, till, after, until],
        )
        .await?;
    Ok(Counts {
        customers,
        refunds,
        parked: one(parked)?,
        voided: one(voided)?,
        drawer_openings: one(openings)?,
        logins: one(logins)?,
        ..Counts::default()
    })
}

fn one(mut row: Row) -> Outcome<i64> {
    Ok(row.read()?)
}

/// When the last Z of a store was written, and the business date that it closed.
pub(crate) async fn last_posted(
    tx: &mut Tx,
    store_no: &StoreNo,
) -> Outcome<Option<(Timestamp, Date)>> {
    let row = tx
        .query_opt(
            "SELECT z.posted_at, s.transaction_date FROM statement_z z \
             JOIN statement s ON s.statement_no = z.statement_no \
             WHERE z.store_no = $1 ORDER BY z.z_no DESC LIMIT 1",
            params![store_no],
        )
        .await?;
    row.map(|mut row| Ok((row.read()?, row.read()?)))
        .transpose()
}

/// How often the Z of a statement was printed.
pub(crate) async fn count_prints(tx: &mut Tx, statement_no: &str) -> Outcome<i64> {
    let row = tx
        .query_one(
            "SELECT COUNT(*) FROM statement_print WHERE statement_no = $1",
            params![statement_no],
        )
        .await?;
    one(row)
}

/// A print of a Z.
#[derive(Clone, Debug)]
pub(crate) struct Print {
    pub print_id: Uuid,
    pub statement_no: String,
    /// Which one it is; the second is the first copy.
    pub print_no: i64,
    pub target: String,
}

/// The print of an id.
pub(crate) async fn find_print(tx: &mut Tx, print_id: Uuid) -> Outcome<Option<Print>> {
    let row = tx
        .query_opt(
            "SELECT print_id, statement_no, print_no, target FROM statement_print \
             WHERE print_id = $1",
            params![print_id],
        )
        .await?;
    row.map(|mut row| {
        Ok(Print {
            print_id: row.read()?,
            statement_no: row.read()?,
            print_no: row.read()?,
            target: row.read()?,
        })
    })
    .transpose()
}

/// Writes a print down.
pub(crate) async fn insert_print(
    tx: &mut Tx,
    print: &Print,
    (staff_id, now): (&StaffId, Timestamp),
) -> Outcome<()> {
    tx.execute_one(
        "INSERT INTO statement_print (print_id, statement_no, print_no, target, printed_by, \
         printed_at) VALUES ($1, $2, $3, $4, $5, $6)",
        params![
            print.print_id,
            &print.statement_no,
            print.print_no,
            &print.target,
            staff_id,
            now
        ],
    )
    .await?;
    Ok(())
}
