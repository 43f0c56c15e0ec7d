//! The receipt of an order as PDF.

use ::document::Language;
use axum::body::Bytes;
use axum::extract::State;
use axum::response::{IntoResponse, Response};
use http::header::{CACHE_CONTROL, CONTENT_DISPOSITION, CONTENT_TYPE};
use kernel::Refusal;
use kernel::id::OrderId;
use serde::Deserialize;
use session::Actor;
use shell::db::{Tx, TxFuture};
use shell::http::{Path, Query};
use shell::{Failure, Outcome};
use utoipa::IntoParams;

use crate::record::{Order, Shop, Viewer};
use crate::{LANGUAGE_UNKNOWN, OrderState, PRINT_NOT_FOUND, document, paper, store};

/// Which receipt is wanted.
#[derive(Clone, Debug, Default, Deserialize, IntoParams)]
#[serde(default)]
#[into_params(parameter_in = Query)]
pub(crate) struct ReceiptQuery {
    /// A language tag; the store may demand another.
    #[param(example = "fr")]
    language: Option<String>,
    /// Which print it is for, as the command to print said; the last one when it is not said.
    #[param(example = 1)]
    print: Option<i64>,
}

/// The language that somebody asked for; a blank asks for none.
///
/// # Errors
/// [`LANGUAGE_UNKNOWN`].
pub(crate) fn asked_language(tag: Option<&str>) -> Outcome<Option<Language>> {
    match tag.map(str::trim) {
        None | Some("") => Ok(None),
        Some(tag) => tag.parse().map(Some).map_err(|_| {
            Refusal::new(&LANGUAGE_UNKNOWN)
                .with("language", tag)
                .at("language")
                .into()
        }),
    }
}

/// The receipt of an order as PDF, to look at.
///
/// Looking is no print: nothing is counted. The paper carries the mark of the last print, or of
/// the one that `print` names, so that a copy is a copy on screen too.
#[utoipa::path(
    get, path = "/order/{orderId}/receipt", tag = "order",
    params(("orderId" = uuid::Uuid, Path, description = "The order"), ReceiptQuery),
    responses(
        (status = 200, description = "The receipt", body = String, content_type = "application/pdf"),
        (status = 404, description = "Could not find any data in your search"),
        (status = 422, description = "There are no receipts in the language"),
        (status = 500, description = "PDF printing error"),
    ),
)]
pub(crate) async fn get_receipt(
    State(state): State<OrderState>,
    actor: Actor,
    Path(order_id): Path<OrderId>,
    Query(query): Query<ReceiptQuery>,
) -> Result<Response, Failure> {
    let asked = asked_language(query.language.as_deref())?;
    let input = (Viewer::from(&actor), order_id);
    let (order, shop) = state.shell.db.read(input, read_for_receipt).await?;
    let print_no = query.print.unwrap_or(order.prints);
    if query.print.is_some() && !(1..=order.prints).contains(&print_no) {
        return Err((&PRINT_NOT_FOUND).into());
    }
    let language = document::language_of(&order, &shop, asked);
    let receipt = document::receipt(&order, &shop, language, document::copy_of(print_no))?;
    let file_name = paper::file_name(&receipt.receipt_no);
    let pdf = paper::pdf(receipt).await?;
    let headers = [
        (CONTENT_TYPE, "application/pdf".to_owned()),
        (
            CONTENT_DISPOSITION,
            format!("inline; filename=\"{file_name}\""),
        ),
        (CACHE_CONTROL, "private, no-store".to_owned()),
    ];
    Ok((headers, Bytes::from(pdf)).into_response())
}

fn read_for_receipt<'a>(
    tx: &'a mut Tx,
    (viewer, order_id): &'a (Viewer, OrderId),
) -> TxFuture<'a, (Order, Shop)> {
    Box::pin(async move {
        let order = store::get_order(tx, viewer, *order_id).await?;
        let shop = store::get_shop(tx, &order.head.store_no).await?;
        Ok((order, shop))
    })
}
