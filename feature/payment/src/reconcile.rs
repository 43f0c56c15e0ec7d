//! Compare the books with what the acquirer reports.

use std::collections::BTreeSet;

use axum::extract::State;
use device::card_terminal::{Amount, Approval, Currency, PoiTransaction, Signature};
use jiff::{SignedDuration, Timestamp};
use journal::{Event as Told, Scene, record_event};
use kernel::Money;
use kernel::Refusal;
use kernel::id::{AttemptId, StoreNo, TerminalNo};
use serde::{Deserialize, Serialize};
use session::Actor;
use shell::db::{Tx, TxFuture};
use shell::http::idempotency::{Intent, once_viewed};
use shell::http::{Answer, Envelope, IdempotencyKey, Json, MALFORMED, Query, Reply};
use shell::{Failure, Outcome};
use utoipa::{IntoParams, ToSchema};
use uuid::Uuid;

use crate::PaymentState;
use crate::engine::{Apply, apply};
use crate::rule::attempt::{Captured, Event, State as AttemptState};
use crate::rule::reconciliation::{Difference, difference};
use crate::start_attempt::detached;
use crate::store::{self, Compared, NewEntry, NewReport, Stray};

/// The most lines of one report.
const ENTRIES_MAX: usize = 5000;
/// The longest name that an acquirer gives.
const REFERENCE_CHARACTERS_MAX: usize = 128;
/// How far back is looked when nobody says from when.
const LOOKED_BACK: SignedDuration = SignedDuration::from_hours(31 * 24);

/// What a line of a report says.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize, Serialize, ToSchema)]
#[serde(rename_all = "UPPERCASE")]
pub(crate) enum EntryKind {
    /// Money was taken.
    Capture,
    /// Money was given back.
    Reversal,
}

/// A line of an acquirer's report.
#[derive(Clone, Debug, Deserialize, Serialize, ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub(crate) struct EntryRequest {
    /// What happened.
    kind: EntryKind,
    /// The acquirer's name of it (`tenderReference.pspReference`).
    #[schema(example = "Bv0q001643892070000.VK9DRSLLRCQ2WN82")]
    reference: String,
    /// Of a reversal: the reference of the payment that it gives back.
    #[serde(default)]
    original: Option<String>,
    /// Our name of the payment (`SaleTransactionID`), where the report has it.
    #[serde(default)]
    #[schema(example = "0199e2a47c1a7b3e9d526f0c8a1b2c3d")]
    transaction_id: Option<String>,
    /// The amount in minor units.
    #[schema(example = 22910)]
    minor: i64,
    /// The currency, ISO 4217; it may be one that is not sold in.
    #[schema(example = "EUR")]
    currency: String,
    /// When it happened.
    #[schema(value_type = String, format = DateTime)]
    at: Timestamp,
}

/// What an acquirer reports of a period. The lines of a period may come in several reports.
#[derive(Clone, Debug, Deserialize, Serialize, ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub(crate) struct ReportRequest {
    /// The first moment of which the report tells everything.
    #[schema(value_type = String, format = DateTime, example = "2026-11-20T23:00:00Z")]
    from: Timestamp,
    /// The first moment of which it tells nothing any more.
    #[schema(value_type = String, format = DateTime, example = "2026-11-21T23:00:00Z")]
    until: Timestamp,
    /// The lines, at most 5,000.
    entries: Vec<EntryRequest>,
}

/// The period that is compared.
#[derive(Clone, Debug, Default, Deserialize, IntoParams)]
#[serde(rename_all = "camelCase", default)]
#[into_params(parameter_in = Query)]
pub(crate) struct PeriodQuery {
    /// From when; 31 days before its end when it is not said.
    #[param(value_type = Option<String>, format = DateTime)]
    from: Option<Timestamp>,
    /// Until when; now when it is not said.
    #[param(value_type = Option<String>, format = DateTime)]
    until: Option<Timestamp>,
}

/// An amount in a currency that may not be sold in.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
pub(crate) struct KeptView {
    /// Minor units.
    #[schema(example = 22910)]
    minor: i64,
    /// ISO 4217.
    #[schema(example = "EUR")]
    currency: String,
}

