//! Salespeople are saved, refused, written down and listed.

use reqwest::Method;
use serde_json::{Value, json};
use testkit::Shop;
use uuid::Uuid;

use super::{NEW_PASSWORD, change, person, save, stored};

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
