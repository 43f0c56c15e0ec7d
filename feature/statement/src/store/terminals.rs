//! What the card terminals of a store said of a statement.

use jiff::Timestamp;
use shell::Outcome;
use shell::db::{Tx, params};
use uuid::Uuid;

use super::Statement;

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
    pub tenders: Vec<TerminalTender>,
}

impl TerminalPeriod {
    pub(crate) fn is_read(&self) -> bool {
        self.state == "CLOSED"
    }

    pub(crate) fn is_unmatched(&self) -> bool {
        self.tenders.iter().any(|tender| !tender.is_matched())
    }
}

/// Whether the terminals were asked since a statement was calculated.
pub(crate) async fn has_periods(tx: &mut Tx, statement: &Statement) -> Outcome<bool> {
    let row = tx
        .query_opt(
            "SELECT 1 FROM terminal_period p JOIN statement s ON s.statement_no = p.statement_no \
             WHERE p.statement_no = $1 AND p.asked_at >= s.calculated_at LIMIT 1",
            params![&statement.statement_no],
        )
        .await?;
    Ok(row.is_some())
}

/// What the terminals answered for a statement, in the order in which they were asked.
pub(crate) async fn list_periods(tx: &mut Tx, statement_no: &str) -> Outcome<Vec<TerminalPeriod>> {
    let rows = tx
        .query(
            "SELECT p.period_id, p.terminal_no, p.state, p.asked_at, t.tender_code, \
             t.currency_code, t.told_amount, t.told_quantity, t.attempt_amount, \
             t.attempt_quantity, t.booked_amount FROM terminal_period p \
             LEFT JOIN terminal_period_tender t ON t.period_id = p.period_id \
             WHERE p.statement_no = $1 \
             ORDER BY p.asked_at, p.terminal_no, p.period_id, t.tender_code, t.currency_code",
            params![statement_no],
        )
        .await?;
    let mut periods: Vec<TerminalPeriod> = Vec::new();
    for mut row in rows {
        let period_id: Uuid = row.read()?;
        let (terminal_no, state): (String, String) = (row.read()?, row.read()?);
        let asked_at = row.read()?;
        if periods.last().is_none_or(|it| it.period_id != period_id) {
            periods.push(TerminalPeriod {
                period_id,
                terminal_no,
                state,
                asked_at,
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

/// Whether the store has a card terminal that was not asked since a statement was calculated.
pub(crate) async fn has_unasked(tx: &mut Tx, statement: &Statement) -> Outcome<bool> {
    let row = tx
        .query_opt(
            "SELECT 1 FROM terminal t JOIN statement s ON s.statement_no = $1 \
             WHERE t.store_no = $2 AND t.device_sn <> '' AND NOT EXISTS \
             (SELECT 1 FROM terminal_period p WHERE p.statement_no = s.statement_no \
              AND p.device_sn = t.device_sn AND p.asked_at >= s.calculated_at) LIMIT 1",
            params![&statement.statement_no, &statement.store_no],
        )
        .await?;
    Ok(row.is_some())
}
