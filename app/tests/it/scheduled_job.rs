//! Scheduled jobs: planned, run when their time has come and by hand, once, and told of.

use std::time::Duration;

use reqwest::Method;
use serde_json::{Value, json};
use shell::Clock;
use testkit::{Answer, Client, Settings, Shop};
use uuid::Uuid;

const GIFT_CARDS: &str = "/setting/scheduled-job/EXPIRE_GIFTCARD";
const VERIFY: &str = "/setting/scheduled-job/VERIFY_JOURNAL";

/// A shop in Paris, on a Sunday at eleven.
async fn at_eleven() -> (Shop, Clock) {
    let clock = Clock::manual("2026-11-22T10:00:00Z".parse().unwrap());
    let shop = Shop::with(Settings {
        clock: Some(clock.clone()),
        ..Settings::default()
    })
    .await;
    (shop, clock)
}

/// Lets time pass. Sessions end with their day.
async fn later(clock: &Clock, shop: &Shop, hours: u64) -> Client {
    clock.advance(Duration::from_secs(60 * 60 * hours));
    shop.run_due_jobs().await;
    shop.log_in("admin").await
}

/// Plans a job of this code for every quarter of an hour of every day; `changes` say what is otherwise.
pub(crate) async fn plan(admin: &Client, code: &str, changes: Value) -> Answer {
    let mut value = json!({
        "name": code,
        "group": "Books",
        "runCode": code,
        "runParameter": "",
        "runType": "INTERVAL",
        "runBeginTime": "09:00",
        "runEndDate": null,
        "timeBetween": 15,
        "weekdays": ["MONDAY", "TUESDAY", "WEDNESDAY", "THURSDAY", "FRIDAY", "SATURDAY", "SUNDAY"],
        "storeNo": null,
    });
    for (name, new) in changes.as_object().unwrap() {
        value[name] = new.clone();
    }
    let body = json!({ "version": null, "value": value });
    let path = format!("/setting/scheduled-job/{code}");
    admin.put(&path, body).await
}

/// Runs a job now: its state, how many entries it changed, and what it tells.
pub(crate) async fn run_now(shop: &Shop, admin: &Client, path: &str) -> (String, Value, String) {
    admin.post(&format!("{path}/run"), json!({})).await.ok();
    shop.run_due_jobs().await;
    let run = log(admin, path).await.swap_remove(0);
    let text = |name: &str| run[name].as_str().unwrap().to_owned();
    (text("state"), run["changed"].clone(), text("text"))
}

async fn change(client: &Client, path: &str, changes: Value) -> Answer {
    let entry = client.get(path).await.ok();
    let mut value = entry["value"].clone();
    for (name, new) in changes.as_object().unwrap() {
        value[name] = new.clone();
    }
    let body = json!({ "version": entry["version"], "value": value });
    client.put(path, body).await
}

async fn log(client: &Client, path: &str) -> Vec<Value> {
    let page = client.get(&format!("{path}/log")).await.ok();
    page["items"].as_array().unwrap().clone()
}

async fn next_run(client: &Client, path: &str) -> Value {
    client.get(path).await.ok()["value"]["nextRunTime"].clone()
}

#[tokio::test]
async fn a_job_runs_when_its_time_has_come_and_once_for_all_times_that_were_missed() {
    let (shop, clock) = at_eleven().await;
    let admin = later(&clock, &shop, 0).await;
    let page = admin.get("/setting/scheduled-job").await.ok();
    assert_eq!(page["total"], 10);
    assert_eq!(
        next_run(&admin, GIFT_CARDS).await,
        "2026-11-23T01:10:00Z",
        "ten past two in Paris"
    );
    assert_eq!(admin.get(GIFT_CARDS).await.ok()["value"]["state"], "IDLE");
    let admin = later(&clock, &shop, 14).await;
    assert!(log(&admin, GIFT_CARDS).await.is_empty(), "one in the night");
    let admin = later(&clock, &shop, 3 * 24 + 1).await;
    let runs = log(&admin, GIFT_CARDS).await;
    assert_eq!(runs.len(), 1, "late, and one for three nights");
    assert_eq!(
        (&runs[0]["state"], &runs[0]["changed"]),
        (&json!("OK"), &json!(0))
    );
    assert_eq!(runs[0]["staffId"], Value::Null);
    assert_eq!(next_run(&admin, GIFT_CARDS).await, "2026-11-26T01:10:00Z");
    shop.run_due_jobs().await;
    assert_eq!(log(&admin, GIFT_CARDS).await.len(), 1);
}

