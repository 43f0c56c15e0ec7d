//! A statement is posted while the disk fails, while the power goes, and while the program is killed: it is
//! posted once with all its books, or it is not, and whoever asks again with the same key gets it posted.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::time::Duration;

use rand::rngs::StdRng;
use rand::{RngExt, SeedableRng};
use reqwest::Method;
use serde_json::{Value, json};

use crate::books::Books;
use crate::disk::{Disk, FOR_EVER, Kind, Only, copy_files};
use crate::failing::{STRIDE, assert_clear};
use crate::postgres;
use crate::server::{Server, verify};
use crate::shop::{empty_log, template};
use crate::till::{Answer, Gone, Intent, Sale, Till};

/// How often the program is killed on PostgreSQL while it posts.
const KILLS: &str = "VITRINE_POSTING_KILLS";
/// The longest that a statement may stay as a kill left it, until the job goes on with it: until the lease
/// of the dead process is over, and the job looks again.
const JOB_MAX: Duration = Duration::from_secs(60);

/// How a posting was answered.
#[derive(Debug)]
enum Said {
    Posted,
    /// It will be: the books are still to be written.
    Posting,
    Refused(Answer),
}

/// Who sells and who closes, with the statement at work.
struct Desk {
    seller: Till,
    manager: Till,
    random: StdRng,
    /// The statement that was counted last.
    statement: String,
    /// Asks for the posting, always under the same key.
    posting: Option<Intent>,
}

impl Desk {
    async fn open(server: &Server) -> Self {
        Self {
            seller: Till::open(server.address, 0).await,
            manager: Till::log_in(server.address, "manager".to_owned()).await,
            random: StdRng::seed_from_u64(3),
            statement: String::new(),
            posting: None,
        }
    }

    fn turn_to(&mut self, server: &Server) {
        self.seller.turn_to(server.address);
        self.manager.turn_to(server.address);
    }

    async fn ask(&self, path: &str, body: Value) -> Value {
        let intent = Intent::new(Method::POST, path, body);
        let answer = self.manager.send(&intent).await.unwrap();
        assert!(answer.status.is_success(), "{path}: {answer:?}");
        answer.envelope["data"].clone()
    }

    async fn sell(&mut self) {
        self.seller.plan(&mut self.random);
        self.seller.finish().await.unwrap();
    }

    /// Sells, moves cash, calculates, and counts what there is to count.
    async fn count(&mut self) {
        self.sell().await;
        let cash = json!({ "minor": 5_000, "currency": "EUR" });
        self.ask("/drawer/safe-drop", json!({ "amount": cash }))
            .await;
        let statement = self.ask("/statement", json!({})).await;
        let path = format!("/statement/{}", statement["statementNo"].as_str().unwrap());
        for drawer in statement["tenders"][0]["drawers"].as_array().unwrap() {
            let note = json!({ "denomination": 10_000, "pieces": 2 });
            let counted = json!({
                "tenderCode": "CASH", "terminalNo": drawer["terminalNo"], "denominations": [note],
            });
            self.ask(&format!("{path}/count"), counted).await;
        }
        let body = json!({ "reason": "Nobody looked", "bagNo": "B-1" });
        self.posting = Some(Intent::new(Method::POST, &format!("{path}/posting"), body));
        self.statement = path;
    }

    /// Asks the card terminals, which a posting would do before anything else.
    async fn ask_terminals(&self) {
        self.ask(&format!("{}/terminal-totals", self.statement), json!({}))
            .await;
    }

    /// Asks for the posting.
    async fn post(&self) -> Result<Said, Gone> {
        let answer = self.manager.send(self.posting.as_ref().unwrap()).await?;
        if !answer.status.is_success() {
            return Ok(Said::Refused(answer));
        }
        match answer.envelope["data"]["state"].as_str() {
            Some("POSTED") => Ok(Said::Posted),
            Some("POSTING") => Ok(Said::Posting),
            _ => panic!("{answer:?}"),
        }
    }

