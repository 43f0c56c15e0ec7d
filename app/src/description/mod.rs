//! The API's description (OpenAPI 3.1): what the features say of their operations, completed by
//! what holds for all of them.
//!
//! Features describe bodies, answers and refusals where they declare an operation. The envelope,
//! the headers, who may call, and the refusals that any operation can give are the same
//! everywhere, so they are added here once.

mod example;

use std::sync::Arc;

use serde_json::{Map, Value, json};
use session::{Access, RouteAccess};
use shell::http::api::Describe;
use utoipa::OpenApi;

use crate::access::{BASE, ROUTES};

/// The head of the API's description.
#[derive(OpenApi)]
#[openapi(
    info(
        title = "Vitrine",
        description = "The till of a jewellery boutique. Every answer is the envelope {code, \
         message, success, data, versionInfo, recallinfo, allpack}; refusals add {error: {key, \
         params, field}}. Requests carry the bearer token of /login; changes carry an \
         Idempotency-Key that the client chose: the same key again gets the first answer and \
         changes nothing.",
    ),
    tags(
        (name = "setup", description = "The first administrator of a new installation"),
        (name = "session", description = "Logging in, sessions, salespeople"),
        (name = "catalog", description = "Items with price and stock"),
        (name = "sale", description = "The basket of a till"),
        (name = "payment", description = "Tenders and card payments"),
        (name = "gift_card", description = "Gift cards: sold, checked, kept by the office"),
        (name = "device", description = "What card terminals tell by themselves"),
        (name = "drawer", description = "The cash drawer of a till outside of sales"),
        (name = "crm", description = "Customers"),
        (name = "order", description = "Completed orders, receipts"),
        (name = "taxFree", description = "Tax-free forms"),
        (name = "recycling", description = "Old jewellery and the credit for it"),
        (name = "promotion", description = "Packages and gift campaigns"),
        (name = "alert", description = "What waits for the store, live events"),
    ),
)]
struct Head;

/// Operations that change nothing that would hurt twice, and so take no key.
const UNKEYED: [&str; 26] = [
    "/login",
    "/login/code",
    "/login/verify",
    "/logout",
    "/session/unlock",
    "/basket/approval/{approvalId}/sign",
    "/basket/heartbeat",
    "/customer/search",
    "/device/notification",
    "/device/qr/{merchantKey}",
    "/gift-card/available",
    // A batch is made once by its code; its answer is not kept, because it tells codes.
    "/gift-card/batch",
    "/gift-card/check",
    "/gift-card/code",
    "/setting/package/try",
    "/recycling/quote",
    "/recycling/{recyclingId}/print-link",
    "/customer/{customerId}/recycling-credit/code",
    "/customer/{customerId}/recycling-credit/code/verify",
    "/customer/{customerId}/loyalty/code",
    "/customer/{customerId}/loyalty/code/verify",
    "/setting/qr-merchant/{merchantKey}/test",
    "/setting/tax-free-store/{storeNo}/test",
    "/setting/terminal/{terminalNo}/test",
    "/tax-free/notification",
    "/tax-free/quote",
];

/// The refusals that every operation can give, whatever it does.
const EVERYWHERE: [(&str, &str); 2] = [
    ("500", "A fault of the server; it is logged"),
    (
        "503",
        "The server is busy or the store does not answer; try again",
    ),
];

/// The description of a server's operations. It is written when it is asked for: no till asks.
#[derive(Clone)]
pub struct Description {
    operations: Arc<[Describe]>,
}

impl Description {
    pub(crate) fn of(operations: Vec<Describe>) -> Self {
        Self {
            operations: operations.into(),
        }
    }

    /// Writes it, which keeps a processor busy for as long as a few dozen requests do.
    #[must_use]
    pub fn write(&self) -> Value {
        let mut features = Head::openapi();
        for describe in &*self.operations {
            describe(&mut features);
        }
        complete(&features, ROUTES)
    }
}

