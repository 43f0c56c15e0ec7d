//! The tables of this feature.

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
