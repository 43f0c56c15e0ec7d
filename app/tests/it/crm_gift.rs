//! Gifts from a customer's record: issued as an order without money, handed over, or over.

use std::time::Duration;

use jiff::civil::Date;
use kernel::id::CustomerId;
use promotion::rule::crm_gift::{CrmGift, CrmGiftKind, CrmGiftState};
use promotion::store::grant_crm_gift;
use reqwest::Method;
use serde_json::{Value, json};
use shell::Clock;
use testkit::{Answer, Client, Settings, Shop};
use uuid::Uuid;

const NOW: &str = "2026-11-21T10:00:00Z";
const INES: Uuid = Uuid::from_u128(1);
const GIFT: Uuid = Uuid::from_u128(77);
const ON_HAND: &str = "SELECT on_hand FROM stock WHERE store_no = 'PAR' AND item_no = 'CARE'";
const RESERVED: &str = "SELECT CAST(SUM(reserved) AS BIGINT) FROM stock";

async fn open() -> (Shop, Clock) {
    let clock = Clock::manual(NOW.parse().unwrap());
    let shop = Shop::with(Settings {
        clock: Some(clock.clone()),
        ..Settings::default()
    })
    .await;
    (shop, clock)
}

/// A birthday gift of Inès', valid from one date to another.
async fn grant(shop: &Shop, from: &str, until: &str) {
    let dates: (Date, Date) = (from.parse().unwrap(), until.parse().unwrap());
    shop.db()
        .write(dates, |tx, (granted_on, valid_until)| {
            Box::pin(async move {
                let gift = CrmGift {
                    customer_id: CustomerId(INES),
                    kind: CrmGiftKind::Birthday,
                    tier: String::new(),
                    granted_on: *granted_on,
                    valid_until: Some(*valid_until),
                    state: CrmGiftState::Granted,
                };
                grant_crm_gift(tx, GIFT, gift, "CARE", None).await
            })
        })
        .await
        .unwrap()
        .unwrap();
}

fn path(step: &str) -> String {
    format!("/customer/{INES}/gift/{GIFT}/{step}")
}

async fn step(client: &Client, step: &str) -> Answer {
    client.post(&path(step), json!({})).await
}

async fn gifts(client: &Client) -> Value {
    client.get(&format!("/customer/{INES}/gift")).await.ok()
}

/// Somebody who may issue gifts, with who sells already named.
async fn giver(shop: &Shop) -> Client {
    shop.seller("manager").await
}

