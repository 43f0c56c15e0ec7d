//! What waits for this store.

use axum::extract::State;
use session::Actor;
use shell::http::{Answer, Envelope, Reply};

use crate::view::{AlertNumbersView, CODE_OK};
use crate::{AlertState, store};

/// What waits for this store: goods to send back, deposits, recalls.
#[utoipa::path(
    get, path = "/alert/getAlertNum", tag = "alert",
    responses((status = 200, description = "The numbers", body = Envelope<AlertNumbersView>)),
)]
pub(crate) async fn count_alerts(State(state): State<AlertState>, actor: Actor) -> Reply {
    let waiting = state
        .shell
        .db
        .read(actor.store_no, |tx, store_no| {
            Box::pin(store::count_waiting(tx, store_no))
        })
        .await?;
    Answer::of(&AlertNumbersView {
        code: CODE_OK,
        rma: waiting.rma,
        deposit: waiting.deposit,
        recall: waiting.recall,
    })
}
