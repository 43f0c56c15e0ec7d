//! The PostgreSQL server dies while tills sell; ours goes on without a restart.
//!
//! The test starts a server of its own to kill. It runs where `TEST_DATABASE_URL` says that the
//! tests are for PostgreSQL.

use std::collections::BTreeSet;
use std::io::{BufRead, BufReader, Lines, Write};
use std::path::{Path, PathBuf};
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};
use std::time::Duration;

use futures::future::join_all;
use rand::rngs::StdRng;
use rand::{RngExt, SeedableRng};
use shell::Db;
use tokio::sync::watch;

use crate::books::{self, Books};
use crate::server::{Server, verify};
use crate::shop::{TILLS, found};
use crate::till::{Answer, Sale, Till};

/// How often the server dies.
const KILLS: &str = "VITRINE_POSTGRES_KILLS";
/// How many kills without `synchronous_commit` may lose nothing before the test gives up.
const NORMAL_KILLS_MAX: u32 = 10;
/// How long a till asks again before the test takes it that selling did not resume.
const RESUME_MAX: Duration = Duration::from_secs(30);

/// A PostgreSQL server that obeys `postgres.sh`.
struct Postgres {
    child: Child,
    words: Option<ChildStdin>,
    said: Lines<BufReader<ChildStdout>>,
    url: String,
}

impl Postgres {
    fn start() -> Self {
        let script = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/durability/postgres.sh");
        let mut child = Command::new("bash")
            .arg(script)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .unwrap();
        let mut said = BufReader::new(child.stdout.take().unwrap()).lines();
        let url = said
            .by_ref()
            .map(Result::unwrap)
            .find(|line| line.starts_with("postgres://"))
            .expect("PostgreSQL starts");
        Self {
            words: child.stdin.take(),
            said,
            child,
            url,
        }
    }

    /// Lets it die so; gives back control when it runs again.
    fn die(&mut self, how: &str) {
        let words = self.words.as_mut().unwrap();
        writeln!(words, "{how}").unwrap();
        assert_eq!(self.said.next().unwrap().unwrap(), "done");
    }
}

impl Drop for Postgres {
    fn drop(&mut self) {
        // Its input ends, so it tidies up.
        self.words.take();
        let _ = self.child.wait();
    }
}

/// A shop on such a server.
pub(crate) struct Shop {
    pub(crate) server: Server,
    /// The data directory: keys, no database.
    pub(crate) folder: PathBuf,
    pub(crate) database: String,
    random: StdRng,
    /// Dropped last: ours talks to it until its end.
    postgres: Postgres,
}

impl Shop {
    pub(crate) async fn open() -> Self {
        let postgres = tokio::task::block_in_place(Postgres::start);
        let database = format!("{}/postgres", postgres.url);
        found(&Db::connect_postgres(&database).await.unwrap()).await;
        let folder = std::env::temp_dir().join(format!("vitrine-durable-{}", uuid::Uuid::now_v7()));
        Self {
            server: Server::start_on(&folder, &database),
            folder,
            database,
            random: StdRng::seed_from_u64(rand::random()),
            postgres,
        }
    }

    pub(crate) async fn books(&self) -> Books {
        // A database that does not wait for its log is refused; this connection waits.
        let url = format!("{}?options=-c%20synchronous_commit%3Don", self.database);
        books::read(&Db::connect_postgres(&url).await.unwrap()).await
    }
}

