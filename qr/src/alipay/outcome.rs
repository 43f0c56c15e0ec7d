//! What a reply means. The only place that decides; pure.

use device::card_terminal::Currency;

use super::reply::{Cancelled, Created, Node, RefundTold, Refunded, Trade, Verdict};
use crate::provider::{
    CloseAnswer, CreateAnswer, Decline, Direction, Fault, OrderAnswer, OrderNo, Payment,
    RefundAnswer, RefundDecline, RefundQueryCommand, UnknownReason,
};

/// What a reply must be about.
#[derive(Clone, Copy)]
pub(super) struct Asked<'a> {
    pub(super) order_no: &'a OrderNo,
    pub(super) currency: Currency,
}

impl Asked<'_> {
    fn check(&self, out_trade_no: &str) -> Result<(), UnknownReason> {
        if out_trade_no == self.order_no.as_str() {
            return Ok(());
        }
        Err(UnknownReason::Stray {
            field: "out_trade_no",
        })
    }
}

/// What a refusal says about our request, when it says for certain that nothing was started.
///
/// `40004` is a refusal by the business behind the gateway, whose sub code tells more; other codes
/// are the gateway's own. What is not listed is not certain. Source: "Common error codes".
enum Refusal {
    Fault(Fault),
    Business,
    Unknown,
}

fn refusal(verdict: &Verdict) -> Refusal {
    match verdict.code.as_str() {
        "40001" | "40002" => Refusal::Fault(Fault::Request),
        "20001" | "40003" | "40006" => Refusal::Fault(Fault::Permission),
        "40004" => Refusal::Business,
        _ => Refusal::Unknown,
    }
}

fn unknown(verdict: &Verdict) -> UnknownReason {
    UnknownReason::Code {
        code: verdict.codes(),
    }
}

/// Sub codes by which an order or payment was refused for the sake of our request or set-up.
fn fault(sub_code: &str) -> Option<Fault> {
    Some(match sub_code {
        "ACQ.INVALID_PARAMETER" | "ACQ.EXIST_FORBIDDEN_WORD" => Fault::Request,
        "ACQ.ACCESS_FORBIDDEN" | "ACQ.PARTNER_ERROR" => Fault::Permission,
        "ACQ.SELLER_BEEN_BLOCKED"
        | "ACQ.BUYER_SELLER_EQUAL"
        | "ACQ.RESTRICTED_MERCHANT_INDUSTRY" => Fault::Merchant,
        "ACQ.TOTAL_FEE_EXCEED"
        | "ACQ.BEYOND_PAY_RESTRICTION"
        | "ACQ.BEYOND_PER_RECEIPT_RESTRICTION" => Fault::Limit,
        _ => return None,
    })
}

/// Sub codes by which a payment was refused for the sake of the client.
fn decline(sub_code: &str) -> Option<Decline> {
    Some(match sub_code {
        "ACQ.PAYMENT_AUTH_CODE_INVALID" | "ACQ.SOUNDWAVE_PARSER_FAIL" => Decline::PaymentCode,
        "ACQ.BUYER_BALANCE_NOT_ENOUGH"
        | "ACQ.BUYER_BANKCARD_BALANCE_NOT_ENOUGH"
        | "ACQ.BUYER_PAYMENT_AMOUNT_DAY_LIMIT_ERROR"
        | "ACQ.BUYER_PAYMENT_AMOUNT_MONTH_LIMIT_ERROR"
        | "ACQ.ERROR_BALANCE_PAYMENT_DISABLE"
        | "ACQ.NO_PAYMENT_INSTRUMENTS_AVAILABLE" => Decline::Funds,
        "ACQ.BUYER_ENABLE_STATUS_FORBID"
        | "ACQ.ERROR_BUYER_CERTIFY_LEVEL_LIMIT"
        | "ACQ.MOBILE_PAYMENT_SWITCH_OFF"
        | "ACQ.PULL_MOBILE_CASHIER_FAIL" => Decline::Buyer,
        "ACQ.PAYMENT_FAIL" | "ACQ.PAYMENT_REQUEST_HAS_RISK" => Decline::Other,
        _ => return None,
    })
}

