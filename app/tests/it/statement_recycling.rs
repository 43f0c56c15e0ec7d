//! Recycling credit in statements: what was granted is in one, and is neither sold nor paid.

use serde_json::{Value, json};
use shell::db::params;

use crate::deposit::euro;
use crate::payment::assert_books_hold;
use crate::recorded::lift_guards;
use crate::recycling::{credited, shop};
use crate::recycling_credit::{withdraw, withdraw_what_was_spent};
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

#[tokio::test]
async fn what_a_seller_pays_back_is_told_by_x_statement_and_z_beside_what_was_granted() {
    let (shop, _, manager) = shop().await;
    withdraw_what_was_spent(&shop, &manager).await;
    let told = |it: &Value| {
        ["recyclingGranted", "recyclingRepaid"].map(|name| it[name]["minor"].as_i64().unwrap())
    };
    let spent = 12_900;
    for (till, expected) in [("PAR-1", [0, 0]), ("PAR-3", [0, spent])] {
        let x = format!("/statement/x?terminalNo={till}");
        assert_eq!(told(&manager.get(&x).await.ok()), expected, "{till}");
    }
    assert_eq!(told(&manager.get("/statement/x").await.ok()), [0, spent]);
    let statement = calculate(&manager).await.ok();
    assert_eq!(told(&statement), [0, spent]);
    let at_work = manager.get("/statement/x").await.ok();
    assert_eq!(told(&at_work), [0, spent], "in the statement at work");
    let posted = manager
        .post(&of(&statement, "posting"), json!({}))
        .await
        .ok();
    assert_eq!(told(&posted), [0, spent]);
    let after = manager.get("/statement/x").await.ok();
    assert_eq!(told(&after), [0, 0], "in a posted statement");
    assert_books_hold(&shop).await;
    // The tables are held against the entries and against the Z.
    lift_guards(&shop, &["statement"]).await;
    shop.change("UPDATE statement SET recycling_repaid = recycling_repaid + 1")
        .await;
    assert_eq!(statement::verify(shop.db()).await.unwrap().len(), 2);
    shop.change("UPDATE statement SET recycling_repaid = recycling_repaid - 1")
        .await;
    assert_eq!(statement::verify(shop.db()).await.unwrap(), []);
}
