//! Go back from payment to the basket.

use axum::extract::State;
use session::Actor;
use shell::db::{Tx, TxFuture};
use shell::http::{Envelope, IdempotencyKey, Reply};

use crate::rule::basket::BasketState;
use crate::view::BasketView;
use crate::{Done, LOCKED_BY_PAYMENT, SaleState, TENDER_BOOKED, Till, change, store};

/// Go back from payment to the basket, as long as nothing was taken and no try is under way.
#[utoipa::path(
    post, path = "/payment/back", tag = "payment",
    responses(
        (status = 200, description = "The basket, open again", body = Envelope<BasketView>),
        (status = 409, description = "A payment was already taken, or is under way"),
    ),
)]
pub(crate) async fn back_to_basket(
    State(state): State<SaleState>,
    actor: Actor,
    key: IdempotencyKey,
) -> Reply {
    change(&state, &actor, key, "payment.back", (), back).await
}

fn back<'a>(tx: &'a mut Tx, (till, ()): &'a (Till, ())) -> TxFuture<'a, Done> {
    Box::pin(async move {
        let basket = store::find_basket(tx, &till.terminal_no).await?;
        if let Some(basket) = basket.filter(|basket| basket.state == BasketState::Paying) {
            if store::has_live_attempt(tx, basket.basket_id).await? {
                return Err((&LOCKED_BY_PAYMENT).into());
            }
            if !store::list_tenders(tx, basket.basket_id).await?.is_empty() {
                return Err((&TENDER_BOOKED).into());
            }
            store::fix_due(tx, basket.basket_id, None, None).await?;
            store::set_state(tx, basket.basket_id, BasketState::Paying, BasketState::Open).await?;
        }
        Ok(Done::default())
    })
}
