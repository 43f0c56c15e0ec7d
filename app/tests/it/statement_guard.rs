//! Days that must be posted before anybody goes on selling, the terms of a store, who stands for what is
//! above the maximum, and what else a statement holds.

use std::time::Duration;

use reqwest::Method;
use serde_json::{Value, json};
use testkit::{Client, Shop};

use crate::deposit::{deposit, euro, path as deposit_path, show};
use crate::journal_events::named;
use crate::payment::assert_books_hold;
use crate::refund::{cancel, give};
use crate::statement::{calculate, count, of, open, post_all, sell_bag, tender};
use crate::tender::{keep, take};

const DAY: Duration = Duration::from_secs(24 * 60 * 60);

fn terms(check: bool, opening_float: i64, maximum: i64) -> Value {
    json!({
        "checkStatementPosting": check, "openingFloat": opening_float,
        "maximumPostingDifference": maximum,
    })
}

async fn start(till: &Client) -> testkit::Answer {
    till.post("/payment/start", json!({})).await
}

#[tokio::test]
async fn nobody_sells_while_an_earlier_day_is_not_posted_where_the_store_wants_that() {
    let (shop, clock) = open().await;
    let admin = shop.log_in("admin").await;
    let mei = shop.seller("mei").await;
    assert_eq!(
        mei.get("/session").await.ok()["store"]["checkStatementPosting"],
        false
    );
    sell_bag(&mei).await;
    mei.add("BR-1", "", 1).await.ok();
    let ines = json!({ "customerId": "00000000-0000-0000-0000-000000000001" });
    mei.put("/basket/customer", ines).await.ok();
    let kept = deposit(&mei, 15_000).await;
    let stored = keep(&admin, "/setting/statement/PAR", terms(true, 20_000, 500)).await;
    assert_eq!(stored["value"]["checkStatementPosting"], true);

    // On the day itself everybody sells.
    sell_bag(&mei).await;
    clock.advance(DAY);
    let mei = shop.seller("mei").await;
    let session = mei.get("/session").await.ok();
    assert_eq!(session["store"]["checkStatementPosting"], true);
    let told = mei.get("/alert/getAlertNum").await.ok();
    assert_eq!(told["unpostedDate"], "2026-11-21");
    let basket = mei.add("BAG", "", 1).await.ok();
    let blocked = start(&mei).await;
    assert_eq!(blocked.refused(), (409, "statement.unposted_date"));
    assert_eq!(blocked.envelope["error"]["params"]["date"], "2026-11-21");
    let line = basket["lines"][0]["lineId"].as_str().unwrap();
    mei.delete(&format!("/basket/line/{line}")).await.ok();
    let settlement = deposit_path(&kept, "settlement");
    let blocked = mei.post(&settlement, json!({})).await;
    assert_eq!(blocked.refused(), (409, "statement.unposted_date"));
    // More is taken on a deposit, which sells nothing.
    let more = json!({ "amount": euro(100) });
    mei.post(&deposit_path(&kept, "payment"), more).await.ok();
    mei.pay_cash(100).await.ok();

    // A manager may sell all the same, and so does everybody once the day is posted.
    let manager = shop.seller("manager").await;
    sell_bag(&manager).await;
    let first = json!({ "transactionDate": "2026-11-21" });
    let first = manager.post("/statement", first).await.ok();
    assert_eq!(
        start_with_bag(&mei).await.refused(),
        (409, "statement.unposted_date"),
        "calculated is not posted"
    );
    post_all(&manager, &first).await;
    let told = mei.get("/alert/getAlertNum").await.ok();
    assert_eq!(told["unpostedDate"], Value::Null);
    start(&mei).await.ok();
    mei.pay_cash(10).await.ok();
    assert_books_hold(&shop).await;
}

async fn start_with_bag(till: &Client) -> testkit::Answer {
    till.add("BAG", "", 1).await.ok();
    start(till).await
}

