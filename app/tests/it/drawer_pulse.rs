//! The drawer opens for payments that lie in it: once, behind the sale, and without holding it up.

use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::{Duration, Instant};

use reqwest::Method;
use serde_json::{Value, json};
use testkit::{Client, Settings, Shop, TerminalSimulator};
use tokio::io::AsyncReadExt;
use tokio::net::TcpListener;
use uuid::Uuid;

use crate::deposit::{deposit, euro, fill};
use crate::drawer::printer;
use crate::payment::assert_books_hold;
use crate::reconciliation::{pay_by_card, until};
use crate::refund::{cancel, give};
use crate::tender::take;

const SENT: &str = "SELECT COUNT(*) FROM drawer_pulse WHERE outcome IS NOT NULL";
const NOTED: &str = "SELECT COUNT(*) FROM drawer_pulse";

async fn connect(shop: &Shop, printer: &str) {
    let set = format!("UPDATE store SET receipt_printer = '{printer}' WHERE store_no = 'PAR'");
    shop.change(Box::leak(set.into_boxed_str())).await;
}

/// Waits until what became of so many pulses is kept.
async fn until_sent(shop: &Shop, pulses: i64) {
    for _ in 0..200 {
        if shop.number(SENT).await == pulses {
            return;
        }
        tokio::time::sleep(Duration::from_millis(50)).await;
    }
    panic!("{} of {pulses} pulses", shop.number(SENT).await);
}

/// Waits for so many pulses, and for a moment in which another would come.
async fn assert_opened(shop: &Shop, pulses: &AtomicUsize, times: i64) {
    until_sent(shop, times).await;
    tokio::time::sleep(Duration::from_millis(150)).await;
    assert_eq!(i64::try_from(pulses.load(Ordering::SeqCst)).unwrap(), times);
    assert_eq!(shop.number(NOTED).await, times);
}

async fn begin(till: &Client) {
    till.add("BAG", "", 1).await.ok();
    till.start_payment().await;
}

fn cheque(number: &str) -> Value {
    json!({
        "tenderCode": "CHEQUE", "amount": euro(10), "reference": number, "bank": "BNP Paribas",
        "identity": "Passport X1",
    })
}

fn cash(minor: i64) -> Value {
    json!({ "tenderCode": "CASH", "amount": euro(minor) })
}

#[tokio::test]
async fn cash_opens_the_drawer_once_and_cards_do_not() {
    let terminal = TerminalSimulator::start();
    let shop = Shop::with(Settings {
        terminal_address: Some(terminal.address()),
        ..Settings::default()
    })
    .await;
    let (address, pulses) = printer().await;
    connect(&shop, &address).await;
    let mei = shop.seller("mei").await;

    // Cash with change, and the same request again.
    begin(&mei).await;
    let key = Uuid::now_v7();
    for _ in 0..2 {
        let paid = mei.keyed(Method::POST, "/payment/tender", key, cash(1_000));
        assert_ne!(paid.await.ok()["order"], Value::Null);
    }
    assert_opened(&shop, &pulses, 1).await;

    // A card alone leaves it closed.
    terminal.auto("V400m-PAR-1", "visa").await;
    let attempt = pay_by_card(&mei, 45_000).await;
    until(&mei, &attempt, "APPROVED").await;
    assert_opened(&shop, &pulses, 1).await;

    // Cash and a card: when both are there, once.
    mei.add("ER-1", "", 1).await.ok();
    mei.start_payment().await;
    mei.pay_cash(5_000).await.ok();
    mei.pay_cash(1_000).await.ok();
    assert_opened(&shop, &pulses, 1).await;
    let body = json!({ "tenderCode": "CARD", "amount": euro(6_900) });
    let attempt = mei.post("/payment/attempt", body).await.ok();
    until(&mei, attempt["attemptId"].as_str().unwrap(), "APPROVED").await;
    assert_opened(&shop, &pulses, 2).await;

    // No entry of the drawer and no opening without a sale: the sale is in the books already.
    assert_eq!(shop.number("SELECT COUNT(*) FROM drawer_entry").await, 0);
    assert_books_hold(&shop).await;
}

