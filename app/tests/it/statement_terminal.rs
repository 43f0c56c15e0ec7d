//! Card terminals close their periods with a statement, over the real protocol: terminal, attempts and
//! bookings are compared, what does not match or is not told is journalled, and nobody is kept from posting.

use std::sync::Arc;
use std::time::Duration;

use journal::Signer;
use reqwest::Method;
use serde_json::{Value, json};
use shell::Clock;
use shell::db::params;
use testkit::{Client, Settings, Shop, TerminalSimulator};
use uuid::Uuid;

use crate::deposit::{euro, fill, show, wanted};
use crate::journal_events::named;
use crate::payment::{assert_books_hold, outcome};
use crate::reconciliation::{pay_by_card, until};
use crate::statement::{calculate, count, of, sell_bag};

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
    let not_read = named(&shop, "PAR-3", "statementTerminalNotRead").await;
    assert_eq!(not_read.len(), 3, "each terminal of the store");
    // What is calculated anew is asked anew.
    manager.post(&of(&third, "clear"), json!({})).await.ok();
    let third = calculate(&manager).await.ok();
    let check = manager.get(&of(&third, "check")).await.ok();
    let unasked = json!(["EMPTY", "TERMINAL_NOT_READ", "TERMINAL_NOT_ASKED"]);
    assert_eq!(check["warnings"], unasked);
    assert_eq!(post(&manager, &third).await["state"], "POSTED");
    assert_books_hold(&shop).await;
}

/// A shop whose first till has a card terminal with a port of its own, and what the terminal took at it.
async fn with_own_port() -> (Shop, TerminalSimulator, Client) {
    with_clock(Clock::system()).await
}

async fn with_clock(clock: Clock) -> (Shop, TerminalSimulator, Client) {
    let terminal = TerminalSimulator::with(&["--terminal", "V400m-PAR-1@0"]);
    let shop = Shop::with(Settings {
        terminal_address: Some(terminal.address()),
        clock: Some(clock),
        ..Settings::default()
    })
    .await;
    let all = terminal.get("terminal").await;
    let mut all = all.as_array().unwrap().iter();
    let one = all.find(|it| it["poiid"] == "V400m-PAR-1").unwrap();
    let port = one["port"].as_u64().unwrap();
    let address = format!("127.0.0.1:{port}");
    let moved = shop.db().write(address, |tx, address| {
        Box::pin(async move {
            let sql = "UPDATE terminal SET device_address = $1 WHERE terminal_no = 'PAR-1'";
            Ok(tx.execute_one(sql, params![address.as_str()]).await?)
        })
    });
    moved.await.unwrap();
    let mei = shop.seller("mei").await;
    pay(&mei, &terminal).await;
    let manager = shop.log_in("manager").await;
    (shop, terminal, manager)
}

async fn open_port(terminal: &TerminalSimulator, is_open: bool) {
    let wanted = json!({ "poiid": "V400m-PAR-1", "open": is_open });
    terminal.post("port", wanted).await;
}

/// How often terminals were asked, all of them or one.
async fn questions(shop: &Shop) -> (i64, i64) {
    let all = "SELECT COUNT(*) FROM terminal_period";
    let one = "SELECT COUNT(*) FROM terminal_period WHERE terminal_no = 'PAR-1'";
    (shop.number(all).await, shop.number(one).await)
}

async fn warnings(manager: &Client, statement: &Value) -> Value {
    manager.get(&of(statement, "check")).await.ok()["warnings"].clone()
}

