//! The API's description is complete, and says the truth. That every answer fits it is checked by
//! the tests' client with every request.

use std::collections::BTreeSet;

use app::access::ROUTES;
use reqwest::Method;
use serde_json::{Value, json};
use session::Access;
use testkit::{Client, Shop};
use uuid::Uuid;

struct Operation {
    name: String,
    method: String,
    path: String,
    described: Value,
}

async fn description(client: &Client) -> Value {
    let request = client.request(Method::GET, "/openapi.json");
    request.send().await.unwrap().json().await.unwrap()
}

fn operations(description: &Value) -> Vec<Operation> {
    let paths = description["paths"].as_object().unwrap();
    paths
        .iter()
        .flat_map(|(path, methods)| {
            methods
                .as_object()
                .unwrap()
                .iter()
                .map(move |(method, described)| Operation {
                    name: format!("{method} {path}"),
                    method: method.to_uppercase(),
                    path: path.clone(),
                    described: described.clone(),
                })
        })
        .collect()
}

/// A path with something in place of its variable parts.
fn concrete(path: &str) -> String {
    let parts = path.split('/').map(|part| match part {
        "{itemNo}" => "RG-1".to_owned(),
        "{terminalNo}" => "PAR-1".to_owned(),
        part if part.starts_with('{') => Uuid::nil().to_string(),
        part => part.to_owned(),
    });
    parts.collect::<Vec<_>>().join("/")
}

#[tokio::test]
async fn every_route_has_a_row_and_every_row_a_route() {
    let shop = Shop::open().await;
    let description = description(&shop.visitor()).await;
    let described: BTreeSet<String> = operations(&description)
        .into_iter()
        .map(|operation| format!("{} {}", operation.method, operation.path))
        .collect();
    let table: BTreeSet<String> = ROUTES
        .iter()
        .map(|row| format!("{} {}", row.method, row.path))
        .collect();
    assert_eq!(
        table, described,
        "add the route to app/src/access.rs, or remove its row"
    );
}

#[tokio::test]
async fn every_operation_tells_what_it_does_who_may_call_it_and_what_it_answers() {
    let shop = Shop::open().await;
    let description = description(&shop.visitor()).await;
    for operation in operations(&description) {
        let Operation {
            name, described, ..
        } = &operation;
        let row = ROUTES
            .iter()
            .find(|row| row.method == operation.method && row.path == operation.path)
            .unwrap();
        assert!(described["summary"].is_string(), "{name} has no summary");
        assert!(described["security"].is_array(), "{name}: who may call it?");
        let permission = match row.access {
            Access::Permission(permission) => Some(permission),
            Access::LoggedIn | Access::Public => None,
        };
        assert_eq!(described["x-permission"].as_str(), permission, "{name}");
        let answers = described["responses"].as_object().unwrap();
        assert!(
            answers.keys().any(|status| status.starts_with('2')),
            "{name} has no answer"
        );
        for (status, answer) in answers {
            assert!(answer["description"].is_string(), "{name}: {status}");
            let media: Vec<_> = answer["content"].as_object().unwrap().values().collect();
            assert!(!media.is_empty(), "{name}: {status} has no body");
            assert!(
                media.iter().all(|media| media["schema"].is_object()),
                "{name}: {status}"
            );
        }
        for parameter in described["parameters"].as_array().unwrap() {
            let is_shared = parameter["$ref"].is_string();
            assert!(
                is_shared || parameter["description"].is_string(),
                "{name}: {parameter}"
            );
        }
    }
}

#[tokio::test]
async fn every_field_is_described() {
    let shop = Shop::open().await;
    let description = description(&shop.visitor()).await;
    for (name, schema) in description["components"]["schemas"].as_object().unwrap() {
        for (field, schema) in schema["properties"].as_object().into_iter().flatten() {
            let is_named = schema["$ref"].is_string() || schema["oneOf"].is_array();
            let is_described = schema["description"].is_string();
            assert!(
                is_described || is_named,
                "{name}.{field} has no description"
            );
        }
    }
}

#[tokio::test]
async fn every_example_is_one_and_leaves_no_text_blank() {
    let shop = Shop::open().await;
    let description = description(&shop.visitor()).await;
    let mut without = Vec::new();
    for Operation {
        name, described, ..
    } in operations(&description)
    {
        let answers = described["responses"].as_object().unwrap();
        let bodies = answers
            .iter()
            .chain(described.get("requestBody").map(|body| (&name, body)));
        for (which, body) in bodies {
            let Some(media) = body["content"].get("application/json") else {
                continue;
            };
            let validator = testkit::validator_of(&description, &media["schema"]);
            let example = example(&description, media).expect("an example");
            let faults: Vec<_> = validator.iter_errors(&example).collect();
            assert!(faults.is_empty(), "{name} {which}: {faults:?} in {example}");
            let blank = blank_texts(&example, "");
            if !blank.is_empty() {
                without.push(format!("{name} {which}: give {blank:?} an example"));
            }
        }
    }
    assert!(without.is_empty(), "{without:#?}");
}

