use device::card_terminal::{
    AbortAnswer, Amount, Approval, Decline, ErrorCondition, Fault, NotSentReason, OutOfOrder,
    PaymentAnswer, PoiTransaction, Reversal, ReversalAnswer, RunningDialogue, ServiceId, Signature,
    StatusAnswer, UnknownReason,
};
use jiff::{SignedDuration, Timestamp};
use kernel::{Currency, Money};
use proptest::prelude::*;

use super::*;

const DUE: i64 = 22_910;

fn approval(minor: i64, code: &str) -> Approval {
    let currency = device::card_terminal::Currency::from_iso(code).unwrap();
    Approval {
        authorised: Amount::new(minor, currency),
        tip: Amount::new(0, currency),
        brand: Some("visa".to_owned()),
        last4: Some("0119".to_owned()),
        entry_mode: None,
        approval_code: Some("123456".to_owned()),
        poi_transaction: PoiTransaction {
            id: "T.P".to_owned(),
            time_stamp: "2026-11-20T14:00:00Z".to_owned(),
        },
        customer_receipt: Vec::new(),
        cashier_receipt: Vec::new(),
        signature: Signature::NotRequired,
    }
}

fn approved(minor: i64) -> PaymentAnswer {
    PaymentAnswer::Approved(approval(minor, "EUR"))
}

fn lost() -> UnknownReason {
    UnknownReason::ConnectionLost {
        detail: String::new(),
    }
}

fn refusal() -> PaymentAnswer {
    PaymentAnswer::Declined {
        condition: Decline::Refusal,
        text: "Declined by the bank".to_owned(),
    }
}

fn accepted(minor: Option<i64>) -> ReversalAnswer {
    let currency = device::card_terminal::Currency::from_iso("EUR").unwrap();
    ReversalAnswer::Accepted(Reversal {
        poi_transaction: None,
        reversed: minor.map(|minor| Amount::new(minor, currency)),
        customer_receipt: Vec::new(),
        cashier_receipt: Vec::new(),
    })
}

/// A till with one attempt, whose time a test moves.
struct Desk {
    attempt: Attempt,
    timing: Timing,
    start: Timestamp,
    now: Timestamp,
    basket_open: bool,
    line: Line,
    asks: bool,
    aborts: bool,
    commands: Vec<Command>,
    bookings: Vec<Booking>,
    alarms: Vec<Alarm>,
}

impl Desk {
    fn new(kind: Kind) -> Self {
        let start: Timestamp = "2026-11-20T14:00:00Z".parse().unwrap();
        let captured = (kind == Kind::Reversal).then(|| Captured {
            minor: DUE,
            currency: "EUR".to_owned(),
        });
        Self {
            attempt: Attempt {
                kind,
                state: State::Created,
                amount: Money::new(DUE, Currency::Eur),
                sent_at: None,
                ended_by: None,
                abort_sent_at: None,
                inquiry_since: None,
                asked_at: None,
                not_found_at: None,
                final_at: None,
                next_at: None,
                captured,
                reversal_sent_at: None,
                reversal_tries: 0,
                outcome: None,
            },
            timing: Timing::default(),
            start,
            now: start,
            basket_open: true,
            line: Line::default(),
            asks: false,
            aborts: false,
            commands: Vec::new(),
            bookings: Vec::new(),
            alarms: Vec::new(),
        }
    }

    /// A payment that was sent at second 0.
    fn sent() -> Self {
        let mut desk = Self::new(Kind::Payment);
        desk.tick();
        assert_eq!(desk.commands, [Command::Pay]);
        desk
    }

    fn at(&mut self, seconds: i64) -> &mut Self {
        self.now = self.start + SignedDuration::from_secs(seconds);
        self
    }

    fn apply(&mut self, event: &Event) -> Result<(), String> {
        let at = Circumstance {
            now: self.now,
            timing: &self.timing,
            basket_open: self.basket_open,
        };
        let next = next(&self.attempt, event, &at).map_err(|refusal| refusal.message())?;
        self.attempt = next.attempt;
        self.bookings.extend(next.booking);
        self.alarms.extend(next.alarm);
        if let Some(command) = next.command {
            self.commands.push(command);
            match command {
                Command::Pay => self.line.payment = true,
                Command::Abort => self.aborts = true,
                Command::Reverse => self.line.reversal = true,
                Command::AskPayment { .. } | Command::AskReversal { .. } => {
                    self.line.question = true;
                    self.asks = true;
                }
            }
        }
        Ok(())
    }

    /// Lets time act until nothing more is to be asked; answers how many commands there were.
    fn tick(&mut self) -> usize {
        for count in 0..8 {
            let before = self.commands.len();
            self.apply(&Event::Tick(self.line)).unwrap();
            if self.commands.len() == before {
                return count;
            }
        }
        panic!("time never comes to rest: {:?}", self.attempt);
    }

    fn paid(&mut self, answer: PaymentAnswer) -> &mut Self {
        self.line.payment = false;
        self.apply(&Event::Paid(Box::new(answer))).unwrap();
        self
    }

