//! Who buys what from whom, and how it is settled.

use super::calendar::Slot;
use super::{Aftermath, OrderLine, PastOrder, ReturnReason, TenderShare};
use crate::catalogue::{Item, Rating};
use crate::company::{Customer, Residence, StaffMember, Store, customers, staff};
use crate::random::Random;

/// What can be sold to whom by whom.
pub(super) struct Market {
    items: Vec<(Item, u32)>,
    customers: Vec<Customer>,
}

impl Market {
    pub(super) fn new(items: &[Item]) -> Self {
        let goods = items
            .iter()
            .filter(|item| !item.no_stock_posting && !item.is_gift());
        Self {
            items: goods.map(|item| (item.clone(), demand(item))).collect(),
            customers: customers(),
        }
    }

    pub(super) fn order(&self, slot: &Slot, random: &mut Random) -> PastOrder {
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

type Mix = &'static [(&'static str, u32)];

/// How each market pays, in parts of a hundred.
#[rustfmt::skip]
fn tender_mix(store: &Store) -> Mix {
    match (store.country, store.store_no) {
        ("CN", _) => &[("ALIPAY", 38), ("WECHAT", 40), ("CUP", 14), ("CASH", 5), ("VISA", 3)],
        ("HK", _) => &[
            ("VISA", 34), ("MC", 20), ("AMEX", 10), ("CASH", 14), ("ALIPAY", 12), ("WECHAT", 6), ("CUP", 4),
        ],
        (_, "CDG01") => &[
            ("VISA", 34), ("MC", 22), ("AMEX", 12), ("CUP", 10), ("ALIPAY", 9), ("WECHAT", 5), ("CASH", 8),
        ],
        (_, "PAR01") => &[
            ("VISA", 44), ("MC", 24), ("AMEX", 9), ("CASH", 15), ("ALIPAY", 5), ("WECHAT", 2), ("CHEQUE", 1),
        ],
        ("FR", _) => &[("VISA", 50), ("MC", 27), ("AMEX", 6), ("CASH", 15), ("CHEQUE", 2)],
        _ => &[("VISA", 42), ("MC", 30), ("AMEX", 10), ("CASH", 18)],
    }
}

fn tenders(store: &Store, random: &mut Random) -> Vec<TenderShare> {
    let mix = tender_mix(store);
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
