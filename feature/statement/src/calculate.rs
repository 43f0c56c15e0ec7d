//! Calculate a statement: its orders go into it and are frozen (domain §12.7).

use axum::extract::State;
use jiff::civil::Date;
use kernel::Refusal;
use payment::rule::kind::TenderType;
use serde::{Deserialize, Serialize};
use session::Actor;
use shell::Outcome;
use shell::db::{Tx, TxFuture};
use shell::http::idempotency::{Intent, once};
use shell::http::{Envelope, IdempotencyKey, Json, Reply};
use utoipa::ToSchema;

use crate::desk::Asked;
use crate::drawer::Period;
use crate::event::Event;
use crate::rule::amount::{Totals, is_countable, is_internal};
use crate::rule::state::Happening;
use crate::standing::Standing;
use crate::store::{self, Amounts, Change, Kind, Scope, Statement, TenderSum};
use crate::view::StatementView;
use crate::{BASKET_PAYING, DATE_IMPOSSIBLE, EARLIER_DATE_OPEN, PAYMENT_LIVE, StatementOffice};

/// Which date is closed.
#[derive(Clone, Debug, Deserialize, Serialize, ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub(crate) struct CalculateStatementRequest {
    /// The business date; today when it is absent, or that of the statement at work.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schema(value_type = Option<String>, format = Date)]
    pub(crate) transaction_date: Option<Date>,
}

/// Calculate the statement of this store: the one that was cleared, or a new one.
///
/// All orders and deposit payments up to the date go into it that are in none. What is completed later
/// goes into the next one. The first statement of a store holds everything from before.
#[utoipa::path(
    post, path = "/statement", tag = "statement", request_body = CalculateStatementRequest,
    responses(
        (status = 200, description = "The statement", body = Envelope<StatementView>),
        (status = 409, description = "A payment is under way or in doubt, an earlier date waits, the \
         statement is calculated already, or its payments do not balance"),
        (status = 422, description = "The date has not come yet, or is before the last posted one"),
    ),
)]
pub(crate) async fn calculate_statement(
    State(office): State<StatementOffice>,
    actor: Actor,
    key: IdempotencyKey,
    Json(request): Json<CalculateStatementRequest>,
) -> Reply {
    let asked = office.asked(actor, request);
    let scope = asked.actor.store_no.as_str();
    let intent = Intent::new(key, "statement.calculate", scope, &asked.request, asked.now)?;
    once(&office.shell, intent, asked, calculate).await
}

fn calculate<'a>(
    tx: &'a mut Tx,
    asked: &'a Asked<CalculateStatementRequest>,
) -> TxFuture<'a, StatementView> {
    Box::pin(async move {
        let statement = gather(tx, asked).await?;
        StatementView::read(tx, statement).await
    })
}

/// Gathers what goes into the statement, and freezes it there.
pub(crate) fn gather<'a>(
    tx: &'a mut Tx,
    asked: &'a Asked<CalculateStatementRequest>,
) -> TxFuture<'a, Statement> {
    Box::pin(async move {
        let store_no = &asked.actor.store_no;
        if let Some((terminal_no, is_attempt)) = store::busy_till(tx, store_no).await? {
            let kind = if is_attempt {
                &PAYMENT_LIVE
            } else {
                &BASKET_PAYING
            };
            return Err(Refusal::new(kind).with("terminal", terminal_no.0).into());
        }
        let last = store::last_date(tx, store_no).await?;
        let statement = begin(tx, asked, last).await?;
        let to = statement.transaction_date;
        let state = statement.state.after(Happening::Calculate)?;
        let period = Period {
            store_no: store_no.clone(),
            after: last,
            to,
        };
        store::assign(tx, &statement, (period.late_from(), to)).await?;
        let sums = tenders(tx, asked, &statement, &period).await?;
        let amounts = amounts(tx, &statement, &sums).await?;
        store::save_amounts(tx, &statement, (state, to), &amounts, Some(asked.now)).await?;
        let event = Event::Calculated {
            statement_no: &statement.statement_no,
            documents: amounts.documents,
            payment_amount: amounts.totals.payment_amount,
            currency_code: statement.currency.code(),
        };
        asked.write_down(tx, &statement, &event).await?;
        let statement = asked.statement(tx, &statement.statement_no).await?;
        let standing = Standing::read(tx, statement).await?;
        // Nothing was taken that is counted: it is counted.
        settle(tx, &standing).await?;
        asked.statement(tx, &standing.statement.statement_no).await
    })
}