#[tokio::test]
async fn a_job_does_the_work_of_its_code() {
    let (shop, clock) = at_eleven().await;
    later(&clock, &shop, 0).await;
    let mei = shop.seller("mei").await;
    mei.add("RG-1", "52", 1).await.ok();
    let reserved = "SELECT reserved FROM stock WHERE store_no = 'PAR' AND size_code = '52'";
    clock.advance(Duration::from_secs(20 * 60));
    shop.run_due_jobs().await;
    assert_eq!(shop.number(reserved).await, 1, "the till may be at work");
    clock.advance(Duration::from_secs(16 * 60));
    shop.run_due_jobs().await;
    assert_eq!(shop.number(reserved).await, 0);
    let admin = shop.log_in("admin").await;
    let runs = log(&admin, "/setting/scheduled-job/RELEASE_RESERVATIONS").await;
    let changed: Vec<_> = runs.iter().map(|run| run["changed"].clone()).collect();
    assert_eq!(changed, [json!(1), json!(0), json!(0)]);
}

#[tokio::test]
async fn a_plan_is_changed_and_says_when_it_runs_next() {
    let (shop, clock) = at_eleven().await;
    let admin = later(&clock, &shop, 0).await;
    let answer = change(
        &admin,
        GIFT_CARDS,
        json!({ "runBeginTime": "23:30", "weekdays": ["SUNDAY", "FRIDAY"] }),
    )
    .await
    .ok();
    assert_eq!(answer["value"]["nextRunTime"], "2026-11-22T22:30:00Z");
    assert_eq!(answer["value"]["weekdays"], json!(["FRIDAY", "SUNDAY"]));
    // By another clock; then on no day at all.
    let changes = json!({ "storeNo": "MIL", "runEndDate": "2026-11-22" });
    let answer = change(&admin, GIFT_CARDS, changes).await.ok();
    assert_eq!(answer["value"]["nextRunTime"], "2026-11-22T22:30:00Z");
    let answer = change(&admin, GIFT_CARDS, json!({ "weekdays": [] })).await;
    assert_eq!(answer.ok()["value"]["nextRunTime"], Value::Null);
    // A new name does not bring back what ran once.
    let mut once = admin.get(GIFT_CARDS).await.ok()["value"].clone();
    once["runType"] = json!("ONCE");
    once["runBeginTime"] = json!("12:00");
    once["runEndDate"] = Value::Null;
    once["weekdays"] = json!(["SUNDAY"]);
    let path = "/setting/scheduled-job/ONCE";
    let key = Uuid::now_v7();
    let body = json!({ "version": null, "value": once });
    for _ in 0..2 {
        let kept = admin.keyed(Method::PUT, path, key, body.clone()).await.ok();
        assert_eq!(kept["value"]["nextRunTime"], "2026-11-22T11:00:00Z");
    }
    let admin = later(&clock, &shop, 1).await;
    assert_eq!(log(&admin, path).await.len(), 1);
    change(&admin, path, json!({ "name": "Once" })).await.ok();
    assert_eq!(next_run(&admin, path).await, Value::Null);
    let history = "/setting/history?setting=scheduledJob&key=ONCE";
    let changes = admin.get(history).await.ok();
    assert_eq!(changes["items"][0]["fields"][0]["name"], "name");
    assert_eq!(changes["items"][0]["fields"].as_array().unwrap().len(), 1);
}

