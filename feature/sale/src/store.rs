//! The tables of this feature.

mod approval;
mod discount;
mod gift;
mod kept;
mod line;
mod order;
pub(crate) mod reason;
mod salesperson;
mod shown;
mod temporary_data;
mod tender;
mod waiting;

use jiff::civil::Date;
use jiff::{SignedDuration, Timestamp};
use kernel::id::{BasketId, CustomerId, StaffId, StoreNo, TerminalNo};
use shell::db::{Row, Tx, params};
use shell::{Failure, Outcome};
use uuid::Uuid;

pub(crate) use approval::*;
pub(crate) use discount::*;
pub(crate) use gift::*;
pub(crate) use kept::*;
pub(crate) use line::*;
pub use line::{StoredLine, get_line, list_lines};
pub(crate) use order::*;
pub use salesperson::last_salesperson;
pub(crate) use salesperson::*;
pub(crate) use shown::*;
pub(crate) use temporary_data::*;
pub(crate) use tender::*;
pub use waiting::WAITING_IN_STORE;
pub(crate) use waiting::*;

use crate::rule::basket::BasketState;
use crate::rule::discount::Manual;
use crate::rule::kind::{BasketKind, Operation};
use crate::rule::purpose::Purpose;
use crate::{LOCKED_BY_PAYMENT, Till};

/// How long a basket keeps its pieces without a sign of life from its till (appendix A).
pub const LEASE: SignedDuration = SignedDuration::from_mins(30);

/// A basket, as it is stored.
#[derive(Clone, Debug)]
pub struct Basket {
    /// Its id.
    pub basket_id: BasketId,
    /// The number that people see.
    pub basket_no: i64,
    /// Its store.
    pub store_no: StoreNo,
    /// Its till.
    pub terminal_no: TerminalNo,
    /// Where it stands.
    pub state: BasketState,
    /// Counts its changes.
    pub version: i64,
    /// Who sells.
    pub salesperson_id: Option<StaffId>,
    /// Who buys.
    pub customer_id: Option<CustomerId>,
    /// A note for the receipt.
    pub note: String,
    /// Until when its pieces are reserved.
    pub lease_until: Timestamp,
    /// What is to pay, once payment has started.
    pub due: Option<i64>,
    /// Who started payment.
    pub cashier_id: Option<StaffId>,
    /// The flight of the customer; blank when none is entered.
    pub flight_no: String,
    /// The business date of the prices that staff saw last; none before the first piece.
    pub priced_on: Option<Date>,
    /// What it comes to, fixed when payment started, as JSON.
    pub fixed: Option<String>,
    /// Whether a change took the chosen gift away, and staff have not been told yet.
    pub is_gift_removed: bool,
    /// What it is for.
    pub kind: BasketKind,
    /// What its payment is for.
    pub purpose: Purpose,
    /// The deposit that its payment is about.
    pub deposit_id: Option<Uuid>,
    /// Whether several people sell, or somebody else sells a line.
    pub is_shared: bool,
    /// The discount that staff gave on it.
    pub manual: Option<Manual>,
}

impl Basket {
    /// Passes what may be done with a basket of its kind.
    ///
    /// # Errors
    /// Why it may not.
    pub fn allow(&self, operation: Operation) -> Outcome<()> {
        match self.kind.refusal(operation) {
            None => Ok(()),
            Some(refusal) => Err(refusal.into()),
        }
    }
}

const BASKET_COLUMNS: &str = "b.basket_id, b.basket_no, b.store_no, b.terminal_no, b.state, \
     b.version, b.salesperson_id, b.customer_id, b.note, b.lease_until, b.due, b.cashier_id, \
     b.flight_no, b.priced_on, b.fixed, b.gift_removed, b.kind, b.purpose, b.deposit_id, \
     EXISTS (SELECT 1 FROM basket_salesperson n WHERE n.basket_id = b.basket_id), \
     d.kind, d.value, d.basis, d.reason_code, d.given_by, d.approved_by, d.granted";
