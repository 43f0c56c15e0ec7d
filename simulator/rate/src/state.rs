//! What is published, and what goes wrong.

use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use axum::extract::FromRef;
use jiff::Timestamp;
use jiff::civil::Date;
use jiff::tz::TimeZone;
use serde::{Deserialize, Serialize};
use simulator_base::clock::Clock;

/// What a euro is worth at the start. The rates are invented.
const RATES: [(&str, &str); 9] = [
    ("USD", "1.1571"),
    ("JPY", "162.50"),
    ("GBP", "0.8712"),
    ("SEK", "11.0250"),
    ("CHF", "0.9318"),
    ("CNY", "7.7980"),
    ("HKD", "8.4927"),
    ("KRW", "1598.40"),
    ("SGD", "1.4903"),
];
/// How many troy ounces a dollar buys at the start. Invented, too.
const METALS: [(&str, &str); 3] = [
    ("XAG", "0.0302005471"),
    ("XAU", "0.0002820703"),
    ("XPT", "0.0006743901"),
];
/// In what metals are priced at the start.
const METAL_BASE: &str = "USD";
/// How many requests are remembered.
const LOG_MAX: usize = 1_000;

/// What goes wrong when the document is asked for.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub(crate) enum Fault {
    /// Nothing.
    #[default]
    None,
    /// The connection ends without an answer.
    Silent,
    /// The server says that it is out of order.
    Error,
    /// A page comes in place of the document.
    Page,
    /// Half of the document comes.
    Cut,
    /// The answer sends elsewhere.
    Redirect,
    /// More comes than anybody can want.
    Endless,
}

/// All of them with what the page calls them.
pub(crate) const FAULTS: [(Fault, &str, &str); 7] = [
    (Fault::None, "none", "Nothing"),
    (Fault::Silent, "silent", "Nobody answers"),
    (Fault::Error, "error", "Out of order"),
    (Fault::Page, "page", "A page in place of the document"),
    (Fault::Cut, "cut", "Half of the document"),
    (Fault::Redirect, "redirect", "Sent elsewhere"),
    (Fault::Endless, "endless", "Far too much"),
];

/// What changes.
pub(crate) struct State {
    /// The day of the document; none for today.
    pub(crate) day: Option<Date>,
    /// What is published of each currency, as it is written.
    pub(crate) rates: BTreeMap<String, String>,
    /// What a unit of which currency buys of each metal, as it is written, and of when that is: none for
    /// now.
    pub(crate) metals: BTreeMap<String, String>,
    pub(crate) metal_base: String,
    pub(crate) metals_at: Option<Timestamp>,
    pub(crate) fault: Fault,
    /// The paths that were asked for.
    pub(crate) log: Vec<String>,
}

impl Default for State {
    fn default() -> Self {
        let text = |(code, rate): (&str, &str)| (code.to_owned(), rate.to_owned());
        Self {
            day: None,
            rates: RATES.into_iter().map(text).collect(),
            metals: METALS.into_iter().map(text).collect(),
            metal_base: METAL_BASE.to_owned(),
            metals_at: None,
            fault: Fault::None,
            log: Vec::new(),
        }
    }
}

impl State {
    /// Remembers a request.
    pub(crate) fn note(&mut self, path: &str) {
        if self.log.len() < LOG_MAX {
            self.log.push(path.to_owned());
        }
    }
}

/// The bank.
#[derive(Clone, Default)]
pub(crate) struct Simulator {
    state: Arc<Mutex<State>>,
    clock: Clock,
}

impl FromRef<Simulator> for Clock {
    fn from_ref(simulator: &Simulator) -> Self {
        simulator.clock.clone()
    }
}

impl Simulator {
    pub(crate) fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    pub(crate) const fn clock(&self) -> &Clock {
        &self.clock
    }

    /// Of when the prices of metals are.
    pub(crate) fn metals_at(&self) -> Timestamp {
        let set = self.state().metals_at;
        set.unwrap_or_else(|| self.clock.now())
    }

    /// The day of the document.
    pub(crate) fn day(&self) -> Date {
        let today = || self.clock.now().to_zoned(TimeZone::UTC).date();
        let set = self.state().day;
        set.unwrap_or_else(today)
    }
}