#[tokio::test]
async fn what_cannot_be_planned_is_refused_at_its_field() {
    let (shop, clock) = at_eleven().await;
    let admin = later(&clock, &shop, 0).await;
    let table = [
        (json!({ "name": " " }), "setting.required", "name"),
        (json!({ "group": "" }), "setting.required", "group"),
        (
            json!({ "runBeginTime": "24:10" }),
            "scheduled_job.time_malformed",
            "runBeginTime",
        ),
        (
            json!({ "timeBetween": 0 }),
            "setting.out_of_range",
            "timeBetween",
        ),
        (
            json!({ "timeBetween": 1_441 }),
            "setting.out_of_range",
            "timeBetween",
        ),
        (
            json!({ "runParameter": "all" }),
            "scheduled_job.parameter_not_taken",
            "runParameter",
        ),
        (
            json!({ "storeNo": "NONE" }),
            "setting.reference_unknown",
            "storeNo",
        ),
    ];
    for (changes, key, field) in table {
        let answer = change(&admin, GIFT_CARDS, changes).await;
        assert_eq!(answer.refused(), (422, key));
        assert_eq!(answer.envelope["error"]["field"], field);
    }
    let same = change(&admin, GIFT_CARDS, json!({ "state": "FAILED" })).await;
    assert_eq!(
        same.refused(),
        (422, "setting.not_changed"),
        "answered, not taken"
    );
    let stale = json!({ "version": 7, "value": admin.get(GIFT_CARDS).await.ok()["value"] });
    let refused = admin.put(GIFT_CARDS, stale).await;
    assert_eq!(refused.refused(), (409, "setting.changed_meanwhile"));
    // What the program cannot do is not offered.
    let unknown = change(&admin, GIFT_CARDS, json!({ "runCode": "SYNC_ORDERS" })).await;
    assert_eq!(unknown.status, 400);
    let manager = shop.log_in("manager").await;
    assert_eq!(manager.get(GIFT_CARDS).await.status, 403);
    let nothing = "/setting/scheduled-job/NONE";
    for path in [nothing.to_owned(), format!("{nothing}/log")] {
        assert_eq!(
            admin.get(&path).await.refused(),
            (404, "setting.entry_not_found")
        );
    }
    let refused = admin.post(&format!("{nothing}/run"), json!({})).await;
    assert_eq!(refused.refused(), (404, "setting.entry_not_found"));
}

#[tokio::test]
async fn somebody_has_a_job_run_now_and_is_named_in_the_log() {
    let (shop, clock) = at_eleven().await;
    let admin = later(&clock, &shop, 0).await;
    let planned = next_run(&admin, VERIFY).await;
    let path = format!("{VERIFY}/run");
    let key = Uuid::now_v7();
    let first = admin.keyed(Method::POST, &path, key, json!({})).await.ok();
    let again = admin.keyed(Method::POST, &path, key, json!({})).await.ok();
    assert_eq!(first, again);
    assert_eq!(
        (&first["state"], &first["staffId"]),
        (&json!("IDLE"), &json!("admin"))
    );
    let other = admin.post(&path, json!({})).await;
    assert_eq!(other.refused(), (409, "scheduled_job.running"));
    shop.run_due_jobs().await;
    let runs = log(&admin, VERIFY).await;
    assert_eq!(runs.len(), 1);
    assert_eq!(runs[0]["runId"], first["runId"]);
    assert_eq!(runs[0]["state"], "OK", "{}", runs[0]["text"]);
    assert!(runs[0]["staffName"].is_string());
    assert_eq!(admin.get(VERIFY).await.ok()["value"]["state"], "OK");
    assert_eq!(next_run(&admin, VERIFY).await, planned, "as before");
    admin.post(&path, json!({})).await.ok();
}

#[tokio::test]
async fn a_failed_run_tells_what_it_found() {
    let (shop, clock) = at_eleven().await;
    let admin = later(&clock, &shop, 0).await;
    // A piece nobody reserved.
    shop.change(
        "UPDATE stock SET reserved = reserved + 1 WHERE store_no = 'PAR' AND size_code = '52'",
    )
    .await;
    admin.post(&format!("{VERIFY}/run"), json!({})).await.ok();
    shop.run_due_jobs().await;
    let runs = log(&admin, VERIFY).await;
    assert_eq!(runs[0]["state"], "FAILED");
    let text = runs[0]["text"].as_str().unwrap();
    assert!(text.contains("stock"), "{text}");
    assert_eq!(admin.get(VERIFY).await.ok()["value"]["state"], "FAILED");
}

