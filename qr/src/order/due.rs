//! What time brings: waits that end, questions that are due.
//!
//! [`due`] is the one place that says what is next and when; a tick does it, [`wake_at`] tells it.

use jiff::Timestamp;

use super::next::Work;
use super::{Alarm, Command, Failure, Order, RefundStep, State, Timing};
use crate::provider::Direction;

/// Something that is due at a time.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Act {
    /// Send what opens the order.
    Start,
    /// Ask for the code again.
    CreateAgain,
    /// Ask what became of it.
    Query,
    /// Ask the cashier whether to go on.
    AskPerson,
    /// End it, because of this.
    End(Failure),
    /// Ask the provider to end it.
    Close,
    /// Let a person decide.
    GiveUp,
    /// Give the money back, or ask about that.
    Refund(RefundStep),
}

impl Act {
    /// Whether it sends something, which waits until what is under way is back.
    fn is_sent(self) -> bool {
        match self {
            Self::Start | Self::CreateAgain | Self::Query | Self::Close | Self::Refund(_) => true,
            Self::AskPerson | Self::End(_) | Self::GiveUp => false,
        }
    }
}

/// Does what is due, sending one thing at a time.
pub(super) fn tick(work: &mut Work<'_>, is_busy: bool) {
    while work.next.command.is_none() {
        let Some((at, act)) = due(&work.next.order, is_busy, work.at.timing) else {
            return;
        };
        if at > work.at.now {
            return;
        }
        carry_out(work, act);
    }
}

/// When [`super::Event::Tick`] next changes something; none when nothing happens until somebody or
/// the provider says something.
#[must_use]
pub fn wake_at(order: &Order, is_busy: bool, timing: &Timing) -> Option<Timestamp> {
    due(order, is_busy, timing).map(|(at, _)| at)
}

/// What is next. Of two things that are due at once, the first one listed.
fn due(order: &Order, is_busy: bool, timing: &Timing) -> Option<(Timestamp, Act)> {
    let acts = match order.state {
        State::Created => vec![(Timestamp::UNIX_EPOCH, Act::Start)],
        State::Waiting => waiting(order, timing),
        State::Cancelling => {
            let mut acts = vec![round(order, timing.close_every, timing)];
            let since = order.ending_since.unwrap_or(order.created_at);
            // Until the provider takes the wish nobody can have refused it.
            let since = order.closes_from().map_or(since, |from| from.max(since));
            acts.push((since + timing.give_up_after, Act::GiveUp));
            acts
        }
        // Another amount was paid: only a person can say what it is.
        State::Unknown if order.payment.is_some() => vec![],
        State::Unknown => vec![round(order, timing.alarm_every, timing)],
        State::Refunding => {
            let at = order.next_at.unwrap_or(Timestamp::UNIX_EPOCH);
            vec![(at, Act::Refund(order.refund_step))]
        }
        State::Closed => order
            .next_at
            .map(|at| (at, Act::Query))
            .into_iter()
            .collect(),
        State::Paid | State::Refunded => vec![],
    };
    acts.into_iter()
        .filter(|(_, act)| !is_busy || !act.is_sent())
        .min_by_key(|(at, _)| *at)
}

fn waiting(order: &Order, timing: &Timing) -> Vec<(Timestamp, Act)> {
    let sent_at = order.sent_at.unwrap_or(order.created_at);
    let last_at = order.asked_at.unwrap_or(sent_at);
    let latest = order.created_at + timing.open_at_most;
    let mut acts = vec![(latest, Act::End(Failure::TimedOut))];
    let has_code = order.direction == Direction::ShopScans || order.code.is_some();
    if !has_code {
        acts.push(match order.create_tries < timing.create_tries {
            true => (last_at + timing.poll_every, Act::CreateAgain),
            false => (last_at + timing.poll_every, Act::End(Failure::NoCode)),
        });
        return acts;
    }
    acts.push((last_at + timing.poll_every, Act::Query));
    acts.push(match (order.asks_since, order.ends_at) {
        (Some(since), _) => (since + timing.answer_wait, Act::End(Failure::TimedOut)),
        (None, Some(ends_at)) => (ends_at, Act::AskPerson),
        (None, None) => (sent_at + timing.scanned_for, Act::AskPerson),
    });
    acts
}

/// One question, then at once the wish to end it; after a pause the same again. While the order is too young
/// to be ended there are only questions, the last of them when it is old enough.
fn round(order: &Order, pause: jiff::SignedDuration, timing: &Timing) -> (Timestamp, Act) {
    if order.is_asked_since_close {
        let asked_at = order.asked_at.unwrap_or(Timestamp::UNIX_EPOCH);
        return match order.closes_from().filter(|from| asked_at < *from) {
            Some(from) => (from.min(asked_at + timing.poll_every), Act::Query),
            None => (Timestamp::UNIX_EPOCH, Act::Close),
        };
    }
    let at = order.close_sent_at.map(|sent_at| sent_at + pause);
    (at.unwrap_or(Timestamp::UNIX_EPOCH), Act::Query)
}

fn carry_out(work: &mut Work<'_>, act: Act) {
    let (now, timing) = (work.at.now, work.at.timing);
    let order = &mut work.next.order;
    let command = match act {
        Act::Start => Some(start(order, now, timing)),
        Act::CreateAgain => {
            order.create_tries += 1;
            order.asked_at = Some(now);
            order.opened_at = Some(now);
            Some(Command::Create)
        }
        Act::Query => {
            order.asked_at = Some(now);
            order.is_asked_since_close = true;
            if order.state == State::Closed {
                look_again(order, now, timing);
            }
            if order.state == State::Unknown {
                work.next.alarm = Some(Alarm::Unknown);
            }
            Some(Command::Query)
        }
        Act::Close => {
            order.close_sent_at = Some(now);
            order.is_close_under_way = true;
            order.is_asked_since_close = false;
            Some(Command::Close)
        }
        Act::Refund(step) => Some(refund(order, step, now, timing)),
        Act::AskPerson => {
            order.asks_since = Some(now);
            None
        }
        Act::End(failure) => {
            work.end(failure);
            None
        }
        Act::GiveUp => {
            order.state = State::Unknown;
            work.next.alarm = Some(Alarm::Unknown);
            None
        }
    };
    work.next.command = command;
}

fn start(order: &mut Order, now: Timestamp, timing: &Timing) -> Command {
    order.state = State::Waiting;
    order.sent_at = Some(now);
    match order.direction {
        Direction::ClientScans => {
            order.create_tries = 1;
            order.opened_at = Some(now);
            Command::Create
        }
        Direction::ShopScans => {
            order.ends_at = Some(now + timing.scanned_for);
            Command::Charge
        }
    }
}

/// The answer sets the next time; a process that dies leaves it to this one.
fn refund(order: &mut Order, step: RefundStep, now: Timestamp, timing: &Timing) -> Command {
    order.next_at = Some(now + timing.request_wait + timing.refund_every);
    match step {
        RefundStep::Send => {
            order.refund_tries += 1;
            order.refund_sent_at = Some(now);
            order.refund_step = RefundStep::Ask;
            Command::Refund
        }
        RefundStep::Ask => Command::QueryRefund,
        RefundStep::AskOrder => Command::Query,
    }
}

/// The next look for a late payment: after as long again as the order has been over, until that is
/// long enough.
fn look_again(order: &mut Order, now: Timestamp, timing: &Timing) {
    let over = now.duration_since(order.final_at.unwrap_or(now));
    let pause = over.max(timing.look_again_after);
    order.next_at = Some(now + pause).filter(|_| over < timing.look_again_for);
}
