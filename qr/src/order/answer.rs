//! What the provider's answers mean for an order.

use super::next::Work;
use super::{Alarm, Failure, RefundStep, State};
use crate::provider::{
    CloseAnswer, CreateAnswer, Direction, OrderAnswer, Payment, RefundAnswer, RefundDecline,
};

/// The answer to the wish for a code.
pub(super) fn created(work: &mut Work<'_>, told: &CreateAnswer) {
    if matches!(told, CreateAnswer::Shown { .. } | CreateAnswer::Known) {
        work.order().has_arrived = true;
    }
    if matches!(told, CreateAnswer::Shown { .. }) {
        work.order().opened_at = Some(work.at.now);
    }
    if work.state() != State::Waiting {
        // It was stopped meanwhile, and is being ended: the code is shown to nobody.
        return;
    }
    let is_first = work.next.order.create_tries <= 1;
    match told {
        CreateAnswer::Shown { code } => {
            let ends_at = work.at.now + work.at.timing.shown_for;
            let order = work.order();
            order.code = Some(code.clone());
            order.ends_at = Some(ends_at);
        }
        CreateAnswer::Known => work.end(Failure::NoCode),
        CreateAnswer::Refused { fault, .. } => {
            work.alarm(Alarm::Fault);
            match is_first {
                true => work.close(Failure::Fault(*fault)),
                false => work.end(Failure::Fault(*fault)),
            }
        }
        // After a lost answer this says nothing about the request before.
        CreateAnswer::NotSent { .. } if is_first => work.close(Failure::Unreachable),
        CreateAnswer::NotSent { .. } | CreateAnswer::Unknown { .. } => {}
    }
}

/// What is known of the order.
pub(super) fn told(work: &mut Work<'_>, told: &OrderAnswer) {
    match work.state() {
        State::Created => {}
        // Of a payment that waits for a person's decision nothing more is asked.
        State::Unknown if work.next.order.payment.is_some() => told_in_doubt(work, told),
        State::Waiting | State::Cancelling | State::Unknown => told_open(work, told),
        State::Closed => told_closed(work, told),
        State::Paid => {
            if *told == OrderAnswer::Closed {
                work.alarm(Alarm::Contradiction);
            }
        }
        State::Refunding => told_refunding(work, told),
        State::Refunded => {}
    }
}

fn told_open(work: &mut Work<'_>, told: &OrderAnswer) {
    if matches!(
        told,
        OrderAnswer::Waiting | OrderAnswer::NotPaid { .. } | OrderAnswer::Closed
    ) {
        work.order().has_arrived = true;
    }
    match told {
        OrderAnswer::Paid(payment) => paid(work, payment),
        OrderAnswer::GivenBack(payment) => given_back(work, payment),
        OrderAnswer::Closed => work.close(Failure::TimedOut),
        OrderAnswer::NotPaid { decline, .. } => work.end(Failure::Declined(*decline)),
        OrderAnswer::Refused { fault, .. } => {
            work.alarm(Alarm::Fault);
            work.close(Failure::Fault(*fault));
        }
        OrderAnswer::NotSent { .. } => work.close(Failure::Unreachable),
        OrderAnswer::Waiting => {
            work.order().not_found_at = None;
            unseen(work);
        }
        // Not found before somebody scans, or before it has arrived.
        OrderAnswer::NotFound => unseen(work),
        // Not known is asked again.
        OrderAnswer::Unknown { .. } => {}
    }
}

/// A code that nobody saw nobody can pay: where the provider would not end its order yet, the till need not
/// wait for that.
fn unseen(work: &mut Work<'_>) {
    let now = work.at.now;
    let order = &work.next.order;
    let is_too_young = order.closes_from().is_some_and(|from| now < from);
    let is_unseen = order.direction == Direction::ClientScans && order.code.is_none();
    if is_too_young && is_unseen && order.state != State::Waiting {
        work.close(Failure::NoCode);
        work.look_again();
    }
}

