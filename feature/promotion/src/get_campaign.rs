//! A campaign.

use axum::extract::State;
use session::Actor;
use setting::Desk;
use shell::db::{Tx, TxFuture};
use shell::http::{Answer, Envelope, Path, Reply};

use crate::PromotionState;
use crate::record::show_campaign;
use crate::rule::campaign::CampaignId;
use crate::view::CampaignView;

/// A campaign with its gifts, and all that keeps it from being switched on.
#[utoipa::path(
    get, path = "/setting/campaign/{campaignId}", tag = "promotion",
    params(("campaignId" = String, Path, description = "The campaign", example = "XMAS26")),
    responses(
        (status = 200, description = "The campaign", body = Envelope<CampaignView>),
        (status = 404, description = "There is no such campaign"),
    ),
)]
pub(crate) async fn get_campaign(
    State(state): State<PromotionState>,
    actor: Actor,
    Path(id): Path<CampaignId>,
) -> Reply {
    let desk = Desk::new(state.signer.clone(), &actor, state.shell.clock.now());
    Answer::of(&state.shell.db.read((desk, id), show).await?)
}

fn show<'a>(tx: &'a mut Tx, (desk, id): &'a (Desk, CampaignId)) -> TxFuture<'a, CampaignView> {
    Box::pin(show_campaign(tx, desk, id))
}
