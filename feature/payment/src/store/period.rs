//! Periods of card terminals: what was asked, and what the three sides said.

use jiff::Timestamp;
use kernel::id::{AttemptId, StaffId, StoreNo, TenderCode, TerminalNo};
use shell::Outcome;
use shell::db::{Tx, params};
use uuid::Uuid;

use crate::rule::period::{Ended, Movement, TenderPeriod};

/// The most attempts of one period.
const ROWS_MAX: i64 = 20_000;

/// A terminal that is asked to close its period.
pub(crate) struct NewPeriod<'a> {
    pub period_id: Uuid,
    pub store_no: &'a StoreNo,
    pub terminal_no: &'a TerminalNo,
    pub device_sn: &'a str,
    pub statement_no: &'a str,
    pub service_id: &'a str,
    pub asked_by: &'a StaffId,
    pub asked_at: Timestamp,
}

/// Keeps that a terminal is asked, before it is.
pub(crate) async fn insert_period(tx: &mut Tx, new: &NewPeriod<'_>) -> Outcome<()> {
    tx.execute_one(
        "INSERT INTO terminal_period (period_id, store_no, terminal_no, device_sn, statement_no, \
         service_id, state, asked_by, asked_at) VALUES ($1, $2, $3, $4, $5, $6, 'ASKED', $7, $8)",
        params![
            new.period_id,
            new.store_no,
            new.terminal_no,
            new.device_sn,
            new.statement_no,
            new.service_id,
            new.asked_by,
            new.asked_at
        ],
    )
    .await?;
    Ok(())
}

/// The attempts on a terminal that moved money and that no period of it holds yet.
pub(crate) async fn list_ended(
    tx: &mut Tx,
    (store_no, device_sn): (&StoreNo, &str),
    since: Timestamp,
) -> Outcome<Vec<(AttemptId, Ended)>> {
    let rows = tx
        .query(
            "SELECT a.attempt_id, a.kind, a.state, a.tender_code, a.brand, a.amount, \
             a.currency_code, a.approved_amount, a.approved_currency, \
             (SELECT MIN(t.tender_code) FROM basket_tender t WHERE t.attempt_id = a.attempt_id \
              AND t.basket_id = a.basket_id), \
             (SELECT CAST(COALESCE(SUM(t.amount), 0) AS BIGINT) FROM basket_tender t \
              WHERE t.attempt_id = a.attempt_id AND t.basket_id = a.basket_id) \
             FROM payment_attempt a WHERE a.store_no = $1 AND a.created_at >= $3 \
             AND a.device_sn = $2 AND a.channel = 'TERMINAL' AND NOT a.is_live \
             AND (a.state IN ('APPROVED', 'REVERSED') OR a.approved_amount IS NOT NULL) \
             AND NOT EXISTS (SELECT 1 FROM terminal_period_attempt p \
              WHERE p.attempt_id = a.attempt_id) ORDER BY a.created_at, a.attempt_id LIMIT $4",
            params![store_no, device_sn, since, ROWS_MAX],
        )
        .await?;
    rows.into_iter()
        .map(|mut row| {
            let attempt_id = row.read()?;
            let (kind, state): (String, String) = (row.read()?, row.read()?);
            let (pressed, brand) = (row.read()?, row.read()?);
            let (amount, currency): (i64, String) = (row.read()?, row.read()?);
            let (approved, approved_currency): (Option<i64>, Option<String>) =
                (row.read()?, row.read()?);
            let (code, booked): (Option<TenderCode>, i64) = (row.read()?, row.read()?);
            let is_reversed = state == "REVERSED";
            let movement = match (kind.as_str(), approved) {
                ("REVERSAL", _) if is_reversed => (-amount, 1),
                ("PAYMENT", Some(_)) if is_reversed => (0, 2),
                ("PAYMENT", Some(taken)) => (taken, 1),
                _ => (0, 0),
            };
            let ended = Ended {
                pressed,
                brand,
                currency: approved_currency.unwrap_or(currency),
                movement: Movement {
                    amount: movement.0,
                    quantity: movement.1,
                },
                booked: code.map(|code| (code, booked)),
            };
            Ok((attempt_id, ended))
        })
        .collect()
}

/// Keeps how the question ended; false when that is known already.
pub(crate) async fn end_period(
    tx: &mut Tx,
    period_id: Uuid,
    (state, period): (&str, Option<&str>),
    now: Timestamp,
) -> Outcome<bool> {
    let changed = tx
        .execute(
            "UPDATE terminal_period SET state = $2, period = $3, answered_at = $4 \
             WHERE period_id = $1 AND state = 'ASKED'",
            params![period_id, state, period.map(str::to_owned), now],
        )
        .await?;
    Ok(changed == 1)
}

/// Keeps what the three sides say, and which attempts are in it.
pub(crate) async fn keep_period(
    tx: &mut Tx,
    period_id: Uuid,
    tenders: &[TenderPeriod],
    attempts: &[AttemptId],
) -> Outcome<()> {
    for tender in tenders {
        tx.execute_one(
            "INSERT INTO terminal_period_tender (period_id, tender_code, currency_code, \
             told_amount, told_quantity, attempt_amount, attempt_quantity, booked_amount) \
             VALUES ($1, $2, $3, $4, $5, $6, $7, $8)",
            params![
                period_id,
                &tender.tender_code,
                &tender.currency,
                tender.told.amount,
                tender.told.quantity,
                tender.attempted.amount,
                tender.attempted.quantity,
                tender.booked
            ],
        )
        .await?;
    }
    for attempt_id in attempts {
        tx.execute_one(
            "INSERT INTO terminal_period_attempt (attempt_id, period_id) VALUES ($1, $2)",
            params![*attempt_id, period_id],
        )
        .await?;
    }
    Ok(())
}
