//! How long a verification takes. Run with optimisation:
//! `cargo test --release -p journal -- --ignored --nocapture speed`.

use std::time::{Duration, Instant};

use journal::{Kind, NewEntry, VerifyOptions, append};
use serde_json::json;

use crate::support::{CHAIN, Shop, new_entry};

/// How many entries are written and verified.
const ENTRIES: usize = 100_000;
/// What reliability row 19 allows for that many, doubled because machines are shared.
const TIME_MAX: Duration = Duration::from_secs(12);

#[tokio::test]
#[ignore = "measures, and needs an optimised build"]
async fn a_million_entries_take_a_minute() {
    let shop = Shop::open().await;
    let lines: Vec<_> = (0..4)
        .map(|line| json!({"itemNo": "BR-1042", "net": {"minor": 14900 + line, "currency": "EUR"}}))
        .collect();
    let entry = new_entry(CHAIN, Kind::Event, &json!({"code": 40, "lines": lines}));
    let began = Instant::now();
    for _ in 0..ENTRIES / 1_000 {
        let input = (shop.signer.clone(), entry.clone());
        shop.db
            .write(input, |tx, input| Box::pin(append_many(tx, input)))
            .await
            .unwrap();
    }
    println!("{ENTRIES} entries written in {:?}", began.elapsed());
    let options = VerifyOptions {
        trusted_keys: vec![shop.signer.public_key()],
        anchors: Some(Vec::new()),
    };
    let began = Instant::now();
    let report = journal::verify(&shop.db, &options).await;
    let took = began.elapsed();
    println!("{report}");
    assert_eq!(report.exit_code(), 0);
    assert!(took < TIME_MAX, "{took:?}");
}

async fn append_many(
    tx: &mut shell::Tx,
    (signer, entry): &(journal::Signer, NewEntry),
) -> shell::Outcome<()> {
    for _ in 0..1_000 {
        append(tx, signer, entry.clone()).await?;
    }
    Ok(())
}
