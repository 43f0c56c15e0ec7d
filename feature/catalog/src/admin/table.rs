//! Tables that leave the program.

use axum::response::{IntoResponse as _, Response};
use http::header::{CACHE_CONTROL, CONTENT_DISPOSITION, CONTENT_TYPE};
use journal::{Event, Scene, record_event};
use session::Actor;
use shell::Outcome;

use super::CatalogState;

/// The most rows of a table.
pub(crate) const EXPORT_ROWS_MAX: i64 = 100_000;

/// A table as a file.
pub(crate) fn answer(name: &str, table: String) -> Response {
    let headers = [
        (CONTENT_TYPE, "text/csv; charset=utf-8".to_owned()),
        (
            CONTENT_DISPOSITION,
            format!("attachment; filename=\"{name}\""),
        ),
        (CACHE_CONTROL, "private, no-store".to_owned()),
    ];
    (headers, table).into_response()
}

/// Writes down that a table left the program.
pub(crate) async fn note_export(
    state: &CatalogState,
    actor: &Actor,
    content: &'static str,
) -> Outcome<()> {
    let input = (state.desk(actor), content);
    state
        .shell
        .db
        .write(input, |tx, (desk, content)| {
            Box::pin(async move {
                let scene = Scene {
                    store_no: &desk.store_no,
                    terminal_no: Some(&desk.terminal_no),
                    operator: Some(&desk.staff_id),
                    at: desk.now,
                };
                record_event(tx, &desk.signer, &scene, &Event::Export { content }).await
            })
        })
        .await
}
