//! Papers of deposits, as the public page that checks codes asks for them.

use order::checked::{CheckedPaper, CheckedPapers};
use order::rule::verification::Held;
use shell::Outcome;
use shell::db::{Tx, TxFuture};
use uuid::Uuid;

use super::{Told, found};
use crate::store;

/// The papers of deposits that anybody may check: what was paid, went back or changed, and nothing about a
/// person.
pub struct DepositPapers;

impl CheckedPapers for DepositPapers {
    fn find<'a>(&'a self, tx: &'a mut Tx, paper_id: Uuid) -> TxFuture<'a, Option<CheckedPaper>> {
        Box::pin(find(tx, paper_id))
    }
}

async fn find(tx: &mut Tx, step_id: Uuid) -> Outcome<Option<CheckedPaper>> {
    let Some((store_no, deposit_id)) = store::find_place(tx, step_id).await? else {
        return Ok(None);
    };
    let (deposit, step) = found(tx, &store_no, deposit_id, step_id).await?;
    let Some((.., hash)) = step.journal.clone() else {
        return Ok(None);
    };
    let shop = setting::get_store(tx, &store_no).await?;
    let date = shop.business_date(step.made_at);
    let told = Told::read(tx, deposit, step).await?;
    Ok(Some(CheckedPaper {
        held: Held::Deposit,
        entry_hash: hash,
        number: told.step.paper_no.clone(),
        date,
        store_no,
        pieces: told.lines.iter().map(|line| line.quantity).sum(),
        amount: told.total(),
    }))
}