/// Completes what the features say of their operations.
fn complete(features: &utoipa::openapi::OpenApi, routes: &[RouteAccess]) -> Value {
    let mut api = serde_json::to_value(features).unwrap_or_default();
    api["servers"] = json!([{ "url": BASE, "description": "This server" }]);
    split_envelopes(&mut api);
    require_what_is_answered(&mut api);
    add_components(&mut api);
    for route in routes {
        let method = route.method.to_lowercase();
        if let Some(operation) = api["paths"][route.path].get_mut(&method) {
            complete_operation(operation, route);
        }
    }
    example::add(&mut api);
    api
}

fn object(value: &mut Value) -> &mut Map<String, Value> {
    if !value.is_object() {
        *value = json!({});
    }
    match value {
        Value::Object(map) => map,
        _ => unreachable!("it was made an object above"),
    }
}

fn schemas(api: &mut Value) -> &mut Map<String, Value> {
    object(&mut api["components"]["schemas"])
}

fn success(value: bool) -> Value {
    json!({
        "type": "boolean", "const": value,
        "description": "Whether the operation did what was asked"
    })
}

/// A success never carries an error, and its data is one of the named schemas.
fn split_envelopes(api: &mut Value) {
    let named = schemas(api).clone();
    for (name, schema) in schemas(api) {
        let Some(answered) = name.strip_prefix("Envelope_") else {
            continue;
        };
        let properties = object(&mut schema["properties"]);
        properties.remove("error");
        properties.insert("success".to_owned(), success(true));
        if let Some(data) = reference(answered, &named) {
            properties.insert("data".to_owned(), data);
        } else if let Some(data) = properties.get_mut("data") {
            data["description"] = json!("What the operation answers");
            let rows = answered.strip_prefix("Page_");
            if let Some(row) = rows.and_then(|row| reference(row, &named)) {
                data["properties"]["items"]["items"] = row;
            }
        }
    }
}

/// The schema behind the name that a generic answer got: `BasketView`, `Vec_TenderView`,
/// `Option_PaymentView`.
fn reference(name: &str, named: &Map<String, Value>) -> Option<Value> {
    if named.contains_key(name) {
        return Some(json!({ "$ref": format!("#/components/schemas/{name}") }));
    }
    if let Some(item) = name.strip_prefix("Vec_") {
        let items = reference(item, named)?;
        let description = "What the operation answers";
        return Some(json!({ "type": "array", "items": items, "description": description }));
    }
    let value = reference(name.strip_prefix("Option_")?, named)?;
    Some(json!({ "oneOf": [{ "type": "null" }, value] }))
}

/// What the server answers is always there: a value that is missing is null. What is asked may leave
/// out what has a default, so that a schema which is both has a copy for what is asked.
fn require_what_is_answered(api: &mut Value) {
    let mut answered = named_by(api, "responses");
    if !answered.iter().any(|name| name == "ErrorView") {
        answered.push("ErrorView".to_owned());
    }
    let asked = named_by(api, "requestBody");
    let schemas = &mut api["components"]["schemas"];
    let both: Vec<String> = asked
        .iter()
        .filter(|name| answered.contains(name) && leaves_out(&schemas[name.as_str()]))
        .cloned()
        .collect();
    for name in &both {
        schemas[format!("{name}Request")] = schemas[name.as_str()].clone();
    }
    for name in asked.iter().filter(|name| !answered.contains(name)) {
        ask_for(&mut schemas[name.as_str()], &both);
    }
    for name in &both {
        ask_for(&mut schemas[format!("{name}Request")], &both);
    }
    for name in answered {
        require_all(&mut schemas[name]);
    }
    for methods in object(&mut api["paths"]).values_mut() {
        for operation in object(methods).values_mut() {
            if let Some(body) = operation.get_mut("requestBody") {
                ask_for(body, &both);
            }
        }
    }
}

/// The schemas that a part of all operations names, and those that these name.
fn named_by(api: &Value, part: &str) -> Vec<String> {
    let mut names = Vec::new();
    for methods in api["paths"].as_object().into_iter().flat_map(Map::values) {
        for operation in methods.as_object().into_iter().flat_map(Map::values) {
            collect_references(&operation[part], &mut names);
        }
    }
    let mut seen = 0;
    while let Some(name) = names.get(seen).cloned() {
        collect_references(&api["components"]["schemas"][&name], &mut names);
        seen += 1;
    }
    names
}

