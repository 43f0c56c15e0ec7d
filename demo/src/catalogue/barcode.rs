//! EAN-13 barcodes in the range kept for use inside a shop.

/// The thirteenth digit for the first twelve digits of an EAN-13.
///
/// Characters that are no digits count as 0.
#[must_use]
pub fn check_digit(first_twelve: &str) -> u32 {
    let sum: u32 = first_twelve
        .chars()
        .zip([1, 3].into_iter().cycle())
        .map(|(digit, weight)| digit.to_digit(10).unwrap_or(0) * weight)
        .sum();
    (10 - sum % 10) % 10
}

/// The barcode of a size (counted from 0) of the item at `position`.
pub(super) fn barcode(position: u32, size: usize) -> String {
    // 26: inside the range 20 to 29, away from 20 and 21, which scales often use.
    let digits = format!("26{:05}{:05}", 31_000 + position * 7, 100 + size * 10);
    let check = check_digit(&digits);
    format!("{digits}{check}")
}

#[cfg(test)]
mod tests {
    use super::{barcode, check_digit};

    #[test]
    fn published_numbers_check() {
        assert_eq!(check_digit("400638133393"), 1);
        assert_eq!(check_digit("978014300723"), 4);
        assert_eq!(check_digit("000000000000"), 0);
    }

    #[test]
    fn thirteen_digits() {
        assert_eq!(barcode(1, 0).len(), 13);
        assert_eq!(barcode(300, 6).len(), 13);
    }
}
