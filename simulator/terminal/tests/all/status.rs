//! What a till learns when it asks.

use serde_json::json;

use crate::till::{Till, message, verdict};

#[tokio::test]
async fn status_is_in_progress_then_the_inner_result() {
    let till = Till::new().await;
    let paying = till.pay_later("T1", "10");
    till.phase(&json!("present_card")).await;
    assert_eq!(till.status("T1").await.verdict(), "InProgress");
    assert_eq!(
        till.diagnose().await.answer()["POIStatus"]["GlobalStatus"],
        "Busy"
    );
    till.act("act=cancel").await;
    paying.await.expect("an answer");

    let status = till.status("T1").await;
    assert_eq!(status.verdict(), "Success", "the question was understood");
    let repeated = status.answer()["RepeatedMessageResponse"].take();
    assert_eq!(repeated["MessageHeader"]["ServiceID"], "T1");
    assert_eq!(repeated["MessageHeader"]["MessageType"], "Response");
    assert_eq!(
        verdict(&repeated["RepeatedResponseMessageBody"]["PaymentResponse"]),
        "Cancel"
    );
    assert_eq!(
        till.diagnose().await.answer()["POIStatus"]["GlobalStatus"],
        "OK"
    );
}

#[tokio::test]
async fn status_of_a_paid_request_repeats_answer_and_receipts() {
    let till = Till::new().await;
    till.script(json!([{"card": "visa"}])).await;
    let paid = till.pay("T2", "12.34").await.answer();
    let repeated = till.status("T2").await.answer()["RepeatedMessageResponse"].take();
    assert_eq!(
        repeated["RepeatedResponseMessageBody"]["PaymentResponse"],
        paid
    );

    let reference = json!({"MessageCategory": "Payment", "SaleID": "TILL", "ServiceID": "T2"});
    let without = message(
        "TransactionStatus",
        &till.id(),
        json!({"MessageReference": reference}),
    );
    let mut repeated = till.nexo(&without).await.answer()["RepeatedMessageResponse"].take();
    let body = repeated["RepeatedResponseMessageBody"]["PaymentResponse"].take();
    assert_eq!(body["PaymentReceipt"], json!(null));
    assert_eq!(body["PaymentResult"], paid["PaymentResult"]);
}

#[tokio::test]
async fn status_of_an_unknown_request_is_not_found() {
    let till = Till::new().await;
    assert_eq!(till.status("T3").await.verdict(), "NotFound");
    till.script(json!([{"card": "visa"}])).await;
    till.pay("T4", "10").await;
    assert_eq!(
        till.status("T3").await.verdict(),
        "NotFound",
        "not the last one's answer"
    );
    let other = json!({"MessageCategory": "Payment", "SaleID": "OTHER", "ServiceID": "T4"});
    let asked = message(
        "TransactionStatus",
        &till.id(),
        json!({"MessageReference": other}),
    );
    assert_eq!(
        till.nexo(&asked).await.verdict(),
        "NotFound",
        "another till's request"
    );
    let last = message("TransactionStatus", &till.id(), json!({}));
    let repeated = till.nexo(&last).await.answer()["RepeatedMessageResponse"].take();
    assert_eq!(
        repeated["MessageHeader"]["ServiceID"], "T4",
        "without an id: the last one"
    );
}
