//! One event, one transaction: the attempt, the tender that it books or removes, the order that
//! the tender completes.

use std::sync::Arc;

use device::card_terminal::{Approval, PaymentAnswer, Signature, StatusAnswer};
use jiff::Timestamp;
use journal::Signer;
use kernel::Money;
use kernel::id::{AttemptId, StaffId, TenderId};
use shell::db::Tx;
use shell::{Failure, Outcome};
use uuid::Uuid;

use super::note::note;
use crate::Settlement;
use crate::rule::attempt::{
    Alarm, Booking, Circumstance, Command, Event, Kind, Line, State, Timing, next, wake_at,
};
use crate::rule::brand::tender_for;
use crate::rule::refund;
use crate::rule::tender::Settled;
use crate::store::{self, Card, Detail, NewTender, Record};
use crate::view::{StepName, add_step};

/// An event to be applied to an attempt: one of a terminal's rules, or of a provider's.
#[derive(Clone)]
pub(crate) struct Apply<E = Event> {
    pub attempt_id: AttemptId,
    pub event: E,
    pub now: Timestamp,
    pub timing: Arc<Timing>,
    pub qr_timing: Arc<qr::order::Timing>,
    /// Who drives the attempt and until when; none for what a person does.
    pub lease: Option<(Uuid, Timestamp)>,
    /// Completes the sale that a booking pays; none to book alone.
    pub settlement: Option<Arc<dyn Settlement>>,
    /// Signs what the journal is told.
    pub signer: Arc<Signer>,
    /// The id of the tender that may be booked.
    pub tender_id: TenderId,
    /// Who decided, and the number of the slip that they saw.
    pub decided_by: Option<(StaffId, Option<String>)>,
    /// The booked tender whose money goes back with this event.
    pub removes: Option<TenderId>,
}

impl<E> Apply<E> {
    /// The same with another event, which may be one of another kind of attempt.
    pub(crate) fn with<F>(self, event: F) -> Apply<F> {
        Apply {
            attempt_id: self.attempt_id,
            event,
            now: self.now,
            timing: self.timing,
            qr_timing: self.qr_timing,
            lease: self.lease,
            settlement: self.settlement,
            signer: self.signer,
            tender_id: self.tender_id,
            decided_by: self.decided_by,
            removes: self.removes,
        }
    }
}

/// What became of it.
pub(crate) struct Applied {
    pub record: Record,
    /// What to ask of the terminal now.
    pub order: Option<Order>,
    pub alarm: Option<Alarm>,
    /// Whether anything changed.
    pub is_changed: bool,
}

/// What to ask of the terminal, with the numbers of the exchanges.
#[derive(Clone, Debug)]
pub(crate) struct Order {
    pub command: Command,
    /// The number of an abort or a question.
    pub service_id: String,
    /// The number of the diagnosis before it.
    pub diagnosis_id: String,
}

/// Applies an event. None when there is no such attempt, or another process drives it; an answer
/// of the terminal is applied whoever drives.
pub(crate) async fn apply(tx: &mut Tx, input: &Apply) -> Outcome<Option<Applied>> {
    let is_asking = matches!(input.event, Event::Found | Event::Tick(_));
    if !take_lease(tx, input, is_asking).await? {
        return Ok(None);
    }
    let Some(mut record) = store::find_attempt(tx, input.attempt_id).await? else {
        return Ok(None);
    };
    let at = Circumstance {
        now: input.now,
        timing: &input.timing,
        basket_open: store::is_basket_open(tx, record.basket_id).await?,
    };
    let next =
        next(&record.attempt, &input.event, &at).map_err(|refusal| Failure::from(*refusal))?;
    let is_changed = next.attempt != record.attempt;
    if is_changed {
        let is_captured = record.attempt.captured.is_none() && next.attempt.captured.is_some();
        let before = std::mem::replace(&mut record.attempt, next.attempt);
        if is_captured && let Some(approval) = approval_of(&input.event) {
            note_approval(&mut record, approval, input.now)?;
        }
        if let Some((staff_id, slip_no)) = &input.decided_by {
            record.decided_by = Some(staff_id.clone());
            record.slip_no.clone_from(slip_no);
        }
        note(tx, input, &before, &record).await?;
        keep_what_stayed(tx, before.state, &record).await?;
    }
    match next.booking {
        Some(Booking::Book(amount)) => book(tx, input, &mut record, amount).await?,
        Some(Booking::Remove) => remove(tx, input, &mut record).await?,
        None => {}
    }
    let order = match next.command {
        Some(command) => Some(prepare(tx, &mut record, command, input.now).await?),
        None => None,
    };
    if is_changed {
        // What is under way in this process dies with it: whoever takes over finds none of it.
        let wake_at = wake_at(&record.attempt, Line::default(), &input.timing);
        store::save_attempt(tx, &record, wake_at).await?;
    }
    Ok(Some(Applied {
        record,
        order,
        alarm: next.alarm,
        is_changed,
    }))
}

/// Only whoever drives may ask for something. What was answered is a fact.
pub(super) async fn take_lease<E>(tx: &mut Tx, input: &Apply<E>, is_asking: bool) -> Outcome<bool> {
    let Some((driver, until)) = input.lease else {
        return Ok(true);
    };
    let is_mine = store::set_driver(tx, input.attempt_id, driver, input.now, until).await?;
    Ok(is_mine || !is_asking)
}

