//! The sale: a basket on the server, bound to its till, from the first piece to the receipt.

mod add_line;
mod approval;
mod authorise;
mod back;
mod change_basket;
mod change_line;
mod change_quantity;
mod confirm_prices;
mod customise;
mod customised_models;
mod empty;
mod gift;
mod give_discount;
mod heartbeat;
pub mod job;
mod load;
mod override_price;
mod park;
mod release_reservation;
mod remove_line;
mod restore;
pub mod rule;
mod scan;
mod session_end;
mod settle;
mod show;
mod sold_line;
mod start_payment;
pub mod store;
mod temporary_data;
pub mod view;
mod weigh;

use std::sync::Arc;

use axum::middleware::from_fn_with_state;
use journal::{Scene, Signer};
use kernel::ErrorKind;
use kernel::id::{LineId, StaffId, StoreNo, TerminalNo};
use serde::{Deserialize, Serialize};
use serde_json::json;
use session::Actor;
use shell::Shell;
use shell::db::{Tx, TxFuture};
use shell::event::Event;
use shell::http::host::DevelopmentHosts;
use shell::http::idempotency::{Intent, once_viewed};
use shell::http::{Answer, IdempotencyKey, Reply};
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

pub use session_end::put_basket_away;
pub use settle::complete_when_paid;

/// A sale without a salesperson.
pub static SALESPERSON_REQUIRED: ErrorKind = ErrorKind::new(
    "sale.salesperson_required",
    409,
    "Please Enter Sales Person",
);
/// A salesperson who does not exist, is blocked, or works elsewhere.
pub static SALESPERSON_UNKNOWN: ErrorKind = ErrorKind::new(
    "sale.salesperson_unknown",
    404,
    "This salesperson cannot sell in this store",
);
/// Fewer than one piece.
pub static QUANTITY_BELOW_ONE: ErrorKind =
    ErrorKind::new("sale.quantity_below_one", 422, "Quantity cannot be below 1");
/// A quantity with a fraction.
pub static QUANTITY_NOT_WHOLE: ErrorKind = ErrorKind::new(
    "sale.quantity_not_whole",
    422,
    "An item cannot be sold in half",
);
/// More pieces on a line than any shop sells at once.
pub static QUANTITY_ABOVE_MAXIMUM: ErrorKind = ErrorKind::new(
    "sale.quantity_above_maximum",
    422,
    "cannot add more than max quantity",
);
/// A line that is not in the basket.
pub static LINE_NOT_FOUND: ErrorKind =
    ErrorKind::new("sale.line_not_found", 404, "Please select a line");
/// A customer who does not exist.
pub static CUSTOMER_NOT_FOUND: ErrorKind =
    ErrorKind::new("sale.customer_not_found", 404, "No customer found");
/// An item without a price here today.
pub static NO_PRICE: ErrorKind =
    ErrorKind::new("sale.no_price", 409, "No price for this item in this store");
/// A basket with nothing in it.
pub static NOTHING_TO_PAY: ErrorKind =
    ErrorKind::new("sale.nothing_to_pay", 409, "The basket is empty");
/// Pieces that went to somebody else while the basket was away.
pub static LINE_NOT_RESERVED: ErrorKind = ErrorKind::new(
    "sale.line_not_reserved",
    409,
    "Only {reserved} of {quantity} pieces of {itemNo} are reserved",
);
/// A basket that is being paid.
pub static LOCKED_BY_PAYMENT: ErrorKind = ErrorKind::new(
    "sale.locked_by_payment",
    409,
    "The basket is being paid and cannot be changed",
);
/// Money was taken already.
pub static TENDER_BOOKED: ErrorKind = ErrorKind::new(
    "payment.tender_booked",
    409,
    "A payment was already taken; remove it before changing the basket",
);
/// No basket that could be taken up again.
pub static NOTHING_TO_RESTORE: ErrorKind = ErrorKind::new(
    "sale.nothing_to_restore",
    409,
    "No basket was left behind at this till",
);
/// Another basket is at work.
pub static BASKET_NOT_EMPTY: ErrorKind = ErrorKind::new(
    "sale.basket_not_empty",
    409,
    "Finish or empty the present basket before taking up the other one",
);
/// Text longer than the column takes.
pub static NOTE_TOO_LONG: ErrorKind = ErrorKind::new(
    "sale.note_too_long",
    422,
    "A note has at most {maximum} characters",
);
/// A reservation that does not exist, or no longer.
pub static RESERVATION_NOT_FOUND: ErrorKind = ErrorKind::new(
    "sale.reservation_not_found",
    404,
    "Nobody has reserved this piece at that till",
);
/// Temporary data of another till, or none.
pub static TEMPORARY_DATA_NOT_FOUND: ErrorKind = ErrorKind::new(
    "sale.temporary_data_not_found",
    404,
    "Nothing was saved for this till",
);

