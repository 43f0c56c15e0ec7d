//! The proof: every card holds what its ledger says, and the journal states every entry.

use journal::{Finding, Kind};
use kernel::Money;
use serde::Deserialize;
use shell::Outcome;
use shell::db::Db;
use uuid::Uuid;

use crate::rule::state::EntryType;
use crate::store::{self, Proved};

/// How many entries are compared at once.
const ENTRIES_AT_A_TIME: i64 = 2_000;

/// What the journal states of a movement.
#[derive(Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "camelCase")]
struct Stated {
    entry_id: Uuid,
    gift_card_id: Uuid,
    entry_type: EntryType,
    amount: Money,
    balance: Money,
}

/// Proves all cards and their ledgers.
///
/// # Errors
/// The database's failure.
pub async fn verify(db: &Db) -> Outcome<Vec<Finding>> {
    let mut findings = cards(db).await?;
    let mut after = Uuid::nil();
    loop {
        let page = db
            .read(after, |tx, after| {
                Box::pin(store::list_entries(tx, *after, ENTRIES_AT_A_TIME))
            })
            .await?;
        let Some(last) = page.last() else { break };
        after = last.entry_id;
        findings.extend(page.iter().filter_map(compare));
    }
    let strays = db
        .read((), |tx, ()| Box::pin(store::list_strays(tx)))
        .await?;
    findings.extend(strays.into_iter().map(|(chain, seq)| {
        let what = format!("gift_card_ledger of {chain} {seq}");
        Finding::of_table(what, "an entry".to_owned(), "no entry".to_owned())
    }));
    Ok(findings)
}

/// Cards that do not hold what their ledger says, or were not charged with what it says.
async fn cards(db: &Db) -> Outcome<Vec<Finding>> {
    let off = db
        .read((), |tx, ()| Box::pin(store::list_differing(tx)))
        .await?;
    let figures = off.into_iter().flat_map(|card| {
        let id = card.gift_card_id;
        [
            (format!("gift_card {id} balance"), card.total, card.balance),
            (
                format!("gift_card {id} charged"),
                card.charged,
                card.initial,
            ),
        ]
    });
    Ok(figures
        .filter(|(_, ledger, card)| ledger != card)
        .map(|(what, ledger, card)| Finding::of_table(what, ledger.to_string(), card.to_string()))
        .collect())
}

/// What the journal states otherwise than the ledger.
fn compare(entry: &Proved) -> Option<Finding> {
    let money = |minor| Money::new(minor, entry.currency);
    let held = EntryType::parse(&entry.entry_type).map(|entry_type| Stated {
        entry_id: entry.entry_id,
        gift_card_id: entry.gift_card_id,
        entry_type,
        amount: money(entry.amount),
        balance: money(entry.balance),
    });
    journal::compare_stated(
        entry.stated.as_ref(),
        Kind::GiftCard,
        |stated: Option<Stated>| {
            (stated.is_none() || stated != held).then(|| {
                let what = format!("gift_card_ledger {}", entry.entry_id);
                let text = |stated: Option<Stated>| format!("{stated:?}");
                Finding::of_table(what, text(stated), text(held))
            })
        },
    )
}
