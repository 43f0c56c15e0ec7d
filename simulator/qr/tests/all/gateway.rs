//! The two interfaces, byte by byte where a signature depends on it.

use serde_json::{Value, json};

use crate::till::{Till, is_signed};

/// The node of an answer and its signature, cut out of the text.
fn parts(text: &str, name: &str) -> (String, String) {
    let (head, tail) = text.split_once(r#","sign":""#).expect("a signature");
    let start = format!(r#"{{"{name}":"#);
    let node = head.strip_prefix(&start).expect("a node");
    (node.to_owned(), tail.trim_end_matches("\"}").to_owned())
}

#[tokio::test]
async fn alipay_signs_the_node_as_it_stands() {
    let till = Till::open().await;
    let content = till.trade("ORDER_1", "12.30");
    let text = till.alipay("alipay.trade.precreate", &content).await;
    let (node, sign) = parts(&text, "alipay_trade_precreate_response");
    let key = &till.keys["alipay"]["alipay_public_key"];
    assert!(is_signed(key, &node, &sign));
    assert!(!is_signed(key, &node.replace("ORDER_1", "ORDER_2"), &sign));
    // Slashes are escaped, as the gateway does.
    assert!(node.contains(r"http:\/\/"), "{node}");
    let node: Value = serde_json::from_str(&node).expect("JSON");
    assert_eq!(node["code"], "10000");
    let orders = till.json("/sim/order").await;
    assert_eq!(orders[0]["amount_minor"], 1230);
}

#[tokio::test]
async fn wechat_signs_time_nonce_and_body() {
    let mut till = Till::open().await;
    let keys = till.keys["wechat"].clone();
    let content = till.native("ORDER_1", 1230);
    let target = "/v3/pay/transactions/native";
    let (status, headers, body) = till.wechat("POST", target, Some(&content)).await;
    assert_eq!(status, 200, "{body}");
    let header = |name: &str| headers[name].to_str().expect("text").to_owned();
    let message = format!(
        "{}\n{}\n{body}\n",
        header("wechatpay-timestamp"),
        header("wechatpay-nonce")
    );
    let signature = header("wechatpay-signature");
    assert!(is_signed(
        &keys["platform_public_key"],
        &message,
        &signature
    ));
    assert_eq!(header("wechatpay-serial"), keys["platform_key_id"]);
    // Errors are signed as well, and an empty body is.
    till.post("/sim/clock", &json!({ "advance_ms": 300_000 }))
        .await;
    till.skew = 300;
    let (status, headers, _) = till.close("ORDER_1").await;
    assert_eq!(status, 204);
    assert!(headers.contains_key("wechatpay-signature"));
    let (status, headers, body) = till.wechat("POST", target, Some(&content)).await;
    assert_eq!(
        (status, body.contains("ORDER_CLOSED")),
        (400, true),
        "{body}"
    );
    assert!(headers.contains_key("wechatpay-signature"));
}

#[tokio::test]
async fn wechat_closes_no_order_in_its_first_five_minutes() {
    let mut till = Till::open().await;
    let content = till.native("ORDER_1", 1230);
    let target = "/v3/pay/transactions/native";
    till.wechat("POST", target, Some(&content)).await;
    for (seconds, status) in [(240, 400), (300, 204)] {
        till.post(
            "/sim/clock",
            &json!({ "advance_ms": (seconds - till.skew) * 1_000 }),
        )
        .await;
        till.skew = seconds;
        let (answered, _, body) = till.close("ORDER_1").await;
        assert_eq!(answered, status, "after {seconds} s: {body}");
    }
}

#[tokio::test]
async fn who_signs_wrongly_or_too_late_is_refused_without_a_signature() {
    let mut till = Till::open().await;
    till.skew = -3_600;
    let content = till.trade("ORDER_1", "12.30");
    let text = till.alipay("alipay.trade.precreate", &content).await;
    assert!(text.contains("isv.invalid-timestamp"), "{text}");
    assert!(text.contains(r#""sign":"""#), "{text}");
    let target = "/v3/refund/domestic/refunds/R1";
    let (status, headers, body) = till.wechat("GET", target, None).await;
    assert_eq!(status, 401, "{body}");
    assert!(!headers.contains_key("wechatpay-signature"));

    till.skew = 0;
    // Each signs with the other's key.
    let keys = till.keys.clone();
    till.keys["alipay"]["private_key"] = keys["wechat"]["private_key"].clone();
    till.keys["wechat"]["private_key"] = keys["alipay"]["private_key"].clone();
    let text = till.alipay("alipay.trade.query", &content).await;
    assert!(text.contains("isv.invalid-signature"), "{text}");
    let (status, ..) = till.wechat("GET", target, None).await;
    assert_eq!(status, 401);
    assert_eq!(till.json("/sim/order").await, json!([]));
}

#[tokio::test]
async fn what_the_interfaces_do_not_have_is_refused() {
    let till = Till::open().await;
    let text = till.alipay("alipay.trade.page.pay", &json!({})).await;
    assert!(text.contains("isv.invalid-method"), "{text}");
    for total in ["0.00", "1.005", "-1", "one"] {
        let content = till.trade("ORDER_1", total);
        let text = till.alipay("alipay.trade.precreate", &content).await;
        assert!(text.contains("ACQ.INVALID_PARAMETER"), "{total}: {text}");
    }
    let (status, ..) = till.wechat("GET", "/v3/certificates", None).await;
    assert_eq!(status, 404);
    // An order is told only to the shop that asks by its own number.
    let target = "/v3/pay/transactions/out-trade-no/ORDER_1?mchid=1";
    let (status, ..) = till.wechat("GET", target, None).await;
    assert_eq!(status, 404);
}
