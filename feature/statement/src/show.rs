//! Look at a statement.

use axum::extract::State;
use session::Actor;
use shell::db::{Tx, TxFuture};
use shell::http::{Answer, Envelope, Path, Reply};

use crate::desk::Asked;
use crate::view::{CurrentStatementView, StatementView};
use crate::{StatementOffice, store};

/// The statement that is at work in this store, and which date waits for one.
#[utoipa::path(
    get, path = "/statement/current", tag = "statement",
    responses(
        (status = 200, description = "The statement at work", body = Envelope<CurrentStatementView>),
    ),
)]
pub(crate) async fn current_statement(
    State(office): State<StatementOffice>,
    actor: Actor,
) -> Reply {
    let asked = office.asked(actor, ());
    let view = office.shell.db.read(asked, read_current).await?;
    Answer::of(&view)
}

fn read_current<'a>(tx: &'a mut Tx, asked: &'a Asked<()>) -> TxFuture<'a, CurrentStatementView> {
    Box::pin(async move {
        let store_no = &asked.actor.store_no;
        let business_date = setting::get_store(tx, store_no)
            .await?
            .business_date(asked.now);
        let statement = store::find_at_work(tx, store_no).await?;
        let earlier_date = match store::last_date(tx, store_no).await? {
            Some(last) => store::open_date(tx, store_no, (last, business_date)).await?,
            None => None,
        };
        Ok(CurrentStatementView {
            business_date,
            orders: store::count_orders(tx, store_no, business_date).await?,
            earlier_date,
            statement: match statement {
                Some(statement) => Some(StatementView::read(tx, statement).await?),
                None => None,
            },
        })
    })
}

/// A statement: what it comes to, what was counted, what differs and why.
///
/// As long as cash is to be counted neither what the drawers should hold nor a sum from which it could
/// be computed is told.
#[utoipa::path(
    get, path = "/statement/{statementNo}", tag = "statement",
    params(("statementNo" = String, Path, description = "The statement", example = "S-PAR01-2026-0116")),
    responses(
        (status = 200, description = "The statement", body = Envelope<StatementView>),
        (status = 404, description = "There is no such statement"),
    ),
)]
pub(crate) async fn get_statement(
    State(office): State<StatementOffice>,
    actor: Actor,
    Path(statement_no): Path<String>,
) -> Reply {
    let asked = office.asked(actor, statement_no);
    let view = office.shell.db.read(asked, read).await?;
    Answer::of(&view)
}

/// A statement that somebody may see, as they see it.
pub(crate) fn read<'a>(tx: &'a mut Tx, asked: &'a Asked<String>) -> TxFuture<'a, StatementView> {
    Box::pin(async move {
        let statement = asked.statement(tx, &asked.request).await?;
        StatementView::read(tx, statement).await
    })
}
