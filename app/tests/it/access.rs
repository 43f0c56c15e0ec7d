//! Who may do what, and nobody sees another store.

use std::collections::BTreeSet;

use app::access::ROUTES;
use serde_json::{Value, json};
use session::Access;
use testkit::{Client, Shop};
use uuid::Uuid;

/// A path with something in place of its variable parts.
fn concrete(path: &str) -> String {
    path.replace("{itemNo}", "RG-1")
        .replace("{terminalNo}", "PAR-1")
        .replace("{lineId}", &Uuid::nil().to_string())
        .replace("{tenderId}", &Uuid::nil().to_string())
        .replace("{attemptId}", &Uuid::nil().to_string())
        .replace("{orderId}", &Uuid::nil().to_string())
        .replace("{customerId}", &Uuid::nil().to_string())
}

async fn status(client: &Client, method: &str, path: &str) -> (u16, i64) {
    let request = client
        .request(method.parse().unwrap(), &concrete(path))
        .header("idempotency-key", Uuid::now_v7().to_string());
    let request = if method == "GET" {
        request
    } else {
        request.json(&json!({}))
    };
    let response = request.send().await.unwrap();
    let status = response.status().as_u16();
    // Live events never end, so that only an error is read.
    if status == 200 {
        return (status, 200);
    }
    let body: Value = response.json().await.unwrap_or_default();
    (status, body["code"].as_i64().unwrap_or_default())
}

#[tokio::test]
async fn without_a_token_only_public_routes_answer() {
    let shop = Shop::open().await;
    let visitor = shop.visitor();
    for row in ROUTES {
        let (status, code) = status(&visitor, row.method, row.path).await;
        match row.access {
            Access::Public => assert_ne!(code, 501, "{} {}", row.method, row.path),
            _ => assert_eq!((status, code), (401, 501), "{} {}", row.method, row.path),
        }
    }
}

#[tokio::test]
async fn each_role_reaches_exactly_what_its_group_may() {
    let shop = Shop::open().await;
    shop.change("UPDATE salesperson SET permission_group_code = 'SENIOR' WHERE staff_id = 'leo'")
        .await;
    for staff_id in ["mei", "leo", "manager", "admin"] {
        let client = shop.log_in(staff_id).await;
        let session = client.get("/session").await.ok();
        let held: BTreeSet<&str> = session["permissions"]
            .as_array()
            .unwrap()
            .iter()
            .filter_map(Value::as_str)
            .collect();
        for row in ROUTES.iter().filter(|row| row.path != "/logout") {
            let (status, _) = status(&client, row.method, row.path).await;
            let allowed = match row.access {
                Access::Permission(permission) => held.contains(permission),
                Access::LoggedIn | Access::Public => true,
            };
            assert_eq!(
                status != 403,
                allowed,
                "{staff_id}: {} {}",
                row.method,
                row.path
            );
            assert!(
                status < 500,
                "{staff_id}: {} {} -> {status}",
                row.method,
                row.path
            );
        }
    }
}

#[tokio::test]
async fn an_administrator_does_not_sell() {
    let shop = Shop::open().await;
    let admin = shop.log_in("admin").await;
    assert_eq!(
        admin.add("RG-1", "54", 1).await.refused(),
        (403, "session.forbidden")
    );
}

#[tokio::test]
async fn another_stores_data_is_not_there() {
    let shop = Shop::open().await;
    let (mei, gia) = (shop.seller("mei").await, shop.seller("gia").await);
    let basket = mei.add("RG-1", "54", 1).await.ok();
    let line = basket["lines"][0]["lineId"].as_str().unwrap();
    let path = format!("/basket/line/{line}");
    assert_eq!(
        gia.put(&path, json!({ "quantity": 2 })).await.refused(),
        (404, "sale.line_not_found")
    );
    let other_till = "/temp-data/terminal/right/PAR-1";
    assert_eq!(gia.get(other_till).await.refused().0, 404);
    let content = json!({ "content": { "abnormalExit": true } });
    assert_eq!(gia.post(other_till, content).await.refused().0, 404);
}
