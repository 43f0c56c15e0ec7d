//! What is kept of this installation itself: few values by their names, of any feature.

use super::{Tx, params};
use crate::Outcome;

/// What stands under a name.
///
/// # Errors
/// The database's failure.
pub async fn read(tx: &mut Tx, name: &str) -> Outcome<Option<String>> {
    let row = tx
        .query_opt(
            "SELECT value FROM installation WHERE name = $1",
            params![name],
        )
        .await?;
    Ok(row.map(|mut row| row.read()).transpose()?)
}

/// Puts a value under a name, in place of the one before.
///
/// # Errors
/// The database's failure.
pub async fn write(tx: &mut Tx, name: &str, value: &str) -> Outcome<()> {
    tx.execute_one(
        "INSERT INTO installation (name, value) VALUES ($1, $2) \
         ON CONFLICT (name) DO UPDATE SET value = $2",
        params![name, value],
    )
    .await?;
    Ok(())
}

/// Takes what stands under a name away.
///
/// # Errors
/// The database's failure.
pub async fn remove(tx: &mut Tx, name: &str) -> Outcome<()> {
    tx.execute("DELETE FROM installation WHERE name = $1", params![name])
        .await?;
    Ok(())
}
