//! Pieces that are kept for a customer and sold later: what a deposit asks of a basket.
//!
//! A basket on which a deposit is paid is locked with all its prices fixed, as for any payment. Once the
//! deposit is paid its lines and their reservations stay where they are. To settle them they move into a
//! basket of their own, which is paid like any other; when that payment is given up they move back.

use jiff::Timestamp;
use kernel::id::{BasketId, CustomerId, LineId, StaffId};
use kernel::{Money, Refusal};
use shell::db::Tx;
use shell::{Failure, Outcome};
use uuid::Uuid;

use crate::authorise::authorise;
use crate::free_line::free_line;
use crate::load::load;
use crate::rest::go_on_with_rest;
use crate::restore::reserve_again;
use crate::rule::action::Action;
use crate::rule::basket::BasketState;
use crate::rule::limit::Demand;
use crate::rule::price::PricedBasket;
use crate::rule::purpose::Purpose;
use crate::store::{self, Basket};
use crate::{BASKET_NOT_EMPTY, LINE_NOT_RESERVED, LOCKED_BY_PAYMENT, NOTHING_TO_PAY, Till};

/// What of the open basket of a till would be kept, with what it would cost.
#[derive(Clone, Debug)]
pub struct Offered {
    /// The basket.
    pub basket: Basket,
    /// What they come to.
    pub total: Money,
    /// The lines that would be kept.
    pub lines: Vec<OfferedLine>,
    /// Why it cannot be paid for yet.
    pub refusal: Option<Refusal>,
    /// Its prices, as they are kept.
    pub fixed: String,
}

/// A line that would be kept.
#[derive(Clone, Debug)]
pub struct OfferedLine {
    /// The line.
    pub line_id: LineId,
    /// The item.
    pub item_no: String,
    /// Its size.
    pub size_code: String,
    /// The item's name.
    pub name: String,
    /// The item's picture.
    pub picture: String,
    /// How many pieces.
    pub quantity: i64,
    /// What they cost.
    pub net: Money,
    /// Whether they are made or engraved to order.
    pub is_customised: bool,
}

/// The goods of the basket at work on a till that are bought now, item and what it costs: neither what is
/// put on deposit, nor gift cards.
///
/// # Errors
/// [`NOTHING_TO_PAY`] without a basket.
pub async fn goods_bought_now(tx: &mut Tx, till: &Till) -> Outcome<Vec<(String, Money)>> {
    let basket = store::find_basket(tx, &till.terminal_no).await?;
    let basket = basket.ok_or_else(|| Failure::from(&NOTHING_TO_PAY))?;
    let store = setting::get_store(tx, &till.store_no).await?;
    let loaded = load(tx, &store, basket, till.now).await?;
    let bought = loaded
        .lines
        .iter()
        .filter(|stored| !stored.line.is_on_deposit && !stored.line.sells_gift_card())
        .map(|stored| {
            let net = net_of(&loaded.priced, stored.line.line_id);
            (stored.line.item_no.clone(), net)
        })
        .collect();
    Ok(bought)
}

