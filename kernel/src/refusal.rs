//! Refusals: what a rule says no to, with a stable key, words for the salesperson and parameters.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::Money;

/// An entry of the error catalogue.
#[derive(Debug, PartialEq, Eq)]
pub struct ErrorKind {
    /// The stable name, `feature.what`; the till chooses its words by it.
    pub key: &'static str,
    /// The HTTP status of the answer.
    pub status: u16,
    /// The specification's code where it differs from the HTTP status (501, 412).
    pub code: u16,
    /// The sentence in English. `{name}` stands for a parameter.
    pub message: &'static str,
}

impl ErrorKind {
    /// An entry whose code is its HTTP status.
    #[must_use]
    pub const fn new(key: &'static str, status: u16, message: &'static str) -> Self {
        Self {
            key,
            status,
            code: status,
            message,
        }
    }
}

/// A value that goes into the sentence of an error.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(untagged)]
pub enum Param {
    /// A number.
    Number(i64),
    /// A text.
    Text(String),
    /// An amount, which the till shows in its language.
    Money(Money),
}

impl From<Money> for Param {
    fn from(money: Money) -> Self {
        Self::Money(money)
    }
}

impl From<i64> for Param {
    fn from(number: i64) -> Self {
        Self::Number(number)
    }
}

impl From<&str> for Param {
    fn from(text: &str) -> Self {
        Self::Text(text.to_owned())
    }
}

impl From<String> for Param {
    fn from(text: String) -> Self {
        Self::Text(text)
    }
}

/// A "no" that the client can act upon.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Refusal {
    /// Which entry of the catalogue.
    pub kind: &'static ErrorKind,
    /// What fills the sentence.
    pub params: BTreeMap<&'static str, Param>,
    /// The field of the request that it is about, when it is about one.
    pub field: Option<&'static str>,
}

impl Refusal {
    /// A refusal without parameters.
    #[must_use]
    pub const fn new(kind: &'static ErrorKind) -> Self {
        Self {
            kind,
            params: BTreeMap::new(),
            field: None,
        }
    }

    /// Adds a parameter.
    #[must_use]
    pub fn with(mut self, name: &'static str, value: impl Into<Param>) -> Self {
        self.params.insert(name, value.into());
        self
    }

    /// Names the field of the request.
    #[must_use]
    pub const fn at(mut self, field: &'static str) -> Self {
        self.field = Some(field);
        self
    }

    /// The English sentence with its parameters filled in.
    #[must_use]
    pub fn message(&self) -> String {
        let mut message = self.kind.message.to_owned();
        for (name, value) in &self.params {
            let text = match value {
                Param::Number(number) => number.to_string(),
                Param::Text(text) => text.clone(),
                Param::Money(money) => money.to_string(),
            };
            message = message.replace(&format!("{{{name}}}"), &text);
        }
        message
    }

    /// The refusal as answers carry it.
    #[must_use]
    pub fn view(&self) -> ErrorView {
        ErrorView {
            key: self.kind.key.to_owned(),
            params: self
                .params
                .iter()
                .map(|(name, v)| ((*name).to_owned(), v.clone()))
                .collect(),
            field: self.field.map(str::to_owned),
        }
    }
}

impl From<&'static ErrorKind> for Refusal {
    fn from(kind: &'static ErrorKind) -> Self {
        Self::new(kind)
    }
}

/// A refusal on the wire.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(example = json!({"key": "sale.quantity_above_available", "params": {"available": 2}, "field": null}))]
pub struct ErrorView {
    /// The stable name of the error.
    pub key: String,
    /// What fills the sentence.
    pub params: BTreeMap<String, Param>,
    /// The field of the request that it is about.
    pub field: Option<String>,
}
