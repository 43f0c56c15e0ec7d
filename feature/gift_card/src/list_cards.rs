//! The cards, page by page.

use axum::extract::State;
use kernel::page::{Page, cut, row_limit};
use serde::{Deserialize, Serialize};
use shell::Outcome;
use shell::db::Tx;
use shell::http::{Answer, Envelope, Query, Reply};
use utoipa::{IntoParams, ToSchema};
use uuid::Uuid;

use crate::GiftCardState;
use crate::rule::number::normal;
use crate::rule::state::CardState;
use crate::store::{self, Filter};
use crate::view::GiftCardRowView;

/// Which cards are wanted.
#[derive(Clone, Debug, Default, Deserialize, IntoParams)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
#[into_params(parameter_in = Query)]
pub(crate) struct GiftCardQuery {
    /// The beginning of a number, or its last four letters.
    search: Option<String>,
    /// Where they stand.
    state: Option<CardState>,
    /// The batch that they came with.
    batch_code: Option<String>,
    /// The store that sold them.
    store_no: Option<String>,
    /// Where the page starts, as the page before said.
    cursor: Option<String>,
    /// How many rows, 200 at the most.
    limit: Option<i64>,
}

impl GiftCardQuery {
    pub(crate) fn filter(&self) -> Filter {
        let filled = |text: &Option<String>| text.clone().filter(|text| !text.trim().is_empty());
        let search = normal(self.search.as_deref().unwrap_or_default());
        let is_end = search.len() == 4;
        Filter {
            last_four: Some(search.clone()).filter(|_| is_end),
            number: Some(search).filter(|it| !is_end && !it.is_empty()),
            state: self.state,
            batch_code: filled(&self.batch_code),
            store_no: filled(&self.store_no),
        }
    }
}

/// A store.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct GiftCardPlaceView {
    /// Its number.
    #[schema(example = "PAR01")]
    store_no: String,
    /// Its name.
    #[schema(example = "Paris · Rue de Sèvres")]
    name: String,
}

/// A page of cards, with what the list can be narrowed to.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct GiftCardListView {
    /// The cards, the newest first.
    page: Page<GiftCardRowView>,
    /// The stores that have to do with cards.
    stores: Vec<GiftCardPlaceView>,
    /// The latest batches.
    #[schema(example = json!(["SPRING-2026"]))]
    batches: Vec<String>,
    /// The markets of the stores.
    #[schema(example = json!(["EU"]))]
    markets: Vec<String>,
}

/// The gift cards, page by page, the newest first.
#[utoipa::path(
    get, path = "/gift-card", tag = "gift_card", params(GiftCardQuery),
    responses((status = 200, description = "A page of them", body = Envelope<GiftCardListView>)),
)]
pub(crate) async fn list_gift_cards(
    State(state): State<GiftCardState>,
    Query(query): Query<GiftCardQuery>,
) -> Reply {
    let list = state
        .shell
        .db
        .read(query, |tx, query| Box::pin(list(tx, query)))
        .await?;
    Answer::of(&list)
}

async fn list(tx: &mut Tx, query: &GiftCardQuery) -> Outcome<GiftCardListView> {
    let filter = query.filter();
    let after = query
        .cursor
        .as_deref()
        .and_then(|it| it.parse::<Uuid>().ok());
    let rows = row_limit(query.limit);
    let mut cards = store::list_cards(tx, &filter, after, rows + 1).await?;
    let next_cursor = cut(&mut cards, rows).map(|last| last.gift_card_id.to_string());
    let (stores, batches, markets) = store::list_offices(tx).await?;
    Ok(GiftCardListView {
        page: Page {
            next_cursor,
            items: cards.into_iter().map(GiftCardRowView::from).collect(),
            total: store::count_cards(tx, &filter).await?,
        },
        stores: stores
            .into_iter()
            .map(|(store_no, name)| GiftCardPlaceView { store_no, name })
            .collect(),
        batches,
        markets,
    })
}
