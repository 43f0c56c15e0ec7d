//! Purges: when there are none, what goes and what stays, and that what is left is proven as before.

use std::collections::BTreeMap;

use jiff::Timestamp;
use journal::{
    Anchor, ArchiveError, Kind, PurgeError, Purged, ReceiptCopy, Report, Signer, VerifyOptions,
    list_heads, purge_archive, rotate_key, verify, write_archive,
};
use kernel::id::OrderId;
use serde_json::{Value, json};

use crate::archive::{Files, PRESENT_KEY, Shelf, edit, read_zip, sign_again, write_zip};
use crate::closing::{Boutique, STORE, TILLS, at, date, found};
use crate::fixture::{id, write_print};
use crate::support::Shop;

/// The first day on which France wants the books of 2015 no more.
const DAY: &str = "2026-01-01";
const YEAR: (&str, &str) = ("2015-01-01", "2015-12-31");
/// What only the payload of a purged entry says.
const WORD: &str = "a bracelet that was put back";

/// A shop of 2015 with its archive of that year. The year after began before the last days were closed.
struct House {
    boutique: Boutique,
    shelf: Shelf,
}

async fn tell(boutique: &Boutique, chain: &str, kind: Kind, at: Timestamp, members: Value) -> i64 {
    boutique.write(chain, kind, at, &members).await.0
}

/// Prints the receipt of a sale again.
async fn print_again(boutique: &Boutique, sale: i64, at: Timestamp) {
    let copy = ReceiptCopy {
        print_id: id(5, sale),
        order_id: OrderId(id(1, sale)),
        receipt_no: format!("R-PAR01-{sale:06}"),
        print_no: 2,
        target: "printer".to_owned(),
        operator_id: "S1001".into(),
    };
    write_print(&boutique.tables, id(5, sale), id(1, sale), 2);
    let members = serde_json::to_value(copy).unwrap();
    tell(boutique, TILLS[0], Kind::Copy, at, members).await;
}

async fn hand_over(boutique: &mut Boutique, now: Timestamp) {
    let keys = (boutique.shop.signer.clone(), Signer::new(&PRESENT_KEY));
    let input = (keys.clone(), now);
    let rotated = boutique.shop.db.write(input, |tx, ((old, new), now)| {
        Box::pin(rotate_key(tx, old, new, *now))
    });
    rotated.await.unwrap();
    boutique.shop.signer = keys.1;
}

async fn trade() -> Boutique {
    let mut boutique = Boutique::open().await;
    for number in 27..=30 {
        let day = date(&format!("2015-11-{number}"));
        for till in TILLS {
            boutique.sell(till, at(day, 15)).await;
            let void = json!({"event": "lineVoid", "code": 1020, "itemNo": WORD});
            tell(&boutique, till, Kind::Event, at(day, 16), void).await;
        }
        let register = json!({"event": "recyclingRegistered", "code": 1080, "hash": "ab"});
        tell(&boutique, TILLS[0], Kind::Event, at(day, 16), register).await;
        let export = json!({"event": "export", "code": 1030, "content": "orders"});
        tell(&boutique, STORE, Kind::Event, at(day, 17), export).await;
        if number == 28 {
            print_again(&boutique, 1, at(day, 18)).await;
            hand_over(&mut boutique, at(day, 18)).await;
        }
    }
    let new_year = date("2016-01-01");
    boutique.sell(TILLS[0], at(new_year, 15)).await;
    print_again(&boutique, 9, at(new_year, 16)).await;
    boutique
}

/// Closes each day up to the second of January.
async fn close_all(boutique: &Boutique) {
    let now = at(date("2016-01-03"), 10);
    boutique.close(date("2015-11-27"), now).await;
    boutique.close_due(now).await;
}

impl House {
    async fn open() -> Self {
        let boutique = trade().await;
        close_all(&boutique).await;
        let shelf = Shelf::new(boutique.shop.signer.public_key());
        let now = at(date("2016-01-03"), 11);
        shelf.archive_at(&boutique, YEAR, "2015.zip", now).await;
        Self { boutique, shelf }
    }

    async fn purge(&self, day: &str, name: &str) -> Result<Purged, PurgeError> {
        let shop = &self.boutique.shop;
        let now = at(date(day), 10);
        purge_archive(&shop.db, &shop.signer, &self.shelf.path(name), now).await
    }

