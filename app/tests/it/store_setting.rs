//! What head office says a store does, and that its tills do it.

use jiff::civil::{Date, Weekday};
use jiff::{Span, Timestamp};
use serde_json::{Value, json};
use shell::Clock;
use testkit::{Client, Settings, Shop};

use crate::deposit::{deposit, fill, wanted};
use crate::payment::assert_books_hold;

const PARIS: &str = "/setting/store/PAR";

/// Saves the store in Paris with changes over what it does.
pub(crate) async fn change(admin: &Client, changes: Value) -> testkit::Answer {
    let mut stored = admin.get(PARIS).await.ok();
    for (name, change) in changes.as_object().unwrap() {
        stored["value"][name] = change.clone();
    }
    let body = json!({ "version": stored["version"], "value": stored["value"] });
    admin.put(PARIS, body).await
}

#[tokio::test]
async fn a_deposit_is_the_part_that_head_office_wants_at_least_and_runs_as_long() {
    let shop = Shop::open().await;
    let admin = shop.log_in("admin").await.repeating();
    let mei = shop.seller("mei").await;
    fill(&mei).await;
    // 29 % of 1,419.00.
    let less = 41_151;
    let changed = change(&admin, json!({ "depositMinimumPercent": 2_900 })).await;
    assert_eq!(changed.ok()["version"], 2);
    mei.post("/basket/deposit", wanted(less)).await.ok();
    mei.post("/payment/back", json!({})).await.ok();
    let entries = "SELECT COUNT(*) FROM journal_entry";
    let before = shop.number(entries).await;
    let changes = json!({ "depositMinimumPercent": 3_000, "depositDays": 45 });
    change(&admin, changes).await.ok();
    assert_eq!(shop.number(entries).await, before + 1, "the journal tells");
    let terms = mei.get("/basket/deposit").await.ok();
    assert_eq!(terms["minimum"]["minor"], 42_570);
    let refused = mei.post("/basket/deposit", wanted(less)).await;
    assert_eq!(refused.refused(), (409, "sale.approval_required"));
    let kept = deposit(&mei, 42_570).await;
    let day = |value: &Value| value.as_str().unwrap().parse::<Date>().unwrap();
    let runs = day(&kept["openedOn"])
        .until(day(&kept["expiresOn"]))
        .unwrap();
    assert_eq!(runs.get_days(), 45);
    let kept = "SELECT COUNT(*) FROM setting_change WHERE setting = 'store' AND setting_key = 'PAR' \
         AND before LIKE '%\"depositMinimumPercent\":2900%' \
         AND after LIKE '%\"depositMinimumPercent\":3000%'";
    assert_eq!(shop.number(kept).await, 1, "before and after, once");
    assert_books_hold(&shop).await;
}

#[tokio::test]
async fn a_till_is_told_what_its_store_does_and_other_stores_stay_as_they_were() {
    let shop = Shop::open().await;
    let admin = shop.log_in("admin").await;
    let leo = shop.seller("leo").await;
    let milan = admin.get("/setting/store/MIL").await.ok();
    let before = leo.get("/session").await.ok()["store"].clone();
    let changes = json!({
        "isShowQRCode": before["isShowQRCode"] == false,
        "doNotAllowNegativeInventory": before["doNotAllowNegativeInventory"] == false,
        "recalltime": 9, "dutyFree": true, "forceLanguageReceipt": "ja",
        "receiptPrinter": " printer.shop.example:9100 ",
    });
    let saved = change(&admin, changes.clone()).await.ok();
    assert_eq!(
        saved["value"]["receiptPrinter"],
        "printer.shop.example:9100"
    );
    let after = leo.get("/session").await.ok()["store"].clone();
    for name in [
        "isShowQRCode",
        "doNotAllowNegativeInventory",
        "recalltime",
        "dutyFree",
        "forceLanguageReceipt",
    ] {
        assert_eq!(after[name], changes[name], "{name}");
        assert_ne!(after[name], before[name], "{name}");
    }
    assert_eq!(before["hasReceiptPrinter"], false);
    assert_eq!(after["hasReceiptPrinter"], true);
    change(&admin, json!({ "receiptPrinter": "" })).await.ok();
    let after = leo.get("/session").await.ok()["store"].clone();
    assert_eq!(after["hasReceiptPrinter"], false);
    assert_eq!(admin.get("/setting/store/MIL").await.ok(), milan);
    let listed = admin.get("/setting/store?search=par").await.ok();
    assert_eq!(listed["total"], 1);
    assert_eq!(listed["items"][0]["value"]["recalltime"], 9);
}

