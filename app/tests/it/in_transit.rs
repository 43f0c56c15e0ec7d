//! Pieces on their way, and how far other boutiques are.

use inventory::transit::{Arrival, expect, set_distance};
use jiff::ToSpan;
use jiff::civil::Date;
use serde_json::json;
use shell::Clock;
use testkit::{Settings, Shop};

/// Two in the morning in Paris: the day of the store is still the one before.
const NOW: &str = "2026-11-22T01:00:00Z";

async fn arrive(
    shop: &Shop,
    document_no: &'static str,
    from: Option<&'static str>,
    size: &'static str,
    due_on: Date,
) {
    let input = (document_no, from, size, due_on);
    shop.db()
        .write(input, |tx, (document_no, from, size, due_on)| {
            Box::pin(async move {
                let arrival = Arrival {
                    document_no,
                    line_no: 1,
                    store_no: "PAR",
                    from_store_no: *from,
                    item_no: "RG-1",
                    size_code: size,
                    quantity: 2,
                    due_on: *due_on,
                };
                expect(tx, &arrival).await
            })
        })
        .await
        .unwrap();
}

async fn shop() -> Shop {
    Shop::with(Settings {
        clock: Some(Clock::manual(NOW.parse().unwrap())),
        ..Settings::default()
    })
    .await
}

#[tokio::test]
async fn a_piece_says_what_is_on_its_way_and_on_which_day_of_the_store() {
    let shop = shop().await;
    let mei = shop.seller("mei").await;
    let today: Date = "2026-11-21".parse().unwrap();
    arrive(&shop, "T-2", None, "52", today.saturating_add(6.days())).await;
    arrive(
        &shop,
        "T-1",
        Some("MIL"),
        "52",
        today.saturating_sub(1.day()),
    )
    .await;
    arrive(
        &shop,
        "T-3",
        Some("MIL"),
        "52",
        today.saturating_sub(1.day()),
    )
    .await;
    let piece = mei.get("/item/RG-1").await.ok();
    let sizes = piece["sizes"].as_array().unwrap();
    let ring = sizes.iter().find(|size| size["sizeCode"] == "52").unwrap();
    assert_eq!(
        ring["inTransit"],
        json!([
            { "dueOn": "2026-11-20", "daysUntil": -1, "fromStoreName": "Milano", "quantity": 4 },
            { "dueOn": "2026-11-27", "daysUntil": 6, "fromStoreName": null, "quantity": 2 },
        ])
    );
    let others = sizes.iter().filter(|size| size["sizeCode"] != "52");
    assert!(others.clone().count() > 0);
    for other in others {
        assert_eq!(other["inTransit"], json!([]));
    }
    // The stock row counts them, and they are not to be sold yet.
    let sum = "SELECT in_transit_in FROM stock WHERE store_no = 'PAR' AND item_no = 'RG-1' \
               AND size_code = '52'";
    assert_eq!(shop.number(sum).await, 6);
    let free = ring["available"].as_i64().unwrap();
    let refused = mei.add("RG-1", "52", free + 1).await;
    assert_eq!(refused.refused(), (409, "sale.quantity_above_available"));
    // Elsewhere nothing comes.
    let gia = shop.log_in("gia").await;
    let there = gia.get("/item/RG-1").await.ok();
    for size in there["sizes"].as_array().unwrap() {
        assert_eq!(size["inTransit"], json!([]));
    }
}

#[tokio::test]
async fn one_document_sends_each_of_its_lines_once() {
    let shop = shop().await;
    let due: Date = "2026-11-25".parse().unwrap();
    arrive(&shop, "T-1", None, "52", due).await;
    let again = shop
        .db()
        .write((), |tx, ()| {
            Box::pin(async move {
                let arrival = Arrival {
                    document_no: "T-1",
                    line_no: 1,
                    store_no: "PAR",
                    from_store_no: None,
                    item_no: "RG-1",
                    size_code: "52",
                    quantity: 2,
                    due_on: "2026-11-25".parse().unwrap(),
                };
                expect(tx, &arrival).await
            })
        })
        .await;
    assert!(again.is_err());
    let sum = "SELECT CAST(SUM(in_transit_in) AS BIGINT) FROM stock";
    assert_eq!(shop.number(sum).await, 2);
}

