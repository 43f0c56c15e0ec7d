//! Papers of orders at the real server: invoices, what stores promise, and the public check.

use futures::future::join_all;
use kernel::id::OrderId;
use order::rule::verification::{Code, Held};
use order::rule::visit::VISITS_MAX;
use reqwest::Method;
use serde_json::{Value, json};
use shell::db::params;
use testkit::{Client, Shop};
use uuid::Uuid;

/// Sells a bangle for cash; the order.
pub(crate) async fn sell(client: &Client) -> Value {
    client.add("BR-1", "", 1).await.ok();
    client.start_payment().await;
    client.pay_cash(50_000).await.ok()["order"].clone()
}

pub(crate) fn path(order: &Value, operation: &str) -> String {
    format!("/order/{}/{operation}", order["orderId"].as_str().unwrap())
}

pub(crate) fn buyer(name: &str) -> Value {
    json!({"buyer": {
        "name": name, "address": "8 quai de Saône", "postalCode": "69002", "city": "Lyon",
        "country": "FR", "vatNo": "",
    }})
}

/// The hash of the journal's entry of a sale.
async fn entry_hash(shop: &Shop, order_id: OrderId) -> Vec<u8> {
    shop.shell
        .db
        .read(order_id, |tx, order_id| {
            Box::pin(async move {
                let mut row = tx
                    .query_one(
                        "SELECT e.hash FROM sales_order o JOIN journal_entry e \
                         ON e.chain_id = o.journal_chain AND e.seq = o.journal_seq \
                         WHERE o.order_id = $1",
                        params![*order_id],
                    )
                    .await?;
                Ok(row.read()?)
            })
        })
        .await
        .unwrap()
}

async fn code_of(shop: &Shop, order: &Value, held: Held) -> Code {
    let order_id = OrderId(order["orderId"].as_str().unwrap().parse().unwrap());
    Code::new(held, order_id.0, &entry_hash(shop, order_id).await)
}

#[tokio::test]
async fn anybody_may_check_a_receipt_and_learns_nothing_about_a_person() {
    let shop = Shop::open().await;
    let mei = shop.seller("mei").await;
    mei.add("BR-1", "", 1).await.ok();
    let customer = json!({ "customerId": Uuid::from_u128(1) });
    mei.put("/basket/customer", customer).await.ok();
    mei.start_payment().await;
    let order = mei.pay_cash(50_000).await.ok()["order"].clone();
    let anybody = Client::at(shop.address);
    let code = code_of(&shop, &order, Held::Receipt).await;
    let check = anybody.get(&format!("/receipt/{}", code.text())).await.ok();
    let whole = mei
        .get(&path(&order, "")[..path(&order, "").len() - 1])
        .await
        .ok();
    assert_eq!(check["receiptNo"], order["receiptNo"]);
    assert_eq!(check["date"], whole["businessDate"]);
    assert_eq!(check["total"], order["total"]);
    assert_eq!(check["pieces"], 1);
    assert_eq!(check["paper"], "RECEIPT");
    let names: Vec<&str> = check
        .as_object()
        .unwrap()
        .keys()
        .map(String::as_str)
        .collect();
    assert_eq!(
        names,
        [
            "companyName",
            "date",
            "isDemonstration",
            "paper",
            "pieces",
            "receiptNo",
            "storeName",
            "total"
        ]
    );
    let told = check.to_string().to_lowercase();
    for secret in ["marchetti", "mei", "br-1", "bangle"] {
        assert!(!told.contains(secret), "{secret} in {told}");
    }
    // Whoever was given the piece does not find its price.
    let gift = code_of(&shop, &order, Held::Gift).await;
    let check = anybody.get(&format!("/receipt/{}", gift.text())).await.ok();
    assert_eq!(check["receiptNo"], order["receiptNo"]);
    assert_eq!(check["total"], Value::Null);
    assert_eq!(check["paper"], "GIFT");
}

#[tokio::test]
async fn a_code_that_was_made_up_is_told_apart_from_an_error() {
    let shop = Shop::open().await;
    let mei = shop.seller("mei").await;
    let order = sell(&mei).await;
    let right = code_of(&shop, &order, Held::Receipt).await;
    let guessed = Code::new(Held::Receipt, right.paper_id, &[0; 32]);
    let elsewhere = Code::new(Held::Receipt, Uuid::from_u128(5), &[0; 32]);
    let anybody = Client::at(shop.address);
    let receipt_no = order["receiptNo"].as_str().unwrap();
    for text in [
        guessed.text().as_str(),
        &elsewhere.text(),
        receipt_no,
        "x",
        "%01",
    ] {
        let answer = anybody.get(&format!("/receipt/{text}")).await;
        assert_eq!(answer.refused(), (404, "order.receipt_unknown"), "{text}");
    }
}

#[tokio::test]
async fn codes_cannot_be_tried_by_the_thousand() {
    let shop = Shop::open().await;
    let mei = shop.seller("mei").await;
    let order = sell(&mei).await;
    let code = code_of(&shop, &order, Held::Receipt).await.text();
    let anybody = Client::at(shop.address);
    for _ in 0..VISITS_MAX {
        assert_eq!(anybody.get("/receipt/nothing").await.status, 404);
    }
    let answer = anybody.get(&format!("/receipt/{code}")).await;
    assert_eq!(answer.refused(), (429, "order.checked_too_often"));
    // The shop goes on selling.
    sell(&mei).await;
}

