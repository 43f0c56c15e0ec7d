//! A metal in a price group, with its prices.

use axum::extract::State;
use shell::http::{Answer, Envelope, Path, Reply};

use super::{BoardView, parts_of};
use crate::admin::CatalogState;
use crate::{ENTRY_NOT_FOUND, store};

/// A metal in a price group, with the newest 200 of its prices.
#[utoipa::path(
    get, path = "/setting/metal-price/{boardId}", tag = "catalog",
    params(("boardId" = String, Path, description = "Metal and price group with ~ between them",
     example = "GOLD-999~CNY-GOLD")),
    responses(
        (status = 200, description = "Its prices", body = Envelope<BoardView>),
        (status = 404, description = "There is no such entry"),
    ),
)]
pub(crate) async fn get_metal_price(
    State(state): State<CatalogState>,
    Path(key): Path<String>,
) -> Reply {
    let now = state.shell.clock.now();
    let found = state
        .shell
        .db
        .read((key, now), |tx, (key, now)| {
            Box::pin(async move {
                match parts_of(key) {
                    Some(parts) => store::metal::board_of(tx, parts, *now).await,
                    None => Ok(None),
                }
            })
        })
        .await?;
    Answer::of(&found.ok_or(&ENTRY_NOT_FOUND)?)
}
