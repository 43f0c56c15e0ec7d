//! Whether each archive that a chain tells of names the one before it.

use super::content::{Sink, StoredEntry};
use super::finding::Code;
use super::kind::Kind;
use crate::record::ArchiveMade;

/// The archives of a chain.
#[derive(Clone, Default)]
pub(super) struct ArchiveCheck {
    /// The hash of the last one that the chain tells of.
    last: Option<String>,
}

impl ArchiveCheck {
    /// Checks that an archive names the one before it. The first that a chain tells of may follow some
    /// that were made before the store was there.
    pub(super) fn meet(&mut self, entry: &StoredEntry, sink: &mut Sink<'_>) {
        if entry.kind != Kind::Archive.name() {
            return;
        }
        let Ok(made) = serde_json::from_slice::<ArchiveMade>(&entry.payload) else {
            sink.add(
                Code::ArchiveBroken,
                "payload",
                "an archive",
                "something else",
            );
            return;
        };
        if let Some(before) = &self.last
            && made.previous.as_ref() != Some(before)
        {
            let found = made.previous.unwrap_or_else(|| "none".to_owned());
            sink.add(Code::ArchiveBroken, "previous", before, found);
        }
        self.last = Some(made.manifest_hash);
    }
}
