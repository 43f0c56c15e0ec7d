//! Giving money back.

use serde_json::{Value, json};

use crate::till::{Received, TERMINAL, Till, message, now, options, verdict};

async fn paid(till: &Till, amount: &str) -> String {
    till.script(json!([{"card": "visa"}])).await;
    let answer = till.pay(&till.id(), amount).await.answer();
    answer["POIData"]["POITransactionID"]["TransactionID"]
        .as_str()
        .expect("a reference")
        .to_owned()
}

fn request(id: &str, reference: &str, amount: Option<&str>) -> Value {
    let mut body = json!({
        "OriginalPOITransaction": {"POITransactionID": {"TransactionID": reference, "TimeStamp": now().to_string()}},
        "ReversalReason": "MerchantCancel",
    });
    if let Some(amount) = amount {
        body["ReversedAmount"] = serde_json::from_str(amount).expect("a number");
    }
    message("Reversal", id, body)
}

async fn reverse(till: &Till, reference: &str, amount: Option<&str>) -> Received {
    till.nexo(&request(&till.id(), reference, amount)).await
}

#[tokio::test]
async fn reversals_add_up_to_the_payment_and_no_further() {
    let till = Till::new().await;
    let reference = paid(&till, "100").await;
    let first = reverse(&till, &reference, Some("30.5")).await;
    assert_eq!(first.verdict(), "Success");
    assert!(
        first.body().contains(r#""ReversedAmount":30.5"#),
        "{}",
        first.body()
    );
    assert_eq!(
        reverse(&till, &reference, Some("69.51")).await.verdict(),
        "NotAllowed"
    );
    assert_eq!(
        reverse(&till, &reference, None).await.verdict(),
        "Success",
        "the rest"
    );
    assert_eq!(
        reverse(&till, &reference, None).await.verdict(),
        "NotAllowed"
    );
    assert_eq!(till.ledger().await, (10_000, 10_000));
    let ledger = till.get("/sim/ledger").await.json();
    assert_eq!(ledger["entries"][1]["original"], reference);
    assert_eq!(
        ledger["by_terminal"][TERMINAL]["EUR"]["reversed_minor"],
        10_000
    );
}

#[tokio::test]
async fn a_reversal_without_payment_is_not_found_and_bad_ones_are_refused() {
    let till = Till::new().await;
    assert_eq!(
        reverse(&till, "nothing.NOTHING", None).await.verdict(),
        "NotFound"
    );
    let reference = paid(&till, "10").await;
    assert_eq!(
        reverse(&till, &reference, Some("1.001")).await.verdict(),
        "MessageFormat"
    );
    let mut unreasoned = request(&till.id(), &reference, None);
    unreasoned["SaleToPOIRequest"]["ReversalRequest"]["ReversalReason"] = json!("Whim");
    assert_eq!(till.nexo(&unreasoned).await.verdict(), "MessageFormat");
    assert_eq!(till.ledger().await, (1000, 0));
}

#[tokio::test]
async fn a_lost_reversal_is_told_by_its_status() {
    let till = Till::new().await;
    let reference = paid(&till, "10").await;
    till.script(json!([{"fault": "F25"}])).await;
    let id = till.id();
    assert!(till.nexo(&request(&id, &reference, None)).await.nothing());
    assert_eq!(till.ledger().await, (1000, 1000));
    assert_eq!(
        till.nexo(&request(&id, &reference, None)).await.verdict(),
        "NotAllowed",
        "an id serves once"
    );
    let repeated = till.status(&id).await.answer()["RepeatedMessageResponse"].take();
    let body = &repeated["RepeatedResponseMessageBody"]["ReversalResponse"];
    assert_eq!(
        verdict(body),
        "Success",
        "the refused repetition does not cover the truth"
    );
}

#[tokio::test]
async fn a_refused_reversal_gives_nothing_back() {
    let till = Till::new().await;
    let reference = paid(&till, "10").await;
    till.script(json!([{"fault": "F26"}])).await;
    assert_eq!(reverse(&till, &reference, None).await.verdict(), "Refusal");
    assert_eq!(till.ledger().await, (1000, 0));
}

#[tokio::test]
async fn the_ledger_outlives_the_process_and_a_reset_leaves_its_lines() {
    let directory = std::env::temp_dir().join(format!("terminal-simulator-{}", std::process::id()));
    let kept = || {
        let mut options = options();
        options.data = Some(directory.clone());
        options
    };
    let till = Till::with(kept()).await;
    let reference = paid(&till, "10").await;
    let again = Till::with(kept()).await;
    assert_eq!(again.ledger().await, (1000, 0));
    assert_eq!(reverse(&again, &reference, None).await.verdict(), "Success");
    again.sim("/sim/reset", json!({"ledger": true})).await;
    assert_eq!(again.ledger().await, (0, 0));
    let lines = std::fs::read_to_string(directory.join("ledger.ndjson")).expect("a file");
    assert_eq!(lines.lines().count(), 3, "{lines}");
    std::fs::remove_dir_all(directory).expect("removed");
}