impl Drop for Shop {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(&self.folder);
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn no_acknowledged_sale_is_lost_when_postgresql_dies() {
    if std::env::var_os("TEST_DATABASE_URL").is_none() {
        println!("left out: TEST_DATABASE_URL names no PostgreSQL");
        return;
    }
    let kills = crate::parameter(KILLS, 25);
    let mut shop = Shop::open().await;
    let address = shop.server.address;
    let (stopper, stop) = watch::channel(false);
    let selling: Vec<_> = join_all((0..TILLS).map(|till| Till::open(address, till)))
        .await
        .into_iter()
        .map(|till| {
            let random = StdRng::seed_from_u64(shop.random.random());
            tokio::spawn(sell_until_told(till, random, stop.clone()))
        })
        .collect();
    for kill in 0..kills {
        tokio::time::sleep(Duration::from_millis(shop.random.random_range(200..900))).await;
        let how = ["kill", "immediate", "backend"][usize::try_from(kill % 3).unwrap()];
        tokio::task::block_in_place(|| shop.postgres.die(how));
    }
    tokio::time::sleep(Duration::from_millis(500)).await;
    stopper.send(true).unwrap();
    let mut sold = BTreeSet::new();
    let mut refused = 0;
    for till in join_all(selling).await {
        let (till, refusals) = till.unwrap();
        let of_one: BTreeSet<Sale> = till.sold.iter().cloned().collect();
        assert_eq!(
            of_one.len(),
            till.sold.len(),
            "no sale is acknowledged twice"
        );
        sold.extend(of_one);
        refused += refusals;
    }
    let books = shop.books().await;
    assert_eq!(books.sales, sold, "acknowledged is booked, once");
    verify(&shop.folder, &books.heads, Some(&shop.database));
    assert!(
        kills < 25 || refused > 0,
        "it never died while somebody sold"
    );
    println!(
        "{kills} kills, 0 lost, 0 halves of {} sales, {refused} refusals",
        sold.len()
    );
}

/// Where PostgreSQL does not wait for its log, the same kind of run sees losses.
#[tokio::test(flavor = "multi_thread")]
async fn postgresql_without_synchronous_commit_would_lose_sales() {
    if std::env::var_os("TEST_DATABASE_URL").is_none() {
        println!("left out: TEST_DATABASE_URL names no PostgreSQL");
        return;
    }
    let mut shop = Shop::open().await;
    let db = Db::connect_postgres(&shop.database).await.unwrap();
    db.write((), |tx, ()| {
        Box::pin(async move {
            let sql = "ALTER DATABASE postgres SET synchronous_commit = off";
            Ok(tx.execute(sql, &[]).await.map(|_| ())?)
        })
    })
    .await
    .unwrap();
    drop(db);
    let mut till = Till::open(shop.server.address, 0).await;
    // Connections that are made from now on do not wait.
    tokio::task::block_in_place(|| shop.postgres.die("kill"));
    for round in 1..=NORMAL_KILLS_MAX {
        let begin = tokio::time::Instant::now();
        while begin.elapsed() < Duration::from_millis(400) {
            if !till.is_busy() {
                till.plan(&mut shop.random);
            }
            if till.step().await.unwrap().is_some() {
                till.give_up().await;
            }
        }
        tokio::task::block_in_place(|| shop.postgres.die("kill"));
        let kept = shop.books().await.sales;
        let lost = till
            .sold
            .iter()
            .filter(|sale| !kept.contains(*sale))
            .count();
        if lost > 0 {
            println!("{lost} sales lost by kill {round} with synchronous_commit=off");
            return;
        }
    }
    panic!("the kills of these tests lose nothing");
}

/// Sells until told to stop, asking again with the same key for what was refused.
async fn sell_until_told(
    mut till: Till,
    mut random: StdRng,
    stop: watch::Receiver<bool>,
) -> (Till, usize) {
    let mut refusals = 0;
    loop {
        if !till.is_busy() {
            if *stop.borrow() {
                return (till, refusals);
            }
            till.plan(&mut random);
        }
        let asked = tokio::time::Instant::now();
        while let Some(refused) = till.step().await.expect("our server answers") {
            assert_clear(&refused);
            assert!(
                asked.elapsed() < RESUME_MAX,
                "selling does not resume: {refused:?}"
            );
            refusals += 1;
            tokio::time::sleep(Duration::from_millis(50)).await;
        }
    }
}

/// The till is told to wait or to repeat, and that it is no fault of its own.
fn assert_clear(refused: &Answer) {
    let said = (refused.status.as_u16(), refused.refusal().unwrap_or(""));
    assert!(
        matches!(
            said,
            (
                503,
                "server.unavailable" | "server.uncertain" | "request.timed_out"
            )
        ),
        "{refused:?}"
    );
}
