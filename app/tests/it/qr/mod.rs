//! Payment by code against the providers' simulator: both directions, late payments, notifications,
//! removal, and the accounts with the providers.

mod house;

use std::time::Duration;

use serde_json::{Value, json};
use testkit::{MailSimulator, Settings};

use self::house::{DUE, id, start};
pub(crate) use self::house::{House, accounts, keys, take_codes};
use crate::store_setting;

#[tokio::test]
async fn the_client_scans_and_pays_with_either_provider() {
    let house = House::open().await;
    for (tender, face, brand) in [
        ("ALIPAY", "alipay", "ALIPAY"),
        ("WECHAT", "wechat", "WECHATPAY"),
    ] {
        let mei = house.paying().await;
        let tenders = mei.get("/tender").await.ok();
        let of = |tender: &&Value| tender["qr"]["provider"] == brand;
        let tile = tenders.as_array().unwrap().iter().find(of).unwrap().clone();
        assert_eq!(tile["refusal"], Value::Null);
        assert_eq!(
            tile["qr"]["directions"],
            json!(["clientScans", "shopScans"])
        );
        let begun = start(&mei, tender, json!({ "direction": "clientScans" }))
            .await
            .ok();
        let shown = house.until_shown(&mei, &id(&begun)).await;
        assert_eq!(shown["channel"], "QR");
        assert_eq!(shown["state"], "WAITING");
        // Nothing else may be paid meanwhile, by code, card or cash.
        let again = start(&mei, tender, json!({ "direction": "clientScans" })).await;
        assert_eq!(again.refused(), (409, "payment.attempt_live"));
        assert_eq!(
            mei.pay_cash(DUE).await.refused(),
            (409, "payment.attempt_live")
        );
        assert_eq!(house.pay(face, &shown).await, 204);
        let paid = house.until_state(&mei, &id(&begun), "APPROVED").await;
        assert_eq!(paid["brand"], brand);
        assert_eq!(paid["order"]["total"]["minor"], DUE);
        mei.post("/logout", json!({})).await;
    }
    house.assert_in_order(2 * DUE).await;
}

/// What is due less what is paid is a sum: PostgreSQL took an amount beside it for a number of another make, and an
/// order of 163.84 and more never began, a smaller one whatever was left.
#[tokio::test]
async fn a_ring_is_paid_by_code_as_earrings_are() {
    let house = House::open().await;
    let mei = house.shop.seller("mei").await.repeating();
    mei.add("RG-1", "54", 1).await.ok();
    mei.start_payment().await;
    let ring = json!({
        "direction": "clientScans", "amount": { "minor": 129_000, "currency": "EUR" },
    });
    let begun = start(&mei, "ALIPAY", ring).await.ok();
    let shown = house.until_shown(&mei, &id(&begun)).await;
    assert_eq!(house.pay("alipay", &shown).await, 204);
    house.until_state(&mei, &id(&begun), "APPROVED").await;
    house.assert_in_order(129_000).await;
}

#[tokio::test]
async fn the_shop_scans_and_the_code_is_kept_nowhere() {
    let house = House::open().await;
    for (tender, code) in [
        ("ALIPAY", "281234567890123456"),
        ("WECHAT", "131234567890123456"),
    ] {
        let mei = house.paying().await;
        let refused = start(
            &mei,
            tender,
            json!({ "direction": "shopScans", "paymentCode": "29999990" }),
        )
        .await;
        assert_eq!(refused.refused(), (422, "payment.qr_payment_code"));
        let more = json!({ "direction": "shopScans", "paymentCode": code });
        let begun = start(&mei, tender, more).await.ok();
        let paid = house.until_state(&mei, &id(&begun), "APPROVED").await;
        assert_eq!(paid["qr"]["direction"], "shopScans");
        if let Some(file) = house.shop.sqlite_file() {
            for suffix in ["", "-wal"] {
                let path = format!("{}{suffix}", file.display());
                let bytes = std::fs::read(path).unwrap_or_default();
                let found = bytes.windows(code.len()).any(|at| at == code.as_bytes());
                assert!(!found, "the code is in the database{suffix}");
            }
        }
        mei.post("/logout", json!({})).await;
    }
    house.assert_in_order(2 * DUE).await;
}

