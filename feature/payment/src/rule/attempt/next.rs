use jiff::{SignedDuration, Timestamp};
use kernel::{Money, Refusal};

use super::{
    Alarm, Attempt, Booking, Circumstance, Command, Decision, Ender, Event, Kind, Match, Next,
    State, answer, leads_to, tick,
};
use crate::{
    CANCELLATION_RECEIVED, FAILED, LATE_SUCCESS, NOT_CANCELLABLE_YET, NOT_DECIDABLE, NOT_STARTED,
    REVERSED, SUCCESSFUL,
};

/// What an event leads to. The states that may follow each other are listed at [`leads_to`].
///
/// # Errors
/// Only for [`Event::Cancel`], [`Event::Decide`] and [`Event::TakenBack`]: what a person asked for is
/// refused.
pub fn next(attempt: &Attempt, event: &Event, at: &Circumstance<'_>) -> Result<Next, Box<Refusal>> {
    let mut work = Work::new(attempt, at);
    match event {
        Event::Found => work.found(),
        Event::Tick(line) => tick::tick(&mut work, *line),
        Event::Paid(answer) => answer::paid(&mut work, answer, true),
        Event::PaymentTold {
            answer,
            ready,
            line,
        } => answer::payment_told(&mut work, answer, *ready, *line),
        Event::AbortTold(answer) => answer::abort_told(&mut work, answer),
        Event::Reversed(answer) => answer::reversed(&mut work, answer),
        Event::ReversalTold {
            answer,
            ready,
            line,
        } => answer::reversal_told(&mut work, answer, *ready, *line),
        Event::Reported(approval) => answer::captured(&mut work, approval),
        Event::Cancel => work.cancel()?,
        Event::Decide(decision) => work.decide(*decision)?,
        Event::TakenBack => work.take_back()?,
    }
    Ok(work.next)
}

/// When a person may cancel.
pub(super) fn cancellable_at(attempt: &Attempt, at: &Circumstance<'_>) -> Option<Timestamp> {
    attempt
        .sent_at
        .map(|sent| sent + at.timing.cancellable_after)
}

/// Whether a person may cancel now.
pub(super) fn can_cancel(attempt: &Attempt, at: &Circumstance<'_>) -> bool {
    attempt.kind == Kind::Payment
        && attempt.ended_by.is_none()
        && cancellable_at(attempt, at).is_some_and(|from| from <= at.now)
}

/// Whether a person may say that money which is held, or came late, went back by hand: a reversal was
/// refused, or nobody could tell its end for long enough. As long as the terminal may be working on one
/// it could give back as well.
pub(super) fn may_be_given_back_by_hand(attempt: &Attempt, at: &Circumstance<'_>) -> bool {
    let is_ours = matches!(attempt.state, State::Mismatch | State::LateSuccess);
    let is_over = match attempt.reversal_sent_at {
        None => attempt.reversal_tries > 0,
        Some(_) => tick::unknown_at(attempt, at.timing).is_some_and(|from| from <= at.now),
    };
    is_ours && is_over
}

/// An event being worked on.
pub(super) struct Work<'a> {
    pub(super) next: Next,
    pub(super) at: &'a Circumstance<'a>,
}

impl<'a> Work<'a> {
    fn new(attempt: &Attempt, at: &'a Circumstance<'a>) -> Self {
        let next = Next {
            attempt: attempt.clone(),
            booking: None,
            command: None,
            alarm: None,
        };
        Self { next, at }
    }

    pub(super) fn attempt(&mut self) -> &mut Attempt {
        &mut self.next.attempt
    }

    pub(super) fn state(&self) -> State {
        self.next.attempt.state
    }

    pub(super) fn move_to(&mut self, state: State) {
        let from = self.state();
        debug_assert!(leads_to(from).contains(&state), "{from:?} to {state:?}");
        self.next.attempt.state = state;
        if !state.is_live() {
            self.next.attempt.final_at = Some(self.at.now);
        }
    }

    pub(super) fn say(&mut self, outcome: &Refusal) {
        self.next.attempt.outcome = Some(outcome.view());
    }

