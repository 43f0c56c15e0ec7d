//! What this feature says on the wire.

mod form;

use jiff::civil::Date;
use kernel::Money;
use kernel::id::OrderId;
use kernel::refusal::ErrorView;
use serde::Serialize;
use utoipa::ToSchema;
use uuid::Uuid;

use crate::record::Card;
use crate::rule::amount::Amounts;
use crate::rule::country::{CountryRule, EU, EU_AREA};
use crate::rule::eligibility::{Purchase, Shop};
use crate::rule::traveller::Traveller;

pub use form::{
    TaxFreeEventView, TaxFreeFormReceiptView, TaxFreeFormView, TaxFreeLineView, TaxFreeMailingView,
    TaxFreeRowView, TaxFreeTravellerView,
};

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
    /// Who was taken down at this till while the basket was open; null when nobody was. It is told
    /// until the form is started.
    pub traveller: Option<Traveller>,
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
