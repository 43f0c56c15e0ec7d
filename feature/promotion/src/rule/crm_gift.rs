//! Gifts from the customer's record: for a birthday, as a welcome, for a tier (domain §3.1, §3.4).

use jiff::ToSpan;
use jiff::civil::Date;
use kernel::id::CustomerId;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

/// For how many days a gift is valid after the one on which it is granted, unless somebody says
/// otherwise.
const VALID_DAYS: i64 = 90;

/// Why the house gives it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "UPPERCASE")]
pub enum CrmGiftKind {
    /// Once a year, for the birthday.
    Birthday,
    /// Once, when the membership begins.
    Welcome,
    /// Once for each tier that is reached.
    Tier,
}

impl CrmGiftKind {
    /// Every kind.
    pub const ALL: [Self; 3] = [Self::Birthday, Self::Welcome, Self::Tier];

    /// Finds a kind by its name.
    #[must_use]
    pub fn parse(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|kind| kind.name() == name)
    }

    /// The kind as it is stored.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Birthday => "BIRTHDAY",
            Self::Welcome => "WELCOME",
            Self::Tier => "TIER",
        }
    }
}

/// Where a gift stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, ToSchema)]
#[serde(rename_all = "UPPERCASE")]
pub enum CrmGiftState {
    /// On the customer's record.
    Granted,
    /// On a CRM order.
    Issued,
    /// Its time is over.
    Expired,
    /// Handed over.
    Used,
}

impl CrmGiftState {
    /// Every state.
    pub const ALL: [Self; 4] = [Self::Granted, Self::Issued, Self::Expired, Self::Used];

    /// The state as it is stored.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Granted => "GRANTED",
            Self::Issued => "ISSUED",
            Self::Expired => "EXPIRED",
            Self::Used => "USED",
        }
    }

    /// Finds a state by its name.
    #[must_use]
    pub fn parse(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|state| state.name() == name)
    }

    /// Whether a gift may go from this state to another.
    #[must_use]
    pub const fn may_become(self, next: Self) -> bool {
        matches!(
            (self, next),
            (Self::Granted, Self::Issued | Self::Expired)
                | (Self::Issued, Self::Expired | Self::Used)
        )
    }
}

/// A gift on a customer's record.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CrmGift {
    /// Whose.
    pub customer_id: CustomerId,
    /// Why.
    pub kind: CrmGiftKind,
    /// The tier that it is for; blank for other kinds.
    pub tier: String,
    /// Since when.
    pub granted_on: Date,
    /// The last date on which it is issued and used; none for ever.
    pub valid_until: Option<Date>,
    /// Where it stands.
    pub state: CrmGiftState,
}

/// Why a gift is not granted, issued or used.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CrmGiftRefusal {
    /// The customer has had this one: of this year, of the membership, of the tier.
    HadAlready,
    /// It ends before it begins.
    EndsBeforeItBegins,
    /// A tier gift names its tier, and no other does.
    TierMismatch,
    /// It is another customer's.
    OtherCustomer,
    /// It begins later.
    TooEarly,
    /// Its time is over.
    Expired,
    /// Its state does not allow it.
    WrongState {
        /// Where it stands.
        state: CrmGiftState,
    },
}

/// The last date of a gift that is granted on a date.
#[must_use]
pub fn last_date(granted_on: Date) -> Date {
    granted_on.saturating_add(VALID_DAYS.days())
}

/// Puts a gift on a customer's record. `earlier` are the customer's gifts so far, in any state: an
/// expired gift is not given again.
///
/// # Errors
/// When the customer has had it, or it is no gift.
pub fn grant(gift: CrmGift, earlier: &[CrmGift]) -> Result<CrmGift, CrmGiftRefusal> {
    if gift.state != CrmGiftState::Granted {
        return Err(CrmGiftRefusal::WrongState { state: gift.state });
    }
    if (gift.kind == CrmGiftKind::Tier) == gift.tier.is_empty() {
        return Err(CrmGiftRefusal::TierMismatch);
    }
    if gift
        .valid_until
        .is_some_and(|until| until < gift.granted_on)
    {
        return Err(CrmGiftRefusal::EndsBeforeItBegins);
    }
    let same = |had: &&CrmGift| {
        had.customer_id == gift.customer_id
            && had.kind == gift.kind
            && match gift.kind {
                CrmGiftKind::Birthday => had.granted_on.year() == gift.granted_on.year(),
                CrmGiftKind::Welcome => true,
                CrmGiftKind::Tier => had.tier == gift.tier,
            }
    };
    if earlier.iter().any(|had| same(&had)) {
        return Err(CrmGiftRefusal::HadAlready);
    }
    Ok(gift)
}

