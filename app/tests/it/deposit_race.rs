//! Two hundred settlements and repayments of one deposit at once are one; a handler that looks first and writes
//! afterwards gives the money away many times, and the same test catches it.

use std::sync::Arc;

use futures::future::join_all;
use serde_json::{Value, json};
use shell::db::{Db, params};
use testkit::{Answer, Client, Shop};
use tokio::sync::Barrier;
use uuid::Uuid;

use crate::deposit::{assert_deposits_hold, deposit, fill, path};
use crate::race::add_tills;
use crate::recorded::lift_guards;

/// How many start together.
const RUNNERS: usize = 200;
/// How many tills they stand at.
const TILLS: usize = 100;
/// What the pieces of a deposit cost, in cents: all of it is held.
pub(crate) const HELD: i64 = 141_900;
/// How many deposits are raced for by the twin, one after the other.
const ROUNDS: usize = 3;

/// What came of a race.
pub(crate) struct Ends {
    /// How many began.
    pub(crate) begun: usize,
    /// How many orders there are, and how often the money began to go back.
    pub(crate) orders: i64,
    pub(crate) repayments: i64,
}

/// Asks as a till does: what collided too often is sent again.
async fn ask(till: &Client, deposit: &Value, pays_back: bool) -> Answer {
    let (operation, body) = match pays_back {
        false => ("settlement", json!({})),
        true => (
            "cancellation",
            json!({ "withdrawnBy": "CLIENT", "reason": "Another ring" }),
        ),
    };
    loop {
        let answer = till.post(&path(deposit, operation), body.clone()).await;
        if answer.status.as_u16() < 500 {
            return answer;
        }
    }
}

/// Every second of the wishes settles the deposit, the others pay it back, all at once.
pub(crate) async fn race(shop: &Shop, wishes: Vec<&Client>, deposit: &Value) -> Ends {
    let asking = wishes
        .iter()
        .enumerate()
        .map(|(at, till)| ask(till, deposit, at % 2 == 1));
    let answers = join_all(asking).await;
    for refused in answers.iter().filter(|it| !it.status.is_success()) {
        let expected = [
            "deposit.being_paid",
            "deposit.not_open",
            // Another wish of the same till was first: its basket is being paid.
            "sale.locked_by_payment",
        ];
        let (status, key) = refused.refused();
        assert_eq!(status, 409, "{}", refused.envelope);
        assert!(expected.contains(&key), "{}", refused.envelope);
    }
    let repayments = "SELECT COUNT(*) FROM deposit_cancellation";
    Ends {
        begun: answers.iter().filter(|it| it.status.is_success()).count(),
        orders: shop.number("SELECT COUNT(*) FROM sales_order").await,
        repayments: shop.number(repayments).await,
    }
}

/// Tills whose people may settle deposits and pay them back.
async fn tills(shop: &Shop) -> Vec<Client> {
    add_tills(shop).await;
    shop.change(
        "UPDATE salesperson SET permission_group_code = 'MANAGER' WHERE staff_id LIKE 'r%'",
    )
    .await;
    let mut tills = Vec::with_capacity(TILLS);
    for at in 1..=TILLS {
        tills.push(shop.log_in(&format!("r{at}")).await);
    }
    tills
}

/// A deposit of which everything is paid.
pub(crate) async fn paid(till: &Client) -> Value {
    fill(till).await;
    let kept = deposit(till, HELD).await;
    assert_eq!(kept["state"], "FULLY_PAID");
    kept
}

#[tokio::test(flavor = "multi_thread")]
async fn two_hundred_settlements_and_repayments_of_one_deposit_are_one() {
    let shop = Shop::open().await;
    let mei = shop.seller("mei").await;
    let kept = paid(&mei).await;
    let tills = tills(&shop).await;
    let wishes: Vec<&Client> = tills.iter().flat_map(|till| [till, till]).collect();
    assert_eq!(wishes.len(), RUNNERS);
    let ends = race(&shop, wishes, &kept).await;
    assert_eq!(ends.begun, 1);
    assert_eq!(ends.orders + ends.repayments, 1);
    assert_deposits_hold(&shop).await;
    assert_eq!(::deposit::verify(shop.db()).await.unwrap(), []);
}

/// As many do it: look whether something is held, decide, and write that it went back; all have looked before one
/// writes. It exists here only.
async fn pay_back_naively(db: Db, deposit_id: Uuid, looked: Arc<Barrier>) -> bool {
    let seen = db.read(deposit_id, |tx, deposit_id| {
        Box::pin(async move {
            let sql = "SELECT held FROM deposit WHERE deposit_id = $1";
            let mut row = tx.query_one(sql, params![*deposit_id]).await?;
            Ok(row.read::<i64>()?)
        })
    });
    let held = seen.await.unwrap();
    looked.wait().await;
    if held == 0 {
        return false;
    }
    let written = db.write((deposit_id, held), |tx, (deposit_id, held)| {
        Box::pin(async move {
            tx.execute_one(
                "UPDATE deposit SET held = 0, remaining = 0, state = 'CANCELLED' \
                 WHERE deposit_id = $1",
                params![*deposit_id],
            )
            .await?;
            tx.execute_one(
                "INSERT INTO deposit_ledger (entry_id, deposit_id, position, entry_type, amount, \
                 receipt_no, held, balance, basket_id, store_no, terminal_no, staff_id, \
                 business_date, booked_at) \
                 SELECT $2, l.deposit_id, (SELECT MAX(position) + 1 FROM deposit_ledger \
                 WHERE deposit_id = $1), 'GIVE_BACK', $3, l.receipt_no, 0, 0, l.basket_id, \
                 l.store_no, l.terminal_no, l.staff_id, l.business_date, l.booked_at \
                 FROM deposit_ledger l WHERE l.deposit_id = $1 AND l.position = 1",
                params![*deposit_id, Uuid::now_v7(), -*held],
            )
            .await?;
            Ok(())
        })
    });
    written.await.is_ok()
}

#[tokio::test(flavor = "multi_thread")]
async fn the_naive_twin_is_caught_in_every_round() {
    let shop = Shop::open().await;
    lift_guards(&shop, &["deposit_ledger"]).await;
    let mut caught = 0;
    for round in 0..ROUNDS {
        let mei = shop.seller("mei").await;
        let item = ["ER-1", "BR-1", "BAG"][round];
        mei.add(item, "", 1).await.ok();
        let customer = json!({ "customerId": Uuid::from_u128(1) });
        mei.put("/basket/customer", customer).await.ok();
        let price = mei.get("/basket").await.ok()["total"]["minor"].clone();
        let kept = deposit(&mei, price.as_i64().unwrap()).await;
        let deposit_id: Uuid = kept["depositId"].as_str().unwrap().parse().unwrap();
        let looked = Arc::new(Barrier::new(RUNNERS));
        let runs = (0..RUNNERS).map(|_| {
            let runner = pay_back_naively(shop.db().clone(), deposit_id, looked.clone());
            tokio::spawn(runner)
        });
        let ends = join_all(runs).await;
        let winners = ends.into_iter().filter(|it| *it.as_ref().unwrap()).count();
        let findings = ::deposit::verify(shop.db()).await.unwrap();
        caught += usize::from(winners > 1 && findings.len() > round);
    }
    assert_eq!(
        caught, ROUNDS,
        "the test that guards the deposit sees the twin"
    );
}