#[tokio::test]
async fn deposits_and_cash_that_goes_back_open_it() {
    let shop = Shop::open().await;
    let (address, pulses) = printer().await;
    connect(&shop, &address).await;
    let manager = shop.seller("manager").await;
    fill(&manager).await;
    let deposit = deposit(&manager, 50_000).await;
    assert_opened(&shop, &pulses, 1).await;
    let payment = cancel(&manager, &deposit, "SHOP").await.ok();
    let given = give(&manager, &payment, json!({})).await.ok();
    let ended = &given["payment"]["deposit"]["isCancelled"];
    assert_eq!(*ended, true, "{given}");
    assert_opened(&shop, &pulses, 2).await;
}

#[tokio::test]
async fn head_office_says_for_each_store_what_opens_it() {
    let shop = Shop::open().await;
    let (address, pulses) = printer().await;
    connect(&shop, &address).await;
    shop.change("UPDATE tender SET opens_drawer = (1 = 0) WHERE tender_code = 'CASH'")
        .await;
    let mei = shop.seller("mei").await;
    begin(&mei).await;
    mei.pay_cash(10).await.ok();
    assert_eq!(shop.number(NOTED).await, 0);
    // Paper that lies in the drawer, in this store alone.
    let admin = shop.log_in("admin").await;
    take(&admin, "CHEQUE", "CHEQUE", None).await;
    begin(&mei).await;
    mei.post("/payment/tender", cheque("0441")).await.ok();
    assert_opened(&shop, &pulses, 1).await;
    shop.change(
        "UPDATE tender_store SET has_own_terms = (1 = 1), opens_drawer = (1 = 0) \
         WHERE tender_code = 'CHEQUE' AND store_no = 'PAR'",
    )
    .await;
    begin(&mei).await;
    mei.post("/payment/tender", cheque("0442")).await.ok();
    assert_opened(&shop, &pulses, 1).await;
}

#[tokio::test]
async fn a_printer_that_is_silent_or_off_holds_no_sale_up() {
    let shop = Shop::open().await;
    let mei = shop.seller("mei").await;
    let silent = TcpListener::bind("127.0.0.1:0").await.unwrap();
    connect(&shop, &silent.local_addr().unwrap().to_string()).await;
    begin(&mei).await;
    let start = Instant::now();
    mei.pay_cash(10).await.ok();
    let took = start.elapsed();
    // The printer has taken the line, and says nothing for the three seconds that it has.
    let (mut stream, _) = silent.accept().await.unwrap();
    let mut head = [0; 2];
    stream.read_exact(&mut head).await.unwrap();
    assert_eq!(head, [0x1B, b'@']);
    assert_eq!(shop.number(SENT).await, 0, "nobody knows yet");
    assert!(took < Duration::from_secs(2), "{took:?}");
    until_sent(&shop, 1).await;
    drop(stream);
    connect(&shop, "127.0.0.1:9").await;
    begin(&mei).await;
    mei.pay_cash(10).await.ok();
    until_sent(&shop, 2).await;
    let became = |outcome: &str| {
        let sql = format!("SELECT COUNT(*) FROM drawer_pulse WHERE outcome = '{outcome}'");
        shop.number(Box::leak(sql.into_boxed_str()))
    };
    assert_eq!(
        (became("UNCERTAIN").await, became("NOT_REACHED").await),
        (1, 1)
    );
    // A store without a printer has a drawer that opens with its key.
    shop.change("UPDATE store SET receipt_printer = NULL").await;
    begin(&mei).await;
    mei.pay_cash(10).await.ok();
    assert_eq!(shop.number(NOTED).await, 2);
}
