//! Tables: one answer, one meaning.

use super::*;
use crate::order::{Decision, Failure, RefundStep};
use crate::provider::{
    CloseAnswer, CreateAnswer, Decline, Fault, NotSentReason, RefundAnswer, RefundDecline,
};
use Command as C;

fn not_sent() -> NotSentReason {
    NotSentReason::NoConnection {
        detail: String::new(),
    }
}

fn shown() -> Event {
    Event::Created(CreateAnswer::Shown {
        code: "https://qr.example/1".to_owned(),
    })
}

fn unknown() -> Event {
    Event::Told(OrderAnswer::Unknown { reason: lost() })
}

/// A code that is shown since second 1.
fn shown_desk() -> Desk {
    let mut desk = Desk::new(Direction::ClientScans);
    assert_eq!(desk.tick(), Some(C::Create));
    desk.at(1).hear(&shown());
    assert_eq!(desk.order.state, State::Waiting);
    desk
}

/// A code that was scanned at second 0, whose charge got no answer.
fn scanned_desk() -> Desk {
    let mut desk = Desk::new(Direction::ShopScans);
    assert_eq!(desk.tick(), Some(C::Charge));
    desk.hear(&unknown());
    desk
}

/// An order that is being ended since second 10, the first question and close under way.
fn ending_desk() -> Desk {
    let mut desk = shown_desk();
    desk.at(10).hear(&Event::Stop);
    assert_eq!(desk.tick(), Some(C::Query));
    desk.hear(&Event::Told(OrderAnswer::Waiting));
    assert_eq!(desk.tick(), Some(C::Close));
    desk
}

/// A payment that came when the basket was gone.
fn late_desk() -> Desk {
    let mut desk = shown_desk();
    desk.can_book = false;
    desk.at(20).hear(&Event::Told(paid(DUE)));
    assert_eq!(desk.order.state, State::Refunding);
    assert_eq!(desk.alarms, [Alarm::LatePayment]);
    assert_eq!(desk.tick(), Some(C::Refund));
    desk
}

fn declined(decline: RefundDecline) -> RefundAnswer {
    RefundAnswer::Declined {
        decline,
        text: String::new(),
    }
}

/// A till whose provider closes orders from their fifth minute on.
fn young() -> Desk {
    let mut desk = Desk::new(Direction::ClientScans);
    desk.order.closes_after = Some(SignedDuration::from_mins(5));
    assert_eq!(desk.tick(), Some(Command::Create));
    desk
}

#[test]
fn an_order_that_is_too_young_is_asked_about_until_it_may_be_closed() {
    let mut desk = young();
    let code = "weixin://1".to_owned();
    // The provider may have made it only a moment before it answered.
    desk.at(12)
        .hear(&Event::Created(CreateAnswer::Shown { code }));
    desk.at(20).hear(&Event::Stop);
    assert!(!desk.order.state.frees());
    let (mut closed_at, mut questions) = (None, 0);
    for second in 20..400 {
        while let Some(command) = desk.at(second).tick() {
            match command {
                Command::Query => {
                    questions += 1;
                    desk.hear(&Event::Told(OrderAnswer::Waiting));
                }
                Command::Close => {
                    closed_at.get_or_insert(second);
                    assert_eq!(desk.order.asked_at, Some(desk.now), "asked just before");
                    desk.hear(&Event::CloseTold(CloseAnswer::Closed));
                }
                other => panic!("{other:?}"),
            }
        }
        // Nothing says that the order cannot be ended before it could be asked for.
        assert_ne!(desk.order.state, State::Unknown);
    }
    assert_eq!(closed_at, Some(312));
    assert_eq!(desk.order.state, State::Closed);
    assert!(questions >= 280 / 5, "{questions} questions");
}

#[test]
fn what_is_paid_while_the_order_is_too_young_to_be_closed_is_booked() {
    let mut desk = young();
    let code = "weixin://1".to_owned();
    desk.hear(&Event::Created(CreateAnswer::Shown { code }));
    desk.at(20).hear(&Event::Stop);
    assert_eq!(desk.tick(), Some(Command::Query));
    desk.hear(&Event::Told(OrderAnswer::Waiting));
    assert_eq!(desk.at(25).tick(), Some(Command::Query));
    desk.hear(&Event::Told(paid(DUE)));
    assert_eq!(desk.order.state, State::Paid);
    assert_eq!(desk.bookings.len(), 1);
    assert!(!desk.commands.contains(&Command::Close));
}

