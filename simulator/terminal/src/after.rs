//! What a till asks besides a payment: give back, abort, status, diagnosis, login.

use serde::Serialize;
use serde_json::value::RawValue;

use crate::answer;
use crate::ledger::{self, Kind};
use crate::money::Amount;
use crate::nexo::{Call, Outcome, busy, message_format};
use crate::script::Fault;
use crate::state::{Event, Remembered, Simulator, Terminal};
use crate::wire::{
    AbortRequest, Header, Key, MessageReference, ReversalRequest, StatusRequest, Unread, Verdict,
    json, raw, verdict_only,
};

const REASONS: [&str; 4] = [
    "MerchantCancel",
    "CustCancel",
    "Malfunction",
    "Unable2Compl",
];

impl Simulator {
    pub(crate) fn reversal(&self, call: &Call) -> Outcome {
        let header = call.header();
        let request = match self.read_reversal(call) {
            Ok(request) => request,
            Err(refusal) => return Outcome::Body(refusal),
        };
        let body = match call.step.is(Fault::F26) {
            true => refused("Refusal", "The acquirer refused the reversal"),
            false => self
                .reverse(header, request)
                .unwrap_or_else(|refusal| refusal),
        };
        self.terminal(&header.poiid, |terminal| {
            let (header, body) = (header.answer(), body.clone());
            terminal.memory.push(Remembered {
                header,
                body,
                impostor: None,
            });
        });
        Outcome::Body(body)
    }

    /// Reads the request and marks it as used. What is refused here is not remembered: a repetition
    /// must not cover the answer to the first.
    fn read_reversal(&self, call: &Call) -> Result<ReversalRequest, String> {
        let header = call.header();
        let request: ReversalRequest = call
            .request
            .body()
            .map_err(|error| message_format(&error))?;
        if !REASONS.contains(&request.reversal_reason.as_str()) {
            return Err(message_format(
                "At SaleToPOIRequest.ReversalRequest: ReversalReason",
            ));
        }
        let now = self.clock().now();
        let claimed = self.terminal(&header.poiid, |terminal| {
            if let Some(dialogue) = &terminal.dialogue {
                return Err(busy("Payment", &dialogue.key));
            }
            if !terminal.claim(&header.key(), now) {
                return Err(refused(
                    "NotAllowed",
                    "This ServiceID was already used in the last 48 hours",
                ));
            }
            Ok(())
        });
        claimed.unwrap_or_else(|| Err(refused("UnavailableDevice", "No such terminal")))?;
        Ok(request)
    }

    /// Gives money back, at most what is left of the payment.
    fn reverse(&self, header: &Header, request: ReversalRequest) -> Result<String, String> {
        let now = self.clock().now();
        let original = request.original.poi_transaction_id.transaction_id;
        let reference = request
            .sale_data
            .map(|data| data.sale_transaction_id.transaction_id);
        self.change(|state| {
            let capture = state.ledger.capture(&original).cloned();
            let capture =
                capture.ok_or_else(|| refused("NotFound", "No payment with this reference"))?;
            let left = state.ledger.left(&capture);
            let currency = &capture.amount.currency;
            let amount = match &request.reversed_amount {
                None => Amount {
                    minor: left,
                    currency: currency.clone(),
                },
                Some(token) => Amount::parse(token.get(), currency).ok_or_else(|| {
                    message_format("At SaleToPOIRequest.ReversalRequest: ReversedAmount")
                })?,
            };
            if amount.minor == 0 || amount.minor > left {
                return Err(refused(
                    "NotAllowed",
                    "More than what is left of the payment",
                ));
            }
            let tender = capture
                .poi_transaction_id
                .split('.')
                .next()
                .unwrap_or_default();
            let transaction_id = format!("{tender}.{}", answer::psp_reference());
            let entry = ledger::Entry {
                seq: 0,
                at: now,
                kind: Kind::Reversal,
                poiid: header.poiid.clone(),
                sale_id: header.sale_id.clone(),
                service_id: header.key().service_id,
                sale_transaction_id: reference.unwrap_or(capture.sale_transaction_id),
                poi_transaction_id: transaction_id.clone(),
                original: Some(capture.poi_transaction_id),
                amount: amount.clone(),
                brand: capture.brand,
                last4: capture.last4,
            };
            let written = state.ledger.append(entry);
            written.map_err(|_| refused("DeviceOut", "The ledger cannot be written"))?;
            Ok(answer::reversal(&transaction_id, &amount, now))
        })
    }

    /// Asks the dialogue to end. The answer has no body: the truth is the answer to the payment.
    pub(crate) fn abort(&self, call: &Call) -> Outcome {
        let header = call.header();
        let request: AbortRequest = match call.request.body() {
            Ok(request) => request,
            Err(error) => return Outcome::Body(message_format(&error)),
        };
        let reference = request.message_reference;
        let heard = self.terminal(&header.poiid, |terminal| {
            let dialogue = terminal
                .dialogue
                .as_ref()
                .filter(|dialogue| means(&reference, header, &dialogue.key));
            let approved =
                dialogue.is_some_and(|dialogue| dialogue.phase == crate::state::Phase::Approved);
            let sent =
                dialogue.is_some_and(|dialogue| dialogue.customer.send(Event::Abort).is_ok());
            sent && !approved
        });
        if heard != Some(true) {
            self.announce(header, "Reject", "Service Not Aborted - Reason: Completed");
        }
        Outcome::Nothing
    }

