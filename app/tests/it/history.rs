//! The order history and receipts, at the real server.

use reqwest::Method;
use serde_json::{Value, json};
use testkit::{Client, MailSimulator, Settings, Shop};
use tokio::net::TcpListener;
use uuid::Uuid;

use crate::statement_report::paper;

/// Sells a bangle for cash; the order.
async fn sell(client: &Client) -> Value {
    client.add("BR-1", "", 1).await.ok();
    client.start_payment().await;
    client.pay_cash(50_000).await.ok()["order"].clone()
}

fn path(order: &Value) -> String {
    format!("/order/{}", order["orderId"].as_str().unwrap())
}

#[tokio::test]
async fn a_sale_is_found_by_number_receipt_customer_item_tender_and_seller() {
    let shop = Shop::open().await;
    let mei = shop.seller("mei").await;
    mei.add("BR-1", "", 1).await.ok();
    let customer = json!({ "customerId": Uuid::from_u128(1) });
    mei.put("/basket/customer", customer).await.ok();
    mei.start_payment().await;
    let order = mei.pay_cash(45_000).await.ok()["order"].clone();
    let (number, receipt) = (
        order["orderNo"].to_string(),
        order["receiptNo"].as_str().unwrap(),
    );
    for query in [
        format!("search={number}"),
        format!("search={receipt}"),
        "search=marchetti".to_owned(),
        "search=meridienne".to_owned(),
        "search=br-1".to_owned(),
        "staffId=mei".to_owned(),
        "tenderCode=CASH".to_owned(),
        "search=marchetti&staffId=mei&tenderCode=CASH".to_owned(),
    ] {
        let page = mei.get(&format!("/order?{query}")).await.ok();
        assert_eq!(page["items"][0]["orderId"], order["orderId"], "{query}");
        assert_eq!(
            page["items"][0]["tenders"],
            json!([{ "code": "CASH", "name": "Cash" }])
        );
    }
    for query in ["search=ruby", "staffId=leo", "tenderCode=VISA"] {
        let page = mei.get(&format!("/order?{query}")).await.ok();
        assert_eq!(page["items"], json!([]), "{query}");
        let summary = mei.get(&format!("/order/summary?{query}")).await.ok();
        assert_eq!(summary["total"], 0, "{query}");
    }
    let detail = mei.get(&path(&order)).await.ok();
    assert_eq!(detail["lines"][0]["itemNo"], "BR-1");
    assert_eq!(detail["vat"][0]["amount"]["minor"], 7_500);
    assert_eq!(detail["tenders"][0]["change"]["minor"], 0);
    assert_eq!(detail["journal"]["chain"], "PAR-1");
}

#[tokio::test]
async fn pages_follow_each_other_without_gap_or_repetition() {
    let shop = Shop::open().await;
    let mei = shop.seller("mei").await;
    let mut sold = Vec::new();
    for _ in 0..5 {
        sold.push(sell(&mei).await["orderNo"].as_i64().unwrap());
    }
    let (mut seen, mut cursor) = (Vec::new(), String::new());
    loop {
        let page = mei.get(&format!("/order?limit=2{cursor}")).await.ok();
        let rows = page["items"].as_array().unwrap();
        seen.extend(rows.iter().map(|row| row["orderNo"].as_i64().unwrap()));
        let Some(next) = page["nextCursor"].as_str() else {
            break;
        };
        cursor = format!("&cursor={next}");
    }
    sold.reverse();
    assert_eq!(seen, sold);
}

