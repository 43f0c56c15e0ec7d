//! What the card terminals of a store said of a statement.

use jiff::Timestamp;
use kernel::id::{StaffId, StoreNo, TerminalNo};
use shell::Outcome;
use shell::db::{Tx, params};
use uuid::Uuid;

use super::Statement;

/// A terminal that certainly closed no period.
const NOT_REACHED: &str = "NOT_REACHED";
/// A terminal whose answer is not written down.
const ASKED: &str = "ASKED";
/// The most questions that are cut off at once; more wait for the next time.
const OVERDUE_MAX: i64 = 1_000;
/// The most card terminals of a store.
const TERMINALS_MAX: i64 = 1_000;

/// A tender in the period of a terminal, in minor units of a currency.
#[derive(Clone, Debug)]
pub(crate) struct TerminalTender {
    pub tender_code: String,
    pub currency_code: String,
    pub told: (i64, i64),
    pub attempted: (i64, i64),
    pub booked: i64,
}

impl TerminalTender {
    pub(crate) fn is_matched(&self) -> bool {
        self.told == self.attempted && self.attempted.0 == self.booked
    }
}

/// How a terminal answered.
#[derive(Clone, Debug)]
pub(crate) struct TerminalPeriod {
    pub period_id: Uuid,
    pub terminal_no: String,
    pub state: String,
    pub asked_at: Timestamp,
    /// Since when nobody waits for its answer any more.
    pub cut_off_at: Option<Timestamp>,
    pub tenders: Vec<TerminalTender>,
}

impl TerminalPeriod {
    /// Whether somebody waits for its answer.
    pub(crate) fn is_asking(&self) -> bool {
        self.state == ASKED && self.cut_off_at.is_none()
    }

    /// Whether the process died before its answer was written down.
    pub(crate) fn is_cut_off(&self) -> bool {
        self.state == ASKED && self.cut_off_at.is_some()
    }

    pub(crate) fn is_read(&self) -> bool {
        self.state == "CLOSED"
    }

    /// Whether it may have closed its period; false of one that certainly closed none.
    pub(crate) fn is_reached(&self) -> bool {
        self.state != NOT_REACHED
    }

    pub(crate) fn is_unmatched(&self) -> bool {
        self.tenders.iter().any(|tender| !tender.is_matched())
    }
}

/// Which of the card terminals of a store are asked.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Wanted {
    /// Those that nobody asked since the statement was calculated.
    Unasked,
    /// Besides them those that could not be reached since then, and those whose question was cut off: whoever
    /// asks them again is told that they may have begun a new period. One that answered, or whose answer was
    /// lost, is not asked again.
    Unread,
}

/// The tills whose card terminals may be asked for a statement, one of each terminal.
pub(crate) async fn terminals_to_ask(
    tx: &mut Tx,
    statement: &Statement,
    wanted: Wanted,
) -> Outcome<Vec<TerminalNo>> {
    let rows = tx
        .query(
            "SELECT MIN(t.terminal_no) FROM terminal t JOIN statement s ON s.statement_no = $1 \
             WHERE t.store_no = $2 AND t.device_sn <> '' AND NOT EXISTS \
             (SELECT 1 FROM terminal_period p WHERE p.statement_no = s.statement_no \
              AND p.device_sn = t.device_sn AND p.asked_at >= s.calculated_at \
              AND ($3 = 0 OR (p.state <> 'NOT_REACHED' \
               AND NOT (p.state = 'ASKED' AND p.cut_off_at IS NOT NULL)))) \
             GROUP BY t.device_sn ORDER BY 1 LIMIT $4",
            params![
                &statement.statement_no,
                &statement.store_no,
                i64::from(wanted == Wanted::Unread),
                TERMINALS_MAX
            ],
        )
        .await?;
    rows.into_iter().map(|mut row| Ok(row.read()?)).collect()
}

/// A question whose answer nobody waits for any more.
#[derive(Clone, Debug)]
pub(crate) struct Overdue {
    pub period_id: Uuid,
    pub store_no: StoreNo,
    pub terminal_no: TerminalNo,
    pub statement_no: String,
    pub asked_by: StaffId,
}

