//! What an order at a provider is for the till: which state of an attempt it has, what is said about
//! it, what is offered. What may happen to it is decided by `qr::order`.

use jiff::Timestamp;
use kernel::{ErrorKind, Refusal};
use qr::Amount;
use qr::order::{Failure, Order, Refused, State as OrderState, Timing};
use qr::provider::{Decline, Direction};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::attempt::{Captured, Choice, Decision, State, shown};
use crate::{
    AMOUNT_MISMATCH, FAILED, LATE_SUCCESS, NOT_DECIDABLE, QR_FAULT, QR_NO_CODE, QR_NOT_SUCCESSFUL,
    QR_REFUND_REFUSED, QR_STOPPED, QR_TOO_LONG, QR_UNKNOWN, QR_UNREACHABLE, REVERSED, SUCCESSFUL,
    TIMED_OUT,
};

/// A provider of payments by code.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "UPPERCASE")]
pub enum QrProvider {
    /// Alipay.
    Alipay,
    /// WeChat Pay.
    WechatPay,
}

impl QrProvider {
    /// Every provider.
    pub const ALL: [Self; 2] = [Self::Alipay, Self::WechatPay];

    /// The name, as it is stored and as `onlinePosMapping` spells it.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Alipay => "ALIPAY",
            Self::WechatPay => "WECHATPAY",
        }
    }

    /// The name, as people write it.
    #[must_use]
    pub const fn brand(self) -> &'static str {
        match self {
            Self::Alipay => "Alipay",
            Self::WechatPay => "WeChat Pay",
        }
    }

    /// Finds a provider by its name.
    #[must_use]
    pub fn parse(name: &str) -> Option<Self> {
        Self::ALL
            .into_iter()
            .find(|provider| provider.name().eq_ignore_ascii_case(name.trim()))
    }

    /// The provider that a tender's `onlinePosMapping` names first.
    #[must_use]
    pub fn of_mapping(mapping: &str) -> Option<Self> {
        mapping.split(',').find_map(Self::parse)
    }
}

/// Who scans whom.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub enum QrDirection {
    /// The client scans the code that the till shows.
    ClientScans,
    /// The shop scans the code on the client's telephone.
    ShopScans,
}

impl From<QrDirection> for Direction {
    fn from(direction: QrDirection) -> Self {
        match direction {
            QrDirection::ClientScans => Self::ClientScans,
            QrDirection::ShopScans => Self::ShopScans,
        }
    }
}

impl From<Direction> for QrDirection {
    fn from(direction: Direction) -> Self {
        match direction {
            Direction::ClientScans => Self::ClientScans,
            Direction::ShopScans => Self::ShopScans,
        }
    }
}

/// An amount of a provider as attempts keep what was taken.
#[must_use]
pub fn captured(amount: Amount) -> Captured {
    Captured {
        minor: amount.minor,
        currency: amount.currency.code().to_owned(),
    }
}

/// Whether an order keeps its basket and its till to itself: until it is certain that nobody can pay
/// it any more. What was paid after that is given back without holding anybody up.
#[must_use]
pub const fn is_live(was_live: bool, before: OrderState, after: OrderState) -> bool {
    match after {
        OrderState::Created => true,
        OrderState::Paid | OrderState::Closed | OrderState::Refunded => false,
        OrderState::Waiting
        | OrderState::Cancelling
        | OrderState::Unknown
        | OrderState::Refunding => was_live || matches!(before, OrderState::Paid),
    }
}

/// The state of the attempt that an order is.
#[must_use]
pub const fn attempt_state(order: &Order, is_live: bool) -> State {
    match order.state {
        OrderState::Created => State::Created,
        OrderState::Waiting => State::Waiting,
        OrderState::Cancelling => State::Cancelling,
        OrderState::Unknown if order.payment.is_some() => State::Mismatch,
        OrderState::Unknown => State::Unknown,
        OrderState::Paid => State::Approved,
        OrderState::Closed => match order.failure {
            Some(Failure::Stopped) => State::Cancelled,
            Some(Failure::TimedOut) => State::TimedOut,
            _ => State::Failed,
        },
        OrderState::Refunding if is_live => State::Reversing,
        OrderState::Refunding => State::LateSuccess,
        OrderState::Refunded => State::Reversed,
    }
}