#[tokio::test]
async fn a_declined_code_can_be_tried_again_only_once_the_order_is_closed() {
    let house = House::open().await;
    let mei = house.paying().await;
    let more = json!({ "direction": "shopScans", "paymentCode": "281234567890120001" });
    let begun = start(&mei, "ALIPAY", more).await.ok();
    let over = house
        .until(&mei, &id(&begun), |attempt| {
            let choices = attempt["choices"].as_array().unwrap();
            choices.contains(&json!("retry"))
        })
        .await;
    assert_eq!(over["state"], "FAILED");
    assert_eq!(over["outcome"]["params"]["condition"], "QrFunds");
    assert_eq!(
        house
            .shop
            .number("SELECT COUNT(*) FROM qr_order WHERE state = 'CLOSED'")
            .await,
        1
    );
    mei.pay_cash(DUE).await.ok();
    house.assert_in_order(0).await;
}

#[tokio::test]
async fn the_cashier_is_asked_and_can_go_on_or_stop() {
    let house = House::open().await;
    let mei = house.paying().await;
    let begun = start(&mei, "WECHAT", json!({ "direction": "clientScans" }))
        .await
        .ok();
    let path = format!("/payment/attempt/{}", id(&begun));
    house.until_shown(&mei, &id(&begun)).await;
    let early = mei.post(&format!("{path}/continue"), json!({})).await;
    assert_eq!(early.refused(), (409, "payment.not_decidable"));
    let asked = house
        .until(&mei, &id(&begun), |attempt| {
            attempt["qr"]["isAsked"] == true
        })
        .await;
    assert_eq!(asked["outcome"]["key"], "payment.qr_not_successful");
    let on = mei.post(&format!("{path}/continue"), json!({})).await.ok();
    assert_eq!(on["qr"]["isAsked"], false);
    let asked = house
        .until(&mei, &id(&begun), |attempt| {
            attempt["qr"]["isAsked"] == true
        })
        .await;
    assert_eq!(asked["state"], "WAITING");
    mei.post(&format!("{path}/cancel"), json!({})).await.ok();
    let over = house.until_state(&mei, &id(&begun), "CANCELLED").await;
    assert_eq!(over["qr"]["code"], Value::Null);
    let known = house.simulator.get("order").await;
    assert_eq!(known[0]["was_closed_early"], false, "{known}");
    assert_eq!(
        house.pay("wechat", &over).await,
        422,
        "a closed order was paid"
    );
    mei.pay_cash(DUE).await.ok();
    house.assert_in_order(0).await;
}

#[tokio::test]
async fn a_code_that_is_stopped_at_once_holds_the_basket_until_its_order_may_be_closed() {
    let house = House::open().await;
    let mei = house.paying().await;
    let begun = start(&mei, "WECHAT", json!({ "direction": "clientScans" }))
        .await
        .ok();
    let path = format!("/payment/attempt/{}", id(&begun));
    let shown = house.until_shown(&mei, &id(&begun)).await;
    mei.post(&format!("{path}/cancel"), json!({})).await.ok();
    house.pass(200).await;
    // The client could still pay it: no second number, and no other tender, until that is over.
    let other = start(&mei, "ALIPAY", json!({ "direction": "clientScans" })).await;
    assert_eq!(other.status.as_u16(), 409, "{}", other.envelope);
    let cancelling = mei.get(&path).await.ok();
    assert_eq!(cancelling["state"], "CANCELLING");
    house.until_state(&mei, &id(&begun), "CANCELLED").await;
    let known = house.simulator.get("order").await;
    assert_eq!(known[0]["was_closed_early"], false, "{known}");
    assert_eq!(house.pay("wechat", &shown).await, 422, "it is closed");
    mei.pay_cash(DUE).await.ok();
    house.assert_in_order(0).await;
}