/// Whether a value of this schema may lack something.
fn leaves_out(schema: &Value) -> bool {
    let required = schema["required"].as_array();
    let properties = schema["properties"].as_object();
    properties
        .into_iter()
        .flat_map(Map::keys)
        .any(|name| !required.is_some_and(|all| all.iter().any(|one| one == name.as_str())))
}

/// Names the copies for what is asked in place of what is answered.
fn ask_for(part: &mut Value, both: &[String]) {
    match part {
        Value::Object(map) => {
            if let Some(Value::String(reference)) = map.get_mut("$ref")
                && let Some(name) = reference.strip_prefix("#/components/schemas/")
                && both.iter().any(|known| known == name)
            {
                reference.push_str("Request");
            }
            map.values_mut().for_each(|value| ask_for(value, both));
        }
        Value::Array(list) => list.iter_mut().for_each(|value| ask_for(value, both)),
        _ => {}
    }
}

/// Adds the schemas that a part of the description names, each once.
fn collect_references(part: &Value, names: &mut Vec<String>) {
    match part {
        Value::Object(map) => {
            let name = map
                .get("$ref")
                .and_then(Value::as_str)
                .and_then(|reference| reference.strip_prefix("#/components/schemas/"));
            if let Some(name) = name.filter(|name| !names.iter().any(|known| known == name)) {
                names.push(name.to_owned());
            }
            map.values()
                .for_each(|value| collect_references(value, names));
        }
        Value::Array(list) => list
            .iter()
            .for_each(|value| collect_references(value, names)),
        _ => {}
    }
}

fn require_all(schema: &mut Value) {
    match schema {
        Value::Object(map) => {
            if let Some(properties) = map.get("properties").and_then(Value::as_object) {
                let all: Vec<_> = properties.keys().cloned().collect();
                map.insert("required".to_owned(), json!(all));
            }
            map.values_mut().for_each(require_all);
        }
        Value::Array(list) => list.iter_mut().for_each(require_all),
        _ => {}
    }
}

fn add_components(api: &mut Value) {
    let mut refused = api["components"]["schemas"]["Envelope_Done"].clone();
    refused["description"] = json!("The envelope of a refusal.");
    let properties = object(&mut refused["properties"]);
    properties.insert("success".to_owned(), success(false));
    properties.insert(
        "data".to_owned(),
        json!({ "type": "null", "description": "Nothing" }),
    );
    properties.insert(
        "error".to_owned(),
        json!({ "$ref": "#/components/schemas/ErrorView" }),
    );
    properties["code"]["example"] = json!(409);
    properties["message"]["example"] = json!("Quantity Cannot be more than the total quantity");
    require_all(&mut refused);
    schemas(api).insert("Refused".to_owned(), refused);
    let components = object(&mut api["components"]);
    components.insert(
        "securitySchemes".to_owned(),
        json!({ "session": {
            "type": "http", "scheme": "bearer", "bearerFormat": "JWT",
            "description": "The token of /login. Its session is looked at with every request."
        }}),
    );
    components.insert("parameters".to_owned(), header_parameters());
    components.insert(
        "headers".to_owned(),
        json!({ "X-Request-Id": {
            "description": "Names the request in the server's logs",
            "schema": { "type": "string" }
        }}),
    );
}