const BASKET_TABLES: &str = "basket b LEFT JOIN manual_discount d \
     ON d.basket_id = b.basket_id AND d.line_id IS NULL";

fn read_basket(mut row: Row) -> Outcome<Basket> {
    Ok(Basket {
        basket_id: row.read()?,
        basket_no: row.read()?,
        store_no: row.read()?,
        terminal_no: row.read()?,
        state: {
            let name: String = row.read()?;
            BasketState::parse(&name)
                .ok_or_else(|| Failure::internal(format!("no basket state {name}")))?
        },
        version: row.read()?,
        salesperson_id: row.read()?,
        customer_id: row.read()?,
        note: row.read()?,
        lease_until: row.read()?,
        due: row.read()?,
        cashier_id: row.read()?,
        flight_no: row.read::<Option<String>>()?.unwrap_or_default(),
        priced_on: row.read()?,
        fixed: row.read()?,
        is_gift_removed: row.read()?,
        kind: {
            let name: String = row.read()?;
            BasketKind::parse(&name)
                .ok_or_else(|| Failure::internal(format!("no kind of basket {name}")))?
        },
        purpose: {
            let name: String = row.read()?;
            Purpose::parse(&name)
                .ok_or_else(|| Failure::internal(format!("no purpose of a basket {name}")))?
        },
        deposit_id: row.read()?,
        is_shared: row.read()?,
        manual: read_manual(&mut row)?,
    })
}

/// The basket at work on a till: open or being paid.
///
/// # Errors
/// The database's failure.
pub async fn find_basket(tx: &mut Tx, terminal_no: &TerminalNo) -> Outcome<Option<Basket>> {
    let sql = format!(
        "SELECT {BASKET_COLUMNS} FROM {BASKET_TABLES} \
         WHERE b.terminal_no = $1 AND b.state IN ('OPEN', 'PAYING')"
    );
    tx.query_opt(&sql, params![terminal_no])
        .await?
        .map(read_basket)
        .transpose()
}

/// The basket that was left behind at a till.
///
/// # Errors
/// The database's failure.
pub async fn find_left_behind(tx: &mut Tx, terminal_no: &TerminalNo) -> Outcome<Option<Basket>> {
    let sql = format!(
        "SELECT {BASKET_COLUMNS} FROM {BASKET_TABLES} \
         WHERE b.terminal_no = $1 AND b.state = 'TEMPORARY' AND b.parked_at IS NULL"
    );
    tx.query_opt(&sql, params![terminal_no])
        .await?
        .map(read_basket)
        .transpose()
}

/// A basket by its id.
///
/// # Errors
/// When there is none.
pub async fn get_basket(tx: &mut Tx, basket_id: BasketId) -> Outcome<Basket> {
    let sql = format!("SELECT {BASKET_COLUMNS} FROM {BASKET_TABLES} WHERE b.basket_id = $1");
    read_basket(tx.query_one(&sql, params![basket_id]).await?)
}

/// The open basket of a till, begun now when there is none. Whoever sold last in this session is
/// its salesperson until another is chosen.
///
/// # Errors
/// [`LOCKED_BY_PAYMENT`] when the basket is being paid.
pub async fn open_basket(tx: &mut Tx, till: &Till) -> Outcome<Basket> {
    match find_basket(tx, &till.terminal_no).await? {
        Some(basket) if basket.state == BasketState::Open => Ok(basket),
        Some(_) => Err((&LOCKED_BY_PAYMENT).into()),
        None => begin_basket(tx, till).await,
    }
}