    /// What stands in every entry beside its payload, and the payload.
    fn entries(&self) -> BTreeMap<(String, i64), (String, Vec<u8>)> {
        self.boutique
            .tables
            .prepare(
                "SELECT chain_id, seq, kind || kind_seq || format || at_utc || at_local || \
                 time_zone || business_date || hex(payload_hash) || hex(prev_hash) || hex(hash) \
                 || key_id || hex(signature), payload FROM journal_entry",
            )
            .unwrap()
            .query_map([], |row| {
                Ok(((row.get(0)?, row.get(1)?), (row.get(2)?, row.get(3)?)))
            })
            .unwrap()
            .map(Result::unwrap)
            .collect()
    }

    /// How many entries have no payload.
    fn gone(&self) -> usize {
        self.entries().values().filter(|it| it.1.is_empty()).count()
    }

    fn run(&self, sql: &str) {
        self.boutique
            .tables
            .execute_batch(sql)
            .unwrap_or_else(|error| panic!("{sql}: {error}"));
    }
}

/// What may lie in the files of a store: its own, and the log that is copied into it.
fn holds(shop: &Shop, word: &str) -> bool {
    let log = shop.path().with_file_name("vitrine.db-wal");
    [shop.path(), log].iter().any(|path| {
        let bytes = std::fs::read(path).unwrap_or_default();
        bytes.windows(word.len()).any(|it| it == word.as_bytes())
    })
}

#[tokio::test]
async fn payloads_go_and_everything_else_stays() {
    let house = House::open().await;
    let boutique = &house.boutique;
    let heads = boutique.shop.db.read((), |tx, ()| Box::pin(list_heads(tx)));
    let heads: Vec<Anchor> = heads.await.unwrap();
    let before = house.entries();
    assert!(
        holds(&boutique.shop, WORD),
        "it is looked for in the right place"
    );
    let purged = house.purge(DAY, "2015.zip").await.unwrap();
    // Of each till four tickets and four voids, a copy at one of them, and four exports of the store.
    assert_eq!(purged.entries, 8 + 8 + 1 + 4);
    assert!(!holds(&boutique.shop, WORD));

    let after = house.entries();
    let told: Vec<_> = after
        .keys()
        .filter(|key| !before.contains_key(*key))
        .collect();
    assert_eq!(
        told.len(),
        1,
        "one event in the chain of the store: {told:?}"
    );
    let told: Value = serde_json::from_slice(&after[told[0]].1).unwrap();
    assert_eq!(
        (&told["event"], &told["code"]),
        (&json!("purge"), &json!(1034))
    );
    assert_eq!(told["archiveHash"], json!(purged.archive_hash));
    let counts: Vec<_> = told["chains"]
        .as_array()
        .unwrap()
        .iter()
        .map(|part| &part["entries"])
        .collect();
    assert_eq!(counts, [4, 9, 8]);
    for (place, (beside, payload)) in &before {
        let (beside_now, payload_now) = &after[place];
        assert_eq!(beside_now, beside);
        let is_gone = payload_now.is_empty();
        assert!(is_gone || payload_now == payload);
        let stated: Value = serde_json::from_slice(payload).unwrap();
        let is_of_2015 = stated["atLocal"].as_str().unwrap() < "2015-12-31";
        let is_taken = ["lineVoid", "export"]
            .map(Value::from)
            .contains(&stated["event"])
            || !stated["receiptNo"].is_null();
        assert_eq!(is_gone, is_taken && is_of_2015, "{place:?} {stated}");
    }

    let options = VerifyOptions {
        trusted_keys: vec![boutique.shop.signer.public_key()],
        anchors: Some(heads),
    };
    let report = verify(&boutique.shop.db, &options).await;
    assert_eq!((found(&report), report.exit_code()), (Vec::new(), 21));
    let said = report.not_checked.join("\n");
    for words in [
        "payloads of 9 entries of PAR01-T1 from 1 to ",
        &format!("tells; the archive {} proves them", purged.archive_hash),
        "8 orders: of their entries date and time are left",
        "1 copies of receipts: they were counted alone",
        // Four days of two tills and of the store.
        "12 closings: they are unchanged, but the entries that they sum up are not all there",
    ] {
        assert!(said.contains(words), "{words}\n{said}");
    }
    assert!(!said.contains("put back"), "{said}");
    assert_eq!((report.compared.orders, report.compared.copies), (1, 2));
}