#[tokio::test]
async fn an_order_is_found_at_once_while_it_is_typed_and_in_its_store_alone() {
    let shop = Shop::open().await;
    let mei = shop.seller("mei").await;
    let order = sell(&mei).await;
    let gia = shop.seller("gia").await;
    let receipt = order["receiptNo"].as_str().unwrap();
    for typed in (1..=receipt.len()).map(|end| &receipt[..end]) {
        let path = format!("/order?search={typed}");
        let page = mei.get(&path).await.ok();
        assert_eq!(page["items"][0]["orderId"], order["orderId"], "{typed}");
        assert_eq!(gia.get(&path).await.ok()["items"], json!([]), "{typed}");
        let path = format!("/order/summary?search={typed}");
        let summary = mei.get(&path).await.ok();
        assert_eq!(summary["total"], 1, "{typed}");
        assert_eq!(summary["paid"], order["total"], "{typed}");
        assert_eq!(gia.get(&path).await.ok()["total"], 0, "{typed}");
    }
    for typed in ["m", "mer", "MÉRIDIENNE", "br-1%20mer", "br", "1"] {
        let page = mei.get(&format!("/order?search={typed}")).await.ok();
        assert_eq!(page["items"][0]["orderId"], order["orderId"], "{typed}");
    }
    for typed in ["eridienne", "br-1%20ruby", "r-1"] {
        let page = mei.get(&format!("/order?search={typed}")).await.ok();
        assert_eq!(page["items"], json!([]), "{typed}");
    }
}

#[tokio::test]
async fn a_list_that_cannot_be_is_refused() {
    let shop = Shop::open().await;
    let mei = shop.seller("mei").await;
    let reversed = "from=2026-11-03&to=2026-11-01";
    for list in [
        "/order",
        "/order/summary",
        "/order/export.csv",
        "/order/export.pdf",
    ] {
        let answer = mei.get(&format!("{list}?{reversed}")).await;
        assert_eq!(answer.refused(), (422, "order.period_reversed"), "{list}");
        let answer = mei.get(&format!("{list}?from=yesterday")).await;
        assert_eq!(answer.refused(), (400, "request.malformed"), "{list}");
    }
    let answer = mei.get("/order?cursor=here").await;
    assert_eq!(answer.refused(), (400, "request.malformed"));
}

#[tokio::test]
async fn the_list_comes_as_a_table() {
    let shop = Shop::open().await;
    let mei = shop.seller("mei").await;
    let order = sell(&mei).await;
    let response = mei
        .request(Method::GET, "/order/export.csv")
        .send()
        .await
        .unwrap();
    assert_eq!(
        response.headers()["content-type"],
        "text/csv; charset=utf-8"
    );
    let table = response.text().await.unwrap();
    assert!(
        table.contains(order["receiptNo"].as_str().unwrap()),
        "{table}"
    );
}

#[tokio::test]
async fn the_list_comes_on_paper_with_its_filters_and_its_sum() {
    let shop = Shop::open().await;
    let mei = shop.seller("mei").await;
    let orders = [sell(&mei).await, sell(&mei).await];
    let total = orders[0]["total"]["minor"].as_i64().unwrap() * 2;
    let sum = format!("EUR {}.{:02}", total / 100, total % 100);
    let text = paper(&mei, "/order/export.pdf?search=br-1&staffId=mei").await;
    let receipts = orders
        .each_ref()
        .map(|it| it["receiptNo"].as_str().unwrap());
    for wanted in [
        "Order history",
        "br-1",
        "mei",
        "Walk-in",
        "Cash",
        "PAR-1",
        &sum,
    ]
    .into_iter()
    .chain(receipts)
    {
        assert!(text.contains(wanted), "no {wanted} in {text}");
    }
    let none = paper(&mei, "/order/export.pdf?staffId=leo&language=ja").await;
    assert!(
        none.contains("注文履歴") && !none.contains(receipts[0]),
        "{none}"
    );
    let latin = mei.get("/order/export.pdf?language=la").await;
    assert_eq!(latin.refused(), (422, "order.language_unknown"));
}

#[tokio::test]
async fn another_stores_order_is_not_there_for_anything() {
    let shop = Shop::open().await;
    let order = sell(&shop.seller("mei").await).await;
    let gia = shop.seller("gia").await;
    let path = path(&order);
    for answer in [
        gia.get(&path).await,
        gia.get(&format!("{path}/receipt")).await,
        gia.post(&format!("{path}/print"), json!({ "target": "browser" }))
            .await,
    ] {
        // Who may not reprint is told so before anything is looked up.
        assert!([403, 404].contains(&answer.refused().0), "{answer:?}");
    }
    let list = gia.get("/order").await.ok();
    assert_eq!(list["items"], json!([]));
}

