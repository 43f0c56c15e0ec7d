//! What head office keeps, through the whole server: saved, refused, written down, and seen by a till.

use reqwest::Method;
use serde_json::{Value, json};
use testkit::{Client, Shop};
use uuid::Uuid;

/// A new item as it is sent, with changes over what is usual.
fn item(changes: &Value) -> Value {
    let mut value = json!({
        "name": "Galet ring, band", "collectionCode": "LAGUNE", "itemClass": "ALL",
        "productType": "SILVER925", "unit": "PCS", "unitWeight": 4600, "noStockPosting": false,
        "keyingInPrice": false, "stopped": false, "discountable": true, "soldInShops": true,
        "vatGroup": "GOODS", "pricingMethod": "FIXED", "metalItemNo": null, "labourItemNo": null,
        "fineness": null, "keyedMin": null, "keyedMax": null, "ranking": 50, "story": "",
        "sizes": [{ "sizeCode": "52", "barcodes": ["29999990"] }, { "sizeCode": "54", "barcodes": [] }],
    });
    for (name, change) in changes.as_object().unwrap() {
        value[name] = change.clone();
    }
    value
}

/// A price as it is sent, with changes over what is usual.
fn price(changes: &Value) -> Value {
    let mut value = json!({
        "itemNo": "RG-1", "salesCode": "EUR", "sizeCode": "", "startingDate": "2026-01-01",
        "endingDate": null, "minimunQuantity": 3, "unit": "PCS", "unitPrice": 9_900,
        "unitWeight": 0, "priceIncludeVAT": true, "deductibleVatPercent": null, "vatPercent": null,
    });
    for (name, change) in changes.as_object().unwrap() {
        value[name] = change.clone();
    }
    value
}

async fn save(client: &Client, path: &str, version: Option<i64>, value: Value) -> testkit::Answer {
    let body = json!({ "version": version, "value": value });
    client.put(path, body).await
}

async fn changes(shop: &Shop) -> i64 {
    shop.number("SELECT COUNT(*) FROM setting_change").await
}

#[tokio::test]
async fn a_new_item_is_found_by_the_till_and_keeps_what_it_was() {
    let shop = Shop::open().await;
    let admin = shop.log_in("admin").await;
    let made = save(&admin, "/setting/item/RG-9", None, item(&json!({})))
        .await
        .ok();
    assert_eq!(made["version"], 1);
    let mei = shop.seller("mei").await;
    let found = mei.get("/item?search=29999990").await.ok();
    assert_eq!(found["items"][0]["itemNo"], "RG-9");

    let renamed = item(&json!({ "name": "Galet ring, wide" }));
    let changed = save(&admin, "/setting/item/RG-9", Some(1), renamed.clone())
        .await
        .ok();
    assert_eq!(changed["version"], 2);
    assert_eq!(mei.get("/item?search=wide").await.ok()["total"], 1);
    let stale = save(&admin, "/setting/item/RG-9", Some(1), item(&json!({}))).await;
    assert_eq!(stale.refused(), (409, "setting.changed_meanwhile"));
    let same = save(&admin, "/setting/item/RG-9", Some(2), renamed).await;
    assert_eq!(same.refused(), (422, "setting.not_changed"));
    assert_eq!(changes(&shop).await, 2);
    let after = shop
        .number("SELECT COUNT(*) FROM setting_change WHERE setting = 'item' AND before LIKE '%band%' AND after LIKE '%wide%'")
        .await;
    assert_eq!(after, 1, "before and after are kept");
}

