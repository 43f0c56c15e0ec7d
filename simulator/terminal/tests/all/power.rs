//! The plug in the wall, and a fresh start between tests.

use serde_json::{Value, json};

use crate::till::{TERMINAL, Till};

#[tokio::test]
async fn pulling_the_plug_drops_the_connection_and_takes_nothing() {
    let till = Till::new().await;
    let paying = till.pay_later("W1", "10");
    till.phase(&json!("present_card")).await;
    till.act("act=unplug").await;
    assert!(paying.await.expect("an end").nothing());
    assert!(
        till.status("W1").await.nothing(),
        "a terminal without power says nothing"
    );
    till.act("act=plug").await;
    assert_eq!(
        till.diagnose().await.answer()["POIStatus"]["GlobalStatus"],
        "OK"
    );
    assert_eq!(till.ledger().await, (0, 0));
}

#[tokio::test]
async fn pulling_the_plug_ends_answers_that_are_late_or_never_come() {
    let till = Till::new().await;
    till.script(json!([{"fault": "F2"}, {"fault": "F5"}])).await;
    let never = till.pay_later("W6", "10");
    while till.terminal().await["steps_left"] != 1 {
        tokio::time::sleep(std::time::Duration::from_millis(5)).await;
    }
    let late = till.pay_later("W7", "10");
    while till.ledger().await != (1000, 0) {
        tokio::time::sleep(std::time::Duration::from_millis(5)).await;
    }
    assert!(!never.is_finished() && !late.is_finished());
    till.act("act=unplug").await;
    assert!(never.await.expect("an end").nothing());
    assert!(late.await.expect("an end").nothing());
}

#[tokio::test]
async fn memory_survives_the_plug_or_does_not() {
    let till = Till::new().await;
    till.script(json!([{"card": "visa"}])).await;
    till.pay("W2", "10").await;
    for (memory, verdict) in [(true, "Success"), (false, "NotFound")] {
        till.sim("/sim/power", json!({"poiid": TERMINAL, "on": false}))
            .await;
        till.sim(
            "/sim/power",
            json!({"poiid": TERMINAL, "on": true, "memory": memory}),
        )
        .await;
        assert_eq!(till.status("W2").await.verdict(), verdict);
    }
    assert_eq!(till.ledger().await, (1000, 0));
}

#[tokio::test]
async fn a_reset_ends_everything_but_the_ledger() {
    let till = Till::new().await;
    till.script(json!([{"card": "visa"}])).await;
    till.pay("W3", "10").await;
    till.script(json!([{"manual": true}, {"fault": "F3"}]))
        .await;
    till.advance(1000).await;
    let paying = till.pay_later("W4", "10");
    till.phase(&json!("present_card")).await;
    till.sim("/sim/reset", json!({})).await;
    assert!(paying.await.expect("an end").nothing());
    let terminal = till.terminal().await;
    assert_eq!(
        (
            &terminal["phase"],
            &terminal["steps_left"],
            &terminal["remembered"]
        ),
        (&Value::Null, &json!(0), &json!(0))
    );
    assert_eq!(till.get("/sim/clock").await.json()["advanced_ms"], 0);
    assert_eq!(till.ledger().await, (1000, 0));
}

#[tokio::test]
async fn pages_show_the_terminal_and_refuse_strange_names() {
    let till = Till::new().await;
    let list = till.get("/").await;
    assert!(
        list.body().contains(&format!("/terminal/{TERMINAL}")),
        "{}",
        list.0
    );
    let paying = till.pay_later("W5", "1250");
    till.phase(&json!("present_card")).await;
    let page = till.get(&format!("/terminal/{TERMINAL}")).await;
    assert!(
        page.body().contains("€1,250.00") && page.body().contains("Present your card"),
        "{}",
        page.0
    );
    assert!(
        page.0
            .contains("content-security-policy: default-src 'none'"),
        "{}",
        page.0
    );
    assert_eq!(till.get("/terminal/%3Cscript%3E").await.status(), 404);
    let strange = till
        .post(
            "/terminal",
            "application/x-www-form-urlencoded",
            "poiid=%3Cb%3E",
        )
        .await;
    assert_eq!(strange.status(), 422);
    assert!(
        strange.body().contains("value=\"&lt;b&gt;\""),
        "{}",
        strange.0
    );
    paying.abort();
}
