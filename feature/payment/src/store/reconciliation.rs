//! What the acquirer reports, beside what is booked.

use std::collections::HashMap;

use jiff::Timestamp;
use kernel::id::{AttemptId, StaffId, StoreNo, TerminalNo};
use kernel::{Currency, Money};
use shell::Outcome;
use shell::db::{Row, Tx, params};
use uuid::Uuid;

use super::attempt::{read_captured, read_state};
use crate::rule::attempt::Captured;
use crate::rule::reconciliation::Account;

/// The most attempts that are compared at once.
const COMPARED_MAX: i64 = 10_000;

/// A report of an acquirer.
pub(crate) struct NewReport<'a> {
    pub report_id: Uuid,
    pub store_no: &'a StoreNo,
    pub from: Timestamp,
    pub until: Timestamp,
    pub imported_by: &'a StaffId,
    pub imported_at: Timestamp,
}

/// Keeps a report's head.
pub(crate) async fn insert_report(tx: &mut Tx, new: &NewReport<'_>) -> Outcome<()> {
    tx.execute_one(
        "INSERT INTO acquirer_report (report_id, store_no, from_at, until_at, imported_by, \
         imported_at) VALUES ($1, $2, $3, $4, $5, $6)",
        params![
            new.report_id,
            new.store_no,
            new.from,
            new.until,
            new.imported_by,
            new.imported_at
        ],
    )
    .await?;
    Ok(())
}

/// A line of a report.
pub(crate) struct NewEntry<'a> {
    pub store_no: &'a StoreNo,
    pub report_id: Uuid,
    pub reference: &'a str,
    /// Of a reversal: what it gives back.
    pub original: Option<&'a str>,
    pub attempt_id: Option<AttemptId>,
    pub minor: i64,
    pub currency: &'a str,
    pub occurred_at: Timestamp,
}

/// Keeps a line; false when an earlier report had it.
pub(crate) async fn insert_entry(tx: &mut Tx, new: &NewEntry<'_>) -> Outcome<bool> {
    let kind = if new.original.is_some() {
        "REVERSAL"
    } else {
        "CAPTURE"
    };
    let added = tx
        .execute(
            "INSERT INTO acquirer_entry (store_no, reference, report_id, kind, original, \
             attempt_id, amount, currency_code, occurred_at) \
             VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9) \
             ON CONFLICT (store_no, reference) DO NOTHING",
            params![
                new.store_no,
                new.reference,
                new.report_id,
                kind,
                new.original.map(str::to_owned),
                new.attempt_id,
                new.minor,
                new.currency,
                new.occurred_at
            ],
        )
        .await?;
    Ok(added == 1)
}

/// The attempt to take money that bears this name of ours.
pub(crate) async fn find_payment(
    tx: &mut Tx,
    store_no: &StoreNo,
    attempt_id: AttemptId,
) -> Outcome<Option<AttemptId>> {
    let row = tx
        .query_opt(
            "SELECT attempt_id FROM payment_attempt \
             WHERE attempt_id = $1 AND store_no = $2 AND kind = 'PAYMENT' \
             AND channel = 'TERMINAL'",
            params![attempt_id, store_no],
        )
        .await?;
    row.map(|mut row| Ok(row.read()?)).transpose()
}

/// The attempt to take money that the terminal or an earlier line of a report gave this name.
pub(crate) async fn find_payment_by_reference(
    tx: &mut Tx,
    store_no: &StoreNo,
    reference: &str,
) -> Outcome<Option<AttemptId>> {
    let row = tx
        .query_opt(
            "SELECT attempt_id FROM payment_attempt \
             WHERE store_no = $1 AND poi_transaction_id = $2 AND kind = 'PAYMENT' \
             AND channel = 'TERMINAL' \
             UNION SELECT attempt_id FROM acquirer_entry \
             WHERE store_no = $1 AND reference = $2 AND attempt_id IS NOT NULL LIMIT 1",
            params![store_no, reference],
        )
        .await?;
    row.map(|mut row| Ok(row.read()?)).transpose()
}

/// Which attempts of a store a comparison is about (a provider of codes has reports of its own): $1 the store, $2 and $3 the period, $4 a report.
const OF_PERIOD: &str = "a.store_no = $1 AND a.kind = 'PAYMENT' AND a.channel = 'TERMINAL' AND a.sent_at IS NOT NULL \
     AND ((a.created_at >= $2 AND a.created_at < $3) OR a.attempt_id IN \
      (SELECT e.attempt_id FROM acquirer_entry e WHERE e.report_id = $4))";
/// What the acquirer took less what it gave back.
const KEPT: &str =
    "CAST(SUM(CASE e.kind WHEN 'CAPTURE' THEN e.amount ELSE -e.amount END) AS BIGINT)";

/// Whether what was booked for an attempt went back: with its tender, or later as a refund.
const WENT_BACK: &str = "(EXISTS (SELECT 1 FROM payment_attempt r WHERE r.store_no = a.store_no \
     AND r.poi_transaction_id = a.poi_transaction_id AND r.kind = 'REVERSAL' AND r.state = 'REVERSED') \
     OR EXISTS (SELECT 1 FROM payment_attempt r JOIN refund_origin o ON o.tender_id = r.refund_of \
     WHERE o.attempt_id = a.attempt_id AND r.state = 'REVERSED'))";

