//! Two hundred redemptions at once never spend more than a card holds; a handler that looks first and
//! writes afterwards does, and the same test catches it.

use futures::future::join_all;
use gift_card::store::find_card_by_number;
use gift_card::{Place, Redemption, redeem};
use jiff::Timestamp;
use journal::Signer;
use kernel::id::{StaffId, StoreNo, TenderId, TerminalNo};
use kernel::{Currency, Money};
use serde_json::Value;
use shell::db::{Db, Tx, TxFuture, params};
use testkit::{Client, Shop};
use uuid::Uuid;

use super::{CODE, assert_ledgers_hold, number, open_cards, pay_with, standing};
use crate::race::add_tills;

/// How many redemptions start together.
const REDEMPTIONS: usize = 200;
/// What each takes, in cents; a card holds half of what they want.
const PART: i64 = 100;
const VALUE: i64 = 10_000;
/// How many cards are raced for, one after the other.
const ROUNDS: usize = 50;

type One = (String, usize, Timestamp);

/// What the payment's transaction does with a card, without the till around it.
fn take<'a>(tx: &'a mut Tx, (card_no, at, now): &'a One) -> TxFuture<'a, ()> {
    Box::pin(async move {
        let card = find_card_by_number(tx, card_no).await?.unwrap();
        let store = setting::get_store(tx, &StoreNo::from("PAR")).await?;
        let (terminal_no, staff_id) = (
            TerminalNo(format!("R-{}", at % 100 + 1)),
            StaffId::from("mei"),
        );
        let place = Place {
            store: &store,
            terminal_no: Some(&terminal_no),
            staff_id: Some(&staff_id),
            now: *now,
        };
        let redemption = Redemption {
            tender_id: TenderId(Uuid::now_v7()),
            amount: Money::new(PART, Currency::Eur),
            clears_rest: false,
        };
        let signer = Signer::new(&testkit::KEY);
        redeem(tx, &signer, &card, redemption, place).await
    })
}

/// As many do it: look, decide, and write what was decided. It exists here only.
async fn take_naively(db: Db, (card_no, _, now): One) -> shell::Outcome<()> {
    let seen = db
        .read(card_no, |tx, card_no| {
            Box::pin(find_card_by_number(tx, card_no))
        })
        .await?;
    let card = seen.unwrap();
    if card.standing.balance < PART {
        return Err((&gift_card::BALANCE_TOO_LOW).into());
    }
    let input = (card.gift_card_id, card.standing.balance - PART, now);
    db.write(input, |tx, (gift_card_id, left, now)| {
        Box::pin(async move {
            tx.execute_one(
                "UPDATE gift_card SET balance = $2, state = 'PARTIAL' WHERE gift_card_id = $1",
                params![*gift_card_id, *left],
            )
            .await?;
            tx.execute_one(
                "INSERT INTO gift_card_ledger (entry_id, gift_card_id, entry_no, entry_type, \
                 amount, balance, store_no, business_date, booked_at, journal_chain, journal_seq) \
                 VALUES ($1, $2, (SELECT MAX(entry_no) + 1 FROM gift_card_ledger \
                 WHERE gift_card_id = $2), 'REDEEM', $3, $4, 'PAR', '2026-11-21', $5, 'PAR', 0)",
                params![Uuid::now_v7(), *gift_card_id, -PART, *left, *now],
            )
            .await?;
            Ok(())
        })
    })
    .await
}

/// How many of the redemptions of a card succeeded, and whether its ledger adds up.
async fn outcome(shop: &Shop, at: usize, succeeded: usize) -> (usize, bool) {
    let card = standing(shop, at).await;
    let sum = shop
        .db()
        .read(number(at), |tx, card_no| {
            Box::pin(async move {
                let sql = "SELECT CAST(SUM(l.amount) AS BIGINT) FROM gift_card_ledger l \
                     JOIN gift_card g ON g.gift_card_id = l.gift_card_id \
                     WHERE g.card_no = $1 AND l.entry_type <> 'ACTIVATE'";
                let mut row = tx.query_one(sql, params![card_no]).await?;
                Ok(row.read::<Option<i64>>()?.unwrap_or(0))
            })
        })
        .await
        .unwrap();
    let holds = card.initial + sum == card.balance && card.balance >= 0 && -sum <= VALUE;
    (succeeded, holds)
}

