//! The points at which the server is killed, and how it is stopped there: between the till and
//! each terminal stands something that lets an exchange go so far and no further. The process that
//! is stopped there is then dropped with everything that it had in memory.

use std::collections::{HashMap, HashSet};
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

use async_trait::async_trait;
use axum::extract::{Request, State};
use axum::middleware::Next;
use axum::response::Response;
use device::card_terminal::{
    AbortAnswer, AbortCommand, CardTerminal, DiagnosisAnswer, DiagnosisCommand, PaymentAnswer,
    PaymentCommand, ReconciliationAnswer, ReconciliationCommand, ReversalAnswer, ReversalCommand,
    ReversalStatusCommand, StatusAnswer, StatusCommand,
};

/// Where the server is killed (reliability b.8).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(crate) enum Point {
    /// The request has arrived; nothing is written.
    K1,
    /// The attempt is committed as sent; no byte of it has left.
    K2,
    /// The terminal has the request.
    K3,
    /// The terminal's answer, or the loss of it, is known to the process and not committed.
    K4,
    /// The end is committed, and the browser never hears of it nor of the beginning.
    K5,
    /// A question what became of it was answered, and the answer not committed.
    K6,
    /// The money is being given back: the terminal has the reversal.
    K7,
}

impl Point {
    pub(crate) const ALL: [Self; 7] = [
        Self::K1,
        Self::K2,
        Self::K3,
        Self::K4,
        Self::K5,
        Self::K6,
        Self::K7,
    ];
}

/// An exchange with a terminal.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) enum Exchange {
    Pay,
    AskPayment,
    Reverse,
    AskReversal,
}

/// How far an exchange may go.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Limit {
    /// It is not begun.
    Before,
    /// It is carried out, and its answer is kept back.
    Answer,
}

/// Where a browser's request is stopped.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Gate {
    /// Before the server has looked at it.
    Request,
    /// The server's answer is kept back.
    Response,
}

/// How far a till comes, and how far it came.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) enum Reached {
    Gate,
    Begun(Exchange),
    Answered(Exchange),
}

/// What the tests watch of one server and all its terminals. It outlives the server.
#[derive(Default)]
pub(crate) struct Watch {
    limits: Mutex<HashMap<(String, Exchange), Limit>>,
    gates: Mutex<HashMap<String, (&'static str, Gate)>>,
    reached: Mutex<HashSet<(String, Reached)>>,
    running: Mutex<HashMap<u64, Instant>>,
    payments: Mutex<Vec<(String, String)>>,
}

impl Watch {
    /// From now on an exchange of a till goes only so far.
    pub(crate) fn limit(&self, till: &str, exchange: Exchange, limit: Limit) {
        let mut limits = self.limits.lock().unwrap();
        limits.insert((till.to_owned(), exchange), limit);
    }

    /// From now on a till's requests of a method to change a payment are stopped.
    pub(crate) fn gate(&self, till: &str, method: &'static str, gate: Gate) {
        let mut gates = self.gates.lock().unwrap();
        gates.insert(till.to_owned(), (method, gate));
    }

    /// The server is gone: nothing is stopped any more, and nothing was reached.
    pub(crate) fn open(&self) {
        self.limits.lock().unwrap().clear();
        self.gates.lock().unwrap().clear();
        self.reached.lock().unwrap().clear();
        self.running.lock().unwrap().clear();
    }

    /// Whether a till came so far.
    pub(crate) fn has_reached(&self, till: &str, reached: Reached) -> bool {
        let all = self.reached.lock().unwrap();
        all.contains(&(till.to_owned(), reached))
    }

    /// The payments that the product asked its adapter for, as till and number.
    pub(crate) fn payments(&self) -> Vec<(String, String)> {
        self.payments.lock().unwrap().clone()
    }

    /// Whether an exchange began just now and may still be answered at once.
    pub(crate) fn is_fresh(&self, age: Duration) -> bool {
        let running = self.running.lock().unwrap();
        running.values().any(|since| since.elapsed() < age)
    }

    fn note(&self, till: &str, reached: Reached) {
        self.reached
            .lock()
            .unwrap()
            .insert((till.to_owned(), reached));
    }

