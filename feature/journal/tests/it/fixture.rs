//! A journal of 1,000 entries with the tables that belong to it, and the means to tamper with it.

use std::path::{Path, PathBuf};
use std::sync::OnceLock;

use jiff::ToSpan;
use journal::rule::StoredEntry;
use journal::{
    Anchor, Kind, NewEntry, ReceiptCopy, Report, Signer, Ticket, TicketLine, TicketTender,
    TicketType, TicketVat, VerifyOptions, append, change_key, payload, verify,
};
use kernel::id::{AttemptId, LineId, OrderId, TenderId};
use kernel::{Currency, Money, Rate};
use rusqlite::Connection;
use serde_json::json;
use shell::Db;
use uuid::Uuid;

use crate::support::{CHAIN, Shop, new_entry};

/// How many entries the chain of the till has.
pub(crate) const ENTRIES: i64 = 1_000;
/// The place of the entry that hands the chain to another key.
pub(crate) const KEY_SEQ: i64 = 700;
/// A ticket paid by card, far from the ends and from the change of the key.
pub(crate) const TICKET_SEQ: i64 = 502;

/// The key that signs up to [`KEY_SEQ`].
pub(crate) fn first_key() -> Signer {
    Signer::new(&[7; 32])
}

/// The key that signs after it, which is the one in the key file.
pub(crate) fn present_key() -> Signer {
    Signer::new(&[8; 32])
}

pub(crate) fn id(table: u128, seq: i64) -> Uuid {
    Uuid::from_u128((table << 64) | seq.unsigned_abs() as u128)
}

fn euro(minor: i64) -> Money {
    Money::new(minor, Currency::Eur)
}

fn is_card(seq: i64) -> bool {
    seq % 2 == 0
}

/// What stands at a place of the chain.
fn kind_at(seq: i64) -> Kind {
    match seq {
        KEY_SEQ => Kind::Key,
        _ if seq % 10 == 5 => Kind::Event,
        _ if seq % 10 == 9 => Kind::Copy,
        _ => Kind::Ticket,
    }
}

pub(crate) fn ticket_at(seq: i64) -> Ticket {
    let total = euro(14_900 + seq);
    let vat = euro(2_483);
    let card = |text: &str| is_card(seq).then(|| text.to_owned());
    Ticket {
        edition: 1,
        software_version: "3.10.51".to_owned(),
        ticket_type: TicketType::Sale,
        store_no: "PAR01".into(),
        vat_no: "FR00123456789".to_owned(),
        terminal_no: "PAR01-T1".into(),
        operator_id: "S1001".into(),
        salesperson_id: "S1002".into(),
        salespeople: Vec::new(),
        order_id: OrderId(id(1, seq)),
        order_no: seq,
        receipt_no: format!("R-PAR01-{seq:06}"),
        customer_id: None,
        currency: Currency::Eur,
        lines: vec![TicketLine {
            line_id: LineId(id(2, seq)),
            item_no: "BR-1042".into(),
            size_code: "".into(),
            name: "Bracelet é".to_owned(),
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
            tender_id: TenderId(id(3, seq)),
            tender_code: if is_card(seq) { "VISA" } else { "CASH" }.into(),
            amount: total,
            tendered: total,
            change: euro(0),
            foreign: None,
            brand: card("VISA"),
            last_four: card("4242"),
            approval_code: card("A1B2C3"),
            poi_transaction_id: card("poi-1"),
            reference: None,
            attempt_id: is_card(seq).then(|| AttemptId(id(4, seq))),
        }],
        pieces: 1,
    }
}

fn entry_at(seq: i64) -> NewEntry {
    let kind = kind_at(seq);
    let mut entry = new_entry(CHAIN, kind, &json!({"code": 40}));
    entry.at += (30 * seq).seconds();
    entry.payload = match kind {
        Kind::Ticket => payload(&ticket_at(seq)).unwrap(),
        Kind::Copy => payload(&ReceiptCopy {
            print_id: id(5, seq),
            order_id: OrderId(id(1, seq - 1)),
            receipt_no: format!("R-PAR01-{:06}", seq - 1),
            print_no: 2,
            target: "printer".to_owned(),
            operator_id: "S1001".into(),
        })
        .unwrap(),
        _ => entry.payload,
    };
    entry
}

