//! Gift cards: sold by number, active once they are paid for, paid with by number and code.
//!
//! A card is a value that the shop owes. Its ledger is only added to, in the transaction of whatever
//! moves the balance: the completed sale, the tender, the job that ends what is too old. What a card
//! was charged with, less what its other entries took, is its balance.
//!
//! The sale calls [`line`] for the lines that sell a card or top one up; payment calls [`GiftCardWallet`] for the
//! tenders that one pays. Returns ask [`return_refusal`] and give back with [`refund_to_new_card`].

mod admin;
mod book;
mod change_state;
mod check_available;
mod check_card;
mod create_batch;
mod export_cards;
mod get_card;
mod import_batch;
mod job;
pub mod line;
mod list_cards;
mod paper;
mod prove;
mod request_code;
mod returned;
pub mod rule;
mod secret;
pub mod store;
mod verification;
mod view;
mod wallet;

use std::sync::Arc;

use journal::Signer;
use kernel::ErrorKind;
use session::Actor;
use setting::Desk;
use shell::Shell;
use shell::http::api::ApiRouter;
use shell::mail::Mailer;
use shell::routes;

pub use book::{Place, block, charge, expire};
pub use job::expire_gift_cards;
pub use paper::{GiftCardPart, of_deposit_payment};
pub use returned::{Refund, refund_to_new_card, return_refusal};
pub use secret::hash_of_code;
pub use verification::verify;
pub use wallet::{GiftCardWallet, Redemption, redeem};

/// The item that sells a gift card.
pub const ITEM_NO: &str = "GIFTCARD";
/// The permission to give back an order that used or sold a card.
pub const MAY_RETURN: &str = "giftcard.returnOverride";

/// The store neither sells nor takes gift cards.
pub static FUNCTION_UNAVAILABLE: ErrorKind = ErrorKind::new(
    "gift_card.function_unavailable",
    409,
    "The gift card function is unavailable in this store",
);
/// The store sells none, or not this one: another market's, or one that is not in stock.
pub static CANNOT_BE_BOUGHT: ErrorKind = ErrorKind::new(
    "gift_card.cannot_be_bought",
    409,
    "This gift card cannot be bought here",
);
/// Money is to go back on a card that is another market's, or that somebody has already.
pub static CANNOT_TAKE_REFUND: ErrorKind = ErrorKind::new(
    "gift_card.cannot_take_refund",
    409,
    "No refund can be put on this gift card",
);
/// The store takes none, or not those of this market.
pub static STORE_CANNOT_USE: ErrorKind = ErrorKind::new(
    "gift_card.store_cannot_use",
    409,
    "The store gift card cannot be used here",
);
/// Nothing is on the card, or it cannot be spent now.
pub static UNAVAILABLE: ErrorKind = ErrorKind::new(
    "gift_card.unavailable",
    409,
    "The balance of this gift card is 0 or unavailable",
);
/// The card's last day has passed.
pub static EXPIRED: ErrorKind = ErrorKind::new(
    "gift_card.expired",
    409,
    "This gift card has expired: its last day was {date}",
);
/// Less is on the card than is wanted.
pub static BALANCE_TOO_LOW: ErrorKind = ErrorKind::new(
    "gift_card.balance_too_low",
    409,
    "This gift card holds {balance}",
);
/// The card is of another currency than the store.
pub static WRONG_CURRENCY: ErrorKind = ErrorKind::new(
    "gift_card.wrong_currency",
    409,
    "This gift card is in {currency} and cannot be used here",
);
/// A gift card in the basket, and another one to pay.
pub static PAID_WITH_CARD: ErrorKind = ErrorKind::new(
    "gift_card.paid_with_card",
    409,
    "A gift card cannot be paid with a gift card",
);
/// Another line of the basket has the card.
pub static CARD_REPEATED: ErrorKind = ErrorKind::new(
    "gift_card.card_repeated",
    409,
    "The card number must not repeat",
);
/// A card is sold or used of which nobody asked first whether it can be.
pub static CHECK_FIRST: ErrorKind = ErrorKind::new(
    "gift_card.check_first",
    409,
    "Check that the card number is available first",
);
/// No number.
pub static NUMBER_REQUIRED: ErrorKind =
    ErrorKind::new("gift_card.number_required", 422, "Enter the card number");
