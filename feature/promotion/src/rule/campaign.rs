//! Campaigns of gifts with purchase (domain §3.2 and §3.3): what one is, which orders earn its gift,
//! and what it offers.

use std::collections::{BTreeMap, BTreeSet};

use jiff::civil::Date;
use kernel::code;
use kernel::id::{CustomerId, ItemNo, LineId, StoreNo};
use kernel::{Currency, Money};
use serde::{Deserialize, Serialize};

use super::validate::AMOUNT_MAX;

code! {
    /// The key of a campaign, for example `XMAS26`.
    CampaignId,
    "XMAS26"
}

/// A campaign of gifts with purchase.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Campaign {
    /// Its key.
    pub id: CampaignId,
    /// Its name on screen.
    pub name: String,
    /// The first date; none for always.
    pub starting_date: Option<Date>,
    /// The last date, included; none for ever.
    pub ending_date: Option<Date>,
    /// The stores in which it runs.
    pub stores: BTreeSet<StoreNo>,
    /// The currency of its amount.
    pub currency: Currency,
    /// What the lines that count must cost together, in minor units.
    pub qualifying_amount: i64,
    /// The item classes that count; empty for all.
    pub families: BTreeSet<String>,
    /// The gifts to choose from.
    pub item_nos: Vec<ItemNo>,
    /// How many gifts an order takes: one, as the specification wants it (§5).
    pub quantity_limit: u32,
    /// How many a customer takes over all orders; none for any number.
    pub per_customer_limit: Option<u32>,
    /// Whether only members get it.
    pub member_only: bool,
    /// Whether lines count that a package or staff already made cheaper.
    pub stackable: bool,
}

/// Why a campaign cannot run.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum CampaignFault {
    /// It has no key.
    IdBlank,
    /// It has no name.
    NameBlank,
    /// It ends before it starts.
    DatesReversed,
    /// It runs in no store.
    NoStore,
    /// Its amount is not above zero, or beyond reason.
    AmountOutOfBounds,
    /// It offers nothing.
    NoGift,
    /// It offers an item twice.
    GiftTwice {
        /// The item.
        item_no: ItemNo,
    },
    /// An order takes exactly one gift.
    QuantityNotOne,
    /// A customer could never take one.
    CustomerLimitZero,
}

/// What keeps a campaign from running; nothing when it may.
#[must_use]
pub fn faults(campaign: &Campaign) -> Vec<CampaignFault> {
    let dates = campaign.starting_date.zip(campaign.ending_date);
    let checks = [
        (campaign.id.0.trim().is_empty(), CampaignFault::IdBlank),
        (campaign.name.trim().is_empty(), CampaignFault::NameBlank),
        (
            dates.is_some_and(|(start, end)| end < start),
            CampaignFault::DatesReversed,
        ),
        (campaign.stores.is_empty(), CampaignFault::NoStore),
        (
            !(1..=AMOUNT_MAX).contains(&campaign.qualifying_amount),
            CampaignFault::AmountOutOfBounds,
        ),
        (campaign.item_nos.is_empty(), CampaignFault::NoGift),
        (campaign.quantity_limit != 1, CampaignFault::QuantityNotOne),
        (
            campaign.per_customer_limit == Some(0),
            CampaignFault::CustomerLimitZero,
        ),
    ];
    let found = checks.into_iter().filter(|(is_wrong, _)| *is_wrong);
    let mut faults: Vec<CampaignFault> = found.map(|(_, fault)| fault).collect();
    let mut seen = BTreeSet::new();
    for item_no in &campaign.item_nos {
        if !seen.insert(item_no) {
            faults.push(CampaignFault::GiftTwice {
                item_no: item_no.clone(),
            });
        }
    }
    faults
}

/// Why a line does not count for a gift.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
pub enum NotCounting {
    /// A gift card.
    GiftCard,
    /// A service or another item without stock.
    Service,
    /// A deposit that is not settled.
    Deposit,
    /// It comes back.
    Returned,
    /// A gift.
    Gift,
}

/// A line of the order, as far as gifts look at it.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub struct OrderLine {
    /// Its id.
    pub line_id: LineId,
    /// The item.
    pub item_no: ItemNo,
    /// The size.
    pub size_code: String,
    /// The class of the item.
    pub family: String,
    /// How many pieces.
    pub quantity: u32,
    /// What it cost before discounts, in minor units.
    pub gross: i64,
    /// What it costs after all discounts.
    pub net: i64,
    /// Why it does not count; none when it does.
    pub not_counting: Option<NotCounting>,
}

