//! What happened to deposits, as the client has it on paper.

use jiff::Timestamp;
use jiff::civil::Date;
use kernel::id::{LineId, OrderId, StaffId, StoreNo, TerminalNo};
use shell::db::{Row, Tx, params};
use shell::{Failure, Outcome};
use uuid::Uuid;

use crate::rule::state::Worth;
use crate::rule::step::Step;

/// A piece that a step was about, and what it cost then, in minor units.
pub(crate) type StepLine = (LineId, i64);

/// A step to be written.
pub(crate) struct NewStep<'a> {
    pub step_id: Uuid,
    pub deposit_id: Uuid,
    pub step: Step,
    pub paper_no: &'a str,
    /// What came in, went back or to an order, or by how much the price changed.
    pub amount: i64,
    /// What the deposit is worth after it.
    pub worth: Worth,
    pub expires_on: Date,
    pub order_id: Option<OrderId>,
    pub lines: &'a [StepLine],
    pub terminal_no: &'a TerminalNo,
    pub staff_id: &'a StaffId,
    pub made_at: Timestamp,
    /// Where the journal states it: chain and number.
    pub journal: Option<(String, i64)>,
}

/// Writes a step down.
pub(crate) async fn insert_step(tx: &mut Tx, new: &NewStep<'_>) -> Outcome<()> {
    let lines = serde_json::to_string(new.lines).map_err(Failure::internal)?;
    let (chain, seq) = new.journal.clone().unzip();
    tx.execute_one(
        "INSERT INTO deposit_step (step_id, deposit_id, step, paper_no, amount, held, balance, \
         expires_on, order_id, lines, terminal_no, staff_id, made_at, journal_chain, journal_seq) \
         VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15)",
        params![
            new.step_id,
            new.deposit_id,
            new.step.name(),
            new.paper_no,
            new.amount,
            new.worth.held,
            new.worth.balance(),
            new.expires_on,
            new.order_id,
            lines,
            new.terminal_no,
            new.staff_id,
            new.made_at,
            chain,
            seq
        ],
    )
    .await?;
    Ok(())
}

/// A step, as it is stored.
#[derive(Clone, Debug)]
pub(crate) struct StoredStep {
    pub step_id: Uuid,
    pub step: Step,
    pub paper_no: String,
    pub amount: i64,
    pub held: i64,
    pub balance: i64,
    pub expires_on: Date,
    /// The number on the receipt of the order with which pieces were handed over.
    pub receipt_no: Option<String>,
    /// None of steps from before: all pieces of the deposit.
    pub lines: Option<Vec<StepLine>>,
    pub terminal_no: String,
    pub staff_name: String,
    pub made_at: Timestamp,
    /// Where the journal states it, and the hash of that entry.
    pub journal: Option<(String, i64, Vec<u8>)>,
    /// How often its paper was printed.
    pub prints: i64,
}

const COLUMNS: &str = "SELECT s.step_id, s.step, s.paper_no, s.amount, s.held, s.balance, \
     s.expires_on, o.receipt_no, s.lines, s.terminal_no, p.first_name || ' ' || p.last_name, \
     s.made_at, s.journal_chain, s.journal_seq, e.hash, \
     (SELECT COUNT(*) FROM deposit_print n WHERE n.step_id = s.step_id) FROM deposit_step s \
     JOIN salesperson p ON p.staff_id = s.staff_id \
     LEFT JOIN sales_order o ON o.order_id = s.order_id \
     LEFT JOIN journal_entry e ON e.chain_id = s.journal_chain AND e.seq = s.journal_seq";

fn read(mut row: Row) -> Outcome<StoredStep> {
    let step_id = row.read()?;
    let name: String = row.read()?;
    let step = Step::parse(&name)
        .ok_or_else(|| Failure::internal(format!("no step of a deposit {name}")))?;
    let (paper_no, amount, held, balance) = (row.read()?, row.read()?, row.read()?, row.read()?);
    let (expires_on, receipt_no) = (row.read()?, row.read()?);
    let lines: Option<String> = row.read()?;
    let lines = lines.map(|text| serde_json::from_str(&text)).transpose();
    let (terminal_no, staff_name, made_at) = (row.read()?, row.read()?, row.read()?);
    let (chain, seq): (Option<String>, Option<i64>) = (row.read()?, row.read()?);
    let hash: Option<Vec<u8>> = row.read()?;
    Ok(StoredStep {
        step_id,
        step,
        paper_no,
        amount,
        held,
        balance,
        expires_on,
        receipt_no,
        lines: lines.map_err(Failure::internal)?,
        terminal_no,
        staff_name,
        made_at,
        journal: chain
            .zip(seq)
            .zip(hash)
            .map(|((chain, seq), hash)| (chain, seq, hash)),
        prints: row.read()?,
    })
}

