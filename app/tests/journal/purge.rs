//! `vitrine purge` as a program, and the database that lets nobody else do what it does.

use std::path::{Path, PathBuf};
use std::process::Stdio;
use std::sync::Arc;
use std::time::{Duration, Instant};

use jiff::Timestamp;
use journal::{Event, Scene, Signer};
use kernel::id::{StoreNo, TerminalNo};
use shell::db::{Tx, params};
use shell::event::Events;
use shell::{Clock, Outcome, Shell};
use testkit::Shop;

use crate::program::{said, vitrine, write_key};

/// How many lines each till took out in 2015.
const VOIDS: i64 = 300;
/// What only the payloads say.
const WORD: &str = "BRACELET-THAT-GOES";

/// A shop whose two tills were at work in 2015, closed since.
struct Old {
    shop: Shop,
    data: PathBuf,
    _folder: Option<tempfile::TempDir>,
}

fn key() -> Signer {
    Signer::new(&testkit::KEY)
}

async fn take_out(tx: &mut Tx, signer: &Signer) -> Outcome<()> {
    let store_no = StoreNo::from("PAR");
    let first: Timestamp = "2015-11-27T10:00:00Z".parse().unwrap();
    for basket_no in 0..VOIDS {
        for till in ["PAR-1", "PAR-2"].map(TerminalNo::from) {
            let scene = Scene {
                store_no: &store_no,
                terminal_no: Some(&till),
                operator: None,
                at: first + Duration::from_secs(basket_no.unsigned_abs()),
            };
            let event = Event::LineVoid {
                basket_no,
                item_no: WORD.to_owned(),
                size_code: String::new(),
                quantity: 1,
            };
            journal::record_event(tx, signer, &scene, &event).await?;
        }
    }
    Ok(())
}

impl Old {
    async fn open() -> Self {
        let mut shop = Shop::open().await;
        shop.stop().await;
        let write = shop
            .db()
            .write(key(), |tx, signer| Box::pin(take_out(tx, signer)));
        write.await.unwrap();
        let shell = Shell {
            db: shop.db().clone(),
            clock: Clock::manual("2016-01-03T10:00:00Z".parse().unwrap()),
            events: Arc::new(Events::new(None)),
        };
        journal::close_due(&shell, &Arc::new(key())).await.unwrap();
        let (data, folder) = match shop.sqlite_file() {
            Some(file) => (file.parent().unwrap().to_owned(), None),
            None => {
                let folder = tempfile::tempdir().unwrap();
                (folder.path().to_owned(), Some(folder))
            }
        };
        write_key(&data, &testkit::KEY);
        Self {
            shop,
            data,
            _folder: folder,
        }
    }

    fn command(&self, command: &str, arguments: &[&str]) -> std::process::Command {
        let mut command = vitrine(command, &self.data);
        if let Some(url) = self.shop.postgres_url() {
            command.env("DATABASE_URL", url);
        }
        command.args(arguments);
        command
    }

    fn run(&self, command: &str, arguments: &[&str]) -> (i32, String) {
        said(&self.command(command, arguments).output().unwrap())
    }

    fn file(&self, name: &str) -> String {
        self.data.join(name).to_str().unwrap().to_owned()
    }

    /// Archives 2015 into a file.
    fn archive(&self) -> String {
        let file = self.file("2015.zip");
        let (code, text) = self.run("archive", &["--year", "2015", "--to", &file]);
        assert_eq!(code, 0, "{text}");
        file
    }

    async fn gone(&self) -> i64 {
        let sql = "SELECT COUNT(*) FROM journal_entry WHERE length(payload) = 0";
        self.shop.number(sql).await
    }

    fn is_postgres(&self) -> bool {
        self.shop.postgres_url().is_some()
    }

    /// What the database says to a statement.
    async fn try_sql(&self, sql: &str) -> Result<u64, String> {
        let sql = sql.to_owned();
        let done = self.shop.db().write(sql, |tx, sql| {
            Box::pin(async move { Ok(tx.execute(sql, params![]).await?) })
        });
        done.await.map_err(|error| error.to_string())
    }
}

fn holds(data: &Path) -> bool {
    let bytes = std::fs::read(data.join("vitrine.db")).unwrap();
    bytes.windows(WORD.len()).any(|it| it == WORD.as_bytes())
}

