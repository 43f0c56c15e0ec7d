//! The envelope that all messages share, and how a received one is opened.

use serde::de::DeserializeOwned;
use serde::ser::SerializeMap;
use serde::{Deserialize, Deserializer, Serialize, Serializer};
use serde_json::value::RawValue;

use super::notification::{DisplayRequest, EventNotification};
use super::reply::{
    AbortResponse, DiagnosisResponse, PaymentResponse, ReconciliationResponse, ReversalResponse,
    TransactionStatusResponse,
};
use super::security::{KeyRing, SecurityTrailer};
use crate::card_terminal::{PoiId, SaleId, ServiceId, UnknownReason};

const PROTOCOL_VERSION: &str = "3.0";

/// What a message is about: `MessageCategory`.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Category {
    Payment,
    Reversal,
    Abort,
    TransactionStatus,
    Diagnosis,
    Reconciliation,
}

impl Category {
    pub(super) fn word(self) -> &'static str {
        match self {
            Self::Payment => "Payment",
            Self::Reversal => "Reversal",
            Self::Abort => "Abort",
            Self::TransactionStatus => "TransactionStatus",
            Self::Diagnosis => "Diagnosis",
            Self::Reconciliation => "Reconciliation",
        }
    }

    fn request_name(self) -> &'static str {
        match self {
            Self::Payment => "PaymentRequest",
            Self::Reversal => "ReversalRequest",
            Self::Abort => "AbortRequest",
            Self::TransactionStatus => "TransactionStatusRequest",
            Self::Diagnosis => "DiagnosisRequest",
            Self::Reconciliation => "ReconciliationRequest",
        }
    }
}

/// `MessageHeader`. Texts, because that of a stray may hold anything.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "PascalCase", default)]
pub(super) struct Header {
    pub(super) protocol_version: Option<String>,
    pub(super) message_class: String,
    pub(super) message_category: String,
    pub(super) message_type: String,
    #[serde(rename = "ServiceID", skip_serializing_if = "Option::is_none")]
    pub(super) service_id: Option<String>,
    #[serde(rename = "DeviceID", skip_serializing_if = "Option::is_none")]
    pub(super) device_id: Option<String>,
    #[serde(rename = "SaleID", skip_serializing_if = "Option::is_none")]
    pub(super) sale_id: Option<String>,
    #[serde(rename = "POIID", skip_serializing_if = "Option::is_none")]
    pub(super) poi_id: Option<String>,
}

impl Header {
    fn request(exchange: &Exchange) -> Self {
        Self {
            protocol_version: Some(PROTOCOL_VERSION.to_owned()),
            message_class: "Service".to_owned(),
            message_category: exchange.category.word().to_owned(),
            message_type: "Request".to_owned(),
            service_id: Some(exchange.service_id.to_string()),
            device_id: None,
            sale_id: Some(exchange.sale_id.to_string()),
            poi_id: Some(exchange.poi_id.to_string()),
        }
    }
}

/// One request and the reply that belongs to it.
#[derive(Debug, Clone, Copy)]
pub(super) struct Exchange<'a> {
    pub(super) category: Category,
    pub(super) sale_id: &'a SaleId,
    pub(super) service_id: &'a ServiceId,
    pub(super) poi_id: &'a PoiId,
}

impl Exchange<'_> {
    /// Refuses a reply that does not repeat our header.
    pub(super) fn check(&self, header: &Header) -> Result<(), UnknownReason> {
        let pairs = [
            (
                "MessageClass",
                Some(header.message_class.as_str()),
                "Service",
            ),
            (
                "MessageType",
                Some(header.message_type.as_str()),
                "Response",
            ),
            (
                "MessageCategory",
                Some(header.message_category.as_str()),
                self.category.word(),
            ),
            ("SaleID", header.sale_id.as_deref(), self.sale_id.as_str()),
            (
                "ServiceID",
                header.service_id.as_deref(),
                self.service_id.as_str(),
            ),
            ("POIID", header.poi_id.as_deref(), self.poi_id.as_str()),
        ];
        match pairs
            .into_iter()
            .find(|(_, found, expected)| *found != Some(expected))
        {
            Some((field, _, _)) => Err(UnknownReason::Stray { field }),
            None => Ok(()),
        }
    }
}

/// Writes the request of an exchange, encrypted if there are keys.
pub(super) fn write<B: Serialize>(
    exchange: &Exchange,
    body: &B,
    seal: impl FnOnce(&[u8]) -> Result<Option<super::security::Sealed>, String>,
) -> Result<Vec<u8>, String> {
    let header = Header::request(exchange);
    let name = exchange.category.request_name();
    let clear = to_bytes(&Outgoing {
        header: &header,
        parts: [(name, body)],
    })?;
    let Some(sealed) = seal(&clear)? else {
        return Ok(clear);
    };
    let blob = to_raw(&sealed.blob)?;
    let trailer = to_raw(&sealed.trailer)?;
    let parts = [("NexoBlob", &blob), ("SecurityTrailer", &trailer)];
    to_bytes(&Outgoing {
        header: &header,
        parts,
    })
}

