//! What staff may take off, who has to approve more, and where it is written down.

use serde_json::{Value, json};
use testkit::{Client, PASSWORD, Shop};

use crate::prices::PAIR;

/// A discount as a part in per cent.
fn percent(percent: i64) -> Value {
    json!({ "kind": "PERCENT", "value": percent * 10_000, "reasonCode": "LOYAL" })
}

async fn with_bracelet(shop: &Shop) -> (Client, String) {
    let mei = shop.seller("mei").await;
    let basket = mei.add("BR-1", "", 1).await.ok();
    let line_id = basket["lines"][0]["lineId"].as_str().unwrap().to_owned();
    (mei, line_id)
}

async fn approval(mei: &Client, action: Value) -> String {
    let asked = mei.post("/basket/approval", action).await.ok();
    asked["approvalId"].as_str().unwrap().to_owned()
}

async fn sign(mei: &Client, approval_id: &str, staff_id: &str) -> testkit::Answer {
    let path = format!("/basket/approval/{approval_id}/sign");
    mei.post(&path, json!({ "staffId": staff_id, "password": PASSWORD }))
        .await
}

#[tokio::test]
async fn five_per_cent_are_within_the_limits_of_a_salesperson() {
    let shop = Shop::open().await;
    let (mei, line_id) = with_bracelet(&shop).await;
    let path = format!("/basket/line/{line_id}/discount");
    let basket = mei.put(&path, percent(5)).await.ok();
    assert_eq!(basket["subtotal"]["minor"], 45_000);
    assert_eq!(basket["discount"]["minor"], 2_250);
    assert_eq!(basket["total"]["minor"], 42_750);
    let line = &basket["lines"][0];
    assert_eq!(line["discounts"][0]["source"], "LINE");
    assert_eq!(line["discounts"][0]["reasonCode"], "LOYAL");
    assert_eq!(line["manualDiscount"]["givenBy"], "mei");
    let basket = mei.delete(&path).await.ok();
    assert_eq!(basket["total"]["minor"], 45_000);
    let told = "SELECT COUNT(*) FROM journal_entry WHERE kind = 'event' \
                AND kind_seq > 0 AND payload IS NOT NULL";
    assert!(shop.number(told).await > 0);
}

#[tokio::test]
async fn more_takes_a_manager_who_signs_once_for_this_very_discount() {
    let shop = Shop::open().await;
    let (mei, line_id) = with_bracelet(&shop).await;
    let path = format!("/basket/line/{line_id}/discount");
    let refused = mei.put(&path, percent(20)).await;
    assert_eq!(refused.refused(), (409, "sale.approval_required"));
    let action = |value: i64| json!({ "action": "LINE_DISCOUNT", "lineId": line_id, "kind": "PERCENT", "value": value });
    let approval_id = approval(&mei, action(200_000)).await;
    let own = sign(&mei, &approval_id, "mei").await;
    assert_eq!(own.refused(), (409, "sale.approval_by_somebody_else"));
    let colleague = sign(&mei, &approval_id, "leo").await;
    assert_eq!(colleague.refused(), (409, "sale.approval_limit"));
    let signed = sign(&mei, &approval_id, "manager").await.ok();
    assert_eq!(signed["approvedBy"], "manager");
    let with = |percents: i64| {
        let mut body = percent(percents);
        body["approvalId"] = json!(approval_id);
        body
    };
    let other = mei.put(&path, with(25)).await;
    assert_eq!(other.refused(), (409, "sale.approval_other_action"));
    let basket = mei.put(&path, with(20)).await.ok();
    assert_eq!(basket["total"]["minor"], 36_000);
    assert_eq!(basket["lines"][0]["discounts"][0]["approvedBy"], "manager");
    let manual = &basket["lines"][0]["manualDiscount"];
    assert_eq!(manual["givenByName"], "Mei Lin");
    assert_eq!(manual["approvedByName"], "Nadia Roche");
    let again = mei.put(&path, with(20)).await;
    assert_eq!(again.refused(), (409, "sale.approval_ended"));
}

