//! The proof: every deposit holds what its ledger says.

use journal::Finding;
use shell::Outcome;
use shell::db::Db;

use crate::store;

/// Deposits that do not hold what their ledger says.
///
/// # Errors
/// The database's failure.
pub async fn verify(db: &Db) -> Outcome<Vec<Finding>> {
    let off = db
        .read((), |tx, ()| Box::pin(store::list_differing(tx)))
        .await?;
    let finding = |(document_no, held, ledger): (String, i64, i64)| {
        let what = format!("deposit {document_no} held");
        Finding::of_table(what, ledger.to_string(), held.to_string())
    };
    Ok(off.into_iter().map(finding).collect())
}
