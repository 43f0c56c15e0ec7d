//! Deposits: pieces kept against a part payment, paid on, settled whole or in parts, given up.

use std::time::Duration;

use serde_json::{Value, json};
use testkit::{Client, Settings, Shop};

use crate::payment::assert_books_hold;

pub(crate) fn euro(minor: i64) -> Value {
    json!({ "minor": minor, "currency": "EUR" })
}

pub(crate) fn wanted(minor: i64) -> Value {
    json!({ "amount": euro(minor), "kind": "REFUNDABLE" })
}

/// A client of the shop.
async fn ada(till: &Client) -> String {
    let profile = json!({ "familyName": "Martin", "givenName": "Ada", "phoneNo": "0612344108" });
    let customer = till.post("/customer", json!({ "profile": profile })).await;
    customer.ok()["customerId"].as_str().unwrap().to_owned()
}

/// Puts earrings of 129.00 and a ring of 1,290.00 into the basket, for a client.
pub(crate) async fn fill(till: &Client) {
    till.add("ER-1", "", 1).await.ok();
    till.add("RG-1", "52", 1).await.ok();
    let customer_id = ada(till).await;
    let chosen = till
        .put("/basket/customer", json!({ "customerId": customer_id }))
        .await;
    chosen.ok();
}

/// Takes a first payment in cash; answers with the deposit.
pub(crate) async fn deposit(till: &Client, minor: i64) -> Value {
    till.post("/basket/deposit", wanted(minor)).await.ok();
    let paid = till.pay_cash(minor).await.ok();
    assert_eq!(paid["order"], Value::Null, "nothing is sold yet");
    show(till, &paid["deposit"]["depositId"]).await
}

pub(crate) async fn show(till: &Client, deposit_id: &Value) -> Value {
    let path = format!("/deposit/{}", deposit_id.as_str().unwrap());
    till.get(&path).await.ok()
}

pub(crate) fn path(deposit: &Value, operation: &str) -> String {
    let deposit_id = deposit["depositId"].as_str().unwrap();
    format!("/deposit/{deposit_id}/{operation}")
}

/// What is held is what the ledger says, and what is not paid is not below nothing.
pub(crate) async fn assert_deposits_hold(shop: &Shop) {
    let off = "SELECT COUNT(*) FROM deposit d WHERE d.held <> (SELECT COALESCE(SUM(l.amount), 0) \
               FROM deposit_ledger l WHERE l.deposit_id = d.deposit_id) OR d.held > d.remaining";
    assert_eq!(shop.number(off).await, 0, "held is the sum of the ledger");
    let leases = "SELECT CAST((SELECT COALESCE(SUM(reserved), 0) FROM stock) \
                  - (SELECT COALESCE(SUM(quantity), 0) FROM stock_lease) AS BIGINT)";
    assert_eq!(
        shop.number(leases).await,
        0,
        "reserved is the sum of leases"
    );
    assert_books_hold(shop).await;
}

