//! Clean journals raise no alarm, however long they are, and need no more memory for it.
//!
//! `VITRINE_TEST_ENTRIES=1000000` runs the long version; with a release build it takes minutes:
//! `cargo test --release -p app --test journal -- --nocapture memory`.

use std::io::Read;
use std::path::Path;
use std::process::{Child, Stdio};
use std::time::{Duration, Instant};

use jiff::{Timestamp, ToSpan};
use journal::{
    ChainOpening, Kind, NewEntry, ReceiptCopy, Signer, Ticket, TicketLine, TicketTender,
    TicketType, TicketVat, payload,
};
use kernel::id::{LineId, OrderId, TenderId};
use kernel::{Currency, Money, Rate};
use serde_json::{Value, json};
use shell::db::{Tx, params};
use shell::{Db, Outcome};
use testkit::Shop;
use uuid::Uuid;

use crate::program::{said, vitrine, write_key};
use crate::specimen::first_key;

/// How many entries the normal run verifies.
const ENTRIES: i64 = 45_000;
/// How many entries are verified first: enough to fill the caches that have a fixed size.
const FEW: i64 = 18_000;
/// How many entries one transaction writes; a multiple of the three of a sale.
const BLOCK: i64 = 1_500;
/// By how much two runs over the same journal may differ.
const NOISE_KIB: i64 = 5 * 1024;
/// Stores and tills that sell in turn.
const TILLS: [(&str, &str); 4] = [
    ("PAR", "PAR-1"),
    ("PAR", "PAR-2"),
    ("PAR", "PAR-3"),
    ("MIL", "MIL-1"),
];

#[tokio::test]
async fn a_long_clean_journal_raises_no_alarm_at_constant_memory() {
    let mut shop = Shop::open().await;
    shop.stop().await;
    let Some(file) = shop.sqlite_file() else {
        // What is measured is how the verification reads, and that is the same on both engines.
        return;
    };
    let data = file.parent().unwrap();
    write_key(data, &testkit::KEY);
    let wish = std::env::var("VITRINE_TEST_ENTRIES").ok();
    let entries = wish.map_or(ENTRIES, |wish| wish.parse().unwrap());
    write_entries(shop.db(), 0, FEW).await;
    let few = verify(data, None);
    write_entries(shop.db(), FEW, entries).await;
    let anchors = data.join("anchors.jsonl");
    let mut heads = vitrine("verify", data);
    heads.args(["--no-record", "--write-anchors"]).arg(&anchors);
    let (code, text) = said(&heads.output().unwrap());
    assert_eq!(code, 21, "no anchors yet: {text}");
    let many = verify(data, Some(&anchors));
    assert_eq!(
        (few.exit_code, many.exit_code),
        (21, 0),
        "{}",
        many.not_checked
    );
    for run in [&few, &many] {
        println!(
            "{} entries verified in {:.1?}, peak memory {} KiB",
            run.entries, run.took, run.peak_kib
        );
        assert_eq!(run.findings, 0);
    }
    // Blocks are written whole, and each chain has an entry that opens it.
    assert!(many.entries >= entries && few.entries < many.entries);
    // Whoever kept the payloads alone would be caught.
    let kept = "SELECT CAST(SUM(LENGTH(payload)) / 1024 AS BIGINT) FROM journal_entry";
    let kept = shop.number(kept).await * (many.entries - few.entries) / many.entries;
    assert!(kept > 2 * NOISE_KIB, "{kept} KiB of payloads more");
    let growth = many.peak_kib - few.peak_kib;
    assert!(
        growth < NOISE_KIB,
        "{growth} KiB more for {} entries more",
        many.entries - few.entries
    );
}

/// What one run of the program did.
struct Run {
    entries: i64,
    findings: usize,
    not_checked: Value,
    exit_code: i32,
    took: Duration,
    peak_kib: i64,
}

