//! A shop whose server is killed at one point while each of its tills meets another fault; then
//! the next server, until every till is at rest.

use std::collections::BTreeMap;
use std::sync::Arc;
use std::time::Duration;

use futures::future::join_all;
use jiff::SignedDuration;
use reqwest::Method;
use serde_json::{Value, json};
use shell::{Clock, Db};
use testkit::TerminalSimulator;
use uuid::Uuid;

use crate::cell::{Cell, Sight, Surroundings, report};
use crate::fault::{COUNT, Row, Shows, Told, VARIANTS};
use crate::naive::{Memory, Mistake};
use crate::point::{Point, Watch};
use crate::server::{Server, Setup, free_address, open};
use crate::shop::{Books, Folder, PASSPHRASE, Person, connect, poiid, till};
use crate::tls::Front;

/// How far time moves at once.
const STEP: Duration = Duration::from_secs(1);
/// How much time may pass in a shop before it counts as stuck.
const STEPS_MAX: usize = 900;
/// How many rounds without time may pass before a point counts as missed.
const ROUNDS_MAX: usize = 300;
/// When what was out of order is in order again, after the server lives again.
const MENDED_AFTER: usize = 10;
/// How long an exchange with a terminal is waited for before time moves on.
const FRESH: Duration = Duration::from_millis(150);

/// What is tried in one shop.
#[derive(Clone, Debug)]
pub(crate) struct Plan {
    pub(crate) point: Point,
    pub(crate) faults: Vec<usize>,
    pub(crate) mistake: Option<Mistake>,
    /// The server is killed once more, so many seconds after it lives again.
    pub(crate) again_after: Option<usize>,
}

/// What became of a cell.
#[derive(Clone, Debug)]
pub(crate) struct Verdict {
    pub(crate) fault: String,
    pub(crate) point: Point,
    pub(crate) trouble: Vec<String>,
}

struct Group {
    plan: Plan,
    around: Surroundings,
    setup: Setup,
    eye: Db,
    cells: Vec<Cell>,
    manager: Person,
    /// How far time has moved.
    steps: usize,
    _folder: Folder,
}

/// Carries a plan out.
pub(crate) async fn run(plan: Plan) -> Vec<Verdict> {
    let mut group = Group::open(plan).await;
    let server = Server::start(group.setup.clone()).await;
    join_all(
        group
            .cells
            .iter_mut()
            .map(|cell| cell.prepare(&group.around)),
    )
    .await;
    let mut server = group.kill_at_the_point(server, 0).await;
    if group.plan.point == Point::K6 {
        server = group.kill_at_the_point(server, 1).await;
    }
    server = group.recover(server).await;
    group.finish(&server).await;
    server.kill().await;
    group.check_journal().await;
    let point = group.plan.point;
    let verdict = |cell: Cell| Verdict {
        fault: cell.row.name,
        point,
        trouble: cell.trouble,
    };
    group.cells.into_iter().map(verdict).collect()
}

impl Group {
    async fn open(plan: Plan) -> Self {
        let folder = Folder::new();
        let address = free_address();
        let simulator = simulator(address);
        let body = json!({ "poiid": "*", "card": "visa", "after_ms": 0 });
        simulator.post("auto", body).await;
        let own = poiid(&till(18));
        let front = Front::start(&own, simulator.address()).await;
        let watch = Arc::new(Watch::default());
        let eye = open(&folder.database());
        connect(&eye, addresses(&simulator, &front).await).await;
        let clock = Clock::manual(Clock::system().now());
        let base = format!("http://{address}/api/v1");
        let now = clock.now();
        let mut cells = Vec::new();
        for number in &plan.faults {
            let till = till(*number);
            let cashier = Person::at(&eye, base.clone(), "mei", &till, now).await;
            cells.push(Cell::new(Row::of(*number, plan.point), till, cashier));
        }
        let manager = Person::at(&eye, base, "manager", "PAR-3", now).await;
        let setup = Setup {
            database: folder.database(),
            address,
            clock,
            trust: front.trust.clone(),
            watch: watch.clone(),
            mistake: plan.mistake,
            memory: Arc::new(Memory::default()),
            between: None,
        };
        Self {
            plan,
            around: Surroundings {
                simulator,
                front,
                watch,
            },
            setup,
            eye,
            cells,
            manager,
            steps: 0,
            _folder: folder,
        }
    }

