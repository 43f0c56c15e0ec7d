//! A journal of a thousand entries that the product wrote, and copies of it for tests to harm.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::sync::OnceLock;

use futures::future::join_all;
use jiff::Timestamp;
use journal::rule::StoredEntry;
use journal::{
    Anchor, ChainOpening, Event, Kind, NewEntry, Report, Scene, Signer, VerifyOptions, payload,
};
use kernel::id::{StoreNo, TerminalNo};
use serde_json::{Value, json};
use shell::db::{Engine, Tx, TxFuture, params};
use shell::{Db, Outcome};
use testkit::{Client, Shop};
use uuid::Uuid;

/// How often each till sells, takes a line out and prints a copy.
const ROUNDS: usize = 111;
/// The chain that most attacks are made on: a till of Paris.
pub(crate) const CHAIN: &str = "PAR-1";
/// Every column of an entry.
pub(crate) const COLUMNS: &str = "chain_id, seq, kind, kind_seq, format, at_utc, at_local, \
     time_zone, business_date, payload, payload_hash, prev_hash, hash, key_id, signature";

/// The key that opens the chains, that of the tests' shop.
pub(crate) fn first_key() -> Signer {
    Signer::new(&testkit::KEY)
}

/// The private key that the chains are handed to at the end of the day.
pub(crate) const PRESENT_KEY: [u8; 32] = [8; 32];

/// The key that signs today.
pub(crate) fn present_key() -> Signer {
    Signer::new(&PRESENT_KEY)
}

/// Where a store is.
#[derive(Clone, Debug)]
enum Place {
    File(PathBuf),
    Server { server: String, name: String },
}

/// A copy of the journal.
pub(crate) struct Specimen {
    pub(crate) db: Db,
    place: Place,
    folder: Option<tempfile::TempDir>,
}

impl Specimen {
    /// An untouched copy whose guards are gone, as for somebody who has the file or the server.
    pub(crate) async fn take() -> Self {
        let specimen = Self::locked().await;
        specimen.run(|tx, ()| drop_guards(tx), ()).await;
        specimen
    }

    /// An untouched copy.
    pub(crate) async fn locked() -> Self {
        match pristine() {
            Place::File(file) => {
                let folder = tempfile::tempdir().unwrap();
                let copy = folder.path().join("vitrine.db");
                std::fs::copy(file, &copy).unwrap();
                Self {
                    db: Db::open_sqlite(&copy).unwrap(),
                    place: Place::File(copy),
                    folder: Some(folder),
                }
            }
            Place::Server { server, name } => {
                let copy = format!("vitrine_{}", Uuid::now_v7().simple());
                create_from(server, &copy, name).await;
                let db = Db::connect_postgres(&format!("{server}/{copy}"))
                    .await
                    .unwrap();
                Self {
                    db,
                    place: Place::Server {
                        server: server.clone(),
                        name: copy,
                    },
                    folder: None,
                }
            }
        }
    }

    /// What the program needs to find this store: its data directory, and the server's address.
    pub(crate) fn program_place(&self) -> (Option<&Path>, Option<String>) {
        match &self.place {
            Place::File(file) => (file.parent(), None),
            Place::Server { server, name } => (None, Some(format!("{server}/{name}"))),
        }
    }

    pub(crate) fn is_postgres(&self) -> bool {
        self.folder.is_none()
    }

    pub(crate) async fn run<I, T>(
        &self,
        command: for<'a> fn(&'a mut Tx, &'a I) -> TxFuture<'a, T>,
        input: I,
    ) -> T
    where
        I: Send + Sync + 'static,
        T: Send + 'static,
    {
        self.db.write(input, command).await.unwrap()
    }

    /// Runs statements, one after the other, in one transaction.
    pub(crate) async fn sql(&self, statements: impl IntoIterator<Item = impl Into<String>>) {
        let statements: Vec<String> = statements.into_iter().map(Into::into).collect();
        self.run(
            |tx, statements| {
                Box::pin(async move {
                    for statement in statements {
                        tx.execute(statement, params![]).await?;
                    }
                    Ok(())
                })
            },
            statements,
        )
        .await;
    }

