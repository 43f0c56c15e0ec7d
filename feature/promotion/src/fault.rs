//! What keeps a package or a campaign from being enabled, in words and with its place in the form.

use std::collections::BTreeSet;

use jiff::civil::Date;
use kernel::{Currency, ErrorKind, Refusal};

use crate::rule::campaign::{Campaign, CampaignFault, faults};
use crate::rule::package::{Benefit, PackageDraft};
use crate::rule::spelling::PIECES_MAX;
use crate::rule::validate::{Fault, validate};
use crate::view::FaultView;
use crate::{CLASS_UNKNOWN, ITEM_UNKNOWN, NUMBER_OUT_OF_BOUNDS, STORE_UNKNOWN};

/// Nothing was entered.
pub(crate) static BLANK: ErrorKind =
    ErrorKind::new("promotion.blank", 422, "This must not be blank");
/// The end is before the start.
pub(crate) static DATES_REVERSED: ErrorKind = ErrorKind::new(
    "promotion.dates_reversed",
    422,
    "The last date is before the first",
);
/// The end is before today.
pub(crate) static ALREADY_OVER: ErrorKind =
    ErrorKind::new("promotion.already_over", 422, "The last date is past");
/// From and to are one time.
pub(crate) static HOURS_EMPTY: ErrorKind = ErrorKind::new(
    "promotion.hours_empty",
    422,
    "Both hours are the same, so that no time is left",
);
/// It counts on no weekday.
pub(crate) static NO_WEEKDAY: ErrorKind =
    ErrorKind::new("promotion.no_weekday", 422, "Choose at least one weekday");
/// An amount is not above nothing or beyond reason.
pub(crate) static AMOUNT_OUT_OF_BOUNDS: ErrorKind = ErrorKind::new(
    "promotion.amount_out_of_bounds",
    422,
    "This amount is not possible",
);
/// A percentage is not one.
pub(crate) static PERCENT_OUT_OF_BOUNDS: ErrorKind = ErrorKind::new(
    "promotion.percent_out_of_bounds",
    422,
    "Enter a percentage above 0 and at most 100",
);
/// It may apply no time at all.
pub(crate) static NEVER_APPLIES: ErrorKind = ErrorKind::new(
    "promotion.never_applies",
    422,
    "It must apply at least once",
);
/// There is nothing in it.
pub(crate) static NO_ITEM: ErrorKind =
    ErrorKind::new("promotion.no_item", 422, "Add at least one item");
/// As many free pieces as are needed, or more.
pub(crate) static LEAST_EXPENSIVE_COUNT: ErrorKind = ErrorKind::new(
    "promotion.least_expensive_count",
    422,
    "At least one, and fewer than the {needed} pieces that are needed",
);
/// Two groups have one name.
pub(crate) static GROUP_TWICE: ErrorKind = ErrorKind::new(
    "promotion.group_twice",
    422,
    "There is another group {groupCode}",
);
/// A group without items.
pub(crate) static GROUP_UNUSED: ErrorKind = ErrorKind::new(
    "promotion.group_unused",
    422,
    "No item belongs to this group",
);
/// A group that needs nothing.
pub(crate) static GROUP_NEEDS_NOTHING: ErrorKind = ErrorKind::new(
    "promotion.group_needs_nothing",
    422,
    "The group must need a piece or an amount",
);
/// The upper bound is below the lower.
pub(crate) static RANGE_REVERSED: ErrorKind = ErrorKind::new(
    "promotion.range_reversed",
    422,
    "The upper number is below the lower",
);
/// A range or an amount where pieces are counted.
pub(crate) static GROUP_TYPE_NOT_ALLOWED: ErrorKind = ErrorKind::new(
    "promotion.group_type_not_allowed",
    422,
    "A range or an amount goes with a percentage or an amount off only",
);
/// Fixed numbers of pieces that never add up.
pub(crate) static GROUP_NEVER_FILLED: ErrorKind = ErrorKind::new(
    "promotion.group_never_filled",
    422,
    "The pieces of its items never make up what the group needs",
);
/// A row of a group that is not there.
pub(crate) static GROUP_UNKNOWN: ErrorKind = ErrorKind::new(
    "promotion.group_unknown",
    422,
    "There is no group {groupCode}",
);
/// Two rows have one number.
pub(crate) static ROW_TWICE: ErrorKind =
    ErrorKind::new("promotion.row_twice", 422, "There is another row {lineno}");
