//! The guarded updates under contention, each beside its naive twin: the same race that the product
//! passes must catch the twin, or it proves nothing.
//!
//! The twins exist here alone. Each reads, decides and writes: in two commands on both engines,
//! because a command of the product's has the store to itself (one writer on SQLite, SERIALIZABLE on
//! PostgreSQL); and in one transaction at READ COMMITTED, which is what PostgreSQL does by default.

use std::future::Future;
use std::sync::Arc;
use std::time::Duration;

use futures::future::join_all;
use inventory::lease::{Reservation, reserve};
use jiff::{Timestamp, ToSpan};
use kernel::id::{AttemptId, BasketId, LineId};
use shell::Db;
use shell::db::params;
use shell::job::{Lease, take_lease};
use testkit::Shop;
use tokio::sync::Barrier;
use uuid::Uuid;

/// How many contend.
const CONTENDERS: usize = 16;
/// How often the product must hold, and a twin may get away at the most.
const ROUNDS: usize = 20;
/// The basket and the attempt that the contenders write for.
const BASKET: Uuid = Uuid::from_u128(6);
const ATTEMPT: Uuid = Uuid::from_u128(4);

/// How somebody takes what there is once.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Way {
    /// The product's one statement that looks and takes at the same time.
    Guarded,
    /// A command that looks, and another that takes.
    TwoCommands,
    /// Both in one transaction at READ COMMITTED.
    ReadCommitted,
}

/// A shop, and where contenders find its store.
#[derive(Clone)]
struct Arena {
    db: Db,
    url: Option<String>,
}

impl Arena {
    /// Runs statements at READ COMMITTED over a connection of its own: `look` for a number, `take`
    /// with that number when `decide` says so. Answers the number when it was taken.
    async fn read_committed(
        &self,
        look: &str,
        decide: fn(i64) -> bool,
        take: impl FnOnce(i64) -> Vec<String>,
    ) -> Option<i64> {
        let url = self.url.as_ref().unwrap();
        let (client, connection) = tokio_postgres::connect(url, tokio_postgres::NoTls)
            .await
            .unwrap();
        tokio::spawn(connection);
        client
            .batch_execute("BEGIN ISOLATION LEVEL READ COMMITTED")
            .await
            .unwrap();
        let row = client.query_opt(look, &[]).await.unwrap();
        let seen = row.map_or(0, |row| row.get(0));
        let decided = decide(seen);
        if decided {
            // The moment in which a program thinks.
            tokio::time::sleep(Duration::from_millis(2)).await;
            for statement in take(seen) {
                client.batch_execute(&statement).await.unwrap();
            }
        }
        client.batch_execute("COMMIT").await.unwrap();
        decided.then_some(seen)
    }

    /// The same in two commands of the product's store.
    async fn two_commands(
        &self,
        look: &str,
        decide: fn(i64) -> bool,
        take: impl FnOnce(i64) -> Vec<String>,
    ) -> Option<i64> {
        let seen = self
            .db
            .read(look.to_owned(), |tx, look| {
                Box::pin(async move {
                    let row = tx.query_opt(look, params![]).await?;
                    Ok(match row {
                        Some(mut row) => row.read::<i64>()?,
                        None => 0,
                    })
                })
            })
            .await
            .unwrap();
        if !decide(seen) {
            return None;
        }
        self.run(take(seen)).await;
        Some(seen)
    }

    async fn run(&self, statements: Vec<String>) {
        self.db
            .write(statements, |tx, statements| {
                Box::pin(async move {
                    for statement in statements {
                        tx.execute(statement, params![]).await?;
                    }
                    Ok(())
                })
            })
            .await
            .unwrap();
    }

    async fn number(&self, sql: &'static str) -> i64 {
        self.db
            .read(sql, |tx, sql| {
                Box::pin(async move { Ok(tx.query_one(sql, params![]).await?.read()?) })
            })
            .await
            .unwrap()
    }

    /// A naive twin in one of its two forms.
    async fn naive(
        &self,
        way: Way,
        look: &str,
        decide: fn(i64) -> bool,
        take: impl FnOnce(i64) -> Vec<String>,
    ) -> Option<i64> {
        match way {
            Way::ReadCommitted => self.read_committed(look, decide, take).await,
            _ => self.two_commands(look, decide, take).await,
        }
    }
}

/// What many contend for.
trait Prize: Copy + Send + Sync + 'static {
    /// Makes it as it was before anybody took it.
    fn renew(self, arena: &Arena) -> impl Future<Output = ()> + Send;
    /// Tries to take it, and says what was had.
    fn take(self, arena: &Arena, way: Way, me: usize) -> impl Future<Output = Option<i64>> + Send;
    /// What is wrong with what was had, if anything.
    fn fault(self, arena: &Arena, had: Vec<i64>) -> impl Future<Output = Option<String>> + Send;
}

