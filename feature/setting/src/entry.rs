//! What all entries that head office keeps have in common: a key, a version, lists, and saving.

use kernel::page::{Page, row_limit};
use kernel::search::{fold, words};
use kernel::{ErrorKind, Refusal};
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use shell::db::{Row, Tx, TxFuture, params};
use shell::http::idempotency::{Intent, once};
use shell::http::{Answer, IdempotencyKey, Reply};
use shell::{Outcome, Shell};
use utoipa::{IntoParams, ToSchema};

use crate::table::EXPORT_ROWS_MAX;
use crate::{
    CHANGED_MEANWHILE, CODE_TAKEN, Change, Desk, ENTRY_NOT_FOUND, NOT_CHANGED, REFERENCE_UNKNOWN,
    write_down,
};

/// An entry as head office sees it.
#[derive(Clone, Debug, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct Entry<T> {
    /// What it is known by.
    #[schema(example = "LAGUNE")]
    pub key: String,
    /// Counts its changes.
    #[schema(example = 3)]
    pub version: i64,
    /// What is kept of it.
    pub value: T,
}

/// An entry as it is to be from now on.
#[derive(Clone, Debug, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct SaveRequest<T> {
    /// The version that was seen; null for an entry that is new.
    #[schema(example = 3)]
    pub version: Option<i64>,
    /// What is kept of it: all of it.
    pub value: T,
}

/// The row of the entry whose `key` column has a value, or all rows in an order. `select` is the query up
/// to its condition.
///
/// # Errors
/// The database's failure.
pub async fn one_or_all(
    tx: &mut Tx,
    select: &str,
    (column, key): (&str, Option<&str>),
    order: &str,
) -> Outcome<Vec<Row>> {
    let rows = match key {
        Some(key) => {
            let sql = format!("{select} WHERE {column} = $1");
            tx.query(&sql, params![key]).await?
        }
        None => {
            let sql = format!("{select} ORDER BY {order}");
            tx.query(&sql, params![]).await?
        }
    };
    Ok(rows)
}

/// Which entries are wanted.
#[derive(Clone, Debug, Deserialize, IntoParams)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
#[into_params(parameter_in = Query)]
pub struct EntryQuery {
    /// Words that code and name contain.
    pub search: Option<String>,
    /// Where the page starts, as the page before said.
    pub cursor: Option<String>,
    /// How many rows, 200 at the most.
    pub limit: Option<i64>,
}

/// Where a page of a list starts and how many rows it has. A cursor is the number of rows before.
#[derive(Clone, Copy, Debug)]
pub struct Window {
    /// How many rows come before it.
    pub start: i64,
    /// How many rows it has.
    pub rows: i64,
}

impl Window {
    /// The page that a cursor and a limit ask for.
    #[must_use]
    pub fn new(cursor: Option<&str>, limit: Option<i64>) -> Self {
        let start = cursor.and_then(|cursor| cursor.parse().ok());
        Self {
            start: start.unwrap_or(0).max(0),
            rows: row_limit(limit),
        }
    }

    /// Everything, for a table that leaves the program.
    #[must_use]
    pub const fn whole() -> Self {
        Self {
            start: 0,
            rows: EXPORT_ROWS_MAX,
        }
    }

    /// A page of rows of which all were read.
    #[must_use]
    pub fn cut<T>(self, mut rows: Vec<T>) -> Page<T> {
        let total = i64::try_from(rows.len()).unwrap_or(i64::MAX);
        let start = usize::try_from(self.start.min(total)).unwrap_or(0);
        let mut shown = rows.split_off(start);
        shown.truncate(usize::try_from(self.rows).unwrap_or(0));
        self.page(shown, total)
    }

    /// A page whose rows were read already, of a list of `total`.
    #[must_use]
    pub fn page<T>(self, items: Vec<T>, total: i64) -> Page<T> {
        let end = self.start + i64::try_from(items.len()).unwrap_or(0);
        Page {
            next_cursor: (end < total && !items.is_empty()).then(|| end.to_string()),
            items,
            total,
        }
    }
}