#[test]
fn a_code_that_nobody_saw_does_not_hold_the_till_until_its_order_may_be_closed() {
    for answer in [OrderAnswer::NotFound, OrderAnswer::Waiting] {
        let mut desk = young();
        for second in 0..40 {
            while let Some(command) = desk.at(second).tick() {
                match command {
                    Command::Create => {
                        let reason = lost();
                        desk.hear(&Event::Created(CreateAnswer::Unknown { reason }));
                    }
                    Command::Query => {
                        desk.hear(&Event::Told(answer.clone()));
                    }
                    other => panic!("{other:?}"),
                }
            }
        }
        assert_eq!(desk.order.state, State::Closed, "{answer:?}");
        // Should it have been paid after all, somebody looks.
        assert!(desk.wake_at().is_some());
    }
}

#[test]
fn a_shown_code_is_asked_about_every_five_seconds_and_booked_once() {
    let mut desk = shown_desk();
    assert_eq!(desk.at(4).tick(), None);
    assert_eq!(desk.at(5).tick(), Some(C::Query));
    desk.hear(&Event::Told(OrderAnswer::NotFound));
    assert_eq!(desk.order.state, State::Waiting);
    assert_eq!(desk.at(10).tick(), Some(C::Query));
    desk.hear(&Event::Told(paid(DUE)));
    assert_eq!(desk.order.state, State::Paid);
    // The notification comes as well, twice.
    desk.hear(&Event::Told(paid(DUE)))
        .hear(&Event::Told(paid(DUE)));
    assert_eq!(desk.bookings, [Booking::Book(yuan(DUE))]);
    assert_eq!(desk.wake_at(), None);
}

#[test]
fn an_answer_to_the_wish_for_a_code_has_its_meaning() {
    let refused = |fault| {
        Event::Created(CreateAnswer::Refused {
            fault,
            text: String::new(),
        })
    };
    let not_sent = Event::Created(CreateAnswer::NotSent { reason: not_sent() });
    let unknown = Event::Created(CreateAnswer::Unknown { reason: lost() });
    let table = [
        (shown(), State::Waiting, None),
        (
            refused(Fault::Limit),
            State::Closed,
            Some(Failure::Fault(Fault::Limit)),
        ),
        (not_sent, State::Closed, Some(Failure::Unreachable)),
        (
            Event::Created(CreateAnswer::Known),
            State::Cancelling,
            Some(Failure::NoCode),
        ),
        (unknown, State::Waiting, None),
    ];
    for (event, state, failure) in table {
        let mut desk = Desk::new(Direction::ClientScans);
        desk.tick();
        desk.hear(&event);
        assert_eq!(
            (desk.order.state, desk.order.failure),
            (state, failure),
            "{event:?}"
        );
    }
}

#[test]
fn a_code_that_does_not_come_is_asked_for_three_times_and_then_ended() {
    let mut desk = Desk::new(Direction::ClientScans);
    let unknown = Event::Created(CreateAnswer::Unknown { reason: lost() });
    for second in [0, 5, 10] {
        assert_eq!(desk.at(second).tick(), Some(C::Create), "{second}");
        desk.hear(&unknown);
    }
    assert_eq!(desk.at(15).tick(), Some(C::Query));
    assert_eq!(desk.order.failure, Some(Failure::NoCode));
    desk.hear(&Event::Told(OrderAnswer::NotFound));
    assert_eq!(desk.tick(), Some(C::Close));
    // Nobody saw the code, so nobody can pay it.
    desk.hear(&Event::CloseTold(CloseAnswer::NotFound));
    assert_eq!(desk.order.state, State::Closed);
    assert!(desk.order.state.frees());
}

#[test]
fn after_a_lost_answer_a_code_that_cannot_be_asked_for_proves_nothing() {
    let refused = CreateAnswer::Refused {
        fault: Fault::Limit,
        text: String::new(),
    };
    let not_sent = CreateAnswer::NotSent { reason: not_sent() };
    for (answer, state) in [(not_sent, State::Waiting), (refused, State::Cancelling)] {
        let mut desk = Desk::new(Direction::ClientScans);
        desk.tick();
        desk.hear(&Event::Created(CreateAnswer::Unknown { reason: lost() }));
        assert_eq!(desk.at(5).tick(), Some(C::Create));
        desk.hear(&Event::Created(answer.clone()));
        assert_eq!(desk.order.state, state, "{answer:?}");
    }
}

