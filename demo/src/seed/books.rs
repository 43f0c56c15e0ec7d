//! Past sales in the books: order, tenders, stock and journal, as the till completes a sale.

use std::collections::BTreeMap;

use jiff::SignedDuration;
use journal::{ChainOpening, Kind, NewEntry, Signer, TicketTender};
use sale::rule::basket::BasketState;
use shell::db::{FromRow, Tx, params};
use shell::{Failure, Outcome};

use super::cards;
use super::goods::LEDGER_COLUMNS;
use super::identity;
use super::insert::Insert;
use super::pictures::file_name;
use super::plan::Sale;
use super::settle::tender_of;

/// How long before its end a sale had begun.
const SALE_TAKES: SignedDuration = SignedDuration::from_mins(4);

/// Writes sales that are completed one after the other at each till.
pub(super) async fn write(tx: &mut Tx, signer: &Signer, sales: &[Sale]) -> Outcome<()> {
    if sales.is_empty() {
        return Ok(());
    }
    let mut places = Vec::with_capacity(sales.len());
    for sale in sales {
        places.push(append(tx, signer, sale).await?);
    }
    let kept = Kept::read(tx).await?;
    baskets(tx, sales, &kept).await?;
    orders(tx, sales, &places).await?;
    lines(tx, sales).await?;
    credits(tx, sales).await?;
    vat(tx, sales).await?;
    cards::write(tx, sales).await?;
    tenders(tx, sales).await?;
    take_from_stock(tx, sales).await?;
    ledger(tx, sales).await?;
    counters(tx, sales, &kept).await
}

/// Writes the ticket; gives back its place in the chain of its till.
async fn append(tx: &mut Tx, signer: &Signer, sale: &Sale) -> Outcome<i64> {
    let ticket = &sale.ticket;
    let entry = NewEntry {
        chain_id: ticket.terminal_no.0.clone(),
        kind: Kind::Ticket,
        at: sale.completed_at,
        time_zone: sale.store.time_zone.to_owned(),
        business_date: sale.business_date,
        payload: journal::payload(ticket)?,
        opening: ChainOpening {
            registration_no: sale.registration_no.to_owned(),
            vat_no: ticket.vat_no.clone(),
            store_no: ticket.store_no.clone(),
            terminal_no: Some(ticket.terminal_no.clone()),
            software_version: ticket.software_version.clone(),
        },
    };
    Ok(journal::append(tx, signer, entry).await?.seq)
}

const BASKET_COLUMNS: &[&str] = &[
    "basket_id",
    "store_no",
    "terminal_no",
    "basket_no",
    "state",
    "version",
    "salesperson_id",
    "customer_id",
    "note",
    "opened_by",
    "opened_at",
    "lease_until",
    "due",
    "cashier_id",
];

async fn baskets(tx: &mut Tx, sales: &[Sale], kept: &Kept) -> Outcome<()> {
    let mut insert = Insert::into("basket", BASKET_COLUMNS);
    for sale in sales {
        let ticket = &sale.ticket;
        let opened_at = sale.completed_at - SALE_TAKES;
        let version = i64::try_from(ticket.lines.len()).map_err(Failure::internal)? + 2;
        let values = params![
            sale.basket_id,
            &ticket.store_no,
            &ticket.terminal_no,
            // Of these baskets each became an order.
            ticket.order_no + kept.of(&ticket.store_no.0),
            BasketState::Completed.name(),
            version,
            &ticket.salesperson_id,
            ticket.customer_id,
            "",
            &ticket.operator_id,
            opened_at,
            opened_at + sale::store::LEASE,
            ticket.total.minor,
            &ticket.operator_id
        ];
        insert.row(tx, values).await?;
    }
    insert.finish(tx).await
}

const ORDER_COLUMNS: &[&str] = &[
    "order_id",
    "store_no",
    "order_no",
    "receipt_no",
    "order_type",
    "terminal_no",
    "basket_id",
    "salesperson_id",
    "salesperson_name",
    "cashier_id",
    "customer_id",
    "currency_code",
    "subtotal",
    "total",
    "rounding",
    "pieces",
    "note",
    "business_date",
    "completed_at",
    "journal_chain",
    "journal_seq",
    "search_text",
];

