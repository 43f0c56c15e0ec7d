//! Pieces that are made for one customer: what is engraved, what it costs, and where it is offered.

use reqwest::Method;
use serde_json::{Value, json};
use testkit::{Answer, Client, Settings, Shop};

fn piece(item_no: &str, size_code: &str, wanted: Value) -> Value {
    let mut body = json!({ "itemNo": item_no, "sizeCode": size_code });
    body["wanted"] = wanted;
    body
}

fn bangle(text: &str) -> Value {
    piece("CU-1", "M", json!({ "text": text, "textChecked": true }))
}

async fn add(client: &Client, body: Value) -> Answer {
    client.post("/basket/customised", body).await
}

#[tokio::test]
async fn an_engraved_piece_is_a_line_of_its_own_and_holds_no_stock() {
    let shop = Shop::open().await;
    let mei = shop.seller("mei").await;
    add(&mei, bangle("léa!")).await.ok();
    let basket = add(&mei, bangle("léa!")).await.ok();
    let lines = basket["lines"].as_array().unwrap();
    assert_eq!(lines.len(), 2);
    let line = &lines[0];
    assert_eq!(line["customisation"]["engraving"], "LÉA!");
    assert_eq!(line["customisation"]["text"], "léa!");
    assert_eq!(line["customisation"]["side"], "OUTSIDE");
    assert_eq!(line["customisation"]["leadTimeDays"], 21);
    assert_eq!(line["customisation"]["isReturnable"], false);
    assert_eq!(
        (&line["reservedQuantity"], &line["maxQuantity"]),
        (&json!(0), &json!(1))
    );
    // 249.00 and 15.00 for the engraving, each.
    assert_eq!(basket["total"]["minor"], 2 * 26_400);
    assert_eq!(basket["blockedBy"], Value::Null);
    assert_eq!(shop.number("SELECT COUNT(*) FROM stock_lease").await, 0);
    // The same piece from the shelf does not join them.
    let basket = mei.add("CU-1", "M", 1).await.ok();
    assert_eq!(basket["lines"].as_array().unwrap().len(), 3);
    assert_eq!(basket["lines"][2]["customisation"], Value::Null);
}

#[tokio::test]
async fn what_cannot_be_engraved_is_refused_with_its_reason() {
    let shop = Shop::open().await;
    let mei = shop.seller("mei").await;
    for (body, key, field) in [
        (bangle("ÉLÉONORE"), "customised.text_too_long", "text"),
        (bangle("ß"), "customised.character_refused", "text"),
        (bangle("A B"), "customised.space_refused", "text"),
        (bangle("I❤U"), "customised.heart_refused", "text"),
        (bangle(""), "customised.text_required", "text"),
        (
            piece("CU-1", "M", json!({ "text": "LÉA", "textChecked": false })),
            "customised.text_not_checked",
            "textChecked",
        ),
        (
            piece(
                "CU-1",
                "M",
                json!({ "text": "A", "side": "BACK", "textChecked": true }),
            ),
            "customised.choice_unknown",
            "side",
        ),
        (
            piece(
                "CU-1",
                "M",
                json!({ "text": "A", "medals": ["RG-1"], "textChecked": true }),
            ),
            "customised.choice_unknown",
            "medals",
        ),
        (
            piece(
                "CU-2",
                "",
                json!({ "messageLines": ["A", "B", "C", "D"], "textChecked": true }),
            ),
            "customised.lines_too_many",
            "messageLines",
        ),
        (
            piece("CU-3", "", json!({ "textChecked": true })),
            "customised.symbol_required",
            "symbol",
        ),
        (
            piece("RG-1", "52", json!({ "text": "A", "textChecked": true })),
            "customised.model_unknown",
            "itemNo",
        ),
        (
            piece("CU-1", "XL", json!({ "text": "A", "textChecked": true })),
            "catalog.size_not_found",
            "sizeCode",
        ),
    ] {
        let refused = add(&mei, body).await;
        let error = refused.envelope["error"].clone();
        assert_eq!(
            (&error["key"], &error["field"]),
            (&json!(key), &json!(field))
        );
    }
    assert_eq!(shop.number("SELECT COUNT(*) FROM basket_line").await, 0);
}

