//! The items of the till's grid, page by page.

use axum::extract::State;
use catalog::rule::item_index::ItemFilter;
use catalog::rule::price::{PriceQuery, price};
use catalog::store::{Item, Size};
use jiff::Timestamp;
use kernel::Money;
use kernel::id::StoreNo;
use kernel::page::{Page, row_limit};
use serde::Deserialize;
use session::Actor;
use shell::db::{Tx, TxFuture};
use shell::http::{Answer, Envelope, Query, Reply};
use shell::picture::picture_url;
use shell::{Outcome, Shell};
use utoipa::IntoParams;

use crate::store::{ItemStock, SizeStock, stock_of};
use crate::view::{ItemTile, TileSize};

/// Which items are wanted.
#[derive(Clone, Debug, Deserialize, IntoParams)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
#[into_params(parameter_in = Query)]
pub(crate) struct ItemQuery {
    /// Words that name, number, collection or barcode contain.
    search: Option<String>,
    /// The code of a collection.
    collection: Option<String>,
    /// The code of an item class.
    item_class: Option<String>,
    /// Where the page starts, as the page before said.
    cursor: Option<String>,
    /// How many rows, 200 at the most.
    limit: Option<i64>,
}

/// The items of the till's grid with price and stock, by ranking.
#[utoipa::path(
    get, path = "/item", tag = "catalog", params(ItemQuery),
    responses((status = 200, description = "A page of items", body = Envelope<Page<ItemTile>>)),
)]
pub(crate) async fn list_items(
    State(shell): State<Shell>,
    actor: Actor,
    Query(query): Query<ItemQuery>,
) -> Reply {
    let now = shell.clock.now();
    Answer::of(
        &shell
            .db
            .read((actor.store_no, query, now), load_page)
            .await?,
    )
}

fn load_page<'a>(
    tx: &'a mut Tx,
    (store_no, query, now): &'a (StoreNo, ItemQuery, Timestamp),
) -> TxFuture<'a, Page<ItemTile>> {
    Box::pin(async move {
        let filter = ItemFilter {
            search: query.search.clone().unwrap_or_default(),
            collection: query.collection.clone(),
            item_class: query.item_class.clone(),
        };
        let limit = row_limit(query.limit);
        let after = query.cursor.as_deref().and_then(parse_cursor);
        let limit = usize::try_from(limit).unwrap_or_default();
        let (items, found) = catalog::store::list_items(tx, &filter, after, limit).await?;
        Ok(Page {
            items: tiles(tx, store_no, items, *now).await?,
            next_cursor: found
                .next
                .map(|(ranking, item_no)| format!("{ranking}~{item_no}")),
            total: i64::try_from(found.total).unwrap_or(i64::MAX),
        })
    })
}

fn parse_cursor(cursor: &str) -> Option<(i64, String)> {
    let (ranking, item_no) = cursor.split_once('~')?;
    Some((ranking.parse().ok()?, item_no.to_owned()))
}

/// Items as tiles, with everything loaded in a handful of queries for all of them.
///
/// # Errors
/// The database's failure.
pub(crate) async fn tiles(
    tx: &mut Tx,
    store_no: &StoreNo,
    items: Vec<Item>,
    now: Timestamp,
) -> Outcome<Vec<ItemTile>> {
    let store = setting::get_store(tx, store_no).await?;
    let date = store.business_date(now);
    let pricing = catalog::store::store_pricing(tx, store_no, store.currency, date).await?;
    let item_nos: Vec<String> = items.iter().map(|item| item.item_no.clone()).collect();
    let rows = catalog::store::price_rows(tx, &item_nos, &pricing, &[]).await?;
    let boards = catalog::store::boards_of(tx, &items, &pricing, now).await?;
    let sizes = catalog::store::sizes_of(tx, &item_nos).await?;
    let stock = stock_of(tx, store_no, &item_nos).await?;
    let tile = |item: Item| {
        let rows = rows.get(&item.item_no).map_or(&[][..], Vec::as_slice);
        let price_of = |size_code: &str| {
            let query = PriceQuery {
                size_code,
                unit: &item.unit,
                vat_group: &item.vat_group,
                date,
                quantity: 1,
                customer_groups: &[],
            };
            match item.metal_item_no {
                Some(_) => boards.price(&item, &pricing, &query),
                None => price(rows, &pricing, &query).map(|price| price.gross),
            }
        };
        let sizes = sizes.get(&item.item_no).map_or(&[][..], Vec::as_slice);
        let first = price_of(sizes.first().map_or("", |size| size.size_code.as_str()));
        let sizes = tile_sizes(&item.item_no, sizes, &stock, price_of);
        let other_stores = stock.other_stores.get(&item.item_no).copied().unwrap_or(0);
        into_tile(item, sizes, first, other_stores)
    };
    Ok(items.into_iter().map(tile).collect())
}

fn tile_sizes(
    item_no: &str,
    sizes: &[Size],
    stock: &ItemStock,
    price_of: impl Fn(&str) -> Option<Money>,
) -> Vec<TileSize> {
    sizes
        .iter()
        .map(|size| {
            let key = (item_no.to_owned(), size.size_code.clone());
            let SizeStock { on_hand, reserved } = stock.own.get(&key).copied().unwrap_or_default();
            TileSize {
                price: price_of(&size.size_code),
                barcode: size.barcode.clone(),
                size_code: size.size_code.clone(),
                available: (on_hand - reserved).max(0),
                reserved,
            }
        })
        .collect()
}

fn into_tile(
    item: Item,
    sizes: Vec<TileSize>,
    price: Option<Money>,
    other_stores: i64,
) -> ItemTile {
    ItemTile {
        image_url: picture_url(&item.picture),
        available: sizes.iter().map(|size| size.available).sum(),
        other_stores,
        sizes,
        item_no: item.item_no,
        name: item.name,
        collection_code: item.collection_code,
        collection_name: item.collection_name,
        item_class: item.item_class,
        item_class_name: item.item_class_name,
        price,
        stopped: item.stopped,
        is_no_stock: item.no_stock_posting,
    }
}

/// The tiles of some items, by their numbers.
///
/// # Errors
/// The database's failure.
pub async fn tiles_of(
    tx: &mut Tx,
    store_no: &StoreNo,
    item_nos: &[String],
    now: Timestamp,
) -> Outcome<Vec<ItemTile>> {
    let items = catalog::store::find_items(tx, item_nos).await?;
    tiles(tx, store_no, items.into_values().collect(), now).await
}

/// The tile of one item, for a choice of its size.
///
/// # Errors
/// When there is no such item.
pub async fn tile_of(
    tx: &mut Tx,
    store_no: &StoreNo,
    item_no: &str,
    now: Timestamp,
) -> Outcome<ItemTile> {
    let item = catalog::store::get_item(tx, item_no).await?;
    let mut found = tiles(tx, store_no, vec![item], now).await?;
    found
        .pop()
        .ok_or_else(|| shell::Failure::from(&catalog::ITEM_NOT_FOUND))
}
