//! The journal tells what happened besides sales (reliability c.4).

use serde_json::{Value, json};
use shell::db::params;
use testkit::Shop;

/// The events of a chain, oldest first, without the one that opened it.
async fn events(shop: &Shop, chain: &'static str) -> Vec<Value> {
    shop.db()
        .read(chain, |tx, chain| {
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

async fn named(shop: &Shop, chain: &'static str, name: &str) -> Vec<Value> {
    let mut found = events(shop, chain).await;
    found.retain(|event| event["event"] == name);
    found
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
async fn logging_in_unlocking_and_logging_out_are_told_with_who_did_it() {
    let shop = Shop::open().await;
    let mei = shop.log_in("mei").await;
    let unlock = json!({ "password": testkit::PASSWORD });
    mei.post("/session/unlock", unlock).await.ok();
    mei.post("/logout", json!({})).await.ok();
    for (name, code) in [("logIn", 1010), ("unlock", 1013), ("logOut", 1011)] {
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
    assert_eq!(named(&shop, "PAR", "crash_recovery").await.len(), 0);
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