#[tokio::test]
async fn nothing_goes_too_early() {
    // Before there is an archive that the journal knows: another boutique has one of the same days.
    let boutique = trade().await;
    close_all(&boutique).await;
    let copy = Boutique::copy_of(&boutique);
    let shelf = Shelf::new(boutique.shop.signer.public_key());
    let now = at(date("2016-01-03"), 11);
    shelf.archive_at(&copy, YEAR, "2015.zip", now).await;
    let house = House { boutique, shelf };
    let refused = house.purge(DAY, "2015.zip").await.unwrap_err();
    assert!(
        matches!(&refused, PurgeError::Unknown(chain) if chain == STORE),
        "{refused}"
    );

    // Before the years are over.
    let house = House::open().await;
    for day in ["2016-01-04", "2022-01-01", "2025-12-31"] {
        let refused = house.purge(day, "2015.zip").await.unwrap_err();
        let is_kept = matches!(&refused, PurgeError::MustBeKept { until, .. } if *until == date("2025-12-31"));
        assert!(is_kept, "{refused}");
    }
    house.run("UPDATE store SET country_code = 'CN'");
    let refused = house.purge(DAY, "2015.zip").await.unwrap_err();
    let is_kept =
        matches!(&refused, PurgeError::MustBeKept { until, .. } if *until == date("2045-12-31"));
    assert!(is_kept, "{refused}");

    // Before the totals are in a closing.
    let boutique = trade().await;
    let shelf = Shelf::new(boutique.shop.signer.public_key());
    shelf.archive_at(&boutique, YEAR, "2015.zip", now).await;
    let house = House { boutique, shelf };
    let refused = house.purge(DAY, "2015.zip").await.unwrap_err();
    assert!(matches!(refused, PurgeError::NotClosed(..)), "{refused}");
    assert_eq!(house.gone(), 0);
}

/// A change of an archive, and the refusal that it must meet.
type Harm = (fn(&mut Files), fn(&PurgeError) -> bool);

#[tokio::test]
async fn an_archive_or_a_journal_that_is_not_proven_is_refused() {
    let house = House::open().await;
    let files = read_zip(&house.shelf.path("2015.zip"));
    let harms: [Harm; 4] = [
        (
            |files| edit(files, "ticket.csv", "14901", "14801"),
            |it| matches!(it, PurgeError::ArchiveNotIntact(17)),
        ),
        (
            |files| edit(files, "manifest.json", "2015-12-31", "2014-12-31"),
            |it| matches!(it, PurgeError::ArchiveNotIntact(13)),
        ),
        (
            |files| edit(files, "chain/0002-PAR01-T1.ndjson", "14901", "14801"),
            |it| matches!(it, PurgeError::ArchiveNotIntact(10)),
        ),
        // Signed with the true key: the journal alone knows that it is another one.
        (
            |files| {
                edit(files, "README.txt", "Vitrine", "Vitrina");
                sign_again(files);
            },
            |it| matches!(it, PurgeError::Unknown(_)),
        ),
    ];
    for (harm, is_expected) in harms {
        let mut files = files.clone();
        harm(&mut files);
        write_zip(&house.shelf.path("harmed.zip"), &files);
        let refused = house.purge(DAY, "harmed.zip").await.unwrap_err();
        assert!(is_expected(&refused), "{refused}");
    }
    // Somebody else's key.
    let (shop, path) = (&house.boutique.shop, house.shelf.path("2015.zip"));
    let now = at(date(DAY), 10);
    let refused = purge_archive(&shop.db, &Signer::new(&[9; 32]), &path, now).await;
    assert!(matches!(refused.unwrap_err(), PurgeError::Journal(_)));

    // A journal that somebody with the key wrote anew after the archive was made.
    let house = House {
        boutique: Boutique::copy_of(&house.boutique),
        ..house
    };
    let seq = house.boutique.seq_of_closing(TILLS[1], "2015-12-31") - 1;
    house
        .boutique
        .forge_with(&PRESENT_KEY, TILLS[1], seq, |it| {
            it["softwareVersion"] = json!("x");
        });
    let refused = house.purge(DAY, "2015.zip").await.unwrap_err();
    // Closings that follow name the hash of the one before.
    assert!(
        matches!(refused, PurgeError::JournalNotIntact(15)),
        "{refused}"
    );
    assert_eq!(house.gone(), 0);
}

