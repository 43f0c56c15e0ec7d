//! What a verification could not check, and why.

use super::{Run, Uncompared};
use crate::rule::kind::Kind;
use crate::rule::purge_check::PurgedSummary;

impl Run<'_> {
    /// What this verification could not check, and why.
    pub(super) fn limits(&self) -> Vec<String> {
        let mut limits = Vec::new();
        if self.options.anchors.is_none() {
            limits.push("no anchors were given: a removed tail cannot be seen".to_owned());
        }
        if self.options.trusted_keys.is_empty() {
            limits.push(
                "no key was given: a journal written anew with another key cannot be seen"
                    .to_owned(),
            );
        }
        for chain in self
            .chains
            .iter()
            .filter(|chain| chain.unknown_signatures > 0)
        {
            limits.push(format!(
                "{} signatures of {}: the entry that names their key is missing or damaged",
                chain.unknown_signatures, chain.chain
            ));
        }
        for (chain, last) in self
            .chains
            .iter()
            .filter_map(|chain| Some((&chain.chain, chain.lost_to?)))
        {
            limits.push(format!(
                "entries of {chain} up to {last}: they were lost when the database was put back, as \
                 anchors prove and the chain tells"
            ));
        }
        limits.extend(self.purge_limits());
        for (kinds, reason) in UNCOMPARED {
            let count: i64 = self
                .chains
                .iter()
                .flat_map(|chain| kinds.iter().filter_map(|kind| chain.kinds.get(kind.name())))
                .sum();
            if count > 0 {
                let names: Vec<&str> = kinds.iter().map(|kind| kind.name()).collect();
                limits.push(format!("{count} entries of {}: {reason}", names.join(", ")));
            }
        }
        limits
    }

    /// What could not be checked, because it was purged.
    fn purge_limits(&self) -> Vec<String> {
        let mut limits = Vec::new();
        for (chain, purged) in self
            .chains
            .iter()
            .flat_map(|chain| chain.purged.iter().map(move |it| (&chain.chain, it)))
        {
            let PurgedSummary {
                first,
                last,
                entries,
                archive_hash,
                told: (told_chain, told_seq),
                ..
            } = purged;
            limits.push(format!(
                "payloads of {entries} entries of {chain} from {first} to {last}: they were purged, as \
                 {told_chain} #{told_seq} tells; the archive {archive_hash} proves them"
            ));
            if let Some((count, seq)) = purged.left {
                limits.push(format!(
                    "that payloads are gone: {count} entries of {chain} from {seq} on still have theirs, \
                     which are good; `vitrine purge` was cut short, or they were put back"
                ));
            }
        }
        let Uncompared {
            orders,
            closings,
            copies,
        } = self.uncompared;
        for (count, what) in [
            (orders, "orders: of their entries date and time are left"),
            (
                closings,
                "closings: they are unchanged, but the entries that they sum up are not all there",
            ),
            (copies, "copies of receipts: they were counted alone"),
        ] {
            if count > 0 {
                limits.push(format!("{count} {what}"));
            }
        }
        limits
    }
}

/// Kinds whose entries are proven unchanged, but of which this program keeps no figures to compare: it
/// writes none of them. The others are compared here, or by the features that keep the tables.
const UNCOMPARED: [(&[Kind], &str); 1] = [(
    &[Kind::Correction, Kind::OfflineBatch],
    "unchanged, but not compared with tables",
)];
