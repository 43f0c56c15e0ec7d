//! Take money at the terminal.

use axum::extract::State;
use http::StatusCode;
use jiff::{SignedDuration, Timestamp};
use kernel::id::{AttemptId, TenderCode};
use kernel::{Money, Refusal};
use qr::order::Order;
use qr::provider::PaymentCode;
use serde::{Deserialize, Serialize};
use session::Actor;
use shell::db::{Tx, TxFuture};
use shell::http::idempotency::{Intent, once};
use shell::http::{Envelope, IdempotencyKey, Json, Reply};
use shell::{Failure, Outcome};
use utoipa::ToSchema;
use uuid::Uuid;

use crate::current_payment::load;
use crate::rule::attempt::Kind;
use crate::rule::qr::{QrDirection, QrProvider};
use crate::rule::tender::TenderType;
use crate::store::{self, Card, Channel, NewAttempt, QrRecord, TenderSetup};
use crate::timings::Timings;
use crate::view::{AttemptView, Look};
use crate::{
    ATTEMPT_LIVE, ATTEMPT_NOT_FOUND, MAY_RESOLVE, PaymentState, QR_CODE_NOT_SHOWN, QR_NOT_SET_UP,
    QR_PAYMENT_CODE, TENDER_TYPE, TENDER_UNKNOWN,
};

/// What to take.
#[derive(Clone, Deserialize, Serialize, ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub(crate) struct StartAttemptRequest {
    /// The tender that was pressed. What is booked follows the brand that the terminal reports.
    #[schema(value_type = String, example = "CARD")]
    tender_code: TenderCode,
    /// What to take: the balance, or a part of it.
    amount: Money,
    /// Who scans whom, for a payment by code.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    direction: Option<QrDirection>,
    /// The code on the client's telephone, where the shop scans it. It is sent once and kept nowhere.
    #[serde(default, skip_serializing)]
    #[schema(write_only, max_length = 64, example = "281234567890123456")]
    payment_code: Option<String>,
}

struct Input {
    actor: Actor,
    request: StartAttemptRequest,
    attempt_id: AttemptId,
    lease: (Uuid, Timestamp),
    timings: Timings,
    now: Timestamp,
}

/// Take money at the terminal, or by a code.
///
/// With a tender of the type `QR` the client scans the code that the answer will hold as soon as the
/// provider has given it (`clientScans`), or the shop has scanned the client's (`shopScans`).
///
/// Answers at once; the attempt goes on whether or not somebody follows it, and survives a
/// restart. Follow it by its id, by live events, or by reading the payment.
#[utoipa::path(
    post, path = "/payment/attempt", tag = "payment", request_body = StartAttemptRequest,
    responses(
        (status = 202, description = "Started", body = Envelope<AttemptView>),
        (status = 404, description = "This tender is not taken in this store"),
        (status = 409, description = "Over tender, or another payment is under way"),
        (status = 422, description = "amount must be above 0, or what was scanned is no payment code"),
        (status = 503, description = "The store has no account with the provider"),
    ),
)]
pub(crate) async fn start_attempt(
    State(state): State<PaymentState>,
    actor: Actor,
    key: IdempotencyKey,
    Json(request): Json<StartAttemptRequest>,
) -> Reply {
    let now = state.shell.clock.now();
    let scope = actor.terminal_no.as_str();
    let intent = Intent::new(key, "payment.start_attempt", scope, &request, now)?;
    let attempt_id = AttemptId(Uuid::now_v7());
    let code = payment_code(&request)?;
    let channel = match request.direction {
        Some(_) => Channel::Qr,
        None => Channel::Terminal,
    };
    let input = Input {
        actor,
        request,
        attempt_id,
        lease: state.engine.lease(now),
        timings: Timings::of(&state),
        now,
    };
    detached(async move {
        let answer = once(&state.shell, intent, input, start).await?;
        if let Some(code) = code {
            state.engine.keep_code(attempt_id, code);
        }
        // Of a repeated request this one does not exist: the first is driven already.
        state.engine.start(attempt_id, channel);
        Ok(answer.status(StatusCode::ACCEPTED))
    })
    .await
}

/// Carries something out even when the client goes away before it has its answer.
pub(crate) async fn detached(work: impl Future<Output = Reply> + Send + 'static) -> Reply {
    tokio::spawn(work).await.map_err(Failure::internal)?
}

