//! Rows that the journal tells of without either naming the other's place: held against each other by a key
//! that both hold, in both directions (reliability c.9, step 4).

use std::collections::HashSet;
use std::sync::Arc;

use sha2::{Digest, Sha256};
use shell::db::{Tx, TxFuture, params};
use shell::{Db, Outcome};

use crate::purge::is_purged;
use crate::rule::finding::Finding;
use crate::rule::kind::Kind;
use crate::store::verification::list_chains;

/// How many entries or rows are read at once.
pub const PAGE: i64 = 500;
/// How many rows without an entry are looked for at once, when there are some.
const SOUGHT: usize = 50_000;

/// What an entry states, or a row holds: names and values.
pub type Members = Vec<(&'static str, String)>;
/// A row on the way: where to go on behind it, and its key.
pub type Place = (String, String);

/// A table of which the journal tells.
pub trait Recorded: Send + Sync {
    /// What a row is called in a finding.
    fn name(&self) -> &'static str;

    /// The kinds of its entries.
    fn kinds(&self) -> &'static [Kind];

    /// A word that each of its payloads holds, so that others need not be read.
    fn mark(&self) -> &'static str;

    /// The key and the members of what a payload states; none when it is about something else.
    fn stated(&self, payload: &[u8]) -> Option<(String, Members)>;

    /// What the row of a key holds, under the same names; none when there is no row.
    fn held<'a>(&'a self, tx: &'a mut Tx, key: &'a str) -> TxFuture<'a, Option<Members>>;

    /// The next rows that need an entry, at most [`PAGE`]; from the first one on after nothing.
    fn list<'a>(&'a self, tx: &'a mut Tx, after: &'a str) -> TxFuture<'a, Vec<Place>>;
}

/// Holds tables against the journal: each entry has its row and says what that holds, each row has its entry.
///
/// # Errors
/// The database's failure.
pub async fn compare_recorded(db: &Db, tables: Vec<Arc<dyn Recorded>>) -> Outcome<Vec<Finding>> {
    let mut tables: Vec<Table> = tables.into_iter().map(Table::new).collect();
    let tables_of = |tables: &[Table]| -> Vec<Arc<dyn Recorded>> {
        tables.iter().map(|table| table.recorded.clone()).collect()
    };
    let mut findings = Vec::new();
    let mut reader = Reader::begin(db, &tables_of(&tables)).await?;
    while let Some(page) = reader.next(db).await? {
        for (table, met) in tables.iter_mut().zip(page) {
            table.is_purged |= met.is_purged;
            met.keys.iter().for_each(|key| table.stated.add(key));
            findings.extend(met.findings);
        }
    }
    for table in tables {
        // Whoever has rows whose payloads are gone cannot be told from whoever has rows without entries.
        if !table.is_purged && table.count_rows(db).await? != table.stated {
            findings.extend(table.find_unrecorded(db).await?);
        }
    }
    Ok(findings)
}

/// How many keys there are, and a sum over them: two tables with the same keys have the same.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
struct Keys {
    count: u64,
    sum: u128,
}

impl Keys {
    fn add(&mut self, key: &str) {
        let hash = Sha256::digest(key.as_bytes());
        let mut first = [0; 16];
        first.copy_from_slice(&hash[..16]);
        self.count += 1;
        self.sum = self.sum.wrapping_add(u128::from_be_bytes(first));
    }
}

struct Table {
    recorded: Arc<dyn Recorded>,
    stated: Keys,
    is_purged: bool,
}

impl Table {
    fn new(recorded: Arc<dyn Recorded>) -> Self {
        Self {
            recorded,
            stated: Keys::default(),
            is_purged: false,
        }
    }

    async fn count_rows(&self, db: &Db) -> Outcome<Keys> {
        let mut keys = Keys::default();
        let mut after = String::new();
        while let Some(page) = self.next_rows(db, &mut after).await? {
            page.iter().for_each(|key| keys.add(key));
        }
        Ok(keys)
    }

    /// The keys of the next rows; none behind the last.
    async fn next_rows(&self, db: &Db, after: &mut String) -> Outcome<Option<Vec<String>>> {
        let input = (self.recorded.clone(), after.clone());
        let page = db
            .read(input, |tx, (recorded, after)| recorded.list(tx, after))
            .await?;
        let Some((last, _)) = page.last() else {
            return Ok(None);
        };
        after.clone_from(last);
        Ok(Some(page.into_iter().map(|(_, key)| key).collect()))
    }

    /// The rows that no entry tells of. A row is read before the entries are: one that is sold meanwhile has
    /// its entry by then.
    async fn find_unrecorded(&self, db: &Db) -> Outcome<Vec<Finding>> {
        let mut findings = Vec::new();
        let mut after = String::new();
        loop {
            let mut sought = HashSet::new();
            while sought.len() < SOUGHT {
                let Some(page) = self.next_rows(db, &mut after).await? else {
                    break;
                };
                sought.extend(page);
            }
            if sought.is_empty() {
                return Ok(findings);
            }
            let mut reader = Reader::begin(db, std::slice::from_ref(&self.recorded)).await?;
            while let Some(page) = reader.next(db).await? {
                for key in page.iter().flat_map(|met| &met.keys) {
                    sought.remove(key);
                }
            }
            let mut left: Vec<String> = sought.into_iter().collect();
            left.sort_unstable();
            findings.extend(left.into_iter().map(|key| {
                let what = format!("{} {key}", self.recorded.name());
                Finding::of_table(
                    what,
                    "an entry of the journal".to_owned(),
                    "none".to_owned(),
                )
            }));
        }
    }
}

/// What was met of a table in some entries.
#[derive(Default)]
struct Met {
    keys: Vec<String>,
    findings: Vec<Finding>,
    is_purged: bool,
}