async fn orders(tx: &mut Tx, sales: &[Sale], places: &[i64]) -> Outcome<()> {
    let mut insert = Insert::into("sales_order", ORDER_COLUMNS);
    for (sale, seq) in sales.iter().zip(places) {
        let ticket = &sale.ticket;
        let values = params![
            ticket.order_id,
            &ticket.store_no,
            ticket.order_no,
            &ticket.receipt_no,
            "SALE",
            &ticket.terminal_no,
            sale.basket_id,
            &ticket.salesperson_id,
            &sale.salesperson_name,
            &ticket.operator_id,
            ticket.customer_id,
            ticket.currency.code(),
            ticket.subtotal.minor,
            ticket.total.minor,
            ticket.rounding.minor,
            ticket.pieces,
            "",
            sale.business_date,
            sale.completed_at,
            &ticket.terminal_no,
            *seq,
            &sale.search_text
        ];
        insert.row(tx, values).await?;
    }
    insert.finish(tx).await
}

const LINE_COLUMNS: &[&str] = &[
    "line_id",
    "order_id",
    "store_no",
    "position",
    "item_no",
    "size_code",
    "name",
    "picture",
    "quantity",
    "unit_price",
    "net",
    "vat_rate",
    "vat_amount",
    "note",
];

const CREDIT_COLUMNS: &[&str] = &[
    "order_id", "staff_id", "position", "share", "name", "amount",
];

async fn lines(tx: &mut Tx, sales: &[Sale]) -> Outcome<()> {
    let mut insert = Insert::into("sales_order_line", LINE_COLUMNS);
    for ticket in sales.iter().map(|sale| &sale.ticket) {
        for (position, line) in (1_i64..).zip(&ticket.lines) {
            let values = params![
                line.line_id,
                ticket.order_id,
                &ticket.store_no,
                position,
                &line.item_no,
                &line.size_code,
                &line.name,
                file_name(&line.item_no.0),
                line.quantity,
                line.unit_price.minor,
                line.net.minor,
                line.vat_rate.0,
                line.vat_amount.minor,
                ""
            ];
            insert.row(tx, values).await?;
        }
    }
    insert.finish(tx).await
}

async fn credits(tx: &mut Tx, sales: &[Sale]) -> Outcome<()> {
    let mut insert = Insert::into("sales_order_salesperson", CREDIT_COLUMNS);
    for sale in sales {
        let names = std::iter::once(&sale.salesperson_name).chain(&sale.colleague_name);
        let credits = sale.ticket.salespeople.iter().zip(names);
        for (position, (credit, name)) in (1_i64..).zip(credits) {
            let values = params![
                sale.ticket.order_id,
                &credit.staff_id,
                position,
                credit.share.0,
                name,
                credit.amount.minor
            ];
            insert.row(tx, values).await?;
        }
    }
    insert.finish(tx).await
}

async fn vat(tx: &mut Tx, sales: &[Sale]) -> Outcome<()> {
    let mut insert = Insert::into(
        "sales_order_vat",
        &["order_id", "vat_rate", "gross", "vat_amount"],
    );
    for ticket in sales.iter().map(|sale| &sale.ticket) {
        for vat in &ticket.vat {
            let values = params![
                ticket.order_id,
                vat.vat_rate.0,
                vat.gross.minor,
                vat.vat_amount.minor
            ];
            insert.row(tx, values).await?;
        }
    }
    insert.finish(tx).await
}

const TENDER_COLUMNS: &[&str] = &[
    "tender_id",
    "order_id",
    "store_no",
    "position",
    "tender_code",
    "name",
    "amount",
    "tendered",
    "change_given",
    "attempt_id",
    "brand",
    "last_four",
    "approval_code",
    "salesperson_id",
    "business_date",
    "completed_at",
];

