//! Closes a day of the past as its shop closed it, for a demonstration: calculated, counted and posted by
//! the same commands.

use std::sync::Arc;

use jiff::Timestamp;
use journal::Signer;
use kernel::{Currency, Money};
use session::Actor;
use shell::Outcome;
use shell::db::{Tx, TxFuture};

use crate::calculate::{CalculateStatementRequest, gather};
use crate::count::{CountStatementRequest, CountedPieces, enter};
use crate::desk::Asked;
use crate::drawer::{Drawers, standing_drawers};
use crate::post::{PostStatementRequest, Work, begin, complete};
use crate::rule::count::denominations;
use crate::standing::{Counted, Part, Standing};
use crate::store::{self, Statement};

/// The end of a day of a store.
pub struct PastDay {
    /// Who closes it, where.
    pub actor: Actor,
    /// Signs the journal.
    pub signer: Arc<Signer>,
    /// Knows what the drawers had besides what they took.
    pub drawers: Arc<dyn Drawers>,
    /// When it is closed; the day is the business date of then.
    pub now: Timestamp,
    /// By how much the first drawer differs from what should lie in it, in minor units. Must be within
    /// what whoever closes may post.
    pub off: i64,
    /// What is said of it.
    pub reason: Option<String>,
    /// The number of the bag that goes to the bank, should anything lie above the float.
    pub bag_no: String,
}

/// Closes a day: everything is counted as it should be, but for what the first drawer is off.
///
/// # Errors
/// What keeps a shop from closing the day, or the database's failure.
pub fn close_past<'a>(tx: &'a mut Tx, day: &'a PastDay) -> TxFuture<'a, ()> {
    Box::pin(async move {
        let request = CalculateStatementRequest {
            transaction_date: None,
        };
        let statement = gather(tx, &day.asked(request)).await?;
        let statement_no = statement.statement_no.clone();
        for count in day.counts(tx, statement).await? {
            enter(tx, &day.asked((statement_no.clone(), count))).await?;
        }
        let request = PostStatementRequest {
            reason: day.reason.clone(),
            bag_no: Some(day.bag_no.clone()),
            approval_id: None,
        };
        begin(tx, &day.asked((statement_no.clone(), request))).await?;
        let work = Work {
            statement_no,
            signer: day.signer.clone(),
            drawers: day.drawers.clone(),
            now: day.now,
        };
        complete(tx, &work).await
    })
}

impl PastDay {
    fn asked<R>(&self, request: R) -> Asked<R> {
        Asked {
            actor: self.actor.clone(),
            signer: self.signer.clone(),
            drawers: self.drawers.clone(),
            now: self.now,
            request,
        }
    }

    /// What was counted of each tender that is.
    async fn counts(
        &self,
        tx: &mut Tx,
        statement: Statement,
    ) -> Outcome<Vec<CountStatementRequest>> {
        let drawers = standing_drawers(tx, &*self.drawers, &statement).await?;
        let standing = Standing::read(tx, statement).await?;
        let own = standing.statement.currency;
        let statement_no = standing.statement.statement_no.clone();
        let mut off = self.off;
        let mut counts = Vec::new();
        for tender in standing.tenders.iter().filter(|it| it.is_required()) {
            if !tender.is_cash() {
                let of = (statement_no.as_str(), tender.tender_code.as_str());
                let issued = store::issued_amount(tx, of).await?;
                counts.push(slips(tender, Money::new(tender.amount() + issued, own)));
                continue;
            }
            for part in &tender.parts {
                let currency = part.sum.foreign_currency.unwrap_or(own);
                let had = drawers
                    .iter()
                    .find(|it| it.terminal_no.0 == part.sum.terminal_no && it.currency == currency);
                let had = had.map(|it| it.drawer).unwrap_or_default();
                let taken = match part.sum.foreign_currency {
                    Some(_) => part.sum.foreign_amount,
                    None => part.sum.amount,
                };
                let float = had.opening_float - had.taken_before;
                let content = taken + float + had.added - had.removed + had.moved_since;
                counts.push(drawer(part, currency, content + std::mem::take(&mut off)));
            }
        }
        Ok(counts)
    }
}

/// All slips of a tender, which come to so much.
fn slips(tender: &Counted, amount: Money) -> CountStatementRequest {
    CountStatementRequest {
        tender_code: tender.tender_code.clone(),
        terminal_no: None,
        denominations: None,
        amount: Some(amount),
        slips: Some(tender.quantity()),
        reason: None,
    }
}

/// What lies in a drawer, in the fewest notes and coins.
fn drawer(part: &Part, currency: Currency, content: i64) -> CountStatementRequest {
    let mut left = content.max(0);
    let mut pieces = Vec::new();
    for denomination in denominations(currency) {
        if left >= *denomination {
            pieces.push(CountedPieces {
                denomination: *denomination,
                pieces: left / denomination,
            });
            left %= denomination;
        }
    }
    CountStatementRequest {
        tender_code: part.sum.tender_code.clone(),
        terminal_no: Some(part.sum.terminal_no.clone()),
        denominations: Some(pieces),
        amount: None,
        slips: None,
        reason: None,
    }
}
