//! What a tender settles: over and under tender, change, cash rounding (domain 4.3).

use kernel::rounding::Direction;
use kernel::{Currency, Money, Refusal};

pub use super::kind::TenderType;
use crate::{AMOUNT_NOT_POSITIVE, OVER_TENDER, OVER_TENDER_LIMIT, UNDER_TENDER, WRONG_CURRENCY};

/// How many amounts the till offers for cash at most.
const QUICK_AMOUNTS_MAX: usize = 4;
/// The most that is handed over at once, in minor units of whatever currency: no day of such amounts is more
/// than the books can add up.
pub const AMOUNT_MAX: i64 = 1_000_000_000_000;

/// The terms on which a store takes a tender.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Terms {
    /// What it is.
    pub tender_type: TenderType,
    /// Whether more than the balance may be given. What gives no change, such as a card, never takes
    /// more, whatever is set up.
    pub over_tender_allowed: bool,
    /// By how many minor units at most; none means any amount.
    pub maximum_over_tender: Option<i64>,
    /// Whether less than the balance may be given.
    pub under_tender_allowed: bool,
    /// The store's smallest amount in cash, in minor units.
    pub cash_rounding_step: i64,
    /// From how many minor units on change is given in the same kind of tender; less goes to the
    /// change tender.
    pub minimum_change: i64,
}

/// What a tender settles. `tendered - change = amount + rounding`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Settled {
    /// The part of what is due that it settles, before rounding.
    pub amount: Money,
    /// What the customer gave.
    pub tendered: Money,
    /// What the customer gets back.
    pub change: Money,
    /// What cash rounding adds to the order (below zero: takes off); zero unless cash closes the
    /// balance.
    pub rounding: Money,
}

impl Terms {
    /// What closes `balance` with this tender: cash is rounded, nothing else is (domain 4.3.4).
    #[must_use]
    pub fn closing(&self, balance: Money) -> Money {
        match self.tender_type.is_cash() {
            true => round_cash(balance, self.cash_rounding_step),
            false => balance,
        }
    }

    /// Looks at what was handed over, in its own currency, before anything is reckoned with it.
    ///
    /// # Errors
    /// [`OVER_TENDER_LIMIT`] above [`AMOUNT_MAX`], on the field `amount`.
    pub fn check_given(&self, balance: Money, given: Money) -> Result<(), Refusal> {
        match given.minor > AMOUNT_MAX {
            true => Err(self.over_limit(self.closing(balance))),
            false => Ok(()),
        }
    }

    /// By how much what closes a balance may be exceeded, in minor units.
    fn most_over(&self, closing: Money) -> i64 {
        let most = (AMOUNT_MAX - closing.minor).max(0);
        self.maximum_over_tender
            .map_or(most, |limit| limit.min(most))
    }

    fn over_limit(&self, closing: Money) -> Refusal {
        let limit = Money::new(self.most_over(closing), closing.currency);
        Refusal::new(&OVER_TENDER_LIMIT)
            .with("limit", limit.text())
            .at("amount")
    }

    /// Settles `balance`, or a part of it, with `tendered`.
    ///
    /// # Errors
    /// The refusals of domain 4.3, on the field `amount`.
    pub fn settle(&self, balance: Money, tendered: Money) -> Result<Settled, Refusal> {
        if tendered.currency != balance.currency {
            return Err(Refusal::new(&WRONG_CURRENCY).at("amount"));
        }
        if !tendered.is_positive() {
            return Err(Refusal::new(&AMOUNT_NOT_POSITIVE).at("amount"));
        }
        if !balance.is_positive() {
            return Err(Refusal::new(&OVER_TENDER).at("amount"));
        }
        let closing = self.closing(balance);
        if tendered.minor < closing.minor {
            self.settle_part(balance, tendered)
        } else {
            self.settle_all(balance, closing, tendered)
        }
    }

