//! Baskets that wait to be taken up.

use std::collections::HashMap;

use crm::rule::name::shown_name;
use jiff::{SignedDuration, Timestamp};
use kernel::id::{BasketId, StoreNo};
use kernel::{Currency, Money};
use shell::Outcome;
use shell::db::{Row, Tx, params};

use crate::Till;
use crate::park::{WAITING_MAX, WaitingBasketView};

/// How many items of a basket are named.
const NAMES_MAX: i64 = 3;

/// SQL that is true for each basket `b` that waits in the store `$1`. Every till asks for them all the time, so that
/// they have an index of their own: `basket_waiting`.
pub const WAITING_IN_STORE: &str = "b.store_no = $1 AND b.state = 'TEMPORARY'";
/// Their order, of two of one moment the one that was begun later first.
const NEWEST_FIRST: &str = "COALESCE(b.parked_at, b.opened_at) DESC, b.basket_no DESC";

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
    let sql = format!("SELECT COUNT(*) FROM basket b WHERE {WAITING_IN_STORE}");
    Ok(tx.query_one(&sql, params![store_no]).await?.read()?)
}

/// Keeps what a basket came to when it was put aside.
pub(crate) async fn set_waiting_total(
    tx: &mut Tx,
    basket_id: BasketId,
    total: Money,
) -> Outcome<()> {
    tx.execute_one(
        "UPDATE basket SET waiting_total = $2 WHERE basket_id = $1",
        params![basket_id, total.minor],
    )
    .await?;
    Ok(())
}

/// The baskets that wait in a store, the newest first. `currency` is that of the store.
pub(crate) async fn list_waiting(
    tx: &mut Tx,
    store_no: &StoreNo,
    currency: Currency,
) -> Outcome<Vec<WaitingBasketView>> {
    let sql = format!(
        "SELECT b.basket_id, b.basket_no, b.terminal_no, b.parked_at, b.opened_at, \
         p.first_name, p.last_name, c.family_name, c.given_name, c.customer_no, \
         (SELECT CAST(COALESCE(SUM(l.quantity), 0) AS BIGINT) FROM basket_line l \
          WHERE l.basket_id = b.basket_id), b.waiting_total, b.lease_until \
         FROM basket b \
         LEFT JOIN salesperson p ON p.staff_id = COALESCE(b.parked_by, b.salesperson_id) \
         LEFT JOIN customer c ON c.customer_id = b.customer_id \
         WHERE {WAITING_IN_STORE} ORDER BY {NEWEST_FIRST} LIMIT $2"
    );
    let rows = tx.query(&sql, params![store_no, WAITING_MAX]).await?;
    let mut names = names_by_basket(tx, store_no).await?;
    rows.into_iter()
        .map(|row| waiting_basket(row, currency, &mut names))
        .collect()
}

fn waiting_basket(
    mut row: Row,
    currency: Currency,
    names: &mut HashMap<BasketId, Vec<String>>,
) -> Outcome<WaitingBasketView> {
    let basket_id = row.read()?;
    let (basket_no, terminal_no) = (row.read()?, row.read()?);
    let (parked_at, opened_at): (Option<Timestamp>, Timestamp) = (row.read()?, row.read()?);
    let (first, last): (Option<String>, Option<String>) = (row.read()?, row.read()?);
    let (family, given): (Option<String>, Option<String>) = (row.read()?, row.read()?);
    let customer_no: Option<i64> = row.read()?;
    let pieces = row.read()?;
    let total: Option<i64> = row.read()?;
    let lease_until: Timestamp = row.read()?;
    Ok(WaitingBasketView {
        basket_id,
        basket_no,
        terminal_no,
        staff_name: first
            .zip(last)
            .map(|(first, last)| format!("{first} {last}")),
        since: parked_at.unwrap_or(opened_at),
        is_parked: parked_at.is_some(),
        reserved_until: parked_at.map(|_| lease_until),
        customer_name: family
            .zip(given)
            .zip(customer_no)
            .map(|((family, given), no)| shown_name(&family, &given, no)),
        pieces,
        total: total.map(|minor| Money::new(minor, currency)),
        item_names: names.remove(&basket_id).unwrap_or_default(),
    })
}

/// What the first lines of those waiting baskets of a store are called that a list shows, in one look.
async fn names_by_basket(
    tx: &mut Tx,
    store_no: &StoreNo,
) -> Outcome<HashMap<BasketId, Vec<String>>> {
    let sql = format!(
        "SELECT l.basket_id, i.name FROM basket_line l JOIN item i ON i.item_no = l.item_no \
         WHERE l.basket_id IN (SELECT b.basket_id FROM basket b WHERE {WAITING_IN_STORE} \
          ORDER BY {NEWEST_FIRST} LIMIT $2) \
         AND (SELECT COUNT(*) FROM basket_line f WHERE f.basket_id = l.basket_id \
          AND f.position < l.position) < $3 \
         ORDER BY l.basket_id, l.position"
    );
    let values = params![store_no, WAITING_MAX, NAMES_MAX];
    let rows = tx.query(&sql, values).await?;
    let mut names: HashMap<BasketId, Vec<String>> = HashMap::new();
    for mut row in rows {
        names.entry(row.read()?).or_default().push(row.read()?);
    }
    Ok(names)
}

/// How long pieces that are put on deposit stay reserved in a basket that waits, after its last sign of
/// life. Nothing was paid for them yet (domain §5.4, ABANDONED).
const DEPOSIT_KEPT: SignedDuration = SignedDuration::from_hours(24);

/// Baskets that wait whose time is over and that still hold pieces: parked ones, and those that were left
/// behind with pieces that are put on deposit.
pub(crate) async fn list_expired_waiting(tx: &mut Tx, now: Timestamp) -> Outcome<Vec<BasketId>> {
    let rows = tx
        .query(
            // Each part names its partial index.
            "SELECT b.basket_id FROM (SELECT basket_id FROM basket WHERE state = 'TEMPORARY' \
             AND parked_at IS NOT NULL AND lease_until < $1 \
             UNION ALL SELECT basket_id FROM basket WHERE state = 'TEMPORARY' \
             AND parked_at IS NULL AND lease_until < $2) b \
             WHERE EXISTS (SELECT 1 FROM stock_lease s WHERE s.basket_id = b.basket_id) \
             OR EXISTS (SELECT 1 FROM basket_line_gift_card l \
             JOIN gift_card g ON g.gift_card_id = l.gift_card_id \
             AND l.line_id IN (g.line_id, g.top_up_line_id) WHERE l.basket_id = b.basket_id) \
             LIMIT 200",
            params![now, now - DEPOSIT_KEPT],
        )
        .await?;
    Ok(rows
        .into_iter()
        .map(|mut row| row.read())
        .collect::<Result<_, _>>()?)
}
