//! What the office does: blocks, frees, voids, takes batches in, and says what each store does.

use reqwest::Method;
use serde_json::{Value, json};
use testkit::Shop;
use uuid::Uuid;

use super::{CODE, assert_ledgers_hold, at_ten, check, number, open_cards, paying, sell};
use crate::statement::{calculate, of};

#[tokio::test]
async fn the_office_blocks_frees_and_voids_with_a_reason() {
    let shop = Shop::open().await;
    open_cards(&shop, 2, 10_000).await;
    let manager = shop.seller("manager").await.repeating();
    let list = manager.get("/gift-card?search=0001").await.ok();
    let id = list["page"]["items"][0]["giftCardId"]
        .as_str()
        .unwrap()
        .to_owned();
    let path = format!("/gift-card/{id}");
    let card = manager.get(&path).await.ok();
    assert_eq!(card["actions"], json!(["BLOCK", "VOID"]));
    assert_eq!(card["cardNo"], number(1));
    let change = |action: &str, version: i64, reason: &str| {
        let body = json!({ "action": action, "version": version, "reason": reason });
        let (manager, path) = (manager.clone(), format!("{path}/state"));
        async move { manager.post(&path, body).await }
    };
    let version = card["version"].as_i64().unwrap();
    assert_eq!(
        change("BLOCK", version, " ").await.refused(),
        (422, "setting.required")
    );
    let card = change("BLOCK", version, "Lost").await.ok();
    assert_eq!(card["card"]["state"], "BLOCKED");
    assert_eq!(card["notes"][0]["reason"], "Lost");
    assert_eq!(card["notes"][0]["staffName"], "Nadia Roche");
    let stale = change("UNBLOCK", version, "Found").await;
    assert_eq!(stale.refused(), (409, "setting.changed_meanwhile"));
    let mei = paying(&shop).await;
    let checked = check(&mei, &number(1), CODE).await.ok();
    assert_eq!(checked["refusal"]["key"], "gift_card.unavailable");
    let card = change("UNBLOCK", card["version"].as_i64().unwrap(), "Found")
        .await
        .ok();
    assert_eq!(card["card"]["state"], "ACTIVE");
    let card = change("VOID", card["version"].as_i64().unwrap(), "Typing error")
        .await
        .ok();
    assert_eq!(card["card"]["state"], "VOIDED");
    assert_eq!(card["ledger"][0]["entryType"], "VOID");
    assert_eq!(card["ledger"][0]["amount"]["minor"], -10_000);
    assert_eq!(card["actions"], json!([]));
    let refused = change("BLOCK", card["version"].as_i64().unwrap(), "Lost").await;
    assert_eq!(refused.refused(), (409, "gift_card.wrong_state"));
    // Of yesterday none is voided.
    shop.change("UPDATE gift_card SET activated_on = '2020-01-01' WHERE state = 'ACTIVE'")
        .await;
    let other = manager.get("/gift-card?state=ACTIVE").await.ok();
    let id = other["page"]["items"][0]["giftCardId"].as_str().unwrap();
    let card = manager.get(&format!("/gift-card/{id}")).await.ok();
    assert_eq!(card["actions"], json!(["BLOCK"]));
    let body = json!({ "action": "VOID", "version": card["version"], "reason": "Late" });
    let refused = manager.post(&format!("/gift-card/{id}/state"), body).await;
    assert_eq!(refused.refused(), (409, "gift_card.void_too_late"));
    assert_eq!(mei.get("/gift-card").await.status.as_u16(), 403);
    assert_ledgers_hold(&shop).await;
}

#[tokio::test]
async fn a_card_whose_sale_is_in_a_statement_is_not_voided() {
    let (shop, _) = at_ten().await;
    open_cards(&shop, 1, 0).await;
    let manager = shop.seller("manager").await;
    sell(&manager, 1, 10_000).await.ok();
    manager.start_payment().await;
    manager.pay_cash(10_000).await.ok();
    let list = manager.get("/gift-card?search=0001").await.ok();
    let id = list["page"]["items"][0]["giftCardId"].as_str().unwrap();
    let path = format!("/gift-card/{id}");
    let statement = calculate(&manager).await.ok();
    let card = manager.get(&path).await.ok();
    assert_eq!(card["actions"], json!(["BLOCK"]));
    let body = json!({ "action": "VOID", "version": card["version"], "reason": "Typing error" });
    let refused = manager.post(&format!("{path}/state"), body.clone()).await;
    assert_eq!(refused.refused(), (409, "gift_card.void_too_late"));
    manager.post(&of(&statement, "clear"), json!({})).await.ok();
    let voided = manager.post(&format!("{path}/state"), body).await.ok();
    assert_eq!(voided["card"]["state"], "VOIDED");
    assert_ledgers_hold(&shop).await;
}

