//! What a verification finds: every way to tamper, and nothing where nobody tampered.

use journal::rule::StoredEntry;
use journal::rule::chain::ChainCheck;
use journal::rule::entry::{Header, sha256};
use journal::rule::finding::{Code, Findings};
use journal::{Kind, Report, Signer, VerifyOptions, payload};
use serde_json::json;

use crate::fixture::{
    ENTRIES, KEY_SEQ, TICKET_SEQ, Tampered, connect, everything, first_key, present_key,
    read_entries, ticket_at, write_journal,
};
use crate::support::{CHAIN, Shop, new_entry};

fn without_anchors() -> VerifyOptions {
    VerifyOptions {
        anchors: None,
        ..everything()
    }
}

/// The exit code, and the place that the gravest finding names first.
fn verdict(report: &Report) -> (u8, Option<i64>) {
    let gravest = report
        .findings
        .iter()
        .find(|finding| finding.code.exit_code() == report.exit_code());
    (report.exit_code(), gravest.and_then(|finding| finding.seq))
}

async fn verdict_after(sql: &str, options: &VerifyOptions) -> (u8, Option<i64>) {
    verdict(&Tampered::new().run(sql).verify(options).await)
}

#[tokio::test]
async fn an_untouched_journal_is_intact() {
    let report = Tampered::new().verify(&everything()).await;
    assert_eq!(report.findings, []);
    assert_eq!(report.not_checked, [] as [&str; 0]);
    assert_eq!(report.exit_code(), 0);
    let till = &report.chains[1];
    assert_eq!(
        (till.chain.as_str(), till.first, till.last),
        (CHAIN, 1, ENTRIES)
    );
    assert_eq!(till.keys, [first_key().key_id(), present_key().key_id()]);
    let compared = &report.compared;
    assert_eq!(
        (compared.orders, compared.copies, compared.stock_rows),
        (798, 100, 1)
    );
    assert_eq!(compared.card_tenders, 499);
}

#[tokio::test]
async fn what_was_not_checked_is_said() {
    let report = Tampered::new().verify(&VerifyOptions::default()).await;
    assert_eq!(report.findings, []);
    assert_eq!(report.exit_code(), 21);
    let text = report.to_string();
    assert!(
        text.contains("no anchors were given: a removed tail cannot be seen"),
        "{text}"
    );
    assert!(text.contains("no key was given"), "{text}");
    assert!(text.contains("Result: 21 checked with limits"), "{text}");
}

#[tokio::test]
async fn the_report_gives_anchors_that_the_next_one_accepts() {
    let journal = Tampered::new();
    let now = jiff::Timestamp::UNIX_EPOCH;
    let report = journal.verify(&everything()).await;
    let file = report.anchors_file(now).unwrap();
    let options = VerifyOptions {
        anchors: Some(journal::Anchor::parse_lines(&file).unwrap()),
        ..everything()
    };
    assert_eq!(journal.verify(&options).await.exit_code(), 0);
    let broken = journal.run("DELETE FROM journal_entry WHERE seq = 4");
    assert_eq!(broken.verify(&options).await.anchors_file(now), None);
}

#[tokio::test]
async fn the_report_is_json_for_programs() {
    let sql = format!("UPDATE journal_entry SET at_local = 'x' WHERE seq = {TICKET_SEQ}");
    let report = Tampered::new().run(&sql).verify(&everything()).await;
    let json = serde_json::to_value(&report).unwrap();
    assert_eq!(json["exitCode"], 10);
    assert_eq!(json["findings"][0]["code"], 10);
    assert_eq!(json["findings"][0]["chain"], CHAIN);
    assert_eq!(json["findings"][0]["seq"], TICKET_SEQ);
    assert_eq!(json["findings"][0]["what"], "atLocal");
    assert_eq!(json["chains"][1]["entries"], ENTRIES);
    assert_eq!(json["anchors"], 4);
    assert_eq!(json["verifierVersion"], 1);
}

/// The code that a change of a field must be found with.
const FIELDS: [(&str, u8); 15] = [
    ("chain_id", 10),
    ("seq", 12),
    ("kind", 10),
    ("kind_seq", 12),
    ("format", 10),
    ("at_utc", 10),
    ("at_local", 10),
    ("time_zone", 10),
    ("business_date", 10),
    ("payload", 10),
    ("payload_hash", 10),
    ("prev_hash", 11),
    ("hash", 10),
    ("key_id", 13),
    ("signature", 13),
];

