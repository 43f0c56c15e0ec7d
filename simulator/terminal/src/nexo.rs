//! One request of a till: opened, checked, given to its handler, answered; faults act on the way.

use jiff::SignedDuration;
use jiff::Timestamp;

use crate::answer;
use crate::dialogue::{Occupied, Payment};
use crate::money::Amount;
use crate::script::{Fault, Step};
use crate::state::Simulator;
use crate::wire::{self, Header, Key, PaymentRequest, Request, Verdict, verdict_only};

const LATE_MS: u64 = 200_000;
const ARRIVES_MS: u64 = 20_000;

/// What happens on the connection.
#[derive(Debug)]
pub(crate) enum Reply {
    /// An answer as it should be.
    Json(String),
    /// 200 without a body.
    Empty,
    /// Another status with a page or a few words.
    Page(u16, &'static str, &'static str),
    /// The connection is closed without a byte.
    Drop,
    /// The same answer twice on one connection.
    Twice(String),
}

impl Reply {
    fn in_words(&self) -> &'static str {
        match self {
            Self::Json(_) => "answered",
            Self::Empty => "empty answer",
            Self::Page(..) => "error page",
            Self::Drop => "connection dropped",
            Self::Twice(_) => "answered twice",
        }
    }
}

/// A request after its head was read.
pub(crate) struct Call {
    pub(crate) request: Request,
    pub(crate) step: Step,
}

impl Call {
    pub(crate) fn header(&self) -> &Header {
        &self.request.header
    }
}

/// The body of an answer, or what happens instead of one.
pub(crate) enum Outcome {
    Body(String),
    Nothing,
    Drop,
}

impl Simulator {
    /// Answers a request; `door` is the terminal whose own port it came through.
    pub(crate) async fn serve(&self, text: &str, door: Option<&str>) -> Reply {
        let Some(outer) = Request::split(text) else {
            return Reply::Page(400, "text/plain", "Bad JSON");
        };
        let Ok(request) = self.unseal(outer) else {
            return Reply::Page(400, "text/plain", "The message was refused");
        };
        let header = request.header.clone();
        let noted = self.note(&header);
        let taken = self.terminal(&header.poiid, |terminal| {
            let step = terminal
                .powered
                .then(|| terminal.take_step(&header.message_category));
            (step, terminal.cut.subscribe())
        });
        let Some((step, mut cut)) = taken else {
            noted.answered("error page");
            return Reply::Page(404, "text/plain", "No such terminal");
        };
        let reply = match step {
            None => Reply::Drop,
            Some(_) if door.is_some_and(|door| door != header.poiid) => {
                let body =
                    message_format("At SaleToPOIRequest.MessageHeader.POIID: another terminal");
                Reply::Json(self.response(&header, &body))
            }
            Some(step) => {
                let call = Call {
                    request,
                    step: step.unwrap_or_default(),
                };
                tokio::select! {
                    reply = self.with_faults(call) => reply,
                    _ = cut.changed() => Reply::Drop,
                }
            }
        };
        noted.answered(reply.in_words());
        reply
    }

    fn unseal(&self, outer: Request) -> Result<Request, ()> {
        let Some(keys) = self.keys() else {
            return if outer.claims_encryption() {
                Err(())
            } else {
                Ok(outer)
            };
        };
        let (blob, trailer) = outer.sealed().ok_or(())?;
        let clear = keys.open(&blob, &trailer).map_err(|_| ())?;
        let inner = Request::split(&String::from_utf8(clear).map_err(|_| ())?).ok_or(())?;
        if inner.header == outer.header {
            Ok(inner)
        } else {
            Err(())
        }
    }

    /// Faults that act before, around and after the handling of a request.
    async fn with_faults(&self, call: Call) -> Reply {
        let header = call.header().clone();
        let step = call.step.clone();
        match step.fault {
            Some(Fault::F2) => return std::future::pending().await,
            Some(Fault::F3) => return Reply::Drop,
            Some(Fault::F10) if step.processed == Some(false) => return BAD_GATEWAY,
            Some(Fault::F12) => {
                let other = Key {
                    sale_id: step.sale_id.clone().unwrap_or("OTHER-TILL".to_owned()),
                    service_id: step
                        .service_id
                        .clone()
                        .unwrap_or_else(|| answer::another_service_id(&header.key().service_id)),
                };
                return Reply::Json(
                    self.response(&header, &busy(&header.message_category, &other)),
                );
            }
            _ => {}
        }
        match self.handle(call).await {
            Outcome::Drop => Reply::Drop,
            Outcome::Nothing => Reply::Empty,
            Outcome::Body(body) => self.carry(&header, &step, &body).await,
        }
    }

