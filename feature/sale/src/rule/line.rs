//! A line of a basket, with what the rules need of its item and what was entered for it.

use catalog::rule::keyed::PricedItem;
use catalog::rule::no_stock::NoStock;
use catalog::rule::weight::PriceLock;
use customised::rule::order::Customisation;
use gift_card::line::LineCard;
use jiff::Timestamp;
use jiff::civil::Date;
use kernel::Refusal;
use kernel::id::{LineId, StaffId};
use kernel::weight::Weight;
use promotion::rule::piece::Exclusion;

use super::discount::{Manual, ReasonCode};
use crate::GIFT_NOT_ON_DEPOSIT;

/// A line as it is stored, with what the rules need of its item.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Line {
    /// Its id.
    pub line_id: LineId,
    /// Its place in the basket.
    pub position: u32,
    /// How many pieces.
    pub quantity: i64,
    /// How many of them are reserved.
    pub reserved: i64,
    /// How many of the others staff agreed to sell though stock has none.
    pub below_stock: i64,
    /// The item.
    pub item_no: String,
    /// Its size.
    pub size_code: String,
    /// What the rules need of the item.
    pub item: LineItem,
    /// What was entered for it.
    pub entered: Entered,
    /// Whether it is a gift, or the bag that comes with one.
    pub is_gift: bool,
    /// Whether it is put on deposit: it is kept for the customer instead of sold with the rest.
    pub is_on_deposit: bool,
    /// The discount that staff gave on it.
    pub manual: Option<Manual>,
    /// What it is made like, of a piece that is made for one customer.
    pub customisation: Option<Customisation>,
    /// The gift card that it sells.
    pub gift_card: Option<LineCard>,
}

/// What the rules of the sale need of an item.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LineItem {
    /// Whether it is sold without touching stock.
    pub no_stock_posting: bool,
    /// The unit in which it is sold.
    pub unit: String,
    /// Its VAT group.
    pub vat_group: String,
    /// Its class.
    pub item_class: String,
    /// Whether it takes discounts.
    pub discountable: bool,
    /// Whether its price is typed at the till.
    pub keying_in_price: bool,
    /// The least that may be typed, in minor units.
    pub keyed_min: Option<i64>,
    /// The most that may be typed.
    pub keyed_max: Option<i64>,
    /// The weight in the catalogue.
    pub unit_weight: Weight,
    /// By which board it is priced; none for what has a price in the list.
    pub by_weight: Option<ByWeight>,
    /// Whether pieces of its class have certificates.
    pub carries_certificate: bool,
    /// Whether pieces of its class have numbers of their own.
    pub carries_stock_no: bool,
}

/// By what a piece is priced that has no price in the list.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ByWeight {
    /// The metal on the board.
    pub metal_item_no: String,
    /// The item whose rows price the labour per gram.
    pub labour_item_no: Option<String>,
    /// The fineness of the piece, in thousandths.
    pub fineness: u16,
}

/// What was entered for a line.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Entered {
    /// The price of an item that asks for it, in minor units.
    pub keyed_price: Option<i64>,
    /// The price in place of the listed one.
    pub price_override: Option<PriceOverride>,
    /// What the scale said, in place of the weight in the catalogue.
    pub weight: Option<Weight>,
    /// The price that holds against the board.
    pub lock: Option<Lock>,
    /// What is repaired, and for whom.
    pub reference: String,
    /// The number of the piece in hand.
    pub stock_no: String,
    /// The numbers of the certificates.
    pub certificate_nos: Vec<String>,
}

/// A price that holds against the board, as it is stored.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Lock {
    /// What the piece costs, in minor units.
    pub price: i64,
    /// The business date on which it was locked.
    pub business_date: Date,
    /// When.
    pub locked_at: Timestamp,
}

impl From<PriceLock> for Lock {
    fn from(lock: PriceLock) -> Self {
        Self {
            price: lock.gross.minor,
            business_date: lock.business_date,
            locked_at: lock.locked_at,
        }
    }
}

/// A price that somebody typed in place of the listed one.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PriceOverride {
    /// What one piece costs, in minor units.
    pub price: i64,
    /// Why.
    pub reason: ReasonCode,
    /// Who typed it.
    pub given_by: StaffId,
    /// Who approved it; none when nobody had to.
    pub approved_by: Option<StaffId>,
}

