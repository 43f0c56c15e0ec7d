//! One exchange with a terminal, as an event.

use std::sync::Arc;
use std::time::Duration;

use device::card_terminal::{
    AbortAnswer, AbortCommand, Amount, CardTerminal, Currency, DiagnosisAnswer, DiagnosisCommand,
    DialogueReference, NotSentReason, OperatorId, PaymentAnswer, PaymentCommand, PoiTransaction,
    ReversalAnswer, ReversalCommand, ReversalReason, ReversalScope, ReversalStatusCommand, SaleId,
    SaleReference, ServiceId, StatusAnswer, StatusCommand, TransactionId, UnknownReason,
};
use jiff::{SignedDuration, Timestamp};

use super::apply::Order;
use crate::rule::attempt::{Command, Event, Kind, Line, State, Timing};
use crate::rule::brand::allowed_brands;
use crate::store::Record;

/// What could not be put into the words of the protocol.
type NotMade = String;

/// An exchange to be carried out.
pub(super) struct Call {
    pub terminal: Result<Arc<dyn CardTerminal>, NotMade>,
    pub record: Record,
    pub order: Order,
    pub now: Timestamp,
    pub timing: Arc<Timing>,
}

impl Call {
    /// Carries it out. The event does not know yet what else is under way.
    pub(super) async fn carry_out(self) -> Event {
        match self.order.command {
            Command::Pay => Event::Paid(Box::new(self.pay().await)),
            Command::Abort => Event::AbortTold(Box::new(self.abort().await)),
            Command::Reverse => Event::Reversed(Box::new(self.reverse().await)),
            Command::AskPayment { diagnose } => {
                let ready = diagnose && self.is_ready().await;
                Event::PaymentTold {
                    answer: Box::new(self.ask_payment().await),
                    ready,
                    line: Line::default(),
                }
            }
            Command::AskReversal { diagnose } => {
                let ready = diagnose && self.is_ready().await;
                Event::ReversalTold {
                    answer: Box::new(self.ask_reversal().await),
                    ready,
                    line: Line::default(),
                }
            }
        }
    }

    fn terminal(&self) -> Result<&Arc<dyn CardTerminal>, NotMade> {
        self.terminal.as_ref().map_err(Clone::clone)
    }

    async fn pay(&self) -> PaymentAnswer {
        let made = || -> Result<_, NotMade> { Ok((self.terminal()?, self.payment()?)) };
        match made() {
            Ok((terminal, command)) => terminal.start(&command).await,
            Err(detail) => PaymentAnswer::NotSent {
                reason: NotSentReason::NotMade { detail },
            },
        }
    }

    fn payment(&self) -> Result<PaymentCommand, NotMade> {
        let record = &self.record;
        let amount = record.attempt.amount;
        let reference = format!("{}-{}", record.store_no, record.basket_no);
        Ok(PaymentCommand {
            sale_id: self.sale_id()?,
            service_id: service_id(&record.service_id)?,
            transaction_id: made(TransactionId::parse(record.transaction_id.clone()))?,
            sale_reference: made(SaleReference::parse(reference))?,
            operator_id: made(OperatorId::parse(record.started_by.0.clone()))?,
            amount: Amount::new(amount.minor, self.currency()?),
            allowed_brands: allowed_brands(&record.allowed_brands),
            timestamp: self.now,
            wait: wait(self.timing.processing_window),
        })
    }

    async fn abort(&self) -> AbortAnswer {
        let made = || -> Result<_, NotMade> {
            let command = AbortCommand {
                sale_id: self.sale_id()?,
                service_id: service_id(&self.order.service_id)?,
                payment: DialogueReference {
                    sale_id: self.sale_id()?,
                    service_id: service_id(&self.record.service_id)?,
                },
                wait: wait(self.timing.abort_wait),
            };
            Ok((self.terminal()?, command))
        };
        match made() {
            Ok((terminal, command)) => terminal.abort(&command).await,
            Err(detail) => AbortAnswer::NotSent {
                reason: NotSentReason::NotMade { detail },
            },
        }
    }

    async fn is_ready(&self) -> bool {
        let made = || -> Result<_, NotMade> {
            let command = DiagnosisCommand {
                sale_id: self.sale_id()?,
                service_id: service_id(&self.order.diagnosis_id)?,
                wait: wait(self.timing.question_wait),
            };
            Ok((self.terminal()?, command))
        };
        match made() {
            Ok((terminal, command)) => {
                let answer = terminal.diagnose(&command).await;
                matches!(answer, DiagnosisAnswer::Ready { .. })
            }
            Err(_) => false,
        }
    }

