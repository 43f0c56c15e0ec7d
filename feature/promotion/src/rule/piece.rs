//! Which pieces of a basket take part (domain §2.3).

use kernel::id::{ItemNo, LineId};
use kernel::rounding::Direction;
use serde::{Deserialize, Serialize};

/// Why a line stays out of packages.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Exclusion {
    /// It comes back from a customer.
    Returned,
    /// It is a gift card.
    GiftCard,
    /// It is a gift with purchase.
    GiftWithPurchase,
    /// It is sold without stock: a bag, a repair, a voucher, shipping.
    NoStock,
    /// It settles a deposit, which was priced when it was made.
    DepositSettlement,
    /// Somebody typed another price.
    PriceOverridden,
    /// The item takes no discount.
    NotDiscountable,
}

/// A line of a basket, before manual discounts.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BasketLine {
    /// Its id.
    pub line_id: LineId,
    /// Its place in the basket.
    pub position: u32,
    /// The item.
    pub item_no: ItemNo,
    /// What one piece costs, VAT included, in minor units. A weighed piece is a line of its own.
    pub unit_price: i64,
    /// How many pieces.
    pub quantity: u32,
    /// Whether it is made for the customer. Such a piece takes part only where a package's row says
    /// so.
    pub is_customised: bool,
    /// Why it stays out; none when it takes part.
    pub exclusion: Option<Exclusion>,
}

/// How a store rounds a line after a percentage (specification: priceRounding).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PriceRounding {
    /// The step, in minor units; 1 rounds nothing further.
    pub step: i64,
    /// Where it goes.
    pub direction: Direction,
}

impl PriceRounding {
    /// To the minor unit.
    pub const MINOR_UNIT: Self = Self {
        step: 1,
        direction: Direction::Nearest,
    };
}

/// What is priced.
#[derive(Clone, Copy, Debug)]
pub struct Basket<'a> {
    /// Its lines, in any order.
    pub lines: &'a [BasketLine],
    /// The store's rounding.
    pub rounding: PriceRounding,
}
