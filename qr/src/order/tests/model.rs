//! Chance tells stories: a provider that is true to its interface behind a network that loses,
//! delays and doubles, a client who pays when they like, a cashier and a process that dies. However
//! a story goes, once the network works again the order ends, and nothing is charged and kept that
//! is not booked.

use proptest::prelude::*;
use proptest::test_runner::{TestCaseError, TestRunner};

use super::*;
use crate::order::Failure;
use crate::provider::{CloseAnswer, CreateAnswer, Decline, NotSentReason, RefundAnswer};

/// The two ways in which providers end orders.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Flavour {
    /// No trade before the scan; cancel gives back what was paid.
    Alipay,
    /// A close is refused when it is paid; a reversal gives back and does not say so.
    Wechat,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Status {
    Nothing,
    Unscanned,
    Waiting,
    Paid,
    Closed,
}

/// The provider: the truth about the money.
#[derive(Debug)]
struct Provider {
    flavour: Flavour,
    direction: Direction,
    status: Status,
    expires_at: Timestamp,
    /// What a charge comes to: paid, the password, or a refusal.
    charge: u8,
    payments: i64,
    refunds: i64,
    /// The one number under which refunds are asked for.
    is_refund_known: bool,
}

impl Provider {
    fn expire(&mut self, now: Timestamp) {
        let is_open = matches!(self.status, Status::Unscanned | Status::Waiting);
        if is_open && self.direction == Direction::ClientScans && now >= self.expires_at {
            self.status = Status::Closed;
        }
    }

    /// The client pays, when that is possible.
    fn pay(&mut self, now: Timestamp) -> bool {
        self.expire(now);
        let is_open = matches!(self.status, Status::Unscanned | Status::Waiting);
        if is_open {
            self.status = Status::Paid;
            self.payments += 1;
        }
        is_open
    }

    fn tell(&self) -> OrderAnswer {
        match self.status {
            Status::Nothing => OrderAnswer::NotFound,
            Status::Unscanned if self.flavour == Flavour::Alipay => OrderAnswer::NotFound,
            Status::Unscanned | Status::Waiting => OrderAnswer::Waiting,
            Status::Paid if self.refunds > 0 => OrderAnswer::GivenBack(payment(DUE)),
            Status::Paid => paid(DUE),
            Status::Closed if self.payments > 0 && self.flavour == Flavour::Alipay => {
                OrderAnswer::GivenBack(payment(DUE))
            }
            Status::Closed => OrderAnswer::Closed,
        }
    }

    /// Carries a request out and says what it answers.
    fn serve(&mut self, command: Command, now: Timestamp) -> Event {
        self.expire(now);
        match command {
            Command::Create => Event::Created(match self.status {
                Status::Nothing | Status::Unscanned | Status::Waiting => {
                    if self.status == Status::Nothing {
                        self.status = Status::Unscanned;
                    }
                    let code = "code".to_owned();
                    CreateAnswer::Shown { code }
                }
                Status::Paid | Status::Closed => CreateAnswer::Known,
            }),
            Command::Charge => Event::Told(self.charge(now)),
            Command::Query => Event::Told(self.tell()),
            Command::Close => Event::CloseTold(self.close()),
            Command::Refund => Event::RefundTold(self.refund()),
            Command::QueryRefund => Event::RefundTold(match self.is_refund_known {
                true => RefundAnswer::Refunded,
                false => RefundAnswer::NotFound,
            }),
        }
    }

    fn charge(&mut self, now: Timestamp) -> OrderAnswer {
        if self.status != Status::Nothing {
            return OrderAnswer::Unknown { reason: lost() };
        }
        match self.charge {
            0 => {
                self.status = Status::Closed;
                OrderAnswer::NotPaid {
                    decline: Decline::Funds,
                    text: String::new(),
                }
            }
            1 => {
                self.status = Status::Waiting;
                OrderAnswer::Waiting
            }
            // Refused before there was a trade.
            2 => OrderAnswer::NotPaid {
                decline: Decline::PaymentCode,
                text: String::new(),
            },
            _ => {
                self.status = Status::Unscanned;
                self.pay(now);
                paid(DUE)
            }
        }
    }

