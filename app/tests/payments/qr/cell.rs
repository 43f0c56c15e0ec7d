//! One shop, one till, one fault, one kill: what its cashier and its client do, and what must be true
//! in the end.

mod books;
mod furnish;

use std::sync::Arc;
use std::sync::atomic::AtomicU32;
use std::time::{Duration, Instant};

use jiff::{SignedDuration, Timestamp};
use payment::merchant::Between;
use payment::terminal::TerminalTrust;
use reqwest::Method;
use serde_json::{Value, json};
use shell::{Clock, Db};
use testkit::QrSimulator;
use uuid::Uuid;

use self::books::Order;
use self::furnish::{account, furnish};
use super::Point;
use super::fault::{Face, Fault, Scene};
use super::naive::{Mistake, Naive};
use super::watch::{Exchange, QrWatch, Stop, Watched};
use crate::naive::Memory;
use crate::point::{Gate, Reached, Watch};
use crate::server::{Server, Setup, free_address, open};
use crate::shop::{Folder, Person};

const TILL: &str = "PAR-1";
/// What a basket comes to, and what of it is taken off again.
const DUE: i64 = 5_000;
const PART: i64 = 2_000;
/// How far time moves at once.
const STEP: Duration = Duration::from_secs(10);
/// How far it moves at once while nothing but the age of an order is waited for.
const LONG_STEP: Duration = Duration::from_secs(60);
/// The most steps before a kill, and until a shop is at rest.
const STEPS_MAX: usize = 400;
/// How long it must be quiet in the end: late payments are looked for in growing pauses.
const QUIET_STEPS: usize = 8;
/// How long an exchange is waited for before time moves on.
const FRESH: Duration = Duration::from_millis(60);
/// How long to wait before it is looked again whether there is an exchange: each look asks the server's database and
/// the provider, and many cells look at once.
const LOOK: Duration = Duration::from_millis(15);
/// How long it is waited for when it answers slowly.
const ANSWER: Duration = Duration::from_millis(600);
/// How often the cashier tries with another code.
const TRIES_MAX: usize = 3;
/// No order may be open longer.
const OPEN_MAX: SignedDuration = SignedDuration::from_mins(10);

/// What is tried.
#[derive(Clone, Debug)]
pub(crate) struct Plan {
    pub(crate) point: Point,
    pub(crate) fault: Fault,
    pub(crate) scene: Scene,
    pub(crate) mistake: Option<Mistake>,
}

/// What became of it.
pub(crate) struct Verdict {
    pub(crate) plan: Plan,
    pub(crate) trouble: Vec<String>,
    /// Whether the server was killed where it should be.
    pub(crate) was_killed: bool,
    /// Whether the provider did what it was scripted to do.
    pub(crate) was_met: bool,
}

struct Cell<'a> {
    plan: Plan,
    simulator: &'a QrSimulator,
    setup: Setup,
    gates: Arc<Watch>,
    watch: Arc<QrWatch>,
    eye: Db,
    cashier: Person,
    manager: Person,
    /// The last intents: method, path, key and body.
    last: Option<(Method, String, Uuid, Value)>,
    tries: usize,
    removed: bool,
    ticks: usize,
    trouble: Vec<String>,
    _folder: Folder,
}

/// Carries a plan out.
pub(crate) async fn run(plan: Plan, simulator: &QrSimulator) -> Verdict {
    simulator.post("reset", json!({})).await;
    let mut cell = Cell::open(plan, simulator).await;
    let server = Server::start(cell.setup.clone()).await;
    cell.prepare().await;
    let (server, was_killed) = cell.kill_at_the_point(server).await;
    cell.recover(&server).await;
    let was_met = cell.is_met().await;
    cell.check().await;
    server.kill().await;
    let options = journal::VerifyOptions {
        trusted_keys: Vec::new(),
        anchors: None,
    };
    let report = journal::verify(&cell.eye, &options).await;
    if !report.is_intact() {
        cell.trouble.push(format!("the journal: {report}"));
    }
    Verdict {
        plan: cell.plan,
        trouble: cell.trouble,
        was_killed,
        was_met,
    }
}

