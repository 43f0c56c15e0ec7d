//! Refusals that no other story meets on its way.

use serde_json::json;
use testkit::{PASSWORD, Shop};

#[tokio::test]
async fn what_is_not_there_is_said_by_name() {
    let shop = Shop::open().await;
    let mei = shop.seller("mei").await;
    let answer = mei.get("/item/NOTHING").await;
    assert_eq!(answer.refused(), (404, "catalog.item_not_found"));
    let answer = mei.get("/temp-data/terminal/right/PAR-1").await;
    assert_eq!(answer.refused(), (404, "sale.temporary_data_not_found"));
    let answer = mei.get("/order/00000000-0000-0000-0000-000000000000").await;
    assert_eq!(answer.refused(), (404, "order.not_found"));
}

#[tokio::test]
async fn nothing_is_paid_that_has_no_price_or_no_piece() {
    let shop = Shop::open().await;
    let mei = shop.seller("mei").await;
    let answer = mei.post("/payment/start", json!({})).await;
    assert_eq!(answer.refused(), (409, "sale.nothing_to_pay"));
    let basket = mei.add("NEW", "", 1).await.ok();
    assert_eq!(basket["blockedBy"]["key"], "sale.no_price");
    assert_eq!(basket["blockedBy"]["params"]["itemNo"], "NEW");
    let answer = mei.post("/payment/start", json!({})).await;
    assert_eq!(answer.refused(), (409, "sale.no_price"));
}

#[tokio::test]
async fn a_line_has_a_most() {
    let shop = Shop::open().await;
    let mei = shop.seller("mei").await;
    let answer = mei.add("BAG", "", 1_000_000).await;
    assert_eq!(answer.refused(), (422, "sale.quantity_above_maximum"));
    mei.add("BAG", "", 900).await.ok();
    let answer = mei.add("BAG", "", 900).await;
    assert_eq!(answer.refused(), (422, "sale.quantity_above_maximum"));
}

#[tokio::test]
async fn a_basket_at_work_is_not_replaced_by_the_one_left_behind() {
    let shop = Shop::open().await;
    let mei = shop.seller("mei").await;
    mei.add("BR-1", "", 1).await.ok();
    mei.post("/logout", json!({})).await.ok();
    let mei = shop.seller("mei").await;
    mei.add("ER-1", "", 1).await.ok();
    let answer = mei.post("/basket/restore", json!({})).await;
    assert_eq!(answer.refused(), (409, "sale.basket_not_empty"));
    let basket = mei.get("/basket").await.ok();
    assert_eq!(basket["lines"][0]["itemNo"], "ER-1");
}

#[tokio::test]
async fn a_code_comes_only_by_a_way_that_the_account_has() {
    let shop = Shop::open().await;
    let login = json!({ "username": "otp", "password": PASSWORD });
    let challenge = shop.visitor().post("/login", login).await.ok();
    let ask =
        |channel: &str| json!({ "challengeId": challenge["challengeId"], "channel": channel });
    // This shop has no mail server.
    let answer = shop.visitor().post("/login/code", ask("email")).await;
    assert_eq!(answer.refused(), (503, "session.code_not_sent"));
    shop.change("UPDATE salesperson SET email = NULL WHERE staff_id = 'otp'")
        .await;
    let answer = shop.visitor().post("/login/code", ask("email")).await;
    assert_eq!(answer.refused(), (422, "session.channel_unknown"));
}

#[tokio::test]
async fn a_search_for_customers_wants_a_word() {
    let shop = Shop::open().await;
    let mei = shop.seller("mei").await;
    let answer = mei.post("/customer/search", json!({ "term": " " })).await;
    assert_eq!(answer.refused(), (422, "crm.search_term_missing"));
    let found = mei
        .post("/customer/search", json!({ "term": "inès" }))
        .await
        .ok();
    assert_eq!(found["items"][0]["name"], "Inès Marchetti");
    let none = mei
        .post("/customer/search", json!({ "term": "nobody" }))
        .await
        .ok();
    assert_eq!(none, json!({ "items": [], "nextAfter": null }));
}

#[tokio::test]
async fn what_waits_for_a_store_is_counted() {
    let shop = Shop::open().await;
    let mei = shop.seller("mei").await;
    let numbers = mei.get("/alert/getAlertNum").await.ok();
    assert_eq!(
        numbers,
        json!({
            "code": 200, "RMA": 0, "deposit": 0, "recall": 0, "cashReport": null,
            "unpostedDate": null, "failedJobs": [],
        })
    );
    let unfinished = mei
        .get("/inventory/shipment/getunfinishrecallorder")
        .await
        .ok();
    assert_eq!(unfinished, json!({ "code": 200, "data": 0 }));
}

#[tokio::test]
async fn a_visitor_learns_only_whether_the_installation_is_set_up() {
    let shop = Shop::open().await;
    let setup = shop.visitor().get("/setup").await.ok();
    assert_eq!(setup["needed"], false);
}
