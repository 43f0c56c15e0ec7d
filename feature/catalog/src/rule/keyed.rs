//! Prices that somebody types: of items that ask for theirs (`keyingInPrice`), and in place of the
//! listed price of a normal item (domain §1.3 step 7, §1.6, §1.8).

use kernel::{Currency, Money};
use serde::{Deserialize, Serialize};

use super::no_stock::NoStock;

/// The most that a typed price may be, in minor units.
pub const TYPED_PRICE_MAX: i64 = 1_000_000_000_000;
/// The class of gifts with purchase.
pub const GIFT_CLASS: &str = "GWP";
/// The class of tote bags, which come with a gift.
pub const TOTE_CLASS: &str = "TOTE";

/// What the rules of typed prices need of an item.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PricedItem<'a> {
    /// Its number.
    pub item_no: &'a str,
    /// Its class.
    pub item_class: &'a str,
    /// Whether it is sold without stock.
    pub no_stock_posting: bool,
    /// Whether its price is typed at the till.
    pub keying_in_price: bool,
    /// The least that may be typed, in minor units of the store's currency; none for no limit.
    pub keyed_min: Option<i64>,
    /// The most that may be typed.
    pub keyed_max: Option<i64>,
}

impl PricedItem<'_> {
    /// Whether it is a gift, which nobody sells.
    #[must_use]
    pub fn is_gift(&self) -> bool {
        matches!(self.item_class, GIFT_CLASS | TOTE_CLASS)
    }

    /// Whether price 0 is a price: for gifts, repairs and paper bags only.
    #[must_use]
    pub fn may_be_free(&self) -> bool {
        self.is_gift() || (self.no_stock_posting && NoStock::of(self.item_no).may_be_free())
    }
}

/// Where the price of a line comes from.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum UnitPrice {
    /// The price list.
    Listed(Money),
    /// Typed, because the item asks for it.
    Keyed(Money),
    /// Typed in place of the listed price: it shows a padlock and stays out of packages.
    Overridden {
        /// What the price list says.
        listed: Money,
        /// What was typed.
        typed: Money,
    },
    /// The board and the scale.
    Weighed(Money),
    /// Nothing: it is a gift.
    Gift(Money),
}

impl UnitPrice {
    /// The source as it is stored.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Listed(_) => "LISTED",
            Self::Keyed(_) => "KEYED",
            Self::Overridden { .. } => "OVERRIDDEN",
            Self::Weighed(_) => "WEIGHT",
            Self::Gift(_) => "GIFT",
        }
    }

    /// What one piece costs.
    #[must_use]
    pub const fn money(self) -> Money {
        match self {
            Self::Listed(price)
            | Self::Keyed(price)
            | Self::Overridden { typed: price, .. }
            | Self::Weighed(price)
            | Self::Gift(price) => price,
        }
    }
}

/// Why a line has no price, or a typed price does not count.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PriceRefusal {
    /// The item has no price in this store.
    NoPrice,
    /// The item asks for its price, within these limits.
    PriceAsked {
        /// The least, in minor units.
        minimum: Option<i64>,
        /// The most.
        maximum: Option<i64>,
    },
    /// The price is in the price list, not to be typed.
    NotKeyed,
    /// The price of the item is typed as such, not overridden.
    KeyedNotOverridden,
    /// Only the price of a normal item can be overridden: not of a gift or an item without stock.
    NotOverridable,
    /// The price is typed already as it is.
    Unchanged,
    /// The currency is not the store's.
    CurrencyDiffers {
        /// The store's.
        expected: Currency,
    },
    /// Below zero.
    BelowZero,
    /// Zero, which only gifts, repairs and paper bags may cost.
    Zero,
    /// Below the least that may be typed.
    BelowMinimum {
        /// The least, in minor units.
        minimum: i64,
    },
    /// Above the most that may be typed.
    AboveMaximum {
        /// The most, in minor units.
        maximum: i64,
    },
}

