//! Card terminals that speak the nexo Sale-to-POI protocol over HTTP in the shop's network.

mod approval;
mod form;
mod message;
pub mod notification;
mod outcome;
mod reply;
mod request;
mod security;
mod tls;
mod transport;

use std::sync::Arc;
use std::time::Duration;

use async_trait::async_trait;
use serde::Serialize;
use thiserror::Error;

use crate::card_terminal::{
    AbortAnswer, AbortCommand, CardTerminal, Currency, DiagnosisAnswer, DiagnosisCommand, Fault,
    NotSentReason, PaymentAnswer, PaymentCommand, PoiId, ReconciliationAnswer,
    ReconciliationCommand, ReversalAnswer, ReversalCommand, ReversalStatusCommand, SaleId,
    ServiceId, StatusAnswer, StatusCommand, TransactionId, UnknownReason,
};
use message::{Category, Direction, Exchange, Message};
use outcome::Asked;
use request::{
    AbortRequest, DiagnosisRequest, PaymentRequest, ReconciliationRequest, ReversalRequest,
    TransactionStatusRequest,
};
use transport::{Failure, Reply, Transport};

pub use security::{
    KeyRing, NONCE_LEN, NonceSource, NonceUnavailable, NotAuthentic, SharedKey, SystemNonce,
};
pub use tls::{Environment, Trust};

/// How a terminal that could not read our JSON begins its answer, outside the protocol.
const BAD_JSON: &[u8] = b"Bad JSON";

/// Where a terminal is.
#[derive(Debug, Clone)]
pub struct Endpoint {
    /// Host name or address; an IPv6 address in brackets.
    pub host: String,
    /// TCP port; 8443 on a terminal.
    pub port: u16,
    /// How the connection is protected.
    pub security: Security,
}

/// How the connection to a terminal is protected.
#[derive(Debug, Clone)]
pub enum Security {
    /// Not at all: for a simulator on the same machine.
    None,
    /// TLS.
    Tls(Trust),
}

/// Why a terminal cannot be used as configured.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
pub enum SettingsRefused {
    /// Host and port do not make an address.
    #[error("host and port do not make an address")]
    Address,
    /// Certificates or names cannot be used.
    #[error("the terminal's certificates cannot be checked: {detail}")]
    Trust {
        /// What is wrong.
        detail: String,
    },
    /// The HTTP client could not be built.
    #[error("the HTTP client could not be built")]
    Client,
}

/// One terminal that speaks nexo.
pub struct NexoTerminal {
    poi_id: PoiId,
    transport: Transport,
    keys: Option<KeyRing>,
    nonces: Arc<dyn NonceSource>,
}

impl NexoTerminal {
    /// Connects nothing yet. With `keys` all messages are encrypted, and a clear reply is refused.
    ///
    /// # Errors
    /// [`SettingsRefused`] if address, certificates or names cannot be used.
    pub fn new(
        poi_id: PoiId,
        endpoint: &Endpoint,
        keys: Option<KeyRing>,
        nonces: Arc<dyn NonceSource>,
    ) -> Result<Self, SettingsRefused> {
        Ok(Self {
            poi_id,
            transport: Transport::new(endpoint)?,
            keys,
            nonces,
        })
    }