/// Writes a journal whose chain is opened by `first` and handed to `second`.
pub(crate) async fn write_journal(shop: &Shop, first: &Signer, second: &Signer) {
    let entries: Vec<NewEntry> = (2..=ENTRIES).map(entry_at).collect();
    shop.db
        .write(
            (first.clone(), second.clone(), entries),
            |tx, (first, second, entries)| {
                Box::pin(async move {
                    for (entry, seq) in entries.iter().zip(2_i64..) {
                        let signer = if seq > KEY_SEQ { second } else { first };
                        if entry.kind == Kind::Key {
                            change_key(tx, first, second, entry.clone()).await?;
                        } else {
                            append(tx, signer, entry.clone()).await?;
                        }
                    }
                    let other = NewEntry {
                        chain_id: "PAR01".to_owned(),
                        ..entries[3].clone()
                    };
                    append(tx, second, other).await?;
                    Ok(())
                })
            },
        )
        .await
        .unwrap();
    write_tables(&connect(&shop.path()));
}

fn write_tables(connection: &Connection) {
    connection.execute_batch("BEGIN").unwrap();
    for (code, kind) in [("VISA", "CARD"), ("CASH", "CASH")] {
        let sql = "INSERT INTO tender (tender_code, name, tender_type, over_tender_allowed, \
             maximum_over_tender, under_tender_allowed, opens_drawer, counting_required) VALUES (?1, ?1, ?2, FALSE, NULL, FALSE, FALSE, TRUE)";
        connection.execute(sql, (code, kind)).unwrap();
    }
    for seq in 2..=ENTRIES {
        match kind_at(seq) {
            Kind::Ticket => write_order(connection, seq),
            Kind::Copy => write_print(connection, id(5, seq), id(1, seq - 1), 2),
            _ => {}
        }
    }
    connection
        .execute_batch(
            "INSERT INTO stock VALUES ('PAR01', 'BR-1042', '', 10, 2, 1, 0);
             INSERT INTO stock_ledger VALUES
             (x'01', 'PAR01', 'BR-1042', '', 'ON_HAND', 12, 'RECEIVE', 'D1', NULL, 'S', 'd', 0),
             (x'02', 'PAR01', 'BR-1042', '', 'ON_HAND', -2, 'SALE', 'D2', NULL, 'S', 'd', 0),
             (x'03', 'PAR01', 'BR-1042', '', 'QUARANTINE', 1, 'RECEIVE', 'D1', NULL, 'S', 'd', 0);
             INSERT INTO stock_lease VALUES
             (x'01', x'01', 'PAR01', 'PAR01-T1', 'BR-1042', '', 2, 'S', 0);
             COMMIT",
        )
        .unwrap();
}

pub(crate) fn write_print(connection: &Connection, print_id: Uuid, order_id: Uuid, print_no: i64) {
    let sql = "INSERT INTO receipt_print VALUES (?1, ?2, ?3, 'printer', 'S1001', 0)";
    let row = (print_id.as_bytes(), order_id.as_bytes(), print_no);
    connection.execute(sql, row).unwrap();
}

fn write_order(connection: &Connection, seq: i64) {
    write_ticket(connection, seq, &entry_at(seq), seq);
}

