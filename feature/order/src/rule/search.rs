//! What a search of the history finds, and the tokens by which an index finds the same.
//!
//! A word is found by its beginning, and so is each part of it: `bn-0421` by `bn-04` and by `042`,
//! `saint-germain` by `germ`. An index that holds every beginning as a token of its own answers a
//! word that is being typed as quickly as a whole one, and tokens that carry the store keep the
//! stores of a company out of each other's way.

use std::collections::BTreeSet;
use std::iter::once;

use jiff::Timestamp;

/// The most characters of a beginning that an index tells apart.
pub const BEGINNING_CHARACTERS_MAX: usize = 24;

/// Whether a character parts a word: punctuation. `migration/0005_history.postgres.sql` names the
/// same.
const fn is_between_parts(c: char) -> bool {
    c.is_ascii_punctuation()
        || matches!(
            c,
            '«' | '»' | '·' | '\u{2010}'..='\u{201f}' | '…' | '、' | '。' | '・' | '，'
        )
}

/// The words of a folded text and the parts of each: what is found by its beginning.
fn pieces(text: &str) -> impl Iterator<Item = &str> {
    text.split_whitespace().flat_map(|word| {
        let parts = word.split(is_between_parts).filter(|part| !part.is_empty());
        once(word).chain(parts)
    })
}

/// Whether a folded text holds all of the folded words.
#[must_use]
pub fn holds(text: &str, words: &[String]) -> bool {
    words
        .iter()
        .all(|word| pieces(text).any(|piece| piece.starts_with(word.as_str())))
}

/// What an index knows of an order.
#[derive(Clone, Debug)]
pub struct Indexed<'a> {
    /// Where it was sold.
    pub store_no: &'a str,
    /// Who sold it.
    pub salesperson_id: &'a str,
    /// What paid it.
    pub tender_codes: &'a [String],
    /// Its words, folded.
    pub text: &'a str,
}

/// The tokens of an order.
#[must_use]
pub fn tokens(order: &Indexed<'_>) -> BTreeSet<String> {
    let store = encode(order.store_no);
    let mut tokens = BTreeSet::new();
    for piece in pieces(order.text) {
        let mut token = format!("{store}|");
        for c in piece.chars().take(BEGINNING_CHARACTERS_MAX) {
            encode_into(&mut token, c);
            tokens.insert(token.clone());
        }
    }
    let who = Some(order.salesperson_id);
    tokens.extend(seller_token(&store, who, None));
    for tender in order.tender_codes {
        tokens.extend(seller_token(&store, None, Some(tender)));
        tokens.extend(seller_token(&store, who, Some(tender)));
    }
    tokens
}

/// The question to an index: the orders of a store that hold all the words, and were sold by
/// somebody and paid with something where that is asked.
#[must_use]
pub fn question(
    store_no: &str,
    salesperson_id: Option<&str>,
    tender_code: Option<&str>,
    words: &[String],
) -> String {
    let store = encode(store_no);
    let words = words.iter().map(|word| {
        let beginning: String = word.chars().take(BEGINNING_CHARACTERS_MAX).collect();
        format!("{store}|{}", encode(&beginning))
    });
    let tokens: BTreeSet<String> = words
        .chain(seller_token(&store, salesperson_id, tender_code))
        .collect();
    let quoted: Vec<String> = tokens.iter().map(|token| format!("\"{token}\"")).collect();
    quoted.join(" AND ")
}

/// One token for what an order was filtered by besides words. No word has a `=`.
fn seller_token(store: &str, who: Option<&str>, tender: Option<&str>) -> Option<String> {
    let mark = |name: &str, code: Option<&str>| {
        code.map_or_else(String::new, |code| format!("|{name}={}", encode(code)))
    };
    (who.is_some() || tender.is_some())
        .then(|| format!("{store}{}{}", mark("s", who), mark("t", tender)))
}

/// A text in the characters of which tokens are made: an index must not part one, whatever
/// somebody types.
fn encode(text: &str) -> String {
    let mut encoded = String::with_capacity(text.len());
    for c in text.chars() {
        encode_into(&mut encoded, c);
    }
    encoded
}

fn encode_into(encoded: &mut String, c: char) {
    if c.is_ascii_alphanumeric() || c == '-' {
        encoded.push(c.to_ascii_lowercase());
    } else {
        encoded.push_str(&format!("_{:x}", u32::from(c)));
    }
}

/// The second of a moment: the row of an index that holds its orders.
#[must_use]
pub fn second(at: Timestamp) -> i64 {
    at.as_microsecond().div_euclid(MICROSECONDS)
}

/// The microseconds of a second.
pub const MICROSECONDS: i64 = 1_000_000;