#[tokio::test]
async fn a_terminal_that_was_off_is_asked_again_and_no_other() {
    let (shop, terminal, manager) = with_own_port().await;
    let first = counted(&manager).await;
    assert_eq!(first["hasTerminalsToAsk"], true);
    open_port(&terminal, false).await;
    let (path, key) = (of(&first, "terminal-totals"), Uuid::now_v7());
    let send = || manager.keyed(Method::POST, &path, key, json!({}));
    let told = send().await.ok();
    let till = of_till(&told, "PAR-1");
    assert_eq!(
        (&till["isRead"], &till["isReached"]),
        (&json!(false), &json!(false))
    );
    assert_eq!(of_till(&told, "PAR-2")["isRead"], true);
    assert_eq!(told["hasTerminalsToAsk"], true);
    assert_eq!(questions(&shop).await, (3, 1));
    assert_eq!(
        warnings(&manager, &first).await,
        json!(["TERMINAL_NOT_READ"])
    );
    // A repeat of that request asks nobody, though the terminal is back.
    open_port(&terminal, true).await;
    let told = send().await.ok();
    assert_eq!(of_till(&told, "PAR-1")["isRead"], false);
    assert_eq!(questions(&shop).await, (3, 1));

    // Two people ask again at the same moment.
    let (one, other) = tokio::join!(ask(&manager, &first), ask(&manager, &first));
    let told = if of_till(&one, "PAR-1")["isRead"] == true {
        one
    } else {
        other
    };
    let visa = &of_till(&told, "PAR-1")["tenders"][0];
    assert_eq!(
        (&visa["terminalAmount"], &visa["isMatched"]),
        (&euro(PRICE), &json!(true))
    );
    assert_eq!(
        told["terminals"].as_array().unwrap().len(),
        3,
        "what is read takes the place of what was not"
    );
    assert_eq!(told["hasTerminalsToAsk"], false);
    assert_eq!(warnings(&manager, &first).await, json!([]));
    // One that answered is not asked again, neither by somebody nor by the posting.
    ask(&manager, &first).await;
    assert_eq!(post(&manager, &first).await["hasTerminalsToAsk"], false);
    assert_eq!(questions(&shop).await, (4, 2));
    let not_read = named(&shop, "PAR-3", "statementTerminalNotRead").await;
    assert_eq!(not_read.len(), 1);
    assert_eq!(
        (
            &not_read[0]["code"],
            &not_read[0]["operatorId"],
            &not_read[0]["statementNo"],
            &not_read[0]["terminalNo"],
            &not_read[0]["answer"],
        ),
        (
            &json!(1095),
            &json!("manager"),
            &first["statementNo"],
            &json!("PAR-1"),
            &json!("notReached"),
        )
    );
    assert_books_hold(&shop).await;
}

#[tokio::test]
async fn a_terminal_whose_answer_was_lost_is_not_asked_twice() {
    let (shop, terminal, manager) = with_own_port().await;
    let first = counted(&manager).await;
    // It closes its period, and the connection breaks.
    let lost = json!([{ "fault": "F4", "on": "Reconciliation" }]);
    terminal.script("V400m-PAR-1", lost).await;
    let told = ask(&manager, &first).await;
    let till = of_till(&told, "PAR-1");
    assert_eq!(
        (&till["isRead"], &till["isReached"]),
        (&json!(false), &json!(true))
    );
    assert_eq!(told["hasTerminalsToAsk"], false);
    let told = ask(&manager, &first).await;
    assert_eq!(of_till(&told, "PAR-1")["tenders"], json!([]));
    post(&manager, &first).await;
    assert_eq!(questions(&shop).await, (3, 1));
    let not_read = named(&shop, "PAR-3", "statementTerminalNotRead").await;
    assert_eq!(not_read.len(), 1);
    assert_eq!(not_read[0]["answer"], "unknown");
    assert_books_hold(&shop).await;
}

const CLOSED: &str = "SELECT COUNT(*) FROM terminal_period WHERE state = 'CLOSED'";
const ASKED: &str = "SELECT COUNT(*) FROM terminal_period WHERE state = 'ASKED'";

/// Waits until so many rows are there.
async fn until_rows(shop: &Shop, sql: &'static str, rows: i64) {
    for _ in 0..400 {
        if shop.number(sql).await == rows {
            return;
        }
        tokio::time::sleep(Duration::from_millis(50)).await;
    }
    panic!("never {rows}: {sql}");
}