/// Writes the tables of the ticket of a number, whose entry stands at `seq`.
pub(crate) fn write_ticket(connection: &Connection, number: i64, entry: &NewEntry, seq: i64) {
    let ticket = ticket_at(number);
    let (order, basket, total) = (id(1, number), id(6, number), ticket.total.minor);
    let date = entry.business_date.to_string();
    let attempt = ticket.tenders[0].attempt_id.map(|attempt| attempt.0);
    let attempt = attempt
        .as_ref()
        .map(|attempt| attempt.as_bytes().as_slice());
    let code = &ticket.tenders[0].tender_code.0;
    let run = |sql: &str, row: &[&dyn rusqlite::ToSql]| connection.execute(sql, row).unwrap();
    run(
        "INSERT INTO sales_order (order_id, store_no, order_no, receipt_no, order_type, terminal_no, basket_id, salesperson_id, salesperson_name, cashier_id, customer_id, currency_code, subtotal, total, rounding, pieces, note, business_date, completed_at, journal_chain, journal_seq, search_text) VALUES (?1, 'PAR01', ?2, ?3, 'SALE', ?7, ?4, 'S1002', \
         'Mei', 'S1001', NULL, 'EUR', ?5, ?5, 0, 1, '', ?9, ?6, ?7, ?8, '')",
        &[
            &order.as_bytes(),
            &number,
            &ticket.receipt_no,
            &basket.as_bytes(),
            &total,
            &entry.at.as_microsecond(),
            &entry.chain_id,
            &seq,
            &date,
        ],
    );
    run(
        "INSERT INTO sales_order_line (line_id, order_id, store_no, position, item_no, size_code, name, picture, quantity, unit_price, net, vat_rate, vat_amount, note) VALUES (?1, ?2, 'PAR01', 1, 'BR-1042', '', 'Bracelet é', \
         '', 1, ?3, ?3, 200000, 2483, '')",
        &[&id(2, number).as_bytes(), &order.as_bytes(), &total],
    );
    run(
        "INSERT INTO sales_order_vat VALUES (?1, 200000, ?2, 2483)",
        &[&order.as_bytes(), &total],
    );
    let card = |text: &'static str| is_card(number).then_some(text);
    run(
        "INSERT INTO sales_order_tender (tender_id, order_id, store_no, position, tender_code, name, amount, tendered, change_given, attempt_id, brand, last_four, approval_code, card_receipt, salesperson_id, business_date, completed_at) VALUES (?1, ?2, 'PAR01', 1, ?3, ?3, ?4, ?4, 0, ?5, ?6, \
         ?7, ?8, NULL, 'S1002', ?10, ?9)",
        &[
            &id(3, number).as_bytes(),
            &order.as_bytes(),
            code,
            &total,
            &attempt,
            &card("VISA"),
            &card("4242"),
            &card("A1B2C3"),
            &entry.at.as_microsecond(),
            &date,
        ],
    );
    if let Some(attempt) = attempt {
        run(
            "INSERT INTO payment_attempt (attempt_id, store_no, terminal_no, basket_id, \
             tender_code, kind, amount, currency_code, state, is_live, sale_id, service_id, \
             transaction_id, device_sn, created_at, steps, approved_amount, started_by, \
             reversal_tries) \
             VALUES (?1, 'PAR01', 'PAR01-T1', ?2, 'VISA', 'PAYMENT', ?3, 'EUR', 'APPROVED', \
             FALSE, ?4, ?4, '', '', 0, '', ?3, 'S1001', 0)",
            &[&attempt, &basket.as_bytes(), &total, &ticket.receipt_no],
        );
    }
    // A first print belongs to its ticket and needs no entry.
    write_print(connection, id(7, number), order, 1);
}

/// A connection that may do what the product may not.
pub(crate) fn connect(path: &Path) -> Connection {
    let connection = Connection::open(path).unwrap();
    connection
        .execute_batch("PRAGMA foreign_keys = OFF")
        .unwrap();
    let guards: Vec<String> = connection
        .prepare("SELECT 'DROP TRIGGER ' || name FROM sqlite_master WHERE type = 'trigger'")
        .unwrap()
        .query_map([], |row| row.get(0))
        .unwrap()
        .map(Result::unwrap)
        .collect();
    connection.execute_batch(&guards.join(";")).unwrap();
    connection
        .execute_batch("DROP INDEX IF EXISTS journal_entry_by_kind")
        .unwrap();
    connection
}

/// The untouched journal, written once for all tests.
fn pristine() -> &'static Path {
    static FILE: OnceLock<(tempfile::TempDir, PathBuf)> = OnceLock::new();
    &FILE
        .get_or_init(|| {
            std::thread::spawn(|| {
                let runtime = tokio::runtime::Runtime::new().unwrap();
                runtime.block_on(async {
                    let shop = Shop::open().await;
                    write_journal(&shop, &first_key(), &present_key()).await;
                    let directory = tempfile::tempdir().unwrap();
                    let file = directory.path().join("pristine.db");
                    let copy = format!("VACUUM INTO '{}'", file.display());
                    connect(&shop.path()).execute_batch(&copy).unwrap();
                    (directory, file)
                })
            })
            .join()
            .unwrap()
        })
        .1
}

