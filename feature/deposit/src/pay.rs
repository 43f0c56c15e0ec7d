//! Pay more on a deposit.

use axum::extract::State;
use kernel::id::BasketId;
use kernel::{Money, Refusal};
use payment::payment_view;
use payment::view::PaymentView;
use sale::Till;
use sale::kept::{self, NewPayment};
use sale::rule::purpose::Purpose;
use serde::{Deserialize, Serialize};
use session::Actor;
use shell::Outcome;
use shell::db::{Tx, TxFuture};
use shell::http::idempotency::{Intent, once};
use shell::http::{Envelope, IdempotencyKey, Json, Path, Reply};
use utoipa::ToSchema;
use uuid::Uuid;

use crate::rule::state::{Deed, Worth};
use crate::rule::terms::check_amount;
use crate::store::{self, Deposit};
use crate::{BEING_PAID, DepositState, NOT_FOUND, WRONG_CURRENCY};

/// What a client pays on a deposit.
#[derive(Clone, Debug, Deserialize, Serialize, ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub(crate) struct PayDepositRequest {
    /// What is paid now.
    amount: Money,
}

struct Input {
    actor: Actor,
    till: Till,
    deposit_id: Uuid,
    request: PayDepositRequest,
    state: DepositState,
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
    let till = state.till(&actor);
    let scope = till.terminal_no.as_str();
    let asked = (deposit_id, &request);
    let intent = Intent::new(key, "deposit.pay", scope, &asked, till.now)?;
    let shell = state.shell.clone();
    let told = actor.clone();
    let input = Input {
        actor,
        till,
        deposit_id,
        request,
        state,
    };
    let answer = once(&shell, intent, input, pay).await?;
    payment::tell_basket(&shell, &told);
    Ok(answer)
}

/// A deposit of a till's store on which no payment is under way.
pub(crate) async fn free(tx: &mut Tx, till: &Till, deposit_id: Uuid) -> Outcome<Deposit> {
    let deposit = store::find(tx, &till.store_no, deposit_id).await?;
    let deposit = deposit.ok_or_else(|| Refusal::new(&NOT_FOUND))?;
    if store::is_being_paid(tx, deposit_id).await? {
        return Err(Refusal::new(&BEING_PAID).into());
    }
    Ok(deposit)
}

fn pay<'a>(tx: &'a mut Tx, input: &'a Input) -> TxFuture<'a, PaymentView> {
    Box::pin(async move {
        let (till, amount) = (&input.till, input.request.amount);
        let deposit = free(tx, till, input.deposit_id).await?;
        if amount.currency != deposit.currency {
            return Err(Refusal::new(&WRONG_CURRENCY).at("amount").into());
        }
        let worth = Worth {
            held: deposit.worth.held.saturating_add(amount.minor),
            ..deposit.worth
        };
        deposit.state.after(Deed::Pay, worth)?;
        check_amount(amount, deposit.balance())?;
        let new = NewPayment {
            basket_id: BasketId(Uuid::now_v7()),
            purpose: Purpose::FurtherPayment,
            deposit_id: deposit.deposit_id,
            customer_id: deposit.customer_id,
            salesperson_id: &deposit.salesperson_id,
            due: amount,
            fixed: None,
        };
        kept::begin_payment(tx, till, &new).await?;
        payment_view(tx, &input.actor, &input.state.timing, till.now).await
    })
}