    pub(super) fn alarm(&mut self, alarm: Alarm) {
        self.next.alarm = Some(alarm);
    }

    /// Whether it is the payment whose end is open, and not that of its reversal.
    pub(super) fn is_payment_open(&self) -> bool {
        let attempt = &self.next.attempt;
        match attempt.state {
            State::Waiting | State::Cancelling | State::Inquiry => attempt.kind == Kind::Payment,
            State::Unknown => attempt.reversal_sent_at.is_none(),
            _ => false,
        }
    }

    /// Whether a reversal was sent whose end is open.
    pub(super) fn is_reversal_open(&self) -> bool {
        let attempt = &self.next.attempt;
        let may_wait = matches!(
            attempt.state,
            State::Reversing | State::Unknown | State::LateSuccess
        );
        may_wait && attempt.reversal_sent_at.is_some()
    }

    /// The payment's end is in doubt from now on.
    pub(super) fn enter_inquiry(&mut self) {
        if matches!(self.state(), State::Waiting | State::Cancelling) {
            self.move_to(State::Inquiry);
            self.next.attempt.inquiry_since = Some(self.at.now);
        }
    }

    /// Not paid: but a process that dies at the wrong moment, or a message that travels slowly,
    /// could still prove it wrong, so it is looked at again.
    pub(super) fn look_again(&mut self) {
        self.next.attempt.next_at = Some(self.at.now + self.at.timing.look_again_after);
    }

    /// The pause before something is tried again: as long as it already lasts.
    pub(super) fn pause(&self, at_most: SignedDuration) -> SignedDuration {
        let since = self.next.attempt.final_at.unwrap_or(self.at.now);
        let lasted = self.at.now.duration_since(since);
        lasted.clamp(self.at.timing.look_again_after, at_most)
    }

    pub(super) fn book(&mut self, amount: Money) {
        self.move_to(State::Approved);
        self.say(&Refusal::new(&SUCCESSFUL));
        self.next.booking = Some(Booking::Book(amount));
    }

    pub(super) fn send_reversal(&mut self) {
        let now = self.at.now;
        let attempt = self.attempt();
        attempt.reversal_sent_at = Some(now);
        attempt.reversal_tries += 1;
        attempt.next_at = None;
        attempt.asked_at = None;
        attempt.not_found_at = None;
        attempt.inquiry_since = None;
        self.next.command = Some(Command::Reverse);
    }

    /// The money was given back.
    pub(super) fn end_reversed(&mut self) {
        self.move_to(State::Reversed);
        self.say(&Refusal::new(&REVERSED));
        if self.next.attempt.kind == Kind::Reversal {
            self.next.booking = Some(Booking::Remove);
        }
    }

    /// The money was certainly not given back: it is where it was before.
    pub(super) fn end_not_reversed(&mut self, outcome: &Refusal) {
        self.next.attempt.reversal_sent_at = None;
        match (self.state(), self.next.attempt.kind) {
            (State::LateSuccess, _) => {
                let pause = self.pause(self.at.timing.look_again_at_most);
                self.next.attempt.next_at = Some(self.at.now + pause);
                self.alarm(Alarm::ReversalRefused);
            }
            (_, Kind::Reversal) => {
                self.move_to(State::Failed);
                self.say(outcome);
            }
            (_, Kind::Payment) => {
                self.move_to(State::Mismatch);
                self.say(outcome);
            }
        }
    }

    /// An attempt that was written down and never sent: its starter died. A card prompt that comes
    /// up when nobody waits for it would only confuse, so it ends here.
    fn found(&mut self) {
        if self.state() == State::Created {
            self.move_to(State::Failed);
            self.say(&answer::because(
                &FAILED,
                "NotSent",
                "it was not sent to the POS",
            ));
        }
    }