#[tokio::test]
async fn a_message_may_be_skipped_and_a_medal_is_added_to_the_price() {
    let shop = Shop::open().await;
    let mei = shop.seller("mei").await;
    let skipped = json!({ "messageLines": [" ", ""], "textChecked": true });
    let basket = add(&mei, piece("CU-2", "", skipped)).await.ok();
    assert_eq!(
        basket["lines"][0]["customisation"]["messageLines"],
        json!([])
    );
    assert_eq!(basket["total"]["minor"], 34_900);
    let wanted = json!({
        "messageLines": ["à toi", "", "oui!"], "medals": ["CU-3"], "textChecked": true,
    });
    let basket = add(&mei, piece("CU-2", "", wanted)).await.ok();
    let made = &basket["lines"][1]["customisation"];
    assert_eq!(made["messageLines"], json!(["À TOI", "", "OUI!"]));
    assert_eq!(made["medals"][0]["name"], "Clip medal");
    assert_eq!(made["leadTimeDays"], 14);
    assert_eq!(basket["lines"][1]["net"]["minor"], 34_900 + 6_900);
}

#[tokio::test]
async fn its_text_is_changed_while_the_basket_is_open() {
    let shop = Shop::open().await;
    let mei = shop.seller("mei").await;
    let basket = add(&mei, bangle("LEA")).await.ok();
    let line_id = basket["lines"][0]["lineId"].as_str().unwrap().to_owned();
    let path = format!("/basket/customised/{line_id}");
    let body = json!({ "sizeCode": "S", "wanted": { "text": "zoë", "textChecked": true } });
    let basket = mei.put(&path, body).await.ok();
    assert_eq!(basket["lines"][0]["customisation"]["engraving"], "ZOË");
    assert_eq!(basket["lines"][0]["sizeCode"], "S");
    let more = mei
        .put(&format!("/basket/line/{line_id}"), json!({ "quantity": 2 }))
        .await;
    assert_eq!(more.envelope["error"]["key"], "sale.one_piece_a_line");
    let basket = mei.add("BR-1", "", 1).await.ok();
    let other = basket["lines"][1]["lineId"].as_str().unwrap();
    let body = json!({ "wanted": { "text": "A", "textChecked": true } });
    let refused = mei.put(&format!("/basket/customised/{other}"), body).await;
    assert_eq!(refused.envelope["error"]["key"], "sale.line_not_customised");
    mei.delete(&format!("/basket/line/{line_id}")).await.ok();
    let left = "SELECT COUNT(*) FROM basket_line_customisation";
    assert_eq!(shop.number(left).await, 0);
}

#[tokio::test]
async fn the_order_keeps_what_was_engraved_and_for_when_it_is_promised() {
    let shop = Shop::open().await;
    let mei = shop.seller("mei").await;
    let wanted = json!({
        "text": "amour!", "symbol": "HEART", "side": "BACK", "textChecked": true,
    });
    add(&mei, piece("CU-3", "", wanted)).await.ok();
    mei.start_payment().await;
    let paid = mei.pay_cash(6_900).await.ok();
    let order_id = paid["order"]["orderId"].as_str().unwrap();
    let order = mei.get(&format!("/order/{order_id}")).await.ok();
    let made = &order["lines"][0]["customisation"];
    assert_eq!(made["engraving"], "AMOUR!");
    assert_eq!(
        (&made["symbol"], &made["side"]),
        (&json!("HEART"), &json!("BACK"))
    );
    assert_eq!(made["isReturnable"], false);
    assert_eq!(made["productionState"], "ORDERED");
    let sold_on: jiff::civil::Date = order["businessDate"].as_str().unwrap().parse().unwrap();
    let promised: jiff::civil::Date = made["promisedOn"].as_str().unwrap().parse().unwrap();
    assert_eq!(sold_on.until(promised).unwrap().get_days(), 14);
    // Nothing left the shelf, and what is written down stays.
    assert_eq!(
        shop.number("SELECT COUNT(*) FROM stock_ledger WHERE entry_type = 'SALE'")
            .await,
        0
    );
    let changed = shop
        .shell
        .db
        .write((), |tx, ()| {
            Box::pin(async move {
                tx.execute(
                    "UPDATE sales_order_customisation SET text_engraved = 'X'",
                    &[],
                )
                .await?;
                Ok(())
            })
        })
        .await;
    assert!(changed.is_err());
}

