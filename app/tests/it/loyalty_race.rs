//! Two hundred withdrawals at once never spend more than there is; a handler that looks first and writes
//! afterwards does, and the same test catches it.

use std::sync::Arc;

use futures::future::join_all;
use jiff::Timestamp;
use journal::Signer;
use kernel::id::{BasketId, CustomerId, StaffId, StoreNo, TenderId, TerminalNo};
use kernel::{Currency, Money};
use loyalty::LoyaltyWallet;
use payment::Wallet as _;
use payment::wallet::Withdrawal;
use shell::db::{Db, params};
use testkit::{KEY, Settings, Shop};
use uuid::Uuid;

use crate::loyalty::{BALANCE, INES, assert_proved, set_up};

/// How many start together.
const RUNNERS: usize = 200;
/// What each takes, in cents: about half of them find something, and one takes the end of one lot with
/// the beginning of the next.
pub(crate) const EACH: i64 = 80;
/// In how many sales it was earned.
const LOTS: i64 = 2;
/// What two bangles of 450.00 earn at ten per cent, in cents.
pub(crate) const THERE: i64 = 9_000;

/// When the races in one process are.
const START: &str = "2026-11-21T10:00:00Z";

/// A shop in which Inès has earned in two sales, and a basket that is being paid.
pub(crate) async fn funded(start: Timestamp) -> (Shop, Uuid, Timestamp) {
    let clock = shell::Clock::manual(start);
    let shop = Shop::with(Settings {
        clock: Some(clock.clone()),
        ..Settings::default()
    })
    .await;
    set_up(&shop).await;
    shop.change("UPDATE loyalty_store SET earn_rate = 100000, code_above = 100000000")
        .await;
    for _ in 0..LOTS {
        let mei = shop.seller("mei").await.repeating();
        mei.add("BR-1", "", 1).await.ok();
        let body = serde_json::json!({ "customerId": INES });
        mei.put("/basket/customer", body).await.ok();
        mei.start_payment().await;
        mei.pay_cash(45_000).await.ok();
        clock.advance(std::time::Duration::from_secs(24 * 3_600));
    }
    let mei = shop.seller("mei").await.repeating();
    let basket = mei.add("ER-1", "", 1).await.ok();
    let basket_id = basket["basketId"].as_str().unwrap().parse().unwrap();
    assert_eq!(shop.number(BALANCE).await, THERE);
    (shop, basket_id, clock.now())
}

fn withdrawal(basket_id: Uuid, now: Timestamp) -> Withdrawal {
    Withdrawal {
        tender_id: TenderId(Uuid::now_v7()),
        basket_id: BasketId(basket_id),
        customer_id: Some(CustomerId(INES)),
        store_no: StoreNo::from("PAR"),
        terminal_no: TerminalNo::from("PAR-3"),
        amount: Money::new(EACH, Currency::Eur),
        reference: None,
        clears_rest: false,
        staff_id: StaffId::from("mei"),
        now,
    }
}

/// As a till does: what collided too often is sent again.
async fn take_patiently(db: Db, withdrawal: Withdrawal) -> bool {
    let wallet = Arc::new(LoyaltyWallet::new(Arc::new(Signer::new(&KEY))));
    loop {
        let input = (wallet.clone(), withdrawal.clone());
        let taken = db
            .write(input, |tx, (wallet, withdrawal)| {
                Box::pin(async move { wallet.take(tx, withdrawal).await.map(|_| ()) })
            })
            .await;
        match taken {
            Ok(()) => return true,
            Err(shell::Failure::Refused(refusal)) => {
                assert_eq!(refusal.kind.key, "loyalty.balance_too_low");
                return false;
            }
            Err(_) => tokio::task::yield_now().await,
        }
    }
}

/// Whether nobody took more than there was, and everything adds up.
pub(crate) async fn holds(shop: &Shop, winners: usize) -> bool {
    let balance = shop.number(BALANCE).await;
    let sum = "SELECT CAST(SUM(amount) AS BIGINT) FROM loyalty_entry";
    let lots = "SELECT CAST(SUM(remaining) AS BIGINT) FROM loyalty_lot";
    let taken = i64::try_from(winners).unwrap() * EACH;
    balance >= 0
        && THERE - taken == balance
        && shop.number(sum).await == balance
        && shop.number(lots).await == balance
}

