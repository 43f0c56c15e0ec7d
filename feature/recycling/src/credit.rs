//! Somebody's credit, and the code that opens much of it.

use axum::extract::State;
use jiff::Timestamp;
use kernel::Money;
use kernel::id::{CustomerId, StoreNo};
use one_time_code::rule::Purpose;
use one_time_code::{
    Asked, OneTimeCodeProofView, OneTimeCodeRequest, OneTimeCodeView, enter_customer_code,
    send_customer_code,
};
use serde::Serialize;
use session::Actor;
use shell::Failure;
use shell::db::{Tx, TxFuture};
use shell::http::{Answer, Envelope, Json, Path, Reply};
use utoipa::ToSchema;

use crate::{RecyclingState, store};

/// How many entries of a ledger are shown.
const ENTRIES_MAX: i64 = 50;

/// A change of somebody's credit.
#[derive(Clone, Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct RecyclingCreditEntryView {
    /// `GRANT`, `REDEEM`, `RESTORE`, `REPAY` or `REVERSE`.
    #[schema(example = "GRANT")]
    entry_type: String,
    /// By how much, with its sign.
    amount: Money,
    /// What there was afterwards.
    balance: Money,
    /// The document, when one is concerned.
    #[schema(example = "RC-PAR01-000012")]
    recycling_no: Option<String>,
    /// Where.
    store_no: StoreNo,
    /// When.
    #[schema(value_type = String, format = DateTime)]
    created_at: Timestamp,
}

/// Somebody's credit.
#[derive(Clone, Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct RecyclingCreditView {
    /// What can be spent in this store.
    balance: Money,
    /// In all currencies; those of other stores are shown and cannot be spent here.
    balances: Vec<Money>,
    /// Above this amount of a basket a code is needed.
    code_above: Money,
    /// Where a code would be sent, masked; null without an address.
    #[schema(example = "i••••••@orange.fr")]
    code_to: Option<String>,
    /// The newest changes.
    entries: Vec<RecyclingCreditEntryView>,
}

/// What a customer has for old jewellery.
#[utoipa::path(
    get, path = "/customer/{customerId}/recycling-credit", tag = "recycling",
    params(("customerId" = Uuid, Path, description = "The customer")),
    responses(
        (status = 200, description = "Balance and ledger", body = Envelope<RecyclingCreditView>),
        (status = 404, description = "There is no such customer"),
    ),
)]
pub(crate) async fn get_recycling_credit(
    State(state): State<RecyclingState>,
    actor: Actor,
    Path(customer_id): Path<CustomerId>,
) -> Reply {
    let input = (actor.store_no.clone(), customer_id);
    Answer::of(&state.shell.db.read(input, credit).await?)
}

fn credit<'a>(
    tx: &'a mut Tx,
    (store_no, customer_id): &'a (StoreNo, CustomerId),
) -> TxFuture<'a, RecyclingCreditView> {
    Box::pin(async move {
        let found = crm::find_customer(tx, *customer_id).await?;
        let customer = found.ok_or_else(|| Failure::from(&crm::CUSTOMER_NOT_FOUND))?;
        let store = setting::get_store(tx, store_no).await?;
        let above = crate::wallet::code_above(tx, &store_no.0).await?;
        let rows = store::credit::ledger(tx, *customer_id, ENTRIES_MAX).await?;
        Ok(RecyclingCreditView {
            balance: store::credit::balance(tx, *customer_id, store.currency).await?,
            balances: store::credit::balances(tx, *customer_id).await?,
            code_above: Money::new(above, store.currency),
            code_to: customer.email.as_deref().map(crm::rule::mask::email),
            entries: rows
                .into_iter()
                .map(|row| RecyclingCreditEntryView {
                    entry_type: row.entry_type,
                    amount: row.amount,
                    balance: row.balance,
                    recycling_no: row.recycling_no,
                    store_no: row.store_no,
                    created_at: row.created_at,
                })
                .collect(),
        })
    })
}

/// Whose credit a code is for, and where.
fn asked(actor: Actor, customer_id: CustomerId) -> Asked {
    Asked {
        purpose: Purpose::RecyclingCredit,
        customer_id,
        store_no: actor.store_no,
        terminal_no: actor.terminal_no,
    }
}

/// Send the customer a code by e-mail, to spend much credit with.
#[utoipa::path(
    post, path = "/customer/{customerId}/recycling-credit/code", tag = "recycling",
    params(("customerId" = Uuid, Path, description = "The customer")),
    responses(
        (status = 200, description = "The code is on its way", body = Envelope<OneTimeCodeView>),
        (status = 404, description = "There is no such customer"),
        (status = 409, description = "The customer has no e-mail address"),
        (status = 429, description = "Too soon after the last code"),
        (status = 503, description = "The mail server did not take the code"),
    ),
)]
pub(crate) async fn request_recycling_code(
    State(state): State<RecyclingState>,
    actor: Actor,
    Path(customer_id): Path<CustomerId>,
) -> Reply {
    let asked = asked(actor, customer_id);
    send_customer_code(&state.shell, state.mailer.as_ref(), asked).await
}

/// Enter the code that the customer got. Five wrong codes end it.
#[utoipa::path(
    post, path = "/customer/{customerId}/recycling-credit/code/verify", tag = "recycling", request_body = OneTimeCodeRequest,
    params(("customerId" = Uuid, Path, description = "The customer")),
    responses(
        (status = 200, description = "The credit is open", body = Envelope<OneTimeCodeProofView>),
        (status = 404, description = "There is no such customer"),
        (status = 409, description = "This code is not valid any more"),
        (status = 422, description = "This code does not match"),
    ),
)]
pub(crate) async fn enter_recycling_code(
    State(state): State<RecyclingState>,
    actor: Actor,
    Path(customer_id): Path<CustomerId>,
    Json(request): Json<OneTimeCodeRequest>,
) -> Reply {
    enter_customer_code(&state.shell, asked(actor, customer_id), request).await
}
