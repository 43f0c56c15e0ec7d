//! Old jewellery: weighed, signed for, credited, shipped.

use std::sync::Arc;
use std::time::Duration;

use jiff::Timestamp;
use journal::Signer;
use recycling::Differences;
use reqwest::Method;
use serde_json::{Value, json};
use sha2::Digest as _;
use shell::Clock;
use shell::db::{Tx, TxFuture, params};
use testkit::{Client, KEY, Settings, Shop};
use uuid::Uuid;

use crate::gift_card;

pub(crate) const NOW: &str = "2026-11-21T10:00:00Z";
pub(crate) const INES: Uuid = Uuid::from_u128(1);
pub(crate) const BALANCE: &str =
    "SELECT CAST(COALESCE(SUM(balance), 0) AS BIGINT) FROM recycling_credit";

/// Paris takes back everything, Milan only what was bought there; gold and silver have prices.
pub(crate) async fn open(settings: Settings) -> (Shop, Clock) {
    let clock = Clock::manual(NOW.parse().unwrap());
    let shop = Shop::with(Settings {
        clock: Some(clock.clone()),
        ..settings
    })
    .await;
    enable(&shop, clock.now()).await;
    (shop, clock)
}

/// What [`open`] sets up.
pub(crate) async fn enable(shop: &Shop, now: Timestamp) {
    shop.db()
        .write(now, |tx, now| {
            Box::pin(async move {
                for item_no in ["GOLD", "SILVER"] {
                    tx.execute_one(
                        "INSERT INTO item (item_no, name, search_text, collection_code, \
                         item_class_code, product_type, unit, unit_weight, no_stock_posting, \
                         keying_in_price, stopped, discountable, sold_in_shops, \
                         vat_posting_group, pricing_method, picture, story, ranking, fineness) \
                         VALUES ($1, $1, $1, 'LAGUNE', 'ALL', 'METAL', 'G', 1000, $2, $3, $3, \
                         $3, $3, 'GOODS', 'FIXED', '', '', 900, 1000)",
                        params![item_no, true, false],
                    )
                    .await?;
                }
                set_prices(tx, now).await?;
                for (store, no_order) in [("PAR", true), ("MIL", false)] {
                    tx.execute_one(
                        "INSERT INTO recycling_setting (store_no, enabled, no_order, \
                         gold_item_no, silver_item_no, gold_payout, silver_payout, \
                         platinum_payout, campaign_share, campaign_maximum, alloy_amount, \
                         code_above, precious_metal_tax) VALUES ($1, $2, $3, 'GOLD', 'SILVER', \
                         850000, 800000, 0, 100000, 3000, 200, 5000, $4)",
                        params![store, true, no_order, false],
                    )
                    .await?;
                }
                tx.execute_one(
                    "INSERT INTO tender (tender_code, name, tender_type, over_tender_allowed, \
                     under_tender_allowed, opens_drawer, counting_required) \
                     VALUES ('RECYCLE', 'Recycling credit', 'RECYCLING_CREDIT', $1, $2, $1, $1)",
                    params![false, true],
                )
                .await?;
                tx.execute_one(
                    "INSERT INTO tender_store (store_no, tender_code, position, \
                     online_pos_mapping) VALUES ('PAR', 'RECYCLE', 9, '')",
                    params![],
                )
                .await?;
                Ok(())
            })
        })
        .await
        .unwrap();
}

/// What gold and silver are worth from a moment on: the board has a price of the day.
pub(crate) fn set_prices<'a>(tx: &'a mut Tx, now: &'a Timestamp) -> TxFuture<'a, ()> {
    Box::pin(async move {
        for (item_no, price) in [("GOLD", 985_000_i64), ("SILVER", 9_200)] {
            tx.execute_one(
                "INSERT INTO metal_price (item_no, sales_code, starts_at, unit_price, \
                 price_includes_vat, set_by, set_at) VALUES ($1, 'EUR', $2, $3, $4, 'admin', $2)",
                params![item_no, *now, price, false],
            )
            .await?;
        }
        Ok(())
    })
}

pub(crate) async fn shop() -> (Shop, Clock, Client) {
    let (shop, clock) = open(Settings::default()).await;
    let manager = shop.seller("manager").await.repeating();
    (shop, clock, manager)
}

pub(crate) fn piece(metal: &str, fineness: i64, weight: i64) -> Value {
    json!({
        "metal": metal, "fineness": fineness,
        "testMethod": if metal == "ALLOY" { Value::Null } else { json!("HALLMARK") },
        "quantity": 1, "grossWeight": weight, "stoneWeight": 0, "description": "Ring",
        "marks": "Eagle's head", "orderLineId": null,
    })
}

pub(crate) fn seller(born: &str, document_no: &str) -> Value {
    json!({
        "familyName": "Marchetti", "givenName": "Inès", "birthDate": born,
        "address": "4 rue des Lilas", "postalCode": "75011", "city": "Paris", "country": "FR",
        "documentType": "PASSPORT", "documentNo": document_no, "documentIssuer": "Paris",
        "documentDate": "2021-06-03",
    })
}

pub(crate) async fn begin(client: &Client, pieces: Value) -> Value {
    let body = json!({
        "kind": "NO_ORDER", "customerId": INES, "orderId": null, "pieces": pieces
    });
    client.post("/recycling", body).await.ok()
}

