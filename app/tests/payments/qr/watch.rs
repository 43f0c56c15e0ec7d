//! What stands between the till and a provider: it lets an exchange go so far and no further.

use std::collections::HashSet;
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

use async_trait::async_trait;
use qr::provider::{
    Acknowledgement, ChargeCommand, CloseAnswer, CloseCommand, CreateAnswer, CreateCommand,
    Incoming, Notice, NotificationRefused, OrderAnswer, Provider, QueryCommand, RefundAnswer,
    RefundCommand, RefundQueryCommand,
};

/// An exchange with a provider.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) enum Exchange {
    Open,
    Ask,
    Close,
    Refund,
}

/// Where an exchange is stopped.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) enum Stop {
    Before(Exchange),
    After(Exchange),
}

/// It outlives the server.
#[derive(Default)]
pub(crate) struct QrWatch {
    stop: Mutex<Option<Stop>>,
    reached: Mutex<HashSet<Stop>>,
    running: Mutex<Vec<(u64, Instant)>>,
}

impl QrWatch {
    pub(crate) fn stop_at(&self, stop: Stop) {
        *self.stop.lock().unwrap() = Some(stop);
    }

    pub(crate) fn has_reached(&self, stop: Stop) -> bool {
        self.reached.lock().unwrap().contains(&stop)
    }

    /// The server is gone.
    pub(crate) fn open(&self) {
        *self.stop.lock().unwrap() = None;
        self.reached.lock().unwrap().clear();
        self.running.lock().unwrap().clear();
    }

    /// Whether something began so shortly ago that its answer may be about to come.
    pub(crate) fn is_fresh(&self, age: Duration) -> bool {
        let running = self.running.lock().unwrap();
        running.iter().any(|(_, since)| since.elapsed() < age)
    }

    /// How many exchanges are under way.
    pub(crate) fn running(&self) -> u64 {
        u64::try_from(self.running.lock().unwrap().len()).unwrap()
    }

    async fn carry_out<A>(&self, exchange: Exchange, work: impl Future<Output = A>) -> A {
        self.pass(Stop::Before(exchange)).await;
        let number = {
            let mut running = self.running.lock().unwrap();
            let number = running.last().map_or(0, |(last, _)| last + 1);
            running.push((number, Instant::now()));
            number
        };
        let answer = work.await;
        self.running
            .lock()
            .unwrap()
            .retain(|(one, _)| *one != number);
        self.pass(Stop::After(exchange)).await;
        answer
    }

    async fn pass(&self, here: Stop) {
        self.reached.lock().unwrap().insert(here);
        let is_stopped = *self.stop.lock().unwrap() == Some(here);
        if is_stopped {
            std::future::pending::<()>().await;
        }
    }
}

/// A provider as the till sees it.
pub(crate) struct Watched {
    pub(crate) inner: Arc<dyn Provider>,
    pub(crate) watch: Arc<QrWatch>,
}

#[async_trait]
impl Provider for Watched {
    async fn create(&self, command: &CreateCommand) -> CreateAnswer {
        let work = self.inner.create(command);
        self.watch.carry_out(Exchange::Open, work).await
    }

    async fn charge(&self, command: &ChargeCommand) -> OrderAnswer {
        let work = self.inner.charge(command);
        self.watch.carry_out(Exchange::Open, work).await
    }

    async fn query(&self, command: &QueryCommand) -> OrderAnswer {
        let work = self.inner.query(command);
        self.watch.carry_out(Exchange::Ask, work).await
    }

    async fn close(&self, command: &CloseCommand) -> CloseAnswer {
        let work = self.inner.close(command);
        self.watch.carry_out(Exchange::Close, work).await
    }

    async fn refund(&self, command: &RefundCommand) -> RefundAnswer {
        let work = self.inner.refund(command);
        self.watch.carry_out(Exchange::Refund, work).await
    }

    async fn query_refund(&self, command: &RefundQueryCommand) -> RefundAnswer {
        self.inner.query_refund(command).await
    }

    fn read(&self, incoming: &Incoming<'_>) -> Result<Notice, NotificationRefused> {
        self.inner.read(incoming)
    }

    fn acknowledge(&self, taken: bool) -> Acknowledgement {
        self.inner.acknowledge(taken)
    }
}
