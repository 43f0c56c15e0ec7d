//! The disk fills up or fails while a till sells.

use std::collections::BTreeSet;

use rand::SeedableRng;
use rand::rngs::StdRng;

use crate::disk::{Disk, FOR_EVER, Kind, Only};
use crate::server::Server;
use crate::shop::template;
use crate::till::{Answer, Gone, Sale, Till};

/// How many positions are skipped between two that are tried, where every one takes a restart.
pub(crate) const STRIDE: &str = "VITRINE_DISK_STRIDE";

/// A shop with one till on a disk of its own.
struct Shop {
    disk: Disk,
    server: Server,
    till: Till,
    random: StdRng,
}

impl Shop {
    async fn open() -> Self {
        let disk = Disk::new(Some(template().await));
        let server = Server::start(&disk);
        let mut shop = Self {
            till: Till::open(server.address, 0).await,
            server,
            disk,
            random: StdRng::seed_from_u64(1),
        };
        shop.sell().await;
        shop
    }

    async fn sell(&mut self) {
        self.till.plan(&mut self.random);
        self.till.finish().await.unwrap();
    }

    /// Sells while something goes wrong at a position. Whatever is refused is refused clearly,
    /// reads go on, and as soon as the disk works again so does the sale. Says whether something
    /// went wrong.
    async fn sell_with(&mut self, kind: Kind, only: Only, first: i64, last: i64) -> bool {
        self.till.plan(&mut self.random);
        self.disk.fail(kind, only, first, last);
        let mut has_fired = false;
        while self.till.is_busy() {
            let Some(refused) = self.till.step().await.unwrap() else {
                continue;
            };
            assert_clear(&refused, kind);
            self.assert_reads().await;
            has_fired = true;
            self.disk.work();
        }
        has_fired |= self.disk.fired() > 0;
        self.disk.work();
        has_fired
    }

    /// Reads are answered, and the books hold what was acknowledged and no half of a sale.
    async fn assert_reads(&self) {
        for path in ["/basket", "/order", "/item/BR-1"] {
            let answer = self.till.get(path).await.unwrap();
            assert!(answer.status.is_success(), "{path}: {answer:?}");
        }
        self.assert_books().await;
    }

    async fn assert_books(&self) {
        let sold: BTreeSet<Sale> = self.till.sold.iter().cloned().collect();
        assert_eq!(self.disk.books().await.sales, sold);
    }

    /// The process dies, the power goes, and another process takes over.
    async fn restart(self, luck: f64) -> Self {
        let Self {
            disk,
            server,
            mut till,
            mut random,
        } = self;
        server.kill();
        disk.lose_power(&mut random, luck);
        let server = Server::start(&disk);
        till.turn_to(server.address);
        Self {
            disk,
            server,
            till,
            random,
        }
    }

    async fn close(self) {
        self.disk.work();
        self.assert_books().await;
        let heads = self.disk.books().await.heads;
        self.server.finish();
        self.disk.verify(&heads);
    }
}

/// A refusal that the salesperson understands: nothing was saved, or it is safe to do it again.
pub(crate) fn assert_clear(refused: &Answer, kind: Kind) {
    let said = (refused.status.as_u16(), refused.refusal().unwrap_or(""));
    let is_clear = match kind {
        Kind::Full | Kind::Short => said == (507, "server.no_room"),
        Kind::ReadFails => matches!(said, (503, "server.unavailable") | (507, "server.no_room")),
        _ => matches!(said, (503, "server.uncertain") | (507, "server.no_room")),
    };
    assert!(is_clear, "{kind:?}: {refused:?}");
}

