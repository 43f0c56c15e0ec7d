//! The price groups of customers.

use jiff::Timestamp;
use kernel::id::{CustomerId, StaffId};
use shell::Outcome;
use shell::db::{Tx, params};

use super::Stored;
use crate::set_price_groups::PriceGroupChoiceView;

/// The price groups that a customer may have, by code.
pub(crate) async fn list_price_groups(tx: &mut Tx) -> Outcome<Vec<PriceGroupChoiceView>> {
    let rows = tx
        .query(
            "SELECT price_group_code, description, currency_code FROM price_group \
             WHERE kind = 'CUSTOMER' ORDER BY price_group_code",
            params![],
        )
        .await?;
    rows.into_iter()
        .map(|mut row| {
            Ok(PriceGroupChoiceView {
                price_group_code: row.read()?,
                description: row.read()?,
                currency_code: row.read()?,
            })
        })
        .collect()
}

/// The codes of a customer's price groups, in their order.
pub(crate) async fn price_groups_of(tx: &mut Tx, customer_id: CustomerId) -> Outcome<Vec<String>> {
    let rows = tx
        .query(
            "SELECT price_group_code FROM customer_price_group WHERE customer_id = $1 \
             ORDER BY price_group_code",
            params![customer_id],
        )
        .await?;
    rows.into_iter().map(|mut row| Ok(row.read()?)).collect()
}

/// Replaces a customer's price groups; false when somebody changed the customer meanwhile.
pub(crate) async fn set_price_groups(
    tx: &mut Tx,
    stored: &Stored,
    codes: &[String],
    (now, staff_id): (Timestamp, &StaffId),
) -> Outcome<bool> {
    let touched = tx
        .execute(
            "UPDATE customer SET version = version + 1, changed_at = $3, changed_by = $4 \
             WHERE customer_id = $1 AND version = $2",
            params![stored.customer_id, stored.version, now, staff_id],
        )
        .await?;
    if touched == 0 {
        return Ok(false);
    }
    tx.execute(
        "DELETE FROM customer_price_group WHERE customer_id = $1",
        params![stored.customer_id],
    )
    .await?;
    for code in codes {
        tx.execute_one(
            "INSERT INTO customer_price_group (customer_id, price_group_code) VALUES ($1, $2)",
            params![stored.customer_id, code],
        )
        .await?;
    }
    Ok(true)
}