fn bytes_of<'a>(entry: &'a StoredEntry, field: &str) -> &'a [u8] {
    match field {
        "chain_id" => entry.chain_id.as_bytes(),
        "kind" => entry.kind.as_bytes(),
        "format" => entry.format.as_bytes(),
        "at_utc" => entry.at_utc.as_bytes(),
        "at_local" => entry.at_local.as_bytes(),
        "time_zone" => entry.time_zone.as_bytes(),
        "business_date" => entry.business_date.as_bytes(),
        "payload" => &entry.payload,
        "payload_hash" => &entry.payload_hash,
        "prev_hash" => &entry.prev_hash,
        "hash" => &entry.hash,
        "key_id" => entry.key_id.as_bytes(),
        "signature" => &entry.signature,
        _ => &[0; 8],
    }
}

/// Flips one bit of a field. A text that is none any more is read as the database reads it.
fn flip(entry: &mut StoredEntry, field: &str, bit: usize) {
    let mut bytes = bytes_of(entry, field).to_vec();
    let index = bit / 8;
    if let Some(byte) = bytes.get_mut(index) {
        *byte ^= 1 << (bit % 8);
    }
    let text = String::from_utf8_lossy(&bytes).into_owned();
    match field {
        "chain_id" => entry.chain_id = text,
        "seq" => entry.seq ^= 1 << bit,
        "kind" => entry.kind = text,
        "kind_seq" => entry.kind_seq ^= 1 << bit,
        "format" => entry.format = text,
        "at_utc" => entry.at_utc = text,
        "at_local" => entry.at_local = text,
        "time_zone" => entry.time_zone = text,
        "business_date" => entry.business_date = text,
        "payload" => entry.payload = bytes,
        "payload_hash" => entry.payload_hash = bytes,
        "prev_hash" => entry.prev_hash = bytes,
        "hash" => entry.hash = bytes,
        "key_id" => entry.key_id = text,
        "signature" => entry.signature = bytes,
        other => panic!("no field {other}"),
    }
}

/// Checks an entry with a bit flipped and the entry after it, from where the check stood before.
fn code_of_flip(before: &ChainCheck, entries: &[StoredEntry], field: &str, bit: usize) -> u8 {
    let (mut check, mut findings) = (before.clone(), Findings::default());
    let mut entry = entries[0].clone();
    flip(&mut entry, field, bit);
    check.entry(&entry, &mut findings);
    if let Some(next) = entries.get(1) {
        check.entry(next, &mut findings);
    }
    findings.worst().map_or(0, Code::exit_code)
}

#[test]
fn every_field_of_every_entry_is_proven() {
    let entries = read_entries(&connect(&Tampered::new().path()), 1);
    let mut before = ChainCheck::new(CHAIN, &everything().trusted_keys, &[]);
    for (position, entry) in entries.iter().enumerate() {
        for (field, expected) in FIELDS {
            let bits = bytes_of(entry, field).len() * 8;
            // Another bit of the field in each entry; the highest of numbers is left alone.
            let bit = position * 7 % (bits - 1);
            let code = code_of_flip(&before, &entries[position..], field, bit);
            assert_eq!(
                code, expected,
                "bit {bit} of {field} of entry {}",
                entry.seq
            );
        }
        before.entry(entry, &mut Findings::default());
    }
}

#[test]
fn every_bit_of_an_entry_is_proven() {
    let entries = read_entries(&connect(&Tampered::new().path()), 1);
    let mut before = ChainCheck::new(CHAIN, &everything().trusted_keys, &[]);
    for (position, entry) in entries.iter().enumerate() {
        if [1, KEY_SEQ, ENTRIES].contains(&entry.seq) {
            for (field, expected) in FIELDS {
                for bit in 0..bytes_of(entry, field).len() * 8 - 1 {
                    let code = code_of_flip(&before, &entries[position..], field, bit);
                    assert_eq!(
                        code, expected,
                        "bit {bit} of {field} of entry {}",
                        entry.seq
                    );
                }
            }
        }
        before.entry(entry, &mut Findings::default());
    }
}

