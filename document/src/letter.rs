//! What papers of other crates have in common with receipts: the head, and what is printed large.

use serde::Serialize;

use crate::error::DocumentError;
use crate::label::labels;
use crate::language::Language;
use crate::receipt::{Banner, JournalMark, Store};
use crate::writer::{Head, Locale, Writer};

/// The beginning of a paper, as a template takes it: `locale`, `store` and `notices`.
#[derive(Serialize)]
pub struct Letter {
    locale: Locale,
    store: Head,
    notices: Vec<String>,
}

/// The beginning of a paper of a store: `copy` is the number of the copy, none on the original.
///
/// # Errors
/// [`DocumentError::Label`] when an embedded table is damaged.
pub fn letter(
    language: Language,
    store: &Store,
    banner: Option<Banner>,
    copy: Option<u32>,
) -> Result<Letter, DocumentError> {
    let writer = Writer::new(language, labels(language)?);
    Ok(Letter {
        locale: Locale::new(language),
        store: writer.head(store),
        notices: writer.notices(banner, copy),
    })
}

/// Where the journal states what a paper says, as every paper prints it: chain, number and the first
/// characters of the hash (reliability c.6).
///
/// # Errors
/// [`DocumentError::Label`] when an embedded table is damaged.
pub fn journal_line(language: Language, mark: &JournalMark) -> Result<String, DocumentError> {
    Ok(Writer::new(language, labels(language)?).journal_line(mark))
}
