//! Two hundred thousand harmed requests over all routes: none is answered with a fault, and every
//! answer is as described. `VITRINE_MUTATIONS` sets another number, `VITRINE_SEED` the chance.

use axum::Router;
use http::{HeaderMap, Response};
use http_body_util::BodyExt;
use rand::SeedableRng;
use rand::rngs::SmallRng;
use serde_json::Value;
use testkit::{Shop, check_answer};
use tower::ServiceExt;

use crate::mutation::{Mutant, Template, mutant, pick, templates};

/// Requests when nobody says how many.
const MUTATIONS: usize = 200_000;
/// What runs at a time.
const RUNNERS: u64 = 4;

fn number(name: &str) -> Option<u64> {
    std::env::var(name).ok()?.parse().ok()
}

/// What browsers must be told with every answer.
fn is_undefended(headers: &HeaderMap) -> Option<String> {
    let text = |name: &str| headers.get(name).and_then(|value| value.to_str().ok());
    let policy = text("content-security-policy").unwrap_or_default();
    let is_defended = policy.contains("frame-ancestors 'none'")
        && policy.contains("default-src 'none'")
        && !policy.contains("unsafe")
        && text("x-content-type-options") == Some("nosniff")
        && text("referrer-policy") == Some("no-referrer")
        && text("cache-control").is_some_and(|told| told.contains("no-"));
    (!is_defended).then(|| format!("{headers:?}"))
}

async fn is_wrong(mutant: &Mutant, response: Response<axum::body::Body>) -> Option<String> {
    let status = response.status().as_u16();
    if let Some(fault) = is_undefended(response.headers()) {
        return Some(fault);
    }
    if status >= 500 {
        let body = response.into_body().collect().await.ok()?.to_bytes();
        // A terminal that nobody plugged in and a mail server that nobody set up are told by 503.
        let text = String::from_utf8_lossy(&body).into_owned();
        return (!text.contains(".code_not_sent")).then_some(text);
    }
    let kind = response
        .headers()
        .get(http::header::CONTENT_TYPE)?
        .to_str()
        .ok()?;
    if kind != "application/json" || mutant.method == "HEAD" {
        return None;
    }
    let body = response.into_body().collect().await.ok()?.to_bytes();
    let answer: Value = match serde_json::from_slice(&body) {
        Ok(answer) => answer,
        Err(error) => return Some(error.to_string()),
    };
    let path = mutant.uri.split('?').next().unwrap_or_default();
    check_answer(&mutant.method, path, status, &answer).err()
}

async fn run(
    router: Router,
    templates: Vec<Template>,
    tokens: Vec<String>,
    seed: u64,
    count: usize,
) -> usize {
    let mut random = SmallRng::seed_from_u64(seed);
    let mut taken = 0;
    for _ in 0..count {
        let template = pick(&mut random, &templates);
        let mutant = mutant(&mut random, template, &tokens);
        let Some(request) = mutant.request() else {
            continue;
        };
        let response = router.clone().oneshot(request).await.unwrap();
        taken += usize::from(response.status().is_success());
        if let Some(fault) = is_wrong(&mutant, response).await {
            panic!("seed {seed}: {mutant:?}\n{fault}");
        }
    }
    taken
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn nothing_that_is_sent_makes_a_fault() {
    let shop = Shop::open().await;
    let mut tokens = Vec::new();
    for staff_id in ["mei", "leo", "manager", "admin", "gia"] {
        let client = shop.log_in(staff_id).await;
        tokens.push(client.token().to_owned());
    }
    let mut templates = templates(&shop.description());
    // It ends the session that the others need.
    templates.retain(|template| template.path != "/logout");
    let count = number("VITRINE_MUTATIONS").map_or(MUTATIONS, |count| count.try_into().unwrap());
    let seed = number("VITRINE_SEED").unwrap_or(20_261_121);
    let runners = (0..RUNNERS).map(|runner| {
        let share = count / usize::try_from(RUNNERS).unwrap();
        let inputs = (templates.clone(), tokens.clone());
        tokio::spawn(run(shop.router(), inputs.0, inputs.1, seed + runner, share))
    });
    let mut taken = 0;
    for runner in runners.collect::<Vec<_>>() {
        taken += runner.await.unwrap();
    }
    println!("{taken} of {count} were taken");
    assert!(
        taken > count / 50,
        "what is harmed too much reaches nothing: {taken} of {count}"
    );
    let negative = "SELECT COUNT(*) FROM stock WHERE reserved < 0 OR on_hand < 0";
    assert_eq!(shop.number(negative).await, 0);
}
