//! Payments and terminals that may explain a difference of a statement.

use shell::Outcome;
use shell::db::{Row, Tx, params};
use uuid::Uuid;

use super::{Statement, TerminalPeriod};
use crate::rule::cause::{Entry, Suspect};

/// The most payments that may explain a difference.
const SUSPECTS_MAX: i64 = 50;

/// What was booked for the attempts in a statement, gift cards and refunds among the orders: of orders, and
/// of payments on deposits and what went back of them.
const BOOKED: &str = "(SELECT t.attempt_id, t.tender_code, t.tendered - t.change_given AS amount, \
     o.receipt_no, CAST(NULL AS UUID) AS deposit_id FROM statement_order s \
     JOIN sales_order o ON o.order_id = s.order_id \
     JOIN sales_order_tender t ON t.order_id = s.order_id WHERE s.statement_no = $1 \
     UNION ALL SELECT t.attempt_id, t.tender_code, t.tendered - t.change_given, l.receipt_no, \
     l.deposit_id FROM statement_deposit_entry s JOIN deposit_ledger l ON l.entry_id = s.entry_id \
     JOIN deposit_tender t ON t.entry_id = s.entry_id WHERE s.statement_no = $1) b";

/// Payments in a statement about which somebody decided by hand.
pub(crate) async fn decided_payments(tx: &mut Tx, statement: &Statement) -> Outcome<Vec<Suspect>> {
    let sql = format!(
        "SELECT b.tender_code, b.amount, b.receipt_no, b.deposit_id FROM {BOOKED} \
         JOIN payment_attempt a ON a.attempt_id = b.attempt_id \
         WHERE a.decided_by IS NOT NULL ORDER BY b.receipt_no LIMIT $2"
    );
    let rows = tx
        .query(&sql, params![&statement.statement_no, SUSPECTS_MAX])
        .await?;
    rows.into_iter().map(read_suspect).collect()
}

/// Payments of a tender in a statement that are worth an amount: more than one tell that nobody knows which.
pub(crate) async fn payments_worth(
    tx: &mut Tx,
    statement: &Statement,
    (tender_code, amount): (&str, i64),
) -> Outcome<Vec<Suspect>> {
    let sql = format!(
        "SELECT b.tender_code, b.amount, b.receipt_no, b.deposit_id FROM {BOOKED} \
         WHERE b.tender_code = $2 AND b.amount = $3 ORDER BY b.receipt_no LIMIT 2"
    );
    let values = params![&statement.statement_no, tender_code, amount];
    let rows = tx.query(&sql, values).await?;
    rows.into_iter().map(read_suspect).collect()
}

/// By how much what is booked differs from what card terminals told. Where one payment in the period of a
/// terminal is worth it, it is named, else the terminal is.
pub(crate) async fn unmatched_terminals(
    tx: &mut Tx,
    statement: &Statement,
    periods: &[TerminalPeriod],
) -> Outcome<Vec<Suspect>> {
    if !periods.iter().any(TerminalPeriod::is_unmatched) {
        return Ok(Vec::new());
    }
    let worth = payments_worth_it(tx, statement).await?;
    let mut suspects = Vec::new();
    for period in periods {
        for tender in period.tenders.iter().filter(|it| !it.is_matched()) {
            let mut found = worth.iter().filter(|(period_id, tender_code, _)| {
                *period_id == period.period_id && *tender_code == tender.tender_code
            });
            let payment = match (found.next(), found.next()) {
                (Some((_, _, entry)), None) => Some(entry.clone()),
                _ => None,
            };
            suspects.push(Suspect {
                tender_code: tender.tender_code.clone(),
                amount: tender.booked - tender.told.0,
                entry: payment.unwrap_or_default().at(&period.terminal_no),
            });
        }
    }
    Ok(suspects)
}

/// The payments in a statement that are worth what a terminal and the books differ by: period, tender, and
/// what names the payment.
async fn payments_worth_it(
    tx: &mut Tx,
    statement: &Statement,
) -> Outcome<Vec<(Uuid, String, Entry)>> {
    let sql = format!(
        "SELECT p.period_id, b.tender_code, b.receipt_no, b.deposit_id FROM {BOOKED} \
         JOIN terminal_period_attempt p ON p.attempt_id = b.attempt_id \
         JOIN terminal_period_tender u ON u.period_id = p.period_id \
         AND u.tender_code = b.tender_code AND u.booked_amount - u.told_amount = b.amount \
         ORDER BY b.receipt_no LIMIT $2"
    );
    let rows = tx
        .query(&sql, params![&statement.statement_no, SUSPECTS_MAX])
        .await?;
    rows.into_iter()
        .map(|mut row| Ok((row.read()?, row.read()?, read_entry(&mut row)?)))
        .collect()
}

fn read_suspect(mut row: Row) -> Outcome<Suspect> {
    Ok(Suspect {
        tender_code: row.read()?,
        amount: row.read()?,
        entry: read_entry(&mut row)?,
    })
}

fn read_entry(row: &mut Row) -> Outcome<Entry> {
    Ok(Entry {
        receipt_no: row.read()?,
        deposit_id: row.read()?,
        terminal_no: None,
    })
}