/// What is made for a customer is promised for the next day on which the store is open.
#[tokio::test]
async fn nobody_works_on_pieces_on_the_days_on_which_a_store_is_closed() {
    // A Saturday. What is clipped on is ready after fourteen days: a Saturday again.
    let clock = Clock::manual("2026-11-21T10:00:00Z".parse::<Timestamp>().unwrap());
    let shop = Shop::with(Settings {
        clock: Some(clock),
        ..Settings::default()
    })
    .await;
    let admin = shop.log_in("admin").await;
    let saved = change(&admin, json!({ "closedWeekdays": [7, 6, 7] })).await;
    assert_eq!(saved.ok()["value"]["closedWeekdays"], json!([6, 7]));
    let mei = shop.seller("mei").await;
    let wanted = json!({ "text": "OUI", "side": "BACK", "textChecked": true });
    let body = json!({ "itemNo": "CU-3", "sizeCode": "", "wanted": wanted });
    mei.post("/basket/customised", body).await.ok();
    mei.start_payment().await;
    let paid = mei.pay_cash(6_900).await.ok();
    let order_id = paid["order"]["orderId"].as_str().unwrap();
    let order = mei.get(&format!("/order/{order_id}")).await.ok();
    let promised = order["lines"][0]["customisation"]["promisedOn"].clone();
    let promised: Date = promised.as_str().unwrap().parse().unwrap();
    let sold_on: Date = order["businessDate"].as_str().unwrap().parse().unwrap();
    assert_eq!(promised.weekday(), Weekday::Monday);
    assert_eq!(sold_on.checked_add(Span::new().days(16)).unwrap(), promised);
}

#[tokio::test]
async fn what_a_store_cannot_do_is_refused_at_its_field() {
    let shop = Shop::open().await;
    let admin = shop.log_in("admin").await;
    let unknown = "setting.reference_unknown";
    let range = "setting.out_of_range";
    for (changes, key, field) in [
        (
            json!({ "depositMinimumPercent": 10_001 }),
            range,
            "depositMinimumPercent",
        ),
        (
            json!({ "depositMinimumPercent": -1 }),
            range,
            "depositMinimumPercent",
        ),
        (json!({ "depositDays": 0 }), range, "depositDays"),
        (json!({ "depositDays": 366 }), range, "depositDays"),
        (json!({ "recalltime": 0 }), range, "recalltime"),
        (
            json!({ "priceRoundingStep": 0 }),
            range,
            "priceRoundingStep",
        ),
        (json!({ "closedWeekdays": [8] }), range, "closedWeekdays"),
        (
            json!({ "closedWeekdays": [1, 2, 3, 4, 5, 6, 7] }),
            range,
            "closedWeekdays",
        ),
        (
            json!({ "forceLanguageReceipt": "tlh" }),
            unknown,
            "forceLanguageReceipt",
        ),
        (
            json!({ "receiptPrinter": "http://printer" }),
            "session.printer_address",
            "receiptPrinter",
        ),
    ] {
        let answer = change(&admin, changes.clone()).await;
        assert_eq!(answer.refused(), (422, key), "{changes}");
        assert_eq!(
            answer.envelope["error"]["field"], field,
            "{changes}: {}",
            answer.envelope
        );
    }
    // A name is not changed here, so that nothing is left to be changed.
    let same = change(&admin, json!({ "name": "Elsewhere" })).await;
    assert_eq!(same.refused(), (422, "setting.not_changed"));
    let stored = admin.get(PARIS).await.ok();
    let body = json!({ "version": 7, "value": stored["value"] });
    let stale = admin.put(PARIS, body).await;
    assert_eq!(stale.refused(), (409, "setting.changed_meanwhile"));
    let body = json!({ "version": null, "value": stored["value"] });
    let nowhere = admin.put("/setting/store/NICE", body).await;
    assert_eq!(nowhere.refused(), (404, "setting.entry_not_found"));
    let mei = shop.seller("mei").await;
    let body = json!({ "version": stored["version"], "value": stored["value"] });
    let refused = mei.put(PARIS, body).await;
    assert_eq!(refused.refused(), (403, "session.forbidden"));
    assert_eq!(
        shop.number("SELECT COUNT(*) FROM setting_change WHERE setting = 'store'")
            .await,
        0
    );
}