    fn close(&mut self) -> CloseAnswer {
        let gives_back = self.flavour == Flavour::Alipay || self.direction == Direction::ShopScans;
        match self.status {
            Status::Nothing => match (self.flavour, self.direction) {
                (Flavour::Alipay, Direction::ClientScans) => CloseAnswer::Closed,
                _ => CloseAnswer::NotFound,
            },
            Status::Unscanned | Status::Waiting => {
                self.status = Status::Closed;
                CloseAnswer::Closed
            }
            Status::Paid if gives_back => {
                self.status = Status::Closed;
                self.refunds = 1;
                match self.flavour {
                    Flavour::Alipay => CloseAnswer::GivenBack,
                    Flavour::Wechat => CloseAnswer::Closed,
                }
            }
            Status::Paid => CloseAnswer::Paid,
            Status::Closed if self.payments > 0 && self.flavour == Flavour::Alipay => {
                CloseAnswer::GivenBack
            }
            Status::Closed => CloseAnswer::Closed,
        }
    }

    fn refund(&mut self) -> RefundAnswer {
        if self.is_refund_known {
            return RefundAnswer::Refunded;
        }
        if self.payments == 0 || self.refunds > 0 {
            return RefundAnswer::Declined {
                decline: crate::provider::RefundDecline::Order,
                text: String::new(),
            };
        }
        self.is_refund_known = true;
        self.refunds = 1;
        RefundAnswer::Refunded
    }
}

/// What becomes of one request.
#[derive(Clone, Copy, Debug)]
enum Fate {
    /// Served and answered after a moment.
    Served,
    /// No connection.
    NotSent,
    /// Lost on the way there.
    Lost,
    /// Served, the answer lost.
    ReplyLost,
    /// Served so many seconds later; the till has given up by then.
    Late(u8),
}

/// What happens besides.
#[derive(Clone, Copy, Debug)]
enum Deed {
    Nothing,
    ClientPays,
    Notify,
    Continue,
    Stop,
    Refund,
    Restart,
    BasketGone,
}

#[derive(Clone, Debug)]
struct Story {
    flavour: Flavour,
    direction: Direction,
    charge: u8,
    /// What happens, and how many seconds pass before.
    deeds: Vec<(u8, Deed)>,
    /// What becomes of the requests, in their order; the rest is served.
    fates: Vec<Fate>,
}

fn story() -> impl Strategy<Value = Story> {
    let deed = prop_oneof![
        3 => Just(Deed::Nothing),
        4 => Just(Deed::ClientPays),
        2 => Just(Deed::Notify),
        3 => Just(Deed::Continue),
        2 => Just(Deed::Stop),
        2 => Just(Deed::Refund),
        1 => Just(Deed::Restart),
        1 => Just(Deed::BasketGone),
    ];
    let fate = prop_oneof![
        3 => Just(Fate::Served),
        1 => Just(Fate::NotSent),
        2 => Just(Fate::Lost),
        3 => Just(Fate::ReplyLost),
        // A payment code is good for two minutes.
        2 => (1_u8..120).prop_map(Fate::Late),
    ];
    (
        prop_oneof![Just(Flavour::Alipay), Just(Flavour::Wechat)],
        prop_oneof![Just(Direction::ClientScans), Just(Direction::ShopScans)],
        0_u8..6,
        prop::collection::vec((0_u8..90, deed), 0..12),
        prop::collection::vec(fate, 0..40),
    )
        .prop_map(|(flavour, direction, charge, deeds, fates)| Story {
            flavour,
            direction,
            charge,
            deeds,
            fates,
        })
}

