//! Anchors: heads of chains that left this machine, so that a tail cannot be cut unseen.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

/// The fewest digits of a hash that prove anything: what a receipt prints.
const DIGITS_MIN: usize = 10;

/// Proof that a chain once held an entry with a hash.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Anchor {
    /// The chain.
    pub chain: String,
    /// The entry's place.
    pub seq: i64,
    /// Its hash in hexadecimal: all 64 digits, or the first 10 or more, as a receipt prints them.
    pub hash: String,
    /// When it left the machine, in RFC 3339; unknown for one that a receipt prints.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub at: Option<String>,
}

/// Entries that anchors prove and that a backup does not hold.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Lost {
    /// The chain.
    pub chain: String,
    /// The place of the first entry that is lost.
    pub first: i64,
    /// The place of the last one that an anchor proves.
    pub last: i64,
}

impl Lost {
    /// What is lost of chains that end with `heads`, as `anchors` prove it; by chain.
    #[must_use]
    pub fn of(heads: &[Anchor], anchors: &[Anchor]) -> Vec<Self> {
        let mut lasts: BTreeMap<&str, i64> = BTreeMap::new();
        for anchor in anchors {
            let last = lasts.entry(&anchor.chain).or_default();
            *last = anchor.seq.max(*last);
        }
        lasts
            .into_iter()
            .filter_map(|(chain, last)| {
                let head = heads.iter().find(|head| head.chain == chain);
                let first = head.map_or(0, |head| head.seq) + 1;
                (first <= last).then(|| Self {
                    chain: chain.to_owned(),
                    first,
                    last,
                })
            })
            .collect()
    }
}

impl Anchor {
    /// Reads anchors, one JSON object a line.
    ///
    /// # Errors
    /// What is wrong in which line.
    pub fn parse_lines(text: &str) -> Result<Vec<Self>, String> {
        text.lines()
            .enumerate()
            .filter(|(_, line)| !line.trim().is_empty())
            .map(|(position, line)| {
                let anchor: Self = serde_json::from_str(line)
                    .map_err(|error| format!("anchor in line {}: {error}", position + 1))?;
                let digits = anchor.hash.len();
                if !(DIGITS_MIN..=64).contains(&digits)
                    || !anchor.hash.bytes().all(|digit| digit.is_ascii_hexdigit())
                {
                    return Err(format!(
                        "anchor in line {}: a hash has 10 to 64 hexadecimal digits",
                        position + 1
                    ));
                }
                Ok(anchor)
            })
            .collect()
    }

    /// Writes anchors, as they are read.
    #[must_use]
    pub fn lines(anchors: &[Self]) -> String {
        let mut lines = String::new();
        for anchor in anchors {
            // Text and numbers are always written.
            lines.extend(serde_json::to_string(anchor));
            lines.push('\n');
        }
        lines
    }

    /// Whether this is the anchor of an entry with `hash`.
    #[must_use]
    pub fn holds(&self, hash: &[u8]) -> bool {
        hex::encode(hash).starts_with(&self.hash.to_ascii_lowercase())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn anchors_are_read_line_by_line_with_short_hashes_too() {
        let hash = [0xab; 32];
        let text = format!(
            "{{\"chain\":\"T1\",\"seq\":7,\"hash\":\"{}\"}}\n\n{{\"chain\":\"T1\",\"seq\":8,\"hash\":\"ABABABABAB\"}}",
            hex::encode(hash)
        );
        let anchors = Anchor::parse_lines(&text).unwrap();
        assert_eq!(anchors.len(), 2);
        assert!(anchors.iter().all(|anchor| anchor.holds(&hash)));
        assert!(!anchors[1].holds(&[0xac; 32]));
    }

    #[test]
    fn what_is_lost_lies_between_the_head_and_the_last_anchor() {
        let anchor = |chain: &str, seq| Anchor {
            chain: chain.to_owned(),
            seq,
            hash: "ab".repeat(32),
            at: None,
        };
        let heads = [anchor("T1", 7), anchor("T2", 9)];
        let proven = [
            anchor("T1", 12),
            anchor("T1", 9),
            anchor("T2", 9),
            anchor("T3", 2),
        ];
        let lost = |chain: &str, first, last| Lost {
            chain: chain.to_owned(),
            first,
            last,
        };
        assert_eq!(
            Lost::of(&heads, &proven),
            [lost("T1", 8, 12), lost("T3", 1, 2)]
        );
        assert!(Lost::of(&heads, &[]).is_empty());
    }

    #[test]
    fn a_line_that_proves_nothing_is_refused_by_its_number() {
        for line in [
            "{\"chain\":\"T1\",\"seq\":7,\"hash\":\"\"}",
            "{\"chain\":\"T1\",\"seq\":7,\"hash\":\"zzzzzzzzzz\"}",
            "{\"chain\":\"T1\",\"seq\":7}",
            "nothing",
        ] {
            let error = Anchor::parse_lines(&format!("\n{line}")).unwrap_err();
            assert!(error.contains("line 2"), "{error}");
        }
    }
}