#[tokio::test]
async fn a_gift_is_issued_as_an_order_without_money_and_then_handed_over() {
    let (shop, _) = open().await;
    grant(&shop, "2026-11-01", "2026-12-31").await;
    let manager = giver(&shop).await;
    let basket = manager.add("ER-1", "", 1).await.ok();
    let before = shop.number(ON_HAND).await;
    let gift = &gifts(&manager).await[0];
    assert_eq!(
        (&gift["state"], &gift["refusal"]),
        (&json!("GRANTED"), &Value::Null)
    );
    assert_eq!(
        (&gift["kind"], &gift["validUntil"]),
        (&json!("BIRTHDAY"), &json!("2026-12-31"))
    );
    let early = step(&manager, "use").await;
    assert_eq!(early.refused(), (409, "sale.crm_gift_wrong_state"));

    let key = Uuid::now_v7();
    let issued = manager
        .keyed(Method::POST, &path("issue"), key, json!({}))
        .await
        .ok();
    let again = manager
        .keyed(Method::POST, &path("issue"), key, json!({}))
        .await
        .ok();
    assert_eq!(issued, again, "one press issues once");
    assert_eq!(issued["state"], "ISSUED");
    assert_eq!(shop.number(ON_HAND).await, before - 1);
    let second = step(&manager, "issue").await;
    assert_eq!(second.refused(), (409, "sale.crm_gift_wrong_state"));
    assert_eq!(shop.number(ON_HAND).await, before - 1);
    // The basket at work is not touched.
    assert_eq!(manager.get("/basket").await.ok(), basket);
    assert_eq!(shop.number(RESERVED).await, 1);

    let order_id = issued["orderId"].as_str().unwrap();
    let order = manager.get(&format!("/order/{order_id}")).await.ok();
    assert_eq!(order["orderType"], "CRM_GIFT");
    assert_eq!(
        (&order["total"]["minor"], &order["pieces"]),
        (&json!(0), &json!(1))
    );
    assert_eq!(order["receiptNo"], issued["receiptNo"]);
    assert_eq!(
        (&order["tenders"], &order["lines"][0]["itemNo"]),
        (&json!([]), &json!("CARE"))
    );
    assert_eq!(order["customerName"], "Inès Marchetti");
    let purchases = manager
        .get(&format!("/customer/{INES}/purchase"))
        .await
        .ok();
    assert_eq!(purchases["purchaseTimes"], 0, "a gift is no purchase");
    let visits = "SELECT COUNT(*) FROM customer WHERE last_visit_on IS NOT NULL";
    assert_eq!(shop.number(visits).await, 0);
    let paper = manager.request(Method::GET, &format!("/order/{order_id}/receipt"));
    assert_eq!(paper.send().await.unwrap().status(), 200);
    let ticket = "SELECT COUNT(*) FROM journal_entry WHERE kind = 'ticket'";
    assert_eq!(shop.number(ticket).await, 1);
    let entries = "SELECT COUNT(*) FROM stock_ledger WHERE entry_type = 'GIFT' AND quantity = -1";
    assert_eq!(shop.number(entries).await, 1);

    let key = Uuid::now_v7();
    let used = manager
        .keyed(Method::POST, &path("use"), key, json!({}))
        .await
        .ok();
    let again = manager
        .keyed(Method::POST, &path("use"), key, json!({}))
        .await
        .ok();
    assert_eq!((&used["state"], &used), (&json!("USED"), &again));
    assert_eq!(
        step(&manager, "use").await.refused(),
        (409, "sale.crm_gift_wrong_state")
    );
    assert_eq!(shop.number(ON_HAND).await, before - 1);
}

#[tokio::test]
async fn the_books_of_a_gift_agree_with_the_journal() {
    let (shop, _) = open().await;
    grant(&shop, "2026-11-01", "2026-12-31").await;
    let manager = giver(&shop).await;
    step(&manager, "issue").await.ok();
    let report = journal::verify(shop.db(), &journal::VerifyOptions::default()).await;
    assert_eq!(report.findings, []);
}

#[tokio::test]
async fn only_in_its_time_while_some_are_left_and_by_who_may() {
    let (shop, _) = open().await;
    grant(&shop, "2026-11-22", "2026-12-31").await;
    let manager = giver(&shop).await;
    let early = step(&manager, "issue").await;
    assert_eq!(early.refused(), (409, "sale.crm_gift_too_early"));
    assert_eq!(
        gifts(&manager).await[0]["refusal"]["params"]["date"],
        "2026-11-22"
    );
    shop.change("UPDATE crm_gift SET granted_on = '2026-01-01', valid_until = '2026-11-20'")
        .await;
    let late = step(&manager, "issue").await;
    assert_eq!(late.refused(), (409, "sale.crm_gift_expired"));
    shop.change("UPDATE crm_gift SET valid_until = '2026-11-21'")
        .await;
    let other = manager
        .post(
            &format!("/customer/{}/gift/{GIFT}/issue", Uuid::from_u128(2)),
            json!({}),
        )
        .await;
    assert_eq!(other.refused(), (404, "sale.crm_gift_not_found"));
    let mei = shop.seller("mei").await;
    assert_eq!(
        step(&mei, "issue").await.refused(),
        (403, "session.forbidden")
    );
    shop.change("UPDATE stock SET on_hand = reserved WHERE store_no = 'PAR' AND item_no = 'CARE'")
        .await;
    let none = step(&manager, "issue").await;
    assert_eq!(none.refused(), (409, "sale.gift_out_of_stock"));
    assert_eq!(shop.number("SELECT COUNT(*) FROM sales_order").await, 0);
    assert_eq!(gifts(&manager).await[0]["state"], "GRANTED");
}

