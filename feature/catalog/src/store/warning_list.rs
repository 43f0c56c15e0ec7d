//! Lists of words that staff are warned of, as head office keeps them.

use setting::entry::{Entry, one_or_all};
use shell::Outcome;
use shell::db::{Row, Tx, params};

use crate::admin::warning_list::{WarningListValue, own_lines};

/// All lists by code, or the one of a code.
pub(crate) async fn read(tx: &mut Tx, key: Option<&str>) -> Outcome<Vec<Entry<WarningListValue>>> {
    let columns = "SELECT list_code, version, name, words FROM warning_list";
    let rows = one_or_all(tx, columns, ("list_code", key), "list_code").await?;
    rows.into_iter().map(entry).collect()
}

fn entry(mut row: Row) -> Outcome<Entry<WarningListValue>> {
    Ok(Entry {
        key: row.read()?,
        version: row.read()?,
        value: WarningListValue {
            name: row.read()?,
            words: row.read()?,
        },
    })
}

/// Keeps a list, new or in place of what was before.
pub(crate) async fn keep(
    tx: &mut Tx,
    key: &str,
    value: &WarningListValue,
    before: Option<&Entry<WarningListValue>>,
) -> Outcome<()> {
    let sql = if before.is_some() {
        "UPDATE warning_list SET name = $2, words = $3, version = version + 1 \
         WHERE list_code = $1"
    } else {
        "INSERT INTO warning_list (list_code, name, words) VALUES ($1, $2, $3)"
    };
    let values = params![key, &value.name, &value.words];
    Ok(tx.execute_one(sql, values).await?)
}

/// The words of all lists, each once, in alphabetical order.
///
/// # Errors
/// The database's failure.
pub async fn warning_words(tx: &mut Tx) -> Outcome<Vec<String>> {
    let lists = read(tx, None).await?;
    let mut words: Vec<String> = lists
        .iter()
        .flat_map(|list| own_lines(&list.value.words))
        .map(str::to_owned)
        .collect();
    words.sort_unstable();
    words.dedup();
    Ok(words)
}
