//! Permission groups, reasons of discounts and customers' price groups as head office keeps them.

use reqwest::Method;
use serde_json::{Value, json};
use testkit::{Answer, Client, PASSWORD, Shop};
use uuid::Uuid;

async fn save(admin: &Client, path: &str, version: Option<i64>, value: &Value) -> Answer {
    let body = json!({ "version": version, "value": value });
    admin.put(&format!("/setting/{path}"), body).await
}

/// Saves an entry that is there with some fields changed.
async fn change(admin: &Client, path: &str, changes: &Value) -> Answer {
    let entry = admin.get(&format!("/setting/{path}")).await.ok();
    let mut value = entry["value"].clone();
    for (name, change) in changes.as_object().unwrap() {
        value[name] = change.clone();
    }
    save(admin, path, entry["version"].as_i64(), &value).await
}

/// As [`change`], with one permission of a group held otherwise.
async fn grant(admin: &Client, group: &str, permission: &str, grant: &str) -> Answer {
    let path = format!("permission-group/{group}");
    let entry = admin.get(&format!("/setting/{path}")).await.ok();
    let mut value = entry["value"].clone();
    value["grants"][permission] = json!(grant);
    save(admin, &path, entry["version"].as_i64(), &value).await
}

fn group(changes: &Value) -> Value {
    let mut value = json!({
        "name": "Stock room", "landing": "/sale", "lineDiscountLimit": 0,
        "basketDiscountLimit": 0, "totalDiscountLimit": 0,
        "grants": { "stock.view": "ALLOWED", "sale.create": "DENIED" },
    });
    for (name, change) in changes.as_object().unwrap() {
        value[name] = change.clone();
    }
    value
}

#[tokio::test]
async fn a_new_group_lets_its_people_do_what_it_names_and_nothing_else() {
    let shop = Shop::open().await;
    let admin = shop.log_in("admin").await;
    let made = save(&admin, "permission-group/STOCK", None, &group(&json!({}))).await;
    let made = made.ok();
    assert_eq!(made["value"]["grants"], json!({ "stock.view": "ALLOWED" }));
    let leo = admin.get("/setting/salesperson/leo").await.ok();
    let mut value = leo["value"].clone();
    value["permissionGroupCode"] = json!("STOCK");
    let body = json!({ "version": leo["version"], "value": value, "password": null });
    admin.put("/setting/salesperson/leo", body).await.ok();
    let leo = shop.log_in("leo").await;
    leo.get("/item").await.ok();
    assert_eq!(
        leo.get("/basket").await.refused(),
        (403, "session.forbidden")
    );
    let session = leo.get("/session").await.ok();
    assert_eq!(session["permissions"], json!(["stock.view"]));
}

#[tokio::test]
async fn what_cannot_be_in_a_group_is_refused_at_its_field() {
    let shop = Shop::open().await;
    let admin = shop.log_in("admin").await;
    let table = [
        (json!({ "name": " " }), "setting.required", "name"),
        (
            json!({ "landing": "https://evil.example" }),
            "session.landing_foreign",
            "landing",
        ),
        (
            json!({ "landing": "//evil.example" }),
            "session.landing_foreign",
            "landing",
        ),
        (
            json!({ "landing": "" }),
            "session.landing_foreign",
            "landing",
        ),
        (
            json!({ "lineDiscountLimit": 10_001 }),
            "setting.out_of_range",
            "lineDiscountLimit",
        ),
        (
            json!({ "basketDiscountLimit": -1 }),
            "setting.out_of_range",
            "basketDiscountLimit",
        ),
        (
            json!({ "totalDiscountLimit": 10_001 }),
            "setting.out_of_range",
            "totalDiscountLimit",
        ),
        (
            json!({ "grants": { "sale.fly": "ALLOWED" } }),
            "session.grant_impossible",
            "grants",
        ),
        (
            json!({ "grants": { "sale.create": "LIMITED" } }),
            "session.grant_impossible",
            "grants",
        ),
        (
            json!({ "grants": { "sale.create": "APPROVE_ONLY" } }),
            "session.grant_impossible",
            "grants",
        ),
    ];
    for (changes, key, field) in table {
        let answer = save(&admin, "permission-group/NEW", None, &group(&changes)).await;
        assert_eq!(answer.refused(), (422, key), "{changes}");
        assert_eq!(answer.envelope["error"]["field"], field, "{changes}");
    }
    let bad = save(&admin, "permission-group/new", None, &group(&json!({}))).await;
    assert_eq!(bad.refused(), (422, "setting.code_malformed"));
    let taken = save(&admin, "permission-group/SALES", None, &group(&json!({}))).await;
    assert_eq!(taken.refused(), (409, "setting.code_taken"));
    let gone = save(&admin, "permission-group/NONE", Some(1), &group(&json!({}))).await;
    assert_eq!(gone.refused(), (404, "setting.entry_not_found"));
    let missing = admin.get("/setting/permission-group/NONE").await;
    assert_eq!(missing.refused(), (404, "setting.entry_not_found"));
    let same = change(&admin, "permission-group/SALES", &json!({})).await;
    assert_eq!(same.refused(), (422, "setting.not_changed"));
    let sales = admin.get("/setting/permission-group/SALES").await.ok();
    let old = save(&admin, "permission-group/SALES", Some(9), &sales["value"]).await;
    assert_eq!(old.refused(), (409, "setting.changed_meanwhile"));
    assert_eq!(shop.number("SELECT COUNT(*) FROM setting_change").await, 0);
}

