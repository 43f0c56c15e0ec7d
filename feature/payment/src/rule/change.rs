//! In what change is given (domain 4.3.3): in the same kind of tender from the store's minimum on, in
//! its change tender below, and for foreign cash always in the store's own.

use kernel::Money;

use super::tender::{Settled, TenderType, Terms, round_cash};

/// In what change is given that is a booking of its own.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ChangeIn {
    /// In the change tender of the store.
    ChangeTender,
    /// A new voucher.
    NewVoucher,
}

/// What is booked for a tender that was given.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Split {
    /// The tender itself.
    pub given: Settled,
    /// Its change, where that is another tender's: an amount below zero.
    pub change: Option<(ChangeIn, Settled)>,
}

impl Terms {
    /// Parts what a tender settles from change that is not given out of the same drawer. The parts
    /// add up to what was settled.
    #[must_use]
    pub fn split(&self, settled: Settled) -> Split {
        let whole = Split {
            given: settled,
            change: None,
        };
        if settled.change.minor == 0 {
            return whole;
        }
        match self.tender_type {
            TenderType::FxCash => parted(settled, ChangeIn::ChangeTender, settled.change),
            TenderType::Voucher if settled.change.minor >= self.minimum_change => {
                parted(settled, ChangeIn::NewVoucher, settled.change)
            }
            TenderType::Voucher => {
                let coins = round_cash(settled.change, self.cash_rounding_step);
                parted(settled, ChangeIn::ChangeTender, coins)
            }
            _ => whole,
        }
    }
}

fn parted(settled: Settled, way: ChangeIn, given_back: Money) -> Split {
    let money = |minor| Money::new(minor, settled.amount.currency);
    let zero = money(0);
    if given_back.minor == 0 {
        // No coin is so small: the till keeps it, and says so as rounding.
        return Split {
            given: Settled {
                change: zero,
                rounding: money(settled.tendered.minor - settled.amount.minor),
                ..settled
            },
            change: None,
        };
    }
    let back = settled.amount.minor - settled.tendered.minor;
    Split {
        given: Settled {
            amount: settled.tendered,
            change: zero,
            rounding: zero,
            ..settled
        },
        change: Some((
            way,
            Settled {
                amount: money(back),
                tendered: money(-given_back.minor),
                change: zero,
                rounding: money(-given_back.minor - back),
            },
        )),
    }
}

#[cfg(test)]
mod tests {
    use kernel::Currency;
    use proptest::prelude::*;

    use super::*;

    fn euro(minor: i64) -> Money {
        Money::new(minor, Currency::Eur)
    }

    fn terms(tender_type: TenderType, minimum_change: i64, step: i64) -> Terms {
        Terms {
            tender_type,
            over_tender_allowed: true,
            maximum_over_tender: None,
            under_tender_allowed: true,
            cash_rounding_step: step,
            minimum_change,
        }
    }

    fn told(terms: &Terms, due: i64, given: i64) -> (i64, Option<(ChangeIn, i64)>) {
        let settled = terms.settle(euro(due), euro(given)).unwrap();
        let split = terms.split(settled);
        let change = split
            .change
            .map(|(way, change)| (way, change.tendered.minor));
        (split.given.amount.minor, change)
    }

    #[test]
    fn vouchers_follow_the_worked_examples() {
        // Domain 4.3.3: voucher 500.00, least change 20.00.
        let voucher = terms(TenderType::Voucher, 2_000, 1);
        let new = Some((ChangeIn::NewVoucher, -2_500));
        assert_eq!(told(&voucher, 47_500, 50_000), (50_000, new));
        let coins = Some((ChangeIn::ChangeTender, -1_500));
        assert_eq!(told(&voucher, 48_500, 50_000), (50_000, coins));
        let just = Some((ChangeIn::NewVoucher, -2_000));
        assert_eq!(told(&voucher, 48_000, 50_000), (50_000, just));
        assert_eq!(told(&voucher, 50_000, 50_000), (50_000, None));
        assert_eq!(told(&voucher, 60_000, 50_000), (50_000, None));
    }

    #[test]
    fn cash_gives_change_out_of_its_own_drawer_and_foreign_cash_out_of_the_stores() {
        let cash = terms(TenderType::Cash, 0, 1);
        assert_eq!(told(&cash, 47_500, 50_000), (47_500, None));
        let foreign = terms(TenderType::FxCash, 0, 5);
        // 92.13 for 87.02: 87.00 closes, and 5.13 are 5.15 in coins.
        let change = Some((ChangeIn::ChangeTender, -515));
        assert_eq!(told(&foreign, 8_702, 9_213), (9_213, change));
    }

    #[test]
    fn change_for_which_there_is_no_coin_is_rounding() {
        let voucher = terms(TenderType::Voucher, 2_000, 5);
        let settled = voucher.settle(euro(49_998), euro(50_000)).unwrap();
        let split = voucher.split(settled);
        assert_eq!(split.change, None);
        assert_eq!(split.given.rounding, euro(2));
        assert_eq!(split.given.amount, euro(49_998));
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(10_000))]

        #[test]
        fn the_parts_add_up(
            kind in prop_oneof![
                Just(TenderType::Cash), Just(TenderType::FxCash), Just(TenderType::Voucher)
            ],
            due in 1_i64..1_000_000, given in 1_i64..2_000_000, minimum in 0_i64..10_000,
            step in prop_oneof![Just(1_i64), Just(5), Just(10)],
        ) {
            let terms = terms(kind, minimum, step);
            if let Ok(settled) = terms.settle(euro(due), euro(given)) {
                let split = terms.split(settled);
                let change = split.change.map(|(_, change)| change);
                let rows: Vec<Settled> = [Some(split.given), change].into_iter().flatten().collect();
                let sum = |part: fn(&Settled) -> Money| rows.iter().map(|row| part(row).minor).sum::<i64>();
                prop_assert_eq!(sum(|row| row.amount), settled.amount.minor);
                for row in &rows {
                    let kept = row.tendered.minor - row.change.minor;
                    prop_assert_eq!(kept, row.amount.minor + row.rounding.minor);
                }
                if let Some(change) = change {
                    prop_assert!(change.tendered.minor < 0 && change.amount.minor < 0);
                }
            }
        }
    }
}
