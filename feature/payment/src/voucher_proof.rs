//! The proof of vouchers: the journal tells of each movement at a till, and what a voucher can pay is the sum
//! of its ledger.

use std::sync::Arc;

use journal::{Finding, Kind, Members, Place, Recorded};
use serde::Deserialize;
use shell::db::{Tx, TxFuture};
use shell::{Db, Outcome};
use uuid::Uuid;

use crate::store::voucher;

/// What the journal states of an entry.
#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct Stated {
    event: String,
    voucher_no: String,
    entry_no: i64,
    entry: String,
    amount: i64,
    currency_code: String,
    tender_id: Uuid,
    operator_id: Option<String>,
}

struct Vouchers;

/// The tables of this feature of which the journal tells.
#[must_use]
pub fn recorded() -> Vec<Arc<dyn Recorded>> {
    vec![Arc::new(Vouchers)]
}

impl Recorded for Vouchers {
    fn name(&self) -> &'static str {
        "voucher_ledger"
    }

    fn kinds(&self) -> &'static [Kind] {
        &[Kind::Event]
    }

    fn mark(&self) -> &'static str {
        "voucherMoved"
    }

    fn stated(&self, payload: &[u8]) -> Option<(String, Members)> {
        let stated: Stated = serde_json::from_slice(payload).ok()?;
        (stated.event == self.mark()).then(|| {
            let members = vec![
                ("entry", stated.entry),
                ("amount", stated.amount.to_string()),
                ("currency", stated.currency_code),
                ("tender", stated.tender_id.to_string()),
                ("operator", stated.operator_id.unwrap_or_default()),
            ];
            (voucher::key(&stated.voucher_no, stated.entry_no), members)
        })
    }

    fn held<'a>(&'a self, tx: &'a mut Tx, key: &'a str) -> TxFuture<'a, Option<Members>> {
        Box::pin(voucher::held(tx, key))
    }

    fn list<'a>(&'a self, tx: &'a mut Tx, after: &'a str) -> TxFuture<'a, Vec<Place>> {
        Box::pin(voucher::list_told(tx, after))
    }
}

/// Vouchers that can pay something else than their ledger says.
///
/// # Errors
/// The database's failure.
pub async fn verify(db: &Db) -> Outcome<Vec<Finding>> {
    let differing = db
        .read((), |tx, ()| Box::pin(voucher::list_differing(tx)))
        .await?;
    let found = differing.into_iter().map(|(voucher_no, worth, total)| {
        Finding::of_table(
            format!("voucher {voucher_no}"),
            worth.to_string(),
            total.to_string(),
        )
    });
    Ok(found.collect())
}