#[tokio::test]
async fn a_store_keeps_its_terms_or_has_the_usual_ones() {
    let (shop, _) = open().await;
    let admin = shop.log_in("admin").await;
    let manager = shop.seller("manager").await;
    sell_bag(&manager).await;
    let statement = calculate(&manager).await.ok();
    assert_eq!(statement["maximumDifference"], euro(500));
    manager.post(&of(&statement, "clear"), json!({})).await.ok();
    keep(&admin, "/setting/statement/PAR", terms(false, 10_000, 50)).await;
    let statement = calculate(&manager).await.ok();
    assert_eq!(statement["maximumDifference"], euro(50));
    let counted = count(&manager, &statement, "PAR-3", &[(10_000, 1), (10, 1)]);
    let counted = counted.await.ok();
    assert_eq!(counted["difference"], euro(0));
    assert_eq!(counted["counts"][0]["openingFloat"], euro(10_000));
    let wrong = |value: Value| json!({ "version": 1, "value": value });
    for (value, field) in [
        (terms(false, -1, 500), "openingFloat"),
        (terms(false, 0, -1), "maximumPostingDifference"),
    ] {
        let refused = admin.put("/setting/statement/PAR", wrong(value)).await;
        assert_eq!(refused.refused(), (422, "setting.out_of_range"), "{field}");
    }
    let nowhere = json!({ "version": null, "value": terms(true, 0, 0) });
    let nowhere = admin.put("/setting/statement/NO", nowhere).await;
    assert_eq!(nowhere.refused(), (422, "setting.reference_unknown"));
    let list = admin.get("/setting/statement").await.ok();
    assert_eq!(list["total"], 1);
    let manager = manager.get("/setting/statement").await;
    assert_eq!(manager.status, 403);
}

/// A statement of one bag, counted 200.20 short, and Léo as a key holder, who posts up to the maximum.
async fn short(shop: &Shop) -> (Client, Client, Value) {
    shop.change("UPDATE salesperson SET permission_group_code = 'SENIOR' WHERE staff_id = 'leo'")
        .await;
    let leo = shop.seller("leo").await.repeating();
    let manager = shop.seller("manager").await;
    sell_bag(&manager).await;
    let statement = calculate(&leo).await.ok();
    let counted = count(&leo, &statement, "PAR-3", &[]).await.ok();
    assert_eq!(counted["difference"], euro(-20_010));
    (leo, manager, counted)
}

async fn sign(till: &Client, approval_id: &Value, staff_id: &str) -> testkit::Answer {
    let path = format!("/basket/approval/{}/sign", approval_id.as_str().unwrap());
    let body = json!({ "staffId": staff_id, "password": testkit::PASSWORD });
    till.post(&path, body).await
}

