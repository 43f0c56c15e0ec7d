//! The proof: every balance is the sum of its ledger and of its lots, and the journal states every entry.

use journal::{Finding, Kind};
use kernel::Money;
use shell::Outcome;
use shell::db::Db;
use uuid::Uuid;

use crate::book::{EntryType, Stated};
use crate::store::proof::{self, Difference, Proved};

/// How many entries are compared at once.
const ENTRIES_AT_A_TIME: i64 = 2_000;

impl From<Difference> for Finding {
    fn from(difference: Difference) -> Self {
        Self::of_table(difference.what, difference.expected, difference.found)
    }
}

/// Proves all accounts, lots and ledgers.
///
/// # Errors
/// The database's failure.
pub async fn verify(db: &Db) -> Outcome<Vec<Finding>> {
    let sums = db
        .read((), |tx, ()| {
            Box::pin(async move {
                let mut found = proof::accounts(tx).await?;
                found.extend(proof::parts(tx).await?);
                Ok(found)
            })
        })
        .await?;
    let mut findings: Vec<Finding> = sums.into_iter().map(Finding::from).collect();
    let mut after = Uuid::nil();
    loop {
        let page = db
            .read(after, |tx, after| {
                Box::pin(proof::entries(tx, *after, ENTRIES_AT_A_TIME))
            })
            .await?;
        let Some(last) = page.last() else { break };
        after = last.entry_id;
        let differing = page.iter().filter_map(compare);
        findings.extend(differing.map(Finding::from));
    }
    let strays = db.read((), |tx, ()| Box::pin(proof::strays(tx))).await?;
    findings.extend(strays.into_iter().map(|(chain, seq)| {
        let what = format!("loyalty_entry of {chain} {seq}");
        Finding::of_table(what, "an entry".to_owned(), "no entry".to_owned())
    }));
    Ok(findings)
}

/// What the journal states otherwise than the ledger.
fn compare(entry: &Proved) -> Option<Difference> {
    let told = |stated: &Stated| {
        let Stated {
            entry_type,
            amount,
            balance,
            points,
            reason,
            ..
        } = stated;
        format!(
            "{} {} {} {amount:?} {balance:?} {points} {reason:?}",
            stated.entry_id,
            stated.customer_id,
            entry_type.name()
        )
    };
    let money = |minor| Money::new(minor, entry.currency);
    let held = EntryType::parse(&entry.entry_type).map(|entry_type| {
        format!(
            "{} {} {} {:?} {:?} {} {:?}",
            entry.entry_id,
            entry.customer_id,
            entry_type.name(),
            money(entry.amount),
            money(entry.balance),
            entry.points,
            entry.reason
        )
    });
    journal::compare_stated(entry.stated.as_ref(), Kind::Credit, |stated| {
        let stated = stated.as_ref().map(told);
        (stated != held || stated.is_none()).then(|| Difference {
            what: format!("loyalty_entry {}", entry.entry_id),
            expected: stated.unwrap_or_else(|| "an entry of the journal".to_owned()),
            found: held.unwrap_or_else(|| entry.entry_type.clone()),
        })
    })
}
