//! What time brings: countdowns that end, questions that are due.

use jiff::{SignedDuration, Timestamp};
use kernel::Refusal;

use super::next::Work;
use super::{Alarm, Attempt, Command, Ender, Kind, Line, State, Timing};
use crate::{CANCEL_MANUALLY, UNKNOWN};

/// Does what is due, one thing to ask of the terminal at a time.
pub(super) fn tick(work: &mut Work<'_>, line: Line) {
    match work.state() {
        State::Created => start(work),
        State::Waiting => wait(work, line),
        State::Cancelling => wait_for_abort(work, line),
        State::Inquiry => ask_payment(work, line),
        State::Unknown if work.is_reversal_open() => ask_reversal(work, line),
        State::Unknown => ask_payment(work, line),
        State::Reversing if work.is_reversal_open() => ask_reversal(work, line),
        State::Reversing => work.send_reversal(),
        State::LateSuccess if work.is_reversal_open() => ask_reversal(work, line),
        State::LateSuccess if is_due(work.next.attempt.next_at, work.at.now) => {
            work.send_reversal();
        }
        State::Approved | State::Failed | State::Cancelled | State::TimedOut => {
            look_again(work, line);
        }
        State::LateSuccess | State::Mismatch | State::Reversed => {}
    }
}

fn is_due(at: Option<Timestamp>, now: Timestamp) -> bool {
    at.is_none_or(|at| at <= now)
}

fn start(work: &mut Work<'_>) {
    match work.next.attempt.kind {
        Kind::Payment => {
            work.move_to(State::Waiting);
            work.next.attempt.sent_at = Some(work.at.now);
            work.next.command = Some(Command::Pay);
        }
        Kind::Reversal => {
            work.move_to(State::Reversing);
            work.send_reversal();
        }
    }
}

fn wait(work: &mut Work<'_>, line: Line) {
    if ends_at(&work.next.attempt, work.at.timing).is_some_and(|end| end <= work.at.now) {
        work.next.attempt.ended_by = Some(Ender::System);
        work.enter_inquiry();
    } else if !line.payment {
        // The process that sent it died: whatever became of it, it is not sent again.
        work.enter_inquiry();
    }
    if work.state() == State::Inquiry {
        ask_payment(work, line);
    }
}

fn wait_for_abort(work: &mut Work<'_>, line: Line) {
    let Some(sent_at) = work.next.attempt.abort_sent_at else {
        abort(work);
        return;
    };
    let is_late = work.at.now >= sent_at + work.at.timing.abort_wait;
    if is_late || !line.payment {
        work.enter_inquiry();
        if is_late {
            work.say(&Refusal::new(&CANCEL_MANUALLY));
        }
        ask_payment(work, line);
    }
}

fn abort(work: &mut Work<'_>) {
    work.next.attempt.abort_sent_at = Some(work.at.now);
    work.next.command = Some(Command::Abort);
}

fn ask_payment(work: &mut Work<'_>, line: Line) {
    let is_over = ends_at(&work.next.attempt, work.at.timing).is_some_and(|end| end <= work.at.now);
    if work.state() == State::Inquiry && is_over && work.next.attempt.ended_by.is_none() {
        work.next.attempt.ended_by = Some(Ender::System);
    }
    if work.next.attempt.ended_by.is_some() && work.next.attempt.abort_sent_at.is_none() {
        abort(work);
        return;
    }
    give_up(work);
    if is_question_due(work, line) {
        let diagnose = ask(work);
        work.next.command = Some(Command::AskPayment { diagnose });
    }
}

fn ask_reversal(work: &mut Work<'_>, line: Line) {
    if line.reversal {
        return;
    }
    let now = work.at.now;
    work.attempt().inquiry_since.get_or_insert(now);
    give_up(work);
    if is_question_due(work, line) {
        let diagnose = ask(work);
        work.next.command = Some(Command::AskReversal { diagnose });
    }
}

/// Lets a person decide when nobody could be asked for long enough.
fn give_up(work: &mut Work<'_>) {
    let may = matches!(work.state(), State::Inquiry | State::Reversing);
    let is_time =
        unknown_at(&work.next.attempt, work.at.timing).is_some_and(|at| at <= work.at.now);
    if may && is_time {
        work.move_to(State::Unknown);
        work.say(&Refusal::new(&UNKNOWN));
        work.alarm(Alarm::Unknown);
    }
}

