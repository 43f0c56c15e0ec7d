//! Heads of the journal that leave the machine: to a file, to an address, and back into a verification.

use std::net::SocketAddr;
use std::path::Path;
use std::process::Command;
use std::sync::{Arc, Mutex};
use std::time::Duration;

use app::wiring::Keeping;
use axum::Router;
use axum::extract::State;
use axum::http::{HeaderMap, StatusCode};
use axum::routing::post;
use journal::{Anchor, VerifyOptions};
use serde_json::{Value, json};
use shell::Clock;
use testkit::{Settings, Shop};

const SEND: &str = "/setting/scheduled-job/SEND_ANCHORS";
const TEN_MINUTES: Duration = Duration::from_secs(10 * 60);

/// A server that keeps what it is given, key and lines, once it feels like it.
#[derive(Clone, Default)]
struct Keeper {
    refuses: Arc<Mutex<usize>>,
    heard: Arc<Mutex<Vec<(String, String)>>>,
}

impl Keeper {
    async fn listen(&self) -> SocketAddr {
        let router = Router::new()
            .route("/heads", post(keep))
            .with_state(self.clone());
        let listener = tokio::net::TcpListener::bind("127.0.0.1:0").await.unwrap();
        let address = listener.local_addr().unwrap();
        tokio::spawn(async move { axum::serve(listener, router).await });
        address
    }
}

async fn keep(State(keeper): State<Keeper>, headers: HeaderMap, lines: String) -> StatusCode {
    let text = |name: &str| headers[name].to_str().unwrap().to_owned();
    assert_eq!(text("content-type"), "application/x-ndjson");
    keeper
        .heard
        .lock()
        .unwrap()
        .push((text("idempotency-key"), lines));
    let mut refuses = keeper.refuses.lock().unwrap();
    if *refuses > 0 {
        *refuses -= 1;
        return StatusCode::SERVICE_UNAVAILABLE;
    }
    StatusCode::NO_CONTENT
}

async fn last_run(shop: &Shop) -> Value {
    let admin = shop.log_in("admin").await;
    admin.get(&format!("{SEND}/log")).await.ok()["items"][0].clone()
}

async fn ten_minutes_later(shop: &Shop, clock: &Clock) -> Value {
    clock.advance(TEN_MINUTES);
    shop.run_due_jobs().await;
    last_run(shop).await
}

/// What `vitrine verify` ends with.
fn verify(data: &Path, anchors: &Path) -> (i32, String) {
    let mut vitrine = Command::new(env!("CARGO_BIN_EXE_vitrine"));
    for name in ["VITRINE_DATA", "DATABASE_URL"] {
        vitrine.env_remove(name);
    }
    vitrine.args(["verify", "--no-record", "--data"]).arg(data);
    let output = vitrine.arg("--anchors").arg(anchors).output().unwrap();
    let text = String::from_utf8(output.stdout).unwrap();
    (output.status.code().unwrap(), text)
}

