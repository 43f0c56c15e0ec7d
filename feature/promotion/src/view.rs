//! What this feature says on the wire.

use jiff::civil::Date;
use kernel::id::StoreNo;
use kernel::refusal::ErrorView;
use kernel::{Currency, Money};
use serde::Serialize;
use utoipa::ToSchema;

pub use crate::campaign_form::CampaignForm;
pub use crate::form::{PackageForm, PackageGroupForm, PackageItemForm};
use crate::rule::package::PackageState;
use crate::rule::spelling::BenefitKind;

/// Something that keeps a package or a campaign from being enabled.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct FaultView {
    /// What is wrong, and with which field of the head, the group or the row.
    pub refusal: ErrorView,
    /// The group that it is about.
    #[schema(example = "A")]
    pub group_code: Option<String>,
    /// The number of the row that it is about.
    pub lineno: Option<i64>,
}

/// An item that a package or a campaign names.
#[derive(Clone, Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct NamedItemView {
    /// Its number.
    #[schema(example = "RG-0101")]
    pub item_no: String,
    /// Its name.
    #[schema(example = "Solitaire, yellow gold, emerald")]
    pub name: String,
    /// Where its picture is.
    #[schema(example = "/pictures/ring-solitaire-gold-emerald.svg")]
    pub image_url: String,
}

/// A package with all that belongs to it.
#[derive(Clone, Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct PackageView {
    /// What head office wrote.
    pub package: PackageForm,
    /// Where it stands today.
    pub state: PackageState,
    /// Each change raises it. A change says which one it saw.
    #[schema(example = 3)]
    pub version: i64,
    /// Who changed it last.
    #[schema(example = "Camille Aubry")]
    pub changed_by: String,
    /// When.
    #[schema(value_type = String, format = DateTime)]
    pub changed_at: jiff::Timestamp,
    /// All that keeps it from being enabled.
    pub faults: Vec<FaultView>,
    /// The items that it names, those that there are.
    pub items: Vec<NamedItemView>,
}

/// A package in the list.
#[derive(Clone, Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct PackageRowView {
    /// Its number.
    #[schema(example = "PAIR20")]
    pub discount_id: String,
    /// What the receipt prints.
    #[schema(example = "Two bangles, 20 % off")]
    pub description: String,
    /// Where it stands today.
    pub state: PackageState,
    /// Of two equally good choices the one with the lower number wins.
    pub priority: i64,
    /// The currency of its amounts.
    pub currency: Currency,
    /// What it gives.
    pub group_disc_type: BenefitKind,
    /// How much: an amount in minor units, a percentage in basis points, or a number of pieces.
    pub group_disc_type_value: i64,
    /// The first date.
    #[schema(value_type = Option<String>, format = Date)]
    pub starting_date: Option<Date>,
    /// The last date.
    #[schema(value_type = Option<String>, format = Date)]
    pub ending_date: Option<Date>,
    /// Whether only members get it.
    pub member_only: bool,
    /// Its last change.
    #[schema(value_type = String, format = DateTime)]
    pub changed_at: jiff::Timestamp,
}

/// A campaign with all that belongs to it.
#[derive(Clone, Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct CampaignView {
    /// What head office wrote.
    pub campaign: CampaignForm,
    /// Whether it runs while its dates allow.
    pub enabled: bool,
    /// Each change raises it. A change says which one it saw.
    #[schema(example = 3)]
    pub version: i64,
    /// Who changed it last.
    #[schema(example = "Camille Aubry")]
    pub changed_by: String,
    /// When.
    #[schema(value_type = String, format = DateTime)]
    pub changed_at: jiff::Timestamp,
    /// All that keeps it from being enabled.
    pub faults: Vec<FaultView>,
    /// Its gifts.
    pub items: Vec<NamedItemView>,
}

/// A campaign in the list.
#[derive(Clone, Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct CampaignRowView {
    /// Its number.
    #[schema(example = "XMAS26")]
    pub campaign_id: String,
    /// Its name on screen.
    #[schema(example = "Christmas")]
    pub name: String,
    /// Whether it runs while its dates allow.
    pub enabled: bool,
    /// From which amount it gives.
    pub qualifying_amount: Money,
    /// The first date.
    #[schema(value_type = Option<String>, format = Date)]
    pub starting_date: Option<Date>,
    /// The last date.
    #[schema(value_type = Option<String>, format = Date)]
    pub ending_date: Option<Date>,
    /// Whether only members get it.
    pub member_only: bool,
    /// How many gifts there are to choose from.
    pub gifts: i64,
    /// In how many stores it runs.
    pub stores: i64,
    /// Its last change.
    #[schema(value_type = String, format = DateTime)]
    pub changed_at: jiff::Timestamp,
}

