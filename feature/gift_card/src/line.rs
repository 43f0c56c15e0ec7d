//! Lines of baskets that sell a card or top one up. The sale calls these in its own transactions.

use std::collections::HashMap;

use jiff::Timestamp;
use journal::Signer;
use kernel::id::{BasketId, CustomerId, LineId, OrderId, TerminalNo};
use kernel::{Money, Refusal};
use setting::Store;
use shell::db::Tx;
use shell::{Failure, Outcome};

use crate::book::{Place, activate as activate_card, shift, top_up as top_up_card};
use crate::prove::use_reference;
use crate::rule::number::{is_number, issuer, normal};
use crate::rule::offer::Terms;
use crate::rule::state::{CardState, Step};
use crate::store::{self, Card, CardOfLine, Purpose};
use crate::{CARD_REPEATED, FUNCTION_UNAVAILABLE, TOP_UP_ELSEWHERE};

/// The card of a line.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LineCard {
    /// The last four letters of its number.
    pub last_four: String,
    /// Whether the line holds it, and can still do with it what it is for. A basket that was put aside
    /// let it go, and somebody else may have taken it.
    pub is_reserved: bool,
    /// Whether the line tops it up instead of selling it.
    pub is_top_up: bool,
}

impl LineCard {
    fn of(line: CardOfLine) -> (LineId, Self) {
        let (line_id, card) = (line.line_id, line.card);
        let holder = if line.is_top_up {
            card.top_up_line_id.filter(|_| card.standing.is_spendable())
        } else {
            card.line_id
        };
        let line_card = Self {
            last_four: card.last_four,
            is_reserved: holder == Some(line_id),
            is_top_up: line.is_top_up,
        };
        (line_id, line_card)
    }
}

/// The cards of the lines of a basket.
///
/// # Errors
/// The database's failure.
pub async fn of_basket(tx: &mut Tx, basket_id: BasketId) -> Outcome<HashMap<LineId, LineCard>> {
    let cards = store::list_of_basket(tx, basket_id).await?;
    Ok(cards.into_iter().map(LineCard::of).collect())
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

/// Refuses an amount that the card of a line is not sold for or topped up with in a store.
///
/// # Errors
/// That the amount is not above 0, or out of bounds.
pub async fn check_amount(
    tx: &mut Tx,
    store: &Store,
    (line_id, amount): (LineId, Money),
) -> Outcome<()> {
    let terms = terms_of(tx, store).await?;
    let topped_up = store::find_of_line(tx, line_id)
        .await?
        .filter(|line| line.is_top_up);
    refuse(match topped_up {
        Some(line) => terms.top_up_amount_refusal(line.card.offered(), amount),
        None => terms.amount_refusal(amount),
    })
}

fn refuse(refusal: Option<Refusal>) -> Outcome<()> {
    refusal.map_or(Ok(()), |refusal| Err(refusal.into()))
}

/// A card for a line.
#[derive(Clone, Copy, Debug)]
pub struct NewLineCard<'a> {
    /// The basket.
    pub basket_id: BasketId,
    /// The line.
    pub line_id: LineId,
    /// What `POST /gift-card/available` gave when the card was checked; `POST /gift-card/check` for one
    /// that is topped up.
    pub reference: &'a str,
    /// What it is sold for, or topped up with.
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
    refuse(terms_of(tx, store).await?.amount_refusal(new.amount))?;
    let proof = (new.reference, Purpose::Sell);
    let card = use_reference(tx, proof, new.terminal_no, now).await?;
    let for_sale = (&card, Wanted::ForSale);
    refuse_to_hand_out(tx, for_sale, store, new.terminal_no).await?;
    release(tx, new.line_id).await?;
    let attached = (card.gift_card_id, false);
    store::attach(tx, (new.basket_id, new.line_id), attached).await?;
    shift(tx, &card, Step::Reserve, Some(new.line_id)).await?;
    Ok(())
}

/// Gives a line a card that was checked, to put more on it once the line is paid. The card pays as
/// before until then; no other line tops it up meanwhile.
///
/// # Errors
/// That it was not checked, takes no more or not so much, or is being topped up already.
pub async fn put_top_up_on_line(
    tx: &mut Tx,
    new: &NewLineCard<'_>,
    (store, now): (&Store, Timestamp),
) -> Outcome<()> {
    let terms = terms_of(tx, store).await?;
    let proof = (new.reference, Purpose::Use);
    let card = use_reference(tx, proof, new.terminal_no, now).await?;
    if card.top_up_line_id.is_some() {
        let is_here = store::is_in_basket_of(tx, card.gift_card_id, new.terminal_no).await?;
        let kind = if is_here {
            &CARD_REPEATED
        } else {
            &TOP_UP_ELSEWHERE
        };
        return Err(Refusal::new(kind).at("cardNo").into());
    }
    let here = (store.currency, store.business_date(now));
    refuse(terms.top_up_refusal(card.offered(), here))?;
    refuse(terms.top_up_amount_refusal(card.offered(), new.amount))?;
    let attached = (card.gift_card_id, true);
    store::attach(tx, (new.basket_id, new.line_id), attached).await?;
    store::hold_top_up(tx, &card, new.line_id).await
}

