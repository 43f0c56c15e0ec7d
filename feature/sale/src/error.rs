//! What this feature refuses.

use kernel::ErrorKind;

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
/// People who sell together, with shares that are not the whole.
pub static SHARES_NOT_WHOLE: ErrorKind = ErrorKind::new(
    "sale.shares_not_whole",
    422,
    "The shares add up to {sum} %, not to 100 %",
);
/// Somebody who sells, without a part of it.
pub static SHARE_BELOW_ONE: ErrorKind = ErrorKind::new(
    "sale.share_below_one",
    422,
    "Each salesperson has at least 1 %",
);
/// Somebody who is named twice.
pub static SALESPERSON_REPEATED: ErrorKind = ErrorKind::new(
    "sale.salesperson_repeated",
    422,
    "Name each salesperson once",
);
/// Another salesperson for goods that the web shop sold.
pub static PICKUP_SALESPERSON: ErrorKind = ErrorKind::new(
    "sale.pickup_salesperson",
    409,
    "The pickup ticket does not allow switching salespersons.",
);
/// Anything that is done to a gift from a customer's record.
pub static CRM_NOT_OPERABLE: ErrorKind = ErrorKind::new(
    "sale.crm_not_operable",
    409,
    "CRM orders do not allow operation.",
);
/// More pieces than are available, where staff may sell them all the same: they are asked.
pub static STOCK_CONFIRM: ErrorKind = ErrorKind::new(
    "sale.stock_confirm",
    409,
    "{itemName}: {missing} more than stock has; confirm to sell below stock",
);
/// A piece that is counted by itself, of which the books have none.
pub static SINGLE_PIECE_NOT_IN_STOCK: ErrorKind = ErrorKind::new(
    "sale.single_piece_not_in_stock",
    409,
    "Each {itemNo} is a piece of its own and is sold once; the stock of this store has none",
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
/// Nothing is bought now: every line is put on deposit.
pub static ALL_ON_DEPOSIT: ErrorKind = ErrorKind::new(
    "sale.all_on_deposit",
    409,
    "All pieces are put on deposit: take the deposit",
);
/// A gift, or the bag that comes with one, is given with what is bought.
pub static GIFT_NOT_ON_DEPOSIT: ErrorKind = ErrorKind::new(
    "sale.gift_not_on_deposit",
    409,
    "A gift is given with what is bought now and cannot be put on deposit",
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
/// The gift is not on this customer's record.
pub static CRM_GIFT_NOT_FOUND: ErrorKind = ErrorKind::new(
    "sale.crm_gift_not_found",
    404,
    "This gift is not on the customer's record",
);
/// The gift begins later.
pub static CRM_GIFT_TOO_EARLY: ErrorKind = ErrorKind::new(
    "sale.crm_gift_too_early",
    409,
    "This gift is valid from {date} on",
);
/// Its time is over.
pub static CRM_GIFT_EXPIRED: ErrorKind = ErrorKind::new(
    "sale.crm_gift_expired",
    409,
    "This gift was valid until {date}",
);
/// It was issued already, or is not yet.
pub static CRM_GIFT_WRONG_STATE: ErrorKind = ErrorKind::new(
    "sale.crm_gift_wrong_state",
    409,
    "This gift was issued or handed over already",
);
/// The customer has had this gift.
pub static CRM_GIFT_HAD: ErrorKind = ErrorKind::new(
    "sale.crm_gift_had",
    409,
    "This customer has had this gift: one for each birthday, one as a welcome, one for each tier",
);
/// The gift would end before it begins.
pub static CRM_GIFT_ENDS_EARLY: ErrorKind = ErrorKind::new(
    "sale.crm_gift_ends_early",
    422,
    "A gift that is granted on {date} cannot end before",
);
/// A tier gift names no tier, or another gift does.
pub static CRM_GIFT_TIER: ErrorKind = ErrorKind::new(
    "sale.crm_gift_tier",
    422,
    "A gift for a tier names its tier, and no other gift does",
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
    &SHARES_NOT_WHOLE,
    &SHARE_BELOW_ONE,
    &SALESPERSON_REPEATED,
    &PICKUP_SALESPERSON,
    &CRM_NOT_OPERABLE,
    &STOCK_CONFIRM,
    &SINGLE_PIECE_NOT_IN_STOCK,
    &QUANTITY_BELOW_ONE,
    &QUANTITY_NOT_WHOLE,
    &QUANTITY_ABOVE_MAXIMUM,
    &LINE_NOT_FOUND,
    &CUSTOMER_NOT_FOUND,
    &NO_PRICE,
    &NOTHING_TO_PAY,
    &LINE_NOT_RESERVED,
    &LOCKED_BY_PAYMENT,
    &ALL_ON_DEPOSIT,
    &GIFT_NOT_ON_DEPOSIT,
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
    &CRM_GIFT_NOT_FOUND,
    &CRM_GIFT_TOO_EARLY,
    &CRM_GIFT_EXPIRED,
    &CRM_GIFT_WRONG_STATE,
    &CRM_GIFT_HAD,
    &CRM_GIFT_ENDS_EARLY,
    &CRM_GIFT_TIER,
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