/// An item is there twice.
pub(crate) static ITEM_TWICE: ErrorKind =
    ErrorKind::new("promotion.item_twice", 422, "This item is there already");
/// A row of its own without a number of pieces.
pub(crate) static QUANTITY_MISSING: ErrorKind = ErrorKind::new(
    "promotion.quantity_missing",
    422,
    "An item without a group needs a number of pieces",
);
/// A row that needs more than its group.
pub(crate) static QUANTITY_TOO_LARGE: ErrorKind = ErrorKind::new(
    "promotion.quantity_too_large",
    422,
    "The group does not take so many pieces",
);
/// A line-specific package whose row gives nothing.
pub(crate) static ROW_BENEFIT_MISSING: ErrorKind = ErrorKind::new(
    "promotion.row_benefit_missing",
    422,
    "Say what this item gets",
);
/// A row that gives something in another package.
pub(crate) static ROW_BENEFIT_NOT_ALLOWED: ErrorKind = ErrorKind::new(
    "promotion.row_benefit_not_allowed",
    422,
    "Only a line-specific package says per item what it gets",
);
/// A row that repeats another benefit.
pub(crate) static BENEFIT_DIFFERS: ErrorKind = ErrorKind::new(
    "promotion.benefit_differs",
    422,
    "This row repeats another discount than the package has",
);
/// A price group or a store in another currency.
pub(crate) static CURRENCY_DIFFERS: ErrorKind = ErrorKind::new(
    "promotion.currency_differs",
    422,
    "{name} has the currency {currency}",
);
/// A campaign that runs nowhere.
pub(crate) static NO_STORE: ErrorKind =
    ErrorKind::new("promotion.no_store", 422, "Choose at least one boutique");
/// A campaign that offers nothing.
pub(crate) static NO_GIFT: ErrorKind =
    ErrorKind::new("promotion.no_gift", 422, "Add at least one gift");

/// What only the tables know.
pub(crate) struct Facts {
    /// The date on which somebody looks.
    pub(crate) today: Date,
    /// The items of those named that there are.
    pub(crate) items: BTreeSet<String>,
    /// Price group or stores that are named, with their currencies.
    pub(crate) currencies: Vec<(String, Currency)>,
}

/// All that keeps a package from being enabled; nothing when it may.
pub(crate) fn package_faults(draft: &PackageDraft, facts: &Facts) -> Vec<FaultView> {
    let header = &draft.header;
    let mut found: Vec<FaultView> = validate(draft)
        .err()
        .unwrap_or_default()
        .iter()
        .map(|fault| package_fault(fault, header.benefit))
        .collect();
    found.extend(common(
        header.ending_date,
        header.currency,
        "priceGroupCode",
        facts,
    ));
    for row in &draft.items {
        let item_no = row.item_no.as_str();
        if !item_no.trim().is_empty() && !facts.items.contains(item_no) {
            let refusal = Refusal::new(&ITEM_UNKNOWN).with("itemNo", item_no);
            found.push(at_row(&refusal.at("itemNo"), row.lineno));
        }
    }
    found
}

/// All that keeps a campaign from being enabled; nothing when it may.
pub(crate) fn campaign_faults(campaign: &Campaign, facts: &Facts) -> Vec<FaultView> {
    let found = faults(campaign);
    let mut found: Vec<FaultView> = found.iter().map(campaign_fault).collect();
    found.extend(common(
        campaign.ending_date,
        campaign.currency,
        "stores",
        facts,
    ));
    found
}

