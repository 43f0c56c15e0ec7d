//! What the terminal's answers mean for an attempt.

use device::card_terminal::{
    AbortAnswer, Approval, PaymentAnswer, ReversalAnswer, RunningDialogue, Signature, StatusAnswer,
};
use jiff::Timestamp;
use kernel::{Currency, ErrorKind, Money, Refusal};

use super::next::Work;
use super::{Alarm, Captured, Ender, Kind, Line, Match, State};
use crate::{
    AMOUNT_MISMATCH, CANCEL_MANUALLY, CANCELLED, CHECK_SIGNATURE, FAILED, LATE_SUCCESS, OCCUPIED,
    TIMED_OUT, UNREACHABLE,
};

/// The result of a payment: its own answer, or what the terminal says that it was.
pub(super) fn paid(work: &mut Work<'_>, answer: &PaymentAnswer, is_own: bool) {
    match answer {
        PaymentAnswer::Approved(approval) | PaymentAnswer::PartiallyApproved(approval) => {
            captured(work, approval);
        }
        PaymentAnswer::Declined { condition, text } => {
            let said = refused(&FAILED, &format!("{condition:?}"), text);
            not_paid(work, State::Failed, &said);
        }
        PaymentAnswer::Aborted | PaymentAnswer::CancelledOnTerminal => ended(work),
        PaymentAnswer::Busy {
            running: RunningDialogue::Other(_),
        } => not_paid(work, State::Failed, &Refusal::new(&OCCUPIED)),
        PaymentAnswer::OutOfOrder { condition, text } => {
            let said = refused(&UNREACHABLE, &format!("{condition:?}"), text);
            not_paid(work, State::Failed, &said);
        }
        PaymentAnswer::Refused { condition, text } => {
            work.alarm(Alarm::Fault);
            let said = refused(&FAILED, &format!("{condition:?}"), text);
            not_paid(work, State::Failed, &said);
        }
        PaymentAnswer::NotSent { reason } if is_own => {
            let said = because(&UNREACHABLE, "NotSent", &reason.to_string());
            not_paid(work, State::Failed, &said);
        }
        // A terminal that is busy with this very payment, or does not say with what, may be
        // taking it.
        PaymentAnswer::Busy {
            running: RunningDialogue::ThisPayment | RunningDialogue::Unnamed,
        }
        | PaymentAnswer::NotSent { .. }
        | PaymentAnswer::Unknown { .. } => work.enter_inquiry(),
    }
}

/// Money was taken. From here on it is booked, held or given back.
pub(super) fn captured(work: &mut Work<'_>, approval: &Approval) {
    let captured = Captured {
        minor: approval.authorised.minor,
        currency: approval.authorised.currency.code().to_owned(),
    };
    if work.is_payment_open() {
        work.attempt().captured = Some(captured);
        hold_or_book(work, approval.signature);
        return;
    }
    if work.next.attempt.captured.is_some() || work.next.attempt.kind == Kind::Reversal {
        return;
    }
    match work.state() {
        State::Failed | State::Cancelled | State::TimedOut => {
            work.attempt().captured = Some(captured);
            work.enter_late_success();
        }
        // A manager had said so: now the terminal confirms it, with what a removal needs.
        State::Approved => {
            if captured.against(work.next.attempt.amount) != Match::Equal {
                work.alarm(Alarm::Contradiction);
            }
            let attempt = work.attempt();
            attempt.captured = Some(captured);
            attempt.next_at = None;
        }
        _ => {}
    }
}

