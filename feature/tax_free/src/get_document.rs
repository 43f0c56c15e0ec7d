//! The paper of a form.

use ::document::Language;
use axum::extract::State;
use axum::response::Response;
use kernel::id::StoreNo;
use serde::Deserialize;
use session::Actor;
use shell::Failure;
use shell::db::{Tx, TxFuture};
use shell::http::{Path, Query, file};
use utoipa::IntoParams;
use uuid::Uuid;

use crate::{FORM_NOT_FOUND, TaxFreeState, document, store};

/// Which paper is wanted.
#[derive(Clone, Debug, Default, Deserialize, IntoParams)]
#[serde(default)]
#[into_params(parameter_in = Query)]
pub(crate) struct DocumentQuery {
    /// A language tag; the store's when it is not said. Each label stands in English, too.
    #[param(example = "fr")]
    language: Option<String>,
}

/// The language of a tag; none where there are no forms in it.
pub(crate) fn asked_language(tag: Option<&str>) -> Option<Language> {
    tag.and_then(|tag| tag.parse().ok())
}

/// The form as PDF with its barcode, for the traveller and customs. One that is void says so.
#[utoipa::path(
    get, path = "/tax-free/form/{formId}/document", tag = "taxFree",
    params(("formId" = Uuid, Path, description = "The form"), DocumentQuery),
    responses(
        (status = 200, description = "The form", body = String, content_type = "application/pdf"),
        (status = 404, description = "There is no such tax-free form"),
        (status = 409, description = "The operator has not issued this form"),
        (status = 500, description = "PDF printing error"),
    ),
)]
pub(crate) async fn get_tax_free_document(
    State(state): State<TaxFreeState>,
    actor: Actor,
    Path(form_id): Path<Uuid>,
    Query(query): Query<DocumentQuery>,
) -> Result<Response, Failure> {
    let asked = asked_language(query.language.as_deref());
    let input = (actor.store_no.clone(), form_id, asked);
    let paper = state.shell.db.read(input, read).await?;
    let form_no = paper.form_no.clone();
    let bytes = document::pdf(paper).await?;
    Ok(file::pdf(&form_no, bytes))
}

fn read<'a>(
    tx: &'a mut Tx,
    (store_no, form_id, asked): &'a (StoreNo, Uuid, Option<Language>),
) -> TxFuture<'a, ::document::TaxFreeForm> {
    Box::pin(async move {
        let form = store::find_form(tx, *form_id)
            .await?
            .filter(|form| form.store_no == *store_no)
            .ok_or(&FORM_NOT_FOUND)?;
        document::paper(tx, &form, *asked).await
    })
}