#[tokio::test]
async fn a_changed_column_is_found_in_the_database_too() {
    let values = [
        ("kind", "'payment'", 10),
        ("kind_seq", "kind_seq + 1", 12),
        ("format", "'pos-journal/2'", 10),
        ("at_utc", "'2026-11-14T00:00:00.000000Z'", 10),
        ("at_local", "'2026-11-14T00:00:00.000000+01:00'", 10),
        ("time_zone", "'Europe/Berlin'", 10),
        ("business_date", "'2026-11-13'", 10),
        (
            "payload",
            "replace(payload, '\"pieces\":1', '\"pieces\":2')",
            10,
        ),
        ("payload", "'text instead of bytes'", 10),
        ("payload_hash", "zeroblob(32)", 10),
        ("prev_hash", "zeroblob(32)", 11),
        ("hash", "zeroblob(32)", 10),
        ("hash", "x''", 10),
        ("key_id", "'0123456789abcdef'", 13),
        ("signature", "zeroblob(64)", 13),
        ("signature", "x''", 13),
    ];
    for (column, value, expected) in values {
        let sql = format!("UPDATE journal_entry SET {column} = {value} WHERE seq = {TICKET_SEQ}");
        let found = verdict_after(&sql, &everything()).await;
        assert_eq!(found, (expected, Some(TICKET_SEQ)), "{sql}");
    }
}

#[tokio::test]
async fn a_removed_entry_is_a_gap() {
    for (removed, noticed_at) in [(1, 2), (2, 3), (TICKET_SEQ, TICKET_SEQ + 1), (KEY_SEQ, 701)] {
        let sql =
            format!("DELETE FROM journal_entry WHERE chain_id = '{CHAIN}' AND seq = {removed}");
        let found = verdict_after(&sql, &everything()).await;
        assert_eq!(found, (12, Some(noticed_at)), "{sql}");
    }
}

#[tokio::test]
async fn a_removed_opening_leaves_the_signatures_unchecked_when_no_key_is_given() {
    let sql = format!("DELETE FROM journal_entry WHERE chain_id = '{CHAIN}' AND seq = 1");
    let report = Tampered::new()
        .run(&sql)
        .verify(&VerifyOptions::default())
        .await;
    assert_eq!(verdict(&report), (12, Some(2)));
    let text = report.to_string();
    assert!(text.contains("999 signatures of PAR01-T1"), "{text}");
}

/// Removes the end of the till's chain and all that speaks of it in the tables.
fn cut_tail(first: i64) -> String {
    format!(
        "DELETE FROM journal_entry WHERE chain_id = '{CHAIN}' AND seq >= {first};
         UPDATE journal_head SET seq = {first} - 1, hash = (SELECT hash FROM journal_entry
            WHERE chain_id = '{CHAIN}' AND seq = {first} - 1) WHERE chain_id = '{CHAIN}';
         UPDATE counter SET value = (SELECT COALESCE(MAX(kind_seq), 0) FROM journal_entry
            WHERE chain_id = '{CHAIN}' AND kind = name) WHERE scope = 'journal:{CHAIN}';
         DELETE FROM receipt_print WHERE order_id IN
            (SELECT order_id FROM sales_order WHERE journal_seq >= {first} - 1);
         DELETE FROM sales_order WHERE journal_seq >= {first};"
    )
}

#[tokio::test]
async fn a_cut_tail_is_found_by_what_it_leaves_behind_and_else_by_an_anchor() {
    let last = format!("DELETE FROM journal_entry WHERE chain_id = '{CHAIN}' AND seq = {ENTRIES}");
    let found = verdict_after(&last, &without_anchors()).await;
    assert_eq!(
        found,
        (14, Some(ENTRIES - 1)),
        "head and counter know the entry"
    );

    for first in [ENTRIES, 991, KEY_SEQ, 2] {
        let cut = cut_tail(first);
        let found = verdict_after(&cut, &everything()).await;
        assert_eq!(found, (14, Some(first - 1)), "cut from {first}");
    }
    // Nobody can see this without an anchor, and the report says so. Print 999 is a copy of 998.
    let found = verdict_after(&cut_tail(990), &without_anchors()).await;
    assert_eq!(found, (21, None));
}

