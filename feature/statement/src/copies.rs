//! The proof that goes through the events of the journal: each copy of a Z is stated, and no other; each posting
//! has its Z.

use journal::Finding;
use serde::Deserialize;
use shell::Outcome;
use shell::db::Db;

use crate::store::{Copy, list_copies, list_events};
use crate::z_proof;

/// How many events are read at a time: so few that a long journal takes no more memory than a short one.
const EVENTS_AT_A_TIME: i64 = 200;

/// What the journal states of a copy.
#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct Stated {
    event: String,
    statement_no: String,
    print_no: i64,
    target: String,
}

/// Copies without their entry, entries without their copy, and postings without their Z. Who prints or posts
/// meanwhile is not in the way.
pub(crate) async fn verify(db: &Db) -> Outcome<Vec<Finding>> {
    let (mut copies, ends) = db.read((), |tx, ()| Box::pin(list_copies(tx))).await?;
    let mut findings = Vec::new();
    for (chain, end) in ends {
        let mut after = i64::MIN;
        loop {
            let from = (chain.clone(), (after, end));
            let page = db
                .read(from, |tx, (chain, between)| {
                    Box::pin(list_events(tx, chain, *between, EVENTS_AT_A_TIME))
                })
                .await?;
            let Some((last, ..)) = page.last() else { break };
            after = *last;
            findings.extend(z_proof::strays(db, &chain, &page).await?);
            for (seq, at, payload) in &page {
                if journal::is_purged(payload) {
                    // That a copy was made then is all that is left of what it stated.
                    copies.retain(|_, made_at| made_at != at);
                }
                // An entry is of one copy: a second one of the same finds it taken.
                if copy_of(payload).is_some_and(|copy| copies.remove(&copy).is_none()) {
                    let what = format!("statement_print of {chain} {seq}");
                    findings.push(Finding::of_table(
                        what,
                        "a copy".to_owned(),
                        "no copy".to_owned(),
                    ));
                }
            }
        }
    }
    findings.extend(copies.into_keys().map(|(statement_no, print_no, _)| {
        let what = format!("statement_print {statement_no} {print_no}");
        Finding::of_table(what, "a copy entry".to_owned(), "none".to_owned())
    }));
    Ok(findings)
}

fn copy_of(payload: &[u8]) -> Option<Copy> {
    let stated: Stated = serde_json::from_slice(payload).ok()?;
    (stated.event == "zCopied").then_some((stated.statement_no, stated.print_no, stated.target))
}