pub(crate) fn path(document: &Value, step: &str) -> String {
    format!(
        "/recycling/{}/{step}",
        document["recyclingId"].as_str().unwrap()
    )
}

pub(crate) async fn sign(client: &Client, document: &Value, document_no: &str) -> Value {
    let body = json!({
        "version": document["version"], "seller": seller("1988-04-12", document_no),
        "signature": "1,2 3,4", "warningSeen": true,
    });
    client.post(&path(document, "agree"), body).await.ok()
}

pub(crate) async fn step(client: &Client, document: &Value, step: &str) -> testkit::Answer {
    let body = json!({ "version": document["version"] });
    client.post(&path(document, step), body).await
}

/// A document with 329.67 of credit.
pub(crate) async fn credited(client: &Client, document_no: &str) -> Value {
    let document = begin(client, json!([piece("GOLD", 750, 5_250)])).await;
    let document = sign(client, &document, document_no).await;
    step(client, &document, "grant").await.ok()
}

pub(crate) async fn release(shop: &Shop, clock: &Clock) -> i64 {
    shop.db()
        .write(clock.now(), |tx, now| recycling::release::release(tx, *now))
        .await
        .unwrap()
}

pub(crate) async fn proof(shop: &Shop) -> Differences {
    let report = journal::verify(shop.db(), &journal::VerifyOptions::default()).await;
    assert_eq!(report.findings, []);
    recycling::verify(shop.db()).await.unwrap()
}

#[tokio::test]
async fn stores_take_back_what_they_are_enabled_for_and_say_so() {
    let (shop, _, manager) = shop().await;
    let mei = shop.seller("mei").await.repeating();
    let pieces = json!([piece("GOLD", 750, 5_250)]);
    let body = json!({
        "kind": "NO_ORDER", "customerId": INES, "orderId": null, "pieces": pieces
    });
    let denied = mei.post("/recycling", body.clone()).await;
    assert_eq!(denied.refused(), (403, "session.forbidden"));
    shop.change("UPDATE recycling_setting SET no_order = (1 = 0)")
        .await;
    let refused = manager.post("/recycling", body.clone()).await;
    assert_eq!(refused.refused(), (409, "recycling.no_order_not_enabled"));
    assert_eq!(
        refused.envelope["message"],
        "The no-order recycling function is not enabled"
    );
    shop.change("UPDATE recycling_setting SET enabled = (1 = 0)")
        .await;
    let refused = manager.post("/recycling", body.clone()).await;
    assert_eq!(refused.refused(), (409, "recycling.store_not_enabled"));
    assert_eq!(
        refused.envelope["message"],
        "The store is not enabled for recycling"
    );
    let setup = mei.get("/recycling/setup").await.ok();
    assert_eq!(setup["refusal"]["key"], "recycling.store_not_enabled");
    assert_eq!(setup["mayNoOrder"], false);
    let unknown = json!({
        "kind": "NO_ORDER", "customerId": Uuid::from_u128(9), "orderId": null, "pieces": []
    });
    shop.change("UPDATE recycling_setting SET enabled = (1 = 1), no_order = (1 = 1)")
        .await;
    let refused = manager.post("/recycling", unknown).await;
    assert_eq!(refused.refused(), (422, "recycling.customer_missing"));
    assert_eq!(shop.number("SELECT COUNT(*) FROM recycling").await, 0);
}

#[tokio::test]
async fn the_server_computes_the_credit_while_pieces_are_weighed() {
    let (shop, clock, manager) = shop().await;
    let mut negative = piece("SILVER", 925, 18_400);
    negative["quantity"] = json!(-1);
    let body = json!({
        "orderId": null, "recyclingId": null, "pieces": [
            piece("SILVER", 925, 18_400), piece("GOLD", 750, 5_250), piece("GOLD", 375, 2_100),
            negative, piece("GOLD", 800, 1_000), piece("PLATINUM", 950, 1_000),
        ]
    });
    let quote = manager.post("/recycling/quote", body.clone()).await.ok();
    let amounts: Vec<_> = (0..3)
        .map(|at| {
            quote["pieces"][at]["value"]["amount"]["minor"]
                .as_i64()
                .unwrap()
        })
        .collect();
    assert_eq!(amounts, [1_253, 32_967, 6_593]);
    let refusals: Vec<_> = (3..6)
        .map(|at| quote["pieces"][at]["refusal"]["key"].as_str().unwrap())
        .collect();
    assert_eq!(
        refusals,
        [
            "recycling.quantity_negative",
            "recycling.fineness_unknown",
            "recycling.board_missing"
        ]
    );
    assert_eq!(quote["amount"]["minor"], 40_813);
    let mixed = json!([piece("GOLD", 750, 5_250), piece("ALLOY", 0, 9_000)]);
    let body = json!({ "kind": "NO_ORDER", "customerId": INES, "orderId": null, "pieces": mixed });
    let refused = manager.post("/recycling", body).await;
    assert_eq!(refused.refused(), (422, "recycling.alloy_mixed"));

    // Yesterday's board counts for nothing.
    clock.advance(Duration::from_secs(24 * 3600));
    let fresh = shop.seller("manager").await.repeating();
    let body = json!({
        "kind": "NO_ORDER", "customerId": INES, "orderId": null,
        "pieces": [piece("GOLD", 750, 5_250)]
    });
    let refused = fresh.post("/recycling", body).await;
    assert_eq!(refused.refused(), (409, "recycling.board_missing"));
    assert_eq!(shop.number("SELECT COUNT(*) FROM recycling").await, 0);
}