    fn told(&mut self, answer: StatusAnswer<PaymentAnswer>, ready: bool) -> &mut Self {
        self.line.question = false;
        let event = Event::PaymentTold {
            answer: Box::new(answer),
            ready,
            line: self.line,
        };
        self.apply(&event).unwrap();
        self
    }

    fn reversed(&mut self, answer: ReversalAnswer) -> &mut Self {
        self.line.reversal = false;
        self.apply(&Event::Reversed(Box::new(answer))).unwrap();
        self
    }

    fn reversal_told(&mut self, answer: StatusAnswer<ReversalAnswer>, ready: bool) -> &mut Self {
        self.line.question = false;
        let event = Event::ReversalTold {
            answer: Box::new(answer),
            ready,
            line: self.line,
        };
        self.apply(&event).unwrap();
        self
    }

    fn aborted(&mut self, answer: AbortAnswer) -> &mut Self {
        self.aborts = false;
        self.apply(&Event::AbortTold(Box::new(answer))).unwrap();
        self
    }

    /// The process dies; another takes the attempt up.
    fn restart(&mut self) -> &mut Self {
        self.line = Line::default();
        (self.asks, self.aborts) = (false, false);
        self.apply(&Event::Found).unwrap();
        self
    }

    fn outcome(&self) -> &str {
        self.attempt
            .outcome
            .as_ref()
            .map_or("", |outcome| outcome.key.as_str())
    }

    fn stands(&self) -> (State, &str) {
        (self.attempt.state, self.outcome())
    }

    fn choices(&self) -> Vec<Choice> {
        let at = Circumstance {
            now: self.now,
            timing: &self.timing,
            basket_open: self.basket_open,
        };
        choices(&self.attempt, &at, true)
    }

    fn wake_at(&self) -> Option<Timestamp> {
        wake_at(&self.attempt, self.line, &self.timing)
    }
}

#[test]
fn a_payment_of_the_amount_due_is_booked_once() {
    let mut desk = Desk::sent();
    desk.at(4).paid(approved(DUE));
    assert_eq!(desk.stands(), (State::Approved, "payment.successful"));
    let booked = Booking::Book(Money::new(DUE, Currency::Eur));
    assert_eq!(desk.bookings, [booked]);
    // The status says the same thing again.
    desk.told(StatusAnswer::Processed(approved(DUE)), true);
    assert_eq!(desk.bookings, [booked]);
    assert!(desk.choices().is_empty());
}

#[test]
fn each_answer_has_its_meaning() {
    use PaymentAnswer as A;
    let other = ServiceId::parse("0000000099").unwrap();
    let table = [
        (refusal(), State::Failed, "payment.failed"),
        (A::Aborted, State::Cancelled, "payment.cancelled"),
        (
            A::CancelledOnTerminal,
            State::Cancelled,
            "payment.cancelled",
        ),
        (
            A::Busy {
                running: RunningDialogue::Other(other),
            },
            State::Failed,
            "payment.occupied",
        ),
        (
            A::Busy {
                running: RunningDialogue::ThisPayment,
            },
            State::Inquiry,
            "",
        ),
        (
            A::Busy {
                running: RunningDialogue::Unnamed,
            },
            State::Inquiry,
            "",
        ),
        (
            A::OutOfOrder {
                condition: OutOfOrder::DeviceOut,
                text: String::new(),
            },
            State::Failed,
            "payment.unreachable",
        ),
        (
            A::Refused {
                condition: Fault::NotAllowed,
                text: String::new(),
            },
            State::Failed,
            "payment.failed",
        ),
        (
            A::NotSent {
                reason: NotSentReason::NoConnection {
                    detail: String::new(),
                },
            },
            State::Failed,
            "payment.unreachable",
        ),
        (A::Unknown { reason: lost() }, State::Inquiry, ""),
        (
            A::PartiallyApproved(approval(10_000, "EUR")),
            State::Mismatch,
            "payment.amount_mismatch",
        ),
        (approved(23_000), State::Mismatch, "payment.amount_mismatch"),
        (
            A::Approved(approval(DUE, "USD")),
            State::Mismatch,
            "payment.amount_mismatch",
        ),
    ];
    for (answer, state, outcome) in table {
        let mut desk = Desk::sent();
        desk.at(4).paid(answer.clone());
        assert_eq!(desk.stands(), (state, outcome), "{answer:?}");
        assert!(desk.bookings.is_empty());
    }
}

#[test]
fn an_occupied_terminal_offers_what_the_specification_says() {
    let mut desk = Desk::sent();
    desk.paid(PaymentAnswer::Busy {
        running: RunningDialogue::Other(ServiceId::parse("X1").unwrap()),
    });
    let offered = desk.choices();
    for choice in [Choice::Retry, Choice::Cancel, Choice::Wait] {
        assert!(offered.contains(&choice), "{offered:?}");
    }
}

