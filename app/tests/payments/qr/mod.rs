//! The faults of the providers of codes, with the server killed at seven points of each: every order
//! ends paid once, closed or refunded, and what the providers keep is what is booked.
//!
//! As with the terminals everything is real but the time. A cell is a shop with one till, one
//! provider and one fault. Every fault is tried at every point; `QR_ONLY` takes the cells that its text names. Cells
//! mostly wait for each other's answers, so that many are carried out at once, each with its database in memory.

mod cell;
mod fault;
mod naive;
mod watch;

use std::path::PathBuf;
use std::sync::{Arc, OnceLock};
use std::time::{Duration, Instant};

use futures::{Stream, StreamExt};
use testkit::QrSimulator;
use tokio::sync::Mutex;

use cell::{Plan, Verdict};
use fault::{Face, Fault, Scene, faults};
use naive::Mistake;

/// How long a cell may take before something in it is stuck.
const PATIENCE: Duration = Duration::from_secs(300);
/// How often a cell is tried that should have come to its point.
const ROUNDS_MAX: usize = 3;
/// How many cells are tried at once; each has a simulator of its own.
const LANES: usize = 8;

/// Where the server is killed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Point {
    /// The request has arrived; nothing is written.
    Q1,
    /// The order is committed as sent; no byte of it has left.
    Q2,
    /// The provider has the order; its answer, or the loss of it, is not committed.
    Q3,
    /// A question was answered, and the answer not committed.
    Q4,
    /// The provider has the wish to end the order; the answer is not committed.
    Q5,
    /// The provider has the refund; the answer is not committed.
    Q6,
    /// The end is committed; the browser never hears of beginning or end.
    Q7,
}

impl Point {
    const ALL: [Self; 7] = [
        Self::Q1,
        Self::Q2,
        Self::Q3,
        Self::Q4,
        Self::Q5,
        Self::Q6,
        Self::Q7,
    ];
}

fn keys() -> PathBuf {
    static KEYS: OnceLock<PathBuf> = OnceLock::new();
    KEYS.get_or_init(|| {
        let name = format!("vitrine-qr-matrix-{}.json", std::process::id());
        let path = std::env::temp_dir().join(name);
        drop(QrSimulator::start(&path));
        path
    })
    .clone()
}

/// Every fault at a point, with what happens at the till so that both come about.
fn plans(point: Point, mistake: Option<Mistake>) -> Vec<Plan> {
    let scene = |fault: &Fault| match point {
        Point::Q5 => Scene::Stopped,
        Point::Q6 => Scene::Removed,
        // Who pays at once is booked before a question is due.
        Point::Q4 if fault.scene() == Scene::Scans => Scene::ScansLate,
        _ => fault.scene(),
    };
    faults()
        .into_iter()
        .map(|fault| Plan {
            point,
            scene: scene(&fault),
            fault,
            mistake,
        })
        .collect()
}

/// Carries plans out, a few at once; each verdict as soon as it is known.
fn carried_out(plans: Vec<Plan>) -> impl Stream<Item = Verdict> + Unpin {
    let keys = keys();
    let lanes: Vec<_> = (0..LANES)
        .map(|_| Arc::new(Mutex::new(QrSimulator::start(&keys))))
        .collect();
    let lanes = Arc::new(Mutex::new(lanes));
    let running = futures::stream::iter(plans).map(move |plan| {
        let lanes = lanes.clone();
        tokio::spawn(async move {
            let lane = lanes.lock().await.pop().unwrap();
            let name = format!("{plan:?}");
            let simulator = lane.lock().await;
            let run = tokio::time::timeout(PATIENCE, cell::run(plan, &simulator));
            let verdict = run.await.unwrap_or_else(|_| panic!("stuck: {name}"));
            drop(simulator);
            lanes.lock().await.push(lane);
            verdict
        })
    });
    running.buffer_unordered(LANES).map(Result::unwrap)
}

async fn carry_out(plans: Vec<Plan>) -> Vec<Verdict> {
    carried_out(plans).collect().await
}

