//! What goes back for pieces that come back: the mirror of their sale (domain C4, §2.6).

use kernel::Money;
use promotion::rule::share::returned_share;

use super::pipeline::{Given, Part};

/// What goes back for pieces of a part, all above zero.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ReturnedPart {
    /// How many pieces.
    pub quantity: u32,
    /// Their price before discounts.
    pub gross: Money,
    /// The part of each discount that they bore, in the order of the sale.
    pub discounts: Vec<Given>,
    /// What was paid for them.
    pub net: Money,
    /// The VAT contained in it.
    pub vat: Money,
}

/// What goes back for `returned` pieces of a part of which `before` came back earlier; none when so
/// many are not left. All pieces together give back exactly what was paid, discount by discount;
/// the share of all discounts together is that of the document, and a minor unit may move between
/// two of them.
#[must_use]
pub fn give_back(part: &Part, before: u32, returned: u32) -> Option<ReturnedPart> {
    let left = part.quantity.checked_sub(before)?;
    if returned == 0 || returned > left {
        return None;
    }
    let currency = part.gross.currency;
    let share = |minor| returned_share(minor, part.quantity, before, returned);
    let (mut taken, mut shared) = (0, 0);
    let mut discounts = Vec::with_capacity(part.discounts.len());
    for given in &part.discounts {
        taken += given.amount.minor;
        let upto = share(taken);
        discounts.push(Given {
            source: given.source.clone(),
            amount: Money::new(upto - shared, currency),
        });
        shared = upto;
    }
    let gross = share(part.gross.minor);
    Some(ReturnedPart {
        quantity: returned,
        gross: Money::new(gross, currency),
        discounts,
        net: Money::new(gross - shared, currency),
        vat: Money::new(share(part.vat.minor), currency),
    })
}

#[cfg(test)]
mod tests {
    use promotion::rule::package::Benefit;

    use super::super::discount::Asked;
    use super::super::pipeline::{Calculated, calculate};
    use super::super::testing::{line, manual, package, sale};
    use super::*;

    fn three_for_a_hundred() -> Calculated {
        let three = package("THREE", Benefit::DealPrice(10_000), 3, &["IT-1"], |_| ());
        calculate(&sale(&[line(1, 3_990, 3)], &[three], None)).unwrap()
    }

    #[test]
    fn pieces_come_back_one_by_one_as_in_the_document() {
        // A discount of 19.70 on three pieces gives back 6.57, 6.56 and 6.57 (domain §2.6).
        let sold = three_for_a_hundred();
        let back: Vec<i64> = (0..3)
            .map(|before| give_back(&sold.parts[0], before, 1).unwrap())
            .map(|back| back.discounts[0].amount.minor)
            .collect();
        assert_eq!(back, [657, 656, 657]);
        let rest = give_back(&sold.parts[0], 1, 2).unwrap();
        assert_eq!((rest.net.minor, rest.quantity), (7_980 - 1_313, 2));
    }

    #[test]
    fn no_more_comes_back_than_was_sold() {
        let sold = three_for_a_hundred();
        let table = [(0, 0), (0, 4), (3, 1), (4, 1), (1, 3)];
        for (before, returned) in table {
            assert_eq!(give_back(&sold.parts[0], before, returned), None);
        }
    }

    #[test]
    fn each_discount_comes_back_under_its_own_name() {
        let lines = [super::super::pipeline::SaleLine {
            manual: Some(manual(Asked::Amount(100), 10_000)),
            ..line(1, 3_990, 3)
        }];
        let three = [package(
            "THREE",
            Benefit::DealPrice(10_000),
            3,
            &["IT-1"],
            |_| (),
        )];
        let sold = calculate(&sale(&lines, &three, None)).unwrap();
        let back = give_back(&sold.parts[0], 0, 3).unwrap();
        assert_eq!(back.discounts, sold.parts[0].discounts);
        assert_eq!((back.net, back.vat), (sold.parts[0].net, sold.parts[0].vat));
    }
}
