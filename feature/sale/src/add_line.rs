//! Put a piece into the basket.

use axum::extract::State;
use catalog::rule::no_stock::NoStock;
use inventory::lease::{Reservation, reserve};
use kernel::Refusal;
use kernel::id::{ItemNo, LineId, SizeCode};
use serde::{Deserialize, Serialize};
use session::Actor;
use shell::db::{Tx, TxFuture};
use shell::http::{Envelope, IdempotencyKey, Json, Reply};
use shell::{Failure, Outcome};
use utoipa::ToSchema;
use uuid::Uuid;

use crate::store::{self, Basket};
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
         or the basket is being paid"),
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
        let quantity = whole_quantity(&request.quantity)?;
        put_into_basket(tx, till, &request.item_no, &request.size_code, quantity).await?;
        Ok(Done::touching([request.item_no.clone()]))
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

/// Puts pieces into the basket of a till and reserves them; answers with their line.
pub(crate) async fn put_into_basket(
    tx: &mut Tx,
    till: &Till,
    item_no: &str,
    size_code: &str,
    quantity: i64,
) -> Outcome<LineId> {
    let basket = store::open_basket(tx, till).await?;
    if basket.salesperson_id.is_none() {
        return Err((&SALESPERSON_REQUIRED).into());
    }
    let Some(piece) = store::find_piece(tx, basket.basket_id, item_no, size_code).await? else {
        catalog::store::get_item(tx, item_no).await?;
        return Err(Refusal::new(&catalog::SIZE_NOT_FOUND).at("sizeCode").into());
    };
    let is_single = piece.is_weighed
        || piece.carries_stock_no
        || piece.keying_in_price
        || (piece.no_stock_posting && !NoStock::of(item_no).entries().is_empty());
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
    if !piece.no_stock_posting {
        reserve_pieces(tx, till, &basket, line_id, (item_no, size_code), quantity).await?;
    }
    let store = setting::get_store(tx, &till.store_no).await?;
    if piece.is_weighed {
        lock_price(tx, till, &store, basket.basket_id, line_id).await?;
    }
    let today = store.business_date(till.now);
    store::touch_priced(tx, basket.basket_id, till, today).await?;
    Ok(line_id)
}

/// Reserves more pieces for a line of the basket.
pub(crate) async fn reserve_pieces(
    tx: &mut Tx,
    till: &Till,
    basket: &Basket,
    line_id: LineId,
    (item_no, size_code): (&str, &str),
    quantity: i64,
) -> Outcome<()> {
    reserve(
        tx,
        &Reservation {
            line_id,
            basket_id: basket.basket_id,
            store_no: &till.store_no,
            terminal_no: &till.terminal_no,
            item_no: &ItemNo::from(item_no),
            size_code: &SizeCode::from(size_code),
            staff_id: &till.staff_id,
            quantity,
            now: till.now,
        },
    )
    .await
}