#[tokio::test]
async fn boutiques_are_as_many_days_away_either_way_as_was_said() {
    let shop = shop().await;
    let mei = shop.seller("mei").await;
    let before = mei.get("/item/RG-1").await.ok();
    assert_eq!(before["otherStoreStock"][0]["travelDays"], json!(null));
    for days in [5, 2] {
        shop.db()
            .write(days, |tx, days| {
                Box::pin(async move { set_distance(tx, ("PAR", "MIL"), *days).await })
            })
            .await
            .unwrap();
    }
    let gia = shop.log_in("gia").await;
    for client in [&mei, &gia] {
        let piece = client.get("/item/RG-1").await.ok();
        assert_eq!(piece["otherStoreStock"][0]["travelDays"], 2);
    }
}

#[tokio::test]
async fn stock_that_disagrees_with_its_arrivals_is_found() {
    let shop = shop().await;
    arrive(&shop, "T-1", None, "52", "2026-11-25".parse().unwrap()).await;
    let findings = async || {
        let options = journal::VerifyOptions::default();
        journal::verify(shop.db(), &options).await.findings.len()
    };
    assert_eq!(findings().await, 0);
    shop.change(
        "UPDATE stock SET in_transit_in = 3 WHERE store_no = 'PAR' AND item_no = 'RG-1' \
         AND size_code = '52'",
    )
    .await;
    assert_eq!(findings().await, 1);
}

/// A distance as it is sent.
fn distance(from: &str, to: &str, days: i64) -> serde_json::Value {
    json!({ "fromStoreNo": from, "fromStoreName": "", "toStoreNo": to, "toStoreName": "",
        "travelDays": days })
}

#[tokio::test]
async fn head_office_keeps_how_far_two_boutiques_are_apart() {
    let shop = shop().await;
    let admin = shop.log_in("admin").await;
    let path = "/setting/store-distance/MIL~PAR";
    let save = async |path: &str, version: Option<i64>, value| {
        let body = json!({ "version": version, "value": value });
        admin.put(path, body).await
    };
    let made = save(path, None, distance("PAR", "MIL", 3)).await.ok();
    assert_eq!(
        (&made["key"], &made["version"]),
        (&json!("MIL~PAR"), &json!(1))
    );
    assert_eq!(made["value"]["fromStoreName"], "Milano");
    assert_eq!(
        save(path, Some(1), distance("MIL", "PAR", 4)).await.ok()["version"],
        2
    );
    let list = admin
        .get("/setting/store-distance?search=milano")
        .await
        .ok();
    assert_eq!(
        (&list["total"], &list["items"][0]["value"]["travelDays"]),
        (&json!(1), &json!(4))
    );
    assert_eq!(admin.get(path).await.ok(), list["items"][0]);
    for staff in ["mei", "gia"] {
        let piece = shop.log_in(staff).await.get("/item/RG-1").await.ok();
        assert_eq!(piece["otherStoreStock"][0]["travelDays"], 4);
    }
    let other = "/setting/store-distance/MIL~NONE";
    let table = [
        (
            path,
            None,
            distance("MIL", "PAR", 5),
            (409, "setting.code_taken"),
        ),
        (
            path,
            Some(1),
            distance("MIL", "PAR", 5),
            (409, "setting.changed_meanwhile"),
        ),
        (
            path,
            Some(2),
            distance("PAR", "MIL", 4),
            (422, "setting.not_changed"),
        ),
        (
            path,
            Some(2),
            distance("MIL", "PAR", -1),
            (422, "setting.out_of_range"),
        ),
        (
            path,
            Some(2),
            distance("MIL", "PAR", 366),
            (422, "setting.out_of_range"),
        ),
        (
            path,
            Some(2),
            distance("MIL", "MIL", 1),
            (422, "inventory.distance_same_store"),
        ),
        (
            path,
            Some(2),
            distance("", "PAR", 1),
            (422, "setting.required"),
        ),
        (
            other,
            Some(1),
            distance("MIL", "NONE", 1),
            (404, "setting.entry_not_found"),
        ),
        (
            other,
            None,
            distance("MIL", "NONE", 1),
            (422, "setting.reference_unknown"),
        ),
        (
            other,
            None,
            distance("MIL", "PAR", 1),
            (422, "setting.reference_unknown"),
        ),
    ];
    for (path, version, value, refused) in table {
        let answer = save(path, version, value.clone()).await;
        assert_eq!(answer.refused(), refused, "{value}");
    }
    let gone = admin.get("/setting/store-distance/NOBODY").await;
    assert_eq!(gone.refused(), (404, "setting.entry_not_found"));
    let written = "SELECT COUNT(*) FROM setting_change WHERE setting = 'storeDistance'";
    assert_eq!(shop.number(written).await, 2);
}
