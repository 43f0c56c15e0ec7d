//! The SQL of gift cards. Every function takes a transaction; none decides.

mod batch;
mod card;
mod ledger;
mod line;
mod list;
mod proof;
mod terms;

pub use batch::{NewCard, insert_batch, insert_card};
pub(crate) use batch::{batch_exists, number_exists};
pub use card::{Card, find_card, find_card_by_number};
pub(crate) use card::{
    NewNote, Sold, insert_note, is_sale_stated, list_expired, move_card, note_refund, note_sale,
    resembles_card,
};
pub use ledger::NewEntry;
pub(crate) use ledger::{
    PaperEntry, Proved, find_redeemed, insert_entry, list_differing, list_entries,
    list_of_deposit_payment, list_of_order, list_strays, order_has_card,
};
pub(crate) use line::{
    CardOfLine, attach, end_top_up, find_by_line, find_by_top_up_line, find_of_line,
    has_card_lines, hold_top_up, is_in_basket_of, list_of_basket, release_top_up,
};
pub(crate) use list::{
    Filter, LedgerRow, ListedCard, count_cards, find_listed, list_cards, list_ledger, list_notes,
    list_offices,
};
pub use proof::Purpose;
pub(crate) use proof::{
    count_wrong, find_owner, find_tries, forget_old, forget_tries, insert_proof, use_proof,
};
pub(crate) use terms::{find_terms, keep_terms, list_terms};
