//! The cipher texts in `fixture` were made by another library (Python's `cryptography`).

use std::collections::BTreeMap;

use device::Secret;
use device::card_terminal::Currency;
use jiff::{SignedDuration, Timestamp};
use serde_json::{Value, json};

use super::*;
use crate::key::SigningKey;
use crate::provider::{OrderAnswer, RefundAnswer};
use crate::transport::SettingsRefused;
use crate::wechat::{PlatformKey, Settings};

const PRIVATE: &str = include_str!("../../key/fixture/pkcs8.pem");
const PUBLIC: &str = include_str!("../../key/fixture/public.pem");
const CERTIFICATE: &str = include_str!("../../key/fixture/certificate.pem");
const SERIAL: &str = "5157F09EFDC096DE15EBE81A47057A7232F1B8E1";
const KEY_ID: &str = "PUB_KEY_ID_0114232134912410000000000000";

fn settings(platform_keys: Vec<PlatformKey>) -> Settings {
    Settings {
        gateway: "http://127.0.0.1:9".to_owned(),
        app_id: "wx1".to_owned(),
        merchant_id: "1600000001".to_owned(),
        private_key: Secret::new(PRIVATE),
        serial_no: "1".to_owned(),
        platform_keys,
        api_key: Secret::new("0123456789abcdef0123456789ABCDEF"),
        notify_url: "https://shop.example/notify".to_owned(),
        currency: Currency::from_iso("CNY").expect("a currency"),
        store_id: "SHA01".to_owned(),
        device_ip: "10.0.0.5".to_owned(),
    }
}

fn certificate() -> PlatformKey {
    PlatformKey {
        id: None,
        text: CERTIFICATE.to_owned(),
    }
}

fn wechat() -> Wechat {
    let public = PlatformKey {
        id: Some(KEY_ID.to_owned()),
        text: PUBLIC.to_owned(),
    };
    Wechat::new(settings(vec![certificate(), public])).expect("settings")
}

fn now() -> Timestamp {
    "2026-11-21T06:00:00Z".parse().expect("a time")
}

fn body(event: &str, kind: &str) -> Value {
    let ciphertext = match kind {
        "refund" => include_str!("fixture/refund.txt"),
        _ => include_str!("fixture/transaction.txt"),
    };
    json!({
        "id": "EV-1", "create_time": "2026-11-21T14:00:00+08:00", "event_type": event,
        "resource_type": "encrypt-resource", "summary": "words",
        "resource": {
            "original_type": kind, "algorithm": "AEAD_AES_256_GCM",
            "ciphertext": ciphertext.trim(), "associated_data": kind, "nonce": "fdasflkja484",
        },
    })
}

/// Reads a body that was signed so many seconds ago under this serial number.
fn read_signed(body: &Value, serial: &str, age: i64) -> Result<Notice, NotificationRefused> {
    read_by(&wechat(), body, serial, age)
}

fn read_by(
    wechat: &Wechat,
    body: &Value,
    serial: &str,
    age: i64,
) -> Result<Notice, NotificationRefused> {
    let body = body.to_string();
    let timestamp = (now() - SignedDuration::from_secs(age))
        .as_second()
        .to_string();
    let key = SigningKey::parse(&Secret::new(PRIVATE)).expect("a key");
    let signature = key.sign(format!("{timestamp}\nnonce\n{body}\n").as_bytes());
    let signature = signature.expect("signed");
    let headers = BTreeMap::from([
        ("wechatpay-timestamp", timestamp.as_str()),
        ("wechatpay-nonce", "nonce"),
        ("wechatpay-signature", &signature),
        ("wechatpay-serial", serial),
    ]);
    let incoming = Incoming {
        header: &|name| headers.get(name).copied(),
        body: body.as_bytes(),
        now: now(),
    };
    read(wechat, &incoming)
}