/// Gives the exchange its number before it is sent: no number is ever used twice.
async fn prepare(
    tx: &mut Tx,
    record: &mut Record,
    command: Command,
    now: Timestamp,
) -> Outcome<Order> {
    let mut order = Order {
        command,
        service_id: String::new(),
        diagnosis_id: String::new(),
    };
    let terminal_no = record.terminal_no.clone();
    match command {
        Command::Pay => {
            add_step(&mut record.steps, StepName::Sent, now);
        }
        Command::Reverse => {
            // The first one of a REVERSAL took its number when it was written down.
            let has_number = record.attempt.kind == Kind::Reversal
                && record.attempt.reversal_tries == 1
                && record.reversal_service_id.is_some();
            if !has_number {
                let number = store::next_service_id(tx, &terminal_no).await?;
                record.reversal_service_id = Some(number);
            }
            add_step(&mut record.steps, StepName::Sent, now);
        }
        Command::Abort => order.service_id = store::next_service_id(tx, &terminal_no).await?,
        Command::AskPayment { diagnose } | Command::AskReversal { diagnose } => {
            if diagnose {
                order.diagnosis_id = store::next_service_id(tx, &terminal_no).await?;
            }
            order.service_id = store::next_service_id(tx, &terminal_no).await?;
        }
    }
    Ok(order)
}

/// Books what an attempt took, under the brand that was reported, and completes the sale with it.
pub(super) async fn book<E>(
    tx: &mut Tx,
    input: &Apply<E>,
    record: &mut Record,
    amount: Money,
) -> Outcome<()> {
    let mappings = store::mappings(tx, &record.store_no, record.channel()).await?;
    let brand = record.card.brand.as_deref();
    let tender_code = tender_for(brand, &record.tender_code, &mappings);
    let zero = Money::zero(amount.currency);
    let settled = Settled {
        amount,
        tendered: amount,
        change: zero,
        rounding: zero,
    };
    let tender = NewTender {
        tender_id: input.tender_id,
        basket_id: record.basket_id,
        tender_code: &tender_code,
        settled,
        attempt_id: Some(record.attempt_id),
        last_four: None,
        reference: None,
        booked_by: &record.started_by,
        booked_at: input.now,
        detail: &Detail::default(),
    };
    store::insert_tender(tx, &tender).await?;
    complete(tx, input, record).await
}

/// Removes the tender whose money went back, or books what went back of another basket's.
pub(super) async fn remove<E>(tx: &mut Tx, input: &Apply<E>, record: &mut Record) -> Outcome<()> {
    match (record.refund_of, record.reversed_tender_id) {
        (Some(origin), _) => book_refund(tx, input, record, origin).await,
        (None, Some(tender_id)) => store::delete_tender(tx, tender_id).await,
        (None, None) => Err(Failure::internal("a reversal that removes no tender")),
    }
}

/// Books what was given back, below zero, and completes what is paid with it.
async fn book_refund<E>(
    tx: &mut Tx,
    input: &Apply<E>,
    record: &mut Record,
    origin: TenderId,
) -> Outcome<()> {
    let amount = record.attempt.amount;
    let tender = NewTender {
        tender_id: input.tender_id,
        basket_id: record.basket_id,
        tender_code: &record.tender_code,
        settled: refund::settled(amount, false, 1),
        attempt_id: Some(record.attempt_id),
        last_four: None,
        reference: None,
        booked_by: &record.started_by,
        booked_at: input.now,
        detail: &Detail::default(),
    };
    store::insert_tender(tx, &tender).await?;
    store::insert_part(tx, input.tender_id, (origin, amount.minor), None).await?;
    complete(tx, input, record).await
}

/// Completes what is paid with a booking.
async fn complete<E>(tx: &mut Tx, input: &Apply<E>, record: &mut Record) -> Outcome<()> {
    let Some(settlement) = &input.settlement else {
        return Ok(());
    };
    // The attempt must say that it is over before the sale is completed on top of it.
    store::save_attempt(tx, record, None).await?;
    record.order_summary = settlement.settle(tx, record.basket_id, input.now).await?;
    Ok(())
}

/// What was to be given back and certainly was not can be given back in another way.
pub(super) async fn keep_what_stayed(tx: &mut Tx, before: State, record: &Record) -> Outcome<()> {
    match record.refund_of {
        Some(origin) if before.is_live() && record.attempt.state == State::Failed => {
            store::keep(tx, origin, record.attempt.amount.minor).await
        }
        _ => Ok(()),
    }
}

fn approval_of(event: &Event) -> Option<&Approval> {
    let answer = match event {
        Event::Reported(approval) => return Some(approval),
        Event::Paid(answer) => answer,
        Event::PaymentTold { answer, .. } => match &**answer {
            StatusAnswer::Processed(answer) => answer,
            _ => return None,
        },
        _ => return None,
    };
    match answer {
        PaymentAnswer::Approved(approval) | PaymentAnswer::PartiallyApproved(approval) => {
            Some(approval)
        }
        _ => None,
    }
}

fn note_approval(record: &mut Record, approval: &Approval, now: Timestamp) -> Outcome<()> {
    let lines: Vec<String> = approval
        .customer_receipt
        .iter()
        .map(|line| format!("{} {}", line.name, line.value).trim().to_owned())
        .collect();
    record.card = Card {
        brand: approval.brand.clone(),
        last_four: approval.last4.clone(),
        approval_code: approval.approval_code.clone(),
        poi_transaction: Some((
            approval.poi_transaction.id.clone(),
            approval.poi_transaction.time_stamp.clone(),
        )),
        receipt: Some(lines.join("\n")),
    };
    if approval.signature == Signature::Required {
        add_step(&mut record.steps, StepName::CheckSignature, now);
    }
    Ok(())
}
