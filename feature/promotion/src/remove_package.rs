//! Deleting a draft.

use axum::extract::State;
use serde::{Deserialize, Serialize};
use session::Actor;
use setting::{Change, Desk, write_down};
use shell::db::{Tx, TxFuture};
use shell::http::idempotency::{Intent, once};
use shell::http::{Done, Envelope, IdempotencyKey, Path, Query, Reply};
use utoipa::IntoParams;

use crate::record::{PACKAGE, get_stored, refuse_old_version};
use crate::rule::package::{PackageId, PackageState};
use crate::view::PackageForm;
use crate::{NOT_A_DRAFT, PromotionState, store};

/// What was seen of a package before it is deleted.
#[derive(Clone, Copy, Debug, Deserialize, Serialize, IntoParams)]
#[serde(deny_unknown_fields)]
#[into_params(parameter_in = Query)]
pub(crate) struct SeenQuery {
    /// The version that was seen.
    #[param(example = 3)]
    version: i64,
}

/// Delete a package that was never enabled.
#[utoipa::path(
    delete, path = "/setting/package/{discountId}", tag = "promotion",
    params(("discountId" = String, Path, description = "The package", example = "PAIR20"), SeenQuery),
    responses(
        (status = 200, description = "It is deleted", body = Envelope<Done>),
        (status = 404, description = "There is no such package"),
        (status = 409, description = "Somebody changed it in the meantime"),
        (status = 422, description = "Only a draft can be deleted"),
    ),
)]
pub(crate) async fn remove_package(
    State(state): State<PromotionState>,
    actor: Actor,
    key: IdempotencyKey,
    Path(id): Path<PackageId>,
    Query(seen): Query<SeenQuery>,
) -> Reply {
    let desk = Desk::new(state.signer.clone(), &actor, state.shell.clock.now());
    let scope = format!("{} {id}", desk.terminal_no);
    let intent = Intent::new(key, "package.remove", &scope, &seen, desk.now)?;
    once(&state.shell, intent, (desk, id, seen), remove).await
}

fn remove<'a>(
    tx: &'a mut Tx,
    (desk, id, seen): &'a (Desk, PackageId, SeenQuery),
) -> TxFuture<'a, Done> {
    Box::pin(async move {
        let stored = get_stored(tx, id).await?;
        refuse_old_version(tx, &stored.changed, seen.version).await?;
        if stored.draft.header.state != PackageState::Draft {
            return Err((&NOT_A_DRAFT).into());
        }
        store::delete_package(tx, id).await?;
        let before = PackageForm::of(&stored.draft);
        let nothing = None::<&PackageForm>;
        let key = (id.as_str(), seen.version + 1);
        let change = Change::new(PACKAGE, key, Some(&before), nothing)?;
        write_down(tx, desk, &change).await?;
        Ok(Done {})
    })
}
