//! What customers have, page by page and as a table.

use axum::extract::State;
use axum::response::Response;
use jiff::ToSpan;
use jiff::civil::Date;
use kernel::Money;
use kernel::csv::{Cell, add_row, headed};
use kernel::page::{Page, cut, row_limit};
use kernel::search::patterns;
use serde::Deserialize;
use session::Actor;
use setting::table::{EXPORT_ROWS_MAX, note_export};
use shell::db::{Tx, TxFuture};
use shell::http::{Answer, Envelope, Query, Reply, file};
use shell::{Failure, Outcome};
use utoipa::IntoParams;

use crate::LoyaltyState;
use crate::store::list::{self, Cursor, Filter, ListedAccount};
use crate::view::LoyaltyAccountView;

/// Which accounts are wanted.
#[derive(Clone, Debug, Default, Deserialize, IntoParams)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
#[into_params(parameter_in = Query)]
pub(crate) struct LoyaltyAccountQuery {
    /// Words of the customer's name or number.
    #[param(example = "marchetti")]
    search: Option<String>,
    /// Only those of whom something ends within so many days.
    #[param(example = 30)]
    ending_within: Option<i64>,
    /// Where the page starts, as the page before said.
    cursor: Option<String>,
    /// How many rows, 200 at the most.
    limit: Option<i64>,
}

/// The longest time to look ahead.
const AHEAD_MAX: i64 = 3_653;

impl LoyaltyAccountQuery {
    fn filter(&self, today: Date) -> Filter {
        let ahead = self.ending_within.map(|days| days.clamp(0, AHEAD_MAX));
        Filter {
            patterns: patterns(self.search.as_deref().unwrap_or_default()),
            today,
            ending_until: ahead.map(|days| today.saturating_add(days.days())),
        }
    }
}

struct Input {
    query: LoyaltyAccountQuery,
    actor: Actor,
    now: jiff::Timestamp,
}

impl Input {
    fn of(state: &LoyaltyState, actor: &Actor, query: LoyaltyAccountQuery) -> Self {
        Self {
            query,
            actor: actor.clone(),
            now: state.shell.clock.now(),
        }
    }

    async fn filter(&self, tx: &mut Tx) -> Outcome<Filter> {
        let shop = setting::get_store(tx, &self.actor.store_no).await?;
        Ok(self.query.filter(shop.business_date(self.now)))
    }
}

/// What customers have, page by page, what changed last first.
#[utoipa::path(
    get, path = "/loyalty", tag = "loyalty", params(LoyaltyAccountQuery),
    responses((status = 200, description = "A page of accounts", body = Envelope<Page<LoyaltyAccountView>>)),
)]
pub(crate) async fn list_loyalty_accounts(
    State(state): State<LoyaltyState>,
    actor: Actor,
    Query(query): Query<LoyaltyAccountQuery>,
) -> Reply {
    let input = Input::of(&state, &actor, query);
    Answer::of(&state.shell.db.read(input, page).await?)
}

fn page<'a>(tx: &'a mut Tx, input: &'a Input) -> TxFuture<'a, Page<LoyaltyAccountView>> {
    Box::pin(async move {
        let filter = input.filter(tx).await?;
        let after = input.query.cursor.as_deref().and_then(Cursor::parse);
        let rows = row_limit(input.query.limit);
        let mut accounts = list::accounts(tx, &filter, after, rows + 1).await?;
        let next_cursor = cut(&mut accounts, rows).map(|last| last.cursor().text());
        Ok(Page {
            next_cursor,
            items: accounts.into_iter().map(LoyaltyAccountView::from).collect(),
            total: list::count(tx, &filter).await?,
        })
    })
}

const COLUMNS: [&str; 8] = [
    "customerNo",
    "name",
    "currency",
    "balance",
    "points",
    "redeemed",
    "endsFirst",
    "expiresOn",
];

/// What customers have as a table for spreadsheets, with the filters of the list.
#[utoipa::path(
    get, path = "/loyalty/export.csv", tag = "loyalty", params(LoyaltyAccountQuery),
    responses(
        (status = 200, description = "The table", body = String, content_type = "text/csv"),
    ),
)]
pub(crate) async fn export_loyalty_accounts(
    State(state): State<LoyaltyState>,
    actor: Actor,
    Query(query): Query<LoyaltyAccountQuery>,
) -> Result<Response, Failure> {
    let input = Input::of(&state, &actor, query);
    let accounts = state.shell.db.read(input, all).await?;
    let mut table = headed(&COLUMNS);
    for account in &accounts {
        let money = |minor| Cell::Amount(Money::new(minor, account.currency));
        let (ending, expires_on) = account.ends_first.unzip();
        let expires_on = expires_on.map(|day| day.to_string()).unwrap_or_default();
        add_row(
            &mut table,
            &[
                Cell::Number(account.customer_no),
                Cell::Text(&account.name),
                Cell::Text(account.currency.code()),
                money(account.balance),
                Cell::Number(account.points),
                money(account.redeemed),
                money(ending.unwrap_or(0)),
                Cell::Text(&expires_on),
            ],
        );
    }
    note_export(&state.shell, state.desk(&actor), "loyaltyAccounts").await?;
    Ok(file::table("loyalty.csv", table))
}

fn all<'a>(tx: &'a mut Tx, input: &'a Input) -> TxFuture<'a, Vec<ListedAccount>> {
    Box::pin(async move {
        let filter = input.filter(tx).await?;
        list::accounts(tx, &filter, None, EXPORT_ROWS_MAX).await
    })
}