#[tokio::test]
async fn what_cannot_be_in_an_item_is_refused_at_its_field() {
    let shop = Shop::open().await;
    let admin = shop.log_in("admin").await;
    let table = [
        (json!({ "name": " " }), "setting.required", "name"),
        (
            json!({ "name": "x".repeat(81) }),
            "setting.text_too_long",
            "name",
        ),
        (
            json!({ "itemClass": "NONE" }),
            "setting.reference_unknown",
            "itemClass",
        ),
        (
            json!({ "collectionCode": "NONE" }),
            "setting.reference_unknown",
            "collectionCode",
        ),
        (
            json!({ "vatGroup": "NONE" }),
            "setting.reference_unknown",
            "vatGroup",
        ),
        (
            json!({ "productType": "silver" }),
            "setting.code_malformed",
            "productType",
        ),
        (
            json!({ "unitWeight": -1 }),
            "setting.out_of_range",
            "unitWeight",
        ),
        (
            json!({ "pricingMethod": "WEIGHT" }),
            "setting.required",
            "metalItemNo",
        ),
        (
            json!({ "pricingMethod": "WEIGHT", "metalItemNo": "RG-1", "fineness": 999 }),
            "setting.reference_unknown",
            "metalItemNo",
        ),
        (
            json!({ "keyedMin": 10, "keyedMax": 5 }),
            "catalog.bounds_reversed",
            "keyedMax",
        ),
        (json!({ "sizes": [] }), "catalog.sizes_malformed", "sizes"),
        (
            json!({ "sizes": [{ "sizeCode": "", "barcodes": ["12"] }] }),
            "catalog.barcode_malformed",
            "sizes",
        ),
        (
            json!({ "sizes": [{ "sizeCode": "", "barcodes": ["2000000100001"] }] }),
            "catalog.barcode_taken",
            "sizes",
        ),
    ];
    for (change, key, field) in table {
        let answer = save(&admin, "/setting/item/RG-9", None, item(&change)).await;
        assert_eq!(answer.refusal(), key, "{change}");
        assert_eq!(answer.envelope["error"]["field"], field, "{change}");
    }
    let taken = save(&admin, "/setting/item/RG-1", None, item(&json!({}))).await;
    assert_eq!(taken.refused(), (409, "setting.code_taken"));
    let gone = save(&admin, "/setting/item/RG-8", Some(1), item(&json!({}))).await;
    assert_eq!(gone.refused(), (404, "setting.entry_not_found"));
    let bad = save(&admin, "/setting/item/rg-9", None, item(&json!({}))).await;
    assert_eq!(bad.refused(), (422, "setting.code_malformed"));
    assert_eq!(changes(&shop).await, 0);
}

#[tokio::test]
async fn a_size_with_stock_stays() {
    let shop = Shop::open().await;
    let admin = shop.log_in("admin").await;
    let stored = admin.get("/setting/item/RG-1").await.ok();
    let mut value = stored["value"].clone();
    value["sizes"].as_array_mut().unwrap().remove(0);
    let answer = save(&admin, "/setting/item/RG-1", Some(1), value).await;
    assert_eq!(answer.refused(), (409, "catalog.size_in_use"));
    // A size that nobody had can go again.
    let mut value = stored["value"].clone();
    value["sizes"]
        .as_array_mut()
        .unwrap()
        .push(json!({ "sizeCode": "70", "barcodes": [] }));
    save(&admin, "/setting/item/RG-1", Some(1), value)
        .await
        .ok();
    save(
        &admin,
        "/setting/item/RG-1",
        Some(2),
        stored["value"].clone(),
    )
    .await
    .ok();
}

#[tokio::test]
async fn a_picture_is_drawn_anew_and_served() {
    let shop = Shop::open().await;
    let admin = shop.log_in("admin").await;
    let point = "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8/5+hHgAHggJ/PchI7wAA\
                 AABJRU5ErkJggg==";
    let path = "/setting/item/RG-1/picture";
    let body = json!({ "version": 1, "picture": point });
    let shown = admin.put(path, body.clone()).await.ok();
    assert_eq!(shown["version"], 2);
    let file = shown["imageUrl"].as_str().unwrap();
    assert!(
        file.starts_with("/pictures/RG-1-") && file.ends_with(".jpg"),
        "{file}"
    );
    assert_eq!(
        admin.put(path, body).await.refused(),
        (409, "setting.changed_meanwhile")
    );
    let body = json!({ "version": 2, "picture": "bm8gcGljdHVyZQ==" });
    assert_eq!(
        admin.put(path, body).await.refused(),
        (422, "catalog.picture_unreadable")
    );
    let body = json!({ "version": 1, "picture": point });
    let missing = admin.put("/setting/item/NONE/picture", body).await;
    assert_eq!(missing.refused(), (404, "catalog.item_not_found"));
}

#[tokio::test]
async fn a_price_holds_at_the_till_and_can_be_ended() {
    let shop = Shop::open().await;
    let admin = shop.log_in("admin").await;
    let cheaper = price(&json!({ "minimunQuantity": 1, "unitPrice": 100 }));
    let made = admin
        .post("/setting/sales-price", cheaper.clone())
        .await
        .ok();
    let path = format!("/setting/sales-price/{}", made["key"].as_str().unwrap());
    let mei = shop.seller("mei").await;
    let basket = mei.add("RG-1", "54", 1).await.ok();
    assert_eq!(basket["lines"][0]["unitPrice"]["minor"], 100);

    let again = admin.post("/setting/sales-price", cheaper).await;
    assert_eq!(again.refused(), (409, "catalog.price_exists"));
    let ended = price(&json!({
        "minimunQuantity": 1, "unitPrice": 100, "endingDate": "2026-01-31",
    }));
    save(&admin, &path, Some(1), ended.clone()).await.ok();
    let stale = save(&admin, &path, Some(1), price(&json!({}))).await;
    assert_eq!(stale.refused(), (409, "setting.changed_meanwhile"));
    let other = price(&json!({ "itemNo": "BR-1" }));
    assert_eq!(
        save(&admin, &path, Some(2), other).await.refused(),
        (409, "setting.in_use")
    );
    let ended_page = admin.get("/setting/sales-price?state=ENDED").await.ok();
    assert_eq!(ended_page["total"], 1);
    assert_eq!(ended_page["items"][0]["value"], ended);
}

