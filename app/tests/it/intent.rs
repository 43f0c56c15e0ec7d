//! Every change is one intent: the same key does it once, and refuses another request.

use std::collections::BTreeSet;

use app::access::ROUTES;
use reqwest::Method;
use serde_json::{Value, json};
use testkit::{Client, Settings, Shop, TerminalSimulator};
use uuid::Uuid;

/// A change, and another request that its key must not carry.
struct Change {
    method: Method,
    path: String,
    body: Value,
    other: Value,
}

fn change(method: Method, path: impl Into<String>, body: Value, other: Value) -> Change {
    Change {
        method,
        path: path.into(),
        body,
        other,
    }
}

/// Does a change twice under one key, tries another under it, and gives the answer.
async fn once(client: &Client, change: Change, seen: &mut BTreeSet<String>) -> Value {
    let Change {
        method,
        path,
        body,
        other,
    } = change;
    let what = format!("{method} {path}");
    let key = Uuid::now_v7();
    let send = |body: Value| client.keyed(method.clone(), &path, key, body);
    let first = send(body.clone()).await;
    first.ok();
    let second = send(body).await;
    assert_eq!(second.status, first.status, "{what}");
    second.ok();
    if !other.is_null() {
        let refusal = send(other).await;
        assert_eq!(refusal.refused(), (422, "request.key_reused"), "{what}");
    }
    let row = ROUTES.iter().find(|row| {
        let (wanted, given): (Vec<_>, Vec<_>) =
            (row.path.split('/').collect(), path.split('/').collect());
        row.method == method.as_str()
            && wanted.len() == given.len()
            && wanted
                .iter()
                .zip(&given)
                .all(|(a, b)| a.starts_with('{') || a == b)
    });
    let row = row.unwrap_or_else(|| panic!("{what} has no route"));
    seen.insert(format!("{} {}", row.method, row.path));
    first.envelope["data"].clone()
}

async fn change_the_basket(mei: &Client, seen: &mut BTreeSet<String>) {
    let line = |quantity: i64| json!({ "itemNo": "BR-1", "sizeCode": "", "quantity": quantity });
    let by = |staff_id: &str| json!({ "staffId": staff_id });
    once(
        mei,
        change(Method::PUT, "/basket/salesperson", by("mei"), by("leo")),
        seen,
    )
    .await;
    let basket = once(
        mei,
        change(Method::POST, "/basket/line", line(2), line(1)),
        seen,
    )
    .await;
    assert_eq!(basket["lines"][0]["quantity"], 2, "added once");
    share_the_sale(mei, &basket, seen).await;
    let path = format!(
        "/basket/line/{}",
        basket["lines"][0]["lineId"].as_str().unwrap()
    );
    let quantity = |quantity: i64| json!({ "quantity": quantity });
    once(
        mei,
        change(Method::PUT, path.clone(), quantity(3), quantity(4)),
        seen,
    )
    .await;
    let code = |code: &str| json!({ "code": code });
    let scanned = once(
        mei,
        change(Method::POST, "/basket/scan", code("ER-1"), code("BR-1")),
        seen,
    );
    assert_eq!(
        scanned.await["basket"]["lines"][1]["quantity"],
        1,
        "scanned once"
    );
    let customer = |id: Value| json!({ "customerId": id });
    let (ines, nobody) = (customer(json!(Uuid::from_u128(1))), customer(Value::Null));
    once(
        mei,
        change(Method::PUT, "/basket/customer", ines, nobody),
        seen,
    )
    .await;
    let note = |note: &str| json!({ "note": note });
    once(
        mei,
        change(Method::PUT, "/basket/note", note("a"), note("b")),
        seen,
    )
    .await;
    let stock = |quantity: i64| json!({ "items": [{ "itemNo": "BR-1", "sizeCode": "", "quantity": quantity }] });
    let moved = change(
        Method::PUT,
        "/inventory/stock/change-quantity",
        stock(1),
        stock(2),
    );
    once(mei, moved, seen).await;
    let kept = |abnormal: bool| json!({ "content": { "abnormalExit": abnormal } });
    let path_of_till = "/temp-data/terminal/right/PAR-1";
    once(
        mei,
        change(Method::POST, path_of_till, kept(true), kept(false)),
        seen,
    )
    .await;
    give_and_take(mei, &path, seen).await;
    once(
        mei,
        change(Method::DELETE, path, Value::Null, Value::Null),
        seen,
    )
    .await;
    let lock = change(Method::POST, "/session/lock", json!({}), Value::Null);
    once(mei, lock, seen).await;
    let park = change(Method::POST, "/basket/park", json!({}), Value::Null);
    once(mei, park, seen).await;
    let waiting = mei.get("/basket/waiting").await.ok();
    let resume = |id: Value| json!({ "basketId": id });
    let (this, other) = (
        resume(waiting[0]["basketId"].clone()),
        resume(json!(Uuid::from_u128(9))),
    );
    once(
        mei,
        change(Method::POST, "/basket/resume", this, other),
        seen,
    )
    .await;
    once(
        mei,
        change(Method::DELETE, "/basket", Value::Null, Value::Null),
        seen,
    )
    .await;
}