    pub(crate) fn status(&self, call: &Call) -> Outcome {
        let header = call.header();
        let request: StatusRequest = match call.request.body() {
            Ok(request) => request,
            Err(error) => return Outcome::Body(message_format(&error)),
        };
        let reference = request.message_reference.unwrap_or(MessageReference {
            sale_id: None,
            service_id: None,
        });
        let found = self.terminal(&header.poiid, |terminal| {
            find(terminal, header, &reference, call.step.is(Fault::F24))
        });
        let body = match found {
            Some(Found::Running) => refused("InProgress", "Uncompleted transaction"),
            Some(Found::Done(header, body)) => {
                repeated(&header, body, request.receipt_reprint_flag)
            }
            Some(Found::Nothing) | None => refused("NotFound", "Transaction not found"),
        };
        Outcome::Body(body)
    }

    pub(crate) fn diagnosis(&self, call: &Call) -> Outcome {
        #[derive(Serialize)]
        #[serde(rename_all = "PascalCase")]
        struct Diagnosis {
            response: Verdict,
            #[serde(rename = "POIStatus")]
            poi_status: PoiStatus,
            host_status: [HostStatus; 1],
        }
        #[derive(Serialize)]
        #[serde(rename_all = "PascalCase")]
        struct PoiStatus {
            global_status: &'static str,
            #[serde(rename = "CommunicationOKFlag")]
            communication_ok_flag: bool,
        }
        #[derive(Serialize)]
        struct HostStatus {
            #[serde(rename = "AcquirerID")]
            acquirer_id: &'static str,
            #[serde(rename = "IsReachableFlag")]
            is_reachable_flag: bool,
        }
        if let Err(error) = call.request.body::<Unread>() {
            return Outcome::Body(message_format(&error));
        }
        let busy = self.terminal(&call.header().poiid, |terminal| terminal.dialogue.is_some());
        Outcome::Body(json(&Diagnosis {
            response: Verdict::good("Success", &[]),
            poi_status: PoiStatus {
                global_status: if busy == Some(true) { "Busy" } else { "OK" },
                communication_ok_flag: true,
            },
            host_status: [HostStatus {
                acquirer_id: "Simulated",
                is_reachable_flag: true,
            }],
        }))
    }

    pub(crate) fn login(&self, call: &Call, comes: bool) -> Outcome {
        let header = call.header();
        if let Err(error) = call.request.body::<Unread>() {
            return Outcome::Body(message_format(&error));
        }
        self.terminal(&header.poiid, |terminal| {
            if comes {
                terminal.logged_in.insert(header.sale_id.clone());
            } else {
                terminal.logged_in.remove(&header.sale_id);
            }
        });
        Outcome::Body(verdict_only(&Verdict::good("Success", &[])))
    }
}

enum Found {
    Running,
    Done(Box<Header>, String),
    Nothing,
}

fn means(reference: &MessageReference, asker: &Header, key: &Key) -> bool {
    reference.sale_id.as_ref().unwrap_or(&asker.sale_id) == &key.sale_id
        && reference
            .service_id
            .as_ref()
            .is_none_or(|id| id == &key.service_id)
}

fn find(
    terminal: &mut Terminal,
    asker: &Header,
    reference: &MessageReference,
    impostor: bool,
) -> Found {
    if terminal
        .dialogue
        .as_ref()
        .is_some_and(|dialogue| means(reference, asker, &dialogue.key))
    {
        return Found::Running;
    }
    let memory = &mut terminal.memory;
    let Some(one) = memory
        .iter_mut()
        .rev()
        .find(|one| means(reference, asker, &one.header.key()))
    else {
        return Found::Nothing;
    };
    let mut header = one.header.clone();
    let other = impostor.then(|| answer::another_service_id(&header.key().service_id));
    if let Some(other) = one.impostor.take().or(other) {
        header.service_id = Some(other);
    }
    Found::Done(Box::new(header), one.body.clone())
}

/// The outer verdict says only that the question was understood; the inner one is the payment's.
fn repeated(header: &Header, body: String, receipts: bool) -> String {
    #[derive(Serialize)]
    #[serde(rename_all = "PascalCase")]
    struct Status {
        response: Verdict,
        repeated_message_response: Repeated,
    }
    #[derive(Serialize)]
    #[serde(rename_all = "PascalCase")]
    struct Repeated {
        message_header: Header,
        repeated_response_message_body: Box<RawValue>,
    }
    let body = if receipts {
        body
    } else {
        without_receipts(body)
    };
    let inner = format!(r#"{{"{}Response":{body}}}"#, header.message_category);
    json(&Status {
        response: Verdict::good("Success", &[]),
        repeated_message_response: Repeated {
            message_header: header.clone(),
            repeated_response_message_body: raw(inner),
        },
    })
}

fn without_receipts(body: String) -> String {
    let parts = serde_json::from_str::<std::collections::BTreeMap<String, Box<RawValue>>>(&body);
    match parts {
        Ok(mut parts) => {
            parts.remove("PaymentReceipt");
            json(&parts)
        }
        Err(_) => body,
    }
}

fn refused(condition: &str, message: &str) -> String {
    verdict_only(&Verdict::failure(condition, &[("message", message)]))
}
