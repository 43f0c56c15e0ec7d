//! What the till receives of money that goes back.

use jiff::civil::Date;
use kernel::Money;
use kernel::id::{TenderCode, TenderId};
use serde::Serialize;
use utoipa::ToSchema;

use crate::rule::refund::{Step, Way, settled};
use crate::store::PayingBasket;
use crate::view::{AttemptView, PaymentView};

/// What a payment below zero still gives back.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct RefundView {
    /// What is left to give back, above zero.
    pub left: Money,
    /// The steps; the first one is next. None while an attempt is under way.
    pub steps: Vec<RefundStepView>,
}

/// A step of giving money back.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct RefundStepView {
    /// The booking that took the money, which names the step; of cash the first one.
    pub origin_tender_id: TenderId,
    /// The tender that took it.
    #[schema(value_type = String, example = "VISA")]
    pub code: TenderCode,
    /// The tender's name.
    #[schema(example = "Visa")]
    pub name: String,
    /// In which way it goes back.
    pub way: Way,
    /// What goes back.
    pub amount: Money,
    /// What leaves the drawer: cash is rounded.
    pub paid_out: Money,
    /// Whether even this takes `payment.refundTender` or an approval.
    pub is_exception: bool,
    /// Whether it may be cash instead; where that is an exception, with `payment.refundTender` or an
    /// approval.
    pub may_be_cash: bool,
    /// Until when it is not certain that the money came in, as with a cheque that is not cleared; null when
    /// it is.
    #[schema(value_type = Option<String>, format = Date)]
    pub clears_on: Option<Date>,
    /// What leaves the drawer then.
    pub in_cash: Money,
    /// The card's brand.
    #[schema(example = "visa")]
    pub brand: Option<String>,
    /// The last four digits of the card number.
    #[schema(example = "0119")]
    pub last4: Option<String>,
}

impl RefundStepView {
    pub(crate) fn of(step: &Step, basket: &PayingBasket) -> Option<Self> {
        let (origin, _) = step.parts.first()?;
        let amount = Money::new(step.amount(), basket.due.currency);
        let leaves = |is_cash| {
            let tendered = settled(amount, is_cash, basket.cash_rounding_step).tendered;
            Money::new(-tendered.minor, tendered.currency)
        };
        Some(Self {
            origin_tender_id: origin.tender_id,
            code: origin.tender_code.clone(),
            name: origin.name.clone(),
            way: step.way,
            amount,
            paid_out: leaves(step.way == Way::Cash),
            is_exception: step.is_exception,
            may_be_cash: step.may_be_cash,
            clears_on: step.clears_on(),
            in_cash: leaves(true),
            brand: origin.brand.clone(),
            last4: origin.last_four.clone(),
        })
    }
}

/// What came of giving a step back.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct PaidOutView {
    /// How the payment stands, when it was booked at once.
    pub payment: Option<PaymentView>,
    /// The attempt that gives it back, when a terminal or a provider does.
    pub attempt: Option<AttemptView>,
}