/// The customer of the order.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GiftCustomer {
    /// Who.
    pub customer_id: CustomerId,
    /// Whether a member.
    pub is_member: bool,
    /// How many gifts of each campaign the customer has had.
    pub received: BTreeMap<CampaignId, u32>,
}

/// The order for which gifts are looked for.
#[derive(Clone, Copy, Debug)]
pub struct Order<'a> {
    /// Where.
    pub store_no: &'a StoreNo,
    /// The business date.
    pub date: Date,
    /// The currency.
    pub currency: Currency,
    /// The lines without gifts, in any order.
    pub lines: &'a [OrderLine],
    /// The customer; none before one is searched or created.
    pub customer: Option<&'a GiftCustomer>,
}

/// What of an order counts towards a campaign, in minor units.
#[must_use]
pub fn qualifying_amount(campaign: &Campaign, lines: &[OrderLine]) -> i64 {
    lines
        .iter()
        .filter(|line| line.not_counting.is_none())
        .filter(|line| campaign.families.is_empty() || campaign.families.contains(&line.family))
        .filter(|line| campaign.stackable || line.net == line.gross)
        .map(|line| line.net)
        .sum()
}

/// Why a campaign gives nothing to an order.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum NotEligible {
    /// It does not run here, today, in this currency.
    NotRunning,
    /// No customer was searched or created.
    CustomerFirst,
    /// It is for members.
    MembersOnly,
    /// The customer has had as many as it gives.
    CustomerLimit {
        /// So many.
        limit: u32,
    },
    /// The amount is not reached.
    Below {
        /// What is missing.
        missing: Money,
    },
}

/// Whether a campaign gives a gift for an order. The amount is looked at before the customer, so that
/// the till can say "A gift starts at" to anybody and asks for a customer when it pays.
///
/// # Errors
/// When it does not, with the reason.
pub fn eligible(campaign: &Campaign, order: &Order<'_>) -> Result<(), NotEligible> {
    let is_running = campaign.stores.contains(order.store_no)
        && campaign.currency == order.currency
        && campaign
            .starting_date
            .is_none_or(|start| start <= order.date)
        && campaign.ending_date.is_none_or(|end| order.date <= end);
    if !is_running {
        return Err(NotEligible::NotRunning);
    }
    let amount = qualifying_amount(campaign, order.lines);
    if amount < campaign.qualifying_amount {
        return Err(NotEligible::Below {
            missing: Money::new(campaign.qualifying_amount - amount, order.currency),
        });
    }
    let customer = order.customer.ok_or(NotEligible::CustomerFirst)?;
    if campaign.member_only && !customer.is_member {
        return Err(NotEligible::MembersOnly);
    }
    let had = customer.received.get(&campaign.id).copied().unwrap_or(0);
    match campaign.per_customer_limit {
        Some(limit) if had >= limit => Err(NotEligible::CustomerLimit { limit }),
        _ => Ok(()),
    }
}

/// A gift to choose.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Choice {
    /// The item.
    pub item_no: ItemNo,
    /// Whether one lies in the store. A gift that does not is shown grey.
    pub is_available: bool,
}

/// What a campaign offers to an order.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Offer {
    /// The campaign.
    pub campaign: CampaignId,
    /// Its name.
    pub name: String,
    /// From which amount it gives.
    pub threshold: Money,
    /// Why it gives nothing; none when a gift may be chosen.
    pub not_eligible: Option<NotEligible>,
    /// Its gifts.
    pub choices: Vec<Choice>,
}

/// What the campaigns that run here today offer, the highest threshold first, then by key. `available`
/// says how many pieces of an item the store has for this order.
#[must_use]
pub fn offers(
    campaigns: &[Campaign],
    order: &Order<'_>,
    available: &BTreeMap<ItemNo, i64>,
) -> Vec<Offer> {
    let mut offers: Vec<Offer> = campaigns
        .iter()
        .filter_map(|campaign| {
            let not_eligible = match eligible(campaign, order) {
                Err(NotEligible::NotRunning) => return None,
                answer => answer.err(),
            };
            let choices = campaign.item_nos.iter().map(|item_no| Choice {
                item_no: item_no.clone(),
                is_available: is_available(available, item_no),
            });
            Some(Offer {
                campaign: campaign.id.clone(),
                name: campaign.name.clone(),
                threshold: Money::new(campaign.qualifying_amount, campaign.currency),
                not_eligible,
                choices: choices.collect(),
            })
        })
        .collect();
    offers.sort_by(|a, b| (b.threshold.minor, &a.campaign).cmp(&(a.threshold.minor, &b.campaign)));
    offers
}

