//! Everything that is known of a piece.

use axum::extract::State;
use catalog::rule::price::{PriceQuery, price};
use jiff::Timestamp;
use kernel::id::StoreNo;
use session::Actor;
use shell::Shell;
use shell::db::{Tx, TxFuture};
use shell::http::{Answer, Envelope, Path, Reply};

use crate::store::{other_store_stock, reserved_by, stock_of};
use crate::view::{PieceSize, PieceView, picture_url};

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
    Box::pin(async move {
        let item = catalog::store::get_item(tx, item_no).await?;
        let store = setting::get_store(tx, store_no).await?;
        let date = store.business_date(*now);
        let pricing = catalog::store::store_pricing(tx, store_no, store.currency, date).await?;
        let numbers = std::slice::from_ref(item_no);
        let mut rows = catalog::store::price_rows(tx, numbers, &pricing, &[]).await?;
        let rows = rows.remove(item_no).unwrap_or_default();
        let items = std::slice::from_ref(&item);
        let boards = catalog::store::boards_of(tx, items, &pricing, *now).await?;
        let sizes = catalog::store::sizes_of(tx, numbers).await?.remove(item_no);
        let stock = stock_of(tx, store_no, numbers).await?;
        let mut holders = reserved_by(tx, store_no, item_no).await?;
        let sizes = sizes
            .unwrap_or_default()
            .into_iter()
            .map(|size| {
                let key = (item_no.clone(), size.size_code.clone());
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
                        Some(_) => boards.price(&item, &pricing, &query),
                        None => price(&rows, &pricing, &query).map(|price| price.gross),
                    },
                    reserved_by: holders.remove(&size.size_code).unwrap_or_default(),
                    on_hand: stock.on_hand,
                    reserved: stock.reserved,
                    available: (stock.on_hand - stock.reserved).max(0),
                    barcode: size.barcode,
                    size_code: size.size_code,
                }
            })
            .collect();
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
    })
}
