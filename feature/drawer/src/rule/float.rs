//! One opening float a till, business day and currency.

use kernel::Refusal;
use uuid::Uuid;

use crate::{FLOAT_MISSING, FLOAT_THERE};

/// An entry of an opening float.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Float {
    /// The entry.
    pub entry_id: Uuid,
    /// By how much what lies in the drawer changed, in minor units.
    pub amount: i64,
    /// The float that it takes back.
    pub corrects: Option<Uuid>,
}

/// The float that stands, of the entries of a till's day in one currency: the one that none takes back.
#[must_use]
pub fn standing(floats: &[Float]) -> Option<Float> {
    let is_taken_back = |id| floats.iter().any(|it| it.corrects == Some(id));
    let mut entered = floats.iter().filter(|it| it.corrects.is_none());
    entered.find(|it| !is_taken_back(it.entry_id)).copied()
}

/// Whether a float can be entered.
///
/// # Errors
/// [`FLOAT_THERE`] while one stands: it is taken back first, which says why.
pub fn may_open(floats: &[Float]) -> Result<(), Refusal> {
    match standing(floats) {
        Some(_) => Err(Refusal::new(&FLOAT_THERE)),
        None => Ok(()),
    }
}

/// The float that a correction takes back.
///
/// # Errors
/// [`FLOAT_MISSING`] where none stands.
pub fn to_correct(floats: &[Float]) -> Result<Float, Refusal> {
    standing(floats).ok_or_else(|| Refusal::new(&FLOAT_MISSING))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn float(id: u128, amount: i64, corrects: Option<u128>) -> Float {
        Float {
            entry_id: Uuid::from_u128(id),
            amount,
            corrects: corrects.map(Uuid::from_u128),
        }
    }

    #[test]
    fn a_float_stands_until_an_entry_takes_it_back() {
        let first = float(1, 20_000, None);
        let back = float(2, -20_000, Some(1));
        let second = float(3, 25_000, None);
        let back_too = float(4, -25_000, Some(3));
        let nothing = float(5, 0, None);
        let table: [(&[Float], Option<Float>); 6] = [
            (&[], None),
            (&[first], Some(first)),
            (&[first, back], None),
            (&[first, back, second], Some(second)),
            (&[back_too, second, back, first], None),
            (&[nothing], Some(nothing)),
        ];
        for (floats, expected) in table {
            assert_eq!(standing(floats), expected, "{floats:?}");
            assert_eq!(may_open(floats).is_ok(), expected.is_none());
            assert_eq!(to_correct(floats).ok(), expected);
        }
    }
}
