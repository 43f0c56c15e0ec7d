//! What head office plans.

use axum::extract::State;
use backup::rule::keep::Keep;
use jiff::Timestamp;
use jiff::civil::{Date, Time};
use kernel::id::StoreNo;
use kernel::page::Page;
use kernel::{Currency, ErrorKind};
use serde::{Deserialize, Serialize};
use session::Actor;
use setting::entry::{self, Entry, EntryQuery, Few, SaveRequest, refused};
use setting::rule::{code, filled, within, within_length};
use setting::{Desk, ENTRY_NOT_FOUND};
use shell::db::{Tx, TxFuture};
use shell::http::idempotency::{Intent, once};
use shell::http::{Envelope, IdempotencyKey, Json, Path, Query, Reply};
use shell::{Failure, Outcome};
use utoipa::ToSchema;

use crate::rule::code::RunCode;
use crate::rule::plan::{Plan, RunType};
use crate::rule::weekday::{Weekday, Weekdays};
use crate::view::RunState;
use crate::{
    CURRENCIES_MALFORMED, PARAMETER_MALFORMED, PARAMETER_NOT_TAKEN, ScheduledJobState,
    TIME_MALFORMED, scheduler, store,
};

/// The longest name, and the longest name of a group.
const NAME_MAX: usize = 60;
/// The longest parameter.
const PARAMETER_MAX: usize = 200;
/// A day, in minutes.
const DAY: i64 = 24 * 60;

/// A job as it is planned. Times are those of the clock of its store.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub(crate) struct ScheduledJobValue {
    /// Its name.
    #[schema(example = "End gift cards")]
    pub(crate) name: String,
    /// What it belongs to; jobs are listed by it.
    #[schema(example = "Customers")]
    pub(crate) group: String,
    /// What it does.
    pub(crate) run_code: RunCode,
    /// What it is told; blank for work that takes nothing.
    #[schema(example = "ALL")]
    pub(crate) run_parameter: String,
    /// How often.
    pub(crate) run_type: RunType,
    /// The time of day of the first run.
    #[schema(example = "02:10")]
    pub(crate) run_begin_time: String,
    /// Its last day; null for no end.
    #[schema(value_type = Option<String>, format = Date, example = "2027-12-31")]
    pub(crate) run_end_date: Option<Date>,
    /// The minutes between two runs of an interval.
    #[schema(example = 60)]
    pub(crate) time_between: i64,
    /// On which days; on none it does not run.
    pub(crate) weekdays: Vec<Weekday>,
    /// The store whose clock it goes by; null for that of the first.
    #[schema(value_type = Option<String>, example = "PAR01")]
    pub(crate) store_no: Option<StoreNo>,
    /// When it runs next; null when it does not. Answered, not taken.
    #[serde(default)]
    #[schema(value_type = Option<String>, format = DateTime, read_only)]
    pub(crate) next_run_time: Option<Timestamp>,
    /// How its last run stands; answered, not taken.
    #[serde(default)]
    #[schema(read_only)]
    pub(crate) state: RunState,
}

impl ScheduledJobValue {
    /// When it is to run.
    ///
    /// # Errors
    /// [`TIME_MALFORMED`].
    pub(crate) fn plan(&self) -> Outcome<Plan> {
        let begin = Time::strptime("%H:%M", &self.run_begin_time)
            .map_err(|_| refused(&TIME_MALFORMED, "runBeginTime"))?;
        Ok(Plan {
            run_type: self.run_type,
            begin_minute: i64::from(begin.hour()) * 60 + i64::from(begin.minute()),
            end_date: self.run_end_date,
            minutes_between: self.time_between,
            weekdays: Weekdays::from(self.weekdays.as_slice()),
        })
    }

    fn checked(&self, key: &str, before: Option<&Self>) -> Outcome<Self> {
        code(key, "key")?;
        let parameter = within_length(&self.run_parameter, PARAMETER_MAX, "runParameter")?;
        if let Some(refusal) = wrong_parameter(self.run_code, &parameter) {
            return Err(refused(refusal, "runParameter"));
        }
        Ok(Self {
            name: filled(&self.name, NAME_MAX, "name")?,
            group: filled(&self.group, NAME_MAX, "group")?,
            run_parameter: parameter,
            time_between: within(self.time_between, &(1..=DAY), "timeBetween")?,
            weekdays: self.plan()?.weekdays.list(),
            next_run_time: before.and_then(|before| before.next_run_time),
            state: before.map(|before| before.state).unwrap_or_default(),
            ..self.clone()
        })
    }
}

