//! What a customer has, at a till, and the code that opens much of it.

use axum::extract::State;
use kernel::id::{CustomerId, StoreNo};
use kernel::{Money, Refusal};
use one_time_code::rule::Purpose;
use one_time_code::{
    Asked, OneTimeCodeProofView, OneTimeCodeRequest, OneTimeCodeView, enter_customer_code,
    send_customer_code,
};
use session::Actor;
use shell::Failure;
use shell::db::{Tx, TxFuture};
use shell::http::{Answer, Envelope, Json, Path, Reply};

use crate::admin::LoyaltyStoreValue;
use crate::book::Owner;
use crate::rule::lot::{ends_first, usable};
use crate::store::{self, lot};
use crate::view::{LoyaltyCreditView, LoyaltyEndView, LoyaltyEntryView};
use crate::{FUNCTION_UNAVAILABLE, LoyaltyState};

/// How many entries of a ledger a till shows.
const ENTRIES_MAX: i64 = 50;

/// A customer's loyalty credit: what pays today, what ends first, and the newest changes.
#[utoipa::path(
    get, path = "/customer/{customerId}/loyalty", tag = "loyalty",
    params(("customerId" = uuid::Uuid, Path, description = "The customer")),
    responses(
        (status = 200, description = "What there is", body = Envelope<LoyaltyCreditView>),
        (status = 404, description = "There is no such customer"),
    ),
)]
pub(crate) async fn get_loyalty_credit(
    State(state): State<LoyaltyState>,
    actor: Actor,
    Path(customer_id): Path<CustomerId>,
) -> Reply {
    let input = (actor.store_no, customer_id, state.shell.clock.now());
    Answer::of(&state.shell.db.read(input, credit).await?)
}

fn credit<'a>(
    tx: &'a mut Tx,
    (store_no, customer_id, now): &'a (StoreNo, CustomerId, jiff::Timestamp),
) -> TxFuture<'a, LoyaltyCreditView> {
    Box::pin(async move {
        let found = crm::find_customer(tx, *customer_id).await?;
        let customer = found.ok_or_else(|| Failure::from(&crm::CUSTOMER_NOT_FOUND))?;
        let shop = setting::get_store(tx, store_no).await?;
        let today = shop.business_date(*now);
        let owner = Owner {
            customer_id: *customer_id,
            currency: shop.currency,
        };
        let terms = store::terms::find(tx, store_no).await?;
        let usual = LoyaltyStoreValue::usual(String::new(), shop.currency);
        let account = store::entry::find_account(tx, owner).await?;
        let account = account.unwrap_or_default();
        let lots = lot::list_open(tx, owner).await?;
        let rows = store::list::ledger(tx, owner, ENTRIES_MAX).await?;
        let money = |minor| Money::new(minor, shop.currency);
        let code_above = terms.map_or(usual.code_above, |terms| terms.code_above);
        let refusal = terms
            .is_none()
            .then(|| Refusal::new(&FUNCTION_UNAVAILABLE).view());
        Ok(LoyaltyCreditView {
            balance: money(account.balance),
            usable: money(usable(&lots, today)),
            ends_first: LoyaltyEndView::of(ends_first(&lots, today), shop.currency),
            points: account.points,
            redeemed: money(account.redeemed),
            code_above: money(code_above),
            code_to: customer.email.as_deref().map(crm::rule::mask::email),
            refusal,
            entries: rows
                .into_iter()
                .filter_map(|row| LoyaltyEntryView::of(row, shop.currency))
                .collect(),
        })
    })
}

/// Whose credit a code is for, and where.
fn asked(actor: Actor, customer_id: CustomerId) -> Asked {
    Asked {
        purpose: Purpose::LoyaltyCredit,
        customer_id,
        store_no: actor.store_no,
        terminal_no: actor.terminal_no,
    }
}

/// Send the customer a code by e-mail, to spend much credit with.
#[utoipa::path(
    post, path = "/customer/{customerId}/loyalty/code", tag = "loyalty",
    params(("customerId" = uuid::Uuid, Path, description = "The customer")),
    responses(
        (status = 200, description = "The code is on its way", body = Envelope<OneTimeCodeView>),
        (status = 404, description = "There is no such customer"),
        (status = 409, description = "The customer has no e-mail address"),
        (status = 429, description = "Too soon after the last code"),
        (status = 503, description = "The mail server did not take the code"),
    ),
)]
pub(crate) async fn request_loyalty_code(
    State(state): State<LoyaltyState>,
    actor: Actor,
    Path(customer_id): Path<CustomerId>,
) -> Reply {
    let asked = asked(actor, customer_id);
    send_customer_code(&state.shell, state.mailer.as_ref(), asked).await
}

/// Enter the code that the customer got. Five wrong codes end it.
#[utoipa::path(
    post, path = "/customer/{customerId}/loyalty/code/verify", tag = "loyalty",
    request_body = OneTimeCodeRequest,
    params(("customerId" = uuid::Uuid, Path, description = "The customer")),
    responses(
        (status = 200, description = "The credit is open", body = Envelope<OneTimeCodeProofView>),
        (status = 404, description = "There is no such customer"),
        (status = 409, description = "This code is not valid any more"),
        (status = 422, description = "This code does not match"),
    ),
)]
pub(crate) async fn enter_loyalty_code(
    State(state): State<LoyaltyState>,
    actor: Actor,
    Path(customer_id): Path<CustomerId>,
    Json(request): Json<OneTimeCodeRequest>,
) -> Reply {
    enter_customer_code(&state.shell, asked(actor, customer_id), request).await
}