#[tokio::test]
async fn a_colleague_without_limits_stands_for_what_is_above_the_maximum() {
    let (shop, _) = open().await;
    let (leo, _, statement) = short(&shop).await;
    let ask = async || leo.post(&of(&statement, "approval"), json!({})).await;
    let why = "The float is in the safe";
    let post = async |approval: &Value, reason: &str| {
        let body = json!({ "approvalId": approval, "reason": reason });
        leo.post(&of(&statement, "posting"), body).await
    };
    let posting = of(&statement, "posting");
    let alone = leo.post(&posting, json!({ "reason": why })).await;
    assert_eq!(alone.refused(), (409, "statement.difference_too_large"));
    let asked = ask().await.ok();
    assert_eq!(asked["permission"], "statement.post");
    let id = asked["approvalId"].clone();
    let own = sign(&leo, &id, "leo").await;
    assert_eq!(own.refused(), (409, "sale.approval_by_somebody_else"));
    // Another key holder has limits, too.
    shop.change("UPDATE salesperson SET permission_group_code = 'SENIOR' WHERE staff_id = 'mei'")
        .await;
    let limited = sign(&leo, &id, "mei").await;
    assert_eq!(limited.refused(), (409, "sale.approval_not_theirs"));
    let early = post(&id, why).await;
    assert_eq!(early.refused(), (409, "sale.approval_ended"));
    sign(&leo, &id, "manager").await.ok();
    // Counted again it is another statement to stand for.
    count(&leo, &statement, "PAR-3", &[]).await.ok();
    assert_eq!(post(&id, why).await.refused(), (409, "sale.approval_ended"));
    let id = ask().await.ok()["approvalId"].clone();
    sign(&leo, &id, "manager").await.ok();
    let silent = post(&id, " ").await;
    assert_eq!(silent.refused(), (422, "statement.reason_required"));
    let posted = post(&id, why).await.ok();
    assert_eq!(posted["z"]["postedBy"], "Léo Blanc");
    assert_eq!(posted["z"]["approvedBy"], "Nadia Roche");
    let told = named(&shop, "PAR", "statementPosted").await;
    assert_eq!(
        (&told[0]["operatorId"], &told[0]["approvedBy"]),
        (&json!("leo"), &json!("manager"))
    );
    assert_books_hold(&shop).await;
}

#[tokio::test]
async fn within_the_maximum_a_key_holder_posts_alone() {
    let (shop, _) = open().await;
    let (leo, _, statement) = short(&shop).await;
    let drawer = [(10_000, 1), (5_000, 1), (2_000, 2), (500, 1), (10, 1)];
    let counted = count(&leo, &statement, "PAR-3", &drawer).await.ok();
    assert_eq!(counted["difference"], euro(-500));
    let needless = leo.post(&of(&statement, "approval"), json!({})).await;
    assert_eq!(needless.refused(), (409, "sale.approval_not_needed"));
    let posted = leo.post(&of(&statement, "posting"), json!({})).await.ok();
    assert_eq!(posted["z"]["approvedBy"], Value::Null);
    // The journal of the day is closed with it, and what is sold later goes into the next closing.
    let closings = "SELECT COUNT(*) FROM journal_entry WHERE kind = 'closing.day'";
    let closed = shop.number(closings).await;
    assert!(closed >= 2, "the store and the till: {closed}");
    sell_bag(&leo).await;
    assert_books_hold(&shop).await;
}

/// A first payment of 50.00 on a deposit.
async fn kept(till: &Client, kind: &str) -> Value {
    till.add("ER-1", "", 1).await.ok();
    let ines = json!({ "customerId": uuid::Uuid::from_u128(1) });
    till.put("/basket/customer", ines).await.ok();
    let body = json!({ "amount": euro(5_000), "kind": kind });
    till.post("/basket/deposit", body).await.ok();
    let paid = till.pay_cash(5_000).await.ok();
    show(till, &paid["deposit"]["depositId"]).await
}

#[tokio::test]
async fn deposits_that_are_given_back_or_kept_are_in_it_and_orders_tell_theirs() {
    let (shop, _) = open().await;
    let manager = shop.seller("manager").await;
    for (kind, party) in [
        ("REFUNDABLE", "CLIENT"),
        ("ARRHES", "CLIENT"),
        ("ARRHES", "SHOP"),
    ] {
        let deposit = kept(&manager, kind).await;
        let payment = cancel(&manager, &deposit, party).await.ok();
        if payment["due"] != euro(0) {
            give(&manager, &payment, json!({})).await.ok();
        }
    }
    kept(&manager, "REFUNDABLE").await;
    manager.add("BAG", "", 1).await.ok();
    manager.start_payment().await;
    let paid = manager.pay_cash(10).await.ok();
    let order = format!("/order/{}", paid["order"]["orderId"].as_str().unwrap());
    let before = manager.get(&order).await.ok();
    assert_eq!(before["statementNo"], Value::Null);
    let statement = calculate(&manager).await.ok();
    // Four times 50.00 came in; 50.00 and twice as much went back, and 50.00 stayed for good.
    let drawer = [(20_000, 1), (5_000, 1), (10, 1)];
    let counted = count(&manager, &statement, "PAR-3", &drawer).await.ok();
    assert_eq!(counted["difference"], euro(0));
    assert_eq!(counted["liabilities"], euro(5_000));
    assert_eq!(counted["paymentAmount"], euro(5_010));
    assert_eq!(counted["depositKept"], euro(5_000));
    assert_eq!(counted["depositAdded"], euro(5_000));
    assert_eq!(counted["documents"], 7, "a sale, four payments, two back");
    let after = manager.get(&order).await.ok();
    assert_eq!(after["statementNo"], statement["statementNo"]);
    let posting = of(&statement, "posting");
    let bag = json!({ "bagNo": "BB-1" });
    let posted = manager.post(&posting, bag).await.ok();
    assert_eq!(posted["state"], "POSTED");
    assert_books_hold(&shop).await;
}

