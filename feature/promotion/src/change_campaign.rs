//! Another content of a campaign.

use axum::extract::State;
use kernel::Refusal;
use serde::{Deserialize, Serialize};
use session::Actor;
use setting::{Change, Desk, write_down};
use shell::Failure;
use shell::db::{Tx, TxFuture};
use shell::http::idempotency::{Intent, once_viewed};
use shell::http::{Answer, Envelope, IdempotencyKey, Json, Path, Reply};
use utoipa::ToSchema;

use crate::create_campaign::refuse_unknown_names;
use crate::record::{CAMPAIGN, Kept, by, refuse_old_version, show_kept_campaign};
use crate::rule::campaign::CampaignId;
use crate::view::{CampaignForm, CampaignView};
use crate::{CAMPAIGN_NOT_FOUND, NOT_CHANGED, NOT_EDITABLE, PromotionState, store};

/// What a campaign is from now on.
#[derive(Clone, Debug, Deserialize, Serialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct ChangeCampaignRequest {
    /// The version that was seen.
    #[schema(example = 3)]
    version: i64,
    /// The campaign; its number stays.
    campaign: CampaignForm,
}

/// Change a campaign.
///
/// Only one that is switched off. The request says which version it saw. When somebody changed the
/// campaign since, it is refused and nothing is lost.
#[utoipa::path(
    put, path = "/setting/campaign/{campaignId}", tag = "promotion",
    request_body = ChangeCampaignRequest,
    params(("campaignId" = String, Path, description = "The campaign", example = "XMAS26")),
    responses(
        (status = 200, description = "The campaign", body = Envelope<CampaignView>),
        (status = 404, description = "There is no such campaign"),
        (status = 409, description = "Somebody changed it in the meantime"),
        (status = 422, description = "Only a draft or what is switched off can be changed"),
    ),
)]
pub(crate) async fn change_campaign(
    State(state): State<PromotionState>,
    actor: Actor,
    key: IdempotencyKey,
    Path(id): Path<CampaignId>,
    Json(request): Json<ChangeCampaignRequest>,
) -> Reply {
    if request.campaign.campaign_id.trim() != id.as_str() {
        return Err(Refusal::new(&crate::ID_MALFORMED).at("campaignId").into());
    }
    let desk = Desk::new(state.signer.clone(), &actor, state.shell.clock.now());
    let scope = format!("{} {id}", desk.terminal_no);
    let intent = Intent::new(key, "campaign.change", &scope, &request, desk.now)?;
    let input = (desk, (id, request));
    let (_, view) = once_viewed(&state.shell, intent, input, change, show_kept_campaign).await?;
    Answer::of(&view)
}

fn change<'a>(
    tx: &'a mut Tx,
    (desk, (id, request)): &'a (Desk, (CampaignId, ChangeCampaignRequest)),
) -> TxFuture<'a, Kept> {
    Box::pin(async move {
        let found = store::find_campaign(tx, id).await?;
        let stored = found.ok_or_else(|| Failure::from(&CAMPAIGN_NOT_FOUND))?;
        refuse_old_version(tx, &stored.changed, request.version).await?;
        if stored.enabled {
            return Err((&NOT_EDITABLE).into());
        }
        let campaign = request.campaign.campaign()?;
        refuse_unknown_names(tx, &campaign).await?;
        let before = CampaignForm::of(&stored.campaign);
        let after = CampaignForm::of(&campaign);
        let key = (id.as_str(), request.version + 1);
        let change = Change::new(CAMPAIGN, key, Some(&before), Some(&after))?;
        if change.is_nothing() {
            return Err((&NOT_CHANGED).into());
        }
        let is_kept =
            store::update_campaign(tx, (&campaign, false), request.version, by(desk)).await?;
        if !is_kept {
            return Err((&crate::CHANGED_MEANWHILE).into());
        }
        write_down(tx, desk, &change).await?;
        Ok(Kept(id.0.clone()))
    })
}
