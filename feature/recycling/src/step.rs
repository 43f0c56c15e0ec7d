//! The steps that need nothing but the version that was seen: a document is credited, or given up.

use axum::extract::State;
use serde::{Deserialize, Serialize};
use session::Actor;
use setting::Desk;
use shell::Outcome;
use shell::db::Tx;
use shell::http::{Envelope, IdempotencyKey, Json, Path, Reply};
use utoipa::ToSchema;
use uuid::Uuid;

use crate::desk::{Of, change_document};
use crate::flow::grant_document;
use crate::record::Document;
use crate::rule::state::{Event, next};
use crate::store::document::Step;
use crate::view::RecyclingView;
use crate::{CHANGED_MEANWHILE, RecyclingState, store};

/// The document whose version was seen.
pub(crate) async fn seen(
    tx: &mut Tx,
    desk: &Desk,
    recycling_id: Uuid,
    version: i64,
) -> Outcome<Document> {
    let document = store::document::get(tx, &desk.store_no, recycling_id).await?;
    if document.head.version != version {
        return Err((&CHANGED_MEANWHILE).into());
    }
    Ok(document)
}

/// The version of a document that was seen.
#[derive(Clone, Debug, Deserialize, Serialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(as = RecyclingStepRequest)]
pub(crate) struct StepRequest {
    /// The version that was seen.
    #[schema(example = 3)]
    pub(crate) version: i64,
}

/// Give the credit of a document that the seller has signed.
///
/// The pieces stay in quarantine for 48 hours; the customer may withdraw until then.
#[utoipa::path(
    post, path = "/recycling/{recyclingId}/grant", tag = "recycling", request_body = StepRequest,
    params(("recyclingId" = Uuid, Path, description = "The document")),
    responses(
        (status = 200, description = "The document", body = Envelope<RecyclingView>),
        (status = 404, description = "This recycling cannot be found"),
        (status = 409, description = "It is not signed, or credited already"),
    ),
)]
pub(crate) async fn grant_recycling(
    State(state): State<RecyclingState>,
    actor: Actor,
    key: IdempotencyKey,
    Path(recycling_id): Path<Uuid>,
    Json(request): Json<StepRequest>,
) -> Reply {
    let named = (key, "recycling.grant");
    change_document(
        &state,
        &actor,
        named,
        (recycling_id, request),
        |tx, asked| {
            Box::pin(async move {
                let Of {
                    recycling_id,
                    request,
                } = &asked.request;
                seen(tx, &asked.desk, *recycling_id, request.version).await?;
                grant_document(tx, &asked.desk, *recycling_id).await?;
                Ok(*recycling_id)
            })
        },
    )
    .await
}

/// Give a document up before the seller has signed.
#[utoipa::path(
    post, path = "/recycling/{recyclingId}/cancel", tag = "recycling", request_body = StepRequest,
    params(("recyclingId" = Uuid, Path, description = "The document")),
    responses(
        (status = 200, description = "The document", body = Envelope<RecyclingView>),
        (status = 404, description = "This recycling cannot be found"),
        (status = 409, description = "It is signed already"),
    ),
)]
pub(crate) async fn cancel_recycling(
    State(state): State<RecyclingState>,
    actor: Actor,
    key: IdempotencyKey,
    Path(recycling_id): Path<Uuid>,
    Json(request): Json<StepRequest>,
) -> Reply {
    let named = (key, "recycling.cancel");
    change_document(
        &state,
        &actor,
        named,
        (recycling_id, request),
        |tx, asked| {
            Box::pin(async move {
                let (desk, of) = (&asked.desk, &asked.request);
                let document = seen(tx, desk, of.recycling_id, of.request.version).await?;
                let state = next(document.head.standing(), Event::Cancel, desk.now)?;
                store::photo::erase(tx, document.head.recycling_id).await?;
                let mark = (Step::End, &desk.staff_id, desk.now);
                store::document::step(tx, &document.head, state, mark).await?;
                Ok(of.recycling_id)
            })
        },
    )
    .await
}
