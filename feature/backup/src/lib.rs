//! Backups of a store in a SQLite file: one file with the database, the pictures and a manifest, made
//! while the shop sells, and unpacked again only as what its manifest says (reliability row 22).
//!
//! What makes and unpacks them is here; who proves what was unpacked is `app`, which knows all books.

mod make;
mod manifest;
pub mod rule;
mod unpack;

use std::io::{self, Read};
use std::path::PathBuf;

use sha2::{Digest, Sha256};
use shell::Failure;

pub use make::{Made, Order, make};
pub use manifest::{FORMAT, Manifest, PackedFile};
pub use unpack::{read_manifest, unpack};

/// The name of the database in the data directory, and in a backup.
pub const DATABASE_FILE: &str = "vitrine.db";
/// The folder of pictures in the data directory, and in a backup.
pub const PICTURE_FOLDER: &str = "pictures";
/// The folder beside backups in which one is made and proven. What a kill leaves lies there alone.
pub const WORK_FOLDER: &str = ".vitrine-backup";

/// Why there is no backup, or why it is not unpacked.
#[derive(Debug, thiserror::Error)]
pub enum BackupError {
    /// The store cannot be read.
    #[error(transparent)]
    Store(#[from] Failure),
    /// A file cannot be read or written.
    #[error("{} cannot be {action}: {source}", .path.display())]
    File {
        /// The file.
        path: PathBuf,
        /// What was tried.
        action: &'static str,
        /// What the system said.
        source: io::Error,
    },
    /// There is a file of this name.
    #[error("{} is there already", .0.display())]
    Exists(PathBuf),
    /// Another backup is being made in the same folder.
    #[error("Another backup is being made in {}; wait until it has ended", .0.display())]
    Busy(PathBuf),
    /// The file is no backup, or not what its manifest says.
    #[error("{} is damaged or no backup: {reason}", .path.display())]
    Damaged {
        /// The file.
        path: PathBuf,
        /// What is wrong.
        reason: String,
    },
}

impl BackupError {
    /// Something that cannot be done with a file.
    fn file(
        path: impl Into<PathBuf>,
        action: &'static str,
    ) -> impl FnOnce(io::Error) -> BackupError {
        let path = path.into();
        move |source| Self::File {
            path,
            action,
            source,
        }
    }
}

/// How much is read at a time.
const CHUNK: usize = 256 * 1024;

/// Reads all, gives each piece on, and answers the length and the SHA-256 in hexadecimal. It ends early
/// behind `most` bytes.
fn read_hashed(
    from: &mut impl Read,
    most: u64,
    unread: impl Fn(io::Error) -> BackupError,
    mut give: impl FnMut(&[u8]) -> Result<(), BackupError>,
) -> Result<(u64, String), BackupError> {
    let mut digest = Sha256::new();
    let mut chunk = vec![0; CHUNK];
    let mut bytes = 0;
    loop {
        let read = from.read(&mut chunk).map_err(&unread)?;
        bytes += read as u64;
        if read == 0 || bytes > most {
            return Ok((bytes, hex::encode(digest.finalize())));
        }
        give(&chunk[..read])?;
        digest.update(&chunk[..read]);
    }
}
