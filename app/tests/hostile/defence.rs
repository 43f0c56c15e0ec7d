//! Text that wants to be more than text, numbers of another store, and guessed passwords.

use std::net::SocketAddr;

use axum::extract::ConnectInfo;
use reqwest::Method;
use serde_json::{Value, json};
use testkit::{Client, Shop};
use tower::ServiceExt;

/// What somebody types who wants a browser, a spreadsheet or a printer to obey.
const SCRIPTS: [&str; 6] = [
    "<script>document.title='owned'</script>",
    "\"><img src=x onerror=alert(1)>",
    "=HYPERLINK(\"http://evil.example\",\"receipt\")",
    "@SUM(1+1)*cmd|' /C calc'!A0",
    "#import \"/etc/passwd\": * #panic()",
    "\\u{202E}{{7*7}}${7*7}%0d%0aSet-Cookie: owned=1",
];

/// Writes a text into everything of the company that is shown or printed.
async fn rename_everything(shop: &Shop, text: &str) {
    let text = text.replace('\'', "''");
    for sql in [
        format!("UPDATE company SET name = '{text}'"),
        format!("UPDATE store SET name = '{text}', address = '{text}', city = '{text}'"),
        format!("UPDATE terminal SET name = '{text}'"),
        format!("UPDATE item SET name = '{text}', story = '{text}'"),
        format!("UPDATE collection SET name = '{text}'"),
        format!("UPDATE item_class SET name = '{text}'"),
        format!("UPDATE tender SET name = '{text}'"),
        format!("UPDATE customer SET family_name = '{text}', given_name = '{text}'"),
        format!(
            "UPDATE salesperson SET first_name = '{text}', last_name = '{text}', name_on_receipt = '{text}'"
        ),
    ] {
        shop.change(Box::leak(sql.into_boxed_str())).await;
    }
}

async fn sell(client: &Client, note: &str) -> Value {
    let basket = client.add("BR-1", "", 1).await.ok();
    let line = basket["lines"][0]["lineId"].as_str().unwrap();
    client
        .put(&format!("/basket/line/{line}"), json!({ "note": note }))
        .await
        .ok();
    client
        .put("/basket/note", json!({ "note": note }))
        .await
        .ok();
    let customer = json!({ "customerId": uuid::Uuid::from_u128(1) });
    client.put("/basket/customer", customer).await.ok();
    client.start_payment().await;
    client.pay_cash(45_000).await.ok()["order"].clone()
}

#[tokio::test]
async fn text_stays_text_on_screen_on_paper_and_in_tables() {
    let shop = Shop::open().await;
    for script in SCRIPTS {
        rename_everything(&shop, script).await;
        let mei = shop.seller("mei").await;
        let order = sell(&mei, script).await;
        let path = format!("/order/{}", order["orderId"].as_str().unwrap());
        let detail = mei.get(&path).await.ok();
        assert_eq!(detail["lines"][0]["name"], script, "as it was written");
        let receipt = mei.request(Method::GET, &format!("{path}/receipt"));
        let receipt = receipt.send().await.unwrap();
        assert_eq!(receipt.status(), 200, "{script}");
        assert!(receipt.bytes().await.unwrap().starts_with(b"%PDF-"));
        let table = mei
            .request(Method::GET, "/order/export.csv")
            .send()
            .await
            .unwrap();
        assert!(table.headers().get("set-cookie").is_none());
        let disposition = table.headers()["content-disposition"]
            .to_str()
            .unwrap()
            .to_owned();
        assert!(disposition.starts_with("attachment"), "{disposition}");
        let table = table.text().await.unwrap();
        // A spreadsheet takes a cell for a formula that begins with one of these.
        for cell in table
            .split("\",\"")
            .map(|cell| cell.trim_matches(['"', '\u{feff}', '\n', '\r']))
        {
            assert!(
                !cell.starts_with(['=', '@', '+', '\t']),
                "{cell:?} in {table}"
            );
        }
    }
}

/// A deposit of the till's store, and its first step.
async fn deposit(till: &Client) -> (String, String) {
    let profile = json!({ "profile": { "phoneNo": "0612344108" } });
    let customer = till.post("/customer", profile).await.ok();
    till.add("ER-1", "", 1).await.ok();
    let whose = json!({ "customerId": customer["customerId"] });
    till.put("/basket/customer", whose).await.ok();
    let amount = json!({ "minor": 12_900, "currency": "EUR" });
    let wanted = json!({ "amount": amount, "kind": "REFUNDABLE" });
    till.post("/basket/deposit", wanted).await.ok();
    let paid = till.pay_cash(12_900).await.ok();
    let deposit_id = paid["deposit"]["depositId"].as_str().unwrap();
    let kept = till.get(&format!("/deposit/{deposit_id}")).await.ok();
    let step_id = kept["steps"][0]["stepId"].as_str().unwrap();
    (deposit_id.to_owned(), step_id.to_owned())
}

