//! The tables of this feature.

use jiff::civil::Date;
use kernel::id::StoreNo;
use shell::Outcome;
use shell::db::{Tx, params};

/// What waits for a store.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Waiting {
    pub rma: i64,
    pub recall: i64,
}

/// Counts the shipments that wait for a store (domain §15.4).
pub(crate) async fn count_waiting(tx: &mut Tx, store_no: &StoreNo) -> Outcome<Waiting> {
    let mut row = tx
        .query_one(
            "SELECT \
             COUNT(CASE WHEN return_order_type IN ('RMA', 'TARNISH', 'DEFECT', 'OVERSTOCK') \
              AND state IN ('AUTHORISED', 'PACKAGED') THEN 1 END), \
             COUNT(CASE WHEN return_order_type IN ('RECALL', 'PICKUP', 'EXPRESS') \
              AND state IN ('PENDING', 'NEW', 'PICKING', 'PACKAGING') THEN 1 END) \
             FROM shipment WHERE store_no = $1",
            params![store_no],
        )
        .await?;
    Ok(Waiting {
        rma: row.read()?,
        recall: row.read()?,
    })
}

/// Counts the deposits of a store that are ready, overdue, or end by a day (domain §15.4).
pub(crate) async fn count_deposits(tx: &mut Tx, store_no: &StoreNo, until: Date) -> Outcome<i64> {
    let mut row = tx
        .query_one(
            "SELECT COUNT(*) FROM deposit WHERE store_no = $1 AND (state IN ('FULLY_PAID', 'OVERDUE') \
             OR (state = 'OPEN' AND expires_on <= $2))",
            params![store_no, until],
        )
        .await?;
    Ok(row.read()?)
}
