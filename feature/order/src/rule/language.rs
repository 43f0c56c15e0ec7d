//! In which language a receipt is written.

use document::Language;

/// Whose wishes for the language of a receipt there are.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Wishes<'a> {
    /// What the store demands of every receipt.
    pub forced: Option<&'a str>,
    /// What somebody at the till asked for.
    pub asked: Option<Language>,
    /// What the customer reads.
    pub customer: Option<&'a str>,
    /// What the store writes.
    pub store: &'a str,
}

/// The language of a receipt: the store's demand, else the one asked for, else the customer's,
/// else the store's. A language in which there are no receipts does not count.
#[must_use]
pub fn choose(wishes: Wishes<'_>) -> Language {
    wishes
        .forced
        .and_then(parse)
        .or(wishes.asked)
        .or_else(|| wishes.customer.and_then(parse))
        .or_else(|| parse(wishes.store))
        .unwrap_or(Language::English)
}

/// The language of receipts that is nearest to a tag such as `fr-CH` or `zh-HK`.
#[must_use]
pub fn parse(tag: &str) -> Option<Language> {
    let tag = tag.trim().replace('_', "-").to_ascii_lowercase();
    let exact = |name: &str| {
        Language::ALL
            .into_iter()
            .find(|language| language.tag().eq_ignore_ascii_case(name))
    };
    if let Some(language) = exact(&tag) {
        return Some(language);
    }
    let mut parts = tag.split('-');
    let primary = parts.next()?;
    if primary == "zh" {
        let is_traditional = parts.any(|part| matches!(part, "hant" | "tw" | "hk" | "mo"));
        return Some(match is_traditional {
            true => Language::ChineseTraditional,
            false => Language::ChineseSimplified,
        });
    }
    exact(primary)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_nearest_language_is_found() {
        let table = [
            ("fr", Some(Language::French)),
            ("fr-CH", Some(Language::French)),
            ("en-us", Some(Language::EnglishUnitedStates)),
            ("en_GB", Some(Language::English)),
            ("zh-CN", Some(Language::ChineseSimplified)),
            ("zh", Some(Language::ChineseSimplified)),
            ("zh-Hant-HK", Some(Language::ChineseTraditional)),
            ("zh-TW", Some(Language::ChineseTraditional)),
            ("he", None),
            ("", None),
        ];
        for (tag, expected) in table {
            assert_eq!(parse(tag), expected, "{tag}");
        }
    }

    #[test]
    fn the_store_demands_the_till_asks_the_customer_reads_the_store_writes() {
        let all = Wishes {
            forced: Some("it"),
            asked: Some(Language::Japanese),
            customer: Some("de"),
            store: "fr",
        };
        assert_eq!(choose(all), Language::Italian);
        let unforced = Wishes {
            forced: Some("he"),
            ..all
        };
        assert_eq!(choose(unforced), Language::Japanese);
        let unasked = Wishes {
            forced: None,
            asked: None,
            ..all
        };
        assert_eq!(choose(unasked), Language::German);
        let unknown = Wishes {
            customer: Some("ko"),
            ..unasked
        };
        assert_eq!(choose(unknown), Language::French);
        let nothing = Wishes {
            store: "",
            ..Wishes::default()
        };
        assert_eq!(choose(nothing), Language::English);
    }
}
