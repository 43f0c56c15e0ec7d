//! Taking money: cash, cards, both; and the sale in the books.

use std::time::Duration;

use serde_json::{Value, json};
use testkit::{Client, Shop};

/// How long a crowded machine may take to send a payment.
const ARRIVAL_MAX: Duration = Duration::from_secs(60);

/// Follows an attempt until it needs somebody or is over.
pub(crate) async fn outcome(client: &Client, attempt: &Value) -> Value {
    let path = format!(
        "/payment/attempt/{}",
        attempt["attemptId"].as_str().unwrap()
    );
    let goes_on = ["CREATED", "WAITING", "CANCELLING", "INQUIRY", "REVERSING"];
    let stands = |attempt: &Value| !goes_on.contains(&attempt["state"].as_str().unwrap());
    client.until(&path, stands).await
}

async fn pay_by_card(client: &Client, minor: i64) -> Value {
    let amount = json!({ "minor": minor, "currency": "EUR" });
    let body = json!({ "tenderCode": "CARD", "amount": amount });
    let answer = client.post("/payment/attempt", body).await;
    assert_eq!(answer.status.as_u16(), 202, "{}", answer.envelope);
    answer.ok()
}

/// What the verification of the books says.
pub(crate) async fn verified(shop: &Shop) -> journal::Report {
    journal::verify(
        shop.db(),
        &journal::VerifyOptions {
            trusted_keys: Vec::new(),
            anchors: None,
        },
    )
    .await
}

pub(crate) async fn assert_books_hold(shop: &Shop) {
    let report = verified(shop).await;
    assert!(report.is_intact(), "{report}");
    assert_eq!(crate::recorded::findings(shop).await, []);
}

#[tokio::test]
async fn a_ring_is_sold_for_cash_with_change() {
    let shop = Shop::open().await;
    let mei = shop.seller("mei").await;
    mei.add("RG-1", "52", 1).await.ok();
    mei.add("BAG", "", 1).await.ok();
    let payment = mei.start_payment().await;
    assert_eq!(payment["due"]["minor"], 129_010);
    assert_eq!(
        mei.add("BR-1", "", 1).await.refused(),
        (409, "sale.locked_by_payment")
    );
    let payment = mei.get("/payment").await.ok();
    assert_eq!(payment["due"]["minor"], 129_010);
    let data = mei.pay_cash(130_000).await.ok();
    let order = &data["order"];
    assert_eq!(order["receiptNo"], "R-PAR-000001");
    assert_eq!(order["change"]["minor"], 990);
    assert_eq!(mei.get("/basket").await.ok()["lines"], json!([]));
    assert_eq!(
        shop.number("SELECT on_hand FROM stock WHERE store_no = 'PAR' AND size_code = '52'")
            .await,
        0
    );
    assert_eq!(shop.number("SELECT COUNT(*) FROM stock_lease").await, 0);
    assert_eq!(
        shop.number("SELECT COUNT(*) FROM journal_entry WHERE kind = 'ticket'")
            .await,
        1
    );
    assert_books_hold(&shop).await;
}

#[tokio::test]
async fn cash_is_rounded_to_the_coins_of_the_store() {
    let shop = Shop::open().await;
    let gia = shop.seller("gia").await;
    gia.add("BAG", "", 1).await.ok();
    gia.add("ER-1", "", 1).await.ok();
    shop.change("UPDATE sales_price SET unit_price = 12903 WHERE item_no = 'ER-1'")
        .await;
    gia.start_payment().await;
    let payment = gia.get("/payment").await.ok();
    assert_eq!(payment["due"]["minor"], 12_913);
    assert_eq!(payment["cashRemaining"]["minor"], 12_915);
    let data = gia.pay_cash(12_915).await.ok();
    assert_eq!(data["order"]["rounding"]["minor"], 2);
    assert_books_hold(&shop).await;
}

