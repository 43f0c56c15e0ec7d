//! A second person stands for what much is paid for.

use axum::extract::State;
use kernel::id::StaffId;
use sale::rule::action::Action;
use sale::rule::approval::Subject;
use sale::{APPROVAL_NOT_NEEDED, ApprovalView, Deed, Till, ask_second_person, second_person};
use session::Actor;
use setting::Desk;
use shell::Outcome;
use shell::db::{Tx, TxFuture};
use shell::http::idempotency::{Intent, once};
use shell::http::{Envelope, IdempotencyKey, Json, Path, Reply};
use uuid::Uuid;

use crate::desk::{Asked, Of};
use crate::record::{Document, Head};
use crate::rule::approval::needs_second_person;
use crate::rule::state::{Event, next};
use crate::step::{StepRequest, seen};
use crate::{RecyclingState, store};

/// Ask a colleague to stand for the purchase of a document, above the amount of the store's terms.
///
/// The colleague signs as for a discount (`/basket/approval/{approvalId}/sign`). It counts once, for
/// two minutes, and for the document as it is: pieces that are weighed again need another.
#[utoipa::path(
    post, path = "/recycling/{recyclingId}/approval", tag = "recycling", request_body = StepRequest,
    params(("recyclingId" = Uuid, Path, description = "The document")),
    responses(
        (status = 200, description = "It waits for a colleague", body = Envelope<ApprovalView>),
        (status = 404, description = "This recycling cannot be found"),
        (status = 409, description = "No approval is needed, or nobody here could give it"),
    ),
)]
pub(crate) async fn ask_recycling_approval(
    State(state): State<RecyclingState>,
    actor: Actor,
    key: IdempotencyKey,
    Path(recycling_id): Path<Uuid>,
    Json(request): Json<StepRequest>,
) -> Reply {
    let of = Of {
        recycling_id,
        request,
    };
    let asked = Asked::new(&state, &actor, of);
    let scope = asked.desk.terminal_no.0.clone();
    let now = asked.desk.now;
    let intent = Intent::new(key, "recycling.ask_approval", &scope, &asked.request, now)?;
    once(&state.shell, intent, asked, ask).await
}

fn ask<'a>(tx: &'a mut Tx, asked: &'a Asked<Of<StepRequest>>) -> TxFuture<'a, ApprovalView> {
    Box::pin(async move {
        let Of {
            recycling_id,
            request,
        } = &asked.request;
        let document = seen(tx, &asked.desk, *recycling_id, request.version).await?;
        next(document.head.standing(), Event::Agree, asked.desk.now)?;
        if !is_needed(tx, &document.head).await? {
            return Err((&APPROVAL_NOT_NEEDED).into());
        }
        ask_second_person(tx, &till(&asked.desk), &deed(&document.head)).await
    })
}

/// Whether the terms of a document's store want a second person for it.
pub(crate) async fn is_needed(tx: &mut Tx, head: &Head) -> Outcome<bool> {
    let kept = store::setting::read(tx, Some(&head.store_no.0))
        .await?
        .pop();
    let above = kept.and_then(|entry| entry.value.approval_above);
    Ok(needs_second_person(above, head.gross))
}

/// Who stands for a document besides whoever works the till, whose approval is used up; nobody where
/// the terms of the store want none.
///
/// # Errors
/// [`sale::APPROVAL_REQUIRED`], or why the approval does not count.
pub(crate) async fn approver(
    tx: &mut Tx,
    desk: &Desk,
    document: &Document,
    approval_id: Option<Uuid>,
) -> Outcome<Option<StaffId>> {
    if !is_needed(tx, &document.head).await? {
        return Ok(None);
    }
    second_person(tx, &till(desk), &deed(&document.head), approval_id)
        .await
        .map(Some)
}

const fn deed(head: &Head) -> Deed {
    Deed {
        subject: Subject::Recycling(head.recycling_id),
        version: head.version,
        action: Action::RecyclingPurchase { amount: head.gross },
    }
}

fn till(desk: &Desk) -> Till {
    Till {
        store_no: desk.store_no.clone(),
        terminal_no: desk.terminal_no.clone(),
        staff_id: desk.staff_id.clone(),
        since: desk.now,
        now: desk.now,
        signer: desk.signer.clone(),
    }
}
