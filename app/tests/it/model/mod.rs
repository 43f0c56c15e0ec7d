//! Random days in a shop: whatever staff do in whatever order, the books hold after every step (domain
//! appendix B).
//!
//! A story is a row of steps that are drawn from a number; the number of a story that fails is printed
//! and plays it again: `MODEL_STORY=17 cargo test -p app --test it model`.

mod invariant;
mod step;
mod tender;
mod terminal;
mod world;

use std::collections::BTreeMap;
use std::sync::Mutex;

use futures::future::join_all;
use rand::SeedableRng;
use rand::rngs::StdRng;

use self::step::Step;
use self::world::World;

/// How many stories are told in the normal run; `MODEL_STORIES` tells others.
const STORIES: u64 = 2_000;
/// As many on PostgreSQL, where each takes several times as long.
const STORIES_ON_POSTGRES: u64 = 100;
/// How many steps a story has.
const STEPS: usize = 50;
/// How many stories happen in one shop, one after the other.
const STORIES_A_SHOP: u64 = 10;
/// How many shops there are at a time.
const SHOPS: u64 = 4;
/// What must have been done, in one story of twenty at least.
const KINDS: [&str; 27] = [
    "add",
    "remove",
    "clear",
    "set apart",
    "sell a card",
    "top up a card",
    "start",
    "back",
    "cash",
    "pay by card",
    "pay by credit",
    "pay in dollars",
    "pay by voucher",
    "pay by slip",
    "take back",
    "keep",
    "pay on",
    "hand over",
    "cancel",
    "give back",
    "renew",
    "recycle",
    "withdraw",
    "tap",
    "card taken",
    "card not taken",
    "card given back",
];

fn number_of(variable: &str) -> Option<u64> {
    std::env::var(variable).ok()?.parse().ok()
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn whatever_staff_do_the_books_hold_after_every_step() {
    if let Some(story) = number_of("MODEL_STORY") {
        return tell_of_a_shop(story - story % STORIES_A_SHOP, story + 1).await;
    }
    let usual = match std::env::var_os("TEST_DATABASE_URL") {
        Some(_) => STORIES_ON_POSTGRES,
        None => STORIES,
    };
    let stories = number_of("MODEL_STORIES").unwrap_or(usual);
    let row = |shop: u64| async move {
        let mut first = shop * STORIES_A_SHOP;
        while first < stories {
            let last = (first + STORIES_A_SHOP).min(stories);
            tokio::spawn(tell_of_a_shop(first, last)).await.unwrap();
            first += SHOPS * STORIES_A_SHOP;
        }
    };
    join_all((0..SHOPS).map(row)).await;
    let done = DONE.lock().unwrap().clone();
    println!("{stories} stories: {done:?}");
    // A story in which nothing is ever done proves nothing.
    let seldom = KINDS
        .iter()
        .filter(|kind| done.get(**kind).is_none_or(|done| done * 20 < stories));
    assert_eq!(seldom.collect::<Vec<_>>(), Vec::<&&str>::new(), "{done:?}");
}

/// How often each kind of step was carried out, and not refused.
static DONE: Mutex<BTreeMap<&str, u64>> = Mutex::new(BTreeMap::new());

fn count(kind: &'static str) {
    *DONE.lock().unwrap().entry(kind).or_default() += 1;
}

/// Tells the stories of one shop.
async fn tell_of_a_shop(first: u64, last: u64) {
    let mut world = World::open().await;
    for story in first..last {
        let mut random = StdRng::seed_from_u64(story);
        let mut told: Vec<Step> = Vec::with_capacity(STEPS);
        for _ in 0..STEPS {
            let step = Step::draw(&mut random, &world);
            told.push(step.clone());
            world.play(step).await;
            let faults = world.faults().await;
            assert!(
                faults.is_empty(),
                "story {story} breaks the books after {} steps: {faults:?}\n{told:#?}",
                told.len()
            );
        }
        world.end_of_story().await;
    }
    let report = crate::payment::verified(&world.shop).await;
    assert!(report.is_intact(), "stories {first} to {last}: {report}");
}