/// The price of a line without override: `listed` from the price list, or `keyed` for an item that
/// asks for its price.
///
/// # Errors
/// When there is none, or the typed one does not count.
pub fn unit_price(
    item: &PricedItem<'_>,
    listed: Option<Money>,
    keyed: Option<Money>,
    currency: Currency,
) -> Result<UnitPrice, PriceRefusal> {
    match (item.keying_in_price, keyed) {
        (true, None) => Err(PriceRefusal::PriceAsked {
            minimum: item.keyed_min,
            maximum: item.keyed_max,
        }),
        (true, Some(keyed)) => {
            check_typed(item, keyed, currency)?;
            let most = item.keyed_max.filter(|most| keyed.minor > *most);
            let least = item.keyed_min.filter(|least| keyed.minor < *least);
            match (least, most) {
                (Some(minimum), _) => Err(PriceRefusal::BelowMinimum { minimum }),
                (None, Some(maximum)) => Err(PriceRefusal::AboveMaximum { maximum }),
                (None, None) => Ok(UnitPrice::Keyed(keyed)),
            }
        }
        (false, Some(_)) => Err(PriceRefusal::NotKeyed),
        (false, None) => {
            let listed = listed.ok_or(PriceRefusal::NoPrice)?;
            if listed.minor == 0 && !item.may_be_free() {
                return Err(PriceRefusal::Zero);
            }
            Ok(UnitPrice::Listed(listed))
        }
    }
}

/// The price of a normal item that somebody with `price.override` typed. An item without a listed
/// price gets none that way: it cannot be sold.
///
/// # Errors
/// When the item takes no override, or the price does not count.
pub fn override_price(
    item: &PricedItem<'_>,
    listed: Option<Money>,
    typed: Money,
    currency: Currency,
) -> Result<UnitPrice, PriceRefusal> {
    if item.keying_in_price {
        return Err(PriceRefusal::KeyedNotOverridden);
    }
    if item.no_stock_posting || item.is_gift() {
        return Err(PriceRefusal::NotOverridable);
    }
    let listed = listed.ok_or(PriceRefusal::NoPrice)?;
    check_typed(item, typed, currency)?;
    if typed == listed {
        return Err(PriceRefusal::Unchanged);
    }
    Ok(UnitPrice::Overridden { listed, typed })
}

