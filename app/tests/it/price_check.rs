//! The price check: what a piece costs and why, while the basket stays as it is.

use serde_json::{Value, json};
use testkit::{Client, Shop};

/// A third bracelet makes each cheaper; members pay less; two of a package.
const PRICES: [&str; 7] = [
    "INSERT INTO sales_price (sales_code, item_no, row_id, size_code, minimum_quantity, unit, \
     unit_price, price_includes_vat) VALUES ('EUR', 'BR-1', 2, '', 3, 'PCS', 40000, TRUE)",
    "INSERT INTO price_group (price_group_code, description, currency_code, kind, \
     rounding_precision, rounding_direction) VALUES ('VIP', 'Friends', 'EUR', 'CUSTOMER', 1, \
     'NEAREST')",
    "INSERT INTO sales_price (sales_code, item_no, row_id, size_code, minimum_quantity, unit, \
     unit_price, price_includes_vat, ending_date) VALUES ('VIP', 'BR-1', 1, '', 1, 'PCS', 42000, \
     TRUE, '2999-12-31')",
    "INSERT INTO customer_price_group (customer_id, price_group_code) \
     SELECT customer_id, 'VIP' FROM customer",
    "INSERT INTO discount_package (discount_id, description, state, priority, weekdays, \
     currency_code, member_only, amount_to_trigger, max_times, block_manual_discount, \
     block_basket_discount, group_disc_type, group_disc_type_value, least_expensive_percent, \
     version, changed_by, changed_at) VALUES \
     ('ONE10', 'Earrings, 10 % off', 'ENABLED', 20, 'XXXXXXX', 'EUR', FALSE, 0, 0, FALSE, FALSE, \
     'DISC_PERCENT', 100000, 1000000, 1, 'admin', 0), \
     ('PAIR20', 'Bracelet and earrings, 20 % off', 'ENABLED', 10, 'XXXXXXX', 'EUR', FALSE, 0, 0, \
     FALSE, FALSE, 'DISC_PERCENT', 200000, 1000000, 1, 'admin', 0)",
    "INSERT INTO discount_package_group (discount_id, group_code, group_type, value1, value2) \
     VALUES ('ONE10', 'A', 'QTY', 1, 0), ('PAIR20', 'A', 'QTY', 1, 0), ('PAIR20', 'B', 'QTY', 1, 0)",
    "INSERT INTO discount_package_item (discount_id, lineno, item_no, line_group, \
     quantity_of_item_need, takes_customised) VALUES ('ONE10', 1, 'ER-1', 'A', 0, FALSE), \
     ('PAIR20', 1, 'BR-1', 'A', 0, FALSE), ('PAIR20', 2, 'ER-1', 'B', 0, FALSE)",
];

async fn open() -> (Shop, Client) {
    let shop = Shop::open().await;
    for sql in PRICES {
        shop.change(sql).await;
    }
    let mei = shop.seller("mei").await;
    (shop, mei)
}

async fn check(mei: &Client, query: &str) -> Value {
    mei.get(&format!("/price-check?{query}")).await.ok()
}

#[tokio::test]
async fn a_piece_says_its_price_list_its_tiers_and_the_packages_that_take_it() {
    let (_shop, mei) = open().await;
    let bracelet = check(&mei, "code=br-1").await;
    assert_eq!(bracelet["piece"]["itemNo"], "BR-1");
    assert_eq!(bracelet["unitPrice"]["minor"], 45_000);
    assert_eq!(bracelet["priceSource"], "LISTED");
    assert_eq!(bracelet["list"]["salesCode"], "EUR");
    assert_eq!(bracelet["list"]["name"], "Retail");
    assert_eq!(bracelet["list"]["isCustomerGroup"], false);
    assert_eq!(
        bracelet["tiers"],
        json!([{ "quantity": 3, "unitPrice": { "minor": 40_000, "currency": "EUR" } }])
    );
    // It needs the earrings, too: alone it saves nothing.
    assert_eq!(bracelet["packages"][0]["discountId"], "PAIR20");
    assert_eq!(bracelet["packages"][0]["saving"], Value::Null);
    assert_eq!(bracelet["net"]["minor"], 45_000);

    // Earrings fill one package alone, which comes first.
    let earrings = check(&mei, "code=ER-1").await;
    let packages: Vec<&Value> = earrings["packages"]
        .as_array()
        .unwrap()
        .iter()
        .map(|package| &package["discountId"])
        .collect();
    assert_eq!(packages, ["ONE10", "PAIR20"]);
    assert_eq!(earrings["packages"][0]["saving"]["minor"], 1_290);
    assert_eq!(earrings["net"]["minor"], 11_610);
    assert_eq!(earrings["tiers"], json!([]));
}

