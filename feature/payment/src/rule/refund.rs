//! What a payment below zero gives back: to what first, and in which way (domain 4.2 and 4.3.5).
//!
//! Money goes back to what it came from, and never more than that took: cards and codes first, then
//! gift cards and credits, then what is paid out by hand, cash last. Anything else takes somebody who
//! stands for it.

use jiff::civil::Date;
use kernel::Money;
use kernel::id::{TenderCode, TenderId};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::refund_terms::CashRefund;
use super::tender::{Settled, round_cash};

/// In which way money goes back.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "SCREAMING_SNAKE_CASE")]
#[schema(as = RefundWay)]
pub enum Way {
    /// The terminal gives it back to the card that paid.
    Terminal,
    /// The provider gives it back to the account that paid by code.
    Provider,
    /// On a gift card that nobody had.
    NewGiftCard,
    /// To the credit that it came from.
    Credit,
    /// By somebody outside of the till, under a reference: a transfer, the mall.
    Manual,
    /// Cash out of the drawer.
    Cash,
}

/// How a type of tender is given back, and what else it may be.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Policy {
    way: Way,
    /// Whether even that takes somebody who stands for it.
    is_exception: bool,
    /// Whether it may be cash instead.
    may_be_cash: bool,
    /// Whether that takes somebody who stands for it.
    is_cash_exception: bool,
}

/// The policy for a booking, by what its tender is and the terms of the store.
fn policy(origin: &Origin) -> Policy {
    // Money that may not have come in is paid out by nobody alone.
    let is_uncertain = origin.clears_on.is_some();
    let is_cash_exception = origin.cash != CashRefund::Freely || is_uncertain;
    let of = |way, is_exception, may_be_cash| Policy {
        way,
        is_exception,
        may_be_cash: may_be_cash && origin.cash != CashRefund::Never,
        is_cash_exception,
    };
    match origin.tender_type.as_str() {
        "CARD" if origin.is_linked => of(Way::Terminal, false, true),
        "QR" if origin.is_linked => of(Way::Provider, false, true),
        "GIFTCARD" => of(Way::NewGiftCard, false, false),
        // What was given as credit is never paid out.
        "LOYALTY_CREDIT" | "RECYCLING_CREDIT" => of(Way::Credit, false, false),
        "TRANSFER" | "MALL" => of(Way::Manual, is_uncertain, true),
        // A store that pays no cheque back in cash transfers the money.
        "CHEQUE" if origin.cash == CashRefund::Never => of(Way::Manual, is_uncertain, false),
        // Foreign notes are given back in the currency of the store; a cheque once it is cleared. A
        // voucher takes nothing back.
        "CASH" | "FX_CASH" | "CHEQUE" | "VOUCHER" => of(Way::Cash, is_cash_exception, false),
        // What was booked by somebody's word.
        _ => of(Way::Cash, true, false),
    }
}

/// A booking whose money may go back.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Origin {
    /// The booking that took it.
    pub tender_id: TenderId,
    /// Its tender.
    pub tender_code: TenderCode,
    /// The tender's name.
    pub name: String,
    /// What the tender is, as it is stored.
    pub tender_type: String,
    /// What of it is not given back yet, in minor units.
    pub left: i64,
    /// Whether a terminal or a provider can be asked for it.
    pub is_linked: bool,
    /// The card's brand.
    pub brand: Option<String>,
    /// The last digits of card or account.
    pub last_four: Option<String>,
    /// Whether the terms of the store let it go back in cash.
    pub cash: CashRefund,
    /// Until when it is not certain that the money came in; none when it is.
    pub clears_on: Option<Date>,
}

/// One step of giving back.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Step {
    /// In which way.
    pub way: Way,
    /// Whether somebody must stand for it.
    pub is_exception: bool,
    /// Whether it may be cash instead.
    pub may_be_cash: bool,
    /// Whether that takes somebody who stands for it.
    pub is_cash_exception: bool,
    /// The bookings that it gives back, with how much of each; one, except for cash.
    pub parts: Vec<(Origin, i64)>,
}

