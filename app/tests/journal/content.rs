//! Every column and every member of every kind of entry.

use std::collections::{BTreeMap, BTreeSet};

use journal::rule::StoredEntry;
use serde_json::Value;
use shell::db::params;

use crate::specimen::{
    CHAIN, Specimen, blamed, brief, everything, stated, verdict, without_anchors,
};

/// What a column is changed to, and the exit code that the change is found with.
const COLUMNS: [(&str, &str, u8); 19] = [
    // The entry is missing where it was, and stands in a chain of its own.
    ("chain_id", "'PAR-9'", 12),
    ("seq", "seq + 100000", 12),
    ("kind", "'payment'", 10),
    ("kind_seq", "kind_seq + 1", 12),
    ("format", "'pos-journal/2'", 10),
    ("at_utc", "'2026-11-14T00:00:00.000000Z'", 10),
    ("at_local", "'2026-11-14T00:00:00.000000+01:00'", 10),
    ("time_zone", "'Europe/Berlin'", 10),
    ("business_date", "'2026-11-13'", 10),
    ("payload", "{bytes}", 10),
    ("payload_hash", "{bytes}", 10),
    ("payload_hash", "payload", 10),
    ("prev_hash", "{bytes}", 11),
    ("prev_hash", "hash", 11),
    ("hash", "{bytes}", 10),
    ("hash", "prev_hash", 10),
    ("key_id", "'0123456789abcdef'", 13),
    ("signature", "{bytes}", 13),
    ("signature", "payload", 13),
];

/// An entry of each kind that the product writes, far from the ends of its chain.
async fn samples(specimen: &Specimen) -> Vec<StoredEntry> {
    let entries = specimen.entries(CHAIN).await;
    let mut samples = vec![entries[0].clone()];
    let mut seen = BTreeSet::new();
    for entry in &entries[20..] {
        if seen.insert(entry.kind.clone()) {
            samples.push(entry.clone());
        }
    }
    let kinds: Vec<&str> = seen.iter().map(String::as_str).collect();
    assert_eq!(kinds, ["copy", "event", "key", "ticket"]);
    samples
}

#[tokio::test]
async fn every_column_of_every_kind_of_entry_is_proven() {
    let specimen = Specimen::take().await;
    let bytes = if specimen.is_postgres() {
        "'\\x00'::bytea"
    } else {
        "x'00'"
    };
    let mut samples = samples(&specimen).await;
    if specimen.is_postgres() {
        // The check is the same code; what differs is how the columns are read.
        samples.retain(|entry| entry.kind == "ticket");
    }
    let options = everything().await;
    assert_eq!(specimen.verify(&options).await.findings, []);
    for sample in samples {
        for (column, value, code) in COLUMNS {
            // A first entry on its own is a chain of the old key, to which nothing leads.
            let is_opening = sample.seq == 1 && column == "chain_id";
            let code = if is_opening { 13 } else { code };
            let value = value.replace("{bytes}", bytes);
            let place = format!("chain_id = '{CHAIN}' AND seq = {}", sample.seq);
            specimen
                .sql([format!(
                    "UPDATE journal_entry SET {column} = {value} WHERE {place}"
                )])
                .await;
            let report = specimen.verify(&options).await;
            let name = format!("{column} = {value} of the {} {}", sample.kind, sample.seq);
            // Where an entry is missing, the one after it tells.
            let told_by = sample.seq + i64::from(["chain_id", "seq"].contains(&column));
            let place = (CHAIN.to_owned(), told_by);
            assert_eq!(report.exit_code(), code, "{name}\n{}", brief(&report));
            assert!(
                blamed(&report).contains(&place),
                "{name}\n{}",
                brief(&report)
            );
            undo(&specimen, &sample).await;
        }
    }
    assert_eq!(specimen.verify(&options).await.findings, []);
}

/// Puts an entry back as it was, wherever it went.
async fn undo(specimen: &Specimen, sample: &StoredEntry) {
    specimen
        .run(
            |tx, sample| {
                Box::pin(async move {
                    let gone = "DELETE FROM journal_entry WHERE chain_id = 'PAR-9' \
                         OR (chain_id = $1 AND seq IN ($2, $3))";
                    let values = params![&sample.chain_id, sample.seq, sample.seq + 100_000];
                    tx.execute(gone, values).await?;
                    crate::specimen::insert(tx, sample).await
                })
            },
            sample.clone(),
        )
        .await;
}

/// A member of a payload, as a path from its root.
type Member = Vec<String>;

/// The chain and number of an entry.
type Place = (String, i64);

/// All members of a payload that are no objects or lists themselves.
fn members(value: &Value, path: &Member, found: &mut Vec<Member>) {
    let mut below = |step: String, value: &Value| {
        let path: Member = path.iter().cloned().chain([step]).collect();
        members(value, &path, found);
    };
    match value {
        Value::Object(map) => map
            .iter()
            .for_each(|(name, value)| below(name.clone(), value)),
        Value::Array(list) => {
            (0..)
                .zip(list)
                .for_each(|(at, value): (usize, _)| below(at.to_string(), value));
        }
        _ => found.push(path.clone()),
    }
}

