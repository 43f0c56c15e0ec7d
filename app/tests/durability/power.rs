//! The power goes while tills sell.

use std::collections::{BTreeMap, BTreeSet};
use std::time::Duration;

use futures::future::join_all;
use rand::rngs::StdRng;
use rand::{RngExt, SeedableRng};

use crate::disk::{Disk, FOR_EVER, Kind, Only};
use crate::server::Server;
use crate::shop::{TILLS, template};
use crate::till::{Sale, Till};

/// How often the power goes.
const CYCLES: &str = "VITRINE_POWER_CYCLES";
/// After how many cycles a fresh shop is taken, so that checking stays quick.
const CYCLES_PER_SHOP: u64 = 20;
/// How many shops lose power at the same time.
const SHOPS: u64 = 2;
/// How often the power goes under `synchronous=NORMAL`, which must lose sales.
const NORMAL_CYCLES: u64 = 8;

#[tokio::test(flavor = "multi_thread")]
async fn no_acknowledged_sale_is_lost_when_the_power_goes() {
    let cycles = crate::parameter(CYCLES, 200);
    let seed = crate::parameter("VITRINE_POWER_SEED", rand::random::<u32>().into());
    println!("seed {seed}");
    let shops = (0..SHOPS).map(|shop| {
        let share = cycles / SHOPS + u64::from(shop < cycles % SHOPS);
        tokio::spawn(many_cycles(share, seed + shop))
    });
    let mut seen = Seen::default();
    for shop in join_all(shops).await {
        let shop = shop.unwrap();
        seen.sales += shop.sales;
        for (kind, times) in shop.deaths {
            *seen.deaths.entry(kind).or_default() += times;
        }
    }
    println!("{cycles} cycles, 0 lost, 0 halves of {seen:?}");
    assert!(
        seen.sales > usize::try_from(cycles).unwrap(),
        "too few sales to prove anything"
    );
    assert!(
        cycles < 100 || seen.deaths.len() == 5,
        "the power went too seldom where it hurts"
    );
}

/// What happened in the cycles.
#[derive(Debug, Default)]
struct Seen {
    /// Acknowledged sales.
    sales: usize,
    /// How often the power went in which moment.
    deaths: BTreeMap<&'static str, usize>,
}

async fn many_cycles(cycles: u64, seed: u64) -> Seen {
    let mut random = StdRng::seed_from_u64(seed);
    let mut left = cycles;
    let mut seen = Seen::default();
    while left > 0 {
        let share = left.min(CYCLES_PER_SHOP);
        one_shop(share, &mut random, &mut seen).await;
        left -= share;
    }
    seen
}

/// Sells and loses power again and again on one data directory.
async fn one_shop(cycles: u64, random: &mut StdRng, seen: &mut Seen) {
    let disk = Disk::new(Some(template().await));
    let mut server = Server::start(&disk);
    let mut tills = open_tills(&server).await;
    let mut books = disk.books().await;
    for _ in 0..cycles {
        let death = Death::draw(random);
        tills = sell_until_the_power_goes(&disk, server, tills, death, random).await;
        *seen.deaths.entry(death.moment(&disk)).or_default() += 1;
        let luck = [0.0, 0.1, 0.5, 0.9, 1.0][random.random_range(0..5)];
        disk.lose_power(random, luck);
        disk.verify(&books.heads);
        server = Server::start(&disk);
        for till in &mut tills {
            till.turn_to(server.address);
        }
        // What was under way goes on where it was acknowledged, and is not done twice.
        for finished in join_all(tills.iter_mut().map(Till::finish)).await {
            finished.expect("the server answers");
        }
        books = disk.books().await;
        assert_eq!(
            books.sales,
            all_sales(&tills),
            "acknowledged is booked, once"
        );
    }
    seen.sales += all_sales(&tills).len();
}

