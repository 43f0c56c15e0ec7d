//! Pieces that leave the store, or come back to it, without a sale: gifts from a customer's record.

use shell::Outcome;
use shell::db::{Tx, params};

use crate::store::{LedgerEntry, insert_ledger_entry};

/// Takes free pieces from stock at once, and enters it in the ledger. `entry.quantity` is below zero.
/// No when fewer are free; then nothing changed.
///
/// # Errors
/// The database's failure.
pub async fn give_away(tx: &mut Tx, entry: &LedgerEntry<'_>) -> Outcome<bool> {
    let taken = tx
        .execute(
            "UPDATE stock SET on_hand = on_hand + $4 WHERE store_no = $1 AND item_no = $2 \
             AND size_code = $3 AND on_hand - reserved + $4 >= 0",
            params![
                entry.store_no,
                entry.item_no,
                entry.size_code,
                entry.quantity
            ],
        )
        .await?;
    if taken != 1 {
        return Ok(false);
    }
    insert_ledger_entry(tx, entry).await?;
    Ok(true)
}