/// What to tell the cashier.
#[must_use]
pub fn outcome(order: &Order, provider: QrProvider) -> Option<Refusal> {
    let about = |kind: &'static ErrorKind| Refusal::new(kind).with("provider", provider.brand());
    match order.state {
        OrderState::Created | OrderState::Cancelling => None,
        OrderState::Waiting => order.asks_since.map(|_| about(&QR_NOT_SUCCESSFUL)),
        OrderState::Unknown => Some(match &order.payment {
            Some(payment) => Refusal::new(&AMOUNT_MISMATCH)
                .with("received", shown(&captured(payment.amount)))
                .with("due", shown(&captured(order.amount))),
            None => about(&QR_UNKNOWN),
        }),
        OrderState::Paid if order.failure == Some(Failure::RefundRefused) => {
            Some(about(&QR_REFUND_REFUSED))
        }
        OrderState::Paid => Some(Refusal::new(&SUCCESSFUL)),
        OrderState::Closed => Some(not_paid(order.failure, &about)),
        OrderState::Refunding => (!order.is_booked).then(|| Refusal::new(&LATE_SUCCESS)),
        OrderState::Refunded => Some(Refusal::new(&REVERSED)),
    }
}

fn not_paid(failure: Option<Failure>, about: &dyn Fn(&'static ErrorKind) -> Refusal) -> Refusal {
    let failed = |condition: &str, reason: &str| {
        Refusal::new(&FAILED)
            .with("condition", condition)
            .with("reason", reason)
    };
    match failure {
        Some(Failure::Unreachable) => about(&QR_UNREACHABLE),
        Some(Failure::NoCode) => Refusal::new(&QR_NO_CODE),
        Some(Failure::Declined(Decline::PaymentCode)) => {
            failed("QrPaymentCode", "The code is wrong, used or too old")
        }
        Some(Failure::Declined(Decline::Funds)) => {
            failed("QrFunds", "The client's account has not enough")
        }
        Some(Failure::Declined(Decline::Buyer)) => {
            failed("QrBuyer", "The client's account may not pay")
        }
        Some(Failure::Declined(Decline::Other)) => {
            failed("QrOther", "The provider refused the payment")
        }
        Some(Failure::Fault(_)) => about(&QR_FAULT),
        Some(Failure::Stopped) => Refusal::new(&QR_STOPPED),
        Some(Failure::NeverSent) => failed("QrNeverSent", "The payment was never sent"),
        Some(Failure::TimedOut | Failure::RefundRefused) | None => Refusal::new(&TIMED_OUT),
    }
}

/// What the screen offers. `is_removal` says that the money of a booked tender goes back.
#[must_use]
pub fn choices(order: &Order, may_resolve: bool, is_removal: bool) -> Vec<Choice> {
    use Choice as C;
    match order.state {
        OrderState::Created | OrderState::Waiting => vec![C::Cancel, C::Wait],
        OrderState::Cancelling => vec![C::Wait],
        OrderState::Unknown => match &order.payment {
            Some(payment) => {
                let is_part = payment.amount.currency == order.amount.currency
                    && (1..=order.amount.minor).contains(&payment.amount.minor);
                match is_part {
                    true => vec![C::AcceptPart, C::Reverse],
                    false => vec![C::Reverse],
                }
            }
            None if may_resolve => vec![C::Wait, C::Paid, C::NotPaid],
            None => vec![C::Wait],
        },
        OrderState::Refunding if may_resolve && order.refund_tries > 1 => vec![C::Wait, C::Paid],
        OrderState::Refunding => vec![C::Wait],
        OrderState::Closed => vec![C::Retry, C::OtherTender],
        OrderState::Refunded if !is_removal => vec![C::Retry, C::OtherTender],
        OrderState::Refunded | OrderState::Paid => vec![],
    }
}

/// What a person's decision about an attempt is for its order.
#[must_use]
pub const fn decision(order: &Order, decision: Decision) -> qr::order::Decision {
    match decision {
        Decision::Paid if matches!(order.state, OrderState::Refunding) => {
            qr::order::Decision::GivenBack
        }
        Decision::AcceptPart => qr::order::Decision::Part,
        Decision::Paid => qr::order::Decision::Paid,
        Decision::NotPaid => qr::order::Decision::NotPaid,
        Decision::Reverse => qr::order::Decision::Refund,
    }
}

/// When the present wait is over, and what was waited for then ends: the question to the cashier, or
/// after that the order.
#[must_use]
pub fn ends_at(order: &Order, timing: &Timing) -> Option<Timestamp> {
    let last = order.created_at + timing.open_at_most;
    match order.asks_since {
        _ if order.state != OrderState::Waiting => None,
        Some(since) => Some((since + timing.answer_wait).min(last)),
        None => order.ends_at.map(|ends_at| ends_at.min(last)),
    }
}

/// The refusal of what a person asked for; none where it was so already.
#[must_use]
pub const fn refusal(refused: Refused) -> Option<&'static ErrorKind> {
    match refused {
        // What is over cannot be stopped, and need not be.
        Refused::Over => None,
        Refused::TooLong => Some(&QR_TOO_LONG),
        Refused::NotAsked | Refused::NotBooked | Refused::NotDecidable => Some(&NOT_DECIDABLE),
    }
}