/// An item whose price is typed, without one.
pub static PRICE_ASKED: ErrorKind =
    ErrorKind::new("sale.price_asked", 409, "Enter the price of {itemNo}");
/// Price 0 where nothing is given away.
pub static PRICE_ZERO: ErrorKind = ErrorKind::new(
    "sale.price_zero",
    422,
    "{itemNo} cannot be sold for nothing",
);
/// A typed price outside of the item's limits.
pub static PRICE_OUT_OF_BOUNDS: ErrorKind = ErrorKind::new(
    "sale.price_out_of_bounds",
    422,
    "The price of {itemNo} must be between {minimum} and {maximum}",
);
/// Another price for what takes none.
pub static PRICE_NOT_OVERRIDABLE: ErrorKind = ErrorKind::new(
    "sale.price_not_overridable",
    409,
    "The price of {itemNo} cannot be replaced",
);
/// The typed price is the one that it has.
pub static PRICE_UNCHANGED: ErrorKind =
    ErrorKind::new("sale.price_unchanged", 422, "{itemNo} costs that already");
/// More pieces on a line that is one piece.
pub static ONE_PIECE_A_LINE: ErrorKind = ErrorKind::new(
    "sale.one_piece_a_line",
    409,
    "Each piece of this item is a line of its own",
);
/// A discount on what takes none.
pub static DISCOUNT_NOT_ALLOWED: ErrorKind = ErrorKind::new(
    "sale.discount_not_allowed",
    409,
    "No discount is given here",
);
/// Prices that changed since staff saw them.
pub static PRICE_CHANGED: ErrorKind = ErrorKind::new(
    "sale.price_changed",
    409,
    "Prices changed since this basket was begun; confirm the new ones",
);
/// A repair or service without saying what it is.
pub static REFERENCE_REQUIRED: ErrorKind =
    ErrorKind::new("sale.reference_required", 409, "Enter what {itemNo} is for");
/// A piece with a number of its own, without it.
pub static STOCK_NO_REQUIRED: ErrorKind = ErrorKind::new(
    "sale.stock_no_required",
    409,
    "Enter the stock number of the piece {itemNo}",
);
/// A piece with a certificate, without its number.
pub static CERTIFICATE_REQUIRED: ErrorKind = ErrorKind::new(
    "sale.certificate_required",
    409,
    "Certificate numbers are required for all pieces of {itemNo}",
);
/// A flight without a number.
pub static FLIGHT_EMPTY: ErrorKind = ErrorKind::new(
    "sale.flight_empty",
    422,
    "Flight information cannot be empty",
);
/// A duty-free sale without a flight.
pub static FLIGHT_REQUIRED: ErrorKind = ErrorKind::new(
    "sale.flight_required",
    409,
    "Flight information cannot be empty",
);
/// A certificate number that stands elsewhere.
pub static CERTIFICATE_REPEATED: ErrorKind = ErrorKind::new(
    "sale.certificate_repeated",
    409,
    "Certificate number {certificateNo} must not repeat",
);
/// More certificates than pieces.
pub static CERTIFICATE_TOO_MANY: ErrorKind = ErrorKind::new(
    "sale.certificate_too_many",
    422,
    "There are more certificate numbers than pieces",
);
/// A discount of nothing, or of more than there is.
pub static DISCOUNT_OUT_OF_BOUNDS: ErrorKind = ErrorKind::new(
    "sale.discount_out_of_bounds",
    422,
    "This discount cannot be given: check the value",
);
/// A discount without a reason of the list.
pub static DISCOUNT_REASON_UNKNOWN: ErrorKind =
    ErrorKind::new("sale.discount_reason_unknown", 422, "Choose a reason");
/// A weight for what is not sold by it.
pub static NOT_WEIGHED: ErrorKind =
    ErrorKind::new("sale.not_weighed", 409, "This item is not sold by weight");
