//! WeChat Pay's API v3: resources, an authorization header, signed answers.

mod operation;

use std::collections::BTreeMap;

use axum::body::Bytes;
use axum::http::{HeaderMap, Method, Uri};
use serde_json::{Value, json};

use crate::book::{Direction, Key};
use crate::key::random_hex;
use crate::script::{Action, Face};
use crate::serve::{Content, Reply, Request, Tamper, Work, serve};
use crate::state::Simulator;
use operation::failed;
pub(crate) use operation::{refund_status, time, transaction};

/// How far clocks may be apart, in seconds.
const TOLERANCE: i64 = 300;

/// Answers a request below `/v3`.
pub(crate) async fn resource(
    simulator: &Simulator,
    method: &Method,
    uri: &Uri,
    headers: &HeaderMap,
    body: &Bytes,
) -> Reply {
    if let Err(message) = admitted(simulator, method, uri, headers, body) {
        simulator.log(Face::Wechat, Action::Query, "", message.to_owned());
        // A gateway that does not know who asks signs nothing.
        let text = json!({ "code": "SIGN_ERROR", "message": message }).to_string();
        return Reply::Send {
            status: 401,
            headers: vec![("content-type", "application/json".to_owned())],
            body: text,
        };
    }
    let content: Value = serde_json::from_slice(body).unwrap_or_default();
    let parts: Vec<&str> = uri.path().split('/').skip(2).collect();
    let Some((action, order_no, work)) = work(simulator, method, &parts, &content, uri) else {
        let content = failed(404, "NOT_FOUND");
        let request = Request {
            face: Face::Wechat,
            action: Action::Query,
            order_no: String::new(),
            method: String::new(),
        };
        return seal(simulator, &request, content, Tamper::None);
    };
    let request = Request {
        face: Face::Wechat,
        action,
        order_no,
        method: String::new(),
    };
    serve(simulator, request, failed(500, "SYSTEM_ERROR"), work, seal).await
}

/// Checks the authorization header.
fn admitted(
    simulator: &Simulator,
    method: &Method,
    uri: &Uri,
    headers: &HeaderMap,
    body: &Bytes,
) -> Result<(), &'static str> {
    let header = headers
        .get("authorization")
        .and_then(|value| value.to_str().ok())
        .and_then(|value| value.strip_prefix("WECHATPAY2-SHA256-RSA2048 "))
        .ok_or("no authorization")?;
    let fields: BTreeMap<&str, &str> = header
        .split(',')
        .filter_map(|part| part.split_once('='))
        .map(|(name, value)| (name, value.trim_matches('"')))
        .collect();
    let field = |name: &str| fields.get(name).copied().ok_or("a field is missing");
    let shop = &simulator.keys().file.wechat;
    if field("mchid")? != shop.merchant_id || field("serial_no")? != shop.serial_no {
        return Err("no such shop");
    }
    let timestamp = field("timestamp")?;
    let seconds: i64 = timestamp.parse().map_err(|_| "no time stamp")?;
    if (simulator.now().as_second() - seconds).abs() > TOLERANCE {
        return Err("the time stamp is too old");
    }
    let target = uri.path_and_query().map_or("", |target| target.as_str());
    let body = std::str::from_utf8(body).map_err(|_| "the body is no text")?;
    let nonce = field("nonce_str")?;
    let message = format!("{method}\n{target}\n{timestamp}\n{nonce}\n{body}\n");
    let signature = field("signature")?;
    match simulator
        .keys()
        .is_from_wechat_shop(message.as_bytes(), signature)
    {
        true => Ok(()),
        false => Err("wrong signature"),
    }
}

/// A request that makes sense: what it is, about which order, and what it does.
type Found = (Action, String, Work);

