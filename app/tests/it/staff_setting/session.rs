//! What the sessions and the standing of salespeople feel of a change.

use std::time::Duration;

use reqwest::Method;
use serde_json::{Value, json};
use shell::Clock;
use testkit::{PASSWORD, Settings, Shop};
use uuid::Uuid;

use super::{NEW_PASSWORD, change, person, save, stored, try_log_in, with};
use crate::session::code_now;

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
async fn a_new_password_ends_the_logins_that_wait_for_a_code() {
    let shop = Shop::open().await;
    let admin = shop.log_in("admin").await;
    let waiting = try_log_in(&shop, "otp", PASSWORD).await.ok();
    let mut body = json!({ "challengeId": waiting["challengeId"], "channel": "totp" });
    let visitor = shop.visitor();
    visitor.post("/login/code", body.clone()).await.ok();
    let (version, value) = stored(&admin, "otp").await;
    let changed = save(&admin, "otp", Some(version), &value, Some(NEW_PASSWORD)).await;
    changed.ok();
    body["code"] = json!(code_now());
    let late = visitor.post("/login/verify", body).await;
    assert_eq!(late.refused(), (410, "session.challenge_expired"));
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
    let (leo_seen, leo_value) = stored(&admin, "leo").await;
    let (admin_seen, admin_value) = stored(&leo, "admin").await;
    let block = json!({ "blocked": true });
    let (leo_blocked, admin_blocked) = (with(leo_value, &block), with(admin_value, &block));
    let (one, other) = tokio::join!(
        save(&admin, "leo", Some(leo_seen), &leo_blocked, None),
        save(&leo, "admin", Some(admin_seen), &admin_blocked, None),
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