/// A weight that cannot be.
pub static WEIGHT_OUT_OF_BOUNDS: ErrorKind = ErrorKind::new(
    "sale.weight_out_of_bounds",
    422,
    "This weight cannot be right",
);
/// More than whoever works the till may do alone.
pub static APPROVAL_REQUIRED: ErrorKind = ErrorKind::new(
    "sale.approval_required",
    409,
    "This needs the approval of a colleague",
);
/// An approval that was not asked for at this till.
pub static APPROVAL_NOT_FOUND: ErrorKind = ErrorKind::new(
    "sale.approval_not_found",
    404,
    "This approval does not exist",
);
/// An approval for what may be done without.
pub static APPROVAL_NOT_NEEDED: ErrorKind =
    ErrorKind::new("sale.approval_not_needed", 409, "No approval is needed");
/// Nobody of the store could approve it.
pub static APPROVAL_NOBODY: ErrorKind = ErrorKind::new(
    "sale.approval_nobody",
    409,
    "Nobody in this store may approve this",
);
/// Whoever asks cannot approve it.
pub static APPROVAL_BY_SOMEBODY_ELSE: ErrorKind = ErrorKind::new(
    "sale.approval_by_somebody_else",
    409,
    "Somebody else has to approve this",
);
/// An approver who may not approve this here.
pub static APPROVAL_NOT_THEIRS: ErrorKind = ErrorKind::new(
    "sale.approval_not_theirs",
    409,
    "This person may not approve this here",
);
/// An approver whose own limit is lower.
pub static APPROVAL_LIMIT: ErrorKind = ErrorKind::new(
    "sale.approval_limit",
    409,
    "{percent} % is above the limit of this approver",
);
/// An approval that was used, came too late, or is for the basket as it was.
pub static APPROVAL_ENDED: ErrorKind = ErrorKind::new(
    "sale.approval_ended",
    409,
    "This approval no longer counts; ask again",
);
/// An approval of something else.
pub static APPROVAL_OTHER_ACTION: ErrorKind = ErrorKind::new(
    "sale.approval_other_action",
    409,
    "This approval is for something else",
);
/// A gift without a customer.
pub static CUSTOMER_FIRST: ErrorKind = ErrorKind::new(
    "sale.customer_first",
    409,
    "Please search or create a customer first",
);
/// The customer has had as many as the campaign gives.
pub static GIFT_LIMIT: ErrorKind = ErrorKind::new(
    "sale.gift_limit",
    409,
    "This customer already received this gift",
);
/// The order is worth less than the campaign asks.
pub static GIFT_NOT_EARNED: ErrorKind = ErrorKind::new(
    "sale.gift_not_earned",
    409,
    "{missing} are missing for this gift",
);
/// No campaign offers it here.
pub static GIFT_NOT_OFFERED: ErrorKind = ErrorKind::new(
    "sale.gift_not_offered",
    409,
    "This gift is not offered here",
);
/// None or more than one gift.
pub static GIFT_MORE_THAN_ONE: ErrorKind = ErrorKind::new(
    "sale.gift_more_than_one",
    422,
    "cannot add more than 1 GWP unless the tote bag option is chosen",
);
/// The bags are not one of the two.
pub static GIFT_TOTE_BAG: ErrorKind = ErrorKind::new(
    "sale.gift_tote_bag",
    422,
    "Only one of the two tote bags may be selected",
);
/// None is left.
pub static GIFT_OUT_OF_STOCK: ErrorKind = ErrorKind::new(
    "sale.gift_out_of_stock",
    409,
    "No {itemNo} is left in this store",
);
/// Nothing to park.
pub static NOTHING_TO_PARK: ErrorKind = ErrorKind::new(
    "sale.nothing_to_park",
    409,
    "There is nothing in the basket to park",
);
/// More baskets wait than anybody keeps track of.
pub static PARKED_MAX_REACHED: ErrorKind = ErrorKind::new(
    "sale.parked_max_reached",
    409,
    "Too many baskets wait in this store; take one up first",
);
/// A basket that somebody else took up, or that was given up.
pub static BASKET_NOT_WAITING: ErrorKind = ErrorKind::new(
    "sale.basket_not_waiting",
    404,
    "This basket does not wait any more",
);

/// The flow of customised pieces, where this installation or this host does not offer it.
pub static CUSTOMISED_NOT_OFFERED: ErrorKind = ErrorKind::new(
    "sale.customised_not_offered",
    404,
    "Customised jewellery is not offered here",
);
/// Another text for a piece that is not made to order.
pub static LINE_NOT_CUSTOMISED: ErrorKind = ErrorKind::new(
    "sale.line_not_customised",
    409,
    "This piece is not made to order",
);

