//! Totals of card terminals that do not agree with attempts or bookings.

use jiff::Timestamp;
use kernel::id::StoreNo;
use shell::Outcome;
use shell::db::{Tx, params};
use uuid::Uuid;

use super::TerminalTender;

/// The most totals that are told at once.
const TOTALS_MAX: i64 = 1_000;

/// A tender in the period of a card terminal that does not agree.
#[derive(Clone, Debug)]
pub(crate) struct UnmatchedTotal {
    pub period_id: Uuid,
    pub terminal_no: String,
    pub statement_no: String,
    pub asked_at: Timestamp,
    pub tender: TerminalTender,
}

/// The tenders in the periods of a store's card terminals that do not agree, the newest first.
pub(crate) async fn unmatched_totals(
    tx: &mut Tx,
    store_no: &StoreNo,
    (from, until): (Timestamp, Timestamp),
) -> Outcome<Vec<UnmatchedTotal>> {
    let rows = tx
        .query(
            "SELECT p.period_id, p.terminal_no, p.statement_no, p.asked_at, t.tender_code, \
             t.currency_code, t.told_amount, t.told_quantity, t.attempt_amount, \
             t.attempt_quantity, t.booked_amount FROM terminal_period p \
             JOIN terminal_period_tender t ON t.period_id = p.period_id \
             WHERE p.store_no = $1 AND p.asked_at >= $2 AND p.asked_at < $3 \
             AND (t.told_amount <> t.attempt_amount OR t.told_quantity <> t.attempt_quantity \
              OR t.attempt_amount <> t.booked_amount) \
             ORDER BY p.asked_at DESC, p.period_id, t.tender_code, t.currency_code LIMIT $4",
            params![store_no, from, until, TOTALS_MAX],
        )
        .await?;
    rows.into_iter()
        .map(|mut row| {
            Ok(UnmatchedTotal {
                period_id: row.read()?,
                terminal_no: row.read()?,
                statement_no: row.read()?,
                asked_at: row.read()?,
                tender: TerminalTender {
                    tender_code: row.read()?,
                    currency_code: row.read()?,
                    told: (row.read()?, row.read()?),
                    attempted: (row.read()?, row.read()?),
                    booked: row.read()?,
                },
            })
        })
        .collect()
}

/// Since when payments of a store belong to its next statement: when the one that is posted last was calculated;
/// none before the first.
pub(crate) async fn last_calculated(tx: &mut Tx, store_no: &StoreNo) -> Outcome<Option<Timestamp>> {
    let mut row = tx
        .query_one(
            "SELECT MAX(calculated_at) FROM statement WHERE store_no = $1 AND state = 'POSTED'",
            params![store_no],
        )
        .await?;
    Ok(row.read()?)
}