#[tokio::test]
async fn a_late_payment_is_attached_while_the_basket_waits_and_else_given_back() {
    let house = House::open().await;
    for (is_waiting, end) in [(true, "APPROVED"), (false, "REVERSED")] {
        let mei = house.paying().await;
        // The wish to end it is lost on the way, and comes to nothing: the order stays open.
        let steps = json!([
            { "face": "alipay", "on": "close", "fault": "paid_during" },
        ]);
        let begun = start(&mei, "ALIPAY", json!({ "direction": "clientScans" }))
            .await
            .ok();
        let shown = house.until_shown(&mei, &id(&begun)).await;
        if is_waiting {
            // Paid while the cashier is being asked.
            house
                .until(&mei, &id(&begun), |attempt| {
                    attempt["qr"]["isAsked"] == true
                })
                .await;
            assert_eq!(house.pay("alipay", &shown).await, 204);
        } else {
            house.simulator.script(steps).await;
            let path = format!("/payment/attempt/{}/cancel", id(&begun));
            mei.post(&path, json!({})).await.ok();
        }
        let over = house.until_state(&mei, &id(&begun), end).await;
        if !is_waiting {
            assert_eq!(over["order"], Value::Null);
            mei.pay_cash(DUE).await.ok();
        }
        mei.post("/logout", json!({})).await;
    }
    house.assert_in_order(DUE).await;
}

/// Whoever is at the till books what the provider says was paid, and nothing else: a payment that
/// nobody has named is a manager's decision.
#[tokio::test]
async fn a_payment_in_doubt_is_not_kept_as_a_part() {
    let house = House::open().await;
    let mei = house.paying().await;
    let begun = start(&mei, "ALIPAY", json!({ "direction": "clientScans" })).await;
    let id = id(&begun.ok());
    house.until_shown(&mei, &id).await;
    let silent = |on: &str| json!({ "face": "alipay", "on": on, "fault": "drop", "count": 9_999 });
    let steps = json!([silent("query"), silent("close")]);
    house.simulator.script(steps).await;
    let path = format!("/payment/attempt/{id}");
    mei.post(&format!("{path}/cancel"), json!({})).await.ok();
    let unknown = house.until_state(&mei, &id, "UNKNOWN").await;
    assert_eq!(unknown["choices"], json!(["wait"]));
    let decide = |decision: &str| json!({ "decision": decision, "slipNo": "4711" });
    let way = format!("{path}/decide");
    let part = mei.post(&way, decide("acceptPart")).await;
    assert_eq!(part.refused(), (409, "payment.not_decidable"));
    assert_eq!(mei.post(&way, decide("paid")).await.status.as_u16(), 403);
    let payment = mei.get("/payment").await.ok();
    assert_eq!(payment["tenders"], json!([]));
    assert_eq!(payment["remaining"]["minor"], DUE);
    house.assert_in_order(0).await;
}

/// What a manager calls paid and takes back is not lost when the client pays it after all.
#[tokio::test]
async fn a_code_that_a_manager_takes_back_goes_back_when_it_is_paid() {
    const PART: i64 = 5_000;
    let house = House::open().await;
    let promoted =
        "UPDATE salesperson SET permission_group_code = 'MANAGER' WHERE staff_id = 'mei'";
    house.shop.change(promoted).await;
    let mei = house.paying().await;
    let part = json!({
        "direction": "clientScans", "amount": { "minor": PART, "currency": "EUR" },
    });
    let begun = start(&mei, "ALIPAY", part).await.ok();
    let id = id(&begun);
    let shown = house.until_shown(&mei, &id).await;
    let silent = |on: &str| json!({ "face": "alipay", "on": on, "fault": "drop", "count": 9_999 });
    let steps = json!([silent("query"), silent("close")]);
    house.simulator.script(steps).await;
    let path = format!("/payment/attempt/{id}");
    mei.post(&format!("{path}/cancel"), json!({})).await.ok();
    house.until_state(&mei, &id, "UNKNOWN").await;
    let body = json!({ "decision": "paid", "slipNo": "4711" });
    mei.post(&format!("{path}/decide"), body).await.ok();
    let payment = mei.get("/payment").await.ok();
    assert_eq!(payment["remaining"]["minor"], DUE - PART);
    let tender_id = payment["tenders"][0]["tenderId"].as_str().unwrap();
    let removed = mei.delete(&format!("/payment/tender/{tender_id}")).await;
    assert_eq!(removed.status.as_u16(), 200);
    assert_eq!(removed.ok()["tenders"], json!([]));
    assert_eq!(mei.get(&path).await.ok()["state"], "TIMED_OUT");
    mei.pay_cash(DUE).await.ok();
    // The client, who still has the code, pays it: only the notification can tell.
    assert_eq!(house.pay("alipay", &shown).await, 204);
    house.until_state(&mei, &id, "REVERSED").await;
    house.assert_in_order(0).await;
}

