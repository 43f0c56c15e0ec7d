//! What the till receives about tenders, payments and attempts.

use jiff::Timestamp;
use kernel::id::{AttemptId, BasketId, OrderId, TenderCode, TenderId};
use kernel::refusal::ErrorView;
use kernel::{Currency, Money};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::rule::attempt::{Attempt, Choice, Circumstance, Kind, State, Timing, choices};
use crate::rule::tender::{TenderType, round_cash};
use crate::store::{BookedTender, PayingBasket, Record, TenderSetup};

/// The order that a basket became once it was paid.
#[derive(Clone, Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct OrderSummary {
    /// Its id.
    pub order_id: OrderId,
    /// The number that people see.
    #[schema(example = 123)]
    pub order_no: i64,
    /// The number on the receipt.
    #[schema(example = "R-PAR01-000123")]
    pub receipt_no: String,
    /// What was to be paid.
    pub total: Money,
    /// What cash rounding added or took.
    pub rounding: Money,
    /// What is given back in cash.
    pub change: Money,
}

/// A tender that the store takes.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct TenderView {
    /// Its code.
    #[schema(value_type = String, example = "CASH")]
    pub code: TenderCode,
    /// Its name.
    #[schema(example = "Cash")]
    pub name: String,
    /// What it is.
    #[serde(rename = "type")]
    pub tender_type: TenderType,
    /// Whether more than the balance may be given.
    pub over_tender_allowed: bool,
    /// How much more at most; null when there is no limit.
    pub maximum_over_tender: Option<Money>,
    /// Whether less than the balance may be given.
    pub under_tender_allowed: bool,
    /// The smallest amount in minor units that closes a balance with it; 1 except for cash.
    #[schema(example = 5)]
    pub rounding_step: i64,
    /// Whether the drawer opens.
    pub opens_drawer: bool,
    /// Whether the till's terminal can take a payment as far as the server knows; null where no
    /// terminal is needed.
    pub terminal_ready: Option<bool>,
    /// Why it cannot be used now.
    pub refusal: Option<ErrorView>,
}

impl TenderView {
    pub(crate) fn of(
        tender: TenderSetup,
        is_terminal_ready: bool,
        refusal: Option<ErrorView>,
    ) -> Self {
        let terms = tender.terms;
        let is_cash = terms.tender_type == TenderType::Cash;
        Self {
            code: tender.tender_code,
            name: tender.name,
            tender_type: terms.tender_type,
            over_tender_allowed: is_cash && terms.over_tender_allowed,
            maximum_over_tender: terms
                .maximum_over_tender
                .filter(|_| is_cash)
                .map(|limit| Money::new(limit, tender.currency)),
            under_tender_allowed: terms.under_tender_allowed,
            rounding_step: if is_cash { terms.cash_rounding_step } else { 1 },
            opens_drawer: tender.opens_drawer,
            terminal_ready: (!is_cash).then_some(is_terminal_ready),
            refusal,
        }
    }
}

/// How the payment of the till's basket stands.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct PaymentView {
    /// The basket.
    pub basket_id: BasketId,
    /// What the basket comes to.
    pub due: Money,
    /// What the customer gave so far.
    pub tendered: Money,
    /// What is left of the amount due.
    pub remaining: Money,
    /// What closes the balance in cash.
    pub cash_remaining: Money,
    /// What cash rounding adds: what it would add now, or what it added once nothing is left.
    pub rounding: Money,
    /// The booked tenders, in the order of booking.
    pub tenders: Vec<BookedTenderView>,
    /// The attempt that is under way.
    pub attempt: Option<AttemptView>,
    /// Amounts to offer for cash: what closes the balance first, then round sums.
    pub quick_amounts: Vec<Money>,
    /// The summary of the order that the basket became.
    #[schema(value_type = Option<OrderSummary>)]
    pub order: Option<serde_json::Value>,
}

/// A booked tender.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct BookedTenderView {
    /// The booking.
    pub tender_id: TenderId,
    /// The tender's code.
    #[schema(value_type = String, example = "VISA")]
    pub code: TenderCode,
    /// The tender's name.
    #[schema(example = "Cash")]
    pub name: String,
    /// The part of the amount due that it settles.
    pub amount: Money,
    /// What the customer gave.
    pub tendered: Money,
    /// What the customer got back.
    pub change: Money,
    /// The card's brand, as the terminal spells it.
    #[schema(example = "visa")]
    pub brand: Option<String>,
    /// The last four digits of the card number.
    #[schema(example = "0119")]
    pub last4: Option<String>,
    /// Whether it can be removed now.
    pub removable: bool,
}

