//! Archives: what they hold, and that they prove themselves, to this program and to a Python that has
//! never heard of it.

use std::io::{Read as _, Write as _};
use std::path::{Path, PathBuf};
use std::process::Command;

use ed25519_dalek::SigningKey;
use jiff::Timestamp;
use journal::rule::entry::sha256;
use journal::rule::key::{PublicKey, sign};
use journal::{
    ArchiveError, ArchiveMade, Kind, Signer, Ticket, TicketCredit, TicketDiscount, TicketForeign,
    TicketLine, TicketOverride, TicketTender, TicketType, rotate_key, verify_archive,
    write_archive,
};
use kernel::id::CustomerId;
use kernel::{Currency, Money, Rate};
use serde_json::{Value, json};
use uuid::Uuid;
use zip::write::SimpleFileOptions;
use zip::{ZipArchive, ZipWriter};

use crate::closing::{Boutique, TILLS, at, date, found};
use crate::fixture::ticket_at;

/// The files of an archive by their names.
pub(crate) type Files = Vec<(String, Vec<u8>)>;

pub(crate) fn read_zip(path: &Path) -> Files {
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

pub(crate) fn write_zip(path: &Path, files: &Files) {
    let mut zip = ZipWriter::new(std::fs::File::create(path).unwrap());
    for (name, content) in files {
        zip.start_file(name.as_str(), SimpleFileOptions::default())
            .unwrap();
        zip.write_all(content).unwrap();
    }
    zip.finish().unwrap();
}

/// The key that signs since the 28th of November.
pub(crate) const PRESENT_KEY: [u8; 32] = [8; 32];

/// An archive, and the verifier that was in it.
pub(crate) struct Shelf {
    folder: tempfile::TempDir,
    key: PublicKey,
}

impl Shelf {
    pub(crate) fn new(key: PublicKey) -> Self {
        Self {
            folder: tempfile::tempdir().unwrap(),
            key,
        }
    }

    pub(crate) fn path(&self, name: &str) -> PathBuf {
        self.folder.path().join(name)
    }

    async fn archive(&self, boutique: &Boutique, dates: (&str, &str), name: &str) -> ArchiveMade {
        let now = at(date("2026-12-02"), 10);
        self.archive_at(boutique, dates, name, now).await
    }

    pub(crate) async fn archive_at(
        &self,
        boutique: &Boutique,
        dates: (&str, &str),
        name: &str,
        now: Timestamp,
    ) -> ArchiveMade {
        let dates = (date(dates.0), date(dates.1));
        let shop = &boutique.shop;
        let made = write_archive(&shop.db, &shop.signer, dates, &self.path(name), now).await;
        for (file, content) in read_zip(&self.path(name)) {
            if ["vitrine_verify.py", "journal.xml", "journal.xsd"].contains(&file.as_str()) {
                std::fs::write(self.path(&file), content).unwrap();
            }
        }
        self.validate();
        made.unwrap()
    }

    /// Has a program that knows nothing of us say whether the XML is what its schema says.
    fn validate(&self) {
        let output = Command::new("xmllint")
            .args(["--noout", "--nonet", "--schema"])
            .args([self.path("journal.xsd"), self.path("journal.xml")])
            .output()
            .unwrap();
        let said = String::from_utf8(output.stderr).unwrap();
        assert!(output.status.success(), "{said}");
    }

    /// The exit codes of this program and of the verifier in the archive, with what they said.
    pub(crate) fn verdicts(&self, name: &str) -> (u8, i32, String) {
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
            let keys = (boutique.shop.signer.clone(), Signer::new(&PRESENT_KEY));
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
        "journal.xml",
        "ticket.csv",
        "closing.csv",
        "journal.xsd",
        "vitrine_verify.py",
        "README.txt",
        "manifest.json",
        "manifest.sig.json",
    ];
    assert_eq!(names, expected);
    let tickets = String::from_utf8(files[4].1.clone()).unwrap();
    assert_eq!(tickets.lines().count(), 1 + 8);
    assert!(
        tickets.contains(",SALE,EUR,14901,2483,0,0,1,CASH 14901,"),
        "{tickets}"
    );
    let lines = files[7].1.iter().filter(|byte| **byte == b'\n').count();
    assert!(
        lines <= 330,
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

pub(crate) fn edit(files: &mut Files, name: &str, from: &str, to: &str) {
    let (_, content) = files.iter_mut().find(|(it, _)| it == name).unwrap();
    let text = String::from_utf8(content.clone()).unwrap();
    assert!(text.contains(from), "{name} holds {from}");
    *content = text.replacen(from, to, 1).into_bytes();
}

const XML: &str = "journal.xml";
const TILL: &str = "chain/0002-PAR01-T1.ndjson";

const HARMS: [Harm; 12] = [
    ("a figure in the XML", 17, |files| {
        edit(files, XML, ">14901<", ">14801<");
    }),
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

/// Writes the manifest anew for files that were changed, and signs it as the journal's owner can.
pub(crate) fn sign_again(files: &mut Files) {
    let key = Signer::new(&PRESENT_KEY);
    let content = |name: &str| files.iter().find(|(it, _)| it == name).unwrap().1.clone();
    let mut manifest: Value = serde_json::from_slice(&content("manifest.json")).unwrap();
    for file in manifest["files"].as_array_mut().unwrap() {
        let content = content(file["name"].as_str().unwrap());
        file["bytes"] = json!(content.len());
        file["sha256"] = json!(hex::encode(sha256(&content)));
    }
    let manifest = manifest.to_string().into_bytes();
    let mut hashed = Vec::new();
    for field in [b"pos-archive/1".as_slice(), &manifest] {
        hashed.extend(u32::try_from(field.len()).unwrap().to_be_bytes());
        hashed.extend(field);
    }
    let seal = json!({
        "keyId": key.key_id(),
        "publicKey": key.public_key().text(),
        "signature": hex::encode(sign(&SigningKey::from_bytes(&PRESENT_KEY), &sha256(&hashed))),
    });
    for (name, content) in files {
        match name.as_str() {
            "manifest.json" => content.clone_from(&manifest),
            "manifest.sig.json" => *content = seal.to_string().into_bytes(),
            _ => {}
        }
    }
}

/// What a person reads in the XML is what is proven, even against who holds the key.
#[tokio::test]
async fn an_xml_that_says_something_else_than_the_entries_is_found_although_it_is_signed() {
    let boutique = boutique().await;
    let shelf = Shelf::new(boutique.shop.signer.public_key());
    shelf
        .archive(&boutique, ("2026-01-01", "2026-12-31"), "year.zip")
        .await;
    let files = read_zip(&shelf.path("year.zip"));
    let xml = String::from_utf8(
        files
            .iter()
            .find(|(name, _)| name == XML)
            .unwrap()
            .1
            .clone(),
    );
    let xml = xml.unwrap();
    let ticket = {
        let begin = xml.find("  <ticket ").unwrap();
        let end = xml[begin..].find("</ticket>\n").unwrap() + "</ticket>\n".len();
        &xml[begin..begin + end]
    };
    let harms = [
        ("nothing", 0, xml.clone()),
        ("an amount", 17, xml.replacen(">14901<", ">14801<", 1)),
        (
            "a currency",
            17,
            xml.replacen("currency=\"EUR\"", "currency=\"USD\"", 1),
        ),
        (
            "a date",
            17,
            xml.replacen(
                "businessDate=\"2026-11-28\"",
                "businessDate=\"2026-11-27\"",
                1,
            ),
        ),
        (
            "a member that is gone",
            17,
            xml.replacen("<pieces>1</pieces>", "", 1),
        ),
        ("a ticket that is gone", 17, xml.replacen(ticket, "", 1)),
        (
            "a ticket twice",
            17,
            xml.replacen(ticket, &ticket.repeat(2), 1),
        ),
        (
            "a chain of another name",
            17,
            xml.replacen("id=\"PAR01-T2\"", "id=\"PAR01-T3\"", 1),
        ),
        ("no XML", 17, "nothing".to_owned()),
    ];
    for (harm, code, changed) in harms {
        assert_eq!(changed == xml, code == 0, "{harm} changes something");
        let mut files = files.clone();
        let file = files.iter_mut().find(|(name, _)| name == XML).unwrap();
        file.1 = changed.into_bytes();
        sign_again(&mut files);
        write_zip(&shelf.path("harmed.zip"), &files);
        let (program, python, said) = shelf.verdicts("harmed.zip");
        assert_eq!((i32::from(program), python), (code, code), "{harm}: {said}");
    }
}

/// A ticket with all that one can say, and letters that XML cannot hold, is what the schema says.
#[tokio::test]
async fn a_ticket_with_everything_is_in_the_schema() {
    let boutique = Boutique::open().await;
    let at = at(date("2026-11-28"), 15);
    for kind in [Kind::Ticket, Kind::Correction, Kind::Training] {
        let ticket = serde_json::to_value(ticket_with_everything()).unwrap();
        boutique.write(TILLS[0], kind, at, &ticket).await;
    }
    let shelf = Shelf::new(boutique.shop.signer.public_key());
    shelf
        .archive(&boutique, ("2026-01-01", "2026-12-31"), "year.zip")
        .await;
    let (program, python, said) = shelf.verdicts("year.zip");
    assert_eq!((program, python), (0, 0), "{said}");
}

/// Every member is written here, so that whoever adds one meets the schema.
fn ticket_with_everything() -> Ticket {
    let euro = |minor| Money::new(minor, Currency::Eur);
    let plain = ticket_at(2);
    let credit = TicketCredit {
        staff_id: "S1003".into(),
        share: Rate::percent(40),
        amount: euro(40),
    };
    let discount = TicketDiscount {
        source: "LINE".to_owned(),
        amount: euro(5),
        discount_id: Some("PAIR20".to_owned()),
        application_no: Some(1),
        reason_code: Some("VIP".to_owned()),
        given_by: Some("S1001".into()),
        approved_by: Some("S1002".into()),
    };
    let line = TicketLine {
        line_id: plain.lines[0].line_id,
        item_no: "BR-1042".into(),
        size_code: "M".into(),
        name: " « Lune » <&>\r\n\t\u{1}\u{ffff}𝄞 ".to_owned(),
        stock_no: Some("P-7 <&>".to_owned()),
        certificate_nos: vec!["GIA-1".to_owned(), "GIA-2".to_owned()],
        quantity: 1,
        unit_price: euro(100),
        price_override: Some(TicketOverride {
            listed_price: euro(120),
            reason_code: "VIP".to_owned(),
            given_by: "S1001".into(),
            approved_by: Some("S1002".into()),
        }),
        discounts: vec![discount],
        net: euro(95),
        vat_rate: Rate::percent(20),
        vat_amount: euro(16),
        below_stock: 1,
        salespeople: vec![credit.clone()],
    };
    let tender = TicketTender {
        reference: Some("7".to_owned()),
        foreign: Some(TicketForeign {
            amount: Money::new(10_000, Currency::Usd),
            rate: 92_130_000,
        }),
        ..plain.tenders[0].clone()
    };
    Ticket {
        edition: Ticket::EDITION,
        software_version: plain.software_version,
        ticket_type: TicketType::CrmGift,
        store_no: plain.store_no,
        vat_no: plain.vat_no,
        terminal_no: plain.terminal_no,
        operator_id: plain.operator_id,
        salesperson_id: plain.salesperson_id,
        salespeople: vec![credit],
        order_id: plain.order_id,
        order_no: plain.order_no,
        receipt_no: plain.receipt_no,
        customer_id: Some(CustomerId(Uuid::from_u128(1))),
        currency: Currency::Eur,
        lines: vec![line],
        vat: plain.vat,
        discount: Some(euro(5)),
        subtotal: euro(100),
        rounding: euro(0),
        total: euro(95),
        tenders: vec![tender],
        pieces: 1,
    }
}

/// Closings that somebody with the key wrote wrong are found in the archive, too.
#[tokio::test]
async fn a_closing_that_differs_is_found_in_the_archive() {
    let boutique = boutique().await;
    let copy = Boutique::copy_of(&boutique);
    let seq: i64 = copy.seq_of_closing(TILLS[0], "2026-11-29");
    copy.forge_with(&PRESENT_KEY, TILLS[0], seq, |closing| {
        closing["sums"]["total"] = serde_json::json!(5);
    });
    let shelf = Shelf::new(copy.shop.signer.public_key());
    shelf
        .archive(&copy, ("2026-01-01", "2026-12-31"), "year.zip")
        .await;
    let (program, python, said) = shelf.verdicts("year.zip");
    assert_eq!((program, python), (15, 15), "{said}");
}