#[tokio::test]
async fn a_booked_code_is_removed_by_giving_it_back() {
    let house = House::open().await;
    let mei = house.paying().await;
    for (tender, face) in [("WECHAT", "wechat"), ("ALIPAY", "alipay")] {
        let part = json!({
            "direction": "clientScans", "amount": { "minor": 5_000, "currency": "EUR" },
        });
        let begun = start(&mei, tender, part).await.ok();
        let shown = house.until_shown(&mei, &id(&begun)).await;
        house.pay(face, &shown).await;
        house.until_state(&mei, &id(&begun), "APPROVED").await;
        let payment = mei.get("/payment").await.ok();
        assert_eq!(payment["remaining"]["minor"], DUE - 5_000);
        let tender_id = payment["tenders"][0]["tenderId"].as_str().unwrap();
        let removed = mei.delete(&format!("/payment/tender/{tender_id}")).await;
        assert_eq!(removed.status.as_u16(), 202);
        assert_eq!(removed.ok()["attemptId"], begun["attemptId"]);
        // Until it is certain nothing else is taken, and the tender stays.
        let over = house.until_state(&mei, &id(&begun), "REVERSED").await;
        assert_eq!(over["qr"]["isRemoval"], true);
        let payment = mei.get("/payment").await.ok();
        assert_eq!(payment["tenders"], json!([]));
        assert_eq!(payment["remaining"]["minor"], DUE);
    }
    mei.pay_cash(DUE).await.ok();
    house.assert_in_order(0).await;
}

/// The first refund is lost on the way, and the provider refuses the same one from then on: the tender stays, and
/// the till goes on with the rest.
#[tokio::test]
async fn a_refund_that_was_lost_and_then_refused_leaves_the_tender_booked() {
    const PART: i64 = 5_000;
    let house = House::open().await;
    let mei = house.paying().await;
    let part = json!({
        "direction": "clientScans", "amount": { "minor": PART, "currency": "EUR" },
    });
    let begun = start(&mei, "ALIPAY", part).await.ok();
    let shown = house.until_shown(&mei, &id(&begun)).await;
    house.pay("alipay", &shown).await;
    house.until_state(&mei, &id(&begun), "APPROVED").await;
    let refund = |fault: &str, count: u32| json!({ "face": "alipay", "on": "refund", "fault": fault, "count": count });
    let steps = json!([refund("drop", 1), refund("refund_not_enough", 99)]);
    house.simulator.script(steps).await;
    let payment = mei.get("/payment").await.ok();
    let tender_id = payment["tenders"][0]["tenderId"].as_str().unwrap();
    let removed = mei.delete(&format!("/payment/tender/{tender_id}")).await;
    assert_eq!(removed.status.as_u16(), 202);
    assert_eq!(removed.ok()["state"], "REVERSING");
    let over = house.until_state(&mei, &id(&begun), "APPROVED").await;
    assert_eq!(over["outcome"]["key"], "payment.qr_refund_refused");
    let payment = mei.get("/payment").await.ok();
    assert_eq!(payment["tenders"][0]["tenderId"], tender_id);
    mei.pay_cash(DUE - PART).await.ok();
    house.assert_in_order(PART).await;
}

#[tokio::test]
async fn notifications_are_believed_by_signature_and_change_nothing_twice() {
    let house = House::open().await;
    for (tender, face, key) in [
        ("ALIPAY", "alipay", "PAR-ALIPAY"),
        ("WECHAT", "wechat", "PAR-WECHATPAY"),
    ] {
        let mei = house.paying().await;
        let begun = start(&mei, tender, json!({ "direction": "clientScans" }))
            .await
            .ok();
        let shown = house.until_shown(&mei, &id(&begun)).await;
        // Whoever knows the number and the address cannot say that it was paid.
        let order_no = shown["qr"]["orderNo"].as_str().unwrap();
        let url = house.shop.url(&format!("/device/qr/{key}"));
        let forged = format!(
            "out_trade_no={order_no}&trade_status=TRADE_SUCCESS&total_amount=129.00&sign=AAAA&sign_type=RSA2"
        );
        let http = testkit::http();
        for body in [forged.as_str(), "", "{}"] {
            let request = http.post(&url).body(body.to_owned());
            let request = request.header("content-type", "application/x-www-form-urlencoded");
            let said = request.send().await.unwrap();
            assert!(said.text().await.unwrap() != "success");
        }
        let still = mei.get(&format!("/payment/attempt/{}", id(&begun))).await;
        assert_eq!(still.ok()["state"], "WAITING");
        // The clock stands still: only the notification can tell that it was paid.
        let steps =
            json!([{ "face": face, "on": "notification", "fault": "duplicate", "count": 3 }]);
        house.simulator.script(steps).await;
        assert_eq!(house.pay(face, &shown).await, 204);
        let path = format!("/payment/attempt/{}", id(&begun));
        mei.until(&path, |attempt| attempt["state"] == "APPROVED")
            .await;
        let which = json!({ "face": face, "order_no": order_no });
        house.simulator.post("notify", which).await;
        tokio::time::sleep(Duration::from_millis(200)).await;
        mei.post("/logout", json!({})).await;
    }
    let http = testkit::http();
    let url = house.shop.url("/device/qr/PAR-NOBODY");
    assert_eq!(http.post(url).send().await.unwrap().status(), 404);
    house.assert_in_order(2 * DUE).await;
    assert_eq!(
        house.shop.number("SELECT COUNT(*) FROM sales_order").await,
        2
    );
}

