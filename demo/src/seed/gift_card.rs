//! Gift cards in every state. Those with a value were sold before the books of this demonstration
//! begin: the house brought them along, with what had been spent of them.

use std::sync::Arc;

use gift_card::store::{Card, NewCard, find_card, insert_batch, insert_card};
use gift_card::{Place, Redemption, block, charge, expire, hash_of_code, redeem};
use jiff::{SignedDuration, Timestamp};
use journal::Signer;
use kernel::id::{StaffId, StoreNo, TenderId};
use kernel::{Currency, Money};
use setting::Store;
use shell::db::{Tx, TxFuture, params};
use shell::{Failure, Outcome};
use uuid::Uuid;

use super::identity;
use crate::company::STORES;

/// The store that sold the cards with a value, and where their movements stand in the journal.
const SOLD_IN: &str = "PAR01";
/// How many cards of each market nobody bought yet.
const STOCK: [(&str, Currency, i64); 3] = [
    ("EU", Currency::Eur, 60),
    ("HK", Currency::Hkd, 30),
    ("CN", Currency::Cny, 30),
];
/// What the cards were sold for, in turn, in cents.
const VALUES: [i64; 5] = [5_000, 10_000, 15_000, 25_000, 50_000];

/// When the first of them was spent: before the books begin.
const SPENT_DAYS_AGO: i64 = 600;

/// What became of a card.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Fate {
    Active,
    Partial,
    Empty,
    Blocked,
    Expired,
}

/// How many cards went which way.
const FATES: [(Fate, i64); 5] = [
    (Fate::Expired, 2),
    (Fate::Active, 50),
    (Fate::Partial, 15),
    (Fate::Empty, 10),
    (Fate::Blocked, 3),
];

struct Sold {
    fate: Fate,
    value: i64,
    at: Timestamp,
}

/// All cards of the demonstration, with the hashes of their codes.
pub(super) struct Cards {
    signer: Arc<Signer>,
    now: Timestamp,
    cards: Vec<Printed>,
}

/// A card as it came from the printer.
struct Printed {
    gift_card_id: Uuid,
    card_no: String,
    code_hash: Vec<u8>,
    market: &'static str,
    currency: Currency,
    /// What became of it, when it was sold.
    sold: Option<Sold>,
}

/// The number of a card of the demonstration.
fn number(at: i64) -> String {
    format!("6279{at:012}")
}

/// Its code.
fn code(at: i64) -> String {
    format!("DEMO{at:04}")
}

impl Cards {
    pub(super) fn new(signer: Arc<Signer>, now: Timestamp) -> Self {
        let mut cards = Vec::new();
        let mut at = 0;
        let mut printed = |market, currency, sold: Option<Sold>| {
            at += 1;
            let card_no = number(at);
            let born = sold.as_ref().map_or(now, |sold| sold.at);
            Printed {
                gift_card_id: identity::at(born, &format!("gift card {card_no}")),
                code_hash: hash_of_code(&card_no, &code(at)),
                card_no,
                market,
                currency,
                sold,
            }
        };
        let mut day = 0;
        for (fate, count) in FATES {
            for turn in 0..count {
                // Beyond the 24 months that a card holds, or so that it ends in the next months.
                let days = if fate == Fate::Expired { 745 } else { 715 };
                day += 1;
                let sold = Sold {
                    fate,
                    value: VALUES[usize::try_from(turn).unwrap_or(0) % VALUES.len()],
                    at: now - SignedDuration::from_hours(24 * (days - day)),
                };
                cards.push(printed("EU", Currency::Eur, Some(sold)));
            }
        }
        for (market, currency, count) in STOCK {
            for _ in 0..count {
                cards.push(printed(market, currency, None));
            }
        }
        Self { signer, now, cards }
    }

    /// The cards that were sold, and how.
    fn sold(&self) -> impl Iterator<Item = (&Printed, &Sold)> {
        let cards = self.cards.iter();
        cards.filter_map(|card| Some((card, card.sold.as_ref()?)))
    }
}

