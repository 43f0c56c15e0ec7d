//! Photographs of the pieces of a document: taken while they are weighed, or later while they are still
//! here, and looked at by whoever takes old jewellery back.

use axum::body::Bytes;
use axum::extract::State;
use axum::response::{IntoResponse as _, Response};
use http::header::CONTENT_TYPE;
use kernel::Refusal;
use kernel::id::StoreNo;
use serde::{Deserialize, Serialize};
use session::Actor;
use shell::Failure;
use shell::db::{Tx, TxFuture};
use shell::http::idempotency::{Intent, once_viewed};
use shell::http::{Answer, Envelope, IdempotencyKey, Json, Path, Reply};
use utoipa::ToSchema;
use uuid::Uuid;

use crate::desk::{Asked, Of, change_document, shown};
use crate::rule::state::{Event, next};
use crate::view::RecyclingView;
use crate::{PHOTO_NOT_FOUND, PHOTOS_TOO_MANY, RecyclingState, store};

/// The most photographs of a document.
const PHOTOS_MAX: i64 = 12;

/// A photograph.
#[derive(Clone, Debug, Deserialize, Serialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(as = RecyclingPhotoRequest)]
pub(crate) struct PhotoRequest {
    /// A JPEG, PNG or WebP picture in base64, 700 KB at the most.
    #[schema(example = "/9j/4AAQSkZJRgABAQAAAQABAAD")]
    photo: String,
}

/// Keep a photograph of the pieces of a document.
///
/// What is sent is judged by its content and drawn anew, so that nothing hidden in the file is kept.
/// From the signature on photographs stay as long as what the register keeps of the seller.
#[utoipa::path(
    post, path = "/recycling/{recyclingId}/photo", tag = "recycling", request_body = PhotoRequest,
    params(("recyclingId" = Uuid, Path, description = "The document")),
    responses(
        (status = 200, description = "The document", body = Envelope<RecyclingView>),
        (status = 404, description = "This recycling cannot be found"),
        (status = 409, description = "The pieces are gone, or there are enough photographs"),
        (status = 422, description = "The photo must be a JPEG, PNG or WebP picture"),
    ),
)]
pub(crate) async fn add_recycling_photo(
    State(state): State<RecyclingState>,
    actor: Actor,
    key: IdempotencyKey,
    Path(recycling_id): Path<Uuid>,
    Json(request): Json<PhotoRequest>,
) -> Reply {
    let now = state.shell.clock.now();
    let scope = format!("{} {recycling_id}", actor.terminal_no);
    let intent = Intent::new(key, "recycling.add_photo", &scope, &request, now)?;
    let picture = state.studio.draw(request.photo).await?;
    // Of the picture only what is kept goes on.
    let of = Of {
        recycling_id,
        request: picture,
    };
    let asked = Asked::new(&state, &actor, of);
    let (_, view) = once_viewed(&state.shell, intent, asked, add, shown).await?;
    Answer::of(&view)
}

fn add<'a>(tx: &'a mut Tx, asked: &'a Asked<Of<Vec<u8>>>) -> TxFuture<'a, Uuid> {
    Box::pin(async move {
        let (desk, of) = (&asked.desk, &asked.request);
        let document = store::document::get(tx, &desk.store_no, of.recycling_id).await?;
        next(document.head.standing(), Event::Photograph, desk.now)?;
        if store::photo::count(tx, of.recycling_id).await? >= PHOTOS_MAX {
            return Err(Refusal::new(&PHOTOS_TOO_MANY)
                .with("maximum", PHOTOS_MAX)
                .into());
        }
        store::photo::insert(tx, of.recycling_id, &of.request, desk).await?;
        Ok(of.recycling_id)
    })
}

/// Which photograph is meant.
#[derive(Clone, Debug, Serialize)]
struct Which {
    photo_id: Uuid,
}

/// Take a photograph of a document away, until the seller signs.
#[utoipa::path(
    delete, path = "/recycling/{recyclingId}/photo/{photoId}", tag = "recycling",
    params(
        ("recyclingId" = Uuid, Path, description = "The document"),
        ("photoId" = Uuid, Path, description = "The photograph"),
    ),
    responses(
        (status = 200, description = "The document", body = Envelope<RecyclingView>),
        (status = 404, description = "There is no such photograph"),
        (status = 409, description = "The seller has signed"),
    ),
)]
pub(crate) async fn remove_recycling_photo(
    State(state): State<RecyclingState>,
    actor: Actor,
    key: IdempotencyKey,
    Path((recycling_id, photo_id)): Path<(Uuid, Uuid)>,
) -> Reply {
    let named = (key, "recycling.remove_photo");
    let which = Which { photo_id };
    change_document(&state, &actor, named, (recycling_id, which), remove).await
}

fn remove<'a>(tx: &'a mut Tx, asked: &'a Asked<Of<Which>>) -> TxFuture<'a, Uuid> {
    Box::pin(async move {
        let (desk, of) = (&asked.desk, &asked.request);
        let document = store::document::get(tx, &desk.store_no, of.recycling_id).await?;
        next(document.head.standing(), Event::Unphotograph, desk.now)?;
        let photo_id = of.request.photo_id;
        if !store::photo::remove(tx, of.recycling_id, photo_id).await? {
            return Err((&PHOTO_NOT_FOUND).into());
        }
        Ok(of.recycling_id)
    })
}

/// A photograph of the pieces of a document of this store.
#[utoipa::path(
    get, path = "/recycling/{recyclingId}/photo/{photoId}", tag = "recycling",
    params(
        ("recyclingId" = Uuid, Path, description = "The document"),
        ("photoId" = Uuid, Path, description = "The photograph"),
    ),
    responses(
        (status = 200, description = "The photograph", body = String, content_type = "image/jpeg"),
        (status = 404, description = "There is no such photograph"),
    ),
)]
pub(crate) async fn get_recycling_photo(
    State(state): State<RecyclingState>,
    actor: Actor,
    Path((recycling_id, photo_id)): Path<(Uuid, Uuid)>,
) -> Result<Response, Failure> {
    let input = (actor.store_no.clone(), recycling_id, photo_id);
    let picture = state.shell.db.read(input, picture).await?;
    Ok(([(CONTENT_TYPE, "image/jpeg")], Bytes::from(picture)).into_response())
}

fn picture<'a>(
    tx: &'a mut Tx,
    (store_no, recycling_id, photo_id): &'a (StoreNo, Uuid, Uuid),
) -> TxFuture<'a, Vec<u8>> {
    Box::pin(async move {
        store::document::get(tx, store_no, *recycling_id).await?;
        let picture = store::photo::find(tx, *recycling_id, *photo_id).await?;
        Ok(picture.ok_or(&PHOTO_NOT_FOUND)?)
    })
}
