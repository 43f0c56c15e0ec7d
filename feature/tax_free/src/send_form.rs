//! Trying again at once what waits for the operator.

use axum::extract::State;
use jiff::Timestamp;
use kernel::id::StoreNo;
use serde::{Deserialize, Serialize};
use session::Actor;
use shell::db::{Tx, TxFuture};
use shell::http::idempotency::{Intent, once_viewed};
use shell::http::{Answer, Envelope, IdempotencyKey, Path, Reply};
use uuid::Uuid;

use crate::get_form::{Looking, look};
use crate::start_form::{WAIT, finish};
use crate::view::TaxFreeFormView;
use crate::{FORM_NOT_FOUND, TaxFreeState, store};

/// What is kept of the command.
#[derive(Serialize, Deserialize)]
struct Asked {}

/// Ask the operator at once for what a form waits for, instead of when its turn comes. A form that
/// waits for nothing stays as it is.
#[utoipa::path(
    post, path = "/tax-free/form/{formId}/send", tag = "taxFree",
    params(("formId" = Uuid, Path, description = "The form")),
    responses(
        (status = 200, description = "The form", body = Envelope<TaxFreeFormView>),
        (status = 404, description = "There is no such tax-free form"),
    ),
)]
pub(crate) async fn send_tax_free_form(
    State(state): State<TaxFreeState>,
    actor: Actor,
    key: IdempotencyKey,
    Path(form_id): Path<Uuid>,
) -> Reply {
    let looking = Looking::new(&state, &actor, form_id);
    let now = state.shell.clock.now();
    let scope = format!("{} {form_id}", actor.terminal_no);
    let intent = Intent::new(key, "tax_free.send", &scope, &(), now)?;
    let input = (actor.store_no.clone(), form_id, now);
    once_viewed(&state.shell, intent, input, ask, |_, _, _| {
        Box::pin(async { Ok(()) })
    })
    .await?;
    finish(&state, form_id, WAIT).await?;
    Answer::of(&state.shell.db.read(looking, look).await?)
}

fn ask<'a>(
    tx: &'a mut Tx,
    (store_no, form_id, now): &'a (StoreNo, Uuid, Timestamp),
) -> TxFuture<'a, Asked> {
    Box::pin(async move {
        let form = store::find_form(tx, *form_id).await?;
        form.filter(|form| form.store_no == *store_no)
            .ok_or(&FORM_NOT_FOUND)?;
        store::asked_again(tx, (*form_id, store_no), *now).await?;
        Ok(Asked {})
    })
}
