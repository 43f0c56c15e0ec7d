//! Beginning a document, reading it, and weighing its pieces again.

use axum::extract::State;
use kernel::Refusal;
use kernel::id::{CustomerId, OrderId};
use serde::{Deserialize, Serialize};
use session::Actor;
use shell::db::{Tx, TxFuture};
use shell::http::{Answer, Envelope, IdempotencyKey, Json, Path, Reply};
use utoipa::ToSchema;
use uuid::Uuid;

use crate::desk::{Asked, Of, change, change_document};
use crate::flow::{create_document, weigh_document};
use crate::record::{Kind, NewDocument, PieceInput};
use crate::step::seen;
use crate::view::{RecyclingView, show};
use crate::{MAY_READ_REGISTER, RecyclingState};

/// A document that is to be begun.
#[derive(Clone, Debug, Deserialize, Serialize, ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
#[schema(as = RecyclingRequest)]
pub(crate) struct CreateRequest {
    /// Where the pieces come from.
    kind: Kind,
    /// Whose credit it becomes.
    customer_id: CustomerId,
    /// The order that the pieces were bought with; null without one.
    #[schema(value_type = Option<Uuid>)]
    order_id: Option<OrderId>,
    /// The pieces; there may be none yet.
    #[schema(max_items = 50)]
    pieces: Vec<PieceInput>,
}

/// Begin to take old jewellery back.
///
/// What the pieces bring is computed here, by the board of the day.
#[utoipa::path(
    post, path = "/recycling", tag = "recycling", request_body = CreateRequest,
    responses(
        (status = 200, description = "The document", body = Envelope<RecyclingView>),
        (status = 403, description = "The group may not take back without an order"),
        (status = 409, description = "The store is not enabled, or the board has no price today"),
        (status = 422, description = "A piece cannot be valued"),
        (status = 503, description = "The CRM connection failed, recycling is unavailable"),
    ),
)]
pub(crate) async fn create_recycling(
    State(state): State<RecyclingState>,
    actor: Actor,
    key: IdempotencyKey,
    Json(request): Json<CreateRequest>,
) -> Reply {
    let asked = Asked::new(&state, &actor, request);
    change(&state, key, "recycling.create", asked, create).await
}

fn create<'a>(tx: &'a mut Tx, asked: &'a Asked<CreateRequest>) -> TxFuture<'a, Uuid> {
    Box::pin(async move {
        let request = &asked.request;
        may_add(asked, request.kind)?;
        let new = NewDocument {
            recycling_id: Uuid::now_v7(),
            kind: request.kind,
            customer_id: request.customer_id,
            order_id: request.order_id,
            pieces: request.pieces.clone(),
        };
        create_document(tx, &asked.desk, &new).await?;
        Ok(new.recycling_id)
    })
}

/// Whoever puts pieces into a document may take what it is for (domain §8.6): also into one that somebody
/// else began.
fn may_add<R>(asked: &Asked<R>, kind: Kind) -> Result<(), Refusal> {
    match kind {
        Kind::NoOrder if !asked.may_no_order => Err(Refusal::new(&session::FORBIDDEN)),
        Kind::NoOrder | Kind::WithOrder => Ok(()),
    }
}

/// A document of this store.
#[utoipa::path(
    get, path = "/recycling/{recyclingId}", tag = "recycling",
    params(("recyclingId" = Uuid, Path, description = "The document")),
    responses(
        (status = 200, description = "The document", body = Envelope<RecyclingView>),
        (status = 404, description = "This recycling cannot be found"),
    ),
)]
pub(crate) async fn get_recycling(
    State(state): State<RecyclingState>,
    actor: Actor,
    Path(recycling_id): Path<Uuid>,
) -> Reply {
    let input = (
        actor.store_no.clone(),
        recycling_id,
        actor.may(MAY_READ_REGISTER),
    );
    let view = state
        .shell
        .db
        .read(input, |tx, (store_no, recycling_id, may_read)| {
            Box::pin(show(tx, store_no, *recycling_id, *may_read))
        })
        .await?;
    Answer::of(&view)
}

/// Pieces in place of those before.
#[derive(Clone, Debug, Deserialize, Serialize, ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
#[schema(as = RecyclingWeighRequest)]
pub(crate) struct WeighRequest {
    /// The version that was seen.
    #[schema(example = 2)]
    version: i64,
    /// All pieces.
    #[schema(max_items = 50)]
    pieces: Vec<PieceInput>,
}

/// Weigh the pieces of a document again, until the seller signs.
#[utoipa::path(
    put, path = "/recycling/{recyclingId}/piece", tag = "recycling", request_body = WeighRequest,
    params(("recyclingId" = Uuid, Path, description = "The document")),
    responses(
        (status = 200, description = "The document", body = Envelope<RecyclingView>),
        (status = 403, description = "The group may not take back without an order"),
        (status = 404, description = "This recycling cannot be found"),
        (status = 409, description = "It is signed already, or was changed meanwhile"),
        (status = 422, description = "A piece cannot be valued"),
    ),
)]
pub(crate) async fn weigh_recycling(
    State(state): State<RecyclingState>,
    actor: Actor,
    key: IdempotencyKey,
    Path(recycling_id): Path<Uuid>,
    Json(request): Json<WeighRequest>,
) -> Reply {
    let named = (key, "recycling.weigh");
    change_document(&state, &actor, named, (recycling_id, request), weigh).await
}

fn weigh<'a>(tx: &'a mut Tx, asked: &'a Asked<Of<WeighRequest>>) -> TxFuture<'a, Uuid> {
    Box::pin(async move {
        let Of {
            recycling_id,
            request,
        } = &asked.request;
        let document = seen(tx, &asked.desk, *recycling_id, request.version).await?;
        may_add(asked, document.head.kind)?;
        weigh_document(tx, &asked.desk, &document.head, &request.pieces).await?;
        Ok(*recycling_id)
    })
}
