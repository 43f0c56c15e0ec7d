//! The basket: on the server, bound to its till, every piece reserved for everyone at once.

use serde_json::{Value, json};
use testkit::Shop;

const RESERVED: &str = "SELECT CAST(SUM(reserved) AS BIGINT) FROM stock WHERE store_no = 'PAR'";
const LEASED: &str = "SELECT COALESCE(CAST(SUM(quantity) AS BIGINT), 0) FROM stock_lease";

fn line(basket: &Value, at: usize) -> (String, i64, i64) {
    let line = &basket["lines"][at];
    let id = line["lineId"].as_str().unwrap().to_owned();
    (
        id,
        line["quantity"].as_i64().unwrap(),
        line["reservedQuantity"].as_i64().unwrap(),
    )
}

#[tokio::test]
async fn nothing_is_sold_without_a_salesperson() {
    let shop = Shop::open().await;
    let mei = shop.log_in("mei").await;
    let answer = mei.add("BR-1", "", 1).await;
    assert_eq!(answer.refused(), (409, "sale.salesperson_required"));
    assert_eq!(answer.envelope["message"], "Please Enter Sales Person");
    let unknown = mei
        .put("/basket/salesperson", json!({ "staffId": "gia" }))
        .await;
    assert_eq!(
        unknown.refused(),
        (404, "sale.salesperson_unknown"),
        "of another store"
    );
    let basket = mei
        .put("/basket/salesperson", json!({ "staffId": "leo" }))
        .await
        .ok();
    assert_eq!(basket["salesperson"]["name"], "Léo Blanc");
}

#[tokio::test]
async fn a_piece_in_a_basket_is_reserved_for_everyone() {
    let shop = Shop::open().await;
    let (mei, leo) = (shop.seller("mei").await, shop.seller("leo").await);
    let basket = mei.add("RG-1", "52", 1).await.ok();
    assert_eq!(
        basket["total"],
        json!({ "minor": 129_000, "currency": "EUR" })
    );
    assert_eq!(basket["vat"][0]["amount"]["minor"], 21_500);
    let answer = leo.add("RG-1", "52", 1).await;
    assert_eq!(answer.refused(), (409, "inventory.reserved_by_other"));
    assert_eq!(answer.envelope["error"]["params"]["staffName"], "Mei Lin");
    let piece = leo.get("/item/RG-1").await.ok();
    assert_eq!(piece["sizes"][0]["available"], 0);
    assert_eq!(piece["sizes"][0]["reservedBy"][0]["staffName"], "Mei Lin");
    let (line_id, ..) = line(&basket, 0);
    mei.delete(&format!("/basket/line/{line_id}")).await.ok();
    leo.add("RG-1", "52", 1).await.ok();
}

#[tokio::test]
async fn quantities_follow_the_rules_of_the_specification() {
    let shop = Shop::open().await;
    let mei = shop.seller("mei").await;
    let basket = mei.add("ER-1", "", 1).await.ok();
    let (line_id, ..) = line(&basket, 0);
    let path = format!("/basket/line/{line_id}");
    let change = |quantity: Value| mei.put(&path, json!({ "quantity": quantity }));
    let above = change(json!(4)).await;
    assert_eq!(above.refused(), (409, "sale.quantity_above_available"));
    assert_eq!(
        above.envelope["message"],
        "Quantity Cannot be more than the total quantity"
    );
    let below = change(json!(0)).await;
    assert_eq!(below.refused(), (422, "sale.quantity_below_one"));
    assert_eq!(below.envelope["message"], "Quantity cannot be below 1");
    let half = change(json!(0.5)).await;
    assert_eq!(half.refused(), (422, "sale.quantity_not_whole"));
    assert_eq!(half.envelope["message"], "An item cannot be sold in half");
    assert_eq!(line(&change(json!(3)).await.ok(), 0).2, 3);
    assert_eq!(line(&change(json!(2)).await.ok(), 0).2, 2);
    assert_eq!(shop.number(RESERVED).await, 2);
    let nothing = format!("/basket/line/{}", uuid::Uuid::nil());
    let missing = mei.put(&nothing, json!({ "quantity": 1 })).await;
    assert_eq!(missing.refused(), (404, "sale.line_not_found"));
    assert_eq!(missing.envelope["message"], "Please select a line");
}

