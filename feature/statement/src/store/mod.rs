//! The tables of this feature.

mod breakdown;
mod copies;
mod count;
mod failure;
mod gather;
mod issued;
mod list;
mod posting;
mod report;
mod setup;
mod suspect;
mod terminals;
pub(crate) mod terms;
mod unmatched;
mod z_proof;

use jiff::Timestamp;
use jiff::civil::Date;
use kernel::id::{StaffId, StoreNo};
use kernel::{Currency, Money};
use shell::db::{Row, Tx, params};
use shell::{Failure, Outcome};

pub(crate) use breakdown::{receipts, sum_staff};
pub(crate) use copies::{Copy, Event, list_copies, list_events};
pub(crate) use count::{Count, NewCount, insert_count, list_counts};
pub(crate) use failure::{KeptFailure, read_failure};
pub(crate) use gather::{
    Open, Scope, TenderSum, assign, assign_drawer_entry, assign_drawers, cash_since, cash_until,
    insert_tender, list_tenders, read_sums, release, sum_tenders,
};
pub(crate) use issued::issued_amount;
pub(crate) use list::{Cursor, Filter, list_statements, visible_stores};
pub(crate) use posting::{
    Floats, KeptZ, NewZ, PreviousZ, Z, find_z, floats_of, insert_float, insert_posting, insert_z,
    last_floats, last_posting, last_z, list_posting, list_z,
};
pub(crate) use report::{
    Print, Watch, count_prints, find_print, insert_print, last_posted, list_lines, list_vat,
    read_counts,
};
pub(crate) use setup::{
    Kind, busy_till, count_orders, is_visible, open_date, tender_kinds, tills_of, unposted_date,
    worth_on,
};
pub(crate) use suspect::{decided_payments, payments_worth, unmatched_terminals};
pub(crate) use terminals::{
    TerminalPeriod, TerminalTender, Wanted, cut_off, is_asking, list_overdue, list_periods,
    terminals_to_ask,
};
pub(crate) use terms::terms;
pub(crate) use unmatched::{UnmatchedTotal, last_calculated, unmatched_totals};
pub(crate) use z_proof::{NamedClosing, entry_of_z, named_closing, place_of_z, posted_without_z};

use crate::rule::amount::{RecyclingCredits, Totals};
use crate::rule::state::StatementState;

/// A statement, as it is stored.
#[derive(Clone, Debug)]
pub(crate) struct Statement {
    pub statement_no: String,
    pub store_no: StoreNo,
    pub state: StatementState,
    pub transaction_date: Date,
    pub posting_date: Option<Date>,
    pub currency: Currency,
    pub calculation_no: i64,
    pub amounts: Amounts,
    pub difference: Option<i64>,
    pub failure: Option<KeptFailure>,
    pub version: i64,
}

/// What a statement comes to, in minor units.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Amounts {
    /// Orders and deposit payments in it.
    pub documents: i64,
    pub totals: Totals,
    /// What the lines come to without their signs.
    pub absolute: i64,
    /// Of cancelled deposits: what the shop kept.
    pub deposit_kept: i64,
    /// Of cancelled deposits: what the shop added.
    pub deposit_added: i64,
    /// What documents of old jewellery did to credits.
    pub recycling: RecyclingCredits,
}

impl Amounts {
    /// Of a statement in which nothing is.
    pub(crate) const NONE: Self = Self {
        documents: 0,
        totals: Totals {
            sales_amount: 0,
            line_discount: 0,
            liabilities: 0,
            rounding_amount: 0,
            payment_amount: 0,
            money_in: 0,
        },
        absolute: 0,
        deposit_kept: 0,
        deposit_added: 0,
        recycling: RecyclingCredits {
            granted: 0,
            repaid: 0,
        },
    };
}

impl Statement {
    /// What is in it.
    pub(crate) fn scope(&self) -> Scope {
        Scope::Statement(self.statement_no.clone())
    }

    /// Whether its sums are told: as long as it is to be counted they would tell what the drawers hold.
    pub(crate) fn is_told(&self) -> bool {
        self.state != StatementState::Calculated
    }

    pub(crate) const fn money(&self, minor: i64) -> Money {
        Money::new(minor, self.currency)
    }
}

pub(crate) const COLUMNS: &str = "s.statement_no, s.store_no, s.state, s.transaction_date, \
     s.posting_date, s.currency_code, s.calculation_no, s.documents, s.sales_amount, \
     s.line_discount, s.liabilities, s.rounding_amount, s.payment_amount, s.money_in, \
     s.absolute_amount, s.deposit_kept, s.deposit_added, s.recycling_granted, s.recycling_repaid, \
     s.difference, s.failure, s.failure_params, s.version \
     FROM statement s";

