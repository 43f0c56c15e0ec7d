//! The life of one driver.

use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::time::Duration;

use futures::StreamExt;
use futures::future::BoxFuture;
use futures::stream::FuturesUnordered;
use jiff::Timestamp;
use kernel::id::AttemptId;
use shell::event::Event as LiveEvent;
use shell::{Failure, Outcome};
use tokio::sync::broadcast::Receiver;
use tokio::sync::broadcast::error::RecvError;

use super::apply::{Applied, Apply, Order, apply};
use super::call::Call;
use super::{PaymentEngine, Poke};
use crate::rule::attempt::{Alarm, Command, Event, Line, wake_at};
use crate::store::{self, Record};

/// How long to wait before an event is applied again that the database did not take.
const RETRY_AFTER: Duration = Duration::from_millis(500);

/// Drives an attempt until nothing is to be done for a while.
pub(super) async fn drive(
    engine: Arc<PaymentEngine>,
    attempt_id: AttemptId,
    opening: Event,
    poke: Arc<Poke>,
) {
    let _entry = Entry {
        engine: &engine,
        attempt_id,
    };
    let mut driver = Driver {
        attempt_id,
        line: Line::default(),
        calls: FuturesUnordered::new(),
        live_events: engine.shell.events.listen(),
        poke,
        engine: engine.clone(),
    };
    let mut event = opening;
    while let Some(next) = driver.step(event).await {
        event = next;
    }
}

/// The driver's entry in the table of those at work; it goes even when the driver panics.
struct Entry<'a> {
    engine: &'a PaymentEngine,
    attempt_id: AttemptId,
}

impl Drop for Entry<'_> {
    fn drop(&mut self) {
        self.engine.lock().remove(&self.attempt_id);
    }
}

struct Driver {
    engine: Arc<PaymentEngine>,
    attempt_id: AttemptId,
    line: Line,
    calls: FuturesUnordered<BoxFuture<'static, (Command, Event)>>,
    live_events: Receiver<LiveEvent>,
    poke: Arc<Poke>,
}

impl Driver {
    /// Applies an event and waits for the next one; none when this driver is done.
    async fn step(&mut self, event: Event) -> Option<Event> {
        self.poke.is_poked.store(false, Ordering::SeqCst);
        // None: there is no such attempt, or another process drives it.
        let applied = self.apply(event).await?;
        if let Some(alarm) = applied.alarm {
            sound(alarm, &applied.record);
        }
        if applied.is_changed {
            self.engine.tell(&applied.record);
        }
        if let Some(order) = applied.order {
            self.call(applied.record, order).await;
            return Some(Event::Tick(self.line));
        }
        let now = self.engine.shell.clock.now();
        let wake_at = wake_at(&applied.record.attempt, self.line, &self.engine.timing);
        let horizon = now + self.engine.timing.lease;
        let is_idle = self.calls.is_empty() && wake_at.is_none_or(|at| at > horizon);
        if is_idle && self.leave().await {
            return None;
        }
        Some(self.wait(wake_at, now).await)
    }

    /// Applies an event until the database takes it: what the terminal said must not be lost. When
    /// the sale cannot be completed the payment is booked alone; the sale is tried again later.
    async fn apply(&mut self, event: Event) -> Option<Applied> {
        let mut completes = true;
        loop {
            let mut input = self.engine.application(self.attempt_id, event.clone());
            input.lease = Some(self.engine.lease(input.now));
            input.settlement = input.settlement.filter(|_| completes);
            match self.commit(input).await {
                Ok(applied) => return applied,
                Err(error) => {
                    tracing::error!(attempt_id = %self.attempt_id, %error, completes,
                        event = summary(&event),
                        "a payment event could not be saved and will be tried again");
                    completes = !completes;
                    tokio::time::sleep(RETRY_AFTER).await;
                }
            }
        }
    }

    async fn commit(&mut self, input: Apply) -> Outcome<Option<Applied>> {
        self.engine
            .shell
            .db
            .write(input, |tx, input| Box::pin(apply(tx, input)))
            .await
    }

