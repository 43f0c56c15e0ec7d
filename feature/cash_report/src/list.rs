//! The reports of cash of the stores that somebody sees.

use axum::extract::State;
use jiff::Timestamp;
use jiff::civil::Date;
use kernel::page::{cut, row_limit};
use serde::{Deserialize, Serialize};
use session::Actor;
use shell::Outcome;
use shell::db::{Tx, TxFuture};
use shell::http::{Answer, Envelope, Query, Reply, cursor};
use utoipa::{IntoParams, ToSchema};

use crate::CashReportOffice;
use crate::rule::report::CashReportState;
use crate::store::{self, Cursor, Filter, Report};
use crate::view::{CashReportNumbersView, CashReportView, calendar_day};

/// Which reports are wanted.
#[derive(Clone, Debug, Default, Deserialize, IntoParams)]
#[serde(rename_all = "camelCase", default)]
#[into_params(parameter_in = Query)]
pub(crate) struct CashReportQuery {
    /// Parts of the customer's name, of the number of the receipt or of the authority's reference.
    search: Option<String>,
    /// Where they stand, by today's date in the store of whoever asks.
    #[param(inline)]
    state: Option<CashReportState>,
    /// From which business date on.
    #[param(value_type = Option<String>, format = Date)]
    from: Option<Date>,
    /// Up to which business date.
    #[param(value_type = Option<String>, format = Date)]
    to: Option<Date>,
    /// Of one store only.
    #[param(example = "SHA01")]
    store_no: Option<String>,
}

/// Which page of them is wanted.
#[derive(Clone, Debug, Default, Deserialize, IntoParams)]
#[serde(rename_all = "camelCase", default)]
#[into_params(parameter_in = Query)]
pub(crate) struct CashReportPageQuery {
    /// Where the page starts, as the page before said.
    cursor: Option<String>,
    /// How many rows, at most 200; 50 when it is not said.
    limit: Option<i64>,
}

impl CashReportQuery {
    /// What somebody sees of what is wanted.
    pub(crate) fn filter(self, actor: &Actor) -> Filter {
        Filter {
            staff_id: actor.staff_id.clone(),
            home: actor.store_no.clone(),
            search: self.search.unwrap_or_default(),
            state: self.state,
            days: (self.from, self.to),
            store_no: self.store_no,
        }
    }
}

/// A page of reports.
#[derive(Clone, Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct CashReportPageView {
    /// The reports, those of the newest cash first.
    items: Vec<CashReportView>,
    /// Where the next page starts; null on the last.
    #[schema(example = "2026-11-21_01938f2e-6a00-7000-8000-000000000001")]
    next_cursor: Option<String>,
    /// How many reports there are in each state, whatever the filters say.
    counts: CashReportNumbersView,
}

/// The reports of cash of this store and of those linked to whoever asks, those of the newest cash first.
///
/// A report that was amended before it was filed is not shown: the one that amends it stands for all cash
/// of that day.
#[utoipa::path(
    get, path = "/cash-report", tag = "cashReport", params(CashReportQuery, CashReportPageQuery),
    responses(
        (status = 200, description = "A page of them", body = Envelope<CashReportPageView>),
        (status = 400, description = "The limit or the cursor cannot be read"),
    ),
)]
pub(crate) async fn list_cash_reports(
    State(office): State<CashReportOffice>,
    actor: Actor,
    Query(query): Query<CashReportQuery>,
    Query(page): Query<CashReportPageQuery>,
) -> Reply {
    let asked = Asked {
        filter: query.filter(&actor),
        after: cursor(page.cursor.as_deref(), Cursor::parse)?,
        limit: row_limit(page.limit),
        now: office.shell.clock.now(),
    };
    Answer::of(&office.shell.db.read(asked, read).await?)
}

/// Which rows are read, and when.
#[derive(Clone, Debug)]
pub(crate) struct Asked {
    pub filter: Filter,
    pub after: Option<Cursor>,
    pub limit: i64,
    pub now: Timestamp,
}

/// A page of rows.
pub(crate) struct Rows {
    pub reports: Vec<Report>,
    pub next: Option<Cursor>,
    /// The date in the store of whoever asks.
    pub today: Date,
}

/// Reads a page of rows.
pub(crate) async fn rows(tx: &mut Tx, asked: &Asked) -> Outcome<Rows> {
    let today = calendar_day(tx, &asked.filter.home, asked.now).await?;
    let after = asked.after.as_ref();
    let mut reports = store::list(tx, &asked.filter, (after, asked.limit + 1), today).await?;
    let next = cut(&mut reports, asked.limit).map(|last| Cursor {
        business_date: last.business_date,
        cash_report_id: last.cash_report_id,
    });
    Ok(Rows {
        reports,
        next,
        today,
    })
}

fn read<'a>(tx: &'a mut Tx, asked: &'a Asked) -> TxFuture<'a, CashReportPageView> {
    Box::pin(async move {
        let Rows {
            reports,
            next,
            today,
        } = rows(tx, asked).await?;
        let Filter { home, staff_id, .. } = &asked.filter;
        Ok(CashReportPageView {
            counts: store::count(tx, (home, staff_id), today).await?,
            next_cursor: next.map(|cursor| cursor.text()),
            items: reports
                .into_iter()
                .map(|report| CashReportView::of(report, today))
                .collect(),
        })
    })
}
