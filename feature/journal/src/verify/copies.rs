//! Whether each copy of a receipt has its entry and each entry its copy, in constant memory.

use std::collections::{BTreeMap, HashSet};

use serde_json::from_slice;
use shell::Outcome;
use uuid::Uuid;

use super::Run;
use crate::purge::is_purged;
use crate::record::ReceiptCopy;
use crate::rule::StoredEntry;
use crate::rule::finding::Code;
use crate::rule::kind::Kind;
use crate::rule::tally::Tally;
use crate::store::verification::{read_copies, read_copy_entries, tally_copies};

/// How many prints are looked for at a time when some entry is missing.
const SOUGHT_MAX: usize = 10_000;

/// The copies that the table holds, and the entries of copies that were met.
#[derive(Debug, Default)]
pub(super) struct Copies {
    prints: Tally,
    entries: Tally,
    /// How many entries lost the payload that says of which copy they are.
    purged: i64,
    /// The last entry of each chain when the prints were counted. Later ones are of later prints.
    ends: BTreeMap<String, i64>,
}

impl Copies {
    /// Counts an entry when it is of a copy.
    pub(super) fn meet(&mut self, entry: &StoredEntry) {
        let is_counted = self
            .ends
            .get(&entry.chain_id)
            .is_some_and(|end| entry.seq <= *end);
        if !is_counted || entry.kind != Kind::Copy.name() {
            return;
        }
        if is_purged(&entry.payload) {
            self.purged += 1;
        } else if let Ok(copy) = from_slice::<ReceiptCopy>(&entry.payload) {
            self.entries.add(copy.print_id);
        }
    }
}

impl Run<'_> {
    /// Counts the prints that need an entry.
    pub(super) async fn count_copies(&mut self) -> Outcome<()> {
        let (prints, ends) = self
            .db
            .read((), |tx, ()| Box::pin(tally_copies(tx)))
            .await?;
        self.compared.copies = prints.count;
        self.copies = Some(Copies {
            prints,
            entries: Tally::default(),
            purged: 0,
            ends,
        });
        Ok(())
    }

    /// Compares what was counted, and names what is missing.
    pub(super) async fn check_copies(&mut self) -> Outcome<()> {
        let Some(copies) = self
            .copies
            .take()
            .filter(|copies| copies.prints != copies.entries)
        else {
            return Ok(());
        };
        if copies.purged > 0 {
            self.count_purged_copies(&copies);
            return Ok(());
        }
        let mut after = Some(Uuid::nil());
        let mut is_named = false;
        while let Some(from) = after {
            let mut sought = HashSet::new();
            after = self.collect_prints(from, &mut sought).await?;
            self.cross_out(&copies, &mut sought).await?;
            let mut missing: Vec<Uuid> = sought.into_iter().collect();
            missing.sort_unstable();
            is_named |= !missing.is_empty();
            for print_id in missing {
                let what = format!("receipt_print {print_id}");
                self.findings
                    .add_outside(Code::TableDiffers, &what, "a copy entry", "none");
            }
        }
        if !is_named && copies.entries.count > copies.prints.count {
            let expected = format!("{} copy entries", copies.prints.count);
            let found = copies.entries.count.to_string();
            self.findings
                .add_outside(Code::TableDiffers, "receipt_print", &expected, &found);
        }
        Ok(())
    }

    /// Compares how many copies there are, when of some it is not known which. That each entry with a
    /// payload has its copy was checked with it.
    fn count_purged_copies(&mut self, copies: &Copies) {
        self.uncompared.copies = copies.purged;
        let told = copies.entries.count + copies.purged;
        if copies.prints.count != told {
            let expected = format!("{told} copies");
            let found = copies.prints.count.to_string();
            self.findings
                .add_outside(Code::TableDiffers, "receipt_print", &expected, &found);
        }
    }

    /// Collects prints after one, and says from where to go on.
    async fn collect_prints(
        &self,
        mut after: Uuid,
        sought: &mut HashSet<Uuid>,
    ) -> Outcome<Option<Uuid>> {
        while sought.len() < SOUGHT_MAX {
            let page = self
                .db
                .read(after, |tx, after| Box::pin(read_copies(tx, *after)))
                .await?;
            let Some(last) = page.last() else {
                return Ok(None);
            };
            after = *last;
            sought.extend(page);
        }
        Ok(Some(after))
    }

    /// Takes the prints that have an entry out of those that are sought.
    async fn cross_out(&self, copies: &Copies, sought: &mut HashSet<Uuid>) -> Outcome<()> {
        let known = self.chains.iter().map(|chain| chain.chain.as_str());
        let chains: HashSet<&str> = known
            .chain(copies.ends.keys().map(String::as_str))
            .collect();
        for chain in chains {
            let mut after = i64::MIN;
            loop {
                let input = (chain.to_owned(), after);
                let page = self
                    .db
                    .read(input, |tx, (chain, after)| {
                        Box::pin(read_copy_entries(tx, chain, *after))
                    })
                    .await?;
                let Some((last, _)) = page.last() else {
                    break;
                };
                after = *last;
                for (_, payload) in &page {
                    if let Ok(copy) = from_slice::<ReceiptCopy>(payload) {
                        sought.remove(&copy.print_id);
                    }
                }
            }
        }
        Ok(())
    }
}
