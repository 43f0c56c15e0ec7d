use device::card_terminal::Amount;

use super::{
    Alarm, Booking, Circumstance, Decision, Event, Failure, Next, Order, RefundStep, Refused,
    State, answer, due,
};

/// What an event leads to. The states that may follow each other are listed at [`super::leads_to`].
///
/// # Errors
/// Only for what a person asked for: [`Refused`].
pub fn next(order: &Order, event: &Event, at: &Circumstance<'_>) -> Result<Next, Refused> {
    let mut work = Work {
        next: Next {
            order: order.clone(),
            booking: None,
            command: None,
            alarm: None,
        },
        at: *at,
    };
    match event {
        Event::Found => work.found(),
        Event::Tick { is_busy } => due::tick(&mut work, *is_busy),
        Event::Created(told) => answer::created(&mut work, told),
        Event::Told(told) => answer::told(&mut work, told),
        Event::CloseTold(told) => answer::close_told(&mut work, told),
        Event::RefundTold(told) => answer::refund_told(&mut work, told),
        Event::Continue => work.go_on()?,
        Event::Stop => work.stop()?,
        Event::Refund => work.refund()?,
        Event::TakenBack => work.take_back()?,
        Event::Decide(decision) => work.decide(*decision)?,
    }
    Ok(work.next)
}

/// An order in the course of one event.
pub(super) struct Work<'a> {
    pub(super) next: Next,
    pub(super) at: Circumstance<'a>,
}

impl Work<'_> {
    pub(super) fn order(&mut self) -> &mut Order {
        &mut self.next.order
    }

    pub(super) fn state(&self) -> State {
        self.next.order.state
    }

    pub(super) fn alarm(&mut self, alarm: Alarm) {
        self.next.alarm = Some(alarm);
    }

    /// What was not sent is over; of anything else the provider is asked.
    fn found(&mut self) {
        match self.state() {
            State::Created => self.close(Failure::NeverSent),
            State::Waiting | State::Cancelling | State::Unknown => {
                // Whatever was under way may have done something: a question comes first.
                let order = self.order();
                order.is_asked_since_close = false;
                if std::mem::take(&mut order.is_close_under_way) {
                    order.loose_close_at = order.close_sent_at;
                }
            }
            State::Paid | State::Closed | State::Refunding | State::Refunded => {}
        }
    }

    fn go_on(&mut self) -> Result<(), Refused> {
        let (now, timing) = (self.at.now, self.at.timing);
        let order = self.order();
        if order.state != State::Waiting || order.asks_since.is_none() {
            return Err(Refused::NotAsked);
        }
        let latest = order.created_at + timing.open_at_most;
        if now >= latest {
            return Err(Refused::TooLong);
        }
        order.asks_since = None;
        order.ends_at = Some((now + timing.continue_for).min(latest));
        Ok(())
    }

    fn stop(&mut self) -> Result<(), Refused> {
        match self.state() {
            State::Created => self.close(Failure::Stopped),
            State::Waiting => self.end(Failure::Stopped),
            // It is stopped already.
            State::Cancelling | State::Unknown | State::Closed => {}
            State::Paid | State::Refunding | State::Refunded => return Err(Refused::Over),
        }
        Ok(())
    }

    fn refund(&mut self) -> Result<(), Refused> {
        match self.state() {
            State::Paid if self.next.order.is_booked && self.next.order.payment.is_some() => {
                self.give_back();
                Ok(())
            }
            // It goes back already.
            State::Refunding if self.next.order.is_booked => Ok(()),
            _ => Err(Refused::NotBooked),
        }
    }

    /// Nobody can be asked to give back what the provider never told of.
    fn take_back(&mut self) -> Result<(), Refused> {
        let order = &self.next.order;
        if order.state != State::Paid || !order.is_booked || order.payment.is_some() {
            return Err(Refused::NotBooked);
        }
        self.order().is_booked = false;
        self.call_unpaid();
        Ok(())
    }

    /// Somebody says that it was not paid. Should it have been paid after all, looking again finds it.
    fn call_unpaid(&mut self) {
        self.close(Failure::TimedOut);
        self.look_again();
    }

    fn decide(&mut self, decision: Decision) -> Result<(), Refused> {
        let has_payment = self.next.order.payment.is_some();
        match (self.state(), decision) {
            (State::Unknown, Decision::Part) if self.at.can_book => {
                let amount = self.part().ok_or(Refused::NotDecidable)?;
                self.book(amount);
            }
            (State::Unknown, Decision::Paid) if self.at.can_book && !has_payment => {
                let due = self.next.order.amount;
                self.book(due);
            }
            (State::Unknown, Decision::NotPaid) if !has_payment => self.call_unpaid(),
            (State::Unknown, Decision::Refund) if has_payment => self.give_back(),
            (State::Refunding, Decision::GivenBack) => self.end_given_back(),
            _ => return Err(Refused::NotDecidable),
        }
        Ok(())
    }

    /// What the provider says was paid, where it can be a part of what is due.
    fn part(&self) -> Option<Amount> {
        let due = self.next.order.amount;
        let paid = self.next.order.payment.as_ref()?.amount;
        let fits = paid.currency == due.currency && (1..=due.minor).contains(&paid.minor);
        fits.then_some(paid)
    }

    /// Begins to end an order that was sent.
    pub(super) fn end(&mut self, failure: Failure) {
        let now = self.at.now;
        let order = self.order();
        order.failure.get_or_insert(failure);
        if order.state == State::Waiting {
            order.state = State::Cancelling;
            order.ending_since = Some(now);
            order.asks_since = None;
            order.is_asked_since_close = false;
        }
    }

    /// It was not paid and can no longer be.
    pub(super) fn close(&mut self, failure: Failure) {
        let now = self.at.now;
        let order = self.order();
        order.failure.get_or_insert(failure);
        order.state = State::Closed;
        order.asks_since = None;
        order.next_at = None;
        order.final_at = Some(now);
    }

    /// Looks later whether it was paid after all.
    pub(super) fn look_again(&mut self) {
        let at = self.at.now + self.at.timing.look_again_after;
        self.order().next_at = Some(at);
    }

    /// Books the payment as a tender.
    pub(super) fn book(&mut self, amount: Amount) {
        let now = self.at.now;
        let order = self.order();
        order.state = State::Paid;
        order.is_booked = true;
        order.asks_since = None;
        order.next_at = None;
        order.failure = None;
        order.final_at = Some(now);
        self.next.booking = Some(Booking::Book(amount));
    }

    /// Begins to give the payment back.
    pub(super) fn give_back(&mut self) {
        let now = self.at.now;
        let order = self.order();
        order.state = State::Refunding;
        order.asks_since = None;
        order.refund_step = RefundStep::Send;
        order.refund_since = Some(now);
        order.refund_tries = 0;
        order.refund_sent_at = None;
        order.refunds_void = 0;
        order.next_at = None;
        order.final_at = None;
    }

    /// The money went back.
    pub(super) fn end_given_back(&mut self) {
        let now = self.at.now;
        let order = self.order();
        order.state = State::Refunded;
        order.asks_since = None;
        order.next_at = None;
        order.final_at = Some(now);
        if order.is_booked {
            order.is_booked = false;
            self.next.booking = Some(Booking::Remove);
        }
    }
}