#[tokio::test]
async fn changed_permissions_and_limits_act_at_once() {
    let shop = Shop::open().await;
    let admin = shop.log_in("admin").await;
    let mei = shop.seller("mei").await;
    let basket = mei.add("BR-1", "", 1).await.ok();
    let line_id = basket["lines"][0]["lineId"].as_str().unwrap();
    let path = format!("/basket/line/{line_id}/discount");
    let percent = json!({ "kind": "PERCENT", "value": 80_000, "reasonCode": "LOYAL" });
    let refused = mei.put(&path, percent.clone()).await;
    assert_eq!(refused.refused(), (409, "sale.approval_required"));
    let limits = json!({ "lineDiscountLimit": 800, "totalDiscountLimit": 800 });
    let kept = change(&admin, "permission-group/SALES", &limits).await.ok();
    assert_eq!(kept["version"], 2);
    let basket = mei.put(&path, percent).await.ok();
    assert_eq!(basket["total"]["minor"], 41_400);

    let own = mei.get("/session/permission-group").await.ok();
    assert_eq!(own["key"], "SALES");
    assert_eq!(own["value"]["lineDiscountLimit"], 800);
    assert_eq!(own["value"]["grants"]["discount.line"], "LIMITED");
    grant(&admin, "SALES", "sale.park", "DENIED").await.ok();
    let parked = mei.post("/basket/park", json!({})).await;
    assert_eq!(parked.refused(), (403, "session.forbidden"));
    let written = "SELECT COUNT(*) FROM setting_change WHERE setting = 'permissionGroup' \
                   AND setting_key = 'SALES' AND before LIKE '%\"sale.park\":\"ALLOWED\"%' \
                   AND after NOT LIKE '%sale.park%'";
    assert_eq!(shop.number(written).await, 1);
}

#[tokio::test]
async fn managers_land_on_the_report_while_they_may_see_it() {
    async fn landing(shop: &Shop) -> (Value, Value) {
        let login = json!({ "username": "manager", "password": PASSWORD });
        let granted = shop.visitor().post("/login", login).await.ok();
        let session = shop.log_in("manager").await.get("/session").await.ok();
        (granted["redirectUrl"].clone(), session["landing"].clone())
    }
    let shop = Shop::open().await;
    let admin = shop.log_in("admin").await;
    assert_eq!(landing(&shop).await, (json!("/report"), json!("/report")));
    grant(&admin, "MANAGER", "report.store", "DENIED")
        .await
        .ok();
    assert_eq!(landing(&shop).await, (json!("/sale"), json!("/sale")));
    let kept = admin.get("/setting/permission-group/MANAGER").await.ok();
    assert_eq!(kept["value"]["landing"], "/report");
}

