//! Statements: the day of domain §12.4 from the first sale to the Z, counted blind; what is refused;
//! sales while a statement is calculated; a posting that was cut off.

use std::sync::Arc;
use std::time::Duration;

use journal::Signer;
use reqwest::Method;
use serde_json::{Value, json};
use shell::Clock;
use testkit::{Answer, Client, Settings, Shop};

use crate::deposit::{deposit, euro, path as deposit_path};
use crate::gift_card::{open_cards, pay, sell as sell_card};
use crate::payment::assert_books_hold;
use crate::tender::take;

const TODAY: &str = "2026-11-21";

pub(crate) fn of(statement: &Value, operation: &str) -> String {
    let statement_no = statement["statementNo"].as_str().unwrap();
    format!("/statement/{statement_no}/{operation}")
}

pub(crate) async fn calculate(till: &Client) -> Answer {
    till.post("/statement", json!({})).await
}

/// Counts a drawer: notes and coins in minor units with their pieces.
pub(crate) async fn count(
    till: &Client,
    statement: &Value,
    terminal: &str,
    pieces: &[(i64, i64)],
) -> Answer {
    let denominations: Vec<Value> = pieces
        .iter()
        .map(|(denomination, pieces)| json!({ "denomination": denomination, "pieces": pieces }))
        .collect();
    let body = json!({
        "tenderCode": "CASH", "terminalNo": terminal, "denominations": denominations,
        "reason": "counted by two",
    });
    till.post(&of(statement, "count"), body).await
}

pub(crate) async fn count_slips(
    till: &Client,
    statement: &Value,
    minor: i64,
    slips: i64,
) -> Answer {
    let body = json!({ "tenderCode": "SLIP", "amount": euro(minor), "slips": slips });
    till.post(&of(statement, "count"), body).await
}

pub(crate) fn tender<'a>(statement: &'a Value, code: &str) -> &'a Value {
    let tenders = statement["tenders"].as_array().unwrap();
    tenders.iter().find(|it| it["tenderCode"] == code).unwrap()
}

pub(crate) async fn pay_by_slip(till: &Client, minor: i64, reference: &str) -> Answer {
    let body = json!({ "tenderCode": "SLIP", "amount": euro(minor), "reference": reference });
    till.post("/payment/tender", body).await
}

/// A shop whose clock stands at noon, with slips that are counted, gift cards, and cash in steps of
/// five cents.
pub(crate) async fn open() -> (Shop, Clock) {
    let clock = Clock::manual(format!("{TODAY}T11:00:00Z").parse().unwrap());
    let settings = Settings {
        clock: Some(clock.clone()),
        ..Settings::default()
    };
    let shop = Shop::with(settings).await;
    let admin = shop.log_in("admin").await;
    take(&admin, "SLIP", "MALL", None).await;
    open_cards(&shop, 1, 0).await;
    shop.change("UPDATE tender SET counting_required = (1 = 1) WHERE tender_code = 'SLIP'")
        .await;
    shop.change("UPDATE store SET cash_rounding_step = 5 WHERE store_no = 'PAR'")
        .await;
    (shop, clock)
}

/// Takes a tenth off a line of the basket.
pub(crate) async fn tenth_off(till: &Client, basket: &Value, line: usize) {
    let line_id = basket["lines"][line]["lineId"].as_str().unwrap();
    let path = format!("/basket/line/{line_id}/discount");
    let discount = json!({ "kind": "PERCENT", "value": 100_000, "reasonCode": "LOYAL" });
    till.put(&path, discount).await.ok();
}