#[test]
fn an_answer_to_a_charge_has_its_meaning() {
    let declined = OrderAnswer::NotPaid {
        decline: Decline::Funds,
        text: String::new(),
    };
    let refused = OrderAnswer::Refused {
        fault: Fault::Permission,
        text: String::new(),
    };
    let not_sent = OrderAnswer::NotSent { reason: not_sent() };
    let unknown = OrderAnswer::Unknown { reason: lost() };
    let table = [
        (paid(DUE), State::Paid, None),
        (paid(DUE - 1), State::Unknown, None),
        (paid(DUE + 1), State::Unknown, None),
        (OrderAnswer::Waiting, State::Waiting, None),
        (OrderAnswer::NotFound, State::Waiting, None),
        (OrderAnswer::Closed, State::Closed, Some(Failure::TimedOut)),
        (
            declined,
            State::Cancelling,
            Some(Failure::Declined(Decline::Funds)),
        ),
        (
            refused,
            State::Closed,
            Some(Failure::Fault(Fault::Permission)),
        ),
        (not_sent, State::Closed, Some(Failure::Unreachable)),
        (unknown, State::Waiting, None),
        (OrderAnswer::GivenBack(payment(DUE)), State::Refunded, None),
    ];
    for (answer, state, failure) in table {
        let mut desk = Desk::new(Direction::ShopScans);
        assert_eq!(desk.tick(), Some(C::Charge));
        desk.hear(&Event::Told(answer.clone()));
        assert_eq!(
            (desk.order.state, desk.order.failure),
            (state, failure),
            "{answer:?}"
        );
    }
}

#[test]
fn a_declined_charge_frees_the_sale_as_soon_as_it_is_ended() {
    let mut desk = Desk::new(Direction::ShopScans);
    desk.tick();
    desk.at(1).hear(&Event::Told(OrderAnswer::NotPaid {
        decline: Decline::PaymentCode,
        text: String::new(),
    }));
    assert!(!desk.order.state.frees());
    assert_eq!(desk.tick(), Some(C::Query));
    desk.hear(&Event::Told(OrderAnswer::NotFound));
    assert_eq!(desk.tick(), Some(C::Close));
    desk.hear(&Event::CloseTold(CloseAnswer::NotFound));
    assert!(desk.order.state.frees());
    assert_eq!(
        desk.order.failure,
        Some(Failure::Declined(Decline::PaymentCode))
    );
}

#[test]
fn a_charge_is_never_sent_twice() {
    let mut desk = scanned_desk();
    desk.hear(&Event::Found);
    for second in 1..600 {
        if desk.at(second).tick() == Some(C::Query) {
            desk.hear(&unknown());
        } else {
            desk.hear(&Event::CloseTold(CloseAnswer::Unknown { reason: lost() }));
        }
    }
    let charges = desk.commands.iter().filter(|one| **one == C::Charge);
    assert_eq!(charges.count(), 1);
    assert!(desk.commands.contains(&C::Close));
}

#[test]
fn the_cashier_is_asked_and_silence_ends_the_order() {
    for (mut desk, asked_at) in [(shown_desk(), 121), (scanned_desk(), 60)] {
        desk.at(asked_at - 1).settle();
        assert_eq!(desk.apply(&Event::Continue), Err(Refused::NotAsked));
        desk.at(asked_at).settle();
        assert!(desk.order.asks_since.is_some());
        assert_eq!(desk.order.state, State::Waiting);
        desk.is_busy = true;
        desk.at(asked_at + 30).tick();
        assert_eq!(desk.order.state, State::Cancelling);
        assert_eq!(desk.order.failure, Some(Failure::TimedOut));
    }
}

#[test]
fn yes_waits_sixty_seconds_more_for_the_same_order() {
    let mut desk = scanned_desk();
    desk.at(61).settle();
    desk.hear(&Event::Continue);
    assert_eq!(desk.order.asks_since, None);
    desk.at(120).settle();
    assert_eq!(desk.order.asks_since, None);
    desk.at(121).settle();
    assert!(desk.order.asks_since.is_some());
    desk.hear(&Event::Told(paid(DUE)));
    assert_eq!(
        (desk.order.state, desk.order.asks_since),
        (State::Paid, None)
    );
}

#[test]
fn no_order_is_open_longer_than_eight_minutes_however_often_yes_is_said() {
    let mut desk = shown_desk();
    for second in 1..480 {
        desk.at(second).settle();
        if desk.order.asks_since.is_some() {
            desk.hear(&Event::Continue);
            // What the cashier is shown.
            assert!(desk.order.ends_at <= Some(desk.start + desk.timing.open_at_most));
        }
    }
    assert_eq!(desk.order.state, State::Waiting);
    desk.is_busy = true;
    desk.at(480).tick();
    assert_eq!(desk.order.state, State::Cancelling);
    let expires_at = desk.order.expires_at(&desk.timing);
    assert!(expires_at < desk.start + SignedDuration::from_mins(10));
}

#[test]
fn no_means_one_question_and_then_the_end_at_once() {
    let mut desk = shown_desk();
    desk.at(10).hear(&Event::Stop);
    assert_eq!(desk.tick(), Some(C::Query));
    desk.is_busy = true;
    assert_eq!(desk.tick(), None);
    desk.is_busy = false;
    desk.hear(&Event::Told(OrderAnswer::Waiting));
    assert_eq!(desk.tick(), Some(C::Close));
    assert!(!desk.order.state.frees());
    desk.hear(&Event::CloseTold(CloseAnswer::Closed));
    assert_eq!(desk.order.state, State::Closed);
    assert_eq!(desk.order.failure, Some(Failure::Stopped));
    assert!(desk.order.state.frees());
    // Stopping it again changes nothing.
    desk.hear(&Event::Stop);
    assert_eq!(desk.order.state, State::Closed);
}