/// Lets all contenders start at once.
async fn race<P: Prize>(prize: P, arena: &Arena, way: Way) -> Option<String> {
    prize.renew(arena).await;
    let barrier = Arc::new(Barrier::new(CONTENDERS));
    let contenders = (0..CONTENDERS).map(|me| {
        let (arena, barrier) = (arena.clone(), barrier.clone());
        tokio::spawn(async move {
            barrier.wait().await;
            prize.take(&arena, way, me).await
        })
    });
    let had = join_all(contenders).await;
    let had = had.into_iter().filter_map(Result::unwrap).collect();
    prize.fault(arena, had).await
}

/// The product holds in every round; each twin is caught in one.
async fn prove<P: Prize>(prize: P) {
    let mut shop = Shop::open().await;
    shop.stop().await;
    let arena = Arena {
        db: shop.db().clone(),
        url: shop.postgres_url(),
    };
    arena.run(rows()).await;
    for round in 0..ROUNDS {
        let fault = race(prize, &arena, Way::Guarded).await;
        assert_eq!(fault, None, "round {round}");
    }
    let mut twins = vec![Way::TwoCommands];
    twins.extend(arena.url.as_ref().map(|_| Way::ReadCommitted));
    for twin in twins {
        let mut caught = None;
        for _ in 0..ROUNDS {
            caught = race(prize, &arena, twin).await;
            if caught.is_some() {
                break;
            }
        }
        assert!(
            caught.is_some(),
            "{twin:?} got away {ROUNDS} times: the race proves nothing"
        );
    }
}

/// A basket and an attempt to write for.
fn rows() -> Vec<String> {
    let id = |id: Uuid| format!("(SELECT {})", literal(id));
    vec![
        format!(
            "INSERT INTO basket (basket_id, store_no, terminal_no, basket_no, state, version, \
             note, opened_by, opened_at, lease_until) \
             VALUES ({}, 'PAR', 'PAR-1', 1, 'EMPTIED', 1, '', 'mei', 0, 0)",
            literal(BASKET)
        ),
        format!(
            "INSERT INTO payment_attempt (attempt_id, store_no, terminal_no, basket_id, \
             tender_code, kind, amount, currency_code, state, is_live, sale_id, service_id, \
             transaction_id, device_sn, created_at, steps, reversal_tries, started_by) \
             SELECT {}, 'PAR', 'PAR-1', {}, 'CARD', 'PAYMENT', 1, 'EUR', 'CREATED', (1 = 0), 's', \
             's', '', '', 0, '', 0, 'mei'",
            literal(ATTEMPT),
            id(BASKET)
        ),
        "DELETE FROM stock_lease".to_owned(),
    ]
}

/// An id as both engines take it in a statement's text.
fn literal(id: Uuid) -> String {
    match std::env::var("TEST_DATABASE_URL") {
        Ok(_) => format!("'{id}'::uuid"),
        Err(_) => format!("x'{}'", id.simple()),
    }
}

/// The last piece of a ring.
#[derive(Clone, Copy)]
struct LastPiece;

impl Prize for LastPiece {
    async fn renew(self, arena: &Arena) {
        let ring = "item_no = 'RG-1' AND size_code = '52' AND store_no = 'PAR'";
        arena
            .run(vec![
                format!("UPDATE stock SET on_hand = 1, reserved = 0 WHERE {ring}"),
                "DELETE FROM stock_lease".to_owned(),
            ])
            .await;
    }

    async fn take(self, arena: &Arena, way: Way, me: usize) -> Option<i64> {
        let line = Uuid::now_v7();
        if way == Way::Guarded {
            let reserved = arena.db.write(line, |tx, line| {
                Box::pin(async move {
                    let wish = Reservation {
                        line_id: LineId(*line),
                        basket_id: BasketId(BASKET),
                        store_no: &"PAR".into(),
                        terminal_no: &"PAR-1".into(),
                        item_no: &"RG-1".into(),
                        size_code: &"52".into(),
                        staff_id: &"mei".into(),
                        quantity: 1,
                        now: Timestamp::UNIX_EPOCH,
                    };
                    reserve(tx, &wish).await
                })
            });
            return reserved.await.ok().map(|()| 1);
        }
        let look = "SELECT on_hand - reserved FROM stock \
             WHERE item_no = 'RG-1' AND size_code = '52' AND store_no = 'PAR'";
        let take = |_| {
            vec![
                "UPDATE stock SET reserved = reserved + 1 \
                 WHERE item_no = 'RG-1' AND size_code = '52' AND store_no = 'PAR'"
                    .to_owned(),
                format!(
                    "INSERT INTO stock_lease VALUES ({}, {}, 'PAR', 'PAR-1', 'RG-1', '52', 1, \
                     'mei', {me})",
                    literal(line),
                    literal(BASKET)
                ),
            ]
        };
        arena.naive(way, look, |free| free >= 1, take).await
    }

    async fn fault(self, arena: &Arena, had: Vec<i64>) -> Option<String> {
        let leases = "SELECT COUNT(*) FROM stock_lease";
        let reserved = "SELECT reserved FROM stock \
             WHERE item_no = 'RG-1' AND size_code = '52' AND store_no = 'PAR'";
        let (leases, reserved) = (arena.number(leases).await, arena.number(reserved).await);
        let holds = (had.len(), leases, reserved) == (1, 1, 1);
        (!holds).then(|| format!("{} had it, {leases} leases, {reserved} reserved", had.len()))
    }
}

