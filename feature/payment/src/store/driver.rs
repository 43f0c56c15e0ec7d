//! Which attempts are live, and who drives them.

use jiff::Timestamp;
use kernel::id::{AttemptId, BasketId, StoreNo, TenderId, TerminalNo};
use shell::Outcome;
use shell::db::{Row, Tx, params};
use uuid::Uuid;

use super::Channel;

/// Whether an attempt keeps a basket to itself: it may be neither changed nor paid nor left.
///
/// # Errors
/// The database's failure.
pub async fn has_live_attempt(tx: &mut Tx, basket_id: BasketId) -> Outcome<bool> {
    let row = tx
        .query_opt(
            "SELECT attempt_id FROM payment_attempt WHERE basket_id = $1 AND is_live",
            params![basket_id],
        )
        .await?;
    Ok(row.is_some())
}

/// Whether an attempt keeps a terminal to itself.
pub(crate) async fn is_terminal_live(tx: &mut Tx, terminal_no: &TerminalNo) -> Outcome<bool> {
    let row = tx
        .query_opt(
            "SELECT attempt_id FROM payment_attempt WHERE terminal_no = $1 AND is_live",
            params![terminal_no],
        )
        .await?;
    Ok(row.is_some())
}

/// The attempt by which a tender was or is being removed: a reversal at the terminal, or the order
/// whose money goes back.
pub(crate) async fn find_removal(
    tx: &mut Tx,
    store_no: &StoreNo,
    tender_id: TenderId,
) -> Outcome<Option<(AttemptId, Channel)>> {
    let row = tx
        .query_opt(
            "SELECT attempt_id, channel FROM payment_attempt \
             WHERE reversed_tender_id = $1 AND store_no = $2 ORDER BY created_at DESC LIMIT 1",
            params![tender_id, store_no],
        )
        .await?;
    row.map(|mut row| read_driven(&mut row)).transpose()
}

fn read_driven(row: &mut Row) -> Outcome<(AttemptId, Channel)> {
    let attempt_id = row.read()?;
    let channel: String = row.read()?;
    Ok(match channel.as_str() {
        "QR" => (attempt_id, Channel::Qr),
        _ => (attempt_id, Channel::Terminal),
    })
}

/// Takes or renews the right to drive an attempt; false when another process has it.
///
/// # Errors
/// The database's failure.
pub async fn set_driver(
    tx: &mut Tx,
    attempt_id: AttemptId,
    driver: Uuid,
    now: Timestamp,
    until: Timestamp,
) -> Outcome<bool> {
    let touched = tx
        .execute(
            "UPDATE payment_attempt SET driver_id = $2, driver_until = $4 \
             WHERE attempt_id = $1 \
             AND (driver_id IS NULL OR driver_id = $2 OR driver_until < $3)",
            params![attempt_id, driver, now, until],
        )
        .await?;
    Ok(touched == 1)
}

/// Gives the right to drive an attempt back.
pub(crate) async fn release(tx: &mut Tx, attempt_id: AttemptId, driver: Uuid) -> Outcome<()> {
    tx.execute(
        "UPDATE payment_attempt SET driver_id = NULL, driver_until = NULL \
         WHERE attempt_id = $1 AND driver_id = $2",
        params![attempt_id, driver],
    )
    .await?;
    Ok(())
}

/// Takes the right to drive from everybody.
pub(crate) async fn forget_drivers(tx: &mut Tx) -> Outcome<()> {
    tx.execute(
        "UPDATE payment_attempt SET driver_id = NULL, driver_until = NULL \
         WHERE driver_id IS NOT NULL",
        params![],
    )
    .await?;
    Ok(())
}

/// The attempts that need somebody by `now` and that nobody drives.
pub(crate) async fn list_to_drive(
    tx: &mut Tx,
    now: Timestamp,
) -> Outcome<Vec<(AttemptId, Channel)>> {
    let rows = tx
        .query(
            "SELECT attempt_id, channel FROM payment_attempt \
             WHERE wake_at IS NOT NULL AND wake_at <= $1 \
             AND (driver_until IS NULL OR driver_until < $1) ORDER BY wake_at LIMIT 500",
            params![now],
        )
        .await?;
    rows.into_iter()
        .map(|mut row| read_driven(&mut row))
        .collect()
}
