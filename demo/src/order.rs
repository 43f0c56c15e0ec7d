//! Past sales: who bought what, where and when, as far as it can be said without prices.

use jiff::ToSpan;
use jiff::civil::{Date, Weekday, date};

use crate::catalogue::{Item, Rating};
use crate::company::{Customer, Residence, STORES, StaffMember, Store, customers, staff};
use crate::random::Random;

/// Sales in the demonstration.
pub const ORDERS: u32 = 7_500;
/// Days they spread over: 18 months up to yesterday.
pub const DAYS: u32 = 548;

/// Days of the Chinese New Year in the years the demonstration may run in.
const NEW_YEARS: [Date; 9] = [
    date(2024, 2, 10),
    date(2025, 1, 29),
    date(2026, 2, 17),
    date(2027, 2, 6),
    date(2028, 1, 26),
    date(2029, 2, 13),
    date(2030, 2, 3),
    date(2031, 1, 23),
    date(2032, 2, 11),
];

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
    let calendar = calendar(today, &mut random);
    let market = Market::new(items);
    calendar
        .into_iter()
        .map(move |slot| market.order(&slot, &mut random))
}

/// A sale that will take place.
struct Slot {
    date: Date,
    days_ago: u32,
    store: &'static Store,
    second_of_day: u32,
}

/// How busy a day is in a country, 100 on an ordinary one.
fn busyness(day: Date, country: &str) -> u32 {
    let mut busy = 100;
    if day.month() == 12 {
        busy = busy * 22 / 10;
    }
    if day.weekday() == Weekday::Saturday {
        busy = busy * 18 / 10;
    }
    if matches!(country, "CN" | "HK") && is_new_year_season(day) {
        busy = busy * 16 / 10;
    }
    match (day.month(), day.day()) {
        (2, 10..=14) => busy * 17 / 10,
        (5, 16..=20) if matches!(country, "CN" | "HK") => busy * 17 / 10,
        (12, 25) | (1, 1) if !matches!(country, "CN" | "HK") => busy / 10,
        _ => busy,
    }
}

/// The fortnight before the Chinese New Year and the week after it.
fn is_new_year_season(day: Date) -> bool {
    NEW_YEARS.iter().any(|new_year| {
        let start = new_year.saturating_sub(14.days());
        let end = new_year.saturating_add(7.days());
        (start..=end).contains(&day)
    })
}

/// Shares all sales out over days and stores; the largest remainders get what is left over.
fn calendar(today: Date, random: &mut Random) -> Vec<Slot> {
    let mut weights = Vec::new();
    for days_ago in (1..=DAYS).rev() {
        let day = today.saturating_sub(i64::from(days_ago).days());
        for store in STORES.iter().filter(|store| store.share_of_sales > 0) {
            let noise = random.between(70, 130);
            weights.push((
                day,
                days_ago,
                store,
                busyness(day, store.country) * store.share_of_sales * noise,
            ));
        }
    }
    let total: u64 = weights.iter().map(|(.., weight)| u64::from(*weight)).sum();
    let orders = u64::from(ORDERS);
    let mut counts: Vec<u64> = weights
        .iter()
        .map(|(.., weight)| u64::from(*weight) * orders / total)
        .collect();
    let mut by_remainder: Vec<usize> = (0..weights.len()).collect();
    by_remainder
        .sort_by_key(|&index| std::cmp::Reverse(u64::from(weights[index].3) * orders % total));
    let missing = orders.saturating_sub(counts.iter().sum());
    let missing = usize::try_from(missing).unwrap_or(usize::MAX);
    for &index in by_remainder.iter().take(missing) {
        counts[index] += 1;
    }
    let mut slots = Vec::new();
    for ((date, days_ago, store, _), count) in weights.into_iter().zip(counts) {
        let mut seconds: Vec<u32> = (0..count).map(|_| second_of_day(store, random)).collect();
        seconds.sort_unstable();
        slots.extend(seconds.into_iter().map(|second_of_day| Slot {
            date,
            days_ago,
            store,
            second_of_day,
        }));
    }
    slots
}

/// A moment within opening hours; the average of two draws makes the afternoon busier.
fn second_of_day(store: &Store, random: &mut Random) -> u32 {
    let (open, close) = (store.hours.0 * 3_600 + 600, store.hours.1 * 3_600 - 300);
    u32::midpoint(random.between(open, close), random.between(open, close))
}

/// What can be sold to whom by whom.
struct Market {
    items: Vec<(Item, u32)>,
    customers: Vec<Customer>,
}

impl Market {
    fn new(items: &[Item]) -> Self {
        let goods = items
            .iter()
            .filter(|item| !item.no_stock_posting && !item.is_gift());
        Self {
            items: goods.map(|item| (item.clone(), demand(item))).collect(),
            customers: customers(),
        }
    }

    fn order(&self, slot: &Slot, random: &mut Random) -> PastOrder {
        let store = slot.store;
        PastOrder {
            date: slot.date,
            days_ago: slot.days_ago,
            second_of_day: slot.second_of_day,
            store_no: store.store_no,
            terminal_no: format!("{}-{}", store.store_no, 1 + u32::from(random.percent(35))),
            staff_id: salesperson(store, random).id,
            customer_no: self.customer(store, slot.days_ago, random),
            lines: self.lines(store, random),
            tenders: tenders(store, random),
            aftermath: aftermath(slot.days_ago, random),
        }
    }

