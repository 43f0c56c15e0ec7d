//! The address on a receipt by which anybody may check that it is genuine.
//!
//! It names what the paper is of (an order, a step of a deposit) and carries a mark that follows from the
//! hash of its entry in the journal. Whoever does not hold the journal cannot guess the mark, and a receipt whose sale was
//! not signed has none: to verify is to compare with the journal itself. The paper shows ten digits
//! of that hash; the mark is of all of it. A gift receipt has a mark of its own, so that who was
//! given the piece does not find the price behind its code.

use base64::Engine as _;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use sha2::{Digest as _, Sha256};
use uuid::Uuid;

/// Bytes of a mark: 128 bits, as of an id.
const MARK_BYTES: usize = 16;
/// Bytes of a code: the id, and the mark.
const CODE_BYTES: usize = 2 * MARK_BYTES;

/// What somebody holds who checks.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Held {
    /// The receipt: its total may be told.
    Receipt,
    /// The gift receipt: no amount may be told.
    Gift,
    /// A paper of a deposit: its amount may be told.
    Deposit,
}

impl Held {
    const ALL: [Self; 3] = [Self::Receipt, Self::Gift, Self::Deposit];

    const fn name(self) -> &'static [u8] {
        match self {
            Self::Receipt => b"vitrine-receipt/1",
            Self::Gift => b"vitrine-gift-receipt/1",
            Self::Deposit => b"vitrine-deposit/1",
        }
    }
}

/// A code that was read, not yet compared with anything.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Code {
    /// What it names: the id of an order, or of a step of a deposit.
    pub paper_id: Uuid,
    mark: [u8; MARK_BYTES],
}

impl Code {
    /// The code of something whose entry in the journal has this hash.
    #[must_use]
    pub fn new(held: Held, paper_id: Uuid, entry_hash: &[u8]) -> Self {
        let mut digest = Sha256::new();
        digest.update(held.name());
        digest.update(paper_id.as_bytes());
        digest.update(entry_hash);
        let digest = digest.finalize();
        let mut mark = [0; MARK_BYTES];
        mark.copy_from_slice(&digest[..MARK_BYTES]);
        Self { paper_id, mark }
    }

    /// As it stands in the address.
    #[must_use]
    pub fn text(&self) -> String {
        let mut bytes = [0; CODE_BYTES];
        bytes[..MARK_BYTES].copy_from_slice(self.paper_id.as_bytes());
        bytes[MARK_BYTES..].copy_from_slice(&self.mark);
        URL_SAFE_NO_PAD.encode(bytes)
    }

    /// The page that tells whether the paper is genuine, of an installation that clients reach at `public_url`.
    #[must_use]
    pub fn address(&self, public_url: &str) -> String {
        format!(
            "{}/pos/receipt/{}",
            public_url.trim_end_matches('/'),
            self.text()
        )
    }

    /// Reads a code; none when it cannot be one of ours.
    #[must_use]
    pub fn parse(text: &str) -> Option<Self> {
        let bytes: [u8; CODE_BYTES] = URL_SAFE_NO_PAD.decode(text).ok()?.try_into().ok()?;
        let (paper_id, mark) = bytes.split_at(MARK_BYTES);
        Some(Self {
            paper_id: Uuid::from_slice(paper_id).ok()?,
            mark: mark.try_into().ok()?,
        })
    }

    /// What somebody with this code holds, when the entry of what it names has this hash; none when the
    /// code was made up.
    #[must_use]
    pub fn held(&self, entry_hash: &[u8]) -> Option<Held> {
        Held::ALL.into_iter().find(|held| {
            let right = Self::new(*held, self.paper_id, entry_hash);
            // All bytes are looked at, so that the time tells nothing.
            let differences = right.mark.iter().zip(self.mark);
            differences.fold(0, |sum, (right, read)| sum | (right ^ read)) == 0
        })
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    const ORDER: Uuid = Uuid::from_u128(7);

    #[test]
    fn papers_are_told_apart_and_none_gives_another() {
        let hash = [9; 32];
        let deposit = Code::new(Held::Deposit, ORDER, &hash);
        assert_eq!(deposit.held(&hash), Some(Held::Deposit));
        let receipt = Code::new(Held::Receipt, ORDER, &hash);
        let gift = Code::new(Held::Gift, ORDER, &hash);
        assert_ne!(receipt, gift);
        assert_eq!(receipt.held(&hash), Some(Held::Receipt));
        assert_eq!(gift.held(&hash), Some(Held::Gift));
        assert_eq!(receipt.text().len(), 43);
    }

    #[test]
    fn what_is_no_code_is_none() {
        for text in [
            "",
            "AAAA",
            "not base64 at all!",
            &"A".repeat(44),
            &"é".repeat(20),
        ] {
            assert_eq!(Code::parse(text), None, "{text}");
        }
    }

    proptest! {
        #[test]
        fn a_code_is_read_as_it_was_written(id: u128, hash: [u8; 32]) {
            let code = Code::new(Held::Receipt, Uuid::from_u128(id), &hash);
            prop_assert_eq!(Code::parse(&code.text()), Some(code));
        }

        #[test]
        fn another_bit_anywhere_is_not_genuine(bit in 0_usize..256, hash: [u8; 32]) {
            let code = Code::new(Held::Receipt, ORDER, &hash);
            let mut bytes = URL_SAFE_NO_PAD.decode(code.text()).unwrap();
            bytes[bit / 8] ^= 1 << (bit % 8);
            let forged = Code::parse(&URL_SAFE_NO_PAD.encode(bytes)).unwrap();
            prop_assert_eq!(forged.held(&hash), None);
        }
    }
}
