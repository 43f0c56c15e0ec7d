//! A further receipt for a form, by its number.

use axum::extract::State;
use jiff::Timestamp;
use kernel::id::StoreNo;
use session::Actor;
use shell::db::{Tx, TxFuture};
use shell::http::{Answer, Envelope, Path, Reply};

use crate::get_offer::ground;
use crate::view::TaxFreeReceiptView;
use crate::{ORDER_NOT_FOUND, TaxFreeState, store};

/// A receipt of this store that may go on a form, by the number that is printed on it.
#[utoipa::path(
    get, path = "/tax-free/receipt/{receiptNo}", tag = "taxFree",
    params(("receiptNo" = String, Path, description = "The number", example = "R-PAR01-000123")),
    responses(
        (status = 200, description = "The receipt", body = Envelope<TaxFreeReceiptView>),
        (status = 404, description = "Could not find any data in your search"),
    ),
)]
pub(crate) async fn find_tax_free_receipt(
    State(state): State<TaxFreeState>,
    actor: Actor,
    Path(receipt_no): Path<String>,
) -> Reply {
    let input = (actor.store_no.clone(), receipt_no, state.shell.clock.now());
    Answer::of(&state.shell.db.read(input, find).await?)
}

fn find<'a>(
    tx: &'a mut Tx,
    (store_no, receipt_no, now): &'a (StoreNo, String, Timestamp),
) -> TxFuture<'a, TaxFreeReceiptView> {
    Box::pin(async move {
        let receipt_no = receipt_no.trim().to_uppercase();
        let order_id = store::find_order_by_receipt(tx, store_no, &receipt_no)
            .await?
            .ok_or(&ORDER_NOT_FOUND)?;
        let ground = ground(tx, store_no, *now).await?;
        let found = store::purchases(tx, store_no, &[order_id]).await?;
        let purchase = found.first().ok_or(&ORDER_NOT_FOUND)?;
        TaxFreeReceiptView::new(purchase, &ground.shop)
    })
}
