//! Two hundred bookings of one voucher at once are one; a handler that looks first and writes afterwards takes it
//! many times, and the same test catches it.

use std::sync::Arc;

use futures::future::join_all;
use serde_json::{Value, json};
use shell::db::{Db, params};
use testkit::{Client, Shop};
use tokio::sync::Barrier;

use crate::race::add_tills;
use crate::tender::{keep, take};

/// How many start together.
const RUNNERS: usize = 200;
/// How many tills they stand at.
const TILLS: usize = 100;
/// What the voucher is worth, in cents: less than a basket costs.
const WORTH: i64 = 500;
/// How many vouchers the twin is raced for, one after the other.
const ROUNDS: usize = 5;

/// The code of the tender.
pub(crate) const VOUCHER: &str = "EX-VOUCHER";

/// Lets Paris take vouchers and issues some: `EV-1` and so on.
pub(crate) async fn issue(shop: &Shop, count: usize) {
    let admin = shop.log_in("admin").await;
    take(&admin, VOUCHER, "VOUCHER", None).await;
    let today = shop.shell.clock.now().to_zoned(jiff::tz::TimeZone::UTC);
    for at in 1..=count {
        let value = json!({
            "amount": { "minor": WORTH, "currency": "EUR" }, "issuedOn": today.date(),
            "expiresOn": "2099-11-21", "isBlocked": false,
        });
        keep(&admin, &format!("/setting/voucher/EV-{at}"), value).await;
    }
}

/// What a till sends for the first voucher.
pub(crate) fn booking() -> Value {
    json!({
        "tenderCode": VOUCHER, "reference": "EV-1",
        "amount": { "minor": WORTH, "currency": "EUR" },
    })
}

/// Whether the first voucher paid once, and that stands in the books.
pub(crate) async fn holds(shop: &Shop, winners: usize) -> bool {
    let booked = "SELECT CAST(COALESCE(SUM(amount), 0) AS BIGINT) FROM basket_tender \
                  WHERE tender_code = 'EX-VOUCHER'";
    let redeemed = "SELECT COUNT(*) FROM voucher WHERE redeemed_by IS NOT NULL";
    winners == 1 && shop.number(booked).await == WORTH && shop.number(redeemed).await == 1
}

#[tokio::test(flavor = "multi_thread")]
async fn two_hundred_bookings_of_one_voucher_are_one() {
    let shop = Shop::open().await;
    issue(&shop, 1).await;
    add_tills(&shop).await;
    let mut tills: Vec<Client> = Vec::with_capacity(RUNNERS);
    for at in 1..=TILLS {
        let till = shop.seller(&format!("r{at}")).await;
        till.add("BAG", "", 100).await.ok();
        till.start_payment().await;
        tills.extend([till.clone(), till]);
    }
    let answers = join_all(tills.iter().map(|till| async move {
        loop {
            let answer = till.post("/payment/tender", booking()).await;
            if answer.status.as_u16() < 500 {
                return answer;
            }
        }
    }))
    .await;
    for refused in answers.iter().filter(|it| !it.status.is_success()) {
        assert_eq!(refused.refused(), (409, "payment.voucher_spent"));
    }
    let winners = answers.iter().filter(|it| it.status.is_success()).count();
    assert!(holds(&shop, winners).await, "{winners} winners");
}

/// As many do it: look whether it was spent, decide, and write that it is; all have looked before one writes. It
/// exists here only.
async fn spend_naively(db: Db, voucher_no: String, looked: Arc<Barrier>) -> bool {
    let seen = db.read(voucher_no.clone(), |tx, voucher_no| {
        Box::pin(async move {
            let sql = "SELECT redeemed_at FROM voucher WHERE voucher_no = $1";
            let mut row = tx.query_one(sql, params![voucher_no]).await?;
            Ok(row.read::<Option<i64>>()?)
        })
    });
    let is_spent = seen.await.unwrap().is_some();
    looked.wait().await;
    if is_spent {
        return false;
    }
    let written = db.write(voucher_no, |tx, voucher_no| {
        Box::pin(async move {
            let sql = "UPDATE voucher SET redeemed_at = 1 WHERE voucher_no = $1";
            tx.execute_one(sql, params![voucher_no]).await?;
            Ok(())
        })
    });
    written.await.is_ok()
}

#[tokio::test(flavor = "multi_thread")]
async fn the_naive_twin_is_caught_in_every_round() {
    let shop = Shop::open().await;
    issue(&shop, ROUNDS).await;
    let mut caught = 0;
    for round in 1..=ROUNDS {
        let looked = Arc::new(Barrier::new(RUNNERS));
        let runs = (0..RUNNERS).map(|_| {
            let voucher_no = format!("EV-{round}");
            tokio::spawn(spend_naively(shop.db().clone(), voucher_no, looked.clone()))
        });
        let ends = join_all(runs).await;
        let winners = ends.into_iter().filter(|it| *it.as_ref().unwrap()).count();
        caught += usize::from(winners != 1);
    }
    assert_eq!(
        caught, ROUNDS,
        "the test that guards the voucher sees the twin"
    );
}
