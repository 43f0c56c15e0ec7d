//! Lines that are put on deposit while the others are bought now: each part is paid by itself (decision
//! 0024).

use std::time::Duration;

use gift_card::rule::state::Standing;
use serde_json::{Value, json};
use shell::Clock;
use testkit::{Client, Settings, Shop};

use crate::deposit::{assert_deposits_hold, euro, fill, path, show, wanted};
use crate::gift_card::{assert_ledgers_hold, charge_card, open_cards, sell, standing, top_up};
use crate::refund::{cancel, give};

const LEASES: &str = "SELECT CAST(COALESCE(SUM(quantity), 0) AS BIGINT) FROM stock_lease";

/// A line of a basket, by its item.
fn line<'a>(basket: &'a Value, item_no: &str) -> &'a Value {
    let mut lines = basket["lines"].as_array().unwrap().iter();
    lines.find(|line| line["itemNo"] == item_no).unwrap()
}

async fn put_on_deposit(till: &Client, item_no: &str, deposit: bool) -> testkit::Answer {
    let basket = till.get("/basket").await.ok();
    let line_id = line(&basket, item_no)["lineId"].as_str().unwrap();
    let path = format!("/basket/line/{line_id}");
    till.put(&path, json!({ "deposit": deposit })).await
}

/// Earrings of 129.00 that are bought now, and a ring of 1,290.00 on deposit.
async fn fill_apart(till: &Client) -> Value {
    fill(till).await;
    put_on_deposit(till, "RG-1", true).await.ok()
}

fn item_nos(basket: &Value) -> Vec<&str> {
    let lines = basket["lines"].as_array().unwrap().iter();
    lines.map(|line| line["itemNo"].as_str().unwrap()).collect()
}

#[tokio::test]
async fn what_is_bought_now_is_sold_and_the_rest_becomes_a_deposit() {
    let shop = Shop::open().await;
    let mei = shop.seller("mei").await.repeating();
    let basket = fill_apart(&mei).await;
    assert_eq!(line(&basket, "RG-1")["deposit"], true);
    assert_eq!(line(&basket, "ER-1")["deposit"], false);
    assert_eq!(basket["total"], euro(141_900));
    assert_eq!(basket["deposit"]["boughtNow"], euro(12_900));
    assert_eq!(basket["deposit"]["onDeposit"], euro(129_000));
    let terms = mei.get("/basket/deposit").await.ok();
    assert_eq!(terms["total"], euro(129_000), "of what is put on deposit");
    assert_eq!(terms["minimum"], euro(38_700));

    let payment = mei.start_payment().await;
    assert_eq!(payment["due"], euro(12_900));
    let paying = mei.get("/basket").await.ok();
    assert_eq!(item_nos(&paying), ["ER-1"], "what is paid");
    assert_eq!(paying["total"], euro(12_900));
    let order = mei.pay_cash(12_900).await.ok()["order"].clone();
    assert_eq!(order["total"], euro(12_900));
    assert_eq!(
        shop.number("SELECT COUNT(*) FROM sales_order_line").await,
        1
    );

    // The ring is what the till goes on with, reserved, for the same client.
    let rest = mei.get("/basket").await.ok();
    assert_eq!(item_nos(&rest), ["RG-1"]);
    assert_eq!(line(&rest, "RG-1")["reservedQuantity"], 1);
    assert_eq!(rest["customer"], basket["customer"]);
    assert_eq!(rest["salesperson"], basket["salesperson"]);
    assert_eq!(rest["blockedBy"]["key"], "sale.all_on_deposit");
    let sold = mei.post("/payment/start", json!({})).await;
    assert_eq!(sold.refused(), (409, "sale.all_on_deposit"));
    mei.post("/basket/deposit", wanted(40_000)).await.ok();
    let paid = mei.pay_cash(40_000).await.ok();
    let deposit = show(&mei, &paid["deposit"]["depositId"]).await;
    assert_eq!(
        (&deposit["total"], &deposit["balance"]),
        (&euro(129_000), &euro(89_000))
    );
    assert_eq!(mei.get("/basket").await.ok()["lines"], json!([]));
    assert_deposits_hold(&shop).await;

    mei.post(&path(&deposit, "settlement"), json!({}))
        .await
        .ok();
    let order = mei.pay_cash(89_000).await.ok()["order"].clone();
    assert_eq!(order["total"], euro(129_000));
    assert_eq!(shop.number(LEASES).await, 0);
    assert_deposits_hold(&shop).await;
}