fn start<'a>(tx: &'a mut Tx, input: &'a Input) -> TxFuture<'a, AttemptView> {
    Box::pin(async move {
        let actor = &input.actor;
        let code = &input.request.tender_code;
        let place = (&actor.store_no, &actor.terminal_no);
        let tender = store::find_tender(tx, place, code)
            .await?
            .ok_or(&TENDER_UNKNOWN)?;
        let fits = match tender.terms.tender_type {
            TenderType::Card => input.request.direction.is_none(),
            TenderType::Qr => input.request.direction.is_some(),
            _ => false,
        };
        if !fits {
            return Err((&TENDER_TYPE).into());
        }
        let payment = load(tx, &actor.store_no, &actor.terminal_no).await?;
        // The indexes refuse it, too; asked first, the answer has words.
        if payment.live.is_some() || store::is_terminal_live(tx, &actor.terminal_no).await? {
            return Err((&ATTEMPT_LIVE).into());
        }
        let settled = tender
            .terms
            .settle(payment.remaining(), input.request.amount)?;
        let order = match input.request.direction {
            Some(direction) => Some(order(tx, input, &tender, direction, settled.amount).await?),
            None => None,
        };
        let terminal = store::get_terminal(tx, &actor.terminal_no).await?;
        let new = NewAttempt {
            attempt_id: input.attempt_id,
            store_no: &actor.store_no,
            terminal_no: &actor.terminal_no,
            basket_id: payment.basket.basket_id,
            tender_code: code,
            channel: match order {
                Some(_) => Channel::Qr,
                None => Channel::Terminal,
            },
            kind: Kind::Payment,
            amount: settled.amount,
            device_sn: match order {
                Some(_) => "",
                None => &terminal.device_sn,
            },
            reversed_tender_id: None,
            refund_of: None,
            captured: None,
            card: &Card::default(),
            started_by: &actor.staff_id,
            created_at: input.now,
            driver_id: input.lease.0,
            driver_until: input.lease.1,
        };
        store::insert_attempt(tx, &new).await?;
        if let Some(order) = &order {
            store::insert_order(tx, input.attempt_id, order).await?;
        }
        view(tx, input.attempt_id, actor, &input.timings, input.now).await
    })
}

/// What was scanned, where the shop scans.
fn payment_code(request: &StartAttemptRequest) -> Result<Option<PaymentCode>, Refusal> {
    if request.direction != Some(QrDirection::ShopScans) {
        return Ok(None);
    }
    let text = request.payment_code.as_deref().unwrap_or_default();
    match PaymentCode::parse(text) {
        Ok(code) => Ok(Some(code)),
        Err(_) => Err(Refusal::new(&QR_PAYMENT_CODE).at("paymentCode")),
    }
}

/// The order at the provider, before anything of it is sent.
async fn order(
    tx: &mut Tx,
    input: &Input,
    tender: &TenderSetup,
    direction: QrDirection,
    amount: Money,
) -> Outcome<QrRecord> {
    let provider = QrProvider::of_mapping(&tender.online_pos_mapping).ok_or(&TENDER_TYPE)?;
    if direction == QrDirection::ClientScans && !tender.shows_code {
        return Err(Refusal::new(&QR_CODE_NOT_SHOWN).at("direction").into());
    }
    let merchant = store::find_merchant_of(tx, &input.actor.store_no, provider)
        .await?
        .ok_or_else(|| not_set_up(provider))?;
    let currency = qr::Currency::from_iso(amount.currency.code()).map_err(Failure::internal)?;
    let amount = qr::Amount::new(amount.minor, currency);
    Ok(QrRecord {
        merchant_key: merchant.merchant_key,
        provider,
        // 32 letters and digits: the most that both providers take.
        order_no: input.attempt_id.0.simple().to_string(),
        order: Order {
            closes_after: closes_after(provider, direction, &input.timings.qr),
            ..Order::new(direction.into(), amount, input.now)
        },
        is_live: true,
        paid: None,
    })
}

/// How old the provider wants an order to be before it is asked to end it; none where it may be asked at once.
fn closes_after(
    provider: QrProvider,
    direction: QrDirection,
    timing: &::qr::order::Timing,
) -> Option<SignedDuration> {
    match (provider, direction) {
        (QrProvider::WechatPay, QrDirection::ClientScans) => Some(timing.wechat_closes_after),
        // What the shop scanned is reversed, and Alipay cancels at any time.
        (QrProvider::WechatPay, QrDirection::ShopScans) | (QrProvider::Alipay, _) => None,
    }
}

/// The refusal of a provider with which the store has no account.
pub(crate) fn not_set_up(provider: QrProvider) -> Refusal {
    Refusal::new(&QR_NOT_SET_UP).with("provider", provider.brand())
}

/// An attempt of the actor's store.
///
/// # Errors
/// [`ATTEMPT_NOT_FOUND`], also for an attempt of another store.
pub(crate) async fn get(tx: &mut Tx, id: AttemptId, actor: &Actor) -> Outcome<store::Record> {
    let record = store::find_attempt(tx, id).await?;
    Ok(record
        .filter(|record| record.store_no == actor.store_no)
        .ok_or(&ATTEMPT_NOT_FOUND)?)
}

/// An attempt as the actor sees it.
pub(crate) async fn view(
    tx: &mut Tx,
    id: AttemptId,
    actor: &Actor,
    timings: &Timings,
    now: Timestamp,
) -> Outcome<AttemptView> {
    let record = get(tx, id, actor).await?;
    Ok(AttemptView::of(
        record,
        &Look {
            now,
            timing: &timings.terminal,
            qr_timing: &timings.qr,
            may_resolve: actor.may(MAY_RESOLVE),
        },
    ))
}
