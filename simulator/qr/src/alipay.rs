//! Alipay's gateway: one address, a method per request, RSA2 both ways.

use std::borrow::Cow;
use std::collections::BTreeMap;

use axum::body::Bytes;
use jiff::Timestamp;
use jiff::tz::{Offset, TimeZone};
use serde_json::{Value, json};

use crate::book::{Direction, Ended, Key, NotOpened, NotRefunded, Order, Status, Wish};
use crate::client::{Charge, charge};
use crate::money;
use crate::script::{Action, Face, Fault};
use crate::serve::{Content, Reply, Request, Tamper, Work, serve};
use crate::state::Simulator;

/// How far a request's time stamp may be off, in seconds.
const TOLERANCE: i64 = 15 * 60;

type Fields<'a> = BTreeMap<Cow<'a, str>, Cow<'a, str>>;

/// Answers a request to the gateway.
pub(crate) async fn gateway(simulator: &Simulator, body: &Bytes) -> Reply {
    let fields: Fields<'_> = form_urlencoded::parse(body).collect();
    let field = |name: &str| fields.get(name).map_or("", AsRef::as_ref);
    let method = field("method").to_owned();
    let content: Value = serde_json::from_str(field("biz_content")).unwrap_or_default();
    if let Err((code, sub_code)) = admitted(simulator, &fields) {
        simulator.log(Face::Alipay, Action::Query, "", sub_code.to_owned());
        let node = refusal(
            code,
            "Invalid Arguments",
            sub_code,
            "The request was refused",
        );
        // A gateway that does not know who asks signs nothing.
        let text = json!({ "error_response": node, "sign": "" }).to_string();
        return send(text);
    }
    let order_no = content["out_trade_no"].as_str().unwrap_or("").to_owned();
    let Some((action, work)) = work(&method, &order_no, &content, field("notify_url")) else {
        let node = refusal(
            "40002",
            "Invalid Arguments",
            "isv.invalid-method",
            "No such method",
        );
        return send(json!({ "error_response": node, "sign": "" }).to_string());
    };
    let request = Request {
        face: Face::Alipay,
        action,
        order_no,
        method,
    };
    let error = answer(refusal(
        "20000",
        "Service Currently Unavailable",
        "aop.ACQ.SYSTEM_ERROR",
        "System error",
    ));
    serve(simulator, request, error, work, seal).await
}

/// Checks everything that does not depend on the method.
fn admitted(
    simulator: &Simulator,
    fields: &Fields<'_>,
) -> Result<(), (&'static str, &'static str)> {
    let field = |name: &str| fields.get(name).map_or("", AsRef::as_ref);
    if field("app_id") != simulator.keys().file.alipay.app_id {
        return Err(("40002", "isv.invalid-app-id"));
    }
    let is_plain = field("format") == "JSON"
        && field("charset").eq_ignore_ascii_case("utf-8")
        && field("sign_type") == "RSA2"
        && field("version") == "1.0";
    if !is_plain {
        return Err(("40001", "isv.missing-parameter"));
    }
    let signed: Vec<String> = fields
        .iter()
        .filter(|(name, value)| *name != "sign" && !value.is_empty())
        .map(|(name, value)| format!("{name}={value}"))
        .collect();
    let text = signed.join("&");
    if !simulator
        .keys()
        .is_from_alipay_shop(text.as_bytes(), field("sign"))
    {
        return Err(("40002", "isv.invalid-signature"));
    }
    let at = parse_time(field("timestamp")).ok_or(("40002", "isv.invalid-timestamp"))?;
    if simulator.now().duration_since(at).as_secs().abs() > TOLERANCE {
        return Err(("40002", "isv.invalid-timestamp"));
    }
    Ok(())
}

/// China Standard Time, whoever asks.
fn zone() -> TimeZone {
    TimeZone::fixed(Offset::constant(8))
}

fn parse_time(text: &str) -> Option<Timestamp> {
    let civil = jiff::civil::DateTime::strptime("%Y-%m-%d %H:%M:%S", text).ok()?;
    civil.to_zoned(zone()).ok().map(|zoned| zoned.timestamp())
}

/// An instant as the interface writes it.
pub(crate) fn time(at: Timestamp) -> String {
    at.to_zoned(zone())
        .strftime("%Y-%m-%d %H:%M:%S")
        .to_string()
}

fn answer(node: Value) -> Content {
    Content {
        status: 200,
        body: Some(node),
    }
}

fn refusal(code: &str, msg: &str, sub_code: &str, sub_msg: &str) -> Value {
    json!({ "code": code, "msg": msg, "sub_code": sub_code, "sub_msg": sub_msg })
}

/// A refusal by the business behind the gateway.
fn failed(sub_code: &str) -> Content {
    answer(refusal("40004", "Business Failed", sub_code, sub_code))
}