impl Step {
    /// What it gives back, in minor units.
    #[must_use]
    pub fn amount(&self) -> i64 {
        self.parts.iter().map(|(_, amount)| amount).sum()
    }

    /// Until when it is not certain that all the money of it came in; none when it is.
    #[must_use]
    pub fn clears_on(&self) -> Option<Date> {
        let days = self.parts.iter().filter_map(|(origin, _)| origin.clears_on);
        days.max()
    }

    /// Whether somebody must stand for giving it back in a way that it may go.
    #[must_use]
    pub fn takes_somebody(&self, way: Way) -> bool {
        match way == self.way {
            true => self.is_exception,
            false => self.is_cash_exception,
        }
    }
}

/// How `total` minor units are given back: the first step is the next one. What the bookings do not
/// hold any more is in no step.
#[must_use]
pub fn plan(total: i64, origins: &[Origin]) -> Vec<Step> {
    let mut open: Vec<(Policy, &Origin)> = origins
        .iter()
        .map(|origin| (policy(origin), origin))
        .collect();
    // What needs nobody before what does; else in the order of booking.
    open.sort_by_key(|(policy, _)| (rank(policy.way), policy.is_exception));
    let mut rest = total.max(0);
    let mut steps: Vec<Step> = Vec::new();
    for (policy, origin) in open {
        let amount = origin.left.clamp(0, rest);
        if amount == 0 {
            continue;
        }
        rest -= amount;
        let part = (origin.clone(), amount);
        let last = steps.last_mut().filter(|step| {
            policy.way == Way::Cash
                && step.way == Way::Cash
                && step.is_exception == policy.is_exception
        });
        match last {
            Some(step) => step.parts.push(part),
            None => steps.push(Step {
                way: policy.way,
                is_exception: policy.is_exception,
                may_be_cash: policy.may_be_cash,
                is_cash_exception: policy.is_cash_exception,
                parts: vec![part],
            }),
        }
    }
    steps
}

const fn rank(way: Way) -> u8 {
    match way {
        Way::Terminal | Way::Provider => 0,
        Way::NewGiftCard | Way::Credit => 1,
        Way::Manual => 2,
        Way::Cash => 3,
    }
}

/// What is booked for giving `amount` back: the mirror of taking it. Cash is rounded to what coins can
/// make, nothing else is.
#[must_use]
pub fn settled(amount: Money, is_cash: bool, cash_rounding_step: i64) -> Settled {
    let paid_out = if is_cash {
        round_cash(amount, cash_rounding_step)
    } else {
        amount
    };
    Settled {
        amount: Money::new(-amount.minor, amount.currency),
        tendered: Money::new(-paid_out.minor, amount.currency),
        change: Money::zero(amount.currency),
        rounding: Money::new(amount.minor - paid_out.minor, amount.currency),
    }
}

/// Whether the booked tenders are what is due: all of it, or all that is to be given back.
#[must_use]
pub const fn is_covered(due: i64, settled: i64) -> bool {
    if due < 0 {
        settled <= due
    } else {
        settled >= due
    }
}

#[cfg(test)]
mod tests {
    use kernel::Currency;
    use proptest::prelude::*;
    use uuid::Uuid;

    use super::super::kind::TenderType;
    use super::super::refund_terms::RefundTerms;
    use super::*;

    fn origin(id: u128, tender_type: &str, left: i64) -> Origin {
        Origin {
            tender_id: TenderId(Uuid::from_u128(id)),
            tender_code: TenderCode::from(tender_type),
            name: tender_type.to_owned(),
            tender_type: tender_type.to_owned(),
            left,
            is_linked: true,
            brand: None,
            last_four: None,
            cash: TenderType::parse(tender_type)
                .map_or(CashRefund::Freely, |kind| RefundTerms::usual(kind).cash),
            clears_on: None,
        }
    }

    fn ways(steps: &[Step]) -> Vec<(Way, i64)> {
        steps.iter().map(|step| (step.way, step.amount())).collect()
    }

