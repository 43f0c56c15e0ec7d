//! What lies under the sums of a statement: who took what, and from which order to which.

use kernel::id::StaffId;
use shell::Outcome;
use shell::db::{Tx, params};

use super::Scope;

/// What one of the staff took in a statement.
pub(crate) struct StaffSum {
    pub staff_id: StaffId,
    pub name: String,
    /// Orders and deposit payments.
    pub documents: i64,
    /// Goods and services, net of discounts.
    pub sales: i64,
    /// All tenders, change deducted.
    pub payments: i64,
}

/// What each of the staff who took payments took, whoever took most first.
pub(crate) async fn sum_staff(tx: &mut Tx, statement_no: &str) -> Outcome<Vec<StaffSum>> {
    let scope = Scope::Statement(statement_no.to_owned());
    let sql = format!(
        "SELECT z.staff_id, COALESCE(MIN(p.first_name || ' ' || p.last_name), z.staff_id), \
         CAST(SUM(z.documents) AS BIGINT), CAST(SUM(z.sales) AS BIGINT), \
         CAST(SUM(z.payments) AS BIGINT) FROM \
         (SELECT o.cashier_id AS staff_id, 1 AS documents, 0 AS sales, 0 AS payments \
          FROM {orders} s JOIN sales_order o ON o.order_id = s.order_id \
          UNION ALL SELECT o.cashier_id, 0, l.net, 0 FROM {orders} s \
          JOIN sales_order o ON o.order_id = s.order_id \
          JOIN sales_order_line l ON l.order_id = s.order_id WHERE NOT l.is_liability \
          UNION ALL SELECT o.cashier_id, 0, 0, t.tendered - t.change_given FROM {orders} s \
          JOIN sales_order o ON o.order_id = s.order_id \
          JOIN sales_order_tender t ON t.order_id = s.order_id \
          UNION ALL SELECT l.staff_id, \
          CASE WHEN l.entry_type IN ('PAY', 'GIVE_BACK') THEN 1 ELSE 0 END, 0, 0 \
          FROM {entries} s JOIN deposit_ledger l ON l.entry_id = s.entry_id \
          UNION ALL SELECT l.staff_id, 0, 0, t.tendered - t.change_given FROM {entries} s \
          JOIN deposit_ledger l ON l.entry_id = s.entry_id \
          JOIN deposit_tender t ON t.entry_id = s.entry_id) z \
         LEFT JOIN salesperson p ON p.staff_id = z.staff_id \
         GROUP BY z.staff_id ORDER BY 5 DESC, z.staff_id",
        orders = scope.orders(),
        entries = scope.entries(),
    );
    let rows = tx.query(&sql, &scope.params()).await?;
    rows.into_iter()
        .map(|mut row| {
            Ok(StaffSum {
                staff_id: row.read()?,
                name: row.read()?,
                documents: row.read()?,
                sales: row.read()?,
                payments: row.read()?,
            })
        })
        .collect()
}

/// The receipts of the first and the last order of a statement; none when it has no order.
pub(crate) async fn receipts(tx: &mut Tx, statement_no: &str) -> Outcome<Option<(String, String)>> {
    let mut found = Vec::new();
    for order in ["ASC", "DESC"] {
        let sql = format!(
            "SELECT o.receipt_no FROM statement_order x JOIN sales_order o ON o.order_id = x.order_id \
             WHERE x.statement_no = $1 ORDER BY o.order_no {order} LIMIT 1"
        );
        if let Some(mut row) = tx.query_opt(&sql, params![statement_no]).await? {
            found.push(row.read()?);
        }
    }
    Ok(match <[String; 2]>::try_from(found) {
        Ok([first, last]) => Some((first, last)),
        Err(_) => None,
    })
}