#[cfg(test)]
mod tests {
    use jiff::Timestamp;
    use qr::Currency;

    use super::*;

    fn order(state: OrderState) -> Order {
        let amount = Amount::new(5_000, Currency::from_iso("EUR").unwrap());
        Order {
            state,
            ..Order::new(Direction::ClientScans, amount, Timestamp::UNIX_EPOCH)
        }
    }

    #[test]
    fn a_basket_is_held_until_nobody_can_pay_the_order_any_more() {
        for before in OrderState::ALL {
            for after in OrderState::ALL {
                let frees = after.frees() || after == OrderState::Paid;
                assert!(
                    !frees || !is_live(true, before, after),
                    "{before:?} {after:?}"
                );
                assert!(
                    frees || is_live(true, before, after),
                    "{before:?} {after:?}"
                );
            }
        }
        // Paid after it was closed: another payment may be under way, and goes on.
        assert!(!is_live(false, OrderState::Closed, OrderState::Refunding));
        assert!(!is_live(false, OrderState::Closed, OrderState::Unknown));
        // A booked tender that is removed holds the basket again.
        assert!(is_live(false, OrderState::Paid, OrderState::Refunding));
    }

    #[test]
    fn a_retry_is_offered_only_once_the_number_is_closed_or_given_back() {
        for state in OrderState::ALL {
            let offers = choices(&order(state), true, false).contains(&Choice::Retry);
            assert_eq!(offers, state.frees(), "{state:?}");
        }
    }

    #[test]
    fn what_holds_the_basket_is_a_live_state_of_the_attempt() {
        for state in OrderState::ALL {
            for is_live in [true, false] {
                let shown = attempt_state(&order(state), is_live);
                if is_live && !state.frees() && state != OrderState::Paid {
                    assert!(shown.is_live(), "{state:?} {shown:?}");
                }
            }
        }
    }

    #[test]
    fn the_mapping_names_the_provider() {
        let of = QrProvider::of_mapping;
        assert_eq!(of("ALIPAY"), Some(QrProvider::Alipay));
        assert_eq!(of(" alipay, alipayhk"), Some(QrProvider::Alipay));
        assert_eq!(of("WECHATPAY"), Some(QrProvider::WechatPay));
        assert_eq!(of("VISA"), None);
        for provider in QrProvider::ALL {
            let json = serde_json::to_value(provider).unwrap();
            assert_eq!(json, provider.name());
        }
    }

    #[test]
    fn waits_have_an_end() {
        let timing = Timing::default();
        let mut waiting = order(OrderState::Waiting);
        assert_eq!(ends_at(&waiting, &timing), None);
        waiting.ends_at = Some(Timestamp::from_second(120).unwrap());
        assert_eq!(ends_at(&waiting, &timing), waiting.ends_at);
        waiting.asks_since = waiting.ends_at;
        assert_eq!(ends_at(&waiting, &timing), Timestamp::from_second(150).ok());
        waiting.asks_since = Timestamp::from_second(479).ok();
        assert_eq!(ends_at(&waiting, &timing), Timestamp::from_second(480).ok());
    }
}
