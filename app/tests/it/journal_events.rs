//! The journal tells what happened besides sales (reliability c.4).

use std::path::Path;
use std::time::{Duration, Instant};

use reqwest::Method;
use serde_json::{Value, json};
use shell::Db;
use shell::db::params;
use testkit::{Client, Settings, Shop, TerminalSimulator};
use uuid::Uuid;

use crate::program::{Folder, Server, first_day, free_port, refusal, vitrine};

/// The schema of the program before.
const OLD_SCHEMA: usize = 2;

/// The events of a chain, oldest first, without the one that opened it.
async fn events(shop: &Shop, chain: &'static str) -> Vec<Value> {
    events_in(shop.db(), chain).await
}

async fn events_in(db: &Db, chain: &'static str) -> Vec<Value> {
    db.read(chain, |tx, chain| {
        Box::pin(async move {
            let rows = tx
                .query(
                    "SELECT payload FROM journal_entry WHERE chain_id = $1 AND kind = 'event' \
                         AND seq > 1 ORDER BY seq",
                    params![*chain],
                )
                .await?;
            rows.into_iter()
                .map(|mut row| {
                    let bytes: Vec<u8> = row.read()?;
                    serde_json::from_slice(&bytes).map_err(shell::Failure::internal)
                })
                .collect()
        })
    })
    .await
    .unwrap()
}

pub(crate) async fn named(shop: &Shop, chain: &'static str, name: &str) -> Vec<Value> {
    let mut found = events(shop, chain).await;
    found.retain(|event| event["event"] == name);
    found
}

/// Writes an event into the journal of Paris that no command wrote; says its number there.
pub(crate) async fn add_event(shop: &Shop, event: Value) -> i64 {
    let now = shop.shell.clock.now();
    let written = shop.db().write((event, now), |tx, (event, now)| {
        Box::pin(async move {
            let store_no = "PAR".into();
            let scene = journal::Scene {
                store_no: &store_no,
                terminal_no: None,
                operator: None,
                at: *now,
            };
            let entry = (journal::Kind::Event, journal::payload(event)?);
            let signer = journal::Signer::new(&testkit::KEY);
            journal::record(tx, &signer, &scene, entry).await
        })
    });
    written.await.unwrap().seq
}

async fn assert_intact(shop: &Shop) {
    let options = journal::VerifyOptions {
        trusted_keys: Vec::new(),
        anchors: None,
    };
    let report = journal::verify(shop.db(), &options).await;
    assert!(report.is_intact(), "{report}");
}

#[tokio::test]
async fn logging_in_locking_unlocking_and_logging_out_are_told_with_who_did_it() {
    let shop = Shop::open().await;
    let mei = shop.log_in("mei").await;
    let lock = Uuid::now_v7();
    for _ in 0..2 {
        let told = mei.keyed(Method::POST, "/session/lock", lock, json!({}));
        told.await.ok();
    }
    let unlock = json!({ "password": testkit::PASSWORD });
    mei.post("/session/unlock", unlock).await.ok();
    mei.post("/logout", json!({})).await.ok();
    for (name, code) in [
        ("logIn", 1010),
        ("lock", 1014),
        ("unlock", 1013),
        ("logOut", 1011),
    ] {
        let told = named(&shop, "PAR-1", name).await;
        assert_eq!(told.len(), 1, "{name}");
        assert_eq!(
            (&told[0]["operatorId"], &told[0]["code"]),
            (&json!("mei"), &json!(code))
        );
    }
    assert_intact(&shop).await;
}

#[tokio::test]
async fn wrong_passwords_are_told_once_when_they_lock_the_account() {
    let shop = Shop::open().await;
    let visitor = shop.visitor();
    let wrong = |user: &str| json!({ "username": user, "password": "wrong" });
    visitor.post("/login", wrong("leo")).await;
    assert_eq!(
        events(&shop, "PAR-2").await,
        Vec::<Value>::new(),
        "one slip is no event"
    );
    for _ in 0..6 {
        visitor.post("/login", wrong("leo")).await;
        visitor.post("/login", wrong("nobody")).await;
    }
    let told = named(&shop, "PAR-2", "logInLocked").await;
    assert_eq!(told.len(), 1);
    assert_eq!(
        (&told[0]["operatorId"], &told[0]["wrongTries"]),
        (&json!("leo"), &json!(5))
    );
    assert_intact(&shop).await;
}

