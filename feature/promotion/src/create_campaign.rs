//! A new campaign.

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

use crate::fault::refuse_unknown;
use crate::record::{CAMPAIGN, Kept, by, named_items, show_kept_campaign};
use crate::rule::campaign::Campaign;
use crate::view::{CampaignForm, CampaignView};
use crate::{ID_TAKEN, PromotionState, store};

/// A new campaign.
#[derive(Clone, Debug, Deserialize, Serialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct CreateCampaignRequest {
    /// The campaign.
    campaign: CampaignForm,
}

/// Keep a new campaign, switched off.
///
/// It may have faults yet; the answer lists them with their fields. Stores, classes and items that it
/// names must be there.
#[utoipa::path(
    post, path = "/setting/campaign", tag = "promotion", request_body = CreateCampaignRequest,
    responses(
        (status = 200, description = "The campaign", body = Envelope<CampaignView>),
        (status = 409, description = "Another has the number"),
        (status = 422, description = "It names what is not there"),
    ),
)]
pub(crate) async fn create_campaign(
    State(state): State<PromotionState>,
    actor: Actor,
    key: IdempotencyKey,
    Json(request): Json<CreateCampaignRequest>,
) -> Reply {
    let desk = Desk::new(state.signer.clone(), &actor, state.shell.clock.now());
    let scope = desk.terminal_no.as_str();
    let intent = Intent::new(key, "campaign.create", scope, &request, desk.now)?;
    let input = (desk, request);
    let (_, view) = once_viewed(&state.shell, intent, input, create, show_kept_campaign).await?;
    Answer::of(&view)
}

fn create<'a>(
    tx: &'a mut Tx,
    (desk, request): &'a (Desk, CreateCampaignRequest),
) -> TxFuture<'a, Kept> {
    Box::pin(async move {
        let campaign = request.campaign.campaign()?;
        refuse_unknown_names(tx, &campaign).await?;
        let id = campaign.id.as_str();
        if store::find_campaign(tx, &campaign.id).await?.is_some() {
            return Err(Refusal::new(&ID_TAKEN)
                .with("id", id)
                .at("campaignId")
                .into());
        }
        store::insert_campaign(tx, &campaign, false, by(desk)).await?;
        let nothing = None::<&CampaignForm>;
        let after = CampaignForm::of(&campaign);
        let change = Change::new(CAMPAIGN, (id, 1), nothing, Some(&after))?;
        write_down(tx, desk, &change).await?;
        Ok(Kept(id.to_owned()))
    })
}

/// Refuses stores, classes and items that are not there.
pub(crate) async fn refuse_unknown_names(tx: &mut Tx, campaign: &Campaign) -> Outcome<()> {
    let stores = store::list_stores(tx).await?;
    let stores = stores.into_iter().map(|store| store.store_no.0).collect();
    let classes = store::list_classes(tx).await?;
    let classes = classes.into_iter().map(|class| class.item_class).collect();
    let items = named_items(tx, campaign.item_nos.iter()).await?;
    let items = items.into_iter().map(|item| item.item_no).collect();
    Ok(refuse_unknown(campaign, &stores, &classes, &items)?)
}