#[tokio::test]
async fn cash_below_zero_is_posted_by_somebody_who_may_post_anything() {
    let (shop, _) = open().await;
    shop.change("UPDATE salesperson SET permission_group_code = 'SENIOR' WHERE staff_id = 'leo'")
        .await;
    let leo = shop.seller("leo").await.repeating();
    let manager = shop.seller("manager").await;
    let deposit = kept(&manager, "REFUNDABLE").await;
    let first = calculate(&manager).await.ok();
    post_all(&manager, &first).await;
    let payment = cancel(&manager, &deposit, "CLIENT").await.ok();
    give(&manager, &payment, json!({})).await.ok();
    // The drawer was counted empty: what went back came out of a colleague's pocket.
    let second = calculate(&leo).await.ok();
    let counted = count(&leo, &second, "PAR-3", &[]).await.ok();
    assert_eq!(counted["difference"], euro(5_000));
    let admin = shop.log_in("admin").await;
    keep(
        &admin,
        "/setting/statement/PAR",
        terms(false, 20_000, 5_000),
    )
    .await;
    let check = leo.get(&of(&second, "check")).await.ok();
    assert_eq!(check["errors"], json!(["CASH_BELOW_ZERO"]));
    let posting = of(&second, "posting");
    let alone = leo.post(&posting, json!({})).await;
    assert_eq!(alone.refused(), (409, "statement.cash_below_zero"));
    assert_eq!(alone.envelope["error"]["params"]["amount"], euro(5_000));
    let check = manager.get(&of(&second, "check")).await.ok();
    assert_eq!(check["errors"], json!([]));
    assert!(
        check["warnings"]
            .as_array()
            .unwrap()
            .contains(&json!("CASH_BELOW_ZERO"))
    );
    let asked = leo.post(&of(&second, "approval"), json!({})).await.ok();
    let id = asked["approvalId"].clone();
    sign(&leo, &id, "manager").await.ok();
    let posted = leo.post(&posting, json!({ "approvalId": id })).await.ok();
    assert_eq!(posted["z"]["approvedBy"], "Nadia Roche");
}

/// Somebody at PAR-3 who sold a bracelet for 150 dollars, which are worth 135.00.
async fn sold_for_dollars(shop: &Shop) -> Client {
    let admin = shop.log_in("admin").await;
    take(&admin, "CASH-USD", "FX_CASH", Some("USD")).await;
    shop.change("UPDATE tender SET counting_required = (1 = 1) WHERE tender_code = 'CASH-USD'")
        .await;
    let rate = json!({
        "currencyCode": "EUR", "foreignCode": "USD", "validFrom": "2026-11-21",
        "rate": 90_000_000,
    });
    keep(&admin, "/setting/exchange-rate/EUR~USD~2026-11-21", rate).await;
    let manager = shop.seller("manager").await;
    shop.change("UPDATE sales_price SET unit_price = 13500 WHERE item_no = 'BR-1'")
        .await;
    manager.add("BR-1", "", 1).await.ok();
    manager.start_payment().await;
    let body = json!({ "tenderCode": "CASH-USD", "amount": dollars(15_000) });
    manager.post("/payment/tender", body).await.ok();
    manager
}