/// Money was taken. From here on it is booked, held or given back.
fn paid(work: &mut Work<'_>, payment: &Payment) {
    let (now, timing) = (work.at.now, work.at.timing);
    let may_be_ended = work.next.order.may_be_ended(now, timing);
    if may_be_ended && work.state() != State::Closed {
        // The wish to end it is sent again, and its answer tells what became of the money.
        return;
    }
    let order = work.order();
    order.payment = Some(payment.clone());
    let amount = order.amount;
    if payment.amount != amount {
        order.state = State::Unknown;
        order.asks_since = None;
        order.next_at = None;
        work.alarm(Alarm::Mismatch);
    } else if work.at.can_book && !may_be_ended {
        work.book(amount);
    } else {
        work.alarm(Alarm::LatePayment);
        work.give_back();
    }
}

fn given_back(work: &mut Work<'_>, payment: &Payment) {
    work.order().payment = Some(payment.clone());
    work.end_given_back();
}

fn told_in_doubt(work: &mut Work<'_>, told: &OrderAnswer) {
    if let OrderAnswer::GivenBack(payment) = told {
        given_back(work, payment);
    }
}

/// It was believed to be over.
fn told_closed(work: &mut Work<'_>, told: &OrderAnswer) {
    match told {
        OrderAnswer::Paid(payment) => {
            paid(work, payment);
            if work.state() != State::Unknown {
                work.alarm(Alarm::LatePayment);
            }
        }
        OrderAnswer::GivenBack(payment) => given_back(work, payment),
        // What was believed is now certain.
        OrderAnswer::Closed => work.order().next_at = None,
        OrderAnswer::Waiting
        | OrderAnswer::NotFound
        | OrderAnswer::NotPaid { .. }
        | OrderAnswer::Refused { .. }
        | OrderAnswer::NotSent { .. }
        | OrderAnswer::Unknown { .. } => {}
    }
}

/// A refund was refused for the sake of the order: it may have been given back by another way.
fn told_refunding(work: &mut Work<'_>, told: &OrderAnswer) {
    if work.next.order.refund_step != RefundStep::AskOrder {
        return;
    }
    match told {
        OrderAnswer::GivenBack(_) => work.end_given_back(),
        OrderAnswer::Unknown { .. } => pause(work),
        _ if work.next.order.is_booked => stays_paid(work),
        // More was to go back than was paid, says the provider now: what was paid goes back.
        OrderAnswer::Paid(payment) => {
            work.order().payment = Some(payment.clone());
            work.order().refund_step = RefundStep::Send;
            pause(work);
        }
        _ => {
            work.order().refund_step = RefundStep::Send;
            pause(work);
        }
    }
}

/// What became of the wish to end the order.
pub(super) fn close_told(work: &mut Work<'_>, told: &CloseAnswer) {
    if std::mem::take(&mut work.order().is_close_under_way)
        && matches!(told, CloseAnswer::Unknown { .. })
    {
        work.order().loose_close_at = work.next.order.close_sent_at;
    }
    if !matches!(work.state(), State::Cancelling | State::Unknown)
        || work.next.order.payment.is_some()
    {
        return;
    }
    match told {
        CloseAnswer::Closed => work.close(Failure::TimedOut),
        // What was given back was not kept: there is nothing to book and nothing to ask.
        CloseAnswer::GivenBack => work.end_given_back(),
        // It stays so, whatever may still arrive. The question tells the payment, at once.
        CloseAnswer::Paid => {
            work.order().close_sent_at = None;
            work.order().loose_close_at = None;
        }
        CloseAnswer::NotFound => not_found(work),
        CloseAnswer::Refused { .. } => work.alarm(Alarm::Fault),
        // The next round asks again.
        CloseAnswer::Again | CloseAnswer::NotSent { .. } | CloseAnswer::Unknown { .. } => {}
    }
}

/// "Not found" is believed of an order that the provider has told about before, such as a charge
/// that it declined. Else only the second time, a while after the first, and after the time in which
/// the request may still be on its way. A code that nobody saw nobody can pay.
fn not_found(work: &mut Work<'_>) {
    let (now, timing) = (work.at.now, work.at.timing);
    let order = work.order();
    if order.direction == Direction::ClientScans && order.code.is_none() {
        work.close(Failure::NoCode);
        return;
    }
    if order.has_arrived {
        work.close(Failure::TimedOut);
        work.look_again();
        return;
    }
    let sent_at = order.sent_at.unwrap_or(order.created_at);
    if now < sent_at + timing.arrival_window {
        return;
    }
    match order.not_found_at {
        None => order.not_found_at = Some(now),
        Some(first) if now >= first + timing.close_every => {
            work.close(Failure::TimedOut);
            work.look_again();
        }
        Some(_) => {}
    }
}

