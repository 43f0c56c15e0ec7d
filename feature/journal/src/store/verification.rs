//! What a verification reads, page by page. Each page is one consistent state of the store; entries
//! and tables that are compared are read in the same one, so that sales may go on meanwhile.

use std::collections::BTreeSet;

use kernel::Rate;
use kernel::id::OrderId;
use serde::Deserialize;
use shell::db::{DbError, Row};
use shell::{Outcome, Tx, params};
use uuid::Uuid;

use crate::record::ReceiptCopy;
use crate::rule::StoredEntry;
use crate::rule::entry::utc_text;
use crate::rule::finding::{Code, Finding};
use crate::rule::kind::Kind;
use crate::rule::live::{CardTender, Facts, LiveOrder, rate_text};
use crate::rule::tail::Tail;
use crate::store::counter_scope;

/// How many entries one read brings.
pub(crate) const ENTRIES_MAX: i64 = 2_000;
/// How many orders, prints or stock figures one read brings.
pub(crate) const ROWS_MAX: i64 = 500;

/// The names of all chains that anything in the store knows of.
pub(crate) async fn list_chains(tx: &mut Tx) -> Outcome<BTreeSet<String>> {
    let mut chains = BTreeSet::new();
    // From name to name along the primary key: chains are few and entries are many.
    let mut sql = "SELECT MIN(chain_id) FROM journal_entry WHERE chain_id >= $1";
    let mut last = String::new();
    while let Some(chain) = tx
        .query_one(sql, params![&last])
        .await?
        .read::<Option<String>>()?
    {
        last.clone_from(&chain);
        chains.insert(chain);
        sql = "SELECT MIN(chain_id) FROM journal_entry WHERE chain_id > $1";
    }
    for mut row in tx
        .query("SELECT chain_id FROM journal_head", params![])
        .await?
    {
        chains.insert(row.read()?);
    }
    let prefix = counter_scope("");
    for mut row in tx
        .query("SELECT DISTINCT scope FROM counter", params![])
        .await?
    {
        let scope: String = row.read()?;
        chains.extend(scope.strip_prefix(&prefix).map(str::to_owned));
    }
    Ok(chains)
}

/// Entries of a chain.
pub(crate) struct EntryPage {
    /// The entries; for one that cannot be read its place and why.
    pub(crate) rows: Vec<Result<StoredEntry, (i64, String)>>,
    /// What the tables say of the chain, when this is its last page.
    pub(crate) tail: Option<Tail>,
    /// Entries whose order or print the tables do not hold.
    pub(crate) orphans: Vec<Finding>,
}

/// The entries of a chain after a place.
pub(crate) async fn read_entries(tx: &mut Tx, chain: &str, after: i64) -> Outcome<EntryPage> {
    let found = tx
        .query(
            "SELECT seq, chain_id, kind, kind_seq, format, at_utc, at_local, time_zone, \
             business_date, payload, payload_hash, prev_hash, hash, key_id, signature \
             FROM journal_entry WHERE chain_id = $1 AND seq > $2 ORDER BY seq LIMIT $3",
            params![chain, after, ENTRIES_MAX],
        )
        .await?;
    let is_last = (found.len() as u64) < ENTRIES_MAX.unsigned_abs();
    let mut page = EntryPage {
        rows: Vec::with_capacity(found.len()),
        tail: None,
        orphans: Vec::new(),
    };
    for mut row in found {
        let seq = row.read()?;
        let entry = read_entry(seq, &mut row).map_err(|error| (seq, error.to_string()));
        if let Ok(entry) = &entry {
            page.orphans.extend(find_orphan(tx, entry).await?);
        }
        page.rows.push(entry);
    }
    if is_last {
        page.tail = Some(read_tail(tx, chain).await?);
    }
    Ok(page)
}

fn read_entry(seq: i64, row: &mut Row) -> Result<StoredEntry, DbError> {
    Ok(StoredEntry {
        seq,
        chain_id: row.read()?,
        kind: row.read()?,
        kind_seq: row.read()?,
        format: row.read()?,
        at_utc: row.read()?,
        at_local: row.read()?,
        time_zone: row.read()?,
        business_date: row.read()?,
        payload: row.read()?,
        payload_hash: row.read()?,
        prev_hash: row.read()?,
        hash: row.read()?,
        key_id: row.read()?,
        signature: row.read()?,
    })
}