impl<'a> Cell<'a> {
    async fn open(plan: Plan, simulator: &'a QrSimulator) -> Self {
        let folder = Folder::new();
        let eye = open(&folder.database());
        furnish(&eye, account(plan.fault.face, simulator).await).await;
        let now = simulator.get("clock").await["now"].clone();
        let now: Timestamp = now.as_str().unwrap().parse().unwrap();
        let clock = Clock::manual(now);
        let address = free_address();
        let base = format!("http://{address}/api/v1");
        let cashier = Person::at(&eye, base.clone(), "mei", TILL, now).await;
        let manager = Person::at(&eye, base, "manager", TILL, now).await;
        let gates = Arc::new(Watch::default());
        let watch = Arc::new(QrWatch::default());
        let (mistake, between_watch) = (plan.mistake, watch.clone());
        let between: Arc<Between> = Arc::new(move |inner| {
            let inner = match mistake {
                None => inner,
                Some(mistake) => Arc::new(Naive {
                    inner,
                    mistake,
                    numbers: AtomicU32::new(0),
                }),
            };
            Arc::new(Watched {
                inner,
                watch: between_watch.clone(),
            })
        });
        let setup = Setup {
            database: folder.database(),
            address,
            clock,
            trust: TerminalTrust {
                root_certificates_pem: String::new(),
                environment: device::nexo::Environment::Test,
            },
            watch: gates.clone(),
            mistake: None,
            memory: Arc::new(Memory::default()),
            between: Some(between),
        };
        Self {
            plan,
            simulator,
            setup,
            gates,
            watch,
            eye,
            cashier,
            manager,
            last: None,
            tries: 0,
            removed: false,
            ticks: 0,
            trouble: Vec::new(),
            _folder: folder,
        }
    }

    async fn prepare(&mut self) {
        let wishes = [
            (
                Method::PUT,
                "/basket/salesperson",
                json!({ "staffId": "mei" }),
            ),
            (
                Method::POST,
                "/basket/line",
                json!({ "itemNo": "BAG", "sizeCode": "", "quantity": 500 }),
            ),
            (Method::POST, "/payment/start", json!({})),
        ];
        for (method, path, body) in wishes {
            let wanted = self.cashier.want(method, path, body).await;
            self.trouble.extend(wanted.err());
        }
        self.simulator.script(json!([self.plan.fault.step()])).await;
        if self.plan.mistake.is_some() {
            // A notification would repair much of what an adapter does wrong.
            let face = self.plan.fault.face.name();
            let silence =
                json!({ "face": face, "on": "notification", "fault": "drop", "count": 50 });
            self.simulator.script(json!([silence])).await;
        }
    }

    fn arm(&self) {
        let stop = |stop| self.watch.stop_at(stop);
        match self.plan.point {
            Point::Q1 => self.gates.gate(TILL, "POST", Gate::Request),
            Point::Q2 => stop(Stop::Before(Exchange::Open)),
            Point::Q3 => stop(Stop::After(Exchange::Open)),
            Point::Q4 => stop(Stop::After(Exchange::Ask)),
            Point::Q5 => stop(Stop::After(Exchange::Close)),
            Point::Q6 => stop(Stop::After(Exchange::Refund)),
            Point::Q7 => self.gates.gate(TILL, "POST", Gate::Response),
        }
    }

    async fn is_at_point(&self) -> bool {
        let has = |stop| self.watch.has_reached(stop);
        match self.plan.point {
            Point::Q1 => self.gates.has_reached(TILL, Reached::Gate),
            Point::Q2 => has(Stop::Before(Exchange::Open)),
            Point::Q3 => has(Stop::After(Exchange::Open)),
            Point::Q4 => has(Stop::After(Exchange::Ask)),
            Point::Q5 => has(Stop::After(Exchange::Close)),
            Point::Q6 => has(Stop::After(Exchange::Refund)),
            Point::Q7 => {
                let orders = self.orders().await;
                let ends = ["PAID", "CLOSED", "REFUNDED"];
                let is_over = |order: &Order| ends.contains(&order.state.as_str());
                self.gates.has_reached(TILL, Reached::Gate)
                    && !orders.is_empty()
                    && orders.iter().all(is_over)
            }
        }
    }

