//! Salespeople as head office keeps them: saved, refused, unlocked, blocked, and what their sessions
//! feel of it.

use std::time::Duration;

use reqwest::Method;
use serde_json::{Value, json};
use shell::Clock;
use testkit::{Answer, Client, PASSWORD, Settings, Shop};
use uuid::Uuid;

const NEW_PASSWORD: &str = "lanterns over quiet water";

/// Somebody new as they are sent, with changes over what is usual.
fn person(changes: &Value) -> Value {
    let mut value = json!({
        "firstName": "Hugo", "lastName": "Martin", "nameOnReceipt": "Hugo M.", "blocked": false,
        "permissionGroupCode": "SALES", "employeeType": "SALES", "endsOn": null,
        "companyNo": "CO", "storeNo": "PAR", "defaultTerminalNo": "PAR-2", "linkedStores": [],
    });
    for (name, change) in changes.as_object().unwrap() {
        value[name] = change.clone();
    }
    value
}

async fn save(
    admin: &Client,
    id: &str,
    version: Option<i64>,
    value: &Value,
    password: Option<&str>,
) -> Answer {
    let body = json!({ "version": version, "value": value, "password": password });
    admin.put(&format!("/setting/salesperson/{id}"), body).await
}

async fn stored(admin: &Client, id: &str) -> (i64, Value) {
    let person = admin.get(&format!("/setting/salesperson/{id}")).await.ok();
    (person["version"].as_i64().unwrap(), person["value"].clone())
}

/// Saves somebody who is there with some fields changed.
async fn change(admin: &Client, id: &str, changes: &Value) -> Answer {
    let (version, mut value) = stored(admin, id).await;
    for (name, change) in changes.as_object().unwrap() {
        value[name] = change.clone();
    }
    save(admin, id, Some(version), &value, None).await
}

async fn try_log_in(shop: &Shop, id: &str, password: &str) -> Answer {
    let body = json!({ "username": id, "password": password });
    shop.visitor().post("/login", body).await
}

#[tokio::test]
async fn somebody_new_logs_in_and_may_what_the_group_may() {
    let shop = Shop::open().await;
    let admin = shop.log_in("admin").await;
    let new = person(&json!({ "linkedStores": ["MIL", "PAR", "MIL"] }));
    let made = save(&admin, "h.martin", None, &new, Some(NEW_PASSWORD)).await;
    let made = made.ok();
    assert_eq!(made["version"], 1);
    assert_eq!(made["state"], "ACTIVE");
    assert_eq!(made["value"]["linkedStores"], json!(["MIL"]));
    assert_eq!(made["companyName"], "Maison Test SAS");
    assert_eq!(made["lastLoginAt"], Value::Null);
    assert!(!made.to_string().contains("argon2"), "{made}");

    let mut hugo = shop.visitor();
    hugo.log_in("h.martin", NEW_PASSWORD).await;
    let session = hugo.get("/session").await.ok();
    assert_eq!(session["terminalNo"], "PAR-2");
    assert_eq!(session["nameOnReceipt"], "Hugo M.");
    let refused = hugo.get("/setting/salesperson").await;
    assert_eq!(refused.refused(), (403, "session.forbidden"));
    let names = hugo.get("/salesperson").await.ok();
    assert!(names.to_string().contains("h.martin"), "{names}");
    let seen = admin.get("/setting/salesperson/h.martin").await.ok();
    assert_eq!(seen["lastLoginTerminal"], "Till PAR-2");
    assert!(seen["lastLoginAt"].is_string());
}

#[tokio::test]
async fn blank_names_and_tills_are_filled_in() {
    let shop = Shop::open().await;
    let admin = shop.log_in("admin").await;
    let bare = person(&json!({
        "firstName": " ", "lastName": "", "nameOnReceipt": "", "defaultTerminalNo": null,
    }));
    let made = save(&admin, "bare", None, &bare, Some(NEW_PASSWORD)).await;
    let value = &made.ok()["value"];
    assert_eq!(value["firstName"], "bare");
    assert_eq!(value["nameOnReceipt"], "bare");
    assert_eq!(value["defaultTerminalNo"], "PAR-1");
    let called = person(&json!({ "firstName": "", "nameOnReceipt": "" }));
    let made = save(&admin, "called", None, &called, Some(NEW_PASSWORD)).await;
    assert_eq!(made.ok()["value"]["nameOnReceipt"], "Martin");
}

