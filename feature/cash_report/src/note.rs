//! Cash that has to be reported is noted in the transaction that completes its payment.

use jiff::Timestamp;
use journal::{Scene, Signer};
use kernel::id::{BasketId, CustomerId, OrderId, StaffId, StoreNo, TerminalNo};
use payment::ReportableCash;
use shell::Outcome;
use shell::db::Tx;
use uuid::Uuid;

use crate::event::Event;
use crate::rule::report::{is_amended, last_day};
use crate::store::{self, NewReport};

/// A payment that was completed: a sale, or a payment on a deposit.
#[derive(Clone, Copy, Debug)]
pub struct CompletedPayment<'a> {
    /// The store.
    pub store_no: &'a StoreNo,
    /// The till.
    pub terminal_no: &'a TerminalNo,
    /// What was paid.
    pub basket_id: BasketId,
    /// Who paid; none when nobody was named.
    pub customer_id: Option<CustomerId>,
    /// Who took it.
    pub cashier_id: Option<&'a StaffId>,
    /// The order that it became; none for a deposit.
    pub order_id: Option<OrderId>,
    /// The number on its receipt.
    pub receipt_no: &'a str,
    /// When.
    pub now: Timestamp,
}

/// Notes what of the cash of a completed payment has to be reported. More cash of the same customer on
/// the same day amends the report by another entry.
///
/// # Errors
/// The database's failure, or the journal's.
pub async fn note_cash(
    tx: &mut Tx,
    signer: &Signer,
    payment: &CompletedPayment<'_>,
) -> Outcome<()> {
    let store = setting::get_store(tx, payment.store_no).await?;
    let whose = (payment.basket_id, payment.customer_id);
    for cash in payment::reportable_cash(tx, &store, whose).await? {
        note(tx, signer, payment, &cash).await?;
    }
    Ok(())
}

async fn note(
    tx: &mut Tx,
    signer: &Signer,
    payment: &CompletedPayment<'_>,
    cash: &ReportableCash,
) -> Outcome<()> {
    // Of somebody whom nobody named the payment is all that is known.
    let owner_id = payment
        .customer_id
        .map_or(payment.basket_id.0, |customer_id| customer_id.0);
    let last = store::last_entry(tx, (owner_id, &cash.country, cash.business_date)).await?;
    let (entry_no, reported) = last.unzip();
    if !is_amended(reported, cash.sum.minor) {
        return Ok(());
    }
    let cash_report_id = Uuid::now_v7();
    let entry_no = entry_no.unwrap_or(0) + 1;
    let due_on = last_day(cash.business_date);
    let event = Event::CashReportDue {
        cash_report_id,
        business_date: cash.business_date,
        entry_no,
        order_id: payment.order_id,
        receipt_no: payment.receipt_no.into(),
        amount: cash.sum.minor,
        currency_code: cash.sum.currency.code().into(),
        due_on,
    };
    let scene = Scene {
        store_no: payment.store_no,
        terminal_no: Some(payment.terminal_no),
        operator: payment.cashier_id,
        at: payment.now,
    };
    let appended = event.write_down(tx, signer, &scene).await?;
    let new = NewReport {
        cash_report_id,
        owner_id,
        entry_no,
        due_on,
        payment,
        cash,
        journal: (&appended.chain_id, appended.seq),
    };
    store::insert(tx, &new).await
}