/// The example of a body, wherever it is kept.
fn example(description: &Value, media: &Value) -> Option<Value> {
    let reference = media["examples"]["example"]["$ref"].as_str()?;
    let kept = description.pointer(reference.strip_prefix('#')?)?;
    Some(kept["value"].clone())
}

/// Where an example has a text without a character.
fn blank_texts(example: &Value, place: &str) -> Vec<String> {
    match example {
        Value::String(text) if text.is_empty() => vec![place.to_owned()],
        Value::Object(fields) => fields
            .iter()
            .flat_map(|(name, value)| blank_texts(value, &format!("{place}.{name}")))
            .collect(),
        Value::Array(values) => values
            .iter()
            .flat_map(|value| blank_texts(value, place))
            .collect(),
        _ => Vec::new(),
    }
}

/// Somebody who may use a route.
fn who_may(path: &str) -> &'static str {
    let is_office =
        ["/gift-card/batch", "/gift-card/import"].contains(&path) || path.ends_with("/adjustment");
    if path.starts_with("/setting/") || is_office {
        "admin"
    } else {
        "manager"
    }
}

#[tokio::test]
async fn a_change_takes_a_key_exactly_where_the_description_says_so() {
    let shop = Shop::open().await;
    let description = description(&shop.visitor()).await;
    for operation in operations(&description) {
        if operation.method == "GET" || operation.path == "/logout" {
            continue;
        }
        let client = shop.log_in(who_may(&operation.path)).await;
        let parameters = operation.described["parameters"].as_array().unwrap();
        let says_so = parameters
            .iter()
            .any(|one| one["$ref"] == "#/components/parameters/IdempotencyKey");
        let request = client.request(
            operation.method.parse().unwrap(),
            &concrete(&operation.path),
        );
        let content = &operation.described["requestBody"]["content"]["application/json"];
        let request = match example(&description, content) {
            Some(body) => request.json(&body),
            None => request,
        };
        let response = request.send().await.unwrap();
        let envelope: Value = response.json().await.unwrap_or_default();
        let is_missed = envelope["error"]["key"] == "request.key_missing";
        assert_eq!(says_so, is_missed, "{}: {envelope}", operation.name);
    }
}

#[tokio::test]
async fn the_examples_of_requests_can_be_read_by_the_server() {
    let shop = Shop::open().await;
    let description = description(&shop.visitor()).await;
    let (manager, admin) = (shop.log_in("manager").await, shop.log_in("admin").await);
    for operation in operations(&description) {
        let content = &operation.described["requestBody"]["content"]["application/json"];
        // Logging in again ends this session; devices and providers speak without the envelope.
        let is_other = operation.path == "/login"
            || operation.path.starts_with("/device/")
            || operation.path.ends_with("/notification");
        let Some(example) = example(&description, content).filter(|_| !is_other) else {
            continue;
        };
        let path = concrete(&operation.path);
        let method = operation.method.parse().unwrap();
        let client = match who_may(&operation.path) {
            "admin" => &admin,
            _ => &manager,
        };
        let answer = client
            .keyed(method, &path, Uuid::now_v7(), example.clone())
            .await;
        assert_ne!(
            answer.envelope["error"]["key"], "request.malformed",
            "{}: {}",
            operation.name, answer.envelope
        );
    }
}

#[tokio::test]
async fn a_field_that_is_not_described_is_refused() {
    let shop = Shop::open().await;
    let description = description(&shop.visitor()).await;
    let (manager, admin) = (shop.log_in("manager").await, shop.log_in("admin").await);
    for operation in operations(&description) {
        let content = &operation.described["requestBody"]["content"]["application/json"];
        let example = example(&description, content);
        let is_device =
            operation.path.starts_with("/device/") || operation.path.ends_with("/notification");
        let Some(mut example) = example.filter(|_| !is_device) else {
            continue;
        };
        example["surprise"] = json!(1);
        let (method, path) = (operation.method.parse().unwrap(), concrete(&operation.path));
        let client = match who_may(&operation.path) {
            "admin" => &admin,
            _ => &manager,
        };
        let answer = client.keyed(method, &path, Uuid::now_v7(), example).await;
        assert_eq!(
            answer.refused(),
            (400, "request.malformed"),
            "{}",
            operation.name
        );
    }
}

#[tokio::test]
async fn the_till_is_built_from_this_description() {
    let shop = Shop::open().await;
    let served = description(&shop.visitor()).await;
    let kept = concat!(env!("CARGO_MANIFEST_DIR"), "/../web/src/api/openapi.json");
    let kept: Value = serde_json::from_str(&std::fs::read_to_string(kept).unwrap()).unwrap();
    assert!(
        kept == served,
        "web/src/api/openapi.json is old: run `make generate`"
    );
}
