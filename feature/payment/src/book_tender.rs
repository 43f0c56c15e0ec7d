//! Take cash.

use std::sync::Arc;

use axum::extract::State;
use jiff::Timestamp;
use kernel::Money;
use kernel::id::{TenderCode, TenderId};
use serde::{Deserialize, Serialize};
use session::Actor;
use shell::Outcome;
use shell::db::{Tx, TxFuture};
use shell::http::idempotency::{Intent, once};
use shell::http::{Envelope, IdempotencyKey, Json, Reply};
use utoipa::ToSchema;
use uuid::Uuid;

use crate::current_payment::load;
use crate::rule::attempt::Timing;
use crate::rule::tender::TenderType;
use crate::store::{self, NewTender};
use crate::view::{Look, PaymentView};
use crate::{ATTEMPT_LIVE, PaymentState, Settlement, TENDER_TYPE, TENDER_UNKNOWN};

/// What the customer gave.
#[derive(Clone, Debug, Deserialize, Serialize, ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub(crate) struct BookTenderRequest {
    /// The tender.
    #[schema(value_type = String, example = "CASH")]
    tender_code: TenderCode,
    /// What the customer gave, change not taken off.
    amount: Money,
}

struct Input {
    actor: Actor,
    request: BookTenderRequest,
    tender_id: TenderId,
    settlement: Arc<dyn Settlement>,
    timing: Arc<Timing>,
    now: Timestamp,
}

/// Take cash.
///
/// What closes the balance is rounded to the store's smallest coin, and change is given. When
/// nothing is left to pay the sale is completed at once and the answer carries the order.
#[utoipa::path(
    post, path = "/payment/tender", tag = "payment", request_body = BookTenderRequest,
    responses(
        (status = 200, description = "Booked", body = Envelope<PaymentView>),
        (status = 404, description = "This tender is not taken in this store"),
        (status = 409, description = "Over tender, under tender, or a payment is under way"),
        (status = 422, description = "amount must be above 0"),
    ),
)]
pub(crate) async fn book_tender(
    State(state): State<PaymentState>,
    actor: Actor,
    key: IdempotencyKey,
    Json(request): Json<BookTenderRequest>,
) -> Reply {
    let now = state.shell.clock.now();
    let scope = actor.terminal_no.as_str();
    let intent = Intent::new(key, "payment.book_tender", scope, &request, now)?;
    let input = Input {
        actor,
        request,
        tender_id: TenderId(Uuid::now_v7()),
        settlement: state.settlement.clone(),
        timing: state.engine.timing().clone(),
        now,
    };
    once(&state.shell, intent, input, book).await
}

fn book<'a>(tx: &'a mut Tx, input: &'a Input) -> TxFuture<'a, PaymentView> {
    Box::pin(async move {
        let actor = &input.actor;
        let code = &input.request.tender_code;
        let tender = store::find_tender(tx, &actor.store_no, code)
            .await?
            .ok_or(&TENDER_UNKNOWN)?;
        if tender.terms.tender_type != TenderType::Cash {
            return Err((&TENDER_TYPE).into());
        }
        let payment = load(tx, &actor.store_no, &actor.terminal_no).await?;
        if payment.live.is_some() {
            return Err((&ATTEMPT_LIVE).into());
        }
        let settled = tender
            .terms
            .settle(payment.remaining(), input.request.amount)?;
        let basket_id = payment.basket.basket_id;
        let new = NewTender {
            tender_id: input.tender_id,
            basket_id,
            tender_code: code,
            settled,
            attempt_id: None,
            booked_by: &actor.staff_id,
            booked_at: input.now,
        };
        store::insert_tender(tx, &new).await?;
        let order = input.settlement.settle(tx, basket_id, input.now).await?;
        answer(tx, input, payment, order).await
    })
}

async fn answer(
    tx: &mut Tx,
    input: &Input,
    mut payment: crate::view::Payment,
    order: Option<serde_json::Value>,
) -> Outcome<PaymentView> {
    payment.booked = store::list_booked_tenders(tx, payment.basket.basket_id).await?;
    payment.order = order;
    Ok(payment.view(&Look {
        now: input.now,
        timing: &input.timing,
        may_resolve: input.actor.may(crate::MAY_RESOLVE),
    }))
}