#[test]
fn an_answer_to_the_wish_to_end_has_its_meaning() {
    let fault = CloseAnswer::Refused {
        fault: Fault::Permission,
        text: String::new(),
    };
    let table = [
        (CloseAnswer::Closed, State::Closed, None),
        (CloseAnswer::GivenBack, State::Refunded, None),
        // Asked at once.
        (CloseAnswer::Paid, State::Cancelling, Some(10)),
        // The rest is tried again after a pause.
        (CloseAnswer::Again, State::Cancelling, Some(15)),
        (fault, State::Cancelling, Some(15)),
        (
            CloseAnswer::NotSent { reason: not_sent() },
            State::Cancelling,
            Some(15),
        ),
        (
            CloseAnswer::Unknown { reason: lost() },
            State::Cancelling,
            Some(15),
        ),
        // Of an order that the provider has shown.
        (CloseAnswer::NotFound, State::Closed, None),
    ];
    for (answer, state, again_at) in table {
        let mut desk = ending_desk();
        desk.hear(&Event::CloseTold(answer.clone()));
        assert_eq!(desk.order.state, state, "{answer:?}");
        if let Some(second) = again_at {
            assert_eq!(desk.at(second).tick(), Some(C::Query), "{answer:?}");
        }
    }
}

#[test]
fn an_order_that_is_found_paid_while_it_is_ended_is_paid() {
    let mut desk = ending_desk();
    desk.hear(&Event::CloseTold(CloseAnswer::Paid));
    assert_eq!(desk.tick(), Some(C::Query));
    desk.hear(&Event::Told(paid(DUE)));
    assert_eq!(desk.order.state, State::Paid);
    assert_eq!(desk.bookings, [Booking::Book(yuan(DUE))]);
    assert_eq!(desk.order.failure, None);
    // The answer to a close that comes after that says nothing.
    desk.hear(&Event::CloseTold(CloseAnswer::Closed));
    assert_eq!(desk.order.state, State::Paid);
}

#[test]
fn a_payment_is_not_booked_while_the_order_may_still_be_ended() {
    // The notification is faster than the answer to the close, which gives the money back.
    let mut desk = ending_desk();
    desk.hear(&Event::Told(paid(DUE)));
    assert_eq!(desk.order.state, State::Cancelling);
    desk.hear(&Event::CloseTold(CloseAnswer::GivenBack));
    assert_eq!(desk.order.state, State::Refunded);
    assert!(desk.bookings.is_empty());

    // The answer is lost, or the process dies: the close may arrive later.
    let died = Event::Found;
    let unanswered = Event::CloseTold(CloseAnswer::Unknown { reason: lost() });
    for event in [unanswered, died] {
        let mut desk = ending_desk();
        desk.hear(&event);
        desk.at(15).tick();
        desk.hear(&Event::Told(paid(DUE)));
        assert_eq!(desk.order.state, State::Cancelling, "{event:?}");
        assert_eq!(desk.tick(), Some(C::Close));
        // It is paid and stays so, says the answer to the second one.
        desk.hear(&Event::CloseTold(CloseAnswer::Paid));
        assert_eq!(desk.tick(), Some(C::Query));
        desk.hear(&Event::Told(paid(DUE)));
        assert_eq!(desk.bookings, [Booking::Book(yuan(DUE))]);
    }
}

#[test]
fn not_found_is_believed_late_and_the_second_time() {
    let mut desk = scanned_desk();
    desk.at(10).hear(&Event::Stop);
    let mut closes = Vec::new();
    for second in 10..200 {
        match desk.at(second).tick() {
            Some(C::Query) => drop(desk.hear(&Event::Told(OrderAnswer::NotFound))),
            Some(C::Close) => {
                closes.push(second);
                desk.hear(&Event::CloseTold(CloseAnswer::NotFound));
            }
            _ => {}
        }
        if desk.order.state.frees() {
            break;
        }
    }
    // The charge may arrive until second 150.
    let [.., first, last] = closes[..] else {
        panic!("{closes:?}");
    };
    assert!(first >= 150 && last >= first + 5, "{closes:?}");
    assert_eq!(desk.order.state, State::Closed);
    // And it is looked at again.
    assert_eq!(desk.at(last + 30).tick(), Some(C::Query));
    desk.hear(&Event::Told(paid(DUE)));
    assert_eq!(desk.order.state, State::Paid);
    assert_eq!(desk.alarms, [Alarm::LatePayment]);
}