pub(super) fn created(node: Node<Created>, asked: &Asked<'_>) -> CreateAnswer {
    match node {
        Node::Done { body, .. } => match asked.check(&body.out_trade_no) {
            Ok(()) => CreateAnswer::Shown { code: body.qr_code },
            Err(reason) => CreateAnswer::Unknown { reason },
        },
        Node::Refused(verdict) => {
            let known = [
                "ACQ.TRADE_HAS_SUCCESS",
                "ACQ.TRADE_HAS_CLOSE",
                "ACQ.CONTEXT_INCONSISTENT",
            ];
            match refusal(&verdict) {
                Refusal::Fault(fault) => refused_creation(fault, &verdict),
                Refusal::Business if known.contains(&verdict.sub_code.as_str()) => {
                    CreateAnswer::Known
                }
                Refusal::Business => match fault(&verdict.sub_code) {
                    Some(fault) => refused_creation(fault, &verdict),
                    None => CreateAnswer::Unknown {
                        reason: unknown(&verdict),
                    },
                },
                Refusal::Unknown => CreateAnswer::Unknown {
                    reason: unknown(&verdict),
                },
            }
        }
    }
}

fn refused_creation(fault: Fault, verdict: &Verdict) -> CreateAnswer {
    CreateAnswer::Refused {
        fault,
        text: verdict.text(),
    }
}

pub(super) fn charged(node: Node<Trade>, asked: &Asked<'_>) -> OrderAnswer {
    let verdict = match node {
        Node::Done { is_begun, body } => return done(&body, is_begun, asked),
        Node::Refused(verdict) => verdict,
    };
    let (fault, decline) = match refusal(&verdict) {
        Refusal::Fault(fault) => (Some(fault), None),
        Refusal::Business => (fault(&verdict.sub_code), decline(&verdict.sub_code)),
        Refusal::Unknown => (None, None),
    };
    let text = verdict.text();
    match (fault, decline) {
        (Some(fault), _) => OrderAnswer::Refused { fault, text },
        (None, Some(decline)) => OrderAnswer::NotPaid { decline, text },
        (None, None) if verdict.sub_code == "ACQ.TRADE_HAS_CLOSE" => OrderAnswer::Closed,
        // Also ACQ.TRADE_HAS_SUCCESS and ACQ.CONTEXT_INCONSISTENT: the number is known, and only
        // a question tells what became of it.
        (None, None) => OrderAnswer::Unknown {
            reason: unknown(&verdict),
        },
    }
}

pub(super) fn told(node: Node<Trade>, asked: &Asked<'_>) -> OrderAnswer {
    match node {
        Node::Done { is_begun, body } => done(&body, is_begun, asked),
        Node::Refused(verdict) if verdict.sub_code == "ACQ.TRADE_NOT_EXIST" => {
            OrderAnswer::NotFound
        }
        Node::Refused(verdict) => OrderAnswer::Unknown {
            reason: unknown(&verdict),
        },
    }
}

/// A payment's answer has no status: `10000` means paid, `10003` begun. Only `TRADE_SUCCESS` and
/// `TRADE_FINISHED` are money; `10000` to a question is not.
fn done(trade: &Trade, is_begun: bool, asked: &Asked<'_>) -> OrderAnswer {
    let status = match (trade.trade_status.as_deref(), is_begun) {
        (Some(status), _) => status,
        (None, true) => "WAIT_BUYER_PAY",
        (None, false) => "TRADE_SUCCESS",
    };
    order(trade, status, asked).unwrap_or_else(|reason| OrderAnswer::Unknown { reason })
}