#[tokio::test]
async fn a_package_takes_no_line_beyond_what_was_granted_on_it() {
    let shop = Shop::open().await;
    for sql in PAIR {
        shop.change(sql).await;
    }
    let (mei, line_id) = with_bracelet(&shop).await;
    let path = format!("/basket/line/{line_id}/discount");
    let basket = mei.put(&path, percent(5)).await.ok();
    assert_eq!(basket["total"]["minor"], 42_750);
    // The pair costs 20 % less: with the 5 % before it would be 24 %, which takes a manager.
    let basket = mei.add("ER-1", "", 1).await.ok();
    let given = |basket: &Value| basket["lines"][0]["manualDiscount"]["isDropped"].clone();
    assert_eq!(given(&basket), json!(true));
    assert_eq!(basket["total"]["minor"], 46_320);
    let refused = mei.put(&path, percent(5)).await;
    assert_eq!(refused.refused(), (409, "sale.approval_required"));
    let earrings = basket["lines"][1]["lineId"].as_str().unwrap();
    let of_earrings = format!("/basket/line/{earrings}");
    let basket = mei.delete(&of_earrings).await.ok();
    assert_eq!(given(&basket), json!(false), "without the pair it is given");
    assert_eq!(basket["total"]["minor"], 42_750);

    // A manager stands for up to 35 %, whatever comes first.
    let action = json!({ "action": "LINE_DISCOUNT", "lineId": line_id, "kind": "PERCENT",
        "value": 60_000 });
    let approval_id = approval(&mei, action).await;
    sign(&mei, &approval_id, "manager").await.ok();
    let mut six = percent(6);
    six["approvalId"] = json!(approval_id);
    mei.put(&path, six).await.ok();
    let basket = mei.add("ER-1", "", 1).await.ok();
    assert_eq!(given(&basket), json!(false));
    assert_eq!(basket["total"]["minor"], 36_000 - 2_160 + 10_320);
    mei.start_payment().await;
    mei.pay_cash(44_160).await.ok();
    let kept = "SELECT CAST(SUM(amount) AS BIGINT) FROM sales_order_discount \
                WHERE source = 'LINE' AND approved_by = 'manager'";
    assert_eq!(shop.number(kept).await, 2_160);
}

#[tokio::test]
async fn an_approval_ends_with_a_change_of_the_basket() {
    let shop = Shop::open().await;
    let (mei, line_id) = with_bracelet(&shop).await;
    let action =
        json!({ "action": "LINE_DISCOUNT", "lineId": line_id, "kind": "AMOUNT", "value": 9_000 });
    let approval_id = approval(&mei, action).await;
    sign(&mei, &approval_id, "manager").await.ok();
    mei.add("ER-1", "", 1).await.ok();
    let path = format!("/basket/line/{line_id}/discount");
    let body = json!({ "kind": "AMOUNT", "value": 9_000, "reasonCode": "DAMAGED",
        "approvalId": approval_id });
    let refused = mei.put(&path, body).await;
    assert_eq!(refused.refused(), (409, "sale.approval_ended"));
}

#[tokio::test]
async fn three_wrong_passwords_lock_the_approver() {
    let shop = Shop::open().await;
    let (mei, line_id) = with_bracelet(&shop).await;
    let action = json!({ "action": "PRICE_OVERRIDE", "lineId": line_id, "price": 40_000 });
    let approval_id = approval(&mei, action).await;
    let path = format!("/basket/approval/{approval_id}/sign");
    let wrong = json!({ "staffId": "manager", "password": "not this" });
    for left in [2, 1] {
        let answer = mei.post(&path, wrong.clone()).await;
        assert_eq!(answer.refused(), (401, "session.bad_credentials"));
        assert_eq!(answer.envelope["error"]["params"]["triesLeft"], left);
    }
    let third = mei.post(&path, wrong).await;
    assert_eq!(third.refused(), (423, "session.locked"));
    let right = sign(&mei, &approval_id, "manager").await;
    assert_eq!(right.refused(), (423, "session.locked"));
}

#[tokio::test]
async fn what_cannot_be_a_name_signs_nothing_and_is_not_kept() {
    let shop = Shop::open().await;
    let (mei, line_id) = with_bracelet(&shop).await;
    let action =
        json!({ "action": "LINE_DISCOUNT", "lineId": line_id, "kind": "AMOUNT", "value": 9_000 });
    let approval_id = approval(&mei, action).await;
    for name in [&*"x".repeat(3_000), "man ager", "Noël"] {
        let refused = sign(&mei, &approval_id, name).await;
        assert_eq!(refused.refused(), (401, "session.bad_credentials"));
    }
    assert_eq!(shop.number("SELECT COUNT(*) FROM approver_try").await, 0);
    // As when logging in, case does not matter.
    sign(&mei, &approval_id, " Manager").await.ok();
}

