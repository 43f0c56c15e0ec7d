//! What a person sees and does.

use serde_json::json;

use crate::till::Till;

async fn shown(till: &Till, order_no: &str) -> String {
    let content = till.trade(order_no, "88.00");
    till.alipay("alipay.trade.precreate", &content).await;
    let orders = till.json("/sim/order").await;
    let mut orders = orders.as_array().expect("orders").iter();
    let order = orders.find(|one| one["order_no"] == order_no);
    let token = &order.expect("the order")["token"];
    format!("/pay/{}", token.as_str().expect("a text"))
}

#[tokio::test]
async fn a_person_scans_and_pays() {
    let till = Till::open().await;
    let path = shown(&till, "ORDER_1").await;
    let (_, list) = till.get("/").await;
    assert!(
        list.contains("CNY 88.00") && list.contains("Not scanned"),
        "{list}"
    );
    let (status, page) = till.get(&path).await;
    assert_eq!(status, 200);
    assert!(
        page.contains("CNY 88.00") && page.contains(r#"id="pay""#),
        "{page}"
    );
    // What a shop writes is text, not page.
    assert!(page.contains("Ring &lt;&amp;&quot;&gt;"), "{page}");
    assert_eq!(till.press(&path, "act=pay").await, 303);
    let (_, page) = till.get(&path).await;
    assert!(
        page.contains("Paid") && !page.contains(r#"id="pay""#),
        "{page}"
    );
    // A second press moves nothing.
    assert_eq!(till.press(&path, "act=pay").await, 303);
    let ledger = till.json("/sim/ledger").await;
    let sums = json!([{
        "face": "alipay", "order_no": "ORDER_1", "paid_minor": 8800, "refunded_minor": 0,
    }]);
    assert_eq!(ledger["by_order"], sums);
    let (_, list) = till.get("/").await;
    assert!(list.contains("Ledger") && list.contains("Paid"), "{list}");
}

#[tokio::test]
async fn a_person_refuses() {
    let till = Till::open().await;
    let path = shown(&till, "ORDER_1").await;
    assert_eq!(till.press(&path, "act=refuse").await, 303);
    assert!(till.get(&path).await.1.contains("Closed"));
    assert_eq!(till.press(&path, "act=pay").await, 303);
    assert_eq!(till.json("/sim/ledger").await["entries"], json!([]));
    assert_eq!(till.press(&path, "act=dance").await, 422);
    assert_eq!(till.get("/pay/unknown").await.0, 404);
    assert_eq!(till.press("/pay/unknown", "act=pay").await, 404);
}

#[tokio::test]
async fn a_large_amount_waits_on_the_telephone_for_the_password() {
    let till = Till::open().await;
    let mut content = till.trade("ORDER_1", "1000.01");
    content["auth_code"] = json!("281234567890123457");
    content["scene"] = json!("bar_code");
    let text = till.alipay("alipay.trade.pay", &content).await;
    assert!(text.contains(r#""code":"10003""#), "{text}");
    let (_, page) = till.get("/client/alipay").await;
    assert!(page.contains("Confirm with password"), "{page}");
    assert!(
        !till
            .get("/client/wechat")
            .await
            .1
            .contains("Confirm with password")
    );
    let form = "act=pay&order_no=ORDER_1";
    assert_eq!(till.press("/client/alipay", form).await, 303);
    assert!(
        !till
            .get("/client/alipay")
            .await
            .1
            .contains("Confirm with password")
    );
    let about = json!({ "out_trade_no": "ORDER_1" });
    let text = till.alipay("alipay.trade.query", &about).await;
    assert!(text.contains("TRADE_SUCCESS"), "{text}");
}

#[tokio::test]
async fn the_telephone_shows_a_code_that_pays_once() {
    let till = Till::open().await;
    let (_, page) = till.get("/client/alipay").await;
    let digits = page.split(r#"id="code">"#).nth(1).expect("a code");
    let digits: String = digits
        .chars()
        .take_while(|character| *character != '<')
        .filter(char::is_ascii_digit)
        .collect();
    for (order_no, word) in [
        ("ORDER_1", "10000"),
        ("ORDER_2", "PAYMENT_AUTH_CODE_INVALID"),
    ] {
        let mut content = till.trade(order_no, "10.00");
        content["auth_code"] = json!(digits);
        let text = till.alipay("alipay.trade.pay", &content).await;
        assert!(text.contains(word), "{order_no}: {text}");
    }
}
