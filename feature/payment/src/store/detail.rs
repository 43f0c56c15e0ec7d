//! What a booking is besides its amount.

use kernel::Money;
use kernel::id::TenderId;
use shell::Outcome;
use shell::db::{Tx, params};

/// What a booking is besides its amount.
#[derive(Clone, Debug, Default)]
pub(crate) struct Detail {
    /// The booking whose change it is.
    pub change_of: Option<TenderId>,
    /// Foreign cash, and what one unit of it was worth in hundred-millionths.
    pub foreign: Option<(Money, i64)>,
    /// The document by which its owner was identified.
    pub identity: Option<String>,
    /// What is taken only once.
    pub slip_key: Option<String>,
}

/// Whether a slip was taken before.
pub(crate) async fn is_slip_taken(tx: &mut Tx, slip_key: &str) -> Outcome<bool> {
    let row = tx
        .query_opt(
            "SELECT tender_id FROM basket_tender WHERE slip_key = $1",
            params![slip_key],
        )
        .await?;
    Ok(row.is_some())
}
