//! The sales prices, page by page.

use axum::extract::State;
use jiff::civil::Date;
use kernel::page::Page;
use serde::Deserialize;
use session::Actor;
use setting::entry::Window;
use shell::Outcome;
use shell::db::Tx;
use shell::http::{Answer, Envelope, Query, Reply};
use utoipa::IntoParams;

use super::SalesPriceView;
use crate::admin::CatalogState;
use crate::store;

/// Which prices are wanted.
#[derive(Clone, Debug, Default, Deserialize, IntoParams)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
#[into_params(parameter_in = Query)]
pub(crate) struct SalesPriceQuery {
    /// Words that name, number, collection and barcodes of the item contain.
    pub(crate) search: Option<String>,
    /// The code of a price group.
    pub(crate) sales_code: Option<String>,
    /// The number of an item.
    pub(crate) item_no: Option<String>,
    /// `CURRENT`, `FUTURE` or `ENDED`, today in the store of whoever asks.
    pub(crate) state: Option<String>,
    /// `itemNo` or `startingDate`, the newest first.
    pub(crate) sort: Option<String>,
    /// Where the page starts, as the page before said.
    pub(crate) cursor: Option<String>,
    /// How many rows, 200 at the most.
    pub(crate) limit: Option<i64>,
}

/// The sales prices.
#[utoipa::path(
    get, path = "/setting/sales-price", tag = "catalog", params(SalesPriceQuery),
    responses(
        (status = 200, description = "A page of prices", body = Envelope<Page<SalesPriceView>>),
    ),
)]
pub(crate) async fn list_sales_prices(
    State(state): State<CatalogState>,
    actor: Actor,
    Query(query): Query<SalesPriceQuery>,
) -> Reply {
    let window = Window::new(query.cursor.as_deref(), query.limit);
    Answer::of(&read(&state, actor, query, window).await?)
}

/// The prices of a query in a window.
pub(super) async fn read(
    state: &CatalogState,
    actor: Actor,
    query: SalesPriceQuery,
    window: Window,
) -> Outcome<Page<SalesPriceView>> {
    let now = state.shell.clock.now();
    let input = (actor, query, window, now);
    let page = state
        .shell
        .db
        .read(input, |tx, (actor, query, window, now)| {
            Box::pin(async move {
                let today = today(tx, actor, *now).await?;
                store::sales_price::list(tx, query, today, *window).await
            })
        })
        .await?;
    Ok(page)
}

async fn today(tx: &mut Tx, actor: &Actor, now: jiff::Timestamp) -> Outcome<Date> {
    let store = setting::get_store(tx, &actor.store_no).await?;
    Ok(store.business_date(now))
}
