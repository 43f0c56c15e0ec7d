//! Examples of every body, put together from the examples of their fields.

use serde_json::{Map, Value, json};

const UUID: &str = "0199e2a4-7c1a-7b3e-9d52-6f0c8a1b2c3d";
const MOMENT: &str = "2026-11-21T14:05:09Z";
const DAY: &str = "2026-11-21";

/// Gives every JSON body of the description an example.
pub(super) fn add(api: &mut Value) {
    let schemas = api["components"]["schemas"].clone();
    let paths = api["paths"]
        .as_object_mut()
        .into_iter()
        .flat_map(Map::values_mut);
    for operation in paths
        .filter_map(Value::as_object_mut)
        .flat_map(Map::values_mut)
    {
        add_to(&mut operation["requestBody"], &schemas);
        if operation["requestBody"].is_null() {
            operation
                .as_object_mut()
                .map(|operation| operation.remove("requestBody"));
        }
        let responses = operation["responses"].as_object_mut();
        for (status, response) in responses.into_iter().flatten() {
            add_to(response, &schemas);
            if let (false, Ok(status)) = (status.starts_with('2'), status.parse::<u16>()) {
                refused(
                    &mut response["content"]["application/json"]["example"],
                    status,
                );
            }
        }
        for parameter in operation["parameters"].as_array_mut().into_iter().flatten() {
            if parameter.get("schema").is_some() && parameter.get("example").is_none() {
                parameter["example"] = of(&parameter["schema"], &schemas);
            }
        }
    }
}

fn add_to(body: &mut Value, schemas: &Value) {
    let media = body
        .get_mut("content")
        .and_then(|content| content.get_mut("application/json"))
        .and_then(Value::as_object_mut);
    if let Some(media) = media
        && !media.contains_key("example")
        && let Some(schema) = media.get("schema")
    {
        let example = of(schema, schemas);
        media.insert("example".to_owned(), example);
    }
}

/// A refusal of this status that any operation could give, where there is one.
fn refused(example: &mut Value, status: u16) {
    let kinds = crate::wiring::errors();
    let Some(kind) = kinds.into_iter().find(|kind| kind.status == status) else {
        return;
    };
    example["code"] = json!(kind.code);
    example["message"] = json!(kind.message);
    example["error"] = json!({ "key": kind.key, "params": {}, "field": null });
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