/// The words as PostgreSQL's text search is asked for them.
#[must_use]
pub fn text_query(words: &[String]) -> String {
    let lexemes: Vec<String> = words
        .iter()
        .map(|word| {
            let beginning: String = word.chars().take(BEGINNING_CHARACTERS_MAX).collect();
            let escaped = beginning.replace('\\', "\\\\").replace('\'', "''");
            format!("'{escaped}':*")
        })
        .collect();
    lexemes.join(" & ")
}

#[cfg(test)]
mod tests {
    use super::*;

    const TEXT: &str = "r-par01-000042 42 ines d'arc-moreau bn-0421 bague etoile, 王小明";

    fn words(text: &str) -> Vec<String> {
        text.split_whitespace().map(str::to_owned).collect()
    }

    fn order(text: &str) -> Indexed<'_> {
        Indexed {
            store_no: "PAR 01",
            salesperson_id: "Léo",
            tender_codes: &[],
            text,
        }
    }

    /// Whether an index that holds the tokens of the order says yes.
    fn is_indexed(order: &Indexed<'_>, question: &str) -> bool {
        let tokens = tokens(order);
        question
            .split(" AND ")
            .all(|token| tokens.contains(token.trim_matches('"')))
    }

    #[test]
    fn a_word_is_found_by_its_beginning_and_by_that_of_its_parts() {
        let table = [
            ("i", true),
            ("ines", true),
            ("moreau ines", true),
            ("nes", false),
            ("arc", true),
            ("d'a", true),
            ("arc-mor", false),
            ("bn-0421", true),
            ("bn-04", true),
            ("bn-", true),
            ("0421", true),
            ("421", false),
            ("r-par01-0000", true),
            ("000042", true),
            ("par01", true),
            ("etoile", true),
            ("etoile,", true),
            ("etoile ruby", false),
            ("王", true),
            ("王小", true),
            ("%", false),
            ("_", false),
            ("'", false),
        ];
        for (search, expected) in table {
            let words = words(search);
            assert_eq!(holds(TEXT, &words), expected, "{search}");
            let question = question("PAR 01", None, None, &words);
            assert_eq!(is_indexed(&order(TEXT), &question), expected, "{question}");
        }
    }

    #[test]
    fn an_index_keeps_stores_sellers_and_tenders_apart() {
        let codes = ["CASH".to_owned(), "VISA".to_owned()];
        let order = Indexed {
            tender_codes: &codes,
            ..order(TEXT)
        };
        let table = [
            ("PAR 01", None, None, true),
            ("PAR 02", None, None, false),
            ("PAR 01", Some("Léo"), None, true),
            ("PAR 01", Some("Leo"), None, false),
            ("PAR 01", None, Some("VISA"), true),
            ("PAR 01", Some("Léo"), Some("CASH"), true),
            ("PAR 01", Some("Léo"), Some("AMEX"), false),
            ("PAR 01", Some("CASH"), None, false),
        ];
        for (store, who, tender, expected) in table {
            let question = question(store, who, tender, &words("bague"));
            assert_eq!(is_indexed(&order, &question), expected, "{question}");
        }
    }

    #[test]
    fn a_token_holds_nothing_that_parts_it() {
        let hostile = "a\"b \u{200d}\u{1f9ff} -- * ^ ( ) NEAR OR \u{10ffff} é\u{301}";
        let question = question("S\"1", Some("x y"), Some("*"), &words(hostile));
        let is_plain = |c: char| c.is_ascii_alphanumeric() || "-_|=".contains(c);
        for token in question.split(" AND ") {
            let inner = &token[1..token.len() - 1];
            assert!(inner.chars().all(is_plain), "{token}");
        }
        assert!(
            tokens(&order(hostile))
                .iter()
                .all(|it| it.chars().all(is_plain))
        );
    }

    #[test]
    fn what_is_too_long_for_the_index_is_looked_up_by_its_start() {
        let long = "x".repeat(100);
        let words = vec![long.clone()];
        let order = order(&long);
        assert!(is_indexed(&order, &question("PAR 01", None, None, &words)));
        assert!(holds(&long, &words));
        assert!(!holds(&"x".repeat(99), &words));
        assert_eq!(text_query(&words), format!("'{}':*", "x".repeat(24)));
    }

    #[test]
    fn quotes_stay_within_a_lexeme() {
        let asked = text_query(&words("d'arc a\\b"));
        assert_eq!(asked, "'d''arc':* & 'a\\\\b':*");
    }

    #[test]
    fn the_orders_of_a_second_share_a_row() {
        let at = |text: &str| second(text.parse().unwrap());
        let start = at("2026-11-21T09:00:00Z");
        assert_eq!(at("2026-11-21T09:00:00.999999Z"), start);
        assert_eq!(at("2026-11-21T09:00:01Z"), start + 1);
        assert_eq!(at("1969-12-31T23:59:59.5Z"), -1);
    }
}
