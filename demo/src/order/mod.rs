//! Past sales: who bought what, where and when, as far as it can be said without prices.

mod calendar;
mod market;

use jiff::civil::Date;

use crate::catalogue::Item;
use crate::random::Random;

/// Sales in the demonstration.
pub const ORDERS: u32 = 7_500;
/// Days they spread over: 18 months up to yesterday.
pub const DAYS: u32 = 548;

/// A piece sold.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct OrderLine {
    /// Item.
    pub item_no: String,
    /// Size, blank when there is only one.
    pub size_code: String,
    /// Pieces, at least 1.
    pub quantity: u32,
}

/// A part of the total settled with one tender.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct TenderShare {
    /// Code of the tender.
    pub tender_code: &'static str,
    /// Part of a hundred of the total; the parts of an order add up to 100.
    pub percent: u32,
}

/// Why pieces came back.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[expect(missing_docs, reason = "the reasons the till offers")]
pub enum ReturnReason {
    Size,
    ChangedMind,
    Gift,
    Tarnish,
    Defect,
}

/// What became of a sale.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Aftermath {
    /// Nothing came back.
    Kept,
    /// The first line was refunded after some days.
    Refunded(u32, ReturnReason),
    /// The first line was exchanged after some days.
    Exchanged(u32, ReturnReason),
    /// The first line was sent back to the web shop after some days.
    WebReturned(u32, ReturnReason),
}

/// A past sale. Prices, discounts and change follow from the price rows of its day.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PastOrder {
    /// Day in the time zone of the store.
    pub date: Date,
    /// Days before the day that counts as today, at least 1.
    pub days_ago: u32,
    /// Seconds since midnight in the time zone of the store.
    pub second_of_day: u32,
    /// Store.
    pub store_no: &'static str,
    /// Till, such as `PAR01-1`.
    pub terminal_no: String,
    /// Salesperson.
    pub staff_id: &'static str,
    /// Customer, none for a walk-in.
    pub customer_no: Option<String>,
    /// What was sold, at least one line.
    pub lines: Vec<OrderLine>,
    /// How it was settled.
    pub tenders: Vec<TenderShare>,
    /// What became of it.
    pub aftermath: Aftermath,
}

/// The past sales up to the day before `today`, oldest first, per day by store and time.
///
/// The calendar is fixed when this is called; each order is made when it is asked for.
pub fn orders(items: &[Item], today: Date) -> impl Iterator<Item = PastOrder> {
    let mut random = Random::new(40);
    let calendar = calendar::calendar(today, &mut random);
    let market = market::Market::new(items);
    calendar
        .into_iter()
        .map(move |slot| market.order(&slot, &mut random))
}
