//! What each resource does with the book.

use jiff::Timestamp;
use jiff::tz::{Offset, TimeZone};
use serde_json::{Value, json};

use crate::book::{Direction, Key, NotOpened, NotRefunded, Order, REFUND_MS, Refund, Status, Wish};
use crate::client::{Charge, charge};
use crate::script::{Face, Fault};
use crate::serve::Content;
use crate::state::Simulator;

pub(super) fn wish(content: &Value, direction: Direction) -> Option<Wish> {
    let text = |value: &Value| {
        value
            .as_str()
            .filter(|text| !text.is_empty())
            .map(str::to_owned)
    };
    let scene = &content["scene_info"];
    let store = match direction {
        Direction::Shown => &scene["store_info"]["id"],
        Direction::Scanned => &scene["store_info"]["out_id"],
    };
    let address = match direction {
        Direction::Shown => &scene["payer_client_ip"],
        Direction::Scanned => &scene["device_ip"],
    };
    text(address)?;
    let expires_at = match direction {
        Direction::Shown => Some(text(&content["time_expire"])?.parse().ok()?),
        Direction::Scanned => None,
    };
    Some(Wish {
        face: Face::Wechat,
        order_no: text(&content["out_trade_no"]).filter(|no| (6..=32).contains(&no.len()))?,
        direction,
        amount_minor: content["amount"]["total"]
            .as_i64()
            .filter(|total| *total > 0)?,
        currency: text(&content["amount"]["currency"])?,
        subject: text(&content["description"])?,
        till: format!("{} {}", text(store)?, text(&scene["device_id"])?),
        notify_url: text(&content["notify_url"]),
        expires_at,
    })
}

pub(super) fn failed(status: u16, code: &str) -> Content {
    Content {
        status,
        body: Some(json!({ "code": code, "message": code })),
    }
}

fn done(status: u16, body: Option<Value>) -> Content {
    Content { status, body }
}

fn not_opened(why: NotOpened) -> Content {
    match why {
        NotOpened::Paid => failed(400, "ORDERPAID"),
        NotOpened::Closed => failed(400, "ORDER_CLOSED"),
        NotOpened::Different => failed(403, "OUT_TRADE_NO_USED"),
    }
}

pub(super) fn native(simulator: &Simulator, wish: Option<Wish>) -> Content {
    let Some(wish) = wish else {
        return failed(400, "PARAM_ERROR");
    };
    let (token, now) = (simulator.token(), simulator.now());
    let mut state = simulator.state();
    match state.book.open(&wish, token, now) {
        Ok(order) => done(
            200,
            Some(json!({ "code_url": simulator.pay_url(&order.token) })),
        ),
        Err(why) => not_opened(why),
    }
}

pub(super) fn code_payment(
    simulator: &Simulator,
    wish: Option<Wish>,
    code: &str,
    fault: Option<Fault>,
) -> Content {
    let Some(wish) = wish else {
        return failed(400, "PARAM_ERROR");
    };
    let key = (Face::Wechat, wish.order_no.clone());
    match charge(simulator, &wish, code, fault) {
        Charge::Paid | Charge::Password => query(simulator, &key),
        Charge::NotOpened(why) => not_opened(why),
        Charge::BadCode => failed(400, "AUTH_CODE_INVALID"),
        Charge::Expired => failed(400, "AUTHCODEEXPIRE"),
        Charge::NotEnough => failed(403, "NOT_ENOUGH"),
    }
}

/// An order as answers and notifications have it.
pub(crate) fn transaction(simulator: &Simulator, order: &Order, now: Timestamp) -> Value {
    let shop = &simulator.keys().file.wechat;
    let (state, words) = match (order.status(now), order.direction) {
        (Status::Paid, _) if !order.refunds.is_empty() => ("REFUND", "转入退款"),
        (Status::Paid, _) => ("SUCCESS", "支付成功"),
        (Status::Closed, _) => ("CLOSED", "订单已关闭"),
        (Status::Revoked, _) => ("REVOKED", "订单已撤销"),
        (Status::Waiting, Direction::Scanned) => ("USERPAYING", "需要用户输入支付密码"),
        (Status::Unscanned | Status::Waiting, _) => ("NOTPAY", "订单未支付"),
    };
    let mut node = json!({
        "appid": shop.app_id,
        "mchid": shop.merchant_id,
        "out_trade_no": order.order_no,
        "trade_state": state,
        "trade_state_desc": words,
        "amount": { "total": order.amount_minor, "currency": order.currency },
    });
    if let Some(at) = order.paid_at {
        node["transaction_id"] = Value::from(order.provider_no.as_str());
        node["success_time"] = Value::from(time(at));
        node["payer"] = json!({ "openid": "oUpF8uMuAJO_M2pxb1Q9zNjWeS6o" });
        node["amount"]["payer_total"] = Value::from(order.amount_minor);
        node["amount"]["payer_currency"] = Value::from(order.currency.as_str());
    }
    node
}

