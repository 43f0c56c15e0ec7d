//! Take up the basket that was left behind at this till.

use std::collections::HashMap;

use axum::extract::State;
use kernel::id::{BasketId, LineId};
use kernel::{Money, Refusal};
use session::Actor;
use shell::db::{Tx, TxFuture};
use shell::http::{Envelope, IdempotencyKey, Reply};
use shell::{Failure, Outcome};

use crate::reserve::{Pieces, reserve_pieces};
use crate::rule::basket::BasketState;
use crate::store;
use crate::view::BasketView;
use crate::{BASKET_NOT_EMPTY, Done, NOTHING_TO_RESTORE, SaleState, Till, change};

/// Take up the basket that was left behind at this till.
///
/// Its pieces are reserved again as far as they are still free: a line with fewer reserved than
/// wanted pieces shows what is missing.
#[utoipa::path(
    post, path = "/basket/restore", tag = "sale",
    responses(
        (status = 200, description = "The basket", body = Envelope<BasketView>),
        (status = 409, description = "No basket was left behind, or another one is at work"),
    ),
)]
pub(crate) async fn restore_basket(
    State(state): State<SaleState>,
    actor: Actor,
    key: IdempotencyKey,
) -> Reply {
    change(&state, &actor, key, "basket.restore", (), restore).await
}

fn restore<'a>(tx: &'a mut Tx, (till, ()): &'a (Till, ())) -> TxFuture<'a, Done> {
    Box::pin(async move {
        let left_behind = store::find_left_behind(tx, &till.terminal_no).await?;
        let left_behind = left_behind.ok_or_else(|| Failure::from(&NOTHING_TO_RESTORE))?;
        if let Some(present) = store::find_basket(tx, &till.terminal_no).await? {
            let has_lines = !store::list_lines(tx, present.basket_id).await?.is_empty();
            if has_lines || present.state == BasketState::Paying {
                return Err(Failure::from(Refusal::new(&BASKET_NOT_EMPTY)));
            }
            store::set_state(tx, present.basket_id, present.state, BasketState::Emptied).await?;
        }
        let basket_id = left_behind.basket_id;
        store::set_state(tx, basket_id, BasketState::Temporary, BasketState::Open).await?;
        let seller = left_behind.salesperson_id.as_ref();
        store::remember_salesperson(tx, &till.terminal_no, seller, till.now).await?;
        let item_nos = reserve_again(tx, till, basket_id).await?;
        store::touch(tx, basket_id, till.now).await?;
        Ok(Done::touching(item_nos))
    })
}

/// Reserves what the lines of a basket miss, as far as pieces are free; says which items it took. What
/// staff agreed to sell below stock is reserved, too, when stock has it by now.
pub(crate) async fn reserve_again(
    tx: &mut Tx,
    till: &Till,
    basket_id: BasketId,
) -> Outcome<Vec<String>> {
    let basket = store::get_basket(tx, basket_id).await?;
    let lines = store::list_lines(tx, basket_id).await?;
    let store = setting::get_store(tx, &till.store_no).await?;
    let amounts: HashMap<LineId, Money> = lines
        .iter()
        .filter(|stored| stored.line.gift_card.is_some())
        .filter_map(|stored| Some((stored.line.line_id, stored.line.entered.keyed_price?)))
        .map(|(line_id, minor)| (line_id, Money::new(minor, store.currency)))
        .collect();
    // Lines of one size share what is free.
    let mut free: HashMap<(String, String), i64> = HashMap::new();
    let mut taken = Vec::new();
    for stored in lines {
        let line = stored.line;
        let missing = line.quantity - line.reserved;
        if !line.takes_stock() || missing <= 0 {
            continue;
        }
        let left = free
            .entry((line.item_no.clone(), line.size_code.clone()))
            .or_insert(stored.available.max(0));
        let quantity = missing.min(*left);
        if quantity > 0 {
            *left -= quantity;
            let pieces = Pieces {
                line_id: line.line_id,
                item_no: &line.item_no,
                size_code: &line.size_code,
                quantity,
            };
            reserve_pieces(tx, till, &basket, &pieces).await?;
            let still_below = line.below_stock.min(missing - quantity);
            store::set_below_stock(tx, line.line_id, still_below).await?;
            taken.push(line.item_no);
        }
    }
    if !amounts.is_empty() {
        let place = (&*store, till.now);
        gift_card::line::reserve_again(tx, place, (basket_id, &amounts)).await?;
    }
    Ok(taken)
}