#[tokio::test]
async fn a_failed_job_is_told_to_who_looks_after_it_until_a_run_succeeds() {
    const RESERVE: &str =
        "UPDATE stock SET reserved = reserved + 1 WHERE store_no = 'PAR' AND size_code = '52'";
    const FREE: &str =
        "UPDATE stock SET reserved = reserved - 1 WHERE store_no = 'PAR' AND size_code = '52'";

    async fn told(client: &Client) -> Value {
        client.get("/alert/getAlertNum").await.ok()["failedJobs"].clone()
    }
    let (shop, clock) = at_eleven().await;
    let admin = later(&clock, &shop, 0).await;
    let run = async || {
        admin.post(&format!("{VERIFY}/run"), json!({})).await.ok();
        shop.run_due_jobs().await;
    };
    run().await;
    assert_eq!(told(&admin).await, json!([]));
    shop.change(RESERVE).await;
    run().await;
    assert_eq!(told(&admin).await, json!(["VERIFY_JOURNAL"]));
    let manager = shop.log_in("manager").await;
    assert_eq!(told(&manager).await, json!([]), "it is not theirs to mend");
    // A run that waits has not mended anything yet.
    admin.post(&format!("{VERIFY}/run"), json!({})).await.ok();
    assert_eq!(told(&admin).await, json!(["VERIFY_JOURNAL"]));
    shop.change(FREE).await;
    shop.run_due_jobs().await;
    assert_eq!(told(&admin).await, json!([]));
    // One that is planned on no day is over.
    shop.change(RESERVE).await;
    run().await;
    change(&admin, VERIFY, json!({ "weekdays": [] })).await.ok();
    assert_eq!(told(&admin).await, json!([]));
}

#[tokio::test]
async fn of_many_who_look_at_the_same_moment_one_begins_a_run() {
    let (shop, clock) = at_eleven().await;
    later(&clock, &shop, 0).await;
    clock.advance(Duration::from_secs(16 * 60 * 60));
    futures::future::join_all((0..8).map(|_| shop.run_due_jobs())).await;
    let admin = shop.log_in("admin").await;
    for job in ["EXPIRE_GIFTCARD", "EXPIRE_LOYALTY", "RECYCLE_RELEASE"] {
        let runs = log(&admin, &format!("/setting/scheduled-job/{job}")).await;
        // The work of every hour ran when the shop opened at eleven, too.
        let expected = if job == "RECYCLE_RELEASE" { 2 } else { 1 };
        assert_eq!(runs.len(), expected, "{job}");
        assert!(runs.iter().all(|run| run["state"] == "OK"), "{runs:?}");
    }
}

#[tokio::test]
async fn what_a_killed_process_left_is_taken_over_when_its_lease_is_over() {
    let (shop, clock) = at_eleven().await;
    let admin = later(&clock, &shop, 0).await;
    admin
        .post(&format!("{GIFT_CARDS}/run"), json!({}))
        .await
        .ok();
    // Its process began it and was killed.
    shop.change(
        "UPDATE scheduled_job_run SET state = 'RUNNING', started_at = asked_at, \
         lease_until = asked_at + 60000000 WHERE state = 'IDLE'",
    )
    .await;
    clock.advance(Duration::from_secs(59));
    shop.run_due_jobs().await;
    let runs = log(&admin, GIFT_CARDS).await;
    assert_eq!((runs.len(), &runs[0]["state"]), (1, &json!("RUNNING")));
    clock.advance(Duration::from_secs(2));
    shop.run_due_jobs().await;
    let runs = log(&admin, GIFT_CARDS).await;
    assert_eq!(
        (&runs[0]["state"], &runs[0]["staffId"]),
        (&json!("OK"), &json!("admin"))
    );
    assert_eq!(
        (&runs[1]["state"], &runs[1]["wasInterrupted"]),
        (&json!("FAILED"), &json!(true))
    );
    assert_eq!(runs.len(), 2);
}
