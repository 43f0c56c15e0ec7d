//! The private key of the journal, which lives in a file beside the database and never in it.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use ed25519_dalek::SigningKey;
use shell::private_file;

use crate::rule::entry::Hash;
use crate::rule::key::{self, PublicKey};

/// The name of the key's file in the data directory.
pub const KEY_FILE: &str = "journal.key";
/// The name of the file of a key that is about to take over.
const NEXT_KEY_FILE: &str = "journal.key.next";

/// Why there is no key to sign with.
#[derive(Debug, thiserror::Error)]
pub enum SignerError {
    /// The file cannot be read or written.
    #[error("The journal's key file {path} cannot be {action}: {source}")]
    File {
        /// The file.
        path: PathBuf,
        /// What was tried.
        action: &'static str,
        /// What the system said.
        source: io::Error,
    },
    /// The file is not a key.
    #[error(
        "The journal's key file {0} does not hold 64 hexadecimal digits. Put back the copy that you \
         keep apart from the database; without it the journal cannot be continued"
    )]
    Malformed(PathBuf),
    /// Others may read the file.
    #[error(
        "The journal's key file {path} may be read by others (mode {mode:04o}). Whoever reads it can \
         forge the journal: change the key if that can have happened, else `chmod 600 {path}`"
    )]
    Exposed {
        /// The file.
        path: PathBuf,
        /// Its permissions.
        mode: u32,
    },
}

/// Signs entries. Cheap to clone.
#[derive(Clone)]
pub struct Signer {
    key: Arc<SigningKey>,
    public: PublicKey,
    key_id: Arc<str>,
}

impl std::fmt::Debug for Signer {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "Signer({})", self.key_id)
    }
}

impl Signer {
    /// A signer from the 32 bytes of a private key.
    #[must_use]
    pub fn new(private_key: &[u8; 32]) -> Self {
        let key = SigningKey::from_bytes(private_key);
        let public = key::public_half(&key);
        Self {
            key: Arc::new(key),
            public,
            key_id: public.id().into(),
        }
    }

    /// Loads the key of the data directory, or makes one of `random`, 32 bytes from the system's
    /// source of randomness. A file that exists is never replaced.
    ///
    /// # Errors
    /// When the file cannot be read, made, or trusted.
    pub fn load_or_create(directory: &Path, random: &[u8; 32]) -> Result<Self, SignerError> {
        Self::load_or_create_file(&directory.join(KEY_FILE), random)
    }

    fn load_or_create_file(path: &Path, random: &[u8; 32]) -> Result<Self, SignerError> {
        match Self::load(path) {
            Err(SignerError::File { source, .. }) if source.kind() == io::ErrorKind::NotFound => {
                let digits = format!("{}\n", hex::encode(random));
                private_file::create(path, digits.as_bytes()).map_err(|source| {
                    SignerError::File {
                        path: path.to_owned(),
                        action: "written",
                        source,
                    }
                })?;
                Self::load(path)
            }
            loaded => loaded,
        }
    }

    /// Loads the key of the data directory that is to take over from the present one, or makes it of
    /// `random`. It waits beside the present one until [`Self::replace_key`].
    ///
    /// # Errors
    /// When the file cannot be read, made, or trusted.
    pub fn load_or_create_next(directory: &Path, random: &[u8; 32]) -> Result<Self, SignerError> {
        Self::load_or_create_file(&directory.join(NEXT_KEY_FILE), random)
    }

    /// Puts the key that took over in the place of the one before, which is gone then.
    ///
    /// # Errors
    /// When the directory cannot be written.
    pub fn replace_key(directory: &Path) -> Result<(), SignerError> {
        let path = directory.join(KEY_FILE);
        let synced = fs::rename(directory.join(NEXT_KEY_FILE), &path)
            .and_then(|()| fs::File::open(directory)?.sync_all());
        synced.map_err(|source| SignerError::File {
            path,
            action: "replaced",
            source,
        })
    }

