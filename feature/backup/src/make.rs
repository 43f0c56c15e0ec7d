//! Making a backup.

use std::fs::{self, File, OpenOptions, TryLockError};
use std::io::{self, BufWriter, Write};
use std::path::{Path, PathBuf};

use jiff::Timestamp;
use shell::{Db, Failure};
use zip::ZipWriter;
use zip::write::SimpleFileOptions;

use crate::manifest::{FORMAT, MANIFEST, Manifest, PackedFile};
use crate::{BackupError, CHUNK, DATABASE_FILE, PICTURE_FOLDER, WORK_FOLDER, read_hashed};

/// What is secret in the data directory, or may hold a password, and in a backup only when it is asked
/// for.
pub(crate) const SECRET_FILES: [&str; 5] = [
    journal::KEY_FILE,
    "journal.key.next",
    "vault.key",
    "token.key",
    "vitrine.toml",
];
/// A backup that is wanted.
#[derive(Clone, Debug)]
pub struct Order {
    /// The data directory.
    pub data: PathBuf,
    /// The file to make.
    pub to: PathBuf,
    /// Whether the keys are to be in it, in clear.
    pub with_keys: bool,
    /// When.
    pub now: Timestamp,
}

/// A backup that waits in the work folder, under a lock, for its proof.
#[derive(Debug)]
pub struct Made {
    /// Where it goes when [`Made::publish`] is called.
    pub to: PathBuf,
    /// Where it is.
    pub draft: PathBuf,
    /// What it says of itself.
    pub manifest: Manifest,
    /// SHA-256 of the file, in hexadecimal.
    pub sha256: String,
    /// Its length.
    pub bytes: u64,
    work: Work,
}

impl Made {
    /// A folder that is not there, in which it may be unpacked to be proven; it goes with this value.
    #[must_use]
    pub fn proving_ground(&self) -> PathBuf {
        self.work.path.join("proof")
    }

    /// Gives the backup its name: from here on it is there, also after a power cut.
    ///
    /// # Errors
    /// When a file of that name came meanwhile, or the folder cannot be written.
    pub fn publish(&self) -> Result<(), BackupError> {
        let failed = BackupError::file(&self.to, "written");
        // A link refuses to replace a file; a rename would not.
        match fs::hard_link(&self.draft, &self.to) {
            Err(error) if error.kind() == io::ErrorKind::AlreadyExists => {
                Err(BackupError::Exists(self.to.clone()))
            }
            // Not all file systems of memory sticks know links.
            Err(_) => fs::rename(&self.draft, &self.to)
                .and_then(|()| sync_folder(&self.to))
                .map_err(failed),
            Ok(()) => sync_folder(&self.to).map_err(failed),
        }
    }
}

/// The folder in which a backup is made, taken for one process at a time.
#[derive(Debug)]
struct Work {
    path: PathBuf,
    /// Held as long as this lives; the system gives it up when the process dies.
    _lock: File,
}

impl Work {
    /// Takes the work folder beside a file, and tidies up what a kill left there.
    fn take(to: &Path) -> Result<Self, BackupError> {
        let folder = folder_of(to);
        let path = folder.join(WORK_FOLDER);
        let failed = |error| BackupError::file(&path, "written")(error);
        fs::create_dir_all(&path).map_err(failed)?;
        let lock_file = path.join("lock");
        let lock = File::create(&lock_file).map_err(failed)?;
        match lock.try_lock() {
            Ok(()) => {}
            Err(TryLockError::WouldBlock) => return Err(BackupError::Busy(folder)),
            Err(TryLockError::Error(error)) => return Err(failed(error)),
        }
        for entry in fs::read_dir(&path).map_err(failed)? {
            let left = entry.map_err(failed)?.path();
            if left == lock_file {
                continue;
            }
            let removed = match left.is_dir() {
                true => fs::remove_dir_all(&left),
                false => fs::remove_file(&left),
            };
            removed.map_err(failed)?;
        }
        Ok(Self { path, _lock: lock })
    }
}

impl Drop for Work {
    fn drop(&mut self) {
        // What cannot be removed now is by the next backup.
        let _ = fs::remove_dir_all(&self.path);
    }
}

fn folder_of(path: &Path) -> PathBuf {
    match path.parent() {
        Some(folder) if !folder.as_os_str().is_empty() => folder.to_owned(),
        _ => PathBuf::from("."),
    }
}

pub(crate) fn sync_folder(of: &Path) -> io::Result<()> {
    File::open(folder_of(of))?.sync_all()
}

/// Makes a backup of a store in use, and leaves it in the work folder beside its place: what was
/// committed before this was called is in it. Nobody but its owner may read it.
///
/// # Errors
/// When there is a file of that name, the store is PostgreSQL, or something cannot be read or written.
pub async fn make(db: &Db, order: Order) -> Result<Made, BackupError> {
    if order.to.exists() {
        return Err(BackupError::Exists(order.to));
    }
    let work = Work::take(&order.to)?;
    let copy = work.path.join(DATABASE_FILE);
    // So that nobody else reads what SQLite writes into it.
    create_private(&copy).map_err(BackupError::file(&copy, "written"))?;
    db.copy_to(&copy).await?;
    let draft = work.path.join("draft");
    // The copy is packed before it is opened: whoever opens it may write into it.
    let packing = (order.clone(), copy.clone(), draft.clone());
    let mut pack = tokio::task::spawn_blocking(move || {
        let (order, copy, draft) = packing;
        pack_files(&order, &copy, &draft)
    })
    .await
    .map_err(Failure::internal)??;
    let copied = Db::open_sqlite(&copy).map_err(Failure::Db)?;
    let manifest = Manifest {
        format: FORMAT.to_owned(),
        software_version: shell::http::VERSION.to_owned(),
        schema: copied.schema_version().await?,
        made_at: order.now.to_string(),
        holds_keys: order.with_keys,
        files: std::mem::take(&mut pack.files),
        heads: copied
            .read((), |tx, ()| Box::pin(journal::list_heads(tx)))
            .await?,
    };
    drop(copied);
    let sealed = manifest.clone();
    let (sha256, bytes) = tokio::task::spawn_blocking(move || pack.finish(&sealed))
        .await
        .map_err(Failure::internal)??;
    for name in ["", "-wal", "-shm"] {
        let _ = fs::remove_file(work.path.join(format!("{DATABASE_FILE}{name}")));
    }
    Ok(Made {
        to: order.to,
        draft,
        manifest,
        sha256,
        bytes,
        work,
    })
}

