//! Until when a piece is under warranty.

use jiff::ToSpan;
use jiff::civil::Date;

/// The legal guarantee of the European Union, in months (Directive (EU) 2019/771).
const MONTHS: i64 = 24;

/// The last day of the warranty of what was sold on a day. Items without stock (bags, shipping,
/// repairs) are no pieces and have none.
#[must_use]
pub fn until(sold_on: Date, is_no_stock: bool) -> Option<Date> {
    if is_no_stock {
        return None;
    }
    sold_on.checked_add(MONTHS.months()).ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pieces_are_under_warranty_for_two_years() {
        let day = |text: &str| text.parse::<Date>().unwrap();
        assert_eq!(until(day("2026-11-14"), false), Some(day("2028-11-14")));
        assert_eq!(until(day("2028-02-29"), false), Some(day("2030-02-28")));
        assert_eq!(until(day("2026-11-14"), true), None);
    }
}