#[tokio::test]
async fn nobody_gives_more_to_the_own_group_and_the_last_administrator_stays() {
    let shop = Shop::open().await;
    let admin = shop.log_in("admin").await;
    let sell = grant(&admin, "ADMIN", "sale.create", "ALLOWED").await;
    assert_eq!(sell.refused(), (403, "session.own_group"));
    let more = grant(&admin, "ADMIN", "discount.line", "ALLOWED").await;
    assert_eq!(more.refused(), (403, "session.own_group"));
    let none = grant(&admin, "ADMIN", "admin.all", "DENIED").await;
    assert_eq!(none.refused(), (409, "session.last_administrator"));
    // Less is possible, and so are other words.
    grant(&admin, "ADMIN", "report.all", "DENIED").await.ok();
    let lower = json!({ "lineDiscountLimit": 5_000, "name": "Head office" });
    change(&admin, "permission-group/ADMIN", &lower).await.ok();
    let higher = json!({ "lineDiscountLimit": 5_001 });
    let higher = change(&admin, "permission-group/ADMIN", &higher).await;
    assert_eq!(higher.refused(), (403, "session.own_group"));
    admin.get("/setting/permission-group").await.ok();
}

#[tokio::test]
async fn a_reason_is_given_only_for_what_it_is_for() {
    let shop = Shop::open().await;
    let admin = shop.log_in("admin").await;
    let line_only = json!({
        "name": "Scratch", "position": 9, "blocked": false, "forLine": true, "forBasket": false,
    });
    save(&admin, "discount-reason/SCRATCH", None, &line_only)
        .await
        .ok();
    let mei = shop.seller("mei").await;
    let basket = mei.add("BR-1", "", 1).await.ok();
    let reasons = mei.get("/discount-reason").await.ok();
    let last = reasons.as_array().unwrap().last().unwrap().clone();
    let expected = json!({
        "reasonCode": "SCRATCH", "name": "Scratch", "forLine": true, "forBasket": false,
    });
    assert_eq!(last, expected);
    let percent = json!({ "kind": "PERCENT", "value": 10_000, "reasonCode": "SCRATCH" });
    let whole = mei.put("/basket/discount", percent.clone()).await;
    assert_eq!(whole.refused(), (422, "sale.discount_reason_unknown"));
    let line_id = basket["lines"][0]["lineId"].as_str().unwrap();
    let path = format!("/basket/line/{line_id}/discount");
    mei.put(&path, percent.clone()).await.ok();
    // What was given stays; nobody gives it again.
    change(
        &admin,
        "discount-reason/SCRATCH",
        &json!({ "blocked": true }),
    )
    .await
    .ok();
    let basket = mei.get("/basket").await.ok();
    assert_eq!(basket["lines"][0]["discounts"][0]["reasonCode"], "SCRATCH");
    let again = mei.put(&path, percent).await;
    assert_eq!(again.refused(), (422, "sale.discount_reason_unknown"));
    let reasons = mei.get("/discount-reason").await.ok();
    assert!(!reasons.to_string().contains("SCRATCH"), "{reasons}");
    let listed = admin
        .get("/setting/discount-reason?search=scratch")
        .await
        .ok();
    assert_eq!(listed["items"][0]["version"], 2);

    let table = [
        (json!({ "name": "" }), "setting.required", "name"),
        (
            json!({ "position": -1 }),
            "setting.out_of_range",
            "position",
        ),
        (json!({ "forLine": false }), "setting.required", "forLine"),
    ];
    for (changes, key, field) in table {
        let answer = change(&admin, "discount-reason/SCRATCH", &changes).await;
        assert_eq!(answer.refused(), (422, key), "{changes}");
        assert_eq!(answer.envelope["error"]["field"], field);
    }
    let bad = save(&admin, "discount-reason/low case", None, &line_only).await;
    assert_eq!(bad.refused(), (422, "setting.code_malformed"));
    let missing = admin.get("/setting/discount-reason/NONE").await;
    assert_eq!(missing.refused(), (404, "setting.entry_not_found"));
}