/// What the lines come to that are put on deposit of the basket at work on a till; all of it where no
/// line is.
///
/// # Errors
/// [`NOTHING_TO_PAY`] without one, [`LOCKED_BY_PAYMENT`] when it is being paid.
pub async fn offered(tx: &mut Tx, till: &Till) -> Outcome<Offered> {
    let basket = store::find_basket(tx, &till.terminal_no).await?;
    let basket = basket.ok_or_else(|| Failure::from(&NOTHING_TO_PAY))?;
    if basket.state == BasketState::Paying {
        return Err((&LOCKED_BY_PAYMENT).into());
    }
    let store = setting::get_store(tx, &till.store_no).await?;
    let loaded = load(tx, &store, basket, till.now).await?.only(true)?;
    let lines = loaded
        .lines
        .iter()
        .map(|stored| OfferedLine {
            line_id: stored.line.line_id,
            item_no: stored.line.item_no.clone(),
            size_code: stored.line.size_code.clone(),
            name: stored.name.clone(),
            picture: stored.picture.clone(),
            quantity: stored.line.quantity,
            net: net_of(&loaded.priced, stored.line.line_id),
            is_customised: stored.line.customisation.is_some(),
        })
        .collect();
    Ok(Offered {
        total: loaded.priced.total(),
        lines,
        refusal: loaded.payment_refusal().or_else(|| {
            // A card is good when it is paid for: there is nothing to keep for later.
            let mut lines = loaded.lines.iter();
            let has_card = lines.any(|stored| stored.line.sells_gift_card());
            has_card.then(|| Refusal::new(&gift_card::NOT_ON_DEPOSIT))
        }),
        fixed: to_text(&loaded.priced)?,
        basket: loaded.basket,
    })
}

/// Whoever stands for a deposit below the minimum besides the one who takes it: nobody when that one
/// may do it alone.
///
/// # Errors
/// That it takes an approval, or that none helps.
pub async fn authorise_below_minimum(
    tx: &mut Tx,
    till: &Till,
    basket: &Basket,
    amount: Money,
    approval_id: Option<Uuid>,
) -> Outcome<Option<StaffId>> {
    let action = Action::DepositBelowMinimum { amount };
    authorise(tx, till, basket, &action, &Demand::NONE, approval_id).await
}

/// Locks an open basket so that a deposit on it is paid.
///
/// # Errors
/// A fault when somebody else moved the basket meanwhile.
pub async fn lock(
    tx: &mut Tx,
    till: &Till,
    basket_id: BasketId,
    due: Money,
    fixed: &str,
) -> Outcome<()> {
    store::set_purpose(tx, basket_id, Purpose::Deposit, None).await?;
    store::start_paying(tx, basket_id, (due.minor, fixed), till).await
}

/// The pieces of a paid deposit wait from now on: nobody works at their basket any more. What was not put
/// on deposit goes on in a basket of its own.
///
/// # Errors
/// A fault when the basket is not being paid.
pub async fn put_by(tx: &mut Tx, basket: &Basket, now: Timestamp) -> Outcome<()> {
    let basket_id = basket.basket_id;
    store::set_state(tx, basket_id, BasketState::Paying, BasketState::Completed).await?;
    // A payment without goods of its own leaves nothing.
    let Some(fixed) = &basket.fixed else {
        return Ok(());
    };
    let priced: PricedBasket = serde_json::from_str(fixed).map_err(Failure::internal)?;
    let lines = store::list_lines(tx, basket_id).await?;
    let line_ids = lines.into_iter().map(|stored| stored.line.line_id);
    let rest: Vec<LineId> = line_ids.filter(|id| priced.line(*id).is_none()).collect();
    go_on_with_rest(tx, basket, &rest, now).await
}

/// A basket that is begun to be paid at once.
#[derive(Clone, Debug)]
pub struct NewPayment<'a> {
    /// Its id.
    pub basket_id: BasketId,
    /// What is paid.
    pub purpose: Purpose,
    /// The deposit that it is about.
    pub deposit_id: Uuid,
    /// Whose it is.
    pub customer_id: CustomerId,
    /// Who sold.
    pub salesperson_id: &'a StaffId,
    /// What is to pay.
    pub due: Money,
    /// Its prices; none without goods.
    pub fixed: Option<&'a str>,
}

