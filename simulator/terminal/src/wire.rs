//! The messages of the nexo Sale to POI protocol that this terminal understands, as they are on the wire.

use std::collections::HashMap;

use serde::{Deserialize, Serialize};
use serde_json::value::RawValue;

use crate::crypto::SecurityTrailer;

/// The head of every message.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "PascalCase")]
pub(crate) struct Header {
    /// `3.0`.
    pub(crate) protocol_version: String,
    /// `Service`, `Device` or `Event`.
    pub(crate) message_class: String,
    /// `Payment`, `Reversal`, `Abort` …
    pub(crate) message_category: String,
    /// `Request`, `Response` or `Notification`.
    pub(crate) message_type: String,
    /// Identifies a service request of a till; 1 to 10 characters.
    #[serde(rename = "ServiceID", default, skip_serializing_if = "Option::is_none")]
    pub(crate) service_id: Option<String>,
    /// Identifies a device message.
    #[serde(rename = "DeviceID", default, skip_serializing_if = "Option::is_none")]
    pub(crate) device_id: Option<String>,
    /// The till.
    #[serde(rename = "SaleID")]
    pub(crate) sale_id: String,
    /// The terminal, model and serial number: `V400m-324688179`.
    #[serde(rename = "POIID")]
    pub(crate) poiid: String,
}

impl Header {
    /// The head of the answer to this request.
    pub(crate) fn answer(&self) -> Self {
        Self {
            message_type: "Response".to_owned(),
            ..self.clone()
        }
    }

    /// What makes a request unique on a terminal.
    pub(crate) fn key(&self) -> Key {
        Key {
            sale_id: self.sale_id.clone(),
            service_id: self.service_id.clone().unwrap_or_default(),
        }
    }
}

/// `SaleID` and `ServiceID` of a request.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(crate) struct Key {
    /// The till.
    pub(crate) sale_id: String,
    /// The request of that till.
    pub(crate) service_id: String,
}

/// A request, split into its parts but its body not yet read.
#[derive(Debug)]
pub(crate) struct Request {
    /// The head, always in clear.
    pub(crate) header: Header,
    parts: HashMap<String, Box<RawValue>>,
}

impl Request {
    /// Splits the text of a request. `None` when it is no JSON or has no usable head.
    pub(crate) fn split(text: &str) -> Option<Self> {
        #[derive(Deserialize)]
        struct Envelope {
            #[serde(rename = "SaleToPOIRequest")]
            request: HashMap<String, Box<RawValue>>,
        }
        let parts = serde_json::from_str::<Envelope>(text).ok()?.request;
        let header = serde_json::from_str(parts.get("MessageHeader")?.get()).ok()?;
        Some(Self { header, parts })
    }

    /// The encrypted content, when there is one.
    pub(crate) fn sealed(&self) -> Option<(String, SecurityTrailer)> {
        let blob = serde_json::from_str(self.parts.get("NexoBlob")?.get()).ok()?;
        let trailer = serde_json::from_str(self.parts.get("SecurityTrailer")?.get()).ok()?;
        Some((blob, trailer))
    }

    /// True when any part of the encryption is present.
    pub(crate) fn claims_encryption(&self) -> bool {
        self.parts.contains_key("NexoBlob") || self.parts.contains_key("SecurityTrailer")
    }

    /// Reads the body that the category of the head announces.
    ///
    /// # Errors
    /// The words for `errors=` in the answer when the body is missing or lacks something.
    pub(crate) fn body<T: serde::de::DeserializeOwned>(&self) -> Result<T, String> {
        let name = format!("{}Request", self.header.message_category);
        let raw = self
            .parts
            .get(&name)
            .ok_or_else(|| format!("At SaleToPOIRequest: {name}: Missing"))?;
        serde_json::from_str(raw.get())
            .map_err(|error| format!("At SaleToPOIRequest.{name}: {error}"))
    }
}

/// `PaymentRequest`.
#[derive(Debug, Deserialize)]
#[serde(rename_all = "PascalCase")]
pub(crate) struct PaymentRequest {
    /// The till's side.
    pub(crate) sale_data: SaleData,
    /// How much.
    pub(crate) payment_transaction: PaymentTransaction,
    /// Kind of payment.
    pub(crate) payment_data: Option<PaymentData>,
}

/// `SaleData`.
#[derive(Debug, Deserialize)]
#[serde(rename_all = "PascalCase")]
pub(crate) struct SaleData {
    /// The till's reference of the transaction.
    #[serde(rename = "SaleTransactionID")]
    pub(crate) sale_transaction_id: TransactionId,
}

/// A reference with its time.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(rename_all = "PascalCase")]
pub(crate) struct TransactionId {
    /// The reference itself.
    #[serde(rename = "TransactionID")]
    pub(crate) transaction_id: String,
    /// ISO 8601 with offset.
    pub(crate) time_stamp: String,
}

/// `PaymentTransaction`.
#[derive(Debug, Deserialize)]
#[serde(rename_all = "PascalCase")]
pub(crate) struct PaymentTransaction {
    /// The amounts asked for.
    pub(crate) amounts_req: AmountsReq,
    /// What the till asks for besides.
    pub(crate) transaction_conditions: Option<TransactionConditions>,
}

/// `TransactionConditions`.
#[derive(Debug, Deserialize)]
#[serde(rename_all = "PascalCase")]
pub(crate) struct TransactionConditions {
    /// The brands that may pay; all when it is absent or empty.
    #[serde(default)]
    pub(crate) allowed_payment_brand: Vec<String>,
}