#[tokio::test]
async fn the_program_purges_what_is_archived_and_need_not_be_kept() {
    let old = Old::open().await;
    let (code, text) = old.run("purge", &["--archive", &old.file("none.zip")]);
    assert_eq!(code, 1, "{text}");
    assert!(text.contains("ends with the code 20"), "{text}");
    let file = old.archive();

    // What is of today must be kept; after midnight the shop's day is still that of before.
    let now = Clock::system().now().to_zoned(jiff::tz::TimeZone::UTC);
    let yesterday = now.date().yesterday().unwrap().to_string();
    let today = now.date().to_string();
    let young = old.file("young.zip");
    let (code, text) = old.run(
        "archive",
        &["--from", &yesterday, "--until", &today, "--to", &young],
    );
    assert_eq!(code, 0, "{text}");
    let (code, text) = old.run("purge", &["--archive", &young]);
    assert_eq!(code, 1, "{text}");
    assert!(text.contains("must be kept until"), "{text}");
    assert_eq!(old.gone().await, 0);

    let (code, text) = old.run("purge", &["--archive", &file]);
    assert_eq!(code, 0, "{text}");
    assert!(
        text.contains("The payloads of 600 entries of 2015-01-01 to 2015-12-31"),
        "{text}"
    );
    assert_eq!(old.gone().await, 2 * VOIDS);
    if !old.is_postgres() {
        assert!(!holds(&old.data));
    }
    let (code, text) = old.run("verify", &["--no-record"]);
    assert_eq!(code, 21, "{text}");
    assert!(
        text.contains("payloads of 300 entries of PAR-1 from 1 to"),
        "{text}"
    );
    assert!(!text.contains("Findings"), "{text}");
    let (code, text) = old.run("verify", &["--archive", &file]);
    assert_eq!(code, 0, "the archive proves what is gone: {text}");
    let (code, text) = old.run(
        "archive",
        &["--year", "2015", "--to", &old.file("again.zip")],
    );
    assert_eq!(code, 1, "{text}");
    assert!(
        text.contains("were purged, PAR-1 from the entry 2 on"),
        "{text}"
    );
    let (code, text) = old.run("purge", &["--archive", &file]);
    assert_eq!(code, 0, "{text}");
    assert!(text.contains("The payloads of 0 entries"), "{text}");
}

#[tokio::test]
async fn nothing_is_purged_while_a_server_runs() {
    let old = Old::open().await;
    let file = old.archive();
    let mut server = old
        .command("serve", &["--port", &free_port().to_string()])
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .spawn()
        .unwrap();
    let began = Instant::now();
    let running = "SELECT COUNT(*) FROM installation WHERE name LIKE 'running:%'";
    while old.shop.number(running).await == 0 {
        assert!(began.elapsed() < Duration::from_secs(60), "it never serves");
        tokio::time::sleep(Duration::from_millis(20)).await;
    }
    let (code, text) = old.run("purge", &["--archive", &file]);
    let _ = server.kill();
    let _ = server.wait();
    assert_eq!(code, 1, "{text}");
    assert!(text.contains("serves"), "{text}");
    assert_eq!(old.gone().await, 0);
}

pub(crate) fn free_port() -> u16 {
    let listener = std::net::TcpListener::bind("127.0.0.1:0").unwrap();
    listener.local_addr().unwrap().port()
}

