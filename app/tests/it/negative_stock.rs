//! Selling below what is available: asked where the store allows it, refused elsewhere (decision 0011).

use futures::future::join_all;
use serde_json::{Value, json};
use testkit::{Answer, Client, Shop};

use crate::payment::assert_books_hold;
use crate::race::add_tills;

const ON_HAND: &str = "SELECT on_hand FROM stock WHERE store_no = 'PAR' AND item_no = 'ER-1'";
const RESERVED: &str = "SELECT reserved FROM stock WHERE store_no = 'PAR' AND item_no = 'ER-1'";
const QUESTION: (u16, &str) = (409, "sale.stock_confirm");

/// A shop whose store in Paris sells below stock.
async fn lenient() -> Shop {
    let shop = Shop::open().await;
    allow(&shop).await;
    shop
}

async fn allow(shop: &Shop) {
    shop.change(
        "UPDATE store SET do_not_allow_negative_inventory = (1 = 0) WHERE store_no = 'PAR'",
    )
    .await;
}

async fn forbid(shop: &Shop) {
    shop.change(
        "UPDATE store SET do_not_allow_negative_inventory = (1 = 1) WHERE store_no = 'PAR'",
    )
    .await;
}

/// Says yes to the question.
async fn add_anyway(till: &Client, item_no: &str, size_code: &str, quantity: i64) -> Answer {
    let body = json!({ "itemNo": item_no, "sizeCode": size_code, "quantity": quantity, "sellBelowStock": true });
    till.post("/basket/line", body).await
}

fn path(basket: &Value, at: usize) -> String {
    format!(
        "/basket/line/{}",
        basket["lines"][at]["lineId"].as_str().unwrap()
    )
}

/// Quantity, reserved and below stock of a line.
fn figures(basket: &Value, at: usize) -> [i64; 3] {
    let line = &basket["lines"][at];
    ["quantity", "reservedQuantity", "belowStock"].map(|name| line[name].as_i64().unwrap())
}

#[tokio::test]
async fn a_store_that_does_not_allow_it_refuses() {
    let shop = Shop::open().await;
    let mei = shop.seller("mei").await;
    let answer = add_anyway(&mei, "ER-1", "", 4).await;
    assert_eq!(answer.refused(), (409, "sale.quantity_above_available"));
    let basket = add_anyway(&mei, "ER-1", "", 3).await.ok();
    assert_eq!(basket["lines"][0]["maxQuantity"], 3);
    let body = json!({ "quantity": 4, "sellBelowStock": true });
    let answer = mei.put(&path(&basket, 0), body).await;
    assert_eq!(answer.refused(), (409, "sale.quantity_above_available"));
    let answer = mei
        .post(
            "/basket/scan",
            json!({ "code": "ER-1", "sellBelowStock": true }),
        )
        .await;
    assert_eq!(answer.refused(), (409, "sale.quantity_above_available"));
}

#[tokio::test]
async fn a_store_that_allows_it_asks_and_sells_on_yes() {
    let shop = lenient().await;
    let mei = shop.seller("mei").await;
    let answer = mei.add("ER-1", "", 5).await;
    assert_eq!(answer.refused(), QUESTION);
    let params = &answer.envelope["error"]["params"];
    assert_eq!(params["itemName"], "Gouttes pearl earrings");
    let figure = |name: &str| params[name].as_i64().unwrap();
    assert_eq!(
        [figure("quantity"), figure("available"), figure("missing")],
        [5, 3, 2]
    );
    assert_eq!(shop.number(RESERVED).await, 0, "nothing happens before yes");
    let empty = mei.get("/basket").await.ok();
    assert_eq!(empty["lines"], json!([]));
    let basket = add_anyway(&mei, "ER-1", "", 5).await.ok();
    assert_eq!(figures(&basket, 0), [5, 3, 2]);
    assert_eq!(basket["lines"][0]["needs"], json!([]));
    assert_eq!(basket["blockedBy"], Value::Null);
    assert_eq!(shop.number(RESERVED).await, 3);
    // One more is one more question.
    let line = path(&basket, 0);
    let answer = mei.put(&line, json!({ "quantity": 6 })).await;
    assert_eq!(answer.refused(), QUESTION);
    let body = json!({ "quantity": 6, "sellBelowStock": true });
    let basket = mei.put(&line, body).await.ok();
    assert_eq!(figures(&basket, 0), [6, 3, 3]);
    let answer = mei.post("/basket/scan", json!({ "code": "ER-1" })).await;
    assert_eq!(answer.refused(), QUESTION);
    // Fewer: those that stock does not have go first.
    let basket = mei.put(&line, json!({ "quantity": 4 })).await.ok();
    assert_eq!(figures(&basket, 0), [4, 3, 1]);
    let basket = mei.put(&line, json!({ "quantity": 2 })).await.ok();
    assert_eq!(figures(&basket, 0), [2, 2, 0]);
    let body = json!({ "quantity": 5, "sellBelowStock": true });
    mei.put(&line, body).await.ok();
    mei.start_payment().await;
    let paid = mei.pay_cash(64_500).await.ok();
    assert_eq!(shop.number(ON_HAND).await, -2);
    assert_eq!(shop.number(RESERVED).await, 0);
    let order_id = paid["order"]["orderId"].as_str().unwrap();
    let order = mei.get(&format!("/order/{order_id}")).await.ok();
    assert_eq!(order["lines"][0]["belowStock"], 2);
    assert_books_hold(&shop).await;
    // Below zero there is nothing to reserve, and the question is the same.
    let answer = mei.add("ER-1", "", 1).await;
    assert_eq!(answer.refused(), QUESTION);
    assert_eq!(answer.envelope["error"]["params"]["available"], 0);
}