    /// Lets the till come to the point, and kills the server there. Answers with the next one.
    async fn kill_at_the_point(&mut self, server: Server) -> (Server, bool) {
        self.arm();
        let mut was_killed = false;
        for _ in 0..STEPS_MAX / 2 {
            self.settle(&server).await;
            // In this order: what is sold between the two looks was at its point before.
            let is_sold = self.is_sold().await;
            was_killed = self.is_at_point().await;
            if was_killed || is_sold {
                break;
            }
            self.act().await;
            self.settle(&server).await;
            was_killed = self.is_at_point().await;
            if was_killed {
                break;
            }
            self.pass(&server).await;
        }
        server.kill().await;
        self.watch.open();
        self.gates.open();
        let server = Server::start(self.setup.clone()).await;
        // A browser that has no answer asks once more, under the same key.
        if let Some((method, path, key, body)) = self.last.clone() {
            self.cashier.ask(method, &path, key, body).await;
        }
        (server, was_killed)
    }

    async fn recover(&mut self, server: &Server) {
        let mut quiet = 0;
        for _ in 0..STEPS_MAX {
            self.settle(server).await;
            let is_sold = self.is_sold().await;
            if !is_sold {
                self.act().await;
            } else if quiet == 1 {
                // Whoever still has a code tries it.
                self.client_tries_all().await;
            }
            let orders = self.orders().await;
            let is_over = |order: &Order| {
                !order.is_live && ["PAID", "CLOSED", "REFUNDED"].contains(&order.state.as_str())
            };
            quiet = match is_sold && orders.iter().all(is_over) {
                true => quiet + 1,
                false => 0,
            };
            if quiet > QUIET_STEPS {
                return;
            }
            self.decide(&orders).await;
            self.pass(server).await;
        }
        let orders = self.orders().await;
        self.trouble
            .push(format!("did not come to rest: {orders:?}"));
    }

    /// What a manager does who looks into the account with the provider.
    async fn decide(&mut self, orders: &[Order]) {
        for order in orders {
            let path = format!("/payment/attempt/{}/decide", order.attempt_id);
            let decision = match order.attempt_state.as_str() {
                "MISMATCH" => json!({ "decision": "reverse" }),
                _ => continue,
            };
            let _ = self
                .manager
                .ask(Method::POST, &path, Uuid::now_v7(), decision)
                .await;
        }
    }

    async fn client_tries_all(&self) {
        for order in self.orders().await {
            self.client_pays(&order.order_no).await;
        }
    }

    async fn client_pays(&self, order_no: &str) {
        let body = json!({ "face": self.plan.fault.face.name(), "order_no": order_no });
        self.simulator.try_post("pay", body).await;
    }

    /// The client pays what the code on the screen stands for, whatever number is behind it.
    async fn client_scans(&self, order: &Order) {
        let Some(code) = order.memory["code"].as_str() else {
            return self.client_pays(&order.order_no).await;
        };
        let known = self.simulator.get("order").await;
        let mut known = known.as_array().unwrap().iter();
        let is_it = |one: &&Value| {
            one["token"]
                .as_str()
                .is_some_and(|token| code.contains(token))
        };
        if let Some(order_no) = known.find(is_it).and_then(|one| one["order_no"].as_str()) {
            self.client_pays(order_no).await;
        }
    }

    /// Asks in a window that does not wait: what a gate keeps back must not keep the cashier.
    async fn ask(&mut self, method: Method, path: String, body: Value) {
        let key = Uuid::now_v7();
        self.last = Some((method.clone(), path.clone(), key, body.clone()));
        let cashier = self.cashier.clone();
        let asking = tokio::spawn(async move { cashier.ask(method, &path, key, body).await });
        let _ = tokio::time::timeout(Duration::from_millis(400), asking).await;
    }