/// What a status means, in an answer or in a notification.
pub(super) fn order(
    trade: &Trade,
    status: &str,
    asked: &Asked<'_>,
) -> Result<OrderAnswer, UnknownReason> {
    asked.check(&trade.out_trade_no)?;
    Ok(match status {
        "WAIT_BUYER_PAY" => OrderAnswer::Waiting,
        "TRADE_SUCCESS" | "TRADE_FINISHED" => OrderAnswer::Paid(payment(trade, asked)?),
        // Closed before it was paid, or paid and given back in full.
        "TRADE_CLOSED" => match &trade.send_pay_date {
            Some(_) => OrderAnswer::GivenBack(payment(trade, asked)?),
            None => OrderAnswer::Closed,
        },
        other => {
            return Err(UnknownReason::Code {
                code: other.to_owned(),
            });
        }
    })
}

fn payment(trade: &Trade, asked: &Asked<'_>) -> Result<Payment, UnknownReason> {
    let price = trade.total_amount.as_ref();
    let missing = |field: &str| UnknownReason::Malformed {
        detail: format!("{field} is missing"),
    };
    if trade.trade_no.is_empty() {
        return Err(missing("trade_no"));
    }
    Ok(Payment {
        amount: price
            .ok_or_else(|| missing("total_amount"))?
            .amount(asked.currency)?,
        provider_no: trade.trade_no.clone(),
        payer: trade.buyer_logon_id.clone(),
    })
}

pub(super) fn cancelled(
    node: Node<Cancelled>,
    direction: Direction,
    asked: &Asked<'_>,
) -> CloseAnswer {
    let verdict = match node {
        Node::Done { body, .. } => {
            return match asked.check(&body.out_trade_no) {
                Ok(()) => ended(&body, direction),
                Err(reason) => CloseAnswer::Unknown { reason },
            };
        }
        Node::Refused(verdict) => verdict,
    };
    let text = verdict.text();
    match (refusal(&verdict), verdict.sub_code.as_str()) {
        (Refusal::Fault(fault), _) => CloseAnswer::Refused { fault, text },
        // Paid, and cancel cannot give it back: too late, or the shop's account has not enough.
        (
            Refusal::Business,
            "ACQ.SELLER_BALANCE_NOT_ENOUGH"
            | "ACQ.REASON_TRADE_BEEN_FREEZEN"
            | "ACQ.TRADE_CANCEL_TIME_OUT"
            | "ACQ.TRADE_HAS_FINISHED",
        ) => CloseAnswer::Paid,
        (Refusal::Business, "ACQ.TRADE_NOT_EXIST") => CloseAnswer::NotFound,
        (Refusal::Business, sub_code) => match fault(sub_code) {
            Some(fault) => CloseAnswer::Refused { fault, text },
            None => CloseAnswer::Unknown {
                reason: unknown(&verdict),
            },
        },
        (Refusal::Unknown, _) => CloseAnswer::Unknown {
            reason: unknown(&verdict),
        },
    }
}

/// Without an action there was no trade. Of a code that we show that means that nobody had scanned
/// it, and it is void now; of a code that we scanned, that the payment did not arrive, or not yet.
fn ended(body: &Cancelled, direction: Direction) -> CloseAnswer {
    match (body.retry_flag.as_str(), body.action.as_deref()) {
        ("Y", _) => CloseAnswer::Again,
        ("N", Some("refund")) => CloseAnswer::GivenBack,
        ("N", Some("close")) => CloseAnswer::Closed,
        ("N", None) => match direction {
            Direction::ClientScans => CloseAnswer::Closed,
            Direction::ShopScans => CloseAnswer::NotFound,
        },
        _ => CloseAnswer::Unknown {
            reason: UnknownReason::Code {
                code: format!("retry_flag {} action {:?}", body.retry_flag, body.action),
            },
        },
    }
}

