//! A provider of payments by code, as a driver knows it.

mod apply;
mod call;

use std::sync::Arc;

use futures::future::BoxFuture;
use kernel::id::AttemptId;
use qr::order::{Command, Event, wake_at};
use qr::provider::{CreateAnswer, OrderAnswer, Provider};
use shell::db::TxFuture;
use shell::{Failure, Outcome};

use super::PaymentEngine;
use super::drive::{Channel, Opening, Step, sound};
use crate::store::{self, Record};
use call::Call;

pub(crate) use apply::apply_qr;

/// An attempt by code.
pub(super) struct QrChannel {
    engine: Arc<PaymentEngine>,
    attempt_id: AttemptId,
    /// Whether a request is under way.
    is_busy: bool,
}

impl QrChannel {
    pub(super) fn new(engine: Arc<PaymentEngine>, attempt_id: AttemptId) -> Self {
        Self {
            engine,
            attempt_id,
            is_busy: false,
        }
    }

    async fn call(&mut self, record: Record, command: Command) -> BoxFuture<'static, Event> {
        self.is_busy = true;
        let connected = self.connect(&record).await;
        if let Err(reason) = &connected {
            tracing::error!(attempt_id = %self.attempt_id, %reason, "a provider cannot be used");
        }
        let (provider, store_name) = match connected {
            Ok((provider, store_name)) => (Ok(provider), store_name),
            Err(reason) => (Err(reason), String::new()),
        };
        // It is good for one request, so whoever takes it has it for good.
        let payment_code = match command {
            Command::Charge => self.engine.codes().remove(&self.attempt_id),
            _ => None,
        };
        let call = Call {
            provider,
            store_name,
            payment_code,
            record,
            command,
            now: self.engine.shell.clock.now(),
            timing: self.engine.qr_timing.clone(),
        };
        Box::pin(call.carry_out())
    }

    /// The connection for the account that the order was made with, and the store's name.
    async fn connect(&self, record: &Record) -> Result<(Arc<dyn Provider>, String), String> {
        let merchant_key = record.qr.as_ref().map(|qr| qr.merchant_key.clone());
        let input = (merchant_key.unwrap_or_default(), record.store_no.clone());
        let read = self.engine.shell.db.read(input, |tx, (key, store_no)| {
            Box::pin(async move {
                let setup = store::find_merchant(tx, key).await?;
                Ok((setup, store::store_name(tx, store_no).await?))
            })
        });
        let (setup, name) = read.await.map_err(|error: Failure| error.to_string())?;
        let setup = setup.ok_or("the account is not set up any more")?;
        Ok((self.engine.providers.connect(&setup)?, name))
    }
}

impl Drop for QrChannel {
    fn drop(&mut self) {
        self.engine.codes().remove(&self.attempt_id);
    }
}

fn commit<'a>(
    tx: &'a mut shell::db::Tx,
    input: &'a super::Apply<Event>,
) -> TxFuture<'a, Option<apply::Applied>> {
    Box::pin(apply_qr(tx, input))
}

impl Channel for QrChannel {
    type Event = Event;
    type Answer = Event;

    fn opening(&self, opening: Opening) -> Event {
        match opening {
            Opening::Found => Event::Found,
            Opening::Tick => self.tick(),
        }
    }

    fn tick(&self) -> Event {
        Event::Tick {
            is_busy: self.is_busy,
        }
    }

    async fn apply(&mut self, event: &Event, completes: bool) -> Outcome<Option<Step<Event>>> {
        let mut input = self.engine.application(self.attempt_id, event.clone());
        input.lease = Some(self.engine.lease(input.now));
        input.settlement = input.settlement.filter(|_| completes);
        let Some(applied) = self.engine.shell.db.write(input, commit).await? else {
            return Ok(None);
        };
        let record = applied.record;
        if let Some(alarm) = applied.alarm {
            sound(&alarm, &record);
        }
        if applied.is_changed {
            self.engine.tell(&record);
        }
        let wake_at = record
            .qr
            .as_ref()
            .and_then(|qr| wake_at(&qr.order, self.is_busy, &self.engine.qr_timing));
        let call = match applied.command {
            Some(command) => Some(self.call(record, command).await),
            None => None,
        };
        Ok(Some(Step { call, wake_at }))
    }

    fn answered(&mut self, answer: Event) -> Event {
        self.is_busy = false;
        tracing::info!(attempt_id = %self.attempt_id, answer = Self::summary(&answer),
            "a provider answered");
        answer
    }

    fn summary(event: &Event) -> String {
        match event {
            Event::Created(CreateAnswer::Shown { .. }) => "shown".to_owned(),
            Event::Told(OrderAnswer::Paid(payment)) => {
                format!("paid {:?} as {}", payment.amount, payment.provider_no)
            }
            Event::Told(OrderAnswer::GivenBack(payment)) => {
                format!("given back, {}", payment.provider_no)
            }
            other => format!("{other:?}"),
        }
    }
}
