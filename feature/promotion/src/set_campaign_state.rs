//! Switching a campaign on and off.

use axum::extract::State;
use kernel::Refusal;
use serde::{Deserialize, Serialize};
use serde_json::json;
use session::Actor;
use setting::{Change, Desk, write_down};
use shell::Failure;
use shell::db::{Tx, TxFuture};
use shell::http::idempotency::{Intent, once_viewed};
use shell::http::{Answer, Envelope, IdempotencyKey, Json, Path, Reply};
use utoipa::ToSchema;

use crate::record::{CAMPAIGN, Kept, by, refuse_old_version, show_campaign, show_kept_campaign};
use crate::rule::campaign::CampaignId;
use crate::view::CampaignView;
use crate::{CAMPAIGN_NOT_FOUND, PromotionState, STATE_NOT_POSSIBLE, store};

/// Whether a campaign shall run.
#[derive(Clone, Debug, Deserialize, Serialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct CampaignStateRequest {
    /// The version that was seen.
    #[schema(example = 3)]
    version: i64,
    /// Whether it shall run while its dates allow.
    enabled: bool,
}

/// Switch a campaign on or off.
///
/// A campaign that has faults is not switched on: it stays as it was, and the answer lists all of
/// them with their fields.
#[utoipa::path(
    post, path = "/setting/campaign/{campaignId}/state", tag = "promotion",
    request_body = CampaignStateRequest,
    params(("campaignId" = String, Path, description = "The campaign", example = "XMAS26")),
    responses(
        (status = 200, description = "The campaign; switched off when it has faults",
         body = Envelope<CampaignView>),
        (status = 404, description = "There is no such campaign"),
        (status = 409, description = "Somebody changed it in the meantime"),
        (status = 422, description = "It is so already"),
    ),
)]
pub(crate) async fn set_campaign_state(
    State(state): State<PromotionState>,
    actor: Actor,
    key: IdempotencyKey,
    Path(id): Path<CampaignId>,
    Json(request): Json<CampaignStateRequest>,
) -> Reply {
    let desk = Desk::new(state.signer.clone(), &actor, state.shell.clock.now());
    let scope = format!("{} {id}", desk.terminal_no);
    let intent = Intent::new(key, "campaign.state", &scope, &request, desk.now)?;
    let input = (desk, (id, request));
    let (_, view) = once_viewed(&state.shell, intent, input, set_state, show_kept_campaign).await?;
    Answer::of(&view)
}

fn set_state<'a>(
    tx: &'a mut Tx,
    (desk, (id, request)): &'a (Desk, (CampaignId, CampaignStateRequest)),
) -> TxFuture<'a, Kept> {
    Box::pin(async move {
        let found = store::find_campaign(tx, id).await?;
        let stored = found.ok_or_else(|| Failure::from(&CAMPAIGN_NOT_FOUND))?;
        refuse_old_version(tx, &stored.changed, request.version).await?;
        let state = |enabled| if enabled { "ENABLED" } else { "DISABLED" };
        if stored.enabled == request.enabled {
            let refusal = Refusal::new(&STATE_NOT_POSSIBLE).with("state", state(stored.enabled));
            return Err(refusal.into());
        }
        if request.enabled && !show_campaign(tx, desk, id).await?.faults.is_empty() {
            return Ok(Kept(id.0.clone()));
        }
        let campaign = (&stored.campaign, request.enabled);
        if !store::update_campaign(tx, campaign, request.version, by(desk)).await? {
            return Err((&crate::CHANGED_MEANWHILE).into());
        }
        let (before, after) = (
            json!({ "state": state(stored.enabled) }),
            json!({ "state": state(request.enabled) }),
        );
        let key = (id.as_str(), request.version + 1);
        let change = Change::new(CAMPAIGN, key, Some(&before), Some(&after))?;
        write_down(tx, desk, &change).await?;
        Ok(Kept(id.0.clone()))
    })
}
