//! Take a deposit on the pieces of the basket.

use axum::extract::State;
use jiff::ToSpan;
use jiff::civil::Date;
use kernel::{Money, Refusal};
use payment::view::PaymentView;
use sale::Till;
use sale::kept::{self, Offered};
use serde::{Deserialize, Serialize};
use session::Actor;
use shell::Outcome;
use shell::db::{Tx, TxFuture};
use shell::http::{Answer, Envelope, IdempotencyKey, Json, Reply};
use utoipa::ToSchema;
use uuid::Uuid;

use crate::desk::{Asked, begin};
use crate::rule::terms::{TERM_DAYS_MAX, Terms, check_amount};
use crate::store::{self, Plan};
use crate::view::{DepositKind, DepositTermsView};
use crate::{CUSTOMER_REQUIRED, DepositState, LAST_DAY_IMPOSSIBLE, WRONG_CURRENCY};

/// On which terms the pieces of the basket would be kept: those that are put on deposit, or all of them
/// where no line is.
#[utoipa::path(
    get, path = "/basket/deposit", tag = "deposit",
    responses(
        (status = 200, description = "The terms", body = Envelope<DepositTermsView>),
        (status = 409, description = "The basket is empty or is being paid"),
    ),
)]
pub(crate) async fn deposit_terms(State(state): State<DepositState>, actor: Actor) -> Reply {
    let till = state.till(&actor);
    let terms = state.shell.db.read(till, read_terms).await?;
    Answer::of(&terms)
}

fn read_terms<'a>(tx: &'a mut Tx, till: &'a Till) -> TxFuture<'a, DepositTermsView> {
    Box::pin(async move {
        let offered = kept::offered(tx, till).await?;
        let terms = store::terms(tx, &till.store_no).await?;
        let today = setting::get_store(tx, &till.store_no)
            .await?
            .business_date(till.now);
        Ok(DepositTermsView {
            total: offered.total,
            minimum: least(&terms, &offered),
            expires_on: terms.last_day(today),
            latest: latest(today),
            kinds: DepositKind::ALL.to_vec(),
            refusal: refusal(&offered).map(|refusal| refusal.view()),
        })
    })
}

/// What is to be paid at once at least.
fn least(terms: &Terms, offered: &Offered) -> Money {
    let customised = offered.lines.iter().filter(|line| line.is_customised);
    terms.least(offered.total, customised.map(|line| line.net.minor).sum())
}

fn latest(today: Date) -> Date {
    today.saturating_add(TERM_DAYS_MAX.days())
}

/// Why no deposit can be taken on a basket.
fn refusal(offered: &Offered) -> Option<Refusal> {
    let refusal = offered.refusal.clone();
    refusal.or_else(|| {
        let is_known = offered.basket.customer_id.is_some();
        (!is_known).then(|| Refusal::new(&CUSTOMER_REQUIRED))
    })
}

/// A deposit that a client wants to pay.
#[derive(Clone, Debug, Deserialize, Serialize, ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub(crate) struct StartDepositRequest {
    /// What is paid now.
    amount: Money,
    /// What becomes of the money when the client withdraws.
    kind: DepositKind,
    /// The last day; the store's term when it is absent.
    #[schema(value_type = Option<String>, format = Date)]
    expires_on: Option<Date>,
    /// The approval of an amount below the minimum.
    approval_id: Option<Uuid>,
}

/// Take a deposit on the pieces of the basket.
///
/// All prices are fixed and the basket is locked, as for any payment; `POST /payment/back` opens it
/// again. Once what is due is paid the pieces are kept for the client. Where lines are put on deposit only
/// these are meant; the others are what the basket of the till holds afterwards.
#[utoipa::path(
    post, path = "/basket/deposit", tag = "deposit", request_body = StartDepositRequest,
    responses(
        (status = 200, description = "The payment", body = Envelope<PaymentView>),
        (status = 403, description = "An amount below the minimum that nobody may approve"),
        (status = 409, description = "No customer, no price, nothing in the basket, or an amount below \
         the minimum that takes an approval"),
        (status = 422, description = "The amount or the last day cannot be"),
    ),
)]
pub(crate) async fn start_deposit(
    State(state): State<DepositState>,
    actor: Actor,
    key: IdempotencyKey,
    Json(request): Json<StartDepositRequest>,
) -> Reply {
    begin(state, actor, (key, "deposit.start"), request, start).await
}

fn start<'a>(tx: &'a mut Tx, asked: &'a Asked<StartDepositRequest>) -> TxFuture<'a, PaymentView> {
    Box::pin(async move {
        let (till, request) = (&asked.till, &asked.request);
        let offered = kept::offered(tx, till).await?;
        if let Some(refusal) = refusal(&offered) {
            return Err(refusal.into());
        }
        let plan = plan(tx, asked, &offered).await?;
        let basket_id = offered.basket.basket_id;
        store::put_plan(tx, basket_id, &plan).await?;
        kept::lock(tx, till, basket_id, request.amount, &offered.fixed).await?;
        asked.payment(tx).await
    })
}

/// What is agreed, once it may be.
async fn plan(tx: &mut Tx, asked: &Asked<StartDepositRequest>, offered: &Offered) -> Outcome<Plan> {
    let (till, request) = (&asked.till, &asked.request);
    if request.amount.currency != offered.total.currency {
        return Err(Refusal::new(&WRONG_CURRENCY).at("amount").into());
    }
    check_amount(request.amount, offered.total)?;
    let terms = store::terms(tx, &till.store_no).await?;
    let today = setting::get_store(tx, &till.store_no)
        .await?
        .business_date(till.now);
    let expires_on = request.expires_on.unwrap_or_else(|| terms.last_day(today));
    if expires_on < today || expires_on > latest(today) {
        let refusal = Refusal::new(&LAST_DAY_IMPOSSIBLE).with("latest", latest(today).to_string());
        return Err(refusal.at("expiresOn").into());
    }
    let approved_by = if request.amount.minor < least(&terms, offered).minor {
        let (basket, approval_id) = (&offered.basket, request.approval_id);
        kept::authorise_below_minimum(tx, till, basket, request.amount, approval_id).await?
    } else {
        None
    };
    Ok(Plan {
        kind: request.kind,
        expires_on,
        approved_by,
    })
}
