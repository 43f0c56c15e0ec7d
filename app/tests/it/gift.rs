//! Gifts with purchase: earned, chosen, lost.

use serde_json::{Value, json};
use testkit::{Client, Shop};

const CAMPAIGN: [&str; 4] = [
    "INSERT INTO gift_campaign (campaign_id, name, enabled, currency_code, qualifying_amount, \
     member_only, stackable, per_customer_limit, version, changed_by, changed_at) \
     VALUES ('XMAS', 'Christmas', TRUE, 'EUR', 20000, FALSE, TRUE, 1, 1, 'admin', 0)",
    "INSERT INTO gift_campaign_store (campaign_id, store_no) VALUES ('XMAS', 'PAR')",
    "INSERT INTO gift_campaign_item (campaign_id, position, item_no) VALUES ('XMAS', 1, 'CARE')",
    "UPDATE item SET item_class_code = 'ALL' WHERE item_no = 'CARE'",
];
const RESERVED: &str = "SELECT CAST(SUM(reserved) AS BIGINT) FROM stock WHERE item_no = 'CARE'";

pub(crate) async fn open() -> (Shop, Client) {
    let shop = Shop::open().await;
    for sql in CAMPAIGN {
        shop.change(sql).await;
    }
    let mei = shop.seller("mei").await;
    (shop, mei)
}

pub(crate) fn choice() -> Value {
    json!({ "campaignId": "XMAS", "itemNos": ["CARE"], "withToteBag": false,
        "toteBagItemNos": [] })
}

pub(crate) async fn name_customer(mei: &Client) -> Value {
    let ines = json!({ "customerId": uuid::Uuid::from_u128(1) });
    mei.put("/basket/customer", ines).await.ok()
}

#[tokio::test]
async fn a_gift_wants_the_amount_and_then_a_customer() {
    let (shop, mei) = open().await;
    mei.add("ER-1", "", 1).await.ok();
    let gifts = mei.get("/basket/gift").await.ok();
    let campaign = &gifts["campaigns"][0];
    assert_eq!(campaign["refusal"]["key"], "sale.gift_not_earned");
    assert_eq!(campaign["refusal"]["params"]["missing"]["minor"], 7_100);
    mei.add("BR-1", "", 1).await.ok();
    let early = mei.post("/basket/gift", choice()).await;
    assert_eq!(early.refused(), (409, "sale.customer_first"));
    assert_eq!(
        early.envelope["message"],
        "Please search or create a customer first"
    );
    name_customer(&mei).await;
    let basket = mei.post("/basket/gift", choice()).await.ok();
    let gift = &basket["lines"][2];
    assert_eq!(
        (&gift["itemNo"], &gift["isGift"]),
        (&json!("CARE"), &json!(true))
    );
    assert_eq!(gift["net"]["minor"], 0);
    assert_eq!(basket["total"]["minor"], 57_900);
    assert_eq!(shop.number(RESERVED).await, 1);
    mei.start_payment().await;
    mei.pay_cash(57_900).await.ok();
    let had = "SELECT COUNT(*) FROM sales_order_line WHERE campaign_id = 'XMAS' AND net = 0";
    assert_eq!(shop.number(had).await, 1);
    // One for each customer.
    mei.add("BR-1", "", 1).await.ok();
    name_customer(&mei).await;
    let second = mei.post("/basket/gift", choice()).await;
    assert_eq!(second.refused(), (409, "sale.gift_limit"));
}

#[tokio::test]
async fn one_gift_that_two_tills_chose_for_a_customer_is_given_once() {
    let (shop, mei) = open().await;
    let leo = shop.seller("leo").await;
    for till in [&mei, &leo] {
        till.add("BR-1", "", 1).await.ok();
        name_customer(till).await;
        till.post("/basket/gift", choice()).await.ok();
    }
    mei.start_payment().await;
    // Both are taking money: whoever came first gives it, unless they go back.
    let start = || leo.post("/payment/start", json!({}));
    assert_eq!(start().await.refused(), (409, "sale.gift_limit"));
    mei.post("/payment/back", json!({})).await.ok();
    start().await.ok();
    leo.post("/payment/back", json!({})).await.ok();
    mei.start_payment().await;
    mei.pay_cash(45_000).await.ok();
    assert_eq!(start().await.refused(), (409, "sale.gift_limit"));
    leo.delete("/basket/gift").await.ok();
    start().await.ok();
    leo.pay_cash(45_000).await.ok();
    let given = "SELECT COUNT(*) FROM sales_order_line WHERE campaign_id = 'XMAS'";
    assert_eq!(shop.number(given).await, 1);
    assert_eq!(shop.number(RESERVED).await, 0);
}

