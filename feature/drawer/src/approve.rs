//! A second person stands for much cash that leaves a drawer.

use axum::extract::State;
use kernel::Money;
use kernel::id::StaffId;
use sale::rule::action::Action;
use sale::rule::approval::Subject;
use sale::{APPROVAL_NOT_NEEDED, ApprovalView, Deed, Till, ask_second_person, second_person};
use session::Actor;
use setting::Desk;
use shell::Outcome;
use shell::db::{Tx, TxFuture};
use shell::http::idempotency::{Intent, once};
use shell::http::{Envelope, IdempotencyKey, Json, Reply};
use uuid::Uuid;

use crate::float::DrawerAmountRequest;
use crate::rule::approval::needs_second_person;
use crate::{DrawerState, store};

/// Ask a colleague to stand for cash that is taken out, above the amount of the store's terms.
///
/// The colleague signs as for a discount (`/basket/approval/{approvalId}/sign`). It counts once, for two
/// minutes, for this amount, and until something else happens to the drawer.
#[utoipa::path(
    post, path = "/drawer/cash-out/approval", tag = "drawer", request_body = DrawerAmountRequest,
    responses(
        (status = 200, description = "It waits for a colleague", body = Envelope<ApprovalView>),
        (status = 409, description = "No approval is needed, or nobody here could give it"),
    ),
)]
pub(crate) async fn ask_cash_out_approval(
    State(state): State<DrawerState>,
    actor: Actor,
    key: IdempotencyKey,
    Json(request): Json<DrawerAmountRequest>,
) -> Reply {
    let desk = state.desk(&actor);
    let scope = &desk.terminal_no.0;
    let intent = Intent::new(key, "drawer.ask_approval", scope, &request, desk.now)?;
    once(&state.shell, intent, (desk, request.amount), ask).await
}

fn ask<'a>(tx: &'a mut Tx, (desk, amount): &'a (Desk, Money)) -> TxFuture<'a, ApprovalView> {
    Box::pin(async move {
        if !is_needed(tx, desk, *amount).await? {
            return Err((&APPROVAL_NOT_NEEDED).into());
        }
        let deed = deed(tx, desk, *amount).await?;
        ask_second_person(tx, &till(desk), &deed).await
    })
}

async fn is_needed(tx: &mut Tx, desk: &Desk, amount: Money) -> Outcome<bool> {
    let above = store::terms::approval_above(tx, &desk.store_no).await?;
    let currency = setting::get_store(tx, &desk.store_no).await?.currency;
    Ok(needs_second_person(above, currency, amount))
}

/// Who stands for cash that is taken out besides whoever works the till, whose approval is used up;
/// nobody where the terms of the store want none.
///
/// # Errors
/// [`sale::APPROVAL_REQUIRED`], or why the approval does not count.
pub(crate) async fn approver(
    tx: &mut Tx,
    desk: &Desk,
    amount: Money,
    approval_id: Option<Uuid>,
) -> Outcome<Option<StaffId>> {
    if !is_needed(tx, desk, amount).await? {
        return Ok(None);
    }
    let deed = deed(tx, desk, amount).await?;
    second_person(tx, &till(desk), &deed, approval_id)
        .await
        .map(Some)
}

async fn deed(tx: &mut Tx, desk: &Desk, amount: Money) -> Outcome<Deed> {
    Ok(Deed {
        subject: Subject::Drawer,
        version: store::entry::last_no(tx, &desk.terminal_no).await?,
        action: Action::DrawerCashOut { amount },
    })
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