/// The numbers of receipts.
#[derive(Clone, Copy)]
struct ReceiptNumbers;

impl Prize for ReceiptNumbers {
    async fn renew(self, arena: &Arena) {
        arena
            .run(vec![
                "DELETE FROM counter WHERE scope = 'PAR'".to_owned(),
                "INSERT INTO counter VALUES ('PAR', 'order', 0)".to_owned(),
            ])
            .await;
    }

    async fn take(self, arena: &Arena, way: Way, _: usize) -> Option<i64> {
        if way == Way::Guarded {
            let number = arena.db.write((), |tx, ()| {
                Box::pin(async move { Ok(tx.next_number("PAR", "order").await?) })
            });
            return Some(number.await.unwrap());
        }
        let look = "SELECT value FROM counter WHERE scope = 'PAR' AND name = 'order'";
        let take = |value| {
            vec![format!(
                "UPDATE counter SET value = {} WHERE scope = 'PAR' AND name = 'order'",
                value + 1
            )]
        };
        let seen = arena.naive(way, look, |_| true, take).await;
        seen.map(|value| value + 1)
    }

    async fn fault(self, _: &Arena, mut had: Vec<i64>) -> Option<String> {
        had.sort_unstable();
        let holds = had.iter().copied().eq((1..).take(CONTENDERS));
        (!holds).then(|| format!("{had:?}"))
    }
}

/// The right to run a job.
#[derive(Clone, Copy)]
struct JobLease;

impl Prize for JobLease {
    async fn renew(self, arena: &Arena) {
        arena
            .run(vec![
                "DELETE FROM job_lease".to_owned(),
                format!(
                    "INSERT INTO job_lease VALUES ('race', {}, 0)",
                    literal(Uuid::max())
                ),
            ])
            .await;
    }

    async fn take(self, arena: &Arena, way: Way, _: usize) -> Option<i64> {
        let (owner, now) = (Uuid::now_v7(), Timestamp::from_second(1_000).unwrap());
        if way == Way::Guarded {
            let lease = Lease {
                name: "race",
                owner,
                now,
                until: now + 10.seconds(),
            };
            let mine = arena.db.write(lease, |tx, lease| take_lease(tx, lease));
            return mine.await.unwrap().then_some(1);
        }
        let look = "SELECT lease_until FROM job_lease WHERE job_name = 'race'";
        let take = |_| {
            let (owner, until) = (literal(owner), (now + 10.seconds()).as_microsecond());
            vec![format!(
                "UPDATE job_lease SET owner_id = {owner}, lease_until = {until}"
            )]
        };
        arena
            .naive(way, look, |until| until < 1_000_000_000, take)
            .await
    }

    async fn fault(self, _: &Arena, had: Vec<i64>) -> Option<String> {
        (had.len() != 1).then(|| format!("{} run it", had.len()))
    }
}

/// The right to drive a payment.
#[derive(Clone, Copy)]
struct DriverLease;

impl Prize for DriverLease {
    async fn renew(self, arena: &Arena) {
        let free = "UPDATE payment_attempt SET driver_id = NULL, driver_until = NULL";
        arena.run(vec![free.to_owned()]).await;
    }

    async fn take(self, arena: &Arena, way: Way, _: usize) -> Option<i64> {
        let driver = Uuid::now_v7();
        if way == Way::Guarded {
            let mine = arena.db.write(driver, |tx, driver| {
                Box::pin(async move {
                    let now = Timestamp::from_second(1_000).unwrap();
                    let (attempt, until) = (AttemptId(ATTEMPT), now + 10.seconds());
                    payment::store::set_driver(tx, attempt, *driver, now, until).await
                })
            });
            return mine.await.unwrap().then_some(1);
        }
        let look = "SELECT COALESCE(driver_until, 0) FROM payment_attempt";
        let take = |_| {
            let driver = literal(driver);
            vec![format!(
                "UPDATE payment_attempt SET driver_id = {driver}, driver_until = 1010000000"
            )]
        };
        arena
            .naive(way, look, |until| until < 1_000_000_000, take)
            .await
    }

    async fn fault(self, _: &Arena, had: Vec<i64>) -> Option<String> {
        (had.len() != 1).then(|| format!("{} drive it", had.len()))
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 4)]
async fn the_last_piece_has_one_buyer_and_a_naive_reservation_is_caught() {
    prove(LastPiece).await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 4)]
async fn receipt_numbers_have_neither_gaps_nor_twins_and_a_naive_counter_is_caught() {
    prove(ReceiptNumbers).await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 4)]
async fn a_job_runs_once_and_a_naive_lease_is_caught() {
    prove(JobLease).await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 4)]
async fn a_payment_has_one_driver_and_a_naive_lease_is_caught() {
    prove(DriverLease).await;
}
