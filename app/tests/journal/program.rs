//! `vitrine verify` as a program: its exit codes, its words, its anchors, and what it notes.

use std::io::Write;
use std::os::unix::fs::OpenOptionsExt;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

use crate::forge::{append, told, told_otherwise};
use crate::specimen::{CHAIN, PRESENT_KEY, Specimen, anchors, present_key};

/// The program, with nothing of this process's surroundings.
pub(crate) fn vitrine(command: &str, data: &Path) -> Command {
    let mut vitrine = Command::new(env!("CARGO_BIN_EXE_vitrine"));
    vitrine.arg(command).arg("--data").arg(data);
    for name in ["VITRINE_PORT", "VITRINE_DATA", "DATABASE_URL"] {
        vitrine.env_remove(name);
    }
    vitrine
}

/// Puts a private key where the program looks for it.
pub(crate) fn write_key(data: &Path, key: &[u8; 32]) {
    let mut options = std::fs::OpenOptions::new();
    let file = options.write(true).create(true).truncate(true).mode(0o600);
    let mut file = file.open(data.join(journal::KEY_FILE)).unwrap();
    let digits: String = key.iter().map(|byte| format!("{byte:02x}")).collect();
    writeln!(file, "{digits}").unwrap();
}

/// A copy of the journal with the key file beside it, for the program.
struct Desk {
    specimen: Specimen,
    data: tempfile::TempDir,
}

impl Desk {
    async fn new() -> Self {
        let data = tempfile::tempdir().unwrap();
        write_key(data.path(), &PRESENT_KEY);
        Self {
            specimen: Specimen::take().await,
            data,
        }
    }

    fn file(&self, name: &str) -> PathBuf {
        self.data.path().join(name)
    }

    /// The data directory: that of the file, or the desk's own.
    fn folder(&self) -> &Path {
        self.specimen.program_place().0.unwrap_or(self.data.path())
    }

    fn run(&self, command: &str, arguments: &[&str]) -> (i32, String) {
        let mut command = vitrine(command, self.folder());
        if let (_, Some(url)) = self.specimen.program_place() {
            command.env("DATABASE_URL", url);
        }
        said(&command.args(arguments).output().unwrap())
    }

    fn verify(&self, arguments: &[&str]) -> (i32, String) {
        write_key(self.folder(), &PRESENT_KEY);
        self.run("verify", arguments)
    }

    async fn verify_with_anchors(&self, arguments: &[&str]) -> (i32, String) {
        let lines: Vec<String> = anchors()
            .await
            .iter()
            .map(|anchor| serde_json::to_string(anchor).unwrap())
            .collect();
        let file = self.file("anchors.jsonl");
        std::fs::write(&file, lines.join("\n")).unwrap();
        let arguments = [&["--anchors", file.to_str().unwrap()], arguments].concat();
        self.verify(&arguments)
    }
}

/// The exit code of a program that ended, and all that it said.
pub(crate) fn said(output: &Output) -> (i32, String) {
    let text = [output.stdout.as_slice(), &output.stderr].concat();
    (
        output.status.code().unwrap(),
        String::from_utf8(text).unwrap(),
    )
}

/// What was done to the journal, the exit code, and what the report says.
const HARM: [(&str, i32, &str); 8] = [
    ("", 0, "Result: 0 intact"),
    (
        "UPDATE journal_entry SET payload = payload_hash WHERE chain_id = '{chain}' AND seq = 40",
        10,
        "10 content changed: PAR-1 #40 payload",
    ),
    (
        "UPDATE journal_entry SET prev_hash = hash WHERE chain_id = '{chain}' AND seq = 40",
        11,
        "11 link broken: PAR-1 #40 prevHash",
    ),
    (
        "DELETE FROM journal_entry WHERE chain_id = '{chain}' AND seq = 40",
        12,
        "12 gap or duplicate number: PAR-1 #41 seq: expected 40, found 41",
    ),
    (
        "UPDATE journal_entry SET signature = hash WHERE chain_id = '{chain}' AND seq = 40",
        13,
        "13 bad or unknown signature or key: PAR-1 #40 signature",
    ),
    (
        "DELETE FROM journal_entry WHERE chain_id = '{chain}' AND seq > 300",
        14,
        "14 tail shorter than proven: PAR-1 #300 anchor",
    ),
    (
        "UPDATE sales_order_tender SET tendered = tendered + 1 WHERE tender_id = \
         (SELECT MIN(tender_id) FROM sales_order_tender)",
        16,
        "tenders[0].tendered: expected `30 EUR`, found `31 EUR`",
    ),
    (
        "ALTER TABLE receipt_print RENAME TO elsewhere",
        20,
        "20 cannot be read: receipt_print",
    ),
];