fn is_question_due(work: &Work<'_>, line: Line) -> bool {
    let attempt = &work.next.attempt;
    !line.question && is_due(question_at(attempt, work.at.timing), work.at.now)
}

fn ask(work: &mut Work<'_>) -> bool {
    let now = work.at.now;
    if work.state() == State::Unknown {
        work.alarm(Alarm::Unknown);
    }
    let attempt = work.attempt();
    attempt.asked_at = Some(now);
    attempt.not_found_at.is_some()
}

/// Looks for money that was taken although the attempt is over.
fn look_again(work: &mut Work<'_>, line: Line) {
    let now = work.at.now;
    if line.question || work.next.attempt.next_at.is_none_or(|at| now < at) {
        return;
    }
    let pause = work.pause(work.at.timing.look_again_at_most);
    let until = work.next.attempt.final_at.unwrap_or(now) + work.at.timing.look_again_for;
    let attempt = work.attempt();
    attempt.next_at = Some(now + pause).filter(|at| *at <= until);
    attempt.asked_at = Some(now);
    work.next.command = Some(Command::AskPayment { diagnose: false });
}

/// When the system ends a payment.
fn ends_at(attempt: &Attempt, timing: &Timing) -> Option<Timestamp> {
    attempt
        .sent_at
        .map(|sent| sent + timing.cancellable_after + timing.automatic_end_after)
}

/// When a person may decide: the terminal can no longer be working on it, enough questions were
/// asked, and there was time for the second "not found".
pub(super) fn unknown_at(attempt: &Attempt, timing: &Timing) -> Option<Timestamp> {
    let sent_at = attempt.reversal_sent_at.or(attempt.sent_at)?;
    let asked_enough = attempt.inquiry_since? + timing.inquiry_every * timing.inquiries_min;
    let at = asked_enough.max(sent_at + timing.processing_window);
    Some(at + timing.inquiry_every * 2)
}

/// When the next question is due; none means at once. The pause follows from when the last one was
/// asked and not from now, so that the time that was waited for stays the time.
fn question_at(attempt: &Attempt, timing: &Timing) -> Option<Timestamp> {
    let asked = attempt.asked_at?;
    let is_long = unknown_at(attempt, timing).is_some_and(|at| at <= asked);
    let pause: SignedDuration = if is_long && attempt.not_found_at.is_none() {
        timing.alarm_every
    } else {
        timing.inquiry_every
    };
    Some(asked + pause)
}

/// When [`super::Event::Tick`] next changes something, given what is under way; none when nothing
/// happens until somebody or the terminal says something.
#[must_use]
pub fn wake_at(attempt: &Attempt, line: Line, timing: &Timing) -> Option<Timestamp> {
    let at_once = Some(Timestamp::UNIX_EPOCH);
    let is_reversal_sent = attempt.reversal_sent_at.is_some();
    let question = || match line.question {
        true => None,
        false => question_at(attempt, timing).or(at_once),
    };
    match attempt.state {
        State::Created => at_once,
        State::Waiting if !line.payment => at_once,
        State::Waiting => ends_at(attempt, timing),
        State::Cancelling => match attempt.abort_sent_at {
            Some(sent_at) if line.payment => Some(sent_at + timing.abort_wait),
            _ => at_once,
        },
        State::Inquiry if attempt.ended_by.is_none() => earliest([
            ends_at(attempt, timing),
            unknown_at(attempt, timing),
            question(),
        ]),
        State::Inquiry | State::Unknown if !is_reversal_sent => match attempt.abort_sent_at {
            None if attempt.ended_by.is_some() => at_once,
            _ if attempt.state == State::Unknown => question(),
            _ => earliest([unknown_at(attempt, timing), question(), None]),
        },
        State::Unknown | State::Reversing | State::LateSuccess if is_reversal_sent => {
            match line.reversal {
                true => None,
                false if attempt.inquiry_since.is_none() => at_once,
                false if attempt.state == State::Reversing => {
                    earliest([unknown_at(attempt, timing), question(), None])
                }
                false => question(),
            }
        }
        State::Reversing => at_once,
        State::LateSuccess => attempt.next_at.or(at_once),
        State::Approved | State::Failed | State::Cancelled | State::TimedOut => {
            attempt.next_at.filter(|_| !line.question)
        }
        State::Inquiry | State::Unknown | State::Mismatch | State::Reversed => None,
    }
}

fn earliest(times: [Option<Timestamp>; 3]) -> Option<Timestamp> {
    times.into_iter().flatten().min()
}