pub(super) fn is_available(available: &BTreeMap<ItemNo, i64>, item_no: &ItemNo) -> bool {
    available.get(item_no).is_some_and(|count| *count > 0)
}

#[cfg(test)]
pub(super) mod tests {
    use uuid::Uuid;

    use super::*;

    pub(in super::super) fn euro(minor: i64) -> Money {
        Money::new(minor, Currency::Eur)
    }

    /// A gift from 200.00, in Paris, in November and December.
    pub(in super::super) fn campaign() -> Campaign {
        Campaign {
            id: CampaignId::from("XMAS26"),
            name: "Christmas".to_owned(),
            starting_date: "2026-11-01".parse().ok(),
            ending_date: "2026-12-31".parse().ok(),
            stores: BTreeSet::from([StoreNo::from("PAR01")]),
            currency: Currency::Eur,
            qualifying_amount: 20_000,
            families: BTreeSet::new(),
            item_nos: ["POUCH", "MIRROR", "CHARM"].map(ItemNo::from).to_vec(),
            quantity_limit: 1,
            per_customer_limit: None,
            member_only: false,
            stackable: true,
        }
    }

    pub(in super::super) fn line(number: u128, net: i64) -> OrderLine {
        OrderLine {
            line_id: LineId(Uuid::from_u128(number)),
            item_no: ItemNo(format!("IT-{number}")),
            size_code: String::new(),
            family: "RING".to_owned(),
            quantity: 1,
            gross: net,
            net,
            not_counting: None,
        }
    }

    /// The worked basket of domain §1.6.
    pub(in super::super) fn worked_lines() -> Vec<OrderLine> {
        vec![
            OrderLine {
                gross: 14_900,
                ..line(1, 12_739)
            },
            OrderLine {
                quantity: 2,
                gross: 17_800,
                ..line(2, 16_910)
            },
            OrderLine {
                gross: 5_990,
                ..line(3, 5_691)
            },
        ]
    }

    pub(in super::super) fn customer() -> GiftCustomer {
        GiftCustomer {
            customer_id: CustomerId(Uuid::from_u128(9)),
            is_member: false,
            received: BTreeMap::new(),
        }
    }

