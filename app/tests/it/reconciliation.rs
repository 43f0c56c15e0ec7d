//! What the acquirer reports, beside the books.

use serde_json::{Value, json};
use testkit::{Answer, Client, Shop, TerminalSimulator};

use crate::journal_events::named;

pub(crate) async fn pay_by_card(client: &Client, minor: i64) -> String {
    client.add("BR-1", "", 1).await.ok();
    client.start_payment().await;
    let amount = json!({ "minor": minor, "currency": "EUR" });
    let body = json!({ "tenderCode": "CARD", "amount": amount });
    let attempt = client.post("/payment/attempt", body).await.ok();
    attempt["attemptId"].as_str().unwrap().to_owned()
}

/// Waits until an attempt stands somewhere.
pub(crate) async fn until(client: &Client, attempt: &str, state: &str) -> Value {
    let path = format!("/payment/attempt/{attempt}");
    client
        .until(&path, |attempt| attempt["state"] == state)
        .await
}

/// A card payment of which nobody can tell the end: its customer never comes.
async fn unknown_payment(
    shop: &Shop,
    terminal: &TerminalSimulator,
    seller: &Client,
    minor: i64,
) -> String {
    terminal
        .script("V400m-PAR-1", json!([{ "manual": true }]))
        .await;
    let attempt = pay_by_card(seller, minor).await;
    until(seller, &attempt, "WAITING").await;
    shop.change(
        "UPDATE payment_attempt SET state = 'UNKNOWN', inquiry_since = sent_at \
         WHERE state = 'WAITING'",
    )
    .await;
    attempt
}

/// A report of the last day and the next, with these lines.
async fn import(manager: &Client, entries: Value) -> Answer {
    let now = shell::Clock::system().now();
    let day = jiff::SignedDuration::from_hours(24);
    let body = json!({ "from": now - day, "until": now + day, "entries": entries });
    manager.post("/payment/reconciliation", body).await
}

fn capture(reference: &str, attempt: Option<&str>, minor: i64) -> Value {
    json!({
        "kind": "CAPTURE", "reference": reference, "minor": minor, "currency": "EUR",
        "transactionId": attempt.map(|id| id.replace('-', "")), "at": shell::Clock::system().now(),
    })
}

/// How the books and the report differ, as difference and attempt.
fn differences(data: &Value) -> Vec<(String, Option<String>)> {
    let all = data["differences"].as_array().unwrap().iter();
    all.map(|one| {
        let attempt = one["attemptId"].as_str().map(str::to_owned);
        (one["difference"].as_str().unwrap().to_owned(), attempt)
    })
    .collect()
}

async fn listed(manager: &Client) -> Vec<(String, Option<String>)> {
    differences(&manager.get("/payment/reconciliation").await.ok())
}

async fn told(shop: &Shop) -> i64 {
    shop.number("SELECT COUNT(*) FROM journal_entry WHERE kind = 'event'")
        .await
}

#[tokio::test]
async fn a_report_that_agrees_lists_nothing() {
    let (shop, terminal) = Shop::with_terminal().await;
    terminal.auto("V400m-PAR-1", "visa").await;
    let mei = shop.seller("mei").await;
    let attempt = pay_by_card(&mei, 45_000).await;
    until(&mei, &attempt, "APPROVED").await;
    let manager = shop.log_in("manager").await;
    assert_eq!(listed(&manager).await, []);
    let ledger = terminal.get("ledger").await;
    let entry = &ledger["entries"][0];
    let line = json!([{
        "kind": "CAPTURE", "reference": entry["poi_transaction_id"],
        "minor": entry["amount_minor"], "currency": entry["currency"], "at": entry["at"],
    }]);
    // Found by the terminal's name of it: not every acquirer reports ours.
    let data = import(&manager, line).await.ok();
    assert_eq!(
        (differences(&data), &data["informed"]),
        (vec![], &json!([]))
    );
    assert_eq!(listed(&manager).await, []);
}

