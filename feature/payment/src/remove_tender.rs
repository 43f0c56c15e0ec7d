//! Remove a booked tender.

use std::sync::Arc;

use axum::extract::State;
use http::StatusCode;
use jiff::Timestamp;
use kernel::Refusal;
use kernel::id::{AttemptId, TenderId};
use serde::Serialize;
use session::Actor;
use shell::Outcome;
use shell::db::{Tx, TxFuture};
use shell::http::idempotency::{Intent, once};
use shell::http::{Envelope, IdempotencyKey, Path, Reply};
use uuid::Uuid;

use crate::current_payment::load;
use crate::rule::attempt::{Kind, Timing};
use crate::start_attempt::{detached, view};
use crate::store::{self, BookedTender, NewAttempt, Record};
use crate::view::{AttemptView, Look, Payment, PaymentView};
use crate::{ATTEMPT_LIVE, MAY_RESOLVE, PaymentState, TENDER_NOT_FOUND};

struct Input {
    actor: Actor,
    tender_id: TenderId,
    attempt_id: AttemptId,
    lease: (Uuid, Timestamp),
    timing: Arc<Timing>,
    now: Timestamp,
}

/// What removing a tender answers.
#[derive(Serialize)]
#[serde(untagged)]
enum Removed {
    /// It is gone.
    Gone(Box<PaymentView>),
    /// The terminal gives the money back; the tender goes when it has.
    Reversing(Box<AttemptView>),
}

/// Remove a booked tender.
///
/// Cash is given back at once. A card is given back by the terminal: the answer is then 202 with
/// the attempt that does it, and the tender stays booked until the terminal has accepted it.
#[utoipa::path(
    delete, path = "/payment/tender/{tenderId}", tag = "payment",
    params(("tenderId" = uuid::Uuid, Path, description = "The booking")),
    responses(
        (status = 200, description = "Removed", body = Envelope<PaymentView>),
        (status = 202, description = "The terminal gives it back", body = Envelope<AttemptView>),
        (status = 404, description = "There is no such tender"),
        (status = 409, description = "Another payment is still under way"),
    ),
)]
pub(crate) async fn remove_tender(
    State(state): State<PaymentState>,
    actor: Actor,
    key: IdempotencyKey,
    Path(tender_id): Path<TenderId>,
) -> Reply {
    let now = state.shell.clock.now();
    let scope = actor.terminal_no.as_str();
    let intent = Intent::new(key, "payment.remove_tender", scope, &tender_id, now)?;
    let attempt_id = AttemptId(Uuid::now_v7());
    let store_no = actor.store_no.clone();
    let input = Input {
        actor,
        tender_id,
        attempt_id,
        lease: state.engine.lease(now),
        timing: state.engine.timing().clone(),
        now,
    };
    detached(async move {
        let answer = once(&state.shell, intent, input, remove).await?;
        state.engine.start(attempt_id);
        // The same for a repeat, when the tender itself may be gone.
        let is_at_terminal = state
            .shell
            .db
            .read((store_no, tender_id), |tx, (store_no, tender_id)| {
                Box::pin(store::was_removed_by_reversal(tx, store_no, *tender_id))
            })
            .await?;
        Ok(match is_at_terminal {
            true => answer.status(StatusCode::ACCEPTED),
            false => answer,
        })
    })
    .await
}

fn remove<'a>(tx: &'a mut Tx, input: &'a Input) -> TxFuture<'a, Removed> {
    Box::pin(async move {
        let actor = &input.actor;
        let payment = load(tx, &actor.store_no, &actor.terminal_no).await?;
        let basket_id = payment.basket.basket_id;
        let tender = store::find_booked_tender(tx, basket_id, input.tender_id)
            .await?
            .ok_or_else(|| Refusal::new(&TENDER_NOT_FOUND))?;
        if payment.live.is_some() {
            return Err((&ATTEMPT_LIVE).into());
        }
        let original = match tender.attempt_id {
            Some(attempt_id) => store::find_attempt(tx, attempt_id).await?,
            None => None,
        };
        match original {
            None => take_off(tx, input, payment).await,
            Some(original) if original.card.poi_transaction.is_some() => {
                reverse(tx, input, &tender, &original).await
            }
            // A manager said that it was paid: no terminal can give it back.
            Some(_) => {
                actor.require(MAY_RESOLVE)?;
                take_off(tx, input, payment).await
            }
        }
    })
}

async fn take_off(tx: &mut Tx, input: &Input, mut payment: Payment) -> Outcome<Removed> {
    store::delete_tender(tx, input.tender_id).await?;
    payment
        .booked
        .retain(|booked| booked.tender_id != input.tender_id);
    let view = payment.view(&Look {
        now: input.now,
        timing: &input.timing,
        may_resolve: input.actor.may(MAY_RESOLVE),
    });
    Ok(Removed::Gone(Box::new(view)))
}

async fn reverse(
    tx: &mut Tx,
    input: &Input,
    tender: &BookedTender,
    original: &Record,
) -> Outcome<Removed> {
    let actor = &input.actor;
    if store::is_terminal_live(tx, &actor.terminal_no).await? {
        return Err((&ATTEMPT_LIVE).into());
    }
    let new = NewAttempt {
        attempt_id: input.attempt_id,
        store_no: &original.store_no,
        terminal_no: &original.terminal_no,
        basket_id: original.basket_id,
        tender_code: &tender.tender_code,
        kind: Kind::Reversal,
        amount: tender.amount,
        device_sn: &original.device_sn,
        reversed_tender_id: Some(input.tender_id),
        captured: original.attempt.captured.as_ref(),
        card: &original.card,
        started_by: &actor.staff_id,
        created_at: input.now,
        driver_id: input.lease.0,
        driver_until: input.lease.1,
    };
    store::insert_attempt(tx, &new).await?;
    let view = view(tx, input.attempt_id, actor, &input.timing, input.now).await?;
    Ok(Removed::Reversing(Box::new(view)))
}
