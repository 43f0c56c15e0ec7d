//! The SQL of payments. Every function takes a transaction; none decides.

mod attempt;
mod basket;
mod driver;
mod reconciliation;
mod tender;

pub(crate) use attempt::{
    Card, NewAttempt, Record, find_attempt, find_attempt_by_service, find_live_attempt,
    insert_attempt, next_service_id, save_attempt, save_steps,
};
pub use basket::{BookedTender, list_booked_tenders};
pub(crate) use basket::{
    NewTender, PayingBasket, delete_tender, find_booked_tender, find_paying_basket, insert_tender,
    is_basket_open, list_covered_baskets, note_order,
};
pub(crate) use driver::{
    forget_drivers, is_terminal_live, list_to_drive, release, was_removed_by_reversal,
};
pub use driver::{has_live_attempt, set_driver};
pub(crate) use reconciliation::{
    Compared, NewEntry, NewReport, Stray, find_payment, find_payment_by_reference, insert_entry,
    insert_report, kept_of, list_compared, list_strays,
};
pub(crate) use tender::{
    TenderSetup, TerminalSetup, card_mappings, find_tender, find_terminal_by_device, get_terminal,
    list_tenders,
};