#[tokio::test]
async fn tills_that_invoice_at_the_same_time_leave_no_gap_and_share_no_number() {
    let shop = Shop::open().await;
    let mei = shop.seller("mei").await;
    let mut orders = Vec::new();
    for _ in 0..6 {
        orders.push(sell(&mei).await);
    }
    // Each order is asked for twice at the same time, by two buyers.
    let asked = orders.iter().flat_map(|order| {
        ["One", "Other"].map(|name| {
            let mei = mei.clone();
            async move { mei.post(&path(order, "invoice"), buyer(name)).await }
        })
    });
    let answers = join_all(asked).await;
    let mut numbers: Vec<String> = Vec::new();
    for pair in answers.chunks(2) {
        let issued: Vec<_> = pair.iter().filter(|it| it.status == 200).collect();
        assert_eq!(issued.len(), 1, "one invoice for an order: {pair:?}");
        numbers.push(issued[0].ok()["invoiceNo"].as_str().unwrap().to_owned());
        let other = pair.iter().find(|it| it.status != 200).unwrap();
        assert_eq!(other.refused(), (409, "order.invoice_issued"));
    }
    numbers.sort();
    let store = orders[0]["receiptNo"]
        .as_str()
        .unwrap()
        .split('-')
        .nth(1)
        .unwrap()
        .to_owned();
    let expected: Vec<String> = (1..=6).map(|no| format!("F-{store}-{no:06}")).collect();
    assert_eq!(numbers, expected);
}

#[tokio::test]
async fn the_same_key_makes_one_invoice_and_another_store_sees_none() {
    let shop = Shop::open().await;
    let mei = shop.seller("mei").await;
    let order = sell(&mei).await;
    let invoice = path(&order, "invoice");
    let key = Uuid::now_v7();
    let first = mei
        .keyed(Method::POST, &invoice, key, buyer("One"))
        .await
        .ok();
    assert_eq!(
        mei.keyed(Method::POST, &invoice, key, buyer("One"))
            .await
            .ok(),
        first
    );
    let answer = mei.keyed(Method::POST, &invoice, key, buyer("Other")).await;
    assert_eq!(answer.refused(), (422, "request.key_reused"));
    let gia = shop.seller("gia").await;
    let answer = gia.post(&invoice, buyer("One")).await;
    assert_eq!(answer.refused(), (404, "order.not_found"));
    let incomplete = json!({"buyer": {
        "name": "One", "address": "", "postalCode": "", "city": "Lyon", "country": "FR",
        "vatNo": "",
    }});
    let other = sell(&mei).await;
    let answer = mei.post(&path(&other, "invoice"), incomplete).await;
    assert_eq!(answer.refused(), (422, "setting.required"));
    assert_eq!(answer.envelope["error"]["field"], "address");
    let answer = mei
        .post(&path(&other, "invoice"), json!({"buyer": null}))
        .await;
    assert_eq!(answer.refused(), (422, "order.buyer_missing"));
}

#[tokio::test]
async fn what_a_store_promises_holds_for_sales_from_then_on() {
    let shop = Shop::open().await;
    let mei = shop.seller("mei").await;
    let admin = shop.log_in("admin").await;
    let before = sell(&mei).await;
    let stores = admin.get("/setting/store-document").await.ok();
    let entry = stores["items"]
        .as_array()
        .unwrap()
        .iter()
        .find(|store| {
            before["receiptNo"]
                .as_str()
                .unwrap()
                .contains(store["key"].as_str().unwrap())
        })
        .unwrap()
        .clone();
    assert_eq!(entry["value"]["returnDays"], 30);
    let setting = format!("/setting/store-document/{}", entry["key"].as_str().unwrap());
    let value = json!({
        "name": entry["value"]["name"], "returnDays": 0,
        "returnTexts": [{"language": "fr", "text": "Ni repris ni échangé."}],
    });
    let save = json!({"version": entry["version"], "value": value});
    let saved = admin.put(&setting, save.clone()).await.ok();
    assert_eq!(saved["value"], value);
    assert_eq!(
        admin.put(&setting, save).await.refused(),
        (409, "setting.changed_meanwhile")
    );
    let twice = json!({"version": saved["version"], "value": {
        "name": "", "returnDays": 1,
        "returnTexts": [{"language": "fr", "text": "a"}, {"language": "fr", "text": "b"}],
    }});
    assert_eq!(
        admin.put(&setting, twice).await.refused(),
        (422, "setting.reference_unknown")
    );
    let class = admin.get("/setting/item-class/ALL").await.ok();
    let mut value = class["value"].clone();
    value["warrantyMonths"] = json!(6);
    let save = json!({"version": class["version"], "value": value});
    admin.put("/setting/item-class/ALL", save).await.ok();
    let after = sell(&mei).await;
    let line = async |order: &Value| {
        let path = path(order, "");
        mei.get(path.trim_end_matches('/')).await.ok()["lines"][0].clone()
    };
    let (early, late) = (line(&before).await, line(&after).await);
    assert!(early["returnableUntil"].is_string(), "{early}");
    assert_eq!(late["returnableUntil"], Value::Null);
    assert!(
        late["warrantyUntil"].as_str().unwrap() < early["warrantyUntil"].as_str().unwrap(),
        "{early} {late}"
    );
}