/// Where a reader of entries goes on: a chain, a kind, and behind which number of that kind.
type Stretch = (String, Kind, i64);

/// Reads all entries of the kinds that tables have, page by page.
struct Reader {
    tables: Arc<Vec<Arc<dyn Recorded>>>,
    to_come: Vec<Stretch>,
}

impl Reader {
    async fn begin(db: &Db, tables: &[Arc<dyn Recorded>]) -> Outcome<Self> {
        let chains = db.read((), |tx, ()| Box::pin(list_chains(tx))).await?;
        let mut kinds: Vec<Kind> = Vec::new();
        for kind in tables.iter().flat_map(|table| table.kinds()) {
            if !kinds.contains(kind) {
                kinds.push(*kind);
            }
        }
        let stretches = chains
            .into_iter()
            .flat_map(|chain| kinds.iter().map(move |kind| (chain.clone(), *kind, 0)));
        Ok(Self {
            to_come: stretches.collect(),
            tables: Arc::new(tables.to_vec()),
        })
    }

    /// What the next entries say of each table; none behind the last. Entries and the rows that they tell of
    /// are read in one state of the store.
    async fn next(&mut self, db: &Db) -> Outcome<Option<Vec<Met>>> {
        let Some(stretch) = self.to_come.pop() else {
            return Ok(None);
        };
        let (chain, kind, _) = stretch.clone();
        let (last, met) = db
            .read((self.tables.clone(), stretch), |tx, (tables, stretch)| {
                Box::pin(read_page(tx, tables, stretch))
            })
            .await?;
        if let Some(last) = last {
            self.to_come.push((chain, kind, last));
        }
        Ok(Some(met))
    }
}

/// What some entries say of each table, and the number of the last one when there may be more.
async fn read_page(
    tx: &mut Tx,
    tables: &[Arc<dyn Recorded>],
    (chain, kind, after): &Stretch,
) -> Outcome<(Option<i64>, Vec<Met>)> {
    let rows = tx
        .query(
            "SELECT kind_seq, seq, payload FROM journal_entry WHERE chain_id = $1 AND kind = $2 \
             AND kind_seq > $3 ORDER BY kind_seq LIMIT $4",
            params![chain, kind.name(), *after, PAGE],
        )
        .await?;
    let is_last = (rows.len() as u64) < PAGE.unsigned_abs();
    let mut met: Vec<Met> = tables.iter().map(|_| Met::default()).collect();
    let mut last = None;
    for mut row in rows {
        last = Some(row.read()?);
        let (seq, payload): (i64, Vec<u8>) = (row.read()?, row.read()?);
        for (table, met) in tables.iter().zip(&mut met) {
            if !table.kinds().contains(kind) {
                continue;
            }
            if is_purged(&payload) {
                met.is_purged = true;
            } else if holds(&payload, table.mark())
                && let Some((key, stated)) = table.stated(&payload)
            {
                let held = table.held(tx, &key).await?;
                let place = format!("{chain} #{seq}");
                let name = format!("{} {key}", table.name());
                met.findings.extend(compare(&name, &place, &stated, held));
                met.keys.push(key);
            }
        }
    }
    Ok((last.filter(|_| !is_last), met))
}

/// In what a row differs from what an entry states of it.
fn compare(name: &str, place: &str, stated: &Members, held: Option<Members>) -> Vec<Finding> {
    let Some(held) = held else {
        let expected = format!("the row of {place}");
        return vec![Finding::of_table(
            name.to_owned(),
            expected,
            "no row".to_owned(),
        )];
    };
    let found = |name: &str| {
        let member = held.iter().find(|(held, _)| *held == name);
        member.map_or("nothing", |(_, value)| value.as_str())
    };
    stated
        .iter()
        .filter(|(member, value)| found(member) != value)
        .map(|(member, value)| {
            let what = format!("{name} {member}");
            Finding::of_table(what, value.clone(), found(member).to_owned())
        })
        .collect()
}

/// Whether a payload holds a word.
fn holds(payload: &[u8], word: &str) -> bool {
    payload
        .windows(word.len())
        .any(|window| window == word.as_bytes())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn members(values: [(&'static str, &str); 2]) -> Members {
        values
            .map(|(name, value)| (name, value.to_owned()))
            .to_vec()
    }

    #[test]
    fn a_row_is_compared_member_by_member() {
        let stated = members([("held", "100"), ("currency", "EUR")]);
        let found = |held| compare("deposit D-1", "PAR-1 #7", &stated, held);
        assert_eq!(found(Some(stated.clone())), []);
        let more = found(Some(members([("currency", "EUR"), ("held", "200")])));
        assert_eq!(more.len(), 1);
        assert_eq!(more[0].what, "deposit D-1 held");
        assert_eq!(
            (more[0].expected.as_str(), more[0].found.as_str()),
            ("100", "200")
        );
        assert_eq!(found(None)[0].found, "no row");
    }

    #[test]
    fn the_same_keys_in_another_order_are_the_same() {
        let keys = |keys: &[&str]| {
            let mut all = Keys::default();
            keys.iter().for_each(|key| all.add(key));
            all
        };
        assert_eq!(keys(&["a", "b"]), keys(&["b", "a"]));
        for other in [&["a"][..], &["a", "c"], &["a", "b", "b"], &["a", "a"]] {
            assert_ne!(keys(&["a", "b"]), keys(other), "{other:?}");
        }
    }

    #[test]
    fn a_payload_without_the_word_is_not_read() {
        assert!(holds(br#"{"event":"settingChanged"}"#, "settingChanged"));
        assert!(!holds(br#"{"event":"logIn"}"#, "settingChanged"));
        assert!(!holds(b"", "settingChanged"));
    }
}