#[tokio::test]
async fn what_nobody_fetched_in_time_comes_back_into_stock() {
    let (shop, clock) = open().await;
    grant(&shop, "2026-11-01", "2026-11-21").await;
    let manager = giver(&shop).await;
    let before = shop.number(ON_HAND).await;
    step(&manager, "issue").await.ok();
    let expire = sale::job::expire_crm_gifts();
    expire(shop.shell.clone()).await.unwrap();
    assert_eq!(
        gifts(&manager).await[0]["state"],
        "ISSUED",
        "its last day is not over"
    );
    clock.advance(Duration::from_secs(24 * 3_600));
    let manager = giver(&shop).await;
    assert_eq!(
        step(&manager, "use").await.refused(),
        (409, "sale.crm_gift_expired")
    );
    for _ in 0..2 {
        expire(shop.shell.clone()).await.unwrap();
    }
    assert_eq!(gifts(&manager).await[0]["state"], "EXPIRED");
    assert_eq!(shop.number(ON_HAND).await, before);
    let net = "SELECT CAST(SUM(quantity) AS BIGINT) FROM stock_ledger WHERE entry_type = 'GIFT'";
    assert_eq!(shop.number(net).await, 0);
}

async fn put(client: &Client, body: Value) -> Answer {
    client.post(&format!("/customer/{INES}/gift"), body).await
}

/// A shop in which the care set is a gift.
async fn with_gifts() -> (Shop, Clock) {
    let (shop, clock) = open().await;
    shop.change(
        "INSERT INTO item_class (item_class_code, name, position) VALUES ('GWP', 'Gifts', 2)",
    )
    .await;
    shop.change("UPDATE item SET item_class_code = 'GWP' WHERE item_no = 'CARE'")
        .await;
    (shop, clock)
}

#[tokio::test]
async fn a_gift_is_granted_once_written_down_and_can_be_issued() {
    let (shop, _) = with_gifts().await;
    let manager = giver(&shop).await;
    let offered = format!("/customer/{INES}/gift/choice");
    let choice = manager.get(&offered).await.ok();
    assert_eq!(choice["validUntil"], "2027-02-19");
    assert_eq!(choice["items"][0]["itemNo"], "CARE");
    assert_eq!(
        (&choice["items"][0]["available"], &choice["items"][1]),
        (&json!(9), &Value::Null)
    );
    assert!(
        choice["kinds"]
            .as_array()
            .unwrap()
            .iter()
            .all(|kind| kind["refusal"].is_null())
    );

    let (key, path) = (Uuid::now_v7(), format!("/customer/{INES}/gift"));
    let body = json!({ "kind": "BIRTHDAY", "itemNo": "CARE" });
    let granted = manager
        .keyed(Method::POST, &path, key, body.clone())
        .await
        .ok();
    let again = manager.keyed(Method::POST, &path, key, body).await.ok();
    assert_eq!(granted, again, "one press grants once");
    assert_eq!(
        (
            &granted["state"],
            &granted["grantedOn"],
            &granted["validUntil"]
        ),
        (
            &json!("GRANTED"),
            &json!("2026-11-21"),
            &json!("2027-02-19")
        )
    );
    assert_eq!(gifts(&manager).await, json!([granted]));
    let choice = manager.get(&offered).await.ok();
    assert_eq!(choice["kinds"][0]["refusal"]["key"], "sale.crm_gift_had");
    assert_eq!(choice["kinds"][1]["refusal"], Value::Null);
    let by = "SELECT COUNT(*) FROM crm_gift WHERE granted_by = 'manager' AND granted_in = 'PAR'";
    assert_eq!(shop.number(by).await, 1);
    let report = journal::verify(shop.db(), &journal::VerifyOptions::default()).await;
    assert_eq!(report.findings, []);

    let gift_id = granted["crmGiftId"].as_str().unwrap();
    let issue = format!("/customer/{INES}/gift/{gift_id}/issue");
    let issued = manager.post(&issue, json!({})).await.ok();
    assert_eq!(issued["state"], "ISSUED");
}

