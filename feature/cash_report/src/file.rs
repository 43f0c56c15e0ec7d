//! A report was filed with the authority.

use axum::extract::State;
use jiff::civil::Date;
use journal::Scene;
use kernel::Refusal;
use serde::{Deserialize, Serialize};
use session::Actor;
use setting::Desk;
use setting::rule::filled;
use shell::Outcome;
use shell::db::{Tx, TxFuture};
use shell::http::idempotency::{Intent, once_viewed};
use shell::http::{Answer, Envelope, IdempotencyKey, Json, Path, Reply};
use utoipa::ToSchema;
use uuid::Uuid;

use crate::event::Event;
use crate::rule::report::check_filed_on;
use crate::store::{self, NewFiling, Report};
use crate::view::{CashReportView, calendar_day};
use crate::{AMENDED, CashReportOffice, FILED, NOT_FOUND};

/// The longest reference.
const REFERENCE_MAX: usize = 60;

/// How a report was filed.
#[derive(Clone, Debug, Deserialize, Serialize, ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub(crate) struct FileCashReportRequest {
    /// The number that the authority gave it.
    #[schema(example = "PBC-2026-004711", max_length = 60)]
    reference: String,
    /// The day on which it was filed.
    #[schema(value_type = String, format = Date, example = "2026-11-23")]
    filed_on: Date,
}

struct Input {
    desk: Desk,
    cash_report_id: Uuid,
    request: FileCashReportRequest,
}

/// Note that a report of cash was filed with the authority. It is filed once; when the customer paid more
/// in cash on that day since, the newer report stands for all of it.
#[utoipa::path(
    post, path = "/cash-report/{cashReportId}/filing", tag = "cashReport",
    request_body = FileCashReportRequest,
    params(("cashReportId" = Uuid, Path, description = "The report")),
    responses(
        (status = 200, description = "The report", body = Envelope<CashReportView>),
        (status = 404, description = "There is no such report of cash"),
        (status = 409, description = "It was filed before, or there is a newer one for that day"),
        (status = 422, description = "The reference is missing, or the day is impossible"),
    ),
)]
pub(crate) async fn file_cash_report(
    State(office): State<CashReportOffice>,
    actor: Actor,
    key: IdempotencyKey,
    Path(cash_report_id): Path<Uuid>,
    Json(request): Json<FileCashReportRequest>,
) -> Reply {
    let desk = office.desk(&actor);
    let scope = format!("{} {cash_report_id}", desk.terminal_no);
    let intent = Intent::new(key, "cash_report.file", &scope, &request, desk.now)?;
    let input = Input {
        desk,
        cash_report_id,
        request,
    };
    let ((), view) = once_viewed(&office.shell, intent, input, file, view).await?;
    Answer::of(&view)
}

fn file<'a>(tx: &'a mut Tx, input: &'a Input) -> TxFuture<'a, ()> {
    Box::pin(async move {
        let Input { desk, request, .. } = input;
        let report = visible(tx, input).await?;
        if let Some(filing) = &report.filing {
            return Err(Refusal::new(&FILED)
                .with("date", filing.filed_on.to_string())
                .with("reference", filing.reference.clone())
                .into());
        }
        if report.is_amended {
            return Err((&AMENDED).into());
        }
        let reference = filled(&request.reference, REFERENCE_MAX, "reference")?;
        let today = calendar_day(tx, &report.store_no, desk.now).await?;
        check_filed_on(request.filed_on, report.business_date, today)?;
        let event = Event::CashReportFiled {
            cash_report_id: report.cash_report_id,
            reference: reference.as_str().into(),
            filed_on: request.filed_on,
        };
        // In the chain of the till, or in that of the other store.
        let is_here = report.store_no == desk.store_no;
        let scene = Scene {
            store_no: &report.store_no,
            terminal_no: is_here.then_some(&desk.terminal_no),
            operator: Some(&desk.staff_id),
            at: desk.now,
        };
        let appended = event.write_down(tx, &desk.signer, &scene).await?;
        let filing = NewFiling {
            reference: &reference,
            filed_on: request.filed_on,
            filed_by: &desk.staff_id,
            filed_at: desk.now,
            journal: (&appended.chain_id, appended.seq),
        };
        store::insert_filing(tx, report.cash_report_id, &filing).await
    })
}

fn view<'a>(tx: &'a mut Tx, input: &'a Input, (): &'a ()) -> TxFuture<'a, CashReportView> {
    Box::pin(async move {
        let report = visible(tx, input).await?;
        let today = calendar_day(tx, &report.store_no, input.desk.now).await?;
        Ok(CashReportView::of(report, today))
    })
}

/// A report of a store that whoever asks sees.
async fn visible(tx: &mut Tx, input: &Input) -> Outcome<Report> {
    let desk = &input.desk;
    let viewer = (&desk.store_no, &desk.staff_id);
    let report = store::find(tx, viewer, input.cash_report_id).await?;
    Ok(report.ok_or(&NOT_FOUND)?)
}
