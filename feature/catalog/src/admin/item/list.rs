//! The items that head office keeps, page by page.

use axum::extract::State;
use kernel::page::Page;
use serde::{Deserialize, Serialize};
use setting::entry::Window;
use shell::http::{Answer, Envelope, Query, Reply};
use utoipa::{IntoParams, ToSchema};

use super::PricingMethod;
use crate::admin::CatalogState;
use crate::store;

/// Which items are wanted.
#[derive(Clone, Debug, Default, Deserialize, IntoParams)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
#[into_params(parameter_in = Query)]
pub(crate) struct ItemSettingQuery {
    /// Words that name, number, collection and barcodes contain.
    pub(crate) search: Option<String>,
    /// The code of a class.
    pub(crate) item_class: Option<String>,
    /// The code of a collection.
    pub(crate) collection: Option<String>,
    /// `SOLD`, `NOT_SOLD`, `STOPPED` or `WEIGHT`.
    pub(crate) state: Option<String>,
    /// `ranking`, `name` or `itemNo`.
    pub(crate) sort: Option<String>,
    /// Where the page starts, as the page before said.
    pub(crate) cursor: Option<String>,
    /// How many rows, 200 at the most.
    pub(crate) limit: Option<i64>,
}

/// An item in the list.
#[derive(Clone, Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct ItemRowView {
    /// Its number.
    #[schema(example = "BR-1042")]
    pub(crate) item_no: String,
    /// Its name.
    #[schema(example = "Lagune ring, wave, white")]
    pub(crate) name: String,
    /// Its picture.
    #[schema(example = "/pictures/BR-1042.svg")]
    pub(crate) image_url: String,
    /// The name of its class.
    #[schema(example = "Rings")]
    pub(crate) item_class_name: String,
    /// The name of its collection.
    #[schema(example = "Lagune")]
    pub(crate) collection_name: Option<String>,
    /// Whether it is no longer made.
    #[schema(example = false)]
    pub(crate) stopped: bool,
    /// Whether shops find it.
    #[schema(example = true)]
    pub(crate) sold_in_shops: bool,
    /// How its price comes about.
    pub(crate) pricing_method: PricingMethod,
}

/// The items that head office keeps, also those that shops do not find.
#[utoipa::path(
    get, path = "/setting/item", tag = "catalog", params(ItemSettingQuery),
    responses((status = 200, description = "A page of items", body = Envelope<Page<ItemRowView>>)),
)]
pub(crate) async fn list_item_settings(
    State(state): State<CatalogState>,
    Query(query): Query<ItemSettingQuery>,
) -> Reply {
    let page = state
        .shell
        .db
        .read(query, |tx, query| {
            let window = Window::new(query.cursor.as_deref(), query.limit);
            Box::pin(store::item::list(tx, query, window))
        })
        .await?;
    Answer::of(&page)
}
