//! A salesperson.

use axum::extract::State;
use setting::ENTRY_NOT_FOUND;
use shell::http::{Answer, Envelope, Path, Reply};

use super::SalespersonSettingView;
use crate::{SessionState, store};

/// A salesperson.
#[utoipa::path(
    get, path = "/setting/salesperson/{staffId}", tag = "session",
    params(("staffId" = String, Path, description = "The id", example = "seller")),
    responses(
        (status = 200, description = "A salesperson", body = Envelope<SalespersonSettingView>),
        (status = 404, description = "There is no such entry"),
    ),
)]
pub(crate) async fn get_salesperson_setting(
    State(state): State<SessionState>,
    Path(staff_id): Path<String>,
) -> Reply {
    let input = (staff_id, state.shell.clock.now());
    let found = state
        .shell
        .db
        .read(input, |tx, (staff_id, now)| {
            Box::pin(async move { Ok(store::staff::read(tx, Some(staff_id), *now).await?.pop()) })
        })
        .await?;
    Answer::of(&found.ok_or(&ENTRY_NOT_FOUND)?)
}
