//! What customers allow: each thing by itself, taken back whenever they like.

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

/// The version of the words that the till shows beside each consent (`web/locale/*/customer.json`,
/// `consent`). Whoever changes those words raises it, here and in `web/src/feature/customer`.
pub const TEXT_VERSION: &str = "2026-11";

/// Something that a customer allows or not.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "SCREAMING_SNAKE_CASE")]
pub enum ConsentKind {
    /// They accepted the privacy policy.
    PrivacyPolicy,
    /// They may be written to by e-mail.
    Email,
    /// They may be called.
    Phone,
    /// They may be sent text messages.
    TextMessage,
}

impl ConsentKind {
    /// All of them, in the order in which a form asks.
    pub const ALL: [Self; 4] = [
        Self::PrivacyPolicy,
        Self::Email,
        Self::Phone,
        Self::TextMessage,
    ];

    /// Its name in tables and journal.
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::PrivacyPolicy => "PRIVACY_POLICY",
            Self::Email => "EMAIL",
            Self::Phone => "PHONE",
            Self::TextMessage => "TEXT_MESSAGE",
        }
    }

    /// The kind of a name.
    #[must_use]
    pub fn parse(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|kind| kind.as_str() == name)
    }
}
