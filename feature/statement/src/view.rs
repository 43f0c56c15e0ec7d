//! What this feature says on the wire.

mod sheet;
mod x_report;

use std::collections::BTreeMap;

use jiff::Timestamp;
use jiff::civil::Date;
use kernel::id::{StoreNo, TerminalNo};
use kernel::refusal::Param;
use kernel::{Currency, Money};
use serde::Serialize;
use shell::Outcome;
use shell::db::Tx;
use utoipa::ToSchema;
use uuid::Uuid;

use crate::rule::cause::{Cause, CauseKind};
use crate::rule::count::denominations;
use crate::rule::posting::{PostingError, PostingWarning};
use crate::rule::state::StatementState;
use crate::standing::{Counted, Part, Standing};
use crate::store::{self, Count, Floats, Statement, TerminalPeriod, TerminalTender, Wanted, Z};
use crate::terminals::may_be_asked;
use crate::z::closing_of;

pub(crate) use x_report::XReportView;

/// A statement with its tenders and what was counted.
#[derive(Clone, Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct StatementView {
    /// Its number.
    #[schema(example = "S-PAR01-2026-0116")]
    statement_no: String,
    /// Its store.
    store_no: StoreNo,
    /// Where it stands.
    state: StatementState,
    /// The business date that it closes.
    #[schema(value_type = String, format = Date)]
    transaction_date: Date,
    /// The business date on which it was posted.
    #[schema(value_type = Option<String>, format = Date)]
    posting_date: Option<Date>,
    /// How often it was changed.
    version: i64,
    /// How many orders and deposit payments it holds.
    documents: i64,
    /// Whether cash is still to be counted: what the drawers should hold is not told until then.
    is_blind: bool,
    /// What was taken off the lines.
    line_discount: Money,
    /// Goods and services, net of discounts.
    sales_amount: Option<Money>,
    /// Gift cards sold and deposits received, less what of them went back.
    liabilities: Option<Money>,
    /// What rounding of cash added.
    rounding_amount: Option<Money>,
    /// All tenders, change deducted: sales, liabilities and rounding together.
    payment_amount: Option<Money>,
    /// Of the payments what was money.
    money_in: Option<Money>,
    /// Of cancelled deposits, what the shop kept.
    deposit_kept: Money,
    /// Of cancelled deposits, what the shop added to what it gave back.
    deposit_added: Money,
    /// Recycling credit that was granted to customers, less what of it was taken back; neither sold nor paid.
    recycling_granted: Money,
    /// What sellers who withdrew paid back of such credit that they had spent: by card, transfer or cheque, beside
    /// the drawers.
    recycling_repaid: Money,
    /// Counted less booked, once all is counted.
    difference: Option<Money>,
    /// What is posted without somebody who stands for more.
    maximum_difference: Money,
    /// Why it could not be posted: the key of a refusal.
    #[schema(example = "statement.not_balanced")]
    failure: Option<String>,
    /// What fills the sentence of that refusal: amounts, numbers and texts by name.
    failure_params: BTreeMap<String, Param>,
    /// Its tenders, in the order of the store.
    tenders: Vec<StatementTenderView>,
    /// What the differences probably come from, the likeliest first.
    causes: Vec<StatementCauseView>,
    /// What the card terminals of the store told of their periods, in the order in which they were asked;
    /// none before.
    terminals: Vec<StatementTerminalView>,
    /// Whether a card terminal may be asked for its totals: one that nobody asked since the statement was
    /// calculated, or that could not be reached.
    has_terminals_to_ask: bool,
    /// All counts, in their order.
    counts: Vec<StatementCountView>,
    /// Its Z, once it is posted.
    z: Option<StatementZView>,
}

/// A tender of a statement.
#[derive(Clone, Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
struct StatementTenderView {
    /// Its code.
    #[schema(example = "CASH")]
    tender_code: String,
    /// Its name.
    #[schema(example = "Cash")]
    name: String,
    /// What it is, as in the list of tenders.
    #[schema(example = "CASH")]
    tender_type: &'static str,
    /// Whether it must be counted.
    counting_required: bool,
    /// Whether it is counted in notes and coins, by till.
    is_cash: bool,
    /// Whether all of it is counted.
    is_counted: bool,
    /// The currency in which it is counted.
    currency: Currency,
    /// Its notes and coins in minor units, the largest first; none of what is no cash.
    denominations: Vec<i64>,
    /// How many transactions there were.
    transaction_quantity: i64,
    /// What it took; not told of cash that is still to be counted.
    transaction_amount: Option<Money>,
    /// What was counted, once all of it is.
    counted_amount: Option<Money>,
    /// Counted less taken.
    difference_amount: Option<Money>,
    /// Slips counted less transactions; cash has none.
    difference_quantity: Option<i64>,
    /// Its drawers, when it is cash.
    drawers: Vec<StatementDrawerView>,
}