fn hold_or_book(work: &mut Work<'_>, signature: Signature) {
    if !work.at.basket_open {
        work.enter_late_success();
        return;
    }
    let amount = work.next.attempt.amount;
    let Some(captured) = work.next.attempt.captured.clone() else {
        return;
    };
    match captured.against(amount) {
        // The cashier wanted it to end: they choose whether it stays (reliability b.7 rule 8).
        Match::Equal if work.next.attempt.ended_by == Some(Ender::Person) => {
            work.move_to(State::Mismatch);
            work.say(&Refusal::new(&LATE_SUCCESS));
        }
        // Once it is booked the sale may be complete: a signature is compared before.
        Match::Equal if signature == Signature::Required => {
            work.move_to(State::Mismatch);
            work.say(&Refusal::new(&CHECK_SIGNATURE));
        }
        Match::Equal => work.book(amount),
        Match::Lower | Match::Other => {
            work.move_to(State::Mismatch);
            work.say(
                &Refusal::new(&AMOUNT_MISMATCH)
                    .with("received", shown(&captured))
                    .with("due", amount.text()),
            );
        }
    }
}

/// An amount for people, in a currency that we may not know.
pub(crate) fn shown(captured: &Captured) -> String {
    match Currency::parse(&captured.currency) {
        Some(currency) => Money::new(captured.minor, currency).text(),
        None => format!("{} {} (minor units)", captured.minor, captured.currency),
    }
}

/// The terminal stopped, because we or the customer wanted it.
fn ended(work: &mut Work<'_>) {
    match work.next.attempt.ended_by {
        Some(Ender::System) => not_paid(work, State::TimedOut, &Refusal::new(&TIMED_OUT)),
        Some(Ender::Person) | None => {
            not_paid(work, State::Cancelled, &Refusal::new(&CANCELLED));
        }
    }
}

fn not_paid(work: &mut Work<'_>, state: State, outcome: &Refusal) {
    if work.is_payment_open() {
        work.move_to(state);
        work.say(outcome);
        return;
    }
    match work.state() {
        State::Approved if work.next.attempt.captured.is_none() => {
            work.alarm(Alarm::Contradiction);
            work.attempt().next_at = None;
        }
        // What was believed is now certain.
        State::Failed | State::Cancelled | State::TimedOut => work.attempt().next_at = None,
        _ => {}
    }
}

/// What the terminal says became of the payment.
pub(super) fn payment_told(
    work: &mut Work<'_>,
    told: &StatusAnswer<PaymentAnswer>,
    ready: bool,
    line: Line,
) {
    match told {
        StatusAnswer::Processed(answer) => {
            work.attempt().not_found_at = None;
            paid(work, answer, false);
        }
        StatusAnswer::InProgress => work.attempt().not_found_at = None,
        StatusAnswer::NotFound => {
            let sent_at = work.next.attempt.sent_at;
            let is_open = work.is_payment_open() && !line.payment;
            if is_open && is_certainly_not_found(work, sent_at, ready) {
                ended_unseen(work);
            }
        }
        // Not answered: the next question will be.
        StatusAnswer::Unknown { .. } => {}
    }
}

/// The terminal knows nothing of it. Should it have arrived after all, looking again finds it.
fn ended_unseen(work: &mut Work<'_>) {
    match work.next.attempt.ended_by {
        Some(Ender::Person) => not_paid(work, State::Cancelled, &Refusal::new(&CANCELLED)),
        Some(Ender::System) | None => not_paid(work, State::TimedOut, &Refusal::new(&TIMED_OUT)),
    }
    work.look_again();
}

/// "Not found" is believed the second time, a while after the first, from a terminal that is in
/// order, and only after the time in which a message may still be on its way (b.7 rule 6).
fn is_certainly_not_found(work: &mut Work<'_>, sent_at: Option<Timestamp>, ready: bool) -> bool {
    let (now, timing) = (work.at.now, work.at.timing);
    if sent_at.is_none_or(|sent_at| now < sent_at + timing.processing_window) {
        return false;
    }
    match work.next.attempt.not_found_at {
        None => {
            work.attempt().not_found_at = Some(now);
            false
        }
        Some(first) => ready && now >= first + timing.inquiry_every,
    }
}