#[tokio::test]
async fn a_line_that_is_taken_out_is_told_and_a_scan_is_not() {
    let shop = Shop::open().await;
    let mei = shop.seller("mei").await;
    let basket = mei.add("RG-1", "54", 2).await.ok();
    let before = events(&shop, "PAR-1").await.len();
    let line_id = basket["lines"][0]["lineId"].as_str().unwrap();
    let path = format!("/basket/line/{line_id}");
    mei.delete(&path).await.ok();
    let told = events(&shop, "PAR-1").await;
    assert_eq!(told.len(), before + 1);
    let line = told.last().unwrap();
    assert_eq!(
        (
            &line["event"],
            &line["itemNo"],
            &line["sizeCode"],
            &line["quantity"]
        ),
        (&json!("lineVoid"), &json!("RG-1"), &json!("54"), &json!(2))
    );
    assert_intact(&shop).await;
}

#[tokio::test]
async fn an_export_is_told() {
    let shop = Shop::open().await;
    let manager = shop.log_in("manager").await;
    let table = manager.request(reqwest::Method::GET, "/order/export.csv");
    assert_eq!(table.send().await.unwrap().status(), 200);
    let told = named(&shop, "PAR-3", "export").await;
    assert_eq!(told.len(), 1);
    assert_eq!(
        (&told[0]["operatorId"], &told[0]["content"]),
        (&json!("manager"), &json!("orders"))
    );
    assert_intact(&shop).await;
}

/// Starts a card payment at a till whose terminal does this, and waits until it stands there.
async fn pay_until(
    seller: &Client,
    terminal: &TerminalSimulator,
    step: (&str, Value),
    state: &str,
) -> String {
    let (till, step) = step;
    terminal
        .script(&format!("V400m-{till}"), json!([step]))
        .await;
    seller.add("BR-1", "", 1).await.ok();
    seller.start_payment().await;
    let amount = json!({ "minor": 45_000, "currency": "EUR" });
    let body = json!({ "tenderCode": "CARD", "amount": amount });
    let attempt = seller.post("/payment/attempt", body).await.ok();
    let path = format!(
        "/payment/attempt/{}",
        attempt["attemptId"].as_str().unwrap()
    );
    seller
        .until(&path, |attempt| attempt["state"] == state)
        .await;
    path
}

#[tokio::test]
async fn money_that_is_held_and_what_is_decided_about_it_are_told() {
    let (shop, terminal) = Shop::with_terminal().await;
    let mei = shop.seller("mei").await;
    let other_amount = ("PAR-1", json!({ "fault": "F14" }));
    let path = pay_until(&mei, &terminal, other_amount, "MISMATCH").await;
    let held = named(&shop, "PAR-1", "paymentHeld").await;
    assert_eq!(held.len(), 1);
    assert_eq!(held[0]["code"], 1022);
    assert_eq!(held[0]["operatorId"], Value::Null, "the terminal did it");
    assert_eq!(
        (
            &held[0]["amount"],
            &held[0]["taken"],
            &held[0]["takenCurrencyCode"]
        ),
        (&json!(45_000), &json!(45_100), &json!("EUR"))
    );
    let body = json!({ "decision": "reverse" });
    mei.post(&format!("{path}/decide"), body).await.ok();
    let decided = named(&shop, "PAR-1", "heldPaymentDecided").await;
    assert_eq!(decided.len(), 1);
    assert_eq!(
        (
            &decided[0]["operatorId"],
            &decided[0]["decision"],
            &decided[0]["attemptId"]
        ),
        (&json!("mei"), &json!("reverse"), &held[0]["attemptId"])
    );
    assert_eq!(named(&shop, "PAR-1", "manualPayment").await.len(), 0);
    assert_intact(&shop).await;
}

#[tokio::test]
async fn money_that_went_back_by_hand_is_told_with_what_was_taken() {
    let (shop, terminal) = Shop::with_terminal().await;
    let mei = shop.seller("mei").await;
    let manager = shop.log_in("manager").await;
    let other_amount = ("PAR-1", json!({ "fault": "F14" }));
    let path = pay_until(&mei, &terminal, other_amount, "MISMATCH").await;
    terminal
        .script("V400m-PAR-1", json!([{ "fault": "F26" }]))
        .await;
    let decide = format!("{path}/decide");
    let reverse = json!({ "decision": "reverse" });
    mei.post(&decide, reverse).await.ok();
    let offered = json!(["reverse", "paid"]);
    manager
        .until(&path, |attempt| attempt["choices"] == offered)
        .await;
    let by_hand = json!({ "decision": "paid", "slipNo": "004217" });
    assert_eq!(mei.post(&decide, by_hand.clone()).await.status, 403);
    let over = manager.post(&decide, by_hand).await.ok();
    assert_eq!(over["state"], "REVERSED");
    let told = named(&shop, "PAR-1", "manualPayment").await;
    assert_eq!(told.len(), 1);
    assert_eq!(
        (
            &told[0]["operatorId"],
            &told[0]["decision"],
            &told[0]["amount"]
        ),
        (&json!("manager"), &json!("givenBack"), &json!(45_100))
    );
    assert!(!told[0].to_string().contains("004217"), "{}", told[0]);
    // The till is free for another tender.
    mei.pay_cash(45_000).await.ok();
    assert_intact(&shop).await;
}