    fn limit_of(&self, till: &str, exchange: Exchange) -> Option<Limit> {
        let limits = self.limits.lock().unwrap();
        limits.get(&(till.to_owned(), exchange)).copied()
    }

    async fn carry_out<A>(
        &self,
        till: &str,
        exchange: Exchange,
        work: impl Future<Output = A>,
    ) -> A {
        let limit = self.limit_of(till, exchange);
        self.note(till, Reached::Begun(exchange));
        if limit == Some(Limit::Before) {
            return std::future::pending().await;
        }
        let answer = {
            let _running = Running::begin(self);
            work.await
        };
        self.note(till, Reached::Answered(exchange));
        if limit == Some(Limit::Answer) {
            return std::future::pending().await;
        }
        answer
    }
}

struct Running<'a> {
    watch: &'a Watch,
    number: u64,
}

impl<'a> Running<'a> {
    fn begin(watch: &'a Watch) -> Self {
        let mut running = watch.running.lock().unwrap();
        let number = running.keys().max().map_or(0, |last| last + 1);
        running.insert(number, Instant::now());
        Self { watch, number }
    }
}

impl Drop for Running<'_> {
    fn drop(&mut self) {
        self.watch.running.lock().unwrap().remove(&self.number);
    }
}

/// Stops a browser's request, or keeps back its answer.
pub(crate) async fn gate(
    State(watch): State<Arc<Watch>>,
    request: Request,
    next: Next,
) -> Response {
    let till = request
        .headers()
        .get("x-device-id")
        .and_then(|till| till.to_str().ok())
        .unwrap_or_default()
        .to_owned();
    let wanted = watch.gates.lock().unwrap().get(&till).copied();
    let gate = wanted.filter(|(method, _)| {
        let path = request.uri().path();
        let is_change = path.ends_with("/payment/attempt") || path.contains("/payment/tender/");
        request.method() == *method && is_change
    });
    if let Some((_, Gate::Request)) = gate {
        watch.note(&till, Reached::Gate);
        return std::future::pending().await;
    }
    let response = next.run(request).await;
    if gate.is_some() {
        watch.note(&till, Reached::Gate);
        return std::future::pending().await;
    }
    response
}

/// A terminal as the till sees it, with the watch in between.
pub(crate) struct Watched {
    pub(crate) inner: Arc<dyn CardTerminal>,
    pub(crate) watch: Arc<Watch>,
}

#[async_trait]
impl CardTerminal for Watched {
    async fn start(&self, command: &PaymentCommand) -> PaymentAnswer {
        let till = command.sale_id.as_str();
        let number = command.service_id.as_str().to_owned();
        self.watch
            .payments
            .lock()
            .unwrap()
            .push((till.to_owned(), number));
        let work = self.inner.start(command);
        self.watch.carry_out(till, Exchange::Pay, work).await
    }

    async fn query(&self, command: &StatusCommand) -> StatusAnswer<PaymentAnswer> {
        let work = self.inner.query(command);
        let till = command.sale_id.as_str();
        self.watch.carry_out(till, Exchange::AskPayment, work).await
    }

    async fn query_reversal(
        &self,
        command: &ReversalStatusCommand,
    ) -> StatusAnswer<ReversalAnswer> {
        let work = self.inner.query_reversal(command);
        let till = command.sale_id.as_str();
        self.watch
            .carry_out(till, Exchange::AskReversal, work)
            .await
    }

    async fn abort(&self, command: &AbortCommand) -> AbortAnswer {
        let _running = Running::begin(&self.watch);
        self.inner.abort(command).await
    }

    async fn reverse(&self, command: &ReversalCommand) -> ReversalAnswer {
        let work = self.inner.reverse(command);
        let till = command.sale_id.as_str();
        self.watch.carry_out(till, Exchange::Reverse, work).await
    }

    async fn diagnose(&self, command: &DiagnosisCommand) -> DiagnosisAnswer {
        let _running = Running::begin(&self.watch);
        self.inner.diagnose(command).await
    }

    async fn reconcile(&self, command: &ReconciliationCommand) -> ReconciliationAnswer {
        self.inner.reconcile(command).await
    }
}
