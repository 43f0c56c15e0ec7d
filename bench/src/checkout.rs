//! Whole sales over HTTP, as a till asks for them: three scans, payment, cash.

use std::net::SocketAddr;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::time::{Duration, Instant};

use serde_json::json;

use crate::client::{Client, Fault};
use crate::data;
use crate::figure::Times;
use crate::server::Server;

/// What a run of sales showed.
pub(crate) struct Run {
    /// Sales in a second.
    pub rate: f64,
    /// From the first request of a sale to its order.
    pub sale: Times,
    /// From going to payment to the order.
    pub checkout: Times,
    /// One scan.
    pub scan: Times,
    /// Processor time of the server for each sale, in milliseconds.
    pub cpu: f64,
}

/// Sells for a while at so many tills at once.
pub(crate) fn run(server: &Server, tills: usize, time: Duration) -> Result<Run, Fault> {
    let clients: Vec<Till> = (0..tills)
        .map(|till| Till::open(server.address, till))
        .collect::<Result<_, _>>()?;
    let stop = AtomicBool::new(false);
    let next = AtomicUsize::new(0);
    let cpu = server.cpu()?;
    let start = Instant::now();
    let done: Vec<Result<Till, Fault>> = std::thread::scope(|scope| {
        let threads: Vec<_> = clients
            .into_iter()
            .map(|mut till| {
                let (stop, next) = (&stop, &next);
                scope.spawn(move || {
                    while !stop.load(Ordering::Relaxed) {
                        till.sell(next.fetch_add(3, Ordering::Relaxed))?;
                    }
                    Ok(till)
                })
            })
            .collect();
        std::thread::sleep(time);
        stop.store(true, Ordering::Relaxed);
        threads
            .into_iter()
            .map(|thread| {
                thread
                    .join()
                    .unwrap_or_else(|_| Err("a till panicked".into()))
            })
            .collect()
    });
    let elapsed = start.elapsed().as_secs_f64();
    let cpu = (server.cpu()? - cpu).as_secs_f64() * 1_000.0;
    let (mut sale, mut checkout, mut scan) = (Times::default(), Times::default(), Times::default());
    for till in done {
        let till = till?;
        sale.join(till.sale);
        checkout.join(till.checkout);
        scan.join(till.scan);
    }
    let sales = sale.len() as f64;
    Ok(Run {
        rate: sales / elapsed,
        cpu: cpu / sales,
        sale,
        checkout,
        scan,
    })
}

/// A till that sells.
pub(crate) struct Till {
    client: Client,
    sale: Times,
    checkout: Times,
    scan: Times,
}

impl Till {
    /// Logs in at a till and chooses who sells, who stays chosen from sale to sale.
    pub(crate) fn open(address: SocketAddr, till: usize) -> Result<Self, Fault> {
        let user = data::staff_id(till);
        let mut client = Client::log_in(address, &user)?;
        client.send("DELETE", "/basket", None)?;
        let salesperson = json!({ "staffId": user });
        client.send("PUT", "/basket/salesperson", Some(&salesperson))?;
        Ok(Self {
            client,
            sale: Times::default(),
            checkout: Times::default(),
            scan: Times::default(),
        })
    }

    /// Sells three pieces for cash.
    pub(crate) fn sell(&mut self, first_item: usize) -> Result<(), Fault> {
        let start = Instant::now();
        for item in first_item..first_item + 3 {
            let scan = Instant::now();
            let code = json!({ "code": data::barcode(item) });
            self.client.send("POST", "/basket/scan", Some(&code))?;
            self.scan.note(scan.elapsed());
        }
        let checkout = Instant::now();
        let payment = self.client.call("POST", "/payment/start", None)?;
        let cash = json!({ "tenderCode": "CASH", "amount": payment["due"] });
        let paid = self.client.send("POST", "/payment/tender", Some(&cash))?;
        if !paid.windows(9).any(|part| part == b"receiptNo") {
            return Err("a sale was paid and not completed".into());
        }
        self.checkout.note(checkout.elapsed());
        self.sale.note(start.elapsed());
        Ok(())
    }
}
