//! Money that the shop holds already for what is paid: a deposit that is settled.
//!
//! The feature that holds it books it with the payment, and takes it off again when the payment is
//! given up. Nobody can remove it alone: then the pieces would be paid a second time.

use jiff::Timestamp;
use kernel::Money;
use kernel::id::{BasketId, StaffId, TenderCode, TenderId};
use shell::Outcome;
use shell::db::Tx;

use crate::rule::tender::Settled;
use crate::store::{self, Detail, NewTender};

/// The tender that books what a deposit holds.
pub const DEPOSIT: &str = "DEPOSIT";

/// What is held for a payment.
#[derive(Clone, Debug)]
pub struct HeldMoney<'a> {
    /// The booking.
    pub tender_id: TenderId,
    /// The basket that is paid.
    pub basket_id: BasketId,
    /// What is held.
    pub amount: Money,
    /// The number of the document that holds it.
    pub document_no: &'a str,
    /// Who works the till.
    pub staff_id: &'a StaffId,
    /// When.
    pub now: Timestamp,
}

/// Books what a deposit holds on the payment that settles it.
///
/// # Errors
/// The database's failure.
pub async fn book_deposit(tx: &mut Tx, held: &HeldMoney<'_>) -> Outcome<()> {
    let zero = Money::zero(held.amount.currency);
    store::insert_tender(
        tx,
        &NewTender {
            tender_id: held.tender_id,
            basket_id: held.basket_id,
            tender_code: &TenderCode::from(DEPOSIT),
            settled: Settled {
                amount: held.amount,
                tendered: held.amount,
                change: zero,
                rounding: zero,
            },
            attempt_id: None,
            last_four: None,
            reference: Some(held.document_no),
            booked_by: held.staff_id,
            booked_at: held.now,
            detail: &Detail::default(),
        },
    )
    .await
}

/// Takes what a deposit holds off a payment that is given up.
///
/// # Errors
/// A fault when it is not booked.
pub async fn take_off_deposit(tx: &mut Tx, tender_id: TenderId) -> Outcome<()> {
    store::delete_tender(tx, tender_id).await
}
