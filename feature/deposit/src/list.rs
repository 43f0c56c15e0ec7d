//! The deposits of a store.

use axum::extract::State;
use jiff::{Timestamp, ToSpan};
use kernel::id::{CustomerId, StoreNo};
use kernel::page::{cut, row_limit};
use kernel::search::words;
use serde::{Deserialize, Serialize};
use session::Actor;
use shell::Outcome;
use shell::db::{Tx, TxFuture};
use shell::http::{Answer, Envelope, Query, Reply, cursor};
use utoipa::{IntoParams, ToSchema};
use uuid::Uuid;

use crate::DepositState;
use crate::rule::badge::DUE_SOON_DAYS;
use crate::rule::source::Source;
use crate::store::{self, Cursor, ListedDeposit, Near, Wanted};
use crate::view::{DepositPageView, DepositRowView};

/// In how many days the last day can be near at most.
const DAYS_MAX: i64 = 365;

/// Which deposits a list shows.
#[derive(Clone, Copy, Debug, Default, Deserialize, Serialize, ToSchema)]
#[serde(rename_all = "SCREAMING_SNAKE_CASE")]
pub(crate) enum DepositStatus {
    /// Those whose pieces are kept, what is due first.
    #[default]
    Live,
    /// Those that are paid and whose pieces are here.
    Ready,
    /// Those with something to pay whose last day is near.
    DueSoon,
    /// Those whose last day has passed.
    Overdue,
    /// Those that are over, the newest last day first.
    Settled,
}

impl From<DepositStatus> for Wanted {
    fn from(status: DepositStatus) -> Self {
        match status {
            DepositStatus::Live => Self::Live,
            DepositStatus::Ready => Self::Ready,
            DepositStatus::DueSoon => Self::DueSoon,
            DepositStatus::Overdue => Self::Overdue,
            DepositStatus::Settled => Self::Settled,
        }
    }
}

/// Which deposits are wanted.
#[derive(Clone, Debug, Default, Deserialize, IntoParams)]
#[serde(rename_all = "camelCase", default)]
#[into_params(parameter_in = Query)]
pub(crate) struct DepositQuery {
    /// In which state.
    #[param(inline)]
    pub status: DepositStatus,
    /// Parts of number, client, item numbers and item names.
    #[param(example = "moreau")]
    pub search: String,
    /// Of one client only.
    pub customer_id: Option<Uuid>,
    /// In how many days the last day is near, from 0 for today to 365; 7 when it is not said, as the badge
    /// has it.
    #[param(example = 7)]
    pub due_within_days: Option<i64>,
    /// Those with pieces from there that were not handed over.
    #[param(inline)]
    pub source: Option<Source>,
}

/// Which page of them is wanted.
#[derive(Clone, Debug, Default, Deserialize, IntoParams)]
#[serde(rename_all = "camelCase", default)]
#[into_params(parameter_in = Query)]
pub(crate) struct DepositPageQuery {
    /// Where the page starts, as the page before said.
    pub cursor: Option<String>,
    /// How many rows, at most 200; 50 when it is not said.
    pub limit: Option<i64>,
}

/// What is asked for.
#[derive(Clone, Debug)]
pub(crate) struct Asked {
    pub(crate) store_no: StoreNo,
    pub(crate) customer_id: Option<CustomerId>,
    pub(crate) wanted: Wanted,
    pub(crate) source: Option<Source>,
    pub(crate) words: Vec<String>,
    /// In how many days the last day is near.
    days: i64,
    now: Timestamp,
}

impl Asked {
    pub(crate) fn of(actor: &Actor, query: &DepositQuery, now: Timestamp) -> Self {
        Self {
            store_no: actor.store_no.clone(),
            customer_id: query.customer_id.map(CustomerId),
            wanted: query.status.into(),
            days: query
                .due_within_days
                .map_or(DUE_SOON_DAYS, |days| days.clamp(0, DAYS_MAX)),
            now,
            source: query.source,
            // What `LIKE` takes for anything finds nothing that is written so.
            words: words(
                &query
                    .search
                    .replace(['%', '_'], " ")
                    .replace(char::is_control, " "),
            ),
        }
    }

    /// Which days count as near in its store.
    async fn near(&self, tx: &mut Tx) -> Outcome<Near> {
        let store = setting::get_store(tx, &self.store_no).await?;
        let today = store.business_date(self.now);
        Ok(Near {
            today,
            until: today.saturating_add(self.days.days()),
        })
    }
}

/// The deposits of this store: those that are kept by their last day, those that are over by it from
/// the newest.
#[utoipa::path(
    get, path = "/deposit", tag = "deposit", params(DepositQuery, DepositPageQuery),
    responses(
        (status = 200, description = "A page of deposits", body = Envelope<DepositPageView>),
        (status = 400, description = "The limit or the cursor cannot be read"),
    ),
)]
pub(crate) async fn list_deposits(
    State(state): State<DepositState>,
    actor: Actor,
    Query(query): Query<DepositQuery>,
    Query(page): Query<DepositPageQuery>,
) -> Reply {
    let after = cursor(page.cursor.as_deref(), Cursor::parse)?;
    let input = Input {
        asked: Asked::of(&actor, &query, state.shell.clock.now()),
        after,
        limit: row_limit(page.limit),
    };
    let page = state.shell.db.read(input, read).await?;
    Answer::of(&page)
}

struct Input {
    asked: Asked,
    after: Option<Cursor>,
    limit: i64,
}

fn read<'a>(tx: &'a mut Tx, input: &'a Input) -> TxFuture<'a, DepositPageView> {
    Box::pin(async move {
        let near = input.asked.near(tx).await?;
        let (rows, next) = rows(tx, &input.asked, input.after, input.limit).await?;
        let counts = store::count_live(tx, &input.asked.store_no, near).await?;
        Ok(DepositPageView {
            items: rows
                .into_iter()
                .map(|row| DepositRowView::of(row, near.today))
                .collect(),
            next_cursor: next.map(Cursor::text),
            live: counts.live,
            ready: counts.ready,
            due_soon: counts.due_soon,
            overdue: counts.overdue,
        })
    })
}

/// A page of rows, and where the next one starts.
pub(crate) async fn rows(
    tx: &mut Tx,
    asked: &Asked,
    after: Option<Cursor>,
    limit: i64,
) -> Outcome<(Vec<ListedDeposit>, Option<Cursor>)> {
    let whose = (&asked.store_no, asked.customer_id);
    let narrowed = (asked.source, asked.words.as_slice());
    let which = (asked.wanted, asked.near(tx).await?, narrowed);
    let mut rows = store::list_deposits(tx, whose, which, after, limit + 1).await?;
    let next = cut(&mut rows, limit).map(|row| Cursor {
        expires_on: row.deposit.expires_on,
        deposit_no: row.deposit.deposit_no,
    });
    Ok((rows, next))
}
