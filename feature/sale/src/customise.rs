//! Put a piece into the basket that is made for one customer, and change how it is made.

use axum::extract::{Request, State};
use axum::middleware::Next;
use axum::response::Response;
use customised::rule::order::{Customisation, Wanted, customise};
use kernel::Refusal;
use kernel::id::LineId;
use serde::{Deserialize, Serialize};
use session::Actor;
use shell::db::{Tx, TxFuture};
use shell::http::{Envelope, IdempotencyKey, Json, Path, Reply};
use shell::{Failure, Outcome};
use utoipa::ToSchema;
use uuid::Uuid;

use crate::change_line::open_basket_of;
use crate::rule::kind::Operation;
use crate::store;
use crate::view::BasketView;
use crate::{
    CUSTOMISED_NOT_OFFERED, Done, LINE_NOT_CUSTOMISED, SALESPERSON_REQUIRED, SaleState, Till,
    change,
};

/// Lets requests pass only where the flow is offered: where the configuration says so, and on a host of
/// development.
pub(crate) async fn only_where_offered(
    State(state): State<SaleState>,
    request: Request,
    next: Next,
) -> Result<Response, Failure> {
    if !state.customised.allow(request.headers()) {
        return Err((&CUSTOMISED_NOT_OFFERED).into());
    }
    Ok(next.run(request).await)
}

/// A piece to be made.
#[derive(Debug, Deserialize, Serialize, ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub(crate) struct AddCustomisedRequest {
    /// The item of the model in its colour.
    #[schema(example = "CU-8001")]
    item_no: String,
    /// The size; blank when the item has none.
    #[schema(example = "M")]
    size_code: String,
    /// How it is made.
    wanted: Wanted,
}

/// Put a piece into the basket that is made or engraved for one customer.
///
/// It is a line of its own, and no stock is reserved for it. What is engraved cannot be returned: the
/// customer must have checked the text. Answered on hosts of development only.
#[utoipa::path(
    post, path = "/basket/customised", tag = "sale", request_body = AddCustomisedRequest,
    responses(
        (status = 200, description = "The basket", body = Envelope<BasketView>),
        (status = 404, description = "Not offered on this host, or not made to order"),
        (status = 409, description = "No salesperson, or the basket is being paid"),
        (status = 422, description = "The text was not checked, or cannot be engraved"),
    ),
)]
pub(crate) async fn add_customised(
    State(state): State<SaleState>,
    actor: Actor,
    key: IdempotencyKey,
    Json(request): Json<AddCustomisedRequest>,
) -> Reply {
    change(&state, &actor, key, "basket.add_customised", request, add).await
}

fn add<'a>(
    tx: &'a mut Tx,
    (till, request): &'a (Till, AddCustomisedRequest),
) -> TxFuture<'a, Done> {
    Box::pin(async move {
        let basket = store::open_basket(tx, till).await?;
        basket.allow(Operation::ChangePieces)?;
        if basket.salesperson_id.is_none() {
            return Err((&SALESPERSON_REQUIRED).into());
        }
        let (item_no, size_code) = (request.item_no.as_str(), request.size_code.as_str());
        let made = made(tx, item_no, &request.wanted).await?;
        checked_size(tx, item_no, size_code).await?;
        let line_id = LineId(Uuid::now_v7());
        let basket_id = basket.basket_id;
        store::insert_line(tx, basket_id, line_id, item_no, size_code, 1).await?;
        store::set_customised(tx, line_id).await?;
        let checked = (&till.staff_id, till.now);
        customised::store::keep_for_line(tx, (basket_id, line_id), &made, checked).await?;
        let store = setting::get_store(tx, &till.store_no).await?;
        let today = store.business_date(till.now);
        store::touch_priced(tx, basket_id, till, today).await?;
        Ok(Done {
            line_id: Some(line_id),
            ..Done::default()
        })
    })
}

/// How a piece is made instead.
#[derive(Debug, Deserialize, Serialize, ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub(crate) struct ChangeCustomisedRequest {
    /// Another size; the same when absent.
    #[schema(example = "M")]
    size_code: Option<String>,
    /// How it is made.
    wanted: Wanted,
}

/// Change how a piece of the basket is made: its text, its message, its medals.
#[utoipa::path(
    put, path = "/basket/customised/{lineId}", tag = "sale",
    request_body = ChangeCustomisedRequest,
    params(("lineId" = uuid::Uuid, Path, description = "The line")),
    responses(
        (status = 200, description = "The basket", body = Envelope<BasketView>),
        (status = 404, description = "Please select a line, or not offered on this host"),
        (status = 409, description = "Not made to order, or the basket is being paid"),
        (status = 422, description = "The text was not checked, or cannot be engraved"),
    ),
)]
pub(crate) async fn change_customised(
    State(state): State<SaleState>,
    actor: Actor,
    key: IdempotencyKey,
    Path(line_id): Path<LineId>,
    Json(request): Json<ChangeCustomisedRequest>,
) -> Reply {
    let request = (line_id, request);
    let operation = "basket.change_customised";
    change(&state, &actor, key, operation, request, make_otherwise).await
}

type Change = (LineId, ChangeCustomisedRequest);

fn make_otherwise<'a>(
    tx: &'a mut Tx,
    (till, (line_id, request)): &'a (Till, Change),
) -> TxFuture<'a, Done> {
    Box::pin(async move {
        let basket = open_basket_of(tx, till).await?;
        basket.allow(Operation::ChangePieces)?;
        let line = store::get_line(tx, &basket, *line_id).await?.line;
        if line.customisation.is_none() {
            return Err((&LINE_NOT_CUSTOMISED).into());
        }
        let made = made(tx, &line.item_no, &request.wanted).await?;
        if let Some(size_code) = &request.size_code {
            checked_size(tx, &line.item_no, size_code).await?;
            store::set_line_size(tx, *line_id, size_code).await?;
        }
        let checked = (&till.staff_id, till.now);
        let place = (basket.basket_id, *line_id);
        customised::store::keep_for_line(tx, place, &made, checked).await?;
        store::touch(tx, basket.basket_id, till.now).await?;
        Ok(Done::default())
    })
}

/// The piece as it will be made.
async fn made(tx: &mut Tx, item_no: &str, wanted: &Wanted) -> Outcome<Customisation> {
    let model = customised::store::get_model(tx, item_no).await?;
    let medals = customised::store::medals(&customised::store::models(tx).await?);
    customise(&model, &medals, wanted).map_err(|why| customised::refusal(why).into())
}

async fn checked_size(tx: &mut Tx, item_no: &str, size_code: &str) -> Outcome<()> {
    if store::size_exists(tx, item_no, size_code).await? {
        return Ok(());
    }
    Err(Refusal::new(&catalog::SIZE_NOT_FOUND).at("sizeCode").into())
}
