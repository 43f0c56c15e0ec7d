//! Every fault of the terminal that can be shown without TLS: however a payment goes wrong, what
//! the terminal took and kept is what is booked.

use std::time::Duration;

use futures::future::join_all;
use serde_json::{Value, json};
use uuid::Uuid;

use crate::shop::{DUE, Shop, poiid};

/// The faults, with what makes them short enough to wait for.
fn faults() -> Vec<Value> {
    let long = |fault: &str, ms: u64| json!({ "fault": fault, "ms": ms });
    let mut faults: Vec<Value> = [
        1, 2, 3, 4, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 20, 24, 28,
    ]
    .into_iter()
    .chain([29, 30])
    .map(|number| json!({ "fault": format!("F{number}") }))
    .collect();
    faults.extend([
        long("F5", 1800),
        long("F21", 900),
        long("F22", 1200),
        long("F23", 600),
        long("F23", 2200),
        json!({ "fault": "F10", "processed": false }),
        json!({ "fault": "F30", "status_repeats_failure": true }),
        json!({ "fault": "F8", "bytes": 1 }),
    ]);
    faults
}

#[tokio::test]
async fn whatever_goes_wrong_what_is_kept_is_booked() {
    let faults = faults();
    let shop = Shop::with(faults.len(), None).await;
    let stories = faults
        .iter()
        .enumerate()
        .map(|(index, fault)| story(&shop, index + 1, fault));
    let sent: usize = join_all(stories).await.into_iter().sum();
    assert!(
        2 * sent > faults.len(),
        "{sent} of {} came to the terminal",
        faults.len()
    );
}

/// How often the payment came to the terminal: once, or never where a busy machine kept us from it.
async fn story(shop: &Shop, till: usize, fault: &Value) -> usize {
    let poiid = poiid(till);
    let basket = shop.basket(till).await;
    shop.terminals().script(&poiid, json!([fault])).await;
    let id = shop.pay(till, DUE).await;
    let over = [
        "APPROVED",
        "FAILED",
        "CANCELLED",
        "TIMED_OUT",
        "MISMATCH",
        "UNKNOWN",
        "LATE_SUCCESS",
        "REVERSED",
    ];
    let attempt = shop.until(&id, &over).await;
    let path = format!("/payment/attempt/{id}/decide");
    let decide = |body: Value| shop.ask("manager", "POST", &path, Some(body), Some(Uuid::new_v4()));
    match attempt["state"].as_str().unwrap() {
        "MISMATCH" => {
            let decided = decide(json!({ "decision": "reverse" })).await;
            assert_eq!(decided.status, 200, "{fault}: {}", decided.body);
            shop.until(&id, &["REVERSED"]).await;
        }
        // The manager looks at the slip, which tells the truth.
        "UNKNOWN" => {
            let decision = match shop.terminals().kept(&poiid).await {
                0 => json!({ "decision": "notPaid" }),
                _ => json!({ "decision": "paid", "slipNo": "1" }),
            };
            // Unless the terminal is heard again just before.
            let decided = decide(decision).await;
            let is_in_time = decided.status == 200;
            assert!(
                is_in_time || decided.key() == "payment.not_decidable",
                "{fault}: {decided:?}"
            );
        }
        _ => {}
    }
    // A success that comes later than everything is found and given back.
    let mut accounts = (0, 0);
    for _ in 0..400 {
        accounts = (
            shop.terminals().kept(&poiid).await,
            shop.booked(basket).await.0,
        );
        let attempt = shop.attempt(&id).await;
        let is_late = attempt["state"] == "LATE_SUCCESS";
        let may_come = fault["ms"] == 2200 && attempt["state"] == "TIMED_OUT";
        if accounts.0 == accounts.1 && !is_late && !may_come {
            break;
        }
        tokio::time::sleep(Duration::from_millis(20)).await;
    }
    let attempt = shop.attempt(&id).await;
    let state = &attempt["state"];
    assert_eq!(accounts.0, accounts.1, "{fault} ended {state}");
    assert!([0, DUE].contains(&accounts.1), "{fault} ended {state}");
    // A busy machine keeps us from the terminal as F1 does, or uses up the time before the terminal has read a word.
    let is_unreached = fault["fault"] == "F1" || attempt["outcome"]["key"] == "payment.unreachable";
    let sent = shop.terminals().requests(&poiid, "Payment").await;
    let at_most = usize::from(!is_unreached);
    assert!(sent <= at_most, "{fault}: sent {sent} times, {attempt}");
    assert!(
        sent == 1 || accounts.1 == 0,
        "{fault}: never sent and booked, {attempt}"
    );
    sent
}
