//! Vouchers: each pays once, with all that it is worth.

use jiff::Timestamp;
use jiff::civil::Date;
use kernel::id::{StoreNo, TenderId};
use kernel::{Currency, Money};
use setting::entry::{Entry, Window};
use shell::Outcome;
use shell::db::{Row, Tx, params};

use crate::admin::voucher::VoucherValue;

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

/// Issues a voucher as the change of a booking, and answers its number.
pub(crate) async fn issue(
    tx: &mut Tx,
    store_no: &StoreNo,
    (amount, change_of): (Money, TenderId),
    issued_on: Date,
) -> Outcome<String> {
    let number = tx.next_number(store_no.as_str(), "voucher").await?;
    let voucher_no = format!("EV-{store_no}-{number:06}");
    tx.execute_one(
        "INSERT INTO voucher (voucher_no, currency_code, amount, issued_on, is_blocked, issued_by) \
         VALUES ($1, $2, $3, $4, $5, $6)",
        params![
            &voucher_no,
            amount.currency.code(),
            amount.minor,
            issued_on,
            false,
            change_of
        ],
    )
    .await?;
    Ok(voucher_no)
}

/// Spends a voucher with a booking; false when something else was faster.
pub(crate) async fn redeem(
    tx: &mut Tx,
    voucher_no: &str,
    tender_id: TenderId,
    now: Timestamp,
) -> Outcome<bool> {
    let row = tx
        .query_opt(
            "UPDATE voucher SET redeemed_by = $2, redeemed_at = $3, version = version + 1 \
             WHERE voucher_no = $1 AND redeemed_by IS NULL AND NOT is_blocked \
             RETURNING voucher_no",
            params![voucher_no, tender_id, now],
        )
        .await?;
    Ok(row.is_some())
}

/// Makes a voucher good again whose booking is removed, and takes back one that was its change.
pub(crate) async fn put_back(tx: &mut Tx, tender_id: TenderId) -> Outcome<()> {
    tx.execute(
        "UPDATE voucher SET redeemed_by = NULL, redeemed_at = NULL, version = version + 1 \
         WHERE redeemed_by = $1",
        params![tender_id],
    )
    .await?;
    tx.execute(
        "UPDATE voucher SET is_blocked = $2, version = version + 1 \
         WHERE issued_by = $1 AND redeemed_by IS NULL",
        params![tender_id, true],
    )
    .await?;
    tx.execute(
        "DELETE FROM basket_tender WHERE change_of = $1",
        params![tender_id],
    )
    .await?;
    Ok(())
}
