use std::collections::BTreeMap;
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

    /// What whoever translated has to mend, for the test of a paper: a table that cannot be read, a word that
    /// is blank, places that are not those of the English word, and a language that repeats more than
    /// `same_max` English words. A table that was copied from English would be complete, too.
    pub fn faults(&self, same_max: usize) -> Vec<String> {
        let table = |language| -> BTreeMap<String, String> {
            serde_json::from_str((self.text)(language)).unwrap_or_default()
        };
        let english = table(Language::English);
        let mut faults = Vec::new();
        for language in Language::ALL {
            if let Err(error) = self.of(language) {
                faults.push(error.to_string());
            }
            let own = table(language);
            let is_english = language.tag().starts_with("en");
            let same = own
                .iter()
                .filter(|&(key, text)| english.get(key) == Some(text));
            let same = same.count();
            if !is_english && same > same_max {
                faults.push(format!("{language} repeats {same} English words"));
            }
            for (key, text) in own {
                if text.trim().is_empty() {
                    faults.push(format!("{language} {key} is blank"));
                }
                if english.get(&key).map(|text| places(text)) != Some(places(&text)) {
                    faults.push(format!("{language} {key} fills other places"));
                }
            }
        }
        faults
    }
}

/// The names in braces, in the order of the alphabet: each language has its own order.
fn places(text: &str) -> Vec<&str> {
    let rest = text.split('{').skip(1);
    let mut places: Vec<&str> = rest
        .map(|rest| rest.split_once('}').map_or(rest, |(place, _)| place))
        .collect();
    places.sort_unstable();
    places
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

/// The words of a paper: the type `Words` with a member for each, and `WORDS`, their
/// [`LabelTables`](crate::LabelTables) of a folder.
#[macro_export]
macro_rules! words {
    ($folder:literal: $($name:ident),* $(,)?) => {
        /// The words of the papers.
        #[derive(Debug, serde::Deserialize, serde::Serialize)]
        #[serde(deny_unknown_fields)]
        pub(crate) struct Words { $(pub(crate) $name: String),* }

        static WORDS: $crate::LabelTables<Words> = $crate::label_tables!($folder);
    };
}

#[cfg(test)]
mod tests {
    use super::*;

    #[derive(Debug, serde::Deserialize)]
    struct Words {
        #[expect(dead_code, reason = "only whether it can be read is looked at")]
        total: String,
    }

    /// The text of a table in a language.
    type Told = fn(Language) -> &'static str;

    fn faults(of: Told) -> Vec<String> {
        LabelTables::<Words>::new(of).faults(0)
    }

    #[test]
    fn tables_that_are_blank_copied_or_fill_other_places_have_faults() {
        let sound = faults(|language| match language {
            Language::English | Language::EnglishUnitedStates => r#"{"total":"{a} of {b}"}"#,
            _ => r#"{"total":"{b}: {a}"}"#,
        });
        assert_eq!(sound, Vec::<String>::new());
        let french = |fault: &str| format!("fr {fault}");
        let table: [(Told, String); 3] = [
            (
                |language| match language {
                    Language::French => r#"{"total":" "}"#,
                    Language::English | Language::EnglishUnitedStates => r#"{"total":"Total"}"#,
                    _ => r#"{"total":"Summe"}"#,
                },
                french("total is blank"),
            ),
            (
                |language| match language {
                    Language::French => r#"{"total":"{c}"}"#,
                    Language::English | Language::EnglishUnitedStates => r#"{"total":"in {a}"}"#,
                    _ => r#"{"total":"{a}"}"#,
                },
                french("total fills other places"),
            ),
            (
                |language| match language {
                    Language::French | Language::English | Language::EnglishUnitedStates => {
                        r#"{"total":"Total"}"#
                    }
                    _ => r#"{"total":"Summe"}"#,
                },
                french("repeats 1 English words"),
            ),
        ];
        for (of, fault) in table {
            assert_eq!(faults(of), [fault]);
        }
        let lacking = faults(|language| match language {
            Language::French => "{}",
            Language::English | Language::EnglishUnitedStates => r#"{"total":"Total"}"#,
            _ => r#"{"total":"Summe"}"#,
        });
        assert_eq!(lacking.len(), 1, "{lacking:?}");
    }
}
