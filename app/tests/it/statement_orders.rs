//! From a statement to its orders: the list, its sum, its table and its paper show what the statement
//! holds, of all days, to whoever may see the store.

use std::time::Duration;

use reqwest::Method;
use serde_json::{Value, json};
use testkit::Client;

use crate::statement::{calculate, of, open, sell_bag};
use crate::statement_report::paper;

/// The receipts of a list.
async fn receipts(client: &Client, query: &str) -> Vec<String> {
    let page = client.get(&format!("/order?{query}")).await.ok();
    let items = page["items"].as_array().unwrap().iter();
    items
        .map(|it| it["receiptNo"].as_str().unwrap().to_owned())
        .collect()
}

async fn summary(client: &Client, query: &str) -> (Value, Value) {
    let sums = client.get(&format!("/order/summary?{query}")).await.ok();
    (sums["total"].clone(), sums["paid"]["minor"].clone())
}

#[tokio::test]
async fn the_orders_of_a_statement_are_listed_of_all_days_and_no_others() {
    let (shop, clock) = open().await;
    sell_bag(&shop.seller("manager").await).await;
    clock.advance(Duration::from_secs(24 * 60 * 60));
    let manager = shop.seller("manager").await.repeating();
    let late = receipts(&manager, "from=2026-11-21&to=2026-11-21").await;
    sell_bag(&manager).await;
    let own = receipts(&manager, "").await;
    let statement = calculate(&manager).await.ok();
    assert_eq!(statement["documents"], 2, "the late one is in it");
    sell_bag(&manager).await;
    let after = receipts(&manager, "limit=1").await;
    let held = [own.clone(), late.clone()].concat();
    assert_eq!((held.len(), after.len()), (2, 1));
    assert!(!held.contains(&after[0]));

    let number = statement["statementNo"].as_str().unwrap();
    let query = format!("statementNo={number}");
    // Dates, words, numbers and tenders narrow it further.
    let table = [
        ("", &held[..]),
        ("&search=bag", &held[..]),
        ("&search=nothing-of-that-name", &[]),
        ("&tenderCode=CASH", &held[..]),
        ("&tenderCode=CASH&search=bag", &held[..]),
        ("&tenderCode=SLIP", &[]),
        ("&staffId=manager", &held[..]),
        ("&staffId=mei", &[]),
        ("&from=2026-11-22&to=2026-11-22", &own[..]),
        ("&from=2026-11-21&to=2026-11-21&search=bag", &late[..]),
        (&format!("&search={}", late[0]), &late[..]),
        (&format!("&search={}", after[0]), &[]),
    ];
    for (more, expected) in table {
        let narrowed = format!("{query}{more}");
        assert_eq!(receipts(&manager, &narrowed).await, expected, "{more}");
        let minor = i64::try_from(expected.len()).unwrap() * 10;
        let told = (json!(expected.len()), json!(minor));
        assert_eq!(summary(&manager, &narrowed).await, told, "{more}");
    }
    for words in ["", "&search=bag"] {
        let first = format!("/order?{query}{words}&limit=1");
        let first = manager.get(&first).await.ok();
        assert_eq!(first["items"][0]["receiptNo"], held[0], "{words}");
        let cursor = first["nextCursor"].as_str().unwrap();
        let second = format!("{query}{words}&limit=1&cursor={cursor}");
        assert_eq!(receipts(&manager, &second).await, late, "{words}");
    }
    let csv = format!("/order/export.csv?{query}");
    let csv = manager.request(Method::GET, &csv).send().await.unwrap();
    let csv = csv.text().await.unwrap();
    assert_eq!(csv.lines().count(), 3, "{csv}");
    assert!(held.iter().all(|it| csv.contains(it)), "{csv}");
    let pdf = paper(&manager, &format!("/order/export.pdf?{query}")).await;
    for wanted in [number, "All days"]
        .into_iter()
        .chain(held.iter().map(String::as_str))
    {
        assert!(pdf.contains(wanted), "no {wanted} in {pdf}");
    }
    assert!(!pdf.contains(&after[0]), "{pdf}");

    // Whoever may not see the store sees none of them, and one that is cleared holds nothing.
    let gia = shop.seller("gia").await;
    for words in ["", "&search=bag"] {
        let query = format!("{query}{words}");
        assert_eq!(receipts(&gia, &query).await, [""; 0], "{words}");
        assert_eq!(summary(&gia, &query).await, (json!(0), json!(0)));
    }
    manager.post(&of(&statement, "clear"), json!({})).await.ok();
    assert_eq!(receipts(&manager, &query).await, [""; 0]);
    assert_eq!(summary(&manager, &query).await, (json!(0), json!(0)));
}
