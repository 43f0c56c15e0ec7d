//! The test's side of `disk.c`: what goes wrong when, and what is left after the power went.

use std::collections::BTreeSet;
use std::fs;
use std::os::unix::fs::{FileExt, PermissionsExt};
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::OnceLock;
use std::time::Duration;

use rand::RngExt;
use rand::rngs::StdRng;
use shell::db::params;

use crate::books::{self, Books};
use crate::server;

/// The smallest piece that a disk writes whole.
const SECTOR: usize = 512;
/// No last call: it goes wrong until the test says otherwise.
pub(crate) const FOR_EVER: i64 = i64::MAX;

/// The words of the control file, in the order of `enum word`.
#[derive(Clone, Copy)]
enum Word {
    Writes,
    Syncs,
    Reads,
    Kind,
    First,
    Last,
    Only,
    Normal,
    SyncMicro,
    Fired,
    Hanging,
}
const WORDS: usize = 11;

/// What goes wrong, in the order of `enum kind`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Kind {
    /// Writes find no room.
    Full = 1,
    /// Writes fail.
    WriteFails,
    /// The first write is cut in half, then there is no room.
    Short,
    /// Syncs fail, and what was to be synced is forgotten.
    SyncFails,
    /// The process dies in the middle of a write.
    DieWriting,
    /// The process dies in the middle of a sync.
    DieSyncing,
    /// Reads fail.
    ReadFails,
}

/// Which files are meant.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Only {
    Everything = 0,
    Log,
    Database,
}

/// A data directory on a disk that forgets.
pub(crate) struct Disk {
    root: PathBuf,
    control: fs::File,
}

impl Disk {
    /// A disk whose data directory holds what `template` holds, or nothing.
    pub(crate) fn new(template: Option<&Path>) -> Self {
        let name = format!("vitrine-disk-{}", uuid::Uuid::now_v7());
        let root = fs::canonicalize(std::env::temp_dir()).unwrap().join(name);
        fs::create_dir_all(root.join("data")).unwrap();
        if let Some(template) = template {
            copy_files(template, &root.join("data"));
        }
        let control = fs::File::options()
            .read(true)
            .write(true)
            .create_new(true)
            .open(root.join("control"))
            .unwrap();
        control.set_len(4096).unwrap();
        let disk = Self { root, control };
        disk.set(Word::SyncMicro, 200);
        disk
    }

    /// The data directory.
    pub(crate) fn data(&self) -> PathBuf {
        self.root.join("data")
    }

    /// What the books on this disk say. The server must run: the last one to close the files would
    /// tidy them up.
    pub(crate) async fn books(&self) -> Books {
        let file = self.data().join("vitrine.db");
        let books = books::read(&shell::Db::open_sqlite(&file).unwrap()).await;
        self.is_left().await;
        books
    }

    /// Gives the lease of a job to a process that does not run, as one has it that was killed.
    pub(crate) async fn lease_out(&self, job: &'static str) {
        let db = shell::Db::open_sqlite(&self.data().join("vitrine.db")).unwrap();
        db.write(job, |tx, job| {
            Box::pin(async move {
                let sql = "INSERT INTO job_lease (job_name, owner_id, lease_until) VALUES ($1, $2, $3) \
                           ON CONFLICT (job_name) DO UPDATE SET owner_id = $2, lease_until = $3";
                tx.execute_one(sql, params![*job, uuid::Uuid::now_v7(), i64::MAX])
                    .await?;
                Ok(())
            })
        })
        .await
        .unwrap();
        drop(db);
        self.is_left().await;
    }

    /// Waits until this process has nothing open on the disk: a store is closed by its own thread.
    async fn is_left(&self) {
        while has_open_files(&self.data()) {
            tokio::time::sleep(Duration::from_millis(1)).await;
        }
    }

    /// Runs `vitrine verify` on what is on this disk, on a copy: it adds to the journal what it
    /// found, and what another process writes is not what this disk sees.
    pub(crate) fn verify(&self, heads: &str) {
        let copy = self.root.join("copy");
        fs::create_dir(&copy).unwrap();
        copy_files(&self.data(), &copy);
        server::verify(&copy, heads, None);
        fs::remove_dir_all(&copy).unwrap();
    }

    /// Puts a command onto this disk; what is in the data directory now counts as durable.
    pub(crate) fn mount(&self, command: &mut Command) {
        let shadow = self.root.join("shadow");
        let _ = fs::remove_dir_all(&shadow);
        for folder in ["data", "entry", "current"] {
            fs::create_dir_all(shadow.join(folder)).unwrap();
        }
        command
            .env("LD_PRELOAD", library())
            .env("DISK_DATA", self.data())
            .env("DISK_SHADOW", &shadow)
            .env("DISK_CONTROL", self.root.join("control"));
    }

    fn set(&self, word: Word, value: i64) {
        self.control
            .write_all_at(&value.to_ne_bytes(), word as u64 * 8)
            .unwrap();
    }

    fn get(&self, word: Word) -> i64 {
        let mut bytes = [0; 8];
        self.control
            .read_exact_at(&mut bytes, word as u64 * 8)
            .unwrap();
        i64::from_ne_bytes(bytes)
    }

