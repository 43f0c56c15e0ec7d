//! The SQL of reports of cash. Nothing here decides.

mod list;
pub(crate) mod proof;

use crm::rule::name::shown_name;
use jiff::Timestamp;
use jiff::civil::Date;
use kernel::id::{CustomerId, OrderId, StaffId, StoreNo};
use kernel::{Currency, Money};
use payment::ReportableCash;
use shell::Outcome;
use shell::db::{Row, Tx, params};
use uuid::Uuid;

use crate::note::CompletedPayment;
use crate::rule::report::CashReportState;

pub(crate) use list::{Cursor, Filter, count, list};

/// A report, new or as an amendment.
pub(crate) struct NewReport<'a> {
    pub cash_report_id: Uuid,
    /// Whose cash it is: the customer, or the payment of somebody whom nobody named.
    pub owner_id: Uuid,
    pub entry_no: i64,
    pub due_on: Date,
    pub payment: &'a CompletedPayment<'a>,
    pub cash: &'a ReportableCash,
    /// Its place in the journal: chain and sequence number.
    pub journal: (&'a str, i64),
}

/// Adds a report.
pub(crate) async fn insert(tx: &mut Tx, new: &NewReport<'_>) -> Outcome<()> {
    let NewReport { payment, cash, .. } = new;
    tx.execute_one(
        "INSERT INTO cash_report (cash_report_id, owner_id, country_code, business_date, entry_no, \
         store_no, terminal_no, basket_id, customer_id, order_id, receipt_no, currency_code, amount, \
         due_on, noted_at, journal_chain, journal_seq) \
         VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17)",
        params![
            new.cash_report_id,
            new.owner_id,
            &cash.country,
            cash.business_date,
            new.entry_no,
            payment.store_no,
            payment.terminal_no,
            payment.basket_id,
            payment.customer_id,
            payment.order_id,
            payment.receipt_no,
            cash.sum.currency.code(),
            cash.sum.minor,
            new.due_on,
            payment.now,
            new.journal.0,
            new.journal.1
        ],
    )
    .await?;
    if let Some(identity) = &cash.identity {
        tx.execute_one(
            "INSERT INTO cash_report_identity (cash_report_id, identity) VALUES ($1, $2)",
            params![new.cash_report_id, identity],
        )
        .await?;
    }
    Ok(())
}

/// Takes away by which documents the owners of cash of before a date were identified.
pub(crate) async fn erase_identities(tx: &mut Tx, before: Date) -> Outcome<()> {
    tx.execute(
        "DELETE FROM cash_report_identity WHERE cash_report_id IN \
         (SELECT cash_report_id FROM cash_report WHERE business_date < $1)",
        params![before],
    )
    .await?;
    Ok(())
}

/// Number and sum of the last report of an owner's cash in a country on a business date.
pub(crate) async fn last_entry(
    tx: &mut Tx,
    (owner_id, country, business_date): (Uuid, &str, Date),
) -> Outcome<Option<(i64, i64)>> {
    let row = tx
        .query_opt(
            "SELECT entry_no, amount FROM cash_report \
             WHERE owner_id = $1 AND country_code = $2 AND business_date = $3 \
             ORDER BY entry_no DESC LIMIT 1",
            params![owner_id, country, business_date],
        )
        .await?;
    row.map(|mut row| Ok((row.read()?, row.read()?)))
        .transpose()
}

/// How a report was filed.
pub(crate) struct NewFiling<'a> {
    pub reference: &'a str,
    pub filed_on: Date,
    pub filed_by: &'a StaffId,
    pub filed_at: Timestamp,
    /// Its place in the journal: chain and sequence number.
    pub journal: (&'a str, i64),
}

/// Adds that a report was filed.
pub(crate) async fn insert_filing(
    tx: &mut Tx,
    cash_report_id: Uuid,
    filing: &NewFiling<'_>,
) -> Outcome<()> {
    tx.execute_one(
        "INSERT INTO cash_report_filing (cash_report_id, reference, filed_on, filed_by, filed_at, \
         journal_chain, journal_seq) VALUES ($1, $2, $3, $4, $5, $6, $7)",
        params![
            cash_report_id,
            filing.reference,
            filing.filed_on,
            filing.filed_by,
            filing.filed_at,
            filing.journal.0,
            filing.journal.1
        ],
    )
    .await?;
    Ok(())
}

