//! Tables as text for spreadsheets (RFC 4180), from which no name can run as a formula.
//!
//! This is the one place that writes such tables.

use crate::Money;

/// Says that the text is UTF-8: spreadsheets guess wrongly without it.
const BYTE_ORDER_MARK: char = '\u{feff}';
/// Ends a row.
const LINE_END: &str = "\r\n";
/// Stands before a text that a spreadsheet would take for a formula, and before a text that starts
/// with the mark itself, so that taking one mark away always gives the text back.
const ESCAPE: char = '\'';

/// A cell.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Cell<'a> {
    /// What people wrote.
    Text(&'a str),
    /// A whole number.
    Number(i64),
    /// An amount as a plain decimal without sign and separators: `1290.00`.
    Amount(Money),
}

/// A table that has the names of its columns and no row yet.
#[must_use]
pub fn headed(columns: &[&str]) -> String {
    let mut table = BYTE_ORDER_MARK.to_string();
    let names: Vec<Cell<'_>> = columns.iter().copied().map(Cell::Text).collect();
    add_row(&mut table, &names);
    table
}

/// Adds a row to a table.
pub fn add_row(table: &mut String, cells: &[Cell<'_>]) {
    for (position, cell) in cells.iter().enumerate() {
        if position > 0 {
            table.push(',');
        }
        match cell {
            Cell::Text(text) => add_text(table, text),
            Cell::Number(number) => table.push_str(&number.to_string()),
            Cell::Amount(amount) => table.push_str(&decimal(*amount)),
        }
    }
    table.push_str(LINE_END);
}

/// Every text is quoted: what is inside cannot end its cell, whatever it holds.
fn add_text(table: &mut String, text: &str) {
    table.push('"');
    if is_dangerous(text) {
        table.push(ESCAPE);
    }
    for character in text.chars() {
        if character == '"' {
            table.push('"');
        }
        table.push(character);
    }
    table.push('"');
}

/// Whether a spreadsheet may take the text for a formula. Some skip blanks, and characters that
/// nobody sees, before they look.
fn is_dangerous(text: &str) -> bool {
    let first = text.chars().next();
    if matches!(first, Some(ESCAPE | '\t' | '\r' | '\n')) {
        return true;
    }
    let seen = text
        .chars()
        .find(|c| !c.is_whitespace() && !c.is_control() && !is_invisible(*c));
    matches!(
        seen,
        Some('=' | '+' | '-' | '@' | '\u{ff1d}' | '\u{ff0b}' | '\u{ff0d}' | '\u{ff20}')
    )
}

fn is_invisible(character: char) -> bool {
    matches!(character,
        '\u{ad}' | '\u{200b}'..='\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2060}'..='\u{2069}'
        | '\u{feff}')
}

fn decimal(amount: Money) -> String {
    let minus = if amount.minor < 0 { "-" } else { "" };
    let figures = amount.figures().replace(',', "");
    format!("{minus}{figures}")
}

#[cfg(test)]
mod tests {
    use crate::Currency;
    use proptest::prelude::*;

    use super::*;

    /// Reads a table as RFC 4180 says.
    fn parse(table: &str) -> Vec<Vec<String>> {
        let mut rows = vec![vec![String::new()]];
        let (mut quoted, mut characters) = (false, table.chars().peekable());
        while let Some(character) = characters.next() {
            let row = rows.last_mut().unwrap();
            match character {
                '"' if quoted && characters.peek() == Some(&'"') => {
                    characters.next();
                    row.last_mut().unwrap().push('"');
                }
                '"' => quoted = !quoted,
                ',' if !quoted => row.push(String::new()),
                '\r' if !quoted => {
                    assert_eq!(characters.next(), Some('\n'));
                    rows.push(vec![String::new()]);
                }
                other => row.last_mut().unwrap().push(other),
            }
        }
        assert!(!quoted, "a quote stays open");
        assert_eq!(rows.pop(), Some(vec![String::new()]), "the last row ends");
        rows
    }

    fn written(text: &str) -> String {
        let mut table = String::new();
        add_row(&mut table, &[Cell::Text(text), Cell::Number(-7)]);
        let rows = parse(&table);
        assert_eq!((rows.len(), rows[0].len()), (1, 2), "{text:?}");
        assert_eq!(rows[0][1], "-7");
        rows[0][0].clone()
    }

    /// Takes the mark away again.
    fn read_back(cell: &str) -> &str {
        cell.strip_prefix(ESCAPE).unwrap_or(cell)
    }

    /// The mark itself, and all that must not start a cell.
    const HOSTILE: [&str; 12] = [
        "'", "=", "+", "-", "@", "\t", "\r", "\n", "\u{ff1d}", "\u{ff0b}", "\u{ff0d}", "\u{ff20}",
    ];

    fn character() -> impl Strategy<Value = char> {
        let telling = [
            ' ', '=', '+', '-', '@', ',', ';', '"', '\'', '\t', '\r', '\n', '\u{a0}', '\u{200b}',
            '\u{feff}', '\u{ff1d}', 'a', '7', '王',
        ];
        prop_oneof![4 => proptest::sample::select(telling.to_vec()), 1 => any::<char>()]
    }

    #[test]
    fn formulas_become_texts() {
        let table = [
            ("=HYPERLINK(\"http://x\")", "'=HYPERLINK(\"http://x\")"),
            ("+1", "'+1"),
            ("-1+1|cmd", "'-1+1|cmd"),
            ("@SUM(A1)", "'@SUM(A1)"),
            ("\t=1", "'\t=1"),
            ("\r\n=1", "'\r\n=1"),
            (" \u{a0}\u{200b}=1", "' \u{a0}\u{200b}=1"),
            ("\u{ff1d}1", "'\u{ff1d}1"),
            ("'s Hertogenbosch", "''s Hertogenbosch"),
            ("Inès, \"Moreau\"", "Inès, \"Moreau\""),
            ("1=1", "1=1"),
            ("", ""),
        ];
        for (text, expected) in table {
            assert_eq!(written(text), expected, "{text:?}");
        }
    }

    #[test]
    fn amounts_are_plain_decimals() {
        let mut table = headed(&["Amount", "Difference", "Yen"]);
        let cells = [
            Cell::Amount(Money::new(129_000, Currency::Eur)),
            Cell::Amount(Money::new(-5, Currency::Eur)),
            Cell::Amount(Money::new(16_500, Currency::Jpy)),
        ];
        add_row(&mut table, &cells);
        assert_eq!(
            table,
            "\u{feff}\"Amount\",\"Difference\",\"Yen\"\r\n1290.00,-0.05,16500\r\n"
        );
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(100_000))]

        #[test]
        fn no_hostile_name_runs_and_every_name_comes_back(
            first in proptest::option::of(proptest::sample::select(&HOSTILE[..])),
            rest in proptest::collection::vec(character(), 0..12),
        ) {
            let rest: String = rest.into_iter().collect();
            let name = format!("{}{rest}", first.unwrap_or_default());
            let cell = written(&name);
            prop_assert_eq!(read_back(&cell), &name);
            let starts_hostile = HOSTILE[1..].iter().any(|start| {
                cell.starts_with(start) || cell.trim_start().starts_with(start)
            });
            prop_assert!(!starts_hostile, "{:?}", cell);
        }
    }
}
