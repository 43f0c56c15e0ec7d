use serde_json::{Value, json};

use super::*;
use crate::alipay::reply::{self, Node};
use crate::alipay::request::Method;
use crate::key::{SigningKey, VerifyingKey};
use crate::transport::Reply;
use device::Secret;
use proptest::prelude::*;
use serde::de::DeserializeOwned;

const ORDER: &str = "VT0000000001";

fn order_no() -> OrderNo {
    OrderNo::parse(ORDER).expect("a number")
}

fn keys() -> (SigningKey, VerifyingKey) {
    let private = include_str!("../../key/fixture/pkcs8.pem");
    let public = include_str!("../../key/fixture/public.pem");
    (
        SigningKey::parse(&Secret::new(private)).expect("a key"),
        VerifyingKey::parse(public).expect("a key"),
    )
}

/// A reply with this node, signed.
fn signed(method: Method, node: &str) -> Reply {
    let sign = keys().0.sign(node.as_bytes()).expect("signed");
    let body = format!(r#"{{"{}":{node},"sign":"{sign}"}}"#, method.node());
    raw(body.as_bytes())
}

fn raw(body: &[u8]) -> Reply {
    Reply {
        status: 200,
        headers: reqwest::header::HeaderMap::new(),
        body: body.to_vec(),
    }
}

fn open<T: DeserializeOwned>(method: Method, node: &Value) -> Node<T> {
    let reply = signed(method, &node.to_string());
    reply::open(&reply, method, &keys().1).expect("authentic")
}

fn refusal_node(code: &str, sub_code: &str) -> Value {
    json!({ "code": code, "msg": "Business Failed", "sub_code": sub_code, "sub_msg": "words" })
}

fn with_asked<A>(ask: impl Fn(&Asked<'_>) -> A) -> A {
    let order_no = order_no();
    ask(&Asked {
        order_no: &order_no,
        currency: Currency::from_iso("CNY").expect("a currency"),
    })
}

#[derive(Debug, PartialEq, Eq)]
enum Short {
    Unknown,
    Closed,
    NotPaid(Decline),
    Refused(Fault),
}

#[test]
fn a_refused_charge_is_certain_only_when_the_code_says_so() {
    let table = [
        (
            "40004",
            "ACQ.PAYMENT_AUTH_CODE_INVALID",
            Short::NotPaid(Decline::PaymentCode),
        ),
        (
            "40004",
            "ACQ.BUYER_BALANCE_NOT_ENOUGH",
            Short::NotPaid(Decline::Funds),
        ),
        (
            "40004",
            "ACQ.BUYER_ENABLE_STATUS_FORBID",
            Short::NotPaid(Decline::Buyer),
        ),
        (
            "40004",
            "ACQ.PAYMENT_REQUEST_HAS_RISK",
            Short::NotPaid(Decline::Other),
        ),
        ("40004", "ACQ.TRADE_HAS_CLOSE", Short::Closed),
        (
            "40004",
            "ACQ.INVALID_PARAMETER",
            Short::Refused(Fault::Request),
        ),
        (
            "40004",
            "ACQ.ACCESS_FORBIDDEN",
            Short::Refused(Fault::Permission),
        ),
        (
            "40004",
            "ACQ.TOTAL_FEE_EXCEED",
            Short::Refused(Fault::Limit),
        ),
        (
            "40006",
            "isv.insufficient-isv-permissions",
            Short::Refused(Fault::Permission),
        ),
        (
            "40002",
            "isv.invalid-parameter",
            Short::Refused(Fault::Request),
        ),
        ("40004", "ACQ.SYSTEM_ERROR", Short::Unknown),
        ("40004", "ACQ.TRADE_HAS_SUCCESS", Short::Unknown),
        ("40004", "ACQ.CONTEXT_INCONSISTENT", Short::Unknown),
        ("40004", "ACQ.WHAT_NOBODY_KNOWS_YET", Short::Unknown),
        ("40004", "", Short::Unknown),
        ("20000", "isp.unknow-error", Short::Unknown),
        // A sub code means nothing beside another code.
        ("20000", "ACQ.PAYMENT_AUTH_CODE_INVALID", Short::Unknown),
        ("50000", "", Short::Unknown),
    ];
    for (code, sub_code, expected) in table {
        let node = refusal_node(code, sub_code);
        let short = match with_asked(|asked| charged(open(Method::Pay, &node), asked)) {
            OrderAnswer::Unknown { .. } => Short::Unknown,
            OrderAnswer::Closed => Short::Closed,
            OrderAnswer::NotPaid { decline, text } => {
                assert_eq!(text, "words");
                Short::NotPaid(decline)
            }
            OrderAnswer::Refused { fault, .. } => Short::Refused(fault),
            other => panic!("{code} {sub_code}: {other:?}"),
        };
        assert_eq!(short, expected, "{code} {sub_code}");
    }
}

#[test]
fn a_status_has_its_meaning() {
    let trade = |status: &str, more: Value| {
        let mut node = json!({
            "code": "10000", "msg": "Success", "out_trade_no": ORDER, "trade_no": "2026",
            "total_amount": "229.10", "trade_status": status,
        });
        for (name, value) in more.as_object().expect("an object") {
            node[name] = value.clone();
        }
        let node: Node<Trade> = open(Method::Query, &node);
        with_asked(|asked| match &node {
            Node::Done { is_begun, body } => done(body, *is_begun, asked),
            Node::Refused(_) => panic!("refused"),
        })
    };
    let minor = |answer: &OrderAnswer| match answer {
        OrderAnswer::Paid(payment) | OrderAnswer::GivenBack(payment) => payment.amount.minor,
        other => panic!("{other:?}"),
    };
    assert_eq!(trade("WAIT_BUYER_PAY", json!({})), OrderAnswer::Waiting);
    assert_eq!(minor(&trade("TRADE_SUCCESS", json!({}))), 22_910);
    assert_eq!(minor(&trade("TRADE_FINISHED", json!({}))), 22_910);
    // A price may also be a number.
    assert_eq!(
        minor(&trade("TRADE_SUCCESS", json!({ "total_amount": 229.1 }))),
        22_910
    );
    assert_eq!(trade("TRADE_CLOSED", json!({})), OrderAnswer::Closed);
    let given_back = trade(
        "TRADE_CLOSED",
        json!({ "send_pay_date": "2026-11-21 22:00:00" }),
    );
    assert!(
        matches!(given_back, OrderAnswer::GivenBack(_)),
        "{given_back:?}"
    );
    for (status, more) in [
        ("TRADE_SOMETHING", json!({})),
        ("", json!({})),
        ("TRADE_SUCCESS", json!({ "out_trade_no": "ANOTHER" })),
        ("TRADE_SUCCESS", json!({ "trade_no": "" })),
        ("TRADE_SUCCESS", json!({ "total_amount": "229.105" })),
        ("TRADE_SUCCESS", json!({ "total_amount": null })),
    ] {
        let answer = trade(status, more.clone());
        assert!(
            matches!(answer, OrderAnswer::Unknown { .. }),
            "{status} {more}: {answer:?}"
        );
    }
}

#[test]
fn the_end_of_an_order_is_certain_only_when_the_answer_says_so() {
    use CloseAnswer as C;
    use Direction::{ClientScans, ShopScans};
    let ended = |node: Value, direction| {
        with_asked(|asked| cancelled(open(Method::Cancel, &node), direction, asked))
    };
    let done = |retry: &str, action: Option<&str>| {
        let mut node = json!({ "code": "10000", "out_trade_no": ORDER, "retry_flag": retry });
        if let Some(action) = action {
            node["action"] = json!(action);
        }
        node
    };
    assert_eq!(ended(done("N", Some("close")), ShopScans), C::Closed);
    assert_eq!(ended(done("N", Some("refund")), ClientScans), C::GivenBack);
    assert_eq!(ended(done("N", None), ClientScans), C::Closed);
    assert_eq!(ended(done("N", None), ShopScans), C::NotFound);
    assert_eq!(ended(done("Y", None), ClientScans), C::Again);
    assert_eq!(ended(done("Y", Some("close")), ClientScans), C::Again);
    for node in [
        done("", None),
        done("", Some("close")),
        done("N", Some("dance")),
    ] {
        let answer = ended(node.clone(), ClientScans);
        assert!(matches!(answer, C::Unknown { .. }), "{node}: {answer:?}");
    }
    for sub_code in [
        "ACQ.SELLER_BALANCE_NOT_ENOUGH",
        "ACQ.TRADE_CANCEL_TIME_OUT",
        "ACQ.TRADE_HAS_FINISHED",
        "ACQ.REASON_TRADE_BEEN_FREEZEN",
    ] {
        assert_eq!(
            ended(refusal_node("40004", sub_code), ClientScans),
            C::Paid,
            "{sub_code}"
        );
    }
    let not_there = refusal_node("40004", "ACQ.TRADE_NOT_EXIST");
    assert_eq!(ended(not_there, ShopScans), C::NotFound);
    for (code, sub_code) in [
        ("40004", "ACQ.SYSTEM_ERROR"),
        ("20000", ""),
        ("40004", "ACQ.NEW"),
    ] {
        let answer = ended(refusal_node(code, sub_code), ClientScans);
        assert!(
            matches!(answer, C::Unknown { .. }),
            "{sub_code}: {answer:?}"
        );
    }
}

#[test]
fn the_signature_is_checked_over_the_bytes_as_they_came() {
    let (private, public) = keys();
    let node = "{ \"code\" : \"10000\",\"out_trade_no\":\"VT0000000001\",  \
                \"qr_code\":\"https:\\/\\/qr.alipay.com\\/bax1\"}";
    let opened =
        reply::open::<Created>(&signed(Method::Precreate, node), Method::Precreate, &public);
    let Ok(Node::Done { body, .. }) = opened else {
        panic!("not authentic");
    };
    assert_eq!(body.qr_code, "https://qr.alipay.com/bax1");
    // Signed with its slashes unescaped, as Alipay's own libraries accept it.
    let sign = private
        .sign(node.replace("\\/", "/").as_bytes())
        .expect("signed");
    let name = Method::Precreate.node();
    let body = format!(r#"{{"{name}":{node},"sign":"{sign}"}}"#);
    let opened = reply::open::<Created>(&raw(body.as_bytes()), Method::Precreate, &public);
    assert!(opened.is_ok());
    // Another space is another text.
    let body = body.replace("\"code\" :", "\"code\":");
    let opened = reply::open::<Created>(&raw(body.as_bytes()), Method::Precreate, &public);
    assert!(matches!(opened, Err(UnknownReason::NotAuthentic { .. })));
    // A node of another method is no answer, however well it is signed.
    let opened = reply::open::<Created>(&signed(Method::Query, node), Method::Precreate, &public);
    assert!(matches!(opened, Err(UnknownReason::Malformed { .. })));
}

proptest! {
    #[test]
    fn no_bytes_are_believed_or_break_the_till(body: Vec<u8>) {
        let opened = reply::open::<Trade>(&raw(&body), Method::Query, &keys().1);
        prop_assert!(opened.is_err());
    }

    #[test]
    fn no_signed_answer_breaks_the_till(code in "[0-9]{5}", name in "[a-z_]{1,14}", value: String) {
        let mut node = json!({ "code": code, "out_trade_no": ORDER });
        node[name] = json!(value);
        let reply = signed(Method::Query, &node.to_string());
        if let Ok(node) = reply::open::<Trade>(&reply, Method::Query, &keys().1) {
            let answer = with_asked(|asked| match &node {
                Node::Done { is_begun, body } => done(body, *is_begun, asked),
                Node::Refused(_) => OrderAnswer::Waiting,
            });
            prop_assert!(!matches!(answer, OrderAnswer::Paid(_)));
        }
    }
}