#[tokio::test]
async fn a_chain_that_is_gone_is_missed() {
    let gone = format!("DELETE FROM journal_entry WHERE chain_id = '{CHAIN}'");
    assert_eq!(
        verdict_after(&gone, &without_anchors()).await.0,
        14,
        "the head knows it"
    );
    let gone = format!("{gone}; DELETE FROM journal_head WHERE chain_id = '{CHAIN}'");
    assert_eq!(
        verdict_after(&gone, &without_anchors()).await.0,
        14,
        "the counters know it"
    );
    let gone = format!("{gone}; DELETE FROM counter WHERE scope = 'journal:{CHAIN}'");
    assert_eq!(
        verdict_after(&gone, &without_anchors()).await.0,
        16,
        "the orders know it"
    );
    assert_eq!(
        verdict_after(&gone, &everything()).await.0,
        14,
        "the anchors know it"
    );
}

#[tokio::test]
async fn an_old_backup_that_was_sold_upon_is_found_by_an_anchor() {
    let restored = Tampered::new().run(&cut_tail(990));
    let db = shell::Db::open_sqlite(&restored.path()).unwrap();
    let mut entry = new_entry(CHAIN, Kind::Event, &json!({"code": 40}));
    entry.at = "2026-11-15T08:00:00Z".parse().unwrap();
    for _ in 0..20 {
        db.write((present_key(), entry.clone()), |tx, (signer, entry)| {
            Box::pin(journal::append(tx, signer, entry.clone()))
        })
        .await
        .unwrap();
    }
    let report = restored.verify(&everything()).await;
    assert_eq!(verdict(&report), (14, Some(ENTRIES)), "{report}");
}

#[tokio::test]
async fn what_a_restore_lost_is_told_and_only_of_anchors_that_left_before_it() {
    let restored = Tampered::new().run(&cut_tail(990));
    let db = shell::Db::open_sqlite(&restored.path()).unwrap();
    let told = json!({ "code": 1033, "event": "databaseRestored", "backupAt": "2026-11-14" });
    for members in [told, json!({ "code": 40 })] {
        let mut entry = new_entry(CHAIN, Kind::Event, &members);
        entry.at = "2026-11-15T08:00:00Z".parse().unwrap();
        db.write((present_key(), entry), |tx, (signer, entry)| {
            Box::pin(journal::append(tx, signer, entry.clone()))
        })
        .await
        .unwrap();
    }
    let table = [
        (None, 1),
        (Some("2026-11-15T07:59:59Z"), 0),
        (Some("2026-11-15T08:00:00Z"), 1),
        (Some("yesterday"), 1),
    ];
    for (left_at, expected) in table {
        let mut options = everything();
        for anchor in options.anchors.iter_mut().flatten() {
            anchor.at = left_at.map(str::to_owned);
        }
        let report = restored.verify(&options).await;
        let of_anchors = report.findings.iter().filter(|it| it.what == "anchor");
        assert_eq!(of_anchors.count(), expected, "{left_at:?}: {report}");
        let lost_to = (expected == 0).then_some(ENTRIES);
        let chain = report.chains.iter().find(|it| it.chain == CHAIN).unwrap();
        assert_eq!(chain.lost_to, lost_to, "{left_at:?}");
        let is_told = report
            .to_string()
            .contains("lost when the database was put back");
        assert_eq!(is_told, expected == 0);
    }
}

