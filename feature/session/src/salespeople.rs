//! The salespeople whom a sale may name.

use axum::extract::State;
use shell::http::{Answer, Envelope, Reply};

use crate::view::SalespersonView;
use crate::{Actor, SessionState, store};

/// The salespeople of this store whom a sale may name, by first name.
#[utoipa::path(
    get, path = "/salesperson", tag = "session",
    responses((status = 200, description = "Salespeople", body = Envelope<Vec<SalespersonView>>)),
)]
pub(crate) async fn list_salespeople(State(state): State<SessionState>, actor: Actor) -> Reply {
    let now = state.shell.clock.now();
    let people = state
        .shell
        .db
        .read((actor.store_no, now), |tx, (store_no, now)| {
            Box::pin(store::list_salespeople(tx, store_no, *now))
        })
        .await?;
    Answer::of(&people)
}
