//! Everything that is known of a piece.

use axum::extract::State;
use catalog::rule::price::{PriceQuery, price};
use catalog::store::{Item, Size};
use jiff::Timestamp;
use kernel::id::StoreNo;
use session::Actor;
use shell::db::{Tx, TxFuture};
use shell::http::{Answer, Envelope, Path, Reply};
use shell::picture::picture_url;
use shell::{Outcome, Shell};

use crate::store::{other_store_stock, reserved_by, stock_of};
use crate::transit::arrivals;
use crate::view::{PieceSize, PieceView};

/// Everything that is known of a piece: sizes, prices, stock here, who reserved it, stock elsewhere.
#[utoipa::path(
    get, path = "/item/{itemNo}", tag = "catalog",
    params(("itemNo" = String, Path, description = "The item number", example = "BR-1042")),
    responses(
        (status = 200, description = "The piece", body = Envelope<PieceView>),
        (status = 404, description = "There is no such item"),
    ),
)]
pub(crate) async fn get_piece(
    State(shell): State<Shell>,
    actor: Actor,
    Path(item_no): Path<String>,
) -> Reply {
    let now = shell.clock.now();
    Answer::of(
        &shell
            .db
            .read((actor.store_no, item_no, now), load_piece)
            .await?,
    )
}

fn load_piece<'a>(
    tx: &'a mut Tx,
    (store_no, item_no, now): &'a (StoreNo, String, Timestamp),
) -> TxFuture<'a, PieceView> {
    Box::pin(piece_view(tx, store_no, item_no, *now))
}

/// Everything that is known of a piece in a store: sizes, prices of a single piece for nobody in
/// particular, stock here, on its way and elsewhere.
///
/// # Errors
/// When there is no such item.
pub async fn piece_view(
    tx: &mut Tx,
    store_no: &StoreNo,
    item_no: &str,
    now: Timestamp,
) -> Outcome<PieceView> {
    let item = catalog::store::get_item(tx, item_no).await?;
    let sizes = piece_sizes(tx, store_no, &item, now).await?;
    Ok(PieceView {
        sizes,
        other_store_stock: other_store_stock(tx, store_no, item_no).await?,
        image_url: picture_url(&item.picture),
        item_no: item.item_no,
        name: item.name,
        collection_name: item.collection_name,
        item_class_name: item.item_class_name,
        product_type: item.product_type,
        story: item.story,
        weight_mg: item.unit_weight,
        stopped: item.stopped,
    })
}

async fn piece_sizes(
    tx: &mut Tx,
    store_no: &StoreNo,
    item: &Item,
    now: Timestamp,
) -> Outcome<Vec<PieceSize>> {
    let store = setting::get_store(tx, store_no).await?;
    let date = store.business_date(now);
    let pricing = catalog::store::store_pricing(tx, store_no, store.currency, date).await?;
    let numbers = std::slice::from_ref(&item.item_no);
    let mut rows = catalog::store::price_rows(tx, numbers, &pricing, &[]).await?;
    let rows = rows.remove(&item.item_no).unwrap_or_default();
    let items = std::slice::from_ref(item);
    let boards = catalog::store::boards_of(tx, items, &pricing, now).await?;
    let mut sizes = catalog::store::sizes_of(tx, numbers).await?;
    let stock = stock_of(tx, store_no, numbers).await?;
    let mut holders = reserved_by(tx, store_no, &item.item_no).await?;
    let mut arrivals = arrivals(tx, store_no, &item.item_no, date).await?;
    let view = |size: Size| {
        let key = (item.item_no.clone(), size.size_code.clone());
        let stock = stock.own.get(&key).copied().unwrap_or_default();
        let query = PriceQuery {
            size_code: &size.size_code,
            unit: &item.unit,
            vat_group: &item.vat_group,
            date,
            quantity: 1,
            customer_groups: &[],
        };
        PieceSize {
            price: match item.metal_item_no {
                Some(_) => boards.price(item, &pricing, &query),
                None => price(&rows, &pricing, &query).map(|price| price.gross),
            },
            reserved_by: holders.remove(&size.size_code).unwrap_or_default(),
            in_transit: arrivals.remove(&size.size_code).unwrap_or_default(),
            on_hand: stock.on_hand,
            reserved: stock.reserved,
            available: (stock.on_hand - stock.reserved).max(0),
            barcode: size.barcode,
            size_code: size.size_code,
        }
    };
    let sizes = sizes.remove(&item.item_no).unwrap_or_default();
    Ok(sizes.into_iter().map(view).collect())
}
