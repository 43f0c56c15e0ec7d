use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Serialize};

/// The language of the words on a document.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Language {
    /// English.
    #[serde(rename = "en")]
    English,
    /// English as written in the United States.
    #[serde(rename = "en-US")]
    EnglishUnitedStates,
    /// Simplified Chinese.
    #[serde(rename = "zh-Hans")]
    ChineseSimplified,
    /// Traditional Chinese.
    #[serde(rename = "zh-Hant")]
    ChineseTraditional,
    /// French.
    #[serde(rename = "fr")]
    French,
    /// German.
    #[serde(rename = "de")]
    German,
    /// Spanish.
    #[serde(rename = "es")]
    Spanish,
    /// Italian.
    #[serde(rename = "it")]
    Italian,
    /// Japanese.
    #[serde(rename = "ja")]
    Japanese,
    /// Arabic.
    #[serde(rename = "ar")]
    Arabic,
}

/// The direction in which the lines of a language run.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Direction {
    /// From left to right.
    #[serde(rename = "ltr")]
    LeftToRight,
    /// From right to left.
    #[serde(rename = "rtl")]
    RightToLeft,
}

/// A language tag for which there are no label tables.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("no documents in the language {0:?}")]
pub struct UnknownLanguage(String);

impl Language {
    /// All languages, in the order of the language selector.
    pub const ALL: [Language; 10] = [
        Language::English,
        Language::EnglishUnitedStates,
        Language::ChineseSimplified,
        Language::ChineseTraditional,
        Language::French,
        Language::German,
        Language::Spanish,
        Language::Italian,
        Language::Japanese,
        Language::Arabic,
    ];

    /// The BCP 47 tag, for example `zh-Hans`. It is the name on the wire.
    pub fn tag(self) -> &'static str {
        match self {
            Language::English => "en",
            Language::EnglishUnitedStates => "en-US",
            Language::ChineseSimplified => "zh-Hans",
            Language::ChineseTraditional => "zh-Hant",
            Language::French => "fr",
            Language::German => "de",
            Language::Spanish => "es",
            Language::Italian => "it",
            Language::Japanese => "ja",
            Language::Arabic => "ar",
        }
    }

    /// The direction of the lines.
    pub fn direction(self) -> Direction {
        match self {
            Language::Arabic => Direction::RightToLeft,
            _ => Direction::LeftToRight,
        }
    }

    /// Language and region as the layout engine wants them.
    ///
    /// The region selects the regional forms of Han characters and goes into the PDF's language.
    #[must_use]
    pub fn locale(self) -> (&'static str, Option<&'static str>) {
        match self {
            Language::EnglishUnitedStates => ("en", Some("US")),
            Language::ChineseSimplified => ("zh", Some("CN")),
            Language::ChineseTraditional => ("zh", Some("TW")),
            other => (other.tag(), None),
        }
    }
}

impl fmt::Display for Language {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(self.tag())
    }
}

impl FromStr for Language {
    type Err = UnknownLanguage;

    fn from_str(tag: &str) -> Result<Self, Self::Err> {
        Language::ALL
            .into_iter()
            .find(|language| language.tag() == tag)
            .ok_or_else(|| UnknownLanguage(tag.to_owned()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tag_display_and_wire_name_agree() {
        for language in Language::ALL {
            assert_eq!(language.tag().parse(), Ok(language));
            assert_eq!(
                serde_json::to_value(language).unwrap(),
                language.to_string()
            );
        }
        assert!("he".parse::<Language>().is_err());
    }
}
