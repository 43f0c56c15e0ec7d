//! Until when a piece is under warranty.

use jiff::ToSpan;
use jiff::civil::Date;

/// The last day of the warranty of what was sold on a day with so many months of it. Items without
/// stock (bags, shipping, repairs) are no pieces and have none, nor have classes without months.
#[must_use]
pub fn until(sold_on: Date, months: i64, is_no_stock: bool) -> Option<Date> {
    if is_no_stock || months <= 0 {
        return None;
    }
    sold_on.checked_add(months.months()).ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pieces_are_under_warranty_for_the_months_of_their_class() {
        let day = |text: &str| text.parse::<Date>().unwrap();
        for (sold, months, is_no_stock, expected) in [
            ("2026-11-14", 24, false, Some("2028-11-14")),
            ("2028-02-29", 24, false, Some("2030-02-28")),
            ("2026-11-14", 6, false, Some("2027-05-14")),
            ("2026-11-14", 0, false, None),
            ("2026-11-14", 24, true, None),
        ] {
            let expected = expected.map(day);
            assert_eq!(until(day(sold), months, is_no_stock), expected, "{sold}");
        }
    }
}