#[tokio::test]
async fn the_receipt_says_what_is_engraved_when_it_is_ready_and_that_it_stays() {
    let shop = Shop::open().await;
    let mei = shop.seller("mei").await;
    let basket = add(&mei, bangle("léa")).await.ok();
    let made = &basket["lines"][0]["customisation"];
    assert_eq!(made["productionState"], "IN_BASKET");
    let promised: jiff::civil::Date = made["promisedOn"].as_str().unwrap().parse().unwrap();
    let message = json!({ "messageLines": ["à toi", "", "oui"], "textChecked": true });
    add(&mei, piece("CU-2", "", message)).await.ok();
    mei.start_payment().await;
    let paid = mei.pay_cash(26_400 + 34_900).await.ok();
    let order_id = paid["order"]["orderId"].as_str().unwrap();
    let text = receipt_text(&mei, order_id, "en").await;
    for wanted in [
        "Engraving",
        "LÉA",
        "À TOI",
        "OUI",
        promised.strftime("%d-%b-%Y").to_string().as_str(),
        "Made for you: not returnable",
    ] {
        assert!(text.contains(wanted), "no {wanted} in {text}");
    }
    let french = receipt_text(&mei, order_id, "fr").await;
    assert!(french.contains("LÉA") && !french.contains("returnable"));
}