    /// Whether time must pass before the tills come to the point.
    fn needs_time(&self) -> bool {
        let is_late = |number: &usize| {
            crate::fault::LATE.contains(number) || *number == crate::fault::AFTER_CANCEL
        };
        match self.plan.point {
            Point::K5 | Point::K7 => true,
            Point::K4 => self.plan.faults.iter().all(is_late),
            _ => false,
        }
    }

    /// Lets every till come to the point, and kills the server there. Answers with the next one.
    async fn kill_at_the_point(&mut self, server: Server, life: usize) -> Server {
        if life == 0 {
            for cell in &self.cells {
                cell.arm(&self.around.watch, life);
            }
        }
        let mut missed = Vec::new();
        for round in 0..=ROUNDS_MAX {
            let (books, steps_left) = self.look().await;
            let log = self.around.simulator.get("log").await;
            let sight = Sight {
                books: &books,
                steps_left: &steps_left,
                is_after: false,
            };
            let (around, manager) = (&self.around, &self.manager);
            let acting = self.cells.iter_mut().map(async |cell| {
                let is_there = cell.is_at_point(around, &sight, &log, life);
                if !is_there && life == 0 {
                    cell.act(around, &sight, manager).await;
                }
                (!is_there).then(|| cell.till.clone())
            });
            missed = join_all(acting).await.into_iter().flatten().collect();
            if missed.is_empty() || round > 0 && self.is_stuck() {
                break;
            }
            self.settle(&server).await;
            if self.needs_time() {
                self.pass(&server).await;
            }
        }
        server.kill().await;
        let books = Books::look(&self.eye).await;
        let log = self.around.simulator.get("log").await;
        for cell in &mut self.cells {
            if missed.contains(&cell.till) {
                let attempts = books.attempts_of(&cell.till);
                cell.trouble
                    .push(format!("never came to the point: {attempts:?}"));
            }
            cell.check_point(&books, &log, life);
            cell.is_done = false;
        }
        self.around.watch.open();
        if self.plan.point == Point::K6 && life == 0 {
            for cell in &self.cells {
                cell.arm(&self.around.watch, 1);
            }
        }
        Server::start(self.setup.clone()).await
    }

    fn is_stuck(&self) -> bool {
        self.steps >= STEPS_MAX
    }

    /// Lets the shop go on until every till is at rest.
    async fn recover(&mut self, mut server: Server) -> Server {
        let begun = self.steps;
        let mut quiet = 0;
        while !self.is_stuck() {
            let passed = self.steps - begun;
            if self.plan.again_after == Some(passed) {
                server.kill().await;
                self.around.watch.open();
                server = Server::start(self.setup.clone()).await;
            }
            if passed == MENDED_AFTER {
                for cell in &self.cells {
                    cell.mend(&self.around).await;
                }
            }
            let books = self.act().await;
            let is_over = |cell: &Cell| {
                let attempts = books.attempts_of(&cell.till);
                let is_unknown = cell.row.told == Told::Unknown;
                cell.is_done
                    && attempts
                        .iter()
                        .all(|one| one.is_over() || (is_unknown && one.state == "UNKNOWN"))
            };
            quiet = match self.cells.iter().all(is_over) && passed > MENDED_AFTER {
                true => quiet + 1,
                false => 0,
            };
            // What comes late is looked for every 30 seconds.
            if quiet > 35 {
                return server;
            }
            self.settle(&server).await;
            self.pass(&server).await;
        }
        for cell in &mut self.cells {
            if !cell.is_done {
                cell.trouble.push("did not come to rest".to_owned());
            }
        }
        server
    }

