//! Packages and gift campaigns. Packages take pieces of the collections Opale and Sirène alone, so
//! that whoever sells anything else sees the listed price.

use std::collections::BTreeSet;

use ::promotion::rule::campaign::{Campaign, CampaignId};
use ::promotion::rule::package::{
    Benefit, DayWindow, GroupRow, Header, ItemRow, Need, PackageDraft, PackageId, PackageState,
    RowBenefit,
};
use ::promotion::store::{By, insert_campaign, insert_package};
use jiff::civil::{Date, Weekday, time};
use jiff::{Timestamp, ToSpan as _};
use kernel::id::{ItemNo, StaffId, StoreNo};
use kernel::{Currency, Rate};
use shell::db::Tx;
use shell::{Failure, Outcome};

use super::plan::Plan;
use crate::catalogue::Item;
use crate::company::STORES;

/// Who wrote them.
const WRITTEN_BY: &str = "admin";
/// Silver and fashion; gold and what is made to order keep their price.
const PRODUCT_TYPES: [&str; 3] = ["SILVER925", "PLATED925", "ALLOY"];
const WEEK: [Weekday; 7] = [
    Weekday::Monday,
    Weekday::Tuesday,
    Weekday::Wednesday,
    Weekday::Thursday,
    Weekday::Friday,
    Weekday::Saturday,
    Weekday::Sunday,
];

pub(super) async fn write(tx: &mut Tx, plan: &Plan, now: Timestamp) -> Outcome<()> {
    let staff_id = StaffId::from(WRITTEN_BY);
    let by = By {
        staff_id: &staff_id,
        at: now,
    };
    for draft in packages(plan)? {
        insert_package(tx, &draft, by).await?;
    }
    for campaign in campaigns(plan)? {
        insert_campaign(tx, &campaign, true, by).await?;
    }
    Ok(())
}

fn days(date: Date, days: i64) -> Outcome<Date> {
    date.checked_add(days.days()).map_err(Failure::internal)
}

/// An enabled package without conditions that begins today, as past sales know nothing of it.
fn package(
    plan: &Plan,
    (id, description): (&str, &str),
    currency: Currency,
    benefit: Benefit,
) -> Outcome<PackageDraft> {
    Ok(PackageDraft {
        header: Header {
            id: PackageId::from(id),
            description: description.to_owned(),
            state: PackageState::Enabled,
            priority: 20,
            starting_date: Some(plan.today),
            ending_date: Some(days(plan.today, 60)?),
            weekdays: WEEK.to_vec(),
            hours: None,
            price_group: None,
            currency,
            member_only: false,
            amount_to_trigger: 0,
            max_times: None,
            block_manual_discount: false,
            block_basket_discount: false,
            coupon_code: None,
            benefit,
        },
        groups: Vec::new(),
        items: Vec::new(),
    })
}

/// Adds a group with the pieces of a collection, all or those of a class.
fn with_group(
    mut draft: PackageDraft,
    group_code: &str,
    need: Need,
    items: &[&Item],
) -> PackageDraft {
    draft.groups.push(GroupRow {
        group_code: group_code.to_owned(),
        need,
    });
    with_rows(draft, group_code, None, items)
}

fn with_rows(
    mut draft: PackageDraft,
    group_code: &str,
    benefit: Option<RowBenefit>,
    items: &[&Item],
) -> PackageDraft {
    let first = u32::try_from(draft.items.len()).unwrap_or(0) + 1;
    draft
        .items
        .extend((first..).zip(items).map(|(lineno, item)| ItemRow {
            lineno,
            item_no: ItemNo::from(item.item_no.as_str()),
            line_group: group_code.to_owned(),
            quantity_of_item_need: 0,
            benefit,
            package_benefit: None,
            takes_customised: false,
        }));
    draft
}

