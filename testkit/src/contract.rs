//! Holds every answer that a test sees against the API's description.

use std::collections::HashMap;
use std::sync::OnceLock;

use app::description::Description;
use jsonschema::Validator;
use serde_json::{Value, json};

/// The base below which the description's paths lie.
const BASE: &str = "/api/v1";

/// How the description names the key of a change.
const KEY: &str = "#/components/parameters/IdempotencyKey";

/// Where the description keeps its schemas.
const SCHEMAS: &str = "#/components/schemas/";

static CONTRACT: OnceLock<Contract> = OnceLock::new();

/// What the API promises to answer.
pub(crate) struct Contract {
    operations: Vec<Operation>,
    /// What answers where there is no operation.
    refused: Validator,
}

struct Operation {
    method: String,
    path: Vec<String>,
    /// Whether it takes a key, under which it is done once.
    is_keyed: bool,
    answers: HashMap<u16, Option<Validator>>,
}

/// What decides whether something is as a schema of the description says. It holds the parts that the
/// schema names and no others: all of them in each of a thousand would be gigabytes.
///
/// # Panics
/// When the schema cannot be used.
#[must_use]
pub fn validator_of(description: &Value, schema: &Value) -> Validator {
    let mut whole = schema.clone();
    let mut open: Vec<String> = Vec::new();
    add_names(schema, &mut open);
    while let Some(name) = open.pop() {
        let kept = &mut whole["components"]["schemas"];
        if kept.get(&name).is_none() {
            let part = &description["components"]["schemas"][&name];
            kept[&name] = part.clone();
            add_names(part, &mut open);
        }
    }
    jsonschema::draft202012::new(&whole).expect("a schema that can be used")
}

/// Adds the parts of the description that a schema names.
fn add_names(schema: &Value, names: &mut Vec<String>) {
    match schema {
        Value::Object(fields) => {
            let named = fields.get("$ref").and_then(Value::as_str);
            names.extend(
                named
                    .and_then(|it| it.strip_prefix(SCHEMAS))
                    .map(str::to_owned),
            );
            fields.values().for_each(|field| add_names(field, names));
        }
        Value::Array(items) => items.iter().for_each(|item| add_names(item, names)),
        _ => {}
    }
}

/// Checks an answer against the description of the shop that was opened first.
///
/// # Errors
/// What is not as described.
pub fn check_answer(method: &str, path: &str, status: u16, answer: &Value) -> Result<(), String> {
    CONTRACT.get().map_or(Ok(()), |contract| {
        contract.fault(method, path, status, answer)
    })
}

impl Contract {
    /// The contract of this program: the first description that is given.
    pub(crate) fn keep(description: &Description) {
        CONTRACT.get_or_init(|| Self::of(&description.write()));
    }

    /// Checks an answer.
    ///
    /// # Panics
    /// When it is not as described.
    #[track_caller]
    pub(crate) fn check(method: &str, path: &str, status: u16, answer: &Value) {
        if let Some(contract) = CONTRACT.get() {
            contract.check_answer(method, path, status, answer);
        }
    }

    fn of(description: &Value) -> Self {
        let validator = |schema: &Value| validator_of(description, schema);
        let mut operations = Vec::new();
        for (path, methods) in description["paths"].as_object().into_iter().flatten() {
            for (method, operation) in methods.as_object().into_iter().flatten() {
                let answers = operation["responses"].as_object().into_iter().flatten();
                operations.push(Operation {
                    method: method.to_uppercase(),
                    path: path.split('/').map(str::to_owned).collect(),
                    is_keyed: operation["parameters"]
                        .as_array()
                        .is_some_and(|all| all.iter().any(|it| it["$ref"] == KEY)),
                    answers: answers
                        .filter_map(|(status, response)| {
                            let schema = response["content"]["application/json"].get("schema");
                            Some((status.parse().ok()?, schema.map(validator)))
                        })
                        .collect(),
                });
            }
        }
        // `/item/facet` is meant before `/item/{itemNo}`.
        operations.sort_by_key(|operation| {
            operation
                .path
                .iter()
                .filter(|part| part.starts_with('{'))
                .count()
        });
        Self {
            operations,
            refused: validator(&json!({ "$ref": "#/components/schemas/Refused" })),
        }
    }

    /// Whether an operation takes a key.
    pub(crate) fn is_keyed(method: &str, path: &str) -> bool {
        let find = |contract: &Self| contract.find(method, path).is_some_and(|it| it.is_keyed);
        CONTRACT.get().is_some_and(find)
    }

    fn find(&self, method: &str, path: &str) -> Option<&Operation> {
        let parts: Vec<&str> = path.strip_prefix(BASE).unwrap_or(path).split('/').collect();
        let names = |operation: &&Operation| {
            let mut pairs = operation.path.iter().zip(&parts);
            operation.path.len() == parts.len()
                && pairs.all(|(named, part)| named.starts_with('{') || named == part)
        };
        // An address is one path, whichever methods it takes.
        let address = self.operations.iter().find(names).map(|found| &found.path);
        self.operations
            .iter()
            .find(|operation| Some(&operation.path) == address && operation.method == method)
    }

    #[track_caller]
    fn check_answer(&self, method: &str, path: &str, status: u16, answer: &Value) {
        if let Err(fault) = self.fault(method, path, status, answer) {
            panic!("{fault}");
        }
    }

    fn fault(&self, method: &str, path: &str, status: u16, answer: &Value) -> Result<(), String> {
        let what = || format!("{method} {path} -> {status}: {answer}");
        let operation = self.find(method, path);
        let validator = match operation {
            None => Some(&self.refused),
            Some(operation) => operation
                .answers
                .get(&status)
                .ok_or_else(|| format!("the description does not know {}", what()))?
                .as_ref(),
        };
        let faults = validator.into_iter().flat_map(|it| it.iter_errors(answer));
        let faults: Vec<String> = faults
            .map(|fault| format!("{} at {}", fault, fault.instance_path()))
            .collect();
        match faults.is_empty() {
            true => Ok(()),
            false => Err(format!("not as described: {faults:?}: {}", what())),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn contract() -> Contract {
        Contract::of(&json!({
            "paths": { "/item/{itemNo}": { "get": { "responses": { "200": {
                "content": { "application/json": { "schema": {
                    "$ref": "#/components/schemas/Item"
                }}}
            }}}}},
            "components": { "schemas": {
                "Item": { "type": "object", "required": ["itemNo"] },
                "Refused": { "type": "object", "required": ["error"] }
            }}
        }))
    }

    #[test]
    fn an_answer_as_described_passes() {
        let contract = contract();
        contract.check_answer(
            "GET",
            "/api/v1/item/RG-1",
            200,
            &json!({ "itemNo": "RG-1" }),
        );
        contract.check_answer("GET", "/api/v1/nowhere", 404, &json!({ "error": {} }));
    }

    #[test]
    #[should_panic(expected = "not as described")]
    fn a_missing_field_is_caught() {
        contract().check_answer("GET", "/api/v1/item/RG-1", 200, &json!({}));
    }

    #[test]
    #[should_panic(expected = "does not know")]
    fn a_status_that_is_not_described_is_caught() {
        contract().check_answer("GET", "/api/v1/item/RG-1", 418, &json!({}));
    }
}