    async fn handle(&self, call: Call) -> Outcome {
        let header = call.header();
        let well_formed = header
            .service_id
            .as_ref()
            .is_some_and(|id| (1..=10).contains(&id.len()))
            && header.message_type == "Request"
            && header.protocol_version == "3.0";
        if !well_formed {
            return Outcome::Body(message_format(
                "At SaleToPOIRequest.MessageHeader: ServiceID",
            ));
        }
        match header.message_category.as_str() {
            "Payment" => self.payment(call).await,
            "Reversal" => self.reversal(&call),
            "Abort" => self.abort(&call),
            "TransactionStatus" => self.status(&call),
            "Diagnosis" => self.diagnosis(&call),
            "Reconciliation" => self.reconciliation(&call),
            "Login" => self.login(&call, true),
            "Logout" => self.login(&call, false),
            other => Outcome::Body(message_format(&format!(
                "At SaleToPOIRequest.MessageHeader.MessageCategory: {other} is not served"
            ))),
        }
    }

    async fn payment(&self, call: Call) -> Outcome {
        let payment = match self.read_payment(&call) {
            Ok(payment) => payment,
            Err(body) => return Outcome::Body(body),
        };
        if payment.is(Fault::F23) {
            let simulator = self.clone();
            tokio::spawn(async move {
                let mut payment = payment;
                simulator
                    .clock()
                    .wait(payment.step.ms.unwrap_or(ARRIVES_MS))
                    .await;
                payment.step.fault = None;
                payment.step.card.get_or_insert(crate::card::Card::Visa);
                // Whatever the late message meets, nobody is left to hear about it.
                let _ = simulator.begin(payment);
            });
            return Outcome::Drop;
        }
        let (header, step) = (payment.header.clone(), payment.step.clone());
        let running = match self.begin(payment) {
            Ok(running) => running,
            Err(occupied) => return refuse(&header, &occupied),
        };
        match step.fault {
            Some(Fault::F11) => Outcome::Body(busy("Payment", &header.key())),
            Some(Fault::F22) => Outcome::Drop,
            Some(Fault::F24 | Fault::F27) => {
                // The reply is lost only once the money is taken.
                let _ = running.await;
                Outcome::Drop
            }
            _ => running
                .await
                .ok()
                .flatten()
                .map_or(Outcome::Drop, Outcome::Body),
        }
    }

    fn read_payment(&self, call: &Call) -> Result<Payment, String> {
        let header = call.header();
        let request: PaymentRequest = call
            .request
            .body()
            .map_err(|error| message_format(&error))?;
        let reference = request.sale_data.sale_transaction_id;
        self.check_reference(&reference.transaction_id, &reference.time_stamp)?;
        let refund = request.payment_data.and_then(|data| data.payment_type);
        if refund.is_some_and(|kind| kind != "Normal") {
            let details = [("message", "Only payments of type Normal are allowed")];
            return Err(verdict_only(&Verdict::failure("NotAllowed", &details)));
        }
        let conditions = request.payment_transaction.transaction_conditions;
        let allowed_brands = conditions.map_or_else(Vec::new, |it| it.allowed_payment_brand);
        let amounts = request.payment_transaction.amounts_req;
        let amount = Amount::parse(amounts.requested_amount.get(), &amounts.currency)
            .filter(|amount| amount.minor > 0)
            .ok_or_else(|| {
                message_format("At SaleToPOIRequest.PaymentRequest.AmountsReq: RequestedAmount")
            })?;
        let auto = self.look(|state| {
            let own = state
                .terminals
                .get(&header.poiid)
                .and_then(|terminal| terminal.auto.clone());
            own.or_else(|| state.auto_all.clone())
        });
        let tender = answer::tender_reference(self.clock().now());
        Ok(Payment {
            header: header.clone(),
            reference,
            amount,
            allowed_brands,
            step: call.step.clone(),
            auto,
            tender,
        })
    }

