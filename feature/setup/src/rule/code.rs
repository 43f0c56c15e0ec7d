//! The one-time set-up code: who can read the server's console may make the first administrator.

use sha2::{Digest, Sha256};

/// Letters of a set-up code that nobody confuses.
const LETTERS: &[u8; 32] = b"ABCDEFGHJKLMNPQRSTUVWXYZ23456789";
/// How many wrong codes may be typed before a new one is needed.
pub const WRONG_TRIES_MAX: i64 = 5;

/// A code of 80 random bits, in groups of four letters.
#[must_use]
pub fn from_random(random: [u8; 16]) -> String {
    let letters: Vec<char> = random
        .iter()
        .map(|byte| char::from(LETTERS[usize::from(byte % 32)]))
        .collect();
    let groups: Vec<String> = letters
        .chunks(4)
        .map(|group| group.iter().collect())
        .collect();
    groups.join("-")
}

/// The hash under which a code is stored. Case, blanks and dashes do not matter to who types it.
#[must_use]
pub fn hash(code: &str) -> String {
    let letters: String = code
        .chars()
        .filter(char::is_ascii_alphanumeric)
        .map(|letter| letter.to_ascii_uppercase())
        .collect();
    hex::encode(Sha256::digest(letters.as_bytes()))
}

/// Whether a typed code is the one whose hash is stored. Hashes are compared, so that the time
/// tells nothing about the code.
#[must_use]
pub fn fits(code: &str, stored: &str) -> bool {
    hash(code) == stored
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_code_is_four_groups_and_is_typed_as_people_type() {
        let code = from_random([0, 1, 31, 32, 255, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15]);
        assert_eq!(code, "AB9A-9FGH-JKLM-NPQR");
        assert!(fits(" ab9a 9fgh jklm npqr ", &hash(&code)));
        assert!(!fits("AB9A-9FGH-JKLM-NPQS", &hash(&code)));
        assert!(!fits("", &hash(&code)));
    }
}