/// The work that says of terminals that nobody waits for their answer any more.
async fn end_cut_off(shop: &Shop) {
    let job = statement::end_cut_off_questions(Arc::new(Signer::new(&testkit::KEY)));
    (job.run)(shop.shell.clone()).await.unwrap();
}

#[tokio::test]
async fn what_terminals_told_is_kept_when_the_process_dies_while_one_is_silent() {
    let clock = Clock::manual(Clock::system().now());
    let (mut shop, terminal, manager) = with_clock(clock.clone()).await;
    let first = counted(&manager).await;
    let silent = json!([{ "fault": "F2", "on": "Reconciliation" }]);
    terminal.script("V400m-PAR-1", silent).await;
    let path = of(&first, "terminal-totals");
    let request = manager.request(Method::POST, &path);
    let request = request.header("idempotency-key", Uuid::now_v7().to_string());
    let asking = tokio::spawn(request.json(&json!({})).send());
    // The others are written down while it is waited for the first.
    until_rows(&shop, CLOSED, 2).await;
    assert_eq!(shop.number(ASKED).await, 1);
    shop.stop().await;
    let answer = asking.await.unwrap();
    assert!(
        !answer.is_ok_and(|answer| answer.status().is_success()),
        "it died"
    );
    shop.restart().await;
    let manager = shop.log_in("manager").await;
    end_cut_off(&shop).await;
    let path = format!("/statement/{}", first["statementNo"].as_str().unwrap());
    let shown = manager.get(&path).await.ok();
    let till = of_till(&shown, "PAR-1");
    let stands = |till: &Value| {
        ["isRead", "isReached", "isAsking", "isCutOff"].map(|name| till[name].as_bool().unwrap())
    };
    assert_eq!(
        stands(till),
        [false, true, true, false],
        "it may be answered yet"
    );
    assert_eq!(
        shown["hasTerminalsToAsk"], false,
        "nobody asks it a second time"
    );
    let unread = json!(["TERMINAL_NOT_READ"]);
    assert_eq!(warnings(&manager, &first).await, unread);

    // Nobody can wait for it any more.
    clock.advance(Duration::from_secs(61));
    for _ in 0..2 {
        end_cut_off(&shop).await;
    }
    let shown = manager.get(&path).await.ok();
    assert_eq!(
        stands(of_till(&shown, "PAR-1")),
        [false, true, false, true],
        "it is told as not read"
    );
    assert_eq!(shown["hasTerminalsToAsk"], true);
    assert_eq!(warnings(&manager, &first).await, unread);
    let told = named(&shop, "PAR", "statementTerminalNotRead").await;
    assert_eq!(told.len(), 1);
    assert_eq!(told[0]["answer"], "cutOff");
    assert_eq!(
        questions(&shop).await,
        (3, 1),
        "nobody asked it by themselves"
    );

    // It is asked again by somebody, and no other is.
    let told = ask(&manager, &first).await;
    let till = of_till(&told, "PAR-1");
    assert_eq!(stands(till), [true, true, false, false]);
    assert_eq!(till["tenders"][0]["terminalAmount"], euro(PRICE));
    assert_eq!(till["tenders"][0]["isMatched"], true);
    assert_eq!(told["terminals"].as_array().unwrap().len(), 3);
    assert_eq!(questions(&shop).await, (4, 2));
    assert_eq!(warnings(&manager, &first).await, json!([]));
    post(&manager, &first).await;
    assert_eq!(questions(&shop).await, (4, 2));
    assert_books_hold(&shop).await;
}