/// The headers that a till sends (specification §7).
fn header_parameters() -> Value {
    let header = |name: &str, description: &str, schema: Value, example: &str| {
        json!({
            "name": name, "in": "header", "required": false,
            "description": description, "schema": schema, "example": example
        })
    };
    let text = || json!({ "type": "string" });
    let mut key = header(
        "Idempotency-Key",
        "A UUID that the client chose for this intent. A repeat with the same key gets the first \
         answer; another request under it is refused",
        json!({ "type": "string", "format": "uuid" }),
        "0199e2a4-7c1a-7b3e-9d52-6f0c8a1b2c3d",
    );
    key["required"] = json!(true);
    json!({
        "IdempotencyKey": key,
        "AppVersion": header("X-App-Version",
            "The client's version; `versionInfo.code` is 0 when it must update", text(), "3.10.51"),
        "DeviceId": header("X-Device-Id",
            "Made once by the device and kept", text(), "0199e2a4-51d0-7c77-8e4e-0d6a3b9c1f20"),
        "TimeZone": header("X-Time-Zone",
            "The device's time zone; it informs and decides nothing", text(), "Europe/Paris"),
        "TimeZoneOffset": header("X-Time-Zone-Offset",
            "Minutes east of UTC; it informs and decides nothing", text(), "60"),
        "LoginTime": header("X-Login-Time", "When the device logged in", text(), "2026-11-21T09:00:00Z"),
    })
}

fn complete_operation(operation: &mut Value, route: &RouteAccess) {
    let is_change = route.method != "GET";
    let is_keyed = is_change && !UNKEYED.contains(&route.path);
    let has_body = operation.get("requestBody").is_some();
    let has_query = operation["parameters"]
        .as_array()
        .is_some_and(|parameters| parameters.iter().any(|one| one["in"] == "query"));
    add_parameters(operation, is_keyed);
    let mut refusals: Vec<(&str, &str)> = EVERYWHERE.to_vec();
    match route.access {
        Access::Public => operation["security"] = json!([]),
        Access::LoggedIn => {
            operation["security"] = json!([{ "session": [] }]);
            refusals.push(("401", "No session, or it is over (code 501)"));
        }
        Access::Permission(permission) => {
            operation["security"] = json!([{ "session": [] }]);
            operation["x-permission"] = json!(permission);
            refusals.push(("401", "No session, or it is over (code 501)"));
            refusals.push(("403", "The session's group lacks the permission"));
        }
    }
    if has_body || has_query || is_keyed {
        refusals.push(("400", "The request cannot be read, or lacks its key"));
    }
    if is_change {
        refusals.push(("403", "The request came from a page of another site"));
        refusals.push(("507", "Nothing can be saved now; nothing was changed"));
    }
    if has_body {
        refusals.push(("413", "The body is too large"));
        refusals.push(("415", "The body is not declared as JSON"));
        refusals.push(("422", "A value cannot be used"));
    }
    if is_keyed {
        refusals.push(("422", "The key was already used for another request"));
    }
    add_refusals(object(&mut operation["responses"]), &refusals);
}

fn add_parameters(operation: &mut Value, is_keyed: bool) {
    let reference = |name: &str| json!({ "$ref": format!("#/components/parameters/{name}") });
    let mut parameters: Vec<Value> = operation["parameters"]
        .as_array()
        .cloned()
        .unwrap_or_default();
    // A feature that describes the key itself says nothing that is not said here.
    parameters.retain(|one| one["name"] != "Idempotency-Key");
    if is_keyed {
        parameters.push(reference("IdempotencyKey"));
    }
    for name in [
        "AppVersion",
        "DeviceId",
        "TimeZone",
        "TimeZoneOffset",
        "LoginTime",
    ] {
        parameters.push(reference(name));
    }
    operation["parameters"] = json!(parameters);
}

fn add_refusals(responses: &mut Map<String, Value>, refusals: &[(&str, &str)]) {
    for (status, description) in refusals {
        let response = responses
            .entry(*status)
            .or_insert_with(|| json!({ "description": description }));
        let said = response["description"].as_str().unwrap_or_default();
        if !said.contains(description) {
            response["description"] = json!(format!("{said}; or: {description}"));
        }
    }
    for (status, response) in responses.iter_mut() {
        if !status.starts_with('2') {
            response["content"] = json!({ "application/json": {
                "schema": { "$ref": "#/components/schemas/Refused" }
            }});
        }
        response["headers"] = json!({
            "X-Request-Id": { "$ref": "#/components/headers/X-Request-Id" }
        });
    }
}
