//! One customer.

use axum::extract::State;
use kernel::id::CustomerId;
use session::Actor;
use shell::db::{Tx, TxFuture};
use shell::http::{Answer, Envelope, Path, Reply};

use crate::view::CustomerProfileView;
use crate::{CUSTOMER_NOT_FOUND, CrmState, VIEW_FULL, store};

/// One customer: all that is known of them, and what they allow.
///
/// Telephone number and e-mail address are masked unless the group holds `crm.viewFull`.
#[utoipa::path(
    get, path = "/customer/{customerId}", tag = "crm",
    params(("customerId" = uuid::Uuid, Path, description = "The customer")),
    responses(
        (status = 200, description = "The customer", body = Envelope<CustomerProfileView>),
        (status = 404, description = "No customer found"),
    ),
)]
pub(crate) async fn get_customer(
    State(state): State<CrmState>,
    actor: Actor,
    Path(customer_id): Path<CustomerId>,
) -> Reply {
    let input = (customer_id, actor.may(VIEW_FULL));
    let view = state
        .shell
        .db
        .read(input, |tx, (customer_id, is_full)| {
            show(tx, *customer_id, *is_full)
        })
        .await?;
    Answer::of(&view)
}

/// A customer as they are now.
pub(crate) fn show(
    tx: &mut Tx,
    customer_id: CustomerId,
    is_full: bool,
) -> TxFuture<'_, CustomerProfileView> {
    Box::pin(async move {
        let stored = store::find_profile(tx, customer_id)
            .await?
            .ok_or(&CUSTOMER_NOT_FOUND)?;
        let consents = store::consents_of(tx, customer_id).await?;
        Ok(CustomerProfileView::new(stored, consents, is_full))
    })
}
