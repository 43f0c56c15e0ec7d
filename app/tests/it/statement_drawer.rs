//! Drawers in statements: each entry is in one, what one leaves the next begins with, and both hold while
//! cash is moved at the moment of closing.

use std::time::Duration;

use serde_json::{Value, json};
use shell::db::params;
use testkit::Client;

use crate::deposit::euro;
use crate::payment::assert_books_hold;
use crate::statement::{calculate, count, of, open, sell_bag, tender};

async fn drop_to_safe(till: &Client, minor: i64) {
    let body = json!({ "amount": euro(minor) });
    till.post("/drawer/safe-drop", body).await.ok();
}

async fn fill_bag(till: &Client, minor: i64, bag_no: &str) {
    let body = json!({ "amount": euro(minor), "bagNo": bag_no });
    till.post("/drawer/bank-bag", body).await.ok();
}

/// Calculates, counts the drawer of PAR-3 without a difference and answers the statement.
async fn count_exactly(manager: &Client, pieces: &[(i64, i64)]) -> Value {
    let statement = calculate(manager).await.ok();
    let counted = count(manager, &statement, "PAR-3", pieces).await.ok();
    assert_eq!(counted["difference"], euro(0), "{counted}");
    counted
}

async fn post(manager: &Client, statement: &Value, body: Value) -> Value {
    let posted = manager.post(&of(statement, "posting"), body).await.ok();
    assert_eq!(posted["state"], "POSTED");
    tender(&posted, "CASH")["drawers"][0]["leftAmount"].clone()
}

#[tokio::test]
async fn each_entry_is_in_one_statement_and_the_next_begins_with_what_was_left() {
    let (shop, clock) = open().await;
    let manager = shop.seller("manager").await;
    let held = "SELECT COUNT(*) FROM statement_drawer_entry";
    let float = json!({ "amount": euro(20_000) });
    manager.post("/drawer/float", float.clone()).await.ok();
    sell_bag(&manager).await;
    drop_to_safe(&manager, 5_000).await;
    // 200.00 less 50.00 for the safe, and ten cents for a bag.
    let first = count_exactly(&manager, &[(10_000, 1), (5_000, 1), (10, 1)]).await;
    let drawer = &tender(&first, "CASH")["drawers"][0];
    assert_eq!(drawer["leftAmount"], Value::Null, "not posted yet");
    assert_eq!(shop.number(held).await, 0);
    // The bag is filled behind the count, and entered.
    fill_bag(&manager, 10_000, "BB-1").await;
    let twice = json!({ "bagNo": "bb-1" });
    let twice = manager.post(&of(&first, "posting"), twice).await;
    assert_eq!(twice.refused(), (409, "drawer.bag_taken"));
    assert_eq!(twice.envelope["error"]["field"], "bagNo");
    let left = post(&manager, &first, json!({})).await;
    assert_eq!(left, euro(5_010));
    assert_eq!(shop.number(held).await, 3);

    // A second statement of the date: neither float nor drop is read again.
    sell_bag(&manager).await;
    let second = count_exactly(&manager, &[(5_000, 1), (20, 1)]).await;
    let first_count = &second["counts"][0];
    assert_eq!(first_count["openingFloat"], euro(5_010));
    assert_eq!(first_count["removed"], euro(0));
    let left = post(&manager, &second, json!({})).await;
    assert_eq!(left, euro(5_020), "nobody said that it goes anywhere");
    // It goes to the bank after all; the next day begins with a float that somebody declares.
    fill_bag(&manager, 5_020, "BB-2").await;
    clock.advance(Duration::from_secs(24 * 60 * 60));
    let manager = shop.seller("manager").await;
    manager.post("/drawer/float", float).await.ok();
    sell_bag(&manager).await;
    let third = count_exactly(&manager, &[(20_000, 1), (10, 1)]).await;
    // What lies above the float goes into the bag that is named.
    let left = post(&manager, &third, json!({ "bagNo": "BB-3" })).await;
    assert_eq!(left, euro(20_000));
    assert_eq!(shop.number(held).await, 6, "two bags and a float");

    // A drawer that only moved is counted, too; without a float it begins with what was left.
    drop_to_safe(&manager, 5_000).await;
    let fourth = count_exactly(&manager, &[(10_000, 1), (5_000, 1)]).await;
    assert_eq!(fourth["documents"], 0);
    post(&manager, &fourth, json!({})).await;
    assert_eq!(shop.number(held).await, 7);
    for sql in [
        "UPDATE statement_drawer_entry SET statement_no = statement_no",
        "DELETE FROM statement_drawer_entry",
        "UPDATE statement_float SET amount = 0",
        "DELETE FROM statement_float",
    ] {
        let change = shop.db().write(sql, |tx, sql| {
            Box::pin(async move { Ok(tx.execute(sql, params![]).await?) })
        });
        assert!(change.await.is_err(), "{sql}");
    }
}