/// The pieces of a collection that are still made, all or those of a class.
fn pieces<'a>(plan: &'a Plan, collection: &str, class: Option<&str>) -> Vec<&'a Item> {
    plan.items
        .iter()
        .filter(|item| item.collection_code == collection && !item.stopped && item.discountable)
        .filter(|item| PRODUCT_TYPES.contains(&item.product_type))
        .filter(|item| class.is_none_or(|class| class == item.item_class))
        .collect()
}

fn packages(plan: &Plan) -> Outcome<Vec<PackageDraft>> {
    let mut packages = opale(plan)?;
    packages.extend(sirene(plan)?);
    packages.extend(kept_away(plan)?);
    Ok(packages)
}

/// The first two compete for the same rings.
fn opale(plan: &Plan) -> Outcome<Vec<PackageDraft>> {
    let all = pieces(plan, "OPALE", None);
    let rings = pieces(plan, "OPALE", Some("RING"));
    let earrings = pieces(plan, "OPALE", Some("EARRING"));
    let percent = |percent| Benefit::Percent(Rate::percent(percent));
    let new = |name, currency, benefit| package(plan, name, currency, benefit);
    let pair = new(
        ("OPALE-PAIR20", "Opale: two rings, 20 % off"),
        Currency::Eur,
        percent(20),
    )?;
    let pair = with_group(pair, "RINGS", Need::Exactly(2), &rings);
    let deal = Benefit::DealPrice(19_900);
    let set = new(
        ("OPALE-SET199", "Opale: ring and earrings for 199"),
        Currency::Eur,
        deal,
    )?;
    let set = with_group(set, "RING", Need::Exactly(1), &rings);
    let set = with_group(set, "EARRINGS", Need::Exactly(1), &earrings);
    let amount = ("OPALE-450", "Opale: 15 % off from 450");
    let mut amount = new(amount, Currency::Eur, percent(15))?;
    amount.header.priority = 30;
    amount.header.block_manual_discount = true;
    let amount = with_group(amount, "OPALE", Need::Worth(45_000), &all);
    let name = ("OPALE-TOKYO", "オパール　リングとイヤリング");
    let mut look = new(name, Currency::Jpy, Benefit::LineSpecific)?;
    for (code, need) in [("EARRINGS", Need::Exactly(1)), ("RING", Need::Exactly(1))] {
        look.groups.push(GroupRow {
            group_code: code.to_owned(),
            need,
        });
    }
    let off = |percent| Some(RowBenefit::Percent(Rate::percent(percent)));
    let look = with_rows(look, "RING", off(30), &rings);
    let look = with_rows(look, "EARRINGS", off(10), &earrings);
    let name = ("OPALE-KWT", "Opale: two to four pieces, 12.5 % off");
    let range = new(name, Currency::Kwd, Benefit::Percent(Rate(125_000)))?;
    let range = with_group(range, "OPALE", Need::Between(2, Some(4)), &all);
    Ok(vec![pair, set, amount, look, range])
}

fn sirene(plan: &Plan) -> Outcome<Vec<PackageDraft>> {
    let all = pieces(plan, "SIRENE", None);
    let earrings = pieces(plan, "SIRENE", Some("EARRING"));
    let percent = |percent| Benefit::Percent(Rate::percent(percent));
    let new = |name, currency, benefit| package(plan, name, currency, benefit);
    let free = Benefit::LeastExpensive {
        count: 1,
        rate: Rate::HUNDRED,
    };
    let three = ("SIRENE-3FOR2", "Sirène: three for the price of two");
    let three = new(three, Currency::Eur, free)?;
    let three = with_group(three, "SIRENE", Need::Exactly(3), &all);
    let mut club = new(
        ("SIRENE-CLUB15", "Sirène: two pieces, members 15 % off"),
        Currency::Eur,
        percent(15),
    )?;
    club.header.member_only = true;
    let club = with_group(club, "SIRENE", Need::Exactly(2), &all);
    let name = (
        "SIRENE-EVENING",
        "Sirène: two pairs of earrings after five, 25 % off",
    );
    let mut evening = new(name, Currency::Eur, percent(25))?;
    evening.header.weekdays = vec![Weekday::Thursday, Weekday::Friday, Weekday::Saturday];
    evening.header.hours = Some(DayWindow {
        from: time(17, 0, 0, 0),
        to: time(20, 0, 0, 0),
    });
    evening.header.max_times = Some(1);
    let evening = with_group(evening, "EARRINGS", Need::Exactly(2), &earrings);
    let name = ("SIRENE-HK300", "Sirène: two pieces, HK$300 off");
    let two = new(name, Currency::Hkd, Benefit::Amount(30_000))?;
    let two = with_group(two, "SIRENE", Need::Exactly(2), &all);
    let name = ("SIRENE-SH", "海妖系列　两件八五折");
    let mut shanghai = new(name, Currency::Cny, percent(15))?;
    shanghai.header.coupon_code = Some("HAIYAO".to_owned());
    let shanghai = with_group(shanghai, "SIRENE", Need::Exactly(2), &all);
    Ok(vec![three, club, evening, two, shanghai])
}

