//! What a change changes.

use serde_json::{Map, Value};

/// What was before and what is after, of those members that differ.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Change {
    /// Before.
    pub before: Map<String, Value>,
    /// After.
    pub after: Map<String, Value>,
}

impl Change {
    /// Compares two objects member by member.
    #[must_use]
    pub fn between(before: &Value, after: &Value) -> Self {
        let mut change = Self::default();
        for (name, new) in after.as_object().into_iter().flatten() {
            change.note(name, before.get(name).unwrap_or(&Value::Null), new);
        }
        change
    }

    /// Notes a member, when it differs.
    pub fn note(&mut self, name: &str, before: &Value, after: &Value) {
        if before != after {
            self.before.insert(name.to_owned(), before.clone());
            self.after.insert(name.to_owned(), after.clone());
        }
    }

    /// Whether nothing differs.
    #[must_use]
    pub fn is_nothing(&self) -> bool {
        self.after.is_empty()
    }

    /// The names of the members that differ.
    #[must_use]
    pub fn fields(&self) -> Vec<String> {
        self.after.keys().cloned().collect()
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn only_what_differs_is_told() {
        let change = Change::between(
            &json!({ "city": "Paris", "kids": null, "likes": ["Gold"] }),
            &json!({ "city": "Lyon", "kids": null, "likes": ["Gold"] }),
        );
        assert_eq!(
            Value::Object(change.before.clone()),
            json!({ "city": "Paris" })
        );
        assert_eq!(
            Value::Object(change.after.clone()),
            json!({ "city": "Lyon" })
        );
        assert_eq!(change.fields(), ["city"]);
        assert!(Change::between(&json!({ "a": 1 }), &json!({ "a": 1 })).is_nothing());
        let new = Change::between(&Value::Null, &json!({ "city": "Lyon" }));
        assert_eq!(Value::Object(new.before), json!({ "city": null }));
    }
}