    /// Loads the key of a file.
    ///
    /// # Errors
    /// When the file cannot be read or trusted.
    pub fn load(path: &Path) -> Result<Self, SignerError> {
        let failed = |source| SignerError::File {
            path: path.to_owned(),
            action: "read",
            source,
        };
        let text = fs::read_to_string(path).map_err(failed)?;
        assert_private(path, &fs::metadata(path).map_err(failed)?)?;
        let mut bytes = [0; 32];
        hex::decode_to_slice(text.trim(), &mut bytes)
            .map_err(|_| SignerError::Malformed(path.to_owned()))?;
        Ok(Self::new(&bytes))
    }

    /// The name of the key, as entries carry it.
    #[must_use]
    pub fn key_id(&self) -> &str {
        &self.key_id
    }

    /// The public half, which anybody may have.
    #[must_use]
    pub fn public_key(&self) -> PublicKey {
        self.public
    }

    /// Signs the hash of an entry.
    #[must_use]
    pub fn sign(&self, hash: &Hash) -> [u8; 64] {
        key::sign(&self.key, hash)
    }
}

#[cfg(unix)]
fn assert_private(path: &Path, metadata: &fs::Metadata) -> Result<(), SignerError> {
    use std::os::unix::fs::PermissionsExt as _;
    let mode = metadata.permissions().mode() & 0o777;
    if mode & 0o077 == 0 {
        return Ok(());
    }
    Err(SignerError::Exposed {
        path: path.to_owned(),
        mode,
    })
}

#[cfg(not(unix))]
fn assert_private(_: &Path, _: &fs::Metadata) -> Result<(), SignerError> {
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_key_is_made_once_and_found_again() {
        let directory = tempfile::tempdir().unwrap();
        let first = Signer::load_or_create(directory.path(), &[7; 32]).unwrap();
        let second = Signer::load_or_create(directory.path(), &[8; 32]).unwrap();
        assert_eq!(first.key_id(), second.key_id());
        assert_eq!(first.key_id().len(), 16);
        assert_ne!(first.key_id(), Signer::new(&[8; 32]).key_id());
        let files: Vec<_> = fs::read_dir(directory.path()).unwrap().collect();
        assert_eq!(files.len(), 1, "no draft stays behind");
    }

    #[cfg(unix)]
    #[test]
    fn a_key_that_others_may_read_is_refused() {
        use std::os::unix::fs::PermissionsExt as _;
        let directory = tempfile::tempdir().unwrap();
        Signer::load_or_create(directory.path(), &[7; 32]).unwrap();
        let path = directory.path().join(KEY_FILE);
        let mode = fs::metadata(&path).unwrap().permissions().mode() & 0o777;
        assert_eq!(mode, 0o600);
        fs::set_permissions(&path, fs::Permissions::from_mode(0o640)).unwrap();
        let error = Signer::load_or_create(directory.path(), &[7; 32]).unwrap_err();
        assert!(matches!(error, SignerError::Exposed { mode: 0o640, .. }));
    }

    #[test]
    fn a_file_that_is_no_key_is_named_and_never_replaced() {
        let directory = tempfile::tempdir().unwrap();
        Signer::load_or_create(directory.path(), &[7; 32]).unwrap();
        let path = directory.path().join(KEY_FILE);
        fs::write(&path, "not a key").unwrap();
        let error = Signer::load_or_create(directory.path(), &[7; 32]).unwrap_err();
        assert!(error.to_string().contains("journal.key"), "{error}");
        assert_eq!(fs::read_to_string(&path).unwrap(), "not a key");
        fs::remove_file(&path).unwrap();
        fs::create_dir(&path).unwrap();
        let error = Signer::load_or_create(directory.path(), &[7; 32]).unwrap_err();
        assert!(error.to_string().contains("cannot be read"), "{error}");
    }
}