    fn settle_all(
        &self,
        balance: Money,
        closing: Money,
        tendered: Money,
    ) -> Result<Settled, Refusal> {
        let over = tendered.minor - closing.minor;
        let may_be_over = self.tender_type.gives_change() && self.over_tender_allowed;
        if over > 0 && !may_be_over {
            return Err(Refusal::new(&OVER_TENDER).at("amount"));
        }
        if over > self.most_over(closing) {
            return Err(self.over_limit(closing));
        }
        // Foreign cash is worth any amount; the change is what coins can make.
        let change = match self.tender_type {
            TenderType::FxCash => {
                round_cash(Money::new(over, balance.currency), self.cash_rounding_step)
            }
            _ => Money::new(over, balance.currency),
        };
        Ok(Settled {
            amount: balance,
            tendered,
            change,
            rounding: Money::new(
                tendered.minor - change.minor - balance.minor,
                balance.currency,
            ),
        })
    }

    /// A part must leave something: an amount that reaches the balance without reaching what is
    /// rounded up would close it at the wrong price.
    fn settle_part(&self, balance: Money, tendered: Money) -> Result<Settled, Refusal> {
        if !self.under_tender_allowed || tendered.minor >= balance.minor {
            return Err(Refusal::new(&UNDER_TENDER).at("amount"));
        }
        let zero = Money::zero(balance.currency);
        Ok(Settled {
            amount: tendered,
            tendered,
            change: zero,
            rounding: zero,
        })
    }

    /// The amounts that the till offers for cash: what closes the balance, then the next round
    /// sums that people hand over.
    #[must_use]
    pub fn quick_amounts(&self, balance: Money) -> Vec<Money> {
        if self.tender_type != TenderType::Cash || !balance.is_positive() {
            return Vec::new();
        }
        let exact = self.closing(balance).minor;
        let mut amounts: Vec<i64> = Vec::with_capacity(QUICK_AMOUNTS_MAX);
        if exact > 0 {
            amounts.push(exact);
        }
        let rounded_up = notes(balance.currency)
            .iter()
            .map(|note| balance.ratio().round(*note, Direction::Up));
        for amount in rounded_up {
            let fits = self.over_tender_allowed
                && self
                    .maximum_over_tender
                    .is_none_or(|limit| amount - exact <= limit);
            if fits && amount > exact && !amounts.contains(&amount) {
                amounts.push(amount);
            }
        }
        amounts.truncate(QUICK_AMOUNTS_MAX);
        amounts
            .into_iter()
            .map(|minor| Money::new(minor, balance.currency))
            .collect()
    }
}

/// Rounds what cash closes to the nearest amount that coins can make.
#[must_use]
pub fn round_cash(balance: Money, step: i64) -> Money {
    Money::new(
        balance.ratio().round(step, Direction::Nearest),
        balance.currency,
    )
}

