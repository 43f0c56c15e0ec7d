//! Whether closings agree with the tables, and those of stores with those of their tills.

use std::sync::Arc;

use shell::Outcome;
use shell::db::Tx;

use super::Run;
use crate::rule::closing::{Closed, OfStore, Perpetual, Sums, differences};
use crate::rule::finding::{Code, Finding};
use crate::rule::kind::Kind;
use crate::rule::purge::Purge;
use crate::store::closing::{closing_at, page_closings, sums_of_tables};
use crate::store::purge::has_purged;

impl Run<'_> {
    /// Compares the closings of all days. That each is the sum of its entries was checked with them.
    pub(super) async fn check_closings(&mut self) -> Outcome<()> {
        let name = Kind::ClosingDay.name();
        let with_closings = self
            .chains
            .iter()
            .filter(|chain| chain.kinds.contains_key(name));
        let chains: Vec<String> = with_closings.map(|chain| chain.chain.clone()).collect();
        for chain in chains {
            let mut state = State {
                chain,
                after: i64::MIN,
                perpetual: Some(Perpetual::default()),
                compared: 0,
                purges: self.purges.clone(),
                uncompared: 0,
                findings: Vec::new(),
            };
            loop {
                let before = state.after;
                state = self
                    .db
                    .read(state, |tx, state| Box::pin(check_page(tx, state)))
                    .await?;
                if state.after == before {
                    break;
                }
                self.compared.closings += std::mem::take(&mut state.compared);
                self.uncompared.closings += std::mem::take(&mut state.uncompared);
                std::mem::take(&mut state.findings)
                    .into_iter()
                    .for_each(|finding| self.findings.add(finding));
            }
        }
        Ok(())
    }
}

/// How far the closings of a chain were compared.
#[derive(Clone)]
struct State {
    chain: String,
    after: i64,
    /// What the store took so far; none after a closing that cannot be read.
    perpetual: Option<Perpetual>,
    compared: i64,
    purges: Arc<Vec<Purge>>,
    /// How many closings sum up entries of which payloads were purged.
    uncompared: i64,
    findings: Vec<Finding>,
}

impl State {
    fn add<T: serde::Serialize>(&mut self, code: Code, closed: &Closed, expected: &T, found: &T) {
        for (what, expected, found) in differences(expected, found) {
            self.findings.push(Finding {
                code,
                chain: self.chain.clone(),
                seq: Some(closed.link.seq),
                what: format!("closing of {} {what}", closed.closing.to_date),
                expected,
                found,
            });
        }
    }
}

async fn check_page(tx: &mut Tx, state: &State) -> Outcome<State> {
    let mut state = state.clone();
    for (seq, closing) in page_closings(tx, &state.chain, Kind::ClosingDay, state.after).await? {
        state.after = seq;
        state.compared += 1;
        // One that cannot be read is a finding of its chain.
        let Ok(closed) = closing else {
            state.perpetual = None;
            continue;
        };
        let closing = &closed.closing;
        let place = (closing.first_seq, closing.last_seq);
        let meets = |purge: &Purge| purge.meets(&state.chain, place, &closing.from_date);
        if state.purges.iter().any(meets) && has_purged(tx, &state.chain, place).await? {
            state.uncompared += 1;
        } else {
            check_tables(tx, &mut state, &closed).await?;
        }
        match &closed.closing.of_store {
            Some(stated) => check_store(tx, &mut state, &closed, stated).await?,
            None => state.perpetual = None,
        }
    }
    Ok(state)
}

async fn check_tables(tx: &mut Tx, state: &mut State, closed: &Closed) -> Outcome<()> {
    let closing = &closed.closing;
    let place = (closing.first_seq, closing.last_seq);
    let held = sums_of_tables(tx, &state.chain, place).await?;
    let stated = Sums {
        training: held.training,
        unread: held.unread,
        ..closing.sums.of_money()
    };
    state.add(Code::TableDiffers, closed, &stated, &held);
    Ok(())
}

/// Compares what a store took with its own chain and the closings of its tills.
async fn check_store(
    tx: &mut Tx,
    state: &mut State,
    closed: &Closed,
    stated: &OfStore,
) -> Outcome<()> {
    let mut sums = closed.closing.sums.clone();
    let mut tills = Vec::with_capacity(stated.tills.len());
    for link in &stated.tills {
        let till = closing_at(tx, &link.chain, link.seq).await?;
        if let Some(None) = till {
            // That it cannot be read is a finding of its chain.
            state.perpetual = None;
            return Ok(());
        }
        if let Some(till) = till.flatten() {
            if till.closing.to_date == closed.closing.to_date {
                sums.add(&till.closing.sums);
            }
            tills.push(till.link);
        }
    }
    let before = state.perpetual.unwrap_or(Perpetual {
        total: stated.perpetual.total - stated.sums.total,
        absolute: stated.perpetual.absolute - stated.sums.absolute,
    });
    let expected = OfStore {
        tills,
        perpetual: before.after(&sums),
        sums,
    };
    state.add(Code::ClosingDiffers, closed, &expected, stated);
    state.perpetual = Some(stated.perpetual);
    Ok(())
}
