//! Recycling credit in statements: what was granted is in one, and is neither sold nor paid.

use serde_json::{Value, json};
use shell::db::params;

use crate::deposit::euro;
use crate::recycling::{credited, shop, withdraw};
use crate::statement::{calculate, count, of, sell_bag};

/// What a document of the tests brings.
const CREDIT: i64 = 32_967;

#[tokio::test]
async fn recycling_credit_that_was_granted_is_in_one_statement_and_neither_sold_nor_paid() {
    let (shop, _, manager) = shop().await;
    let first = credited(&manager, "A1").await;
    sell_bag(&manager).await;
    let statement = calculate(&manager).await.ok();
    assert_eq!(statement["recyclingGranted"], euro(CREDIT));
    assert_eq!(statement["documents"], 1, "the bag");
    // Cleared, it is in none; calculated again, once.
    let cleared = manager.post(&of(&statement, "clear"), json!({})).await.ok();
    assert_eq!(cleared["recyclingGranted"], euro(0));
    let held = "SELECT COUNT(*) FROM statement_recycling_entry";
    assert_eq!(shop.number(held).await, 0);
    let statement = calculate(&manager).await.ok();
    assert_eq!(statement["recyclingGranted"], euro(CREDIT));
    // What is granted behind it waits for the next one.
    credited(&manager, "A2").await;
    let drawer = [(20_000, 1), (10, 1)];
    let counted = count(&manager, &statement, "PAR-3", &drawer).await.ok();
    assert_eq!(counted["salesAmount"], euro(10));
    assert_eq!(counted["paymentAmount"], euro(10));
    let posting = json!({ "bagNo": "BB-1" });
    let posted = manager.post(&of(&statement, "posting"), posting).await.ok();
    assert_eq!(posted["recyclingGranted"], euro(CREDIT));

    let second = calculate(&manager).await.ok();
    assert_eq!(second["recyclingGranted"], euro(CREDIT));
    assert_eq!(second["documents"], 0);
    // A seller withdraws: it is taken back in the statement of today.
    withdraw(&manager, &first, Value::Null).await.ok();
    manager.post(&of(&second, "posting"), json!({})).await.ok();
    let third = calculate(&manager).await.ok();
    assert_eq!(third["recyclingGranted"], euro(-CREDIT));
    manager.post(&of(&third, "posting"), json!({})).await.ok();
    assert_eq!(shop.number(held).await, 3);
    for sql in [
        "UPDATE statement_recycling_entry SET statement_no = statement_no",
        "DELETE FROM statement_recycling_entry",
    ] {
        let change = shop.db().write(sql, |tx, sql| {
            Box::pin(async move { Ok(tx.execute(sql, params![]).await?) })
        });
        assert!(change.await.is_err(), "{sql}");
    }
}
