//! On which terms what was paid by a tender goes back: a term of the tender in each store (domain §4.2,
//! §4.3.5).

use jiff::ToSpan;
use jiff::civil::Date;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::kind::TenderType;

/// After how many days a cheque counts as cleared where nobody said otherwise.
const CHEQUE_CLEARS_AFTER: i64 = 15;

/// Whether what was paid by a tender may go back in cash.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "SCREAMING_SNAKE_CASE")]
pub enum CashRefund {
    /// By whoever works the till.
    Freely,
    /// When somebody stands for it.
    Approved,
    /// Never.
    Never,
}

impl CashRefund {
    /// All of them.
    pub const ALL: [Self; 3] = [Self::Freely, Self::Approved, Self::Never];

    /// The name, as it is stored.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Freely => "FREELY",
            Self::Approved => "APPROVED",
            Self::Never => "NEVER",
        }
    }

    /// Finds one by its name.
    #[must_use]
    pub fn parse(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|it| it.name() == name)
    }
}

/// The terms.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct RefundTerms {
    /// Whether it may go back in cash.
    pub cash: CashRefund,
    /// After how many days it is certain that the money came in. Before that nothing is paid out by hand
    /// or in cash without somebody who stands for it.
    pub after_days: i64,
}

impl RefundTerms {
    /// Those of a kind, until a store has its own.
    #[must_use]
    pub const fn usual(kind: TenderType) -> Self {
        let after_days = match kind {
            TenderType::Cheque => CHEQUE_CLEARS_AFTER,
            _ => 0,
        };
        Self {
            cash: Self::choices(kind)[0],
            after_days,
        }
    }

    /// What a store may choose for cash, the usual one first: cash goes back in cash, and what a wallet
    /// paid never does.
    #[must_use]
    pub const fn choices(kind: TenderType) -> &'static [CashRefund] {
        use CashRefund::{Approved, Freely, Never};
        match kind {
            TenderType::Cash | TenderType::FxCash => &[Freely, Approved],
            TenderType::Cheque => &[Freely, Approved, Never],
            TenderType::Card | TenderType::Qr | TenderType::Transfer | TenderType::Mall => {
                &[Approved, Freely, Never]
            }
            TenderType::Voucher => &[Approved, Freely],
            TenderType::GiftCard
            | TenderType::LoyaltyCredit
            | TenderType::RecyclingCredit
            | TenderType::Deposit
            | TenderType::Web => &[Never],
        }
    }

    /// Until when it is not certain that what was taken on a day came in; none when it is certain today.
    #[must_use]
    pub fn clears_on(&self, taken_on: Date, today: Date) -> Option<Date> {
        let certain = taken_on.saturating_add(self.after_days.days());
        (certain > today).then_some(certain)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_kind_has_the_terms_of_the_table() {
        use CashRefund::{Approved, Freely, Never};
        // Domain 4.2: what is refundable to it, and a cheque in cash after clearing.
        let table = [
            (TenderType::Cash, Freely, 0),
            (TenderType::FxCash, Freely, 0),
            (TenderType::Card, Approved, 0),
            (TenderType::Qr, Approved, 0),
            (TenderType::GiftCard, Never, 0),
            (TenderType::Voucher, Approved, 0),
            (TenderType::LoyaltyCredit, Never, 0),
            (TenderType::RecyclingCredit, Never, 0),
            (TenderType::Deposit, Never, 0),
            (TenderType::Cheque, Freely, 15),
            (TenderType::Transfer, Approved, 0),
            (TenderType::Web, Never, 0),
            (TenderType::Mall, Approved, 0),
        ];
        assert_eq!(table.len(), TenderType::ALL.len());
        for (kind, cash, after_days) in table {
            assert_eq!(RefundTerms::usual(kind), RefundTerms { cash, after_days });
        }
        for it in CashRefund::ALL {
            assert_eq!(CashRefund::parse(it.name()), Some(it));
        }
    }

    #[test]
    fn money_is_there_for_certain_on_the_day_that_the_terms_say() {
        let terms = |after_days| RefundTerms {
            cash: CashRefund::Freely,
            after_days,
        };
        let day = |day| Date::constant(2026, 11, day);
        // days, taken, today, not before
        let table = [
            (0, 21, 21, None),
            (1, 21, 21, Some(22)),
            (1, 21, 22, None),
            (9, 12, 20, Some(21)),
            (9, 12, 21, None),
        ];
        for (days, taken, today, expected) in table {
            let found = terms(days).clears_on(day(taken), day(today));
            assert_eq!(found, expected.map(day), "{days} {taken} {today}");
        }
    }
}
