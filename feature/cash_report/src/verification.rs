//! The proof: the journal states every report of cash and every filing, and no other.

use journal::{Finding, Kind};
use shell::Outcome;
use shell::db::Db;
use uuid::Uuid;

use crate::event::Event;
use crate::store::proof::{self, Proved};

/// How many rows or events are compared at once.
const AT_A_TIME: i64 = 2_000;

/// Reports and filings without their entry or with another one, and entries without their row.
///
/// # Errors
/// The database's failure.
pub async fn verify(db: &Db) -> Outcome<Vec<Finding>> {
    let mut findings = Vec::new();
    for (table, list) in [
        ("cash_report", proof::list_reports as proof::List),
        ("cash_report_filing", proof::list_filings),
    ] {
        let mut after = Uuid::nil();
        loop {
            let page = db
                .read((list, after), |tx, (list, after)| {
                    list(tx, *after, AT_A_TIME)
                })
                .await?;
            let Some(last) = page.last() else { break };
            after = last.cash_report_id;
            findings.extend(page.iter().filter_map(|proved| compare(table, proved)));
        }
    }
    let mut after = (String::new(), i64::MIN);
    loop {
        let page = db
            .read(after.clone(), |tx, after| {
                Box::pin(proof::list_strays(tx, after, AT_A_TIME))
            })
            .await?;
        let Some((chain, seq, _)) = page.last() else {
            return Ok(findings);
        };
        after = (chain.clone(), *seq);
        // Other features state what happened, too.
        let ours = page.iter().filter(|(.., payload)| read(payload).is_some());
        findings.extend(ours.map(|(chain, seq, _)| {
            let what = format!("cash_report of {chain} {seq}");
            Finding::of_table(what, "a row".to_owned(), "no row".to_owned())
        }));
    }
}

fn read(payload: &[u8]) -> Option<Event<'static>> {
    serde_json::from_slice(payload).ok()
}

/// What the journal states otherwise than a row.
fn compare(table: &str, proved: &Proved) -> Option<Finding> {
    journal::compare_stated(proved.stated.as_ref(), Kind::Event, |stated| {
        (stated.as_ref() != Some(&proved.held)).then(|| {
            let what = format!("{table} {}", proved.cash_report_id);
            let stated = stated.map_or_else(|| "none".to_owned(), |stated| format!("{stated:?}"));
            Finding::of_table(what, stated, format!("{:?}", proved.held))
        })
    })
}