    /// The entries of a chain, in order.
    pub(crate) async fn entries(&self, chain: &str) -> Vec<StoredEntry> {
        let sql =
            format!("SELECT {COLUMNS} FROM journal_entry WHERE chain_id = '{chain}' ORDER BY seq");
        self.db
            .read(sql, |tx, sql| {
                Box::pin(async move {
                    let rows = tx.query(sql, params![]).await?;
                    rows.into_iter()
                        .map(|mut row| {
                            Ok(StoredEntry {
                                chain_id: row.read()?,
                                seq: row.read()?,
                                kind: row.read()?,
                                kind_seq: row.read()?,
                                format: row.read()?,
                                at_utc: row.read()?,
                                at_local: row.read()?,
                                time_zone: row.read()?,
                                business_date: row.read()?,
                                payload: row.read()?,
                                payload_hash: row.read()?,
                                prev_hash: row.read()?,
                                hash: row.read()?,
                                key_id: row.read()?,
                                signature: row.read()?,
                            })
                        })
                        .collect()
                })
            })
            .await
            .unwrap()
    }

    /// Puts entries in the place of a chain's, and sets what else speaks of its end.
    pub(crate) async fn replace(&self, chain: &str, entries: Vec<StoredEntry>) {
        let input = (chain.to_owned(), entries);
        self.run(|tx, input| Box::pin(replace(tx, input)), input)
            .await;
    }

    pub(crate) async fn verify(&self, options: &VerifyOptions) -> Report {
        journal::verify(&self.db, options).await
    }
}

async fn replace(tx: &mut Tx, (chain, entries): &(String, Vec<StoredEntry>)) -> Outcome<()> {
    let clear = "DELETE FROM journal_entry WHERE chain_id = $1";
    tx.execute(clear, params![chain]).await?;
    for entry in entries {
        insert(tx, entry).await?;
    }
    let last = entries.last().unwrap();
    let head = "UPDATE journal_head SET seq = $2, hash = $3 WHERE chain_id = $1";
    tx.execute_one(head, params![chain, last.seq, last.hash.clone()])
        .await?;
    let counters = "UPDATE counter SET value = (SELECT MAX(kind_seq) FROM journal_entry \
         WHERE chain_id = $1 AND kind = name) WHERE scope = $2";
    tx.execute(counters, params![chain, format!("journal:{chain}")])
        .await?;
    Ok(())
}

/// Writes an entry as it is.
pub(crate) async fn insert(tx: &mut Tx, entry: &StoredEntry) -> Outcome<()> {
    let sql = format!(
        "INSERT INTO journal_entry ({COLUMNS}) VALUES \
         ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15)"
    );
    tx.execute_one(
        &sql,
        params![
            &entry.chain_id,
            entry.seq,
            &entry.kind,
            entry.kind_seq,
            &entry.format,
            &entry.at_utc,
            &entry.at_local,
            &entry.time_zone,
            &entry.business_date,
            entry.payload.clone(),
            entry.payload_hash.clone(),
            entry.prev_hash.clone(),
            entry.hash.clone(),
            &entry.key_id,
            entry.signature.clone(),
        ],
    )
    .await?;
    Ok(())
}

/// The triggers and the index that keep the product, and accidents, from changing the books.
fn drop_guards(tx: &mut Tx) -> TxFuture<'_, ()> {
    Box::pin(async move {
        let sql = match tx.engine() {
            Engine::Sqlite => {
                "SELECT 'DROP TRIGGER ' || name FROM sqlite_master WHERE type = 'trigger'"
            }
            Engine::Postgres => {
                "SELECT DISTINCT 'ALTER TABLE ' || event_object_table || ' DISABLE TRIGGER USER' \
                 FROM information_schema.triggers"
            }
        };
        for mut row in tx.query(sql, params![]).await? {
            let statement: String = row.read()?;
            tx.execute(&statement, params![]).await?;
        }
        tx.execute("DROP INDEX journal_entry_by_kind", params![])
            .await?;
        Ok(())
    })
}

