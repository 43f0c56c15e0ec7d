//! What the till receives about tenders, payments and attempts.

mod tender;

use std::collections::BTreeMap;

use jiff::Timestamp;
use jiff::civil::Date;
use kernel::id::{AttemptId, BasketId, OrderId, TenderCode, TenderId};
use kernel::refusal::ErrorView;
use kernel::{Currency, Money};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;
use uuid::Uuid;

use crate::held::DEPOSIT;
use crate::refund::{self, RefundStepView, RefundView};
use crate::rule::attempt::{Attempt, Choice, Circumstance, Kind, State, Timing, choices};
use crate::rule::qr::{self as qr_rule, QrDirection, QrProvider};
use crate::rule::refund::Origin;
use crate::rule::tender::{TenderType, round_cash};
use crate::store::{BookedTender, Channel, PayingBasket, QrRecord, Record, TenderSetup};

pub use tender::{ForeignCashView, QrTenderView, TenderView};

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

/// A payment on a deposit that was completed.
#[derive(Clone, Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct DepositSummary {
    /// The deposit.
    pub deposit_id: Uuid,
    /// The number that people see.
    #[schema(example = "D-PAR01-000012")]
    pub document_no: String,
    /// The payment's entry, whose receipt can be printed.
    pub entry_id: Uuid,
    /// The number on the receipt of this payment.
    #[schema(example = "DP-PAR01-000031")]
    pub receipt_no: String,
    /// What was paid now.
    pub paid: Money,
    /// What is held for the pieces now.
    pub held: Money,
    /// What is still to be paid.
    pub balance: Money,
    /// The last day.
    #[schema(value_type = String, format = Date)]
    pub expires_on: Date,
    /// What cash rounding added or took.
    pub rounding: Money,
    /// What is given back in cash.
    pub change: Money,
    /// Change that another tender gives, and vouchers that were issued as change.
    #[serde(default)]
    pub other_change: Vec<OtherChangeView>,
    /// Whether the deposit was cancelled: `paid` is below zero then, what was given back.
    #[serde(default)]
    pub is_cancelled: bool,
    /// What the shop keeps of a deposit that was cancelled.
    pub kept: Money,
}

/// Change that a tender does not give itself.
#[derive(Clone, Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct OtherChangeView {
    /// The tender that gives it.
    #[schema(value_type = String, example = "CASH")]
    pub code: TenderCode,
    /// The tender's name.
    #[schema(example = "Cash")]
    pub name: String,
    /// Its names by language; the name stands for those that are missing.
    pub names: BTreeMap<String, String>,
    /// What is handed out, above zero.
    pub amount: Money,
    /// The number of a new voucher; null for anything else.
    #[schema(example = "EV-4F7K-2MQ9-XR3T")]
    pub reference: Option<String>,
}

impl OtherChangeView {
    /// The bookings among tenders that are change of others.
    #[must_use]
    pub fn among(tenders: &[BookedTender]) -> Vec<Self> {
        tenders
            .iter()
            .filter(|tender| tender.change_of.is_some())
            .map(|tender| Self {
                code: tender.tender_code.clone(),
                name: tender.name.clone(),
                names: tender.names.clone(),
                amount: Money::new(-tender.tendered.minor, tender.tendered.currency),
                reference: tender.reference.clone(),
            })
            .collect()
    }
}

/// Where the settlement puts the summary of a payment on a deposit.
const DEPOSIT_MEMBER: &str = "deposit";

impl DepositSummary {
    /// The summary as the settlement answers with it, which tells it from an order's.
    ///
    /// # Errors
    /// Never for this type; serialisation has an error type all the same.
    pub fn into_document(self) -> Result<serde_json::Value, serde_json::Error> {
        Ok(serde_json::json!({ DEPOSIT_MEMBER: serde_json::to_value(self)? }))
    }
}

/// What a payment became: an order, or a payment on a deposit.
fn documents(
    document: Option<serde_json::Value>,
) -> (Option<serde_json::Value>, Option<serde_json::Value>) {
    match document {
        Some(serde_json::Value::Object(mut members)) if members.contains_key(DEPOSIT_MEMBER) => {
            (None, members.remove(DEPOSIT_MEMBER))
        }
        document => (document, None),
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
    /// The summary of the payment on a deposit that it became.
    #[schema(value_type = Option<DepositSummary>)]
    pub deposit: Option<serde_json::Value>,
    /// What it gives back, when it is below zero.
    pub refund: Option<RefundView>,
}

impl PaymentView {
    /// The same once it is complete: with the order, or the payment on a deposit, that came of it.
    pub fn complete(&mut self, document: Option<serde_json::Value>) {
        (self.order, self.deposit) = documents(document);
    }
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
    /// Its names by language; the name stands for those that are missing.
    pub names: BTreeMap<String, String>,
    /// What it is.
    #[serde(rename = "type")]
    pub tender_type: Option<TenderType>,
    /// Whether it is the change of the tender before it.
    pub is_change: bool,
    /// The part of the amount due that it settles; below zero for change.
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
    /// What it says of itself besides, such as the number of a slip.
    #[schema(example = "004217")]
    pub reference: Option<String>,
    /// Whether it can be removed now.
    pub removable: bool,
}

/// What a payment is made of.
pub(crate) struct Payment {
    pub basket: PayingBasket,
    pub booked: Vec<BookedTender>,
    pub live: Option<Record>,
    pub cash: Option<TenderSetup>,
    /// What it may give back, when it is below zero.
    pub origins: Vec<Origin>,
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
        let refund = self.refund(remaining);
        let (order, deposit) = documents(self.order);
        let is_removable = self.live.is_none() && order.is_none() && deposit.is_none();
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
                    removable: is_removable && is_removable_at_all(&tender),
                    is_change: tender.change_of.is_some(),
                    tender_type: TenderType::parse(&tender.tender_type),
                    tender_id: tender.tender_id,
                    code: tender.tender_code,
                    name: tender.name,
                    names: tender.names,
                    amount: tender.amount,
                    tendered: tender.tendered,
                    change: tender.change,
                    brand: tender.brand,
                    last4: tender.last_four,
                    reference: tender.reference,
                })
                .collect(),
            order,
            deposit,
            refund,
        }
    }

    fn refund(&self, remaining: Money) -> Option<RefundView> {
        let basket = &self.basket;
        if basket.due.minor >= 0 {
            return None;
        }
        let steps = match self.live {
            None => refund::steps(basket, &self.booked, &self.origins),
            Some(_) => Vec::new(),
        };
        Some(RefundView {
            left: Money::new(-remaining.minor, remaining.currency),
            steps: steps
                .iter()
                .filter_map(|step| RefundStepView::of(step, basket))
                .collect(),
        })
    }
}