#[tokio::test]
async fn a_piece_of_ours_brings_the_campaign_when_that_is_more_and_only_once() {
    let (shop, _, manager) = shop().await;
    manager.add("ER-1", "", 1).await.ok();
    manager.start_payment().await;
    let paid = manager.pay_cash(12_900).await.ok();
    let receipt_no = paid["order"]["receiptNo"].as_str().unwrap();
    let mei = shop.seller("mei").await.repeating();
    let order = mei
        .get(&format!("/recycling/order?receiptNo={receipt_no}"))
        .await
        .ok();
    let line = &order["lines"][0];
    assert_eq!(
        (&line["left"], &line["paid"]["minor"]),
        (&json!(1), &json!(12_900))
    );
    let mut earring = piece("SILVER", 925, 3_000);
    earring["orderLineId"] = line["orderLineId"].clone();
    let body = |pieces: Value| {
        json!({
            "kind": "WITH_ORDER", "customerId": INES, "orderId": order["orderId"],
            "pieces": pieces
        })
    };
    let mut two = earring.clone();
    two["quantity"] = json!(2);
    let refused = mei.post("/recycling", body(json!([two]))).await;
    assert_eq!(refused.refused(), (409, "recycling.origin_impossible"));
    let document = mei.post("/recycling", body(json!([earring]))).await.ok();
    // The metal is worth 2.04; 10 % of 129.00 is 12.90.
    assert_eq!(document["amount"]["minor"], 1_290);
    assert_eq!(document["lines"][0]["value"]["metalAmount"]["minor"], 204);
    let again = mei.post("/recycling", body(json!([earring]))).await;
    assert_eq!(again.refused(), (409, "recycling.origin_impossible"));
    step(&mei, &document, "cancel").await.ok();
    mei.post("/recycling", body(json!([earring]))).await.ok();
    let unknown = mei.get("/recycling/order?receiptNo=R-MIL-000001").await;
    assert_eq!(unknown.refused(), (409, "recycling.not_printable"));
    assert_eq!(
        unknown.envelope["message"],
        "The order cannot be recycled or its recycling cannot be printed"
    );
}

#[tokio::test]
async fn the_seller_is_of_age_signs_and_stands_in_the_register_as_a_hash() {
    let (shop, _, manager) = shop().await;
    let document = begin(&manager, json!([piece("GOLD", 750, 5_250)])).await;
    assert_eq!(document["state"], "WEIGHED");
    let agree = |seller: Value, signature: &str| {
        let body = json!({
            "version": document["version"], "seller": seller, "signature": signature
        });
        let (manager, path) = (manager.clone(), path(&document, "agree"));
        async move { manager.post(&path, body).await }
    };
    let minor = agree(seller("2008-11-22", "18AV12345"), "1,2 3,4").await;
    assert_eq!(minor.refused(), (422, "recycling.minor"));
    let unsigned = agree(seller("1988-04-12", "18AV12345"), "").await;
    assert_eq!(unsigned.refused(), (422, "recycling.signature_missing"));
    assert_eq!(
        shop.number("SELECT COUNT(*) FROM recycling_register").await,
        0
    );
    let early = step(&manager, &document, "grant").await;
    assert_eq!(early.refused(), (409, "recycling.state_not_possible"));
    let agreed = agree(seller("1988-04-12", "18AV12345"), "1,2 3,4")
        .await
        .ok();
    assert_eq!(agreed["state"], "AGREED");
    assert_eq!(agreed["seller"]["document"], "18AV12345");
    // Who may not read the register sees the paper masked.
    let mei = shop.seller("mei").await.repeating();
    let id = agreed["recyclingId"].as_str().unwrap();
    let seen = mei.get(&format!("/recycling/{id}")).await.ok();
    assert_eq!(seen["seller"]["document"], "••••••345");
    assert_eq!(seen["seller"]["seller"], Value::Null);
    let names = "SELECT COUNT(*) FROM recycling_register WHERE content LIKE '%Marchetti%' \
                 OR content LIKE '%18AV12345%'";
    assert_eq!(shop.number(names).await, 0);
    let journal = "SELECT COUNT(*) FROM journal_entry WHERE CAST(payload AS TEXT) LIKE '%18AV%'";
    if shop.sqlite_file().is_some() {
        assert_eq!(shop.number(journal).await, 0);
    }
    for sql in [
        "UPDATE recycling_register SET content = ''",
        "DELETE FROM recycling_register",
        "UPDATE recycling_seller SET identity = ''",
        "UPDATE recycling_line SET amount = 1",
        "DELETE FROM recycling_line",
        "UPDATE recycling SET amount = 1, gross_amount = 1",
        "DELETE FROM recycling",
    ] {
        let refused = shop
            .db()
            .write(sql, |tx, sql| {
                Box::pin(async move { Ok(tx.execute(sql, &[]).await?) })
            })
            .await;
        assert!(refused.is_err(), "{sql}");
    }
    assert_eq!(proof(&shop).await, Differences::default());

    let forbidden = mei.get("/recycling/register/verification").await;
    assert_eq!(forbidden.refused(), (403, "session.forbidden"));
    let admin = shop.log_in("admin").await.repeating();
    let table = admin.request(Method::GET, "/recycling/register/export.csv");
    let table = table.send().await.unwrap().text().await.unwrap();
    for wanted in [
        "\"Marchetti\"",
        "\"18AV12345\"",
        "\"329.67\"",
        "\"750\"",
        "\"5.250\"",
    ] {
        assert!(table.contains(wanted), "{wanted} is not in {table}");
    }
    let found = admin.get("/recycling/register/verification").await.ok();
    assert_eq!(found, json!({ "entries": 1, "findings": [] }));
    shop.change("DELETE FROM recycling_seller").await;
    let found = admin.get("/recycling/register/verification").await.ok();
    assert_eq!(found["findings"][0]["fault"], "SELLER_MISSING");
}