/// One that is switched off, one that is over, and one that is being written.
fn kept_away(plan: &Plan) -> Outcome<Vec<PackageDraft>> {
    let all = pieces(plan, "SIRENE", None);
    let percent = |percent| Benefit::Percent(Rate::percent(percent));
    let name = ("SIRENE-DUO10", "Sirène: two pieces, 10 % off");
    let mut off = package(plan, name, Currency::Eur, percent(10))?;
    off.header.state = PackageState::Disabled;
    let off = with_group(off, "SIRENE", Need::Exactly(2), &all);
    let name = ("SIRENE-SUMMER", "Sirène: summer by the sea, 30 % off two");
    let mut over = package(plan, name, Currency::Eur, percent(30))?;
    over.header.starting_date = Some(days(plan.today, -170)?);
    over.header.ending_date = Some(days(plan.today, -80)?);
    over.header.coupon_code = Some("MER".to_owned());
    let over = with_group(over, "SIRENE", Need::Exactly(2), &all);
    let name = ("OPALE-NOEL", "Opale: ring and necklace for Christmas");
    let mut draft = package(plan, name, Currency::Eur, percent(20))?;
    draft.header.state = PackageState::Draft;
    draft.header.ending_date = Some(days(plan.today, 34)?);
    let rings = pieces(plan, "OPALE", Some("RING"));
    let mut draft = with_group(draft, "RING", Need::Exactly(1), &rings);
    // Its necklaces are still to be chosen.
    draft.groups.push(GroupRow {
        group_code: "NECKLACE".to_owned(),
        need: Need::Exactly(1),
    });
    Ok(vec![off, over, draft])
}

fn campaigns(plan: &Plan) -> Outcome<Vec<Campaign>> {
    let gifts: Vec<ItemNo> = plan
        .items
        .iter()
        .filter(|item| item.item_class == "GWP")
        .map(|item| ItemNo::from(item.item_no.as_str()))
        .collect();
    let stores: BTreeSet<StoreNo> = STORES
        .iter()
        .filter(|store| store.currency == "EUR")
        .map(|store| StoreNo::from(store.store_no))
        .collect();
    let pouches = gifts.iter().take(3).cloned().collect();
    let treasures = gifts.iter().skip(3).cloned().collect();
    let gift = Campaign {
        id: CampaignId::from("GIFT200"),
        name: "A velvet pouch from €200".to_owned(),
        starting_date: Some(plan.today),
        ending_date: Some(days(plan.today, 45)?),
        stores,
        currency: Currency::Eur,
        qualifying_amount: 20_000,
        families: BTreeSet::new(),
        item_nos: pouches,
        quantity_limit: 1,
        per_customer_limit: Some(2),
        member_only: false,
        stackable: true,
    };
    let club = Campaign {
        id: CampaignId::from("CLUB120"),
        name: "For members: mirror, charm or jewel case".to_owned(),
        qualifying_amount: 12_000,
        item_nos: treasures,
        per_customer_limit: Some(1),
        member_only: true,
        ..gift.clone()
    };
    Ok(vec![gift, club])
}
