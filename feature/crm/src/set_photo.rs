//! The photograph of a customer.

use axum::extract::State;
use kernel::Refusal;
use kernel::id::CustomerId;
use serde::{Deserialize, Serialize};
use serde_json::json;
use session::Actor;
use shell::db::{Tx, TxFuture};
use shell::http::idempotency::{Intent, once_viewed};
use shell::http::{Answer, Envelope, IdempotencyKey, Json, Path, Reply};
use utoipa::ToSchema;
use uuid::Uuid;

use crate::record::{Desk, Kept, refuse_old_version, show_kept, write_down};
use crate::rule::change::Change;
use crate::view::CustomerProfileView;
use crate::{CHANGED_MEANWHILE, CUSTOMER_MISSING, CrmState, NOT_CHANGED, store};

/// A photograph.
#[derive(Clone, Debug, Deserialize, Serialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct PhotoRequest {
    /// The version of the customer that was seen.
    #[schema(example = 3)]
    version: i64,
    /// A JPEG, PNG or WebP picture in base64, 700 KB at the most; null takes the photograph away.
    #[schema(example = "/9j/4AAQSkZJRgABAQAAAQABAAD")]
    photo: Option<String>,
}

/// What the command needs: of the picture only what is kept.
type Input = (Desk, (CustomerId, i64, Option<Vec<u8>>));

/// Keep a photograph of a customer in place of the one before, or take it away.
///
/// What is sent is judged by its content and drawn anew, so that nothing hidden in the file is kept.
#[utoipa::path(
    put, path = "/customer/{customerId}/photo", tag = "crm", request_body = PhotoRequest,
    params(("customerId" = uuid::Uuid, Path, description = "The customer")),
    responses(
        (status = 200, description = "The customer", body = Envelope<CustomerProfileView>),
        (status = 404, description = "Please search or create a customer first"),
        (status = 409, description = "Somebody changed the customer in the meantime"),
        (status = 422, description = "The photo must be a JPEG, PNG or WebP picture"),
    ),
)]
pub(crate) async fn set_photo(
    State(state): State<CrmState>,
    actor: Actor,
    key: IdempotencyKey,
    Path(customer_id): Path<CustomerId>,
    Json(request): Json<PhotoRequest>,
) -> Reply {
    let desk = Desk::new(&state, &actor);
    let scope = format!("{} {customer_id}", desk.terminal_no);
    let intent = Intent::new(key, "customer.set_photo", &scope, &request, desk.now)?;
    let image = match request.photo {
        Some(photo) => Some(state.studio.draw(photo).await?),
        None => None,
    };
    let input: Input = (desk, (customer_id, request.version, image));
    let (_, view) = once_viewed(&state.shell, intent, input, put, show_kept).await?;
    Answer::of(&view)
}

fn put<'a>(tx: &'a mut Tx, (desk, (customer_id, version, image)): &'a Input) -> TxFuture<'a, Kept> {
    Box::pin(async move {
        let stored = store::find_profile(tx, *customer_id)
            .await?
            .ok_or(&CUSTOMER_MISSING)?;
        refuse_old_version(&stored, *version)?;
        if image.is_none() && stored.photo_id.is_none() {
            return Err((&NOT_CHANGED).into());
        }
        let photo = image.as_deref().map(|image| (Uuid::now_v7(), image));
        let photo_id = photo.map(|(photo_id, _)| photo_id);
        store::put_photo(tx, *customer_id, photo).await?;
        if !store::set_photo(tx, &stored, photo_id, desk.now, &desk.staff_id).await? {
            return Err(Refusal::new(&CHANGED_MEANWHILE).into());
        }
        let mut change = Change::default();
        change.note("photo", &json!(stored.photo_id), &json!(photo_id));
        let by = desk.change(*customer_id, stored.version + 1);
        write_down(tx, desk, &by, &change, &[]).await?;
        Ok(Kept::new(*customer_id))
    })
}