#[tokio::test]
async fn money_that_nobody_booked_is_listed_and_journalled_once() {
    let (shop, terminal) = Shop::with_terminal().await;
    terminal
        .script("V400m-PAR-1", json!([{ "decline": true }]))
        .await;
    let mei = shop.seller("mei").await;
    let attempt = pay_by_card(&mei, 45_000).await;
    until(&mei, &attempt, "FAILED").await;
    let manager = shop.log_in("manager").await;
    let before = told(&shop).await;
    let lines = json!([capture("T1.P1", Some(&attempt), 45_000)]);
    let data = import(&manager, lines.clone()).await.ok();
    let expected = vec![("NOT_BOOKED".to_owned(), Some(attempt.clone()))];
    assert_eq!(differences(&data), expected);
    assert_eq!(data["informed"], json!([attempt]));
    assert_eq!(data["differences"][0]["kept"][0]["minor"], 45_000);
    until(&mei, &attempt, "LATE_SUCCESS").await;
    assert_eq!(told(&shop).await, before + 1);
    let data = import(&manager, lines).await.ok();
    assert_eq!(
        (differences(&data), &data["informed"]),
        (expected, &json!([]))
    );
    assert_eq!(told(&shop).await, before + 1);
    // Another store has nothing to do with it.
    shop.change("UPDATE salesperson SET permission_group_code = 'MANAGER' WHERE staff_id = 'gia'")
        .await;
    let gia = shop.log_in("gia").await;
    assert_eq!(listed(&gia).await, []);
    let data = import(&gia, json!([capture("T1.P1", Some(&attempt), 45_000)]))
        .await
        .ok();
    assert_eq!(differences(&data), [("NO_ATTEMPT".to_owned(), None)]);
    // The next report has what was given back.
    let mut back = capture("T1.P2", None, 45_000);
    back["kind"] = json!("REVERSAL");
    back["original"] = json!("T1.P1");
    let data = import(&manager, json!([back])).await.ok();
    assert_eq!(differences(&data), []);
}

#[tokio::test]
async fn an_unknown_payment_is_listed_until_the_report_tells_its_end() {
    let (shop, terminal) = Shop::with_terminal().await;
    let mei = shop.seller("mei").await;
    let attempt = unknown_payment(&shop, &terminal, &mei, 45_000).await;
    let manager = shop.log_in("manager").await;
    let unknown = vec![("UNKNOWN".to_owned(), Some(attempt.clone()))];
    assert_eq!(listed(&manager).await, unknown);
    // A report without it proves nothing: the money may be in the next one.
    assert_eq!(
        differences(&import(&manager, json!([])).await.ok()),
        unknown
    );
    let data = import(&manager, json!([capture("T2.P1", Some(&attempt), 45_000)]))
        .await
        .ok();
    assert_eq!(
        (differences(&data), &data["informed"]),
        (vec![], &json!([attempt]))
    );
    until(&mei, &attempt, "APPROVED").await;
    assert_eq!(shop.number("SELECT COUNT(*) FROM sales_order").await, 1);
}

#[tokio::test]
async fn what_a_manager_booked_is_listed_until_a_report_confirms_or_denies_it() {
    let (shop, terminal) = Shop::with_terminal().await;
    let mei = shop.seller("mei").await;
    let attempt = unknown_payment(&shop, &terminal, &mei, 45_000).await;
    let manager = shop.log_in("manager").await;
    let path = format!("/payment/attempt/{attempt}/decide");
    let body = json!({ "decision": "paid", "slipNo": "004217" });
    manager.post(&path, body).await.ok();
    let is = |name: &str| vec![(name.to_owned(), Some(attempt.clone()))];
    assert_eq!(listed(&manager).await, is("MANUAL"));
    let data = import(&manager, json!([])).await.ok();
    assert_eq!(differences(&data), is("NOT_CAPTURED"));
    let other = import(&manager, json!([capture("T3.P1", Some(&attempt), 40_000)])).await;
    assert_eq!(differences(&other.ok()), is("AMOUNT_DIFFERS"));
    let rest = import(&manager, json!([capture("T3.P2", Some(&attempt), 5_000)])).await;
    assert_eq!(differences(&rest.ok()), []);
    assert_eq!(listed(&manager).await, []);
}

