//! What the journal is told of payments, in the transaction in which it happens (reliability c.4).

use journal::{Event as Told, Scene, record_event};
use shell::Outcome;
use shell::db::Tx;

use super::apply::Apply;
use crate::rule::attempt::{Attempt, Decision, Event, State};
use crate::store::Record;

/// Tells the journal when money is held, and what a person decided about an attempt.
pub(super) async fn note(
    tx: &mut Tx,
    input: &Apply,
    before: &Attempt,
    record: &Record,
) -> Outcome<()> {
    let told = [held(before, record), decided(&input.event, record)];
    for event in told.into_iter().flatten() {
        let operator = input.decided_by.as_ref().map(|(staff_id, _)| staff_id);
        let scene = Scene {
            store_no: &record.store_no,
            terminal_no: Some(&record.terminal_no),
            operator,
            at: input.now,
        };
        record_event(tx, &input.signer, &scene, &event).await?;
    }
    Ok(())
}

/// Money was taken just now that nobody may book before a person has decided.
fn held(before: &Attempt, record: &Record) -> Option<Told> {
    let after = &record.attempt;
    let taken = after.captured.as_ref()?;
    let is_new = before.captured.is_none() && after.state == State::Mismatch;
    is_new.then(|| Told::PaymentHeld {
        basket_no: record.basket_no,
        attempt_id: record.attempt_id,
        amount: after.amount.minor,
        currency_code: after.amount.currency.code().to_owned(),
        taken: taken.minor,
        taken_currency_code: taken.currency.clone(),
    })
}

/// The number of the slip stays with the attempt: the journal holds nothing that a person typed.
fn decided(event: &Event, record: &Record) -> Option<Told> {
    let Event::Decide(decision) = event else {
        return None;
    };
    let (basket_no, attempt_id) = (record.basket_no, record.attempt_id);
    let amount = record.attempt.amount.minor;
    let currency_code = record.attempt.amount.currency.code().to_owned();
    let manual = |decision| Told::ManualPayment {
        basket_no,
        attempt_id,
        decision,
        amount,
        currency_code: currency_code.clone(),
    };
    let of_held = |decision| Told::HeldPaymentDecided {
        basket_no,
        attempt_id,
        decision,
    };
    Some(match decision {
        Decision::Paid => manual("paid"),
        Decision::NotPaid => manual("notPaid"),
        Decision::AcceptPart => of_held("acceptPart"),
        Decision::Reverse => of_held("reverse"),
    })
}
