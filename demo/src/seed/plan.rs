//! Everything that will be written, worked out before the first row is.

use std::collections::{BTreeMap, HashMap};

use jiff::civil::{Date, Time};
use jiff::tz::TimeZone;
use jiff::{Timestamp, ToSpan};
use journal::Ticket;
use kernel::date::{EndOfBusinessDay, business_date};
use kernel::id::{BasketId, CustomerId};
use shell::{Failure, Outcome};

use super::OrderVolume;
use super::clerk::Clerk;
use super::identity;
use super::pricing::PriceList;
use crate::catalogue::{Item, items};
use crate::company::{Customer, STORES, Store, customers, stock_on_hand};
use crate::order::{DAYS, PastOrder, orders};

/// A stock-keeping unit of a store: store, item, size.
pub(super) type Sku = (&'static str, String, String);

/// A completed sale. The ticket states nearly all of it; the rest is what the journal leaves out.
pub(super) struct Sale {
    pub(super) ticket: Ticket,
    pub(super) store: &'static Store,
    pub(super) registration_no: &'static str,
    pub(super) basket_id: BasketId,
    pub(super) completed_at: Timestamp,
    pub(super) business_date: Date,
    pub(super) salesperson_name: String,
    /// Who sold it together with them.
    pub(super) colleague_name: Option<String>,
    pub(super) search_text: String,
}

/// The whole demonstration on the day that counts as today.
pub(super) struct Plan {
    pub(super) today: Date,
    pub(super) items: Vec<Item>,
    pub(super) prices: PriceList,
    pub(super) customers: Vec<Customer>,
    /// When each customer bought last, by number.
    pub(super) last_visits: HashMap<String, Date>,
    /// The day on which stock is brought in, before the first sale.
    pub(super) opening: Date,
    /// What is brought in: what is on hand today and what was sold since.
    pub(super) stock: BTreeMap<Sku, i64>,
    /// The sales, oldest first at each till.
    pub(super) sales: Vec<Sale>,
}

/// The user name of somebody: logging in folds what is typed to lower case.
pub(super) fn staff_id(id: &str) -> String {
    id.to_lowercase()
}

/// The id of the customer with a number such as `C100001`.
pub(super) fn customer_id(customer_no: &str) -> CustomerId {
    CustomerId(identity::of(&format!("customer {customer_no}")))
}

/// The date on which the first store books what happens now.
pub(super) fn today(now: Timestamp) -> Outcome<Date> {
    let zone = zone(&STORES[0]).map_err(Failure::internal)?;
    Ok(business_date(now, &zone, EndOfBusinessDay::default()))
}

/// A time of a day on the clock of a store.
pub(super) fn local_time(store: &Store, date: Date, second_of_day: u32) -> Outcome<Timestamp> {
    let midnight = date.to_datetime(Time::midnight());
    let zoned = midnight
        .checked_add(i64::from(second_of_day).seconds())
        .and_then(|local| local.to_zoned(zone(store)?))
        .map_err(Failure::internal)?;
    Ok(zoned.timestamp())
}

fn zone(store: &Store) -> Result<TimeZone, jiff::Error> {
    TimeZone::get(store.time_zone)
}

impl Plan {
    pub(super) fn new(today: Date, volume: OrderVolume) -> Outcome<Self> {
        let items = items();
        let prices = PriceList::new(&items, today)?;
        let customers = customers();
        let days = match volume {
            OrderVolume::All => DAYS,
            OrderVolume::Days(days) => u32::from(days).min(DAYS),
        };
        let past: Vec<(u64, PastOrder)> = (0..)
            .zip(orders(&items, today))
            .filter(|(_, order)| order.days_ago <= days)
            .collect();
        let mut clerk = Clerk::new(&items, &prices, &customers);
        let mut sales = Vec::with_capacity(past.len());
        for (index, order) in &past {
            sales.extend(clerk.sale(*index, order)?);
        }
        let last_visits = past
            .into_iter()
            .filter_map(|(_, order)| Some((order.customer_no?, order.date)))
            .collect();
        Ok(Self {
            today,
            opening: today.saturating_sub((i64::from(days) + 1).days()),
            stock: stock(&items, &sales),
            prices,
            customers,
            last_visits,
            sales,
            items,
        })
    }
}

/// What was brought in at the beginning: what is on hand now and all that was sold meanwhile.
fn stock(items: &[Item], sales: &[Sale]) -> BTreeMap<Sku, i64> {
    let mut stock: BTreeMap<Sku, i64> = stock_on_hand(items)
        .into_iter()
        .map(|line| {
            let sku = (line.store_no, line.item_no, line.size_code);
            (sku, i64::from(line.on_hand))
        })
        .collect();
    for sale in sales {
        for line in &sale.ticket.lines {
            let sku = (
                sale.store.store_no,
                line.item_no.0.clone(),
                line.size_code.0.clone(),
            );
            *stock.entry(sku).or_default() += line.quantity;
        }
    }
    stock
}
