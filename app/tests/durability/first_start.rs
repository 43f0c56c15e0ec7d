//! The power goes while an installation is made: the next start makes it whole.

use rand::SeedableRng;
use rand::rngs::StdRng;

use crate::disk::{Disk, FOR_EVER, Kind, Only};
use crate::server::Server;

/// How many writes of a first start lie between two that are tried.
const STRIDE: &str = "VITRINE_START_STRIDE";
/// There are about so many writes for each sync.
const WRITES_A_SYNC: i64 = 32;

#[tokio::test(flavor = "multi_thread")]
async fn a_first_start_without_power_is_repaired_by_the_next() {
    let stride = i64::try_from(crate::parameter(STRIDE, 97)).unwrap();
    let mut random = StdRng::seed_from_u64(rand::random());
    let mut tried = 0;
    for kind in [Kind::DieWriting, Kind::DieSyncing] {
        let stride = match kind {
            Kind::DieSyncing => (stride / WRITES_A_SYNC).max(1),
            _ => stride,
        };
        let mut call = 1;
        loop {
            let disk = Disk::new(None);
            disk.fail(kind, Only::Everything, call, FOR_EVER);
            let started = Server::try_start(&disk);
            let is_over = disk.fired() == 0;
            if let Some(server) = started {
                // It died a little later, or not at all.
                server.kill();
            }
            disk.lose_power(&mut random, [0.0, 0.5, 1.0][tried % 3]);
            Server::start(&disk).kill();
            disk.verify("");
            tried += 1;
            if is_over {
                break;
            }
            call += stride;
        }
    }
    println!("{tried} first starts without power");
}