/// The notes that people pay with, in minor units, smallest first.
const fn notes(currency: Currency) -> &'static [i64] {
    match currency {
        Currency::Eur => &[500, 1_000, 2_000, 5_000, 10_000, 20_000],
        Currency::Gbp => &[500, 1_000, 2_000, 5_000],
        Currency::Chf => &[1_000, 2_000, 5_000, 10_000, 20_000],
        Currency::Usd => &[500, 1_000, 2_000, 5_000, 10_000],
        Currency::Cny => &[1_000, 2_000, 5_000, 10_000],
        Currency::Hkd | Currency::Mop => &[2_000, 5_000, 10_000, 50_000, 100_000],
        Currency::Twd => &[10_000, 50_000, 100_000],
        Currency::Sgd => &[500, 1_000, 5_000, 10_000],
        Currency::Aed => &[1_000, 2_000, 5_000, 10_000, 20_000, 50_000],
        Currency::Jpy => &[1_000, 5_000, 10_000],
        Currency::Krw => &[5_000, 10_000, 50_000],
        Currency::Kwd => &[1_000, 5_000, 10_000, 20_000],
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn euro(minor: i64) -> Money {
        Money::new(minor, Currency::Eur)
    }

    fn terms(tender_type: TenderType, over: bool, maximum: Option<i64>, under: bool) -> Terms {
        Terms {
            tender_type,
            over_tender_allowed: over,
            maximum_over_tender: maximum,
            under_tender_allowed: under,
            cash_rounding_step: 1,
            minimum_change: 0,
        }
    }

    fn told(terms: &Terms, due: i64, amount: i64) -> String {
        match terms.settle(euro(due), euro(amount)) {
            Ok(settled) => format!(
                "OK balance {} change {}",
                due - settled.amount.minor,
                settled.change.minor
            ),
            Err(refusal) => refusal.kind.key.to_owned(),
        }
    }

    #[test]
    fn tenders_follow_the_worked_examples() {
        // domain-vectors.json, "tender"; an over-tender that is not allowed is that of a card.
        let table = [
            (23_000, true, 50_000, true, "OK balance 0 change 90"),
            (90_000, true, 50_000, true, "payment.over_tender_limit"),
            (23_000, false, 0, true, "payment.over_tender"),
            (10_000, false, 0, true, "OK balance 12910 change 0"),
            (10_000, false, 0, false, "payment.under_tender"),
            (0, true, 0, true, "payment.amount_not_positive"),
        ];
        for (amount, over, maximum, under, expected) in table {
            let terms = terms(TenderType::Cash, over, Some(maximum), under);
            assert_eq!(told(&terms, 22_910, amount), expected, "{amount}");
        }
    }

    #[test]
    fn nobody_hands_over_more_than_the_books_can_add_up() {
        let cash = terms(TenderType::Cash, true, None, true);
        let all = format!("OK balance 0 change {}", AMOUNT_MAX - 22_910);
        assert_eq!(told(&cash, 22_910, AMOUNT_MAX), all);
        let dollars = |minor| Money::new(minor, Currency::Usd);
        assert!(cash.check_given(euro(22_910), dollars(AMOUNT_MAX)).is_ok());
        for amount in [AMOUNT_MAX + 1, i64::MAX] {
            let key = "payment.over_tender_limit";
            assert_eq!(told(&cash, 22_910, amount), key);
            let refusal = cash.check_given(euro(22_910), dollars(amount));
            assert_eq!(refusal.unwrap_err().kind.key, key);
        }
        // What costs more is paid to the cent.
        let dear = AMOUNT_MAX + 5;
        assert_eq!(told(&cash, dear, dear), "OK balance 0 change 0");
        assert_eq!(told(&cash, dear, dear + 1), "payment.over_tender_limit");
    }

    #[test]
    fn a_card_takes_no_more_than_the_balance_whatever_is_set_up() {
        let card = terms(TenderType::Card, true, None, true);
        assert_eq!(told(&card, 22_910, 22_911), "payment.over_tender");
        assert_eq!(told(&card, 22_910, 22_910), "OK balance 0 change 0");
        assert_eq!(told(&card, 0, 1), "payment.over_tender");
    }

    #[test]
    fn cash_rounds_as_in_the_worked_examples() {
        // domain-vectors.json, "cashRounding".
        let table = [
            (1001, 5, 1000),
            (1002, 5, 1000),
            (1003, 5, 1005),
            (1008, 5, 1010),
            (12345, 10, 12350),
            (12344, 10, 12340),
            (-1003, 5, -1005),
        ];
        for (amount, step, expected) in table {
            assert_eq!(round_cash(euro(amount), step).minor, expected, "{amount}");
        }
    }

    #[test]
    fn only_cash_that_closes_the_balance_is_rounded() {
        let cash = Terms {
            cash_rounding_step: 5,
            ..terms(TenderType::Cash, true, Some(50_000), true)
        };
        let settled = cash.settle(euro(1003), euro(2000)).unwrap();
        assert_eq!(settled.amount, euro(1003));
        assert_eq!(settled.change, euro(995));
        assert_eq!(settled.rounding, euro(2));
        let down = cash.settle(euro(1002), euro(1000)).unwrap();
        assert_eq!((down.amount, down.rounding), (euro(1002), euro(-2)));
        let part = cash.settle(euro(1003), euro(503)).unwrap();
        assert_eq!((part.amount, part.rounding), (euro(503), euro(0)));
        // 10.03 is not enough where 10.05 closes.
        assert_eq!(told(&cash, 1003, 1003), "payment.under_tender");
        let card = Terms {
            cash_rounding_step: 5,
            ..terms(TenderType::Card, false, None, true)
        };
        assert_eq!(
            card.settle(euro(1003), euro(1003)).unwrap().rounding,
            euro(0)
        );
    }

    #[test]
    fn an_amount_in_another_currency_settles_nothing() {
        let cash = terms(TenderType::Cash, true, None, true);
        let refusal = cash
            .settle(euro(1000), Money::new(1000, Currency::Hkd))
            .unwrap_err();
        assert_eq!(refusal.kind.key, "payment.wrong_currency");
    }

    #[test]
    fn quick_amounts_are_what_people_hand_over() {
        let cash = terms(TenderType::Cash, true, Some(50_000), true);
        let offered = |cash: &Terms, due| {
            let amounts = cash.quick_amounts(euro(due));
            amounts
                .iter()
                .map(|amount| amount.minor)
                .collect::<Vec<_>>()
        };
        assert_eq!(offered(&cash, 22_910), [22_910, 23_000, 24_000, 25_000]);
        assert_eq!(offered(&cash, 10_000), [10_000, 20_000]);
        assert_eq!(offered(&cash, 0), Vec::<i64>::new());
        let exact = terms(TenderType::Cash, false, None, true);
        assert_eq!(offered(&exact, 22_910), [22_910]);
        let coins = Terms {
            cash_rounding_step: 5,
            ..cash
        };
        assert_eq!(offered(&coins, 1003)[0], 1005);
        // Two cents cannot be paid in coins of five: the next note can.
        assert_eq!(offered(&coins, 2)[0], 500);
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(10_000))]

        #[test]
        fn what_is_settled_adds_up(
            due in 1_i64..10_000_000, tendered in -10_i64..20_000_000,
            step in prop_oneof![Just(1_i64), Just(5), Just(10), Just(100)],
            tender_type in prop_oneof![
                Just(TenderType::Cash), Just(TenderType::FxCash), Just(TenderType::Card),
                Just(TenderType::Voucher),
            ],
            over: bool, under: bool, maximum in proptest::option::of(0_i64..100_000),
        ) {
            let terms = Terms { cash_rounding_step: step, ..terms(tender_type, over, maximum, under) };
            if let Ok(settled) = terms.settle(euro(due), euro(tendered)) {
                let kept = settled.tendered.minor - settled.change.minor;
                prop_assert_eq!(kept, settled.amount.minor + settled.rounding.minor);
                prop_assert!(settled.amount.minor > 0 && settled.amount.minor <= due);
                prop_assert!(settled.change.minor >= 0);
                // Of foreign cash what is due and the change are rounded.
                let roundings = if tender_type == TenderType::FxCash { 2 } else { 1 };
                prop_assert!(settled.rounding.minor.abs() * 2 <= step * roundings);
                if tender_type == TenderType::FxCash {
                    prop_assert_eq!(settled.change.minor % step, 0, "coins can make it");
                }
                // Rounding and change come only with the tender that closes the balance.
                if settled.amount.minor < due {
                    prop_assert_eq!((settled.change.minor, settled.rounding.minor), (0, 0));
                }
            }
        }

        #[test]
        fn every_quick_amount_is_accepted(
            due in 1_i64..10_000_000, step in prop_oneof![Just(1_i64), Just(5), Just(10)],
            over: bool, maximum in proptest::option::of(0_i64..100_000),
        ) {
            let terms = Terms { cash_rounding_step: step, ..terms(TenderType::Cash, over, maximum, true) };
            for amount in terms.quick_amounts(euro(due)) {
                let settled = terms.settle(euro(due), amount);
                prop_assert_eq!(settled.map(|settled| settled.amount.minor), Ok(due));
            }
        }
    }
}
