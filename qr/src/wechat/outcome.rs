//! What a reply means. The only place that decides; pure.

use device::card_terminal::{Amount, Currency};

use super::reply::{Answer, Created, Refund, Refusal, Transaction, read};
use crate::provider::{
    CloseAnswer, CreateAnswer, Decline, Direction, Fault, OrderAnswer, OrderNo, Payment,
    RefundAnswer, RefundDecline, RefundNo, UnknownReason,
};

/// What a reply must be about.
#[derive(Clone, Copy)]
pub(super) struct Asked<'a> {
    pub(super) app_id: &'a str,
    pub(super) merchant_id: &'a str,
    pub(super) order_no: &'a OrderNo,
    pub(super) currency: Currency,
}

/// Codes by which nothing was started for the sake of our request or set-up.
fn fault(refusal: &Refusal) -> Option<Fault> {
    Some(match refusal.code().as_str() {
        "PARAMERROR" | "APPIDMCHIDNOTMATCH" | "MCHIDNOTEXIST" | "APPIDNOTEXIST" => Fault::Request,
        "SIGNERROR" | "NOAUTH" => Fault::Permission,
        "ACCOUNTERROR" | "MCHNOTEXISTS" => Fault::Merchant,
        "RULELIMIT" | "RULELIMITED" => Fault::Limit,
        _ => return None,
    })
}

pub(super) fn created(answer: &Answer) -> CreateAnswer {
    let refusal = match answer {
        Answer::Done(body) => {
            return match read::<Created>(body) {
                Ok(created) => CreateAnswer::Shown {
                    code: created.code_url,
                },
                Err(reason) => CreateAnswer::Unknown { reason },
            };
        }
        Answer::Refused(refusal) => refusal,
    };
    match (refusal.code().as_str(), fault(refusal)) {
        ("OUTTRADENOUSED" | "ORDERPAID" | "ORDERCLOSED", _) => CreateAnswer::Known,
        (_, Some(fault)) => CreateAnswer::Refused {
            fault,
            text: refusal.message.clone(),
        },
        // Also INVALID_REQUEST, which may mean that the number is known with other contents.
        (_, None) => CreateAnswer::Unknown {
            reason: refusal.unknown(),
        },
    }
}

pub(super) fn charged(answer: &Answer, asked: &Asked<'_>) -> OrderAnswer {
    let refusal = match answer {
        Answer::Done(body) => return transaction(body, asked),
        Answer::Refused(refusal) => refusal,
    };
    let text = refusal.message.clone();
    let decline = match refusal.code().as_str() {
        "USERPAYING" => return OrderAnswer::Waiting,
        "ORDERCLOSED" | "ORDERREVERSED" => return OrderAnswer::Closed,
        "AUTHCODEEXPIRE" | "AUTHCODEINVALID" | "AUTHCODEERROR" => Decline::PaymentCode,
        "NOTENOUGH" => Decline::Funds,
        "BUYERMISMATCH" | "NOTSUPORTCARD" | "NOTSUPPORTCARD" => Decline::Buyer,
        "TRADEERROR" => Decline::Other,
        _ => {
            return match fault(refusal) {
                Some(fault) => OrderAnswer::Refused { fault, text },
                // Also BANKERROR, SYSTEMERROR, ORDERPAID and OUT_TRADE_NO_USED: ask.
                None => OrderAnswer::Unknown {
                    reason: refusal.unknown(),
                },
            };
        }
    };
    OrderAnswer::NotPaid { decline, text }
}

pub(super) fn told(answer: &Answer, asked: &Asked<'_>) -> OrderAnswer {
    match answer {
        Answer::Done(body) => transaction(body, asked),
        Answer::Refused(refusal) => match refusal.code().as_str() {
            "ORDERNOTEXIST" | "RESOURCENOTEXISTS" | "NOTFOUND" => OrderAnswer::NotFound,
            _ => OrderAnswer::Unknown {
                reason: refusal.unknown(),
            },
        },
    }
}

fn transaction(body: &[u8], asked: &Asked<'_>) -> OrderAnswer {
    read(body)
        .and_then(|transaction| order(&transaction, asked))
        .unwrap_or_else(|reason| OrderAnswer::Unknown { reason })
}

/// What the state of an order means, in an answer or in a notification.
pub(super) fn order(
    transaction: &Transaction,
    asked: &Asked<'_>,
) -> Result<OrderAnswer, UnknownReason> {
    let stray = |field| Err(UnknownReason::Stray { field });
    if transaction.out_trade_no != asked.order_no.as_str() {
        return stray("out_trade_no");
    }
    if transaction.mchid != asked.merchant_id {
        return stray("mchid");
    }
    if !transaction.appid.is_empty() && transaction.appid != asked.app_id {
        return stray("appid");
    }
    Ok(match transaction.trade_state.as_str() {
        "NOTPAY" | "USERPAYING" => OrderAnswer::Waiting,
        "SUCCESS" => OrderAnswer::Paid(payment(transaction, asked)?),
        "REFUND" => OrderAnswer::GivenBack(payment(transaction, asked)?),
        "CLOSED" | "REVOKED" => OrderAnswer::Closed,
        "PAYERROR" => OrderAnswer::NotPaid {
            decline: Decline::Other,
            text: transaction.trade_state_desc.clone(),
        },
        other => {
            return Err(UnknownReason::Code {
                code: other.to_owned(),
            });
        }
    })
}

