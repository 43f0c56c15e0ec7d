//! The gift of an order (domain §3.3 and §3.4): what may be chosen, what becomes of it when the order
//! changes, and when goods come back later.

use std::collections::BTreeMap;

use kernel::Money;
use kernel::id::{CustomerId, ItemNo};
use serde::{Deserialize, Serialize};

use super::campaign::{
    Campaign, CampaignId, NotEligible, Order, OrderLine, eligible, is_available, qualifying_amount,
};

/// What staff read when a change of the order took the gift away.
pub const REMOVED_NOTICE: &str = "The selected gift was removed because the order changed";

/// The two codes of tote bags, of which an order takes one.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ToteBagCodes(pub [ItemNo; 2]);

impl Default for ToteBagCodes {
    fn default() -> Self {
        Self([ItemNo::from("TOTEBAG-S"), ItemNo::from("TOTEBAG-L")])
    }
}

/// What was chosen for an order.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Chosen {
    /// The gifts.
    pub gifts: Vec<ItemNo>,
    /// Whether the tote bag option is on.
    pub with_tote_bag: bool,
    /// The tote bags.
    pub tote_bags: Vec<ItemNo>,
}

/// Why a choice does not count.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum GiftRefusal {
    /// The campaign gives nothing to this order.
    NotEligible(NotEligible),
    /// Nothing was chosen.
    NothingChosen,
    /// More than one gift ("cannot add more than 1 GWP unless the tote bag option is chosen").
    MoreThanOneGift,
    /// A tote bag without its option.
    ToteBagOptionOff,
    /// The option, but no tote bag.
    ToteBagMissing,
    /// More than one tote bag ("only one of two named tote bag codes may be selected").
    MoreThanOneToteBag,
    /// It is not one of the two codes.
    NotAToteBag {
        /// The item.
        item_no: ItemNo,
    },
    /// The campaign does not offer it.
    NotOffered {
        /// The item.
        item_no: ItemNo,
    },
    /// None is left in the store.
    OutOfStock {
        /// The item.
        item_no: ItemNo,
    },
}

/// A choice that counts, with the order for which it was made.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Selection {
    /// The campaign.
    pub campaign: CampaignId,
    /// The gift.
    pub gift: ItemNo,
    /// The tote bag that comes with it.
    pub tote_bag: Option<ItemNo>,
    /// The order as it was.
    pub shape: OrderShape,
}

/// What of an order a gift depends on.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct OrderShape {
    /// The customer.
    pub customer: Option<CustomerId>,
    /// The lines, in an order of their own.
    pub lines: Vec<OrderLine>,
}

impl OrderShape {
    /// The shape of an order. The order of its lines does not matter.
    #[must_use]
    pub fn of(order: &Order<'_>) -> Self {
        let mut lines = order.lines.to_vec();
        lines.sort_unstable();
        Self {
            customer: order.customer.map(|customer| customer.customer_id),
            lines,
        }
    }
}

/// Chooses a gift. One gift, and with the tote bag option one of the two tote bags.
///
/// # Errors
/// When the order has not earned it, or more or something else was chosen than is given.
pub fn select(
    campaign: &Campaign,
    order: &Order<'_>,
    chosen: &Chosen,
    codes: &ToteBagCodes,
    available: &BTreeMap<ItemNo, i64>,
) -> Result<Selection, GiftRefusal> {
    eligible(campaign, order).map_err(GiftRefusal::NotEligible)?;
    let gift = match chosen.gifts.as_slice() {
        [] => return Err(GiftRefusal::NothingChosen),
        [gift] => gift,
        _ => return Err(GiftRefusal::MoreThanOneGift),
    };
    let tote_bag = match (chosen.with_tote_bag, chosen.tote_bags.as_slice()) {
        (false, []) => None,
        (false, _) => return Err(GiftRefusal::ToteBagOptionOff),
        (true, []) => return Err(GiftRefusal::ToteBagMissing),
        (true, [tote_bag]) => Some(tote_bag),
        (true, _) => return Err(GiftRefusal::MoreThanOneToteBag),
    };
    if let Some(item_no) = tote_bag.filter(|tote_bag| !codes.0.contains(tote_bag)) {
        let item_no = item_no.clone();
        return Err(GiftRefusal::NotAToteBag { item_no });
    }
    if !campaign.item_nos.contains(gift) {
        let item_no = gift.clone();
        return Err(GiftRefusal::NotOffered { item_no });
    }
    let mut both = std::iter::once(gift).chain(tote_bag);
    if let Some(item_no) = both.find(|item_no| !is_available(available, item_no)) {
        let item_no = item_no.clone();
        return Err(GiftRefusal::OutOfStock { item_no });
    }
    Ok(Selection {
        campaign: campaign.id.clone(),
        gift: gift.clone(),
        tote_bag: tote_bag.cloned(),
        shape: OrderShape::of(order),
    })
}

