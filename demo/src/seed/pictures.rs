//! The drawings as files.

use std::fs;
use std::path::{Path, PathBuf};

use shell::{Failure, Outcome};

use crate::catalogue::Item;
use crate::picture::draw;

/// The file of an item's picture.
pub(super) fn file_name(item_no: &str) -> String {
    format!("{}.svg", item_no.to_lowercase())
}

/// Draws every item whose picture is not there yet.
///
/// A file that is there stays: a retailer may have put a picture of their own in its place.
pub(super) fn write(folder: &Path, items: &[Item]) -> Outcome<()> {
    let failed = |path: &Path, error: std::io::Error| {
        Failure::internal(format!(
            "the picture {} cannot be written: {error}",
            path.display()
        ))
    };
    fs::create_dir_all(folder).map_err(|error| failed(folder, error))?;
    for item in items {
        let path = folder.join(file_name(&item.item_no));
        if path.exists() {
            continue;
        }
        // Beside its place and then moved there, so that a power cut leaves no half picture.
        let draft: PathBuf = path.with_extension("svg.new");
        fs::write(&draft, draw(&item.drawing))
            .and_then(|()| fs::rename(&draft, &path))
            .map_err(|error| failed(&path, error))?;
    }
    Ok(())
}