/// What is sent to sign, with the approval of a colleague or without.
fn signing(document: &Value, document_no: &str, approval: &Value) -> Value {
    json!({
        "version": document["version"], "seller": seller("1988-04-12", document_no),
        "signature": "1,2 3,4", "warningSeen": true, "approvalId": approval,
    })
}

#[tokio::test]
async fn above_the_amount_of_the_store_a_second_person_signs_once_for_these_pieces() {
    let (shop, _, manager) = shop().await;
    shop.change("UPDATE recycling_setting SET approval_above = 32966 WHERE store_no = 'PAR'")
        .await;
    let setup = manager.get("/recycling/setup").await.ok();
    assert_eq!(setup["approvalAbove"]["minor"], 32_966);
    // 329.67 is a cent above, 65.93 is not.
    let small = begin(&manager, json!([piece("GOLD", 375, 2_100)])).await;
    let refused = step(&manager, &small, "approval").await;
    assert_eq!(refused.refused(), (409, "sale.approval_not_needed"));
    let small = sign(&manager, &small, "SMALL0001").await;
    assert_eq!(small["state"], "AGREED");
    let ring = begin(&manager, json!([piece("GOLD", 750, 5_250)])).await;
    let agree = path(&ring, "agree");
    let alone = manager
        .post(&agree, signing(&ring, "ALONE0001", &Value::Null))
        .await;
    assert_eq!(alone.refused(), (409, "sale.approval_required"));
    // Whoever asks does not sign, nor does somebody without the permission. Nobody else here could:
    // who may take back without an order judges pieces alone, and not those of others.
    shop.change("UPDATE salesperson SET permission_group_code = 'SENIOR' WHERE staff_id = 'mei'")
        .await;
    shop.change(
        "DELETE FROM permission_group_permission WHERE permission_group_code = 'ADMIN' \
         AND permission_code = 'recycle.approve'",
    )
    .await;
    let nobody = step(&manager, &ring, "approval").await;
    assert_eq!(nobody.refused(), (409, "sale.approval_nobody"));
    shop.change("UPDATE salesperson SET permission_group_code = 'MANAGER' WHERE staff_id = 'leo'")
        .await;
    let asked = step(&manager, &ring, "approval").await.ok();
    assert_eq!(asked["permission"], "recycle.approve");
    let id = |asked: &Value| asked["approvalId"].as_str().unwrap().to_owned();
    let signed = async |approval: &str, name: &str| {
        let sign = format!("/basket/approval/{approval}/sign");
        let body = json!({ "staffId": name, "password": testkit::PASSWORD });
        manager.post(&sign, body).await
    };
    let own = signed(&id(&asked), "manager").await;
    assert_eq!(own.refused(), (409, "sale.approval_by_somebody_else"));
    let theirs = signed(&id(&asked), "mei").await;
    assert_eq!(theirs.refused(), (409, "sale.approval_not_theirs"));
    let unsigned = signing(&ring, "ALONE0001", &json!(id(&asked)));
    let unsigned = manager.post(&agree, unsigned).await;
    assert_eq!(unsigned.refused(), (409, "sale.approval_ended"));
    // A colleague signs; pieces that are weighed again need another signature.
    let approved = signed(&id(&asked), "leo").await.ok();
    assert_eq!(approved["approvedBy"], "leo");
    let heavier = json!({
        "version": ring["version"], "pieces": [piece("GOLD", 750, 9_250)],
    });
    let heavier = manager.put(&path(&ring, "piece"), heavier).await.ok();
    let other = signing(&heavier, "ALONE0001", &json!(id(&asked)));
    let other = manager.post(&agree, other).await;
    assert_eq!(other.refused(), (409, "sale.approval_other_action"));
    let asked = step(&manager, &heavier, "approval").await.ok();
    signed(&id(&asked), "leo").await.ok();
    let body = || signing(&heavier, "ALONE0001", &json!(id(&asked)));
    let agreed = manager.post(&agree, body()).await.ok();
    assert_eq!(agreed["state"], "AGREED");
    assert!(!agreed["approvedBy"].as_str().unwrap().is_empty());
    // It is used up: another document finds it gone.
    let second = begin(&manager, json!([piece("GOLD", 750, 9_250)])).await;
    let again = signing(&second, "ALONE0002", &json!(id(&asked)));
    let again = manager.post(&path(&second, "agree"), again).await;
    assert_eq!(again.refused(), (409, "sale.approval_ended"));
    let told =
        "SELECT COUNT(*) FROM recycling_register WHERE content LIKE '%\"approvedBy\":\"leo\"%'";
    assert_eq!(shop.number(told).await, 1);
    let told = crate::journal_events::named(&shop, "PAR-3", "approvalGiven").await;
    let by: Vec<&Value> = told.iter().map(|event| &event["approvedBy"]).collect();
    assert_eq!(by, ["leo", "leo"]);
    assert_eq!(proof(&shop).await, Differences::default());
}