#[tokio::test]
async fn what_the_rule_refuses_is_not_granted() {
    let (shop, _) = with_gifts().await;
    let manager = giver(&shop).await;
    let gift = |kind: &str, tier: &str, item_no: &str, until: Value| json!({ "kind": kind, "tier": tier, "itemNo": item_no, "validUntil": until });
    for (kind, tier) in [("BIRTHDAY", ""), ("WELCOME", ""), ("TIER", "GOLD")] {
        put(&manager, gift(kind, tier, "CARE", Value::Null))
            .await
            .ok();
    }
    put(
        &manager,
        gift("TIER", "PLATINUM", "CARE", json!("2026-11-21")),
    )
    .await
    .ok();
    let none = Value::Null;
    let table = [
        (
            gift("BIRTHDAY", "", "CARE", none.clone()),
            409,
            "sale.crm_gift_had",
            "kind",
        ),
        (
            gift("WELCOME", "", "CARE", none.clone()),
            409,
            "sale.crm_gift_had",
            "kind",
        ),
        (
            gift("TIER", "GOLD", "CARE", none.clone()),
            409,
            "sale.crm_gift_had",
            "kind",
        ),
        (
            gift("TIER", "", "CARE", none.clone()),
            422,
            "sale.crm_gift_tier",
            "tier",
        ),
        (
            gift("WELCOME", "GOLD", "CARE", none.clone()),
            422,
            "sale.crm_gift_tier",
            "tier",
        ),
        (
            gift("TIER", "gold", "CARE", none.clone()),
            422,
            "setting.code_malformed",
            "tier",
        ),
        (
            gift("TIER", "PEARL", "CARE", json!("2026-11-20")),
            422,
            "sale.crm_gift_ends_early",
            "validUntil",
        ),
        (
            gift("TIER", "PEARL", "RG-1", none.clone()),
            409,
            "sale.gift_not_offered",
            "itemNo",
        ),
        (
            gift("TIER", "PEARL", "NONE", none.clone()),
            409,
            "sale.gift_not_offered",
            "itemNo",
        ),
    ];
    for (body, status, key, field) in table {
        let answer = put(&manager, body.clone()).await;
        assert_eq!(answer.refused(), (status, key), "{body}");
        assert_eq!(answer.envelope["error"]["field"], field, "{body}");
    }
    let body = gift("TIER", "PEARL", "CARE", none);
    let nobody = format!("/customer/{}/gift", Uuid::from_u128(9));
    let unknown = manager.post(&nobody, body.clone()).await;
    assert_eq!(unknown.refused(), (404, "sale.customer_not_found"));
    let choice = manager.get(&format!("{nobody}/choice")).await;
    assert_eq!(choice.refused(), (404, "sale.customer_not_found"));
    let mei = shop.seller("mei").await;
    assert_eq!(
        put(&mei, body.clone()).await.refused(),
        (403, "session.forbidden")
    );
    shop.change("UPDATE item SET stopped = TRUE WHERE item_no = 'CARE'")
        .await;
    let stopped = put(&manager, body).await;
    assert_eq!(stopped.refused(), (409, "sale.gift_not_offered"));
    assert_eq!(shop.number("SELECT COUNT(*) FROM crm_gift").await, 4);
}

#[tokio::test]
async fn what_was_only_granted_is_over_after_its_last_day() {
    let (shop, clock) = open().await;
    grant(&shop, "2026-11-01", "2026-11-21").await;
    let before = shop.number(ON_HAND).await;
    let expire = sale::job::expire_crm_gifts();
    let expired = "SELECT COUNT(*) FROM crm_gift WHERE state = 'EXPIRED' AND ended_at IS NOT NULL";
    expire(shop.shell.clone()).await.unwrap();
    assert_eq!(shop.number(expired).await, 0, "its last day is not over");
    clock.advance(Duration::from_secs(24 * 3_600));
    let manager = giver(&shop).await;
    let seen = gifts(&manager).await;
    assert_eq!(
        (&seen[0]["state"], &seen[0]["refusal"]),
        (&json!("EXPIRED"), &Value::Null)
    );
    for _ in 0..2 {
        expire(shop.shell.clone()).await.unwrap();
        assert_eq!(shop.number(expired).await, 1);
    }
    assert_eq!(shop.number(ON_HAND).await, before, "nothing had left");
    let late = step(&manager, "issue").await;
    assert_eq!(late.refused(), (409, "sale.crm_gift_expired"));
}
