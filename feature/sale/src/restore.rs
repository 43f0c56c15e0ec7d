//! Take up the basket that was left behind at this till.

use axum::extract::State;
use kernel::Refusal;
use session::Actor;
use shell::Failure;
use shell::db::{Tx, TxFuture};
use shell::http::{Envelope, IdempotencyKey, Reply};

use crate::add_line::reserve_pieces;
use crate::rule::basket::BasketState;
use crate::store::{self, StoredLine};
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
        let mut done = Done::default();
        for stored in store::list_lines(tx, basket_id).await? {
            let missing = stored.line.quantity - stored.line.reserved;
            if stored.line.item.no_stock_posting || missing == 0 {
                continue;
            }
            let free = missing.min(free_now(&stored));
            if free > 0 {
                let piece = (stored.line.item_no.as_str(), stored.line.size_code.as_str());
                reserve_pieces(tx, till, &left_behind, stored.line.line_id, piece, free).await?;
                done.item_nos.push(stored.line.item_no);
            }
        }
        store::touch(tx, basket_id, till.now).await?;
        Ok(done)
    })
}

/// How many pieces are free. Two lines of one size are never in a basket, so that nobody takes
/// them between this look and the reservation of the same transaction.
fn free_now(stored: &StoredLine) -> i64 {
    stored.available.max(0)
}