/// Whether a selection outlives what happened to the order: any change of lines, discounts or
/// customer takes the gift away, with [`REMOVED_NOTICE`] and its reservation.
#[must_use]
pub fn outlives(selection: &Selection, order: &Order<'_>) -> bool {
    selection.shape == OrderShape::of(order)
}

/// Where the gift of an order stands (domain §3.4).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum GiftState {
    /// Nothing was earned.
    None,
    /// The amount is reached and a customer is there.
    Eligible,
    /// Chosen and reserved.
    Selected,
    /// The order changed: chosen no longer.
    Removed,
    /// Given with the completed order.
    Issued,
    /// Came back with a refund.
    Returned,
    /// Its value was kept from a refund.
    Charged,
}

impl GiftState {
    /// Every state.
    pub const ALL: [Self; 7] = [
        Self::None,
        Self::Eligible,
        Self::Selected,
        Self::Removed,
        Self::Issued,
        Self::Returned,
        Self::Charged,
    ];

    /// The state as it is stored.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::None => "NONE",
            Self::Eligible => "ELIGIBLE",
            Self::Selected => "SELECTED",
            Self::Removed => "REMOVED",
            Self::Issued => "ISSUED",
            Self::Returned => "RETURNED",
            Self::Charged => "CHARGED",
        }
    }

    /// Finds a state by its name.
    #[must_use]
    pub fn parse(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|state| state.name() == name)
    }

    /// Whether a gift may go from this state to another. A gift that was removed can be earned and
    /// chosen again.
    #[must_use]
    pub const fn may_become(self, next: Self) -> bool {
        matches!(
            (self, next),
            (Self::None, Self::Eligible)
                | (Self::Eligible, Self::None | Self::Selected)
                | (Self::Selected, Self::Removed | Self::Issued)
                | (Self::Removed, Self::None | Self::Eligible)
                | (Self::Issued, Self::Returned | Self::Charged)
        )
    }
}

/// The state after the order was looked at again, while it is not completed: the gift is earned, is
/// earned no longer, or what was chosen is removed. `outlives` is the answer of [`outlives`] for the
/// selection.
#[must_use]
pub const fn looked_at(state: GiftState, is_eligible: bool, outlives: bool) -> GiftState {
    match state {
        GiftState::None | GiftState::Eligible | GiftState::Removed if is_eligible => {
            GiftState::Eligible
        }
        GiftState::None | GiftState::Eligible | GiftState::Removed => GiftState::None,
        GiftState::Selected if !is_eligible || !outlives => GiftState::Removed,
        state => state,
    }
}

/// What a later refund means for the gift of an order.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum AfterRefund {
    /// What is kept still earns it.
    Kept,
    /// It comes back, and the refund is whole.
    Returned {
        /// What goes to the customer.
        refund: Money,
    },
    /// It stays, and its list value is kept from the refund.
    Charged {
        /// What goes to the customer.
        refund: Money,
        /// What is kept.
        deducted: Money,
    },
}

/// Why a refund cannot go on as it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RefundRefusal {
    /// The gift is worth more than the refund: it must come back.
    GiftMustComeBack {
        /// What it is worth.
        list_value: Money,
    },
}

/// What becomes of a gift when goods come back (domain §3.3 step 6): nothing while what is kept
/// reaches the amount; otherwise it comes back, or its list value is kept. All amounts are above
/// zero, in minor units of one currency.
///
/// # Errors
/// When the gift stays away and is worth more than the refund.
pub fn after_refund(
    campaign: &Campaign,
    kept: &[OrderLine],
    refund: Money,
    list_value: Money,
    comes_back: bool,
) -> Result<AfterRefund, RefundRefusal> {
    if qualifying_amount(campaign, kept) >= campaign.qualifying_amount {
        return Ok(AfterRefund::Kept);
    }
    if comes_back {
        return Ok(AfterRefund::Returned { refund });
    }
    if list_value.minor > refund.minor {
        return Err(RefundRefusal::GiftMustComeBack { list_value });
    }
    Ok(AfterRefund::Charged {
        refund: Money::new(refund.minor - list_value.minor, refund.currency),
        deducted: list_value,
    })
}

#[cfg(test)]
mod tests {
    use kernel::id::StoreNo;
    use proptest::prelude::*;

    use super::super::campaign::tests::{
        campaign, customer, euro, line, order, stock, worked_lines,
    };
    use super::*;

    fn chosen(gifts: &[&str], with_tote_bag: bool, tote_bags: &[&str]) -> Chosen {
        let items = |items: &[&str]| items.iter().map(|item| ItemNo::from(*item)).collect();
        Chosen {
            gifts: items(gifts),
            with_tote_bag,
            tote_bags: items(tote_bags),
        }
    }

