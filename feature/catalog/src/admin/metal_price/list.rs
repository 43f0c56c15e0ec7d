//! The board with its prices in force.

use axum::extract::State;
use kernel::page::Page;
use setting::entry::{EntryQuery, Window};
use shell::http::{Answer, Envelope, Query, Reply};

use super::BoardView;
use crate::admin::CatalogState;
use crate::rule::search::{fold, words};
use crate::store;

/// The board: each metal in each price group that has a price for it, with the one in force.
#[utoipa::path(
    get, path = "/setting/metal-price", tag = "catalog", params(EntryQuery),
    responses((status = 200, description = "A page of the board", body = Envelope<Page<BoardView>>)),
)]
pub(crate) async fn list_metal_prices(
    State(state): State<CatalogState>,
    Query(query): Query<EntryQuery>,
) -> Reply {
    let now = state.shell.clock.now();
    let mut board = state
        .shell
        .db
        .read(now, |tx, now| Box::pin(store::metal::board(tx, *now)))
        .await?;
    let words = words(query.search.as_deref().unwrap_or_default());
    board.retain(|row| {
        let text = fold(&format!(
            "{} {} {}",
            row.item_no, row.item_name, row.sales_code
        ));
        words.iter().all(|word| text.contains(word))
    });
    let total = i64::try_from(board.len()).unwrap_or(i64::MAX);
    let window = Window::new(query.cursor.as_deref(), query.limit);
    let start = usize::try_from(window.start.min(total)).unwrap_or(0);
    let mut shown = board.split_off(start);
    shown.truncate(usize::try_from(window.rows).unwrap_or(0));
    Answer::of(&window.page(shown, total))
}