#[tokio::test]
async fn entries_that_change_places_or_numbers_are_found() {
    let place = |from: &str, to: &str| {
        format!("UPDATE journal_entry SET seq = {to} WHERE chain_id = '{CHAIN}' AND seq = {from};")
    };
    let swapped = place("502", "-1") + &place("503", "502") + &place("-1", "503");
    let renumbered = place("502", "1001");
    let column = "(SELECT payload FROM journal_entry WHERE chain_id = e.chain_id AND seq = ";
    let payloads = format!(
        "UPDATE journal_entry AS e SET payload = {column} 1005 - e.seq) WHERE seq IN (502, 503)"
    );
    let copied = format!(
        "INSERT INTO journal_entry SELECT chain_id, {ENTRIES} + 1, kind, kind_seq, format, at_utc,
         at_local, time_zone, business_date, payload, payload_hash, prev_hash, hash, key_id,
         signature FROM journal_entry WHERE chain_id = '{CHAIN}' AND seq = 502"
    );
    let between = format!(
        "UPDATE journal_entry SET seq = -seq WHERE chain_id = '{CHAIN}' AND seq > 502;
         UPDATE journal_entry SET seq = 1 - seq WHERE chain_id = '{CHAIN}' AND seq < 0;"
    );
    let table = [
        ("two entries swapped", swapped, 11, 502),
        ("two payloads swapped", payloads, 10, 502),
        ("one renumbered", renumbered, 12, 503),
        ("a hole made between", between.clone(), 12, 504),
        ("a copy at the end", copied.clone(), 11, 1001),
        (
            "a copy in the middle",
            between + &copied.replace(&format!("{ENTRIES} + 1"), "503"),
            11,
            503,
        ),
    ];
    for (name, sql, code, seq) in table {
        let found = verdict_after(&sql, &without_anchors()).await;
        assert_eq!(found, (code, Some(seq)), "{name}");
    }
    let doubled = format!(
        "ALTER TABLE journal_entry RENAME TO kept;
         CREATE TABLE journal_entry AS SELECT * FROM kept;
         INSERT INTO journal_entry SELECT * FROM kept WHERE chain_id = '{CHAIN}' AND seq = 502"
    );
    assert_eq!(
        verdict_after(&doubled, &without_anchors()).await,
        (12, Some(502))
    );
}

/// Changes the amount of a ticket and computes all hashes after it anew.
fn rehash(entries: &mut [StoredEntry]) {
    let text = String::from_utf8(entries[0].payload.clone()).unwrap();
    entries[0].payload = text.replace("\"pieces\":1", "\"pieces\":2").into_bytes();
    let mut prev_hash = entries[0].prev_hash.clone();
    for entry in entries {
        entry.payload_hash = sha256(&entry.payload).to_vec();
        entry.prev_hash.clone_from(&prev_hash);
        entry.hash = Header {
            format: &entry.format,
            chain_id: &entry.chain_id,
            seq: entry.seq,
            kind: &entry.kind,
            at_utc: &entry.at_utc,
            business_date: &entry.business_date,
            payload_hash: &entry.payload_hash,
            prev_hash: &entry.prev_hash,
        }
        .hash()
        .to_vec();
        prev_hash.clone_from(&entry.hash);
    }
}

#[tokio::test]
async fn a_chain_that_was_computed_anew_lacks_the_signatures() {
    let forged = Tampered::new().rewrite(TICKET_SEQ, |entries| rehash(entries));
    let report = forged.verify(&without_anchors()).await;
    assert_eq!(verdict(&report), (13, Some(TICKET_SEQ)));
    let bad = report
        .findings
        .iter()
        .filter(|finding| finding.what == "signature");
    assert_eq!(bad.count(), 499, "each entry from there on");
}

#[tokio::test]
async fn a_journal_written_anew_with_another_key_is_told_from_the_true_one() {
    let shop = Shop::open().await;
    let (thief, accomplice) = (Signer::new(&[66; 32]), Signer::new(&[67; 32]));
    write_journal(&shop, &thief, &accomplice).await;
    let report = journal::verify(&shop.db, &without_anchors()).await;
    assert_eq!(verdict(&report), (13, Some(1)));
    // Without a key from elsewhere it looks right, and the report says that this cannot be seen.
    let report = journal::verify(&shop.db, &VerifyOptions::default()).await;
    assert_eq!((report.exit_code(), report.findings.len()), (21, 0));
}

