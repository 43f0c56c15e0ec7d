//! What a basket costs beyond the listed prices: packages, gold by the board, typed prices, customers'
//! prices, and prices that change while somebody tries on a ring.

use std::time::Duration;

use serde_json::{Value, json};
use shell::Clock;
use testkit::{Client, Settings, Shop};

/// Earrings and bracelet together cost 20 % less.
pub(crate) const PAIR: [&str; 3] = [
    "INSERT INTO discount_package (discount_id, description, state, priority, weekdays, \
     currency_code, member_only, amount_to_trigger, max_times, block_manual_discount, \
     block_basket_discount, group_disc_type, group_disc_type_value, least_expensive_percent, \
     version, changed_by, changed_at) VALUES ('PAIR20', 'Bracelet and earrings, 20 % off', \
     'ENABLED', 10, 'XXXXXXX', 'EUR', FALSE, 0, 0, FALSE, FALSE, 'DISC_PERCENT', 200000, \
     1000000, 1, 'admin', 0)",
    "INSERT INTO discount_package_group (discount_id, group_code, group_type, value1, value2) \
     VALUES ('PAIR20', 'A', 'QTY', 1, 0), ('PAIR20', 'B', 'QTY', 1, 0)",
    "INSERT INTO discount_package_item (discount_id, lineno, item_no, line_group, \
     quantity_of_item_need, takes_customised) VALUES ('PAIR20', 1, 'BR-1', 'A', 0, FALSE), \
     ('PAIR20', 2, 'ER-1', 'B', 0, FALSE)",
];
/// A bracelet by weight: 24 carat gold at 92.40 EUR a gram, labour 120 EUR a piece.
const GOLD: [&str; 5] = [
    "INSERT INTO item (item_no, name, search_text, item_class_code, product_type, unit, \
     unit_weight, no_stock_posting, keying_in_price, stopped, discountable, sold_in_shops, \
     vat_posting_group, pricing_method, picture, story, ranking, fineness) VALUES ('GOLD', \
     'Gold', 'gold', 'ALL', 'METAL', 'G', 0, TRUE, FALSE, FALSE, FALSE, FALSE, 'GOODS', 'FIXED', \
     'gold.svg', '', 90, 750)",
    "INSERT INTO sales_price (sales_code, item_no, row_id, size_code, minimum_quantity, unit, \
     unit_price, price_includes_vat) VALUES ('EUR', 'GOLD', 1, '', 1, 'PCS', 12000, TRUE)",
    "INSERT INTO metal_price (item_no, sales_code, starts_at, unit_price, price_includes_vat, \
     set_by, set_at) VALUES ('GOLD', 'EUR', 0, 924000, TRUE, 'admin', 0)",
    "UPDATE item SET pricing_method = 'WEIGHT', metal_item_no = 'GOLD', fineness = 750, \
     unit_weight = 5000 WHERE item_no = 'BR-1'",
    "DELETE FROM sales_price WHERE item_no = 'BR-1'",
];

