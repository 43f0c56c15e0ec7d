//! What the simulator knows: orders, scripts, one clock.

use std::collections::VecDeque;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use axum::extract::FromRef;
use jiff::Timestamp;
use serde::Serialize;
use simulator_base::clock::Clock;

use crate::book::{Book, Key};
use crate::key::{Keys, random_hex};
use crate::script::{Action, Face, Step};

const MAX_LOG: usize = 10_000;

/// The simulator; clones share everything.
#[derive(Clone)]
pub(crate) struct Simulator {
    inner: Arc<Inner>,
}

struct Inner {
    clock: Clock,
    keys: Keys,
    base: String,
    state: Mutex<State>,
}

/// Everything that changes.
#[derive(Default)]
pub(crate) struct State {
    pub(crate) book: Book,
    pub(crate) steps: VecDeque<Step>,
    pub(crate) log: VecDeque<LogLine>,
}

/// A request as it arrived, or a notification as it was sent.
#[derive(Clone, Debug, Serialize)]
pub(crate) struct LogLine {
    pub(crate) at: Timestamp,
    pub(crate) face: Face,
    pub(crate) action: Action,
    pub(crate) order_no: String,
    /// The fault that it met, or what came of it.
    pub(crate) outcome: String,
}

impl FromRef<Simulator> for Clock {
    fn from_ref(simulator: &Simulator) -> Self {
        simulator.clock().clone()
    }
}

impl Simulator {
    pub(crate) fn new(clock: Clock, keys: Keys, base: String) -> Self {
        Self {
            inner: Arc::new(Inner {
                clock,
                keys,
                base,
                state: Mutex::default(),
            }),
        }
    }

    pub(crate) fn clock(&self) -> &Clock {
        &self.inner.clock
    }

    pub(crate) fn now(&self) -> Timestamp {
        self.inner.clock.now()
    }

    pub(crate) fn keys(&self) -> &Keys {
        &self.inner.keys
    }

    /// What the code of an order holds: the page on which a person pays it.
    pub(crate) fn pay_url(&self, token: &str) -> String {
        format!("{}/pay/{token}", self.inner.base)
    }

    pub(crate) fn state(&self) -> MutexGuard<'_, State> {
        // A panic of another request leaves orders as they were between two changes.
        self.inner
            .state
            .lock()
            .unwrap_or_else(PoisonError::into_inner)
    }

    /// A fresh unguessable text.
    pub(crate) fn token(&self) -> String {
        random_hex(12).unwrap_or_else(|_| format!("t{}", self.now().as_nanosecond()))
    }

    /// Takes the behaviour that is scripted for this, if there is one.
    pub(crate) fn step(&self, face: Face, on: Action, order_no: &str) -> Option<Step> {
        let mut state = self.state();
        let fits = |step: &Step| {
            (step.face, step.on) == (face, on)
                && step.order_no.as_deref().is_none_or(|only| only == order_no)
        };
        let at = state.steps.iter().position(fits)?;
        let step = state.steps[at].clone();
        let is_repeated = step.fault != crate::script::Fault::Duplicate;
        match step.count.filter(|count| is_repeated && *count > 1) {
            Some(count) => state.steps[at].count = Some(count - 1),
            None => drop(state.steps.remove(at)),
        }
        Some(step)
    }

    pub(crate) fn log(&self, face: Face, action: Action, order_no: &str, outcome: String) {
        let at = self.now();
        let mut state = self.state();
        if state.log.len() == MAX_LOG {
            state.log.pop_front();
        }
        state.log.push_back(LogLine {
            at,
            face,
            action,
            order_no: order_no.to_owned(),
            outcome,
        });
    }

    /// The client pays, and the shop is told. False when that is not possible any more.
    pub(crate) fn pay(&self, key: &Key) -> bool {
        let now = self.now();
        let is_paid = self.state().book.pay(key, now);
        if is_paid {
            crate::notify::paid(self, key);
        }
        is_paid
    }
}