fn check_typed(
    item: &PricedItem<'_>,
    typed: Money,
    currency: Currency,
) -> Result<(), PriceRefusal> {
    if typed.currency != currency {
        Err(PriceRefusal::CurrencyDiffers { expected: currency })
    } else if typed.minor < 0 {
        Err(PriceRefusal::BelowZero)
    } else if typed.minor == 0 && !item.may_be_free() {
        Err(PriceRefusal::Zero)
    } else if typed.minor > TYPED_PRICE_MAX {
        Err(PriceRefusal::AboveMaximum {
            maximum: TYPED_PRICE_MAX,
        })
    } else {
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn euro(minor: i64) -> Money {
        Money::new(minor, Currency::Eur)
    }

    fn service(item_no: &str, limits: Option<(i64, i64)>) -> PricedItem<'_> {
        PricedItem {
            item_no,
            item_class: "SERVICE",
            no_stock_posting: true,
            keying_in_price: limits.is_some(),
            keyed_min: limits.map(|limits| limits.0),
            keyed_max: limits.map(|limits| limits.1),
        }
    }

    fn piece(item_class: &str) -> PricedItem<'_> {
        PricedItem {
            item_no: "RG-2101",
            item_class,
            no_stock_posting: false,
            keying_in_price: false,
            keyed_min: None,
            keyed_max: None,
        }
    }

    #[test]
    fn a_keyed_price_lies_within_its_limits() {
        let resize = service("SAV-RESIZE", Some((1_500, 35_000)));
        let repair = service("REPAIR", Some((0, 50_000)));
        let paper = service("PAPERBAG", None);
        let keyed =
            |item: &PricedItem<'_>, minor| unit_price(item, None, Some(euro(minor)), Currency::Eur);
        assert_eq!(
            unit_price(&resize, Some(euro(1)), None, Currency::Eur),
            Err(PriceRefusal::PriceAsked {
                minimum: Some(1_500),
                maximum: Some(35_000)
            })
        );
        assert_eq!(
            keyed(&resize, 1_499),
            Err(PriceRefusal::BelowMinimum { minimum: 1_500 })
        );
        assert_eq!(keyed(&resize, 1_500), Ok(UnitPrice::Keyed(euro(1_500))));
        assert_eq!(keyed(&resize, 35_000), Ok(UnitPrice::Keyed(euro(35_000))));
        assert_eq!(
            keyed(&resize, 35_001),
            Err(PriceRefusal::AboveMaximum { maximum: 35_000 })
        );
        assert_eq!(keyed(&resize, 0), Err(PriceRefusal::Zero));
        assert_eq!(keyed(&repair, 0), Ok(UnitPrice::Keyed(euro(0))));
        assert_eq!(keyed(&repair, -1), Err(PriceRefusal::BelowZero));
        assert_eq!(keyed(&paper, 10), Err(PriceRefusal::NotKeyed));
        assert_eq!(
            unit_price(
                &resize,
                None,
                Some(Money::new(2_000, Currency::Hkd)),
                Currency::Eur
            ),
            Err(PriceRefusal::CurrencyDiffers {
                expected: Currency::Eur
            })
        );
    }

    #[test]
    fn only_gifts_repairs_and_paper_bags_cost_nothing() {
        let table = [
            (service("PAPERBAG", None), true),
            (service("PLASTICBAG", None), false),
            (service("SHIPPING", None), false),
            (piece(GIFT_CLASS), true),
            (piece(TOTE_CLASS), true),
            (piece("RING"), false),
            // A piece that happens to bear the number, but lies in stock.
            (
                PricedItem {
                    item_no: "PAPERBAG",
                    ..piece("RING")
                },
                false,
            ),
        ];
        for (item, expected) in table {
            let found = unit_price(&item, Some(euro(0)), None, Currency::Eur);
            assert_eq!(found.is_ok(), expected, "{item:?}");
        }
        assert_eq!(
            unit_price(&piece("RING"), None, None, Currency::Eur),
            Err(PriceRefusal::NoPrice)
        );
    }

    #[test]
    fn a_normal_item_takes_another_price() {
        let ring = piece("RING");
        let typed = |item: &PricedItem<'_>, listed, minor| {
            override_price(item, listed, euro(minor), Currency::Eur)
        };
        let listed = Some(euro(14_900));
        assert_eq!(
            typed(&ring, listed, 12_000),
            Ok(UnitPrice::Overridden {
                listed: euro(14_900),
                typed: euro(12_000)
            })
        );
        assert_eq!(typed(&ring, listed, 14_900), Err(PriceRefusal::Unchanged));
        assert_eq!(typed(&ring, listed, 0), Err(PriceRefusal::Zero));
        assert_eq!(typed(&ring, listed, -1), Err(PriceRefusal::BelowZero));
        assert_eq!(
            typed(&ring, listed, TYPED_PRICE_MAX + 1),
            Err(PriceRefusal::AboveMaximum {
                maximum: TYPED_PRICE_MAX
            })
        );
        assert_eq!(typed(&ring, None, 100), Err(PriceRefusal::NoPrice));
        assert_eq!(
            typed(&service("REPAIR", Some((0, 1))), listed, 1),
            Err(PriceRefusal::KeyedNotOverridden)
        );
        for item in [service("SHIPPING", None), piece(GIFT_CLASS)] {
            assert_eq!(typed(&item, listed, 1), Err(PriceRefusal::NotOverridable));
        }
    }

    proptest! {
        #[test]
        fn no_typed_price_leaves_its_limits(
            least in 0_i64..10_000, width in 0_i64..10_000, minor in -10_i64..30_000,
        ) {
            let item = service("SAV-STONE", Some((least, least + width)));
            let found = unit_price(&item, None, Some(euro(minor)), Currency::Eur);
            let expected = minor > 0 && (least..=least + width).contains(&minor);
            prop_assert_eq!(found.is_ok(), expected);
        }
    }
}