#[test]
fn cancel_waits_for_its_countdown() {
    let mut desk = Desk::sent();
    assert_eq!(desk.choices(), [Choice::Wait]);
    let refused = desk.at(28).apply(&Event::Cancel).unwrap_err();
    assert_eq!(refused, "The payment can be cancelled in 2 seconds");
    desk.at(30).apply(&Event::Cancel).unwrap();
    assert_eq!(desk.attempt.state, State::Cancelling);
    desk.tick();
    assert_eq!(desk.commands, [Command::Pay, Command::Abort]);
    desk.aborted(AbortAnswer::Delivered);
    assert_eq!(desk.outcome(), "payment.cancellation_received");
    desk.paid(PaymentAnswer::Aborted);
    assert_eq!(desk.stands(), (State::Cancelled, "payment.cancelled"));
    assert_eq!(desk.choices(), [Choice::Retry, Choice::OtherTender]);
    // Cancelling it again changes nothing.
    desk.apply(&Event::Cancel).unwrap();
    assert_eq!(desk.attempt.state, State::Cancelled);
}

#[test]
fn a_cancel_without_an_answer_asks_the_cashier_to_cancel_at_the_terminal() {
    let mut desk = Desk::sent();
    desk.at(40).apply(&Event::Cancel).unwrap();
    desk.tick();
    assert_eq!(desk.at(54).tick(), 0);
    desk.at(55).tick();
    assert_eq!(desk.stands(), (State::Inquiry, "payment.cancel_manually"));
    let ask = Command::AskPayment { diagnose: false };
    assert_eq!(desk.commands, [Command::Pay, Command::Abort, ask]);
    desk.told(StatusAnswer::Processed(PaymentAnswer::Aborted), false);
    assert_eq!(desk.attempt.state, State::Cancelled);

    let mut unreachable = Desk::sent();
    unreachable.at(40).apply(&Event::Cancel).unwrap();
    unreachable.tick();
    unreachable.aborted(AbortAnswer::Unknown { reason: lost() });
    assert_eq!(
        unreachable.stands(),
        (State::Inquiry, "payment.cancel_manually")
    );
}

#[test]
fn a_success_after_a_cancel_is_held_until_the_cashier_chooses() {
    let held = || {
        let mut desk = Desk::sent();
        desk.at(40).apply(&Event::Cancel).unwrap();
        desk.tick();
        desk.at(42).paid(approved(DUE));
        assert_eq!(desk.stands(), (State::Mismatch, "payment.late_success"));
        assert!(desk.attempt.state.is_live());
        assert_eq!(desk.choices(), [Choice::AcceptPart, Choice::Reverse]);
        desk
    };
    let mut kept = held();
    kept.apply(&Event::Decide(Decision::AcceptPart)).unwrap();
    assert_eq!(kept.attempt.state, State::Approved);
    assert_eq!(kept.bookings.len(), 1);

    let mut back = held();
    back.apply(&Event::Decide(Decision::Reverse)).unwrap();
    back.tick();
    assert_eq!(back.commands.last(), Some(&Command::Reverse));
    back.reversed(accepted(None));
    assert_eq!(back.stands(), (State::Reversed, "payment.reversed"));
    assert!(back.bookings.is_empty());
}

#[test]
fn a_payment_with_a_signature_is_held_until_the_cashier_has_compared_it() {
    let signed = || {
        let mut approval = approval(DUE, "EUR");
        approval.signature = Signature::Required;
        Event::Paid(Box::new(PaymentAnswer::Approved(approval)))
    };
    let mut desk = Desk::sent();
    desk.at(10).apply(&signed()).unwrap();
    assert_eq!(desk.stands(), (State::Mismatch, "payment.check_signature"));
    assert_eq!(desk.bookings, []);
    assert_eq!(desk.choices(), [Choice::AcceptPart, Choice::Reverse]);
    desk.apply(&Event::Decide(Decision::AcceptPart)).unwrap();
    let booked = Booking::Book(Money::new(DUE, Currency::Eur));
    assert_eq!(desk.attempt.state, State::Approved);
    assert_eq!(desk.bookings, [booked]);
    let mut desk = Desk::sent();
    desk.at(10).apply(&signed()).unwrap();
    desk.apply(&Event::Decide(Decision::Reverse)).unwrap();
    desk.tick();
    assert_eq!(desk.commands.last(), Some(&Command::Reverse));
}

#[test]
fn the_system_ends_a_payment_after_both_countdowns() {
    let mut desk = Desk::sent();
    assert_eq!(desk.at(119).tick(), 0);
    assert_eq!(desk.attempt.state, State::Waiting);
    desk.at(120).tick();
    assert_eq!(desk.attempt.state, State::Inquiry);
    let ask = Command::AskPayment { diagnose: false };
    assert_eq!(desk.commands, [Command::Pay, Command::Abort, ask]);
    desk.told(StatusAnswer::Processed(PaymentAnswer::Aborted), false);
    assert_eq!(desk.stands(), (State::TimedOut, "payment.timed_out"));

    // Paid meanwhile: nobody wished to cancel, so it stays.
    let mut paid = Desk::sent();
    paid.at(120).tick();
    paid.paid(approved(DUE));
    assert_eq!(paid.attempt.state, State::Approved);
}

