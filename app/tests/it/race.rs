//! Many at the same time: one piece has one buyer, one intent one sale.

use std::time::Duration;

use futures::future::join_all;
use reqwest::Method;
use serde_json::json;
use shell::params;
use testkit::Shop;
use uuid::Uuid;

/// How many tills go after the last piece.
const TILLS: usize = 100;
/// How often the same checkout is sent.
const REPLAYS: usize = 1000;
/// Over how many connections.
const CONNECTIONS: usize = 50;
/// How many write at the same time what the others read, and how often each.
const WRITERS: usize = 48;
const WRITES: usize = 10;

/// Adds a hundred tills to Paris, and whoever works there: `r1` at `R-1` and so on.
pub(crate) async fn add_tills(shop: &Shop) {
    shop.change(
        "INSERT INTO terminal (terminal_no, store_no, name, device_sn, merchant_no, \
         device_address) \
         WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 100) \
         SELECT 'R-' || i, 'PAR', 'Till R-' || i, 'V-' || i, 'M', '127.0.0.1:9' FROM n",
    )
    .await;
    shop.change(
        "INSERT INTO salesperson (staff_id, password_hash, first_name, last_name, \
         name_on_receipt, blocked, permission_group_code, employee_type, company_no, store_no, \
         default_terminal_no, email, second_factor) \
         WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 100) \
         SELECT 'r' || i, (SELECT password_hash FROM salesperson WHERE staff_id = 'mei'), 'R', \
         'R', 'R', (1 = 0), 'SALES', 'SALES', 'CO', 'PAR', 'R-' || i, NULL, (1 = 0) FROM n",
    )
    .await;
}

#[tokio::test]
async fn of_a_hundred_tills_after_one_piece_exactly_one_gets_it() {
    let shop = Shop::open().await;
    add_tills(&shop).await;
    let mut tills = Vec::with_capacity(TILLS);
    for at in 1..=TILLS {
        tills.push(shop.seller(&format!("r{at}")).await);
    }
    let answers = join_all(tills.iter().map(|till| till.add("RG-1", "52", 1))).await;
    let winners = answers
        .iter()
        .filter(|answer| answer.status.is_success())
        .count();
    assert_eq!(winners, 1);
    for answer in answers.iter().filter(|answer| !answer.status.is_success()) {
        assert_eq!(answer.refused(), (409, "inventory.reserved_by_other"));
    }
    let reserved = "SELECT reserved FROM stock WHERE store_no = 'PAR' AND size_code = '52'";
    assert_eq!(shop.number(reserved).await, 1);
}

#[tokio::test]
async fn a_checkout_sent_a_thousand_times_is_one_sale() {
    let shop = Shop::open().await;
    let mei = shop.seller("mei").await;
    mei.add("BR-1", "", 1).await.ok();
    mei.start_payment().await;
    let key = Uuid::now_v7();
    let body = json!({ "tenderCode": "CASH", "amount": { "minor": 45_000, "currency": "EUR" } });
    let senders = (0..CONNECTIONS).map(|_| {
        let (mei, body) = (mei.clone(), body.clone());
        async move {
            let mut answers = Vec::with_capacity(REPLAYS / CONNECTIONS);
            for _ in 0..REPLAYS / CONNECTIONS {
                let answer = mei
                    .keyed(Method::POST, "/payment/tender", key, body.clone())
                    .await;
                answers.push(answer.ok());
            }
            answers
        }
    });
    let answers: Vec<_> = join_all(senders).await.into_iter().flatten().collect();
    assert_eq!(answers.len(), REPLAYS);
    assert!(
        answers.iter().all(|answer| *answer == answers[0]),
        "one answer for all"
    );
    assert_eq!(answers[0]["order"]["receiptNo"], "R-PAR-000001");
    assert_eq!(shop.number("SELECT COUNT(*) FROM sales_order").await, 1);
    assert_eq!(
        shop.number("SELECT COUNT(*) FROM journal_entry WHERE kind = 'ticket'")
            .await,
        1
    );
    assert_eq!(
        shop.number("SELECT value FROM counter WHERE scope = 'PAR' AND name = 'order'")
            .await,
        1
    );
}