#[test]
fn looking_again_ends() {
    let mut desk = scanned_desk();
    desk.order.state = State::Closed;
    desk.order.final_at = Some(desk.now);
    desk.order.next_at = Some(desk.now);
    let mut looks = 0;
    while let Some(at) = desk.wake_at() {
        desk.now = at;
        assert_eq!(desk.tick(), Some(C::Query));
        desk.hear(&Event::Told(OrderAnswer::NotFound));
        looks += 1;
    }
    assert!((5..20).contains(&looks), "{looks}");
    // A certain answer ends it at once.
    desk.order.next_at = Some(desk.now);
    desk.hear(&Event::Told(OrderAnswer::Closed));
    assert_eq!(desk.wake_at(), None);
}

#[test]
fn a_late_payment_is_attached_or_given_back() {
    let closed = || {
        let mut desk = ending_desk();
        desk.hear(&Event::CloseTold(CloseAnswer::Closed));
        desk
    };
    let mut attached = closed();
    attached.hear(&Event::Told(paid(DUE)));
    assert_eq!(attached.order.state, State::Paid);
    assert_eq!(attached.alarms, [Alarm::LatePayment]);

    let mut refunded = closed();
    refunded.can_book = false;
    refunded.hear(&Event::Told(paid(DUE)));
    assert_eq!(refunded.order.state, State::Refunding);
    assert_eq!(refunded.alarms, [Alarm::LatePayment]);
    assert_eq!(refunded.tick(), Some(C::Refund));
    refunded.hear(&Event::RefundTold(RefundAnswer::Refunded));
    assert_eq!(refunded.order.state, State::Refunded);
    assert!(refunded.bookings.is_empty());
}

#[test]
fn nobody_to_ask_ends_in_unknown_and_the_questions_go_on() {
    let mut desk = ending_desk();
    desk.hear(&Event::CloseTold(CloseAnswer::Unknown { reason: lost() }));
    let mut second = 10;
    while desk.order.state == State::Cancelling {
        second += 1;
        while let Some(command) = desk.at(second).tick() {
            desk.hear(&match command {
                C::Close => Event::CloseTold(CloseAnswer::Unknown { reason: lost() }),
                _ => unknown(),
            });
        }
    }
    assert_eq!((desk.order.state, second), (State::Unknown, 190));
    assert!(desk.alarms.contains(&Alarm::Unknown));
    assert!(!desk.order.state.frees());
    let asked = desk.commands.len();
    for second in 190..260 {
        if desk.at(second).tick() == Some(C::Close) {
            desk.hear(&Event::CloseTold(CloseAnswer::Unknown { reason: lost() }));
        }
    }
    assert!(desk.commands.len() > asked);
    // Of a payment that nobody has named no part can be kept.
    assert_eq!(
        desk.apply(&Event::Decide(Decision::Part)),
        Err(Refused::NotDecidable)
    );
    assert!(desk.bookings.is_empty());
    // A person may decide, or the provider tells at last.
    let mut told = desk.order.clone();
    desk.hear(&Event::Decide(Decision::NotPaid));
    assert_eq!(desk.order.state, State::Closed);
    assert!(desk.wake_at().is_some(), "looked at again");
    std::mem::swap(&mut desk.order, &mut told);
    // A wish to end it that was lost may still arrive and give the money back.
    desk.at(270).hear(&Event::Told(paid(DUE)));
    assert_eq!(desk.order.state, State::Unknown);
    desk.at(500).hear(&Event::Told(paid(DUE)));
    assert_eq!(desk.order.state, State::Paid);
}

#[test]
fn what_a_manager_takes_back_is_looked_for_and_given_back_when_it_was_paid() {
    let taken_back = |can_book| {
        let mut desk = ending_desk();
        desk.hear(&Event::CloseTold(CloseAnswer::Unknown { reason: lost() }));
        desk.order.state = State::Unknown;
        desk.at(200).hear(&Event::Decide(Decision::Paid));
        assert_eq!(desk.order.state, State::Paid);
        desk.at(400).hear(&Event::TakenBack);
        let stands = (desk.order.state, desk.order.is_booked);
        assert_eq!(stands, (State::Closed, false));
        desk.can_book = can_book;
        assert_eq!(desk.at(429).tick(), None);
        assert_eq!(desk.at(430).tick(), Some(C::Query), "it is looked at again");
        desk.hear(&Event::Told(paid(DUE)));
        desk
    };
    // It was paid in another way meanwhile.
    let mut late = taken_back(false);
    assert_eq!(late.order.state, State::Refunding);
    assert_eq!(late.tick(), Some(C::Refund));
    // The basket still waits for as much.
    assert_eq!(taken_back(true).order.state, State::Paid);

    // What the provider has told of goes back through it.
    let mut told = shown_desk();
    told.at(5).hear(&Event::Told(paid(DUE)));
    assert_eq!(told.apply(&Event::TakenBack), Err(Refused::NotBooked));
    assert!(told.order.is_booked);
}