#[tokio::test]
async fn what_a_manager_decides_about_an_unknown_payment_is_told_without_what_they_typed() {
    let (shop, terminal) = Shop::with_terminal().await;
    let manager = shop.log_in("manager").await;
    let decisions = [
        (
            "mei",
            "PAR-1",
            json!({ "decision": "paid", "slipNo": "004217" }),
        ),
        ("leo", "PAR-2", json!({ "decision": "notPaid" })),
    ];
    for (staff_id, till, decision) in decisions {
        let seller = shop.seller(staff_id).await;
        let nobody_comes = (till, json!({ "manual": true }));
        let path = pay_until(&seller, &terminal, nobody_comes, "WAITING").await;
        shop.change(
            "UPDATE payment_attempt SET state = 'UNKNOWN', inquiry_since = sent_at \
             WHERE state = 'WAITING'",
        )
        .await;
        let path = format!("{path}/decide");
        assert_eq!(seller.post(&path, decision.clone()).await.status, 403);
        manager.post(&path, decision.clone()).await.ok();
        let chain = if till == "PAR-1" { "PAR-1" } else { "PAR-2" };
        let told = named(&shop, chain, "manualPayment").await;
        assert_eq!(told.len(), 1);
        assert_eq!(
            (
                &told[0]["operatorId"],
                &told[0]["decision"],
                &told[0]["amount"]
            ),
            (&json!("manager"), &decision["decision"], &json!(45_000))
        );
        assert!(!told[0].to_string().contains("004217"), "{}", told[0]);
    }
    assert_intact(&shop).await;
}

#[tokio::test]
async fn a_process_tells_that_it_starts_ends_and_did_not_end() {
    let shop = Shop::open().await;
    let signer = journal::Signer::new(&[7; 32]);
    let at = |text: &str| text.parse::<jiff::Timestamp>().unwrap();
    let start = |process: &'static str, now| note(&shop, &signer, (process, now, true));
    let stop = |process: &'static str, now| note(&shop, &signer, (process, now, false));
    start("a", at("2026-11-14T08:00:00Z")).await;
    start("b", at("2026-11-14T08:00:01Z")).await;
    stop("a", at("2026-11-14T20:00:00Z")).await;
    start("a", at("2026-11-15T08:00:00Z")).await;
    assert_eq!(named(&shop, "PAR", "crashRecovery").await.len(), 0);
    start("b", at("2026-11-15T08:00:00Z")).await;
    start("a", at("2026-11-15T07:00:00Z")).await;
    let names: Vec<String> = events(&shop, "PAR")
        .await
        .iter()
        .map(|event| event["event"].as_str().unwrap().to_owned())
        .collect();
    assert_eq!(
        names,
        [
            "start",
            "start",
            "stop",
            "start",
            "crashRecovery",
            "start",
            "clockChange",
            "crashRecovery",
            "start"
        ]
    );
    let moved = named(&shop, "MIL", "clockChange").await;
    assert_eq!(moved[0]["seconds"], -3600, "every store has it");
    assert_intact(&shop).await;
}