fn common(
    ending_date: Option<Date>,
    currency: Currency,
    field: &'static str,
    facts: &Facts,
) -> Vec<FaultView> {
    let mut found = Vec::new();
    if ending_date.is_some_and(|end| end < facts.today) {
        found.push(at_head(&Refusal::new(&ALREADY_OVER).at("endingDate")));
    }
    for (name, other) in &facts.currencies {
        if *other != currency {
            let refusal = Refusal::new(&CURRENCY_DIFFERS)
                .with("name", name.as_str())
                .with("currency", other.code());
            found.push(at_head(&refusal.at(field)));
        }
    }
    found
}

fn at_head(refusal: &Refusal) -> FaultView {
    FaultView {
        refusal: refusal.view(),
        group_code: None,
        lineno: None,
    }
}

fn at_group(refusal: &Refusal, group_code: &str) -> FaultView {
    FaultView {
        group_code: Some(group_code.to_owned()),
        ..at_head(refusal)
    }
}

fn at_row(refusal: &Refusal, lineno: u32) -> FaultView {
    FaultView {
        lineno: Some(i64::from(lineno)),
        ..at_head(refusal)
    }
}

fn package_fault(fault: &Fault, benefit: Benefit) -> FaultView {
    let head = |kind, field| at_head(&Refusal::new(kind).at(field));
    let percent_field = match benefit {
        Benefit::LeastExpensive { .. } => "leastExpensiveDiscPercent",
        _ => "groupDiscTypeValue",
    };
    match fault {
        Fault::IdBlank => head(&BLANK, "discountId"),
        Fault::DescriptionBlank => head(&BLANK, "description"),
        Fault::DatesReversed => head(&DATES_REVERSED, "endingDate"),
        Fault::HoursEmpty => head(&HOURS_EMPTY, "toTime"),
        Fault::NoWeekday => head(&NO_WEEKDAY, "weekdays"),
        Fault::TriggerOutOfBounds => head(&AMOUNT_OUT_OF_BOUNDS, "amountToTrigger"),
        Fault::NeverApplies => head(&NEVER_APPLIES, "maxTimes"),
        Fault::NoGroup | Fault::NoRow => head(&NO_ITEM, "items"),
        Fault::PercentOutOfBounds => head(&PERCENT_OUT_OF_BOUNDS, percent_field),
        Fault::AmountOutOfBounds => head(&AMOUNT_OUT_OF_BOUNDS, "groupDiscTypeValue"),
        Fault::LeastExpensiveCount { needed, .. } => {
            let refusal = Refusal::new(&LEAST_EXPENSIVE_COUNT).with("needed", i64::from(*needed));
            at_head(&refusal.at("groupDiscTypeValue"))
        }
        other => group_fault(other),
    }
}

fn group_fault(fault: &Fault) -> FaultView {
    let group = |kind, field, group_code: &String| {
        let refusal = Refusal::new(kind).with("groupCode", group_code.as_str());
        at_group(&refusal.at(field), group_code)
    };
    match fault {
        Fault::GroupTwice { group_code } => group(&GROUP_TWICE, "groupCode", group_code),
        Fault::GroupBlank => at_group(&Refusal::new(&BLANK).at("groupCode"), ""),
        Fault::GroupUnused { group_code } => group(&GROUP_UNUSED, "groupCode", group_code),
        Fault::GroupNeedsNothing { group_code } => {
            group(&GROUP_NEEDS_NOTHING, "value1", group_code)
        }
        Fault::RangeReversed { group_code } => group(&RANGE_REVERSED, "value2", group_code),
        Fault::GroupTypeNotAllowed { group_code } => {
            group(&GROUP_TYPE_NOT_ALLOWED, "groupType", group_code)
        }
        Fault::GroupNeverFilled { group_code } => group(&GROUP_NEVER_FILLED, "value1", group_code),
        other => row_fault(other),
    }
}