/// What a payment is made of.
pub(crate) struct Payment {
    pub basket: PayingBasket,
    pub booked: Vec<BookedTender>,
    pub live: Option<Record>,
    pub cash: Option<TenderSetup>,
    pub order: Option<serde_json::Value>,
}

impl Payment {
    /// What is left of the amount due.
    pub(crate) fn remaining(&self) -> Money {
        remaining(&self.basket, &self.booked)
    }

    pub(crate) fn view(self, look: &Look<'_>) -> PaymentView {
        let currency = self.basket.due.currency;
        let remaining = self.remaining();
        let cash_remaining = round_cash(remaining, self.basket.cash_rounding_step);
        let sum = |part: fn(&BookedTender) -> Money| {
            let total = self.booked.iter().map(|tender| part(tender).minor).sum();
            Money::new(total, currency)
        };
        let rounding = match remaining.is_positive() {
            true => Money::new(cash_remaining.minor - remaining.minor, currency),
            false => sum(|tender| tender.rounding),
        };
        let is_removable = self.live.is_none() && self.order.is_none();
        PaymentView {
            basket_id: self.basket.basket_id,
            due: self.basket.due,
            tendered: sum(|tender| tender.tendered),
            remaining,
            cash_remaining,
            rounding,
            quick_amounts: self
                .cash
                .map(|cash| cash.terms.quick_amounts(remaining))
                .unwrap_or_default(),
            attempt: self.live.map(|live| AttemptView::of(live, look)),
            tenders: self
                .booked
                .into_iter()
                .map(|tender| BookedTenderView {
                    tender_id: tender.tender_id,
                    code: tender.tender_code,
                    name: tender.name,
                    amount: tender.amount,
                    tendered: tender.tendered,
                    change: tender.change,
                    brand: tender.brand,
                    last4: tender.last_four,
                    removable: is_removable,
                })
                .collect(),
            order: self.order,
        }
    }
}

/// What is left of the amount due when these tenders are booked.
pub(crate) fn remaining(basket: &PayingBasket, booked: &[BookedTender]) -> Money {
    let settled: i64 = booked.iter().map(|tender| tender.amount.minor).sum();
    Money::new(basket.due.minor - settled, basket.due.currency)
}

/// A step of a payment on the terminal's screen.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "SCREAMING_SNAKE_CASE")]
#[schema(as = AttemptStep)]
pub enum StepName {
    /// The terminal has the request.
    Sent,
    /// The customer presents the card.
    PresentCard,
    /// The bank is asked.
    BankConfirms,
    /// The result is on the terminal's screen.
    Receipt,
    /// The cashier should compare the signature on the slip with the card. The payment is held
    /// until they have: they keep it, or give the money back.
    CheckSignature,
}

/// When a step was reached.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct StepView {
    /// The step.
    pub step: StepName,
    /// When it was first told of.
    #[schema(value_type = String, format = DateTime)]
    pub at: Timestamp,
}

/// Adds a step once, in the order in which steps follow each other whatever the order in which
/// they are told. False when it is known.
pub(crate) fn add_step(steps: &mut Vec<StepView>, step: StepName, at: Timestamp) -> bool {
    if steps.iter().any(|known| known.step == step) {
        return false;
    }
    steps.push(StepView { step, at });
    steps.sort_by_key(|known| known.step);
    true
}

