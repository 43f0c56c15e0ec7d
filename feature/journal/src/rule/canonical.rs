//! Canonical JSON: one fact has one sequence of bytes (RFC 8785, narrowed).
//!
//! Keys are sorted by their UTF-16 code units, texts are in Unicode normal form C, and numbers are
//! integers that every JSON reader holds exactly. Fractions are refused: whether `1.10` and `1.1`
//! are the same amount must never be a question. An absent value is left out instead of written as
//! `null`.

use std::borrow::Cow;

use serde_json::{Map, Value};
use unicode_normalization::UnicodeNormalization;

/// The largest integer that a reader with binary fractions alone still holds exactly, 2^53 - 1.
const INTEGER_MAX: i64 = 9_007_199_254_740_991;

/// Why a value has no canonical form. The text names the place, as in `lines[2].net`.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum CanonicalError {
    /// A number that is not a whole one within ±(2^53 - 1).
    #[error("{0}: a number in the journal is a whole one within 2^53 - 1")]
    Number(String),
    /// Nothing, in a place where it cannot be left out.
    #[error("{0}: the journal holds no null in a list")]
    Null(String),
    /// Two keys that are the same text.
    #[error("{0}: two keys are the same text in normal form C")]
    Key(String),
}

impl CanonicalError {
    /// The same error, seen from outside: its place begins with `step`.
    fn within(self, step: &str) -> Self {
        let outward = |place: String| match place.as_bytes().first() {
            None | Some(b'[') => format!("{step}{place}"),
            Some(_) => format!("{step}.{place}"),
        };
        match self {
            Self::Number(place) => Self::Number(outward(place)),
            Self::Null(place) => Self::Null(outward(place)),
            Self::Key(place) => Self::Key(outward(place)),
        }
    }
}

/// The canonical bytes of a value. Members that are `null` are left out.
///
/// # Errors
/// When the value holds something that the journal does not.
pub fn canonical(value: &Value) -> Result<Vec<u8>, CanonicalError> {
    let mut out = Vec::with_capacity(2_048);
    write(value, &mut out)?;
    Ok(out)
}

fn write(value: &Value, out: &mut Vec<u8>) -> Result<(), CanonicalError> {
    match value {
        Value::Null => return Err(CanonicalError::Null(String::new())),
        Value::Bool(true) => out.extend_from_slice(b"true"),
        Value::Bool(false) => out.extend_from_slice(b"false"),
        Value::Number(number) => {
            let integer = number
                .as_i64()
                .filter(|integer| (-INTEGER_MAX..=INTEGER_MAX).contains(integer))
                .ok_or_else(|| CanonicalError::Number(String::new()))?;
            out.extend_from_slice(integer.to_string().as_bytes());
        }
        Value::String(text) => write_text(&normal(text), out),
        Value::Array(values) => {
            out.push(b'[');
            for (position, value) in values.iter().enumerate() {
                if position > 0 {
                    out.push(b',');
                }
                write(value, out).map_err(|error| error.within(&format!("[{position}]")))?;
            }
            out.push(b']');
        }
        Value::Object(members) => write_object(members, out)?,
    }
    Ok(())
}

/// A text in normal form C. Nearly all texts are already, and ASCII always is.
fn normal(text: &str) -> Cow<'_, str> {
    match text.is_ascii() {
        true => Cow::Borrowed(text),
        false => Cow::Owned(text.nfc().collect()),
    }
}

