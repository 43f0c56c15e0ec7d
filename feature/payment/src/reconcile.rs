//! Compare the books with what the acquirer reports.

mod message;
pub(crate) mod unmatched;

use std::collections::BTreeSet;

use axum::extract::State;
use device::card_terminal::{Amount, Approval, Currency, PoiTransaction, Signature};
use jiff::{SignedDuration, Timestamp};
use journal::{Event as Told, Scene, record_event};
use kernel::Refusal;
use kernel::id::{AttemptId, StoreNo};
use serde::{Deserialize, Serialize};
use session::Actor;
use shell::db::{Tx, TxFuture};
use shell::http::idempotency::{Intent, once_viewed};
use shell::http::{Answer, Envelope, IdempotencyKey, Json, MALFORMED, Query, Reply};
use shell::{Failure, Outcome};
use uuid::Uuid;

use self::message::{
    DifferenceView, EntryKind, EntryRequest, PeriodQuery, ReconciliationView, ReportRequest, check,
};
use crate::PaymentState;
use crate::engine::{Apply, apply};
use crate::rule::attempt::{Captured, Event};
use crate::start_attempt::detached;
use crate::store::{self, NewEntry, NewReport};

/// How far back is looked when nobody says from when.
const LOOKED_BACK: SignedDuration = SignedDuration::from_hours(31 * 24);

struct Input {
    actor: Actor,
    request: ReportRequest,
    report_id: Uuid,
    /// What an attempt needs that learns something; its event is made of the report's line.
    pattern: Apply,
}

/// What an import did, as it is kept for a repeat.
#[derive(Debug, Default, Serialize, Deserialize)]
struct Done {
    informed: Vec<AttemptId>,
}

/// Import what the acquirer reports and compare it with the books.
///
/// Lines that an earlier report had change nothing. An attempt of which the report says that money
/// was taken, and the terminal did not, learns it: it is booked while its basket is being paid,
/// else given back. Every new difference is journalled; it blocks nothing.
#[utoipa::path(
    post, path = "/payment/reconciliation", tag = "payment", request_body = ReportRequest,
    responses(
        (status = 200, description = "What does not agree", body = Envelope<ReconciliationView>),
    ),
)]
pub(crate) async fn import_report(
    State(state): State<PaymentState>,
    actor: Actor,
    key: IdempotencyKey,
    Json(request): Json<ReportRequest>,
) -> Reply {
    check(&request)?;
    let now = state.shell.clock.now();
    let intent = Intent::new(key, "payment.reconcile", &actor.store_no.0, &request, now)?;
    let nothing = Event::Tick(crate::rule::attempt::Line::default());
    let mut pattern = state.engine.application(AttemptId(Uuid::nil()), nothing);
    // Sales that this pays are completed afterwards, each in a transaction of its own.
    pattern.settlement = None;
    let input = Input {
        actor,
        request,
        report_id: Uuid::now_v7(),
        pattern,
    };
    detached(async move {
        let (done, view) = once_viewed(&state.shell, intent, input, import, view).await?;
        for attempt_id in done.informed {
            state.engine.go_on(attempt_id).await?;
        }
        state.engine.settle_covered().await?;
        Answer::of(&view)
    })
    .await
}

/// Compare the books with what the acquirer has reported.
#[utoipa::path(
    get, path = "/payment/reconciliation", tag = "payment", params(PeriodQuery),
    responses(
        (status = 200, description = "What does not agree", body = Envelope<ReconciliationView>),
    ),
)]
pub(crate) async fn list_differences(
    State(state): State<PaymentState>,
    actor: Actor,
    Query(query): Query<PeriodQuery>,
) -> Reply {
    let until = query.until.unwrap_or_else(|| state.shell.clock.now());
    let from = match query.from {
        Some(from) => from,
        None => until
            .checked_sub(LOOKED_BACK)
            .map_err(|error| Refusal::new(&MALFORMED).with("detail", error.to_string()))?,
    };
    let differences = state
        .shell
        .db
        .read(
            (actor.store_no, from, until),
            |tx, (store_no, from, until)| Box::pin(compare(tx, store_no, (*from, *until), None)),
        )
        .await?;
    Answer::of(&ReconciliationView {
        differences,
        informed: Vec::new(),
    })
}

fn import<'a>(tx: &'a mut Tx, input: &'a Input) -> TxFuture<'a, Done> {
    Box::pin(async move {
        let (actor, request) = (&input.actor, &input.request);
        let (store_no, period) = (&actor.store_no, (request.from, request.until));
        let before = compare(tx, store_no, period, None).await?;
        let report = NewReport {
            report_id: input.report_id,
            store_no,
            from: request.from,
            until: request.until,
            imported_by: &actor.staff_id,
            imported_at: input.pattern.now,
        };
        store::insert_report(tx, &report).await?;
        // What gives back follows what it gives back, in whatever order the report has them.
        let captures = request.entries.iter().filter(|one| one.original.is_none());
        let reversals = request.entries.iter().filter(|one| one.original.is_some());
        let mut captured = Vec::new();
        for entry in captures.chain(reversals) {
            let attempt_id = keep(tx, input, entry).await?;
            if entry.kind == EntryKind::Capture {
                captured.extend(attempt_id.map(|attempt_id| (attempt_id, entry)));
            }
        }
        let mut done = Done::default();
        let after = compare(tx, store_no, period, Some(input.report_id)).await?;
        for (attempt_id, entry) in captured {
            if inform(tx, input, attempt_id, entry).await? {
                done.informed.push(attempt_id);
            }
        }
        let known: BTreeSet<_> = before.iter().map(DifferenceView::name).collect();
        for found in after.iter().filter(|found| !known.contains(&found.name())) {
            tell(tx, input, found).await?;
        }
        Ok(done)
    })
}

