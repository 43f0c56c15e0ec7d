//! What a receipt says of gift cards.

use document::{GiftCard, Language};
use kernel::Money;
use kernel::id::OrderId;
use order::letterhead::amount;
use order::{OrderParts, PaperPart};
use shell::Outcome;
use shell::db::{Tx, TxFuture};
use uuid::Uuid;

use crate::rule::state::EntryType;
use crate::store::{self, PaperEntry};

/// Says on the receipt of a sale which cards it sold, topped up or was paid with, and what was left on
/// each then. A receipt that is printed again says the same, whatever happened to the card since.
pub struct GiftCardPart;

impl PaperPart for GiftCardPart {
    fn add<'a>(
        &'a self,
        tx: &'a mut Tx,
        order_id: OrderId,
        _language: Language,
        parts: &'a mut OrderParts,
    ) -> TxFuture<'a, ()> {
        Box::pin(async move {
            let entries = store::list_of_order(tx, order_id).await?;
            parts.gift_cards = told(&entries);
            Ok(())
        })
    }
}

/// What the receipt of a payment on a deposit says of the cards that it was paid with.
///
/// # Errors
/// The database's failure.
pub async fn of_deposit_payment(tx: &mut Tx, entry_id: Uuid) -> Outcome<Vec<GiftCard>> {
    let entries = store::list_of_deposit_payment(tx, entry_id).await?;
    Ok(told(&entries))
}

/// One card after the other, as they were moved; what was cleared stands with what it was cleared with.
fn told(entries: &[PaperEntry]) -> Vec<GiftCard> {
    let mut cards: Vec<GiftCard> = Vec::with_capacity(entries.len());
    for entry in entries {
        let text = |minor| amount(Money::new(minor, entry.currency));
        let balance = text(entry.balance);
        if entry.entry_type == EntryType::Clear
            && let Some(card) = cards.last_mut()
        {
            card.cleared = Some(text(-entry.amount));
            card.balance = balance;
            continue;
        }
        cards.push(GiftCard {
            last_four: entry.last_four.clone(),
            paid: (entry.amount < 0).then(|| text(-entry.amount)),
            loaded: (entry.amount > 0).then(|| text(entry.amount)),
            cleared: None,
            balance,
            expires_on: entry.expires_on,
        });
    }
    cards
}

#[cfg(test)]
mod tests {
    use jiff::civil::date;
    use kernel::Currency;

    use super::*;

    #[test]
    fn what_was_cleared_stands_with_what_was_paid() {
        let entry = |entry_type, last_four: &str, amount, balance| PaperEntry {
            last_four: last_four.to_owned(),
            currency: Currency::Eur,
            entry_type,
            amount,
            balance,
            expires_on: None,
        };
        let sold = PaperEntry {
            expires_on: Some(date(2028, 11, 21)),
            ..entry(EntryType::Activate, "0003", 5_000, 5_000)
        };
        let cards = told(&[
            entry(EntryType::Redeem, "0001", -9_960, 40),
            entry(EntryType::Clear, "0001", -40, 0),
            entry(EntryType::Redeem, "0002", -100, 900),
            sold,
        ]);
        let plain = GiftCard {
            last_four: "0001".to_owned(),
            paid: Some("99.60".to_owned()),
            loaded: None,
            cleared: Some("0.40".to_owned()),
            balance: "0.00".to_owned(),
            expires_on: None,
        };
        let second = GiftCard {
            last_four: "0002".to_owned(),
            paid: Some("1.00".to_owned()),
            cleared: None,
            balance: "9.00".to_owned(),
            ..plain.clone()
        };
        let third = GiftCard {
            last_four: "0003".to_owned(),
            paid: None,
            loaded: Some("50.00".to_owned()),
            balance: "50.00".to_owned(),
            expires_on: Some(date(2028, 11, 21)),
            ..second.clone()
        };
        assert_eq!(cards, [plain, second, third]);
    }
}
