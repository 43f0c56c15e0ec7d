//! What a test may script.

use serde_json::{Value, json};

use crate::till::Till;

async fn scripted(till: &Till, step: Value) -> u16 {
    till.post("/sim/script", &json!({ "steps": [step] }))
        .await
        .0
}

#[tokio::test]
async fn a_step_that_could_do_nothing_is_refused() {
    let till = Till::open().await;
    let table = [
        (
            json!({ "face": "alipay", "on": "query", "fault": "drop" }),
            204,
        ),
        (
            json!({ "face": "alipay", "on": "query", "fault": "old_timestamp" }),
            422,
        ),
        (
            json!({ "face": "wechat", "on": "query", "fault": "old_timestamp" }),
            204,
        ),
        (
            json!({ "face": "alipay", "on": "query", "fault": "again" }),
            422,
        ),
        (
            json!({ "face": "alipay", "on": "notification", "fault": "lost_reply" }),
            422,
        ),
        (
            json!({ "face": "alipay", "on": "query", "fault": "nonsense" }),
            422,
        ),
        (
            json!({ "face": "alipay", "on": "query", "fault": "drop", "more": 1 }),
            422,
        ),
    ];
    for (step, status) in table {
        assert_eq!(scripted(&till, step.clone()).await, status, "{step}");
    }
}

#[tokio::test]
async fn a_step_is_for_one_order_and_so_many_requests() {
    let till = Till::open().await;
    let step = json!({
        "face": "alipay", "on": "query", "fault": "http", "order_no": "ORDER_2", "count": 2,
    });
    assert_eq!(scripted(&till, step).await, 204);
    let ask = async |order_no: &str| {
        let about = json!({ "out_trade_no": order_no });
        till.alipay("alipay.trade.query", &about).await
    };
    assert!(ask("ORDER_1").await.contains("ACQ.TRADE_NOT_EXIST"));
    assert!(ask("ORDER_2").await.contains("Bad Gateway"));
    assert!(ask("ORDER_2").await.contains("Bad Gateway"));
    assert!(ask("ORDER_2").await.contains("ACQ.TRADE_NOT_EXIST"));
    let log = till.json("/sim/log").await;
    let outcomes: Vec<&Value> = log
        .as_array()
        .expect("lines")
        .iter()
        .map(|line| &line["outcome"])
        .collect();
    assert_eq!(outcomes, ["served", "Http", "Http", "served"]);
}

#[tokio::test]
async fn a_reset_begins_anew() {
    let till = Till::open().await;
    let content = till.trade("ORDER_1", "1.00");
    till.alipay("alipay.trade.precreate", &content).await;
    let order = json!({ "face": "alipay", "order_no": "ORDER_1" });
    assert_eq!(till.post("/sim/pay", &order).await.0, 204);
    till.post("/sim/clock", &json!({ "advance_ms": 60_000 }))
        .await;
    assert_eq!(till.json("/sim/clock").await["advanced_ms"], 60_000);
    assert_eq!(till.post("/sim/reset", &json!({})).await.0, 204);
    for path in ["/sim/order", "/sim/log"] {
        assert_eq!(till.json(path).await, json!([]));
    }
    assert_eq!(till.json("/sim/clock").await["advanced_ms"], 0);
    for path in ["/sim/pay", "/sim/notify"] {
        assert_eq!(till.post(path, &order).await.0, 422);
    }
}