#[test]
fn a_lost_reply_is_asked_about_and_never_sent_again() {
    let mut desk = Desk::sent();
    desk.at(3).paid(PaymentAnswer::Unknown { reason: lost() });
    desk.tick();
    desk.told(StatusAnswer::InProgress, false);
    assert_eq!(desk.at(7).tick(), 0);
    assert_eq!(desk.at(8).tick(), 1);
    desk.told(StatusAnswer::Unknown { reason: lost() }, false);
    desk.at(13).tick();
    desk.told(StatusAnswer::Processed(approved(DUE)), false);
    assert_eq!(desk.attempt.state, State::Approved);
    let payments = desk.commands.iter().filter(|c| **c == Command::Pay);
    assert_eq!(payments.count(), 1);
}

#[test]
fn not_found_is_believed_the_second_time_from_a_terminal_in_order_after_the_window() {
    let mut desk = Desk::sent();
    desk.at(3).paid(PaymentAnswer::Unknown { reason: lost() });
    for second in [3, 8, 100] {
        desk.at(second).tick();
        desk.told(StatusAnswer::NotFound, true);
        assert_eq!(desk.attempt.state, State::Inquiry, "{second}");
    }
    desk.at(150).tick();
    desk.told(StatusAnswer::NotFound, true);
    desk.at(155).tick();
    assert_eq!(
        desk.commands.last(),
        Some(&Command::AskPayment { diagnose: true })
    );
    desk.told(StatusAnswer::NotFound, false);
    assert!(desk.attempt.state.is_live(), "the terminal is not in order");
    // Something else said in between: it begins anew.
    desk.at(160).tick();
    desk.told(StatusAnswer::InProgress, true);
    desk.at(200).tick();
    desk.told(StatusAnswer::NotFound, true);
    assert!(desk.attempt.state.is_live());
    desk.at(205).tick();
    desk.told(StatusAnswer::NotFound, true);
    assert_eq!(desk.stands(), (State::TimedOut, "payment.timed_out"));
}

#[test]
fn not_found_counts_only_once_the_connection_is_closed() {
    let mut desk = Desk::sent();
    desk.at(120).tick();
    for second in [150, 155, 160] {
        desk.told(StatusAnswer::NotFound, true);
        desk.at(second).tick();
    }
    assert!(desk.attempt.not_found_at.is_none());
    assert!(desk.attempt.state.is_live());
}

#[test]
fn a_payment_that_nobody_can_be_asked_about_is_for_a_manager() {
    let unknown = || {
        let mut desk = Desk::sent();
        desk.at(3).paid(PaymentAnswer::Unknown { reason: lost() });
        for second in (3..160).step_by(5) {
            desk.at(second).tick();
            desk.told(StatusAnswer::Unknown { reason: lost() }, false);
            assert_eq!(desk.attempt.state, State::Inquiry, "{second}");
        }
        desk.at(160).tick();
        assert_eq!(desk.stands(), (State::Unknown, "payment.unknown"));
        assert_eq!(
            desk.choices(),
            [Choice::Wait, Choice::Paid, Choice::NotPaid]
        );
        assert_eq!(desk.alarms.last(), Some(&Alarm::Unknown));
        desk
    };
    let mut asked = unknown();
    asked.told(StatusAnswer::Unknown { reason: lost() }, false);
    // The pause after the last question of the window is still a short one.
    asked.at(165).tick();
    asked.told(StatusAnswer::Unknown { reason: lost() }, false);
    let before = asked.commands.len();
    asked.at(180).tick();
    asked.at(194).tick();
    assert_eq!(asked.commands.len(), before, "every thirty seconds");
    asked.at(195).tick();
    assert_eq!(asked.commands.len(), before + 1);
    asked.told(StatusAnswer::Processed(approved(DUE)), false);
    assert_eq!(asked.attempt.state, State::Approved);

    let mut paid = unknown();
    paid.apply(&Event::Decide(Decision::Paid)).unwrap();
    assert_eq!(paid.attempt.state, State::Approved);
    assert_eq!(paid.bookings.len(), 1);
    // The terminal confirms it later, which books nothing again.
    paid.told(StatusAnswer::Processed(approved(DUE)), false);
    assert_eq!(paid.bookings.len(), 1);
    assert!(paid.attempt.captured.is_some());

    let mut contradicted = unknown();
    contradicted.apply(&Event::Decide(Decision::Paid)).unwrap();
    contradicted.told(StatusAnswer::Processed(refusal()), false);
    assert_eq!(contradicted.alarms.last(), Some(&Alarm::Contradiction));

    let mut not_paid = unknown();
    not_paid.apply(&Event::Decide(Decision::NotPaid)).unwrap();
    assert_eq!(not_paid.attempt.state, State::Failed);
    assert!(not_paid.bookings.is_empty());
    not_paid.told(StatusAnswer::Processed(approved(DUE)), false);
    assert_eq!(
        not_paid.stands(),
        (State::LateSuccess, "payment.late_success")
    );
}

