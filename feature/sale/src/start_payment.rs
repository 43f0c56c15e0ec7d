//! Go on to payment.

use std::sync::Arc;

use axum::extract::State;
use journal::Signer;
use payment::view::PaymentView;
use payment::{Timing, payment_view};
use session::Actor;
use shell::db::{Tx, TxFuture};
use shell::http::idempotency::{Intent, once};
use shell::http::{Envelope, IdempotencyKey, Reply};
use shell::{Failure, Outcome};

use crate::gift::check_gift;
use crate::load::load;
use crate::restore::reserve_again;
use crate::rule::basket::BasketState;
use crate::store;
use crate::{MaySell, NOTHING_TO_PAY, SaleState, Till, complete_when_paid};

/// Go on to payment: prices and what is due are fixed, and the basket is locked.
///
/// A basket that is being paid already answers as it is, so that a reloaded till finds its payment.
/// One that costs nothing is completed at once: then the answer carries its order. Lines that are put on
/// deposit are not paid for here: once the others are sold they are what the basket of the till holds.
#[utoipa::path(
    post, path = "/payment/start", tag = "payment",
    responses(
        (status = 200, description = "The payment", body = Envelope<PaymentView>),
        (status = 409, description = "No salesperson, nothing in the basket, no price, pieces that \
         are no longer reserved, or an earlier day that must be posted first"),
    ),
)]
pub(crate) async fn start_payment(
    State(state): State<SaleState>,
    actor: Actor,
    key: IdempotencyKey,
) -> Reply {
    let till = Till::of(&actor, &state);
    let intent = Intent::new(key, "payment.start", &till.terminal_no.0, &(), till.now)?;
    let told = actor.clone();
    let input = Starting {
        till,
        actor,
        timing: state.timing.clone(),
        signer: state.signer.clone(),
        may_sell: state.may_sell,
    };
    let answer = once(&state.shell, intent, input, start).await?;
    payment::tell_basket(&state.shell, &told);
    Ok(answer)
}

struct Starting {
    till: Till,
    actor: Actor,
    timing: Arc<Timing>,
    signer: Arc<Signer>,
    may_sell: MaySell,
}

fn start<'a>(tx: &'a mut Tx, starting: &'a Starting) -> TxFuture<'a, PaymentView> {
    Box::pin(async move {
        let Starting {
            till,
            actor,
            timing,
            signer,
            may_sell,
        } = starting;
        fix_what_is_due(tx, till, *may_sell).await?;
        let mut payment = payment_view(tx, actor, timing, till.now).await?;
        if payment.due.minor == 0 {
            // Nothing is to be paid, such as for a bag: nobody has to take a tender for it.
            let basket = store::get_basket(tx, payment.basket_id).await?;
            let order = complete_when_paid(tx, signer, basket, till.now).await?;
            payment.order = order
                .map(serde_json::to_value)
                .transpose()
                .map_err(Failure::internal)?;
        }
        Ok(payment)
    })
}

async fn fix_what_is_due(tx: &mut Tx, till: &Till, may_sell: MaySell) -> Outcome<()> {
    let basket = store::find_basket(tx, &till.terminal_no).await?;
    let basket = basket.ok_or_else(|| Failure::from(&NOTHING_TO_PAY))?;
    if basket.state == BasketState::Paying {
        return Ok(());
    }
    may_sell(tx, till).await?;
    let basket_id = basket.basket_id;
    let store = setting::get_store(tx, &till.store_no).await?;
    let mut loaded = load(tx, &store, basket, till.now).await?;
    let mut lines = loaded.lines.iter();
    if lines.any(|stored| stored.line.below_stock > 0) {
        // What came in meanwhile is sold from stock.
        reserve_again(tx, till, basket_id).await?;
        loaded = load(tx, &store, loaded.basket, till.now).await?;
    }
    if let Some(refusal) = loaded.block() {
        return Err(refusal.into());
    }
    check_gift(tx, &store, &loaded, till.now).await?;
    let loaded = loaded.only(false)?;
    let due = loaded.priced.total().minor;
    let fixed = serde_json::to_string(&loaded.priced).map_err(Failure::internal)?;
    store::start_paying(tx, basket_id, (due, &fixed), till).await
}
