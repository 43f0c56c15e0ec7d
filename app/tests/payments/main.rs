//! The thirty faults of a card terminal, with the server killed at seven points of each: what the
//! terminals took and have not given back is what is booked, in all 210 cells.
//!
//! Everything is real but the time: the whole program with its database, its adapter and sockets,
//! and the terminals as a program of their own. Time stands still in all of them and is moved by
//! the test, so that a payment that takes minutes takes milliseconds.
//!
//! `PAYMENT_ROUNDS` runs the matrix so many times; from the second time on the server is killed
//! once more at a random moment of its recovery.

#![expect(
    clippy::unwrap_used,
    reason = "a test that finds nothing to unwrap has failed"
)]

mod cell;
mod fault;
mod group;
mod naive;
mod point;
mod qr;
mod server;
mod shop;
mod tls;

use std::collections::BTreeSet;
use std::time::{Duration, Instant};

use fault::{AFTER_CANCEL, COUNT, LATE, VARIANTS};
use futures::StreamExt;
use group::{Plan, Verdict};
use naive::Mistake;
use point::Point;

/// How long a shop may take before something in it is stuck.
const PATIENCE: Duration = Duration::from_secs(180);
/// How many shops are open at once.
const SHOPS: usize = 3;

/// The plans that together try every fault at a point.
fn plans(point: Point) -> Vec<Plan> {
    let plan = |faults: Vec<usize>| Plan {
        point,
        faults,
        mistake: None,
        again_after: None,
    };
    let all = 1..=COUNT + VARIANTS;
    if point != Point::K4 {
        return vec![plan(all.collect())];
    }
    let is_late = |number: &usize| LATE.contains(number) || *number == AFTER_CANCEL;
    vec![
        plan(all.filter(|number| !is_late(number)).collect()),
        plan(LATE.to_vec()),
        plan(vec![AFTER_CANCEL]),
    ]
}

/// Carries plans out, a few at once.
async fn carry_out(plans: Vec<Plan>) -> Vec<Verdict> {
    let groups = futures::stream::iter(plans).map(|plan| {
        let name = format!("{plan:?}");
        let run = tokio::time::timeout(PATIENCE, group::run(plan));
        tokio::spawn(async move { run.await.unwrap_or_else(|_| panic!("stuck: {name}")) })
    });
    let verdicts: Vec<_> = groups.buffer_unordered(SHOPS).collect().await;
    verdicts.into_iter().flat_map(Result::unwrap).collect()
}

fn rounds() -> usize {
    let text = std::env::var("PAYMENT_ROUNDS").unwrap_or_default();
    text.parse().unwrap_or(1)
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn captured_less_reversed_is_booked_in_every_cell() {
    for round in 1..=rounds() {
        let start = Instant::now();
        let mut seed = group::fresh_seed();
        let plans: Vec<Plan> = Point::ALL.into_iter().flat_map(plans).collect();
        let plans = plans.into_iter().map(|plan| {
            seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
            // Some recoveries are short, and the second death belongs into them.
            let is_short = plan.point == Point::K5 || plan.faults.len() < COUNT / 2;
            let most = if is_short { 45 } else { 150 };
            let second = usize::try_from((seed >> 32) % most).unwrap();
            Plan {
                again_after: (round > 1).then_some(second),
                ..plan
            }
        });
        let verdicts = carry_out(plans.collect()).await;
        let cells: BTreeSet<_> = verdicts
            .iter()
            .map(|verdict| (verdict.point, verdict.fault.clone()))
            .collect();
        let variants = VARIANTS * Point::ALL.len();
        assert_eq!(
            (verdicts.len(), cells.len()),
            (210 + variants, 210 + variants)
        );
        let bad: Vec<_> = verdicts
            .iter()
            .filter(|verdict| !verdict.trouble.is_empty())
            .collect();
        println!(
            "round {round}: {} cells, {} bad, {:.1} s",
            verdicts.len(),
            bad.len(),
            start.elapsed().as_secs_f64()
        );
        let told: Vec<String> = bad
            .iter()
            .map(|bad| {
                format!(
                    "{} {:?}: {}",
                    bad.fault,
                    bad.point,
                    bad.trouble.join("\n    ")
                )
            })
            .collect();
        assert!(bad.is_empty(), "\n{}", told.join("\n"));
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn each_naive_adapter_is_caught() {
    for mistake in Mistake::ALL {
        let mut caught = Vec::new();
        // A server that dies while the terminal works is where mistakes show first.
        for point in [
            Point::K3,
            Point::K1,
            Point::K6,
            Point::K5,
            Point::K4,
            Point::K2,
            Point::K7,
        ] {
            let plans = plans(point).into_iter().map(|plan| Plan {
                mistake: Some(mistake),
                ..plan
            });
            let verdicts = carry_out(plans.collect()).await;
            caught.extend(
                verdicts
                    .into_iter()
                    .filter(|verdict| !verdict.trouble.is_empty()),
            );
            if !caught.is_empty() {
                break;
            }
        }
        let cells: Vec<_> = caught
            .iter()
            .map(|verdict| format!("{} {:?}", verdict.fault, verdict.point))
            .collect();
        println!("{mistake:?} is caught in {}", cells.join(", "));
        assert!(!caught.is_empty(), "nothing catches {mistake:?}");
    }
}