/// Somebody with the key writes an entry anew before the day is closed, and tells of an archive that holds
/// the true one: nothing is wrong in such a journal, and the archive is not of it.
#[tokio::test]
async fn an_entry_that_is_not_the_archived_one_is_refused() {
    let boutique = trade().await;
    let forged = Boutique::copy_of(&boutique);
    let sql = "SELECT MAX(seq) FROM journal_entry WHERE chain_id = 'PAR01-T2' AND kind = 'event'";
    let seq: i64 = forged.tables.query_row(sql, [], |row| row.get(0)).unwrap();
    forged.forge_with(&PRESENT_KEY, TILLS[1], seq, |it| it["itemNo"] = json!("x"));
    for it in [&boutique, &forged] {
        close_all(it).await;
    }
    let shelf = Shelf::new(boutique.shop.signer.public_key());
    let now = at(date("2016-01-03"), 11);
    let made = shelf.archive_at(&boutique, YEAR, "2015.zip", now).await;
    let members = serde_json::to_value(made).unwrap();
    tell(&forged, STORE, Kind::Archive, now, members).await;
    let house = House {
        boutique: forged,
        shelf,
    };
    let refused = house.purge(DAY, "2015.zip").await.unwrap_err();
    // The closings of the store name those of the till, whose hashes are other ones now.
    let is_it = matches!(&refused, PurgeError::Differs(chain, _) if chain == STORE);
    assert!(is_it, "{refused}");
    assert_eq!(house.gone(), 0);
}

/// What is done to a purged journal, the code, and what is said.
const HARMS: [(&str, u8, &str); 22] = [
    (
        "UPDATE journal_entry SET kind = 'payment' WHERE {here}",
        10,
        "hashed field",
    ),
    (
        "UPDATE journal_entry SET kind_seq = 999 WHERE {here}",
        12,
        "kindSeq",
    ),
    (
        "UPDATE journal_entry SET format = 'x' WHERE {here}",
        10,
        "hashed field",
    ),
    (
        "UPDATE journal_entry SET at_utc = '2015-11-29T14:00:01.000000Z' WHERE {here}",
        10,
        "hashed field",
    ),
    (
        "UPDATE journal_entry SET at_local = '2015-11-29T15:00:01.000000+01:00' WHERE {here}",
        10,
        "atLocal",
    ),
    (
        "UPDATE journal_entry SET time_zone = 'Asia/Shanghai' WHERE {here}",
        10,
        "atLocal",
    ),
    // A zone of the same time is told by the sum over all of them alone.
    (
        "UPDATE journal_entry SET time_zone = 'Europe/Berlin' WHERE {here}",
        10,
        "purged entries up to",
    ),
    (
        "UPDATE journal_entry SET business_date = '2015-11-30' WHERE {here}",
        10,
        "hashed field",
    ),
    (
        "UPDATE journal_entry SET business_date = '2016-11-30' WHERE {here}",
        10,
        "hashed field",
    ),
    (
        "UPDATE journal_entry SET payload_hash = hash WHERE {here}",
        10,
        "hashed field",
    ),
    (
        "UPDATE journal_entry SET prev_hash = payload_hash WHERE {here}",
        11,
        "prevHash",
    ),
    (
        "UPDATE journal_entry SET hash = payload_hash WHERE {here}",
        10,
        "hash",
    ),
    (
        "UPDATE journal_entry SET key_id = 'x' WHERE {here}",
        13,
        "keyId",
    ),
    (
        "UPDATE journal_entry SET signature = hash WHERE {here}",
        13,
        "signature",
    ),
    (
        "UPDATE journal_entry SET payload = x'7b7d' WHERE {here}",
        10,
        "payload",
    ),
    ("DELETE FROM journal_entry WHERE {here}", 12, "seq"),
    // An event that others are proven by, which looks like those that may go when it is empty.
    (
        "UPDATE journal_entry SET payload = x'' WHERE payload LIKE '%recyclingRegistered%' \
         AND seq = (SELECT MIN(seq) FROM journal_entry WHERE payload LIKE '%recyclingRegistered%')",
        10,
        "purged entries up to",
    ),
    (
        "UPDATE journal_entry SET payload = x'' WHERE kind = 'closing.day' AND business_date = '2015-11-29' \
         AND chain_id = 'PAR01-T1'",
        10,
        "payload",
    ),
    // An entry of the year after, within the same stretch of the chain.
    (
        "UPDATE journal_entry SET payload = x'' WHERE kind = 'ticket' AND business_date > '2016'",
        10,
        "payload",
    ),
    // What the tables say of purges is believed only when the journal says the same, both ways.
    ("DELETE FROM journal_purge", 10, "payload"),
    (
        "UPDATE journal_purge SET last_seq = last_seq + 1",
        10,
        "payload",
    ),
    (
        "UPDATE sales_order SET business_date = '2015-11-27' WHERE journal_seq = {seq}",
        16,
        "businessDate",
    ),
];

