//! What was taken and may be given back, and what was given back of it.

use kernel::id::{AttemptId, BasketId, StaffId, TenderCode, TenderId};
use shell::Outcome;
use shell::db::{Tx, params};

use crate::rule::refund::Origin;

/// A booking that a payment may give back.
#[derive(Clone, Debug)]
pub struct NewOrigin {
    /// The booking.
    pub tender_id: TenderId,
    /// Its tender.
    pub tender_code: TenderCode,
    /// The tender's name.
    pub name: String,
    /// What took it, for a card or a code.
    pub attempt_id: Option<AttemptId>,
    /// The card's brand.
    pub brand: Option<String>,
    /// The last digits of card or account.
    pub last_four: Option<String>,
    /// What it took, in minor units.
    pub taken: i64,
}

/// Says what the payment of a basket may give back. A booking keeps what was given back of it before.
///
/// # Errors
/// The database's failure.
pub async fn put_sources(tx: &mut Tx, basket_id: BasketId, origins: &[NewOrigin]) -> Outcome<()> {
    for (position, origin) in (1_i64..).zip(origins) {
        tx.execute(
            "INSERT INTO refund_origin (tender_id, tender_code, name, attempt_id, brand, \
             last_four, taken, given_back) VALUES ($1, $2, $3, $4, $5, $6, $7, 0) \
             ON CONFLICT (tender_id) DO NOTHING",
            params![
                origin.tender_id,
                &origin.tender_code,
                &origin.name,
                origin.attempt_id,
                origin.brand.clone(),
                origin.last_four.clone(),
                origin.taken
            ],
        )
        .await?;
        tx.execute_one(
            "INSERT INTO refund_source (basket_id, tender_id, position) VALUES ($1, $2, $3)",
            params![basket_id, origin.tender_id, position],
        )
        .await?;
    }
    Ok(())
}

/// What the payment of a basket may give back.
pub(crate) async fn list_origins(tx: &mut Tx, basket_id: BasketId) -> Outcome<Vec<Origin>> {
    let rows = tx
        .query(
            "SELECT o.tender_id, o.tender_code, o.name, t.tender_type, o.taken - o.given_back, \
             a.poi_transaction_id, o.brand, o.last_four \
             FROM refund_source s JOIN refund_origin o ON o.tender_id = s.tender_id \
             JOIN tender t ON t.tender_code = o.tender_code \
             LEFT JOIN payment_attempt a ON a.attempt_id = o.attempt_id \
             WHERE s.basket_id = $1 ORDER BY s.position",
            params![basket_id],
        )
        .await?;
    rows.into_iter()
        .map(|mut row| {
            Ok(Origin {
                tender_id: row.read()?,
                tender_code: row.read()?,
                name: row.read()?,
                tender_type: row.read()?,
                left: row.read()?,
                is_linked: row.read::<Option<String>>()?.is_some(),
                brand: row.read()?,
                last_four: row.read()?,
            })
        })
        .collect()
}

/// The attempt that took the money of a booking.
pub(crate) async fn find_origin_attempt(
    tx: &mut Tx,
    tender_id: TenderId,
) -> Outcome<Option<AttemptId>> {
    let mut row = tx
        .query_one(
            "SELECT attempt_id FROM refund_origin WHERE tender_id = $1",
            params![tender_id],
        )
        .await?;
    Ok(row.read()?)
}

/// Sets aside what is about to go back; false when the booking does not hold that much any more.
pub(crate) async fn set_aside(tx: &mut Tx, tender_id: TenderId, amount: i64) -> Outcome<bool> {
    let touched = tx
        .execute(
            "UPDATE refund_origin SET given_back = given_back + $2 \
             WHERE tender_id = $1 AND given_back + $2 <= taken",
            params![tender_id, amount],
        )
        .await?;
    Ok(touched == 1)
}

/// What was set aside did not go back.
pub(crate) async fn keep(tx: &mut Tx, tender_id: TenderId, amount: i64) -> Outcome<()> {
    tx.execute_one(
        "UPDATE refund_origin SET given_back = given_back - $2 \
         WHERE tender_id = $1 AND given_back >= $2",
        params![tender_id, amount],
    )
    .await?;
    Ok(())
}

/// Notes which booking below zero gave a part back, and who stood for it.
pub(crate) async fn insert_part(
    tx: &mut Tx,
    refund_id: TenderId,
    (tender_id, amount): (TenderId, i64),
    approved_by: Option<&StaffId>,
) -> Outcome<()> {
    tx.execute_one(
        "INSERT INTO refund_part (refund_id, tender_id, amount, approved_by) \
         VALUES ($1, $2, $3, $4)",
        params![
            refund_id,
            tender_id,
            amount,
            approved_by.map(|staff_id| staff_id.0.clone())
        ],
    )
    .await?;
    Ok(())
}

/// Undoes what a booking below zero gave back.
pub(crate) async fn undo(tx: &mut Tx, refund_id: TenderId) -> Outcome<()> {
    let rows = tx
        .query(
            "SELECT tender_id, amount FROM refund_part WHERE refund_id = $1",
            params![refund_id],
        )
        .await?;
    for mut row in rows {
        let (tender_id, amount) = (row.read()?, row.read()?);
        keep(tx, tender_id, amount).await?;
    }
    tx.execute(
        "DELETE FROM refund_part WHERE refund_id = $1",
        params![refund_id],
    )
    .await?;
    Ok(())
}
