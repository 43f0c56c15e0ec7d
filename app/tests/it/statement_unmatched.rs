//! What attempts, tenders, card terminals and the acquirer do not agree about is listed with what is done about it,
//! and a check of posting warns of it.

use serde_json::{Value, json};
use testkit::{Client, Settings, Shop, TerminalSimulator};

use crate::deposit::{euro, fill, show, wanted};
use crate::payment::{assert_books_hold, outcome};
use crate::reconciliation::{pay_by_card, until};
use crate::statement::{calculate, of};

const PRICE: i64 = 45_000;

async fn shop() -> (Shop, TerminalSimulator) {
    let terminal = TerminalSimulator::start();
    let settings = Settings {
        terminal_address: Some(terminal.address()),
        ..Settings::default()
    };
    (Shop::with(settings).await, terminal)
}

async fn import(manager: &Client, entries: Value) {
    let now = shell::Clock::system().now();
    let day = jiff::SignedDuration::from_hours(24);
    let body = json!({ "from": now - day, "until": now + day, "entries": entries });
    manager.post("/payment/reconciliation", body).await.ok();
}

fn capture(reference: &str, attempt: Option<&str>, minor: i64) -> Value {
    json!({
        "kind": "CAPTURE", "reference": reference, "minor": minor, "currency": "EUR",
        "transactionId": attempt.map(|id| id.replace('-', "")), "at": shell::Clock::system().now(),
    })
}

async fn listed(manager: &Client) -> Vec<Value> {
    let page = manager.get("/statement/unmatched").await.ok();
    let items = page["items"].as_array().unwrap().clone();
    assert_eq!(page["total"], json!(items.len()));
    items
}

fn kinds(items: &[Value]) -> Vec<(&str, &str)> {
    items
        .iter()
        .map(|it| {
            (
                it["problem"].as_str().unwrap(),
                it["remedy"].as_str().unwrap(),
            )
        })
        .collect()
}

async fn warnings(manager: &Client, statement: &Value) -> Value {
    manager.get(&of(statement, "check")).await.ok()["warnings"].clone()
}

/// A statement whose slips are counted.
async fn counted(manager: &Client, minor: i64, slips: i64) -> Value {
    let statement = calculate(manager).await.ok();
    let body = json!({ "tenderCode": "VISA", "amount": euro(minor), "slips": slips });
    manager.post(&of(&statement, "count"), body).await.ok()
}

#[tokio::test]
async fn what_does_not_agree_is_listed_with_what_is_done_about_it() {
    let (shop, terminal) = shop().await;
    let mei = shop.seller("mei").await;
    let manager = shop.seller("manager").await;
    terminal.auto("V400m-PAR-1", "visa").await;
    let good = pay_by_card(&mei, PRICE).await;
    until(&mei, &good, "APPROVED").await;
    assert_eq!(listed(&manager).await, [] as [Value; 0]);
    let first = counted(&manager, PRICE, 1).await;
    let asked = json!(["TERMINAL_NOT_ASKED"]);
    assert_eq!(warnings(&manager, &first).await, asked);

    // A report that knows the payment with another amount, and one that nobody asked for.
    let lines = json!([
        capture("U1.P1", Some(&good), 40_000),
        capture("U1.P2", None, 700)
    ]);
    import(&manager, lines).await;
    let items = listed(&manager).await;
    let mut found = kinds(&items);
    found.sort_unstable();
    let expected = [
        ("AMOUNT_DIFFERS", "COMPARE_AMOUNT"),
        ("NO_ATTEMPT", "ASK_ACQUIRER"),
    ];
    assert_eq!(found, expected);
    let differing = items.iter().find(|it| it["problem"] == "AMOUNT_DIFFERS");
    let differing = differing.unwrap();
    assert_eq!(
        (
            &differing["attempted"],
            &differing["booked"],
            &differing["told"],
            &differing["attemptId"],
            &differing["terminalNo"],
        ),
        (
            &euro(PRICE),
            &euro(PRICE),
            &json!([euro(40_000)]),
            &json!(good),
            &json!("PAR-1"),
        )
    );
    // It leads to its order.
    let receipt_no = differing["receiptNo"].as_str().unwrap();
    let orders = manager
        .get(&format!("/order?search={receipt_no}"))
        .await
        .ok();
    assert_eq!(orders["items"][0]["receiptNo"], differing["receiptNo"]);
    let stray = items.iter().find(|it| it["problem"] == "NO_ATTEMPT");
    let stray = stray.unwrap();
    assert_eq!(
        (&stray["reference"], &stray["booked"], &stray["receiptNo"]),
        (&json!("U1.P2"), &Value::Null, &Value::Null)
    );
    let both = json!(["TERMINAL_NOT_ASKED", "UNCONFIRMED_PAYMENTS"]);
    assert_eq!(warnings(&manager, &first).await, both);
    // It keeps nobody from posting.
    let posted = manager.post(&of(&first, "posting"), json!({})).await.ok();
    assert_eq!(posted["state"], "POSTED");
    assert_books_hold(&shop).await;
}