async fn create_from(server: &str, name: &str, template: &str) {
    let url = format!("{server}/postgres");
    let (client, connection) = tokio_postgres::connect(&url, tokio_postgres::NoTls)
        .await
        .unwrap();
    let pump = tokio::spawn(connection);
    let sql = format!("CREATE DATABASE {name} TEMPLATE {template}");
    // The last connection to the template may take a moment to go.
    for left in (0..50).rev() {
        match client.batch_execute(&sql).await {
            Ok(()) => break,
            Err(error) if left == 0 => panic!("{error:?}"),
            Err(_) => tokio::time::sleep(std::time::Duration::from_millis(100)).await,
        }
    }
    drop(client);
    let _ = pump.await;
}

/// The untouched journal, written once for all tests.
fn pristine() -> &'static Place {
    static PLACE: OnceLock<(Place, Option<tempfile::TempDir>)> = OnceLock::new();
    &PLACE
        .get_or_init(|| {
            // A runtime of its own: that of the test that comes first ends before the others.
            std::thread::spawn(|| {
                let runtime = tokio::runtime::Runtime::new().unwrap();
                runtime.block_on(write_journal())
            })
            .join()
            .unwrap()
        })
        .0
}

async fn write_journal() -> (Place, Option<tempfile::TempDir>) {
    let mut shop = Shop::open().await;
    note_start(&shop, "2026-11-14T08:00:00Z").await;
    let mut tills = Vec::new();
    for seller in ["mei", "leo", "gia"] {
        tills.push(shop.seller(seller).await);
    }
    join_all(tills.iter().map(sell_all_day)).await;
    let manager = shop.log_in("manager").await;
    let table = manager.request(reqwest::Method::GET, "/order/export.csv");
    assert_eq!(table.send().await.unwrap().status(), 200);
    shop.stop().await;
    change_keys(&shop).await;
    match (shop.sqlite_file(), shop.postgres_url()) {
        (Some(file), _) => {
            let folder = tempfile::tempdir().unwrap();
            let copy = folder.path().join("pristine.db");
            rusqlite::Connection::open(file)
                .unwrap()
                .execute("VACUUM INTO ?1", [copy.to_str().unwrap()])
                .unwrap();
            (Place::File(copy), Some(folder))
        }
        (None, url) => {
            let url = url.unwrap();
            let (server, name) = url.rsplit_once('/').unwrap();
            let (server, name) = (server.to_owned(), name.to_owned());
            (Place::Server { server, name }, None)
        }
    }
}

async fn note_start(shop: &Shop, at: &str) {
    let input = (first_key(), at.parse::<Timestamp>().unwrap());
    shop.db()
        .write(input, |tx, (signer, at)| {
            Box::pin(journal::note_start(tx, signer, "a", *at))
        })
        .await
        .unwrap();
}

async fn sell_all_day(till: &Client) {
    for _ in 0..ROUNDS {
        let basket = till.add("BAG", "", 1).await.ok();
        let line = basket["lines"][0]["lineId"].as_str().unwrap();
        till.delete(&format!("/basket/line/{line}")).await.ok();
        till.add("BAG", "", 3).await.ok();
        till.start_payment().await;
        let sold = till.pay_cash(30).await.ok();
        let order = sold["order"]["orderId"].as_str().unwrap();
        for _ in 0..2 {
            let print = json!({ "target": "browser" });
            till.post(&format!("/order/{order}/print"), print)
                .await
                .ok();
        }
    }
}

