//! The verification of the whole journal against itself, against anchors and against the tables.
//!
//! What each step proves stands in the rules: [`crate::rule::chain`] for the chains and
//! [`crate::rule::live`] for the tables. This file reads and hands over. Sales may go on meanwhile.

mod closings;
mod copies;
mod limits;
mod recent;

use std::sync::Arc;
use std::time::Instant;

use serde_json::from_slice;
use shell::{Db, Failure, Outcome};
use uuid::Uuid;

use crate::purge::is_purged;
use crate::report::{Compared, Report};
use crate::rule::anchor::Anchor;
use crate::rule::chain::{ChainCheck, ChainSummary};
use crate::rule::finding::{Code, Finding, Findings};
use crate::rule::key::PublicKey;
use crate::rule::kind::Kind;
use crate::rule::live::{Difference, LiveOrder, card_differences, differences, ticket_facts};
use crate::rule::purge::Purge;
use crate::store::purge::list_purges;
use crate::store::sale::{OrderEntry, read_orders};
use crate::store::stock::{StockKey, read_stock, read_stray_stock};
use crate::store::verification::{EntryPage, list_chains, read_entries};
use crate::ticket::Ticket;

use self::copies::Copies;
pub use self::recent::{RECENT_ENTRIES, verify_recent};

/// What is known from elsewhere than the database.
#[derive(Clone, Debug, Default)]
pub struct VerifyOptions {
    /// Keys that are known to be the journal's, as that of the key file. Without one, a journal that
    /// was written anew from its first entry with another key cannot be told from the true one.
    pub trusted_keys: Vec<PublicKey>,
    /// Heads that left the machine. Without them a removed tail cannot be seen.
    pub anchors: Option<Vec<Anchor>>,
}

/// Verifies all chains and the tables that stand beside them. It finds all there is to find, and
/// what cannot be read is a finding too, so there is no error.
pub async fn verify(db: &Db, options: &VerifyOptions) -> Report {
    let began = Instant::now();
    let mut run = Run {
        db,
        options,
        findings: Findings::default(),
        chains: Vec::new(),
        compared: Compared::default(),
        copies: None,
        purges: Arc::default(),
        uncompared: Uncompared::default(),
    };
    // Copies are counted before the chains are read: the entry of each that is counted is then there.
    let steps = [
        ("journal_purge", run.read_purges().await),
        ("receipt_print", run.count_copies().await),
        ("journal_entry", run.check_chains().await),
        ("receipt_print", run.check_copies().await),
        ("journal_entry", run.check_closings().await),
        ("sales_order", run.check_orders().await),
        ("stock", run.check_stock().await),
    ];
    let mut not_checked = run.limits();
    for (table, outcome) in steps {
        if let Err(error) = outcome {
            run.findings
                .add_outside(Code::Unreadable, table, "rows", &error.to_string());
            not_checked.push(format!(
                "what follows the row of {table} that cannot be read"
            ));
        }
    }
    Report::new(
        run.chains,
        run.compared,
        options.anchors.as_ref().map(Vec::len),
        &run.findings,
        not_checked,
        began.elapsed(),
    )
}

struct Run<'a> {
    db: &'a Db,
    options: &'a VerifyOptions,
    findings: Findings,
    chains: Vec<ChainSummary>,
    compared: Compared,
    /// None when the prints cannot be read.
    copies: Option<Copies>,
    /// What payloads were purged of, the first purge first.
    purges: Arc<Vec<Purge>>,
    uncompared: Uncompared,
}

/// What could not be compared, because the payloads that say the same were purged.
#[derive(Default)]
struct Uncompared {
    orders: i64,
    closings: i64,
    copies: i64,
}

