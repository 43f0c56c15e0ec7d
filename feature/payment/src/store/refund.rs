//! What was taken and may be given back, and what was given back of it.

use jiff::Timestamp;
use jiff::civil::Date;
use kernel::id::{AttemptId, BasketId, StaffId, StoreNo, TenderCode, TenderId};
use shell::db::{Tx, params};
use shell::{Failure, Outcome};

use crate::rule::refund::Origin;
use crate::rule::refund_terms::{CashRefund, RefundTerms};
use crate::rule::tender::TenderType;

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

/// What the terms of a booking that goes back depend on.
pub(crate) struct Ground {
    /// The store that gives it back.
    pub store_no: StoreNo,
    /// When that begins.
    pub begun_at: Timestamp,
    /// What its tender is.
    pub tender_type: TenderType,
    /// The store's own terms.
    pub cash: Option<CashRefund>,
    pub after_days: Option<i64>,
    /// When it was booked; none for what nobody paid.
    pub booked_at: Option<Timestamp>,
}

/// What the terms of a booking depend on that the payment of a basket gives back.
pub(crate) async fn ground(
    tx: &mut Tx,
    basket_id: BasketId,
    origin: &NewOrigin,
) -> Outcome<Ground> {
    let mut row = tx
        .query_one(
            "SELECT b.store_no, b.opened_at, t.tender_type, ts.cash_refund, ts.refund_after_days, \
             p.booked_at FROM basket b JOIN tender t ON t.tender_code = $2 \
             LEFT JOIN tender_store ts \
             ON ts.tender_code = t.tender_code AND ts.store_no = b.store_no \
             LEFT JOIN basket_tender p ON p.tender_id = $3 WHERE b.basket_id = $1",
            params![basket_id, &origin.tender_code, origin.tender_id],
        )
        .await?;
    let (store_no, begun_at, tender_type) = (row.read()?, row.read()?, row.read::<String>()?);
    let cash: Option<String> = row.read()?;
    Ok(Ground {
        store_no,
        begun_at,
        tender_type: TenderType::parse(&tender_type)
            .ok_or_else(|| Failure::internal(format!("no tender type {tender_type}")))?,
        cash: cash.as_deref().and_then(CashRefund::parse),
        after_days: row.read()?,
        booked_at: row.read()?,
    })
}

/// A booking that a payment may give back, on the terms that hold for it.
pub(crate) struct Source<'a> {
    pub origin: &'a NewOrigin,
    pub cash: CashRefund,
    /// Until when it is not certain that the money came in; none when it is.
    pub clears_on: Option<Date>,
}

/// Says what the payment of a basket may give back. A booking keeps what was given back of it before.
///
/// # Errors
/// The database's failure.
pub(crate) async fn put_sources(
    tx: &mut Tx,
    basket_id: BasketId,
    sources: &[Source<'_>],
) -> Outcome<()> {
    for (position, source) in (1_i64..).zip(sources) {
        let origin = source.origin;
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
            "INSERT INTO refund_source (basket_id, tender_id, position, cash_refund, clears_on) \
             VALUES ($1, $2, $3, $4, $5)",
            params![
                basket_id,
                origin.tender_id,
                position,
                source.cash.name(),
                source.clears_on
            ],
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
             a.poi_transaction_id, o.brand, o.last_four, s.cash_refund, s.clears_on \
             FROM refund_source s JOIN refund_origin o ON o.tender_id = s.tender_id \
             JOIN tender t ON t.tender_code = o.tender_code \
             LEFT JOIN payment_attempt a ON a.attempt_id = o.attempt_id \
             WHERE s.basket_id = $1 ORDER BY s.position",
            params![basket_id],
        )
        .await?;
    rows.into_iter()
        .map(|mut row| {
            let (tender_id, tender_code, name) = (row.read()?, row.read()?, row.read()?);
            let tender_type: String = row.read()?;
            let (left, linked): (i64, Option<String>) = (row.read()?, row.read()?);
            let (brand, last_four) = (row.read()?, row.read()?);
            let cash: Option<String> = row.read()?;
            let usual = TenderType::parse(&tender_type).map(RefundTerms::usual);
            Ok(Origin {
                tender_id,
                tender_code,
                name,
                left,
                is_linked: linked.is_some(),
                brand,
                last_four,
                // A payment that was begun before there were terms has none.
                cash: cash
                    .as_deref()
                    .and_then(CashRefund::parse)
                    .or_else(|| usual.map(|terms| terms.cash))
                    .unwrap_or(CashRefund::Approved),
                tender_type,
                clears_on: row.read()?,
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