#[tokio::test]
async fn what_cannot_be_in_a_salesperson_is_refused_at_its_field() {
    let shop = Shop::open().await;
    let admin = shop.log_in("admin").await;
    let long = "x".repeat(61);
    let table = [
        (
            json!({ "firstName": long }),
            "setting.text_too_long",
            "firstName",
        ),
        (
            json!({ "lastName": long }),
            "setting.text_too_long",
            "lastName",
        ),
        (
            json!({ "nameOnReceipt": long }),
            "setting.text_too_long",
            "nameOnReceipt",
        ),
        (
            json!({ "permissionGroupCode": "" }),
            "setting.required",
            "permissionGroupCode",
        ),
        (
            json!({ "permissionGroupCode": "NONE" }),
            "setting.reference_unknown",
            "permissionGroupCode",
        ),
        (
            json!({ "employeeType": null }),
            "setting.required",
            "employeeType",
        ),
        (json!({ "companyNo": " " }), "setting.required", "companyNo"),
        (
            json!({ "companyNo": "NONE" }),
            "setting.reference_unknown",
            "companyNo",
        ),
        (json!({ "storeNo": "" }), "setting.required", "storeNo"),
        (
            json!({ "storeNo": "NONE" }),
            "setting.reference_unknown",
            "storeNo",
        ),
        (
            json!({ "defaultTerminalNo": "MIL-1" }),
            "setting.reference_unknown",
            "defaultTerminalNo",
        ),
        (
            json!({ "linkedStores": ["NONE"] }),
            "setting.reference_unknown",
            "linkedStores",
        ),
        (
            json!({ "employeeType": "TEMP" }),
            "session.end_date_missing",
            "endsOn",
        ),
        (
            json!({ "employeeType": "TEMP", "endsOn": "2020-01-01" }),
            "session.end_date_passed",
            "endsOn",
        ),
    ];
    for (changes, key, field) in table {
        let answer = save(&admin, "new", None, &person(&changes), Some(NEW_PASSWORD)).await;
        assert_eq!(answer.refused(), (422, key), "{changes}");
        assert_eq!(answer.envelope["error"]["field"], field, "{changes}");
    }
    let passwords = [
        (None, "setting.required"),
        (Some("short"), "session.password_short"),
        (Some("hugo hugo hugo hugo"), "session.password_obvious"),
        (Some("martinmartinmartin"), "session.password_obvious"),
    ];
    for (password, key) in passwords {
        let answer = save(&admin, "new", None, &person(&json!({})), password).await;
        assert_eq!(answer.refused(), (422, key), "{password:?}");
        assert_eq!(answer.envelope["error"]["field"], "password");
    }
    for id in ["Hugo", "a b", "abcdefghijklmnopqrstu"] {
        let answer = save(&admin, id, None, &person(&json!({})), Some(NEW_PASSWORD)).await;
        assert_eq!(answer.refused(), (422, "session.user_name"), "{id}");
        assert_eq!(answer.envelope["error"]["field"], "key");
    }
    let taken = save(&admin, "mei", None, &person(&json!({})), Some(NEW_PASSWORD)).await;
    assert_eq!(taken.refused(), (409, "setting.code_taken"));
    let gone = save(&admin, "nobody", Some(1), &person(&json!({})), None).await;
    assert_eq!(gone.refused(), (404, "setting.entry_not_found"));
    let missing = admin.get("/setting/salesperson/nobody").await;
    assert_eq!(missing.refused(), (404, "setting.entry_not_found"));
    let (version, value) = stored(&admin, "mei").await;
    let same = save(&admin, "mei", Some(version), &value, None).await;
    assert_eq!(same.refused(), (422, "setting.not_changed"));
    let old = save(&admin, "mei", Some(version + 7), &value, None).await;
    assert_eq!(old.refused(), (409, "setting.changed_meanwhile"));
    let written = shop.number("SELECT COUNT(*) FROM setting_change").await;
    assert_eq!(written, 0);
}

#[tokio::test]
async fn a_change_is_written_down_and_no_password_with_it() {
    let shop = Shop::open().await;
    let admin = shop.log_in("admin").await;
    change(&admin, "mei", &json!({ "lastName": "Wang" }))
        .await
        .ok();
    let (version, value) = stored(&admin, "mei").await;
    let changed = save(&admin, "mei", Some(version), &value, Some(NEW_PASSWORD)).await;
    assert!(changed.ok()["passwordSetAt"].is_string());
    let names = "SELECT COUNT(*) FROM setting_change WHERE setting = 'salesperson' \
                 AND setting_key = 'mei' AND version = 2 AND before LIKE '%\"Lin\"%' \
                 AND after LIKE '%\"Wang\"%' AND staff_id = 'admin'";
    assert_eq!(shop.number(names).await, 1);
    let password = "SELECT COUNT(*) FROM setting_change WHERE version = 3 \
                    AND before LIKE '%\"passwordSetAt\":null%' \
                    AND after LIKE '%\"passwordSetAt\":\"2%'";
    assert_eq!(shop.number(password).await, 1);
    let told = "SELECT COUNT(*) FROM setting_change WHERE before LIKE '%lanterns%' \
                OR after LIKE '%lanterns%' OR after LIKE '%argon2%'";
    assert_eq!(shop.number(told).await, 0);
    let kept = "SELECT COUNT(*) FROM idempotency WHERE answer LIKE '%lanterns%' \
                OR answer LIKE '%argon2%'";
    assert_eq!(shop.number(kept).await, 0);
}

