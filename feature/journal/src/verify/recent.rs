//! The verification of what came last: quick enough for each start, and for before the days are closed
//! (reliability c.9).

use std::sync::Arc;
use std::time::Instant;

use shell::{Db, Outcome};

use crate::report::{Compared, Report};
use crate::rule::chain::ChainCheck;
use crate::rule::finding::{Code, Finding, Findings};
use crate::rule::key::PublicKey;
use crate::store::purge::list_purges;
use crate::store::verification::{list_chains, read_start};

use super::{Run, Uncompared, VerifyOptions};

/// How many entries of each chain are read from its end at a start (reliability c.9).
pub const RECENT_ENTRIES: i64 = 1_000;

/// Verifies the last entries of every chain against each other, against their keys, and against what the
/// tables say of the chain's end: as many as [`RECENT_ENTRIES`] in what a shop does. Anchors are not looked
/// at: whether one that has no entry is explained by a restore, only a verification of all entries can tell.
///
/// As [`super::verify`] it finds all there is to find, and has no error.
pub async fn verify_recent(db: &Db, trusted_keys: &[PublicKey], entries: i64) -> Report {
    let began = Instant::now();
    let options = VerifyOptions {
        trusted_keys: trusted_keys.to_vec(),
        anchors: None,
    };
    let mut run = Run {
        db,
        options: &options,
        findings: Findings::default(),
        chains: Vec::new(),
        compared: Compared::default(),
        copies: None,
        purges: Arc::default(),
        uncompared: Uncompared::default(),
    };
    let checked = run.check_recent(entries).await;
    let mut not_checked = vec![format!(
        "what is before the last {entries} entries of each chain, and the tables"
    )];
    if let Err(error) = checked {
        let error = error.to_string();
        run.findings
            .add_outside(Code::Unreadable, "journal_entry", "rows", &error);
        not_checked.push("what follows the row of journal_entry that cannot be read".to_owned());
    }
    Report::new(
        run.chains,
        run.compared,
        None,
        &run.findings,
        not_checked,
        began.elapsed(),
    )
    .of_recent(entries)
}

impl Run<'_> {
    async fn check_recent(&mut self, entries: i64) -> Outcome<()> {
        // What is wrong with the register of purges is found when all is verified.
        let (purges, _) = self.db.read((), |tx, ()| Box::pin(list_purges(tx))).await?;
        self.purges = Arc::new(purges);
        let chains = self.db.read((), |tx, ()| Box::pin(list_chains(tx))).await?;
        for chain in chains {
            if let Err(error) = self.check_end(&chain, entries).await {
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

    async fn check_end(&mut self, chain: &str, entries: i64) -> Outcome<()> {
        let start = self
            .db
            .read((chain.to_owned(), entries), |tx, (chain, entries)| {
                Box::pin(read_start(tx, chain, *entries))
            })
            .await?;
        let check =
            ChainCheck::new(chain, &self.options.trusted_keys, &[]).with_purges(&self.purges);
        match start {
            None => self.read_chain(check, chain, i64::MIN).await,
            Some(start) => {
                let before = start.first - 1;
                self.read_chain(check.begin_at(start), chain, before).await
            }
        }
    }
}