/// What the ledger says of bank bags: till, currency, amount, number, whether a statement holds it.
async fn bags(shop: &testkit::Shop) -> Vec<String> {
    shop.db()
        .read((), |tx, ()| {
            Box::pin(async move {
                let sql = "SELECT e.terminal_no || ' ' || e.currency_code || ' ' || e.amount || ' ' || \
                     e.bag_no || ' ' || COALESCE(s.statement_no, '-') FROM drawer_entry e \
                     LEFT JOIN statement_drawer_entry s ON s.entry_id = e.entry_id \
                     WHERE e.entry_type = 'BANK_BAG' ORDER BY 1";
                let rows = tx.query(sql, params![]).await?;
                rows.into_iter().map(|mut row| Ok(row.read()?)).collect()
            })
        })
        .await
        .unwrap()
}

#[tokio::test]
async fn a_bag_that_is_named_with_the_posting_is_entered_in_each_drawer_it_takes_from() {
    let (shop, clock) = open().await;
    let mei = shop.seller("mei").await;
    let manager = shop.seller("manager").await;
    sell_bag(&mei).await;
    sell_bag(&manager).await;
    let statement = calculate(&manager).await.ok();
    // There are a hundred too much in one drawer.
    count(&manager, &statement, "PAR-1", &[(10_000, 3), (10, 1)])
        .await
        .ok();
    let counted = count(&manager, &statement, "PAR-3", &[(20_000, 1), (10, 1)]).await;
    assert_eq!(counted.ok()["state"], "COUNTED");
    let posting = of(&statement, "posting");
    let why = |bag_no: &str| json!({ "reason": "Counted by two", "bagNo": bag_no });
    for (bag_no, expected) in [
        (" ", "statement.bag_required"),
        ("B 1", "setting.code_malformed"),
    ] {
        let refused = manager.post(&posting, why(bag_no)).await;
        assert_eq!(refused.refused(), (422, expected), "{bag_no}");
        assert_eq!(refused.envelope["error"]["field"], "bagNo");
    }
    // Behind midnight: the bag leaves on another date than the one that is closed.
    clock.advance(Duration::from_secs(24 * 60 * 60));
    let manager = shop.seller("manager").await;
    let posted = manager.post(&posting, why(" bb-7 ")).await.ok();
    assert_eq!(posted["state"], "POSTED");
    for drawer in tender(&posted, "CASH")["drawers"].as_array().unwrap() {
        assert_eq!(drawer["leftAmount"], euro(20_000), "{drawer}");
    }
    let expected = [
        "PAR-1 EUR -10010 BB-7 S-PAR-2026-0001",
        "PAR-3 EUR -10 BB-7 S-PAR-2026-0001",
    ];
    assert_eq!(bags(&shop).await, expected);
    // The movements of the drawer name it, and nobody opened it.
    let today = manager.get("/drawer/entry").await.ok();
    let entry = &today["page"]["items"][0];
    assert_eq!(
        (&entry["bagNo"], &entry["kick"]),
        (&json!("BB-7"), &Value::Null)
    );
    let z = shop
        .db()
        .read((), |tx, ()| {
            Box::pin(async move {
                let sql = "SELECT content FROM statement_z";
                Ok(tx.query_one(sql, params![]).await?.read::<String>()?)
            })
        })
        .await
        .unwrap();
    let z: Value = serde_json::from_str(&z).unwrap();
    assert_eq!(z["bagNo"], "BB-7");
    let removed = |at: usize| z["report"]["drawers"][at]["removed"].clone();
    assert_eq!((removed(0), removed(1)), (json!(10_010), json!(10)));
    // A number is used once, by whichever way.
    let again = json!({ "amount": euro(5), "bagNo": "BB-7" });
    let again = manager.post("/drawer/bank-bag", again).await;
    assert_eq!(again.refused(), (409, "drawer.bag_taken"));
    // The next statement begins with the floats, and takes nothing out again.
    sell_bag(&manager).await;
    let next = count_exactly(&manager, &[(20_000, 1), (10, 1)]).await;
    assert_eq!(next["counts"][0]["openingFloat"], euro(20_000));
    assert_eq!(next["counts"][0]["removed"], euro(0));
    let used = manager.post(&of(&next, "posting"), why("BB-7")).await;
    assert_eq!(used.refused(), (409, "drawer.bag_taken"));
    assert_books_hold(&shop).await;
    assert_eq!(::drawer::verify(shop.db()).await.unwrap(), []);
}