#[tokio::test]
async fn the_exit_code_says_what_was_done_and_the_report_where() {
    for (sql, code, words) in HARM {
        let desk = Desk::new().await;
        let sql = sql.replace("{chain}", CHAIN);
        // PostgreSQL has no MIN of ids.
        let sql = sql.replace(
            "(SELECT MIN(tender_id) FROM sales_order_tender)",
            "(SELECT tender_id FROM sales_order_tender ORDER BY tender_id LIMIT 1)",
        );
        if !sql.is_empty() {
            desk.specimen.sql([&sql]).await;
        }
        let (found, text) = desk.verify_with_anchors(&["--no-record"]).await;
        assert_eq!(found, code, "{sql}\n{text:.2000}");
        assert!(text.contains(words), "{sql}: {words}\n{text:.2000}");
    }
}

#[tokio::test]
async fn an_entry_of_another_key_is_13_and_a_store_that_is_none_is_20() {
    let desk = Desk::new().await;
    let entries = desk.specimen.entries(CHAIN).await;
    let last = entries.last().unwrap();
    append(
        &desk.specimen,
        journal::Signer::new(&[66; 32]),
        vec![told(last)],
    )
    .await;
    let (code, text) = desk.verify(&[]);
    assert_eq!(code, 13, "{text}");
    let place = format!("{CHAIN} #{}", last.seq + 1);
    assert!(text.contains(&place), "{text}");
    assert!(
        text.contains("not noted"),
        "a journal that another key ends is not written on: {text}"
    );

    let folder = tempfile::tempdir().unwrap();
    std::fs::write(
        folder.path().join("vitrine.db"),
        "no database at all".repeat(100),
    )
    .unwrap();
    let (code, text) = said(&vitrine("verify", folder.path()).output().unwrap());
    assert_eq!(code, 20, "{text}");
    let desk = Desk::new().await;
    let (code, text) = desk.verify(&["--anchors", "/nowhere/anchors.jsonl"]);
    assert_eq!(code, 20, "{text}");
    assert!(text.contains("/nowhere/anchors.jsonl"), "{text}");
}

#[tokio::test]
async fn a_schema_that_is_not_the_programs_own_is_20_and_is_told() {
    let newest = shell::db::migrations().last().unwrap().version;
    let newer = "INSERT INTO schema_version (version, name) VALUES (9999, 'later')".to_owned();
    let older = format!("DELETE FROM schema_version WHERE version = {newest}");
    for (sql, words) in [(newer, "newer Vitrine"), (older, "older Vitrine")] {
        let desk = Desk::new().await;
        let (code, text) = desk.verify(&["--no-record"]);
        assert_eq!(code, 21, "{text}");
        assert!(text.contains(&format!(", schema {newest}")), "{text}");
        desk.specimen.sql([sql]).await;
        let (code, text) = desk.verify(&["--no-record"]);
        assert_eq!(code, 20, "{text}");
        assert!(text.contains(words), "{text}");
    }
    let nowhere = tempfile::tempdir().unwrap();
    let (code, text) = said(&vitrine("verify", nowhere.path()).output().unwrap());
    assert_eq!(code, 20, "{text}");
    assert_eq!(std::fs::read_dir(nowhere.path()).unwrap().count(), 0);
}

