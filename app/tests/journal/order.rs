//! Entries that are missing, added, moved, renumbered or signed by others.

use journal::rule::StoredEntry;
use journal::{Kind, Signer, VerifyOptions};

use crate::forge::{append, rehash, told, write_anew};
use crate::specimen::{
    CHAIN, Specimen, brief, everything, present_key, stated, verdict, without_anchors,
};

/// A key that the forger made.
fn foreign_key() -> Signer {
    Signer::new(&[66; 32])
}

/// The place of an entry of a kind near the middle of the till's chain.
fn place_of(entries: &[StoredEntry], kind: Kind) -> i64 {
    let middle = entries.len() / 2;
    let mut found = entries[middle..]
        .iter()
        .filter(|entry| entry.kind == kind.name());
    found.next().unwrap().seq
}

/// The verdict after some statements were run behind the product's back.
async fn verdict_after(sql: &[String], options: &VerifyOptions) -> (u8, Option<i64>) {
    let specimen = Specimen::take().await;
    specimen.sql(sql).await;
    let report = specimen.verify(options).await;
    let (code, chain, seq) = verdict(&report);
    assert!(
        code == 0 || code == 21 || chain == CHAIN,
        "{}",
        brief(&report)
    );
    (code, seq)
}

#[tokio::test]
async fn a_deleted_entry_is_missed_where_it_was() {
    let entries = Specimen::locked().await.entries(CHAIN).await;
    let last = entries.last().unwrap().seq;
    let delete = |seq: i64| {
        [format!(
            "DELETE FROM journal_entry WHERE chain_id = '{CHAIN}' AND seq = {seq}"
        )]
    };
    for kind in [Kind::Ticket, Kind::Copy, Kind::Event, Kind::Key] {
        let seq = place_of(&entries, kind);
        let found = verdict_after(&delete(seq), &without_anchors()).await;
        assert_eq!(found, (12, Some(seq + 1)), "{kind}");
    }
    assert_eq!(
        verdict_after(&delete(1), &without_anchors()).await,
        (12, Some(2))
    );
    assert_eq!(
        verdict_after(&delete(last), &without_anchors()).await,
        (14, Some(last - 1)),
        "the head knows of it"
    );
}

#[tokio::test]
async fn an_inserted_entry_is_found_where_it_is() {
    let options = everything().await;
    let specimen = Specimen::take().await;
    let mut entries = specimen.entries(CHAIN).await;
    let seq = place_of(&entries, Kind::Ticket);
    let at = usize::try_from(seq).unwrap();
    // A copy of the entry after itself; all that follow move up, and what was hashed stays.
    entries.insert(at, entries[at - 1].clone());
    (1..)
        .zip(&mut entries)
        .for_each(|(seq, entry)| entry.seq = seq);
    let mut hashed = entries.clone();
    specimen.replace(CHAIN, entries).await;
    let report = specimen.verify(&without_anchors()).await;
    assert_eq!(
        verdict(&report),
        (11, CHAIN.to_owned(), Some(seq + 1)),
        "{}",
        brief(&report)
    );
    // The same with all hashes computed anew: only the signatures tell.
    let before = hashed[at - 1].hash.clone();
    rehash(&mut hashed[at..], before);
    specimen.replace(CHAIN, hashed).await;
    let report = specimen.verify(&options).await;
    assert_eq!(
        verdict(&report),
        (13, CHAIN.to_owned(), Some(seq + 1)),
        "{}",
        brief(&report)
    );
}

#[tokio::test]
async fn two_entries_that_changed_places_are_found() {
    let entries = Specimen::locked().await.entries(CHAIN).await;
    let seq = place_of(&entries, Kind::Ticket);
    let renumber = |from: String, to: String| {
        format!("UPDATE journal_entry SET seq = {to} WHERE chain_id = '{CHAIN}' AND seq = {from}")
    };
    let swap = |one: i64, other: i64| {
        vec![
            renumber(one.to_string(), "-1".to_owned()),
            renumber(other.to_string(), one.to_string()),
            renumber("-1".to_owned(), other.to_string()),
        ]
    };
    let found = verdict_after(&swap(seq, seq + 1), &without_anchors()).await;
    assert_eq!(found, (11, Some(seq)));
    // Two that stand far apart.
    let far = verdict_after(&swap(seq, seq - 60), &without_anchors()).await;
    assert_eq!(far, (11, Some(seq - 60)));
    // Two payloads change their entries.
    let payload = |from: i64| {
        format!("(SELECT payload FROM journal_entry WHERE chain_id = '{CHAIN}' AND seq = {from})")
    };
    let both = format!(
        "UPDATE journal_entry SET payload = CASE seq WHEN {seq} THEN {} ELSE {} END \
         WHERE chain_id = '{CHAIN}' AND seq IN ({seq}, {})",
        payload(seq - 60),
        payload(seq),
        seq - 60
    );
    assert_eq!(
        verdict_after(&[both], &without_anchors()).await,
        (10, Some(seq - 60))
    );
}