/// The drawer of a till.
#[derive(Clone, Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
struct StatementDrawerView {
    /// The till.
    #[schema(example = "PAR01-T1")]
    terminal_no: String,
    /// Its name.
    #[schema(example = "Till 1")]
    name: String,
    /// How many transactions there were.
    transaction_quantity: i64,
    /// What the till took; not told of cash that is still to be counted.
    transaction_amount: Option<Money>,
    /// What lay in the drawer, once it is counted.
    content: Option<Money>,
    /// Which part of it the tender brought, in the store's currency.
    counted_amount: Option<Money>,
    /// Counted less taken.
    difference_amount: Option<Money>,
    /// What it left in the drawer for the next one, in the currency of the tender, once it is posted.
    left_amount: Option<Money>,
}

/// What a card terminal told of its period.
#[derive(Clone, Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
struct StatementTerminalView {
    /// Its till.
    #[schema(example = "PAR01-T1")]
    terminal_no: String,
    /// The name of the till.
    #[schema(example = "Till 1")]
    name: String,
    /// Whether it told its totals; false when it could not be reached, or its answer was lost.
    is_read: bool,
    /// Whether it may have closed its period; false when it certainly closed none, so that it can be asked
    /// again.
    is_reached: bool,
    /// When it was asked.
    #[schema(value_type = String, format = DateTime)]
    asked_at: Timestamp,
    /// Its tenders.
    tenders: Vec<StatementTerminalTenderView>,
}

/// A tender in the period of a card terminal: three sides that should agree.
#[derive(Clone, Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
struct StatementTerminalTenderView {
    /// Its code.
    #[schema(example = "VISA")]
    tender_code: String,
    /// What the terminal took less what it gave back.
    terminal_amount: Money,
    /// How many payments and reversals the terminal counts.
    terminal_quantity: i64,
    /// What its answers to our payments said.
    attempt_amount: Money,
    /// How many payments and reversals those are.
    attempt_quantity: i64,
    /// What is booked for them.
    booked_amount: Money,
    /// Whether all agree.
    is_matched: bool,
}

/// A count.
#[derive(Clone, Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
struct StatementCountView {
    /// What was counted.
    #[schema(example = "CASH")]
    tender_code: String,
    /// The till whose drawer it was; none of what is counted for the whole store.
    #[schema(example = "PAR01-T1")]
    terminal_no: Option<String>,
    /// What lay there, in the currency of the tender.
    content: Money,
    /// How many slips there were.
    slips: Option<i64>,
    /// The notes and coins.
    denominations: Vec<StatementPiecesView>,
    /// What of it was the float of the morning.
    opening_float: Money,
    /// What was put in besides.
    added: Money,
    /// What was taken out.
    removed: Money,
    /// Why it was counted again.
    #[schema(example = "A note was under the tray")]
    reason: Option<String>,
    /// Who counted, by name.
    #[schema(example = "Nadia Roche")]
    counted_by: String,
    /// When.
    #[schema(value_type = String, format = DateTime)]
    counted_at: Timestamp,
}

/// Pieces of a note or coin.
#[derive(Clone, Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
struct StatementPiecesView {
    /// What one is worth, in minor units.
    #[schema(example = 5000)]
    denomination: i64,
    /// How many there were.
    pieces: i64,
}

/// What a difference probably comes from.
#[derive(Clone, Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
struct StatementCauseView {
    /// What it is.
    cause: CauseKind,
    /// The tender that differs.
    #[schema(example = "CASH")]
    tender_code: String,
    /// The tender on which the amount is, when two are swapped.
    #[schema(example = "VISA")]
    other_tender_code: Option<String>,
    /// The till in whose drawer the amount is, when it lies in the wrong one.
    #[schema(example = "PAR01-T2")]
    other_terminal_no: Option<String>,
    /// How much of the difference it explains.
    amount: Money,
    /// The receipt of the payment, when there is one.
    #[schema(example = "R-PAR01-000123")]
    reference: Option<String>,
    /// The deposit on which it was paid, or of which it was given back; none of an order's.
    deposit_id: Option<Uuid>,
    /// The till whose card terminal told something else, or whose drawer lacks the amount.
    #[schema(example = "PAR01-T1")]
    terminal_no: Option<String>,
}