    fn check_reference(&self, transaction_id: &str, time_stamp: &str) -> Result<(), String> {
        if !(1..=35).contains(&transaction_id.len()) {
            return Err(message_format(
                "At SaleTransactionID.TransactionID: 1 to 35 characters",
            ));
        }
        let within_a_day = time_stamp.parse::<Timestamp>().is_ok_and(|at| {
            self.clock().now().duration_since(at).abs() <= SignedDuration::from_hours(24)
        });
        if within_a_day {
            return Ok(());
        }
        Err(message_format(
            "At SaleTransactionID.TimeStamp: not within 24 hours",
        ))
    }

    /// Brings the body of an answer to the till, or spoils it on the way.
    async fn carry(&self, header: &Header, step: &Step, body: &str) -> Reply {
        let whole = || self.response(header, body);
        match step.fault {
            Some(Fault::F4 | Fault::F25) => Reply::Drop,
            Some(Fault::F5) => {
                self.clock().wait(step.ms.unwrap_or(LATE_MS)).await;
                Reply::Json(whole())
            }
            Some(Fault::F6) => Reply::Twice(whole()),
            Some(Fault::F7) => {
                let mine = header.key().service_id;
                let other = step.service_id.clone();
                let other = other.unwrap_or_else(|| answer::another_service_id(&mine));
                let header = Header {
                    service_id: Some(other),
                    ..header.clone()
                };
                Reply::Json(self.response(&header, body))
            }
            Some(Fault::F8) => {
                let whole = whole();
                let length = step.bytes.unwrap_or(whole.len() / 2).min(whole.len() - 1);
                Reply::Json(whole.chars().take(length).collect())
            }
            Some(Fault::F9) => Reply::Empty,
            Some(Fault::F10) => BAD_GATEWAY,
            Some(fault @ (Fault::F17 | Fault::F19)) => {
                Reply::Json(self.badly_sealed(header, fault, body))
            }
            _ => Reply::Json(whole()),
        }
    }

    fn response(&self, header: &Header, body: &str) -> String {
        let name = format!("{}Response", header.message_category);
        self.envelope("SaleToPOIResponse", &header.answer(), &name, body)
    }

    fn badly_sealed(&self, header: &Header, fault: Fault, body: &str) -> String {
        let name = format!("{}Response", header.message_category);
        let clear = wire::message("SaleToPOIResponse", &header.answer(), &name, body);
        let Some(keys) = self.keys() else {
            return clear;
        };
        let (blob, mut trailer) = keys.seal(clear.as_bytes());
        match fault {
            Fault::F17 => trailer.hmac = keys.seal(b"another message").1.hmac,
            _ => trailer.key_version = trailer.key_version.saturating_sub(1),
        }
        wire::sealed_message("SaleToPOIResponse", &header.answer(), &blob, &trailer)
    }
}

const BAD_GATEWAY: Reply = Reply::Page(
    502,
    "text/html",
    "<html><head><title>502 Bad Gateway</title></head><body><h1>502 Bad Gateway</h1></body></html>",
);

/// `MessageFormat`, with what is wrong.
pub(crate) fn message_format(errors: &str) -> String {
    verdict_only(&Verdict::failure("MessageFormat", &[("errors", errors)]))
}

/// `Busy`, naming the request that is running.
pub(crate) fn busy(category: &str, running: &Key) -> String {
    let message = format!("{} {}Request is in Progress", running.service_id, category);
    verdict_only(&Verdict::failure(
        "Busy",
        &[("message", &message), ("SaleID", &running.sale_id)],
    ))
}

fn refuse(header: &Header, occupied: &Occupied) -> Outcome {
    match occupied {
        Occupied::Off => Outcome::Drop,
        Occupied::Busy(running) => Outcome::Body(busy("Payment", running)),
        Occupied::Used => {
            let id = header.key().service_id;
            let message =
                format!("ServiceID {id} was already used by this SaleID in the last 48 hours");
            Outcome::Body(verdict_only(&Verdict::failure(
                "NotAllowed",
                &[("message", &message)],
            )))
        }
    }
}
