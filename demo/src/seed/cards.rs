//! The tries that took the money of cards.

use std::collections::HashMap;

use jiff::{SignedDuration, Timestamp};
use journal::TicketTender;
use shell::db::{Tx, Value, params};
use shell::{Failure, Outcome};

use super::insert::Insert;
use super::plan::Sale;
use crate::company::terminals;

/// How long before the end of a sale the card was asked for.
const CARD_TAKES: SignedDuration = SignedDuration::from_secs(14);

const ATTEMPT_COLUMNS: &[&str] = &[
    "attempt_id",
    "store_no",
    "terminal_no",
    "basket_id",
    "tender_code",
    "kind",
    "amount",
    "currency_code",
    "state",
    "is_live",
    "sale_id",
    "service_id",
    "transaction_id",
    "device_sn",
    "created_at",
    "sent_at",
    "final_at",
    "steps",
    "approved_amount",
    "approved_currency",
    "brand",
    "last_four",
    "approval_code",
    "poi_transaction_id",
    "poi_transaction_at",
    "reversal_tries",
    "started_by",
];

/// Writes the tries of sales: all of them succeeded at once.
pub(super) async fn write(tx: &mut Tx, sales: &[Sale]) -> Outcome<()> {
    // The terminals of the past were exchanged since: those that stand there now know nothing of it, and
    // close their first period with what they take themselves.
    let devices: HashMap<String, String> = terminals()
        .into_iter()
        .map(|terminal| (terminal.terminal_no, format!("{}-1", terminal.device_sn)))
        .collect();
    let mut insert = Insert::into("payment_attempt", ATTEMPT_COLUMNS);
    for sale in sales {
        let terminal_no = sale.ticket.terminal_no.as_str();
        let device_sn = devices
            .get(terminal_no)
            .ok_or_else(|| Failure::internal(format!("no terminal {terminal_no}")))?;
        for tender in &sale.ticket.tenders {
            if tender.attempt_id.is_some() {
                let service_id = next_service_id(tx, terminal_no).await?;
                let values = attempt(sale, tender, device_sn, &service_id);
                insert.row(tx, &values).await?;
            }
        }
    }
    insert.finish(tx).await
}

/// The number of the next message to a terminal, as payments count them.
async fn next_service_id(tx: &mut Tx, terminal_no: &str) -> Outcome<String> {
    let number = tx.next_number(terminal_no, "service_id").await?;
    let number = u64::try_from(number).map_err(Failure::internal)?;
    let id = device::card_terminal::service_id(number).map_err(Failure::internal)?;
    Ok(id.as_str().to_owned())
}

fn attempt(sale: &Sale, tender: &TicketTender, device_sn: &str, service_id: &str) -> Vec<Value> {
    let ticket = &sale.ticket;
    let asked_at = sale.completed_at - CARD_TAKES;
    params![
        tender.attempt_id,
        &ticket.store_no,
        &ticket.terminal_no,
        sale.basket_id,
        &tender.tender_code,
        "PAYMENT",
        tender.amount.minor,
        ticket.currency.code(),
        "APPROVED",
        false,
        &ticket.terminal_no,
        service_id,
        tender.attempt_id.map(|id| id.0.simple().to_string()),
        device_sn,
        asked_at,
        asked_at,
        sale.completed_at,
        "[]",
        tender.amount.minor,
        ticket.currency.code(),
        tender.brand.clone(),
        tender.last_four.clone(),
        tender.approval_code.clone(),
        tender.poi_transaction_id.clone(),
        at_text(sale.completed_at),
        0_i64,
        &ticket.operator_id
    ]
    .to_vec()
}

/// A time as terminals write it.
fn at_text(at: Timestamp) -> String {
    at.strftime("%Y-%m-%dT%H:%M:%S.000Z").to_string()
}