/// A Z.
#[derive(Clone, Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
struct StatementZView {
    /// Its number, without gaps in the store.
    z_no: i64,
    /// All sales of the store so far.
    perpetual_sales: Money,
    /// The same without signs.
    perpetual_absolute: Money,
    /// Its hash, SHA-256 in hexadecimal.
    #[schema(example = "9f2c4be1")]
    hash: String,
    /// That of the one before; blank for the first one.
    #[schema(example = "51d07ac3")]
    previous_hash: String,
    /// That of the closing of its business date in the journal; none of a Z that names no closing.
    #[schema(example = "531a680e")]
    closing_hash: Option<String>,
    /// Who posted, by name.
    #[schema(example = "Nadia Roche")]
    posted_by: String,
    /// When.
    #[schema(value_type = String, format = DateTime)]
    posted_at: Timestamp,
    /// Who stood for a difference above the maximum besides, by name.
    #[schema(example = "Hugo Lambert")]
    approved_by: Option<String>,
}

/// A statement in a list.
#[derive(Clone, Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct StatementRowView {
    /// Its number.
    #[schema(example = "S-PAR01-2026-0116")]
    statement_no: String,
    /// Its store.
    store_no: StoreNo,
    /// Where it stands.
    state: StatementState,
    /// The business date that it closes.
    #[schema(value_type = String, format = Date)]
    transaction_date: Date,
    /// The business date on which it was posted.
    #[schema(value_type = Option<String>, format = Date)]
    posting_date: Option<Date>,
    /// Goods and services; not told while something is still to be counted.
    sales_amount: Option<Money>,
    /// All tenders; not told while something is still to be counted.
    payment_amount: Option<Money>,
    /// What was taken off the lines.
    line_discount: Money,
    /// Counted less booked.
    difference: Option<Money>,
    /// The number of its Z.
    z_no: Option<i64>,
}

/// A store whose statements may be asked for.
#[derive(Clone, Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct StatementStoreView {
    /// Its number.
    #[schema(example = "PAR01")]
    pub(crate) store_no: String,
    /// Its name.
    #[schema(example = "Paris · Rue de Sèvres")]
    pub(crate) name: String,
}

/// A page of statements.
#[derive(Clone, Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct StatementPageView {
    /// The rows.
    pub(crate) items: Vec<StatementRowView>,
    /// The stores whose statements may be asked for, by number: this one, and those linked to it.
    pub(crate) stores: Vec<StatementStoreView>,
    /// Where the next page starts; none on the last.
    #[schema(example = "2026-11-21_S-PAR01-2026-0116")]
    pub(crate) next_cursor: Option<String>,
}

/// The statement at work in a store.
#[derive(Clone, Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct CurrentStatementView {
    /// The business date of the store now.
    #[schema(value_type = String, format = Date)]
    pub(crate) business_date: Date,
    /// The first date before it that waits for its statement.
    #[schema(value_type = Option<String>, format = Date)]
    pub(crate) earlier_date: Option<Date>,
    /// How many orders the store has completed on that date. No sum: drawers are counted blind.
    #[schema(example = 42)]
    pub(crate) orders: i64,
    /// The statement; none when nothing is calculated.
    pub(crate) statement: Option<StatementView>,
}

/// What stands against posting, and what should be looked at before.
#[derive(Clone, Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct StatementCheckView {
    /// What stands against it; nothing when it may be posted.
    pub(crate) errors: Vec<PostingError>,
    /// What should be looked at.
    pub(crate) warnings: Vec<PostingWarning>,
}

impl StatementView {
    /// A statement, with everything that may be known of it now.
    pub(crate) async fn read(tx: &mut Tx, statement: Statement) -> Outcome<Self> {
        let standing = Standing::read(tx, statement).await?;
        let causes = standing.causes(tx).await?;
        let z = store::find_z(tx, &standing.statement.statement_no).await?;
        let terms = store::terms(tx, &standing.statement.store_no).await?;
        let is_blind = standing.is_blind();
        let tills = store::tills_of(tx, &standing.statement.store_no).await?;
        let left = store::floats_of(tx, &standing.statement.statement_no).await?;
        let tenders = standing
            .tenders
            .iter()
            .map(|tender| tender_view(&standing, tender, is_blind, (&tills, &left)))
            .collect();
        let periods = store::list_periods(tx, &standing.statement.statement_no).await?;
        let terminals = periods
            .into_iter()
            .map(|period| terminal_view(&standing.statement, period, &tills));
        let terminals = terminals.collect();
        let to_ask = may_be_asked(tx, &standing.statement, Wanted::Unread).await?;
        Ok(Self {
            terminals,
            has_terminals_to_ask: !to_ask.is_empty(),
            ..Self::of(
                &standing,
                (tenders, causes, z),
                terms.maximum_posting_difference,
            )
        })
    }