    /// Asks for the posting, which nothing keeps from being done.
    async fn post_now(&self) {
        let said = self.post().await.unwrap();
        assert!(matches!(said, Said::Posted), "{said:?}");
    }

    /// As soon as the disk works there is a till that sells.
    async fn goes_on_selling(&self) {
        let body = json!({ "staffId": "d0" });
        let intent = Intent::new(Method::PUT, "/basket/salesperson", body);
        let answer = self.seller.send(&intent).await.unwrap();
        assert!(answer.status.is_success(), "{answer:?}");
    }

    /// Whoever looks sees the statement and everything else.
    async fn assert_reads(&self) {
        for path in ["/statement", "/statement/current", "/order", "/item/BR-1"] {
            let answer = self.manager.get(path).await.unwrap();
            assert!(answer.status.is_success(), "{path}: {answer:?}");
        }
    }

    /// All that was sold is booked, and nothing else.
    fn assert_books(&self, books: &Books) {
        let sold: Vec<_> = books.sales.iter().collect();
        let mut acknowledged: Vec<_> = self.seller.sold.iter().collect();
        acknowledged.sort();
        assert_eq!(sold, acknowledged);
    }

    /// How the statement stands that was asked to be posted last.
    fn state(&self, books: &Books) -> String {
        self.assert_books(books);
        books.statements.last().unwrap().clone()
    }

    /// The shop goes on: it sells, and posts a second statement that nothing disturbs. Then the books prove both.
    async fn end_day(&mut self, disk: &Disk, server: Server) {
        self.count().await;
        self.post_now().await;
        let books = disk.books().await;
        self.assert_books(&books);
        assert_eq!(books.statements, ["POSTED", "POSTED"]);
        server.finish();
        disk.verify(&books.heads);
    }
}

/// A shop on a disk of its own whose first statement of the day is counted.
async fn counted() -> (Disk, Server, Desk) {
    let disk = Disk::new(Some(template().await));
    let server = Server::start(&disk);
    let mut desk = Desk::open(&server).await;
    desk.count().await;
    (disk, server, desk)
}

