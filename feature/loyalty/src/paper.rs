//! What a receipt says of the customer's credit.

use document::{Language, Loyalty};
use kernel::Money;
use kernel::id::OrderId;
use order::letterhead::amount;
use order::{OrderParts, PaperPart};
use shell::db::{Tx, TxFuture};

use crate::store;

/// Says on the receipt of a sale what it earned, and what the customer had after it. A receipt that is
/// printed again says the same.
pub struct LoyaltyPart;

impl PaperPart for LoyaltyPart {
    fn add<'a>(
        &'a self,
        tx: &'a mut Tx,
        order_id: OrderId,
        _language: Language,
        parts: &'a mut OrderParts,
    ) -> TxFuture<'a, ()> {
        Box::pin(async move {
            let told = store::order::find(tx, order_id).await?;
            parts.loyalty = told.map(|(told, _)| {
                let text = |minor| amount(Money::new(minor, told.owner.currency));
                Loyalty {
                    earned: Some(told.earned.credit)
                        .filter(|earned| *earned > 0)
                        .map(text),
                    balance: Some(text(told.balance)),
                    expires: told.ends_first.map(|(amount, day)| (text(amount), day)),
                }
            });
            Ok(())
        })
    }
}
