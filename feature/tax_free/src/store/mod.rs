//! The tables of this feature.

mod content;
mod drive;
mod event;
mod form;
mod insert;
mod list;
pub(crate) mod prepared;
mod purchase;
mod recorded;
pub(crate) mod rule;
pub(crate) mod shop;
mod void;

pub(crate) use content::{lines_of, traveller_of, wire_of};
pub(crate) use drive::{
    claim, clear_sent, list_due, list_past_deadline, mark_sent, purge_travellers, put_off, release,
};
pub(crate) use event::{events_of, insert_event, is_told};
pub(crate) use form::{
    asked_again, find_form, find_form_of_shop, forms_of_order, move_form, set_live,
};
pub(crate) use insert::insert_form;
pub(crate) use list::{FormFilter, count_forms, list_forms};
pub(crate) use purchase::{
    cards_of, customer_of, elsewhere, find_order_by_receipt, flight_of, names_of, neighbours,
    purchases,
};
pub(crate) use recorded::{held, key, list_certain};
pub(crate) use void::{find_void, insert_void, settle_void};
