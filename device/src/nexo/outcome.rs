//! What a reply means. The only place that decides; pure.

mod reconciliation;

pub(super) use reconciliation::reconciliation;

use super::approval::{approval, lines, poi_transaction, read};
use super::form::Form;
use super::message::{Category, Exchange, Message};
use super::reply::{
    AbortResponse, DiagnosisResponse, PaymentResponse, RepeatedMessageResponse, ResponseResult,
    ReversalResponse, SaleData, TransactionStatusResponse,
};
use crate::card_terminal::{
    AbortAnswer, Currency, Decline, DiagnosisAnswer, ErrorCondition, Fault, HostStatus, OutOfOrder,
    PaymentAnswer, Reversal, ReversalAnswer, RunningDialogue, SaleId, ServiceId, StatusAnswer,
    TransactionId, UnknownReason,
};

/// What was asked for, to be found again in the reply.
#[derive(Debug, Clone, Copy)]
pub(super) struct Asked<'a> {
    pub(super) service_id: &'a ServiceId,
    pub(super) transaction_id: &'a TransactionId,
    pub(super) currency: Currency,
}

/// `Response` in three kinds.
enum Verdict {
    Success,
    Partial,
    Failure(ErrorCondition),
}

fn verdict(response: &ResponseResult) -> Result<Verdict, UnknownReason> {
    match (
        response.result.as_str(),
        response.error_condition.as_deref(),
    ) {
        ("Success", _) => Ok(Verdict::Success),
        ("Partial", _) => Ok(Verdict::Partial),
        ("Failure", Some(word)) => Ok(Verdict::Failure(ErrorCondition::from_wire(word))),
        (_, _) => Err(UnknownReason::Result),
    }
}

fn form(response: &ResponseResult) -> Form {
    response
        .additional_response
        .as_deref()
        .map(Form::parse)
        .unwrap_or_default()
}

/// A reply may leave out our transaction, but it may not name another one.
fn check_transaction(data: Option<&SaleData>, asked: &Asked) -> Result<(), UnknownReason> {
    let named = data.and_then(|data| data.sale_transaction_id.as_ref());
    match named {
        Some(found) if found.transaction_id != asked.transaction_id.as_str() => {
            Err(UnknownReason::Stray {
                field: "SaleTransactionID",
            })
        }
        Some(_) | None => Ok(()),
    }
}

/// The result of a payment.
pub(super) fn payment(response: PaymentResponse, asked: &Asked) -> PaymentAnswer {
    let read = || {
        check_transaction(response.sale_data.as_ref(), asked)?;
        let form = form(&response.response);
        match verdict(&response.response)? {
            Verdict::Success => {
                approval(response, &form, asked.currency).map(PaymentAnswer::Approved)
            }
            Verdict::Partial => {
                approval(response, &form, asked.currency).map(PaymentAnswer::PartiallyApproved)
            }
            Verdict::Failure(condition) => Ok(failed_payment(condition, &form, asked.service_id)),
        }
    };
    read().unwrap_or_else(|reason| PaymentAnswer::Unknown { reason })
}

