//! What `vitrine verify` tells: to people as text, to programs as JSON.

use std::fmt;
use std::time::Duration;

use jiff::Timestamp;
use serde::Serialize;

use crate::rule::anchor::Anchor;
use crate::rule::chain::ChainSummary;
use crate::rule::finding::{Code, Finding, Findings};

/// The version of the checks, which grows with each check that is added.
pub const VERIFIER_VERSION: i64 = 1;

/// How many rows of the tables were compared.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Compared {
    /// Completed orders, with their lines, VAT totals and tenders.
    pub orders: i64,
    /// Tenders that a card terminal was asked for.
    pub card_tenders: i64,
    /// Receipts printed again.
    pub copies: i64,
    /// Stock rows.
    pub stock_rows: i64,
    /// Closings of days.
    pub closings: i64,
}

/// The outcome of a verification.
#[derive(Clone, Debug, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Report {
    /// The version of the program.
    pub software_version: String,
    /// [`VERIFIER_VERSION`].
    pub verifier_version: i64,
    /// The version of the database's schema; none of what is no database, or was not looked at.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub schema_version: Option<i64>,
    /// The chains.
    pub chains: Vec<ChainSummary>,
    /// What was compared with the journal.
    pub compared: Compared,
    /// How many entries of each chain were read from its end; none when all were.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub recent_entries: Option<i64>,
    /// How many anchors were compared; none when none were given.
    pub anchors: Option<usize>,
    /// What is not as it should be.
    pub findings: Vec<Finding>,
    /// How many findings are not listed, because there are too many.
    pub findings_left_out: u64,
    /// What was not checked, and why.
    pub not_checked: Vec<String>,
    /// How long it took, in milliseconds.
    pub duration_ms: u64,
    /// See [`Report::exit_code`].
    pub exit_code: u8,
    #[serde(skip)]
    worst: Option<Code>,
}

impl Report {
    pub(crate) fn new(
        chains: Vec<ChainSummary>,
        compared: Compared,
        anchors: Option<usize>,
        findings: &Findings,
        not_checked: Vec<String>,
        duration: Duration,
    ) -> Self {
        let limited = (!not_checked.is_empty()).then_some(Code::Limited);
        let worst = findings.worst().or(limited);
        Self {
            software_version: env!("CARGO_PKG_VERSION").to_owned(),
            verifier_version: VERIFIER_VERSION,
            schema_version: None,
            chains,
            compared,
            recent_entries: None,
            anchors,
            findings: findings.list().to_vec(),
            findings_left_out: findings.left_out(),
            not_checked,
            duration_ms: u64::try_from(duration.as_millis()).unwrap_or(u64::MAX),
            exit_code: worst.map_or(0, Code::exit_code),
            worst,
        }
    }

    /// The same report, of so many entries at the end of each chain.
    pub(crate) const fn of_recent(mut self, entries: i64) -> Self {
        self.recent_entries = Some(entries);
        self
    }

    /// The exit code of the command: 0 when all is intact and all could be checked, else that of the
    /// gravest finding, in the order of [`Code`].
    #[must_use]
    pub const fn exit_code(&self) -> u8 {
        self.exit_code
    }

    /// Adds what features found in the tables that they keep.
    pub fn extend(&mut self, findings: impl IntoIterator<Item = Finding>) {
        for finding in findings {
            let worst = self.worst.map_or(finding.code, |it| it.min(finding.code));
            self.worst = Some(worst);
            self.exit_code = worst.exit_code();
            self.findings.push(finding);
        }
    }

    /// Whether nothing is wrong in what was checked.
    #[must_use]
    pub fn is_intact(&self) -> bool {
        self.worst.is_none_or(|worst| worst == Code::Limited)
    }

    /// The heads of the chains as a file of anchors that leave this machine now; none when something is
    /// wrong, because an anchor must not vouch for a broken chain.
    #[must_use]
    pub fn anchors_file(&self, now: Timestamp) -> Option<String> {
        if !self.is_intact() {
            return None;
        }
        let anchors: Vec<Anchor> = self
            .chains
            .iter()
            .map(|chain| Anchor {
                chain: chain.chain.clone(),
                seq: chain.last,
                hash: chain.head.clone(),
                at: Some(now.to_string()),
            })
            .collect();
        Some(Anchor::lines(&anchors))
    }
}

impl fmt::Display for Report {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            f,
            "Journal verification, Vitrine {}, checks version {}",
            self.software_version, self.verifier_version
        )?;
        match self.schema_version {
            Some(version) => writeln!(f, ", schema {version}")?,
            None => writeln!(f)?,
        }
        for chain in &self.chains {
            writeln!(
                f,
                "  {}: {} entries ({} to {}), head {}, keys {}",
                chain.chain,
                chain.entries,
                chain.first,
                chain.last,
                chain.head.get(..10).unwrap_or("unknown"),
                if chain.keys.is_empty() {
                    "unknown".to_owned()
                } else {
                    chain.keys.join(", ")
                },
            )?;
        }
        writeln!(
            f,
            "Compared with the tables: {} orders, {} card tenders, {} copies, {} stock rows, {} closings",
            self.compared.orders,
            self.compared.card_tenders,
            self.compared.copies,
            self.compared.stock_rows,
            self.compared.closings
        )?;
        if let Some(anchors) = self.anchors {
            writeln!(f, "Compared with anchors: {anchors}")?;
        }
        if !self.findings.is_empty() {
            writeln!(f, "Findings:")?;
        }
        for finding in &self.findings {
            writeln!(f, "  {finding}")?;
        }
        if self.findings_left_out > 0 {
            writeln!(f, "  and {} more", self.findings_left_out)?;
        }
        if !self.not_checked.is_empty() {
            writeln!(f, "Not checked:")?;
        }
        for limit in &self.not_checked {
            writeln!(f, "  {limit}")?;
        }
        let words = self.worst.map_or("intact", Code::text);
        write!(
            f,
            "Result: {} {words}, after {} ms",
            self.exit_code, self.duration_ms
        )
    }
}