/// The statement at work, which must be open, or a new one.
async fn begin(
    tx: &mut Tx,
    asked: &Asked<CalculateStatementRequest>,
    last: Option<Date>,
) -> Outcome<Statement> {
    let store_no = &asked.actor.store_no;
    let store = setting::get_store(tx, store_no).await?;
    let today = store.business_date(asked.now);
    let at_work = store::find_at_work(tx, store_no).await?;
    let usual = at_work
        .as_ref()
        .map_or(today, |statement| statement.transaction_date);
    let date = asked.request.transaction_date.unwrap_or(usual);
    if date > today || last.is_some_and(|last| date < last) {
        return Err(Refusal::new(&DATE_IMPOSSIBLE).at("transactionDate").into());
    }
    if let Some(last) = last
        && let Some(open) = store::open_date(tx, store_no, (last, date)).await?
    {
        return Err(Refusal::new(&EARLIER_DATE_OPEN)
            .with("date", open.to_string())
            .into());
    }
    if let Some(statement) = at_work {
        statement.state.after(Happening::Calculate)?;
        return Ok(Statement {
            transaction_date: date,
            ..statement
        });
    }
    let year = date.year();
    let name = format!("statement-{year}");
    let number = tx.next_number(&store_no.0, &name).await?;
    let statement_no = format!("S-{store_no}-{year}-{number:04}");
    let (place, value) = ((statement_no.as_str(), store_no), (date, store.currency));
    store::insert(tx, place, value, (&asked.actor.staff_id, asked.now)).await?;
    asked.statement(tx, &statement_no).await
}

/// Writes what each till took of each tender. A drawer out of which something was taken, or into which
/// something was put, is counted even when nothing was sold.
async fn tenders(
    tx: &mut Tx,
    asked: &Asked<CalculateStatementRequest>,
    statement: &Statement,
    period: &Period,
) -> Outcome<Vec<TenderSum>> {
    let kinds = store::tender_kinds(tx, &statement.store_no).await?;
    let mut sums = taken(tx, &kinds, &statement.scope()).await?;
    for drawer in asked.drawers.totals(tx, period).await? {
        let is_moved = drawer.added != 0 || drawer.removed != 0;
        let kind = kinds.iter().find(|kind| {
            kind.is_taken && kind.drawer_currency(statement.currency) == Some(drawer.currency)
        });
        let Some(kind) = kind.filter(|_| is_moved) else {
            continue;
        };
        let terminal_no = drawer.terminal_no.0;
        let is_there = sums
            .iter()
            .any(|it| it.tender_code == kind.tender_code && it.terminal_no == terminal_no);
        if !is_there {
            sums.push(nothing_of(kind, terminal_no));
        }
    }
    for sum in &sums {
        store::insert_tender(tx, &statement.statement_no, sum).await?;
    }
    Ok(sums)
}

/// What each till took of each tender.
pub(crate) async fn taken(tx: &mut Tx, kinds: &[Kind], scope: &Scope) -> Outcome<Vec<TenderSum>> {
    let taken = store::sum_tenders(tx, scope).await?;
    let mut sums = Vec::new();
    for (terminal_no, tender_code, name, amount, quantity, foreign_amount) in taken {
        let kind = kinds.iter().find(|kind| kind.tender_code == tender_code);
        let kind = kind.ok_or_else(|| {
            shell::Failure::internal(format!(
                "an order was paid with {tender_code}, which is none"
            ))
        })?;
        sums.push(TenderSum {
            amount,
            quantity,
            foreign_amount,
            name,
            ..nothing_of(kind, terminal_no)
        });
    }
    Ok(sums)
}

fn nothing_of(kind: &Kind, terminal_no: String) -> TenderSum {
    let is_foreign = kind.tender_type == TenderType::FxCash;
    TenderSum {
        terminal_no,
        tender_code: kind.tender_code.clone(),
        name: kind.name.clone(),
        tender_type: kind.tender_type,
        counting_required: kind.counting_required && is_countable(kind.tender_type),
        amount: 0,
        quantity: 0,
        foreign_currency: kind.currency.filter(|_| is_foreign),
        foreign_amount: 0,
    }
}

/// What the statement comes to, when it balances.
pub(crate) async fn amounts(
    tx: &mut Tx,
    statement: &Statement,
    tenders: &[TenderSum],
) -> Outcome<Amounts> {
    let mut gathered = store::read_sums(tx, &statement.scope()).await?;
    for tender in tenders {
        gathered.sums.tenders += tender.amount;
        if is_internal(tender.tender_type) {
            gathered.sums.internal_tenders += tender.amount;
        }
    }
    Ok(Amounts {
        documents: gathered.documents,
        totals: Totals::checked(&gathered.sums, statement.currency)?,
        absolute: gathered.absolute,
        deposit_kept: gathered.deposit_kept,
        deposit_added: gathered.deposit_added,
        recycling: gathered.recycling,
    })
}

/// Saves whether everything is counted now, and by how much it differs.
pub(crate) async fn settle(tx: &mut Tx, standing: &Standing) -> Outcome<()> {
    let is_complete = standing.is_complete();
    let statement = &standing.statement;
    let state = statement.state.after(Happening::Count { is_complete })?;
    let difference = standing
        .differences()
        .iter()
        .map(|(amount, _)| amount)
        .sum();
    let change = Change {
        state,
        difference: is_complete.then_some(difference),
        failure: None,
        posting_date: None,
    };
    store::save(tx, statement, &change).await
}