/// Runs the program over a data directory.
fn verify(data: &Path, anchors: Option<&Path>) -> Run {
    let began = Instant::now();
    let mut command = vitrine("verify", data);
    command
        .args(["--no-record", "--json"])
        // One arena: how many threads happen to allocate at a time is not what is measured.
        .env("MALLOC_ARENA_MAX", "1")
        .stdout(Stdio::piped())
        .stderr(Stdio::null());
    if let Some(anchors) = anchors {
        command.arg("--anchors").arg(anchors);
    }
    let mut child = command.spawn().unwrap();
    let peak_kib = watch(&mut child);
    let took = began.elapsed();
    let mut text = String::new();
    child
        .stdout
        .take()
        .unwrap()
        .read_to_string(&mut text)
        .unwrap();
    let report: Value = serde_json::from_str(&text).unwrap();
    let chains = report["chains"].as_array().unwrap();
    Run {
        entries: chains
            .iter()
            .map(|chain| chain["entries"].as_i64().unwrap())
            .sum(),
        findings: report["findings"].as_array().unwrap().len(),
        not_checked: report["notChecked"].clone(),
        exit_code: child.wait().unwrap().code().unwrap(),
        took,
        peak_kib,
    }
}

/// The most memory that a process had at any time of its life, in KiB. Its report fits into the pipe.
fn watch(child: &mut Child) -> i64 {
    let status = format!("/proc/{}/status", child.id());
    let mut peak = 0;
    while child.try_wait().unwrap().is_none() {
        let text = std::fs::read_to_string(&status).unwrap_or_default();
        let line = text.lines().find_map(|line| line.strip_prefix("VmHWM:"));
        let figure = line.and_then(|line| line.split_whitespace().next()?.parse().ok());
        peak = figure.unwrap_or(peak);
        std::thread::sleep(Duration::from_millis(5));
    }
    assert!(peak > 0, "the process was never seen");
    peak
}

async fn write_entries(db: &Db, from: i64, to: i64) {
    for first in (from..to).step_by(usize::try_from(BLOCK).unwrap()) {
        db.write((first_key(), first), |tx, (signer, first)| {
            Box::pin(async move {
                for sale in (first / 3)..((first + BLOCK) / 3) {
                    write_sale(tx, signer, sale).await?;
                }
                Ok(())
            })
        })
        .await
        .unwrap();
    }
}

fn id(table: u128, sale: i64) -> Uuid {
    Uuid::from_u128((table << 64) | u128::from(sale.unsigned_abs()))
}

/// Three entries: a line taken out, a sale, a second print of its receipt; and their rows.
async fn write_sale(tx: &mut Tx, signer: &Signer, sale: i64) -> Outcome<()> {
    let at = "2026-01-05T09:00:00Z".parse::<Timestamp>().unwrap() + (sale * 20).seconds();
    let (store_no, terminal_no) = TILLS[usize::try_from(sale % 4).unwrap()];
    let void = json!({
        "code": 1020, "event": "lineVoid", "operatorId": "mei", "basketNo": sale,
        "itemNo": "BAG", "sizeCode": "", "quantity": 1
    });
    let entry = |kind, payload| NewEntry {
        chain_id: terminal_no.to_owned(),
        kind,
        at,
        time_zone: "Europe/Paris".to_owned(),
        business_date: "2026-01-05".parse().unwrap(),
        payload,
        opening: ChainOpening {
            registration_no: "81234567800011".to_owned(),
            vat_no: "FR81812345678".to_owned(),
            store_no: store_no.into(),
            terminal_no: Some(terminal_no.into()),
            software_version: "3.10.51".to_owned(),
        },
    };
    journal::append(tx, signer, entry(Kind::Event, payload(&void)?)).await?;
    let ticket = ticket(sale, store_no, terminal_no);
    let appended = journal::append(tx, signer, entry(Kind::Ticket, payload(&ticket)?)).await?;
    write_order(tx, &ticket, at, appended.seq).await?;
    let copy = ReceiptCopy {
        print_id: id(5, sale),
        order_id: ticket.order_id,
        receipt_no: ticket.receipt_no,
        print_no: 2,
        target: "printer".to_owned(),
        operator_id: "mei".into(),
    };
    tx.execute_one(
        "INSERT INTO receipt_print VALUES ($1, $2, 2, 'printer', 'mei', 0)",
        params![copy.print_id, copy.order_id],
    )
    .await?;
    journal::append(tx, signer, entry(Kind::Copy, payload(&copy)?)).await?;
    Ok(())
}

