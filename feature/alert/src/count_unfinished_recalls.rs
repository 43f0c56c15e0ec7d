//! Recall orders of this store that are unfinished.

use axum::extract::State;
use session::Actor;
use shell::http::{Answer, Envelope, Reply};

use crate::view::{CODE_OK, UnfinishedRecallsView};
use crate::{AlertState, store};

/// How many recall, pickup and express orders wait for this store.
#[utoipa::path(
    get, path = "/inventory/shipment/getunfinishrecallorder", tag = "alert",
    responses((status = 200, description = "The number", body = Envelope<UnfinishedRecallsView>)),
)]
pub(crate) async fn count_unfinished_recalls(
    State(state): State<AlertState>,
    actor: Actor,
) -> Reply {
    let waiting = state
        .shell
        .db
        .read(actor.store_no, |tx, store_no| {
            Box::pin(store::count_waiting(tx, store_no))
        })
        .await?;
    Answer::of(&UnfinishedRecallsView {
        code: CODE_OK,
        data: waiting.recall,
    })
}
