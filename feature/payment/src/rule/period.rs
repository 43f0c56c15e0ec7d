//! What a card terminal says that it took in its period, beside the attempts that ended on it and what is
//! booked for them: the three-way match by tender (reliability b.7 rules 10 and 11). Minor units.

use std::collections::BTreeMap;

use kernel::id::TenderCode;

use super::brand::{Mapping, tender_for};

/// An amount less what went back, and how many movements made it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Movement {
    /// Taken less given back.
    pub amount: i64,
    /// Payments and reversals.
    pub quantity: i64,
}

impl Movement {
    fn add(&mut self, amount: i64, quantity: i64) {
        self.amount += amount;
        self.quantity += quantity;
    }
}

/// What a terminal says of a brand.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Told {
    /// The brand, as the terminal spells it.
    pub brand: String,
    /// The currency (ISO 4217).
    pub currency: String,
    /// What it took less what it gave back.
    pub movement: Movement,
}

/// An attempt that moved money, as far as we know.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Ended {
    /// The tender that was pressed.
    pub pressed: TenderCode,
    /// The brand that the terminal reported.
    pub brand: Option<String>,
    /// In which currency.
    pub currency: String,
    /// What it moved.
    pub movement: Movement,
    /// What is booked for it, and as which tender.
    pub booked: Option<(TenderCode, i64)>,
}

/// A tender in the period of a terminal, seen from three sides.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TenderPeriod {
    /// The tender.
    pub tender_code: TenderCode,
    /// The currency (ISO 4217).
    pub currency: String,
    /// What the terminal says.
    pub told: Movement,
    /// What its answers to our payments said.
    pub attempted: Movement,
    /// What is booked.
    pub booked: i64,
}

impl TenderPeriod {
    /// Whether all three agree.
    #[must_use]
    pub fn is_matched(&self) -> bool {
        self.told == self.attempted && self.attempted.amount == self.booked
    }
}

/// The tenders of a period, in the order of their codes.
#[must_use]
pub fn tenders(told: &[Told], ended: &[Ended], mappings: &[Mapping]) -> Vec<TenderPeriod> {
    let mut found: BTreeMap<(TenderCode, String), TenderPeriod> = BTreeMap::new();
    let mut at = |tender_code: TenderCode, currency: &str, change: &dyn Fn(&mut TenderPeriod)| {
        let key = (tender_code.clone(), currency.to_owned());
        let period = found.entry(key).or_insert_with(|| TenderPeriod {
            tender_code,
            currency: currency.to_owned(),
            told: Movement::default(),
            attempted: Movement::default(),
            booked: 0,
        });
        change(period);
    };
    for total in told.iter().filter(|it| it.movement != Movement::default()) {
        // A brand that nobody takes here stands for itself.
        let own = TenderCode(total.brand.to_uppercase());
        let code = tender_for(Some(&total.brand), &own, mappings);
        let Movement { amount, quantity } = total.movement;
        at(code, &total.currency, &|it| it.told.add(amount, quantity));
    }
    for attempt in ended {
        let code = tender_for(attempt.brand.as_deref(), &attempt.pressed, mappings);
        let Movement { amount, quantity } = attempt.movement;
        at(code, &attempt.currency, &|it| {
            it.attempted.add(amount, quantity);
        });
        if let Some((code, booked)) = &attempt.booked {
            at(code.clone(), &attempt.currency, &|it| it.booked += booked);
        }
    }
    found.into_values().collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn mappings() -> Vec<Mapping> {
        [("VISA", "visa,visadebit"), ("CARD", "*")]
            .map(|(code, brands)| Mapping {
                tender_code: TenderCode::from(code),
                brands: brands.to_owned(),
            })
            .to_vec()
    }

    fn told(brand: &str, amount: i64, quantity: i64) -> Told {
        Told {
            brand: brand.to_owned(),
            currency: "EUR".to_owned(),
            movement: Movement { amount, quantity },
        }
    }

    fn ended(brand: &str, amount: i64, booked: Option<(&str, i64)>) -> Ended {
        Ended {
            pressed: TenderCode::from("CARD"),
            brand: Some(brand.to_owned()),
            currency: "EUR".to_owned(),
            movement: Movement {
                amount,
                quantity: 1,
            },
            booked: booked.map(|(code, booked)| (TenderCode::from(code), booked)),
        }
    }

    fn matches(told: &[Told], ended: &[Ended]) -> Vec<(String, bool)> {
        tenders(told, ended, &mappings())
            .into_iter()
            .map(|it| (it.tender_code.0.clone(), it.is_matched()))
            .collect()
    }

    #[test]
    fn all_three_sides_agree_or_the_tender_is_named() {
        let visa = |is_matched| vec![("VISA".to_owned(), is_matched)];
        let booked = Some(("VISA", 100));
        type Case<'a> = (&'a [Told], &'a [Ended], Vec<(String, bool)>);
        let table: [Case<'_>; 8] = [
            (&[], &[], Vec::new()),
            // Debit and credit of a brand are one tender.
            (
                &[told("visa", 100, 1), told("visadebit", 50, 1)],
                &[
                    ended("visa", 100, booked),
                    ended("visadebit", 50, Some(("VISA", 50))),
                ],
                visa(true),
            ),
            // Money that only the terminal knows.
            (&[told("visa", 100, 1)], &[], visa(false)),
            // Money that the terminal does not know.
            (&[], &[ended("visa", 100, booked)], visa(false)),
            // Taken, and never booked.
            (
                &[told("visa", 100, 1)],
                &[ended("visa", 100, None)],
                visa(false),
            ),
            // Two payments of which one was given back elsewhere: the amounts alone would agree.
            (
                &[told("visa", 100, 3)],
                &[ended("visa", 100, booked)],
                visa(false),
            ),
            // A payment and its reversal come to nothing.
            (
                &[told("visa", 0, 2)],
                &[ended("visa", 100, None), ended("visa", -100, None)],
                visa(true),
            ),
            // Booked as another tender than the brand says.
            (
                &[told("visa", 100, 1)],
                &[ended("visa", 100, Some(("CARD", 100)))],
                vec![("CARD".to_owned(), false), ("VISA".to_owned(), false)],
            ),
        ];
        for (told, ended, expected) in table {
            assert_eq!(matches(told, ended), expected, "{told:?} {ended:?}");
        }
    }

    #[test]
    fn a_brand_that_nobody_takes_stands_for_itself() {
        let found = tenders(&[told("jcb", 5, 1)], &[], &mappings()[..1]);
        assert_eq!(found[0].tender_code.0, "JCB");
    }
}