#[tokio::test]
async fn a_scan_finds_barcodes_and_item_numbers() {
    let shop = Shop::open().await;
    let mei = shop.seller("mei").await;
    let scan = |code: &str| mei.post("/basket/scan", json!({ "code": code }));
    let data = scan("2000000200001").await.ok();
    assert_eq!(data["basket"]["lines"][0]["itemNo"], "BR-1");
    assert_eq!(data["lineId"], data["basket"]["lines"][0]["lineId"]);
    assert_eq!(scan("br-1").await.ok()["basket"]["lines"][0]["quantity"], 2);
    let choice = scan("RG-1").await.ok();
    assert_eq!(choice["choice"]["sizes"].as_array().unwrap().len(), 2);
    assert_eq!(choice["basket"]["lines"].as_array().unwrap().len(), 1);
    shop.change("UPDATE item SET sold_in_shops = (1 = 0) WHERE item_no = 'ER-1'")
        .await;
    assert_eq!(
        scan("2000000300001").await.refused(),
        (404, "catalog.code_not_found"),
        "hidden"
    );
    let unknown = scan("4006381333931").await;
    assert_eq!(unknown.refused(), (404, "catalog.code_not_found"));
    assert_eq!(
        unknown.envelope["message"],
        "Barcode or item no cannot be found"
    );
}

#[tokio::test]
async fn what_is_not_for_shops_comes_into_no_basket() {
    let shop = Shop::open().await;
    let mei = shop.seller("mei").await;
    shop.change("UPDATE item SET sold_in_shops = FALSE WHERE item_no = 'RG-1'")
        .await;
    let hidden = mei.add("RG-1", "52", 1).await;
    assert_eq!(hidden.refused(), (404, "catalog.item_not_found"));
    let unknown = mei.add("RG-9", "52", 1).await;
    assert_eq!(unknown.refused(), (404, "catalog.item_not_found"));
    let size = mei.add("BR-1", "52", 1).await;
    assert_eq!(size.refused(), (404, "catalog.size_not_found"));
    assert_eq!(shop.number(LEASED).await, 0);
}

#[tokio::test]
async fn the_answer_to_a_piece_shows_the_basket_as_it_is_stored() {
    let shop = Shop::open().await;
    let mei = shop.seller("mei").await;
    for code in ["BR-1", "ER-1", "BR-1"] {
        let scanned = mei.post("/basket/scan", json!({ "code": code })).await.ok();
        assert_eq!(scanned["basket"], mei.get("/basket").await.ok());
    }
    let added = mei.add("RG-1", "52", 1).await.ok();
    assert_eq!(added, mei.get("/basket").await.ok());
}

#[tokio::test]
async fn another_size_is_another_piece() {
    let shop = Shop::open().await;
    let mei = shop.seller("mei").await;
    let basket = mei.add("RG-1", "52", 1).await.ok();
    let path = format!("/basket/line/{}", line(&basket, 0).0);
    let basket = mei.put(&path, json!({ "sizeCode": "54" })).await.ok();
    assert_eq!(basket["lines"][0]["sizeCode"], "54");
    assert_eq!(
        shop.number("SELECT reserved FROM stock WHERE store_no = 'PAR' AND size_code = '52'")
            .await,
        0
    );
    assert_eq!(
        shop.number("SELECT reserved FROM stock WHERE store_no = 'PAR' AND size_code = '54'")
            .await,
        1
    );
    let unknown = mei.put(&path, json!({ "sizeCode": "99" })).await;
    assert_eq!(unknown.refused(), (404, "catalog.size_not_found"));
}

#[tokio::test]
async fn the_basket_survives_reload_restart_and_another_browser() {
    let mut shop = Shop::open().await;
    let mei = shop.seller("mei").await;
    let before = mei.add("BR-1", "", 2).await.ok();
    shop.restart().await;
    let after = shop.log_in("mei").await.get("/basket").await.ok();
    assert_eq!(after["lines"], before["lines"]);
    assert_eq!(after["basketId"], before["basketId"]);
}

#[tokio::test]
async fn logging_out_frees_the_pieces_and_keeps_the_lines() {
    let shop = Shop::open().await;
    let mei = shop.seller("mei").await;
    mei.add("BR-1", "", 2).await.ok();
    mei.add("RG-1", "52", 1).await.ok();
    mei.post("/logout", json!({})).await.ok();
    assert_eq!(
        (shop.number(RESERVED).await, shop.number(LEASED).await),
        (0, 0)
    );
    let leo = shop.seller("leo").await;
    leo.add("RG-1", "52", 1).await.ok();
    let mei = shop.log_in("mei").await;
    let basket = mei.get("/basket").await.ok();
    assert_eq!(
        (
            basket["lines"].as_array().unwrap().len(),
            &basket["restorable"]
        ),
        (0, &json!(true))
    );
    let basket = mei.post("/basket/restore", json!({})).await.ok();
    assert_eq!((line(&basket, 0).1, line(&basket, 0).2), (2, 2));
    assert_eq!(
        (line(&basket, 1).1, line(&basket, 1).2),
        (1, 0),
        "Léo has the ring now"
    );
    assert_eq!(basket["blockedBy"]["key"], "sale.line_not_reserved");
    assert_eq!(basket["restorable"], false);
    let twice = mei.post("/basket/restore", json!({})).await;
    assert_eq!(twice.refused(), (409, "sale.nothing_to_restore"));
}

