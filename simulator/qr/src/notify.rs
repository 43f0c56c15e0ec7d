//! What a provider sends by itself, again and again until it is taken.

use aws_lc_rs::aead::{AES_256_GCM, Aad, LessSafeKey, Nonce, UnboundKey};
use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use http_body_util::{BodyExt, Full};
use hyper::body::Bytes;
use hyper_util::rt::TokioIo;
use serde_json::{Value, json};
use std::collections::BTreeMap;
use std::time::Duration;
use tokio::net::TcpStream;

use crate::book::{Key, REFUND_MS};
use crate::key::random_hex;
use crate::script::{Action, Face, Fault, Step};
use crate::serve::{Tamper, tamper};
use crate::state::Simulator;
use crate::{alipay, money, wechat};

/// Pause before a notification that was not taken comes again.
const AGAIN_MS: u64 = 15_000;

/// How often it comes at most.
const TIMES_MAX: u32 = 4;

/// How long the shop may take to answer.
const ANSWER_WAIT: Duration = Duration::from_secs(5);

/// What makes the body and its headers; again for each time, since time stamps age.
type Make = Box<dyn Fn(&Simulator, Tamper) -> Option<Message> + Send + Sync>;

struct Message {
    headers: Vec<(&'static str, String)>,
    body: String,
}

/// Tells the shop that an order was paid, when it wants to know.
pub(crate) fn paid(simulator: &Simulator, key: &Key) {
    let url = {
        let state = simulator.state();
        let order = state.book.find(key);
        order.and_then(|order| order.notify_url.clone())
    };
    if let Some(url) = url {
        let make = paid_message(key.clone());
        spawn(simulator, key, url, 0, make);
    }
}

/// Tells the shop once more about an order, because a test wants it.
pub(crate) fn again(simulator: &Simulator, key: &Key) -> bool {
    let is_known = simulator
        .state()
        .book
        .find(key)
        .is_some_and(|order| order.notify_url.is_some() && order.paid_at.is_some());
    if is_known {
        paid(simulator, key);
    }
    is_known
}

/// Tells the shop what became of a refund, when it is over.
pub(crate) fn refunded(simulator: &Simulator, order_no: &str, refund_no: &str, url: String) {
    if url.is_empty() {
        return;
    }
    let key = (Face::Wechat, order_no.to_owned());
    let refund_no = refund_no.to_owned();
    let make: Make = Box::new(move |simulator, tamper| {
        let now = simulator.now();
        let content = {
            let state = simulator.state();
            let (order, refund) = state.book.find_refund(Face::Wechat, &refund_no)?;
            json!({
                "mchid": simulator.keys().file.wechat.merchant_id,
                "out_trade_no": order.order_no,
                "transaction_id": order.provider_no,
                "out_refund_no": refund.refund_no,
                "refund_id": refund.provider_no,
                "refund_status": wechat::refund_status(refund, now),
                "amount": {
                    "total": order.amount_minor, "refund": refund.amount_minor,
                    "payer_total": order.amount_minor, "payer_refund": refund.amount_minor,
                },
            })
        };
        let event = match content["refund_status"].as_str() {
            Some("ABNORMAL") => "REFUND.ABNORMAL",
            _ => "REFUND.SUCCESS",
        };
        encrypted(simulator, event, "refund", &content, tamper)
    });
    spawn(simulator, &key, url, REFUND_MS.unsigned_abs(), make);
}

fn paid_message(key: Key) -> Make {
    Box::new(move |simulator, tamper| match key.0 {
        Face::Alipay => alipay_form(simulator, &key, tamper),
        Face::Wechat => {
            let now = simulator.now();
            let content = {
                let state = simulator.state();
                wechat::transaction(simulator, state.book.find(&key)?, now)
            };
            let event = "TRANSACTION.SUCCESS";
            encrypted(simulator, event, "transaction", &content, tamper)
        }
    })
}

fn alipay_form(simulator: &Simulator, key: &Key, tamper: Tamper) -> Option<Message> {
    let now = simulator.now();
    let mut fields: BTreeMap<&str, String> = {
        let state = simulator.state();
        let order = state.book.find(key)?;
        BTreeMap::from([
            ("notify_time", alipay::time(now)),
            ("notify_type", "trade_status_sync".to_owned()),
            ("notify_id", random_hex(16).ok()?),
            ("charset", "utf-8".to_owned()),
            ("version", "1.0".to_owned()),
            ("auth_app_id", simulator.keys().file.alipay.app_id.clone()),
            ("app_id", simulator.keys().file.alipay.app_id.clone()),
            ("out_trade_no", order.order_no.clone()),
            ("trade_no", order.provider_no.clone()),
            ("trade_status", alipay::status(order, now)?.to_owned()),
            ("total_amount", money::decimal(order.amount_minor)),
            ("buyer_logon_id", "138****0001".to_owned()),
            ("subject", order.subject.clone()),
            ("gmt_create", alipay::time(order.created_at)),
            ("gmt_payment", alipay::time(order.paid_at?)),
        ])
    };
    let pairs: Vec<String> = fields
        .iter()
        .map(|(name, value)| format!("{name}={value}"))
        .collect();
    let text = match tamper {
        Tamper::Wrong => "something else".to_owned(),
        _ => pairs.join("&"),
    };
    if tamper != Tamper::Missing {
        fields.insert("sign", simulator.keys().alipay.sign(text.as_bytes()));
    }
    fields.insert("sign_type", "RSA2".to_owned());
    let body = form_urlencoded::Serializer::new(String::new())
        .extend_pairs(&fields)
        .finish();
    Some(Message {
        headers: vec![(
            "content-type",
            "application/x-www-form-urlencoded; charset=utf-8".to_owned(),
        )],
        body,
    })
}

/// WeChat's envelope around an encrypted object.
fn encrypted(
    simulator: &Simulator,
    event: &str,
    kind: &str,
    content: &Value,
    tamper: Tamper,
) -> Option<Message> {
    let nonce = random_hex(6).ok()?;
    let api_key = simulator.keys().file.wechat.api_key.as_bytes();
    let cipher = LessSafeKey::new(UnboundKey::new(&AES_256_GCM, api_key).ok()?);
    let mut sealed = content.to_string().into_bytes();
    let unique = Nonce::try_assume_unique_for_key(nonce.as_bytes()).ok()?;
    cipher
        .seal_in_place_append_tag(unique, Aad::from(kind.as_bytes()), &mut sealed)
        .ok()?;
    let body = json!({
        "id": random_hex(16).ok()?,
        "create_time": wechat::time(simulator.now()),
        "event_type": event,
        "resource_type": "encrypt-resource",
        "summary": event,
        "resource": {
            "original_type": kind,
            "algorithm": "AEAD_AES_256_GCM",
            "ciphertext": STANDARD.encode(sealed),
            "associated_data": kind,
            "nonce": nonce,
        },
    })
    .to_string();
    let mut headers = wechat::signature(simulator, &body, tamper);
    headers.push(("content-type", "application/json".to_owned()));
    Some(Message { headers, body })
}

/// Sends it in the background, after a while, until it is taken.
fn spawn(simulator: &Simulator, key: &Key, url: String, after_ms: u64, make: Make) {
    let step = simulator.step(key.0, Action::Notification, &key.1);
    let fault = step.as_ref().map(|step| step.fault);
    if let Some(fault) = fault {
        simulator.log(key.0, Action::Notification, &key.1, format!("{fault:?}"));
    }
    if fault == Some(Fault::Drop) {
        return;
    }
    let (simulator, key) = (simulator.clone(), key.clone());
    tokio::spawn(async move {
        simulator.clock().wait(after_ms).await;
        if fault == Some(Fault::Delay) {
            let ms = step.as_ref().and_then(|step| step.ms).unwrap_or(1_000);
            simulator.clock().wait(ms).await;
        }
        let copies = copies(step.as_ref());
        for _ in 0..copies {
            until_taken(&simulator, &key, &url, fault, &make).await;
        }
    });
}

fn copies(step: Option<&Step>) -> u32 {
    match step {
        Some(step) if step.fault == Fault::Duplicate => step.count.unwrap_or(2),
        _ => 1,
    }
}

/// A fault of the signature is that of the first time only: the next one is right.
async fn until_taken(
    simulator: &Simulator,
    key: &Key,
    url: &str,
    fault: Option<Fault>,
    make: &Make,
) {
    for time in 0..TIMES_MAX {
        let tamper = if time == 0 {
            tamper(fault)
        } else {
            Tamper::None
        };
        let Some(message) = make(simulator, tamper) else {
            return;
        };
        let sent = tokio::time::timeout(ANSWER_WAIT, post(url, message)).await;
        let is_taken = match sent {
            Ok(Ok((status, body))) => match key.0 {
                Face::Alipay => status == 200 && body == "success",
                Face::Wechat => (200..300).contains(&status),
            },
            Ok(Err(_)) | Err(_) => false,
        };
        let outcome = if is_taken { "taken" } else { "not taken" };
        simulator.log(key.0, Action::Notification, &key.1, outcome.to_owned());
        if is_taken {
            return;
        }
        simulator.clock().wait(AGAIN_MS).await;
    }
}

async fn post(
    url: &str,
    message: Message,
) -> Result<(u16, String), Box<dyn std::error::Error + Send + Sync>> {
    let uri: http::Uri = url.parse()?;
    let authority = uri.authority().ok_or("an address without a host")?.clone();
    let stream = TcpStream::connect((authority.host(), authority.port_u16().unwrap_or(80))).await?;
    let (mut sender, connection) =
        hyper::client::conn::http1::handshake(TokioIo::new(stream)).await?;
    tokio::spawn(connection);
    let target = uri.path_and_query().map_or("/", |target| target.as_str());
    let mut request = http::Request::post(target)
        .header("host", authority.as_str())
        .header("connection", "close");
    for (name, value) in message.headers {
        request = request.header(name, value);
    }
    let request = request.body(Full::new(Bytes::from(message.body)))?;
    let response = sender.send_request(request).await?;
    let status = response.status().as_u16();
    let body = response.into_body().collect().await?.to_bytes();
    Ok((status, String::from_utf8_lossy(&body).trim().to_owned()))
}
