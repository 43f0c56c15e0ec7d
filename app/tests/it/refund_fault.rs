//! The faults of a terminal that gives a cancelled deposit back, with the server killed at three
//! moments of each: what the terminal gave back is what is booked, once, and nothing stays open.

use std::time::Duration;

use futures::future::join_all;
use jiff::Timestamp;
use serde_json::{Value, json};
use shell::Clock;
use testkit::{Client, Settings, Shop, TerminalSimulator};

use crate::deposit::{euro, fill, path, show};
use crate::refund::{assert_refunds_hold, give};

/// What the card paid.
const PAID: i64 = 50_000;
/// What of it the shop keeps: a terminal that gave back twice would give back more than its half.
const KEPT: i64 = 30_000;
/// The faults that show in a reversal (reliability b.8): lost, cut, doubled, garbled, refused, unsure.
const FAULTS: [&str; 9] = ["F3", "F4", "F6", "F7", "F8", "F9", "F10", "F25", "F26"];

/// When the server dies.
#[derive(Clone, Copy, Debug)]
enum Killed {
    Never,
    /// The attempt is committed, whatever was sent.
    AtOnce,
    /// The terminal had its say, or the line is cut, and the question is open.
    Later,
}

struct House {
    shop: Shop,
    terminal: TerminalSimulator,
    clock: Clock,
}

impl House {
    async fn open() -> Self {
        let terminal = TerminalSimulator::start();
        let now = terminal.get("clock").await["now"].clone();
        let clock = Clock::manual(now.as_str().unwrap().parse::<Timestamp>().unwrap());
        let shop = Shop::with(Settings {
            terminal_address: Some(terminal.address()),
            clock: Some(clock.clone()),
            ..Settings::default()
        })
        .await;
        Self {
            shop,
            terminal,
            clock,
        }
    }

    async fn pass(&self, seconds: u64) {
        self.clock.advance(Duration::from_secs(seconds));
        let body = json!({ "advance_ms": seconds * 1_000 });
        self.terminal.post("clock", body).await;
    }

    /// Lets time pass until an attempt is over.
    async fn ended(&self, client: &Client, attempt: &Value) -> Value {
        let id = attempt["attemptId"].as_str().unwrap();
        let path = format!("/payment/attempt/{id}");
        let mut last = Value::Null;
        for _ in 0..600 {
            last = client.get(&path).await.ok();
            let state = last["state"].as_str().unwrap();
            if matches!(state, "APPROVED" | "REVERSED" | "FAILED") {
                return last;
            }
            self.pass(1).await;
            tokio::time::sleep(Duration::from_millis(10)).await;
        }
        panic!("never ended: {last:#}");
    }

    /// A deposit that a card paid.
    async fn paid_by_card(&self, till: &Client) -> Value {
        fill(till).await;
        let body = json!({ "amount": euro(PAID), "kind": "ACOMPTE" });
        till.post("/basket/deposit", body).await.ok();
        let body = json!({ "tenderCode": "CARD", "amount": euro(PAID) });
        let attempt = till.post("/payment/attempt", body).await.ok();
        let paid = self.ended(till, &attempt).await;
        show(till, &paid["deposit"]["depositId"]).await
    }
}

async fn try_out(fault: &'static str, killed: Killed) {
    let mut house = House::open().await;
    let poiid = "V400m-PAR-3";
    let step = json!({ "fault": fault, "on": "Reversal" });
    let step = match fault {
        "F25" | "F26" => json!({ "fault": fault }),
        _ => step,
    };
    let steps = json!([{ "card": "visa" }, step]);
    house.terminal.script(poiid, steps).await;
    let mut boss = house.shop.seller("manager").await;
    let deposit = house.paid_by_card(&boss).await;
    let body = json!({ "withdrawnBy": "CLIENT", "reason": "Another ring", "kept": euro(KEPT) });
    let begun = boss.post(&path(&deposit, "cancellation"), body).await.ok();
    let mut payment = begun;
    for tries in 0..4 {
        assert!(tries < 3, "{fault} {killed:?}: it never goes back");
        let given = give(&boss, &payment, json!({})).await.ok();
        if tries == 0 && !matches!(killed, Killed::Never) {
            if matches!(killed, Killed::Later) {
                tokio::time::sleep(Duration::from_millis(150)).await;
            }
            house.shop.restart().await;
            boss = house.shop.log_in("manager").await;
        }
        let attempt = house.ended(&boss, &given["attempt"]).await;
        if attempt["state"] == "REVERSED" {
            break;
        }
        payment = boss.get("/payment").await.ok();
        let left = euro(PAID - KEPT);
        assert_eq!(payment["refund"]["left"], left, "{fault} {killed:?}");
    }
    let left = house.terminal.captured().await;
    assert_eq!(left, KEPT, "{fault} {killed:?}: the card has it back once");
    let over = show(&boss, &deposit["depositId"]).await;
    assert_eq!(over["state"], "CANCELLED", "{fault} {killed:?}");
    assert_refunds_hold(&house.shop).await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn whatever_the_terminal_does_the_money_goes_back_once() {
    for fault in FAULTS {
        let moments = [Killed::Never, Killed::AtOnce, Killed::Later];
        let shops = moments.map(|killed| tokio::spawn(try_out(fault, killed)));
        for tried in join_all(shops).await {
            tried.unwrap();
        }
    }
}
