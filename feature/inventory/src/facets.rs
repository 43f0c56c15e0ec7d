//! By what the till's grid can be narrowed.

use axum::extract::State;
use serde::Serialize;
use shell::Shell;
use shell::http::{Answer, Envelope, Reply};
use utoipa::ToSchema;

/// A class or collection with the number of its items.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub(crate) struct FacetView {
    /// The code.
    #[schema(example = "RING")]
    code: String,
    /// The name.
    #[schema(example = "Rings")]
    name: String,
    /// How many items.
    #[schema(example = 12)]
    count: i64,
}

/// By what the till's grid can be narrowed.
#[derive(Clone, Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct FacetsView {
    /// How many items there are.
    total: i64,
    /// Item classes in their order.
    item_classes: Vec<FacetView>,
    /// Collections in their order.
    collections: Vec<FacetView>,
}

fn view(facets: Vec<catalog::store::Facet>) -> Vec<FacetView> {
    facets
        .into_iter()
        .map(|facet| FacetView {
            code: facet.code,
            name: facet.name,
            count: facet.count,
        })
        .collect()
}

/// The item classes and collections with their numbers of items.
#[utoipa::path(
    get, path = "/item/facet", tag = "catalog",
    responses((status = 200, description = "Classes and collections", body = Envelope<FacetsView>)),
)]
pub(crate) async fn item_facets(State(shell): State<Shell>) -> Reply {
    let facets = shell
        .db
        .read((), |tx, ()| {
            Box::pin(async move {
                let item_classes = view(catalog::store::count_by_class(tx).await?);
                let collections = view(catalog::store::count_by_collection(tx).await?);
                let total = item_classes.iter().map(|class| class.count).sum();
                Ok(FacetsView {
                    total,
                    item_classes,
                    collections,
                })
            })
        })
        .await?;
    Answer::of(&facets)
}
