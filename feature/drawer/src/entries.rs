//! What happened to the drawers of a store: of some days, of one till or of all.

use axum::extract::State;
use jiff::civil::Date;
use kernel::id::TerminalNo;
use kernel::page::{Page, cut, row_limit};
use serde::Deserialize;
use session::Actor;
use setting::Desk;
use shell::db::{Tx, TxFuture};
use shell::http::{Answer, Envelope, Query, Reply, cursor};
use utoipa::IntoParams;

use crate::store::entry::{Filter, Place};
use crate::view::{DrawerEntryPageView, DrawerTillView};
use crate::{DrawerState, store};

/// Which entries are wanted.
#[derive(Clone, Debug, Default, Deserialize, IntoParams)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
#[into_params(parameter_in = Query)]
pub(crate) struct DrawerEntryQuery {
    /// From which business date on; today when it is not said.
    #[param(value_type = Option<String>, format = Date)]
    from: Option<Date>,
    /// To which, included; today when it is not said.
    #[param(value_type = Option<String>, format = Date)]
    to: Option<Date>,
    /// Of one till; of all tills of the store when it is not said.
    #[param(example = "PAR01-T1")]
    terminal_no: Option<String>,
    /// Where the page starts, as the page before said.
    cursor: Option<String>,
    /// How many rows, 200 at the most.
    limit: Option<i64>,
}

/// The entries of the drawers of this store on business dates, the newest first, and nothing of what should lie in
/// them.
#[utoipa::path(
    get, path = "/drawer/entry", tag = "drawer", params(DrawerEntryQuery),
    responses(
        (status = 200, description = "A page of entries", body = Envelope<DrawerEntryPageView>),
        (status = 400, description = "The cursor cannot be read"),
    ),
)]
pub(crate) async fn list_drawer_entries(
    State(state): State<DrawerState>,
    actor: Actor,
    Query(query): Query<DrawerEntryQuery>,
) -> Reply {
    let before = cursor(query.cursor.as_deref(), Place::parse)?;
    let limit = row_limit(query.limit);
    let input = (state.desk(&actor), query, before, limit);
    Answer::of(&state.shell.db.read(input, list).await?)
}

type Input = (Desk, DrawerEntryQuery, Option<Place>, i64);

fn list<'a>(
    tx: &'a mut Tx,
    (desk, query, before, limit): &'a Input,
) -> TxFuture<'a, DrawerEntryPageView> {
    Box::pin(async move {
        let store = setting::get_store(tx, &desk.store_no).await?;
        let today = store.business_date(desk.now);
        let filter = Filter {
            store_no: desk.store_no.clone(),
            from: query.from.unwrap_or(today),
            to: query.to.unwrap_or(today),
            terminal_no: query.terminal_no.as_deref().map(TerminalNo::from),
        };
        let mut items = store::entry::page(tx, &filter, before.as_ref(), limit + 1).await?;
        let next_cursor = cut(&mut items, *limit).map(|last| Place::of(last).text());
        let tills = store::entry::tills(tx, &desk.store_no).await?;
        Ok(DrawerEntryPageView {
            tills: tills
                .into_iter()
                .map(|(terminal_no, name)| DrawerTillView { terminal_no, name })
                .collect(),
            page: Page {
                next_cursor,
                items,
                total: store::entry::count(tx, &filter).await?,
            },
        })
    })
}