#[tokio::test]
async fn a_silent_till_loses_its_pieces_after_thirty_minutes() {
    let clock = shell::Clock::manual("2026-11-21T10:00:00Z".parse().unwrap());
    let settings = testkit::Settings {
        clock: Some(clock.clone()),
        ..Default::default()
    };
    let shop = Shop::with(settings).await;
    let mei = shop.seller("mei").await;
    mei.add("BR-1", "", 1).await.ok();
    clock.advance(std::time::Duration::from_secs(29 * 60));
    mei.post("/basket/heartbeat", json!({})).await.ok();
    clock.advance(std::time::Duration::from_secs(29 * 60));
    let release = sale::job::release_expired_baskets();
    release(shop.shell.clone()).await.unwrap();
    assert_eq!(shop.number(RESERVED).await, 1, "the heartbeat kept it");
    clock.advance(std::time::Duration::from_secs(2 * 60));
    release(shop.shell.clone()).await.unwrap();
    assert_eq!(shop.number(RESERVED).await, 0);
    assert_eq!(mei.get("/basket").await.ok()["restorable"], true);
}

#[tokio::test]
async fn the_stock_call_moves_only_what_the_own_basket_holds() {
    let shop = Shop::open().await;
    let mei = shop.seller("mei").await;
    let call = |item: &str, quantity: i64| {
        let items = json!([{ "itemNo": item, "sizeCode": "", "quantity": quantity }]);
        mei.put(
            "/inventory/stock/change-quantity",
            json!({ "items": items }),
        )
    };
    assert_eq!(
        call("BR-1", 5).await.refused(),
        (404, "sale.line_not_found")
    );
    mei.add("BR-1", "", 3).await.ok();
    assert_eq!(
        call("BR-1", 1000).await.ok()[0]["reservedQty"],
        0,
        "no stock was made"
    );
    assert_eq!(
        shop.number("SELECT on_hand FROM stock WHERE store_no = 'PAR' AND item_no = 'BR-1'")
            .await,
        10
    );
    assert_eq!(call("BR-1", -2).await.ok()[0]["reservedQty"], 2);
    assert_eq!(
        call("BR-1", -2).await.refused(),
        (409, "sale.quantity_above_available")
    );
    assert_eq!(
        call("ER-1", 1).await.refused(),
        (404, "sale.line_not_found")
    );
}

#[tokio::test]
async fn temporary_data_is_kept_for_the_till() {
    let shop = Shop::open().await;
    let mei = shop.seller("mei").await;
    let path = "/temp-data/terminal/right/PAR-1";
    assert_eq!(mei.get(path).await.refused().0, 404);
    let content = json!({ "abnormalExit": true, "lines": [{ "itemNo": "BR-1" }] });
    mei.post(path, json!({ "content": content })).await.ok();
    assert_eq!(mei.get(path).await.ok(), content);
}

#[tokio::test]
async fn customer_and_notes_are_kept_with_the_basket() {
    let shop = Shop::open().await;
    let mei = shop.seller("mei").await;
    let found = mei
        .post("/customer/search", json!({ "term": "marchetti" }))
        .await
        .ok();
    let customer = found["items"][0]["customerId"].as_str().unwrap();
    let basket = mei
        .put("/basket/customer", json!({ "customerId": customer }))
        .await
        .ok();
    assert_eq!(basket["customer"]["name"], "Inès Marchetti");
    let stranger = json!({ "customerId": uuid::Uuid::nil() });
    assert_eq!(
        mei.put("/basket/customer", stranger).await.refused(),
        (404, "sale.customer_not_found")
    );
    let basket = mei
        .put("/basket/note", json!({ "note": " gift wrap " }))
        .await
        .ok();
    assert_eq!(basket["note"], "gift wrap");
    let long = json!({ "note": "x".repeat(256) });
    assert_eq!(
        mei.put("/basket/note", long).await.refused(),
        (422, "sale.note_too_long")
    );
}

