//! Baskets that wait: parked, taken up elsewhere, and what they keep.

use std::time::Duration;

use sale::store::WAITING_IN_STORE;
use serde_json::{Value, json};
use shell::Clock;
use shell::db::{Engine, params};
use testkit::{Settings, Shop};

const RESERVED: &str = "SELECT CAST(SUM(reserved) AS BIGINT) FROM stock WHERE store_no = 'PAR'";

fn instant(value: &Value) -> jiff::Timestamp {
    value.as_str().unwrap().parse().unwrap()
}

#[tokio::test]
async fn a_parked_basket_keeps_its_pieces_and_any_till_of_the_shop_takes_it_up() {
    let shop = Shop::open().await;
    let (mei, leo) = (shop.seller("mei").await, shop.seller("leo").await);
    mei.add("RG-1", "52", 1).await.ok();
    let next = mei.post("/basket/park", json!({})).await.ok();
    assert_eq!(next["lines"], json!([]));
    assert_eq!(shop.number(RESERVED).await, 1);
    let waiting = leo.get("/basket/waiting").await.ok();
    let basket = &waiting[0];
    assert_eq!(basket["staffName"], "Mei Lin");
    assert_eq!(basket["isParked"], true);
    assert_eq!(basket["pieces"], 1);
    assert_eq!(basket["total"]["minor"], 129_000);
    let (since, until) = (instant(&basket["since"]), instant(&basket["reservedUntil"]));
    assert_eq!(
        until.duration_since(since),
        jiff::SignedDuration::from_hours(2)
    );
    // Another store neither sees it nor takes it.
    let gia = shop.log_in("gia").await;
    assert_eq!(gia.get("/basket/waiting").await.ok(), json!([]));
    let body = json!({ "basketId": basket["basketId"] });
    let elsewhere = gia.post("/basket/resume", body.clone()).await;
    assert_eq!(elsewhere.refused(), (404, "sale.basket_not_waiting"));
    leo.add("ER-1", "", 1).await.ok();
    let resumed = leo.post("/basket/resume", body.clone()).await.ok();
    assert_eq!(resumed["lines"][0]["itemNo"], "RG-1");
    assert_eq!(resumed["lines"][0]["reservedQuantity"], 1);
    assert_eq!(shop.number(RESERVED).await, 2, "leo's own waits instead");
    let again = mei.post("/basket/resume", body).await;
    assert_eq!(again.refused(), (404, "sale.basket_not_waiting"));
    let waiting = mei.get("/basket/waiting").await.ok();
    assert_eq!(waiting[0]["itemNames"], json!(["Gouttes pearl earrings"]));
}

#[tokio::test]
async fn three_baskets_wait_side_by_side() {
    let shop = Shop::open().await;
    let mei = shop.seller("mei").await;
    for item in ["BR-1", "ER-1", "CARE"] {
        mei.add(item, "", 1).await.ok();
        mei.post("/basket/park", json!({})).await.ok();
    }
    let waiting = mei.get("/basket/waiting").await.ok();
    assert_eq!(waiting.as_array().unwrap().len(), 3);
    let nothing = mei.post("/basket/park", json!({})).await;
    assert_eq!(nothing.refused(), (409, "sale.nothing_to_park"));
}

#[tokio::test]
async fn a_basket_that_was_left_behind_says_what_it_came_to_and_holds_nothing() {
    let shop = Shop::open().await;
    let mei = shop.seller("mei").await;
    for item in ["BR-1", "ER-1", "CARE", "CU-1"] {
        let size = if item == "CU-1" { "M" } else { "" };
        mei.add(item, size, 1).await.ok();
    }
    mei.post("/logout", json!({})).await.ok();
    let leo = shop.seller("leo").await;
    let waiting = leo.get("/basket/waiting").await.ok();
    let basket = &waiting[0];
    assert_eq!(basket["isParked"], false);
    assert_eq!(basket["reservedUntil"], Value::Null);
    assert_eq!(basket["total"]["minor"], 45_000 + 12_900 + 500 + 24_900);
    let first = json!(["Méridienne bangle", "Gouttes pearl earrings", "Care set"]);
    assert_eq!(
        (&basket["itemNames"], &basket["pieces"]),
        (&first, &json!(4))
    );
}

#[tokio::test]
async fn after_two_hours_the_pieces_are_free_and_what_is_gone_is_flagged() {
    let clock = Clock::manual("2026-11-21T10:00:00Z".parse().unwrap());
    let shop = Shop::with(Settings {
        clock: Some(clock.clone()),
        ..Settings::default()
    })
    .await;
    let mei = shop.seller("mei").await;
    mei.add("RG-1", "52", 1).await.ok();
    mei.post("/basket/park", json!({})).await.ok();
    let waiting: Value = mei.get("/basket/waiting").await.ok();
    clock.advance(Duration::from_secs(121 * 60));
    let release = sale::job::release_expired_baskets();
    release(shop.shell.clone()).await.unwrap();
    assert_eq!(shop.number(RESERVED).await, 0);
    let leo = shop.seller("leo").await;
    leo.add("RG-1", "52", 1).await.ok();
    let mei = shop.log_in("mei").await;
    let body = json!({ "basketId": waiting[0]["basketId"] });
    let basket = mei.post("/basket/resume", body).await.ok();
    assert_eq!(basket["lines"][0]["quantity"], 1);
    assert_eq!(basket["lines"][0]["reservedQuantity"], 0);
    assert_eq!(basket["blockedBy"]["key"], "sale.line_not_reserved");
}

/// How the engine answers a question, step by step.
async fn plan(shop: &Shop, question: String) -> String {
    let plan = shop.db().read(question, |tx, question| {
        Box::pin(async move {
            let engine = tx.engine();
            let explain = match engine {
                Engine::Sqlite => "EXPLAIN QUERY PLAN",
                Engine::Postgres => {
                    // A table of no more than a page is read as a whole, whatever indexes it has.
                    let sql = "SET LOCAL enable_seqscan = off";
                    tx.execute(sql, params![]).await?;
                    "EXPLAIN"
                }
            };
            let rows = tx
                .query(&format!("{explain} {question}"), params![])
                .await?;
            let mut steps = Vec::new();
            for mut row in rows {
                if engine == Engine::Sqlite {
                    let _: (i64, i64, i64) = (row.read()?, row.read()?, row.read()?);
                }
                steps.push(row.read::<String>()?);
            }
            Ok(steps.join("; "))
        })
    });
    plan.await.unwrap()
}

#[tokio::test]
async fn the_baskets_that_wait_are_found_without_a_look_at_the_others() {
    let shop = Shop::open().await;
    let waiting = WAITING_IN_STORE.replace("$1", "'PAR'");
    for question in [
        format!("SELECT COUNT(*) FROM basket b WHERE {waiting}"),
        format!("SELECT b.basket_id FROM basket b WHERE {waiting} ORDER BY b.parked_at LIMIT 50"),
    ] {
        let plan = plan(&shop, question).await;
        assert!(plan.contains("basket_waiting"), "{plan}");
    }
}