#[tokio::test]
async fn a_basket_discount_is_spread_and_a_typed_price_replaces_the_listed_one() {
    let shop = Shop::open().await;
    let manager = shop.seller("manager").await;
    manager.add("BR-1", "", 1).await.ok();
    let basket = manager.add("ER-1", "", 1).await.ok();
    let earrings = basket["lines"][1]["lineId"].as_str().unwrap().to_owned();
    let target = json!({ "kind": "TARGET", "value": 50_000, "reasonCode": "SERVICE" });
    let basket = manager.put("/basket/discount", target).await.ok();
    assert_eq!(basket["total"]["minor"], 50_000);
    assert_eq!(basket["basketDiscount"]["amount"]["minor"], 7_900);
    let taken = |at: usize| basket["lines"][at]["discount"]["minor"].as_i64().unwrap();
    assert_eq!((taken(0), taken(1)), (6_140, 1_760));
    let path = format!("/basket/line/{earrings}/price");
    let same = json!({ "price": 12_900, "reasonCode": "DAMAGED" });
    assert_eq!(
        manager.put(&path, same).await.refused(),
        (422, "sale.price_unchanged")
    );
    let typed = json!({ "price": 9_900, "reasonCode": "DAMAGED" });
    let basket = manager.put(&path, typed).await.ok();
    let line = &basket["lines"][1];
    assert_eq!(line["priceSource"], "OVERRIDDEN");
    assert_eq!(line["listedPrice"]["minor"], 12_900);
    assert_eq!(line["unitPrice"]["minor"], 9_900);
    // The target was for another basket: it fell away.
    assert_eq!(basket["basketDiscount"]["isDropped"], true);
    assert_eq!(basket["total"]["minor"], 54_900);
    let basket = manager.delete(&path).await.ok();
    assert_eq!(basket["total"]["minor"], 50_000);
}

#[tokio::test]
async fn what_makes_no_sense_is_refused() {
    let shop = Shop::open().await;
    let (mei, line_id) = with_bracelet(&shop).await;
    let path = format!("/basket/line/{line_id}/discount");
    for (kind, value) in [
        ("PERCENT", 0),
        ("PERCENT", 1_010_000),
        ("AMOUNT", 0),
        ("AMOUNT", 45_001),
        ("TARGET", 45_000),
        ("TARGET", -1),
    ] {
        let body = json!({ "kind": kind, "value": value, "reasonCode": "LOYAL" });
        let answer = mei.put(&path, body).await;
        assert_eq!(
            answer.refused(),
            (422, "sale.discount_out_of_bounds"),
            "{kind} {value}"
        );
    }
    let mut unknown = percent(5);
    unknown["reasonCode"] = json!("BECAUSE");
    let answer = mei.put(&path, unknown).await;
    assert_eq!(answer.refused(), (422, "sale.discount_reason_unknown"));
    let reasons = mei.get("/discount-reason").await.ok();
    assert!(reasons.as_array().unwrap().len() >= 3);
    let bag = mei.add("BAG", "", 1).await.ok();
    let bag = bag["lines"][1]["lineId"].as_str().unwrap();
    let path = format!("/basket/line/{bag}/discount");
    let answer = mei.put(&path, percent(5)).await;
    assert_eq!(answer.refused(), (409, "sale.discount_not_allowed"));
}

#[tokio::test]
async fn the_order_and_the_journal_keep_each_discount() {
    let shop = Shop::open().await;
    let (mei, line_id) = with_bracelet(&shop).await;
    mei.put(&format!("/basket/line/{line_id}/discount"), percent(5))
        .await
        .ok();
    mei.start_payment().await;
    let paid = mei.pay_cash(42_750).await.ok();
    assert_eq!(paid["order"]["total"]["minor"], 42_750);
    let kept = "SELECT CAST(SUM(amount) AS BIGINT) FROM sales_order_discount \
                WHERE source = 'LINE' AND reason_code = 'LOYAL' AND given_by = 'mei'";
    assert_eq!(shop.number(kept).await, 2_250);
    let order = "SELECT subtotal - discount - total FROM sales_order";
    assert_eq!(shop.number(order).await, 0);
    let line = "SELECT unit_price * quantity - discount - net FROM sales_order_line";
    assert_eq!(shop.number(line).await, 0);
}
