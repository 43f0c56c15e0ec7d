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
    /// The second in which it was completed.
    pub second: i64,
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
    for weeks in STRETCHES_WEEKS {
        tokens.insert(stretch_token(&store, weeks, stretch(order.second, weeks)));
    }
    tokens
}

/// What an index is asked for.
#[derive(Clone, Debug)]
pub struct Asked<'a> {
    /// Where it was sold.
    pub store_no: &'a str,
    /// By whom, where that is asked.
    pub salesperson_id: Option<&'a str>,
    /// What paid it, where that is asked.
    pub tender_code: Option<&'a str>,
    /// All of its words, folded.
    pub words: &'a [String],
    /// The first and the last second.
    pub seconds: (i64, i64),
}

/// The question to an index. It keeps near the seconds that are asked for: an index that looks for
/// words that never meet would otherwise look through all times for a day's orders.
#[must_use]
pub fn question(asked: &Asked<'_>) -> String {
    let store = encode(asked.store_no);
    let words = asked.words.iter().map(|word| {
        let beginning: String = word.chars().take(BEGINNING_CHARACTERS_MAX).collect();
        format!("{store}|{}", encode(&beginning))
    });
    let seller = seller_token(&store, asked.salesperson_id, asked.tender_code);
    let tokens: BTreeSet<String> = words.chain(seller).collect();
    let quoted = |token: String| format!("\"{token}\"");
    let mut terms: Vec<String> = tokens.into_iter().map(quoted).collect();
    let near: Vec<String> = stretches(&store, asked.seconds)
        .into_iter()
        .map(quoted)
        .collect();
    if !near.is_empty() {
        terms.push(format!("({})", near.join(" OR ")));
    }
    terms.join(" AND ")
}

/// How many weeks the stretches of time are long for which an index has a token.
const STRETCHES_WEEKS: [i64; 2] = [1, 8];
/// The most stretches that a question names; more would be slower than none.
const STRETCHES_MAX: i64 = 9;
const SECONDS_PER_WEEK: i64 = 604_800;

/// Which stretch of so many weeks a second is in.
const fn stretch(second: i64, weeks: i64) -> i64 {
    second.div_euclid(weeks * SECONDS_PER_WEEK)
}

fn stretch_token(store: &str, weeks: i64, stretch: i64) -> String {
    format!("{store}|w{weeks}={stretch}")
}

/// The shortest stretches that cover the seconds; none when there were too many.
fn stretches(store: &str, (oldest, newest): (i64, i64)) -> Vec<String> {
    STRETCHES_WEEKS
        .into_iter()
        .map(|weeks| (weeks, stretch(oldest, weeks), stretch(newest, weeks)))
        .find(|(_, first, last)| last - first < STRETCHES_MAX)
        .map(|(weeks, first, last)| {
            (first..=last)
                .map(|number| stretch_token(store, weeks, number))
                .collect()
        })
        .unwrap_or_default()
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
            second: NOW,
            text,
        }
    }

    const NOW: i64 = 1_795_255_200;
    const DAY: i64 = 86_400;

    fn asked(words: &[String]) -> Asked<'_> {
        Asked {
            store_no: "PAR 01",
            salesperson_id: None,
            tender_code: None,
            words,
            seconds: (NOW - DAY, NOW + DAY),
        }
    }

    /// Whether an index that holds the tokens of the order says yes.
    fn is_indexed(order: &Indexed<'_>, asked: &Asked<'_>) -> bool {
        let tokens = tokens(order);
        question(asked).split(" AND ").all(|term| {
            term.trim_matches(['(', ')'])
                .split(" OR ")
                .any(|token| tokens.contains(token.trim_matches('"')))
        })
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
            let asked = asked(&words);
            assert_eq!(is_indexed(&order(TEXT), &asked), expected, "{search}");
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
            let words = words("bague");
            let asked = Asked {
                store_no: store,
                salesperson_id: who,
                tender_code: tender,
                ..asked(&words)
            };
            assert_eq!(is_indexed(&order, &asked), expected, "{asked:?}");
        }
    }

    #[test]
    fn an_index_looks_near_the_seconds_that_are_asked_for() {
        let table = [
            // How many days back from now to how many, and how old an order is found or not.
            ((1, 0), 0, true),
            ((1, 0), 1, true),
            ((1, 0), 30, false),
            ((62, 0), 61, true),
            ((62, 0), 200, false),
            ((62, 30), 0, false),
            ((400, 0), 399, true),
            ((400, 0), 600, false),
            ((4_000, 0), 3_999, true),
            // Too long to be named: the rows are bounded all the same.
            ((4_000, 0), 9_000, true),
        ];
        for ((from, to), age, expected) in table {
            let words = words("bague");
            let asked = Asked {
                seconds: (NOW - from * DAY, NOW - to * DAY),
                ..asked(&words)
            };
            let order = Indexed {
                second: NOW - age * DAY,
                ..order(TEXT)
            };
            assert_eq!(is_indexed(&order, &asked), expected, "{from} {to} {age}");
        }
        let always = (i64::MIN / MICROSECONDS, i64::MAX / MICROSECONDS);
        assert_eq!(stretches("s", always), Vec::<String>::new());
    }

    #[test]
    fn a_token_holds_nothing_that_parts_it() {
        let hostile = "a\"b \u{200d}\u{1f9ff} -- * ^ ( ) NEAR OR \u{10ffff} é\u{301}";
        let words = words(hostile);
        let question = question(&Asked {
            store_no: "S\"1",
            salesperson_id: Some("x y"),
            tender_code: Some("*"),
            seconds: (i64::MIN / MICROSECONDS, i64::MAX / MICROSECONDS),
            words: &words,
        });
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
        assert!(is_indexed(&order, &asked(&words)));
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
