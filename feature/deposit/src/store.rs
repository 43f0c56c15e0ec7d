//! The tables of this feature.

mod cancellation;
mod line;
mod list;
mod payment;
pub(crate) mod recorded;
mod step;

use jiff::Timestamp;
use jiff::civil::Date;
use kernel::id::{BasketId, CustomerId, StaffId, StoreNo};
use kernel::{Currency, Money, Rate};
use shell::db::{Row, Tx, params};
use shell::{Failure, Outcome};
use uuid::Uuid;

pub(crate) use cancellation::{
    Cancellation, find_cancellation, get_cancellation, insert_cancellation,
};
pub(crate) use line::{
    StoredLine, count_elsewhere, find_settled_by, insert_line, list_lines, mark_settled, set_net,
};
pub use list::count_waiting;
pub(crate) use list::{
    Cursor, ListedDeposit, Near, Wanted, count_live, list_deposits, list_differing, list_expired,
};
pub(crate) use payment::{
    Entry, EntryType, Extension, NewEntry, StoredTender, find_applied, insert_entry,
    insert_extension, insert_tender, list_entries, list_extensions, list_tenders,
};
pub(crate) use step::{
    NewStep, Print, StepLine, StoredStep, count_steps, find_place, find_previous_day, find_print,
    find_step, insert_print, insert_step, journal_place_of, list_steps,
};

use crate::rule::state::{DepositState, Worth};
use crate::rule::terms::Terms;
use crate::view::DepositKind;

/// A deposit, as it is stored.
#[derive(Clone, Debug)]
pub(crate) struct Deposit {
    pub deposit_id: Uuid,
    pub deposit_no: i64,
    pub document_no: String,
    pub basket_id: BasketId,
    pub customer_id: CustomerId,
    pub customer_name: String,
    pub salesperson_id: StaffId,
    pub salesperson_name: String,
    pub currency: Currency,
    pub kind: DepositKind,
    pub state: DepositState,
    pub total: i64,
    pub worth: Worth,
    pub fixed: String,
    pub expires_on: Date,
    pub opened_on: Date,
    pub version: i64,
}

impl Deposit {
    pub(crate) const fn money(&self, minor: i64) -> Money {
        Money::new(minor, self.currency)
    }

    /// What is still to be paid.
    pub(crate) const fn balance(&self) -> Money {
        self.money(self.worth.balance())
    }
}

pub(crate) const COLUMNS: &str = "d.deposit_id, d.deposit_no, d.document_no, \
     d.basket_id, d.customer_id, d.customer_name, d.salesperson_id, \
     p.first_name || ' ' || p.last_name, d.currency_code, d.kind, d.state, d.total, d.remaining, \
     d.held, d.fixed, d.expires_on, d.opened_on, d.version \
     FROM deposit d JOIN salesperson p ON p.staff_id = d.salesperson_id";

pub(crate) fn read(row: &mut Row) -> Outcome<Deposit> {
    Ok(Deposit {
        deposit_id: row.read()?,
        deposit_no: row.read()?,
        document_no: row.read()?,
        basket_id: row.read()?,
        customer_id: row.read()?,
        customer_name: row.read()?,
        salesperson_id: row.read()?,
        salesperson_name: row.read()?,
        currency: row.read()?,
        kind: {
            let name: String = row.read()?;
            DepositKind::parse(&name)
                .ok_or_else(|| Failure::internal(format!("no kind of deposit {name}")))?
        },
        state: read_state(row)?,
        total: row.read()?,
        worth: Worth {
            remaining: row.read()?,
            held: row.read()?,
        },
        fixed: row.read()?,
        expires_on: row.read()?,
        opened_on: row.read()?,
        version: row.read()?,
    })
}

pub(crate) fn read_state(row: &mut Row) -> Outcome<DepositState> {
    let name: String = row.read()?;
    DepositState::parse(&name)
        .ok_or_else(|| Failure::internal(format!("no state of a deposit {name}")))
}

/// The terms of a store.
pub(crate) async fn terms(tx: &mut Tx, store_no: &StoreNo) -> Outcome<Terms> {
    let mut row = tx
        .query_one(
            "SELECT deposit_minimum, customised_deposit_minimum, deposit_days FROM store \
             WHERE store_no = $1",
            params![store_no],
        )
        .await?;
    Ok(Terms {
        minimum: Rate(row.read()?),
        customised_minimum: Rate(row.read()?),
        days: row.read()?,
    })
}

/// A deposit of a store.
pub(crate) async fn find(
    tx: &mut Tx,
    store_no: &StoreNo,
    deposit_id: Uuid,
) -> Outcome<Option<Deposit>> {
    let sql = format!("SELECT {COLUMNS} WHERE d.deposit_id = $1 AND d.store_no = $2");
    let row = tx.query_opt(&sql, params![deposit_id, store_no]).await?;
    row.map(|mut row| read(&mut row)).transpose()
}

