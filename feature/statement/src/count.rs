//! Count a tender: the drawer of a till, or the slips of the store (domain §12.3, §12.5).

use axum::extract::State;
use kernel::{Money, Refusal};
use serde::{Deserialize, Serialize};
use session::Actor;
use shell::Outcome;
use shell::db::{Tx, TxFuture};
use shell::http::idempotency::{Intent, once};
use shell::http::{Envelope, IdempotencyKey, Json, Path, Reply};
use utoipa::ToSchema;

use crate::calculate::settle;
use crate::desk::{Asked, reason};
use crate::drawer::standing_drawers;
use crate::event::Event;
use crate::rule::count::{Drawer, PIECES_MAX, cash};
use crate::rule::state::Happening;
use crate::standing::{Counted, Part, Standing};
use crate::store::{self, NewCount, Statement};
use crate::view::StatementView;
use crate::{
    AMOUNT_MAX, COUNT_INCOMPLETE, NOT_COUNTABLE, NOT_FOUND, PIECES_IMPOSSIBLE, RATE_MISSING,
    REASON_REQUIRED, StatementOffice,
};

/// What was counted.
#[derive(Clone, Debug, Deserialize, Serialize, ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub(crate) struct CountStatementRequest {
    /// The tender.
    #[schema(example = "CASH")]
    pub(crate) tender_code: String,
    /// Of cash, the till whose drawer it is.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schema(example = "PAR01-T1")]
    pub(crate) terminal_no: Option<String>,
    /// Of cash, its notes and coins; those that are absent are not there.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schema(max_items = 50)]
    pub(crate) denominations: Option<Vec<CountedPieces>>,
    /// Of what is no cash, what the slips or the batch come to.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) amount: Option<Money>,
    /// Of what is no cash, how many slips there are.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) slips: Option<i64>,
    /// Why it is counted again; wanted from the second count on.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schema(example = "A note was under the tray")]
    pub(crate) reason: Option<String>,
}

/// Pieces of a note or coin.
#[derive(Clone, Debug, Deserialize, Serialize, ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub(crate) struct CountedPieces {
    /// What one is worth, in minor units.
    #[schema(example = 5000)]
    pub(crate) denomination: i64,
    /// How many there are.
    pub(crate) pieces: i64,
}

pub(crate) type Of = (String, CountStatementRequest);

/// Count a tender: the drawer of a till, or the slips of the store. Every count is kept; the last one
/// holds.
#[utoipa::path(
    post, path = "/statement/{statementNo}/count", tag = "statement",
    request_body = CountStatementRequest,
    params(("statementNo" = String, Path, description = "The statement", example = "S-PAR01-2026-0116")),
    responses(
        (status = 200, description = "The statement", body = Envelope<StatementView>),
        (status = 404, description = "There is no such statement"),
        (status = 409, description = "It is posted, nothing is calculated, or a foreign currency has \
         no rate"),
        (status = 422, description = "There is nothing to count of this tender, something is missing, \
         or it is counted again without a reason"),
    ),
)]
pub(crate) async fn count_statement(
    State(office): State<StatementOffice>,
    actor: Actor,
    key: IdempotencyKey,
    Path(statement_no): Path<String>,
    Json(request): Json<CountStatementRequest>,
) -> Reply {
    let asked = office.asked(actor, (statement_no, request));
    let scope = asked.actor.store_no.as_str();
    let intent = Intent::new(key, "statement.count", scope, &asked.request, asked.now)?;
    once(&office.shell, intent, asked, count).await
}

fn count<'a>(tx: &'a mut Tx, asked: &'a Asked<Of>) -> TxFuture<'a, StatementView> {
    Box::pin(async move {
        let statement = enter(tx, asked).await?;
        StatementView::read(tx, statement).await
    })
}

/// Enters a count, and whether everything is counted now.
pub(crate) fn enter<'a>(tx: &'a mut Tx, asked: &'a Asked<Of>) -> TxFuture<'a, Statement> {
    Box::pin(async move {
        let (statement_no, request) = &asked.request;
        let statement = asked.statement(tx, statement_no).await?;
        if statement.store_no != asked.actor.store_no {
            // Drawers are counted where they stand.
            return Err((&NOT_FOUND).into());
        }
        let is_complete = false;
        statement.state.after(Happening::Count { is_complete })?;
        let standing = Standing::read(tx, statement).await?;
        let (tender, part) = wanted(&standing, request)?;
        let reason = reason(request.reason.as_deref())?;
        if part.count.is_some() && reason.is_none() {
            return Err(Refusal::new(&REASON_REQUIRED).at("reason").into());
        }
        let new = match tender.is_cash() {
            true => count_drawer(tx, asked, &standing.statement, part).await?,
            false => count_slips(tx, &standing.statement, request).await?,
        };
        book(tx, asked, &standing, part, (&new, reason.as_deref())).await?;
        let statement = asked.statement(tx, statement_no).await?;
        let standing = Standing::read(tx, statement).await?;
        settle(tx, &standing).await?;
        asked.statement(tx, statement_no).await
    })
}

/// What is counted.
struct Found {
    content: i64,
    slips: Option<i64>,
    denominations: Vec<(i64, i64)>,
    drawer: Drawer,
    counted_amount: i64,
}

