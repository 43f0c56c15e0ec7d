//! The disk takes seconds for a sync, or does not come back from one for a long while.

use std::collections::BTreeSet;
use std::time::Duration;

use futures::future::{join, join_all};
use rand::SeedableRng;
use rand::rngs::StdRng;

use crate::disk::Disk;
use crate::server::Server;
use crate::shop::{TILLS, template};
use crate::till::{Sale, Till};

/// A shop whose tills sell at the same time.
struct Shop {
    disk: Disk,
    server: Server,
    tills: Vec<Till>,
}

impl Shop {
    async fn open() -> Self {
        let disk = Disk::new(Some(template().await));
        let server = Server::start(&disk);
        let mut random = StdRng::seed_from_u64(3);
        let mut tills = join_all((0..TILLS).map(|till| Till::open(server.address, till))).await;
        for till in &mut tills {
            till.plan(&mut random);
        }
        Self {
            disk,
            server,
            tills,
        }
    }

    /// Finishes every sale that is under way; the books hold each once and nothing else.
    async fn finish(mut self) {
        for finished in join_all(self.tills.iter_mut().map(Till::finish)).await {
            finished.expect("the server answers");
        }
        let sold: BTreeSet<Sale> = self
            .tills
            .iter()
            .flat_map(|till| till.sold.clone())
            .collect();
        assert_eq!(sold.len(), TILLS);
        let books = self.disk.books().await;
        assert_eq!(books.sales, sold);
        self.server.finish();
        self.disk.verify(&books.heads);
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_disk_that_takes_seconds_sells_slowly_and_refuses_nobody() {
    for milliseconds in [500, 2_000] {
        let shop = Shop::open().await;
        shop.disk.be_slow(Duration::from_millis(milliseconds));
        shop.finish().await;
    }
}

/// One payment is stuck in the sync. Those behind it are told in time that nothing was done, so
/// that no till gives up in doubt; what only reads is answered; and when the disk comes back,
/// everybody's payment counts once.
#[tokio::test(flavor = "multi_thread")]
async fn a_disk_that_hangs_turns_away_what_was_not_begun() {
    let mut shop = Shop::open().await;
    for till in &mut shop.tills {
        while !till.is_paying() {
            assert!(till.step().await.unwrap().is_none());
        }
    }
    shop.disk.be_slow(Duration::from_secs(600));
    let (stuck, behind) = shop.tills.split_at_mut(1);
    let disk = &shop.disk;
    let others = async {
        disk.hangs().await;
        join_all(behind.iter_mut().map(pay_behind)).await;
    };
    let (stuck, ()) = join(stuck[0].step(), others).await;
    let uncertain = stuck.unwrap().expect("no answer while the disk hangs");
    assert_eq!(
        (uncertain.status.as_u16(), uncertain.refusal()),
        (503, Some("request.timed_out")),
        "what was begun may still succeed: {uncertain:?}"
    );
    shop.disk.be_slow(Duration::ZERO);
    shop.finish().await;
}

/// Pays, looks around while it waits, and is turned away.
async fn pay_behind(till: &mut Till) {
    let looker = till.colleague();
    let looking = async {
        for path in ["/basket", "/order", "/item/BR-1"] {
            let answer = looker.get(path).await.unwrap();
            assert!(answer.status.is_success(), "{path}: {answer:?}");
        }
    };
    let paying = async {
        let refused = till.step().await.unwrap().expect("a refusal");
        assert_eq!(
            (
                refused.status.as_u16(),
                refused.refusal(),
                refused.retry_after.as_deref()
            ),
            (503, Some("server.busy"), Some("5")),
            "{refused:?}"
        );
    };
    tokio::pin!(paying);
    tokio::select! {
        biased;
        () = &mut paying => panic!("turned away before anything was read"),
        () = looking => {}
    }
    paying.await;
}