/// The orders of domain §12.4, without the return of O6, which is no operation yet, and with a slip for
/// the credit of O8. O1 and O2 are sold at PAR-3, the others at PAR-1.
pub(crate) async fn sell_the_day(shop: &Shop, mei: &Client, manager: &Client) {
    shop.change("UPDATE sales_price SET unit_price = 14900 WHERE item_no = 'BR-1'")
        .await;
    shop.change("UPDATE sales_price SET unit_price = 8900 WHERE item_no = 'ER-1'")
        .await;
    manager.add("BR-1", "", 1).await.ok();
    let basket = manager.add("ER-1", "", 1).await.ok();
    tenth_off(manager, &basket, 1).await;
    manager.start_payment().await;
    let paid = manager.pay_cash(23_000).await.ok();
    assert_eq!(paid["order"]["change"], euro(90), "O1");
    shop.change("UPDATE sales_price SET unit_price = 29800 WHERE item_no = 'BR-1'")
        .await;
    let basket = manager.add("BR-1", "", 1).await.ok();
    tenth_off(manager, &basket, 0).await;
    manager.start_payment().await;
    pay_by_slip(manager, 26_820, "S-2").await.ok();
    sell_card(mei, 1, 10_000).await.ok();
    mei.start_payment().await;
    pay_by_slip(mei, 10_000, "S-3").await.ok();
    shop.change("UPDATE sales_price SET unit_price = 45000 WHERE item_no = 'BR-1'")
        .await;
    mei.add("BR-1", "", 1).await.ok();
    let ines = json!({ "customerId": "00000000-0000-0000-0000-000000000001" });
    mei.put("/basket/customer", ines).await.ok();
    let kept = deposit(mei, 15_000).await;
    mei.post(&deposit_path(&kept, "settlement"), json!({}))
        .await
        .ok();
    pay_by_slip(mei, 30_000, "S-5").await.ok();
    shop.change("UPDATE sales_price SET unit_price = 5991 WHERE item_no = 'BR-1'")
        .await;
    mei.add("BR-1", "", 1).await.ok();
    mei.start_payment().await;
    let paid = mei.pay_cash(5_990).await.ok();
    assert_eq!(paid["order"]["rounding"], euro(-1), "O7");
    shop.change("UPDATE sales_price SET unit_price = 12000 WHERE item_no = 'BR-1'")
        .await;
    mei.add("BR-1", "", 1).await.ok();
    mei.start_payment().await;
    pay(mei, 1, 5_000).await.ok();
    pay_by_slip(mei, 7_000, "S-8").await.ok();
}

#[tokio::test]
async fn a_day_is_calculated_counted_blind_and_posted() {
    let (shop, _) = open().await;
    let mei = shop.seller("mei").await;
    let manager = shop.seller("manager").await.repeating();
    sell_the_day(&shop, &mei, &manager).await;
    let forbidden = calculate(&mei).await;
    assert_eq!(forbidden.refused(), (403, "session.forbidden"));

    let blind = calculate(&manager).await.ok();
    assert_eq!(blind["statementNo"], "S-PAR-2026-0001");
    assert_eq!(
        (&blind["state"], &blind["isBlind"]),
        (&json!("CALCULATED"), &json!(true))
    );
    assert_eq!(blind["documents"], 7);
    assert_eq!(blind["lineDiscount"], euro(3_870));
    assert_eq!(tender(&blind, "CASH")["transactionQuantity"], 3);
    let again = calculate(&manager).await;
    assert_eq!(again.refused(), (409, "statement.state_forbids"));
    // Neither what the drawers should hold nor a sum from which it follows is in any answer.
    let shown = manager.get("/statement/S-PAR-2026-0001").await.ok();
    let half = count(
        &manager,
        &blind,
        "PAR-3",
        &[(20_000, 2), (2_000, 1), (500, 1), (200, 2)],
    )
    .await
    .ok();
    let current = manager.get("/statement/current").await.ok();
    let list = manager.get("/statement").await.ok();
    let check = manager.get(&of(&blind, "check")).await.ok();
    assert_eq!(check, json!({ "errors": ["NOT_COUNTED"], "warnings": [] }));
    for answer in [&blind, &shown, &half, &current, &list] {
        let text = answer.to_string();
        for secret in ["137720", "112721", "117720", "43900", "22910", "20990"] {
            assert!(!text.contains(&format!(":{secret}")), "{secret} in {text}");
        }
    }
    assert_eq!(tender(&half, "CASH")["transactionAmount"], Value::Null);
    assert_eq!(
        half["state"], "CALCULATED",
        "a drawer and the slips are left"
    );

    // 409.80 of 409.90
    let drawer = [(20_000, 2), (500, 1), (200, 2), (50, 1), (20, 1), (10, 1)];
    let cash = count(&manager, &blind, "PAR-1", &drawer).await.ok();
    assert_eq!(cash["isBlind"], false);
    assert_eq!(cash["salesAmount"], euro(112_721));
    assert_eq!(cash["liabilities"], euro(25_000));
    assert_eq!(cash["roundingAmount"], euro(-1));
    assert_eq!(cash["paymentAmount"], euro(137_720));
    assert_eq!(cash["moneyIn"], euro(117_720));
    assert_eq!(tender(&cash, "CASH")["transactionAmount"], euro(43_900));
    assert_eq!(cash["state"], "CALCULATED");
    let counted = count_slips(&manager, &blind, 73_820, 4).await.ok();
    assert_eq!(counted["state"], "COUNTED");
    assert_eq!(counted["difference"], euro(-20));
    assert_eq!(tender(&counted, "SLIP")["differenceQuantity"], 0);
    assert_eq!(tender(&counted, "SLIP")["differenceAmount"], euro(0));

    // A second count wants a reason, and both are kept.
    let silent = json!({ "tenderCode": "SLIP", "amount": euro(73_820), "slips": 4 });
    let silent = manager.post(&of(&blind, "count"), silent).await;
    assert_eq!(silent.refused(), (422, "statement.reason_required"));
    let drawer = [(20_000, 2), (2_000, 1), (500, 1), (200, 2), (10, 1)];
    let better = count(&manager, &blind, "PAR-3", &drawer).await.ok();
    assert_eq!(better["counts"].as_array().unwrap().len(), 4);
    let check = manager.get(&of(&blind, "check")).await.ok();
    assert_eq!(
        check,
        json!({ "errors": ["BAG_MISSING"], "warnings": ["DIFFERENCE", "TERMINAL_NOT_ASKED"] })
    );
    let bare = manager.post(&of(&blind, "posting"), json!({})).await;
    assert_eq!(bare.refused(), (422, "statement.bag_required"));
    assert_eq!(bare.envelope["error"]["field"], "bagNo");

    let bag = json!({ "bagNo": "B-4711" });
    let posted = manager.post(&of(&blind, "posting"), bag).await.ok();
    assert_eq!(posted["state"], "POSTED");
    assert_eq!(posted["postingDate"], TODAY);
    assert_eq!(posted["z"]["zNo"], 1);
    assert_eq!(posted["z"]["previousHash"], "");
    assert_eq!(posted["z"]["perpetualSales"], euro(112_721));
    for operation in ["clear", "posting"] {
        let late = manager.post(&of(&blind, operation), json!({})).await;
        assert_eq!(late.refused(), (409, "statement.state_forbids"));
    }
    let page = manager.get("/statement?state=POSTED").await.ok();
    let row = page["items"][0].clone();
    assert_eq!(row["paymentAmount"], euro(137_720));
    assert_eq!(row["zNo"], 1);
    assert_books_hold(&shop).await;
}

