//! Pay more on a deposit.

use axum::extract::State;
use kernel::{Money, Refusal};
use payment::view::PaymentView;
use sale::kept;
use sale::rule::purpose::Purpose;
use serde::{Deserialize, Serialize};
use session::Actor;
use shell::db::{Tx, TxFuture};
use shell::http::{Envelope, IdempotencyKey, Json, Path, Reply};
use utoipa::ToSchema;
use uuid::Uuid;

use crate::desk::{Asked, Of, begin, free};
use crate::rule::state::{Deed, Worth};
use crate::rule::terms::check_amount;
use crate::{DepositState, WRONG_CURRENCY};

/// What a client pays on a deposit.
#[derive(Clone, Debug, Deserialize, Serialize, ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub(crate) struct PayDepositRequest {
    /// What is paid now.
    amount: Money,
}

/// Pay more on a deposit. The till's basket must be empty; `POST /payment/back` gives the payment up.
#[utoipa::path(
    post, path = "/deposit/{depositId}/payment", tag = "deposit", request_body = PayDepositRequest,
    params(("depositId" = uuid::Uuid, Path, description = "The deposit")),
    responses(
        (status = 200, description = "The payment", body = Envelope<PaymentView>),
        (status = 404, description = "There is no such deposit"),
        (status = 409, description = "It is settled or paid, a payment is under way, or the basket of \
         this till is not empty"),
        (status = 422, description = "The amount cannot be"),
    ),
)]
pub(crate) async fn pay_deposit(
    State(state): State<DepositState>,
    actor: Actor,
    key: IdempotencyKey,
    Path(deposit_id): Path<Uuid>,
    Json(request): Json<PayDepositRequest>,
) -> Reply {
    let request = (deposit_id, request);
    begin(state, actor, (key, "deposit.pay"), request, pay).await
}

fn pay<'a>(tx: &'a mut Tx, asked: &'a Asked<Of<PayDepositRequest>>) -> TxFuture<'a, PaymentView> {
    Box::pin(async move {
        let (till, (deposit_id, request)) = (&asked.till, &asked.request);
        let amount = request.amount;
        let deposit = free(tx, till, *deposit_id).await?;
        if amount.currency != deposit.currency {
            return Err(Refusal::new(&WRONG_CURRENCY).at("amount").into());
        }
        let worth = Worth {
            held: deposit.worth.held.saturating_add(amount.minor),
            ..deposit.worth
        };
        deposit.state.after(Deed::Pay, worth)?;
        check_amount(amount, deposit.balance())?;
        let new = deposit.new_payment(Purpose::FurtherPayment, amount, None);
        kept::begin_payment(tx, till, &new).await?;
        asked.payment(tx).await
    })
}