#[tokio::test]
async fn a_customers_price_groups_are_chosen_by_who_may_and_count_at_once() {
    let shop = Shop::open().await;
    let admin = shop.log_in("admin").await;
    let vip = json!({
        "description": "Friends", "currencyCode": "EUR", "kind": "CUSTOMER",
        "roundingPrecision": 1, "roundingDirection": "NEAREST",
    });
    save(&admin, "price-group/VIP", None, &vip).await.ok();
    let price = json!({
        "itemNo": "BR-1", "salesCode": "VIP", "sizeCode": "", "startingDate": null,
        "endingDate": null, "minimunQuantity": 1, "unit": "PCS", "unitPrice": 40_000,
        "unitWeight": 0, "priceIncludeVAT": true, "deductibleVatPercent": null, "vatPercent": null,
    });
    admin.post("/setting/sales-price", price).await.ok();
    let manager = shop.seller("manager").await;
    let choices = manager.get("/customer/price-group").await.ok();
    let expected = json!([
        { "priceGroupCode": "VIP", "description": "Friends", "currencyCode": "EUR" }
    ]);
    assert_eq!(choices, expected, "those of stores are not among them");

    let customer = format!("/customer/{}", Uuid::from_u128(1));
    let path = format!("{customer}/price-group");
    manager.add("BR-1", "", 1).await.ok();
    let named = json!({ "customerId": Uuid::from_u128(1) });
    let basket = manager.put("/basket/customer", named).await.ok();
    assert_eq!(basket["total"]["minor"], 45_000);
    let body = |version: i64, groups: Value| json!({ "version": version, "priceGroups": groups });
    let key = Uuid::now_v7();
    let vip = body(1, json!(["VIP", "VIP"]));
    let kept = manager
        .keyed(Method::PUT, &path, key, vip.clone())
        .await
        .ok();
    assert_eq!(
        (&kept["priceGroups"], &kept["version"]),
        (&json!(["VIP"]), &json!(2))
    );
    let again = manager.keyed(Method::PUT, &path, key, vip).await.ok();
    assert_eq!(again["version"], 2, "kept once");
    let reused = manager
        .keyed(Method::PUT, &path, key, body(1, json!([])))
        .await;
    assert_eq!(reused.refused(), (422, "request.key_reused"));
    let basket = manager.get("/basket").await.ok();
    assert_eq!(basket["total"]["minor"], 40_000);
    let written = "SELECT COUNT(*) FROM customer_change WHERE after LIKE '%priceGroups%VIP%'";
    assert_eq!(shop.number(written).await, 1);

    let unknown = manager.put(&path, body(2, json!(["EUR"]))).await;
    assert_eq!(unknown.refused(), (422, "crm.price_group_unknown"));
    let same = manager.put(&path, body(2, json!(["VIP"]))).await;
    assert_eq!(same.refused(), (422, "crm.not_changed"));
    let old = manager.put(&path, body(1, json!([]))).await;
    assert_eq!(old.refused(), (409, "crm.changed_meanwhile"));
    let nobody = format!("/customer/{}/price-group", Uuid::from_u128(99));
    let nobody = manager.put(&nobody, body(1, json!([]))).await;
    assert_eq!(nobody.refused(), (404, "crm.customer_missing"));
    let mei = shop.log_in("mei").await;
    let refused = mei.put(&path, body(2, json!([]))).await;
    assert_eq!(refused.refused(), (403, "session.forbidden"));
    let shown = mei.get(&customer).await.ok();
    assert_eq!(
        shown["priceGroups"],
        json!(["VIP"]),
        "who may not change it still sees it"
    );
}

#[tokio::test]
async fn who_does_not_administer_keeps_no_people_groups_or_reasons() {
    let shop = Shop::open().await;
    let manager = shop.log_in("manager").await;
    let paths = [
        "/setting/salesperson",
        "/setting/salesperson/mei",
        "/setting/salesperson/export.csv",
        "/setting/permission-group",
        "/setting/permission-group/SALES",
        "/setting/staff-choice",
        "/setting/discount-reason",
        "/setting/discount-reason/LOYAL",
    ];
    for path in paths {
        assert_eq!(
            manager.get(path).await.refused(),
            (403, "session.forbidden"),
            "{path}"
        );
    }
    let group = json!({ "version": 1, "value": group(&json!({})) });
    let answer = manager.put("/setting/permission-group/SALES", group).await;
    assert_eq!(answer.refused(), (403, "session.forbidden"));
    let answer = manager
        .post("/setting/salesperson/mei/unlock", json!({}))
        .await;
    assert_eq!(answer.refused(), (403, "session.forbidden"));
}
