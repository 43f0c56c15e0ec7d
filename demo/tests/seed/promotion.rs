//! What there is of packages and gifts.

use std::sync::Arc;

use std::collections::BTreeSet;

use ::promotion::rule::live::{Circumstances, is_live};
use ::promotion::rule::package::Package;
use ::promotion::store::{enabled_packages, running_campaigns};
use demo::company::STORES;
use demo::seed::OrderVolume;
use jiff::civil::{DateTime, date};
use kernel::Currency;

use crate::house::House;

fn live(
    packages: &[Arc<Package>],
    now: DateTime,
    currency: &str,
    is_member: bool,
) -> BTreeSet<String> {
    let coupons = ["HAIYAO".to_owned()];
    let at = Circumstances {
        now,
        price_groups: &[],
        currency: Currency::parse(currency).unwrap(),
        is_member,
        coupons: &coupons,
    };
    let counting = packages.iter().filter(|package| is_live(package, &at));
    counting.map(|it| it.header().id.0.clone()).collect()
}

#[tokio::test]
async fn packages_count_where_their_pieces_lie() {
    let house = House::seeded(OrderVolume::Days(1)).await;
    let packages = house
        .shell
        .db
        .read((), |tx, ()| Box::pin(enabled_packages(tx)))
        .await
        .unwrap();
    assert_eq!(packages.len(), 11, "all that are enabled have no fault");
    assert_eq!(house.count("discount_package").await, 13);
    let noon = date(2026, 11, 21).at(12, 0, 0, 0);
    let euro = live(&packages, noon, "EUR", false);
    assert_eq!(euro.len(), 4, "{euro:?}");
    let club = live(&packages, noon, "EUR", true);
    assert_eq!(club.len(), 5, "{club:?}");
    let evening = live(&packages, date(2026, 11, 21).at(18, 0, 0, 0), "EUR", false);
    assert_eq!(evening.len(), 5, "{evening:?}");
    for package in packages.iter() {
        let header = package.header();
        let stores = STORES
            .iter()
            .filter(|store| store.currency == header.currency.code());
        for store in stores {
            for group in package.groups() {
                let items: Vec<String> = group
                    .rows
                    .iter()
                    .map(|row| format!("'{}'", row.item_no))
                    .collect();
                let lying = format!(
                    "stock WHERE store_no = '{}' AND on_hand > 0 AND item_no IN ({})",
                    store.store_no,
                    items.join(", ")
                );
                let pieces = house.count(&lying).await;
                assert!(pieces > 0, "{} in {}: {lying}", header.id, store.store_no);
            }
        }
    }
    let others = "discount_package_item p JOIN item i ON i.item_no = p.item_no \
         WHERE i.collection_code NOT IN ('OPALE', 'SIRENE') OR NOT i.discountable OR i.stopped";
    assert_eq!(house.count(others).await, 0);
}

#[tokio::test]
async fn gifts_lie_in_every_store_that_gives_them() {
    let house = House::seeded(OrderVolume::Days(1)).await;
    let campaigns = house
        .shell
        .db
        .read((), |tx, ()| Box::pin(running_campaigns(tx)))
        .await
        .unwrap();
    assert_eq!(campaigns.len(), 2);
    for campaign in campaigns.iter() {
        for store_no in &campaign.stores {
            for item_no in &campaign.item_nos {
                let lying = format!(
                    "stock WHERE store_no = '{store_no}' AND item_no = '{item_no}' AND on_hand > 0"
                );
                assert_eq!(house.count(&lying).await, 1, "{lying}");
            }
        }
    }
    assert!(house.count("customer WHERE member_since IS NOT NULL").await > 0);
    assert!(house.count("customer WHERE member_since IS NULL").await > 0);
}