#[tokio::test]
async fn the_catalogue_shows_prices_and_stock_page_by_page() {
    let shop = Shop::open().await;
    let mei = shop.log_in("mei").await;
    let first = mei.get("/item?limit=2").await.ok();
    assert_eq!(
        (
            first["total"].as_i64(),
            first["items"].as_array().unwrap().len()
        ),
        (Some(11), 2)
    );
    let cursor = first["nextCursor"].as_str().unwrap();
    let second = mei
        .get(&format!("/item?limit=2&cursor={cursor}"))
        .await
        .ok();
    assert_eq!(second["items"][0]["itemNo"], "ER-1");
    let found = mei.get("/item?search=ORE%20soli").await.ok();
    assert_eq!(found["items"][0]["itemNo"], "RG-1");
    assert_eq!(found["items"][0]["price"]["minor"], 129_000);
    assert_eq!(found["items"][0]["available"], 6);
    assert_eq!(found["items"][0]["otherStores"], 1);
    let facets = mei.get("/item/facet").await.ok();
    assert_eq!(facets["itemClasses"][0]["count"], 11);
}

#[tokio::test]
async fn a_manager_ends_a_colleagues_reservation() {
    let shop = Shop::open().await;
    let (mei, leo) = (shop.seller("mei").await, shop.seller("leo").await);
    let manager = shop.log_in("manager").await;
    mei.add("RG-1", "52", 1).await.ok();
    let release = json!({ "terminalNo": "PAR-1", "itemNo": "RG-1", "sizeCode": "52" });
    let path = "/inventory/stock/release";
    let refused = leo.post(path, release.clone()).await;
    assert_eq!(refused.refused(), (403, "session.forbidden"));
    let elsewhere = json!({ "terminalNo": "PAR-2", "itemNo": "RG-1", "sizeCode": "52" });
    let refused = manager.post(path, elsewhere).await;
    assert_eq!(refused.refused(), (404, "sale.reservation_not_found"));

    manager.post(path, release.clone()).await.ok();
    leo.add("RG-1", "52", 1).await.ok();
    let basket = mei.get("/basket").await.ok();
    let (_, quantity, reserved) = line(&basket, 0);
    assert_eq!((quantity, reserved), (1, 0), "the line stays and shows it");
    let unpaid = mei.post("/payment/start", json!({})).await;
    assert_eq!(unpaid.refused(), (409, "sale.line_not_reserved"));

    leo.start_payment().await;
    let paying = json!({ "terminalNo": "PAR-2", "itemNo": "RG-1", "sizeCode": "52" });
    let refused = manager.post(path, paying).await;
    assert_eq!(refused.refused(), (409, "sale.locked_by_payment"));
    assert_eq!(shop.number(RESERVED).await, shop.number(LEASED).await);
}

#[tokio::test]
async fn a_reservation_that_ends_ends_in_every_line_of_the_piece() {
    let shop = Shop::open().await;
    let mei = shop.seller("mei").await;
    let manager = shop.log_in("manager").await;
    let path = "/inventory/stock/release";
    let release = json!({ "terminalNo": "PAR-1", "itemNo": "ER-1", "sizeCode": "" });
    let basket = mei.add("ER-1", "", 1).await.ok();
    let first = format!("/basket/line/{}", line(&basket, 0).0);
    mei.put(&first, json!({ "deposit": true })).await.ok();
    mei.add("ER-1", "", 2).await.ok();
    manager.post(path, release.clone()).await.ok();
    let basket = mei.get("/basket").await.ok();
    let reserved = |at: usize| line(&basket, at).2;
    assert_eq!((reserved(0), reserved(1)), (0, 0));
    assert_eq!(shop.number(RESERVED).await, 0);
    let nothing = manager.post(path, release.clone()).await;
    assert_eq!(nothing.refused(), (404, "sale.reservation_not_found"));
    // Only the later line has its pieces again.
    let again = json!({ "quantity": 2 });
    let second = format!("/basket/line/{}", line(&basket, 1).0);
    mei.put(&second, again).await.ok();
    assert_eq!(shop.number(RESERVED).await, 2);
    manager.post(path, release).await.ok();
    assert_eq!(shop.number(RESERVED).await, 0);
    assert_eq!(shop.number(LEASED).await, 0);
}

#[tokio::test]
async fn a_repeated_change_of_the_basket_is_done_once_and_shows_the_basket_as_it_is() {
    let shop = Shop::open().await;
    let mei = shop.seller("mei").await;
    let key = uuid::Uuid::now_v7();
    let code = json!({ "code": "BR-1" });
    let first = mei
        .keyed(reqwest::Method::POST, "/basket/scan", key, code.clone())
        .await
        .ok();
    mei.add("ER-1", "", 1).await.ok();
    let again = mei
        .keyed(reqwest::Method::POST, "/basket/scan", key, code)
        .await
        .ok();
    assert_eq!(again["lineId"], first["lineId"]);
    assert_eq!(
        again["basket"]["pieces"], 2,
        "one bangle, one pair of earrings"
    );
}
