//! Put a piece into the basket.

use axum::extract::State;
use kernel::Refusal;
use kernel::id::{BasketId, LineId};
use serde::{Deserialize, Serialize};
use session::Actor;
use shell::db::{Tx, TxFuture};
use shell::http::{Envelope, IdempotencyKey, Json, Reply};
use shell::{Failure, Outcome};
use utoipa::ToSchema;
use uuid::Uuid;

use crate::reserve::{Pieces, Terms, reserve_or_ask};
use crate::rule::kind::Operation;
use crate::store::{self, Piece, ShownBasket};
use crate::view::BasketView;
use crate::weigh::lock_price;
use crate::{
    Done, ONE_PIECE_A_LINE, QUANTITY_ABOVE_MAXIMUM, QUANTITY_BELOW_ONE, QUANTITY_MAX,
    QUANTITY_NOT_WHOLE, SALESPERSON_REQUIRED, SaleState, Till, change,
};

/// A piece for the basket.
#[derive(Debug, Deserialize, Serialize, ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub(crate) struct AddLineRequest {
    /// The item.
    #[schema(example = "BR-1042")]
    item_no: String,
    /// The size; blank when the item has none.
    #[schema(example = "M")]
    size_code: String,
    /// How many pieces.
    #[schema(value_type = i64, example = 1)]
    quantity: serde_json::Number,
    /// Whether staff said yes to selling pieces that stock does not have.
    #[serde(default)]
    #[schema(example = false)]
    sell_below_stock: bool,
}

/// Put a piece into the basket and reserve it for everyone at once.
///
/// A second piece of the same item and size joins the first one's line.
#[utoipa::path(
    post, path = "/basket/line", tag = "sale", request_body = AddLineRequest,
    responses(
        (status = 200, description = "The basket", body = Envelope<BasketView>),
        (status = 404, description = "There is no such item or size"),
        (status = 409, description = "No salesperson, not enough pieces, reserved by a colleague, \
         or the basket is being paid. `sale.stock_confirm` is a question: the same again with \
         `sellBelowStock` sells below stock"),
        (status = 422, description = "The quantity is below 1 or not whole"),
    ),
)]
pub(crate) async fn add_line(
    State(state): State<SaleState>,
    actor: Actor,
    key: IdempotencyKey,
    Json(request): Json<AddLineRequest>,
) -> Reply {
    change(&state, &actor, key, "basket.add_line", request, add).await
}

fn add<'a>(tx: &'a mut Tx, (till, request): &'a (Till, AddLineRequest)) -> TxFuture<'a, Done> {
    Box::pin(async move {
        let wanted = Wanted {
            item_no: &request.item_no,
            size_code: &request.size_code,
            quantity: whole_quantity(&request.quantity)?,
            sell_below_stock: request.sell_below_stock,
        };
        let (_, shown) = put_into_basket(tx, till, &wanted).await?;
        Ok(Done {
            shown,
            ..Done::touching([request.item_no.clone()])
        })
    })
}

/// A quantity as a whole number of pieces.
pub(crate) fn whole_quantity(quantity: &serde_json::Number) -> Outcome<i64> {
    let quantity = quantity
        .as_i64()
        .ok_or_else(|| Failure::from(&QUANTITY_NOT_WHOLE))?;
    if quantity < 1 {
        return Err((&QUANTITY_BELOW_ONE).into());
    }
    if quantity > QUANTITY_MAX {
        return Err((&QUANTITY_ABOVE_MAXIMUM).into());
    }
    Ok(quantity)
}

/// Pieces that somebody wants to have in the basket.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Wanted<'a> {
    /// The item.
    pub(crate) item_no: &'a str,
    /// Its size.
    pub(crate) size_code: &'a str,
    /// How many.
    pub(crate) quantity: i64,
    /// Whether staff said yes to selling pieces that stock does not have.
    pub(crate) sell_below_stock: bool,
}

/// Puts pieces into the basket of a till and reserves them; answers with their line, and with the basket
/// as it is then where it was there before.
pub(crate) async fn put_into_basket(
    tx: &mut Tx,
    till: &Till,
    wanted: &Wanted<'_>,
) -> Outcome<(LineId, Option<ShownBasket>)> {
    let Wanted {
        item_no,
        size_code,
        quantity,
        sell_below_stock,
    } = *wanted;
    // Before anything changes: then nobody has to ask for the version of the reference data once more.
    let store = setting::get_store(tx, &till.store_no).await?;
    let (basket, shown) = store::open_shown(tx, till).await?;
    basket.allow(Operation::ChangePieces)?;
    if basket.salesperson_id.is_none() {
        return Err((&SALESPERSON_REQUIRED).into());
    }
    let piece = find_piece(tx, basket.basket_id, wanted).await?;
    let is_single = piece.item.is_single(item_no);
    if is_single && quantity > 1 {
        return Err((&ONE_PIECE_A_LINE).into());
    }
    let line_id = match piece.line.filter(|_| !is_single) {
        Some((line_id, present)) => {
            let total = present + quantity;
            if total > QUANTITY_MAX {
                return Err((&QUANTITY_ABOVE_MAXIMUM).into());
            }
            store::set_line_quantity(tx, line_id, total).await?;
            line_id
        }
        None => {
            let line_id = LineId(Uuid::now_v7());
            store::insert_line(tx, basket.basket_id, line_id, item_no, size_code, quantity).await?;
            line_id
        }
    };
    if !piece.item.no_stock_posting {
        let pieces = Pieces {
            line_id,
            item_no,
            size_code,
            quantity,
        };
        let terms = Terms {
            is_single,
            sell_below_stock,
        };
        reserve_or_ask(tx, till, &basket, &pieces, terms).await?;
    }
    if piece.item.by_weight.is_some() {
        lock_price(tx, till, &store, basket.basket_id, line_id).await?;
    }
    let today = store.business_date(till.now);
    let touched = store::touch_priced(tx, basket.basket_id, till, today).await?;
    Ok((line_id, shown.map(|shown| shown.touched(touched))))
}

/// The piece that is wanted. What is not for shops is not there for them: a scan does not find it either.
async fn find_piece(tx: &mut Tx, basket_id: BasketId, wanted: &Wanted<'_>) -> Outcome<Piece> {
    let (item_no, size_code) = (wanted.item_no, wanted.size_code);
    match store::find_piece(tx, basket_id, item_no, size_code).await? {
        Some(piece) if piece.is_sold_in_shops => Ok(piece),
        Some(_) => Err((&catalog::ITEM_NOT_FOUND).into()),
        None => {
            catalog::store::get_item(tx, item_no).await?;
            Err(Refusal::new(&catalog::SIZE_NOT_FOUND).at("sizeCode").into())
        }
    }
}