fn dollars(minor: i64) -> Value {
    json!({ "minor": minor, "currency": "USD" })
}

#[tokio::test]
async fn foreign_cash_whose_tender_is_withdrawn_leaves_the_drawer_all_the_same() {
    let (shop, _) = open().await;
    let manager = sold_for_dollars(&shop).await;
    let admin = shop.log_in("admin").await;
    let kept = admin.get("/setting/tender/CASH-USD").await.ok();
    let mut value = kept["value"].clone();
    value["availableForStore"] = json!([]);
    let withdrawn = json!({ "version": kept["version"], "value": value });
    admin.put("/setting/tender/CASH-USD", withdrawn).await.ok();
    let currencies = async || manager.get("/drawer").await.ok()["currencies"].clone();
    assert_eq!(currencies().await, json!(["EUR", "USD"]));
    let francs = json!({ "amount": { "minor": 100, "currency": "CHF" } });
    let never = manager.post("/drawer/safe-drop", francs).await;
    assert_eq!(never.refused(), (422, "drawer.currency_not_kept"));
    // Fifty go to the safe by hand, the others into the bag that is named with the posting.
    let to_safe = json!({ "amount": dollars(5_000) });
    let dropped = manager.post("/drawer/safe-drop", to_safe.clone()).await;
    dropped.ok();
    let statement = calculate(&manager).await.ok();
    let body = json!({
        "tenderCode": "CASH-USD", "terminalNo": "PAR-3",
        "denominations": [{ "denomination": 10_000, "pieces": 1 }],
    });
    let counted = manager.post(&of(&statement, "count"), body).await.ok();
    assert_eq!(counted["state"], "COUNTED", "{counted}");
    let posted = manager
        .post(&of(&statement, "posting"), json!({ "bagNo": "BB-1" }))
        .await
        .ok();
    assert_eq!(
        (&posted["state"], &posted["failure"]),
        (&json!("POSTED"), &Value::Null)
    );
    let bag = "SELECT CAST(SUM(amount) AS BIGINT) FROM drawer_entry WHERE entry_type = 'BANK_BAG' \
               AND currency_code = 'USD' AND bag_no = 'BB-1'";
    assert_eq!(shop.number(bag).await, -10_000);
    // Nothing of it is left, and nothing more can be taken out.
    assert_eq!(currencies().await, json!(["EUR"]));
    let gone = manager.post("/drawer/safe-drop", to_safe).await;
    assert_eq!(gone.refused(), (422, "drawer.currency_not_kept"));
    assert_eq!(::drawer::verify(shop.db()).await.unwrap(), []);
    assert_books_hold(&shop).await;
}