    /// Lets something go wrong from the `first` call of its sort on, counted from now, to the
    /// `last`.
    pub(crate) fn fail(&self, kind: Kind, only: Only, first: i64, last: i64) {
        self.work();
        self.set(Word::First, first);
        self.set(Word::Last, last);
        self.set(Word::Only, only as i64);
        self.set(Word::Kind, kind as i64);
    }

    /// Works again, with counters at zero.
    pub(crate) fn work(&self) {
        for word in [
            Word::Kind,
            Word::Writes,
            Word::Syncs,
            Word::Reads,
            Word::Only,
            Word::Fired,
        ] {
            self.set(word, 0);
        }
    }

    /// Leaves out the syncs that `synchronous=NORMAL` leaves out.
    pub(crate) fn be_normal(&self) {
        self.set(Word::Normal, 1);
    }

    /// How long each sync takes from now on, also one that is under way.
    pub(crate) fn be_slow(&self, sync: Duration) {
        self.set(Word::SyncMicro, i64::try_from(sync.as_micros()).unwrap());
    }

    /// Waits until somebody waits for a sync.
    pub(crate) async fn hangs(&self) {
        while self.get(Word::Hanging) == 0 {
            tokio::time::sleep(Duration::from_millis(1)).await;
        }
    }

    /// How often something went wrong since it was asked for.
    pub(crate) fn fired(&self) -> i64 {
        self.get(Word::Fired)
    }

    /// Leaves in the data directory what a disk may hold after the power went: all that was synced
    /// and, of what was not, each sector with the probability `luck`.
    pub(crate) fn lose_power(&self, random: &mut StdRng, luck: f64) {
        let shadow = self.root.join("shadow");
        let data = self.data();
        let names: BTreeSet<String> = ["entry", "current"]
            .iter()
            .flat_map(|folder| fs::read_dir(shadow.join(folder)).unwrap())
            .map(|entry| entry.unwrap().file_name().into_string().unwrap())
            .collect();
        let left = self.root.join("left");
        fs::create_dir_all(&left).unwrap();
        for name in names {
            let durable = fs::read_to_string(shadow.join("entry").join(&name)).ok();
            let latest = fs::read_to_string(shadow.join("current").join(&name)).ok();
            let is_lucky = random.random_bool(luck);
            let Some(id) = (if is_lucky { &latest } else { &durable }) else {
                continue;
            };
            let mut bytes = fs::read(shadow.join("data").join(id)).unwrap();
            if latest.as_ref() == Some(id) {
                let written = fs::read(data.join(&name)).unwrap();
                bytes = mix(bytes, &written, random, luck);
            }
            let path = left.join(&name);
            fs::write(&path, bytes).unwrap();
            fs::set_permissions(&path, fs::Permissions::from_mode(0o600)).unwrap();
        }
        fs::remove_dir_all(&data).unwrap();
        fs::rename(&left, &data).unwrap();
        self.work();
    }
}

impl Drop for Disk {
    fn drop(&mut self) {
        if std::thread::panicking() {
            eprintln!("what is left is in {}", self.root.display());
        } else {
            let _ = fs::remove_dir_all(&self.root);
        }
    }
}

pub(crate) fn copy_files(from: &Path, to: &Path) {
    for entry in fs::read_dir(from).unwrap() {
        let path = entry.unwrap().path();
        fs::copy(&path, to.join(path.file_name().unwrap())).unwrap();
    }
}

/// Whether this process still has files open in a folder.
fn has_open_files(folder: &Path) -> bool {
    fs::read_dir("/proc/self/fd")
        .unwrap()
        .filter_map(|entry| fs::read_link(entry.unwrap().path()).ok())
        .any(|path| path.starts_with(folder))
}

/// A file of which some unsynced sectors reached the disk.
fn mix(durable: Vec<u8>, written: &[u8], random: &mut StdRng, luck: f64) -> Vec<u8> {
    let mut mixed = durable;
    if random.random_bool(luck) {
        mixed.resize(written.len(), 0);
    }
    for (sector, bytes) in mixed.chunks_mut(SECTOR).enumerate() {
        let at = sector * SECTOR;
        let new = written.get(at..written.len().min(at + bytes.len()));
        if let Some(new) = new
            && bytes[..new.len()] != *new
            && random.random_bool(luck)
        {
            bytes[..new.len()].copy_from_slice(new);
        }
    }
    mixed
}

/// The preloaded library, compiled once for each run of the tests.
fn library() -> &'static Path {
    static LIBRARY: OnceLock<PathBuf> = OnceLock::new();
    LIBRARY.get_or_init(|| {
        let source = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/durability/disk.c");
        let library =
            Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("disk-{}.so", std::process::id()));
        let compiled = Command::new("cc")
            .args([
                "-shared", "-fPIC", "-O2", "-Wall", "-Wextra", "-Werror", "-o",
            ])
            .args([&library, &source])
            .args(["-ldl", "-lpthread"])
            .status()
            .expect("a C compiler: cc");
        assert!(compiled.success(), "{} does not compile", source.display());
        library
    })
}

const _: () = assert!(Word::Hanging as usize + 1 == WORDS);