/// What is on its way.
#[derive(Debug)]
enum Parcel {
    /// A request that reaches the provider; its answer comes back when `true`.
    Request(Command, bool),
    /// An answer that reaches the till which asked, unless it died meanwhile.
    Answer(Event, u32),
}

struct World {
    desk: Desk,
    provider: Provider,
    fates: std::vec::IntoIter<Fate>,
    parcels: Vec<(Timestamp, Parcel)>,
    /// Counts the till's lives: an answer to an earlier one is lost.
    life: u32,
    /// Payments that came although the sale was free for another number.
    payments_while_free: u32,
}

impl World {
    fn new(story: &Story, function: Function) -> Self {
        let mut desk = Desk::new(story.direction);
        desk.function = function;
        let expires_at = desk.order.expires_at(&desk.timing);
        Self {
            provider: Provider {
                flavour: story.flavour,
                direction: story.direction,
                status: Status::Nothing,
                expires_at,
                charge: story.charge,
                payments: 0,
                refunds: 0,
                is_refund_known: false,
            },
            desk,
            fates: story.fates.clone().into_iter(),
            parcels: Vec::new(),
            life: 0,
            payments_while_free: 0,
        }
    }

    /// Goes from one thing that happens to the next, up to a moment.
    fn run_until(&mut self, until: Timestamp) -> Result<(), TestCaseError> {
        for _ in 0..20_000 {
            let wake = self.desk.wake_at().map(|at| at.max(self.desk.now));
            let parcel = self.parcels.iter().map(|(at, _)| *at).min();
            let Some(at) = [wake, parcel]
                .into_iter()
                .flatten()
                .min()
                .filter(|at| *at <= until)
            else {
                self.desk.now = until;
                return Ok(());
            };
            self.desk.now = at;
            if parcel == Some(at) {
                self.deliver(at);
            } else if let Some(command) = self.desk.tick() {
                self.send(command);
            }
            self.check()?;
        }
        Err(TestCaseError::fail("it never rests"))
    }

    fn send(&mut self, command: Command) {
        let now = self.desk.now;
        self.desk.is_busy = true;
        let after = |seconds: i64| now + SignedDuration::from_secs(seconds);
        let wait = self.desk.timing.request_wait.as_secs();
        let life = self.life;
        match self.fates.next().unwrap_or(Fate::Served) {
            Fate::Served => self
                .parcels
                .push((after(1), Parcel::Request(command, true))),
            Fate::NotSent => {
                let answer = Parcel::Answer(not_sent(command), life);
                self.parcels.push((after(1), answer));
            }
            Fate::Lost => {
                let answer = Parcel::Answer(unknown(command), life);
                self.parcels.push((after(wait), answer));
            }
            Fate::ReplyLost => {
                let answer = Parcel::Answer(unknown(command), life);
                self.parcels
                    .push((after(1), Parcel::Request(command, false)));
                self.parcels.push((after(2), answer));
            }
            Fate::Late(seconds) => {
                let answer = Parcel::Answer(unknown(command), life);
                let late = Parcel::Request(command, false);
                self.parcels.push((after(i64::from(seconds)), late));
                self.parcels.push((after(wait), answer));
            }
        }
    }

    fn deliver(&mut self, at: Timestamp) {
        let Some(index) = self.parcels.iter().position(|(when, _)| *when == at) else {
            return;
        };
        match self.parcels.remove(index).1 {
            Parcel::Request(command, is_answered) => {
                let before = self.provider.payments;
                let answer = self.provider.serve(command, at);
                if self.provider.payments > before && self.desk.order.state.frees() {
                    self.payments_while_free += 1;
                }
                if is_answered {
                    self.parcels.push((at, Parcel::Answer(answer, self.life)));
                }
            }
            Parcel::Answer(event, life) if life == self.life => {
                self.desk.is_busy = false;
                self.desk.hear(&event);
            }
            Parcel::Answer(..) => {}
        }
    }

