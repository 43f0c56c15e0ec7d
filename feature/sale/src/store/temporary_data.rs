//! What a till leaves with the server for a while.

use kernel::id::TerminalNo;
use shell::Outcome;
use shell::db::{Tx, params};

use crate::Till;

pub(crate) async fn save_temporary_data(tx: &mut Tx, till: &Till, content: &str) -> Outcome<()> {
    tx.execute_one(
        "INSERT INTO temporary_data (terminal_no, store_no, content, saved_by, saved_at) \
         VALUES ($1, $2, $3, $4, $5) ON CONFLICT (terminal_no) DO UPDATE \
         SET content = $3, saved_by = $4, saved_at = $5",
        params![
            &till.terminal_no,
            &till.store_no,
            content,
            &till.staff_id,
            till.now
        ],
    )
    .await?;
    Ok(())
}

pub(crate) async fn find_temporary_data(
    tx: &mut Tx,
    terminal_no: &TerminalNo,
) -> Outcome<Option<String>> {
    let row = tx
        .query_opt(
            "SELECT content FROM temporary_data WHERE terminal_no = $1",
            params![terminal_no],
        )
        .await?;
    Ok(row.map(|mut row| row.read()).transpose()?)
}
