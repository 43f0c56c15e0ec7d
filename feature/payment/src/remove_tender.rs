//! Remove a booked tender.

use axum::extract::State;
use http::StatusCode;
use jiff::Timestamp;
use kernel::Refusal;
use kernel::id::{AttemptId, TenderId};
use qr::order::Event as QrEvent;
use serde::Serialize;
use session::Actor;
use setting::Desk;
use shell::Outcome;
use shell::db::{Tx, TxFuture};
use shell::http::idempotency::{Intent, once};
use shell::http::{Envelope, IdempotencyKey, Path, Reply};
use uuid::Uuid;

use crate::current_payment::load;
use crate::engine::{Apply, apply, apply_qr};
use crate::held::DEPOSIT;
use crate::rule::attempt::{Event, Kind};
use crate::rule::tender::TenderType;
use crate::start_attempt::{detached, view};
use crate::store::{self, BookedTender, Channel, NewAttempt, Record};
use crate::timings::Timings;
use crate::view::{AttemptView, Look, Payment, PaymentView};
use crate::wallet::PutBack;
use crate::{
    ATTEMPT_LIVE, MAY_RESOLVE, PaymentState, TENDER_NOT_FOUND, TENDER_TYPE, Wallets, refund,
    voucher_book,
};

struct Input {
    actor: Actor,
    tender_id: TenderId,
    attempt_id: AttemptId,
    lease: (Uuid, Timestamp),
    timings: Timings,
    application: Apply<QrEvent>,
    wallets: Wallets,
    desk: Desk,
    now: Timestamp,
}

/// What removing a tender answers.
#[derive(Serialize)]
#[serde(untagged)]
enum Removed {
    /// It is gone.
    Gone(Box<PaymentView>),
    /// The terminal or the provider gives the money back; the tender goes when it has.
    Reversing(Box<AttemptView>),
}

/// Remove a booked tender.
///
/// Cash is given back at once, and what came from a wallet returns to it. A card is given back by
/// the terminal, a payment by code by its provider: the answer is then 202 with the attempt that
/// does it, and the tender stays booked until the money is on its way.
#[utoipa::path(
    delete, path = "/payment/tender/{tenderId}", tag = "payment",
    params(("tenderId" = uuid::Uuid, Path, description = "The booking")),
    responses(
        (status = 200, description = "Removed", body = Envelope<PaymentView>),
        (status = 202, description = "The terminal or the provider gives it back", body = Envelope<AttemptView>),
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
        desk: Desk::new(state.engine.signer(), &actor, now),
        actor,
        tender_id,
        attempt_id,
        lease: state.engine.lease(now),
        timings: Timings::of(&state),
        application: state.engine.application(attempt_id, QrEvent::Refund),
        wallets: state.wallets.clone(),
        now,
    };
    detached(async move {
        let answer = once(&state.shell, intent, input, remove).await?;
        // The same for a repeat, when the tender itself may be gone.
        let removing = state
            .shell
            .db
            .read((store_no, tender_id), |tx, (store_no, tender_id)| {
                Box::pin(store::find_removal(tx, store_no, *tender_id))
            })
            .await?;
        let Some((attempt_id, channel)) = removing else {
            return Ok(answer);
        };
        state.engine.start(attempt_id, channel);
        Ok(answer.status(StatusCode::ACCEPTED))
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
        // Change goes with what it is of.
        if tender.tender_code.as_str() == DEPOSIT || tender.change_of.is_some() {
            return Err((&TENDER_TYPE).into());
        }
        if tender.amount.minor < 0 {
            refund::undo(tx, &tender).await?;
            return take_off(tx, input, payment).await;
        }
        let original = match tender.attempt_id {
            Some(attempt_id) => store::find_attempt(tx, attempt_id).await?,
            None => None,
        };
        match original {
            None => {
                voucher_book::put_back(tx, &input.desk, tender.tender_id).await?;
                put_back(tx, input, &tender).await?;
                take_off(tx, input, payment).await
            }
            Some(original) if original.card.poi_transaction.is_none() => {
                // A manager said that it was paid: nobody can be asked to give it back.
                actor.require(MAY_RESOLVE)?;
                take_back(tx, input, &original).await?;
                take_off(tx, input, payment).await
            }
            Some(original) if original.qr.is_some() => give_back(tx, input, &original).await,
            Some(original) => reverse(tx, input, &tender, &original).await,
        }
    })
}

/// What came from a wallet returns to it.
async fn put_back(tx: &mut Tx, input: &Input, tender: &BookedTender) -> Outcome<()> {
    let tender_type = TenderType::parse(&tender.tender_type);
    let Some(wallet) = tender_type.and_then(|it| input.wallets.find(it)) else {
        return Ok(());
    };
    let put_back = PutBack {
        tender_id: tender.tender_id,
        store_no: input.actor.store_no.clone(),
        terminal_no: input.actor.terminal_no.clone(),
        staff_id: input.actor.staff_id.clone(),
        now: input.now,
    };
    wallet.put_back(tx, &put_back).await
}

/// What a manager had called paid is looked for from now on: should it have been taken after all, it goes back.
async fn take_back(tx: &mut Tx, input: &Input, original: &Record) -> Outcome<()> {
    let mut application = input.application.clone();
    application.attempt_id = original.attempt_id;
    application.decided_by = Some((input.actor.staff_id.clone(), original.slip_no.clone()));
    match original.channel() {
        Channel::Terminal => {
            apply(tx, &application.with(Event::TakenBack)).await?;
        }
        Channel::Qr => {
            apply_qr(tx, &application.with(QrEvent::TakenBack)).await?;
        }
    }
    Ok(())
}

async fn take_off(tx: &mut Tx, input: &Input, mut payment: Payment) -> Outcome<Removed> {
    store::delete_tender(tx, input.tender_id).await?;
    payment.booked.retain(|booked| {
        booked.tender_id != input.tender_id && booked.change_of != Some(input.tender_id)
    });
    payment.origins = refund::origins(tx, &payment.basket).await?;
    let view = payment.view(&Look {
        now: input.now,
        timing: &input.timings.terminal,
        qr_timing: &input.timings.qr,
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
        channel: Channel::Terminal,
        kind: Kind::Reversal,
        amount: tender.amount,
        device_sn: &original.device_sn,
        reversed_tender_id: Some(input.tender_id),
        refund_of: None,
        captured: original.attempt.captured.as_ref(),
        card: &original.card,
        started_by: &actor.staff_id,
        created_at: input.now,
        driver_id: input.lease.0,
        driver_until: input.lease.1,
    };
    store::insert_attempt(tx, &new).await?;
    let view = view(tx, input.attempt_id, actor, &input.timings, input.now).await?;
    Ok(Removed::Reversing(Box::new(view)))
}

/// The order that took the money gives it back.
async fn give_back(tx: &mut Tx, input: &Input, original: &Record) -> Outcome<Removed> {
    let actor = &input.actor;
    if store::is_terminal_live(tx, &original.terminal_no).await? {
        return Err((&ATTEMPT_LIVE).into());
    }
    let mut application = input.application.clone();
    application.attempt_id = original.attempt_id;
    application.removes = Some(input.tender_id);
    apply_qr(tx, &application).await?;
    let view = view(tx, original.attempt_id, actor, &input.timings, input.now).await?;
    Ok(Removed::Reversing(Box::new(view)))
}