#[tokio::test]
async fn the_customer_of_the_basket_counts_and_the_basket_stays_as_it_is() {
    let (shop, mei) = open().await;
    mei.add("ER-1", "", 1).await.ok();
    let ines = json!({ "customerId": uuid::Uuid::from_u128(1) });
    let before = mei.put("/basket/customer", ines).await.ok();
    let bracelet = check(&mei, "code=BR-1").await;
    assert_eq!(bracelet["isForCustomer"], true);
    assert_eq!(bracelet["unitPrice"]["minor"], 42_000);
    assert_eq!(bracelet["list"]["salesCode"], "VIP");
    assert_eq!(bracelet["list"]["isCustomerGroup"], true);
    assert_eq!(bracelet["list"]["endingDate"], "2999-12-31");
    assert_eq!(mei.get("/basket").await.ok(), before);
    let reserved = "SELECT CAST(SUM(reserved) AS BIGINT) FROM stock WHERE item_no = 'BR-1'";
    assert_eq!(shop.number(reserved).await, 0);
}

#[tokio::test]
async fn a_barcode_names_its_size_and_an_item_its_first() {
    let (shop, mei) = open().await;
    let ring = check(&mei, "code=RG-1").await;
    let sizes = ring["piece"]["sizes"].as_array().unwrap();
    assert_eq!(ring["sizeCode"], sizes[0]["sizeCode"]);
    let last = sizes.last().unwrap();
    assert!(sizes.len() > 1);
    let scanned = check(&mei, &format!("code={}", last["barcode"].as_str().unwrap())).await;
    assert_eq!(scanned["sizeCode"], last["sizeCode"]);
    let size = last["sizeCode"].as_str().unwrap();
    let chosen = check(&mei, &format!("code=RG-1&sizeCode={size}")).await;
    assert_eq!(chosen["sizeCode"], last["sizeCode"]);
    let unknown = mei.get("/price-check?code=RG-1&sizeCode=99").await;
    assert_eq!(unknown.refused(), (404, "catalog.size_not_found"));
    let nothing = mei.get("/price-check?code=NOTHING").await;
    assert_eq!(nothing.refused(), (404, "catalog.code_not_found"));
    let stock = &ring["piece"]["otherStoreStock"][0];
    assert_eq!(
        (&stock["storeNo"], &stock["available"]),
        (&json!("MIL"), &json!(2))
    );
    drop(shop);
}

#[tokio::test]
async fn what_has_no_price_or_is_given_says_so() {
    let (shop, mei) = open().await;
    shop.change("DELETE FROM sales_price WHERE item_no = 'RG-1'")
        .await;
    let ring = check(&mei, "code=RG-1").await;
    assert_eq!(
        (&ring["unitPrice"], &ring["list"], &ring["net"]),
        (&Value::Null, &Value::Null, &Value::Null)
    );
    shop.change("UPDATE item SET keying_in_price = TRUE WHERE item_no = 'BR-1'")
        .await;
    let typed = check(&mei, "code=BR-1").await;
    assert_eq!(
        (&typed["isKeyed"], &typed["tiers"]),
        (&json!(true), &json!([]))
    );
}
