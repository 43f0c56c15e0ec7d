//! What head office keeps of tenders: saved, refused, seen by the till, told of and exported.

use reqwest::Method;
use serde_json::{Value, json};
use testkit::{Client, Settings, Shop, TerminalSimulator};

use crate::tender::{keep, take};

async fn get(client: &Client, path: &str) -> Value {
    client.get(path).await.ok()
}

/// Changes members of an entry.
async fn change(client: &Client, path: &str, changes: Value) -> testkit::Answer {
    let entry = get(client, path).await;
    let mut value = entry["value"].clone();
    for (name, new) in changes.as_object().unwrap() {
        value[name] = new.clone();
    }
    let body = json!({ "version": entry["version"], "value": value });
    client.put(path, body).await
}

async fn codes(client: &Client) -> Vec<String> {
    let tenders = get(client, "/tender").await;
    let tenders = tenders.as_array().unwrap().iter();
    tenders
        .map(|tender| tender["code"].as_str().unwrap().to_owned())
        .collect()
}

#[tokio::test]
async fn a_tender_that_is_not_listed_for_a_store_is_hidden_there() {
    let shop = Shop::open().await;
    let admin = shop.log_in("admin").await;
    let mei = shop.seller("mei").await;
    let gia = shop.seller("gia").await;
    take(&admin, "BANK", "TRANSFER", None).await;
    assert!(codes(&mei).await.contains(&"BANK".to_owned()));
    assert!(!codes(&gia).await.contains(&"BANK".to_owned()));
    let path = "/setting/tender/BANK";
    change(&admin, path, json!({ "availableForStore": ["MIL"] }))
        .await
        .ok();
    assert!(!codes(&mei).await.contains(&"BANK".to_owned()));
    assert!(codes(&gia).await.contains(&"BANK".to_owned()));
    // Only at one of its tills.
    change(&admin, path, json!({ "availableForStore": ["MIL", "PAR"] }))
        .await
        .ok();
    let terms = "/setting/tender-store/PAR~BANK";
    change(&admin, terms, json!({ "terminals": "PAR-2, PAR-3" }))
        .await
        .ok();
    assert!(!codes(&mei).await.contains(&"BANK".to_owned()));
    assert!(
        codes(&shop.seller("leo").await)
            .await
            .contains(&"BANK".to_owned())
    );
    mei.add("ER-1", "", 1).await.ok();
    mei.start_payment().await;
    let body = json!({
        "tenderCode": "BANK", "amount": { "minor": 100, "currency": "EUR" }, "reference": "1",
    });
    let refused = mei.post("/payment/tender", body).await;
    assert_eq!(refused.refused(), (404, "payment.tender_unknown"));
}

#[tokio::test]
async fn the_terms_are_those_of_the_store() {
    let shop = Shop::open().await;
    let admin = shop.log_in("admin").await;
    let path = "/setting/tender-store/PAR~CASH";
    let before = get(&admin, path).await;
    assert_eq!(before["value"]["maximumOverTender"], 50_000, "of its kind");
    let changes = json!({ "maximumOverTender": 100, "underTenderAllowed": false, "position": 9 });
    change(&admin, path, changes).await.ok();
    let stale = json!({ "version": before["version"], "value": before["value"] });
    assert_eq!(
        admin.put(path, stale).await.refused(),
        (409, "setting.changed_meanwhile")
    );
    let mei = shop.seller("mei").await;
    assert_eq!(codes(&mei).await.last().unwrap(), "CASH");
    mei.add("ER-1", "", 1).await.ok();
    mei.start_payment().await;
    assert_eq!(
        mei.pay_cash(100).await.refused(),
        (409, "payment.under_tender")
    );
    assert_eq!(
        mei.pay_cash(20_000).await.refused(),
        (409, "payment.over_tender_limit")
    );
    mei.pay_cash(13_000).await.ok();
    // The other store keeps those of the kind.
    let gia = shop.seller("gia").await;
    gia.add("ER-1", "", 1).await.ok();
    gia.start_payment().await;
    gia.pay_cash(100).await.ok();
}

