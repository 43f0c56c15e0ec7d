//! Gifts on the records of customers.

use jiff::Timestamp;
use jiff::civil::Date;
use kernel::id::{CustomerId, OrderId, StaffId, StoreNo};
use shell::db::{Row, Tx, params};
use shell::{Failure, Outcome};
use uuid::Uuid;

use crate::rule::crm_gift::{CrmGift, CrmGiftKind, CrmGiftRefusal, CrmGiftState, grant};

/// The most gifts of a customer that are looked at, the newest first.
const GIFTS_MAX: i64 = 200;

/// A gift as it is stored.
#[derive(Clone, Debug)]
pub struct StoredCrmGift {
    /// Its id.
    pub crm_gift_id: Uuid,
    /// What the rules look at.
    pub gift: CrmGift,
    /// The item that is given.
    pub item_no: String,
    /// The order that issued it.
    pub order_id: Option<OrderId>,
    /// The number on that order's receipt.
    pub receipt_no: Option<String>,
    /// The store of that order.
    pub store_no: Option<StoreNo>,
    /// The size that was issued.
    pub size_code: Option<String>,
}

const COLUMNS: &str = "g.crm_gift_id, g.customer_id, g.kind, g.tier, g.granted_on, g.valid_until, \
     g.state, g.item_no, g.order_id, o.receipt_no, o.store_no, g.size_code";
const TABLES: &str = "crm_gift g LEFT JOIN sales_order o ON o.order_id = g.order_id";

fn read_gift(mut row: Row) -> Outcome<StoredCrmGift> {
    let unknown = |name: &str| Failure::internal(format!("no CRM gift is {name}"));
    Ok(StoredCrmGift {
        crm_gift_id: row.read()?,
        gift: CrmGift {
            customer_id: row.read()?,
            kind: {
                let name: String = row.read()?;
                CrmGiftKind::parse(&name).ok_or_else(|| unknown(&name))?
            },
            tier: row.read()?,
            granted_on: row.read()?,
            valid_until: row.read()?,
            state: {
                let name: String = row.read()?;
                CrmGiftState::parse(&name).ok_or_else(|| unknown(&name))?
            },
        },
        item_no: row.read()?,
        order_id: row.read()?,
        receipt_no: row.read()?,
        store_no: row.read()?,
        size_code: row.read()?,
    })
}

/// The gifts of a customer in any state, the newest first.
///
/// # Errors
/// The database's failure.
pub async fn crm_gifts(tx: &mut Tx, customer_id: CustomerId) -> Outcome<Vec<StoredCrmGift>> {
    let sql = format!(
        "SELECT {COLUMNS} FROM {TABLES} WHERE g.customer_id = $1 \
         ORDER BY g.granted_on DESC, g.crm_gift_id LIMIT $2"
    );
    let rows = tx.query(&sql, params![customer_id, GIFTS_MAX]).await?;
    rows.into_iter().map(read_gift).collect()
}

/// Who put a gift on a customer's record, where and when.
#[derive(Clone, Copy, Debug)]
pub struct GrantedBy<'a> {
    /// Who.
    pub staff_id: &'a StaffId,
    /// In which store.
    pub store_no: &'a StoreNo,
    /// When.
    pub at: Timestamp,
}

/// Puts a gift on a customer's record. Without somebody who grants it, head office did.
///
/// # Errors
/// Within, the rule's refusal, and nothing is written; else the database's failure.
pub async fn grant_crm_gift(
    tx: &mut Tx,
    crm_gift_id: Uuid,
    gift: CrmGift,
    item_no: &str,
    by: Option<GrantedBy<'_>>,
) -> Outcome<Result<(), CrmGiftRefusal>> {
    let earlier: Vec<CrmGift> = crm_gifts(tx, gift.customer_id)
        .await?
        .into_iter()
        .map(|stored| stored.gift)
        .collect();
    let gift = match grant(gift, &earlier) {
        Ok(gift) => gift,
        Err(refusal) => return Ok(Err(refusal)),
    };
    tx.execute_one(
        "INSERT INTO crm_gift (crm_gift_id, customer_id, kind, tier, item_no, granted_on, \
         valid_until, state, granted_by, granted_in, granted_at) \
         VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11)",
        params![
            crm_gift_id,
            gift.customer_id,
            gift.kind.name(),
            &gift.tier,
            item_no,
            gift.granted_on,
            gift.valid_until,
            gift.state.name(),
            by.map(|by| by.staff_id),
            by.map(|by| by.store_no),
            by.map(|by| by.at)
        ],
    )
    .await?;
    Ok(Ok(()))
}

/// By which order a gift was issued.
#[derive(Clone, Copy, Debug)]
pub struct Issue<'a> {
    /// The order.
    pub order_id: OrderId,
    /// The size that was given.
    pub size_code: &'a str,
    /// Who issued it.
    pub staff_id: &'a StaffId,
    /// When.
    pub at: Timestamp,
}

/// A granted gift is on an order now.
///
/// # Errors
/// A fault when somebody else issued it meanwhile.
pub async fn issue_crm_gift(tx: &mut Tx, crm_gift_id: Uuid, issue: &Issue<'_>) -> Outcome<()> {
    tx.execute_one(
        "UPDATE crm_gift SET state = 'ISSUED', order_id = $2, size_code = $3, issued_by = $4, \
         issued_at = $5 WHERE crm_gift_id = $1 AND state = 'GRANTED'",
        params![
            crm_gift_id,
            issue.order_id,
            issue.size_code,
            issue.staff_id,
            issue.at
        ],
    )
    .await?;
    Ok(())
}

/// A gift is handed over, or its time is over. Nobody ends it when the clock does.
///
/// # Errors
/// A fault when somebody else ended it meanwhile.
pub async fn end_crm_gift(
    tx: &mut Tx,
    stored: &StoredCrmGift,
    state: CrmGiftState,
    (staff_id, at): (Option<&StaffId>, Timestamp),
) -> Outcome<()> {
    tx.execute_one(
        "UPDATE crm_gift SET state = $2, ended_by = $3, ended_at = $4 \
         WHERE crm_gift_id = $1 AND state = $5",
        params![
            stored.crm_gift_id,
            state.name(),
            staff_id,
            at,
            stored.gift.state.name()
        ],
    )
    .await?;
    Ok(())
}

/// Gifts that are granted or issued and whose last date is before a date, those longest over first.
/// With the date of the store whose day began first, none is missed that is over anywhere.
///
/// # Errors
/// The database's failure.
pub async fn overdue_crm_gifts(tx: &mut Tx, before: Date) -> Outcome<Vec<StoredCrmGift>> {
    let sql = format!(
        "SELECT {COLUMNS} FROM {TABLES} WHERE g.state IN ('GRANTED', 'ISSUED') AND g.valid_until < $1 \
         ORDER BY g.valid_until LIMIT 200"
    );
    let rows = tx.query(&sql, params![before]).await?;
    rows.into_iter().map(read_gift).collect()
}