#[tokio::test]
async fn the_deposit_may_come_first_and_what_is_bought_now_after_it() {
    let shop = Shop::open().await;
    let mei = shop.seller("mei").await.repeating();
    fill_apart(&mei).await;
    // Given up, everything is as it was.
    mei.post("/basket/deposit", wanted(40_000)).await.ok();
    assert_eq!(item_nos(&mei.get("/basket").await.ok()), ["RG-1"]);
    mei.post("/payment/back", json!({})).await.ok();
    let back = mei.get("/basket").await.ok();
    assert_eq!(back["deposit"]["onDeposit"], euro(129_000));

    mei.post("/basket/deposit", wanted(40_000)).await.ok();
    let paid = mei.pay_cash(40_000).await.ok();
    let deposit = show(&mei, &paid["deposit"]["depositId"]).await;
    assert_eq!(item_nos(&deposit), ["RG-1"]);
    assert_eq!(deposit["remaining"], euro(129_000));
    let rest = mei.get("/basket").await.ok();
    assert_eq!(item_nos(&rest), ["ER-1"]);
    assert_eq!(
        (&rest["deposit"], &rest["blockedBy"]),
        (&Value::Null, &Value::Null)
    );
    mei.start_payment().await;
    let order = mei.pay_cash(12_900).await.ok()["order"].clone();
    assert_eq!(order["total"], euro(12_900));
    assert_deposits_hold(&shop).await;

    // The deposit is one like any other: cancelled, its piece is free.
    let boss = shop.seller("manager").await.repeating();
    let payment = cancel(&boss, &deposit, "CLIENT").await.ok();
    give(&boss, &payment, json!({})).await.ok();
    assert_eq!(shop.number(LEASES).await, 0);
    assert_deposits_hold(&shop).await;
}

#[tokio::test]
async fn a_line_goes_and_comes_back_and_a_piece_beside_it_is_a_line_of_its_own() {
    let shop = Shop::open().await;
    let mei = shop.seller("mei").await.repeating();
    mei.add("ER-1", "", 1).await.ok();
    put_on_deposit(&mei, "ER-1", true).await.ok();
    let basket = mei.add("ER-1", "", 1).await.ok();
    assert_eq!(item_nos(&basket), ["ER-1", "ER-1"]);
    assert_eq!(basket["deposit"]["boughtNow"], euro(12_900));
    let basket = put_on_deposit(&mei, "ER-1", false).await.ok();
    assert_eq!(basket["deposit"], Value::Null);
    // Whose it is must be known before money is taken, not before.
    put_on_deposit(&mei, "ER-1", true).await.ok();
    let unknown = mei.post("/basket/deposit", wanted(5_000)).await;
    assert_eq!(unknown.refused(), (409, "deposit.customer_required"));
    let elsewhere = shop.seller("leo").await;
    let line_id = basket["lines"][0]["lineId"].as_str().unwrap();
    let foreign = elsewhere
        .put(
            &format!("/basket/line/{line_id}"),
            json!({ "deposit": true }),
        )
        .await;
    assert_eq!(foreign.refused(), (404, "sale.line_not_found"));
}

#[tokio::test]
async fn gifts_and_gift_cards_are_not_put_on_deposit_and_not_everybody_may() {
    let shop = Shop::open().await;
    crate::gift_card::open_cards(&shop, 1, 0).await;
    let mei = shop.seller("mei").await.repeating();
    let body = json!({ "cardNo": crate::gift_card::number(1), "code": crate::gift_card::CODE });
    let available = mei.post("/gift-card/available", body).await.ok();
    let body = json!({ "reference": available["reference"], "amount": euro(10_000) });
    let basket = mei.post("/basket/gift-card", body).await.ok();
    let item_no = basket["lines"][0]["itemNo"].as_str().unwrap();
    let card = put_on_deposit(&mei, item_no, true).await;
    assert_eq!(card.refused(), (409, "gift_card.not_on_deposit"));
    let actions = basket["lines"][0]["actions"].as_array().unwrap();
    let action = actions.iter().find(|it| it["name"] == "deposit").unwrap();
    assert_eq!(action["refusal"]["key"], "gift_card.not_on_deposit");

    let leo = shop.seller("leo").await.repeating();
    leo.add("ER-1", "", 1).await.ok();
    shop.change(
        "DELETE FROM permission_group_permission \
         WHERE permission_group_code = 'SALES' AND permission_code = 'deposit.create'",
    )
    .await;
    let leo = shop.log_in("leo").await.repeating();
    for is_on_deposit in [true, false] {
        let forbidden = put_on_deposit(&leo, "ER-1", is_on_deposit).await;
        assert_eq!(forbidden.refused(), (403, "session.forbidden"));
    }
    let basket = leo.get("/basket").await.ok();
    assert_eq!(line(&basket, "ER-1")["deposit"], false);
}