#[tokio::test]
async fn a_posting_does_not_ask_again_what_was_cut_off_and_says_so() {
    let clock = Clock::manual(Clock::system().now());
    let (shop, terminal, manager) = with_clock(clock.clone()).await;
    let first = counted(&manager).await;
    ask(&manager, &first).await;
    // What a kill leaves behind between the question and its answer.
    shop.change(
        "UPDATE terminal_period SET state = 'ASKED', answered_at = NULL, period = NULL \
         WHERE terminal_no = 'PAR-2'",
    )
    .await;
    clock.advance(Duration::from_secs(61));
    end_cut_off(&shop).await;
    let posted = post(&manager, &first).await;
    assert_eq!(posted["state"], "POSTED");
    assert_eq!(of_till(&posted, "PAR-2")["isCutOff"], true);
    assert_eq!(questions(&shop).await.0, 3);
    drop(terminal);
}

#[tokio::test]
async fn what_a_terminal_told_is_kept_when_nobody_waits_for_it() {
    let (shop, terminal, manager) = with_own_port().await;
    let first = counted(&manager).await;
    let late = json!([{ "fault": "F5", "ms": 2_000, "on": "Reconciliation" }]);
    terminal.script("V400m-PAR-1", late).await;
    let request = manager.request(Method::POST, &of(&first, "terminal-totals"));
    let request = request.header("idempotency-key", Uuid::now_v7().to_string());
    let request = request.timeout(Duration::from_millis(800));
    let gone = request.json(&json!({})).send().await;
    assert!(gone.is_err_and(|error| error.is_timeout()));
    until_rows(&shop, CLOSED, 3).await;
    let path = format!("/statement/{}", first["statementNo"].as_str().unwrap());
    let shown = manager.get(&path).await.ok();
    assert_eq!(of_till(&shown, "PAR-1")["tenders"][0]["isMatched"], true);
    assert_eq!(questions(&shop).await, (3, 1));
}

#[tokio::test]
async fn a_posting_waits_for_what_somebody_else_asked_and_sees_it() {
    let (shop, terminal, manager) = with_own_port().await;
    let first = counted(&manager).await;
    terminal.post("reset", json!({ "ledger": true })).await;
    let late = json!([{ "fault": "F5", "ms": 1_500, "on": "Reconciliation" }]);
    terminal.script("V400m-PAR-1", late).await;
    let posting = async {
        until_rows(&shop, ASKED, 1).await;
        post(&manager, &first).await
    };
    let (_, posted) = tokio::join!(ask(&manager, &first), posting);
    assert_eq!(posted["state"], "POSTED");
    let till = of_till(&posted, "PAR-1");
    assert_eq!(till["isAsking"], false);
    assert_eq!(till["tenders"][0]["isMatched"], false);
    assert_eq!(questions(&shop).await, (3, 1));
    let told = named(&shop, "PAR-3", "statementTerminalUnmatched").await;
    assert_eq!(told.len(), 1);
    assert_books_hold(&shop).await;
}

/// A first payment of 500.00 on a deposit by card.
async fn deposit_by_card(till: &Client, terminal: &TerminalSimulator) -> Value {
    terminal.auto("V400m-PAR-1", "visa").await;
    fill(till).await;
    till.post("/basket/deposit", wanted(50_000)).await.ok();
    let body = json!({ "tenderCode": "CARD", "amount": euro(50_000) });
    let attempt = till.post("/payment/attempt", body).await.ok();
    let paid = outcome(till, &attempt).await;
    show(till, &paid["deposit"]["depositId"]).await
}

/// Counts the slips and answers the likeliest cause of the difference.
async fn cause_of(manager: &Client, statement: &Value, minor: i64, slips: i64) -> Value {
    let body = json!({
        "tenderCode": "VISA", "amount": euro(minor), "slips": slips, "reason": "Counted by two",
    });
    let counted = manager.post(&of(statement, "count"), body).await.ok();
    counted["causes"][0].clone()
}

