//! Scan a piece.

use axum::extract::State;
use catalog::store::Code;
use inventory::items::tile_of;
use serde::{Deserialize, Serialize};
use session::Actor;
use shell::Failure;
use shell::db::{Tx, TxFuture};
use shell::http::{Envelope, IdempotencyKey, Json, Reply};
use utoipa::ToSchema;

use crate::add_line::{Wanted, put_into_basket};
use crate::view::{ScanView, changed_view};
use crate::{Done, SaleState, Till, change_viewed};

/// A scanned or typed code.
#[derive(Debug, Deserialize, Serialize, ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub(crate) struct ScanRequest {
    /// A barcode or an item number.
    #[schema(example = "2000000010427")]
    code: String,
    /// Whether staff said yes to selling a piece that stock does not have.
    #[serde(default)]
    #[schema(example = false)]
    sell_below_stock: bool,
}

/// Scan a piece into the basket.
///
/// The number of an item that comes in several sizes is answered with a choice of sizes, and what looks
/// like the number of a gift card with that; then the basket stays as it is.
#[utoipa::path(
    post, path = "/basket/scan", tag = "sale", request_body = ScanRequest,
    responses(
        (status = 200, description = "The basket, or a choice of sizes",
         body = Envelope<ScanView>),
        (status = 404, description = "Barcode or item no cannot be found"),
        (status = 409, description = "No salesperson, no piece left, reserved by a colleague, \
         or the basket is being paid. `sale.stock_confirm` is a question: the same again with \
         `sellBelowStock` sells below stock"),
    ),
)]
pub(crate) async fn scan(
    State(state): State<SaleState>,
    actor: Actor,
    key: IdempotencyKey,
    Json(request): Json<ScanRequest>,
) -> Reply {
    change_viewed(
        &state,
        &actor,
        key,
        "basket.scan",
        request,
        add_scanned,
        scan_view,
    )
    .await
}

fn add_scanned<'a>(tx: &'a mut Tx, (till, request): &'a (Till, ScanRequest)) -> TxFuture<'a, Done> {
    Box::pin(async move {
        let code = match catalog::store::find_code(tx, request.code.trim()).await {
            Ok(code) => code,
            Err(Failure::Refused(unknown)) => {
                let store = setting::get_store(tx, &till.store_no).await?;
                if gift_card::line::looks_like_card(tx, &store, &request.code).await? {
                    return Ok(Done {
                        is_gift_card: true,
                        ..Done::default()
                    });
                }
                return Err(Failure::Refused(unknown));
            }
            Err(failure) => return Err(failure),
        };
        match code {
            Code::Item(item_no) => Ok(Done {
                choice: Some(item_no),
                ..Done::default()
            }),
            Code::Piece { item_no, size_code } => {
                let wanted = Wanted {
                    item_no: &item_no,
                    size_code: &size_code,
                    quantity: 1,
                    sell_below_stock: request.sell_below_stock,
                };
                let (line_id, shown) = put_into_basket(tx, till, &wanted).await?;
                Ok(Done {
                    line_id: Some(line_id),
                    shown,
                    ..Done::touching([item_no])
                })
            }
        }
    })
}

fn scan_view<'a>(
    tx: &'a mut Tx,
    (till, _): &'a (Till, ScanRequest),
    done: &'a Done,
) -> TxFuture<'a, ScanView> {
    Box::pin(async move {
        let choice = match &done.choice {
            Some(item_no) => Some(tile_of(tx, &till.store_no, item_no, till.now).await?),
            None => None,
        };
        Ok(ScanView {
            basket: changed_view(tx, till, done.shown.as_ref()).await?,
            line_id: done.line_id,
            choice,
            is_gift_card: done.is_gift_card,
        })
    })
}
