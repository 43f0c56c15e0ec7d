//! What attempts, tenders, card terminals and acquirers do not agree about, with what is done about it.

use axum::extract::State;
use jiff::{SignedDuration, Timestamp};
use kernel::id::{AttemptId, StoreNo};
use kernel::page::{Page, cut, row_limit};
use payment::{UnmatchedPayment, receipts_of, unmatched_payments};
use serde::Deserialize;
use session::Actor;
use shell::db::{Tx, TxFuture};
use shell::http::{Answer, Envelope, Query, Reply, cursor};
use shell::{Failure, Outcome};
use utoipa::IntoParams;

use crate::desk::Asked;
use crate::view::UnmatchedView;
use crate::{StatementOffice, store};

/// How far back is looked.
const LOOKED_BACK: SignedDuration = SignedDuration::from_hours(31 * 24);

/// Which page is wanted.
#[derive(Clone, Debug, Default, Deserialize, IntoParams)]
#[serde(rename_all = "camelCase", default)]
#[into_params(parameter_in = Query)]
pub(crate) struct UnmatchedQuery {
    /// Where the page starts, as the page before said.
    pub cursor: Option<String>,
    /// How many rows, at most 200; 50 when it is not said.
    pub limit: Option<i64>,
}

/// What does not agree in this store, of the last 31 days, the newest first.
///
/// Three sides should say the same of each payment at a card terminal: its attempt, what is booked, and what the
/// acquirer reports; and of each tender the totals that terminals told with statements. What does not agree keeps
/// nobody from posting. Each row names what somebody does about it, and what to look at.
#[utoipa::path(
    get, path = "/statement/unmatched", tag = "statement", params(UnmatchedQuery),
    responses(
        (status = 200, description = "A page of what does not agree", body = Envelope<Page<UnmatchedView>>),
        (status = 400, description = "The limit or the cursor cannot be read"),
    ),
)]
pub(crate) async fn list_unmatched(
    State(office): State<StatementOffice>,
    actor: Actor,
    Query(query): Query<UnmatchedQuery>,
) -> Reply {
    let after = cursor(query.cursor.as_deref(), Place::parse)?;
    let asked = office.asked(actor, (after, row_limit(query.limit)));
    let page = office.shell.db.read(asked, read).await?;
    Answer::of(&page)
}

/// A place in the list: when, and what tells apart what happened at the same time.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Place {
    at: i64,
    name: String,
}

impl Place {
    fn parse(text: &str) -> Option<Self> {
        let (at, name) = text.split_once('_')?;
        Some(Self {
            at: at.parse().ok()?,
            name: name.to_owned(),
        })
    }

    fn text(&self) -> String {
        format!("{}_{}", self.at, self.name)
    }
}

fn read<'a>(
    tx: &'a mut Tx,
    asked: &'a Asked<(Option<Place>, i64)>,
) -> TxFuture<'a, Page<UnmatchedView>> {
    Box::pin(async move {
        let (after, limit) = &asked.request;
        let store_no = &asked.actor.store_no;
        let since = asked
            .now
            .checked_sub(LOOKED_BACK)
            .map_err(Failure::internal)?;
        let period = (since, asked.now);
        let tills = store::tills_of(tx, store_no).await?;
        let currency = setting::get_store(tx, store_no).await?.currency;
        let mut rows: Vec<(Place, Row)> = Vec::new();
        for payment in unmatched_payments(tx, store_no, period).await? {
            let name = match (&payment.attempt_id, &payment.reference) {
                (Some(attempt_id), _) => attempt_id.to_string(),
                (None, reference) => reference.clone().unwrap_or_default(),
            };
            let at = payment.at.as_microsecond();
            rows.push((Place { at, name }, Row::Payment(payment)));
        }
        for total in store::unmatched_totals(tx, store_no, period).await? {
            let tender = &total.tender;
            let (code, currency) = (&tender.tender_code, &tender.currency_code);
            let name = format!("{}.{code}.{currency}", total.period_id);
            let at = total.asked_at.as_microsecond();
            rows.push((Place { at, name }, Row::Total(total)));
        }
        rows.sort_by(|(one, _), (other, _)| other.cmp(one));
        let total = i64::try_from(rows.len()).unwrap_or(i64::MAX);
        rows.retain(|(place, _)| after.as_ref().is_none_or(|after| place < after));
        let next_cursor = cut(&mut rows, *limit).map(|(place, _)| place.text());
        let attempts: Vec<AttemptId> = rows.iter().filter_map(|(_, row)| row.attempt()).collect();
        let receipts = receipts_of(tx, &attempts).await?;
        let items = rows.into_iter().map(|(_, row)| match row {
            Row::Payment(payment) => {
                let receipt = payment.attempt_id.and_then(|it| receipts.get(&it));
                UnmatchedView::of_payment(payment, receipt, &tills)
            }
            Row::Total(total) => UnmatchedView::of_total(total, currency, &tills),
        });
        Ok(Page {
            items: items.collect(),
            next_cursor,
            total,
        })
    })
}

enum Row {
    Payment(UnmatchedPayment),
    Total(store::UnmatchedTotal),
}

impl Row {
    fn attempt(&self) -> Option<AttemptId> {
        match self {
            Self::Payment(payment) => payment.attempt_id,
            Self::Total(_) => None,
        }
    }
}

/// Whether a payment that belongs to the statement at work of a store is not confirmed: the sides of it do not agree.
pub(crate) async fn has_unconfirmed(
    tx: &mut Tx,
    store_no: &StoreNo,
    now: Timestamp,
) -> Outcome<bool> {
    let oldest = now.checked_sub(LOOKED_BACK).map_err(Failure::internal)?;
    let since = store::last_calculated(tx, store_no).await?;
    let period = (since.unwrap_or(oldest).max(oldest), now);
    Ok(!unmatched_payments(tx, store_no, period).await?.is_empty())
}
