//! What this feature says on the wire.

use jiff::Timestamp;
use jiff::civil::Date;
use kernel::Money;
use kernel::id::OrderId;
use kernel::refusal::ErrorView;
use serde::Serialize;
use utoipa::ToSchema;
use uuid::Uuid;

use crate::record::{Card, Form, Happened, Line, Receipt};
use crate::rule::amount::Amounts;
use crate::rule::country::{CountryRule, EU, EU_AREA};
use crate::rule::eligibility::{Purchase, Shop};
use crate::rule::state::State;
use crate::rule::traveller::{RefundMethod, Traveller, masked};

/// What receipts come to on a form.
#[derive(Clone, Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct TaxFreeAmountsView {
    /// What was paid for the goods, with VAT.
    pub gross: Money,
    /// The VAT in it.
    pub vat: Money,
    /// What the traveller gets back.
    pub refund: Money,
    /// What the operator keeps of the VAT.
    pub fee: Money,
}

impl From<&Amounts> for TaxFreeAmountsView {
    fn from(amounts: &Amounts) -> Self {
        Self {
            gross: amounts.gross,
            vat: amounts.vat,
            refund: amounts.refund,
            fee: amounts.fee,
        }
    }
}

/// A live form that the same passport got in another store today.
#[derive(Clone, Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct TaxFreeElsewhereView {
    /// The name of the store.
    #[schema(example = "Paris · Le Bon Marché")]
    pub store_name: String,
    /// The number of the form.
    #[schema(example = "25010000017")]
    pub form_no: String,
}

/// What a choice of receipts comes to.
#[derive(Clone, Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct TaxFreeQuoteView {
    /// The amounts; null when they cannot go on a form together.
    pub amounts: Option<TaxFreeAmountsView>,
    /// Why they cannot.
    pub refusal: Option<ErrorView>,
    /// The last day for customs.
    #[schema(value_type = Option<String>, format = Date)]
    pub last_day: Option<Date>,
    /// The cards that paid these receipts.
    pub cards: Vec<TaxFreeCardView>,
    /// Live forms of the same passport in other stores today.
    pub elsewhere: Vec<TaxFreeElsewhereView>,
}

/// A receipt that may go on a form.
#[derive(Clone, Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct TaxFreeReceiptView {
    /// The order.
    pub order_id: OrderId,
    /// The number on the receipt.
    #[schema(example = "R-PAR01-000123")]
    pub receipt_no: String,
    /// The date on which it is booked.
    #[schema(value_type = String, format = Date)]
    pub purchased_on: Date,
    /// What its goods that can go on a form cost.
    pub gross: Money,
    /// The number of the live form that it is on.
    #[schema(example = "25010000017")]
    pub live_form_no: Option<String>,
}

impl TaxFreeReceiptView {
    pub(crate) fn new(purchase: &Purchase, shop: &Shop) -> shell::Outcome<Self> {
        Ok(Self {
            order_id: purchase.order_id,
            receipt_no: purchase.receipt_no.clone(),
            purchased_on: purchase.on,
            gross: purchase.gross(shop.currency)?,
            live_form_no: purchase.live_form.clone(),
        })
    }
}

/// A card that paid and to which a refund can go.
#[derive(Clone, Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct TaxFreeCardView {
    /// Names it in a request.
    pub card_id: Uuid,
    /// The brand.
    #[schema(example = "visa")]
    pub brand: String,
    /// The last four digits.
    #[schema(example = "0119")]
    pub last4: String,
}

impl From<&Card> for TaxFreeCardView {
    fn from(card: &Card) -> Self {
        Self {
            card_id: card.tender_id,
            brand: card.brand.clone(),
            last4: card.last_four.clone(),
        }
    }
}

/// What the country asks for, as the wizard needs it.
#[derive(Clone, Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct TaxFreeTermsView {
    /// The smallest amount that is enough.
    pub minimum: Money,
    /// Over how many consecutive days receipts may go on one form.
    #[schema(example = 3)]
    pub grouping_days: i64,
    /// From which age on.
    #[schema(example = 16)]
    pub minimum_age: i64,
    /// The countries whose residents cannot (ISO 3166).
    #[schema(example = json!(["FR", "IT"]))]
    pub resident_countries: Vec<String>,
    /// The most that is refunded in cash.
    pub cash_maximum: Option<Money>,
}

impl From<&CountryRule> for TaxFreeTermsView {
    fn from(rule: &CountryRule) -> Self {
        let area = rule.resident_area.split(',').map(str::trim);
        Self {
            minimum: Money::new(rule.minimum, rule.currency),
            grouping_days: rule.grouping_days,
            minimum_age: rule.minimum_age,
            resident_countries: area
                .flat_map(|area| match area {
                    EU_AREA => EU.map(str::to_owned).to_vec(),
                    "" => Vec::new(),
                    country => vec![country.to_owned()],
                })
                .collect(),
            cash_maximum: rule.cash_max.map(|max| Money::new(max, rule.currency)),
        }
    }
}

/// What is known of the traveller before the passport is shown.
#[derive(Clone, Debug, Default, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct TaxFreePrefillView {
    /// The family name.
    #[schema(example = "Lin")]
    pub family_name: String,
    /// The given name.
    #[schema(example = "Mei")]
    pub given_name: String,
    /// Where the customer lives (ISO 3166).
    #[schema(example = "CN")]
    pub country: Option<String>,
    /// The flight that the sale named.
    #[schema(example = "MU554")]
    pub flight_no: String,
}

/// Whether an order can go on a form, and what the wizard needs for it.
#[derive(Clone, Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct TaxFreeOfferView {
    /// Whether this store issues forms at all.
    pub is_offered: bool,
    /// Why this order alone cannot go on a form; others may make up what is missing.
    pub refusal: Option<ErrorView>,
    /// What the order comes to alone.
    pub amounts: Option<TaxFreeAmountsView>,
    /// The newest form of the order.
    pub form: Option<TaxFreeRowView>,
    /// The order's receipt, and those of the same customer within the days.
    pub receipts: Vec<TaxFreeReceiptView>,
    /// The cards that paid this order.
    pub cards: Vec<TaxFreeCardView>,
    /// What the country asks for; null where no form is issued.
    pub terms: Option<TaxFreeTermsView>,
    /// Whether the operator asks for the flight.
    pub asks_flight: bool,
    /// Whether it is asked first whether somebody lives in the EU (isShowOptionOfEU).
    #[serde(rename = "isShowOptionOfEU")]
    pub is_show_option_of_eu: bool,
    /// The countries that stand first (ISO 3166).
    #[schema(example = json!(["CN", "US"]))]
    pub preferred_countries: Vec<String>,
    /// What is known of the traveller.
    pub prefill: TaxFreePrefillView,
}

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
}
