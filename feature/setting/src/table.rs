//! Tables that leave the program.

use journal::{Event, record_event};
use shell::{Outcome, Shell};

use crate::Desk;

/// The most rows of a table.
pub const EXPORT_ROWS_MAX: i64 = 100_000;

/// Writes down that a table left the program.
///
/// # Errors
/// The database's failure, or the journal's.
pub async fn note_export(shell: &Shell, desk: Desk, content: &'static str) -> Outcome<()> {
    shell
        .db
        .write((desk, content), |tx, (desk, content)| {
            Box::pin(async move {
                record_event(tx, &desk.signer, &desk.scene(), &Event::Export { content }).await
            })
        })
        .await
}