#[tokio::test]
async fn heads_leave_when_a_day_is_closed_until_they_are_taken_and_tell_a_cut_tail() {
    let keeper = Keeper::default();
    *keeper.refuses.lock().unwrap() = 1;
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("heads.jsonl");
    let clock = Clock::manual("2026-11-22T10:00:00Z".parse().unwrap());
    let shop = Shop::with(Settings {
        clock: Some(clock.clone()),
        keeping: Keeping {
            anchor_file: Some(file.clone()),
            anchor_url: Some(format!("http://{}/heads", keeper.listen().await)),
            ..Keeping::default()
        },
        ..Settings::default()
    })
    .await;
    // Days are closed of a shop that has begun its journal.
    shop.log_in("mei").await;
    shop.run_due_jobs().await;
    let run = ten_minutes_later(&shop, &clock).await;
    assert_eq!((&run["state"], &run["changed"]), (&json!("OK"), &json!(0)));
    assert!(!file.exists(), "no day is closed yet");
    clock.advance(Duration::from_secs(24 * 60 * 60));
    shop.run_due_jobs().await;
    shop.log_in("mei").await;
    let mut states = Vec::new();
    for _ in 0..4 {
        let run = ten_minutes_later(&shop, &clock).await;
        states.push(run["state"].as_str().unwrap().to_owned());
    }
    assert_eq!(states[3], "OK", "{states:?}");
    let admin = shop.log_in("admin").await;
    let runs = admin.get(&format!("{SEND}/log")).await.ok()["items"].clone();
    let refused = runs
        .as_array()
        .unwrap()
        .iter()
        .find(|run| run["state"] == "FAILED")
        .expect("a run that was refused");
    let text = refused["text"].as_str().unwrap();
    assert!(text.contains("ENDPOINT answers 503"), "{text}");
    // What was refused was given again under the same key; afterwards nothing was.
    let heard = keeper.heard.lock().unwrap().clone();
    assert!(heard.len() >= 2, "{heard:?}");
    assert_eq!(heard[0].0, heard.last().unwrap().0);
    assert_eq!(heard.len(), 2, "once each");
    let given = Anchor::parse_lines(&heard[1].1).unwrap();
    let kept = Anchor::parse_lines(&std::fs::read_to_string(&file).unwrap()).unwrap();
    for heads in [&given, &kept] {
        let chains: Vec<&str> = heads.iter().map(|head| head.chain.as_str()).collect();
        assert!(
            chains.contains(&"PAR") && chains.contains(&"PAR-1"),
            "{chains:?}"
        );
        assert!(heads.iter().all(|head| head.at.is_some()));
    }
    let entries = "SELECT COUNT(*) FROM journal_entry WHERE kind = 'anchor' AND chain_id = 'PAR'";
    assert_eq!(shop.number(entries).await, 2, "one for each outlet");
    let options = VerifyOptions {
        trusted_keys: Vec::new(),
        anchors: Some([given, kept.clone()].concat()),
    };
    let report = journal::verify(shop.db(), &options).await;
    assert!(report.findings.is_empty(), "{report}");
    let Some(store) = shop.sqlite_file() else {
        return;
    };
    let data = store.parent().unwrap();
    let (code, text) = verify(data, &file);
    assert_eq!(code, 21, "the key was not given: {text}");
    // The end of a till's chain is cut off, with head and counters as if it had never been.
    let head = kept.iter().find(|head| head.chain == "PAR-1").unwrap();
    cut(&store, head);
    let (code, text) = verify(data, &file);
    assert_eq!(code, 14, "{text}");
    assert!(text.contains("PAR-1"), "{text}");
}

/// Takes an entry and all behind it out of a chain, behind the back of the database's triggers.
fn cut(store: &Path, head: &Anchor) {
    let connection = rusqlite::Connection::open(store).unwrap();
    let chain = &head.chain;
    let first = head.seq;
    let counters: Vec<(String, i64)> = connection
        .prepare(&format!(
            "SELECT kind, COUNT(*) FROM journal_entry WHERE chain_id = '{chain}' AND seq >= {first} \
             GROUP BY kind"
        ))
        .unwrap()
        .query_map([], |row| Ok((row.get(0)?, row.get(1)?)))
        .unwrap()
        .map(Result::unwrap)
        .collect();
    let mut sql = format!(
        "DROP TRIGGER journal_entry_refuses_delete; \
         DELETE FROM journal_entry WHERE chain_id = '{chain}' AND seq >= {first}; \
         UPDATE journal_head SET seq = {first} - 1, hash = (SELECT hash FROM journal_entry \
         WHERE chain_id = '{chain}' AND seq = {first} - 1) WHERE chain_id = '{chain}';"
    );
    for (kind, count) in counters {
        sql.push_str(&format!(
            "UPDATE counter SET value = value - {count} WHERE scope = 'journal:{chain}' \
             AND name = '{kind}';"
        ));
    }
    connection.execute_batch(&sql).unwrap();
}