/// Who sells the basket and one of its lines, together with others.
async fn share_the_sale(mei: &Client, basket: &Value, seen: &mut BTreeSet<String>) {
    let with_leo = |percent: i64| {
        let own = json!({ "staffId": "mei", "percent": 100 - percent });
        json!({ "shares": [own, { "staffId": "leo", "percent": percent }] })
    };
    let line_id = basket["lines"][0]["lineId"].as_str().unwrap();
    let of_line = format!("/basket/line/{line_id}/salesperson");
    for path in ["/basket/salesperson/split", &of_line] {
        once(
            mei,
            change(Method::PUT, path, with_leo(40), with_leo(30)),
            seen,
        )
        .await;
    }
    once(
        mei,
        change(Method::DELETE, of_line, Value::Null, Value::Null),
        seen,
    )
    .await;
}

/// Discounts, other prices and what else is entered for the basket at work and one of its lines.
async fn give_and_take(mei: &Client, line: &str, seen: &mut BTreeSet<String>) {
    let flight = |flight: &str| json!({ "flightNo": flight });
    let put = change(
        Method::PUT,
        "/basket/flight",
        flight("AF 1"),
        flight("AF 2"),
    );
    once(mei, put, seen).await;
    let percent = |value: i64| json!({ "kind": "PERCENT", "value": value, "reasonCode": "LOYAL" });
    for path in [format!("{line}/discount"), "/basket/discount".to_owned()] {
        let is_line = path.starts_with("/basket/line");
        if is_line {
            let put = change(Method::PUT, path.clone(), percent(50_000), percent(40_000));
            once(mei, put, seen).await;
        }
        let off = change(Method::DELETE, path, Value::Null, Value::Null);
        once(mei, off, seen).await;
    }
    let off = change(
        Method::DELETE,
        format!("{line}/price"),
        Value::Null,
        Value::Null,
    );
    once(mei, off, seen).await;
    let basket = mei.get("/basket").await.ok();
    let prices = |total: &Value| json!({ "date": "2026-11-21", "total": total });
    let (seen_total, other) = (prices(&basket["total"]["minor"]), prices(&json!(1)));
    let confirm = change(Method::POST, "/basket/price", seen_total, other);
    once(mei, confirm, seen).await;
    let line_id = line.rsplit('/').next().unwrap();
    let ask = |value: i64| json!({ "action": "LINE_DISCOUNT", "lineId": line_id, "kind": "PERCENT", "value": value });
    let asked = change(Method::POST, "/basket/approval", ask(200_000), ask(250_000));
    once(mei, asked, seen).await;
    let gone = change(Method::DELETE, "/basket/gift", Value::Null, Value::Null);
    once(mei, gone, seen).await;
}

/// What takes a manager.
async fn give_more(shop: &Shop, seen: &mut BTreeSet<String>) {
    let manager = shop.seller("manager").await;
    let basket = manager.add("BR-1", "", 1).await.ok();
    let line = format!(
        "/basket/line/{}",
        basket["lines"][0]["lineId"].as_str().unwrap()
    );
    let percent = |value: i64| json!({ "kind": "PERCENT", "value": value, "reasonCode": "LOYAL" });
    let put = change(
        Method::PUT,
        "/basket/discount",
        percent(50_000),
        percent(40_000),
    );
    once(&manager, put, seen).await;
    let price = |price: i64| json!({ "price": price, "reasonCode": "DAMAGED" });
    let put = change(
        Method::PUT,
        format!("{line}/price"),
        price(40_000),
        price(30_000),
    );
    once(&manager, put, seen).await;
    manager.delete("/basket").await.ok();
}

async fn end_a_reservation(shop: &Shop, mei: &Client, seen: &mut BTreeSet<String>) {
    mei.add("RG-1", "54", 1).await.ok();
    let manager = shop.seller("manager").await;
    let of = |size: &str| json!({ "terminalNo": "PAR-1", "itemNo": "RG-1", "sizeCode": size });
    let release = change(Method::POST, "/inventory/stock/release", of("54"), of("52"));
    once(&manager, release, seen).await;
    mei.post("/logout", json!({})).await.ok();
}

