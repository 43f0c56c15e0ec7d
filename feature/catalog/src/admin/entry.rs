//! What all entries that head office keeps have in common: a key, a version, lists, and saving.

use kernel::page::{Page, row_limit};
use kernel::{ErrorKind, Refusal};
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use setting::{Change, Desk, write_down};
use shell::Outcome;
use shell::db::{Tx, TxFuture};
use shell::http::idempotency::{Intent, once};
use shell::http::{Answer, IdempotencyKey, Reply};
use utoipa::{IntoParams, ToSchema};

use super::CatalogState;
use crate::rule::search::{fold, words};
use crate::{CHANGED_MEANWHILE, CODE_TAKEN, ENTRY_NOT_FOUND, NOT_CHANGED};

/// An entry as head office sees it.
#[derive(Clone, Debug, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct Entry<T> {
    /// What it is known by.
    #[schema(example = "LAGUNE")]
    pub(crate) key: String,
    /// Counts its changes.
    #[schema(example = 3)]
    pub(crate) version: i64,
    /// What is kept of it.
    pub(crate) value: T,
}

/// An entry as it is to be from now on.
#[derive(Clone, Debug, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub(crate) struct SaveRequest<T> {
    /// The version that was seen; null for an entry that is new.
    #[schema(example = 3)]
    pub(crate) version: Option<i64>,
    /// What is kept of it: all of it.
    pub(crate) value: T,
}

/// Which entries are wanted.
#[derive(Clone, Debug, Deserialize, IntoParams)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
#[into_params(parameter_in = Query)]
pub(crate) struct EntryQuery {
    /// Words that code and name contain.
    pub(crate) search: Option<String>,
    /// Where the page starts, as the page before said.
    pub(crate) cursor: Option<String>,
    /// How many rows, 200 at the most.
    pub(crate) limit: Option<i64>,
}

/// Where a page of a list starts and how many rows it has. A cursor is the number of rows before.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Window {
    pub(crate) start: i64,
    pub(crate) rows: i64,
}

impl Window {
    pub(crate) fn new(cursor: Option<&str>, limit: Option<i64>) -> Self {
        let start = cursor.and_then(|cursor| cursor.parse().ok());
        Self {
            start: start.unwrap_or(0).max(0),
            rows: row_limit(limit),
        }
    }

    /// A page whose rows were read already, of a list of `total`.
    pub(crate) fn page<T>(self, items: Vec<T>, total: i64) -> Page<T> {
        let end = self.start + i64::try_from(items.len()).unwrap_or(0);
        Page {
            next_cursor: (end < total && !items.is_empty()).then(|| end.to_string()),
            items,
            total,
        }
    }
}

/// A kind of entry that head office keeps.
pub(crate) trait Kept: Serialize + DeserializeOwned + Clone + Send + Sync + 'static {
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

/// A kind of which there are so few that all are read for a list.
pub(crate) trait Few: Kept {
    /// All of them, in their order.
    fn all(tx: &mut Tx) -> TxFuture<'_, Vec<Entry<Self>>>;

    /// What they are found by.
    fn text(&self) -> String;
}

/// Those of a few that a search leaves, page by page.
pub(crate) async fn list<T: Few + ToSchema>(state: &CatalogState, query: EntryQuery) -> Reply {
    let all = state.shell.db.read((), |tx, ()| T::all(tx)).await?;
    let words = words(query.search.as_deref().unwrap_or_default());
    let mut found: Vec<Entry<T>> = all
        .into_iter()
        .filter(|entry| {
            let text = fold(&format!("{} {}", entry.key, entry.value.text()));
            words.iter().all(|word| text.contains(word))
        })
        .collect();
    let window = Window::new(query.cursor.as_deref(), query.limit);
    let total = i64::try_from(found.len()).unwrap_or(i64::MAX);
    let start = usize::try_from(window.start.min(total)).unwrap_or(0);
    let mut shown = found.split_off(start);
    shown.truncate(usize::try_from(window.rows).unwrap_or(0));
    Answer::of(&window.page(shown, total))
}

/// One entry.
pub(crate) async fn get<T: Kept>(state: &CatalogState, key: String) -> Reply {
    let found = state
        .shell
        .db
        .read(key, |tx, key| {
            Box::pin(async move { T::find(tx, key).await?.ok_or((&ENTRY_NOT_FOUND).into()) })
        })
        .await?;
    Answer::of(&found)
}

/// Keeps an entry under a key.
pub(crate) async fn save<T: Kept>(
    state: &CatalogState,
    (desk, idempotency): (Desk, IdempotencyKey),
    key: String,
    request: SaveRequest<T>,
) -> Reply {
    let scope = format!("{} {key}", desk.terminal_no);
    let intent = Intent::new(idempotency, T::OPERATION, &scope, &request, desk.now)?;
    let input = (desk, key, request);
    once(&state.shell, intent, input, |tx, (desk, key, request)| {
        Box::pin(keep(tx, desk, key, request))
    })
    .await
}

/// Checks, keeps and writes down an entry.
pub(crate) async fn keep<T: Kept>(
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
pub(crate) fn refuse_old(stored: Option<i64>, seen: Option<i64>) -> Result<(), Refusal> {
    match (stored, seen) {
        (None, None) => Ok(()),
        (Some(stored), Some(seen)) if stored == seen => Ok(()),
        (None, Some(_)) => Err(Refusal::new(&ENTRY_NOT_FOUND)),
        (Some(_), None) => Err(Refusal::new(&CODE_TAKEN).at("key")),
        (Some(_), Some(_)) => Err(Refusal::new(&CHANGED_MEANWHILE)),
    }
}

/// A refusal of a field.
pub(crate) fn refused(kind: &'static ErrorKind, field: &'static str) -> shell::Failure {
    Refusal::new(kind).at(field).into()
}