#[tokio::test]
async fn a_gift_of_a_campaign_that_is_over_is_not_paid() {
    let (shop, mei) = open().await;
    mei.add("BR-1", "", 1).await.ok();
    name_customer(&mei).await;
    mei.post("/basket/gift", choice()).await.ok();
    shop.change("UPDATE gift_campaign SET enabled = FALSE")
        .await;
    let over = mei.post("/payment/start", json!({})).await;
    assert_eq!(over.refused(), (409, "sale.gift_not_offered"));
    mei.delete("/basket/gift").await.ok();
    mei.start_payment().await;
}

#[tokio::test]
async fn any_change_of_the_order_takes_the_gift_away_and_says_so() {
    let (shop, mei) = open().await;
    let basket = mei.add("BR-1", "", 1).await.ok();
    let line = basket["lines"][0]["lineId"].as_str().unwrap().to_owned();
    name_customer(&mei).await;
    mei.post("/basket/gift", choice()).await.ok();
    let note = json!({ "note": "wrapped" });
    let basket = mei.put("/basket/note", note).await.ok();
    assert_eq!(
        basket["lines"].as_array().unwrap().len(),
        2,
        "a note is none"
    );
    let percent = json!({ "kind": "PERCENT", "value": 10_000, "reasonCode": "LOYAL" });
    let path = format!("/basket/line/{line}/discount");
    let basket = mei.put(&path, percent).await.ok();
    assert_eq!(basket["lines"].as_array().unwrap().len(), 1);
    assert_eq!(basket["giftRemoved"], true);
    assert_eq!(shop.number(RESERVED).await, 0);
    // It is earned still, and may be chosen again; then the notice is over.
    let basket = mei.post("/basket/gift", choice()).await.ok();
    assert_eq!(basket["giftRemoved"], false);
    let basket = mei.delete("/basket/gift").await.ok();
    assert_eq!(basket["lines"].as_array().unwrap().len(), 1);
    assert_eq!(shop.number(RESERVED).await, 0);
}

#[tokio::test]
async fn more_than_one_gift_or_a_bag_without_its_option_is_refused() {
    let (_shop, mei) = open().await;
    mei.add("BR-1", "", 1).await.ok();
    name_customer(&mei).await;
    let with = |items: Value, option: bool, bags: Value| {
        json!({ "campaignId": "XMAS", "itemNos": items, "withToteBag": option,
            "toteBagItemNos": bags })
    };
    let two = mei
        .post(
            "/basket/gift",
            with(json!(["CARE", "ER-1"]), false, json!([])),
        )
        .await;
    assert_eq!(two.refused(), (422, "sale.gift_more_than_one"));
    assert_eq!(
        two.envelope["message"],
        "cannot add more than 1 GWP unless the tote bag option is chosen"
    );
    let bag = mei
        .post(
            "/basket/gift",
            with(json!(["CARE"]), false, json!(["TOTEBAG-S"])),
        )
        .await;
    assert_eq!(bag.refused(), (422, "sale.gift_tote_bag"));
    let both = json!(["TOTEBAG-S", "TOTEBAG-L"]);
    let bags = mei
        .post("/basket/gift", with(json!(["CARE"]), true, both))
        .await;
    assert_eq!(bags.refused(), (422, "sale.gift_tote_bag"));
    let other = mei
        .post("/basket/gift", with(json!(["ER-1"]), false, json!([])))
        .await;
    assert_eq!(other.refused(), (409, "sale.gift_not_offered"));
}
