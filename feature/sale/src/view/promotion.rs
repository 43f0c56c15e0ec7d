//! What discounts, packages and new prices look like on the wire.

use std::collections::{BTreeSet, HashMap};

use kernel::Money;
use kernel::id::{LineId, StaffId};
use serde::Serialize;
use shell::Outcome;
use shell::db::Tx;
use utoipa::ToSchema;

use crate::load::LoadedBasket;
use crate::rule::discount::{Asked, Manual};
use crate::rule::pipeline::{Calculated, Part, Source};
use crate::rule::turn::Turn;
use crate::store;

/// First and last names by id.
pub(super) type StaffNames = HashMap<StaffId, String>;

/// A discount on a line, and where it comes from.
#[derive(Clone, Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct DiscountView {
    /// Who gives it.
    pub source: DiscountSource,
    /// What it takes from the line.
    pub amount: Money,
    /// What the package is called.
    #[schema(example = "Two bangles, 20 % off")]
    pub description: Option<String>,
    /// The number of the package's application in the basket.
    #[schema(example = 1)]
    pub application_no: Option<u32>,
    /// Why staff gave it.
    #[schema(example = "DAMAGED")]
    pub reason_code: Option<String>,
    /// Who approved it.
    #[schema(example = "manager")]
    pub approved_by: Option<String>,
}

/// Who gives a discount.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "UPPERCASE")]
pub enum DiscountSource {
    /// A package.
    Package,
    /// Staff, on the line.
    Line,
    /// Staff, on the basket: the line's part of it.
    Basket,
}

/// A discount that staff gave, as it was entered.
#[derive(Clone, Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct ManualView {
    /// How it was entered.
    pub kind: ManualKind,
    /// The percentage in ten-thousandths, or the amount or target in minor units.
    #[schema(example = 100_000)]
    pub value: i64,
    /// Why.
    #[schema(example = "DAMAGED")]
    pub reason_code: String,
    /// Who gave it.
    #[schema(example = "seller")]
    pub given_by: String,
    /// First and last name of who gave it.
    #[schema(example = "Chloé Bernard")]
    pub given_by_name: String,
    /// Who approved it.
    #[schema(example = "manager")]
    pub approved_by: Option<String>,
    /// First and last name of who approved it.
    #[schema(example = "Mei Lin")]
    pub approved_by_name: Option<String>,
    /// What it comes to.
    pub amount: Money,
    /// Whether it fell away, because what it was given on changed.
    pub is_dropped: bool,
}

/// How a discount is entered.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, serde::Deserialize, ToSchema)]
#[serde(rename_all = "UPPERCASE")]
pub enum ManualKind {
    /// A part of what is left to discount, in ten-thousandths of a per cent.
    Percent,
    /// An amount, in minor units.
    Amount,
    /// What the line or the basket shall cost, in minor units.
    Target,
}

/// A package that is applied.
#[derive(Clone, Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct AppliedPackageView {
    /// Its number in the basket, from 1.
    #[schema(example = 1)]
    pub application_no: u32,
    /// The package.
    #[schema(example = "PAIR20")]
    pub discount_id: String,
    /// What it is called.
    #[schema(example = "Two bangles, 20 % off")]
    pub description: String,
    /// What it saves.
    pub saving: Money,
    /// The pieces that it took, and what each saves.
    pub pieces: Vec<AppliedPieceView>,
}

/// A piece that a package took.
#[derive(Clone, Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct AppliedPieceView {
    /// Its line.
    pub line_id: LineId,
    /// Its item.
    #[schema(example = "BR-1042")]
    pub item_no: String,
    /// Its price.
    pub unit_price: Money,
    /// Its part of the saving.
    pub share: Money,
}

/// A package that one more piece would complete.
#[derive(Clone, Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct HintView {
    /// The package.
    #[schema(example = "PAIR20")]
    pub discount_id: String,
    /// What it is called.
    #[schema(example = "Two bangles, 20 % off")]
    pub description: String,
    /// Items that would complete it, some of them.
    #[schema(example = json!(["BR-1042"]))]
    pub item_nos: Vec<String>,
}

/// What is different since staff saw the prices.
#[derive(Clone, Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct PriceChangeView {
    /// The business date of the prices that they saw.
    #[schema(value_type = String, format = Date)]
    pub from_date: jiff::civil::Date,
    /// The business date of the new ones.
    #[schema(value_type = String, format = Date)]
    pub to_date: jiff::civil::Date,
    /// The lines that cost something else.
    pub lines: Vec<LineChangeView>,
    /// What the basket cost.
    pub total_before: Money,
    /// What it costs.
    pub total_after: Money,
}

/// A line that costs something else.
#[derive(Clone, Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct LineChangeView {
    /// The line.
    pub line_id: LineId,
    /// What it cost.
    pub before: Option<Money>,
    /// What it costs; none when it has no price any more.
    pub after: Option<Money>,
}

/// How many items a hint names.
const HINT_ITEMS_MAX: usize = 8;