    async fn ask_payment(&self) -> StatusAnswer<PaymentAnswer> {
        let made = || -> Result<_, NotMade> {
            let command = StatusCommand {
                sale_id: self.sale_id()?,
                service_id: service_id(&self.order.service_id)?,
                payment_service_id: service_id(&self.record.service_id)?,
                transaction_id: made(TransactionId::parse(self.record.transaction_id.clone()))?,
                currency: self.currency()?,
                wait: wait(self.timing.question_wait),
            };
            Ok((self.terminal()?, command))
        };
        match made() {
            Ok((terminal, command)) => terminal.query(&command).await,
            Err(detail) => not_asked(detail),
        }
    }

    async fn reverse(&self) -> ReversalAnswer {
        let made = || -> Result<_, NotMade> { Ok((self.terminal()?, self.reversal()?)) };
        match made() {
            Ok((terminal, command)) => terminal.reverse(&command).await,
            Err(detail) => ReversalAnswer::NotSent {
                reason: NotSentReason::NotMade { detail },
            },
        }
    }

    fn reversal(&self) -> Result<ReversalCommand, NotMade> {
        let (id, time_stamp) = self
            .record
            .card
            .poi_transaction
            .clone()
            .ok_or("the terminal did not name the payment")?;
        let reason = match (self.record.attempt.kind, self.record.attempt.state) {
            (Kind::Payment, State::LateSuccess) => ReversalReason::UnableToComplete,
            _ => ReversalReason::MerchantCancel,
        };
        Ok(ReversalCommand {
            sale_id: self.sale_id()?,
            service_id: self.reversal_service_id()?,
            transaction_id: self.reversal_transaction_id()?,
            original: PoiTransaction { id, time_stamp },
            scope: self.scope()?,
            reason,
            timestamp: self.now,
            wait: wait(self.timing.reversal_wait),
        })
    }

    /// A refund gives back its own amount, whatever the payment took; a reversal all of it.
    fn scope(&self) -> Result<ReversalScope, NotMade> {
        Ok(match self.record.refund_of {
            Some(_) => {
                let amount = self.record.attempt.amount;
                ReversalScope::Part(Amount::new(amount.minor, self.currency()?))
            }
            None => ReversalScope::Whole(self.captured_currency()?),
        })
    }

    async fn ask_reversal(&self) -> StatusAnswer<ReversalAnswer> {
        let made = || -> Result<_, NotMade> {
            let command = ReversalStatusCommand {
                sale_id: self.sale_id()?,
                service_id: service_id(&self.order.service_id)?,
                reversal_service_id: self.reversal_service_id()?,
                transaction_id: self.reversal_transaction_id()?,
                currency: self.captured_currency()?,
                wait: wait(self.timing.question_wait),
            };
            Ok((self.terminal()?, command))
        };
        match made() {
            Ok((terminal, command)) => terminal.query_reversal(&command).await,
            Err(detail) => not_asked(detail),
        }
    }

    fn sale_id(&self) -> Result<SaleId, NotMade> {
        made(SaleId::parse(self.record.sale_id.clone()))
    }

    fn reversal_service_id(&self) -> Result<ServiceId, NotMade> {
        let number = self.record.reversal_service_id.as_deref();
        service_id(number.ok_or("the reversal has no number")?)
    }

    /// A reversal keeps its name however often it is sent; that of a payment differs from the
    /// payment's.
    fn reversal_transaction_id(&self) -> Result<TransactionId, NotMade> {
        let name = match self.record.attempt.kind {
            Kind::Payment => format!("R{}", self.record.transaction_id),
            Kind::Reversal => self.record.transaction_id.clone(),
        };
        made(TransactionId::parse(name))
    }

    fn currency(&self) -> Result<Currency, NotMade> {
        let currency = self.record.attempt.amount.currency;
        let exponent = u8::try_from(currency.exponent()).map_err(|error| error.to_string())?;
        made(Currency::parse(currency.code(), exponent))
    }

    fn captured_currency(&self) -> Result<Currency, NotMade> {
        match &self.record.attempt.captured {
            Some(captured) if captured.currency != self.record.attempt.amount.currency.code() => {
                made(Currency::from_iso(&captured.currency))
            }
            _ => self.currency(),
        }
    }
}

fn made<T, E: std::fmt::Display>(result: Result<T, E>) -> Result<T, NotMade> {
    result.map_err(|error| error.to_string())
}

fn service_id(text: &str) -> Result<ServiceId, NotMade> {
    made(ServiceId::parse(text))
}

fn not_asked<A>(detail: NotMade) -> StatusAnswer<A> {
    StatusAnswer::Unknown {
        reason: UnknownReason::NotAsked(NotSentReason::NotMade { detail }),
    }
}

fn wait(duration: SignedDuration) -> Duration {
    Duration::try_from(duration).unwrap_or_default()
}