impl LineItem {
    /// What the rules of typed prices need of it.
    #[must_use]
    pub const fn priced<'a>(&'a self, item_no: &'a str) -> PricedItem<'a> {
        PricedItem {
            item_no,
            item_class: self.item_class.as_str(),
            no_stock_posting: self.no_stock_posting,
            keying_in_price: self.keying_in_price,
            keyed_min: self.keyed_min,
            keyed_max: self.keyed_max,
        }
    }

    /// Whether each piece is a line of its own: it is weighed, has a number, or is typed in.
    #[must_use]
    pub fn is_single(&self, item_no: &str) -> bool {
        self.by_weight.is_some()
            || self.carries_stock_no
            || self.keying_in_price
            || (self.no_stock_posting && !NoStock::of(item_no).entries().is_empty())
    }
}

impl Line {
    /// The weight that is priced: of the scale, or else of the catalogue.
    #[must_use]
    pub fn weight(&self) -> Weight {
        self.entered.weight.unwrap_or(self.item.unit_weight)
    }

    /// Whether it sells gift cards: what it brings is owed until it is spent, and no turnover.
    #[must_use]
    pub fn sells_gift_card(&self) -> bool {
        self.item.no_stock_posting && NoStock::of(&self.item_no) == NoStock::GiftCard
    }

    /// Whether its pieces are taken from the stock of the shop. What is made to order is not there yet.
    #[must_use]
    pub const fn takes_stock(&self) -> bool {
        !self.item.no_stock_posting && self.customisation.is_none()
    }

    /// How many of its pieces are neither reserved nor agreed to be sold below stock.
    #[must_use]
    pub const fn missing(&self) -> i64 {
        self.quantity - self.reserved - self.below_stock
    }

    /// Whether each piece is a line of its own.
    #[must_use]
    pub fn is_single(&self) -> bool {
        self.is_gift || self.customisation.is_some() || self.item.is_single(&self.item_no)
    }

    /// Why it cannot be put on deposit: a gift goes with what is bought, and a gift card is good when it is
    /// paid for.
    #[must_use]
    pub fn deposit_refusal(&self) -> Option<Refusal> {
        if self.is_gift {
            return Some(Refusal::new(&GIFT_NOT_ON_DEPOSIT));
        }
        let is_card = self.sells_gift_card();
        is_card.then(|| Refusal::new(&gift_card::NOT_ON_DEPOSIT))
    }

    /// The items whose prices are added to its own: its engraving, and each medal that is clipped on.
    pub fn added_items(&self) -> impl Iterator<Item = &str> {
        self.customisation.iter().flat_map(|made| {
            let medals = made.medals.iter().map(|medal| medal.item_no.as_str());
            made.engraving_item_no.as_deref().into_iter().chain(medals)
        })
    }

    /// Why packages leave it alone.
    #[must_use]
    pub fn exclusion(&self) -> Option<Exclusion> {
        if self.is_gift {
            Some(Exclusion::GiftWithPurchase)
        } else if self.item.no_stock_posting {
            Some(match NoStock::of(&self.item_no) {
                NoStock::GiftCard => Exclusion::GiftCard,
                _ => Exclusion::NoStock,
            })
        } else if !self.item.discountable {
            Some(Exclusion::NotDiscountable)
        } else if self.entered.price_override.is_some() {
            Some(Exclusion::PriceOverridden)
        } else {
            None
        }
    }
}

#[cfg(test)]
mod tests {
    use crate::rule::testing::basket_line;

    #[test]
    fn gifts_and_gift_cards_are_not_put_on_deposit() {
        let key = |item_no: &str, is_gift: bool| {
            let mut line = basket_line(item_no, 1, 1);
            line.is_gift = is_gift;
            line.item.no_stock_posting |= item_no == "GIFTCARD";
            line.deposit_refusal().map(|refusal| refusal.kind.key)
        };
        assert_eq!(key("RG-1", false), None);
        assert_eq!(key("REPAIR", false), None);
        assert_eq!(key("RG-1", true), Some("sale.gift_not_on_deposit"));
        assert_eq!(key("GIFTCARD", false), Some("gift_card.not_on_deposit"));
    }
}
