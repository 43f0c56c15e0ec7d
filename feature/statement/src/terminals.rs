//! The card terminals of a store close their periods with its statement: what they took, what our attempts
//! say and what is booked are compared, and what does not match, or was not told, is written down.

use std::sync::Arc;
use std::time::Duration;

use axum::extract::State;
use futures::future::join_all;
use jiff::Timestamp;
use kernel::Refusal;
use kernel::id::{StaffId, StoreNo, TerminalNo};
use payment::period::{AskedTerminal, PeriodAnswer, ask_terminal, begin_periods, end_period};
use session::Actor;
use shell::db::{Tx, TxFuture};
use shell::http::idempotency::{Intent, once_viewed};
use shell::http::{Answer, Envelope, IdempotencyKey, Path, Reply};
use shell::{Failure, Outcome};
use uuid::Uuid;

use crate::desk::Asked;
use crate::event::Event;
use crate::rule::state::StatementState;
use crate::store::{Statement, Wanted};
use crate::view::StatementView;
use crate::{STATE_FORBIDS, StatementOffice, show, store};

/// Have the card terminals of the store close their periods, and compare what they took with the attempts
/// and with what is booked.
///
/// A terminal that cannot be reached is told as such and keeps nobody from posting; whoever asks later asks it
/// again. One that answered, or whose answer was lost, is not asked twice for a calculation. Posting asks those,
/// too, that nobody asked since the statement was calculated.
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
    let looked = asked.clone();
    let reading = Reading {
        asked: asked.clone(),
        arrival: Uuid::now_v7(),
    };
    let (_, terminals) = once_viewed(&office.shell, intent, reading, arrive, begin_unread).await?;
    ask(&office, &asked, terminals).await?;
    let view = office.shell.db.read(looked, show::read).await?;
    Answer::of(&view)
}

/// How often a posting looks whether somebody else's questions are answered, and how long it rests between.
const LOOKS_MAX: u32 = 48;
const LOOK: Duration = Duration::from_millis(250);
/// How often it is tried to write down an answer, and how long is waited between.
const WRITES_MAX: u32 = 4;
const WRITTEN_AGAIN: Duration = Duration::from_secs(2);

/// A request for the totals.
struct Reading {
    asked: Asked<String>,
    /// What tells this request from an earlier one under the same key.
    arrival: Uuid,
}

/// Refuses what may not be asked for now; else the arrival that is kept under the key.
fn arrive<'a>(tx: &'a mut Tx, reading: &'a Reading) -> TxFuture<'a, Uuid> {
    Box::pin(async move {
        let statement = reading.asked.statement(tx, &reading.asked.request).await?;
        match is_open(&statement) {
            true => Ok(reading.arrival),
            false => Err(Refusal::new(&STATE_FORBIDS)
                .with("state", statement.state.name())
                .into()),
        }
    })
}

/// The terminals that this request asks; none when it is a repeat, whose first asked them.
fn begin_unread<'a>(
    tx: &'a mut Tx,
    reading: &'a Reading,
    kept: &'a Uuid,
) -> TxFuture<'a, Vec<AskedTerminal>> {
    Box::pin(async move {
        match *kept == reading.arrival {
            true => begin(tx, &reading.asked, Wanted::Unread).await,
            false => Ok(Vec::new()),
        }
    })
}

fn is_open(statement: &Statement) -> bool {
    matches!(
        statement.state,
        StatementState::Calculated | StatementState::Counted
    )
}

/// The tills whose card terminals may be asked for a statement; none of one that is not calculated or is posted.
pub(crate) async fn may_be_asked(
    tx: &mut Tx,
    statement: &Statement,
    wanted: Wanted,
) -> Outcome<Vec<TerminalNo>> {
    match is_open(statement) {
        true => store::terminals_to_ask(tx, statement, wanted).await,
        false => Ok(Vec::new()),
    }
}

/// Asks the terminals that nobody asked since the statement was calculated, and waits until those answered that
/// somebody else is asking: what decides about a posting sees their totals.
pub(crate) async fn ask_unasked(office: &StatementOffice, asked: Asked<String>) -> Outcome<()> {
    let begun = office.shell.db.write(asked.clone(), |tx, asked| {
        Box::pin(begin(tx, asked, Wanted::Unasked))
    });
    let terminals = begun.await?;
    ask(office, &asked, terminals).await?;
    for _ in 0..LOOKS_MAX {
        let asking = office.shell.db.read(asked.clone(), is_asking).await?;
        if !asking {
            return Ok(());
        }
        tokio::time::sleep(LOOK).await;
    }
    Ok(())
}

fn is_asking<'a>(tx: &'a mut Tx, asked: &'a Asked<String>) -> TxFuture<'a, bool> {
    Box::pin(async move {
        let statement = asked.statement(tx, &asked.request).await?;
        match is_open(&statement) {
            true => store::is_asking(tx, &statement.statement_no).await,
            false => Ok(false),
        }
    })
}

/// Asks terminals, each on its own, and writes down what one answered as soon as it did. It goes on when nobody
/// waits for the request any more: what a terminal told is told once.
async fn ask(
    office: &StatementOffice,
    asked: &Asked<String>,
    terminals: Vec<AskedTerminal>,
) -> Outcome<()> {
    if terminals.is_empty() {
        return Ok(());
    }
    let (office, asked) = (office.clone(), asked.clone());
    let work = async move {
        let questions = terminals.into_iter().map(|it| ask_one(&office, &asked, it));
        let ended = join_all(questions).await;
        ended.into_iter().collect::<Outcome<()>>()
    };
    tokio::spawn(work).await.map_err(Failure::internal)?
}

async fn ask_one(
    office: &StatementOffice,
    asked: &Asked<String>,
    terminal: AskedTerminal,
) -> Outcome<()> {
    let answer = ask_terminal(&office.engine, &terminal).await;
    let ended = Arc::new(Ended {
        asked: asked.clone(),
        terminal,
        answer,
        now: office.shell.clock.now(),
    });
    let mut tries = 1;
    loop {
        match office.shell.db.write(ended.clone(), end).await {
            // A disk that has no room now may have some in a moment, and nobody tells it again.
            Err(Failure::Db(error)) if tries < WRITES_MAX => {
                tracing::warn!(%error, "the answer of a terminal is written down again");
                tries += 1;
                tokio::time::sleep(WRITTEN_AGAIN).await;
            }
            written => return written,
        }
    }
}

async fn begin(tx: &mut Tx, asked: &Asked<String>, wanted: Wanted) -> Outcome<Vec<AskedTerminal>> {
    let statement = asked.statement(tx, &asked.request).await?;
    let tills = may_be_asked(tx, &statement, wanted).await?;
    if tills.is_empty() {
        return Ok(Vec::new());
    }
    let of: (&StoreNo, &str) = (&statement.store_no, &statement.statement_no);
    let by: (&StaffId, Timestamp) = (&asked.actor.staff_id, asked.now);
    begin_periods(tx, of, by, &tills).await
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
        let answer = match &ended.answer {
            PeriodAnswer::Closed { .. } => return Ok(()),
            PeriodAnswer::NotReached => "notReached",
            PeriodAnswer::Unknown => "unknown",
        };
        let event = Event::TerminalNotRead {
            statement_no: &statement.statement_no,
            terminal_no: terminal.terminal_no(),
            answer,
        };
        asked.write_down(tx, &statement, &event).await
    })
}
