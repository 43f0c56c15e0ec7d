//! The specification's stock call, on top of leases.

use axum::extract::State;
use inventory::lease::release;
use kernel::Refusal;
use serde::{Deserialize, Serialize};
use session::Actor;
use shell::db::{Tx, TxFuture};
use shell::http::idempotency::{Intent, once};
use shell::http::{Envelope, IdempotencyKey, Json, Reply};
use shell::{Failure, Outcome};
use utoipa::ToSchema;

use crate::change_line::open_basket_of;
use crate::reserve::{Pieces, reserve_pieces};
use crate::store::{self, Basket};
use crate::{LINE_NOT_FOUND, QUANTITY_NOT_WHOLE, SaleState, Till, tell_stock};

/// How many items one call may name.
const ITEMS_MAX: usize = 200;

/// Pieces to return or to reserve.
#[derive(Debug, Deserialize, Serialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct ChangeQuantityRequest {
    /// The items.
    #[schema(max_items = 200)]
    items: Vec<StockChange>,
}

/// A stock change item (specification §3).
#[derive(Debug, Deserialize, Serialize, ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub(crate) struct StockChange {
    /// The item.
    #[schema(example = "RG-2101")]
    item_no: String,
    /// Its size; blank when the item has none.
    #[schema(example = "52")]
    size_code: String,
    /// Positive returns stock, negative reserves.
    #[schema(value_type = i64, example = -1)]
    quantity: serde_json::Number,
}

/// How an item stands after the change.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct StockChanged {
    /// The item.
    #[schema(example = "RG-2101")]
    item_no: String,
    /// Its size.
    #[schema(example = "52")]
    size_code: String,
    /// How many pieces the basket's line has reserved now.
    #[schema(example = 1)]
    reserved_qty: i64,
}

/// Return or reserve pieces of the caller's own basket (specification §7).
///
/// A positive quantity gives back at the most what the basket of this till holds; a negative one
/// reserves at the most what its line still misses. Nobody can make stock with this call.
#[utoipa::path(
    put, path = "/inventory/stock/change-quantity", tag = "sale",
    request_body = ChangeQuantityRequest,
    responses(
        (status = 200, description = "How the items stand", body = Envelope<Vec<StockChanged>>),
        (status = 404, description = "The basket has no such line"),
        (status = 409, description = "Not enough pieces, or the basket is being paid"),
    ),
)]
pub(crate) async fn change_quantity(
    State(state): State<SaleState>,
    actor: Actor,
    key: IdempotencyKey,
    Json(request): Json<ChangeQuantityRequest>,
) -> Reply {
    let item_nos = request.items.iter().map(|item| item.item_no.clone());
    let item_nos: Vec<String> = item_nos.collect();
    let till = Till::of(&actor, &state);
    let scope = &till.terminal_no.0;
    let intent = Intent::new(key, "stock.change_quantity", scope, &request, till.now)?;
    let answer = once(&state.shell, intent, (till, request), apply).await?;
    tell_stock(&state.shell, &actor.store_no.0, &item_nos);
    Ok(answer)
}

fn apply<'a>(
    tx: &'a mut Tx,
    (till, request): &'a (Till, ChangeQuantityRequest),
) -> TxFuture<'a, Vec<StockChanged>> {
    Box::pin(async move {
        if request.items.len() > ITEMS_MAX {
            return Err((&shell::http::TOO_LARGE).into());
        }
        let basket = open_basket_of(tx, till).await?;
        let mut changed = Vec::with_capacity(request.items.len());
        for item in &request.items {
            changed.push(apply_one(tx, till, &basket, item).await?);
        }
        store::touch(tx, basket.basket_id, till.now).await?;
        Ok(changed)
    })
}

async fn apply_one(
    tx: &mut Tx,
    till: &Till,
    basket: &Basket,
    item: &StockChange,
) -> Outcome<StockChanged> {
    let quantity = item
        .quantity
        .as_i64()
        .ok_or_else(|| Failure::from(&QUANTITY_NOT_WHOLE))?;
    let lines = store::list_lines(tx, basket.basket_id).await?;
    let line = lines
        .into_iter()
        .map(|stored| stored.line)
        .find(|line| line.item_no == item.item_no && line.size_code == item.size_code)
        .ok_or_else(|| Failure::from(&LINE_NOT_FOUND))?;
    let reserved_qty = if !line.takes_stock() || quantity == 0 {
        line.reserved
    } else if quantity > 0 {
        line.reserved - release(tx, line.line_id, Some(quantity)).await?
    } else {
        let missing = line.missing();
        let wanted = quantity.checked_neg().unwrap_or(i64::MAX);
        if wanted > missing {
            return Err(Refusal::new(&inventory::QUANTITY_ABOVE_AVAILABLE)
                .with("available", missing)
                .into());
        }
        let pieces = Pieces {
            line_id: line.line_id,
            item_no: &item.item_no,
            size_code: &item.size_code,
            quantity: wanted,
        };
        reserve_pieces(tx, till, basket, &pieces).await?;
        line.reserved + wanted
    };
    Ok(StockChanged {
        item_no: item.item_no.clone(),
        size_code: item.size_code.clone(),
        reserved_qty,
    })
}