#[tokio::test]
async fn slips_that_come_to_more_than_anybody_has_are_refused() {
    const MOST: i64 = 1_000_000_000_000;
    let (shop, _) = open().await;
    let manager = shop.seller("manager").await;
    manager.add("BR-1", "", 1).await.ok();
    manager.start_payment().await;
    pay_by_slip(&manager, 45_000, "S-1").await.ok();
    let statement = calculate(&manager).await.ok();
    for minor in [i64::MIN, -MOST - 1, MOST + 1, i64::MAX] {
        let refused = count_slips(&manager, &statement, minor, 1).await;
        let expected = (422, "statement.count_incomplete");
        assert_eq!(refused.refused(), expected, "{minor}");
        assert_eq!(refused.envelope["error"]["field"], "amount");
    }
    let counted = count_slips(&manager, &statement, 45_000, 1).await.ok();
    assert_eq!(counted["difference"], euro(0));
}

#[tokio::test]
async fn the_list_tells_the_stores_that_may_be_chosen() {
    async fn stores(client: &testkit::Client, query: &str) -> Value {
        let page = client.get(&format!("/statement{query}")).await.ok();
        page["stores"].clone()
    }
    let (shop, _) = open().await;
    let manager = shop.seller("manager").await;
    let own = stores(&manager, "").await;
    assert_eq!(own.as_array().unwrap().len(), 1);
    assert_eq!(own[0]["storeNo"], "PAR");
    shop.change("INSERT INTO salesperson_store (staff_id, store_no) VALUES ('manager', 'MIL')")
        .await;
    // Also while one of them is chosen, and where nothing was posted yet.
    for query in ["", "?storeNo=PAR", "?storeNo=MIL"] {
        let both = stores(&manager, query).await;
        let numbers: Vec<_> = both
            .as_array()
            .unwrap()
            .iter()
            .map(|it| &it["storeNo"])
            .collect();
        assert_eq!(numbers, ["MIL", "PAR"], "{query}");
        assert!(
            both[0]["name"]
                .as_str()
                .is_some_and(|name| !name.is_empty())
        );
    }
}

