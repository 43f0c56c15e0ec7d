//! Who sells: alone, together, a line apart; what a kind of basket refuses; who sold last at a till.

use serde_json::{Value, json};
use testkit::{Client, Shop};

use crate::payment::assert_books_hold;

/// Shares, and how they are refused.
type Case = (&'static [(&'static str, i64)], (u16, &'static str));

fn shares(parts: &[(&str, i64)]) -> Value {
    let share =
        |(staff_id, percent): &(&str, i64)| json!({ "staffId": staff_id, "percent": percent });
    json!({ "shares": parts.iter().map(share).collect::<Vec<_>>() })
}

async fn split(till: &Client, parts: &[(&str, i64)]) -> testkit::Answer {
    till.put("/basket/salesperson/split", shares(parts)).await
}

fn line_path(basket: &Value, at: usize) -> String {
    let line_id = basket["lines"][at]["lineId"].as_str().unwrap();
    format!("/basket/line/{line_id}/salesperson")
}

/// Names and parts of a list of salespeople.
fn named(list: &Value) -> Vec<(String, i64)> {
    let people = list.as_array().unwrap().iter();
    people
        .map(|person| {
            let name = person["name"].as_str().unwrap().to_owned();
            (name, person["percent"].as_i64().unwrap())
        })
        .collect()
}

fn pairs(parts: &[(&str, i64)]) -> Vec<(String, i64)> {
    parts
        .iter()
        .map(|(name, part)| ((*name).to_owned(), *part))
        .collect()
}

#[tokio::test]
async fn shares_are_a_hundred_together_and_of_people_who_may_sell_here() {
    let shop = Shop::open().await;
    let mei = shop.seller("mei").await;
    let basket = mei.add("BR-1", "", 1).await.ok();
    let line = line_path(&basket, 0);
    let table: [Case; 7] = [
        (&[("mei", 60), ("leo", 39)], (422, "sale.shares_not_whole")),
        (&[("mei", 60), ("leo", 41)], (422, "sale.shares_not_whole")),
        (&[], (422, "sale.shares_not_whole")),
        (&[("mei", 100), ("leo", 0)], (422, "sale.share_below_one")),
        (
            &[("mei", 50), ("mei", 50)],
            (422, "sale.salesperson_repeated"),
        ),
        (
            &[("mei", 50), ("gia", 50)],
            (404, "sale.salesperson_unknown"),
        ),
        (
            &[("mei", 50), ("gone", 50)],
            (404, "sale.salesperson_unknown"),
        ),
    ];
    for (parts, refusal) in table {
        assert_eq!(split(&mei, parts).await.refused(), refusal, "{parts:?}");
        let of_line = mei.put(&line, shares(parts)).await;
        assert_eq!(of_line.refused(), refusal, "{parts:?} of a line");
    }
    let off = split(&mei, &[("mei", 60), ("leo", 39)]).await;
    assert_eq!(off.envelope["error"]["params"]["sum"], 99);
    let basket = mei.get("/basket").await.ok();
    assert_eq!(basket["salespeople"], json!([]), "nothing was kept");
    assert_eq!(basket["lines"][0]["salespeople"], json!([]));
    let nowhere = "/basket/line/00000000-0000-0000-0000-000000000000/salesperson";
    let answer = mei.put(nowhere, shares(&[("mei", 100)])).await;
    assert_eq!(answer.refused(), (404, "sale.line_not_found"));
    let answer = mei.delete(nowhere).await;
    assert_eq!(answer.refused(), (404, "sale.line_not_found"));
}

#[tokio::test]
async fn a_split_is_shown_and_gives_way_to_one_salesperson() {
    let shop = Shop::open().await;
    let mei = shop.seller("mei").await;
    mei.add("BR-1", "", 1).await.ok();
    let parts = [("leo", 60), ("mei", 40)];
    let basket = split(&mei, &parts).await.ok();
    assert_eq!(basket["salesperson"]["name"], "Léo Blanc", "the first");
    let shown = [("Léo Blanc", 60), ("Mei Lin", 40)];
    assert_eq!(named(&basket["salespeople"]), pairs(&shown));
    // A line of its own, then the basket's again.
    let line = line_path(&basket, 0);
    let basket = mei.put(&line, shares(&[("mei", 100)])).await.ok();
    let of_line = &basket["lines"][0]["salespeople"];
    assert_eq!(named(of_line), pairs(&[("Mei Lin", 100)]));
    let again = mei.add("BR-1", "", 1).await.ok();
    assert_eq!(again["pieces"], 2);
    assert_eq!(again["lines"].as_array().unwrap().len(), 2, "not joined");
    assert_eq!(again["lines"][1]["salespeople"], json!([]));
    let basket = mei.delete(&line).await.ok();
    assert_eq!(basket["lines"][0]["salespeople"], json!([]));
    // Naming one person ends the split; so does one share of a hundred.
    let by = json!({ "staffId": "mei" });
    let basket = mei.put("/basket/salesperson", by).await.ok();
    assert_eq!(basket["salesperson"]["name"], "Mei Lin");
    assert_eq!(basket["salespeople"], json!([]));
    split(&mei, &parts).await.ok();
    let basket = split(&mei, &[("leo", 100)]).await.ok();
    assert_eq!(basket["salesperson"]["name"], "Léo Blanc");
    assert_eq!(basket["salespeople"], json!([]));
    // A line that goes takes its salespeople with it.
    mei.put(&line, shares(&[("mei", 100)])).await.ok();
    let path = line.trim_end_matches("/salesperson");
    mei.delete(path).await.ok();
    let left = "SELECT COUNT(*) FROM basket_salesperson";
    assert_eq!(shop.number(left).await, 0);
}

#[tokio::test]
async fn an_order_keeps_who_is_credited_with_what_to_the_cent() {
    let shop = Shop::open().await;
    let mei = shop.seller("mei").await;
    mei.add("ER-1", "", 1).await.ok();
    let basket = mei.add("BR-1", "", 1).await.ok();
    let thirds = [("mei", 34), ("leo", 33), ("manager", 33)];
    split(&mei, &thirds).await.ok();
    let own = shares(&[("leo", 50), ("manager", 50)]);
    mei.put(&line_path(&basket, 1), own).await.ok();
    mei.start_payment().await;
    let refused = split(&mei, &thirds).await;
    assert_eq!(refused.refused(), (409, "sale.locked_by_payment"));
    let paid = mei.pay_cash(57_900).await.ok();
    let order_id = paid["order"]["orderId"].as_str().unwrap();
    let order = mei.get(&format!("/order/{order_id}")).await.ok();
    assert_eq!(order["salespersonName"], "Mei Lin");
    assert_eq!(order["orderType"], "SALE");
    let amounts = |list: &Value| -> Vec<(String, i64, i64)> {
        let credits = list.as_array().unwrap().iter();
        credits
            .map(|credit| {
                (
                    credit["name"].as_str().unwrap().to_owned(),
                    credit["percent"].as_i64().unwrap(),
                    credit["amount"]["minor"].as_i64().unwrap(),
                )
            })
            .collect()
    };
    let credit = |name: &str, percent, amount| (name.to_owned(), percent, amount);
    // 129.00: 43.86, 42.57, 42.57. The bangle of 450.00 is apart.
    let expected = vec![
        credit("Mei Lin", 34, 4_386),
        credit("Léo Blanc", 33, 4_257),
        credit("Nadia Roche", 33, 4_257),
    ];
    assert_eq!(amounts(&order["credits"]), expected);
    assert_eq!(order["lines"][0]["credits"], json!([]));
    let expected = vec![
        credit("Léo Blanc", 50, 22_500),
        credit("Nadia Roche", 50, 22_500),
    ];
    assert_eq!(amounts(&order["lines"][1]["credits"]), expected);
    let all = "SELECT CAST(SUM(amount) AS BIGINT) FROM sales_order_salesperson";
    assert_eq!(shop.number(all).await, 57_900);
    let table = mei.request(reqwest::Method::GET, "/order/export.csv");
    let table = table.send().await.unwrap().text().await.unwrap();
    let credited = "\"Mei Lin\",\"Mei Lin 43.86 + Léo Blanc 267.57 + Nadia Roche 267.57\"";
    assert!(table.contains(credited), "{table}");
    assert_books_hold(&shop).await;
}

#[tokio::test]
async fn one_salesperson_alone_leaves_no_rows() {
    let shop = Shop::open().await;
    let mei = shop.seller("mei").await;
    mei.add("BR-1", "", 1).await.ok();
    mei.start_payment().await;
    let paid = mei.pay_cash(45_000).await.ok();
    let rows = "SELECT COUNT(*) FROM sales_order_salesperson";
    assert_eq!(shop.number(rows).await, 0);
    let order_id = paid["order"]["orderId"].as_str().unwrap();
    let order = mei.get(&format!("/order/{order_id}")).await.ok();
    assert_eq!(order["credits"], json!([]));
    assert_books_hold(&shop).await;
}

#[tokio::test]
async fn the_books_notice_when_somebody_else_is_credited() {
    let shop = Shop::open().await;
    let mei = shop.seller("mei").await;
    mei.add("BR-1", "", 1).await.ok();
    split(&mei, &[("mei", 70), ("leo", 30)]).await.ok();
    mei.start_payment().await;
    mei.pay_cash(45_000).await.ok();
    shop.change(
        "INSERT INTO sales_order_salesperson (order_id, line_id, staff_id, position, share, name, \
         amount) SELECT order_id, NULL, 'manager', 3, 10000, 'N', 1 FROM sales_order",
    )
    .await;
    let report = crate::payment::verified(&shop).await;
    let found = report
        .findings
        .iter()
        .any(|finding| finding.what.contains("salespeople[2]"));
    assert!(found, "{:?}", report.findings);
    let refused = shop
        .db()
        .write((), |tx, ()| {
            Box::pin(async move {
                tx.execute("DELETE FROM sales_order_salesperson", &[])
                    .await?;
                Ok(())
            })
        })
        .await;
    assert!(refused.is_err(), "who sold cannot be changed afterwards");
}

#[tokio::test]
async fn a_pickup_ticket_keeps_its_salesperson() {
    let shop = Shop::open().await;
    let mei = shop.seller("mei").await;
    let basket = mei.add("BR-1", "", 1).await.ok();
    assert_eq!(basket["kind"], "SALE");
    assert_eq!(basket["salespersonRefusal"], Value::Null);
    shop.change("UPDATE basket SET kind = 'PICKUP'").await;
    let line = line_path(&basket, 0);
    let refusal = (409, "sale.pickup_salesperson");
    let by = json!({ "staffId": "leo" });
    let answer = mei.put("/basket/salesperson", by).await;
    assert_eq!(answer.refused(), refusal);
    assert_eq!(
        answer.envelope["message"],
        "The pickup ticket does not allow switching salespersons."
    );
    let parts = [("mei", 60), ("leo", 40)];
    assert_eq!(split(&mei, &parts).await.refused(), refusal);
    assert_eq!(mei.put(&line, shares(&parts)).await.refused(), refusal);
    assert_eq!(mei.delete(&line).await.refused(), refusal);
    let basket = mei.get("/basket").await.ok();
    assert_eq!(basket["kind"], "PICKUP");
    assert_eq!(basket["salesperson"]["staffId"], "mei");
    let shown = &basket["salespersonRefusal"]["key"];
    assert_eq!(shown, "sale.pickup_salesperson");
    let actions = basket["lines"][0]["actions"].as_array().unwrap();
    let action = actions
        .iter()
        .find(|action| action["name"] == "salesperson");
    assert_eq!(action.unwrap()["refusal"]["key"], "sale.pickup_salesperson");
}

#[tokio::test]
async fn a_gift_from_a_customers_record_allows_no_operation() {
    let shop = Shop::open().await;
    let mei = shop.seller("mei").await;
    let basket = mei.add("BR-1", "", 1).await.ok();
    shop.change("UPDATE basket SET kind = 'CRM_GIFT'").await;
    let refusal = (409, "sale.crm_not_operable");
    let parts = [("mei", 60), ("leo", 40)];
    let line = line_path(&basket, 0);
    let path = line.trim_end_matches("/salesperson").to_owned();
    let by = json!({ "staffId": "leo" });
    let answer = mei.put("/basket/salesperson", by).await;
    assert_eq!(answer.refused(), refusal);
    let message = &answer.envelope["message"];
    assert_eq!(message, "CRM orders do not allow operation.");
    let percent = json!({ "kind": "PERCENT", "value": 10_000, "reasonCode": "LOYAL" });
    let price = json!({ "price": 1, "reasonCode": "LOYAL" });
    let gift = json!({ "campaignId": "C", "itemNos": ["CARE"], "withToteBag": false, "toteBagItemNos": [] });
    let made = json!({ "text": "A", "side": "OUTSIDE", "symbol": null, "messageLines": [], "medals": [], "textChecked": true });
    let custom = json!({ "itemNo": "CU-1", "sizeCode": "M", "wanted": made });
    let answers = [
        split(&mei, &parts).await,
        mei.put(&line, shares(&parts)).await,
        mei.delete(&line).await,
        mei.add("ER-1", "", 1).await,
        mei.post("/basket/scan", json!({ "code": "ER-1" })).await,
        mei.put(&path, json!({ "quantity": 2 })).await,
        mei.put(&format!("{path}/discount"), percent.clone()).await,
        mei.put("/basket/discount", percent).await,
        mei.put(&format!("{path}/price"), price).await,
        mei.put(&format!("{path}/weight"), json!({ "weight": 1 }))
            .await,
        mei.post("/basket/gift", gift).await,
        mei.post("/basket/customised", custom).await,
    ];
    for (at, answer) in answers.iter().enumerate() {
        assert_eq!(answer.refused(), refusal, "the operation at {at}");
    }
    let basket = mei.get("/basket").await.ok();
    assert_eq!(basket["lines"][0]["quantity"], 1);
    assert_eq!(basket["salespersonRefusal"]["key"], "sale.crm_not_operable");
    // It can be given up.
    mei.delete("/basket").await.ok();
}

#[tokio::test]
async fn the_next_basket_is_of_whoever_sold_last_at_the_till() {
    let shop = Shop::open().await;
    let (mei, leo) = (shop.seller("mei").await, shop.seller("leo").await);
    let seller = |basket: Value| basket["salesperson"]["staffId"].clone();
    mei.add("BR-1", "", 1).await.ok();
    let next = mei.post("/basket/park", json!({})).await.ok();
    assert_eq!(seller(next), "mei", "after parking");
    // The basket goes on at another till, and nothing at this till says who sold here.
    let waiting = leo.get("/basket/waiting").await.ok();
    let body = json!({ "basketId": waiting[0]["basketId"] });
    let resumed = leo.post("/basket/resume", body).await.ok();
    assert_eq!(seller(resumed), "mei", "her basket");
    assert_eq!(
        seller(mei.get("/basket").await.ok()),
        "mei",
        "at her own till"
    );
    mei.add("ER-1", "", 1).await.ok();
    // At the other till her basket is paid: she sold last there, too.
    leo.start_payment().await;
    leo.pay_cash(45_000).await.ok();
    assert_eq!(
        seller(leo.get("/basket").await.ok()),
        "mei",
        "after the sale"
    );
    leo.add("CARE", "", 1).await.ok();
    // A new session asks anew, and so does a till whose salesperson was blocked.
    mei.delete("/basket").await.ok();
    assert_eq!(
        seller(mei.get("/basket").await.ok()),
        "mei",
        "after emptying"
    );
    shop.change("UPDATE salesperson SET blocked = (1 = 1) WHERE staff_id = 'mei'")
        .await;
    leo.delete("/basket").await.ok();
    assert_eq!(seller(leo.get("/basket").await.ok()), Value::Null);
    let answer = leo.add("CARE", "", 1).await;
    assert_eq!(answer.refused(), (409, "sale.salesperson_required"));
}

#[tokio::test]
async fn a_basket_that_went_on_in_a_new_session_says_who_sells_after_it() {
    let shop = Shop::open().await;
    let mei = shop.seller("mei").await;
    mei.add("BR-1", "", 1).await.ok();
    mei.post("/logout", json!({})).await.ok();
    let mei = shop.log_in("mei").await;
    let fresh = mei.get("/basket").await.ok();
    assert_eq!(fresh["salesperson"], Value::Null, "a new session asks");
    let restored = mei.post("/basket/restore", json!({})).await.ok();
    assert_eq!(restored["salesperson"]["staffId"], "mei");
    let next = mei.post("/basket/park", json!({})).await.ok();
    assert_eq!(next["salesperson"]["staffId"], "mei", "as was just shown");
    mei.add("ER-1", "", 1).await.ok();
}