/// Sells with something wrong at every position of a sale, until a sale has fewer.
async fn at_every_position(kind: Kind, is_lasting: bool) {
    let mut shop = Shop::open().await;
    let mut position = 1;
    loop {
        let last = if is_lasting { FOR_EVER } else { position };
        let has_fired = shop.sell_with(kind, Only::Everything, position, last).await;
        if !has_fired {
            break;
        }
        position += 1;
    }
    assert!(position > 6, "a sale writes more than that");
    println!("{kind:?}, lasting {is_lasting}: {} positions", position - 1);
    shop.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_full_disk_at_every_write_of_a_sale() {
    at_every_position(Kind::Full, true).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_disk_that_fills_up_in_the_middle_of_every_write() {
    at_every_position(Kind::Short, true).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_failing_write_at_every_write_of_a_sale() {
    at_every_position(Kind::WriteFails, false).await;
    at_every_position(Kind::WriteFails, true).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_failing_sync_at_every_sync_of_a_sale() {
    at_every_position(Kind::SyncFails, false).await;
    at_every_position(Kind::SyncFails, true).await;
}

/// What fails while the log is copied into the database is not the sale's business.
#[tokio::test(flavor = "multi_thread")]
async fn a_failing_checkpoint_refuses_no_sale_and_loses_none() {
    let mut random = StdRng::seed_from_u64(2);
    for (kind, call) in [
        (Kind::SyncFails, 1),
        (Kind::Full, 1),
        (Kind::Short, 2),
        (Kind::WriteFails, 40),
    ] {
        let mut shop = Shop::open().await;
        shop.disk.fail(kind, Only::Database, call, FOR_EVER);
        while shop.disk.fired() < 3 {
            shop.sell().await;
        }
        shop.assert_reads().await;
        // Nothing of the failed checkpoint counts: the log has it all.
        shop = shop
            .restart(rand::RngExt::random_range(&mut random, 0.0..1.0))
            .await;
        shop.assert_books().await;
        shop.close().await;
    }
}

/// After a failed sync the commit may be in the file all the same, and the next start would find
/// it. What was refused must not come back; what is uncertain is settled by the same key.
#[tokio::test(flavor = "multi_thread")]
async fn a_refused_sale_does_not_come_back() {
    let mut settled = BTreeSet::new();
    for last in [1, FOR_EVER] {
        for luck in [0.0, 0.5, 1.0] {
            let mut shop = Shop::open().await;
            shop.till.plan(&mut shop.random);
            while !shop.till.is_paying() {
                assert!(shop.till.step().await.unwrap().is_none());
            }
            shop.disk.fail(Kind::SyncFails, Only::Log, 1, last);
            let refused = shop.till.step().await.unwrap().expect("a refusal");
            assert_clear(&refused, Kind::SyncFails);
            let is_certain = refused.refusal() == Some("server.no_room");
            settled.insert(is_certain);
            shop = shop.restart(luck).await;
            if is_certain {
                shop.assert_books().await;
            }
            shop.till.finish().await.unwrap();
            shop.close().await;
        }
    }
    assert_eq!(
        settled,
        BTreeSet::from([false, true]),
        "both answers were seen"
    );
}

/// A read that fails may end a transaction in the middle of a group.
#[tokio::test(flavor = "multi_thread")]
async fn a_failing_read_leaves_no_half() {
    let stride = i64::try_from(crate::parameter(STRIDE, 9)).unwrap();
    let mut shop = Shop::open().await;
    let mut position = 1;
    loop {
        // Only a process that has just started reads much of the file.
        shop = shop.restart(1.0).await;
        shop.till.plan(&mut shop.random);
        shop.disk
            .fail(Kind::ReadFails, Only::Everything, position, position);
        while shop.till.is_busy() {
            match shop.till.step().await {
                Ok(None) => {}
                Ok(Some(refused)) => assert_clear(&refused, Kind::ReadFails),
                Err(Gone) => panic!("the server is gone"),
            }
        }
        shop.assert_books().await;
        if shop.disk.fired() == 0 {
            break;
        }
        position += stride;
    }
    println!("{position} reads");
    assert!(position > stride, "a sale reads something");
    shop.close().await;
}
