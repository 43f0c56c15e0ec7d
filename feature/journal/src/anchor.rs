//! Heads that leave this machine when a day is closed, so that the end of a chain cannot be cut unseen
//! (reliability c.6): to each outlet once for each closing, noted in the store's chain when they left.

use std::sync::Arc;

use futures::future::BoxFuture;
use jiff::Timestamp;
use kernel::id::StoreNo;
use serde::{Deserialize, Serialize};
use shell::db::installation;
use shell::{Outcome, Shell, Tx, params};

use crate::backup::list_heads;
use crate::event::{Scene, chain_places, record};
use crate::rule::anchor::Anchor;
use crate::rule::kind::Kind;
use crate::signer::Signer;
use crate::store::closing::last_closing;
use crate::store::payload;

/// The rows of the table `installation` that say up to which closing the heads of a store left through
/// an outlet.
pub(crate) const SENT: &str = "anchor:";

/// A way out of this machine.
pub trait Outlet: Send + Sync {
    /// What it is called in the journal: `FILE` or `ENDPOINT`.
    fn name(&self) -> &'static str;

    /// Gives heads away, lines of JSON as `vitrine verify --anchors` reads them. The key is the same when
    /// the same are given again. What went wrong is answered in words.
    fn give<'a>(&'a self, key: &'a str, lines: &'a str) -> BoxFuture<'a, Result<(), String>>;
}

/// An entry of the kind `anchor`: heads that left this machine.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct AnchorSent {
    /// The outlet.
    pub outlet: String,
    /// The last closing of the store that they cover, by its place in the store's chain.
    pub closing_seq: i64,
    /// The business date that it closes.
    pub closed_date: String,
    /// The heads of the chains of the store.
    pub heads: Vec<Anchor>,
}

/// What sending came to.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Sent {
    /// How often heads of a store left.
    pub given: i64,
    /// What went wrong; it is tried again by the next run.
    pub failures: Vec<String>,
}

/// Gives the heads of each store that closed a day since they last left to each outlet. What one outlet
/// does not take the others get all the same.
///
/// # Errors
/// The database's failure.
pub async fn send_heads(
    shell: &Shell,
    signer: &Arc<Signer>,
    outlets: &[Arc<dyn Outlet>],
) -> Outcome<Sent> {
    let mut sent = Sent::default();
    for outlet in outlets {
        let now = shell.clock.now();
        let due = shell
            .db
            .read((outlet.name(), now), |tx, (outlet, now)| {
                Box::pin(list_due(tx, outlet, *now))
            })
            .await?;
        for (store_no, heads) in due {
            let key = format!("{store_no}-{}", heads.closing_seq);
            let lines = Anchor::lines(&heads.heads);
            match outlet.give(&key, &lines).await {
                Ok(()) => {
                    let input = (signer.clone(), store_no, heads, now);
                    shell
                        .db
                        .write(input, |tx, it| Box::pin(note(tx, it)))
                        .await?;
                    sent.given += 1;
                }
                Err(reason) => sent.failures.push(format!("{} {reason}", outlet.name())),
            }
        }
    }
    Ok(sent)
}

/// The stores whose heads are still to leave through an outlet, with their heads.
async fn list_due(
    tx: &mut Tx,
    outlet: &str,
    now: Timestamp,
) -> Outcome<Vec<(StoreNo, AnchorSent)>> {
    let rows = tx
        .query("SELECT store_no FROM store ORDER BY store_no", params![])
        .await?;
    let places = chain_places(tx).await?;
    let mut heads = list_heads(tx).await?;
    for head in &mut heads {
        head.at = Some(now.to_string());
    }
    let mut due = Vec::new();
    for mut row in rows {
        let store_no: StoreNo = row.read()?;
        let Some(closing) = last_closing(tx, &store_no.0, Kind::ClosingDay).await? else {
            continue;
        };
        let sent = installation::read(tx, &sent_row(outlet, &store_no)).await?;
        let sent = sent.and_then(|sent| sent.parse().ok()).unwrap_or(0);
        if closing.link.seq <= sent {
            continue;
        }
        let is_of_store = |head: &&Anchor| {
            places
                .iter()
                .any(|place| place.chain == head.chain && *place.store_no() == store_no)
        };
        let heads = AnchorSent {
            outlet: outlet.to_owned(),
            closing_seq: closing.link.seq,
            closed_date: closing.closing.to_date,
            heads: heads.iter().filter(is_of_store).cloned().collect(),
        };
        due.push((store_no, heads));
    }
    Ok(due)
}

async fn note(
    tx: &mut Tx,
    (signer, store_no, sent, now): &(Arc<Signer>, StoreNo, AnchorSent, Timestamp),
) -> Outcome<()> {
    let row = sent_row(&sent.outlet, store_no);
    installation::write(tx, &row, &sent.closing_seq.to_string()).await?;
    let scene = Scene {
        store_no,
        terminal_no: None,
        operator: None,
        at: *now,
    };
    record(tx, signer, &scene, (Kind::Anchor, payload(sent)?)).await?;
    Ok(())
}

fn sent_row(outlet: &str, store_no: &StoreNo) -> String {
    format!("{SENT}{outlet}:{store_no}")
}