impl Run<'_> {
    async fn read_purges(&mut self) -> Outcome<()> {
        let (purges, findings) = self.db.read((), |tx, ()| Box::pin(list_purges(tx))).await?;
        self.purges = Arc::new(purges);
        findings.into_iter().for_each(|it| self.findings.add(it));
        Ok(())
    }

    async fn check_chains(&mut self) -> Outcome<()> {
        let mut chains = self.db.read((), |tx, ()| Box::pin(list_chains(tx))).await?;
        let anchors = self.options.anchors.iter().flatten();
        chains.extend(anchors.map(|anchor| anchor.chain.clone()));
        for chain in chains {
            // One chain that cannot be read does not keep the others from being checked.
            if let Err(error) = self.check_chain(&chain).await {
                self.findings.add(Finding {
                    code: Code::Unreadable,
                    chain,
                    seq: None,
                    what: "journal_entry".to_owned(),
                    expected: "rows".to_owned(),
                    found: error.to_string(),
                });
            }
        }
        Ok(())
    }

    async fn check_chain(&mut self, chain: &str) -> Outcome<()> {
        let anchors = self.options.anchors.as_deref().unwrap_or_default();
        let check =
            ChainCheck::new(chain, &self.options.trusted_keys, anchors).with_purges(&self.purges);
        // Below every number that can be stored, so that one below 1 is found too.
        self.read_chain(check, chain, i64::MIN).await
    }

    /// Reads what a chain has after a place, to its end.
    async fn read_chain(&mut self, mut check: ChainCheck, chain: &str, begun: i64) -> Outcome<()> {
        let mut after = begun;
        loop {
            let mut page = self
                .db
                .read((chain.to_owned(), (begun, after)), |tx, (chain, places)| {
                    Box::pin(read_entries(tx, chain, *places))
                })
                .await?;
            after = match page.rows.last() {
                Some(Ok(entry)) => entry.seq,
                Some(Err((seq, _))) => *seq,
                None => after,
            };
            let tail = page.tail.take();
            check = self.check_page(check, page).await?;
            if let Some(tail) = tail {
                self.chains.push(check.finish(&tail, &mut self.findings));
                return Ok(());
            }
        }
    }

    /// Checks a page on threads of its own: hundreds of signatures take hundredths of a second, and
    /// requests must not wait for them.
    async fn check_page(&mut self, mut check: ChainCheck, page: EntryPage) -> Outcome<ChainCheck> {
        for entry in page.rows.iter().flatten() {
            if let Some(copies) = &mut self.copies {
                copies.meet(entry);
            }
        }
        let mut findings = std::mem::take(&mut self.findings);
        let work = tokio::task::spawn_blocking(move || {
            let entries: Vec<_> = page.rows.iter().flatten().collect();
            check.prove_ahead(&entries);
            for row in &page.rows {
                match row {
                    Ok(entry) => check.entry(entry, &mut findings),
                    Err((seq, error)) => check.unreadable(*seq, error, &mut findings),
                }
            }
            page.orphans
                .into_iter()
                .for_each(|orphan| findings.add(orphan));
            (check, findings)
        });
        let (check, findings) = work.await.map_err(Failure::internal)?;
        self.findings = findings;
        Ok(check)
    }

    async fn check_orders(&mut self) -> Outcome<()> {
        let mut after = Uuid::nil();
        loop {
            let page = self
                .db
                .read(after, |tx, after| Box::pin(read_orders(tx, *after)))
                .await?;
            let Some((last, _)) = page.last() else {
                return Ok(());
            };
            after = last.order_id.0;
            for (order, entry) in &page {
                self.check_order(order, entry.as_ref());
            }
        }
    }

    fn check_order(&mut self, order: &LiveOrder, entry: Option<&OrderEntry>) {
        self.compared.card_tenders += i64::try_from(order.cards.len()).unwrap_or(i64::MAX);
        let ticket = entry
            .filter(|entry| entry.kind == Kind::Ticket.name())
            .and_then(|entry| Some((from_slice::<Ticket>(&entry.payload).ok()?, entry)));
        let mut found = card_differences(order);
        let purged = entry.filter(|entry| self.has_lost(order, entry));
        match ticket {
            _ if purged.is_some() => self.uncompared.orders += 1,
            Some((ticket, entry)) => {
                self.compared.orders += 1;
                let stated = ticket_facts(&ticket, &entry.business_date, &entry.at_utc);
                found.extend(differences(&stated, &order.facts_of(ticket.edition)));
            }
            None => {
                self.compared.orders += 1;
                let kind = entry.map_or("no entry", |entry| entry.kind.as_str());
                self.order_finding(order, "entry", "a ticket that can be read", kind);
            }
        }
        if let Some(entry) = purged {
            found.extend(remaining_differences(order, entry));
        }
        for difference in found {
            let (expected, found) = (&difference.expected, &difference.found);
            self.order_finding(order, &difference.what, expected, found);
        }
    }

    /// Whether what an order states was purged.
    fn has_lost(&self, order: &LiveOrder, entry: &OrderEntry) -> bool {
        let covers = |purge: &Purge| purge.covers(&order.chain, order.seq, &entry.business_date);
        is_purged(&entry.payload)
            && entry.kind == Kind::Ticket.name()
            && self.purges.iter().any(covers)
    }

    fn order_finding(&mut self, order: &LiveOrder, what: &str, expected: &str, found: &str) {
        self.findings.add(Finding {
            code: Code::TableDiffers,
            chain: order.chain.clone(),
            seq: Some(order.seq),
            what: format!("sales_order {} {what}", order.order_id),
            expected: expected.to_owned(),
            found: found.to_owned(),
        });
    }

    async fn check_stock(&mut self) -> Outcome<()> {
        let mut after = StockKey::default();
        loop {
            let page = self
                .db
                .read(after.clone(), |tx, after| Box::pin(read_stock(tx, after)))
                .await?;
            let Some(last) = page.last() else {
                break;
            };
            after = last.key.clone();
            for row in page {
                self.compared.stock_rows += 1;
                for (name, summed, held) in row.figures {
                    if summed != held {
                        self.stock_finding(&row.key, name, summed, &held.to_string());
                    }
                }
            }
        }
        let strays = self
            .db
            .read((), |tx, ()| Box::pin(read_stray_stock(tx)))
            .await?;
        for (key, name, summed) in strays {
            self.stock_finding(&key, &name, summed, "no row");
        }
        Ok(())
    }

    fn stock_finding(&mut self, key: &StockKey, name: &str, summed: i64, held: &str) {
        let (store_no, item_no, size_code) = key;
        let what = format!("stock {store_no} {item_no} `{size_code}` {name}");
        self.findings
            .add_outside(Code::TableDiffers, &what, &summed.to_string(), held);
    }
}

/// In what an order differs from what is left of an entry that was purged: its date and its time.
fn remaining_differences(order: &LiveOrder, entry: &OrderEntry) -> Vec<Difference> {
    let facts = [
        ("businessDate", &entry.business_date),
        ("completedAt", &entry.at_utc),
    ];
    let of = |name: &str| order.facts.get(name).cloned().unwrap_or_default();
    let stated = facts.map(|(name, value)| (name.to_owned(), value.clone()));
    let held = facts.map(|(name, _)| (name.to_owned(), of(name)));
    differences(&stated.into(), &held.into())
}