fn failed_payment(condition: ErrorCondition, form: &Form, own: &ServiceId) -> PaymentAnswer {
    let text = form.text();
    let declined = |condition, text| PaymentAnswer::Declined { condition, text };
    let out_of_order = |condition, text| PaymentAnswer::OutOfOrder { condition, text };
    let refused = |condition, text| PaymentAnswer::Refused { condition, text };
    match condition {
        ErrorCondition::Aborted => PaymentAnswer::Aborted,
        ErrorCondition::Cancel => PaymentAnswer::CancelledOnTerminal,
        ErrorCondition::Busy => PaymentAnswer::Busy {
            running: running(form, own),
        },
        ErrorCondition::Refusal => declined(Decline::Refusal, text),
        ErrorCondition::WrongPin => declined(Decline::WrongPin, text),
        ErrorCondition::InvalidCard => declined(Decline::InvalidCard, text),
        ErrorCondition::InsertedCard => declined(Decline::InsertedCard, text),
        ErrorCondition::PaymentRestriction => declined(Decline::PaymentRestriction, text),
        ErrorCondition::DeviceOut => out_of_order(OutOfOrder::DeviceOut, text),
        ErrorCondition::UnavailableDevice => out_of_order(OutOfOrder::UnavailableDevice, text),
        ErrorCondition::UnavailableService => out_of_order(OutOfOrder::UnavailableService, text),
        ErrorCondition::MessageFormat => refused(Fault::MessageFormat, text),
        ErrorCondition::NotAllowed => refused(Fault::NotAllowed, text),
        ErrorCondition::LoggedOut => refused(Fault::LoggedOut, text),
        ErrorCondition::InProgress
        | ErrorCondition::NotFound
        | ErrorCondition::UnreachableHost
        | ErrorCondition::Other(_) => PaymentAnswer::Unknown {
            reason: UnknownReason::Condition { condition, text },
        },
    }
}

/// Finds the `ServiceID` of the dialogue that keeps the terminal busy: under its own key, else
/// after its name in the terminal's words, else the only word that could be one.
fn running(form: &Form, own: &ServiceId) -> RunningDialogue {
    let text = form.text();
    let words: Vec<&str> = text
        .split(|letter: char| !letter.is_ascii_alphanumeric())
        .filter(|word| !word.is_empty())
        .collect();
    let labelled = || {
        let label = words
            .iter()
            .position(|word| word.eq_ignore_ascii_case("ServiceID"))?;
        words.get(label + 1).copied()
    };
    let lone = || {
        let could_be = |word: &&&str| {
            word.len() <= ServiceId::LENGTH_MAX && word.bytes().any(|byte| byte.is_ascii_digit())
        };
        let mut candidates = words.iter().filter(could_be);
        match (candidates.next(), candidates.next()) {
            (Some(word), None) => Some(*word),
            (Some(_), Some(_)) | (None, _) => None,
        }
    };
    let found = form.get("serviceId").or_else(labelled).or_else(lone);
    match found.and_then(|word| ServiceId::parse(word).ok()) {
        Some(service_id) if service_id == *own => RunningDialogue::ThisPayment,
        Some(service_id) => RunningDialogue::Other(service_id),
        None => RunningDialogue::Unnamed,
    }
}

/// The result of a reversal.
pub(super) fn reversal(response: ReversalResponse, asked: &Asked) -> ReversalAnswer {
    let read = || {
        check_transaction(response.sale_data.as_ref(), asked)?;
        match verdict(&response.response)? {
            Verdict::Success => accepted(response, asked.currency).map(ReversalAnswer::Accepted),
            // The protocol has no partial success of a reversal.
            Verdict::Partial => Err(UnknownReason::Result),
            Verdict::Failure(condition) => Ok(failed_reversal(
                condition,
                &form(&response.response),
                asked.service_id,
            )),
        }
    };
    read().unwrap_or_else(|reason| ReversalAnswer::Unknown { reason })
}

fn accepted(response: ReversalResponse, currency: Currency) -> Result<Reversal, UnknownReason> {
    let reversed = response
        .reversed_amount
        .map(|number| read(&number, currency))
        .transpose()?;
    let receipts = response.payment_receipt.unwrap_or_default();
    let named = response.poi_data.and_then(|data| data.poi_transaction_id);
    Ok(Reversal {
        poi_transaction: named.and_then(poi_transaction),
        reversed,
        customer_receipt: lines(&receipts, "CustomerReceipt"),
        cashier_receipt: lines(&receipts, "CashierReceipt"),
    })
}

