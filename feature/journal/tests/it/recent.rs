//! The verification of what came last.

use journal::{Report, verify_recent};
use shell::Db;

use crate::closing::{Boutique, TILLS, at, date, found};
use crate::fixture::{ENTRIES, KEY_SEQ, TICKET_SEQ, Tampered, present_key};
use crate::support::CHAIN;

/// How many entries are read where a test changes one of the last.
const LAST: i64 = 100;

async fn look(tampered: &Tampered, entries: i64) -> Report {
    let db = Db::open_sqlite(&tampered.path()).unwrap();
    verify_recent(&db, &[present_key().public_key()], entries).await
}

#[tokio::test]
async fn a_sound_end_is_sound_wherever_it_begins() {
    let journal = Tampered::new();
    let around_the_key = KEY_SEQ - 3..=KEY_SEQ + 3;
    let begins = (1..=ENTRIES).filter(|seq| seq % 97 == 0 || around_the_key.contains(seq));
    for first in begins.chain([1, 2, ENTRIES]) {
        let entries = ENTRIES - first + 1;
        let report = look(&journal, entries).await;
        assert_eq!(found(&report), [] as [&str; 0], "from {first} on");
        assert!(report.is_intact());
        let till = report.chains.iter().find(|it| it.chain == CHAIN).unwrap();
        assert_eq!((till.first, till.last), (first, ENTRIES));
        assert_eq!(till.entries, entries);
        assert_eq!(report.recent_entries, Some(entries));
    }
    // A chain that has no more than that is read from its first entry on.
    let whole = look(&journal, ENTRIES + 1).await;
    let till = whole.chains.iter().find(|it| it.chain == CHAIN).unwrap();
    assert_eq!((till.first, till.entries), (1, ENTRIES));
    assert!(whole.is_intact());
}

#[tokio::test]
async fn what_was_done_to_the_end_is_found_with_its_code() {
    let (before, within) = (ENTRIES - LAST, ENTRIES - 8);
    let harm = [
        (
            format!(
                "UPDATE journal_entry SET payload = payload_hash WHERE chain_id = '{CHAIN}' AND seq = {within}"
            ),
            10,
        ),
        (
            format!(
                "UPDATE journal_entry SET prev_hash = hash WHERE chain_id = '{CHAIN}' AND seq = {}",
                before + 1
            ),
            11,
        ),
        (
            format!("DELETE FROM journal_entry WHERE chain_id = '{CHAIN}' AND seq = {within}"),
            12,
        ),
        // The entry before the first one that is read.
        (
            format!("DELETE FROM journal_entry WHERE chain_id = '{CHAIN}' AND seq = {before}"),
            12,
        ),
        (
            format!(
                "UPDATE journal_entry SET kind_seq = kind_seq + 1 WHERE chain_id = '{CHAIN}' AND seq = {within}"
            ),
            12,
        ),
        (
            format!(
                "UPDATE journal_entry SET signature = hash WHERE chain_id = '{CHAIN}' AND seq = {within}"
            ),
            13,
        ),
        (
            format!("DELETE FROM journal_entry WHERE chain_id = '{CHAIN}' AND seq > {within}"),
            14,
        ),
        (
            "UPDATE counter SET value = value + 1 WHERE name = 'ticket'".to_owned(),
            14,
        ),
        (
            format!("UPDATE journal_head SET hash = x'00' WHERE chain_id = '{CHAIN}'"),
            16,
        ),
        (
            format!("DELETE FROM journal_head WHERE chain_id = '{CHAIN}'"),
            16,
        ),
        (
            "DELETE FROM sales_order WHERE journal_seq = 998".to_owned(),
            16,
        ),
    ];
    for (sql, code) in harm {
        let report = look(&Tampered::new().run(&sql), LAST).await;
        assert_eq!(report.exit_code(), code, "{sql}: {:?}", found(&report));
    }
}

#[tokio::test]
async fn what_was_done_before_is_left_to_the_verification_of_all() {
    let sql = format!(
        "UPDATE journal_entry SET payload = payload_hash WHERE chain_id = '{CHAIN}' AND seq = {TICKET_SEQ}"
    );
    let journal = Tampered::new().run(&sql);
    assert!(look(&journal, LAST).await.is_intact());
    assert_eq!(look(&journal, ENTRIES).await.exit_code(), 10);
}

/// The first that is read sums up entries that are not.
#[tokio::test]
async fn a_closing_whose_entries_are_not_read_is_no_false_alarm() {
    let mut boutique = Boutique::open().await;
    let mut day = date("2026-11-14");
    for _ in 0..3 {
        for till in TILLS {
            boutique.sell(till, at(day, 15)).await;
        }
        boutique.close(day, at(day, 19)).await;
        day = day.tomorrow().unwrap();
    }
    let keys = [boutique.shop.signer.public_key()];
    for entries in 1..=9 {
        let report = verify_recent(&boutique.shop.db, &keys, entries).await;
        assert_eq!(found(&report), [] as [&str; 0], "the last {entries}");
    }
}
