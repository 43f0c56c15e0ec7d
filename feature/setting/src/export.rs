//! Entries of which there are few as a table that leaves the program.

use axum::response::Response;
use kernel::csv::{Cell, add_row, headed};
use shell::http::file;
use shell::{Failure, Shell};

use crate::Desk;
use crate::entry::{EntryQuery, Few, found};
use crate::table::note_export;

/// A kind of entry that can be written as rows.
pub trait Tabled: Few {
    /// The name of the table, in the journal and of the file.
    const TABLE: &'static str;
    /// What stands above its columns.
    const COLUMNS: &'static [&'static str];

    /// The cells of an entry, as many as there are columns.
    fn cells(&self, key: &str) -> Vec<String>;
}

/// The entries that a search leaves as a table; the journal is told.
///
/// # Errors
/// The database's failure, or the journal's.
pub async fn export<T: Tabled>(
    shell: &Shell,
    desk: Desk,
    query: EntryQuery,
) -> Result<Response, Failure> {
    let found = found::<T>(shell, query.search.as_deref()).await?;
    let mut table = headed(T::COLUMNS);
    for entry in &found {
        let cells = entry.value.cells(&entry.key);
        let row: Vec<Cell<'_>> = cells.iter().map(|cell| Cell::Text(cell)).collect();
        add_row(&mut table, &row);
    }
    note_export(shell, desk, T::TABLE).await?;
    Ok(file::table(&format!("{}.csv", T::TABLE), table))
}
