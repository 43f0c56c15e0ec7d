//! A sale as verification meets it: what the journal was told of it, and the rows that it is compared with.

use jiff::Timestamp;
use journal::{
    ChainOpening, Event, Kind, NewEntry, ReceiptCopy, Scene, Signer, Ticket, TicketLine,
    TicketTender, TicketType, TicketVat, payload,
};
use kernel::id::{LineId, OrderId, StaffId, StoreNo, TenderId, TerminalNo};
use kernel::{Currency, Money, Rate};
use shell::Outcome;
use shell::db::{Tx, params};
use shell::http::VERSION;
use uuid::Uuid;

use crate::data::{self, STORE};

/// How many entries a sale leaves: a line that was taken out, the sale, a second print of its receipt.
pub(super) const ENTRIES: usize = 3;
const SELLER: &str = "seller";
const TIME_ZONE: &str = "Europe/Paris";
const TOTAL: i64 = 45_000;
const VAT: i64 = 7_500;
/// As the books keep 20 %.
const VAT_RATE: i64 = 200_000;

/// Writes the sale of a number at a till.
pub(super) async fn write(
    tx: &mut Tx,
    signer: &Signer,
    (terminal_no, number): (&TerminalNo, usize),
    at: Timestamp,
) -> Outcome<()> {
    let store_no = StoreNo(STORE.to_owned());
    let operator: StaffId = SELLER.into();
    let scene = Scene {
        store_no: &store_no,
        terminal_no: Some(terminal_no),
        operator: Some(&operator),
        at,
    };
    let ticket = ticket(number, terminal_no);
    let void = Event::LineVoid {
        basket_no: ticket.order_no,
        item_no: ticket.lines[0].item_no.0.clone(),
        size_code: String::new(),
        quantity: 1,
    };
    journal::record_event(tx, signer, &scene, &void).await?;
    let entry = |kind, payload| NewEntry {
        chain_id: terminal_no.0.clone(),
        kind,
        at,
        time_zone: TIME_ZONE.to_owned(),
        business_date: date(at),
        payload,
        // The event before has opened the chain.
        opening: ChainOpening {
            registration_no: String::new(),
            vat_no: ticket.vat_no.clone(),
            store_no: store_no.clone(),
            terminal_no: Some(terminal_no.clone()),
            software_version: VERSION.to_owned(),
        },
    };
    let told = journal::append(tx, signer, entry(Kind::Ticket, payload(&ticket)?)).await?;
    write_order(tx, &ticket, at, told.seq).await?;
    let copy = ReceiptCopy {
        print_id: Uuid::now_v7(),
        order_id: ticket.order_id,
        receipt_no: ticket.receipt_no,
        print_no: 2,
        target: "printer".to_owned(),
        operator_id: operator,
    };
    tx.execute_one(
        "INSERT INTO receipt_print VALUES ($1, $2, 2, 'printer', $3, $4)",
        params![copy.print_id, copy.order_id, SELLER, at],
    )
    .await?;
    journal::append(tx, signer, entry(Kind::Copy, payload(&copy)?)).await?;
    Ok(())
}

fn date(at: Timestamp) -> jiff::civil::Date {
    let zone = jiff::tz::TimeZone::get(TIME_ZONE);
    at.to_zoned(zone.unwrap_or(jiff::tz::TimeZone::UTC)).date()
}

