//! The items as a table for spreadsheets.

use axum::extract::State;
use axum::response::Response;
use kernel::csv::{Cell, add_row, headed};
use session::Actor;
use setting::entry::Window;
use setting::table::note_export;
use shell::Failure;
use shell::http::{Query, file};

use super::list::ItemSettingQuery;
use crate::admin::CatalogState;
use crate::store;

/// The items as a table for spreadsheets, with the filters of the list.
#[utoipa::path(
    get, path = "/setting/item/export.csv", tag = "catalog", params(ItemSettingQuery),
    responses(
        (status = 200, description = "The table", body = String, content_type = "text/csv"),
    ),
)]
pub(crate) async fn export_items(
    State(state): State<CatalogState>,
    actor: Actor,
    Query(query): Query<ItemSettingQuery>,
) -> Result<Response, Failure> {
    let page = state
        .shell
        .db
        .read(query, |tx, query| {
            let window = Window::whole();
            Box::pin(store::item::list(tx, query, window))
        })
        .await?;
    let mut table = headed(&[
        "itemNo",
        "name",
        "itemClass",
        "collection",
        "stopped",
        "soldInShops",
    ]);
    for item in &page.items {
        add_row(
            &mut table,
            &[
                Cell::Text(&item.item_no),
                Cell::Text(&item.name),
                Cell::Text(&item.item_class_name),
                Cell::Text(item.collection_name.as_deref().unwrap_or_default()),
                Cell::Text(if item.stopped { "true" } else { "false" }),
                Cell::Text(if item.sold_in_shops { "true" } else { "false" }),
            ],
        );
    }
    note_export(&state.shell, state.desk(&actor), "items").await?;
    Ok(file::table("items.csv", table))
}