    #[test]
    fn money_goes_back_to_the_card_first_and_in_cash_last() {
        // Domain 10.5: cash 100.00 and a card 253.40 were taken.
        let origins = [origin(1, "CASH", 10_000), origin(2, "CARD", 25_340)];
        assert_eq!(ways(&plan(12_739, &origins)), [(Way::Terminal, 12_739)]);
        assert_eq!(
            ways(&plan(35_340, &origins)),
            [(Way::Terminal, 25_340), (Way::Cash, 10_000)]
        );
        assert!(plan(0, &origins).is_empty());
        // What was given back already is not given back again.
        assert_eq!(ways(&plan(500, &[origin(1, "CARD", 0)])), []);
    }

    #[test]
    fn each_type_has_its_way() {
        // type, linked, way, whether somebody stands for it, whether it may be cash
        let table = [
            ("CARD", true, Way::Terminal, false, true),
            ("CARD", false, Way::Cash, true, false),
            ("QR", true, Way::Provider, false, true),
            ("QR", false, Way::Cash, true, false),
            ("GIFTCARD", false, Way::NewGiftCard, false, false),
            ("LOYALTY_CREDIT", false, Way::Credit, false, false),
            ("RECYCLING_CREDIT", false, Way::Credit, false, false),
            ("TRANSFER", false, Way::Manual, false, true),
            ("MALL", false, Way::Manual, false, true),
            ("CASH", false, Way::Cash, false, false),
            ("FX_CASH", false, Way::Cash, false, false),
            ("CHEQUE", false, Way::Cash, false, false),
            ("VOUCHER", false, Way::Cash, true, false),
        ];
        for (tender_type, is_linked, way, is_exception, may_be_cash) in table {
            let steps = plan(
                100,
                &[Origin {
                    is_linked,
                    ..origin(1, tender_type, 100)
                }],
            );
            let found = (steps[0].way, steps[0].is_exception, steps[0].may_be_cash);
            assert_eq!(found, (way, is_exception, may_be_cash), "{tender_type}");
        }
    }

    #[test]
    fn the_terms_of_the_store_say_how_and_when_money_is_paid_out() {
        use CashRefund::{Approved, Freely, Never};
        let later = Some(Date::constant(2026, 12, 6));
        // type, linked, terms, until when it is not certain: way, whether somebody stands for that,
        // whether it may be cash, whether somebody stands for cash
        let table = [
            (
                "CHEQUE",
                false,
                Freely,
                None,
                Way::Cash,
                false,
                false,
                false,
            ),
            ("CHEQUE", false, Freely, later, Way::Cash, true, false, true),
            (
                "CHEQUE",
                false,
                Approved,
                None,
                Way::Cash,
                true,
                false,
                true,
            ),
            (
                "CHEQUE",
                false,
                Never,
                None,
                Way::Manual,
                false,
                false,
                true,
            ),
            (
                "CHEQUE",
                false,
                Never,
                later,
                Way::Manual,
                true,
                false,
                true,
            ),
            (
                "TRANSFER",
                false,
                Approved,
                later,
                Way::Manual,
                true,
                true,
                true,
            ),
            (
                "TRANSFER",
                false,
                Freely,
                None,
                Way::Manual,
                false,
                true,
                false,
            ),
            (
                "CARD",
                true,
                Approved,
                None,
                Way::Terminal,
                false,
                true,
                true,
            ),
            (
                "CARD",
                true,
                Freely,
                None,
                Way::Terminal,
                false,
                true,
                false,
            ),
            (
                "CARD",
                true,
                Freely,
                later,
                Way::Terminal,
                false,
                true,
                true,
            ),
            ("CARD", true, Never, None, Way::Terminal, false, false, true),
            ("CARD", false, Freely, None, Way::Cash, true, false, false),
            ("CASH", false, Approved, None, Way::Cash, true, false, true),
            (
                "VOUCHER",
                false,
                Freely,
                None,
                Way::Cash,
                false,
                false,
                false,
            ),
            (
                "GIFTCARD",
                false,
                Never,
                later,
                Way::NewGiftCard,
                false,
                false,
                true,
            ),
        ];
        for (kind, is_linked, cash, clears_on, way, is_exception, may_be_cash, stands) in table {
            let origin = Origin {
                is_linked,
                cash,
                clears_on,
                ..origin(1, kind, 100)
            };
            let steps = plan(100, &[origin]);
            let step = &steps[0];
            let found = (step.way, step.is_exception, step.may_be_cash);
            assert_eq!(found, (way, is_exception, may_be_cash), "{kind} {cash:?}");
            assert_eq!(step.is_cash_exception, stands, "{kind} {cash:?}");
            assert_eq!(step.takes_somebody(way), is_exception);
            assert_eq!(step.clears_on(), clears_on);
        }
        // What is there for certain does not wait for what is not.
        let cheque = Origin {
            clears_on: later,
            ..origin(1, "CHEQUE", 300)
        };
        let steps = plan(1_000, &[cheque, origin(2, "CASH", 700)]);
        assert_eq!(ways(&steps), [(Way::Cash, 700), (Way::Cash, 300)]);
        assert!(!steps[0].is_exception && steps[1].is_exception);
    }

