//! What is kept comes back as it was, and what has faults keeps away from baskets.

use std::collections::BTreeSet;

use jiff::Timestamp;
use jiff::civil::{Weekday, date, time};
use kernel::id::{CustomerId, ItemNo, StaffId, StoreNo};
use kernel::{Currency, Rate};
use shell::Db;
use shell::db::{Tx, TxFuture};

use super::package::read_packages;
use super::*;
use crate::rule::campaign::{Campaign, CampaignId};
use crate::rule::package::{
    Benefit, DayWindow, GroupRow, Header, ItemRow, Need, PackageDraft, PackageId, PackageState,
    RowBenefit,
};

async fn database() -> (Db, tempfile::TempDir) {
    let folder = tempfile::tempdir().unwrap();
    let db = Db::open_sqlite(&folder.path().join("vitrine.db")).unwrap();
    db.migrate().await.unwrap();
    (db, folder)
}

fn row(lineno: u32, item_no: &str, line_group: &str, pieces: u32) -> ItemRow {
    ItemRow {
        lineno,
        item_no: ItemNo::from(item_no),
        line_group: line_group.to_owned(),
        quantity_of_item_need: pieces,
        benefit: None,
        package_benefit: None,
        takes_customised: false,
    }
}

/// A package that uses every column.
fn full(id: &str) -> PackageDraft {
    PackageDraft {
        header: Header {
            id: PackageId::from(id),
            description: "Pair of an evening".to_owned(),
            state: PackageState::Enabled,
            priority: -3,
            starting_date: Some(date(2026, 11, 1)),
            ending_date: Some(date(2026, 11, 30)),
            weekdays: vec![Weekday::Monday, Weekday::Sunday],
            hours: Some(DayWindow {
                from: time(22, 0, 0, 0),
                to: time(2, 30, 0, 0),
            }),
            price_group: None,
            currency: Currency::Kwd,
            member_only: true,
            amount_to_trigger: 100_000,
            max_times: Some(2),
            block_manual_discount: true,
            block_basket_discount: true,
            coupon_code: Some("NIGHT".to_owned()),
            benefit: Benefit::LineSpecific,
        },
        groups: vec![GroupRow {
            group_code: "A".to_owned(),
            need: Need::Exactly(2),
        }],
        items: vec![
            ItemRow {
                benefit: Some(RowBenefit::DealPrice(45_000)),
                takes_customised: true,
                ..row(1, "RG-1", "A", 2)
            },
            ItemRow {
                benefit: Some(RowBenefit::Percent(Rate(125_000))),
                ..row(5, "BR-2", "", 1)
            },
        ],
    }
}

fn simple(id: &str, benefit: Benefit, need: Need) -> PackageDraft {
    let full = full(id);
    PackageDraft {
        header: Header {
            benefit,
            hours: None,
            starting_date: None,
            ending_date: None,
            max_times: None,
            coupon_code: None,
            ..full.header
        },
        groups: vec![GroupRow {
            group_code: "A".to_owned(),
            need,
        }],
        items: vec![row(1, "RG-1", "A", 0), row(2, "BR-2", "A", 0)],
    }
}

fn keep<'a>(tx: &'a mut Tx, drafts: &'a Vec<PackageDraft>) -> TxFuture<'a, ()> {
    Box::pin(async move {
        let staff_id = StaffId::from("admin");
        let by = By {
            staff_id: &staff_id,
            at: Timestamp::UNIX_EPOCH,
        };
        for draft in drafts {
            insert_package(tx, draft, by).await?;
        }
        Ok(())
    })
}

#[tokio::test]
async fn packages_come_back_as_they_were_kept() {
    let (db, _folder) = database().await;
    let least = Benefit::LeastExpensive {
        count: 1,
        rate: Rate::percent(50),
    };
    let drafts = vec![
        full("P1"),
        simple("P2", Benefit::DealPrice(9_900), Need::Exactly(3)),
        simple(
            "P3",
            Benefit::Percent(Rate(155_000)),
            Need::Between(2, None),
        ),
        simple("P4", Benefit::Amount(500), Need::Worth(20_000)),
        simple("P5", least, Need::Exactly(2)),
        simple("P6", Benefit::Amount(1), Need::Between(2, Some(4))),
    ];
    db.write(drafts.clone(), keep).await.unwrap();
    let stored = db
        .read((), |tx, ()| Box::pin(read_packages(tx, "1 = 1", &[])))
        .await
        .unwrap();
    let changed = Changed {
        version: 1,
        by: StaffId::from("admin"),
        at: Timestamp::UNIX_EPOCH,
    };
    assert!(stored.iter().all(|package| package.changed == changed));
    let found: Vec<PackageDraft> = stored.into_iter().map(|package| package.draft).collect();
    assert_eq!(found, drafts);
}

#[tokio::test]
async fn baskets_see_enabled_packages_without_faults_and_each_change_at_once() {
    let (db, _folder) = database().await;
    let good = simple("GOOD", Benefit::Amount(500), Need::Exactly(2));
    let mut draft = good.clone();
    draft.header.id = PackageId::from("DRAFT");
    draft.header.state = PackageState::Draft;
    let faulty = simple("FAULTY", Benefit::Amount(0), Need::Exactly(2));
    db.write(vec![good, draft, faulty], keep).await.unwrap();
    let ids = async || {
        let packages = db
            .read((), |tx, ()| Box::pin(enabled_packages(tx)))
            .await
            .unwrap();
        let ids = packages.iter().map(|package| package.header().id.0.clone());
        ids.collect::<Vec<_>>()
    };
    assert_eq!(ids().await, ["GOOD"]);
    let late = simple("LATE", Benefit::Amount(500), Need::Exactly(2));
    db.write(vec![late], keep).await.unwrap();
    assert_eq!(ids().await, ["GOOD", "LATE"]);
}

#[tokio::test]
async fn campaigns_with_faults_give_nothing() {
    let (db, _folder) = database().await;
    let nowhere = Campaign {
        id: CampaignId::from("NOWHERE"),
        name: "Runs in no store".to_owned(),
        starting_date: None,
        ending_date: None,
        stores: BTreeSet::<StoreNo>::new(),
        currency: Currency::Eur,
        qualifying_amount: 20_000,
        families: BTreeSet::new(),
        item_nos: Vec::new(),
        quantity_limit: 1,
        per_customer_limit: Some(1),
        member_only: false,
        stackable: true,
    };
    db.write(nowhere, |tx, nowhere| {
        Box::pin(async move {
            let staff_id = StaffId::from("admin");
            let by = By {
                staff_id: &staff_id,
                at: Timestamp::UNIX_EPOCH,
            };
            insert_campaign(tx, nowhere, true, by).await
        })
    })
    .await
    .unwrap();
    let (running, stored, received) = db
        .read((), |tx, ()| {
            Box::pin(async move {
                let stored = super::campaign::read_campaigns(tx, "1 = 1", &[]).await?;
                let customer = CustomerId(uuid::Uuid::from_u128(1));
                let received = received_gifts(tx, customer).await?;
                Ok((running_campaigns(tx).await?, stored, received))
            })
        })
        .await
        .unwrap();
    assert!(running.is_empty());
    assert_eq!(stored.len(), 1);
    assert!(stored[0].enabled);
    assert_eq!(stored[0].campaign.per_customer_limit, Some(1));
    assert!(received.is_empty());
}