/// Removes the one tender that is booked at the till of whoever asks.
async fn remove_tender(client: &Client) -> Value {
    let payment = client.get("/payment").await.ok();
    let tender = payment["tenders"][0]["tenderId"].as_str().unwrap();
    client
        .delete(&format!("/payment/tender/{tender}"))
        .await
        .ok()
}

#[tokio::test]
async fn what_was_called_paid_and_taken_back_goes_back_when_a_report_knows_it() {
    let (shop, terminal) = Shop::with_terminal().await;
    shop.change("UPDATE salesperson SET permission_group_code = 'MANAGER' WHERE staff_id = 'mei'")
        .await;
    let mei = shop.seller("mei").await;
    let attempt = unknown_payment(&shop, &terminal, &mei, 20_000).await;
    let path = format!("/payment/attempt/{attempt}/decide");
    let body = json!({ "decision": "paid", "slipNo": "004217" });
    mei.post(&path, body).await.ok();
    assert_eq!(remove_tender(&mei).await["tenders"], json!([]));
    let told = named(&shop, "PAR-1", "manualPayment").await;
    let told: Vec<_> = told.iter().map(|event| &event["decision"]).collect();
    assert_eq!(told, ["paid", "notPaid"]);
    // Nobody has told of money yet.
    assert_eq!(listed(&mei).await, []);
    mei.pay_cash(45_000).await.ok();
    let line = json!([capture("T5.P1", Some(&attempt), 20_000)]);
    let data = import(&mei, line).await.ok();
    let expected = [("NOT_BOOKED".to_owned(), Some(attempt.clone()))];
    assert_eq!(differences(&data), expected);
    assert_eq!(data["informed"], json!([attempt]));
    until(&mei, &attempt, "LATE_SUCCESS").await;
}

#[tokio::test]
async fn a_tender_that_the_terminal_gave_back_is_not_listed() {
    let (shop, terminal) = Shop::with_terminal().await;
    terminal.auto("V400m-PAR-1", "visa").await;
    let mei = shop.seller("mei").await;
    let attempt = pay_by_card(&mei, 20_000).await;
    until(&mei, &attempt, "APPROVED").await;
    let reversal = remove_tender(&mei).await["attemptId"].clone();
    until(&mei, reversal.as_str().unwrap(), "REVERSED").await;
    assert_eq!(terminal.captured().await, 0);
    let manager = shop.log_in("manager").await;
    assert_eq!(listed(&manager).await, []);
}

#[tokio::test]
async fn reports_are_for_managers_and_must_make_sense() {
    let shop = Shop::open().await;
    let mei = shop.log_in("mei").await;
    assert_eq!(mei.get("/payment/reconciliation").await.status, 403);
    assert_eq!(import(&mei, json!([])).await.status, 403);
    let manager = shop.log_in("manager").await;
    let good = || capture("T4.P1", None, 100);
    let with = |name: &str, value: Value| {
        let mut line = good();
        line[name] = value;
        line
    };
    for bad in [
        with("minor", json!(0)),
        with("minor", json!(i64::MAX)),
        with("currency", json!("euro")),
        with("reference", json!("")),
        with("reference", json!("x".repeat(200))),
        with("original", json!("T4.P0")),
        with("kind", json!("REVERSAL")),
        with("kind", json!("GIFT")),
        with("more", json!(1)),
    ] {
        let answer = import(&manager, json!([bad])).await;
        assert_eq!(answer.refused(), (400, "request.malformed"), "{bad}");
    }
    // Finer than what is kept, so that the period is empty.
    for until in ["2026-11-21T00:00:00Z", "2026-11-21T00:00:00.000000900Z"] {
        let body = json!({ "from": "2026-11-21T00:00:00Z", "until": until, "entries": [] });
        let answer = manager.post("/payment/reconciliation", body).await;
        assert_eq!(answer.refused(), (400, "request.malformed"), "{until}");
    }
    let path = "/payment/reconciliation?until=-009999-01-02T00:00:00Z";
    assert_eq!(
        manager.get(path).await.refused(),
        (400, "request.malformed")
    );
    assert_eq!(shop.number("SELECT COUNT(*) FROM acquirer_entry").await, 0);
}
