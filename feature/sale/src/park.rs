//! Baskets that wait: park one, see which wait in the shop, take one up at any till.

use axum::extract::State;
use inventory::lease::move_to_till;
use jiff::{SignedDuration, Timestamp};
use kernel::id::BasketId;
use kernel::{Money, Refusal};
use serde::{Deserialize, Serialize};
use session::Actor;
use shell::db::{Tx, TxFuture};
use shell::http::{Answer, Envelope, IdempotencyKey, Json, Reply};
use shell::{Failure, Outcome};
use utoipa::ToSchema;

use crate::load::load;
use crate::restore::reserve_again;
use crate::rule::basket::BasketState;
use crate::store::{self, Basket};
use crate::view::BasketView;
use crate::{
    BASKET_NOT_WAITING, Done, LOCKED_BY_PAYMENT, NOTHING_TO_PARK, PARKED_MAX_REACHED, SaleState,
    Till, change,
};

/// How long a parked basket keeps its pieces (appendix A).
pub(crate) const PARKED: SignedDuration = SignedDuration::from_hours(2);
/// How many baskets wait in a shop at the most.
pub(crate) const WAITING_MAX: i64 = 50;

/// A basket that waits.
#[derive(Clone, Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct WaitingBasketView {
    /// Its id.
    pub(crate) basket_id: BasketId,
    /// The number that people see.
    #[schema(example = 87)]
    pub(crate) basket_no: i64,
    /// The till at which it was.
    #[schema(example = "PAR01-T1")]
    pub(crate) terminal_no: String,
    /// Who parked it, or whose it was when it was left behind.
    #[schema(example = "Chloé Bernard")]
    pub(crate) staff_name: Option<String>,
    /// Since when it waits, or when it was begun when it was left behind.
    #[schema(value_type = String, format = DateTime)]
    pub(crate) since: Timestamp,
    /// Whether somebody parked it; else a session ended or a till fell silent.
    pub(crate) is_parked: bool,
    /// Who buys.
    #[schema(example = "Ada Martin")]
    pub(crate) customer_name: Option<String>,
    /// What it holds, by name, the first pieces.
    #[schema(example = json!(["Solitaire, yellow gold, emerald"]))]
    pub(crate) item_names: Vec<String>,
    /// How many pieces.
    #[schema(example = 3)]
    pub(crate) pieces: i64,
    /// What it came to when it was put aside; none when that was not written down.
    pub(crate) total: Option<Money>,
    /// Until when the pieces of a parked basket are reserved; those of one that was left behind are
    /// free already.
    #[schema(value_type = Option<String>, format = DateTime)]
    pub(crate) reserved_until: Option<Timestamp>,
}

/// The baskets that wait in this store, the newest first: parked ones, and those that were left behind.
#[utoipa::path(
    get, path = "/basket/waiting", tag = "sale",
    responses((status = 200, description = "The baskets, 50 at the most",
        body = Envelope<Vec<WaitingBasketView>>)),
)]
pub(crate) async fn list_waiting(State(state): State<SaleState>, actor: Actor) -> Reply {
    let till = Till::of(&actor, &state);
    let waiting = state.shell.db.read(till, waiting).await?;
    Answer::of(&waiting)
}

fn waiting<'a>(tx: &'a mut Tx, till: &'a Till) -> TxFuture<'a, Vec<WaitingBasketView>> {
    Box::pin(async move {
        let store = setting::get_store(tx, &till.store_no).await?;
        store::list_waiting(tx, &till.store_no, store.currency).await
    })
}

/// Park the basket: it keeps its pieces for two hours, and any till of the store may take it up.
#[utoipa::path(
    post, path = "/basket/park", tag = "sale",
    responses(
        (status = 200, description = "The next basket, empty", body = Envelope<BasketView>),
        (status = 409, description = "The basket is empty or is being paid, or too many wait"),
    ),
)]
pub(crate) async fn park_basket(
    State(state): State<SaleState>,
    actor: Actor,
    key: IdempotencyKey,
) -> Reply {
    change(&state, &actor, key, "basket.park", (), park).await
}