async fn purged() -> House {
    let house = House::open().await;
    house.purge(DAY, "2015.zip").await.unwrap();
    house
}

#[tokio::test]
async fn every_change_of_what_is_left_is_found() {
    let house = purged().await;
    let sql = "SELECT seq FROM journal_entry WHERE chain_id = 'PAR01-T1' AND kind = 'ticket' \
               AND business_date = '2015-11-29'";
    let seq: i64 = house
        .boutique
        .tables
        .query_row(sql, [], |row| row.get(0))
        .unwrap();
    let here = format!("chain_id = 'PAR01-T1' AND seq = {seq}");
    for (harm, code, words) in HARMS {
        let copy = Boutique::copy_of(&house.boutique);
        let sql = harm
            .replace("{here}", &here)
            .replace("{seq}", &seq.to_string());
        let changed = copy.tables.execute(&sql, []).unwrap();
        assert!(changed > 0, "{sql}");
        let report = verified(&copy, &sql, code).await;
        assert!(
            found(&report).iter().any(|it| it.contains(words)),
            "{sql}\n{:.3000}",
            report.to_string()
        );
    }
    // Entries that change places, or come in between, or all from one on that go.
    let swap = format!(
        "UPDATE journal_entry SET seq = -1 WHERE {here}; \
         UPDATE journal_entry SET seq = {seq} WHERE chain_id = 'PAR01-T1' AND seq = {seq} + 1; \
         UPDATE journal_entry SET seq = {seq} + 1 WHERE seq = -1"
    );
    let insertion = format!(
        "UPDATE journal_entry SET seq = seq + 1000 WHERE chain_id = 'PAR01-T1' AND seq > {seq}; \
         INSERT INTO journal_entry SELECT chain_id, seq + 1, kind, kind_seq, format, at_utc, at_local, \
         time_zone, business_date, payload, payload_hash, prev_hash, hash, key_id, signature \
         FROM journal_entry WHERE {here}; \
         UPDATE journal_entry SET seq = seq - 999 WHERE chain_id = 'PAR01-T1' AND seq > 1000"
    );
    let cut = format!("DELETE FROM journal_entry WHERE chain_id = 'PAR01-T1' AND seq >= {seq}");
    for (sql, code) in [(swap, 11), (insertion, 11), (cut, 14)] {
        let copy = Boutique::copy_of(&house.boutique);
        copy.tables.execute_batch(&sql).unwrap();
        verified(&copy, &sql, code).await;
    }
    // Written anew with another key, and with the true one from a closing on that is still summed up.
    let copy = Boutique::copy_of(&house.boutique);
    let december = copy.seq_of_closing(TILLS[0], "2015-12-24");
    copy.forge_with(&PRESENT_KEY, TILLS[0], december, |it| {
        it["sums"]["total"] = json!(5);
    });
    assert_eq!(copy.verify().await.exit_code(), 15);
    let copy = Boutique::copy_of(&house.boutique);
    copy.forge_with(&[9; 32], TILLS[0], december, |_| {});
    assert_eq!(copy.verify().await.exit_code(), 13);
}

/// The report of what somebody did to the books, which must end with this code.
async fn verified(copy: &Boutique, harm: &str, code: u8) -> Report {
    let report = copy.verify().await;
    assert_eq!(
        report.exit_code(),
        code,
        "{harm}\n{:.3000}",
        report.to_string()
    );
    report
}

