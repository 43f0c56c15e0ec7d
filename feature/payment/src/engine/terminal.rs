//! A card terminal, as a driver knows it.

use std::sync::Arc;

use device::card_terminal::{PaymentAnswer, ReversalAnswer, StatusAnswer};
use futures::future::BoxFuture;
use kernel::id::AttemptId;
use shell::{Failure, Outcome};

use super::PaymentEngine;
use super::apply::{Applied, Order, apply};
use super::call::Call;
use super::drive::{Channel, Opening, Step, sound};
use crate::rule::attempt::{Command, Event, Line, wake_at};
use crate::store::{self, Record};

/// An attempt at a terminal.
pub(super) struct TerminalChannel {
    engine: Arc<PaymentEngine>,
    attempt_id: AttemptId,
    /// What is under way.
    line: Line,
}

impl TerminalChannel {
    pub(super) fn new(engine: Arc<PaymentEngine>, attempt_id: AttemptId) -> Self {
        Self {
            engine,
            attempt_id,
            line: Line::default(),
        }
    }

    async fn call(&mut self, record: Record, order: Order) -> BoxFuture<'static, (Command, Event)> {
        match order.command {
            Command::Pay => self.line.payment = true,
            Command::Reverse => self.line.reversal = true,
            Command::AskPayment { .. } | Command::AskReversal { .. } => self.line.question = true,
            Command::Abort => {}
        }
        let terminal_no = record.terminal_no.clone();
        let setup = self
            .engine
            .shell
            .db
            .read(terminal_no, |tx, terminal_no| {
                Box::pin(store::get_terminal(tx, terminal_no))
            })
            .await;
        let device_sn = record.device_sn.clone();
        let terminal = setup
            .map_err(|error: Failure| error.to_string())
            .and_then(|mut setup| {
                // The terminal that got the payment is the one to ask about it.
                setup.device_sn = device_sn;
                self.engine.terminals.connect(&setup)
            });
        if let Err(reason) = &terminal {
            tracing::error!(attempt_id = %self.attempt_id, %reason, "a terminal cannot be used");
        }
        let call = Call {
            terminal,
            record,
            now: self.engine.shell.clock.now(),
            timing: self.engine.timing.clone(),
            order,
        };
        let command = call.order.command;
        Box::pin(async move { (command, call.carry_out().await) })
    }
}

impl Channel for TerminalChannel {
    type Event = Event;
    type Answer = (Command, Event);

    fn opening(&self, opening: Opening) -> Event {
        match opening {
            Opening::Found => Event::Found,
            Opening::Tick => self.tick(),
        }
    }

    fn tick(&self) -> Event {
        Event::Tick(self.line)
    }

    async fn apply(
        &mut self,
        event: &Event,
        completes: bool,
    ) -> Outcome<Option<Step<Self::Answer>>> {
        let mut input = self.engine.application(self.attempt_id, event.clone());
        input.lease = Some(self.engine.lease(input.now));
        input.settlement = input.settlement.filter(|_| completes);
        let applied = self
            .engine
            .shell
            .db
            .write(input, |tx, input| Box::pin(apply(tx, input)))
            .await?;
        let Some(Applied {
            record,
            order,
            alarm,
            is_changed,
        }) = applied
        else {
            return Ok(None);
        };
        if let Some(alarm) = alarm {
            sound(&alarm, &record);
        }
        if is_changed {
            self.engine.tell(&record);
        }
        let wake_at = wake_at(&record.attempt, self.line, &self.engine.timing);
        let call = match order {
            Some(order) => Some(self.call(record, order).await),
            None => None,
        };
        Ok(Some(Step { call, wake_at }))
    }

    fn answered(&mut self, (command, mut event): (Command, Event)) -> Event {
        match command {
            Command::Pay => self.line.payment = false,
            Command::Reverse => self.line.reversal = false,
            Command::AskPayment { .. } | Command::AskReversal { .. } => self.line.question = false,
            Command::Abort => {}
        }
        tracing::info!(attempt_id = %self.attempt_id, ?command, answer = summary(&event),
            "a terminal answered");
        if let Event::PaymentTold { line, .. } | Event::ReversalTold { line, .. } = &mut event {
            *line = self.line;
        }
        event
    }

    fn summary(event: &Event) -> String {
        summary(event)
    }
}

/// What the log may hold of an answer: never the card's receipt.
fn summary(event: &Event) -> String {
    match event {
        Event::Paid(answer) => payment_summary(answer),
        Event::PaymentTold { answer, .. } => match &**answer {
            StatusAnswer::Processed(answer) => {
                format!("processed: {}", payment_summary(answer))
            }
            other => format!("{other:?}"),
        },
        Event::Reversed(answer) => reversal_summary(answer),
        Event::ReversalTold { answer, .. } => match &**answer {
            StatusAnswer::Processed(answer) => {
                format!("processed: {}", reversal_summary(answer))
            }
            other => format!("{other:?}"),
        },
        other => format!("{other:?}"),
    }
}

fn payment_summary(answer: &PaymentAnswer) -> String {
    match answer {
        PaymentAnswer::Approved(approval) | PaymentAnswer::PartiallyApproved(approval) => {
            format!(
                "approved {} as {}",
                approval.authorised, approval.poi_transaction.id
            )
        }
        other => format!("{other:?}"),
    }
}

fn reversal_summary(answer: &ReversalAnswer) -> String {
    match answer {
        ReversalAnswer::Accepted(reversal) => format!("accepted {:?}", reversal.reversed),
        other => format!("{other:?}"),
    }
}