#[tokio::test]
async fn tenders_keep_to_their_rules() {
    let shop = Shop::open().await;
    let mei = shop.seller("mei").await;
    assert_eq!(
        mei.pay_cash(100).await.refused(),
        (409, "payment.not_started")
    );
    mei.add("ER-1", "", 1).await.ok();
    mei.start_payment().await;
    let nothing = mei.pay_cash(0).await;
    assert_eq!(nothing.refused(), (422, "payment.amount_not_positive"));
    assert_eq!(nothing.envelope["message"], "amount must be above 0");
    assert_eq!(
        mei.pay_cash(12_900 + 50_001).await.refused(),
        (409, "payment.over_tender_limit")
    );
    let card = json!({ "tenderCode": "CARD", "amount": { "minor": 12_901, "currency": "EUR" } });
    assert_eq!(
        mei.post("/payment/attempt", card).await.refused(),
        (409, "payment.over_tender")
    );
    let data = mei.pay_cash(5_000).await.ok();
    assert_eq!(data["remaining"]["minor"], 7_900);
    assert_eq!(
        mei.post("/payment/back", json!({})).await.refused(),
        (409, "payment.tender_booked")
    );
    let tender = data["tenders"][0]["tenderId"].as_str().unwrap();
    let data = mei.delete(&format!("/payment/tender/{tender}")).await.ok();
    assert_eq!(data["remaining"]["minor"], 12_900);
    let basket = mei.post("/payment/back", json!({})).await.ok();
    assert_eq!(basket["state"], "OPEN");
}

#[tokio::test]
async fn a_card_is_taken_by_the_terminal_and_booked_to_its_brand() {
    let (shop, terminal) = Shop::with_terminal().await;
    terminal.auto("V400m-PAR-1", "amex").await;
    let mei = shop.seller("mei").await;
    mei.add("BR-1", "", 1).await.ok();
    mei.start_payment().await;
    let attempt = pay_by_card(&mei, 45_000).await;
    let attempt = outcome(&mei, &attempt).await;
    assert_eq!(attempt["state"], "APPROVED");
    assert_eq!(attempt["outcome"]["key"], "payment.successful");
    assert_eq!(attempt["order"]["receiptNo"], "R-PAR-000001");
    assert_eq!(terminal.captured().await, 45_000);
    assert_eq!(
        shop.number("SELECT COUNT(*) FROM sales_order_tender WHERE tender_code = 'AMEX'")
            .await,
        1
    );
    assert_books_hold(&shop).await;
}

#[tokio::test]
async fn cash_and_card_share_a_sale() {
    let (shop, terminal) = Shop::with_terminal().await;
    terminal.auto("V400m-PAR-1", "visa").await;
    let mei = shop.seller("mei").await;
    mei.add("BR-1", "", 1).await.ok();
    mei.start_payment().await;
    mei.pay_cash(10_000).await.ok();
    let attempt = pay_by_card(&mei, 35_000).await;
    let attempt = outcome(&mei, &attempt).await;
    assert_eq!(attempt["state"], "APPROVED");
    assert!(attempt["order"]["orderId"].is_string());
    assert_books_hold(&shop).await;
}

#[tokio::test]
async fn a_declined_card_takes_nothing_and_may_be_tried_again() {
    let (shop, terminal) = Shop::with_terminal().await;
    terminal
        .script(
            "V400m-PAR-1",
            json!([{ "decline": true }, { "card": "visa" }]),
        )
        .await;
    let mei = shop.seller("mei").await;
    mei.add("BR-1", "", 1).await.ok();
    mei.start_payment().await;
    let attempt = pay_by_card(&mei, 45_000).await;
    let declined = outcome(&mei, &attempt).await;
    assert_eq!(declined["state"], "FAILED");
    assert_eq!(declined["outcome"]["key"], "payment.failed");
    assert_eq!(terminal.captured().await, 0);
    let attempt = pay_by_card(&mei, 45_000).await;
    assert_eq!(outcome(&mei, &attempt).await["state"], "APPROVED");
    assert_eq!(terminal.captured().await, 45_000);
}

