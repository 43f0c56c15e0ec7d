//! Mix-and-match packages: which combinations of pieces in a basket earn a discount, and how much.
//! Gifts: what an order or a customer earns. And the administration of both.

mod campaign_form;
mod change_campaign;
mod change_package;
mod create_campaign;
mod create_package;
mod fault;
mod find_items;
mod form;
mod get_campaign;
mod get_choices;
mod get_package;
mod list_campaigns;
mod list_packages;
mod record;
mod remove_package;
pub mod rule;
mod set_campaign_state;
mod set_package_state;
pub mod store;
mod try_package;
pub mod view;

use std::sync::Arc;

use journal::Signer;
use kernel::ErrorKind;
use shell::Shell;
use shell::http::api::ApiRouter;
use shell::routes;

/// There is no such package.
pub static PACKAGE_NOT_FOUND: ErrorKind = ErrorKind::new(
    "promotion.package_not_found",
    404,
    "There is no such package",
);
/// There is no such campaign.
pub static CAMPAIGN_NOT_FOUND: ErrorKind = ErrorKind::new(
    "promotion.campaign_not_found",
    404,
    "There is no such campaign",
);
/// Another has the number.
pub static ID_TAKEN: ErrorKind = ErrorKind::new(
    "promotion.id_taken",
    409,
    "There is another with the number {id}",
);
/// Somebody changed it since it was read.
pub static CHANGED_MEANWHILE: ErrorKind = ErrorKind::new(
    "promotion.changed_meanwhile",
    409,
    "{staffName} changed this in the meantime; nothing was overwritten",
);
/// Nothing differs from what is kept.
pub static NOT_CHANGED: ErrorKind =
    ErrorKind::new("promotion.not_changed", 422, "Nothing was changed");
/// A basket may be using it.
pub static NOT_EDITABLE: ErrorKind = ErrorKind::new(
    "promotion.not_editable",
    422,
    "Only a draft or what is switched off can be changed",
);
/// It does not go from where it stands to where it is wanted.
pub static STATE_NOT_POSSIBLE: ErrorKind = ErrorKind::new(
    "promotion.state_not_possible",
    422,
    "This cannot be done with what stands at {state}",
);
/// Baskets or orders may have used it.
pub static NOT_A_DRAFT: ErrorKind =
    ErrorKind::new("promotion.not_a_draft", 422, "Only a draft can be deleted");
/// A number that cannot be printed, typed or linked to.
pub static ID_MALFORMED: ErrorKind = ErrorKind::new(
    "promotion.id_malformed",
    422,
    "Use up to 20 capital letters, digits, hyphens and underscores",
);
/// A text is longer than is kept.
pub static TEXT_TOO_LONG: ErrorKind = ErrorKind::new(
    "promotion.text_too_long",
    422,
    "At most {maximum} characters can be kept here",
);
/// A list is longer than is kept.
pub static LIST_TOO_LONG: ErrorKind = ErrorKind::new(
    "promotion.list_too_long",
    422,
    "At most {maximum} entries can be kept here",
);
/// A number is outside of its bounds.
pub static NUMBER_OUT_OF_BOUNDS: ErrorKind = ErrorKind::new(
    "promotion.number_out_of_bounds",
    422,
    "Enter a number from {minimum} to {maximum}",
);
/// Seven letters, X or -.
pub static WEEKDAYS_MALFORMED: ErrorKind = ErrorKind::new(
    "promotion.weekdays_malformed",
    422,
    "Weekdays are seven letters, Monday first: X counts, - does not",
);
/// Not a time of the day, or only one of two.
pub static HOURS_MALFORMED: ErrorKind = ErrorKind::new(
    "promotion.hours_malformed",
    422,
    "Enter both hours, such as 09:30",
);
/// There is no such price group.
pub static PRICE_GROUP_UNKNOWN: ErrorKind =
    ErrorKind::new("promotion.price_group_unknown", 422, "Choose a price group");