async fn take_up_and_pay(shop: &Shop, seen: &mut BTreeSet<String>) -> Value {
    let mei = shop.log_in("mei").await;
    let nothing = || json!({});
    once(
        &mei,
        change(Method::POST, "/basket/restore", nothing(), Value::Null),
        seen,
    )
    .await;
    mei.delete("/basket").await.ok();
    mei.put("/basket/salesperson", json!({ "staffId": "mei" }))
        .await
        .ok();
    mei.add("BR-1", "", 1).await.ok();
    once(
        &mei,
        change(Method::POST, "/payment/start", nothing(), Value::Null),
        seen,
    )
    .await;
    once(
        &mei,
        change(Method::POST, "/payment/back", nothing(), Value::Null),
        seen,
    )
    .await;
    mei.start_payment().await;
    let cash = |minor: i64| json!({ "tenderCode": "CASH", "amount": { "minor": minor, "currency": "EUR" } });
    let paid = once(
        &mei,
        change(Method::POST, "/payment/tender", cash(1_000), cash(2_000)),
        seen,
    );
    let paid = paid.await;
    assert_eq!(paid["tendered"]["minor"], 1_000, "taken once");
    let tender = paid["tenders"][0]["tenderId"].as_str().unwrap().to_owned();
    let path = format!("/payment/tender/{tender}");
    once(
        &mei,
        change(Method::DELETE, path, Value::Null, Value::Null),
        seen,
    )
    .await;
    let card = |minor: i64| json!({ "tenderCode": "CARD", "amount": { "minor": minor, "currency": "EUR" } });
    let start = change(Method::POST, "/payment/attempt", card(45_000), card(44_000));
    let attempt = once(&mei, start, seen).await;
    let path = format!(
        "/payment/attempt/{}",
        attempt["attemptId"].as_str().unwrap()
    );
    let mut payment = mei.get("/payment").await.ok();
    while !payment["order"].is_object() {
        let attempt = mei.get(&path).await.ok();
        if attempt["order"].is_object() {
            payment = attempt;
            break;
        }
        tokio::time::sleep(std::time::Duration::from_millis(50)).await;
        payment = mei.get("/payment").await.ok();
    }
    payment["order"].clone()
}

async fn keep_a_customer(mei: &Client, seen: &mut BTreeSet<String>) {
    let new = |number: &str| json!({ "profile": { "phoneNo": number } });
    let create = change(
        Method::POST,
        "/customer",
        new("0612344108"),
        new("0612344109"),
    );
    let made = once(mei, create, seen).await;
    let path = format!("/customer/{}", made["customerId"].as_str().unwrap());
    let update = |city: &str| {
        let mut profile = made["profile"].clone();
        profile["city"] = json!(city);
        json!({ "version": 1, "profile": profile })
    };
    let (lyon, nice) = (update("Lyon"), update("Nice"));
    let changed = once(mei, change(Method::PUT, path.clone(), lyon, nice), seen).await;
    assert_eq!(changed["version"], 2, "changed once");
    // One white point.
    let point = "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8/5+hHgAHggJ/PchI7wAA\
                 AABJRU5ErkJggg==";
    let photo = |photo: Value| json!({ "version": 2, "photo": photo });
    let (some, none) = (photo(json!(point)), photo(Value::Null));
    let put = change(Method::PUT, format!("{path}/photo"), some, none);
    let changed = once(mei, put, seen).await;
    assert_eq!(changed["version"], 3, "kept once");
}

