//! Archives: what they hold, and that they prove themselves, to this program and to a Python that has
//! never heard of it.

use std::io::{Read as _, Write as _};
use std::path::{Path, PathBuf};
use std::process::Command;

use journal::rule::key::PublicKey;
use journal::{ArchiveError, ArchiveMade, Signer, rotate_key, verify_archive, write_archive};
use zip::write::SimpleFileOptions;
use zip::{ZipArchive, ZipWriter};

use crate::closing::{Boutique, TILLS, at, date, found};

/// The files of an archive by their names.
type Files = Vec<(String, Vec<u8>)>;

fn read_zip(path: &Path) -> Files {
    let mut zip = ZipArchive::new(std::fs::File::open(path).unwrap()).unwrap();
    (0..zip.len())
        .map(|index| {
            let mut file = zip.by_index(index).unwrap();
            let mut content = Vec::new();
            file.read_to_end(&mut content).unwrap();
            (file.name().unwrap().into_owned(), content)
        })
        .collect()
}

fn write_zip(path: &Path, files: &Files) {
    let mut zip = ZipWriter::new(std::fs::File::create(path).unwrap());
    for (name, content) in files {
        zip.start_file(name.as_str(), SimpleFileOptions::default())
            .unwrap();
        zip.write_all(content).unwrap();
    }
    zip.finish().unwrap();
}

/// An archive, and the verifier that was in it.
struct Shelf {
    folder: tempfile::TempDir,
    key: PublicKey,
}

impl Shelf {
    fn new(key: PublicKey) -> Self {
        Self {
            folder: tempfile::tempdir().unwrap(),
            key,
        }
    }

    fn path(&self, name: &str) -> PathBuf {
        self.folder.path().join(name)
    }

    async fn archive(&self, boutique: &Boutique, dates: (&str, &str), name: &str) -> ArchiveMade {
        let dates = (date(dates.0), date(dates.1));
        let now = at(date("2026-12-02"), 10);
        let shop = &boutique.shop;
        let made = write_archive(&shop.db, &shop.signer, dates, &self.path(name), now).await;
        for (file, content) in read_zip(&self.path(name)) {
            if file == "vitrine_verify.py" {
                std::fs::write(self.path(&file), content).unwrap();
            }
        }
        made.unwrap()
    }

    /// The exit codes of this program and of the verifier in the archive, with what they said.
    fn verdicts(&self, name: &str) -> (u8, i32, String) {
        let report = verify_archive(&self.path(name), &[self.key]);
        let python = Command::new("python3")
            .arg(self.path("vitrine_verify.py"))
            .arg(self.path(name))
            .args(["--key", &self.key.text()])
            .output()
            .unwrap();
        let said = [python.stdout.as_slice(), &python.stderr].concat();
        let said = format!("{report}\n{}", String::from_utf8(said).unwrap());
        (report.exit_code(), python.status.code().unwrap(), said)
    }
}

/// Two tills and their store from the end of November on, with a change of the key in between.
async fn boutique() -> Boutique {
    let mut boutique = Boutique::open().await;
    for number in 27..=30 {
        let day = date(&format!("2026-11-{number}"));
        for till in TILLS {
            boutique.sell(till, at(day, 15)).await;
        }
        if number == 28 {
            let keys = (boutique.shop.signer.clone(), Signer::new(&[8; 32]));
            let now = at(day, 16);
            let input = (keys.clone(), now);
            let rotated = boutique.shop.db.write(input, |tx, ((old, new), now)| {
                Box::pin(rotate_key(tx, old, new, *now))
            });
            rotated.await.unwrap();
            boutique.shop.signer = keys.1;
        }
    }
    boutique.close_due(at(date("2026-12-01"), 10)).await;
    boutique
}

#[tokio::test]
async fn an_archive_proves_itself_without_the_program() {
    let boutique = boutique().await;
    let shelf = Shelf::new(boutique.shop.signer.public_key());
    let year = shelf
        .archive(&boutique, ("2026-01-01", "2026-12-31"), "year.zip")
        .await;
    assert_eq!((year.code, year.previous.clone()), (30, None));
    let (program, python, said) = shelf.verdicts("year.zip");
    assert_eq!((program, python), (0, 0), "{said}");
    // The next one begins in the middle of the chains, before the key was changed, and names the
    // one before it.
    let part = shelf
        .archive(&boutique, ("2026-11-28", "2026-11-30"), "part.zip")
        .await;
    assert_eq!(
        (part.code, part.previous.as_ref()),
        (20, Some(&year.manifest_hash))
    );
    assert!(part.entries < year.entries);
    let (program, python, said) = shelf.verdicts("part.zip");
    assert_eq!((program, python), (0, 0), "{said}");
    let late = shelf
        .archive(&boutique, ("2026-11-30", "2026-11-30"), "late.zip")
        .await;
    assert_eq!(late.previous, Some(part.manifest_hash));
    let (program, python, said) = shelf.verdicts("late.zip");
    assert_eq!((program, python), (0, 0), "{said}");

    // The journal tells of them, each with the one before it.
    let report = boutique.verify().await;
    assert_eq!((found(&report), report.exit_code()), (Vec::new(), 0));
    let files = read_zip(&shelf.path("year.zip"));
    let names: Vec<&str> = files.iter().map(|(name, _)| name.as_str()).collect();
    let expected = [
        "chain/0001-PAR01.ndjson",
        "chain/0002-PAR01-T1.ndjson",
        "chain/0003-PAR01-T2.ndjson",
        "ticket.csv",
        "closing.csv",
        "vitrine_verify.py",
        "README.txt",
        "manifest.json",
        "manifest.sig.json",
    ];
    assert_eq!(names, expected);
    let tickets = String::from_utf8(files[3].1.clone()).unwrap();
    assert_eq!(tickets.lines().count(), 1 + 8);
    assert!(
        tickets.contains(",SALE,EUR,14901,2483,0,0,1,CASH 14901,"),
        "{tickets}"
    );
    let lines = files[5].1.iter().filter(|byte| **byte == b'\n').count();
    assert!(
        lines <= 250,
        "the verifier stays short enough to be read: {lines}"
    );

    // A file that is there stays, and of days without entries there is no archive.
    let again = ("2026-01-01", "2026-12-31", "year.zip");
    let none = ("2025-01-01", "2025-12-31", "none.zip");
    for (from, to, name) in [again, none] {
        let (shop, path) = (&boutique.shop, shelf.path(name));
        let dates = (date(from), date(to));
        let now = at(date("2026-12-02"), 10);
        let refused = write_archive(&shop.db, &shop.signer, dates, &path, now).await;
        let refusal = refused.unwrap_err();
        assert!(
            matches!(refusal, ArchiveError::Exists(_) | ArchiveError::Empty),
            "{refusal}"
        );
    }
    assert!(!shelf.path("none.zip").exists() && !shelf.path("none.zip.new").exists());
}