    fn act(&mut self, deed: Deed) {
        let desk = &mut self.desk;
        match deed {
            Deed::Nothing => {}
            Deed::ClientPays => {
                // Only who has seen the code, or is asked for the password, can pay.
                let can = match desk.order.direction {
                    Direction::ClientScans => desk.order.code.is_some(),
                    Direction::ShopScans => self.provider.status == Status::Waiting,
                };
                if can && self.provider.pay(desk.now) && desk.order.state.frees() {
                    self.payments_while_free += 1;
                }
            }
            Deed::Notify if self.provider.payments > 0 => {
                let told = self.provider.tell();
                desk.hear(&Event::Told(told));
            }
            Deed::Notify => {}
            // A person who asks for something at the wrong time is refused.
            Deed::Continue => drop(desk.apply(&Event::Continue)),
            Deed::Stop => drop(desk.apply(&Event::Stop)),
            Deed::Refund => drop(desk.apply(&Event::Refund)),
            Deed::Restart => {
                self.life += 1;
                desk.is_busy = false;
                desk.hear(&Event::Found);
            }
            Deed::BasketGone => desk.can_book = false,
        }
    }

    fn booked(&self) -> i64 {
        self.desk
            .bookings
            .iter()
            .map(|booking| match booking {
                Booking::Book(amount) => amount.minor,
                Booking::Remove => -DUE,
            })
            .sum()
    }

    /// What holds at every moment.
    fn check(&self) -> Result<(), TestCaseError> {
        let booked = self.booked();
        prop_assert!(booked == 0 || booked == DUE, "booked {booked}");
        prop_assert!(self.provider.payments <= 1, "charged twice");
        prop_assert!(self.provider.refunds <= self.provider.payments);
        prop_assert_eq!(
            self.payments_while_free,
            0,
            "paid when another number was allowed"
        );
        let is_old = self.desk.now >= self.desk.start + SignedDuration::from_mins(10);
        let is_open = matches!(self.provider.status, Status::Unscanned | Status::Waiting);
        let is_expired = self.desk.now >= self.provider.expires_at;
        let is_shown = self.provider.direction == Direction::ClientScans;
        prop_assert!(!(is_old && is_open && is_shown && !is_expired));
        Ok(())
    }
}

fn not_sent(command: Command) -> Event {
    let reason = NotSentReason::NoConnection {
        detail: String::new(),
    };
    match command {
        Command::Create => Event::Created(CreateAnswer::NotSent { reason }),
        Command::Charge => Event::Told(OrderAnswer::NotSent { reason }),
        Command::Close => Event::CloseTold(CloseAnswer::NotSent { reason }),
        Command::Refund => Event::RefundTold(RefundAnswer::NotSent { reason }),
        Command::Query | Command::QueryRefund => unknown(command),
    }
}

fn unknown(command: Command) -> Event {
    let reason = lost();
    match command {
        Command::Create => Event::Created(CreateAnswer::Unknown { reason }),
        Command::Charge | Command::Query => Event::Told(OrderAnswer::Unknown { reason }),
        Command::Close => Event::CloseTold(CloseAnswer::Unknown { reason }),
        Command::Refund | Command::QueryRefund => {
            Event::RefundTold(RefundAnswer::Unknown { reason })
        }
    }
}

fn play(story: &Story, function: Function) -> Result<(), TestCaseError> {
    let mut world = World::new(story, function);
    for (seconds, deed) in &story.deeds {
        let until = world.desk.now + SignedDuration::from_secs(i64::from(*seconds));
        world.run_until(until)?;
        world.act(*deed);
        world.check()?;
    }
    // From here on the network works. A day is enough for everything.
    world.fates = Vec::new().into_iter();
    let until = world.desk.now + SignedDuration::from_hours(24);
    world.run_until(until)?;
    let kept = (world.provider.payments - world.provider.refunds) * DUE;
    let order = &world.desk.order;
    prop_assert_eq!(kept, world.booked(), "kept and booked, {:?}", order);
    let is_over = matches!(order.state, State::Paid | State::Closed | State::Refunded);
    prop_assert!(is_over, "{:?}", order);
    prop_assert_eq!(order.state == State::Paid, order.is_booked);
    prop_assert!(order.state != State::Closed || order.failure.is_some());
    Ok(())
}