#[tokio::test]
async fn whoever_approves_large_purchases_may_not_take_back_without_an_order_for_that() {
    let (shop, _, manager) = shop().await;
    shop.change("UPDATE recycling_setting SET approval_above = 32966 WHERE store_no = 'PAR'")
        .await;
    shop.change(
        "INSERT INTO permission_group_permission (permission_group_code, permission_code, \
         grant_kind) VALUES ('SALES', 'recycle.approve', 'APPROVE_ONLY')",
    )
    .await;
    let mei = shop.seller("mei").await;
    let body = json!({
        "kind": "NO_ORDER", "customerId": INES, "orderId": null,
        "pieces": [piece("GOLD", 750, 5_250)],
    });
    let refused = mei.post("/recycling", body).await;
    assert_eq!(refused.refused(), (403, "session.forbidden"));
    let ring = begin(&manager, json!([piece("GOLD", 750, 5_250)])).await;
    let asked = step(&manager, &ring, "approval").await.ok();
    let sign = format!(
        "/basket/approval/{}/sign",
        asked["approvalId"].as_str().unwrap()
    );
    let own = json!({ "staffId": "mei", "password": testkit::PASSWORD });
    let approved = manager.post(&sign, own).await.ok();
    assert_eq!(approved["approvedBy"], "mei");
}

/// A point as a camera would send it.
fn photo() -> Value {
    let point = "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8/5+hHgAHggJ/PchI7wAA\
                 AABJRU5ErkJggg==";
    json!({ "photo": point })
}

#[tokio::test]
async fn pieces_are_photographed_for_those_who_may_see_them_and_as_long_as_the_register() {
    let (shop, clock, manager) = shop().await;
    let ring = begin(&manager, json!([piece("GOLD", 750, 5_250)])).await;
    let photos = path(&ring, "photo");
    let key = Uuid::now_v7();
    for _ in 0..2 {
        let kept = manager.keyed(Method::POST, &photos, key, photo()).await;
        let kept = kept.ok();
        assert_eq!(kept["photos"].as_array().unwrap().len(), 1, "once");
    }
    let two = manager.post(&photos, photo()).await.ok();
    assert_eq!(two["version"], ring["version"], "no weight has changed");
    let one = |document: &Value, at: usize| {
        let photo_id = document["photos"][at].as_str().unwrap().to_owned();
        format!("{photos}/{photo_id}")
    };
    let shown = manager.request(Method::GET, &one(&two, 0));
    let shown = shown.send().await.unwrap();
    assert_eq!(shown.headers()["content-type"], "image/jpeg");
    let shown = shown.bytes().await.unwrap();
    assert!(shown.starts_with(b"\xff\xd8\xff"), "drawn anew");
    let gia = shop.seller("gia").await.repeating();
    let elsewhere = gia.get(&one(&two, 0)).await;
    assert_eq!(elsewhere.refused(), (404, "recycling.not_found"));
    let text = json!({ "photo": "bm8gcGljdHVyZQ==" });
    let refused = manager.post(&photos, text).await;
    assert_eq!(refused.refused(), (422, "crm.photo_unreadable"));
    // Until the seller signs a photograph can be taken away; from then on the register names it.
    let left = manager.delete(&one(&two, 1)).await.ok();
    assert_eq!(left["photos"].as_array().unwrap().len(), 1);
    let gone = manager.get(&one(&two, 1)).await;
    assert_eq!(gone.refused(), (404, "recycling.photo_not_found"));
    let signed = sign(&manager, &ring, "PHOTO0001").await;
    let kept = manager.delete(&one(&signed, 0)).await;
    assert_eq!(kept.refused(), (409, "recycling.state_not_possible"));
    let hash = hex::encode(sha2::Sha256::digest(&shown));
    let named = shop.db().read(format!("%{hash}%"), |tx, hash| {
        Box::pin(async move {
            let sql = "SELECT COUNT(*) FROM recycling_register WHERE content LIKE $1";
            Ok(tx.query_one(sql, params![hash]).await?.read::<i64>()?)
        })
    });
    assert_eq!(named.await.unwrap(), 1);
    for _ in 1..12 {
        manager.post(&photos, photo()).await.ok();
    }
    let many = manager.post(&photos, photo()).await;
    assert_eq!(many.refused(), (409, "recycling.photos_too_many"));
    // They go with the seller, after ten years.
    clock.advance(Duration::from_secs(3_700 * 86_400));
    let now = clock.now();
    let input = (Arc::new(Signer::new(&KEY)), now);
    shop.db()
        .write(input, |tx, (signer, now)| {
            recycling::release::erase(tx, signer, *now)
        })
        .await
        .unwrap();
    let kept = "SELECT COUNT(*) FROM recycling_photo";
    assert_eq!(shop.number(kept).await, 0);
}

