//! Closings: what a chain took in a day, a month and a year, and since ever (reliability c.5).
//!
//! A fold over the entries of a chain in order, in constant memory: it holds one set of sums for each
//! business date that is not closed yet. What writes a closing and what proves it are the same fold.

use std::collections::{BTreeMap, VecDeque};

use kernel::id::{StoreNo, TerminalNo};
use serde::{Deserialize, Serialize};
use serde_json::Value;

pub use super::sums::{Part, RateSum, Sums};

/// What a closing looks at of an entry.
#[derive(Clone, Copy, Debug)]
pub struct Entry<'a> {
    /// Its place in the chain.
    pub seq: i64,
    /// Its hash.
    pub hash: &'a [u8],
    /// The stored name of its kind.
    pub kind: &'a str,
    /// The business date that it is booked on, `YYYY-MM-DD`.
    pub business_date: &'a str,
    /// What it states.
    pub payload: &'a [u8],
}

/// The entries that wait for the closing of one date.
#[derive(Clone, Debug, Default)]
struct Waiting {
    date: String,
    currency: Option<String>,
    first: (i64, String),
    last: (i64, String),
    sums: Sums,
}

/// The entries of a chain that no closing covers yet. A closing covers them in the order of the chain
/// up to the first one of a later business date; what was booked late falls into the next one.
#[derive(Clone, Debug, Default)]
pub struct Fold {
    waiting: VecDeque<Waiting>,
}

impl Fold {
    /// Adds the next entry.
    pub fn entry(&mut self, entry: &Entry<'_>) {
        let here = (entry.seq, hex::encode(entry.hash));
        let is_later = |waiting: &Waiting| waiting.date.as_str() < entry.business_date;
        if self.waiting.back().is_none_or(is_later) {
            self.waiting.push_back(Waiting {
                date: entry.business_date.to_owned(),
                first: here.clone(),
                ..Waiting::default()
            });
        }
        if let Some(waiting) = self.waiting.back_mut() {
            waiting.last = here;
            let Waiting { sums, currency, .. } = waiting;
            sums.add_entry(entry, currency);
        }
    }

    /// Takes what a closing of a date covers; none when there is no entry.
    #[must_use]
    pub fn cut(&mut self, date: &str) -> Option<Stretch> {
        let mut stretch: Option<Stretch> = None;
        while let Some(waiting) = self.waiting.pop_front_if(|it| it.date.as_str() <= date) {
            match &mut stretch {
                Some(stretch) => {
                    stretch.last = waiting.last;
                    stretch.sums.add(&waiting.sums);
                }
                None => {
                    stretch = Some(Stretch {
                        from: waiting.date,
                        first: waiting.first,
                        last: waiting.last,
                        sums: waiting.sums,
                    });
                }
            }
        }
        stretch
    }
}

/// A part of a chain without gaps, and what it comes to.
#[derive(Clone, Debug)]
pub struct Stretch {
    /// The business date of its first entry.
    pub from: String,
    /// The place and hash of its first entry.
    pub first: (i64, String),
    /// Those of its last entry.
    pub last: (i64, String),
    /// What it comes to.
    pub sums: Sums,
}

/// Where a closing stands.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Link {
    /// The chain.
    pub chain: String,
    /// Its place in the chain.
    pub seq: i64,
    /// Its hash in hexadecimal.
    pub hash: String,
}

/// All that was taken since ever. It is never reset.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Perpetual {
    /// The sum of all totals, in minor units.
    pub total: i64,
    /// The same, each without its sign: it never falls.
    pub absolute: i64,
}

impl Perpetual {
    pub(crate) const fn after(self, sums: &Sums) -> Self {
        Self {
            total: self.total + sums.total,
            absolute: self.absolute + sums.absolute,
        }
    }
}

/// What a whole store took: its own chain and those of its tills.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct OfStore {
    /// The closings of the same date of its tills. A till without a chain has none.
    pub tills: Vec<Link>,
    /// Its own chain and all tills together.
    pub sums: Sums,
    /// The same since ever.
    pub perpetual: Perpetual,
}

/// An entry of the kinds `closing.day`, `closing.month` and `closing.year`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Closing {
    /// The version of the program that closed.
    pub software_version: String,
    /// The store.
    pub store_no: StoreNo,
    /// The till; none in the chain of the store.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub terminal_no: Option<TerminalNo>,
    /// The currency of every amount.
    pub currency_code: String,
    /// The first business date, `YYYY-MM-DD`.
    pub from_date: String,
    /// The last one.
    pub to_date: String,
    /// How many business dates were closed in it.
    pub days: i64,
    /// The place of the first entry that it covers; when it covers none, of the one to come.
    pub first_seq: i64,
    /// Its hash in hexadecimal; none when it covers none.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub first_hash: Option<String>,
    /// The place of the last entry that it covers, or of the one that the closing before ends with.
    pub last_seq: i64,
    /// Its hash in hexadecimal; blank before the first entry of a chain.
    pub last_hash: String,
    /// What they come to.
    pub sums: Sums,
    /// All that the chain took since it was opened.
    pub perpetual: Perpetual,
    /// The closing of the same kind before it; none for the first.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub previous: Option<Link>,
    /// What the whole store took; none in the chain of a till.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub of_store: Option<OfStore>,
}

/// A closing that was written, and where.
#[derive(Clone, Debug)]
pub struct Closed {
    /// Where it stands.
    pub link: Link,
    /// What it states.
    pub closing: Closing,
}

