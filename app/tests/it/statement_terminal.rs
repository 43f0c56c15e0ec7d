//! Card terminals close their periods with a statement, over the real protocol: terminal, attempts and
//! bookings are compared, what does not match is told and journalled, and nobody is kept from posting.

use serde_json::{Value, json};
use testkit::{Client, Settings, Shop, TerminalSimulator};

use crate::deposit::euro;
use crate::journal_events::named;
use crate::payment::assert_books_hold;
use crate::reconciliation::{pay_by_card, until};
use crate::statement::{calculate, of};

const PRICE: i64 = 45_000;

async fn pay(mei: &Client, terminal: &TerminalSimulator) {
    terminal.auto("V400m-PAR-1", "visa").await;
    let attempt = pay_by_card(mei, PRICE).await;
    until(mei, &attempt, "APPROVED").await;
}

fn of_till<'a>(statement: &'a Value, terminal_no: &str) -> &'a Value {
    let terminals = statement["terminals"].as_array().unwrap();
    let mut found = terminals.iter();
    found.find(|it| it["terminalNo"] == terminal_no).unwrap()
}

/// A statement whose one slip is counted.
async fn counted(manager: &Client) -> Value {
    let statement = calculate(manager).await.ok();
    let slip = json!({ "tenderCode": "VISA", "amount": euro(PRICE), "slips": 1 });
    manager.post(&of(&statement, "count"), slip).await.ok()
}

async fn ask(manager: &Client, statement: &Value) -> Value {
    let path = of(statement, "terminal-totals");
    manager.post(&path, json!({})).await.ok()
}

async fn post(manager: &Client, statement: &Value) -> Value {
    let why = json!({ "reason": "Slips are not counted here" });
    manager.post(&of(statement, "posting"), why).await.ok()
}

#[tokio::test]
async fn terminal_attempts_and_bookings_are_compared_with_each_statement() {
    let terminal = TerminalSimulator::start();
    let shop = Shop::with(Settings {
        terminal_address: Some(terminal.address()),
        ..Settings::default()
    })
    .await;
    let mei = shop.seller("mei").await;
    let manager = shop.log_in("manager").await.repeating();
    pay(&mei, &terminal).await;
    let first = counted(&manager).await;
    assert_eq!(first["terminals"], json!([]), "nobody asked yet");
    let told = ask(&manager, &first).await;
    let till = of_till(&told, "PAR-1");
    assert_eq!(till["isRead"], true);
    let visa = json!({
        "tenderCode": "VISA", "terminalAmount": euro(PRICE), "terminalQuantity": 1,
        "attemptAmount": euro(PRICE), "attemptQuantity": 1, "bookedAmount": euro(PRICE),
        "isMatched": true,
    });
    assert_eq!(till["tenders"], json!([visa]));
    assert_eq!(of_till(&told, "PAR-2")["tenders"], json!([]));
    let asked = "SELECT COUNT(*) FROM terminal_period";
    let terminals = shop.number(asked).await;
    // It is asked once for a calculation, however often somebody wants it.
    ask(&manager, &first).await;
    post(&manager, &first).await;
    assert_eq!(shop.number(asked).await, terminals);
    let late = manager
        .post(&of(&first, "terminal-totals"), json!({}))
        .await;
    assert_eq!(late.refused(), (409, "statement.state_forbids"));
    let unmatched = named(&shop, "PAR-3", "statementTerminalUnmatched").await;
    assert_eq!(unmatched, [] as [Value; 0]);

    // The terminal loses its memory: it knows nothing of what it took.
    pay(&mei, &terminal).await;
    terminal.post("reset", json!({ "ledger": true })).await;
    let second = counted(&manager).await;
    ask(&manager, &second).await;
    let check = manager.get(&of(&second, "check")).await.ok();
    assert!(
        check["warnings"]
            .as_array()
            .unwrap()
            .contains(&json!("TERMINAL_UNMATCHED")),
        "{check}"
    );
    let posted = post(&manager, &second).await;
    let visa = &of_till(&posted, "PAR-1")["tenders"][0];
    assert_eq!(
        (&visa["terminalAmount"], &visa["attemptAmount"]),
        (&euro(0), &euro(PRICE)),
        "the payment of the first statement is in neither"
    );
    assert_eq!(visa["isMatched"], false);
    let unmatched = named(&shop, "PAR-3", "statementTerminalUnmatched").await;
    assert_eq!(unmatched.len(), 1);
    assert_eq!(
        (&unmatched[0]["toldAmount"], &unmatched[0]["bookedAmount"]),
        (&json!(0), &json!(PRICE))
    );

    // Nobody is kept from posting by a terminal that is off.
    shop.change("UPDATE terminal SET device_address = '127.0.0.1:9'")
        .await;
    let third = calculate(&manager).await.ok();
    let told = ask(&manager, &third).await;
    assert_eq!(of_till(&told, "PAR-1")["isRead"], false);
    let check = manager.get(&of(&third, "check")).await.ok();
    assert_eq!(
        check,
        json!({ "errors": [], "warnings": ["EMPTY", "TERMINAL_NOT_READ"] })
    );
    assert_eq!(post(&manager, &third).await["state"], "POSTED");
    assert_books_hold(&shop).await;
}
