//! What a terminal sends of its own accord, and how anything it sends is put into an envelope.

use serde::Serialize;

use crate::dialogue::Payment;
use crate::state::Simulator;
use crate::wire::{self, Header, form, json};

impl Simulator {
    /// A whole message, encrypted when a passphrase is configured.
    pub(crate) fn envelope(
        &self,
        direction: &str,
        header: &Header,
        name: &str,
        body: &str,
    ) -> String {
        let clear = wire::message(direction, header, name, body);
        match self.keys() {
            None => clear,
            Some(keys) => {
                let (blob, trailer) = keys.seal(clear.as_bytes());
                wire::sealed_message(direction, header, &blob, &trailer)
            }
        }
    }

    /// Tells the webhook about an event on the screen during a payment.
    pub(crate) fn tell(&self, payment: &Payment, event: &str) {
        #[derive(Serialize)]
        #[serde(rename_all = "PascalCase")]
        struct Display {
            display_output: [Output; 1],
        }
        #[derive(Serialize)]
        #[serde(rename_all = "PascalCase")]
        struct Output {
            device: &'static str,
            info_qualify: &'static str,
            output_content: Content,
        }
        #[derive(Serialize)]
        #[serde(rename_all = "PascalCase")]
        struct Content {
            output_format: &'static str,
            predefined_content: Predefined,
        }
        #[derive(Serialize)]
        struct Predefined {
            #[serde(rename = "ReferenceID")]
            reference_id: String,
        }
        let now = self.clock().now().to_string();
        let reference_id = form(&[
            ("TransactionID", &payment.tender),
            ("TimeStamp", &now),
            ("event", event),
        ]);
        let body = json(&Display {
            display_output: [Output {
                device: "CashierDisplay",
                info_qualify: "Status",
                output_content: Content {
                    output_format: "MessageRef",
                    predefined_content: Predefined { reference_id },
                },
            }],
        });
        self.notify(
            &payment.header,
            "Device",
            "Display",
            "DisplayRequest",
            &body,
        );
    }

    /// Tells the webhook about an event of the terminal, for example an abort that came too late.
    pub(crate) fn announce(&self, cause: &Header, event: &str, details: &str) {
        #[derive(Serialize)]
        #[serde(rename_all = "PascalCase")]
        struct Event<'a> {
            time_stamp: String,
            event_to_notify: &'a str,
            event_details: String,
        }
        let body = json(&Event {
            time_stamp: self.clock().now().to_string(),
            event_to_notify: event,
            event_details: form(&[("message", details)]),
        });
        self.notify(cause, "Event", "Event", "EventNotification", &body);
    }

    fn notify(&self, cause: &Header, class: &str, category: &str, name: &str, body: &str) {
        let header = Header {
            message_class: class.to_owned(),
            message_category: category.to_owned(),
            message_type: "Notification".to_owned(),
            device_id: Some(crate::answer::another_service_id("")),
            ..cause.clone()
        };
        let message = self.envelope("SaleToPOIRequest", &header, name, body);
        self.notifier().send(&cause.poiid, message);
    }
}
