//! Salespeople as head office keeps them.

mod saved;
mod session;

use serde_json::{Value, json};
use testkit::{Answer, Client, Shop};

const NEW_PASSWORD: &str = "lanterns over quiet water";

/// Somebody new as they are sent, with changes over what is usual.
fn person(changes: &Value) -> Value {
    let value = json!({
        "firstName": "Hugo", "lastName": "Martin", "nameOnReceipt": "Hugo M.", "blocked": false,
        "permissionGroupCode": "SALES", "employeeType": "SALES", "endsOn": null,
        "companyNo": "CO", "storeNo": "PAR", "defaultTerminalNo": "PAR-2", "linkedStores": [],
    });
    with(value, changes)
}

/// A value with some fields changed.
fn with(mut value: Value, changes: &Value) -> Value {
    for (name, change) in changes.as_object().unwrap() {
        value[name] = change.clone();
    }
    value
}

async fn save(
    admin: &Client,
    id: &str,
    version: Option<i64>,
    value: &Value,
    password: Option<&str>,
) -> Answer {
    let body = json!({ "version": version, "value": value, "password": password });
    admin.put(&format!("/setting/salesperson/{id}"), body).await
}

async fn stored(admin: &Client, id: &str) -> (i64, Value) {
    let person = admin.get(&format!("/setting/salesperson/{id}")).await.ok();
    (person["version"].as_i64().unwrap(), person["value"].clone())
}

/// Saves somebody who is there with some fields changed.
async fn change(admin: &Client, id: &str, changes: &Value) -> Answer {
    let (version, value) = stored(admin, id).await;
    save(admin, id, Some(version), &with(value, changes), None).await
}

async fn try_log_in(shop: &Shop, id: &str, password: &str) -> Answer {
    let body = json!({ "username": id, "password": password });
    shop.visitor().post("/login", body).await
}