#[tokio::test]
async fn a_size_that_stock_never_saw_can_be_sold() {
    let shop = lenient().await;
    let mei = shop.seller("mei").await;
    shop.change("INSERT INTO item_size (item_no, size_code, position) VALUES ('BR-1', 'XL', 2)")
        .await;
    let size = mei.add("BR-1", "", 1).await.ok();
    let line = path(&size, 0);
    let answer = mei.put(&line, json!({ "sizeCode": "XL" })).await;
    assert_eq!(answer.refused(), QUESTION);
    let kept = mei.get("/basket").await.ok();
    assert_eq!(kept["lines"][0]["sizeCode"], "", "as before the question");
    assert_eq!(figures(&kept, 0), [1, 1, 0]);
    let body = json!({ "sizeCode": "XL", "sellBelowStock": true });
    let basket = mei.put(&line, body).await.ok();
    assert_eq!(figures(&basket, 0), [1, 0, 1]);
    mei.start_payment().await;
    mei.pay_cash(45_000).await.ok();
    let on_hand = "SELECT on_hand FROM stock WHERE store_no = 'PAR' AND size_code = 'XL'";
    assert_eq!(shop.number(on_hand).await, -1);
    assert_books_hold(&shop).await;
}

#[tokio::test]
async fn what_lies_in_another_basket_is_asked_of_its_holder() {
    let shop = lenient().await;
    let (mei, leo) = (shop.seller("mei").await, shop.seller("leo").await);
    mei.add("ER-1", "", 3).await.ok();
    let answer = add_anyway(&leo, "ER-1", "", 1).await;
    assert_eq!(answer.refused(), (409, "inventory.reserved_by_other"));
    assert_eq!(answer.envelope["error"]["params"]["staffName"], "Mei Lin");
    // A basket that waits holds its pieces, too, also at the own till.
    mei.post("/basket/park", json!({})).await.ok();
    let answer = add_anyway(&mei, "ER-1", "", 1).await;
    assert_eq!(answer.refused(), (409, "inventory.reserved_by_other"));
    // What nobody reserved holds nobody back: both were told.
    add_anyway(&leo, "RG-1", "54", 6).await.ok();
    let waiting = mei.get("/basket/waiting").await.ok();
    let body = json!({ "basketId": waiting[0]["basketId"] });
    mei.post("/basket/resume", body).await.ok();
    mei.delete("/basket").await.ok();
    leo.delete("/basket").await.ok();
    shop.change(
        "UPDATE stock SET on_hand = 0 WHERE store_no = 'PAR' AND item_no = 'RG-1' AND size_code = '52'",
    )
    .await;
    add_anyway(&mei, "RG-1", "52", 1).await.ok();
    add_anyway(&leo, "RG-1", "52", 1).await.ok();
}