#[tokio::test]
async fn blocking_ends_the_sessions_and_gives_back_what_they_reserved() {
    let shop = Shop::open().await;
    let admin = shop.log_in("admin").await;
    let mei = shop.seller("mei").await;
    mei.add("RG-1", "54", 2).await.ok();
    let reserved = "SELECT CAST(SUM(quantity) AS BIGINT) FROM stock_lease WHERE item_no = 'RG-1'";
    assert_eq!(shop.number(reserved).await, 2);
    let blocked = change(&admin, "mei", &json!({ "blocked": true }))
        .await
        .ok();
    assert_eq!(blocked["state"], "BLOCKED");
    // At once: nothing waits for what the guard remembered.
    let answer = mei.get("/session").await;
    assert_eq!((answer.status.as_u16(), answer.code()), (401, 501));
    let left = "SELECT COUNT(*) FROM stock_lease WHERE item_no = 'RG-1'";
    assert_eq!(shop.number(left).await, 0);
    let refused = try_log_in(&shop, "mei", PASSWORD).await;
    assert_eq!(refused.refused(), (403, "session.no_permissions"));
    let people = shop.log_in("leo").await.get("/salesperson").await.ok();
    assert!(!people.to_string().contains("\"mei\""), "{people}");
    change(&admin, "mei", &json!({ "blocked": false }))
        .await
        .ok();
    shop.log_in("mei").await.get("/session").await.ok();
}

#[tokio::test]
async fn who_left_stays_on_old_orders() {
    let shop = Shop::open().await;
    let admin = shop.log_in("admin").await;
    let mei = shop.seller("mei").await;
    mei.add("BR-1", "", 1).await.ok();
    mei.start_payment().await;
    let paid = mei.pay_cash(45_000).await.ok();
    let path = format!("/order/{}", paid["order"]["orderId"].as_str().unwrap());
    change(&admin, "mei", &json!({ "blocked": true }))
        .await
        .ok();
    let order = shop.log_in("manager").await.get(&path).await.ok();
    assert_eq!(order["salespersonName"], "Mei Lin", "{order}");
}

#[tokio::test]
async fn a_new_password_ends_the_sessions_and_is_the_only_one() {
    let shop = Shop::open().await;
    let admin = shop.log_in("admin").await;
    let leo = shop.log_in("leo").await;
    let (version, value) = stored(&admin, "leo").await;
    let changed = save(&admin, "leo", Some(version), &value, Some(NEW_PASSWORD)).await;
    changed.ok();
    assert_eq!(leo.get("/session").await.code(), 501);
    let old = try_log_in(&shop, "leo", PASSWORD).await;
    assert_eq!(old.refused(), (401, "session.bad_credentials"));
    try_log_in(&shop, "leo", NEW_PASSWORD).await.ok();
}

#[tokio::test]
async fn another_group_acts_with_the_next_call() {
    let shop = Shop::open().await;
    let admin = shop.log_in("admin").await;
    let leo = shop.log_in("leo").await;
    leo.get("/basket").await.ok();
    let group = json!({ "permissionGroupCode": "ADMIN" });
    change(&admin, "leo", &group).await.ok();
    assert_eq!(
        leo.get("/basket").await.refused(),
        (403, "session.forbidden")
    );
    leo.get("/setting/salesperson").await.ok();
    // The session lives on, with the rights of the other group.
    assert_eq!(
        leo.get("/session").await.ok()["permissionGroupCode"],
        "ADMIN"
    );
}