/// Under what SQLite leaves out with `synchronous=NORMAL` the same test sees losses.
#[tokio::test(flavor = "multi_thread")]
async fn synchronous_normal_would_lose_sales() {
    let mut random = StdRng::seed_from_u64(rand::random());
    let mut lost = 0;
    for _ in 0..NORMAL_CYCLES {
        let disk = Disk::new(Some(template().await));
        let server = Server::start(&disk);
        let tills = open_tills(&server).await;
        disk.be_normal();
        let death = Death::AnyTime(random.random_range(50..300));
        let tills = sell_until_the_power_goes(&disk, server, tills, death, &mut random).await;
        disk.lose_power(&mut random, 0.0);
        let _server = Server::start(&disk);
        // Without the last syncs SQLite keeps a consistent, older state.
        let books = disk.books().await;
        lost += all_sales(&tills).difference(&books.sales).count();
    }
    println!("{lost} sales lost in {NORMAL_CYCLES} cycles with synchronous=NORMAL");
    assert!(lost > 0, "the disk of these tests forgets nothing");
}

async fn open_tills(server: &Server) -> Vec<Till> {
    join_all((0..TILLS).map(|till| Till::open(server.address, till))).await
}

fn all_sales(tills: &[Till]) -> BTreeSet<Sale> {
    let sales: BTreeSet<Sale> = tills.iter().flat_map(|till| till.sold.clone()).collect();
    let acknowledged: usize = tills.iter().map(|till| till.sold.len()).sum();
    assert_eq!(sales.len(), acknowledged, "no sale is acknowledged twice");
    sales
}

async fn sell_until_the_power_goes(
    disk: &Disk,
    mut server: Server,
    tills: Vec<Till>,
    death: Death,
    random: &mut StdRng,
) -> Vec<Till> {
    let longest = death.prepare(disk);
    let selling: Vec<_> = tills
        .into_iter()
        .map(|mut till| {
            let random = StdRng::seed_from_u64(random.random());
            tokio::spawn(async move {
                till.sell_until_gone(random).await;
                till
            })
        })
        .collect();
    let end = tokio::time::Instant::now() + longest;
    while server.is_running() && tokio::time::Instant::now() < end {
        tokio::time::sleep(Duration::from_millis(2)).await;
    }
    server.kill();
    join_all(selling)
        .await
        .into_iter()
        .map(|till| till.unwrap())
        .collect()
}

/// When the power goes.
#[derive(Clone, Copy)]
enum Death {
    /// After so many milliseconds.
    AnyTime(u64),
    /// In the middle of such a call, the so-manyeth.
    Calling(Kind, Only, i64),
}

impl Death {
    fn draw(random: &mut StdRng) -> Self {
        match random.random_range(0..8) {
            0..2 => Self::AnyTime(random.random_range(5..300)),
            2 => Self::Calling(Kind::DieWriting, Only::Log, random.random_range(1..2_000)),
            3 | 4 => Self::Calling(Kind::DieSyncing, Only::Log, random.random_range(1..120)),
            5 | 6 => Self::Calling(
                Kind::DieWriting,
                Only::Database,
                random.random_range(1..200),
            ),
            _ => Self::Calling(Kind::DieSyncing, Only::Database, 1),
        }
    }

    /// Tells the disk; gives the longest time to wait for it.
    fn prepare(self, disk: &Disk) -> Duration {
        disk.work();
        match self {
            Self::AnyTime(milliseconds) => Duration::from_millis(milliseconds),
            Self::Calling(kind, only, call) => {
                disk.fail(kind, only, call, FOR_EVER);
                Duration::from_millis(900)
            }
        }
    }

    /// In which moment it went.
    fn moment(self, disk: &Disk) -> &'static str {
        match self {
            Self::Calling(kind, only, _) if disk.fired() > 0 => match (kind, only) {
                (Kind::DieWriting, Only::Database) => "in a write of a checkpoint",
                (Kind::DieWriting, _) => "in a write of a commit",
                (_, Only::Database) => "in the sync of a checkpoint",
                _ => "in the sync of a commit",
            },
            _ => "at any time",
        }
    }
}
