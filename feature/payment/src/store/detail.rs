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

/// Keeps what a booking is besides its amount.
pub(crate) async fn keep_detail(tx: &mut Tx, id: TenderId, detail: &Detail) -> Outcome<()> {
    let (foreign, rate) = detail.foreign.unzip();
    tx.execute_one(
        "UPDATE basket_tender SET change_of = $2, foreign_currency = $3, foreign_amount = $4, \
         exchange_rate = $5, identity = $6, slip_key = $7 WHERE tender_id = $1",
        params![
            id,
            detail.change_of,
            foreign.map(|foreign| foreign.currency.code()),
            foreign.map(|foreign| foreign.minor),
            rate,
            detail.identity.as_ref(),
            detail.slip_key.as_ref(),
        ],
    )
    .await?;
    Ok(())
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