fn ticket(number: usize, terminal_no: &TerminalNo) -> Ticket {
    let euro = |minor| Money::new(minor, Currency::Eur);
    let order_no = i64::try_from(number).unwrap_or_default();
    Ticket {
        edition: 1,
        software_version: VERSION.to_owned(),
        ticket_type: TicketType::Sale,
        store_no: StoreNo(STORE.to_owned()),
        vat_no: "FR81812345678".to_owned(),
        terminal_no: terminal_no.clone(),
        operator_id: SELLER.into(),
        salesperson_id: SELLER.into(),
        salespeople: Vec::new(),
        order_id: OrderId(Uuid::now_v7()),
        order_no,
        receipt_no: format!("R-{number:09}"),
        customer_id: None,
        currency: Currency::Eur,
        lines: vec![TicketLine {
            line_id: LineId(Uuid::now_v7()),
            item_no: data::item_no(number).as_str().into(),
            size_code: "".into(),
            name: "Aurore ring, opal".to_owned(),
            stock_no: None,
            certificate_nos: Vec::new(),
            quantity: 1,
            unit_price: euro(TOTAL),
            price_override: None,
            discounts: Vec::new(),
            net: euro(TOTAL),
            vat_rate: Rate::percent(20),
            vat_amount: euro(VAT),
            below_stock: 0,
            salespeople: Vec::new(),
        }],
        vat: vec![TicketVat {
            vat_rate: Rate::percent(20),
            gross: euro(TOTAL),
            vat_amount: euro(VAT),
        }],
        discount: None,
        subtotal: euro(TOTAL),
        rounding: euro(0),
        total: euro(TOTAL),
        tenders: vec![TicketTender {
            tender_id: TenderId(Uuid::now_v7()),
            tender_code: "CASH".into(),
            amount: euro(TOTAL),
            tendered: euro(TOTAL),
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
    let (order, basket) = (ticket.order_id, Uuid::now_v7());
    let (store, till, on) = (&ticket.store_no, &ticket.terminal_no, date(at));
    tx.execute_one(
        "INSERT INTO basket (basket_id, store_no, terminal_no, basket_no, state, version, note, \
         opened_by, opened_at, lease_until) \
         VALUES ($1, $2, $3, $4, 'COMPLETED', 1, '', $5, $6, $6)",
        params![basket, store, till, ticket.order_no, SELLER, at],
    )
    .await?;
    tx.execute_one(
        "INSERT INTO sales_order (order_id, store_no, order_no, receipt_no, order_type, \
         terminal_no, basket_id, salesperson_id, salesperson_name, cashier_id, customer_id, \
         currency_code, subtotal, total, rounding, pieces, note, business_date, completed_at, \
         journal_chain, journal_seq, search_text) \
         VALUES ($1, $2, $3, $4, 'SALE', $5, $6, $7, '', $7, NULL, 'EUR', $8, $8, 0, 1, '', $9, \
         $10, $5, $11, '')",
        params![
            order,
            store,
            ticket.order_no,
            &ticket.receipt_no,
            till,
            basket,
            SELLER,
            TOTAL,
            on,
            at,
            seq
        ],
    )
    .await?;
    let line = &ticket.lines[0];
    tx.execute_one(
        "INSERT INTO sales_order_line (line_id, order_id, store_no, position, item_no, size_code, \
         name, picture, quantity, unit_price, net, vat_rate, vat_amount, note) \
         VALUES ($1, $2, $3, 1, $4, '', $5, '', 1, $6, $6, $7, $8, '')",
        params![
            line.line_id,
            order,
            store,
            &line.item_no,
            &line.name,
            TOTAL,
            VAT_RATE,
            VAT
        ],
    )
    .await?;
    tx.execute_one(
        "INSERT INTO sales_order_vat VALUES ($1, $2, $3, $4)",
        params![order, VAT_RATE, TOTAL, VAT],
    )
    .await?;
    tx.execute_one(
        "INSERT INTO sales_order_tender (tender_id, order_id, store_no, position, tender_code, \
         name, amount, tendered, change_given, attempt_id, brand, last_four, approval_code, \
         card_receipt, salesperson_id, business_date, completed_at) \
         VALUES ($1, $2, $3, 1, 'CASH', 'Cash', $4, $4, 0, NULL, NULL, NULL, NULL, NULL, $5, $6, $7)",
        params![
            ticket.tenders[0].tender_id,
            order,
            store,
            TOTAL,
            SELLER,
            on,
            at
        ],
    )
    .await?;
    Ok(())
}