/// The state of a gift on a date: one that is granted or issued expires after its last date.
#[must_use]
pub fn state_on(gift: &CrmGift, date: Date) -> CrmGiftState {
    let is_over = gift.valid_until.is_some_and(|until| until < date);
    if is_over && gift.state.may_become(CrmGiftState::Expired) {
        CrmGiftState::Expired
    } else {
        gift.state
    }
}

/// Issues a gift to a customer as a CRM order, or hands over what was issued.
///
/// # Errors
/// When it is another customer's, not of today, or its state does not allow it.
pub fn advance(
    gift: &CrmGift,
    next: CrmGiftState,
    customer_id: CustomerId,
    date: Date,
) -> Result<CrmGift, CrmGiftRefusal> {
    if gift.customer_id != customer_id {
        return Err(CrmGiftRefusal::OtherCustomer);
    }
    let state = state_on(gift, date);
    let is_for_use = matches!(next, CrmGiftState::Issued | CrmGiftState::Used);
    if state == CrmGiftState::Expired {
        return Err(CrmGiftRefusal::Expired);
    }
    if !is_for_use || !state.may_become(next) {
        return Err(CrmGiftRefusal::WrongState { state });
    }
    if date < gift.granted_on {
        return Err(CrmGiftRefusal::TooEarly);
    }
    Ok(CrmGift {
        state: next,
        ..gift.clone()
    })
}

/// What might be done with a completed order.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum OrderOperation {
    /// Give money back.
    Refund,
    /// Take goods against others.
    Exchange,
    /// Take goods back.
    Return,
    /// Name another salesperson.
    ChangeSalesperson,
    /// Print the receipt again.
    Reprint,
}

/// Whether an order of a CRM gift takes an operation ("CRM orders do not allow operation").
#[must_use]
pub const fn crm_order_allows(operation: OrderOperation) -> bool {
    match operation {
        OrderOperation::Refund
        | OrderOperation::Exchange
        | OrderOperation::Return
        | OrderOperation::ChangeSalesperson => false,
        OrderOperation::Reprint => true,
    }
}

#[cfg(test)]
mod tests {
    use uuid::Uuid;

    use super::*;

    fn customer(number: u128) -> CustomerId {
        CustomerId(Uuid::from_u128(number))
    }

    fn date(text: &str) -> Date {
        text.parse().unwrap()
    }

    fn gift(kind: CrmGiftKind, tier: &str, granted_on: &str) -> CrmGift {
        CrmGift {
            customer_id: customer(1),
            kind,
            tier: tier.to_owned(),
            granted_on: date(granted_on),
            valid_until: Some(date("2027-01-31")),
            state: CrmGiftState::Granted,
        }
    }

    #[test]
    fn each_gift_is_given_once() {
        use CrmGiftKind::{Birthday, Tier, Welcome};
        let had = [
            gift(Birthday, "", "2026-02-01"),
            gift(Tier, "GOLD", "2026-02-01"),
            CrmGift {
                state: CrmGiftState::Used,
                ..gift(Welcome, "", "2020-02-01")
            },
        ];
        let again = Err(CrmGiftRefusal::HadAlready);
        let table = [
            (gift(Birthday, "", "2026-12-31"), again),
            (gift(Birthday, "", "2027-01-01"), Ok(())),
            (gift(Welcome, "", "2026-12-31"), again),
            (gift(Tier, "GOLD", "2026-12-31"), again),
            (gift(Tier, "PLATINUM", "2026-12-31"), Ok(())),
            (
                gift(Tier, "", "2026-12-31"),
                Err(CrmGiftRefusal::TierMismatch),
            ),
            (
                gift(Birthday, "GOLD", "2027-01-01"),
                Err(CrmGiftRefusal::TierMismatch),
            ),
            (
                gift(Birthday, "", "2027-02-01"),
                Err(CrmGiftRefusal::EndsBeforeItBegins),
            ),
            (
                CrmGift {
                    customer_id: customer(2),
                    ..gift(Welcome, "", "2026-12-31")
                },
                Ok(()),
            ),
            (
                CrmGift {
                    state: CrmGiftState::Used,
                    ..gift(Birthday, "", "2027-01-01")
                },
                Err(CrmGiftRefusal::WrongState {
                    state: CrmGiftState::Used,
                }),
            ),
        ];
        for (gift, expected) in table {
            let found = grant(gift.clone(), &had).map(|granted| assert_eq!(granted, gift));
            assert_eq!(found, expected, "{gift:?}");
        }
    }