#[tokio::test(flavor = "multi_thread")]
async fn two_hundred_redemptions_at_once_never_overspend() {
    let shop = Shop::open().await;
    add_tills(&shop).await;
    open_cards(&shop, ROUNDS, VALUE).await;
    for round in 1..=ROUNDS {
        let now = shop.shell.clock.now();
        let all = (0..REDEMPTIONS).map(|at| {
            let db = shop.db().clone();
            let input = (number(round), at, now);
            tokio::spawn(async move { redeem_patiently(&db, input).await })
        });
        let answers = join_all(all).await;
        let succeeded = answers
            .into_iter()
            .filter(|it| *it.as_ref().unwrap())
            .count();
        let expected = usize::try_from(VALUE / PART).unwrap();
        assert_eq!(outcome(&shop, round, succeeded).await, (expected, true));
        assert_eq!(standing(&shop, round).await.balance, 0);
    }
    assert_ledgers_hold(&shop).await;
}

/// As a till does: what collided too often is sent again.
async fn redeem_patiently(db: &Db, input: One) -> bool {
    loop {
        match db.write(input.clone(), take).await {
            Ok(()) => return true,
            Err(shell::Failure::Refused(refusal)) => {
                let key = refusal.kind.key;
                assert!(
                    ["gift_card.balance_too_low", "gift_card.unavailable"].contains(&key),
                    "{key}"
                );
                return false;
            }
            Err(_) => tokio::task::yield_now().await,
        }
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn the_naive_twin_is_caught_in_every_round() {
    let shop = Shop::open().await;
    open_cards(&shop, ROUNDS, VALUE).await;
    let mut caught = 0;
    for round in 1..=ROUNDS {
        let now = shop.shell.clock.now();
        let all = (0..REDEMPTIONS).map(|at| {
            let db = shop.db().clone();
            let input = (number(round), at, now);
            tokio::spawn(async move { take_naively(db, input).await.is_ok() })
        });
        let answers = join_all(all).await;
        let succeeded = answers
            .into_iter()
            .filter(|it| *it.as_ref().unwrap())
            .count();
        let (_, holds) = outcome(&shop, round, succeeded).await;
        caught += usize::from(!holds);
    }
    assert_eq!(
        caught, ROUNDS,
        "the test that guards the card sees the twin"
    );
}

/// The whole way: a hundred tills that pay, two bookings of each at once, one card.
#[tokio::test(flavor = "multi_thread")]
async fn a_hundred_tills_with_one_card_take_what_it_holds() {
    let shop = Shop::open().await;
    add_tills(&shop).await;
    open_cards(&shop, 1, VALUE).await;
    let mut tills: Vec<(Client, Value)> = Vec::new();
    for at in 1..=100 {
        let till = shop.seller(&format!("r{at}")).await;
        till.add("BAG", "", 100).await.ok();
        till.start_payment().await;
        for _ in 0..2 {
            let body = serde_json::json!({ "cardNo": number(1), "code": CODE, "channel": "CARD" });
            let checked = till.post("/gift-card/check", body).await.ok();
            tills.push((till.clone(), checked["reference"].clone()));
        }
    }
    assert_eq!(tills.len(), REDEMPTIONS);
    let answers = join_all(tills.iter().map(|(till, reference)| async move {
        loop {
            let answer = pay_with(till, reference, PART).await;
            if answer.status.as_u16() < 500 {
                return answer;
            }
        }
    }))
    .await;
    let succeeded = answers.iter().filter(|it| it.status.is_success()).count();
    assert_eq!(succeeded, 100);
    for refused in answers.iter().filter(|it| !it.status.is_success()) {
        assert_eq!(refused.refused(), (409, "gift_card.unavailable"));
    }
    assert_eq!(standing(&shop, 1).await.balance, 0);
    assert_ledgers_hold(&shop).await;
}
