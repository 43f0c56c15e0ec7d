//! The card terminals of a store close their periods with its statement: what they took, what our attempts
//! say and what is booked are compared, and what does not match is written down.

use std::sync::Arc;

use axum::extract::State;
use jiff::Timestamp;
use kernel::Refusal;
use kernel::id::{StaffId, StoreNo};
use payment::period::{AskedTerminal, PeriodAnswer, ask_terminals, begin_periods, end_period};
use session::Actor;
use shell::Outcome;
use shell::db::{Tx, TxFuture};
use shell::http::idempotency::{Intent, once};
use shell::http::{Answer, Envelope, IdempotencyKey, Path, Reply};

use crate::desk::Asked;
use crate::event::Event;
use crate::rule::state::StatementState;
use crate::store::Statement;
use crate::view::StatementView;
use crate::{STATE_FORBIDS, StatementOffice, show, store};

/// Have the card terminals of the store close their periods, and compare what they took with the attempts
/// and with what is booked.
///
/// A terminal that cannot be reached is told as such and keeps nobody from posting. Posting asks, too, when
/// nobody asked since the statement was calculated.
#[utoipa::path(
    post, path = "/statement/{statementNo}/terminal-totals", tag = "statement",
    params(("statementNo" = String, Path, description = "The statement", example = "S-PAR01-2026-0116")),
    responses(
        (status = 200, description = "The statement", body = Envelope<StatementView>),
        (status = 404, description = "There is no such statement"),
        (status = 409, description = "Nothing is calculated, or it is posted"),
    ),
)]
pub(crate) async fn read_terminal_totals(
    State(office): State<StatementOffice>,
    actor: Actor,
    key: IdempotencyKey,
    Path(statement_no): Path<String>,
) -> Reply {
    let asked = office.asked(actor, statement_no);
    let scope = asked.actor.store_no.as_str();
    let operation = "statement.terminal_totals";
    let intent = Intent::new(key, operation, scope, &asked.request, asked.now)?;
    let looked = office.asked(asked.actor.clone(), asked.request.clone());
    let again = office.asked(asked.actor.clone(), asked.request.clone());
    once(&office.shell, intent, asked, may_ask).await?;
    ask_once(&office, again).await?;
    let view = office.shell.db.read(looked, show::read).await?;
    Answer::of(&view)
}

fn may_ask<'a>(tx: &'a mut Tx, asked: &'a Asked<String>) -> TxFuture<'a, StatementState> {
    Box::pin(async move {
        let statement = asked.statement(tx, &asked.request).await?;
        match is_open(&statement) {
            true => Ok(statement.state),
            false => Err(Refusal::new(&STATE_FORBIDS)
                .with("state", statement.state.name())
                .into()),
        }
    })
}

fn is_open(statement: &Statement) -> bool {
    matches!(
        statement.state,
        StatementState::Calculated | StatementState::Counted
    )
}

/// Asks the terminals unless somebody asked since the statement was calculated.
pub(crate) async fn ask_once(office: &StatementOffice, asked: Asked<String>) -> Outcome<()> {
    let terminals = office.shell.db.write(asked.clone(), begin).await?;
    let answers = ask_terminals(&office.engine, terminals).await;
    for (terminal, answer) in answers {
        let ended = Ended {
            asked: asked.clone(),
            terminal,
            answer,
            now: office.shell.clock.now(),
        };
        office.shell.db.write(Arc::new(ended), end).await?;
    }
    Ok(())
}

fn begin<'a>(tx: &'a mut Tx, asked: &'a Asked<String>) -> TxFuture<'a, Vec<AskedTerminal>> {
    Box::pin(async move {
        let statement = asked.statement(tx, &asked.request).await?;
        if !is_open(&statement) || store::has_periods(tx, &statement).await? {
            return Ok(Vec::new());
        }
        let of: (&StoreNo, &str) = (&statement.store_no, &statement.statement_no);
        let by: (&StaffId, Timestamp) = (&asked.actor.staff_id, asked.now);
        begin_periods(tx, of, by).await
    })
}

/// How asking a terminal ended.
struct Ended {
    asked: Asked<String>,
    terminal: AskedTerminal,
    answer: PeriodAnswer,
    now: Timestamp,
}

fn end<'a>(tx: &'a mut Tx, ended: &'a Arc<Ended>) -> TxFuture<'a, ()> {
    Box::pin(async move {
        let (asked, terminal) = (&ended.asked, &ended.terminal);
        let tenders = end_period(tx, terminal, &ended.answer, ended.now).await?;
        let statement = asked.statement(tx, &asked.request).await?;
        for tender in tenders.iter().filter(|tender| !tender.is_matched()) {
            let event = Event::TerminalUnmatched {
                statement_no: &statement.statement_no,
                terminal_no: terminal.terminal_no(),
                tender_code: tender.tender_code.as_str(),
                told_amount: tender.told.amount,
                attempt_amount: tender.attempted.amount,
                booked_amount: tender.booked,
                currency_code: &tender.currency,
            };
            asked.write_down(tx, &statement, &event).await?;
        }
        Ok(())
    })
}
