//! Bodies of the protocol.

use serde::{Deserialize, Serialize};
use uuid::Uuid;

/// The longest number of a form or a barcode.
const NUMBER_MAX: usize = 40;

/// A form to issue.
#[derive(Clone, Debug, Serialize)]
#[serde(rename_all = "camelCase")]
pub(crate) struct FormWire {
    /// Ours: the same reference is the same form.
    pub(crate) reference: Uuid,
    pub(crate) country: String,
    pub(crate) currency: String,
    pub(crate) gross: i64,
    pub(crate) vat: i64,
    pub(crate) refund: i64,
    pub(crate) last_day: String,
    pub(crate) receipts: Vec<ReceiptWire>,
    pub(crate) lines: Vec<LineWire>,
    pub(crate) traveller: TravellerWire,
    pub(crate) refund_method: RefundWire,
}

#[derive(Clone, Debug, Serialize)]
#[serde(rename_all = "camelCase")]
pub(crate) struct ReceiptWire {
    pub(crate) number: String,
    pub(crate) date: String,
    pub(crate) gross: i64,
}

#[derive(Clone, Debug, Serialize)]
#[serde(rename_all = "camelCase")]
pub(crate) struct LineWire {
    pub(crate) description: String,
    pub(crate) quantity: i64,
    pub(crate) gross: i64,
    /// In hundredths of a per cent.
    pub(crate) vat_rate: i64,
}

#[derive(Clone, Debug, Serialize)]
#[serde(rename_all = "camelCase")]
pub(crate) struct TravellerWire {
    pub(crate) passport_number: String,
    pub(crate) issuing_country: String,
    pub(crate) family_name: String,
    pub(crate) given_name: String,
    pub(crate) date_of_birth: String,
    pub(crate) residence_country: String,
    pub(crate) residence_address: String,
    pub(crate) arrival: Option<String>,
    pub(crate) departure: Option<String>,
    pub(crate) flight: Option<String>,
}

#[derive(Clone, Debug, Serialize)]
#[serde(rename_all = "camelCase")]
pub(crate) struct RefundWire {
    #[serde(rename = "type")]
    pub(crate) kind: String,
    pub(crate) card: Option<CardWire>,
    pub(crate) wallet: Option<String>,
}

#[derive(Clone, Debug, Serialize)]
#[serde(rename_all = "camelCase")]
pub(crate) struct CardWire {
    pub(crate) brand: String,
    pub(crate) last_four: String,
    /// The acquirer's name of the payment: no number of a card is known here.
    pub(crate) token: String,
}

/// A form at the operator.
#[derive(Clone, Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct FormAnswer {
    pub(super) reference: Uuid,
    pub(super) form_number: String,
    pub(super) barcode: String,
    pub(super) status: String,
}

impl FormAnswer {
    /// Whether it is about a reference, with a number that can stand in an address and on paper.
    pub(super) fn is_about(&self, reference: Uuid) -> bool {
        let is_number = |text: &str| {
            (1..=NUMBER_MAX).contains(&text.len())
                && text.bytes().all(|b| b.is_ascii_alphanumeric() || b == b'-')
        };
        self.reference == reference && is_number(&self.form_number) && is_number(&self.barcode)
    }
}

/// A void to carry out.
#[derive(Clone, Debug, Serialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct VoidWire<'a> {
    pub(super) reference: Uuid,
    pub(super) reason: &'a str,
}

/// Why the operator did not do it.
#[derive(Clone, Debug, Deserialize)]
pub(super) struct ErrorAnswer {
    pub(super) code: String,
    pub(super) message: String,
}

/// The store as the operator knows it.
#[derive(Clone, Debug, Deserialize)]
pub(super) struct ShopAnswer {
    pub(super) name: String,
}
