//! Who changed an entry, when, and what it was before.

use std::collections::BTreeSet;

use axum::extract::State;
use jiff::Timestamp;
use kernel::page::Page;
use serde::{Deserialize, Serialize};
use serde_json::Value;
use shell::db::{Row, Tx, params};
use shell::http::api::ApiRouter;
use shell::http::{Answer, Envelope, Query, Reply};
use shell::routes;
use shell::{Failure, Outcome, Shell};
use utoipa::{IntoParams, ToSchema};
use uuid::Uuid;

use crate::entry::Window;

/// A field that a change made another.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
#[schema(as = ChangedField)]
pub struct ChangedField {
    /// Its name.
    #[schema(example = "minimumChange")]
    pub name: String,
    /// What it was; null when there was nothing. Lists and objects are written as JSON.
    #[schema(example = "0")]
    pub before: Option<String>,
    /// What it became; null when it was taken away.
    #[schema(example = "2000")]
    pub after: Option<String>,
}

/// A change of an entry.
#[derive(Clone, Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct SettingChangeView {
    /// The change, as the journal names it.
    pub change_id: Uuid,
    /// The version that it made.
    #[schema(example = 3)]
    pub version: i64,
    /// Who made it; the run code of a scheduled job that did.
    #[schema(example = "ada")]
    pub staff_id: String,
    /// Their name; null when they are no longer known.
    #[schema(example = "Ada Keller")]
    pub staff_name: Option<String>,
    /// The till at which it was made; blank where a scheduled job did.
    #[schema(example = "PAR01-T1")]
    pub terminal_no: String,
    /// When.
    #[schema(value_type = String, format = DateTime)]
    pub changed_at: Timestamp,
    /// What it changed.
    pub fields: Vec<ChangedField>,
}

/// Whose changes are wanted.
#[derive(Clone, Debug, Deserialize, IntoParams)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
#[into_params(parameter_in = Query)]
pub struct HistoryQuery {
    /// The kind of entry.
    #[param(example = "tenderStore")]
    pub setting: String,
    /// Its key.
    #[param(example = "PAR01~CASH")]
    pub key: String,
    /// Where the page starts, as the page before said.
    pub cursor: Option<String>,
    /// How many rows, 200 at the most.
    pub limit: Option<i64>,
}

/// What the operations of this feature need.
#[derive(Clone)]
pub struct SettingState {
    /// The plumbing.
    pub shell: Shell,
}

/// The operations of this feature.
pub fn routes(state: SettingState) -> ApiRouter {
    ApiRouter::new()
        .routes(routes!(list_changes))
        .with_state(state)
}

/// Who changed an entry of the settings, the newest change first.
#[utoipa::path(
    get, path = "/setting/history", tag = "setting", params(HistoryQuery),
    responses((status = 200, description = "A page of them", body = Envelope<Page<SettingChangeView>>)),
)]
pub(crate) async fn list_changes(
    State(state): State<SettingState>,
    Query(query): Query<HistoryQuery>,
) -> Reply {
    let window = Window::new(query.cursor.as_deref(), query.limit);
    let page = state
        .shell
        .db
        .read((query, window), |tx, (query, window)| {
            Box::pin(read(tx, query, *window))
        })
        .await?;
    Answer::of(&page)
}

async fn read(
    tx: &mut Tx,
    query: &HistoryQuery,
    window: Window,
) -> Outcome<Page<SettingChangeView>> {
    let mut row = tx
        .query_one(
            "SELECT CAST(COUNT(*) AS BIGINT) FROM setting_change \
             WHERE setting = $1 AND setting_key = $2",
            params![&query.setting, &query.key],
        )
        .await?;
    let total = row.read()?;
    let rows = tx
        .query(
            "SELECT c.change_id, c.version, c.staff_id, p.first_name, p.last_name, c.terminal_no, \
             c.changed_at, c.before, c.after FROM setting_change c \
             LEFT JOIN salesperson p ON p.staff_id = c.staff_id \
             WHERE c.setting = $1 AND c.setting_key = $2 \
             ORDER BY c.changed_at DESC, c.version DESC LIMIT $3 OFFSET $4",
            params![&query.setting, &query.key, window.rows, window.start],
        )
        .await?;
    let views = rows.into_iter().map(view).collect::<Outcome<Vec<_>>>()?;
    Ok(window.page(views, total))
}

fn view(mut row: Row) -> Outcome<SettingChangeView> {
    let (change_id, version, staff_id) = (row.read()?, row.read()?, row.read()?);
    let (first, last): (Option<String>, Option<String>) = (row.read()?, row.read()?);
    let (terminal_no, changed_at) = (row.read()?, row.read()?);
    let mut document = || -> Outcome<Value> {
        let text: Option<String> = row.read()?;
        let value = text.as_deref().map(serde_json::from_str).transpose();
        Ok(value.map_err(Failure::internal)?.unwrap_or(Value::Null))
    };
    let (before, after) = (document()?, document()?);
    Ok(SettingChangeView {
        change_id,
        version,
        staff_id,
        staff_name: first
            .zip(last)
            .map(|(first, last)| format!("{first} {last}")),
        terminal_no,
        changed_at,
        fields: fields(&before, &after),
    })
}

/// What differs between two documents, in the order of the names.
fn fields(before: &Value, after: &Value) -> Vec<ChangedField> {
    let names: BTreeSet<&String> = [before, after]
        .into_iter()
        .filter_map(Value::as_object)
        .flat_map(|object| object.keys())
        .collect();
    names
        .into_iter()
        .filter(|name| before.get(name.as_str()) != after.get(name.as_str()))
        .map(|name| ChangedField {
            name: name.clone(),
            before: text(before.get(name.as_str())),
            after: text(after.get(name.as_str())),
        })
        .collect()
}

fn text(value: Option<&Value>) -> Option<String> {
    match value {
        None | Some(Value::Null) => None,
        Some(Value::String(text)) => Some(text.clone()),
        Some(other) => Some(other.to_string()),
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn a_change_tells_what_differs_and_nothing_else() {
        let before = json!({ "name": "Cash", "most": null, "stores": ["PAR01"], "on": true });
        let after = json!({ "name": "Cash", "most": 5, "stores": [], "on": false });
        let told: Vec<_> = fields(&before, &after)
            .into_iter()
            .map(|field| (field.name, field.before, field.after))
            .collect();
        let some = |text: &str| Some(text.to_owned());
        assert_eq!(
            told,
            [
                ("most".to_owned(), None, some("5")),
                ("on".to_owned(), some("true"), some("false")),
                ("stores".to_owned(), some("[\"PAR01\"]"), some("[]")),
            ]
        );
        assert_eq!(fields(&Value::Null, &after).len(), 4, "all of what is new");
    }
}