#[tokio::test]
async fn what_is_posted_stays_and_what_is_not_can_be_cleared() {
    let (shop, _) = open().await;
    let manager = shop.seller("manager").await.repeating();
    sell_bag(&manager).await;
    let first = calculate(&manager).await.ok();
    sell_bag(&manager).await;
    let held = "SELECT COUNT(*) FROM statement_order";
    assert_eq!(shop.number(held).await, 1, "what comes later waits");
    let cleared = manager.post(&of(&first, "clear"), json!({})).await.ok();
    assert_eq!(
        (&cleared["state"], &cleared["documents"]),
        (&json!("OPEN"), &json!(0))
    );
    assert_eq!(shop.number(held).await, 0);
    let empty = count(&manager, &first, "PAR-3", &[]).await;
    assert_eq!(empty.refused(), (409, "statement.state_forbids"));
    let second = calculate(&manager).await.ok();
    assert_eq!(second["statementNo"], first["statementNo"]);
    assert_eq!(second["documents"], 2);
    // Nothing is in the drawer: two hundred are missing, and a manager says why.
    let counted = count(&manager, &second, "PAR-3", &[]).await.ok();
    assert_eq!(counted["difference"], euro(-20_020));
    let silent = manager.post(&of(&first, "posting"), json!({})).await;
    assert_eq!(silent.refused(), (422, "statement.reason_required"));
    let why = json!({ "reason": "The float is in the safe" });
    manager.post(&of(&first, "posting"), why).await.ok();
    for sql in [
        "DELETE FROM statement_order",
        "DELETE FROM statement_tender",
        "UPDATE statement SET sales_amount = 0, payment_amount = 0",
        "UPDATE statement_z SET perpetual_sales = 0",
        "DELETE FROM statement_count",
        "DELETE FROM statement",
    ] {
        let change = shop.db().write(sql, |tx, sql| {
            Box::pin(async move {
                tx.execute(sql, &[]).await?;
                Ok(())
            })
        });
        assert!(change.await.is_err(), "{sql}");
    }
    assert_eq!(shop.number(held).await, 2);
}

pub(crate) async fn sell_bag(till: &Client) {
    till.add("BAG", "", 1).await.ok();
    till.start_payment().await;
    till.pay_cash(10).await.ok();
}

#[tokio::test]
async fn a_payment_under_way_or_in_doubt_is_finished_first() {
    let (shop, _) = open().await;
    let mei = shop.seller("mei").await;
    let manager = shop.log_in("manager").await;
    sell_bag(&mei).await;
    mei.add("BAG", "", 1).await.ok();
    mei.start_payment().await;
    let paying = calculate(&manager).await;
    assert_eq!(paying.refused(), (409, "statement.basket_paying"));
    assert_eq!(paying.envelope["error"]["params"]["terminal"], "PAR-1");
    mei.pay_cash(10).await.ok();
    shop.change(
        "INSERT INTO payment_attempt (attempt_id, store_no, terminal_no, basket_id, tender_code, \
         kind, amount, currency_code, state, is_live, sale_id, service_id, transaction_id, \
         device_sn, created_at, steps, reversal_tries, started_by) \
         SELECT basket_id, store_no, 'PAR-2', basket_id, 'VISA', 'PAYMENT', 10, 'EUR', 'UNKNOWN', \
         (1 = 1), 'S', 'S', 'S', 'S', opened_at, '[]', 0, 'leo' FROM basket \
         WHERE state = 'COMPLETED' ORDER BY basket_no LIMIT 1",
    )
    .await;
    let unknown = calculate(&manager).await;
    assert_eq!(unknown.refused(), (409, "statement.payment_live"));
    assert_eq!(unknown.envelope["error"]["params"]["terminal"], "PAR-2");
    shop.change("UPDATE payment_attempt SET is_live = (1 = 0), state = 'FAILED'")
        .await;
    assert_eq!(calculate(&manager).await.ok()["documents"], 2);
    // Nobody of another store sees it.
    shop.change("UPDATE salesperson SET permission_group_code = 'MANAGER' WHERE staff_id = 'gia'")
        .await;
    let gia = shop.log_in("gia").await;
    let theirs = json!({ "statementNo": "S-PAR-2026-0001" });
    for (method, operation) in [
        (Method::GET, "check"),
        (Method::POST, "clear"),
        (Method::POST, "posting"),
    ] {
        let (path, key) = (of(&theirs, operation), uuid::Uuid::now_v7());
        let answer = gia.keyed(method, &path, key, json!({})).await;
        assert_eq!(
            answer.refused(),
            (404, "statement.not_found"),
            "{operation}"
        );
    }
    let drawer = count(&gia, &theirs, "PAR-1", &[]).await;
    assert_eq!(drawer.refused(), (404, "statement.not_found"));
    assert_eq!(gia.get("/statement").await.ok()["items"], json!([]));
    // Linked to the store, they see it and may clear it.
    shop.change("INSERT INTO salesperson_store (staff_id, store_no) VALUES ('gia', 'PAR')")
        .await;
    assert_eq!(
        gia.get("/statement").await.ok()["items"][0]["state"],
        "CALCULATED"
    );
    gia.post(&of(&theirs, "clear"), json!({})).await.ok();
    let drawer = count(&gia, &theirs, "PAR-1", &[]).await;
    assert_eq!(drawer.refused(), (404, "statement.not_found"));
}

