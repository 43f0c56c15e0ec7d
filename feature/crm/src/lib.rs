//! Customers: finding them, keeping what is known of them and what they allow, and showing no more
//! of them than somebody may see.

mod create_customer;
mod get_customer;
mod get_photo;
mod list_areas;
mod record;
pub mod rule;
mod search_customers;
mod set_photo;
mod set_price_groups;
mod store;
mod studio;
mod update_customer;
pub mod view;

use std::sync::Arc;

use journal::Signer;
use kernel::ErrorKind;
use shell::Shell;
use shell::http::api::ApiRouter;
use shell::routes;

pub use store::{Buyer, Customer, find_buyer, find_customer, note_visit};
pub use studio::Studio;
pub use view::CustomerView;

/// The permission to see whole telephone numbers and addresses (domain §16.4).
pub const VIEW_FULL: &str = "crm.viewFull";

/// A search for nothing, or for too little to find anybody by.
pub static SEARCH_TERM_MISSING: ErrorKind = ErrorKind::new(
    "crm.search_term_missing",
    422,
    "Please enter a name, phone or email",
);
/// There is no such customer.
pub static CUSTOMER_NOT_FOUND: ErrorKind =
    ErrorKind::new("crm.customer_not_found", 404, "No customer found");
/// A change of somebody who is not there.
pub static PROFILE_MISSING: ErrorKind = ErrorKind::new(
    "crm.profile_missing",
    404,
    "Please create or search customer profile before updating",
);
/// A photograph of somebody who is not there.
pub static CUSTOMER_MISSING: ErrorKind = ErrorKind::new(
    "crm.customer_missing",
    404,
    "Please search or create a customer first",
);
/// Neither telephone number nor address.
pub static CONTACT_MISSING: ErrorKind = ErrorKind::new(
    "crm.contact_missing",
    422,
    "At least one of phoneNo or email is required",
);
/// What was typed is no address.
pub static EMAIL_INVALID: ErrorKind =
    ErrorKind::new("crm.email_invalid", 422, "E-mail must be valid");
/// Nobody could dial the number.
pub static PHONE_INVALID: ErrorKind = ErrorKind::new(
    "crm.phone_invalid",
    422,
    "Please enter the correct phone number",
);
/// Nothing differs from what is kept.
pub static NOT_CHANGED: ErrorKind = ErrorKind::new(
    "crm.not_changed",
    422,
    "Customer information has not changed and cannot be saved",
);
/// Others have both already. `customerId` has the number, `emailCustomerId` the address.
pub static EMAIL_AND_PHONE_TAKEN: ErrorKind = ErrorKind::new(
    "crm.email_and_phone_taken",
    409,
    "Email and phone number are already taken",
);
/// Another customer (`customerId`) has the address already.
pub static EMAIL_TAKEN: ErrorKind =
    ErrorKind::new("crm.email_taken", 409, "Email is already taken");
/// Another customer (`customerId`) has the number already.
pub static PHONE_TAKEN: ErrorKind =
    ErrorKind::new("crm.phone_taken", 409, "Phone number is already taken");
/// Somebody changed the customer since they were read.
pub static CHANGED_MEANWHILE: ErrorKind = ErrorKind::new(
    "crm.changed_meanwhile",
    409,
    "{staffName} changed this customer in the meantime; nothing was overwritten",
);
/// A text is longer than is kept.
pub static TEXT_TOO_LONG: ErrorKind = ErrorKind::new(
    "crm.text_too_long",
    422,
    "At most {maximum} characters can be kept here",
);
/// A list is longer than is kept.
pub static TOO_MANY_WORDS: ErrorKind = ErrorKind::new(
    "crm.too_many_words",
    422,
    "At most {maximum} entries can be kept here",
);
/// No such country.
pub static COUNTRY_UNKNOWN: ErrorKind =
    ErrorKind::new("crm.country_unknown", 422, "Please choose a country");
/// No such language.
pub static LANGUAGE_UNKNOWN: ErrorKind =
    ErrorKind::new("crm.language_unknown", 422, "Please choose a language");
