//! Words that staff are warned of before they are engraved (domain §14.6): lists, for instance one for
//! each language. Nothing is refused because of them.

pub(super) mod get;
pub(super) mod list;
pub(super) mod save;

use serde::{Deserialize, Serialize};
use setting::entry::{Entry, Few};
use setting::rule::{code, filled, within_length};
use shell::db::{Tx, TxFuture};
use utoipa::ToSchema;

use crate::store;

/// The longest list, in characters.
const LIST_MAX: usize = 10_000;

/// What is kept of a list.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub(crate) struct WarningListValue {
    /// Its name.
    #[schema(example = "French")]
    pub(crate) name: String,
    /// Its words, one on each line.
    #[schema(example = "ZUT\nFLÛTE")]
    pub(crate) words: String,
}

impl Few for WarningListValue {
    const SETTING: &'static str = "warningList";
    const OPERATION: &'static str = "warning_list.save";

    fn read<'a>(tx: &'a mut Tx, key: Option<&'a str>) -> TxFuture<'a, Vec<Entry<Self>>> {
        Box::pin(store::warning_list::read(tx, key))
    }

    fn check<'a>(
        _: &'a mut Tx,
        key: &'a str,
        value: &'a Self,
        _: Option<&'a Self>,
    ) -> TxFuture<'a, Self> {
        Box::pin(async move {
            code(key, "key")?;
            let words = within_length(&value.words, LIST_MAX, "words")?;
            Ok(Self {
                name: filled(&value.name, 60, "name")?,
                words: own_lines(&words).join("\n"),
            })
        })
    }

    fn keep<'a>(
        tx: &'a mut Tx,
        key: &'a str,
        value: &'a Self,
        before: Option<&'a Entry<Self>>,
    ) -> TxFuture<'a, ()> {
        Box::pin(store::warning_list::keep(tx, key, value, before))
    }

    fn text(&self) -> String {
        format!("{} {}", self.name, self.words)
    }
}

/// The words, each on a line of its own, without blank lines and repeats, in their order.
pub(crate) fn own_lines(words: &str) -> Vec<&str> {
    let mut lines: Vec<&str> = Vec::new();
    for word in words.lines().map(str::trim) {
        if !word.is_empty() && !lines.contains(&word) {
            lines.push(word);
        }
    }
    lines
}

#[cfg(test)]
mod tests {
    use super::own_lines;

    #[test]
    fn words_stand_on_lines_of_their_own_once() {
        assert_eq!(own_lines(" ZUT \n\nFLÛTE\r\nZUT\n"), ["ZUT", "FLÛTE"]);
        assert!(own_lines(" \n ").is_empty());
    }
}