/// Changes a member as little as can be.
fn change(payload: &mut Value, member: &Member) {
    let pointer = format!("/{}", member.join("/"));
    let value = payload.pointer_mut(&pointer).unwrap();
    *value = match value {
        Value::Number(number) => (number.as_i64().unwrap() + 1).into(),
        Value::String(text) => format!("{text} ").into(),
        Value::Bool(truth) => (!*truth).into(),
        other => panic!("{pointer} is {other}"),
    };
}

/// What a payload is about: its kind, and for an event its name.
fn topic(entry: &StoredEntry, payload: &Value) -> String {
    format!(
        "{} {}",
        entry.kind,
        payload["event"].as_str().unwrap_or_default()
    )
}

/// Every member of each sort of payload, each in an entry of its own: a journal with as many
/// changes as fit, until all have been made.
fn plan(entries: &[StoredEntry]) -> Vec<BTreeMap<Place, Member>> {
    let mut by_topic: BTreeMap<String, (BTreeSet<Member>, Vec<Place>)> = BTreeMap::new();
    for entry in entries {
        let payload = stated(entry);
        let mut found = Vec::new();
        members(&payload, &Vec::new(), &mut found);
        // The first entry of a chain has members of its own.
        let topic = format!("{} {}", topic(entry, &payload), entry.seq == 1);
        let (members, places) = by_topic.entry(topic).or_default();
        members.extend(found);
        places.push((entry.chain_id.clone(), entry.seq));
    }
    let mut rounds: Vec<BTreeMap<Place, Member>> = Vec::new();
    for (members, places) in by_topic.into_values() {
        for (at, member) in members.into_iter().enumerate() {
            let (round, place) = (at / places.len(), at % places.len());
            if rounds.len() <= round {
                rounds.push(BTreeMap::new());
            }
            rounds[round].insert(places[place].clone(), member);
        }
    }
    rounds
}

#[tokio::test]
async fn every_member_of_every_payload_is_proven() {
    let pristine = Specimen::locked().await;
    let mut entries = Vec::new();
    for chain in ["PAR-1", "PAR-2", "PAR-3", "MIL-1", "PAR", "MIL"] {
        entries.extend(pristine.entries(chain).await);
    }
    assert!(entries.len() >= 1_000, "{}", entries.len());
    let rounds = plan(&entries);
    let changes: usize = rounds.iter().map(BTreeMap::len).sum();
    assert!(changes > 90, "{changes} members");
    for round in rounds {
        let specimen = Specimen::take().await;
        let harmed: Vec<(Vec<u8>, String, i64)> = entries
            .iter()
            .filter_map(|entry| {
                let member = round.get(&(entry.chain_id.clone(), entry.seq))?;
                let mut payload = stated(entry);
                change(&mut payload, member);
                let bytes = serde_json::to_vec(&payload).unwrap();
                Some((bytes, entry.chain_id.clone(), entry.seq))
            })
            .collect();
        specimen
            .run(
                |tx, harmed| {
                    Box::pin(async move {
                        for (payload, chain, seq) in harmed {
                            let sql = "UPDATE journal_entry SET payload = $1 \
                                 WHERE chain_id = $2 AND seq = $3";
                            tx.execute_one(sql, params![payload.clone(), chain, *seq])
                                .await?;
                        }
                        Ok(())
                    })
                },
                harmed,
            )
            .await;
        let report = specimen.verify(&without_anchors()).await;
        assert_eq!(report.exit_code(), 10, "{}", brief(&report));
        let changed: BTreeSet<(String, i64)> = report
            .findings
            .iter()
            .filter(|finding| finding.code.exit_code() == 10 && finding.what == "payload")
            .filter_map(|finding| Some((finding.chain.clone(), finding.seq?)))
            .collect();
        for (place, member) in &round {
            assert!(
                changed.contains(place),
                "{member:?} of {place:?}\n{}",
                brief(&report)
            );
        }
        let harmed: BTreeSet<_> = round.into_keys().collect();
        assert_eq!(blamed(&report), harmed, "no other entry is blamed");
    }
}

#[tokio::test]
async fn a_journal_that_nobody_touched_is_intact() {
    let specimen = Specimen::locked().await;
    let report = specimen.verify(&everything().await).await;
    assert_eq!(
        (report.findings.len(), report.exit_code()),
        (0, 0),
        "{}",
        brief(&report)
    );
    assert_eq!(verdict(&report), (0, String::new(), None));
    assert!(report.chains.iter().map(|chain| chain.entries).sum::<i64>() >= 1_000);
    assert_eq!((report.compared.orders, report.compared.copies), (333, 333));
}

#[tokio::test]
async fn the_product_itself_cannot_change_an_entry() {
    let specimen = Specimen::locked().await;
    for sql in [
        "UPDATE journal_entry SET kind = 'event'",
        "DELETE FROM journal_entry WHERE seq > 10",
        "UPDATE receipt_print SET print_no = 1 WHERE print_no = 2",
        "DELETE FROM receipt_print",
    ] {
        let refused = specimen
            .db
            .write(sql, |tx, sql| {
                Box::pin(async move {
                    tx.execute(sql, params![]).await?;
                    Ok(())
                })
            })
            .await;
        let error = refused.unwrap_err().to_string();
        assert!(error.contains("append-only"), "{sql}: {error}");
    }
}