#[tokio::test]
async fn each_cause_of_a_difference_names_what_can_be_looked_at() {
    let terminal = TerminalSimulator::start();
    let shop = Shop::with(Settings {
        terminal_address: Some(terminal.address()),
        ..Settings::default()
    })
    .await;
    let mei = shop.seller("mei").await;
    let manager = shop.seller("manager").await.repeating();
    // The terminal forgets the payment of an order, and knows that of a deposit.
    pay(&mei, &terminal).await;
    terminal.post("reset", json!({ "ledger": true })).await;
    let deposit = deposit_by_card(&mei, &terminal).await;
    shop.change("UPDATE payment_attempt SET decided_by = 'manager' WHERE amount = 50000")
        .await;
    let first = calculate(&manager).await.ok();
    ask(&manager, &first).await;

    // The slip of the deposit is missing: somebody had decided that it was paid.
    let cause = cause_of(&manager, &first, PRICE, 1).await;
    assert_eq!(cause["cause"], "UNRESOLVED_PAYMENT");
    assert_eq!(cause["depositId"], deposit["depositId"]);
    let shown = show(&manager, &cause["depositId"]).await.to_string();
    assert!(
        shown.contains(cause["reference"].as_str().unwrap()),
        "{shown}"
    );
    // The slip of the order is missing, and the terminal does not know it, either.
    let cause = cause_of(&manager, &first, 50_000, 1).await;
    assert_eq!(cause["cause"], "UNMATCHED_TERMINAL_TOTAL");
    assert_eq!(
        (&cause["terminalNo"], &cause["depositId"]),
        (&json!("PAR-1"), &Value::Null)
    );
    let receipt_no = cause["reference"].as_str().unwrap();
    let found = manager
        .get(&format!("/order?search={receipt_no}"))
        .await
        .ok();
    assert_eq!(found["items"].as_array().unwrap().len(), 1);
    assert_eq!(found["items"][0]["receiptNo"], cause["reference"]);
    let till = of_till(
        &manager.get("/statement/current").await.ok()["statement"],
        "PAR-1",
    )
    .clone();
    assert_eq!(till["tenders"][0]["isMatched"], false, "{till}");
    post(&manager, &first).await;

    // Two payments would do: the terminal alone is named.
    pay(&mei, &terminal).await;
    terminal.post("reset", json!({ "ledger": true })).await;
    pay(&mei, &terminal).await;
    let second = calculate(&manager).await.ok();
    ask(&manager, &second).await;
    let cause = cause_of(&manager, &second, PRICE, 1).await;
    assert_eq!(cause["cause"], "UNMATCHED_TERMINAL_TOTAL");
    assert_eq!(
        (&cause["terminalNo"], &cause["reference"]),
        (&json!("PAR-1"), &Value::Null)
    );
    post(&manager, &second).await;

    // Ten cents lie among the slips: the orders of the day with cash are where to look.
    sell_bag(&manager).await;
    pay(&mei, &terminal).await;
    let third = calculate(&manager).await.ok();
    count(&manager, &third, "PAR-3", &[(20_000, 1)]).await.ok();
    let cause = cause_of(&manager, &third, PRICE + 10, 1).await;
    assert_eq!(cause["cause"], "SWAPPED_TENDERS");
    let (code, day) = (&cause["tenderCode"], &third["transactionDate"]);
    assert_eq!(code, "CASH");
    // There is one payment in cash of ten cents.
    let sold = "SELECT o.receipt_no FROM sales_order o JOIN sales_order_tender t \
         ON t.order_id = o.order_id WHERE t.tender_code = 'CASH'";
    let receipt_no = shop.db().read(sold, |tx, sold| {
        Box::pin(async move { Ok(tx.query_one(sold, params![]).await?.read::<String>()?) })
    });
    assert_eq!(cause["reference"], receipt_no.await.unwrap());
    let path = format!(
        "/order?from={0}&to={0}&tenderCode={1}",
        day.as_str().unwrap(),
        code.as_str().unwrap()
    );
    let found = manager.get(&path).await.ok();
    assert_eq!(found["items"].as_array().unwrap().len(), 1, "{found}");
    assert_eq!(found["items"][0]["total"], euro(10));
}
