//! Voiding the tag of a form.

use std::sync::Arc;

use axum::extract::State;
use jiff::Timestamp;
use journal::Signer;
use kernel::id::{StaffId, StoreNo};
use serde::{Deserialize, Serialize};
use session::Actor;
use setting::rule::filled;
use shell::db::{Tx, TxFuture};
use shell::http::idempotency::{Intent, once_viewed};
use shell::http::{Answer, Envelope, IdempotencyKey, Json, Path, Reply};
use utoipa::ToSchema;
use uuid::Uuid;

use crate::book::{Occurrence, happen};
use crate::get_form::{Looking, look};
use crate::rule::state::{Event, State as FormState};
use crate::start_form::{WAIT, finish};
use crate::view::TaxFreeFormView;
use crate::{FORM_NOT_FOUND, NOT_VOIDABLE, TaxFreeState, VOID_FAILED, store};

/// The longest reason.
const REASON_MAX: usize = 200;

/// Why a tag is voided.
#[derive(Clone, Debug, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
#[schema(as = TaxFreeVoidRequest)]
pub(crate) struct VoidRequest {
    /// The reason; it goes to the operator.
    #[schema(example = "The customer brings the ring back")]
    reason: String,
}

/// What is kept of the command; none when the form was withdrawn before it was sent.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
struct Asked {
    void_id: Option<Uuid>,
}

struct Input {
    signer: Arc<Signer>,
    store_no: StoreNo,
    staff_id: StaffId,
    form_id: Uuid,
    reason: String,
    now: Timestamp,
}

/// Void the tag of a form: its orders can be returned and go on another form again.
///
/// A form that was never sent to the operator is withdrawn. When the operator refuses, or certainly
/// did not hear of it, the answer is "Void tag failed" and the form stays in force. When it does not
/// answer, the form is `VOIDING` until it does.
#[utoipa::path(
    post, path = "/tax-free/form/{formId}/void", tag = "taxFree", request_body = VoidRequest,
    params(("formId" = Uuid, Path, description = "The form")),
    responses(
        (status = 200, description = "The form", body = Envelope<TaxFreeFormView>),
        (status = 404, description = "There is no such tax-free form"),
        (status = 409, description = "Void tag failed, or the tag cannot be voided any more"),
        (status = 422, description = "There is no reason"),
    ),
)]
pub(crate) async fn void_tax_free_form(
    State(state): State<TaxFreeState>,
    actor: Actor,
    key: IdempotencyKey,
    Path(form_id): Path<Uuid>,
    Json(request): Json<VoidRequest>,
) -> Reply {
    let now = state.shell.clock.now();
    let scope = format!("{} {form_id}", actor.terminal_no);
    let intent = Intent::new(key, "tax_free.void", &scope, &request, now)?;
    let input = Input {
        signer: state.signer.clone(),
        store_no: actor.store_no.clone(),
        staff_id: actor.staff_id.clone(),
        form_id,
        reason: filled(&request.reason, REASON_MAX, "reason")?,
        now,
    };
    let (asked, ()) = once_viewed(&state.shell, intent, input, ask, |_, _, _| {
        Box::pin(async { Ok(()) })
    })
    .await?;
    finish(&state, form_id, WAIT).await?;
    let looking = Looking::new(&state, &actor, form_id);
    let (view, outcome) = state.shell.db.read((looking, asked), see).await?;
    if outcome.as_deref() == Some("FAILED") {
        return Err((&VOID_FAILED).into());
    }
    Answer::of(&view)
}

fn ask<'a>(tx: &'a mut Tx, input: &'a Input) -> TxFuture<'a, Asked> {
    Box::pin(async move {
        let form = store::find_form(tx, input.form_id)
            .await?
            .filter(|form| form.store_no == input.store_no)
            .ok_or(&FORM_NOT_FOUND)?;
        if !form.is_voidable() {
            return Err((&NOT_VOIDABLE).into());
        }
        let is_withdrawal = form.state == FormState::Issuing;
        let event = match is_withdrawal {
            true => Event::Withdrawn,
            false => Event::VoidTag,
        };
        let void_id = (!is_withdrawal).then(Uuid::now_v7);
        let mut occurrence = Occurrence::new(event, input.now).saying(&input.reason);
        occurrence.staff_id = Some(input.staff_id.clone());
        occurrence.void_id = void_id;
        happen(tx, &input.signer, &form, &occurrence).await?;
        if let Some(void_id) = void_id {
            let by = (&input.staff_id, input.now);
            store::insert_void(tx, (void_id, form.form_id), &input.reason, by).await?;
        }
        Ok(Asked { void_id })
    })
}

fn see<'a>(
    tx: &'a mut Tx,
    (looking, asked): &'a (Looking, Asked),
) -> TxFuture<'a, (TaxFreeFormView, Option<String>)> {
    Box::pin(async move {
        let outcome = match asked.void_id {
            Some(void_id) => store::find_void(tx, void_id).await?,
            None => None,
        };
        let outcome = outcome.filter(|void| void.form_id == looking.form_id);
        Ok((
            look(tx, looking).await?,
            outcome.and_then(|void| void.outcome),
        ))
    })
}