fn success(mut node: Value) -> Content {
    node["code"] = Value::from("10000");
    node["msg"] = Value::from("Success");
    answer(node)
}

fn work(method: &str, order_no: &str, content: &Value, notify_url: &str) -> Option<(Action, Work)> {
    let key: Key = (Face::Alipay, order_no.to_owned());
    let text = |name: &str| content[name].as_str().unwrap_or("").to_owned();
    let wish = |direction| -> Option<Wish> {
        Some(Wish {
            face: Face::Alipay,
            order_no: order_no.to_owned(),
            direction,
            amount_minor: money::parse(&text("total_amount"))?,
            currency: "CNY".to_owned(),
            subject: Some(text("subject")).filter(|subject| !subject.is_empty())?,
            till: format!("{} {}", text("store_id"), text("terminal_id")),
            notify_url: Some(notify_url.to_owned()).filter(|url| !url.is_empty()),
            expires_at: Some(parse_time(&text("time_expire"))?),
        })
    };
    let code = text("auth_code");
    let (refund_no, amount) = (text("out_request_no"), text("refund_amount"));
    Some(match method {
        "alipay.trade.precreate" => {
            let wish = wish(Direction::Shown);
            (Action::Create, Box::new(move |s, _| precreate(s, wish)))
        }
        "alipay.trade.pay" => {
            let wish = wish(Direction::Scanned);
            (Action::Charge, Box::new(move |s, f| pay(s, wish, &code, f)))
        }
        "alipay.trade.query" => (Action::Query, Box::new(move |s, _| query(s, &key))),
        "alipay.trade.cancel" => (Action::Close, Box::new(move |s, f| cancel(s, &key, f))),
        "alipay.trade.refund" => (
            Action::Refund,
            Box::new(move |s, f| refund(s, &key, &refund_no, &amount, f)),
        ),
        "alipay.trade.fastpay.refund.query" => (
            Action::RefundQuery,
            Box::new(move |s, _| refund_query(s, &key, &refund_no)),
        ),
        _ => return None,
    })
}

fn not_opened(why: NotOpened) -> Content {
    failed(match why {
        NotOpened::Paid => "ACQ.TRADE_HAS_SUCCESS",
        NotOpened::Closed => "ACQ.TRADE_HAS_CLOSE",
        NotOpened::Different => "ACQ.CONTEXT_INCONSISTENT",
    })
}

fn precreate(simulator: &Simulator, wish: Option<Wish>) -> Content {
    let Some(wish) = wish else {
        return failed("ACQ.INVALID_PARAMETER");
    };
    let (token, now) = (simulator.token(), simulator.now());
    let mut state = simulator.state();
    match state.book.open(&wish, token, now) {
        Ok(order) => success(json!({
            "out_trade_no": order.order_no,
            "qr_code": simulator.pay_url(&order.token),
        })),
        Err(why) => not_opened(why),
    }
}

fn pay(simulator: &Simulator, wish: Option<Wish>, code: &str, fault: Option<Fault>) -> Content {
    let Some(wish) = wish else {
        return failed("ACQ.INVALID_PARAMETER");
    };
    let key = (wish.face, wish.order_no.clone());
    let result = charge(simulator, &wish, code, fault);
    let trade = || {
        let state = simulator.state();
        state.book.find(&key).map(trade)
    };
    match result {
        Charge::Paid => success(trade().unwrap_or_default()),
        Charge::Password => {
            let mut node = trade().unwrap_or_default();
            node["code"] = Value::from("10003");
            node["msg"] = Value::from("order success pay inprocess");
            answer(node)
        }
        Charge::NotOpened(why) => not_opened(why),
        Charge::BadCode | Charge::Expired => failed("ACQ.PAYMENT_AUTH_CODE_INVALID"),
        Charge::NotEnough => failed("ACQ.BUYER_BALANCE_NOT_ENOUGH"),
    }
}

/// The fields of a trade that every answer about it has.
fn trade(order: &Order) -> Value {
    let mut node = json!({
        "out_trade_no": order.order_no,
        "trade_no": order.provider_no,
        "total_amount": money::decimal(order.amount_minor),
        "buyer_logon_id": "138****0001",
        "receipt_amount": money::decimal(order.amount_minor),
    });
    if let Some(at) = order.paid_at {
        node["send_pay_date"] = Value::from(time(at));
    }
    node
}

/// The status of a trade; none before anybody scanned it.
pub(crate) fn status(order: &Order, now: Timestamp) -> Option<&'static str> {
    if !order.has_trade() {
        return None;
    }
    Some(match order.status(now) {
        Status::Unscanned | Status::Waiting => "WAIT_BUYER_PAY",
        Status::Paid if order.refunded() == order.amount_minor => "TRADE_CLOSED",
        Status::Paid => "TRADE_SUCCESS",
        Status::Closed | Status::Revoked => "TRADE_CLOSED",
    })
}

