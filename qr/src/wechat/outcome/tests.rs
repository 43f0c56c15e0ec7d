use serde_json::{Value, json};

use super::*;
use crate::provider::RefundNo;

const ORDER: &str = "VT0000000001";
const REFUND: &str = "VT0000000001R1";

fn done(body: &Value) -> Answer {
    Answer::Done(body.to_string().into_bytes())
}

fn refused(status: u16, code: &str) -> Answer {
    let body = json!({ "code": code, "message": "words" }).to_string();
    let mut refusal: Refusal = read(body.as_bytes()).expect("a refusal");
    refusal.status = status;
    Answer::Refused(refusal)
}

fn with_asked<A>(ask: impl Fn(&Asked<'_>) -> A) -> A {
    let order_no = OrderNo::parse(ORDER).expect("a number");
    ask(&Asked {
        app_id: "wx1",
        merchant_id: "1600000001",
        order_no: &order_no,
        currency: Currency::from_iso("CNY").expect("a currency"),
    })
}

fn transaction_node(state: &str) -> Value {
    json!({
        "appid": "wx1", "mchid": "1600000001", "out_trade_no": ORDER, "transaction_id": "4200",
        "trade_state": state, "trade_state_desc": "words",
        "payer": { "openid": "oUpF8uMuAJO_M2pxb1Q9zNjWeS6o" },
        "amount": { "total": 22_910, "payer_total": 22_000, "currency": "CNY" },
    })
}

#[test]
fn a_state_has_its_meaning() {
    use OrderAnswer as A;
    let payment = Payment {
        amount: Amount::new(22_910, Currency::from_iso("CNY").expect("a currency")),
        provider_no: "4200".to_owned(),
        payer: Some("****eS6o".to_owned()),
    };
    let not_paid = A::NotPaid {
        decline: Decline::Other,
        text: "words".to_owned(),
    };
    let table = [
        ("SUCCESS", A::Paid(payment.clone())),
        ("REFUND", A::GivenBack(payment)),
        ("NOTPAY", A::Waiting),
        ("USERPAYING", A::Waiting),
        ("CLOSED", A::Closed),
        ("REVOKED", A::Closed),
        ("PAYERROR", not_paid),
    ];
    for (state, expected) in table {
        let answer = done(&transaction_node(state));
        assert_eq!(
            with_asked(|asked| told(&answer, asked)),
            expected,
            "{state}"
        );
    }
}

#[test]
fn a_success_that_is_not_quite_ours_is_unknown() {
    for (field, value) in [
        ("out_trade_no", json!("ANOTHER")),
        ("mchid", json!("1600000002")),
        ("appid", json!("wx2")),
        ("transaction_id", json!("")),
        ("amount", json!(null)),
        ("amount", json!({ "total": "22910" })),
        ("trade_state", json!("SUCCEEDED")),
        ("trade_state", json!(1)),
    ] {
        let mut node = transaction_node("SUCCESS");
        node[field] = value.clone();
        let answer = with_asked(|asked| told(&done(&node), asked));
        assert!(
            matches!(answer, OrderAnswer::Unknown { .. }),
            "{field} {value}: {answer:?}"
        );
    }
    // Another currency is told as it is: whoever keeps the order compares.
    let mut node = transaction_node("SUCCESS");
    node["amount"]["currency"] = json!("HKD");
    let OrderAnswer::Paid(payment) = with_asked(|asked| told(&done(&node), asked)) else {
        panic!("not paid");
    };
    assert_eq!(payment.amount.currency.code(), "HKD");
}

#[test]
fn a_refused_charge_is_certain_only_when_the_code_says_so() {
    let not_paid = [
        ("AUTHCODEEXPIRE", Decline::PaymentCode),
        ("AUTH_CODE_INVALID", Decline::PaymentCode),
        ("NOTENOUGH", Decline::Funds),
        ("NOT_ENOUGH", Decline::Funds),
        ("BUYERMISMATCH", Decline::Buyer),
        ("TRADE_ERROR", Decline::Other),
    ];
    for (code, decline) in not_paid {
        let answer = with_asked(|asked| charged(&refused(403, code), asked));
        let text = "words".to_owned();
        assert_eq!(answer, OrderAnswer::NotPaid { decline, text }, "{code}");
    }
    for (code, fault) in [
        ("PARAM_ERROR", Fault::Request),
        ("SIGN_ERROR", Fault::Permission),
        ("NO_AUTH", Fault::Permission),
        ("RULE_LIMIT", Fault::Limit),
        ("ACCOUNT_ERROR", Fault::Merchant),
    ] {
        let answer = with_asked(|asked| charged(&refused(400, code), asked));
        let text = "words".to_owned();
        assert_eq!(answer, OrderAnswer::Refused { fault, text }, "{code}");
    }
    let waiting = with_asked(|asked| charged(&refused(202, "USERPAYING"), asked));
    assert_eq!(waiting, OrderAnswer::Waiting);
    for code in [
        "SYSTEM_ERROR",
        "BANK_ERROR",
        "ORDERPAID",
        "OUT_TRADE_NO_USED",
        "NEW_CODE",
    ] {
        let answer = with_asked(|asked| charged(&refused(500, code), asked));
        assert!(
            matches!(answer, OrderAnswer::Unknown { .. }),
            "{code}: {answer:?}"
        );
    }
}

#[test]
fn a_refused_question_says_nothing_but_not_found() {
    for code in ["ORDER_NOT_EXIST", "ORDERNOTEXIST", "RESOURCE_NOT_EXISTS"] {
        let answer = with_asked(|asked| told(&refused(404, code), asked));
        assert_eq!(answer, OrderAnswer::NotFound, "{code}");
    }
    for code in [
        "PARAM_ERROR",
        "SIGN_ERROR",
        "ORDER_CLOSED",
        "NOTENOUGH",
        "SYSTEM_ERROR",
    ] {
        let answer = with_asked(|asked| told(&refused(400, code), asked));
        assert!(
            matches!(answer, OrderAnswer::Unknown { .. }),
            "{code}: {answer:?}"
        );
    }
}

#[test]
fn the_end_of_an_order_is_certain_only_when_the_answer_says_so() {
    use CloseAnswer as C;
    let ended = |answer: &Answer| closed(answer, Direction::ClientScans);
    assert_eq!(ended(&Answer::Done(Vec::new())), C::Closed);
    for (code, expected) in [
        ("ORDERPAID", C::Paid),
        ("ORDER_PAID", C::Paid),
        ("ORDER_CLOSED", C::Closed),
        ("ORDERREVERSED", C::Closed),
        ("ORDER_NOT_EXIST", C::NotFound),
        ("USERPAYING", C::Again),
        ("FREQUENCY_LIMITED", C::Again),
    ] {
        assert_eq!(ended(&refused(400, code)), expected, "{code}");
    }
    for code in ["SYSTEM_ERROR", "INVALID_REQUEST", "NEW_CODE"] {
        let answer = ended(&refused(500, code));
        assert!(matches!(answer, C::Unknown { .. }), "{code}: {answer:?}");
    }
}

#[test]
fn the_answer_to_a_refund_has_its_meaning() {
    let refund_no = RefundNo::parse(REFUND).expect("a number");
    let amount = Amount::new(10_000, Currency::from_iso("CNY").expect("a currency"));
    let ask = |answer: &Answer, is_question| {
        with_asked(|asked| refunded(answer, (&refund_no, amount), asked, is_question))
    };
    let node = |status: &str| {
        json!({
            "out_trade_no": ORDER, "out_refund_no": REFUND, "status": status,
            "amount": { "refund": 10_000, "total": 22_910 },
        })
    };
    for is_question in [false, true] {
        assert_eq!(
            ask(&done(&node("SUCCESS")), is_question),
            RefundAnswer::Refunded
        );
        assert_eq!(
            ask(&done(&node("PROCESSING")), is_question),
            RefundAnswer::Pending
        );
        let abnormal = ask(&done(&node("ABNORMAL")), is_question);
        assert!(
            matches!(abnormal, RefundAnswer::Declined { .. }),
            "{abnormal:?}"
        );
        for (field, value) in [
            ("out_trade_no", json!("ANOTHER")),
            ("out_refund_no", json!("ANOTHER")),
            ("amount", json!({ "refund": 1 })),
            ("status", json!("DONE")),
        ] {
            let mut other = node("SUCCESS");
            other[field] = value;
            let answer = ask(&done(&other), is_question);
            assert!(
                matches!(answer, RefundAnswer::Unknown { .. }),
                "{field}: {answer:?}"
            );
        }
        let lost = ask(&refused(500, "SYSTEM_ERROR"), is_question);
        assert!(matches!(lost, RefundAnswer::Unknown { .. }), "{lost:?}");
    }
    let missing = refused(404, "RESOURCE_NOT_EXISTS");
    assert_eq!(ask(&missing, true), RefundAnswer::NotFound);
    for (refusal, expected) in [
        (missing, RefundDecline::Order),
        // With another total than the order's: what was paid is asked before it is sent again.
        (refused(400, "INVALID_REQUEST"), RefundDecline::Amount),
        (refused(403, "NOT_ENOUGH"), RefundDecline::Funds),
    ] {
        let answer = ask(&refusal, false);
        assert!(
            matches!(answer, RefundAnswer::Declined { decline, .. } if decline == expected),
            "{answer:?}"
        );
    }
}