    #[test]
    fn one_gift_and_with_the_option_one_of_two_tote_bags() {
        use GiftRefusal as R;
        let item_no = |item_no: &str| ItemNo::from(item_no);
        let table = [
            (chosen(&["POUCH"], false, &[]), Ok(None)),
            (
                chosen(&["POUCH"], true, &["TOTEBAG-S"]),
                Ok(Some("TOTEBAG-S")),
            ),
            (
                chosen(&["POUCH"], true, &["TOTEBAG-L"]),
                Ok(Some("TOTEBAG-L")),
            ),
            (chosen(&[], false, &[]), Err(R::NothingChosen)),
            (chosen(&[], true, &["TOTEBAG-S"]), Err(R::NothingChosen)),
            (
                chosen(&["POUCH", "CHARM"], false, &[]),
                Err(R::MoreThanOneGift),
            ),
            (
                chosen(&["POUCH", "POUCH"], true, &["TOTEBAG-S"]),
                Err(R::MoreThanOneGift),
            ),
            (
                chosen(&["POUCH"], false, &["TOTEBAG-S"]),
                Err(R::ToteBagOptionOff),
            ),
            (chosen(&["POUCH"], true, &[]), Err(R::ToteBagMissing)),
            (
                chosen(&["POUCH"], true, &["TOTEBAG-S", "TOTEBAG-L"]),
                Err(R::MoreThanOneToteBag),
            ),
            (
                chosen(&["POUCH"], true, &["CHARM"]),
                Err(R::NotAToteBag {
                    item_no: item_no("CHARM"),
                }),
            ),
            (
                chosen(&["TOTEBAG-S"], false, &[]),
                Err(R::NotOffered {
                    item_no: item_no("TOTEBAG-S"),
                }),
            ),
            (
                chosen(&["MIRROR"], false, &[]),
                Err(R::OutOfStock {
                    item_no: item_no("MIRROR"),
                }),
            ),
        ];
        let paris = StoreNo::from("PAR01");
        let (lines, guest) = (worked_lines(), customer());
        let order = order(&paris, &lines, Some(&guest));
        for (chosen, expected) in table {
            let codes = ToteBagCodes::default();
            let found = select(&campaign(), &order, &chosen, &codes, &stock());
            let found = found.map(|selection| {
                assert_eq!(selection.gift, item_no("POUCH"));
                selection.tote_bag
            });
            assert_eq!(found, expected.map(|tote| tote.map(item_no)), "{chosen:?}");
        }
        let codes = ToteBagCodes(["BAG-1", "BAG-2"].map(ItemNo::from));
        let other = chosen(&["POUCH"], true, &["TOTEBAG-S"]);
        assert_eq!(
            select(&campaign(), &order, &other, &codes, &stock()),
            Err(R::NotAToteBag {
                item_no: item_no("TOTEBAG-S")
            })
        );
        let nothing_left = BTreeMap::from([(item_no("POUCH"), 1)]);
        let codes = ToteBagCodes::default();
        assert_eq!(
            select(&campaign(), &order, &other, &codes, &nothing_left),
            Err(R::OutOfStock {
                item_no: item_no("TOTEBAG-S")
            })
        );
    }

    #[test]
    fn a_customer_comes_before_the_gift() {
        let paris = StoreNo::from("PAR01");
        let lines = worked_lines();
        let pouch = chosen(&["POUCH"], false, &[]);
        let codes = ToteBagCodes::default();
        assert_eq!(
            select(
                &campaign(),
                &order(&paris, &lines, None),
                &pouch,
                &codes,
                &stock()
            ),
            Err(GiftRefusal::NotEligible(NotEligible::CustomerFirst))
        );
    }

    #[test]
    fn any_change_of_the_order_takes_the_gift_away() {
        let paris = StoreNo::from("PAR01");
        let (lines, guest) = (worked_lines(), customer());
        let before = order(&paris, &lines, Some(&guest));
        let pouch = chosen(&["POUCH"], false, &[]);
        let codes = ToteBagCodes::default();
        let selection = select(&campaign(), &before, &pouch, &codes, &stock()).unwrap();
        assert!(outlives(&selection, &before));
        let mut turned = worked_lines();
        turned.reverse();
        assert!(outlives(&selection, &order(&paris, &turned, Some(&guest))));

        let changed = |change: &dyn Fn(&mut Vec<OrderLine>)| {
            let mut lines = worked_lines();
            change(&mut lines);
            outlives(&selection, &order(&paris, &lines, Some(&guest)))
        };
        assert!(!changed(&|lines| lines.push(line(4, 50_000))));
        assert!(!changed(&|lines| lines.truncate(2)));
        assert!(!changed(&|lines| lines[0].quantity = 2));
        assert!(!changed(&|lines| lines[0].net -= 1));
        assert!(!changed(&|lines| lines[0].size_code = "52".to_owned()));
        assert!(!outlives(&selection, &order(&paris, &lines, None)));
        let mut other = customer();
        other.customer_id = CustomerId(uuid::Uuid::from_u128(10));
        assert!(!outlives(&selection, &order(&paris, &lines, Some(&other))));
    }

