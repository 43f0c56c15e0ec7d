//! `AdditionalResponse`: form-encoded pairs, or the same as JSON in base64. For display and for
//! cross-checks; what a result means is never read from it.

use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use serde_json::{Map, Value};

/// Longest text that is passed on for the screen, in characters.
const TEXT_LEN_MAX: usize = 200;

#[derive(Debug, Default)]
pub(super) struct Form {
    pairs: Vec<(String, String)>,
    plain: Option<String>,
}

impl Form {
    pub(super) fn parse(text: &str) -> Self {
        if let Some(object) = base64_object(text) {
            let mut pairs = Vec::new();
            collect(&object, &mut pairs);
            return Self { pairs, plain: None };
        }
        if !text.contains('=') {
            let plain = decode(text);
            return Self {
                pairs: Vec::new(),
                plain: Some(plain).filter(|text| !text.is_empty()),
            };
        }
        let pairs = form_urlencoded::parse(text.as_bytes())
            .map(|(key, value)| (key.into_owned(), value.into_owned()))
            .collect();
        Self { pairs, plain: None }
    }

    /// The value of a key; terminals differ in upper and lower case.
    pub(super) fn get(&self, key: &str) -> Option<&str> {
        let found = self
            .pairs
            .iter()
            .find(|(name, _)| name.eq_ignore_ascii_case(key));
        found
            .map(|(_, value)| value.as_str())
            .filter(|value| !value.is_empty())
    }

    /// The terminal's words. Only the keys that hold words: others hold card data.
    pub(super) fn text(&self) -> String {
        let keys = ["refusalReason", "message", "errors"];
        let words = keys
            .iter()
            .find_map(|key| self.get(key))
            .or(self.plain.as_deref());
        words
            .unwrap_or_default()
            .trim()
            .chars()
            .take(TEXT_LEN_MAX)
            .collect()
    }
}

/// Decodes `%20` and `+`.
fn decode(text: &str) -> String {
    form_urlencoded::parse(text.as_bytes())
        .map(|(key, _)| key.into_owned())
        .collect()
}

fn base64_object(text: &str) -> Option<Map<String, Value>> {
    let bytes = STANDARD.decode(text.trim()).ok()?;
    serde_json::from_slice(&bytes).ok()
}

fn collect(object: &Map<String, Value>, pairs: &mut Vec<(String, String)>) {
    for (key, value) in object {
        match value {
            Value::String(text) => pairs.push((key.clone(), text.clone())),
            Value::Number(number) => pairs.push((key.clone(), number.to_string())),
            Value::Object(inner) => collect(inner, pairs),
            Value::Null | Value::Bool(_) | Value::Array(_) => {}
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn both_encodings_are_read() {
        let form = Form::parse("posAuthAmountValue=125000&message=Not%20enough+money&empty=");
        assert_eq!(form.get("posauthamountvalue"), Some("125000"));
        assert_eq!(form.get("empty"), None);
        assert_eq!(form.text(), "Not enough money");

        let json = r#"{"additionalData":{"posAuthAmountValue":"125000"},"message":"Busy","n":7}"#;
        let form = Form::parse(&STANDARD.encode(json));
        assert_eq!(form.get("posAuthAmountValue"), Some("125000"));
        assert_eq!(form.get("n"), Some("7"));
        assert_eq!(form.text(), "Busy");
    }

    #[test]
    fn words_come_from_their_keys_only() {
        assert_eq!(
            Form::parse("refusalReason=210%20Not+enough&message=x").text(),
            "210 Not enough"
        );
        assert_eq!(Form::parse("cardBin=541333&expiryYear=2028").text(), "");
        assert_eq!(
            Form::parse("Communication%20timeout").text(),
            "Communication timeout"
        );
        assert_eq!(Form::parse("").text(), "");
        assert_eq!(
            Form::parse(&format!("message={}", "é".repeat(500)))
                .text()
                .chars()
                .count(),
            200
        );
    }
}