async fn read_tail(tx: &mut Tx, chain: &str) -> Outcome<Tail> {
    let mut tail = Tail::default();
    let head = tx
        .query_opt(
            "SELECT seq, hash FROM journal_head WHERE chain_id = $1",
            params![chain],
        )
        .await?;
    if let Some(mut row) = head {
        tail.head = Some((row.read()?, row.read()?));
    }
    for mut row in tx
        .query(
            "SELECT name, value FROM counter WHERE scope = $1",
            params![counter_scope(chain)],
        )
        .await?
    {
        tail.counters.push((row.read()?, row.read()?));
    }
    tail.entries = tx
        .query_one(
            "SELECT COUNT(*) FROM journal_entry WHERE chain_id = $1",
            params![chain],
        )
        .await?
        .read()?;
    Ok(tail)
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct TicketOrder {
    order_id: OrderId,
}

/// A finding when the table does not hold what a ticket or copy entry is about.
async fn find_orphan(tx: &mut Tx, entry: &StoredEntry) -> Outcome<Option<Finding>> {
    let (what, expected, found) = match Kind::parse(&entry.kind) {
        Some(Kind::Ticket) => {
            let Ok(ticket) = serde_json::from_slice::<TicketOrder>(&entry.payload) else {
                return Ok(Some(orphan(entry, "payload", "a ticket", "none")));
            };
            let here = format!("the ticket of {} at {}", entry.chain_id, entry.seq);
            let row = tx
                .query_opt(
                    "SELECT journal_chain, journal_seq FROM sales_order WHERE order_id = $1",
                    params![ticket.order_id],
                )
                .await?;
            let found = match row {
                None => "no row".to_owned(),
                Some(mut row) => {
                    let (chain, seq): (String, i64) = (row.read()?, row.read()?);
                    format!("the ticket of {chain} at {seq}")
                }
            };
            (format!("sales_order {}", ticket.order_id), here, found)
        }
        Some(Kind::Copy) => {
            let Ok(copy) = serde_json::from_slice::<ReceiptCopy>(&entry.payload) else {
                return Ok(Some(orphan(entry, "payload", "a copy", "none")));
            };
            let row = tx
                .query_opt(
                    "SELECT order_id, print_no FROM receipt_print WHERE print_id = $1",
                    params![copy.print_id],
                )
                .await?;
            let found = match row {
                None => "no row".to_owned(),
                Some(mut row) => print_text(row.read()?, row.read()?),
            };
            let expected = print_text(copy.order_id, copy.print_no);
            (format!("receipt_print {}", copy.print_id), expected, found)
        }
        _ => return Ok(None),
    };
    Ok((expected != found).then(|| orphan(entry, &what, &expected, &found)))
}

fn print_text(order_id: OrderId, print_no: i64) -> String {
    format!("print {print_no} of order {order_id}")
}

fn orphan(entry: &StoredEntry, what: &str, expected: &str, found: &str) -> Finding {
    Finding {
        code: Code::TableDiffers,
        chain: entry.chain_id.clone(),
        seq: Some(entry.seq),
        what: what.to_owned(),
        expected: expected.to_owned(),
        found: found.to_owned(),
    }
}

/// The entry that an order points at.
pub(crate) struct OrderEntry {
    pub(crate) kind: String,
    pub(crate) business_date: String,
    pub(crate) at_utc: String,
    pub(crate) payload: Vec<u8>,
}

/// Orders after one, each with the entry that it points at.
pub(crate) async fn read_orders(
    tx: &mut Tx,
    after: Uuid,
) -> Outcome<Vec<(LiveOrder, Option<OrderEntry>)>> {
    let rows = tx
        .query(
            "SELECT o.order_id, o.journal_chain, o.journal_seq, o.basket_id, o.currency_code, \
             o.order_no, o.receipt_no, o.store_no, o.terminal_no, o.cashier_id, \
             o.salesperson_id, o.customer_id, o.business_date, o.completed_at, o.pieces, \
             o.subtotal, o.rounding, o.total, e.kind, e.business_date, e.at_utc, e.payload \
             FROM sales_order o LEFT JOIN journal_entry e \
             ON e.chain_id = o.journal_chain AND e.seq = o.journal_seq \
             WHERE o.order_id > $1 ORDER BY o.order_id LIMIT $2",
            params![after, ROWS_MAX],
        )
        .await?;
    let mut orders = Vec::with_capacity(rows.len());
    for mut row in rows {
        orders.push(read_order(tx, &mut row).await?);
    }
    Ok(orders)
}

async fn read_order(tx: &mut Tx, row: &mut Row) -> Outcome<(LiveOrder, Option<OrderEntry>)> {
    let mut order = LiveOrder {
        order_id: row.read()?,
        chain: row.read()?,
        seq: row.read()?,
        facts: Facts::new(),
        cards: Vec::new(),
    };
    let basket_id: Uuid = row.read()?;
    let currency: String = row.read()?;
    let facts = &mut order.facts;
    let mut put = |name: &str, value: String| facts.insert(name.to_owned(), value);
    put("orderId", order.order_id.to_string());
    put("orderNo", row.read::<i64>()?.to_string());
    for name in [
        "receiptNo",
        "storeNo",
        "terminalNo",
        "operatorId",
        "salespersonId",
    ] {
        put(name, row.read()?);
    }
    let customer: Option<Uuid> = row.read()?;
    put(
        "customerId",
        customer.map_or_else(String::new, |id| id.to_string()),
    );
    put("businessDate", row.read()?);
    put("completedAt", utc_text(row.read()?));
    put("pieces", row.read::<i64>()?.to_string());
    for name in ["subtotal", "rounding", "total"] {
        put(name, format!("{} {currency}", row.read::<i64>()?));
    }
    put("currency", currency.clone());
    let entry = match row.read::<Option<String>>()? {
        None => None,
        Some(kind) => Some(OrderEntry {
            kind,
            business_date: row.read()?,
            at_utc: row.read()?,
            payload: row.read()?,
        }),
    };
    add_lines(tx, &mut order, &currency).await?;
    add_vat(tx, &mut order, &currency).await?;
    add_tenders(tx, &mut order, basket_id, &currency).await?;
    Ok((order, entry))
}

async fn add_lines(tx: &mut Tx, order: &mut LiveOrder, currency: &str) -> Outcome<()> {
    let rows = tx
        .query(
            "SELECT line_id, item_no, size_code, name, quantity, vat_rate, unit_price, net, \
             vat_amount FROM sales_order_line WHERE order_id = $1 ORDER BY position",
            params![order.order_id],
        )
        .await?;
    for (position, mut row) in rows.into_iter().enumerate() {
        let mut put = |name: &str, value: String| {
            order
                .facts
                .insert(format!("lines[{position}].{name}"), value)
        };
        put("lineId", row.read::<Uuid>()?.to_string());
        for name in ["itemNo", "sizeCode", "name"] {
            put(name, row.read()?);
        }
        put("quantity", row.read::<i64>()?.to_string());
        put("vatRate", rate_text(Rate(row.read()?)));
        for name in ["unitPrice", "net", "vatAmount"] {
            put(name, format!("{} {currency}", row.read::<i64>()?));
        }
    }
    Ok(())
}

async fn add_vat(tx: &mut Tx, order: &mut LiveOrder, currency: &str) -> Outcome<()> {
    let rows = tx
        .query(
            "SELECT vat_rate, gross, vat_amount FROM sales_order_vat WHERE order_id = $1",
            params![order.order_id],
        )
        .await?;
    for mut row in rows {
        let rate = rate_text(Rate(row.read()?));
        for name in ["gross", "vatAmount"] {
            let amount = format!("{} {currency}", row.read::<i64>()?);
            order.facts.insert(format!("vat[{rate}].{name}"), amount);
        }
    }
    Ok(())
}

async fn add_tenders(
    tx: &mut Tx,
    order: &mut LiveOrder,
    basket_id: Uuid,
    currency: &str,
) -> Outcome<()> {
    let rows = tx
        .query(
            "SELECT t.tender_id, t.tender_code, t.brand, t.last_four, t.approval_code, \
             t.attempt_id, t.amount, t.tendered, t.change_given, d.tender_type, \
             a.state, a.kind, a.approved_amount \
             FROM sales_order_tender t LEFT JOIN tender d ON d.tender_code = t.tender_code \
             LEFT JOIN payment_attempt a ON a.attempt_id = t.attempt_id \
             AND a.basket_id = $2 AND a.currency_code = $3 \
             WHERE t.order_id = $1 ORDER BY t.position",
            params![order.order_id, basket_id, currency],
        )
        .await?;
    for (position, mut row) in rows.into_iter().enumerate() {
        let mut put = |name: &str, value: String| {
            order
                .facts
                .insert(format!("tenders[{position}].{name}"), value)
        };
        put("tenderId", row.read::<Uuid>()?.to_string());
        put("tenderCode", row.read()?);
        for name in ["brand", "lastFour", "approvalCode"] {
            put(name, row.read::<Option<String>>()?.unwrap_or_default());
        }
        let attempt: Option<Uuid> = row.read()?;
        put(
            "attemptId",
            attempt.map_or_else(String::new, |id| id.to_string()),
        );
        let amounts: [i64; 3] = [row.read()?, row.read()?, row.read()?];
        for (name, amount) in ["amount", "tendered", "change"].into_iter().zip(amounts) {
            put(name, format!("{amount} {currency}"));
        }
        let is_card = row.read::<Option<String>>()?.as_deref() == Some("CARD");
        if is_card || attempt.is_some() {
            let (state, kind): (Option<String>, Option<String>) = (row.read()?, row.read()?);
            let approved = row.read()?;
            order.cards.push(CardTender {
                position,
                amount: amounts[0],
                attempt: state.zip(kind).map(|(state, kind)| (state, kind, approved)),
            });
        }
    }
    Ok(())
}

/// The prints from the second of each receipt on, after one.
pub(crate) async fn read_copies(tx: &mut Tx, after: Uuid) -> Outcome<Vec<Uuid>> {
    let rows = tx
        .query(
            "SELECT print_id FROM receipt_print WHERE print_no >= 2 AND print_id > $1 \
             ORDER BY print_id LIMIT $2",
            params![after, ROWS_MAX],
        )
        .await?;
    rows.into_iter().map(|mut row| Ok(row.read()?)).collect()
}