/// Asks for the posting with something wrong at every position, until it has fewer. Card terminals were asked
/// before, which [`while_terminals_are_asked`] goes through. It is said that the statement is posted, then the books
/// are written: where one of these was done, its positions were gone through, and those of the next are counted from
/// the first.
async fn at_every_position(kind: Kind, is_lasting: bool) {
    let (disk, server, mut desk) = counted().await;
    desk.ask_terminals().await;
    // As after a kill: the job waits, and whoever asks goes on.
    disk.lease_out("POST_STATEMENTS").await;
    let mut failed: BTreeMap<String, i64> = BTreeMap::new();
    let mut before = disk.books().await;
    let mut position = 1;
    while before.statements != ["POSTED"] {
        let last = if is_lasting { FOR_EVER } else { position };
        disk.fail(kind, Only::Everything, position, last);
        let said = desk.post().await.unwrap();
        desk.assert_reads().await;
        disk.work();
        desk.goes_on_selling().await;
        let books = disk.books().await;
        desk.assert_books(&books);
        let state = books.statements[0].as_str();
        match &said {
            Said::Posted => assert_eq!(state, "POSTED"),
            Said::Posting => assert_eq!(state, "POSTING"),
            Said::Refused(answer) => {
                assert_clear(answer, kind);
                // Only where it says that it does not know may it be kept that it is posted.
                let is_uncertain = answer.refusal() == Some("server.uncertain");
                assert!(state == "COUNTED" || is_uncertain, "{state}: {answer:?}");
            }
        }
        if !matches!(said, Said::Posted) {
            *failed.entry(before.statements[0].clone()).or_default() += 1;
        }
        let is_as_before =
            (books.periods, &books.statements) == (before.periods, &before.statements);
        position = if is_as_before { position + 1 } else { 1 };
        before = books;
    }
    println!("{kind:?}, lasting {is_lasting}: failed {failed:?}");
    // A commit has one sync, and many writes.
    let least = if kind == Kind::SyncFails { 1 } else { 10 };
    for state in ["COUNTED", "POSTING"] {
        assert!(failed.get(state) >= Some(&least), "{state}: {failed:?}");
    }
    desk.post_now().await;
    desk.end_day(&disk, server).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_full_disk_at_every_write_of_a_posting() {
    at_every_position(Kind::Full, true).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_disk_that_fills_up_in_the_middle_of_every_write_of_a_posting() {
    at_every_position(Kind::Short, true).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_failing_write_at_every_write_of_a_posting() {
    at_every_position(Kind::WriteFails, false).await;
    at_every_position(Kind::WriteFails, true).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_failing_sync_at_every_sync_of_a_posting() {
    at_every_position(Kind::SyncFails, false).await;
    at_every_position(Kind::SyncFails, true).await;
}

/// The store of [`counted`], kept to begin with again and again, and what its tills knew then.
struct Prepared {
    folder: PathBuf,
    sold: Vec<Sale>,
    posting: Option<Intent>,
}

impl Prepared {
    async fn new(is_asked: bool) -> (Self, Desk) {
        let (disk, server, desk) = counted().await;
        if is_asked {
            // A question that is cut off makes the next posting wait for its answer.
            desk.ask_terminals().await;
        }
        server.finish();
        empty_log(&disk.data().join("vitrine.db"));
        let folder = Path::new(env!("CARGO_TARGET_TMPDIR"))
            .join(format!("durability-counted-{}", uuid::Uuid::now_v7()));
        std::fs::create_dir_all(&folder).unwrap();
        copy_files(&disk.data(), &folder);
        let sold = desk.seller.sold.clone();
        let posting = desk.posting.clone();
        (
            Self {
                folder,
                sold,
                posting,
            },
            desk,
        )
    }

    /// A server on a copy, and the desk as it was.
    fn start(&self, desk: &mut Desk) -> (Disk, Server) {
        let disk = Disk::new(Some(&self.folder));
        let server = Server::start(&disk);
        desk.turn_to(&server);
        desk.seller.sold.clone_from(&self.sold);
        desk.posting.clone_from(&self.posting);
        (disk, server)
    }
}

impl Drop for Prepared {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(&self.folder);
    }
}

/// The disk fails while a posting asks the card terminals, which it does before anything else. What a terminal told
/// is told once: writing it down is tried again for seconds, so that every so-manyeth position is enough.
async fn while_terminals_are_asked(kind: Kind, stride: i64) {
    let (prepared, mut desk) = Prepared::new(false).await;
    // How often nobody was asked then, and how often an answer was lost.
    let (mut unasked, mut unanswered) = (0, 0);
    let mut position = 1;
    loop {
        let (disk, server) = prepared.start(&mut desk);
        disk.fail(kind, Only::Everything, position, FOR_EVER);
        let said = desk.post().await.unwrap();
        desk.assert_reads().await;
        disk.work();
        desk.goes_on_selling().await;
        let books = disk.books().await;
        let state = desk.state(&books);
        let (questions, answers) = books.periods;
        let is_over = questions > 0 && answers == questions;
        if !is_over {
            let Said::Refused(answer) = &said else {
                panic!("{said:?}, and {answers} of {questions} answered");
            };
            assert_clear(answer, kind);
            assert_eq!(state, "COUNTED");
            match questions {
                0 => unasked += 1,
                _ => unanswered += 1,
            }
        }
        desk.post_now().await;
        desk.end_day(&disk, server).await;
        if is_over {
            break;
        }
        position += stride;
    }
    println!("{kind:?} while terminals are asked: {unasked} unasked, {unanswered} unanswered");
    assert!(unasked > 0 && unanswered > 0);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_full_disk_while_a_posting_asks_the_terminals() {
    let stride = i64::try_from(crate::parameter(STRIDE, 9)).unwrap();
    while_terminals_are_asked(Kind::Full, stride).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_failing_sync_while_a_posting_asks_the_terminals() {
    while_terminals_are_asked(Kind::SyncFails, 1).await;
}

/// The power goes at every sync, and at every so-manyeth write, of a posting.
#[tokio::test(flavor = "multi_thread")]
async fn a_posting_that_loses_power_is_posted_once_or_not_at_all() {
    let stride = i64::try_from(crate::parameter(STRIDE, 9)).unwrap();
    let (prepared, mut desk) = Prepared::new(true).await;
    let mut seen: BTreeMap<String, i64> = BTreeMap::new();
    let mut has_waited = false;
    for (kind, stride) in [(Kind::DieSyncing, 1), (Kind::DieWriting, stride)] {
        let mut position = 1;
        loop {
            let (disk, server) = prepared.start(&mut desk);
            disk.fail(kind, Only::Everything, position, FOR_EVER);
            let said = desk.post().await;
            let is_answered = matches!(said, Ok(Said::Posted));
            assert!(is_answered || said.is_err(), "{said:?}");
            server.kill();
            let luck = [0.0, 0.5, 1.0][desk.random.random_range(0..3)];
            disk.lose_power(&mut desk.random, luck);
            let server = Server::start(&disk);
            desk.turn_to(&server);
            let state = desk.state(&disk.books().await);
            assert!(!is_answered || state == "POSTED", "it said that it was");
            *seen.entry(format!("{kind:?}: {state}")).or_default() += 1;
            if state == "POSTING" && !std::mem::replace(&mut has_waited, true) {
                wait_for_job(&disk).await;
            }
            desk.post_now().await;
            desk.end_day(&disk, server).await;
            if is_answered {
                break;
            }
            position += stride;
        }
    }
    println!("the power went in a posting, and left {seen:?}");
    for state in ["COUNTED", "POSTING"] {
        let is_seen = seen.keys().any(|it| it.ends_with(state));
        assert!(is_seen, "never {state}: {seen:?}");
    }
}

/// Nobody asks again: the job goes on with what the kill left.
async fn wait_for_job(disk: &Disk) {
    let asked = tokio::time::Instant::now();
    while disk.books().await.statements != ["POSTED"] {
        assert!(asked.elapsed() < JOB_MAX, "the job does not go on with it");
        tokio::time::sleep(Duration::from_millis(200)).await;
    }
}

/// The program is killed at any moment of a posting, on PostgreSQL.
#[tokio::test(flavor = "multi_thread")]
async fn a_posting_that_is_killed_on_postgresql_is_posted_once_or_not_at_all() {
    if std::env::var_os("TEST_DATABASE_URL").is_none() {
        println!("left out: TEST_DATABASE_URL names no PostgreSQL");
        return;
    }
    let kills = crate::parameter(KILLS, 12);
    let mut shop = postgres::Shop::open().await;
    let mut desk = Desk::open(&shop.server).await;
    let mut seen: BTreeMap<String, u64> = BTreeMap::new();
    // How long an undisturbed posting takes.
    desk.count().await;
    let began = tokio::time::Instant::now();
    desk.post_now().await;
    let usual = began.elapsed();
    for kill in 1..=kills {
        desk.count().await;
        let after = usual.mul_f64(desk.random.random_range(0.0..1.1));
        let (answer, ()) = tokio::join!(desk.post(), async {
            tokio::time::sleep(after).await;
            shop.server.kill_now();
        });
        shop.server = Server::start_on(&shop.folder, &shop.database);
        desk.turn_to(&shop.server);
        let state = desk.state(&shop.books().await);
        assert!(answer.is_err() || state == "POSTED", "it said that it was");
        *seen.entry(state).or_default() += 1;
        desk.post_now().await;
        let books = shop.books().await;
        desk.assert_books(&books);
        let posted = usize::try_from(kill + 1).unwrap();
        assert_eq!(books.statements, vec!["POSTED"; posted]);
    }
    println!("{kills} kills in a posting on PostgreSQL left {seen:?}");
    let heads = shop.books().await.heads;
    verify(&shop.folder, &heads, Some(&shop.database));
}
