//! Packages as forms fill them in, with the names of the specification.

use std::collections::BTreeSet;

use jiff::civil::Date;
use kernel::id::ItemNo;
use kernel::{Currency, ErrorKind, Rate, Refusal};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::rule::package::{
    Benefit, DayWindow, GroupRow, Header, ItemRow, Need, PackageDraft, PackageId, PackageState,
    RowBenefit,
};
use crate::rule::spelling::{
    BenefitKind, NeedKind, PIECES_MAX, RowBenefitKind, clock, clock_text, pieces, weekday_letters,
    weekdays,
};
use crate::{
    HOURS_MALFORMED, ID_MALFORMED, LIST_TOO_LONG, NUMBER_OUT_OF_BOUNDS, TEXT_TOO_LONG,
    WEEKDAYS_MALFORMED, fault,
};

const ID_CHARACTERS_MAX: usize = 20;
pub(crate) const TEXT_CHARACTERS_MAX: usize = 100;
const CODE_CHARACTERS_MAX: usize = 40;
const GROUPS_MAX: usize = 20;
pub(crate) const ITEMS_MAX: usize = 500;
const PRIORITY_MAX: i64 = 9_999;
/// How many ten-thousandths of a percent a basis point has.
const BASIS_POINT: i64 = 100;

/// A package as head office writes it. Amounts are in minor units of its currency, percentages in
/// basis points: 2000 is 20 %.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize, Serialize, ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct PackageForm {
    /// Its number.
    #[schema(example = "PAIR20")]
    pub discount_id: String,
    /// What the receipt prints.
    #[schema(example = "Two rings, 20 % off")]
    pub description: String,
    /// Of two equally good choices the one with the lower number wins.
    #[schema(example = 10)]
    pub priority: i64,
    /// The first date; null for always.
    #[schema(value_type = Option<String>, format = Date)]
    pub starting_date: Option<Date>,
    /// The last date, included; null for ever.
    #[schema(value_type = Option<String>, format = Date)]
    pub ending_date: Option<Date>,
    /// The weekdays on which it counts, Monday first: X counts, - does not.
    #[schema(example = "XXXXXXX")]
    pub weekdays: String,
    /// From when on a day it counts; null for all day.
    #[schema(example = "17:00")]
    pub from_time: Option<String>,
    /// Until when.
    #[schema(example = "20:00")]
    pub to_time: Option<String>,
    /// The price group that store or customer must have; null for all.
    #[schema(example = "EUR-RETAIL")]
    pub price_group_code: Option<String>,
    /// The currency of its amounts.
    pub currency: Currency,
    /// Whether only members get it.
    pub member_only: bool,
    /// What the basket's pieces that the package lists must be worth together; 0 for no condition.
    #[schema(example = 0)]
    pub amount_to_trigger: i64,
    /// How often it applies in one basket; 0 for as often as it can.
    #[schema(example = 0)]
    pub max_times: i64,
    /// Whether its lines refuse a manual discount.
    pub block_manual_discount: bool,
    /// Whether its lines stay out of a basket discount.
    pub block_basket_discount: bool,
    /// The coupon that must be shown; null for none.
    #[schema(example = "SUMMER")]
    pub coupon_code: Option<String>,
    /// What it gives.
    pub group_disc_type: BenefitKind,
    /// How much: an amount, a percentage, or how many of the least expensive pieces.
    #[schema(example = 2000)]
    pub group_disc_type_value: i64,
    /// Which part of the least expensive pieces is free.
    #[schema(example = 10000)]
    pub least_expensive_disc_percent: i64,
    /// Its groups.
    pub groups: Vec<PackageGroupForm>,
    /// Its items.
    pub items: Vec<PackageItemForm>,
}

/// A group of a package.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize, Serialize, ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct PackageGroupForm {
    /// Its name within the package.
    #[schema(example = "A")]
    pub group_code: String,
    /// How it counts.
    pub group_type: NeedKind,
    /// How many pieces it takes at least, or what they are worth.
    #[schema(example = 2)]
    pub value1: i64,
    /// How many pieces a range takes at most; 0 for no bound.
    #[schema(example = 0)]
    pub value2: i64,
}

/// An item of a package.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize, Serialize, ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct PackageItemForm {
    /// Its number within the package.
    #[schema(example = 1)]
    pub lineno: i64,
    /// The item.
    #[schema(example = "RG-0101")]
    pub item_no: String,
    /// The group that it belongs to; blank makes it a group of its own.
    #[schema(example = "A")]
    pub line_group: String,
    /// How many pieces are taken when the row is used; 0 for any number.
    #[schema(example = 0)]
    pub quantity_of_item_need: i64,
    /// What it gets in a line-specific package.
    pub disc_type: Option<RowBenefitKind>,
    /// How much.
    pub deal_price_or_disc_percent: Option<i64>,
    /// Whether customised pieces of the item take part.
    pub takes_customised: bool,
}