#[tokio::test]
async fn a_terminal_that_cannot_be_reached_says_so() {
    let shop = Shop::open().await;
    let mei = shop.seller("mei").await;
    mei.add("BR-1", "", 1).await.ok();
    mei.start_payment().await;
    let attempt = pay_by_card(&mei, 45_000).await;
    let attempt = outcome(&mei, &attempt).await;
    assert_eq!(
        (
            attempt["state"].as_str(),
            attempt["outcome"]["key"].as_str()
        ),
        (Some("FAILED"), Some("payment.unreachable"))
    );
    mei.pay_cash(45_000).await.ok();
}

#[tokio::test]
async fn an_unfinished_payment_is_found_again_after_a_restart() {
    let (mut shop, terminal) = Shop::with_terminal().await;
    // The terminal takes the card, but its answer is lost with the server.
    terminal
        .script(
            "V400m-PAR-1",
            json!([{ "card": "visa", "after_ms": 5_000 }]),
        )
        .await;
    let mei = shop.seller("mei").await;
    mei.add("BR-1", "", 1).await.ok();
    mei.start_payment().await;
    let attempt = pay_by_card(&mei, 45_000).await;
    // What a server leaves behind that dies before is another story.
    terminal.until_asked(ARRIVAL_MAX).await;
    shop.restart().await;
    let mei = shop.log_in("mei").await;
    let payment = mei.get("/payment").await.ok();
    assert_eq!(payment["attempt"]["attemptId"], attempt["attemptId"]);
    let attempt = outcome(&mei, &attempt).await;
    assert_eq!(attempt["state"], "APPROVED");
    assert_eq!(terminal.captured().await, 45_000);
    assert_eq!(shop.number("SELECT COUNT(*) FROM sales_order").await, 1);
    assert_books_hold(&shop).await;
}

#[tokio::test]
async fn what_costs_nothing_is_completed_when_payment_starts() {
    let shop = Shop::open().await;
    let mei = shop.seller("mei").await;
    mei.add("PAPERBAG", "", 2).await.ok();
    let payment = mei.start_payment().await;
    assert_eq!(payment["due"]["minor"], 0);
    let order_id = payment["order"]["orderId"].as_str().expect("an order");
    let order = mei.get(&format!("/order/{order_id}")).await.ok();
    assert_eq!(order["total"]["minor"], 0);
    assert_eq!(order["tenders"], json!([]));
    let receipt = mei.request(reqwest::Method::GET, &format!("/order/{order_id}/receipt"));
    assert_eq!(receipt.send().await.unwrap().status(), 200);
    let moved = "SELECT COUNT(*) FROM stock_ledger WHERE item_no = 'PAPERBAG' \
                 AND entry_type = 'SALE'";
    assert_eq!(shop.number(moved).await, 0, "bags are not counted");
}

#[tokio::test]
async fn a_card_of_a_brand_that_the_store_does_not_take_is_turned_away_uncharged() {
    let (shop, terminal) = Shop::with_terminal().await;
    let admin = shop.log_in("admin").await;
    let path = "/setting/tender-store/PAR~CARD";
    let kept = admin.get(path).await.ok();
    let mut value = kept["value"].clone();
    value["allowedBrands"] = json!(" VISA, mc ,visa");
    let body = json!({ "version": kept["version"], "value": value });
    let saved = admin.put(path, body).await.ok();
    assert_eq!(saved["value"]["allowedBrands"], "visa, mc");
    let mei = shop.seller("mei").await;
    mei.add("BR-1", "", 1).await.ok();
    mei.start_payment().await;
    let script = json!([{ "card": "amex" }, { "card": "mastercard" }]);
    terminal.script("V400m-PAR-1", script).await;
    let refused = pay_by_card(&mei, 45_000).await;
    let refused = outcome(&mei, &refused).await;
    assert_eq!(refused["state"], "FAILED");
    assert_eq!(
        refused["outcome"]["params"]["condition"],
        "PaymentRestriction"
    );
    assert_eq!(terminal.captured().await, 0, "nothing was charged");
    let taken = pay_by_card(&mei, 45_000).await;
    let taken = outcome(&mei, &taken).await;
    assert_eq!(taken["state"], "APPROVED", "{taken}");
    assert_eq!(terminal.captured().await, 45_000);
    assert_books_hold(&shop).await;
}
