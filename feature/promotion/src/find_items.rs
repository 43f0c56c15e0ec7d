//! Items that a package or a campaign may name.

use axum::extract::State;
use catalog::rule::search::patterns;
use serde::Deserialize;
use shell::db::{Tx, TxFuture};
use shell::http::{Answer, Envelope, Query, Reply};
use utoipa::IntoParams;

use crate::view::NamedItemView;
use crate::{PromotionState, store};

/// How many items a search answers at most.
const FOUND_MAX: i64 = 50;

/// Which items are wanted.
#[derive(Clone, Debug, Default, Deserialize, IntoParams)]
#[serde(rename_all = "camelCase", default, deny_unknown_fields)]
#[into_params(parameter_in = Query)]
pub(crate) struct FindItemsQuery {
    /// Words that name, number, collection or barcode contain.
    #[param(example = "pouch")]
    search: String,
}

/// The first 50 items that a search finds, gifts before all others.
///
/// Unlike the till's grid it finds what is not sold in shops as well, such as gifts.
#[utoipa::path(
    get, path = "/setting/promotion-item", tag = "promotion", params(FindItemsQuery),
    responses((status = 200, description = "The items", body = Envelope<Vec<NamedItemView>>)),
)]
pub(crate) async fn find_items(
    State(state): State<PromotionState>,
    Query(query): Query<FindItemsQuery>,
) -> Reply {
    Answer::of(&state.shell.db.read(query, find).await?)
}

fn find<'a>(tx: &'a mut Tx, query: &'a FindItemsQuery) -> TxFuture<'a, Vec<NamedItemView>> {
    Box::pin(async move {
        let search: String = query.search.chars().filter(|it| !it.is_control()).collect();
        store::find_items(tx, &patterns(&search), FOUND_MAX).await
    })
}