pub(super) fn discounts(parts: &[&Part]) -> Vec<DiscountView> {
    let mut views: Vec<DiscountView> = Vec::new();
    for given in parts.iter().flat_map(|part| &part.discounts) {
        let view = match &given.source {
            Source::Package {
                number,
                description,
                ..
            } => DiscountView {
                source: DiscountSource::Package,
                amount: given.amount,
                description: Some(description.clone()),
                application_no: Some(*number),
                reason_code: None,
                approved_by: None,
            },
            Source::Line(manual) => manual_discount(DiscountSource::Line, manual, given.amount),
            Source::Basket(manual) => manual_discount(DiscountSource::Basket, manual, given.amount),
        };
        let same = views
            .iter_mut()
            .find(|it| (it.source, it.application_no) == (view.source, view.application_no));
        match same {
            Some(same) => same.amount.minor += view.amount.minor,
            None => views.push(view),
        }
    }
    views
}

fn manual_discount(source: DiscountSource, manual: &Manual, amount: Money) -> DiscountView {
    DiscountView {
        source,
        amount,
        description: None,
        application_no: None,
        reason_code: Some(manual.reason.0.clone()),
        approved_by: manual.approved_by.as_ref().map(|by| by.0.clone()),
    }
}

/// A discount of staff on a line, or on the basket when none is named.
pub(super) fn manual_view(
    manual: &Manual,
    calculated: &Calculated,
    line_id: Option<LineId>,
    names: &StaffNames,
) -> ManualView {
    let currency = calculated.net.currency;
    // Somebody whose row is gone keeps the id that the journal has, too.
    let name_of = |staff_id: &StaffId| names.get(staff_id).unwrap_or(&staff_id.0).clone();
    let (kind, value) = match manual.asked {
        Asked::Percent(rate) => (ManualKind::Percent, rate.0),
        Asked::Amount(amount) => (ManualKind::Amount, amount),
        Asked::Target(target) => (ManualKind::Target, target),
    };
    let is_own = |part: &Part, source: &Source| match (line_id, source) {
        (Some(line_id), Source::Line(_)) => part.line_id == line_id,
        (None, Source::Basket(_)) => true,
        _ => false,
    };
    let minor = calculated
        .parts
        .iter()
        .flat_map(|part| part.discounts.iter().map(move |given| (part, given)))
        .filter(|(part, given)| is_own(part, &given.source))
        .map(|(_, given)| given.amount.minor)
        .sum();
    ManualView {
        kind,
        value,
        reason_code: manual.reason.0.clone(),
        given_by: manual.given_by.0.clone(),
        given_by_name: name_of(&manual.given_by),
        approved_by_name: manual.approved_by.as_ref().map(name_of),
        approved_by: manual.approved_by.as_ref().map(|by| by.0.clone()),
        amount: Money::new(minor, currency),
        is_dropped: calculated.dropped.iter().any(|it| it.line_id == line_id),
    }
}

pub(super) fn basket_discount(loaded: &LoadedBasket, names: &StaffNames) -> Option<ManualView> {
    let manual = loaded.basket.manual.as_ref()?;
    Some(manual_view(manual, &loaded.priced.calculated, None, names))
}

/// What the people are called who gave or approved a discount; nobody is asked for when there is none.
pub(super) async fn staff_names(tx: &mut Tx, loaded: &LoadedBasket) -> Outcome<StaffNames> {
    let of_lines = loaded.lines.iter().filter_map(|it| it.line.manual.as_ref());
    let staff_ids: BTreeSet<&StaffId> = of_lines
        .chain(&loaded.basket.manual)
        .flat_map(|manual| std::iter::once(&manual.given_by).chain(&manual.approved_by))
        .collect();
    store::staff_names(tx, &staff_ids).await
}

pub(super) fn packages(calculated: &Calculated) -> Vec<AppliedPackageView> {
    let money = |minor| Money::new(minor, calculated.net.currency);
    let description = |number: u32| {
        calculated
            .parts
            .iter()
            .flat_map(|part| &part.discounts)
            .find_map(|given| match &given.source {
                Source::Package {
                    number: own,
                    description,
                    ..
                } if *own == number => Some(description.clone()),
                _ => None,
            })
    };
    calculated
        .applications
        .iter()
        .map(|application| AppliedPackageView {
            application_no: application.number,
            discount_id: application.package.0.clone(),
            description: description(application.number).unwrap_or_default(),
            saving: money(application.saving),
            pieces: application
                .pieces
                .iter()
                .map(|piece| AppliedPieceView {
                    line_id: piece.line_id,
                    item_no: piece.item_no.0.clone(),
                    unit_price: money(piece.unit_price),
                    share: money(piece.share),
                })
                .collect(),
        })
        .collect()
}

pub(super) fn hints(loaded: &LoadedBasket) -> Vec<HintView> {
    let hints = loaded.priced.calculated.near_misses.iter();
    hints
        .filter_map(|hint| {
            Some(HintView {
                discount_id: hint.package.0.clone(),
                description: loaded.descriptions.get(&hint.package)?.clone(),
                item_nos: hint
                    .items
                    .iter()
                    .take(HINT_ITEMS_MAX)
                    .map(|item_no| item_no.0.clone())
                    .collect(),
            })
        })
        .collect()
}

pub(super) fn price_change(turn: &Turn) -> PriceChangeView {
    PriceChangeView {
        from_date: turn.from,
        to_date: turn.to,
        lines: turn
            .lines
            .iter()
            .map(|line| LineChangeView {
                line_id: line.line_id,
                before: line.net.0,
                after: line.net.1,
            })
            .collect(),
        total_before: turn.total.0,
        total_after: turn.total.1,
    }
}
