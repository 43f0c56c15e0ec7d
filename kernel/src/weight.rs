//! Weights in integer milligrams (domain C2).

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

/// A weight in milligrams: 5.25 g is `5_250`.
#[derive(
    Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize, ToSchema,
)]
#[serde(transparent)]
pub struct Weight(pub i64);

impl Weight {
    /// The weight in grams with three decimals, for example `5.250`.
    #[must_use]
    pub fn grams(self) -> String {
        let sign = if self.0 < 0 { "-" } else { "" };
        let milligrams = self.0.unsigned_abs();
        format!("{sign}{}.{:03}", milligrams / 1_000, milligrams % 1_000)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn grams_have_three_decimals() {
        let texts = [12_350, 5, 0, -1_004].map(|weight| Weight(weight).grams());
        assert_eq!(texts, ["12.350", "0.005", "0.000", "-1.004"]);
    }
}