/// Writes the cards and what happened to them before the books begin.
pub(super) fn write<'a>(tx: &'a mut Tx, new: &'a Cards) -> TxFuture<'a, ()> {
    Box::pin(async move {
        write_terms(tx).await?;
        let admin = StaffId::from("SYSTEM");
        for (market, currency, stock) in STOCK {
            let of_market = new
                .cards
                .iter()
                .filter(|card| card.market == market)
                .count();
            let count = i64::try_from(of_market).unwrap_or(stock);
            let batch = format!("DEMO-{market}");
            let by = (&admin, new.now);
            insert_batch(tx, (&batch, market, currency), count, by).await?;
        }
        let store = setting::get_store(tx, &StoreNo::from(SOLD_IN)).await?;
        for printed in &new.cards {
            let batch_code = format!("DEMO-{}", printed.market);
            let card = NewCard {
                gift_card_id: printed.gift_card_id,
                card_no: &printed.card_no,
                batch_code: &batch_code,
                market_code: printed.market,
                currency: printed.currency,
                code_hash: &printed.code_hash,
            };
            insert_card(tx, &card).await?;
        }
        live(tx, new, &store).await
    })
}

/// Ends the cards whose time is over.
pub(super) fn end<'a>(tx: &'a mut Tx, new: &'a Cards) -> TxFuture<'a, ()> {
    Box::pin(async move {
        let store = setting::get_store(tx, &StoreNo::from(SOLD_IN)).await?;
        for (printed, sold) in new.sold() {
            if sold.fate == Fate::Expired {
                let card = known(tx, printed.gift_card_id).await?;
                expire(tx, &new.signer, &card, place(&store, new.now)).await?;
            }
        }
        Ok(())
    })
}

fn place(store: &Store, now: Timestamp) -> Place<'_> {
    Place {
        store,
        terminal_no: None,
        staff_id: None,
        now,
    }
}

/// Each store sells and takes cards of its market; the second one of Paris takes them only.
async fn write_terms(tx: &mut Tx) -> Outcome<()> {
    for (at, store) in STORES.iter().enumerate() {
        let (market, unit) = match store.currency {
            "HKD" => ("HK", 10),
            "CNY" => ("CN", 10),
            _ => ("EU", 1),
        };
        tx.execute_one(
            "INSERT INTO gift_card_store (store_no, sell_gift_card, redeem_gift_card, \
             market_code, minimum_amount, maximum_amount, valid_months) \
             VALUES ($1, $2, TRUE, $3, $4, $5, 24)",
            params![
                store.store_no,
                at != 1,
                market,
                1_000 * unit,
                300_000 * unit
            ],
        )
        .await?;
    }
    Ok(())
}

/// Sold one after the other, then spent: the journal's time goes on, never back.
async fn live(tx: &mut Tx, new: &Cards, store: &Store) -> Outcome<()> {
    let signer = &new.signer;
    for (printed, sold) in new.sold() {
        let card = known(tx, printed.gift_card_id).await?;
        charge(tx, signer, &card, sold.value, None, place(store, sold.at)).await?;
    }
    let mut day = 0;
    for (printed, sold) in new.sold() {
        let spent = match sold.fate {
            Fate::Active | Fate::Expired => continue,
            Fate::Partial | Fate::Blocked => sold.value * 2 / 5,
            Fate::Empty => sold.value,
        };
        day += 1;
        let then = new.now - SignedDuration::from_hours(24 * (SPENT_DAYS_AGO - day));
        let redemption = Redemption {
            tender_id: TenderId(identity::at(then, &format!("redeemed {}", printed.card_no))),
            amount: Money::new(spent, printed.currency),
            clears_rest: false,
        };
        let card = known(tx, printed.gift_card_id).await?;
        redeem(tx, signer, &card, redemption, place(store, then)).await?;
        if sold.fate == Fate::Blocked {
            let card = known(tx, printed.gift_card_id).await?;
            block(tx, &card).await?;
        }
    }
    Ok(())
}

async fn known(tx: &mut Tx, gift_card_id: Uuid) -> Outcome<Card> {
    let card = find_card(tx, gift_card_id).await?;
    card.ok_or_else(|| Failure::internal("a card of the demonstration is missing"))
}