/// Begins a payment at a till where nothing is at work; an empty basket there is given up.
///
/// # Errors
/// [`BASKET_NOT_EMPTY`] when there are pieces in it, [`LOCKED_BY_PAYMENT`] when it is being paid.
pub async fn begin_payment(tx: &mut Tx, till: &Till, new: &NewPayment<'_>) -> Outcome<()> {
    if let Some(present) = store::find_basket(tx, &till.terminal_no).await? {
        if present.state == BasketState::Paying {
            return Err((&LOCKED_BY_PAYMENT).into());
        }
        if !store::list_lines(tx, present.basket_id).await?.is_empty() {
            return Err((&BASKET_NOT_EMPTY).into());
        }
        store::set_state(tx, present.basket_id, present.state, BasketState::Emptied).await?;
    }
    store::insert_paying_basket(tx, till, new).await
}

/// Says of a settlement what the kept basket says: its note, its flight, and who sold together.
///
/// # Errors
/// The database's failure.
pub async fn copy_head(tx: &mut Tx, from: BasketId, to: BasketId) -> Outcome<()> {
    store::copy_head(tx, from, to).await
}

/// Moves lines with their reservations from one basket to another.
///
/// # Errors
/// A fault when one of them is not in the basket.
pub async fn move_lines(
    tx: &mut Tx,
    from: BasketId,
    to: BasketId,
    line_ids: &[LineId],
) -> Outcome<()> {
    for line_id in line_ids {
        store::move_line(tx, from, to, *line_id).await?;
    }
    Ok(())
}

/// Sees to it that the pieces of a settlement are there: what stock did not have when the deposit was
/// made is reserved now.
///
/// # Errors
/// [`LINE_NOT_RESERVED`] when a piece is still missing and the store does not sell below stock.
pub async fn reserve_for_settlement(tx: &mut Tx, till: &Till, basket_id: BasketId) -> Outcome<()> {
    reserve_again(tx, till, basket_id).await?;
    let store = setting::get_store(tx, &till.store_no).await?;
    for stored in store::list_lines(tx, basket_id).await? {
        let line = &stored.line;
        let is_short = line.takes_stock() && (line.missing() > 0 || line.below_stock > 0);
        if is_short && !store.allows_negative_inventory {
            let refusal = Refusal::new(&LINE_NOT_RESERVED)
                .with("itemNo", line.item_no.as_str())
                .with("reserved", line.reserved)
                .with("quantity", line.quantity);
            return Err(refusal.into());
        }
    }
    Ok(())
}

/// Gives a basket up whose payment will not be made. Its lines have moved away before.
///
/// # Errors
/// A fault when it is not being paid.
pub async fn end_payment(tx: &mut Tx, basket_id: BasketId) -> Outcome<()> {
    store::set_state(tx, basket_id, BasketState::Paying, BasketState::Emptied).await
}

/// SQL that is true when all pieces are here that wait in a kept basket, of which `basket_id` names the
/// column: reserved for it, or free in its store, so that they are reserved when the client fetches them.
#[must_use]
pub fn all_here(basket_id: &str) -> String {
    format!(
        "NOT EXISTS (SELECT 1 FROM basket_line kl JOIN item ki ON ki.item_no = kl.item_no \
         JOIN basket kb ON kb.basket_id = kl.basket_id \
         LEFT JOIN stock_lease ks ON ks.line_id = kl.line_id \
         LEFT JOIN stock kk ON kk.store_no = kb.store_no AND kk.item_no = kl.item_no \
         AND kk.size_code = kl.size_code \
         WHERE kl.basket_id = {basket_id} AND NOT ki.no_stock_posting AND NOT kl.customised \
         AND kl.quantity > COALESCE(ks.quantity, 0) \
         AND kl.quantity - COALESCE(ks.quantity, 0) > COALESCE(kk.on_hand - kk.reserved, 0))"
    )
}

/// Which lines of a basket have all their pieces here: reserved, or free in the store.
///
/// # Errors
/// The database's failure.
pub async fn ready_lines(tx: &mut Tx, basket_id: BasketId) -> Outcome<Vec<LineId>> {
    let lines = store::list_lines(tx, basket_id).await?;
    Ok(lines
        .into_iter()
        .filter(|stored| {
            let missing = stored.line.quantity - stored.line.reserved;
            !stored.line.takes_stock() || missing <= stored.available.max(0)
        })
        .map(|stored| stored.line.line_id)
        .collect())
}