/// A kind of entry that head office keeps.
pub trait Kept: Serialize + DeserializeOwned + Clone + Send + Sync + 'static {
    /// Its name in the journal.
    const SETTING: &'static str;
    /// The operation that saves it.
    const OPERATION: &'static str;

    /// The entry of a key.
    fn find<'a>(tx: &'a mut Tx, key: &'a str) -> TxFuture<'a, Option<Entry<Self>>>;

    /// The value as it may be kept: trimmed, complete, and with nothing named that is not there.
    fn check<'a>(
        tx: &'a mut Tx,
        key: &'a str,
        value: &'a Self,
        before: Option<&'a Self>,
    ) -> TxFuture<'a, Self>;

    /// Keeps it, new or in place of what was before.
    fn keep<'a>(
        tx: &'a mut Tx,
        key: &'a str,
        value: &'a Self,
        before: Option<&'a Entry<Self>>,
    ) -> TxFuture<'a, ()>;
}

/// A kind of which there are so few that one statement reads one of them or all, for the form and
/// for the list.
pub trait Few: Serialize + DeserializeOwned + Clone + Send + Sync + 'static {
    /// Its name in the journal.
    const SETTING: &'static str;
    /// The operation that saves it.
    const OPERATION: &'static str;

    /// The entry of a key, or all of them in their order.
    fn read<'a>(tx: &'a mut Tx, key: Option<&'a str>) -> TxFuture<'a, Vec<Entry<Self>>>;

    /// As [`Kept::check`].
    fn check<'a>(
        tx: &'a mut Tx,
        key: &'a str,
        value: &'a Self,
        before: Option<&'a Self>,
    ) -> TxFuture<'a, Self>;

    /// As [`Kept::keep`].
    fn keep<'a>(
        tx: &'a mut Tx,
        key: &'a str,
        value: &'a Self,
        before: Option<&'a Entry<Self>>,
    ) -> TxFuture<'a, ()>;

    /// What they are found by; nothing where all of them are looked through.
    fn text(&self) -> String {
        String::new()
    }
}

/// A kind whose entries each hold from a day on. The day is part of the key: another day is another entry,
/// and what was decided by an old one stays explained.
pub trait Dated: Sized {
    /// What it is known by.
    fn key(&self) -> String;

    /// The entry, if it is still the one of that key.
    ///
    /// # Errors
    ///
    /// [`REFERENCE_UNKNOWN`] at `validFrom`.
    fn still_of(self, key: &str) -> Outcome<Self> {
        match self.key() == key {
            true => Ok(self),
            false => Err(refused(&REFERENCE_UNKNOWN, "validFrom")),
        }
    }
}

impl<T: Few> Kept for T {
    const SETTING: &'static str = <T as Few>::SETTING;
    const OPERATION: &'static str = <T as Few>::OPERATION;

    fn find<'a>(tx: &'a mut Tx, key: &'a str) -> TxFuture<'a, Option<Entry<Self>>> {
        Box::pin(async move { Ok(T::read(tx, Some(key)).await?.pop()) })
    }

    fn check<'a>(
        tx: &'a mut Tx,
        key: &'a str,
        value: &'a Self,
        before: Option<&'a Self>,
    ) -> TxFuture<'a, Self> {
        <T as Few>::check(tx, key, value, before)
    }

    fn keep<'a>(
        tx: &'a mut Tx,
        key: &'a str,
        value: &'a Self,
        before: Option<&'a Entry<Self>>,
    ) -> TxFuture<'a, ()> {
        <T as Few>::keep(tx, key, value, before)
    }
}

/// Those of a few that a search leaves.
pub(crate) async fn found<T: Few>(shell: &Shell, search: Option<&str>) -> Outcome<Vec<Entry<T>>> {
    let mut all = shell.db.read((), |tx, ()| T::read(tx, None)).await?;
    let words = words(search.unwrap_or_default());
    all.retain(|entry| {
        let text = fold(&format!("{} {}", entry.key, entry.value.text()));
        words.iter().all(|word| text.contains(word))
    });
    Ok(all)
}

