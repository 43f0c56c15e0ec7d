//! What a verification found, and which exit code it ends with.

use std::fmt;

use serde::{Serialize, Serializer};

/// How many findings are kept word by word; the rest are counted, so that a journal that is broken
/// in every entry does not fill the memory.
const FINDINGS_MAX: usize = 10_000;

/// The class of a finding. Its number is the exit code of `vitrine verify`.
///
/// When several classes are found, the gravest is the exit code. The order, gravest first, is that of
/// the variants here: somebody wrote without the key (13); entries are missing or there twice (12);
/// the end is missing (14); entries stand in another order (11); one was changed in place (10); what
/// is derived from the journal differs (15, 16, 17); something could not be read (20). Any of them
/// beats 21, which says that nothing is wrong in what was checked, but not all could be.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Code {
    /// A signature is bad, or its key is not the chain's.
    Signature,
    /// A number is missing or there twice.
    Numbering,
    /// The chain is shorter than an anchor or a counter proves.
    TailShorter,
    /// An entry does not follow the one before it.
    LinkBroken,
    /// An entry is not what was hashed.
    ContentChanged,
    /// A closing is not the sum of its entries.
    ClosingDiffers,
    /// A table does not hold what the journal states.
    TableDiffers,
    /// An archive is not linked or not whole.
    ArchiveBroken,
    /// Something could not be read.
    Unreadable,
    /// Nothing is wrong, but not all could be checked, or the clock went back.
    Limited,
}

impl Code {
    /// Every class, gravest first.
    pub const ALL: [Self; 10] = [
        Self::Signature,
        Self::Numbering,
        Self::TailShorter,
        Self::LinkBroken,
        Self::ContentChanged,
        Self::ClosingDiffers,
        Self::TableDiffers,
        Self::ArchiveBroken,
        Self::Unreadable,
        Self::Limited,
    ];

    /// The exit code.
    #[must_use]
    pub const fn exit_code(self) -> u8 {
        match self {
            Self::ContentChanged => 10,
            Self::LinkBroken => 11,
            Self::Numbering => 12,
            Self::Signature => 13,
            Self::TailShorter => 14,
            Self::ClosingDiffers => 15,
            Self::TableDiffers => 16,
            Self::ArchiveBroken => 17,
            Self::Unreadable => 20,
            Self::Limited => 21,
        }
    }

    /// The class in words.
    #[must_use]
    pub const fn text(self) -> &'static str {
        match self {
            Self::ContentChanged => "content changed",
            Self::LinkBroken => "link broken",
            Self::Numbering => "gap or duplicate number",
            Self::Signature => "bad or unknown signature or key",
            Self::TailShorter => "tail shorter than proven",
            Self::ClosingDiffers => "closing differs",
            Self::TableDiffers => "table and journal differ",
            Self::ArchiveBroken => "archive broken",
            Self::Unreadable => "cannot be read",
            Self::Limited => "checked with limits",
        }
    }
}

impl Serialize for Code {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_u8(self.exit_code())
    }
}

/// One thing that is not as it should be.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Finding {
    /// Its class.
    pub code: Code,
    /// The chain; blank for tables that no chain is at fault for.
    pub chain: String,
    /// The place in the chain, when it is about one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub seq: Option<i64>,
    /// Which field, number or table.
    pub what: String,
    /// What it should be.
    pub expected: String,
    /// What it is.
    pub found: String,
}

impl Finding {
    /// A figure of a table that is not what the journal, or the sum of others, says.
    #[must_use]
    pub const fn of_table(what: String, expected: String, found: String) -> Self {
        Self {
            code: Code::TableDiffers,
            chain: String::new(),
            seq: None,
            what,
            expected,
            found,
        }
    }
}

impl fmt::Display for Finding {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} {}: ", self.code.exit_code(), self.code.text())?;
        if !self.chain.is_empty() {
            write!(f, "{} ", self.chain)?;
        }
        if let Some(seq) = self.seq {
            write!(f, "#{seq} ")?;
        }
        write!(
            f,
            "{}: expected {}, found {}",
            self.what, self.expected, self.found
        )
    }
}

/// All findings of a verification.
#[derive(Clone, Debug, Default)]
pub struct Findings {
    kept: Vec<Finding>,
    left_out: u64,
    worst: Option<Code>,
}

impl Findings {
    /// Adds a finding.
    pub fn add(&mut self, finding: Finding) {
        self.worst = Some(
            self.worst
                .map_or(finding.code, |worst| worst.min(finding.code)),
        );
        if self.kept.len() < FINDINGS_MAX {
            self.kept.push(finding);
        } else {
            self.left_out += 1;
        }
    }

    /// Adds a finding for which no chain is at fault.
    pub fn add_outside(&mut self, code: Code, what: &str, expected: &str, found: &str) {
        self.add(Finding {
            code,
            chain: String::new(),
            seq: None,
            what: what.to_owned(),
            expected: expected.to_owned(),
            found: found.to_owned(),
        });
    }

    /// The findings, in the order in which they were made.
    #[must_use]
    pub fn list(&self) -> &[Finding] {
        &self.kept
    }

    /// How many more there were than are listed.
    #[must_use]
    pub const fn left_out(&self) -> u64 {
        self.left_out
    }

    /// The gravest class found.
    #[must_use]
    pub const fn worst(&self) -> Option<Code> {
        self.worst
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn finding(code: Code) -> Finding {
        Finding {
            code,
            chain: "T1".to_owned(),
            seq: Some(3),
            what: "hash".to_owned(),
            expected: "a".to_owned(),
            found: "b".to_owned(),
        }
    }

    #[test]
    fn the_gravest_class_wins_in_any_order() {
        for (position, graver) in Code::ALL.iter().enumerate() {
            for milder in &Code::ALL[position..] {
                for order in [[graver, milder], [milder, graver]] {
                    let mut findings = Findings::default();
                    for code in order {
                        findings.add(finding(*code));
                    }
                    assert_eq!(findings.worst(), Some(*graver));
                }
            }
        }
    }

    #[test]
    fn more_findings_than_are_kept_are_counted_and_still_weigh() {
        let mut findings = Findings::default();
        for _ in 0..FINDINGS_MAX {
            findings.add(finding(Code::Limited));
        }
        findings.add(finding(Code::Signature));
        assert_eq!(findings.list().len(), FINDINGS_MAX);
        assert_eq!(findings.left_out(), 1);
        assert_eq!(findings.worst(), Some(Code::Signature));
    }

    #[test]
    fn a_finding_reads_as_a_sentence() {
        assert_eq!(
            finding(Code::ContentChanged).to_string(),
            "10 content changed: T1 #3 hash: expected a, found b"
        );
    }
}
