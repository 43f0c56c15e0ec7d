//! Two hundred withdrawals of recycling credit at once never take more than there is; a handler that
//! looks first and writes afterwards does, and the same test catches it.

use futures::future::join_all;
use jiff::Timestamp;
use kernel::id::{BasketId, CustomerId, StaffId, StoreNo, TenderId, TerminalNo};
use kernel::{Currency, Money};
use payment::Wallet as _;
use payment::wallet::Withdrawal;
use recycling::store::credit::{self, Change, EntryType};
use recycling::{CreditWallet, Differences};
use shell::db::params;
use testkit::{Settings, Shop};
use uuid::Uuid;

use crate::recycling::{BALANCE, INES, open};

/// How many go after the same credit.
const RUNNERS: i64 = 200;
/// What each takes, and what is there: enough for half of them.
pub(crate) const EACH: i64 = 100;
pub(crate) const THERE: i64 = RUNNERS / 2 * EACH;

pub(crate) async fn fund(shop: &Shop, now: Timestamp) {
    shop.db()
        .write(now, |tx, now| {
            Box::pin(async move {
                let (store_no, terminal_no) = (StoreNo::from("PAR"), TerminalNo::from("PAR-1"));
                let change = Change {
                    customer_id: CustomerId(INES),
                    entry_type: EntryType::Grant,
                    amount: Money::new(THERE, Currency::Eur),
                    recycling_id: None,
                    tender: None,
                    store_no: &store_no,
                    terminal_no: &terminal_no,
                    staff_id: &StaffId::from("mei"),
                    reference: "",
                    now: *now,
                    business_date: None,
                };
                credit::must_change(tx, &change).await
            })
        })
        .await
        .unwrap();
}

/// What a race left: how many got something, the balance, and what the ledger sums to.
pub(crate) async fn left(shop: &Shop, winners: usize) -> Result<(), String> {
    let balance = shop.number(BALANCE).await;
    let sum = "SELECT CAST(SUM(amount) AS BIGINT) FROM recycling_credit_entry";
    let sum = shop.number(sum).await;
    let taken = i64::try_from(winners).unwrap() * EACH;
    if balance < 0 || sum < 0 || balance != sum || THERE - taken != balance {
        return Err(format!(
            "{winners} took {taken} of {THERE}; balance {balance}, ledger {sum}"
        ));
    }
    Ok(())
}

fn withdrawal(basket_id: Uuid, now: Timestamp) -> Withdrawal {
    Withdrawal {
        tender_id: TenderId(Uuid::now_v7()),
        basket_id: BasketId(basket_id),
        customer_id: Some(CustomerId(INES)),
        store_no: StoreNo::from("PAR"),
        terminal_no: TerminalNo::from("PAR-1"),
        amount: Money::new(EACH, Currency::Eur),
        reference: None,
        clears_rest: false,
        staff_id: StaffId::from("mei"),
        now,
    }
}

async fn basket(shop: &Shop) -> Uuid {
    let mei = shop.seller("mei").await.repeating();
    let basket = mei.add("BR-1", "", 1).await.ok();
    basket["basketId"].as_str().unwrap().parse().unwrap()
}

#[tokio::test]
async fn two_hundred_withdrawals_at_once_never_take_more_than_there_is() {
    let (shop, clock) = open(Settings::default()).await;
    shop.change("UPDATE recycling_setting SET code_above = 1000000")
        .await;
    fund(&shop, clock.now()).await;
    let basket_id = basket(&shop).await;
    let runs = (0..RUNNERS).map(|_| {
        let (db, withdrawal) = (shop.db().clone(), withdrawal(basket_id, clock.now()));
        tokio::spawn(async move {
            db.write(withdrawal, |tx, withdrawal| {
                Box::pin(async move { CreditWallet.take(tx, withdrawal).await.map(|_| ()) })
            })
            .await
            .is_ok()
        })
    });
    let ends = join_all(runs).await;
    let winners = ends
        .into_iter()
        .filter(|end| *end.as_ref().unwrap())
        .count();
    assert_eq!(left(&shop, winners).await, Ok(()));
    assert_eq!(
        i64::try_from(winners).unwrap(),
        RUNNERS / 2,
        "nothing is left over"
    );
    assert_eq!(
        recycling::verify(shop.db()).await.unwrap(),
        Differences::default()
    );
}

/// Looks at the balance in one transaction and takes in another, as one would without thinking.
async fn take_naively(shop: &Shop, withdrawal: Withdrawal) -> bool {
    let balance = shop
        .db()
        .read((), |tx, ()| {
            Box::pin(credit::balance(tx, CustomerId(INES), Currency::Eur))
        })
        .await
        .unwrap();
    if balance.minor < EACH {
        return false;
    }
    tokio::task::yield_now().await;
    shop.db()
        .write((withdrawal, balance.minor - EACH), |tx, (it, rest)| {
            Box::pin(async move {
                tx.execute_one(
                    "UPDATE recycling_credit SET balance = $2 WHERE customer_id = $1",
                    params![it.customer_id.map(|id| id.0), *rest],
                )
                .await?;
                tx.execute_one(
                    "INSERT INTO recycling_credit_entry (entry_id, customer_id, currency_code, \
                     entry_type, amount, balance, tender_id, basket_id, store_no, terminal_no, \
                     staff_id, reference, created_at) VALUES ($1, $2, 'EUR', 'REDEEM', $3, $4, \
                     $5, $6, 'PAR', 'PAR-1', 'mei', '', $7)",
                    params![
                        Uuid::now_v7(),
                        INES,
                        -EACH,
                        *rest,
                        it.tender_id,
                        it.basket_id,
                        it.now
                    ],
                )
                .await?;
                Ok(())
            })
        })
        .await
        .is_ok()
}

#[tokio::test]
async fn the_race_catches_a_wallet_that_looks_before_it_takes() {
    let (shop, clock) = open(Settings::default()).await;
    fund(&shop, clock.now()).await;
    let basket_id = basket(&shop).await;
    let runs = (0..RUNNERS).map(|_| take_naively(&shop, withdrawal(basket_id, clock.now())));
    let ends = join_all(runs).await;
    let winners = ends.into_iter().filter(|is_winner| *is_winner).count();
    let found = left(&shop, winners).await;
    assert!(found.is_err(), "the twin was not caught: {winners} winners");
    let differences = recycling::verify(shop.db()).await.unwrap();
    assert_eq!(differences.credit.len(), 1);
}