#[tokio::test]
async fn renumbered_entries_are_found() {
    let entries = Specimen::locked().await.entries(CHAIN).await;
    let seq = place_of(&entries, Kind::Ticket);
    let moved =
        format!("UPDATE journal_entry SET seq = 99999 WHERE chain_id = '{CHAIN}' AND seq = {seq}");
    assert_eq!(
        verdict_after(&[moved], &without_anchors()).await,
        (12, Some(seq + 1))
    );
    // A gap that is closed: one entry goes, the others move up, all numbers are right again.
    let specimen = Specimen::take().await;
    let mut entries = specimen.entries(CHAIN).await;
    entries.retain(|entry| entry.seq != seq);
    (1..)
        .zip(&mut entries)
        .for_each(|(seq, entry)| entry.seq = seq);
    let kind = "ticket".to_owned();
    let mut tickets = entries.iter_mut().filter(|entry| entry.kind == kind);
    (1..)
        .zip(&mut tickets)
        .for_each(|(kind_seq, entry)| entry.kind_seq = kind_seq);
    specimen.replace(CHAIN, entries).await;
    let report = specimen.verify(&without_anchors()).await;
    let (code, _, found) = verdict(&report);
    assert_eq!(found, Some(seq), "{}", brief(&report));
    assert!([11, 13].contains(&code), "{}", brief(&report));
}

/// Takes away the end of the till's chain, and all that speaks of it in the tables.
fn cut_tail(first: i64) -> Vec<String> {
    let last = format!(
        "(SELECT order_id FROM sales_order WHERE journal_chain = '{CHAIN}' \
         AND journal_seq >= {first})"
    );
    let here = format!("chain_id = '{CHAIN}'");
    vec![
        format!("DELETE FROM receipt_print WHERE order_id IN {last}"),
        format!("DELETE FROM sales_order_line WHERE order_id IN {last}"),
        format!("DELETE FROM sales_order_tender WHERE order_id IN {last}"),
        format!("DELETE FROM sales_order_vat WHERE order_id IN {last}"),
        format!(
            "DELETE FROM sales_order WHERE journal_chain = '{CHAIN}' AND journal_seq >= {first}"
        ),
        format!("DELETE FROM journal_entry WHERE {here} AND seq >= {first}"),
        format!(
            "UPDATE journal_head SET seq = {first} - 1, hash = (SELECT hash FROM journal_entry \
             WHERE {here} AND seq = {first} - 1) WHERE {here}"
        ),
        format!(
            "UPDATE counter SET value = (SELECT COALESCE(MAX(kind_seq), 0) FROM journal_entry \
             WHERE {here} AND kind = name) WHERE scope = 'journal:{CHAIN}'"
        ),
    ]
}

#[tokio::test]
async fn a_cut_tail_is_found_by_an_anchor_and_by_nothing_else() {
    let entries = Specimen::locked().await.entries(CHAIN).await;
    let everything = everything().await;
    let ticket = place_of(&entries, Kind::Ticket);
    let last = entries.last().unwrap().seq;
    for first in [last, ticket, 2] {
        let found = verdict_after(&cut_tail(first), &everything).await;
        assert_eq!(found, (14, Some(first - 1)), "cut from {first}");
    }
    // When the entry goes too that handed the chain to the key of today, that key tells it.
    let found = verdict_after(&cut_tail(ticket), &without_anchors()).await;
    assert_eq!(found, (13, Some(1)));
    // Else nobody can see it without an anchor, and that is said.
    let specimen = Specimen::take().await;
    specimen.sql(cut_tail(last - 2)).await;
    let report = specimen.verify(&without_anchors()).await;
    assert_eq!(report.exit_code(), 21, "{}", brief(&report));
    assert!(
        report.to_string().contains("a removed tail cannot be seen"),
        "{}",
        brief(&report)
    );
    // Cut, and sold upon with the true key until the chain is as long as it was.
    let again: Vec<_> = entries[1..60]
        .iter()
        .filter(|entry| entry.kind == "event")
        .map(told)
        .collect();
    let again = again.into_iter().cycle().take(entries.len()).collect();
    append(&specimen, present_key(), again).await;
    let report = specimen.verify(&everything).await;
    assert_eq!(verdict(&report).0, 14, "{}", brief(&report));
}