/// A report as it is kept.
#[derive(Clone, Debug)]
pub(crate) struct Report {
    pub cash_report_id: Uuid,
    pub store_no: StoreNo,
    pub business_date: Date,
    pub due_on: Date,
    pub amount: Money,
    pub entry_no: i64,
    pub customer_id: Option<CustomerId>,
    pub customer_name: Option<String>,
    pub order_id: Option<OrderId>,
    pub receipt_no: String,
    pub identity: Option<String>,
    pub filing: Option<Filing>,
    /// Whether a later report stands for its cash, too.
    pub is_amended: bool,
}

/// How a report was filed, as it is kept.
#[derive(Clone, Debug)]
pub(crate) struct Filing {
    pub reference: String,
    pub filed_on: Date,
    /// Who noted it, by name.
    pub filed_by: String,
    pub filed_at: Timestamp,
}

impl Report {
    /// Where it stands on a day.
    pub(crate) fn state(&self, today: Date) -> CashReportState {
        CashReportState::of(self.filing.is_some(), self.due_on, today)
    }
}

/// Of the stores of `r`: that of whoever asks, `$1`, and those linked to them, `$2`.
const SEEN: &str = "(r.store_no = $1 OR r.store_no IN \
     (SELECT l.store_no FROM salesperson_store l WHERE l.staff_id = $2))";

/// A later report of the same cash.
const LATER: &str = "EXISTS (SELECT 1 FROM cash_report n WHERE n.owner_id = r.owner_id \
     AND n.country_code = r.country_code AND n.business_date = r.business_date \
     AND n.entry_no > r.entry_no)";

/// What is read of a report, behind `SELECT`; [`LATER`] comes last of the columns.
fn columns() -> String {
    format!(
        "r.cash_report_id, r.store_no, r.business_date, r.due_on, r.currency_code, r.amount, \
         r.entry_no, r.customer_id, c.customer_no, c.family_name, c.given_name, r.order_id, r.receipt_no, \
         i.identity, f.reference, f.filed_on, f.filed_at, COALESCE(s.first_name || ' ' || s.last_name, f.filed_by), {LATER} \
         FROM cash_report r LEFT JOIN customer c ON c.customer_id = r.customer_id \
         LEFT JOIN cash_report_identity i ON i.cash_report_id = r.cash_report_id \
         LEFT JOIN cash_report_filing f ON f.cash_report_id = r.cash_report_id \
         LEFT JOIN salesperson s ON s.staff_id = f.filed_by"
    )
}

fn read(mut row: Row) -> Outcome<Report> {
    let (cash_report_id, store_no) = (row.read()?, row.read()?);
    let (business_date, due_on) = (row.read()?, row.read()?);
    let currency: Currency = row.read()?;
    let (amount, entry_no, customer_id) = (row.read()?, row.read()?, row.read()?);
    let customer_no: Option<i64> = row.read()?;
    let (family, given): (Option<String>, Option<String>) = (row.read()?, row.read()?);
    let customer_name = family
        .zip(given)
        .zip(customer_no)
        .map(|((family, given), no)| shown_name(&family, &given, no));
    let (order_id, receipt_no, identity) = (row.read()?, row.read()?, row.read()?);
    let (reference, filed_on, filed_at) = (row.read()?, row.read()?, row.read()?);
    let filed_by: Option<String> = row.read()?;
    let filing = match (reference, filed_on, filed_at, filed_by) {
        (Some(reference), Some(filed_on), Some(filed_at), Some(filed_by)) => Some(Filing {
            reference,
            filed_on,
            filed_by,
            filed_at,
        }),
        _ => None,
    };
    Ok(Report {
        cash_report_id,
        store_no,
        business_date,
        due_on,
        amount: Money::new(amount, currency),
        entry_no,
        customer_id,
        customer_name,
        order_id,
        receipt_no,
        identity,
        filing,
        is_amended: row.read()?,
    })
}

/// A report of a store that somebody sees.
pub(crate) async fn find(
    tx: &mut Tx,
    (home, staff_id): (&StoreNo, &StaffId),
    cash_report_id: Uuid,
) -> Outcome<Option<Report>> {
    let sql = format!(
        "SELECT {} WHERE {SEEN} AND r.cash_report_id = $3",
        columns()
    );
    let row = tx
        .query_opt(&sql, params![home, staff_id, cash_report_id])
        .await?;
    row.map(read).transpose()
}

/// The countries of the stores that somebody sees.
pub(crate) async fn countries(
    tx: &mut Tx,
    (home, staff_id): (&StoreNo, &StaffId),
) -> Outcome<Vec<String>> {
    let sql = format!("SELECT DISTINCT r.country_code FROM store r WHERE {SEEN}");
    let rows = tx.query(&sql, params![home, staff_id]).await?;
    rows.into_iter().map(|mut row| Ok(row.read()?)).collect()
}
