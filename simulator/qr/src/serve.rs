//! One request, the same for both providers: what is scripted for it, what it does, how its answer
//! goes back.

use serde_json::Value;

use crate::script::{Action, Face, Fault, Step};
use crate::state::Simulator;

/// What a provider answers before it is signed.
#[derive(Clone, Debug)]
pub(crate) struct Content {
    pub(crate) status: u16,
    /// None for 204.
    pub(crate) body: Option<Value>,
}

/// What is wrong with a signature.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Tamper {
    None,
    Wrong,
    Missing,
    Old,
    UnknownSerial,
}

/// What goes back.
#[derive(Debug)]
pub(crate) enum Reply {
    Send {
        status: u16,
        headers: Vec<(&'static str, String)>,
        body: String,
    },
    /// The connection is closed without an answer.
    Drop,
    /// The head promises more than comes.
    Cut { head: String, part: String },
}

/// What a request does with the book, and the fault that concerns it.
pub(crate) type Work = Box<dyn FnOnce(&Simulator, Option<Fault>) -> Content + Send>;

/// How a provider puts its signature on an answer.
pub(crate) type Seal = fn(&Simulator, &Request, Content, Tamper) -> Reply;

/// A request whose signature was right.
#[derive(Clone, Debug)]
pub(crate) struct Request {
    pub(crate) face: Face,
    pub(crate) action: Action,
    pub(crate) order_no: String,
    /// Alipay's method.
    pub(crate) method: String,
}

pub(crate) async fn serve(
    simulator: &Simulator,
    request: Request,
    system_error: Content,
    work: Work,
    seal: Seal,
) -> Reply {
    let step = simulator.step(request.face, request.action, &request.order_no);
    let fault = step.as_ref().map(|step| step.fault);
    let outcome = fault.map_or_else(|| "served".to_owned(), |fault| format!("{fault:?}"));
    simulator.log(request.face, request.action, &request.order_no, outcome);
    let ms = step.as_ref().and_then(|step| step.ms).unwrap_or(1_000);
    let is_processed = step.as_ref().is_some_and(|step| step.processed);
    match fault {
        Some(Fault::Drop) => return Reply::Drop,
        Some(Fault::Late) => {
            let simulator = simulator.clone();
            tokio::spawn(async move {
                simulator.clock().wait(ms).await;
                drop(work(&simulator, None));
            });
            return Reply::Drop;
        }
        Some(Fault::Http | Fault::SystemError) if !is_processed => {
            return broken(simulator, &request, step.as_ref(), system_error, seal);
        }
        Some(Fault::PaidDuring) => {
            simulator.pay(&(request.face, request.order_no.clone()));
        }
        _ => {}
    }
    let content = work(simulator, fault);
    match fault {
        Some(Fault::LostReply) => Reply::Drop,
        Some(Fault::Http | Fault::SystemError) => {
            broken(simulator, &request, step.as_ref(), system_error, seal)
        }
        Some(Fault::Delay) => {
            simulator.clock().wait(ms).await;
            seal(simulator, &request, content, Tamper::None)
        }
        Some(Fault::Cut) => cut(seal(simulator, &request, content, Tamper::None)),
        Some(Fault::OtherOrder | Fault::OtherAmount) => {
            let content = changed(content, step.as_ref());
            seal(simulator, &request, content, Tamper::None)
        }
        other => seal(simulator, &request, content, tamper(other)),
    }
}

pub(crate) fn tamper(fault: Option<Fault>) -> Tamper {
    match fault {
        Some(Fault::WrongSignature) => Tamper::Wrong,
        Some(Fault::NoSignature) => Tamper::Missing,
        Some(Fault::OldTimestamp) => Tamper::Old,
        Some(Fault::UnknownSerial) => Tamper::UnknownSerial,
        _ => Tamper::None,
    }
}

fn broken(
    simulator: &Simulator,
    request: &Request,
    step: Option<&Step>,
    system_error: Content,
    seal: Seal,
) -> Reply {
    if step.is_some_and(|step| step.fault == Fault::SystemError) {
        return seal(simulator, request, system_error, Tamper::None);
    }
    Reply::Send {
        status: step.and_then(|step| step.status).unwrap_or(502),
        headers: vec![("content-type", "text/html".to_owned())],
        body: "<html><body>Bad Gateway</body></html>".to_owned(),
    }
}

fn cut(reply: Reply) -> Reply {
    let Reply::Send {
        status,
        headers,
        body,
    } = reply
    else {
        return reply;
    };
    let lines: Vec<String> = headers
        .iter()
        .map(|(name, value)| format!("{name}: {value}\r\n"))
        .collect();
    let mut half = body.len() / 2;
    while !body.is_char_boundary(half) {
        half -= 1;
    }
    Reply::Cut {
        head: format!(
            "HTTP/1.1 {status} OK\r\n{}content-length: {}\r\n\r\n",
            lines.concat(),
            body.len()
        ),
        part: body[..half].to_owned(),
    }
}

/// The answer, truly signed, about another order or with another amount.
fn changed(mut content: Content, step: Option<&Step>) -> Content {
    let Some(body) = content.body.as_mut() else {
        return content;
    };
    let step = step.map(|step| (step.fault, step.amount_minor));
    let Some((fault, amount)) = step else {
        return content;
    };
    if fault == Fault::OtherOrder {
        body["out_trade_no"] = Value::from("ANOTHER_ORDER_1");
        return content;
    }
    let other = |minor: i64| amount.unwrap_or(minor + 1);
    for field in ["total_amount", "refund_amount"] {
        if let Some(minor) = body[field].as_str().and_then(crate::money::parse) {
            body[field] = Value::from(crate::money::decimal(other(minor)));
        }
    }
    for field in ["total", "refund"] {
        if let Some(minor) = body["amount"][field].as_i64() {
            body["amount"][field] = Value::from(other(minor));
        }
    }
    content
}