#[tokio::test]
async fn a_piece_that_is_counted_by_itself_is_never_sold_twice() {
    for allows in [true, false] {
        let shop = if allows {
            lenient().await
        } else {
            Shop::open().await
        };
        shop.change("UPDATE item_class SET carries_stock_no = (1 = 1)")
            .await;
        let (mei, leo) = (shop.seller("mei").await, shop.seller("leo").await);
        let basket = mei.add("RG-1", "52", 1).await.ok();
        let held = add_anyway(&leo, "RG-1", "52", 1).await;
        assert_eq!(held.refused(), (409, "inventory.reserved_by_other"));
        let entered = json!({ "stockNo": "S-1" });
        mei.put(&path(&basket, 0), entered).await.ok();
        mei.start_payment().await;
        mei.pay_cash(129_000).await.ok();
        let gone = add_anyway(&leo, "RG-1", "52", 1).await;
        let refusal = (409, "sale.single_piece_not_in_stock");
        assert_eq!(gone.refused(), refusal, "a store that allows: {allows}");
        let scanned = json!({ "code": "2000000100001", "sellBelowStock": true });
        assert_eq!(leo.post("/basket/scan", scanned).await.refused(), refusal);
        assert_books_hold(&shop).await;
    }
}

#[tokio::test]
async fn what_came_in_meanwhile_is_sold_from_stock() {
    let shop = lenient().await;
    let mei = shop.seller("mei").await;
    let basket = add_anyway(&mei, "ER-1", "", 5).await.ok();
    assert_eq!(figures(&basket, 0), [5, 3, 2]);
    receive(&shop, 1).await;
    // A basket that is taken up again reserves it, and so does payment.
    mei.post("/basket/park", json!({})).await.ok();
    let waiting = mei.get("/basket/waiting").await.ok();
    let body = json!({ "basketId": waiting[0]["basketId"] });
    let basket = mei.post("/basket/resume", body).await.ok();
    assert_eq!(figures(&basket, 0), [5, 4, 1]);
    receive(&shop, 3).await;
    mei.start_payment().await;
    assert_eq!(shop.number(RESERVED).await, 5);
    let paid = mei.pay_cash(64_500).await.ok();
    assert_eq!(shop.number(ON_HAND).await, 2);
    let order_id = paid["order"]["orderId"].as_str().unwrap();
    let order = mei.get(&format!("/order/{order_id}")).await.ok();
    assert_eq!(order["lines"][0]["belowStock"], 0);
    assert_books_hold(&shop).await;
}

#[tokio::test]
async fn the_switch_counts_when_staff_are_asked_and_when_payment_starts() {
    let shop = lenient().await;
    let (mei, leo) = (shop.seller("mei").await, shop.seller("leo").await);
    let basket = add_anyway(&mei, "ER-1", "", 4).await.ok();
    forbid(&shop).await;
    let blocked = mei.get("/basket").await.ok();
    assert_eq!(blocked["blockedBy"]["key"], "sale.line_not_reserved");
    let answer = mei.post("/payment/start", json!({})).await;
    assert_eq!(answer.refused(), (409, "sale.line_not_reserved"));
    // Money that is on its way is for the goods as they were.
    allow(&shop).await;
    mei.start_payment().await;
    forbid(&shop).await;
    mei.pay_cash(51_600).await.ok();
    assert_eq!(shop.number(ON_HAND).await, -1);
    assert_eq!(figures(&basket, 0), [4, 3, 1]);
    let answer = add_anyway(&leo, "ER-1", "", 1).await;
    assert_eq!(answer.refused(), (409, "sale.quantity_above_available"));
    assert_books_hold(&shop).await;
}

#[tokio::test]
async fn reserved_pieces_are_sold_whatever_is_sold_beside_them() {
    let shop = lenient().await;
    let (mei, leo) = (shop.seller("mei").await, shop.seller("leo").await);
    shop.change(
        "UPDATE stock SET on_hand = on_hand - 3 WHERE store_no = 'PAR' AND item_no = 'ER-1'",
    )
    .await;
    shop.change(
        "INSERT INTO stock_ledger (entry_id, store_no, item_no, size_code, bucket, quantity, \
         entry_type, document_no, document_id, staff_id, business_date, created_at) \
         SELECT '00000000-0000-0000-0000-0000000000aa', store_no, item_no, size_code, bucket, -3, \
         'COUNT_MINUS', 'COUNT', NULL, 'admin', business_date, created_at FROM stock_ledger \
         WHERE store_no = 'PAR' AND item_no = 'ER-1'",
    )
    .await;
    add_anyway(&mei, "ER-1", "", 1).await.ok();
    mei.start_payment().await;
    // While she is being paid one piece comes in, and a colleague reserves it.
    receive(&shop, 1).await;
    leo.add("ER-1", "", 1).await.ok();
    leo.start_payment().await;
    mei.pay_cash(12_900).await.ok();
    leo.pay_cash(12_900).await.ok();
    assert_eq!(shop.number(ON_HAND).await, -1);
    assert_eq!(shop.number(RESERVED).await, 0);
    assert_books_hold(&shop).await;
}

