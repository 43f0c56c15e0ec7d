//! The papers of an order as PDF.

use ::document::Language;
use axum::extract::State;
use axum::response::Response;
use kernel::Refusal;
use kernel::id::OrderId;
use serde::Deserialize;
use session::Actor;
use shell::http::{Path, Query};
use shell::{Failure, Outcome};
use utoipa::IntoParams;

use crate::compose::{Document, Press, Wish, compose};
use crate::record::Viewer;
use crate::{LANGUAGE_UNKNOWN, OrderState, paper};

/// Which receipt is wanted.
#[derive(Clone, Debug, Default, Deserialize, IntoParams)]
#[serde(default)]
#[into_params(parameter_in = Query)]
pub(crate) struct ReceiptQuery {
    /// A language tag; the store may demand another.
    #[param(example = "fr")]
    language: Option<String>,
    /// Which paper; the receipt when it is not said.
    document: Document,
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

/// A paper of an order as PDF, to look at: its receipt, the gift receipt, or the invoice.
///
/// Looking is no print: nothing is counted. The paper carries the mark of the last print, or of
/// the one that `print` names, so that a copy is a copy on screen too. An invoice is written in the
/// language in which it was made out.
#[utoipa::path(
    get, path = "/order/{orderId}/receipt", tag = "order",
    params(("orderId" = uuid::Uuid, Path, description = "The order"), ReceiptQuery),
    responses(
        (status = 200, description = "The paper", body = String, content_type = "application/pdf"),
        (status = 404, description = "Could not find any data in your search, or there is no invoice"),
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
    let wish = Wish {
        press: Press::from(&state),
        viewer: Some(Viewer::from(&actor)),
        order_id,
        document: query.document,
        asked: asked_language(query.language.as_deref())?,
        print_no: query.print,
    };
    let wanted = state.shell.db.read(wish, compose).await?;
    paper::answer(wanted, state.layout_time).await
}