    /// Does what cashier and client do now.
    async fn act(&mut self) {
        self.ticks += 1;
        let orders = self.orders().await;
        let live = orders.iter().find(|order| order.is_live).cloned();
        if let Some(order) = live {
            self.follow(&order).await;
            return;
        }
        let tenders = self.tenders().await;
        if self.plan.scene == Scene::Removed
            && !self.removed
            && let Some((tender_id, _)) = tenders.first()
        {
            self.removed = true;
            let path = format!("/payment/tender/{tender_id}");
            self.ask(Method::DELETE, path, Value::Null).await;
            return;
        }
        let booked: i64 = tenders.iter().map(|(_, amount)| amount).sum();
        let is_waiting_for_removal = self.plan.scene == Scene::Removed && self.removed;
        if self.tries < TRIES_MAX && !is_waiting_for_removal {
            self.tries += 1;
            self.start().await;
        } else {
            let amount = json!({ "minor": DUE - booked, "currency": "EUR" });
            let body = json!({ "tenderCode": "CASH", "amount": amount });
            let _ = self
                .cashier
                .ask(Method::POST, "/payment/tender", Uuid::now_v7(), body)
                .await;
        }
    }

    async fn start(&mut self) {
        let minor = match self.plan.scene {
            Scene::Removed => PART,
            _ => DUE,
        };
        let amount = json!({ "minor": minor, "currency": "EUR" });
        let mut body = json!({ "tenderCode": "CODE", "amount": amount });
        // Each try has a fresh code: the last digits only matter when they are 0000 or 0001.
        let head = match self.plan.fault.face {
            Face::Alipay => 28,
            Face::Wechat => 13,
        };
        let code = format!("{head}{:012}{:04}", self.ticks, 1000 + self.tries);
        match self.plan.fault.on == "charge" {
            true => {
                body["direction"] = json!("shopScans");
                body["paymentCode"] = json!(code);
            }
            false => body["direction"] = json!("clientScans"),
        }
        self.ask(Method::POST, "/payment/attempt".to_owned(), body)
            .await;
    }

    async fn follow(&mut self, order: &Order) {
        let path = format!("/payment/attempt/{}", order.attempt_id);
        let is_asked = order.memory["asks_since"].is_string();
        let is_shown = order.memory["code"].is_string() || self.plan.fault.on == "charge";
        if order.state != "WAITING" {
            return;
        }
        match self.plan.scene {
            Scene::Scans | Scene::Removed if is_shown => self.client_scans(order).await,
            Scene::ScansLate if is_asked => self.client_scans(order).await,
            // The client types the password, if one is asked for.
            Scene::Shown => self.client_pays(&order.order_no).await,
            Scene::Stopped if is_shown => {
                self.ask(Method::POST, format!("{path}/cancel"), json!({}))
                    .await;
            }
            _ => {}
        }
    }

    /// Whether more exchanges are under way than those whose answer waits for the provider's time: on a machine with
    /// other work they take long.
    async fn is_answering(&self, since: Instant) -> bool {
        let running = self.watch.running();
        if running == 0 || since.elapsed() > ANSWER {
            return false;
        }
        let clock = self.simulator.get("clock").await;
        clock["waits"].as_u64().unwrap_or(0) < running
    }

    /// Waits until what can be answered at once is answered.
    async fn settle(&self, server: &Server) {
        server.settle().await;
        let since = Instant::now();
        while self.watch.is_fresh(FRESH) || self.is_answering(since).await {
            tokio::time::sleep(LOOK).await;
            server.settle().await;
        }
    }

    /// Whether the one order under way is being ended, and its provider does not take that for another while.
    async fn is_waiting_for_age(&self) -> bool {
        let orders = self.orders().await;
        let mut live = orders.iter().filter(|order| order.is_live);
        let (Some(order), None) = (live.next(), live.next()) else {
            return false;
        };
        let soon = self.setup.clock.now() + LONG_STEP;
        let from = order
            .moment("opened_at")
            .map(|at| at + SignedDuration::from_mins(5));
        order.state == "CANCELLING"
            && order.memory["closes_after"].is_string()
            && from.is_some_and(|from| soon < from)
    }

    /// Lets time pass: in the server, and for the provider.
    async fn pass(&mut self, server: &Server) {
        let time = match self.is_waiting_for_age().await {
            true => LONG_STEP,
            false => STEP,
        };
        let step = u64::try_from(time.as_millis()).unwrap();
        let body = json!({ "advance_ms": step });
        // The provider's time first: what is old enough for the server is old enough for the provider.
        self.simulator.post("clock", body).await;
        server.advance(time).await;
    }
}