/// Hands every chain to the present key, which then tells something too.
async fn change_keys(shop: &Shop) {
    let at: Timestamp = shop.shell.clock.now();
    let input = (first_key(), present_key(), at);
    shop.db()
        .write(input, |tx, (first, present, at)| {
            Box::pin(async move {
                for (store_no, terminal_no) in [
                    ("PAR", None),
                    ("MIL", None),
                    ("PAR", Some("PAR-1")),
                    ("PAR", Some("PAR-2")),
                    ("PAR", Some("PAR-3")),
                    ("MIL", Some("MIL-1")),
                ] {
                    let (store_no, terminal_no) =
                        (StoreNo::from(store_no), terminal_no.map(TerminalNo::from));
                    let chain = terminal_no.as_ref().map_or(&store_no.0, |till| &till.0);
                    journal::change_key(tx, first, present, key_entry(chain, *at)).await?;
                    let scene = Scene {
                        store_no: &store_no,
                        terminal_no: terminal_no.as_ref(),
                        operator: None,
                        at: *at,
                    };
                    for _ in 0..5 {
                        journal::record_event(tx, present, &scene, &Event::Unlock).await?;
                    }
                }
                Ok(())
            })
        })
        .await
        .unwrap();
}

fn key_entry(chain: &str, at: Timestamp) -> NewEntry {
    NewEntry {
        chain_id: chain.to_owned(),
        kind: Kind::Key,
        at,
        time_zone: "Europe/Paris".to_owned(),
        business_date: "2026-11-14".parse().unwrap(),
        payload: payload(&json!({})).unwrap(),
        opening: ChainOpening {
            registration_no: String::new(),
            vat_no: String::new(),
            store_no: "PAR".into(),
            terminal_no: None,
            software_version: String::new(),
        },
    }
}

/// The heads of the untouched journal and some places on the way, as they would be kept elsewhere.
pub(crate) async fn anchors() -> Vec<Anchor> {
    let specimen = Specimen::locked().await;
    let report = specimen.verify(&without_anchors()).await;
    let lines = report.anchors_file(jiff::Timestamp::UNIX_EPOCH).unwrap();
    let mut anchors = Anchor::parse_lines(&lines).unwrap();
    for entry in specimen.entries(CHAIN).await {
        if entry.seq % 100 == 0 {
            anchors.push(Anchor {
                chain: entry.chain_id,
                seq: entry.seq,
                hash: hex::encode(&entry.hash),
                at: None,
            });
        }
    }
    anchors
}

/// What a verification is given that has the key file, and nothing that left the machine.
pub(crate) fn without_anchors() -> VerifyOptions {
    VerifyOptions {
        trusted_keys: vec![present_key().public_key()],
        anchors: None,
    }
}

/// What a verification is given that has everything.
pub(crate) async fn everything() -> VerifyOptions {
    VerifyOptions {
        anchors: Some(anchors().await),
        ..without_anchors()
    }
}

/// The exit code, and the chain and place that the gravest finding names first.
pub(crate) fn verdict(report: &Report) -> (u8, String, Option<i64>) {
    let gravest = report
        .findings
        .iter()
        .find(|finding| finding.code.exit_code() == report.exit_code());
    let (chain, seq) = gravest
        .map(|finding| (finding.chain.clone(), finding.seq))
        .unwrap_or_default();
    (report.exit_code(), chain, seq)
}

/// The first findings, for the message of a test that fails.
pub(crate) fn brief(report: &Report) -> String {
    let findings = report.findings.iter().take(8).map(ToString::to_string);
    let lines: Vec<String> = findings.chain(report.not_checked.clone()).collect();
    format!(
        "{} of {}:\n{}",
        report.exit_code(),
        report.findings.len(),
        lines.join("\n")
    )
}

/// The places that findings name.
pub(crate) fn blamed(report: &Report) -> BTreeSet<(String, i64)> {
    report
        .findings
        .iter()
        .filter_map(|finding| Some((finding.chain.clone(), finding.seq?)))
        .collect()
}

/// The payload of an entry.
pub(crate) fn stated(entry: &StoredEntry) -> Value {
    serde_json::from_slice(&entry.payload).unwrap()
}
