//! Check whether a statement may be posted, without posting it (domain §12.7).

use axum::extract::State;
use session::Actor;
use session::rule::permission::Grant;
use shell::Outcome;
use shell::db::{Tx, TxFuture};
use shell::http::{Answer, Envelope, Path, Reply};

use crate::calculate::amounts;
use crate::desk::Asked;
use crate::rule::posting::Posting;
use crate::rule::state::StatementState;
use crate::standing::Standing;
use crate::view::StatementCheckView;
use crate::{StatementOffice, store};

/// The permission to post; who holds it within limits posts up to the store's maximum.
pub(crate) const MAY_POST: &str = "statement.post";

/// Check whether a statement may be posted: what stands against it, and what should be looked at.
/// Nothing is changed.
#[utoipa::path(
    get, path = "/statement/{statementNo}/check", tag = "statement",
    params(("statementNo" = String, Path, description = "The statement", example = "S-PAR01-2026-0116")),
    responses(
        (status = 200, description = "What stands against it", body = Envelope<StatementCheckView>),
        (status = 404, description = "There is no such statement"),
    ),
)]
pub(crate) async fn check_statement(
    State(office): State<StatementOffice>,
    actor: Actor,
    Path(statement_no): Path<String>,
) -> Reply {
    let asked = office.asked(actor, statement_no);
    let view = office.shell.db.read(asked, check).await?;
    Answer::of(&view)
}

fn check<'a>(tx: &'a mut Tx, asked: &'a Asked<String>) -> TxFuture<'a, StatementCheckView> {
    Box::pin(async move {
        let statement = asked.statement(tx, &asked.request).await?;
        let standing = Standing::read(tx, statement).await?;
        let posting = posting(tx, asked, &standing, (false, false)).await?;
        Ok(StatementCheckView {
            errors: posting.errors(),
            warnings: posting.warnings(),
        })
    })
}

/// What decides about posting.
pub(crate) async fn posting<R>(
    tx: &mut Tx,
    asked: &Asked<R>,
    standing: &Standing,
    (has_reason, has_bag): (bool, bool),
) -> Outcome<Posting> {
    let statement = &standing.statement;
    let authority = session::authority_of(tx, &asked.actor.staff_id, MAY_POST).await?;
    Ok(Posting {
        is_counted: statement.state == StatementState::Counted,
        is_balanced: is_balanced(tx, standing).await?,
        differences: standing.differences(),
        maximum: store::terms(tx, &statement.store_no)
            .await?
            .maximum_difference,
        may_exceed: authority.grant == Grant::Allowed,
        has_reason,
        cash: standing.cash(),
        has_bag,
        documents: statement.amounts.documents,
    })
}

/// Whether the documents still come to what the statement says.
pub(crate) async fn is_balanced(tx: &mut Tx, standing: &Standing) -> Outcome<bool> {
    let statement = &standing.statement;
    let sums: Vec<_> = standing
        .tenders
        .iter()
        .flat_map(|tender| tender.parts.iter().map(|part| part.sum.clone()))
        .collect();
    match amounts(tx, statement, &sums).await {
        Ok(amounts) => Ok(amounts == statement.amounts),
        Err(shell::Failure::Refused(_)) => Ok(false),
        Err(failure) => Err(failure),
    }
}