impl PackageForm {
    /// The form that makes a package.
    pub(crate) fn of(draft: &PackageDraft) -> Self {
        let header = &draft.header;
        let (kind, value) = header.benefit.parts();
        let is_percent = kind == BenefitKind::DiscPercent;
        Self {
            discount_id: header.id.0.clone(),
            description: header.description.clone(),
            priority: i64::from(header.priority),
            starting_date: header.starting_date,
            ending_date: header.ending_date,
            weekdays: weekday_letters(&header.weekdays),
            from_time: header.hours.map(|hours| clock_text(hours.from)),
            to_time: header.hours.map(|hours| clock_text(hours.to)),
            price_group_code: header.price_group.clone(),
            currency: header.currency,
            member_only: header.member_only,
            amount_to_trigger: header.amount_to_trigger,
            max_times: i64::from(header.max_times.unwrap_or(0)),
            block_manual_discount: header.block_manual_discount,
            block_basket_discount: header.block_basket_discount,
            coupon_code: header.coupon_code.clone(),
            group_disc_type: kind,
            group_disc_type_value: if is_percent {
                value / BASIS_POINT
            } else {
                value
            },
            least_expensive_disc_percent: header.benefit.least_expensive().basis_points(),
            groups: draft.groups.iter().map(group_form).collect(),
            items: draft.items.iter().map(item_form).collect(),
        }
    }

    /// The package that the form makes, which may still have faults.
    ///
    /// # Errors
    /// What cannot even be kept.
    pub(crate) fn draft(&self, state: PackageState) -> Result<PackageDraft, Refusal> {
        if self.groups.len() > GROUPS_MAX {
            return Err(too_long(&LIST_TOO_LONG, GROUPS_MAX).at("groups"));
        }
        if self.items.len() > ITEMS_MAX {
            return Err(too_long(&LIST_TOO_LONG, ITEMS_MAX).at("items"));
        }
        let groups: Vec<GroupRow> = self
            .groups
            .iter()
            .map(group_row)
            .collect::<Result<_, _>>()?;
        let items: Vec<ItemRow> = self.items.iter().map(item_row).collect::<Result<_, _>>()?;
        let mut codes = BTreeSet::new();
        for group in &groups {
            if !codes.insert(&group.group_code) {
                let refusal = Refusal::new(&fault::GROUP_TWICE);
                return Err(refusal
                    .with("groupCode", group.group_code.as_str())
                    .at("groups"));
            }
        }
        let mut numbers = BTreeSet::new();
        for item in &items {
            if !numbers.insert(item.lineno) {
                let refusal = Refusal::new(&fault::ROW_TWICE);
                return Err(refusal.with("lineno", i64::from(item.lineno)).at("items"));
            }
        }
        Ok(PackageDraft {
            header: self.header(state)?,
            groups,
            items,
        })
    }

    fn header(&self, state: PackageState) -> Result<Header, Refusal> {
        let kind = self.group_disc_type;
        let value = match kind {
            BenefitKind::DiscPercent => self.group_disc_type_value.saturating_mul(BASIS_POINT),
            _ => self.group_disc_type_value,
        };
        let least = Rate(
            self.least_expensive_disc_percent
                .saturating_mul(BASIS_POINT),
        );
        let benefit =
            Benefit::of(kind, value, least).ok_or_else(|| out_of_bounds("groupDiscTypeValue"))?;
        let max_times = pieces(self.max_times).ok_or_else(|| out_of_bounds("maxTimes"))?;
        Ok(Header {
            id: PackageId(id(&self.discount_id, "discountId")?),
            description: text(&self.description, TEXT_CHARACTERS_MAX, "description")?,
            state,
            priority: priority(self.priority)?,
            starting_date: self.starting_date,
            ending_date: self.ending_date,
            weekdays: weekdays(&self.weekdays)
                .ok_or_else(|| Refusal::new(&WEEKDAYS_MALFORMED).at("weekdays"))?,
            hours: self.hours()?,
            price_group: optional(self.price_group_code.as_deref(), "priceGroupCode")?,
            currency: self.currency,
            member_only: self.member_only,
            amount_to_trigger: self.amount_to_trigger,
            max_times: (max_times > 0).then_some(max_times),
            block_manual_discount: self.block_manual_discount,
            block_basket_discount: self.block_basket_discount,
            coupon_code: optional(self.coupon_code.as_deref(), "couponCode")?,
            benefit,
        })
    }

    fn hours(&self) -> Result<Option<DayWindow>, Refusal> {
        let filled = |text: &Option<String>| text.clone().filter(|text| !text.trim().is_empty());
        let wrong = |field| Refusal::new(&HOURS_MALFORMED).at(field);
        match (filled(&self.from_time), filled(&self.to_time)) {
            (None, None) => Ok(None),
            (Some(from), Some(to)) => Ok(Some(DayWindow {
                from: clock(&from).ok_or_else(|| wrong("fromTime"))?,
                to: clock(&to).ok_or_else(|| wrong("toTime"))?,
            })),
            (None, Some(_)) => Err(wrong("fromTime")),
            (Some(_), None) => Err(wrong("toTime")),
        }
    }
}

