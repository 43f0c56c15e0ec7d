//! Unpacking a backup: all of it as its manifest says, or nothing that anybody takes for whole.

use std::fs::{self, File, OpenOptions};
use std::io::{self, BufReader, Read, Write};
use std::path::{Component, Path};

use zip::ZipArchive;
use zip::result::ZipError;

use crate::make::sync_folder;
use crate::manifest::{FORMAT, MANIFEST, Manifest, PackedFile};
use crate::{BackupError, read_hashed};

/// The longest manifest that is read: what is longer was made to do harm.
const MANIFEST_MAX: u64 = 64 * 1024 * 1024;

type Zip = ZipArchive<BufReader<File>>;

/// Reads what a backup says of itself.
///
/// # Errors
/// When it cannot be read, or is no backup.
pub fn read_manifest(path: &Path) -> Result<Manifest, BackupError> {
    open(path).map(|(_, manifest)| manifest)
}

/// Unpacks a backup into a new folder, each file compared with the manifest. When it fails the folder
/// holds a part.
///
/// # Errors
/// When it cannot be read or written, is no backup, or a file is not what the manifest says.
pub fn unpack(path: &Path, into: &Path) -> Result<Manifest, BackupError> {
    let (mut zip, manifest) = open(path)?;
    fs::create_dir_all(into).map_err(BackupError::file(into, "written"))?;
    for file in &manifest.files {
        unpack_file(path, &mut zip, file, into)?;
    }
    sync_folder(&into.join(MANIFEST)).map_err(BackupError::file(into, "written"))?;
    Ok(manifest)
}

fn open(path: &Path) -> Result<(Zip, Manifest), BackupError> {
    let file = File::open(path).map_err(BackupError::file(path, "read"))?;
    let mut zip = ZipArchive::new(BufReader::new(file)).map_err(|error| unzipped(path, error))?;
    let mut text = Vec::new();
    zip.by_name(MANIFEST)
        .map_err(|error| unzipped(path, error))?
        .take(MANIFEST_MAX)
        .read_to_end(&mut text)
        .map_err(|error| damaged(path, format!("its manifest cannot be read: {error}")))?;
    let manifest: Manifest = serde_json::from_slice(&text)
        .map_err(|error| damaged(path, format!("its manifest is none: {error}")))?;
    if manifest.format != FORMAT {
        let reason = format!(
            "its form {} is one that this program does not know",
            manifest.format
        );
        return Err(damaged(path, reason));
    }
    Ok((zip, manifest))
}

fn damaged(path: &Path, reason: String) -> BackupError {
    BackupError::Damaged {
        path: path.to_owned(),
        reason,
    }
}

fn unzipped(path: &Path, error: ZipError) -> BackupError {
    match error {
        ZipError::Io(source) if source.kind() != io::ErrorKind::UnexpectedEof => {
            BackupError::file(path, "read")(source)
        }
        other => damaged(path, other.to_string()),
    }
}

fn unpack_file(
    path: &Path,
    zip: &mut Zip,
    expected: &PackedFile,
    into: &Path,
) -> Result<(), BackupError> {
    let name = &expected.name;
    let is_inside = Path::new(name)
        .components()
        .all(|part| matches!(part, Component::Normal(_)));
    if !is_inside || name.is_empty() {
        return Err(damaged(
            path,
            format!("{name} is no file of a data directory"),
        ));
    }
    let mut packed = zip
        .by_name(name)
        .map_err(|error| damaged(path, format!("{name}: {error}")))?;
    let place = into.join(name);
    let unwritten = |error| BackupError::file(&place, "written")(error);
    if let Some(folder) = place.parent() {
        fs::create_dir_all(folder).map_err(unwritten)?;
    }
    let mut options = OpenOptions::new();
    options.write(true).create_new(true);
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
    let mut file = options.open(&place).map_err(unwritten)?;
    let broken = |error| damaged(path, format!("{name}: {error}"));
    // A file that goes on beyond what the manifest says could fill the disk.
    let found = read_hashed(&mut packed, expected.bytes, broken, |piece| {
        file.write_all(piece).map_err(unwritten)
    })?;
    if found != (expected.bytes, expected.sha256.clone()) {
        return Err(damaged(
            path,
            format!("{name} is not what the manifest says"),
        ));
    }
    file.sync_all().map_err(unwritten)
}