fn create_private(path: &Path) -> io::Result<File> {
    let mut options = OpenOptions::new();
    options.write(true).create_new(true);
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
    options.open(path)
}

fn pack_files(order: &Order, copy: &Path, draft: &Path) -> Result<Pack, BackupError> {
    let mut pack = Pack::new(draft)?;
    pack.add(DATABASE_FILE, copy, true)?;
    let pictures = order.data.join(PICTURE_FOLDER);
    if pictures.is_dir() {
        pack.add_folder(PICTURE_FOLDER, &pictures)?;
    }
    if order.with_keys {
        for name in SECRET_FILES {
            let path = order.data.join(name);
            if path.exists() {
                pack.add(name, &path, true)?;
            }
        }
    }
    Ok(pack)
}

/// The file that is written, with the hashes of what is in it.
struct Pack {
    path: PathBuf,
    zip: ZipWriter<BufWriter<File>>,
    files: Vec<PackedFile>,
}

impl Pack {
    fn new(path: &Path) -> Result<Self, BackupError> {
        let file = create_private(path).map_err(BackupError::file(path, "written"))?;
        Ok(Self {
            path: path.to_owned(),
            zip: ZipWriter::new(BufWriter::with_capacity(CHUNK, file)),
            files: Vec::new(),
        })
    }

    fn failed(&self, error: impl Into<io::Error>) -> BackupError {
        BackupError::file(&self.path, "written")(error.into())
    }

    fn begin(&mut self, name: &str, is_squeezed: bool) -> Result<(), BackupError> {
        let method = match is_squeezed {
            true => zip::CompressionMethod::Deflated,
            false => zip::CompressionMethod::Stored,
        };
        let options = SimpleFileOptions::default()
            .compression_method(method)
            // The quickest: a backup is made while the shop sells.
            .compression_level(is_squeezed.then_some(1))
            .unix_permissions(0o600)
            .large_file(true);
        self.zip
            .start_file(name, options)
            .map_err(|error| self.failed(error))
    }

    fn add(&mut self, name: &str, path: &Path, is_squeezed: bool) -> Result<(), BackupError> {
        let unread = |error| BackupError::file(path, "read")(error);
        let mut file = File::open(path).map_err(unread)?;
        self.begin(name, is_squeezed)?;
        let (bytes, sha256) = read_hashed(&mut file, u64::MAX, unread, |piece| {
            let written = self.zip.write_all(piece);
            written.map_err(|error| self.failed(error))
        })?;
        self.files.push(PackedFile {
            name: name.to_owned(),
            bytes,
            sha256,
        });
        Ok(())
    }

    /// Adds the files of a folder and of those in it. Pictures are called by their content, so that one
    /// that goes meanwhile is one that the database of the copy does not name.
    fn add_folder(&mut self, name: &str, path: &Path) -> Result<(), BackupError> {
        let unread = |error| BackupError::file(path, "read")(error);
        let mut entries = fs::read_dir(path)
            .and_then(Iterator::collect::<io::Result<Vec<_>>>)
            .map_err(unread)?;
        entries.sort_by_key(fs::DirEntry::file_name);
        for entry in entries {
            let Ok(file) = entry.file_name().into_string() else {
                continue;
            };
            let (name, kind) = (format!("{name}/{file}"), entry.file_type().map_err(unread)?);
            if kind.is_dir() {
                self.add_folder(&name, &entry.path())?;
            } else if kind.is_file() {
                match self.add(&name, &entry.path(), false) {
                    Err(BackupError::File {
                        source,
                        action: "read",
                        ..
                    }) if source.kind() == io::ErrorKind::NotFound => {}
                    other => other?,
                }
            }
        }
        Ok(())
    }

    /// Writes the manifest, and all of it to the disk; answers hash and length of the file.
    fn finish(mut self, manifest: &Manifest) -> Result<(String, u64), BackupError> {
        let text = serde_json::to_string_pretty(manifest).map_err(Failure::internal)?;
        self.begin(MANIFEST, true)?;
        let written = self.zip.write_all(text.as_bytes());
        written.map_err(|error| self.failed(error))?;
        let path = self.path;
        let failed = |error| BackupError::file(&path, "written")(error);
        let file = self.zip.finish().map_err(|error| failed(error.into()))?;
        let file = file
            .into_inner()
            .map_err(|error| failed(error.into_error()))?;
        file.sync_all().map_err(failed)?;
        let mut file = File::open(&path).map_err(failed)?;
        let (bytes, sha256) = read_hashed(&mut file, u64::MAX, failed, |_| Ok(()))?;
        Ok((sha256, bytes))
    }
}