/// The tender, and which part of it: the till's, or the whole.
fn wanted<'a>(
    standing: &'a Standing,
    request: &CountStatementRequest,
) -> Result<(&'a Counted, &'a Part), Refusal> {
    let refused = || Refusal::new(&NOT_COUNTABLE).at("tenderCode");
    let tender = standing
        .tenders
        .iter()
        .find(|tender| tender.tender_code == request.tender_code && tender.is_required())
        .ok_or_else(refused)?;
    if !tender.is_cash() {
        return match request.terminal_no {
            None => Ok((tender, &tender.parts[0])),
            Some(_) => Err(Refusal::new(&NOT_COUNTABLE).at("terminalNo")),
        };
    }
    let till = request
        .terminal_no
        .as_deref()
        .ok_or_else(|| Refusal::new(&COUNT_INCOMPLETE).at("terminalNo"))?;
    let mut parts = tender.parts.iter();
    let part = parts.find(|part| part.sum.terminal_no == till);
    let part = part.ok_or_else(|| Refusal::new(&NOT_COUNTABLE).at("terminalNo"))?;
    Ok((tender, part))
}

/// The notes and coins of a drawer, and which part of them the tender brought.
async fn count_drawer(
    tx: &mut Tx,
    asked: &Asked<Of>,
    statement: &Statement,
    part: &Part,
) -> Outcome<Found> {
    let request = &asked.request.1;
    let pieces = request
        .denominations
        .as_ref()
        .ok_or_else(|| Refusal::new(&COUNT_INCOMPLETE).at("denominations"))?;
    let pieces: Vec<(i64, i64)> = pieces
        .iter()
        .map(|it| (it.denomination, it.pieces))
        .collect();
    let currency = part.sum.foreign_currency.unwrap_or(statement.currency);
    let content = cash(currency, &pieces)?;
    let drawers = standing_drawers(tx, &*asked.drawers, statement).await?;
    let mut drawers = drawers.into_iter();
    let drawer = drawers
        .find(|it| it.terminal_no.0 == part.sum.terminal_no && it.currency == currency)
        .map(|it| it.drawer)
        .unwrap_or_default();
    let counted = drawer.counted_amount(content);
    let counted_amount = match part.sum.foreign_currency {
        None => counted,
        Some(_) => in_own_currency(tx, statement, part, counted).await?,
    };
    Ok(Found {
        content,
        slips: None,
        denominations: pieces,
        drawer,
        counted_amount,
    })
}

/// Foreign cash is worth what it was taken for; what differs is valued by the rate of the day.
async fn in_own_currency(
    tx: &mut Tx,
    statement: &Statement,
    part: &Part,
    counted: i64,
) -> Outcome<i64> {
    let foreign = part.sum.foreign_currency.unwrap_or(statement.currency);
    let off = counted - part.sum.foreign_amount;
    if off == 0 {
        return Ok(part.sum.amount);
    }
    let terms = (statement.currency, statement.transaction_date);
    let worth = store::worth_on(tx, Money::new(off, foreign), terms).await?;
    let worth =
        worth.ok_or_else(|| Refusal::new(&RATE_MISSING).with("currency", foreign.code()))?;
    Ok(part.sum.amount + worth)
}

/// Slips with their sum. Of vouchers what went out again as new ones is none of the tender.
async fn count_slips(
    tx: &mut Tx,
    statement: &Statement,
    request: &CountStatementRequest,
) -> Outcome<Found> {
    let incomplete = |field| Refusal::new(&COUNT_INCOMPLETE).at(field);
    let amount = request.amount.ok_or_else(|| incomplete("amount"))?;
    let is_possible = (-AMOUNT_MAX..=AMOUNT_MAX).contains(&amount.minor);
    if amount.currency != statement.currency || !is_possible {
        return Err(incomplete("amount").into());
    }
    let slips = request.slips.ok_or_else(|| incomplete("slips"))?;
    if !(0..=PIECES_MAX).contains(&slips) {
        return Err(Refusal::new(&PIECES_IMPOSSIBLE).at("slips").into());
    }
    let of = (
        statement.statement_no.as_str(),
        request.tender_code.as_str(),
    );
    let drawer = Drawer {
        added: store::issued_amount(tx, of).await?,
        ..Drawer::default()
    };
    Ok(Found {
        content: amount.minor,
        slips: Some(slips),
        denominations: Vec::new(),
        drawer,
        counted_amount: drawer.counted_amount(amount.minor),
    })
}

/// Writes the count, and in the journal that something was counted again.
async fn book(
    tx: &mut Tx,
    asked: &Asked<Of>,
    standing: &Standing,
    part: &Part,
    (found, reason): (&Found, Option<&str>),
) -> Outcome<()> {
    let statement = &standing.statement;
    let till = asked.request.1.terminal_no.as_deref();
    let new = NewCount {
        tender_code: &part.sum.tender_code,
        terminal_no: till,
        content: found.content,
        slips: found.slips,
        denominations: &found.denominations,
        drawer: found.drawer,
        counted_amount: found.counted_amount,
        reason,
        counted_by: &asked.actor.staff_id,
        counted_at: asked.now,
    };
    let count_no = i64::try_from(standing.counts.len()).unwrap_or(i64::MAX) + 1;
    store::insert_count(tx, statement, count_no, &new).await?;
    let Some(before) = &part.count else {
        return Ok(());
    };
    let event = Event::Recounted {
        statement_no: &statement.statement_no,
        tender_code: &part.sum.tender_code,
        terminal_no: till,
        before: before.counted_amount,
        after: found.counted_amount,
        currency_code: statement.currency.code(),
    };
    asked.write_down(tx, statement, &event).await
}
