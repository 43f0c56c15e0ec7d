//! Card terminals of the stories: what clients and lines do there, and that no cent is kept that was not
//! booked.

use std::sync::atomic::{AtomicBool, AtomicI64, Ordering};
use std::time::Duration;

use serde_json::{Value, json};
use shell::Clock;
use testkit::{Answer, Client, Shop, TerminalSimulator};

use super::count;
use super::world::of_remaining;

/// The terminal of each till.
const TERMINALS: [&str; 3] = ["V400m-PAR-1", "V400m-PAR-2", "V400m-PAR-3"];
/// States in which nothing happens to an attempt until somebody wants something.
const AT_REST: [&str; 8] = [
    "APPROVED",
    "FAILED",
    "CANCELLED",
    "TIMED_OUT",
    "MISMATCH",
    "UNKNOWN",
    "REVERSED",
    "LATE_SUCCESS",
];
/// How often a terminal is looked at before time passes by itself, and for how long each time.
const LOOKS_AT_ONCE: u32 = 8;
const BETWEEN_LOOKS: Duration = Duration::from_millis(4);
/// How much time passes at a look then, so that countdowns run out and questions are asked.
const PASSES: Duration = Duration::from_secs(5);
/// How much passes while what the terminals took is not what is booked: late payments go back.
const PASSES_UNTIL_BACK: Duration = Duration::from_secs(20);
/// How often is looked at most.
const LOOKS: u32 = 2_000;

/// What happens at a terminal when it is asked for money.
#[derive(Clone, Copy, Debug)]
pub(super) enum AtTerminal {
    /// A card pays.
    Pays(&'static str),
    /// The bank declines.
    Declined,
    /// The client presses cancel.
    Left,
    /// Nobody comes.
    Nobody,
    /// A card pays, and the answer is lost.
    AnswerLost,
    /// The request is lost.
    RequestLost,
    /// The answer comes twice.
    Twice,
    /// The answer is cut off.
    CutOff,
    /// Less is taken, and the cashier keeps that or gives it back.
    Part { is_kept: bool },
    /// More is taken, which can only go back.
    More,
    /// The line goes, and the card pays two minutes later.
    Late,
    /// The line goes, the terminal knows nothing, and the card pays afterwards.
    Afterwards,
    /// The network answers in place of the terminal.
    Gateway,
}

impl AtTerminal {
    /// What may happen; the usual several times.
    pub(super) const ALL: [Self; 24] = [
        Self::Pays("visa"),
        Self::Pays("visa"),
        Self::Pays("visa"),
        Self::Pays("visa"),
        Self::Pays("visa"),
        Self::Pays("amex"),
        Self::Pays("amex"),
        Self::Pays("amex"),
        Self::Pays("mastercard"),
        Self::Pays("mastercard"),
        Self::Declined,
        Self::Left,
        Self::Nobody,
        Self::AnswerLost,
        Self::AnswerLost,
        Self::RequestLost,
        Self::Twice,
        Self::CutOff,
        Self::Part { is_kept: true },
        Self::Part { is_kept: false },
        Self::More,
        Self::Late,
        Self::Afterwards,
        Self::Gateway,
    ];

    /// The step of the simulator's script; none when nobody comes.
    fn script(self) -> Option<Value> {
        Some(match self {
            Self::Pays(card) => json!({ "card": card }),
            Self::Declined => json!({ "decline": true }),
            Self::Left => json!({ "fault": "F20" }),
            Self::Nobody => json!({ "manual": true }),
            Self::AnswerLost => json!({ "fault": "F4" }),
            Self::RequestLost => json!({ "fault": "F3" }),
            Self::Twice => json!({ "fault": "F6" }),
            Self::CutOff => json!({ "fault": "F8" }),
            Self::Part { .. } => json!({ "fault": "F13" }),
            Self::More => json!({ "fault": "F14" }),
            Self::Late => json!({ "fault": "F22" }),
            Self::Afterwards => json!({ "fault": "F23" }),
            Self::Gateway => json!({ "fault": "F10" }),
        })
    }
}

/// The terminals of a shop, and their time.
pub(super) struct Terminals {
    simulator: TerminalSimulator,
    clock: Clock,
    /// Whether something may have happened since what they hold was last compared.
    is_touched: AtomicBool,
    /// What they held then.
    held: AtomicI64,
}

impl Terminals {
    /// Starts them at the shop's time.
    pub(super) fn start(now: &str) -> TerminalSimulator {
        TerminalSimulator::with(&["--now", now])
    }

    pub(super) const fn new(simulator: TerminalSimulator, clock: Clock) -> Self {
        Self {
            simulator,
            clock,
            is_touched: AtomicBool::new(true),
            held: AtomicI64::new(0),
        }
    }

    /// Lets time pass for the shop and for its terminals.
    pub(super) async fn pass(&self, time: Duration) {
        self.is_touched.store(true, Ordering::Relaxed);
        self.clock.advance(time);
        let body = json!({ "advance_ms": u64::try_from(time.as_millis()).unwrap() });
        self.simulator.post("clock", body).await;
    }