#[tokio::test]
async fn a_purge_that_is_killed_is_ended_by_the_next() {
    let old = Old::open().await;
    let file = old.archive();
    // The second till's entries take for ever.
    if old.is_postgres() {
        for sql in [
            "CREATE FUNCTION forever() RETURNS trigger LANGUAGE plpgsql AS \
             'BEGIN PERFORM pg_sleep(600); RETURN NULL; END'",
            "CREATE TRIGGER forever AFTER UPDATE ON journal_entry FOR EACH ROW \
             WHEN (OLD.chain_id = 'PAR-2') EXECUTE FUNCTION forever()",
        ] {
            old.try_sql(sql).await.unwrap();
        }
    } else {
        for sql in [
            "CREATE VIEW forever AS WITH RECURSIVE n(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM n) \
             SELECT n FROM n",
            "CREATE TRIGGER forever_and_ever AFTER UPDATE ON journal_entry \
             WHEN OLD.chain_id = 'PAR-2' BEGIN SELECT COUNT(*) FROM forever; END",
        ] {
            old.try_sql(sql).await.unwrap();
        }
    }
    let mut purge = old.command("purge", &["--archive", &file]).spawn().unwrap();
    let began = Instant::now();
    while old.gone().await < VOIDS {
        assert!(began.elapsed() < Duration::from_secs(60), "it does nothing");
        tokio::time::sleep(Duration::from_millis(20)).await;
    }
    purge.kill().unwrap();
    purge.wait().unwrap();
    assert_eq!(old.gone().await, VOIDS, "it was killed in the middle");
    let ends: &[&str] = match old.is_postgres() {
        true => &[
            "SELECT pg_terminate_backend(pid) FROM pg_stat_activity \
             WHERE datname = current_database() AND query LIKE 'UPDATE journal_entry%' \
             AND pid <> pg_backend_pid()",
            "DROP TRIGGER forever ON journal_entry",
        ],
        false => &["DROP TRIGGER forever_and_ever", "DROP VIEW forever"],
    };
    for sql in ends {
        old.try_sql(sql).await.unwrap();
    }
    let (code, text) = old.run("verify", &["--no-record"]);
    assert_eq!(code, 21, "{text}");
    assert!(
        text.contains("300 entries of PAR-2 from 2 on still have theirs"),
        "{text}"
    );
    let (code, text) = old.run("purge", &["--archive", &file]);
    assert_eq!(code, 0, "{text}");
    assert!(text.contains("The payloads of 300 entries"), "{text}");
    assert_eq!(old.gone().await, 2 * VOIDS);
    let (code, text) = old.run("verify", &["--no-record"]);
    assert_eq!(code, 21, "{text}");
    assert!(!text.contains("still have theirs"), "{text}");
    let told = "SELECT COUNT(*) FROM journal_purge";
    assert_eq!(old.shop.number(told).await, 2);
}

#[tokio::test]
async fn the_database_lets_nothing_else_go() {
    let old = Old::open().await;
    let file = old.archive();
    let empty = if old.is_postgres() {
        "''::bytea"
    } else {
        "x''"
    };
    let refused = async |sql: String| {
        let done = old.try_sql(&sql).await;
        let is_refused = done
            .as_ref()
            .is_err_and(|error| error.contains("append-only"));
        assert!(is_refused, "{sql}: {done:?}");
    };
    let take = |place: &str| format!("UPDATE journal_entry SET payload = {empty} WHERE {place}");
    refused(take("chain_id = 'PAR-1' AND seq = 2")).await;
    let (code, text) = old.run("purge", &["--archive", &file]);
    assert_eq!(code, 0, "{text}");
    // It went, and nothing else of it goes or comes back.
    for change in [
        "payload = payload_hash",
        "hash = payload_hash",
        "signature = hash",
        "at_local = at_utc",
        "time_zone = 'UTC'",
        "kind_seq = kind_seq + 1",
        "key_id = 'x'",
    ] {
        refused(format!(
            "UPDATE journal_entry SET {change} WHERE chain_id = 'PAR-1' AND seq = 2"
        ))
        .await;
    }
    for place in [
        // What others are proven by, what is of a later date, and another chain.
        "chain_id = 'PAR-1' AND seq = 1",
        "chain_id = 'PAR-1' AND kind = 'closing.day' AND business_date < '2016'",
        "chain_id = 'PAR-1' AND business_date > '2016'",
        "chain_id = 'PAR' AND kind = 'archive'",
        "chain_id = 'PAR' AND kind = 'closing.year'",
    ] {
        refused(take(place)).await;
    }
    for sql in [
        "DELETE FROM journal_entry WHERE chain_id = 'PAR-1' AND seq = 2",
        "DELETE FROM journal_purge",
        "UPDATE journal_purge SET last_seq = last_seq + 1",
    ] {
        refused(sql.to_owned()).await;
    }
    let (code, text) = old.run("verify", &["--no-record"]);
    assert_eq!(code, 21, "{text}");
}