fn failed_reversal(condition: ErrorCondition, form: &Form, own: &ServiceId) -> ReversalAnswer {
    let text = form.text();
    let out_of_order = |condition, text| ReversalAnswer::OutOfOrder { condition, text };
    let refused = |condition, text| ReversalAnswer::Refused { condition, text };
    match condition {
        ErrorCondition::NotFound => ReversalAnswer::NotFound,
        ErrorCondition::Busy => ReversalAnswer::Busy {
            running: running(form, own),
        },
        ErrorCondition::Aborted
        | ErrorCondition::Cancel
        | ErrorCondition::Refusal
        | ErrorCondition::WrongPin
        | ErrorCondition::InvalidCard
        | ErrorCondition::InsertedCard
        | ErrorCondition::PaymentRestriction => ReversalAnswer::Declined { condition, text },
        ErrorCondition::DeviceOut => out_of_order(OutOfOrder::DeviceOut, text),
        ErrorCondition::UnavailableDevice => out_of_order(OutOfOrder::UnavailableDevice, text),
        ErrorCondition::UnavailableService => out_of_order(OutOfOrder::UnavailableService, text),
        ErrorCondition::MessageFormat => refused(Fault::MessageFormat, text),
        ErrorCondition::NotAllowed => refused(Fault::NotAllowed, text),
        ErrorCondition::LoggedOut => refused(Fault::LoggedOut, text),
        ErrorCondition::InProgress | ErrorCondition::UnreachableHost | ErrorCondition::Other(_) => {
            ReversalAnswer::Unknown {
                reason: UnknownReason::Condition { condition, text },
            }
        }
    }
}

/// What became of the payment in question.
pub(super) fn payment_status(
    response: TransactionStatusResponse,
    exchange: &Exchange,
    asked: &Asked,
) -> StatusAnswer<PaymentAnswer> {
    status(response, exchange, asked, Category::Payment, |repeated| {
        let body = repeated.repeated_response_message_body.payment_response;
        body.map(|body| payment(body, asked))
    })
}

/// What became of the reversal in question.
pub(super) fn reversal_status(
    response: TransactionStatusResponse,
    exchange: &Exchange,
    asked: &Asked,
) -> StatusAnswer<ReversalAnswer> {
    status(response, exchange, asked, Category::Reversal, |repeated| {
        let body = repeated.repeated_response_message_body.reversal_response;
        body.map(|body| reversal(body, asked))
    })
}

fn status<A>(
    response: TransactionStatusResponse,
    exchange: &Exchange,
    asked: &Asked,
    category: Category,
    inner: impl FnOnce(RepeatedMessageResponse) -> Option<A>,
) -> StatusAnswer<A> {
    let read = || {
        check_reference(&response, exchange.sale_id, asked)?;
        match verdict(&response.response)? {
            // Only says that the question was answered; the result is the repeated one.
            Verdict::Success => {
                let repeated = response.repeated_message_response.ok_or_else(no_message)?;
                let original = Exchange {
                    category,
                    service_id: asked.service_id,
                    ..*exchange
                };
                original.check(&repeated.message_header)?;
                inner(repeated)
                    .map(StatusAnswer::Processed)
                    .ok_or_else(no_message)
            }
            Verdict::Partial => Err(UnknownReason::Result),
            Verdict::Failure(condition) => unprocessed(condition, &form(&response.response)),
        }
    };
    read().unwrap_or_else(|reason| StatusAnswer::Unknown { reason })
}

fn no_message() -> UnknownReason {
    UnknownReason::Malformed {
        detail: "no repeated message".to_owned(),
    }
}

/// A status reply may name what it is about; then it must be what was asked.
fn check_reference(
    response: &TransactionStatusResponse,
    sale_id: &SaleId,
    asked: &Asked,
) -> Result<(), UnknownReason> {
    let Some(reference) = &response.message_reference else {
        return Ok(());
    };
    let differs = |found: Option<&str>, expected: &str| found.is_some_and(|id| id != expected);
    if differs(reference.service_id.as_deref(), asked.service_id.as_str()) {
        return Err(UnknownReason::Stray {
            field: "MessageReference.ServiceID",
        });
    }
    if differs(reference.sale_id.as_deref(), sale_id.as_str()) {
        return Err(UnknownReason::Stray {
            field: "MessageReference.SaleID",
        });
    }
    Ok(())
}

