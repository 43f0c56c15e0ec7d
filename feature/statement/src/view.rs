//! What this feature says on the wire.

mod closing;
mod list;
mod sheet;
mod tender;
mod terminal;
mod unmatched;
mod x_report;

use std::collections::BTreeMap;

use jiff::Timestamp;
use jiff::civil::Date;
use kernel::Money;
use kernel::id::StoreNo;
use kernel::refusal::Param;
use serde::Serialize;
use shell::Outcome;
use shell::db::Tx;
use utoipa::ToSchema;
use uuid::Uuid;

use crate::rule::cause::{Cause, CauseKind};
use crate::rule::posting::{PostingError, PostingWarning};
use crate::rule::state::StatementState;
use crate::standing::Standing;
use crate::store::{self, Statement, Wanted, Z};
use crate::terminals::may_be_asked;
use crate::z::closing_of;

pub(crate) use closing::{ClosingPageView, ClosingView};
pub(crate) use list::{StatementPageView, StatementRowView, StatementStoreView};
pub(crate) use unmatched::UnmatchedView;
pub(crate) use x_report::XReportView;

use tender::{StatementCountView, StatementTenderView, count_view, tender_view};
use terminal::{StatementTerminalView, terminal_view};

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
