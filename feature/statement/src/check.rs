//! Check whether a statement may be posted, without posting it (domain §12.7).

use axum::extract::State;
use kernel::{Money, Refusal};
use session::Actor;
use session::rule::permission::Grant;
use shell::db::{Tx, TxFuture};
use shell::http::{Answer, Envelope, Path, Reply};
use shell::{Failure, Outcome};

use crate::calculate::amounts;
use crate::desk::Asked;
use crate::drawer::{ClosingDrawer, closings};
use crate::rule::posting::{Opening, Posting};
use crate::rule::state::StatementState;
use crate::standing::Standing;
use crate::store::{Statement, TerminalPeriod, Wanted};
use crate::unmatched::has_unconfirmed;
use crate::view::StatementCheckView;
use crate::{NOT_BALANCED, StatementOffice, store};

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
        let mut posting = posting(tx, asked, &standing, (false, false)).await?;
        let store_no = &standing.statement.store_no;
        posting.has_unconfirmed = has_unconfirmed(tx, store_no, asked.now).await?;
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
    let periods = store::list_periods(tx, &statement.statement_no).await?;
    let unasked = store::terminals_to_ask(tx, statement, Wanted::Unasked).await?;
    let closings = closings(tx, &*asked.drawers, standing).await?;
    let authority = session::authority_of(tx, &asked.actor.staff_id, MAY_POST).await?;
    Ok(Posting {
        is_counted: statement.state == StatementState::Counted,
        is_balanced: balance(tx, standing).await?.is_ok(),
        differences: standing.differences(),
        has_differing_drawer: !standing.differing_drawers().is_empty(),
        openings: openings(tx, statement, &closings).await?,
        maximum: store::terms(tx, &statement.store_no)
            .await?
            .maximum_posting_difference,
        may_exceed: authority.grant == Grant::Allowed,
        has_reason,
        cash: standing.cash(),
        has_surplus: closings.iter().any(|it| it.closing.surplus() > 0),
        has_bag,
        documents: statement.amounts.documents,
        has_unmatched: periods.iter().any(TerminalPeriod::is_unmatched),
        has_unread: periods.iter().any(|period| !period.is_read()),
        has_unasked: !unasked.is_empty(),
        // A warning keeps nobody from posting: it is looked for where somebody only checks.
        has_unconfirmed: false,
    })
}

/// The drawers that were opened with something else than should have lain in them, by what is known now: one
/// that nobody counts can lack something, too.
async fn openings(
    tx: &mut Tx,
    statement: &Statement,
    drawers: &[ClosingDrawer],
) -> Outcome<Vec<Opening>> {
    let mut openings = Vec::new();
    for it in drawers {
        let difference = it.closing.drawer.opening_difference();
        if difference == 0 {
            continue;
        }
        let difference = Money::new(difference, it.currency);
        let worth = match it.currency == statement.currency {
            true => Some(difference.minor),
            false => {
                let terms = (statement.currency, statement.transaction_date);
                store::worth_on(tx, difference, terms).await?
            }
        };
        openings.push(Opening {
            terminal_no: it.terminal_no.0.clone(),
            difference,
            worth,
        });
    }
    Ok(openings)
}

/// Whether the documents still come to what the statement says; if not, what names both sums.
pub(crate) async fn balance(tx: &mut Tx, standing: &Standing) -> Outcome<Result<(), Refusal>> {
    let statement = &standing.statement;
    let sums: Vec<_> = standing
        .tenders
        .iter()
        .flat_map(|tender| tender.parts.iter().map(|part| part.sum.clone()))
        .collect();
    match amounts(tx, statement, &sums).await {
        Ok(amounts) if amounts == statement.amounts => Ok(Ok(())),
        Ok(amounts) => Ok(Err(Refusal::new(&NOT_BALANCED)
            .with(
                "payments",
                statement.money(statement.amounts.totals.payment_amount),
            )
            .with("sales", statement.money(amounts.totals.payment_amount)))),
        Err(Failure::Refused(refusal)) => Ok(Err(*refusal)),
        Err(failure) => Err(failure),
    }
}
