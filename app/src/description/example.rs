//! Examples of every body, put together from the examples of their fields.

use serde_json::{Map, Value, json};

const UUID: &str = "0199e2a4-7c1a-7b3e-9d52-6f0c8a1b2c3d";
const MOMENT: &str = "2026-11-21T14:05:09Z";
const DAY: &str = "2026-11-21";

/// Gives every JSON body of the description an example, each kept once among the components.
pub(super) fn add(api: &mut Value) {
    let schemas = api["components"]["schemas"].clone();
    let mut examples = Map::new();
    let paths = api["paths"].as_object_mut();
    let operations = paths
        .into_iter()
        .flat_map(Map::values_mut)
        .filter_map(Value::as_object_mut)
        .flat_map(Map::values_mut);
    for operation in operations {
        if let Some(body) = operation.get_mut("requestBody") {
            add_to(body, None, &schemas, &mut examples);
        }
        for (status, response) in operation["responses"].as_object_mut().into_iter().flatten() {
            let refusal = status.parse().ok().filter(|status| *status >= 300);
            add_to(response, refusal, &schemas, &mut examples);
        }
        for parameter in operation["parameters"].as_array_mut().into_iter().flatten() {
            if parameter.get("schema").is_some() && parameter.get("example").is_none() {
                parameter["example"] = of(&parameter["schema"], &schemas);
            }
        }
    }
    api["components"]["examples"] = Value::Object(examples);
}

/// `refusal`: the status, when the body tells of a refusal.
fn add_to(
    body: &mut Value,
    refusal: Option<u16>,
    schemas: &Value,
    examples: &mut Map<String, Value>,
) {
    let content = body.get_mut("content").and_then(Value::as_object_mut);
    let Some(media) = content.and_then(|content| content.get_mut("application/json")) else {
        return;
    };
    let schema = &media["schema"];
    let reference = schema["$ref"].as_str().unwrap_or("/Object");
    let name = reference.rsplit('/').next().unwrap_or_default();
    let name = refusal.map_or_else(|| name.to_owned(), |status| format!("{name}_{status}"));
    if !examples.contains_key(&name) {
        let mut value = of(schema, schemas);
        if let Some(status) = refusal {
            refuse(&mut value, status);
        }
        examples.insert(name.clone(), json!({ "value": value }));
    }
    media["examples"] = json!({
        "example": { "$ref": format!("#/components/examples/{name}") }
    });
}

/// Shows the first refusal of this status that the catalogue of errors has.
fn refuse(example: &mut Value, status: u16) {
    let kinds = crate::wiring::errors();
    if let Some(kind) = kinds.into_iter().find(|kind| kind.status == status) {
        example["code"] = json!(kind.code);
        example["message"] = json!(kind.message);
        example["error"] = json!({ "key": kind.key, "params": {}, "field": null });
    }
}

/// An example of a schema.
fn of(schema: &Value, schemas: &Value) -> Value {
    if let Some(example) = schema.get("example").or_else(|| schema.get("const")) {
        return example.clone();
    }
    if let Some(name) = schema["$ref"]
        .as_str()
        .and_then(|path| path.rsplit('/').next())
    {
        return of(&schemas[name], schemas);
    }
    if let Some(parts) = schema["allOf"].as_array() {
        let whole = parts.iter().map(|part| of(part, schemas));
        return Value::Object(
            whole
                .filter_map(|part| part.as_object().cloned())
                .flatten()
                .collect(),
        );
    }
    if let Some(choices) = schema["oneOf"].as_array() {
        let told = choices.iter().find(|choice| choice["type"] != "null");
        return told.map_or(Value::Null, |choice| of(choice, schemas));
    }
    if let Some(first) = schema["enum"].as_array().and_then(|values| values.first()) {
        return first.clone();
    }
    match of_type(schema) {
        "object" => {
            let properties = schema["properties"].as_object();
            let fields = properties.into_iter().flatten();
            Value::Object(
                fields
                    .map(|(name, field)| (name.clone(), of(field, schemas)))
                    .collect(),
            )
        }
        "array" => json!([of(&schema["items"], schemas)]),
        "integer" | "number" => json!(1),
        "boolean" => json!(false),
        "string" => match schema["format"].as_str() {
            Some("uuid") => json!(UUID),
            Some("date-time") => json!(MOMENT),
            Some("date") => json!(DAY),
            _ => json!(""),
        },
        _ => Value::Null,
    }
}

/// The type of a schema, leaving out that it may be null.
fn of_type(schema: &Value) -> &str {
    match &schema["type"] {
        Value::String(name) => name,
        Value::Array(names) => {
            let mut names = names.iter().filter_map(Value::as_str);
            names.find(|name| *name != "null").unwrap_or_default()
        }
        _ => "",
    }
}
