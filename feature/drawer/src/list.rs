//! The drawer of a till today.

use axum::extract::State;
use kernel::Money;
use kernel::page::{Page, cut, row_limit};
use serde::Deserialize;
use session::Actor;
use setting::Desk;
use shell::db::{Tx, TxFuture};
use shell::http::{Answer, Envelope, Query, Reply, cursor};
use utoipa::IntoParams;

use crate::book::currencies;
use crate::rule::float::{Float, standing};
use crate::view::DrawerView;
use crate::{DrawerState, store};

/// Which entries are wanted.
#[derive(Clone, Debug, Default, Deserialize, IntoParams)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
#[into_params(parameter_in = Query)]
pub(crate) struct DrawerQuery {
    /// Where the page starts, as the page before said.
    cursor: Option<String>,
    /// How many rows, 200 at the most.
    limit: Option<i64>,
}

/// The drawer of this till today: its entries, the newest first, and nothing of what should lie in it.
#[utoipa::path(
    get, path = "/drawer", tag = "drawer", params(DrawerQuery),
    responses(
        (status = 200, description = "The drawer", body = Envelope<DrawerView>),
        (status = 400, description = "The cursor cannot be read"),
    ),
)]
pub(crate) async fn get_drawer(
    State(state): State<DrawerState>,
    actor: Actor,
    Query(query): Query<DrawerQuery>,
) -> Reply {
    let before = cursor(query.cursor.as_deref(), |text| text.parse().ok())?;
    let input = (state.desk(&actor), before, row_limit(query.limit));
    Answer::of(&state.shell.db.read(input, show).await?)
}

fn show<'a>(
    tx: &'a mut Tx,
    (desk, before, limit): &'a (Desk, Option<i64>, i64),
) -> TxFuture<'a, DrawerView> {
    Box::pin(async move {
        let store = setting::get_store(tx, &desk.store_no).await?;
        let day = (&desk.terminal_no, store.business_date(desk.now));
        let mut items = store::entry::list(tx, day, *before, limit + 1).await?;
        let next_cursor = cut(&mut items, *limit).map(|last| last.entry_no.to_string());
        let currencies = currencies(tx, desk).await?;
        let entered = store::entry::floats(tx, day).await?;
        let float_of = |currency| {
            let floats = entered.iter().filter(|(of, _)| *of == currency);
            let floats: Vec<Float> = floats.map(|(_, float)| *float).collect();
            standing(&floats).map(|float| Money::new(float.amount, currency))
        };
        let above = store::terms::approval_above(tx, &desk.store_no).await?;
        Ok(DrawerView {
            business_date: day.1,
            floats: currencies.iter().copied().filter_map(float_of).collect(),
            currencies,
            approval_above: above.map(|minor| Money::new(minor, store.currency)),
            page: Page {
                next_cursor,
                items,
                total: store::entry::count(tx, day).await?,
            },
        })
    })
}