fn to_raw<T: Serialize>(value: &T) -> Result<Box<RawValue>, String> {
    serde_json::value::to_raw_value(value).map_err(|error| error.to_string())
}

fn to_bytes<T: Serialize>(message: &T) -> Result<Vec<u8>, String> {
    #[derive(Serialize)]
    struct Root<'a, T> {
        #[serde(rename = "SaleToPOIRequest")]
        request: &'a T,
    }
    serde_json::to_vec(&Root { request: message }).map_err(|error| error.to_string())
}

struct Outgoing<'a, B, const N: usize> {
    header: &'a Header,
    parts: [(&'static str, &'a B); N],
}

impl<B: Serialize, const N: usize> Serialize for Outgoing<'_, B, N> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut map = serializer.serialize_map(Some(N + 1))?;
        map.serialize_entry("MessageHeader", self.header)?;
        for (name, part) in &self.parts {
            map.serialize_entry(name, part)?;
        }
        map.end()
    }
}

/// Which side began the exchange that a received message belongs to.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Direction {
    /// `SaleToPOIResponse`: an answer to us.
    Response,
    /// `SaleToPOIRequest`: the terminal speaks by itself.
    Request,
}

/// A received message; only the bodies that we read.
#[derive(Debug, Default, Deserialize)]
#[serde(rename_all = "PascalCase", default)]
pub(super) struct Message {
    pub(super) message_header: Header,
    pub(super) payment_response: Option<PaymentResponse>,
    pub(super) reversal_response: Option<ReversalResponse>,
    pub(super) abort_response: Option<AbortResponse>,
    pub(super) transaction_status_response: Option<TransactionStatusResponse>,
    pub(super) diagnosis_response: Option<DiagnosisResponse>,
    pub(super) reconciliation_response: Option<ReconciliationResponse>,
    pub(super) display_request: Option<DisplayRequest>,
    pub(super) event_notification: Option<EventNotification>,
    nexo_blob: Option<String>,
    security_trailer: Option<SecurityTrailer>,
}

#[derive(Deserialize)]
struct Incoming {
    #[serde(rename = "SaleToPOIResponse")]
    response: Option<Message>,
    #[serde(rename = "SaleToPOIRequest")]
    request: Option<Message>,
}

impl Incoming {
    fn parse(bytes: &[u8]) -> Result<(Direction, Message), UnknownReason> {
        let incoming: Self = serde_json::from_slice(bytes).map_err(|error| {
            // Line, column and class only: serde's own words may repeat parts of the message.
            let place = format!("line {} column {}", error.line(), error.column());
            UnknownReason::Malformed {
                detail: format!("{:?} error at {place}", error.classify()),
            }
        })?;
        match (incoming.response, incoming.request) {
            (Some(message), None) => Ok((Direction::Response, message)),
            (None, Some(message)) => Ok((Direction::Request, message)),
            (None, None) | (Some(_), Some(_)) => Err(UnknownReason::Malformed {
                detail: "not one message".to_owned(),
            }),
        }
    }
}

/// Opens a received message. With keys, only an authentic message is looked at.
pub(super) fn open(
    bytes: &[u8],
    keys: Option<&KeyRing>,
) -> Result<(Direction, Message), UnknownReason> {
    if bytes.trim_ascii().is_empty() {
        return Err(UnknownReason::ReplyEmpty);
    }
    let (direction, outer) = Incoming::parse(bytes)?;
    let (keys, blob, trailer) = match (keys, outer.nexo_blob, outer.security_trailer) {
        (None, None, None) => {
            let message = Message {
                nexo_blob: None,
                security_trailer: None,
                ..outer
            };
            return Ok((direction, message));
        }
        (Some(keys), Some(blob), Some(trailer)) => (keys, blob, trailer),
        (Some(_), _, _) | (None, _, _) => return Err(UnknownReason::NotAuthentic),
    };
    let clear = keys
        .open(&blob, &trailer)
        .map_err(|_| UnknownReason::NotAuthentic)?;
    let (inner_direction, inner) = Incoming::parse(&clear)?;
    if inner_direction != direction || inner.message_header != outer.message_header {
        return Err(UnknownReason::NotAuthentic);
    }
    Ok((direction, inner))
}