/// What a package or a campaign may name.
#[derive(Clone, Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct ChoicesView {
    /// All stores.
    pub stores: Vec<StoreView>,
    /// All price groups.
    pub price_groups: Vec<PriceGroupView>,
    /// All item classes.
    pub item_classes: Vec<ClassView>,
}

/// A store to choose.
#[derive(Clone, Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = ChoiceStoreView)]
pub struct StoreView {
    /// Its number.
    #[schema(value_type = String, example = "PAR01")]
    pub store_no: StoreNo,
    /// Its name.
    #[schema(example = "Paris Vendôme")]
    pub name: String,
    /// The currency in which it sells.
    pub currency: Currency,
}

/// A price group to choose.
#[derive(Clone, Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = ChoicePriceGroupView)]
pub struct PriceGroupView {
    /// Its code.
    #[schema(example = "EUR-RETAIL")]
    pub price_group_code: String,
    /// Its name.
    #[schema(example = "Retail, euro")]
    pub description: String,
    /// Its currency.
    pub currency: Currency,
}

/// An item class to choose.
#[derive(Clone, Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = ChoiceClassView)]
pub struct ClassView {
    /// Its code.
    #[schema(example = "RING")]
    pub item_class: String,
    /// Its name.
    #[schema(example = "Rings")]
    pub name: String,
}

/// What a basket that was tried would get.
#[derive(Clone, Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct TryView {
    /// The lines with their prices, as they were asked for.
    pub lines: Vec<TryLineView>,
    /// What is applied, in the order of the dearest pieces.
    pub applications: Vec<TryApplicationView>,
    /// Packages that one more piece would complete.
    pub hints: Vec<TryHintView>,
    /// What the pieces cost before discounts.
    pub gross: Money,
    /// What all packages take.
    pub discount: Money,
    /// What the pieces cost.
    pub net: Money,
    /// Whether another choice of packages might save more, because looking for it was cut short.
    pub discount_approximate: bool,
    /// Whether the package that was sent along counts there and then; null when none was, or when it
    /// has faults.
    pub counts: Option<bool>,
    /// All that is wrong with the package that was sent along.
    pub faults: Vec<FaultView>,
}

/// A line of a basket that was tried.
#[derive(Clone, Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct TryLineView {
    /// The item.
    pub item: NamedItemView,
    /// The size; blank when the item has none.
    #[schema(example = "52")]
    pub size_code: String,
    /// How many pieces.
    pub quantity: i64,
    /// What one piece costs.
    pub unit_price: Money,
    /// What the packages take.
    pub discount: Money,
    /// What the line costs.
    pub net: Money,
}

/// A package applied once.
#[derive(Clone, Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct TryApplicationView {
    /// Its number in the basket, from 1.
    pub number: i64,
    /// The package.
    #[schema(example = "PAIR20")]
    pub discount_id: String,
    /// What the receipt prints.
    #[schema(example = "Two bangles, 20 % off")]
    pub description: String,
    /// What it saves.
    pub saving: Money,
    /// Its pieces, the dearest first.
    pub pieces: Vec<TryPieceView>,
}

/// A piece of an application.
#[derive(Clone, Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct TryPieceView {
    /// The place of its line, from 0.
    pub line: i64,
    /// The item.
    #[schema(example = "RG-0101")]
    pub item_no: String,
    /// Its price.
    pub unit_price: Money,
    /// Its part of the saving.
    pub share: Money,
}

/// A package that one more piece would complete.
#[derive(Clone, Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct TryHintView {
    /// The package.
    #[schema(example = "PAIR20")]
    pub discount_id: String,
    /// What the receipt prints.
    #[schema(example = "Two bangles, 20 % off")]
    pub description: String,
    /// The group that lacks the piece; blank for the group of a single row.
    #[schema(example = "A")]
    pub group_code: String,
    /// The items of which one would complete it.
    #[schema(example = json!(["RG-0101"]))]
    pub item_nos: Vec<String>,
}