/// An instant as the interface writes it.
pub(crate) fn time(at: Timestamp) -> String {
    at.to_zoned(TimeZone::fixed(Offset::constant(8)))
        .strftime("%Y-%m-%dT%H:%M:%S%:z")
        .to_string()
}

pub(super) fn query(simulator: &Simulator, key: &Key) -> Content {
    let now = simulator.now();
    let state = simulator.state();
    match state.book.find(key) {
        Some(order) => done(200, Some(transaction(simulator, order, now))),
        None => failed(404, "ORDER_NOT_EXIST"),
    }
}

pub(super) fn close(simulator: &Simulator, key: &Key, fault: Option<Fault>) -> Content {
    if fault == Some(Fault::Again) {
        return failed(400, "TRADE_STATE_ERROR");
    }
    let now = simulator.now();
    let mut state = simulator.state();
    if state.book.refuses_close(key, now) {
        return failed(400, "TRADE_STATE_ERROR");
    }
    match state.book.close(key, now) {
        None => failed(404, "ORDER_NOT_EXIST"),
        Some(Status::Paid) => failed(400, "ORDERPAID"),
        Some(_) => done(204, None),
    }
}

pub(super) fn reverse(simulator: &Simulator, key: &Key, fault: Option<Fault>) -> Content {
    if fault == Some(Fault::Again) {
        return failed(400, "USERPAYING");
    }
    let now = simulator.now();
    let mut state = simulator.state();
    match state.book.find(key) {
        None => failed(404, "ORDER_NOT_EXIST"),
        Some(_) => {
            state.book.cancel(key, now);
            done(204, None)
        }
    }
}

pub(super) fn refund(simulator: &Simulator, content: &Value, fault: Option<Fault>) -> Content {
    if fault == Some(Fault::RefundNotEnough) {
        return failed(403, "NOT_ENOUGH");
    }
    let text = |name: &str| content[name].as_str().filter(|text| !text.is_empty());
    let amount = &content["amount"];
    let (Some(order_no), Some(refund_no), Some(minor), Some(total)) = (
        text("out_trade_no"),
        text("out_refund_no"),
        amount["refund"].as_i64(),
        amount["total"].as_i64(),
    ) else {
        return failed(400, "PARAM_ERROR");
    };
    let key = (Face::Wechat, order_no.to_owned());
    let now = simulator.now();
    let mut state = simulator.state();
    let paid = state.book.find(&key).map(|order| order.amount_minor);
    if paid.is_some_and(|paid| paid != total) {
        return failed(400, "INVALID_REQUEST");
    }
    let result = match fault {
        Some(Fault::RefundAbnormal) => {
            state.book.refund_abnormally(&key, refund_no, minor, now);
            Ok(true)
        }
        _ => state.book.refund(&key, refund_no, minor, now),
    };
    match result {
        Ok(is_new) => {
            let found = state.book.find_refund(Face::Wechat, refund_no);
            let body = found.map(|(order, refund)| refund_node(order, refund, now));
            let notice = found.map(|(order, _)| order.order_no.clone());
            drop(state);
            if let Some(order_no) = notice.filter(|_| is_new) {
                let url = content["notify_url"].as_str().unwrap_or("").to_owned();
                crate::notify::refunded(simulator, &order_no, refund_no, url);
            }
            done(200, body)
        }
        Err(NotRefunded::NoOrder) => failed(404, "RESOURCE_NOT_EXISTS"),
        Err(NotRefunded::NotPaid | NotRefunded::TooMuch | NotRefunded::Different) => {
            failed(400, "INVALID_REQUEST")
        }
    }
}

fn refund_node(order: &Order, refund: &Refund, now: Timestamp) -> Value {
    json!({
        "refund_id": refund.provider_no,
        "out_refund_no": refund.refund_no,
        "transaction_id": order.provider_no,
        "out_trade_no": order.order_no,
        "channel": "ORIGINAL",
        "user_received_account": "支付用户零钱",
        "create_time": time(refund.at),
        "status": refund_status(refund, now),
        "amount": {
            "total": order.amount_minor, "refund": refund.amount_minor,
            "payer_total": order.amount_minor, "payer_refund": refund.amount_minor,
            "currency": order.currency,
        },
    })
}

/// A refund takes a moment.
pub(crate) fn refund_status(refund: &Refund, now: Timestamp) -> &'static str {
    let is_over = now.duration_since(refund.at).as_millis() >= i128::from(REFUND_MS);
    match (is_over, refund.is_abnormal) {
        (false, _) => "PROCESSING",
        (true, false) => "SUCCESS",
        (true, true) => "ABNORMAL",
    }
}

pub(super) fn refund_query(simulator: &Simulator, refund_no: &str) -> Content {
    let now = simulator.now();
    let state = simulator.state();
    match state.book.find_refund(Face::Wechat, refund_no) {
        Some((order, refund)) => done(200, Some(refund_node(order, refund, now))),
        None => failed(404, "RESOURCE_NOT_EXISTS"),
    }
}
