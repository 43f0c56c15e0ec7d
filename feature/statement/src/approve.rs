//! A second person stands for a difference above the store's maximum.

use axum::extract::State;
use kernel::Refusal;
use kernel::id::StaffId;
use sale::rule::action::Action;
use sale::rule::approval::Subject;
use sale::{APPROVAL_NOT_NEEDED, ApprovalView, Deed, Till, ask_second_person, second_person};
use session::Actor;
use shell::Outcome;
use shell::db::{Tx, TxFuture};
use shell::http::idempotency::{Intent, once};
use shell::http::{Envelope, IdempotencyKey, Path, Reply};
use uuid::Uuid;

use crate::StatementOffice;
use crate::check::posting;
use crate::desk::Asked;
use crate::rule::posting::Posting;
use crate::rule::state::Happening;
use crate::standing::Standing;
use crate::store::Statement;

/// Ask a colleague who may post any difference to stand for that of a statement.
///
/// The colleague signs as for a discount (`/basket/approval/{approvalId}/sign`). It counts once, for two
/// minutes, and for the statement as it is: what is counted again needs another.
#[utoipa::path(
    post, path = "/statement/{statementNo}/approval", tag = "statement",
    params(("statementNo" = String, Path, description = "The statement", example = "S-PAR01-2026-0116")),
    responses(
        (status = 200, description = "It waits for a colleague", body = Envelope<ApprovalView>),
        (status = 404, description = "There is no such statement"),
        (status = 409, description = "It cannot be posted as it stands, no approval is needed, or nobody \
         here could give it"),
    ),
)]
pub(crate) async fn ask_statement_approval(
    State(office): State<StatementOffice>,
    actor: Actor,
    key: IdempotencyKey,
    Path(statement_no): Path<String>,
) -> Reply {
    let asked = office.asked(actor, statement_no);
    let scope = asked.actor.terminal_no.as_str();
    let operation = "statement.ask_approval";
    let intent = Intent::new(key, operation, scope, &asked.request, asked.now)?;
    once(&office.shell, intent, asked, ask).await
}

fn ask<'a>(tx: &'a mut Tx, asked: &'a Asked<String>) -> TxFuture<'a, ApprovalView> {
    Box::pin(async move {
        let statement = asked.statement(tx, &asked.request).await?;
        statement.state.after(Happening::Post)?;
        let standing = Standing::read(tx, statement).await?;
        let posting = posting(tx, asked, &standing, (true, true)).await?;
        if !posting.takes_approval() {
            return Err(Refusal::new(&APPROVAL_NOT_NEEDED).into());
        }
        let deed = deed(&standing.statement, &posting);
        ask_second_person(tx, &till(asked), &deed).await
    })
}

/// Who stands for the difference of a statement besides the one who posts it, whose approval is used up.
///
/// # Errors
/// Why the approval does not count.
pub(crate) async fn approver<R>(
    tx: &mut Tx,
    asked: &Asked<R>,
    (statement, posting): (&Statement, &Posting),
    approval_id: Uuid,
) -> Outcome<StaffId> {
    let deed = deed(statement, posting);
    second_person(tx, &till(asked), &deed, Some(approval_id)).await
}

fn deed(statement: &Statement, posting: &Posting) -> Deed {
    Deed {
        subject: Subject::Statement(statement.statement_no.clone()),
        version: statement.version,
        action: Action::StatementPosting {
            difference: statement.money(posting.difference()),
        },
    }
}

fn till<R>(asked: &Asked<R>) -> Till {
    Till::at(&asked.actor, &asked.signer, asked.now)
}