/// The words on the paper of an order's receipt.
pub(crate) async fn receipt_text(client: &Client, order_id: &str, language: &str) -> String {
    let path = format!("/order/{order_id}/receipt?language={language}");
    let paper = client.request(Method::GET, &path).send().await.unwrap();
    let pdf = paper.error_for_status().unwrap().bytes().await.unwrap();
    let text = pdf_extract::extract_text_from_mem(&pdf).unwrap();
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

#[tokio::test]
async fn words_to_watch_are_kept_by_head_office_and_told_to_staff() {
    let shop = Shop::open().await;
    let mei = shop.seller("mei").await;
    assert_eq!(mei.get("/customised").await.ok()["warningWords"], json!([]));
    let admin = shop.log_in("admin").await;
    let save = |version: Option<i64>, words: &str| json!({ "version": version, "value": { "name": "French", "words": words } });
    let path = "/setting/warning-list/FR";
    let kept = admin
        .put(path, save(None, " ZUT \n\nFLÛTE\nZUT"))
        .await
        .ok();
    assert_eq!(kept["value"]["words"], "ZUT\nFLÛTE");
    let list = admin.get("/setting/warning-list?search=flute").await.ok();
    assert_eq!(list["total"], 1);
    let told = mei.get("/customised").await.ok();
    assert_eq!(told["warningWords"], json!(["FLÛTE", "ZUT"]));
    let same = admin.put(path, save(Some(1), "ZUT\nFLÛTE")).await;
    assert_eq!(same.status, 422);
    admin.put(path, save(Some(1), "ZUT")).await.ok();
    let late = admin.put(path, save(Some(1), "")).await;
    assert_eq!(late.status, 409);
    assert_eq!(
        mei.get("/customised").await.ok()["warningWords"],
        json!(["ZUT"])
    );
    // Nothing is refused because of them.
    add(&mei, bangle("zut")).await.ok();
    assert_eq!(mei.get(path).await.status, 403);
}

#[tokio::test]
async fn it_is_offered_on_hosts_of_development_where_the_configuration_says_so() {
    let shop = Shop::open().await;
    let mei = shop.seller("mei").await;
    let offered = mei.get("/customised").await.ok();
    let families: Vec<&str> = offered["families"]
        .as_array()
        .unwrap()
        .iter()
        .map(|family| family["family"].as_str().unwrap())
        .collect();
    assert_eq!(families, ["BANGLE", "PERSONALISED_NECKLACE", "CLIP_MEDAL"]);
    assert_eq!(
        offered["families"][0]["pieces"][0]["engravingPrice"]["minor"],
        1_500
    );
    for (host, status) in [
        ("till.dev.example", 200),
        ("localhost:8080", 200),
        ("till.shop.example", 404),
    ] {
        let answer = testkit::http()
            .get(shop.url("/customised"))
            .bearer_auth(mei.token())
            .header("host", host)
            .send()
            .await
            .unwrap();
        assert_eq!(answer.status(), status, "{host}");
        let session = testkit::http()
            .get(shop.url("/session"))
            .bearer_auth(mei.token())
            .header("host", host)
            .send()
            .await
            .unwrap();
        let session: Value = session.json().await.unwrap();
        assert_eq!(session["data"]["customized"], status == 200);
    }
    // Whoever administers does not sell them.
    let admin = shop.log_in("admin").await;
    assert_eq!(admin.get("/customised").await.status, 403);
    let closed = Shop::with(Settings {
        is_without_customised: true,
        ..Settings::default()
    })
    .await;
    let mei = closed.seller("mei").await;
    assert_eq!(mei.get("/customised").await.status, 404);
    let refused = add(&mei, bangle("LÉA")).await;
    assert_eq!(
        refused.envelope["error"]["key"],
        "sale.customised_not_offered"
    );
    let session = mei.get("/session").await.ok();
    assert_eq!(session["customized"], false);
}

#[tokio::test]
async fn one_press_makes_one_piece_however_often_it_is_sent() {
    let shop = Shop::open().await;
    let mei = shop.seller("mei").await;
    let key = uuid::Uuid::now_v7();
    for _ in 0..2 {
        mei.keyed(Method::POST, "/basket/customised", key, bangle("LÉA"))
            .await
            .ok();
    }
    let lines = shop.number("SELECT COUNT(*) FROM basket_line").await;
    assert_eq!(lines, 1);
    let basket = mei.get("/basket").await.ok();
    let path = format!(
        "/basket/customised/{}",
        basket["lines"][0]["lineId"].as_str().unwrap()
    );
    let body = json!({ "wanted": { "text": "ZOE", "textChecked": true } });
    let key = uuid::Uuid::now_v7();
    let first = mei.keyed(Method::PUT, &path, key, body.clone()).await.ok();
    let again = mei.keyed(Method::PUT, &path, key, body).await.ok();
    assert_eq!(first["version"], again["version"]);
    let other = json!({ "wanted": { "text": "MAX", "textChecked": true } });
    let refused = mei.keyed(Method::PUT, &path, key, other).await;
    assert_eq!(refused.refused(), (422, "request.key_reused"));
}

#[tokio::test]
async fn half_of_what_is_made_to_order_is_paid_at_once_and_of_the_rest_what_is_usual() {
    let shop = Shop::open().await;
    let admin = shop.log_in("admin").await;
    let mei = shop.seller("mei").await;
    crate::deposit::fill(&mei).await;
    let before = mei.get("/basket/deposit").await.ok();
    let least = |terms: &Value| terms["minimum"]["minor"].as_i64().unwrap();
    add(&mei, bangle("léa!")).await.ok();
    let terms = mei.get("/basket/deposit").await.ok();
    // Half of 264.00.
    let both = least(&before) + 13_200;
    assert_eq!(least(&terms), both);
    let start = async |minor| {
        mei.post("/basket/deposit", crate::deposit::wanted(minor))
            .await
    };
    let refused = start(both - 1).await;
    assert_eq!(refused.refused(), (409, "sale.approval_required"));
    start(both).await.ok();
    mei.post("/payment/back", json!({})).await.ok();
    let all = json!({ "customisedDepositMinimumPercent": 10_000 });
    crate::store_setting::change(&admin, all).await.ok();
    let terms = mei.get("/basket/deposit").await.ok();
    assert_eq!(least(&terms), least(&before) + 26_400);
}
