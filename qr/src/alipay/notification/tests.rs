use device::Secret;
use device::card_terminal::Currency;
use jiff::Timestamp;

use super::*;
use crate::alipay::Settings;
use crate::key::SigningKey;
use crate::provider::OrderAnswer;

const PRIVATE: &str = include_str!("../../key/fixture/pkcs8.pem");
const PUBLIC: &str = include_str!("../../key/fixture/public.pem");
const ORDER: &str = "VT0000000001";

fn alipay() -> Alipay {
    Alipay::new(Settings {
        gateway: "http://127.0.0.1:9/gateway.do".to_owned(),
        app_id: "2021000000000001".to_owned(),
        private_key: Secret::new(PRIVATE),
        alipay_public_key: PUBLIC.to_owned(),
        notify_url: None,
        currency: Currency::from_iso("CNY").expect("a currency"),
        store_id: "SHA01".to_owned(),
    })
    .expect("settings")
}

/// What Alipay would send, with some fields otherwise, signed after that.
fn form(others: &[(&str, &str)], sign_type: &str) -> String {
    let mut fields = BTreeMap::from([
        ("app_id", "2021000000000001"),
        ("out_trade_no", ORDER),
        ("trade_no", "2026112122001400001"),
        ("trade_status", "TRADE_SUCCESS"),
        ("total_amount", "229.10"),
        ("buyer_logon_id", "138****0001"),
        ("subject", "Ring & \"Collier\" 项链"),
        ("gmt_payment", "2026-11-21 14:00:00"),
        ("empty", ""),
    ]);
    fields.extend(others.iter().copied());
    let key = SigningKey::parse(&Secret::new(PRIVATE)).expect("a key");
    let sign = key.sign(request::sorted(&fields).as_bytes());
    let sign = sign.expect("signed");
    fields.insert("sign_type", sign_type);
    fields.insert("sign", &sign);
    form_urlencoded::Serializer::new(String::new())
        .extend_pairs(&fields)
        .finish()
}

fn read_form(body: &str) -> Result<Notice, NotificationRefused> {
    let incoming = Incoming {
        header: &|_| None,
        body: body.as_bytes(),
        now: Timestamp::UNIX_EPOCH,
    };
    read(&alipay(), &incoming)
}

fn answer(others: &[(&str, &str)]) -> OrderAnswer {
    match read_form(&form(others, "RSA2")) {
        Ok(Notice::Order { order_no, answer }) => {
            assert_eq!(order_no.as_str(), ORDER);
            answer
        }
        other => panic!("{other:?}"),
    }
}

#[test]
fn a_notification_has_the_meaning_of_its_status() {
    let OrderAnswer::Paid(payment) = answer(&[]) else {
        panic!("not paid");
    };
    assert_eq!(payment.amount.minor, 22_910);
    assert_eq!(payment.payer.as_deref(), Some("138****0001"));
    assert_eq!(
        answer(&[("trade_status", "WAIT_BUYER_PAY")]),
        OrderAnswer::Waiting
    );
    let closed = [("trade_status", "TRADE_CLOSED")];
    assert!(matches!(answer(&closed), OrderAnswer::GivenBack(_)));
}

#[test]
fn only_what_alipay_signed_is_believed() {
    let body = form(&[], "RSA2");
    for changed in [
        body.replace("229.10", "0.01"),
        body.replace("TRADE_SUCCESS", "TRADE_FINISHED"),
        format!("{body}&more=1"),
        form(&[], "RSA"),
        form(&[], ""),
        "no form".to_owned(),
        String::new(),
    ] {
        let read = read_form(&changed);
        let expected = matches!(read, Err(NotificationRefused::NotAuthentic { .. }));
        assert!(expected, "{changed}: {read:?}");
    }
}

#[test]
fn what_is_for_another_shop_or_makes_no_sense_is_refused() {
    let stray = |others: &[(&str, &str)]| match read_form(&form(others, "RSA2")) {
        Err(NotificationRefused::Stray { field }) => field,
        other => panic!("{other:?}"),
    };
    assert_eq!(stray(&[("app_id", "2021000000000002")]), "app_id");
    assert_eq!(stray(&[("out_trade_no", "")]), "out_trade_no");
    assert_eq!(stray(&[("out_trade_no", "x y")]), "out_trade_no");
    for others in [
        [("trade_status", "TRADE_DANCED")],
        [("total_amount", "one")],
        [("trade_no", "")],
    ] {
        let read = read_form(&form(&others, "RSA2"));
        let expected = matches!(read, Err(NotificationRefused::Malformed { .. }));
        assert!(expected, "{others:?}: {read:?}");
    }
}
