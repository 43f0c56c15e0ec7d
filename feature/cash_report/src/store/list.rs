//! Lists of reports, page by page from one index.

use jiff::civil::Date;
use kernel::id::{StaffId, StoreNo};
use kernel::search::patterns;
use shell::Outcome;
use shell::db::{IntoValue as _, Tx, Value, params};
use uuid::Uuid;

use super::{LATER, Report, SEEN, columns, read};
use crate::rule::report::CashReportState;
use crate::view::CashReportNumbersView;

/// Which reports are wanted.
#[derive(Clone, Debug)]
pub(crate) struct Filter {
    /// Who asks, and in which store: they see its reports and those of linked stores.
    pub staff_id: StaffId,
    pub home: StoreNo,
    pub search: String,
    pub state: Option<CashReportState>,
    /// From and up to which business date.
    pub days: (Option<Date>, Option<Date>),
    /// Of one store only.
    pub store_no: Option<String>,
}

impl Filter {
    /// Conditions and their values, behind the first two, which say who asks.
    fn conditions(&self, today: Date) -> (String, Vec<Value>) {
        let mut values = params![&self.home, &self.staff_id].to_vec();
        let mut text = format!("{SEEN} AND (f.cash_report_id IS NOT NULL OR NOT {LATER})");
        text.push_str(match self.state {
            Some(CashReportState::Reported) => " AND f.filed_on IS NOT NULL",
            Some(CashReportState::Due | CashReportState::Overdue) => " AND f.filed_on IS NULL",
            None => "",
        });
        let mut add = |condition: &str, value: Value| {
            values.push(value);
            text.push_str(&condition.replace('?', &format!("${}", values.len())));
        };
        match self.state {
            Some(CashReportState::Due) => add(" AND r.due_on >= ?", today.into_value()),
            Some(CashReportState::Overdue) => add(" AND r.due_on < ?", today.into_value()),
            Some(CashReportState::Reported) | None => {}
        }
        if let Some(store_no) = &self.store_no {
            add(" AND r.store_no = ?", store_no.into_value());
        }
        if let Some(from) = self.days.0 {
            add(" AND r.business_date >= ?", from.into_value());
        }
        if let Some(to) = self.days.1 {
            add(" AND r.business_date <= ?", to.into_value());
        }
        for pattern in patterns(&self.search) {
            add(
                " AND (c.search_text LIKE ? ESCAPE '\\' OR LOWER(r.receipt_no) LIKE ? ESCAPE '\\' \
                 OR LOWER(f.reference) LIKE ? ESCAPE '\\')",
                pattern.into_value(),
            );
        }
        (text, values)
    }
}

/// The place behind a report in the list.
#[derive(Clone, Debug)]
pub(crate) struct Cursor {
    pub business_date: Date,
    pub cash_report_id: Uuid,
}

impl Cursor {
    pub(crate) fn text(&self) -> String {
        format!("{}_{}", self.business_date, self.cash_report_id)
    }

    pub(crate) fn parse(text: &str) -> Option<Self> {
        let (date, cash_report_id) = text.split_once('_')?;
        Some(Self {
            business_date: date.parse().ok()?,
            cash_report_id: cash_report_id.parse().ok()?,
        })
    }
}

/// Reports behind a place in the list, those of the newest cash first.
pub(crate) async fn list(
    tx: &mut Tx,
    filter: &Filter,
    (after, limit): (Option<&Cursor>, i64),
    today: Date,
) -> Outcome<Vec<Report>> {
    let (mut conditions, mut values) = filter.conditions(today);
    if let Some(after) = after {
        values.extend_from_slice(params![after.business_date, after.cash_report_id]);
        let id = values.len();
        conditions.push_str(&format!(
            " AND (r.business_date, r.cash_report_id) < (${}, ${id})",
            id - 1
        ));
    }
    values.push(Value::Integer(limit));
    let sql = format!(
        "SELECT {} WHERE {conditions} \
         ORDER BY r.business_date DESC, r.cash_report_id DESC LIMIT ${}",
        columns(),
        values.len()
    );
    let rows = tx.query(&sql, &values).await?;
    rows.into_iter().map(read).collect()
}

/// How many reports of the stores that somebody sees are in each state.
pub(crate) async fn count(
    tx: &mut Tx,
    (home, staff_id): (&StoreNo, &StaffId),
    today: Date,
) -> Outcome<CashReportNumbersView> {
    let sql = format!(
        "SELECT COUNT(CASE WHEN f.filed_on IS NULL AND r.due_on >= $3 THEN 1 END), \
         COUNT(CASE WHEN f.filed_on IS NULL AND r.due_on < $3 THEN 1 END), COUNT(f.filed_on) \
         FROM cash_report r LEFT JOIN cash_report_filing f ON f.cash_report_id = r.cash_report_id \
         WHERE {SEEN} AND (f.cash_report_id IS NOT NULL OR NOT {LATER})"
    );
    let mut row = tx.query_one(&sql, params![home, staff_id, today]).await?;
    Ok(CashReportNumbersView {
        due: row.read()?,
        overdue: row.read()?,
        reported: row.read()?,
    })
}