/// For what a card that nobody has is wanted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Wanted {
    /// To be sold.
    ForSale,
    /// To carry money that goes back.
    ForRefund,
}

/// Refuses a card that cannot be had at a till now, for what it is wanted.
pub(crate) async fn refuse_to_hand_out(
    tx: &mut Tx,
    (card, wanted): (&Card, Wanted),
    store: &Store,
    terminal_no: &TerminalNo,
) -> Outcome<()> {
    if card.standing.state == CardState::Reserved
        && store::is_in_basket_of(tx, card.gift_card_id, terminal_no).await?
    {
        return Err(Refusal::new(&CARD_REPEATED).at("cardNo").into());
    }
    let terms = terms_of(tx, store).await?;
    let refusal = match wanted {
        Wanted::ForSale => terms.sale_refusal(card.offered(), store.currency),
        Wanted::ForRefund => terms.refund_refusal(card.offered(), store.currency),
    };
    refuse(refusal.map(|refusal| refusal.at("cardNo")))
}

/// Frees the card that a line holds, if it does: the line or its basket goes.
///
/// # Errors
/// The database's failure.
pub async fn release(tx: &mut Tx, line_id: LineId) -> Outcome<()> {
    if let Some(card) = store::find_by_line(tx, line_id).await? {
        shift(tx, &card, Step::Release, None).await?;
    }
    store::release_top_up(tx, line_id).await
}

/// Reserves the cards of a basket again that is taken up, as far as nobody else has them; those that it
/// tops up, as far as the amount still fits.
///
/// # Errors
/// The database's failure.
pub async fn reserve_again(
    tx: &mut Tx,
    (store, now): (&Store, Timestamp),
    (basket_id, amounts): (BasketId, &HashMap<LineId, Money>),
) -> Outcome<()> {
    let here = (store.currency, store.business_date(now));
    let terms = store::find_terms(tx, &store.store_no).await?;
    for line in store::list_of_basket(tx, basket_id).await? {
        let card = line.card;
        if !line.is_top_up {
            if card.standing.state == CardState::Stock {
                shift(tx, &card, Step::Reserve, Some(line.line_id)).await?;
            }
            continue;
        }
        let fits = |terms: &Terms, amount| {
            terms
                .top_up_refusal(card.offered(), here)
                .or_else(|| terms.top_up_amount_refusal(card.offered(), amount))
                .is_none()
        };
        let amount = amounts.get(&line.line_id).copied();
        let fits = terms
            .as_ref()
            .zip(amount)
            .is_some_and(|(terms, amount)| fits(terms, amount));
        if fits && card.top_up_line_id.is_none() {
            store::hold_top_up(tx, &card, line.line_id).await?;
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

/// Makes the card of a line good, or puts more on it, in the transaction that completes its payment.
///
/// # Errors
/// A fault when the line does not hold its card: then nothing of the sale is booked.
pub async fn activate(
    tx: &mut Tx,
    signer: &Signer,
    sold: &SoldCard,
    place: Place<'_>,
) -> Outcome<()> {
    let reserved = store::find_by_line(tx, sold.line_id).await?;
    let is_top_up = reserved.is_none();
    let card = match reserved {
        Some(card) => Some(card),
        None => store::find_by_top_up_line(tx, sold.line_id).await?,
    };
    let card = card.ok_or_else(|| Failure::internal("a paid line does not hold its gift card"))?;
    if card.currency != sold.amount.currency {
        return Err(Failure::internal("a gift card of another currency is sold"));
    }
    if is_top_up {
        let topped_up = (sold.amount.minor, sold.order_id);
        return top_up_card(tx, signer, &card, topped_up, place).await;
    }
    let belongs = (Some(sold.order_id), sold.customer_id);
    activate_card(tx, signer, &card, sold.amount.minor, belongs, place).await
}

/// Whether a text that is no piece looks like the number of a gift card, in a store that does something
/// with them: it is as long as one of ours and begins as it does. Whether there is such a card is not
/// told without its code.
///
/// # Errors
/// The database's failure.
pub async fn looks_like_card(tx: &mut Tx, store: &Store, text: &str) -> Outcome<bool> {
    let card_no = normal(text);
    let terms = store::find_terms(tx, &store.store_no).await?;
    if !is_number(&card_no) || terms.is_none_or(|terms| terms.function_refusal().is_some()) {
        return Ok(false);
    }
    store::resembles_card(tx, issuer(&card_no), card_no.len()).await
}