#[test]
fn what_a_manager_takes_back_is_looked_for_and_given_back_when_it_was_taken() {
    let mut desk = Desk::sent();
    desk.at(3).paid(PaymentAnswer::Unknown { reason: lost() });
    desk.attempt.state = State::Unknown;
    desk.apply(&Event::Decide(Decision::Paid)).unwrap();
    desk.at(600).apply(&Event::TakenBack).unwrap();
    assert_eq!(desk.stands(), (State::Failed, "payment.failed"));
    assert!(desk.apply(&Event::TakenBack).is_err(), "it is over");
    assert_eq!(desk.at(629).tick(), 0);
    assert_eq!(desk.at(630).tick(), 1, "it is looked at again");
    desk.told(StatusAnswer::Processed(approved(DUE)), false);
    assert_eq!(desk.stands(), (State::LateSuccess, "payment.late_success"));
    desk.tick();
    assert_eq!(desk.commands.last(), Some(&Command::Reverse));

    // What the terminal has told of goes back through it.
    let mut told = Desk::sent();
    told.at(4).paid(approved(DUE));
    assert!(told.apply(&Event::TakenBack).is_err());
    assert_eq!(told.attempt.state, State::Approved);
}

#[test]
fn a_late_success_is_kept_and_given_back_until_it_is() {
    let mut desk = Desk::sent();
    desk.at(3).paid(PaymentAnswer::Unknown { reason: lost() });
    desk.at(150).tick();
    desk.told(StatusAnswer::NotFound, true);
    desk.at(155).tick();
    desk.told(StatusAnswer::NotFound, true);
    assert_eq!(desk.attempt.state, State::TimedOut);
    assert_eq!(desk.at(184).tick(), 0);
    assert_eq!(desk.at(185).tick(), 1, "it is looked at again");
    desk.told(StatusAnswer::Processed(approved(DUE)), false);
    assert_eq!(desk.attempt.state, State::LateSuccess);
    assert!(!desk.attempt.state.is_live());
    assert_eq!(desk.alarms.last(), Some(&Alarm::LateSuccess));
    desk.tick();
    assert_eq!(desk.commands.last(), Some(&Command::Reverse));
    desk.reversed(ReversalAnswer::Declined {
        condition: ErrorCondition::Refusal,
        text: String::new(),
    });
    assert_eq!(desk.attempt.state, State::LateSuccess);
    assert_eq!(desk.at(214).tick(), 0);
    assert_eq!(desk.at(215).tick(), 1, "and tried again");
    desk.reversed(ReversalAnswer::Unknown { reason: lost() });
    desk.tick();
    assert_eq!(
        desk.commands.last(),
        Some(&Command::AskReversal { diagnose: false })
    );
    desk.reversal_told(StatusAnswer::Processed(accepted(Some(DUE))), false);
    assert_eq!(desk.attempt.state, State::Reversed);
    assert!(desk.bookings.is_empty());
}

#[test]
fn money_for_a_basket_that_is_gone_is_given_back() {
    let mut desk = Desk::sent();
    desk.basket_open = false;
    desk.at(4).paid(approved(DUE));
    assert_eq!(desk.attempt.state, State::LateSuccess);
    desk.tick();
    assert_eq!(desk.commands, [Command::Pay, Command::Reverse]);
    assert!(desk.bookings.is_empty());
}

#[test]
fn another_amount_is_held_and_both_numbers_are_told() {
    let mut lower = Desk::sent();
    lower.paid(approved(10_000));
    let outcome = lower.attempt.outcome.clone().unwrap();
    assert_eq!(outcome.params["received"], "€100.00".into());
    assert_eq!(outcome.params["due"], "€229.10".into());
    assert_eq!(lower.choices(), [Choice::AcceptPart, Choice::Reverse]);
    lower.apply(&Event::Decide(Decision::AcceptPart)).unwrap();
    let part = Booking::Book(Money::new(10_000, Currency::Eur));
    assert_eq!(lower.bookings, [part]);

    for answer in [
        approved(23_000),
        PaymentAnswer::Approved(approval(DUE, "CAD")),
    ] {
        let mut desk = Desk::sent();
        desk.paid(answer);
        assert_eq!(desk.choices(), [Choice::Reverse]);
        let refused = desk.apply(&Event::Decide(Decision::AcceptPart));
        assert!(refused.is_err());
        desk.apply(&Event::Decide(Decision::Reverse)).unwrap();
        desk.tick();
        desk.reversed(ReversalAnswer::NotSent {
            reason: NotSentReason::NoConnection {
                detail: String::new(),
            },
        });
        assert_eq!(desk.stands(), (State::Mismatch, "payment.unreachable"));
        desk.apply(&Event::Decide(Decision::Reverse)).unwrap();
        desk.tick();
        desk.reversed(accepted(None));
        assert_eq!(desk.attempt.state, State::Reversed);
    }
}

