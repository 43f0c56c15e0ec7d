//! Somebody new.

use axum::extract::State;
use kernel::id::CustomerId;
use serde::{Deserialize, Serialize};
use session::Actor;
use shell::Failure;
use shell::db::{Tx, TxFuture};
use shell::http::idempotency::{Intent, once_viewed};
use shell::http::{Answer, Envelope, IdempotencyKey, Json, Reply};
use utoipa::ToSchema;
use uuid::Uuid;

use crate::record::{
    ConsentRequest, Desk, Kept, new_consents, note_consents, refuse_duplicates, refuse_stranger,
    show_kept, write_down,
};
use crate::rule::change::Change;
use crate::rule::profile::{Home, Profile, accept};
use crate::view::CustomerProfileView;
use crate::{CrmState, store};

/// Somebody new.
#[derive(Clone, Debug, Deserialize, Serialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct CreateRequest {
    /// What is known of them. A telephone number or an e-mail address is enough.
    profile: Profile,
    /// What they allow; absent: they were not asked.
    #[serde(default)]
    consent: ConsentRequest,
}

/// Keep a new customer.
///
/// A telephone number or an e-mail address is enough, and neither may be another customer's:
/// a refusal names who has it (`customerId`, `emailCustomerId`). What else is left out follows from
/// number and store.
#[utoipa::path(
    post, path = "/customer", tag = "crm", request_body = CreateRequest,
    responses(
        (status = 200, description = "The customer", body = Envelope<CustomerProfileView>),
        (status = 409, description = "Email and phone number are already taken"),
        (status = 422, description = "At least one of phoneNo or email is required"),
    ),
)]
pub(crate) async fn create_customer(
    State(state): State<CrmState>,
    actor: Actor,
    key: IdempotencyKey,
    Json(request): Json<CreateRequest>,
) -> Reply {
    let desk = Desk::new(&state, &actor);
    let scope = desk.terminal_no.as_str();
    let intent = Intent::new(key, "customer.create", scope, &request, desk.now)?;
    let (_, view) = once_viewed(&state.shell, intent, (desk, request), create, show_kept).await?;
    Answer::of(&view)
}

fn create<'a>(tx: &'a mut Tx, (desk, request): &'a (Desk, CreateRequest)) -> TxFuture<'a, Kept> {
    Box::pin(async move {
        let shop = setting::get_store(tx, &desk.store_no).await?;
        let home = Home {
            country: &shop.country_code,
            language: &shop.language_code,
        };
        let accepted = accept(request.profile.clone(), None, home)?;
        refuse_duplicates(tx, &accepted, None).await?;
        refuse_stranger(tx, desk, &accepted, None).await?;
        let consents = new_consents(tx, &request.consent, None).await?;
        let nothing = serde_json::to_value(Profile::default()).map_err(Failure::internal)?;
        let profile = serde_json::to_value(&accepted.profile).map_err(Failure::internal)?;
        let mut change = Change::between(&nothing, &profile);
        note_consents(&mut change, &consents);
        let new = store::NewCustomer {
            customer_id: CustomerId(Uuid::now_v7()),
            customer_no: tx.next_number("customer", "no").await?,
            accepted: &accepted,
            now: desk.now,
            staff_id: &desk.staff_id,
        };
        store::insert_customer(tx, &new).await?;
        let by = desk.change(new.customer_id, 1);
        write_down(tx, desk, &by, &change, &consents).await?;
        Ok(Kept::new(new.customer_id))
    })
}