#[tokio::test]
async fn days_are_posted_one_after_the_other() {
    let (shop, clock) = open().await;
    let day = Duration::from_secs(24 * 60 * 60);
    let manager = shop.seller("manager").await;
    sell_bag(&manager).await;
    let future = json!({ "transactionDate": "2026-11-22" });
    let future = manager.post("/statement", future).await;
    assert_eq!(future.refused(), (422, "statement.date_impossible"));
    // What was sold is told in number alone: the drawer is counted blind.
    let today = manager.get("/statement/current").await.ok();
    let nothing_more = json!({
        "businessDate": "2026-11-21", "earlierDate": null, "orders": 1, "statement": null,
    });
    assert_eq!(today, nothing_more);
    let first = post_all(&manager, &calculate(&manager).await.ok()).await;
    clock.advance(day);
    let manager = shop.seller("manager").await;
    sell_bag(&manager).await;
    clock.advance(day);
    let manager = shop.seller("manager").await;
    let waiting = manager.get("/statement/current").await.ok();
    assert_eq!(waiting["earlierDate"], "2026-11-22");
    assert_eq!(waiting["orders"], 0);
    let early = calculate(&manager).await;
    assert_eq!(early.refused(), (409, "statement.earlier_date_open"));
    let second = json!({ "transactionDate": "2026-11-22" });
    let second = manager.post("/statement", second).await.ok();
    let second = post_all(&manager, &second).await;
    assert_eq!(second["postingDate"], "2026-11-23");
    // A day without sales is posted, too.
    let empty = calculate(&manager).await.ok();
    assert_eq!(
        (&empty["state"], &empty["documents"]),
        (&json!("COUNTED"), &json!(0))
    );
    let third = manager.post(&of(&empty, "posting"), json!({})).await.ok();
    for (at, (before, after)) in (2..).zip([(&first, &second), (&second, &third)]) {
        assert_eq!(after["z"]["zNo"], at);
        assert_eq!(after["z"]["previousHash"], before["z"]["hash"]);
    }
    assert_eq!(third["z"]["perpetualSales"], euro(20));
    assert_eq!(statement::verify(shop.db()).await.unwrap(), []);
    let table = manager.request(Method::GET, "/statement/export.csv?from=2026-11-22");
    let table = table.send().await.unwrap().text().await.unwrap();
    assert_eq!(table.lines().count(), 3, "{table}");
}

/// Counts what is to be counted and posts.
pub(crate) async fn post_all(manager: &Client, statement: &Value) -> Value {
    for drawer in tender(statement, "CASH")["drawers"].as_array().unwrap() {
        let till = drawer["terminalNo"].as_str().unwrap();
        count(manager, statement, till, &[]).await.ok();
    }
    let why = json!({ "reason": "The float is in the safe" });
    manager.post(&of(statement, "posting"), why).await.ok()
}

#[tokio::test]
async fn a_sale_while_a_statement_is_calculated_is_in_one_or_waits() {
    let shop = Shop::open().await;
    let sellers = [shop.seller("mei").await, shop.seller("leo").await];
    let manager = shop.log_in("manager").await;
    let selling = sellers.into_iter().map(|till| async move {
        for _ in 0..15 {
            sell_bag(&till).await;
        }
    });
    let closing = async {
        for _ in 0..3 {
            let statement = loop {
                let answer = calculate(&manager).await;
                if answer.status.is_success() {
                    break answer.ok();
                }
                // Somebody was paying: it is asked again, as a person would.
                assert_eq!(answer.refused(), (409, "statement.basket_paying"));
                tokio::time::sleep(Duration::from_millis(3)).await;
            };
            if statement["state"] == "COUNTED" {
                let path = of(&statement, "posting");
                manager.post(&path, json!({})).await.ok();
            } else {
                post_all(&manager, &statement).await;
            }
        }
    };
    let ((), _) = tokio::join!(closing, futures::future::join_all(selling));
    let last = calculate(&manager).await.ok();
    assert_eq!(shop.number("SELECT COUNT(*) FROM sales_order").await, 30);
    assert_eq!(
        shop.number("SELECT COUNT(*) FROM statement_order").await,
        30
    );
    let sums = "SELECT CAST(SUM(sales_amount) AS BIGINT) FROM statement";
    assert_eq!(shop.number(sums).await, 300);
    assert_eq!(last["statementNo"].as_str().unwrap().len(), 15);
}