#[test]
fn another_amount_waits_for_a_person() {
    for (minor, can_accept) in [(DUE - 1, true), (DUE + 1, false), (0, false)] {
        let mut desk = shown_desk();
        desk.at(5).hear(&Event::Told(paid(minor)));
        assert_eq!(desk.order.state, State::Unknown);
        assert_eq!(desk.alarms, [Alarm::Mismatch]);
        assert!(desk.bookings.is_empty());
        assert_eq!(desk.wake_at(), None);
        // What comes in meanwhile changes nothing.
        desk.hear(&Event::Told(paid(minor)));
        desk.hear(&Event::CloseTold(CloseAnswer::Closed));
        assert_eq!(
            desk.apply(&Event::Decide(Decision::NotPaid)),
            Err(Refused::NotDecidable)
        );
        // A manager stands for what nobody tells, not for more than the provider tells.
        assert_eq!(
            desk.apply(&Event::Decide(Decision::Paid)),
            Err(Refused::NotDecidable)
        );
        let accepted = desk.apply(&Event::Decide(Decision::Part));
        assert_eq!(accepted.is_ok(), can_accept, "{minor}");
        if can_accept {
            assert_eq!(desk.bookings, [Booking::Book(yuan(minor))]);
            continue;
        }
        desk.hear(&Event::Decide(Decision::Refund));
        assert_eq!(desk.tick(), Some(C::Refund));
    }
}

#[test]
fn an_answer_about_a_refund_has_its_meaning() {
    let fault = RefundAnswer::Refused {
        fault: Fault::Permission,
        text: String::new(),
    };
    let table = [
        (RefundAnswer::Refunded, State::Refunded, None),
        (
            RefundAnswer::Pending,
            State::Refunding,
            Some(C::QueryRefund),
        ),
        (
            RefundAnswer::Unknown { reason: lost() },
            State::Refunding,
            Some(C::QueryRefund),
        ),
        (RefundAnswer::NotFound, State::Refunding, Some(C::Refund)),
        (
            RefundAnswer::NotSent { reason: not_sent() },
            State::Refunding,
            Some(C::Refund),
        ),
        (fault, State::Refunding, Some(C::Refund)),
        (
            declined(RefundDecline::Funds),
            State::Refunding,
            Some(C::Refund),
        ),
        (
            declined(RefundDecline::Number),
            State::Refunding,
            Some(C::Refund),
        ),
        (
            declined(RefundDecline::Account),
            State::Refunding,
            Some(C::QueryRefund),
        ),
        (
            declined(RefundDecline::Order),
            State::Refunding,
            Some(C::Query),
        ),
        (
            declined(RefundDecline::Amount),
            State::Refunding,
            Some(C::Query),
        ),
    ];
    for (answer, state, command) in table {
        let mut desk = late_desk();
        desk.hear(&Event::RefundTold(answer.clone()));
        assert_eq!(desk.order.state, state, "{answer:?}");
        desk.now = desk.wake_at().unwrap_or(desk.now).max(desk.now);
        assert_eq!(desk.tick(), command, "{answer:?}");
    }
}

#[test]
fn a_refund_goes_on_until_it_is_done_however_long_it_is_refused() {
    let mut desk = late_desk();
    for _ in 0..50 {
        desk.hear(&Event::RefundTold(declined(RefundDecline::Funds)));
        let at = desk.wake_at().expect("it is tried again");
        assert!(at <= desk.now + desk.timing.refund_every_at_most);
        desk.now = at;
        assert_eq!(desk.tick(), Some(C::Refund));
    }
    desk.hear(&Event::RefundTold(RefundAnswer::Refunded));
    assert_eq!(desk.order.state, State::Refunded);
}

#[test]
fn a_bank_that_takes_a_week_is_not_asked_every_ten_seconds() {
    let mut desk = late_desk();
    let asked = desk.commands.len();
    let week = SignedDuration::from_hours(7 * 24);
    while desk.now.duration_since(desk.start) < week {
        desk.hear(&Event::RefundTold(RefundAnswer::Pending));
        desk.now = desk.wake_at().expect("it is asked again");
        assert_eq!(desk.tick(), Some(C::QueryRefund));
    }
    let questions = desk.commands.len() - asked;
    assert!((150..250).contains(&questions), "{questions}");
}