async fn begin_basket(tx: &mut Tx, till: &Till) -> Outcome<Basket> {
    let basket_id = BasketId(Uuid::now_v7());
    let basket_no = tx.next_number(&till.store_no.0, "basket").await?;
    let salesperson_id = last_salesperson(tx, till).await?;
    tx.execute_one(
        "INSERT INTO basket (basket_id, store_no, terminal_no, basket_no, state, version, \
         salesperson_id, note, opened_by, opened_at, lease_until) \
         VALUES ($1, $2, $3, $4, 'OPEN', 0, $5, '', $6, $7, $8)",
        params![
            basket_id,
            &till.store_no,
            &till.terminal_no,
            basket_no,
            salesperson_id.as_ref(),
            &till.staff_id,
            till.now,
            till.now + LEASE
        ],
    )
    .await?;
    Ok(Basket {
        basket_id,
        basket_no,
        store_no: till.store_no.clone(),
        terminal_no: till.terminal_no.clone(),
        state: BasketState::Open,
        version: 0,
        salesperson_id,
        customer_id: None,
        note: String::new(),
        lease_until: till.now + LEASE,
        due: None,
        cashier_id: None,
        flight_no: String::new(),
        priced_on: None,
        fixed: None,
        is_gift_removed: false,
        kind: BasketKind::Sale,
        purpose: Purpose::Goods,
        deposit_id: None,
        is_shared: false,
        manual: None,
    })
}

/// Writes the basket of a gift without money. It never is at work on its till.
pub(crate) async fn insert_gift_basket(tx: &mut Tx, basket: &Basket, till: &Till) -> Outcome<()> {
    tx.execute_one(
        "INSERT INTO basket (basket_id, store_no, terminal_no, basket_no, state, version, \
         salesperson_id, customer_id, note, opened_by, opened_at, lease_until, kind) \
         VALUES ($1, $2, $3, $4, $5, 0, $6, $7, '', $8, $9, $9, $10)",
        params![
            basket.basket_id,
            &basket.store_no,
            &basket.terminal_no,
            basket.basket_no,
            basket.state.name(),
            basket.salesperson_id.as_ref(),
            basket.customer_id,
            &till.staff_id,
            till.now,
            basket.kind.name()
        ],
    )
    .await?;
    Ok(())
}

/// Notes a change: counts it, and keeps the pieces for another while.
///
/// # Errors
/// The database's failure.
pub async fn touch(tx: &mut Tx, basket_id: BasketId, now: Timestamp) -> Outcome<()> {
    tx.execute_one(
        "UPDATE basket SET version = version + 1, lease_until = $2 WHERE basket_id = $1",
        params![basket_id, now + LEASE],
    )
    .await?;
    Ok(())
}

/// Staff saw the prices of a business date.
pub(crate) async fn set_priced_on(tx: &mut Tx, basket_id: BasketId, on: Date) -> Outcome<()> {
    tx.execute_one(
        "UPDATE basket SET priced_on = $2 WHERE basket_id = $1",
        params![basket_id, on],
    )
    .await?;
    Ok(())
}

/// Whether staff have to be told that a change took the gift away.
pub(crate) async fn set_gift_removed(
    tx: &mut Tx,
    basket_id: BasketId,
    is_removed: bool,
) -> Outcome<()> {
    tx.execute_one(
        "UPDATE basket SET gift_removed = $2 WHERE basket_id = $1",
        params![basket_id, is_removed],
    )
    .await?;
    Ok(())
}

pub(crate) async fn set_flight(tx: &mut Tx, basket_id: BasketId, flight_no: &str) -> Outcome<()> {
    tx.execute_one(
        "UPDATE basket SET flight_no = $2 WHERE basket_id = $1",
        params![basket_id, flight_no],
    )
    .await?;
    Ok(())
}

/// Counts a change that somebody else made: it is no sign of life from the basket's till.
///
/// # Errors
/// The database's failure.
pub(crate) async fn count_change(tx: &mut Tx, basket_id: BasketId) -> Outcome<()> {
    tx.execute_one(
        "UPDATE basket SET version = version + 1 WHERE basket_id = $1",
        params![basket_id],
    )
    .await?;
    Ok(())
}

