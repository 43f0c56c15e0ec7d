//! One exchange with a provider, as an event.

use std::sync::Arc;
use std::time::Duration;

use jiff::{SignedDuration, Timestamp};
use qr::Amount;
use qr::order::{Command, Event, Timing};
use qr::provider::{
    ChargeCommand, CloseAnswer, CloseCommand, CreateAnswer, CreateCommand, NotSentReason,
    OrderAnswer, OrderNo, PaymentCode, Provider, QueryCommand, RefundAnswer, RefundCommand,
    RefundNo, RefundQueryCommand, UnknownReason,
};

use crate::store::{QrRecord, Record};

/// What could not be put into the words of the interface.
type NotMade = String;
/// The longest text on the client's telephone, in bytes.
const SUBJECT_MAX: usize = 127;
/// Why money goes back, as the client sees it.
const REFUND_REASON: &str = "The payment was not completed";

/// The same for money that goes back after all was paid.
const PAID_BACK: &str = "The purchase was cancelled";

/// An exchange to be carried out.
pub(super) struct Call {
    pub provider: Result<Arc<dyn Provider>, NotMade>,
    pub store_name: String,
    pub payment_code: Option<PaymentCode>,
    pub record: Record,
    pub command: Command,
    pub now: Timestamp,
    pub timing: Arc<Timing>,
}

impl Call {
    /// Carries it out.
    pub(super) async fn carry_out(self) -> Event {
        match self.command {
            Command::Create => Event::Created(self.create().await),
            Command::Charge => Event::Told(self.charge().await),
            Command::Query => Event::Told(self.query().await),
            Command::Close => Event::CloseTold(self.close().await),
            Command::Refund => Event::RefundTold(self.refund().await),
            Command::QueryRefund => Event::RefundTold(self.query_refund().await),
        }
    }

    fn made(&self) -> Result<(&Arc<dyn Provider>, &QrRecord, OrderNo), NotMade> {
        let provider = self.provider.as_ref().map_err(Clone::clone)?;
        let qr = self.record.qr.as_deref().ok_or("not a payment by code")?;
        Ok((
            provider,
            qr,
            made(OrderNo::parse(qr.asked_no().to_owned()))?,
        ))
    }

    /// What the client sees on the telephone: the store and the basket.
    fn subject(&self) -> String {
        let no = format!(" {}", self.record.basket_no);
        let mut subject = String::new();
        for letter in self.store_name.chars() {
            if subject.len() + letter.len_utf8() + no.len() > SUBJECT_MAX {
                break;
            }
            subject.push(letter);
        }
        subject + &no
    }

    async fn create(&self) -> CreateAnswer {
        let (provider, qr, order_no) = match self.made() {
            Ok(made) => made,
            Err(detail) => {
                return CreateAnswer::NotSent {
                    reason: NotSentReason::NotMade { detail },
                };
            }
        };
        let command = CreateCommand {
            order_no,
            amount: qr.order.amount,
            subject: self.subject(),
            till: self.record.terminal_no.to_string(),
            expires_at: qr.order.expires_at(&self.timing),
            now: self.now,
            wait: self.wait(),
        };
        provider.create(&command).await
    }

    async fn charge(&self) -> OrderAnswer {
        let made = || -> Result<_, NotMade> {
            let (provider, qr, order_no) = self.made()?;
            let code = self.payment_code.clone();
            let payment_code = code.ok_or("the scanned code is not here any more")?;
            let command = ChargeCommand {
                order_no,
                amount: qr.order.amount,
                subject: self.subject(),
                till: self.record.terminal_no.to_string(),
                payment_code,
                expires_at: qr.order.expires_at(&self.timing),
                now: self.now,
                wait: self.wait(),
            };
            Ok((provider, command))
        };
        match made() {
            Ok((provider, command)) => provider.charge(&command).await,
            Err(detail) => OrderAnswer::NotSent {
                reason: NotSentReason::NotMade { detail },
            },
        }
    }

    async fn query(&self) -> OrderAnswer {
        let (provider, qr, order_no) = match self.made() {
            Ok(made) => made,
            Err(detail) => {
                return OrderAnswer::Unknown {
                    reason: not_asked(detail),
                };
            }
        };
        let command = QueryCommand {
            order_no,
            currency: qr.order.amount.currency,
            now: self.now,
            wait: self.wait(),
        };
        provider.query(&command).await
    }

    async fn close(&self) -> CloseAnswer {
        let (provider, qr, order_no) = match self.made() {
            Ok(made) => made,
            Err(detail) => {
                return CloseAnswer::NotSent {
                    reason: NotSentReason::NotMade { detail },
                };
            }
        };
        let command = CloseCommand {
            order_no,
            direction: qr.order.direction,
            now: self.now,
            wait: self.wait(),
        };
        provider.close(&command).await
    }

    async fn refund(&self) -> RefundAnswer {
        let made = || -> Result<_, NotMade> {
            let (provider, qr, order_no) = self.made()?;
            let payment = qr.order.payment.as_ref();
            let amount = payment.ok_or("nothing was paid")?.amount;
            let paid = qr.paid.as_ref().map_or(amount.minor, |paid| paid.minor);
            let command = RefundCommand {
                order_no,
                refund_no: made(RefundNo::parse(qr.refund_no()))?,
                amount,
                paid: Amount::new(paid, amount.currency),
                reason: match qr.paid {
                    Some(_) => PAID_BACK.to_owned(),
                    None => REFUND_REASON.to_owned(),
                },
                now: self.now,
                wait: self.wait(),
            };
            Ok((provider, command))
        };
        match made() {
            Ok((provider, command)) => provider.refund(&command).await,
            Err(detail) => RefundAnswer::NotSent {
                reason: NotSentReason::NotMade { detail },
            },
        }
    }

    async fn query_refund(&self) -> RefundAnswer {
        let made = || -> Result<_, NotMade> {
            let (provider, qr, order_no) = self.made()?;
            let payment = qr.order.payment.as_ref();
            let command = RefundQueryCommand {
                order_no,
                refund_no: made(RefundNo::parse(qr.refund_no()))?,
                amount: payment.ok_or("nothing was paid")?.amount,
                now: self.now,
                wait: self.wait(),
            };
            Ok((provider, command))
        };
        match made() {
            Ok((provider, command)) => provider.query_refund(&command).await,
            Err(detail) => RefundAnswer::Unknown {
                reason: not_asked(detail),
            },
        }
    }

    fn wait(&self) -> Duration {
        let wait: SignedDuration = self.timing.request_wait;
        Duration::try_from(wait).unwrap_or_default()
    }
}

fn made<T, E: std::fmt::Display>(result: Result<T, E>) -> Result<T, NotMade> {
    result.map_err(|error| error.to_string())
}

fn not_asked(detail: NotMade) -> UnknownReason {
    UnknownReason::NotAsked(NotSentReason::NotMade { detail })
}