#[tokio::test]
async fn a_chain_computed_anew_is_found() {
    let specimen = Specimen::take().await;
    let mut entries = specimen.entries(CHAIN).await;
    let seq = place_of(&entries, Kind::Ticket);
    let at = usize::try_from(seq - 1).unwrap();
    let mut payload = stated(&entries[at]);
    payload["total"]["minor"] = 1.into();
    entries[at].payload = serde_json::to_vec(&payload).unwrap();
    let before = entries[at].prev_hash.clone();
    rehash(&mut entries[at..], before);
    specimen.replace(CHAIN, entries).await;
    let report = specimen.verify(&without_anchors()).await;
    assert_eq!(
        verdict(&report),
        (13, CHAIN.to_owned(), Some(seq)),
        "without a key"
    );

    let specimen = Specimen::take().await;
    write_anew(&specimen, CHAIN, &foreign_key()).await;
    let report = specimen.verify(&without_anchors()).await;
    assert_eq!(
        verdict(&report),
        (13, CHAIN.to_owned(), Some(1)),
        "with another key"
    );
}

#[tokio::test]
async fn a_journal_written_anew_as_a_whole_is_found_by_the_key_that_is_kept_apart() {
    let specimen = Specimen::take().await;
    for chain in ["PAR-1", "PAR-2", "PAR-3", "MIL-1", "PAR", "MIL"] {
        write_anew(&specimen, chain, &foreign_key()).await;
    }
    // Places moved with the entries that were left out, so that the orders follow.
    specimen
        .sql([
            "UPDATE sales_order SET journal_seq = (SELECT e.seq FROM journal_entry e \
             WHERE e.chain_id = journal_chain AND e.kind = 'ticket' AND e.kind_seq = \
             (SELECT COUNT(*) FROM sales_order o WHERE o.journal_chain = sales_order.journal_chain \
             AND o.journal_seq <= sales_order.journal_seq))",
        ])
        .await;
    let report = specimen.verify(&without_anchors()).await;
    assert_eq!(report.exit_code(), 13, "{}", brief(&report));
    assert_eq!(
        report.findings.len(),
        6,
        "each chain is named\n{}",
        brief(&report)
    );
    let report = specimen.verify(&VerifyOptions::default()).await;
    assert_eq!(
        (report.exit_code(), report.findings.len()),
        (21, 0),
        "{}",
        brief(&report)
    );
    assert!(
        report
            .to_string()
            .contains("written anew with another key cannot be seen")
    );
    let anchors = VerifyOptions {
        trusted_keys: Vec::new(),
        ..everything().await
    };
    assert_eq!(
        specimen.verify(&anchors).await.exit_code(),
        14,
        "anchors tell it too"
    );
}

#[tokio::test]
async fn an_entry_of_a_foreign_key_is_found() {
    let specimen = Specimen::take().await;
    let entries = specimen.entries(CHAIN).await;
    let seq = place_of(&entries, Kind::Event);
    let entry = told(&entries[usize::try_from(seq - 1).unwrap()]);
    let last = entries.last().unwrap().seq;
    append(&specimen, foreign_key(), vec![entry]).await;
    let report = specimen.verify(&without_anchors()).await;
    assert_eq!(
        verdict(&report),
        (13, CHAIN.to_owned(), Some(last + 1)),
        "{}",
        brief(&report)
    );
    // The old key is foreign too once the chain was handed on.
    let specimen = Specimen::take().await;
    let entry = told(&entries[usize::try_from(seq - 1).unwrap()]);
    append(&specimen, crate::specimen::first_key(), vec![entry]).await;
    let report = specimen.verify(&without_anchors()).await;
    assert_eq!(
        verdict(&report),
        (13, CHAIN.to_owned(), Some(last + 1)),
        "{}",
        brief(&report)
    );
}