pub(crate) fn read(row: &mut Row) -> Outcome<Statement> {
    Ok(Statement {
        statement_no: row.read()?,
        store_no: row.read()?,
        state: {
            let name: String = row.read()?;
            StatementState::parse(&name)
                .ok_or_else(|| Failure::internal(format!("no state of a statement {name}")))?
        },
        transaction_date: row.read()?,
        posting_date: row.read()?,
        currency: row.read()?,
        calculation_no: row.read()?,
        amounts: Amounts {
            documents: row.read()?,
            totals: Totals {
                sales_amount: row.read()?,
                line_discount: row.read()?,
                liabilities: row.read()?,
                rounding_amount: row.read()?,
                payment_amount: row.read()?,
                money_in: row.read()?,
            },
            absolute: row.read()?,
            deposit_kept: row.read()?,
            deposit_added: row.read()?,
            recycling: RecyclingCredits {
                granted: row.read()?,
                repaid: row.read()?,
            },
        },
        difference: row.read()?,
        failure: read_failure(row)?,
        version: row.read()?,
    })
}

/// The statement of a number.
pub(crate) async fn find(tx: &mut Tx, statement_no: &str) -> Outcome<Option<Statement>> {
    let sql = format!("SELECT {COLUMNS} WHERE s.statement_no = $1");
    let row = tx.query_opt(&sql, params![statement_no]).await?;
    row.map(|mut row| read(&mut row)).transpose()
}

/// The statement of a store that is not posted yet; there is one at most.
pub(crate) async fn find_at_work(tx: &mut Tx, store_no: &StoreNo) -> Outcome<Option<Statement>> {
    let sql = format!("SELECT {COLUMNS} WHERE s.store_no = $1 AND s.state <> 'POSTED'");
    let row = tx.query_opt(&sql, params![store_no]).await?;
    row.map(|mut row| read(&mut row)).transpose()
}

/// The date of the last statement of a store that was posted.
pub(crate) async fn last_date(tx: &mut Tx, store_no: &StoreNo) -> Outcome<Option<Date>> {
    let row = tx
        .query_opt(
            "SELECT transaction_date FROM statement WHERE store_no = $1 AND state = 'POSTED' \
             ORDER BY transaction_date DESC LIMIT 1",
            params![store_no],
        )
        .await?;
    Ok(row.map(|mut row| row.read()).transpose()?)
}

/// Writes a statement in which nothing is yet.
pub(crate) async fn insert(
    tx: &mut Tx,
    (statement_no, store_no): (&str, &StoreNo),
    (date, currency): (Date, Currency),
    (staff_id, now): (&StaffId, Timestamp),
) -> Outcome<()> {
    tx.execute_one(
        "INSERT INTO statement (statement_no, store_no, state, transaction_date, currency_code, \
         calculation_no, documents, sales_amount, line_discount, liabilities, rounding_amount, \
         payment_amount, money_in, absolute_amount, deposit_kept, deposit_added, created_by, \
         created_at, version) \
         VALUES ($1, $2, 'OPEN', $3, $4, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, $5, $6, 0)",
        params![statement_no, store_no, date, currency.code(), staff_id, now],
    )
    .await?;
    Ok(())
}

/// What changes of a statement; what is not named stays.
pub(crate) struct Change {
    pub state: StatementState,
    pub difference: Option<i64>,
    pub failure: Option<KeptFailure>,
    pub posting_date: Option<Date>,
}

/// Saves where a statement stands.
///
/// # Errors
/// A fault when somebody else changed it meanwhile: the database, or the client, tries again.
pub(crate) async fn save(tx: &mut Tx, seen: &Statement, change: &Change) -> Outcome<()> {
    let (failure, params) = match &change.failure {
        Some(failure) => (Some(failure.key.clone()), Some(failure.written()?)),
        None => (None, None),
    };
    tx.execute_one(
        "UPDATE statement SET state = $3, difference = $4, failure = $5, posting_date = $6, \
         failure_params = $7, version = version + 1 WHERE statement_no = $1 AND version = $2",
        params![
            &seen.statement_no,
            seen.version,
            change.state.name(),
            change.difference,
            failure,
            change.posting_date,
            params
        ],
    )
    .await?;
    Ok(())
}

/// Saves what a statement comes to, or that nothing is in it any more.
pub(crate) async fn save_amounts(
    tx: &mut Tx,
    seen: &Statement,
    (state, date): (StatementState, Date),
    amounts: &Amounts,
    calculated: Option<Timestamp>,
) -> Outcome<()> {
    let totals = amounts.totals;
    tx.execute_one(
        "UPDATE statement SET state = $3, transaction_date = $4, documents = $5, \
         sales_amount = $6, line_discount = $7, liabilities = $8, rounding_amount = $9, \
         payment_amount = $10, money_in = $11, absolute_amount = $12, deposit_kept = $13, \
         deposit_added = $14, calculated_at = $15, calculation_no = calculation_no + $16, \
         recycling_granted = $17, recycling_repaid = $18, difference = NULL, failure = NULL, \
         failure_params = NULL, version = version + 1 \
         WHERE statement_no = $1 AND version = $2",
        params![
            &seen.statement_no,
            seen.version,
            state.name(),
            date,
            amounts.documents,
            totals.sales_amount,
            totals.line_discount,
            totals.liabilities,
            totals.rounding_amount,
            totals.payment_amount,
            totals.money_in,
            amounts.absolute,
            amounts.deposit_kept,
            amounts.deposit_added,
            calculated,
            i64::from(calculated.is_some()),
            amounts.recycling.granted,
            amounts.recycling.repaid
        ],
    )
    .await?;
    Ok(())
}