#[tokio::test]
async fn pieces_are_kept_paid_on_and_handed_over() {
    let shop = Shop::open().await;
    let mei = shop.seller("mei").await.repeating();
    fill(&mei).await;
    let terms = mei.get("/basket/deposit").await.ok();
    assert_eq!(terms["total"], euro(141_900));
    assert_eq!(terms["minimum"], euro(42_570));
    let deposit = deposit(&mei, 50_000).await;
    assert_eq!(deposit["state"], "OPEN");
    assert_eq!(deposit["held"], euro(50_000));
    assert_eq!(deposit["balance"], euro(91_900));
    assert_eq!(deposit["entries"][0]["tenders"][0]["code"], "CASH");
    assert_eq!(shop.number("SELECT COUNT(*) FROM sales_order").await, 0);
    assert_eq!(mei.get("/basket").await.ok()["lines"], json!([]));
    // The pieces stay reserved when the session ends, and nobody else gets the ring.
    mei.post("/logout", json!({})).await;
    let leo = shop.seller("leo").await.repeating();
    let ring = leo.add("RG-1", "52", 1).await;
    assert_eq!(ring.refused(), (409, "inventory.reserved_by_other"));

    let more = leo
        .post(
            &path(&deposit, "payment"),
            json!({ "amount": euro(91_900) }),
        )
        .await;
    assert_eq!(more.ok()["due"], euro(91_900));
    leo.pay_cash(91_900).await.ok();
    let paid = show(&leo, &deposit["depositId"]).await;
    assert_eq!(
        (&paid["state"], &paid["badge"]),
        (&json!("FULLY_PAID"), &json!("READY"))
    );
    let again = leo
        .post(&path(&deposit, "payment"), json!({ "amount": euro(1) }))
        .await;
    assert_eq!(again.refused(), (409, "deposit.nothing_left_to_pay"));

    let settled = leo
        .post(&path(&deposit, "settlement"), json!({}))
        .await
        .ok();
    assert_eq!(settled["remaining"], euro(0));
    assert_eq!(settled["order"]["total"], euro(141_900), "complete at once");
    let over = show(&leo, &deposit["depositId"]).await;
    assert_eq!(
        (&over["state"], &over["held"]),
        (&json!("SETTLED"), &euro(0))
    );
    assert_eq!(over["lines"][0]["orderId"], settled["order"]["orderId"]);
    assert_eq!(shop.number("SELECT COUNT(*) FROM stock_lease").await, 0);
    let tender =
        "SELECT CAST(SUM(amount) AS BIGINT) FROM sales_order_tender WHERE tender_code = 'DEPOSIT'";
    assert_eq!(shop.number(tender).await, 141_900);
    let late = leo.post(&path(&deposit, "settlement"), json!({})).await;
    assert_eq!(late.refused(), (409, "deposit.not_open"));
    assert_deposits_hold(&shop).await;
}

#[tokio::test]
async fn what_is_paid_is_ready_only_when_its_pieces_are_here() {
    let shop = Shop::open().await;
    let mei = shop.seller("mei").await;
    shop.change(
        "UPDATE store SET do_not_allow_negative_inventory = (1 = 0) WHERE store_no = 'PAR'",
    )
    .await;
    // Three are in stock.
    let four = json!({ "itemNo": "ER-1", "sizeCode": "", "quantity": 4, "sellBelowStock": true });
    mei.post("/basket/line", four).await.ok();
    let customer_id = ada(&mei).await;
    mei.put("/basket/customer", json!({ "customerId": customer_id }))
        .await
        .ok();
    let deposit = deposit(&mei, 51_600).await;
    assert_eq!(deposit["state"], "FULLY_PAID");
    let standing = async || {
        let shown = show(&mei, &deposit["depositId"]).await;
        let list = mei.get("/deposit").await.ok();
        let ready = mei.get("/deposit?status=READY").await.ok();
        assert_eq!(list["items"][0]["badge"], shown["badge"], "one rule");
        let is_here = shown["lines"][0]["isHere"].as_bool().unwrap();
        let alerts = mei.get("/alert/getAlertNum").await.ok();
        let ready_ones = ready["items"].as_array().unwrap().len();
        json!([
            is_here,
            shown["badge"],
            list["ready"],
            ready_ones,
            alerts["deposit"]
        ])
    };
    assert_eq!(standing().await, json!([false, null, 0, 0, 0]));
    shop.change("UPDATE stock SET on_hand = on_hand + 1 WHERE item_no = 'ER-1'")
        .await;
    assert_eq!(standing().await, json!([true, "READY", 1, 1, 1]));
}