fn work(
    simulator: &Simulator,
    method: &Method,
    parts: &[&str],
    content: &Value,
    uri: &Uri,
) -> Option<Found> {
    let is_post = method == Method::POST;
    match parts {
        ["pay", "transactions", kind @ ("native" | "codepay")] if is_post => {
            Some(opening(simulator, kind, content))
        }
        ["pay", "transactions", "out-trade-no", no, verb @ ..] => {
            let shop = &simulator.keys().file.wechat.merchant_id;
            let is_shop = match is_post {
                true => content["mchid"].as_str() == Some(shop),
                false => uri.query() == Some(&format!("mchid={shop}")),
            };
            about(is_post, verb, (Face::Wechat, (*no).to_owned())).filter(|_| is_shop)
        }
        ["refund", "domestic", "refunds"] if is_post => {
            let order_no = content["out_trade_no"].as_str().unwrap_or("").to_owned();
            let content = content.clone();
            let work: Work = Box::new(move |s, f| operation::refund(s, &content, f));
            Some((Action::Refund, order_no, work))
        }
        ["refund", "domestic", "refunds", no] if !is_post => {
            let refund_no = (*no).to_owned();
            let work: Work = Box::new(move |s, _| operation::refund_query(s, &refund_no));
            Some((Action::RefundQuery, String::new(), work))
        }
        _ => None,
    }
}

fn opening(simulator: &Simulator, kind: &str, content: &Value) -> Found {
    let shop = &simulator.keys().file.wechat;
    let is_shop = content["appid"].as_str() == Some(&shop.app_id)
        && content["mchid"].as_str() == Some(&shop.merchant_id);
    let wish = |direction| operation::wish(content, direction).filter(|_| is_shop);
    let order_no = content["out_trade_no"].as_str().unwrap_or("").to_owned();
    if kind == "native" {
        let wish = wish(Direction::Shown);
        let work: Work = Box::new(move |s, _| operation::native(s, wish));
        return (Action::Create, order_no, work);
    }
    let wish = wish(Direction::Scanned);
    let code = content["payer"]["auth_code"].as_str().unwrap_or("");
    let code = code.to_owned();
    let work: Work = Box::new(move |s, f| operation::code_payment(s, wish, &code, f));
    (Action::Charge, order_no, work)
}

fn about(is_post: bool, verb: &[&str], key: Key) -> Option<Found> {
    let order_no = key.1.clone();
    let (action, work): (Action, Work) = match (is_post, verb) {
        (false, []) => (
            Action::Query,
            Box::new(move |s, _| operation::query(s, &key)),
        ),
        (true, ["close"]) => (
            Action::Close,
            Box::new(move |s, f| operation::close(s, &key, f)),
        ),
        (true, ["reverse"]) => (
            Action::Close,
            Box::new(move |s, f| operation::reverse(s, &key, f)),
        ),
        _ => return None,
    };
    Some((action, order_no, work))
}

/// The headers by which an answer or a notification is known to be WeChat's.
pub(crate) fn signature(
    simulator: &Simulator,
    body: &str,
    tamper: Tamper,
) -> Vec<(&'static str, String)> {
    let seconds = simulator.now().as_second();
    let timestamp = match tamper {
        Tamper::Old => seconds - 600,
        _ => seconds,
    };
    let nonce = random_hex(16).unwrap_or_default();
    let message = match tamper {
        Tamper::Wrong => "something else".to_owned(),
        _ => format!("{timestamp}\n{nonce}\n{body}\n"),
    };
    let serial = match tamper {
        Tamper::UnknownSerial => "PUB_KEY_ID_0".to_owned(),
        _ => simulator.keys().file.wechat.platform_key_id.clone(),
    };
    if tamper == Tamper::Missing {
        return Vec::new();
    }
    vec![
        ("wechatpay-timestamp", timestamp.to_string()),
        ("wechatpay-nonce", nonce),
        (
            "wechatpay-signature",
            simulator.keys().wechat.sign(message.as_bytes()),
        ),
        (
            "wechatpay-signature-type",
            "WECHATPAY2-SHA256-RSA2048".to_owned(),
        ),
        ("wechatpay-serial", serial),
    ]
}

fn seal(simulator: &Simulator, _: &Request, content: Content, tamper: Tamper) -> Reply {
    let body = content
        .body
        .map(|body| body.to_string())
        .unwrap_or_default();
    let mut headers = signature(simulator, &body, tamper);
    headers.push(("content-type", "application/json; charset=utf-8".to_owned()));
    Reply::Send {
        status: content.status,
        headers,
        body,
    }
}
