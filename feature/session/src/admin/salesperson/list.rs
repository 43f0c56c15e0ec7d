//! The salespeople, page by page.

use axum::extract::State;
use jiff::Timestamp;
use kernel::page::Page;
use kernel::search::{fold, words};
use serde::Deserialize;
use setting::entry::Window;
use shell::Outcome;
use shell::db::Tx;
use shell::http::{Answer, Envelope, Query, Reply};
use utoipa::IntoParams;

use super::{AccountState, EmployeeType, SalespersonSettingView};
use crate::{SessionState, store};

/// Which salespeople are wanted.
#[derive(Clone, Debug, Default, Deserialize, IntoParams)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
#[into_params(parameter_in = Query)]
pub(crate) struct SalespersonQuery {
    /// Words that id and names contain.
    pub(crate) search: Option<String>,
    /// The number of the store in which they work or to which they are linked.
    pub(crate) store_no: Option<String>,
    /// The code of their permission group.
    pub(crate) permission_group_code: Option<String>,
    /// `SALES`, `CASHIER`, `STOCK`, `MANAGER`, `AREA`, `HQ`, `IT` or `TEMP`.
    pub(crate) employee_type: Option<String>,
    /// `ACTIVE`, `LOCKED`, `BLOCKED` or `ENDED`.
    pub(crate) state: Option<String>,
    /// `name`, `staffId` or `storeNo`.
    pub(crate) sort: Option<String>,
    /// Where the page starts, as the page before said.
    pub(crate) cursor: Option<String>,
    /// How many rows, 200 at the most.
    pub(crate) limit: Option<i64>,
}

impl SalespersonQuery {
    fn fits(&self, person: &SalespersonSettingView, words: &[String]) -> bool {
        let value = &person.value;
        let is = |wanted: &Option<String>, has: &str| {
            wanted
                .as_deref()
                .is_none_or(|wanted| wanted.is_empty() || wanted == has)
        };
        let state = match person.state {
            AccountState::Active => "ACTIVE",
            AccountState::Locked => "LOCKED",
            AccountState::Blocked => "BLOCKED",
            AccountState::Ended => "ENDED",
        };
        let text = fold(&format!(
            "{} {} {} {}",
            person.key, value.first_name, value.last_name, value.name_on_receipt
        ));
        let in_store = |store_no: &String| is(&self.store_no, store_no);
        (in_store(&value.store_no) || value.linked_stores.iter().any(in_store))
            && is(&self.permission_group_code, &value.permission_group_code)
            && is(
                &self.employee_type,
                value.employee_type.map_or("", EmployeeType::text),
            )
            && is(&self.state, state)
            && words.iter().all(|word| text.contains(word))
    }
}

/// The salespeople that a query leaves, in its order. There are so few of them that all are read.
pub(crate) async fn read(
    tx: &mut Tx,
    query: &SalespersonQuery,
    now: Timestamp,
) -> Outcome<Vec<SalespersonSettingView>> {
    let words = words(query.search.as_deref().unwrap_or_default());
    let mut people = store::staff::read(tx, None, now).await?;
    people.retain(|person| query.fits(person, &words));
    // They come by id.
    match query.sort.as_deref() {
        Some("staffId") => {}
        Some("storeNo") => people.sort_by(|a, b| a.value.store_no.cmp(&b.value.store_no)),
        _ => people.sort_by_cached_key(|person| {
            fold(&format!(
                "{} {}",
                person.value.first_name, person.value.last_name
            ))
        }),
    }
    Ok(people)
}

/// The salespeople of all stores, also those who left.
#[utoipa::path(
    get, path = "/setting/salesperson", tag = "session", params(SalespersonQuery),
    responses((status = 200, description = "A page of them", body = Envelope<Page<SalespersonSettingView>>)),
)]
pub(crate) async fn list_salesperson_settings(
    State(state): State<SessionState>,
    Query(query): Query<SalespersonQuery>,
) -> Reply {
    let window = Window::new(query.cursor.as_deref(), query.limit);
    let input = (query, state.shell.clock.now());
    let people = state
        .shell
        .db
        .read(input, |tx, (query, now)| Box::pin(read(tx, query, *now)))
        .await?;
    Answer::of(&window.cut(people))
}