    fn exchange<'a>(
        &'a self,
        category: Category,
        sale_id: &'a SaleId,
        service_id: &'a ServiceId,
    ) -> Exchange<'a> {
        Exchange {
            category,
            sale_id,
            service_id,
            poi_id: &self.poi_id,
        }
    }

    fn write<B: Serialize>(
        &self,
        exchange: &Exchange,
        body: Result<B, String>,
    ) -> Result<Vec<u8>, String> {
        message::write(exchange, &body?, |clear| {
            let Some(keys) = &self.keys else {
                return Ok(None);
            };
            let nonce = self.nonces.nonce().map_err(|error| error.to_string())?;
            let sealed = keys.seal(clear, nonce);
            sealed
                .map(Some)
                .map_err(|_| "the message could not be encrypted".to_owned())
        })
    }

    async fn post<B: Serialize + Send>(
        &self,
        exchange: &Exchange<'_>,
        body: Result<B, String>,
        wait: Duration,
    ) -> Result<Reply, Failure> {
        let bytes = self
            .write(exchange, body)
            .map_err(|detail| Failure::NotSent(NotSentReason::NotMade { detail }))?;
        self.transport.post(bytes, wait).await
    }

    /// Sends a request and reads the reply that belongs to it.
    async fn ask<B: Serialize + Send>(
        &self,
        exchange: &Exchange<'_>,
        body: Result<B, String>,
        wait: Duration,
    ) -> Result<Message, Obstacle> {
        let reply = self.post(exchange, body, wait).await?;
        if self.is_bad_json(&reply) {
            return Err(Obstacle::BadJson);
        }
        self.read(exchange, &reply).map_err(Obstacle::Unknown)
    }

    /// A clear-text answer counts only where messages are in clear: with keys, anybody in the
    /// shop's network could otherwise claim that nothing was paid.
    fn is_bad_json(&self, reply: &Reply) -> bool {
        let is_from_terminal = reply.is_ok() || (400..500).contains(&reply.status);
        self.keys.is_none() && is_from_terminal && reply.body.starts_with(BAD_JSON)
    }

    fn read(&self, exchange: &Exchange<'_>, reply: &Reply) -> Result<Message, UnknownReason> {
        if !reply.is_ok() {
            return Err(UnknownReason::HttpStatus {
                status: reply.status,
            });
        }
        let (direction, message) = message::open(&reply.body, self.keys.as_ref())?;
        exchange.check(&message.message_header)?;
        match direction {
            Direction::Response => Ok(message),
            Direction::Request => Err(UnknownReason::Stray {
                field: "MessageType",
            }),
        }
    }

    async fn ask_status(
        &self,
        exchange: &Exchange<'_>,
        category: Category,
        about: &ServiceId,
        wait: Duration,
    ) -> Result<reply::TransactionStatusResponse, UnknownReason> {
        let body = TransactionStatusRequest::new(category, exchange.sale_id, about);
        let message = self
            .ask(exchange, Ok(body), wait)
            .await
            .map_err(not_asked)?;
        message.transaction_status_response.ok_or_else(no_body)
    }
}

/// Why there is no reply to read.
enum Obstacle {
    NotSent(NotSentReason),
    BadJson,
    Unknown(UnknownReason),
}

impl From<Failure> for Obstacle {
    fn from(failure: Failure) -> Self {
        match failure {
            Failure::NotSent(reason) => Self::NotSent(reason),
            Failure::Unknown(reason) => Self::Unknown(reason),
        }
    }
}

/// For questions: that they were not sent or not read says nothing about what they ask for.
fn not_asked(obstacle: Obstacle) -> UnknownReason {
    match obstacle {
        Obstacle::NotSent(reason) => UnknownReason::NotAsked(reason),
        Obstacle::BadJson => UnknownReason::Malformed {
            detail: "Bad JSON".to_owned(),
        },
        Obstacle::Unknown(reason) => reason,
    }
}

fn no_body() -> UnknownReason {
    UnknownReason::Malformed {
        detail: "the body is missing".to_owned(),
    }
}

fn bad_json() -> String {
    "Bad JSON".to_owned()
}

fn asked<'a>(
    service_id: &'a ServiceId,
    transaction_id: &'a TransactionId,
    currency: Currency,
) -> Asked<'a> {
    Asked {
        service_id,
        transaction_id,
        currency,
    }
}

#[async_trait]
impl CardTerminal for NexoTerminal {
    async fn start(&self, command: &PaymentCommand) -> PaymentAnswer {
        let exchange = self.exchange(Category::Payment, &command.sale_id, &command.service_id);
        let body = PaymentRequest::new(command);
        let reply = self.ask(&exchange, body, command.wait).await;
        let response = match reply.map(|message| message.payment_response) {
            Ok(Some(response)) => response,
            Ok(None) => return PaymentAnswer::Unknown { reason: no_body() },
            Err(Obstacle::NotSent(reason)) => return PaymentAnswer::NotSent { reason },
            Err(Obstacle::Unknown(reason)) => return PaymentAnswer::Unknown { reason },
            Err(Obstacle::BadJson) => {
                let condition = Fault::MessageFormat;
                return PaymentAnswer::Refused {
                    condition,
                    text: bad_json(),
                };
            }
        };
        let currency = command.amount.currency;
        let asked = asked(&command.service_id, &command.transaction_id, currency);
        outcome::payment(response, &asked)
    }

    async fn query(&self, command: &StatusCommand) -> StatusAnswer<PaymentAnswer> {
        let category = Category::TransactionStatus;
        let exchange = self.exchange(category, &command.sale_id, &command.service_id);
        let about = &command.payment_service_id;
        match self
            .ask_status(&exchange, Category::Payment, about, command.wait)
            .await
        {
            Ok(response) => {
                let asked = asked(about, &command.transaction_id, command.currency);
                outcome::payment_status(response, &exchange, &asked)
            }
            Err(reason) => StatusAnswer::Unknown { reason },
        }
    }