#[tokio::test]
async fn five_wrong_passwords_lock_until_head_office_unlocks() {
    let shop = Shop::open().await;
    let admin = shop.log_in("admin").await;
    for _ in 0..5 {
        try_log_in(&shop, "leo", "wrong").await;
    }
    let locked = try_log_in(&shop, "leo", PASSWORD).await;
    assert_eq!(locked.refused(), (423, "session.locked"));
    let seen = admin.get("/setting/salesperson?state=LOCKED").await.ok();
    assert_eq!(seen["total"], 1);
    assert!(seen["items"][0]["lockedUntil"].is_string(), "{seen}");
    let path = "/setting/salesperson/leo/unlock";
    let key = Uuid::now_v7();
    let open = admin.keyed(Method::POST, path, key, json!({})).await.ok();
    assert_eq!(
        (&open["state"], &open["version"]),
        (&json!("ACTIVE"), &json!(1))
    );
    let again = admin.keyed(Method::POST, path, key, json!({})).await.ok();
    assert_eq!(open, again);
    try_log_in(&shop, "leo", PASSWORD).await.ok();
    let refused = admin.post(path, json!({})).await;
    assert_eq!(refused.refused(), (409, "session.not_locked"));
    let nobody = admin
        .post("/setting/salesperson/nobody/unlock", json!({}))
        .await;
    assert_eq!(nobody.refused(), (404, "setting.entry_not_found"));
    let written = "SELECT COUNT(*) FROM setting_change WHERE setting_key = 'leo' \
                   AND after = '{\"lockedUntil\":null}'";
    assert_eq!(shop.number(written).await, 1);
}

#[tokio::test]
async fn the_last_administrator_stays_and_nobody_changes_the_own_group() {
    let shop = Shop::open().await;
    let admin = shop.log_in("admin").await;
    let blocked = change(&admin, "admin", &json!({ "blocked": true })).await;
    assert_eq!(blocked.refused(), (409, "session.last_administrator"));
    assert_eq!(blocked.envelope["error"]["field"], "blocked");
    let temp = json!({ "employeeType": "TEMP", "endsOn": "2099-01-01" });
    let temp = change(&admin, "admin", &temp).await;
    assert_eq!(temp.refused(), (409, "session.last_administrator"));
    let own = change(&admin, "admin", &json!({ "permissionGroupCode": "SALES" })).await;
    assert_eq!(own.refused(), (403, "session.own_group"));
    admin.get("/session").await.ok();

    // With a second one either may go, and the one who is left is the last again.
    let group = json!({ "permissionGroupCode": "ADMIN" });
    change(&admin, "leo", &group).await.ok();
    let leo = shop.log_in("leo").await;
    change(&leo, "admin", &json!({ "permissionGroupCode": "SALES" }))
        .await
        .ok();
    let last = change(&leo, "leo", &json!({ "blocked": true })).await;
    assert_eq!(last.refused(), (409, "session.last_administrator"));
    assert_eq!(
        admin.get("/setting/salesperson").await.refused(),
        (403, "session.forbidden")
    );
}

#[tokio::test]
async fn two_administrators_who_block_each_other_do_not_both_go() {
    let shop = Shop::open().await;
    let admin = shop.log_in("admin").await;
    change(&admin, "leo", &json!({ "permissionGroupCode": "ADMIN" }))
        .await
        .ok();
    let leo = shop.log_in("leo").await;
    // Both look before either blocks: whoever is blocked already is not asked in again to look.
    let (seen_of_leo, mut blocked_leo) = stored(&admin, "leo").await;
    let (seen_of_admin, mut blocked_admin) = stored(&leo, "admin").await;
    blocked_leo["blocked"] = json!(true);
    blocked_admin["blocked"] = json!(true);
    let (one, other) = tokio::join!(
        save(&admin, "leo", Some(seen_of_leo), &blocked_leo, None),
        save(&leo, "admin", Some(seen_of_admin), &blocked_admin, None),
    );
    let done = [&one, &other]
        .iter()
        .filter(|answer| answer.status == 200)
        .count();
    assert_eq!(done, 1, "{:?} {:?}", one.envelope, other.envelope);
}

