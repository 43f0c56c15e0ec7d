//! The life of one driver, whatever it drives.

use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::time::Duration;

use futures::StreamExt;
use futures::future::BoxFuture;
use futures::stream::FuturesUnordered;
use jiff::Timestamp;
use kernel::id::AttemptId;
use shell::Outcome;
use shell::event::Event as LiveEvent;
use tokio::sync::broadcast::Receiver;
use tokio::sync::broadcast::error::RecvError;

use super::{PaymentEngine, Poke};
use crate::store;

/// How long to wait before an event is applied again that the database did not take.
const RETRY_AFTER: Duration = Duration::from_millis(500);

/// Why an attempt is taken up.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Opening {
    /// Whoever drove it is gone.
    Found,
    /// It was written down or changed here.
    Tick,
}

/// What an event led to, once it is committed.
pub(super) struct Step<A> {
    /// What is asked now, carried out and answered.
    pub call: Option<BoxFuture<'static, A>>,
    /// When something is next to be done.
    pub wake_at: Option<Timestamp>,
}

/// What differs between a terminal and a provider: the events, the rules, the exchanges.
pub(super) trait Channel: Send + 'static {
    /// What may happen.
    type Event: Clone + Send + Sync + 'static;
    /// What comes of an exchange.
    type Answer: Send + 'static;

    /// The event with which a driver begins.
    fn opening(&self, opening: Opening) -> Self::Event;

    /// That time went by.
    fn tick(&self) -> Self::Event;

    /// Applies an event in one transaction, and prepares what is to be asked. None when there is no
    /// such attempt or another process drives it. `completes` says whether a booking may complete
    /// the sale.
    fn apply(
        &mut self,
        event: &Self::Event,
        completes: bool,
    ) -> impl Future<Output = Outcome<Option<Step<Self::Answer>>>> + Send;

    /// The event that an answer is.
    fn answered(&mut self, answer: Self::Answer) -> Self::Event;

    /// What the log may hold of an event: nothing of the customer's.
    fn summary(event: &Self::Event) -> String;
}

/// Drives an attempt until nothing is to be done for a while.
pub(super) async fn drive<C: Channel>(
    (engine, attempt_id, poke): (Arc<PaymentEngine>, AttemptId, Arc<Poke>),
    channel: C,
    opening: Opening,
) {
    let _entry = Entry {
        engine: &engine,
        attempt_id,
    };
    let mut event = channel.opening(opening);
    let mut driver = Driver {
        attempt_id,
        channel,
        calls: FuturesUnordered::new(),
        live_events: engine.shell.events.listen(),
        poke,
        engine: engine.clone(),
    };
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

struct Driver<C: Channel> {
    engine: Arc<PaymentEngine>,
    attempt_id: AttemptId,
    channel: C,
    calls: FuturesUnordered<BoxFuture<'static, C::Answer>>,
    live_events: Receiver<LiveEvent>,
    poke: Arc<Poke>,
}

impl<C: Channel> Driver<C> {
    /// Applies an event and waits for the next one; none when this driver is done.
    async fn step(&mut self, event: C::Event) -> Option<C::Event> {
        self.poke.is_poked.store(false, Ordering::SeqCst);
        // None: there is no such attempt, or another process drives it.
        let step = self.apply(event).await?;
        if let Some(call) = step.call {
            self.calls.push(call);
            return Some(self.channel.tick());
        }
        let now = self.engine.shell.clock.now();
        let horizon = now + self.engine.timing.lease;
        let is_idle = self.calls.is_empty() && step.wake_at.is_none_or(|at| at > horizon);
        if is_idle && self.leave().await {
            return None;
        }
        Some(self.wait(step.wake_at, now).await)
    }

    /// Applies an event until the database takes it: what was answered must not be lost. When the
    /// sale cannot be completed the payment is booked alone; the sale is tried again later.
    async fn apply(&mut self, event: C::Event) -> Option<Step<C::Answer>> {
        let mut completes = true;
        loop {
            match self.channel.apply(&event, completes).await {
                Ok(applied) => return applied,
                Err(error) => {
                    tracing::error!(attempt_id = %self.attempt_id, %error, completes,
                        event = C::summary(&event),
                        "a payment event could not be saved and will be tried again");
                    completes = !completes;
                    tokio::time::sleep(RETRY_AFTER).await;
                }
            }
        }
    }

    /// Waits for an answer, for the time to come, or for somebody who changed the attempt.
    async fn wait(&mut self, wake_at: Option<Timestamp>, now: Timestamp) -> C::Event {
        let renewal = now + self.engine.timing.lease_renewal;
        let wake_at = wake_at.map_or(renewal, |at| at.min(renewal));
        tokio::select! {
            Some(answer) = self.calls.next() => self.channel.answered(answer),
            () = self.engine.shell.clock.wait_until(wake_at) => self.channel.tick(),
            () = self.poke.notify.notified() => self.channel.tick(),
            () = heard_of(&mut self.live_events, self.attempt_id) => self.channel.tick(),
        }
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

/// Tells whoever watches the shop that a person should look.
pub(super) fn sound(alarm: &impl std::fmt::Debug, record: &store::Record) {
    metrics::counter!("payment_alarms_total", "alarm" => format!("{alarm:?}")).increment(1);
    tracing::error!(attempt_id = %record.attempt_id, store_no = %record.store_no,
        terminal_no = %record.terminal_no, state = record.attempt.state.name(), ?alarm,
        "a payment needs somebody to look at it");
}