#[tokio::test]
async fn pieces_leave_one_by_one_with_their_part_of_the_money() {
    let shop = Shop::open().await;
    let mei = shop.seller("mei").await.repeating();
    fill(&mei).await;
    let deposit = deposit(&mei, 50_000).await;
    let earrings = &deposit["lines"][0];
    assert_eq!(earrings["net"], euro(12_900));
    let part = json!({ "lineIds": [earrings["lineId"]] });
    let payment = mei
        .post(&path(&deposit, "settlement"), part.clone())
        .await
        .ok();
    // 500.00 x 129.00 / 1,419.00
    assert_eq!(payment["tenders"][0]["amount"], euro(4_545));
    assert_eq!(payment["tenders"][0]["removable"], false);
    assert_eq!(payment["remaining"], euro(8_355));
    let elsewhere = mei.post(&path(&deposit, "settlement"), json!({})).await;
    assert_eq!(elsewhere.refused(), (409, "deposit.being_paid"));
    // Given up, everything is as it was.
    mei.post("/payment/back", json!({})).await.ok();
    let back = show(&mei, &deposit["depositId"]).await;
    assert_eq!(
        (&back["held"], &back["state"]),
        (&euro(50_000), &json!("OPEN"))
    );
    assert_eq!(back["lines"].as_array().unwrap().len(), 2);
    assert_deposits_hold(&shop).await;

    mei.post(&path(&deposit, "settlement"), part.clone())
        .await
        .ok();
    let order = mei.pay_cash(8_355).await.ok()["order"].clone();
    assert_eq!(order["total"], euro(12_900));
    let open = show(&mei, &deposit["depositId"]).await;
    assert_eq!(open["state"], "OPEN");
    assert_eq!(open["remaining"], euro(129_000));
    assert_eq!(open["held"], euro(45_455));
    let twice = mei.post(&path(&deposit, "settlement"), part).await;
    assert_eq!(twice.refused(), (422, "deposit.line_unknown"));

    mei.post(&path(&deposit, "settlement"), json!({}))
        .await
        .ok();
    let order = mei.pay_cash(83_545).await.ok()["order"].clone();
    assert_eq!(order["total"], euro(129_000));
    let over = show(&mei, &deposit["depositId"]).await;
    assert_eq!(
        (&over["state"], &over["held"]),
        (&json!("SETTLED"), &euro(0))
    );
    assert_deposits_hold(&shop).await;
}

#[tokio::test]
async fn a_deposit_keeps_to_its_rules() {
    let shop = Shop::open().await;
    let mei = shop.seller("mei").await.repeating();
    let empty = mei.get("/basket/deposit").await;
    assert_eq!(empty.ok()["refusal"]["key"], "sale.nothing_to_pay");
    mei.add("ER-1", "", 1).await.ok();
    let unknown = mei.post("/basket/deposit", wanted(5_000)).await;
    assert_eq!(unknown.refused(), (409, "deposit.customer_required"));
    let customer_id = ada(&mei).await;
    mei.put("/basket/customer", json!({ "customerId": customer_id }))
        .await
        .ok();
    let table = [
        (wanted(0), (422, "deposit.amount_not_positive")),
        (wanted(12_901), (422, "deposit.amount_above_total")),
        (wanted(3_869), (409, "sale.approval_required")),
        (
            json!({ "amount": { "minor": 5_000, "currency": "HKD" }, "kind": "REFUNDABLE" }),
            (422, "deposit.wrong_currency"),
        ),
        (
            json!({ "amount": euro(5_000), "kind": "ARRHES", "expiresOn": "2020-01-01" }),
            (422, "deposit.last_day_impossible"),
        ),
    ];
    for (request, refusal) in table {
        let answer = mei.post("/basket/deposit", request.clone()).await;
        assert_eq!(answer.refused(), refusal, "{request}");
    }
    // What was begun can be given up: the basket is a sale again.
    mei.post("/basket/deposit", wanted(3_870)).await.ok();
    mei.post("/payment/back", json!({})).await.ok();
    mei.start_payment().await;
    let order = mei.pay_cash(12_900).await.ok()["order"].clone();
    assert_eq!(order["total"], euro(12_900));
    assert_eq!(shop.number("SELECT COUNT(*) FROM deposit").await, 0);
    assert_deposits_hold(&shop).await;
}

