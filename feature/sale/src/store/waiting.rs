//! Baskets that wait to be taken up.

use crm::rule::name::shown_name;
use jiff::Timestamp;
use kernel::id::{BasketId, StoreNo};
use shell::Outcome;
use shell::db::{Tx, params};

use crate::Till;
use crate::park::{WAITING_MAX, WaitingBasketView};

/// How many items of a basket are named.
const NAMES_MAX: i64 = 3;

/// Parks an open basket.
///
/// # Errors
/// A fault when somebody else moved it meanwhile.
pub(crate) async fn park(
    tx: &mut Tx,
    basket_id: BasketId,
    till: &Till,
    until: Timestamp,
) -> Outcome<()> {
    tx.execute_one(
        "UPDATE basket SET state = 'TEMPORARY', version = version + 1, parked_by = $2, \
         parked_at = $3, lease_until = $4 WHERE basket_id = $1 AND state = 'OPEN'",
        params![basket_id, &till.staff_id, till.now, until],
    )
    .await?;
    Ok(())
}

/// Brings a basket that waits to a till.
///
/// # Errors
/// A fault when somebody else took it meanwhile.
pub(crate) async fn resume(tx: &mut Tx, basket_id: BasketId, till: &Till) -> Outcome<()> {
    tx.execute_one(
        "UPDATE basket SET state = 'OPEN', version = version + 1, terminal_no = $2, \
         parked_by = NULL, parked_at = NULL WHERE basket_id = $1 AND state = 'TEMPORARY'",
        params![basket_id, &till.terminal_no],
    )
    .await?;
    Ok(())
}

/// Whether a basket waits in a store.
pub(crate) async fn is_waiting(
    tx: &mut Tx,
    store_no: &StoreNo,
    basket_id: BasketId,
) -> Outcome<bool> {
    let row = tx
        .query_opt(
            "SELECT 1 FROM basket WHERE basket_id = $2 AND store_no = $1 \
             AND state = 'TEMPORARY'",
            params![store_no, basket_id],
        )
        .await?;
    Ok(row.is_some())
}

pub(crate) async fn count_waiting(tx: &mut Tx, store_no: &StoreNo) -> Outcome<i64> {
    let mut row = tx
        .query_one(
            "SELECT COUNT(*) FROM basket WHERE store_no = $1 AND state = 'TEMPORARY'",
            params![store_no],
        )
        .await?;
    Ok(row.read()?)
}

/// The baskets that wait in a store, the newest first.
pub(crate) async fn list_waiting(
    tx: &mut Tx,
    store_no: &StoreNo,
) -> Outcome<Vec<WaitingBasketView>> {
    let rows = tx
        .query(
            "SELECT b.basket_id, b.basket_no, b.terminal_no, b.parked_at, b.opened_at, \
             p.first_name, p.last_name, c.family_name, c.given_name, c.customer_no, \
             (SELECT CAST(COALESCE(SUM(l.quantity), 0) AS BIGINT) FROM basket_line l \
              WHERE l.basket_id = b.basket_id) \
             FROM basket b \
             LEFT JOIN salesperson p ON p.staff_id = COALESCE(b.parked_by, b.salesperson_id) \
             LEFT JOIN customer c ON c.customer_id = b.customer_id \
             WHERE b.store_no = $1 AND b.state = 'TEMPORARY' \
             ORDER BY COALESCE(b.parked_at, b.opened_at) DESC LIMIT $2",
            params![store_no, WAITING_MAX],
        )
        .await?;
    let mut baskets = Vec::with_capacity(rows.len());
    for mut row in rows {
        let basket_id = row.read()?;
        let (basket_no, terminal_no) = (row.read()?, row.read()?);
        let (parked_at, opened_at): (Option<Timestamp>, Timestamp) = (row.read()?, row.read()?);
        let (first, last): (Option<String>, Option<String>) = (row.read()?, row.read()?);
        let (family, given): (Option<String>, Option<String>) = (row.read()?, row.read()?);
        let customer_no: Option<i64> = row.read()?;
        baskets.push(WaitingBasketView {
            basket_id,
            basket_no,
            terminal_no,
            staff_name: first
                .zip(last)
                .map(|(first, last)| format!("{first} {last}")),
            since: parked_at.unwrap_or(opened_at),
            is_parked: parked_at.is_some(),
            customer_name: family
                .zip(given)
                .zip(customer_no)
                .map(|((family, given), no)| shown_name(&family, &given, no)),
            pieces: row.read()?,
            item_names: names_of(tx, basket_id).await?,
        });
    }
    Ok(baskets)
}

async fn names_of(tx: &mut Tx, basket_id: BasketId) -> Outcome<Vec<String>> {
    let rows = tx
        .query(
            "SELECT i.name FROM basket_line l JOIN item i ON i.item_no = l.item_no \
             WHERE l.basket_id = $1 ORDER BY l.position LIMIT $2",
            params![basket_id, NAMES_MAX],
        )
        .await?;
    rows.into_iter().map(|mut row| Ok(row.read()?)).collect()
}

/// Parked baskets whose time is over and that still hold pieces.
pub(crate) async fn list_expired_parked(tx: &mut Tx, now: Timestamp) -> Outcome<Vec<BasketId>> {
    let rows = tx
        .query(
            "SELECT b.basket_id FROM basket b WHERE b.state = 'TEMPORARY' \
             AND b.parked_at IS NOT NULL AND b.lease_until < $1 \
             AND EXISTS (SELECT 1 FROM stock_lease s WHERE s.basket_id = b.basket_id) LIMIT 200",
            params![now],
        )
        .await?;
    Ok(rows
        .into_iter()
        .map(|mut row| row.read())
        .collect::<Result<_, _>>()?)
}
