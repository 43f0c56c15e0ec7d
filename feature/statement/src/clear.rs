//! Clear a statement: its orders leave it and may go into the next calculation (domain §12.7).

use axum::extract::State;
use session::Actor;
use shell::db::{Tx, TxFuture};
use shell::http::idempotency::{Intent, once};
use shell::http::{Envelope, IdempotencyKey, Path, Reply};

use crate::StatementOffice;
use crate::desk::Asked;
use crate::event::Event;
use crate::rule::state::Happening;
use crate::store::{self, Amounts};
use crate::view::StatementView;

/// Clear a statement that is not posted. Its counts are kept, and hold no more.
#[utoipa::path(
    post, path = "/statement/{statementNo}/clear", tag = "statement",
    params(("statementNo" = String, Path, description = "The statement", example = "S-PAR01-2026-0116")),
    responses(
        (status = 200, description = "The statement", body = Envelope<StatementView>),
        (status = 404, description = "There is no such statement"),
        (status = 409, description = "It is posted, or nothing is calculated"),
    ),
)]
pub(crate) async fn clear_statement(
    State(office): State<StatementOffice>,
    actor: Actor,
    key: IdempotencyKey,
    Path(statement_no): Path<String>,
) -> Reply {
    let asked = office.asked(actor, statement_no);
    let scope = asked.actor.store_no.as_str();
    let intent = Intent::new(key, "statement.clear", scope, &asked.request, asked.now)?;
    once(&office.shell, intent, asked, clear).await
}

fn clear<'a>(tx: &'a mut Tx, asked: &'a Asked<String>) -> TxFuture<'a, StatementView> {
    Box::pin(async move {
        let statement = asked.statement(tx, &asked.request).await?;
        let state = statement.state.after(Happening::Clear)?;
        store::release(tx, &statement.statement_no).await?;
        let place = (state, statement.transaction_date);
        store::save_amounts(tx, &statement, place, &Amounts::NONE, None).await?;
        let event = Event::Cleared {
            statement_no: &statement.statement_no,
            documents: statement.amounts.documents,
        };
        asked.write_down(tx, &statement, &event).await?;
        let statement = asked.statement(tx, &asked.request).await?;
        StatementView::read(tx, statement).await
    })
}
