//! How the payment of this till's basket stands.

use axum::extract::State;
use jiff::Timestamp;
use kernel::id::{StoreNo, TerminalNo};
use session::Actor;
use shell::Outcome;
use shell::db::Tx;
use shell::http::{Answer, Envelope, Reply};

use crate::rule::attempt::Timing;
use crate::rule::tender::TenderType;
use crate::view::{Look, Payment, PaymentView};
use crate::{MAY_RESOLVE, NOT_STARTED, PaymentState, refund, store};

/// How the payment of this till's basket stands; null when none is under way.
#[utoipa::path(
    get, path = "/payment", tag = "payment",
    responses((status = 200, description = "The payment, or null", body = Envelope<Option<PaymentView>>)),
)]
pub(crate) async fn current_payment(State(state): State<PaymentState>, actor: Actor) -> Reply {
    let may_resolve = actor.may(MAY_RESOLVE);
    let place = (actor.store_no, actor.terminal_no);
    let payment = state
        .shell
        .db
        .read(place, |tx, (store_no, terminal_no)| {
            Box::pin(find(tx, store_no, terminal_no))
        })
        .await?;
    let Some(payment) = payment else {
        return Answer::of(&());
    };
    Answer::of(&payment.view(&Look {
        now: state.shell.clock.now(),
        timing: state.engine.timing(),
        qr_timing: state.engine.qr_timing(),
        may_resolve,
    }))
}

/// The payment of the actor's basket as the till receives it, for the operation that starts it.
///
/// # Errors
/// [`NOT_STARTED`] when no basket is being paid at the actor's till.
pub async fn payment_view(
    tx: &mut Tx,
    actor: &Actor,
    timing: &Timing,
    now: Timestamp,
) -> Outcome<PaymentView> {
    let payment = load(tx, &actor.store_no, &actor.terminal_no).await?;
    Ok(payment.view(&Look {
        now,
        timing,
        // Nothing is under way of a payment that begins.
        qr_timing: &qr::order::Timing::default(),
        may_resolve: actor.may(MAY_RESOLVE),
    }))
}

/// The payment of the basket that is being paid at a till.
///
/// # Errors
/// [`NOT_STARTED`] when no basket is being paid there.
pub(crate) async fn load(
    tx: &mut Tx,
    store_no: &StoreNo,
    terminal_no: &TerminalNo,
) -> Outcome<Payment> {
    Ok(find(tx, store_no, terminal_no).await?.ok_or(&NOT_STARTED)?)
}

async fn find(
    tx: &mut Tx,
    store_no: &StoreNo,
    terminal_no: &TerminalNo,
) -> Outcome<Option<Payment>> {
    let Some(basket) = store::find_paying_basket(tx, store_no, terminal_no).await? else {
        return Ok(None);
    };
    let tenders = store::list_tenders(tx, store_no).await?;
    Ok(Some(Payment {
        booked: store::list_booked_tenders(tx, basket.basket_id).await?,
        live: store::find_live_attempt(tx, basket.basket_id).await?,
        cash: tenders
            .iter()
            .find(|tender| tender.terms.tender_type == TenderType::Cash)
            .cloned(),
        origins: refund::origins(tx, &basket).await?,
        basket,
        order: None,
    }))
}
