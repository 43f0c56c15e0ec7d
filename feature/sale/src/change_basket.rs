//! Name the salesperson or the customer of the basket, or note something on it.

use axum::extract::State;
use kernel::Refusal;
use kernel::id::{CustomerId, StaffId};
use serde::{Deserialize, Serialize};
use session::Actor;
use shell::db::{Tx, TxFuture};
use shell::http::{Envelope, IdempotencyKey, Json, Reply};
use utoipa::ToSchema;

use crate::change_line::{checked_note, checked_text};
use crate::rule::kind::Operation;
use crate::view::BasketView;
use crate::{
    CUSTOMER_NOT_FOUND, Done, FLIGHT_EMPTY, SALESPERSON_UNKNOWN, SaleState, Till, change, store,
};

/// Who sells.
#[derive(Debug, Deserialize, Serialize, ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub(crate) struct SalespersonRequest {
    /// The id of the salesperson.
    #[schema(value_type = String, example = "seller")]
    staff_id: StaffId,
}

/// Name who sells: one person. Lines that have salespeople of their own keep them.
#[utoipa::path(
    put, path = "/basket/salesperson", tag = "sale", request_body = SalespersonRequest,
    responses(
        (status = 200, description = "The basket", body = Envelope<BasketView>),
        (status = 404, description = "This salesperson cannot sell in this store"),
        (status = 409, description = "The basket is being paid, or its salesperson cannot be \
         changed"),
    ),
)]
pub(crate) async fn set_salesperson(
    State(state): State<SaleState>,
    actor: Actor,
    key: IdempotencyKey,
    Json(request): Json<SalespersonRequest>,
) -> Reply {
    change(
        &state,
        &actor,
        key,
        "basket.set_salesperson",
        request,
        name_salesperson,
    )
    .await
}

fn name_salesperson<'a>(
    tx: &'a mut Tx,
    (till, request): &'a (Till, SalespersonRequest),
) -> TxFuture<'a, Done> {
    Box::pin(async move {
        if !store::may_sell_here(tx, &till.store_no, &request.staff_id, till.now).await? {
            return Err((&SALESPERSON_UNKNOWN).into());
        }
        let basket = store::open_basket(tx, till).await?;
        basket.allow(Operation::ChangeSalesperson)?;
        store::set_salesperson(tx, basket.basket_id, &request.staff_id).await?;
        store::set_shares(tx, basket.basket_id, None, &[]).await?;
        let present = Some(&request.staff_id);
        store::remember_salesperson(tx, &till.terminal_no, present, till.now).await?;
        store::touch(tx, basket.basket_id, till.now).await?;
        Ok(Done::default())
    })
}

/// Who buys.
#[derive(Debug, Deserialize, Serialize, ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub(crate) struct CustomerRequest {
    /// The customer; null for somebody who does not say.
    #[schema(value_type = Option<uuid::Uuid>)]
    customer_id: Option<CustomerId>,
}

/// Name who buys, or take the name off again.
#[utoipa::path(
    put, path = "/basket/customer", tag = "sale", request_body = CustomerRequest,
    responses(
        (status = 200, description = "The basket", body = Envelope<BasketView>),
        (status = 404, description = "No customer found"),
        (status = 409, description = "The basket is being paid"),
    ),
)]
pub(crate) async fn set_customer(
    State(state): State<SaleState>,
    actor: Actor,
    key: IdempotencyKey,
    Json(request): Json<CustomerRequest>,
) -> Reply {
    change(
        &state,
        &actor,
        key,
        "basket.set_customer",
        request,
        name_customer,
    )
    .await
}

fn name_customer<'a>(
    tx: &'a mut Tx,
    (till, request): &'a (Till, CustomerRequest),
) -> TxFuture<'a, Done> {
    Box::pin(async move {
        if let Some(customer_id) = request.customer_id
            && store::customer_name(tx, customer_id).await?.is_none()
        {
            return Err((&CUSTOMER_NOT_FOUND).into());
        }
        let basket = store::open_basket(tx, till).await?;
        store::set_customer(tx, basket.basket_id, request.customer_id).await?;
        store::touch(tx, basket.basket_id, till.now).await?;
        Ok(Done::default())
    })
}

/// A note for the receipt.
#[derive(Debug, Deserialize, Serialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct NoteRequest {
    /// The note, 255 characters at the most; blank takes it off.
    #[schema(example = "Gift wrapping")]
    note: String,
}

/// Note something on the basket; the receipt prints it.
#[utoipa::path(
    put, path = "/basket/note", tag = "sale", request_body = NoteRequest,
    responses(
        (status = 200, description = "The basket", body = Envelope<BasketView>),
        (status = 409, description = "The basket is being paid"),
        (status = 422, description = "The note is too long"),
    ),
)]
pub(crate) async fn set_note(
    State(state): State<SaleState>,
    actor: Actor,
    key: IdempotencyKey,
    Json(request): Json<NoteRequest>,
) -> Reply {
    change(
        &state,
        &actor,
        key,
        "basket.set_note",
        request,
        note_on_basket,
    )
    .await
}

fn note_on_basket<'a>(
    tx: &'a mut Tx,
    (till, request): &'a (Till, NoteRequest),
) -> TxFuture<'a, Done> {
    Box::pin(async move {
        let note = checked_note(&request.note)?;
        let basket = store::open_basket(tx, till).await?;
        store::set_note(tx, basket.basket_id, &note).await?;
        store::touch(tx, basket.basket_id, till.now).await?;
        Ok(Done::default())
    })
}

/// The customer's flight.
#[derive(Debug, Deserialize, Serialize, ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub(crate) struct FlightRequest {
    /// Its number, for example `AF 116`.
    #[schema(example = "AF 116")]
    flight_no: String,
}

/// Enter the flight of the customer, without which a duty-free store does not sell.
#[utoipa::path(
    put, path = "/basket/flight", tag = "sale", request_body = FlightRequest,
    responses(
        (status = 200, description = "The basket", body = Envelope<BasketView>),
        (status = 409, description = "The basket is being paid"),
        (status = 422, description = "Flight information cannot be empty"),
    ),
)]
pub(crate) async fn set_flight(
    State(state): State<SaleState>,
    actor: Actor,
    key: IdempotencyKey,
    Json(request): Json<FlightRequest>,
) -> Reply {
    change(
        &state,
        &actor,
        key,
        "basket.set_flight",
        request,
        enter_flight,
    )
    .await
}

fn enter_flight<'a>(
    tx: &'a mut Tx,
    (till, request): &'a (Till, FlightRequest),
) -> TxFuture<'a, Done> {
    Box::pin(async move {
        let flight_no = checked_text(&request.flight_no, "flightNo")?;
        if flight_no.is_empty() {
            return Err(Refusal::new(&FLIGHT_EMPTY).at("flightNo").into());
        }
        let basket = store::open_basket(tx, till).await?;
        store::set_flight(tx, basket.basket_id, &flight_no).await?;
        store::touch(tx, basket.basket_id, till.now).await?;
        Ok(Done::default())
    })
}