#[test]
fn what_the_terminal_does_not_give_back_goes_back_by_hand() {
    let by_hand = Event::Decide(Decision::Paid);
    let refused = || ReversalAnswer::Declined {
        condition: ErrorCondition::Refusal,
        text: String::new(),
    };
    let mut held = Desk::sent();
    held.at(4).paid(approved(23_000));
    assert!(held.apply(&by_hand).is_err(), "nobody has tried");
    held.apply(&Event::Decide(Decision::Reverse)).unwrap();
    held.tick();
    assert!(held.apply(&by_hand).is_err(), "it is under way");
    held.reversed(refused());
    assert_eq!(held.attempt.state, State::Mismatch);
    assert_eq!(held.choices(), [Choice::Reverse, Choice::Paid]);
    held.apply(&by_hand).unwrap();
    assert_eq!(held.stands(), (State::Reversed, "payment.reversed"));
    assert!(!held.attempt.state.is_live(), "the till is free");
    assert!(held.bookings.is_empty());

    let late = || {
        let mut desk = Desk::sent();
        desk.basket_open = false;
        desk.at(4).paid(approved(DUE));
        desk.tick();
        assert_eq!(desk.commands.last(), Some(&Command::Reverse));
        assert!(desk.apply(&Event::Decide(Decision::Paid)).is_err());
        desk
    };
    let mut given_back = late();
    given_back.reversed(refused());
    assert_eq!(given_back.choices(), [Choice::Wait, Choice::Paid]);
    given_back.apply(&by_hand).unwrap();
    assert_eq!(given_back.attempt.state, State::Reversed);
    assert_eq!(given_back.at(100_000).tick(), 0, "nothing is sent again");

    // While the terminal may still be at it nobody decides.
    let mut unsure = late();
    unsure.reversed(ReversalAnswer::Unknown { reason: lost() });
    assert!(unsure.at(163).choices().is_empty());
    assert!(unsure.apply(&by_hand).is_err());
    assert_eq!(unsure.at(164).choices(), [Choice::Wait, Choice::Paid]);
    unsure.apply(&by_hand).unwrap();
    assert_eq!(unsure.attempt.state, State::Reversed);
}

#[test]
fn a_removed_tender_goes_when_the_terminal_has_accepted() {
    let mut desk = Desk::new(Kind::Reversal);
    desk.tick();
    assert_eq!(desk.commands, [Command::Reverse]);
    assert_eq!(desk.attempt.state, State::Reversing);
    desk.reversed(accepted(Some(DUE)));
    assert_eq!(desk.attempt.state, State::Reversed);
    assert_eq!(desk.bookings, [Booking::Remove]);

    let mut refused = Desk::new(Kind::Reversal);
    refused.tick();
    refused.reversed(ReversalAnswer::Declined {
        condition: ErrorCondition::Refusal,
        text: "No".to_owned(),
    });
    assert_eq!(refused.stands(), (State::Failed, "payment.failed"));
    assert!(refused.bookings.is_empty(), "the tender stays");
}

#[test]
fn a_reversal_in_doubt_keeps_the_basket_locked() {
    let in_doubt = || {
        let mut desk = Desk::new(Kind::Reversal);
        desk.tick();
        desk.at(2)
            .reversed(ReversalAnswer::Unknown { reason: lost() });
        desk.tick();
        assert_eq!(
            desk.commands.last(),
            Some(&Command::AskReversal { diagnose: false })
        );
        assert!(desk.attempt.state.is_live());
        desk
    };
    let mut found = in_doubt();
    found.reversal_told(StatusAnswer::Processed(accepted(None)), false);
    assert_eq!(found.attempt.state, State::Reversed);

    let mut never = in_doubt();
    never.reversal_told(StatusAnswer::NotFound, true);
    assert_eq!(never.attempt.state, State::Reversing);
    never.at(150).tick();
    never.reversal_told(StatusAnswer::NotFound, true);
    never.at(155).tick();
    never.reversal_told(StatusAnswer::NotFound, true);
    assert_eq!(never.attempt.state, State::Failed);
    assert!(never.bookings.is_empty());

    let mut silent = in_doubt();
    silent.reversal_told(StatusAnswer::Unknown { reason: lost() }, false);
    silent.at(200).tick();
    assert_eq!(silent.attempt.state, State::Unknown);
    silent.apply(&Event::Decide(Decision::Paid)).unwrap();
    assert_eq!(silent.attempt.state, State::Reversed);
    assert_eq!(silent.bookings, [Booking::Remove]);

    // The terminal gave back something else than it took.
    let mut other = in_doubt();
    other.reversal_told(StatusAnswer::Processed(accepted(Some(1))), false);
    assert_eq!(other.attempt.state, State::Reversing);
    assert_eq!(other.alarms, [Alarm::Contradiction]);
}