#[tokio::test]
async fn gift_cards_go_with_what_is_bought_now_when_the_deposit_comes_first() {
    for is_sold in [true, false] {
        let shop = Shop::open().await;
        open_cards(&shop, 2, 0).await;
        charge_card(&shop, 2, 10_000).await;
        let mei = shop.seller("mei").await.repeating();
        fill_apart(&mei).await;
        sell(&mei, 1, 5_000).await.ok();
        top_up(&mei, 2, 3_000).await.ok();
        mei.post("/basket/deposit", wanted(40_000)).await.ok();
        mei.pay_cash(40_000).await.ok();
        let rest = mei.get("/basket").await.ok();
        assert_eq!(item_nos(&rest), ["ER-1", "GIFTCARD", "GIFTCARD"]);
        assert_eq!(rest["blockedBy"], Value::Null);
        let last_four = |at: usize| rest["lines"][at]["giftCardLastFour"].clone();
        assert_eq!((last_four(1), last_four(2)), (json!("0001"), json!("0002")));
        if is_sold {
            mei.start_payment().await;
            mei.pay_cash(12_900 + 5_000 + 3_000).await.ok();
            assert_eq!(standing(&shop, 1).await.balance, 5_000);
            assert_eq!(standing(&shop, 2).await.balance, 13_000);
        } else {
            mei.delete("/basket").await.ok();
            assert_eq!(standing(&shop, 1).await, Standing::STOCK);
            let leo = shop.seller("leo").await.repeating();
            sell(&leo, 1, 5_000).await.ok();
            top_up(&leo, 2, 3_000).await.ok();
        }
        assert_ledgers_hold(&shop).await;
    }
}

#[tokio::test]
async fn an_amount_on_the_basket_goes_with_both_parts_and_a_percentage_stays_one() {
    let table = [
        // discount, bought now, on deposit: 1,419.00 less 100.00 or 10 %
        (
            json!({ "kind": "AMOUNT", "value": 10_000, "reasonCode": "SERVICE" }),
            11_991,
            119_909,
        ),
        (
            json!({ "kind": "PERCENT", "value": 100_000, "reasonCode": "SERVICE" }),
            11_610,
            116_100,
        ),
    ];
    for (discount, now, kept) in table {
        let shop = Shop::open().await;
        let boss = shop.seller("manager").await.repeating();
        fill_apart(&boss).await;
        let basket = boss.put("/basket/discount", discount.clone()).await.ok();
        assert_eq!(basket["deposit"]["boughtNow"], euro(now), "{discount}");
        assert_eq!(basket["deposit"]["onDeposit"], euro(kept), "{discount}");
        boss.start_payment().await;
        let order = boss.pay_cash(now).await.ok()["order"].clone();
        assert_eq!(order["total"], euro(now));
        let rest = boss.get("/basket").await.ok();
        assert_eq!(rest["total"], euro(kept), "as it cost beside the other");
        boss.post("/basket/deposit", wanted(kept)).await.ok();
        let paid = boss.pay_cash(kept).await.ok();
        let deposit = show(&boss, &paid["deposit"]["depositId"]).await;
        assert_eq!(deposit["total"], euro(kept));
        // What today's prices would be: the discount is that of the piece, not of both.
        let path = path(&deposit, "pricing");
        let renewed = boss.post(&path, json!({})).await;
        assert_eq!(renewed.refused(), (409, "deposit.no_lower_price"));
        cancel(&boss, &deposit, "CLIENT").await.ok();
        let payment = boss.get("/payment").await.ok();
        give(&boss, &payment, json!({})).await.ok();
        assert_deposits_hold(&shop).await;
    }
}

