//! Which tender a card payment is booked to: the brand that the terminal reports decides, so that
//! the statement reconciles per brand (domain 4.4).

use kernel::id::TenderCode;

/// The brand that stands for every other one.
const ANY: &str = "*";

/// A card tender of the store with the brands that are booked to it: `online_pos_mapping`, names
/// as terminals spell them, separated by commas.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Mapping {
    /// The tender.
    pub tender_code: TenderCode,
    /// Its brands.
    pub brands: String,
}

impl Mapping {
    fn names(&self, brand: &str) -> bool {
        self.brands
            .split(',')
            .any(|name| name.trim().eq_ignore_ascii_case(brand))
    }
}

/// The tender for `brand`: the one that names it, else the generic one, else the one that was
/// `pressed`. A payment without a brand stays where it was pressed.
#[must_use]
pub fn tender_for(brand: Option<&str>, pressed: &TenderCode, mappings: &[Mapping]) -> TenderCode {
    let Some(brand) = brand.map(str::trim).filter(|brand| !brand.is_empty()) else {
        return pressed.clone();
    };
    let named = |name: &str| mappings.iter().find(|mapping| mapping.names(name));
    named(brand)
        .or_else(|| named(ANY))
        .map_or_else(|| pressed.clone(), |mapping| mapping.tender_code.clone())
}

/// The brands that a store takes with a tender, from a list with commas between: in the spelling of terminals, each
/// once. None of them means all.
#[must_use]
pub fn allowed_brands(list: &str) -> Vec<String> {
    let mut brands: Vec<String> = Vec::new();
    for name in list.split(',').map(str::trim).filter(|it| !it.is_empty()) {
        let name = name.to_lowercase();
        if !brands.contains(&name) {
            brands.push(name);
        }
    }
    brands
}

#[cfg(test)]
mod tests {
    use super::*;

    fn mappings() -> Vec<Mapping> {
        [
            ("VISA", "visa, visadebit"),
            ("AMEX", "amex"),
            ("CARD", "*"),
            ("LOYALTY", ""),
        ]
        .map(|(code, brands)| Mapping {
            tender_code: code.into(),
            brands: brands.to_owned(),
        })
        .to_vec()
    }

    #[test]
    fn the_reported_brand_decides_over_the_button() {
        let table = [
            (Some("amex"), "CARD", "AMEX"),
            (Some("AMEX"), "VISA", "AMEX"),
            (Some("visadebit"), "CARD", "VISA"),
            (Some("jcb"), "VISA", "CARD"),
            (Some(" "), "VISA", "VISA"),
            (None, "VISA", "VISA"),
        ];
        for (brand, pressed, expected) in table {
            let booked = tender_for(brand, &pressed.into(), &mappings());
            assert_eq!(booked.as_str(), expected, "{brand:?} pressed {pressed}");
        }
    }

    #[test]
    fn a_list_of_allowed_brands_names_each_once() {
        let table = [
            ("", vec![]),
            (" , ", vec![]),
            ("visa", vec!["visa"]),
            (" VISA, mc,visa ,, Amex", vec!["visa", "mc", "amex"]),
        ];
        for (list, expected) in table {
            assert_eq!(allowed_brands(list), expected, "{list}");
        }
    }

    #[test]
    fn without_a_generic_tender_the_button_decides() {
        let booked = tender_for(Some("jcb"), &"VISA".into(), &mappings()[..2]);
        assert_eq!(booked.as_str(), "VISA");
    }
}