#[tokio::test]
async fn a_key_that_nobody_announced_or_that_did_not_take_over_is_refused() {
    let shop = Shop::open().await;
    shop.append(Kind::Event, json!({"code": 40})).await;
    let stranger = Signer::new(&[66; 32]);
    let trusted = VerifyOptions {
        trusted_keys: vec![shop.signer.public_key(), stranger.public_key()],
        anchors: None,
    };
    // Announced by the old key alone: the new key has not signed.
    let takeover = json!({
        "oldKeyId": shop.signer.key_id(), "newKeyId": stranger.key_id(),
        "newPublicKey": stranger.public_key().text(), "newKeySignature": "00".repeat(64),
    });
    shop.append(Kind::Key, takeover).await;
    let report = journal::verify(&shop.db, &trusted).await;
    assert_eq!(verdict(&report), (13, Some(3)), "{report}");

    // Not announced at all.
    let shop = Shop::open().await;
    shop.append(Kind::Event, json!({"code": 40})).await;
    let mut entry = new_entry(CHAIN, Kind::Event, &json!({}));
    entry.payload = payload(&json!({"code": 40})).unwrap();
    shop.db
        .write((stranger, entry), |tx, (signer, entry)| {
            Box::pin(journal::append(tx, signer, entry.clone()))
        })
        .await
        .unwrap();
    let report = journal::verify(&shop.db, &trusted).await;
    assert_eq!(verdict(&report), (13, Some(3)), "{report}");
}

/// Changes of the tables of one sale by card, and a word of the finding. `{order}` names the row of
/// the order, `{part}` those of its lines and tenders, `{attempt}` that of its payment.
const SALE_CHANGES: [(&str, &str); 24] = [
    (
        "UPDATE sales_order_tender SET amount = amount - 1 {part}",
        "tenders[0].amount",
    ),
    (
        "UPDATE sales_order_tender SET tender_code = 'CASH' {part}",
        "tenders[0].tenderCode",
    ),
    (
        "UPDATE sales_order_tender SET attempt_id = NULL {part}",
        "tenders[0].attempt:",
    ),
    (
        "UPDATE sales_order_tender SET last_four = '1111' {part}",
        "tenders[0].lastFour",
    ),
    ("DELETE FROM sales_order_tender {part}", "tenders[0].amount"),
    (
        "UPDATE sales_order_line SET net = net - 1 {part}",
        "lines[0].net",
    ),
    (
        "UPDATE sales_order_line SET quantity = 0 {part}",
        "lines[0].quantity",
    ),
    ("DELETE FROM sales_order_line {part}", "lines[0].net"),
    (
        "UPDATE sales_order_vat SET vat_amount = 0 {part}",
        "vat[20 %].vatAmount",
    ),
    ("UPDATE sales_order SET total = total - 1 {order}", "total"),
    (
        "UPDATE sales_order SET currency_code = 'USD' {order}",
        "currency",
    ),
    (
        "UPDATE sales_order SET receipt_no = 'R-1' {order}",
        "receiptNo",
    ),
    (
        "UPDATE sales_order SET completed_at = 0 {order}",
        "completedAt",
    ),
    (
        "UPDATE sales_order SET business_date = '' {order}",
        "businessDate",
    ),
    (
        "UPDATE sales_order SET journal_seq = 505 {order}",
        "expected the ticket of",
    ),
    (
        "UPDATE sales_order SET journal_seq = 5000 {order}",
        "expected the ticket of",
    ),
    ("DELETE FROM sales_order {order}", "found no row"),
    (
        "UPDATE payment_attempt SET state = 'FAILED' {attempt}",
        "found PAYMENT FAILED",
    ),
    (
        "UPDATE payment_attempt SET approved_amount = 1 {attempt}",
        "found PAYMENT APPROVED of 1",
    ),
    (
        "UPDATE payment_attempt SET approved_amount = NULL {attempt}",
        "of nothing",
    ),
    (
        "UPDATE payment_attempt SET kind = 'REVERSAL' {attempt}",
        "found REVERSAL APPROVED",
    ),
    (
        "UPDATE payment_attempt SET basket_id = x'00' {attempt}",
        "none for this basket",
    ),
    (
        "UPDATE payment_attempt SET currency_code = 'USD' {attempt}",
        "none for this basket",
    ),
    (
        "DELETE FROM payment_attempt {attempt}",
        "none for this basket",
    ),
];

