//! Backups: made while tills sell, killed, damaged, and put back.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};
use std::time::{Duration, Instant};

use futures::future::join_all;
use rand::rngs::StdRng;
use rand::{RngExt, SeedableRng};
use shell::{Clock, Db};
use tempfile::TempDir;

use crate::books;
use crate::disk::Disk;
use crate::server::{self, Server, vitrine};
use crate::shop::{TILLS, template};
use crate::till::{Sale, Till};

/// How many sales each till makes before anything else.
const SALES_BEFORE: usize = 2;
/// How many kills and how many damaged files are tried.
const KILLS: u32 = 12;
const FLIPS: u64 = 150;

/// A shop that has sold something, and a place for what is made of it.
struct Scene {
    disk: Disk,
    server: Option<Server>,
    tills: Vec<Till>,
    place: TempDir,
}

impl Scene {
    async fn open() -> Self {
        let disk = Disk::new(Some(template().await));
        let server = Server::start(&disk);
        let opened = (0..TILLS).map(|till| Till::open(server.address, till));
        let mut scene = Self {
            tills: join_all(opened).await,
            server: Some(server),
            disk,
            place: tempfile::tempdir().unwrap(),
        };
        let mut random = StdRng::seed_from_u64(3);
        for _ in 0..SALES_BEFORE {
            for till in &mut scene.tills {
                till.plan(&mut random);
                till.finish().await.unwrap();
            }
        }
        scene
    }

    fn sold(&self) -> BTreeSet<Sale> {
        self.tills.iter().flat_map(|it| it.sold.clone()).collect()
    }

    fn path(&self, name: &str) -> PathBuf {
        self.place.path().join(name)
    }

    /// `vitrine backup` of this shop, into a file.
    fn backup(&self, name: &str, arguments: &[&str]) -> Command {
        let mut command = vitrine("backup", &self.disk.data());
        command.arg("--to").arg(self.path(name)).args(arguments);
        command
    }

    /// A backup that must succeed.
    fn backed_up(&self, name: &str) -> PathBuf {
        let (code, text) = said(&self.backup(name, &[]).output().unwrap());
        assert_eq!(code, 0, "{text}");
        self.path(name)
    }

    /// `vitrine restore` into a folder of a name, with the keys of the shop.
    fn restore(&self, from: &Path, to: &str, arguments: &[&str]) -> (i32, String) {
        let mut command = vitrine("restore", &self.path(to));
        command.arg("--from").arg(from).args(arguments);
        command.arg("--keys").arg(self.disk.data());
        said(&command.output().unwrap())
    }
}

fn said(output: &Output) -> (i32, String) {
    let text = [output.stdout.as_slice(), &output.stderr].concat();
    (
        output.status.code().unwrap_or(-1),
        String::from_utf8(text).unwrap(),
    )
}

fn open(data: &Path) -> Db {
    Db::open_sqlite(&data.join("vitrine.db")).unwrap()
}

/// How many entries of the journal tell of an event, and how many chains there are.
async fn told(db: &Db, event: &'static str) -> (i64, i64) {
    db.read(event, |tx, event| {
        Box::pin(async move {
            let sql = "SELECT COUNT(*) FROM journal_entry WHERE CAST(payload AS TEXT) LIKE $1";
            let like = format!("%\"event\":\"{event}\"%");
            let told = tx.query_one(sql, shell::params![like]).await?.read()?;
            let heads = "SELECT COUNT(*) FROM journal_head";
            Ok((told, tx.query_one(heads, &[]).await?.read()?))
        })
    })
    .await
    .unwrap()
}

