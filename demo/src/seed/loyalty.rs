//! Loyalty credit: the programme began a year ago, and what members bought since has earned credit.
//! What the first of them earned has ended, and some of it ends within the month.

use std::sync::Arc;

use jiff::civil::Date;
use jiff::{Timestamp, ToSpan};
use journal::Signer;
use kernel::Currency;
use kernel::id::OrderId;
use loyalty::{EarnedAt, LoyaltyStoreValue, earn_at, expire_lots, keep_setting};
use shell::db::{Tx, TxFuture, params};
use shell::{Failure, Outcome, Shell};

use crate::company::STORES;

/// How many days ago the programme began.
const BEGAN_DAYS_AGO: i64 = 380;
/// How many sales go into one transaction.
const SALES_AT_A_TIME: usize = 200;

/// On which terms each store grants and takes it: a point for about a euro, a code above about fifty.
pub(super) async fn write_terms(tx: &mut Tx) -> Outcome<()> {
    for store in &STORES {
        let currency = Currency::parse(store.currency)
            .ok_or_else(|| Failure::internal("a store has no currency"))?;
        let usual = LoyaltyStoreValue::usual(store.name.to_owned(), currency);
        let (code_above, amount_per_point) = match store.currency {
            "HKD" => (50_000, 920),
            "CNY" => (40_000, 860),
            "JPY" => (8_000, 172),
            "KWD" => (18_000, 360),
            _ => (usual.code_above, usual.amount_per_point),
        };
        let value = LoyaltyStoreValue {
            is_active: true,
            code_above,
            amount_per_point,
            ..usual
        };
        keep_setting(tx, store.store_no, &value).await?;
    }
    Ok(())
}

/// Books what the sales of the last year earned, and ends what is over.
pub(super) async fn write(
    shell: &Shell,
    signer: &Arc<Signer>,
    (today, now): (Date, Timestamp),
) -> Outcome<()> {
    let since = today.saturating_sub(BEGAN_DAYS_AGO.days());
    let orders = shell.db.read(since, sold_since).await?;
    for some in orders.chunks(SALES_AT_A_TIME) {
        let input = (signer.clone(), some.to_vec(), now);
        shell.db.write(input, earn_some).await?;
    }
    loop {
        let ended = shell
            .db
            .write((signer.clone(), now), |tx, (signer, now)| {
                expire_lots(tx, signer, *now)
            })
            .await?;
        if ended == 0 {
            return Ok(());
        }
    }
}

fn sold_since<'a>(tx: &'a mut Tx, since: &'a Date) -> TxFuture<'a, Vec<OrderId>> {
    Box::pin(async move {
        let rows = tx
            .query(
                "SELECT o.order_id FROM sales_order o JOIN customer c \
                 ON c.customer_id = o.customer_id WHERE c.member_since IS NOT NULL \
                 AND o.business_date >= $1 ORDER BY o.completed_at, o.order_id",
                params![*since],
            )
            .await?;
        rows.into_iter().map(|mut row| Ok(row.read()?)).collect()
    })
}

fn earn_some<'a>(
    tx: &'a mut Tx,
    (signer, orders, now): &'a (Arc<Signer>, Vec<OrderId>, Timestamp),
) -> TxFuture<'a, ()> {
    Box::pin(async move {
        for order_id in orders {
            earn_at(tx, signer, *order_id, EarnedAt::Later(*now)).await?;
        }
        Ok(())
    })
}