fn ticket(sale: i64, store_no: &str, terminal_no: &str) -> Ticket {
    let euro = |minor| Money::new(minor, Currency::Eur);
    let (total, vat) = (euro(45_000), euro(7_500));
    Ticket {
        edition: 1,
        software_version: "3.10.51".to_owned(),
        ticket_type: TicketType::Sale,
        store_no: store_no.into(),
        vat_no: "FR81812345678".to_owned(),
        terminal_no: terminal_no.into(),
        operator_id: "mei".into(),
        salesperson_id: "mei".into(),
        salespeople: Vec::new(),
        order_id: OrderId(id(1, sale)),
        order_no: sale,
        receipt_no: format!("R-{sale:09}"),
        customer_id: None,
        currency: Currency::Eur,
        lines: vec![TicketLine {
            line_id: LineId(id(2, sale)),
            item_no: "BR-1".into(),
            size_code: "".into(),
            name: "Méridienne bangle".to_owned(),
            stock_no: None,
            certificate_nos: Vec::new(),
            quantity: 1,
            unit_price: total,
            price_override: None,
            discounts: Vec::new(),
            net: total,
            vat_rate: Rate::percent(20),
            vat_amount: vat,
            below_stock: 0,
            salespeople: Vec::new(),
        }],
        vat: vec![TicketVat {
            vat_rate: Rate::percent(20),
            gross: total,
            vat_amount: vat,
        }],
        discount: None,
        subtotal: total,
        rounding: euro(0),
        total,
        tenders: vec![TicketTender {
            tender_id: TenderId(id(3, sale)),
            tender_code: "CASH".into(),
            amount: total,
            tendered: total,
            change: euro(0),
            foreign: None,
            brand: None,
            last_four: None,
            approval_code: None,
            poi_transaction_id: None,
            reference: None,
            attempt_id: None,
        }],
        pieces: 1,
    }
}

async fn write_order(tx: &mut Tx, ticket: &Ticket, at: Timestamp, seq: i64) -> Outcome<()> {
    let (order, basket) = (ticket.order_id, id(6, ticket.order_no));
    let (store, till) = (&ticket.store_no, &ticket.terminal_no);
    tx.execute_one(
        "INSERT INTO basket (basket_id, store_no, terminal_no, basket_no, state, version, note, \
         opened_by, opened_at, lease_until) \
         VALUES ($1, $2, $3, $4, 'COMPLETED', 1, '', 'mei', $5, $5)",
        params![basket, store, till, ticket.order_no, at],
    )
    .await?;
    tx.execute_one(
        "INSERT INTO sales_order (order_id, store_no, order_no, receipt_no, order_type, terminal_no, basket_id, salesperson_id, salesperson_name, cashier_id, customer_id, currency_code, subtotal, total, rounding, pieces, note, business_date, completed_at, journal_chain, journal_seq, search_text) VALUES ($1, $2, $3, $4, 'SALE', $5, $6, 'mei', 'Mei', 'mei', \
         NULL, 'EUR', 45000, 45000, 0, 1, '', '2026-01-05', $7, $5, $8, '')",
        params![
            order,
            store,
            ticket.order_no,
            &ticket.receipt_no,
            till,
            basket,
            at,
            seq
        ],
    )
    .await?;
    let line = ticket.lines[0].line_id;
    tx.execute_one(
        "INSERT INTO sales_order_line (line_id, order_id, store_no, position, item_no, size_code, name, picture, quantity, unit_price, net, vat_rate, vat_amount, note) VALUES ($1, $2, $3, 1, 'BR-1', '', 'Méridienne bangle', '', \
         1, 45000, 45000, 200000, 7500, '')",
        params![line, order, store],
    )
    .await?;
    let sql = "INSERT INTO sales_order_vat VALUES ($1, 200000, 45000, 7500)";
    tx.execute_one(sql, params![order]).await?;
    let tender = ticket.tenders[0].tender_id;
    tx.execute_one(
        "INSERT INTO sales_order_tender (tender_id, order_id, store_no, position, tender_code, name, amount, tendered, change_given, attempt_id, brand, last_four, approval_code, card_receipt, salesperson_id, business_date, completed_at) VALUES ($1, $2, $3, 1, 'CASH', 'Cash', 45000, 45000, 0, \
         NULL, NULL, NULL, NULL, NULL, 'mei', '2026-01-05', $4)",
        params![tender, order, store, at],
    )
    .await?;
    Ok(())
}