    fn of(
        standing: &Standing,
        (tenders, causes, z): (Vec<StatementTenderView>, Vec<Cause>, Option<Z>),
        maximum: i64,
    ) -> Self {
        let statement = &standing.statement;
        let (amounts, is_blind) = (statement.amounts, standing.is_blind());
        let told = |minor: i64| (!is_blind).then(|| statement.money(minor));
        Self {
            statement_no: statement.statement_no.clone(),
            store_no: statement.store_no.clone(),
            state: statement.state,
            transaction_date: statement.transaction_date,
            posting_date: statement.posting_date,
            version: statement.version,
            documents: amounts.documents,
            is_blind,
            line_discount: statement.money(amounts.totals.line_discount),
            sales_amount: told(amounts.totals.sales_amount),
            liabilities: told(amounts.totals.liabilities),
            rounding_amount: told(amounts.totals.rounding_amount),
            payment_amount: told(amounts.totals.payment_amount),
            money_in: told(amounts.totals.money_in),
            deposit_kept: statement.money(amounts.deposit_kept),
            deposit_added: statement.money(amounts.deposit_added),
            recycling_granted: statement.money(amounts.recycling.granted),
            recycling_repaid: statement.money(amounts.recycling.repaid),
            difference: statement.difference.map(|it| statement.money(it)),
            maximum_difference: statement.money(maximum),
            failure: statement.failure.as_ref().map(|it| it.key.clone()),
            failure_params: statement
                .failure
                .as_ref()
                .map(|it| it.params.clone())
                .unwrap_or_default(),
            tenders,
            causes: causes
                .into_iter()
                .map(|cause| cause_view(statement, cause))
                .collect(),
            terminals: Vec::new(),
            has_terminals_to_ask: false,
            counts: standing
                .counts
                .iter()
                .map(|count| count_view(standing, count))
                .collect(),
            z: z.map(|z| z_view(statement, z)),
        }
    }
}

impl StatementRowView {
    pub(crate) fn of(statement: &Statement, z_no: Option<i64>) -> Self {
        let is_told = statement.is_told();
        let told = |minor: i64| is_told.then(|| statement.money(minor));
        let totals = statement.amounts.totals;
        Self {
            statement_no: statement.statement_no.clone(),
            store_no: statement.store_no.clone(),
            state: statement.state,
            transaction_date: statement.transaction_date,
            posting_date: statement.posting_date,
            sales_amount: told(totals.sales_amount),
            payment_amount: told(totals.payment_amount),
            line_discount: statement.money(totals.line_discount),
            difference: statement.difference.map(|it| statement.money(it)),
            z_no,
        }
    }
}

fn tender_view(
    standing: &Standing,
    tender: &Counted,
    is_blind: bool,
    known: (&BTreeMap<TerminalNo, String>, &Floats),
) -> StatementTenderView {
    let statement = &standing.statement;
    let sum = tender.first();
    let is_hidden = is_blind && tender.is_cash();
    let told = |minor: i64| (!is_hidden).then(|| statement.money(minor));
    let currency = sum.foreign_currency.unwrap_or(statement.currency);
    let difference = tender.difference().filter(|_| !is_hidden);
    let drawers = tender.parts.iter().filter(|_| tender.is_cash());
    let drawers = drawers.map(|part| drawer_view(statement, part, is_hidden, known));
    StatementTenderView {
        tender_code: tender.tender_code.clone(),
        name: sum.name.clone(),
        tender_type: sum.tender_type.name(),
        counting_required: sum.counting_required,
        is_cash: tender.is_cash(),
        is_counted: tender.is_counted(),
        currency,
        denominations: match tender.is_cash() {
            true => denominations(currency).to_vec(),
            false => Vec::new(),
        },
        transaction_quantity: tender.quantity(),
        transaction_amount: told(tender.amount()),
        counted_amount: tender.counted().map(|(amount, _)| statement.money(amount)),
        difference_amount: difference.map(|it| statement.money(it.amount)),
        difference_quantity: difference.and_then(|it| it.quantity),
        drawers: drawers.collect(),
    }
}

