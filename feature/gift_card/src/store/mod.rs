//! The SQL of gift cards. Every function takes a transaction; none decides.

mod batch;
mod card;
mod list;
mod proof;
mod terms;

pub use batch::{NewCard, insert_batch, insert_card};
pub(crate) use batch::{batch_exists, number_exists};
pub use card::{Card, NewEntry, find_card, find_card_by_number};
pub(crate) use card::{
    NewNote, Sold, attach, find_by_line, find_redeemed, has_card_lines, insert_entry, insert_note,
    is_in_basket_of, list_differing, list_expired, list_of_basket, move_card, note_sale,
    order_has_card,
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
