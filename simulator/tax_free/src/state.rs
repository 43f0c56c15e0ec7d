//! What the simulator knows: forms, scripts, notifications, one clock.

use std::collections::{BTreeMap, VecDeque};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use axum::extract::FromRef;
use jiff::{SignedDuration, Timestamp};
use serde::{Deserialize, Serialize};
use simulator_base::clock::Clock;

use crate::book::Book;

const MAX_LOG: usize = 10_000;

/// What a request is for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(crate) enum Action {
    Issue,
    Look,
    Void,
    Shop,
    Notification,
}

/// What goes wrong.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(crate) enum Fault {
    /// The connection is dropped; nothing is processed.
    Drop,
    /// The connection is dropped after it was processed.
    LostReply,
    /// It is processed `ms` after the connection was dropped.
    Late,
    /// The answer comes after `ms`.
    Delay,
    /// 503, not processed.
    Unavailable,
    /// A definite no with status 422.
    Refuse,
    /// The reply or notification carries a wrong signature.
    WrongSignature,
    /// The notification is sent twice.
    Duplicate,
}

/// A fault for the next requests of a kind.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Step {
    pub(crate) on: Action,
    pub(crate) fault: Fault,
    #[serde(default = "once")]
    pub(crate) count: u32,
    #[serde(default)]
    pub(crate) ms: u64,
}

const fn once() -> u32 {
    1
}

/// A request as it arrived, or a notification as it was sent.
#[derive(Clone, Debug, Serialize)]
pub(crate) struct LogLine {
    at: Timestamp,
    action: Action,
    what: String,
    outcome: String,
}

/// Everything that changes.
#[derive(Default)]
pub(crate) struct State {
    pub(crate) book: Book,
    pub(crate) steps: VecDeque<Step>,
    pub(crate) log: VecDeque<LogLine>,
    /// Nonces that were used, with their time: a copy of a request is refused.
    pub(crate) nonces: BTreeMap<String, Timestamp>,
    pub(crate) is_offline: bool,
}

/// The simulator; clones share everything.
#[derive(Clone)]
pub(crate) struct Simulator {
    inner: Arc<Inner>,
}

struct Inner {
    clock: Clock,
    /// Whether the clocks of shops are moved with this one.
    moves_shops: bool,
    secret: String,
    notify_url: Mutex<Option<String>>,
    state: Mutex<State>,
    http: reqwest::Client,
}

impl FromRef<Simulator> for Clock {
    fn from_ref(simulator: &Simulator) -> Self {
        simulator.clock().clone()
    }
}

impl Simulator {
    pub(crate) fn new(secret: String, notify_url: Option<String>, now: Option<Timestamp>) -> Self {
        Self {
            inner: Arc::new(Inner {
                clock: now.map_or_else(Clock::default, Clock::starting_at),
                moves_shops: now.is_some(),
                secret,
                notify_url: Mutex::new(notify_url),
                state: Mutex::default(),
                http: reqwest::Client::new(),
            }),
        }
    }

    pub(crate) fn clock(&self) -> &Clock {
        &self.inner.clock
    }

    /// What the clocks of shops show.
    pub(crate) fn time_of_shops(&self) -> Timestamp {
        let moved = match self.inner.moves_shops {
            true => 0,
            false => self.clock().advanced_ms().cast_signed(),
        };
        self.clock().now() - SignedDuration::from_millis(moved)
    }

    pub(crate) fn secret(&self) -> &str {
        &self.inner.secret
    }

    pub(crate) fn http(&self) -> &reqwest::Client {
        &self.inner.http
    }

    pub(crate) fn notify_url(&self) -> Option<String> {
        let url = self.inner.notify_url.lock();
        url.unwrap_or_else(PoisonError::into_inner).clone()
    }

    pub(crate) fn set_notify_url(&self, url: Option<String>) {
        let mut held = self
            .inner
            .notify_url
            .lock()
            .unwrap_or_else(PoisonError::into_inner);
        *held = url;
    }

    pub(crate) fn state(&self) -> MutexGuard<'_, State> {
        // A panic of another request leaves forms as they were between two changes.
        self.inner
            .state
            .lock()
            .unwrap_or_else(PoisonError::into_inner)
    }

    /// Takes the behaviour that is scripted for a request, if there is one.
    pub(crate) fn step(&self, on: Action) -> Option<Step> {
        let mut state = self.state();
        let at = state.steps.iter().position(|step| step.on == on)?;
        let step = state.steps[at].clone();
        match step.count {
            0 | 1 => drop(state.steps.remove(at)),
            more => state.steps[at].count = more - 1,
        }
        Some(step)
    }

    pub(crate) fn log(&self, action: Action, what: &str, outcome: impl Into<String>) {
        let line = LogLine {
            at: self.clock().now(),
            action,
            what: what.to_owned(),
            outcome: outcome.into(),
        };
        let mut state = self.state();
        if state.log.len() == MAX_LOG {
            state.log.pop_front();
        }
        state.log.push_back(line);
    }
}