    fn cancel(&mut self) -> Result<(), Refusal> {
        let is_open = self.next.attempt.kind == Kind::Payment
            && matches!(
                self.state(),
                State::Created | State::Waiting | State::Inquiry
            );
        // Cancelling what is being cancelled or is over changes nothing.
        if !is_open || self.next.attempt.ended_by.is_some() {
            return Ok(());
        }
        let from = cancellable_at(&self.next.attempt, self.at)
            .unwrap_or(self.at.now + self.at.timing.cancellable_after);
        if self.at.now < from {
            let left = from.duration_since(self.at.now);
            let seconds = (left.as_millis() + 999) / 1000;
            let seconds = i64::try_from(seconds).unwrap_or(i64::MAX);
            return Err(Refusal::new(&NOT_CANCELLABLE_YET).with("secondsLeft", seconds));
        }
        self.next.attempt.ended_by = Some(Ender::Person);
        if self.state() == State::Waiting {
            self.move_to(State::Cancelling);
        }
        Ok(())
    }

    fn decide(&mut self, decision: Decision) -> Result<(), Refusal> {
        match (self.state(), decision) {
            (State::Mismatch, Decision::AcceptPart) => self.accept_part(),
            (State::Mismatch, Decision::Reverse) => {
                self.move_to(State::Reversing);
                self.next.attempt.reversal_sent_at = None;
                self.next.attempt.outcome = None;
                Ok(())
            }
            (State::Mismatch | State::LateSuccess, Decision::Paid)
                if may_be_given_back_by_hand(&self.next.attempt, self.at) =>
            {
                self.end_reversed();
                Ok(())
            }
            (State::Unknown, Decision::Paid) if self.is_reversal_open() => {
                self.end_reversed();
                Ok(())
            }
            (State::Unknown, Decision::NotPaid) if self.is_reversal_open() => {
                let reason = "a manager decided that it was not given back";
                self.end_not_reversed(&answer::because(&FAILED, "ManagerNotReversed", reason));
                Ok(())
            }
            (State::Unknown, Decision::Paid) => {
                self.refuse_without_basket()?;
                self.book(self.next.attempt.amount);
                self.look_again();
                Ok(())
            }
            (State::Unknown, Decision::NotPaid) => {
                self.move_to(State::Failed);
                let reason = "a manager decided that it was not paid";
                self.say(&answer::because(&FAILED, "ManagerNotPaid", reason));
                self.look_again();
                Ok(())
            }
            _ => Err(Refusal::new(&NOT_DECIDABLE)),
        }
    }

    /// Nobody can be asked to give back what the terminal never told of. Should it have been taken after
    /// all, looking again finds it, and it goes back then.
    fn take_back(&mut self) -> Result<(), Refusal> {
        if self.state() != State::Approved || self.next.attempt.captured.is_some() {
            return Err(Refusal::new(&NOT_DECIDABLE));
        }
        self.move_to(State::Failed);
        let reason = "a manager took back that it was paid";
        self.say(&answer::because(&FAILED, "ManagerTookBack", reason));
        self.look_again();
        Ok(())
    }

    fn accept_part(&mut self) -> Result<(), Refusal> {
        self.refuse_without_basket()?;
        let amount = self.next.attempt.amount;
        let captured = self.next.attempt.captured.as_ref();
        match captured.map(|captured| (captured.against(amount), captured.minor)) {
            Some((Match::Equal | Match::Lower, minor)) => {
                self.book(Money::new(minor, amount.currency));
                Ok(())
            }
            Some((Match::Other, _)) | None => Err(Refusal::new(&NOT_DECIDABLE)),
        }
    }

    fn refuse_without_basket(&self) -> Result<(), Refusal> {
        if self.at.basket_open {
            Ok(())
        } else {
            Err(Refusal::new(&NOT_STARTED))
        }
    }

    /// Money was taken after the attempt was over, or where nothing can be paid any more.
    pub(super) fn enter_late_success(&mut self) {
        self.move_to(State::LateSuccess);
        self.say(&Refusal::new(&LATE_SUCCESS));
        self.alarm(Alarm::LateSuccess);
        let attempt = self.attempt();
        attempt.next_at = None;
        attempt.reversal_sent_at = None;
    }

    pub(super) fn say_cancellation_received(&mut self) {
        self.say(&Refusal::new(&CANCELLATION_RECEIVED));
    }
}
