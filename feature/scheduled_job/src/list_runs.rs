//! The log of a job.

use axum::extract::State;
use kernel::page::Page;
use serde::Deserialize;
use setting::ENTRY_NOT_FOUND;
use setting::entry::Window;
use shell::Outcome;
use shell::db::Tx;
use shell::http::{Answer, Envelope, Path, Query, Reply};
use utoipa::IntoParams;

use crate::view::ScheduledJobRunView;
use crate::{ScheduledJobState, store};

/// Which runs are wanted.
#[derive(Clone, Debug, Deserialize, IntoParams)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
#[into_params(parameter_in = Query)]
pub(crate) struct RunQuery {
    /// Where the page starts, as the page before said.
    pub(crate) cursor: Option<String>,
    /// How many rows, 200 at the most.
    pub(crate) limit: Option<i64>,
}

/// The runs of a job, the newest first. Runs stay for ninety days.
#[utoipa::path(
    get, path = "/setting/scheduled-job/{jobId}/log", tag = "scheduled-job",
    params(
        ("jobId" = String, Path, description = "Its id", example = "EXPIRE_GIFTCARD"),
        RunQuery,
    ),
    responses(
        (status = 200, description = "A page of them", body = Envelope<Page<ScheduledJobRunView>>),
        (status = 404, description = "There is no such entry"),
    ),
)]
pub(crate) async fn list_scheduled_job_runs(
    State(state): State<ScheduledJobState>,
    Path(key): Path<String>,
    Query(query): Query<RunQuery>,
) -> Reply {
    let window = Window::new(query.cursor.as_deref(), query.limit);
    let page = state
        .shell
        .db
        .read((key, window), |tx, (key, window)| {
            Box::pin(read(tx, key, *window))
        })
        .await?;
    Answer::of(&page)
}

async fn read(tx: &mut Tx, key: &str, window: Window) -> Outcome<Page<ScheduledJobRunView>> {
    if store::job::read(tx, Some(key)).await?.is_empty() {
        return Err((&ENTRY_NOT_FOUND).into());
    }
    let (runs, total) = store::run::list(tx, key, window).await?;
    Ok(window.page(runs, total))
}
