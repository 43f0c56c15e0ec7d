//! Vouchers: each pays once, with all that it is worth.

use jiff::Timestamp;
use jiff::civil::Date;
use journal::{Members, PAGE, Place};
use kernel::id::TenderId;
use kernel::{Currency, Money};
use setting::Desk;
use setting::entry::{Entry, Window};
use shell::Outcome;
use shell::db::{FromRow, Row, Tx, params};

use crate::admin::voucher::VoucherValue;
use crate::rule::voucher::EntryType;

/// A voucher as it is stored.
#[derive(Clone, Debug)]
pub(crate) struct VoucherRecord {
    pub voucher_no: String,
    pub version: i64,
    pub amount: Money,
    pub issued_on: Date,
    pub expires_on: Option<Date>,
    pub is_blocked: bool,
    /// When it paid.
    pub redeemed_at: Option<Timestamp>,
}

const COLUMNS: &str = "voucher_no, version, amount, currency_code, issued_on, expires_on, \
     is_blocked, redeemed_at FROM voucher";

fn read(row: &mut Row) -> Outcome<VoucherRecord> {
    let (voucher_no, version, amount) = (row.read()?, row.read()?, row.read()?);
    let currency: Currency = row.read()?;
    Ok(VoucherRecord {
        voucher_no,
        version,
        amount: Money::new(amount, currency),
        issued_on: row.read()?,
        expires_on: row.read()?,
        is_blocked: row.read()?,
        redeemed_at: row.read()?,
    })
}

/// The voucher of a number.
pub(crate) async fn find(tx: &mut Tx, voucher_no: &str) -> Outcome<Option<VoucherRecord>> {
    let sql = format!("SELECT {COLUMNS} WHERE voucher_no = $1");
    let row = tx.query_opt(&sql, params![voucher_no]).await?;
    row.map(|mut row| read(&mut row)).transpose()
}

/// A page of the vouchers whose number contains a text, the newest first, and how many there are.
pub(crate) async fn list(
    tx: &mut Tx,
    text: &str,
    window: Window,
) -> Outcome<(Vec<Entry<VoucherValue>>, i64)> {
    let pattern = format!("%{}%", text.trim().to_uppercase());
    let mut row = tx
        .query_one(
            "SELECT CAST(COUNT(*) AS BIGINT) FROM voucher WHERE voucher_no LIKE $1",
            params![&pattern],
        )
        .await?;
    let total = row.read()?;
    let sql = format!(
        "SELECT {COLUMNS} WHERE voucher_no LIKE $1 ORDER BY issued_on DESC, voucher_no DESC \
         LIMIT $2 OFFSET $3"
    );
    let rows = tx
        .query(&sql, params![&pattern, window.rows, window.start])
        .await?;
    let found = rows.into_iter().map(|mut row| Ok(entry(read(&mut row)?)));
    Ok((found.collect::<Outcome<Vec<_>>>()?, total))
}

/// A voucher as the office sees it.
pub(crate) fn entry(record: VoucherRecord) -> Entry<VoucherValue> {
    Entry {
        key: record.voucher_no,
        version: record.version,
        value: VoucherValue {
            amount: record.amount,
            issued_on: record.issued_on,
            expires_on: record.expires_on,
            is_blocked: record.is_blocked,
            redeemed_at: record.redeemed_at,
        },
    }
}

/// Keeps a voucher that the office enters or changes.
pub(crate) async fn keep(tx: &mut Tx, voucher_no: &str, value: &VoucherValue) -> Outcome<()> {
    tx.execute_one(
        "INSERT INTO voucher (voucher_no, currency_code, amount, issued_on, expires_on, is_blocked) \
         VALUES ($1, $2, $3, $4, $5, $6) ON CONFLICT (voucher_no) \
         DO UPDATE SET expires_on = $5, is_blocked = $6, version = voucher.version + 1",
        params![
            voucher_no,
            value.amount.currency.code(),
            value.amount.minor,
            value.issued_on,
            value.expires_on,
            value.is_blocked
        ],
    )
    .await?;
    Ok(())
}