#[test]
fn what_was_given_back_by_another_way_is_found() {
    let mut desk = late_desk();
    desk.hear(&Event::RefundTold(declined(RefundDecline::Order)));
    assert_eq!(desk.tick(), Some(C::Query));
    desk.hear(&Event::Told(OrderAnswer::GivenBack(payment(DUE))));
    assert_eq!(desk.order.state, State::Refunded);
}

#[test]
fn a_booked_tender_is_removed_when_its_money_went_back() {
    let booked = || {
        let mut desk = shown_desk();
        desk.at(5).hear(&Event::Told(paid(DUE)));
        desk.at(60).hear(&Event::Refund);
        assert_eq!(desk.tick(), Some(C::Refund));
        desk
    };
    let mut refunded = booked();
    refunded.hear(&Event::RefundTold(RefundAnswer::Unknown { reason: lost() }));
    assert_eq!(refunded.bookings, [Booking::Book(yuan(DUE))]);
    refunded.now = refunded.wake_at().expect("a question");
    assert_eq!(refunded.tick(), Some(C::QueryRefund));
    refunded.hear(&Event::RefundTold(RefundAnswer::Refunded));
    refunded.hear(&Event::RefundTold(RefundAnswer::Refunded));
    assert_eq!(
        refunded.bookings,
        [Booking::Book(yuan(DUE)), Booking::Remove]
    );

    // Refused for certain, it stays, and can be tried again.
    let mut refused = booked();
    refused.hear(&Event::RefundTold(declined(RefundDecline::Funds)));
    assert_eq!(refused.order.state, State::Paid);
    assert_eq!(refused.order.failure, Some(Failure::RefundRefused));
    assert_eq!(refused.wake_at(), None);
    refused.hear(&Event::Refund);
    assert_eq!(refused.tick(), Some(C::Refund));
}

#[test]
fn a_refund_that_may_still_arrive_is_not_given_up() {
    let mut desk = shown_desk();
    desk.at(5).hear(&Event::Told(paid(DUE)));
    desk.at(60).hear(&Event::Refund);
    let answers = [
        RefundAnswer::Unknown { reason: lost() },
        RefundAnswer::NotFound,
        RefundAnswer::NotSent { reason: not_sent() },
        RefundAnswer::Refunded,
    ];
    let mut asked = Vec::new();
    for answer in answers {
        assert_eq!(desk.order.state, State::Refunding);
        desk.now = desk.wake_at().expect("a step").max(desk.now);
        asked.extend(desk.tick());
        desk.hear(&Event::RefundTold(answer));
    }
    assert_eq!(asked, [C::Refund, C::QueryRefund, C::Refund, C::Refund]);
    assert_eq!(desk.order.state, State::Refunded);
}

#[test]
fn whoever_takes_an_order_up_charges_nothing() {
    let mut never_sent = Desk::new(Direction::ShopScans);
    never_sent.hear(&Event::Found);
    assert_eq!(never_sent.order.state, State::Closed);
    assert_eq!(never_sent.order.failure, Some(Failure::NeverSent));

    let mut sent = Desk::new(Direction::ShopScans);
    sent.tick();
    sent.hear(&Event::Found);
    assert_eq!(sent.at(5).tick(), Some(C::Query));

    // A code that was not shown may be asked for again: it is the same order.
    let mut unseen = Desk::new(Direction::ClientScans);
    unseen.tick();
    unseen.hear(&Event::Found);
    assert_eq!(unseen.at(5).tick(), Some(C::Create));

    // Between question and close: a question comes first again.
    let mut ending = shown_desk();
    ending.at(10).hear(&Event::Stop);
    ending.tick();
    ending.hear(&Event::Found);
    assert_eq!(ending.tick(), Some(C::Query));

    let mut refunding = late_desk();
    refunding.hear(&Event::Found);
    refunding.now = refunding.wake_at().expect("a question");
    assert_eq!(refunding.tick(), Some(C::QueryRefund));
    assert_eq!(refunding.order.refund_step, RefundStep::Ask);
}

#[test]
fn what_a_person_asks_for_at_the_wrong_time_is_refused() {
    let mut paid_desk = shown_desk();
    paid_desk.hear(&Event::Told(paid(DUE)));
    let mut waiting = shown_desk();
    let table = [
        (&mut paid_desk, Event::Stop, Refused::Over),
        (&mut waiting, Event::Refund, Refused::NotBooked),
    ];
    for (desk, event, refusal) in table {
        assert_eq!(desk.apply(&event), Err(refusal), "{event:?}");
    }
    for decision in [
        Decision::Part,
        Decision::Paid,
        Decision::NotPaid,
        Decision::Refund,
        Decision::GivenBack,
    ] {
        let refused = waiting.apply(&Event::Decide(decision));
        assert_eq!(refused, Err(Refused::NotDecidable));
    }
}