/// The steps of a deposit, in their order.
pub(crate) async fn list_steps(tx: &mut Tx, deposit_id: Uuid) -> Outcome<Vec<StoredStep>> {
    let sql = format!("{COLUMNS} WHERE s.deposit_id = $1 ORDER BY s.made_at, s.step_id");
    let rows = tx.query(&sql, params![deposit_id]).await?;
    rows.into_iter().map(read).collect()
}

/// A step of a deposit.
pub(crate) async fn find_step(
    tx: &mut Tx,
    deposit_id: Uuid,
    step_id: Uuid,
) -> Outcome<Option<StoredStep>> {
    let sql = format!("{COLUMNS} WHERE s.step_id = $1 AND s.deposit_id = $2");
    let row = tx.query_opt(&sql, params![step_id, deposit_id]).await?;
    row.map(read).transpose()
}

/// Of which deposit of which store a step is.
pub(crate) async fn find_place(tx: &mut Tx, step_id: Uuid) -> Outcome<Option<(StoreNo, Uuid)>> {
    let row = tx
        .query_opt(
            "SELECT d.store_no, d.deposit_id FROM deposit_step s \
             JOIN deposit d ON d.deposit_id = s.deposit_id WHERE s.step_id = $1",
            params![step_id],
        )
        .await?;
    row.map(|mut row| Ok((row.read()?, row.read()?)))
        .transpose()
}

/// How many steps a deposit has.
pub(crate) async fn count_steps(tx: &mut Tx, deposit_id: Uuid) -> Outcome<i64> {
    let mut row = tx
        .query_one(
            "SELECT COUNT(*) FROM deposit_step WHERE deposit_id = $1",
            params![deposit_id],
        )
        .await?;
    Ok(row.read()?)
}

/// Where the journal states an order.
pub(crate) async fn journal_place_of(
    tx: &mut Tx,
    order_id: OrderId,
) -> Outcome<Option<(String, i64)>> {
    let row = tx
        .query_opt(
            "SELECT journal_chain, journal_seq FROM sales_order WHERE order_id = $1",
            params![order_id],
        )
        .await?;
    let Some(mut row) = row else { return Ok(None) };
    let (chain, seq): (Option<String>, Option<i64>) = (row.read()?, row.read()?);
    Ok(chain.zip(seq))
}

/// The last day before a moved one.
pub(crate) async fn find_previous_day(tx: &mut Tx, extension_id: Uuid) -> Outcome<Option<Date>> {
    let row = tx
        .query_opt(
            "SELECT from_date FROM deposit_extension WHERE extension_id = $1",
            params![extension_id],
        )
        .await?;
    Ok(row.map(|mut row| row.read()).transpose()?)
}

/// A print of the paper of a step.
pub(crate) struct Print {
    pub step_id: Uuid,
    /// 1 for the original.
    pub print_no: i64,
    pub target: String,
}

/// The print that an id names.
pub(crate) async fn find_print(tx: &mut Tx, print_id: Uuid) -> Outcome<Option<Print>> {
    let row = tx
        .query_opt(
            "SELECT step_id, print_no, target FROM deposit_print WHERE print_id = $1",
            params![print_id],
        )
        .await?;
    row.map(|mut row| {
        Ok(Print {
            step_id: row.read()?,
            print_no: row.read()?,
            target: row.read()?,
        })
    })
    .transpose()
}

/// Writes a print down.
pub(crate) async fn insert_print(
    tx: &mut Tx,
    print_id: Uuid,
    print: &Print,
    (staff_id, now): (&StaffId, Timestamp),
) -> Outcome<()> {
    tx.execute_one(
        "INSERT INTO deposit_print (print_id, step_id, print_no, target, printed_by, printed_at) \
         VALUES ($1, $2, $3, $4, $5, $6)",
        params![
            print_id,
            print.step_id,
            print.print_no,
            &print.target,
            staff_id,
            now
        ],
    )
    .await?;
    Ok(())
}
