//! What went out again of a tender as a new one of its kind: a voucher that gives its change as another voucher.

use shell::Outcome;
use shell::db::{Tx, params};

/// What the documents of a statement gave out anew of a tender, above zero.
pub(crate) async fn issued_amount(
    tx: &mut Tx,
    (statement_no, tender_code): (&str, &str),
) -> Outcome<i64> {
    let mut row = tx
        .query_one(
            "SELECT CAST(COALESCE(SUM(z.amount), 0) AS BIGINT) FROM \
             (SELECT t.tender_id, t.tender_code, t.change_given - t.tendered AS amount \
              FROM statement_order s JOIN sales_order_tender t ON t.order_id = s.order_id \
              WHERE s.statement_no = $1 \
              UNION ALL SELECT t.tender_id, t.tender_code, t.change_given - t.tendered AS amount \
              FROM statement_deposit_entry s JOIN deposit_tender t ON t.entry_id = s.entry_id \
              WHERE s.statement_no = $1) z \
             JOIN basket_tender b ON b.tender_id = z.tender_id \
             JOIN basket_tender o ON o.tender_id = b.change_of \
             AND o.tender_code = b.tender_code WHERE z.tender_code = $2",
            params![statement_no, tender_code],
        )
        .await?;
    Ok(row.read()?)
}