/// Brings a basket from one state to another; refused by the rules before it is by the database. One that is
/// given up holds its certificates no longer: nobody comes back to it, and its pieces are sold elsewhere.
///
/// # Errors
/// A fault when the rules do not allow it or somebody else moved it meanwhile.
pub async fn set_state(
    tx: &mut Tx,
    basket_id: BasketId,
    from: BasketState,
    to: BasketState,
) -> Outcome<()> {
    if !from.may_become(to) {
        return Err(Failure::internal(format!(
            "a basket cannot go from {from:?} to {to:?}"
        )));
    }
    tx.execute_one(
        "UPDATE basket SET state = $3, version = version + 1, fixed = NULL \
         WHERE basket_id = $1 AND state = $2",
        params![basket_id, from.name(), to.name()],
    )
    .await?;
    if to == BasketState::Emptied {
        tx.execute(
            "DELETE FROM basket_certificate WHERE basket_id = $1",
            params![basket_id],
        )
        .await?;
    }
    Ok(())
}

/// How many card payments were tried for a basket.
pub(crate) async fn count_attempts(tx: &mut Tx, basket_id: BasketId) -> Outcome<i64> {
    let mut row = tx
        .query_one(
            "SELECT COUNT(*) FROM payment_attempt WHERE basket_id = $1",
            params![basket_id],
        )
        .await?;
    Ok(row.read()?)
}

pub(crate) async fn fix_due(
    tx: &mut Tx,
    basket_id: BasketId,
    due: Option<i64>,
    cashier: Option<&StaffId>,
) -> Outcome<()> {
    tx.execute_one(
        "UPDATE basket SET due = $2, cashier_id = $3, fixed = NULL WHERE basket_id = $1",
        params![basket_id, due, cashier],
    )
    .await?;
    Ok(())
}

pub(crate) async fn set_customer(
    tx: &mut Tx,
    basket_id: BasketId,
    customer_id: Option<CustomerId>,
) -> Outcome<()> {
    tx.execute_one(
        "UPDATE basket SET customer_id = $2 WHERE basket_id = $1",
        params![basket_id, customer_id],
    )
    .await?;
    Ok(())
}

pub(crate) async fn set_note(tx: &mut Tx, basket_id: BasketId, note: &str) -> Outcome<()> {
    tx.execute_one(
        "UPDATE basket SET note = $2 WHERE basket_id = $1",
        params![basket_id, note],
    )
    .await?;
    Ok(())
}

/// Fixes what is due and how it comes about, by whom it is taken, and locks the open basket for its payment.
///
/// # Errors
/// A fault when somebody else moved the basket meanwhile.
pub(crate) async fn start_paying(
    tx: &mut Tx,
    basket_id: BasketId,
    (due, fixed): (i64, &str),
    till: &Till,
) -> Outcome<()> {
    tx.execute_one(
        "UPDATE basket SET state = 'PAYING', version = version + 1, due = $2, cashier_id = $3, \
         lease_until = $4, fixed = $5 WHERE basket_id = $1 AND state = 'OPEN'",
        params![basket_id, due, &till.staff_id, till.now + LEASE, fixed],
    )
    .await?;
    Ok(())
}

/// What a customer is called.
pub(crate) async fn customer_name(tx: &mut Tx, customer_id: CustomerId) -> Outcome<Option<String>> {
    let customer = crm::find_customer(tx, customer_id).await?;
    Ok(customer.map(|customer| customer.name))
}

/// Open baskets whose till has not shown a sign of life in time.
pub(crate) async fn list_expired(tx: &mut Tx, now: Timestamp) -> Outcome<Vec<BasketId>> {
    let rows = tx
        .query(
            // The first condition names the partial index, the second one what is wanted.
            "SELECT basket_id FROM basket WHERE state IN ('OPEN', 'PAYING') AND state = 'OPEN' \
             AND lease_until < $1 ORDER BY lease_until LIMIT 200",
            params![now],
        )
        .await?;
    Ok(rows
        .into_iter()
        .map(|mut row| row.read())
        .collect::<Result<_, _>>()?)
}

pub(crate) async fn extend_lease(
    tx: &mut Tx,
    terminal_no: &TerminalNo,
    until: Timestamp,
) -> Outcome<()> {
    tx.execute(
        "UPDATE basket SET lease_until = $2 \
         WHERE terminal_no = $1 AND state IN ('OPEN', 'PAYING')",
        params![terminal_no, until],
    )
    .await?;
    Ok(())
}