/// Those of a few that a search leaves, page by page.
///
/// # Errors
/// The database's failure.
pub async fn list<T: Few + ToSchema>(shell: &Shell, query: EntryQuery) -> Reply {
    let found = found::<T>(shell, query.search.as_deref()).await?;
    let window = Window::new(query.cursor.as_deref(), query.limit);
    Answer::of(&window.cut(found))
}

/// One entry.
///
/// # Errors
/// [`ENTRY_NOT_FOUND`], or the database's failure.
pub async fn get<T: Kept>(shell: &Shell, key: String) -> Reply {
    let found = shell
        .db
        .read(key, |tx, key| {
            Box::pin(async move { T::find(tx, key).await?.ok_or((&ENTRY_NOT_FOUND).into()) })
        })
        .await?;
    Answer::of(&found)
}

/// Keeps an entry under a key.
///
/// # Errors
/// As [`keep`].
pub async fn save<T: Kept>(
    shell: &Shell,
    (desk, idempotency): (Desk, IdempotencyKey),
    key: String,
    request: SaveRequest<T>,
) -> Reply {
    let scope = format!("{} {key}", desk.terminal_no);
    let intent = Intent::new(idempotency, T::OPERATION, &scope, &request, desk.now)?;
    let input = (desk, key, request);
    once(shell, intent, input, |tx, (desk, key, request)| {
        Box::pin(keep(tx, desk, key, request))
    })
    .await
}

/// Checks, keeps and writes down an entry.
///
/// # Errors
/// What the kind refuses, [`NOT_CHANGED`], what [`refuse_old`] refuses, or the database's failure.
pub async fn keep<T: Kept>(
    tx: &mut Tx,
    desk: &Desk,
    key: &str,
    request: &SaveRequest<T>,
) -> Outcome<Entry<T>> {
    let before = T::find(tx, key).await?;
    refuse_old(before.as_ref().map(|entry| entry.version), request.version)?;
    let known = before.as_ref().map(|entry| &entry.value);
    let value = T::check(tx, key, &request.value, known).await?;
    let version = before.as_ref().map_or(1, |entry| entry.version + 1);
    let change = Change::new(T::SETTING, (key, version), known, Some(&value))?;
    if change.is_nothing() {
        return Err((&NOT_CHANGED).into());
    }
    T::keep(tx, key, &value, before.as_ref()).await?;
    write_down(tx, desk, &change).await?;
    Ok(Entry {
        key: key.to_owned(),
        version,
        value,
    })
}

/// Refuses what somebody else was faster with.
///
/// # Errors
/// [`ENTRY_NOT_FOUND`], [`CODE_TAKEN`] or [`CHANGED_MEANWHILE`].
pub fn refuse_old(stored: Option<i64>, seen: Option<i64>) -> Result<(), Refusal> {
    match (stored, seen) {
        (None, None) => Ok(()),
        (Some(stored), Some(seen)) if stored == seen => Ok(()),
        (None, Some(_)) => Err(Refusal::new(&ENTRY_NOT_FOUND)),
        (Some(_), None) => Err(Refusal::new(&CODE_TAKEN).at("key")),
        (Some(_), Some(_)) => Err(Refusal::new(&CHANGED_MEANWHILE)),
    }
}

/// Refuses a store of which there is none.
///
/// # Errors
///
/// [`REFERENCE_UNKNOWN`] at the field.
pub async fn known_store(tx: &mut Tx, store_no: &str, field: &'static str) -> Outcome<()> {
    let sql = "SELECT 1 FROM store WHERE store_no = $1";
    match tx.query_opt(sql, params![store_no]).await? {
        Some(_) => Ok(()),
        None => Err(refused(&REFERENCE_UNKNOWN, field)),
    }
}

/// A refusal of a field.
#[must_use]
pub fn refused(kind: &'static ErrorKind, field: &'static str) -> shell::Failure {
    Refusal::new(kind).at(field).into()
}
