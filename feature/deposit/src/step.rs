//! Writing down what happened to a deposit, so that its paper says the same whenever it is printed.

use jiff::Timestamp;
use kernel::id::{OrderId, StaffId, TerminalNo};
use sale::Till;
use shell::Outcome;
use shell::db::Tx;
use uuid::Uuid;

use crate::rule::step::{Step, paper_no};
use crate::store::{self, Change, Deposit, NewStep, StepLine, StoredLine};

/// A step that moved no money at a till, right after it was saved and told to the journal.
pub(crate) struct Taken {
    pub step_id: Uuid,
    pub step: Step,
    pub amount: i64,
    /// Where the journal states it.
    pub stated: Option<(String, i64)>,
}

impl Taken {
    pub(crate) async fn write_down(
        self,
        tx: &mut Tx,
        deposit: &Deposit,
        change: &Change<'_>,
        till: &Till,
    ) -> Outcome<()> {
        let lines = waiting(tx, deposit.deposit_id).await?;
        let number = next_paper_no(tx, deposit).await?;
        let new = NewStep {
            step_id: self.step_id,
            deposit_id: deposit.deposit_id,
            step: self.step,
            paper_no: &number,
            amount: self.amount,
            worth: change.worth,
            expires_on: change.expires_on,
            order_id: None,
            lines: &lines,
            terminal_no: &till.terminal_no,
            staff_id: &till.staff_id,
            made_at: till.now,
            journal: self.stated,
        };
        store::insert_step(tx, &new).await
    }
}

/// Pieces that were handed over, where and when.
pub(crate) struct HandedOver<'a> {
    pub order_id: OrderId,
    pub lines: Vec<StepLine>,
    /// What of the deposit paid them, in minor units.
    pub applied: i64,
    pub terminal_no: &'a TerminalNo,
    pub staff_id: &'a StaffId,
    pub now: Timestamp,
}

impl HandedOver<'_> {
    pub(crate) async fn write_down(
        self,
        tx: &mut Tx,
        deposit: &Deposit,
        change: &Change<'_>,
    ) -> Outcome<()> {
        let number = next_paper_no(tx, deposit).await?;
        let new = NewStep {
            step_id: Uuid::now_v7(),
            deposit_id: deposit.deposit_id,
            step: Step::Settled,
            paper_no: &number,
            amount: -self.applied,
            worth: change.worth,
            expires_on: change.expires_on,
            order_id: Some(self.order_id),
            lines: &self.lines,
            terminal_no: self.terminal_no,
            staff_id: self.staff_id,
            made_at: self.now,
            journal: store::journal_place_of(tx, self.order_id).await?,
        };
        store::insert_step(tx, &new).await
    }
}

async fn next_paper_no(tx: &mut Tx, deposit: &Deposit) -> Outcome<String> {
    let before = store::count_steps(tx, deposit.deposit_id).await?;
    Ok(paper_no(&deposit.document_no, before))
}

/// The pieces of a deposit that were not handed over, at their prices.
pub(crate) async fn waiting(tx: &mut Tx, deposit_id: Uuid) -> Outcome<Vec<StepLine>> {
    let lines = store::list_lines(tx, deposit_id).await?;
    let left = lines.iter().filter(|line| line.order_id.is_none());
    Ok(left.map(priced).collect())
}

/// A piece with what it costs.
pub(crate) const fn priced(line: &StoredLine) -> StepLine {
    (line.line_id, line.net)
}