#[tokio::test]
async fn the_price_of_the_day_of_the_deposit_holds() {
    let shop = Shop::open().await;
    let mei = shop.seller("mei").await.repeating();
    fill(&mei).await;
    let deposit = deposit(&mei, 50_000).await;
    shop.change("UPDATE sales_price SET unit_price = unit_price * 2")
        .await;
    let payment = mei
        .post(&path(&deposit, "settlement"), json!({}))
        .await
        .ok();
    assert_eq!(payment["due"], euro(141_900));
    assert_eq!(payment["remaining"], euro(91_900));
    mei.pay_cash(91_900).await.ok();
    assert_deposits_hold(&shop).await;
}

#[tokio::test]
async fn what_is_not_fetched_in_time_is_overdue_until_somebody_moves_its_day() {
    let clock = shell::Clock::manual("2026-11-21T10:00:00Z".parse().unwrap());
    let settings = Settings {
        clock: Some(clock.clone()),
        ..Settings::default()
    };
    let shop = Shop::with(settings).await;
    let mei = shop.seller("mei").await.repeating();
    fill(&mei).await;
    let deposit = deposit(&mei, 50_000).await;
    assert_eq!(deposit["expiresOn"], "2026-12-21");
    clock.advance(Duration::from_secs(31 * 24 * 60 * 60));
    let mei = shop.seller("mei").await.repeating();
    deposit::mark_overdue()(shop.shell.clone()).await.unwrap();
    let overdue = show(&mei, &deposit["depositId"]).await;
    assert_eq!(
        (&overdue["state"], &overdue["badge"]),
        (&json!("OVERDUE"), &json!("OVERDUE"))
    );
    assert_eq!(mei.get("/alert/getAlertNum").await.ok()["deposit"], 1);
    let page = mei.get("/deposit?status=OVERDUE").await.ok();
    assert_eq!(page["overdue"], 1);
    assert_eq!(page["items"].as_array().unwrap().len(), 1);
    let day = json!({ "expiresOn": "2027-01-31", "reason": "Abroad until January" });
    let forbidden = mei.post(&path(&deposit, "extension"), day.clone()).await;
    assert_eq!(forbidden.refused(), (403, "session.forbidden"));
    let boss = shop.seller("manager").await.repeating();
    let earlier = json!({ "expiresOn": "2026-12-21", "reason": "No" });
    let earlier = boss.post(&path(&deposit, "extension"), earlier).await;
    assert_eq!(earlier.refused(), (422, "deposit.not_later"));
    let moved = boss.post(&path(&deposit, "extension"), day).await.ok();
    assert_eq!(moved["state"], "OPEN");
    assert_eq!(moved["extensions"][0]["to"], "2027-01-31");
    assert_deposits_hold(&shop).await;
}

#[tokio::test]
async fn the_day_of_a_deposit_is_moved_when_no_payment_on_it_is_under_way() {
    let settings = Settings {
        clock: Some(shell::Clock::manual(
            "2026-11-21T10:00:00Z".parse().unwrap(),
        )),
        ..Settings::default()
    };
    let shop = Shop::with(settings).await;
    let mei = shop.seller("mei").await.repeating();
    let boss = shop.seller("manager").await.repeating();
    fill(&mei).await;
    let deposit = deposit(&mei, 50_000).await;
    let day = json!({ "expiresOn": "2027-01-31", "reason": "Abroad until January" });
    let extension = path(&deposit, "extension");
    for (operation, body) in [
        ("settlement", json!({})),
        ("payment", json!({ "amount": euro(10_000) })),
    ] {
        mei.post(&path(&deposit, operation), body).await.ok();
        let early = boss.post(&extension, day.clone()).await;
        assert_eq!(early.refused(), (409, "deposit.being_paid"), "{operation}");
        mei.post("/payment/back", json!({})).await.ok();
    }
    let moved = boss.post(&extension, day).await.ok();
    assert_eq!(
        (&moved["state"], &moved["held"], &moved["expiresOn"]),
        (&json!("OPEN"), &euro(50_000), &json!("2027-01-31"))
    );
    assert_deposits_hold(&shop).await;
}