#[tokio::test]
async fn seasonal_staff_are_gone_after_their_last_day() {
    let clock = Clock::manual("2026-11-21T10:00:00Z".parse().unwrap());
    let shop = Shop::with(Settings {
        clock: Some(clock.clone()),
        ..Settings::default()
    })
    .await;
    let admin = shop.log_in("admin").await;
    let season = person(&json!({ "employeeType": "TEMP", "endsOn": "2026-11-21" }));
    save(&admin, "season", None, &season, Some(NEW_PASSWORD))
        .await
        .ok();
    let mut temp = shop.visitor();
    temp.log_in("season", NEW_PASSWORD).await;
    // The day of Paris turns at four in the morning: 03:00 in Greenwich.
    clock.advance(Duration::from_secs(11 * 3600));
    temp.get("/session").await.ok();
    clock.advance(Duration::from_secs(6 * 3600));
    assert_eq!(temp.get("/session").await.code(), 501);
    let refused = try_log_in(&shop, "season", NEW_PASSWORD).await;
    assert_eq!(refused.refused(), (403, "session.no_permissions"));
    let admin = shop.log_in("admin").await;
    let ended = admin.get("/setting/salesperson?state=ENDED").await.ok();
    assert_eq!(ended["items"][0]["key"], "season");
    let named = shop.log_in("mei").await.get("/salesperson").await.ok();
    assert!(!named.to_string().contains("season"), "{named}");
    let mei = shop.log_in("mei").await;
    let gone = mei.put("/basket/salesperson", json!({ "staffId": "season" }));
    assert_eq!(gone.await.refusal(), "sale.salesperson_unknown");
    // What is over may be corrected, and somebody who stays has no last day.
    change(&admin, "season", &json!({ "lastName": "Petit" }))
        .await
        .ok();
    let stays = json!({ "employeeType": "SALES", "endsOn": "2026-11-21" });
    let stays = change(&admin, "season", &stays).await.ok();
    assert_eq!(stays["value"]["endsOn"], Value::Null);
    try_log_in(&shop, "season", NEW_PASSWORD).await.ok();
}

#[tokio::test]
async fn the_list_is_searched_filtered_sorted_and_taken_out() {
    let shop = Shop::open().await;
    let admin = shop.log_in("admin").await;
    let keys = async |query: &str| -> Vec<String> {
        let page = admin
            .get(&format!("/setting/salesperson{query}"))
            .await
            .ok();
        let items = page["items"].as_array().unwrap().clone();
        let keys = items
            .iter()
            .map(|item| item["key"].as_str().unwrap().to_owned());
        keys.collect()
    };
    assert_eq!(
        keys("").await,
        ["admin", "gia", "gone", "leo", "mei", "manager", "otp"]
    );
    assert_eq!(keys("?sort=storeNo&limit=2").await, ["gia", "admin"]);
    assert_eq!(
        keys("?sort=staffId&limit=2&cursor=2").await,
        ["gone", "leo"]
    );
    assert_eq!(keys("?search=blanc%20leo").await, ["leo"]);
    assert_eq!(keys("?search=nothing").await, Vec::<String>::new());
    assert_eq!(keys("?storeNo=MIL").await, ["gia"]);
    change(&admin, "leo", &json!({ "linkedStores": ["MIL"] }))
        .await
        .ok();
    assert_eq!(
        keys("?storeNo=MIL").await,
        ["gia", "leo"],
        "linked ones, too"
    );
    assert_eq!(keys("?permissionGroupCode=MANAGER").await, ["manager"]);
    assert_eq!(keys("?employeeType=IT").await, ["admin"]);
    assert_eq!(keys("?state=BLOCKED").await, ["gone"]);
    let table = admin.request(Method::GET, "/setting/salesperson/export.csv?storeNo=MIL");
    let table = table.send().await.unwrap().text().await.unwrap();
    assert_eq!(table.lines().count(), 3, "{table}");
    assert!(table.contains("\"leo\",\"Léo\",\"Blanc\""), "{table}");
    assert!(!table.contains("argon2"), "{table}");
    let choices = admin.get("/setting/staff-choice").await.ok();
    assert_eq!(
        choices["stores"][1]["terminals"].as_array().unwrap().len(),
        3
    );
    assert_eq!(choices["companies"][0]["companyName"], "Maison Test SAS");
    assert_eq!(
        choices["permissions"].as_array().unwrap().len(),
        session::rule::permission::CATALOGUE.len()
    );
}

#[tokio::test]
async fn the_same_key_saves_somebody_once() {
    let shop = Shop::open().await;
    let admin = shop.log_in("admin").await;
    let key = Uuid::now_v7();
    let path = "/setting/salesperson/once";
    let body = json!({ "version": null, "value": person(&json!({})), "password": NEW_PASSWORD });
    let first = admin.keyed(Method::PUT, path, key, body.clone()).await.ok();
    let again = admin.keyed(Method::PUT, path, key, body).await.ok();
    assert_eq!(first, again);
    let other = person(&json!({ "lastName": "Other" }));
    let other = json!({ "version": null, "value": other, "password": NEW_PASSWORD });
    let reused = admin.keyed(Method::PUT, path, key, other).await;
    assert_eq!(reused.refused(), (422, "request.key_reused"));
    let written = shop.number("SELECT COUNT(*) FROM setting_change").await;
    assert_eq!(written, 1);
}