#[tokio::test]
async fn foreign_cash_is_counted_in_its_own_notes_and_worth_what_it_was_taken_for() {
    let (shop, _) = open().await;
    let manager = sold_for_dollars(&shop).await;
    sell_bag(&manager).await;
    let statement = calculate(&manager).await.ok();
    let foreign = tender(&statement, "CASH-USD");
    assert_eq!(foreign["currency"], "USD");
    assert_eq!(foreign["denominations"][0], 10_000);
    let drawer = [(20_000, 1), (10, 1)];
    let own = count(&manager, &statement, "PAR-3", &drawer).await.ok();
    assert_eq!(own["isBlind"], true, "the dollars are left");
    let pieces = async |pieces: Value| {
        let body = json!({
            "tenderCode": "CASH-USD", "terminalNo": "PAR-3", "denominations": pieces,
            "reason": "again",
        });
        manager.post(&of(&statement, "count"), body).await.ok()
    };
    // Ten dollars are missing: nine euro by the rate of the day.
    let piece =
        |denomination: i64, pieces: i64| json!({ "denomination": denomination, "pieces": pieces });
    let short = pieces(json!([piece(10_000, 1), piece(2_000, 2)])).await;
    let usd = tender(&short, "CASH-USD");
    assert_eq!(usd["transactionAmount"], euro(13_500));
    assert_eq!(usd["differenceAmount"], euro(-900));
    let exact = pieces(json!([piece(10_000, 1), piece(5_000, 1)])).await;
    assert_eq!(tender(&exact, "CASH-USD")["differenceAmount"], euro(0));
    let posted = manager
        .post(&of(&statement, "posting"), json!({ "bagNo": "BB-1" }))
        .await
        .ok();
    // The store keeps no dollars: they go into the bag.
    let left = &tender(&posted, "CASH-USD")["drawers"][0]["leftAmount"];
    assert_eq!(left, &dollars(0));
    let left = &tender(&posted, "CASH")["drawers"][0]["leftAmount"];
    assert_eq!(left, &euro(20_000));
}

#[tokio::test]
async fn what_does_not_balance_any_more_is_counted_again_and_both_sums_are_named() {
    let (shop, _) = open().await;
    let manager = shop.seller("manager").await;
    sell_bag(&manager).await;
    let statement = calculate(&manager).await.ok();
    let drawer = [(20_000, 1), (10, 1)];
    count(&manager, &statement, "PAR-3", &drawer).await.ok();
    let guard = match shop.sqlite_file() {
        Some(_) => "DROP TRIGGER sales_order_line_refuses_update",
        None => "DROP TRIGGER sales_order_line_refuses_change ON sales_order_line",
    };
    shop.change(guard).await;
    shop.change("UPDATE sales_order_line SET net = 7").await;
    let check = manager.get(&of(&statement, "check")).await.ok();
    assert_eq!(check["errors"], json!(["NOT_BALANCED", "BAG_MISSING"]));
    let refused = manager.post(&of(&statement, "posting"), json!({})).await;
    assert_eq!(refused.refused(), (409, "statement.not_balanced"));
    let params = &refused.envelope["error"]["params"];
    assert_eq!(
        (&params["payments"], &params["sales"]),
        (&euro(10), &euro(7))
    );
    // The same between the two transactions of a posting: it is counted, and says why.
    shop.change("UPDATE statement SET state = 'POSTING'").await;
    let signer = std::sync::Arc::new(journal::Signer::new(&testkit::KEY));
    let drawers = std::sync::Arc::new(::drawer::EnteredDrawers);
    let job = statement::post_statements(signer, drawers);
    (job.run)(shop.shell.clone()).await.unwrap();
    let failed = manager.get("/statement/current").await.ok()["statement"].clone();
    assert_eq!(
        (&failed["state"], &failed["failure"]),
        (&json!("COUNTED"), &json!("statement.not_balanced"))
    );
    assert_eq!(
        failed["failureParams"],
        json!({ "payments": euro(10), "sales": euro(7) })
    );
    assert_eq!(shop.number("SELECT COUNT(*) FROM statement_z").await, 0);
    let floats = "SELECT COUNT(*) FROM statement_float";
    assert_eq!(shop.number(floats).await, 0);
    let clear = manager
        .keyed(
            Method::POST,
            &of(&statement, "clear"),
            uuid::Uuid::now_v7(),
            json!({}),
        )
        .await;
    let cleared = clear.ok();
    assert_eq!(cleared["state"], "OPEN");
    assert_eq!(
        (&cleared["failure"], &cleared["failureParams"]),
        (&Value::Null, &json!({}))
    );
    let kept =
        "SELECT COUNT(*) FROM statement WHERE failure IS NOT NULL OR failure_params IS NOT NULL";
    assert_eq!(shop.number(kept).await, 0);
}