#[test]
fn whoever_takes_an_attempt_up_sends_no_payment() {
    let mut never_sent = Desk::new(Kind::Payment);
    never_sent.restart();
    assert_eq!(never_sent.stands(), (State::Failed, "payment.failed"));
    never_sent.tick();
    assert!(never_sent.commands.is_empty());

    let mut sent = Desk::sent();
    sent.at(5).restart();
    sent.tick();
    assert_eq!(sent.attempt.state, State::Inquiry);
    let ask = Command::AskPayment { diagnose: false };
    assert_eq!(sent.commands, [Command::Pay, ask]);

    let mut reversing = Desk::new(Kind::Reversal);
    reversing.tick();
    reversing.restart();
    reversing.tick();
    assert_eq!(
        reversing.commands.last(),
        Some(&Command::AskReversal { diagnose: false })
    );
}

#[test]
fn only_a_manager_is_offered_to_decide() {
    let mut desk = Desk::sent();
    desk.attempt.state = State::Unknown;
    let at = Circumstance {
        now: desk.now,
        timing: &desk.timing,
        basket_open: true,
    };
    assert_eq!(choices(&desk.attempt, &at, false), [Choice::Wait]);
    desk.attempt.reversal_tries = 1;
    for (state, offered) in [
        (State::Mismatch, vec![Choice::Reverse]),
        (State::LateSuccess, vec![]),
    ] {
        desk.attempt.state = state;
        assert_eq!(choices(&desk.attempt, &at, false), offered, "{state:?}");
    }
    // A decision that the state does not wait for is refused.
    desk.attempt.state = State::Waiting;
    for decision in [
        Decision::Paid,
        Decision::NotPaid,
        Decision::Reverse,
        Decision::AcceptPart,
    ] {
        assert!(desk.apply(&Event::Decide(decision)).is_err());
    }
}

#[test]
fn every_state_is_read_back_from_its_name() {
    for state in State::ALL {
        assert_eq!(State::parse(state.name()), Some(state));
        let wire = serde_json::to_value(state).unwrap();
        assert_eq!(wire, state.name());
        for next in leads_to(state) {
            // What is over never lives again.
            assert!(state.is_live() || !next.is_live(), "{state:?} to {next:?}");
        }
    }
}

/// What may happen next in a story that chance tells.
#[derive(Clone, Debug)]
enum Happening {
    Time,
    Paid(u8),
    Told(u8, bool),
    Abort(u8),
    Reversed(u8),
    Cancel,
    Decide(Decision),
    TakenBack,
    Restart,
    BasketGone,
}

fn happening() -> impl Strategy<Value = (Happening, i64)> {
    let what = prop_oneof![
        6 => Just(Happening::Time),
        3 => (0_u8..12).prop_map(Happening::Paid),
        6 => (0_u8..16, any::<bool>()).prop_map(|(n, ready)| Happening::Told(n, ready)),
        2 => (0_u8..4).prop_map(Happening::Abort),
        3 => (0_u8..8).prop_map(Happening::Reversed),
        2 => Just(Happening::Cancel),
        1 => Just(Happening::Decide(Decision::AcceptPart)),
        2 => Just(Happening::Decide(Decision::Reverse)),
        1 => Just(Happening::Decide(Decision::Paid)),
        1 => Just(Happening::Decide(Decision::NotPaid)),
        1 => Just(Happening::TakenBack),
        1 => Just(Happening::Restart),
        1 => Just(Happening::BasketGone),
    ];
    (what, prop_oneof![0_i64..8, 0_i64..60, 0_i64..4000])
}

fn payment_answer(n: u8) -> PaymentAnswer {
    use PaymentAnswer as A;
    match n {
        0 | 1 => approved(DUE),
        2 => approved(DUE - 1),
        3 => approved(DUE + 500),
        4 => A::Approved(approval(DUE, "USD")),
        5 => refusal(),
        6 => A::Aborted,
        7 => A::CancelledOnTerminal,
        8 => A::Busy {
            running: RunningDialogue::ThisPayment,
        },
        9 => A::Refused {
            condition: Fault::LoggedOut,
            text: String::new(),
        },
        _ => A::Unknown { reason: lost() },
    }
}

fn reversal_answer(n: u8) -> ReversalAnswer {
    match n {
        0 | 1 => accepted(None),
        2 => accepted(Some(3)),
        3 => ReversalAnswer::NotFound,
        4 => ReversalAnswer::Declined {
            condition: ErrorCondition::Refusal,
            text: String::new(),
        },
        5 => ReversalAnswer::Busy {
            running: RunningDialogue::Unnamed,
        },
        _ => ReversalAnswer::Unknown { reason: lost() },
    }
}

fn status<A>(n: u8, processed: A) -> StatusAnswer<A> {
    match n {
        12 | 13 => StatusAnswer::NotFound,
        14 => StatusAnswer::InProgress,
        15 => StatusAnswer::Unknown { reason: lost() },
        _ => StatusAnswer::Processed(processed),
    }
}