/// A voucher that was moved, with what it is worth.
#[derive(Clone, Debug)]
pub(crate) struct Moved {
    pub voucher_no: String,
    pub amount: Money,
}

const MOVED: &str = "RETURNING voucher_no, amount, currency_code";

fn moved(mut row: Row) -> Outcome<Moved> {
    let (voucher_no, amount) = (row.read()?, row.read()?);
    Ok(Moved {
        voucher_no,
        amount: Money::new(amount, row.read()?),
    })
}

/// Writes a voucher that is the change of a booking.
pub(crate) async fn insert(
    tx: &mut Tx,
    voucher_no: &str,
    (amount, change_of): (Money, TenderId),
    issued_on: Date,
) -> Outcome<()> {
    tx.execute_one(
        "INSERT INTO voucher (voucher_no, currency_code, amount, issued_on, is_blocked, issued_by) \
         VALUES ($1, $2, $3, $4, $5, $6)",
        params![
            voucher_no,
            amount.currency.code(),
            amount.minor,
            issued_on,
            false,
            change_of
        ],
    )
    .await?;
    Ok(())
}

/// Spends a voucher with a booking; none when something else was faster.
pub(crate) async fn redeem(
    tx: &mut Tx,
    voucher_no: &str,
    tender_id: TenderId,
    now: Timestamp,
) -> Outcome<Option<Moved>> {
    let sql = format!(
        "UPDATE voucher SET redeemed_by = $2, redeemed_at = $3, version = version + 1 \
         WHERE voucher_no = $1 AND redeemed_by IS NULL AND NOT is_blocked {MOVED}"
    );
    let row = tx
        .query_opt(&sql, params![voucher_no, tender_id, now])
        .await?;
    row.map(moved).transpose()
}

/// Makes the voucher good again that a booking spent.
pub(crate) async fn make_good(tx: &mut Tx, tender_id: TenderId) -> Outcome<Vec<Moved>> {
    let sql = format!(
        "UPDATE voucher SET redeemed_by = NULL, redeemed_at = NULL, version = version + 1 \
         WHERE redeemed_by = $1 {MOVED}"
    );
    let rows = tx.query(&sql, params![tender_id]).await?;
    rows.into_iter().map(moved).collect()
}

/// Takes the voucher back that is the change of a booking, as long as it has not paid.
pub(crate) async fn take_back(tx: &mut Tx, tender_id: TenderId) -> Outcome<Vec<Moved>> {
    let sql = format!(
        "UPDATE voucher SET is_blocked = $2, version = version + 1 \
         WHERE issued_by = $1 AND redeemed_by IS NULL {MOVED}"
    );
    let rows = tx.query(&sql, params![tender_id, true]).await?;
    rows.into_iter().map(moved).collect()
}

/// Removes the booking of the change of a booking.
pub(crate) async fn remove_change(tx: &mut Tx, tender_id: TenderId) -> Outcome<()> {
    tx.execute(
        "DELETE FROM basket_tender WHERE change_of = $1",
        params![tender_id],
    )
    .await?;
    Ok(())
}

/// Adds to the ledger of a voucher, and answers the number of the entry. What the office enters has no desk.
pub(crate) async fn add_entry(
    tx: &mut Tx,
    voucher_no: &str,
    (entry_type, amount, tender_id): (EntryType, i64, Option<TenderId>),
    desk: Option<&Desk>,
) -> Outcome<i64> {
    let mut row = tx
        .query_one(
            "INSERT INTO voucher_ledger (voucher_no, entry_no, entry_type, amount, tender_id, \
             store_no, terminal_no, staff_id, booked_at) \
             VALUES ($1, (SELECT COALESCE(MAX(l.entry_no), 0) + 1 FROM voucher_ledger l \
             WHERE l.voucher_no = $1), $2, $3, $4, $5, $6, $7, $8) RETURNING entry_no",
            params![
                voucher_no,
                entry_type.name(),
                amount,
                tender_id,
                desk.map(|desk| desk.store_no.0.clone()),
                desk.map(|desk| desk.terminal_no.0.clone()),
                desk.map(|desk| desk.staff_id.0.clone()),
                desk.map(|desk| desk.now)
            ],
        )
        .await?;
    Ok(row.read()?)
}

