//! What a backup says of itself.

use journal::Anchor;
use serde::{Deserialize, Serialize};

/// The form of the backups that this program makes and reads.
pub const FORMAT: &str = "vitrine-backup/1";
/// The name of the manifest in a backup.
pub(crate) const MANIFEST: &str = "manifest.json";

/// What a backup holds.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Manifest {
    /// [`FORMAT`].
    pub format: String,
    /// The version of the program that made it.
    pub software_version: String,
    /// The number of the last migration of its schema.
    pub schema: i64,
    /// When it was begun, in RFC 3339: what was committed before is in it.
    pub made_at: String,
    /// Whether the keys are in it, in clear.
    pub holds_keys: bool,
    /// The files.
    pub files: Vec<PackedFile>,
    /// The heads of the journal's chains, which are anchors too.
    pub heads: Vec<Anchor>,
}

/// A file of a backup.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct PackedFile {
    /// Its path in the data directory.
    pub name: String,
    /// Its length.
    pub bytes: u64,
    /// Its SHA-256 in hexadecimal.
    pub sha256: String,
}
