//! What the proof compares: reports and filings with what the journal states of them.

use shell::Outcome;
use shell::db::{FromRow, Row, Tx, TxFuture, params};
use uuid::Uuid;

use crate::event::Event;

/// A row beside what the journal states of it.
pub(crate) struct Proved {
    pub cash_report_id: Uuid,
    /// What the row says.
    pub held: Event<'static>,
    /// Kind and payload of the journal's entry; none where there is none.
    pub stated: Option<(String, Vec<u8>)>,
}

/// Reads rows behind one of them.
pub(crate) type List = for<'a> fn(&'a mut Tx, Uuid, i64) -> TxFuture<'a, Vec<Proved>>;

/// Reports behind one of them.
pub(crate) fn list_reports(tx: &mut Tx, after: Uuid, rows: i64) -> TxFuture<'_, Vec<Proved>> {
    const SQL: &str = "SELECT r.cash_report_id, r.business_date, r.entry_no, r.order_id, \
         r.receipt_no, r.amount, r.currency_code, r.due_on, j.kind, j.payload \
         FROM cash_report r LEFT JOIN journal_entry j \
         ON j.chain_id = r.journal_chain AND j.seq = r.journal_seq \
         WHERE r.cash_report_id > $1 ORDER BY r.cash_report_id LIMIT $2";
    Box::pin(list(tx, SQL, (after, rows), |cash_report_id, row| {
        Ok(Event::CashReportDue {
            cash_report_id,
            business_date: row.read()?,
            entry_no: row.read()?,
            order_id: row.read()?,
            receipt_no: row.read::<String>()?.into(),
            amount: row.read()?,
            currency_code: row.read::<String>()?.into(),
            due_on: row.read()?,
        })
    }))
}

/// Filings behind that of a report.
pub(crate) fn list_filings(tx: &mut Tx, after: Uuid, rows: i64) -> TxFuture<'_, Vec<Proved>> {
    const SQL: &str = "SELECT f.cash_report_id, f.reference, f.filed_on, j.kind, j.payload \
         FROM cash_report_filing f LEFT JOIN journal_entry j \
         ON j.chain_id = f.journal_chain AND j.seq = f.journal_seq \
         WHERE f.cash_report_id > $1 ORDER BY f.cash_report_id LIMIT $2";
    Box::pin(list(tx, SQL, (after, rows), |cash_report_id, row| {
        Ok(Event::CashReportFiled {
            cash_report_id,
            reference: row.read::<String>()?.into(),
            filed_on: row.read()?,
        })
    }))
}

async fn list(
    tx: &mut Tx,
    sql: &'static str,
    (after, rows): (Uuid, i64),
    held: fn(Uuid, &mut Row) -> Outcome<Event<'static>>,
) -> Outcome<Vec<Proved>> {
    let rows = tx.query(sql, params![after, rows]).await?;
    rows.into_iter()
        .map(|mut row| {
            let cash_report_id = row.read()?;
            let held = held(cash_report_id, &mut row)?;
            let (kind, payload): (Option<String>, Option<Vec<u8>>) = (row.read()?, row.read()?);
            Ok(Proved {
                cash_report_id,
                held,
                stated: kind.zip(payload),
            })
        })
        .collect()
}

/// Events of the journal behind one of them that neither a report nor a filing has: chain, place and
/// payload.
pub(crate) async fn list_strays(
    tx: &mut Tx,
    (chain, seq): &(String, i64),
    rows: i64,
) -> Outcome<Vec<(String, i64, Vec<u8>)>> {
    let rows = tx
        .query(
            "SELECT j.chain_id, j.seq, j.payload FROM journal_entry j \
             LEFT JOIN cash_report r ON r.journal_chain = j.chain_id AND r.journal_seq = j.seq \
             LEFT JOIN cash_report_filing f \
             ON f.journal_chain = j.chain_id AND f.journal_seq = j.seq \
             WHERE j.kind = 'event' AND r.cash_report_id IS NULL AND f.cash_report_id IS NULL \
             AND (j.chain_id, j.seq) > ($1, $2) ORDER BY j.chain_id, j.seq LIMIT $3",
            params![chain, *seq, rows],
        )
        .await?;
    rows.into_iter().map(FromRow::from_row).collect()
}