    async fn query_reversal(
        &self,
        command: &ReversalStatusCommand,
    ) -> StatusAnswer<ReversalAnswer> {
        let category = Category::TransactionStatus;
        let exchange = self.exchange(category, &command.sale_id, &command.service_id);
        let about = &command.reversal_service_id;
        match self
            .ask_status(&exchange, Category::Reversal, about, command.wait)
            .await
        {
            Ok(response) => {
                let asked = asked(about, &command.transaction_id, command.currency);
                outcome::reversal_status(response, &exchange, &asked)
            }
            Err(reason) => StatusAnswer::Unknown { reason },
        }
    }

    async fn abort(&self, command: &AbortCommand) -> AbortAnswer {
        let exchange = self.exchange(Category::Abort, &command.sale_id, &command.service_id);
        let body = AbortRequest::new(command, self.poi_id.as_str());
        let reply = match self.post(&exchange, Ok(body), command.wait).await {
            Ok(reply) => reply,
            Err(Failure::NotSent(reason)) => return AbortAnswer::NotSent { reason },
            Err(Failure::Unknown(reason)) => return AbortAnswer::Unknown { reason },
        };
        self.read_abort(&exchange, &reply)
    }

    async fn reverse(&self, command: &ReversalCommand) -> ReversalAnswer {
        let exchange = self.exchange(Category::Reversal, &command.sale_id, &command.service_id);
        let body = ReversalRequest::new(command);
        let reply = self.ask(&exchange, body, command.wait).await;
        let response = match reply.map(|message| message.reversal_response) {
            Ok(Some(response)) => response,
            Ok(None) => return ReversalAnswer::Unknown { reason: no_body() },
            Err(Obstacle::NotSent(reason)) => return ReversalAnswer::NotSent { reason },
            Err(Obstacle::Unknown(reason)) => return ReversalAnswer::Unknown { reason },
            Err(Obstacle::BadJson) => {
                let condition = Fault::MessageFormat;
                return ReversalAnswer::Refused {
                    condition,
                    text: bad_json(),
                };
            }
        };
        let currency = command.scope.currency();
        let asked = asked(&command.service_id, &command.transaction_id, currency);
        outcome::reversal(response, &asked)
    }

    async fn diagnose(&self, command: &DiagnosisCommand) -> DiagnosisAnswer {
        let exchange = self.exchange(Category::Diagnosis, &command.sale_id, &command.service_id);
        let reply = self
            .ask(&exchange, Ok(DiagnosisRequest::new()), command.wait)
            .await;
        match reply.map(|message| message.diagnosis_response) {
            Ok(Some(response)) => outcome::diagnosis(response),
            Ok(None) => DiagnosisAnswer::Unknown { reason: no_body() },
            Err(Obstacle::NotSent(reason)) => DiagnosisAnswer::NotSent { reason },
            Err(obstacle @ (Obstacle::BadJson | Obstacle::Unknown(_))) => {
                DiagnosisAnswer::Unknown {
                    reason: not_asked(obstacle),
                }
            }
        }
    }

    async fn reconcile(&self, command: &ReconciliationCommand) -> ReconciliationAnswer {
        let category = Category::Reconciliation;
        let exchange = self.exchange(category, &command.sale_id, &command.service_id);
        let body = Ok(ReconciliationRequest::new());
        let reply = self.ask(&exchange, body, command.wait).await;
        match reply.map(|message| message.reconciliation_response) {
            Ok(Some(response)) => outcome::reconciliation(response, command.currency),
            Ok(None) => ReconciliationAnswer::Unknown { reason: no_body() },
            Err(Obstacle::NotSent(reason)) => ReconciliationAnswer::NotSent { reason },
            Err(obstacle @ (Obstacle::BadJson | Obstacle::Unknown(_))) => {
                ReconciliationAnswer::Unknown {
                    reason: not_asked(obstacle),
                }
            }
        }
    }
}

impl NexoTerminal {
    /// An abort is answered with status 200 and nothing, seldom with a message.
    fn read_abort(&self, exchange: &Exchange<'_>, reply: &Reply) -> AbortAnswer {
        let unknown = |reason| AbortAnswer::Unknown { reason };
        if !reply.is_ok() {
            return unknown(UnknownReason::HttpStatus {
                status: reply.status,
            });
        }
        let body = reply.body.trim_ascii();
        if body.is_empty() || body == b"ok" {
            return AbortAnswer::Delivered;
        }
        let (direction, message) = match message::open(body, self.keys.as_ref()) {
            Ok(opened) => opened,
            Err(reason) => return unknown(reason),
        };
        match direction {
            Direction::Request => outcome::abort_event(&message),
            Direction::Response => match exchange.check(&message.message_header) {
                Ok(()) => message
                    .abort_response
                    .as_ref()
                    .map_or(AbortAnswer::Delivered, outcome::abort),
                Err(reason) => unknown(reason),
            },
        }
    }
}
