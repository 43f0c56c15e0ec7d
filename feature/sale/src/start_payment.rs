//! Go on to payment.

use axum::extract::State;
use session::Actor;
use shell::Failure;
use shell::db::{Tx, TxFuture};
use shell::http::{Envelope, IdempotencyKey, Reply};

use crate::rule::basket::BasketState;
use crate::store::{self, FixedPrice};
use crate::view::{BasketView, basket_view, load};
use crate::{NOTHING_TO_PAY, SaleState, Till, change};

/// Go on to payment: prices and what is due are fixed, and the basket is locked.
///
/// A basket that is being paid already answers as it is, so that a reloaded till finds its payment.
#[utoipa::path(
    post, path = "/payment/start", tag = "payment",
    responses(
        (status = 200, description = "The basket, being paid", body = Envelope<BasketView>),
        (status = 409, description = "No salesperson, nothing in the basket, no price, or pieces \
         that are no longer reserved"),
    ),
)]
pub(crate) async fn start_payment(
    State(state): State<SaleState>,
    actor: Actor,
    key: IdempotencyKey,
) -> Reply {
    change(&state.shell, &actor, key, "payment.start", (), start).await
}

fn start<'a>(tx: &'a mut Tx, (till, ()): &'a (Till, ())) -> TxFuture<'a, BasketView> {
    Box::pin(async move {
        let basket = store::find_basket(tx, &till.terminal_no).await?;
        let basket = basket.ok_or_else(|| Failure::from(&NOTHING_TO_PAY))?;
        if basket.state == BasketState::Paying {
            return basket_view(tx, till).await;
        }
        let basket_id = basket.basket_id;
        let store = setting::get_store(tx, &till.store_no).await?;
        let loaded = load(tx, &store, basket, till.now).await?;
        if let Some(refusal) = loaded.payment_refusal() {
            return Err(refusal.into());
        }
        for (stored, price) in loaded.lines.iter().zip(&loaded.priced.lines) {
            let fixed = price.map(|price| FixedPrice {
                unit_price: price.unit_price.minor,
                net: price.net.minor,
                vat: price.vat.0,
            });
            store::fix_line_price(tx, stored.line.line_id, fixed).await?;
        }
        let due = Some(loaded.priced.total.minor);
        store::fix_due(tx, basket_id, due, Some(&till.staff_id)).await?;
        store::set_state(tx, basket_id, BasketState::Open, BasketState::Paying).await?;
        store::touch(tx, basket_id, till.now).await?;
        basket_view(tx, till).await
    })
}
