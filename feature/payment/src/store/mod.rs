//! The SQL of payments. Every function takes a transaction; none decides.

mod attempt;
mod basket;
pub(crate) mod cash;
mod detail;
mod driver;
pub(crate) mod exchange;
mod merchant;
mod period;
mod qr;
mod receipt;
mod reconciliation;
mod refund;
pub(crate) mod setup;
mod tender;
pub(crate) mod voucher;

pub use attempt::Channel;
pub(crate) use attempt::{
    Card, NewAttempt, Record, find_attempt, find_attempt_by_service, find_live_attempt,
    insert_attempt, next_service_id, save_attempt, save_steps,
};
pub use basket::{BookedTender, list_booked_tenders, read_foreign};
pub(crate) use basket::{
    NewTender, PayingBasket, delete_tender, find_booked_tender, find_paying_basket, insert_tender,
    is_basket_open, list_covered_baskets, note_order,
};
pub(crate) use detail::{Detail, is_slip_taken};
pub(crate) use driver::{find_removal, forget_drivers, is_terminal_live, list_to_drive, release};
pub use driver::{has_live_attempt, set_driver};
pub(crate) use merchant::{
    find_merchant, find_merchant_of, keep_merchant, list_active_merchants, read_merchants,
};
pub(crate) use period::{NewPeriod, end_period, insert_period, keep_period, list_ended};
pub(crate) use qr::{
    PaidOrder, QrRecord, can_book, find_attempt_by_order, insert_order, store_name,
};
pub use receipt::PaymentReceipt;
pub(crate) use receipt::receipts_of;
pub(crate) use reconciliation::{
    Compared, NewEntry, NewReport, Stray, find_payment, find_payment_by_reference, insert_entry,
    insert_report, kept_of, list_compared, list_strays,
};
pub use refund::NewOrigin;
pub(crate) use refund::{
    Source, find_origin_attempt, ground, insert_part, keep, list_origins, put_sources, set_aside,
    undo,
};
pub use tender::cash_currencies;
pub(crate) use tender::{
    TenderSetup, TerminalSetup, find_change_tender, find_tender, find_terminal_by_device,
    get_terminal, list_tenders, mappings, read_names,
};