#[tokio::test]
async fn a_closing_that_is_not_what_its_entries_come_to_is_15() {
    // How an honest program closes the day.
    let honest = Specimen::take().await;
    let last = honest.entries(CHAIN).await.pop().unwrap();
    let close = (
        last.business_date.parse().unwrap(),
        last.at_utc.parse().unwrap(),
    );
    honest
        .run(
            |tx, (date, at)| {
                Box::pin(async move {
                    let store_no = "PAR".into();
                    journal::close_until(tx, &present_key(), &store_no, *date, *at).await
                })
            },
            close,
        )
        .await;
    let closings = honest.entries(CHAIN).await.into_iter();
    let closing = closings.rev().find(|entry| entry.kind == "closing.day");
    let desk = Desk::new().await;
    let forged = told_otherwise(&closing.unwrap(), |closing| {
        let total = closing.pointer_mut("/sums/total").unwrap();
        *total = (total.as_i64().unwrap() - 10).into();
    });
    append(&desk.specimen, present_key(), vec![forged]).await;
    let (code, text) = desk.verify_with_anchors(&["--no-record"]).await;
    assert_eq!(code, 15, "{text}");
    assert!(text.contains("sums.total"), "{text}");
}

#[tokio::test]
async fn anchors_that_the_program_wrote_tell_a_cut_tail_later() {
    let desk = Desk::new().await;
    let file = desk.file("kept-elsewhere.jsonl");
    let path = file.to_str().unwrap();
    let (code, text) = desk.verify(&["--no-record", "--write-anchors", path]);
    assert_eq!(code, 21, "{text}");
    let kept = std::fs::read_to_string(&file).unwrap();
    assert_eq!(kept.lines().count(), 6, "a line for each chain");
    let (code, text) = desk.verify(&["--no-record", "--anchors", path]);
    assert_eq!(code, 0, "{text}");
    let last = desk.specimen.entries(CHAIN).await.len();
    let here = format!("chain_id = '{CHAIN}'");
    desk.specimen
        .sql([
            format!("DELETE FROM journal_entry WHERE {here} AND seq = {last}"),
            format!(
                "UPDATE journal_head SET seq = seq - 1, hash = (SELECT hash FROM journal_entry \
                 WHERE {here} AND seq = {last} - 1) WHERE {here}"
            ),
            format!("UPDATE counter SET value = value - 1 WHERE scope = 'journal:{CHAIN}' AND name = 'event'"),
        ])
        .await;
    let (code, text) = desk.verify(&["--no-record"]);
    assert_eq!(code, 21, "without an anchor nobody can see it: {text}");
    let (code, text) = desk.verify(&["--no-record", "--anchors", path, "--write-anchors", path]);
    assert_eq!(code, 14, "{text}");
    assert!(text.contains(&format!("{CHAIN} #{}", last - 1)), "{text}");
    assert!(text.contains("no anchors are written"), "{text}");
    let still = std::fs::read_to_string(&file).unwrap();
    assert_eq!(still, kept, "those of before stay");
}

#[tokio::test]
async fn a_run_is_noted_in_the_stores_chains_and_changes_no_verdict() {
    let desk = Desk::new().await;
    let before = desk.specimen.entries("PAR").await.len();
    let (code, text) = desk.verify_with_anchors(&[]).await;
    assert_eq!(code, 0, "{text}");
    for chain in ["PAR", "MIL"] {
        let entries = desk.specimen.entries(chain).await;
        let noted = crate::specimen::stated(entries.last().unwrap());
        assert_eq!(
            (
                &noted["event"],
                &noted["code"],
                &noted["result"],
                &noted["findings"]
            ),
            (&"verification".into(), &1031.into(), &0.into(), &0.into())
        );
        assert!(noted["entries"].as_i64().unwrap() >= 1_000, "{noted}");
    }
    assert_eq!(desk.specimen.entries("PAR").await.len(), before + 1);
    let (code, text) = desk.verify_with_anchors(&["--no-record"]).await;
    assert_eq!(code, 0, "what was noted is signed: {text}");
    assert_eq!(
        desk.specimen.entries("PAR").await.len(),
        before + 1,
        "--no-record writes nothing"
    );
    // A chain that is harmed is left as it is; the other store's tells what was found.
    desk.specimen
        .sql(["UPDATE journal_entry SET at_local = 'x' WHERE chain_id = 'PAR' AND seq = 2"])
        .await;
    for _ in 0..2 {
        let (code, text) = desk.verify(&[]);
        assert_eq!(code, 10, "{text}");
    }
    assert_eq!(desk.specimen.entries("PAR").await.len(), before + 1);
    let entries = desk.specimen.entries("MIL").await;
    let noted = crate::specimen::stated(entries.last().unwrap());
    assert_eq!(
        (&noted["result"], &noted["findings"]),
        (&10.into(), &1.into())
    );
}