/// What a client wants of a deposit that is being made: it waits with the basket until it is paid.
#[derive(Clone, Debug, serde::Serialize, serde::Deserialize)]
pub(crate) struct Plan {
    pub kind: DepositKind,
    pub expires_on: Date,
    pub approved_by: Option<StaffId>,
}

/// Writes down what is wanted of the deposit on a basket.
pub(crate) async fn put_plan(tx: &mut Tx, basket_id: BasketId, plan: &Plan) -> Outcome<()> {
    let text = serde_json::to_string(plan).map_err(Failure::internal)?;
    tx.execute_one(
        "INSERT INTO deposit_plan (basket_id, plan) VALUES ($1, $2) \
         ON CONFLICT (basket_id) DO UPDATE SET plan = $2",
        params![basket_id, text],
    )
    .await?;
    Ok(())
}

/// What is wanted of the deposit on a basket.
pub(crate) async fn get_plan(tx: &mut Tx, basket_id: BasketId) -> Outcome<Plan> {
    let mut row = tx
        .query_one(
            "SELECT plan FROM deposit_plan WHERE basket_id = $1",
            params![basket_id],
        )
        .await?;
    serde_json::from_str(&row.read::<String>()?).map_err(Failure::internal)
}

/// A deposit to be written.
pub(crate) struct NewDeposit<'a> {
    pub deposit_id: Uuid,
    pub store_no: &'a StoreNo,
    pub deposit_no: i64,
    pub document_no: &'a str,
    pub basket_id: BasketId,
    pub customer_id: CustomerId,
    pub customer_name: &'a str,
    pub salesperson_id: &'a StaffId,
    pub plan: &'a Plan,
    pub total: Money,
    pub fixed: &'a str,
    pub search_text: &'a str,
    pub opened_on: Date,
    pub opened_at: Timestamp,
}

/// Writes a deposit on which nothing is held yet.
pub(crate) async fn insert(tx: &mut Tx, new: &NewDeposit<'_>) -> Outcome<()> {
    tx.execute_one(
        "INSERT INTO deposit (deposit_id, store_no, deposit_no, document_no, basket_id, \
         customer_id, customer_name, salesperson_id, currency_code, kind, state, total, \
         remaining, held, fixed, expires_on, search_text, opened_on, opened_at, version) \
         VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, 'OPEN', $11, $11, 0, $12, $13, $14, \
         $15, $16, 0)",
        params![
            new.deposit_id,
            new.store_no,
            new.deposit_no,
            new.document_no,
            new.basket_id,
            new.customer_id,
            new.customer_name,
            new.salesperson_id,
            new.total.currency.code(),
            new.plan.kind.name(),
            new.total.minor,
            new.fixed,
            new.plan.expires_on,
            new.search_text,
            new.opened_on,
            new.opened_at
        ],
    )
    .await?;
    Ok(())
}

/// Changes what all pieces of a deposit cost, at the prices that hold from now on.
pub(crate) async fn set_total(tx: &mut Tx, deposit_id: Uuid, total: i64) -> Outcome<()> {
    tx.execute_one(
        "UPDATE deposit SET total = $2 WHERE deposit_id = $1",
        params![deposit_id, total],
    )
    .await?;
    Ok(())
}

/// What changes of a deposit.
pub(crate) struct Change<'a> {
    pub state: DepositState,
    pub worth: Worth,
    pub expires_on: Date,
    pub fixed: &'a str,
}

/// Saves what became of a deposit.
///
/// # Errors
/// A fault when somebody else changed it meanwhile: the command is tried again by the database, or by
/// the client.
pub(crate) async fn save(tx: &mut Tx, seen: &Deposit, change: &Change<'_>) -> Outcome<()> {
    tx.execute_one(
        "UPDATE deposit SET state = $3, remaining = $4, held = $5, expires_on = $6, fixed = $7, \
         version = version + 1 WHERE deposit_id = $1 AND version = $2",
        params![
            seen.deposit_id,
            seen.version,
            change.state.name(),
            change.worth.remaining,
            change.worth.held,
            change.expires_on,
            change.fixed
        ],
    )
    .await?;
    Ok(())
}

/// Whether a payment on a deposit, or of its pieces, is under way at some till.
pub(crate) async fn is_being_paid(tx: &mut Tx, deposit_id: Uuid) -> Outcome<bool> {
    let row = tx
        .query_opt(
            // The first condition names the partial index, the second one what is wanted.
            "SELECT basket_id FROM basket WHERE state IN ('OPEN', 'PAYING') AND state = 'PAYING' \
             AND deposit_id = $1 LIMIT 1",
            params![deposit_id],
        )
        .await?;
    Ok(row.is_some())
}
