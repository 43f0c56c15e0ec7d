//! Show the basket of this till.

use axum::extract::State;
use session::Actor;
use shell::http::{Answer, Envelope, Reply};

use crate::view::{BasketView, basket_view};
use crate::{SaleState, Till};

/// The basket of this till, with today's prices.
#[utoipa::path(
    get, path = "/basket", tag = "sale",
    responses((status = 200, description = "The basket", body = Envelope<BasketView>)),
)]
pub(crate) async fn show_basket(State(state): State<SaleState>, actor: Actor) -> Reply {
    let till = Till::of(&actor, &state);
    let view = state
        .shell
        .db
        .read(till, |tx, till| Box::pin(basket_view(tx, till)))
        .await?;
    Answer::of(&view)
}