#[tokio::test]
async fn a_line_whose_pieces_went_is_reserved_again_or_asked_for() {
    let shop = lenient().await;
    let mei = shop.seller("mei").await;
    mei.add("ER-1", "", 3).await.ok();
    mei.post("/logout", json!({})).await.ok();
    shop.change("UPDATE stock SET on_hand = 1 WHERE store_no = 'PAR' AND item_no = 'ER-1'")
        .await;
    let mei = shop.log_in("mei").await;
    let basket = mei.post("/basket/restore", json!({})).await.ok();
    assert_eq!(figures(&basket, 0), [3, 1, 0]);
    assert_eq!(basket["lines"][0]["needs"], json!(["reservation"]));
    let line = path(&basket, 0);
    let answer = mei.put(&line, json!({ "quantity": 3 })).await;
    assert_eq!(answer.refused(), QUESTION);
    let body = json!({ "quantity": 3, "sellBelowStock": true });
    let basket = mei.put(&line, body).await.ok();
    assert_eq!(figures(&basket, 0), [3, 1, 2]);
    assert_eq!(basket["lines"][0]["needs"], json!([]));
}

/// A hundred tills sell what they can, each a pair of earrings of which there are three.
async fn rush(shop: &Shop, say_yes: bool) -> usize {
    add_tills(shop).await;
    let mut tills = Vec::with_capacity(100);
    for at in 1..=100 {
        tills.push(shop.seller(&format!("r{at}")).await);
    }
    let sold = join_all(tills.iter().map(|till| async move {
        let answer = if say_yes {
            add_anyway(till, "ER-1", "", 1).await
        } else {
            till.add("ER-1", "", 1).await
        };
        if !answer.status.is_success() {
            let keys = [
                "inventory.reserved_by_other",
                "sale.quantity_above_available",
                "sale.stock_confirm",
            ];
            assert!(keys.contains(&answer.refusal()), "{}", answer.refusal());
            return false;
        }
        till.start_payment().await;
        till.pay_cash(12_900).await.ok();
        true
    }))
    .await;
    sold.into_iter().filter(|is_sold| *is_sold).count()
}

#[tokio::test]
async fn of_a_hundred_tills_at_once_none_goes_below_zero_where_it_is_not_allowed() {
    let shop = Shop::open().await;
    let sold = rush(&shop, true).await;
    assert_eq!(sold, 3, "as many as there are");
    assert_eq!(shop.number(ON_HAND).await, 0);
    assert_eq!(shop.number(RESERVED).await, 0);
    assert_books_hold(&shop).await;
}

#[tokio::test]
async fn of_a_hundred_tills_at_once_none_goes_below_zero_unasked() {
    let shop = lenient().await;
    let sold = rush(&shop, false).await;
    assert_eq!(sold, 3);
    assert_eq!(shop.number(ON_HAND).await, 0);
    assert_books_hold(&shop).await;
}

#[tokio::test]
async fn of_a_hundred_tills_that_say_yes_each_sale_is_in_the_books() {
    let shop = lenient().await;
    let sold = rush(&shop, true).await;
    assert!(sold >= 3, "{sold}");
    let on_hand = 3 - i64::try_from(sold).unwrap();
    assert_eq!(shop.number(ON_HAND).await, on_hand);
    assert_eq!(shop.number(RESERVED).await, 0);
    let below = "SELECT CAST(SUM(below_stock) AS BIGINT) FROM sales_order_line";
    assert_eq!(shop.number(below).await, (-on_hand).max(0));
    assert_books_hold(&shop).await;
}

/// Earrings come in.
async fn receive(shop: &Shop, quantity: i64) {
    let received = shop
        .db()
        .write(quantity, |tx, quantity| {
            Box::pin(async move {
                let entry = inventory::store::LedgerEntry {
                    store_no: "PAR",
                    item_no: "ER-1",
                    size_code: "",
                    quantity: *quantity,
                    entry_type: "RECEIVE",
                    document_no: "IN-1",
                    document_id: None,
                    staff_id: "admin",
                    business_date: jiff::civil::date(2026, 11, 21),
                    now: "2026-11-21T10:00:00Z".parse().unwrap(),
                };
                inventory::lease::receive(tx, &entry).await
            })
        })
        .await;
    received.unwrap();
}
