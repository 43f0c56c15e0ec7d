//! What all payments about a deposit have in common: they are begun once, and every window of the till is
//! told.

use kernel::id::BasketId;
use kernel::{Money, Refusal};
use payment::view::PaymentView;
use payment::{payment_view, tell_basket};
use sale::Till;
use sale::kept::NewPayment;
use sale::rule::purpose::Purpose;
use serde::Serialize;
use session::Actor;
use shell::Outcome;
use shell::db::{Tx, TxFuture};
use shell::http::idempotency::{Intent, once};
use shell::http::{IdempotencyKey, Reply};
use uuid::Uuid;

use crate::store::{self, Deposit};
use crate::{BEING_PAID, DepositState, NOT_FOUND};

/// What a command gets: who asks at which till, and what.
pub(crate) struct Asked<R> {
    pub actor: Actor,
    pub till: Till,
    pub request: R,
    pub state: DepositState,
}

/// What is asked of a deposit.
pub(crate) type Of<R> = (Uuid, R);

/// Carries out a command once that begins a payment at the till of whoever asks.
pub(crate) async fn begin<R>(
    state: DepositState,
    actor: Actor,
    (key, operation): (IdempotencyKey, &'static str),
    request: R,
    command: for<'a> fn(&'a mut Tx, &'a Asked<R>) -> TxFuture<'a, PaymentView>,
) -> Reply
where
    R: Serialize + Send + Sync + 'static,
{
    let till = state.till(&actor);
    let scope = till.terminal_no.as_str();
    let intent = Intent::new(key, operation, scope, &request, till.now)?;
    let shell = state.shell.clone();
    let told = actor.clone();
    let asked = Asked {
        actor,
        till,
        request,
        state,
    };
    let answer = once(&shell, intent, asked, command).await?;
    tell_basket(&shell, &told);
    Ok(answer)
}

impl<R> Asked<R> {
    /// The payment at this till.
    pub(crate) async fn payment(&self, tx: &mut Tx) -> Outcome<PaymentView> {
        payment_view(tx, &self.actor, &self.state.timing, self.till.now).await
    }
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

impl Deposit {
    /// A payment about it, in a basket of its own. It has prices only when pieces are settled.
    pub(crate) fn new_payment<'a>(
        &'a self,
        purpose: Purpose,
        due: Money,
        fixed: Option<&'a str>,
    ) -> NewPayment<'a> {
        NewPayment {
            basket_id: BasketId(Uuid::now_v7()),
            purpose,
            deposit_id: self.deposit_id,
            customer_id: self.customer_id,
            salesperson_id: &self.salesperson_id,
            due,
            fixed,
        }
    }
}