#[tokio::test]
async fn what_cannot_be_kept_is_refused_at_its_field() {
    let shop = Shop::open().await;
    let admin = shop.log_in("admin").await;
    take(&admin, "CASH-USD", "FX_CASH", Some("USD")).await;
    let table = [
        (
            "tender/CASH",
            json!({ "type": "CARD" }),
            "setting.in_use",
            "type",
        ),
        (
            "tender/CASH",
            json!({ "name": "" }),
            "setting.required",
            "name",
        ),
        (
            "tender/CASH",
            json!({ "names": { "xx": "?" } }),
            "setting.reference_unknown",
            "names",
        ),
        (
            "tender/CASH",
            json!({ "availableForStore": ["NONE"] }),
            "setting.reference_unknown",
            "availableForStore",
        ),
        (
            "tender/DEPOSIT",
            json!({ "availableForStore": ["PAR"] }),
            "setting.reference_unknown",
            "availableForStore",
        ),
        (
            "tender/CASH-USD",
            json!({ "currencyCode": "CHF" }),
            "setting.in_use",
            "currencyCode",
        ),
        (
            "tender-store/PAR~AMEX",
            json!({ "onlinePosMapping": "amex, VISA" }),
            "payment.brand_taken",
            "onlinePosMapping",
        ),
        (
            "tender-store/PAR~CASH",
            json!({ "terminals": "MIL-1" }),
            "setting.reference_unknown",
            "terminals",
        ),
        (
            "tender-store/PAR~CASH-USD",
            json!({ "changeTenderCode": "CARD" }),
            "setting.reference_unknown",
            "changeTenderCode",
        ),
        (
            "tender-store/PAR~CASH",
            json!({ "maximumOverTender": -1 }),
            "setting.out_of_range",
            "maximumOverTender",
        ),
        (
            "terminal/PAR-1",
            json!({ "deviceSN": "V400m-PAR-2" }),
            "payment.device_taken",
            "deviceSN",
        ),
        (
            "terminal/PAR-1",
            json!({ "deviceAddress": "192.168.1.20:8443" }),
            "payment.device_address",
            "deviceAddress",
        ),
        (
            "terminal/PAR-1",
            json!({ "storeNo": "MIL" }),
            "setting.in_use",
            "storeNo",
        ),
        (
            "terminal/PAR-1",
            json!({ "deviceKeyIdentifier": "shop", "deviceKeyVersion": 1 }),
            "setting.required",
            "devicePassphrase",
        ),
    ];
    for (path, changes, key, field) in table {
        let answer = change(&admin, &format!("/setting/{path}"), changes.clone()).await;
        assert_eq!(answer.refusal(), key, "{path} {changes}");
        assert_eq!(answer.envelope["error"]["field"], field, "{path} {changes}");
    }
    let rate = |foreign: &str, rate: i64| json!({ "currencyCode": "EUR", "foreignCode": foreign, "validFrom": "2026-11-21", "rate": rate });
    for (value, key) in [
        (rate("USD", 0), "setting.out_of_range"),
        (rate("CHF", 1), "setting.reference_unknown"),
    ] {
        let body = json!({ "version": null, "value": value });
        let answer = admin
            .put("/setting/exchange-rate/EUR~USD~2026-11-21", body)
            .await;
        assert_eq!(answer.refusal(), key);
    }
    let body = json!({ "version": null, "value": get(&admin, "/setting/tender-store/PAR~CASH").await["value"] });
    let gone = admin.put("/setting/tender-store/PAR~NONE", body).await;
    assert_eq!(gone.refused(), (404, "setting.entry_not_found"));
}

#[tokio::test]
async fn a_terminal_is_tested_by_the_protocol_of_payments() {
    let simulator = TerminalSimulator::start();
    let shop = Shop::with(Settings {
        terminal_address: Some(simulator.address()),
        ..Settings::default()
    })
    .await;
    let admin = shop.log_in("admin").await;
    let test = async || {
        admin
            .post("/setting/terminal/PAR-1/test", json!({}))
            .await
            .ok()
    };
    let works = test().await;
    assert_eq!(works["works"], true, "{works}");
    let path = "/setting/terminal/PAR-1";
    // Nobody listens there.
    change(&admin, path, json!({ "deviceAddress": "127.0.0.1:9" }))
        .await
        .ok();
    let silent = test().await;
    assert_eq!(silent["works"], false);
    assert_eq!(silent["problem"]["key"], "payment.device_test_failed");
    let none = admin.post("/setting/terminal/NONE/test", json!({})).await;
    assert_eq!(none.refused(), (404, "setting.entry_not_found"));
}