#[tokio::test(flavor = "multi_thread")]
async fn two_hundred_withdrawals_at_once_never_take_more_than_there_is() {
    let (shop, basket_id, now) = funded(START.parse().unwrap()).await;
    let runs = (0..RUNNERS).map(|_| {
        tokio::spawn(take_patiently(
            shop.db().clone(),
            withdrawal(basket_id, now),
        ))
    });
    let ends = join_all(runs).await;
    let winners = ends.into_iter().filter(|it| *it.as_ref().unwrap()).count();
    let expected = usize::try_from(THERE / EACH).unwrap();
    assert_eq!(winners, expected, "nothing is left over");
    assert!(holds(&shop, winners).await);
    assert_proved(&shop).await;
}

/// As many do it: look, decide, and write what was decided. It exists here only.
async fn take_naively(db: Db, withdrawal: Withdrawal) -> shell::Outcome<()> {
    let seen = db
        .read((), |tx, ()| {
            Box::pin(async move {
                let sql = "SELECT l.lot_id, l.remaining, a.balance FROM loyalty_lot l, \
                     loyalty_account a WHERE l.remaining > 0 ORDER BY l.expires_on LIMIT 1";
                let row = tx.query_opt(sql, params![]).await?;
                let Some(mut row) = row else { return Ok(None) };
                let (lot_id, remaining): (Uuid, i64) = (row.read()?, row.read()?);
                Ok(Some((lot_id, remaining, row.read::<i64>()?)))
            })
        })
        .await?;
    let Some((lot_id, remaining, balance)) = seen.filter(|(_, left, _)| *left >= EACH) else {
        return Err((&loyalty::BALANCE_TOO_LOW).into());
    };
    tokio::task::yield_now().await;
    let input = (withdrawal, lot_id, remaining - EACH, balance - EACH);
    db.write(input, |tx, (withdrawal, lot_id, rest, balance)| {
        Box::pin(async move {
            tx.execute_one(
                "UPDATE loyalty_lot SET remaining = $2, \
                 state = CASE WHEN CAST($2 AS BIGINT) > 0 THEN 'OPEN' ELSE 'USED' END WHERE lot_id = $1",
                params![*lot_id, *rest],
            )
            .await?;
            tx.execute_one("UPDATE loyalty_account SET balance = $1", params![*balance])
                .await?;
            tx.execute_one(
                "INSERT INTO loyalty_entry (entry_id, customer_id, currency_code, entry_no, \
                 entry_type, amount, balance, points, tender_id, store_no, business_date, \
                 booked_at, journal_chain, journal_seq) VALUES ($1, $2, 'EUR', \
                 (SELECT MAX(entry_no) + 1 FROM loyalty_entry), 'REDEEM', $3, $4, 0, $5, 'PAR', \
                 '2026-11-21', $6, 'NAIVE', (SELECT MAX(entry_no) + 1 FROM loyalty_entry))",
                params![
                    Uuid::now_v7(),
                    INES,
                    -EACH,
                    *balance,
                    withdrawal.tender_id,
                    withdrawal.now
                ],
            )
            .await?;
            Ok(())
        })
    })
    .await
}

#[tokio::test(flavor = "multi_thread")]
async fn the_naive_twin_is_caught() {
    let (shop, basket_id, now) = funded(START.parse().unwrap()).await;
    let runs = (0..RUNNERS)
        .map(|_| tokio::spawn(take_naively(shop.db().clone(), withdrawal(basket_id, now))));
    let ends: Vec<_> = join_all(runs)
        .await
        .into_iter()
        .map(Result::unwrap)
        .collect();
    let first = ends.iter().find_map(|end| end.as_ref().err());
    let first = first.map(ToString::to_string).unwrap_or_default();
    let winners = ends.iter().filter(|end| end.is_ok()).count();
    assert!(
        !holds(&shop, winners).await,
        "the test that guards the credit sees the twin: {winners} winners, {first}"
    );
    assert!(!loyalty::verify(shop.db()).await.unwrap().is_empty());
}