/// `AmountsReq`; the number stays the text that was sent.
#[derive(Debug, Deserialize)]
#[serde(rename_all = "PascalCase")]
pub(crate) struct AmountsReq {
    /// ISO 4217 letters.
    pub(crate) currency: String,
    /// Major units.
    pub(crate) requested_amount: Box<RawValue>,
}

/// `PaymentData`.
#[derive(Debug, Deserialize)]
#[serde(rename_all = "PascalCase")]
pub(crate) struct PaymentData {
    /// `Normal` or `Refund`.
    pub(crate) payment_type: Option<String>,
}

/// `ReversalRequest`.
#[derive(Debug, Deserialize)]
#[serde(rename_all = "PascalCase")]
pub(crate) struct ReversalRequest {
    /// The till's side; optional for a reversal.
    pub(crate) sale_data: Option<SaleData>,
    /// Which payment.
    #[serde(rename = "OriginalPOITransaction")]
    pub(crate) original: OriginalPoiTransaction,
    /// Major units; absent means all that is left.
    pub(crate) reversed_amount: Option<Box<RawValue>>,
    /// Why.
    pub(crate) reversal_reason: String,
}

/// `OriginalPOITransaction`.
#[derive(Debug, Deserialize)]
pub(crate) struct OriginalPoiTransaction {
    /// The terminal's reference of the payment.
    #[serde(rename = "POITransactionID")]
    pub(crate) poi_transaction_id: TransactionId,
}

/// `AbortRequest`.
#[derive(Debug, Deserialize)]
#[serde(rename_all = "PascalCase")]
pub(crate) struct AbortRequest {
    /// Which request is meant.
    pub(crate) message_reference: MessageReference,
}

/// `TransactionStatusRequest`.
#[derive(Debug, Deserialize)]
#[serde(rename_all = "PascalCase")]
pub(crate) struct StatusRequest {
    /// Which request is meant; absent asks for the last one.
    pub(crate) message_reference: Option<MessageReference>,
    /// True asks for the receipts again.
    #[serde(default)]
    pub(crate) receipt_reprint_flag: bool,
}

/// `ReconciliationRequest`.
#[derive(Debug, Deserialize)]
#[serde(rename_all = "PascalCase")]
pub(crate) struct ReconciliationRequest {
    /// Which period is meant.
    pub(crate) reconciliation_type: String,
}

/// `MessageReference`.
#[derive(Debug, Deserialize)]
#[serde(rename_all = "PascalCase")]
pub(crate) struct MessageReference {
    /// The till; the sender's own when absent.
    #[serde(rename = "SaleID")]
    pub(crate) sale_id: Option<String>,
    /// The request; the last one when absent.
    #[serde(rename = "ServiceID")]
    pub(crate) service_id: Option<String>,
}

/// Anything that stands in a body without being looked at.
#[derive(Debug, Deserialize)]
pub(crate) struct Unread {}

/// `Response`, the verdict in every answer.
#[derive(Debug, Serialize)]
#[serde(rename_all = "PascalCase")]
pub(crate) struct Verdict {
    result: &'static str,
    #[serde(skip_serializing_if = "Option::is_none")]
    error_condition: Option<String>,
    additional_response: String,
}

impl Verdict {
    /// `Success` or `Partial`, with form-encoded details.
    pub(crate) fn good(result: &'static str, details: &[(&str, &str)]) -> Self {
        Self {
            result,
            error_condition: None,
            additional_response: form(details),
        }
    }

    /// `Failure` with its condition and form-encoded details.
    pub(crate) fn failure(condition: &str, details: &[(&str, &str)]) -> Self {
        Self {
            result: "Failure",
            error_condition: Some(condition.to_owned()),
            additional_response: form(details),
        }
    }
}

/// Form-encodes details; spaces become `%20`, as terminals do.
pub(crate) fn form(details: &[(&str, &str)]) -> String {
    form_urlencoded::Serializer::new(String::new())
        .extend_pairs(details)
        .finish()
        .replace('+', "%20")
}

/// An answer that is only a verdict.
pub(crate) fn verdict_only(verdict: &Verdict) -> String {
    #[derive(Serialize)]
    #[serde(rename_all = "PascalCase")]
    struct Body<'a> {
        response: &'a Verdict,
    }
    json(&Body { response: verdict })
}

/// Writes a value of ours as JSON text.
pub(crate) fn json<T: Serialize>(value: &T) -> String {
    serde_json::to_string(value).expect("our own types always have a JSON form")
}

/// JSON text that was made by [`json`] or by an amount, to stand inside another value.
pub(crate) fn raw(text: String) -> Box<RawValue> {
    RawValue::from_string(text).expect("only text that is JSON already is nested")
}

/// A whole message: `direction` is `SaleToPOIRequest` or `SaleToPOIResponse`.
pub(crate) fn message(direction: &str, header: &Header, body_name: &str, body: &str) -> String {
    format!(
        r#"{{"{direction}":{{"MessageHeader":{},"{body_name}":{body}}}}}"#,
        json(header)
    )
}

/// A whole encrypted message.
pub(crate) fn sealed_message(
    direction: &str,
    header: &Header,
    blob: &str,
    trailer: &SecurityTrailer,
) -> String {
    format!(
        r#"{{"{direction}":{{"MessageHeader":{},"NexoBlob":"{blob}","SecurityTrailer":{}}}}}"#,
        json(header),
        json(trailer)
    )
}