/// Reads a field that is only shown; one of an unexpected kind counts as absent, so that it cannot
/// turn an approval into an unknown result.
pub(super) fn lenient<'de, D, T>(deserializer: D) -> Result<T, D::Error>
where
    D: Deserializer<'de>,
    T: DeserializeOwned + Default,
{
    let raw = Box::<RawValue>::deserialize(deserializer)?;
    Ok(serde_json::from_str(raw.get()).unwrap_or_default())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Secret;
    use crate::nexo::security::SharedKey;

    fn header(service_id: &str) -> String {
        format!(
            r#"{{"ProtocolVersion":"3.0","MessageClass":"Service","MessageCategory":"Payment",
            "MessageType":"Response","ServiceID":"{service_id}","SaleID":"TILL","POIID":"V-1"}}"#
        )
    }

    fn keys() -> KeyRing {
        KeyRing::new(
            SharedKey::derive("till", 1, &Secret::new("passphrase")),
            vec![],
        )
    }

    fn sealed(outer: &str, inner_root: &str, inner: &str) -> String {
        let clear = format!(r#"{{"{inner_root}":{{"MessageHeader":{inner}}}}}"#);
        let sealed = keys().seal(clear.as_bytes(), [1; 16]).expect("sealed");
        let trailer = serde_json::to_string(&sealed.trailer).expect("JSON");
        format!(
            r#"{{"SaleToPOIResponse":{{"MessageHeader":{outer},"NexoBlob":"{}",
            "SecurityTrailer":{trailer}}}}}"#,
            sealed.blob
        )
    }

    fn refusal(bytes: &str, keys: Option<&KeyRing>) -> UnknownReason {
        open(bytes.as_bytes(), keys).expect_err("refused")
    }

    #[test]
    fn a_reply_must_repeat_the_whole_header() {
        let sale_id = SaleId::parse("TILL").expect("an identifier");
        let service_id = ServiceId::parse("1").expect("an identifier");
        let poi_id = PoiId::parse("V-1").expect("an identifier");
        let exchange = Exchange {
            category: Category::Payment,
            sale_id: &sale_id,
            service_id: &service_id,
            poi_id: &poi_id,
        };
        let fitting: Header = serde_json::from_str(&header("1")).expect("a header");
        assert_eq!(exchange.check(&fitting), Ok(()));
        type Spoil = fn(&mut Header);
        let cases: [(&str, Spoil); 7] = [
            ("MessageClass", |header| {
                header.message_class = "Device".to_owned();
            }),
            ("MessageType", |header| {
                header.message_type = "Notification".to_owned();
            }),
            ("MessageCategory", |header| {
                header.message_category = "Reversal".to_owned();
            }),
            ("SaleID", |header| header.sale_id = Some("TILL2".to_owned())),
            ("ServiceID", |header| {
                header.service_id = Some("2".to_owned());
            }),
            ("ServiceID", |header| header.service_id = None),
            ("POIID", |header| header.poi_id = Some("V-2".to_owned())),
        ];
        for (field, spoil) in cases {
            let mut spoilt = fitting.clone();
            spoil(&mut spoilt);
            assert_eq!(exchange.check(&spoilt), Err(UnknownReason::Stray { field }));
        }
    }

    #[test]
    fn with_keys_only_a_sealed_message_is_read() {
        let clear = format!(
            r#"{{"SaleToPOIResponse":{{"MessageHeader":{}}}}}"#,
            header("1")
        );
        let good = sealed(&header("1"), "SaleToPOIResponse", &header("1"));
        assert!(open(clear.as_bytes(), None).is_ok());
        assert!(open(good.as_bytes(), Some(&keys())).is_ok());
        assert_eq!(refusal(&clear, Some(&keys())), UnknownReason::NotAuthentic);
        assert_eq!(refusal(&good, None), UnknownReason::NotAuthentic);
    }

    #[test]
    fn the_sealed_header_must_equal_the_clear_one() {
        let other_id = sealed(&header("1"), "SaleToPOIResponse", &header("2"));
        assert_eq!(
            refusal(&other_id, Some(&keys())),
            UnknownReason::NotAuthentic
        );
        let other_root = sealed(&header("1"), "SaleToPOIRequest", &header("1"));
        assert_eq!(
            refusal(&other_root, Some(&keys())),
            UnknownReason::NotAuthentic
        );
    }

    #[test]
    fn cut_or_doubled_messages_are_malformed() {
        let whole = format!(
            r#"{{"SaleToPOIResponse":{{"MessageHeader":{}}}}}"#,
            header("1")
        );
        for length in 1..whole.len() {
            let reason = refusal(&whole[..length], None);
            assert!(
                matches!(reason, UnknownReason::Malformed { .. }),
                "{length}: {reason}"
            );
        }
        for text in [format!("{whole}{whole}"), "{}".to_owned(), "[]".to_owned()] {
            assert!(
                matches!(refusal(&text, None), UnknownReason::Malformed { .. }),
                "{text}"
            );
        }
        assert_eq!(refusal(" \r\n", None), UnknownReason::ReplyEmpty);
    }

    #[test]
    fn a_malformed_message_is_not_repeated_in_the_reason() {
        let text = r#"{"SaleToPOIResponse":{"MessageHeader":"541333 1234 5678 9999"}}"#;
        assert!(!refusal(text, None).to_string().contains("5413"));
    }
}