#[tokio::test]
async fn what_cannot_be_in_a_price_is_refused_at_its_field() {
    let shop = Shop::open().await;
    let admin = shop.log_in("admin").await;
    let table = [
        (
            json!({ "itemNo": "NONE" }),
            "setting.reference_unknown",
            "itemNo",
        ),
        (
            json!({ "salesCode": "NONE" }),
            "setting.reference_unknown",
            "salesCode",
        ),
        (
            json!({ "sizeCode": "99" }),
            "setting.reference_unknown",
            "sizeCode",
        ),
        (
            json!({ "endingDate": "2025-12-31" }),
            "catalog.dates_reversed",
            "endingDate",
        ),
        (
            json!({ "minimunQuantity": 0 }),
            "setting.out_of_range",
            "minimunQuantity",
        ),
        (
            json!({ "unitPrice": -1 }),
            "setting.out_of_range",
            "unitPrice",
        ),
        (
            json!({ "vatPercent": 10_001 }),
            "setting.out_of_range",
            "vatPercent",
        ),
    ];
    for (change, key, field) in table {
        let answer = admin.post("/setting/sales-price", price(&change)).await;
        assert_eq!(answer.refusal(), key, "{change}");
        assert_eq!(answer.envelope["error"]["field"], field, "{change}");
    }
    let path = "/setting/sales-price/RG-1~EUR~77";
    assert_eq!(
        admin.get(path).await.refused(),
        (404, "setting.entry_not_found")
    );
}

#[tokio::test]
async fn an_import_takes_all_rows_or_none() {
    let shop = Shop::open().await;
    let admin = shop.log_in("admin").await;
    let before = shop.number("SELECT COUNT(*) FROM sales_price").await;
    let head = "itemNo,salesCode,rowNo,startingDate,minimunQuantity,unit,unitPrice\n";
    let half = format!(
        "{head}RG-1,EUR,,2026-02-01,1,PCS,150.00\nNONE,EUR,,2026-02-01,1,PCS,cheap\n\
         RG-1,EUR,,2026-02-01,1,PCS,160.00\nRG-1,USD,,tomorrow,1,BOX,1.00\n"
    );
    let path = "/setting/sales-price/import";
    let wrong = admin.post(path, json!({ "csv": half })).await.ok();
    let faults: Vec<(i64, &str)> = wrong["faults"]
        .as_array()
        .unwrap()
        .iter()
        .map(|fault| {
            (
                fault["row"].as_i64().unwrap(),
                fault["column"].as_str().unwrap(),
            )
        })
        .collect();
    assert_eq!(
        faults,
        [
            (3, "unitPrice"),
            (5, "unit"),
            (5, "salesCode"),
            (5, "startingDate")
        ]
    );
    // What only the database knows, and a row that is there twice.
    let doubtful = format!(
        "{head}RG-1,EUR,,2026-02-01,1,PCS,150.00\nNONE,EUR,,2026-02-01,1,PCS,1.00\n\
         RG-1,EUR,,2026-02-01,1,PCS,160.00\nRG-1,EUR,77,2026-03-01,1,PCS,1.00\n"
    );
    let wrong = admin.post(path, json!({ "csv": doubtful })).await.ok();
    let rows: Vec<i64> = wrong["faults"]
        .as_array()
        .unwrap()
        .iter()
        .map(|fault| fault["row"].as_i64().unwrap())
        .collect();
    assert_eq!(rows, [3, 4, 5]);
    assert_eq!(
        shop.number("SELECT COUNT(*) FROM sales_price").await,
        before
    );
    assert_eq!(changes(&shop).await, 0);

    let right = format!("{head}RG-1,EUR,,2026-02-01,1,PCS,150.00\nBR-1,EUR,1,,1,PCS,77.50\n");
    let done = admin.post(path, json!({ "csv": right })).await.ok();
    assert_eq!((&done["added"], &done["changed"]), (&json!(1), &json!(1)));
    assert_eq!(changes(&shop).await, 2);
    let table = admin
        .request(Method::GET, "/setting/sales-price/export.csv")
        .send()
        .await;
    let table = table.unwrap().text().await.unwrap();
    assert!(table.contains("\"77.50\""), "{table}");
    // What was exported comes back as it is.
    let back = admin.post(path, json!({ "csv": table })).await.ok();
    assert_eq!(back["faults"], json!([]), "{back}");
    assert_eq!((&back["added"], &back["changed"]), (&json!(0), &json!(0)));
    let none = admin
        .post(path, json!({ "csv": "name,price\nx,1\n" }))
        .await;
    assert_eq!(none.refused(), (422, "catalog.table_unreadable"));
}