fn unprocessed<A>(
    condition: ErrorCondition,
    form: &Form,
) -> Result<StatusAnswer<A>, UnknownReason> {
    match condition {
        ErrorCondition::InProgress => Ok(StatusAnswer::InProgress),
        ErrorCondition::NotFound => Ok(StatusAnswer::NotFound),
        ErrorCondition::Aborted
        | ErrorCondition::Busy
        | ErrorCondition::Cancel
        | ErrorCondition::DeviceOut
        | ErrorCondition::InsertedCard
        | ErrorCondition::InvalidCard
        | ErrorCondition::LoggedOut
        | ErrorCondition::MessageFormat
        | ErrorCondition::NotAllowed
        | ErrorCondition::PaymentRestriction
        | ErrorCondition::Refusal
        | ErrorCondition::UnavailableDevice
        | ErrorCondition::UnavailableService
        | ErrorCondition::UnreachableHost
        | ErrorCondition::WrongPin
        | ErrorCondition::Other(_) => Err(UnknownReason::Condition {
            condition,
            text: form.text(),
        }),
    }
}

/// What became of the wish to stop.
pub(super) fn abort(response: &AbortResponse) -> AbortAnswer {
    let text = form(&response.response).text();
    match verdict(&response.response) {
        Ok(Verdict::Success) => AbortAnswer::Delivered,
        Ok(Verdict::Failure(ErrorCondition::NotFound)) => AbortAnswer::NotFound,
        Ok(Verdict::Failure(_condition)) => AbortAnswer::NotAborted { text },
        Ok(Verdict::Partial) => AbortAnswer::Unknown {
            reason: UnknownReason::Result,
        },
        Err(reason) => AbortAnswer::Unknown { reason },
    }
}

/// An abort is sometimes refused by an event instead of a response.
pub(super) fn abort_event(message: &Message) -> AbortAnswer {
    let refusal = message
        .event_notification
        .as_ref()
        .filter(|event| event.is_refusal());
    match refusal {
        Some(event) => AbortAnswer::NotAborted {
            text: event.text().unwrap_or_default(),
        },
        None => AbortAnswer::Unknown {
            reason: UnknownReason::Stray {
                field: "MessageCategory",
            },
        },
    }
}

/// The state of the terminal.
pub(super) fn diagnosis(response: DiagnosisResponse) -> DiagnosisAnswer {
    let condition = match verdict(&response.response) {
        Ok(Verdict::Success) => return state(response),
        Ok(Verdict::Partial) => {
            return DiagnosisAnswer::Unknown {
                reason: UnknownReason::Result,
            };
        }
        Ok(Verdict::Failure(condition)) => condition,
        Err(reason) => return DiagnosisAnswer::Unknown { reason },
    };
    let text = form(&response.response).text();
    DiagnosisAnswer::Refused { condition, text }
}

fn state(response: DiagnosisResponse) -> DiagnosisAnswer {
    let host = |host: super::reply::Host| HostStatus {
        acquirer: host.acquirer_id,
        // The protocol's default.
        is_reachable: host.is_reachable_flag.unwrap_or(true),
    };
    let Some(status) = response.poi_status else {
        let detail = "POIStatus is missing".to_owned();
        return DiagnosisAnswer::Unknown {
            reason: UnknownReason::Malformed { detail },
        };
    };
    match (status.global_status.as_str(), status.communication_ok_flag) {
        ("OK", Some(false)) | ("Unreachable", _) => DiagnosisAnswer::CutOff,
        ("OK", Some(true) | None) => DiagnosisAnswer::Ready {
            hosts: response
                .host_status
                .unwrap_or_default()
                .into_iter()
                .map(host)
                .collect(),
        },
        ("Busy", _) => DiagnosisAnswer::Busy,
        ("Maintenance", _) => DiagnosisAnswer::Maintenance,
        (_other, _) => DiagnosisAnswer::Unknown {
            reason: UnknownReason::Result,
        },
    }
}

#[cfg(test)]
mod tests;