/// Sub codes by which a refund was refused.
fn refund_decline(sub_code: &str) -> Option<RefundDecline> {
    Some(match sub_code {
        "ACQ.SELLER_BALANCE_NOT_ENOUGH" => RefundDecline::Funds,
        "ACQ.REFUND_AMT_NOT_EQUAL_TOTAL"
        | "ACQ.REFUND_FEE_ERROR"
        | "ACQ.REASON_TRADE_REFUND_FEE_ERR" => RefundDecline::Amount,
        "ACQ.TRADE_NOT_EXIST"
        | "ACQ.TRADE_HAS_FINISHED"
        | "ACQ.TRADE_HAS_CLOSE"
        | "ACQ.TRADE_STATUS_ERROR"
        | "ACQ.REASON_TRADE_STATUS_INVALID"
        | "ACQ.REASON_TRADE_BEEN_FREEZEN"
        | "ACQ.TRADE_NOT_ALLOW_REFUND" => RefundDecline::Order,
        "ACQ.DISCORDANT_REPEAT_REQUEST" => RefundDecline::Number,
        "ACQ.BUYER_ENABLE_STATUS_FORBID" | "ACQ.BUYER_NOT_EXIST" | "ACQ.BUYER_ERROR" => {
            RefundDecline::Account
        }
        _ => return None,
    })
}

pub(super) fn refunded(node: Node<Refunded>, asked: &Asked<'_>) -> RefundAnswer {
    let verdict = match node {
        Node::Done { body, .. } => {
            return match (asked.check(&body.out_trade_no), body.fund_change.as_str()) {
                (Err(reason), _) => RefundAnswer::Unknown { reason },
                (Ok(()), "Y") => RefundAnswer::Refunded,
                // Nothing moved by this very request: it was carried out before, or it is under
                // way. A question tells.
                (Ok(()), _) => RefundAnswer::Pending,
            };
        }
        Node::Refused(verdict) => verdict,
    };
    let text = verdict.text();
    let (fault, decline) = match refusal(&verdict) {
        Refusal::Fault(fault) => (Some(fault), None),
        Refusal::Business => (fault(&verdict.sub_code), refund_decline(&verdict.sub_code)),
        Refusal::Unknown => (None, None),
    };
    match (fault, decline) {
        (_, Some(decline)) => RefundAnswer::Declined { decline, text },
        (Some(fault), None) => RefundAnswer::Refused { fault, text },
        (None, None) => RefundAnswer::Unknown {
            reason: unknown(&verdict),
        },
    }
}

/// `10000` says only that the question was answered. Source: "alipay.trade.fastpay.refund.query".
pub(super) fn refund_told(
    node: Node<RefundTold>,
    command: &RefundQueryCommand,
    asked: &Asked<'_>,
) -> RefundAnswer {
    match node {
        Node::Done { body, .. } => refund_status(&body, command, asked)
            .unwrap_or_else(|reason| RefundAnswer::Unknown { reason }),
        Node::Refused(verdict) if verdict.sub_code == "ACQ.TRADE_NOT_EXIST" => {
            RefundAnswer::NotFound
        }
        Node::Refused(verdict) => RefundAnswer::Unknown {
            reason: unknown(&verdict),
        },
    }
}

fn refund_status(
    body: &RefundTold,
    command: &RefundQueryCommand,
    asked: &Asked<'_>,
) -> Result<RefundAnswer, UnknownReason> {
    let Some(status) = body.refund_status.as_deref() else {
        return Ok(RefundAnswer::NotFound);
    };
    asked.check(body.out_trade_no.as_deref().unwrap_or_default())?;
    let stray = |field| UnknownReason::Stray { field };
    if body.out_request_no.as_deref() != Some(command.refund_no.as_str()) {
        return Err(stray("out_request_no"));
    }
    match status {
        "REFUND_SUCCESS" => {
            let amount = body.refund_amount.as_ref();
            let amount = amount.ok_or_else(|| stray("refund_amount"))?;
            if amount.amount(asked.currency)? != command.amount {
                return Err(stray("refund_amount"));
            }
            Ok(RefundAnswer::Refunded)
        }
        "REFUND_PROCESSING" => Ok(RefundAnswer::Pending),
        "REFUND_FAIL" => Ok(RefundAnswer::NotFound),
        other => Err(UnknownReason::Code {
            code: other.to_owned(),
        }),
    }
}

#[cfg(test)]
mod tests;
