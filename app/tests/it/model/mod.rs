//! Random days in a shop: whatever staff do in whatever order, the books hold after every step (domain
//! appendix B).
//!
//! A story is a row of steps that are drawn from a number; the number of a story that fails is printed
//! and plays it again: `MODEL_STORY=17 cargo test -p app --test it model`. What is outside of the shop (card
//! terminals, providers of payments by code, the tax-free operator) are programs of their own, whose books are
//! compared with the shop's.
//!
//! Where the invariants of appendix B are held:
//!
//! 1. Lines, VAT and tenders of orders: [`invariant`].
//! 2. Payments are sales, liabilities and rounding: of each order [`invariant`], of each statement [`closing`], out of
//!    the documents and not with the product's own SQL; the table `statement` refuses others besides.
//! 3. Stock is its ledger, and no more is reserved than is there: [`invariant`].
//! 4. Of no booking more goes back than it took: [`invariant`]. Orders do not come back in this product yet; that a live
//!    tax-free form keeps them from it is in [`form`].
//! 5. Gift cards, loyalty credit, recycling credit and deposits are their ledgers, and not below nothing:
//!    [`invariant`]; what ends of them ends, and nobody spends it: [`night`].
//! 6. Pieces on their way: no step sends any; `in_transit` has stories of its own.
//! 7. Series without gaps: [`series`]. The chains of the journal, also by kind, are verified when a shop closes, as
//!    are the register of old gold and what the journal tells of all books ([`tell_of_a_shop`]).
//! 8. Packages of discounts: `promotion` compares with brute force; prices play no part here.
//! 9. An attempt has one state and one booking, and a till one attempt: [`terminal`]; what terminals and providers took
//!    is what is booked, also when it comes late: [`outside`].
//! 10. An order is in one statement (the key of `statement_order`), and a posted one never changes: [`closing`].
//!
//! Vouchers, foreign cash and the withdrawal of old gold have theirs in [`tender`], tax-free forms in [`form`]. That each
//! row would see what it is there for is proved by [`twin`].

mod closing;
mod code;
mod form;
mod invariant;
mod night;
mod outside;
mod series;
mod step;
mod tender;
mod terminal;
mod twin;
mod world;

use std::collections::BTreeMap;
use std::sync::Mutex;

use futures::future::join_all;
use journal::VerifyOptions;
use rand::SeedableRng;
use rand::rngs::StdRng;

use self::step::Step;
use self::world::World;

/// How many stories are told in the normal run, on each engine; `MODEL_STORIES` tells others, and
/// `make test-long` twenty thousand.
const STORIES: u64 = 2_000;
/// How many steps a story has.
const STEPS: usize = 50;
/// How many stories happen in one shop, one after the other.
const STORIES_A_SHOP: u64 = 10;
/// How many are told at most until each rule has something to be broken in.
const STORIES_BEFORE_TWINS_AT_MOST: u64 = 40;
/// How many shops there are at a time.
const SHOPS: u64 = 4;
/// What must have been done, in one story of a hundred at least. The rarest, a code that is given back, is done in one
/// of twenty: a hundred stories, as many as a submission tells, have about five of it.
const KINDS: [&str; 44] = [
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
    "extend",
    "renew",
    "recycle",
    "withdraw",
    "tap",
    "card taken",
    "card not taken",
    "card given back",
    "scan",
    "code taken",
    "code not taken",
    "code given back",
    "issue a form",
    "void a form",
    "customs",
    "calculate",
    "clear the statement",
    "count",
    "post",
    "deposit overdue",
    "gift card ended",
    "loyalty credit ended",
    "old gold released",
    "basket released",
];

fn number_of(variable: &str) -> Option<u64> {
    std::env::var(variable).ok()?.parse().ok()
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn whatever_staff_do_the_books_hold_after_every_step() {
    if let Some(story) = number_of("MODEL_STORY") {
        return tell_of_a_shop(story - story % STORIES_A_SHOP, story + 1).await;
    }
    let stories = number_of("MODEL_STORIES").unwrap_or(STORIES);
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
        .filter(|kind| done.get(**kind).is_none_or(|done| done * 100 < stories));
    assert_eq!(seldom.collect::<Vec<_>>(), Vec::<&&str>::new(), "{done:?}");
}

/// What breaks a rule would be seen: in the books of some stories each rule is broken on purpose.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_rule_that_is_broken_is_seen_in_the_books() {
    let mut world = World::open().await;
    for story in 0..STORIES_BEFORE_TWINS_AT_MOST {
        let mut random = StdRng::seed_from_u64(story);
        for _ in 0..STEPS {
            world.play(Step::draw(&mut random, &world)).await;
        }
        world.end_of_story().await;
        if story + 1 >= STORIES_A_SHOP && twin::are_found(&world).await {
            return;
        }
    }
    panic!("these stories leave nothing behind that some rule is there for");
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
        let faults = world.faults().await;
        assert!(
            faults.is_empty(),
            "story {story} breaks the books at its end: {faults:?}\n{told:#?}"
        );
    }
    let options = VerifyOptions {
        trusted_keys: Vec::new(),
        anchors: None,
    };
    let report = app::command::verify_books(world.shop.db(), &options).await;
    assert!(report.is_intact(), "stories {first} to {last}: {report}");
}