#[tokio::test]
async fn a_receipt_is_a_pdf_in_the_language_that_is_asked_for() {
    let shop = Shop::open().await;
    let mei = shop.seller("mei").await;
    let path = path(&sell(&mei).await);
    for language in ["", "?language=fr", "?language=zh-Hans", "?language=ar"] {
        let url = format!("{path}/receipt{language}");
        let response = mei.request(Method::GET, &url).send().await.unwrap();
        assert_eq!(
            response.headers()["content-type"],
            "application/pdf",
            "{language}"
        );
        assert!(response.bytes().await.unwrap().starts_with(b"%PDF-"));
    }
    let answer = mei.get(&format!("{path}/receipt?language=tlh")).await;
    assert_eq!(answer.refused(), (422, "order.language_unknown"));
    let answer = mei.get(&format!("{path}/receipt?print=7")).await;
    assert_eq!(answer.refused(), (404, "order.print_not_found"));
}

#[tokio::test]
async fn the_second_print_is_a_copy_and_a_repeat_counts_once() {
    let shop = Shop::open().await;
    let manager = shop.seller("manager").await;
    let order = sell(&manager).await;
    let print = format!("{}/print", path(&order));
    let key = Uuid::now_v7();
    let body = || json!({ "target": "browser" });
    let first = manager.keyed(Method::POST, &print, key, body()).await.ok();
    assert_eq!(first["copy"], false);
    let again = manager.keyed(Method::POST, &print, key, body()).await.ok();
    assert_eq!(again, first);
    let second = manager.post(&print, body()).await.ok();
    assert_eq!(second["copy"], true);
    assert_eq!(manager.get(&path(&order)).await.ok()["prints"], 2);
    let printer = manager.post(&print, json!({ "target": "printer" })).await;
    assert_eq!(printer.refused(), (409, "order.no_printer"));
}

#[tokio::test]
async fn a_silent_printer_gets_a_paper_once() {
    let shop = Shop::open().await;
    let manager = shop.seller("manager").await;
    // Sold before there is a printer: cash would open its drawer, and that is a connection, too.
    let print = format!("{}/print", path(&sell(&manager).await));
    let silent = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let address = silent.local_addr().unwrap().to_string();
    let set = format!("UPDATE store SET receipt_printer = '{address}' WHERE store_no = 'PAR'");
    shop.change(Box::leak(set.into_boxed_str())).await;
    let key = Uuid::now_v7();
    let body = || json!({ "target": "printer" });
    let (first, second) = tokio::join!(manager.keyed(Method::POST, &print, key, body()), async {
        // The first has reached the printer when its connection is there.
        let connection = silent.accept().await.unwrap();
        let answer = manager.keyed(Method::POST, &print, key, body()).await;
        drop(connection);
        answer
    });
    assert_eq!(second.refused(), (409, "order.print_under_way"));
    // It hung up before it had taken everything.
    assert_eq!(first.refused(), (409, "order.print_uncertain"));
    drop(silent);
    let gone = manager.post(&print, body()).await;
    assert_eq!(gone.refused(), (503, "order.printer_unreachable"));
}

#[tokio::test]
async fn a_receipt_goes_out_by_mail_once() {
    let mail = MailSimulator::start();
    let shop = Shop::with(Settings {
        smtp_url: Some(mail.smtp_url()),
        ..Settings::default()
    })
    .await;
    let manager = shop.seller("manager").await;
    let email = format!("{}/email", path(&sell(&manager).await));
    let key = Uuid::now_v7();
    let body = || json!({ "email": "ines@mail.example" });
    manager.keyed(Method::POST, &email, key, body()).await.ok();
    manager.keyed(Method::POST, &email, key, body()).await.ok();
    let refusal = manager.post(&email, json!({ "email": "no address" })).await;
    assert_eq!(refusal.refused(), (422, "order.email_invalid"));
    let refusal = manager.post(&email, json!({})).await;
    assert_eq!(refusal.refused(), (422, "order.email_missing"));
    let waiting = "SELECT COUNT(*) FROM mail";
    assert_eq!(shop.number(waiting).await, 1);
    loop {
        let answer = manager.post(&email, body()).await;
        if answer.status != 200 {
            assert_eq!(answer.refused(), (429, "order.email_too_often"));
            break;
        }
    }
}
