//! The price groups of a customer: price lists that hold for them where they are lower.

use axum::extract::State;
use kernel::id::CustomerId;
use kernel::{Currency, Refusal};
use serde::{Deserialize, Serialize};
use serde_json::json;
use session::Actor;
use shell::db::{Tx, TxFuture};
use shell::http::idempotency::{Intent, once_viewed};
use shell::http::{Answer, Envelope, IdempotencyKey, Json, Path, Reply};
use utoipa::ToSchema;

use crate::record::{Desk, Kept, refuse_old_version, show_kept, write_down};
use crate::rule::change::Change;
use crate::view::CustomerProfileView;
use crate::{
    CHANGED_MEANWHILE, CUSTOMER_MISSING, CrmState, NOT_CHANGED, PRICE_GROUP_UNKNOWN, store,
};

/// A price group that a customer may have.
#[derive(Clone, Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct PriceGroupChoiceView {
    /// Its code.
    #[schema(example = "EUR-VIP")]
    pub(crate) price_group_code: String,
    /// What it is for.
    #[schema(example = "Friends of the house")]
    pub(crate) description: String,
    /// The currency of its prices.
    pub(crate) currency_code: Currency,
}

/// The price groups of a customer from now on.
#[derive(Clone, Debug, Deserialize, Serialize, ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub(crate) struct PriceGroupsRequest {
    /// The version of the customer that was seen.
    #[schema(example = 3)]
    version: i64,
    /// The codes of the groups; none takes all away.
    #[schema(example = json!(["EUR-VIP"]))]
    price_groups: Vec<String>,
}

/// The price groups that a customer may have, by code.
#[utoipa::path(
    get, path = "/customer/price-group", tag = "crm",
    responses((status = 200, description = "Price groups", body = Envelope<Vec<PriceGroupChoiceView>>)),
)]
pub(crate) async fn list_customer_price_groups(State(state): State<CrmState>) -> Reply {
    let groups = state
        .shell
        .db
        .read((), |tx, ()| Box::pin(store::list_price_groups(tx)))
        .await?;
    Answer::of(&groups)
}

/// Choose the price groups of a customer.
///
/// From the next look at the basket, a piece costs what the lowest of their groups and of the
/// store's says.
#[utoipa::path(
    put, path = "/customer/{customerId}/price-group", tag = "crm", request_body = PriceGroupsRequest,
    params(("customerId" = uuid::Uuid, Path, description = "The customer")),
    responses(
        (status = 200, description = "The customer", body = Envelope<CustomerProfileView>),
        (status = 404, description = "Please search or create a customer first"),
        (status = 409, description = "Somebody changed the customer in the meantime"),
        (status = 422, description = "There is no such price group for customers, or nothing has changed"),
    ),
)]
pub(crate) async fn set_customer_price_groups(
    State(state): State<CrmState>,
    actor: Actor,
    key: IdempotencyKey,
    Path(customer_id): Path<CustomerId>,
    Json(request): Json<PriceGroupsRequest>,
) -> Reply {
    let desk = Desk::new(&state, &actor);
    let scope = format!("{} {customer_id}", desk.terminal_no);
    let intent = Intent::new(key, "customer.set_price_groups", &scope, &request, desk.now)?;
    let input = (desk, (customer_id, request));
    let (_, view) = once_viewed(&state.shell, intent, input, put, show_kept).await?;
    Answer::of(&view)
}

type Input = (Desk, (CustomerId, PriceGroupsRequest));

fn put<'a>(tx: &'a mut Tx, (desk, (customer_id, request)): &'a Input) -> TxFuture<'a, Kept> {
    Box::pin(async move {
        let stored = store::find_profile(tx, *customer_id)
            .await?
            .ok_or(&CUSTOMER_MISSING)?;
        refuse_old_version(&stored, request.version)?;
        let known = store::list_price_groups(tx).await?;
        let mut wanted = request.price_groups.clone();
        wanted.sort_unstable();
        wanted.dedup();
        let is_known = |code: &String| known.iter().any(|group| group.price_group_code == *code);
        if !wanted.iter().all(is_known) {
            return Err(Refusal::new(&PRICE_GROUP_UNKNOWN).at("priceGroups").into());
        }
        if wanted == stored.price_groups {
            return Err((&NOT_CHANGED).into());
        }
        if !store::set_price_groups(tx, &stored, &wanted, (desk.now, &desk.staff_id)).await? {
            return Err(Refusal::new(&CHANGED_MEANWHILE).into());
        }
        let mut change = Change::default();
        change.note("priceGroups", &json!(stored.price_groups), &json!(wanted));
        let by = desk.change(*customer_id, stored.version + 1);
        write_down(tx, desk, &by, &change, &[]).await?;
        Ok(Kept::new(*customer_id))
    })
}