#[tokio::test]
async fn a_sale_that_differs_from_its_ticket_is_found_by_its_name() {
    let mut sql = String::new();
    for (change, seq) in SALE_CHANGES.iter().zip((12..).step_by(10)) {
        let order = format!("WHERE journal_seq = {seq}");
        let part = format!("WHERE order_id = (SELECT order_id FROM sales_order {order})");
        let attempt =
            format!("WHERE attempt_id = (SELECT attempt_id FROM sales_order_tender {part})");
        let change = change.0.replace("{order}", &order).replace("{part}", &part);
        sql += &(change.replace("{attempt}", &attempt) + ";\n");
    }
    let report = Tampered::new().run(&sql).verify(&everything()).await;
    assert_eq!(report.exit_code(), 16, "{report}");
    for ((change, words), seq) in SALE_CHANGES.iter().zip((12..).step_by(10)) {
        let found = report
            .findings
            .iter()
            .any(|finding| finding.seq == Some(seq) && finding.to_string().contains(words));
        assert!(found, "{change}: `{words}` at {seq} is not in\n{report}");
    }
    let blamed = |finding: &&journal::rule::finding::Finding| {
        // Two orders were made to point at other entries than theirs.
        !matches!(finding.seq, Some(seq) if (seq - 12) % 10 == 0 || [505, 5000].contains(&seq))
    };
    assert_eq!(
        report.findings.iter().find(blamed),
        None,
        "no other sale is blamed"
    );
}

#[tokio::test]
async fn a_single_edited_tender_is_the_only_finding() {
    let sql = format!(
        "UPDATE sales_order_tender SET tendered = tendered + 1 WHERE order_id =
            (SELECT order_id FROM sales_order WHERE journal_seq = {TICKET_SEQ})"
    );
    let report = Tampered::new().run(&sql).verify(&everything()).await;
    assert_eq!(verdict(&report), (16, Some(TICKET_SEQ)));
    assert_eq!(report.findings.len(), 1);
    assert_eq!(report.findings[0].expected, "`15402 EUR`");
    assert_eq!(report.findings[0].found, "`15403 EUR`");
}

/// A ticket of the first edition says nothing of pieces, typed prices and foreign cash, whatever the tables
/// know of them.
#[tokio::test]
async fn an_older_ticket_is_not_held_against_what_it_never_stated() {
    let sale = format!(
        "WHERE order_id = (SELECT order_id FROM sales_order WHERE journal_seq = {TICKET_SEQ})"
    );
    let sql = format!(
        "UPDATE sales_order_line SET stock_no = 'P-7', listed_price = 1, override_reason = 'VIP',
            override_by = 'S1001' {sale};
         INSERT INTO sales_order_certificate SELECT 'GIA-1', line_id, 1 FROM sales_order_line {sale};
         UPDATE sales_order_tender SET reference = 'USD 1.00 x 0.9' {sale}"
    );
    let report = Tampered::new().run(&sql).verify(&everything()).await;
    assert_eq!(report.exit_code(), 0, "{report}");
    let written = serde_json::to_string(&ticket_at(TICKET_SEQ)).unwrap();
    for member in [
        "edition",
        "stockNo",
        "certificateNos",
        "priceOverride",
        "foreign",
    ] {
        assert!(!written.contains(member), "{member} is in {written}");
    }
    let read: journal::Ticket = serde_json::from_str(&written).unwrap();
    assert_eq!(read, ticket_at(TICKET_SEQ));
}

#[tokio::test]
async fn tables_that_differ_from_their_ledgers_or_the_journal_are_found() {
    let table = [
        (
            "UPDATE stock SET on_hand = 11, reserved = 0, quarantine = 0",
            vec![
                "on_hand: expected 10, found 11",
                "reserved: expected 2, found 0",
                "quarantine: expected 1, found 0",
            ],
        ),
        (
            "DELETE FROM stock",
            vec![
                "ON_HAND: expected 10, found no row",
                "reserved: expected 2, found no row",
            ],
        ),
        (
            "UPDATE stock_ledger SET quantity = 13 WHERE entry_id = x'01'",
            vec!["on_hand: expected 11, found 10"],
        ),
        (
            "DELETE FROM receipt_print WHERE print_no = 2 AND rowid % 40 = 0;
             INSERT INTO receipt_print SELECT randomblob(16), order_id, 3, target, printed_by,
                printed_at FROM receipt_print WHERE print_no = 1 LIMIT 1",
            vec!["found no row", "expected a copy entry, found none"],
        ),
        (
            "UPDATE receipt_print SET print_no = 7 WHERE print_no = 2",
            vec!["expected print 2 of order"],
        ),
        (
            "UPDATE journal_head SET seq = seq - 1",
            vec!["journal_head: expected entry 1000, found entry 999"],
        ),
        (
            "UPDATE journal_head SET hash = zeroblob(32)",
            vec!["journal_head: expected"],
        ),
        (
            "DELETE FROM journal_head",
            vec!["journal_head: expected the head 1000"],
        ),
        (
            "UPDATE counter SET value = value - 1 WHERE name = 'event'",
            vec!["number of the last event: expected 101, found 100"],
        ),
    ];
    for (sql, words) in table {
        let report = Tampered::new().run(sql).verify(&everything()).await;
        assert_eq!(report.exit_code(), 16, "{sql}\n{report}");
        for words in words {
            assert!(
                report.to_string().contains(words),
                "{sql}: {words}\n{report}"
            );
        }
    }
}

