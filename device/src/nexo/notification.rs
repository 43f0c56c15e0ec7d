//! What a terminal tells by itself: how far the customer is, and what happens to the device.
//!
//! For the screen only. Notifications may be lost, doubled or out of order, and they never change
//! the state of money.

use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use serde::Deserialize;

use super::form::Form;
use super::message::{Direction, Message, lenient, open};
use super::security::KeyRing;
use crate::card_terminal::UnknownReason;

/// One notification, and what it belongs to as far as the terminal says so.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Progress {
    /// The terminal: `POIID`.
    pub poi_id: Option<String>,
    /// The till: `SaleID`.
    pub sale_id: Option<String>,
    /// `ServiceID` of the exchange that it belongs to.
    pub service_id: Option<String>,
    /// `TransactionID` of the payment that it belongs to.
    pub transaction_id: Option<String>,
    /// What happened.
    pub event: ProgressEvent,
}

/// What happened.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum ProgressEvent {
    /// A step of a payment.
    Step(PaymentStep),
    /// Something about the terminal.
    Terminal {
        /// What.
        event: TerminalEvent,
        /// The terminal's words.
        text: Option<String>,
    },
}

macro_rules! words {
    ($(#[$documentation:meta])* $name:ident {
        $($(#[$variant_documentation:meta])* $variant:ident = $word:literal,)+
    }) => {
        $(#[$documentation])*
        #[derive(Debug, Clone, PartialEq, Eq, Hash)]
        pub enum $name {
            $($(#[$variant_documentation])* $variant,)+
            /// A word that the protocol adds.
            Other(String),
        }

        impl $name {
            /// Reads the word of the protocol.
            pub fn from_wire(word: &str) -> Self {
                match word {
                    $($word => Self::$variant,)+
                    other => Self::Other(other.to_owned()),
                }
            }
        }
    };
}

words! {
    /// A step of a payment, from the terminal's display notifications.
    PaymentStep {
        /// The payment began.
        TenderCreated = "TENDER_CREATED",
        /// A card was held against the terminal.
        CardPresented = "CARD_PRESENTED",
        /// A card was put in.
        CardInserted = "CARD_INSERTED",
        /// A card was swiped.
        CardSwiped = "CARD_SWIPED",
        /// The customer chooses among the card's applications.
        WaitForAppSelection = "WAIT_FOR_APP_SELECTION",
        /// The application is chosen.
        ApplicationSelected = "APPLICATION_SELECTED",
        /// The customer enters the PIN.
        WaitForPin = "WAIT_FOR_PIN",
        /// The PIN is entered.
        PinEntered = "PIN_ENTERED",
        /// The customer signs.
        AskSignature = "ASK_SIGNATURE",
        /// The cashier checks the signature.
        CheckSignature = "CHECK_SIGNATURE",
        /// The signature is checked.
        SignatureChecked = "SIGNATURE_CHECKED",
        /// The customer is asked for a tip.
        AskGratuity = "ASK_GRATUITY",
        /// The customer chooses the currency.
        AskDcc = "ASK_DCC",
        /// The receipt is to be printed.
        PrintReceipt = "PRINT_RECEIPT",
        /// The receipt is printed.
        ReceiptPrinted = "RECEIPT_PRINTED",
        /// The card is taken out.
        CardRemoved = "CARD_REMOVED",
        /// The payment ended; how, is told by its own result.
        TenderFinal = "TENDER_FINAL",
    }
}

words! {
    /// Something about the terminal: `EventToNotify`.
    TerminalEvent {
        /// A message was stopped.
        Abort = "Abort",
        /// Maintenance begins.
        BeginMaintenance = "BeginMaintenance",
        /// Maintenance ends.
        EndMaintenance = "EndMaintenance",
        /// A card was put in.
        CardInserted = "CardInserted",
        /// The card was taken out.
        CardRemoved = "CardRemoved",
        /// An exchange is completed.
        Completed = "Completed",
        /// The customer chose a language.
        CustomerLanguage = "CustomerLanguage",
        /// The terminal started.
        Initialised = "Initialised",
        /// A key was pressed.
        KeyPressed = "KeyPressed",
        /// The network is back.
        NetworkConnected = "NetworkConnected",
        /// The network is gone.
        NetworkDisconnected = "NetworkDisconnected",
        /// The terminal cannot work.
        OutOfOrder = "OutOfOrder",
        /// A message was rejected.
        Reject = "Reject",
        /// The cashier wants the till's menu.
        SaleAdmin = "SaleAdmin",
        /// The terminal wakes the till.
        SaleWakeUp = "SaleWakeUp",
        /// A barcode was read.
        ScanBarcodeResult = "ScanBarcodeResult",
        /// Somebody tampers with the terminal.
        SecurityAlarm = "SecurityAlarm",
        /// The terminal shuts down.
        Shutdown = "Shutdown",
        /// The customer needs no more help.
        StopAssistance = "StopAssistance",
    }
}

/// Reads a notification that a terminal sent. With keys, only an authentic one is read.
///
/// # Errors
/// Why it cannot be read; [`UnknownReason::Stray`] if it is another kind of message.
pub fn parse(bytes: &[u8], keys: Option<&KeyRing>) -> Result<Progress, UnknownReason> {
    let (direction, message) = open(bytes, keys)?;
    match direction {
        Direction::Request => {}
        Direction::Response => {
            return Err(UnknownReason::Stray {
                field: "MessageType",
            });
        }
    }
    match (&message.display_request, &message.event_notification) {
        (Some(display), None) => step(&message, display),
        (None, Some(event)) => Ok(about_terminal(&message, event)),
        (Some(_), Some(_)) | (None, None) => Err(UnknownReason::Stray {
            field: "MessageCategory",
        }),
    }
}

fn step(message: &Message, display: &DisplayRequest) -> Result<Progress, UnknownReason> {
    let mut references = display
        .display_output
        .iter()
        .map(|output| &output.output_content.predefined_content);
    let form = references
        .find_map(|content| content.reference_id.as_deref())
        .map(Form::parse)
        .ok_or(UnknownReason::Stray {
            field: "DisplayOutput",
        })?;
    let word = form.get("event").ok_or(UnknownReason::Stray {
        field: "DisplayOutput",
    })?;
    Ok(Progress {
        transaction_id: form.get("TransactionID").map(str::to_owned),
        ..progress(message, ProgressEvent::Step(payment_step(word)))
    })
}

/// Questions about tip and currency come with varying endings.
fn payment_step(word: &str) -> PaymentStep {
    let families = ["ASK_GRATUITY", "ASK_DCC"];
    let family = families.into_iter().find(|family| word.starts_with(family));
    PaymentStep::from_wire(family.unwrap_or(word))
}

fn about_terminal(message: &Message, event: &EventNotification) -> Progress {
    let word = TerminalEvent::from_wire(&event.event_to_notify);
    let about = progress(
        message,
        ProgressEvent::Terminal {
            event: word,
            text: event.text(),
        },
    );
    let rejected = event.rejected_header();
    Progress {
        // A rejected message is named in full; the event's own header is not that of an exchange.
        sale_id: rejected
            .as_ref()
            .and_then(|header| header.sale_id.clone())
            .or(about.sale_id),
        service_id: rejected
            .and_then(|header| header.service_id)
            .or(about.service_id),
        ..about
    }
}

fn progress(message: &Message, event: ProgressEvent) -> Progress {
    let header = &message.message_header;
    Progress {
        poi_id: header.poi_id.clone(),
        sale_id: header.sale_id.clone(),
        service_id: header.service_id.clone(),
        transaction_id: None,
        event,
    }
}

#[derive(Debug, Default, Deserialize)]
#[serde(rename_all = "PascalCase", default)]
pub(super) struct DisplayRequest {
    #[serde(deserialize_with = "lenient")]
    display_output: Vec<DisplayOutput>,
}

#[derive(Debug, Default, Deserialize)]
#[serde(rename_all = "PascalCase", default)]
struct DisplayOutput {
    #[serde(deserialize_with = "lenient")]
    output_content: DisplayContent,
}

#[derive(Debug, Default, Deserialize)]
#[serde(rename_all = "PascalCase", default)]
struct DisplayContent {
    #[serde(deserialize_with = "lenient")]
    predefined_content: PredefinedContent,
}

#[derive(Debug, Default, Deserialize)]
#[serde(default)]
struct PredefinedContent {
    #[serde(rename = "ReferenceID")]
    reference_id: Option<String>,
}

#[derive(Debug, Default, Deserialize)]
#[serde(rename_all = "PascalCase", default)]
pub(super) struct EventNotification {
    event_to_notify: String,
    #[serde(deserialize_with = "lenient")]
    event_details: Option<String>,
    #[serde(deserialize_with = "lenient")]
    rejected_message: Option<String>,
}

impl EventNotification {
    /// Whether it says that a message of ours was not followed.
    pub(super) fn is_refusal(&self) -> bool {
        match TerminalEvent::from_wire(&self.event_to_notify) {
            TerminalEvent::Abort | TerminalEvent::Completed | TerminalEvent::Reject => true,
            TerminalEvent::BeginMaintenance
            | TerminalEvent::EndMaintenance
            | TerminalEvent::CardInserted
            | TerminalEvent::CardRemoved
            | TerminalEvent::CustomerLanguage
            | TerminalEvent::Initialised
            | TerminalEvent::KeyPressed
            | TerminalEvent::NetworkConnected
            | TerminalEvent::NetworkDisconnected
            | TerminalEvent::OutOfOrder
            | TerminalEvent::SaleAdmin
            | TerminalEvent::SaleWakeUp
            | TerminalEvent::ScanBarcodeResult
            | TerminalEvent::SecurityAlarm
            | TerminalEvent::Shutdown
            | TerminalEvent::StopAssistance
            | TerminalEvent::Other(_) => false,
        }
    }

    /// The terminal's words.
    pub(super) fn text(&self) -> Option<String> {
        let text = self.event_details.as_deref().map(Form::parse)?.text();
        Some(text).filter(|text| !text.is_empty())
    }

    fn rejected_header(&self) -> Option<super::message::Header> {
        let bytes = STANDARD.decode(self.rejected_message.as_deref()?).ok()?;
        let (_direction, message) = open(&bytes, None).ok()?;
        Some(message.message_header)
    }
}

#[cfg(test)]
mod tests {
    use serde_json::{Value, json};

    use super::*;
    use crate::Secret;
    use crate::nexo::security::SharedKey;

    fn header(class: &str, category: &str) -> Value {
        json!({"ProtocolVersion": "3.0", "MessageClass": class, "MessageCategory": category,
            "MessageType": "Notification", "DeviceID": "9", "ServiceID": "77",
            "SaleID": "TILL", "POIID": "V400m-1"})
    }

    fn display(reference: &str) -> Vec<u8> {
        json!({"SaleToPOIRequest": {"MessageHeader": header("Device", "Display"),
            "DisplayRequest": {"DisplayOutput": [{"Device": "CashierDisplay",
                "InfoQualify": "Status", "OutputContent": {"OutputFormat": "MessageRef",
                "PredefinedContent": {"ReferenceID": reference}}}]}}})
        .to_string()
        .into_bytes()
    }

    fn event(notification: &Value) -> Vec<u8> {
        json!({"SaleToPOIRequest": {"MessageHeader": header("Event", "Event"),
            "EventNotification": notification}})
        .to_string()
        .into_bytes()
    }

    #[test]
    fn steps_of_a_payment_are_named() {
        let cases = [
            ("TENDER_CREATED", PaymentStep::TenderCreated),
            ("CARD_PRESENTED", PaymentStep::CardPresented),
            ("CARD_INSERTED", PaymentStep::CardInserted),
            ("WAIT_FOR_PIN", PaymentStep::WaitForPin),
            ("ASK_GRATUITY", PaymentStep::AskGratuity),
            ("ASK_GRATUITY_AMOUNT", PaymentStep::AskGratuity),
            ("ASK_DCC_RATE", PaymentStep::AskDcc),
            ("TENDER_FINAL", PaymentStep::TenderFinal),
            ("TEA_TIME", PaymentStep::Other("TEA_TIME".to_owned())),
        ];
        for (word, expected) in cases {
            let reference = format!("TransactionID=T-1&TimeStamp=2026-11-20T14%3a00&event={word}");
            let progress = parse(&display(&reference), None).expect("a notification");
            assert_eq!(progress.event, ProgressEvent::Step(expected));
            assert_eq!(progress.transaction_id.as_deref(), Some("T-1"));
            assert_eq!(progress.service_id.as_deref(), Some("77"));
            assert_eq!(progress.poi_id.as_deref(), Some("V400m-1"));
        }
    }

    #[test]
    fn a_rejection_names_the_rejected_message() {
        let rejected = json!({"SaleToPOIRequest": {"MessageHeader":
            {"ServiceID": "0000000042", "SaleID": "TILL2"}}});
        let bytes = event(&json!({
            "EventToNotify": "Reject",
            "EventDetails": "message=Did+not+receive+a+response+from+the+POI.",
            "RejectedMessage": STANDARD.encode(rejected.to_string()),
        }));
        let progress = parse(&bytes, None).expect("a notification");
        let text = Some("Did not receive a response from the POI.".to_owned());
        let expected = ProgressEvent::Terminal {
            event: TerminalEvent::Reject,
            text,
        };
        assert_eq!(progress.event, expected);
        assert_eq!(progress.service_id.as_deref(), Some("0000000042"));
        assert_eq!(progress.sale_id.as_deref(), Some("TILL2"));

        let progress = parse(&event(&json!({"EventToNotify": "Shutdown"})), None).expect("one");
        let expected = ProgressEvent::Terminal {
            event: TerminalEvent::Shutdown,
            text: None,
        };
        assert_eq!(progress.event, expected);
        assert_eq!(progress.service_id.as_deref(), Some("77"));
    }

    #[test]
    fn other_messages_are_not_notifications() {
        let stray = |field| Err(UnknownReason::Stray { field });
        let response = json!({"SaleToPOIResponse": {"MessageHeader": header("Service", "Payment"),
            "PaymentResponse": {"Response": {"Result": "Success"}}}});
        assert_eq!(
            parse(response.to_string().as_bytes(), None),
            stray("MessageType")
        );
        let request = json!({"SaleToPOIRequest": {"MessageHeader": header("Service", "Input")}});
        assert_eq!(
            parse(request.to_string().as_bytes(), None),
            stray("MessageCategory")
        );
        assert_eq!(
            parse(&display("TransactionID=T-1"), None),
            stray("DisplayOutput")
        );
        assert_eq!(parse(b"", None), Err(UnknownReason::ReplyEmpty));
    }

    #[test]
    fn with_keys_a_clear_notification_is_refused() {
        let keys = KeyRing::new(SharedKey::derive("till", 1, &Secret::new("x")), vec![]);
        let bytes = display("event=TENDER_CREATED");
        assert_eq!(parse(&bytes, Some(&keys)), Err(UnknownReason::NotAuthentic));

        let sealed = keys.seal(&bytes, [3; 16]).expect("sealed");
        let secured = json!({"SaleToPOIRequest": {"MessageHeader": header("Device", "Display"),
            "NexoBlob": sealed.blob,
            "SecurityTrailer": serde_json::to_value(&sealed.trailer).expect("JSON")}});
        let progress = parse(secured.to_string().as_bytes(), Some(&keys)).expect("authentic");
        assert_eq!(
            progress.event,
            ProgressEvent::Step(PaymentStep::TenderCreated)
        );
    }
}