/// By what the journal and the ledger know an entry.
pub(crate) fn key(voucher_no: &str, entry_no: i64) -> String {
    format!("{voucher_no} {entry_no}")
}

/// What the ledger holds of an entry that the journal tells of.
pub(crate) async fn held(tx: &mut Tx, key: &str) -> Outcome<Option<Members>> {
    let place = key
        .rsplit_once(' ')
        .and_then(|(voucher_no, entry_no)| Some((voucher_no, entry_no.parse::<i64>().ok()?)));
    let Some((voucher_no, entry_no)) = place else {
        return Ok(None);
    };
    let row = tx
        .query_opt(
            "SELECT l.entry_type, l.amount, v.currency_code, l.tender_id, l.staff_id \
             FROM voucher_ledger l JOIN voucher v ON v.voucher_no = l.voucher_no \
             WHERE l.voucher_no = $1 AND l.entry_no = $2",
            params![voucher_no, entry_no],
        )
        .await?;
    row.map(|mut row| {
        let (entry, amount): (String, i64) = (row.read()?, row.read()?);
        let (currency, tender): (String, Option<TenderId>) = (row.read()?, row.read()?);
        let operator: Option<String> = row.read()?;
        Ok(vec![
            ("entry", entry),
            ("amount", amount.to_string()),
            ("currency", currency),
            (
                "tender",
                tender.map(|it| it.0.to_string()).unwrap_or_default(),
            ),
            ("operator", operator.unwrap_or_default()),
        ])
    })
    .transpose()
}

/// The next entries that the journal tells of, behind one of them.
pub(crate) async fn list_told(tx: &mut Tx, after: &str) -> Outcome<Vec<Place>> {
    let (voucher_no, entry_no) = after.rsplit_once(' ').unwrap_or(("", "0"));
    let entry_no: i64 = entry_no.parse().unwrap_or_default();
    let told = EntryType::ALL.into_iter().filter(|it| it.is_told());
    let told: Vec<String> = told.map(|it| format!("'{}'", it.name())).collect();
    let sql = format!(
        "SELECT voucher_no, entry_no FROM voucher_ledger WHERE (voucher_no, entry_no) > ($1, $2) \
         AND entry_type IN ({}) ORDER BY voucher_no, entry_no LIMIT $3",
        told.join(", ")
    );
    let rows = tx.query(&sql, params![voucher_no, entry_no, PAGE]).await?;
    rows.into_iter()
        .map(|mut row| {
            let key = key(&row.read::<String>()?, row.read()?);
            Ok((key.clone(), key))
        })
        .collect()
}

/// How many differences are listed.
const DIFFERING_MAX: i64 = 1_000;

/// Vouchers that can pay something else than their ledger says: number, what they can pay, sum.
pub(crate) async fn list_differing(tx: &mut Tx) -> Outcome<Vec<(String, i64, i64)>> {
    let rows = tx
        .query(
            "SELECT d.voucher_no, d.worth, d.total FROM (SELECT v.voucher_no, \
             CASE WHEN v.redeemed_by IS NOT NULL OR COALESCE(l.taken_back, 0) > 0 THEN 0 \
             ELSE v.amount END AS worth, CAST(COALESCE(l.total, 0) AS BIGINT) AS total \
             FROM voucher v LEFT JOIN (SELECT voucher_no, SUM(amount) AS total, \
             COUNT(CASE WHEN entry_type = 'TAKE_BACK' THEN 1 END) AS taken_back \
             FROM voucher_ledger GROUP BY voucher_no) l ON l.voucher_no = v.voucher_no) d \
             WHERE d.worth <> d.total ORDER BY d.voucher_no LIMIT $1",
            params![DIFFERING_MAX],
        )
        .await?;
    rows.into_iter().map(FromRow::from_row).collect()
}
