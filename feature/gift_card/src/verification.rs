//! The proof: every card holds what its ledger says.

use journal::Finding;
use shell::Outcome;
use shell::db::Db;

use crate::store;

/// Cards that do not hold what their ledger says.
///
/// # Errors
/// The database's failure.
pub async fn verify(db: &Db) -> Outcome<Vec<Finding>> {
    let off = db
        .read((), |tx, ()| Box::pin(store::list_differing(tx)))
        .await?;
    let finding = |(id, balance, ledger): (uuid::Uuid, i64, i64)| {
        let what = format!("gift_card {id} balance");
        Finding::of_table(what, ledger.to_string(), balance.to_string())
    };
    Ok(off.into_iter().map(finding).collect())
}
