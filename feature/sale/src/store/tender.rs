//! What was taken for a basket.

use kernel::Money;
use kernel::id::BasketId;
use payment::store::read_foreign;
use shell::Outcome;
use shell::db::{Tx, params};

/// What was taken for a basket so far.
#[derive(Clone, Debug)]
pub(crate) struct BookedTender {
    /// Its id.
    pub tender_id: kernel::id::TenderId,
    /// Its tender.
    pub tender_code: String,
    /// The name of the tender.
    pub name: String,
    /// What it settles of the due amount.
    pub amount: i64,
    /// What was handed over.
    pub tendered: i64,
    /// What was given back.
    pub change: i64,
    /// What cash rounding added (positive) or took (negative) besides the amount.
    pub rounding: i64,
    /// The brand of a card, or of what else it is.
    pub brand: Option<String>,
    /// The last four digits of the card.
    pub last_four: Option<String>,
    /// What it says of itself besides, such as the number of a slip.
    pub reference: Option<String>,
    /// Of foreign cash what it was in its own currency, and what one unit of it was worth in
    /// hundred-millionths.
    pub foreign: Option<(Money, i64)>,
    /// The try that took it, for a card.
    pub attempt: Option<CardAttempt>,
}

/// What is known of a card payment.
#[derive(Clone, Debug)]
pub(crate) struct CardAttempt {
    /// The try.
    pub attempt_id: kernel::id::AttemptId,
    /// The approval code of the bank.
    pub approval_code: Option<String>,
    /// The terminal's id of the transaction.
    pub poi_transaction_id: Option<String>,
    /// The terminal's text for the customer.
    pub card_receipt: Option<String>,
}

/// The tenders booked on a basket, in order.
pub(crate) async fn list_tenders(tx: &mut Tx, basket_id: BasketId) -> Outcome<Vec<BookedTender>> {
    let rows = tx
        .query(
            "SELECT b.tender_id, b.tender_code, t.name, b.amount, b.tendered, b.change_given, \
             b.rounding, COALESCE(a.brand, b.brand), COALESCE(a.last_four, b.last_four), \
             b.reference, b.foreign_amount, b.foreign_currency, b.exchange_rate, b.attempt_id, a.approval_code, \
             a.poi_transaction_id, a.card_receipt \
             FROM basket_tender b JOIN tender t ON t.tender_code = b.tender_code \
             LEFT JOIN payment_attempt a ON a.attempt_id = b.attempt_id \
             WHERE b.basket_id = $1 ORDER BY b.position",
            params![basket_id],
        )
        .await?;
    rows.into_iter()
        .map(|mut row| {
            Ok(BookedTender {
                tender_id: row.read()?,
                tender_code: row.read()?,
                name: row.read()?,
                amount: row.read()?,
                tendered: row.read()?,
                change: row.read()?,
                rounding: row.read()?,
                brand: row.read()?,
                last_four: row.read()?,
                reference: row.read()?,
                foreign: read_foreign(&mut row)?,
                attempt: match row.read()? {
                    None => None,
                    Some(attempt_id) => Some(CardAttempt {
                        attempt_id,
                        approval_code: row.read()?,
                        poi_transaction_id: row.read()?,
                        card_receipt: row.read()?,
                    }),
                },
            })
        })
        .collect()
}

/// Whether a try to take money is under way.
pub(crate) async fn has_live_attempt(tx: &mut Tx, basket_id: BasketId) -> Outcome<bool> {
    let row = tx
        .query_opt(
            "SELECT 1 FROM payment_attempt WHERE basket_id = $1 AND is_live",
            params![basket_id],
        )
        .await?;
    Ok(row.is_some())
}