async fn with(shop: &Shop, changes: &[&'static str]) {
    for sql in changes {
        shop.change(sql).await;
    }
}

fn minor(value: &Value) -> i64 {
    value["minor"].as_i64().unwrap()
}

fn line_path(basket: &Value, at: usize) -> String {
    format!(
        "/basket/line/{}",
        basket["lines"][at]["lineId"].as_str().unwrap()
    )
}

async fn bought(mei: &Client, due: i64) -> Value {
    mei.start_payment().await;
    mei.pay_cash(due).await.ok()["order"].clone()
}

#[tokio::test]
async fn a_package_applies_itself_and_says_which_piece_saves_what() {
    let shop = Shop::open().await;
    with(&shop, &PAIR).await;
    let mei = shop.seller("mei").await;
    let basket = mei.add("BR-1", "", 1).await.ok();
    assert_eq!(basket["packages"], json!([]));
    assert_eq!(basket["hints"][0]["discountId"], "PAIR20");
    assert_eq!(basket["hints"][0]["itemNos"], json!(["ER-1"]));
    let basket = mei.add("ER-1", "", 1).await.ok();
    assert_eq!(basket["hints"], json!([]));
    let package = &basket["packages"][0];
    assert_eq!(package["description"], "Bracelet and earrings, 20 % off");
    assert_eq!(minor(&package["saving"]), 11_580);
    let shares = package["pieces"].as_array().unwrap().iter();
    let shares: i64 = shares.map(|piece| minor(&piece["share"])).sum();
    assert_eq!(shares, 11_580);
    assert_eq!(minor(&basket["total"]), 46_320);
    assert_eq!(basket["lines"][0]["discounts"][0]["source"], "PACKAGE");
    let order = bought(&mei, 46_320).await;
    let path = format!("/order/{}", order["orderId"].as_str().unwrap());
    let order = mei.get(&path).await.ok();
    assert_eq!(
        order["lines"][1]["discounts"][0]["description"],
        "Bracelet and earrings, 20 % off"
    );
    let kept = "SELECT CAST(SUM(amount) AS BIGINT) FROM sales_order_discount \
                WHERE discount_id = 'PAIR20' AND application_no = 1";
    assert_eq!(shop.number(kept).await, 11_580);
}

#[tokio::test]
async fn a_package_splits_a_line_whose_pieces_it_takes_in_part() {
    let shop = Shop::open().await;
    with(&shop, &PAIR).await;
    let mei = shop.seller("mei").await;
    mei.add("BR-1", "", 2).await.ok();
    let basket = mei.add("ER-1", "", 1).await.ok();
    assert_eq!(basket["lines"].as_array().unwrap().len(), 2);
    assert_eq!(minor(&basket["lines"][0]["discount"]), 9_000);
    assert_eq!(minor(&basket["total"]), 91_320);
    bought(&mei, 91_320).await;
    let lines = "SELECT COUNT(*) FROM sales_order_line";
    assert_eq!(shop.number(lines).await, 3);
    let sums = "SELECT CAST(SUM(net) AS BIGINT) FROM sales_order_line";
    assert_eq!(shop.number(sums).await, 91_320);
    let pieces = "SELECT on_hand FROM stock WHERE item_no = 'BR-1' AND store_no = 'PAR'";
    let before = "SELECT CAST(SUM(quantity) AS BIGINT) FROM stock_ledger \
                  WHERE item_no = 'BR-1' AND store_no = 'PAR'";
    assert_eq!(shop.number(pieces).await, shop.number(before).await);
}

#[tokio::test]
async fn a_package_for_members_waits_for_one_and_a_customers_price_group_counts() {
    let shop = Shop::open().await;
    with(&shop, &PAIR).await;
    with(
        &shop,
        &[
            "UPDATE discount_package SET member_only = TRUE",
            "INSERT INTO price_group (price_group_code, description, currency_code, kind, \
             rounding_precision, rounding_direction) VALUES ('VIP', 'VIP', 'EUR', 'CUSTOMER', 1, \
             'NEAREST')",
            "INSERT INTO sales_price (sales_code, item_no, row_id, size_code, minimum_quantity, \
             unit, unit_price, price_includes_vat) VALUES ('VIP', 'ER-1', 1, '', 1, 'PCS', 10000, \
             TRUE)",
            "INSERT INTO customer_price_group (customer_id, price_group_code) \
             SELECT customer_id, 'VIP' FROM customer",
            "UPDATE customer SET member_since = '2026-01-01'",
        ],
    )
    .await;
    let mei = shop.seller("mei").await;
    mei.add("BR-1", "", 1).await.ok();
    let basket = mei.add("ER-1", "", 1).await.ok();
    assert_eq!(minor(&basket["total"]), 57_900);
    let member = json!({ "customerId": uuid::Uuid::from_u128(1) });
    let basket = mei.put("/basket/customer", member).await.ok();
    assert_eq!(minor(&basket["subtotal"]), 55_000);
    assert_eq!(minor(&basket["total"]), 44_000);
}

#[tokio::test]
async fn gold_costs_what_it_weighs_and_the_price_holds_for_fifteen_minutes_after_a_change() {
    let clock = Clock::manual("2026-11-21T10:00:00Z".parse().unwrap());
    let shop = Shop::with(Settings {
        clock: Some(clock.clone()),
        ..Settings::default()
    })
    .await;
    with(&shop, &GOLD).await;
    let mei = shop.seller("mei").await;
    let basket = mei.add("BR-1", "", 1).await.ok();
    // 5.000 g at 92.40 and 120.00 of labour.
    assert_eq!(minor(&basket["total"]), 58_200);
    let path = format!("{}/weight", line_path(&basket, 0));
    let basket = mei.put(&path, json!({ "weight": 5_123 })).await.ok();
    assert_eq!(minor(&basket["total"]), 59_337);
    assert_eq!(basket["lines"][0]["weight"]["weight"], 5_123);
    assert_eq!(minor(&basket["lines"][0]["weight"]["labour"]), 12_000);
    let gram = &basket["lines"][0]["weight"]["gramPriceHundredths"];
    assert_eq!(gram, &json!(924_000));
    let heavy = mei.put(&path, json!({ "weight": 6_000 })).await;
    assert_eq!(heavy.refused(), (409, "sale.approval_required"));
    let nonsense = mei.put(&path, json!({ "weight": 0 })).await;
    assert_eq!(nonsense.refused(), (422, "sale.weight_out_of_bounds"));
    let found = mei.get("/item/BR-1").await.ok();
    assert_eq!(minor(&found["sizes"][0]["price"]), 58_200, "as it is found");
    let listed = mei.get("/item?search=BR-1").await.ok();
    assert_eq!(minor(&listed["items"][0]["price"]), 58_200);
    // The second piece of the same item is a line of its own.
    let two = mei.add("BR-1", "", 1).await.ok();
    assert_eq!(two["lines"].as_array().unwrap().len(), 2);
    mei.delete(&line_path(&two, 1)).await.ok();

    clock.advance(Duration::from_secs(60));
    with(
        &shop,
        &[
            "INSERT INTO metal_price (item_no, sales_code, starts_at, unit_price, \
             price_includes_vat, set_by, set_at) \
             VALUES ('GOLD', 'EUR', 1795255260000000, 1000000, TRUE, 'admin', 0)",
        ],
    )
    .await;
    clock.advance(Duration::from_secs(14 * 60));
    let basket = mei.get("/basket").await.ok();
    assert_eq!(minor(&basket["total"]), 59_337, "the price holds");
    // What it is made of is what it was locked by, though the board says more by now.
    let gram = &basket["lines"][0]["weight"]["gramPriceHundredths"];
    assert_eq!(gram, &json!(924_000));
    assert_eq!(basket["priceChange"], Value::Null);
    clock.advance(Duration::from_secs(2 * 60));
    let basket = mei.get("/basket").await.ok();
    let change = &basket["priceChange"];
    assert_eq!(minor(&change["totalBefore"]), 59_337);
    assert_eq!(minor(&change["totalAfter"]), 63_230);
    let early = mei.post("/payment/start", json!({})).await;
    assert_eq!(early.refused(), (409, "sale.price_changed"));
    let seen = |total: i64| json!({ "date": change["toDate"], "total": total });
    let other = mei.post("/basket/price", seen(59_337)).await;
    assert_eq!(other.refused(), (409, "sale.price_changed"));
    let basket = mei.post("/basket/price", seen(63_230)).await.ok();
    assert_eq!(basket["priceChange"], Value::Null);
    let gram = &basket["lines"][0]["weight"]["gramPriceHundredths"];
    assert_eq!(gram, &json!(1_000_000));
    bought(&mei, 63_230).await;
    let weight = "SELECT weight FROM sales_order_line WHERE price_source = 'WEIGHT'";
    assert_eq!(shop.number(weight).await, 5_123);
}

#[tokio::test]
async fn a_board_that_moves_in_another_country_ends_no_lock_here() {
    let clock = Clock::manual("2026-11-21T10:00:00Z".parse().unwrap());
    let shop = Shop::with(Settings {
        clock: Some(clock.clone()),
        ..Settings::default()
    })
    .await;
    with(&shop, &GOLD).await;
    let mei = shop.seller("mei").await;
    mei.add("BR-1", "", 1).await.ok();
    // Labour is no matter of the board: only a look at it anew would find the other price.
    let changes = [
        "INSERT INTO price_group (price_group_code, description, currency_code, kind, \
         rounding_precision, rounding_direction) VALUES ('CNY', 'Retail, China', 'CNY', 'STORE', \
         1, 'NEAREST')",
        "INSERT INTO metal_price (item_no, sales_code, starts_at, unit_price, \
         price_includes_vat, set_by, set_at) \
         VALUES ('GOLD', 'CNY', 1795255260000000, 7980000, TRUE, 'admin', 0)",
        "UPDATE sales_price SET unit_price = 13000 WHERE item_no = 'GOLD'",
    ];
    with(&shop, &changes).await;
    clock.advance(Duration::from_secs(20 * 60));
    let basket = mei.get("/basket").await.ok();
    assert_eq!(minor(&basket["total"]), 58_200, "the lock holds");
    assert_eq!(basket["priceChange"], Value::Null);
    // The own board moves by nothing, and the lock is looked at again.
    let own = [
        "INSERT INTO metal_price (item_no, sales_code, starts_at, unit_price, \
         price_includes_vat, set_by, set_at) \
         VALUES ('GOLD', 'EUR', 1795255260000000, 924000, TRUE, 'admin', 0)",
    ];
    with(&shop, &own).await;
    let basket = mei.get("/basket").await.ok();
    assert_eq!(minor(&basket["total"]), 59_200);
}

#[tokio::test]
async fn prices_that_turn_with_the_date_are_confirmed_before_payment() {
    let clock = Clock::manual("2026-11-21T20:00:00Z".parse().unwrap());
    let shop = Shop::with(Settings {
        clock: Some(clock.clone()),
        ..Settings::default()
    })
    .await;
    with(
        &shop,
        &[
            "INSERT INTO sales_price (sales_code, item_no, row_id, size_code, starting_date, \
             minimum_quantity, unit, unit_price, price_includes_vat) \
             VALUES ('EUR', 'ER-1', 9, '', '2026-11-22', 1, 'PCS', 13900, TRUE)",
        ],
    )
    .await;
    let mei = shop.seller("mei").await;
    let basket = mei.add("ER-1", "", 1).await.ok();
    assert_eq!(minor(&basket["total"]), 12_900);
    // The business day ends at 04:00 in Paris.
    clock.advance(Duration::from_secs(6 * 3_600));
    let mei = shop.log_in("mei").await;
    let basket = mei.get("/basket").await.ok();
    assert_eq!(basket["priceChange"], Value::Null, "03:00 is still the day");
    clock.advance(Duration::from_secs(2 * 3_600));
    let basket = mei.get("/basket").await.ok();
    assert_eq!(basket["priceChange"]["fromDate"], "2026-11-21");
    let line = &basket["priceChange"]["lines"][0];
    assert_eq!(
        (minor(&line["before"]), minor(&line["after"])),
        (12_900, 13_900)
    );
    let seen = json!({ "date": "2026-11-22", "total": 13_900 });
    mei.post("/basket/price", seen).await.ok();
    bought(&mei, 13_900).await;
}

#[tokio::test]
async fn a_repair_asks_for_its_price_within_its_limits_and_for_what_it_is() {
    let shop = Shop::open().await;
    with(
        &shop,
        &[
            "UPDATE item SET item_no = item_no, keying_in_price = TRUE, keyed_min = 1000, \
             keyed_max = 50000 WHERE item_no = 'BAG'",
        ],
    )
    .await;
    let mei = shop.seller("mei").await;
    let basket = mei.add("BAG", "", 1).await.ok();
    assert_eq!(basket["lines"][0]["needs"], json!(["price"]));
    assert_eq!(basket["blockedBy"]["key"], "sale.price_asked");
    let path = line_path(&basket, 0);
    for price in [999, 50_001] {
        let answer = mei.put(&path, json!({ "price": price })).await;
        assert_eq!(
            answer.refused(),
            (422, "sale.price_out_of_bounds"),
            "{price}"
        );
    }
    let basket = mei.put(&path, json!({ "price": 4_500 })).await.ok();
    assert_eq!(basket["lines"][0]["priceSource"], "KEYED");
    assert_eq!(minor(&basket["total"]), 4_500);
}

#[tokio::test]
async fn certificates_are_one_for_each_piece_and_never_repeat() {
    let shop = Shop::open().await;
    with(&shop, &["UPDATE item_class SET carries_certificate = TRUE"]).await;
    let (mei, leo) = (shop.seller("mei").await, shop.seller("leo").await);
    let basket = mei.add("BR-1", "", 2).await.ok();
    assert_eq!(basket["blockedBy"]["key"], "sale.certificate_required");
    let path = line_path(&basket, 0);
    let of = |numbers: &[&str]| json!({ "certificateNos": numbers });
    let twice = mei.put(&path, of(&["GIA-1", "GIA-1"])).await;
    assert_eq!(twice.refused(), (409, "sale.certificate_repeated"));
    let many = mei.put(&path, of(&["GIA-1", "GIA-2", "GIA-3"])).await;
    assert_eq!(many.refused(), (422, "sale.certificate_too_many"));
    let basket = mei.put(&path, of(&["GIA-1", "GIA-2"])).await.ok();
    assert_eq!(basket["blockedBy"], Value::Null);
    let theirs = leo.add("ER-1", "", 1).await.ok();
    let their_path = line_path(&theirs, 0);
    let taken = leo.put(&their_path, of(&["GIA-2"])).await;
    assert_eq!(taken.refused(), (409, "sale.certificate_repeated"));
    bought(&mei, 90_000).await;
    let sold = leo.put(&their_path, of(&["GIA-1"])).await;
    assert_eq!(sold.refused(), (409, "sale.certificate_repeated"));
}

#[tokio::test]
async fn a_basket_that_is_given_up_holds_no_certificate() {
    let shop = Shop::open().await;
    with(&shop, &["UPDATE item_class SET carries_certificate = TRUE"]).await;
    let (mei, leo) = (shop.seller("mei").await, shop.seller("leo").await);
    let of = |numbers: &[&str]| json!({ "certificateNos": numbers });
    let basket = mei.add("BR-1", "", 1).await.ok();
    mei.put(&line_path(&basket, 0), of(&["GIA-1"])).await.ok();
    let theirs = leo.add("BR-1", "", 1).await.ok();
    let their_path = line_path(&theirs, 0);
    let held = leo.put(&their_path, of(&["GIA-1"])).await;
    assert_eq!(held.refused(), (409, "sale.certificate_repeated"));
    mei.delete("/basket").await.ok();
    leo.put(&their_path, of(&["GIA-1"])).await.ok();

    // Of two baskets that were left behind at a till the older one is given up.
    mei.add("BR-1", "", 1).await.ok();
    let path = line_path(&mei.get("/basket").await.ok(), 0);
    mei.put(&path, of(&["GIA-2"])).await.ok();
    mei.post("/logout", json!({})).await.ok();
    let waits = leo.put(&their_path, of(&["GIA-2"])).await;
    assert_eq!(waits.refused(), (409, "sale.certificate_repeated"));
    let mei = shop.seller("mei").await;
    mei.add("ER-1", "", 1).await.ok();
    mei.post("/logout", json!({})).await.ok();
    leo.put(&their_path, of(&["GIA-2"])).await.ok();
    bought(&leo, 45_000).await;
    let held = "SELECT COUNT(*) FROM basket_certificate";
    assert_eq!(shop.number(held).await, 0);
}

#[tokio::test]
async fn pieces_that_are_taken_off_take_their_certificates_along() {
    let shop = Shop::open().await;
    with(&shop, &["UPDATE item_class SET carries_certificate = TRUE"]).await;
    let (mei, leo) = (shop.seller("mei").await, shop.seller("leo").await);
    let basket = mei.add("BR-1", "", 2).await.ok();
    let path = line_path(&basket, 0);
    let both = json!({ "certificateNos": ["GIA-1", "GIA-2"] });
    mei.put(&path, both.clone()).await.ok();
    let basket = mei.put(&path, json!({ "quantity": 1 })).await.ok();
    let line = &basket["lines"][0];
    assert_eq!(line["certificateNos"], json!(["GIA-1"]));
    assert_eq!(
        (&line["needs"], &basket["blockedBy"]),
        (&json!([]), &Value::Null)
    );
    // What is entered together with the quantity is for that many pieces.
    let mut wish = both;
    wish["quantity"] = json!(1);
    let many = mei.put(&path, wish.clone()).await;
    assert_eq!(many.refused(), (422, "sale.certificate_too_many"));
    wish["quantity"] = json!(2);
    mei.put(&path, wish).await.ok();
    mei.put(&path, json!({ "quantity": 1 })).await.ok();
    bought(&mei, 45_000).await;
    let sold = "SELECT COUNT(*) FROM sales_order_certificate";
    assert_eq!(shop.number(sold).await, 1);
    let theirs = leo.add("BR-1", "", 1).await.ok();
    let free = json!({ "certificateNos": ["GIA-2"] });
    leo.put(&line_path(&theirs, 0), free).await.ok();
}

#[tokio::test]
async fn a_duty_free_store_sells_without_vat_and_not_without_a_flight() {
    let shop = Shop::open().await;
    with(&shop, &["UPDATE store SET duty_free = TRUE"]).await;
    let mei = shop.seller("mei").await;
    let basket = mei.add("BR-1", "", 1).await.ok();
    assert_eq!(minor(&basket["total"]), 37_500);
    assert_eq!(basket["needsFlight"], true);
    let refused = mei.post("/payment/start", json!({})).await;
    assert_eq!(refused.refused(), (409, "sale.flight_required"));
    assert_eq!(
        refused.envelope["message"],
        "Flight information cannot be empty"
    );
    let blank = mei.put("/basket/flight", json!({ "flightNo": " " })).await;
    assert_eq!(blank.refused(), (422, "sale.flight_empty"));
    mei.put("/basket/flight", json!({ "flightNo": "AF 116" }))
        .await
        .ok();
    bought(&mei, 37_500).await;
}