/// No code.
pub static CODE_REQUIRED: ErrorKind =
    ErrorKind::new("gift_card.code_required", 422, "Enter the code of the card");
/// Number and code do not belong together, or there is no such card; which is not told.
pub static CODE_MISMATCH: ErrorKind = ErrorKind::new(
    "gift_card.code_mismatch",
    422,
    "Card number and code do not match",
);
/// Too many wrong codes.
pub static LOCKED: ErrorKind = ErrorKind::new(
    "gift_card.locked",
    423,
    "Too many wrong codes. Try again in {minutes} minutes",
);
/// A code was entered before one was asked for.
pub static GET_CODE_FIRST: ErrorKind = ErrorKind::new(
    "gift_card.get_code_first",
    409,
    "The get-code button must be clicked first",
);
/// The mailed code is too old or was used.
pub static CODE_EXPIRED: ErrorKind = ErrorKind::new(
    "gift_card.code_expired",
    410,
    "This code has expired. Get another one",
);
/// There is nobody to whom a code could be mailed, or no such card; which is not told.
pub static NO_ADDRESS: ErrorKind = ErrorKind::new(
    "gift_card.no_address",
    409,
    "No code can be sent for this card number. Use the code on the card",
);
/// Nothing, or less, to be put on a card.
pub static AMOUNT_NOT_POSITIVE: ErrorKind = ErrorKind::new(
    "gift_card.amount_not_positive",
    422,
    "The amount must be above 0",
);
/// More or less than a card is sold for.
pub static AMOUNT_OUT_OF_BOUNDS: ErrorKind = ErrorKind::new(
    "gift_card.amount_out_of_bounds",
    422,
    "A gift card is sold for {minimum} to {maximum}",
);
/// More is to be put on a card that takes no more: the store sells none, it is another market's, or
/// nothing is on it that could be spent.
pub static CANNOT_BE_TOPPED_UP: ErrorKind = ErrorKind::new(
    "gift_card.cannot_be_topped_up",
    409,
    "This gift card cannot be topped up here",
);
/// Another basket tops the card up.
pub static TOP_UP_ELSEWHERE: ErrorKind = ErrorKind::new(
    "gift_card.top_up_elsewhere",
    409,
    "This gift card is being topped up in another basket",
);
/// Not even the least would fit on the card.
pub static CARD_FULL: ErrorKind = ErrorKind::new(
    "gift_card.card_full",
    409,
    "This gift card is full: it holds up to {maximum}",
);
/// More or less than fits on a card.
pub static TOP_UP_OUT_OF_BOUNDS: ErrorKind = ErrorKind::new(
    "gift_card.top_up_out_of_bounds",
    422,
    "This gift card can be topped up with {minimum} to {maximum}",
);
/// More would be left on a card than may be given up.
pub static REST_TOO_LARGE: ErrorKind = ErrorKind::new(
    "gift_card.rest_too_large",
    409,
    "Only a rest below {limit} can be cleared",
);
/// An order that used or sold a card comes back.
pub static NOT_RETURNABLE: ErrorKind = ErrorKind::new(
    "gift_card.not_returnable",
    409,
    "Orders using a gift card cannot be returned",
);
/// A basket that sells a card, on a deposit.
pub static NOT_ON_DEPOSIT: ErrorKind = ErrorKind::new(
    "gift_card.not_on_deposit",
    409,
    "A gift card cannot be sold on a deposit",
);
/// There is no such card.
pub static NOT_FOUND: ErrorKind =
    ErrorKind::new("gift_card.not_found", 404, "There is no such gift card");
