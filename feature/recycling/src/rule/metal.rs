//! Metals, how they are tested, and which fineness counts in which country.

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

/// What a piece is made of.
#[derive(
    Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize, ToSchema,
)]
#[serde(rename_all = "UPPERCASE")]
#[schema(as = RecyclingMetal)]
pub enum Metal {
    /// Gold.
    Gold,
    /// Silver.
    Silver,
    /// Platinum.
    Platinum,
    /// A base that is no precious metal.
    Alloy,
}

impl Metal {
    /// The metals that have a price.
    pub const PRECIOUS: [Self; 3] = [Self::Gold, Self::Silver, Self::Platinum];

    /// The name, as it is stored.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Gold => "GOLD",
            Self::Silver => "SILVER",
            Self::Platinum => "PLATINUM",
            Self::Alloy => "ALLOY",
        }
    }

    /// Finds a metal by its name.
    #[must_use]
    pub fn parse(name: &str) -> Option<Self> {
        [Self::Gold, Self::Silver, Self::Platinum, Self::Alloy]
            .into_iter()
            .find(|metal| metal.name() == name)
    }

    /// Whether it is a precious one.
    #[must_use]
    pub fn is_precious(self) -> bool {
        self != Self::Alloy
    }
}

/// How the fineness of a piece was found.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "UPPERCASE")]
#[schema(as = RecyclingTestMethod)]
pub enum TestMethod {
    /// A hallmark in the piece.
    Hallmark,
    /// Touchstone and acid.
    Touchstone,
    /// X-ray fluorescence.
    Xrf,
}

impl TestMethod {
    /// The name, as it is stored.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Hallmark => "HALLMARK",
            Self::Touchstone => "TOUCHSTONE",
            Self::Xrf => "XRF",
        }
    }

    /// Finds a method by its name.
    #[must_use]
    pub fn parse(name: &str) -> Option<Self> {
        [Self::Hallmark, Self::Touchstone, Self::Xrf]
            .into_iter()
            .find(|method| method.name() == name)
    }
}

/// The fineness of a country's marks, in thousandths: gold, silver, platinum.
type Table = [&'static [i64]; 3];

/// France (service-public F22215).
const FRANCE: Table = [
    &[999, 916, 750, 585, 375],
    &[999, 925, 800],
    &[999, 950, 900, 850],
];
/// Italy.
const ITALY: Table = [
    &[999, 916, 750, 585, 375],
    &[999, 925, 800],
    &[999, 950, 900, 850],
];
/// Mainland China and Hong Kong (GB 11887).
const CHINA: Table = [
    &[999, 990, 916, 750, 585, 375],
    &[999, 990, 925, 800],
    &[999, 990, 950, 900, 850],
];
/// Japan (mint hallmarks).
const JAPAN: Table = [
    &[999, 916, 750, 585, 500, 417, 375],
    &[999, 950, 925, 900, 800],
    &[999, 950, 900, 850],
];
/// Elsewhere (ISO 9202).
const INTERNATIONAL: Table = [
    &[999, 990, 916, 750, 585, 375],
    &[999, 958, 925, 835, 800],
    &[999, 950, 900, 850],
];

/// Which fineness of a metal counts in a country (ISO 3166), the finest first; none for alloys.
#[must_use]
pub fn finenesses(country: &str, metal: Metal) -> &'static [i64] {
    let table = match country {
        "FR" => FRANCE,
        "IT" => ITALY,
        "CN" | "HK" | "MO" => CHINA,
        "JP" => JAPAN,
        _ => INTERNATIONAL,
    };
    let [gold, silver, platinum] = table;
    match metal {
        Metal::Gold => gold,
        Metal::Silver => silver,
        Metal::Platinum => platinum,
        Metal::Alloy => &[],
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_fineness_of_france_is_that_of_its_law() {
        assert_eq!(finenesses("FR", Metal::Gold), [999, 916, 750, 585, 375]);
        assert_eq!(finenesses("FR", Metal::Silver), [999, 925, 800]);
        assert_eq!(finenesses("FR", Metal::Platinum), [999, 950, 900, 850]);
    }

    #[test]
    fn every_table_is_sorted_and_possible_and_alloys_have_none() {
        for country in ["FR", "IT", "CN", "HK", "MO", "JP", "US", ""] {
            for metal in Metal::PRECIOUS {
                let table = finenesses(country, metal);
                assert!(table.is_sorted_by(|a, b| a > b), "{country} {metal:?}");
                assert!(table.iter().all(|it| (1..1000).contains(it)));
            }
            assert!(finenesses(country, Metal::Alloy).is_empty());
        }
    }

    #[test]
    fn names_are_read_back() {
        for metal in [Metal::Gold, Metal::Silver, Metal::Platinum, Metal::Alloy] {
            assert_eq!(Metal::parse(metal.name()), Some(metal));
        }
        for method in [
            TestMethod::Hallmark,
            TestMethod::Touchstone,
            TestMethod::Xrf,
        ] {
            assert_eq!(TestMethod::parse(method.name()), Some(method));
        }
        assert_eq!(Metal::parse("LEAD"), None);
    }
}
