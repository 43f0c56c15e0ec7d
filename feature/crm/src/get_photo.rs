//! The photograph of a customer, to look at.

use axum::body::Bytes;
use axum::extract::State;
use axum::response::{IntoResponse as _, Response};
use http::header::CONTENT_TYPE;
use kernel::id::CustomerId;
use session::Actor;
use shell::Failure;
use shell::http::Path;

use crate::{CrmState, PHOTO_NOT_FOUND, store};

/// The photograph of a customer.
#[utoipa::path(
    get, path = "/customer/{customerId}/photo", tag = "crm",
    params(("customerId" = uuid::Uuid, Path, description = "The customer")),
    responses(
        (status = 200, description = "The photograph", body = String, content_type = "image/jpeg"),
        (status = 404, description = "This customer has no photo"),
    ),
)]
pub(crate) async fn get_photo(
    State(state): State<CrmState>,
    _: Actor,
    Path(customer_id): Path<CustomerId>,
) -> Result<Response, Failure> {
    let image = state
        .shell
        .db
        .read(customer_id, |tx, customer_id| {
            Box::pin(store::get_photo(tx, *customer_id))
        })
        .await?
        .ok_or(&PHOTO_NOT_FOUND)?;
    Ok(([(CONTENT_TYPE, "image/jpeg")], Bytes::from(image)).into_response())
}
