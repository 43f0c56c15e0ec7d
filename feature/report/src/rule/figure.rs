//! The figures of a report (domain §13.2).

use kernel::rounding::{Direction, Ratio};

/// What lines come to, in minor units.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Figures {
    /// Orders with a line that was sold.
    pub transactions: i64,
    /// Pieces sold less pieces that came back.
    pub pieces: i64,
    /// What was asked for them with VAT, after all discounts: what a statement calls its sales amount.
    pub sales: i64,
    /// The VAT in it.
    pub vat: i64,
    /// What was taken off.
    pub discount: i64,
}

impl Figures {
    /// Both together.
    #[must_use]
    pub const fn plus(self, other: Self) -> Self {
        Self {
            transactions: self.transactions + other.transactions,
            pieces: self.pieces + other.pieces,
            sales: self.sales + other.sales,
            vat: self.vat + other.vat,
            discount: self.discount + other.discount,
        }
    }

    /// Turnover: sales without VAT.
    #[must_use]
    pub const fn turnover(self) -> i64 {
        self.sales - self.vat
    }

    /// Turnover for each transaction (ATV), half away from zero; none without a transaction.
    #[must_use]
    pub fn turnover_per_transaction(self) -> Option<i64> {
        per(self.turnover(), 1, self.transactions)
    }

    /// Pieces for each transaction (UPT) in hundredths; none without a transaction.
    #[must_use]
    pub fn pieces_per_transaction(self) -> Option<i64> {
        per(self.pieces, 100, self.transactions)
    }

    /// Which part of the price before discounts was taken off, in hundredths of a per cent; none when
    /// nothing was sold.
    #[must_use]
    pub fn discount_rate(self) -> Option<i64> {
        per(self.discount, 10_000, self.sales + self.discount)
    }
}

fn per(amount: i64, scale: i128, count: i64) -> Option<i64> {
    (count > 0).then(|| {
        Ratio::integer(i128::from(amount))
            .times(scale, i128::from(count))
            .round(1, Direction::Nearest)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The week of domain §13.2: 21,486.30 turnover, 84 transactions, 139 pieces.
    #[test]
    fn the_week_of_the_rules_has_its_figures() {
        let week = Figures {
            transactions: 84,
            pieces: 139,
            sales: 2_578_356,
            vat: 429_726,
            discount: 0,
        };
        assert_eq!(week.turnover(), 2_148_630);
        assert_eq!(week.pieces_per_transaction(), Some(165));
        assert_eq!(week.turnover_per_transaction(), Some(25_579));
    }

    #[test]
    fn a_day_without_a_sale_has_no_averages() {
        let empty = Figures::default();
        assert_eq!(empty.turnover_per_transaction(), None);
        assert_eq!(empty.pieces_per_transaction(), None);
        assert_eq!(empty.discount_rate(), None);
    }

    #[test]
    fn the_discount_is_a_part_of_what_was_asked_before_it() {
        let day = Figures {
            sales: 104_711,
            discount: 2_980,
            ..Figures::default()
        };
        assert_eq!(day.discount_rate(), Some(277));
    }
}