#[tokio::test]
async fn what_cannot_be_read_is_a_finding_and_not_an_end() {
    let sql = format!(
        "UPDATE stock SET on_hand = 'many'; UPDATE journal_entry SET hash = x'00'
        WHERE seq = {TICKET_SEQ}"
    );
    let report = Tampered::new().run(&sql).verify(&everything()).await;
    assert_eq!(
        verdict(&report),
        (10, Some(TICKET_SEQ)),
        "a changed entry is graver"
    );
    assert!(
        report
            .findings
            .iter()
            .any(|finding| finding.code == Code::Unreadable)
    );

    let dropped = "ALTER TABLE sales_order_vat RENAME TO somewhere_else";
    let report = Tampered::new().run(dropped).verify(&everything()).await;
    assert_eq!(report.exit_code(), 20);
    assert_eq!(report.chains.len(), 2);
    assert_eq!(report.compared.stock_rows, 1);
}

#[tokio::test]
async fn a_clock_that_went_back_is_told_and_is_no_break() {
    let shop = Shop::open().await;
    let mut entry = new_entry(CHAIN, Kind::Event, &json!({"code": 40}));
    shop.write(entry.clone()).await.unwrap();
    entry.at = "2026-11-14T14:40:08Z".parse().unwrap();
    shop.write(entry.clone()).await.unwrap();
    let options = VerifyOptions {
        trusted_keys: vec![shop.signer.public_key()],
        anchors: Some(Vec::new()),
    };
    let report = journal::verify(&shop.db, &options).await;
    assert_eq!(
        report.exit_code(),
        0,
        "two minutes are within the drift: {report}"
    );
    entry.at = "2026-11-14T14:38:07Z".parse().unwrap();
    shop.write(entry).await.unwrap();
    let report = journal::verify(&shop.db, &options).await;
    assert_eq!(verdict(&report), (21, Some(4)), "{report}");
}

/// Runs [`a_given_journal_is_intact`] on one journal, on machines that stand elsewhere.
#[tokio::test]
async fn the_time_zone_of_the_machine_does_not_matter() {
    let journal = Tampered::new();
    for zone in ["UTC", "Asia/Shanghai", "America/St_Johns"] {
        let run = std::process::Command::new(std::env::current_exe().unwrap())
            .args(["--ignored", "--exact", "verify::a_given_journal_is_intact"])
            .env("TZ", zone)
            .env("VITRINE_TEST_JOURNAL", journal.path())
            .output()
            .unwrap();
        let text = String::from_utf8_lossy(&run.stdout);
        assert!(
            run.status.success() && text.contains("1 passed"),
            "{zone}: {text}"
        );
    }
}

#[tokio::test]
#[ignore = "run by the_time_zone_of_the_machine_does_not_matter, in other time zones"]
async fn a_given_journal_is_intact() {
    let path = std::env::var("VITRINE_TEST_JOURNAL").unwrap();
    let db = shell::Db::open_sqlite(path.as_ref()).unwrap();
    let options = VerifyOptions {
        trusted_keys: vec![present_key().public_key()],
        anchors: Some(Vec::new()),
    };
    let report = journal::verify(&db, &options).await;
    assert_eq!(report.exit_code(), 0, "{report}");
}