#[tokio::test]
async fn the_fourth_sale_of_an_identity_in_a_month_makes_staff_look_twice() {
    let (shop, _, manager) = shop().await;
    for _ in 0..3 {
        credited(&manager, "18 AV-12345").await;
    }
    let document = begin(&manager, json!([piece("GOLD", 750, 5_250)])).await;
    let mut body = json!({
        "version": document["version"], "seller": seller("1988-04-12", "18av12345"),
        "signature": "1,2 3,4",
    });
    let warned = manager.post(&path(&document, "agree"), body.clone()).await;
    assert_eq!(warned.refused(), (409, "recycling.identity_often"));
    assert_eq!(warned.envelope["error"]["params"]["count"], 3);
    body["warningSeen"] = json!(true);
    manager.post(&path(&document, "agree"), body).await.ok();
    assert_eq!(proof(&shop).await, Differences::default());
}

#[tokio::test]
async fn anybody_with_the_link_reads_the_certificate_for_fifteen_minutes() {
    let (shop, clock, manager) = shop().await;
    let document = credited(&manager, "18AV12345").await;
    let link = manager
        .post(&path(&document, "print-link"), json!({}))
        .await
        .ok();
    let link = link["link"].as_str().unwrap();
    let visitor = shop.visitor();
    let paper = visitor.get(&format!("/recycling-print/{link}")).await.ok();
    assert_eq!(paper["recyclingNo"], "RC-PAR-000001");
    assert_eq!(paper["amount"]["minor"], 32_967);
    assert_eq!(paper["sellerDocument"], "••••••345");
    let pdf = visitor.request(
        Method::GET,
        &format!("/recycling-print/{link}/pdf?language=fr"),
    );
    let pdf = pdf.send().await.unwrap().bytes().await.unwrap();
    let text = pdf_extract::extract_text_from_mem(&pdf).unwrap();
    for wanted in ["RC-PAR-000001", "329.67", "Rétractation"] {
        assert!(text.contains(wanted), "{wanted} is not in {text}");
    }
    let mut forged = link.to_owned();
    let other = if &forged[50..51] == "A" { "B" } else { "A" };
    forged.replace_range(50..51, other);
    for bad in [forged.as_str(), "AAAA"] {
        let refused = visitor.get(&format!("/recycling-print/{bad}")).await;
        assert_eq!(refused.refused(), (404, "recycling.link_over"));
    }
    clock.advance(Duration::from_secs(15 * 60));
    let over = visitor.get(&format!("/recycling-print/{link}")).await;
    assert_eq!(over.refused(), (404, "recycling.link_over"));
}

#[tokio::test]
async fn released_pieces_go_to_the_refiner_by_lots_and_come_back_as_weights() {
    let (shop, clock, manager) = shop().await;
    let nothing = json!({ "refiner": "Affinage", "trackingNo": "" });
    let early = manager.post("/recycling/shipment", nothing.clone()).await;
    assert_eq!(early.refused(), (409, "recycling.nothing_released"));
    credited(&manager, "A1").await;
    let pieces = json!([piece("GOLD", 750, 2_000), piece("SILVER", 925, 18_400)]);
    let second = begin(&manager, pieces).await;
    let second = sign(&manager, &second, "A2").await;
    step(&manager, &second, "grant").await.ok();
    clock.advance(Duration::from_secs(48 * 3600));
    assert_eq!(release(&shop, &clock).await, 2);
    let manager = shop.seller("manager").await.repeating();
    let lots = manager.get("/recycling/lot").await.ok();
    assert_eq!(lots["documents"], 2);
    assert_eq!(lots["lots"][0]["netWeight"], 7_250);
    assert_eq!(lots["lots"][1]["metal"], "SILVER");
    let shipment = manager.post("/recycling/shipment", nothing).await.ok();
    assert_eq!(shipment["shipmentNo"], "RS-PAR-000001");
    let settle = format!(
        "/recycling/shipment/{}/settle",
        shipment["shipmentId"].as_str().unwrap()
    );
    let gold = json!({ "metal": "GOLD", "fineness": 750, "weight": 7_240 });
    let half = manager.post(&settle, json!({ "lots": [gold] })).await;
    assert_eq!(half.refused(), (422, "recycling.lots_differ"));
    let silver = json!({ "metal": "SILVER", "fineness": 925, "weight": 18_400 });
    let body = json!({ "lots": [gold, silver] });
    let closed = manager.post(&settle, body.clone()).await.ok();
    assert_eq!(closed["lots"][0]["difference"], -10);
    let twice = manager.post(&settle, body).await;
    assert_eq!(twice.refused(), (409, "recycling.state_not_possible"));
    let list = manager
        .get("/recycling?state=CLOSED&search=march")
        .await
        .ok();
    assert_eq!(list["total"], 2);
    assert_eq!(proof(&shop).await, Differences::default());
    assert_eq!(
        shop.number("SELECT CAST(SUM(weight) AS BIGINT) FROM recycling_stock_entry")
            .await,
        0
    );
}

#[tokio::test]
async fn who_sold_is_taken_away_after_ten_years_and_the_register_says_so() {
    let (shop, clock, manager) = shop().await;
    credited(&manager, "A1").await;
    let erase = |at: Timestamp| {
        let db = shop.db().clone();
        async move {
            let input = (Arc::new(Signer::new(&KEY)), at);
            db.write(input, |tx, (signer, at)| {
                recycling::release::erase(tx, signer, *at)
            })
            .await
            .unwrap()
        }
    };
    let day = Duration::from_secs(24 * 3600);
    clock.advance(day * 3652);
    assert_eq!(erase(clock.now()).await, 0);
    clock.advance(day * 2);
    assert_eq!(erase(clock.now()).await, 1);
    assert_eq!(
        shop.number("SELECT COUNT(*) FROM recycling_seller").await,
        0
    );
    assert_eq!(
        recycling::verify(shop.db()).await.unwrap(),
        Differences::default()
    );
}