#[tokio::test]
async fn a_restart_takes_an_order_up_and_charges_nothing_again() {
    let mut house = House::open().await;
    let mei = house.paying().await;
    let begun = start(&mei, "WECHAT", json!({ "direction": "clientScans" }))
        .await
        .ok();
    let shown = house.until_shown(&mei, &id(&begun)).await;
    house.shop.stop().await;
    let steps = json!([{ "face": "wechat", "on": "notification", "fault": "drop" }]);
    house.simulator.script(steps).await;
    assert_eq!(house.pay("wechat", &shown).await, 204);
    house.shop.restart().await;
    let mei = house.shop.log_in("mei").await.repeating();
    house.until_state(&mei, &id(&begun), "APPROVED").await;
    house.assert_in_order(DUE).await;
}

#[tokio::test]
async fn a_store_without_the_switch_or_an_account_says_so() {
    let house = House::open().await;
    let admin = house.shop.log_in("admin").await.repeating();
    let off = json!({ "isShowQRCode": false });
    store_setting::change(&admin, off).await.ok();
    house
        .shop
        .change("UPDATE qr_merchant SET is_active = FALSE WHERE provider = 'ALIPAY'")
        .await;
    let mei = house.paying().await;
    let tenders = mei.get("/tender").await.ok();
    let find = |code: &str| {
        let tenders = tenders.as_array().unwrap();
        tenders
            .iter()
            .find(|one| one["code"] == code)
            .unwrap()
            .clone()
    };
    assert_eq!(find("ALIPAY")["refusal"]["key"], "payment.qr_not_set_up");
    assert_eq!(find("WECHAT")["qr"]["directions"], json!(["shopScans"]));
    let refused = start(&mei, "WECHAT", json!({ "direction": "clientScans" })).await;
    assert_eq!(refused.refused(), (422, "payment.qr_code_not_shown"));
    let more = json!({ "direction": "shopScans", "paymentCode": "281234567890123456" });
    let refused = start(&mei, "ALIPAY", more).await;
    assert_eq!(refused.refused(), (503, "payment.qr_not_set_up"));
    // A tender by code is taken in no other way, and no other tender by code.
    let refused = start(&mei, "WECHAT", json!({})).await;
    assert_eq!(refused.refused(), (422, "payment.tender_type"));
    let refused = start(&mei, "CARD", json!({ "direction": "clientScans" })).await;
    assert_eq!(refused.refused(), (422, "payment.tender_type"));
    // Head office switches it on again, and the next code is shown.
    let on = json!({ "isShowQRCode": true });
    store_setting::change(&admin, on).await.ok();
    let begun = start(&mei, "WECHAT", json!({ "direction": "clientScans" })).await;
    house.until_shown(&mei, &id(&begun.ok())).await;
}