#[tokio::test]
async fn totals_of_terminals_lead_to_their_statement_and_payments_on_deposits_to_it() {
    let (shop, terminal) = shop().await;
    let mei = shop.seller("mei").await;
    let manager = shop.seller("manager").await;
    // A first payment on a deposit that a manager calls paid, and a terminal that forgets it.
    terminal.auto("V400m-PAR-1", "visa").await;
    fill(&mei).await;
    mei.post("/basket/deposit", wanted(50_000)).await.ok();
    let body = json!({ "tenderCode": "CARD", "amount": euro(50_000) });
    let attempt = mei.post("/payment/attempt", body).await.ok();
    let paid = outcome(&mei, &attempt).await;
    let deposit = show(&mei, &paid["deposit"]["depositId"]).await;
    terminal.post("reset", json!({ "ledger": true })).await;
    let first = counted(&manager, 50_000, 1).await;
    manager
        .post(&of(&first, "terminal-totals"), json!({}))
        .await
        .ok();
    let items = listed(&manager).await;
    assert_eq!(kinds(&items), [("TERMINAL_TOTAL", "COMPARE_SLIPS")]);
    assert_eq!(
        (
            &items[0]["statementNo"],
            &items[0]["tenderCode"],
            &items[0]["told"],
            &items[0]["attempted"],
            &items[0]["booked"],
        ),
        (
            &first["statementNo"],
            &json!("VISA"),
            &json!([euro(0)]),
            &euro(50_000),
            &euro(50_000),
        )
    );
    assert_eq!(
        warnings(&manager, &first).await,
        json!(["TERMINAL_UNMATCHED"])
    );
    // A report of that day that does not know it either.
    import(&manager, json!([])).await;
    let items = listed(&manager).await;
    let payment = items.iter().find(|it| it["problem"] == "NOT_CAPTURED");
    let payment = payment.unwrap();
    assert_eq!(
        (&payment["remedy"], &payment["depositId"]),
        (&json!("FIND_SLIP"), &deposit["depositId"])
    );
    assert_eq!(
        warnings(&manager, &first).await,
        json!(["TERMINAL_UNMATCHED", "UNCONFIRMED_PAYMENTS"])
    );
    let post = json!({ "reason": "Looked at" });
    manager.post(&of(&first, "posting"), post).await.ok();
    // Of a posted day nobody is warned again with the next one, and the list keeps it.
    let second = calculate(&manager).await.ok();
    let warned = warnings(&manager, &second).await;
    assert_eq!(warned, json!(["EMPTY", "TERMINAL_NOT_ASKED"]));
    assert_eq!(listed(&manager).await.len(), 2);
}

#[tokio::test]
async fn the_list_is_read_in_pages_by_those_who_decide() {
    let (shop, terminal) = shop().await;
    drop(terminal);
    let manager = shop.log_in("manager").await;
    let lines: Vec<Value> = (0..7)
        .map(|it| capture(&format!("U2.P{it}"), None, 100 + it))
        .collect();
    import(&manager, json!(lines)).await;
    let all = listed(&manager).await;
    assert_eq!(all.len(), 7);
    let mut seen = Vec::new();
    let mut path = "/statement/unmatched?limit=3".to_owned();
    loop {
        let page = manager.get(&path).await.ok();
        let items = page["items"].as_array().unwrap();
        assert!(items.len() <= 3);
        seen.extend(items.iter().cloned());
        let Some(next) = page["nextCursor"].as_str() else {
            break;
        };
        path = format!("/statement/unmatched?limit=3&cursor={next}");
    }
    assert_eq!(seen, all);
    let nonsense = manager.get("/statement/unmatched?cursor=nonsense").await;
    assert_eq!(nonsense.status, 400);
    let mei = shop.log_in("mei").await;
    assert_eq!(mei.get("/statement/unmatched").await.status, 403);
}
