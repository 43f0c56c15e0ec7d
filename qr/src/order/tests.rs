mod model;
mod table;

use device::card_terminal::{Amount, Currency};
use jiff::{SignedDuration, Timestamp};

use super::{
    Alarm, Booking, Circumstance, Command, Event, Next, Order, Refused, State, Timing, leads_to,
    next, wake_at,
};
use crate::provider::{Direction, OrderAnswer, Payment, UnknownReason};

const DUE: i64 = 22_910;

fn yuan(minor: i64) -> Amount {
    Amount::new(minor, Currency::from_iso("CNY").expect("a currency"))
}

fn payment(minor: i64) -> Payment {
    Payment {
        amount: yuan(minor),
        provider_no: "2026112122001400001".to_owned(),
        payer: None,
    }
}

fn paid(minor: i64) -> OrderAnswer {
    OrderAnswer::Paid(payment(minor))
}

fn lost() -> UnknownReason {
    UnknownReason::ConnectionLost {
        detail: String::new(),
    }
}

type Function = fn(&Order, &Event, &Circumstance<'_>) -> Result<Next, Refused>;

/// A till with one order, whose time a test moves.
struct Desk {
    order: Order,
    timing: Timing,
    start: Timestamp,
    now: Timestamp,
    is_busy: bool,
    can_book: bool,
    function: Function,
    commands: Vec<Command>,
    bookings: Vec<Booking>,
    alarms: Vec<Alarm>,
}

impl Desk {
    fn new(direction: Direction) -> Self {
        let start: Timestamp = "2026-11-21T06:00:00Z".parse().expect("a time");
        Self {
            order: Order::new(direction, yuan(DUE), start),
            timing: Timing::default(),
            start,
            now: start,
            is_busy: false,
            can_book: true,
            function: next,
            commands: Vec::new(),
            bookings: Vec::new(),
            alarms: Vec::new(),
        }
    }

    /// Seconds after the start.
    fn at(&mut self, seconds: i64) -> &mut Self {
        self.now = self.start + SignedDuration::from_secs(seconds);
        self
    }

    fn apply(&mut self, event: &Event) -> Result<Option<Command>, Refused> {
        let at = Circumstance {
            now: self.now,
            timing: &self.timing,
            can_book: self.can_book,
        };
        let before = self.order.state;
        let next = (self.function)(&self.order, event, &at)?;
        let after = next.order.state;
        assert!(
            before == after || leads_to(before).contains(&after),
            "{before:?} to {after:?} by {event:?}"
        );
        self.order = next.order;
        self.bookings.extend(next.booking);
        self.alarms.extend(next.alarm);
        self.commands.extend(next.command);
        Ok(next.command)
    }

    fn tick(&mut self) -> Option<Command> {
        let event = Event::Tick {
            is_busy: self.is_busy,
        };
        self.apply(&event).expect("time is never refused")
    }

    /// Ticks until nothing is due, the provider not answering questions.
    fn settle(&mut self) -> &mut Self {
        while let Some(command) = self.tick() {
            assert_eq!(command, Command::Query);
            let reason = lost();
            self.hear(&Event::Told(OrderAnswer::Unknown { reason }));
        }
        self
    }

    /// What the provider says.
    fn hear(&mut self, event: &Event) -> &mut Self {
        self.apply(event).expect("an answer is never refused");
        self
    }

    fn wake_at(&self) -> Option<Timestamp> {
        wake_at(&self.order, self.is_busy, &self.timing)
    }
}
