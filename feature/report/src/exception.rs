//! What somebody should look at: lines taken out, copies, decisions about money, drawers opened.

use std::collections::HashMap;

use axum::extract::State;
use kernel::page::row_limit;
use kernel::{Currency, Money};
use serde::Deserialize;
use session::Actor;
use shell::Outcome;
use shell::db::{Tx, TxFuture};
use shell::http::{Answer, Envelope, Query, Reply, cursor};
use utoipa::IntoParams;

use crate::ReportOffice;
use crate::day::{Asked, DayReportQuery};
use crate::rule::exception::{self, Exception};
use crate::store::exception::{Cursor, Entry, list, name};
use crate::view::{ReportExceptionPageView, ReportExceptionView};

/// How many entries of the journal are read at a time: most of them are no exceptions.
const ENTRIES: i64 = 500;

/// Which page is wanted.
#[derive(Clone, Debug, Default, Deserialize, IntoParams)]
#[serde(rename_all = "camelCase", default)]
#[into_params(parameter_in = Query)]
pub(crate) struct ReportExceptionQuery {
    /// Where the page starts, as the page before said.
    pub cursor: Option<String>,
    /// How many rows, at most 200; 50 when it is not said.
    pub limit: Option<i64>,
}

/// What of a store's business dates somebody should look at, the newest first: lines taken out of baskets,
/// receipts printed again, payments that a person decided about, drawers opened without a sale.
#[utoipa::path(
    get, path = "/report/day/exception", tag = "report",
    params(DayReportQuery, ReportExceptionQuery),
    responses(
        (status = 200, description = "A page of them", body = Envelope<ReportExceptionPageView>),
        (status = 400, description = "The limit or the cursor cannot be read"),
        (status = 404, description = "There is no such store"),
        (status = 422, description = "The period is impossible"),
    ),
)]
pub(crate) async fn list_exceptions(
    State(office): State<ReportOffice>,
    actor: Actor,
    Query(query): Query<DayReportQuery>,
    Query(page): Query<ReportExceptionQuery>,
) -> Reply {
    let after = cursor(page.cursor.as_deref(), Cursor::parse)?;
    let input = (office.asked(actor, query), after, row_limit(page.limit));
    Answer::of(&office.shell.db.read(input, read).await?)
}

pub(crate) fn read<'a>(
    tx: &'a mut Tx,
    (asked, after, limit): &'a (Asked, Option<Cursor>, i64),
) -> TxFuture<'a, ReportExceptionPageView> {
    Box::pin(async move {
        let (items, next) = page(tx, asked, after.as_ref(), *limit).await?;
        Ok(ReportExceptionPageView {
            items,
            next_cursor: next.map(|cursor| cursor.text()),
        })
    })
}

/// Up to `limit` exceptions behind a place, and where the next page starts; nowhere after the last one.
pub(crate) async fn page(
    tx: &mut Tx,
    asked: &Asked,
    after: Option<&Cursor>,
    limit: i64,
) -> Outcome<(Vec<ReportExceptionView>, Option<Cursor>)> {
    let scope = asked.scope(tx).await?;
    let whose = (&scope.store.store_no, scope.period);
    let wanted = usize::try_from(limit).unwrap_or_default();
    let mut items = Vec::new();
    let mut names = HashMap::new();
    let mut next = after.cloned();
    loop {
        let entries = list(tx, whose, next.as_ref(), ENTRIES).await?;
        let is_last = i64::try_from(entries.len()).unwrap_or_default() < ENTRIES;
        for entry in entries {
            next = Some(entry.cursor.clone());
            if let Some(found) = exception::read(&entry.kind, &entry.payload) {
                items.push(view(tx, &mut names, entry, found).await?);
            }
            if items.len() == wanted {
                return Ok((items, next));
            }
        }
        if is_last {
            return Ok((items, None));
        }
    }
}

async fn view(
    tx: &mut Tx,
    names: &mut HashMap<String, String>,
    entry: Entry,
    found: Exception,
) -> Outcome<ReportExceptionView> {
    let staff_name = match names.get(&found.staff_id) {
        Some(name) => name.clone(),
        None => name(tx, &found.staff_id)
            .await?
            .unwrap_or_else(|| found.staff_id.clone()),
    };
    names.insert(found.staff_id, staff_name.clone());
    let currency = found.currency_code.as_deref().and_then(Currency::parse);
    Ok(ReportExceptionView {
        what: found.what,
        at: entry.cursor.at,
        business_date: entry.business_date,
        chain_id: entry.cursor.chain_id,
        staff_name,
        about: found.about,
        amount: found
            .amount
            .zip(currency)
            .map(|(minor, currency)| Money::new(minor, currency)),
        decision: found.decision,
    })
}