/// A payment of which attempt, tender and the acquirer's report do not agree.
#[derive(Clone, Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct DifferenceView {
    /// How they differ.
    difference: Difference,
    /// The attempt; null when none asked for it.
    attempt_id: Option<AttemptId>,
    /// Where the attempt stands.
    state: Option<AttemptState>,
    /// The till.
    #[schema(value_type = Option<String>, example = "PAR-1")]
    terminal_no: Option<TerminalNo>,
    /// The number of the basket.
    #[schema(example = 7)]
    basket_no: Option<i64>,
    /// What was to be taken.
    amount: Option<Money>,
    /// What is booked.
    booked: Option<Money>,
    /// What the acquirer took less what it gave back; empty when no report names it.
    kept: Vec<KeptView>,
    /// The acquirer's name of it, when no attempt asked for it.
    #[schema(example = "Bv0q001643892070000.VK9DRSLLRCQ2WN82")]
    reference: Option<String>,
    /// When it was sent to the terminal, or happened.
    #[schema(value_type = String, format = DateTime)]
    at: Timestamp,
}

/// What does not agree, and what became certain through a report.
#[derive(Clone, Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct ReconciliationView {
    /// The differences of the period, oldest first.
    differences: Vec<DifferenceView>,
    /// The attempts that learned from this report that money was taken: what cannot be booked any
    /// more is given back.
    informed: Vec<AttemptId>,
}

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
        None => until.checked_sub(LOOKED_BACK).map_err(Failure::internal)?,
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

fn check(request: &ReportRequest) -> Result<(), Refusal> {
    let malformed = |detail: &str| Err(Refusal::new(&MALFORMED).with("detail", detail.to_owned()));
    if request.from >= request.until {
        return malformed("from must be before until");
    }
    if request.entries.len() > ENTRIES_MAX {
        return malformed("a report has at most 5000 entries");
    }
    for entry in &request.entries {
        let names = [Some(&entry.reference), entry.original.as_ref()];
        let is_name = |name: &String| {
            !name.is_empty()
                && name.chars().count() <= REFERENCE_CHARACTERS_MAX
                && !name.contains(char::is_control)
        };
        if !names.into_iter().flatten().all(is_name) {
            return malformed("a reference is empty, too long or no text");
        }
        if (entry.kind == EntryKind::Reversal) != entry.original.is_some() {
            return malformed("a reversal, and nothing else, has an original");
        }
        if entry.minor <= 0 || Currency::from_iso(&entry.currency).is_err() {
            return malformed("an amount is not positive or has no currency");
        }
    }
    Ok(())
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

impl DifferenceView {
    fn of(compared: Compared) -> Option<Self> {
        let Compared {
            attempt_id,
            terminal_no,
            basket_no,
            amount,
            sent_at,
            account,
        } = compared;
        Some(Self {
            difference: difference(&account)?,
            attempt_id: Some(attempt_id),
            state: Some(account.state),
            terminal_no: Some(terminal_no),
            basket_no: Some(basket_no),
            amount: Some(amount),
            booked: Some(Money::new(account.booked, amount.currency)),
            kept: account.kept.into_iter().map(Into::into).collect(),
            reference: None,
            at: sent_at,
        })
    }

    /// By what a difference is known again.
    fn name(&self) -> (Difference, Option<AttemptId>, Option<String>) {
        (self.difference, self.attempt_id, self.reference.clone())
    }
}

impl From<Stray> for DifferenceView {
    fn from(stray: Stray) -> Self {
        Self {
            difference: Difference::NoAttempt,
            attempt_id: None,
            state: None,
            terminal_no: None,
            basket_no: None,
            amount: None,
            booked: None,
            kept: vec![stray.kept.into()],
            reference: Some(stray.reference),
            at: stray.occurred_at,
        }
    }
}

impl From<Captured> for KeptView {
    fn from(kept: Captured) -> Self {
        Self {
            minor: kept.minor,
            currency: kept.currency,
        }
    }
}