#[tokio::test]
async fn what_another_store_owns_is_not_there_by_any_route() {
    let shop = Shop::open().await;
    let mei = shop.seller("mei").await;
    let order = sell(&mei, "").await;
    let deposit = deposit(&mei).await;
    let basket = mei.add("ER-1", "", 1).await.ok();
    let much = json!({ "action": "BASKET_DISCOUNT", "kind": "PERCENT", "value": 200_000 });
    let approval = mei.post("/basket/approval", much).await.ok();
    mei.start_payment().await;
    let payment = mei.pay_cash(1_000).await.ok();
    let text = |value: &Value| value.as_str().unwrap().to_owned();
    let (order, line) = (text(&order["orderId"]), text(&basket["lines"][0]["lineId"]));
    let tender = text(&payment["tenders"][0]["tenderId"]);
    let approval = text(&approval["approvalId"]);
    let gia = shop.seller("gia").await;
    let description = shop.description();
    let paths = description["paths"].as_object().unwrap();
    let mut tried = 0;
    for (path, methods) in paths.iter().filter(|(path, _)| path.contains('{')) {
        // Items, customers, vouchers and what head office sets up are the company's, not a store's.
        let companys = ["{itemNo}", "{customerId}", "{voucherNo}"];
        let is_companys = companys.iter().any(|name| path.contains(name));
        // Whoever holds the link may follow it, and providers prove themselves by their signature.
        let is_anybodys = ["/receipt/", "/recycling-print/", "/device/"];
        // These need an operator, a seller, a card or a manager: their own tests ask from another store.
        let is_asked_elsewhere = [
            "/tax-free/",
            "/recycling/",
            "/gift-card/",
            "/statement/",
            "/drawer/",
            "/cash-report/",
        ];
        let mut left_out = is_anybodys.iter().chain(&is_asked_elsewhere);
        let is_left_out = left_out.any(|beginning| path.starts_with(beginning));
        if is_companys || is_left_out || path.starts_with("/setting/") {
            continue;
        }
        let nothing = uuid::Uuid::nil().to_string();
        let (theirs_to_keep, nobodys_to_keep) = (&deposit, [&nothing, &nothing]);
        let kept = |path: &str, [deposit, step]: [&String; 2]| {
            path.replace("{depositId}", deposit)
                .replace("{stepId}", step)
        };
        let named = |order: &str, line: &str, tender: &str, till: &str, approval: &str| {
            path.replace("{orderId}", order)
                .replace("{lineId}", line)
                .replace("{tenderId}", tender)
                .replace("{attemptId}", tender)
                .replace("{terminalNo}", till)
                .replace("{approvalId}", approval)
        };
        let theirs = named(&order, &line, &tender, "PAR-1", &approval);
        let theirs = kept(&theirs, [&theirs_to_keep.0, &theirs_to_keep.1]);
        let nobodys = named(&nothing, &nothing, &nothing, "NO-1", &nothing);
        let nobodys = kept(&nobodys, nobodys_to_keep);
        assert!(!theirs.contains('{'), "say what {path} names");
        for (method, operation) in methods.as_object().unwrap() {
            let reference = operation["requestBody"]["content"]["application/json"]["examples"]
                ["example"]["$ref"]
                .as_str();
            let body = reference.map_or(Value::Null, |reference| {
                let kept = description.pointer(reference.trim_start_matches('#'));
                kept.unwrap()["value"].clone()
            });
            let method: Method = method.to_uppercase().parse().unwrap();
            let ask = async |path: &str| {
                let key = uuid::Uuid::now_v7();
                gia.keyed(method.clone(), path, key, body.clone()).await
            };
            let (theirs, nobodys) = (ask(&theirs).await, ask(&nobodys).await);
            assert_eq!(theirs.refused(), nobodys.refused(), "{method} {path}");
            tried += 1;
        }
    }
    assert!(tried > 8, "only {tried} operations name something");
    assert_eq!(mei.get("/payment").await.ok()["tendered"]["minor"], 1_000);
}

/// One try from an address, without a socket.
async fn guess(router: &axum::Router, user: &str, address: [u8; 4]) -> u16 {
    let body = json!({ "username": user, "password": "a wrong guess" }).to_string();
    let request = http::Request::post("/api/v1/login")
        .header("content-type", "application/json")
        .extension(ConnectInfo(SocketAddr::from((address, 40_000))))
        .body(axum::body::Body::from(body))
        .unwrap();
    router
        .clone()
        .oneshot(request)
        .await
        .unwrap()
        .status()
        .as_u16()
}

#[tokio::test]
async fn ten_thousand_guesses_are_stopped_by_the_limits() {
    let shop = Shop::open().await;
    let router = shop.router();
    let mut looked_at = 0;
    for number in 0..10_000_u32 {
        // Each guess is for another name; they come from two places.
        let address = [203, 0, 113, u8::try_from(number % 2).unwrap()];
        match guess(&router, &format!("name{number}"), address).await {
            401 => looked_at += 1,
            status => assert_eq!(status, 423),
        }
    }
    assert_eq!(looked_at, 60, "thirty from each place");
    // The shop, which is elsewhere, sells on.
    let mei = shop.log_in("mei").await;
    mei.get("/session").await.ok();
}

#[tokio::test]
async fn one_account_is_looked_at_five_times_wherever_the_guesses_come_from() {
    let shop = Shop::open().await;
    let router = shop.router();
    let mut statuses = Vec::new();
    for number in 0..50_u8 {
        statuses.push(guess(&router, "leo", [198, 51, 100, number]).await);
    }
    assert_eq!(statuses[..5], [401, 401, 401, 401, 423]);
    assert!(statuses[5..].iter().all(|status| *status == 423));
}
