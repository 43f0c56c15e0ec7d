//! Signatures that are proven before it is their turn, by all processors together: a verification consists of
//! little else.

use std::collections::HashSet;
use std::thread;

use super::content::StoredEntry;
use super::key::PublicKey;

/// Fewer entries than this are not worth a thread.
const PART_MIN: usize = 64;

/// What a key has signed for certain. Whatever is not in it is looked at again when its turn comes.
#[derive(Clone, Default)]
pub(crate) struct Ahead {
    key: Option<PublicKey>,
    signed: HashSet<(Vec<u8>, Vec<u8>)>,
}

impl Ahead {
    /// Proves which of the entries a key has signed.
    pub(crate) fn prove(key: PublicKey, entries: &[&StoredEntry]) -> Self {
        let processors = thread::available_parallelism().map_or(1, usize::from);
        let part = entries.len().div_ceil(processors).max(PART_MIN);
        let is_signed = |entry: &&&StoredEntry| key.has_signed(&entry.hash, &entry.signature);
        let prove = |part: &[&StoredEntry]| -> Vec<(Vec<u8>, Vec<u8>)> {
            let signed = part.iter().filter(is_signed);
            signed
                .map(|entry| (entry.hash.clone(), entry.signature.clone()))
                .collect()
        };
        let signed = thread::scope(|scope| {
            let parts: Vec<_> = entries
                .chunks(part)
                .map(|part| scope.spawn(move || prove(part)))
                .collect();
            // A thread that panicked has proven nothing.
            let proven = parts.into_iter().filter_map(|part| part.join().ok());
            proven.flatten().collect()
        });
        Self {
            key: Some(key),
            signed,
        }
    }

    /// Whether it is proven that a key has signed an entry's hash as it says.
    pub(crate) fn holds(&self, key: &PublicKey, entry: &StoredEntry) -> bool {
        self.key.as_ref() == Some(key)
            && self
                .signed
                .contains(&(entry.hash.clone(), entry.signature.clone()))
    }
}