    async fn act(&mut self) -> Books {
        let (books, steps_left) = self.look().await;
        let sight = Sight {
            books: &books,
            steps_left: &steps_left,
            is_after: true,
        };
        let (around, manager) = (&self.around, &self.manager);
        let busy = self.cells.iter_mut().filter(|cell| !cell.is_done);
        join_all(busy.map(|cell| cell.act(around, &sight, manager))).await;
        books
    }

    /// Compares the books with the acquirer's report, lets what it tells take effect, and closes
    /// the sales.
    async fn finish(&mut self, server: &Server) {
        let books = Books::look(&self.eye).await;
        let ledger = self.around.simulator.get("ledger").await;
        // Where money goes back the report was needed, and imported, before.
        let told = |cell: &Cell| match cell.row.in_reversal {
            true => Told::Everything,
            false => cell.row.told,
        };
        for cell in &mut self.cells {
            let kept: i64 = kept(&ledger, &cell.till).values().sum();
            let booked = books.booked(&cell.till);
            if kept != booked && told(cell) == Told::Everything {
                let trouble = format!("before the report: kept {kept}, booked {booked}");
                cell.trouble.push(trouble);
            }
        }
        let before = self.lists().await;
        let lists = self.reconcile().await;
        for cell in &mut self.cells {
            let (early, late) = match (cell.row.told, cell.row.in_reversal) {
                (Told::Everything, _) => ("", ""),
                // What went back since the report is in the next one.
                (Told::Forgotten | Told::Unknown, true) => ("NOT_BOOKED", ""),
                (Told::Forgotten, false) => ("", "NOT_BOOKED"),
                (Told::Unknown, false) => ("UNKNOWN", ""),
            };
            cell.check_list("before", &before, early);
            cell.check_list("by", &lists, late);
        }
        for _ in 0..5 {
            self.settle(server).await;
            self.pass(server).await;
        }
        join_all(self.cells.iter_mut().map(Cell::close)).await;
        let lists = self.reconcile().await;
        let books = Books::look(&self.eye).await;
        let ledger = self.around.simulator.get("ledger").await;
        let twice = sent_twice(&self.around.watch, &ledger);
        for cell in &mut self.cells {
            cell.check_end(&books, &kept(&ledger, &cell.till));
            cell.check_list("after", &lists, "");
            if twice.contains(&cell.till) {
                cell.trouble
                    .push("a payment was sent or captured twice".to_owned());
            }
        }
    }

    /// What does not agree without a further report.
    async fn lists(&mut self) -> Value {
        let path = "/payment/reconciliation";
        match self.manager.want(Method::GET, path, Value::Null).await {
            Ok(found) => found["differences"].clone(),
            Err(trouble) => json!([trouble]),
        }
    }

    async fn reconcile(&mut self) -> Value {
        let ledger = self.around.simulator.get("ledger").await;
        let until = self.setup.clock.now() + SignedDuration::from_mins(5);
        let report = report(&ledger, |_| true, Some(until));
        let found = self
            .manager
            .want(Method::POST, "/payment/reconciliation", report)
            .await;
        match found {
            Ok(found) => found["differences"].clone(),
            Err(trouble) => {
                for cell in &mut self.cells {
                    cell.trouble.push(trouble.clone());
                }
                json!([])
            }
        }
    }

    async fn look(&self) -> (Books, BTreeMap<String, u64>) {
        let terminals = self.around.simulator.get("terminal").await;
        let left = |one: &Value| {
            let till = one["poiid"].as_str()?.strip_prefix("V400m-")?.to_owned();
            Some((till, one["steps_left"].as_u64()?))
        };
        let steps_left = terminals
            .as_array()
            .unwrap()
            .iter()
            .filter_map(left)
            .collect();
        (Books::look(&self.eye).await, steps_left)
    }

    /// Waits until what can be answered at once is answered.
    async fn settle(&self, server: &Server) {
        server.settle().await;
        while self.around.watch.is_fresh(FRESH) {
            tokio::time::sleep(Duration::from_millis(2)).await;
            server.settle().await;
        }
    }