    #[test]
    fn a_gift_goes_only_the_documented_ways() {
        let allowed = [
            ("GRANTED", "ISSUED"),
            ("GRANTED", "EXPIRED"),
            ("ISSUED", "EXPIRED"),
            ("ISSUED", "USED"),
        ];
        for from in CrmGiftState::ALL {
            assert_eq!(CrmGiftState::parse(from.name()), Some(from));
            for to in CrmGiftState::ALL {
                let expected = allowed.contains(&(from.name(), to.name()));
                assert_eq!(from.may_become(to), expected, "{from:?} to {to:?}");
            }
        }
    }

    #[test]
    fn a_gift_is_issued_and_used_by_its_customer_in_its_time() {
        use CrmGiftState::{Expired, Granted, Issued, Used};
        let of = |state| CrmGift {
            state,
            ..gift(CrmGiftKind::Birthday, "", "2026-11-01")
        };
        let wrong = |state| Err(CrmGiftRefusal::WrongState { state });
        let table = [
            (Granted, Issued, "2026-11-21", Ok(Issued)),
            (Granted, Issued, "2027-01-31", Ok(Issued)),
            (Granted, Issued, "2027-02-01", Err(CrmGiftRefusal::Expired)),
            (Granted, Issued, "2026-10-31", Err(CrmGiftRefusal::TooEarly)),
            (Granted, Used, "2026-11-21", wrong(Granted)),
            (Granted, Expired, "2026-11-21", wrong(Granted)),
            (Issued, Used, "2027-01-31", Ok(Used)),
            (Issued, Used, "2027-02-01", Err(CrmGiftRefusal::Expired)),
            (Issued, Issued, "2026-11-21", wrong(Issued)),
            (Used, Used, "2026-11-21", wrong(Used)),
            (Used, Issued, "2027-02-01", wrong(Used)),
        ];
        for (from, to, on, expected) in table {
            let found = advance(&of(from), to, customer(1), date(on)).map(|gift| gift.state);
            assert_eq!(found, expected, "{from:?} to {to:?} on {on}");
        }
        assert_eq!(
            advance(&of(Granted), Issued, customer(2), date("2026-11-21")),
            Err(CrmGiftRefusal::OtherCustomer)
        );
    }

    #[test]
    fn what_is_not_handed_over_by_its_last_date_is_over() {
        use CrmGiftState::{Expired, Granted, Issued, Used};
        let of = |state, valid_until: Option<&str>| CrmGift {
            state,
            valid_until: valid_until.map(date),
            ..gift(CrmGiftKind::Birthday, "", "2026-11-01")
        };
        let until = Some("2027-01-31");
        for (state, after) in [
            (Granted, Expired),
            (Issued, Expired),
            (Used, Used),
            (Expired, Expired),
        ] {
            assert_eq!(state_on(&of(state, until), date("2027-01-31")), state);
            assert_eq!(state_on(&of(state, until), date("2027-02-01")), after);
            assert_eq!(state_on(&of(state, None), date("2099-02-01")), state);
        }
    }

    #[test]
    fn a_gift_is_valid_for_ninety_days() {
        assert_eq!(last_date(date("2026-11-21")), date("2027-02-19"));
        let of = |until: &str| CrmGift {
            valid_until: Some(date(until)),
            ..gift(CrmGiftKind::Birthday, "", "2026-11-21")
        };
        assert!(grant(of("2026-11-21"), &[]).is_ok(), "on its only day");
        assert_eq!(
            grant(of("2026-11-20"), &[]),
            Err(CrmGiftRefusal::EndsBeforeItBegins)
        );
    }

    #[test]
    fn the_order_of_a_gift_is_only_printed_again() {
        use OrderOperation::{ChangeSalesperson, Exchange, Refund, Reprint, Return};
        for operation in [Refund, Exchange, Return, ChangeSalesperson] {
            assert!(!crm_order_allows(operation));
        }
        assert!(crm_order_allows(Reprint));
    }
}