#[tokio::test]
async fn a_list_has_pages_and_shows_nothing_of_other_stores() {
    let (shop, clock, manager) = shop().await;
    for weight in [1_000, 2_000, 3_000] {
        begin(&manager, json!([piece("GOLD", 750, weight)])).await;
        clock.advance(Duration::from_secs(1));
    }
    let first = manager.get("/recycling?limit=2").await.ok();
    assert_eq!(first["items"][0]["recyclingNo"], "RC-PAR-000003");
    let cursor = first["nextCursor"].as_str().unwrap();
    let second = manager
        .get(&format!("/recycling?limit=2&cursor={cursor}"))
        .await
        .ok();
    assert_eq!(second["items"][0]["recyclingNo"], "RC-PAR-000001");
    assert_eq!(
        (&second["nextCursor"], &second["total"]),
        (&Value::Null, &json!(3))
    );
    let gia = shop.seller("gia").await.repeating();
    assert_eq!(gia.get("/recycling").await.ok()["total"], 0);
    let id = first["items"][0]["recyclingId"].as_str().unwrap();
    let other = gia.get(&format!("/recycling/{id}")).await;
    assert_eq!(other.refused(), (404, "recycling.not_found"));
}

/// What the seller signs for is worth what the board says then; what was signed for stands.
#[tokio::test]
async fn what_is_signed_for_is_worth_what_the_board_says_then() {
    let (shop, clock, manager) = shop().await;
    let pieces = json!([piece("GOLD", 750, 5_250)]);
    let document = begin(&manager, pieces.clone()).await;
    assert_eq!(document["amount"]["minor"], 32_967);
    let gold = async |price: i64| {
        clock.advance(Duration::from_secs(60));
        let now = clock.now().as_microsecond();
        let sql = format!(
            "INSERT INTO metal_price (item_no, sales_code, starts_at, unit_price, \
             price_includes_vat, set_by, set_at) VALUES ('GOLD', 'EUR', {now}, {price}, (1 = 0), \
             'admin', {now})"
        );
        shop.change(sql.leak()).await;
    };
    gold(900_000).await;
    let agree = json!({
        "version": document["version"], "seller": seller("1988-04-12", "18AV12345"),
        "signature": "1,2 3,4", "warningSeen": true,
    });
    let agree_path = path(&document, "agree");
    let stale = manager.post(&agree_path, agree.clone()).await;
    assert_eq!(stale.refused(), (409, "recycling.price_changed"));
    let now = &stale.envelope["error"]["params"]["amount"];
    assert_eq!(*now, json!({ "minor": 30_122, "currency": "EUR" }));
    let entries = "SELECT COUNT(*) FROM recycling_register";
    assert_eq!(shop.number(entries).await, 0);
    // The same price as on the scale is the same price, whenever the board got it.
    gold(985_000).await;
    let back = manager.post(&agree_path, agree).await.ok();
    assert_eq!(back["state"], "AGREED");

    let other = begin(&manager, pieces.clone()).await;
    gold(900_000).await;
    let body = json!({ "version": other["version"], "pieces": pieces });
    let weighed = manager.put(&path(&other, "piece"), body).await.ok();
    assert_eq!(weighed["amount"]["minor"], 30_122);
    let signed = sign(&manager, &weighed, "18AV12345").await;
    // The contract stands at its price.
    gold(100_000).await;
    let granted = step(&manager, &signed, "grant").await.ok();
    assert_eq!(granted["amount"]["minor"], 30_122);
    assert_eq!(shop.number(BALANCE).await, 30_122);
    proof(&shop).await;
}

/// Gift cards, services and bags are no jewellery: nothing of them is recycled, and an order of nothing else
/// is not found.
#[tokio::test]
async fn of_an_order_only_jewellery_is_recycled() {
    let (shop, _, manager) = shop().await;
    gift_card::open_cards(&shop, 1, 0).await;
    gift_card::sell(&manager, 1, 10_000).await.ok();
    manager.start_payment().await;
    let only_card = manager.pay_cash(10_000).await.ok();
    manager.add("ER-1", "", 1).await.ok();
    manager.add("BAG", "", 1).await.ok();
    let due = manager.start_payment().await["due"]["minor"].as_i64();
    let mixed = manager.pay_cash(due.unwrap()).await.ok();
    let find = |paid: &Value| {
        let receipt_no = paid["order"]["receiptNo"].as_str().unwrap();
        let path = format!("/recycling/order?receiptNo={receipt_no}");
        let manager = manager.clone();
        async move { manager.get(&path).await }
    };
    let not_printable = (409, "recycling.not_printable");
    assert_eq!(find(&only_card).await.refused(), not_printable);
    let found = find(&mixed).await.ok();
    let lines = found["lines"].as_array().unwrap();
    assert_eq!(lines.len(), 1);
    assert_eq!(lines[0]["itemNo"], "ER-1");
    for (paid, item_no) in [(&only_card, "GIFTCARD"), (&mixed, "BAG")] {
        let order_id = paid["order"]["orderId"].as_str().unwrap();
        let order = manager.get(&format!("/order/{order_id}")).await.ok();
        let lines = order["lines"].as_array().unwrap();
        let line = lines.iter().find(|line| line["itemNo"] == item_no).unwrap();
        let mut piece = piece("SILVER", 925, 3_000);
        piece["orderLineId"] = line["lineId"].clone();
        let quote = json!({ "orderId": order_id, "recyclingId": null, "pieces": [piece] });
        let quote = manager.post("/recycling/quote", quote).await.ok();
        let refusal = &quote["pieces"][0]["refusal"];
        assert_eq!(refusal["key"], "recycling.not_printable", "{item_no}");
        let body = json!({
            "kind": "WITH_ORDER", "customerId": INES, "orderId": order_id, "pieces": [piece]
        });
        let refused = manager.post("/recycling", body).await;
        assert_eq!(refused.refused(), not_printable, "{item_no}");
        assert_eq!(
            refused.envelope["message"],
            "The order cannot be recycled or its recycling cannot be printed"
        );
    }
    assert_eq!(shop.number("SELECT COUNT(*) FROM recycling").await, 0);
}