/// What the acquirer keeps of an attempt, by currency.
pub(crate) async fn kept_of(tx: &mut Tx, attempt_id: AttemptId) -> Outcome<Vec<Captured>> {
    let sql = format!(
        "SELECT {KEPT}, e.currency_code FROM acquirer_entry e WHERE e.attempt_id = $1 \
         GROUP BY e.currency_code ORDER BY e.currency_code"
    );
    let rows = tx.query(&sql, params![attempt_id]).await?;
    rows.into_iter()
        .map(|mut row| read_kept(&mut row))
        .collect()
}

fn read_kept(row: &mut Row) -> Outcome<Captured> {
    Ok(Captured {
        minor: row.read()?,
        currency: row.read()?,
    })
}

/// What the acquirer keeps of the attempts that are compared.
async fn kept_by_attempt(
    tx: &mut Tx,
    store_no: &StoreNo,
    (from, until): (Timestamp, Timestamp),
    report_id: Option<Uuid>,
) -> Outcome<HashMap<AttemptId, Vec<Captured>>> {
    let sql = format!(
        "SELECT a.attempt_id, {KEPT}, e.currency_code \
         FROM payment_attempt a JOIN acquirer_entry e ON e.attempt_id = a.attempt_id \
         WHERE {OF_PERIOD} GROUP BY a.attempt_id, e.currency_code ORDER BY e.currency_code"
    );
    let rows = tx
        .query(&sql, params![store_no, from, until, report_id])
        .await?;
    let mut kept: HashMap<AttemptId, Vec<Captured>> = HashMap::new();
    for mut row in rows {
        let attempt_id = row.read()?;
        kept.entry(attempt_id)
            .or_default()
            .push(read_kept(&mut row)?);
    }
    Ok(kept)
}

/// An attempt with what is booked and reported of it.
pub(crate) struct Compared {
    pub attempt_id: AttemptId,
    pub terminal_no: TerminalNo,
    pub basket_no: i64,
    pub amount: Money,
    pub sent_at: Timestamp,
    pub account: Account,
}

/// The attempts to take money that were sent in a period, and those of which a report has lines.
pub(crate) async fn list_compared(
    tx: &mut Tx,
    store_no: &StoreNo,
    (from, until): (Timestamp, Timestamp),
    report_id: Option<Uuid>,
) -> Outcome<Vec<Compared>> {
    let mut kept = kept_by_attempt(tx, store_no, (from, until), report_id).await?;
    let sql = format!(
        "SELECT a.attempt_id, a.terminal_no, b.basket_no, a.amount, a.currency_code, a.sent_at, \
         a.state, a.approved_amount, a.approved_currency, \
         (SELECT CAST(COALESCE(SUM(t.amount), 0) AS BIGINT) FROM basket_tender t \
          WHERE t.basket_id = a.basket_id AND t.attempt_id = a.attempt_id) \
         - (SELECT CAST(COALESCE(SUM(r.amount), 0) AS BIGINT) FROM payment_attempt r \
          JOIN refund_origin o ON o.tender_id = r.refund_of \
          WHERE o.attempt_id = a.attempt_id AND r.state = 'REVERSED'), \
         EXISTS (SELECT 1 FROM acquirer_report r WHERE r.store_no = a.store_no \
          AND r.from_at <= a.sent_at AND r.until_at > a.sent_at), {WENT_BACK} \
         FROM payment_attempt a JOIN basket b ON b.basket_id = a.basket_id \
         WHERE {OF_PERIOD} ORDER BY a.created_at, a.attempt_id LIMIT $5"
    );
    let rows = tx
        .query(
            &sql,
            params![store_no, from, until, report_id, COMPARED_MAX],
        )
        .await?;
    rows.into_iter()
        .map(|mut row| {
            let attempt_id = row.read()?;
            let (terminal_no, basket_no) = (row.read()?, row.read()?);
            let (minor, currency): (i64, Currency) = (row.read()?, row.read()?);
            let sent_at = row.read()?;
            let state = read_state(&mut row)?;
            let taken = read_captured(&mut row)?;
            Ok(Compared {
                attempt_id,
                terminal_no,
                basket_no,
                amount: Money::new(minor, currency),
                sent_at,
                account: Account {
                    state,
                    currency: currency.code().to_owned(),
                    taken,
                    booked: row.read()?,
                    kept: kept.remove(&attempt_id).unwrap_or_default(),
                    is_covered: row.read()?,
                    went_back: row.read()?,
                },
            })
        })
        .collect()
}

/// Money of a report that belongs to no attempt.
pub(crate) struct Stray {
    pub reference: String,
    pub occurred_at: Timestamp,
    pub kept: Captured,
}

/// The money of a period, or of a report, that belongs to no attempt and was not given back.
pub(crate) async fn list_strays(
    tx: &mut Tx,
    store_no: &StoreNo,
    (from, until): (Timestamp, Timestamp),
    report_id: Option<Uuid>,
) -> Outcome<Vec<Stray>> {
    let sql = format!(
        "SELECT COALESCE(e.original, e.reference), MIN(e.occurred_at), {KEPT}, e.currency_code \
         FROM acquirer_entry e WHERE e.store_no = $1 AND e.attempt_id IS NULL \
         AND ((e.occurred_at >= $2 AND e.occurred_at < $3) OR e.report_id = $4) \
         GROUP BY COALESCE(e.original, e.reference), e.currency_code \
         HAVING {KEPT} <> 0 ORDER BY 2, 1 LIMIT $5"
    );
    let rows = tx
        .query(
            &sql,
            params![store_no, from, until, report_id, COMPARED_MAX],
        )
        .await?;
    rows.into_iter()
        .map(|mut row| {
            Ok(Stray {
                reference: row.read()?,
                occurred_at: row.read()?,
                kept: read_kept(&mut row)?,
            })
        })
        .collect()
}