/// A server that is ended with the test.
struct Server(std::process::Child);

impl Drop for Server {
    fn drop(&mut self) {
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

impl Desk {
    /// Starts the program and ends it when it has noted what a start verifies; answers with the note.
    async fn start(&self, chain: &str) -> serde_json::Value {
        write_key(self.folder(), &PRESENT_KEY);
        let before = self.specimen.entries(chain).await.len();
        let mut command = vitrine("serve", self.folder());
        if let (_, Some(url)) = self.specimen.program_place() {
            command.env("DATABASE_URL", url);
        }
        let port = crate::purge::free_port().to_string();
        let _server = Server(command.args(["--port", &port]).spawn().unwrap());
        let began = std::time::Instant::now();
        loop {
            let entries = self.specimen.entries(chain).await;
            let mut stated = entries[before..].iter().map(crate::specimen::stated);
            if let Some(noted) = stated.find(|it| it["event"] == "verification") {
                return noted;
            }
            assert!(began.elapsed().as_secs() < 60, "nothing is noted");
            tokio::time::sleep(std::time::Duration::from_millis(50)).await;
        }
    }
}

#[tokio::test]
async fn a_start_verifies_what_came_last_and_notes_it() {
    let desk = Desk::new().await;
    let noted = desk.start("PAR").await;
    assert_eq!(
        (&noted["result"], &noted["findings"]),
        (&21.into(), &0.into())
    );
    assert_eq!(noted["recentEntries"], journal::RECENT_ENTRIES);
    desk.specimen
        .sql([format!(
            "UPDATE journal_entry SET at_local = 'x' WHERE chain_id = '{CHAIN}' AND seq = 40"
        )])
        .await;
    let noted = desk.start("MIL").await;
    assert_eq!(
        (&noted["result"], &noted["findings"]),
        (&10.into(), &1.into())
    );
}

#[tokio::test]
async fn a_journal_of_which_the_tables_say_otherwise_is_archived_on_request_alone() {
    let desk = Desk::new().await;
    write_key(desk.folder(), &PRESENT_KEY);
    let file = desk.file("year.zip");
    let asked = ["--year", "2026", "--to", file.to_str().unwrap()];
    let all_the_same = [&asked[..], &["--despite-findings"]].concat();
    let here = format!("chain_id = '{CHAIN}' AND seq = 40");
    let damage = format!("UPDATE journal_entry SET payload = payload_hash WHERE {here}");
    for (sql, code) in [
        (
            "UPDATE sales_order SET total = total + 1 WHERE journal_seq = 40",
            16,
        ),
        (damage.as_str(), 10),
    ] {
        desk.specimen.sql([sql]).await;
        let (found, text) = desk.run("archive", &asked);
        assert_eq!(found, code, "{text}");
        assert!(text.contains("PAR-1 #40"), "{text}");
        assert!(!file.exists());
        let (found, text) = desk.run("archive", &all_the_same);
        // The entries are good, and the archive holds nothing else; a damaged one is archived by nobody.
        assert_eq!(found, i32::from(code == 10), "{text}");
        assert_eq!(file.exists(), code == 16);
        let _ = std::fs::remove_file(&file);
    }
}

/// Adds a file to an archive.
fn put_into(archive: &Path, name: &str) {
    let mut options = std::fs::OpenOptions::new();
    let file = options.read(true).write(true).open(archive).unwrap();
    let mut archive = zip::ZipWriter::new_append(file).unwrap();
    let plain = zip::write::SimpleFileOptions::default();
    archive.start_file(name, plain).unwrap();
    archive.write_all(b"more").unwrap();
    archive.finish().unwrap();
}

#[tokio::test]
async fn an_archive_is_written_and_proven_far_from_the_shop() {
    let desk = Desk::new().await;
    write_key(desk.folder(), &PRESENT_KEY);
    let file = desk.file("year.zip");
    let path = file.to_str().unwrap();
    let (code, text) = desk.run("archive", &["--year", "2026", "--to", path]);
    assert_eq!(code, 0, "{text}");
    let (code, text) = desk.run("archive", &["--year", "2026", "--to", path]);
    assert_eq!(code, 1, "a file that is there stays: {text}");
    let key = crate::specimen::present_key().public_key().text();
    // Elsewhere there is neither a database nor a key.
    let elsewhere = tempfile::tempdir().unwrap();
    let verify = |path: &str, arguments: &[&str]| {
        let mut command = vitrine("verify", elsewhere.path());
        command.args(["--archive", path]).args(arguments);
        said(&command.output().unwrap())
    };
    let (code, text) = verify(path, &["--public-key", &key]);
    assert_eq!(code, 0, "{text}");
    assert!(text.contains("PAR-1: "), "{text}");
    let (code, text) = verify(path, &[]);
    assert_eq!(
        code, 21,
        "without a key it is said what was not checked: {text}"
    );
    let stranger = journal::Signer::new(&[66; 32]).public_key().text();
    let (code, text) = verify(path, &["--public-key", &stranger]);
    assert_eq!(code, 13, "{text}");
    let cut = desk.file("cut.zip");
    let bytes = std::fs::read(&file).unwrap();
    std::fs::write(&cut, &bytes[..bytes.len() / 2]).unwrap();
    let (code, text) = verify(cut.to_str().unwrap(), &["--public-key", &key]);
    assert_eq!(code, 20, "{text}");
    let changed = desk.file("changed.zip");
    std::fs::copy(&file, &changed).unwrap();
    put_into(&changed, "more.csv");
    let (code, text) = verify(changed.to_str().unwrap(), &["--public-key", &key]);
    assert_eq!(code, 17, "{text}");
    assert_eq!(std::fs::read_dir(elsewhere.path()).unwrap().count(), 0);
    // The journal tells of it and is whole.
    let entries = desk.specimen.entries("PAR").await;
    assert_eq!(entries.last().unwrap().kind, "archive");
    let (code, text) = desk.verify_with_anchors(&["--no-record"]).await;
    assert_eq!(code, 0, "{text}");
}

#[tokio::test]
async fn the_key_changes_hands_and_only_the_new_one_is_left() {
    let desk = Desk::new().await;
    write_key(desk.folder(), &PRESENT_KEY);
    let before = desk.specimen.entries(CHAIN).await.len();
    let path = desk.folder().join(journal::KEY_FILE);
    let old = std::fs::read_to_string(&path).unwrap();
    let (code, text) = desk.run("rotate-key", &[]);
    if desk.specimen.is_postgres() && code == 1 {
        // The shop that wrote the specimen was not ended in order.
        assert!(text.contains("was not ended in order"), "{text}");
        return;
    }
    assert_eq!(code, 0, "{text}");
    assert_ne!(std::fs::read_to_string(&path).unwrap(), old);
    assert!(!desk.folder().join("journal.key.next").exists());
    assert_eq!(desk.specimen.entries(CHAIN).await.len(), before + 1);
    let (code, text) = desk.run("verify", &["--no-record"]);
    assert_eq!(code, 21, "nothing is wrong, no anchors were given: {text}");
    // The key of before is the journal's no more.
    write_key(desk.folder(), &PRESENT_KEY);
    let (code, text) = desk.run("rotate-key", &[]);
    assert_eq!(code, 1, "{text}");
}