#[tokio::test]
async fn a_float_that_is_taken_back_behind_the_statement_opens_the_next_one() {
    let (shop, _) = open().await;
    let manager = shop.seller("manager").await;
    let float = |minor: i64| json!({ "amount": euro(minor) });
    manager.post("/drawer/float", float(20_000)).await.ok();
    sell_bag(&manager).await;
    let first = count_exactly(&manager, &[(20_000, 1), (10, 1)]).await;
    post(&manager, &first, json!({ "bagNo": "BB-1" })).await;
    let why = json!({ "currency": "EUR", "reason": "A roll is in the safe" });
    manager.post("/drawer/float/correction", why).await.ok();
    // The correction alone moves nothing.
    sell_bag(&manager).await;
    let second = count_exactly(&manager, &[(20_000, 1), (10, 1)]).await;
    // Who knows what was counted could declare as much less.
    let late = manager.post("/drawer/float", float(15_000)).await;
    assert_eq!(late.refused(), (409, "drawer.counted"));
    manager.post(&of(&second, "clear"), json!({})).await.ok();
    manager.post("/drawer/float", float(15_000)).await.ok();
    // Fifty are not there any more: the drawer agrees, and was opened with less than was left in it.
    let third = count_exactly(&manager, &[(10_000, 1), (5_000, 1), (10, 1)]).await;
    let drawer = &tender(&third, "CASH")["drawers"][0];
    assert_eq!(drawer["openingDifference"], euro(-5_000));
    let why = json!({ "currency": "EUR", "reason": "It was less" });
    let late = manager.post("/drawer/float/correction", why).await;
    assert_eq!(late.refused(), (409, "drawer.counted"));
}