#[tokio::test]
async fn the_office_makes_and_imports_batches_and_lists_them() {
    let shop = Shop::open().await;
    open_cards(&shop, 3, 10_000).await;
    let admin = shop.log_in("admin").await.repeating();
    let batch = json!({ "batchCode": "B-1", "marketCode": "EU", "currency": "EUR", "count": 5 });
    let made = admin.post("/gift-card/batch", batch.clone()).await.ok();
    assert_eq!(made["cards"].as_array().unwrap().len(), 5);
    let again = admin.post("/gift-card/batch", batch).await;
    assert_eq!(again.refused(), (409, "gift_card.batch_taken"));
    // What was printed can be sold, and nothing of its code is kept.
    let mei = shop.seller("mei").await.repeating();
    let body = json!({ "cardNo": made["cards"][0]["cardNo"], "code": made["cards"][0]["code"] });
    mei.post("/gift-card/available", body).await.ok();
    let code = made["cards"][0]["code"].as_str().unwrap().to_owned();
    for (table, column) in [("idempotency", "answer"), ("setting_change", "after")] {
        let sql = format!("SELECT COUNT(*) FROM {table} WHERE {column} LIKE '%{code}%'");
        assert_eq!(shop.number(Box::leak(sql.into_boxed_str())).await, 0);
    }
    let import = |csv: &str| json!({ "batchCode": "B-2", "marketCode": "EU", "currency": "EUR", "csv": csv });
    let good = "cardNo,code\n6279777700000001,4F7K2M\n6279777700000002,4F7K2N\n";
    let taken = format!("cardNo,code\n{},4F7K2M\n", number(1));
    let refused = admin.post("/gift-card/import", import(&taken)).await;
    assert_eq!(refused.refused(), (409, "gift_card.import_repeated"));
    let key = Uuid::now_v7();
    for _ in 0..2 {
        let done = admin
            .keyed(Method::POST, "/gift-card/import", key, import(good))
            .await;
        assert_eq!(done.ok()["cards"], 2);
    }
    // Page by page, the newest first, and filtered.
    let mut path = "/gift-card?limit=4".to_owned();
    let mut seen = Vec::new();
    loop {
        let list = admin.get(&path).await.ok();
        assert_eq!(list["page"]["total"], 10);
        for card in list["page"]["items"].as_array().unwrap() {
            seen.push(card["giftCardId"].as_str().unwrap().to_owned());
        }
        match list["page"]["nextCursor"].as_str() {
            Some(cursor) => path = format!("/gift-card?limit=4&cursor={cursor}"),
            None => break,
        }
    }
    assert_eq!(seen.len(), 10);
    assert!(seen.is_sorted_by(|one, other| one > other));
    for (query, rows) in [
        ("batchCode=B-2", 2),
        ("state=ACTIVE", 3),
        ("storeNo=PAR", 3),
        ("storeNo=MIL", 0),
        ("search=6279-7777", 2),
        ("search=0002", 2),
        ("search=62797777&state=ACTIVE", 0),
    ] {
        let list = admin.get(&format!("/gift-card?{query}")).await.ok();
        assert_eq!(list["page"]["total"], rows, "{query}");
    }
    let table = admin
        .request(Method::GET, "/gift-card/export.csv?state=ACTIVE")
        .send();
    let table = table.await.unwrap().text().await.unwrap();
    assert_eq!(table.lines().count(), 4);
    let card = format!(
        "\"{}\",\"TEST-1\",\"EU\",\"ACTIVE\",\"EUR\",100.00,0.00,100.00",
        number(1)
    );
    assert!(table.contains(&card), "{table}");
    let exported = "SELECT COUNT(*) FROM journal_entry WHERE kind = 'event'";
    assert!(shop.number(exported).await > 0);
}

#[tokio::test]
async fn head_office_says_what_each_store_does() {
    let shop = Shop::open().await;
    let admin = shop.log_in("admin").await.repeating();
    let path = "/setting/gift-card-store/PAR";
    let entry = admin.get(path).await.ok();
    assert_eq!(
        (&entry["version"], &entry["value"]["sellGiftCard"]),
        (&json!(0), &json!(false))
    );
    let mut value = entry["value"].clone();
    value["sellGiftCard"] = json!(true);
    value["marketCode"] = json!("EU");
    let save = |version: i64, value: Value| {
        let (admin, body) = (admin.clone(), json!({ "version": version, "value": value }));
        async move { admin.put(path, body).await }
    };
    let saved = save(0, value.clone()).await.ok();
    assert_eq!(saved["version"], 1);
    assert_eq!(saved["value"]["validMonths"], 24);
    assert_eq!(
        save(0, value.clone()).await.refused(),
        (409, "setting.changed_meanwhile")
    );
    value["minimumAmount"] = json!(5_000);
    value["maximumAmount"] = json!(4_000);
    assert_eq!(
        save(1, value.clone()).await.refused(),
        (422, "setting.out_of_range")
    );
    value["maximumAmount"] = json!(6_000);
    value["validMonths"] = Value::Null;
    let saved = save(1, value).await.ok();
    assert_eq!(admin.get(path).await.ok(), saved);
    assert_eq!(saved["value"]["validMonths"], Value::Null);
    assert_eq!(admin.get("/setting/gift-card-store").await.ok()["total"], 2);
    let changes = "SELECT COUNT(*) FROM setting_change WHERE setting = 'giftCardStore'";
    assert_eq!(shop.number(changes).await, 2);
}

#[tokio::test]
async fn ledgers_and_numbers_of_cards_refuse_change() {
    let shop = Shop::open().await;
    open_cards(&shop, 1, 10_000).await;
    for sql in [
        "DELETE FROM gift_card_ledger",
        "UPDATE gift_card_ledger SET amount = 1",
        "DELETE FROM gift_card",
        "UPDATE gift_card SET card_no = 'X'",
        "UPDATE gift_card SET balance = -1",
        "UPDATE gift_card SET balance = 10001",
        "UPDATE gift_card SET balance = 0",
    ] {
        let refused = shop
            .db()
            .write(sql, |tx, sql| {
                Box::pin(async move {
                    tx.execute(sql, &[]).await?;
                    Ok(())
                })
            })
            .await;
        assert!(refused.is_err(), "{sql}");
    }
}
