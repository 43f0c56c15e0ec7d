//! The tables of this feature.

mod change;
mod photo;
mod price_group;
mod profile;
mod search;

pub(crate) use change::{Consent, NewChange, consents_of, insert_change, insert_consent};
pub(crate) use photo::{get_photo, put_photo};
pub(crate) use price_group::{list_price_groups, price_groups_of, set_price_groups};
pub(crate) use profile::{
    NewCustomer, Stored, find_profile, find_same_contact, insert_customer, is_salesperson,
    set_photo, update_customer,
};
pub(crate) use search::search_customers;
pub use search::{Buyer, Customer, find_buyer, find_customer, note_visit};