/// Answers come only to what was asked.
fn happen(desk: &mut Desk, happening: &Happening) {
    match happening {
        Happening::Time => {}
        Happening::Paid(n) if desk.line.payment => {
            desk.paid(payment_answer(*n));
        }
        Happening::Told(n, ready) if desk.asks => {
            desk.asks = false;
            let about_reversal = matches!(
                desk.commands.iter().rfind(|command| {
                    matches!(
                        command,
                        Command::AskPayment { .. } | Command::AskReversal { .. }
                    )
                }),
                Some(Command::AskReversal { .. })
            );
            if about_reversal {
                desk.reversal_told(status(*n, reversal_answer(*n % 8)), *ready);
            } else {
                desk.told(status(*n, payment_answer(*n)), *ready);
            }
        }
        Happening::Abort(n) if desk.aborts => {
            desk.aborted(match n {
                0 => AbortAnswer::Delivered,
                1 => AbortAnswer::NotFound,
                2 => AbortAnswer::NotAborted {
                    text: String::new(),
                },
                _ => AbortAnswer::Unknown { reason: lost() },
            });
        }
        Happening::Reversed(n) if desk.line.reversal => {
            desk.reversed(reversal_answer(*n));
        }
        Happening::Cancel => {
            let _refused = desk.apply(&Event::Cancel);
        }
        Happening::Decide(decision) => {
            let _refused = desk.apply(&Event::Decide(*decision));
        }
        Happening::TakenBack => {
            // The tender is removed with it.
            let is_taken_back = desk.apply(&Event::TakenBack).is_ok();
            desk.bookings.retain(|_| !is_taken_back);
        }
        Happening::Restart => {
            desk.restart();
        }
        // A basket is locked while an attempt is live; only a fault could take it away.
        Happening::BasketGone => desk.basket_open = false,
        _ => {}
    }
}

fn check(desk: &Desk, was: &Attempt) {
    let attempt = &desk.attempt;
    let count = |command: Command| desk.commands.iter().filter(|c| **c == command).count();
    assert!(count(Command::Pay) <= 1, "sent twice");
    assert!(desk.bookings.len() <= 1, "booked twice");
    assert!(
        was.state == attempt.state || leads_to(was.state).contains(&attempt.state),
        "{:?} to {:?}",
        was.state,
        attempt.state
    );
    assert!(
        was.state.is_live() || !attempt.state.is_live(),
        "live again"
    );
    assert_eq!(attempt.state.is_live(), attempt.final_at.is_none());
    let booked = desk.bookings.iter().any(|b| matches!(b, Booking::Book(_)));
    let removed = desk.bookings.contains(&Booking::Remove);
    match attempt.kind {
        Kind::Payment => {
            assert_eq!(attempt.state == State::Approved, booked);
            if attempt.captured.is_some() {
                let is_accounted_for = match attempt.state {
                    State::Approved
                    | State::Mismatch
                    | State::Reversing
                    | State::Reversed
                    | State::LateSuccess => true,
                    State::Unknown => attempt.reversal_sent_at.is_some(),
                    _ => false,
                };
                assert!(is_accounted_for, "money is lost in {:?}", attempt.state);
            }
        }
        Kind::Reversal => {
            assert!(!booked && count(Command::Pay) == 0);
            assert_eq!(attempt.state == State::Reversed, removed);
        }
    }
    if attempt.state.is_live() && attempt.state != State::Mismatch {
        let wake = wake_at(attempt, Line::default(), &desk.timing);
        assert!(wake.is_some(), "{:?} would sleep for ever", attempt.state);
    }
}

/// Time changes nothing before it is said to, and something when it is.
fn check_wake(desk: &Desk) {
    let at = |now| Circumstance {
        now,
        timing: &desk.timing,
        basket_open: desk.basket_open,
    };
    let tick = |now| next(&desk.attempt, &Event::Tick(desk.line), &at(now)).unwrap();
    let is_still = |next: &Next| next.attempt == desk.attempt && next.command.is_none();
    match desk.wake_at() {
        Some(wake) if wake > desk.now => {
            assert!(is_still(&tick(wake - SignedDuration::from_micros(1))));
            assert!(!is_still(&tick(wake)), "woken for nothing");
        }
        Some(_) => assert!(!is_still(&tick(desk.now)), "woken for nothing"),
        None => {
            let much_later = desk.now + SignedDuration::from_hours(1000);
            assert!(is_still(&tick(much_later)), "{:?}", desk.attempt);
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(5_000))]

    #[test]
    fn whatever_happens_money_is_booked_once_or_given_back(
        is_payment: bool,
        story in proptest::collection::vec(happening(), 1..60),
    ) {
        let mut desk = Desk::new(if is_payment { Kind::Payment } else { Kind::Reversal });
        let mut seconds = 0;
        for (what, later) in story {
            let was = desk.attempt.clone();
            happen(&mut desk, &what);
            check(&desk, &was);
            seconds += later;
            desk.at(seconds);
            let was = desk.attempt.clone();
            check_wake(&desk);
            desk.apply(&Event::Tick(desk.line)).unwrap();
            check(&desk, &was);
            desk.tick();
            check_wake(&desk);
        }
    }
}
