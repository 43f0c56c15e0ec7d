//! How the kinds of a package are spelt in tables and on the wire (domain §2.2): a kind with plain
//! numbers beside it, where the rules know each kind with exactly what belongs to it.

use jiff::civil::{Time, Weekday};
use kernel::Rate;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::package::{Benefit, Need, RowBenefit};

/// The most pieces that a package may name anywhere: sums of them stay small.
pub const PIECES_MAX: i64 = 9_999;

/// The weekdays in the order of their letters.
const WEEK: [Weekday; 7] = [
    Weekday::Monday,
    Weekday::Tuesday,
    Weekday::Wednesday,
    Weekday::Thursday,
    Weekday::Friday,
    Weekday::Saturday,
    Weekday::Sunday,
];

/// Declares a kind by the names of its members, which the wire makes of theirs as well.
macro_rules! kind {
    ($(#[$meta:meta])* $name:ident { $($(#[$doc:meta])* $member:ident = $text:literal,)+ }) => {
        $(#[$meta])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, ToSchema)]
        #[serde(rename_all = "SCREAMING_SNAKE_CASE")]
        pub enum $name {
            $($(#[$doc])* $member,)+
        }

        impl $name {
            /// Every kind.
            pub const ALL: &[Self] = &[$(Self::$member,)+];

            /// The kind as it is stored.
            #[must_use]
            pub const fn name(self) -> &'static str {
                match self {
                    $(Self::$member => $text,)+
                }
            }

            /// Finds a kind by its name.
            #[must_use]
            pub fn parse(name: &str) -> Option<Self> {
                Self::ALL.iter().copied().find(|kind| kind.name() == name)
            }
        }
    };
}

kind! {
    /// What a package gives.
    BenefitKind {
        /// All pieces together cost so much.
        DealPrice = "DEAL_PRICE",
        /// A part of their sum.
        DiscPercent = "DISC_PERCENT",
        /// An amount.
        DiscAmount = "DISC_AMOUNT",
        /// A part of the cheapest pieces.
        LeastExpensive = "LEAST_EXPENSIVE",
        /// What each row says.
        LineSpecific = "LINE_SPECIFIC",
    }
}

kind! {
    /// How a group counts.
    NeedKind {
        /// Exactly so many pieces.
        Qty = "QTY",
        /// From so many pieces to so many.
        Range = "RANGE",
        /// Pieces worth so much.
        Amount = "AMOUNT",
    }
}

kind! {
    /// What a row of a line-specific package gives.
    RowBenefitKind {
        /// The row's pieces together cost so much.
        DealPrice = "DEAL_PRICE",
        /// A part of their sum.
        DiscPercent = "DISC_PERCENT",
    }
}

/// A number of pieces, when it is one.
#[must_use]
pub fn pieces(value: i64) -> Option<u32> {
    (0..=PIECES_MAX)
        .contains(&value)
        .then(|| u32::try_from(value).ok())?
}

impl Benefit {
    /// Puts a benefit together. `value` is an amount in minor units, a percentage in
    /// ten-thousandths or a number of pieces, as the kind wants it, and `least_expensive` which part
    /// of the cheapest pieces is free. None when the number of pieces is no such number.
    #[must_use]
    pub fn of(kind: BenefitKind, value: i64, least_expensive: Rate) -> Option<Self> {
        Some(match kind {
            BenefitKind::DealPrice => Self::DealPrice(value),
            BenefitKind::DiscPercent => Self::Percent(Rate(value)),
            BenefitKind::DiscAmount => Self::Amount(value),
            BenefitKind::LeastExpensive => Self::LeastExpensive {
                count: pieces(value)?,
                rate: least_expensive,
            },
            BenefitKind::LineSpecific => Self::LineSpecific,
        })
    }

    /// Its kind and its value; 0 where there is none.
    #[must_use]
    pub fn parts(self) -> (BenefitKind, i64) {
        match self {
            Self::DealPrice(amount) => (BenefitKind::DealPrice, amount),
            Self::Percent(rate) => (BenefitKind::DiscPercent, rate.0),
            Self::Amount(amount) => (BenefitKind::DiscAmount, amount),
            Self::LeastExpensive { count, .. } => (BenefitKind::LeastExpensive, i64::from(count)),
            Self::LineSpecific => (BenefitKind::LineSpecific, 0),
        }
    }

    /// Which part of the cheapest pieces is free; all of it where that does not matter.
    #[must_use]
    pub const fn least_expensive(self) -> Rate {
        match self {
            Self::LeastExpensive { rate, .. } => rate,
            _ => Rate::HUNDRED,
        }
    }
}

impl Need {
    /// Puts a need together. Values are numbers of pieces, of an amount minor units; an upper bound
    /// of 0 is none. None when a number of pieces is no such number.
    #[must_use]
    pub fn of(kind: NeedKind, value1: i64, value2: i64) -> Option<Self> {
        Some(match kind {
            NeedKind::Qty => Self::Exactly(pieces(value1)?),
            NeedKind::Range => {
                let most = pieces(value2)?;
                Self::Between(pieces(value1)?, (most > 0).then_some(most))
            }
            NeedKind::Amount => Self::Worth(value1),
        })
    }

    /// Its kind and its two values; 0 where there is none.
    #[must_use]
    pub fn parts(self) -> (NeedKind, i64, i64) {
        match self {
            Self::Exactly(pieces) => (NeedKind::Qty, i64::from(pieces), 0),
            Self::Between(least, most) => (
                NeedKind::Range,
                i64::from(least),
                i64::from(most.unwrap_or(0)),
            ),
            Self::Worth(amount) => (NeedKind::Amount, amount, 0),
        }
    }
}

impl RowBenefit {
    /// Puts a row's benefit together, of an amount in minor units or a percentage in
    /// ten-thousandths.
    #[must_use]
    pub const fn of(kind: RowBenefitKind, value: i64) -> Self {
        match kind {
            RowBenefitKind::DealPrice => Self::DealPrice(value),
            RowBenefitKind::DiscPercent => Self::Percent(Rate(value)),
        }
    }

    /// Its kind and its value.
    #[must_use]
    pub const fn parts(self) -> (RowBenefitKind, i64) {
        match self {
            Self::DealPrice(amount) => (RowBenefitKind::DealPrice, amount),
            Self::Percent(rate) => (RowBenefitKind::DiscPercent, rate.0),
        }
    }
}

/// Weekdays as seven letters, Monday first: X counts, - does not.
#[must_use]
pub fn weekday_letters(weekdays: &[Weekday]) -> String {
    let letter = |day| if weekdays.contains(&day) { 'X' } else { '-' };
    WEEK.into_iter().map(letter).collect()
}

/// The weekdays of seven letters; none when they are something else.
#[must_use]
pub fn weekdays(letters: &str) -> Option<Vec<Weekday>> {
    let is_week =
        letters.len() == WEEK.len() && letters.bytes().all(|it| matches!(it, b'X' | b'-'));
    is_week.then(|| {
        let days = WEEK.into_iter().zip(letters.bytes());
        days.filter(|(_, letter)| *letter == b'X')
            .map(|(day, _)| day)
            .collect()
    })
}

/// A time of the day as `HH:MM`.
#[must_use]
pub fn clock_text(time: Time) -> String {
    time.strftime("%H:%M").to_string()
}

/// The time of the day of `HH:MM`; none when it is something else.
#[must_use]
pub fn clock(text: &str) -> Option<Time> {
    let time = Time::strptime("%H:%M", text).ok()?;
    (clock_text(time) == text).then_some(time)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_put_together_comes_apart_again() {
        for kind in BenefitKind::ALL {
            assert_eq!(BenefitKind::parse(kind.name()), Some(*kind));
            let half = Rate::percent(50);
            let benefit = Benefit::of(*kind, 3, half).unwrap();
            let value = if *kind == BenefitKind::LineSpecific {
                0
            } else {
                3
            };
            assert_eq!(benefit.parts(), (*kind, value));
            let is_part = *kind == BenefitKind::LeastExpensive;
            let expected = if is_part { half } else { Rate::HUNDRED };
            assert_eq!(benefit.least_expensive(), expected);
        }
        for (kind, second) in [
            (NeedKind::Qty, 0),
            (NeedKind::Range, 5),
            (NeedKind::Range, 0),
            (NeedKind::Amount, 0),
        ] {
            assert_eq!(NeedKind::parse(kind.name()), Some(kind));
            let need = Need::of(kind, 2, second).unwrap();
            assert_eq!(need.parts(), (kind, 2, second));
        }
        for kind in RowBenefitKind::ALL {
            assert_eq!(RowBenefitKind::parse(kind.name()), Some(*kind));
            assert_eq!(RowBenefit::of(*kind, 7).parts(), (*kind, 7));
        }
    }

    #[test]
    fn pieces_are_counted_within_reason() {
        for value in [-1, PIECES_MAX + 1, i64::MAX] {
            assert_eq!(pieces(value), None);
            assert_eq!(Need::of(NeedKind::Qty, value, 0), None);
            assert_eq!(Need::of(NeedKind::Range, 1, value), None);
            let least = Benefit::of(BenefitKind::LeastExpensive, value, Rate::HUNDRED);
            assert_eq!(least, None);
        }
        assert_eq!(pieces(0), Some(0));
        assert_eq!(pieces(PIECES_MAX), Some(9_999));
        assert_eq!(
            Need::of(NeedKind::Range, 1, 0),
            Some(Need::Between(1, None))
        );
    }

    #[test]
    fn weekdays_are_seven_letters() {
        let weekend = weekdays("-----XX").unwrap();
        assert_eq!(weekend, [Weekday::Saturday, Weekday::Sunday]);
        assert_eq!(weekday_letters(&weekend), "-----XX");
        assert_eq!(weekdays("-------"), Some(Vec::new()));
        for wrong in ["", "XXXXXX", "XXXXXXXX", "xxxxxxx", "MTWTFSS"] {
            assert_eq!(weekdays(wrong), None, "{wrong}");
        }
    }

    #[test]
    fn hours_are_four_digits() {
        for text in ["00:00", "09:30", "23:59"] {
            assert_eq!(clock(text).map(clock_text).as_deref(), Some(text));
        }
        for wrong in ["", "9:30", "24:00", "12:60", "12:00:00"] {
            assert_eq!(clock(wrong), None, "{wrong}");
        }
    }
}