/// There is no such store.
pub static STORE_UNKNOWN: ErrorKind =
    ErrorKind::new("promotion.store_unknown", 422, "Choose a boutique");
/// There is no such class.
pub static CLASS_UNKNOWN: ErrorKind =
    ErrorKind::new("promotion.class_unknown", 422, "Choose an item class");
/// There is no such item.
pub static ITEM_UNKNOWN: ErrorKind =
    ErrorKind::new("promotion.item_unknown", 422, "There is no item {itemNo}");
/// An item that cannot be tried because it has no price there and then.
pub static ITEM_WITHOUT_PRICE: ErrorKind = ErrorKind::new(
    "promotion.item_without_price",
    422,
    "{itemNo} has no price in this boutique on this day",
);

/// This feature's part of the error catalogue.
pub static ERRORS: &[&ErrorKind] = &[
    &PACKAGE_NOT_FOUND,
    &CAMPAIGN_NOT_FOUND,
    &ID_TAKEN,
    &CHANGED_MEANWHILE,
    &NOT_CHANGED,
    &NOT_EDITABLE,
    &STATE_NOT_POSSIBLE,
    &NOT_A_DRAFT,
    &ID_MALFORMED,
    &TEXT_TOO_LONG,
    &LIST_TOO_LONG,
    &NUMBER_OUT_OF_BOUNDS,
    &WEEKDAYS_MALFORMED,
    &HOURS_MALFORMED,
    &PRICE_GROUP_UNKNOWN,
    &STORE_UNKNOWN,
    &CLASS_UNKNOWN,
    &ITEM_UNKNOWN,
    &ITEM_WITHOUT_PRICE,
    &fault::BLANK,
    &fault::DATES_REVERSED,
    &fault::ALREADY_OVER,
    &fault::HOURS_EMPTY,
    &fault::NO_WEEKDAY,
    &fault::AMOUNT_OUT_OF_BOUNDS,
    &fault::PERCENT_OUT_OF_BOUNDS,
    &fault::NEVER_APPLIES,
    &fault::NO_ITEM,
    &fault::LEAST_EXPENSIVE_COUNT,
    &fault::GROUP_TWICE,
    &fault::GROUP_UNUSED,
    &fault::GROUP_NEEDS_NOTHING,
    &fault::RANGE_REVERSED,
    &fault::GROUP_TYPE_NOT_ALLOWED,
    &fault::GROUP_NEVER_FILLED,
    &fault::GROUP_UNKNOWN,
    &fault::ROW_TWICE,
    &fault::ITEM_TWICE,
    &fault::QUANTITY_MISSING,
    &fault::QUANTITY_TOO_LARGE,
    &fault::ROW_BENEFIT_MISSING,
    &fault::ROW_BENEFIT_NOT_ALLOWED,
    &fault::BENEFIT_DIFFERS,
    &fault::CURRENCY_DIFFERS,
    &fault::NO_STORE,
    &fault::NO_GIFT,
];

/// What the operations of this feature need.
#[derive(Clone)]
pub struct PromotionState {
    /// The plumbing.
    pub shell: Shell,
    /// Signs the journal.
    pub signer: Arc<Signer>,
}

/// The operations of this feature.
pub fn routes(state: PromotionState) -> ApiRouter {
    ApiRouter::new()
        .routes(routes!(list_packages::list_packages))
        .routes(routes!(create_package::create_package))
        .routes(routes!(try_package::try_package))
        .routes(routes!(get_package::get_package))
        .routes(routes!(change_package::change_package))
        .routes(routes!(remove_package::remove_package))
        .routes(routes!(set_package_state::set_package_state))
        .routes(routes!(get_choices::get_choices))
        .routes(routes!(find_items::find_items))
        .routes(routes!(list_campaigns::list_campaigns))
        .routes(routes!(create_campaign::create_campaign))
        .routes(routes!(get_campaign::get_campaign))
        .routes(routes!(change_campaign::change_campaign))
        .routes(routes!(set_campaign_state::set_campaign_state))
        .with_state(state)
}
