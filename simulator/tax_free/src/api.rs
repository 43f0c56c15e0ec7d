//! The interface for shops.

use axum::http::HeaderMap;
use jiff::SignedDuration;
use serde_json::{Value, json};
use uuid::Uuid;

use crate::book::{Form, No};
use crate::sign::{self, Stamp};
use crate::state::{Action, Fault, Simulator};

/// How far a shop's clock may be from ours.
const CLOCK_DIFFERENCE_MAX: SignedDuration = SignedDuration::from_mins(5);

/// What goes back.
pub(crate) enum Reply {
    Send {
        status: u16,
        signature: String,
        body: Vec<u8>,
    },
    /// The connection is closed without an answer.
    Drop,
}

/// A request as it arrived.
pub(crate) struct Asked {
    pub(crate) method: String,
    pub(crate) path: String,
    pub(crate) headers: HeaderMap,
    pub(crate) body: Vec<u8>,
}

impl Asked {
    fn header(&self, name: &str) -> &str {
        let value = self.headers.get(name).and_then(|value| value.to_str().ok());
        value.unwrap_or_default()
    }

    fn action(&self) -> Option<Action> {
        let parts: Vec<&str> = self.path.trim_matches('/').split('/').collect();
        match (self.method.as_str(), parts.as_slice()) {
            ("GET", ["v1", "shop"]) => Some(Action::Shop),
            ("POST", ["v1", "forms"]) => Some(Action::Issue),
            ("GET", ["v1", "forms", "by-reference", _]) => Some(Action::Look),
            ("POST", ["v1", "forms", _, "void"]) => Some(Action::Void),
            _ => None,
        }
    }
}

/// Answers a request, or lets go wrong what is scripted for it.
pub(crate) async fn answer(simulator: &Simulator, asked: Asked) -> Reply {
    let Some(action) = asked.action() else {
        return plain(
            404,
            &json!({ "code": "UNKNOWN_PATH", "message": "There is nothing here" }),
        );
    };
    if simulator.state().is_offline {
        simulator.log(action, &asked.path, "offline");
        return Reply::Drop;
    }
    if let Err(why) = authenticate(simulator, &asked) {
        simulator.log(action, &asked.path, why);
        return plain(401, &json!({ "code": "ACCESS_REFUSED", "message": why }));
    }
    let step = simulator.step(action);
    let fault = step.as_ref().map(|step| step.fault);
    let ms = step.as_ref().map_or(0, |step| step.ms);
    let outcome = fault.map_or_else(|| "served".to_owned(), |fault| format!("{fault:?}"));
    simulator.log(action, &asked.path, outcome);
    match fault {
        Some(Fault::Drop) => return Reply::Drop,
        Some(Fault::Late) => {
            let simulator = simulator.clone();
            tokio::spawn(async move {
                simulator.clock().wait(ms).await;
                let _ = process(&simulator, action, &asked);
            });
            return Reply::Drop;
        }
        Some(Fault::Unavailable) => {
            let body = json!({ "code": "UNAVAILABLE", "message": "Please try again later" });
            return seal(simulator, &asked, 503, &body, false);
        }
        Some(Fault::Refuse) => {
            let body = json!({ "code": "REFUSED", "message": "The operator refuses" });
            return seal(simulator, &asked, 422, &body, false);
        }
        _ => {}
    }
    let (status, body) = process(simulator, action, &asked);
    match fault {
        Some(Fault::LostReply) => Reply::Drop,
        Some(Fault::Delay) => {
            simulator.clock().wait(ms).await;
            seal(simulator, &asked, status, &body, false)
        }
        other => {
            let is_wrong = other == Some(Fault::WrongSignature);
            seal(simulator, &asked, status, &body, is_wrong)
        }
    }
}

fn authenticate(simulator: &Simulator, asked: &Asked) -> Result<(), &'static str> {
    let stamp = Stamp {
        method: &asked.method,
        path: &asked.path,
        timestamp: asked.header("tf-timestamp"),
        nonce: asked.header("tf-nonce"),
    };
    let found = asked.header("tf-signature");
    if asked.header("tf-shop").is_empty()
        || !stamp.is_signed(simulator.secret(), &asked.body, found)
    {
        return Err("the signature is wrong");
    }
    let now = simulator.clock().now();
    let at = stamp.timestamp.parse().ok();
    let at = at.and_then(|seconds| jiff::Timestamp::from_second(seconds).ok());
    let apart = |at| simulator.time_of_shops().duration_since(at).abs();
    let is_fresh = at.is_some_and(|at| apart(at) <= CLOCK_DIFFERENCE_MAX);
    if !is_fresh {
        return Err("the request is too old");
    }
    let mut state = simulator.state();
    state
        .nonces
        .retain(|_, used| now.duration_since(*used) <= CLOCK_DIFFERENCE_MAX * 2);
    match state.nonces.insert(stamp.nonce.to_owned(), now) {
        None => Ok(()),
        Some(_) => Err("the nonce was used before"),
    }
}

fn process(simulator: &Simulator, action: Action, asked: &Asked) -> (u16, Value) {
    let now = simulator.clock().now();
    let shop = asked.header("tf-shop");
    let body: Value = serde_json::from_slice(&asked.body).unwrap_or_default();
    let part = |index: usize| asked.path.split('/').nth(index).unwrap_or_default();
    let mut state = simulator.state();
    let done = match action {
        Action::Shop => {
            return (
                200,
                json!({ "shop": shop, "name": format!("Boutique {shop}") }),
            );
        }
        Action::Issue => state
            .book
            .issue(shop, &body, now)
            .map(|(form, is_new)| (if is_new { 201 } else { 200 }, form)),
        Action::Look => Uuid::parse_str(part(4))
            .ok()
            .and_then(|reference| state.book.find(shop, reference).cloned())
            .map(|form| (200, form))
            .ok_or(No(404, "UNKNOWN_REFERENCE", "There is no such form")),
        Action::Void => {
            let reference = body["reference"]
                .as_str()
                .and_then(|text| Uuid::parse_str(text).ok());
            let reason = body["reason"].as_str().unwrap_or_default();
            state
                .book
                .void(shop, part(3), reference, reason)
                .map(|form| (200, form))
        }
        Action::Notification => Err(No(404, "UNKNOWN_PATH", "There is nothing here")),
    };
    match done {
        Ok((status, form)) => (status, shown(&form)),
        Err(No(status, code, message)) => (status, json!({ "code": code, "message": message })),
    }
}

fn shown(form: &Form) -> Value {
    json!({
        "reference": form.reference, "formNumber": form.form_number, "barcode": form.barcode,
        "status": form.status, "refund": form.refund, "currency": form.currency,
    })
}

fn plain(status: u16, body: &Value) -> Reply {
    Reply::Send {
        status,
        signature: String::new(),
        body: body.to_string().into_bytes(),
    }
}

fn seal(simulator: &Simulator, asked: &Asked, status: u16, body: &Value, is_wrong: bool) -> Reply {
    let body = body.to_string().into_bytes();
    let secret = if is_wrong {
        "another secret"
    } else {
        simulator.secret()
    };
    Reply::Send {
        status,
        signature: sign::reply(secret, status, asked.header("tf-nonce"), &body),
        body,
    }
}