#[tokio::test]
async fn a_clock_that_is_set_while_the_program_runs_is_told_in_every_store() {
    let settings = Settings {
        clock: Some(shell::Clock::manual(
            "2026-11-14T08:00:00Z".parse().unwrap(),
        )),
        ..Settings::default()
    };
    let shop = Shop::with(settings).await;
    let (stopper, stop) = tokio::sync::watch::channel(false);
    let watching = tokio::spawn(app::clock_watch::watch_clock(
        shop.shell.clone(),
        std::sync::Arc::new(journal::Signer::new(&testkit::KEY)),
        Duration::from_millis(10),
        stop,
    ));
    let began = Instant::now();
    // The first look may come after the first step.
    while named(&shop, "MIL", "clockChange").await.is_empty() {
        assert!(began.elapsed() < Duration::from_secs(30), "nothing is told");
        shop.shell.clock.advance(Duration::from_secs(600));
        tokio::time::sleep(Duration::from_millis(100)).await;
    }
    stopper.send(true).unwrap();
    watching.await.unwrap();
    for chain in ["PAR", "MIL"] {
        let told = &named(&shop, chain, "clockChange").await[0];
        assert!(told["seconds"].as_i64().unwrap() >= 598, "{told}");
    }
    assert_intact(&shop).await;
}