/// What is to be done with a card cannot be done in its state.
pub static WRONG_STATE: ErrorKind = ErrorKind::new(
    "gift_card.wrong_state",
    409,
    "This cannot be done with the card as it is now",
);
/// A card is voided later than on the day of its sale.
pub static VOID_TOO_LATE: ErrorKind = ErrorKind::new(
    "gift_card.void_too_late",
    409,
    "A gift card is voided only unused, on the day of its sale and before the day's statement",
);
/// A card is voided on which money of a customer went back.
pub static REFUND_NOT_VOIDABLE: ErrorKind = ErrorKind::new(
    "gift_card.refund_not_voidable",
    409,
    "A gift card that carries a refund cannot be voided: the money on it is the customer's",
);
/// A batch of this code is there already.
pub static BATCH_TAKEN: ErrorKind = ErrorKind::new(
    "gift_card.batch_taken",
    409,
    "There is a batch of this code already",
);
/// A row of an import cannot be taken.
pub static IMPORT_ROW: ErrorKind = ErrorKind::new(
    "gift_card.import_row",
    422,
    "Row {row}: a card has a number of 8 to 32 and a code of 6 to 32 letters and digits",
);
/// A row of an import repeats a number.
pub static IMPORT_REPEATED: ErrorKind = ErrorKind::new(
    "gift_card.import_repeated",
    409,
    "Row {row}: this card number is there already",
);
/// An import that is no table, is empty, or is too long.
pub static IMPORT_UNREADABLE: ErrorKind = ErrorKind::new(
    "gift_card.import_unreadable",
    422,
    "This is no table with the columns cardNo and code and up to {maximum} rows",
);

/// This feature's part of the error catalogue.
pub static ERRORS: &[&ErrorKind] = &[
    &FUNCTION_UNAVAILABLE,
    &CANNOT_BE_BOUGHT,
    &CANNOT_TAKE_REFUND,
    &STORE_CANNOT_USE,
    &UNAVAILABLE,
    &EXPIRED,
    &BALANCE_TOO_LOW,
    &WRONG_CURRENCY,
    &PAID_WITH_CARD,
    &CARD_REPEATED,
    &CHECK_FIRST,
    &NUMBER_REQUIRED,
    &CODE_REQUIRED,
    &CODE_MISMATCH,
    &LOCKED,
    &GET_CODE_FIRST,
    &CODE_EXPIRED,
    &NO_ADDRESS,
    &AMOUNT_NOT_POSITIVE,
    &AMOUNT_OUT_OF_BOUNDS,
    &CANNOT_BE_TOPPED_UP,
    &TOP_UP_ELSEWHERE,
    &CARD_FULL,
    &TOP_UP_OUT_OF_BOUNDS,
    &REST_TOO_LARGE,
    &NOT_RETURNABLE,
    &NOT_ON_DEPOSIT,
    &NOT_FOUND,
    &WRONG_STATE,
    &VOID_TOO_LATE,
    &REFUND_NOT_VOIDABLE,
    &BATCH_TAKEN,
    &IMPORT_ROW,
    &IMPORT_REPEATED,
    &IMPORT_UNREADABLE,
];

/// What the operations of this feature need.
#[derive(Clone)]
pub struct GiftCardState {
    /// The plumbing.
    pub shell: Shell,
    /// Signs the journal.
    pub signer: Arc<Signer>,
    /// Sends mail; none when no server is configured.
    pub mailer: Option<Mailer>,
}

impl GiftCardState {
    fn desk(&self, actor: &Actor) -> Desk {
        Desk::new(self.signer.clone(), actor, self.shell.clock.now())
    }
}

/// The operations of this feature.
pub fn routes(state: GiftCardState) -> ApiRouter {
    ApiRouter::new()
        .routes(routes!(check_card::check_gift_card))
        .routes(routes!(request_code::request_gift_card_code))
        .routes(routes!(check_available::check_gift_card_available))
        .routes(routes!(list_cards::list_gift_cards))
        .routes(routes!(export_cards::export_gift_cards))
        .routes(routes!(create_batch::create_gift_card_batch))
        .routes(routes!(import_batch::import_gift_cards))
        .routes(routes!(get_card::get_gift_card))
        .routes(routes!(change_state::change_gift_card_state))
        .routes(routes!(admin::list_gift_card_stores))
        .routes(routes!(
            admin::get_gift_card_store,
            admin::save_gift_card_store
        ))
        .with_state(state)
}
