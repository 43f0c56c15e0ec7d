use std::sync::OnceLock;

use serde::de::DeserializeOwned;

use crate::error::DocumentError;
use crate::language::Language;

/// The words of a paper, `T`, in each language; [`label_tables!`](crate::label_tables) makes one of a
/// folder.
#[derive(Debug)]
pub struct LabelTables<T> {
    text: fn(Language) -> &'static str,
    read: [OnceLock<Result<T, String>>; Language::ALL.len()],
}

impl<T: DeserializeOwned> LabelTables<T> {
    /// Tables that are read from JSON when they are first asked for.
    #[must_use]
    pub const fn new(text: fn(Language) -> &'static str) -> Self {
        Self {
            text,
            read: [const { OnceLock::new() }; Language::ALL.len()],
        }
    }

    /// The words in a language.
    ///
    /// # Errors
    /// [`DocumentError::Label`] when the table lacks a word or has one too many.
    pub fn of(&self, language: Language) -> Result<&T, DocumentError> {
        let read = self.read[language as usize].get_or_init(|| {
            serde_json::from_str((self.text)(language)).map_err(|error| error.to_string())
        });
        read.as_ref().map_err(|reason| DocumentError::Label {
            language: language.tag(),
            reason: reason.clone(),
        })
    }
}

/// [`LabelTables`](crate::LabelTables) of a folder beside the source that holds `en.json` and so on.
#[macro_export]
macro_rules! label_tables {
    ($folder:literal) => {
        $crate::LabelTables::new(|language| match language {
            $crate::Language::English => include_str!(concat!($folder, "/en.json")),
            $crate::Language::EnglishUnitedStates => include_str!(concat!($folder, "/en-US.json")),
            $crate::Language::ChineseSimplified => include_str!(concat!($folder, "/zh-Hans.json")),
            $crate::Language::ChineseTraditional => include_str!(concat!($folder, "/zh-Hant.json")),
            $crate::Language::French => include_str!(concat!($folder, "/fr.json")),
            $crate::Language::German => include_str!(concat!($folder, "/de.json")),
            $crate::Language::Spanish => include_str!(concat!($folder, "/es.json")),
            $crate::Language::Italian => include_str!(concat!($folder, "/it.json")),
            $crate::Language::Japanese => include_str!(concat!($folder, "/ja.json")),
            $crate::Language::Arabic => include_str!(concat!($folder, "/ar.json")),
        })
    };
}
