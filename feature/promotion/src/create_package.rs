//! A new package.

use axum::extract::State;
use kernel::Refusal;
use serde::{Deserialize, Serialize};
use session::Actor;
use setting::{Change, Desk, write_down};
use shell::Outcome;
use shell::db::{Tx, TxFuture};
use shell::http::idempotency::{Intent, once_viewed};
use shell::http::{Answer, Envelope, IdempotencyKey, Json, Reply};
use utoipa::ToSchema;

use crate::record::{Kept, PACKAGE, by, show_kept_package};
use crate::rule::package::{PackageDraft, PackageState};
use crate::store;
use crate::view::{PackageForm, PackageView};
use crate::{ID_TAKEN, PRICE_GROUP_UNKNOWN, PromotionState};

/// A new package.
#[derive(Clone, Debug, Deserialize, Serialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct CreatePackageRequest {
    /// The package.
    package: PackageForm,
}

/// Keep a new package as a draft.
///
/// A draft may have faults; the answer lists them with the field, the group or the row that each
/// belongs to.
#[utoipa::path(
    post, path = "/setting/package", tag = "promotion", request_body = CreatePackageRequest,
    responses(
        (status = 200, description = "The package", body = Envelope<PackageView>),
        (status = 409, description = "Another has the number"),
        (status = 422, description = "It cannot even be kept as a draft"),
    ),
)]
pub(crate) async fn create_package(
    State(state): State<PromotionState>,
    actor: Actor,
    key: IdempotencyKey,
    Json(request): Json<CreatePackageRequest>,
) -> Reply {
    let desk = Desk::new(state.signer.clone(), &actor, state.shell.clock.now());
    let scope = desk.terminal_no.as_str();
    let intent = Intent::new(key, "package.create", scope, &request, desk.now)?;
    let input = (desk, request);
    let (_, view) = once_viewed(&state.shell, intent, input, create, show_kept_package).await?;
    Answer::of(&view)
}

fn create<'a>(
    tx: &'a mut Tx,
    (desk, request): &'a (Desk, CreatePackageRequest),
) -> TxFuture<'a, Kept> {
    Box::pin(async move {
        let draft = request.package.draft(PackageState::Draft)?;
        refuse_unknown_price_group(tx, &draft).await?;
        let id = draft.header.id.as_str();
        if store::find_package(tx, &draft.header.id).await?.is_some() {
            return Err(Refusal::new(&ID_TAKEN)
                .with("id", id)
                .at("discountId")
                .into());
        }
        store::insert_package(tx, &draft, by(desk)).await?;
        let nothing = None::<&PackageForm>;
        let change = Change::new(PACKAGE, (id, 1), nothing, Some(&PackageForm::of(&draft)))?;
        write_down(tx, desk, &change).await?;
        Ok(Kept(id.to_owned()))
    })
}

/// Refuses a price group that is none.
pub(crate) async fn refuse_unknown_price_group(tx: &mut Tx, draft: &PackageDraft) -> Outcome<()> {
    let Some(wanted) = &draft.header.price_group else {
        return Ok(());
    };
    let groups = store::list_price_groups(tx).await?;
    if groups.iter().any(|group| group.price_group_code == *wanted) {
        return Ok(());
    }
    Err(Refusal::new(&PRICE_GROUP_UNKNOWN)
        .at("priceGroupCode")
        .into())
}