/// Questions from before a moment that have no answer and were not cut off, the oldest first.
pub(crate) async fn list_overdue(tx: &mut Tx, until: Timestamp) -> Outcome<Vec<Overdue>> {
    let rows = tx
        .query(
            "SELECT period_id, store_no, terminal_no, statement_no, asked_by FROM terminal_period \
             WHERE state = 'ASKED' AND cut_off_at IS NULL AND asked_at < $1 \
             ORDER BY asked_at, period_id LIMIT $2",
            params![until, OVERDUE_MAX],
        )
        .await?;
    rows.into_iter()
        .map(|mut row| {
            Ok(Overdue {
                period_id: row.read()?,
                store_no: row.read()?,
                terminal_no: row.read()?,
                statement_no: row.read()?,
                asked_by: row.read()?,
            })
        })
        .collect()
}

/// Keeps since when nobody waits for an answer. One that comes all the same is written down.
pub(crate) async fn cut_off(tx: &mut Tx, period_id: Uuid, now: Timestamp) -> Outcome<()> {
    tx.execute_one(
        "UPDATE terminal_period SET cut_off_at = $2 WHERE period_id = $1",
        params![period_id, now],
    )
    .await?;
    Ok(())
}

/// Whether somebody waits for the answer of a terminal.
pub(crate) async fn is_asking(tx: &mut Tx, statement_no: &str) -> Outcome<bool> {
    let row = tx
        .query_opt(
            "SELECT 1 FROM terminal_period WHERE statement_no = $1 AND state = 'ASKED' \
             AND cut_off_at IS NULL LIMIT 1",
            params![statement_no],
        )
        .await?;
    Ok(row.is_some())
}

/// What the terminals answered for a statement, in the order in which they were asked. That one could not be
/// reached, or was cut off, is told until it is asked again.
pub(crate) async fn list_periods(tx: &mut Tx, statement_no: &str) -> Outcome<Vec<TerminalPeriod>> {
    let rows = tx
        .query(
            "SELECT p.period_id, p.terminal_no, p.state, p.asked_at, p.cut_off_at, t.tender_code, \
             t.currency_code, t.told_amount, t.told_quantity, t.attempt_amount, \
             t.attempt_quantity, t.booked_amount FROM terminal_period p \
             LEFT JOIN terminal_period_tender t ON t.period_id = p.period_id \
             WHERE p.statement_no = $1 AND (p.state NOT IN ($2, $3) OR NOT EXISTS \
             (SELECT 1 FROM terminal_period l WHERE l.statement_no = p.statement_no \
              AND l.device_sn = p.device_sn AND (l.asked_at > p.asked_at \
              OR (l.asked_at = p.asked_at AND l.period_id > p.period_id)))) \
             ORDER BY p.asked_at, p.terminal_no, p.period_id, t.tender_code, t.currency_code",
            params![statement_no, NOT_REACHED, ASKED],
        )
        .await?;
    let mut periods: Vec<TerminalPeriod> = Vec::new();
    for mut row in rows {
        let period_id: Uuid = row.read()?;
        let (terminal_no, state): (String, String) = (row.read()?, row.read()?);
        let (asked_at, cut_off_at) = (row.read()?, row.read()?);
        if periods.last().is_none_or(|it| it.period_id != period_id) {
            periods.push(TerminalPeriod {
                period_id,
                terminal_no,
                state,
                asked_at,
                cut_off_at,
                tenders: Vec::new(),
            });
        }
        let tender_code: Option<String> = row.read()?;
        let (Some(tender_code), Some(period)) = (tender_code, periods.last_mut()) else {
            continue;
        };
        period.tenders.push(TerminalTender {
            tender_code,
            currency_code: row.read()?,
            told: (row.read()?, row.read()?),
            attempted: (row.read()?, row.read()?),
            booked: row.read()?,
        });
    }
    Ok(periods)
}
