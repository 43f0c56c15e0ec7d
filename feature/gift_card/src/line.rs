//! Lines of baskets that sell a card. The sale calls these in its own transactions.

use std::collections::HashMap;

use jiff::Timestamp;
use journal::Signer;
use kernel::id::{BasketId, CustomerId, LineId, OrderId, TerminalNo};
use kernel::{Money, Refusal};
use setting::Store;
use shell::db::Tx;
use shell::{Failure, Outcome};

use crate::book::{Place, activate as activate_card, shift};
use crate::prove::use_reference;
use crate::rule::offer::Terms;
use crate::rule::state::{CardState, Step};
use crate::store::{self, Card, Purpose};
use crate::{CARD_REPEATED, FUNCTION_UNAVAILABLE};

/// The card of a line.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LineCard {
    /// The last four letters of its number.
    pub last_four: String,
    /// Whether the line holds it. A basket that was put aside let it go, and somebody else may have
    /// taken it.
    pub is_reserved: bool,
}

/// The cards of the lines of a basket.
///
/// # Errors
/// The database's failure.
pub async fn of_basket(tx: &mut Tx, basket_id: BasketId) -> Outcome<HashMap<LineId, LineCard>> {
    let cards = store::list_of_basket(tx, basket_id).await?;
    let line_card = |(line_id, card): (LineId, Card)| {
        let is_reserved = card.line_id == Some(line_id);
        let last_four = card.last_four;
        (
            line_id,
            LineCard {
                last_four,
                is_reserved,
            },
        )
    };
    Ok(cards.into_iter().map(line_card).collect())
}

/// What the store does with gift cards.
///
/// # Errors
/// [`FUNCTION_UNAVAILABLE`] when nobody said that it does anything.
pub(crate) async fn terms_of(tx: &mut Tx, store: &Store) -> Outcome<Terms> {
    let terms = store::find_terms(tx, &store.store_no).await?;
    let terms = terms.ok_or_else(|| Failure::from(&FUNCTION_UNAVAILABLE))?;
    match terms.function_refusal() {
        Some(refusal) => Err(refusal.into()),
        None => Ok(terms),
    }
}

/// Refuses an amount that a card is not sold for in a store.
///
/// # Errors
/// That the amount is not above 0, or out of bounds.
pub async fn check_amount(tx: &mut Tx, store: &Store, amount: Money) -> Outcome<()> {
    match terms_of(tx, store).await?.amount_refusal(amount) {
        Some(refusal) => Err(refusal.into()),
        None => Ok(()),
    }
}

/// A card for a line.
#[derive(Clone, Copy, Debug)]
pub struct NewLineCard<'a> {
    /// The basket.
    pub basket_id: BasketId,
    /// The line.
    pub line_id: LineId,
    /// What `POST /gift-card/available` gave when the card was checked.
    pub reference: &'a str,
    /// What it is sold for.
    pub amount: Money,
    /// The till.
    pub terminal_no: &'a TerminalNo,
}

/// Gives a line a card that was checked, and reserves it for everyone. A card that the line had before
/// is free again.
///
/// # Errors
/// That it was not checked, cannot be bought any more, or stands in this basket already.
pub async fn put_on_line(
    tx: &mut Tx,
    new: &NewLineCard<'_>,
    (store, now): (&Store, Timestamp),
) -> Outcome<()> {
    check_amount(tx, store, new.amount).await?;
    let proof = (new.reference, Purpose::Sell);
    let card = use_reference(tx, proof, new.terminal_no, now).await?;
    refuse_to_sell(tx, &card, store, new.terminal_no).await?;
    release(tx, new.line_id).await?;
    store::attach(tx, (new.basket_id, new.line_id), card.gift_card_id).await?;
    shift(tx, &card, Step::Reserve, Some(new.line_id)).await?;
    Ok(())
}

/// Refuses a card that cannot be sold at a till now.
pub(crate) async fn refuse_to_sell(
    tx: &mut Tx,
    card: &Card,
    store: &Store,
    terminal_no: &TerminalNo,
) -> Outcome<()> {
    if card.standing.state == CardState::Reserved
        && store::is_in_basket_of(tx, card.gift_card_id, terminal_no).await?
    {
        return Err(Refusal::new(&CARD_REPEATED).at("cardNo").into());
    }
    let terms = terms_of(tx, store).await?;
    match terms.sale_refusal(card.offered(), store.currency) {
        Some(refusal) => Err(refusal.at("cardNo").into()),
        None => Ok(()),
    }
}

/// Frees the card that a line holds, if it does: the line or its basket goes.
///
/// # Errors
/// The database's failure.
pub async fn release(tx: &mut Tx, line_id: LineId) -> Outcome<()> {
    if let Some(card) = store::find_by_line(tx, line_id).await? {
        shift(tx, &card, Step::Release, None).await?;
    }
    Ok(())
}

/// Reserves the cards of a basket again that is taken up, as far as nobody else has them.
///
/// # Errors
/// The database's failure.
pub async fn reserve_again(tx: &mut Tx, basket_id: BasketId) -> Outcome<()> {
    for (line_id, card) in store::list_of_basket(tx, basket_id).await? {
        if card.standing.state == CardState::Stock {
            shift(tx, &card, Step::Reserve, Some(line_id)).await?;
        }
    }
    Ok(())
}

/// A line whose sale is complete.
#[derive(Clone, Copy, Debug)]
pub struct SoldCard {
    /// The line.
    pub line_id: LineId,
    /// The order.
    pub order_id: OrderId,
    /// Who bought it: codes go to them.
    pub customer_id: Option<CustomerId>,
    /// What was paid for it.
    pub amount: Money,
}

/// Makes the card of a line good, in the transaction that completes its payment.
///
/// # Errors
/// A fault when the line does not hold its card: then nothing of the sale is booked.
pub async fn activate(
    tx: &mut Tx,
    signer: &Signer,
    sold: &SoldCard,
    place: Place<'_>,
) -> Outcome<()> {
    let card = store::find_by_line(tx, sold.line_id).await?;
    let card = card.ok_or_else(|| Failure::internal("a paid line does not hold its gift card"))?;
    if card.currency != sold.amount.currency {
        return Err(Failure::internal("a gift card of another currency is sold"));
    }
    let belongs = (Some(sold.order_id), sold.customer_id);
    activate_card(tx, signer, &card, sold.amount.minor, belongs, place).await
}