fn drawer_view(
    statement: &Statement,
    part: &Part,
    is_hidden: bool,
    (tills, left): (&BTreeMap<TerminalNo, String>, &Floats),
) -> StatementDrawerView {
    let currency = part.sum.foreign_currency.unwrap_or(statement.currency);
    let counted = part.count.as_ref().map(|count| count.counted_amount);
    let terminal_no = TerminalNo(part.sum.terminal_no.clone());
    let name = tills.get(&terminal_no);
    let left = left.get(&(terminal_no, currency));
    StatementDrawerView {
        terminal_no: part.sum.terminal_no.clone(),
        name: name.cloned().unwrap_or_default(),
        transaction_quantity: part.sum.quantity,
        transaction_amount: (!is_hidden).then(|| statement.money(part.sum.amount)),
        content: part
            .count
            .as_ref()
            .map(|count| Money::new(count.content, currency)),
        counted_amount: counted.map(|it| statement.money(it)),
        difference_amount: counted
            .filter(|_| !is_hidden)
            .map(|it| statement.money(it - part.sum.amount)),
        left_amount: left.map(|minor| Money::new(*minor, currency)),
    }
}

fn terminal_view(
    statement: &Statement,
    period: TerminalPeriod,
    tills: &BTreeMap<TerminalNo, String>,
) -> StatementTerminalView {
    let name = tills.get(&TerminalNo(period.terminal_no.clone()));
    let (is_read, is_reached) = (period.is_read(), period.is_reached());
    let tender = |tender: TerminalTender| {
        let parsed = Currency::parse(&tender.currency_code);
        let money = |minor: i64| Money::new(minor, parsed.unwrap_or(statement.currency));
        StatementTerminalTenderView {
            terminal_amount: money(tender.told.0),
            terminal_quantity: tender.told.1,
            attempt_amount: money(tender.attempted.0),
            attempt_quantity: tender.attempted.1,
            booked_amount: money(tender.booked),
            is_matched: tender.is_matched(),
            tender_code: tender.tender_code,
        }
    };
    StatementTerminalView {
        name: name.cloned().unwrap_or_default(),
        terminal_no: period.terminal_no,
        is_read,
        is_reached,
        asked_at: period.asked_at,
        tenders: period.tenders.into_iter().map(tender).collect(),
    }
}

fn count_view(standing: &Standing, count: &Count) -> StatementCountView {
    let tender = standing
        .tenders
        .iter()
        .find(|tender| tender.tender_code == count.tender_code);
    let foreign = tender.and_then(|tender| tender.first().foreign_currency);
    let currency = foreign.unwrap_or(standing.statement.currency);
    let money = |minor: i64| Money::new(minor, currency);
    StatementCountView {
        tender_code: count.tender_code.clone(),
        terminal_no: count.terminal_no.clone(),
        content: money(count.content),
        slips: count.slips,
        denominations: count
            .denominations
            .iter()
            .map(|(denomination, pieces)| StatementPiecesView {
                denomination: *denomination,
                pieces: *pieces,
            })
            .collect(),
        opening_float: money(count.drawer.opening_float),
        added: money(count.drawer.added),
        removed: money(count.drawer.removed),
        reason: count.reason.clone(),
        counted_by: count.counted_by.clone(),
        counted_at: count.counted_at,
    }
}

fn cause_view(statement: &Statement, cause: Cause) -> StatementCauseView {
    StatementCauseView {
        cause: cause.kind,
        tender_code: cause.tender_code,
        other_tender_code: cause.other_tender_code,
        other_terminal_no: cause.other_terminal_no,
        amount: statement.money(cause.amount),
        reference: cause.entry.receipt_no,
        deposit_id: cause.entry.deposit_id,
        terminal_no: cause.entry.terminal_no,
    }
}

fn z_view(statement: &Statement, z: Z) -> StatementZView {
    StatementZView {
        z_no: z.z_no,
        perpetual_sales: statement.money(z.perpetual_sales),
        perpetual_absolute: statement.money(z.perpetual_absolute),
        hash: z.hash,
        previous_hash: z.previous_hash,
        closing_hash: closing_of(&z.content).map(|it| it.hash),
        posted_by: z.posted_by,
        posted_at: z.posted_at,
        approved_by: z.approved_by,
    }
}