/// Rows of the database are no reason to believe that a payload may be gone.
#[tokio::test]
async fn a_payload_that_is_gone_without_an_event_is_found() {
    let house = House::open().await;
    house.run(
        "INSERT INTO journal_purge VALUES ('PAR01-T1', 1, 20, '2015-12-31', 'ab', 'PAR01', 2); \
         UPDATE journal_entry SET payload = x'' WHERE chain_id = 'PAR01-T1' AND seq = 4",
    );
    let report = house.boutique.verify().await;
    let found = found(&report);
    assert_eq!(report.exit_code(), 10, "{report}");
    assert!(
        found
            .iter()
            .any(|it| it.contains("10 content changed: PAR01-T1 #4 payload")),
        "{report}"
    );
    assert!(
        found
            .iter()
            .any(|it| it.contains("16 table and journal differ: PAR01 #2 journal_purge")),
        "{report}"
    );
}

#[tokio::test]
async fn what_was_cut_short_is_ended_by_the_next_run_and_what_was_put_back_is_told() {
    let house = House::open().await;
    let whole = house.entries();
    house.run(
        "CREATE TRIGGER power BEFORE UPDATE ON journal_entry WHEN OLD.chain_id = 'PAR01-T2' \
         BEGIN SELECT RAISE(ABORT, 'the power went'); END",
    );
    let cut = house.purge(DAY, "2015.zip").await.unwrap_err();
    assert!(cut.to_string().contains("the power went"), "{cut}");
    assert_eq!(house.gone(), 4 + 9);
    let report = house.boutique.verify().await;
    assert_eq!((found(&report), report.exit_code()), (Vec::new(), 21));
    let said = report.not_checked.join("\n");
    assert!(
        said.contains("8 entries of PAR01-T2 from 2 on still have theirs"),
        "{said}"
    );
    house.run("DROP TRIGGER power");
    let entries = house.entries().len();
    let ended = house.purge("2026-01-02", "2015.zip").await.unwrap();
    assert_eq!((ended.entries, house.gone()), (8, 21));
    assert_eq!(house.entries().len(), entries, "it is told once");
    let again = house.purge("2026-01-03", "2015.zip").await.unwrap();
    assert_eq!((again.entries, house.entries().len()), (0, entries));
    assert!(!holds(&house.boutique.shop, WORD));

    // A payload that comes back is the true one, or is found.
    let place = (TILLS[1].to_owned(), 3);
    let put_back = "UPDATE journal_entry SET payload = ?3 WHERE chain_id = ?1 AND seq = ?2";
    let row = (&place.0, place.1, &whole[&place].1);
    assert_eq!(house.boutique.tables.execute(put_back, row).unwrap(), 1);
    let report = house.boutique.verify().await;
    assert_eq!((found(&report), report.exit_code()), (Vec::new(), 21));
    let said = report.not_checked.join("\n");
    assert!(
        said.contains("1 entries of PAR01-T2 from 3 on still have theirs"),
        "{said}"
    );
}

#[tokio::test]
async fn the_shop_archives_and_purges_what_it_still_has() {
    let house = House::open().await;
    // The days on which the archive was made and told are closed, too.
    house.boutique.close_due(at(date("2016-01-05"), 10)).await;
    house.purge(DAY, "2015.zip").await.unwrap();
    let now = at(date("2026-01-02"), 10);
    let shop = &house.boutique.shop;
    let (dates, path) = ((date(YEAR.0), date(YEAR.1)), house.shelf.path("again.zip"));
    let again = write_archive(&shop.db, &shop.signer, dates, &path, now).await;
    assert!(matches!(again, Err(ArchiveError::Purged(..))), "{again:?}");
    assert!(!path.exists());
    let year = ("2016-01-01", "2016-12-31");
    house
        .shelf
        .archive_at(&house.boutique, year, "2016.zip", now)
        .await;
    // The archive of what is gone proves it as before.
    for name in ["2016.zip", "2015.zip"] {
        let (program, python, said) = house.shelf.verdicts(name);
        assert_eq!((program, python), (0, 0), "{name}: {said}");
    }
    // The year after goes, too, when its time has come; what went before is not counted again.
    let purged = house.purge("2027-01-01", "2016.zip").await.unwrap();
    assert_eq!(purged.entries, 2);
    let report = house.boutique.verify().await;
    assert_eq!((found(&report), report.exit_code()), (Vec::new(), 21));
    let of_till = report
        .chains
        .iter()
        .find(|it| it.chain == TILLS[0])
        .unwrap();
    let counts: Vec<i64> = of_till.purged.iter().map(|it| it.entries).collect();
    assert_eq!(counts, [9, 2]);
}