    /// Two of three buyers give their name, at the airport only one of three.
    fn customer(&self, store: &Store, days_ago: u32, random: &mut Random) -> Option<String> {
        if !random.percent(if store.duty_free { 35 } else { 66 }) {
            return None;
        }
        let weights: Vec<u32> = self
            .customers
            .iter()
            .map(|customer| {
                let near = customer.home_store_no == store.store_no;
                // Tourists pass through other stores of the house as well.
                let travels = customer.residence == Residence::Tourist && customer.weight > 2;
                let known = customer.known_for_days >= days_ago && customer.duplicate_of.is_none();
                match (known, near, travels) {
                    (true, true, _) => customer.weight * 20,
                    (true, false, true) => customer.weight,
                    _ => 0,
                }
            })
            .collect();
        if weights.iter().all(|weight| *weight == 0) {
            return None;
        }
        Some(
            self.customers[random.weighted(&weights)]
                .customer_no
                .clone(),
        )
    }

    fn lines(&self, store: &Store, random: &mut Random) -> Vec<OrderLine> {
        let count = 1 + random.weighted(&[62, 25, 9, 4]);
        let weights: Vec<u32> = self
            .items
            .iter()
            .map(|(item, demand)| {
                if item.is_sold_in(store.country) {
                    *demand
                } else {
                    0
                }
            })
            .collect();
        let mut lines: Vec<OrderLine> = Vec::with_capacity(count);
        while lines.len() < count {
            let (item, _) = &self.items[random.weighted(&weights)];
            if lines.iter().any(|line| line.item_no == item.item_no) {
                continue;
            }
            let small = item.price_eur_minor < 5_000 && random.percent(12);
            lines.push(OrderLine {
                item_no: item.item_no.clone(),
                size_code: random.pick(&item.sizes).code.clone(),
                quantity: if small { random.between(2, 3) } else { 1 },
            });
        }
        lines
    }
}

/// How often an item is asked for: by its rating, within it by its rank, expensive gold rarely.
fn demand(item: &Item) -> u32 {
    let by_rating = match item.rating {
        Rating::A => 60,
        Rating::B => 18,
        Rating::C => 5,
    };
    let by_rank = 300_u32.saturating_sub(item.ranking) / 30;
    if item.price_eur_minor > 150_000 {
        1
    } else {
        by_rating + by_rank
    }
}

fn salesperson(store: &Store, random: &mut Random) -> &'static StaffMember {
    let team: Vec<&StaffMember> = staff()
        .iter()
        .filter(|person| person.store_no == store.store_no && person.sells())
        .collect();
    // Managers sell too, but less.
    let weights: Vec<u32> = team
        .iter()
        .map(|person| {
            if person.permission_group == "MANAGER" {
                2
            } else {
                7
            }
        })
        .collect();
    team[random.weighted(&weights)]
}

fn tenders(store: &Store, random: &mut Random) -> Vec<TenderShare> {
    let mix: &[(&'static str, u32)] = match store.country {
        "CN" => &[
            ("ALIPAY", 38),
            ("WECHAT", 40),
            ("CUP", 14),
            ("CASH", 5),
            ("VISA", 3),
        ],
        "HK" => &[
            ("VISA", 34),
            ("MC", 20),
            ("AMEX", 10),
            ("CASH", 14),
            ("ALIPAY", 12),
            ("WECHAT", 6),
            ("CUP", 4),
        ],
        "FR" if store.duty_free => &[
            ("VISA", 34),
            ("MC", 22),
            ("AMEX", 12),
            ("CUP", 10),
            ("ALIPAY", 9),
            ("WECHAT", 5),
            ("CASH", 8),
        ],
        "FR" if store.store_no == "PAR01" => &[
            ("VISA", 44),
            ("MC", 24),
            ("AMEX", 9),
            ("CASH", 15),
            ("ALIPAY", 5),
            ("WECHAT", 2),
            ("CHEQUE", 1),
        ],
        "FR" => &[
            ("VISA", 50),
            ("MC", 27),
            ("AMEX", 6),
            ("CASH", 15),
            ("CHEQUE", 2),
        ],
        _ => &[("VISA", 42), ("MC", 30), ("AMEX", 10), ("CASH", 18)],
    };
    let weights: Vec<u32> = mix.iter().map(|(_, weight)| *weight).collect();
    let main = mix[random.weighted(&weights)].0;
    let second = if main == "CASH" { "VISA" } else { "CASH" };
    if random.percent(94) {
        return vec![TenderShare {
            tender_code: main,
            percent: 100,
        }];
    }
    let part = random.between(2, 8) * 10;
    vec![
        TenderShare {
            tender_code: main,
            percent: part,
        },
        TenderShare {
            tender_code: second,
            percent: 100 - part,
        },
    ]
}

/// 4 refunds, 3 exchanges and 1 web return of a hundred sales, never later than yesterday.
fn aftermath(days_ago: u32, random: &mut Random) -> Aftermath {
    let kind = random.below(100);
    let days = random.between(1, 28);
    let reason = [
        ReturnReason::Size,
        ReturnReason::ChangedMind,
        ReturnReason::Gift,
        ReturnReason::Defect,
        ReturnReason::Tarnish,
    ][random.weighted(&[38, 28, 16, 12, 6])];
    match kind {
        _ if days >= days_ago => Aftermath::Kept,
        0..=3 => Aftermath::Refunded(days, reason),
        4..=6 => Aftermath::Exchanged(days, reason),
        7 => Aftermath::WebReturned(days, reason),
        _ => Aftermath::Kept,
    }
}