fn park<'a>(tx: &'a mut Tx, (till, ()): &'a (Till, ())) -> TxFuture<'a, Done> {
    Box::pin(async move {
        let basket = store::find_basket(tx, &till.terminal_no).await?;
        let basket = basket.ok_or_else(|| Failure::from(&NOTHING_TO_PARK))?;
        if !put_aside(tx, till, &basket).await? {
            return Err((&NOTHING_TO_PARK).into());
        }
        Ok(Done::default())
    })
}

/// Parks a basket; no when it holds nothing: then it is given up.
async fn put_aside(tx: &mut Tx, till: &Till, basket: &Basket) -> Outcome<bool> {
    if basket.state == BasketState::Paying {
        return Err((&LOCKED_BY_PAYMENT).into());
    }
    if store::list_lines(tx, basket.basket_id).await?.is_empty() {
        store::set_state(tx, basket.basket_id, basket.state, BasketState::Emptied).await?;
        return Ok(false);
    }
    if store::count_waiting(tx, &till.store_no).await? >= WAITING_MAX {
        return Err((&PARKED_MAX_REACHED).into());
    }
    note_total(tx, basket.clone(), till.now).await?;
    store::park(tx, basket.basket_id, till, till.now + PARKED).await?;
    let seller = basket.salesperson_id.as_ref();
    store::remember_salesperson(tx, &till.terminal_no, seller, till.now).await?;
    Ok(true)
}

/// Writes down what a basket comes to before it is put aside, so that the list of those that wait
/// prices none of them.
pub(crate) async fn note_total(tx: &mut Tx, basket: Basket, now: Timestamp) -> Outcome<()> {
    let basket_id = basket.basket_id;
    let store = setting::get_store(tx, &basket.store_no).await?;
    let loaded = load(tx, &store, basket, now).await?;
    store::set_waiting_total(tx, basket_id, loaded.priced.total()).await
}

/// Which basket.
#[derive(Debug, Deserialize, Serialize, ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub(crate) struct ResumeRequest {
    /// The basket that waits.
    basket_id: BasketId,
}

/// Take up a basket that waits in this store. A basket at work on this till is parked instead.
///
/// Its pieces are reserved again as far as they are still free: a line with fewer reserved than
/// wanted pieces shows what is missing.
#[utoipa::path(
    post, path = "/basket/resume", tag = "sale", request_body = ResumeRequest,
    responses(
        (status = 200, description = "The basket", body = Envelope<BasketView>),
        (status = 404, description = "This basket does not wait any more"),
        (status = 409, description = "The basket at work is being paid"),
    ),
)]
pub(crate) async fn resume_basket(
    State(state): State<SaleState>,
    actor: Actor,
    key: IdempotencyKey,
    Json(request): Json<ResumeRequest>,
) -> Reply {
    change(&state, &actor, key, "basket.resume", request, resume).await
}

fn resume<'a>(tx: &'a mut Tx, (till, request): &'a (Till, ResumeRequest)) -> TxFuture<'a, Done> {
    Box::pin(async move {
        let basket_id = request.basket_id;
        let is_waiting = store::is_waiting(tx, &till.store_no, basket_id).await?;
        if !is_waiting {
            return Err(Refusal::new(&BASKET_NOT_WAITING).into());
        }
        if let Some(present) = store::find_basket(tx, &till.terminal_no).await? {
            put_aside(tx, till, &present).await?;
        }
        store::resume(tx, basket_id, till).await?;
        let basket = store::get_basket(tx, basket_id).await?;
        let seller = basket.salesperson_id.as_ref();
        store::remember_salesperson(tx, &till.terminal_no, seller, till.now).await?;
        move_to_till(tx, basket_id, &till.terminal_no).await?;
        let item_nos = reserve_again(tx, till, basket_id).await?;
        store::touch(tx, basket_id, till.now).await?;
        Ok(Done::touching(item_nos))
    })
}