#[tokio::test]
async fn a_posting_that_was_cut_off_is_gone_on_with_once() {
    let (shop, _) = open().await;
    let manager = shop.seller("manager").await;
    sell_bag(&manager).await;
    let statement = calculate(&manager).await.ok();
    let drawer = [(20_000, 1), (10, 1)];
    count(&manager, &statement, "PAR-3", &drawer).await.ok();
    // What a kill leaves behind between the two transactions of a posting.
    shop.change("UPDATE statement SET state = 'POSTING'").await;
    shop.change(
        "INSERT INTO statement_posting (posting_id, statement_no, requested_by, requested_at) \
         SELECT count_id, statement_no, counted_by, counted_at FROM statement_count",
    )
    .await;
    for operation in ["clear", "posting"] {
        let refused = manager.post(&of(&statement, operation), json!({})).await;
        assert_eq!(refused.refused(), (409, "statement.state_forbids"));
    }
    let signer = Arc::new(Signer::new(&testkit::KEY));
    let job = statement::post_statements(signer, Arc::new(::drawer::EnteredDrawers));
    for _ in 0..2 {
        (job.run)(shop.shell.clone()).await.unwrap();
    }
    let rows = manager.get("/statement").await.ok()["items"].clone();
    assert_eq!(
        (&rows[0]["state"], &rows[0]["zNo"]),
        (&json!("POSTED"), &json!(1))
    );
    assert_eq!(shop.number("SELECT COUNT(*) FROM statement_z").await, 1);
    assert_books_hold(&shop).await;
}

#[tokio::test]
async fn books_that_are_refused_say_why_and_are_written_once_when_the_cause_is_gone() {
    let (shop, _) = open().await;
    let manager = shop.seller("manager").await;
    sell_bag(&manager).await;
    let statement = calculate(&manager).await.ok();
    let drawer = [(20_000, 1), (10, 1)];
    count(&manager, &statement, "PAR-3", &drawer).await.ok();
    // Between the two transactions of a posting somebody enters the bag that is named.
    shop.change("UPDATE statement SET state = 'POSTING'").await;
    shop.change(
        "INSERT INTO statement_posting (posting_id, statement_no, bag_no, requested_by, requested_at) \
         SELECT count_id, statement_no, 'BB-1', counted_by, counted_at FROM statement_count",
    )
    .await;
    let bag = json!({ "amount": euro(5), "bagNo": "BB-1" });
    manager.post("/drawer/bank-bag", bag).await.ok();
    let signer = Arc::new(Signer::new(&testkit::KEY));
    let job = statement::post_statements(signer, Arc::new(::drawer::EnteredDrawers));
    let state = async || {
        (job.run)(shop.shell.clone()).await.unwrap();
        let shown = manager.get("/statement/S-PAR-2026-0001").await.ok();
        (shown["state"].clone(), shown["failure"].clone())
    };
    let failed = (json!("COUNTED"), json!("drawer.bag_taken"));
    assert_eq!(state().await, failed);
    assert_eq!(state().await, failed, "nothing is tried again by itself");
    for rows in [
        "SELECT COUNT(*) FROM statement_z",
        "SELECT COUNT(*) FROM statement_float",
        "SELECT COUNT(*) FROM statement_drawer_entry",
    ] {
        assert_eq!(shop.number(rows).await, 0, "{rows}: nothing is half done");
    }
    let again = json!({ "bagNo": "BB-2" });
    let posted = manager.post(&of(&statement, "posting"), again).await.ok();
    assert_eq!(
        (&posted["state"], &posted["failure"], &posted["z"]["zNo"]),
        (&json!("POSTED"), &Value::Null, &json!(1))
    );
    assert_eq!(state().await, (json!("POSTED"), Value::Null));
    assert_eq!(shop.number("SELECT COUNT(*) FROM statement_z").await, 1);
    assert_books_hold(&shop).await;
}
