//! The statements of a store and those linked to it.

use axum::extract::State;
use jiff::civil::Date;
use kernel::page::{cut, row_limit};
use serde::Deserialize;
use session::Actor;
use shell::Outcome;
use shell::db::{Tx, TxFuture};
use shell::http::{Answer, Envelope, Query, Reply, cursor};
use utoipa::IntoParams;

use crate::StatementOffice;
use crate::rule::state::StatementState;
use crate::store::{self, Cursor, Filter, Statement};
use crate::view::{StatementPageView, StatementRowView, StatementStoreView};

/// Which statements are wanted.
#[derive(Clone, Debug, Default, Deserialize, IntoParams)]
#[serde(rename_all = "camelCase", default)]
#[into_params(parameter_in = Query)]
pub(crate) struct StatementQuery {
    /// Of one store only.
    #[param(example = "PAR01")]
    pub store_no: Option<String>,
    /// In which state.
    #[param(inline)]
    pub state: Option<StatementState>,
    /// From which business date on.
    #[param(value_type = Option<String>, format = Date)]
    pub from: Option<Date>,
    /// Up to which business date.
    #[param(value_type = Option<String>, format = Date)]
    pub to: Option<Date>,
}

/// Which page of them is wanted.
#[derive(Clone, Debug, Default, Deserialize, IntoParams)]
#[serde(rename_all = "camelCase", default)]
#[into_params(parameter_in = Query)]
pub(crate) struct StatementPageQuery {
    /// Where the page starts, as the page before said.
    pub cursor: Option<String>,
    /// How many rows, at most 200; 50 when it is not said.
    pub limit: Option<i64>,
}

impl StatementQuery {
    /// What somebody sees of what is wanted.
    pub(crate) fn filter(&self, actor: &Actor) -> Filter {
        Filter {
            staff_id: actor.staff_id.clone(),
            home: actor.store_no.clone(),
            store_no: self.store_no.clone(),
            state: self.state,
            from: self.from,
            to: self.to,
        }
    }
}

/// The statements of this store and of those linked to it, the newest first.
#[utoipa::path(
    get, path = "/statement", tag = "statement", params(StatementQuery, StatementPageQuery),
    responses(
        (status = 200, description = "A page of statements", body = Envelope<StatementPageView>),
        (status = 400, description = "The limit or the cursor cannot be read"),
    ),
)]
pub(crate) async fn list_statements(
    State(office): State<StatementOffice>,
    actor: Actor,
    Query(query): Query<StatementQuery>,
    Query(page): Query<StatementPageQuery>,
) -> Reply {
    let after = cursor(page.cursor.as_deref(), Cursor::parse)?;
    let input = (query.filter(&actor), after, row_limit(page.limit));
    let page = office.shell.db.read(input, read).await?;
    Answer::of(&page)
}

fn read<'a>(
    tx: &'a mut Tx,
    (filter, after, limit): &'a (Filter, Option<Cursor>, i64),
) -> TxFuture<'a, StatementPageView> {
    Box::pin(async move {
        let (rows, next) = rows(tx, filter, after.as_ref(), *limit).await?;
        let stores = store::visible_stores(tx, &filter.home, &filter.staff_id).await?;
        Ok(StatementPageView {
            items: rows
                .iter()
                .map(|(statement, z_no)| StatementRowView::of(statement, *z_no))
                .collect(),
            stores: stores
                .into_iter()
                .map(|(store_no, name)| StatementStoreView { store_no, name })
                .collect(),
            next_cursor: next.map(|cursor| cursor.text()),
        })
    })
}

/// A page of rows, and where the next one starts.
pub(crate) async fn rows(
    tx: &mut Tx,
    filter: &Filter,
    after: Option<&Cursor>,
    limit: i64,
) -> Outcome<(Vec<(Statement, Option<i64>)>, Option<Cursor>)> {
    let mut rows = store::list_statements(tx, filter, after, limit + 1).await?;
    let next = cut(&mut rows, limit).map(|(statement, _)| Cursor {
        date: statement.transaction_date,
        statement_no: statement.statement_no.clone(),
    });
    Ok((rows, next))
}
