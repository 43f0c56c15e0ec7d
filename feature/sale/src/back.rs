//! Go back from payment to the basket.

use axum::extract::State;
use serde::Serialize;
use session::Actor;
use shell::db::{Tx, TxFuture};
use shell::http::{Envelope, IdempotencyKey, Reply};

use crate::kept::GiveUp;
use crate::rule::basket::BasketState;
use crate::rule::purpose::Purpose;
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
    let request = Back {
        give_up: state.give_up,
    };
    change(&state, &actor, key, "payment.back", request, back).await
}

/// Who gives up what is not for the goods of a basket; no part of what is asked.
#[derive(Serialize)]
struct Back {
    #[serde(skip)]
    give_up: GiveUp,
}

fn back<'a>(tx: &'a mut Tx, (till, request): &'a (Till, Back)) -> TxFuture<'a, Done> {
    Box::pin(async move {
        let basket = store::find_basket(tx, &till.terminal_no).await?;
        if let Some(basket) = basket.filter(|basket| basket.state == BasketState::Paying) {
            if store::has_live_attempt(tx, basket.basket_id).await? {
                return Err((&LOCKED_BY_PAYMENT).into());
            }
            if matches!(
                basket.purpose,
                Purpose::FurtherPayment | Purpose::Settlement | Purpose::Cancellation
            ) {
                (request.give_up)(tx, till, &basket).await?;
                return Ok(Done::default());
            }
            if !store::list_tenders(tx, basket.basket_id).await?.is_empty() {
                return Err((&TENDER_BOOKED).into());
            }
            store::fix_due(tx, basket.basket_id, None, None).await?;
            if basket.purpose == Purpose::Deposit {
                store::set_purpose(tx, basket.basket_id, Purpose::Goods, None).await?;
            }
            store::set_state(tx, basket.basket_id, BasketState::Paying, BasketState::Open).await?;
        }
        Ok(Done::default())
    })
}