/// How many stories are told; `QR_STORIES` for the long form, some thousands a second.
fn stories() -> u32 {
    let wanted = std::env::var("QR_STORIES").ok();
    wanted.and_then(|count| count.parse().ok()).unwrap_or(3_000)
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(stories()))]

    #[test]
    fn every_story_ends_paid_closed_or_given_back(story in story()) {
        play(&story, next)?;
    }
}

/// Whether the stories catch a function that is wrong.
fn is_caught(function: Function) -> bool {
    let config = ProptestConfig {
        cases: 3_000,
        failure_persistence: None,
        max_shrink_iters: 0,
        ..ProptestConfig::default()
    };
    let mut runner = TestRunner::new_with_rng(
        config,
        proptest::test_runner::TestRng::deterministic_rng(
            proptest::test_runner::RngAlgorithm::ChaCha,
        ),
    );
    runner
        .run(&story(), |story| play(&story, function))
        .is_err()
}

fn next_with(
    order: &Order,
    event: &Event,
    at: &Circumstance<'_>,
    wrong: impl Fn(&Event) -> Option<Event>,
) -> Result<Next, Refused> {
    next(order, wrong(event).as_ref().unwrap_or(event), at)
}

#[test]
fn the_stories_catch_who_believes_the_first_not_found() {
    assert!(is_caught(|order, event, at| {
        next_with(order, event, at, |event| match event {
            Event::CloseTold(CloseAnswer::NotFound) => Some(Event::CloseTold(CloseAnswer::Closed)),
            _ => None,
        })
    }));
}

#[test]
fn the_stories_catch_who_takes_a_lost_close_for_closed() {
    assert!(is_caught(|order, event, at| {
        next_with(order, event, at, |event| match event {
            Event::CloseTold(CloseAnswer::Unknown { .. }) => {
                Some(Event::CloseTold(CloseAnswer::Closed))
            }
            _ => None,
        })
    }));
}

#[test]
fn the_stories_catch_who_takes_a_lost_charge_for_failed() {
    assert!(is_caught(|order, event, at| {
        let is_charge = order.direction == Direction::ShopScans && order.asked_at.is_none();
        next_with(order, event, at, |event| match event {
            Event::Told(OrderAnswer::Unknown { .. }) if is_charge => {
                let reason = NotSentReason::NoConnection {
                    detail: String::new(),
                };
                Some(Event::Told(OrderAnswer::NotSent { reason }))
            }
            _ => None,
        })
    }));
}

#[test]
fn the_stories_catch_who_frees_the_sale_before_the_order_is_ended() {
    assert!(is_caught(|order, event, at| {
        let mut next = next(order, event, at)?;
        if matches!(event, Event::Stop) && next.order.state == State::Cancelling {
            next.order.state = State::Closed;
            next.order.failure = Some(Failure::Stopped);
        }
        Ok(next)
    }));
}

#[test]
fn the_stories_catch_who_books_what_a_late_close_gives_back() {
    assert!(is_caught(|order, event, at| {
        let mut order = order.clone();
        order.is_close_under_way = false;
        order.loose_close_at = None;
        next(&order, event, at)
    }));
}

#[test]
fn the_stories_catch_who_ignores_a_payment_while_it_is_ended() {
    assert!(is_caught(|order, event, at| {
        let is_ending = matches!(order.state, State::Cancelling | State::Unknown);
        next_with(order, event, at, |event| match event {
            Event::Told(OrderAnswer::Paid(_)) if is_ending => {
                Some(Event::Told(OrderAnswer::Waiting))
            }
            _ => None,
        })
    }));
}
