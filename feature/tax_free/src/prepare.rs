//! Taking a traveller down while the basket is still open: what its goods would come to on a form, and
//! who travels. The form itself is started after the payment.

use axum::extract::State;
use jiff::Timestamp;
use kernel::id::{OrderId, StaffId, StoreNo, TerminalNo};
use sale::{Goods, goods_of};
use serde::{Deserialize, Serialize};
use session::Actor;
use shell::Outcome;
use shell::db::{Tx, TxFuture};
use shell::http::idempotency::{Intent, once_viewed};
use shell::http::{Answer, Envelope, IdempotencyKey, Json, Reply};
use utoipa::ToSchema;

use crate::get_offer::{Ground, Known, ground, view};
use crate::rule::eligibility::{Purchase, PurchaseLine, Shop, rule_of};
use crate::rule::traveller::{Traveller, check};
use crate::view::TaxFreeOfferView;
use crate::{NOTHING_ELIGIBLE, TaxFreeState, store};

/// A traveller who is taken down before the payment.
#[derive(Clone, Debug, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(as = TaxFreePrepareRequest)]
pub(crate) struct PrepareRequest {
    /// Who travels.
    traveller: Traveller,
}

/// Which till, and when.
#[derive(Clone, Debug)]
struct Place {
    store_no: StoreNo,
    terminal_no: TerminalNo,
    staff_id: StaffId,
    now: Timestamp,
}

impl Place {
    fn new(state: &TaxFreeState, actor: &Actor) -> Self {
        Self {
            store_no: actor.store_no.clone(),
            terminal_no: actor.terminal_no.clone(),
            staff_id: actor.staff_id.clone(),
            now: state.shell.clock.now(),
        }
    }
}

/// What is kept of a command: nothing of who travels.
#[derive(Serialize, Deserialize)]
struct Done {}

/// Whether the basket of this till can go on a tax-free form once it is paid, what it would come to or
/// what is missing, and the traveller who is taken down for it.
#[utoipa::path(
    get, path = "/basket/tax-free", tag = "taxFree",
    responses((status = 200, description = "What can be offered", body = Envelope<TaxFreeOfferView>)),
)]
pub(crate) async fn get_basket_tax_free(State(state): State<TaxFreeState>, actor: Actor) -> Reply {
    let place = Place::new(&state, &actor);
    Answer::of(&state.shell.db.read(place, offer).await?)
}

/// Take a traveller down for the basket of this till, in place of the one before.
///
/// The amount need not be reached yet. What is taken down goes with the form that is started after the
/// payment, with the basket when it is given up, and after a day.
#[utoipa::path(
    put, path = "/basket/tax-free", tag = "taxFree", request_body = PrepareRequest,
    responses(
        (status = 200, description = "What can be offered", body = Envelope<TaxFreeOfferView>),
        (status = 409, description = "The store issues no forms"),
        (status = 422, description = "There is no basket, or the traveller may not"),
    ),
)]
pub(crate) async fn prepare_basket_tax_free(
    State(state): State<TaxFreeState>,
    actor: Actor,
    key: IdempotencyKey,
    Json(request): Json<PrepareRequest>,
) -> Reply {
    let place = Place::new(&state, &actor);
    let scope = place.terminal_no.0.clone();
    let intent = Intent::new(key, "tax_free.prepare", &scope, &request, place.now)?;
    let input = (place.clone(), request);
    once_viewed(&state.shell, intent, input, prepare, |_, _, _| {
        Box::pin(async { Ok(()) })
    })
    .await?;
    Answer::of(&state.shell.db.read(place, offer).await?)
}

/// Forget the traveller who is taken down for the basket of this till.
#[utoipa::path(
    delete, path = "/basket/tax-free", tag = "taxFree",
    responses((status = 200, description = "What can be offered", body = Envelope<TaxFreeOfferView>)),
)]
pub(crate) async fn forget_basket_tax_free(
    State(state): State<TaxFreeState>,
    actor: Actor,
    key: IdempotencyKey,
) -> Reply {
    let place = Place::new(&state, &actor);
    let scope = place.terminal_no.0.clone();
    let intent = Intent::new(key, "tax_free.forget", &scope, &(), place.now)?;
    once_viewed(&state.shell, intent, place.clone(), forget, |_, _, _| {
        Box::pin(async { Ok(()) })
    })
    .await?;
    Answer::of(&state.shell.db.read(place, offer).await?)
}

async fn goods(tx: &mut Tx, place: &Place) -> Outcome<Option<Goods>> {
    goods_of(tx, (&place.store_no, &place.terminal_no), place.now).await
}

/// The basket as the order that it becomes, bought today.
fn purchase(goods: Option<&Goods>, shop: &Shop) -> Purchase {
    let lines = goods.into_iter().flat_map(|goods| &goods.lines);
    Purchase {
        order_id: OrderId(goods.map_or_else(uuid::Uuid::nil, |goods| goods.basket_id.0)),
        receipt_no: String::new(),
        on: shop.today,
        order_type: goods.map_or("SALE", |goods| goods.order_type).to_owned(),
        customer_id: goods.and_then(|goods| goods.customer_id),
        lines: lines
            .map(|line| PurchaseLine {
                line_id: line.line_id,
                name: line.name.clone(),
                quantity: line.quantity,
                net: line.net,
                vat_rate: line.vat_rate,
                is_no_stock: line.is_no_stock,
                is_customised: line.is_customised,
                is_recycled: false,
            })
            .collect(),
        live_form: None,
    }
}

fn offer<'a>(tx: &'a mut Tx, place: &'a Place) -> TxFuture<'a, TaxFreeOfferView> {
    Box::pin(async move {
        let ground = ground(tx, &place.store_no, place.now).await?;
        let goods = goods(tx, place).await?;
        let own = purchase(goods.as_ref(), &ground.shop);
        let traveller = match &goods {
            Some(goods) => store::prepared::find(tx, goods.basket_id).await?,
            None => None,
        };
        let known = Known {
            flight_no: goods.map(|goods| goods.flight_no).unwrap_or_default(),
            traveller,
            form: None,
            cards: Vec::new(),
            others: Vec::new(),
        };
        view(tx, &ground, &own, known).await
    })
}

fn prepare<'a>(
    tx: &'a mut Tx,
    (place, request): &'a (Place, PrepareRequest),
) -> TxFuture<'a, Done> {
    Box::pin(async move {
        let ground: Ground = ground(tx, &place.store_no, place.now).await?;
        let rule = rule_of(&ground.shop, ground.rule.as_ref())?;
        let goods = goods(tx, place).await?;
        let goods = goods.filter(|goods| !goods.lines.is_empty());
        let goods = goods.ok_or(&NOTHING_ELIGIBLE)?;
        let days = (ground.shop.today, rule.last_day(ground.shop.today));
        let asks_flight = ground.setup.as_ref().is_some_and(|setup| setup.asks_flight);
        let traveller = check(&request.traveller, rule, asks_flight, days)?;
        let by = (&place.terminal_no, &place.staff_id, place.now);
        store::prepared::keep(tx, goods.basket_id, &traveller, by).await?;
        Ok(Done {})
    })
}

fn forget<'a>(tx: &'a mut Tx, place: &'a Place) -> TxFuture<'a, Done> {
    Box::pin(async move {
        if let Some(goods) = goods(tx, place).await? {
            store::prepared::forget(tx, goods.basket_id).await?;
        }
        Ok(Done {})
    })
}