async fn tenders(tx: &mut Tx, sales: &[Sale]) -> Outcome<()> {
    let mut insert = Insert::into("sales_order_tender", TENDER_COLUMNS);
    for sale in sales {
        let ticket = &sale.ticket;
        for (position, tender) in (1_i64..).zip(&ticket.tenders) {
            let values = params![
                tender.tender_id,
                ticket.order_id,
                &ticket.store_no,
                position,
                &tender.tender_code,
                name_of(tender)?,
                tender.amount.minor,
                tender.tendered.minor,
                tender.change.minor,
                tender.attempt_id,
                tender.brand.clone(),
                tender.last_four.clone(),
                tender.approval_code.clone(),
                &ticket.salesperson_id,
                sale.business_date,
                sale.completed_at
            ];
            insert.row(tx, values).await?;
        }
    }
    insert.finish(tx).await
}

fn name_of(tender: &TicketTender) -> Outcome<&'static str> {
    Ok(tender_of(&tender.tender_code.0)?.name)
}

async fn take_from_stock(tx: &mut Tx, sales: &[Sale]) -> Outcome<()> {
    let mut sold: BTreeMap<(&str, &str, &str), i64> = BTreeMap::new();
    for sale in sales {
        for line in &sale.ticket.lines {
            let sku = (
                sale.store.store_no,
                line.item_no.as_str(),
                line.size_code.as_str(),
            );
            *sold.entry(sku).or_default() += line.quantity;
        }
    }
    for ((store_no, item_no, size_code), quantity) in sold {
        tx.execute_one(
            "UPDATE stock SET on_hand = on_hand - $4 WHERE store_no = $1 AND item_no = $2 \
             AND size_code = $3 AND on_hand >= $4",
            params![store_no, item_no, size_code, quantity],
        )
        .await?;
    }
    Ok(())
}

async fn ledger(tx: &mut Tx, sales: &[Sale]) -> Outcome<()> {
    let mut insert = Insert::into("stock_ledger", LEDGER_COLUMNS);
    for sale in sales {
        let ticket = &sale.ticket;
        for line in &ticket.lines {
            let values = params![
                identity::at(sale.completed_at, &format!("sold {}", line.line_id)),
                &ticket.store_no,
                &line.item_no,
                &line.size_code,
                "ON_HAND",
                -line.quantity,
                "SALE",
                &ticket.receipt_no,
                ticket.order_id,
                &ticket.operator_id,
                sale.business_date,
                sale.completed_at
            ];
            insert.row(tx, values).await?;
        }
    }
    insert.finish(tx).await
}

/// How many baskets of each store became no order: they became deposits.
struct Kept(BTreeMap<String, i64>);

impl Kept {
    async fn read(tx: &mut Tx) -> Outcome<Self> {
        let rows = tx
            .query(
                "SELECT b.scope, b.value - COALESCE(o.value, 0) FROM counter b \
                 LEFT JOIN counter o ON o.scope = b.scope AND o.name = 'order' \
                 WHERE b.name = 'basket'",
                params![],
            )
            .await?;
        let rows = rows.into_iter().map(FromRow::from_row);
        Ok(Self(rows.collect::<Outcome<_>>()?))
    }

    fn of(&self, store_no: &str) -> i64 {
        self.0.get(store_no).copied().unwrap_or(0)
    }
}

/// Moves the numbers that people see, so that the next sale goes on without a gap.
async fn counters(tx: &mut Tx, sales: &[Sale], kept: &Kept) -> Outcome<()> {
    let last: BTreeMap<&str, i64> = sales
        .iter()
        .map(|sale| (sale.store.store_no, sale.ticket.order_no))
        .collect();
    for (store_no, number) in last {
        for (name, number) in [("order", number), ("basket", number + kept.of(store_no))] {
            tx.execute_one(
                "INSERT INTO counter (scope, name, value) VALUES ($1, $2, $3) \
                 ON CONFLICT (scope, name) DO UPDATE SET value = excluded.value",
                params![store_no, name, number],
            )
            .await?;
        }
    }
    Ok(())
}