/// What became of the wish to stop. It never ends a payment: the payment's own result does.
pub(super) fn abort_told(work: &mut Work<'_>, answer: &AbortAnswer) {
    let is_waiting = matches!(work.state(), State::Cancelling | State::Inquiry);
    match answer {
        AbortAnswer::Delivered if is_waiting => work.say_cancellation_received(),
        AbortAnswer::NotSent { .. } | AbortAnswer::Unknown { .. } if is_waiting => {
            work.enter_inquiry();
            work.say(&Refusal::new(&CANCEL_MANUALLY));
        }
        AbortAnswer::Delivered
        | AbortAnswer::NotFound
        | AbortAnswer::NotAborted { .. }
        | AbortAnswer::NotSent { .. }
        | AbortAnswer::Unknown { .. } => {}
    }
}

/// The result of a reversal: its own answer, or what the terminal says that it was.
pub(super) fn reversed(work: &mut Work<'_>, answer: &ReversalAnswer) {
    if !work.is_reversal_open() {
        return;
    }
    match answer {
        ReversalAnswer::Accepted(reversal) => {
            let captured = work.next.attempt.captured.as_ref();
            let differs = match (reversal.reversed, captured) {
                (Some(amount), Some(captured)) => {
                    amount.minor != captured.minor || amount.currency.code() != captured.currency
                }
                _ => false,
            };
            if differs {
                work.alarm(Alarm::Contradiction);
                doubt_reversal(work);
            } else {
                work.end_reversed();
            }
        }
        ReversalAnswer::Declined { condition, text } => {
            let said = refused(&FAILED, &format!("{condition:?}"), text);
            work.end_not_reversed(&said);
        }
        ReversalAnswer::NotFound => {
            let reason = "the POS does not know the payment";
            work.end_not_reversed(&because(&FAILED, "PaymentNotKnown", reason));
        }
        ReversalAnswer::Busy {
            running: RunningDialogue::Other(_),
        } => work.end_not_reversed(&Refusal::new(&OCCUPIED)),
        ReversalAnswer::OutOfOrder { condition, text } => {
            let said = refused(&UNREACHABLE, &format!("{condition:?}"), text);
            work.end_not_reversed(&said);
        }
        ReversalAnswer::Refused { condition, text } => {
            let said = refused(&FAILED, &format!("{condition:?}"), text);
            work.end_not_reversed(&said);
        }
        ReversalAnswer::NotSent { reason } => {
            work.end_not_reversed(&because(&UNREACHABLE, "NotSent", &reason.to_string()));
        }
        ReversalAnswer::Busy {
            running: RunningDialogue::ThisPayment | RunningDialogue::Unnamed,
        }
        | ReversalAnswer::Unknown { .. } => doubt_reversal(work),
    }
}

fn doubt_reversal(work: &mut Work<'_>) {
    let now = work.at.now;
    work.attempt().inquiry_since.get_or_insert(now);
}

/// What the terminal says became of the reversal.
pub(super) fn reversal_told(
    work: &mut Work<'_>,
    told: &StatusAnswer<ReversalAnswer>,
    ready: bool,
    line: Line,
) {
    match told {
        StatusAnswer::Processed(answer) => {
            work.attempt().not_found_at = None;
            reversed(work, answer);
        }
        StatusAnswer::InProgress => work.attempt().not_found_at = None,
        StatusAnswer::NotFound => {
            let sent_at = work.next.attempt.reversal_sent_at;
            let is_open = work.is_reversal_open() && !line.reversal;
            if is_open && is_certainly_not_found(work, sent_at, ready) {
                let reason = "the POS does not know the reversal";
                work.end_not_reversed(&because(&FAILED, "ReversalNotKnown", reason));
            }
        }
        StatusAnswer::Unknown { .. } => {}
    }
}

/// A failure with its cause: a word that the till translates, and the reason in English.
pub(super) fn because(kind: &'static ErrorKind, condition: &str, reason: &str) -> Refusal {
    Refusal::new(kind)
        .with("condition", condition)
        .with("reason", reason)
}

/// What the terminal refused: its condition, and its own words where it has some.
fn refused(kind: &'static ErrorKind, condition: &str, text: &str) -> Refusal {
    match text.trim() {
        "" => because(kind, condition, condition),
        words => because(kind, condition, words).with("words", words),
    }
}
