//! What the simulator knows: terminals with their dialogues and memories, one ledger, one clock.

use std::collections::{BTreeMap, BTreeSet, HashMap, VecDeque};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use axum::extract::FromRef;
use jiff::{SignedDuration, Timestamp};
use serde::Serialize;
use simulator_base::clock::Clock;
use tokio::sync::{mpsc, watch};

use crate::card::{Card, Entry};
use crate::crypto::Keys;
use crate::ledger::Ledger;
use crate::money::Amount;
use crate::notify::Notifier;
use crate::script::{Auto, Step};
use crate::wire::{Header, Key};

const MAX_TERMINALS: usize = 1000;
const MAX_LOG: usize = 10_000;

/// The simulator; clones share everything.
#[derive(Clone)]
pub(crate) struct Simulator {
    inner: Arc<Inner>,
}

struct Inner {
    clock: Clock,
    keys: Option<Keys>,
    notifier: Notifier,
    state: Mutex<State>,
    version: watch::Sender<u64>,
}

/// Everything that changes.
#[derive(Default)]
pub(crate) struct State {
    pub(crate) terminals: BTreeMap<String, Terminal>,
    pub(crate) ledger: Ledger,
    pub(crate) auto_all: Option<Auto>,
    pub(crate) log: VecDeque<LogLine>,
    /// Requests so far, which numbers the lines of the log.
    requests: u64,
}

/// One terminal.
pub(crate) struct Terminal {
    pub(crate) powered: bool,
    pub(crate) logged_in: BTreeSet<String>,
    pub(crate) dialogue: Option<Dialogue>,
    pub(crate) memory: Vec<Remembered>,
    pub(crate) used: HashMap<Key, Timestamp>,
    pub(crate) steps: VecDeque<Step>,
    pub(crate) auto: Option<Auto>,
    pub(crate) shown: Option<Shown>,
    /// Counts power cuts; whoever holds a connection of this terminal drops it when it changes.
    pub(crate) cut: watch::Sender<u64>,
    /// The port of its own, when it has one, and whether it is open.
    pub(crate) door: Option<Door>,
}

/// A port that belongs to one terminal.
pub(crate) struct Door {
    pub(crate) port: u16,
    /// What the script wants.
    pub(crate) wanted: watch::Sender<bool>,
    /// What the socket is; follows at once.
    pub(crate) actual: watch::Receiver<bool>,
}

/// A transaction under way.
pub(crate) struct Dialogue {
    pub(crate) key: Key,
    pub(crate) amount: Amount,
    pub(crate) phase: Phase,
    pub(crate) customer: mpsc::UnboundedSender<Event>,
}

/// Where a dialogue stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub(crate) enum Phase {
    PresentCard,
    EnterPin { digits: usize },
    AskingBank,
    Approved,
}

/// What reaches a dialogue from outside.
#[derive(Clone, Debug)]
pub(crate) enum Event {
    Present {
        card: Card,
        entry: Entry,
        refused: bool,
    },
    Digit(char),
    Correct,
    Confirm,
    Cancel,
    Abort,
    PowerCut,
}

/// An answer that the terminal can repeat when it is asked for the status.
#[derive(Clone)]
pub(crate) struct Remembered {
    pub(crate) header: Header,
    pub(crate) body: String,
    /// Set by F24: the first status answer is about this other request.
    pub(crate) impostor: Option<String>,
}

/// The result that stays on the screen for a moment.
#[derive(Clone)]
pub(crate) struct Shown {
    pub(crate) tone: Tone,
    pub(crate) title: String,
    pub(crate) detail: String,
    pub(crate) until: Timestamp,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Tone {
    Good,
    Bad,
    Neutral,
}

/// One request as the simulator saw it.
#[derive(Clone, Serialize)]
pub(crate) struct LogLine {
    pub(crate) seq: u64,
    pub(crate) at: Timestamp,
    pub(crate) poiid: String,
    pub(crate) category: String,
    pub(crate) sale_id: String,
    pub(crate) service_id: String,
    pub(crate) answer: &'static str,
}

impl Default for Terminal {
    fn default() -> Self {
        Self {
            powered: true,
            logged_in: BTreeSet::new(),
            dialogue: None,
            memory: Vec::new(),
            used: HashMap::new(),
            steps: VecDeque::new(),
            auto: None,
            shown: None,
            cut: watch::Sender::new(0),
            door: None,
        }
    }
}

impl Terminal {
    /// Takes the first step that is meant for this category.
    pub(crate) fn take_step(&mut self, category: &str) -> Option<Step> {
        let index = self
            .steps
            .iter()
            .position(|step| step.category() == category)?;
        let left = self.steps[index].count.unwrap_or(1);
        if left > 1 {
            self.steps[index].count = Some(left - 1);
            return Some(self.steps[index].clone());
        }
        self.steps.remove(index)
    }

