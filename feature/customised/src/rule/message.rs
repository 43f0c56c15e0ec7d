//! The message on a necklace: up to three lines, which may be skipped (specification §5).

use super::engraving::{Refused, checked, normalised};

/// How many lines a message has at the most.
pub const LINES_MAX: usize = 3;

/// Why a message cannot be engraved.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RefusedMessage {
    /// It has more lines than the piece has room for.
    TooManyLines {
        /// How many it has.
        count: usize,
        /// How many there is room for.
        maximum: usize,
    },
    /// One of its lines cannot be engraved.
    Line {
        /// Which, from 0.
        line: usize,
        /// Why.
        why: Refused,
    },
}

/// The lines as they are engraved; none when the message is skipped. Blanks around a line and empty
/// lines at the end are dropped.
///
/// # Errors
/// What cannot be engraved, or that there are too many lines.
pub fn engraved_lines(
    typed: &[String],
    lines_max: usize,
    characters_max: usize,
) -> Result<Vec<String>, RefusedMessage> {
    let mut lines = Vec::with_capacity(typed.len().min(lines_max));
    // Looked at from the end: what is empty there does not count.
    let used = typed
        .iter()
        .rposition(|line| !line.trim().is_empty())
        .map_or(0, |last| last + 1);
    if used > lines_max {
        return Err(RefusedMessage::TooManyLines {
            count: used,
            maximum: lines_max,
        });
    }
    for (line, typed) in typed.iter().take(used).enumerate() {
        let text = normalised(typed.trim());
        checked(&text, characters_max, true).map_err(|why| RefusedMessage::Line { line, why })?;
        lines.push(text);
    }
    Ok(lines)
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn lines(typed: &[&str]) -> Result<Vec<String>, RefusedMessage> {
        let typed: Vec<String> = typed.iter().map(|line| (*line).to_owned()).collect();
        engraved_lines(&typed, LINES_MAX, 7)
    }

    fn ok(lines: &[&str]) -> Result<Vec<String>, RefusedMessage> {
        Ok(lines.iter().map(|line| (*line).to_owned()).collect())
    }

    #[test]
    fn blanks_around_and_empty_lines_at_the_end_are_dropped() {
        assert_eq!(lines(&[]), ok(&[]));
        assert_eq!(lines(&["", "  ", ""]), ok(&[]));
        assert_eq!(lines(&[" à toi ", "", ""]), ok(&["À TOI"]));
        assert_eq!(lines(&["OUI", "", "NON!"]), ok(&["OUI", "", "NON!"]));
        assert_eq!(lines(&["A", "B", "C", "", " "]), ok(&["A", "B", "C"]));
    }

    #[test]
    fn the_line_that_cannot_be_engraved_is_named() {
        let four = RefusedMessage::TooManyLines {
            count: 4,
            maximum: 3,
        };
        assert_eq!(lines(&["A", "B", "C", "D"]), Err(four));
        let second = RefusedMessage::Line {
            line: 1,
            why: Refused::Character('_'),
        };
        assert_eq!(lines(&["A", "B_"]), Err(second));
        let long = RefusedMessage::Line {
            line: 0,
            why: Refused::TooLong {
                count: 8,
                maximum: 7,
            },
        };
        assert_eq!(lines(&["TU ES LA"]), Err(long));
    }

    proptest! {
        #[test]
        fn what_is_engraved_is_engraved_the_same_again(
            typed in proptest::collection::vec("[A-Za-zé !]{0,9}", 0..4)
        ) {
            if let Ok(lines) = engraved_lines(&typed, LINES_MAX, 7) {
                prop_assert_eq!(engraved_lines(&lines, LINES_MAX, 7), Ok(lines.clone()));
                prop_assert!(lines.last().is_none_or(|last| !last.is_empty()));
            }
        }
    }
}