#[test]
fn public_key_and_certificate_are_found_by_their_names() {
    for serial in [SERIAL, KEY_ID] {
        let read = read_signed(&body("TRANSACTION.SUCCESS", "transaction"), serial, 0);
        let Ok(Notice::Order { order_no, answer }) = read else {
            panic!("{read:?}");
        };
        assert_eq!(order_no.as_str(), "VT0000000001");
        let OrderAnswer::Paid(payment) = answer else {
            panic!("{answer:?}");
        };
        assert_eq!(payment.amount.minor, 22_910);
    }
    let refund = read_signed(&body("REFUND.SUCCESS", "refund"), SERIAL, 0);
    let Ok(Notice::Refund { answer, .. }) = refund else {
        panic!("{refund:?}");
    };
    assert_eq!(answer, RefundAnswer::Refunded);
}

#[test]
fn a_time_stamp_may_be_five_minutes_off() {
    let body = body("TRANSACTION.SUCCESS", "transaction");
    for (age, is_believed) in [
        (0, true),
        (300, true),
        (-300, true),
        (301, false),
        (-301, false),
    ] {
        let read = read_signed(&body, SERIAL, age);
        assert_eq!(read.is_ok(), is_believed, "{age}: {read:?}");
    }
}

#[test]
fn what_is_not_quite_right_is_refused() {
    let stranger = read_signed(&body("TRANSACTION.SUCCESS", "transaction"), "77", 0);
    assert!(matches!(
        stranger,
        Err(NotificationRefused::NotAuthentic { .. })
    ));
    let changes: [(&str, Value); 4] = [
        ("nonce", json!("fdasflkja485")),
        ("nonce", json!("short")),
        ("associated_data", json!("refund")),
        ("algorithm", json!("AES")),
    ];
    for (field, value) in changes {
        let mut changed = body("TRANSACTION.SUCCESS", "transaction");
        changed["resource"][field] = value.clone();
        assert!(read_signed(&changed, SERIAL, 0).is_err(), "{field} {value}");
    }
    let other_event = body("COMPLAINT.CREATE", "transaction");
    assert_eq!(
        read_signed(&other_event, SERIAL, 0),
        Err(NotificationRefused::Stray {
            field: "event_type"
        })
    );
    // An object of the other kind.
    let other_kind = body("REFUND.SUCCESS", "transaction");
    assert!(read_signed(&other_kind, SERIAL, 0).is_err());
    let no_headers = Incoming {
        header: &|_| None,
        body: b"{}",
        now: now(),
    };
    assert!(matches!(
        read(&wechat(), &no_headers),
        Err(NotificationRefused::NotAuthentic { .. })
    ));
}

#[test]
fn a_notification_for_another_shop_is_refused() {
    let body = body("TRANSACTION.SUCCESS", "transaction");
    for (app_id, merchant_id, field) in [
        ("wx2", "1600000001", "appid"),
        ("wx1", "1600000002", "mchid"),
    ] {
        let mut other = settings(vec![certificate()]);
        other.app_id = app_id.to_owned();
        other.merchant_id = merchant_id.to_owned();
        let other = Wechat::new(other).expect("settings");
        let read = read_by(&other, &body, SERIAL, 0);
        assert_eq!(read, Err(NotificationRefused::Stray { field }));
    }
}

#[test]
fn settings_that_cannot_work_are_refused() {
    let refused = |change: fn(&mut Settings)| {
        let mut settings = settings(vec![certificate()]);
        change(&mut settings);
        Wechat::new(settings).err()
    };
    assert_eq!(refused(|_| {}), None);
    assert_eq!(
        refused(|settings| settings.api_key = Secret::new("short")),
        Some(SettingsRefused::ApiKey)
    );
    for gateway in [
        "http://api.mch.weixin.qq.com",
        "ftp://127.0.0.1",
        "",
        "https://u@host",
    ] {
        let mut settings = settings(vec![certificate()]);
        settings.gateway = gateway.to_owned();
        assert_eq!(
            Wechat::new(settings).err(),
            Some(SettingsRefused::Address),
            "{gateway}"
        );
    }
    // A public key without a name could never be found.
    let nameless = |settings: &mut Settings| {
        settings.platform_keys[0].text = PUBLIC.to_owned();
    };
    assert!(matches!(refused(nameless), Some(SettingsRefused::Key(_))));
}
