//! An item, as head office keeps it.

use axum::extract::State;
use serde::{Deserialize, Serialize};
use shell::db::{Tx, TxFuture};
use shell::http::{Answer, Envelope, Path, Reply};
use shell::picture::picture_url;
use utoipa::ToSchema;

use super::ItemValue;
use crate::admin::CatalogState;
use crate::{ITEM_NOT_FOUND, store};

/// An item, as head office keeps it.
#[derive(Clone, Debug, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct ItemSettingView {
    /// Its number.
    #[schema(example = "BR-1042")]
    key: String,
    /// Counts its changes.
    #[schema(example = 3)]
    version: i64,
    /// Its picture.
    #[schema(example = "/pictures/BR-1042.svg")]
    image_url: String,
    /// What is kept of it.
    value: ItemValue,
}

/// An item, as head office keeps it.
#[utoipa::path(
    get, path = "/setting/item/{itemNo}", tag = "catalog",
    params(("itemNo" = String, Path, description = "The number of the item", example = "BR-1042")),
    responses(
        (status = 200, description = "The item", body = Envelope<ItemSettingView>),
        (status = 404, description = "This item cannot be found"),
    ),
)]
pub(crate) async fn get_item_setting(
    State(state): State<CatalogState>,
    Path(item_no): Path<String>,
) -> Reply {
    let view = state
        .shell
        .db
        .read(item_no, |tx, item_no| show(tx, item_no))
        .await?;
    Answer::of(&view)
}

/// An item as it is now.
pub(super) fn show<'a>(tx: &'a mut Tx, item_no: &'a str) -> TxFuture<'a, ItemSettingView> {
    Box::pin(async move {
        let entry = store::item::find(tx, item_no)
            .await?
            .ok_or(&ITEM_NOT_FOUND)?;
        let picture = store::item::picture(tx, item_no).await?;
        let (file, _) = picture.ok_or(&ITEM_NOT_FOUND)?;
        Ok(ItemSettingView {
            key: entry.key,
            version: entry.version,
            image_url: picture_url(&file),
            value: entry.value,
        })
    })
}
