//! Numbers and ledgers of vouchers.

use rand::RngExt;

/// What the number of a voucher of ours begins with.
const PREFIX: &str = "EV";
/// The letters of a number: none that is taken for another.
const LETTERS: &[u8] = b"23456789ABCDEFGHJKMNPQRSTUVWXYZ";
/// How many groups of letters a number has, and how many letters each: 59 bits, because whoever knows the
/// number has the money.
const GROUPS: usize = 3;
const GROUP_LETTERS: usize = 4;

/// The number of a new voucher: letters of chance, in groups as people read them.
#[must_use]
pub fn new_number(random: &mut impl rand::Rng) -> String {
    let mut number = PREFIX.to_owned();
    for _ in 0..GROUPS {
        number.push('-');
        for _ in 0..GROUP_LETTERS {
            number.push(char::from(LETTERS[random.random_range(0..LETTERS.len())]));
        }
    }
    number
}

/// What the ledger calls a change of what a voucher can pay.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum EntryType {
    /// What it was worth when the ledger began.
    Opening,
    /// The office wrote it down.
    Enter,
    /// The till gave it as change.
    Issue,
    /// It paid.
    Redeem,
    /// What it paid is removed.
    PutBack,
    /// What it was the change of is removed, and the voucher with it.
    TakeBack,
}

impl EntryType {
    /// All of them.
    pub const ALL: [Self; 6] = [
        Self::Opening,
        Self::Enter,
        Self::Issue,
        Self::Redeem,
        Self::PutBack,
        Self::TakeBack,
    ];

    /// The type as it is stored.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Opening => "OPENING",
            Self::Enter => "ENTER",
            Self::Issue => "ISSUE",
            Self::Redeem => "REDEEM",
            Self::PutBack => "PUT_BACK",
            Self::TakeBack => "TAKE_BACK",
        }
    }

    /// Whether the journal tells of it. What the office enters is a setting, whose change it tells of.
    #[must_use]
    pub const fn is_told(self) -> bool {
        !matches!(self, Self::Opening | Self::Enter)
    }
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use super::*;

    #[test]
    fn numbers_are_of_chance_and_nobody_reads_them_wrong() {
        let mut random = rand::rng();
        let numbers: HashSet<String> = (0..1_000).map(|_| new_number(&mut random)).collect();
        assert_eq!(numbers.len(), 1_000, "none twice");
        let mut letters = HashSet::new();
        for number in &numbers {
            let groups: Vec<&str> = number.split('-').collect();
            assert_eq!(groups[0], "EV");
            assert_eq!(groups[1..].iter().map(|it| it.len()).max(), Some(4));
            assert_eq!(groups.len(), 4);
            assert_eq!(crate::voucher::key_of(&number.to_lowercase()), *number);
            letters.extend(groups[1..].iter().flat_map(|it| it.chars()));
        }
        assert_eq!(letters.len(), LETTERS.len(), "every letter comes");
        assert!(!letters.iter().any(|it| "01OIL".contains(*it)));
    }
}
