//! What is outside of the shop and keeps books of its own: card terminals, the providers of payments by code,
//! the tax-free operator. They are programs of their own that live on the shop's time.

use std::sync::Mutex as Lock;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use serde_json::{Value, json};
use shell::db::{Tx, TxFuture};
use shell::{Clock, Db};
use testkit::{Answer, Client, QrSimulator, Settings, Shop, TaxFreeSimulator, TerminalSimulator};
use tokio::sync::Mutex;

use super::count;

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
/// How often an attempt is looked at before time passes by itself, and for how long each time.
const LOOKS_AT_ONCE: u32 = 8;
const BETWEEN_LOOKS: Duration = Duration::from_millis(4);
/// How much time passes at a look then, so that countdowns run out and questions are asked.
const PASSES: Duration = Duration::from_secs(5);
/// How much passes while what was taken is not what is booked: late payments go back.
const PASSES_UNTIL_BACK: Duration = Duration::from_secs(20);
/// How far the clocks of the shop and of those outside may be apart.
const MAY_BE_APART: Duration = Duration::from_secs(1);
/// How often is looked at most.
const LOOKS: u32 = 1_000;

/// Everybody outside, and the time.
pub(super) struct Outside {
    pub(super) terminals: TerminalSimulator,
    pub(super) providers: QrSimulator,
    pub(super) operator: TaxFreeSimulator,
    pub(super) clock: Clock,
    /// Whether something may have happened since what they took was last compared.
    is_touched: AtomicBool,
    /// Until when the shop has lived on the time of those outside, which passes by itself.
    caught_up: Lock<Instant>,
    /// What of cards and by code was booked then.
    booked: Mutex<Booked>,
}

impl Outside {
    /// Starts them all at a time.
    pub(super) fn start(now: &str) -> Self {
        let time = ["--now", now];
        Self {
            terminals: TerminalSimulator::with(&time),
            providers: QrSimulator::with(&crate::qr::keys(), &time),
            operator: TaxFreeSimulator::with(&time),
            clock: Clock::manual(now.parse().unwrap()),
            is_touched: AtomicBool::new(true),
            caught_up: Lock::new(Instant::now()),
            booked: Mutex::default(),
        }
    }

    /// What a shop must know to reach its terminals.
    pub(super) fn settings(&self) -> Settings {
        Settings {
            terminal_address: Some(self.terminals.address()),
            clock: Some(self.clock.clone()),
            ..Settings::default()
        }
    }

    /// Lets as much time pass for the shop as has passed outside: whatever is signed there must be fresh here.
    pub(super) fn catch_up(&self) {
        let mut caught_up = self.caught_up.lock().unwrap();
        let passed = caught_up.elapsed();
        if passed >= MAY_BE_APART {
            self.clock.advance(passed);
            *caught_up += passed;
        }
    }

    /// Says that money may have moved outside.
    pub(super) fn touch(&self) {
        self.is_touched.store(true, Ordering::Relaxed);
    }

    /// Lets time pass for the shop and for everybody outside.
    pub(super) async fn pass(&self, time: Duration) {
        self.touch();
        self.clock.advance(time);
        let body = json!({ "advance_ms": u64::try_from(time.as_millis()).unwrap() });
        tokio::join!(
            self.terminals.post("clock", body.clone()),
            self.providers.post("clock", body.clone()),
            self.operator.post("clock", body),
        );
    }

    /// Looks at an attempt until it is as wanted or at rest, and lets time pass meanwhile.
    pub(super) async fn until(
        &self,
        shop: &Shop,
        (client, attempt_id): (&Client, &str),
        is_wanted: impl Fn(&Value) -> bool,
    ) -> Answer {
        self.touch();
        let path = format!("/payment/attempt/{attempt_id}");
        for look in 0..LOOKS {
            let seen = client.get(&path).await;
            let Some(state) = seen.envelope["data"]["state"].as_str() else {
                // Whoever was logged out meanwhile sees it when they look at the basket.
                return seen;
            };
            if AT_REST.contains(&state) || is_wanted(&seen.envelope["data"]) {
                return seen;
            }
            if look >= LOOKS_AT_ONCE {
                self.pass(PASSES).await;
                shop.take_up_payments().await;
            }
            tokio::time::sleep(BETWEEN_LOOKS).await;
        }
        panic!(
            "an attempt never ends: {}",
            client.get(&path).await.envelope
        );
    }

    /// Follows what an answer began outside until it is over; any other answer stays as it is.
    pub(super) async fn follow(&self, shop: &Shop, client: &Client, answer: Answer) -> Answer {
        let data = &answer.envelope["data"];
        let begun = match &data["attempt"] {
            Value::Null => &data["attemptId"],
            attempt => &attempt["attemptId"],
        };
        let Some(attempt_id) = begun.as_str() else {
            return answer;
        };
        let seen = self.until(shop, (client, attempt_id), |_| false).await;
        let data = &seen.envelope["data"];
        let is_code = data["channel"] == "QR";
        match (data["state"].as_str(), is_code) {
            (None, _) => {}
            (Some("APPROVED"), false) => count("card taken"),
            (Some("APPROVED"), true) => count("code taken"),
            (Some("REVERSED"), false) => count("card given back"),
            (Some("REVERSED"), true) => count("code given back"),
            (Some("UNKNOWN" | "MISMATCH" | "LATE_SUCCESS"), _) => count("in doubt"),
            (Some(_), false) => count("card not taken"),
            (Some(_), true) => count("code not taken"),
        }
        seen
    }

    /// Whether something may have happened since it was last compared with what is booked.
    pub(super) async fn has_news(&self, booked: Booked) -> bool {
        self.is_touched.load(Ordering::Relaxed) || booked != *self.booked.lock().await
    }

    /// How much more those outside hold than is booked. What is late goes back as time passes.
    pub(super) async fn kept(&self, shop: &Shop, books: &Db) -> Booked {
        let mut known = self.booked.lock().await;
        let mut kept = [0, 0];
        for look in 0..LOOKS {
            if look > 0 {
                self.pass(PASSES_UNTIL_BACK).await;
                shop.take_up_payments().await;
                tokio::time::sleep(BETWEEN_LOOKS).await;
            }
            self.is_touched.store(false, Ordering::Relaxed);
            *known = books.read((), |tx, ()| booked(tx)).await.unwrap();
            let (cards, (codes, _)) =
                tokio::join!(self.terminals.captured(), self.providers.kept());
            kept = [cards - known[0], codes - known[1]];
            if kept == [0, 0] {
                break;
            }
        }
        kept
    }
}

/// Amounts of payments by card and by code.
pub(super) type Booked = [i64; 2];

/// What is booked of payments by card and by code, less what went back of them.
pub(super) fn booked(tx: &mut Tx) -> TxFuture<'_, Booked> {
    Box::pin(async move {
        let mut row = tx.query_one(BOOKED, &[]).await?;
        Ok([row.read::<i64>()?, row.read::<i64>()?])
    })
}

const BOOKED: &str = "SELECT CAST(COALESCE(SUM(CASE WHEN tender_code IN ('CARD', 'VISA', 'AMEX') \
     THEN amount ELSE 0 END), 0) AS BIGINT), \
     CAST(COALESCE(SUM(CASE WHEN tender_code IN ('ALIPAY', 'WECHAT') THEN amount ELSE 0 END), 0) AS BIGINT) \
     FROM basket_tender";