#[tokio::test]
async fn a_package_is_not_made_up_of_both_parts_and_staff_are_told() {
    let shop = Shop::open().await;
    let admin = shop.log_in("admin").await;
    crate::package::enable_pair(&admin, "PAIR20").await;
    let mei = shop.seller("mei").await.repeating();
    fill(&mei).await;
    let together = mei.get("/basket").await.ok();
    assert_eq!(together["packages"].as_array().unwrap().len(), 1);
    assert_eq!(together["total"], euro(113_520));
    let apart = put_on_deposit(&mei, "RG-1", true).await.ok();
    assert_eq!(apart["packages"], json!([]));
    assert_eq!(apart["total"], euro(141_900));
    let torn = json!(["A pair, 20 % off"]);
    assert_eq!(apart["deposit"]["tornPackages"], torn);
    // Kept together, they are a pair again, and the price of the pair is locked.
    let kept = put_on_deposit(&mei, "ER-1", true).await.ok();
    assert_eq!(kept["deposit"]["onDeposit"], euro(113_520));
    assert_eq!(kept["deposit"]["tornPackages"], json!([]));
    mei.post("/basket/deposit", wanted(50_000)).await.ok();
    let paid = mei.pay_cash(50_000).await.ok();
    let deposit = show(&mei, &paid["deposit"]["depositId"]).await;
    assert_eq!(deposit["total"], euro(113_520));
    assert_deposits_hold(&shop).await;
}

#[tokio::test]
async fn pieces_on_deposit_stay_reserved_at_the_logout_and_for_a_day() {
    let clock = Clock::manual("2026-11-21T10:00:00Z".parse().unwrap());
    let settings = Settings {
        clock: Some(clock.clone()),
        ..Settings::default()
    };
    let shop = Shop::with(settings).await;
    let mei = shop.seller("mei").await.repeating();
    fill_apart(&mei).await;
    mei.post("/logout", json!({})).await;
    let ring = "SELECT reserved FROM stock WHERE store_no = 'PAR' AND item_no = 'RG-1' \
                AND size_code = '52'";
    assert_eq!((shop.number(LEASES).await, shop.number(ring).await), (1, 1));
    let leo = shop.seller("leo").await.repeating();
    let taken = leo.add("RG-1", "52", 1).await;
    assert_eq!(taken.refused(), (409, "inventory.reserved_by_other"));
    let mei = shop.log_in("mei").await.repeating();
    let basket = mei.post("/basket/restore", json!({})).await.ok();
    assert_eq!(line(&basket, "RG-1")["deposit"], true);
    assert_eq!(basket["deposit"]["onDeposit"], euro(129_000));
    mei.post("/logout", json!({})).await;

    // Nobody paid anything: what is left behind is not kept for ever.
    let release = sale::job::release_expired_baskets();
    clock.advance(Duration::from_secs(23 * 60 * 60));
    release(shop.shell.clone()).await.unwrap();
    assert_eq!(shop.number(ring).await, 1);
    clock.advance(Duration::from_secs(2 * 60 * 60));
    release(shop.shell.clone()).await.unwrap();
    assert_eq!((shop.number(LEASES).await, shop.number(ring).await), (0, 0));
    assert_deposits_hold(&shop).await;
}

#[tokio::test]
async fn a_gift_counts_what_is_bought_now_and_stays_with_it() {
    let (shop, mei) = crate::gift::open().await;
    mei.add("BR-1", "", 1).await.ok();
    mei.add("RG-1", "52", 1).await.ok();
    crate::gift::name_customer(&mei).await;
    put_on_deposit(&mei, "RG-1", true).await.ok();
    let basket = mei.post("/basket/gift", crate::gift::choice()).await.ok();
    let gift = put_on_deposit(&mei, "CARE", true).await;
    assert_eq!(gift.refused(), (409, "sale.gift_not_on_deposit"));
    let now = basket["deposit"]["boughtNow"]["minor"].as_i64().unwrap();
    // The deposit first: the gift waits with what earned it.
    mei.post("/basket/deposit", wanted(129_000)).await.ok();
    mei.pay_cash(129_000).await.ok();
    let rest = mei.get("/basket").await.ok();
    assert_eq!(item_nos(&rest), ["BR-1", "CARE"]);
    assert_eq!(rest["giftRemoved"], false);
    mei.start_payment().await;
    mei.pay_cash(now).await.ok();
    let had = "SELECT COUNT(*) FROM sales_order_line WHERE campaign_id = 'XMAS' AND net = 0";
    assert_eq!(shop.number(had).await, 1);
    // Put on deposit as well, what earned it earns nothing.
    assert_deposits_hold(&shop).await;
}