    #[test]
    fn cash_of_several_days_goes_back_at_once() {
        let origins = [
            origin(1, "CASH", 3_000),
            origin(2, "CARD", 500),
            origin(3, "CASH", 2_000),
            origin(4, "VOUCHER", 1_000),
        ];
        let steps = plan(6_500, &origins);
        let expected = [(Way::Terminal, 500), (Way::Cash, 5_000), (Way::Cash, 1_000)];
        assert_eq!(ways(&steps), expected);
        assert_eq!(steps[1].parts.len(), 2);
        assert!(steps[2].is_exception && !steps[1].is_exception);
    }

    #[test]
    fn what_is_paid_out_in_cash_is_the_mirror_of_what_is_taken() {
        let euro = |minor| Money::new(minor, Currency::Eur);
        // amount, step, what leaves the drawer, what rounding adds to the books
        let table = [
            (1_002, 5, -1_000, 2),
            (1_003, 5, -1_005, -2),
            (1_000, 5, -1_000, 0),
            (1_002, 1, -1_002, 0),
        ];
        for (amount, step, tendered, rounding) in table {
            let found = settled(euro(amount), true, step);
            assert_eq!(found.tendered, euro(tendered), "{amount}");
            assert_eq!(found.rounding, euro(rounding), "{amount}");
            assert_eq!(found.amount, euro(-amount));
            assert_eq!(
                found.tendered.minor - found.change.minor,
                found.amount.minor + found.rounding.minor
            );
        }
        assert_eq!(settled(euro(1_002), false, 5).tendered, euro(-1_002));
    }

    #[test]
    fn a_payment_is_complete_when_nothing_is_left_on_either_side_of_zero() {
        let table = [
            (100, 99, false),
            (100, 100, true),
            (0, 0, true),
            (-100, 0, false),
            (-100, -99, false),
            (-100, -100, true),
        ];
        for (due, settled, expected) in table {
            assert_eq!(is_covered(due, settled), expected, "{due} {settled}");
        }
    }

    proptest! {
        #[test]
        fn nothing_is_given_back_twice_and_all_that_can_be_is(
            lefts in prop::collection::vec((0_usize..6, 0_i64..100_000), 0..8),
            total in 0_i64..500_000,
        ) {
            let types = ["CASH", "CARD", "QR", "GIFTCARD", "RECYCLING_CREDIT", "VOUCHER"];
            let origins: Vec<Origin> = (1..).zip(&lefts)
                .map(|(id, (kind, left))| origin(id, types[*kind], *left))
                .collect();
            let held: i64 = lefts.iter().map(|(_, left)| left).sum();
            let steps = plan(total, &origins);
            let given: i64 = steps.iter().map(Step::amount).sum();
            prop_assert_eq!(given, total.min(held));
            for origin in &origins {
                let of_it: i64 = steps.iter().flat_map(|step| &step.parts)
                    .filter(|(it, _)| it.tender_id == origin.tender_id)
                    .map(|(_, amount)| amount).sum();
                prop_assert!(of_it <= origin.left);
            }
            let order: Vec<u8> = steps.iter().map(|step| rank(step.way)).collect();
            prop_assert!(order.is_sorted());
            prop_assert!(steps.iter().all(|step| step.amount() > 0));
        }
    }
}