/// What became of the money that goes back.
pub(super) fn refund_told(work: &mut Work<'_>, told: &RefundAnswer) {
    if work.state() != State::Refunding {
        return;
    }
    match told {
        RefundAnswer::Refunded => work.end_given_back(),
        RefundAnswer::Pending | RefundAnswer::Unknown { .. } => {
            work.order().refund_step = RefundStep::Ask;
            pause(work);
        }
        RefundAnswer::NotFound => refund_not_found(work),
        RefundAnswer::Declined { decline, .. } => declined(work, *decline),
        RefundAnswer::Refused { .. } => {
            work.alarm(Alarm::Fault);
            not_given_back(work);
        }
        // The line says nothing about one that was sent before.
        RefundAnswer::NotSent { .. } if may_another_count(work) => {
            work.order().refund_step = RefundStep::Send;
            pause(work);
        }
        RefundAnswer::NotSent { .. } => not_given_back(work),
    }
}

/// The same one again, with the same number. What can no longer be on its way has come to nothing, and a
/// refusal of the next one is certain.
fn refund_not_found(work: &mut Work<'_>) {
    let (now, timing) = (work.at.now, work.at.timing);
    let until = work.next.order.refund_arrives_until(timing);
    work.order().refund_step = RefundStep::Send;
    if until.is_some_and(|until| until <= now) {
        let order = work.order();
        order.refunds_void = order.refund_tries;
        order.next_at = None;
    } else {
        pause(work);
    }
}

/// Whether a refund that was sent before the last one may still be carried out.
fn may_another_count(work: &Work<'_>) -> bool {
    let order = &work.next.order;
    order.refund_tries.saturating_sub(order.refunds_void) > 1
}

fn declined(work: &mut Work<'_>, decline: RefundDecline) {
    work.alarm(Alarm::RefundRefused);
    match decline {
        // What became of the whole order says nothing of a part of it.
        RefundDecline::Order | RefundDecline::Amount if work.next.order.is_refund => {
            not_given_back(work);
        }
        RefundDecline::Order | RefundDecline::Amount => {
            work.order().refund_step = RefundStep::AskOrder;
            work.order().next_at = None;
        }
        RefundDecline::Funds | RefundDecline::Number => not_given_back(work),
        // Taken, and not carried out: it may be yet, so that nothing else may give it back unless
        // a person says so.
        RefundDecline::Account => {
            work.order().refund_step = RefundStep::Ask;
            pause(work);
        }
    }
}

/// A booked tender stays when its refund was refused for certain, so that the cashier can choose another
/// way. While an earlier one may still be carried out it is not: that is asked about once it can no longer
/// be on its way. What is not booked is tried again until it is done.
fn not_given_back(work: &mut Work<'_>) {
    match (work.next.order.is_booked, may_another_count(work)) {
        (true, false) => stays_paid(work),
        (true, true) => {
            let until = work.next.order.refund_arrives_until(work.at.timing);
            work.order().refund_step = RefundStep::Ask;
            work.order().next_at = until;
        }
        (false, _) => {
            work.order().refund_step = RefundStep::Send;
            pause(work);
        }
    }
}

fn stays_paid(work: &mut Work<'_>) {
    let now = work.at.now;
    let order = work.order();
    order.state = State::Paid;
    order.failure = Some(Failure::RefundRefused);
    order.next_at = None;
    order.final_at = Some(now);
}

/// The next step of a refund: after as long again as it has taken, since a bank may take days.
fn pause(work: &mut Work<'_>) {
    let (now, timing) = (work.at.now, work.at.timing);
    let order = work.order();
    let taken = now.duration_since(order.refund_since.unwrap_or(now));
    let pause = taken.clamp(timing.refund_every, timing.refund_every_at_most);
    order.next_at = Some(now + pause);
}