    /// Lets time pass: in the server, and for the terminals.
    async fn pass(&mut self, server: &Server) {
        self.steps += 1;
        let step = STEP.as_millis().to_string().parse::<u64>().unwrap();
        let terminals = self
            .around
            .simulator
            .post("clock", json!({ "advance_ms": step }));
        tokio::join!(terminals, server.advance(STEP));
    }

    /// The journal of the shop is whole, and every order has its entry.
    async fn check_journal(&mut self) {
        let options = journal::VerifyOptions {
            trusted_keys: Vec::new(),
            anchors: None,
        };
        let report = journal::verify(&self.eye, &options).await;
        if !report.is_intact() {
            for cell in &mut self.cells {
                cell.trouble.push(format!("the journal: {report}"));
            }
        }
    }
}

/// The terminals, as one program: all encrypted, each on a port of its own.
fn simulator(server: std::net::SocketAddr) -> TerminalSimulator {
    let webhook = format!("http://{server}/api/v1/device/notification");
    let names: Vec<String> = (1..=COUNT + VARIANTS)
        .map(|number| {
            // This one is closed and opened again.
            let is_closed = Row::of(number, Point::K1).shows == Shows::Door;
            let port = if is_closed { free_address().port() } else { 0 };
            format!("{}@{port}", poiid(&till(number)))
        })
        .collect();
    let mut arguments = vec![
        "--notify-url",
        &webhook,
        "--passphrase",
        PASSPHRASE,
        "--key-identifier",
        "shop",
        "--key-version",
        "1",
    ];
    for name in &names {
        arguments.extend(["--terminal", name]);
    }
    TerminalSimulator::with(&arguments)
}

async fn addresses(simulator: &TerminalSimulator, front: &Front) -> Vec<(String, String)> {
    let terminals = simulator.get("terminal").await;
    let all = terminals.as_array().unwrap().iter();
    all.filter_map(|one| {
        let till = one["poiid"].as_str()?.strip_prefix("V400m-")?.to_owned();
        let number: usize = till.strip_prefix("PAR-F")?.parse().ok()?;
        let address = match Row::of(number, Point::K1).shows {
            Shows::Certificate => format!("https://{}", front.address),
            _ => format!("127.0.0.1:{}", one["port"].as_u64()?),
        };
        Some((till, address))
    })
    .collect()
}

/// What a till's terminal took and has not given back, by currency.
fn kept(ledger: &Value, till: &str) -> BTreeMap<String, i64> {
    let poiid = poiid(till);
    let mut sums = BTreeMap::new();
    let entries = ledger["entries"].as_array().unwrap().iter();
    for entry in entries.filter(|entry| entry["poiid"] == poiid.as_str()) {
        let minor = entry["amount_minor"].as_i64().unwrap();
        let signed = if entry["kind"] == "capture" {
            minor
        } else {
            -minor
        };
        let currency = entry["currency"].as_str().unwrap().to_owned();
        *sums.entry(currency).or_insert(0) += signed;
    }
    sums
}

/// The tills at which a payment was sent twice under one number, or captured twice.
fn sent_twice(watch: &Watch, ledger: &Value) -> Vec<String> {
    let mut counts: BTreeMap<(String, String), usize> = BTreeMap::new();
    for sent in watch.payments() {
        *counts.entry(sent).or_default() += 1;
    }
    let entries = ledger["entries"].as_array().unwrap().iter();
    for entry in entries.filter(|entry| entry["kind"] == "capture") {
        let till = entry["sale_id"].as_str().unwrap().to_owned();
        let name = entry["sale_transaction_id"].as_str().unwrap().to_owned();
        *counts.entry((till, name)).or_default() += 1;
    }
    let twice = counts.into_iter().filter(|(_, count)| *count > 1);
    twice.map(|((till, _), _)| till).collect()
}

/// A name for a run that is written down.
pub(crate) fn fresh_seed() -> u128 {
    Uuid::new_v4().as_u128()
}