#[tokio::test]
async fn the_board_is_set_from_now_and_remembers() {
    let shop = Shop::open().await;
    let admin = shop.log_in("admin").await;
    let metal = item(&json!({
        "name": "Gold 999", "unit": "G", "fineness": 999, "soldInShops": false,
        "sizes": [{ "sizeCode": "", "barcodes": [] }],
    }));
    save(&admin, "/setting/item/GOLD-999", None, metal)
        .await
        .ok();
    let body = |gram: i64, starts_at: Value, seen: Value| {
        json!({
            "itemNo": "GOLD-999", "salesCode": "EUR", "startsAt": starts_at,
            "gramPriceHundredths": gram, "priceIncludeVAT": true, "deductibleVatPercent": null,
            "vatPercent": null, "seenSetAt": seen,
        })
    };
    let path = "/setting/metal-price";
    let past = body(1, json!("2020-01-01T00:00:00Z"), Value::Null);
    assert_eq!(
        admin.post(path, past).await.refused(),
        (422, "catalog.start_passed")
    );
    let first = admin
        .post(path, body(987_654, Value::Null, Value::Null))
        .await
        .ok();
    assert_eq!(first["current"]["gramPriceHundredths"], 987_654);
    let seen = first["current"]["setAt"].clone();
    let blind = admin
        .post(path, body(990_000, Value::Null, Value::Null))
        .await;
    assert_eq!(blind.refused(), (409, "setting.changed_meanwhile"));
    let same = admin
        .post(path, body(987_654, Value::Null, seen.clone()))
        .await;
    assert_eq!(same.refused(), (422, "setting.not_changed"));
    let later = body(990_000, json!("2999-01-01T00:00:00Z"), seen);
    let later = admin.post(path, later).await.ok();
    assert_eq!(later["current"]["gramPriceHundredths"], 987_654, "not yet");
    assert_eq!(later["history"].as_array().unwrap().len(), 2);
    let mut other = body(1, Value::Null, Value::Null);
    other["itemNo"] = json!("RG-1");
    assert_eq!(
        admin.post(path, other).await.refused(),
        (422, "setting.reference_unknown")
    );
    let mut other = body(1, Value::Null, Value::Null);
    other["salesCode"] = json!("NONE");
    assert_eq!(
        admin.post(path, other).await.refused(),
        (422, "setting.reference_unknown")
    );
    assert_eq!(admin.get(path).await.ok()["total"], 1);
    // A job adds some forty a day: of many the newest are told, and a list tells the current alone.
    shop.change(
        "INSERT INTO metal_price (item_no, sales_code, starts_at, unit_price, price_includes_vat, \
         set_by, set_at) WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 250) \
         SELECT item_no, sales_code, starts_at - n.i, unit_price + n.i, price_includes_vat, set_by, \
         set_at FROM metal_price JOIN n ON 1 = 1 WHERE unit_price = 987654",
    )
    .await;
    let many = admin.get("/setting/metal-price/GOLD-999~EUR").await.ok();
    let history = many["history"].as_array().unwrap();
    assert_eq!((history.len(), &history[0]), (200, &later["history"][0]));
    assert_eq!(many["current"]["gramPriceHundredths"], 987_654);
    let list = admin.get(path).await.ok();
    let row = &list["items"][0];
    assert_eq!(
        (&list["total"], &row["current"]),
        (&json!(1), &many["current"])
    );
    assert_eq!(row["history"], json!([]));
}

