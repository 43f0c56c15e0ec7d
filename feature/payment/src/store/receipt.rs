//! Which receipt a payment is on.

use std::collections::HashMap;

use kernel::id::AttemptId;
use shell::Outcome;
use shell::db::{Tx, Value, params};
use uuid::Uuid;

/// The receipt of a payment: of an order, or of a payment on a deposit.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PaymentReceipt {
    /// Its number.
    pub receipt_no: String,
    /// The deposit, when it is of one.
    pub deposit_id: Option<Uuid>,
}

/// The receipts of attempts that paid for something.
pub(crate) async fn receipts_of(
    tx: &mut Tx,
    attempts: &[AttemptId],
) -> Outcome<HashMap<AttemptId, PaymentReceipt>> {
    if attempts.is_empty() {
        return Ok(HashMap::new());
    }
    let numbers: Vec<String> = (1..=attempts.len()).map(|it| format!("${it}")).collect();
    let values: Vec<Value> = attempts
        .iter()
        .flat_map(|attempt_id| params![*attempt_id].to_vec())
        .collect();
    let sql = format!(
        "SELECT a.attempt_id, COALESCE(o.receipt_no, l.receipt_no), l.deposit_id \
         FROM payment_attempt a LEFT JOIN sales_order o ON o.basket_id = a.basket_id \
         LEFT JOIN deposit_tender t ON t.attempt_id = a.attempt_id AND t.store_no = a.store_no \
         LEFT JOIN deposit_ledger l ON l.entry_id = t.entry_id \
         WHERE a.attempt_id IN ({})",
        numbers.join(", ")
    );
    let rows = tx.query(&sql, &values).await?;
    let mut receipts = HashMap::new();
    for mut row in rows {
        let attempt_id: AttemptId = row.read()?;
        let receipt_no: Option<String> = row.read()?;
        let deposit_id = row.read()?;
        if let Some(receipt_no) = receipt_no {
            let receipt = PaymentReceipt {
                receipt_no,
                deposit_id,
            };
            receipts.insert(attempt_id, receipt);
        }
    }
    Ok(receipts)
}