#[tokio::test]
async fn what_a_drawer_lacked_when_it_was_opened_is_stood_for() {
    let (shop, clock) = open().await;
    shop.change("UPDATE salesperson SET permission_group_code = 'SENIOR' WHERE staff_id = 'leo'")
        .await;
    let manager = shop.seller("manager").await;
    sell_bag(&manager).await;
    let first = count_exactly(&manager, &[(20_000, 1), (10, 1)]).await;
    let left = post(&manager, &first, json!({ "bagNo": "BB-1" })).await;
    assert_eq!(left, euro(20_000));
    // Behind the statement somebody sells: it lies in the drawer on the next morning.
    sell_bag(&manager).await;
    clock.advance(Duration::from_secs(24 * 60 * 60));
    let manager = shop.seller("manager").await;
    let leo = shop.seller("leo").await;
    let float = json!({ "amount": euro(19_310) });
    manager.post("/drawer/float", float).await.ok();
    sell_bag(&manager).await;
    // 7.00 are not where they were left.
    let second = count_exactly(
        &manager,
        &[
            (10_000, 1),
            (5_000, 1),
            (2_000, 2),
            (200, 1),
            (100, 1),
            (20, 1),
        ],
    )
    .await;
    let count = &second["counts"][0];
    let told = ["openingFloat", "carriedFloat", "takenBefore", "movedSince"].map(|it| &count[it]);
    let expected = [19_310, 20_010, 10, 0].map(euro);
    assert_eq!(told, expected.each_ref());
    assert_eq!(
        tender(&second, "CASH")["drawers"][0]["openingDifference"],
        euro(-700)
    );
    let stands = json!({
        "errors": ["OPENING_DIFFERENCE_ABOVE_MAXIMUM"], "warnings": ["TERMINAL_NOT_ASKED"],
    });
    assert_eq!(checked(&leo, &second).await, stands);
    let refused = leo.post(&of(&second, "posting"), json!({})).await;
    assert_eq!(refused.refused(), (409, "statement.opening_difference"));
    let params = &refused.envelope["error"]["params"];
    assert_eq!(params["terminal"], "PAR-3");
    assert_eq!(params["difference"], euro(-700));
    let silent = manager.post(&of(&second, "posting"), json!({})).await;
    assert_eq!(silent.refused(), (422, "statement.reason_required"));
    // A colleague stands for it.
    let approval = leo.post(&of(&second, "approval"), json!({})).await.ok();
    let id = approval["approvalId"].clone();
    let path = format!("/basket/approval/{}/sign", id.as_str().unwrap());
    let sign = json!({ "staffId": "manager", "password": testkit::PASSWORD });
    leo.post(&path, sign).await.ok();
    let why = json!({ "approvalId": id, "reason": "Coins for the post" });
    let posted = leo.post(&of(&second, "posting"), why).await.ok();
    assert_eq!(posted["z"]["approvedBy"], "Nadia Roche");
    assert_eq!(statement::verify(shop.db()).await.unwrap(), []);

    // What somebody puts in from the safe is nobody's loss.
    clock.advance(Duration::from_secs(24 * 60 * 60));
    let manager = shop.seller("manager").await;
    let float = json!({ "amount": euro(30_000) });
    manager.post("/drawer/float", float).await.ok();
    sell_bag(&manager).await;
    let third = count_exactly(&manager, &[(20_000, 1), (10_000, 1), (10, 1)]).await;
    let warned = json!({
        "errors": ["BAG_MISSING"], "warnings": ["OPENING_DIFFERENCE", "TERMINAL_NOT_ASKED"],
    });
    assert_eq!(checked(&manager, &third).await, warned);
    post(&manager, &third, json!({ "bagNo": "BB-3" })).await;

    // A drawer that nobody has to count can lack something, too.
    clock.advance(Duration::from_secs(24 * 60 * 60));
    let manager = shop.seller("manager").await;
    let float = json!({ "amount": euro(10_000) });
    manager.post("/drawer/float", float).await.ok();
    let fourth = calculate(&manager).await.ok();
    assert_eq!(fourth["state"], "COUNTED", "nothing was taken");
    let stands = json!({ "errors": ["REASON_REQUIRED"], "warnings": ["OPENING_DIFFERENCE", "EMPTY", "TERMINAL_NOT_ASKED"] });
    assert_eq!(checked(&manager, &fourth).await, stands);
}