/// A copy of the journal that a test may tamper with.
pub(crate) struct Tampered {
    directory: tempfile::TempDir,
}

impl Tampered {
    pub(crate) fn new() -> Self {
        let directory = tempfile::tempdir().unwrap();
        std::fs::copy(pristine(), directory.path().join("vitrine.db")).unwrap();
        Self { directory }
    }

    pub(crate) fn path(&self) -> PathBuf {
        self.directory.path().join("vitrine.db")
    }

    pub(crate) fn run(self, sql: &str) -> Self {
        connect(&self.path())
            .execute_batch(sql)
            .unwrap_or_else(|error| panic!("{sql}: {error}"));
        self
    }

    /// Rewrites the entries of the till from `first` on.
    pub(crate) fn rewrite(self, first: i64, change: impl Fn(&mut Vec<StoredEntry>)) -> Self {
        let connection = connect(&self.path());
        let mut entries = read_entries(&connection, first);
        change(&mut entries);
        connection
            .execute(
                "DELETE FROM journal_entry WHERE chain_id = ?1 AND seq >= ?2",
                (CHAIN, first),
            )
            .unwrap();
        for entry in &entries {
            insert_entry(&connection, entry);
        }
        let last = entries.last().unwrap();
        let head = "UPDATE journal_head SET seq = ?2, hash = ?3 WHERE chain_id = ?1";
        connection
            .execute(head, (CHAIN, last.seq, &last.hash))
            .unwrap();
        self
    }

    pub(crate) async fn verify(&self, options: &VerifyOptions) -> Report {
        let db = Db::open_sqlite(&self.path()).unwrap();
        verify(&db, options).await
    }
}

/// The entries of the till from a place on.
pub(crate) fn read_entries(connection: &Connection, first: i64) -> Vec<StoredEntry> {
    connection
        .prepare("SELECT * FROM journal_entry WHERE chain_id = ?1 AND seq >= ?2 ORDER BY seq")
        .unwrap()
        .query_map((CHAIN, first), |row| {
            Ok(StoredEntry {
                chain_id: row.get(0)?,
                seq: row.get(1)?,
                kind: row.get(2)?,
                kind_seq: row.get(3)?,
                format: row.get(4)?,
                at_utc: row.get(5)?,
                at_local: row.get(6)?,
                time_zone: row.get(7)?,
                business_date: row.get(8)?,
                payload: row.get(9)?,
                payload_hash: row.get(10)?,
                prev_hash: row.get(11)?,
                hash: row.get(12)?,
                key_id: row.get(13)?,
                signature: row.get(14)?,
            })
        })
        .unwrap()
        .map(Result::unwrap)
        .collect()
}

fn insert_entry(connection: &Connection, entry: &StoredEntry) {
    connection
        .execute(
            "INSERT INTO journal_entry VALUES \
             (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12, ?13, ?14, ?15)",
            rusqlite::params![
                entry.chain_id,
                entry.seq,
                entry.kind,
                entry.kind_seq,
                entry.format,
                entry.at_utc,
                entry.at_local,
                entry.time_zone,
                entry.business_date,
                entry.payload,
                entry.payload_hash,
                entry.prev_hash,
                entry.hash,
                entry.key_id,
                entry.signature
            ],
        )
        .unwrap();
}

/// All that a verification can be given.
pub(crate) fn everything() -> VerifyOptions {
    let connection = Connection::open(pristine()).unwrap();
    let anchors = read_entries(&connection, 1)
        .iter()
        .filter(|entry| entry.seq % 250 == 0)
        .map(|entry| Anchor {
            chain: entry.chain_id.clone(),
            seq: entry.seq,
            hash: hex::encode(&entry.hash),
            at: None,
        })
        .collect();
    VerifyOptions {
        trusted_keys: vec![present_key().public_key()],
        anchors: Some(anchors),
    }
}
