//! A metal in a price group, with all its prices.

use axum::extract::State;
use shell::http::{Answer, Envelope, Path, Reply};

use super::BoardView;
use crate::admin::CatalogState;
use crate::{ENTRY_NOT_FOUND, store};

/// A metal in a price group, with all its prices.
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
    let board = state
        .shell
        .db
        .read(now, |tx, now| Box::pin(store::metal::board(tx, *now)))
        .await?;
    let found = board.into_iter().find(|row| row.key == key);
    Answer::of(&found.ok_or(&ENTRY_NOT_FOUND)?)
}