#[tokio::test]
async fn groups_rates_collections_and_classes_are_kept() {
    let shop = Shop::open().await;
    let admin = shop.log_in("admin").await;
    let group = json!({
        "description": "Sale", "currencyCode": "EUR", "kind": "STORE", "roundingPrecision": 100,
        "roundingDirection": "DOWN",
    });
    save(&admin, "/setting/price-group/SALE", None, group.clone())
        .await
        .ok();
    let dollars = json!({
        "description": "US", "currencyCode": "USD", "kind": "STORE", "roundingPrecision": 1,
        "roundingDirection": "NEAREST",
    });
    save(&admin, "/setting/price-group/US", None, dollars)
        .await
        .ok();

    let path = "/setting/store-price-group/PAR";
    let mut store = admin.get(path).await.ok();
    for (codes, key) in [
        (json!([]), "setting.required"),
        (json!(["US"]), "catalog.currency_differs"),
        (json!(["SALE", "SALE"]), "catalog.group_repeated"),
        (json!(["NONE"]), "setting.reference_unknown"),
    ] {
        store["value"]["priceGroups"] = codes;
        let answer = save(&admin, path, Some(1), store["value"].clone()).await;
        assert_eq!(answer.refusal(), key);
    }
    store["value"]["priceGroups"] = json!(["SALE", "EUR"]);
    let kept = save(&admin, path, Some(1), store["value"].clone())
        .await
        .ok();
    assert_eq!(kept["value"]["priceGroups"], json!(["SALE", "EUR"]));
    let mut used = group;
    used["currencyCode"] = json!("USD");
    let answer = save(&admin, "/setting/price-group/SALE", Some(1), used).await;
    assert_eq!(answer.refused(), (409, "setting.in_use"));

    let rate = json!({
        "storeGroup": "FR", "itemGroup": "GOODS", "validFrom": "2027-01-01", "percent": 2_100,
    });
    save(
        &admin,
        "/setting/vat/FR~GOODS~2027-01-01",
        None,
        rate.clone(),
    )
    .await
    .ok();
    let elsewhere = save(&admin, "/setting/vat/FR~GOODS~2028-01-01", None, rate).await;
    assert_eq!(elsewhere.refused(), (422, "setting.reference_unknown"));

    let renamed = json!({ "name": "Lagon", "position": 1, "story": "" });
    save(&admin, "/setting/collection/LAGUNE", Some(1), renamed)
        .await
        .ok();
    let found = admin.get("/setting/item?search=lagon").await.ok();
    assert!(
        found["total"].as_i64().unwrap() > 0,
        "items are found by the new name"
    );
    let class = json!({
        "name": "All", "position": 1, "carriesCertificate": true, "carriesStockNo": false,
        "warrantyMonths": 24,
    });
    save(&admin, "/setting/item-class/ALL", Some(1), class)
        .await
        .ok();
    for section in [
        "collection",
        "item-class",
        "price-group",
        "store-price-group",
        "vat",
    ] {
        let page = admin.get(&format!("/setting/{section}?limit=1")).await.ok();
        assert_eq!(page["items"].as_array().unwrap().len(), 1, "{section}");
    }
    let second = admin
        .get("/setting/price-group?limit=1&cursor=1")
        .await
        .ok();
    assert_eq!(second["items"][0]["key"], "SALE");
}

#[tokio::test]
async fn the_same_key_saves_once() {
    let shop = Shop::open().await;
    let admin = shop.log_in("admin").await;
    let key = Uuid::now_v7();
    let new = price(&json!({}));
    let first = admin
        .keyed(Method::POST, "/setting/sales-price", key, new.clone())
        .await
        .ok();
    let again = admin
        .keyed(Method::POST, "/setting/sales-price", key, new)
        .await
        .ok();
    assert_eq!(first, again);
    let other = price(&json!({ "unitPrice": 1 }));
    let reused = admin
        .keyed(Method::POST, "/setting/sales-price", key, other)
        .await;
    assert_eq!(reused.refused(), (422, "request.key_reused"));
    let key = Uuid::now_v7();
    let body = json!({ "version": null, "value": item(&json!({})) });
    let path = "/setting/item/RG-9";
    let first = admin.keyed(Method::PUT, path, key, body.clone()).await.ok();
    assert_eq!(first, admin.keyed(Method::PUT, path, key, body).await.ok());
    assert_eq!(changes(&shop).await, 2);
}

#[tokio::test]
async fn who_does_not_administer_gets_nowhere() {
    let shop = Shop::open().await;
    let mei = shop.log_in("mei").await;
    for path in [
        "/setting/item",
        "/setting/item/RG-1",
        "/setting/sales-price",
        "/setting/metal-price",
        "/setting/price-group",
        "/setting/vat",
    ] {
        assert_eq!(
            mei.get(path).await.refused(),
            (403, "session.forbidden"),
            "{path}"
        );
    }
    let answer = mei.post("/setting/sales-price", price(&json!({}))).await;
    assert_eq!(answer.refused(), (403, "session.forbidden"));
}