/// One try to take money at a terminal, or to give back the money of a booked tender.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct AttemptView {
    /// The attempt.
    pub attempt_id: AttemptId,
    /// What it is for.
    pub kind: Kind,
    /// The tender that was pressed; the booked tender follows the card's brand.
    #[schema(value_type = String, example = "CARD")]
    pub tender_code: TenderCode,
    /// What is to be taken or given back.
    pub amount: Money,
    /// Where it stands.
    pub state: State,
    /// How far the customer is.
    pub step: Option<StepName>,
    /// The steps reached, in their order.
    pub steps: Vec<StepView>,
    /// When it was written down.
    #[schema(value_type = String, format = DateTime)]
    pub created_at: Timestamp,
    /// When it went to the terminal.
    #[schema(value_type = Option<String>, format = DateTime)]
    pub sent_at: Option<Timestamp>,
    /// From when it can be cancelled.
    #[schema(value_type = Option<String>, format = DateTime)]
    pub cancellable_at: Option<Timestamp>,
    /// When the system ends it.
    #[schema(value_type = Option<String>, format = DateTime)]
    pub ends_at: Option<Timestamp>,
    /// The server's time, to count down by.
    #[schema(value_type = String, format = DateTime)]
    pub server_time: Timestamp,
    /// When it was over.
    #[schema(value_type = Option<String>, format = DateTime)]
    pub final_at: Option<Timestamp>,
    /// What the terminal took; null also when it is in a currency that is not sold in.
    pub approved_amount: Option<Money>,
    /// The card's brand, as the terminal spells it.
    #[schema(example = "visa")]
    pub brand: Option<String>,
    /// The last four digits of the card number.
    #[schema(example = "0119")]
    pub last4: Option<String>,
    /// The issuer's approval code.
    #[schema(example = "123456")]
    pub approval_code: Option<String>,
    /// What to tell the cashier.
    pub outcome: Option<ErrorView>,
    /// What to offer the cashier.
    pub choices: Vec<Choice>,
    /// The till's name.
    #[schema(example = "Till 1")]
    pub terminal_name: String,
    /// The summary of the order that was completed by it.
    #[schema(value_type = Option<OrderSummary>)]
    pub order: Option<serde_json::Value>,
}

/// Who looks at an attempt, and when.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Look<'a> {
    pub now: Timestamp,
    pub timing: &'a Timing,
    /// Whether they may decide about payments in doubt.
    pub may_resolve: bool,
}

impl AttemptView {
    pub(crate) fn of(record: Record, look: &Look<'_>) -> Self {
        let at = Circumstance {
            now: look.now,
            timing: look.timing,
            basket_open: true,
        };
        let choices = choices(&record.attempt, &at, look.may_resolve);
        let attempt: Attempt = record.attempt;
        let approved_amount = attempt.captured.as_ref().and_then(|captured| {
            Currency::parse(&captured.currency).map(|currency| Money::new(captured.minor, currency))
        });
        let timing = look.timing;
        let cancellable_at = attempt.sent_at.map(|sent| sent + timing.cancellable_after);
        Self {
            attempt_id: record.attempt_id,
            kind: attempt.kind,
            tender_code: record.tender_code,
            amount: attempt.amount,
            state: attempt.state,
            step: current_step(&record.steps),
            steps: record.steps,
            created_at: record.created_at,
            sent_at: attempt.sent_at,
            cancellable_at,
            ends_at: cancellable_at.map(|at| at + timing.automatic_end_after),
            server_time: look.now,
            final_at: attempt.final_at,
            approved_amount,
            brand: record.card.brand,
            last4: record.card.last_four,
            approval_code: record.card.approval_code,
            outcome: attempt.outcome,
            choices,
            terminal_name: record.terminal_name,
            order: record.order_summary,
        }
    }
}

/// The furthest step; the note about a signature is not a step of its own on the screen.
pub(crate) fn current_step(steps: &[StepView]) -> Option<StepName> {
    steps
        .iter()
        .map(|step| step.step)
        .filter(|step| *step != StepName::CheckSignature)
        .max()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn steps_are_told_once_and_in_their_order() {
        let mut steps = Vec::new();
        let at = |second| Timestamp::from_second(second).unwrap();
        assert!(add_step(&mut steps, StepName::Receipt, at(1)));
        assert!(add_step(&mut steps, StepName::Sent, at(2)));
        assert!(!add_step(&mut steps, StepName::Receipt, at(3)));
        let told: Vec<_> = steps.iter().map(|step| (step.step, step.at)).collect();
        assert_eq!(told, [(StepName::Sent, at(2)), (StepName::Receipt, at(1))]);
        assert_eq!(current_step(&steps), Some(StepName::Receipt));
        add_step(&mut steps, StepName::CheckSignature, at(4));
        assert_eq!(current_step(&steps), Some(StepName::Receipt));
    }
}
