//! The order's function, an adapter and the running simulator together: however a payment goes, the
//! provider's ledger and the books agree at the end.

use jiff::SignedDuration;
use qr::order::{Booking, Circumstance, Command, Event, Order, State, Timing, next, wake_at};
use qr::provider::{Direction, OrderAnswer};
use serde_json::json;

use crate::shop::{DUE, Face, Shop, yuan};

/// A till that keeps one order, as the payment engine would.
struct Till {
    shop: Shop,
    order: Order,
    timing: Timing,
    booked: i64,
    can_book: bool,
}

impl Till {
    async fn open(face: Face, direction: Direction) -> Self {
        let shop = Shop::open(face).await;
        let timing = Timing::default();
        let is_closed = face == Face::Wechat && direction == Direction::ClientScans;
        let order = Order {
            closes_after: is_closed.then_some(timing.wechat_closes_after),
            ..Order::new(direction, yuan(DUE), shop.now())
        };
        Self {
            shop,
            order,
            timing,
            booked: 0,
            can_book: true,
        }
    }

    /// Applies an event, and the answers to whatever is asked because of it.
    async fn apply(&mut self, event: Event) {
        let mut event = event;
        loop {
            let at = Circumstance {
                now: self.shop.now(),
                timing: &self.timing,
                can_book: self.can_book,
            };
            let next = next(&self.order, &event, &at).expect("not refused");
            self.order = next.order;
            match next.booking {
                Some(Booking::Book(amount)) => self.booked += amount.minor,
                Some(Booking::Remove) => self.booked = 0,
                None => {}
            }
            let Some(command) = next.command else { return };
            event = self.ask(command).await;
        }
    }

    async fn ask(&self, command: Command) -> Event {
        let shop = &self.shop;
        match command {
            Command::Create => Event::Created(shop.create().await),
            Command::Charge => Event::Told(shop.charge().await),
            Command::Query => Event::Told(shop.query().await),
            Command::Close => Event::CloseTold(shop.close(self.order.direction).await),
            Command::Refund => Event::RefundTold(shop.refund(DUE).await),
            Command::QueryRefund => Event::RefundTold(shop.query_refund(DUE).await),
        }
    }

    async fn tick(&mut self) {
        self.apply(Event::Tick { is_busy: false }).await;
    }

    /// Lets time go by, doing what is due, until nothing is or so many seconds have passed.
    async fn run(&mut self, seconds: i64) {
        let until = self.shop.now() + SignedDuration::from_secs(seconds);
        for _ in 0..500 {
            self.tick().await;
            let Some(at) = wake_at(&self.order, false, &self.timing) else {
                return;
            };
            if at > until {
                return;
            }
            let ms = at.duration_since(self.shop.now()).as_millis();
            // A moment more, so that it is due when the time is up.
            let ms = u32::try_from(ms.max(0)).expect("less than a month") + 10;
            self.shop.wait(ms).await;
        }
        panic!("it never rests: {:?}", self.order);
    }

    /// Time goes by until the order is over; the books must be right then.
    async fn ends(mut self, state: State) {
        self.run(7_200).await;
        assert_eq!(self.order.state, state, "{:?}", self.order);
        let (paid, refunded) = self.shop.ledger().await;
        assert_eq!(paid - refunded, self.booked, "{:?}", self.order);
        assert_eq!(self.booked, if state == State::Paid { DUE } else { 0 });
    }
}

const BOTH: [Direction; 2] = [Direction::ClientScans, Direction::ShopScans];

#[tokio::test]
async fn a_payment_is_booked_once_whatever_is_lost() {
    let faults = [
        ("create", "lost_reply"),
        ("create", "drop"),
        ("query", "drop"),
        ("query", "wrong_signature"),
        ("query", "http"),
        ("query", "system_error"),
        ("query", "other_order"),
        ("notification", "drop"),
        ("notification", "duplicate"),
        ("notification", "wrong_signature"),
    ];
    for face in Face::BOTH {
        for (on, fault) in faults {
            let mut till = Till::open(face, Direction::ClientScans).await;
            till.shop.fault(on, fault, json!({})).await;
            till.run(20).await;
            till.shop.client_pays().await;
            till.ends(State::Paid).await;
        }
        for fault in ["lost_reply", "wrong_signature", "cut", "user_paying"] {
            let mut till = Till::open(face, Direction::ShopScans).await;
            till.shop.fault("charge", fault, json!({})).await;
            till.tick().await;
            if fault == "user_paying" {
                assert_eq!(till.order.state, State::Waiting);
                till.shop.client_pays().await;
            }
            till.ends(State::Paid).await;
        }
    }
}

#[tokio::test]
async fn an_order_that_nobody_pays_is_closed_in_time() {
    let faults = [
        None,
        Some(("close", "drop")),
        Some(("close", "lost_reply")),
        Some(("close", "wrong_signature")),
        Some(("close", "again")),
        Some(("close", "http")),
        Some(("query", "drop")),
    ];
    for face in Face::BOTH {
        for direction in BOTH {
            for fault in faults {
                let mut till = Till::open(face, direction).await;
                if direction == Direction::ShopScans {
                    till.shop.fault("charge", "user_paying", json!({})).await;
                }
                if let Some((on, fault)) = fault {
                    till.shop.fault(on, fault, json!({ "count": 2 })).await;
                }
                till.run(600).await;
                assert!(till.order.state.frees(), "{fault:?} {:?}", till.order);
                let orders = till.shop.told("order").await;
                assert!(
                    ["closed", "revoked"].contains(&orders[0]["status"].as_str().expect("a text")),
                    "{orders}"
                );
                till.ends(State::Closed).await;
            }
        }
    }
}

