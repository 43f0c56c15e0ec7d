//! Change what is known of a customer.

use axum::extract::State;
use kernel::Refusal;
use kernel::id::CustomerId;
use serde::{Deserialize, Serialize};
use session::Actor;
use shell::Failure;
use shell::db::{Tx, TxFuture};
use shell::http::idempotency::{Intent, once_viewed};
use shell::http::{Answer, Envelope, IdempotencyKey, Json, Path, Reply};
use utoipa::ToSchema;

use crate::record::{
    ConsentRequest, Desk, Kept, new_consents, note_consents, refuse_duplicates, refuse_old_version,
    refuse_stranger, show_kept, write_down,
};
use crate::rule::change::Change;
use crate::rule::profile::{Home, Profile, accept};
use crate::view::CustomerProfileView;
use crate::{CrmState, NOT_CHANGED, PROFILE_MISSING, store};

/// What is known of a customer from now on.
#[derive(Clone, Debug, Deserialize, Serialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct UpdateRequest {
    /// The version that was seen.
    #[schema(example = 3)]
    version: i64,
    /// All that is known of them: what is left out is forgotten.
    profile: Profile,
    /// What they allow or take back; what is left out stays.
    #[serde(default)]
    consent: ConsentRequest,
}

/// Change what is known of a customer.
///
/// The request says which version it saw. When somebody changed the customer since, it is refused
/// and nothing is lost. A masked telephone number or address that comes back as it was shown stays
/// as it is.
#[utoipa::path(
    put, path = "/customer/{customerId}", tag = "crm", request_body = UpdateRequest,
    params(("customerId" = uuid::Uuid, Path, description = "The customer")),
    responses(
        (status = 200, description = "The customer", body = Envelope<CustomerProfileView>),
        (status = 404, description = "Please create or search customer profile before updating"),
        (status = 409, description = "Somebody changed the customer in the meantime, or has the \
         telephone number or address already"),
        (status = 422, description = "Customer information has not changed and cannot be saved"),
    ),
)]
pub(crate) async fn update_customer(
    State(state): State<CrmState>,
    actor: Actor,
    key: IdempotencyKey,
    Path(customer_id): Path<CustomerId>,
    Json(request): Json<UpdateRequest>,
) -> Reply {
    let desk = Desk::new(&state, &actor);
    let scope = format!("{} {customer_id}", desk.terminal_no);
    let intent = Intent::new(key, "customer.update", &scope, &request, desk.now)?;
    let input = (desk, (customer_id, request));
    let (_, view) = once_viewed(&state.shell, intent, input, update, show_kept).await?;
    Answer::of(&view)
}

fn update<'a>(
    tx: &'a mut Tx,
    (desk, (customer_id, request)): &'a (Desk, (CustomerId, UpdateRequest)),
) -> TxFuture<'a, Kept> {
    Box::pin(async move {
        let stored = store::find_profile(tx, *customer_id)
            .await?
            .ok_or(&PROFILE_MISSING)?;
        refuse_old_version(&stored, request.version)?;
        let shop = setting::get_store(tx, &desk.store_no).await?;
        let home = Home {
            country: &shop.country_code,
            language: &shop.language_code,
        };
        let accepted = accept(request.profile.clone(), Some(&stored.profile), home)?;
        let consents = new_consents(tx, &request.consent, Some(*customer_id)).await?;
        let before = serde_json::to_value(&stored.profile).map_err(Failure::internal)?;
        let after = serde_json::to_value(&accepted.profile).map_err(Failure::internal)?;
        let mut change = Change::between(&before, &after);
        note_consents(&mut change, &consents);
        if change.is_nothing() {
            return Err((&NOT_CHANGED).into());
        }
        refuse_duplicates(tx, &accepted, Some(&stored)).await?;
        refuse_stranger(tx, desk, &accepted, Some(&stored)).await?;
        if !store::update_customer(tx, &stored, &accepted, desk.now, &desk.staff_id).await? {
            return Err(Refusal::new(&crate::CHANGED_MEANWHILE).into());
        }
        let by = desk.change(*customer_id, stored.version + 1);
        write_down(tx, desk, &by, &change, &consents).await?;
        Ok(Kept::new(*customer_id))
    })
}