#[tokio::test(flavor = "multi_thread")]
async fn what_was_sold_before_a_backup_is_in_it_though_tills_go_on_selling() {
    let mut scene = Scene::open().await;
    let before = scene.sold();
    let selling: Vec<_> = std::mem::take(&mut scene.tills)
        .into_iter()
        .enumerate()
        .map(|(seed, mut till)| {
            tokio::spawn(async move {
                let random = StdRng::seed_from_u64(seed as u64);
                till.sell_until_gone(random).await;
                till
            })
        })
        .collect();
    let mut making = scene.backup("first.backup", &[]);
    let made = tokio::task::spawn_blocking(move || making.output().unwrap());
    let (code, text) = said(&made.await.unwrap());
    assert_eq!(code, 0, "{text}");
    tokio::time::sleep(Duration::from_millis(300)).await;
    let (heads, left_at) = (scene.disk.books().await.heads, Clock::system().now());
    scene.server.take().unwrap().kill();
    for till in join_all(selling).await {
        scene.tills.push(till.unwrap());
    }
    let after = scene.sold();
    let first = scene.path("first.backup");
    let (code, text) = scene.restore(&first, "first", &[]);
    assert_eq!(code, 0, "{text}");
    let data = scene.path("first");
    let restored = books::read(&open(&data)).await;
    assert!(
        restored.sales.is_superset(&before),
        "what was acknowledged is in it"
    );
    assert!(restored.sales.is_subset(&after));
    println!(
        "{} before, {} in it, {} after",
        before.len(),
        restored.sales.len(),
        after.len()
    );
    assert!(restored.sales.len() < after.len(), "tills sold meanwhile");
    let (told_restored, chains) = told(&open(&data), "databaseRestored").await;
    assert_eq!(
        told_restored, chains,
        "each chain tells that a new stretch begins"
    );
    // What was sold after it is lost, and the heads of then prove it.
    let anchors = scene.path("heads.jsonl");
    fs::write(&anchors, &heads).unwrap();
    let with_anchors = ["--anchors", anchors.to_str().unwrap()];
    let (code, text) = scene.restore(&first, "second", &with_anchors);
    assert_eq!(code, 22, "{text}");
    assert!(text.contains("Lost of D-0: the entries"), "{text}");
    // Later verifications tell a cut tail from what the restore lost, when anchors say when they left.
    let verify = || {
        let mut command = vitrine("verify", &scene.path("second"));
        said(
            &command
                .args(with_anchors)
                .arg("--no-record")
                .output()
                .unwrap(),
        )
    };
    let (code, text) = verify();
    assert_eq!(code, 14, "{text}");
    let left = format!("\"at\":\"{left_at}\",\"chain\"");
    fs::write(&anchors, heads.replace("\"chain\"", &left)).unwrap();
    let (code, text) = verify();
    assert_eq!(code, 21, "{text}");
    assert!(text.contains("entries of D-0 up to"), "{text}");
    // The shop goes on selling with what was restored.
    let disk = Disk::new(Some(&data));
    server::verify(&disk.data(), &restored.heads, None);
    let server = Server::start(&disk);
    let mut till = Till::open(server.address, 0).await;
    // The baskets of the moment of the backup are there, too.
    till.give_up().await;
    till.plan(&mut StdRng::seed_from_u64(9));
    till.finish().await.unwrap();
    assert_eq!(disk.books().await.sales.len(), restored.sales.len() + 1);
    server.finish();
    disk.verify(&restored.heads);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_kill_during_a_backup_leaves_nothing_under_its_name() {
    let scene = Scene::open().await;
    let began = Instant::now();
    scene.backed_up("folder.backup");
    let whole = began.elapsed();
    let mut random = StdRng::seed_from_u64(rand::random());
    let mut halves = 0;
    for kill in 0..KILLS {
        let name = format!("{kill}.backup");
        let mut making = scene.backup(&name, &[]).spawn().unwrap();
        std::thread::sleep(whole.mul_f64(random.random_range(0.0..1.0)));
        making.kill().unwrap();
        making.wait().unwrap();
        if scene.path(&name).exists() {
            backup::unpack(&scene.path(&name), &scene.path(&format!("{kill}"))).unwrap();
        } else {
            halves += 1;
        }
    }
    println!("{halves} of {KILLS} kills before the backup was there");
    assert!(halves > 0, "no kill came in time to prove anything");
    scene.backed_up("last.backup");
    let work = scene.place.path().join(backup::WORK_FOLDER);
    assert!(!work.exists(), "what kills left is tidied up by the next");
    let (told, _) = told(&open(&scene.disk.data()), "backupMade").await;
    assert!(told >= 2, "the journal tells of backups");
    let (code, text) = said(&scene.backup("last.backup", &[]).output().unwrap());
    assert_eq!(code, 1, "a backup that is there stays: {text}");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_damaged_backup_is_found_and_nothing_is_restored() {
    let scene = Scene::open().await;
    let path = scene.backed_up("good.backup");
    let manifest = backup::read_manifest(&path).unwrap();
    let bytes = fs::read(&path).unwrap();
    let mut random = StdRng::seed_from_u64(5);
    let damaged = scene.path("damaged.backup");
    let mut found = 0;
    for flip in 0..FLIPS {
        let mut harmed = bytes.clone();
        // The ends, where the file says what is in it, and anywhere.
        let at = match flip % 3 {
            0 => random.random_range(0..200),
            1 => bytes.len() - random.random_range(1..600),
            _ => random.random_range(0..bytes.len()),
        };
        harmed[at] ^= 1 << random.random_range(0..8);
        fs::write(&damaged, harmed).unwrap();
        let into = scene.path("unpacked");
        match backup::unpack(&damaged, &into) {
            Err(_) => found += 1,
            // A bit without a meaning, such as the time of a file: all that is unpacked is as it was.
            Ok(unpacked) => assert_eq!(unpacked, manifest, "bit {at}"),
        }
        let _ = fs::remove_dir_all(&into);
    }
    println!("{found} of {FLIPS} flipped bits matter");
    assert!(found > FLIPS / 2);
    for harmed in [
        flipped(&bytes, &scene),
        bytes[..bytes.len() - 1_000].to_vec(),
        b"no backup".to_vec(),
    ] {
        fs::write(&damaged, harmed).unwrap();
        let (code, text) = scene.restore(&damaged, "nowhere", &[]);
        assert_eq!(code, 18, "{text}");
        assert!(text.contains("damaged.backup"), "{text}");
        let left = fs::read_dir(scene.path("nowhere")).unwrap().count();
        assert_eq!(left, 0, "nothing is restored");
        assert!(!scene.path("nowhere.restoring").exists());
    }
}

/// A backup in which a bit behind the middle is another, the first one that means something: where pages are
/// alike, what is packed can point to another one that holds the same.
fn flipped(bytes: &[u8], scene: &Scene) -> Vec<u8> {
    let (file, into) = (scene.path("flipped.backup"), scene.path("unpacked"));
    let harmed = (bytes.len() / 2..bytes.len()).find_map(|at| {
        let mut flipped = bytes.to_vec();
        flipped[at] ^= 1;
        fs::write(&file, &flipped).unwrap();
        let unpacked = backup::unpack(&file, &into);
        let _ = fs::remove_dir_all(&into);
        unpacked.is_err().then_some(flipped)
    });
    harmed.unwrap()
}

#[tokio::test(flavor = "multi_thread")]
async fn a_restore_replaces_only_when_it_is_asked_to_and_keeps_what_was_there() {
    let mut scene = Scene::open().await;
    let path = scene.backed_up("good.backup");
    let sold = scene.sold();
    let data = scene.disk.data();
    let into = |arguments: &[&str]| {
        let mut command = vitrine("restore", &data);
        said(
            &command
                .arg("--from")
                .arg(&path)
                .args(arguments)
                .output()
                .unwrap(),
        )
    };
    let (code, text) = into(&[]);
    assert_eq!(code, 1, "{text}");
    assert!(text.contains("--replace"), "{text}");
    let (code, text) = into(&["--replace"]);
    assert_eq!(code, 1, "a shop that sells is not replaced: {text}");
    assert!(text.contains("Another Vitrine serves"), "{text}");
    let mut random = StdRng::seed_from_u64(4);
    scene.tills[0].plan(&mut random);
    scene.tills[0].finish().await.unwrap();
    scene.server.take().unwrap().finish();
    // Its keys are taken from what is put aside.
    let (code, text) = into(&["--replace"]);
    assert_eq!(code, 0, "{text}");
    assert_eq!(books::read(&open(&data)).await.sales, sold);
    let parent = data.parent().unwrap();
    let aside = fs::read_dir(parent)
        .unwrap()
        .map(|entry| entry.unwrap().path())
        .find(|path| path.to_string_lossy().contains("data.before-"))
        .expect("what was there is kept");
    assert_eq!(books::read(&open(&aside)).await.sales.len(), sold.len() + 1);
}

#[tokio::test(flavor = "multi_thread")]
async fn keys_are_in_a_backup_when_they_are_asked_for_and_missed_when_not() {
    use std::os::unix::fs::PermissionsExt as _;
    let scene = Scene::open().await;
    let bare = scene.backed_up("bare.backup");
    let mode = fs::metadata(&bare).unwrap().permissions().mode() & 0o777;
    assert_eq!(mode, 0o600, "it holds the customers");
    let restore = |from: &Path, to: &str| {
        let mut command = vitrine("restore", &scene.path(to));
        said(&command.arg("--from").arg(from).output().unwrap())
    };
    let (code, text) = restore(&bare, "bare");
    assert_eq!(code, 1, "{text}");
    assert!(text.contains("--keys"), "{text}");
    let (code, text) = said(
        &scene
            .backup("full.backup", &["--with-keys"])
            .output()
            .unwrap(),
    );
    assert_eq!(code, 0, "{text}");
    let (code, text) = restore(&scene.path("full.backup"), "full");
    assert_eq!(code, 0, "{text}");
    for name in [journal::KEY_FILE, "vault.key"] {
        let key = scene.path("full").join(name);
        let same = fs::read(scene.disk.data().join(name)).unwrap();
        assert_eq!(fs::read(&key).unwrap(), same);
        assert_eq!(
            fs::metadata(&key).unwrap().permissions().mode() & 0o777,
            0o600
        );
    }
    // Another shop's key cannot go on with this journal.
    let other = scene.path("other");
    fs::create_dir(&other).unwrap();
    journal::Signer::load_or_create(&other, &[9; 32]).unwrap();
    let mut command = vitrine("restore", &scene.path("foreign"));
    command.arg("--from").arg(&bare).arg("--keys").arg(&other);
    let (code, text) = said(&command.output().unwrap());
    assert_eq!(code, 13, "{text}");
}
