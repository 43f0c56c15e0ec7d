//! Pulses that open a drawer for a payment.

use jiff::Timestamp;
use kernel::id::{BasketId, StoreNo, TerminalNo};
use shell::Outcome;
use shell::db::{Tx, params};
use uuid::Uuid;

use crate::view::Kick;

/// The printer that opens the drawer for what a basket was paid with: none where no tender of it opens a drawer in
/// its store, or the store has no printer.
pub(crate) async fn printer_for(
    tx: &mut Tx,
    store_no: &StoreNo,
    basket_id: BasketId,
) -> Outcome<Option<String>> {
    let row = tx
        .query_opt(
            "SELECT s.receipt_printer FROM store s WHERE s.store_no = $1 \
             AND s.receipt_printer IS NOT NULL AND EXISTS \
             (SELECT 1 FROM basket_tender b JOIN tender t ON t.tender_code = b.tender_code \
              LEFT JOIN tender_store ts ON ts.tender_code = b.tender_code \
              AND ts.store_no = s.store_no WHERE b.basket_id = $2 \
              AND CASE WHEN ts.has_own_terms THEN ts.opens_drawer ELSE t.opens_drawer END)",
            params![store_no, basket_id],
        )
        .await?;
    row.map(|mut row| Ok(row.read()?)).transpose()
}

/// Notes a pulse.
pub(crate) async fn insert(
    tx: &mut Tx,
    pulse_id: Uuid,
    basket_id: BasketId,
    (store_no, terminal_no): (&StoreNo, &TerminalNo),
    now: Timestamp,
) -> Outcome<()> {
    tx.execute_one(
        "INSERT INTO drawer_pulse (pulse_id, basket_id, store_no, terminal_no, noted_at) \
         VALUES ($1, $2, $3, $4, $5)",
        params![pulse_id, basket_id, store_no, terminal_no, now],
    )
    .await?;
    Ok(())
}

/// Whether a pulse that was noted waits to be sent; none before what noted it is committed.
pub(crate) async fn is_waiting(tx: &mut Tx, pulse_id: Uuid) -> Outcome<Option<bool>> {
    let row = tx
        .query_opt(
            "SELECT sent_at FROM drawer_pulse WHERE pulse_id = $1",
            params![pulse_id],
        )
        .await?;
    row.map(|mut row| Ok(row.read::<Option<Timestamp>>()?.is_none()))
        .transpose()
}

/// Keeps that a pulse is sent, before it is; false when somebody else sends it.
pub(crate) async fn claim(tx: &mut Tx, pulse_id: Uuid, now: Timestamp) -> Outcome<bool> {
    let changed = tx
        .execute(
            "UPDATE drawer_pulse SET sent_at = $2 WHERE pulse_id = $1 AND sent_at IS NULL",
            params![pulse_id, now],
        )
        .await?;
    Ok(changed == 1)
}

/// Keeps what became of a pulse.
pub(crate) async fn end(tx: &mut Tx, pulse_id: Uuid, kick: Kick) -> Outcome<()> {
    tx.execute_one(
        "UPDATE drawer_pulse SET outcome = $2 WHERE pulse_id = $1",
        params![pulse_id, kick.name()],
    )
    .await?;
    Ok(())
}