type Note = (&'static str, jiff::Timestamp, bool);

async fn note(shop: &Shop, signer: &journal::Signer, note: Note) {
    shop.db()
        .write(
            (signer.clone(), note),
            |tx, (signer, (process, now, starts))| {
                Box::pin(async move {
                    match starts {
                        true => journal::note_start(tx, signer, process, *now).await,
                        false => journal::note_stop(tx, signer, process, *now).await,
                    }
                })
            },
        )
        .await
        .unwrap();
}

/// The events of a store in a data directory.
async fn told_in(data: &Path, name: &str) -> Vec<Value> {
    let db = Db::open_sqlite(&data.join("vitrine.db")).unwrap();
    let mut found = events_in(&db, "PAR01").await;
    found.retain(|event| event["event"] == name);
    found
}

/// A shop that was set up and closed again.
async fn set_up() -> Folder {
    let folder = Folder::new();
    let mut server = Server::start(&folder.0, &[]);
    let (status, answer) = server.post("/setup", first_day(&server.code())).await;
    assert_eq!(status, 200, "{answer}");
    server.terminate();
    assert!(server.child.wait().unwrap().success());
    folder
}

#[tokio::test]
async fn a_new_installation_tells_its_till_and_who_got_an_account() {
    let folder = set_up().await;
    let tills = told_in(&folder.0, "terminalAdded").await;
    assert_eq!(tills.len(), 1);
    assert_eq!(
        (&tills[0]["terminalNo"], &tills[0]["code"]),
        (&json!("PAR01-1"), &json!(126))
    );
    let mut add = std::process::Command::new(env!("CARGO_BIN_EXE_vitrine"));
    add.args(["staff", "add", "--data"]).arg(&folder.0);
    add.args([
        "--username",
        "ada",
        "--first-name",
        "Ada",
        "--last-name",
        "Moss",
    ]);
    add.args(["--group", "MANAGER", "--store", "PAR01"]);
    let mut child = add.stdin(std::process::Stdio::piped()).spawn().unwrap();
    std::io::Write::write_all(
        &mut child.stdin.take().unwrap(),
        b"some other plain words\n",
    )
    .unwrap();
    assert!(child.wait().unwrap().success());
    let staff: Vec<(Value, Value)> = told_in(&folder.0, "staffAdded")
        .await
        .into_iter()
        .map(|mut event| (event["staffId"].take(), event["permissionGroup"].take()))
        .collect();
    assert_eq!(
        staff,
        [
            (json!("camille"), json!("ADMIN")),
            (json!("ada"), json!("MANAGER"))
        ]
    );
    let verified = vitrine("verify", &folder.0).output().unwrap();
    assert_eq!(verified.status.code(), Some(21), "intact, but no anchors");
    assert_eq!(told_in(&folder.0, "verification").await[0]["result"], 21);
    assert_eq!(
        told_in(&folder.0, "migration").await,
        [] as [Value; 0],
        "it began with this schema"
    );
}

#[tokio::test]
async fn a_migration_is_told_with_the_schema_before_and_after() {
    let folder = of_an_older_program();
    for _ in 0..2 {
        let done = vitrine("migrate", &folder.0).output().unwrap();
        assert!(done.status.success(), "{done:?}");
    }
    let last = shell::db::migrations().last().unwrap().version;
    let told = told_in(&folder.0, "migration").await;
    assert_eq!(told.len(), 1, "once: {told:?}");
    assert_eq!(
        (&told[0]["fromSchema"], &told[0]["toSchema"]),
        (&json!(OLD_SCHEMA), &json!(last))
    );
    // A program that died between the migration and the journal is made up for.
    folder
        .execute("UPDATE installation SET value = '1' WHERE name = 'schema_version'")
        .await;
    assert!(
        vitrine("migrate", &folder.0)
            .output()
            .unwrap()
            .status
            .success()
    );
    let told = told_in(&folder.0, "migration").await;
    assert_eq!((told.len(), &told[1]["fromSchema"]), (2, &json!(1)));
}

/// A data directory as an older program left it: one store, and the schema of that time.
fn of_an_older_program() -> Folder {
    let folder = Folder::new();
    let connection = rusqlite::Connection::open(folder.0.join("vitrine.db")).unwrap();
    let table = "CREATE TABLE schema_version (version BIGINT PRIMARY KEY, name TEXT NOT NULL)";
    connection.execute_batch(table).unwrap();
    for migration in &shell::db::migrations()[..OLD_SCHEMA] {
        connection.execute_batch(migration.common).unwrap();
        connection.execute_batch(migration.sqlite).unwrap();
        let row = (migration.version, migration.name);
        connection
            .execute("INSERT INTO schema_version VALUES (?1, ?2)", row)
            .unwrap();
    }
    connection
        .execute_batch(
            "INSERT INTO company VALUES ('1', 'Maison Orée SAS', 'FR', '812 345 678', '');
             INSERT INTO store (store_no, company_no, name, address, postal_code, city, country_code, telephone, currency_code, time_zone, language_code, force_language_receipt, end_of_business_day, vat_posting_group, deductible_vat_posting_group, duty_free, cash_rounding_step, price_rounding_step, do_not_allow_negative_inventory, is_show_qr_code, recall_minutes, redirect_url, status, receipt_printer) VALUES ('PAR01', '1', 'Paris', '16 rue de Sèvres', '75006', 'Paris',
             'FR', '', 'EUR', 'Europe/Paris', 'fr', NULL, 240, 'FR', 'FR', 0, 1, 1, 1, 0, 5,
             '/sale', 'OPEN', NULL)",
        )
        .unwrap();
    journal::Signer::load_or_create(&folder.0, &[7; 32]).unwrap();
    folder
}

#[tokio::test]
async fn a_second_process_on_one_file_is_refused_until_the_first_is_gone() {
    let folder = set_up().await;
    let first = Server::start(&folder.0, &[]);
    let port = free_port().to_string();
    let said = refusal(vitrine("serve", &folder.0).args(["--port", &port]));
    assert!(said.contains("Another Vitrine"), "{said}");
    assert!(
        said.contains("--data") && said.contains("--database-url"),
        "{said}"
    );
    // Killed, not ended: the lock goes with the process.
    drop(first);
    drop(Server::start(&folder.0, &[]));
}

/// How many steps of the schema a shop has.
async fn steps(db: &Db) -> i64 {
    db.read((), |tx, ()| {
        Box::pin(async move {
            let sql = "SELECT COUNT(*) FROM schema_version";
            Ok(tx.query_one(sql, params![]).await?.read::<i64>()?)
        })
    })
    .await
    .unwrap()
}

#[tokio::test]
async fn a_newer_program_does_not_change_the_schema_under_an_older_one_that_serves() {
    let folder = set_up().await;
    let older = Server::start(&folder.0, &[]);
    // The program that serves knows one step less than the one that comes now.
    folder
        .execute(
            "DELETE FROM schema_version \
             WHERE version = (SELECT MAX(version) FROM schema_version)",
        )
        .await;
    let db = Db::open_sqlite(&folder.0.join("vitrine.db")).unwrap();
    let before = steps(&db).await;
    let port = free_port().to_string();
    let mut staff = std::process::Command::new(env!("CARGO_BIN_EXE_vitrine"));
    staff.args(["staff", "add", "--data"]).arg(&folder.0);
    staff.args(["--username", "ada", "--first-name", "Ada"]);
    staff.args([
        "--last-name",
        "Moss",
        "--group",
        "ADMIN",
        "--store",
        "PAR01",
    ]);
    let password = folder.0.join("password");
    std::fs::write(&password, "some other plain words\n").unwrap();
    staff.stdin(std::fs::File::open(password).unwrap());
    let mut commands = ["serve", "demo"].map(|command| {
        let mut command = vitrine(command, &folder.0);
        command.args(["--port", &port]);
        command
    });
    let mut migrate = vitrine("migrate", &folder.0);
    for command in commands.iter_mut().chain([&mut migrate, &mut staff]) {
        let said = refusal(command);
        assert!(said.contains("Another Vitrine"), "{said}");
    }
    assert_eq!(steps(&db).await, before, "nothing was changed");
    drop(older);
}
