//! Payments: approved, declined, by hand, aborted, busy, badly asked for.

use jiff::SignedDuration;
use serde_json::json;

use crate::till::{TERMINAL, Till, message, now, payment, payment_at};

#[tokio::test]
async fn an_approved_payment_says_what_was_taken_and_the_ledger_agrees() {
    let till = Till::new().await;
    till.script(json!([{"card": "mastercard", "after_ms": 0}]))
        .await;
    let received = till.pay("A1", "1250.50").await;

    assert_eq!(received.verdict(), "Success");
    assert!(
        received.body().contains(r#""AuthorizedAmount":1250.5,"#),
        "exactly: {}",
        received.body()
    );
    let answer = received.answer();
    let reference = answer["POIData"]["POITransactionID"]["TransactionID"]
        .as_str()
        .expect("a reference");
    let (_, psp) = reference.split_once('.').expect("tender.psp");
    let details = answer["Response"]["AdditionalResponse"]
        .as_str()
        .expect("details");
    assert!(
        details.contains("posAuthAmountValue=125050&posAuthAmountCurrency=EUR"),
        "{details}"
    );
    assert!(
        details.contains(&format!("pspReference={psp}")),
        "{details}"
    );
    let result = &answer["PaymentResult"];
    assert_eq!(
        result["PaymentInstrumentData"]["CardData"]["MaskedPan"],
        "541333 **** 9999"
    );
    assert_eq!(
        result["PaymentInstrumentData"]["CardData"]["PaymentBrand"],
        "mc"
    );
    assert_eq!(
        result["PaymentInstrumentData"]["CardData"]["EntryMode"],
        json!(["Contactless"])
    );
    assert_eq!(
        result["PaymentAcquirerData"]["ApprovalCode"]
            .as_str()
            .map(str::len),
        Some(6)
    );
    assert_eq!(
        answer["SaleData"]["SaleTransactionID"]["TransactionID"],
        "sale-A1"
    );
    let receipts = answer["PaymentReceipt"].as_array().expect("receipts");
    let kinds: Vec<_> = receipts
        .iter()
        .map(|receipt| &receipt["DocumentQualifier"])
        .collect();
    assert_eq!(kinds, ["CustomerReceipt", "CashierReceipt"]);

    let ledger = till.get("/sim/ledger").await.json();
    let sums = json!({"EUR": {"captured_minor": 125_050, "reversed_minor": 0}});
    assert_eq!(ledger["by_sale_transaction"]["sale-A1"], sums);
    assert_eq!(ledger["by_terminal"][TERMINAL], sums);
    assert_eq!(ledger["entries"][0]["poi_transaction_id"], reference);
}

#[tokio::test]
async fn a_declined_payment_takes_nothing() {
    let till = Till::new().await;
    till.script(json!([{"decline": true}, {"condition": "InvalidCard"}]))
        .await;
    assert_eq!(till.pay("D1", "10").await.verdict(), "Refusal");
    assert_eq!(till.pay("D2", "10").await.verdict(), "InvalidCard");
    assert_eq!(till.ledger().await, (0, 0));
}

#[tokio::test]
async fn a_person_pays_with_chip_and_pin() {
    let till = Till::new().await;
    let paying = till.pay_later("P1", "99.90");
    till.phase(&json!("present_card")).await;
    till.act("act=chip&card=unionpay").await;
    till.phase(&json!({"enter_pin": {"digits": 0}})).await;
    for digit in [
        "act=1",
        "act=9",
        "act=correct",
        "act=4",
        "act=3",
        "act=2",
        "act=1",
        "act=confirm",
    ] {
        till.act(digit).await;
    }
    till.phase(&json!("asking_bank")).await;
    till.advance(900).await;
    let received = paying.await.expect("an answer");
    assert_eq!(received.verdict(), "Success");
    let answer = received.answer();
    let card = &answer["PaymentResult"]["PaymentInstrumentData"]["CardData"];
    assert_eq!(
        (&card["PaymentBrand"], &card["EntryMode"]),
        (&json!("cup"), &json!(["ICC"]))
    );
}

#[tokio::test]
async fn a_person_cancels_mistypes_or_has_a_bad_card() {
    let till = Till::new().await;
    let paying = till.pay_later("C1", "10");
    till.phase(&json!("present_card")).await;
    till.act("act=cancel").await;
    assert_eq!(paying.await.expect("an answer").verdict(), "Cancel");

    let paying = till.pay_later("C2", "10");
    till.phase(&json!("present_card")).await;
    for step in [
        "act=chip&card=visa",
        "act=0",
        "act=0",
        "act=0",
        "act=confirm",
        "act=0",
        "act=confirm",
    ] {
        till.act(step).await;
    }
    assert_eq!(
        paying.await.expect("an answer").verdict(),
        "WrongPIN",
        "three digits are no PIN"
    );

    let paying = till.pay_later("C4", "10");
    till.phase(&json!("present_card")).await;
    till.act("act=contactless&card=visa&refused=yes").await;
    till.phase(&json!("asking_bank")).await;
    till.advance(900).await;
    assert_eq!(paying.await.expect("an answer").verdict(), "Refusal");
    assert_eq!(till.ledger().await, (0, 0));
}

#[tokio::test]
async fn a_customer_who_walks_away_has_cancelled_after_two_minutes() {
    let till = Till::new().await;
    let paying = till.pay_later("C3", "10");
    till.phase(&json!("present_card")).await;
    till.waits(1).await;
    till.advance(119_000).await;
    till.phase(&json!("present_card")).await;
    till.advance(1_001).await;
    assert_eq!(paying.await.expect("an answer").verdict(), "Cancel");
    assert_eq!(till.ledger().await, (0, 0));
}

#[tokio::test]
async fn an_abort_before_approval_wins_and_has_no_body() {
    let till = Till::new().await;
    let paying = till.pay_later("B1", "10");
    till.phase(&json!("present_card")).await;
    let abort = till.abort("B1").await;
    assert_eq!((abort.status(), abort.body()), (200, ""));
    assert_eq!(paying.await.expect("an answer").verdict(), "Aborted");

    till.script(json!([{"card": "visa", "bank_ms": 60_000}]))
        .await;
    let paying = till.pay_later("B2", "10");
    till.phase(&json!("asking_bank")).await;
    till.abort("B2").await;
    assert_eq!(paying.await.expect("an answer").verdict(), "Aborted");
    assert_eq!(till.ledger().await, (0, 0));
}

#[tokio::test]
async fn an_abort_of_another_request_changes_nothing() {
    let till = Till::new().await;
    let paying = till.pay_later("N1", "10");
    till.phase(&json!("present_card")).await;
    assert_eq!(till.abort("N2").await.body(), "");
    till.act("act=contactless&card=visa").await;
    till.phase(&json!("asking_bank")).await;
    till.advance(900).await;
    assert_eq!(paying.await.expect("an answer").verdict(), "Success");
    assert_eq!(till.abort("N1").await.body(), "", "too late");
    assert_eq!(till.ledger().await, (1000, 0));
}

#[tokio::test]
async fn a_busy_terminal_names_the_request_that_runs() {
    let till = Till::new().await;
    let paying = till.pay_later("R1", "10");
    till.phase(&json!("present_card")).await;
    let second = till.pay("R2", "10").await;
    assert_eq!(second.verdict(), "Busy");
    let text = second.answer()["Response"]["AdditionalResponse"].to_string();
    assert!(
        text.contains("R1%20PaymentRequest%20is%20in%20Progress"),
        "{text}"
    );
    till.abort("R1").await;
    assert_eq!(paying.await.expect("an answer").verdict(), "Aborted");
    till.script(json!([{"card": "visa"}])).await;
    assert_eq!(
        till.pay("R2", "10").await.verdict(),
        "Success",
        "a busy answer does not use the id up"
    );
}

#[tokio::test]
async fn a_request_is_served_once_in_48_hours() {
    let till = Till::new().await;
    till.script(json!([{"card": "visa", "count": 4}])).await;
    assert_eq!(till.pay("U1", "10").await.verdict(), "Success");
    assert_eq!(till.pay("U1", "10").await.verdict(), "NotAllowed");
    till.advance(47 * 3_600_000).await;
    let later = |hours| {
        payment_at(
            TERMINAL,
            "U1",
            "10",
            now() + SignedDuration::from_hours(hours),
        )
    };
    assert_eq!(
        till.post("/nexo", "application/json", &later(47))
            .await
            .verdict(),
        "NotAllowed"
    );
    till.advance(2 * 3_600_000).await;
    assert_eq!(
        till.post("/nexo", "application/json", &later(49))
            .await
            .verdict(),
        "Success"
    );
    assert_eq!(till.ledger().await, (2000, 0));
}

#[tokio::test]
async fn what_is_badly_asked_is_refused_and_nothing_begins() {
    let till = Till::new().await;
    let hours = SignedDuration::from_hours;
    for bad in [
        payment_at(TERMINAL, "M1", "10", now() - hours(25)),
        payment_at(TERMINAL, "M1", "10", now() + hours(25)),
        payment(TERMINAL, "M1", "10.001"),
        payment(TERMINAL, "M1", "0"),
        payment(TERMINAL, "M1", "-5"),
        payment(TERMINAL, "M1", "\"10\""),
        payment(TERMINAL, "M1", "10").replace(r#""Currency":"EUR","#, ""),
        payment(TERMINAL, "M1", "10").replace("sale-M1", &"x".repeat(36)),
        payment(TERMINAL, "TOO-LONG-ID", "10"),
        message("Frobnicate", "M1", json!({})).to_string(),
    ] {
        let received = till.post("/nexo", "application/json", &bad).await;
        assert_eq!(received.verdict(), "MessageFormat", "{bad}");
    }
    let refund = payment(TERMINAL, "M1", "10").replace("Normal", "Refund");
    assert_eq!(
        till.post("/nexo", "application/json", &refund)
            .await
            .verdict(),
        "NotAllowed"
    );
    for broken in ["", "{", "{\"SaleToPOIRequest\":{}}", "[]"] {
        let received = till.post("/nexo", "application/json", broken).await;
        assert_eq!((received.status(), received.body()), (400, "Bad JSON"));
    }
    assert_eq!(till.terminal().await["phase"], json!(null));
}

#[tokio::test]
async fn sixteen_terminals_pay_at_once() {
    let till = Till::new().await;
    till.sim(
        "/sim/auto",
        json!({"poiid": "*", "card": "amex", "after_ms": 50}),
    )
    .await;
    let paying = (1..=16).map(|number| {
        let body = payment(&format!("P400-{number}"), "Q1", "1.01");
        let request = crate::till::request("/nexo", "application/json", &body);
        let address = till.address;
        tokio::spawn(async move { crate::till::exchange(address, &request).await })
    });
    for paid in paying.collect::<Vec<_>>() {
        assert_eq!(paid.await.expect("an answer").verdict(), "Success");
    }
    let ledger = till.get("/sim/ledger").await.json();
    assert_eq!(
        ledger["by_terminal"].as_object().map(serde_json::Map::len),
        Some(16)
    );
    assert_eq!(till.ledger().await, (1616, 0));
}

#[tokio::test]
async fn login_and_logout_are_remembered() {
    let till = Till::new().await;
    let login = till
        .nexo(&message(
            "Login",
            &till.id(),
            json!({"OperatorLanguage": "en"}),
        ))
        .await;
    assert_eq!(login.verdict(), "Success");
    assert_eq!(till.terminal().await["logged_in"], json!(["TILL"]));
    assert_eq!(
        till.nexo(&message("Logout", &till.id(), json!({})))
            .await
            .verdict(),
        "Success"
    );
    assert_eq!(till.terminal().await["logged_in"], json!([]));
}

#[tokio::test]
async fn the_log_tells_who_hung_up() {
    let till = Till::new().await;
    let paying = till.pay_later("L1", "10");
    till.phase(&json!("present_card")).await;
    paying.abort();
    let log = loop {
        let log = till.get("/sim/log").await.json();
        if log[0]["answer"] != "not answered yet" {
            break log;
        }
        tokio::time::sleep(std::time::Duration::from_millis(5)).await;
    };
    assert_eq!(log[0]["answer"], "the till hung up");
    assert_eq!(
        till.status("L1").await.verdict(),
        "InProgress",
        "the customer still stands there"
    );
}
