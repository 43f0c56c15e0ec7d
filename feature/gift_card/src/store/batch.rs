//! Cards that come in.

use jiff::Timestamp;
use kernel::Currency;
use kernel::id::StaffId;
use shell::Outcome;
use shell::db::{Tx, params};
use uuid::Uuid;

use crate::rule::number::last_four;

/// Whether there is a batch of a code.
pub(crate) async fn batch_exists(tx: &mut Tx, batch_code: &str) -> Outcome<bool> {
    let sql = "SELECT 1 FROM gift_card_batch WHERE batch_code = $1";
    Ok(tx.query_opt(sql, params![batch_code]).await?.is_some())
}

/// Whether a card has a number.
pub(crate) async fn number_exists(tx: &mut Tx, card_no: &str) -> Outcome<bool> {
    let sql = "SELECT 1 FROM gift_card WHERE card_no = $1";
    Ok(tx.query_opt(sql, params![card_no]).await?.is_some())
}

/// Writes down a batch before its cards.
///
/// # Errors
/// The database's failure.
pub async fn insert_batch(
    tx: &mut Tx,
    (batch_code, market_code, currency): (&str, &str, Currency),
    cards: i64,
    (staff_id, now): (&StaffId, Timestamp),
) -> Outcome<()> {
    tx.execute_one(
        "INSERT INTO gift_card_batch (batch_code, market_code, currency_code, cards, created_by, \
         created_at) VALUES ($1, $2, $3, $4, $5, $6)",
        params![
            batch_code,
            market_code,
            currency.code(),
            cards,
            staff_id,
            now
        ],
    )
    .await?;
    Ok(())
}

/// A card about to come in.
#[derive(Clone, Debug)]
pub struct NewCard<'a> {
    /// The card.
    pub gift_card_id: Uuid,
    /// Its number.
    pub card_no: &'a str,
    /// Its batch.
    pub batch_code: &'a str,
    /// The market in whose stores it holds.
    pub market_code: &'a str,
    /// Its currency.
    pub currency: Currency,
    /// The hash of its code.
    pub code_hash: &'a [u8],
}

/// Takes a card into stock.
///
/// # Errors
/// The database's failure.
pub async fn insert_card(tx: &mut Tx, card: &NewCard<'_>) -> Outcome<()> {
    tx.execute_one(
        "INSERT INTO gift_card (gift_card_id, card_no, last_four, batch_code, market_code, \
         currency_code, code_hash, state) VALUES ($1, $2, $3, $4, $5, $6, $7, 'STOCK')",
        params![
            card.gift_card_id,
            card.card_no,
            last_four(card.card_no),
            card.batch_code,
            card.market_code,
            card.currency.code(),
            card.code_hash
        ],
    )
    .await?;
    Ok(())
}