/// Keeps a line of a report, and answers with the attempt of a line that is new.
async fn keep(tx: &mut Tx, input: &Input, entry: &EntryRequest) -> Outcome<Option<AttemptId>> {
    let store_no = &input.actor.store_no;
    let named = entry.transaction_id.as_deref();
    let named = named.and_then(|name| Uuid::try_parse(name).ok());
    let mut attempt_id = match named {
        Some(name) => store::find_payment(tx, store_no, AttemptId(name)).await?,
        None => None,
    };
    if attempt_id.is_none() {
        let reference = entry.original.as_deref().unwrap_or(&entry.reference);
        attempt_id = store::find_payment_by_reference(tx, store_no, reference).await?;
    }
    let new = NewEntry {
        store_no,
        report_id: input.report_id,
        reference: &entry.reference,
        original: entry.original.as_deref(),
        attempt_id,
        minor: entry.minor,
        currency: &entry.currency,
        occurred_at: entry.at,
    };
    let is_new = store::insert_entry(tx, &new).await?;
    Ok(attempt_id.filter(|_| is_new))
}

/// Tells an attempt that money was taken for it, unless it knows or the money went back.
async fn inform(
    tx: &mut Tx,
    input: &Input,
    attempt_id: AttemptId,
    entry: &EntryRequest,
) -> Outcome<bool> {
    let Some(record) = store::find_attempt(tx, attempt_id).await? else {
        return Ok(false);
    };
    let all = Captured {
        minor: entry.minor,
        currency: entry.currency.clone(),
    };
    let kept = store::kept_of(tx, attempt_id).await?;
    if record.attempt.captured.is_some() || kept != [all] {
        return Ok(false);
    }
    let own = record.attempt.amount.currency;
    let event = Event::Reported(Box::new(approval(entry, own)?));
    let application = Apply {
        attempt_id,
        event,
        tender_id: kernel::id::TenderId(Uuid::now_v7()),
        ..input.pattern.clone()
    };
    let applied = apply(tx, &application).await?;
    Ok(applied.is_some_and(|applied| applied.is_changed))
}

/// A line of a report in the words of a terminal.
fn approval(entry: &EntryRequest, own: kernel::Currency) -> Outcome<Approval> {
    let currency = if entry.currency == own.code() {
        let exponent = u8::try_from(own.exponent()).map_err(Failure::internal)?;
        Currency::parse(own.code(), exponent)
    } else {
        Currency::from_iso(&entry.currency)
    };
    let currency = currency.map_err(Failure::internal)?;
    Ok(Approval {
        authorised: Amount::new(entry.minor, currency),
        tip: Amount::new(0, currency),
        brand: None,
        last4: None,
        entry_mode: None,
        approval_code: None,
        poi_transaction: PoiTransaction {
            id: entry.reference.clone(),
            time_stamp: entry.at.to_string(),
        },
        customer_receipt: Vec::new(),
        cashier_receipt: Vec::new(),
        signature: Signature::NotRequired,
    })
}

async fn tell(tx: &mut Tx, input: &Input, found: &DifferenceView) -> Outcome<()> {
    let scene = Scene {
        store_no: &input.actor.store_no,
        terminal_no: found.terminal_no.as_ref(),
        operator: Some(&input.actor.staff_id),
        at: input.pattern.now,
    };
    let event = Told::PaymentUnmatched {
        difference: found.difference.name(),
        attempt_id: found.attempt_id,
        reference: found.reference.clone(),
    };
    record_event(tx, &input.pattern.signer, &scene, &event).await
}

fn view<'a>(tx: &'a mut Tx, input: &'a Input, done: &'a Done) -> TxFuture<'a, ReconciliationView> {
    Box::pin(async move {
        let period = (input.request.from, input.request.until);
        let report_id = Some(input.report_id);
        Ok(ReconciliationView {
            differences: compare(tx, &input.actor.store_no, period, report_id).await?,
            informed: done.informed.clone(),
        })
    })
}

async fn compare(
    tx: &mut Tx,
    store_no: &StoreNo,
    period: (Timestamp, Timestamp),
    report_id: Option<Uuid>,
) -> Outcome<Vec<DifferenceView>> {
    let compared = store::list_compared(tx, store_no, period, report_id).await?;
    let strays = store::list_strays(tx, store_no, period, report_id).await?;
    let of_attempts = compared.into_iter().filter_map(DifferenceView::of);
    let mut all: Vec<_> = of_attempts
        .chain(strays.into_iter().map(Into::into))
        .collect();
    all.sort_by_key(|found| found.at);
    Ok(all)
}