#[tokio::test]
async fn books_and_ledgers_cannot_be_changed_afterwards() {
    let shop = Shop::open().await;
    let mei = shop.seller("mei").await;
    mei.add("BR-1", "", 1).await.ok();
    mei.start_payment().await;
    mei.pay_cash(45_000).await.ok();
    for table in [
        "sales_order",
        "sales_order_line",
        "sales_order_tender",
        "sales_order_vat",
        "stock_ledger",
        "journal_entry",
        "idempotency",
    ] {
        let sql = format!("DELETE FROM {table}");
        let refused = shop
            .shell
            .db
            .write(sql, |tx, sql| {
                Box::pin(async move {
                    tx.execute(sql, &[]).await?;
                    Ok(())
                })
            })
            .await;
        assert!(refused.is_err(), "{table} could be deleted from");
    }
}

#[tokio::test]
async fn what_a_command_made_of_its_own_changes_is_kept_for_nobody() {
    let shop = Shop::open().await;
    let undone: shell::Outcome<()> = shop
        .db()
        .write((), |tx, ()| {
            Box::pin(async move {
                assert!(tx.kept_reference::<String>("name").await?.is_none());
                tx.execute("UPDATE store SET name = 'Nowhere'", &[]).await?;
                tx.keep_reference("name", "Nowhere".to_owned()).await?;
                Err(shell::Failure::internal("undone"))
            })
        })
        .await;
    assert!(undone.is_err());
    let kept = shop
        .db()
        .read((), |tx, ()| {
            Box::pin(async move { Ok(tx.kept_reference::<String>("name").await?) })
        })
        .await;
    assert_eq!(kept.unwrap(), None, "no store was ever called Nowhere");
}

/// A browser that closes its connection drops its request wherever that is by then.
#[tokio::test]
async fn whoever_goes_away_in_the_middle_leaves_nothing_half() {
    let shop = Shop::open().await;
    let mei = shop.seller("mei").await;
    for round in 0..60 {
        let patience = Duration::from_micros(150 * round);
        let _ = tokio::time::timeout(patience, mei.add("ER-1", "", 1)).await;
        let _ = tokio::time::timeout(patience, mei.get("/basket")).await;
        let _ = tokio::time::timeout(patience, mei.delete("/basket")).await;
        // What was dropped may still be under way; what is asked now is whole.
        mei.get("/item/ER-1").await.ok();
        mei.put("/basket/note", json!({ "note": round.to_string() }))
            .await
            .ok();
    }
    tokio::time::sleep(Duration::from_millis(200)).await;
    mei.delete("/basket").await.ok();
    let reserved = "SELECT CAST(COALESCE(SUM(reserved), 0) AS BIGINT) FROM stock";
    assert_eq!(shop.number(reserved).await, 0);
    assert_eq!(shop.number("SELECT COUNT(*) FROM stock_lease").await, 0);
}

/// What panics in the middle leaves a transaction open on its connection.
#[tokio::test]
async fn a_query_that_panics_spoils_nothing_for_the_next() {
    let shop = Shop::open().await;
    let stores = "SELECT COUNT(*) FROM store";
    let before = shop.number(stores).await;
    for _ in 0..30 {
        let panicked = shop.db().read(stores, |tx, sql| {
            Box::pin(async move {
                tx.query_one(sql, &[]).await?;
                assert!(sql.is_empty(), "in the middle");
                Ok(())
            })
        });
        assert!(panicked.await.is_err());
        shop.change("DELETE FROM counter WHERE scope = 'RACE'")
            .await;
        assert_eq!(shop.number(stores).await, before);
    }
}

/// Beside each other such commands collide on PostgreSQL each time: all look at what each writes.
#[tokio::test]
async fn of_commands_that_always_meet_none_is_given_up() {
    let shop = Shop::open().await;
    let writers = (0..WRITERS).map(|_| {
        let db = shop.db().clone();
        async move {
            for _ in 0..WRITES {
                db.write(Uuid::now_v7().to_string(), |tx, name| {
                    Box::pin(async move {
                        let highest =
                            "SELECT COALESCE(MAX(value), 0) FROM counter WHERE scope = 'RACE'";
                        let value: i64 = tx.query_one(highest, &[]).await?.read()?;
                        let write =
                            "INSERT INTO counter (scope, name, value) VALUES ('RACE', $1, $2)";
                        tx.execute(write, params![name.as_str(), value + 1]).await?;
                        Ok(())
                    })
                })
                .await
                .unwrap();
            }
        }
    });
    join_all(writers).await;
    let all = "SELECT COUNT(DISTINCT value) FROM counter WHERE scope = 'RACE'";
    let highest = "SELECT MAX(value) FROM counter WHERE scope = 'RACE'";
    let written = i64::try_from(WRITERS * WRITES).unwrap();
    assert_eq!(
        (shop.number(all).await, shop.number(highest).await),
        (written, written)
    );
}