fn query(simulator: &Simulator, key: &Key) -> Content {
    let now = simulator.now();
    let state = simulator.state();
    let found = state.book.find(key);
    let Some((order, status)) = found.and_then(|order| Some((order, status(order, now)?))) else {
        return failed("ACQ.TRADE_NOT_EXIST");
    };
    let mut node = trade(order);
    node["trade_status"] = Value::from(status);
    success(node)
}

fn cancel(simulator: &Simulator, key: &Key, fault: Option<Fault>) -> Content {
    let node = |retry: &str, action: Option<&str>| {
        let mut node = json!({ "out_trade_no": key.1, "retry_flag": retry });
        if let Some(action) = action {
            node["action"] = Value::from(action);
        }
        success(node)
    };
    if fault == Some(Fault::Again) {
        return node("Y", None);
    }
    let now = simulator.now();
    let mut state = simulator.state();
    let was_refunded = state
        .book
        .find(key)
        .is_some_and(|order| order.refunded() > 0);
    match state.book.cancel(key, now) {
        Ended::Nothing | Ended::Void => node("N", None),
        Ended::Closed => node("N", Some("close")),
        Ended::Refunded => node("N", Some("refund")),
        // Asked again, it says again what it did.
        Ended::Before if was_refunded => node("N", Some("refund")),
        Ended::Before => match state.book.find(key).is_some_and(Order::has_trade) {
            true => node("N", Some("close")),
            false => node("N", None),
        },
    }
}

fn refund(
    simulator: &Simulator,
    key: &Key,
    refund_no: &str,
    amount: &str,
    fault: Option<Fault>,
) -> Content {
    if fault == Some(Fault::RefundNotEnough) {
        return failed("ACQ.SELLER_BALANCE_NOT_ENOUGH");
    }
    let Some(amount_minor) = money::parse(amount).filter(|_| !refund_no.is_empty()) else {
        return failed("ACQ.INVALID_PARAMETER");
    };
    let now = simulator.now();
    let mut state = simulator.state();
    match state.book.refund(key, refund_no, amount_minor, now) {
        Ok(is_new) => {
            let order = state.book.find(key);
            let (trade_no, total) = order.map_or((String::new(), 0), |order| {
                (order.provider_no.clone(), order.refunded())
            });
            success(json!({
                "out_trade_no": key.1,
                "trade_no": trade_no,
                "buyer_logon_id": "138****0001",
                "fund_change": if is_new { "Y" } else { "N" },
                // The sum of all refunds of the trade.
                "refund_fee": money::decimal(total),
            }))
        }
        Err(NotRefunded::NoOrder) => failed("ACQ.TRADE_NOT_EXIST"),
        Err(NotRefunded::NotPaid) => failed("ACQ.TRADE_STATUS_ERROR"),
        Err(NotRefunded::TooMuch) => failed("ACQ.REFUND_AMT_NOT_EQUAL_TOTAL"),
        Err(NotRefunded::Different) => failed("ACQ.DISCORDANT_REPEAT_REQUEST"),
    }
}

fn refund_query(simulator: &Simulator, key: &Key, refund_no: &str) -> Content {
    let state = simulator.state();
    let Some(order) = state.book.find(key) else {
        return failed("ACQ.TRADE_NOT_EXIST");
    };
    let refund = order.refunds.iter().find(|one| one.refund_no == refund_no);
    // Without a refund the answer is empty, and still a success.
    success(refund.map_or_else(
        || json!({}),
        |refund| {
            json!({
                "out_trade_no": key.1,
                "trade_no": order.provider_no,
                "out_request_no": refund.refund_no,
                "total_amount": money::decimal(order.amount_minor),
                "refund_amount": money::decimal(refund.amount_minor),
                "refund_status": "REFUND_SUCCESS",
            })
        },
    ))
}

fn send(body: String) -> Reply {
    Reply::Send {
        status: 200,
        headers: vec![("content-type", "text/html;charset=utf-8".to_owned())],
        body,
    }
}

/// Signs the node as it stands in the answer, its slashes escaped as the gateway does.
fn seal(simulator: &Simulator, request: &Request, content: Content, tamper: Tamper) -> Reply {
    let node = content.body.unwrap_or_default().to_string();
    let node = node.replace('/', "\\/");
    let name = request.method.replace('.', "_");
    let signer = &simulator.keys().alipay;
    let sign = match tamper {
        Tamper::Missing => None,
        Tamper::Wrong => Some(signer.sign(b"something else")),
        Tamper::None | Tamper::Old | Tamper::UnknownSerial => Some(signer.sign(node.as_bytes())),
    };
    send(match sign {
        Some(sign) => format!(r#"{{"{name}_response":{node},"sign":"{sign}"}}"#),
        None => format!(r#"{{"{name}_response":{node}}}"#),
    })
}
