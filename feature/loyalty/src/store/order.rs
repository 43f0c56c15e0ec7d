//! Completed sales, as far as they earn credit.

use jiff::civil::Date;
use kernel::Currency;
use kernel::id::{CustomerId, OrderId, StaffId, StoreNo, TerminalNo};
use shell::Outcome;
use shell::db::{Tx, params};

use super::lot::Owner;
use crate::rule::earn::{Earned, credit_of_deposit};
use crate::rule::returned::Earning;

/// A completed sale of a customer.
pub(crate) struct Sold {
    pub customer_id: CustomerId,
    /// Whether the customer is a member.
    pub is_member: bool,
    pub store_no: StoreNo,
    pub terminal_no: TerminalNo,
    pub cashier_id: StaffId,
    pub currency: Currency,
    pub business_date: Date,
    /// What was paid for goods, in minor units: neither for gift cards nor for services.
    pub goods: i64,
    /// What of the sale was paid with credit, also by the deposit that it settles.
    pub paid_with_credit: i64,
}

/// A completed sale; none without a customer, or that is no sale.
pub(crate) async fn find_sold(tx: &mut Tx, order_id: OrderId) -> Outcome<Option<Sold>> {
    let row = tx
        .query_opt(
            "SELECT o.customer_id, c.member_since, o.store_no, o.terminal_no, o.cashier_id, \
             o.currency_code, o.business_date, \
             (SELECT CAST(COALESCE(SUM(l.net), 0) AS BIGINT) FROM sales_order_line l \
             LEFT JOIN item i ON i.item_no = l.item_no WHERE l.order_id = o.order_id \
             AND NOT l.is_liability AND l.campaign_id IS NULL \
             AND COALESCE(i.product_type, '') <> 'SERVICE'), \
             (SELECT CAST(COALESCE(SUM(t.amount), 0) AS BIGINT) FROM sales_order_tender t \
             JOIN tender d ON d.tender_code = t.tender_code WHERE t.order_id = o.order_id \
             AND d.tender_type = 'LOYALTY_CREDIT') \
             FROM sales_order o JOIN customer c ON c.customer_id = o.customer_id \
             WHERE o.order_id = $1 AND o.order_type = 'SALE'",
            params![order_id],
        )
        .await?;
    let Some(mut row) = row else { return Ok(None) };
    let of_deposit = paid_with_credit_of_deposit(tx, order_id).await?;
    Ok(Some(Sold {
        customer_id: row.read()?,
        is_member: row.read::<Option<Date>>()?.is_some(),
        store_no: row.read()?,
        terminal_no: row.read()?,
        cashier_id: row.read()?,
        currency: row.read()?,
        business_date: row.read()?,
        goods: row.read()?,
        paid_with_credit: row.read::<i64>()? + of_deposit,
    }))
}

/// What of an order the credit paid that came in for its deposit.
async fn paid_with_credit_of_deposit(tx: &mut Tx, order_id: OrderId) -> Outcome<i64> {
    let row = tx
        .query_opt(
            "SELECT (SELECT CAST(COALESCE(SUM(t.amount), 0) AS BIGINT) FROM deposit_ledger e \
             JOIN deposit_tender t ON t.entry_id = e.entry_id \
             JOIN tender d ON d.tender_code = t.tender_code \
             WHERE e.deposit_id = b.deposit_id AND d.tender_type = 'LOYALTY_CREDIT'), \
             (SELECT CAST(COALESCE(-SUM(e.amount), 0) AS BIGINT) FROM deposit_ledger e \
             JOIN basket p ON p.basket_id = e.basket_id WHERE e.deposit_id = b.deposit_id \
             AND e.entry_type IN ('APPLY', 'PUT_BACK') AND e.basket_id <> o.basket_id \
             AND p.state = 'COMPLETED'), \
             (SELECT CAST(COALESCE(-SUM(e.amount), 0) AS BIGINT) FROM deposit_ledger e \
             WHERE e.deposit_id = b.deposit_id AND e.entry_type IN ('APPLY', 'PUT_BACK') \
             AND e.basket_id = o.basket_id) \
             FROM sales_order o JOIN basket b ON b.basket_id = o.basket_id \
             WHERE o.order_id = $1 AND b.deposit_id IS NOT NULL",
            params![order_id],
        )
        .await?;
    let Some(mut row) = row else { return Ok(0) };
    Ok(credit_of_deposit(row.read()?, row.read()?, row.read()?))
}

/// What a sale did to its customer's credit, as its receipt says it.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Statement {
    pub owner: Owner,
    /// What was paid for goods, in minor units.
    pub goods: i64,
    pub earned: Earned,
    /// What the customer had afterwards.
    pub balance: i64,
    /// What of it ended first, and when.
    pub ends_first: Option<(i64, Date)>,
}

/// Keeps what a sale did.
pub(crate) async fn insert(tx: &mut Tx, order_id: OrderId, told: &Statement) -> Outcome<()> {
    tx.execute_one(
        "INSERT INTO loyalty_order (order_id, customer_id, currency_code, goods, credit, points, \
         balance, expiring, expires_on) VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9)",
        params![
            order_id,
            told.owner.customer_id,
            told.owner.currency.code(),
            told.goods,
            told.earned.credit,
            told.earned.points,
            told.balance,
            told.ends_first.map(|(amount, _)| amount),
            told.ends_first.map(|(_, day)| day)
        ],
    )
    .await?;
    Ok(())
}

/// What a sale did; none when it had nothing to do with credit.
pub(crate) async fn find(tx: &mut Tx, order_id: OrderId) -> Outcome<Option<(Statement, Earning)>> {
    let row = tx
        .query_opt(
            "SELECT customer_id, currency_code, goods, credit, points, balance, expiring, \
             expires_on, returned FROM loyalty_order WHERE order_id = $1",
            params![order_id],
        )
        .await?;
    let Some(mut row) = row else { return Ok(None) };
    let owner = Owner {
        customer_id: row.read()?,
        currency: row.read()?,
    };
    let goods = row.read()?;
    let earned = Earned {
        credit: row.read()?,
        points: row.read()?,
    };
    let balance = row.read()?;
    let (expiring, expires_on): (Option<i64>, Option<Date>) = (row.read()?, row.read()?);
    let earning = Earning {
        goods,
        credit: earned.credit,
        points: earned.points,
        returned: row.read()?,
    };
    let told = Statement {
        owner,
        goods,
        earned,
        balance,
        ends_first: expiring.zip(expires_on),
    };
    Ok(Some((told, earning)))
}

/// Notes that goods came back for which `amount` was paid.
pub(crate) async fn note_returned(tx: &mut Tx, order_id: OrderId, amount: i64) -> Outcome<()> {
    tx.execute_one(
        "UPDATE loyalty_order SET returned = returned + $2 WHERE order_id = $1",
        params![order_id, amount],
    )
    .await?;
    Ok(())
}

/// Whether an item is a service: those earn nothing.
pub(crate) async fn is_service(tx: &mut Tx, item_no: &str) -> Outcome<bool> {
    let row = tx
        .query_opt(
            "SELECT 1 FROM item WHERE item_no = $1 AND product_type = 'SERVICE'",
            params![item_no],
        )
        .await?;
    Ok(row.is_some())
}