fn row_fault(fault: &Fault) -> FaultView {
    let row = |kind, field, lineno: &u32| at_row(&Refusal::new(kind).at(field), *lineno);
    match fault {
        Fault::RowTwice { lineno } => {
            let refusal = Refusal::new(&ROW_TWICE).with("lineno", i64::from(*lineno));
            at_row(&refusal.at("lineno"), *lineno)
        }
        Fault::ItemBlank { lineno } => row(&BLANK, "itemNo", lineno),
        Fault::ItemTwice { lineno } => row(&ITEM_TWICE, "itemNo", lineno),
        Fault::UnknownGroup { lineno, group_code } => {
            let refusal = Refusal::new(&GROUP_UNKNOWN).with("groupCode", group_code.as_str());
            at_row(&refusal.at("lineGroup"), *lineno)
        }
        Fault::QuantityMissing { lineno } => row(&QUANTITY_MISSING, "quantityOfItemNeed", lineno),
        Fault::QuantityTooLarge { lineno } => {
            row(&QUANTITY_TOO_LARGE, "quantityOfItemNeed", lineno)
        }
        Fault::RowBenefitMissing { lineno } => row(&ROW_BENEFIT_MISSING, "discType", lineno),
        Fault::RowBenefitNotAllowed { lineno } => row(&ROW_BENEFIT_NOT_ALLOWED, "discType", lineno),
        Fault::RowPercentOutOfBounds { lineno } => {
            row(&PERCENT_OUT_OF_BOUNDS, "dealPriceOrDiscPercent", lineno)
        }
        Fault::RowAmountOutOfBounds { lineno } => {
            row(&AMOUNT_OUT_OF_BOUNDS, "dealPriceOrDiscPercent", lineno)
        }
        Fault::BenefitDiffers { lineno } => row(&BENEFIT_DIFFERS, "discType", lineno),
        // What concerns the head or a group was told above.
        _ => at_head(&Refusal::new(&NO_ITEM).at("items")),
    }
}

fn campaign_fault(fault: &CampaignFault) -> FaultView {
    let head = |kind, field| at_head(&Refusal::new(kind).at(field));
    match fault {
        CampaignFault::IdBlank => head(&BLANK, "campaignId"),
        CampaignFault::NameBlank => head(&BLANK, "name"),
        CampaignFault::DatesReversed => head(&DATES_REVERSED, "endingDate"),
        CampaignFault::NoStore => head(&NO_STORE, "stores"),
        CampaignFault::AmountOutOfBounds => head(&AMOUNT_OUT_OF_BOUNDS, "qualifyingAmount"),
        CampaignFault::NoGift => head(&NO_GIFT, "itemNos"),
        CampaignFault::GiftTwice { .. } => head(&ITEM_TWICE, "itemNos"),
        CampaignFault::QuantityNotOne | CampaignFault::CustomerLimitZero => at_head(
            &Refusal::new(&NUMBER_OUT_OF_BOUNDS)
                .with("minimum", 1_i64)
                .with("maximum", PIECES_MAX)
                .at("perCustomerLimit"),
        ),
    }
}

/// Refuses names that no table holds; a campaign cannot even be kept with them.
pub(crate) fn refuse_unknown(
    campaign: &Campaign,
    stores: &BTreeSet<String>,
    classes: &BTreeSet<String>,
    items: &BTreeSet<String>,
) -> Result<(), Refusal> {
    if campaign
        .stores
        .iter()
        .any(|store| !stores.contains(&store.0))
    {
        return Err(Refusal::new(&STORE_UNKNOWN).at("stores"));
    }
    if campaign
        .families
        .iter()
        .any(|class| !classes.contains(class))
    {
        return Err(Refusal::new(&CLASS_UNKNOWN).at("itemClasses"));
    }
    let unknown = campaign
        .item_nos
        .iter()
        .find(|item| !items.contains(&item.0));
    match unknown {
        Some(item_no) => {
            let refusal = Refusal::new(&ITEM_UNKNOWN).with("itemNo", item_no.as_str());
            Err(refusal.at("itemNos"))
        }
        None => Ok(()),
    }
}