fn told(verdicts: &[Verdict]) -> String {
    let lines = verdicts
        .iter()
        .filter(|verdict| !verdict.trouble.is_empty());
    let line =
        |verdict: &Verdict| format!("{:?}: {}\n", verdict.plan, verdict.trouble.join("\n    "));
    lines.map(line).collect()
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn every_order_ends_paid_once_closed_or_refunded() {
    let start = Instant::now();
    let only = std::env::var("QR_ONLY").unwrap_or_default();
    let plans: Vec<Plan> = Point::ALL
        .into_iter()
        .flat_map(|point| plans(point, None))
        .filter(|plan| format!("{plan:?}").contains(&only))
        .collect();
    let count = plans.len();
    let mut verdicts = carry_out(plans).await;
    // On a machine with other work a cell can be past its point before it is looked at.
    for _ in 1..ROUNDS_MAX {
        let (missed, tried) = verdicts
            .into_iter()
            .partition::<Vec<_>, _>(Verdict::is_to_be_tried_again);
        verdicts = tried;
        let plans: Vec<_> = missed.into_iter().map(|one| one.plan).collect();
        verdicts.extend(carry_out(plans).await);
    }
    let bad = verdicts
        .iter()
        .filter(|one| !one.trouble.is_empty())
        .count();
    let killed = verdicts.iter().filter(|one| one.was_killed).count();
    let met = verdicts.iter().filter(|one| one.was_met).count();
    println!(
        "{count} cells, {killed} killed at their point, {met} met their fault, {bad} bad, {:.1} s",
        start.elapsed().as_secs_f64()
    );
    let missed: Vec<_> = verdicts.iter().filter(|one| !one.was_killed).collect();
    for one in &missed {
        println!("never came to the point: {:?}", one.plan);
    }
    assert_eq!(bad, 0, "\n{}", told(&verdicts));
    let unexplained = missed.iter().filter(|one| !one.plan.can_be_over_at_once());
    let unexplained = unexplained.count();
    assert_eq!(unexplained, 0, "cells were not tried");
    if only.is_empty() {
        for fault in faults() {
            let meets = |one: &&Verdict| one.was_met && one.plan.fault == fault;
            let points = verdicts.iter().filter(meets).count();
            assert!(points > 0, "{fault:?} was met at no point");
        }
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn each_naive_adapter_of_a_provider_is_caught() {
    for mistake in Mistake::ALL {
        let plans = mistake
            .where_it_shows()
            .into_iter()
            .map(|(point, fault, scene)| Plan {
                point,
                scene,
                fault,
                mistake: Some(mistake),
            })
            .collect();
        // The first cell that shows it is enough.
        let mut verdicts = carried_out(plans);
        let caught = loop {
            let verdict = verdicts.next().await;
            let verdict = verdict.unwrap_or_else(|| panic!("nothing catches {mistake:?}"));
            if !verdict.trouble.is_empty() {
                break verdict;
            }
        };
        println!(
            "{mistake:?} is caught in {:?} {:?}",
            caught.plan.fault, caught.plan.point
        );
    }
}

impl Plan {
    /// Whether this may be over before its point: a code that is charged is paid or refused at once, and then
    /// nothing is asked, ended or removed; what the question before a close finds paid is not closed.
    fn can_be_over_at_once(&self) -> bool {
        let is_early = [Point::Q1, Point::Q2].contains(&self.point);
        (self.fault.on == "charge" && !is_early)
            || (self.point == Point::Q5 && self.fault.fault == "paid_during")
    }
}

impl Verdict {
    /// A cell that went well but never came to its point, which it should have.
    fn is_to_be_tried_again(&self) -> bool {
        !self.was_killed && self.trouble.is_empty() && !self.plan.can_be_over_at_once()
    }
}

impl Face {
    const fn name(self) -> &'static str {
        match self {
            Self::Alipay => "alipay",
            Self::Wechat => "wechat",
        }
    }
}
