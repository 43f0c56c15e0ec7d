//! Forms on the wire: in lists, and whole.

use jiff::Timestamp;
use jiff::civil::Date;
use kernel::Money;
use kernel::id::OrderId;
use kernel::refusal::ErrorView;
use order::outbox::PaperMailView;
use serde::Serialize;
use utoipa::ToSchema;
use uuid::Uuid;

use super::TaxFreeAmountsView;
use crate::record::{Form, Happened, Line, Receipt};
use crate::rule::state::State;
use crate::rule::traveller::{RefundMethod, Traveller, masked};

/// A receipt on a form.
#[derive(Clone, Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct TaxFreeFormReceiptView {
    /// The order.
    pub order_id: OrderId,
    /// The number on the receipt.
    #[schema(example = "R-PAR01-000123")]
    pub receipt_no: String,
    /// The date on which it is booked.
    #[schema(value_type = String, format = Date)]
    pub purchased_on: Date,
    /// What its goods on the form cost.
    pub gross: Money,
}

impl From<&Receipt> for TaxFreeFormReceiptView {
    fn from(receipt: &Receipt) -> Self {
        Self {
            order_id: receipt.order_id,
            receipt_no: receipt.receipt_no.clone(),
            purchased_on: receipt.purchased_on,
            gross: receipt.gross,
        }
    }
}

/// A form, as lists show it.
#[derive(Clone, Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct TaxFreeRowView {
    /// The form.
    pub form_id: Uuid,
    /// Our number.
    #[schema(example = "TF-PAR01-000012")]
    pub serial_no: String,
    /// The operator's number; null before it is issued.
    #[schema(example = "25010000017")]
    pub form_no: Option<String>,
    /// Where it stands.
    pub state: State,
    /// Whether the operator does not answer and is asked again by itself.
    pub is_queued: bool,
    /// Whether its tag can be voided.
    pub is_voidable: bool,
    /// The traveller's name; blank when it is too long ago.
    #[schema(example = "Mei Lin")]
    pub traveller_name: String,
    /// When it was started.
    #[schema(value_type = String, format = DateTime)]
    pub started_at: Timestamp,
    /// The last day for customs.
    #[schema(value_type = String, format = Date)]
    pub deadline_on: Date,
    /// What it comes to.
    pub amounts: TaxFreeAmountsView,
    /// What the operator paid to the traveller.
    pub refunded: Option<Money>,
    /// How the refund is paid.
    pub method: RefundMethod,
    /// What the operator said last, when it was a no, or why it does not answer.
    #[schema(example = "Customs has validated the form (ALREADY_VALIDATED)")]
    pub message: String,
    /// The receipts on it.
    pub receipts: Vec<TaxFreeFormReceiptView>,
}

impl From<&Form> for TaxFreeRowView {
    fn from(form: &Form) -> Self {
        Self {
            form_id: form.form_id,
            serial_no: form.serial(),
            form_no: form.form_no.clone(),
            state: form.state,
            is_queued: form.is_queued(),
            is_voidable: form.is_voidable(),
            traveller_name: form.traveller_name.clone(),
            started_at: form.started_at,
            deadline_on: form.deadline_on,
            amounts: TaxFreeAmountsView::from(&form.amounts),
            refunded: form.refunded,
            method: form.method,
            message: form.message.clone(),
            receipts: form
                .receipts
                .iter()
                .map(TaxFreeFormReceiptView::from)
                .collect(),
        }
    }
}

/// Goods on a form.
#[derive(Clone, Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct TaxFreeLineView {
    /// The name.
    #[schema(example = "Solitaire, yellow gold, emerald")]
    pub name: String,
    /// How many pieces.
    #[schema(example = 1)]
    pub quantity: i64,
    /// What was paid for it.
    pub gross: Money,
    /// The VAT rate in basis points.
    #[schema(example = 2000)]
    pub vat_rate: i64,
}

impl From<&Line> for TaxFreeLineView {
    fn from(line: &Line) -> Self {
        Self {
            name: line.name.clone(),
            quantity: line.quantity,
            gross: line.gross,
            vat_rate: line.vat_rate.basis_points(),
        }
    }
}

/// Who travels, as far as the asker may see it.
#[derive(Clone, Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct TaxFreeTravellerView {
    /// The end of the passport's number; the whole number for who may see customers in full.
    #[schema(example = "•••• 678")]
    pub passport_no: String,
    /// The country that issued it (ISO 3166).
    #[schema(example = "CN")]
    pub issuing_country: String,
    /// Where they live (ISO 3166).
    #[schema(example = "CN")]
    pub residence_country: String,
    /// When they leave with the goods.
    #[schema(value_type = Option<String>, format = Date)]
    pub departs_on: Option<Date>,
    /// Their flight.
    #[schema(example = "MU554")]
    pub flight_no: String,
    /// Where the refund goes: `visa 0119`, or the wallet.
    #[schema(example = "visa 0119")]
    pub destination: Option<String>,
}

impl TaxFreeTravellerView {
    pub(crate) fn new(traveller: &Traveller, destination: Option<String>, is_full: bool) -> Self {
        Self {
            passport_no: match is_full {
                true => traveller.passport_no.clone(),
                false => masked(&traveller.passport_no),
            },
            issuing_country: traveller.issuing_country.clone(),
            residence_country: traveller.residence_country.clone(),
            departs_on: traveller.departs_on,
            flight_no: traveller.flight_no.clone(),
            destination,
        }
    }
}

/// Something that happened to a form.
#[derive(Clone, Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct TaxFreeEventView {
    /// What: `issued`, `refused`, `withdrawn`, `voidTag`, `voided`, `voidFailed`, `validated`,
    /// `refunded`, `expired`.
    #[schema(example = "issued")]
    pub event: String,
    /// When.
    #[schema(value_type = String, format = DateTime)]
    pub at: Timestamp,
    /// Who did it; null for the operator and for what comes by itself.
    #[schema(example = "Camille Aubry")]
    pub staff_name: Option<String>,
    /// What was said of it: a reason, or the operator's words.
    #[schema(example = "The customer keeps the ring")]
    pub message: String,
}

impl From<Happened> for TaxFreeEventView {
    fn from(happened: Happened) -> Self {
        Self {
            event: happened.event,
            at: happened.at,
            staff_name: happened.staff_name,
            message: happened.message,
        }
    }
}

/// Sending a form by mail.
#[derive(Clone, Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct TaxFreeMailingView {
    /// Why it cannot be sent.
    pub refusal: Option<ErrorView>,
    /// The address that the customer of its receipts gave, masked for those who may not see customers
    /// in full.
    #[schema(example = "m••••••@mail.example")]
    pub known: Option<String>,
    /// The mails with it, the newest first.
    pub mails: Vec<PaperMailView>,
}

/// A form with all that is shown of it.
#[derive(Clone, Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct TaxFreeFormView {
    /// What lists show.
    #[serde(flatten)]
    pub head: TaxFreeRowView,
    /// The name of the operator.
    #[schema(example = "Refund Partners")]
    pub operator_name: String,
    /// When the operator issued it.
    #[schema(value_type = Option<String>, format = DateTime)]
    pub issued_at: Option<Timestamp>,
    /// The goods.
    pub lines: Vec<TaxFreeLineView>,
    /// Who travels; null when it is too long ago.
    pub traveller: Option<TaxFreeTravellerView>,
    /// What happened to it, in its order.
    pub history: Vec<TaxFreeEventView>,
    /// Sending it by mail.
    pub mailing: TaxFreeMailingView,
}