#[tokio::test]
async fn a_repeated_change_is_done_once_and_its_key_carries_nothing_else() {
    let terminal = TerminalSimulator::start();
    let shop = Shop::with(Settings {
        terminal_address: Some(terminal.address()),
        ..Settings::default()
    })
    .await;
    terminal.auto("V400m-PAR-1", "visa").await;
    let mut seen = BTreeSet::new();
    let mei = shop.seller("mei").await;
    keep_a_customer(&mei, &mut seen).await;
    change_the_basket(&mei, &mut seen).await;
    give_more(&shop, &mut seen).await;
    end_a_reservation(&shop, &mei, &mut seen).await;
    let order = take_up_and_pay(&shop, &mut seen).await;
    let manager = shop.log_in("manager").await;
    let path = format!("/order/{}/print", order["orderId"].as_str().unwrap());
    let language = |language: &str| json!({ "target": "browser", "language": language });
    once(
        &manager,
        change(Method::POST, path, language("fr"), language("de")),
        &mut seen,
    )
    .await;
    let report = |day: &str| json!({ "from": "2026-11-01T00:00:00Z", "until": day, "entries": [] });
    let (two, three) = (
        report("2026-11-02T00:00:00Z"),
        report("2026-11-03T00:00:00Z"),
    );
    once(
        &manager,
        change(Method::POST, "/payment/reconciliation", two, three),
        &mut seen,
    )
    .await;
    let reports = shop.number("SELECT COUNT(*) FROM acquirer_report").await;
    assert_eq!(reports, 1, "imported once");
    // These need a card that waits, a payment in doubt, a mail server, or an empty
    // installation: their own tests repeat them.
    let elsewhere = [
        "POST /payment/attempt/{attemptId}/cancel",
        "POST /payment/attempt/{attemptId}/decide",
        "POST /order/{orderId}/email",
        "POST /setup",
        // These need a piece that is weighed, and a campaign.
        "PUT /basket/line/{lineId}/weight",
        "POST /basket/gift",
        // Repeated in `crm_gift`: they need a gift, or one on a customer's record.
        "POST /customer/{customerId}/gift",
        "POST /customer/{customerId}/gift/{crmGiftId}/issue",
        "POST /customer/{customerId}/gift/{crmGiftId}/use",
        // Repeated in `document`.
        "POST /order/{orderId}/invoice",
        // Repeated in `customised`.
        "POST /basket/customised",
        "PUT /basket/customised/{lineId}",
        // Repeated in `deposit`, every change of it.
        "POST /basket/deposit",
        "POST /deposit/{depositId}/payment",
        "POST /deposit/{depositId}/settlement",
        "POST /deposit/{depositId}/extension",
        // Repeated in `loyalty`.
        "POST /loyalty/{customerId}/{currencyCode}/adjustment",
        // Repeated in `deposit_paper`.
        "POST /deposit/{depositId}/paper/{stepId}/print",
        "POST /deposit/{depositId}/paper/{stepId}/email",
        // Repeated in `refund`.
        "POST /deposit/{depositId}/cancellation",
        "POST /deposit/{depositId}/cancellation/approval",
        "POST /deposit/{depositId}/pricing",
        "POST /payment/refund",
        // Repeated in `gift_card`, `tax_free` and `recycling`.
        "POST /basket/gift-card",
        "POST /basket/gift-card/top-up",
        "PUT /basket/gift-card/{lineId}",
        "POST /gift-card/import",
        "POST /gift-card/{giftCardId}/state",
        "PUT /basket/tax-free",
        "DELETE /basket/tax-free",
        "POST /tax-free/form",
        "POST /tax-free/form/{formId}/send",
        "POST /tax-free/form/{formId}/email",
        "POST /tax-free/form/{formId}/void",
        // Repeated in `statement`, every change of it.
        "POST /statement",
        "POST /statement/{statementNo}/count",
        "POST /statement/{statementNo}/clear",
        "POST /statement/{statementNo}/posting",
        "POST /statement/{statementNo}/approval",
        // Repeated in `statement_report`.
        "POST /statement/x/print",
        "POST /statement/{statementNo}/z/print",
        "POST /statement/{statementNo}/terminal-totals",
        "POST /recycling",
        "PUT /recycling/{recyclingId}/piece",
        "POST /recycling/{recyclingId}/approval",
        "POST /recycling/{recyclingId}/photo",
        "DELETE /recycling/{recyclingId}/photo/{photoId}",
        "POST /recycling/{recyclingId}/agree",
        "POST /recycling/{recyclingId}/grant",
        "POST /recycling/{recyclingId}/withdraw",
        "POST /recycling/{recyclingId}/cancel",
        "POST /recycling/shipment",
        "POST /recycling/shipment/{shipmentId}/settle",
        // Repeated in `cash_report`.
        "POST /cash-report/{cashReportId}/filing",
        // Repeated in `drawer`.
        "POST /drawer/float",
        "POST /drawer/float/correction",
        "POST /drawer/cash-in",
        "POST /drawer/cash-out",
        "POST /drawer/cash-out/approval",
        "POST /drawer/safe-drop",
        "POST /drawer/bank-bag",
        "POST /drawer/opening",
        "POST /drawer/entry/{entryId}/print",
        // Repeated in `qr`.
        "POST /payment/attempt/{attemptId}/continue",
        "POST /payment/attempt/{attemptId}/help",
        // Repeated in `permission_setting`.
        "PUT /customer/{customerId}/price-group",
    ];
    let description = shop.visitor().request(Method::GET, "/openapi.json");
    let description: Value = description.send().await.unwrap().json().await.unwrap();
    let mut forgotten = Vec::new();
    for row in ROUTES.iter().filter(|row| row.method != "GET") {
        let operation = &description["paths"][row.path][row.method.to_lowercase()];
        let parameters = operation["parameters"].as_array().unwrap();
        let key = "#/components/parameters/IdempotencyKey";
        let is_keyed = parameters.iter().any(|parameter| parameter["$ref"] == key);
        let name = format!("{} {}", row.method, row.path);
        // What head office sets up has tests of its own, which repeat it.
        let is_elsewhere = elsewhere.contains(&name.as_str()) || row.path.starts_with("/setting/");
        if is_keyed && !seen.contains(&name) && !is_elsewhere {
            forgotten.push(name);
        }
    }
    assert!(
        forgotten.is_empty(),
        "not repeated by any test: {forgotten:?}"
    );
}