    /// A card is to pay a part of what is left.
    pub(super) async fn pay(
        &self,
        client: &Client,
        till: usize,
        percent: i64,
        what: AtTerminal,
    ) -> Option<Answer> {
        let amount = of_remaining(client, percent).await?;
        if let Some(step) = what.script() {
            self.simulator.script(TERMINALS[till], json!([step])).await;
        }
        let body = json!({ "tenderCode": "CARD", "amount": amount });
        let started = client.post("/payment/attempt", body).await;
        let answer = self.follow(client, started).await;
        if answer.envelope["data"]["state"] != "MISMATCH" {
            return Some(answer);
        }
        // What a refused request left in the script may have come instead.
        let choices = answer.envelope["data"]["choices"].as_array()?;
        let is_kept = matches!(what, AtTerminal::Part { is_kept: true })
            && choices.contains(&json!("acceptPart"));
        let decision = if is_kept { "acceptPart" } else { "reverse" };
        let attempt_id = answer.envelope["data"]["attemptId"].as_str()?;
        let path = format!("/payment/attempt/{attempt_id}/decide");
        let decided = client.post(&path, json!({ "decision": decision })).await;
        Some(self.follow(client, decided).await)
    }

    /// Follows what an answer began at a terminal until it is over; any other answer stays as it is.
    pub(super) async fn follow(&self, client: &Client, answer: Answer) -> Answer {
        let data = &answer.envelope["data"];
        let begun = match &data["attempt"] {
            Value::Null => &data["attemptId"],
            attempt => &attempt["attemptId"],
        };
        let Some(attempt_id) = begun.as_str() else {
            return answer;
        };
        self.is_touched.store(true, Ordering::Relaxed);
        let path = format!("/payment/attempt/{attempt_id}");
        for look in 0..LOOKS {
            let seen = client.get(&path).await;
            let Some(state) = seen.envelope["data"]["state"].as_str() else {
                // Whoever was logged out meanwhile sees it when they look at the basket.
                return seen;
            };
            if AT_REST.contains(&state) {
                match state {
                    "APPROVED" => count("card taken"),
                    "REVERSED" => count("card given back"),
                    "UNKNOWN" | "MISMATCH" | "LATE_SUCCESS" => count("card in doubt"),
                    _ => count("card not taken"),
                }
                return seen;
            }
            if look >= LOOKS_AT_ONCE {
                self.pass(PASSES).await;
            }
            tokio::time::sleep(BETWEEN_LOOKS).await;
        }
        panic!(
            "an attempt never ends: {}",
            client.get(&path).await.envelope
        );
    }

    /// How much more the terminals hold than is booked. What is late goes back as time passes.
    pub(super) async fn kept(&self, shop: &Shop) -> i64 {
        let is_touched = self.is_touched.swap(false, Ordering::Relaxed);
        if !is_touched && shop.number(BOOKED).await == self.held.load(Ordering::Relaxed) {
            return 0;
        }
        let mut kept = 0;
        for _ in 0..LOOKS {
            let held = self.simulator.captured().await;
            self.held.store(held, Ordering::Relaxed);
            kept = held - shop.number(BOOKED).await;
            if kept == 0 {
                break;
            }
            self.pass(PASSES_UNTIL_BACK).await;
            tokio::time::sleep(BETWEEN_LOOKS).await;
        }
        kept
    }
}

/// What is booked of card payments, and what went back of them.
const BOOKED: &str = "SELECT CAST(COALESCE(SUM(amount), 0) AS BIGINT) FROM basket_tender \
     WHERE tender_code IN ('CARD', 'VISA', 'AMEX')";

/// What must hold of them; rows as those of the world.
pub(super) const INVARIANTS: &str = "
UNION ALL SELECT 'an attempt books once at most', COUNT(*) FROM (SELECT t.attempt_id
  FROM basket_tender t WHERE t.attempt_id IS NOT NULL GROUP BY t.attempt_id HAVING COUNT(*) > 1) twice
UNION ALL SELECT 'what an attempt booked is what the terminal took', COUNT(*) FROM basket_tender t
  JOIN payment_attempt a ON a.attempt_id = t.attempt_id
  WHERE a.approved_amount <> ABS(t.amount) OR a.approved_currency <> 'EUR'
UNION ALL SELECT 'what is not taken is not booked', COUNT(*) FROM basket_tender t
  JOIN payment_attempt a ON a.attempt_id = t.attempt_id WHERE a.kind = 'PAYMENT'
  AND a.state NOT IN ('APPROVED', 'MISMATCH')
UNION ALL SELECT 'a till has one live attempt at most', COUNT(*) FROM (SELECT a.terminal_no
  FROM payment_attempt a WHERE a.is_live GROUP BY a.terminal_no HAVING COUNT(*) > 1) several
";