fn group_form(group: &GroupRow) -> PackageGroupForm {
    let (group_type, value1, value2) = group.need.parts();
    PackageGroupForm {
        group_code: group.group_code.clone(),
        group_type,
        value1,
        value2,
    }
}

fn group_row(form: &PackageGroupForm) -> Result<GroupRow, Refusal> {
    let need = Need::of(form.group_type, form.value1, form.value2);
    let group_code = text(&form.group_code, CODE_CHARACTERS_MAX, "groupCode")?;
    Ok(GroupRow {
        need: need.ok_or_else(|| {
            let is_first = form.group_type == NeedKind::Qty || pieces(form.value1).is_none();
            let field = if is_first { "value1" } else { "value2" };
            out_of_bounds(field).with("groupCode", group_code.as_str())
        })?,
        group_code,
    })
}

fn item_form(row: &ItemRow) -> PackageItemForm {
    let benefit = row.benefit.map(RowBenefit::parts);
    PackageItemForm {
        lineno: i64::from(row.lineno),
        item_no: row.item_no.0.clone(),
        line_group: row.line_group.clone(),
        quantity_of_item_need: i64::from(row.quantity_of_item_need),
        disc_type: benefit.map(|(kind, _)| kind),
        deal_price_or_disc_percent: benefit.map(|(kind, value)| match kind {
            RowBenefitKind::DiscPercent => value / BASIS_POINT,
            RowBenefitKind::DealPrice => value,
        }),
        takes_customised: row.takes_customised,
    }
}

fn item_row(form: &PackageItemForm) -> Result<ItemRow, Refusal> {
    let lineno = pieces(form.lineno).filter(|lineno| *lineno > 0);
    let need = pieces(form.quantity_of_item_need);
    let value = form.deal_price_or_disc_percent.unwrap_or(0);
    Ok(ItemRow {
        lineno: lineno.ok_or_else(|| out_of_bounds("lineno").with("minimum", 1_i64))?,
        item_no: ItemNo(text(&form.item_no, CODE_CHARACTERS_MAX, "itemNo")?),
        line_group: text(&form.line_group, CODE_CHARACTERS_MAX, "lineGroup")?,
        quantity_of_item_need: need
            .ok_or_else(|| out_of_bounds("quantityOfItemNeed").with("lineno", form.lineno))?,
        benefit: form.disc_type.map(|kind| match kind {
            RowBenefitKind::DiscPercent => RowBenefit::of(kind, value.saturating_mul(BASIS_POINT)),
            RowBenefitKind::DealPrice => RowBenefit::of(kind, value),
        }),
        package_benefit: None,
        takes_customised: form.takes_customised,
    })
}

/// The number of a package or a campaign.
pub(crate) fn id(text: &str, field: &'static str) -> Result<String, Refusal> {
    let text = text.trim();
    let is_plain = text
        .bytes()
        .all(|it| it.is_ascii_uppercase() || it.is_ascii_digit() || matches!(it, b'-' | b'_'));
    if text.is_empty() {
        Err(Refusal::new(&fault::BLANK).at(field))
    } else if is_plain && text.len() <= ID_CHARACTERS_MAX {
        Ok(text.to_owned())
    } else {
        Err(Refusal::new(&ID_MALFORMED).at(field))
    }
}

/// A text without what no database keeps, when it is not too long.
pub(crate) fn text(text: &str, maximum: usize, field: &'static str) -> Result<String, Refusal> {
    let text: String = text.trim().chars().filter(|it| !it.is_control()).collect();
    if text.chars().count() > maximum {
        return Err(too_long(&TEXT_TOO_LONG, maximum).at(field));
    }
    Ok(text)
}

fn optional(code: Option<&str>, field: &'static str) -> Result<Option<String>, Refusal> {
    let code = text(code.unwrap_or_default(), CODE_CHARACTERS_MAX, field)?;
    Ok((!code.is_empty()).then_some(code))
}

fn priority(priority: i64) -> Result<i32, Refusal> {
    i32::try_from(priority)
        .ok()
        .filter(|_| (-PRIORITY_MAX..=PRIORITY_MAX).contains(&priority))
        .ok_or_else(|| {
            Refusal::new(&NUMBER_OUT_OF_BOUNDS)
                .with("minimum", -PRIORITY_MAX)
                .with("maximum", PRIORITY_MAX)
                .at("priority")
        })
}

pub(crate) fn too_long(kind: &'static ErrorKind, maximum: usize) -> Refusal {
    Refusal::new(kind).with("maximum", i64::try_from(maximum).unwrap_or(i64::MAX))
}

pub(crate) fn out_of_bounds(field: &'static str) -> Refusal {
    Refusal::new(&NUMBER_OUT_OF_BOUNDS)
        .with("minimum", 0_i64)
        .with("maximum", PIECES_MAX)
        .at(field)
}
