//! Having a job run now.

use axum::extract::State;
use jiff::Timestamp;
use kernel::id::StaffId;
use serde::{Deserialize, Serialize};
use session::Actor;
use setting::ENTRY_NOT_FOUND;
use shell::Failure;
use shell::db::{Tx, TxFuture};
use shell::http::idempotency::{Intent, once};
use shell::http::{Envelope, IdempotencyKey, Json, Path, Reply};
use utoipa::ToSchema;
use uuid::Uuid;

use crate::view::ScheduledJobRunView;
use crate::{RUNNING, ScheduledJobState, store};

/// Nothing but the wish.
#[derive(Clone, Debug, Deserialize, Serialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct RunJobRequest {}

/// Have a job run now.
///
/// The run is kept before it begins, and begins at once; the log says how it ended. When the job runs by
/// itself does not change.
#[utoipa::path(
    post, path = "/setting/scheduled-job/{jobId}/run", tag = "scheduled-job",
    request_body = RunJobRequest,
    params(("jobId" = String, Path, description = "Its id", example = "EXPIRE_GIFTCARD")),
    responses(
        (status = 200, description = "The run, which waits", body = Envelope<ScheduledJobRunView>),
        (status = 404, description = "There is no such entry"),
        (status = 409, description = "It runs already"),
    ),
)]
pub(crate) async fn run_scheduled_job(
    State(state): State<ScheduledJobState>,
    actor: Actor,
    idempotency: IdempotencyKey,
    Path(key): Path<String>,
    Json(request): Json<RunJobRequest>,
) -> Reply {
    let desk = state.desk(&actor);
    let scope = format!("{} {key}", desk.terminal_no);
    let intent = Intent::new(idempotency, "scheduledJob.run", &scope, &request, desk.now)?;
    let wish = (key, desk.staff_id, desk.now);
    let answer = once(&state.shell, intent, wish, ask).await?;
    state.wake.notify_one();
    Ok(answer)
}

fn ask<'a>(
    tx: &'a mut Tx,
    (job_id, staff_id, now): &'a (String, StaffId, Timestamp),
) -> TxFuture<'a, ScheduledJobRunView> {
    Box::pin(async move {
        if store::job::read(tx, Some(job_id)).await?.is_empty() {
            return Err((&ENTRY_NOT_FOUND).into());
        }
        if store::run::has_open(tx, job_id).await? {
            return Err((&RUNNING).into());
        }
        let run_id = Uuid::now_v7();
        store::run::ask(tx, job_id, (run_id, staff_id, *now)).await?;
        let run = store::run::find(tx, run_id).await?;
        run.ok_or_else(|| Failure::internal("a run that was kept is not there"))
    })
}
