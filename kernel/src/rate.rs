//! Percentages with at most four decimals, exact (domain C2).

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

/// A percentage in ten-thousandths of a percent: 20 % is `200_000`.
#[derive(
    Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize, ToSchema,
)]
#[serde(transparent)]
pub struct Rate(pub i64);

impl Rate {
    /// Nothing.
    pub const ZERO: Self = Self(0);
    /// One hundred percent.
    pub const HUNDRED: Self = Self(1_000_000);

    /// A whole number of percent.
    #[must_use]
    pub const fn percent(percent: i64) -> Self {
        Self(percent * 10_000)
    }

    /// The rate in basis points (hundredths of a percent), as the wire carries it.
    #[must_use]
    pub const fn basis_points(self) -> i64 {
        self.0 / 100
    }

    /// The rate as text without idle zeros: `20`, `5.5`.
    #[must_use]
    pub fn text(self) -> String {
        let (whole, fraction) = (self.0 / 10_000, self.0 % 10_000);
        if fraction == 0 {
            return whole.to_string();
        }
        let digits = format!("{:04}", fraction.abs());
        format!("{whole}.{}", digits.trim_end_matches('0'))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_rate_prints_without_idle_zeros() {
        assert_eq!(Rate::percent(20).text(), "20");
        assert_eq!(Rate(55_000).text(), "5.5");
        assert_eq!(Rate(12_3456).text(), "12.3456");
    }
}