    async fn call(&mut self, record: Record, order: Order) {
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
        self.calls
            .push(Box::pin(async move { (command, call.carry_out().await) }));
    }

    /// Waits for an answer, for the time to come, or for somebody who changed the attempt.
    async fn wait(&mut self, wake_at: Option<Timestamp>, now: Timestamp) -> Event {
        let renewal = self.engine.timing.lease_renewal;
        let pause = wake_at.map_or(renewal, |at| at.duration_since(now).min(renewal));
        let pause = Duration::try_from(pause).unwrap_or_default();
        tokio::select! {
            Some((command, event)) = self.calls.next() => self.answered(command, event),
            () = tokio::time::sleep(pause) => Event::Tick(self.line),
            () = self.poke.notify.notified() => Event::Tick(self.line),
            () = heard_of(&mut self.live_events, self.attempt_id) => Event::Tick(self.line),
        }
    }

    fn answered(&mut self, command: Command, mut event: Event) -> Event {
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

    /// Gives the lease back and leaves, unless somebody asked for this driver meanwhile.
    async fn leave(&mut self) -> bool {
        let input = (self.attempt_id, self.engine.driver);
        let released = self
            .engine
            .shell
            .db
            .write(input, |tx, (attempt_id, driver)| {
                Box::pin(store::release(tx, *attempt_id, *driver))
            })
            .await;
        if let Err(error) = released {
            // It runs out by itself.
            tracing::warn!(attempt_id = %self.attempt_id, %error, "a lease was not given back");
        }
        let mut driving = self.engine.lock();
        let is_wanted = self.poke.is_poked.load(Ordering::SeqCst);
        if !is_wanted {
            driving.remove(&self.attempt_id);
        }
        !is_wanted
    }
}

/// Returns when a live event tells that somebody, here or in another process, changed the attempt.
async fn heard_of(events: &mut Receiver<LiveEvent>, attempt_id: AttemptId) {
    let id = attempt_id.to_string();
    loop {
        match events.recv().await {
            Ok(event) if event.name == "payment" && event.data["attemptId"] == id.as_str() => {
                return;
            }
            Ok(_) => {}
            Err(RecvError::Lagged(_)) => return,
            Err(RecvError::Closed) => std::future::pending().await,
        }
    }
}

/// What the log may hold of an answer: never the card's receipt.
fn summary(event: &Event) -> String {
    match event {
        Event::Paid(answer) => payment_summary(answer),
        Event::PaymentTold { answer, .. } => match &**answer {
            device::card_terminal::StatusAnswer::Processed(answer) => {
                format!("processed: {}", payment_summary(answer))
            }
            other => format!("{other:?}"),
        },
        Event::Reversed(answer) => reversal_summary(answer),
        Event::ReversalTold { answer, .. } => match &**answer {
            device::card_terminal::StatusAnswer::Processed(answer) => {
                format!("processed: {}", reversal_summary(answer))
            }
            other => format!("{other:?}"),
        },
        other => format!("{other:?}"),
    }
}

fn payment_summary(answer: &device::card_terminal::PaymentAnswer) -> String {
    use device::card_terminal::PaymentAnswer;
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

fn reversal_summary(answer: &device::card_terminal::ReversalAnswer) -> String {
    use device::card_terminal::ReversalAnswer;
    match answer {
        ReversalAnswer::Accepted(reversal) => format!("accepted {:?}", reversal.reversed),
        other => format!("{other:?}"),
    }
}

/// Tells whoever watches the shop that a person should look.
fn sound(alarm: Alarm, record: &Record) {
    metrics::counter!("payment_alarms_total", "alarm" => format!("{alarm:?}")).increment(1);
    tracing::error!(attempt_id = %record.attempt_id, store_no = %record.store_no,
        terminal_no = %record.terminal_no, state = record.attempt.state.name(), ?alarm,
        "a payment needs somebody to look at it");
}
