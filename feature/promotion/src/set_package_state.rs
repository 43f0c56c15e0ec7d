//! Switching a package on and off, and putting it away.

use axum::extract::State;
use kernel::Refusal;
use serde::{Deserialize, Serialize};
use serde_json::json;
use session::Actor;
use setting::{Change, Desk, write_down};
use shell::db::{Tx, TxFuture};
use shell::http::idempotency::{Intent, once_viewed};
use shell::http::{Answer, Envelope, IdempotencyKey, Json, Path, Reply};
use utoipa::ToSchema;

use crate::fault::package_faults;
use crate::record::{
    Kept, PACKAGE, by, get_stored, package_facts, refuse_old_version, show_kept_package, today,
};
use crate::rule::package::{PackageId, PackageState};
use crate::view::PackageView;
use crate::{PromotionState, STATE_NOT_POSSIBLE, store};

/// Where a package shall stand.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize, Serialize, ToSchema)]
#[serde(rename_all = "SCREAMING_SNAKE_CASE")]
pub(crate) enum WantedState {
    /// It counts in baskets.
    Enabled,
    /// It does not.
    Disabled,
    /// It is kept to be read only.
    Archived,
}

impl From<WantedState> for PackageState {
    fn from(wanted: WantedState) -> Self {
        match wanted {
            WantedState::Enabled => Self::Enabled,
            WantedState::Disabled => Self::Disabled,
            WantedState::Archived => Self::Archived,
        }
    }
}

/// Where a package shall stand.
#[derive(Clone, Debug, Deserialize, Serialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct PackageStateRequest {
    /// The version that was seen.
    #[schema(example = 3)]
    version: i64,
    /// Where it shall stand.
    state: WantedState,
}

/// Switch a package on or off, or put it away.
///
/// A package that has faults is not switched on: it stays as it was, and the answer lists all of them
/// with the field, the group or the row that each belongs to. Only a package whose last date is past
/// can be put away.
#[utoipa::path(
    post, path = "/setting/package/{discountId}/state", tag = "promotion",
    request_body = PackageStateRequest,
    params(("discountId" = String, Path, description = "The package", example = "PAIR20")),
    responses(
        (status = 200, description = "The package; where it stood before when it has faults",
         body = Envelope<PackageView>),
        (status = 404, description = "There is no such package"),
        (status = 409, description = "Somebody changed it in the meantime"),
        (status = 422, description = "It does not go from where it stands to where it is wanted"),
    ),
)]
pub(crate) async fn set_package_state(
    State(state): State<PromotionState>,
    actor: Actor,
    key: IdempotencyKey,
    Path(id): Path<PackageId>,
    Json(request): Json<PackageStateRequest>,
) -> Reply {
    let desk = Desk::new(state.signer.clone(), &actor, state.shell.clock.now());
    let scope = format!("{} {id}", desk.terminal_no);
    let intent = Intent::new(key, "package.state", &scope, &request, desk.now)?;
    let input = (desk, (id, request));
    let (_, view) = once_viewed(&state.shell, intent, input, set_state, show_kept_package).await?;
    Answer::of(&view)
}

fn set_state<'a>(
    tx: &'a mut Tx,
    (desk, (id, request)): &'a (Desk, (PackageId, PackageStateRequest)),
) -> TxFuture<'a, Kept> {
    Box::pin(async move {
        let stored = get_stored(tx, id).await?;
        refuse_old_version(tx, &stored.changed, request.version).await?;
        let (header, today) = (&stored.draft.header, today(tx, desk).await?);
        let state = header.state.on(today, header.ending_date);
        let wanted = PackageState::from(request.state);
        if !state.may_become(wanted) {
            let refusal = Refusal::new(&STATE_NOT_POSSIBLE).with("state", state.name());
            return Err(refusal.into());
        }
        if wanted == PackageState::Enabled {
            let (facts, _) = package_facts(tx, &stored.draft, today).await?;
            if !package_faults(&stored.draft, &facts).is_empty() {
                return Ok(Kept(id.0.clone()));
            }
        }
        if !store::set_state(tx, id, request.version, wanted, by(desk)).await? {
            return Err((&crate::CHANGED_MEANWHILE).into());
        }
        let (before, after) = (
            json!({ "state": state.name() }),
            json!({ "state": wanted.name() }),
        );
        let key = (id.as_str(), request.version + 1);
        let change = Change::new(PACKAGE, key, Some(&before), Some(&after))?;
        write_down(tx, desk, &change).await?;
        Ok(Kept(id.0.clone()))
    })
}