#[tokio::test]
async fn a_new_till_can_be_worked_at_and_its_key_never_comes_out() {
    let shop = Shop::open().await;
    let admin = shop.log_in("admin").await;
    let value = json!({
        "storeNo": "PAR", "name": "Till 9", "deviceSN": "V400m-900000009", "merchantNo": "M-9",
        "deviceAddress": "192.168.1.29:8443", "deviceKeyIdentifier": "shop",
        "deviceKeyVersion": 1, "devicePassphrase": "till and terminal",
    });
    let made = keep(&admin, "/setting/terminal/PAR-9", value).await;
    let told = made.to_string()
        + &get(&admin, "/setting/terminal?search=PAR-9")
            .await
            .to_string();
    let history = "/setting/history?setting=terminal&key=PAR-9";
    let told = told + &get(&admin, history).await.to_string();
    assert!(!told.contains("till and terminal"), "{told}");
    assert_eq!(
        made["value"]["devicePassphraseMark"]
            .as_str()
            .unwrap()
            .len(),
        12
    );
    let kept = "SELECT COUNT(*) FROM terminal WHERE device_passphrase = 'till and terminal'";
    assert_eq!(shop.number(kept).await, 1);
    change(
        &admin,
        "/setting/terminal/PAR-9",
        json!({ "name": "Till nine" }),
    )
    .await
    .ok();
    assert_eq!(shop.number(kept).await, 1, "what is not given stays");
    let without = json!({ "deviceKeyIdentifier": "", "deviceAddress": "" });
    change(&admin, "/setting/terminal/PAR-9", without)
        .await
        .ok();
    assert_eq!(shop.number(kept).await, 0);
    crate::payment::assert_books_hold(&shop).await;
}

#[tokio::test]
async fn who_changed_what_is_told_and_every_list_leaves_as_a_table() {
    let shop = Shop::open().await;
    let admin = shop.log_in("admin").await;
    take(&admin, "BANK", "TRANSFER", None).await;
    change(
        &admin,
        "/setting/tender/BANK",
        json!({ "name": "Transfer" }),
    )
    .await
    .ok();
    let told = get(&admin, "/setting/history?setting=tender&key=BANK&limit=1").await;
    assert_eq!(told["total"], 2);
    assert_eq!(told["nextCursor"], "1");
    let newest = &told["items"][0];
    assert_eq!(newest["staffName"], "Ada Moss");
    assert_eq!(
        newest["fields"],
        json!([{ "name": "name", "before": "BANK", "after": "Transfer" }])
    );
    for (kind, holds) in [
        ("tender", "\"BANK\",\"Transfer\",\"TRANSFER\",\"\",\"PAR\""),
        ("tender-store", "\"PAR\",\"CASH\""),
        ("terminal", "V400m-PAR-1"),
        ("exchange-rate", "validFrom"),
        ("cash-limit", "residentMaximum"),
        ("voucher", "voucherNo"),
    ] {
        let path = format!("/setting/{kind}/export.csv");
        let answer = admin.request(Method::GET, &path).send().await.unwrap();
        assert_eq!(answer.status().as_u16(), 200, "{kind}");
        let table = answer.text().await.unwrap();
        assert!(table.contains(holds), "{kind}: {table}");
        let mei = shop.seller("mei").await;
        let refused = mei.get(&path).await;
        assert_eq!(refused.status.as_u16(), 403, "{kind}");
    }
}

/// A brand is booked to one tender of a store, also when a store takes a tender again that it gave up.
#[tokio::test]
async fn a_tender_that_is_taken_again_brings_no_brand_of_another() {
    let shop = Shop::open().await;
    let admin = shop.log_in("admin").await;
    take(&admin, "CUP", "CARD", None).await;
    let (cup, amex) = ("/setting/tender/CUP", "/setting/tender-store/PAR~AMEX");
    let mapping = json!({ "onlinePosMapping": "cup, UnionPay" });
    let terms = "/setting/tender-store/PAR~CUP";
    change(&admin, terms, mapping).await.ok();
    let nowhere = json!({ "availableForStore": [] });
    change(&admin, cup, nowhere).await.ok();
    let before = get(&admin, amex).await["value"]["onlinePosMapping"].clone();
    let more = format!("{}, unionpay", before.as_str().unwrap());
    change(&admin, amex, json!({ "onlinePosMapping": more }))
        .await
        .ok();
    let again = json!({ "availableForStore": ["PAR"] });
    let refused = change(&admin, cup, again.clone()).await;
    assert_eq!(refused.refused(), (409, "payment.brand_taken_in_store"));
    assert_eq!(refused.envelope["error"]["field"], "availableForStore");
    let doubled = "SELECT COUNT(*) FROM tender_store WHERE is_available AND store_no = 'PAR' \
         AND LOWER(online_pos_mapping) LIKE '%unionpay%'";
    assert_eq!(shop.number(doubled).await, 1);
    // Another store has it for none else.
    change(&admin, cup, json!({ "availableForStore": ["MIL"] }))
        .await
        .ok();
    // Taken out there, it comes back with its brands.
    change(&admin, amex, json!({ "onlinePosMapping": before }))
        .await
        .ok();
    change(&admin, cup, json!({ "availableForStore": ["MIL", "PAR"] }))
        .await
        .ok();
    assert_eq!(
        get(&admin, terms).await["value"]["onlinePosMapping"],
        "cup, UnionPay"
    );
    assert_eq!(shop.number(doubled).await, 1);
}