/// Who may not take back without an order does not put pieces into a document that a colleague began, either.
#[tokio::test]
async fn the_right_to_take_back_without_an_order_is_asked_for_whenever_pieces_are_put_in() {
    let (shop, _, manager) = shop().await;
    let document = begin(&manager, json!([])).await;
    let mei = shop.seller("mei").await.repeating();
    let body = json!({
        "version": document["version"], "pieces": [piece("GOLD", 750, 5_250)]
    });
    let denied = mei.put(&path(&document, "piece"), body.clone()).await;
    assert_eq!(denied.refused(), (403, "session.forbidden"));
    assert_eq!(shop.number("SELECT COUNT(*) FROM recycling_line").await, 0);
    let weighed = manager.put(&path(&document, "piece"), body).await.ok();
    assert_eq!(weighed["amount"]["minor"], 32_967);
    // What is weighed can be signed for with whoever may take back at all.
    let signed = sign(&mei, &weighed, "18AV12345").await;
    assert_eq!(signed["state"], "AGREED");
}

/// What goes to the refiner is listed on paper and as a table, before and after the refiner has weighed.
#[tokio::test]
async fn the_list_of_a_shipment_is_printed_and_exported() {
    let (shop, clock, manager) = shop().await;
    let pieces = json!([piece("GOLD", 750, 5_250), piece("SILVER", 925, 18_400)]);
    let document = begin(&manager, pieces).await;
    let document = sign(&manager, &document, "18AV12345").await;
    step(&manager, &document, "grant").await.ok();
    clock.advance(Duration::from_secs(49 * 3_600));
    assert_eq!(release(&shop, &clock).await, 1);
    let manager = shop.log_in("manager").await.repeating();
    let body = json!({ "refiner": "Affinage de Paris", "trackingNo": "XK 4471" });
    let shipment = manager.post("/recycling/shipment", body).await.ok();
    let id = shipment["shipmentId"].as_str().unwrap();
    let fetch = async |client: &Client, name: &str| {
        let path = format!("/recycling/shipment/{id}/{name}");
        let answer = client.request(Method::GET, &path).send().await.unwrap();
        (answer.status().as_u16(), answer.bytes().await.unwrap())
    };
    let table = async || {
        let (status, bytes) = fetch(&manager, "export.csv").await;
        assert_eq!(status, 200);
        String::from_utf8(bytes.to_vec()).unwrap()
    };
    let before = table().await;
    let rows: Vec<&str> = before.lines().collect();
    assert_eq!(rows.len(), 3, "{before}");
    let gold = r#""XK 4471","GOLD",750,1,5250,5250,3938,"","""#;
    assert!(rows[1].ends_with(gold), "{before}");
    let silver = r#""SILVER",925,1,18400,18400,17020,"","""#;
    assert!(rows[2].ends_with(silver), "{before}");
    let weights = json!({ "lots": [
        { "metal": "GOLD", "fineness": 750, "weight": 5_200 },
        { "metal": "SILVER", "fineness": 925, "weight": 18_410 },
    ] });
    let settle = format!("/recycling/shipment/{id}/settle");
    manager.post(&settle, weights).await.ok();
    let after = table().await;
    assert!(after.contains(",5250,3938,5200,-50"), "{after}");
    for (language, words) in [
        ("en", "Shipment to the refiner"),
        ("fr", "Envoi à l’affineur"),
    ] {
        let (status, pdf) = fetch(&manager, &format!("export.pdf?language={language}")).await;
        assert_eq!(status, 200);
        let text = pdf_extract::extract_text_from_mem(&pdf).unwrap();
        let text = text.replace('\u{a0}', " ");
        let number = shipment["shipmentNo"].as_str().unwrap();
        for word in [
            words,
            number,
            "Affinage de Paris",
            "XK 4471",
            "18.410",
            "23.650",
        ] {
            assert!(text.contains(word), "no {word} in {text}");
        }
    }
    // Whoever may not send anything there sees none of it.
    let mei = shop.log_in("mei").await;
    assert_eq!(fetch(&mei, "export.csv").await.0, 403);
}
