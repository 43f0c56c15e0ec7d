//! The documents of a store.

use std::collections::HashMap;

use axum::extract::State;
use jiff::Timestamp;
use kernel::id::CustomerId;
use kernel::page::{Page, cut, row_limit};
use serde::Deserialize;
use session::Actor;
use shell::db::{Tx, TxFuture};
use shell::http::{Answer, Envelope, Query, Reply, cursor};
use utoipa::IntoParams;
use uuid::Uuid;

use crate::rule::state::State as Stands;
use crate::store::document::Filter;
use crate::view::RecyclingRowView;
use crate::{RecyclingState, store};

/// Which documents are wanted.
#[derive(Clone, Debug, Default, Deserialize, IntoParams)]
#[serde(rename_all = "camelCase", default)]
#[into_params(parameter_in = Query)]
pub(crate) struct RecyclingQuery {
    /// Where they stand; absent for all.
    #[param(value_type = Option<String>, example = "CREDITED")]
    state: Option<Stands>,
    /// Whose they are.
    #[param(value_type = Option<Uuid>)]
    customer_id: Option<CustomerId>,
    /// Words that number, receipt or customer contain.
    #[param(example = "moreau")]
    search: Option<String>,
    /// Where the page starts, as the page before said.
    cursor: Option<String>,
    /// How many rows, 200 at the most.
    limit: Option<i64>,
}

type Place = (Timestamp, Uuid);

/// The documents of this store, the newest first.
#[utoipa::path(
    get, path = "/recycling", tag = "recycling", params(RecyclingQuery),
    responses(
        (status = 200, description = "A page of them", body = Envelope<Page<RecyclingRowView>>),
        (status = 400, description = "State or cursor cannot be read"),
    ),
)]
pub(crate) async fn list_recyclings(
    State(state): State<RecyclingState>,
    actor: Actor,
    Query(query): Query<RecyclingQuery>,
) -> Reply {
    let after = cursor(query.cursor.as_deref(), place)?;
    let filter = Filter {
        store_no: actor.store_no.clone(),
        state: query.state,
        customer_id: query.customer_id,
        search: query.search.unwrap_or_default(),
    };
    let input = (filter, after, row_limit(query.limit));
    Answer::of(&state.shell.db.read(input, page).await?)
}

fn place(cursor: &str) -> Option<Place> {
    let (at, recycling_id) = cursor.split_once('~')?;
    let at = Timestamp::from_microsecond(at.parse().ok()?).ok()?;
    Some((at, recycling_id.parse().ok()?))
}

fn page<'a>(
    tx: &'a mut Tx,
    (filter, after, limit): &'a (Filter, Option<Place>, i64),
) -> TxFuture<'a, Page<RecyclingRowView>> {
    Box::pin(async move {
        let mut heads = store::document::list(tx, filter, *after, limit + 1).await?;
        let next_cursor = cut(&mut heads, *limit).map(|last| {
            let at = last.created_at.as_microsecond();
            format!("{at}~{}", last.recycling_id)
        });
        let mut names: HashMap<CustomerId, String> = HashMap::new();
        let mut items = Vec::with_capacity(heads.len());
        for head in &heads {
            let name = match names.get(&head.customer_id) {
                Some(name) => name.clone(),
                None => crate::desk::customer(tx, head.customer_id).await?.name,
            };
            names.insert(head.customer_id, name.clone());
            items.push(RecyclingRowView::new(head, name));
        }
        Ok(Page {
            items,
            next_cursor,
            total: store::document::count(tx, filter).await?,
        })
    })
}