#[tokio::test]
async fn what_is_taken_behind_the_calculation_is_counted_and_belongs_to_the_next_statement() {
    let (shop, clock) = open().await;
    let mei = shop.seller("mei").await;
    let manager = shop.seller("manager").await;
    sell_bag(&manager).await;
    sell_bag(&mei).await;
    let statement = calculate(&manager).await.ok();
    // Before the count one is sold, and one is being paid.
    sell_bag(&manager).await;
    mei.add("BAG", "", 2).await.ok();
    mei.start_payment().await;
    mei.pay_cash(5).await.ok();
    let counted = count(&manager, &statement, "PAR-3", &[(20_000, 1), (20, 1)]).await;
    counted.ok();
    let counted = count(
        &manager,
        &statement,
        "PAR-1",
        &[(20_000, 1), (10, 1), (5, 1)],
    )
    .await;
    let counted = counted.ok();
    assert_eq!(counted["difference"], euro(0), "{counted}");
    assert_eq!(counted["counts"][0]["movedSince"], euro(10));
    assert_eq!(counted["counts"][1]["movedSince"], euro(5));
    // Behind the count the drawers fill further; the bag takes what is above the float of this statement.
    sell_bag(&manager).await;
    mei.pay_cash(15).await.ok();
    manager
        .post(&of(&statement, "posting"), json!({ "bagNo": "BB-1" }))
        .await
        .ok();
    let expected = [
        "PAR-1 EUR -10 BB-1 S-PAR-2026-0001",
        "PAR-3 EUR -10 BB-1 S-PAR-2026-0001",
    ];
    assert_eq!(bags(&shop).await, expected);
    // Yesterday's statement is counted on the next morning, when cash went in and out already.
    clock.advance(Duration::from_secs(24 * 60 * 60));
    let manager = shop.seller("manager").await;
    manager
        .post("/drawer/float", json!({ "amount": euro(20_020) }))
        .await
        .ok();
    drop_to_safe(&manager, 10_000).await;
    sell_bag(&manager).await;
    let yesterday = json!({ "transactionDate": "2026-11-21" });
    let second = manager.post("/statement", yesterday).await.ok();
    let till = count(&manager, &second, "PAR-1", &[(20_000, 1), (20, 1)]).await;
    till.ok();
    let second = count(&manager, &second, "PAR-3", &[(10_000, 1), (20, 1), (10, 1)]).await;
    let second = second.ok();
    assert_eq!(second["difference"], euro(0), "{second}");
    assert_eq!(second["counts"][1]["movedSince"], euro(-9_990));
    post(&manager, &second, json!({ "bagNo": "BB-2" })).await;
    let third = calculate(&manager).await.ok();
    let third = count(&manager, &third, "PAR-3", &[(10_000, 1), (20, 1), (10, 1)]).await;
    let third = third.ok();
    assert_eq!(third["difference"], euro(0), "{third}");
    let drawer = &tender(&third, "CASH")["drawers"][0];
    assert_eq!(drawer["openingDifference"], euro(0), "{third}");
    assert_eq!(statement::verify(shop.db()).await.unwrap(), []);
    assert_books_hold(&shop).await;
}

/// How often cash is put in while somebody closes.
const ENTRIES: i64 = 30;
/// How often somebody closes meanwhile.
const STATEMENTS: usize = 5;
/// What is always counted: nobody looks what lies there.
const CONTENT: i64 = 50_000;

#[tokio::test(flavor = "multi_thread")]
async fn cash_that_is_moved_while_somebody_closes_is_in_one_statement_and_carried() {
    let (shop, _) = open().await;
    shop.change("UPDATE salesperson SET permission_group_code = 'MANAGER' WHERE staff_id = 'leo'")
        .await;
    let leo = shop.seller("leo").await;
    let manager = shop.seller("manager").await;
    let moving = async {
        for number in 0..ENTRIES {
            let body = json!({ "amount": euro(100 + number), "reason": "Coins" });
            leo.post("/drawer/cash-in", body).await.ok();
        }
    };
    let closing = async {
        for _ in 0..STATEMENTS {
            close(&manager).await;
        }
    };
    tokio::join!(moving, closing);
    close(&manager).await;
    let moved = "SELECT COUNT(*) FROM statement_drawer_entry s \
         JOIN drawer_entry e ON e.entry_id = s.entry_id WHERE e.entry_type = 'CASH_IN'";
    assert_eq!(shop.number(moved).await, ENTRIES);
    // What a statement holds is what was known when its drawer was counted, and what came behind the
    // count, which is the difference between what was counted and what was left.
    let wrong = "SELECT COUNT(*) FROM statement_float f JOIN statement_count c \
         ON c.statement_no = f.statement_no AND c.terminal_no = f.terminal_no \
         WHERE f.amount - c.content + c.added - c.removed <> (SELECT CAST(COALESCE(SUM(e.amount), 0) \
         AS BIGINT) FROM statement_drawer_entry s JOIN drawer_entry e ON e.entry_id = s.entry_id \
         WHERE s.statement_no = f.statement_no)";
    assert_eq!(shop.number(wrong).await, 0);
    assert!(shop.number("SELECT COUNT(*) FROM statement_float").await > 0);
    // Each begins with what the one before left.
    let torn = "SELECT COUNT(*) FROM statement_count c \
         JOIN statement_z z ON z.statement_no = c.statement_no \
         JOIN statement_z b ON b.store_no = z.store_no AND b.z_no = z.z_no - 1 \
         LEFT JOIN statement_float f ON f.statement_no = b.statement_no \
         AND f.terminal_no = c.terminal_no WHERE c.opening_float <> COALESCE(f.amount, 20000)";
    assert_eq!(shop.number(torn).await, 0);
}