    /// An order in Paris on 21-Nov-2026.
    pub(in super::super) fn order<'a>(
        store_no: &'a StoreNo,
        lines: &'a [OrderLine],
        customer: Option<&'a GiftCustomer>,
    ) -> Order<'a> {
        Order {
            store_no,
            date: "2026-11-21".parse().unwrap(),
            currency: Currency::Eur,
            lines,
            customer,
        }
    }

    pub(in super::super) fn stock() -> BTreeMap<ItemNo, i64> {
        ["POUCH", "CHARM", "TOTEBAG-S", "TOTEBAG-L"]
            .map(|item_no| (ItemNo::from(item_no), 3))
            .into_iter()
            .chain([(ItemNo::from("MIRROR"), 0)])
            .collect()
    }

    #[test]
    fn what_is_sold_counts_after_all_discounts_and_nothing_else_does() {
        let of = |change: &dyn Fn(&mut Campaign)| {
            let mut campaign = campaign();
            change(&mut campaign);
            campaign
        };
        let all = of(&|_| ());
        assert_eq!(qualifying_amount(&all, &worked_lines()), 35_340);
        for reason in [
            NotCounting::GiftCard,
            NotCounting::Service,
            NotCounting::Deposit,
            NotCounting::Returned,
            NotCounting::Gift,
        ] {
            let mut lines = worked_lines();
            lines[1].not_counting = Some(reason);
            assert_eq!(qualifying_amount(&all, &lines), 18_430, "{reason:?}");
        }
        let mut lines = worked_lines();
        lines[0].family = "GOLD".to_owned();
        let gold = of(&|it| it.families = BTreeSet::from(["GOLD".to_owned()]));
        assert_eq!(qualifying_amount(&gold, &lines), 12_739);
        // Only what nobody made cheaper.
        lines[2].net = lines[2].gross;
        let full = of(&|it| it.stackable = false);
        assert_eq!(qualifying_amount(&full, &lines), 5_990);
    }

    #[test]
    fn an_order_earns_a_gift_or_hears_why_not() {
        let paris = StoreNo::from("PAR01");
        let (lines, guest) = (worked_lines(), customer());
        let member = GiftCustomer {
            is_member: true,
            ..customer()
        };
        let had = |count| GiftCustomer {
            received: BTreeMap::from([(CampaignId::from("XMAS26"), count)]),
            ..customer()
        };
        let (one, two) = (had(1), had(2));
        let earned = order(&paris, &lines, Some(&guest));
        let with = |change: &dyn Fn(&mut Campaign), order: Order<'_>| {
            let mut campaign = campaign();
            change(&mut campaign);
            eligible(&campaign, &order)
        };
        let of = |customer| Order { customer, ..earned };
        let missing = |missing| {
            Err(NotEligible::Below {
                missing: euro(missing),
            })
        };
        assert_eq!(with(&|_| (), earned), Ok(()));
        assert_eq!(with(&|it| it.qualifying_amount = 35_340, earned), Ok(()));
        assert_eq!(
            with(&|it| it.qualifying_amount = 35_341, earned),
            missing(1)
        );
        // The amount first, so that a basket without customer says what is missing.
        assert_eq!(
            with(&|it| it.qualifying_amount = 40_000, of(None)),
            missing(4_660)
        );
        assert_eq!(with(&|_| (), of(None)), Err(NotEligible::CustomerFirst));
        let members = |it: &mut Campaign| it.member_only = true;
        assert_eq!(with(&members, earned), Err(NotEligible::MembersOnly));
        assert_eq!(with(&members, of(Some(&member))), Ok(()));
        let twice = |it: &mut Campaign| it.per_customer_limit = Some(2);
        assert_eq!(with(&twice, of(Some(&one))), Ok(()));
        assert_eq!(
            with(&twice, of(Some(&two))),
            Err(NotEligible::CustomerLimit { limit: 2 })
        );
        let rome = StoreNo::from("ROM01");
        let on = |date: &str| Order {
            date: date.parse().unwrap(),
            ..earned
        };
        let elsewhere = [
            Order {
                store_no: &rome,
                ..earned
            },
            Order {
                currency: Currency::Hkd,
                ..earned
            },
            on("2026-10-31"),
            on("2027-01-01"),
        ];
        for order in elsewhere {
            assert_eq!(with(&|_| (), order), Err(NotEligible::NotRunning));
        }
        assert_eq!(with(&|_| (), on("2026-11-01")), Ok(()));
        assert_eq!(with(&|_| (), on("2026-12-31")), Ok(()));
    }

    #[test]
    fn the_highest_threshold_comes_first_and_what_is_gone_is_grey() {
        let of = |id: &str, qualifying_amount| Campaign {
            id: CampaignId::from(id),
            qualifying_amount,
            ..campaign()
        };
        let over = Campaign {
            ending_date: "2026-11-20".parse().ok(),
            ..of("OVER", 1)
        };
        let campaigns = [
            of("LOW", 10_000),
            over,
            of("HIGH", 40_000),
            of("ALSO", 10_000),
        ];
        let paris = StoreNo::from("PAR01");
        let (lines, guest) = (worked_lines(), customer());
        let found = offers(&campaigns, &order(&paris, &lines, Some(&guest)), &stock());
        let ids: Vec<&str> = found.iter().map(|it| it.campaign.as_str()).collect();
        assert_eq!(ids, ["HIGH", "ALSO", "LOW"]);
        assert_eq!(
            found[0].not_eligible,
            Some(NotEligible::Below {
                missing: euro(4_660)
            })
        );
        assert_eq!(found[1].not_eligible, None);
        let available: Vec<bool> = found[1].choices.iter().map(|it| it.is_available).collect();
        assert_eq!(available, [true, false, true]);
    }

    #[test]
    fn each_fault_of_a_campaign_is_named() {
        assert_eq!(faults(&campaign()), []);
        type Case<'a> = (&'a dyn Fn(&mut Campaign), CampaignFault);
        let table: [Case<'_>; 9] = [
            (&|it| it.id = CampaignId::from(" "), CampaignFault::IdBlank),
            (&|it| it.name.clear(), CampaignFault::NameBlank),
            (
                &|it| it.ending_date = "2026-10-31".parse().ok(),
                CampaignFault::DatesReversed,
            ),
            (&|it| it.stores.clear(), CampaignFault::NoStore),
            (
                &|it| it.qualifying_amount = 0,
                CampaignFault::AmountOutOfBounds,
            ),
            (&|it| it.item_nos.clear(), CampaignFault::NoGift),
            (
                &|it| it.item_nos.push(ItemNo::from("POUCH")),
                CampaignFault::GiftTwice {
                    item_no: ItemNo::from("POUCH"),
                },
            ),
            (&|it| it.quantity_limit = 2, CampaignFault::QuantityNotOne),
            (
                &|it| it.per_customer_limit = Some(0),
                CampaignFault::CustomerLimitZero,
            ),
        ];
        for (change, expected) in table {
            let mut campaign = campaign();
            change(&mut campaign);
            assert_eq!(faults(&campaign), [expected]);
        }
    }
}