/// Whether a booking may ever be removed. What a deposit holds goes with the whole payment, and of
/// what was given back only cash can be taken back.
fn is_removable_at_all(tender: &BookedTender) -> bool {
    let is_cash = TenderType::parse(&tender.tender_type) == Some(TenderType::Cash);
    let is_own = tender.tender_code.as_str() != DEPOSIT && tender.change_of.is_none();
    is_own && (tender.amount.minor >= 0 || is_cash)
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
    /// Through what the money is taken.
    pub channel: Channel,
    /// Of a payment by code: who scans whom, and what.
    pub qr: Option<QrAttemptView>,
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
    /// The summary of the payment on a deposit that was completed by it.
    #[schema(value_type = Option<DepositSummary>)]
    pub deposit: Option<serde_json::Value>,
}

/// What a payment by code shows.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct QrAttemptView {
    /// The provider.
    pub provider: QrProvider,
    /// Who scans whom.
    pub direction: QrDirection,
    /// Our number at the provider, for whoever looks there.
    #[schema(example = "0190a5dac96774bbcceb302099a80571")]
    pub order_no: String,
    /// The text of the QR code to be shown; null before the provider gave it and once nobody is to
    /// scan it any more.
    #[schema(example = "https://qr.alipay.com/bax03206ug0kulveltqc80a8")]
    pub code: Option<String>,
    /// Whether the cashier is asked "The payment was not successful, continue?".
    pub is_asked: bool,
    /// Whether the money of a booked tender goes back.
    pub is_removal: bool,
}

impl QrAttemptView {
    fn of(qr: QrRecord, is_removal: bool) -> Self {
        let is_waiting = qr.order.state == qr::order::State::Waiting;
        Self {
            provider: qr.provider,
            direction: qr.order.direction.into(),
            order_no: qr.order_no,
            is_asked: is_waiting && qr.order.asks_since.is_some(),
            code: qr.order.code.filter(|_| is_waiting),
            is_removal,
        }
    }
}

/// Who looks at an attempt, and when.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Look<'a> {
    pub now: Timestamp,
    pub timing: &'a Timing,
    pub qr_timing: &'a qr::order::Timing,
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
        let is_removal = record.reversed_tender_id.is_some() || record.refund_of.is_some();
        let choices = match &record.qr {
            Some(qr) => qr_rule::choices(&qr.order, look.may_resolve, is_removal),
            None => choices(&record.attempt, &at, look.may_resolve),
        };
        let channel = record.channel();
        let attempt: Attempt = record.attempt;
        let approved_amount = attempt.captured.as_ref().and_then(|captured| {
            Currency::parse(&captured.currency).map(|currency| Money::new(captured.minor, currency))
        });
        let timing = look.timing;
        let (order, deposit) = documents(record.order_summary);
        let (cancellable_at, ends_at) = match &record.qr {
            // A code can be taken back at any moment.
            Some(qr) => (attempt.sent_at, qr_rule::ends_at(&qr.order, look.qr_timing)),
            None => {
                let at = attempt.sent_at.map(|sent| sent + timing.cancellable_after);
                (at, at.map(|at| at + timing.automatic_end_after))
            }
        };
        Self {
            attempt_id: record.attempt_id,
            kind: attempt.kind,
            channel,
            qr: record.qr.map(|qr| QrAttemptView::of(*qr, is_removal)),
            tender_code: record.tender_code,
            amount: attempt.amount,
            state: attempt.state,
            step: current_step(&record.steps),
            steps: record.steps,
            created_at: record.created_at,
            sent_at: attempt.sent_at,
            cancellable_at,
            ends_at,
            server_time: look.now,
            final_at: attempt.final_at,
            approved_amount,
            brand: record.card.brand,
            last4: record.card.last_four,
            approval_code: record.card.approval_code,
            outcome: attempt.outcome,
            choices,
            terminal_name: record.terminal_name,
            order,
            deposit,
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