/// A change of the files of an archive, and the code that both verifiers find.
type Harm = (&'static str, i32, fn(&mut Files));

fn edit(files: &mut Files, name: &str, from: &str, to: &str) {
    let (_, content) = files.iter_mut().find(|(it, _)| it == name).unwrap();
    let text = String::from_utf8(content.clone()).unwrap();
    assert!(text.contains(from), "{name} holds {from}");
    *content = text.replacen(from, to, 1).into_bytes();
}

const TILL: &str = "chain/0002-PAR01-T1.ndjson";

const HARMS: [Harm; 11] = [
    ("a figure in a table", 17, |files| {
        edit(files, "ticket.csv", "14901", "14801");
    }),
    ("a file that is gone", 17, |files| {
        files.retain(|(name, _)| name != "closing.csv");
    }),
    ("a chain that is gone", 17, |files| {
        files.retain(|(name, _)| name != TILL);
    }),
    ("a file that was added", 17, |files| {
        files.push(("more.txt".to_owned(), vec![b'x']));
    }),
    ("a payload", 10, |files| {
        edit(files, TILL, "\\\"minor\\\":14901", "\\\"minor\\\":14801");
    }),
    ("a zone", 10, |files| {
        edit(
            files,
            TILL,
            "\"timeZone\":\"Europe/Paris\"",
            "\"timeZone\":\"UTC\"",
        );
    }),
    ("an entry in the middle", 12, |files| drop_line(files, 2)),
    ("the last entry", 14, |files| drop_line(files, usize::MAX)),
    ("the manifest", 13, |files| {
        edit(files, "manifest.json", "\"2026-12-31\"", "\"2026-12-30\"");
    }),
    ("a signature", 13, |files| {
        let (_, content) = files.iter_mut().find(|(name, _)| name == TILL).unwrap();
        let text = String::from_utf8(content.clone()).unwrap();
        let place = text.find("\"signature\":\"").unwrap() + 13;
        let other = if &text[place..=place] == "0" {
            "1"
        } else {
            "0"
        };
        *content = format!("{}{other}{}", &text[..place], &text[place + 1..]).into_bytes();
    }),
    ("a manifest that is none", 20, |files| {
        edit(files, "manifest.json", "{", "[");
    }),
];

fn drop_line(files: &mut Files, number: usize) {
    let (_, content) = files.iter_mut().find(|(name, _)| name == TILL).unwrap();
    let text = String::from_utf8(content.clone()).unwrap();
    let mut lines: Vec<&str> = text.lines().collect();
    lines.remove(number.min(lines.len() - 1));
    *content = (lines.join("\n") + "\n").into_bytes();
}

#[tokio::test]
async fn every_change_of_an_archive_is_found_by_both_verifiers() {
    let boutique = boutique().await;
    let shelf = Shelf::new(boutique.shop.signer.public_key());
    shelf
        .archive(&boutique, ("2026-01-01", "2026-12-31"), "year.zip")
        .await;
    let files = read_zip(&shelf.path("year.zip"));
    for (harm, code, change) in HARMS {
        let mut files = files.clone();
        change(&mut files);
        write_zip(&shelf.path("harmed.zip"), &files);
        let (program, python, said) = shelf.verdicts("harmed.zip");
        assert_eq!((i32::from(program), python), (code, code), "{harm}: {said}");
    }
    // Bytes that are no zip, and an archive of somebody else's journal.
    std::fs::write(shelf.path("harmed.zip"), b"nothing").unwrap();
    let (program, python, said) = shelf.verdicts("harmed.zip");
    assert_eq!((program, python), (20, 20), "{said}");
    let stranger = Shelf {
        key: Signer::new(&[9; 32]).public_key(),
        ..shelf
    };
    let (program, python, said) = stranger.verdicts("year.zip");
    assert_eq!((program, python), (13, 13), "{said}");
}

/// Closings that somebody with the key wrote wrong are found in the archive, too.
#[tokio::test]
async fn a_closing_that_differs_is_found_in_the_archive() {
    let boutique = boutique().await;
    let copy = Boutique::copy_of(&boutique);
    let seq: i64 = copy.seq_of_closing(TILLS[0], "2026-11-29");
    copy.forge_with(&[8; 32], TILLS[0], seq, |closing| {
        closing["sums"]["total"] = serde_json::json!(5);
    });
    let shelf = Shelf::new(copy.shop.signer.public_key());
    shelf
        .archive(&copy, ("2026-01-01", "2026-12-31"), "year.zip")
        .await;
    let (program, python, said) = shelf.verdicts("year.zip");
    assert_eq!((program, python), (15, 15), "{said}");
}
