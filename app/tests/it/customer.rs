//! Customers through the whole server: kept at one till, named on its basket, seen by another.

use reqwest::Method;
use serde_json::{Value, json};
use testkit::{Client, Shop};
use uuid::Uuid;

async fn pay(client: &Client) {
    client.start_payment().await;
    let due = client.get("/payment").await.ok();
    let cash = json!({ "tenderCode": "CASH", "amount": due["remaining"] });
    client.post("/payment/tender", cash).await.ok();
}

async fn purchases(client: &Client, customer_id: &str) -> Value {
    let path = format!("/customer/{customer_id}/purchase");
    client.get(&path).await.ok()
}

#[tokio::test]
async fn a_new_customer_buys_and_the_next_till_knows_it() {
    let shop = Shop::open().await;
    let mei = shop.seller("mei").await;
    let profile = json!({ "profile": { "phoneNo": "0612344108" } });
    let made = mei.post("/customer", profile).await.ok();
    let customer_id = made["customerId"].as_str().unwrap();
    let nothing = purchases(&mei, customer_id).await;
    assert_eq!(nothing["visits"], json!([]));
    assert_eq!(nothing["lastPurchaseDate"], Value::Null);

    let body = json!({ "customerId": customer_id });
    let basket = mei.put("/basket/customer", body).await.ok();
    assert_eq!(basket["customer"]["name"], made["name"]);
    mei.add("RG-1", "54", 2).await.ok();
    mei.add("BR-1", "", 1).await.ok();
    pay(&mei).await;

    // In another store, too: customers belong to the company.
    let gia = shop.log_in("gia").await;
    let bought = purchases(&gia, customer_id).await;
    assert_eq!(bought["purchaseTimes"], 1);
    assert_eq!(bought["purchaseQuantity"], 3);
    assert_eq!(bought["boutiquesVisited"], json!(["Paris"]));
    let visit = &bought["visits"][0];
    assert_eq!(visit["pieces"], 3);
    assert_eq!(visit["date"], bought["lastPurchaseDate"]);
    let sizes = bought["sizes"].as_array().unwrap();
    assert_eq!(sizes.len(), 1, "what has no size tells none: {sizes:?}");
    assert_eq!(sizes[0]["sizeCode"], "54");
    assert_eq!(sizes[0]["pieces"], 2);
    // Their order stays closed to her.
    let path = format!("/order/{}", visit["orderId"].as_str().unwrap());
    assert_eq!(gia.get(&path).await.refused(), (404, "order.not_found"));
    let body = json!({ "term": "0612344108" });
    let found = gia.post("/customer/search", body).await.ok();
    assert_eq!(found["items"][0]["lastVisit"], visit["date"]);
}

#[tokio::test]
async fn what_somebody_takes_most_is_told_first_and_the_last_visits_alone() {
    let shop = Shop::open().await;
    let mei = shop.seller("mei").await;
    let customer_id = Uuid::from_u128(1).to_string();
    let sold = [("RG-1", "52"), ("RG-1", "54"), ("BR-1", "")];
    let again = [("RG-1", "54"), ("RG-1", "54"), ("RG-1", "54")];
    for (item_no, size) in sold.into_iter().chain(again) {
        let body = json!({ "customerId": customer_id });
        mei.put("/basket/salesperson", json!({ "staffId": "mei" }))
            .await
            .ok();
        mei.put("/basket/customer", body).await.ok();
        mei.add(item_no, size, 1).await.ok();
        pay(&mei).await;
    }
    let bought = purchases(&mei, &customer_id).await;
    assert_eq!(bought["purchaseTimes"], 6);
    assert_eq!(bought["visits"].as_array().unwrap().len(), 5);
    let sizes: Vec<(&Value, &Value)> = bought["sizes"]
        .as_array()
        .unwrap()
        .iter()
        .map(|size| (&size["sizeCode"], &size["pieces"]))
        .collect();
    assert_eq!(
        sizes,
        [(&json!("54"), &json!(4)), (&json!("52"), &json!(1))]
    );
}

async fn found(client: &Client, term: &str) -> Vec<Value> {
    let body = json!({ "term": term });
    let found = client.post("/customer/search", body).await.ok();
    let items = found["items"].as_array().unwrap().iter();
    items.map(|item| item["customerId"].clone()).collect()
}

#[tokio::test]
async fn a_customer_is_found_by_what_people_type_for_a_letter_that_does_not_come_apart() {
    let shop = Shop::open().await;
    let mei = shop.seller("mei").await;
    let profile =
        json!({ "familyName": "Kjær Weiß", "givenName": "Søren", "phoneNo": "0612344108" });
    let made = mei.post("/customer", json!({ "profile": profile })).await;
    let own = [made.ok()["customerId"].clone()];
    for term in ["soren", "KJAER weiss", "Søren Kjær", "weiß"] {
        assert_eq!(found(&mei, term).await, own, "{term}");
    }
    // As they were kept before, they are found once the migration was there.
    shop.change("UPDATE customer SET search_text = 'søren kjær weiß' WHERE given_name = 'Søren'")
        .await;
    assert_eq!(found(&mei, "soren").await, [] as [Value; 0]);
    let mut steps = shell::db::migrations().iter();
    let step = steps.find(|step| step.version == 65).unwrap();
    for sql in step
        .common
        .split(";\n")
        .filter(|sql| !sql.trim().is_empty())
    {
        shop.change(sql).await;
    }
    assert_eq!(found(&mei, "soren kjaer weiss").await, own);
}

/// Names, numbers and pictures of customers are not for those who may not search for them.
#[tokio::test]
async fn who_may_not_search_customers_sees_nothing_of_them() {
    let shop = Shop::open().await;
    shop.change(
        "DELETE FROM permission_group_permission \
         WHERE permission_group_code = 'SALES' AND permission_code = 'crm.search'",
    )
    .await;
    let mei = shop.log_in("mei").await;
    let customer = format!("/customer/{}", Uuid::from_u128(1));
    for path in ["", "/photo", "/purchase"] {
        let answer = mei.get(&format!("{customer}{path}")).await;
        assert_eq!(answer.refused(), (403, "session.forbidden"), "{path}");
    }
}

#[tokio::test]
async fn a_photo_comes_as_a_picture_that_no_cache_keeps() {
    let shop = Shop::open().await;
    let mei = shop.seller("mei").await;
    let customer = format!("/customer/{}", Uuid::from_u128(1));
    let point = "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8/5+hHgAHggJ/PchI7wAA\
                 AABJRU5ErkJggg==";
    let body = json!({ "version": 1, "photo": point });
    let path = format!("{customer}/photo");
    let changed = mei.put(&path, body).await.ok();
    assert!(changed["photoId"].is_string());
    let response = mei.request(Method::GET, &path).send().await.unwrap();
    assert_eq!(response.status(), 200);
    assert_eq!(response.headers()["content-type"], "image/jpeg");
    assert_eq!(response.headers()["cache-control"], "no-store");
    let bytes = response.bytes().await.unwrap();
    assert!(bytes.starts_with(b"\xff\xd8\xff"));
}
