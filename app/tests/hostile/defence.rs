//! Text that wants to be more than text, numbers of another store, and guessed passwords.

use std::time::{Duration, Instant};

use reqwest::Method;
use serde_json::{Value, json};
use testkit::{Client, Shop};

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

#[tokio::test]
async fn what_another_store_owns_is_not_there_by_any_route() {
    let shop = Shop::open().await;
    let mei = shop.seller("mei").await;
    let order = sell(&mei, "").await;
    let basket = mei.add("ER-1", "", 1).await.ok();
    mei.start_payment().await;
    let payment = mei.pay_cash(1_000).await.ok();
    let text = |value: &Value| value.as_str().unwrap().to_owned();
    let (order, line) = (text(&order["orderId"]), text(&basket["lines"][0]["lineId"]));
    let tender = text(&payment["tenders"][0]["tenderId"]);
    let gia = shop.seller("gia").await;
    let paths = shop.description()["paths"].as_object().unwrap().clone();
    let mut tried = 0;
    for (path, methods) in paths.iter().filter(|(path, _)| path.contains('{')) {
        // Items are the company's, not a store's.
        if path.contains("{itemNo}") {
            continue;
        }
        let nothing = uuid::Uuid::nil().to_string();
        let named = |order: &str, line: &str, tender: &str, till: &str| {
            path.replace("{orderId}", order)
                .replace("{lineId}", line)
                .replace("{tenderId}", tender)
                .replace("{attemptId}", tender)
                .replace("{terminalNo}", till)
        };
        let theirs = named(&order, &line, &tender, "PAR-1");
        let nobodys = named(&nothing, &nothing, &nothing, "NO-1");
        assert!(!theirs.contains('{'), "say what {path} names");
        for (method, operation) in methods.as_object().unwrap() {
            let reference = operation["requestBody"]["content"]["application/json"]["examples"]
                ["example"]["$ref"]
                .as_str();
            let body = reference.map_or(Value::Null, |reference| {
                let kept = shop
                    .description()
                    .pointer(reference.trim_start_matches('#'));
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

async fn try_to_log_in(shop: &Shop, user: &str) -> Duration {
    let body = json!({ "username": user, "password": "a wrong guess" });
    let start = Instant::now();
    let answer = shop.visitor().post("/login", body).await;
    assert_eq!(answer.refused(), (401, "session.bad_credentials"), "{user}");
    start.elapsed()
}

/// An unknown name would be told apart if its password were not hashed: that is nearly all of the
/// time that a try takes.
#[tokio::test]
async fn an_unknown_name_takes_as_long_as_a_wrong_password() {
    let shop = Shop::open().await;
    let (mut known, mut unknown) = (Vec::new(), Vec::new());
    for round in 0..4 {
        for user in ["mei", "leo", "manager", "gia", "otp"] {
            known.push(try_to_log_in(&shop, user).await);
            unknown.push(try_to_log_in(&shop, &format!("nobody{user}{round}")).await);
        }
    }
    let median = |mut times: Vec<Duration>| {
        times.sort_unstable();
        times[times.len() / 2]
    };
    let (known, unknown) = (median(known), median(unknown));
    let apart = known.abs_diff(unknown);
    assert!(apart < known.min(unknown) / 2, "{known:?} and {unknown:?}");
}