    #[test]
    fn a_gift_goes_only_the_documented_ways() {
        let allowed = [
            ("NONE", "ELIGIBLE"),
            ("ELIGIBLE", "NONE"),
            ("ELIGIBLE", "SELECTED"),
            ("SELECTED", "REMOVED"),
            ("SELECTED", "ISSUED"),
            ("REMOVED", "NONE"),
            ("REMOVED", "ELIGIBLE"),
            ("ISSUED", "RETURNED"),
            ("ISSUED", "CHARGED"),
        ];
        for from in GiftState::ALL {
            assert_eq!(GiftState::parse(from.name()), Some(from));
            for to in GiftState::ALL {
                let expected = allowed.contains(&(from.name(), to.name()));
                assert_eq!(from.may_become(to), expected, "{from:?} to {to:?}");
            }
            // Looking at the order goes these ways too, or stays.
            for (is_eligible, outlives) in
                [(true, true), (true, false), (false, true), (false, false)]
            {
                let next = looked_at(from, is_eligible, outlives);
                assert!(
                    next == from || from.may_become(next),
                    "{from:?} to {next:?}"
                );
            }
        }
        use GiftState::{Eligible, Issued, None, Removed, Selected};
        let table = [
            (None, true, true, Eligible),
            (Eligible, false, true, None),
            (Selected, true, true, Selected),
            (Selected, true, false, Removed),
            (Selected, false, true, Removed),
            (Removed, true, false, Eligible),
            (Removed, false, false, None),
            (Issued, false, false, Issued),
        ];
        for (from, is_eligible, outlives, expected) in table {
            assert_eq!(looked_at(from, is_eligible, outlives), expected, "{from:?}");
        }
    }

    #[test]
    fn a_refund_below_the_threshold_takes_the_gift_or_its_value() {
        // 353.40 earned a gift of 25.00 from 200.00; the line of 169.10 comes back, 184.30 remain.
        let mut kept = worked_lines();
        kept.remove(1);
        let value = euro(2_500);
        let after = |kept: &[OrderLine], refund, value, comes_back| {
            after_refund(&campaign(), kept, euro(refund), value, comes_back)
        };
        assert_eq!(
            after(&kept, 16_910, value, true),
            Ok(AfterRefund::Returned {
                refund: euro(16_910)
            })
        );
        assert_eq!(
            after(&kept, 16_910, value, false),
            Ok(AfterRefund::Charged {
                refund: euro(14_410),
                deducted: value
            })
        );
        // The line of 56.91 alone leaves enough.
        let mut enough = worked_lines();
        enough.remove(2);
        assert_eq!(after(&enough, 5_691, value, false), Ok(AfterRefund::Kept));
        assert_eq!(
            after(&[], 2_500, value, false),
            Ok(AfterRefund::Charged {
                refund: euro(0),
                deducted: value
            })
        );
        assert_eq!(
            after(&[], 2_499, value, false),
            Err(RefundRefusal::GiftMustComeBack { list_value: value })
        );
    }

    proptest! {
        #[test]
        fn nobody_gets_less_than_nothing_or_more_than_the_refund(
            nets in proptest::collection::vec(0_i64..15_000, 0..4),
            refund in 0_i64..50_000, value in 0_i64..10_000, comes_back in any::<bool>(),
        ) {
            let lines: Vec<OrderLine> = (1_u128..).zip(&nets).map(|(at, net)| line(at, *net)).collect();
            let is_kept = nets.iter().sum::<i64>() >= 20_000;
            match after_refund(&campaign(), &lines, euro(refund), euro(value), comes_back) {
                Ok(AfterRefund::Kept) => prop_assert!(is_kept),
                Ok(AfterRefund::Returned { refund: back }) => {
                    prop_assert!(!is_kept && comes_back);
                    prop_assert_eq!(back, euro(refund));
                }
                Ok(AfterRefund::Charged { refund: back, deducted }) => {
                    prop_assert!(!is_kept && !comes_back && back.minor >= 0);
                    prop_assert_eq!(back.minor + deducted.minor, refund);
                }
                Err(RefundRefusal::GiftMustComeBack { .. }) => {
                    prop_assert!(!is_kept && !comes_back && value > refund);
                }
            }
        }
    }
}
