//! Jobs that head office plans: when each runs, that it runs once, and how it went (specification:
//! scheduled job; domain §17.5).

mod admin;
mod list_runs;
pub mod rule;
mod run_now;
mod scheduler;
mod store;
mod view;

use std::sync::Arc;

use futures::future::BoxFuture;
use journal::Signer;
use kernel::ErrorKind;
use session::Actor;
use setting::Desk;
use shell::db::Tx;
use shell::http::api::ApiRouter;
use shell::routes;
use shell::{Outcome, Shell};
use tokio::sync::Notify;

pub use rule::code::RunCode;
pub use scheduler::{LEASE, run_due, start};

/// The job has a run that waits or goes on.
pub static RUNNING: ErrorKind = ErrorKind::new(
    "scheduled_job.running",
    409,
    "This job is running already; its result is in the log soon",
);
/// A time of day is none.
pub static TIME_MALFORMED: ErrorKind = ErrorKind::new(
    "scheduled_job.time_malformed",
    422,
    "A time has hours and minutes, such as 02:00",
);
/// The work takes no parameter.
pub static PARAMETER_NOT_TAKEN: ErrorKind = ErrorKind::new(
    "scheduled_job.parameter_not_taken",
    422,
    "This job takes no parameter",
);

/// The parameter does not say what is kept.
pub static PARAMETER_MALFORMED: ErrorKind = ErrorKind::new(
    "scheduled_job.parameter_malformed",
    422,
    "What is kept is written as DAILY=7 WEEKLY=4, with at least one day",
);

/// The parameter names something that is no currency.
pub static CURRENCIES_MALFORMED: ErrorKind = ErrorKind::new(
    "scheduled_job.currencies_malformed",
    422,
    "Currencies are written as HKD CNY; leave them out for all that the stores use",
);

/// This feature's part of the error catalogue.
pub static ERRORS: &[&ErrorKind] = &[
    &RUNNING,
    &TIME_MALFORMED,
    &PARAMETER_NOT_TAKEN,
    &PARAMETER_MALFORMED,
    &CURRENCIES_MALFORMED,
];

/// Work that is to be done.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Assignment {
    /// What.
    pub code: RunCode,
    /// What it is told; blank for work that takes nothing.
    pub parameter: String,
}

/// How a run went.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Ended {
    /// Whether all is as it should be.
    pub is_ok: bool,
    /// How many things it changed; none where that says nothing.
    pub changed: Option<i64>,
    /// What it tells besides.
    pub text: String,
}

/// The work behind each code. Doing it twice does no harm.
pub type Works = Arc<dyn Fn(Assignment) -> BoxFuture<'static, Outcome<Ended>> + Send + Sync>;

/// What the operations of this feature need.
#[derive(Clone)]
pub struct ScheduledJobState {
    /// The plumbing.
    pub shell: Shell,
    /// Signs the journal.
    pub signer: Arc<Signer>,
    /// What the jobs do.
    pub works: Works,
    /// Told when somebody wants a job to run now.
    pub wake: Arc<Notify>,
}

impl ScheduledJobState {
    fn desk(&self, actor: &Actor) -> Desk {
        Desk::new(self.signer.clone(), actor, self.shell.clock.now())
    }
}

/// The jobs whose last run failed, for whoever looks after the program: until a run succeeds, or the job
/// runs no more.
///
/// # Errors
/// The database's failure.
pub async fn failed_jobs(tx: &mut Tx) -> Outcome<Vec<String>> {
    store::run::list_failed(tx).await
}

/// The operations of this feature.
pub fn routes(state: ScheduledJobState) -> ApiRouter {
    ApiRouter::new()
        .routes(routes!(admin::list_scheduled_jobs))
        .routes(routes!(admin::get_scheduled_job, admin::save_scheduled_job))
        .routes(routes!(run_now::run_scheduled_job))
        .routes(routes!(list_runs::list_scheduled_job_runs))
        .with_state(state)
}
