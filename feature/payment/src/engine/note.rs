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
    let told = [
        held(before, record),
        decided(&input.event, before.state, record),
    ];
    write(tx, input, record, told).await
}

/// Writes events down, under the name of whoever decided.
pub(super) async fn write<E>(
    tx: &mut Tx,
    input: &Apply<E>,
    record: &Record,
    told: [Option<Told>; 2],
) -> Outcome<()> {
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
pub(super) fn held(before: &Attempt, record: &Record) -> Option<Told> {
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

fn decided(event: &Event, before: State, record: &Record) -> Option<Told> {
    match event {
        Event::Decide(Decision::Paid) if before != State::Unknown => Some(given_back(record)),
        Event::Decide(decision) => Some(decision_told(*decision, record)),
        Event::TakenBack => Some(decision_told(Decision::NotPaid, record)),
        _ => None,
    }
}

/// The number of the slip stays with the attempt: the journal holds nothing that a person typed.
pub(super) fn decision_told(decision: Decision, record: &Record) -> Told {
    let (basket_no, attempt_id) = (record.basket_no, record.attempt_id);
    let of_held = |decision| Told::HeldPaymentDecided {
        basket_no,
        attempt_id,
        decision,
    };
    match decision {
        Decision::Paid => manual("paid", record),
        Decision::NotPaid => manual("notPaid", record),
        Decision::AcceptPart => of_held("acceptPart"),
        Decision::Reverse => of_held("reverse"),
    }
}

/// Money went back by hand: what was taken, whatever was asked for.
pub(super) fn given_back(record: &Record) -> Told {
    match &record.attempt.captured {
        Some(taken) => manual_of("givenBack", record, (taken.minor, &taken.currency)),
        None => manual("givenBack", record),
    }
}

/// A decision about what nobody could tell.
fn manual(decision: &'static str, record: &Record) -> Told {
    let asked = record.attempt.amount;
    manual_of(decision, record, (asked.minor, asked.currency.code()))
}

fn manual_of(decision: &'static str, record: &Record, (amount, currency): (i64, &str)) -> Told {
    Told::ManualPayment {
        basket_no: record.basket_no,
        attempt_id: record.attempt_id,
        decision,
        amount,
        currency_code: currency.to_owned(),
    }
}