/// Calculates, counts what is to be counted, and posts.
async fn close(manager: &Client) {
    let statement = calculate(manager).await.ok();
    let number = uuid::Uuid::now_v7().simple().to_string();
    let why = json!({ "reason": "Nobody looks", "bagNo": format!("BB-{}", &number[16..]) });
    if statement["state"] == "CALCULATED" {
        let pieces = [(CONTENT, 1)];
        count(manager, &statement, "PAR-2", &pieces).await.ok();
    }
    manager.post(&of(&statement, "posting"), why).await.ok();
}

/// What stands against posting, and what should be looked at before.
async fn checked(till: &Client, statement: &Value) -> Value {
    till.get(&of(statement, "check")).await.ok()
}

#[tokio::test]
async fn what_one_drawer_lacks_is_named_with_its_till_once_all_are_counted() {
    let (shop, _) = open().await;
    let mei = shop.seller("mei").await;
    let manager = shop.seller("manager").await;
    sell_bag(&mei).await;
    sell_bag(&manager).await;
    let statement = calculate(&manager).await.ok();
    // A hundred is missing in one of two drawers: nothing is told before the other one is counted.
    let half = count(&manager, &statement, "PAR-1", &[(10_000, 1), (10, 1)]).await;
    let half = half.ok();
    assert_eq!(half["isBlind"], true);
    assert_eq!(half["causes"], json!([]));
    let uncounted = json!({ "errors": ["NOT_COUNTED"], "warnings": [] });
    assert_eq!(checked(&manager, &half).await, uncounted);

    // It lies in the other one: nothing is missing in the store, and two drawers differ.
    let counted = count(&manager, &statement, "PAR-3", &[(10_000, 3), (10, 1)]).await;
    let counted = counted.ok();
    assert_eq!(counted["difference"], euro(0));
    let cause = |kind: &str, till: &str, other: Option<&str>, minor: i64| {
        json!({
            "cause": kind, "tenderCode": "CASH", "otherTenderCode": null, "terminalNo": till,
            "otherTerminalNo": other, "amount": euro(minor), "reference": null, "depositId": null,
        })
    };
    let expected = json!([
        cause("OTHER_DRAWER", "PAR-1", Some("PAR-3"), -10_000),
        cause("MISSING_DROP", "PAR-1", None, -10_000),
    ]);
    assert_eq!(counted["causes"], expected);
    // What takes somebody who stands for it is the difference of the store.
    let warned =
        json!({ "errors": ["BAG_MISSING"], "warnings": ["DIFFERENCE", "TERMINAL_NOT_ASKED"] });
    assert_eq!(checked(&manager, &counted).await, warned);

    // The other one held what it should: fifty of this one went to the safe without an entry.
    let exact = [(20_000, 1), (10, 1)];
    count(&manager, &statement, "PAR-3", &exact).await.ok();
    let fifty = [(10_000, 1), (5_000, 1), (10, 1)];
    let counted = count(&manager, &statement, "PAR-1", &fifty).await.ok();
    let expected = json!([cause("MISSING_DROP", "PAR-1", None, -5_000)]);
    assert_eq!(counted["causes"], expected);
    // Where nothing differs nothing is asked.
    let counted = count(&manager, &statement, "PAR-1", &exact).await.ok();
    assert_eq!(counted["causes"], json!([]));
    let fine = json!({ "errors": ["BAG_MISSING"], "warnings": ["TERMINAL_NOT_ASKED"] });
    assert_eq!(checked(&manager, &counted).await, fine);
}