/// Who closes.
#[derive(Clone, Debug)]
pub struct Closer {
    /// The version of the program.
    pub software_version: String,
    /// The store.
    pub store_no: StoreNo,
    /// The till; none for the store.
    pub terminal_no: Option<TerminalNo>,
    /// The store's currency.
    pub currency_code: String,
}

impl Closing {
    /// The closing of a day: of `stretch`, after `previous`. What the whole store took comes later.
    #[must_use]
    pub fn of_day(
        closer: Closer,
        date: &str,
        stretch: Option<Stretch>,
        previous: Option<&Closed>,
    ) -> Self {
        let before = previous.map(|previous| &previous.closing);
        let (last_seq, last_hash) = before.map_or((0, String::new()), |before| {
            (before.last_seq, before.last_hash.clone())
        });
        // The first closing of a chain covers all that was before it.
        let begun = stretch
            .as_ref()
            .filter(|_| previous.is_none())
            .map(|it| it.from.clone());
        let (first, last, sums) = match stretch {
            Some(it) => ((it.first.0, Some(it.first.1)), it.last, it.sums),
            None => ((last_seq + 1, None), (last_seq, last_hash), Sums::default()),
        };
        Self {
            software_version: closer.software_version,
            store_no: closer.store_no,
            terminal_no: closer.terminal_no,
            currency_code: closer.currency_code,
            from_date: begun.unwrap_or_else(|| date.to_owned()),
            to_date: date.to_owned(),
            days: 1,
            first_seq: first.0,
            first_hash: first.1,
            last_seq: last.0,
            last_hash: last.1,
            perpetual: before
                .map(|before| before.perpetual)
                .unwrap_or_default()
                .after(&sums),
            sums,
            previous: previous.map(|previous| previous.link.clone()),
            of_store: None,
        }
    }

    /// Adds what the tills of the store took to the closing of its day.
    pub fn take_tills(&mut self, tills: &[Closed], previous: Option<&Closed>) {
        let mut sums = self.sums.clone();
        for till in tills {
            sums.add(&till.closing.sums);
        }
        let before = previous.and_then(|previous| previous.closing.of_store.as_ref());
        self.of_store = Some(OfStore {
            tills: tills.iter().map(|till| till.link.clone()).collect(),
            perpetual: before
                .map(|before| before.perpetual)
                .unwrap_or_default()
                .after(&sums),
            sums,
        });
    }
}

/// The closing of a longer time: of those of its parts, in order.
#[derive(Clone, Debug, Default)]
pub struct Longer(Option<Closing>);

impl Longer {
    /// Adds the closing of the next part.
    pub fn add(&mut self, part: &Closing) {
        let Some(sum) = &mut self.0 else {
            self.0 = Some(part.clone());
            return;
        };
        sum.to_date.clone_from(&part.to_date);
        sum.days += part.days;
        sum.last_seq = part.last_seq;
        sum.last_hash.clone_from(&part.last_hash);
        if sum.first_hash.is_none() && part.first_hash.is_some() {
            sum.first_seq = part.first_seq;
            sum.first_hash.clone_from(&part.first_hash);
        }
        sum.sums.add(&part.sums);
        sum.perpetual = part.perpetual;
        if let (Some(sum), Some(part)) = (&mut sum.of_store, &part.of_store) {
            sum.sums.add(&part.sums);
            sum.perpetual = part.perpetual;
        }
    }

    /// Takes the closing; none when there was no part. The tills stand in the closings of the days.
    #[must_use]
    pub fn take(&mut self, software_version: &str, previous: Option<&Closed>) -> Option<Closing> {
        let mut closing = self.0.take()?;
        software_version.clone_into(&mut closing.software_version);
        closing.previous = previous.map(|previous| previous.link.clone());
        if let Some(of_store) = &mut closing.of_store {
            of_store.tills.clear();
        }
        Some(closing)
    }
}

/// The members in which two closings differ: their name, what is expected and what is found.
#[must_use]
pub fn differences<T: Serialize>(expected: &T, found: &T) -> Vec<(String, String, String)> {
    let flat = |closing: &T| {
        let mut members = BTreeMap::new();
        if let Ok(value) = serde_json::to_value(closing) {
            flatten("", &value, &mut members);
        }
        members
    };
    let (expected, found) = (flat(expected), flat(found));
    let names: std::collections::BTreeSet<&String> = expected.keys().chain(found.keys()).collect();
    let text = |members: &BTreeMap<String, String>, name| {
        members
            .get(name)
            .map_or("nothing", String::as_str)
            .to_owned()
    };
    names
        .into_iter()
        .filter(|name| expected.get(*name) != found.get(*name))
        .map(|name| (name.clone(), text(&expected, name), text(&found, name)))
        .collect()
}

fn flatten(name: &str, value: &Value, members: &mut BTreeMap<String, String>) {
    let below = |step: &str| match name {
        "" => step.to_owned(),
        name => format!("{name}.{step}"),
    };
    match value {
        Value::Object(parts) => parts
            .iter()
            .for_each(|(step, part)| flatten(&below(step), part, members)),
        Value::Array(parts) => parts
            .iter()
            .enumerate()
            .for_each(|(step, part)| flatten(&below(&step.to_string()), part, members)),
        Value::String(text) => {
            members.insert(name.to_owned(), text.clone());
        }
        other => {
            members.insert(name.to_owned(), other.to_string());
        }
    }
}