fn write_object(members: &Map<String, Value>, out: &mut Vec<u8>) -> Result<(), CanonicalError> {
    let mut sorted: Vec<(Cow<'_, str>, &Value)> = members
        .iter()
        .filter(|(_, value)| !value.is_null())
        .map(|(key, value)| (normal(key), value))
        .collect();
    sorted.sort_by(|(a, _), (b, _)| a.encode_utf16().cmp(b.encode_utf16()));
    out.push(b'{');
    let mut previous: Option<&str> = None;
    for (key, value) in &sorted {
        if previous == Some(key) {
            return Err(CanonicalError::Key(key.to_string()));
        }
        if previous.is_some() {
            out.push(b',');
        }
        write_text(key, out);
        out.push(b':');
        write(value, out).map_err(|error| error.within(key))?;
        previous = Some(key);
    }
    out.push(b'}');
    Ok(())
}

/// RFC 8785, 3.2.2.2: the shortest escape, and escapes for nothing but what must have one.
fn write_text(text: &str, out: &mut Vec<u8>) {
    out.push(b'"');
    let mut rest = text;
    while let Some(place) = rest
        .bytes()
        .position(|byte| byte < b' ' || byte == b'"' || byte == b'\\')
    {
        out.extend_from_slice(&rest.as_bytes()[..place]);
        match rest.as_bytes()[place] {
            b'"' => out.extend_from_slice(b"\\\""),
            b'\\' => out.extend_from_slice(b"\\\\"),
            b'\x08' => out.extend_from_slice(b"\\b"),
            b'\t' => out.extend_from_slice(b"\\t"),
            b'\n' => out.extend_from_slice(b"\\n"),
            b'\x0c' => out.extend_from_slice(b"\\f"),
            b'\r' => out.extend_from_slice(b"\\r"),
            control => out.extend_from_slice(format!("\\u{control:04x}").as_bytes()),
        }
        // What is escaped is one byte, so a character begins behind it.
        rest = &rest[place + 1..];
    }
    out.extend_from_slice(rest.as_bytes());
    out.push(b'"');
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;
    use serde_json::json;

    use super::*;

    fn text(value: &Value) -> String {
        String::from_utf8(canonical(value).unwrap()).unwrap()
    }

    #[test]
    fn keys_sort_by_utf16_and_texts_take_normal_form_c() {
        // RFC 8785, 3.2.3: the smiling face is above U+FB01 as a character and below it in UTF-16.
        let value = json!({"\u{fb01}": 1, "\u{1f600}": 2, "\r": 3, "1": 4, "\u{80}": 5, "€": 6});
        assert_eq!(
            text(&value),
            "{\"\\r\":3,\"1\":4,\"\u{80}\":5,\"€\":6,\"\u{1f600}\":2,\"\u{fb01}\":1}"
        );
        assert_eq!(text(&json!({"name": "Cafe\u{301}"})), "{\"name\":\"Café\"}");
    }

    #[test]
    fn escapes_are_the_shortest() {
        let value = json!("\u{20ac}$\u{000f}\nA'\u{42}\"\\\\\"/\u{7f}");
        assert_eq!(text(&value), "\"€$\\u000f\\nA'B\\\"\\\\\\\\\\\"/\u{7f}\"");
    }

    #[test]
    fn absent_members_are_left_out() {
        assert_eq!(text(&json!({"b": null, "a": {"c": null}})), "{\"a\":{}}");
    }

    #[test]
    fn what_the_journal_does_not_hold_is_refused_with_its_place() {
        let table = [
            (json!({"lines": [{"net": 1.5}]}), "lines[0].net"),
            (json!({"net": 9_007_199_254_740_992_i64}), "net"),
            (json!({"net": u64::MAX}), "net"),
            (json!({"list": [1, null]}), "list[1]"),
            (json!({"\u{e9}": 1, "e\u{301}": 2}), "\u{e9}"),
        ];
        for (value, place) in table {
            let error = canonical(&value).unwrap_err().to_string();
            assert!(error.starts_with(&format!("{place}:")), "{value}: {error}");
        }
    }

    fn any_value() -> impl Strategy<Value = Value> {
        let leaf = prop_oneof![
            any::<bool>().prop_map(Value::Bool),
            (-INTEGER_MAX..=INTEGER_MAX).prop_map(Value::from),
            any::<String>().prop_map(Value::String),
        ];
        leaf.prop_recursive(4, 48, 6, |inner| {
            prop_oneof![
                proptest::collection::vec(inner.clone(), 0..6).prop_map(Value::Array),
                // Keys of one normal form: two spellings of a key are refused, which is tested above.
                proptest::collection::hash_map("[a-zA-Zé€😀\u{fb01}]{0,6}", inner, 0..6)
                    .prop_map(|members| Value::Object(members.into_iter().collect())),
            ]
        })
    }

    fn normalised(value: &Value) -> Value {
        match value {
            Value::String(text) => Value::String(text.nfc().collect()),
            Value::Array(values) => values.iter().map(normalised).collect(),
            Value::Object(members) => Value::Object(
                members
                    .iter()
                    .map(|(key, value)| (key.nfc().collect(), normalised(value)))
                    .collect(),
            ),
            other => other.clone(),
        }
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(2_000))]

        #[test]
        fn canonical_bytes_say_the_same_and_are_a_fixed_point(value in any_value()) {
            let bytes = canonical(&value).unwrap();
            let read: Value = serde_json::from_slice(&bytes).unwrap();
            prop_assert_eq!(&read, &normalised(&value));
            prop_assert_eq!(canonical(&read).unwrap(), bytes);
        }

        #[test]
        fn the_order_of_members_does_not_matter(
            members in proptest::collection::vec(("[a-z]{1,4}", any::<i32>()), 0..8)
        ) {
            let mut seen = std::collections::HashSet::new();
            let members: Vec<_> =
                members.into_iter().filter(|(key, _)| seen.insert(key.clone())).collect();
            let object = |pairs: &mut dyn Iterator<Item = &(String, i32)>| {
                Value::Object(pairs.map(|(k, v)| (k.clone(), Value::from(*v))).collect())
            };
            let forward = object(&mut members.iter());
            let backward = object(&mut members.iter().rev());
            prop_assert_eq!(canonical(&forward).unwrap(), canonical(&backward).unwrap());
        }

        #[test]
        fn a_fraction_is_refused(float in any::<f64>().prop_filter("finite", |f| f.is_finite())) {
            let refused = canonical(&json!({ "amount": float })).is_err();
            prop_assert!(refused);
        }
    }
}
