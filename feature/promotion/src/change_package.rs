//! Another content of a package.

use axum::extract::State;
use kernel::Refusal;
use serde::{Deserialize, Serialize};
use session::Actor;
use setting::{Change, Desk, write_down};
use shell::db::{Tx, TxFuture};
use shell::http::idempotency::{Intent, once_viewed};
use shell::http::{Answer, Envelope, IdempotencyKey, Json, Path, Reply};
use utoipa::ToSchema;

use crate::create_package::refuse_unknown_price_group;
use crate::record::{Kept, PACKAGE, by, get_stored, refuse_old_version, show_kept_package};
use crate::rule::package::PackageId;
use crate::view::{PackageForm, PackageView};
use crate::{NOT_CHANGED, NOT_EDITABLE, PromotionState, store};

/// What a package is from now on.
#[derive(Clone, Debug, Deserialize, Serialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct ChangePackageRequest {
    /// The version that was seen.
    #[schema(example = 3)]
    version: i64,
    /// The package; its number stays.
    package: PackageForm,
}

/// Change a package.
///
/// Only a draft or a package that is switched off: no basket can be using it. The request says which
/// version it saw. When somebody changed the package since, it is refused and nothing is lost. The
/// answer lists what keeps it from being enabled.
#[utoipa::path(
    put, path = "/setting/package/{discountId}", tag = "promotion",
    request_body = ChangePackageRequest,
    params(("discountId" = String, Path, description = "The package", example = "PAIR20")),
    responses(
        (status = 200, description = "The package", body = Envelope<PackageView>),
        (status = 404, description = "There is no such package"),
        (status = 409, description = "Somebody changed it in the meantime"),
        (status = 422, description = "Only a draft or what is switched off can be changed"),
    ),
)]
pub(crate) async fn change_package(
    State(state): State<PromotionState>,
    actor: Actor,
    key: IdempotencyKey,
    Path(id): Path<PackageId>,
    Json(request): Json<ChangePackageRequest>,
) -> Reply {
    if request.package.discount_id.trim() != id.as_str() {
        return Err(Refusal::new(&crate::ID_MALFORMED).at("discountId").into());
    }
    let desk = Desk::new(state.signer.clone(), &actor, state.shell.clock.now());
    let scope = format!("{} {id}", desk.terminal_no);
    let intent = Intent::new(key, "package.change", &scope, &request, desk.now)?;
    let input = (desk, (id, request));
    let (_, view) = once_viewed(&state.shell, intent, input, change, show_kept_package).await?;
    Answer::of(&view)
}

fn change<'a>(
    tx: &'a mut Tx,
    (desk, (id, request)): &'a (Desk, (PackageId, ChangePackageRequest)),
) -> TxFuture<'a, Kept> {
    Box::pin(async move {
        let stored = get_stored(tx, id).await?;
        refuse_old_version(tx, &stored.changed, request.version).await?;
        let state = stored.draft.header.state;
        if !state.is_editable() {
            return Err((&NOT_EDITABLE).into());
        }
        let draft = request.package.draft(state)?;
        refuse_unknown_price_group(tx, &draft).await?;
        let before = PackageForm::of(&stored.draft);
        let after = PackageForm::of(&draft);
        let key = (id.as_str(), request.version + 1);
        let change = Change::new(PACKAGE, key, Some(&before), Some(&after))?;
        if change.is_nothing() {
            return Err((&NOT_CHANGED).into());
        }
        if !store::update_package(tx, &draft, request.version, by(desk)).await? {
            return Err((&crate::CHANGED_MEANWHILE).into());
        }
        write_down(tx, desk, &change).await?;
        Ok(Kept(id.0.clone()))
    })
}
