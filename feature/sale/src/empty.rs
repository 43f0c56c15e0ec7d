//! Give the basket up.

use axum::extract::State;
use journal::{Event, record_event};
use session::Actor;
use shell::db::{Tx, TxFuture};
use shell::http::{Envelope, IdempotencyKey, Reply};

use crate::free_line::free_line;
use crate::rule::basket::BasketState;
use crate::view::BasketView;
use crate::{Done, LOCKED_BY_PAYMENT, SaleState, Till, change, store};

/// Give the basket up; all its pieces are free again.
#[utoipa::path(
    delete, path = "/basket", tag = "sale",
    responses(
        (status = 200, description = "An empty basket", body = Envelope<BasketView>),
        (status = 409, description = "The basket is being paid"),
    ),
)]
pub(crate) async fn empty_basket(
    State(state): State<SaleState>,
    actor: Actor,
    key: IdempotencyKey,
) -> Reply {
    change(&state, &actor, key, "basket.empty", (), empty).await
}

fn empty<'a>(tx: &'a mut Tx, (till, ()): &'a (Till, ())) -> TxFuture<'a, Done> {
    Box::pin(async move {
        let mut done = Done::default();
        if let Some(basket) = store::find_basket(tx, &till.terminal_no).await? {
            if basket.state == BasketState::Paying {
                return Err((&LOCKED_BY_PAYMENT).into());
            }
            for stored in store::list_lines(tx, basket.basket_id).await? {
                free_line(tx, &stored.line).await?;
                done.item_nos.push(stored.line.item_no);
            }
            store::set_state(tx, basket.basket_id, basket.state, BasketState::Emptied).await?;
            let seller = basket.salesperson_id.as_ref();
            store::remember_salesperson(tx, &till.terminal_no, seller, till.now).await?;
            let payment_attempts = store::count_attempts(tx, basket.basket_id).await?;
            if payment_attempts > 0 {
                let event = Event::BasketAbandoned {
                    basket_no: basket.basket_no,
                    payment_attempts,
                };
                record_event(tx, &till.signer, &till.scene(), &event).await?;
            }
        }
        Ok(done)
    })
}
