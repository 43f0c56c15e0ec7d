//! Databases that earlier programs wrote. Brought up to today's schema they prove themselves, with the heads
//! that left them when they were written: a change of what is hashed, or of what an old entry means, breaks
//! this. A version that is released adds its own, by [`a_database_for_programs_to_come`].

use std::io::{Cursor, Read, Write};
use std::path::Path;

use journal::{Anchor, Signer, VerifyOptions};
use serde_json::json;
use shell::Db;
use zip::write::SimpleFileOptions;
use zip::{ZipArchive, ZipWriter};

use crate::statement::{calculate, count, count_slips, of, open, sell_bag, sell_the_day};

/// Databases, and of each how many orders and closings of days it has.
const WRITTEN: [(&str, &[u8], i64, i64); 1] = [("0046", include_bytes!("golden/0046.zip"), 7, 3)];
const DATABASE: &str = "vitrine.db";
const HEADS: &str = "heads.jsonl";

/// What one of the files of an archive holds.
fn unpack(archive: &'static [u8], name: &str) -> Vec<u8> {
    let mut zip = ZipArchive::new(Cursor::new(archive)).unwrap();
    let mut bytes = Vec::new();
    zip.by_name(name).unwrap().read_to_end(&mut bytes).unwrap();
    bytes
}

fn options(heads: &[u8]) -> VerifyOptions {
    VerifyOptions {
        trusted_keys: vec![Signer::new(&testkit::KEY).public_key()],
        anchors: Some(Anchor::parse_lines(std::str::from_utf8(heads).unwrap()).unwrap()),
    }
}

#[tokio::test]
async fn what_earlier_programs_wrote_proves_itself_today() {
    for (schema, archive, orders, closings) in WRITTEN {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join(DATABASE);
        std::fs::write(&file, unpack(archive, DATABASE)).unwrap();
        let db = Db::open_sqlite(&file).unwrap();
        db.migrate().await.unwrap();
        let options = options(&unpack(archive, HEADS));
        assert!(options.anchors.as_ref().unwrap().len() >= 3);
        let report = app::command::verify_books(&db, &options).await;
        assert_eq!(report.findings, [], "{schema}: {report}");
        assert!(report.is_intact(), "{schema}: {report}");
        assert_eq!(report.compared.orders, orders, "{schema}");
        assert_eq!(report.compared.closings, closings, "{schema}");
    }
}

/// Sells, counts and posts a day, closes it, and writes what came of it where `VITRINE_GOLDEN` says.
#[tokio::test]
#[ignore = "writes a database for the tests of programs to come"]
async fn a_database_for_programs_to_come() {
    let to = std::env::var("VITRINE_GOLDEN").unwrap();
    let (shop, clock) = open().await;
    let mei = shop.seller("mei").await;
    let manager = shop.seller("manager").await;
    let opening = json!({ "reason": "A customer wanted change" });
    manager.post("/drawer/opening", opening).await.ok();
    sell_the_day(&shop, &mei, &manager).await;
    let statement = calculate(&manager).await.ok();
    let half = [(20_000, 2), (2_000, 1), (500, 1), (200, 2), (50, 1)];
    for till in ["PAR-3", "PAR-1"] {
        count(&manager, &statement, till, &half).await.ok();
    }
    count_slips(&manager, &statement, 73_820, 4).await.ok();
    let bag = json!({ "bagNo": "B-4711", "reason": "Counted twice" });
    manager.post(&of(&statement, "posting"), bag).await.ok();
    sell_bag(&mei).await;
    clock.advance(std::time::Duration::from_hours(24));
    let signer = std::sync::Arc::new(Signer::new(&testkit::KEY));
    journal::close_due(&shop.shell, &signer).await.unwrap();

    let unanchored = VerifyOptions {
        trusted_keys: vec![signer.public_key()],
        anchors: None,
    };
    let report = app::command::verify_books(shop.db(), &unanchored).await;
    assert_eq!(report.findings, []);
    let heads = report.anchors_file(clock.now()).unwrap();
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join(DATABASE);
    let copy = format!("VACUUM INTO '{}'", file.display());
    let connection = rusqlite::Connection::open(shop.sqlite_file().unwrap()).unwrap();
    connection.execute_batch(&copy).unwrap();
    pack(Path::new(&to), &file, &heads);
}

fn pack(to: &Path, file: &Path, heads: &str) {
    let mut zip = ZipWriter::new(std::fs::File::create(to).unwrap());
    let best = SimpleFileOptions::default().compression_level(Some(9));
    for (name, bytes) in [
        (DATABASE, std::fs::read(file).unwrap()),
        (HEADS, heads.as_bytes().to_vec()),
    ] {
        zip.start_file(name, best).unwrap();
        zip.write_all(&bytes).unwrap();
    }
    zip.finish().unwrap();
}
