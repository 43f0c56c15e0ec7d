//! The nightly backup: made, proven, kept for as long as is said, and told of when it goes wrong.

use std::path::Path;
use std::time::Duration;

use app::wiring::Keeping;
use serde_json::{Value, json};
use shell::{Clock, Db};
use tempfile::TempDir;
use testkit::{Client, Settings, Shop};

use crate::scheduled_job::run_now;

const BACKUP: &str = "/setting/scheduled-job/BACKUP";
const DAY: Duration = Duration::from_secs(24 * 60 * 60);

/// A shop on a Sunday at eleven, with a folder for its backups or none.
async fn open(folder: Option<&Path>) -> (Shop, Clock) {
    let clock = Clock::manual("2026-11-22T10:00:00Z".parse().unwrap());
    let shop = Shop::with(Settings {
        clock: Some(clock.clone()),
        keeping: Keeping {
            backup_folder: folder.map(Path::to_owned),
            ..Keeping::default()
        },
        ..Settings::default()
    })
    .await;
    shop.run_due_jobs().await;
    (shop, clock)
}

async fn next_day(shop: &Shop, clock: &Clock) -> Client {
    clock.advance(DAY);
    shop.run_due_jobs().await;
    shop.log_in("admin").await
}

async fn plan(client: &Client, changes: Value) -> testkit::Answer {
    let entry = client.get(BACKUP).await.ok();
    let mut value = entry["value"].clone();
    for (name, new) in changes.as_object().unwrap() {
        value[name] = new.clone();
    }
    let body = json!({ "version": entry["version"], "value": value });
    client.put(BACKUP, body).await
}

async fn last_run(client: &Client) -> Value {
    client.get(&format!("{BACKUP}/log")).await.ok()["items"][0].clone()
}

fn names(folder: &TempDir) -> Vec<String> {
    let mut names: Vec<String> = std::fs::read_dir(folder.path())
        .unwrap()
        .map(|entry| entry.unwrap().file_name().into_string().unwrap())
        .collect();
    names.sort();
    names
}

const TOLD: &str = "SELECT COUNT(*) FROM journal_entry WHERE chain_id = 'PAR' \
     AND CAST(payload AS TEXT) LIKE '%\"event\":\"backupMade\"%'";

#[tokio::test]
async fn each_night_a_backup_is_made_and_proven_and_what_is_not_kept_goes() {
    let folder = tempfile::tempdir().unwrap();
    let (shop, clock) = open(Some(folder.path())).await;
    if shop.sqlite_file().is_none() {
        return;
    }
    std::fs::write(folder.path().join("holiday.jpg"), "not ours").unwrap();
    let admin = shop.log_in("admin").await;
    plan(&admin, json!({ "runParameter": "DAILY=2 WEEKLY=0" }))
        .await
        .ok();
    let mei = shop.seller("mei").await;
    mei.add("RG-1", "52", 1).await.ok();
    for night in 1..=3 {
        let admin = next_day(&shop, &clock).await;
        let run = last_run(&admin).await;
        assert_eq!(run["state"], "OK", "{}", run["text"]);
        assert_eq!(shop.number(TOLD).await, night);
    }
    let expected = [
        "holiday.jpg",
        "vitrine-20261124T100000Z.backup",
        "vitrine-20261125T100000Z.backup",
    ];
    assert_eq!(names(&folder), expected);
    let admin = shop.log_in("admin").await;
    let text = last_run(&admin).await["text"].clone();
    assert!(
        text.as_str().unwrap().contains("1 older ones removed"),
        "{text}"
    );
    // What is in it is the shop, pictures and all but the keys.
    let into = folder.path().join("unpacked");
    let manifest = backup::unpack(&folder.path().join(expected[2]), &into).unwrap();
    assert!(!manifest.holds_keys);
    assert_eq!(manifest.files[0].name, "vitrine.db");
    let restored = Db::open_sqlite(&into.join("vitrine.db")).unwrap();
    let basket_lines = restored
        .read((), |tx, ()| {
            Box::pin(async move {
                let sql = "SELECT COUNT(*) FROM basket_line";
                Ok(tx.query_one(sql, &[]).await?.read::<i64>()?)
            })
        })
        .await
        .unwrap();
    assert_eq!(
        basket_lines,
        shop.number("SELECT COUNT(*) FROM basket_line").await
    );
}

#[tokio::test]
async fn a_backup_of_books_that_differ_is_kept_and_told_of_and_no_other_goes() {
    let folder = tempfile::tempdir().unwrap();
    let (shop, clock) = open(Some(folder.path())).await;
    if shop.sqlite_file().is_none() {
        return;
    }
    let admin = shop.log_in("admin").await;
    plan(&admin, json!({ "runParameter": "DAILY=1 WEEKLY=0" }))
        .await
        .ok();
    next_day(&shop, &clock).await;
    // A piece nobody reserved.
    shop.change(
        "UPDATE stock SET reserved = reserved + 1 WHERE store_no = 'PAR' AND size_code = '52'",
    )
    .await;
    let admin = next_day(&shop, &clock).await;
    let run = last_run(&admin).await;
    assert_eq!(run["state"], "FAILED");
    assert!(run["text"].as_str().unwrap().contains("stock"), "{run}");
    assert_eq!(names(&folder).len(), 2, "the sound one stays");
}

#[tokio::test]
async fn without_a_folder_there_is_no_backup_and_the_log_says_so() {
    let (shop, clock) = open(None).await;
    let admin = shop.log_in("admin").await;
    if shop.sqlite_file().is_none() {
        let value = admin.get(BACKUP).await.ok()["value"].clone();
        assert_eq!(
            value["nextRunTime"],
            Value::Null,
            "PostgreSQL has its tools"
        );
        let (state, _, text) = run_now(&shop, &admin, BACKUP).await;
        assert_eq!(state, "FAILED");
        assert!(text.contains("pg_dump"), "{text}");
        return;
    }
    let admin = next_day(&shop, &clock).await;
    let run = last_run(&admin).await;
    assert_eq!(run["state"], "FAILED");
    assert!(
        run["text"].as_str().unwrap().contains("--backup-folder"),
        "{run}"
    );
}

#[tokio::test]
async fn what_is_kept_is_said_in_words_that_are_known() {
    let (shop, _) = open(None).await;
    let admin = shop.log_in("admin").await;
    for parameter in ["ALL", "DAILY=0", "DAILY=7, WEEKLY=4", "MONTHLY=1"] {
        let refused = plan(&admin, json!({ "runParameter": parameter })).await;
        assert_eq!(
            refused.refused(),
            (422, "scheduled_job.parameter_malformed")
        );
        assert_eq!(refused.envelope["error"]["field"], "runParameter");
    }
    let kept = plan(&admin, json!({ "runParameter": " WEEKLY=12 " }))
        .await
        .ok();
    assert_eq!(kept["value"]["runParameter"], "WEEKLY=12");
}
