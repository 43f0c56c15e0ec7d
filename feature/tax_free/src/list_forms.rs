//! The forms of a store.

use axum::extract::State;
use jiff::Timestamp;
use kernel::page::{cut, row_limit};
use serde::{Deserialize, Serialize};
use session::Actor;
use shell::db::{Tx, TxFuture};
use shell::http::{Answer, Envelope, Query, Reply};
use utoipa::{IntoParams, ToSchema};
use uuid::Uuid;

use crate::TaxFreeState;
use crate::rule::state::State as FormState;
use crate::store::{self, FormFilter};
use crate::view::TaxFreeRowView;

/// Which forms are wanted.
#[derive(Clone, Debug, Default, Deserialize, IntoParams)]
#[serde(rename_all = "camelCase", default, deny_unknown_fields)]
#[into_params(parameter_in = Query)]
pub(crate) struct FormQuery {
    /// Parts of numbers of form or receipt, or of the traveller's name.
    search: Option<String>,
    /// Where they stand; all when it is not said.
    state: Option<FormState>,
    /// Where the page starts, as the page before said.
    cursor: Option<String>,
    /// How many rows, 200 at the most.
    limit: Option<i64>,
}

impl FormQuery {
    pub(crate) fn filter(&self, actor: &Actor) -> FormFilter {
        FormFilter {
            store_no: actor.store_no.clone(),
            state: self.state,
            search: self.search.clone().unwrap_or_default(),
        }
    }
}

/// A place in the list: `1795258800000000-0190…`.
fn place(cursor: &str) -> Option<(Timestamp, Uuid)> {
    let (at, form_id) = cursor.split_once('-')?;
    let at = Timestamp::from_microsecond(at.parse().ok()?).ok()?;
    Some((at, Uuid::parse_str(form_id).ok()?))
}

/// How many forms are in a state.
#[derive(Clone, Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct TaxFreeCountView {
    /// The state.
    state: FormState,
    /// How many.
    #[schema(example = 12)]
    count: i64,
}

/// A page of forms.
#[derive(Clone, Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct TaxFreePageView {
    /// The forms, the newest first.
    items: Vec<TaxFreeRowView>,
    /// Where the next page starts; null on the last.
    #[schema(example = "1795258800000000-01938f2e-6a00-7000-8000-000000000001")]
    next_cursor: Option<String>,
    /// How many forms of the store are in each state.
    counts: Vec<TaxFreeCountView>,
}

/// The tax-free forms of this store, the newest first.
#[utoipa::path(
    get, path = "/tax-free/form", tag = "taxFree", params(FormQuery),
    responses((status = 200, description = "A page of them", body = Envelope<TaxFreePageView>)),
)]
pub(crate) async fn list_tax_free_forms(
    State(state): State<TaxFreeState>,
    actor: Actor,
    Query(query): Query<FormQuery>,
) -> Reply {
    let input = (
        query.filter(&actor),
        query.cursor.as_deref().and_then(place),
        row_limit(query.limit),
    );
    Answer::of(&state.shell.db.read(input, page).await?)
}

fn page<'a>(
    tx: &'a mut Tx,
    (filter, after, limit): &'a (FormFilter, Option<(Timestamp, Uuid)>, i64),
) -> TxFuture<'a, TaxFreePageView> {
    Box::pin(async move {
        let mut forms = store::list_forms(tx, filter, *after, limit + 1).await?;
        let next_cursor = cut(&mut forms, *limit)
            .map(|last| format!("{}-{}", last.started_at.as_microsecond(), last.form_id));
        let counts = store::count_forms(tx, &filter.store_no).await?;
        Ok(TaxFreePageView {
            next_cursor,
            items: forms.iter().map(TaxFreeRowView::from).collect(),
            counts: counts
                .into_iter()
                .map(|(state, count)| TaxFreeCountView { state, count })
                .collect(),
        })
    })
}