#[tokio::test]
async fn a_payment_while_the_order_is_ended_is_booked_or_given_back() {
    for face in Face::BOTH {
        for direction in BOTH {
            for is_lost in [false, true] {
                let mut till = Till::open(face, direction).await;
                if direction == Direction::ShopScans {
                    till.shop.fault("charge", "user_paying", json!({})).await;
                }
                till.tick().await;
                till.shop.fault("close", "paid_during", json!({})).await;
                if is_lost {
                    // The second one tells what the first one did.
                    till.shop
                        .fault("query", "drop", json!({ "count": 2 }))
                        .await;
                }
                till.apply(Event::Stop).await;
                let state = match (face, direction) {
                    (Face::Wechat, Direction::ClientScans) => State::Paid,
                    // WeChat's reversal does not say that it gave back.
                    (Face::Wechat, Direction::ShopScans) => State::Closed,
                    (Face::Alipay, _) => State::Refunded,
                };
                till.ends(state).await;
            }
        }
    }
}

#[tokio::test]
async fn a_charge_that_arrives_late_is_never_lost() {
    for face in Face::BOTH {
        let mut till = Till::open(face, Direction::ShopScans).await;
        till.shop
            .fault("charge", "late", json!({ "ms": 70_000 }))
            .await;
        till.tick().await;
        till.apply(Event::Stop).await;
        assert!(!till.order.state.frees());
        till.run(100).await;
        let (paid, _) = till.shop.ledger().await;
        assert_eq!(paid, DUE, "it arrived");
        let state = match face {
            Face::Alipay => State::Refunded,
            Face::Wechat => State::Closed,
        };
        // Whether the question or the close met it first.
        let state = match till.order.state {
            State::Paid => State::Paid,
            _ => state,
        };
        till.ends(state).await;
    }
}

#[tokio::test]
async fn a_late_payment_is_given_back_when_the_basket_is_gone() {
    for face in Face::BOTH {
        for fault in ["lost_reply", "drop", "system_error", "refund_not_enough"] {
            let mut till = Till::open(face, Direction::ClientScans).await;
            till.tick().await;
            till.can_book = false;
            till.shop.client_pays().await;
            till.shop
                .fault("refund", fault, json!({ "count": 3 }))
                .await;
            till.ends(State::Refunded).await;
        }
    }
}

#[tokio::test]
async fn a_declined_client_tries_again_under_a_new_number_at_once() {
    for face in Face::BOTH {
        let mut till = Till::open(face, Direction::ShopScans).await;
        till.shop.fault("charge", "declined", json!({})).await;
        till.tick().await;
        till.tick().await;
        assert!(till.order.state.frees(), "{:?}", till.order);
        till.ends(State::Closed).await;
    }
}

#[tokio::test]
async fn a_process_that_dies_anywhere_charges_once() {
    for face in Face::BOTH {
        for dies_after in 0..6 {
            let mut till = Till::open(face, Direction::ShopScans).await;
            till.shop.fault("charge", "lost_reply", json!({})).await;
            // Each request is sent, and the process dies before its answer is written down.
            let mut requests = 0;
            while !matches!(
                till.order.state,
                State::Paid | State::Closed | State::Refunded
            ) {
                let at = Circumstance {
                    now: till.shop.now(),
                    timing: &till.timing,
                    can_book: true,
                };
                let event = Event::Tick { is_busy: false };
                let step = next(&till.order, &event, &at).expect("not refused");
                till.order = step.order;
                if let Some(command) = step.command {
                    let answer = till.ask(command).await;
                    let is_dead = requests <= dies_after;
                    requests += 1;
                    till.apply(if is_dead { Event::Found } else { answer })
                        .await;
                }
                till.shop.wait(1_000).await;
            }
            let log = till.shop.told("log").await;
            let charges = log.as_array().expect("lines").iter();
            assert_eq!(charges.filter(|line| line["action"] == "charge").count(), 1);
            till.ends(State::Paid).await;
        }
    }
}

/// What the shop is told without asking is booked like an answer, once.
#[tokio::test]
async fn a_notification_and_a_question_book_once() {
    for face in Face::BOTH {
        let mut till = Till::open(face, Direction::ClientScans).await;
        till.tick().await;
        till.shop.client_pays().await;
        let read = till.shop.notices(1).await.remove(0).expect("believed");
        let qr::provider::Notice::Order { answer, .. } = read else {
            panic!("{read:?}");
        };
        assert!(matches!(answer, OrderAnswer::Paid(_)));
        till.apply(Event::Told(answer.clone())).await;
        assert_eq!((till.order.state, till.booked), (State::Paid, DUE));
        till.apply(Event::Told(answer)).await;
        let asked = till.shop.query().await;
        till.apply(Event::Told(asked)).await;
        till.ends(State::Paid).await;
    }
}