#[tokio::test]
async fn every_payment_has_its_receipt_and_the_order_names_the_deposit() {
    let shop = Shop::open().await;
    let mei = shop.seller("mei").await.repeating();
    fill(&mei).await;
    let deposit = deposit(&mei, 50_000).await;
    let entry_id = deposit["entries"][0]["entryId"].as_str().unwrap();
    let receipt = path(&deposit, &format!("paper/{entry_id}"));
    let pdf = mei
        .request(reqwest::Method::GET, &receipt)
        .send()
        .await
        .unwrap();
    assert_eq!(pdf.status(), 200);
    assert!(pdf.bytes().await.unwrap().starts_with(b"%PDF"));
    let unknown = path(&deposit, "paper/00000000-0000-0000-0000-000000000000");
    assert_eq!(
        mei.get(&unknown).await.refused(),
        (404, "deposit.not_found")
    );
    let tongue = mei.get(&format!("{receipt}?language=xx")).await;
    assert_eq!(tongue.refused(), (422, "order.language_unknown"));
}

/// What falls due soon has a list of its own, and what is overdue is in its list before the job has called it
/// so: as the badges have it.
#[tokio::test]
async fn what_is_due_soon_and_overdue_is_listed_as_the_badges_say() {
    let morning = "2026-11-21T10:00:00Z".parse().unwrap();
    let shop = Shop::with(Settings {
        clock: Some(shell::Clock::manual(morning)),
        ..Settings::default()
    })
    .await;
    let today = jiff::civil::date(2026, 11, 21);
    let mei = shop.seller("mei").await.repeating();
    let mut numbers = Vec::new();
    for _ in 0..5 {
        mei.add("BR-1", "", 1).await.ok();
        let customer = json!({ "customerId": uuid::Uuid::from_u128(1) });
        mei.put("/basket/customer", customer).await.ok();
        let kept = deposit(&mei, 13_500).await;
        numbers.push(kept["documentNo"].as_str().unwrap().to_owned());
    }
    // days from today, state
    let table = [
        (-1, "OPEN"),
        (0, "OPEN"),
        (7, "OPEN"),
        (8, "OPEN"),
        (3, "FULLY_PAID"),
    ];
    for (number, (days, state)) in numbers.iter().zip(table) {
        let last = today.saturating_add(jiff::ToSpan::days(days));
        let sql = format!(
            "UPDATE deposit SET expires_on = '{last}', state = '{state}' \
             WHERE document_no = '{number}'"
        );
        shop.change(sql.leak()).await;
    }
    let listed = async |query: &str| {
        let page = mei.get(&format!("/deposit?status={query}")).await.ok();
        let items = page["items"].as_array().unwrap().clone();
        let of = |item: &Value| {
            let number = item["documentNo"].as_str().unwrap();
            let at = numbers.iter().position(|known| known == number).unwrap();
            (at, item["badge"].clone())
        };
        items.iter().map(of).collect::<Vec<_>>()
    };
    let soon = json!("DUE_SOON");
    assert_eq!(
        listed("DUE_SOON").await,
        [(1, soon.clone()), (2, soon.clone())]
    );
    let today_only = listed("DUE_SOON&dueWithinDays=0").await;
    assert_eq!(today_only, [(1, soon.clone())]);
    let later = listed("DUE_SOON&dueWithinDays=8").await;
    assert_eq!(later, [(1, soon.clone()), (2, soon), (3, Value::Null)]);
    assert_eq!(listed("OVERDUE").await, [(0, json!("OVERDUE"))]);
    let page = mei.get("/deposit").await.ok();
    let counts = ["live", "ready", "dueSoon", "overdue"].map(|name| page[name].clone());
    assert_eq!(counts, [json!(5), json!(1), json!(2), json!(1)]);
    let table = mei.request(reqwest::Method::GET, "/deposit/export.csv?status=DUE_SOON");
    let table = table.send().await.unwrap().text().await.unwrap();
    assert_eq!(table.matches(&numbers[1]).count(), 1);
    assert_eq!(table.lines().count(), 3);
}