/// The prices of some lines of a kept basket, and of the others.
#[derive(Clone, Debug)]
pub struct Split {
    /// The prices of the chosen lines.
    pub chosen: String,
    /// What they come to.
    pub chosen_total: Money,
    /// The prices of the others.
    pub rest: String,
    /// What they come to.
    pub rest_total: Money,
}

/// Splits fixed prices. Every piece keeps its price; both parts together are the whole.
///
/// # Errors
/// When the text holds no prices.
pub fn split(fixed: &str, chosen: &[LineId]) -> Outcome<Split> {
    let priced: PricedBasket = serde_json::from_str(fixed).map_err(Failure::internal)?;
    let of = |wanted: bool| {
        priced
            .only(|line_id| chosen.contains(&line_id) == wanted)
            .map_err(Failure::internal)
    };
    let (part, rest) = (of(true)?, of(false)?);
    Ok(Split {
        chosen: to_text(&part)?,
        chosen_total: part.total(),
        rest: to_text(&rest)?,
        rest_total: rest.total(),
    })
}

/// What the lines of a kept basket cost, in its order.
///
/// # Errors
/// When the text holds no prices.
pub fn nets(fixed: &str, line_ids: &[LineId]) -> Outcome<Vec<Money>> {
    let priced: PricedBasket = serde_json::from_str(fixed).map_err(Failure::internal)?;
    Ok(line_ids.iter().map(|id| net_of(&priced, *id)).collect())
}

fn net_of(priced: &PricedBasket, line_id: LineId) -> Money {
    let parts = priced.calculated.of_line(line_id);
    Money::new(
        parts.map(|part| part.net.minor).sum(),
        priced.total().currency,
    )
}

fn to_text(priced: &PricedBasket) -> Outcome<String> {
    serde_json::to_string(priced).map_err(Failure::internal)
}

/// Frees the pieces that wait for a deposit that is cancelled; answers with their items.
///
/// # Errors
/// The database's failure.
pub async fn release_lines(tx: &mut Tx, basket_id: BasketId) -> Outcome<Vec<String>> {
    let mut item_nos = Vec::new();
    for stored in store::list_lines(tx, basket_id).await? {
        free_line(tx, &stored.line).await?;
        // Their certificates may go with the pieces to somebody else.
        store::set_certificates(tx, basket_id, stored.line.line_id, &[]).await?;
        item_nos.push(stored.line.item_no);
    }
    Ok(item_nos)
}

/// The prices of today of the pieces that wait for a deposit.
#[derive(Clone, Debug)]
pub struct Repriced {
    /// The prices, as they are kept.
    pub fixed: String,
    /// What the pieces come to.
    pub total: Money,
}

/// What the pieces of a kept basket would cost today.
///
/// # Errors
/// That a piece has no price any more, or the database's failure.
pub async fn price_anew(tx: &mut Tx, till: &Till, basket_id: BasketId) -> Outcome<Repriced> {
    let store = setting::get_store(tx, &till.store_no).await?;
    let mut basket = store::get_basket(tx, basket_id).await?;
    // As an open one whose prices nobody has seen: those of today count.
    (basket.state, basket.priced_on) = (BasketState::Open, None);
    let mut loaded = load(tx, &store, basket, till.now).await?;
    loaded.change = None;
    if let Some(refusal) = loaded.payment_refusal() {
        return Err(refusal.into());
    }
    Ok(Repriced {
        fixed: to_text(&loaded.priced)?,
        total: loaded.priced.total(),
    })
}

/// Gives up what a basket is being paid for when that is not its own goods.
pub type GiveUp = for<'a> fn(&'a mut Tx, &'a Till, &'a Basket) -> shell::db::TxFuture<'a, ()>;
