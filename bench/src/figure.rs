//! Figures: how they are summed up, judged, shown and kept.

use std::path::Path;
use std::time::Duration;

use serde::Serialize;

use crate::client::Fault;

/// A measured figure.
#[derive(Clone, Debug, Serialize)]
pub(crate) struct Figure {
    /// Its name.
    pub name: String,
    /// What was measured.
    pub value: f64,
    /// In what.
    pub unit: &'static str,
    /// What the same machine can do at most, or what is to be reached; none where it is only
    /// reported.
    pub limit: Option<f64>,
    /// Value by limit.
    pub ratio: Option<f64>,
    /// What is behind it.
    pub note: String,
    /// Whether the goal is reached; none where there is none.
    #[serde(skip)]
    pub reached: Option<bool>,
}

impl Figure {
    /// A figure without a goal.
    pub(crate) fn told(
        name: &str,
        value: f64,
        unit: &'static str,
        note: impl Into<String>,
    ) -> Self {
        Self {
            name: name.to_owned(),
            value,
            unit,
            limit: None,
            ratio: None,
            note: note.into(),
            reached: None,
        }
    }

    /// A figure that must not be above a limit.
    pub(crate) fn at_most(mut self, limit: f64) -> Self {
        self.judge(limit);
        self.reached = Some(self.value <= limit);
        self
    }

    /// A figure that must be at least a part of what the machine can do.
    pub(crate) fn at_least_part(mut self, part: f64, limit: f64) -> Self {
        self.judge(limit);
        self.reached = Some(self.value >= part * limit);
        self
    }

    /// A figure that must be at most so many times what the machine needs.
    pub(crate) fn at_most_times(mut self, times: f64, limit: f64) -> Self {
        self.judge(limit);
        self.reached = Some(self.value <= times * limit);
        self
    }

    fn judge(&mut self, limit: f64) {
        self.limit = Some(limit);
        self.ratio = (limit > 0.0).then(|| self.value / limit);
    }

    fn row(&self) -> String {
        let number = |value: f64| match value {
            value if value >= 100.0 => format!("{value:.0}"),
            value if value >= 10.0 => format!("{value:.1}"),
            value => format!("{value:.2}"),
        };
        format!(
            "{:<26} {:>9} {:<10} {:>9} {:>6}  {:<4} {}",
            self.name,
            number(self.value),
            self.unit,
            self.limit.map(number).unwrap_or_default(),
            self.ratio
                .map(|ratio| format!("{ratio:.2}"))
                .unwrap_or_default(),
            match self.reached {
                Some(true) => "ok",
                Some(false) => "MISS",
                None => "",
            },
            self.note
        )
    }
}

/// Prints all figures and writes them to a file.
pub(crate) fn report(figures: &[Figure], file: &Path) -> Result<(), Fault> {
    println!();
    println!(
        "{:<26} {:>9} {:<10} {:>9} {:>6}",
        "name", "value", "unit", "limit", "ratio"
    );
    for figure in figures {
        println!("{}", figure.row());
    }
    std::fs::write(file, serde_json::to_vec_pretty(figures)?)?;
    println!("\nwritten to {}", file.display());
    Ok(())
}

/// How long things took.
#[derive(Clone, Debug, Default)]
pub(crate) struct Times(Vec<f64>);

impl Times {
    /// Notes one, in milliseconds.
    pub(crate) fn note(&mut self, time: Duration) {
        self.0.push(time.as_secs_f64() * 1_000.0);
    }

    /// Takes over those of another.
    pub(crate) fn join(&mut self, other: Self) {
        self.0.extend(other.0);
    }

    /// The time that this part of all did not exceed, in milliseconds.
    pub(crate) fn part(&self, part: f64) -> f64 {
        let mut sorted = self.0.clone();
        sorted.sort_by(f64::total_cmp);
        #[expect(
            clippy::cast_possible_truncation,
            clippy::cast_sign_loss,
            reason = "an index"
        )]
        let index = (part * (sorted.len().saturating_sub(1)) as f64).round() as usize;
        sorted.get(index).copied().unwrap_or_default()
    }

    /// How many.
    pub(crate) fn len(&self) -> usize {
        self.0.len()
    }
}

/// The middle of several rounds.
pub(crate) fn median(mut values: Vec<f64>) -> f64 {
    values.sort_by(f64::total_cmp);
    values.get(values.len() / 2).copied().unwrap_or_default()
}