/// This feature's part of the error catalogue.
pub static ERRORS: &[&ErrorKind] = &[
    &SALESPERSON_REQUIRED,
    &SALESPERSON_UNKNOWN,
    &QUANTITY_BELOW_ONE,
    &QUANTITY_NOT_WHOLE,
    &QUANTITY_ABOVE_MAXIMUM,
    &LINE_NOT_FOUND,
    &CUSTOMER_NOT_FOUND,
    &NO_PRICE,
    &NOTHING_TO_PAY,
    &LINE_NOT_RESERVED,
    &LOCKED_BY_PAYMENT,
    &TENDER_BOOKED,
    &NOTHING_TO_RESTORE,
    &BASKET_NOT_EMPTY,
    &NOTE_TOO_LONG,
    &RESERVATION_NOT_FOUND,
    &TEMPORARY_DATA_NOT_FOUND,
    &PRICE_ASKED,
    &PRICE_ZERO,
    &PRICE_OUT_OF_BOUNDS,
    &PRICE_NOT_OVERRIDABLE,
    &PRICE_UNCHANGED,
    &PRICE_CHANGED,
    &ONE_PIECE_A_LINE,
    &DISCOUNT_NOT_ALLOWED,
    &NOTHING_TO_PARK,
    &PARKED_MAX_REACHED,
    &BASKET_NOT_WAITING,
    &CUSTOMER_FIRST,
    &GIFT_LIMIT,
    &GIFT_NOT_EARNED,
    &GIFT_NOT_OFFERED,
    &GIFT_MORE_THAN_ONE,
    &GIFT_TOTE_BAG,
    &GIFT_OUT_OF_STOCK,
    &CERTIFICATE_REPEATED,
    &CERTIFICATE_TOO_MANY,
    &DISCOUNT_OUT_OF_BOUNDS,
    &DISCOUNT_REASON_UNKNOWN,
    &NOT_WEIGHED,
    &WEIGHT_OUT_OF_BOUNDS,
    &APPROVAL_REQUIRED,
    &APPROVAL_NOT_FOUND,
    &APPROVAL_NOT_NEEDED,
    &APPROVAL_NOBODY,
    &APPROVAL_BY_SOMEBODY_ELSE,
    &APPROVAL_NOT_THEIRS,
    &APPROVAL_LIMIT,
    &APPROVAL_ENDED,
    &APPROVAL_OTHER_ACTION,
    &REFERENCE_REQUIRED,
    &STOCK_NO_REQUIRED,
    &CERTIFICATE_REQUIRED,
    &FLIGHT_REQUIRED,
    &CUSTOMISED_NOT_OFFERED,
    &LINE_NOT_CUSTOMISED,
    &FLIGHT_EMPTY,
];

/// The most pieces on one line.
pub const QUANTITY_MAX: i64 = 999;
/// The longest note, in characters.
pub const NOTE_CHARACTERS_MAX: i64 = 255;

/// What the operations of this feature need.
#[derive(Clone)]
pub struct SaleState {
    /// The plumbing.
    pub shell: Shell,
    /// Signs the journal.
    pub signer: Arc<Signer>,
    /// How long payments wait for what.
    pub timing: Arc<payment::Timing>,
    /// Checks the passwords of approvers.
    pub passwords: session::password::Passwords,
    /// Where the flow of customised pieces is offered.
    pub customised: DevelopmentHosts,
}

/// The till at which something happens, and who works there.
#[derive(Clone, Debug)]
pub struct Till {
    /// The store.
    pub store_no: StoreNo,
    /// The till.
    pub terminal_no: TerminalNo,
    /// Who is logged in.
    pub staff_id: StaffId,
    /// Since when.
    pub since: jiff::Timestamp,
    /// Now.
    pub now: jiff::Timestamp,
    /// Signs the journal.
    pub signer: Arc<Signer>,
}

impl Till {
    fn of(actor: &Actor, state: &SaleState) -> Self {
        Self {
            signer: state.signer.clone(),
            store_no: actor.store_no.clone(),
            terminal_no: actor.terminal_no.clone(),
            staff_id: actor.staff_id.clone(),
            since: actor.since,
            now: state.shell.clock.now(),
        }
    }
}

impl Till {
    /// Where and through whom the journal says that something happened.
    fn scene(&self) -> Scene<'_> {
        Scene {
            store_no: &self.store_no,
            terminal_no: Some(&self.terminal_no),
            operator: Some(&self.staff_id),
            at: self.now,
        }
    }
}

/// What a change of the basket did, as it is kept for a repeat.
#[derive(Debug, Default, Serialize, Deserialize)]
struct Done {
    /// The items whose stock it touched.
    item_nos: Vec<String>,
    /// The line that a scanned piece went to.
    line_id: Option<LineId>,
    /// The item of which a size must be chosen before it can go into the basket.
    choice: Option<String>,
}