/// What is wrong with what work is told; nothing when it can be done.
fn wrong_parameter(code: RunCode, parameter: &str) -> Option<&'static ErrorKind> {
    let (is_right, refusal) = match code {
        RunCode::Backup => (Keep::parse(parameter).is_some(), &PARAMETER_MALFORMED),
        RunCode::ImportRates => {
            let currencies = Currency::parse_list(parameter);
            (currencies.is_some(), &CURRENCIES_MALFORMED)
        }
        _ => (parameter.is_empty(), &PARAMETER_NOT_TAKEN),
    };
    (!is_right).then_some(refusal)
}

impl Few for ScheduledJobValue {
    const SETTING: &'static str = "scheduledJob";
    const OPERATION: &'static str = "scheduledJob.save";

    fn read<'a>(tx: &'a mut Tx, key: Option<&'a str>) -> TxFuture<'a, Vec<Entry<Self>>> {
        Box::pin(store::job::read(tx, key))
    }

    fn check<'a>(
        tx: &'a mut Tx,
        key: &'a str,
        value: &'a Self,
        before: Option<&'a Self>,
    ) -> TxFuture<'a, Self> {
        Box::pin(async move {
            let checked = value.checked(key, before)?;
            if let Some(store_no) = &checked.store_no {
                entry::known_store(tx, &store_no.0, "storeNo").await?;
            }
            Ok(checked)
        })
    }

    fn keep<'a>(
        tx: &'a mut Tx,
        key: &'a str,
        value: &'a Self,
        before: Option<&'a Entry<Self>>,
    ) -> TxFuture<'a, ()> {
        Box::pin(async move {
            let plan = value.plan()?;
            let is_as_before = match before.map(|before| &before.value) {
                Some(before) => before.plan()? == plan && before.store_no == value.store_no,
                None => false,
            };
            store::job::keep(tx, key, value, (&plan, is_as_before)).await
        })
    }

    fn text(&self) -> String {
        format!("{} {}", self.name, self.group)
    }
}

/// The jobs, by their groups, page by page.
#[utoipa::path(
    get, path = "/setting/scheduled-job", tag = "scheduled-job", params(EntryQuery),
    responses((status = 200, description = "A page of them", body = Envelope<Page<Entry<ScheduledJobValue>>>)),
)]
pub(crate) async fn list_scheduled_jobs(
    State(state): State<ScheduledJobState>,
    Query(query): Query<EntryQuery>,
) -> Reply {
    entry::list::<ScheduledJobValue>(&state.shell, query).await
}

/// A job.
#[utoipa::path(
    get, path = "/setting/scheduled-job/{jobId}", tag = "scheduled-job",
    params(("jobId" = String, Path, description = "Its id", example = "EXPIRE_GIFTCARD")),
    responses(
        (status = 200, description = "The entry", body = Envelope<Entry<ScheduledJobValue>>),
        (status = 404, description = "There is no such entry"),
    ),
)]
pub(crate) async fn get_scheduled_job(
    State(state): State<ScheduledJobState>,
    Path(key): Path<String>,
) -> Reply {
    entry::get::<ScheduledJobValue>(&state.shell, key).await
}

/// Plan a job.
///
/// A change says which version it saw; what is new says none. The answer says when it runs next.
#[utoipa::path(
    put, path = "/setting/scheduled-job/{jobId}", tag = "scheduled-job",
    request_body = SaveRequest<ScheduledJobValue>,
    params(("jobId" = String, Path, description = "Its id", example = "EXPIRE_GIFTCARD")),
    responses(
        (status = 200, description = "As it is now", body = Envelope<Entry<ScheduledJobValue>>),
        (status = 404, description = "There is no such entry"),
        (status = 409, description = "The code is in use, or somebody changed it meanwhile"),
        (status = 422, description = "Something is missing or impossible, or nothing has changed"),
    ),
)]
pub(crate) async fn save_scheduled_job(
    State(state): State<ScheduledJobState>,
    actor: Actor,
    idempotency: IdempotencyKey,
    Path(key): Path<String>,
    Json(request): Json<SaveRequest<ScheduledJobValue>>,
) -> Reply {
    let desk = state.desk(&actor);
    let scope = format!("{} {key}", desk.terminal_no);
    let operation = ScheduledJobValue::OPERATION;
    let intent = Intent::new(idempotency, operation, &scope, &request, desk.now)?;
    once(&state.shell, intent, (desk, key, request), save).await
}

type Save = (Desk, String, SaveRequest<ScheduledJobValue>);

fn save<'a>(
    tx: &'a mut Tx,
    (desk, key, request): &'a Save,
) -> TxFuture<'a, Entry<ScheduledJobValue>> {
    Box::pin(async move {
        entry::keep(tx, desk, key, request).await?;
        scheduler::plan_all(tx, desk.now).await?;
        let kept = store::job::read(tx, Some(key)).await?.pop();
        kept.ok_or_else(|| Failure::from(&ENTRY_NOT_FOUND))
    })
}
