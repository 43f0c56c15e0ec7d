//! The proof: the journal states every entry of a drawer, and no other.

use journal::{Finding, Kind};
use serde::Deserialize;
use shell::Outcome;
use shell::db::Db;
use uuid::Uuid;

use crate::rule::entry::EntryType;
use crate::store::proof::{self, Proved};

/// How many entries are compared at once.
const ENTRIES_AT_A_TIME: i64 = 2_000;

/// What the journal states of an entry; of an opening without a sale only which it is.
#[derive(Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "camelCase", default)]
struct Stated {
    event: String,
    entry_id: Uuid,
    entry: Option<String>,
    amount: i64,
    currency_code: Option<String>,
    bag_no: Option<String>,
    corrects: Option<Uuid>,
    approved_by: Option<String>,
}

/// Proves the ledger of all drawers.
///
/// # Errors
/// The database's failure.
pub async fn verify(db: &Db) -> Outcome<Vec<Finding>> {
    let mut findings = Vec::new();
    let mut after = Uuid::nil();
    loop {
        let page = db
            .read(after, |tx, after| {
                Box::pin(proof::list_entries(tx, *after, ENTRIES_AT_A_TIME))
            })
            .await?;
        let Some(last) = page.last() else { break };
        after = last.entry_id;
        findings.extend(page.iter().filter_map(compare));
    }
    let strays = db
        .read((), |tx, ()| Box::pin(proof::list_strays(tx)))
        .await?;
    // Other features may state money outside of sales, too.
    let ours = strays
        .into_iter()
        .filter(|(_, _, payload)| read(payload).is_some_and(|it| it.event == "drawerMoved"));
    findings.extend(ours.map(|(chain, seq, _)| {
        let what = format!("drawer_entry of {chain} {seq}");
        Finding::of_table(what, "an entry".to_owned(), "no entry".to_owned())
    }));
    Ok(findings)
}

fn read(payload: &[u8]) -> Option<Stated> {
    serde_json::from_slice(payload).ok()
}

/// What the journal states otherwise than the ledger.
fn compare(entry: &Proved) -> Option<Finding> {
    let is_opening = entry.entry_type == EntryType::NoSale.name();
    let kind = if is_opening {
        Kind::Event
    } else {
        Kind::Payment
    };
    let mut held = Stated {
        event: "drawerOpened".to_owned(),
        entry_id: entry.entry_id,
        ..Stated::default()
    };
    if !is_opening {
        held = Stated {
            event: "drawerMoved".to_owned(),
            entry: Some(entry.entry_type.clone()),
            amount: entry.amount,
            currency_code: Some(entry.currency_code.clone()),
            bag_no: entry.bag_no.clone(),
            corrects: entry.corrects,
            approved_by: entry.approved_by.clone(),
            ..held
        };
    }
    journal::compare_stated(entry.stated.as_ref(), kind, |stated: Option<Stated>| {
        (stated.as_ref() != Some(&held)).then(|| {
            let what = format!("drawer_entry {}", entry.entry_id);
            Finding::of_table(what, format!("{stated:?}"), format!("{:?}", Some(held)))
        })
    })
}
