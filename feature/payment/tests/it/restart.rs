//! The server dies while a payment is under way. Its tasks die with its runtime; the terminal and
//! the database stay.

use std::sync::mpsc;
use std::time::Duration;

use serde_json::json;
use shell::db::params;

use crate::shop::{DUE, Shop, poiid};

/// Runs `before` on a runtime that then dies, and `after` on another one.
fn die_between<T: Send + 'static, B, A>(
    before: impl FnOnce() -> B + Send + 'static,
    after: impl FnOnce(T) -> A,
) where
    B: Future<Output = T>,
    A: Future<Output = ()>,
{
    let (sender, receiver) = mpsc::channel();
    std::thread::spawn(move || {
        let runtime = tokio::runtime::Builder::new_multi_thread()
            .worker_threads(2)
            .enable_all()
            .build()
            .unwrap();
        let kept = runtime.block_on(before());
        runtime.shutdown_timeout(Duration::ZERO);
        sender.send(kept).unwrap();
    });
    let kept = receiver.recv().unwrap();
    let runtime = tokio::runtime::Runtime::new().unwrap();
    runtime.block_on(after(kept));
}

#[test]
fn a_payment_under_way_is_asked_about_and_not_sent_again() {
    die_between(
        || async {
            let mut shop = Shop::open().await;
            let basket = shop.basket(1).await;
            let steps = json!([{ "card": "visa", "after_ms": 700 }]);
            shop.terminals().script(&poiid(1), steps).await;
            let id = shop.pay(1, DUE).await;
            shop.terminals().until_busy(&poiid(1)).await;
            (shop.database(), shop.terminals.take().unwrap(), id, basket)
        },
        |(database, terminals, id, basket)| async move {
            let shop = Shop::reopen(database, terminals).await;
            assert_eq!(shop.attempt(&id).await["state"], "WAITING");
            assert_eq!(shop.take_up().await, 1);
            shop.until(&id, &["APPROVED"]).await;
            assert_eq!(shop.terminals().requests(&poiid(1), "Payment").await, 1);
            assert_eq!(shop.terminals().kept(&poiid(1)).await, DUE);
            assert_eq!(shop.booked(basket).await, (DUE, true));
            assert_eq!(shop.take_up().await, 0);
        },
    );
}

#[test]
fn a_reversal_under_way_is_asked_about_and_not_sent_again() {
    die_between(
        || async {
            let mut shop = Shop::open().await;
            let basket = shop.basket(1).await;
            let steps = json!([{ "card": "visa" }, { "on": "Reversal", "fault": "F5", "ms": 900 }]);
            shop.terminals().script(&poiid(1), steps).await;
            let id = shop.pay(1, 10_000).await;
            shop.until(&id, &["APPROVED"]).await;
            let payment = shop.get("/payment").await;
            let tender = payment["tenders"][0]["tenderId"].as_str().unwrap();
            let removed = shop.delete(&format!("/payment/tender/{tender}")).await;
            let id = removed.data()["attemptId"].as_str().unwrap().to_owned();
            shop.until(&id, &["REVERSING"]).await;
            tokio::time::sleep(Duration::from_millis(150)).await;
            (shop.database(), shop.terminals.take().unwrap(), id, basket)
        },
        |(database, terminals, id, basket)| async move {
            let shop = Shop::reopen(database, terminals).await;
            shop.take_up().await;
            shop.until(&id, &["REVERSED"]).await;
            assert_eq!(shop.terminals().requests(&poiid(1), "Reversal").await, 1);
            assert_eq!(shop.terminals().kept(&poiid(1)).await, 0);
            assert_eq!(shop.booked(basket).await, (0, false));
        },
    );
}

#[tokio::test]
async fn an_attempt_that_was_never_sent_ends_without_asking_anybody() {
    let shop = Shop::open().await;
    shop.basket(1).await;
    let id = uuid::Uuid::now_v7();
    shop.execute(
        "INSERT INTO payment_attempt (attempt_id, store_no, terminal_no, basket_id, tender_code, \
         kind, amount, currency_code, state, is_live, sale_id, service_id, transaction_id, \
         device_sn, created_at, steps, reversal_tries, started_by, wake_at) \
         SELECT $1, 'PAR01', 'PAR01-T1', basket_id, 'CARD', \
         'PAYMENT', 22910, 'EUR', 'CREATED', TRUE, 'PAR01-T1', '0000000001', 't', \
         'V400m-000000001', 0, '[]', 0, 'amelie', 0 FROM basket",
        params![id].to_vec(),
    )
    .await;
    assert_eq!(shop.take_up().await, 1);
    let attempt = shop.until(&id.to_string(), &["FAILED"]).await;
    assert_eq!(attempt["outcome"]["key"], "payment.failed");
    assert_eq!(shop.terminals().requests(&poiid(1), "Payment").await, 0);
}

#[tokio::test]
async fn another_process_drives_only_once_the_lease_has_run_out() {
    let shop = Shop::open().await;
    shop.basket(1).await;
    shop.terminals()
        .script(&poiid(1), json!([{ "manual": true }]))
        .await;
    let id = shop.pay(1, DUE).await;
    shop.terminals().until_busy(&poiid(1)).await;
    // A neighbour looks for orphans: a driven attempt is none, and taking it up changes nothing.
    let neighbour = payment::PaymentEngine::new(
        shell::Shell {
            events: std::sync::Arc::new(shell::event::Events::new(None)),
            ..shop.shell.clone()
        },
        std::sync::Arc::new(journal::Signer::new(&[7; 32])),
        std::sync::Arc::new(Nothing),
        (
            payment::terminal::Terminals::default(),
            crate::shop::providers(),
        ),
        crate::shop::timings(),
    );
    let adopt = || (neighbour.adoption_job().run)(shop.shell.clone());
    adopt().await.unwrap();
    tokio::time::sleep(Duration::from_millis(300)).await;
    assert_eq!(shop.attempt(&id).await["state"], "WAITING");
    // Another process has the lease: this one lets go, and nobody ends or asks anything.
    shop.execute(
        "UPDATE payment_attempt SET driver_id = $1, driver_until = 9000000000000000",
        params![uuid::Uuid::now_v7()].to_vec(),
    )
    .await;
    adopt().await.unwrap();
    tokio::time::sleep(Duration::from_millis(1800)).await;
    assert_eq!(shop.attempt(&id).await["state"], "WAITING");
    let asked = async || {
        shop.terminals()
            .requests(&poiid(1), "TransactionStatus")
            .await
    };
    assert_eq!(asked().await, 0);
    // That one dies: the neighbour asks, and sends nothing again.
    shop.execute("UPDATE payment_attempt SET driver_until = 1", Vec::new())
        .await;
    adopt().await.unwrap();
    shop.until(&id, &["TIMED_OUT"]).await;
    assert!(asked().await >= 1);
    assert_eq!(shop.terminals().requests(&poiid(1), "Payment").await, 1);
}

/// A neighbour that never completes a sale.
struct Nothing;

impl payment::Settlement for Nothing {
    fn settle<'a>(
        &'a self,
        _tx: &'a mut shell::Tx,
        _basket: kernel::id::BasketId,
        _now: jiff::Timestamp,
    ) -> shell::db::TxFuture<'a, Option<serde_json::Value>> {
        Box::pin(async { Ok(None) })
    }
}