/// "Could not load the QR image, offer to email us."
#[tokio::test]
async fn a_shop_whose_code_is_not_shown_writes_for_help() {
    let mail = MailSimulator::start();
    let house = House::with(Settings {
        smtp_url: Some(mail.smtp_url()),
        ..Settings::default()
    })
    .await;
    let mei = house.paying().await;
    let begun = start(&mei, "WECHAT", json!({ "direction": "clientScans" }))
        .await
        .ok();
    let path = format!("/payment/attempt/{}/help", id(&begun));
    let asked = mei.post(&path, json!({})).await.ok();
    assert_eq!(asked["attemptId"], begun["attemptId"], "as it stands");
    let mails = mail.mails().await;
    // Who repeats it is answered as before; that the mail may come twice is better than never.
    assert!((1..=2).contains(&mails.len()), "{mails:?}");
    let text = mails[0].to_string();
    for told in [
        "support@vitrine.example",
        "PAR-1",
        "WECHATPAY",
        begun["qr"]["orderNo"].as_str().unwrap(),
        "129.00",
    ] {
        assert!(text.contains(told), "no {told} in {text}");
    }
    for untold in ["privateKey", "apiKey", "Marchetti"] {
        assert!(!text.contains(untold), "{untold} in {text}");
    }
    let unknown = format!("/payment/attempt/{}/help", uuid::Uuid::now_v7());
    let refused = mei.post(&unknown, json!({})).await;
    assert_eq!(refused.refused(), (404, "payment.attempt_not_found"));
}

#[tokio::test]
async fn without_a_mail_server_nobody_is_said_to_have_been_written_to() {
    let house = House::open().await;
    let mei = house.paying().await;
    let begun = start(&mei, "WECHAT", json!({ "direction": "clientScans" }))
        .await
        .ok();
    let path = format!("/payment/attempt/{}/help", id(&begun));
    let refused = mei.post(&path, json!({})).await;
    assert_eq!(refused.refused(), (503, "payment.qr_help_not_sent"));
}

#[tokio::test]
async fn accounts_are_kept_without_showing_their_secrets_and_can_be_tested() {
    let house = House::open().await;
    let admin = house.shop.log_in("admin").await.repeating();
    for (key, value) in accounts(&house.simulator).await {
        let path = format!("/setting/qr-merchant/{key}");
        let kept = admin.get(&path).await.ok();
        let text = kept.to_string();
        assert_eq!(kept["value"].get("privateKey"), None);
        assert_ne!(kept["value"]["privateKeyMark"], "");
        let secret = value["privateKey"].as_str().unwrap();
        assert!(!text.contains(&secret[40..80]));
        let tested = admin.post(&format!("{path}/test"), json!({})).await.ok();
        assert_eq!(tested, json!({ "works": true, "problem": null }), "{key}");
        // What is not given stays; the account still works.
        let mut again = value.clone();
        let number = if key == "PAR-ALIPAY" {
            "appId"
        } else {
            "merchantId"
        };
        again[number] = json!("another");
        again.as_object_mut().unwrap().remove("privateKey");
        again.as_object_mut().unwrap().remove("apiKey");
        let body = json!({ "version": 1, "value": again });
        let changed = admin.put(&path, body).await.ok();
        assert_eq!(
            changed["value"]["privateKeyMark"],
            kept["value"]["privateKeyMark"]
        );
        let tested = admin.post(&format!("{path}/test"), json!({})).await.ok();
        assert_eq!(tested["works"], false);
        assert_eq!(tested["problem"]["key"], "payment.qr_test_failed");
        for (field, wrong) in [
            ("gateway", "http://pay.example"),
            ("platformKey", "no key"),
            ("privateKey", "no key"),
        ] {
            let mut bad = value.clone();
            bad[field] = json!(wrong);
            let body = json!({ "version": 2, "value": bad });
            let refused = admin.put(&path, body).await;
            assert_eq!(refused.status.as_u16(), 422);
            assert_eq!(refused.envelope["error"]["field"], field);
        }
    }
    let changes = house
        .shop
        .number("SELECT COUNT(*) FROM setting_change WHERE setting = 'qrMerchant'")
        .await;
    assert_eq!(changes, 4);
    let leaked = house
        .shop
        .number(
            "SELECT COUNT(*) FROM setting_change WHERE setting = 'qrMerchant' AND \
             (after LIKE '%PRIVATE KEY%' OR after LIKE '%\"privateKey\"%' OR after LIKE '%\"apiKey\"%')",
        )
        .await;
    assert_eq!(leaked, 0);
    let mei = house.shop.log_in("mei").await.repeating();
    let refused = mei.get("/setting/qr-merchant").await;
    assert_eq!(refused.status.as_u16(), 403);
}