    /// Marks a request as used, for 48 hours. False when it was used before: the first use counts.
    pub(crate) fn claim(&mut self, key: &Key, now: Timestamp) -> bool {
        self.used
            .retain(|_, at| now.duration_since(*at) < SignedDuration::from_hours(48));
        match self.used.contains_key(key) {
            true => false,
            false => self.used.insert(key.clone(), now).is_none(),
        }
    }

    /// Ends the dialogue and every connection, as pulling the plug does.
    pub(crate) fn cut_power(&mut self) {
        if let Some(dialogue) = self.dialogue.take() {
            // A dialogue that ended in this moment no longer listens, which is just as well.
            let _ = dialogue.customer.send(Event::PowerCut);
        }
        self.shown = None;
        self.cut.send_modify(|count| *count += 1);
    }

    /// Forgets every transaction, as a reset to factory settings does.
    pub(crate) fn forget(&mut self) {
        self.memory.clear();
        self.used.clear();
        self.logged_in.clear();
    }
}

impl FromRef<Simulator> for Clock {
    fn from_ref(simulator: &Simulator) -> Self {
        simulator.clock().clone()
    }
}

impl Simulator {
    /// A simulator without terminals.
    pub(crate) fn new(
        clock: Clock,
        keys: Option<Keys>,
        notifier: Notifier,
        ledger: Ledger,
    ) -> Self {
        let state = State {
            ledger,
            ..State::default()
        };
        Self {
            inner: Arc::new(Inner {
                clock,
                keys,
                notifier,
                state: Mutex::new(state),
                version: watch::Sender::new(0),
            }),
        }
    }

    /// The simulated time.
    pub(crate) fn clock(&self) -> &Clock {
        &self.inner.clock
    }

    pub(crate) fn keys(&self) -> Option<&Keys> {
        self.inner.keys.as_ref()
    }

    pub(crate) fn notifier(&self) -> &Notifier {
        &self.inner.notifier
    }

    /// Counts changes, for pages that wait for the next one.
    pub(crate) fn version(&self) -> watch::Receiver<u64> {
        self.inner.version.subscribe()
    }

    /// Looks at everything.
    pub(crate) fn look<R>(&self, look: impl FnOnce(&State) -> R) -> R {
        look(&self.lock())
    }

    /// Changes something and tells the pages.
    pub(crate) fn change<R>(&self, change: impl FnOnce(&mut State) -> R) -> R {
        let result = change(&mut self.lock());
        self.inner.version.send_modify(|version| *version += 1);
        result
    }

    /// Changes one terminal, which comes into being on first use.
    /// `None` when the name is no `POIID` or there are too many terminals.
    pub(crate) fn terminal<R>(
        &self,
        poiid: &str,
        change: impl FnOnce(&mut Terminal) -> R,
    ) -> Option<R> {
        self.change(|state| {
            let known = state.terminals.contains_key(poiid);
            if !known && (!is_poiid(poiid) || state.terminals.len() >= MAX_TERMINALS) {
                return None;
            }
            Some(change(state.terminals.entry(poiid.to_owned()).or_default()))
        })
    }

    /// Writes a request into the log as it arrives.
    pub(crate) fn note(&self, header: &Header) -> Noted {
        let at = self.clock().now();
        let Key {
            sale_id,
            service_id,
        } = header.key();
        let seq = self.change(|state| {
            state.requests += 1;
            if state.log.len() >= MAX_LOG {
                state.log.pop_front();
            }
            state.log.push_back(LogLine {
                seq: state.requests,
                at,
                poiid: header.poiid.clone(),
                category: header.message_category.clone(),
                sale_id,
                service_id,
                answer: "not answered yet",
            });
            state.requests
        });
        Noted {
            simulator: self.clone(),
            seq,
            answer: "the till hung up",
        }
    }

    fn lock(&self) -> MutexGuard<'_, State> {
        // A panic in one dialogue must not end every other terminal.
        self.inner
            .state
            .lock()
            .unwrap_or_else(PoisonError::into_inner)
    }
}

/// A request in the log, until its answer is known; dropped before, the till has hung up.
pub(crate) struct Noted {
    simulator: Simulator,
    seq: u64,
    answer: &'static str,
}

impl Noted {
    pub(crate) fn answered(mut self, answer: &'static str) {
        self.answer = answer;
    }
}

impl Drop for Noted {
    fn drop(&mut self) {
        let (seq, answer) = (self.seq, self.answer);
        self.simulator.change(|state| {
            if let Some(line) = state.log.iter_mut().rev().find(|line| line.seq == seq) {
                line.answer = answer;
            }
        });
    }
}

/// A terminal's name: at most 64 letters, digits, dots, hyphens and underscores, not all of them dots.
pub(crate) fn is_poiid(text: &str) -> bool {
    (1..=64).contains(&text.len())
        && text
            .bytes()
            .all(|byte| byte.is_ascii_alphanumeric() || b"-._".contains(&byte))
        && text.bytes().any(|byte| byte != b'.')
}