#[test]
fn every_state_is_read_back_and_only_an_end_frees_the_sale() {
    for state in State::ALL {
        assert_eq!(State::parse(state.name()), Some(state));
        assert_eq!(
            state.frees(),
            matches!(state, State::Closed | State::Refunded)
        );
        for next in leads_to(state) {
            // What is over is never waited for again.
            let is_back = !state.is_open() && next.is_open();
            assert!(!is_back || (state, *next) == (State::Closed, State::Unknown));
        }
    }
    assert_eq!(State::parse("SHOWN"), None);
}

#[test]
fn a_part_of_another_order_goes_back_once_or_certainly_not() {
    // answer, what becomes of the order, whether what went back is booked
    let table = [
        (RefundAnswer::Refunded, State::Refunded, true),
        (declined(RefundDecline::Funds), State::Paid, false),
        (declined(RefundDecline::Number), State::Paid, false),
        // What became of the whole order says nothing of a part: nobody asks about it.
        (declined(RefundDecline::Order), State::Paid, false),
        (declined(RefundDecline::Amount), State::Paid, false),
        (
            RefundAnswer::NotSent { reason: not_sent() },
            State::Paid,
            false,
        ),
    ];
    for (answer, state, is_booked) in table {
        let mut desk = Desk::new(Direction::ClientScans);
        let part = yuan(DUE / 2);
        desk.order = Order::refund(Direction::ClientScans, part, &payment(DUE), desk.start);
        // Whoever finds it carries it on: the same number is the same refund.
        desk.hear(&Event::Found);
        assert_eq!(desk.tick(), Some(C::Refund));
        let amount = desk.order.payment.as_ref().map(|it| it.amount);
        assert_eq!(amount, Some(part));
        desk.hear(&Event::RefundTold(answer.clone()));
        assert_eq!(desk.order.state, state, "{answer:?}");
        let booked = desk.bookings == [Booking::Remove];
        assert_eq!(booked, is_booked, "{answer:?}");
        assert_eq!(desk.wake_at(), None, "{answer:?}");
    }
    // A lost answer is asked about, and what is not known is sent again under its number.
    let mut desk = Desk::new(Direction::ClientScans);
    desk.order = Order::refund(Direction::ClientScans, yuan(1), &payment(DUE), desk.start);
    assert_eq!(desk.tick(), Some(C::Refund));
    desk.hear(&Event::RefundTold(RefundAnswer::Unknown { reason: lost() }));
    assert_eq!(desk.at(60).tick(), Some(C::QueryRefund));
    desk.hear(&Event::RefundTold(RefundAnswer::NotFound));
    assert_eq!(desk.at(120).tick(), Some(C::Refund));
    desk.hear(&Event::RefundTold(declined(RefundDecline::Order)));
    assert_eq!(desk.order.state, State::Refunding, "the first may count");
}

/// Of a refund whose answer was lost it is not certain that it came to nothing as long as it may be on its
/// way, however often the same one is refused; then it is, and the till goes on.
#[test]
fn a_refund_that_was_lost_and_then_refused_leaves_the_tender_once_that_is_certain() {
    let refusals = [
        declined(RefundDecline::Funds),
        declined(RefundDecline::Number),
        RefundAnswer::Refused {
            fault: Fault::Permission,
            text: String::new(),
        },
    ];
    for refusal in refusals {
        let mut desk = shown_desk();
        desk.at(5).hear(&Event::Told(paid(DUE)));
        desk.at(60).hear(&Event::Refund);
        assert_eq!(desk.tick(), Some(C::Refund));
        desk.hear(&Event::RefundTold(RefundAnswer::Unknown { reason: lost() }));
        assert_eq!(desk.at(65).tick(), Some(C::QueryRefund));
        desk.hear(&Event::RefundTold(RefundAnswer::NotFound));
        assert_eq!(desk.at(70).tick(), Some(C::Refund));
        desk.hear(&Event::RefundTold(refusal.clone()));
        assert_eq!(desk.order.state, State::Refunding, "{refusal:?}");
        assert_eq!(desk.at(219).tick(), None);
        assert_eq!(desk.at(220).tick(), Some(C::QueryRefund));
        desk.hear(&Event::RefundTold(RefundAnswer::NotFound));
        assert_eq!(desk.tick(), Some(C::Refund), "one more, at once");
        desk.hear(&Event::RefundTold(refusal.clone()));
        assert_eq!(desk.order.state, State::Paid, "{refusal:?}");
        assert_eq!(desk.order.failure, Some(Failure::RefundRefused));
        assert_eq!(desk.bookings, [Booking::Book(yuan(DUE))], "it stays");
        assert_eq!(desk.wake_at(), None);
        // Whoever removes it again begins anew.
        desk.hear(&Event::Refund);
        let order = &desk.order;
        assert_eq!((order.refund_tries, order.refunds_void), (0, 0));
    }
}