impl Done {
    /// A change that touched the stock of these items.
    fn touching(item_nos: impl IntoIterator<Item = String>) -> Self {
        Self {
            item_nos: item_nos.into_iter().collect(),
            ..Self::default()
        }
    }
}

/// Carries out a change of the basket once, tells the tills whose stock it touches, and answers
/// with the basket as it is then.
async fn change<R>(
    state: &SaleState,
    actor: &Actor,
    key: IdempotencyKey,
    operation: &'static str,
    request: R,
    command: for<'a> fn(&'a mut Tx, &'a (Till, R)) -> TxFuture<'a, Done>,
) -> Reply
where
    R: Serialize + Send + Sync + 'static,
{
    change_viewed(
        state,
        actor,
        key,
        operation,
        request,
        command,
        |tx, (till, _), _| Box::pin(view::changed_view(tx, till)),
    )
    .await
}

/// As [`change`], with an answer of its own.
async fn change_viewed<R, T>(
    state: &SaleState,
    actor: &Actor,
    key: IdempotencyKey,
    operation: &'static str,
    request: R,
    command: for<'a> fn(&'a mut Tx, &'a (Till, R)) -> TxFuture<'a, Done>,
    view: for<'a> fn(&'a mut Tx, &'a (Till, R), &'a Done) -> TxFuture<'a, T>,
) -> Reply
where
    R: Serialize + Send + Sync + 'static,
    T: Serialize + Send + 'static,
{
    let till = Till::of(actor, state);
    let intent = Intent::new(key, operation, &till.terminal_no.0, &request, till.now)?;
    let (done, seen) = once_viewed(&state.shell, intent, (till, request), command, view).await?;
    tell_stock(&state.shell, &actor.store_no.0, &done.item_nos);
    Answer::of(&seen)
}

/// Tells the tills of a store which items to look at again.
fn tell_stock(shell: &Shell, store_no: &str, item_nos: &[String]) {
    if let Some(event) = stock_event(store_no, item_nos) {
        shell.events.tell(event);
    }
}

fn stock_event(store_no: &str, item_nos: &[String]) -> Option<Event> {
    (!item_nos.is_empty()).then(|| Event {
        store_no: store_no.to_owned(),
        terminal_no: None,
        name: "stock".to_owned(),
        data: json!({ "itemNos": item_nos }),
    })
}

/// The operations of this feature.
pub fn routes(state: SaleState) -> OpenApiRouter {
    let customised = OpenApiRouter::new()
        .routes(routes!(customised_models::list_customised))
        .routes(routes!(customise::add_customised))
        .routes(routes!(customise::change_customised))
        .route_layer(from_fn_with_state(
            state.clone(),
            customise::only_where_offered,
        ));
    OpenApiRouter::new()
        .merge(customised)
        .routes(routes!(show::show_basket, empty::empty_basket))
        .routes(routes!(add_line::add_line))
        .routes(routes!(scan::scan))
        .routes(routes!(change_line::change_line, remove_line::remove_line))
        .routes(routes!(change_basket::set_salesperson))
        .routes(routes!(change_basket::set_customer))
        .routes(routes!(change_basket::set_note))
        .routes(routes!(change_basket::set_flight))
        .routes(routes!(
            give_discount::give_line_discount,
            give_discount::take_line_discount
        ))
        .routes(routes!(
            give_discount::give_basket_discount,
            give_discount::take_basket_discount
        ))
        .routes(routes!(give_discount::list_discount_reasons))
        .routes(routes!(
            override_price::override_line_price,
            override_price::take_listed_price
        ))
        .routes(routes!(weigh::weigh))
        .routes(routes!(park::list_waiting))
        .routes(routes!(park::park_basket))
        .routes(routes!(park::resume_basket))
        .routes(routes!(
            gift::show_gifts,
            gift::choose_gift,
            gift::remove_gift
        ))
        .routes(routes!(confirm_prices::confirm_prices))
        .routes(routes!(approval::ask_approval))
        .routes(routes!(approval::sign_approval))
        .routes(routes!(heartbeat::heartbeat))
        .routes(routes!(restore::restore_basket))
        .routes(routes!(start_payment::start_payment))
        .routes(routes!(back::back_to_basket))
        .routes(routes!(change_quantity::change_quantity))
        .routes(routes!(release_reservation::release_reservation))
        .routes(routes!(temporary_data::save, temporary_data::load))
        .with_state(state)
}