fn payment(transaction: &Transaction, asked: &Asked<'_>) -> Result<Payment, UnknownReason> {
    let missing = |field: &str| UnknownReason::Malformed {
        detail: format!("{field} is missing"),
    };
    let total = transaction.amount.as_ref();
    let total = total.ok_or_else(|| missing("amount"))?;
    if transaction.transaction_id.is_empty() {
        return Err(missing("transaction_id"));
    }
    // Without a currency the interface means the yuan.
    let code = total.currency.as_deref().unwrap_or("CNY");
    let currency = if code == asked.currency.code() {
        asked.currency
    } else {
        Currency::from_iso(code).map_err(|_| missing("currency"))?
    };
    Ok(Payment {
        amount: Amount::new(total.total, currency),
        provider_no: transaction.transaction_id.clone(),
        payer: transaction.payer.as_ref().and_then(masked),
    })
}

/// Enough to tell two clients apart in a dispute, not enough to know one.
fn masked(payer: &super::reply::Payer) -> Option<String> {
    let id = payer.openid.as_str();
    let last = id.len().checked_sub(4).and_then(|at| id.get(at..))?;
    Some(format!("****{last}"))
}

/// A close without an error is certain; so is `ORDERPAID`, in the other direction.
pub(super) fn closed(answer: &Answer, direction: Direction) -> CloseAnswer {
    let refusal = match (answer, direction) {
        (Answer::Done(_), Direction::ClientScans) => return CloseAnswer::Closed,
        // A reversal does not say whether there was money to give back: the order does, as
        // REVOKED or REFUND.
        (Answer::Done(_), Direction::ShopScans) => return CloseAnswer::Closed,
        (Answer::Refused(refusal), _) => refusal,
    };
    match (refusal.code().as_str(), fault(refusal)) {
        ("ORDERPAID" | "REVERSEEXPIRE" | "REVERSEEXPIRED", _) => CloseAnswer::Paid,
        ("ORDERCLOSED" | "ORDERREVERSED", _) => CloseAnswer::Closed,
        ("ORDERNOTEXIST" | "RESOURCENOTEXISTS" | "NOTFOUND", _) => CloseAnswer::NotFound,
        // The client is typing the password, the bank is asked, or the order is too young.
        ("USERPAYING" | "BANKERROR" | "TRADEERROR" | "TRADESTATEERROR" | "FREQUENCYLIMITED", _)
        | ("RATELIMITEXCEEDED" | "FREQUENCYLIMITEXCEED", _) => CloseAnswer::Again,
        (_, Some(fault)) => CloseAnswer::Refused {
            fault,
            text: refusal.message.clone(),
        },
        (_, None) => CloseAnswer::Unknown {
            reason: refusal.unknown(),
        },
    }
}

/// A refund's own answer, or (`is_question`) what became of it.
pub(super) fn refunded(
    answer: &Answer,
    about: (&RefundNo, Amount),
    asked: &Asked<'_>,
    is_question: bool,
) -> RefundAnswer {
    let refusal = match answer {
        Answer::Done(body) => {
            return read(body)
                .and_then(|refund| refund_status(&refund, Some(about), asked))
                .unwrap_or_else(|reason| RefundAnswer::Unknown { reason });
        }
        Answer::Refused(refusal) => refusal,
    };
    let code = refusal.code();
    if is_question {
        return match code.as_str() {
            "RESOURCENOTEXISTS" | "REFUNDNOTEXIST" | "NOTFOUND" => RefundAnswer::NotFound,
            _ => RefundAnswer::Unknown {
                reason: refusal.unknown(),
            },
        };
    }
    let text = refusal.message.clone();
    let decline = match code.as_str() {
        "NOTENOUGH" => RefundDecline::Funds,
        "RESOURCENOTEXISTS" | "ORDERNOTEXIST" | "TRADEOVERDUE" | "REFUNDTIMEEXPIRE" => {
            RefundDecline::Order
        }
        "REFUNDFEEMISMATCH" => RefundDecline::Number,
        // Said of every refund that does not fit its order, such as one with another total.
        "REFUNDFEEINVALID" | "INVALIDREFUNDAMOUNT" | "INVALIDREQUEST" => RefundDecline::Amount,
        "USERACCOUNTABNORMAL" => RefundDecline::Account,
        _ => {
            return match fault(refusal) {
                Some(fault) => RefundAnswer::Refused { fault, text },
                None => RefundAnswer::Unknown {
                    reason: refusal.unknown(),
                },
            };
        }
    };
    RefundAnswer::Declined { decline, text }
}

/// What the status of a refund means, in an answer or in a notification.
pub(super) fn refund_status(
    refund: &Refund,
    about: Option<(&RefundNo, Amount)>,
    asked: &Asked<'_>,
) -> Result<RefundAnswer, UnknownReason> {
    let stray = |field| Err(UnknownReason::Stray { field });
    if refund.out_trade_no != asked.order_no.as_str() {
        return stray("out_trade_no");
    }
    if refund
        .mchid
        .as_deref()
        .is_some_and(|id| id != asked.merchant_id)
    {
        return stray("mchid");
    }
    if let Some((refund_no, amount)) = about {
        if refund.out_refund_no != refund_no.as_str() {
            return stray("out_refund_no");
        }
        if refund.amount.refund != amount.minor {
            return stray("amount");
        }
    }
    Ok(match refund.status.as_str() {
        "SUCCESS" => RefundAnswer::Refunded,
        "PROCESSING" => RefundAnswer::Pending,
        // The client's account takes nothing: a person must direct it to another at WeChat.
        "ABNORMAL" => RefundAnswer::Declined {
            decline: RefundDecline::Account,
            text: "ABNORMAL".to_owned(),
        },
        "CLOSED" => RefundAnswer::Declined {
            decline: RefundDecline::Order,
            text: "CLOSED".to_owned(),
        },
        other => {
            return Err(UnknownReason::Code {
                code: other.to_owned(),
            });
        }
    })
}

#[cfg(test)]
mod tests;