/// No ten years that anybody was born in.
pub static GENERATION_UNKNOWN: ErrorKind =
    ErrorKind::new("crm.generation_unknown", 422, "Please choose a generation");
/// No such month.
pub static BIRTHDAY_MONTH_UNKNOWN: ErrorKind = ErrorKind::new(
    "crm.birthday_month_unknown",
    422,
    "Please choose the month of the birthday",
);
/// Fewer children than none, or more than anybody has.
pub static KIDS_IMPOSSIBLE: ErrorKind = ErrorKind::new(
    "crm.kids_impossible",
    422,
    "The number of children must be between 0 and 20",
);
/// The salesperson does not work in this store.
pub static SALESPERSON_UNKNOWN: ErrorKind = ErrorKind::new(
    "crm.salesperson_unknown",
    422,
    "This salesperson does not work in this store",
);
/// The customer was shown other words than hold today.
pub static CONSENT_TEXT_CHANGED: ErrorKind = ErrorKind::new(
    "crm.consent_text_changed",
    409,
    "The words of the consents have changed; reload the till and show them again",
);
/// What was sent is no picture that we read.
pub static PHOTO_UNREADABLE: ErrorKind = ErrorKind::new(
    "crm.photo_unreadable",
    422,
    "The photo must be a JPEG, PNG or WebP picture",
);
/// The picture is too large.
pub static PHOTO_TOO_LARGE: ErrorKind =
    ErrorKind::new("crm.photo_too_large", 422, "The photo is too large");
/// The customer has none.
pub static PHOTO_NOT_FOUND: ErrorKind =
    ErrorKind::new("crm.photo_not_found", 404, "This customer has no photo");
/// There is no such price group for customers.
pub static PRICE_GROUP_UNKNOWN: ErrorKind = ErrorKind::new(
    "crm.price_group_unknown",
    422,
    "There is no such price group for customers",
);

/// This feature's part of the error catalogue.
pub static ERRORS: &[&ErrorKind] = &[
    &SEARCH_TERM_MISSING,
    &CUSTOMER_NOT_FOUND,
    &PROFILE_MISSING,
    &CUSTOMER_MISSING,
    &CONTACT_MISSING,
    &EMAIL_INVALID,
    &PHONE_INVALID,
    &NOT_CHANGED,
    &EMAIL_AND_PHONE_TAKEN,
    &EMAIL_TAKEN,
    &PHONE_TAKEN,
    &CHANGED_MEANWHILE,
    &TEXT_TOO_LONG,
    &TOO_MANY_WORDS,
    &COUNTRY_UNKNOWN,
    &LANGUAGE_UNKNOWN,
    &GENERATION_UNKNOWN,
    &BIRTHDAY_MONTH_UNKNOWN,
    &KIDS_IMPOSSIBLE,
    &SALESPERSON_UNKNOWN,
    &CONSENT_TEXT_CHANGED,
    &PHOTO_UNREADABLE,
    &PHOTO_TOO_LARGE,
    &PHOTO_NOT_FOUND,
    &PRICE_GROUP_UNKNOWN,
];

/// What the operations of this feature need.
#[derive(Clone)]
pub struct CrmState {
    /// The plumbing.
    pub shell: Shell,
    /// Signs the journal.
    pub signer: Arc<Signer>,
    studio: Studio,
}

impl CrmState {
    /// What the operations of this feature need.
    #[must_use]
    pub fn new(shell: Shell, signer: Arc<Signer>) -> Self {
        Self {
            shell,
            signer,
            studio: Studio::default(),
        }
    }
}

/// The operations of this feature.
pub fn routes(state: CrmState) -> ApiRouter {
    ApiRouter::new()
        .routes(routes!(search_customers::search_customers))
        .routes(routes!(list_areas::list_areas))
        .routes(routes!(create_customer::create_customer))
        .routes(routes!(get_customer::get_customer))
        .routes(routes!(update_customer::update_customer))
        .routes(routes!(get_photo::get_photo))
        .routes(routes!(set_photo::set_photo))
        .routes(routes!(set_price_groups::list_customer_price_groups))
        .routes(routes!(set_price_groups::set_customer_price_groups))
        .with_state(state)
}
