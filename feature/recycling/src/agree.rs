//! The seller says who they are and signs.

use axum::extract::State;
use serde::{Deserialize, Serialize};
use session::Actor;
use shell::db::{Tx, TxFuture};
use shell::http::{Envelope, IdempotencyKey, Json, Path, Reply};
use utoipa::ToSchema;
use uuid::Uuid;

use crate::RecyclingState;
use crate::desk::{Asked, Of, change_document};
use crate::flow::agree_document;
use crate::record::SellerInput;
use crate::rule::seller::Seller;
use crate::step::seen;
use crate::view::RecyclingView;

/// Who sells, and their signature.
#[derive(Clone, Debug, Deserialize, Serialize, ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
#[schema(as = RecyclingAgreeRequest)]
pub(crate) struct AgreeRequest {
    /// The version that was seen.
    #[schema(example = 2)]
    version: i64,
    /// Who they are.
    seller: Seller,
    /// Strokes of points in a field of 1000 by 300, points separated by blanks and strokes by
    /// semicolons.
    #[schema(example = "120,80 140,95;300,90 320,91", max_length = 40_000)]
    signature: String,
    /// Whether staff have seen that the identity sold often in the last month.
    #[serde(default)]
    warning_seen: bool,
    /// The approval of a colleague, above the amount of the store's terms.
    #[serde(default)]
    approval_id: Option<Uuid>,
}

/// The seller signs: the contract stands and the register gets its entry.
///
/// What they sign for is what the pieces are worth then: when the board changed since they were weighed,
/// the answer says what they bring now, and they are weighed again.
///
/// Nobody under 18 sells. An identity that sold three times in the last month is refused once, so
/// that staff look twice; `warningSeen` says that they did. Above the amount of the store's terms a
/// colleague stands for it, too.
#[utoipa::path(
    post, path = "/recycling/{recyclingId}/agree", tag = "recycling", request_body = AgreeRequest,
    params(("recyclingId" = Uuid, Path, description = "The document")),
    responses(
        (status = 200, description = "The document", body = Envelope<RecyclingView>),
        (status = 404, description = "This recycling cannot be found"),
        (status = 409, description = "It is signed already, the price has changed since it was weighed, the \
         identity sells often, or a colleague must approve"),
        (status = 422, description = "Something of the seller is missing, or they are too young"),
        (status = 503, description = "The CRM connection failed, recycling is unavailable"),
    ),
)]
pub(crate) async fn agree_recycling(
    State(state): State<RecyclingState>,
    actor: Actor,
    key: IdempotencyKey,
    Path(recycling_id): Path<Uuid>,
    Json(request): Json<AgreeRequest>,
) -> Reply {
    let named = (key, "recycling.agree");
    change_document(&state, &actor, named, (recycling_id, request), agree).await
}

fn agree<'a>(tx: &'a mut Tx, asked: &'a Asked<Of<AgreeRequest>>) -> TxFuture<'a, Uuid> {
    Box::pin(async move {
        let Of {
            recycling_id,
            request,
        } = &asked.request;
        seen(tx, &asked.desk, *recycling_id, request.version).await?;
        let input = SellerInput {
            seller: request.seller.clone(),
            signature: request.signature.clone(),
            warning_seen: request.warning_seen,
            approval_id: request.approval_id,
        };
        agree_document(tx, &asked.desk, *recycling_id, &input).await?;
        Ok(*recycling_id)
    })
}
